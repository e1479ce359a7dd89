//! The cases of topics that live in buffers, once more under each policy for them: other descriptors, same results.

use super::{binding, bits, bounds, buffers, cbuffer, shared, wide};
use crate::case::List;
use dxil2spirv::options::{BindingOptions, ConstantBufferPolicy, UntypedBufferPolicy};

/// A policy: its name, what it changes, and the cases that it does not have.
type Policy = (&'static str, fn(&mut BindingOptions), &'static [&'static str]);

const POLICIES: [Policy; 2] = [
    (
        "texels",
        |binding| {
            binding.srv_buffers = UntypedBufferPolicy::TexelBuffer;
            binding.uav_buffers = UntypedBufferPolicy::TexelBuffer;
        },
        // 64-bit atomics.
        &["atomics/int64_buffers"],
    ),
    (
        "storage cbuffers",
        |binding| binding.constant_buffers = ConstantBufferPolicy::StorageBuffer,
        &[],
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
        ] {
            let mut topic = List::default();
            register(&mut topic);
            list.again(topic, policy, without, change);
        }
    }
}
