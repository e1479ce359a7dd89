//! The binding options and the commands about bindings, as a user meets them.

use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};

fn shader(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../testdata/shaders")
        .join(format!("{name}.dxil"))
}

/// Exit code, standard output, standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(cargo_bin!("dxil2spirv"))
        .args(args)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn reflect(name: &str, args: &[&str]) -> Value {
    let path = shader(name);
    let mut all = vec!["reflect", path.to_str().unwrap()];
    all.extend(args);
    let (code, out, err) = run(&all);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

/// The resource of a class at a register.
fn resource<'r>(reflection: &'r Value, class: &str, register: u32, space: u32) -> &'r Value {
    let all = reflection["resources"].as_array().unwrap();
    let found = all.iter().find(|r| {
        (r["class"].as_str(), r["register"].as_u64(), r["space"].as_u64())
            == (Some(class), Some(u64::from(register)), Some(u64::from(space)))
    });
    found.unwrap_or_else(|| panic!("no {class} {register} in {reflection:#}"))
}

fn strategy(resource: &Value) -> &str {
    resource["vulkan"]["strategy"].as_str().unwrap()
}

#[test]
fn presets() {
    let bindless = reflect("binding/tables", &[]);
    let texture = resource(&bindless, "srv", 0, 0);
    assert_eq!(strategy(texture), "heap");
    let mutable = reflect("binding/tables", &["--preset", "mutable"]);
    let binding = &mutable["descriptor_sets"][0]["bindings"][0];
    assert_eq!(binding["descriptor_type"], "mutable");
    assert!(binding["mutable_types"].as_array().unwrap().len() > 3);
    let direct = reflect(
        "binding/tables",
        &["--preset", "direct", "--shift", "t=100,u=200,set=1"],
    );
    let buffer = resource(&direct, "srv", 0, 0);
    assert_eq!(
        (
            strategy(buffer),
            &buffer["vulkan"]["set"],
            &buffer["vulkan"]["binding"]
        ),
        ("descriptor", &Value::from(1), &Value::from(100))
    );
}

#[test]
fn policies() {
    let r = reflect("binding/root_descriptors", &["--root-descriptors", "descriptor"]);
    for (class, descriptor_type) in [
        ("cbv", "uniform_buffer"),
        ("srv", "storage_buffer"),
        ("uav", "storage_buffer"),
    ] {
        let vulkan = &resource(&r, class, 0, 0)["vulkan"];
        assert_eq!(vulkan["strategy"], "descriptor");
        assert_eq!(vulkan["descriptor_type"], descriptor_type);
    }
    let r = reflect("binding/root_constants_two", &["--push-constant-budget", "12"]);
    assert!(r["push_constants"]["size"].as_u64().unwrap() <= 12);
    assert!(
        !r["inline_uniform_block"]["members"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let r = reflect("binding/root_descriptors", &["--max-alignment", "4"]);
    assert_eq!(resource(&r, "cbv", 0, 0)["alignment_assumed"], 4);
    let (_, out, _) = run(&[
        "rootsig",
        "layout",
        "--uav-counters",
        "address:16:8",
        "DescriptorTable(UAV(u0))",
    ]);
    assert!(
        out.contains("counter: address in set 4 binding 1 at 8 + 16 * element"),
        "{out}"
    );
}

#[test]
fn a_map_of_ones_own() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("binding-map.json");
    let text = r#"{
        "resources": [
            {"class": "uav", "register": 0, "vulkan":
                {"strategy": "descriptor", "set": 3, "binding": 9, "descriptor_type": "storage_buffer"}},
            {"class": "cbv", "register": 0, "vulkan":
                {"strategy": "root_constants", "place": {"offset": 64}, "size": 16}}
        ]
    }"#;
    std::fs::write(&folder, text).unwrap();
    let map = folder.to_str().unwrap();
    let r = reflect("binding/root_constants", &["--binding-map", map]);
    assert_eq!(resource(&r, "uav", 0, 0)["vulkan"]["binding"], 9);
    assert_eq!(resource(&r, "cbv", 0, 0)["vulkan"]["place"]["offset"], 64);
    assert!(r["push_constants"]["size"].as_u64().unwrap() >= 80);

    std::fs::write(&folder, "{\"resources\": [], \"strict\": true}").unwrap();
    let path = shader("binding/root_constants");
    let (code, _, err) = run(&[path.to_str().unwrap(), "--binding-map", map]);
    assert_eq!(code, 6, "{err}");
    assert!(err.contains("not in the binding map"), "{err}");

    std::fs::write(&folder, "[[], true]").unwrap();
    let (code, _, err) = run(&[path.to_str().unwrap(), "--binding-map", map]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("binding map: this is no JSON object"), "{err}");

    std::fs::write(&folder, "{\"resource\": []}").unwrap();
    let (code, _, err) = run(&[path.to_str().unwrap(), "--binding-map", map]);
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("binding-map.json") && err.contains("unknown field"),
        "{err}"
    );
}

#[test]
fn options_in_a_file() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("options.json");
    let options = file.to_str().unwrap();
    let lanes = shader("options/lanes");
    let lanes = lanes.to_str().unwrap();
    let text =
        r#"{"lane_count": 8, "names": false, "target_env": "vulkan1.1", "binding": {"preset": "mutable"}}"#;
    std::fs::write(&file, text).unwrap();
    let (code, out, err) = run(&[lanes]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("SubgroupSize") && out.contains("OpName "), "{out}");
    let (code, out, err) = run(&[lanes, "--options", options]);
    assert_eq!(code, 0, "{err}");
    assert!(!out.contains("SubgroupSize") && !out.contains("OpName "), "{out}");
    assert!(out.contains("Version: 1.3"), "{out}");
    // Arguments go before.
    let (code, out, err) = run(&[lanes, "--options", options, "--target-env", "vulkan1.3"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Version: 1.6"), "{out}");

    let mutable = |args: &[&str]| {
        let reflection = reflect("binding/tables", args);
        let sets = reflection["descriptor_sets"].as_array().unwrap();
        sets.iter()
            .any(|set| set["bindings"][0]["descriptor_type"] == "mutable")
    };
    assert!(mutable(&["--options", options]));
    assert!(!mutable(&["--options", options, "--preset", "bindless"]));

    for (text, message) in [
        (r#"{"lanes": 8}"#, "options: unknown field `lanes`"),
        (r#"["vulkan1.1"]"#, "options: this is no JSON object"),
        (r#"{"lane_count": 12}"#, "12 lanes: no wave has so many"),
    ] {
        std::fs::write(&file, text).unwrap();
        let (code, _, err) = run(&[lanes, "--options", options]);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(message), "{err}");
        // Which of the two files it is about.
        assert_eq!(
            err.contains("options.json"),
            message.starts_with("options: "),
            "{err}"
        );
    }
}

#[test]
fn shared_bindings_are_warned_of() {
    let path = shader("big/pbr_lights");
    let path = path.to_str().unwrap();
    let (code, _, err) = run(&["reflect", path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let path = shader("binding/tables");
    let path = path.to_str().unwrap();
    // By default nothing shares a binding.
    let (code, out, err) = run(&["reflect", path, "--no-root-signature", "--format", "table"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.contains("bound by registers: set = space, binding = 6 * register (b), + 1 (t)"),
        "{out}"
    );
    let (code, _, err) = run(&["reflect", path, "--no-root-signature", "--preset", "direct"]);
    assert_eq!(code, 0);
    assert!(err.contains("share set 0 binding 0"), "{err}");
    let (_, _, err) = run(&["reflect", path, "--no-root-signature", "--shift", "t=10,u=20"]);
    assert_eq!(err, "");
}

#[test]
fn the_text_says_what_the_bindings_follow() {
    let path = shader("binding/tables");
    let path = path.to_str().unwrap();
    for (args, comment, bound_by) in [
        (&[][..], "; bound by a root signature", "root_signature"),
        (
            &["--no-root-signature"],
            "; bound by registers: set = space, binding = 6 * register (b), + 1 (t), + 2 (u), + 3 (s), + 4 (counter of u)",
            "registers",
        ),
        (
            &["--no-root-signature", "--preset", "direct"],
            "; bound by registers: set = space, binding = register, each with its shift",
            "direct",
        ),
    ] {
        let mut all = vec![path];
        all.extend(args);
        let (code, out, err) = run(&all);
        assert_eq!(code, 0, "{err}");
        assert_eq!(out.lines().filter(|line| *line == comment).count(), 1, "{out}");
        let head: Vec<&str> = out.lines().take_while(|line| line.starts_with(';')).collect();
        assert_eq!((head[0], head.last()), ("; SPIR-V", Some(&comment)), "{out}");
        assert_eq!(reflect("binding/tables", args)["bound_by"], bound_by);
    }
}

#[test]
fn tables_for_people() {
    let path = shader("binding/append_counter_table");
    let (code, out, _) = run(&["reflect", path.to_str().unwrap(), "--format", "table"]);
    assert_eq!(code, 0);
    assert!(out.contains("resource u0 StructuredBuffer<4>"), "{out}");
    assert!(out.contains("counter: set 4 binding 1"), "{out}");
    let (code, out, _) = run(&[
        "rootsig",
        "layout",
        "CBV(b1), RootConstants(num32BitConstants=3, b0)",
    ]);
    assert_eq!(code, 0);
    assert!(out.contains("push constants: 20 bytes"), "{out}");
    assert!(
        out.contains("b1 constants: address at push constants + 0"),
        "{out}"
    );
    let signature = "DescriptorTable(SRV(t0, numDescriptors=4)), StaticSampler(s0)";
    let (_, out, _) = run(&["rootsig", "layout", "--format", "json", signature]);
    let layout: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(layout["rows"].as_array().unwrap().len(), 5);
    assert_eq!(layout["layout"]["push_constants"]["size"], 4);
}

#[test]
fn policies_that_contradict_each_other() {
    let path = shader("binding/tables");
    let path = path.to_str().unwrap();
    for args in [
        &["--preset", "direct", "--offset-buffers", "64"][..],
        &["--offset-buffers", "48"],
        &["--max-alignment", "3"],
        &["--push-constant-budget", "3"],
        &["--uav-counters", "address:4"],
        &["--shift", "x=1"],
    ] {
        let mut all = vec!["reflect", path];
        all.extend(args);
        let (code, _, err) = run(&all);
        assert_eq!(code, 2, "{args:?}: {err}");
    }
}
