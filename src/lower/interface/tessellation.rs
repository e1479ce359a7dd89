//! Hull and domain shaders: the patches that come in and go out, as execution modes, and the barrier between the phases
//! of a hull shader.
//!
//! In: the state of the shader's properties. Out: modes. What holds: the hull shader, which knows all of it in D3D12,
//! says how patches are divided; the domain shader repeats the domain.
//!
//! Facts: the D3D11.3 functional specification, sections 10 to 12; Vulkan's chapter "Tessellation", whose domain has its
//! origin at the upper left by default, as D3D12's has; the SPIR-V specification on `OpControlBarrier`.

use super::Lower;
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, Type};
use ::spirv::{ExecutionMode, MemorySemantics, Scope};

/// Most control points of a patch.
const MOST_CONTROL_POINTS: u32 = 32;

impl Lower<'_> {
    /// Lists what a hull shader gives, and how its patches are divided.
    #[cold]
    pub(super) fn hull_modes(&mut self) -> Result<()> {
        let Some(hull) = self.module.info.properties.hull.clone() else {
            return Err(Error::malformed("a hull shader without its state"));
        };
        let (input, output) = (hull.input_control_points, hull.output_control_points);
        if input.max(output) > MOST_CONTROL_POINTS {
            let message = format!("a hull shader from {input} to {output} control points");
            return Err(Error::malformed(message));
        }
        let domain = domain(hull.domain)?;
        let spacing = match hull.partitioning {
            // HLSL rounds the factors of the second to powers of two by itself.
            1 | 2 => ExecutionMode::SpacingEqual,
            3 => ExecutionMode::SpacingFractionalOdd,
            4 => ExecutionMode::SpacingFractionalEven,
            number => {
                let message = format!("a hull shader of partitioning {number}");
                return Err(Error::malformed(message));
            }
        };
        let (order, points) = match hull.output_primitive {
            1 => (ExecutionMode::VertexOrderCw, true),
            2 | 3 => (ExecutionMode::VertexOrderCw, false),
            4 => (ExecutionMode::VertexOrderCcw, false),
            number => {
                let message = format!("a hull shader of output primitive {number}");
                return Err(Error::malformed(message));
            }
        };
        // Lines are what isolines give, and nothing else gives them.
        if hull.output_primitive != 1 && (hull.output_primitive == 2) != (domain == ExecutionMode::Isolines) {
            let message = format!(
                "a hull shader of domain {} to output primitive {}",
                hull.domain, hull.output_primitive
            );
            return Err(Error::malformed(message));
        }
        for mode in [domain, spacing, order] {
            self.execution_mode(mode);
        }
        if points {
            self.execution_mode(ExecutionMode::PointMode);
        }
        // One that gives only patch constants has none, which Vulkan does not allow.
        self.module
            .execution_modes
            .push((ExecutionMode::OutputVertices, vec![output.max(1)]));
        Ok(())
    }

    /// Lists what a domain shader takes.
    pub(super) fn domain_modes(&mut self) -> Result<()> {
        let Some([kind, points]) = self.module.info.properties.domain else {
            return Err(Error::malformed("a domain shader without its state"));
        };
        if points > MOST_CONTROL_POINTS {
            let message = format!("a domain shader of {points} control points");
            return Err(Error::malformed(message));
        }
        let domain = domain(kind)?;
        self.execution_mode(domain);
        Ok(())
    }

    /// Lowers the wait for all control points. In a hull shader the barrier makes outputs visible by itself, whatever
    /// its semantics; those of output memory are the Vulkan memory model's alone.
    pub(in crate::lower) fn wait_control_points(&mut self) {
        let execution = self.i32(Scope::Workgroup as u32);
        let memory = self.i32(Scope::Invocation as u32);
        let semantics = self.i32(MemorySemantics::RELAXED.bits());
        self.emit(
            Op::ControlBarrier,
            Flags::NONE,
            Type::VOID,
            &[execution, memory, semantics],
        );
    }
}

/// The mode of a domain, by its number in DXIL.
fn domain(number: u32) -> Result<ExecutionMode> {
    Ok(match number {
        1 => ExecutionMode::Isolines,
        2 => ExecutionMode::Triangles,
        3 => ExecutionMode::Quads,
        _ => return Err(Error::malformed(format!("a patch of domain {number}"))),
    })
}
