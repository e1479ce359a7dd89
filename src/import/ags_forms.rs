//! Which of AMD's matrices of waves stay the device's between calls.
//!
//! In: a function that is about to be imported. Out: for each call on matrices, which of its operands and whether its result are the
//! device's, and where words of these are wanted in lanes, which [`matrix_forms`](super::matrix_forms) finds as it does for the
//! matrices of linear algebra.
//!
//! Shaders see eight words in each lane. A matrix is known again where these words come together as one call gave them, or as phis
//! of one block choose them, and is called by its first word:
//!
//! ```text
//! %a0 .. %a3 = load                  a matrix of halves, %a0
//! bb2: %s0 .. %s7 = phi ..           sums, %s0: zeros, or %t0
//!      %t0 .. %t7 = product %a0 .. %a3, %b0 .. %b3, %s0 .. %s7
//! ```
//!
//! What else has one of the words wants them as such, where it stands.

use super::Importer;
use super::ags::Address;
use super::ags_matrices::{self as calls, A, B, ONLY, Purpose, SUMS};
use super::ags_types::Fragment;
use super::calls_of_vendors::FRAGMENT_WORDS;
use super::forms::{CallForm, Forms};
use super::matrix_forms::{Origin, Webs};
use super::matrix_types::{Component, Tiled};
use crate::bitcode::module as bc;
use crate::dxil::ops::{DxOp, view};
use crate::error::Result;
use rustc_hash::{FxHashMap, FxHashSet};

/// The function that parts of calls call.
const EXCHANGE: &str = "dx.op.atomicCompareExchange.i32";

/// Words of a matrix, as far as they are known.
type Ids = [Option<bc::ValueId>; FRAGMENT_WORDS];

/// A call that is read.
struct Call {
    opcode: u32,
    /// The constant of the part that has it run, and of that part's first operand.
    data: u32,
    first: Option<u32>,
    /// That part's result.
    run: bc::ValueId,
    operands: [Ids; 4],
    results: Ids,
    /// The blocks in which it begins and runs.
    begins: u32,
    block: u32,
}

impl Call {
    /// What it makes, if that is a matrix.
    fn result(&self) -> Option<Fragment> {
        match self.opcode {
            calls::MULTIPLY => calls::product(self.data).map(|[.., sums]| sums),
            calls::COPY => Fragment::read(self.first?),
            calls::LOAD
            | calls::LOAD_ADDRESS
            | calls::LOAD_SHARED
            | calls::SET_ELEMENT
            | calls::FILL
            | calls::ELEMENT_WISE => Fragment::read(self.data),
            _ => None,
        }
    }

    /// What an operand is.
    fn operand(&self, which: usize) -> Option<Fragment> {
        match (self.opcode, which) {
            (calls::MULTIPLY, A | B | SUMS) => {
                let of = calls::product(self.data)?;
                of.get(which - A).copied()
            }
            (calls::ELEMENT_WISE, A | B) => Fragment::read(self.data),
            (calls::MULTIPLY | calls::ELEMENT_WISE, _) => None,
            (_, ONLY) => Fragment::read(self.data),
            _ => None,
        }
    }

    fn stores(&self) -> bool {
        matches!(
            self.opcode,
            calls::STORE | calls::STORE_ADDRESS | calls::STORE_SHARED
        )
    }
}

/// Phis of one block that choose the words of a matrix.
struct Phi {
    of: Fragment,
    words: Ids,
    block: u32,
    /// What they take, by its first word, and from which block; none if that is no matrix.
    taken: Option<Vec<(bc::ValueId, u32)>>,
}

impl Phi {
    fn key(&self) -> Option<bc::ValueId> {
        self.words[ONLY]
    }
}

/// What a value is a word of.
#[derive(Clone, Copy)]
enum Owner {
    Nothing,
    /// Of a call's result: which call, and which word.
    Call(u32, u8),
    /// Of a matrix that phis choose.
    Phi(u32),
}

/// The calls of a function.
struct Calls<'b> {
    llvm: &'b bc::Module,
    body: &'b bc::Body,
    list: Vec<Call>,
    /// What the function's values are words of.
    owners: Vec<Owner>,
    /// Whether an instruction hands in words.
    hand_in: Vec<bool>,
    /// Blocks with parts of calls.
    blocks: FxHashSet<u32>,
    /// What compares and exchanges in buffers.
    exchange: Option<bc::FuncId>,
    phis: Vec<Phi>,
}

/// An integer constant.
fn constant(llvm: &bc::Module, body: &bc::Body, id: bc::ValueId) -> Option<u32> {
    body.value(llvm, id)?.int().map(|value| value as u32)
}

impl<'b> Calls<'b> {
    /// Reads the calls of a function; none if it has none, or such that the import refuses.
    fn read(llvm: &'b bc::Module, body: &'b bc::Body, order: &[u32]) -> Option<Self> {
        let mut functions = llvm.functions.iter();
        let exchange = functions.find(|(_, function)| llvm.text(function.name) == EXCHANGE);
        let mut calls = Self {
            exchange: exchange.map(|(id, _)| id),
            llvm,
            body,
            list: Vec::new(),
            owners: vec![Owner::Nothing; body.values.len()],
            hand_in: vec![false; body.insts.len()],
            blocks: FxHashSet::default(),
            phis: Vec::new(),
        };
        let mut open = None;
        for &block in order {
            let range = body.blocks.get(block as usize).cloned().unwrap_or_default();
            for (index, inst) in range.zip(body.block(block as usize)) {
                calls.part((block, index), inst, &mut open)?;
            }
        }
        (!calls.list.is_empty() && open.is_none()).then_some(calls)
    }

    /// Reads what may be a part of a call; none if it is one that the import refuses.
    fn part(&mut self, (block, index): (u32, u32), inst: &bc::Inst, open: &mut Option<Call>) -> Option<()> {
        let bc::InstKind::Call { callee, args, .. } = inst.kind else {
            return Some(());
        };
        if Some(callee) != self.exchange {
            return Some(());
        }
        let args = args.of(&self.body.operands);
        // What is wrong with a call is said where it is imported.
        let op = crate::dxil::call::operation(self.llvm, self.body, callee, args).ok()?;
        if op != Some(DxOp::AtomicCompareExchange) {
            return None;
        }
        let part = view::AtomicCompareExchange::read(args).ok()?;
        let address = constant(self.llvm, self.body, part.coord[0]).and_then(Address::read);
        let Some(address) = address.filter(|address| address.is_of_matrices()) else {
            return Some(());
        };
        let id = inst.result?;
        let begun = |opcode| Call {
            opcode,
            data: 0,
            first: None,
            run: id,
            operands: [Ids::default(); 4],
            results: Ids::default(),
            begins: block,
            block,
        };
        let Address { opcode, data, phase } = address;
        let (low, half, which) = (data & 15, data >> 4 & 15, data >> 8);
        self.blocks.insert(block);
        match Purpose::of(opcode, phase)? {
            Purpose::Place => *open = open.is_none().then(|| begun(opcode)),
            Purpose::Operands(_) => {
                let call = open.get_or_insert_with(|| begun(opcode));
                let at = (4 * half + 2 * low) as usize;
                let words = call.operands.get_mut(which as usize)?.get_mut(at..at + 2)?;
                words.copy_from_slice(&[Some(part.compare_value), Some(part.new_value)]);
                *self.hand_in.get_mut(index as usize)? = true;
            }
            Purpose::Run => {
                let call = open.take().unwrap_or_else(|| begun(opcode));
                (call.opcode == opcode).then_some(())?;
                self.list.push(Call {
                    data,
                    first: constant(self.llvm, self.body, part.compare_value),
                    run: id,
                    block,
                    ..call
                });
            }
            Purpose::Result => {
                let number = self.list.len().checked_sub(1)?;
                let call = self.list.get_mut(number).filter(|call| call.opcode == opcode)?;
                let word = (4 * half + low) as u8;
                *call.results.get_mut(word as usize)? = Some(id);
                *self.owner_mut(id)? = Owner::Call(number as u32, word);
            }
        }
        Some(())
    }

    /// What a value is a word of.
    fn owner(&self, id: bc::ValueId) -> Owner {
        let number = id.0.checked_sub(self.body.first_value);
        let owner = number.and_then(|number| self.owners.get(number as usize));
        owner.copied().unwrap_or(Owner::Nothing)
    }

    fn owner_mut(&mut self, id: bc::ValueId) -> Option<&mut Owner> {
        let number = id.0.checked_sub(self.body.first_value)?;
        self.owners.get_mut(number as usize)
    }

    /// The phi that a value is: its block, and what it takes from which.
    fn phi(&self, id: bc::ValueId) -> Option<(u32, &'b [bc::ValueId], &'b [u64])> {
        let bc::ValueKind::Inst(index) = self.body.value(self.llvm, id)?.kind else {
            return None;
        };
        let inst = self.body.insts.get(index as usize)?;
        let bc::InstKind::Phi { values, blocks } = inst.kind else {
            return None;
        };
        let block = self.body.blocks.partition_point(|range| range.end <= index);
        let (values, blocks) = (values.of(&self.body.operands), blocks.of(&self.body.words));
        Some((block as u32, values, blocks))
    }

    /// The matrix that words are, by the first of them.
    fn matrix(&mut self, ids: &Ids, of: Fragment) -> Option<bc::ValueId> {
        let of = Fragment {
            by_columns: false,
            ..of
        };
        let words = ids.get(..of.words() as usize)?;
        let first = (*words.first()?)?;
        match self.owner(first) {
            Owner::Call(number, 0) => {
                let call = self.list.get(number as usize)?;
                let made = Fragment {
                    by_columns: false,
                    ..call.result()?
                };
                let same = |(at, id): (usize, &Option<bc::ValueId>)| {
                    let owner = id.map_or(Owner::Nothing, |id| self.owner(id));
                    matches!(owner, Owner::Call(of, word) if of == number && usize::from(word) == at)
                };
                let all = made == of && words.iter().enumerate().all(same);
                return call.results[ONLY].filter(|_| all);
            }
            Owner::Phi(known) => {
                let phi = self.phis.get(known as usize)?;
                let all = phi.of == of && phi.words.get(..words.len()) == Some(words);
                return phi.key().filter(|_| all);
            }
            Owner::Call(..) | Owner::Nothing => {}
        }
        let (block, ..) = self.phi(first)?;
        let mut all = Ids::default();
        for (to, &id) in all.iter_mut().zip(words) {
            let (other, ..) = self.phi(id?)?;
            if other != block || matches!(self.owner(id?), Owner::Phi(_)) {
                return None;
            }
            *to = id;
        }
        let number = self.phis.len() as u32;
        for &id in all.iter().flatten() {
            *self.owner_mut(id)? = Owner::Phi(number);
        }
        self.phis.push(Phi {
            of,
            words: all,
            block,
            taken: None,
        });
        Some(first)
    }

    /// What the phis of a matrix take; none if some of it is no matrix.
    fn taken(&mut self, number: usize) -> Option<Vec<(bc::ValueId, u32)>> {
        let Phi { of, words, .. } = *self.phis.get(number)?;
        let (_, _, blocks) = self.phi(words[ONLY]?)?;
        let mut taken = Vec::new();
        for &from in blocks {
            let mut ids = Ids::default();
            for (to, &word) in ids.iter_mut().zip(&words).take(of.words() as usize) {
                let (_, values, blocks) = self.phi(word?)?;
                let at = blocks.iter().position(|&block| block == from)?;
                *to = values.get(at).copied();
            }
            let zero = |id: &&bc::ValueId| constant(self.llvm, self.body, **id) == Some(0);
            let undefined = |id: &bc::ValueId| {
                let kind = self.body.value(self.llvm, *id).map(|value| &value.kind);
                matches!(kind, Some(bc::ValueKind::Constant(bc::Constant::Undef)))
            };
            let mut words = ids.iter().flatten();
            let id = match words.clone().all(|id| zero(&id) || undefined(id)) {
                // What is not defined may be 0 as well.
                true => words.find(zero).copied().or(ids[ONLY])?,
                false => self.matrix(&ids, of)?,
            };
            taken.push((id, from as u32));
        }
        Some(taken)
    }

    /// The matrix that a value is a word of. Words beyond its elements are 0 in any form.
    fn matrix_of(&self, id: bc::ValueId) -> Option<bc::ValueId> {
        match self.owner(id) {
            Owner::Nothing => None,
            Owner::Call(number, at) => {
                let call = self.list.get(number as usize)?;
                let has = call.result().is_some_and(|of| u32::from(at) < of.words());
                call.results[ONLY].filter(|_| has)
            }
            Owner::Phi(number) => self.phis.get(number as usize)?.key(),
        }
    }

    /// Whether a value is a word that phis choose of matrices.
    fn is_chosen(&self, id: bc::ValueId) -> bool {
        let Owner::Phi(number) = self.owner(id) else {
            return false;
        };
        let phi = self.phis.get(number as usize);
        phi.is_some_and(|phi| phi.taken.is_some())
    }

    /// Notes what wants words of matrices.
    fn uses(&self, order: &[u32], webs: &mut Webs) {
        for &block in order {
            let range = self.body.blocks.get(block as usize).cloned().unwrap_or_default();
            for (index, inst) in range.zip(self.body.block(block as usize)) {
                let chosen = inst.result.is_some_and(|id| self.is_chosen(id));
                if chosen || self.hand_in.get(index as usize) == Some(&true) {
                    continue;
                }
                each_value(self.body, inst, block, |id, block| {
                    if let Some(owner) = self.matrix_of(id) {
                        webs.want_shares(owner, block);
                    }
                });
            }
        }
    }
}

/// Calls `f` with each value that an instruction takes, and the block where it does.
fn each_value(body: &bc::Body, inst: &bc::Inst, block: u32, mut f: impl FnMut(bc::ValueId, u32)) {
    use bc::InstKind as Kind;
    let mut all = |ids: &[bc::ValueId]| ids.iter().for_each(|&id| f(id, block));
    match inst.kind {
        Kind::Phi { values, blocks } => {
            let from = blocks.of(&body.words);
            for (&id, &from) in values.of(&body.operands).iter().zip(from) {
                f(id, from as u32);
            }
        }
        Kind::Binary { lhs, rhs, .. } | Kind::Compare { lhs, rhs, .. } => all(&[lhs, rhs]),
        Kind::Cast { value, .. } | Kind::Switch { value, .. } => all(&[value]),
        Kind::Select {
            condition,
            if_true,
            if_false,
        } => all(&[condition, if_true, if_false]),
        Kind::ExtractValue { aggregate, .. } => all(&[aggregate]),
        Kind::InsertValue { aggregate, value, .. } => all(&[aggregate, value]),
        Kind::ExtractElement { vector, index } => all(&[vector, index]),
        Kind::InsertElement { vector, value, index } => all(&[vector, value, index]),
        Kind::ShuffleVector { a, b, .. } => all(&[a, b]),
        Kind::Call { args, .. } => all(args.of(&body.operands)),
        Kind::Alloca { count, .. } => all(&[count]),
        Kind::Load { pointer, .. } => all(&[pointer]),
        Kind::Store { pointer, value, .. } | Kind::AtomicRmw { pointer, value, .. } => all(&[pointer, value]),
        Kind::Gep { base, indices, .. } => {
            all(&[base]);
            all(indices.of(&body.operands));
        }
        Kind::CmpXchg {
            pointer,
            compare,
            value,
            ..
        } => all(&[pointer, compare, value]),
        Kind::CondBr { condition, .. } => all(&[condition]),
        Kind::Ret { value: Some(value) } => all(&[value]),
        Kind::Ret { value: None } | Kind::Fence | Kind::Br { .. } | Kind::Unreachable => {}
    }
}

impl Importer<'_> {
    /// Adds AMD's matrices to those of a function.
    #[cold]
    pub fn fragments_of(
        &mut self,
        body: &bc::Body,
        order: &[u32],
        webs: &mut Webs,
        forms: &mut Forms,
    ) -> Result<()> {
        self.charge((self.llvm.functions.len() + body.insts.len()) >> 1)?;
        let Some(mut calls) = Calls::read(self.llvm, body, order) else {
            return Ok(());
        };
        let planned = self.planned_fragments(&calls)?;
        if planned.is_empty() {
            return Ok(());
        }
        // What each operand is by itself; phis are found meanwhile.
        let mut operands = vec![[None; 4]; calls.list.len()];
        for (number, operands) in operands.iter_mut().enumerate() {
            for (which, operand) in operands.iter_mut().enumerate() {
                let call = calls.list.get(number);
                let ids_and_type = call.and_then(|call| Some((call.operands[which], call.operand(which)?)));
                *operand = ids_and_type.and_then(|(ids, of)| calls.matrix(&ids, of));
            }
        }
        let mut number = 0;
        while number < calls.phis.len() {
            self.charge(FRAGMENT_WORDS)?;
            let taken = calls.taken(number);
            if let Some(phi) = calls.phis.get_mut(number) {
                self.charge(taken.as_ref().map_or(0, Vec::len) * FRAGMENT_WORDS)?;
                phi.taken = taken;
            }
            number += 1;
        }
        self.add_fragments(&calls, webs);
        webs.together.extend(&calls.blocks);
        for (call, operands) in calls.list.iter().zip(&operands) {
            let product = planned.get(&call.run).copied();
            // The tile that the product has for a matrix.
            let wanted = |which: usize, of: Option<Fragment>| {
                let (tiled, components) = product?;
                let tiles = *tiled.tiles(components).get(which.checked_sub(A)?)?;
                let same = of?.format.component() == tiles.component;
                // Numbers of A and B are in others' that have all of them.
                (same || which != SUMS).then_some(tiles)
            };
            for (which, &operand) in operands.iter().enumerate() {
                match (operand, wanted(which, call.operand(which))) {
                    (Some(key), Some(tiles)) => webs.want_tiles(key, tiles),
                    (Some(_), None) if call.stores() => {}
                    _ => {
                        for id in call.operands[which].iter().flatten() {
                            if let Some(owner) = calls.matrix_of(*id) {
                                webs.want_shares(owner, call.begins);
                            }
                        }
                    }
                }
            }
            if let (Some(key), Some(tiles)) = (call.results[ONLY], wanted(SUMS, call.result())) {
                webs.want_tiles(key, tiles);
            }
            let form = CallForm {
                operands: *operands,
                result: call.results[ONLY],
                product,
            };
            forms.calls.insert(call.run, form);
        }
        calls.uses(order, webs);
        Ok(())
    }

    /// The products that the device makes of one tile each.
    fn planned_fragments(
        &mut self,
        calls: &Calls,
    ) -> Result<FxHashMap<bc::ValueId, (Tiled, [Component; 2])>> {
        let mut planned = FxHashMap::default();
        let products = calls.list.iter().filter(|call| call.opcode == calls::MULTIPLY);
        for call in products {
            let Some(of) = calls::product(call.data) else {
                continue;
            };
            if let Some((tiled, components)) = self.tiled_fragments(of)?
                && tiled.is_one()
            {
                self.promise_words(&tiled, components);
                planned.insert(call.run, (tiled, components));
            }
        }
        Ok(planned)
    }

    fn add_fragments(&self, calls: &Calls, webs: &mut Webs) {
        let ids = (calls.body.first_value..).map(bc::ValueId);
        let mut words: Vec<_> = (ids.zip(&calls.owners))
            .filter_map(|(id, &owner)| match owner {
                Owner::Call(of, at) => Some(((of as usize, usize::from(at)), id)),
                Owner::Phi(_) | Owner::Nothing => None,
            })
            .collect();
        words.sort_unstable();
        let mut words = words.into_iter().peekable();
        for (number, call) in calls.list.iter().enumerate() {
            let mut own = Vec::new();
            while let Some(((_, at), id)) = words.next_if(|((of, _), _)| *of == number) {
                own.push((id, at));
            }
            let (Some(of), Some(key)) = (call.result(), call.results[ONLY]) else {
                continue;
            };
            let count = of.words() as usize;
            if call.results.iter().take(count).all(Option::is_some) {
                webs.add(key, of.matrix(), Origin::Operation, call.block);
                webs.fragments.insert(key, (of, own));
            }
        }
        for phi in &calls.phis {
            let Some(key) = phi.key() else { continue };
            let origin = match phi.taken {
                Some(_) => Origin::Phi,
                None => Origin::Other,
            };
            let member = webs.add(key, phi.of.matrix(), origin, phi.block);
            let words = phi.words.iter().flatten().copied().zip(0..).collect();
            webs.fragments.insert(key, (phi.of, words));
            webs.phis.push((member, phi.taken.clone().unwrap_or_default()));
        }
    }
}
