//! The typed form of an LLVM 3.7 module: what the reader produces and what `dxil` and `import` consume.
//!
//! Value ids are LLVM's absolute value numbers. Module-level values come first (globals, functions and
//! aliases in record order, then module constants); each function's arguments, constants and non-void
//! instruction results follow, starting at [`Body::first_value`]. Every id stored here has been checked:
//! a [`ValueId`] in a body names a value that exists in the module or that body, a [`TypeId`] a type, and
//! block numbers are below [`Body::blocks`]' length.

use super::text::{Text, Texts};
use crate::entity::{EntityId, IdVec, ListRef};
use crate::entity_id;

entity_id! {
    /// A type of the module's type table.
    pub struct TypeId = "ty"
}
entity_id! {
    /// An absolute LLVM value number.
    pub struct ValueId = "v"
}
entity_id! {
    /// A function of the module, declarations included, in record order.
    #[derive(Default)]
    pub struct FuncId = "fn"
}
entity_id! {
    /// A global variable of the module, in record order.
    pub struct GlobalId = "global"
}
entity_id! {
    /// A metadata node, string or value.
    pub struct MetadataId = "md"
}
entity_id! {
    /// An attribute list (PARAMATTR entry); index into [`Module::attribute_lists`].
    pub struct AttributesId = "attrs"
}

/// An LLVM type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `void`
    Void,
    /// IEEE half.
    Half,
    /// IEEE single.
    Float,
    /// IEEE double.
    Double,
    /// Integer of 1 to 64 bits.
    Int(u32),
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// Pointer and its address space (0 default, 3 groupshared).
    Pointer {
        /// What it points to.
        pointee: TypeId,
        /// LLVM address space.
        space: u32,
    },
    /// `<n x element>`
    Vector {
        /// Scalar type.
        element: TypeId,
        /// Number of lanes.
        len: u32,
    },
    /// `[n x element]`
    Array {
        /// Element type.
        element: TypeId,
        /// Number of elements.
        len: u64,
    },
    /// A struct, named or literal.
    Struct {
        /// Name without `%`, empty for literal structs.
        name: Text,
        /// Members; [`Module::type_list`] resolves them.
        members: ListRef,
        /// Whether members are packed without padding.
        packed: bool,
    },
    /// An opaque struct.
    Opaque {
        /// Its name.
        name: Text,
    },
    /// A function type.
    Function {
        /// Return type.
        ret: TypeId,
        /// Parameters; [`Module::type_list`] resolves them.
        params: ListRef,
        /// Whether it takes further arguments.
        vararg: bool,
    },
}

/// A constant. Aggregates and constant expressions name their operands by value id.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `undef`
    Undef,
    /// `null`, `zeroinitializer` and zero scalars.
    Null,
    /// An integer, sign-extended to 64 bits.
    Int(i64),
    /// A float as its bits (16, 32 or 64 of them).
    Float(u64),
    /// Array, struct or vector; [`Module::value_list`] resolves the elements.
    Aggregate(ListRef),
    /// Array or vector of scalars: raw element bits in [`Module::data`] (one `u64` an element).
    Data(ListRef),
    /// `cast(value)` of a constant expression.
    Cast {
        /// Which cast.
        op: CastOp,
        /// Its operand.
        value: ValueId,
    },
    /// `getelementptr` of a constant expression.
    Gep {
        /// The pointee type that the indices walk.
        source: TypeId,
        /// Base pointer.
        base: ValueId,
        /// Indices; [`Module::value_list`] resolves them.
        indices: ListRef,
    },
    /// Any binary constant expression.
    Binary {
        /// Which operation.
        op: BinaryOp,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// A comparison constant expression.
    Compare {
        /// Predicate.
        predicate: Predicate,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// A `select` constant expression.
    Select {
        /// Condition.
        condition: ValueId,
        /// Value when true.
        if_true: ValueId,
        /// Value when false.
        if_false: ValueId,
    },
}

/// What a value number stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// A global variable (its address).
    Global(GlobalId),
    /// A function (its address).
    Function(FuncId),
    /// An alias; DXIL has none, the target is kept for diagnostics.
    Alias,
    /// A constant.
    Constant(Constant),
    /// Argument `n` of the function.
    Argument(u32),
    /// Result of instruction `n` of [`Body::insts`].
    Inst(u32),
}

/// A value: its type and what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// LLVM type.
    pub ty: TypeId,
    /// What it is.
    pub kind: ValueKind,
}

impl Value {
    /// The integer that it is, if it is a constant one.
    pub fn int(&self) -> Option<i64> {
        match self.kind {
            ValueKind::Constant(Constant::Int(value)) => Some(value),
            ValueKind::Constant(Constant::Null) => Some(0),
            _ => None,
        }
    }
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Name, empty when the module has none.
    pub name: Text,
    /// The pointee type (of the variable itself).
    pub ty: TypeId,
    /// LLVM address space (0 default, 3 groupshared).
    pub space: u32,
    /// Whether it is constant.
    pub constant: bool,
    /// Initializer.
    pub initializer: Option<ValueId>,
    /// Alignment in bytes, 0 when unspecified.
    pub align: u32,
    /// Whether it is external (has no definition here).
    pub external: bool,
    /// The value number of its address.
    pub value: ValueId,
}

/// A function, declared or defined.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Name, empty when the module has none.
    pub name: Text,
    /// Function type.
    pub ty: TypeId,
    /// Attributes.
    pub attributes: Option<AttributesId>,
    /// Whether it has no body.
    pub declaration: bool,
    /// The value number of its address.
    pub value: ValueId,
    /// Index into [`Module::bodies`] when defined.
    pub body: Option<u32>,
}

/// One attribute of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// An enum attribute (LLVM 3.7 attribute number), with its integer if it has one.
    Enum {
        /// LLVM's attribute number.
        kind: u64,
        /// Value of `align` and the like.
        value: Option<u64>,
    },
    /// A string attribute, for example `"fp32-denorm-mode"="preserve"`.
    String {
        /// Key.
        key: Text,
        /// Value, empty when absent.
        value: Text,
    },
}

/// Attributes of one slot of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeGroup {
    /// 0 return value, `0xffff_ffff` function, else parameter + 1.
    pub slot: u32,
    /// The attributes; [`Module::attributes_of`] resolves them.
    pub attributes: ListRef,
}

/// A function's code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Which function.
    pub function: FuncId,
    /// Value number of the first argument: ids below it are module-level.
    pub first_value: u32,
    /// Arguments, then constants, then instruction results, by `id - first_value`.
    pub values: Vec<Value>,
    /// How many of [`values`](Self::values) are arguments.
    pub arguments: u32,
    /// Instructions in order, blocks concatenated.
    pub insts: Vec<Inst>,
    /// Which of them are atomic, in order.
    pub atomics: Vec<u32>,
    /// Each block's instructions as a range of `insts`; block 0 is the entry. Every block ends in a terminator.
    pub blocks: Vec<std::ops::Range<u32>>,
    /// Pool for the operand lists of `insts`.
    pub operands: Vec<ValueId>,
    /// Pool for index lists, block lists and switch case values.
    pub words: Vec<u64>,
    /// Metadata attachments: `(instruction index, kind id, node)`, ordered by instruction.
    /// Kind ids are resolved by [`Module::metadata_kinds`].
    pub attachments: Vec<(u32, u32, MetadataId)>,
    /// Names of values and blocks, from the function's symbol table.
    pub value_names: Vec<(ValueId, Text)>,
    /// Block names.
    pub block_names: Vec<(u32, Text)>,
    /// Debug locations, ordered by instruction.
    pub debug_locations: Vec<DebugLocation>,
    /// Metadata arguments of calls, which debug intrinsics have: `(instruction index, entry)`, ordered by
    /// instruction, in the order of the parameters. Numbers from the end of [`Module::metadata`] on are those of
    /// [`local_metadata`](Self::local_metadata); ones of neither are `None`.
    pub metadata_arguments: Vec<(u32, Option<MetadataId>)>,
    /// The function's own metadata: values of the body. `None` for what names no such value.
    pub local_metadata: Vec<Option<ValueId>>,
}

impl Body {
    /// Takes away all that it says, keeping the memory.
    pub(super) fn clear(&mut self) {
        let Self {
            function,
            first_value,
            values,
            arguments,
            insts,
            atomics,
            blocks,
            operands,
            words,
            attachments,
            value_names,
            block_names,
            debug_locations,
            metadata_arguments,
            local_metadata,
        } = self;
        (*function, *first_value, *arguments) = Default::default();
        values.clear();
        insts.clear();
        atomics.clear();
        blocks.clear();
        operands.clear();
        words.clear();
        attachments.clear();
        value_names.clear();
        block_names.clear();
        debug_locations.clear();
        metadata_arguments.clear();
        local_metadata.clear();
    }
}

/// Where in the source an instruction comes from (FUNC_CODE_DEBUG_LOC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugLocation {
    /// The instruction's index in [`Body::insts`].
    pub inst: u32,
    /// Line, from 1; 0 for none.
    pub line: u32,
    /// Column, from 1; 0 for none.
    pub column: u32,
    /// The scope, a debug node if the module is sound.
    pub scope: Option<MetadataId>,
    /// The location that the scope's function was inlined at, a node of a location if the module is sound.
    pub inlined_at: Option<MetadataId>,
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// Type of its result; the module's `void` for none.
    pub ty: TypeId,
    /// The value number of its result.
    pub result: Option<ValueId>,
    /// Bit offset of its record in the bitcode.
    pub bit_offset: u32,
}

/// Fast-math flags of a floating-point instruction or call: bit 0 unsafe algebra (`fast`), 1 no NaNs,
/// 2 no infinities, 3 no signed zeros, 4 allow reciprocal.
pub type FastMath = u8;

/// The instructions that DXIL allows, and those that LLVM 3.7 has beyond them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InstKind {
    /// Binary arithmetic.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
        /// Fast-math flags (float operations).
        fast: FastMath,
    },
    /// A conversion to the instruction's type.
    Cast {
        /// Which.
        op: CastOp,
        /// Operand.
        value: ValueId,
    },
    /// `icmp` and `fcmp`.
    Compare {
        /// Predicate.
        predicate: Predicate,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
        /// Fast-math flags.
        fast: FastMath,
    },
    /// `select`
    Select {
        /// Condition (`i1`, or a vector of it).
        condition: ValueId,
        /// Value when true.
        if_true: ValueId,
        /// Value when false.
        if_false: ValueId,
    },
    /// `extractvalue`
    ExtractValue {
        /// The aggregate.
        aggregate: ValueId,
        /// Indices in [`Body::words`].
        indices: ListRef,
    },
    /// `insertvalue`
    InsertValue {
        /// The aggregate.
        aggregate: ValueId,
        /// The new member.
        value: ValueId,
        /// Indices in [`Body::words`].
        indices: ListRef,
    },
    /// `extractelement`
    ExtractElement {
        /// The vector.
        vector: ValueId,
        /// The lane.
        index: ValueId,
    },
    /// `insertelement`
    InsertElement {
        /// The vector.
        vector: ValueId,
        /// The new lane value.
        value: ValueId,
        /// The lane.
        index: ValueId,
    },
    /// `shufflevector`
    ShuffleVector {
        /// First vector.
        a: ValueId,
        /// Second vector.
        b: ValueId,
        /// Mask, a constant vector of `i32`.
        mask: ValueId,
    },
    /// `phi`: operand `i` of the list comes from block `blocks[i]`.
    Phi {
        /// Values in [`Body::operands`].
        values: ListRef,
        /// Predecessor block numbers in [`Body::words`].
        blocks: ListRef,
    },
    /// A direct call.
    Call {
        /// The callee.
        callee: FuncId,
        /// Arguments in [`Body::operands`]; metadata arguments are in [`Body::metadata_arguments`].
        args: ListRef,
        /// Fast-math flags (LLVM 3.7 has none on calls; kept 0).
        fast: FastMath,
    },
    /// `alloca` of `count` elements.
    Alloca {
        /// Element type.
        ty: TypeId,
        /// Number of elements.
        count: ValueId,
        /// Alignment in bytes, 0 when unspecified.
        align: u32,
    },
    /// `load`
    Load {
        /// Address.
        pointer: ValueId,
        /// Alignment in bytes, 0 when unspecified.
        align: u32,
        /// Whether volatile.
        volatile: bool,
    },
    /// `store`
    Store {
        /// Address.
        pointer: ValueId,
        /// What is stored.
        value: ValueId,
        /// Alignment in bytes, 0 when unspecified.
        align: u32,
        /// Whether volatile.
        volatile: bool,
    },
    /// `getelementptr`
    Gep {
        /// The pointee type that the indices walk.
        source: TypeId,
        /// Base pointer.
        base: ValueId,
        /// Indices in [`Body::operands`].
        indices: ListRef,
        /// Whether `inbounds`.
        inbounds: bool,
    },
    /// `atomicrmw`
    AtomicRmw {
        /// Which.
        op: RmwOp,
        /// Address.
        pointer: ValueId,
        /// Operand.
        value: ValueId,
        /// Whether volatile.
        volatile: bool,
    },
    /// `cmpxchg`, whose result is `{ty, i1}`; in a form that is older than LLVM 3.5 it is the `ty`, the value before.
    CmpXchg {
        /// Address.
        pointer: ValueId,
        /// Expected value.
        compare: ValueId,
        /// New value.
        value: ValueId,
        /// Whether volatile.
        volatile: bool,
    },
    /// `fence`
    Fence,
    /// Unconditional branch to a block.
    Br {
        /// Block number.
        target: u32,
    },
    /// Conditional branch.
    CondBr {
        /// Condition.
        condition: ValueId,
        /// Block when true.
        if_true: u32,
        /// Block when false.
        if_false: u32,
    },
    /// `switch`
    Switch {
        /// Selector.
        value: ValueId,
        /// Default block.
        default: u32,
        /// Pairs (case value as zero-extended bits, block number) in [`Body::words`].
        cases: ListRef,
    },
    /// `ret`
    Ret {
        /// Returned value.
        value: Option<ValueId>,
    },
    /// `unreachable`
    Unreachable,
}

/// Binary operations (integer or float by operand type).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    PtrToInt,
    IntToPtr,
    Bitcast,
    AddrSpaceCast,
}

/// Comparison predicates, floats first (LLVM's numbers 0 to 15), then integers (32 to 41).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Predicate {
    FFalse = 0,
    FOeq = 1,
    FOgt = 2,
    FOge = 3,
    FOlt = 4,
    FOle = 5,
    FOne = 6,
    FOrd = 7,
    FUno = 8,
    FUeq = 9,
    FUgt = 10,
    FUge = 11,
    FUlt = 12,
    FUle = 13,
    FUne = 14,
    FTrue = 15,
    Eq = 32,
    Ne = 33,
    Ugt = 34,
    Uge = 35,
    Ult = 36,
    Ule = 37,
    Sgt = 38,
    Sge = 39,
    Slt = 40,
    Sle = 41,
}

/// `atomicrmw` operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
}

/// A metadata entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Metadata {
    /// A string.
    String(Text),
    /// A value used as metadata.
    Value(ValueId),
    /// A generic node; [`Module::metadata_list`] resolves the operands (`None` is null).
    Node {
        /// Whether `distinct`.
        distinct: bool,
        /// Operands.
        operands: ListRef,
    },
    /// A specialised (debug) node, kept as its record: code and operands in [`Module::words`].
    Debug {
        /// METADATA record code.
        code: u32,
        /// Raw operands.
        operands: ListRef,
    },
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// All texts.
    pub texts: Texts,
    /// `target triple`, for example `dxil-ms-dx`.
    pub triple: Text,
    /// `target datalayout`.
    pub data_layout: Text,
    /// Type table.
    pub types: IdVec<TypeId, Type>,
    /// Pool for member and parameter lists.
    pub type_refs: Vec<TypeId>,
    /// Module-level values by value number.
    pub values: IdVec<ValueId, Value>,
    /// Pool for constants' operand lists (module-level and of all bodies).
    pub value_refs: Vec<ValueId>,
    /// Pool for data arrays (module-level and of all bodies).
    pub data: Vec<u64>,
    /// Global variables.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions.
    pub functions: IdVec<FuncId, Function>,
    /// Bodies in the order of the function blocks.
    pub bodies: Vec<Body>,
    /// Attribute lists; [`groups`](Self::groups) resolves them.
    pub attribute_lists: IdVec<AttributesId, ListRef>,
    /// Pool of the lists: numbers of groups.
    pub attribute_list_groups: Vec<u32>,
    /// What lists are made of.
    pub attribute_groups: Vec<AttributeGroup>,
    /// Pool of the groups.
    pub attributes: Vec<Attribute>,
    /// Module-level metadata.
    pub metadata: IdVec<MetadataId, Metadata>,
    /// Pool for node operands.
    pub metadata_refs: Vec<Option<MetadataId>>,
    /// Pool for raw records of debug metadata.
    pub words: Vec<u64>,
    /// Named metadata, for example `dx.entryPoints`.
    pub named_metadata: Vec<(Text, ListRef)>,
    /// Pool for the operands of named metadata.
    pub named_nodes: Vec<MetadataId>,
    /// Metadata kind ids and their names, for example `dx.controlflow.hints`, where a body has attachments.
    pub metadata_kinds: Vec<(u32, Text)>,
}

impl Module {
    /// Takes away all that it says, keeping the memory.
    pub(super) fn clear(&mut self) {
        let Self {
            texts,
            triple,
            data_layout,
            types,
            type_refs,
            values,
            value_refs,
            data,
            globals,
            functions,
            bodies,
            attribute_lists,
            attribute_list_groups,
            attribute_groups,
            attributes,
            metadata,
            metadata_refs,
            words,
            named_metadata,
            named_nodes,
            metadata_kinds,
        } = self;
        texts.clear();
        (*triple, *data_layout) = Default::default();
        types.clear();
        type_refs.clear();
        values.clear();
        value_refs.clear();
        data.clear();
        globals.clear();
        functions.clear();
        bodies.clear();
        attribute_lists.clear();
        attribute_list_groups.clear();
        attribute_groups.clear();
        attributes.clear();
        metadata.clear();
        metadata_refs.clear();
        words.clear();
        named_metadata.clear();
        named_nodes.clear();
        metadata_kinds.clear();
    }
    /// Members or parameters of a list.
    #[inline]
    pub fn type_list(&self, list: ListRef) -> &[TypeId] {
        list.of(&self.type_refs)
    }
    /// The characters of a text.
    #[inline]
    pub fn text(&self, text: Text) -> &str {
        self.texts.get(text)
    }
    /// The groups of an attribute list.
    pub fn groups(&self, list: AttributesId) -> impl Iterator<Item = &AttributeGroup> {
        let list = self.attribute_lists.get(list).copied().unwrap_or_default();
        let numbers = list.of(&self.attribute_list_groups).iter();
        numbers.filter_map(|&number| self.attribute_groups.get(number as usize))
    }
    /// The attributes of a group.
    pub fn attributes_of(&self, group: &AttributeGroup) -> &[Attribute] {
        group.attributes.of(&self.attributes)
    }
    /// Operands of a constant.
    #[inline]
    pub fn value_list(&self, list: ListRef) -> &[ValueId] {
        list.of(&self.value_refs)
    }
    /// Element bits of a data constant.
    #[inline]
    pub fn data_list(&self, list: ListRef) -> &[u64] {
        list.of(&self.data)
    }
    /// Operands of a metadata node.
    #[inline]
    pub fn metadata_list(&self, list: ListRef) -> &[Option<MetadataId>] {
        list.of(&self.metadata_refs)
    }
    /// The operands of named metadata `name`, or none.
    pub fn named(&self, name: &str) -> &[MetadataId] {
        self.named_metadata
            .iter()
            .find(|(n, _)| self.text(*n) == name)
            .map_or(&[], |(_, nodes)| nodes.of(&self.named_nodes))
    }
    /// The name of metadata kind `kind`.
    pub fn metadata_kind(&self, kind: u32) -> Option<&str> {
        self.metadata_kinds
            .iter()
            .find(|(k, _)| *k == kind)
            .map(|(_, name)| self.text(*name))
    }
}

impl Body {
    /// The value `id`, of this body or of `module`.
    #[inline]
    pub fn value<'a>(&'a self, module: &'a Module, id: ValueId) -> Option<&'a Value> {
        match id.0.checked_sub(self.first_value) {
            Some(local) => self.values.get(local as usize),
            None => module.values.get(id),
        }
    }
    /// The metadata arguments of the call that is instruction `inst`.
    pub fn metadata_arguments(&self, inst: u32) -> impl Iterator<Item = Option<MetadataId>> {
        let start = self.metadata_arguments.partition_point(|(at, _)| *at < inst);
        self.metadata_arguments
            .get(start..)
            .unwrap_or(&[])
            .iter()
            .take_while(move |(at, _)| *at == inst)
            .map(|(_, id)| *id)
    }
    /// The value that metadata `id` wraps, of this body or of `module`.
    pub fn metadata_value(&self, module: &Module, id: MetadataId) -> Option<ValueId> {
        match id.index().checked_sub(module.metadata.len()) {
            Some(local) => self.local_metadata.get(local).copied().flatten(),
            None => match module.metadata.get(id) {
                Some(Metadata::Value(value)) => Some(*value),
                _ => None,
            },
        }
    }
    /// The debug location of instruction `inst`.
    pub fn debug_location(&self, inst: u32) -> Option<&DebugLocation> {
        let index = self
            .debug_locations
            .binary_search_by_key(&inst, |location| location.inst)
            .ok()?;
        self.debug_locations.get(index)
    }
    /// The instructions of block `block`.
    pub fn block(&self, block: usize) -> &[Inst] {
        self.blocks
            .get(block)
            .and_then(|range| self.insts.get(range.start as usize..range.end as usize))
            .unwrap_or(&[])
    }
}
