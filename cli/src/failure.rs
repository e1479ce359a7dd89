//! What went wrong: exit code, and the message as text or JSON.

use crate::style::Style;
use crate::{DiagnosticsForm, MessageArgs};
use dxil2spirv::error::{Error, ErrorKind, Location};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::{Deref, DerefMut};
use std::process::ExitCode;

/// Exit codes; they are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The shader breaks a rule.
    Rejected = 1,
    /// The arguments make no sense.
    Usage = 2,
    /// A file or stream could not be read or written.
    Io = 3,
    /// The input is damaged, or beyond a bound.
    Malformed = 4,
    /// The input uses something that is not handled.
    Unsupported = 5,
    /// The root signature does not cover the shader.
    RootSignature = 6,
    /// The output failed validation.
    Invalid = 7,
    /// Some shaders of a batch failed.
    Batch = 8,
    /// A bug.
    Internal = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

impl Exit {
    fn of(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Rejected => Self::Rejected,
            ErrorKind::InvalidOptions => Self::Usage,
            ErrorKind::Malformed | ErrorKind::LimitExceeded => Self::Malformed,
            ErrorKind::Unsupported => Self::Unsupported,
            ErrorKind::RootSignature => Self::RootSignature,
            _ => Self::Internal,
        }
    }

    /// The stable code that the library gives failures of this kind, or that only the command line has.
    fn code(self) -> &'static str {
        match self {
            Self::Rejected => ErrorKind::Rejected.code(),
            Self::Usage => ErrorKind::InvalidOptions.code(),
            Self::Io => "E0003",
            Self::Malformed => ErrorKind::Malformed.code(),
            Self::Unsupported => ErrorKind::Unsupported.code(),
            Self::RootSignature => ErrorKind::RootSignature.code(),
            Self::Invalid => "E0007",
            Self::Batch => "E0008",
            Self::Internal => ErrorKind::Internal.code(),
        }
    }

    /// What a user can do about it.
    fn help(self) -> Option<&'static str> {
        Some(match self {
            Self::Rejected => {
                "check the shader with the DXIL validator (`dxv`); compilers never make such code"
            }
            Self::Malformed => {
                "the file may be cut off, or no shader; `dxil2spirv inspect FILE` lists what can be read of it"
            }
            Self::Unsupported => {
                "this version cannot translate the shader; a report with its hash and this message helps"
            }
            Self::RootSignature => {
                "pass the application's root signature with `--root-signature FILE`, or use `--no-root-signature` \
                 to bind by registers alone"
            }
            Self::Invalid => {
                "this is a bug in dxil2spirv, please report it with the shader's hash; \
                 without `--validate` the module is written for a look at it"
            }
            Self::Internal => "this is a bug in dxil2spirv, please report it with the shader's hash",
            Self::Batch => "the report has a line for each; `dxil2spirv translate FILE` says more of one",
            Self::Usage | Self::Io => return None,
        })
    }
}

/// A failure, one pointer wide; see [`Details`].
#[derive(Clone, Debug)]
pub struct Failure(Box<Details>);

impl Deref for Failure {
    type Target = Details;
    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for Failure {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

/// Everything that a message about a failure says.
#[derive(Clone, Debug)]
pub struct Details {
    /// Exit code.
    pub exit: Exit,
    /// Stable code of the message.
    pub code: &'static str,
    /// What went wrong.
    pub message: String,
    /// The file, as the user named it.
    pub input: Option<String>,
    /// The shader's hash.
    pub hash: Option<u64>,
    /// The entry point asked for.
    pub entry: Option<String>,
    /// Where in the input.
    pub location: Location,
    /// The line of the shader as `dump --stage dxil` prints it.
    pub line: Option<u32>,
    /// A way forward.
    pub help: Option<String>,
    /// Not worth a message: the reader of a pipe went away.
    pub quiet: bool,
}

impl Failure {
    /// A failure with the code and help of `exit`.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            exit,
            code: exit.code(),
            message: message.into(),
            input: None,
            hash: None,
            entry: None,
            location: Location::default(),
            line: None,
            help: exit.help().map(str::to_owned),
            quiet: false,
        }))
    }

    /// The arguments make no sense.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// `name` could not be read or written.
    pub fn io(name: &str, doing: &str, error: &std::io::Error) -> Self {
        let mut failure = Self::new(Exit::Io, format!("could not {doing} {name}: {error}"));
        failure.quiet = error.kind() == std::io::ErrorKind::BrokenPipe;
        failure
    }

    /// With another way forward.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With the file that it is about, unless one is known.
    #[must_use]
    pub fn about(mut self, input: &str, hash: u64) -> Self {
        if self.input.is_none() {
            self.input = Some(input.to_owned());
            self.hash = Some(hash);
        }
        self
    }

    /// With the entry point asked for.
    #[must_use]
    pub fn at_entry(mut self, entry: Option<&str>) -> Self {
        if self.entry.is_none() {
            self.entry = entry.map(str::to_owned);
        }
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let mut failure = Self::new(Exit::of(error.kind()), error.message());
        failure.code = error.kind().code();
        failure.location = error.location().clone();
        failure.help = help(&error).map(str::to_owned).or(failure.help.take());
        // What the whole file is, is said already; so is what a library without entry points is for.
        let is_whole = error.location().part.is_none() && error.location().bit_offset == Some(0);
        let is_said = match error.kind() {
            ErrorKind::Malformed => is_whole,
            ErrorKind::Rejected => error.message().contains("entry point"),
            _ => false,
        };
        if is_said {
            failure.help = None;
        }
        failure
    }
}

/// A way forward that the kind of an error alone does not say.
fn help(error: &Error) -> Option<&'static str> {
    const PDB: &str = "give the database that DXC wrote with this shader (`-Zi -Fd shader.pdb`)";
    let says = |text: &str| error.message().contains(text);
    Some(match error.kind() {
        ErrorKind::InvalidOptions if says("entry point") => {
            "`dxil2spirv inspect` lists the entry points, `--entry NAME` chooses one"
        }
        ErrorKind::InvalidOptions if says("program database") => PDB,
        ErrorKind::InvalidOptions if says("binding map") => {
            "`docs/binding.md` shows a binding map, and says what may be in it"
        }
        ErrorKind::InvalidOptions => "`dxil2spirv --help` lists the options",
        ErrorKind::Malformed if error.location().part.as_deref() == Some("PDB") => PDB,
        ErrorKind::LimitExceeded => "real shaders stay far below this bound; the file is damaged or hostile",
        ErrorKind::Unsupported if says("bytecode (DXBC") => {
            "compile the source with DXC for shader model 6.0 or later (`-T ps_6_0`); what is there only as DXBC needs a \
             translator of DXBC"
        }
        ErrorKind::RootSignature if says("a local root signature stands") => {
            "give it with `--local-root-signature FILE`, and the global one with `--root-signature FILE`"
        }
        ErrorKind::RootSignature if says("binding map") => {
            "add an entry for it to the map, or leave `strict` out: then the root signature or the registers decide"
        }
        ErrorKind::RootSignature if says("without a root signature") => {
            "give a root signature with `--root-signature FILE`, or a place for this register with `--binding-map FILE`"
        }
        ErrorKind::RootSignature if says("counter") => "`--uav-counters` says where UAV counters are",
        _ => return None,
    })
}

/// The JSON form of a message.
#[derive(Serialize)]
struct Diagnostic<'a> {
    severity: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    message: &'a str,
    input: Option<&'a str>,
    hash: Option<String>,
    entry: Option<&'a str>,
    location: Option<LocationForm<'a>>,
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct LocationForm<'a> {
    part: Option<&'a str>,
    bit_offset: Option<u64>,
    function: Option<&'a str>,
    block: Option<u32>,
    instruction: Option<&'a str>,
    /// Of `dump --stage dxil`.
    line: Option<u32>,
}

/// Writes messages to the standard error.
#[derive(Clone, Copy, Debug)]
pub struct Reporter {
    form: DiagnosticsForm,
    style: Style,
    /// Colour on the standard output.
    pub stdout_style: Style,
}

impl Reporter {
    /// As the arguments ask.
    pub(crate) fn new(args: MessageArgs) -> Self {
        Self {
            form: args.diagnostics,
            style: Style::new(args.color.applies_to(&std::io::stderr())),
            stdout_style: Style::new(args.color.applies_to(&std::io::stdout())),
        }
    }

    /// In JSON.
    pub fn json() -> Self {
        Self {
            form: DiagnosticsForm::Json,
            style: Style::new(false),
            stdout_style: Style::new(false),
        }
    }

    /// Says what went wrong.
    pub fn failure(&self, failure: &Failure) {
        if !failure.quiet {
            self.emit(failure, true);
        }
    }

    /// What goes wrong as a line, where messages are JSON.
    pub fn json_line(&self, failure: &Failure) -> Option<String> {
        self.is_json().then(|| json_form(failure, true))
    }

    /// Whether messages are JSON.
    pub fn is_json(&self) -> bool {
        self.form == DiagnosticsForm::Json
    }

    /// Says something worth knowing about the shader that `about` describes.
    pub fn warning(&self, message: &str, about: &Failure) {
        let mut warning = about.clone();
        warning.message = message.to_owned();
        warning.location = Location::default();
        warning.line = None;
        warning.help = None;
        self.emit(&warning, false);
    }

    fn emit(&self, failure: &Failure, is_error: bool) {
        match self.form {
            DiagnosticsForm::Text => say(&text_form(failure, is_error, self.style)),
            DiagnosticsForm::Json => say(&(json_form(failure, is_error) + "\n")),
        }
    }
}

/// Writes to the standard error. Where that takes nothing, the exit code says what there is to say.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

fn text_form(failure: &Failure, is_error: bool, style: Style) -> String {
    let head = if is_error {
        style.error(&format!("error[{}]", failure.code))
    } else {
        style.warning("warning")
    };
    let mut text = format!("{head}: {}\n", failure.message);
    let mut line = |mark: &str, content: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {} {content}", style.frame(mark));
    };
    let mut subject: Vec<String> = Vec::new();
    subject.extend(failure.input.clone());
    subject.extend(failure.hash.map(|hash| format!("hash {hash:016x}")));
    subject.extend(failure.entry.as_ref().map(|entry| format!("entry {entry}")));
    if !subject.is_empty() {
        line("-->", &subject.join(", "));
    }
    let location = &failure.location;
    let mut place: Vec<String> = Vec::new();
    place.extend(location.part.as_ref().map(|part| format!("part {part}")));
    place.extend(location.bit_offset.map(|bits| match bits % 8 {
        0 => format!("byte {:#x}", bits / 8),
        bit => format!("byte {:#x} bit {bit}", bits / 8),
    }));
    place.extend(
        location
            .function
            .as_ref()
            .map(|function| format!("function {function}")),
    );
    place.extend(location.block.map(|block| format!("block {block}")));
    let line_of = |line: u32| format!("line {line} of `dxil2spirv dump --stage dxil`");
    place.extend(failure.line.map(line_of));
    if !place.is_empty() {
        line("=", &format!("at: {}", place.join(", ")));
    }
    if let Some(instruction) = &location.instruction {
        line("=", &format!("instruction: {instruction}"));
    }
    if let Some(help) = &failure.help {
        line("=", &format!("help: {help}"));
    }
    text
}

fn json_form(failure: &Failure, is_error: bool) -> String {
    let location = &failure.location;
    let diagnostic = Diagnostic {
        severity: if is_error { "error" } else { "warning" },
        code: is_error.then_some(failure.code),
        message: &failure.message,
        input: failure.input.as_deref(),
        hash: failure.hash.map(|hash| format!("{hash:016x}")),
        entry: failure.entry.as_deref(),
        location: (*location != Location::default()).then_some(LocationForm {
            part: location.part.as_deref(),
            bit_offset: location.bit_offset,
            function: location.function.as_deref(),
            block: location.block,
            instruction: location.instruction.as_deref(),
            line: failure.line,
        }),
        help: failure.help.as_deref(),
    };
    serde_json::to_string(&diagnostic).unwrap_or_else(|error| format!("{{\"message\":\"{error}\"}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Failure {
        let error = Error::unsupported("operation 217")
            .in_part("DXIL")
            .at_bit(131)
            .in_function("main")
            .in_block(3)
            .at_instruction("dx.op.x");
        Failure::from(error).about("a.dxil", 0xabc).at_entry(Some("main"))
    }

    #[test]
    fn text() {
        assert_eq!(
            text_form(&example(), true, Style::new(false)),
            "error[E0005]: operation 217\n  --> a.dxil, hash 0000000000000abc, entry main\n  \
             = at: part DXIL, byte 0x10 bit 3, function main, block 3\n  = instruction: dx.op.x\n  \
             = help: this version cannot translate the shader; a report with its hash and this message helps\n"
        );
        assert!(text_form(&example(), false, Style::new(true)).starts_with("\x1b[1;33mwarning\x1b[0m: "));
    }

    #[test]
    fn json() {
        let value: serde_json::Value = serde_json::from_str(&json_form(&example(), true)).unwrap();
        assert_eq!(value["severity"], "error");
        assert_eq!(value["code"], "E0005");
        assert_eq!(value["hash"], "0000000000000abc");
        assert_eq!(value["location"]["bit_offset"], 131);
    }

    #[test]
    fn every_kind_has_its_exit_code() {
        for (kind, exit) in [
            (ErrorKind::Rejected, 1),
            (ErrorKind::InvalidOptions, 2),
            (ErrorKind::Malformed, 4),
            (ErrorKind::LimitExceeded, 4),
            (ErrorKind::Unsupported, 5),
            (ErrorKind::RootSignature, 6),
            (ErrorKind::Internal, 70),
        ] {
            let failure = Failure::from(Error::new(kind, ""));
            assert_eq!((failure.exit as u8, failure.code), (exit, kind.code()));
        }
    }
}
