//! Runs a fuzz body over many damaged files, with memory and time limited, and reports what misbehaves.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use dxil2spirv_fuzz::BODIES;
use dxil2spirv_fuzz::mutate::damaged;
use std::cell::RefCell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const USAGE: &str = "\
usage: mutate [--body NAME] [--count N] [--first N] [--seed N] [--threads N] [--limit-ms N] [--memory-mib N]
              [--case N] [--save DIR] [FILE...]

Damages the committed shaders (or the FILEs) N times and gives each result to a fuzz body:
container, bitcode, translate (the default), ir, root-signature, structure.

--count N       cases, 200000 unless given; --first N begins at another number than 0
--case N        that case alone
--limit-ms N    a case that takes longer is reported; 2000 unless given
--memory-mib N  limit of the whole process' address space; 1024 unless given, 0 for none
--save DIR      where inputs that misbehave are written; target/mutate unless given
--verbatim      gives the FILEs to the body as they are";

struct Options {
    body: String,
    count: u64,
    first: u64,
    seed: u64,
    threads: usize,
    limit: Duration,
    memory: u64,
    save: PathBuf,
    verbatim: bool,
    files: Vec<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        body: "translate".to_owned(),
        count: 200_000,
        first: 0,
        seed: 1,
        threads: std::thread::available_parallelism().map_or(1, Into::into),
        limit: Duration::from_millis(2000),
        memory: 1024,
        save: PathBuf::from("target/mutate"),
        verbatim: false,
        files: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .ok_or_else(|| format!("{argument} needs a value"))
        };
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
        match argument.as_str() {
            "--body" => options.body = value()?,
            "--count" => options.count = number(value()?)?,
            "--first" => options.first = number(value()?)?,
            "--case" => (options.first, options.count) = (number(value()?)?, 1),
            "--seed" => options.seed = number(value()?)?,
            "--threads" => options.threads = number(value()?)?.max(1) as usize,
            "--limit-ms" => options.limit = Duration::from_millis(number(value()?)?),
            "--memory-mib" => options.memory = number(value()?)?,
            "--save" => options.save = value()?.into(),
            "--verbatim" => options.verbatim = true,
            "--help" | "-h" => return Err(String::new()),
            flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
            file => options.files.push(file.into()),
        }
    }
    Ok(options)
}

/// More threads than this are not tracked in the report of an abort.
const TRACKED: usize = 64;
/// The case that each thread is at, plus one; 0 for none.
static CURRENT: [AtomicU64; TRACKED] = [const { AtomicU64::new(0) }; TRACKED];

/// Prints the cases under way when the process aborts: out of memory, stack overflow.
extern "C" fn on_abort(_: libc::c_int) {
    for current in &CURRENT {
        let mut case = current.load(Ordering::Relaxed);
        if case == 0 {
            continue;
        }
        case -= 1;
        let mut text = *b"abort: case 00000000000000000000 was under way\n";
        let mut at = 31;
        loop {
            text[at] = b'0' + (case % 10) as u8;
            case /= 10;
            if case == 0 || at == 12 {
                break;
            }
            at -= 1;
        }
        // SAFETY: `write` may be called from signal handlers; the buffer is a local.
        unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
    }
}

fn limit_memory(mib: u64) {
    // SAFETY: plain calls into libc with values of the right types, before any thread exists.
    unsafe {
        libc::signal(libc::SIGABRT, on_abort as *const () as libc::sighandler_t);
        // Arenas of threads reserve address space that would count as used.
        #[cfg(target_env = "gnu")]
        libc::mallopt(libc::M_ARENA_MAX, 1);
        if mib != 0 {
            let limit = libc::rlimit {
                rlim_cur: mib << 20,
                rlim_max: mib << 20,
            };
            if libc::setrlimit(libc::RLIMIT_AS, &limit) != 0 {
                eprintln!("the memory limit could not be set");
            }
        }
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let Some((_, body)) = BODIES.iter().find(|(name, _)| *name == options.body) else {
        eprintln!("no body is called {}\n{USAGE}", options.body);
        return ExitCode::from(2);
    };
    limit_memory(options.memory);
    let (names, contents) = inputs(&options);
    if contents.is_empty() {
        eprintln!("there are no inputs");
        return ExitCode::from(2);
    }
    std::panic::set_hook(Box::new(|info| {
        MESSAGE.with(|message| *message.borrow_mut() = info.to_string());
    }));
    let count = if options.verbatim {
        contents.len() as u64
    } else {
        options.count
    };
    let (next, failures) = (AtomicU64::new(options.first), AtomicUsize::new(0));
    let slowest = Mutex::new((Duration::ZERO, 0));
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..options.threads {
            let (options, names, contents) = (&options, &names, &contents);
            let (next, failures, slowest) = (&next, &failures, &slowest);
            scope.spawn(move || {
                loop {
                    let case = next.fetch_add(1, Ordering::Relaxed);
                    if case >= options.first + count {
                        break;
                    }
                    if let Some(current) = CURRENT.get(thread) {
                        current.store(case + 1, Ordering::Relaxed);
                    }
                    let (chosen, bytes) = if options.verbatim {
                        (case as usize, contents[case as usize].clone())
                    } else {
                        damaged(contents, options.seed, case)
                    };
                    let start = Instant::now();
                    let outcome = std::panic::catch_unwind(|| body(&bytes));
                    let elapsed = start.elapsed();
                    if let Ok(mut slowest) = slowest.lock()
                        && elapsed > slowest.0
                    {
                        *slowest = (elapsed, case);
                    }
                    let what = match outcome {
                        Err(_) => MESSAGE.with(|message| message.borrow().clone()),
                        Ok(()) if elapsed > options.limit => format!("takes {elapsed:?}"),
                        Ok(()) => continue,
                    };
                    failures.fetch_add(1, Ordering::Relaxed);
                    let path = options
                        .save
                        .join(format!("{}-{}-{case}.bin", options.body, options.seed));
                    let saved =
                        std::fs::create_dir_all(&options.save).and_then(|()| std::fs::write(&path, &bytes));
                    println!("case {case}, from {}: {what}", names[chosen]);
                    match saved {
                        Ok(()) => println!("  input: {}", path.display()),
                        Err(error) => println!("  the input could not be saved: {error}"),
                    }
                }
            });
        }
    });
    let failures = failures.into_inner();
    let slowest = slowest.into_inner().unwrap_or_default();
    println!(
        "{count} cases of `{}` in {:.1} s: {failures} misbehave; the slowest is case {} with {:.1} ms",
        options.body,
        begin.elapsed().as_secs_f64(),
        slowest.1,
        slowest.0.as_secs_f64() * 1e3
    );
    ExitCode::from(u8::from(failures != 0))
}

/// Names and contents.
type Inputs = (Vec<String>, Vec<Vec<u8>>);

fn inputs(options: &Options) -> Inputs {
    if !options.files.is_empty() {
        let files = options.files.iter();
        return files
            .filter_map(|file| Some((file.display().to_string(), std::fs::read(file).ok()?)))
            .unzip();
    }
    dxil2spirv_fuzz::corpus::of(&options.body).into_iter().unzip()
}
