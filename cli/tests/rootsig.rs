//! `rootsig` as a user meets it.

use snapbox::cmd::{Command, cargo_bin};
use snapbox::{file, str};
use std::path::{Path, PathBuf};

/// `dxil2spirv rootsig` in the folder of the shaders.
fn rootsig(args: &[&str]) -> Command {
    Command::new(cargo_bin!("dxil2spirv"))
        .env_remove("NO_COLOR")
        .env("COLUMNS", "100")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/shaders"))
        .arg("rootsig")
        .args(args)
}

fn printed(args: &[&str]) -> Vec<u8> {
    let output = rootsig(args).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
    assert_eq!(errors, "");
    output.stdout
}

fn text(args: &[&str]) -> String {
    String::from_utf8(printed(args)).unwrap()
}

/// A path for a file that is written.
fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rootsig.{}.{name}", std::process::id()))
}

/// What is said of `shader` under `root_signature`, for which the exit code is `code`.
fn refused(shader: &str, root_signature: &str, code: i32) -> String {
    let output = rootsig(&["check", shader, "--root-signature", root_signature])
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{root_signature}: {errors}");
    errors
}

#[test]
fn help() {
    for (args, file) in [
        (&["--help"][..], file!["help-rootsig.txt"]),
        (&["check", "--help"], file!["help-rootsig-check.txt"]),
        (&["synthesize", "--help"], file!["help-rootsig-synthesize.txt"]),
    ] {
        rootsig(args).assert().code(0).stdout_eq(file).stderr_eq(str![]);
    }
}

#[test]
fn check_says_what_it_costs_and_covers() {
    rootsig(&["check", "binding/graphics_vs.dxil"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
version     1.1
cost        7 of 64 DWORDs (3 parameters, 1 static sampler)
covers      main (vertex): 1 resource

"#]])
        .stderr_eq(str![]);
}

#[test]
fn check_names_register_space_stage_and_the_nearest_range() {
    const TABLE: &str = "RootConstants(b0, num32BitConstants=1), UAV(u0), DescriptorTable(SRV(t0, space=2, \
                         numDescriptors=unbounded)), ";
    let unbounded = "binding/unbounded_tables.dxil";
    let sample = "textures/sample.dxil";
    for (shader, root_signature, message) in [
        // In another space.
        (
            unbounded,
            format!("{TABLE} DescriptorTable(SRV(t0, space=7, numDescriptors=unbounded))"),
            "register t0 and up, space 1 is not covered by the root signature for the compute stage; the nearest SRV is \
             t0 and up, space 2 (root parameter 2, range 0): another space",
        ),
        // An array without end in a range that has one.
        (
            unbounded,
            format!("{TABLE} DescriptorTable(SRV(t0, space=1, numDescriptors=1000))"),
            "register t0 and up, space 1 is not covered by the root signature for the compute stage; the nearest SRV is \
             t0-t999, space 1 (root parameter 3, range 0): bounded, and the shader's array is not",
        ),
        // Hidden by its visibility.
        (
            sample,
            "DescriptorTable(SRV(t0, numDescriptors=7), visibility=SHADER_VISIBILITY_VERTEX), StaticSampler(s0, space=3)"
                .to_owned(),
            "register t6, space 0 is not covered by the root signature for the pixel stage; the nearest SRV is t0-t6, \
             space 0 (root parameter 0, range 0): visible to the vertex stage only",
        ),
        // Too short.
        (
            sample,
            "DescriptorTable(SRV(t0, numDescriptors=6)), StaticSampler(s0, space=3)".to_owned(),
            "register t6, space 0 is not covered by the root signature for the pixel stage; the nearest SRV is t0-t5, \
             space 0 (root parameter 0, range 0)",
        ),
        (
            "binding/dynamic_uniform_index.dxil",
            "CBV(b0), DescriptorTable(SRV(t4, numDescriptors=5), UAV(u0))".to_owned(),
            "register t4-t11, space 0 is not covered by the root signature for the compute stage; the nearest SRV is \
             t4-t8, space 0 (root parameter 1, range 0): too short by 3 (t9-t11)",
        ),
        // No sampler.
        (
            sample,
            "DescriptorTable(SRV(t0, numDescriptors=7))".to_owned(),
            "register s0, space 3 is not covered by the root signature for the pixel stage; it has no sampler",
        ),
        // Denied as a whole.
        (
            "binding/graphics_vs.dxil",
            "RootFlags(DENY_VERTEX_SHADER_ROOT_ACCESS), CBV(b0)".to_owned(),
            "register b0, space 0 is used by the vertex stage, which the root signature denies access with its flag \
             DENY_VERTEX_SHADER_ROOT_ACCESS",
        ),
        (
            "../metadata/heap.dxil",
            "DescriptorTable(UAV(u0)), CBV(b0), CBV(b1)".to_owned(),
            "the compute stage indexes ResourceDescriptorHeap itself, and the root signature does not have the flag \
             CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED",
        ),
    ] {
        let errors = refused(shader, &root_signature, 6);
        assert!(errors.contains(&format!("error[E0006]: {message}\n")), "{errors}");
        assert!(errors.ends_with("makes a root signature that covers shaders\n"), "{errors}");
        // The translation says the same.
        if shader.starts_with("../") {
            continue;
        }
        let output = Command::new(cargo_bin!("dxil2spirv"))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/shaders"))
            .args([shader, "--root-signature", &root_signature])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(6));
    }
    // All that is missing, in the shader's order; what D3D12 refuses before it.
    rootsig(&["check", "binding/graphics_ps.dxil", "--root-signature", "CBV(b1), CBV(b1)"])
        .assert()
        .code(6)
        .stdout_eq(str![[r#"
version     1.1
cost        4 of 64 DWORDs (2 parameters, 0 static samplers)

"#]])
        .stderr_eq(str![[r#"
error[E0001]: root parameter 1: b1, space 0 overlaps b1, space 0 of root parameter 0
  --> binding/graphics_ps.dxil, hash [..]
  = help: D3D12 refuses this root signature
error[E0006]: register t0, space 0 is not covered by the root signature for the pixel stage; it has no SRV
  --> binding/graphics_ps.dxil, hash [..], entry main
error[E0006]: register b0, space 0 is not covered by the root signature for the pixel stage; the nearest CBV is b1, space 0 (root parameter 0, root CBV)
  --> binding/graphics_ps.dxil, hash [..], entry main
error[E0006]: register s0, space 0 is not covered by the root signature for the pixel stage; it has no sampler
  --> binding/graphics_ps.dxil, hash [..], entry main
  = help: `dxil2spirv rootsig synthesize SHADER...` makes a root signature that covers shaders

"#]]);
}

#[test]
fn check_refuses_what_d3d12_refuses() {
    let errors = refused(
        "binding/graphics_vs.dxil",
        "CBV(b0), RootConstants(b1, num32BitConstants=63)",
        1,
    );
    assert!(
        errors.starts_with("error[E0001]: root signature: it costs 65 DWORDs, D3D12 allows 64\n"),
        "{errors}"
    );
    let errors = refused(
        "binding/graphics_vs.dxil",
        "CBV(b0), DescriptorTable(SRV(t0), Sampler(s3, space=2))",
        1,
    );
    assert!(
        errors.contains(
            "root parameter 1, range 1: s3, space 2 is in one table with t0, space 0: samplers and"
        ),
        "{errors}"
    );
    rootsig(&["check", "big/pbr_lights.dxil"])
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error[E0002]: the shader has no root signature of its own
  --> big/pbr_lights.dxil, hash [..]
  = help: name one with `--root-signature FILE`; `dxil2spirv rootsig synthesize` makes one that covers it

"#]]);
}

#[test]
fn synthesize_covers_a_pipeline() {
    let pair = ["binding/graphics_vs.dxil", "binding/graphics_ps.dxil"];
    rootsig(&["synthesize", pair[0], pair[1]])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_HULL_SHADER_ROOT_ACCESS | DENY_DOMAIN_SHADER_ROOT_ACCESS | DENY_GEOMETRY_SHADER_ROOT_ACCESS),
CBV(b0, visibility=SHADER_VISIBILITY_VERTEX),
CBV(b0, visibility=SHADER_VISIBILITY_PIXEL),
DescriptorTable(SRV(t0), visibility=SHADER_VISIBILITY_PIXEL),
DescriptorTable(Sampler(s0), visibility=SHADER_VISIBILITY_PIXEL)

"#]])
        .stderr_eq(str![]);
    // Every form by its extension, and each covers both.
    for extension in ["dxil", "rs", "hlsl", "json"] {
        let path = temporary(&format!("pair.{extension}"));
        let file = path.to_str().unwrap();
        assert!(text(&["synthesize", pair[1], pair[0], "-o", file]).is_empty());
        for shader in pair {
            let covers = text(&["check", shader, "--root-signature", file]);
            assert!(covers.contains("covers      main ("), "{covers}");
        }
        std::fs::remove_file(path).unwrap();
    }
    let raw = printed(&["synthesize", pair[0], "--to", "raw", "--version", "1.0"]);
    assert_eq!(raw.first(), Some(&1));
}

#[test]
fn synthesize_says_why_not() {
    rootsig(&["synthesize"]).assert().code(2);
    rootsig(&["synthesize", "missing.dxil"]).assert().code(3);
    rootsig(&["synthesize", "binding/graphics_vs.dxil", "-o", "x.y"])
        .assert()
        .code(2)
        .stderr_eq(str![[r#"
error[E0002]: the extension of x.y does not say what to write
  = help: use .dxil for a container, .rs for the RTS0 part alone, .hlsl or .json, or say it with `--to`

"#]]);
}

#[test]
fn versions() {
    let plain = "CBV(b0), DescriptorTable(SRV(t0))";
    let flagged = "CBV(b0, flags=DATA_STATIC)";
    for (version, word) in [("1.0", 1), ("1.1", 2), ("1.2", 3)] {
        let raw = printed(&["convert", plain, "--version", version, "--to", "raw"]);
        assert_eq!(raw.first(), Some(&word));
        let json = text(&["convert", plain, "--version", version, "--to", "json"]);
        assert!(json.contains(&format!("\"version\": \"{version}\"")), "{json}");
    }
    // Text says no version, so its flags have to fit the one asked for.
    rootsig(&["convert", flagged, "--version", "1.0"])
        .assert()
        .code(4)
        .stderr_eq(str![[r#"
error[E0004]: root signature text, line 1, column 9: flags needs version 1.1, not 1.0
  --> the argument, hash [..]
  = help: version 1.0 has no flags and treats descriptors and data as volatile: leave them out, or write a later version

"#]]);
    // JSON does, and is converted: to 1.0 without flags, from 1.0 with what it means.
    let json = text(&["convert", flagged, "--to", "json"]);
    assert_eq!(text(&["convert", &json]), format!("{flagged}\n"));
    let shader = ["check", "binding/graphics_vs.dxil", "--root-signature", &json];
    assert!(text(&shader).contains("covers      main ("));
    let path = temporary("versions.json");
    let file = path.to_str().unwrap();
    std::fs::write(&path, json).unwrap();
    assert_eq!(text(&["convert", file, "--version", "1.0"]), "CBV(b0)\n");
    std::fs::write(
        &path,
        text(&["convert", plain, "--version", "1.0", "--to", "json"]),
    )
    .unwrap();
    assert_eq!(
        text(&["convert", file, "--version", "1.1"]),
        "CBV(b0, flags=DATA_VOLATILE),\nDescriptorTable(SRV(t0, flags=DESCRIPTORS_VOLATILE | DATA_VOLATILE))\n"
    );
    let sampler = text(&[
        "convert",
        "StaticSampler(s4, flags=UINT_BORDER_COLOR)",
        "--to",
        "json",
    ]);
    std::fs::write(&path, sampler).unwrap();
    rootsig(&["convert", file, "--version", "1.1"])
        .assert()
        .code(6)
        .stderr_eq(str![[r#"
error[E0006]: static sampler 0: s4, space 0: it has the flags uint_border_color, which version 1.1 does not have: version 1.2 does
  --> [..]
  = help: leave out the flags of static samplers, or write version 1.2

"#]]);
    std::fs::remove_file(path).unwrap();
}
