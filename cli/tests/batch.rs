//! `dxil2spirv batch`: what it finds, what it writes, and that nothing is lost or done twice when it is killed.

use dxil2spirv::container::{Container, ContainerWriter, FourCc, fnv1_64};
use serde_json::Value;
use snapbox::cmd::cargo_bin;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn program() -> Command {
    let mut command = Command::new(cargo_bin!("dxil2spirv"));
    command.env_remove("NO_COLOR");
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    program().args(args).current_dir(folder).output().unwrap()
}

fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../testdata")
        .join(path)
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("batch-{name}.{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

/// The container with one more part, which no translation looks at: another shader by its hash.
fn variation(shader: &[u8], number: u32) -> Vec<u8> {
    let container = Container::parse(shader).unwrap();
    let mut writer = ContainerWriter::new();
    for part in container.parts() {
        writer.part(part.name, part.data);
    }
    writer.part(FourCc(*b"PRIV"), &number.to_le_bytes());
    writer.finish()
}

/// `count` different shaders in a folder: a few, varied.
fn shaders(folder: &Path, count: u32) {
    let names = [
        "alu-int/binary",
        "buffers/append_consume",
        "control-flow/attributes",
        "textures/array_of_rw",
    ];
    let found: Vec<Vec<u8>> = names
        .iter()
        .map(|name| testdata(&format!("shaders/{name}.dxil")))
        .map(read)
        .collect();
    for number in 0..count {
        let shader = &found[number as usize % found.len()];
        let inner = folder.join(format!("{}", number % 7));
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(inner.join(format!("{number}.dxil")), variation(shader, number)).unwrap();
    }
}

/// The lines of a report.
fn report(path: &Path) -> Vec<Value> {
    let text = String::from_utf8(read(path)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn hashes(lines: &[Value]) -> BTreeSet<String> {
    lines
        .iter()
        .map(|line| line["hash"].as_str().unwrap().to_owned())
        .collect()
}

fn summary(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// Files of a folder, with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                read(&path),
            )
        })
        .collect()
}

#[test]
fn folders_patterns_lists_and_archives() {
    let here = folder("inputs");
    let shader = read(testdata("shaders/alu-int/binary.dxil"));
    std::fs::create_dir_all(here.join("in/deep/er")).unwrap();
    let varied: Vec<Vec<u8>> = (0..8).map(|number| variation(&shader, number)).collect();
    std::fs::write(here.join("in/a.dxil"), &varied[0]).unwrap();
    std::fs::write(here.join("in/deep/er/no_extension"), &varied[1]).unwrap();
    std::fs::write(here.join("in/readme.txt"), "no shader").unwrap();
    // The same content again.
    std::fs::write(here.join("in/deep/again.dxil"), &varied[0]).unwrap();
    let mut zip = zip::ZipWriter::new(std::fs::File::create(here.join("in/some.zip")).unwrap());
    for (name, bytes, method) in [
        (
            "x/stored.dxil",
            varied[2].as_slice(),
            zip::CompressionMethod::Stored,
        ),
        ("deflated.dxil", &varied[3], zip::CompressionMethod::Deflated),
        ("notes.txt", b"no shader", zip::CompressionMethod::Stored),
    ] {
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
    let tar = |name: &str, bytes: &[u8]| {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append_data(&mut header, name, bytes).unwrap();
        builder.into_inner().unwrap()
    };
    std::fs::write(here.join("plain.tar"), tar("t.dxil", &varied[4])).unwrap();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(&tar("g.dxil", &varied[5])).unwrap();
    std::fs::write(here.join("packed.tar.gz"), gz.finish().unwrap()).unwrap();
    std::fs::create_dir_all(here.join("more/one")).unwrap();
    std::fs::write(here.join("more/one/p.dxil"), &varied[6]).unwrap();
    std::fs::write(here.join("more/one/p.other"), b"not asked for").unwrap();
    std::fs::write(here.join("listed"), &varied[7]).unwrap();
    std::fs::write(here.join("list.txt"), "listed\n\nplain.tar\n").unwrap();

    let args = [
        "batch",
        "in",
        "packed.tar.gz",
        "more/**/*.dxil",
        "--list",
        "list.txt",
        "-o",
        "out",
        "--format",
        "json",
    ];
    let output = run(&here, &args);
    assert!(output.status.success(), "{output:?}");
    let said = summary(&output);
    assert_eq!(
        (&said["shaders"], &said["duplicates"], &said["translated"]),
        (&8.into(), &1.into(), &8.into())
    );
    // Results are named by what vkd3d-proton calls the shaders, and are what a single translation writes.
    let expected: BTreeSet<String> = varied
        .iter()
        .map(|bytes| format!("{:016x}", fnv1_64(bytes)))
        .collect();
    assert_eq!(hashes(&report(&here.join("out/report.jsonl"))), expected);
    for bytes in &varied {
        std::fs::write(here.join("one.dxil"), bytes).unwrap();
        assert!(run(&here, &["one.dxil", "-o", "one.spv"]).status.success());
        let name = format!("out/{:016x}.spv", fnv1_64(bytes));
        assert_eq!(read(here.join(name)), read(here.join("one.spv")));
    }
    let output = run(&here, &["batch", "nothing/*.dxil", "-o", "out"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    std::fs::remove_dir_all(here).unwrap();
}

#[test]
fn libraries_give_a_module_for_each_entry_point() {
    let here = folder("library");
    let path = testdata("shaders/workgraphs/fan.dxil");
    let output = run(
        &here,
        &["batch", path.to_str().unwrap(), "-o", "out", "--emit", "spv,json"],
    );
    assert!(output.status.success(), "{output:?}");
    let hash = format!("{:016x}", fnv1_64(&read(&path)));
    let lines = report(&here.join("out/report.jsonl"));
    let entries = lines[0]["entries"].as_array().unwrap();
    assert!(entries.len() > 1);
    for entry in entries {
        let name = entry["entry"].as_str().unwrap();
        for extension in ["spv", "json"] {
            assert!(
                here.join(format!("out/{hash}.lib.{name}.{extension}")).is_file(),
                "{name}"
            );
        }
    }
    std::fs::remove_dir_all(here).unwrap();
}

#[test]
fn failures_are_grouped_and_decide_the_exit_code() {
    let here = folder("failures");
    let good = read(testdata("shaders/alu-int/binary.dxil"));
    std::fs::create_dir(here.join("in")).unwrap();
    std::fs::write(here.join("in/good.dxil"), &good).unwrap();
    for (number, length) in [(0, good.len() / 2), (1, good.len() / 3)] {
        std::fs::write(here.join(format!("in/cut{number}.dxil")), &good[..length]).unwrap();
    }
    let output = run(&here, &["batch", "in", "-o", "out", "--format", "json"]);
    assert_eq!(output.status.code(), Some(8), "{output:?}");
    let said = summary(&output);
    assert_eq!((&said["translated"], &said["failed"]), (&1.into(), &2.into()));
    // Lengths differ, the reason is one.
    let groups = said["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 1, "{groups:?}");
    assert_eq!(groups[0]["count"], 2);
    assert!(
        groups[0]["example"].as_str().unwrap().ends_with("cut0.dxil"),
        "{groups:?}"
    );
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(err.matches("error[E0004]: in/cut").count(), 2, "{err}");
    let json = ["--again", "--diagnostics", "json"];
    let told = run(&here, &[&["batch", "in", "-o", "out"], &json[..]].concat());
    let lines = String::from_utf8(told.stderr).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    // The last is of the batch.
    assert_eq!(lines.len(), 3, "{lines:?}");
    for line in &lines[..2] {
        assert_eq!(
            (&line["severity"], &line["code"]),
            (&"error".into(), &"E0004".into())
        );
        assert!(line["input"].as_str().unwrap().starts_with("in/cut"), "{line}");
        assert_eq!(line["hash"].as_str().map(str::len), Some(16), "{line}");
    }
    // Failures are done too, and still failures.
    let again = run(&here, &["batch", "in", "-o", "out", "--format", "json"]);
    assert_eq!(again.status.code(), Some(8), "{again:?}");
    assert_eq!(summary(&again)["before"], 3);
    // Other options are another matter; so is a result that is gone.
    let other = run(
        &here,
        &[
            "batch",
            "in",
            "-o",
            "out",
            "--format",
            "json",
            "--target-env",
            "vulkan1.2",
        ],
    );
    assert_eq!(summary(&other)["before"], 0);
    std::fs::remove_file(here.join(format!("out/{:016x}.spv", fnv1_64(&good)))).unwrap();
    let gone = run(&here, &["batch", "in", "-o", "out", "--format", "json"]);
    assert_eq!(summary(&gone)["before"], 2);
    // A translation that no option allows is not a batch of failures.
    let wrong = run(&here, &["batch", "in", "-o", "out", "--sample-count", "3"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    std::fs::remove_dir_all(here).unwrap();
}

/// A message about a file that cannot be read has no hash, and nothing of what is wrong with it but words.
#[test]
fn damaged_archives_are_said_to_be() {
    let here = folder("damaged");
    let mut header = vec![0xFF_u8; 2048];
    header[..8].copy_from_slice(b"\x01\x02na\x1bme\x80");
    header[257..262].copy_from_slice(b"ustar");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(&header).unwrap();
    std::fs::write(here.join("junk.tar"), &header).unwrap();
    std::fs::write(here.join("junk.tar.gz"), gz.finish().unwrap()).unwrap();
    for name in ["junk.tar", "junk.tar.gz"] {
        let output = run(&here, &["batch", name, "-o", "out"]);
        assert_eq!(output.status.code(), Some(8), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let expected =
            format!("error[E0003]: {name}: could not read {name}: a header in the archive is damaged\n");
        assert!(said.starts_with(&expected), "{said}");
    }
    let good = read(testdata("shaders/alu-int/binary.dxil"));
    std::fs::write(here.join("good.dxil"), good).unwrap();
    let output = run(&here, &["batch", "good.dxil", "-o", "out"]);
    assert_eq!(output.stdout, b"1 shader\n1 entry point translated, 0 failed\n");
    std::fs::remove_dir_all(here).unwrap();
}

/// Nothing is taken away from a file that is no report.
#[test]
fn only_reports_are_gone_on_with() {
    let here = folder("report");
    shaders(&here.join("in"), 1);
    for text in ["no newline", "lines\nand one that is none", "{\"name\": 1}\n"] {
        std::fs::write(here.join("notes.txt"), text).unwrap();
        let output = run(&here, &["batch", "in", "-o", "out", "--report", "notes.txt"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("notes.txt is there, and is no report"),
            "{output:?}"
        );
        assert_eq!(read(here.join("notes.txt")), text.as_bytes());
    }
    // Nothing, or less than a line, is the beginning of one.
    for text in ["", "{\"fi", "{\"file\":\"in/0"] {
        std::fs::write(here.join("report.txt"), text).unwrap();
        let output = run(&here, &["batch", "in", "-o", "out", "--report", "report.txt"]);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(report(&here.join("report.txt")).len(), 1);
    }
    std::fs::remove_dir_all(here).unwrap();
}

/// 2,000 shaders; killed in the middle, the rest is done by the next run, and nothing that was done.
#[test]
fn a_batch_that_is_killed_goes_on() {
    const COUNT: u32 = 2000;
    let here = folder("killed");
    shaders(&here.join("in"), COUNT);
    let lines = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
    let path = here.join("out/report.jsonl");
    let mut child = program()
        .args(["batch", "in", "-o", "out", "--quiet"])
        .current_dir(&here)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while std::fs::read(&path).map_or(0, |text| lines(&text)) < 200 {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it is done before it could be killed"
        );
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // As if it had been killed within a line and a file, which a kill seldom hits.
    let whole = read(&path);
    let known = lines(&whole);
    assert!(known >= 200 && known < COUNT as usize, "{known}");
    let mut cut = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    cut.write_all(b"{\"file\":\"in/0/0.dx").unwrap();
    drop(cut);
    std::fs::write(here.join("out/.0123456789abcdef.spv.1.tmp"), b"half").unwrap();
    let before = contents(&here.join("out"));

    let output = run(
        &here,
        &["batch", "in", "-o", "out", "--format", "json", "--validate"],
    );
    // Another setting than before, if there is a validator at all: this is about what a wrong resume would take over.
    if output.status.success() {
        assert_eq!(summary(&output)["before"], 0);
        std::fs::write(&path, &whole).unwrap();
    }
    let output = run(&here, &["batch", "in", "-o", "out", "--format", "json"]);
    assert!(output.status.success(), "{output:?}");
    let said = summary(&output);
    // What was killed between writing its last line's result and the line is done once more, nothing else.
    assert_eq!(said["before"], known);
    assert_eq!(
        (&said["shaders"], &said["translated"]),
        (&COUNT.into(), &COUNT.into())
    );
    let all = report(&path);
    assert_eq!(all.len(), COUNT as usize);
    assert_eq!(hashes(&all).len(), COUNT as usize);
    let after = contents(&here.join("out"));
    assert_eq!(after.len(), COUNT as usize + 1);
    assert!(after.keys().all(|name| !name.ends_with(".tmp")));
    // Nothing that was there was half there.
    for (name, bytes) in before.iter().filter(|(name, _)| name.ends_with(".spv")) {
        assert!(!name.starts_with('.') && &after[name] == bytes, "{name}");
    }
    // All at once gives the same.
    let output = run(&here, &["batch", "in", "-o", "fresh", "--quiet", "--jobs", "3"]);
    assert!(output.status.success(), "{output:?}");
    let fresh = contents(&here.join("fresh"));
    for (name, bytes) in fresh.iter().filter(|(name, _)| name.ends_with(".spv")) {
        assert!(&after[name] == bytes, "{name}");
    }
    std::fs::remove_dir_all(here).unwrap();
}

/// A thread that has begun with a large shader when the others are done would be waited for.
#[test]
fn the_largest_shaders_come_first() {
    let here = folder("largest");
    shaders(&here.join("in"), 12);
    let (large, larger) = ("big/ssao", "big/sha256");
    for (name, shader) in [("in/9/z.dxil", large), ("in/9/zz.dxil", larger)] {
        std::fs::create_dir_all(here.join("in/9")).unwrap();
        std::fs::copy(testdata(&format!("shaders/{shader}.dxil")), here.join(name)).unwrap();
    }
    let done = run(&here, &["batch", "in", "-o", "out", "--jobs", "1"]);
    assert!(done.status.success(), "{done:?}");
    let lines = report(&here.join("out/report.jsonl"));
    let bytes: Vec<u64> = lines.iter().map(|line| line["bytes"].as_u64().unwrap()).collect();
    assert!(
        bytes.len() == 14 && bytes.is_sorted_by(|a, b| a >= b),
        "{bytes:?}"
    );
    assert_eq!(lines[0]["file"], "in/9/zz.dxil");
    std::fs::remove_dir_all(here).unwrap();
}

/// No more threads start than there is work for, and those that the system does not let start are done without.
#[test]
fn threads_are_as_many_as_can_be() {
    let here = folder("threads");
    shaders(&here.join("in"), 6);
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_dir_all("in", here.join("in")).unwrap();
    std::fs::write(here.join("in.tar"), builder.into_inner().unwrap()).unwrap();
    let most = usize::MAX.to_string();
    for input in ["in", "in.tar"] {
        let args = ["batch", input, "-o", "out", "--again", "--jobs", &most];
        let output = run(&here, &args);
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.starts_with("6 shaders\n6 entry points"), "{said}");
    }
    std::fs::remove_dir_all(here).unwrap();
}

/// What part of a run the threads are at work, or would be if nothing else had their cores: by what Linux tells of each, how
/// long it ran and how long it waited for a core, in nanoseconds. None where it tells nothing.
#[cfg(target_os = "linux")]
fn at_work(here: &Path, jobs: usize) -> Option<f64> {
    let start = std::time::Instant::now();
    let mut child = program()
        .args(["batch", "in", "-o", "out", "--quiet", "--again", "--jobs"])
        .arg(jobs.to_string())
        .current_dir(here)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let tasks = format!("/proc/{}/task", child.id());
    let own = child.id().to_string();
    let mut last = None;
    while child.try_wait().unwrap().is_none() {
        let threads = std::fs::read_dir(&tasks).into_iter().flatten().flatten();
        // One that ends meanwhile is not read.
        let told: Vec<u64> = threads
            .filter(|thread| thread.file_name().to_str() != Some(own.as_str()))
            .filter_map(|thread| std::fs::read_to_string(thread.path().join("schedstat")).ok())
            .filter_map(|text| {
                text.split_whitespace()
                    .take(2)
                    .map(|part| part.parse::<u64>().ok())
                    .sum()
            })
            .collect();
        if told.len() == jobs {
            let all = start.elapsed().as_nanos() as f64 * jobs as f64;
            last = Some(told.iter().sum::<u64>() as f64 / all);
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(child.wait().unwrap().success());
    last
}

/// Threads wait neither for each other nor for whoever hands out the work.
#[cfg(target_os = "linux")]
#[test]
#[allow(clippy::print_stderr)]
fn threads_are_at_work() {
    let here = folder("work");
    shaders(&here.join("in"), 600);
    let jobs = std::thread::available_parallelism()
        .map_or(2, usize::from)
        .clamp(2, 8);
    // Disks may have their moments.
    let mut best = 0.0_f64;
    for _ in 0..5 {
        match at_work(&here, jobs) {
            Some(part) => best = best.max(part),
            None => {
                eprintln!("skipped: this system does not tell what threads do");
                best = 1.0;
            }
        }
        if best >= 0.9 {
            break;
        }
    }
    assert!(best >= 0.9, "{best}");
    std::fs::remove_dir_all(here).unwrap();
}

/// On a terminal there is a bar, which goes away; elsewhere nothing but lines.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_a_bar() {
    let here = folder("terminal");
    shaders(&here.join("in"), 40);
    let program = cargo_bin!("dxil2spirv");
    let line = format!("stty cols 100; '{}' batch in -o out --jobs 1", program.display());
    // A terminal of its own.
    let output = Command::new("script")
        .args(["-qefc", &line, "/dev/null"])
        .current_dir(&here)
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(
        shown.contains("/40 ") && shown.contains("/s ") && shown.contains(" left"),
        "{shown}"
    );
    let (_, behind) = shown
        .rsplit_once("\u{1b}[2K")
        .unwrap_or_else(|| panic!("{shown}"));
    assert!(
        behind
            .trim_start()
            .starts_with("40 shaders\r\n40 entry points translated, 0 failed"),
        "the bar is gone: {shown}"
    );
    let plain = run(&here, &["batch", "in", "-o", "out", "--again"]);
    assert!(plain.status.success() && plain.stderr.is_empty(), "{plain:?}");
    std::fs::remove_dir_all(here).unwrap();
}
