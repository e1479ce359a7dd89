//! Geometry shaders: the primitives that come in and go out, as execution modes.
//!
//! In: the state of the shader's properties. Out: modes. What holds: outputs hold nothing after a vertex was emitted,
//! in D3D12 as in Vulkan; D3D12's outputs are strips, and what else a shader gives is a strip that it cuts. Vulkan has patches
//! for tessellation alone; those of as many control points as another primitive has vertices are such primitives here, and the
//! pipeline's topology is their list, whose vertices are taken in the same order.
//!
//! Facts: the D3D11.3 functional specification, section 13; numbers are those of `D3D_PRIMITIVE` and
//! `D3D_PRIMITIVE_TOPOLOGY`.

use super::Lower;
use crate::error::{Error, Result, Warning, WarningKind};
use crate::options::NO_RASTERIZED_STREAM;
use crate::shader::SemanticKind;
use ::spirv::ExecutionMode;

/// Most vertices of an invocation, and most invocations: limits of D3D12.
const MOST_VERTICES: u32 = 1024;
const MOST_INSTANCES: u32 = 32;

/// Patches of this many control points.
const PATCH_1: u32 = 8;
const PATCH_2: u32 = 9;
const PATCH_3: u32 = 10;
const PATCH_4: u32 = 11;
const PATCH_6: u32 = 13;

impl Lower<'_> {
    /// The number that an output stream has in the module: where the device rasterizes the first alone, the one that is
    /// rasterized is that.
    pub(in crate::lower) fn vulkan_stream(&self, stream: u32) -> u32 {
        let rasterized = self.module.info.rasterized_stream();
        match stream {
            _ if self.options.stream_select || rasterized == NO_RASTERIZED_STREAM => stream,
            0 => rasterized,
            _ if stream == rasterized => 0,
            _ => stream,
        }
    }

    /// Lists what the shader takes and gives.
    #[cold]
    pub(super) fn geometry_modes(&mut self) -> Result<()> {
        let mut outputs = self.module.info.outputs.iter();
        if outputs.any(|element| element.kind == SemanticKind::IsFrontFace) {
            let message = "SV_IsFrontFace of a geometry shader is an ordinary output here: pixel shaders that are not linked to it \
                           (inputs_from) have what the rasterizer finds";
            let warning = Warning::new(WarningKind::NoEquivalent, message);
            self.made.warnings.push(warning);
        }
        let Some([input, vertices, streams, output, instances]) = self.module.info.properties.geometry else {
            return Err(Error::malformed("a geometry shader without its state"));
        };
        let input = match input {
            1 | PATCH_1 => ExecutionMode::InputPoints,
            2 | PATCH_2 => ExecutionMode::InputLines,
            3 | PATCH_3 => ExecutionMode::Triangles,
            6 | PATCH_4 => ExecutionMode::InputLinesAdjacency,
            7 | PATCH_6 => ExecutionMode::InputTrianglesAdjacency,
            // DXC makes it of an entry point without such a parameter. Vulkan wants one named, and the pipeline to have it.
            0 => {
                let message = "the geometry shader takes no primitive: its module takes points, which the pipeline must have";
                let warning = Warning::new(WarningKind::NoEquivalent, message);
                self.made.warnings.push(warning);
                ExecutionMode::InputPoints
            }
            8..=39 => {
                let message = format!(
                    "a geometry shader of patches of {} control points, which no primitive of Vulkan has",
                    input - 7
                );
                return Err(Error::unsupported(message));
            }
            _ => {
                return Err(Error::malformed(format!(
                    "a geometry shader of primitives {input}"
                )));
            }
        };
        let output = match output {
            1 => ExecutionMode::OutputPoints,
            3 => ExecutionMode::OutputLineStrip,
            5 => ExecutionMode::OutputTriangleStrip,
            // Of one that gives nothing.
            0 => ExecutionMode::OutputPoints,
            _ => {
                return Err(Error::malformed(format!(
                    "a geometry shader to topology {output}"
                )));
            }
        };
        if self.module.info.several_streams() && output != ExecutionMode::OutputPoints {
            let message = format!("output streams {streams:#x} of other primitives than points");
            return Err(Error::malformed(message));
        }
        if vertices > MOST_VERTICES || !(1..=MOST_INSTANCES).contains(&instances) {
            let message =
                format!("a geometry shader of {instances} instances, each up to {vertices} vertices");
            return Err(Error::malformed(message));
        }
        self.execution_mode(input);
        self.module
            .execution_modes
            .push((ExecutionMode::Invocations, vec![instances]));
        self.execution_mode(output);
        // One that gives nothing says 0, which Vulkan does not allow.
        self.module
            .execution_modes
            .push((ExecutionMode::OutputVertices, vec![vertices.max(1)]));
        Ok(())
    }
}
