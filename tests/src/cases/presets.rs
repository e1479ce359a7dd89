//! Cases of other files again, with their resources bound in another way: the results stay.
//!
//! The harness knows nothing of presets: it lays out what the reflection says.

use super::{
    binding, bounds, buffers, cbuffer, heap_indices, root, sampling, shared, texture_draws, textures, wide,
};
use crate::case::{Case, List};
use dxil2spirv::options::{Preset, RegisterShifts, RootDescriptorPolicy};

/// Cases of bounds and sizes, which root descriptors have not.
const BOUNDS: [&str; 9] = [
    "buffers/byte_address",
    "buffers/byte_address.sm62",
    "buffers/byte_address_store_oob",
    "buffers/copy_unaligned",
    "buffers/dimensions",
    "buffers/structured_oob",
    "buffers/structured_strides",
    "buffers/structured_strides.sm62",
    "cbuffer/out_of_bounds",
];

/// Registers the cases.
pub fn register(list: &mut List) {
    let own_signature: [fn(&mut List); 3] = [binding::register, heap_indices::register, root::register];
    again(list, &own_signature, "mutable", &[], |case| {
        preset(case, Preset::Mutable)
    });
    // Two types of descriptors in one range: no binding can be both.
    let registers: [fn(&mut List); 2] = [binding::register, root::register];
    again(list, &registers, "direct", &["binding/tables"], direct);
    again(list, &own_signature, "inline", &[], |case| budget(case, 0));
    again(list, &own_signature, "partly inline, mutable", &[], |case| {
        preset(budget(case, 20), Preset::Mutable)
    });
    again(
        list,
        &own_signature,
        "root descriptors as descriptors",
        &[],
        descriptors,
    );
    again(
        list,
        &own_signature,
        "root descriptors as descriptors, mutable",
        &[],
        |case| preset(descriptors(case), Preset::Mutable),
    );
    let memory: [fn(&mut List); 4] = [
        buffers::register,
        cbuffer::register,
        wide::register,
        shared::register,
    ];
    again(list, &memory, "root descriptors", &BOUNDS, Case::root_descriptors);
    let without: [fn(&mut List); 6] = [
        buffers::register,
        bounds::register,
        cbuffer::register,
        textures::register,
        sampling::register,
        texture_draws::register,
    ];
    again(list, &without, "tables", &[], Case::tables);
    again(list, &without, "tables, mutable", &[], |case| {
        preset(case.tables(), Preset::Mutable)
    });
}

/// Adds the cases of `topics` but for those named in `without`, changed by `change`.
fn again(list: &mut List, topics: &[fn(&mut List)], how: &str, without: &[&str], change: fn(Case) -> Case) {
    let mut cases = List::default();
    topics.iter().for_each(|register| register(&mut cases));
    list.again(cases, how, without, change);
}

fn preset(case: Case, preset: Preset) -> Case {
    case.options(|options| options.binding.preset = preset)
}

fn budget(case: Case, bytes: u32) -> Case {
    case.options(|options| options.binding.push_constant_budget = bytes)
}

fn descriptors(case: Case) -> Case {
    case.options(|options| options.binding.root_descriptors = RootDescriptorPolicy::Descriptor)
}

/// Under the preset `direct`, with the registers of each class apart.
fn direct(case: Case) -> Case {
    preset(case, Preset::Direct).options(|options| {
        options.binding.shifts = RegisterShifts {
            cbv: 0,
            srv: 100,
            uav: 200,
            sampler: 300,
            set: 0,
        };
    })
}
