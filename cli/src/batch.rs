//! `dxil2spirv batch IN... -o OUT`: translates folders of shaders on all cores, and says how each went.
//!
//! A shader's name is the hash of its content, so that a result is where layers look for it, and one that is there need
//! not be made again. The modules of a shader are written before its line of the report, each file whole or not at all:
//! whatever ends a run, the next goes on behind the last line.

mod inputs;
mod progress;
mod report;

use crate::failure::{Exit, Failure, Reporter};
use crate::source::{ShaderArgs, Signatures};
use crate::{MessageArgs, output, reflect, translate, validate};
use clap::{Args, ValueEnum, ValueHint};
use dxil2spirv::container::fnv1_64;
use dxil2spirv::options::{Options, SourceInformation};
use dxil2spirv::pipeline::{Shader, Translation};
use dxil2spirv::reflection::CODEGEN_REVISION;
use dxil2spirv::shader::Stage;
use inputs::{Content, Item, Opened, Source, SourceKind};
use progress::Progress;
use report::{EntryRecord, Problem, Record, Report, Summary};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Arguments of `batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Shaders, folders of them (with all folders inside), patterns (`**/*.dxil`), archives (.zip, .tar, .tar.gz)
    #[arg(value_name = "IN", value_hint = ValueHint::AnyPath, required_unless_present = "list")]
    inputs: Vec<PathBuf>,
    /// File with more of these, one a line; `-` for the standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    list: Vec<PathBuf>,

    /// Folder for the results: HASH.spv, of libraries HASH.lib.ENTRY.spv, as vkd3d-proton looks for overrides
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::DirPath, help_heading = "Output")]
    output: PathBuf,
    /// What to write of each entry point [default: spv]
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        value_delimiter = ',',
        help_heading = "Output"
    )]
    emit: Vec<Kind>,
    /// Report, a line of JSON for each shader; what it has is not done again [default: OUT/report.jsonl]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    report: Option<PathBuf>,
    /// Form of the summary
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,
    /// Do again what the report has
    #[arg(long, help_heading = "Output")]
    again: bool,
    /// Say nothing before the summary
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
    /// Threads [default: as many as cores]
    #[arg(short, long, value_name = "N", help_heading = "Output")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    shader: ShaderArgs,
    /// Validate each module
    #[arg(long, help_heading = "Target")]
    validate: bool,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// More threads than any machine has cores for: each takes memory of its own.
const MOST_THREADS: usize = 1024;

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Kind {
    /// SPIR-V
    Spv,
    /// SPIR-V as text
    Spvasm,
    /// The reflection
    Json,
    /// Nothing: the report says how it went
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// What all threads know.
struct Batch<'a> {
    args: &'a BatchArgs,
    reporter: &'a Reporter,
    kinds: Vec<Kind>,
    options: Options,
    signatures: Signatures,
    settings: String,
    report: Report,
    /// What an earlier run has done.
    before: HashMap<String, Record>,
    /// Hashes that a thread of this run has taken.
    taken: Mutex<HashSet<u64>>,
    summary: Mutex<Summary>,
    progress: Progress,
    /// Why the run ends early: results cannot be written.
    stopped: AtomicBool,
    failure: Mutex<Option<Failure>>,
}

/// What a mutex holds: a thread that panicked has left it whole.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Translates all that `args` name.
pub fn run(args: &BatchArgs, reporter: &Reporter) -> Result<(), Failure> {
    let batch = prepare(args, reporter)?;
    let sources = inputs::collect(&args.inputs, &args.list)?;
    let threads = args.jobs.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get).min(MOST_THREADS);
    let (archives, mut files): (Vec<Source>, Vec<Source>) = sources
        .into_iter()
        .partition(|source| source.kind == SourceKind::Archive);
    // The largest first: no thread has a long one left when the others are done.
    files.sort_by_key(|source| Reverse(source.bytes));
    batch.progress.expect(files.len());
    // How many an archive holds is not known before it is read.
    let threads = match archives.is_empty() {
        true => threads.min(files.len()),
        false => threads,
    };
    // Which file is next: threads take one after the other without waiting for anything.
    let next = AtomicUsize::new(0);
    // A few for each thread: archives are read ahead of the work, but not as a whole.
    let (sender, receiver) = sync_channel::<Item>(threads * 4);
    let receiver = Mutex::new(receiver);
    std::thread::scope(|scope| {
        let work = || {
            batch.files(&files, &next);
            batch.members(&receiver);
        };
        // Those that the system lets start are enough.
        let started = (0..threads)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .count();
        if started == 0 {
            batch.files(&files, &next);
        }
        for archive in &archives {
            let read = inputs::each(&archive.path, &mut |item| {
                batch.progress.expect(1);
                let go_on = !batch.stopped.load(Ordering::Relaxed);
                if go_on && started == 0 {
                    batch.item(item);
                    return true;
                }
                go_on && sender.send(item).is_ok()
            });
            if let Err(failure) = read {
                batch.progress.expect(1);
                batch.record(&batch.unread(archive.path.display().to_string(), &failure));
            }
        }
        drop(sender);
    });
    batch.progress.finish();
    if let Some(failure) = locked(&batch.failure).take() {
        return Err(failure);
    }
    let mut summary = batch.summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.finish();
    let text = match args.format {
        Format::Text => summary.text(),
        Format::Json => output::json(&summary, "summary")?,
    };
    output::write_stdout(text.as_bytes())?;
    match summary.failed {
        0 => Ok(()),
        failed => Err(Failure::new(
            Exit::Batch,
            format!("{failed} of {} failed", summary.translated + failed),
        )),
    }
}

fn prepare<'a>(args: &'a BatchArgs, reporter: &'a Reporter) -> Result<Batch<'a>, Failure> {
    let options = args.shader.options()?;
    options.check()?;
    if args.validate {
        validate::available()?;
    }
    let signatures = args.shader.signatures()?;
    let mut kinds = match args.emit.is_empty() {
        true => vec![Kind::Spv],
        false => args.emit.clone(),
    };
    kinds.sort();
    kinds.dedup();
    kinds.retain(|&kind| kind != Kind::None);
    output::make_folder(&args.output)?;
    remove_leftovers(&args.output);
    let settings = output::json(&options, "options")?;
    let settings = format!(
        "{} {CODEGEN_REVISION} {settings} {:?} {:?} {:?} {kinds:?} {}",
        env!("CARGO_PKG_VERSION"),
        signatures.given,
        signatures.local,
        args.shader.source,
        args.validate
    );
    let settings = format!("{:016x}", fnv1_64(settings.as_bytes()));
    let path = args.report.clone();
    let path = path.unwrap_or_else(|| args.output.join("report.jsonl"));
    let (report, before) = Report::open(&path, &settings, args.again)?;
    Ok(Batch {
        args,
        reporter,
        kinds,
        options,
        signatures,
        settings,
        report,
        before,
        taken: Mutex::default(),
        summary: Mutex::default(),
        progress: Progress::new(args.quiet, reporter.is_json()),
        stopped: AtomicBool::new(false),
        failure: Mutex::default(),
    })
}

/// Removes what runs that were killed have left half written.
fn remove_leftovers(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let hash = name.strip_prefix('.').and_then(|rest| rest.get(..16));
        let is_hash = hash.is_some_and(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if is_hash && name.ends_with(".tmp") {
            // One that stays does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

impl Batch<'_> {
    /// Takes files until there are none.
    fn files(&self, files: &[Source], next: &AtomicUsize) {
        while let Some(source) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if self.stopped.load(Ordering::Relaxed) {
                return;
            }
            let path = source.path.clone();
            self.item(Item {
                name: path.display().to_string(),
                content: match source.kind {
                    SourceKind::Found => Content::Found(path),
                    SourceKind::File | SourceKind::Archive => Content::File(path),
                },
            });
        }
    }

    /// Takes what comes out of archives until there is nothing.
    fn members(&self, receiver: &Mutex<Receiver<Item>>) {
        loop {
            // The lock is for taking one out alone.
            let item = locked(receiver).recv();
            let Ok(item) = item else { return };
            if !self.stopped.load(Ordering::Relaxed) {
                self.item(item);
            }
        }
    }

    fn item(&self, item: Item) {
        let start = Instant::now();
        let opened = match &item.content {
            Content::Bytes(_) => Ok(Opened::Nothing),
            Content::File(path) => inputs::open(path, true),
            Content::Found(path) => inputs::open(path, false),
        };
        let bytes = match (item.content, opened) {
            (Content::Bytes(bytes), _) | (_, Ok(Opened::Shader(bytes))) => bytes,
            (_, Ok(Opened::Nothing)) => return self.progress.unexpected(),
            (Content::File(path) | Content::Found(path), Ok(Opened::Archive)) => return self.archive(path),
            (_, Err(failure)) => return self.record(&self.unread(item.name, &failure)),
        };
        let hash = fnv1_64(&bytes);
        if !locked(&self.taken).insert(hash) {
            locked(&self.summary).duplicates += 1;
            return self.progress.done(&[]);
        }
        let hash = format!("{hash:016x}");
        if let Some(known) = self.before.get(&hash)
            && self.is_there(known)
        {
            locked(&self.summary).count(known, true);
            return self.progress.done(&[]);
        }
        let mut record = Record {
            file: item.name,
            bytes: bytes.len(),
            ..self.empty()
        };
        record.hash = hash;
        match self.shader(&bytes, &mut record) {
            Ok(()) => {
                record.microseconds = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
                self.record(&record);
            }
            Err(failure) => self.stop(failure),
        }
    }

    /// All of an archive that only its contents say is one.
    fn archive(&self, path: PathBuf) {
        self.progress.unexpected();
        let name = path.display().to_string();
        let read = inputs::each(&path, &mut |item| {
            self.progress.expect(1);
            self.item(item);
            !self.stopped.load(Ordering::Relaxed)
        });
        if let Err(failure) = read {
            self.progress.expect(1);
            self.record(&self.unread(name, &failure));
        }
    }

    /// Whether everything is where an earlier run wrote it.
    fn is_there(&self, record: &Record) -> bool {
        let mut files = record.entries.iter().flat_map(|entry| &entry.files);
        files.all(|file| self.args.output.join(file).is_file())
    }

    fn empty(&self) -> Record {
        Record {
            file: String::new(),
            hash: String::new(),
            settings: self.settings.clone(),
            bytes: 0,
            microseconds: 0,
            entries: Vec::new(),
            error: None,
        }
    }

    /// The line of a file that could not be read: it has no hash, so that the next run tries again.
    fn unread(&self, file: String, failure: &Failure) -> Record {
        Record {
            file,
            error: Some(Problem::new(failure)),
            ..self.empty()
        }
    }

    /// A shader is done.
    fn record(&self, record: &Record) {
        if let Err(failure) = self.report.add(record) {
            return self.stop(failure);
        }
        locked(&self.summary).count(record, false);
        let problems = record.problems();
        let problems = problems.map(|(entry, problem)| self.line(record, entry, problem));
        self.progress.done(&problems.collect::<Vec<_>>());
    }

    /// What to say of an entry point that failed, or of a file.
    fn line(&self, record: &Record, entry: &str, problem: &Problem) -> String {
        let whole = problem.failure.clone().map(|mut failure| {
            failure.input = Some(record.file.clone());
            failure.hash = u64::from_str_radix(&record.hash, 16).ok();
            failure.at_entry(Some(entry).filter(|entry| !entry.is_empty()))
        });
        if let Some(line) = whole.and_then(|failure| self.reporter.json_line(&failure)) {
            return line;
        }
        let entry = match entry {
            "" => String::new(),
            entry => format!(" entry {entry}"),
        };
        // What could not be read has none.
        let hash = match record.hash.as_str() {
            "" => String::new(),
            hash => format!(", hash {hash}"),
        };
        format!(
            "error[{}]: {}{entry}{hash}: {}",
            problem.code, record.file, problem.message
        )
    }

    fn stop(&self, failure: Failure) {
        self.stopped.store(true, Ordering::Relaxed);
        locked(&self.failure).get_or_insert(failure);
    }

    /// Translates all entry points of a shader into `record`. What fails here is writing.
    fn shader(&self, bytes: &[u8], record: &mut Record) -> Result<(), Failure> {
        let parse = || match self.options.source_information {
            SourceInformation::None => Shader::parse(bytes),
            _ => Shader::parse_with_debug_info(bytes),
        };
        let shader = match caught(|| Ok(parse()?)) {
            Ok(shader) => shader,
            Err(failure) => {
                record.error = Some(Problem::new(&failure));
                return Ok(());
            }
        };
        let program = shader.program();
        let names = shader.entry_names();
        let wanted = self.args.shader.entry();
        for (entry, name) in program.entry_points.iter().zip(names) {
            if wanted.is_some_and(|wanted| wanted != entry.name && wanted != name) {
                continue;
            }
            let mut line = EntryRecord {
                entry: name.to_owned(),
                stage: format!("{:?}", entry.stage).to_lowercase(),
                words: None,
                files: Vec::new(),
                warnings: Vec::new(),
                error: None,
            };
            match caught(|| self.translation(&shader, name)) {
                Ok(translation) => {
                    line.words = Some(translation.words.len());
                    let warnings = translation.warnings.iter();
                    line.warnings = warnings.map(|warning| warning.message().to_owned()).collect();
                    line.files = self.write(&record.hash, program.stage, name, &translation)?;
                }
                Err(failure) => line.error = Some(Problem::new(&failure)),
            }
            record.entries.push(line);
        }
        if record.entries.is_empty() {
            let failure = match (wanted, shader.entry_point(wanted)) {
                (_, Err(error)) => Failure::from(error),
                (_, Ok(_)) => Failure::usage("the shader has no such entry point"),
            };
            record.error = Some(Problem::new(&failure));
        }
        Ok(())
    }

    fn translation(&self, shader: &Shader<'_>, entry: &str) -> Result<Translation, Failure> {
        // A local root signature is for the shaders that have records.
        let stage = shader.entry_point(Some(entry))?.stage;
        let local = self
            .signatures
            .local
            .as_ref()
            .filter(|_| stage.is_traced() || stage == Stage::Node);
        let request = self.args.shader.request(&self.signatures, &self.options);
        let request = request.entry(entry).local_root_signature(local);
        let translation = shader.translate(request)?;
        if self.args.validate {
            validate::validate(&translation.words, self.options.target_env)?;
        }
        Ok(translation)
    }

    /// Writes what is asked for of an entry point, and names the files.
    fn write(
        &self,
        hash: &str,
        stage: Stage,
        entry: &str,
        translation: &Translation,
    ) -> Result<Vec<String>, Failure> {
        let stem = match stage {
            Stage::Library => format!("{hash}.lib.{}", file_name(entry)),
            _ => hash.to_owned(),
        };
        let write = |&kind: &Kind| {
            let (extension, content) = match kind {
                Kind::Spv => ("spv", output::module_bytes(&translation.words)),
                Kind::Spvasm => ("spvasm", translate::text(translation)?.into_bytes()),
                Kind::Json => ("json", reflect::json(&translation.reflection)?.into_bytes()),
                Kind::None => return Ok(None),
            };
            let name = format!("{stem}.{extension}");
            // The folder has results alone: what else a path may lead to is not asked of each.
            let path = self.args.output.join(&name);
            output::replace(&path, &content)
                .map_err(|error| Failure::io(&path.display().to_string(), "write", &error))?;
            Ok(Some(name))
        };
        self.kinds
            .iter()
            .map(write)
            .filter_map(Result::transpose)
            .collect()
    }
}

/// Runs `body`; a panic is a failure of this shader alone.
fn caught<T>(body: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Failure::new(Exit::Internal, message.unwrap_or("panic")))
    })
}

/// A name that every file system takes.
fn file_name(entry: &str) -> String {
    let mut name = String::new();
    for byte in entry.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' => name.push(byte as char),
            _ => name.push_str(&format!("%{byte:02X}")),
        }
    }
    name
}
