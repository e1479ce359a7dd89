//! Reads the text form that [`print`](super::print) writes: text in, a [`Module`] out, or an error with line
//! and column. What the module means is not checked here: that is the [verifier](crate::verify)'s task.
//!
//! Any text is safe to read: it nests no deeper than a bound, and takes memory in proportion to its length.
//! Values and blocks may be numbered at will and are used before their definition where blocks are in
//! such an order; their numbers are kept unless they are far greater than the function is long. Globals,
//! structs, functions and resources are numbered from 0 in order, and declared before their use.

mod body;
mod debug;
mod error;
mod function;
mod lexer;
mod module;
mod tokens;
mod types;

use super::module::Module;
use super::types::Type;
pub use error::ParseError;
use lexer::{Lexer, Token};
use std::fmt::{self, Debug};

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
    module.info.resources =
        std::sync::Arc::new(module.resources.values().filter(|r| !r.heap).cloned().collect());
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
