//! Reads the text form that [`print`](super::print) writes: text in, a [`Module`] out, or an error with line
//! and column. What the module means is not checked here: that is the [verifier](crate::verify)'s task.
//!
//! Any text is safe to read: it nests no deeper than a bound, and takes memory in proportion to its length.
//! Values and blocks may be numbered at will and are used before their definition where blocks are in
//! such an order; their numbers are kept unless they are far greater than the function is long. Globals,
//! structs, functions and resources are numbered from 0 in order, and declared before their use.

mod lexer;

use super::constant::ConstData;
use super::function::{
    Block, BlockData, Edge, Func, Function, Global, Hint, Inst, InstData, Merge, Terminator, Value,
};
use super::half::f32_to_f16_bits;
use super::module::{Decoration, Denormals, GlobalData, Module};
use super::op::{Flags, Op};
use super::types::{ImageType, Member, StructType, Type, TypeData};
use crate::entity::{IdVec, ListRef};
use crate::error::Error;
use crate::limits::{MAX_CONSTANT_NESTING, MAX_TYPE_NESTING};
use crate::shader::{
    ComponentType, HullProperties, Interpolation, Resource, ResourceClass, ResourceId, ResourceKind,
    SemanticKind, ShaderModel, SignatureElement, Stage,
};
use lexer::{Lexer, Token};
use rustc_hash::FxHashMap;
use std::fmt::{self, Debug};
use std::str::FromStr;

/// Why a text is not a module, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What was expected.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Error::malformed(format!("IR text: {error}"))
    }
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

/// Reads a module.
pub fn parse_module(text: &str) -> Result<Module> {
    let mut parser = Parser {
        lexer: Lexer::new(text),
        token: Token::End,
        position: (1, 1),
        start: 0,
        module: Module::default(),
        structs: Vec::new(),
    };
    parser.advance()?;
    while parser.token != Token::End {
        if parser.token == Token::LineEnd {
            parser.advance()?;
        } else {
            parser.statement()?;
        }
    }
    let mut module = parser.module;
    module.info.resources = module.resources.values().filter(|r| !r.heap).cloned().collect();
    Ok(module)
}

/// The one of `all` that prints as `word` with `{:?}`.
fn named<T: Debug>(word: &str, all: impl IntoIterator<Item = T>) -> Option<T> {
    let mut text = String::new();
    all.into_iter().find(|item| {
        text.clear();
        // Writing to a string cannot fail.
        let _ = fmt::write(&mut text, format_args!("{item:?}"));
        text == word
    })
}

/// Like [`named`], for an enumeration with numbers below 64.
fn numbered<T: Debug>(word: &str, from_number: impl Fn(u32) -> Option<T>) -> Option<T> {
    named(word, (0..64).filter_map(from_number))
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The token to look at.
    token: Token<'t>,
    /// Line and column of `token`.
    position: (u32, u32),
    /// Byte offset of `token`.
    start: usize,
    module: Module,
    /// The types of `$0`, `$1`, ...
    structs: Vec<Type>,
}

/// A function while its body is read: ids are those of the text until [`Body::finish`].
#[derive(Default)]
struct Body {
    /// Instructions and parameters, in order of definition.
    insts: Vec<InstData>,
    /// The text id of each, `None` for those without result.
    ids: Vec<Option<u32>>,
    /// The instruction that defines each text id.
    defined: FxHashMap<u32, u32>,
    /// Where ids were used before their definition.
    wanted: FxHashMap<u32, (u32, u32)>,
    /// Blocks in order, with their text ids. Their instructions are indices in `insts`.
    blocks: Vec<(u32, BlockData)>,
    /// The position of each text id in `blocks`.
    labels: FxHashMap<u32, u32>,
    /// Where labels were used before their definition.
    wanted_labels: FxHashMap<u32, (u32, u32)>,
    pool: Vec<Value>,
    names: Vec<(u32, String)>,
}

impl<'t> Parser<'t> {
    // ----- Tokens -----

    fn advance(&mut self) -> Result<Token<'t>> {
        self.lexer.skip_blanks();
        self.position = self.lexer.position();
        self.start = self.lexer.offset();
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn error_at<T>(&self, (line, column): (u32, u32), message: impl Into<String>) -> Result<T> {
        Err(ParseError {
            line,
            column,
            message: message.into(),
        })
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.position, message)
    }

    /// The error that `what` was expected here.
    fn expected<T>(&self, what: impl fmt::Display) -> Result<T> {
        let found = match &self.token {
            Token::Word(word) | Token::Number(word) => format!("`{word}`"),
            Token::Id(mark, number) => format!("`{mark}{number}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Mark(c) => format!("`{c}`"),
            Token::LineEnd => "the end of the line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    fn is_mark(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }

    fn accept_mark(&mut self, mark: char) -> Result<bool> {
        let found = self.is_mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn mark(&mut self, mark: char) -> Result<()> {
        if self.accept_mark(mark)? {
            Ok(())
        } else {
            self.expected(format_args!("`{mark}`"))
        }
    }

    fn accept_word(&mut self, word: &str) -> Result<bool> {
        let found = self.token == Token::Word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn word(&mut self, what: &str) -> Result<&'t str> {
        match self.token {
            Token::Word(word) => {
                self.advance()?;
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    fn keyword(&mut self, keyword: &str) -> Result<()> {
        if self.accept_word(keyword)? {
            Ok(())
        } else {
            self.expected(format_args!("`{keyword}`"))
        }
    }

    /// A word that `read` knows.
    fn known<T>(&mut self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T> {
        if let Token::Word(word) = self.token
            && let Some(value) = read(word)
        {
            self.advance()?;
            return Ok(value);
        }
        self.expected(what)
    }

    /// The Debug name of a value of one of SPIR-V's enumerations.
    fn spirv_name<T: FromStr>(&mut self, what: &str) -> Result<T> {
        self.known(what, |word| word.parse().ok())
    }

    fn text(&mut self) -> Result<String> {
        match &mut self.token {
            Token::Text(text) => {
                let text = std::mem::take(text);
                self.advance()?;
                Ok(text)
            }
            _ => self.expected("a string"),
        }
    }

    fn optional_text(&mut self) -> Result<Option<String>> {
        if matches!(self.token, Token::Text(_)) {
            self.text().map(Some)
        } else {
            Ok(None)
        }
    }

    /// A number of `width` bits, decimal or hexadecimal.
    fn number(&mut self, width: u32) -> Result<u64> {
        if let Token::Number(word) = self.token {
            let value = match word.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => word.parse().ok(),
            };
            if let Some(value) = value
                && (width >= 64 || value >> width == 0)
            {
                self.advance()?;
                return Ok(value);
            }
        }
        self.expected(format_args!("a number of at most {width} bits"))
    }

    fn u32(&mut self) -> Result<u32> {
        self.number(32).map(|n| n as u32)
    }

    /// Numbers with commas between them; may be none.
    fn numbers(&mut self) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        if !matches!(self.token, Token::Number(_)) {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.u32()?);
            if !self.accept_mark(',')? {
                return Ok(numbers);
            }
        }
    }

    /// Exactly `N` numbers.
    fn tuple<const N: usize>(&mut self) -> Result<[u32; N]> {
        let position = self.position;
        let numbers = self.numbers()?;
        match numbers.try_into() {
            Ok(numbers) => Ok(numbers),
            Err(_) => self.error_at(position, format!("expected {N} numbers")),
        }
    }

    /// The number after `prefix` in a word like `bb3`.
    fn prefixed(&mut self, prefix: &str) -> Result<u32> {
        match self.token {
            Token::Word(word) => match word.strip_prefix(prefix).map(str::parse) {
                Some(Ok(number)) => {
                    self.advance()?;
                    Ok(number)
                }
                _ => self.expected(format_args!("`{prefix}` with a number")),
            },
            _ => self.expected(format_args!("`{prefix}` with a number")),
        }
    }

    /// The number after `mark` in an id like `%3`.
    fn id(&mut self, mark: char) -> Result<u32> {
        match self.token {
            Token::Id(found, number) if found == mark => {
                self.advance()?;
                Ok(number)
            }
            _ => self.expected(format_args!("`{mark}` with a number")),
        }
    }

    fn line_end(&mut self) -> Result<()> {
        match self.token {
            Token::End => Ok(()),
            Token::LineEnd => self.advance().map(|_| ()),
            _ => self.expected("the end of the line"),
        }
    }

    /// Checks that a declaration is number `next` of its kind.
    fn in_order(&self, position: (u32, u32), number: u32, next: usize, what: &str) -> Result<()> {
        if number as usize == next {
            Ok(())
        } else {
            self.error_at(
                position,
                format!("{what} are numbered in order: expected number {next} here"),
            )
        }
    }

    // ----- Module -----

    fn statement(&mut self) -> Result<()> {
        let position = self.position;
        let word = self.word("a statement")?;
        match word {
            "shader" => {
                self.module.info.name = self.text()?;
                self.module.info.stage = self.known("a stage", |word| named(word, Stage::all()))?;
                self.module.info.shader_model = self.shader_model()?;
            }
            "shader_flags" => self.module.info.properties.flags = self.number(64)?,
            "num_threads" => self.module.info.properties.num_threads = Some(self.tuple()?),
            "wave_size" => self.module.info.properties.wave_size = Some(self.tuple()?),
            "geometry" => self.module.info.properties.geometry = Some(self.tuple()?),
            "domain" => self.module.info.properties.domain = Some(self.tuple()?),
            "mesh" => self.module.info.properties.mesh = Some(self.tuple()?),
            "amplification_payload" => {
                self.module.info.properties.amplification_payload = Some(self.u32()?);
            }
            "hull" => {
                let [input, output, domain, partitioning, primitive, factor] = self.tuple()?;
                self.module.info.properties.hull = Some(HullProperties {
                    input_control_points: input,
                    output_control_points: output,
                    domain,
                    partitioning,
                    output_primitive: primitive,
                    max_tess_factor: factor,
                });
            }
            "input" => {
                let element = self.signature_element()?;
                self.module.info.inputs.push(element);
            }
            "output" => {
                let element = self.signature_element()?;
                self.module.info.outputs.push(element);
            }
            "patch_constant" => {
                let element = self.signature_element()?;
                self.module.info.patch_constants.push(element);
            }
            "f32_denormals" => {
                let all = [Denormals::Any, Denormals::Preserve, Denormals::FlushToZero];
                self.module.f32_denormals = self.known("a denormal mode", |word| named(word, all))?;
            }
            "execution_mode" => {
                let mode = self.spirv_name("an execution mode")?;
                let literals = self.numbers()?;
                self.module.execution_modes.push((mode, literals));
            }
            "resource" => self.resource()?,
            "struct" => self.structure()?,
            "global" => self.global()?,
            "entry" => self.module.entry = Func(self.prefixed("func")?),
            "function" => self.function()?,
            _ => return self.error_at(position, format!("unknown statement `{word}`")),
        }
        self.line_end()
    }

    fn shader_model(&mut self) -> Result<ShaderModel> {
        if let Token::Number(word) = self.token
            && let Some((major, minor)) = word.split_once('.')
            && let (Ok(major), Ok(minor)) = (major.parse(), minor.parse())
        {
            self.advance()?;
            return Ok(ShaderModel { major, minor });
        }
        self.expected("a shader model like `6.0`")
    }

    fn signature_element(&mut self) -> Result<SignatureElement> {
        let mut element = SignatureElement {
            id: self.u32()?,
            name: self.text()?,
            ..SignatureElement::default()
        };
        while let Token::Word(word) = self.token {
            let position = self.position;
            self.advance()?;
            match word {
                "kind" => {
                    element.kind = self.known("a semantic kind", |word| {
                        numbered(word, SemanticKind::from_number)
                    })?;
                }
                "indices" => {
                    self.mark('[')?;
                    element.indices = self.numbers()?;
                    self.mark(']')?;
                }
                "type" => element.component = self.component_type()?,
                "interpolation" => {
                    element.interpolation = self.known("an interpolation mode", |word| {
                        numbered(word, Interpolation::from_number)
                    })?;
                }
                "rows" => element.rows = self.u32()?,
                "cols" => element.cols = self.u32()?,
                "row" => element.start_row = Some(self.u32()?),
                "col" => element.start_col = self.u32()?,
                "stream" => element.stream = self.u32()?,
                "usage" => element.usage_mask = self.u32()?,
                "dynamic" => element.dynamic_mask = self.u32()?,
                _ => {
                    return self.error_at(position, format!("unknown field `{word}` of a signature element"));
                }
            }
        }
        Ok(element)
    }

    fn component_type(&mut self) -> Result<ComponentType> {
        self.known("a component type", |word| {
            numbered(word, ComponentType::from_number)
        })
    }

    fn resource(&mut self) -> Result<()> {
        let position = self.position;
        let number = self.prefixed("res")?;
        self.in_order(position, number, self.module.resources.len(), "resources")?;
        let mut resource = Resource {
            class: self.known("a resource class", |word| {
                numbered(word, ResourceClass::from_number)
            })?,
            kind: self.known("a resource kind", |word| {
                numbered(word, ResourceKind::from_number)
            })?,
            name: self.text()?,
            ..Resource::default()
        };
        while let Token::Word(word) = self.token {
            let position = self.position;
            self.advance()?;
            match word {
                "id" => resource.id = self.u32()?,
                "space" => resource.space = self.u32()?,
                "register" => resource.lower = self.u32()?,
                "count" => resource.count = Some(self.u32()?),
                "unbounded" => resource.count = None,
                "component" => resource.component = self.component_type()?,
                "components" => resource.components = self.u32()?,
                "stride" => resource.stride = self.u32()?,
                "samples" => resource.samples = self.u32()?,
                "bytes" => resource.cbuffer_size = self.u32()?,
                "feedback" => resource.feedback = Some(self.u32()?),
                "globally_coherent" => resource.globally_coherent = true,
                "reorder_coherent" => resource.reorder_coherent = true,
                "counter" => resource.has_counter = true,
                "rasterizer_ordered" => resource.rasterizer_ordered = true,
                "comparison" => resource.comparison_sampler = true,
                "atomic64" => resource.atomic64 = true,
                "heap" => resource.heap = true,
                _ => return self.error_at(position, format!("unknown field `{word}` of a resource")),
            }
        }
        let _: ResourceId = self.module.resources.push(resource);
        Ok(())
    }

    fn structure(&mut self) -> Result<()> {
        let position = self.position;
        let number = self.id('$')?;
        self.in_order(position, number, self.structs.len(), "structs")?;
        let name = self.optional_text()?.unwrap_or_default();
        let block = self.accept_word("block")?;
        let mut members = Vec::new();
        self.mark('{')?;
        while !self.is_mark('}') {
            let ty = self.ty()?;
            let offset = if self.accept_word("offset")? {
                Some(self.u32()?)
            } else {
                None
            };
            let name = self.optional_text()?.unwrap_or_default();
            members.push(Member { ty, offset, name });
            if !self.accept_mark(',')? {
                break;
            }
        }
        self.mark('}')?;
        let ty = self
            .module
            .types
            .intern(TypeData::Struct(StructType { name, members, block }));
        self.structs.push(ty);
        Ok(())
    }

    fn global(&mut self) -> Result<()> {
        let position = self.position;
        let number = self.id('@')?;
        self.in_order(position, number, self.module.globals.len(), "globals")?;
        let name = self.optional_text()?.unwrap_or_default();
        let class = self.spirv_name("a storage class")?;
        let ty = self.ty()?;
        let init = if self.accept_mark('=')? {
            let ty = self.ty()?;
            Some(self.constant(ty, 0)?)
        } else {
            None
        };
        let mut decorations = Vec::new();
        if self.accept_word("decorate")? {
            loop {
                decorations.push(self.decoration()?);
                if !self.accept_mark(',')? {
                    break;
                }
            }
        }
        let pointer = self.module.types.pointer(class, ty);
        let _: Global = self.module.globals.push(GlobalData {
            name,
            class,
            ty,
            pointer,
            init,
            decorations,
        });
        Ok(())
    }

    fn decoration(&mut self) -> Result<Decoration> {
        let kind = self.spirv_name("a decoration")?;
        let mut literals = Vec::new();
        if self.accept_mark('(')? {
            if kind == ::spirv::Decoration::BuiltIn && matches!(self.token, Token::Word(_)) {
                let built_in: ::spirv::BuiltIn = self.spirv_name("a built-in")?;
                literals.push(built_in as u32);
                if self.accept_mark(',')? {
                    literals.extend(self.numbers()?);
                }
            } else {
                literals = self.numbers()?;
            }
            self.mark(')')?;
        }
        Ok(Decoration { kind, literals })
    }

    // ----- Types and constants -----

    fn ty(&mut self) -> Result<Type> {
        self.nested_type(0)
    }

    /// A type `depth` levels inside another; the depth is bounded, so that recursion is.
    fn nested_type(&mut self, depth: usize) -> Result<Type> {
        if depth > MAX_TYPE_NESTING {
            return self.error(format!("types nest deeper than {MAX_TYPE_NESTING}"));
        }
        let data = match self.token {
            Token::Id('$', number) => {
                let Some(&ty) = self.structs.get(number as usize) else {
                    return self.error(format!("no struct `${number}` is declared above"));
                };
                self.advance()?;
                return Ok(ty);
            }
            Token::Mark('<') => {
                self.advance()?;
                let position = self.position;
                let len = self.u32()?;
                if len < 2 {
                    return self.error_at(position, "a vector has at least 2 components");
                }
                self.keyword("x")?;
                let element = self.nested_type(depth + 1)?;
                self.mark('>')?;
                return Ok(self.module.types.vector(element, len));
            }
            Token::Mark('[') => {
                self.advance()?;
                let len = if self.accept_mark('*')? {
                    None
                } else {
                    Some(self.u32()?)
                };
                self.keyword("x")?;
                let element = self.nested_type(depth + 1)?;
                let stride = if self.accept_word("stride")? {
                    self.u32()?
                } else {
                    0
                };
                self.mark(']')?;
                match len {
                    Some(len) => TypeData::Array { element, len, stride },
                    None => TypeData::RuntimeArray { element, stride },
                }
            }
            Token::Mark('{') => {
                self.advance()?;
                let mut members = Vec::new();
                while !self.is_mark('}') {
                    members.push(self.nested_type(depth + 1)?);
                    if !self.accept_mark(',')? {
                        break;
                    }
                }
                self.mark('}')?;
                return Ok(self.module.types.tuple(&members));
            }
            Token::Word(word) => {
                let position = self.position;
                self.advance()?;
                match word {
                    "void" => return Ok(Type::VOID),
                    "i1" => return Ok(Type::BOOL),
                    "i8" => return Ok(Type::I8),
                    "i16" => return Ok(Type::I16),
                    "i32" => return Ok(Type::I32),
                    "i64" => return Ok(Type::I64),
                    "f16" => return Ok(Type::F16),
                    "f32" => return Ok(Type::F32),
                    "f64" => return Ok(Type::F64),
                    "s32" => return Ok(Type::S32),
                    "handle" => return Ok(Type::HANDLE),
                    "sampler" => TypeData::Sampler,
                    "sampled" => TypeData::SampledImage(self.nested_type(depth + 1)?),
                    "ptr" => TypeData::Pointer {
                        class: self.spirv_name("a storage class")?,
                        pointee: self.nested_type(depth + 1)?,
                    },
                    "image" => TypeData::Image(self.image(depth)?),
                    _ => return self.error_at(position, format!("expected a type, found `{word}`")),
                }
            }
            _ => return self.expected("a type"),
        };
        Ok(self.module.types.intern(data))
    }

    fn image(&mut self, depth: usize) -> Result<ImageType> {
        self.mark('<')?;
        let sampled = self.nested_type(depth + 1)?;
        self.mark(',')?;
        let mut image = ImageType {
            sampled,
            dim: self.spirv_name("an image dimensionality")?,
            arrayed: false,
            multisampled: false,
            storage: false,
            signed: false,
            format: ::spirv::ImageFormat::Unknown,
        };
        while self.accept_mark(',')? {
            match self.token {
                Token::Word("arrayed") => image.arrayed = true,
                Token::Word("multisampled") => image.multisampled = true,
                Token::Word("storage") => image.storage = true,
                Token::Word("signed") => image.signed = true,
                _ => {
                    image.format = self.spirv_name("an image format or property")?;
                    continue;
                }
            }
            self.advance()?;
        }
        self.mark('>')?;
        Ok(image)
    }

    /// A constant of type `ty`, without its type; the depth is bounded, so that recursion is.
    fn constant(&mut self, ty: Type, depth: usize) -> Result<super::Const> {
        if depth > MAX_CONSTANT_NESTING {
            return self.error(format!("constants nest deeper than {MAX_CONSTANT_NESTING}"));
        }
        if self.accept_word("null")? {
            return Ok(self.module.consts.intern(ty, ConstData::Null));
        }
        if self.accept_word("undef")? {
            return Ok(self.module.consts.intern(ty, ConstData::Undef));
        }
        if self.accept_word("spec")? {
            // `spec id default`
            let id = self.scalar(Type::I32)? as u32;
            let default = self.scalar(Type::I32)? as u32;
            return Ok(self
                .module
                .consts
                .intern(ty, ConstData::Specialization { id, default }));
        }
        if !self.accept_mark('{')? {
            let bits = self.scalar(ty)?;
            return Ok(self.module.consts.scalar(ty, bits));
        }
        let mut elements = Vec::new();
        while !self.is_mark('}') {
            let element = if self.accept_mark('(')? {
                let ty = self.ty()?;
                let element = self.constant(ty, depth + 1)?;
                self.mark(')')?;
                element
            } else if let Some(ty) = self.module.types.element(ty, elements.len() as u32) {
                self.constant(ty, depth + 1)?
            } else {
                return self.error("the type has no such element");
            };
            elements.push(element);
            if !self.accept_mark(',')? {
                break;
            }
        }
        self.mark('}')?;
        Ok(self.module.consts.intern(ty, ConstData::Composite(elements)))
    }

    /// The bits of a scalar literal.
    fn scalar(&mut self, ty: Type) -> Result<u64> {
        let width = ty.scalar_bits();
        if width == 0 {
            return self.expected("`null`, `undef` or `{` for a constant of this type");
        }
        let bits = match self.token {
            Token::Word("true") if ty == Type::BOOL => Some(1),
            Token::Word("false") if ty == Type::BOOL => Some(0),
            Token::Number(word) => match word.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16)
                    .ok()
                    .filter(|bits| width == 64 || bits >> width == 0),
                None if ty == Type::F64 => word.parse().ok().map(f64::to_bits),
                None if ty == Type::F32 => word.parse().ok().map(|v| u64::from(f32::to_bits(v))),
                None if ty == Type::F16 => word.parse().ok().map(|v| u64::from(f32_to_f16_bits(v))),
                None => word
                    .parse::<i128>()
                    .ok()
                    .filter(|v| (-(1i128 << (width - 1))..1i128 << width).contains(v))
                    .map(|v| v as u64),
            },
            _ => None,
        };
        match bits {
            Some(bits) => {
                self.advance()?;
                Ok(bits)
            }
            None => self.expected(format_args!(
                "a number that fits {width} bits, `null`, `undef` or `true`/`false` for `i1`"
            )),
        }
    }

    // ----- Functions -----

    fn function(&mut self) -> Result<()> {
        let start = self.start;
        let position = self.position;
        let number = self.prefixed("func")?;
        self.in_order(position, number, self.module.functions.len(), "functions")?;
        let name = self.optional_text()?.unwrap_or_default();
        let ret = self.ty()?;
        self.mark('{')?;
        self.line_end()?;
        let mut function = Function::new(name, ret);
        let mut body = Body::default();
        // Whether the last block still lacks its terminator.
        let mut open = false;
        loop {
            match self.token {
                Token::LineEnd => {
                    self.advance()?;
                    continue;
                }
                Token::Mark('}') => {
                    if open {
                        return self.error("the last block has no terminator");
                    }
                    self.advance()?;
                    break;
                }
                Token::Word("locals") if body.blocks.is_empty() => {
                    self.advance()?;
                    self.locals(&mut function)?;
                }
                Token::Word(word) if is_label(word) => {
                    if open {
                        return self.error("the block above has no terminator");
                    }
                    self.label(&mut body)?;
                    open = true;
                }
                Token::Word(_) | Token::Id('%', _) => {
                    if !open {
                        return self.error("this instruction is in no block");
                    }
                    open = !self.instruction(&mut body)?;
                }
                _ => return self.expected("an instruction, a block or `}`"),
            }
            self.line_end()?;
        }
        self.finish(body, self.start - start, &mut function)?;
        let _: Func = self.module.functions.push(function);
        Ok(())
    }

    fn locals(&mut self, function: &mut Function) -> Result<()> {
        loop {
            function.locals.push(self.global_id()?);
            if !self.accept_mark(',')? {
                return Ok(());
            }
        }
    }

    fn global_id(&mut self) -> Result<Global> {
        let position = self.position;
        let number = self.id('@')?;
        if (number as usize) < self.module.globals.len() {
            Ok(Global(number))
        } else {
            self.error_at(position, format!("no global `@{number}` is declared above"))
        }
    }

    /// `bb2(%5: i32, %6: f32):`
    fn label(&mut self, body: &mut Body) -> Result<()> {
        let position = self.position;
        let number = self.prefixed("bb")?;
        if body.labels.insert(number, body.blocks.len() as u32).is_some() {
            return self.error_at(position, format!("there are two blocks `bb{number}`"));
        }
        body.wanted_labels.remove(&number);
        let mut block = BlockData::default();
        if self.accept_mark('(')? {
            loop {
                let (id, name, ty) = self.result(body)?;
                block.params.push(body.add(
                    InstData {
                        op: Op::Param,
                        flags: Flags::NONE,
                        ty,
                        args: ListRef::EMPTY,
                        imm: 0,
                        source: u32::MAX,
                    },
                    Some(id),
                    name,
                ));
                if !self.accept_mark(',')? {
                    break;
                }
            }
            self.mark(')')?;
        }
        self.mark(':')?;
        body.blocks.push((number, block));
        Ok(())
    }

    /// `%5 "name": i32`
    fn result(&mut self, body: &mut Body) -> Result<(u32, Option<String>, Type)> {
        let position = self.position;
        let id = self.id('%')?;
        if id >= 1 << 30 {
            return self.error_at(position, "value ids have at most 30 bits");
        }
        if body.defined.contains_key(&id) {
            return self.error_at(position, format!("`%{id}` is defined twice"));
        }
        let name = self.optional_text()?;
        self.mark(':')?;
        let position = self.position;
        let ty = self.ty()?;
        if ty == Type::VOID {
            return self.error_at(position, "an instruction without result has no id");
        }
        // Reserved at once: a parameter list or an instruction may not define it again.
        body.defined.insert(id, u32::MAX);
        Ok((id, name, ty))
    }

    /// An instruction, a terminator, or what stands before a terminator. Gives whether the block ends.
    fn instruction(&mut self, body: &mut Body) -> Result<bool> {
        let mut target = None;
        if matches!(self.token, Token::Id('%', _)) {
            target = Some(self.result(body)?);
            self.mark('=')?;
        }
        let position = self.position;
        let word = self.word("an operation")?;
        if target.is_none() {
            if let Some(terminator) = self.terminator(body, word)? {
                if let Some((_, block)) = body.blocks.last_mut() {
                    block.terminator = terminator;
                }
                return Ok(true);
            }
            if self.header(body, word)? {
                return Ok(false);
            }
        }
        let Some((op, flags)) = operation(word) else {
            return self.error_at(position, format!("unknown operation `{word}`"));
        };
        let start = body.pool.len();
        if matches!(
            self.token,
            Token::Id('%' | '@' | '$', _) | Token::Word(_) | Token::Mark('<' | '[' | '{')
        ) {
            self.values(body)?;
        }
        let args = ListRef {
            start: start as u32,
            len: (body.pool.len() - start) as u32,
        };
        let imm = match self.token {
            Token::Id('#', imm) => {
                self.advance()?;
                imm
            }
            _ => 0,
        };
        let source = match self.token {
            Token::Id('!', source) => {
                self.advance()?;
                source
            }
            _ => u32::MAX,
        };
        let (id, name, ty) = match target {
            Some((id, name, ty)) => (Some(id), name, ty),
            None => (None, None, Type::VOID),
        };
        let data = InstData {
            op,
            flags,
            ty,
            args,
            imm,
            source,
        };
        let inst = body.add(data, id, name);
        if let Some((_, block)) = body.blocks.last_mut() {
            block.insts.push(inst);
        }
        Ok(false)
    }

    /// Merge information and hints of the block that is being read.
    fn header(&mut self, body: &mut Body, word: &str) -> Result<bool> {
        let merge = match word {
            "selection_merge" => Merge::Selection {
                merge: self.block_id(body)?,
            },
            "loop_merge" => {
                let merge = self.block_id(body)?;
                self.mark(',')?;
                let continue_target = self.block_id(body)?;
                Merge::Loop {
                    merge,
                    continue_target,
                }
            }
            "hint" => {
                let all = [
                    Hint::None,
                    Hint::Flatten,
                    Hint::DontFlatten,
                    Hint::Unroll,
                    Hint::DontUnroll,
                ];
                let hint = self.known("a hint", |word| named(word, all))?;
                if let Some((_, block)) = body.blocks.last_mut() {
                    block.hint = hint;
                }
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if let Some((_, block)) = body.blocks.last_mut() {
            block.merge = Some(merge);
        }
        Ok(true)
    }

    fn terminator(&mut self, body: &mut Body, word: &str) -> Result<Option<Terminator>> {
        Ok(Some(match word {
            "br" => Terminator::Branch(self.edge(body)?),
            "condbr" => {
                let condition = self.value(body)?;
                self.mark(',')?;
                let if_true = self.edge(body)?;
                self.mark(',')?;
                let if_false = self.edge(body)?;
                Terminator::CondBranch {
                    condition,
                    if_true,
                    if_false,
                }
            }
            "switch" => {
                let value = self.value(body)?;
                self.mark(',')?;
                let default = self.edge(body)?;
                let mut cases = Vec::new();
                self.mark('[')?;
                while !self.is_mark(']') {
                    let case = self.number(64)?;
                    self.mark(':')?;
                    cases.push((case, self.edge(body)?));
                    if !self.accept_mark(',')? {
                        break;
                    }
                }
                self.mark(']')?;
                Terminator::Switch {
                    value,
                    default,
                    cases,
                }
            }
            "ret" if matches!(self.token, Token::LineEnd | Token::End) => Terminator::Return(None),
            "ret" => Terminator::Return(Some(self.value(body)?)),
            "unreachable" => Terminator::Unreachable,
            _ => return Ok(None),
        }))
    }

    fn block_id(&mut self, body: &mut Body) -> Result<Block> {
        let position = self.position;
        let number = self.prefixed("bb")?;
        if !body.labels.contains_key(&number) {
            body.wanted_labels.entry(number).or_insert(position);
        }
        Ok(Block(number))
    }

    fn edge(&mut self, body: &mut Body) -> Result<Edge> {
        let block = self.block_id(body)?;
        let start = body.pool.len();
        if self.accept_mark('(')? {
            self.values(body)?;
            self.mark(')')?;
        }
        Ok(Edge {
            block,
            args: ListRef {
                start: start as u32,
                len: (body.pool.len() - start) as u32,
            },
        })
    }

    /// At least one value, into the pool.
    fn values(&mut self, body: &mut Body) -> Result<()> {
        loop {
            let value = self.value(body)?;
            body.pool.push(value);
            if !self.accept_mark(',')? {
                return Ok(());
            }
        }
    }

    fn value(&mut self, body: &mut Body) -> Result<Value> {
        match self.token {
            Token::Id('%', id) => {
                if id >= 1 << 30 {
                    return self.error("value ids have at most 30 bits");
                }
                if !body.defined.contains_key(&id) {
                    body.wanted.entry(id).or_insert(self.position);
                }
                self.advance()?;
                Ok(Inst(id).into())
            }
            Token::Id('@', _) => self.global_id().map(Value::from),
            _ => {
                let ty = self.ty()?;
                self.constant(ty, 0).map(Value::from)
            }
        }
    }

    /// Moves `body`, of `bytes` bytes of text, into `function` and gives everything its final id.
    fn finish(&self, mut body: Body, bytes: usize, function: &mut Function) -> Result<()> {
        // In order of position, so that the message does not depend on hashing.
        let undefined = body
            .wanted
            .iter()
            .filter(|(id, _)| !body.defined.contains_key(id));
        if let Some((id, &position)) = undefined.min_by_key(|(_, position)| **position) {
            return self.error_at(position, format!("`%{id}` is not defined in this function"));
        }
        if let Some((id, &position)) = body.wanted_labels.iter().min_by_key(|(_, position)| **position) {
            return self.error_at(position, format!("there is no block `bb{id}` in this function"));
        }

        let insts = final_ids(&body.ids, bytes);
        let blocks = final_ids(&body.blocks.iter().map(|b| Some(b.0)).collect::<Vec<_>>(), bytes);
        let inst = |index: u32| Inst(insts.ids.get(index as usize).copied().unwrap_or(0));
        let block = |id: Block| {
            let index = body.labels.get(&id.0).copied().unwrap_or(0);
            Block(blocks.ids.get(index as usize).copied().unwrap_or(0))
        };

        let dead = InstData {
            op: Op::Param,
            flags: Flags::NONE,
            ty: Type::VOID,
            args: ListRef::EMPTY,
            imm: 0,
            source: u32::MAX,
        };
        function.insts = IdVec::filled(dead, insts.count);
        for (index, data) in body.insts.iter().enumerate() {
            if let Some(slot) = function.insts.get_mut(inst(index as u32)) {
                *slot = *data;
            }
        }
        function.blocks = IdVec::filled(BlockData::default(), blocks.count);
        for (id, mut data) in std::mem::take(&mut body.blocks) {
            for item in data.params.iter_mut().chain(&mut data.insts) {
                *item = inst(item.0);
            }
            match &mut data.merge {
                Some(Merge::Selection { merge }) => *merge = block(*merge),
                Some(Merge::Loop {
                    merge,
                    continue_target,
                }) => {
                    *merge = block(*merge);
                    *continue_target = block(*continue_target);
                }
                None => {}
            }
            let value = |value: Value| match value.as_inst() {
                Some(id) => body.defined.get(&id.0).map_or(value, |&index| inst(index).into()),
                None => value,
            };
            data.terminator
                .for_each_edge_mut(|edge| edge.block = block(edge.block));
            if let Some(operand) = data.terminator.operand_mut() {
                *operand = value(*operand);
            }
            let id = block(Block(id));
            function.layout.push(id);
            if let Some(slot) = function.blocks.get_mut(id) {
                *slot = data;
            }
        }
        for value in &mut body.pool {
            if let Some(id) = value.as_inst()
                && let Some(&index) = body.defined.get(&id.0)
            {
                *value = inst(index).into();
            }
        }
        function.names = body
            .names
            .drain(..)
            .map(|(index, name)| (inst(index), name))
            .collect();
        function.pool = body.pool;
        Ok(())
    }
}

impl Body {
    /// Adds an instruction; the result is its index, as an id until the end of the function.
    fn add(&mut self, data: InstData, id: Option<u32>, name: Option<String>) -> Inst {
        let index = self.insts.len() as u32;
        self.insts.push(data);
        self.ids.push(id);
        if let Some(id) = id {
            self.defined.insert(id, index);
            self.wanted.remove(&id);
        }
        if let Some(name) = name {
            self.names.push((index, name));
        }
        Inst(index)
    }
}

/// Final ids: one for each definition, and how many there are with gaps.
struct FinalIds {
    ids: Vec<u32>,
    count: usize,
}

/// Keeps the ids of the text unless `bytes` bytes of it do not justify the room that they need; things
/// without id take free numbers, lowest first.
fn final_ids(texts: &[Option<u32>], bytes: usize) -> FinalIds {
    let count = texts.iter().flatten().max().map_or(0, |&max| max as usize + 1);
    if count > bytes.saturating_mul(4).saturating_add(64) {
        return FinalIds {
            ids: (0..texts.len() as u32).collect(),
            count: texts.len(),
        };
    }
    let mut taken = vec![false; count];
    for &id in texts.iter().flatten() {
        if let Some(slot) = taken.get_mut(id as usize) {
            *slot = true;
        }
    }
    let mut next = 0;
    let ids: Vec<u32> = texts
        .iter()
        .map(|id| {
            id.unwrap_or_else(|| {
                while taken.get(next as usize) == Some(&true) {
                    next += 1;
                }
                next += 1;
                next - 1
            })
        })
        .collect();
    FinalIds {
        ids,
        count: count.max(next as usize),
    }
}

/// Whether a word is `bb` with a number.
fn is_label(word: &str) -> bool {
    word.strip_prefix("bb")
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Operation and flags of a word like `fadd.precise`.
fn operation(word: &str) -> Option<(Op, Flags)> {
    let mut name = word;
    let mut flags = Flags::NONE;
    loop {
        if let Some(op) = Op::from_name(name) {
            return Some((op, flags));
        }
        let (rest, last) = name.rsplit_once('.')?;
        let &(flag, _) = Flags::NAMES.iter().find(|(_, text)| *text == last)?;
        flags = flags.with(flag);
        name = rest;
    }
}
