//! Cases of the C interface that layers link with: what an ordinary translation has no word for.
//!
//! They run in `tests/tests/c_interface.rs` only, after all others. `docs/c-abi.md` lists which case covers what.

use super::{buffers, cbuffer, options, pixel, textures, vertex};
use crate::case::{Case, List, compute};
use dxil2spirv::dxil::program::ResourceClass;
use dxil2spirv::options::{BindingMapEntry, BindingOptions, CounterPolicy, UntypedBufferPolicy};
use dxil2spirv::reflection::{CounterBinding, DescriptorType, ResourceBinding};
use dxil2spirv_capi::testing::Setting;

/// Registers the cases.
pub fn register(list: &mut List) {
    let mut linked = List::default();
    for register in [vertex::register, pixel::register, options::register] {
        register(&mut linked);
    }
    list.again(linked, "moved", &[], |case| case.layer(|layer| layer.moved = true));
    list.add("options/uv (other components)", || {
        options::uv().layer(|layer| layer.components = 2)
    });
    let mut plain = List::default();
    for register in [buffers::register, cbuffer::register, textures::register] {
        register(&mut plain);
    }
    list.again(plain, "no callbacks", &NOT_BY_REGISTER, |case| {
        texels(case).layer(|layer| layer.no_callbacks = true)
    });
    list.add("buffers/counter (no callbacks)", counter_without_callbacks);
    list.add("options/unbounded_one (refused once)", unbounded_one);
    list.add("buffers/counter (no addresses)", no_addresses);
}

/// Cases with counters, which have no registers.
const NOT_BY_REGISTER: [&str; 2] = ["buffers/append_consume", "buffers/counter"];

/// With all buffers as texel buffers, as they are without a callback.
fn texels(case: Case) -> Case {
    case.options(|options| {
        options.binding = BindingOptions {
            srv_buffers: UntypedBufferPolicy::TexelBuffer,
            uav_buffers: UntypedBufferPolicy::TexelBuffer,
            uav_counters: CounterPolicy::TexelBuffer,
            ..std::mem::take(&mut options.binding)
        }
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
