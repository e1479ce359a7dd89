//! Execution cases: shaders, resources by register, the work, and what the resources hold afterwards.
//!
//! All of it is plain data in D3D12's words; [`gpu`](crate::gpu) gives it to a device. A compute case reads
//!
//! ```
//! use dxil2spirv_tests::case::compute;
//! let input: Vec<u32> = (0..64).collect();
//! let expected: Vec<u32> = input.iter().map(|x| x + 1).collect();
//! let case = compute("topic/name").raw("t0", input).output("u0,space1", expected).groups(1, 1, 1);
//! # let _ = case;
//! ```
//!
//! `t5,heap` is the descriptor at index 5 of the heap that a shader of SM 6.6 indexes by itself, an SRV here; `s5,heap`
//! is one in the sampler heap.

mod builder;
mod draw;
mod graph;
mod heap;
mod register;
mod resource;
mod scene;
mod tracing;
mod want;

pub use builder::{
    Case, Expectation, HEAP_SIZE, Need, Signature, Source, Work, bfloat16_matrices, compute,
    cooperative_matrices, cooperative_vectors, draw, float8_matrices, group_matrices, pipeline, untouched,
};
pub use draw::{DepthStencil, Draw, PixelCheck, Target, VertexInput};
pub use graph::{Arrival, Graph, GraphInput, graph};
pub use heap::{HeapInfo, QA_COOKIE, QA_TIMESTAMP, TABLE_STEP, table_start};
pub use register::Register;
pub use resource::{Buffer, Dimension, Resource, Sampler, Texel, Texture};
pub use scene::{Geometry, IDENTITY, Instance, Primitives, Scene, Transform, apply, instance_flag, moved};
pub use tracing::{Argument, HitGroup, Row, Shaders, Table, Tracing, address, table, tracing, words};
pub use want::{Bytes, Element, Tolerance, Want, Wants, any, near, near_abs, one_of, within};

/// What buffers hold after the work, by register.
pub type Contents = std::collections::BTreeMap<Register, Vec<u8>>;

/// The cases that a run may choose from, each made when it runs.
#[derive(Default)]
pub struct List {
    cases: Vec<(String, Box<dyn FnOnce() -> Case + Send>)>,
}

impl List {
    /// Adds the case `name`.
    pub fn add(&mut self, name: &str, case: impl FnOnce() -> Case + Send + 'static) {
        self.cases.push((name.to_owned(), Box::new(case)));
    }

    /// Adds a case for the shader `name` and one for each of its variants (`name.od` and so on), all made by `case`,
    /// which is told the shader's full name.
    pub fn each(&mut self, name: &str, variants: &[&str], case: fn(&str) -> Case) {
        let names = std::iter::once(name.to_owned()).chain(variants.iter().map(|v| format!("{name}.{v}")));
        for full in names {
            let shader = full.clone();
            self.cases.push((full, Box::new(move || case(&shader))));
        }
    }

    /// Adds all cases of `other` but those named in `without`, changed.
    pub fn again(
        &mut self,
        other: List,
        policy: &str,
        without: &[&str],
        change: impl Fn(Case) -> Case + Copy + Send + 'static,
    ) {
        for (name, case) in other.cases {
            if !without.contains(&name.as_str()) {
                let case = move || change(case());
                self.cases.push((format!("{name} ({policy})"), Box::new(case)));
            }
        }
    }

    /// The cases whose names begin with one of these.
    #[must_use]
    pub fn beginning_with(mut self, beginnings: &[&str]) -> Self {
        let kept = |name: &str| beginnings.iter().any(|beginning| name.starts_with(beginning));
        self.cases.retain(|(name, _)| kept(name));
        self
    }

    /// Names and makers, in the order of addition.
    pub fn into_cases(self) -> Vec<(String, Box<dyn FnOnce() -> Case + Send>)> {
        self.cases
    }
}
