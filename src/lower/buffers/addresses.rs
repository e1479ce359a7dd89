//! Accesses at addresses: what lies together and whose place in a vector is not known is accessed together all the same, as a
//! vector that says of its alignment no more than is known.
//!
//! No bounds are to be kept there (root descriptors have none), and no more is accessed than the shader does. Devices that
//! load and store vectors at any multiple of a word do it at once; the others take them apart.

use super::Start;
use crate::error::{Error, Result};
use crate::ir::{Flags, Inst, Op, StorageClass, Type, Value};
use crate::lower::Lower;
use crate::lower::handles::{Access, Handle};
use smallvec::SmallVec;

/// Components of the largest vector.
const MOST: u32 = 4;

/// Elements that are accessed together, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Number of the first, from the start of the access on.
    pub first: u32,
    /// How many.
    pub len: u32,
    /// Alignment of the first in bytes.
    alignment: u32,
    /// Whether it is as far behind the address as a multiple of the vector's size, which the address need not be.
    as_base: bool,
}

impl Lower<'_> {
    /// Which of the `count` elements of `bits` bits of an access, those that are `wanted`, are accessed together; none where
    /// each is by itself.
    pub fn runs_at_address(
        &self,
        inst: Inst,
        handle: &Handle,
        (count, bits): (u32, u32),
        wanted: impl Fn(u32) -> bool,
    ) -> Result<SmallVec<[Run; 4]>> {
        let mut runs = SmallVec::new();
        let &[_, index, offset, ..] = self.func.args(inst) else {
            return Ok(runs);
        };
        let address = matches!(handle.access, Access::Address(_));
        if !address || count < 2 || !self.options.optimizations.buffer_vectors {
            return Ok(runs);
        }
        let resource = self.resource(handle)?;
        if self.is_coherent(resource) || handle.flags.has(Flags::VOLATILE) {
            return Ok(runs);
        }
        let start = self.low_bits(resource, index, offset);
        let most = self.address_alignment(handle);
        let mut first = 0;
        while first < count {
            let len = (first..count.min(first + MOST))
                .take_while(|&element| wanted(element))
                .count() as u32;
            if len != 0 {
                let behind = start.behind(first * bits / 8);
                let alignment = behind.min(most).max(bits / 8);
                let size = (len * bits / 8).next_power_of_two();
                runs.push(Run {
                    first,
                    len,
                    alignment,
                    as_base: len > 1 && alignment < size && size <= behind,
                });
            }
            first += len.max(1);
        }
        if runs.iter().all(|run| run.len == 1) {
            runs.clear();
        }
        Ok(runs)
    }

    /// A pointer to the elements of `run`, of `bits` bits, and its alignment.
    fn run_pointer(&mut self, handle: &Handle, start: &Start, run: Run, bits: u32) -> Result<(Value, u32)> {
        let index = self.element_at(start, run.first);
        let (pointer, alignment) = self.element_pointer(handle, index, bits)?;
        if run.len == 1 {
            return Ok((pointer, alignment));
        }
        let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
        let vector = self.module.types.vector(element, run.len);
        let class = StorageClass::PhysicalStorageBuffer;
        let ty = self.module.types.pointer(class, vector);
        self.assumes(handle, run.alignment);
        let flags = match run.as_base {
            true => Flags::AS_BASE,
            false => Flags::NONE,
        };
        Ok((self.emit(Op::Bitcast, flags, ty, &[pointer]), run.alignment))
    }

    /// The elements of `run`.
    pub fn load_run(
        &mut self,
        handle: &Handle,
        start: &Start,
        run: Run,
        bits: u32,
    ) -> Result<SmallVec<[Value; 4]>> {
        let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
        let (pointer, alignment) = self.run_pointer(handle, start, run, bits)?;
        let ty = match run.len {
            1 => element,
            len => self.module.types.vector(element, len),
        };
        let loaded = self.emit_imm(Op::Load, handle.flags, ty, &[pointer], alignment);
        if run.len == 1 {
            return Ok(smallvec::smallvec![loaded]);
        }
        let parts = 0..run.len;
        Ok(parts
            .map(|part| self.emit_imm(Op::Extract, Flags::NONE, element, &[loaded], part))
            .collect())
    }

    /// Stores `values`, integers of `bits` bits, as the elements of `run`.
    pub fn store_run(
        &mut self,
        handle: &Handle,
        start: &Start,
        run: Run,
        (values, bits): (&[Value], u32),
    ) -> Result<()> {
        let (pointer, alignment) = self.run_pointer(handle, start, run, bits)?;
        let value = match *values {
            [value] => value,
            _ => {
                let element = Type::int(bits).ok_or_else(|| Error::internal("buffer element width"))?;
                let ty = self.module.types.vector(element, run.len);
                self.emit(Op::Construct, Flags::NONE, ty, values)
            }
        };
        let args = [pointer, value];
        self.emit_imm(Op::Store, handle.flags, Type::VOID, &args, alignment);
        Ok(())
    }
}
