//! A function: instructions, blocks and the values between them.

use super::constant::Const;
use super::debug::{NO_SOURCE, Variable};
use super::op::{Flags, Op};
use super::types::Type;
use crate::entity::{EntityId, IdVec, ListRef};
use crate::entity_id;
use rustc_hash::FxHashMap;
use std::fmt;

entity_id! {
    /// An instruction or block parameter of a function; also the value that it defines.
    pub struct Inst = "%"
}
entity_id! {
    /// A basic block of a function.
    pub struct Block = "bb"
}
entity_id! {
    /// A global variable of a module.
    pub struct Global = "@"
}
entity_id! {
    /// A function of a module.
    #[derive(Default)]
    pub struct Func = "func"
}

/// An operand: the result of an instruction or a block parameter, a constant, or a global's address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// What a [`Value`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueRef {
    /// An instruction's result or a block parameter.
    Inst(Inst),
    /// A constant.
    Const(Const),
    /// The address of a global variable.
    Global(Global),
}

const TAG_SHIFT: u32 = 30;
const INDEX_MASK: u32 = (1 << TAG_SHIFT) - 1;

impl Value {
    /// No value: none has this tag.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// A number of its own among the values of a function.
    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
    /// Where a table of all instructions has it; beyond the end of any such table for what is no instruction.
    #[inline]
    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }
    /// Where a table of `count` instructions has it that has one more entry behind them, for all that is none of these.
    /// Whether a value is an instruction is as good as random: looking there, nothing branches on it.
    #[inline]
    pub(crate) fn slot_or_behind(self, count: usize) -> usize {
        self.slot().min(count)
    }
    /// What it is.
    #[inline]
    pub fn get(self) -> ValueRef {
        let index = self.0 & INDEX_MASK;
        match self.0 >> TAG_SHIFT {
            0 => ValueRef::Inst(Inst(index)),
            1 => ValueRef::Const(Const(index)),
            _ => ValueRef::Global(Global(index)),
        }
    }
    /// The instruction or block parameter, if it is one.
    #[inline]
    pub fn as_inst(self) -> Option<Inst> {
        (self.0 >> TAG_SHIFT == 0).then_some(Inst(self.0))
    }
    /// The constant, if it is one.
    #[inline]
    pub fn as_const(self) -> Option<Const> {
        (self.0 >> TAG_SHIFT == 1).then_some(Const(self.0 & INDEX_MASK))
    }
}

impl From<Inst> for Value {
    #[inline]
    fn from(inst: Inst) -> Self {
        debug_assert!(inst.0 <= INDEX_MASK);
        Value(inst.0)
    }
}

impl From<Const> for Value {
    #[inline]
    fn from(constant: Const) -> Self {
        debug_assert!(constant.0 <= INDEX_MASK);
        Value(constant.0 | 1 << TAG_SHIFT)
    }
}

impl From<Global> for Value {
    #[inline]
    fn from(global: Global) -> Self {
        debug_assert!(global.0 <= INDEX_MASK);
        Value(global.0 | 2 << TAG_SHIFT)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            ValueRef::Inst(inst) => write!(f, "{inst}"),
            ValueRef::Const(constant) => write!(f, "{constant}"),
            ValueRef::Global(global) => write!(f, "{global}"),
        }
    }
}

/// An instruction or block parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstData {
    /// Operation.
    pub op: Op,
    /// Modifiers.
    pub flags: Flags,
    /// Result type, [`Type::VOID`] for none.
    pub ty: Type,
    /// Operands in [`Function::pool`].
    pub args: ListRef,
    /// Immediate, 0 where the operation has none.
    pub imm: u32,
    /// Number of the DXIL instruction that this comes from, over all that is inlined, for messages and
    /// [`DebugInfo::location`](super::debug::DebugInfo::location); [`NO_SOURCE`] for none.
    pub source: u32,
}

/// An edge to a block, with the values of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Target.
    pub block: Block,
    /// Arguments in [`Function::pool`], one for each parameter of the target.
    pub args: ListRef,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// To one block.
    Branch(Edge),
    /// On an `i1`.
    CondBranch {
        /// Condition.
        condition: Value,
        /// When true.
        if_true: Edge,
        /// When false.
        if_false: Edge,
    },
    /// On an integer.
    Switch {
        /// Selector.
        value: Value,
        /// When no case matches.
        default: Edge,
        /// Case values (bits, zero-extended) and targets; values are distinct.
        cases: Vec<(u64, Edge)>,
    },
    /// Out of the function.
    Return(Option<Value>),
    /// Never reached.
    Unreachable,
}

/// What `structurize` found a header to be; emitted as merge instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// A selection and its merge block.
    Selection {
        /// Where its paths meet.
        merge: Block,
    },
    /// A loop.
    Loop {
        /// Where its exits meet.
        merge: Block,
        /// Its continue target.
        continue_target: Block,
    },
}

/// Compiler hints on a branch or loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Hint {
    /// None given.
    #[default]
    None,
    /// `[flatten]`
    Flatten,
    /// `[branch]`
    DontFlatten,
    /// `[unroll]`
    Unroll,
    /// `[loop]`
    DontUnroll,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockData {
    /// Parameters: instructions with [`Op::Param`].
    pub params: Vec<Inst>,
    /// Instructions in order, without parameters and terminator.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
    /// What [`InstData::source`] is for an instruction, for the terminator.
    pub source: u32,
    /// Merge information, set by `structurize` on headers.
    pub merge: Option<Merge>,
    /// Hint of its terminator (selections) or its loop (headers).
    pub hint: Hint,
}

impl Default for BlockData {
    fn default() -> Self {
        Self {
            params: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
            source: NO_SOURCE,
            merge: None,
            hint: Hint::None,
        }
    }
}

/// A function. Block 0 is the entry; its parameters are the function's arguments.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Name, may be empty.
    pub name: String,
    /// Return type.
    pub ret: Type,
    /// Whether compilers are asked to leave it a function where it is called.
    pub apart: bool,
    /// Instructions and block parameters.
    pub insts: IdVec<Inst, InstData>,
    /// Blocks.
    pub blocks: IdVec<Block, BlockData>,
    /// Order in which blocks are printed and emitted; entry first. Blocks not listed are dead.
    pub layout: Vec<Block>,
    /// Operand lists of instructions and edges.
    pub pool: Vec<Value>,
    /// Function-local variables: their pointer's instruction is not needed, they are globals of class
    /// `Function` listed here in order of creation.
    pub locals: Vec<Global>,
    /// Names of values, for debug output.
    pub names: FxHashMap<Inst, String>,
    /// What variables of the source hold, in the order of [`DebugValue::source`].
    pub debug_values: Vec<DebugValue>,
}

impl Default for Type {
    fn default() -> Self {
        Type::VOID
    }
}

impl Edge {
    /// An edge without arguments.
    pub fn to(block: Block) -> Self {
        Self {
            block,
            args: ListRef::EMPTY,
        }
    }
}

impl Terminator {
    /// Calls `f` on each outgoing edge in order: true, false; default, cases.
    pub fn for_each_edge(&self, mut f: impl FnMut(&Edge)) {
        match self {
            Self::Branch(edge) => f(edge),
            Self::CondBranch {
                if_true, if_false, ..
            } => {
                f(if_true);
                f(if_false);
            }
            Self::Switch { default, cases, .. } => {
                f(default);
                cases.iter().for_each(|(_, edge)| f(edge));
            }
            Self::Return(_) | Self::Unreachable => {}
        }
    }
    /// Calls `f` on each outgoing edge, mutable, in the order of [`for_each_edge`](Self::for_each_edge).
    pub fn for_each_edge_mut(&mut self, mut f: impl FnMut(&mut Edge)) {
        match self {
            Self::Branch(edge) => f(edge),
            Self::CondBranch {
                if_true, if_false, ..
            } => {
                f(if_true);
                f(if_false);
            }
            Self::Switch { default, cases, .. } => {
                f(default);
                cases.iter_mut().for_each(|(_, edge)| f(edge));
            }
            Self::Return(_) | Self::Unreachable => {}
        }
    }
    /// The value that it tests or returns.
    pub fn operand(&self) -> Option<Value> {
        match self {
            Self::CondBranch { condition, .. } => Some(*condition),
            Self::Switch { value, .. } => Some(*value),
            Self::Return(value) => *value,
            Self::Branch(_) | Self::Unreachable => None,
        }
    }
    /// The value that it tests or returns, mutable.
    pub fn operand_mut(&mut self) -> Option<&mut Value> {
        match self {
            Self::CondBranch { condition, .. } => Some(condition),
            Self::Switch { value, .. } => Some(value),
            Self::Return(value) => value.as_mut(),
            Self::Branch(_) | Self::Unreachable => None,
        }
    }
}

impl Function {
    /// An empty function.
    pub fn new(name: impl Into<String>, ret: Type) -> Self {
        Self {
            name: name.into(),
            ret,
            ..Self::default()
        }
    }
    /// Takes away all that it holds, keeping the memory.
    pub(super) fn clear(&mut self) {
        let Self {
            name,
            ret,
            apart,
            insts,
            blocks,
            layout,
            pool,
            locals,
            names,
            debug_values,
        } = self;
        name.clear();
        *ret = Type::VOID;
        *apart = false;
        insts.clear();
        blocks.clear();
        layout.clear();
        pool.clear();
        locals.clear();
        names.clear();
        debug_values.clear();
    }
    /// Takes its blocks away, keeping the memory of their list.
    pub(super) fn take_blocks(&mut self) -> impl Iterator<Item = BlockData> {
        self.blocks.drain()
    }
    /// A new block at the end of the layout.
    pub fn add_block(&mut self) -> Block {
        let block = self.blocks.push(BlockData::default());
        self.layout.push(block);
        block
    }
    /// A new instruction that is in no block yet.
    pub fn make_inst(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value], imm: u32) -> Inst {
        self.make_inst_from(op, flags, ty, args, imm, NO_SOURCE)
    }
    /// A new instruction of a source that is in no block yet.
    #[inline(always)]
    pub(super) fn make_inst_from(
        &mut self,
        op: Op,
        flags: Flags,
        ty: Type,
        args: &[Value],
        imm: u32,
        source: u32,
    ) -> Inst {
        let start = self.pool.len() as u32;
        // Of known length, so that nothing is called for a few words.
        match *args {
            [a] => self.pool.push(a),
            [a, b] => self.pool.extend([a, b]),
            [a, b, c] => self.pool.extend([a, b, c]),
            _ => self.pool.extend_from_slice(args),
        }
        let args = ListRef {
            start,
            len: args.len() as u32,
        };
        self.insts.push(InstData {
            op,
            flags,
            ty,
            args,
            imm,
            source,
        })
    }
    /// A new instruction at the end of `block`.
    #[inline]
    pub fn append(&mut self, block: Block, op: Op, flags: Flags, ty: Type, args: &[Value], imm: u32) -> Inst {
        let inst = self.make_inst(op, flags, ty, args, imm);
        self.blocks[block].insts.push(inst);
        inst
    }
    /// A new parameter of `block`.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Inst {
        let inst = self.make_inst(Op::Param, Flags::NONE, ty, &[], 0);
        self.blocks[block].params.push(inst);
        inst
    }
    /// The operands of `inst`.
    #[inline]
    pub fn args(&self, inst: Inst) -> &[Value] {
        self.insts[inst].args.of(&self.pool)
    }
    /// The operands of `inst`, mutable.
    #[inline]
    pub fn args_mut(&mut self, inst: Inst) -> &mut [Value] {
        let range = self.insts[inst].args.range();
        &mut self.pool[range]
    }
    /// The arguments of `edge`.
    #[inline]
    pub fn edge_args(&self, edge: &Edge) -> &[Value] {
        edge.args.of(&self.pool)
    }
    /// Calls `f` on each value that the end of `block` takes: what it tests or returns, then what its edges give.
    #[inline]
    pub fn for_each_end_value(&self, block: Block, mut f: impl FnMut(Value)) {
        let terminator = &self.blocks[block].terminator;
        terminator.operand().into_iter().for_each(&mut f);
        terminator.for_each_edge(|edge| self.edge_args(edge).iter().for_each(|&value| f(value)));
    }
    /// What the access chains begin with that a pointer comes from.
    pub fn base_of(&self, mut pointer: Value) -> Value {
        // Operands are defined before their uses, so this ends.
        while let ValueRef::Inst(inst) = pointer.get()
            && self.insts[inst].op == Op::AccessChain
            && let Some(&base) = self.args(inst).first()
        {
            pointer = base;
        }
        pointer
    }
    /// The variable that a pointer leads into, if it comes from one.
    pub fn variable_of(&self, pointer: Value) -> Option<Global> {
        match self.base_of(pointer).get() {
            ValueRef::Global(global) => Some(global),
            _ => None,
        }
    }
    /// Ends `block` with a branch: the first edge where `condition` holds, else the second; both ways meet again in `merge`.
    pub fn choose(&mut self, block: Block, condition: Value, [if_true, if_false]: [Edge; 2], merge: Block) {
        let block = &mut self.blocks[block];
        block.merge = Some(Merge::Selection { merge });
        block.terminator = Terminator::CondBranch {
            condition,
            if_true,
            if_false,
        };
    }
    /// An edge to `block` with `args`.
    pub fn edge(&mut self, block: Block, args: &[Value]) -> Edge {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(args);
        Edge {
            block,
            args: ListRef {
                start,
                len: args.len() as u32,
            },
        }
    }
}

/// What a variable holds from some place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugValue {
    /// The variable.
    pub variable: Variable,
    /// Which part of it, as its first bit and the number of bits; none for all of it.
    pub part: Option<(u32, u32)>,
    /// What it holds, or with [`is_address`](Self::is_address) the variable of the module that is its memory. None
    /// where that is not known any more.
    pub value: Option<Value>,
    /// Whether the value is the address of the variable, which holds as long as the variable exists.
    pub is_address: bool,
    /// The block that it holds in from [`source`](Self::source) on: behind all of the block's instructions with a
    /// smaller number, and in the blocks that it dominates, up to the next of the same variable and part.
    pub block: Block,
    /// Its own number, which has a location.
    pub source: u32,
}

impl Function {
    /// The debug values whose block and value are still there; a value that is gone is none.
    pub fn live_debug_values(&self) -> Vec<DebugValue> {
        if self.debug_values.is_empty() {
            return Vec::new();
        }
        let mut blocks = vec![false; self.blocks.len()];
        let mut insts = vec![false; self.insts.len()];
        for &block in &self.layout {
            let Some(data) = self.blocks.get(block) else {
                continue;
            };
            blocks[block.index()] = true;
            for &inst in data.params.iter().chain(&data.insts) {
                if let Some(live) = insts.get_mut(inst.index()) {
                    *live = true;
                }
            }
        }
        let is = |of: &[bool], index: usize| of.get(index).copied().unwrap_or(false);
        self.debug_values
            .iter()
            .filter(|debug| is(&blocks, debug.block.index()))
            .map(|debug| DebugValue {
                value: debug.value.filter(|value| {
                    let inst = value.as_inst();
                    inst.is_none_or(|inst| is(&insts, inst.index()))
                }),
                ..*debug
            })
            .collect()
    }
}
