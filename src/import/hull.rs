//! Hull shaders: two functions of the LLVM module become one.
//!
//! In: the function of the control points and that of the patch constants. Out: one function that every control point
//! runs:
//!
//! ```text
//! control points:  the first function; its returns join here
//! control_points.wait          where the second one reads what the other control points wrote
//! if control point 0:          the second function; its returns join behind it
//! return
//! ```
//!
//! The other control points take no part in the wave operations of the second function, as in D3D12, where it runs once
//! for each patch. A shader without the first function passes its control points through.
//!
//! Facts: "Hull shader representation" of DXC's `docs/DXIL.rst`; the D3D11.3 functional specification, section 10.

use super::Importer;
use super::dispatch::DxCall;
use super::frame::{Hull, Phase};
use crate::bitcode::module as bc;
use crate::error::{Error, Result};
use crate::ir::{Component, Edge, Flags, Op, Terminator, Type, Value};
use crate::shader::{SignatureElement, SignatureKind, Stage, SystemValue};

impl<'a> Importer<'a> {
    /// Imports a hull shader from the function of its control points, if it has one, and that of its patch constants.
    #[cold]
    pub fn run_hull(&mut self, control_points: Option<&'a bc::Body>, patch: &'a bc::Body) -> Result<()> {
        let entry = self.func.add_block();
        self.cursor.block = entry;
        let number = SystemValue::OutputControlPointId as u32;
        let control_point = self.emit_imm(Op::SystemValue, Flags::NONE, Type::I32, &[], number);
        let joined = self.func.add_block();
        let state = |phase| Some(Hull { phase, control_point });
        self.hull = state(Phase::ControlPoints);
        let points = self.entry.properties.hull.as_ref();
        match (
            control_points,
            points.map_or(0, |hull| hull.output_control_points),
        ) {
            // There is no control point to run it for.
            (_, 0) => self.terminate(Terminator::Branch(Edge::to(joined))),
            (Some(body), _) => self.phase(body, entry, joined)?,
            (None, _) => {
                self.pass_through(control_point)?;
                self.terminate(Terminator::Branch(Edge::to(joined)));
            }
        }
        self.hull = state(Phase::PatchConstants);
        let constants = self.func.add_block();
        let after = self.func.add_block();
        self.phase(patch, constants, after)?;
        let waits = self.func.insts.values().any(|data| data.op == Op::LoadOutput);
        self.cursor.block = joined;
        if waits {
            self.emit(Op::WaitControlPoints, Flags::NONE, Type::VOID, &[]);
        }
        let zero = self.module.i32(0);
        let first = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[control_point, zero]);
        self.terminate(Terminator::CondBranch {
            condition: first,
            if_true: Edge::to(constants),
            if_false: Edge::to(after),
        });
        self.cursor.block = after;
        self.terminate(Terminator::Return(None));
        Ok(())
    }

    /// Copies the inputs of a control point to its outputs.
    fn pass_through(&mut self, control_point: Value) -> Result<()> {
        let entry = self.entry;
        let counts = entry.properties.hull.as_ref();
        if counts.is_none_or(|hull| hull.input_control_points != hull.output_control_points) {
            let message = "a hull shader without a function gives other control points than it takes";
            return Err(Error::malformed(message));
        }
        for output in &entry.outputs {
            let input = entry.inputs.iter().find(|input| is_same(input, output));
            let input = input.ok_or_else(|| {
                let name = &output.name;
                Error::malformed(format!(
                    "output {name} of a hull shader without a function is no input"
                ))
            })?;
            let ty = match output.component.is_float() {
                true => Type::F32,
                false => Type::I32,
            };
            for (row, column) in (0..output.rows).flat_map(|row| (0..output.cols).map(move |col| (row, col)))
            {
                self.charge(2)?;
                let [from, to] = [(SignatureKind::Input, input), (SignatureKind::Output, output)].map(
                    |(signature, element)| Component {
                        signature,
                        element: element.id,
                        column,
                    },
                );
                let row = self.module.i32(row);
                let args = [row, control_point];
                let value = self.emit_imm(Op::LoadInput, Flags::NONE, ty, &args, from.imm());
                let args = [row, value, control_point];
                self.emit_imm(Op::StoreOutput, Flags::NONE, Type::VOID, &args, to.imm());
            }
        }
        Ok(())
    }

    /// The number of the control point, for an operation that only its phase has.
    pub fn control_point(&self, call: DxCall<'a>) -> Result<Value> {
        self.in_phase(call, Phase::ControlPoints)?;
        let hull = self.hull.map(|hull| hull.control_point);
        hull.ok_or_else(|| self.outside(call))
    }

    /// An error where a hull shader is in another phase than `phase`.
    pub fn in_phase(&self, call: DxCall<'a>, phase: Phase) -> Result<()> {
        match self.hull {
            Some(hull) if hull.phase != phase => Err(self.outside(call)),
            _ => Ok(()),
        }
    }

    /// What an operation on output control points reads: in a domain shader these are its inputs.
    pub fn control_point_source(&self, call: DxCall<'a>) -> Result<(Op, SignatureKind)> {
        self.in_phase(call, Phase::PatchConstants)?;
        Ok(match self.entry.stage {
            Stage::Hull => (Op::LoadOutput, SignatureKind::Output),
            _ => (Op::LoadInput, SignatureKind::Input),
        })
    }

    #[cold]
    fn outside(&self, call: DxCall<'a>) -> Error {
        let phase = match self.hull.map(|hull| hull.phase) {
            Some(Phase::ControlPoints) => "the control points",
            Some(Phase::PatchConstants) => "the patch constants",
            None => "no phase",
        };
        let stage = self.entry.stage;
        Error::malformed(format!("{} in {phase} of a {stage} shader", call.op))
    }
}

/// Whether an input is what an output passes on.
fn is_same(input: &SignatureElement, output: &SignatureElement) -> bool {
    input.name.eq_ignore_ascii_case(&output.name)
        && input.indices == output.indices
        && input.component == output.component
        && input.rows == output.rows
        && input.cols >= output.cols
}
