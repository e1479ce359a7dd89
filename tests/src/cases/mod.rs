//! The execution cases, a file per group of topics of `testdata/shaders`.

use crate::case::List;

pub use draws::{HALF, Triangle};

mod ags_matrices;
mod alu;
mod arrays;
mod big_compute;
mod big_draws;
mod binding;
mod bits;
mod bounds;
mod buffers;
mod c_interface;
mod cbuffer;
mod control_flow;
mod divergent;
mod draws;
mod extensions;
mod feedback;
mod geometry;
mod geometry_primitives;
mod harness;
mod heap;
mod heap_indices;
mod heap_selected;
mod hit_objects;
mod inputs;
mod instrumentation;
mod interlocked;
mod lengths;
mod linalg;
mod linalg_numbers;
mod links;
mod longvec;
mod longvec_sets;
mod math;
mod mesh;
mod misc;
mod multisample;
mod options;
mod partitions;
pub mod patterns;
mod pixel;
pub mod policies;
mod positions;
mod presets;
mod preview;
mod qa;
mod quads;
mod raster;
mod ray_bindings;
mod ray_pipelines;
mod ray_stages;
mod rayquery;
mod root;
mod sample;
mod sampling;
mod scenes;
mod shared;
mod streams;
mod structs;
mod system;
mod tessellation;
mod texture_draws;
mod texture_operations;
mod textures;
mod tracing;
mod vectors;
mod vertex;
mod views;
mod wave;
mod wide;
mod workarounds;
mod workgraphs;

/// All cases.
pub fn all() -> List {
    let mut list = List::default();
    for register in [
        harness::register,
        alu::register,
        wide::register,
        bits::register,
        math::register,
        control_flow::register,
        divergent::register,
        textures::register,
        texture_operations::register,
        shared::register,
        structs::register,
        buffers::register,
        cbuffer::register,
        binding::register,
        heap::register,
        qa::register,
        heap_indices::register,
        heap_selected::register,
        root::register,
        heap_indices::register_policies,
        root::register_policies,
        bounds::register,
        bounds::register_far,
        arrays::register,
        sampling::register,
        interlocked::register,
        big_compute::register,
        vertex::register,
        geometry::register,
        geometry_primitives::register,
        streams::register,
        tessellation::register,
        mesh::register,
        links::register,
        system::register,
        pixel::register,
        multisample::register,
        raster::register,
        texture_draws::register,
        feedback::register,
        big_draws::register,
        misc::register,
        options::register,
        views::register,
        workarounds::register,
        instrumentation::register,
        wave::register,
        partitions::register,
        quads::register,
        sample::register,
        presets::register,
        policies::register,
        vectors::register,
        patterns::register,
        rayquery::register,
        ray_pipelines::register,
        hit_objects::register,
        positions::register,
        extensions::register,
        ags_matrices::register,
        ray_stages::register,
        ray_bindings::register,
        tracing::register,
        workgraphs::register,
        longvec::register,
        lengths::register,
        preview::register,
        linalg::register,
    ] {
        register(&mut list);
    }
    list
}

/// The cases that are named as a shader that is kept compiled at shader model 6.9 too, with this. (Their variants, of other
/// bindings and options, are about what no shader model changes.) With a folder of all shaders, all cases that have any of them.
pub fn at_6_9() -> List {
    let mut list = List::default();
    let every = crate::shaders::all_at_6_9().is_some();
    for (name, case) in all().into_cases() {
        if every {
            let case = case();
            // Quads were others before 6.6.
            if case.is_kept_at_6_9() && !case.tells_the_hash() && !name.starts_with("quads/across.old") {
                list.add(&format!("{name} (6.9)"), move || case.at_6_9());
            }
        } else if crate::shaders::at_6_9(&name).is_some() {
            list.add(&format!("{name} (6.9)"), move || case().at_6_9());
        }
    }
    list
}

/// All cases as the C interface takes them, and its own.
pub fn through_c() -> List {
    let mut list = List::default();
    for (name, case) in all().into_cases() {
        // The interface has no word for this: components behind 2^32 bytes are at the beginning, or where the device has them.
        if name.ends_with("(far: beyond)") {
            continue;
        }
        // Nor for explicit layouts of groupshared memory.
        if name.ends_with("(explicit layout)") {
            continue;
        }
        // The interface knows nothing of the lengths of vectors: the shortest are enough, long ones take long.
        if name.starts_with("lengths/") && !name.split([' ', '_']).any(|part| part == "3") {
            continue;
        }
        list.add(&name, move || case().layer(|_| {}));
    }
    c_interface::register(&mut list);
    list
}
