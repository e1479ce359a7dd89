//! Cases of the C interface that layers link with: what an ordinary translation has no word for.
//!
//! They run in `tests/tests/c_interface.rs` only, after all others. `docs/c-abi.md` lists which case covers what.

use super::draws::FULL;
use super::{ags_matrices, bits, buffers, cbuffer, heap, options, pixel, shared, textures, vertex};
use crate::case::{Case, Element, List, Need, Sampler, Texture, any, compute, draw};
use ash::vk::Format;
use dxil2spirv::options::{BindingMapEntry, CounterPolicy, Preset, UntypedBufferPolicy};
use dxil2spirv::reflection::{CounterBinding, DescriptorType, ResourceBinding};
use dxil2spirv::shader::ResourceClass;
use dxil2spirv_capi::testing::{Setting, Stream};

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    let mut linked = List::default();
    for register in [vertex::register, pixel::register, options::register] {
        register(&mut linked);
    }
    // The stages of a chain of three are not moved together.
    let chain = ["options/views.gs (viewports)"];
    list.again(linked, "moved", &chain, |case| {
        case.layer(|layer| layer.moved = true)
    });
    list.add("options/uv (linked)", || {
        options::uv("options/uv.beside", "options/uv.first")
            .layer(|layer| layer.links = vec![("TEXCOORD", 3, 1, 2)])
    });
    let mut plain = List::default();
    for register in [buffers::register, cbuffer::register, textures::register] {
        register(&mut plain);
    }
    list.again(plain, "no callbacks", &NOT_BY_REGISTER, |case| {
        // Without callbacks a register is a binding.
        texels(case)
            .options(|options| options.binding.preset = Preset::Direct)
            .layer(|layer| layer.no_callbacks = true)
    });
    list.add("buffers/counter (no callbacks)", counter_without_callbacks);
    list.add("options/unbounded_one (refused once)", unbounded_one);
    list.add("options/captured (streams)", captured);
    for (how, by_callback) in [("its memory", false), ("its memory by callback", true)] {
        let mut topic = List::default();
        heap::register(&mut topic);
        for (name, case) in topic.into_cases() {
            if name.starts_with("heap/table_indices (Buffer") {
                list.add(&format!("{name} ({how})"), move || {
                    case().layer(|layer| (layer.heap_view, layer.heap_by_callback) = (true, by_callback))
                });
            }
        }
    }
    for quirk in [5, 16] {
        list.add(&format!("options/divergent_index (quirk {quirk})"), move || {
            divergent_index().setting(Setting::Numbers(42, vec![quirk]))
        });
    }
    list.add("options/rows (quirk)", || {
        options::rows("options/rows")
            .options(|options| options.binding.bounded_root_constant_buffers = false)
            .setting(Setting::Numbers(42, vec![6]))
    });
    list.add("buffers/counter (no addresses)", no_addresses);
    list.add("convert/float_to_int (driver)", || {
        // NVIDIA's.
        bits::float_to_int("convert/float_to_int")
            .setting(Setting::Numbers(39, vec![4, 0]))
            .needs(Need::SaturatingConversions)
    });
    list.add("convert/half_words (driver)", || {
        // NVIDIA's, again: denormal halves stay.
        bits::half_words("convert/half_words")
            .setting(Setting::Numbers(39, vec![4, 0]))
            .needs(Need::SaturatingConversions)
    });
    list.add("convert/legacy_half (driver)", || {
        // Mesa's for AMD.
        bits::legacy_half("convert/legacy_half", false)
            .setting(Setting::Numbers(39, vec![3, 0]))
            .needs(Need::HalvesToZero)
    });
    // Mesa's for AMD, again: indices that stay inside are left as they are.
    list.add("groupshared/histogram (driver)", || {
        shared::histogram("groupshared/histogram").setting(Setting::Numbers(39, vec![3, 0]))
    });
    // Layers offer these products only where the device has them; waves of 32 lanes are asked for.
    list.add("extensions/ags_product (waves of 32)", || {
        ags_matrices::product()
            .setting(Setting::Numbers(25, vec![32, 1]))
            .needs(Need::CooperativeMatrices)
    });
}

/// Cases with counters, which have no registers.
const NOT_BY_REGISTER: [&str; 2] = ["buffers/append_consume", "buffers/counter"];

/// With all buffers as texel buffers, as they are without a callback.
fn texels(case: Case) -> Case {
    case.options(|options| {
        options.binding.srv_buffers = UntypedBufferPolicy::TexelBuffer;
        options.binding.uav_buffers = UntypedBufferPolicy::TexelBuffer;
        options.binding.uav_counters = CounterPolicy::TexelBuffer;
    })
}

/// An array without end that the layer has one descriptor of.
fn unbounded_one() -> Case {
    let words: Vec<u32> = (0..64).map(|k| 0x1000_0000 + k * k).collect();
    compute("options/unbounded_one")
        .raw("t3,space4", words.clone())
        .output("u0,space1", words)
        .layer(|layer| layer.refuse_unbounded = true)
}

/// Outputs in three buffers, with room between them.
fn captured() -> Case {
    let colours = [[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    let numbers = [10u32, 20, 30];
    let stream = |semantic, index, [buffer, stride, offset]: [u32; 3]| Stream {
        semantic,
        index,
        buffer,
        stride,
        offset,
    };
    let first = (0..3).flat_map(|vertex| {
        let [r, g, b] = colours[vertex].map(|c| (2.0 * c).want());
        let number = (numbers[vertex] + 1).want();
        [any(), r, g, b, any(), number, any(), any()]
    });
    let second = FULL.iter().flat_map(|position| {
        let [x, y, z, w] = position.map(Element::want);
        [any(), x, y, z, w]
    });
    let third = FULL
        .iter()
        .flat_map(|&[x, y, ..]| [x + 2.0, y + 3.0].map(Element::want));
    draw("options/captured", "pixel/flat_white")
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .vertices("COLOR", Format::R32G32B32_SFLOAT, colours.to_vec())
        .vertices("NUMBER", Format::R32_UINT, numbers)
        .stream(first.collect::<Vec<_>>())
        .stream(second.collect::<Vec<_>>())
        .stream(third.collect::<Vec<_>>())
        .target(RGBA32F)
        .layer(|layer| {
            layer.streams = vec![
                stream("COLOR", 2, [0, 32, 4]),
                stream("NUMBER", 0, [0, 32, 20]),
                stream("SV_Position", 0, [1, 20, 4]),
                stream("SV_ClipDistance", 0, [2, 8, 0]),
            ];
        })
}

/// Lanes that look into different textures.
fn divergent_index() -> Case {
    let which: Vec<u32> = (0..64).map(|k| k * 5 + k / 8).collect();
    let color = |k: u32| (k + 1) as f32;
    let expected: Vec<f32> = which.iter().map(|k| color(k & 7)).collect();
    let mut case = compute("options/divergent_index").raw("t8", which);
    for k in 0..8 {
        let texture = Texture::d2(RGBA32F, 1, 1).fill(|_| [color(k); 4]);
        case = case.texture(&format!("t{k}"), texture);
    }
    case.sampler("s0,space3", Sampler::point())
        .output("u0,space1", expected)
}

/// The case that counts up and down.
fn counter() -> Case {
    let mut topic = List::default();
    buffers::register(&mut topic);
    let mut cases = topic.into_cases().into_iter();
    let found = cases.find(|(name, _)| name == "buffers/counter");
    let (_, case) = found.unwrap_or_else(|| panic!("there is no case buffers/counter"));
    texels(case())
}

/// Without a callback, counters are in the set behind that of their UAV.
fn counter_without_callbacks() -> Case {
    let descriptor_type = DescriptorType::StorageTexelBuffer;
    let entry = |register: u32| BindingMapEntry {
        class: ResourceClass::Uav,
        space: 1,
        register,
        count: Some(1),
        stage: None,
        vulkan: ResourceBinding::Descriptor {
            set: 1,
            binding: register,
            descriptor_type,
            element: 0,
        },
        counter: Some(CounterBinding::Descriptor {
            set: 2,
            binding: register,
            descriptor_type,
        }),
    };
    counter()
        .options(|options| options.binding.map.resources = vec![entry(0), entry(1)])
        .layer(|layer| layer.no_callbacks = true)
}

/// Counters in the heap that the layer names no type for are texels where it has no addresses.
fn no_addresses() -> Case {
    counter()
        .fitting_root_signature()
        .layer(|layer| layer.untyped_counters = true)
        .setting(Setting::Flags(7, vec![false]))
}
