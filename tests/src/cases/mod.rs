//! The execution cases, a file per group of topics of `testdata/shaders`.

use crate::case::List;

mod alu;
mod harness;
mod inputs;

/// All cases.
pub fn all() -> List {
    let mut list = List::default();
    for register in [harness::register, alu::register] {
        register(&mut list);
    }
    list
}
