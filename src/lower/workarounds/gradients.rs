//! Samples with gradients as samples with a bias.
//!
//! In: a function as `import` leaves it. Out: the same, with samples at a bias where the gradients are scaled derivatives of
//! the coordinates, taken in the same block: elsewhere lanes may be missing, and such samples are why gradients are given at
//! all. What holds: the level of detail stays what it was where one factor scales both directions.
//!
//! ```text
//! %3: f32 = dpdx_coarse %1                        %3: f32 = dpdx_coarse %1
//! ...                                             ...
//! %7: f32 = fmul %3, %0                           %9: f32 = fabs %0
//! %8: ... = sample.grad ..., %1, ..., %7, ...     %10: f32 = log2 %9
//!                                            ->   %8: ... = sample.bias ..., %1, ..., %10, ...
//! ```

use crate::ir::{Builder, Cursor, Flags, Function, Inst, Module, Op, Type, Value};
use crate::options::GradientsAsBias;
use crate::shader::{ResourceId, ResourceKind};
use rustc_hash::FxHashSet;

/// Operands of `sample.grad`.
const COORDINATES: usize = 2;
const GRADIENTS: [usize; 2] = [9, 12];
const CLAMP: usize = 15;

/// Makes a bias of the gradients of `func`'s samples, a function of `module` that has been taken out of it.
#[cold]
pub fn to_bias(module: &mut Module, func: &mut Function, which: GradientsAsBias) {
    let mut here = FxHashSet::default();
    for position in 0..func.layout.len() {
        let block = func.layout[position];
        let is_sample = |&inst: &Inst| func.insts[inst].op == Op::SampleGrad;
        if !func.blocks[block].insts.iter().any(is_sample) {
            continue;
        }
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut cursor = Cursor::at_end(block);
        here.clear();
        for inst in insts {
            if func.insts[inst].op == Op::SampleGrad
                && let Some(factors) = factors(module, func, inst, &here, which)
            {
                cursor.source = func.insts[inst].source;
                with_bias(module, func, &mut cursor, inst, factors);
            } else {
                cursor.put(func, inst);
            }
            here.insert(inst);
        }
    }
}

/// What the derivatives of the coordinates are multiplied by across and down, if a bias can say it.
fn factors(
    module: &Module,
    func: &Function,
    sample: Inst,
    here: &FxHashSet<Inst>,
    which: GradientsAsBias,
) -> Option<[Value; 2]> {
    let args = func.args(sample);
    let handle = func.insts[args.first()?.as_inst()?];
    if !matches!(handle.op, Op::Handle | Op::HeapHandle) {
        return None;
    }
    let count = match module.resources.get(ResourceId(handle.imm))?.kind {
        ResourceKind::Texture1D | ResourceKind::Texture1DArray => 1,
        ResourceKind::Texture2D | ResourceKind::Texture2DArray => 2,
        ResourceKind::Texture3D | ResourceKind::TextureCube | ResourceKind::TextureCubeArray => 3,
        _ => return None,
    };
    let derivatives = [[Op::DPdxCoarse, Op::DPdxFine], [Op::DPdyCoarse, Op::DPdyFine]];
    let mut found = [None; 2];
    for index in 0..count {
        let coordinate = *args.get(COORDINATES + index)?;
        for ((first, ops), factor) in GRADIENTS.into_iter().zip(derivatives).zip(&mut found) {
            let gradient = args
                .get(first + index)?
                .as_inst()
                .filter(|inst| here.contains(inst))?;
            let product = func.insts[gradient];
            if product.op != Op::FMul || product.flags.has(Flags::PRECISE) {
                return None;
            }
            let &[a, b] = func.args(gradient) else {
                return None;
            };
            let is_derivative = |value: Value| {
                value.as_inst().is_some_and(|inst| {
                    ops.contains(&func.insts[inst].op)
                        && here.contains(&inst)
                        && func.args(inst).first() == Some(&coordinate)
                })
            };
            let own = match (is_derivative(a), is_derivative(b)) {
                (true, _) => b,
                (_, true) => a,
                _ => return None,
            };
            if *factor.get_or_insert(own) != own {
                return None;
            }
        }
    }
    let [Some(across), Some(down)] = found else {
        return None;
    };
    (across == down || which == GradientsAsBias::AnyFactors).then_some([across, down])
}

fn with_bias(
    module: &mut Module,
    func: &mut Function,
    cursor: &mut Cursor,
    sample: Inst,
    [across, down]: [Value; 2],
) {
    let mut b = Builder {
        module,
        function: func,
        cursor,
    };
    let mut scale = b.emit(Op::FAbs, Type::F32, &[across]);
    if across != down {
        let down = b.emit(Op::FAbs, Type::F32, &[down]);
        scale = b.emit(Op::NMin, Type::F32, &[scale, down]);
    }
    let bias = b.emit(Op::Log2, Type::F32, &[scale]);
    let mut args: smallvec::SmallVec<[Value; 16]> = func.args(sample).into();
    let clamp = args.get(CLAMP).copied();
    args.truncate(GRADIENTS[0]);
    args.push(bias);
    args.extend(clamp);
    let flags = func.insts[sample].flags;
    cursor.replace(func, sample, Op::SampleBias, flags, &args, 0);
}
