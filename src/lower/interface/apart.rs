//! Inputs in several places: what the stage before gives otherwise than this one takes it.
//!
//! In: the plan's pieces. Out: a variable for each of them. What holds: components that are not there read 0. A row that
//! the shader computes is one of all rows, chosen after their loads.

use super::elements::Shape;
use super::path::Path;
use super::place::{self, Place};
use super::state::InputPart;
use super::{Lower, MOST_LOCATIONS, Slot};
use crate::binding::InputPiece;
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Op, Type, Value};
use crate::shader::SignatureKind;
use ::spirv::Decoration;
use smallvec::SmallVec;

impl Lower<'_> {
    /// Where an input is that is given as `pieces`.
    pub(super) fn apart(&mut self, signature: SignatureKind, id: u32, pieces: &[InputPiece]) -> Result<Slot> {
        let element = self.signature_element(signature, id)?;
        let place = place::place_of(&self.module.info, signature, element)?;
        let mut made = Vec::with_capacity(pieces.len());
        for &InputPiece {
            row,
            first,
            count,
            place: at,
        } in pieces
        {
            let slot = match place {
                Place::Location(_) => self.location_variable(signature, id, at, Some((row, count)))?,
                Place::Part(facts) => self.part_at(signature, id, facts, Some(at.component))?,
                Place::BuiltIn(facts, _) => {
                    return Err(Error::internal(format!("{:?} in several places", facts.built_in)));
                }
            };
            made.push(InputPart {
                row,
                first,
                count,
                slot,
            });
        }
        let arrayed = self.arrayed_over(signature, id);
        let known = &mut self.interface.parts;
        let first = known.len() as u32;
        known.extend(made);
        Ok(Slot::Apart {
            first,
            count: pieces.len() as u32,
            arrayed,
        })
    }

    /// Refuses inputs of a pixel shader that share a location and are interpolated in several ways: Vulkan has one for a
    /// location. Those of a stage that are linked by register never do.
    #[cold]
    pub(in crate::lower) fn check_interpolation(&self) -> Result<()> {
        let ways = [
            Decoration::Flat,
            Decoration::NoPerspective,
            Decoration::Centroid,
            Decoration::Sample,
            Decoration::PerVertexKHR,
            Decoration::PerPrimitiveEXT,
        ];
        let mut known: Vec<(u32, [bool; 6], &str)> = Vec::new();
        let inputs = &self.module.info.inputs;
        let slots = inputs
            .iter()
            .zip(&self.interface.slots[SignatureKind::Input as usize]);
        let places = slots.flat_map(|(element, slot)| {
            let (alone, parts) = match *slot {
                Some(Slot::Apart { first, count, .. }) => (None, self.interface.parts_of([first, count])),
                Some(slot) => (Some((slot, element.rows)), &[][..]),
                None => (None, &[][..]),
            };
            alone.into_iter().chain(parts.iter().map(|part| (part.slot, 1)))
        });
        for (slot, rows) in places {
            let Slot::Location {
                variable, location, ..
            } = slot
            else {
                continue;
            };
            let variable = &self.module.globals[variable];
            let way = ways.map(|kind| variable.is_decorated(kind));
            for location in (location..location.saturating_add(rows)).take(MOST_LOCATIONS as usize) {
                if let Some((_, _, other)) = known.iter().find(|one| one.0 == location && one.1 != way) {
                    return Err(Error::unsupported(format!(
                        "inputs {other} and {}, both at location {location} and interpolated in several ways (the stage \
                         before can have its outputs apart: option separate_outputs)",
                        variable.name
                    )));
                }
                known.push((location, way, &variable.name));
            }
        }
        Ok(())
    }

    /// Ends the lowering of `inst` as a component of an input in several places, `listed`; `read` takes it from where it is.
    pub(super) fn load_apart(
        &mut self,
        inst: Inst,
        listed: [u32; 2],
        shape: Shape,
        path: &Path,
        read: impl Fn(&mut Self, Value) -> Value,
    ) -> Result<()> {
        let constant = match path.row {
            None => Some(0),
            Some(row) => self.module.const_bits(row),
        };
        let mut found = self.module.null(shape.memory);
        let parts: SmallVec<[InputPart; 4]> = self.interface.parts_of(listed).iter().copied().collect();
        for part in parts {
            let column = path
                .column
                .checked_sub(part.first)
                .filter(|&column| column < part.count);
            let other = constant.is_some_and(|row| row != u64::from(part.row));
            let Some(column) = column.filter(|_| !other) else {
                continue;
            };
            let alone = Path {
                row: None,
                column,
                ..*path
            };
            let shape = Shape {
                rows: 1,
                cols: part.count,
                ..shape
            };
            let pointer = self.component_pointer(part.slot, shape, &alone)?;
            let value = read(self, pointer);
            found = match path.row.filter(|_| constant.is_none()) {
                Some(row) => {
                    let number = self.i32(part.row);
                    let same = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[row, number]);
                    self.emit(Op::Select, Flags::NONE, shape.memory, &[same, value, found])
                }
                None => value,
            };
        }
        self.finish_input(inst, found);
        Ok(())
    }
}
