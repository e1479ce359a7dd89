//! Reads the package sources that `apt-get` is configured with: both the one-line form (`*.list`) and the
//! deb822 form (`*.sources`), see `sources.list(5)`.

use std::path::{Path, PathBuf};

/// A source of binary packages.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Source {
    /// Where the archive is.
    pub uri: String,
    /// Suites, for example `bookworm`.
    pub suites: Vec<String>,
    /// Fields to keep for another suite of the same archive, as in a deb822 file: `Signed-By` and the like.
    pub fields: Vec<(String, String)>,
}

/// Fields (deb822) that say how to trust and select, and their names as one-line options.
const KEPT: [(&str, &str); 3] = [
    ("Signed-By", "signed-by"),
    ("Trusted", "trusted"),
    ("Architectures", "arch"),
];

impl Source {
    /// The deb822 text of the same archive's `suite`, component `main`.
    pub fn with_suite(&self, suite: &str) -> String {
        let mut text = format!(
            "Types: deb\nURIs: {}\nSuites: {suite}\nComponents: main\n",
            self.uri
        );
        for (name, value) in &self.fields {
            text.push_str(&format!("{name}: {value}\n"));
        }
        text
    }
}

/// All sources below `folder` (`/etc/apt`), in the order in which apt reads them.
pub fn read(folder: &Path) -> Vec<Source> {
    let mut files = vec![folder.join("sources.list")];
    let mut parts: Vec<PathBuf> = std::fs::read_dir(folder.join("sources.list.d"))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    parts.sort();
    files.extend(parts);
    let mut sources = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("list") => sources.extend(text.lines().filter_map(one_line)),
            Some("sources") => sources.extend(deb822(&text)),
            _ => {}
        }
    }
    sources
}

/// The source of `codename` itself, or failing that one that names the release by another name (`stable`).
pub fn of_release<'s>(sources: &'s [Source], codename: &str) -> Option<&'s Source> {
    let by_alias = |source: &&Source| {
        let aliases = ["stable", "oldstable", "testing"];
        source
            .suites
            .iter()
            .any(|suite| aliases.contains(&suite.as_str()))
    };
    let usable = || sources.iter().filter(|source| !source.uri.starts_with("cdrom:"));
    usable()
        .find(|source| source.suites.iter().any(|suite| suite == codename))
        .or_else(|| usable().find(by_alias))
}

/// `deb [signed-by=/key arch=amd64] http://host/debian bookworm main`
fn one_line(line: &str) -> Option<Source> {
    let line = line.split('#').next()?.trim();
    let rest = line.strip_prefix("deb")?;
    let mut rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let mut fields = Vec::new();
    if let Some(options) = rest.strip_prefix('[') {
        let (options, after) = options.split_once(']')?;
        rest = after;
        for option in options.split_whitespace() {
            let (name, value) = option.split_once('=')?;
            if let Some((field, _)) = KEPT.iter().find(|(_, kept)| *kept == name) {
                fields.push(((*field).to_owned(), value.replace(',', " ")));
            }
        }
    }
    let mut words = rest.split_whitespace();
    Some(Source {
        uri: words.next()?.to_owned(),
        suites: vec![words.next()?.to_owned()],
        fields,
    })
}

/// Stanzas of `Name: value` fields; a value goes on in lines that start with a blank.
fn deb822(text: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut stanza: Vec<(String, String)> = Vec::new();
    for line in text.lines().chain([""]) {
        if line.starts_with('#') {
            continue;
        }
        if line.trim().is_empty() {
            sources.extend(source_of(&stanza));
            stanza.clear();
        } else if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = stanza.last_mut() {
                value.push('\n');
                value.push_str(line);
            }
        } else if let Some((name, value)) = line.split_once(':') {
            stanza.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    sources
}

fn source_of(stanza: &[(String, String)]) -> Vec<Source> {
    let field = |name: &str| {
        stanza
            .iter()
            .find(|(field, _)| field.eq_ignore_ascii_case(name))
            .map_or("", |(_, value)| value.as_str())
    };
    let off = ["no", "false", "without", "off", "disable"].contains(&field("Enabled"));
    if off || !field("Types").split_whitespace().any(|kind| kind == "deb") {
        return Vec::new();
    }
    let fields: Vec<_> = KEPT
        .iter()
        .filter(|(name, _)| !field(name).is_empty())
        .map(|(name, _)| ((*name).to_owned(), field(name).to_owned()))
        .collect();
    field("URIs")
        .split_whitespace()
        .map(|uri| Source {
            uri: uri.to_owned(),
            suites: field("Suites").split_whitespace().map(str::to_owned).collect(),
            fields: fields.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_form() {
        let text = "# deb http://a/debian bookworm main\n\
                    deb-src http://b/debian bookworm main\n\
                    deb cdrom:[Debian]/ bookworm main\n\
                    deb http://security.example/debian-security bookworm-security main\n\
                    deb [ arch=amd64,i386 signed-by=/key.gpg lang=en ] https://c/debian bookworm main contrib # x\n";
        let sources: Vec<_> = text.lines().filter_map(one_line).collect();
        let source = of_release(&sources, "bookworm").unwrap();
        assert_eq!(
            source.with_suite("bookworm-backports"),
            "Types: deb\nURIs: https://c/debian\nSuites: bookworm-backports\nComponents: main\n\
             Architectures: amd64 i386\nSigned-By: /key.gpg\n"
        );
        assert_eq!(of_release(&sources, "sid"), None);
    }

    #[test]
    fn deb822_form() {
        let text = "Types: deb\n# comment\nURIs: http://a/debian-security\nSuites: bookworm-security\n\n\
                    Enabled: no\nTypes: deb\nURIs: http://off/debian\nSuites: bookworm\n\n\
                    types: deb deb-src\nURIs: http://m/debian http://n/debian\nSuites: bookworm bookworm-updates\n\
                    Components: main\nSigned-By:\n -----BEGIN\n .\n -----END\n";
        let sources = deb822(text);
        assert_eq!(sources.len(), 3);
        let source = of_release(&sources, "bookworm").unwrap();
        assert_eq!(
            source.with_suite("bookworm-backports"),
            "Types: deb\nURIs: http://m/debian\nSuites: bookworm-backports\nComponents: main\n\
             Signed-By: \n -----BEGIN\n .\n -----END\n"
        );
    }

    #[test]
    fn a_release_may_go_by_its_alias() {
        let sources = deb822("Types: deb\nURIs: http://a/debian\nSuites: stable\n");
        assert!(of_release(&sources, "trixie").is_some());
    }
}
