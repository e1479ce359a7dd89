//! Products that nothing can be made one with, whatever they are decorated with.
//!
//! `NoContraction` says that an operation is not combined with another one to a single operation (SPIR-V, 3.20), so of two that
//! could be combined one needs it. A product whose uses are all sums that have it needs none itself, unless something that has none
//! goes into it. Where nothing is `fast`, as in what DXC makes of vectors for shader model 6.9, that is most products.
//! Sums keep it in any case: they are what drivers look at first.

use crate::entity::EntityId;
use crate::ir::{Flags, Function, Inst, InstData, Op, User, Value, for_each_use};

/// For each instruction of a function: whether something else than a precise sum uses it. Asked about precise products alone.
pub(super) struct Products {
    used_otherwise: Vec<bool>,
    all_precise: bool,
}

impl Products {
    /// Those of `function`, all of whose operations are precise if `all_precise`.
    pub fn new(function: &Function, all_precise: bool) -> Self {
        let mut products = Self {
            used_otherwise: vec![false; function.insts.len()],
            all_precise,
        };
        for_each_use(function, |used, user| {
            let in_sum = matches!(user, User::Inst(user) if products.is_precise_sum(&function.insts[user]));
            if let Some(otherwise) = products.used_otherwise.get_mut(used.index()) {
                *otherwise |= !in_sum;
            }
        });
        products
    }

    fn is_precise_sum(&self, data: &InstData) -> bool {
        matches!(data.op, Op::FAdd | Op::FSub) && self.is_precise(data)
    }

    fn is_precise(&self, data: &InstData) -> bool {
        self.all_precise || data.flags.has(Flags::PRECISE)
    }

    /// Whether the precise product `inst` of `function` can be combined with nothing even if it is not decorated.
    pub fn stand_alone(&self, function: &Function, inst: Inst) -> bool {
        let may_be_combined = |value: &Value| {
            value.as_inst().is_some_and(|operand| {
                let data = &function.insts[operand];
                contractible(data.op) && !self.is_precise(data)
            })
        };
        self.used_otherwise.get(inst.index()) == Some(&false)
            && !function.args(inst).iter().any(may_be_combined)
    }
}

/// Whether `NoContraction` means something on an operation.
pub(super) fn contractible(op: Op) -> bool {
    matches!(
        op,
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::FNeg | Op::Dot | Op::Fma
    )
}

/// Whether an operation on floats that [no decoration](contractible) is for is made one with no other: it takes a float apart, bounds
/// it, or rounds it to an integer.
pub(super) fn stays_as_it_is(op: Op) -> bool {
    matches!(
        op,
        Op::FAbs | Op::NMin | Op::NMax | Op::NClamp | Op::Floor | Op::Ceil | Op::Trunc | Op::RoundEven
    )
}

#[cfg(test)]
mod tests {
    use super::Products;
    use crate::ir::parse::parse_module;
    use crate::ir::{Inst, Op};

    /// Which products of a function that starts with four floats `%0` to `%3` stand alone.
    fn alone(body: &str, all_precise: bool) -> Vec<u32> {
        let loads: String = (0..4).map(|i| format!("%{i}: f32 = load @0\n")).collect();
        let text = format!("global @0 Private f32\nfunction func0 void {{\nbb0:\n{loads}{body}\n}}\n");
        let module = parse_module(&text).unwrap();
        let function = &module.functions[module.entry];
        let products = Products::new(function, all_precise);
        let is_alone =
            |&inst: &Inst| function.insts[inst].op == Op::FMul && products.stand_alone(function, inst);
        function.insts.ids().filter(is_alone).map(|inst| inst.0).collect()
    }

    #[test]
    fn products_of_precise_sums_stand_alone() {
        let sums = "%4: f32 = fmul.precise %0, %1\n%5: f32 = fmul.precise %2, %3\n%6: f32 = fadd.precise %4, %5\n\
                    %7: f32 = fsub.precise %6, %5\nstore @0, %7\nret";
        assert_eq!(alone(sums, false), [4, 5]);
        assert_eq!(alone(&sums.replace(".precise", ""), true), [4, 5]);
    }

    #[test]
    fn other_uses_want_a_decoration() {
        // Of %4 in a sum that may be contracted, of %6 beside a sum, of %8 behind a branch, of %9 by a product.
        let uses = "%4: f32 = fmul.precise %0, %1\n%5: f32 = fadd %4, %2\nstore @0, %5\n\
                    %6: f32 = fmul.precise %0, %2\n%7: f32 = fadd.precise %6, %1\nstore @0, %7\nstore @0, %6\n\
                    %8: f32 = fmul.precise %1, %2\n%9: f32 = fmul.precise %2, %3\n%10: f32 = fmul.precise %9, %0\n\
                    %11: f32 = fadd.precise %10, %8\nstore @0, %11\nbr bb1(%8)\n\
                    bb1(%12: f32):\nstore @0, %12\nret";
        assert_eq!(alone(uses, false), [10]);
    }

    #[test]
    fn what_goes_in_may_not_be_contracted_either() {
        let operand = "%4: f32 = fmul %0, %1\n%5: f32 = fmul.precise %4, %2\n%6: f32 = fadd.precise %5, %3\nstore @0, %6\nret";
        assert!(alone(operand, false).is_empty());
        assert_eq!(alone(operand, true), [5]);
    }
}
