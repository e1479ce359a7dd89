//! Tests on IR text and hand-made graphs. Those with generated functions, an interpreter and pictures of what each
//! construct becomes are in the package `oracle`.

mod picture;
mod repair;
mod rules;

use crate::ir::Module;
use crate::ir::parse::parse_module;
use crate::verify::{self, Invariants};

/// The module of the text, structured and verified.
fn structured(input: &str) -> Module {
    let mut module = parse_module(input).expect("the text is right");
    let entry = module.entry;
    super::run(&mut module, entry).expect("it can be structured");
    verify::check(&module, Invariants::Structured, "structurize").expect("the IR's rules hold");
    module
}
