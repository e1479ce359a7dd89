//! The cases of topics that live in buffers, once more under each policy for them: other descriptors, same results.

use super::{binding, bits, bounds, buffers, cbuffer, heap_indices, root, shared, wide};
use crate::case::{Case, Element, List, Resource, Signature, Work, compute, one_of};
use dxil2spirv::options::{
    BindingOptions, ConstantBufferPolicy, CounterPolicy, OffsetBuffers, Preset, RootDescriptorPolicy,
    UntypedBufferPolicy,
};
use dxil2spirv::shader::ResourceClass;

/// A policy: its name, what it makes of a case, and the cases that it does not have.
type Policy = (&'static str, fn(Case) -> Case, &'static [&'static str]);

/// Atomics on 64 bits, which texels of words do not have.
const WIDE_ATOMICS: &str = "atomics/int64_buffers";

const POLICIES: [Policy; 4] = [
    ("texels", |case| with(case, texels), &[WIDE_ATOMICS]),
    ("storage cbuffers", |case| with(case, storage_cbuffers), &[]),
    (
        "offsets",
        |case| {
            displaced(with(case, |binding| {
                offsets(binding);
                storage_cbuffers(binding);
                binding.uav_counters = CounterPolicy::Address {
                    stride: 24,
                    offset: 8,
                    through_uniform: false,
                };
            }))
        },
        &[],
    ),
    (
        "offset texels",
        |case| {
            displaced(with(case, |binding| {
                offsets(binding);
                texels(binding);
                binding.uav_counters = CounterPolicy::TexelBuffer;
            }))
        },
        &[WIDE_ATOMICS],
    ),
];

/// Registers the cases, named `topic/name (policy)`.
pub fn register(list: &mut List) {
    for (policy, change, without) in POLICIES {
        for register in [
            buffers::register,
            bounds::register,
            wide::register,
            bits::register,
            cbuffer::register,
            shared::register,
            binding::register,
            root::register,
            heap_indices::register,
        ] {
            let mut topic = List::default();
            register(&mut topic);
            list.again(topic, policy, without, change);
        }
        // Texels are numbered.
        if !policy.contains("texels") {
            list.add(&format!("buffers/structured_far (device, {policy})"), move || {
                change(bounds::far_elements_of_device(policy.contains("offset")))
            });
        }
        let how = format!("{policy}, mutable");
        for register in [buffers::register, bounds::register, cbuffer::register] {
            let mut topic = List::default();
            register(&mut topic);
            // The preset takes a root signature.
            list.again(topic, &how, without, move |case| mutable(change(case)).tables());
        }
        for register in [binding::register, root::register, heap_indices::register] {
            let mut topic = List::default();
            register(&mut topic);
            list.again(topic, &how, without, move |case| mutable(change(case)));
        }
    }
    list.add("buffers/counter without counters at addresses", no_counter);
}

fn mutable(case: Case) -> Case {
    with(case, |binding| binding.preset = Preset::Mutable)
}

fn with(case: Case, change: fn(&mut BindingOptions)) -> Case {
    case.options(|options| change(&mut options.binding))
}

fn texels(binding: &mut BindingOptions) {
    binding.srv_buffers = UntypedBufferPolicy::TexelBuffer;
    binding.uav_buffers = UntypedBufferPolicy::TexelBuffer;
}

fn storage_cbuffers(binding: &mut BindingOptions) {
    binding.constant_buffers = ConstantBufferPolicy::StorageBuffer;
}

/// With views that start where no descriptor can, their start and size beside them.
pub fn in_offset_views(case: Case) -> Case {
    displaced(with(case, offsets))
}

/// As for a device on which descriptors of buffers start at multiples of 256 bytes only.
fn offsets(binding: &mut BindingOptions) {
    binding.offset_buffers = Some(OffsetBuffers {
        min_alignment: 256,
        typed: true,
        ..OffsetBuffers::default()
    });
    // Addresses have no bounds, which the cases test.
    binding.root_descriptors = RootDescriptorPolicy::Descriptor;
}

/// With views that start 48 bytes, a multiple of every element's size, behind where a descriptor can start, and a root
/// signature, which heaps take. Draws stay as they are: their stages would need one together.
fn displaced(mut case: Case) -> Case {
    if matches!(case.work, Work::Draw(_)) {
        return case;
    }
    if !matches!(case.signature, Signature::File(_)) {
        case.signature = Signature::Fitting;
    }
    for (register, resource) in &mut case.resources {
        if let Resource::Buffer(buffer) = resource
            && register.class != ResourceClass::Cbv
        {
            buffer.offset = 48;
        }
    }
    case
}

/// A view without a counter, whose address is 0 then: 0 comes of every update.
fn no_counter() -> Case {
    let mut items = vec![0u32.want(); 128];
    items[1] = one_of(0..64u32);
    let mut counts = vec![0u32.want(); 64];
    counts[0] = one_of(1..65u32);
    compute("buffers/counter")
        .fitting_root_signature()
        .options(|options| {
            options.binding.uav_counters = CounterPolicy::Address {
                stride: 8,
                offset: 0,
                through_uniform: false,
            };
        })
        .raw("u0,space1", [0u32; 128])
        .expect("u0,space1", items)
        .raw("u1,space1", [0u32; 64])
        .expect("u1,space1", counts)
}
