//! The text form of debug information, printed with the numbers of instructions:
//!
//! ```text
//! file file0 "shader.hlsl" "/src" "float main() { ... }"
//! main file0
//! type stype0 "float" 32 float
//! type stype1 "float3" 96 vector stype0, 3
//! type stype2 "float4x3" 384 rows stype1, 4
//! type stype3 "" 768 array stype2 2
//! type stype4 "Light" 128 struct "color" stype1 0, 96, 3 "size" stype0 96, 32, 4 file0 2
//! type stype5 "Texture2D" 0 opaque
//! scope scope0 "main" file0 10 takes void, stype0
//! scope scope1 in scope0 file0 12, 5
//! variable var0 "x" stype0 in scope1 file0 12
//! location loc0 12, 14 scope1
//! location loc1 3, 7 scope2 at loc0
//! source !4 loc1
//! source !9 none
//! function func0 "main" void {
//! bb0:
//!   %3: i32 = iadd %1, i32 2 !4 ; shader.hlsl:3:7 in Helper at shader.hlsl:12:14 in main
//!   ret !9
//!   debug_value var0 = %3 part 0, 32 in bb0 !5
//! }
//! ```
//! A `source` line holds for all numbers up to the next.

use super::{Printer, Quoted};
use crate::ir::debug::{Encoding, NO_SOURCE, TypeKind};
use crate::ir::function::Function;
use std::fmt::{self, Write};

impl Encoding {
    /// Its word in the text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Boolean => "bool",
            Self::Float => "float",
            Self::Signed => "int",
            Self::Unsigned => "uint",
        }
    }
}

impl Printer<'_> {
    /// The tables of files, scopes, variables, locations and numbers.
    pub(super) fn write_debug_tables(&self, f: &mut impl Write) -> fmt::Result {
        let debug = &self.module.debug;
        for (id, file) in debug.files.iter() {
            write!(f, "file {id} {}", Quoted(&file.name))?;
            if !file.directory.is_empty() || !file.text.is_empty() {
                write!(f, " {}", Quoted(&file.directory))?;
            }
            if !file.text.is_empty() {
                write!(f, " {}", Quoted(&file.text))?;
            }
            writeln!(f)?;
        }
        if let Some(main) = debug.main {
            writeln!(f, "main {main}")?;
        }
        for (id, ty) in debug.types.iter() {
            write!(f, "type {id} {} {} ", Quoted(&ty.name), ty.bits)?;
            match &ty.kind {
                TypeKind::Number(encoding) => f.write_str(encoding.word())?,
                TypeKind::Vector(part, count) => write!(f, "vector {part}, {count}")?,
                TypeKind::Matrix {
                    vector,
                    vectors,
                    by_columns,
                } => {
                    let word = if *by_columns { "columns" } else { "rows" };
                    write!(f, "{word} {vector}, {vectors}")?;
                }
                TypeKind::Array(element, counts) => {
                    write!(f, "array {element}")?;
                    for (index, count) in counts.iter().enumerate() {
                        let mark = if index == 0 { "" } else { "," };
                        write!(f, "{mark} {count}")?;
                    }
                }
                TypeKind::Structure(members) => {
                    f.write_str("struct")?;
                    for member in members {
                        let name = Quoted(&member.name);
                        let (ty, offset, bits) = (member.ty, member.offset, member.bits);
                        write!(f, " {name} {ty} {offset}, {bits}, {}", member.line)?;
                    }
                }
                TypeKind::Opaque => f.write_str("opaque")?,
            }
            if let Some(file) = ty.file {
                write!(f, " {file} {}", ty.line)?;
            }
            writeln!(f)?;
        }
        for (id, scope) in debug.scopes.iter() {
            write!(f, "scope {id}")?;
            if !scope.name.is_empty() {
                write!(f, " {}", Quoted(&scope.name))?;
            }
            if let Some(parent) = scope.parent {
                write!(f, " in {parent}")?;
            }
            if let Some(file) = scope.file {
                write!(f, " {file}")?;
            }
            write!(f, " {}", scope.line)?;
            if scope.column != 0 {
                write!(f, ", {}", scope.column)?;
            }
            for (index, ty) in scope.signature.iter().enumerate() {
                f.write_str(if index == 0 { " takes " } else { ", " })?;
                match ty {
                    Some(ty) => write!(f, "{ty}")?,
                    None => f.write_str("void")?,
                }
            }
            writeln!(f)?;
        }
        for (id, variable) in debug.variables.iter() {
            write!(f, "variable {id} {}", Quoted(&variable.name))?;
            if let Some(ty) = variable.ty {
                write!(f, " {ty}")?;
            }
            if let Some(scope) = variable.scope {
                write!(f, " in {scope}")?;
            }
            if let Some(file) = variable.file {
                write!(f, " {file}")?;
            }
            write!(f, " {}", variable.line)?;
            if variable.argument != 0 {
                write!(f, " argument {}", variable.argument)?;
            }
            writeln!(f)?;
        }
        for (id, location) in debug.locations.iter() {
            write!(f, "location {id} {}, {}", location.line, location.column)?;
            if let Some(scope) = location.scope {
                write!(f, " {scope}")?;
            }
            if let Some(outer) = location.inlined_at {
                write!(f, " at {outer}")?;
            }
            writeln!(f)?;
        }
        for (first, location) in debug.runs() {
            match location {
                Some(location) => writeln!(f, "source !{first} {location}")?,
                None => writeln!(f, "source !{first} none")?,
            }
        }
        Ok(())
    }

    /// ` !14`, nothing without a number or when numbers are not asked for.
    pub(super) fn write_source(&self, f: &mut impl Write, source: u32) -> fmt::Result {
        if self.options.sources && source != NO_SOURCE {
            write!(f, " !{source}")?;
        }
        Ok(())
    }

    /// ` ; shader.hlsl:12:14 in main`: the location of a number, for readers.
    pub(super) fn write_location(&self, f: &mut impl Write, source: u32) -> fmt::Result {
        let debug = &self.module.debug;
        if self.options.sources
            && let Some(location) = debug.location(source)
        {
            let text = debug.describe(location);
            // A name may hold anything, and a comment ends with its line.
            write!(f, " ; {}", text.replace(char::is_control, "?"))?;
        }
        Ok(())
    }

    pub(super) fn write_debug_values(&self, f: &mut impl Write, function: &Function) -> fmt::Result {
        if !self.options.sources {
            return Ok(());
        }
        for debug in function.live_debug_values() {
            let word = if debug.is_address {
                "debug_address"
            } else {
                "debug_value"
            };
            write!(f, "  {word} {} = ", debug.variable)?;
            match debug.value {
                Some(value) => self.write_value(f, value)?,
                None => f.write_str("none")?,
            }
            if let Some((offset, size)) = debug.part {
                write!(f, " part {offset}, {size}")?;
            }
            write!(f, " in {}", debug.block)?;
            self.write_source(f, debug.source)?;
            writeln!(f)?;
        }
        Ok(())
    }
}
