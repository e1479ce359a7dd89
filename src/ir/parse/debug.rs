//! Reads the text form of debug information; `print::debug` shows it.

use super::body::Body;
use super::lexer::Token;
use super::{Parser, Result};
use crate::ir::debug::{
    Encoding, File, FileData, Location, LocationData, MemberData, NO_SOURCE, Scope, ScopeData, SourceType,
    SourceTypeData, TypeKind, Variable, VariableData,
};
use crate::ir::function::Block;
use crate::ir::function::DebugValue;

impl Parser<'_> {
    /// A declaration of debug information that starts with `word`. False when it is none.
    pub(super) fn debug_statement(&mut self, word: &str) -> Result<bool> {
        match word {
            "file" => self.file()?,
            "main" => self.module.debug.main = Some(self.file_reference()?),
            "type" => self.source_type()?,
            "scope" => self.scope()?,
            "variable" => self.variable()?,
            "location" => self.location()?,
            "source" => self.source_run()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn file(&mut self) -> Result<()> {
        self.declared("file", self.module.debug.files.len(), "files")?;
        let data = FileData {
            name: self.text()?,
            directory: self.optional_text()?.unwrap_or_default(),
            text: self.optional_text()?.unwrap_or_default(),
        };
        self.module.debug.files.push(data);
        Ok(())
    }

    fn file_reference(&mut self) -> Result<File> {
        let count = self.module.debug.files.len();
        Ok(File(self.reference("file", count)?))
    }

    fn type_reference(&mut self) -> Result<SourceType> {
        let count = self.module.debug.types.len();
        Ok(SourceType(self.reference("stype", count)?))
    }

    /// Whether a word follows that starts so.
    fn follows(&self, prefix: &str) -> bool {
        matches!(self.token, Token::Word(word) if word.strip_prefix(prefix).is_some_and(|rest| rest.parse::<u32>().is_ok()))
    }

    fn source_type(&mut self) -> Result<()> {
        self.declared("stype", self.module.debug.types.len(), "types")?;
        let name = self.text()?;
        let bits = self.u32()?;
        let number = |word: &str| {
            let all = [
                Encoding::Boolean,
                Encoding::Float,
                Encoding::Signed,
                Encoding::Unsigned,
            ];
            all.into_iter().find(|encoding| encoding.word() == word)
        };
        let kind = match self.word("a kind of type")? {
            "vector" => {
                let (component, count) = self.counted()?;
                TypeKind::Vector(component, count)
            }
            word @ ("rows" | "columns") => {
                let by_columns = word == "columns";
                let (vector, vectors) = self.counted()?;
                TypeKind::Matrix {
                    vector,
                    vectors,
                    by_columns,
                }
            }
            "array" => TypeKind::Array(self.type_reference()?, self.numbers()?),
            "struct" => self.members()?,
            "opaque" => TypeKind::Opaque,
            word => match number(word) {
                Some(encoding) => TypeKind::Number(encoding),
                None => return self.expected("a kind of type"),
            },
        };
        let (file, line) = match self.follows("file") {
            true => (Some(self.file_reference()?), self.u32()?),
            false => (None, 0),
        };
        self.module.debug.types.push(SourceTypeData {
            name,
            bits,
            kind,
            file,
            line,
        });
        Ok(())
    }

    /// `stype1, 3`
    fn counted(&mut self) -> Result<(SourceType, u32)> {
        let part = self.type_reference()?;
        self.mark(',')?;
        Ok((part, self.u32()?))
    }

    fn members(&mut self) -> Result<TypeKind> {
        let mut members = Vec::new();
        while let Some(name) = self.optional_text()? {
            let ty = self.type_reference()?;
            let [offset, bits, line] = self.tuple()?;
            members.push(MemberData {
                name,
                ty,
                offset,
                bits,
                line,
            });
        }
        Ok(TypeKind::Structure(members))
    }

    /// `takes stype1, void`, or nothing.
    fn signature(&mut self) -> Result<Vec<Option<SourceType>>> {
        let mut types = Vec::new();
        if self.accept_word("takes")? {
            loop {
                types.push(match self.accept_word("void")? {
                    true => None,
                    false => Some(self.type_reference()?),
                });
                if !self.accept_mark(',')? {
                    break;
                }
            }
        }
        Ok(types)
    }

    fn scope(&mut self) -> Result<()> {
        self.declared("scope", self.module.debug.scopes.len(), "scopes")?;
        let name = self.optional_text()?.unwrap_or_default();
        let (parent, file) = self.place()?;
        let line = self.u32()?;
        let column = if self.accept_mark(',')? { self.u32()? } else { 0 };
        let signature = self.signature()?;
        self.module.debug.scopes.push(ScopeData {
            parent,
            name,
            file,
            line,
            column,
            signature,
        });
        Ok(())
    }

    fn variable(&mut self) -> Result<()> {
        self.declared("var", self.module.debug.variables.len(), "variables")?;
        let name = self.text()?;
        let ty = match self.follows("stype") {
            true => Some(self.type_reference()?),
            false => None,
        };
        let (scope, file) = self.place()?;
        let line = self.u32()?;
        let argument = if self.accept_word("argument")? {
            self.u32()?
        } else {
            0
        };
        self.module.debug.variables.push(VariableData {
            name,
            ty,
            scope,
            file,
            line,
            argument,
        });
        Ok(())
    }

    /// `in scope1 file0`, either or none.
    fn place(&mut self) -> Result<(Option<Scope>, Option<File>)> {
        let scope = if self.accept_word("in")? {
            let count = self.module.debug.scopes.len();
            Some(Scope(self.reference("scope", count)?))
        } else {
            None
        };
        let file = if matches!(self.token, Token::Word(_)) {
            Some(self.file_reference()?)
        } else {
            None
        };
        Ok((scope, file))
    }

    fn location(&mut self) -> Result<()> {
        let count = self.module.debug.locations.len();
        self.declared("loc", count, "locations")?;
        let [line, column] = self.tuple()?;
        let scope = match self.token {
            Token::Word(word) if word != "at" => {
                let count = self.module.debug.scopes.len();
                Some(Scope(self.reference("scope", count)?))
            }
            _ => None,
        };
        let inlined_at = if self.accept_word("at")? {
            Some(Location(self.reference("loc", count)?))
        } else {
            None
        };
        self.module.debug.locations.push(LocationData {
            line,
            column,
            scope,
            inlined_at,
        });
        Ok(())
    }

    fn source_run(&mut self) -> Result<()> {
        let position = self.position;
        let source = self.id('!')?;
        let location = if self.accept_word("none")? {
            None
        } else {
            let count = self.module.debug.locations.len();
            Some(Location(self.reference("loc", count)?))
        };
        if source == NO_SOURCE || !self.module.debug.set_location(source, location) {
            return self.error_at(position, "numbers of instructions come in rising order");
        }
        Ok(())
    }

    /// The number of a declaration, which has to be the next of its kind.
    fn declared(&mut self, prefix: &str, next: usize, what: &str) -> Result<()> {
        let position = self.position;
        let number = self.prefixed(prefix)?;
        self.in_order(position, number, next, what)
    }

    /// The number of something declared above.
    fn reference(&mut self, prefix: &str, count: usize) -> Result<u32> {
        let position = self.position;
        let number = self.prefixed(prefix)?;
        if (number as usize) < count {
            Ok(number)
        } else {
            self.error_at(position, format!("no `{prefix}{number}` is declared above"))
        }
    }

    /// `!14`, [`NO_SOURCE`] without.
    pub(super) fn source(&mut self) -> Result<u32> {
        match self.token {
            Token::Id('!', source) => {
                self.advance()?;
                Ok(source)
            }
            _ => Ok(NO_SOURCE),
        }
    }

    /// `debug_value var0 = %3 part 0, 32 in bb0 !5`, after the last block. False for anything else.
    pub(super) fn debug_value(&mut self, body: &mut Body) -> Result<bool> {
        let is_address = match self.token {
            Token::Word("debug_value") => false,
            Token::Word("debug_address") => true,
            _ => return Ok(false),
        };
        self.advance()?;
        let count = self.module.debug.variables.len();
        let variable = Variable(self.reference("var", count)?);
        self.mark('=')?;
        let value = if self.accept_word("none")? {
            None
        } else {
            Some(self.value(body)?)
        };
        let part = if self.accept_word("part")? {
            let [offset, size] = self.tuple()?;
            Some((offset, size))
        } else {
            None
        };
        self.keyword("in")?;
        let block: Block = self.block_id(body)?;
        let source = self.source()?;
        body.debug_values.push(DebugValue {
            variable,
            part,
            value,
            is_address,
            block,
            source,
        });
        Ok(true)
    }
}
