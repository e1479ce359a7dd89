//! The other views of a page, against what the module and the reflection themselves say.

use dxil2spirv::options::Verify;
use dxil2spirv::pipeline::{Request, Shader, Translation};
use dxil2spirv::{Options, spirv};
use dxil2spirv_view::{Subject, page};
use std::collections::BTreeMap;
use std::path::Path;

/// The page of a committed shader, and its translation.
fn made(name: &str) -> (String, Translation, Vec<u8>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../testdata/shaders/{name}.dxil"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let shader = Shader::parse(&bytes).unwrap();
    let mut options = Options::default();
    // Others verify every pass of these shaders.
    options.verify = Verify::Cheap;
    let page = page(&Subject::new(name, &shader, &options));
    assert!(page.error.is_none(), "{:?}", page.error);
    let translation = shader.translate(Request::new().options(&options)).unwrap();
    (page.html, translation, bytes)
}

fn section<'h>(html: &'h str, id: &str) -> &'h str {
    let (_, rest) = html.split_once(&format!("<section id=\"{id}\"")).unwrap();
    rest.split("</section>").next().unwrap()
}

/// The cells of the rows of the table below a title.
fn rows(section: &str, title: &str) -> Vec<Vec<String>> {
    let (_, rest) = section.split_once(title).unwrap_or_else(|| panic!("no {title}"));
    let table = rest.split("</table>").next().unwrap();
    let rows = table.split("<tr").map(|row| {
        let cells = row.split("<td>").skip(1);
        cells
            .map(|cell| cell.split("</td>").next().unwrap().to_owned())
            .collect::<Vec<String>>()
    });
    // Not those of the head.
    rows.filter(|row| !row.is_empty()).collect()
}

/// How often each operation stands in a module.
fn operations(translation: &Translation) -> BTreeMap<String, usize> {
    let text = spirv::disassemble(&translation.words).unwrap();
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        let code = line.split_once(" = ").map_or(line, |(_, code)| code);
        if let Some(op) = code.split_whitespace().next().filter(|op| op.starts_with("Op")) {
            *counts.entry(op.to_owned()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn pictures_have_a_region_for_each_construct_and_every_block() {
    for name in [
        "control-flow/nested_loops.od",
        "control-flow/mandelbrot.od",
        "big/ssao",
        "big/bitonic_sort.od",
        "alu-int/binary",
    ] {
        let (html, translation, _) = made(name);
        let flow = section(&html, "flow");
        let (before, after) = flow.split_once("<h2>After it</h2>").unwrap();
        assert!(before.contains("<h2>Before the structurizer</h2>"));
        // The first picture is the entry point's; functions that passes made say by themselves how they nest.
        let entry = before.split("</svg>").next().unwrap();
        assert!(!entry.contains("class=\"region"), "{name}: nothing nests yet");
        let counts = operations(&translation);
        let count = |op: &str| counts.get(op).copied().unwrap_or(0);
        let regions = |class: &str| after.matches(&format!("class=\"region {class}\"")).count();
        assert_eq!(regions("loop"), count("OpLoopMerge"), "{name}");
        assert_eq!(regions("sel"), count("OpSelectionMerge"), "{name}");
        assert!(regions("cont") <= regions("loop"), "{name}");
        assert_eq!(
            after.matches("class=\"block\"").count(),
            count("OpLabel"),
            "{name}"
        );
        // What one picture calls a block the other calls so, and so do the texts.
        for part in after.split("data-label=\"").skip(1) {
            let label = part.split('"').next().unwrap();
            assert!(html.contains(&format!("\"{label}\":")), "{name}: {label}");
        }
    }
}

#[test]
fn rulers_have_every_byte_of_the_push_constants() {
    for name in [
        "binding/sample",
        "binding/tables",
        "binding/root_descriptors",
        "binding/root_16_64",
    ] {
        let (html, translation, _) = made(name);
        let push = &translation.reflection.push_constants;
        let binding = section(&html, "binding");
        let title = format!("<h2>Push constants: {} bytes</h2>", push.size);
        let (_, rest) = binding
            .split_once(&title)
            .unwrap_or_else(|| panic!("{name}: {binding}"));
        let ruler = rest.split("</div>").next().unwrap();
        // The pieces of all members cover their bytes.
        let pieces = ruler.split("<b class=\"member").skip(1);
        let covered: u32 = pieces
            .map(|piece| {
                let (_, span) = piece.split_once("/span ").unwrap();
                span.split('"').next().unwrap().parse::<u32>().unwrap()
            })
            .sum();
        assert!(covered > 0);
        assert_eq!(
            covered,
            push.members.iter().map(|member| member.size).sum::<u32>(),
            "{name}"
        );
        let members = rows(binding, "<th>Bytes</th>");
        assert_eq!(members.len(), push.members.len(), "{name}");
        for (row, member) in members.iter().zip(&push.members) {
            assert_eq!(
                row[0],
                format!("{}..{}", member.offset, member.offset + member.size)
            );
        }
        // And each resource that is reached by them is told at one.
        for resource in rows(binding, "From register to descriptor") {
            let (register, way) = (&resource[0], &resource[3]);
            if way.contains("push constants") {
                assert!(
                    members.iter().any(|row| row[3].contains(register.as_str())),
                    "{name}: {register}"
                );
            }
        }
    }
}

#[test]
fn resources_have_register_root_parameter_access_and_alignment() {
    let (html, translation, _) = made("binding/sample");
    let binding = rows(section(&html, "binding"), "From register to descriptor");
    let resources = rows(section(&html, "resources"), "<th>Register</th>");
    assert_eq!(binding.len(), translation.reflection.resources.len());
    assert_eq!(resources.len(), binding.len());
    let of = |rows: &[Vec<String>], register: &str| -> Vec<String> {
        let row = rows.iter().find(|row| row[0] == register);
        row.unwrap_or_else(|| panic!("{register}: {rows:?}")).clone()
    };
    assert!(of(&binding, "b1")[3].starts_with("address at push constants + 0"));
    assert!(of(&binding, "t40...")[3].starts_with("set 0 binding 0"));
    assert!(binding.iter().all(|row| row[2] != "–"), "each has a parameter");
    assert_eq!(of(&resources, "b1")[5], "16");
    assert!(of(&resources, "t40...")[4].contains("index differs by lane"));
    let (html, ..) = made("big/ssao");
    let sets = rows(section(&html, "binding"), "Descriptor sets");
    let registers = rows(section(&html, "binding"), "From register to descriptor");
    for row in registers {
        let told = sets.iter().any(|set| {
            row[3].starts_with(&format!("set {} binding {}", set[0], set[1])) && set[5].contains(&row[0])
        });
        assert!(told, "{row:?}: {sets:?}");
    }
    let (html, ..) = made("big/radix_sort");
    let resources = rows(section(&html, "resources"), "<th>Register</th>");
    assert!(
        resources.iter().any(|row| row[4].contains("written")),
        "{resources:?}"
    );
}

#[test]
fn sizes_and_counts_are_those_of_the_module() {
    for name in ["big/ssao", "control-flow/nested_loops.od"] {
        let (html, translation, bytes) = made(name);
        let sizes = section(&html, "sizes");
        let told = rows(sizes, "<th>Operation</th>");
        let told: BTreeMap<String, usize> = told
            .into_iter()
            .map(|row| (row[0].clone(), row[1].parse().unwrap()))
            .collect();
        assert_eq!(told, operations(&translation), "{name}");
        let files = rows(sizes, "<h2>Files</h2>");
        assert_eq!(files[0][1], format!("{} bytes", bytes.len()));
        let words = translation.words.len();
        assert_eq!(files[1][1], format!("{} bytes, {words} words", words * 4));
        let steps = rows(sizes, "By step");
        let names: Vec<&str> = steps.iter().map(|row| row[0].as_str()).collect();
        let passes: Vec<&str> = dxil2spirv::pipeline::pass_names().collect();
        assert_eq!(names[..3], ["DXIL", "import", "lower"]);
        assert_eq!(names[3..], passes);
        // The last step has the blocks that the module has.
        let labels = operations(&translation)["OpLabel"];
        assert_eq!(steps.last().unwrap()[2], labels.to_string());
    }
}
