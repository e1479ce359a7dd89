//! The text form of the IR: a [`Module`] in, text out that [`parse`](super::parse) reads back.
//!
//! One statement a line, comments from `;`. Ids print as they are, so text names the same things as a
//! debugger; types are spelled by structure (`<4 x f32>`, `[4 x f32 stride 16]`, `ptr Workgroup i32`), and
//! structs with names or offsets are declared once and then called `$0`, `$1`, ...
//!
//! ```text
//! shader "main" Compute 6.0
//! num_threads 64, 1, 1
//! resource res0 Uav RawBuffer "out" register 0
//! struct $0 "push" block { i32 offset 0 "count" }
//! global @0 "push" PushConstant $0 decorate Restrict
//! function func0 "main" void {
//! bb0:
//!   %0: ptr PushConstant i32 = access_chain @0, i32 0
//!   %1: i32 = load %0 #4
//!   %2: i1 = ult %1, i32 8
//!   selection_merge bb2
//!   condbr %2, bb1, bb2(i32 1)
//! bb1:
//!   %3 "x": i32 = iadd %1, i32 -1
//!   br bb2(%3)
//! bb2(%4: i32):
//!   ret
//! }
//! ```
//!
//! What holds: printing what was parsed from printed text gives the same text. Not kept are the bitcode ids
//! in the metadata (functions, symbols, element types), the order of the type and constant tables, and,
//! unless asked for, the DXIL instruction numbers and the debug information.

mod debug;

use super::constant::{Const, ConstData};
use super::debug::NO_SOURCE;
use super::function::{Block, Edge, Func, Function, Hint, Inst, Merge, Terminator, Value, ValueRef};
use super::half::f16_bits_to_f32;
use super::module::{Denormals, GlobalData, Module};
use super::op::Flags;
use super::types::{ImageType, MatrixNumbers, MemberAccess, StructType, Type, TypeData};
use crate::entity::EntityId;
use crate::shader::{
    EntryPoint, EntryProperties, Interpolation, Resource, SemanticKind, SignatureElement, Stage,
};
use std::fmt::{self, Display, Write};

/// Nesting of types and constants that is printed; deeper parts print as `...` (nothing valid nests so deep).
const MAX_NESTING: usize = 80;

/// What a text form contains besides the module itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// The number of the DXIL instruction that each instruction and terminator comes from, as `!n`, and the debug
    /// information, in the form that `print::debug` shows.
    pub sources: bool,
}

/// The text of a module, and what its lines are that print instructions, parameters of blocks and terminators, in the order of
/// the text.
pub type Listing = crate::entity::Listing<Place>;

/// What a line of a module's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A function begins.
    Function(Func),
    /// The label of a block, with its parameters.
    Label(Block),
    /// An instruction.
    Inst(Inst),
    /// The end of a block: the terminator, and what stands before it of merges.
    Terminator(Block),
}

/// What a module is printed to.
trait Sink: Write {
    /// `place` begins here.
    fn at(&mut self, _place: Place) {}
}

impl Sink for fmt::Formatter<'_> {}
impl Sink for String {}

impl Sink for Listing {
    fn at(&mut self, place: Place) {
        self.begin(place);
    }
}

/// The text of `module` with what its lines are.
pub fn listing(module: &Module) -> Listing {
    let mut listing = Listing::default();
    // Writing to a string does not fail.
    let _ = Printer::new(module, PrintOptions::default()).print_module(&mut listing);
    listing
}

/// Prints modules and parts of them; keeps the numbers of the declared structs.
pub struct Printer<'m> {
    module: &'m Module,
    /// Number of each type's `$n` name, `u32::MAX` for types spelled by structure.
    structs: Vec<u32>,
    options: PrintOptions,
}

/// Whether a struct is spelled by structure: nothing but member types.
pub(super) fn is_plain_tuple(data: &StructType) -> bool {
    data.name.is_empty()
        && !data.block
        && data.access == MemberAccess::Any
        && data
            .members
            .iter()
            .all(|m| m.offset.is_none() && m.name.is_empty())
}

/// A part of a module, to be printed with `{}`.
struct Part<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> Display for Part<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::new(self, PrintOptions::default()).write_module(f)
    }
}

/// The text form of `module` with `options`.
pub fn print_module(module: &Module, options: PrintOptions) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = Printer::new(module, options).print_module(&mut text);
    text
}

/// The text of one instruction, for messages.
pub fn print_inst(module: &Module, function: &Function, inst: Inst) -> String {
    Printer::new(module, PrintOptions::default())
        .inst(function, inst)
        .to_string()
}

/// The text of a type, for messages.
pub fn print_type(module: &Module, ty: Type) -> String {
    Printer::new(module, PrintOptions::default()).ty(ty).to_string()
}

impl<'m> Printer<'m> {
    /// A printer of `module`.
    pub fn new(module: &'m Module, options: PrintOptions) -> Self {
        let mut next = 0;
        let structs = module
            .types
            .iter()
            .map(|(_, data)| match data {
                TypeData::Struct(data) if !is_plain_tuple(data) => {
                    next += 1;
                    next - 1
                }
                _ => u32::MAX,
            })
            .collect();
        Self {
            module,
            structs,
            options,
        }
    }

    /// A type.
    pub fn ty(&self, ty: Type) -> impl Display {
        Part(move |f: &mut fmt::Formatter<'_>| self.write_type(f, ty, 0))
    }

    /// An operand.
    pub fn value(&self, value: Value) -> impl Display {
        Part(move |f: &mut fmt::Formatter<'_>| self.write_value(f, value))
    }

    /// An instruction with its result, without line break.
    pub fn inst(&self, function: &'m Function, inst: Inst) -> impl Display {
        Part(move |f: &mut fmt::Formatter<'_>| self.write_inst(f, function, inst))
    }

    /// A terminator, without line break.
    pub fn terminator(&self, function: &'m Function, terminator: &'m Terminator) -> impl Display {
        Part(move |f: &mut fmt::Formatter<'_>| self.write_terminator(f, function, terminator))
    }

    /// The whole module.
    pub fn write_module(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print_module(f)
    }

    fn print_module(&self, f: &mut impl Sink) -> fmt::Result {
        let module = self.module;
        self.write_entry_point(f, &module.info)?;
        if module.f32_denormals != Denormals::Any {
            writeln!(f, "f32_denormals {:?}", module.f32_denormals)?;
        }
        if module.packed_halves {
            writeln!(f, "packed_halves")?;
        }
        for (mode, literals) in &module.execution_modes {
            write!(f, "execution_mode {mode:?}")?;
            write_list(f, " ", literals)?;
            writeln!(f)?;
        }
        for (id, resource) in module.resources.iter() {
            write!(f, "resource {id} ")?;
            write_resource(f, resource)?;
        }
        for (ty, data) in module.types.iter() {
            if let TypeData::Struct(data) = data
                && !is_plain_tuple(data)
            {
                self.write_struct(f, ty, data)?;
            }
        }
        for (id, global) in module.globals.iter() {
            write!(f, "global {id} ")?;
            self.write_global(f, global)?;
        }
        if module.entry != Func(0) {
            writeln!(f, "entry {}", module.entry)?;
        }
        if self.options.sources {
            self.write_debug_tables(f)?;
        }
        for (id, function) in module.functions.iter() {
            self.write_function(f, id, function)?;
        }
        Ok(())
    }

    fn write_entry_point(&self, f: &mut impl Write, info: &EntryPoint) -> fmt::Result {
        let model = info.shader_model;
        if !(info.name.is_empty() && info.stage == Stage::default() && model == Default::default()) {
            writeln!(
                f,
                "shader {} {:?} {}.{}",
                Quoted(&info.name),
                info.stage,
                model.major,
                model.minor
            )?;
        }
        write_properties(f, &info.properties)?;
        for (keyword, elements) in [
            ("input", &info.inputs),
            ("output", &info.outputs),
            ("patch_constant", &info.patch_constants),
        ] {
            for element in elements {
                write!(f, "{keyword} ")?;
                write_element(f, element)?;
            }
        }
        Ok(())
    }

    fn write_struct(&self, f: &mut impl Write, ty: Type, data: &StructType) -> fmt::Result {
        write!(f, "struct ${}", self.struct_number(ty))?;
        if !data.name.is_empty() {
            write!(f, " {}", Quoted(&data.name))?;
        }
        if data.block {
            f.write_str(" block")?;
        }
        if let Some((_, word)) = data.access.decoration() {
            write!(f, " {word}")?;
        }
        f.write_str(" {")?;
        let mut separator = " ";
        for member in &data.members {
            write!(f, "{separator}{}", self.ty(member.ty))?;
            if let Some(offset) = member.offset {
                write!(f, " offset {offset}")?;
            }
            if !member.name.is_empty() {
                write!(f, " {}", Quoted(&member.name))?;
            }
            separator = ", ";
        }
        writeln!(f, " }}")
    }

    fn write_global(&self, f: &mut impl Write, global: &GlobalData) -> fmt::Result {
        if !global.name.is_empty() {
            write!(f, "{} ", Quoted(&global.name))?;
        }
        write!(f, "{:?} {}", global.class, self.ty(global.ty))?;
        if let Some(init) = global.init {
            write!(f, " = {}", self.value(init.into()))?;
        }
        let mut separator = " decorate ";
        for decoration in &global.decorations {
            write!(f, "{separator}{:?}", decoration.kind)?;
            separator = ", ";
            if decoration.literals.is_empty() {
                continue;
            }
            f.write_str("(")?;
            let built_in = (decoration.kind == ::spirv::Decoration::BuiltIn)
                .then(|| {
                    decoration
                        .literals
                        .first()
                        .and_then(|&n| ::spirv::BuiltIn::from_u32(n))
                })
                .flatten();
            let rest = if let Some(built_in) = built_in {
                write!(f, "{built_in:?}")?;
                decoration.literals.get(1..).unwrap_or(&[])
            } else {
                &decoration.literals[..]
            };
            write_list(f, if built_in.is_some() { ", " } else { "" }, rest)?;
            f.write_str(")")?;
        }
        writeln!(f)
    }

    fn write_function(&self, f: &mut impl Sink, id: Func, function: &Function) -> fmt::Result {
        f.at(Place::Function(id));
        write!(f, "function {id}")?;
        if !function.name.is_empty() {
            write!(f, " {}", Quoted(&function.name))?;
        }
        if function.apart {
            f.write_str(" apart")?;
        }
        writeln!(f, " {} {{", self.ty(function.ret))?;
        if !function.locals.is_empty() {
            f.write_str("  locals")?;
            write_list(f, " ", &function.locals)?;
            writeln!(f)?;
        }
        for &block in &function.layout {
            self.write_block(f, function, block)?;
        }
        self.write_debug_values(f, function)?;
        writeln!(f, "}}")
    }

    fn write_block(&self, f: &mut impl Sink, function: &Function, block: Block) -> fmt::Result {
        f.at(Place::Label(block));
        write!(f, "{block}")?;
        let Some(data) = function.blocks.get(block) else {
            return writeln!(f, ": ; no such block");
        };
        let mut separator = "(";
        for &param in &data.params {
            f.write_str(separator)?;
            self.write_result(f, function, param)?;
            if let Some(data) = function.insts.get(param) {
                self.write_source(f, data.source)?;
            }
            separator = ", ";
        }
        writeln!(f, "{}:", if data.params.is_empty() { "" } else { ")" })?;
        for &inst in &data.insts {
            f.at(Place::Inst(inst));
            f.write_str("  ")?;
            self.write_inst(f, function, inst)?;
            let source = function.insts.get(inst).map_or(NO_SOURCE, |data| data.source);
            self.write_location(f, source)?;
            writeln!(f)?;
        }
        f.at(Place::Terminator(block));
        match data.merge {
            Some(Merge::Selection { merge }) => writeln!(f, "  selection_merge {merge}")?,
            Some(Merge::Loop {
                merge,
                continue_target,
            }) => writeln!(f, "  loop_merge {merge}, {continue_target}")?,
            None => {}
        }
        if data.hint != Hint::None {
            writeln!(f, "  hint {:?}", data.hint)?;
        }
        f.write_str("  ")?;
        self.write_terminator(f, function, &data.terminator)?;
        self.write_source(f, data.source)?;
        self.write_location(f, data.source)?;
        writeln!(f)
    }

    /// `%5 "name": i32`
    fn write_result(&self, f: &mut impl Write, function: &Function, inst: Inst) -> fmt::Result {
        write!(f, "{inst}")?;
        if let Some(name) = function.names.get(&inst) {
            write!(f, " {}", Quoted(name))?;
        }
        match function.insts.get(inst) {
            Some(data) => write!(f, ": {}", self.ty(data.ty)),
            None => f.write_str(": ?"),
        }
    }

    fn write_inst(&self, f: &mut impl Write, function: &Function, inst: Inst) -> fmt::Result {
        let Some(data) = function.insts.get(inst) else {
            return write!(f, "{inst}: ? ; no such instruction");
        };
        if data.ty != Type::VOID {
            self.write_result(f, function, inst)?;
            f.write_str(" = ")?;
        }
        f.write_str(data.op.name())?;
        for (flag, name) in Flags::NAMES {
            if data.flags.has(flag) {
                write!(f, ".{name}")?;
            }
        }
        self.write_values(f, " ", data.args.of(&function.pool))?;
        if data.imm != 0 {
            write!(f, " #{}", data.imm)?;
        }
        self.write_source(f, data.source)
    }

    fn write_terminator(
        &self,
        f: &mut impl Write,
        function: &Function,
        terminator: &Terminator,
    ) -> fmt::Result {
        match terminator {
            Terminator::Branch(edge) => {
                f.write_str("br ")?;
                self.write_edge(f, function, edge)
            }
            Terminator::CondBranch {
                condition,
                if_true,
                if_false,
            } => {
                write!(f, "condbr {}, ", self.value(*condition))?;
                self.write_edge(f, function, if_true)?;
                f.write_str(", ")?;
                self.write_edge(f, function, if_false)
            }
            Terminator::Switch {
                value,
                default,
                cases,
            } => {
                write!(f, "switch {}, ", self.value(*value))?;
                self.write_edge(f, function, default)?;
                f.write_str(" [")?;
                let mut separator = "";
                for (case, edge) in cases {
                    write!(f, "{separator}{case}: ")?;
                    self.write_edge(f, function, edge)?;
                    separator = ", ";
                }
                f.write_str("]")
            }
            Terminator::Return(None) => f.write_str("ret"),
            Terminator::Return(Some(value)) => write!(f, "ret {}", self.value(*value)),
            Terminator::Unreachable => f.write_str("unreachable"),
        }
    }

    fn write_edge(&self, f: &mut impl Write, function: &Function, edge: &Edge) -> fmt::Result {
        write!(f, "{}", edge.block)?;
        let args = edge.args.of(&function.pool);
        self.write_values(f, "(", args)?;
        f.write_str(if args.is_empty() { "" } else { ")" })
    }

    fn write_values(&self, f: &mut impl Write, first: &str, values: &[Value]) -> fmt::Result {
        let mut separator = first;
        for &value in values {
            f.write_str(separator)?;
            self.write_value(f, value)?;
            separator = ", ";
        }
        Ok(())
    }

    fn write_value(&self, f: &mut impl Write, value: Value) -> fmt::Result {
        match value.get() {
            ValueRef::Inst(inst) => write!(f, "{inst}"),
            ValueRef::Global(global) => write!(f, "{global}"),
            ValueRef::Const(constant) if constant.index() >= self.module.consts.len() => {
                write!(f, "? ; no constant {constant}")
            }
            ValueRef::Const(constant) => {
                self.write_type(f, self.module.consts.ty(constant), 0)?;
                f.write_str(" ")?;
                self.write_literal(f, constant, 0)
            }
        }
    }

    /// A constant without its type.
    fn write_literal(&self, f: &mut impl Write, constant: Const, depth: usize) -> fmt::Result {
        let consts = &self.module.consts;
        let ty = consts.ty(constant);
        match consts.get(constant) {
            ConstData::Null => f.write_str("null"),
            ConstData::Undef => f.write_str("undef"),
            ConstData::Specialization { id, default } => write!(f, "spec {id} {default}"),
            ConstData::Scalar(bits) => write_scalar(f, ty, *bits),
            ConstData::Composite(_) if depth > MAX_NESTING => f.write_str("..."),
            ConstData::Composite(elements) => {
                let mut separator = "{";
                for (index, &element) in elements.iter().enumerate() {
                    f.write_str(separator)?;
                    separator = ", ";
                    if element.index() >= consts.len() {
                        f.write_str("?")?;
                        continue;
                    }
                    // Only a broken composite needs the types of its elements.
                    if self.module.types.element(ty, index as u32) == Some(consts.ty(element)) {
                        self.write_literal(f, element, depth + 1)?;
                    } else {
                        f.write_str("(")?;
                        self.write_type(f, consts.ty(element), 0)?;
                        f.write_str(" ")?;
                        self.write_literal(f, element, depth + 1)?;
                        f.write_str(")")?;
                    }
                }
                f.write_str(if elements.is_empty() { "{}" } else { "}" })
            }
        }
    }

    fn struct_number(&self, ty: Type) -> u32 {
        self.structs.get(ty.index()).copied().unwrap_or(u32::MAX)
    }

    fn write_type(&self, f: &mut impl Write, ty: Type, depth: usize) -> fmt::Result {
        if depth > MAX_NESTING || ty.index() >= self.module.types.len() {
            return f.write_str("?");
        }
        match self.module.types.get(ty) {
            TypeData::Void => f.write_str("void"),
            TypeData::Bool => f.write_str("i1"),
            TypeData::Int(bits) => write!(f, "i{bits}"),
            TypeData::Float(bits) => write!(f, "f{bits}"),
            TypeData::SignedInt => f.write_str("s32"),
            TypeData::Handle => f.write_str("handle"),
            TypeData::Sampler => f.write_str("sampler"),
            TypeData::Object(object) => f.write_str(object.name()),
            TypeData::Vector { element, len } => {
                write!(f, "<{len} x ")?;
                self.write_type(f, *element, depth + 1)?;
                f.write_str(">")
            }
            TypeData::Matrix { column, columns } => {
                write!(f, "matrix {columns} x ")?;
                self.write_type(f, *column, depth + 1)
            }
            TypeData::CooperativeVector { component, len } => {
                write!(f, "cooperative_vector {len} x ")?;
                self.write_type(f, *component, depth + 1)
            }
            TypeData::Cooperative(matrix) => {
                let group = if matrix.group { "group " } else { "" };
                write!(f, "cooperative {group}{} ", matrix.of.name())?;
                let mut named = MatrixNumbers::NAMED.iter();
                if let Some((_, name)) = named.find(|(numbers, _)| *numbers == matrix.numbers) {
                    write!(f, "{name} ")?;
                }
                write!(f, "{} x {} x ", matrix.rows, matrix.columns)?;
                self.write_type(f, matrix.component, depth + 1)
            }
            TypeData::Array { element, len, stride } => {
                write!(f, "[{len} x ")?;
                self.write_type(f, *element, depth + 1)?;
                write_stride(f, *stride)
            }
            TypeData::RuntimeArray { element, stride } => {
                f.write_str("[* x ")?;
                self.write_type(f, *element, depth + 1)?;
                write_stride(f, *stride)
            }
            TypeData::Struct(_) if self.struct_number(ty) != u32::MAX => {
                write!(f, "${}", self.struct_number(ty))
            }
            TypeData::Struct(data) => {
                f.write_str("{")?;
                let mut separator = "";
                for member in &data.members {
                    f.write_str(separator)?;
                    self.write_type(f, member.ty, depth + 1)?;
                    separator = ", ";
                }
                f.write_str("}")
            }
            TypeData::Pointer { class, pointee } => {
                write!(f, "ptr {class:?} ")?;
                self.write_type(f, *pointee, depth + 1)
            }
            TypeData::Image(image) => self.write_image(f, image, depth),
            TypeData::SampledImage(image) => {
                f.write_str("sampled ")?;
                self.write_type(f, *image, depth + 1)
            }
        }
    }

    fn write_image(&self, f: &mut impl Write, image: &ImageType, depth: usize) -> fmt::Result {
        f.write_str("image<")?;
        self.write_type(f, image.sampled, depth + 1)?;
        write!(f, ", {:?}", image.dim)?;
        for (set, name) in [
            (image.arrayed, "arrayed"),
            (image.multisampled, "multisampled"),
            (image.storage, "storage"),
            (image.signed, "signed"),
        ] {
            if set {
                write!(f, ", {name}")?;
            }
        }
        if image.format != ::spirv::ImageFormat::Unknown {
            write!(f, ", {:?}", image.format)?;
        }
        f.write_str(">")
    }
}

/// A string in quotes, with escapes for quotes, backslashes and control characters.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

fn write_stride(f: &mut impl Write, stride: u32) -> fmt::Result {
    if stride == 0 {
        f.write_str("]")
    } else {
        write!(f, " stride {stride}]")
    }
}

fn write_list<T: Display>(f: &mut impl Write, first: &str, items: &[T]) -> fmt::Result {
    let mut separator = first;
    for item in items {
        write!(f, "{separator}{item}")?;
        separator = ", ";
    }
    Ok(())
}

/// Integers as signed decimals; finite floats as the shortest decimal that reads back, others as bits.
fn write_scalar(f: &mut impl Write, ty: Type, bits: u64) -> fmt::Result {
    match ty {
        Type::BOOL => write!(f, "{}", bits & 1 != 0),
        Type::I8 => write!(f, "{}", bits as i8),
        Type::I16 => write!(f, "{}", bits as i16),
        Type::I32 => write!(f, "{}", bits as i32),
        Type::I64 => write!(f, "{}", bits as i64),
        Type::F16 if f16_bits_to_f32(bits as u16).is_finite() => {
            write!(f, "{:?}", f16_bits_to_f32(bits as u16))
        }
        Type::F32 if f32::from_bits(bits as u32).is_finite() => {
            write!(f, "{:?}", f32::from_bits(bits as u32))
        }
        Type::F64 if f64::from_bits(bits).is_finite() => write!(f, "{:?}", f64::from_bits(bits)),
        _ => write!(f, "{bits:#x}"),
    }
}

fn write_properties(f: &mut impl Write, properties: &EntryProperties) -> fmt::Result {
    if properties.flags != 0 {
        writeln!(f, "shader_flags {:#x}", properties.flags)?;
    }
    let lists: [(&str, Option<&[u32]>); 6] = [
        ("num_threads", properties.num_threads.as_ref().map(|v| &v[..])),
        ("wave_size", properties.wave_size.as_ref().map(|v| &v[..])),
        ("geometry", properties.geometry.as_ref().map(|v| &v[..])),
        ("domain", properties.domain.as_ref().map(|v| &v[..])),
        ("mesh", properties.mesh.as_ref().map(|v| &v[..])),
        (
            "amplification_payload",
            properties
                .amplification_payload
                .as_ref()
                .map(std::slice::from_ref),
        ),
    ];
    for (keyword, list) in lists {
        if let Some(list) = list {
            f.write_str(keyword)?;
            write_list(f, " ", list)?;
            writeln!(f)?;
        }
    }
    if let Some(hull) = &properties.hull {
        f.write_str("hull")?;
        write_list(
            f,
            " ",
            &[
                hull.input_control_points,
                hull.output_control_points,
                hull.domain,
                hull.partitioning,
                hull.output_primitive,
                hull.max_tess_factor,
            ],
        )?;
        writeln!(f)?;
    }
    Ok(())
}

/// Keyword and value for each field that differs from `expected`.
fn write_fields(f: &mut impl Write, fields: &[(&str, u32, u32)]) -> fmt::Result {
    for &(keyword, value, expected) in fields {
        if value != expected {
            write!(f, " {keyword} {value}")?;
        }
    }
    Ok(())
}

fn write_element(f: &mut impl Write, element: &SignatureElement) -> fmt::Result {
    write!(f, "{} {}", element.id, Quoted(&element.name))?;
    if element.kind != SemanticKind::default() {
        write!(f, " kind {:?}", element.kind)?;
    }
    if !element.indices.is_empty() {
        f.write_str(" indices [")?;
        write_list(f, "", &element.indices)?;
        f.write_str("]")?;
    }
    write!(f, " type {:?}", element.component)?;
    if element.interpolation != Interpolation::default() {
        write!(f, " interpolation {:?}", element.interpolation)?;
    }
    write!(f, " rows {} cols {}", element.rows, element.cols)?;
    if let Some(row) = element.start_row {
        write!(f, " row {row}")?;
    }
    write_fields(
        f,
        &[
            ("col", element.start_col, 0),
            ("stream", element.stream, 0),
            ("usage", element.usage_mask, 0),
            ("dynamic", element.dynamic_mask, 0),
        ],
    )?;
    writeln!(f)
}

fn write_resource(f: &mut impl Write, resource: &Resource) -> fmt::Result {
    let expected = Resource::default();
    write!(
        f,
        "{:?} {:?} {}",
        resource.class,
        resource.kind,
        Quoted(&resource.name)
    )?;
    write_fields(
        f,
        &[
            ("id", resource.id, expected.id),
            ("space", resource.space, expected.space),
            ("register", resource.lower, expected.lower),
        ],
    )?;
    match resource.count {
        Some(1) => {}
        Some(count) => write!(f, " count {count}")?,
        None => f.write_str(" unbounded")?,
    }
    if resource.component != expected.component {
        write!(f, " component {:?}", resource.component)?;
    }
    write_fields(
        f,
        &[
            ("components", resource.components, expected.components),
            ("stride", resource.stride, expected.stride),
            ("samples", resource.samples, expected.samples),
            ("bytes", resource.cbuffer_size, expected.cbuffer_size),
        ],
    )?;
    if let Some(feedback) = resource.feedback {
        write!(f, " feedback {feedback}")?;
    }
    for (set, keyword) in [
        (resource.globally_coherent, "globally_coherent"),
        (resource.reorder_coherent, "reorder_coherent"),
        (resource.has_counter, "counter"),
        (resource.rasterizer_ordered, "rasterizer_ordered"),
        (resource.comparison_sampler, "comparison"),
        (resource.atomic64, "atomic64"),
        (resource.heap, "heap"),
    ] {
        if set {
            write!(f, " {keyword}")?;
        }
    }
    writeln!(f)
}
