//! Numbers of vectors from offsets.

use crate::analysis::multiples::Multiples;
use crate::ir::{Builder, Op, Value};

/// `offset / size`, where `size` is a power of two: the same value for all offsets into one vector, as far as what the last
/// addition adds to it leads no further than into that vector. `offset` is as `multiples` knows it, `resolve` gives what
/// stands for it now.
pub fn vector_number(
    b: &mut Builder<'_>,
    multiples: &Multiples,
    resolve: impl Fn(Value) -> Value,
    offset: Value,
    size: u32,
) -> Value {
    let (mut value, mut more) = (offset, 0);
    if let Some(inst) = offset.as_inst()
        && let &[x, y] = b.function.args(inst)
    {
        let (base, constant) = match (b.module.const_bits(x), b.module.const_bits(y)) {
            (_, Some(constant)) => (x, constant as u32),
            (Some(constant), _) => (y, constant as u32),
            _ => (x, 0),
        };
        let within = multiples.of(b.module, base).remainder(size);
        let low = constant % size;
        let stays = match b.function.insts[inst].op {
            Op::IAdd => within.is_some_and(|within| within + low < size),
            Op::Or => constant < size,
            _ => false,
        };
        if low != 0 && stays {
            (value, more) = (base, constant - low);
        }
    }
    let more = b.i32(more);
    let value = b.add(resolve(value), more);
    b.shr(value, size.trailing_zeros())
}
