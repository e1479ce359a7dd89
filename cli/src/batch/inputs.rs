//! What a batch is given: files, folders, patterns, lists, archives. Shaders are told by their first bytes.

use crate::failure::Failure;
use crate::input;
use dxil2spirv::limits::MAX_INPUT_BYTES;
use std::collections::{BTreeSet, HashSet};
use std::io::{Read, Seek};
use std::path::{Component, Path, PathBuf};

/// Something that holds shaders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    pub kind: SourceKind,
    /// How long the file is.
    pub bytes: u64,
}

/// Which files are shaders, whoever reads them says, on all cores: see [`open`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A file that was named, which is a shader, or an archive of them.
    File,
    /// A file in a folder, which may be anything.
    Found,
    /// An archive of files, those of which are taken that are shaders.
    Archive,
}

impl Source {
    /// The file at `path`: an archive if its name and its first bytes say so.
    fn new(path: PathBuf, otherwise: SourceKind, bytes: u64) -> Self {
        let is_archive = may_be_archive(&path) && ArchiveKind::of(&head(&path)).is_some();
        let kind = if is_archive {
            SourceKind::Archive
        } else {
            otherwise
        };
        Self { path, kind, bytes }
    }
}

/// A shader to be translated.
pub struct Item {
    /// How messages and the report call it.
    pub name: String,
    /// Its bytes, where they come out of an archive.
    pub content: Content,
}

/// Where the bytes of a shader are.
pub enum Content {
    /// In a file that was named.
    File(PathBuf),
    /// In a file of a folder, if it is one.
    Found(PathBuf),
    Bytes(Vec<u8>),
}

/// What a file is.
pub enum Opened {
    /// A shader, or what was named as one: its bytes.
    Shader(Vec<u8>),
    /// An archive.
    Archive,
    /// Something else.
    Nothing,
}

/// Reads a file, if it is a shader or was named as one (`is_named`). One in a folder that cannot be read is nothing.
pub fn open(path: &Path, is_named: bool) -> Result<Opened, Failure> {
    let read = || -> std::io::Result<Opened> {
        let mut file = std::fs::File::open(path)?;
        let mut bytes = Vec::with_capacity(HEAD);
        (&mut file).take(HEAD as u64).read_to_end(&mut bytes)?;
        if !is_shader(&bytes) {
            if ArchiveKind::of(&bytes).is_some() {
                return Ok(Opened::Archive);
            }
            if !is_named {
                return Ok(Opened::Nothing);
            }
        }
        // One byte more than the library takes makes it say so.
        let rest = (MAX_INPUT_BYTES as u64 + 1).saturating_sub(bytes.len() as u64);
        let length = file.metadata().map_or(0, |metadata| metadata.len()).min(rest);
        bytes.reserve(usize::try_from(length).unwrap_or(0));
        file.take(rest).read_to_end(&mut bytes)?;
        Ok(Opened::Shader(bytes))
    };
    match read() {
        Err(_) if !is_named => Ok(Opened::Nothing),
        result => result.map_err(|error| Failure::io(&path.display().to_string(), "read", &error)),
    }
}

/// Whether a file that begins with `head` may be a shader: a container, or bitcode with or without its wrapper.
fn is_shader(head: &[u8]) -> bool {
    [
        b"DXBC".as_slice(),
        &[b'B', b'C', 0xC0, 0xDE],
        &[0xDE, 0xC0, 0x17, 0x0B],
    ]
    .iter()
    .any(|magic| head.starts_with(magic))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ArchiveKind {
    Zip,
    Tar,
    TarGz,
}

impl ArchiveKind {
    fn of(head: &[u8]) -> Option<Self> {
        let magic = head.get(257..262);
        match head {
            _ if head.starts_with(b"PK\x03\x04") => Some(Self::Zip),
            _ if head.starts_with(&[0x1F, 0x8B]) => Some(Self::TarGz),
            _ if magic == Some(b"ustar") => Some(Self::Tar),
            _ => None,
        }
    }
}

/// Whether a file is called what archives are called. Those that are not are found out when they are opened.
fn may_be_archive(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let known = ["zip", "tar", "gz", "tgz"];
    extension.is_some_and(|extension| known.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

/// As many bytes as tell what a file is.
const HEAD: usize = 512;

/// The first bytes of a file.
fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read is no shader here, and an error where it is named.
    if let Ok(file) = std::fs::File::open(path) {
        let _ = file.take(HEAD as u64).read_to_end(&mut bytes);
    }
    bytes
}

/// Everything that the arguments and the lists name, in order, nothing twice.
pub fn collect(inputs: &[PathBuf], lists: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut all = Vec::new();
    for path in inputs {
        named(path, &mut all)?;
    }
    for list in lists {
        let bytes = input::read(list)?;
        let text = String::from_utf8_lossy(&bytes);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            named(Path::new(line), &mut all)?;
        }
    }
    let mut seen = HashSet::with_capacity(all.len());
    all.retain(|source| seen.insert(source.path.clone()));
    Ok(all)
}

/// What one argument names.
fn named(path: &Path, all: &mut Vec<Source>) -> Result<(), Failure> {
    if path.is_dir() {
        folder(path, all);
    } else if let Ok(metadata) = path.metadata() {
        all.push(Source::new(path.to_owned(), SourceKind::File, metadata.len()));
    } else if path.to_string_lossy().contains(['*', '?', '[']) {
        let found = expand(path);
        if found.is_empty() {
            return Err(Failure::usage(format!("nothing matches {}", path.display())));
        }
        for path in found {
            named(&path, all)?;
        }
    } else {
        let error = path.metadata().err();
        let error = error.unwrap_or_else(|| std::io::ErrorKind::NotFound.into());
        return Err(Failure::io(&path.display().to_string(), "read", &error));
    }
    Ok(())
}

/// The entries of a folder in order. One that cannot be read has none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    // All are in one folder: their texts are in the order of their names, and need not be taken apart.
    paths.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    paths
}

/// Whether to go into `path`: links may lead in circles.
fn is_own_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir())
}

/// The files under a folder, in order; of each folder the files before the folders in it.
fn folder(path: &Path, all: &mut Vec<Source>) {
    let mut waiting = vec![path.to_owned()];
    while let Some(folder) = waiting.pop() {
        let mut folders = Vec::new();
        for path in entries(&folder) {
            let Ok(metadata) = path.symlink_metadata() else {
                continue;
            };
            if metadata.is_dir() {
                folders.push(path);
            } else if metadata.is_file() || metadata.is_symlink() && !path.is_dir() {
                all.push(Source::new(path, SourceKind::Found, metadata.len()));
            }
        }
        waiting.extend(folders.into_iter().rev());
    }
}

/// The paths that a pattern names, in order: `*`, `?` and `[abc]` within a name, `**` for any folders.
fn expand(pattern: &Path) -> BTreeSet<PathBuf> {
    let mut found: BTreeSet<PathBuf> = BTreeSet::from([PathBuf::new()]);
    for component in pattern.components() {
        let text = component.as_os_str().to_string_lossy();
        let here = |path: &PathBuf| match path.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => path.clone(),
        };
        found = match component {
            Component::Normal(_) if text == "**" => {
                let mut all = found.clone();
                let mut waiting: Vec<PathBuf> = found.into_iter().collect();
                while let Some(folder) = waiting.pop() {
                    for inner in entries(&here(&folder))
                        .into_iter()
                        .filter(|path| is_own_folder(path))
                    {
                        let inner = folder.join(inner.file_name().unwrap_or_default());
                        waiting.push(inner.clone());
                        all.insert(inner);
                    }
                }
                all
            }
            Component::Normal(_) if text.contains(['*', '?', '[']) => {
                let inside = |folder: &PathBuf| {
                    let names = entries(&here(folder));
                    let names = names
                        .iter()
                        .filter_map(|path| path.file_name())
                        .filter(|name| matches(&text, &name.to_string_lossy()));
                    names.map(|name| folder.join(name)).collect::<Vec<_>>()
                };
                found.iter().flat_map(inside).collect()
            }
            _ => found.iter().map(|path| path.join(component)).collect(),
        };
    }
    found.retain(|path| path.exists());
    found
}

/// Whether `name` is of the form that `pattern` has.
fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    // Where to go on when what follows the last star does not fit.
    let (mut p, mut n, mut again) = (0, 0, None);
    while n < name.len() {
        if pattern.get(p) == Some(&'*') {
            again = Some((p + 1, n));
            p += 1;
            continue;
        }
        // How much of the pattern this letter fits.
        let fits = match (pattern.get(p), class(&pattern[p..], name[n])) {
            (Some('['), Some((fits, length))) => fits.then_some(length),
            (Some(&letter), _) => (letter == '?' || letter == name[n]).then_some(1),
            (None, _) => None,
        };
        match (fits, again) {
            (Some(length), _) => (p, n) = (p + length, n + 1),
            (None, Some((star, from))) => {
                (p, n) = (star, from + 1);
                again = Some((star, from + 1));
            }
            (None, None) => return false,
        }
    }
    pattern[p..].iter().all(|&letter| letter == '*')
}

/// Whether `letter` is in the class that `pattern` begins with, and how long that is.
fn class(pattern: &[char], letter: char) -> Option<(bool, usize)> {
    let end = pattern.iter().skip(2).position(|&letter| letter == ']')? + 2;
    let (not, from) = match pattern.get(1)? {
        '!' | '^' => (true, 2),
        _ => (false, 1),
    };
    let members = pattern.get(from..end)?;
    let range = |window: &[char]| window[1] == '-' && (window[0]..=window[2]).contains(&letter);
    let inside = members.contains(&letter) || members.windows(3).any(range);
    Some((inside != not, end + 1))
}

/// Gives every shader of the archive at `path` to `give`, which says whether to go on.
pub fn each(path: &Path, give: &mut dyn FnMut(Item) -> bool) -> Result<(), Failure> {
    let archive = path.display().to_string();
    let failure = |error: std::io::Error| Failure::io(&archive, "read", &in_words(error));
    let mut member = |name: &str, content: &mut dyn Read| -> std::io::Result<bool> {
        let mut bytes = Vec::new();
        content.take(MAX_INPUT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        let name = format!("{archive}/{name}");
        Ok(!is_shader(&bytes)
            || give(Item {
                name,
                content: Content::Bytes(bytes),
            }))
    };
    let kind = ArchiveKind::of(&head(path));
    let mut file = std::fs::File::open(path).map_err(failure)?;
    match kind {
        Some(ArchiveKind::Zip) => zip_members(file, &mut member),
        Some(ArchiveKind::TarGz) => tar_members(flate2::read::MultiGzDecoder::new(file), &mut member),
        _ => file
            .rewind()
            .and_then(|()| tar_members(std::io::BufReader::new(file), &mut member)),
    }
    .map_err(failure)
}

/// An error without what it quotes of a damaged header.
fn in_words(error: std::io::Error) -> std::io::Error {
    let is_junk = |letter: char| letter.is_control() || letter == char::REPLACEMENT_CHARACTER;
    match error.to_string().contains(is_junk) {
        true => std::io::Error::new(error.kind(), "a header in the archive is damaged"),
        false => error,
    }
}

type Member<'m> = &'m mut dyn FnMut(&str, &mut dyn Read) -> std::io::Result<bool>;

fn zip_members(file: std::fs::File, member: Member<'_>) -> std::io::Result<()> {
    let mut archive = zip::ZipArchive::new(std::io::BufReader::new(file)).map_err(std::io::Error::other)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(std::io::Error::other)?;
        let name = entry.name().map_err(std::io::Error::other)?.into_owned();
        if entry.is_file() && !member(&name, &mut entry)? {
            break;
        }
    }
    Ok(())
}

fn tar_members(file: impl Read, member: Member<'_>) -> std::io::Result<()> {
    for entry in tar::Archive::new(file).entries()? {
        let mut entry = entry?;
        let name = entry.path()?.display().to_string();
        if entry.header().entry_type().is_file() && !member(&name, &mut entry)? {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, fits) in [
            ("*.dxil", "a.dxil", true),
            ("*.dxil", "a.spv", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("?[0-9]x", "a5x", true),
            ("?[!0-9]x", "a5x", false),
            ("[]x", "[]x", true),
            ("*", "", true),
            ("", "a", false),
            ("***a", "bba", true),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
