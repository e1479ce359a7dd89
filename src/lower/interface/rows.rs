//! Inputs whose rows are in places of their own: what the stage before gives otherwise than this one takes it.
//!
//! In: the plan's rows. Out: a variable for each row that is there. What holds: components that are not there read 0. A
//! row that the shader computes is one of all rows, chosen after their loads.

use super::elements::Shape;
use super::path::Path;
use super::place::{self, Place};
use super::state::RowSlot;
use super::{Lower, MOST_LOCATIONS, Slot};
use crate::binding::InputRow;
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Op, Type, Value};
use crate::shader::{SignatureKind, Stage};
use ::spirv::Decoration;

impl Lower<'_> {
    /// Where the rows of an input are.
    pub(super) fn row_slots(&mut self, signature: SignatureKind, id: u32, rows: &[InputRow]) -> Result<Slot> {
        let element = self.signature_element(signature, id)?;
        let place = place::place_of(&self.module.info, signature, element)?;
        let mut made = Vec::with_capacity(rows.len());
        for (number, row) in (0..).zip(rows) {
            let slot = match (place, row.place) {
                (_, None) => None,
                (Place::Location(_), Some(at)) => {
                    Some(self.location_variable(signature, id, at, Some((number, row.cols)))?)
                }
                (Place::Part(facts), Some(at)) => {
                    Some(self.part_at(signature, id, facts, Some(at.component))?)
                }
                (Place::BuiltIn(facts, _), Some(_)) => {
                    return Err(Error::internal(format!("{:?} in rows", facts.built_in)));
                }
            };
            made.push(RowSlot { slot, cols: row.cols });
        }
        let arrayed = self.arrayed_over(signature, id);
        let known = &mut self.interface.rows;
        let first = known.len() as u32;
        known.extend(made);
        Ok(Slot::Rows {
            first,
            count: rows.len() as u32,
            arrayed,
        })
    }

    /// Refuses inputs of a pixel shader that share a location and are interpolated in several ways: Vulkan has one for a
    /// location. Those of a stage that are linked by register never do.
    pub(in crate::lower) fn check_interpolation(&self) -> Result<()> {
        if self.stage != Stage::Pixel || self.plan.linked.is_none() {
            return Ok(());
        }
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
            let (alone, rows) = match *slot {
                Some(Slot::Rows { first, count, .. }) => {
                    let rows = self.interface.rows.get(first as usize..(first + count) as usize);
                    (None, rows.unwrap_or_default())
                }
                Some(slot) => (Some((slot, element.rows)), &[][..]),
                None => (None, &[][..]),
            };
            let rows = rows.iter().filter_map(|row| Some((row.slot?, 1)));
            alone.into_iter().chain(rows)
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

    /// Ends the lowering of `inst` as a component of an input in rows; `read` takes it from where it is.
    pub(super) fn load_rows(
        &mut self,
        inst: Inst,
        [first, count]: [u32; 2],
        shape: Shape,
        path: &Path,
        read: impl Fn(&mut Self, Value) -> Value,
    ) -> Result<()> {
        let constant = match path.row {
            None => Some(0),
            Some(row) => self.module.const_bits(row),
        };
        let mut found = self.module.null(shape.memory);
        for number in 0..count {
            if constant.is_some_and(|row| row != u64::from(number)) {
                continue;
            }
            let row = self.interface.rows.get((first + number) as usize).copied();
            let Some(RowSlot {
                slot: Some(slot),
                cols,
            }) = row
            else {
                continue;
            };
            if path.column >= cols {
                continue;
            }
            let alone = Path { row: None, ..*path };
            let pointer = self.component_pointer(
                slot,
                Shape {
                    rows: 1,
                    cols,
                    ..shape
                },
                &alone,
            )?;
            let value = read(self, pointer);
            found = match path.row.filter(|_| constant.is_none()) {
                Some(row) => {
                    let number = self.i32(number);
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
