//! Sizes of heaps: indices beyond them lead to the descriptor behind the last.

use crate::case::{Case, List, Sampler, Texture, Want, compute, one_of, table_start};
use ash::vk::{BorderColor, Format};
use dxil2spirv::options::{HeapSizePolicy, Preset};

/// Registers the cases.
pub fn register(list: &mut List) {
    for preset in [Preset::Bindless, Preset::Mutable] {
        for (what, which, case) in [
            ("heap/indices", "", indices as fn() -> (Case, [u32; 2])),
            ("heap/table_indices", "", table_indices),
            ("heap/table_indices", ", two buffers", || table_of(2)),
        ] {
            let (_, [resources, samplers]) = case();
            for policy in [
                HeapSizePolicy::Constant { resources, samplers },
                HeapSizePolicy::SpecConstant,
                HeapSizePolicy::Buffer,
            ] {
                list.add(&format!("{what} ({policy:?}, {preset:?}{which})"), move || {
                    let (case, [resources, samplers]) = case();
                    case.heap_size(resources, samplers).options(|options| {
                        options.binding.preset = preset;
                        options.binding.heap_size = Some(policy);
                    })
                });
            }
        }
    }
}

/// 40 resources and 4 samplers, and others behind their ends that nothing may reach.
fn indices() -> (Case, [u32; 2]) {
    let [resources, samplers] = [40, 4];
    // Index 3 is no buffer.
    let indices: Vec<u32> = (0..64)
        .map(|i| match i {
            3 => u32::MAX,
            60 => 0x8000_0001,
            _ => i,
        })
        .collect();
    let out = indices.iter().flat_map(|&k| {
        let texel = if k < samplers { 7u32 } else { 1 };
        [if k < resources { 100 + k } else { 0 }, texel]
    });
    let mut case = compute("heap/indices")
        .raw("t0", indices.clone())
        .texture(
            "t3,heap",
            Texture::d2(Format::R32_SFLOAT, 2, 1).data([7.0f32, 8.0]),
        )
        .output("u0", out.collect::<Vec<u32>>());
    // Not the one right behind the end: it stays a null descriptor.
    for index in (0..64u32).filter(|&index| index != 3 && index != resources) {
        case = case.raw(&format!("t{index},heap"), [100 + index]);
    }
    for index in 0..8 {
        let sampler = match index {
            _ if index < samplers => Sampler::point(),
            _ if index == samplers => Sampler::point().border(BorderColor::FLOAT_OPAQUE_WHITE),
            _ => Sampler::point().border(BorderColor::FLOAT_TRANSPARENT_BLACK),
        };
        case = case.sampler(&format!("s{index},heap"), sampler);
    }
    (case, [resources, samplers])
}

/// A table that the heap ends in.
fn table_indices() -> (Case, [u32; 2]) {
    table_of(16)
}

/// Likewise, with so many buffers in front of the end, at most 22; the shader asks for 22, and for the one at 3 by a
/// register that it names.
pub fn table_of(valid: u32) -> (Case, [u32; 2]) {
    // The UAVs come first, then t2 and on.
    let resources = table_start(0) + 4 + valid;
    let indices: Vec<u32> = (0..64)
        .map(|i| if i % 8 == 7 { i / 8 * 3 } else { i % 16 })
        .collect();
    let word = |k: u32| if k < valid { 100 + k } else { 0 };
    let out = indices
        .iter()
        .flat_map(|&k| -> [Want; 2] { [one_of([word(k) + word(3)]), one_of(0..64u32)] });
    let mut case = compute("heap/table_indices")
        .raw("t0", indices.clone())
        .output("u0", out.collect::<Vec<Want>>());
    for k in (0..24u32).filter(|&k| k != valid) {
        case = case.raw(&format!("t{},space1", 2 + k), [100 + k]);
    }
    for k in 0..4u32 {
        let register = format!("u{k},space1");
        let count = indices.iter().filter(|&&index| index & 3 == k).count() as u32;
        case = case
            .counted(&register, [0u32], 0)
            .expect_counter(&register, count);
    }
    (case, [resources, 1])
}
