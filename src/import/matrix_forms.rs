//! Which matrices of a wave or a group stay the device's between operations.
//!
//! In: a function that is about to be imported, and the device's products. Out: what is in the device's form, with its tiles
//! (`matrix_tiles`), what is wanted as shares too, and how each product is made.
//!
//! A value is the device's where it comes from an operation that can make it so, and an operand or the result of a product that
//! the device makes. Phis and what they choose among go together, and so do sums and what is added: a *web*, which has one kind
//! of tiles or none.
//!
//! ```text
//! %c0 = fill 0            web {%c0, %c, %c1}: C and result of the product, 16 x 16
//! %c  = phi %c0, %c1
//! %a  = load              web {%a}: its A
//! %c1 = muladd %a, %b, %c
//! store %c1               all lanes are here, as where something is loaded, stored or multiplied
//! %x  = get %c1, 0        %c1 is wanted as shares: these are made at the start of this block, or of one above
//! ```
//!
//! Tiles become shares where all lanes run together: in an operation of the whole wave, or, for what lanes do by themselves, at
//! the start of the block next above that such operations tell of. Where there is none, the web is not the device's.

use super::Importer;
use super::function::successors;
use super::matrix_types::{Component, Forms, MatrixType, Scope, Tiles};
use crate::bitcode::module as bc;
use crate::dxil::ops::{Family, family::LinearAlgebra as L};
use crate::error::Result;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a matrix comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// An operation that can make tiles.
    Operation,
    Phi,
    /// Anything else: shares.
    Other,
}

/// What a web is wanted as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Nothing,
    Tiles(Tiles),
    /// Shares somewhere, or several kinds of tiles.
    Shares,
}

/// A matrix of the wave or the group.
struct Member {
    id: bc::ValueId,
    of: MatrixType,
    origin: Origin,
    /// Towards what stands for its web.
    parent: usize,
    /// Members of the web, at what stands for it.
    size: usize,
    /// Of the web, at what stands for it.
    wanted: Wanted,
    /// The block that it is made in.
    home: u32,
}

/// The matrices of a function.
#[derive(Default)]
struct Webs {
    members: Vec<Member>,
    by_id: FxHashMap<bc::ValueId, usize>,
    /// What each phi takes, and from which block.
    phis: Vec<(usize, Vec<(bc::ValueId, u32)>)>,
    /// Results of sums, each with one of what is added.
    sums: Vec<[usize; 2]>,
    /// What is wanted as shares where lanes may differ, and in which block.
    shares: Vec<(usize, u32)>,
    /// Blocks with operations of the whole wave, and of the whole group.
    together: FxHashSet<u32>,
    groups_together: FxHashSet<u32>,
}

impl Webs {
    fn add(&mut self, id: bc::ValueId, of: MatrixType, origin: Origin, home: u32) {
        let parent = self.members.len();
        self.by_id.insert(id, parent);
        self.members.push(Member {
            id,
            of,
            origin,
            parent,
            size: 1,
            wanted: Wanted::Nothing,
            home,
        });
    }

    fn root(&self, mut at: usize) -> usize {
        while let Some(member) = self.members.get(at)
            && member.parent != at
        {
            at = member.parent;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let size = |at: usize| self.members.get(at).map_or(0, |member| member.size);
        // The smaller one to the larger one: no way to what stands for a web is long.
        let (all, (a, b)) = (size(a) + size(b), if size(a) < size(b) { (b, a) } else { (a, b) });
        let wanted = match self.members.get_mut(b) {
            Some(member) if a != b => {
                member.parent = a;
                member.wanted
            }
            _ => return,
        };
        if let Some(member) = self.members.get_mut(a) {
            member.size = all;
        }
        self.want(a, wanted);
    }

    fn want(&mut self, at: usize, wanted: Wanted) {
        let root = self.root(at);
        if let Some(member) = self.members.get_mut(root) {
            member.wanted = match (member.wanted, wanted) {
                (Wanted::Nothing, other) | (other, Wanted::Nothing) => other,
                (a, b) if a == b => a,
                _ => Wanted::Shares,
            };
        }
    }

    fn origin(&self, at: usize) -> Origin {
        self.members.get(at).map_or(Origin::Other, |member| member.origin)
    }

    /// The tiles of a value.
    fn tiles(&self, at: usize) -> Option<Tiles> {
        match (self.origin(at), self.members.get(self.root(at))?.wanted) {
            (Origin::Operation | Origin::Phi, Wanted::Tiles(tiles)) => Some(tiles),
            _ => None,
        }
    }

    /// Notes that something in a block wants the shares of a value.
    fn want_shares(&mut self, id: bc::ValueId, block: u32) {
        if let Some(&at) = self.by_id.get(&id) {
            self.shares.push((at, block));
        }
    }
}

impl Importer<'_> {
    /// How a function keeps the matrices of waves.
    #[inline(never)]
    pub fn matrix_forms(&mut self, body: &bc::Body) -> Result<Forms> {
        let mut forms = Forms::default();
        self.charge(body.insts.len() >> 2)?;
        let mut webs = self.matrices_of(body)?;
        self.operations_of(body, &mut webs, &mut forms)?;
        if forms.products.is_empty() {
            return Ok(forms);
        }
        self.join_phis(body, &mut webs)?;
        let places = self.places_of_shares(body, &mut webs)?;
        for (at, member) in webs.members.iter().enumerate() {
            if let Some(tiles) = webs.tiles(at) {
                forms.tiles.insert(member.id, tiles);
            }
        }
        for (at, block) in places {
            let Some(member) = webs.members.get(at) else {
                continue;
            };
            match (member.origin, member.home == block) {
                (Origin::Operation, true) => {
                    forms.shared.insert(member.id);
                }
                _ => {
                    let list = forms.shared_at.entry(block).or_default();
                    if !list.contains(&member.id) {
                        list.push(member.id);
                    }
                }
            }
        }
        Ok(forms)
    }

    /// The operation of linear algebra that a call is.
    fn algebra(&self, body: &bc::Body, inst: &bc::Inst) -> Option<L> {
        let bc::InstKind::Call { callee, args, .. } = inst.kind else {
            return None;
        };
        let args = args.of(&body.operands);
        // What is wrong with a call is said where it is imported.
        let op = crate::dxil::call::operation(self.llvm, body, callee, args).ok()??;
        match op.family() {
            Family::LinearAlgebra(op) => Some(op),
            _ => None,
        }
    }

    /// The matrices that instructions of a function make.
    fn matrices_of(&self, body: &bc::Body) -> Result<Webs> {
        let mut webs = Webs::default();
        for block in 0..body.blocks.len() as u32 {
            for inst in body.block(block as usize) {
                let Some(id) = inst.result else { continue };
                let Some(of) = self.matrix_type(inst.ty)? else {
                    continue;
                };
                if of.scope == Scope::Thread {
                    continue;
                }
                let origin = match inst.kind {
                    bc::InstKind::Phi { .. } => Origin::Phi,
                    _ => match self.algebra(body, inst) {
                        None | Some(L::LinAlgMatrixSetElement) => Origin::Other,
                        Some(_) => Origin::Operation,
                    },
                };
                webs.add(id, of, origin, block);
                if let bc::InstKind::Phi { values, blocks } = inst.kind {
                    let from = blocks.of(&body.words).iter().map(|&block| block as u32);
                    let taken = values.of(&body.operands).iter().copied().zip(from).collect();
                    webs.phis.push((webs.members.len() - 1, taken));
                }
            }
        }
        Ok(webs)
    }

    /// What operations want of matrices.
    fn operations_of(&mut self, body: &bc::Body, webs: &mut Webs, forms: &mut Forms) -> Result<()> {
        for block in 0..body.blocks.len() as u32 {
            for inst in body.block(block as usize) {
                let Some(op) = self.algebra(body, inst) else {
                    other_wants(body, block, inst, webs);
                    continue;
                };
                let bc::InstKind::Call { args, .. } = inst.kind else {
                    continue;
                };
                let args = args.of(&body.operands);
                let known = args.iter().any(|id| webs.by_id.contains_key(id));
                let made = inst.result.is_some_and(|id| webs.by_id.contains_key(&id));
                match (op, args) {
                    (L::LinAlgMatrixLength | L::LinAlgMatrixGetCoordinate, _) => continue,
                    (L::LinAlgMatrixGetElement | L::LinAlgMatrixSetElement, &[_, matrix, ..]) => {
                        webs.want_shares(matrix, block);
                        continue;
                    }
                    (L::LinAlgMatrixMultiply, &[_, a, b]) => {
                        self.planned_product(body, inst, [Some(a), Some(b), None], webs, forms)?;
                    }
                    (L::LinAlgMatrixMultiplyAccumulate, &[_, a, b, c]) => {
                        self.planned_product(body, inst, [Some(a), Some(b), Some(c)], webs, forms)?;
                    }
                    (L::LinAlgMatrixAccumulate, &[_, left, right]) => {
                        let all = [inst.result, Some(left), Some(right)];
                        let all = all.map(|id| webs.by_id.get(&id?).copied());
                        if let [Some(result), left, right] = all {
                            webs.sums
                                .extend([left, right].into_iter().flatten().map(|of| [result, of]));
                        }
                    }
                    _ => {}
                }
                if known || made {
                    webs.together.insert(block);
                    let of_group = |id: &bc::ValueId| {
                        let at = webs.by_id.get(id);
                        at.and_then(|&at| webs.members.get(at))
                            .is_some_and(|member| member.of.scope == Scope::Group)
                    };
                    if args.iter().chain(&inst.result).any(of_group) {
                        webs.groups_together.insert(block);
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds out how the device makes a product, if it does.
    fn planned_product(
        &mut self,
        body: &bc::Body,
        inst: &bc::Inst,
        operands: [Option<bc::ValueId>; 3],
        webs: &mut Webs,
        forms: &mut Forms,
    ) -> Result<()> {
        let type_of = |id: bc::ValueId| match body.value(self.llvm, id) {
            Some(value) => self.matrix_type(value.ty),
            None => Ok(None),
        };
        let [a, b, c] = operands.map(|id| id.map_or(Ok(None), type_of));
        let (Some(id), Some(a), Some(b), c) = (inst.result, a?, b?, c?) else {
            return Ok(());
        };
        let Some(result) = self.matrix_type(inst.ty)? else {
            return Ok(());
        };
        if !MatrixType::multiply([a, b], c, result) {
            return Ok(());
        }
        let start = c.map(|c| c.component);
        let sum = Component::of_sum([a.component, b.component], start, result.component);
        let Some(tiled) = self.tiled(a, b, sum)? else {
            return Ok(());
        };
        let components = [a.component, b.component];
        self.promise(&tiled, components);
        forms.products.insert(id, tiled);
        if !tiled.is_unrolled(components) {
            return Ok(());
        }
        let all = tiled.tiles(components);
        let [_, _, of_sum] = all;
        for (id, tiles) in operands.into_iter().zip(all).chain([(Some(id), of_sum)]) {
            let Some(&at) = id.and_then(|id| webs.by_id.get(&id)) else {
                continue;
            };
            // Sums that are converted, before or after, go by shares.
            let component = webs.members.get(at).map(|member| member.of.component);
            if component == Some(tiles.component) {
                webs.want(at, Wanted::Tiles(tiles));
            }
        }
        Ok(())
    }

    /// Joins what phis choose among, and what is added up.
    fn join_phis(&mut self, body: &bc::Body, webs: &mut Webs) -> Result<()> {
        // A phi that may be what no operation made is shares, and so are those that may be that one.
        let mut changed = true;
        while changed {
            changed = false;
            self.charge(webs.phis.len())?;
            for (phi, taken) in &webs.phis {
                let fits = taken.iter().all(|(id, _)| match webs.by_id.get(id) {
                    Some(&at) => webs.origin(at) != Origin::Other,
                    None => matches!(
                        body.value(self.llvm, *id).map(|value| &value.kind),
                        Some(bc::ValueKind::Constant(bc::Constant::Undef))
                    ),
                });
                if !fits
                    && let Some(member) = webs.members.get_mut(*phi)
                    && member.origin == Origin::Phi
                {
                    member.origin = Origin::Other;
                    changed = true;
                }
            }
        }
        let mut pairs = Vec::new();
        for (phi, taken) in &webs.phis {
            if webs.origin(*phi) == Origin::Phi {
                let taken = taken.iter().filter_map(|(id, _)| webs.by_id.get(id));
                pairs.extend(taken.map(|&other| [*phi, other]));
            }
        }
        let of = |at: usize| webs.members.get(at).map(|member| member.of);
        let sums = webs
            .sums
            .iter()
            .filter(|[result, other]| of(*result) == of(*other) && webs.origin(*other) != Origin::Other);
        pairs.extend(sums);
        for [a, b] in pairs {
            webs.join(a, b);
        }
        Ok(())
    }

    /// Where shares are made of tiles that something wants as shares: the block next above it that all lanes run together.
    fn places_of_shares(&mut self, body: &bc::Body, webs: &mut Webs) -> Result<Vec<(usize, u32)>> {
        loop {
            let mut uses = webs.shares.clone();
            for (phi, taken) in &webs.phis {
                if webs.tiles(*phi).is_none() {
                    let taken = taken.iter();
                    uses.extend(taken.filter_map(|(id, from)| Some((*webs.by_id.get(id)?, *from))));
                }
            }
            uses.sort_unstable();
            uses.dedup();
            let mut places = Vec::new();
            let mut lost = false;
            for (at, block) in uses {
                let (Some(_), Some(member)) = (webs.tiles(at), webs.members.get(at)) else {
                    continue;
                };
                let together = match member.of.scope {
                    Scope::Group => &webs.groups_together,
                    _ => &webs.together,
                };
                match self.together_above(body, member.home, block, together)? {
                    Some(place) => places.push((at, place)),
                    None => {
                        webs.want(at, Wanted::Shares);
                        lost = true;
                    }
                }
            }
            if !lost {
                return Ok(places);
            }
        }
    }

    /// The block next above `block`, or itself, that all lanes run together, and that is not above `home`.
    fn together_above(
        &mut self,
        body: &bc::Body,
        home: u32,
        block: u32,
        with: &FxHashSet<u32>,
    ) -> Result<Option<u32>> {
        if self.run_together(body, block, with)? {
            return Ok(Some(block));
        }
        let mut blocks: Vec<u32> = with.iter().copied().chain([home]).collect();
        blocks.sort_unstable();
        let mut found = None;
        for other in blocks {
            self.charge(body.blocks.len() >> 2)?;
            let fits = dominates(body, home, other)
                && dominates(body, other, block)
                && found.is_none_or(|found| dominates(body, found, other));
            if fits && self.run_together(body, other, with)? {
                found = Some(other);
            }
        }
        Ok(found)
    }

    /// Whether all lanes of a wave run a block together: since it has an operation of the whole wave, or comes once for each time
    /// that a block with one does.
    fn run_together(&mut self, body: &bc::Body, block: u32, with: &FxHashSet<u32>) -> Result<bool> {
        if block == 0 || with.contains(&block) {
            return Ok(true);
        }
        let mut blocks: Vec<u32> = with.iter().copied().chain([0]).collect();
        blocks.sort_unstable();
        for other in blocks {
            self.charge(body.blocks.len())?;
            if alternate(body, block, other) || alternate(body, other, block) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether `first` and `second` come in turn, and never one without the other.
fn alternate(body: &bc::Body, first: u32, second: u32) -> bool {
    dominates(body, first, second)
        && !reaches(body, first, second, |block, ends| block == first || ends)
        && !reaches(body, second, first, |block, _| block == second)
}

/// Whether no way leads to `below` but through `above`.
fn dominates(body: &bc::Body, above: u32, below: u32) -> bool {
    above == below || above == 0 || below != 0 && !reaches(body, 0, above, |block, _| block == below)
}

/// Whether the blocks behind `from`, without going through `avoiding`, have one that `found` holds of: its number, and whether
/// the function ends there.
fn reaches(body: &bc::Body, from: u32, avoiding: u32, found: impl Fn(u32, bool) -> bool) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut open = vec![from];
    let mut start = true;
    while let Some(block) = open.pop() {
        let mut next = Vec::new();
        successors(body, block, |to| next.push(to));
        if !start && found(block, next.is_empty()) || start && next.is_empty() && found(from, true) {
            return true;
        }
        start = false;
        for to in next {
            if to != avoiding
                && let Some(seen) = seen.get_mut(to as usize).filter(|seen| !**seen)
            {
                *seen = true;
                open.push(to);
            }
        }
    }
    false
}

/// What an instruction that is no operation on matrices wants of them: shares, of a selection where it stands, of all else
/// wherever they go.
fn other_wants(body: &bc::Body, block: u32, inst: &bc::Inst, webs: &mut Webs) {
    let mut whole = |id: bc::ValueId| {
        if let Some(&at) = webs.by_id.get(&id) {
            webs.want(at, Wanted::Shares);
        }
    };
    match inst.kind {
        bc::InstKind::Select {
            if_true, if_false, ..
        } => {
            webs.want_shares(if_true, block);
            webs.want_shares(if_false, block);
        }
        bc::InstKind::Call { args, .. } => args.of(&body.operands).iter().for_each(|&id| whole(id)),
        bc::InstKind::Store { value, .. } => whole(value),
        bc::InstKind::Ret { value: Some(value) } => whole(value),
        bc::InstKind::InsertValue { aggregate, value, .. } => {
            whole(aggregate);
            whole(value);
        }
        bc::InstKind::ExtractValue { aggregate, .. } => whole(aggregate),
        _ => {}
    }
}
