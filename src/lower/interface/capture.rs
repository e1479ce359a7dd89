//! Outputs that transform feedback takes: D3D12's stream output, of the last stage before rasterization.
//!
//! In: the plan's captures. Out: their variables, accessed or not, with buffer, stride and offset. What holds: clip or
//! cull distances, which several elements share a variable of, are taken whole or not at all. SPIR-V has places for whole
//! variables only: of an output that is taken in pieces each piece is one, copied to from a variable that has all of it
//! when a vertex leaves.
//!
//! Facts: Vulkan's chapter "Transform Feedback"; the SPIR-V specification on `XfbBuffer`, `XfbStride`, `Offset`.

use super::place::{self, Place};
use super::state::Piece;
use super::{ElementPlace, Lower, Slot};
use crate::binding::CapturedPiece;
use crate::error::{Error, Result};
use crate::ir::{Cursor, Flags, Global, Op, StorageClass, Terminator, Type, Value};
use crate::shader::{Arrayed, SignatureKind, Stage};
use crate::vulkan::Capture;
use ::spirv::{Decoration, ExecutionMode};
use smallvec::SmallVec;

impl Lower<'_> {
    /// Declares the outputs that are captured.
    #[cold]
    pub(super) fn capture_outputs(&mut self) -> Result<()> {
        let plan = self.plan;
        for (capture, id) in plan.captures.iter().zip(0..) {
            if let Some(capture) = capture {
                self.capture_output(id, *capture)?;
            }
        }
        for pieces in plan.captured_pieces.chunk_by(|a, b| a.element == b.element) {
            self.capture_pieces(pieces)?;
        }
        Ok(())
    }

    /// Declares an output of which transform feedback takes `pieces`, in the order of rows and components: the shader writes
    /// a variable of its own, which is copied to variables for the pieces and for what lies between them.
    fn capture_pieces(&mut self, pieces: &[CapturedPiece]) -> Result<()> {
        let Some(&CapturedPiece { element: id, .. }) = pieces.first() else {
            return Ok(());
        };
        let element = self.signature_element(SignatureKind::Output, id)?;
        let Place::Location(location) = place::place_of(&self.module.info, SignatureKind::Output, element)?
        else {
            let name = &element.name;
            return Err(Error::unsupported(format!(
                "transform feedback of a part of {name}"
            )));
        };
        let own = ElementPlace {
            location,
            component: element.start_col,
            per_primitive: false,
        };
        let (name, rows, cols) = (element.name.clone(), element.rows, element.cols);
        let place = self.plan.place(SignatureKind::Output, id).unwrap_or(own);
        let shape = self.shape(SignatureKind::Output, id)?;
        let mut ty = self.module.types.vector(shape.memory, cols);
        if rows > 1 {
            ty = self.module.types.array(ty, rows);
        }
        let whole = self.module.add_global(name, StorageClass::Private, ty);
        let slot = Slot::Location {
            variable: whole,
            location: place.location,
            component: place.component,
            swizzle: None,
            arrayed: Arrayed::No,
        };
        self.set_slot(SignatureKind::Output, id, slot);
        let mut rest = pieces.iter().copied().peekable();
        for row in 0..rows {
            let mut first = 0;
            while first < cols {
                let next = rest.peek().copied().filter(|piece| piece.row == row);
                let taken = next.filter(|piece| piece.first == first);
                let end = match (taken, next) {
                    (Some(piece), _) => first + piece.count,
                    (None, Some(piece)) => piece.first,
                    (None, None) => cols,
                };
                if taken.is_some() {
                    rest.next();
                }
                if end <= first || end > cols {
                    return Err(Error::internal("pieces of an output that lie over each other"));
                }
                let count = end - first;
                let at = ElementPlace {
                    location: place.location.saturating_add(row),
                    component: place.component + first,
                    ..place
                };
                let slot = self.location_variable(SignatureKind::Output, id, at, Some((row, count)))?;
                let capture = taken.map(|piece| piece.place);
                if let (Some(variable), Some(capture)) = (slot.variable(), capture) {
                    self.decorate_capture(variable, capture);
                }
                self.interface.pieces.push(Piece {
                    element: id,
                    row,
                    first,
                    count,
                    slot,
                    whole,
                    capture,
                });
                first = end;
            }
        }
        Ok(())
    }

    /// Before a vertex of an output stream leaves: copies what the shader wrote to where it is taken from.
    pub(in crate::lower) fn copy_pieces(&mut self, stream: u32) -> Result<()> {
        for index in 0..self.interface.pieces.len() {
            let Some(&piece) = self.interface.pieces.get(index) else {
                continue;
            };
            let element = self.signature_element(SignatureKind::Output, piece.element)?;
            let (of, rows, cols) = (element.stream, element.rows, element.cols);
            let shape = self.shape(SignatureKind::Output, piece.element)?;
            let Some(variable) = piece.slot.variable().filter(|_| of == stream) else {
                continue;
            };
            let mut parts: SmallVec<[Value; 4]> = SmallVec::new();
            for column in piece.first..piece.first + piece.count {
                let mut path: SmallVec<[Value; 2]> = SmallVec::new();
                if rows > 1 {
                    path.push(self.i32(piece.row));
                }
                if cols > 1 {
                    path.push(self.i32(column));
                }
                let pointer = self.chain(piece.whole, &path, shape.memory);
                parts.push(self.emit(Op::Load, Flags::NONE, shape.memory, &[pointer]));
            }
            let value = match *parts {
                [value] => value,
                _ => {
                    let ty = self.module.types.vector(shape.memory, piece.count);
                    self.emit(Op::Construct, Flags::NONE, ty, &parts)
                }
            };
            self.emit(Op::Store, Flags::NONE, Type::VOID, &[variable.into(), value]);
        }
        Ok(())
    }

    /// Copies them where a shader of one vertex ends.
    #[cold]
    pub(in crate::lower) fn finish_pieces(&mut self) -> Result<()> {
        if self.stage == Stage::Geometry {
            return Ok(());
        }
        for position in 0..self.func.layout.len() {
            let Some(&block) = self.func.layout.get(position) else {
                continue;
            };
            if let Terminator::Return(_) = self.func.blocks[block].terminator {
                self.cursor = Cursor::behind(&self.func, block);
                self.copy_pieces(0)?;
            }
        }
        Ok(())
    }

    fn decorate_capture(&mut self, variable: Global, capture: Capture) {
        let Capture {
            buffer,
            stride,
            offset,
        } = capture;
        self.module.decorate(variable, Decoration::XfbBuffer, &[buffer]);
        self.module.decorate(variable, Decoration::XfbStride, &[stride]);
        self.module.decorate(variable, Decoration::Offset, &[offset]);
        self.execution_mode(ExecutionMode::Xfb);
    }

    fn capture_output(&mut self, id: u32, capture: Capture) -> Result<()> {
        let element = self.signature_element(SignatureKind::Output, id)?;
        let (name, count) = (element.name.clone(), element.rows * element.cols);
        let variable = match self.slot(SignatureKind::Output, id)? {
            Slot::Location { variable, .. } | Slot::BuiltIn { variable, .. } => variable,
            Slot::Part { variable, .. } => {
                let ty = self.module.globals[variable].ty;
                let alone = self.module.types.element(ty, count).is_none();
                if !alone {
                    return Err(Error::unsupported(format!(
                        "transform feedback of a part of {name}"
                    )));
                }
                variable
            }
            Slot::Apart { .. } => return Err(Error::internal("an output in several places")),
        };
        self.decorate_capture(variable, capture);
        Ok(())
    }
}
