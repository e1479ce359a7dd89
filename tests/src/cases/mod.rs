//! The execution cases, a file per topic of `testdata/shaders`.

use crate::case::List;

mod harness;

/// All cases.
pub fn all() -> List {
    let mut list = List::default();
    for register in [harness::register] {
        register(&mut list);
    }
    list
}
