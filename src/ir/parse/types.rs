//! Types and constants, which nest as deep as a bound allows.

use super::lexer::Token;
use super::{Parser, Result};
use crate::ir::constant::{Const, ConstData};
use crate::ir::half::f32_to_f16_bits;
use crate::ir::types::{CooperativeMatrix, ImageType, MatrixNumbers, MatrixUse, Object, Type, TypeData};
use crate::limits::{MAX_CONSTANT_NESTING, MAX_TYPE_NESTING};

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Result<Type> {
        self.nested_type(0)
    }

    /// A type `depth` levels inside another; the depth is bounded, so that recursion is.
    pub(super) fn nested_type(&mut self, depth: usize) -> Result<Type> {
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
                    "matrix" => {
                        let columns = self.u32()?;
                        self.keyword("x")?;
                        let column = self.nested_type(depth + 1)?;
                        TypeData::Matrix { column, columns }
                    }
                    "cooperative_vector" => {
                        let len = self.u32()?;
                        self.keyword("x")?;
                        TypeData::CooperativeVector {
                            component: self.nested_type(depth + 1)?,
                            len,
                        }
                    }
                    "cooperative" => TypeData::Cooperative(self.cooperative(depth)?),
                    "ptr" => TypeData::Pointer {
                        class: self.spirv_name("a storage class")?,
                        pointee: self.nested_type(depth + 1)?,
                    },
                    "image" => TypeData::Image(self.image(depth)?),
                    _ => match Object::ALL.iter().find(|o| o.name() == word) {
                        Some(&object) => TypeData::Object(object),
                        None => return self.error_at(position, format!("expected a type, found `{word}`")),
                    },
                }
            }
            _ => return self.expected("a type"),
        };
        Ok(self.module.types.intern(data))
    }

    fn cooperative(&mut self, depth: usize) -> Result<CooperativeMatrix> {
        let group = self.token == Token::Word("group");
        if group {
            self.advance()?;
        }
        let uses = MatrixUse::ALL.into_iter();
        let Some((of, _)) = uses.clone().find(|(_, name)| self.token == Token::Word(name)) else {
            return self.expected("what a matrix is for");
        };
        self.advance()?;
        let mut named = MatrixNumbers::NAMED.iter();
        let numbers = match named.find(|(_, name)| self.token == Token::Word(name)) {
            Some(&(numbers, _)) => {
                self.advance()?;
                numbers
            }
            None => MatrixNumbers::Plain,
        };
        let rows = self.u32()?;
        self.keyword("x")?;
        let columns = self.u32()?;
        self.keyword("x")?;
        let component = self.nested_type(depth + 1)?;
        Ok(CooperativeMatrix {
            group,
            component,
            numbers,
            rows,
            columns,
            of,
        })
    }

    pub(super) fn image(&mut self, depth: usize) -> Result<ImageType> {
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
    pub(super) fn constant(&mut self, ty: Type, depth: usize) -> Result<Const> {
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
    pub(super) fn scalar(&mut self, ty: Type) -> Result<u64> {
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
}
