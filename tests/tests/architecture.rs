//! The code is built as ARCHITECTURE.md says: its table is the order of the layers, no files know each other in a
//! circle, and no function is longer than people can follow.
//!
//! Read are the tokens of the source: `use` trees, and paths that start with `crate`, `super`, `self` or a module of the
//! file. A file knows another where it names it so. What it does not name it does not know: `mod x;` alone is the table
//! of contents of a folder, and a method may be called whichever file implements it. Tests are left out, since they may
//! know everything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The longest function that is no table, in lines.
const LONGEST: usize = 150;

/// Functions that may be longer, since they are tables: a row for each of many kinds of a thing, nothing nested.
const TABLES: &[&str] = &[
    // A row for each operation of the IR.
    "src/spirv/form.rs form",
    "src/verify/operands/table.rs row",
    // A row for each option of the C interface.
    "capi/src/compat/settings.rs add",
    "capi/src/testing.rs set_options",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A word or a character of punctuation.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    line: usize,
}

/// The tokens of a source file; comments, literals and lifetimes are left out.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let is_word = |c: u8| c == b'_' || c.is_ascii_alphanumeric();
    let (mut out, mut i, mut line) = (Vec::new(), 0, 1);
    while i < bytes.len() {
        let start = i;
        match at(i) {
            b'/' if at(i + 1) == b'/' => {
                while i < bytes.len() && at(i) != b'\n' {
                    i += 1;
                }
            }
            b'/' if at(i + 1) == b'*' => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        (b'/', b'*') => (depth, i) = (depth + 1, i + 2),
                        (b'*', b'/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 || i >= bytes.len() {
                        break;
                    }
                }
            }
            b'r' if at(i + 1) == b'"' || (at(i + 1) == b'#' && matches!(at(i + 2), b'"' | b'#')) => {
                i += 1;
                let hashes = bytes[i..].iter().take_while(|&&c| c == b'#').count();
                let end = format!("\"{}", "#".repeat(hashes));
                i += hashes + 1;
                i += text[i..]
                    .find(&end)
                    .map_or(bytes.len() - i, |found| found + end.len());
            }
            b'"' => {
                i += 1;
                while i < bytes.len() && at(i) != b'"' {
                    i += if at(i) == b'\\' { 2 } else { 1 };
                }
                i += 1;
            }
            b'\'' if at(i + 1) == b'\\' => {
                i += 3;
                while i < bytes.len() && at(i) != b'\'' {
                    i += 1;
                }
                i += 1;
            }
            b'\'' => {
                // A character, else a lifetime.
                let width = text[i + 1..].chars().next().map_or(1, char::len_utf8);
                i += if at(i + 1 + width) == b'\'' { width + 2 } else { 1 };
            }
            c if is_word(c) => {
                while is_word(at(i)) {
                    i += 1;
                }
                // The prefix of a byte string is none of the words.
                if at(i) != b'"' || i - start > 2 {
                    let text = &text[start..i];
                    out.push(Token { text, line });
                }
            }
            c if c.is_ascii() => {
                i += 1;
                if !c.is_ascii_whitespace() {
                    let text = &text[start..i];
                    out.push(Token { text, line });
                }
            }
            _ => i += text[i..].chars().next().map_or(1, char::len_utf8),
        }
        let end = i.min(bytes.len());
        line += bytes[start..end].iter().filter(|&&c| c == b'\n').count();
    }
    out
}

/// The index behind the bracket that closes the one at `open`.
fn behind_group(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth -= 1;
                if depth == 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// The index behind the item that starts at `from`, its attributes included.
fn behind_item(tokens: &[Token<'_>], from: usize) -> usize {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text);
    let mut i = from;
    while text(i) == "#" {
        i = behind_group(tokens, i + 1);
    }
    let mut word = i;
    if text(word) == "pub" {
        word += 1;
        if text(word) == "(" {
            word = behind_group(tokens, word);
        }
    }
    let to_semicolon = matches!(text(word), "use" | "static" | "type" | "let")
        || (text(word) == "const" && text(word + 1) != "fn");
    while i < tokens.len() {
        match text(i) {
            ";" => return i + 1,
            "{" if !to_semicolon => return behind_group(tokens, i),
            "{" | "(" | "[" => i = behind_group(tokens, i),
            _ => i += 1,
        }
    }
    i
}

/// The tokens without items that are there in tests only.
fn without_tests<'t>(tokens: &[Token<'t>]) -> Vec<Token<'t>> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        let attribute: Vec<&str> = tokens[i..].iter().take(6).map(|token| token.text).collect();
        if matches!(
            attribute[..],
            ["#", "[", "cfg", "(", "test" | "doctest", ")"] | ["#", "[", "cfg", "(", "all", "("]
        ) {
            i = behind_item(tokens, i);
        } else {
            out.push(tokens[i]);
            i += 1;
        }
    }
    out
}

/// A source file of the library: a module.
struct Module {
    /// From the crate's root.
    path: Vec<String>,
    file: PathBuf,
    /// Paths that it names, with their lines; the first word says from where.
    names: Vec<(Vec<String>, usize)>,
    /// Its modules in files of their own.
    children: Vec<String>,
    /// Macros that it exports: they are found at the crate's root.
    macros: Vec<String>,
}

impl Module {
    fn name(&self) -> String {
        if self.path.is_empty() {
            "lib".into()
        } else {
            self.path.join("/")
        }
    }

    fn read(path: Vec<String>, file: PathBuf) -> Self {
        let text = read(&file);
        let tokens = without_tests(&tokens(&text));
        let text = |i: usize| tokens.get(i).map_or("", |token: &Token<'_>| token.text);
        let mut module = Self {
            path,
            file,
            names: Vec::new(),
            children: Vec::new(),
            macros: Vec::new(),
        };
        // Where the modules end that stand in this file.
        let mut inline: Vec<usize> = Vec::new();
        let mut i = 0;
        while i < tokens.len() {
            inline.retain(|&end| i < end);
            match text(i) {
                "mod" if text(i + 2) == ";" => module.children.push(text(i + 1).to_owned()),
                "mod" if text(i + 2) == "{" => inline.push(behind_group(&tokens, i + 2)),
                "macro_rules" => {
                    let before = tokens[i.saturating_sub(4)..i].iter().map(|token| token.text);
                    if before.eq(["#", "[", "macro_export", "]"]) {
                        module.macros.push(text(i + 2).to_owned());
                    }
                }
                "use" => {
                    let end = behind_item(&tokens, i);
                    let mut paths = Vec::new();
                    tree(&tokens[i + 1..end - 1], &mut 0, &[], &mut paths);
                    let line = tokens[i].line;
                    module.names.extend(paths.into_iter().map(|path| (path, line)));
                    module.leave_inline(inline.len());
                    i = end;
                    continue;
                }
                _ if text(i + 1) == ":" && text(i + 2) == ":" => {
                    let within = i > 1 && text(i - 1) == ":" && text(i - 2) == ":";
                    if !within && (i == 0 || text(i - 1) != "$") {
                        let line = tokens[i].line;
                        let mut path = vec![text(i).to_owned()];
                        while text(i + 1) == ":" && text(i + 2) == ":" {
                            i += 3;
                            path.push(text(i).to_owned());
                        }
                        module.names.push((path, line));
                        module.leave_inline(inline.len());
                    }
                }
                _ => {}
            }
            i += 1;
        }
        module
    }

    /// Takes the `super` away that leads from a module in this file to the file.
    fn leave_inline(&mut self, depth: usize) {
        for (path, _) in self.names.iter_mut().rev() {
            let up = path.iter().take_while(|word| *word == "super").count();
            if depth > 0 && (1..=depth).contains(&up) {
                path.drain(..up);
                path.insert(0, "self".into());
            } else {
                break;
            }
        }
    }
}

/// The paths of a `use` tree.
fn tree(tokens: &[Token<'_>], i: &mut usize, prefix: &[String], out: &mut Vec<Vec<String>>) {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(*i) {
        match token.text {
            "{" => {
                *i += 1;
                while tokens.get(*i).is_some_and(|token| token.text != "}") {
                    tree(tokens, i, &path, out);
                    if tokens.get(*i).is_some_and(|token| token.text == ",") {
                        *i += 1;
                    }
                }
                *i += 1;
                return;
            }
            "," | "}" => break,
            "as" => *i += 2,
            ":" | "*" => *i += 1,
            word => {
                path.push(word.to_owned());
                *i += 1;
            }
        }
    }
    if path.len() > prefix.len() {
        out.push(path);
    }
}

/// The modules of the library by path.
fn modules() -> BTreeMap<Vec<String>, Module> {
    let mut modules = BTreeMap::new();
    let mut pending = vec![(Vec::new(), root().join("src/lib.rs"))];
    while let Some((path, file)) = pending.pop() {
        let module = Module::read(path, file);
        let own_folder = matches!(
            module.file.file_name().and_then(|name| name.to_str()),
            Some("lib.rs" | "mod.rs")
        );
        let folder = match own_folder {
            true => module.file.parent().unwrap().to_owned(),
            false => module.file.with_extension(""),
        };
        for child in &module.children {
            let mut path = module.path.clone();
            path.push(child.clone());
            let file = folder.join(format!("{child}.rs"));
            let file = if file.exists() {
                file
            } else {
                folder.join(child).join("mod.rs")
            };
            pending.push((path, file));
        }
        modules.insert(module.path.clone(), module);
    }
    modules
}

/// The module that `path`, named in `from`, is in or is; none for what is no part of the library.
fn target<'m>(
    modules: &'m BTreeMap<Vec<String>, Module>,
    from: &Module,
    path: &[String],
) -> Option<&'m Module> {
    let mut at: Vec<String> = Vec::new();
    let mut rest = path.iter().peekable();
    match path.first()?.as_str() {
        "crate" => {
            rest.next();
            let macro_name = path.get(1)?;
            if let Some(definer) = modules.values().find(|module| module.macros.contains(macro_name)) {
                return Some(definer);
            }
        }
        "super" => {
            at.clone_from(&from.path);
            while rest.next_if(|word| *word == "super").is_some() {
                at.pop();
            }
        }
        first => {
            at.clone_from(&from.path);
            if first == "self" {
                rest.next();
            } else if !from.children.iter().any(|child| child == first) {
                return None;
            }
        }
    }
    for word in rest {
        at.push(word.clone());
        if !modules.contains_key(&at) {
            at.pop();
            break;
        }
    }
    modules.get(&at)
}

/// A file knows another, since a line of it says so.
struct Edge {
    from: Vec<String>,
    to: Vec<String>,
    line: usize,
}

fn edges(modules: &BTreeMap<Vec<String>, Module>) -> Vec<Edge> {
    let mut edges = Vec::new();
    for module in modules.values() {
        for (path, line) in &module.names {
            if let Some(to) = target(modules, module, path)
                && to.path != module.path
            {
                edges.push(Edge {
                    from: module.path.clone(),
                    to: to.path.clone(),
                    line: *line,
                });
            }
        }
    }
    edges
}

/// The layers in the order of ARCHITECTURE.md's table: name and number of the row.
fn layers() -> BTreeMap<String, usize> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let mut layers = BTreeMap::new();
    for (number, row) in rows.enumerate() {
        let names = row.split('|').nth(1).unwrap_or_default();
        for name in names.split('`').skip(1).step_by(2) {
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            assert!(
                layers.insert(name.to_owned(), number).is_none(),
                "{name} is there twice"
            );
        }
    }
    layers
}

#[test]
fn layers_know_earlier_ones_only() {
    let (modules, layers) = (modules(), layers());
    assert!(modules.len() > 100 && layers.len() > 10, "the source is found");
    let top = |path: &[String]| path.first().cloned().unwrap_or_else(|| "lib".into());
    let mut wrong = Vec::new();
    for module in modules.values().filter(|module| module.path.len() == 1) {
        if !layers.contains_key(&top(&module.path)) {
            wrong.push(format!("{}: not in ARCHITECTURE.md's table", module.name()));
        }
    }
    for name in layers.keys() {
        if !modules.contains_key(&vec![name.clone()]) {
            wrong.push(format!("{name}: in ARCHITECTURE.md's table, but not there"));
        }
    }
    for edge in edges(&modules) {
        let (from, to) = (top(&edge.from), top(&edge.to));
        if from == "lib" || from == to {
            continue;
        }
        if layers.get(&to) > layers.get(&from) || to == "lib" {
            wrong.push(format!(
                "{}:{}: {from} knows {to}",
                edge.from.join("/"),
                edge.line
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Sets of files that know each other, by Tarjan's algorithm.
fn circles(modules: &BTreeMap<Vec<String>, Module>, edges: &[Edge]) -> Vec<Vec<Vec<String>>> {
    let nodes: Vec<&Vec<String>> = modules.keys().collect();
    let number: BTreeMap<&Vec<String>, usize> = nodes.iter().enumerate().map(|(i, &n)| (n, i)).collect();
    let mut next = vec![BTreeSet::new(); nodes.len()];
    for edge in edges {
        next[number[&edge.from]].insert(number[&edge.to]);
    }
    // What each reaches: some hundred files.
    let reach: Vec<BTreeSet<usize>> = (0..nodes.len())
        .map(|start| {
            let (mut seen, mut pending) = (BTreeSet::new(), vec![start]);
            while let Some(at) = pending.pop() {
                pending.extend(next[at].iter().copied().filter(|&to| seen.insert(to)));
            }
            seen
        })
        .collect();
    let mut circles: Vec<Vec<Vec<String>>> = Vec::new();
    for start in 0..nodes.len() {
        let with = |other: &usize| reach[start].contains(other) && reach[*other].contains(&start);
        let circle: Vec<usize> = (0..nodes.len()).filter(with).collect();
        if circle.first() == Some(&start) {
            circles.push(circle.iter().map(|&i| nodes[i].clone()).collect());
        }
    }
    circles
}

#[test]
fn no_files_know_each_other_in_a_circle() {
    let modules = modules();
    let mut edges = edges(&modules);
    // Between layers, circles are excluded by their order.
    edges.retain(|edge| edge.from.first() == edge.to.first());
    let mut wrong = Vec::new();
    for circle in circles(&modules, &edges) {
        let lines: BTreeSet<String> = edges
            .iter()
            .filter(|edge| circle.contains(&edge.from) && circle.contains(&edge.to))
            .map(|edge| {
                format!(
                    "  {} -> {}, line {}",
                    edge.from.join("/"),
                    edge.to.join("/"),
                    edge.line
                )
            })
            .collect();
        wrong.push(format!("{} files in a circle:", circle.len()));
        wrong.extend(lines);
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn functions_are_short() {
    let mut files = Vec::new();
    for folder in [
        "src",
        "cli/src",
        "capi/src",
        "oracle/src",
        "xtask/src",
        "fuzz/src",
    ] {
        rust_files(&root().join(folder), &mut files);
    }
    files.retain(|file| {
        let place = file.strip_prefix(root()).unwrap();
        !place.iter().any(|part| part == "tests" || part == "tests.rs")
    });
    files.sort();
    let (mut wrong, mut tables) = (Vec::new(), BTreeSet::new());
    for file in files {
        let text = read(&file);
        let tokens = tokens(&text);
        for (i, pair) in tokens.windows(2).enumerate() {
            if pair[0].text != "fn" || pair[1].text == "(" {
                continue;
            }
            let last = tokens[behind_item(&tokens, i) - 1];
            let length = last.line - pair[0].line + 1;
            let place = file.strip_prefix(root()).unwrap().display().to_string();
            let name = format!("{place} {}", pair[1].text);
            if length > LONGEST {
                match TABLES.iter().find(|table| **table == name) {
                    Some(table) => drop(tables.insert(*table)),
                    None => wrong.push(format!("{name}: {length} lines")),
                }
            }
        }
    }
    let stale = TABLES.iter().filter(|table| !tables.contains(*table));
    wrong.extend(stale.map(|table| format!("{table}: is no long table")));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Errors about bounds of the library that state their bound in a literal, or as who makes them says.
const STATED: &[&str] = &["src/container/reader.rs", "src/spirv/emitter.rs"];

/// Who meets a bound learns which: the error is made of a number of `limits`, or goes on with `beyond`.
#[test]
fn limits_state_their_bound() {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in files {
        let place = file.strip_prefix(root()).unwrap().display().to_string();
        if STATED.contains(&place.as_str()) {
            continue;
        }
        let text = read(&file);
        let tokens = tokens(&text);
        for (i, part) in tokens.windows(3).enumerate() {
            if !matches!(part[0].text, "." | ":") || part[1].text != "limit" || part[2].text != "(" {
                continue;
            }
            count += 1;
            let mut end = behind_group(&tokens, i + 2);
            while let [dot, _, open, ..] = &tokens[end..]
                && (dot.text, open.text) == (".", "(")
            {
                end = behind_group(&tokens, end + 2);
            }
            let mut said = &tokens[i + 3..end];
            // Made in the lines before.
            if let [message, ..] = said
                && message.text == "message"
            {
                let from = tokens.partition_point(|token| token.line + 8 < message.line);
                said = &tokens[from..end];
            }
            if !said
                .iter()
                .any(|token| ["limits", "beyond"].contains(&token.text))
            {
                wrong.push(format!("{place}:{}", part[1].line));
            }
        }
    }
    assert!(count > 30, "{count}");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The fields of `Lower` that are "of a file alone" are named in no other.
#[test]
fn the_state_of_a_step_is_its_own() {
    let folder = root().join("src/lower");
    let text = std::fs::read_to_string(folder.join("mod.rs")).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let owned: Vec<(&str, &str)> = lines
        .windows(2)
        .filter_map(|pair| {
            let owner = pair[0].strip_prefix("/// Of `")?.strip_suffix("` alone.")?;
            Some((owner, pair[1].split_once(':')?.0))
        })
        .collect();
    assert!(owned.len() > 5, "{owned:?}");
    let mut files = Vec::new();
    rust_files(&folder, &mut files);
    let mut wrong = Vec::new();
    for path in files {
        let name = path.strip_prefix(&folder).unwrap().with_extension("");
        let text = std::fs::read_to_string(&path).unwrap();
        for (owner, field) in &owned {
            // What is behind the name is no method's call.
            let uses = text.match_indices(&format!("self.{field}")).any(|(at, found)| {
                let next = text[at + found.len()..].chars().next();
                next.is_some_and(|c| c != '(' && c != '_' && !c.is_alphanumeric())
            });
            if uses && !name.starts_with(owner) {
                wrong.push(format!("{} uses `{field}`, which is of {owner}", name.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
