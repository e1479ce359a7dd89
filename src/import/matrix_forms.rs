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
//! AMD's matrices (`ags_forms`) go the same way, with words in lanes for shares.
//!
//! Tiles become shares where all lanes run together: in an operation of the whole wave, or, for what lanes do by themselves, at
//! the start of the block next above that such operations tell of. Where there is none, the web is not the device's.

use super::Importer;
use super::ags_types::Fragment;
use super::forms::{DeviceFragment, Forms};
use super::function::successors;
use super::matrix_types::{Component, MatrixType, Scope, Tiles};
use crate::bitcode::module as bc;
use crate::dxil::ops::{Family, family::LinearAlgebra as L};
use crate::error::Result;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a matrix comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
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
pub struct Webs {
    members: Vec<Member>,
    by_id: FxHashMap<bc::ValueId, usize>,
    /// What each phi takes, and from which block.
    pub phis: Vec<(usize, Vec<(bc::ValueId, u32)>)>,
    /// Results of sums, each with one of what is added.
    sums: Vec<[usize; 2]>,
    /// What is wanted as shares where lanes may differ, and in which block.
    shares: Vec<(usize, u32)>,
    /// Blocks with operations of the whole wave, and of the whole group.
    pub together: FxHashSet<u32>,
    groups_together: FxHashSet<u32>,
    /// Of AMD's matrices, what they are, and the values that are their words.
    pub fragments: FxHashMap<bc::ValueId, (Fragment, Vec<(bc::ValueId, usize)>)>,
}

impl Webs {
    /// Adds a matrix that is made in block `home`; returns its number.
    pub fn add(&mut self, id: bc::ValueId, of: MatrixType, origin: Origin, home: u32) -> usize {
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
        parent
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

    /// Whether a matrix is one of AMD's.
    fn is_fragment(&self, at: usize) -> bool {
        let member = self.members.get(at);
        member.is_some_and(|member| self.fragments.contains_key(&member.id))
    }

    /// The tiles of a value.
    fn tiles(&self, at: usize) -> Option<Tiles> {
        match (self.origin(at), self.members.get(self.root(at))?.wanted) {
            (Origin::Operation | Origin::Phi, Wanted::Tiles(tiles)) => Some(tiles),
            _ => None,
        }
    }

    /// Notes that a value is wanted as such tiles.
    pub fn want_tiles(&mut self, id: bc::ValueId, tiles: Tiles) {
        if let Some(&at) = self.by_id.get(&id) {
            self.want(at, Wanted::Tiles(tiles));
        }
    }

    /// Notes that something in a block wants the shares of a value.
    pub fn want_shares(&mut self, id: bc::ValueId, block: u32) {
        if let Some(&at) = self.by_id.get(&id) {
            self.shares.push((at, block));
        }
    }
}

impl Importer<'_> {
    /// How a function keeps the matrices of waves.
    #[inline(never)]
    pub fn matrix_forms(&mut self, body: &bc::Body, order: &[u32]) -> Result<Forms> {
        let mut forms = Forms::default();
        let mut webs = Webs::default();
        if self.has_matrices()? {
            self.charge(body.insts.len() >> 2)?;
            webs = self.matrices_of(body)?;
            self.operations_of(body, &mut webs, &mut forms)?;
        }
        if self.extensions.as_ref().is_some_and(|known| known.ags.is_some()) {
            self.fragments_of(body, order, &mut webs, &mut forms)?;
        }
        if forms.products.is_empty() && forms.calls.is_empty() {
            return Ok(forms);
        }
        self.part_phis(body, &mut webs)?;
        self.join_phis(body, &mut webs)?;
        let places = self.places_of_shares(body, &mut webs)?;
        for at in 0..webs.members.len() {
            let (Some(tiles), Some(member)) = (webs.tiles(at), webs.members.get(at)) else {
                continue;
            };
            match webs.fragments.remove(&member.id) {
                None => {
                    forms.tiles.insert(member.id, tiles);
                }
                Some((of, words)) => {
                    if member.origin == Origin::Phi {
                        forms.phi_words.extend(words.iter().map(|&(id, _)| id));
                    }
                    let fragment = DeviceFragment {
                        tiles,
                        of,
                        words,
                        call: (member.origin == Origin::Operation).then_some(member.home),
                    };
                    forms.fragments.insert(member.id, fragment);
                }
            }
        }
        for (at, user, block) in places {
            let Some(member) = webs.members.get(at) else {
                continue;
            };
            if let Some(fragment) = forms.fragments.get(&member.id) {
                if fragment.is_made_in(block) {
                    forms.shared.insert(member.id);
                }
                for at in [user, block] {
                    let list = forms.words_at.entry(at).or_default();
                    if !list.contains(&(member.id, block)) {
                        list.push((member.id, block));
                    }
                }
                continue;
            }
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

    /// Whether the shader has matrices of linear algebra.
    fn has_matrices(&self) -> Result<bool> {
        for (ty, _) in self.llvm.types.iter() {
            if self.matrix_type(ty)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
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

    /// Has phis of AMD's matrices choose words where lanes may come by different edges: each takes its own words then.
    ///
    /// All lanes come by an edge or none does where its block goes nowhere else and is run together. So they come by the same one of
    /// several if that holds of all but one; edges into a loop whose header is run together are told from those back in any case.
    fn part_phis(&mut self, body: &bc::Body, webs: &mut Webs) -> Result<()> {
        let mut known: FxHashMap<u32, bool> = FxHashMap::default();
        for number in 0..webs.phis.len() {
            let Some((phi, taken)) = webs.phis.get(number) else {
                continue;
            };
            let Some(home) = webs.members.get(*phi).map(|member| member.home) else {
                continue;
            };
            if !webs.is_fragment(*phi) {
                continue;
            }
            let mut together = |this: &mut Self, block: u32| -> Result<bool> {
                if let Some(&known) = known.get(&block) {
                    return Ok(known);
                }
                let found = this.run_together(body, block, &webs.together)?;
                known.insert(block, found);
                Ok(found)
            };
            let tells_turns = together(self, home)?;
            // Edges that only some of the lanes may come by: into a loop, and back.
            let mut apart = [0, 0];
            for &(_, from) in taken {
                self.charge(body.blocks.len() >> 2)?;
                let last = body.block(from as usize).last().map(|inst| inst.kind);
                let only = matches!(last, Some(bc::InstKind::Br { .. }));
                if !(only && together(self, from)?) {
                    let back = tells_turns && dominates(body, home, from);
                    apart[usize::from(back)] += 1;
                }
            }
            let phi = *phi;
            if apart.iter().any(|&edges| edges > 1)
                && let Some(member) = webs.members.get_mut(phi)
            {
                member.origin = Origin::Other;
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
                    None => match body.value(self.llvm, *id).map(|value| &value.kind) {
                        Some(bc::ValueKind::Constant(bc::Constant::Undef)) => true,
                        // Zeros.
                        Some(bc::ValueKind::Constant(_)) => webs.is_fragment(*phi),
                        _ => false,
                    },
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
    /// Of each, what block that is of the one that wants them.
    fn places_of_shares(&mut self, body: &bc::Body, webs: &mut Webs) -> Result<Vec<(usize, u32, u32)>> {
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
                let place = match self.words_above(body, (at, member.home), block, webs, &places)? {
                    Some(place) => Some(place),
                    None => self.together_above(body, member.home, block, together)?,
                };
                match place {
                    Some(place) => places.push((at, block, place)),
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

    /// Where words of one of AMD's matrices are made already, or may be where it is made itself, as often as `block` comes.
    fn words_above(
        &mut self,
        body: &bc::Body,
        (at, home): (usize, u32),
        block: u32,
        webs: &Webs,
        places: &[(usize, u32, u32)],
    ) -> Result<Option<u32>> {
        if !webs.is_fragment(at) {
            return Ok(None);
        }
        let mut known = vec![home];
        let own = places.iter().rev().take_while(|(of, ..)| *of == at);
        known.extend(own.map(|&(.., place)| place));
        known.dedup();
        for place in known {
            self.charge(body.blocks.len() >> 2)?;
            let fits = place == block || alternate(body, place, block);
            if fits && self.run_together(body, place, &webs.together)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
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
