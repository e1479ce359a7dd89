//! Quads of the stages with thread groups: which threads they are, and derivatives in them.
//!
//! From SM 6.6 a quad is 2x2 threads of `SV_GroupThreadID.xy` where the group has even numbers of both, and four
//! consecutive threads of a row otherwise; quad operations and derivatives, those of implicit levels of detail included,
//! go by the same quads. Before, there are no derivatives, and quads are four consecutive lanes.
//!
//! Vulkan has quads of 2x2 threads in a mode of an extension; else four consecutive lanes are a quad, and threads, whose
//! numbers follow the lanes, are told other ids: a group of X x Y threads becomes one of 2X x Y/2, in which threads 0 to 3
//! of a row stand for (0, 0), (1, 0), (0, 1) and (1, 1), the next four for (2, 0) and so on.
//!
//! ```text
//! 4 x 4 threads          as a group of 8 x 2
//!  0  1 |  4  5
//!  2  3 |  6  7           0  1  2  3 | 4  5  6  7
//! -------------           8  9 10 11 |12 13 14 15
//!  8  9 | 12 13
//! 10 11 | 14 15
//! ```
//!
//! Without the extension derivatives are differences between lanes of the quad. Groups that cannot be divided into quads
//! have derivatives of 0, and each thread is a quad by itself; D3D12 leaves them undefined, but shaders have them.
//!
//! Facts: "HLSL Shader Model 6.6", "Derivatives"; SPV_KHR_compute_shader_derivatives.

use super::Lower;
pub use super::steps::Derivatives;
use crate::error::{Error, Result, Warning, WarningKind};
use crate::ir::{Flags, Inst, Op, Type, Value};
use crate::options::{ComputeDerivatives, MaximalReconvergence};
use crate::shader::{ShaderModel, Stage, SystemValue};
use ::spirv::{BuiltIn, ExecutionMode};

/// The first shader model whose quads follow from the shape of the group.
const SHAPED: ShaderModel = ShaderModel { major: 6, minor: 6 };

impl Lower<'_> {
    /// Decides on the quads, before the first instruction.
    pub fn start_quads(&mut self) {
        match self.stage {
            Stage::Pixel => self.ask_whole_quads(),
            Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node => self.shape_quads(),
            _ => {}
        }
    }

    /// Pixel shaders that ask whole quads do so to decide on derivatives for all four.
    fn ask_whole_quads(&mut self) {
        if !self.found.quad_votes {
            return;
        }
        if self.options.quad_control {
            self.execution_mode(ExecutionMode::RequireFullQuadsKHR);
            self.execution_mode(ExecutionMode::QuadDerivativesKHR);
        }
        if self.options.maximal_reconvergence != MaximalReconvergence::Never {
            self.execution_mode(ExecutionMode::MaximallyReconvergesKHR);
        }
    }

    fn shape_quads(&mut self) {
        let (derivatives, reads) = (self.found.derivatives, self.found.quad_reads);
        let shaped = self.module.info.shader_model >= SHAPED;
        if !(derivatives || reads && shaped) {
            return;
        }
        let threads = self.module.info.properties.num_threads.unwrap_or([1, 1, 1]);
        let [x, y, z] = threads;
        let square = x % 2 == 0 && y % 2 == 0;
        if !square && x % 4 != 0 {
            let message = format!("quads in groups of {x} x {y} x {z} threads, which D3D12 does not define");
            self.made.warnings.push(Warning::new(WarningKind::Quads, message));
        }
        let count = u64::from(x) * u64::from(y) * u64::from(z);
        if count % 4 != 0 {
            self.quads.derivatives = Derivatives::Zero;
            return;
        }
        let mesh = matches!(self.stage, Stage::Mesh | Stage::Amplification);
        let device = match mesh && !self.options.mesh_derivatives {
            true => ComputeDerivatives::None,
            false => self.options.compute_derivatives,
        };
        if device == ComputeDerivatives::None {
            self.quads.derivatives = Derivatives::Computed;
        }
        if square && device == ComputeDerivatives::Quads {
            self.execution_mode(ExecutionMode::DerivativeGroupQuadsKHR);
            return;
        }
        if device != ComputeDerivatives::None {
            self.execution_mode(ExecutionMode::DerivativeGroupLinearKHR);
        }
        if square {
            self.quads.moved = Some(threads);
            let size = vec![x.saturating_mul(2), y / 2, z];
            self.module.execution_modes.push((ExecutionMode::LocalSize, size));
        }
    }

    /// The id that D3D12 gives a thread, where threads have other ones in Vulkan; `None` for what is no such id.
    pub fn moved_id(&mut self, value: SystemValue) -> Result<Option<Value>> {
        use SystemValue as S;
        let Some([x, y, z]) = self.quads.moved else {
            return Ok(None);
        };
        let id = match value {
            S::ThreadIdInGroupX => self.moved_x()?,
            S::ThreadIdInGroupY => self.moved_y()?,
            S::FlattenedThreadIdInGroup => {
                let (column, row) = (self.moved_x()?, self.moved_y()?);
                let row = self.mul(row, x);
                let mut index = self.add(column, row);
                if z > 1 {
                    let layer = self.builtin_component(BuiltIn::LocalInvocationId, 2, "SV_GroupThreadID")?;
                    let layer = self.mul(layer, x.saturating_mul(y));
                    index = self.add(index, layer);
                }
                index
            }
            S::ThreadIdX | S::ThreadIdY => {
                let (axis, size) = if value == S::ThreadIdX { (0, x) } else { (1, y) };
                let group = self.builtin_component(BuiltIn::WorkgroupId, axis, "SV_GroupID")?;
                let first = self.mul(group, size);
                let own = if axis == 0 {
                    self.moved_x()?
                } else {
                    self.moved_y()?
                };
                self.add(first, own)
            }
            _ => return Ok(None),
        };
        Ok(Some(id))
    }

    /// Bit 0 of the number in the row, and what is above its bit 1.
    fn moved_x(&mut self) -> Result<Value> {
        let number = self.builtin_component(BuiltIn::LocalInvocationId, 0, "SV_GroupThreadID")?;
        let half = self.shr(number, 1);
        let args = [half, number, self.i32(0), self.i32(1)];
        Ok(self.emit(Op::BitFieldInsert, Flags::NONE, Type::I32, &args))
    }

    /// Bit 1 of the number in the row, below the number of the row.
    fn moved_y(&mut self) -> Result<Value> {
        let number = self.builtin_component(BuiltIn::LocalInvocationId, 0, "SV_GroupThreadID")?;
        let row = self.builtin_component(BuiltIn::LocalInvocationId, 1, "SV_GroupThreadID")?;
        let half = self.shr(number, 1);
        let args = [half, row, self.i32(1), self.i32(31)];
        Ok(self.emit(Op::BitFieldInsert, Flags::NONE, Type::I32, &args))
    }

    /// Lowers the read of a lane of the quad.
    #[inline(never)]
    pub fn quad_read(&mut self, inst: Inst) -> Result<()> {
        let (value, lane) = (self.arg(inst, 0)?, self.arg(inst, 1)?);
        if self.quads.derivatives == Derivatives::Zero {
            self.forward(inst, value);
            return Ok(());
        }
        if let Some(lane) = self.module.const_bits(lane) {
            let lane = self.i32(lane as u32 & 3);
            self.finish(inst, Op::QuadBroadcast, Flags::NONE, &[value, lane], 0);
            return Ok(());
        }
        let own = self.lane_number()?;
        // The two low bits come from the operand.
        let args = [own, lane, self.i32(0), self.i32(2)];
        let lane = self.emit(Op::BitFieldInsert, Flags::NONE, Type::I32, &args);
        self.finish(inst, Op::WaveShuffle, Flags::NONE, &[value, lane], 0);
        Ok(())
    }

    /// Lowers the exchange of values in the quad.
    pub fn quad_swap(&mut self, inst: Inst) -> Result<()> {
        if self.quads.derivatives == Derivatives::Zero {
            let value = self.arg(inst, 0)?;
            self.forward(inst, value);
        } else {
            self.cursor.put(&mut self.func, inst);
        }
        Ok(())
    }

    /// Lowers a question to all lanes of the quad.
    #[inline(never)]
    pub fn quad_vote(&mut self, inst: Inst) -> Result<()> {
        let value = self.arg(inst, 0)?;
        let all = self.func.insts[inst].imm != 0;
        if self.quads.derivatives == Derivatives::Zero {
            self.forward(inst, value);
        } else if self.options.quad_control {
            let op = if all { Op::QuadAll } else { Op::QuadAny };
            self.finish(inst, op, Flags::NONE, &[value], 0);
        } else {
            let op = if all { Op::And } else { Op::Or };
            let across = self.emit_imm(Op::QuadSwap, Flags::NONE, Type::BOOL, &[value], 0);
            let pair = self.emit(op, Flags::NONE, Type::BOOL, &[value, across]);
            let down = self.emit_imm(Op::QuadSwap, Flags::NONE, Type::BOOL, &[pair], 1);
            self.finish(inst, op, Flags::NONE, &[pair, down], 0);
        }
        Ok(())
    }

    /// Lowers a derivative of a value.
    #[inline(never)]
    pub fn derivative(&mut self, inst: Inst) -> Result<()> {
        let data = self.func.insts[inst];
        let value = self.arg(inst, 0)?;
        match self.quads.derivatives {
            Derivatives::Native => self.cursor.put(&mut self.func, inst),
            Derivatives::Zero => {
                let zero = self.module.null(data.ty);
                self.forward(inst, zero);
            }
            Derivatives::Computed => {
                let axis = u32::from(matches!(data.op, Op::DPdyCoarse | Op::DPdyFine));
                let derivative = match data.op {
                    Op::DPdxFine | Op::DPdyFine => self.fine_derivative(value, axis, data.flags)?,
                    _ => self.coarse_derivative(value, axis, data.flags),
                };
                self.forward(inst, derivative);
            }
        }
        Ok(())
    }

    /// The derivatives of an operand in x and y, where Vulkan has no instruction that takes them; of 0 where there are no
    /// quads.
    pub fn gradients(&mut self, value: Value) -> [Value; 2] {
        [0, 1].map(|axis| match self.quads.derivatives {
            Derivatives::Zero => {
                let ty = self.value_ty(value);
                self.module.null(ty)
            }
            _ => self.coarse_derivative(value, axis, Flags::NONE),
        })
    }

    /// The difference in the first row or column of the quad, the same in all its lanes.
    fn coarse_derivative(&mut self, value: Value, axis: u32, flags: Flags) -> Value {
        let ty = self.value_ty(value);
        let lanes = [1 << axis, 0].map(|lane| {
            let lane = self.i32(lane);
            self.emit(Op::QuadBroadcast, Flags::NONE, ty, &[value, lane])
        });
        self.emit(Op::FSub, flags, ty, &lanes)
    }

    /// The difference in the own row or column of the quad.
    fn fine_derivative(&mut self, value: Value, axis: u32, flags: Flags) -> Result<Value> {
        let ty = self.value_ty(value);
        let other = self.emit_imm(Op::QuadSwap, Flags::NONE, ty, &[value], axis);
        let lane = self.lane_number()?;
        let (bit, zero) = (self.i32(1 << axis), self.i32(0));
        let second = self.emit(Op::And, Flags::NONE, Type::I32, &[lane, bit]);
        let second = self.emit(Op::INe, Flags::NONE, Type::BOOL, &[second, zero]);
        let high = self.emit(Op::Select, Flags::NONE, ty, &[second, value, other]);
        let low = self.emit(Op::Select, Flags::NONE, ty, &[second, other, value]);
        Ok(self.emit(Op::FSub, flags, ty, &[high, low]))
    }

    /// The number of the lane in its wave.
    pub fn lane_number(&mut self) -> Result<Value> {
        self.builtin_component(BuiltIn::SubgroupLocalInvocationId, 0, "WaveLaneIndex")
    }

    /// Fails in stages that have no derivatives.
    pub fn need_derivatives(&self, inst: Inst) -> Result<()> {
        if matches!(
            self.stage,
            Stage::Pixel | Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node
        ) {
            return Ok(());
        }
        let op = self.func.insts[inst].op;
        Err(Error::unsupported(format!(
            "{op}, which needs derivatives, in a {:?} shader",
            self.stage
        )))
    }
}
