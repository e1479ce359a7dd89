//! The report of a batch: a line of JSON for each shader, whole or not there, by which a batch that was interrupted goes
//! on, and what the lines say together.

use crate::failure::Failure;
use crate::style::count;
use dxil2spirv::error::Location;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

/// A line: a shader, and how its entry points went.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The file, or the archive and the file in it.
    pub file: String,
    /// Hash of its content, 16 hex digits, as layers name it; empty where it could not be read.
    pub hash: String,
    /// Hash of all else that the result depends on: translator, options, root signature, what was to be written.
    pub settings: String,
    /// Its size.
    pub bytes: usize,
    /// How long it took on its thread, validation and writing included.
    pub microseconds: u64,
    /// Its entry points; none where the file is at fault.
    pub entries: Vec<EntryRecord>,
    /// What is wrong with the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Problem>,
}

/// How an entry point went.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EntryRecord {
    /// Its name.
    pub entry: String,
    /// Its stage.
    pub stage: String,
    /// Words of its module; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<usize>,
    /// What was written, in the folder of the results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// What is worth knowing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Problem>,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Its code, as in messages.
    pub code: String,
    /// The message.
    pub message: String,
    /// Where: part, byte, function, instruction.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// All of it, where it happened in this run.
    #[serde(skip)]
    pub failure: Option<Failure>,
}

impl Problem {
    /// Of a failure.
    pub fn new(failure: &Failure) -> Self {
        let Location {
            part,
            bit_offset,
            function,
            instruction,
            ..
        } = &failure.location;
        let parts = [
            part.clone(),
            bit_offset.map(|bits| format!("byte {:#x}", bits / 8)),
            function.as_ref().map(|name| format!("function {name}")),
            instruction.clone(),
        ];
        Self {
            code: failure.code.to_owned(),
            message: failure.message.clone(),
            place: parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
            failure: Some(failure.clone()),
        }
    }

    /// Its kind, without what differs from shader to shader: numbers, symbols.
    fn reason(&self) -> String {
        let mut text = format!("[{}] ", self.code);
        let mut in_number = false;
        let line = self.message.lines().next().unwrap_or_default();
        // Names of functions as the compiler writes them differ, too.
        let line = line.split(" ?").next().unwrap_or_default();
        for letter in line.chars() {
            let digit = letter.is_ascii_digit();
            match (digit, in_number) {
                (true, true) => {}
                (true, false) => text.push('#'),
                (false, _) => text.push(letter),
            }
            in_number = digit;
        }
        text
    }
}

impl Record {
    /// What went wrong, with the entry points.
    pub fn problems(&self) -> impl Iterator<Item = (&str, &Problem)> {
        let own = self.error.iter().map(|error| ("", error));
        let entries = self.entries.iter();
        own.chain(entries.filter_map(|entry| Some((entry.entry.as_str(), entry.error.as_ref()?))))
    }
}

/// What each line begins with, as [`Record`] has it.
const HEAD: &[u8] = b"{\"file\":";

/// The file of the report.
pub struct Report {
    file: Mutex<std::fs::File>,
    name: String,
}

impl Report {
    /// Opens or begins the report at `path`; also what it says of shaders under `settings`, by their hash. A line that was
    /// cut off is taken away; a file that is no report is left as it is.
    pub fn open(
        path: &Path,
        settings: &str,
        again: bool,
    ) -> Result<(Self, HashMap<String, Record>), Failure> {
        let name = path.display().to_string();
        let failure = |error| Failure::io(&name, "open", &error);
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failure(error)),
        };
        // The first line may have been cut off, too.
        if !text.starts_with(HEAD) && !HEAD.starts_with(&text) {
            let message = format!("{name} is there, and is no report of a batch");
            return Err(Failure::usage(message).with_help("name another file with `--report`"));
        }
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let mut file = std::fs::OpenOptions::new();
        let file = file.create(true).append(true).open(path).map_err(failure)?;
        if whole != text.len() {
            file.set_len(whole as u64).map_err(failure)?;
        }
        let mut done = HashMap::new();
        for line in text[..whole]
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
        {
            // Another version's line says nothing to this one.
            if let Ok(record) = serde_json::from_slice::<Record>(line)
                && record.settings == settings
                && !record.hash.is_empty()
                && !again
            {
                done.insert(record.hash.clone(), record);
            }
        }
        let file = Mutex::new(file);
        Ok((Self { file, name }, done))
    }

    /// Adds a line. It is written at once, so that what is there is whole but for the last line.
    pub fn add(&self, record: &Record) -> Result<(), Failure> {
        let mut line = serde_json::to_string(record)
            .map_err(|error| dxil2spirv::Error::internal(format!("report as JSON: {error}")))?;
        line.push('\n');
        let mut file = self
            .file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(line.as_bytes())
            .map_err(|error| Failure::io(&self.name, "write", &error))
    }
}

/// What failed for one reason.
#[derive(Debug, Default, Serialize)]
struct Group {
    reason: String,
    count: usize,
    /// One that it happened to, the first by name.
    example: String,
}

/// What the lines say together.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// Shaders of different content.
    pub shaders: usize,
    /// Of these, those that an earlier run had done.
    pub before: usize,
    /// Files whose content another one has.
    pub duplicates: usize,
    /// Entry points that were translated.
    pub translated: usize,
    /// Entry points, or files, that were not.
    pub failed: usize,
    /// Entry points with warnings.
    pub warned: usize,
    /// Microseconds that translations took, of all threads together.
    pub microseconds: u64,
    #[serde(skip)]
    reasons: BTreeMap<String, (usize, String)>,
    groups: Vec<Group>,
}

impl Summary {
    /// Counts a line.
    pub fn count(&mut self, record: &Record, before: bool) {
        self.shaders += 1;
        self.before += usize::from(before);
        if !before {
            self.microseconds += record.microseconds;
        }
        for entry in &record.entries {
            self.translated += usize::from(entry.error.is_none());
            self.warned += usize::from(!entry.warnings.is_empty());
        }
        for (entry, problem) in record.problems() {
            self.failed += 1;
            let example = match entry {
                "" => record.file.clone(),
                entry => format!("{}, entry {entry}", record.file),
            };
            let (count, first) = self.reasons.entry(problem.reason()).or_default();
            *count += 1;
            if first.is_empty() || example < *first {
                *first = example;
            }
        }
    }

    /// Orders the reasons, the most frequent first.
    pub fn finish(&mut self) {
        let reasons = std::mem::take(&mut self.reasons).into_iter();
        self.groups = reasons
            .map(|(reason, (count, example))| Group {
                reason,
                count,
                example,
            })
            .collect();
        self.groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = count(self.shaders, "shader");
        if self.before != 0 {
            let _ = write!(text, ", {} of them done before", self.before);
        }
        if self.duplicates != 0 {
            let files = count(self.duplicates, "more file");
            let _ = write!(text, ", {files} with the same content");
        }
        let _ = write!(
            text,
            "\n{} translated, {} failed",
            count(self.translated, "entry point"),
            self.failed
        );
        if self.warned != 0 {
            let _ = write!(text, ", {} with warnings", self.warned);
        }
        text.push('\n');
        for group in &self.groups {
            let _ = writeln!(
                text,
                "{:>7} {}\n        such as {}",
                group.count, group.reason, group.example
            );
        }
        text
    }
}
