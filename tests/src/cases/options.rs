//! What options of a translation change that is seen in results, beyond bindings.

use super::draws::FULL;
use super::inputs;
use crate::case::{Case, Element, List, Source, Want, compute, draw, near_abs, one_of};
use ash::vk::Format;
use dxil2spirv::options::{
    ConstantBufferPolicy, FarElements, MinPrecision, RootDescriptorPolicy, ViewInstancing,
};
use dxil2spirv::reflection::SpecConstantKind;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("options/contract", || contract(false));
    list.add("options/contract (precise)", || contract(true));
    list.add("options/lanes (forced)", lanes);
    for name in ["options/rows", "options/rows.bytes"] {
        list.add(&format!("{name} (bounded)"), move || rows(name));
        list.add(&format!("{name} (as descriptor)"), move || {
            as_descriptor(rows(name))
        });
        list.add(&format!("{name} (far: device)"), move || {
            as_descriptor(rows(name)).options(|options| options.far_elements = FarElements::Device)
        });
        list.add(&format!("{name} (in storage)"), move || {
            as_descriptor(rows(name)).options(|options| {
                options.binding.constant_buffers = ConstantBufferPolicy::StorageBuffer;
            })
        });
        list.add(&format!("{name} (no end)"), move || {
            rows_of(name, [0, 1, 4095, 2, 3, 4094, 100, 7], 4096)
                .options(|options| options.binding.bounded_root_constant_buffers = false)
        });
        list.add(&format!("{name} (root constants)"), move || root_constants(name));
        list.add(&format!("{name} (root constants, inline)"), move || {
            root_constants(name).options(|options| options.binding.push_constant_budget = 0)
        });
    }
    list.add("options/min16", || min16(false));
    list.add("options/min16 (native)", || min16(true));
    list.add("options/uv", || uv("options/uv.vs", "options/uv.ps"));
    list.add("options/views", || views("options/views.vs", None));
    list.add("options/views (viewports)", || views("options/views.vs", Some(0)));
    list.add("options/views.gs (viewports)", || {
        let mut case = views("options/views.vs", Some(0));
        case.sources
            .insert(1, Source::Dxil("options/views.gs".to_owned()));
        case
    });
    list.add("options/views.chosen (viewports)", || {
        views("options/views.chosen", Some(1))
    });
    list.add("options/lanes (none)", || {
        lanes()
            .options(|options| options.lane_count = Some(0))
            .refused("0 lanes: no wave has so many")
    });
    list.add("options/views.chosen (one number)", || {
        views("options/views.chosen", Some(1))
            .options(|options| {
                options.view_instancing = ViewInstancing::Mapped {
                    views: 5,
                    viewports: Some(5),
                    chosen_layers: None,
                }
            })
            .refused("two specialization constants have the number 5")
    });
    list.add("pixel/dual_source (blended)", dual_source);
    list.add("pixel/multiple_targets (swizzled)", swizzled);
    list.add("textures/sample_position (constant 7)", sample_position);
}

/// What rounding takes from squares: nothing is left of them where the product is rounded by itself.
fn contract(precise: bool) -> Case {
    let input: Vec<[f32; 2]> = inputs::range::<1>(64, 1.0, 2.0)
        .iter()
        .map(|&[x]| [x, x * x])
        .collect();
    let expected: Vec<Want> = input
        .iter()
        .map(|&[x, y]| match precise {
            true => 0.0f32.want(),
            false => one_of([0.0, x.mul_add(x, -y)]),
        })
        .collect();
    compute("options/contract")
        .options(|options| options.force_precise = precise)
        .raw("t0", input)
        .output("u0,space1", expected)
}

/// Native halves round to 11 bits and words to 16; otherwise both may be wider.
fn min16(native: bool) -> Case {
    let input: Vec<f32> = (0..64u16).map(|k| 2048.0 + 2.0 * f32::from(k)).collect();
    let words: Vec<u32> = (0..64).map(|k| 0xffff - (k & 1)).collect();
    let expected = input.iter().zip(&words).flat_map(|(&x, &k)| {
        let half = half::f16::from_f32(x + 1.0).to_f32();
        match native {
            true => [half.want(), ((k + 1) & 0xffff).want()],
            false => [one_of([half, x + 1.0]), one_of([k + 1, (k + 1) & 0xffff])],
        }
    });
    let expected: Vec<Want> = expected.collect();
    let bytes: Vec<u32> = input.iter().map(|x| x.to_bits()).chain(words).collect();
    compute("options/min16")
        .options(|options| {
            options.min_precision = match native {
                true => MinPrecision::Native16,
                false => MinPrecision::Relaxed,
            }
        })
        .raw("t0", bytes)
        .output("u0,space1", expected)
}

/// Coordinates over the whole target, no matter where they lie between the stages.
pub(super) fn uv(vertex: &str, pixel: &str) -> Case {
    draw(vertex, pixel)
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices(
            "TEXCOORD2",
            Format::R32G32_SFLOAT,
            [[0.0f32, 0.0], [2.0, 0.0], [0.0, 2.0]].to_vec(),
        )
        .target(RGBA32F)
        .pixels(|x, y| {
            let [u, v] = [x, y].map(|at| (at as f32 + 0.5) / 16.0);
            [near_abs(u, 1e-4), near_abs(v, 1e-4), 0.0f32.want(), 1.0f32.want()]
        })
}

/// The second target weighs the first against what is there.
fn dual_source() -> Case {
    let colour = [1.0f32, 2.0, 4.0, 0.75];
    let clear = [8.0f32, 16.0, 32.0, 1.0];
    draw("vertex/colour", "pixel/dual_source")
        .options(|options| options.dual_source_blending = true)
        .dual_source_blending()
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("COLOR", RGBA32F, [colour; 3].to_vec())
        .target(RGBA32F)
        .clear(clear)
        .pixels(move |_, _| {
            let blended: [Want; 4] =
                std::array::from_fn(|k| near_abs(0.75 * colour[k] + 0.25 * clear[k], 1e-4));
            blended
        })
}

/// Components change places in targets.
fn swizzled() -> Case {
    // Blue, green, red, alpha; red and green twice; green, red, blue, alpha.
    let swizzles = vec![0b11_00_01_10, 0b01_01_00_00, 0b11_10_00_01];
    draw("vertex/fullscreen_triangle", "pixel/multiple_targets")
        .options(move |options| options.output_swizzles = swizzles)
        .target(RGBA32F)
        .pixels(|x, y| [0.0, (y as f32 + 0.5) / 64.0, (x as f32 + 0.5) / 64.0, 1.0])
        .target(Format::R32G32B32A32_UINT)
        .pixels(|x, y| [x, x, y, y])
        .target(Format::R16G16_SINT)
        .pixels(|x, y| [-(y as i16), -(x as i16)])
        .target(Format::R8G8B8A8_UNORM)
        .target(Format::R8G8B8A8_UNORM)
        .target(Format::R32G32_SFLOAT)
        .pixels(|x, y| [y as f32 + 0.5, x as f32 + 0.5])
}

/// The number of samples is a specialization constant with another number.
fn sample_position() -> Case {
    super::multisample::sample_position(None).options(|options| options.sample_count_spec_id = 7)
}

/// Rows of the largest constant buffer, and rows behind it; none whose byte offset wraps around.
pub(super) fn rows(name: &str) -> Case {
    rows_of(name, [0, 1, 4095, 4096, 5000, 0x0fff_ffff, 0x0800_0000, 2], 4096)
}

fn rows_of(name: &str, asked: [u32; 8], rows: u32) -> Case {
    let (words, expected) = row_words(asked, rows);
    compute(name)
        .cbuffer("b0", words)
        .raw("t0", asked)
        .output("u0,space1", expected)
}

/// The words of so many rows, and what reading some of them gives.
fn row_words(asked: [u32; 8], rows: u32) -> (Vec<u32>, Vec<[u32; 4]>) {
    let words = (0..4 * rows).map(|k| k + 1).collect();
    let expected = asked.iter().map(|&row| match row < rows {
        true => std::array::from_fn(|k| 4 * row + k as u32 + 1),
        false => [0; 4],
    });
    (words, expected.collect())
}

fn as_descriptor(case: Case) -> Case {
    case.options(|options| options.binding.root_descriptors = RootDescriptorPolicy::Descriptor)
}

/// The same rows among root constants, of which there are less.
fn root_constants(name: &str) -> Case {
    let asked = [0u32, 1, 2, 3, 4095, 0x0fff_ffff, 0x0800_0000, 1];
    let (words, expected) = row_words(asked, 2);
    compute(name)
        .root_signature_text("RootConstants(num32BitConstants=8, b0), SRV(t0), UAV(u0, space = 1)")
        .constants("b0", words)
        .raw("t0", asked)
        .output("u0,space1", expected)
}

/// Waves have another size on every device that tests run on.
fn lanes() -> Case {
    compute("options/lanes")
        .output("u0,space1", [2u32; 4])
        .options(|options| options.lane_count = Some(2))
}

/// Layers show views of other numbers, views other viewports, counted from the one that the shader chooses.
fn views(vertex: &str, chosen: Option<u32>) -> Case {
    const VIEWS: [u32; 4] = [2, 0, 3, 1];
    const VIEWPORTS: [u32; 4] = [1, 0, 1, 1];
    let word = |fields: [u32; 4], bits: u32| (0..4).zip(fields).map(|(k, field)| field << (bits * k)).sum();
    let columns = [0..4u32, 4..8, 8..16];
    let case = draw(vertex, "options/views.ps")
        .options(move |options| {
            options.view_instancing = ViewInstancing::Mapped {
                views: 11,
                viewports: chosen.map(|_| 5),
                chosen_layers: None,
            };
        })
        .spec_constant(SpecConstantKind::Views, word(VIEWS, 2))
        .spec_constant(SpecConstantKind::Viewports, word(VIEWPORTS, 8))
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .with_draw(|draw| {
            (draw.layers, draw.view_mask) = (4, 0b1111);
            if chosen.is_some() {
                draw.viewports = vec![[0, 0, 4, 16], [4, 0, 4, 16], [8, 0, 8, 16]];
            }
        })
        .target(Format::R32G32_UINT);
    case.pixels(move |x, y| {
        let view = VIEWS[(y / 16) as usize];
        let drawn = match chosen {
            None => true,
            Some(chosen) => columns[(chosen + VIEWPORTS[view as usize]) as usize].contains(&x),
        };
        if drawn { [view; 2] } else { [0x77; 2] }
    })
    .clear([f32::from_bits(0x77); 4])
}
