//! Where everything comes from in the source: lines alone (`OpLine`), or all that is known of it, in the words of
//! NonSemantic.Shader.DebugInfo.100.
//!
//! What does not depend on code (files, types, functions, variables) is declared before the functions are emitted, in
//! the order of the tables, whose parts come before what is made of them. Debuggers want a scope before each value, which
//! therefore moves to the place where the value is known.

use super::capabilities::V1_6;
use super::emitter::Emitter;
use super::function::FunctionEmitter;
use super::sources::{Placed, Told, What};
use super::words::Section;
use crate::entity::EntityId;
use crate::ir::debug::{
    Encoding, File, Location, LocationData, NO_SOURCE, Scope, SourceType, SourceTypeData, TypeKind, Variable,
};
use crate::ir::{Block, BlockData, DebugValue, StorageClass, Type, TypeData, Value, ValueRef};
use crate::options::SourceInformation;
use ::spirv::{NonsemanticShaderDebuginfo100Op as Debug, Op};
use rustc_hash::FxHashMap;

/// `SourceLanguage::HLSL`
const HLSL: u32 = 5;
/// The version of DWARF that the instruction set follows.
const DWARF: u32 = 4;
/// `FlagIsDefinition`
const IS_DEFINITION: u32 = 1 << 3;
/// The tags of composite types.
const CLASS: u32 = 0;
const STRUCTURE: u32 = 1;
/// Most bytes of a text in one instruction.
const TEXT_BYTES: usize = 0xfff0 * 4;

impl Emitter<'_> {
    /// Declares what the module says of its source.
    #[cold]
    pub fn declare_sources(&mut self) {
        let debug = &self.module.debug;
        self.sources.level = self.options.source_information;
        match self.sources.level {
            SourceInformation::None => {}
            SourceInformation::Lines => {
                for file in debug.files.values() {
                    let id = self.debug_string(&file.name);
                    self.sources.files.push(id);
                }
            }
            SourceInformation::Full => self.declare_all(),
        }
    }

    fn declare_all(&mut self) {
        let debug = &self.module.debug;
        self.sources.set = self.new_id();
        if self.version < V1_6 {
            self.requirements.extension("SPV_KHR_non_semantic_info");
        }
        self.sources.nothing = self.debug_declaration(Debug::DebugInfoNone, &[]);
        self.sources.expression = self.debug_declaration(Debug::DebugExpression, &[]);
        for file in debug.files.values() {
            let id = self.file(&file.name, &file.text);
            self.sources.files.push(id);
        }
        let main = self.source_id(debug.main);
        let (version, dwarf, language) = (
            self.u32_constant(1),
            self.u32_constant(DWARF),
            self.u32_constant(HLSL),
        );
        self.sources.unit =
            self.debug_declaration(Debug::DebugCompilationUnit, &[version, dwarf, main, language]);
        for (id, data) in debug.types.iter() {
            let ty = self.source_type(id, data);
            self.sources.types.push(ty);
        }
        for (id, data) in debug.scopes.iter() {
            let outer = data.parent.filter(|parent| *parent < id);
            let source = self.source_id(data.file);
            let [line, column] = self.place(data.line, data.column);
            let made = match outer {
                Some(parent) => {
                    let parent = self.scope_id(parent);
                    self.debug_declaration(Debug::DebugLexicalBlock, &[source, line, column, parent])
                }
                None => {
                    let name = self.debug_string(&data.name);
                    let ty = self.signature(&data.signature);
                    let (unit, flags) = (self.sources.unit, self.u32_constant(IS_DEFINITION));
                    let operands = [name, ty, source, line, column, unit, name, flags, line];
                    self.debug_declaration(Debug::DebugFunction, &operands)
                }
            };
            self.sources.scopes.push(made);
        }
        for data in debug.variables.values() {
            let made = match (data.scope, self.type_id(data.ty)) {
                (Some(scope), Some(ty)) => {
                    let name = self.debug_string(&data.name);
                    let source = self.source_id(data.file);
                    let [line, column] = self.place(data.line, 0);
                    let (scope, flags) = (self.scope_id(scope), self.u32_constant(0));
                    let mut operands = vec![name, ty, source, line, column, scope, flags];
                    if data.argument != 0 {
                        operands.push(self.u32_constant(data.argument));
                    }
                    self.debug_declaration(Debug::DebugLocalVariable, &operands)
                }
                _ => 0,
            };
            self.sources.variables.push(made);
        }
        // Only what something is inlined at.
        let mut calls = vec![false; debug.locations.len()];
        for (id, data) in debug.locations.iter() {
            let outer = data.inlined_at.filter(|outer| *outer < id);
            if let Some(called) = outer.and_then(|outer| calls.get_mut(outer.index())) {
                *called = true;
            }
        }
        for ((id, data), called) in debug.locations.iter().zip(calls) {
            let made = match (called, data.scope) {
                (true, Some(scope)) => {
                    let (line, scope) = (self.u32_constant(data.line), self.scope_id(scope));
                    match self.inlined_id(data.inlined_at.filter(|outer| *outer < id)) {
                        Some(outer) => self.debug_declaration(Debug::DebugInlinedAt, &[line, scope, outer]),
                        None => self.debug_declaration(Debug::DebugInlinedAt, &[line, scope]),
                    }
                }
                _ => 0,
            };
            self.sources.inlined.push(made);
        }
    }

    /// The global variables, once it is known which of the module's there are.
    #[cold]
    pub fn declare_source_globals(&mut self) {
        let module = self.module;
        let mut by_name: FxHashMap<&str, u32> = FxHashMap::default();
        for (global, data) in module.globals.iter() {
            let id = self.global_ids.get(global.index()).copied().unwrap_or(0);
            if id != 0 && data.class != StorageClass::Function {
                by_name.entry(&data.name).or_insert(id);
            }
        }
        for data in module
            .debug
            .variables
            .values()
            .filter(|data| data.scope.is_none())
        {
            let Some(ty) = self.type_id(data.ty) else { continue };
            let name = self.debug_string(&data.name);
            let source = self.source_id(data.file);
            let [line, column] = self.place(data.line, 0);
            let variable = by_name.get(data.name.as_str()).copied();
            let variable = variable.unwrap_or(self.sources.nothing);
            let (unit, flags) = (self.sources.unit, self.u32_constant(IS_DEFINITION));
            let operands = [name, ty, source, line, column, unit, name, variable, flags];
            self.debug_declaration(Debug::DebugGlobalVariable, &operands);
        }
    }

    /// A file with its text, which may need several instructions.
    fn file(&mut self, name: &str, text: &str) -> u32 {
        let name = self.debug_string(name);
        if text.is_empty() {
            return self.debug_declaration(Debug::DebugSource, &[name]);
        }
        let mut rest = text;
        let mut made = 0;
        while !rest.is_empty() {
            let mut end = rest.len().min(TEXT_BYTES);
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            let (part, behind) = rest.split_at(end);
            rest = behind;
            let id = self.new_id();
            let strings = &mut self.sources.strings;
            let mark = strings.begin(Op::String);
            strings.push(id);
            strings.literal(part);
            strings.end(mark);
            match made {
                0 => made = self.debug_declaration(Debug::DebugSource, &[name, id]),
                _ => drop(self.debug_declaration(Debug::DebugSourceContinued, &[id])),
            }
        }
        made
    }

    fn source_type(&mut self, id: SourceType, data: &SourceTypeData) -> u32 {
        let part = |emitter: &Self, part: SourceType| emitter.type_id(Some(part).filter(|part| *part < id));
        match &data.kind {
            TypeKind::Number(encoding) => {
                let name = self.debug_string(&data.name);
                let encoding = match encoding {
                    Encoding::Boolean => 2,
                    Encoding::Float => 3,
                    Encoding::Signed => 4,
                    Encoding::Unsigned => 6,
                };
                let size = self.u32_constant(data.bits);
                let operands = [name, size, self.u32_constant(encoding), self.u32_constant(0)];
                self.debug_declaration(Debug::DebugTypeBasic, &operands)
            }
            TypeKind::Vector(component, count) => match part(self, *component) {
                Some(component) if *count > 1 => {
                    // Long vectors are arrays, which there is a word for.
                    let kind = match *count {
                        ..=4 => Debug::DebugTypeVector,
                        _ => Debug::DebugTypeArray,
                    };
                    let count = self.u32_constant(*count);
                    self.debug_declaration(kind, &[component, count])
                }
                // `float1` is a number to SPIR-V.
                component => component.unwrap_or(0),
            },
            TypeKind::Matrix {
                vector,
                vectors,
                by_columns,
            } => {
                let is_vector = matches!(
                    self.module.debug.types.get(*vector).map(|data| &data.kind),
                    Some(TypeKind::Vector(_, 2..))
                );
                let Some(vector) = part(self, *vector) else {
                    return 0;
                };
                if !is_vector {
                    // Of one row or column: `part` gave a number.
                    return match *vectors {
                        ..=1 => vector,
                        _ => {
                            let count = self.u32_constant(*vectors);
                            self.debug_declaration(Debug::DebugTypeVector, &[vector, count])
                        }
                    };
                }
                let (count, by_columns) = (self.u32_constant(*vectors), self.bool_constant(*by_columns));
                self.debug_declaration(Debug::DebugTypeMatrix, &[vector, count, by_columns])
            }
            TypeKind::Array(element, counts) => {
                let Some(element) = part(self, *element) else {
                    return 0;
                };
                let mut operands = vec![element];
                operands.extend(counts.iter().map(|count| self.u32_constant(*count)));
                self.debug_declaration(Debug::DebugTypeArray, &operands)
            }
            TypeKind::Structure(members) => {
                let source = self.source_id(data.file);
                let flags = self.u32_constant(0);
                let mut made = Vec::with_capacity(members.len());
                for member in members {
                    let Some(ty) = part(self, member.ty) else { continue };
                    let name = self.debug_string(&member.name);
                    let [line, column] = self.place(member.line, 0);
                    let (offset, bits) = (self.u32_constant(member.offset), self.u32_constant(member.bits));
                    let operands = [name, ty, source, line, column, offset, bits, flags];
                    made.push(self.debug_declaration(Debug::DebugTypeMember, &operands));
                }
                let size = self.u32_constant(data.bits);
                self.composite(data, STRUCTURE, size, &made)
            }
            TypeKind::Opaque => self.composite(data, CLASS, self.sources.nothing, &[]),
        }
    }

    fn composite(&mut self, data: &SourceTypeData, tag: u32, size: u32, members: &[u32]) -> u32 {
        let name = self.debug_string(&data.name);
        let source = self.source_id(data.file);
        let [line, column] = self.place(data.line, 0);
        let (tag, flags, unit) = (self.u32_constant(tag), self.u32_constant(0), self.sources.unit);
        let mut operands = vec![name, tag, source, line, column, unit, name, size, flags];
        operands.extend_from_slice(members);
        self.debug_declaration(Debug::DebugTypeComposite, &operands)
    }

    fn signature(&mut self, types: &[Option<SourceType>]) -> u32 {
        let void = self.ty(Type::VOID);
        let mut operands = vec![self.u32_constant(0)];
        let mut types = types.iter().map(|ty| self.type_id(*ty));
        operands.push(types.next().flatten().unwrap_or(void));
        operands.extend(types.flatten());
        self.debug_declaration(Debug::DebugTypeFunction, &operands)
    }

    fn bool_constant(&mut self, value: bool) -> u32 {
        if let Some(id) = self.sources.truths[usize::from(value)] {
            return id;
        }
        let ty = self.ty(Type::BOOL);
        let id = self.new_id();
        let op = if value {
            Op::ConstantTrue
        } else {
            Op::ConstantFalse
        };
        self.types.inst(op, &[ty, id]);
        self.sources.truths[usize::from(value)] = Some(id);
        id
    }

    fn place(&mut self, line: u32, column: u32) -> [u32; 2] {
        [self.u32_constant(line), self.u32_constant(column)]
    }

    /// The id of a file, of the main one where none is known.
    fn source_id(&self, file: Option<File>) -> u32 {
        let files = &self.sources.files;
        let of = |file: File| files.get(file.index()).copied();
        let file = file.and_then(of).or_else(|| self.module.debug.main.and_then(of));
        file.or_else(|| files.first().copied()).unwrap_or(0)
    }

    fn scope_id(&self, scope: Scope) -> u32 {
        let known = self.sources.scopes.get(scope.index()).copied();
        known.unwrap_or(self.sources.unit)
    }

    fn type_id(&self, ty: Option<SourceType>) -> Option<u32> {
        let id = self.sources.types.get(ty?.index()).copied();
        id.filter(|id| *id != 0)
    }

    fn inlined_id(&self, location: Option<Location>) -> Option<u32> {
        let id = self.sources.inlined.get(location?.index()).copied();
        id.filter(|id| *id != 0)
    }

    fn variable_id(&self, variable: Variable) -> Option<u32> {
        let id = self.sources.variables.get(variable.index()).copied();
        id.filter(|id| *id != 0)
    }

    /// The id of an `OpString`, one for each text.
    pub fn debug_string(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.sources.string_ids.get(text) {
            return id;
        }
        let id = self.new_id();
        let strings = &mut self.sources.strings;
        let mark = strings.begin(Op::String);
        strings.push(id);
        strings.string(text);
        strings.end(mark);
        self.sources.string_ids.insert(text.to_owned(), id);
        id
    }

    fn debug_declaration(&mut self, op: Debug, operands: &[u32]) -> u32 {
        let void = self.ty(Type::VOID);
        let id = self.new_id();
        let set = self.sources.set;
        extended(&mut self.sources.declarations, [void, id, set], op, operands);
        id
    }
}

fn extended(section: &mut Section, head: [u32; 3], op: Debug, operands: &[u32]) {
    let mark = section.begin(Op::ExtInst);
    section.extend(&head);
    section.push(op as u32);
    section.extend(operands);
    section.end(mark);
}

impl FunctionEmitter<'_, '_> {
    /// A block with what is known of where its instructions come from.
    pub fn block_with_sources(&mut self, block: Block, data: &BlockData, values: &[Placed]) {
        self.told = Told::default();
        let first = values.partition_point(|placed| placed.block < block);
        let of_block = values.get(first..).unwrap_or(&[]);
        let mut left = of_block
            .iter()
            .take_while(|placed| placed.block == block)
            .peekable();
        if self.function.layout.first() == Some(&block) {
            self.definition();
        }
        // Behind an instruction that ends the block there is nothing.
        let ends = self.launches(data).then(|| data.insts.len().saturating_sub(1));
        for (index, &inst) in data.insts.iter().enumerate() {
            while let Some(placed) = left.next_if(|placed| placed.index <= index || ends == Some(index)) {
                self.placed(&placed.what);
            }
            self.locate(self.function.insts[inst].source);
            self.instruction(inst);
        }
        for placed in left {
            self.placed(&placed.what);
        }
        if ends.is_none() {
            self.locate(data.source);
        }
    }

    fn placed(&mut self, what: &What) {
        match what {
            What::Value(value) => self.debug_value(value),
            What::Line(source) => {
                self.locate(*source);
                // A debugger stops at instructions.
                self.body.inst(Op::Nop, &[]);
            }
        }
    }

    /// Says which function of the source this is.
    fn definition(&mut self) {
        if self.cx.sources.level != SourceInformation::Full {
            return;
        }
        let module = self.cx.module;
        let debug = &module.debug;
        let function = self.function;
        let of_block = |block: &Block| {
            let data = function.blocks.get(*block)?;
            let sources = data.insts.iter().map(|&inst| function.insts[inst].source);
            let mut locations = sources
                .chain([data.source])
                .filter_map(|source| debug.location(source));
            let (_, outermost) = debug.chain(locations.next()?).last()?;
            debug.root(outermost.scope?)
        };
        if let Some(scope) = function.layout.iter().find_map(of_block) {
            let (scope, id) = (self.cx.scope_id(scope), self.id);
            self.debug_instruction(Debug::DebugFunctionDefinition, &[scope, id]);
        }
    }

    /// Says where the instructions with number `source` come from, unless that was said already.
    fn locate(&mut self, source: u32) {
        // What no instruction of the shader stands behind goes with what is around it.
        if source == NO_SOURCE {
            return;
        }
        let module = self.cx.module;
        let location = module.debug.location(source);
        let data = location.and_then(|location| module.debug.locations.get(location));
        if self.cx.sources.level == SourceInformation::Full {
            self.scope(data);
        }
        if location == self.told.location {
            return;
        }
        self.told.location = location;
        let line = data.filter(|data| data.line != 0).map(|data| {
            let file = data.scope.and_then(|scope| module.debug.scopes.get(scope)?.file);
            (self.cx.source_id(file), data.line, data.column)
        });
        match (self.cx.sources.level, line) {
            (SourceInformation::None, _) => {}
            (SourceInformation::Lines, Some((file, line, column))) => {
                self.body.inst(Op::Line, &[file, line, column]);
            }
            (SourceInformation::Lines, None) => self.body.inst(Op::NoLine, &[]),
            (SourceInformation::Full, Some((file, line, column))) => {
                let [line, column] = self.cx.place(line, column);
                self.debug_instruction(Debug::DebugLine, &[file, line, line, column, column]);
            }
            (SourceInformation::Full, None) => self.debug_instruction(Debug::DebugNoLine, &[]),
        }
    }

    /// Says which scope what follows is in, unless that was said already.
    fn scope(&mut self, data: Option<&LocationData>) {
        let scope = data.and_then(|data| Some((data.scope?, data.inlined_at)));
        if scope == self.told.scope {
            return;
        }
        self.told.scope = scope;
        let Some((scope, inlined_at)) = scope else {
            self.debug_instruction(Debug::DebugNoScope, &[]);
            return;
        };
        let id = self.cx.scope_id(scope);
        match self.cx.inlined_id(inlined_at) {
            Some(inlined) => self.debug_instruction(Debug::DebugScope, &[id, inlined]),
            None => self.debug_instruction(Debug::DebugScope, &[id]),
        }
    }

    /// What a variable holds from here on.
    fn debug_value(&mut self, debug: &DebugValue) {
        let module = self.cx.module;
        let (Some(variable), Some(value)) = (self.cx.variable_id(debug.variable), debug.value) else {
            return;
        };
        let data = module.debug.variables.get(debug.variable);
        let Some(ty) = data.and_then(|data| data.ty) else {
            return;
        };
        let path = match debug.part {
            None => Some(Vec::new()),
            Some((offset, size)) => module.debug.path(ty, offset, size),
        };
        let Some(path) = path else { return };
        let location = module.debug.location(debug.source);
        self.scope(location.and_then(|location| module.debug.locations.get(location)));
        // Without a scope nobody knows whose variable it is.
        if self.told.scope.is_none() || (debug.is_address && !self.is_memory_of(value, ty, debug.part)) {
            return;
        }
        let held = module.value_type(self.function, value);
        if matches!(module.types.get(held), TypeData::Vector { len, .. } if *len > 4) {
            // Only undefined and constant ones are left as a whole.
            return;
        }
        let narrow = self.cx.facts(held).narrow;
        let start = self.body.words().len();
        let value = self.value(value);
        let mut operands = vec![variable, value, self.cx.sources.expression];
        operands.extend(path.into_iter().map(|index| self.cx.u32_constant(index)));
        let op = match debug.is_address {
            true => Debug::DebugDeclare,
            false => Debug::DebugValue,
        };
        self.debug_instruction(op, &operands);
        if narrow != 0 {
            self.narrow_values.push((start..self.body.words().len(), narrow));
        }
    }

    /// Leaves out what is said of values of narrow types where the module only stores and converts such values: nothing else may
    /// be done with them then, and a debugger's word is no reason to ask more of a device.
    pub fn leave_out_narrow_values(&mut self) {
        let values = std::mem::take(&mut self.narrow_values).into_iter();
        let gone = values.filter(|(_, narrow)| !self.cx.has_narrow(*narrow));
        let gone: Vec<_> = gone.map(|(range, _)| range).collect();
        self.body.remove(&gone);
    }

    /// Whether a variable of the module has the form that the source's has, so that one who reads the one finds the other.
    fn is_memory_of(&self, value: Value, ty: SourceType, part: Option<(u32, u32)>) -> bool {
        let module = self.cx.module;
        let ValueRef::Global(global) = value.get() else {
            return false;
        };
        let mut stored = module.globals[global].ty;
        let mut elements = 1u32;
        while let TypeData::Array { element, len, .. } = module.types.get(stored) {
            elements = elements.saturating_mul(*len);
            stored = *element;
        }
        let bits = self.cx.scalar(stored).scalar_bits();
        let wanted = match (part, module.debug.types.get(ty)) {
            (Some((_, bits)), _) => bits,
            (None, Some(data)) => data.bits,
            (None, None) => return false,
        };
        (stored.is_float_scalar() || stored.is_int_scalar()) && elements.saturating_mul(bits) == wanted
    }

    fn debug_instruction(&mut self, op: Debug, operands: &[u32]) {
        let void = self.cx.ty(Type::VOID);
        let head = [void, self.cx.new_id(), self.cx.sources.set];
        extended(&mut self.body, head, op, operands);
    }
}
