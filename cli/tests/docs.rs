//! What the documents tell people to type works: each line of their `sh` blocks, in a folder with the files that they name.

use snapbox::cmd::cargo_bin;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The blocks of a language.
fn blocks<'d>(text: &'d str, language: &str) -> Vec<&'d str> {
    let fence = format!("```{language}\n");
    let starts = text.split(fence.as_str()).skip(1);
    starts
        .map(|rest| rest.split("\n```").next().unwrap_or_default())
        .collect()
}

/// A root signature for the shaders of the documents.
const ROOT: &str = "RootConstants(b0, num32BitConstants = 4), CBV(b1), DescriptorTable(CBV(b2)), \
    DescriptorTable(SRV(t40, numDescriptors = unbounded)), DescriptorTable(Sampler(s30))";

#[test]
fn commands() {
    let program = cargo_bin!("dxil2spirv");
    let path = std::env::join_paths(std::iter::once(program.parent().unwrap().to_owned()).chain(
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()),
    ))
    .unwrap();
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("for-"))
        .collect();
    pages.sort();
    assert!(pages.len() >= 5, "{pages:?}");
    let mut count = 0;
    for page in pages {
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}.{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let shaders = root().join("testdata/shaders/binding");
        for (file, from) in [
            ("shader.dxil", "sample.dxil"),
            ("pixel.dxil", "sample.dxil"),
            ("vertex.dxil", "sample_vs.dxil"),
        ] {
            std::fs::copy(shaders.join(from), folder.join(file)).unwrap();
        }
        std::fs::write(folder.join("root.txt"), ROOT).unwrap();
        let text = std::fs::read_to_string(&page).unwrap();
        for block in blocks(&text, "sh") {
            let output = Command::new("sh")
                .args(["-e", "-c", block])
                .current_dir(&folder)
                .env("PATH", &path)
                .output()
                .unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{name}: {block}\n{error}");
            count += block.lines().count();
        }
        // Links lead to files.
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(root().join("docs").join(file).exists(), "{name}: {link}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    assert!(count > 15, "{count} lines");
}

/// The commands of the other pages, one by one: some name files that are there, and some programs that are not.
#[test]
fn commands_of_other_pages() {
    let program = cargo_bin!("dxil2spirv");
    let path = std::env::join_paths(std::iter::once(program.parent().unwrap().to_owned()).chain(
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()),
    ))
    .unwrap();
    let mut run = Vec::new();
    for page in [
        "README.md",
        "docs/batch.md",
        "docs/debug-info.md",
        "docs/find-a-mistake.md",
    ] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        let name = page.replace('/', "-");
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}.{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        for inner in ["shaders", "dump/more", "old"] {
            std::fs::create_dir_all(folder.join(inner)).unwrap();
        }
        let from = root().join("testdata/shaders");
        let copy = |shader: &str, file: &str| {
            std::fs::copy(from.join(shader), folder.join(file)).unwrap();
        };
        match page {
            "docs/debug-info.md" => {
                copy("debug/types.apart.dxil", "shader.dxil");
                copy("debug/types.apart.pdb", "shader.pdb");
            }
            _ => copy("binding/sample.dxil", "shader.dxil"),
        }
        for file in ["ps.dxil", "shaders/a.dxil", "dump/more/b.dxil", "c.dxil"] {
            copy("binding/sample.dxil", file);
        }
        copy("binding/sample_vs.dxil", "vs.dxil");
        let write = |file: &str, text: &str| std::fs::write(folder.join(file), text).unwrap();
        write("rs.bin", ROOT);
        write("options.json", "{ \"names\": false }");
        write("names.txt", "shaders/a.dxil\nc.dxil\n");
        let mut zip = zip::ZipWriter::new(std::fs::File::create(folder.join("more.zip")).unwrap());
        zip.start_file("d.dxil", zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(&std::fs::read(folder.join("vs.dxil")).unwrap())
            .unwrap();
        zip.finish().unwrap();
        let command = |line: &str| {
            Command::new("sh")
                .args(["-e", "-c", line])
                .current_dir(&folder)
                .env("PATH", &path)
                .output()
                .unwrap()
        };
        for line in blocks(&text, "sh").iter().flat_map(|block| block.lines()) {
            // There may be no `dxc`, no cargo and no validator; what `bisect` asks for, its own test has.
            if !line.starts_with("dxil2spirv ") || line.contains("--validate") || line.contains("bisect") {
                continue;
            }
            if line.contains("old/shader.spv") {
                assert!(
                    command("dxil2spirv shader.dxil -o old/shader.spv")
                        .status
                        .success()
                );
            }
            let output = command(line);
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}: {line}\n{error}");
            run.push(line.to_owned());
        }
        // Stages that are named with their number.
        for file in text
            .split([' ', '`', ','])
            .filter(|word| word.as_bytes().get(2) == Some(&b'-'))
        {
            if file.ends_with(".ir") || file.ends_with(".ll") || file.ends_with(".spvasm") {
                assert!(folder.join("stages").join(file).exists(), "{page}: {file}");
            }
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            let here = root().join(page).parent().unwrap().join(file);
            assert!(here.exists(), "{page}: {link}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    assert!(run.len() > 25, "{run:#?}");
}

/// The document of the binding has all options of it, by their flags or their names in a file.
#[test]
fn options_of_the_binding() {
    let text = std::fs::read_to_string(root().join("docs/binding.md")).unwrap();
    let options = serde_json::to_value(dxil2spirv::options::BindingOptions::default()).unwrap();
    for name in options.as_object().unwrap().keys() {
        let flag = match name.as_str() {
            "instrumentation" => "--instrument".to_owned(),
            "map" => "--binding-map".to_owned(),
            "shifts" => "--shift".to_owned(),
            name => format!("--{}", name.replace('_', "-")),
        };
        assert!(
            [&flag, name]
                .iter()
                .any(|word| text.contains(&format!("`{word}`"))),
            "{name}"
        );
    }
}

/// The binding maps of the document are taken as they are.
#[test]
fn binding_maps() {
    let text = std::fs::read_to_string(root().join("docs/binding.md")).unwrap();
    let maps = blocks(&text, "json");
    assert!(maps.len() >= 2, "{maps:?}");
    for (number, map) in maps.iter().enumerate() {
        let file =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("map-{number}.{}", std::process::id()));
        std::fs::write(&file, map).unwrap();
        let output = Command::new(cargo_bin!("dxil2spirv"))
            .arg(root().join("testdata/shaders/binding/sample.dxil"))
            .args(["--no-root-signature", "--emit", "json", "--binding-map"])
            .arg(&file)
            .output()
            .unwrap();
        assert!(output.status.success(), "{map}: {output:?}");
        std::fs::remove_file(&file).unwrap();
    }
}
