//! Prints a module as text in the manner of LLVM assembly, for people to read.
//!
//! Values without a name print as their number (`%12`). Constants with several parts print once, under `$`
//! and their number, and types beyond a certain size as their number (`ty12`), so that the text is never
//! much larger than the module.

use super::debug::{BIT_PIECE, DebugNode};
use super::module::{
    Attribute, BinaryOp, Body, CastOp, Constant, FuncId, Function, Global, Inst, InstKind, Metadata,
    MetadataId, Module, Predicate, RmwOp, Type, TypeId, Value, ValueId, ValueKind,
};
use crate::entity::ListRef;
use std::fmt::{self, Display, Formatter, Write};

/// Parts that a type may have to be spelled out.
const MAX_TYPE_PARTS: usize = 64;

/// The text of a module, and where in it its instructions are, in the order of the text.
pub type Listing = crate::entity::Listing<Place>;

/// An instruction of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The instruction's function.
    pub function: FuncId,
    /// Its index among the function's instructions, [`Body::insts`].
    pub instruction: u32,
}

impl Listing {
    /// The line of the text, from 1, that instruction `index` of `function` is on. A function has one body, so the first
    /// is the only one.
    pub fn line_of(&self, function: FuncId, index: u32) -> Option<u32> {
        let wanted = Place {
            function,
            instruction: index,
        };
        let mut places = self.places.iter();
        places.find(|(_, place)| *place == wanted).map(|(line, _)| *line)
    }
}

/// What a module is printed to.
trait Sink: Write {
    /// An instruction begins here.
    fn instruction(&mut self, _function: FuncId, _index: u32) {}
}

impl Sink for Formatter<'_> {}

impl Sink for Listing {
    fn instruction(&mut self, function: FuncId, instruction: u32) {
        self.begin(Place {
            function,
            instruction,
        });
    }
}

/// What prints itself by a function, to be printed with `{}`.
struct Part<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Part<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}

impl Module {
    /// The module's text with the lines of its instructions.
    pub fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        // Writing to a string does not fail.
        let _ = self.print(&mut listing);
        listing
    }

    fn print(&self, f: &mut impl Sink) -> fmt::Result {
        writeln!(
            f,
            "target datalayout = \"{}\"",
            Escaped(self.text(self.data_layout))
        )?;
        writeln!(f, "target triple = \"{}\"", Escaped(self.text(self.triple)))?;
        let cx = Cx {
            module: self,
            body: None,
        };
        let head = Part(|f: &mut Formatter<'_>| {
            self.print_structs(f)?;
            self.print_globals(f)?;
            cx.constants(f, self.values.iter())
        });
        write!(f, "{head}")?;
        for function in self.functions.values() {
            match function.body.and_then(|body| self.bodies.get(body as usize)) {
                Some(body) => Cx {
                    module: self,
                    body: Some(body),
                }
                .body(f, function, body)?,
                None => {
                    let signature = Part(|f: &mut Formatter<'_>| cx.signature(f, function));
                    write!(f, "\ndeclare {signature}")?;
                }
            }
        }
        let tail = Part(|f: &mut Formatter<'_>| {
            self.print_attributes(f)?;
            self.print_metadata(f)
        });
        write!(f, "{tail}")
    }

    /// The type `ty` as LLVM spells it, for messages.
    pub fn type_name(&self, ty: TypeId) -> String {
        Spelled { module: self, ty }.to_string()
    }

    fn print_structs(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, ty) in self.types.iter() {
            match ty {
                Type::Struct {
                    name,
                    members,
                    packed,
                } if !name.is_empty() => {
                    write!(f, "%{} = type ", Name(self.text(*name)))?;
                    let mut parts = MAX_TYPE_PARTS * 4;
                    self.spell_members(f, *members, *packed, &mut parts)?;
                    writeln!(f, " ; {id}")?;
                }
                Type::Opaque { name } => writeln!(f, "%{} = type opaque ; {id}", Name(self.text(*name)))?,
                _ => {}
            }
        }
        Ok(())
    }

    fn print_globals(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cx = Cx {
            module: self,
            body: None,
        };
        for Global {
            ty,
            space,
            constant,
            initializer,
            align,
            value,
            ..
        } in self.globals.values()
        {
            write!(f, "{} = ", cx.value(*value))?;
            if initializer.is_none() {
                f.write_str("external ")?;
            }
            if *space != 0 {
                write!(f, "addrspace({space}) ")?;
            }
            f.write_str(if *constant { "constant " } else { "global " })?;
            match initializer {
                Some(initializer) => write!(f, "{}", cx.typed(*initializer))?,
                None => write!(
                    f,
                    "{}",
                    Spelled {
                        module: self,
                        ty: *ty
                    }
                )?,
            }
            if *align != 0 {
                write!(f, ", align {align}")?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }

    fn print_attributes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for id in self.attribute_lists.ids() {
            write!(f, "\nattributes #{} = {{", id.0)?;
            for group in self.groups(id) {
                match group.slot {
                    0 => f.write_str(" return:")?,
                    u32::MAX => f.write_str(" function:")?,
                    slot => write!(f, " {}:", slot - 1)?,
                }
                for attribute in self.attributes_of(group) {
                    match attribute {
                        Attribute::Enum { kind, value: None } => write!(f, " {kind}")?,
                        Attribute::Enum {
                            kind,
                            value: Some(value),
                        } => write!(f, " {kind}({value})")?,
                        Attribute::String { key, value } => {
                            write!(
                                f,
                                " \"{}\"=\"{}\"",
                                Escaped(self.text(*key)),
                                Escaped(self.text(*value))
                            )?;
                        }
                    }
                }
            }
            f.write_str(" }")?;
        }
        f.write_char('\n')
    }

    fn print_metadata(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, nodes) in &self.named_metadata {
            write!(f, "!{} = !{{", Name(self.text(*name)))?;
            join(f, nodes.of(&self.named_nodes), |f, node| write!(f, "!{}", node.0))?;
            f.write_str("}\n")?;
        }
        for (id, entry) in self.metadata.iter() {
            write!(f, "!{} = ", id.0)?;
            match entry {
                Metadata::String(string) => write!(f, "!\"{}\"", Escaped(self.text(*string)))?,
                Metadata::Value(value) => write!(
                    f,
                    "{}",
                    Cx {
                        module: self,
                        body: None
                    }
                    .typed(*value)
                )?,
                Metadata::Node { distinct, operands } => {
                    f.write_str(if *distinct { "distinct !{" } else { "!{" })?;
                    join(
                        f,
                        self.metadata_list(*operands),
                        |f, node: &Option<MetadataId>| match node {
                            Some(node) => write!(f, "!{}", node.0),
                            None => f.write_str("null"),
                        },
                    )?;
                    f.write_char('}')?;
                }
                Metadata::Debug { code, operands } => {
                    write!(f, "debug({code}: ")?;
                    join(f, operands.of(&self.words), |f, word| write!(f, "{word}"))?;
                    f.write_char(')')?;
                }
            }
            f.write_char('\n')?;
        }
        Ok(())
    }

    /// Spells a type, counting down `parts`. Recursion is bounded by them.
    fn spell(&self, f: &mut Formatter<'_>, ty: TypeId, parts: &mut usize) -> fmt::Result {
        let Some(left) = parts.checked_sub(1) else {
            return write!(f, "{ty}");
        };
        *parts = left;
        match self.types.get(ty) {
            None => write!(f, "{ty}"),
            Some(Type::Void) => f.write_str("void"),
            Some(Type::Half) => f.write_str("half"),
            Some(Type::Float) => f.write_str("float"),
            Some(Type::Double) => f.write_str("double"),
            Some(Type::Int(width)) => write!(f, "i{width}"),
            Some(Type::Label) => f.write_str("label"),
            Some(Type::Metadata) => f.write_str("metadata"),
            Some(Type::Pointer { pointee, space }) => {
                self.spell(f, *pointee, parts)?;
                if *space != 0 {
                    write!(f, " addrspace({space})")?;
                }
                f.write_char('*')
            }
            Some(Type::Vector { element, len }) => {
                write!(f, "<{len} x ")?;
                self.spell(f, *element, parts)?;
                f.write_char('>')
            }
            Some(Type::Array { element, len }) => {
                write!(f, "[{len} x ")?;
                self.spell(f, *element, parts)?;
                f.write_char(']')
            }
            Some(Type::Struct {
                name,
                members,
                packed,
            }) if name.is_empty() => self.spell_members(f, *members, *packed, parts),
            Some(Type::Struct { name, .. } | Type::Opaque { name }) => {
                write!(f, "%{}", Name(self.text(*name)))
            }
            Some(Type::Function { ret, params, vararg }) => {
                self.spell(f, *ret, parts)?;
                f.write_str(" (")?;
                self.spell_list(f, *params, parts)?;
                f.write_str(if *vararg { ", ...)" } else { ")" })
            }
        }
    }

    fn spell_members(
        &self,
        f: &mut Formatter<'_>,
        members: ListRef,
        packed: bool,
        parts: &mut usize,
    ) -> fmt::Result {
        f.write_str(if packed { "<{ " } else { "{ " })?;
        self.spell_list(f, members, parts)?;
        f.write_str(if packed { " }>" } else { " }" })
    }

    fn spell_list(&self, f: &mut Formatter<'_>, list: ListRef, parts: &mut usize) -> fmt::Result {
        for (index, &ty) in self.type_list(list).iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            if *parts == 0 {
                return f.write_str("...");
            }
            self.spell(f, ty, parts)?;
        }
        Ok(())
    }
}

/// A type to print.
struct Spelled<'m> {
    module: &'m Module,
    ty: TypeId,
}

impl Display for Spelled<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.module.spell(f, self.ty, &mut { MAX_TYPE_PARTS })
    }
}

/// What values are printed in: a module, and the body whose values may be named.
#[derive(Clone, Copy)]
struct Cx<'m> {
    module: &'m Module,
    body: Option<&'m Body>,
}

/// A value to print, maybe with its type before it.
struct Operand<'m> {
    cx: Cx<'m>,
    id: ValueId,
    typed: bool,
}

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(value) = self.cx.get(self.id) else {
            return write!(f, "{}", self.id);
        };
        if self.typed {
            write!(f, "{} ", self.cx.ty(value.ty))?;
        }
        match &value.kind {
            ValueKind::Constant(constant) => self.cx.constant(f, self.id, value.ty, constant),
            ValueKind::Global(id) => match self.cx.module.globals.get(*id) {
                Some(global) if !global.name.is_empty() => {
                    write!(f, "@{}", Name(self.cx.module.text(global.name)))
                }
                _ => write!(f, "@{id}"),
            },
            ValueKind::Function(id) => match self.cx.module.functions.get(*id) {
                Some(function) if !function.name.is_empty() => {
                    write!(f, "@{}", Name(self.cx.module.text(function.name)))
                }
                _ => write!(f, "@{id}"),
            },
            ValueKind::Alias => write!(f, "@alias{}", self.id.0),
            ValueKind::Argument(_) | ValueKind::Inst(_) => match self.cx.name(self.id) {
                Some(name) => write!(f, "%{}", Name(name)),
                None => write!(f, "%{}", self.id.0),
            },
        }
    }
}

impl<'m> Cx<'m> {
    fn get(self, id: ValueId) -> Option<&'m Value> {
        match self.body {
            Some(body) => body.value(self.module, id),
            None => self.module.values.get(id),
        }
    }

    fn name(self, id: ValueId) -> Option<&'m str> {
        let names = &self.body?.value_names;
        let index = names.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        names.get(index).map(|(_, name)| self.module.text(*name))
    }

    fn value(self, id: ValueId) -> Operand<'m> {
        Operand {
            cx: self,
            id,
            typed: false,
        }
    }

    fn typed(self, id: ValueId) -> Operand<'m> {
        Operand {
            cx: self,
            id,
            typed: true,
        }
    }

    fn ty(self, ty: TypeId) -> Spelled<'m> {
        Spelled {
            module: self.module,
            ty,
        }
    }

    /// A constant as an operand.
    fn constant(self, f: &mut Formatter<'_>, id: ValueId, ty: TypeId, constant: &Constant) -> fmt::Result {
        let ty = self.module.types.get(ty);
        match (constant, ty) {
            (Constant::Undef, _) => f.write_str("undef"),
            (Constant::Null, Some(Type::Pointer { .. })) => f.write_str("null"),
            (Constant::Null, Some(Type::Int(1))) => f.write_str("false"),
            (Constant::Null, Some(Type::Int(_))) => f.write_str("0"),
            (Constant::Null, Some(Type::Half | Type::Float | Type::Double)) => f.write_str("0.0"),
            (Constant::Null, _) => f.write_str("zeroinitializer"),
            (Constant::Int(value), Some(Type::Int(1))) => write!(f, "{}", *value != 0),
            (Constant::Int(value), _) => write!(f, "{value}"),
            (Constant::Float(bits), ty) => float(f, *bits, ty),
            _ => write!(f, "${}", id.0),
        }
    }

    /// Definitions of the constants that print as `$`.
    fn constants(
        self,
        f: &mut Formatter<'_>,
        values: impl Iterator<Item = (ValueId, &'m Value)>,
    ) -> fmt::Result {
        for (id, value) in values {
            let ValueKind::Constant(constant) = &value.kind else {
                continue;
            };
            let lhs = format_args!("${} = {} ", id.0, self.ty(value.ty)).to_string();
            match constant {
                Constant::Undef | Constant::Null | Constant::Int(_) | Constant::Float(_) => continue,
                Constant::Aggregate(list) => {
                    write!(f, "{lhs}{{")?;
                    join(f, self.module.value_list(*list), |f, id| {
                        write!(f, "{}", self.typed(*id))
                    })?;
                    f.write_char('}')?;
                }
                Constant::Data(list) => {
                    let element = match self.module.types.get(value.ty) {
                        Some(Type::Array { element, .. } | Type::Vector { element, .. }) => {
                            self.module.types.get(*element)
                        }
                        _ => None,
                    };
                    write!(f, "{lhs}[")?;
                    join(f, self.module.data_list(*list), |f, bits| match element {
                        Some(Type::Int(_)) => write!(f, "{bits}"),
                        element => float(f, *bits, element),
                    })?;
                    f.write_char(']')?;
                }
                Constant::Cast { op, value } => write!(f, "{lhs}{} {}", cast_name(*op), self.typed(*value))?,
                Constant::Gep { base, indices, .. } => {
                    write!(f, "{lhs}getelementptr {}", self.typed(*base))?;
                    for &index in self.module.value_list(*indices) {
                        write!(f, ", {}", self.typed(index))?;
                    }
                }
                Constant::Binary { op, lhs: a, rhs: b } => {
                    write!(
                        f,
                        "{lhs}{} {}, {}",
                        binary_name(*op),
                        self.typed(*a),
                        self.value(*b)
                    )?;
                }
                Constant::Compare {
                    predicate,
                    lhs: a,
                    rhs: b,
                } => {
                    write!(
                        f,
                        "{lhs}{} {}, {}",
                        predicate_name(*predicate),
                        self.typed(*a),
                        self.value(*b)
                    )?;
                }
                Constant::Select {
                    condition,
                    if_true,
                    if_false,
                } => {
                    let (condition, a, b) = (
                        self.typed(*condition),
                        self.typed(*if_true),
                        self.typed(*if_false),
                    );
                    write!(f, "{lhs}select {condition}, {a}, {b}")?;
                }
            }
            f.write_char('\n')?;
        }
        Ok(())
    }

    /// Return type, name, parameters and attributes of a function.
    fn signature(self, f: &mut Formatter<'_>, function: &Function) -> fmt::Result {
        let Some(&Type::Function { ret, params, .. }) = self.module.types.get(function.ty) else {
            return write!(f, "{}", self.value(function.value));
        };
        write!(f, "{} {}(", self.ty(ret), self.value(function.value))?;
        for (index, &param) in self.module.type_list(params).iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{}", self.ty(param))?;
            if let Some(body) = self.body {
                write!(f, " {}", self.value(ValueId(body.first_value + index as u32)))?;
            }
        }
        f.write_char(')')?;
        if let Some(attributes) = function.attributes {
            write!(f, " #{}", attributes.0)?;
        }
        Ok(())
    }

    fn body(self, f: &mut impl Sink, function: &Function, body: &Body) -> fmt::Result {
        let first = body.first_value;
        // The pair iterator borrows for as long as the module: `self.body` is the same body.
        let values = self.body.map_or(&[][..], |body| &body.values);
        let head = Part(|f: &mut Formatter<'_>| {
            self.signature(f, function)?;
            f.write_str(" {\n")?;
            self.constants(f, (first..).map(ValueId).zip(values))
        });
        write!(f, "\n\ndefine {head}")?;
        let mut attachments = body.attachments.iter().peekable();
        for (block, range) in body.blocks.iter().enumerate() {
            let name = body
                .block_names
                .binary_search_by_key(&(block as u32), |(block, _)| *block);
            match name.ok().and_then(|index| body.block_names.get(index)) {
                Some((_, name)) => writeln!(f, "bb{block}: ; {}", Escaped(self.module.text(*name)))?,
                None => writeln!(f, "bb{block}:")?,
            }
            for (index, inst) in range.clone().zip(body.block(block)) {
                f.instruction(body.function, index);
                write!(f, "  {}", Part(|f: &mut Formatter<'_>| self.inst(f, body, inst)))?;
                while let Some((_, kind, node)) = attachments.next_if(|(at, ..)| *at <= index) {
                    match self.module.metadata_kind(*kind) {
                        Some(name) => write!(f, ", !{} !{}", Name(name), node.0)?,
                        None => write!(f, ", !kind{kind} !{}", node.0)?,
                    }
                }
                write!(f, "{}", Part(|f: &mut Formatter<'_>| self.told(f, body, index)))?;
                f.write_char('\n')?;
            }
        }
        f.write_str("}")
    }

    /// Behind a call of `llvm.dbg.value` or `llvm.dbg.declare`, what it says: the variable of the source, its bits if not all
    /// are meant, and the value or the address.
    fn told(self, f: &mut Formatter<'_>, body: &Body, index: u32) -> fmt::Result {
        let mut arguments = body.metadata_arguments(index);
        let (value, variable, expression) = (arguments.next(), arguments.next(), arguments.next());
        let node = |id: Option<Option<MetadataId>>| self.module.debug_node(id.flatten()?);
        let Some(DebugNode::LocalVariable { name, .. }) = node(variable) else {
            return Ok(());
        };
        write!(f, " ; {}", Escaped(name))?;
        if let Some(DebugNode::Expression(words)) = node(expression)
            && let [.., BIT_PIECE, offset, size] = *words
        {
            write!(f, " bits {offset}..{}", offset.saturating_add(size))?;
        }
        let value = value
            .flatten()
            .and_then(|id| body.metadata_value(self.module, id));
        match value {
            Some(value) => write!(f, " = {}", self.typed(value)),
            None => f.write_str(" = nothing that is left"),
        }
    }

    fn inst(self, f: &mut Formatter<'_>, body: &Body, inst: &Inst) -> fmt::Result {
        if let Some(result) = inst.result {
            write!(f, "{} = ", self.value(result))?;
        }
        let ty = self.ty(inst.ty);
        match inst.kind {
            InstKind::Binary { op, lhs, rhs, fast } => {
                let (lhs, rhs) = (self.typed(lhs), self.value(rhs));
                write!(f, "{}{} {lhs}, {rhs}", binary_name(op), Fast(fast))
            }
            InstKind::Cast { op, value } => write!(f, "{} {} to {ty}", cast_name(op), self.typed(value)),
            InstKind::Compare {
                predicate,
                lhs,
                rhs,
                fast,
            } => {
                let (lhs, rhs) = (self.typed(lhs), self.value(rhs));
                write!(f, "{}{} {lhs}, {rhs}", predicate_name(predicate), Fast(fast))
            }
            InstKind::Select {
                condition,
                if_true,
                if_false,
            } => {
                let (a, b) = (self.typed(if_true), self.typed(if_false));
                write!(f, "select {}, {a}, {b}", self.typed(condition))
            }
            InstKind::ExtractValue { aggregate, indices } => {
                write!(f, "extractvalue {}", self.typed(aggregate))?;
                numbers(f, indices.of(&body.words))
            }
            InstKind::InsertValue {
                aggregate,
                value,
                indices,
            } => {
                write!(f, "insertvalue {}, {}", self.typed(aggregate), self.typed(value))?;
                numbers(f, indices.of(&body.words))
            }
            InstKind::ExtractElement { vector, index } => {
                write!(f, "extractelement {}, {}", self.typed(vector), self.typed(index))
            }
            InstKind::InsertElement { vector, value, index } => {
                let (value, index) = (self.typed(value), self.typed(index));
                write!(f, "insertelement {}, {value}, {index}", self.typed(vector))
            }
            InstKind::ShuffleVector { a, b, mask } => {
                let (a, b, mask) = (self.typed(a), self.typed(b), self.typed(mask));
                write!(f, "shufflevector {a}, {b}, {mask}")
            }
            InstKind::Phi { values, blocks } => {
                self.phi(f, inst.ty, values.of(&body.operands), blocks.of(&body.words))
            }
            InstKind::Call { callee, args, fast } => {
                write!(f, "call{} {ty} ", Fast(fast))?;
                self.called(f, callee, args.of(&body.operands))
            }
            InstKind::Alloca { ty, count, align } => {
                write!(f, "alloca {}, {}{}", self.ty(ty), self.typed(count), Align(align))
            }
            InstKind::Load {
                pointer,
                align,
                volatile,
            } => {
                let (volatile, pointer) = (Volatile(volatile), self.typed(pointer));
                write!(f, "load{volatile} {ty}, {pointer}{}", Align(align))
            }
            InstKind::Store {
                pointer,
                value,
                align,
                volatile,
            } => {
                let (value, pointer) = (self.typed(value), self.typed(pointer));
                let volatile = Volatile(volatile);
                write!(f, "store{volatile} {value}, {pointer}{}", Align(align))
            }
            InstKind::Gep {
                source,
                base,
                indices,
                inbounds,
            } => {
                let inbounds = if inbounds { " inbounds" } else { "" };
                let (source, base) = (self.ty(source), self.typed(base));
                write!(f, "getelementptr{inbounds} {source}, {base}")?;
                let mut indices = indices.of(&body.operands).iter();
                indices.try_for_each(|id| write!(f, ", {}", self.typed(*id)))
            }
            InstKind::AtomicRmw {
                op,
                pointer,
                value,
                volatile,
            } => {
                let (pointer, value) = (self.typed(pointer), self.typed(value));
                let (volatile, op) = (Volatile(volatile), rmw_name(op));
                write!(f, "atomicrmw{volatile} {op} {pointer}, {value}")
            }
            InstKind::CmpXchg {
                pointer,
                compare,
                value,
                volatile,
            } => {
                let (pointer, compare) = (self.typed(pointer), self.typed(compare));
                let (volatile, value) = (Volatile(volatile), self.typed(value));
                write!(f, "cmpxchg{volatile} {pointer}, {compare}, {value}")
            }
            InstKind::Fence => f.write_str("fence"),
            InstKind::Br { target } => write!(f, "br bb{target}"),
            InstKind::CondBr {
                condition,
                if_true,
                if_false,
            } => {
                write!(f, "br {}, bb{if_true}, bb{if_false}", self.typed(condition))
            }
            InstKind::Switch {
                value,
                default,
                cases,
            } => self.switch(f, value, default, cases.of(&body.words)),
            InstKind::Ret { value: None } => f.write_str("ret void"),
            InstKind::Ret { value: Some(value) } => write!(f, "ret {}", self.typed(value)),
            InstKind::Unreachable => f.write_str("unreachable"),
        }
    }

    fn phi(self, f: &mut Formatter<'_>, ty: TypeId, values: &[ValueId], blocks: &[u64]) -> fmt::Result {
        write!(f, "phi {} ", self.ty(ty))?;
        for (index, (value, block)) in values.iter().zip(blocks).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}[ {}, bb{block} ]", self.value(*value))?;
        }
        Ok(())
    }

    fn called(self, f: &mut Formatter<'_>, callee: FuncId, args: &[ValueId]) -> fmt::Result {
        match self.module.functions.get(callee) {
            Some(function) => write!(f, "{}(", self.value(function.value))?,
            None => write!(f, "@{callee}(")?,
        }
        join(f, args, |f, id| write!(f, "{}", self.typed(*id)))?;
        f.write_char(')')
    }

    fn switch(self, f: &mut Formatter<'_>, value: ValueId, default: u32, cases: &[u64]) -> fmt::Result {
        write!(f, "switch {}, bb{default} [", self.typed(value))?;
        for case in cases.chunks_exact(2) {
            if let [value, block] = case {
                write!(f, " {value}: bb{block}")?;
            }
        }
        f.write_str(" ]")
    }
}

/// The indices of an aggregate.
fn numbers(f: &mut Formatter<'_>, indices: &[u64]) -> fmt::Result {
    indices.iter().try_for_each(|index| write!(f, ", {index}"))
}

fn join<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    mut print: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        print(f, item)?;
    }
    Ok(())
}

/// A float: as a decimal number if that is exact to read, else as its bits.
fn float(f: &mut Formatter<'_>, bits: u64, ty: Option<&Type>) -> fmt::Result {
    match ty {
        Some(Type::Float) if f32::from_bits(bits as u32).is_finite() => {
            write!(f, "{:?}", f32::from_bits(bits as u32))
        }
        Some(Type::Double) if f64::from_bits(bits).is_finite() => write!(f, "{:?}", f64::from_bits(bits)),
        Some(Type::Half) => write!(f, "0xH{bits:04X}"),
        Some(Type::Float) => write!(f, "0x{bits:08X}"),
        _ => write!(f, "0x{bits:016X}"),
    }
}

/// Text between quotation marks.
struct Escaped<'s>(&'s str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{:02X}", character as u32)?,
                _ if character.is_control() => write!(f, "\\{:02X}", character as u32)?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// A name, between quotation marks if it needs them.
struct Name<'s>(&'s str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '-');
        if !self.0.is_empty() && self.0.chars().all(plain) {
            f.write_str(self.0)
        } else {
            write!(f, "\"{}\"", Escaped(self.0))
        }
    }
}

struct Fast(u8);

impl Display for Fast {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 & 1 != 0 {
            return f.write_str(" fast");
        }
        for (bit, name) in [(1, " nnan"), (2, " ninf"), (3, " nsz"), (4, " arcp")] {
            if self.0 >> bit & 1 != 0 {
                f.write_str(name)?;
            }
        }
        Ok(())
    }
}

struct Align(u32);

impl Display for Align {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            Ok(())
        } else {
            write!(f, ", align {}", self.0)
        }
    }
}

struct Volatile(bool);

impl Display for Volatile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 { f.write_str(" volatile") } else { Ok(()) }
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::UDiv => "udiv",
        BinaryOp::SDiv => "sdiv",
        BinaryOp::URem => "urem",
        BinaryOp::SRem => "srem",
        BinaryOp::FAdd => "fadd",
        BinaryOp::FSub => "fsub",
        BinaryOp::FMul => "fmul",
        BinaryOp::FDiv => "fdiv",
        BinaryOp::FRem => "frem",
        BinaryOp::Shl => "shl",
        BinaryOp::LShr => "lshr",
        BinaryOp::AShr => "ashr",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
    }
}

fn cast_name(op: CastOp) -> &'static str {
    match op {
        CastOp::Trunc => "trunc",
        CastOp::ZExt => "zext",
        CastOp::SExt => "sext",
        CastOp::FpToUi => "fptoui",
        CastOp::FpToSi => "fptosi",
        CastOp::UiToFp => "uitofp",
        CastOp::SiToFp => "sitofp",
        CastOp::FpTrunc => "fptrunc",
        CastOp::FpExt => "fpext",
        CastOp::PtrToInt => "ptrtoint",
        CastOp::IntToPtr => "inttoptr",
        CastOp::Bitcast => "bitcast",
        CastOp::AddrSpaceCast => "addrspacecast",
    }
}

fn predicate_name(predicate: Predicate) -> &'static str {
    match predicate {
        Predicate::FFalse => "fcmp false",
        Predicate::FOeq => "fcmp oeq",
        Predicate::FOgt => "fcmp ogt",
        Predicate::FOge => "fcmp oge",
        Predicate::FOlt => "fcmp olt",
        Predicate::FOle => "fcmp ole",
        Predicate::FOne => "fcmp one",
        Predicate::FOrd => "fcmp ord",
        Predicate::FUno => "fcmp uno",
        Predicate::FUeq => "fcmp ueq",
        Predicate::FUgt => "fcmp ugt",
        Predicate::FUge => "fcmp uge",
        Predicate::FUlt => "fcmp ult",
        Predicate::FUle => "fcmp ule",
        Predicate::FUne => "fcmp une",
        Predicate::FTrue => "fcmp true",
        Predicate::Eq => "icmp eq",
        Predicate::Ne => "icmp ne",
        Predicate::Ugt => "icmp ugt",
        Predicate::Uge => "icmp uge",
        Predicate::Ult => "icmp ult",
        Predicate::Ule => "icmp ule",
        Predicate::Sgt => "icmp sgt",
        Predicate::Sge => "icmp sge",
        Predicate::Slt => "icmp slt",
        Predicate::Sle => "icmp sle",
    }
}

fn rmw_name(op: RmwOp) -> &'static str {
    match op {
        RmwOp::Xchg => "xchg",
        RmwOp::Add => "add",
        RmwOp::Sub => "sub",
        RmwOp::And => "and",
        RmwOp::Nand => "nand",
        RmwOp::Or => "or",
        RmwOp::Xor => "xor",
        RmwOp::Max => "max",
        RmwOp::Min => "min",
        RmwOp::UMax => "umax",
        RmwOp::UMin => "umin",
    }
}
