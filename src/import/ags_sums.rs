//! Sums of AMD's matrices that stay the device's from product to product.
//!
//! In: the imported function, in which each product of the device takes the words that its sums begin with from groupshared memory and
//! gives words of its sums by way of that ([`ags_products`](super::ags_products)). Out: sums that begin with the words of
//! another product's are these; those that a loop carries are a parameter of its header; words that nobody wants are not made,
//! and words that are wanted behind a loop alone are made there.
//!
//! ```text
//! bb1:                                      bb1:
//!   br bb2(i32 0, ...)                        %5 = matrix.fill f32 0
//! bb2(%1: i32, ...):                          br bb2(%5)
//!   stage %1, ...                           bb2(%6: matrix):
//!   %2 = matrix.load                  =>      %3 = matrix.muladd %7, %8, %6
//!   %3 = matrix.muladd %7, %8, %2             condbr %9, bb2(%3), bb3
//!   %4, ... = words of %3                   bb3:
//!   condbr %9, bb2(%4, ...), bb4(%4, ...)     %4, ... = words of %3
//!                                             br bb4(%4, ...)
//! ```
//!
//! Lanes that make a product together have come by the same edge where there is one edge into the loop and one back: a whole wave
//! is wanted for each product.

use super::Importer;
use super::ags_fragments::{Fragment, Role, Words};
use super::calls_of_vendors::{DeviceProduct, FRAGMENT_WORDS, Piece};
use super::matrix_types::Scope;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::{Dominators, Graph};
use crate::analysis::loops::{Loop, Loops};
use crate::entity::EntityId;
use crate::error::Result;
use crate::ir::{Block, Cursor, Edge, Function, Inst, Terminator, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Loops that are followed from one to another to where sums begin.
const MOST_LOOPS: usize = 16;

/// Words that a loop carries, from a block to its header.
struct Carried {
    words: Words,
    header: Block,
    /// The blocks of the edges into the loop and back, and what these hand on.
    entry: Block,
    first: Words,
    back: Block,
    next: Words,
}

/// The blocks that edges come from and what they hand on, by the block that they go to.
type Edges = FxHashMap<Block, Vec<(Block, Vec<Value>)>>;

fn edges(function: &Function) -> Edges {
    let mut edges = Edges::default();
    for &from in &function.layout {
        function.blocks[from].terminator.for_each_edge(|edge| {
            let args = function.edge_args(edge).to_vec();
            edges.entry(edge.block).or_default().push((from, args));
        });
    }
    edges
}

/// Which of the pieces an instruction is of.
fn piece_of_each(pieces: &[Piece]) -> FxHashMap<Inst, usize> {
    let numbered = pieces.iter().zip(0..);
    let insts = numbered.flat_map(|(piece, at)| piece.insts.iter().map(move |&inst| (inst, at)));
    insts.collect()
}

/// What is found out about the sums of a function.
struct Sums {
    cfg: Cfg,
    dominators: Dominators,
    edges: Edges,
    /// The block of each parameter, and its place there.
    params: FxHashMap<Inst, (Block, usize)>,
    /// The device's matrices that words stand for.
    known: FxHashMap<(Words, Type), Value>,
    /// Blocks on the edges into loops, by header.
    entries: FxHashMap<Block, Block>,
    /// Words that are matrices where a loop carries them.
    carried: FxHashSet<Inst>,
    /// What is not needed any more.
    gone: FxHashSet<Inst>,
}

impl Sums {
    fn new(function: &Function, products: &[DeviceProduct], tile: impl Fn(Value) -> Type) -> Self {
        let (cfg, dominators) = Graph::new(function).into_parts();
        let exact = products.iter().filter(|product| product.exact);
        let mut params = FxHashMap::default();
        for &block in &function.layout {
            let places = function.blocks[block].params.iter().zip(0..);
            params.extend(places.map(|(&param, at)| (param, (block, at))));
        }
        Self {
            cfg,
            dominators,
            edges: edges(function),
            params,
            known: exact.map(|of| ((of.words, tile(of.sums)), of.sums)).collect(),
            entries: FxHashMap::default(),
            carried: FxHashSet::default(),
            gone: FxHashSet::default(),
        }
    }

    /// How a loop carries `words`, if one does that has one edge into it and one back.
    fn carried(&self, words: &Words) -> Option<Carried> {
        let (header, _) = *self.params.get(&words[0].as_inst()?)?;
        let mut columns = [0; FRAGMENT_WORDS];
        for (column, word) in columns.iter_mut().zip(words) {
            let (block, at) = *self.params.get(&word.as_inst()?)?;
            if block != header {
                return None;
            }
            *column = at;
        }
        let [one, other] = self.edges.get(&header)?.as_slice() else {
            return None;
        };
        let is_new = |from: Block| self.entries.get(&header) == Some(&from);
        let reached = |from: Block| is_new(from) || self.cfg.is_reachable(from);
        let is_back = |from: Block| !is_new(from) && self.dominators.dominates(header, from);
        if !(reached(one.0) && reached(other.0)) {
            return None;
        }
        let ((entry, first), (back, next)) = match (is_back(one.0), is_back(other.0)) {
            (false, true) => (one, other),
            (true, false) => (other, one),
            _ => return None,
        };
        let handed = |args: &[Value]| {
            let mut handed = *words;
            for (word, &column) in handed.iter_mut().zip(&columns) {
                *word = *args.get(column)?;
            }
            Some(handed)
        };
        Some(Carried {
            words: *words,
            header,
            entry: *entry,
            first: handed(first)?,
            back: *back,
            next: handed(next)?,
        })
    }

    /// What loops carry, for `words` to be a matrix; none if a loop begins again with other words. Loops around it have a part in
    /// it if `outer` says so.
    fn plan(&self, words: &Words, tile: Type, outer: bool) -> Option<Vec<Carried>> {
        let mut plan: Vec<Carried> = Vec::new();
        let mut open = vec![*words];
        while let Some(words) = open.pop() {
            let planned = plan.iter().any(|carried| carried.words == words);
            if planned || self.known.contains_key(&(words, tile)) {
                continue;
            }
            let carried = self.carried(&words).filter(|_| plan.len() < MOST_LOOPS)?;
            open.push(carried.next);
            if outer && self.carried(&carried.first).is_some() {
                open.push(carried.first);
            }
            plan.push(carried);
        }
        Some(plan)
    }
}

impl Importer<'_> {
    /// Has sums go from product to product of the device's, of which there are `products`, as its matrices.
    #[cold]
    pub fn keep_sums(&mut self, mut products: Vec<DeviceProduct>) -> Result<()> {
        let mut sums = Sums::new(&self.func, &products, |value| self.value_ty(value));
        let mut instead: FxHashMap<Value, Value> = FxHashMap::default();
        for product in &products {
            let Some((piece, load)) = &product.staged else {
                continue;
            };
            if let Some(matrix) = self.matrix_of(&mut sums, product)? {
                instead.insert((*load).into(), matrix);
                sums.gone.extend(piece.insts.iter().copied().chain([*load]));
            }
        }
        for value in &mut self.func.pool {
            if let Some(&matrix) = instead.get(value) {
                *value = matrix;
            }
        }
        let mut pieces: Vec<Piece> = products.iter_mut().filter_map(|of| of.taken.take()).collect();
        self.leave_out(&mut sums, &mut pieces);
        self.make_behind_loops(&sums, pieces);
        Ok(())
    }

    /// The matrix of the device that the sums of a product begin with, if their words are those of one.
    #[cold]
    fn matrix_of(&mut self, sums: &mut Sums, product: &DeviceProduct) -> Result<Option<Value>> {
        let tile = self.value_ty(product.sums);
        let key = (product.starts, tile);
        if let Some(&known) = sums.known.get(&key) {
            return Ok(Some(known));
        }
        let plan = [true, false]
            .into_iter()
            .find_map(|outer| sums.plan(&product.starts, tile, outer));
        let Some(plan) = plan else {
            return Ok(None);
        };
        for carried in &plan {
            let param = self.func.add_param(carried.header, tile);
            sums.known.insert((carried.words, tile), param.into());
            sums.carried
                .extend(carried.words.iter().filter_map(|word| word.as_inst()));
        }
        for carried in plan {
            let first = match sums.known.get(&(carried.first, tile)) {
                Some(&known) => known,
                None => self.first_of_loop(sums, &carried, product)?,
            };
            let entry = sums.entries.get(&carried.header).copied();
            self.change_args((entry.unwrap_or(carried.entry), carried.header), |args| {
                args.push(first)
            });
            if let Some(&next) = sums.known.get(&(carried.next, tile)) {
                self.change_args((carried.back, carried.header), |args| args.push(next));
            }
        }
        Ok(sums.known.get(&key).copied())
    }

    /// A block on the edge between two.
    fn split_edge(&mut self, from: Block, to: Block) -> Block {
        let between = self.func.add_block();
        let mut handed = Edge::to(to);
        let source = self.func.blocks[from].source;
        self.func.blocks[from].terminator.for_each_edge_mut(|edge| {
            if edge.block == to {
                handed = std::mem::replace(edge, Edge::to(between));
            }
        });
        let made = &mut self.func.blocks[between];
        made.terminator = Terminator::Branch(handed);
        made.source = source;
        between
    }

    /// The matrix that a loop's sums begin with, before it.
    fn first_of_loop(
        &mut self,
        sums: &mut Sums,
        carried: &Carried,
        product: &DeviceProduct,
    ) -> Result<Value> {
        let block = match sums.entries.get(&carried.header) {
            Some(&block) => block,
            None => {
                let block = self.split_edge(carried.entry, carried.header);
                sums.entries.insert(carried.header, block);
                for (from, _) in sums.edges.entry(carried.header).or_default() {
                    if *from == carried.entry {
                        *from = block;
                    }
                }
                block
            }
        };
        self.cursor = Cursor::at_end(block).with_source(self.func.blocks[block].source);
        let place = self.words_place(product.tiles)?;
        if self.are_zero(&carried.first) {
            return Ok(self.filled_tile(&place));
        }
        let lane = self.lane_place()?;
        self.sync(Scope::Wave);
        // Words of others are no sums that go on.
        let of = Fragment::new(place.format, Role::Accumulator, product.tiles.tile);
        self.stage_words(&carried.first, of, lane, &place);
        self.sync(Scope::Wave);
        Ok(self.load_words_tile(&place))
    }

    /// Leaves out words of sums that nothing wants any more, and that loops carry.
    #[cold]
    fn leave_out(&mut self, sums: &mut Sums, pieces: &mut Vec<Piece>) {
        let of_piece = piece_of_each(pieces);
        let edges = edges(&self.func);
        let mut work: Vec<Inst> = Vec::new();
        let mut ask = |values: &[Value]| work.extend(values.iter().filter_map(|value| value.as_inst()));
        for &block in &self.func.layout {
            let data = &self.func.blocks[block];
            for &inst in &data.insts {
                if !of_piece.contains_key(&inst) && !sums.gone.contains(&inst) {
                    ask(self.func.args(inst));
                }
            }
            ask(data.terminator.operand().as_slice());
            for (_, args) in edges.get(&block).into_iter().flatten() {
                for (value, param) in args.iter().zip(&data.params) {
                    if !sums.carried.contains(param) {
                        ask(&[*value]);
                    }
                }
            }
        }
        let mut wanted: FxHashSet<Inst> = FxHashSet::default();
        let mut kept = vec![false; pieces.len()];
        while let Some(inst) = work.pop() {
            if !wanted.insert(inst) {
                continue;
            }
            let mut ask = |values: &[Value]| work.extend(values.iter().filter_map(|value| value.as_inst()));
            if let Some(&at) = of_piece.get(&inst)
                && !std::mem::replace(&mut kept[at], true)
            {
                pieces[at]
                    .insts
                    .iter()
                    .for_each(|&inst| ask(self.func.args(inst)));
            }
            if let Some((block, column)) = sums.params.get(&inst).filter(|_| sums.carried.contains(&inst)) {
                for (_, args) in edges.get(block).into_iter().flatten() {
                    ask(args.get(*column..=*column).unwrap_or_default());
                }
            }
        }
        let mut at = 0;
        pieces.retain(|piece| {
            at += 1;
            if !kept[at - 1] {
                sums.gone.extend(&piece.insts);
            }
            kept[at - 1]
        });
        let is_gone = |param: &Inst| sums.carried.contains(param) && !wanted.contains(param);
        for position in 0..self.func.layout.len() {
            let block = self.func.layout[position];
            self.func.blocks[block]
                .insts
                .retain(|inst| !sums.gone.contains(inst));
            let params = self.func.blocks[block].params.iter();
            let stays: Vec<bool> = params.map(|param| !is_gone(param)).collect();
            if stays.contains(&false) {
                let into = edges.get(&block).into_iter().flatten();
                self.leave_out_params(block, into.map(|&(from, _)| from), &stays);
            }
        }
    }

    /// Makes words of sums behind the loops within which nothing wants them.
    #[cold]
    fn make_behind_loops(&mut self, sums: &Sums, pieces: Vec<Piece>) {
        let loops = Loops::new(&sums.cfg, &sums.dominators);
        if loops.irreducible.is_some() {
            return;
        }
        // Of blocks that were made since.
        let mut made: FxHashMap<Block, Option<Loop>> = sums
            .entries
            .iter()
            .map(|(header, &block)| {
                (
                    block,
                    loops.innermost[header.index()].and_then(|of| loops.loops[of].parent),
                )
            })
            .collect();
        let mut uses: Vec<Vec<(Block, Block)>> = vec![Vec::new(); pieces.len()];
        let of_piece = piece_of_each(&pieces);
        let mut note = |values: &[Value], inside: Option<usize>, place: (Block, Block)| {
            for inst in values.iter().filter_map(|value| value.as_inst()) {
                if let Some(&at) = of_piece.get(&inst)
                    && Some(at) != inside
                {
                    uses[at].push(place);
                }
            }
        };
        for &block in &self.func.layout {
            let data = &self.func.blocks[block];
            for inst in &data.insts {
                note(self.func.args(*inst), of_piece.get(inst).copied(), (block, block));
            }
            note(data.terminator.operand().as_slice(), None, (block, block));
            data.terminator
                .for_each_edge(|edge| note(self.func.edge_args(edge), None, (block, edge.block)));
        }
        // Blocks behind loops.
        let mut behind: FxHashMap<Loop, Option<Block>> = FxHashMap::default();
        for (mut piece, uses) in pieces.into_iter().zip(uses) {
            let within =
                |made: &FxHashMap<Block, Option<Loop>>, of: Loop, block: Block| match made.get(&block) {
                    Some(&inner) => loops.encloses(of, inner),
                    None => loops.contains(of, block),
                };
            loop {
                let of = match made.get(&piece.block) {
                    Some(&inner) => inner,
                    None => loops.innermost.get(piece.block.index()).copied().flatten(),
                };
                let Some(of) = of else {
                    break;
                };
                if uses
                    .iter()
                    .any(|&(from, to)| within(&made, of, from) && within(&made, of, to))
                {
                    break;
                }
                let exit = *behind.entry(of).or_insert_with(|| {
                    let mut exits = Vec::new();
                    for &from in &self.func.layout {
                        self.func.blocks[from].terminator.for_each_edge(|edge| {
                            if within(&made, of, from) && !within(&made, of, edge.block) {
                                exits.push((from, edge.block));
                            }
                        });
                    }
                    match *exits {
                        [(from, to)] => {
                            let block = self.split_edge(from, to);
                            made.insert(block, loops.loops[of].parent);
                            Some(block)
                        }
                        _ => None,
                    }
                });
                let Some(exit) = exit else {
                    break;
                };
                self.func.blocks[piece.block]
                    .insts
                    .retain(|inst| !piece.insts.contains(inst));
                self.func.blocks[exit].insts.extend(&piece.insts);
                piece.block = exit;
            }
        }
    }
}
