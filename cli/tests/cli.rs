//! The program as a user meets it: exit codes, streams, files, messages.

use dxil2spirv::container::{ContainerWriter, FourCc};
use snapbox::cmd::{Command, cargo_bin};
use snapbox::{file, str};
use std::path::{Path, PathBuf};
use std::process::Output;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn shader(path: &str) -> PathBuf {
    root().join("testdata").join(path)
}

/// A shader that translates: its text is compared nowhere here.
fn good() -> PathBuf {
    shader("shaders/alu-int/binary.dxil")
}

fn program() -> Command {
    Command::new(cargo_bin!("dxil2spirv"))
        .env_remove("NO_COLOR")
        .env("COLUMNS", "100")
}

/// Runs the program on `args` in a folder of its own.
fn run(args: &[&str], folder: &Folder) -> Output {
    program().args(args).current_dir(&folder.0).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn file(&self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.0.join(name), bytes).unwrap();
        name.to_owned()
    }
    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn help() {
    program()
        .arg("--help")
        .assert()
        .code(0)
        .stdout_eq(file!["help.txt"])
        .stderr_eq(str![]);
    program()
        .args(["inspect", "-h"])
        .assert()
        .code(0)
        .stdout_eq(file!["help-inspect.txt"]);
    // Without arguments the help is an error, and goes where errors go.
    let output = program().output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).contains("Usage: dxil2spirv"));
}

#[test]
fn version() {
    let output = program().arg("--version").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        format!("dxil2spirv {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn text_by_default_and_binary_on_request() {
    let folder = Folder::new("streams");
    let good = good();
    let good = good.to_str().unwrap();
    let text = run(&[good], &folder);
    assert_eq!(text.status.code(), Some(0), "{}", stderr(&text));
    assert!(text.stdout.starts_with(b"; SPIR-V"));
    assert_eq!(run(&["translate", good], &folder).stdout, text.stdout);

    let binary = run(&["--emit", "spv", good], &folder);
    assert_eq!(binary.status.code(), Some(0));
    assert_eq!(binary.stdout.first_chunk(), Some(&0x0723_0203u32.to_le_bytes()));

    let from_stdin = program()
        .arg("-")
        .stdin(std::fs::read(good).unwrap())
        .output()
        .unwrap();
    assert_eq!(from_stdin.stdout, text.stdout);
    assert!(folder.names().is_empty());
}

#[test]
fn extensions_and_kinds_decide_the_files() {
    let folder = Folder::new("files");
    let good = good();
    let good = good.to_str().unwrap();
    let silent = |args: &[&str]| {
        let output = run(args, &folder);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
    };
    silent(&[good, "-o", "a.spvasm"]);
    silent(&[good, "-o", "a.bin", "--emit", "spv"]);
    silent(&[good, "-o", "b.spv", "--emit", "spv,json", "--emit", "ir"]);
    // Again, over what is there.
    silent(&[good, "-o", "a.spvasm"]);
    assert_eq!(folder.names(), ["a.bin", "a.spvasm", "b.ir", "b.json", "b.spv"]);
    assert_eq!(folder.read("a.bin"), folder.read("b.spv"));
    assert!(folder.read("a.spvasm").starts_with(b"; SPIR-V"));
    assert!(folder.read("b.ir").starts_with(b"shader "));
    let json: serde_json::Value = serde_json::from_slice(&folder.read("b.json")).unwrap();
    assert_eq!(json["schema"], "dxil2spirv-reflection/1");
}

#[test]
fn every_stage_of_the_ir() {
    let folder = Folder::new("ir");
    let good = good();
    let good = good.to_str().unwrap();
    for (stage, d3d12) in [("imported", true), ("lowered", false), ("structured", false)] {
        let output = run(&["--emit", "ir", "--ir-stage", stage, good], &folder);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.contains("= handle "), d3d12, "{stage}");
        let module = dxil2spirv::ir::parse::parse_module(&text).unwrap();
        assert_eq!(module.to_string(), text);
    }
}

#[test]
fn usage_errors_are_code_2() {
    let folder = Folder::new("usage");
    let good = good();
    let good = good.to_str().unwrap();
    for (args, message) in [
        (&["--nonsense"][..], "unexpected argument"),
        (&[good, "--target-env", "vulkan9"], "vulkan1.1"),
        (
            &[good, "--emit", "spv,json"],
            "several kinds of output need a file",
        ),
        (&[good, "-o", "x.exe"], "does not say what to write"),
        (&[good, "-o", ".", "--emit", "spv"], "is a directory"),
        (
            &[good, "-o", "new/", "--emit", "spv,json"],
            "is a directory\n  = help: name a file",
        ),
        (&["reflect", good, "-o", "new/"], "is a directory"),
        (
            &[good, "--root-signature", good, "--no-root-signature"],
            "cannot be used with",
        ),
        (&[good, "--entry", "nobody"], "nobody"),
        (&["batch", good, "-o", "-"], "name a folder with -o"),
        (
            &["bisect", good, "-o", "-", "--", "test", "{}"],
            "name a folder with -o",
        ),
        (&["dump", good, "-o", good], "is a file\n  = help: name a folder"),
        (&["batch", good, "-o", good], "is a file\n  = help: name a folder"),
        (
            &["bisect", good, "-o", good, "--", "no such program", "{}"],
            "is a file\n  = help: name a folder",
        ),
        (&["bisect", good, "--", "true"], "no word of the command has `{}`"),
    ] {
        let output = run(args, &folder);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
        let text = stderr(&output);
        assert!(
            text.starts_with("error[E0002]: ") && text.contains(message),
            "{args:?}: {text}"
        );
    }
    assert!(folder.names().is_empty());
}

#[test]
fn files_that_cannot_be_read_or_written_are_code_3() {
    let folder = Folder::new("io");
    let output = run(&["missing.dxil"], &folder);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).starts_with("error[E0003]: could not read missing.dxil: "));
    let good = good();
    let output = run(&[good.to_str().unwrap(), "-o", "no/such/folder.spv"], &folder);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).starts_with("error[E0003]: could not write no/such/folder.spv: "));
}

/// What cannot be said does not change how it ends; what cannot be printed does.
#[cfg(target_os = "linux")]
#[test]
fn streams_that_take_nothing() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("full");
    folder.file("cut.dxil", &std::fs::read(good()).unwrap()[..100]);
    let full = || Stdio::from(std::fs::File::options().write(true).open("/dev/full").unwrap());
    let command = |args: &[&str]| {
        let mut command = Command::new(cargo_bin!("dxil2spirv"));
        command.args(args).current_dir(&folder.0);
        command
    };
    for (args, code) in [
        (&["missing.dxil"][..], 3),
        (&["cut.dxil"], 4),
        (&["cut.dxil", "--diagnostics", "json"], 4),
        (&["--nonsense"], 2),
        (&[], 2),
        (&["batch", "cut.dxil", "-o", "out"], 8),
    ] {
        let status = command(args).stdout(Stdio::null()).stderr(full()).status();
        assert_eq!(status.unwrap().code(), Some(code), "{args:?}");
    }
    let good = good();
    for args in [&[good.to_str().unwrap()][..], &["--help"], &["--version"]] {
        let output = command(args).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        assert!(
            stderr(&output).contains("could not write the standard output"),
            "{output:?}"
        );
        // A reader that goes away has seen what it wanted.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(args).stdout(writer).output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(3), ""),
            "{args:?}"
        );
    }
}

#[test]
fn damaged_input_is_code_4() {
    let folder = Folder::new("malformed");
    folder.file("text.dxil", b"this is no shader");
    program()
        .arg("text.dxil")
        .current_dir(&folder.0)
        .assert()
        .code(4)
        .stdout_eq(str![])
        .stderr_eq(str![[r#"
error[E0004]: this is text: compile HLSL with DXC first (`dxc -T ps_6_0 -E main -Fo shader.dxil shader.hlsl`)
  --> text.dxil, hash 22fdd58c94e58ae7
  = at: byte 0x0

"#]]);
    let bytes = std::fs::read(good()).unwrap();
    folder.file("cut.dxil", &bytes[..bytes.len() / 2]);
    let output = run(&["cut.dxil", "-o", "cut.spv"], &folder);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert_eq!(folder.names(), ["cut.dxil", "text.dxil"]);
}

#[test]
fn shader_model_5_is_code_5_and_json_says_so() {
    let folder = Folder::new("unsupported");
    let mut writer = ContainerWriter::new();
    writer.part(FourCc::SHEX, &[0; 16]);
    folder.file("old.dxbc", &writer.finish());
    let output = run(&["old.dxbc", "--diagnostics", "json"], &folder);
    assert_eq!(output.status.code(), Some(5));
    let text = stderr(&output);
    assert_eq!(text.lines().count(), 1);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["severity"], "error");
    assert_eq!(value["code"], "E0005");
    assert_eq!(value["input"], "old.dxbc");
    assert_eq!(value["hash"].as_str().unwrap().len(), 16);
    assert!(value["message"].as_str().unwrap().contains("SHEX"), "{text}");
    assert!(value["help"].is_string());

    let output = run(&["--bogus", "--diagnostics", "json"], &folder);
    assert_eq!(output.status.code(), Some(2));
    let value: serde_json::Value = serde_json::from_str(&stderr(&output)).unwrap();
    assert_eq!(value["code"], "E0002");
}

#[test]
fn a_root_signature_that_does_not_cover_the_shader_is_code_6() {
    let folder = Folder::new("root_signature");
    let shader_file = shader("shaders/textures/sample.dxil");
    let args = [shader_file.to_str().unwrap(), "--root-signature", "CBV(b77)"];
    let output = run(&args, &folder);
    assert_eq!(output.status.code(), Some(6), "{}", stderr(&output));
    let text = stderr(&output);
    assert!(text.starts_with("error[E0006]: "), "{text}");
    assert!(
        text.contains("help: pass the application's root signature"),
        "{text}"
    );

    // A file that holds none is a fault of that file.
    folder.file("none.rs", b"nothing");
    let output = run(&[args[0], "--root-signature", "none.rs"], &folder);
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("--> none.rs"), "{}", stderr(&output));
}

#[test]
fn colour_is_asked_for_or_absent() {
    let folder = Folder::new("colour");
    let plain = run(&["missing"], &folder);
    assert!(!stderr(&plain).contains('\x1b'));
    let colored = run(&["missing", "--color", "always"], &folder);
    assert!(stderr(&colored).starts_with("\x1b[1;31merror[E0003]\x1b[0m: "));
}

#[test]
fn inspect_tables() {
    for name in ["root_signature.v1_1", "compute", "geometry", "library"] {
        let path = format!("testdata/container/{name}.dxil");
        program()
            .args(["inspect", &path])
            .current_dir(root())
            .assert()
            .code(0)
            .stdout_eq(snapbox::Data::read_from(
                &Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/inspect/{name}.txt")),
                None,
            ))
            .stderr_eq(str![]);
    }
}

#[test]
fn inspect_json() {
    let folder = Folder::new("inspect");
    for name in ["root_signature.v1_1", "library", "mesh", "root_signature_only"] {
        let file = shader(&format!("container/{name}.dxil"));
        let output = run(&["inspect", "--format", "json", file.to_str().unwrap()], &folder);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["schema"], "dxil2spirv-inspect/1");
        assert_eq!(json["format"], "container");
        assert_eq!(json["digest"], "valid");
        assert!(
            json["parts"]
                .as_array()
                .unwrap()
                .iter()
                .all(|part| part["holds"].is_string())
        );
        if name == "library" {
            library_json(&json["library"]);
        }
    }
}

/// What `container/library` says of its functions and subobjects.
fn library_json(library: &serde_json::Value) {
    let functions = library["functions"].as_array().unwrap();
    assert_eq!(functions[1]["name"], "Hit");
    assert!(functions[1]["symbol"].as_str().unwrap().starts_with("?Hit@@"));
    assert_eq!(
        (&functions[1]["kind"], &functions[1]["payload_bytes"]),
        (&"closest_hit".into(), &16.into())
    );
    assert_eq!(functions[0]["resources"], serde_json::json!(["as", "u"]));
    assert_eq!(
        functions[1]["subobjects"],
        serde_json::json!(["soc", "grs", "lrs", "rsc", "rpc", "hg"])
    );
    let subobjects = library["subobjects"].as_array().unwrap();
    let find = |name: &str| {
        subobjects
            .iter()
            .find(|subobject| subobject["name"] == name)
            .unwrap()
    };
    assert_eq!(find("rpc")["max_trace_recursion_depth"], 3);
    assert_eq!(find("rpc")["flags"], serde_json::json!(["skip_triangles"]));
    assert_eq!(find("assoc")["exports"], serde_json::json!(["Hit", "Miss"]));
    assert_eq!(
        find("lrs")["parameters"][0]["kind"]["constants"]["shader_register"],
        1
    );
    assert_eq!(find("hg")["closest_hit"], "Hit");
}

#[test]
fn inspect_goes_as_far_as_it_can() {
    let folder = Folder::new("inspect_damaged");
    // The directory is whole, the program is not.
    let mut writer = ContainerWriter::new();
    writer.part(FourCc::SFI0, &[1, 0, 0, 0, 0, 0, 0, 0]);
    writer.part(FourCc::DXIL, &[0; 10]);
    folder.file("a.dxil", &writer.finish());
    let output = run(&["inspect", "a.dxil"], &folder);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(
        text.contains("features    doubles") && text.contains("DXIL  12"),
        "{text}"
    );
    assert!(stderr(&output).starts_with("error[E0004]: "));

    let raw = std::fs::read(shader("container/root_signature_only.dxil")).unwrap();
    let raw = dxil2spirv::container::RootSignature::from_bytes(&raw)
        .unwrap()
        .to_raw();
    folder.file("raw.rs", &raw);
    let output = run(&["inspect", "raw.rs"], &folder);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("root signature 1.1"));

    let output = run(&["inspect", "-"], &folder);
    assert_eq!(output.status.code(), Some(4), "empty standard input");
}

#[test]
fn validate_passes_or_says_what_is_missing() {
    let folder = Folder::new("validate");
    let good = good();
    let output = run(&[good.to_str().unwrap(), "--validate", "-o", "a.spv"], &folder);
    match output.status.code() {
        Some(0) => assert_eq!(folder.names(), ["a.spv"]),
        Some(2) => assert!(
            stderr(&output).contains("--features validate"),
            "{}",
            stderr(&output)
        ),
        code => panic!("{code:?}: {}", stderr(&output)),
    }
    let output = program()
        .args([good.to_str().unwrap(), "--validate"])
        .env("PATH", "")
        .output()
        .unwrap();
    if !cfg!(feature = "validate") {
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("--features validate"));
    }
}

/// What an old validator refuses may be valid: the message says whose word it is.
#[cfg(unix)]
#[test]
fn old_validators_are_named() {
    use std::os::unix::fs::PermissionsExt;
    if cfg!(feature = "validate") {
        return;
    }
    let folder = Folder::new("old-validator");
    for (version, says) in [("v2023.1", true), ("v2024.4-dev", false), ("v2025.5", false)] {
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && echo SPIRV-Tools {version} && exit\necho error: odd, \"$@\" .\nexit 1\n"
        );
        let path = folder.0.join("spirv-val");
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let output = program()
            .args([good().to_str().unwrap(), "--validate"])
            .env("PATH", &folder.0)
            .output()
            .unwrap();
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(7), "{text}");
        assert!(text.contains("error: odd"), "{text}");
        // It may read a file of that name.
        assert!(!text.contains(" - "), "{text}");
        assert_eq!(text.contains("says spirv-val v2023.1"), says, "{text}");
        assert_eq!(
            text.contains("install SPIRV-Tools v2024.4 or newer"),
            says,
            "{text}"
        );
        assert_eq!(text.contains("this is a bug"), !says, "{text}");
    }
}

#[test]
fn root_signatures_convert_and_check() {
    let folder = Folder::new("rootsig");
    let raw = run(
        &[
            "rootsig",
            "convert",
            "CBV(b0), SRV(t1)",
            "--to",
            "container",
            "-o",
            "a.rs",
        ],
        &folder,
    );
    assert_eq!(raw.status.code(), Some(0), "{}", stderr(&raw));
    let json = run(&["rootsig", "convert", "a.rs", "--to", "json"], &folder);
    folder.file("a.json", &json.stdout);
    let text = run(&["rootsig", "convert", "a.json"], &folder);
    assert_eq!(String::from_utf8_lossy(&text.stdout), "CBV(b0),\nSRV(t1)\n");

    let good = good();
    let good = good.to_str().unwrap();
    let uncovered = run(
        &["rootsig", "check", good, "--root-signature", "CBV(b77)"],
        &folder,
    );
    assert_eq!(uncovered.status.code(), Some(6), "{}", stderr(&uncovered));
    let damaged = run(&["rootsig", "convert", "CBV(b0"], &folder);
    assert_eq!(damaged.status.code(), Some(4));
    assert!(
        stderr(&damaged).contains("line 1, column 7"),
        "{}",
        stderr(&damaged)
    );
}

#[test]
fn a_page_is_written_whether_the_shader_translates_or_not() {
    let folder = Folder::new("view");
    let good = good().display().to_string();
    let output = run(&["view", &good, "-o", "page.html"], &folder);
    assert!(output.status.success(), "{}", stderr(&output));
    let page = String::from_utf8(folder.read("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>binary.dxil"));
    // The same bytes again, on the standard output.
    let output = run(&["view", &good, "-o", "-"], &folder);
    assert_eq!(output.stdout, page.as_bytes());
    // What the root signature does not cover.
    folder.file("empty.txt", b"RootFlags(0)");
    let output = run(
        &["view", &good, "-o", "bad.html", "--root-signature", "empty.txt"],
        &folder,
    );
    assert_eq!(output.status.code(), Some(6), "{}", stderr(&output));
    let page = String::from_utf8(folder.read("bad.html")).unwrap();
    assert!(page.contains("Not translated: "));
    // No shader, no page.
    let text = folder.file("text.dxil", b"float4 main() {}");
    let output = run(&["view", &text, "-o", "none.html"], &folder);
    assert_eq!(output.status.code(), Some(4));
    assert!(!folder.names().contains(&"none.html".to_owned()));
}

/// Advice fits what it is about: no report for what will not be done, no `inspect` for who inspects.
#[test]
fn advice_fits() {
    let folder = Folder::new("advice");
    let mut old = ContainerWriter::new();
    old.part(FourCc::RDEF, &[0; 8]).part(FourCc::SHEX, &[0; 8]);
    folder.file("old.dxbc", &old.finish());
    let output = run(&["old.dxbc"], &folder);
    assert_eq!(output.status.code(), Some(5));
    let err = stderr(&output);
    assert!(
        err.contains("shader model 5") && err.contains("compile the source with DXC"),
        "{err}"
    );
    assert!(!err.contains("report"), "{err}");

    let bytes = std::fs::read(good()).unwrap();
    folder.file("cut.dxil", &bytes[..bytes.len() / 2]);
    let output = run(&["cut.dxil"], &folder);
    assert!(
        stderr(&output).contains("`dxil2spirv inspect FILE` lists"),
        "{}",
        stderr(&output)
    );
    let output = run(&["inspect", "cut.dxil"], &folder);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        !stderr(&output).contains("dxil2spirv inspect"),
        "{}",
        stderr(&output)
    );

    let shader = good();
    let shader = shader.to_str().unwrap();
    folder.file("strict.json", br#"{"resources": [], "strict": true}"#);
    let output = run(&[shader, "--binding-map", "strict.json"], &folder);
    assert_eq!(output.status.code(), Some(6));
    let err = stderr(&output);
    assert!(
        err.contains("add an entry for it to the map") && !err.contains("--root-signature"),
        "{err}"
    );
    let output = run(&[shader, "--entry", "other"], &folder);
    assert!(
        stderr(&output).contains("lists the entry points"),
        "{}",
        stderr(&output)
    );
    let output = run(&[shader, "--max-alignment", "3"], &folder);
    assert!(!stderr(&output).contains("entry point"), "{}", stderr(&output));
}

/// The standard input is one file: what names it again would read nothing.
#[test]
fn the_standard_input_is_one_file() {
    let folder = Folder::new("stdin");
    let shader = std::fs::read(good()).unwrap();
    let with = |args: &[&str], bytes: &[u8]| {
        let program = program().args(args).current_dir(&folder.0);
        program.stdin(bytes.to_vec()).output().unwrap()
    };
    for args in [
        &["diff", "-", "-"][..],
        &["-", "--options", "-"],
        &["-", "--root-signature", "-"],
        &["batch", "--list", "-", "--list", "-", "-o", "none"],
    ] {
        // A list is empty.
        let bytes = if args[0] == "batch" { &[][..] } else { &shader };
        let output = with(args, bytes);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        let text = stderr(&output);
        assert!(
            text.contains("the standard input is named twice"),
            "{args:?}: {text}"
        );
    }
    // Both sides of this are one file.
    let options = r#"{"names": false}"#;
    let output = with(&["diff", "-", "--b-options", options], &shader);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!output.stdout.starts_with(b"no difference"), "{output:?}");
}

/// What people give by mistake: the message says what was found and what to do, and names the file that it is about.
#[test]
fn mistakes_are_named() {
    let folder = Folder::new("mistakes");
    let good = good();
    let good = good.to_str().unwrap();
    let bytes = std::fs::read(good).unwrap();
    folder.file("zip.dxil", b"PK\x03\x04rest");
    folder.file("spirv.spv", &[3, 2, 0x23, 7, 0, 0, 1, 0]);
    folder.file("program.exe", b"MZ\x90\0");
    folder.file("zeros.dxil", &[0; 64]);
    folder.file("empty.dxil", b"");
    folder.file("text.json", b"{ \"nothing\": 1 }");
    folder.file("array.json", b"[\"vulkan1.1\"]");
    folder.file("plain.txt", b"float4 main() {}");
    folder.file("good.dxil", &bytes);
    let pdb = shader("shaders/debug/types.apart.pdb");
    let pdb = pdb.to_str().unwrap();
    let apart = shader("shaders/debug/types.apart.dxil");
    let apart = apart.to_str().unwrap();
    let local = shader("container/root_signature_only.dxil");
    let local = local.to_str().unwrap();
    let debug = ["--debug-info", "full", "-o", "x.spv"];
    let with_debug = |args: &[&str]| -> Vec<String> {
        let all = args.iter().chain(&debug);
        all.map(|&arg| arg.to_owned()).collect()
    };
    let plain = |args: &[&str]| -> Vec<String> { args.iter().map(|&arg| arg.to_owned()).collect() };
    for (args, code, message) in [
        // Not a shader.
        (plain(&["zip.dxil"]), 4, &["an archive", "`dxil2spirv batch`"][..]),
        (plain(&["spirv.spv"]), 4, &["SPIR-V already"]),
        (plain(&["program.exe"]), 4, &["a program or a library"]),
        (plain(&["zeros.dxil"]), 4, &["nothing but zeros"]),
        (plain(&["empty.dxil"]), 4, &["the file is empty"]),
        (plain(&["text.json"]), 4, &["this is JSON"]),
        (plain(&["plain.txt"]), 4, &["compile HLSL with DXC"]),
        (plain(&[pdb]), 4, &["program database", "`--pdb`"]),
        (
            plain(&["."]),
            3,
            &["could not read .", "`dxil2spirv batch` takes folders"],
        ),
        (plain(&[local]), 4, &["holds no shader", "RTS0"]),
        // Another word in its place.
        (
            plain(&["inspct", "good.dxil"]),
            2,
            &["no command inspct", "inspect"],
        ),
        (
            plain(&["good.dxil", "x.spv"]),
            2,
            &["one shader at a time", "`-o x.spv`"],
        ),
        (
            plain(&["-o", "x.spv", "translate", "good.dxil"]),
            2,
            &["options come behind the command translate", "translate good.dxil"],
        ),
        (
            plain(&["dump", "good.dxil", "--stage", "sruct"]),
            2,
            &["sruct", "structurize"],
        ),
        (
            plain(&["good.dxil", "--entry", "Main"]),
            2,
            &["no entry point Main", "main"],
        ),
        (plain(&["good.dxil", "-o", "none/x.spv"]), 3, &["no folder none"]),
        // Files beside the shader.
        (
            plain(&["good.dxil", "--root-signature", "none"]),
            3,
            &["could not read none", "--> none"],
        ),
        (
            plain(&["good.dxil", "--root-signature", "empty.dxil"]),
            4,
            &["--> empty.dxil", "RootFlags(0)"],
        ),
        (
            plain(&["good.dxil", "--root-signature", local]),
            6,
            &["`--local-root-signature FILE`"],
        ),
        (
            plain(&["good.dxil", "--options", "plain.txt"]),
            2,
            &["--> plain.txt", "a JSON object"],
        ),
        (
            plain(&["good.dxil", "--options", "text.json"]),
            2,
            &["--> text.json", "unknown field"],
        ),
        (
            plain(&["good.dxil", "--binding-map", "text.json"]),
            2,
            &["docs/binding.md"],
        ),
        (
            plain(&["diff", "good.dxil", "--b-options", "{ a }"]),
            2,
            &["a JSON object"],
        ),
        (
            plain(&["diff", "good.dxil", "--b-options", "array.json"]),
            2,
            &["no JSON object"],
        ),
        (
            with_debug(&["good.dxil", "--pdb", pdb]),
            2,
            &["another shader", "-Fd"],
        ),
        (
            with_debug(&[apart, "--pdb", "plain.txt"]),
            4,
            &["--> plain.txt", "-Fd"],
        ),
        (
            plain(&["batch", "none", "-o", "out"]),
            3,
            &["could not read none: No such file"],
        ),
    ] {
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = run(&words, &folder);
        let err = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {err}");
        for part in message {
            assert!(err.contains(part), "{args:?}: {part}: {err}");
        }
    }
    assert!(!folder.names().contains(&"x.spv".to_owned()));
    let output = run(&["diff", "good.dxil"], &folder);
    assert_eq!(output.stdout, b"no difference\n");
    assert!(stderr(&output).contains("both sides are the same"), "{output:?}");
}

/// An option that this shader has no use for is refused or said to have none.
#[test]
fn options_without_effect_are_said() {
    let folder = Folder::new("effect");
    let shader = self::shader("shaders/vertex/fullscreen_triangle.dxil");
    let shader = shader.to_str().unwrap();
    for (args, what) in [
        (&["--descriptor-qa"][..], "descriptor QA has no effect"),
        (&["--heap-size", "4:4"], "heap sizes have no effect"),
        (&["--sample-count", "4"], "the sample count has no effect"),
        (
            &["--root-signature", "RootFlags(0)"],
            "the root signature that is given is empty",
        ),
    ] {
        let mut all = vec![shader, "--emit", "json"];
        all.extend(args);
        let output = run(&all, &folder);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let err = stderr(&output);
        assert!(
            err.starts_with("warning: ") && err.contains(what),
            "{args:?}: {err}"
        );
    }
    for count in ["0", "3", "128"] {
        let output = run(&[shader, "--sample-count", count], &folder);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(
            stderr(&output).contains(&format!("{count} samples: render targets have 1, 2, 4")),
            "{output:?}"
        );
    }
    let asks = self::shader("shaders/textures/sample_position.dxil");
    let output = run(
        &[asks.to_str().unwrap(), "--sample-count", "4", "--emit", "json"],
        &folder,
    );
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let heap = self::shader("shaders/binding/tables.dxil");
    let output = run(
        &[heap.to_str().unwrap(), "--heap-size", "4:4", "--emit", "json"],
        &folder,
    );
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

/// Which root parameters the shader uses and where they lie, and the root signature: "DXBC" is its first word.
#[test]
fn tools_are_told_of_the_root_signature() {
    let folder = Folder::new("signature-info");
    let shader = shader("shaders/binding/root_descriptors.dxil");
    let translate = |args: &[&str]| {
        let arguments = ["--no-names", "--target-env", "vulkan1.2"];
        let all: Vec<&str> = [shader.to_str().unwrap()]
            .into_iter()
            .chain(arguments)
            .chain(args.iter().copied())
            .collect();
        let output = run(&all, &folder);
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = translate(&[]);
    assert!(!plain.contains("NonSemantic"), "{plain}");
    let told = translate(&["--signature-info"]);
    for wanted in [
        "OpExtension \"SPV_KHR_non_semantic_info\"",
        "OpExtInstImport \"NonSemantic.dxil-spirv.signature\"",
        "OpString \"SRV\"",
        "OpString \"UAV\"",
        "OpString \"RootSignature\"",
        "1128421444",
    ] {
        assert!(told.contains(wanted), "{wanted}:\n{told}");
    }
}
