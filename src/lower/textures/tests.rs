//! Each test lowers D3D12-level operations in text form and looks at the instructions. What the committed
//! shaders reach is proven by execution; here is what they do not: operations of later shader models, 64-bit
//! texels, and errors.

use crate::binding::Plan;
use crate::error::Result;
use crate::ir::parse::parse_module;
use crate::ir::print::{PrintOptions, print_module};
use crate::lower;
use crate::options::BindingOptions;
use crate::options::Options;
use crate::verify::{self, Invariants};
use crate::vulkan::ResourceBinding;

/// Lowers a shader of one block with these resources; the result keeps the invariants and can be emitted.
fn lower_with(options: &Options, stage: &str, resources: &[&str], body: &[&str]) -> Result<String> {
    lower_bound(options, &BindingOptions::direct(), stage, resources, body)
}

/// The same, with the resources bound as `binding` says.
fn lower_bound(
    options: &Options,
    binding: &BindingOptions,
    stage: &str,
    resources: &[&str],
    body: &[&str],
) -> Result<String> {
    let mut text = format!("shader \"main\" {stage} 6.7\n");
    for (index, resource) in resources.iter().enumerate() {
        text += &format!("resource res{index} {resource} register {index}\n");
    }
    text += "function func0 \"main\" void {\nbb0:\n";
    for line in body {
        text += &format!("  {line}\n");
    }
    text += "  ret\n}\n";
    let mut module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify::check(&module, Invariants::Imported, "parse").unwrap_or_else(|e| panic!("{e}\n{text}"));
    let plan = Plan::new(None, &module.info, binding)?;
    lower::run(&mut module, &plan, options)?;
    let text = print_module(&module, PrintOptions::default());
    verify::check(&module, Invariants::Lowered, "lower").unwrap_or_else(|e| panic!("{e}\n{text}"));
    crate::spirv::emit(&module, options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Ok(text)
}

fn lower_text(stage: &str, resources: &[&str], body: &[&str]) -> Result<String> {
    lower_with(&Options::default(), stage, resources, body)
}

/// Lowers and asserts that the module has `lines`, in that order.
#[track_caller]
fn expect(stage: &str, resources: &[&str], body: &[&str], lines: &[&str]) {
    let text = lower_text(stage, resources, body).unwrap_or_else(|e| panic!("{e}"));
    let mut rest = text.as_str();
    for line in lines {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("no `{line}` at its place in\n{text}"),
        }
    }
}

#[track_caller]
fn expect_error(stage: &str, resources: &[&str], body: &[&str], message: &str) {
    match lower_text(stage, resources, body) {
        Ok(text) => panic!("no error but\n{text}"),
        Err(error) => assert!(error.to_string().contains(message), "{error}"),
    }
}

const TEXTURE_2D: &str = "Srv Texture2D \"t\" component F32";
const SAMPLER: &str = "Sampler Sampler \"s\" space 1";
const HANDLES: [&str; 2] = ["%0: handle = handle i32 0 #0", "%1: handle = handle i32 1 #1"];

fn with_handles(line: &str) -> [&str; 3] {
    [HANDLES[0], HANDLES[1], line]
}

#[test]
fn comparison_samples_take_level_bias_or_gradients() {
    let coordinates = "%0, %1, f32 0.5, f32 0.25, f32 undef, f32 undef, i32 undef, i32 undef, i32 undef";
    for (op, operands, lowered) in [
        (
            "sample.cmp_level",
            "f32 0.75, f32 3.0",
            "image.sample_dref_explicit %12, <2 x f32> {0.5, 0.25}, f32 0.75, f32 3.0 #2",
        ),
        (
            "sample.cmp_bias",
            "f32 0.75, f32 -1.0, f32 2.0",
            "image.sample_dref_implicit %12, <2 x f32> {0.5, 0.25}, f32 0.75, f32 -1.0, f32 2.0 #129",
        ),
        (
            "sample.cmp_grad",
            "f32 0.75, f32 1.0, f32 2.0, f32 undef, f32 3.0, f32 4.0, f32 undef, f32 undef",
            "image.sample_dref_explicit %12, <2 x f32> {0.5, 0.25}, f32 0.75, \
             <2 x f32> {1.0, 2.0}, <2 x f32> {3.0, 4.0} #4",
        ),
        (
            "sample.cmp_level_zero",
            "f32 0.75",
            "image.sample_dref_explicit %12, <2 x f32> {0.5, 0.25}, f32 0.75, f32 0.0 #2",
        ),
    ] {
        let line = format!("%9: <4 x f32> = {op} {coordinates}, {operands}");
        expect(
            "Pixel",
            &[TEXTURE_2D, SAMPLER],
            &with_handles(&line),
            &["sampled_image", lowered],
        );
    }
}

#[test]
fn sample_offsets_have_four_bits_and_are_constant() {
    let sample = |x: &str, y: &str| {
        format!(
            "%9: <4 x f32> = sample.level %0, %1, f32 0.5, f32 0.25, f32 undef, f32 undef, {x}, {y}, i32 undef, \
             f32 0.0"
        )
    };
    let resources = [TEXTURE_2D, SAMPLER, "Srv RawBuffer \"b\""];
    expect(
        "Vertex",
        &resources,
        &with_handles(&sample("i32 9", "i32 -8")),
        &["f32 0.0, <2 x i32> {-7, -8} #10"],
    );
    expect(
        "Vertex",
        &resources,
        &with_handles(&sample("i32 16", "i32 0")),
        &["f32 0.0 #2"],
    );
    let body = [
        HANDLES[0],
        HANDLES[1],
        "%2: handle = handle i32 2 #2",
        "%3: i32 = raw.load %2, i32 0, i32 undef #1",
        &sample("%3", "i32 0"),
    ];
    // Without an operand for it, the offset is part of the coordinates.
    expect(
        "Vertex",
        &resources,
        &body,
        &[
            "bit_field_sextract",
            "image.query_size_lod",
            "stof",
            "fadd",
            "f32 0.0 #2",
        ],
    );
}

#[test]
fn implicit_levels_take_quads() {
    let sample = "%9: <4 x f32> = sample %0, %1, f32 0.5, f32 0.5, f32 undef, f32 undef, i32 0, i32 0, \
                  i32 undef, f32 undef";
    let resources = [TEXTURE_2D, SAMPLER];
    expect(
        "Pixel",
        &resources,
        &with_handles(sample),
        &["image.sample_implicit"],
    );
    expect_error("Vertex", &resources, &with_handles(sample), "derivatives");
    // A group of one thread has no quads.
    let single = "image.sample_explicit %12, <2 x f32> {0.5, 0.5}, <2 x f32> null, <2 x f32> null #4";
    expect("Compute", &resources, &with_handles(sample), &[single]);
    let lod = "%9: f32 = calculate_lod %0, %1, f32 0.5, f32 0.5, f32 undef";
    expect(
        "Pixel",
        &resources,
        &with_handles(lod),
        &["image.query_lod", "extract", "#1"],
    );
    expect_error("Vertex", &resources, &with_handles(lod), "derivatives");
}

#[test]
fn raw_gathers_put_two_words_together() {
    let coordinates = "%0, %1, f32 0.5, f32 0.5, f32 undef, f32 undef, i32 1, i32 0";
    let texture = "Srv Texture2D \"t\" component U32";
    expect(
        "Compute",
        &[texture, SAMPLER],
        &with_handles(&format!("%9: <4 x i32> = gather.raw {coordinates}")),
        &["image.gather", "i32 0, <2 x i32> {1, 0} #8"],
    );
    expect(
        "Compute",
        &[texture, SAMPLER],
        &with_handles(&format!("%9: <4 x i16> = gather.raw {coordinates}")),
        &["<4 x i32> = image.gather", "<4 x i16> = itrunc"],
    );
    expect(
        "Compute",
        &[texture, SAMPLER],
        &with_handles(&format!("%9: <4 x i64> = gather.raw {coordinates}")),
        &[
            "image.gather",
            "i32 0, <2 x i32> {1, 0} #8",
            "image.gather",
            "i32 1, <2 x i32> {1, 0} #8",
            "i64 = bitcast",
            "<4 x i64> = construct",
        ],
    );
}

#[test]
fn wide_texels_are_whole_for_atomics_and_two_words_otherwise() {
    let texture = "Uav Texture2DArray \"u\" component U64";
    let add = "%1: i64 = resource.atomic %0, i32 1, i32 2, i32 3, i64 7";
    let load =
        "%2: <4 x i32> = texture.load %0, i32 undef, i32 1, i32 2, i32 3, i32 undef, i32 undef, i32 undef";
    let store = "texture.store %0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 8, i32 9 #15";
    expect(
        "Compute",
        &[texture],
        &[HANDLES[0], add, load, store],
        &[
            "image<i64, Dim2D, arrayed, storage, R64ui>",
            "ptr Image i64 = image.texel_pointer @0, <3 x i32> {1, 2, 3}, i32 0",
            "i64 = atomic.iadd",
            "<4 x i64> = image.read",
            "<2 x i32> = bitcast",
            "i64 = bitcast <2 x i32> {8, 9}",
            "image.write",
        ],
    );
    expect(
        "Compute",
        &[texture],
        &[HANDLES[0], load, store],
        &[
            "image<i32, Dim2D, arrayed, storage>",
            "<4 x i32> = image.read",
            "<4 x i32> {8, 9, 8, 9}",
        ],
    );
    let narrow = "%3: i32 = resource.atomic %0, i32 1, i32 2, i32 3, i32 7";
    expect_error(
        "Compute",
        &[texture],
        &[HANDLES[0], add, narrow],
        "atomics of 32 and of 64 bits",
    );
}

#[test]
fn floats_are_exchanged_and_compared_by_their_bits() {
    let texture = "Uav TypedBuffer \"u\" component F32";
    expect(
        "Compute",
        &[texture],
        &[
            HANDLES[0],
            "%1: i32 = resource.atomic %0, i32 1, i32 undef, i32 undef, i32 7 #8",
        ],
        &[
            "image<f32, DimBuffer, storage, R32f>",
            "image.texel_pointer @0, i32 1, i32 0",
            "f32 = bitcast i32 7",
            "f32 = atomic.exchange",
            "i32 = bitcast",
        ],
    );
    // The same texels as floats and as words.
    expect(
        "Compute",
        &[texture],
        &[
            HANDLES[0],
            "%1: i32 = resource.cmpxchg %0, i32 1, i32 undef, i32 undef, i32 7, i32 8",
            "%2: <4 x f32> = buffer.load %0, i32 1",
        ],
        &[
            "image<f32, DimBuffer, storage, R32f> decorate DescriptorSet(0), Binding(0), Aliased",
            "image<i32, DimBuffer, storage, R32ui> decorate DescriptorSet(0), Binding(0), Aliased",
            "image.texel_pointer @1, i32 1, i32 0",
            "i32 = atomic.cmpxchg",
            "image.read",
        ],
    );
    expect_error(
        "Compute",
        &[texture],
        &[
            HANDLES[0],
            "%1: i32 = resource.atomic %0, i32 1, i32 undef, i32 undef, i32 7 #0",
        ],
        "integer atomic on a texture of floats",
    );
}

#[test]
fn multisampled_storage_images_take_a_sample() {
    let texture = "Uav Texture2DMS \"u\" component F32";
    expect(
        "Compute",
        &[texture],
        &[
            HANDLES[0],
            "%1: <4 x f32> = texture.load %0, i32 3, i32 1, i32 2, i32 undef, i32 undef, i32 undef, i32 undef",
            "texture.store %0, i32 1, i32 2, i32 undef, f32 1.0, f32 1.0, f32 1.0, f32 1.0, i32 2 #15",
        ],
        &[
            "image.read",
            "<2 x i32> {1, 2}, i32 3 #64",
            "image.write",
            "i32 2 #64",
        ],
    );
}

#[test]
fn narrow_values_are_converted_by_sign() {
    for (component, op) in [("I16", "sext"), ("U16", "zext")] {
        let texture = format!("Uav TypedBuffer \"u\" component {component}");
        expect(
            "Compute",
            &[&texture],
            &[
                HANDLES[0],
                "%1: <4 x i16> = buffer.load %0, i32 1",
                "%2: i16 = extract %1",
                "buffer.store %0, i32 1, %2, %2, %2, %2 #15",
            ],
            &["<4 x i16> = itrunc", &format!("<4 x i32> = {op}"), "image.write"],
        );
    }
}

#[test]
fn the_render_target_has_the_sample_count_of_the_option_or_of_a_constant() {
    let body = [
        "%0: i32 = render_target.sample_count",
        "%1: <2 x f32> = render_target.sample_position i32 3",
        "%2: <2 x f32> = render_target.sample_position i32 4",
        "%3: f32 = extract %1",
        "%4: f32 = extract %2",
        "%5: f32 = fadd %3, %4",
    ];
    let options = Options {
        sample_count: Some(4),
        ..Options::default()
    };
    let text = lower_with(&options, "Pixel", &[], &body).unwrap();
    assert!(text.contains("extract <2 x f32> {0.125, 0.375}"), "{text}");
    assert!(text.contains("extract <2 x f32> {0.0, 0.0}"), "{text}");
    expect(
        "Pixel",
        &[],
        &body,
        &[
            "\"sample_positions\" Private [32 x <2 x f32>]",
            "ult i32 3, ",
            "load",
        ],
    );
}

#[test]
fn a_specialization_constant_makes_no_constant_vector() {
    expect(
        "Pixel",
        &[TEXTURE_2D],
        &[
            HANDLES[0],
            "%1: i32 = render_target.sample_count",
            "%2: <4 x f32> = texture.load %0, i32 0, %1, i32 2, i32 undef, i32 undef, i32 undef, i32 undef",
        ],
        &["<2 x i32> = construct", "image.fetch"],
    );
}

#[test]
fn operations_suit_their_textures() {
    let buffer = "Srv TypedBuffer \"b\" component F32";
    let cube = "Srv TextureCube \"c\" component F32";
    let load = "%2: <4 x f32> = texture.load %0, i32 0, i32 1, i32 2, i32 3, i32 undef, i32 undef, i32 undef";
    for resource in [buffer, cube] {
        expect_error("Compute", &[resource], &[HANDLES[0], load], "texture.load of a");
    }
    expect_error(
        "Compute",
        &["Cbv CBuffer \"c\""],
        &[HANDLES[0], load],
        "texture.load of a CBuffer",
    );
    expect_error(
        "Compute",
        &[TEXTURE_2D],
        &[HANDLES[0], "%1: <4 x f32> = buffer.load %0, i32 1"],
        "buffer.load of a Texture2D",
    );
    expect_error(
        "Compute",
        &[TEXTURE_2D],
        &[
            HANDLES[0],
            "texture.store %0, i32 1, i32 2, i32 undef, f32 1.0, f32 1.0, f32 1.0, f32 1.0 #15",
        ],
        "texture.store of a Texture2D",
    );
    expect_error(
        "Compute",
        &[TEXTURE_2D],
        &[
            HANDLES[0],
            "%1: i32 = resource.atomic %0, i32 1, i32 2, i32 undef, i32 7",
        ],
        "an atomic on an SRV",
    );
    let gather = "%9: <4 x f32> = gather %0, %1, f32 0.5, f32 0.5, f32 0.5, f32 undef, i32 0, i32 0";
    expect_error(
        "Compute",
        &["Srv Texture3D \"t\" component F32", SAMPLER],
        &with_handles(gather),
        "gather of a Texture3D",
    );
    expect_error(
        "Compute",
        &[TEXTURE_2D, TEXTURE_2D],
        &with_handles(gather),
        "operand 1 is not a sampler",
    );
}

/// Lowers a shader whose first resource is input attachment 5.
fn lower_attachment(stage: &str, resource: &str, line: &str) -> Result<String> {
    let options = BindingOptions {
        map: crate::options::BindingMap {
            resources: vec![crate::options::BindingMapEntry {
                class: crate::shader::ResourceClass::Srv,
                space: 0,
                register: 0,
                count: None,
                stage: None,
                vulkan: ResourceBinding::InputAttachment {
                    set: 1,
                    binding: 2,
                    index: Some(5),
                },
                counter: None,
            }],
            ..Default::default()
        },
        ..BindingOptions::direct()
    };
    lower_bound(
        &Options::default(),
        &options,
        stage,
        &[resource, SAMPLER],
        &with_handles(line),
    )
}

#[test]
fn input_attachments_are_read_at_the_pixel() {
    let load = "%2: <4 x f32> = texture.load %0, i32 0, i32 8, i32 9, i32 undef, i32 0, i32 0, i32 undef";
    let text = lower_attachment("Pixel", TEXTURE_2D, load).unwrap();
    for line in ["DimSubpassData", "InputAttachmentIndex(5)", "image.read"] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
    assert!(!text.contains("NonWritable"), "{text}");
    let coordinates = "%0, %1, f32 0.5, f32 0.25, f32 undef, f32 undef, i32 undef, i32 undef, i32 undef";
    let sample = format!("%2: <4 x f32> = sample {coordinates}, f32 undef");
    for (line, message) in [
        (load.replace("i32 0, i32 8", "i32 1, i32 8"), "another mip level"),
        (load.replace("i32 0, i32 0", "i32 0, i32 3"), "has an offset"),
        (sample, "more than to load"),
        (
            "%2: <4 x i32> = get_dimensions %0, i32 0 #3".to_owned(),
            "more than to load",
        ),
    ] {
        let error = lower_attachment("Pixel", TEXTURE_2D, &line)
            .unwrap_err()
            .to_string();
        let all = error.contains(message) && error.contains("register t0, space 0");
        assert!(all, "{line}: {error}");
    }
    let error = lower_attachment("Compute", TEXTURE_2D, load)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("of a pixel shader can be an input attachment"),
        "{error}"
    );
    let array = TEXTURE_2D.replace("2D ", "2DArray ");
    let error = lower_attachment("Pixel", &array, load).unwrap_err().to_string();
    assert!(
        error.contains("of a pixel shader can be an input attachment"),
        "{error}"
    );
}
