//! Pictures of control flow before and after.

use crate::analysis::dot::dot;
use crate::ir::parse::parse_module;

const TEXT: &str = r#"
shader "main" Compute 6.0
global @0 "in" Private i32
entry func0
function func0 "main" void {
bb0:
  br bb1
bb1:
  %0: i32 = load @0
  %1: i1 = ieq %0, i32 0
  condbr %1, bb2, bb4
bb2:
  %2: i1 = ieq %0, i32 3
  condbr %2, bb3, bb1
bb3:
  store @0, i32 7
  br bb1
bb4:
  ret
}
"#;

#[test]
fn before_and_after() {
    let mut module = parse_module(TEXT).expect("the text is right");
    let before = dot(&module);
    assert!(!before.contains("cluster"), "{before}");
    assert!(before.contains("bb1 -> bb2 [label=\"true\"]"), "{before}");
    assert!(
        before.contains("bb3 -> bb1 [label=\"\", style=dashed"),
        "{before}"
    );
    let entry = module.entry;
    crate::structurize::run(&mut module, entry).expect("it can be structured");
    let after = dot(&module);
    for box_of in ["loop bb1", "selection bb2", "continue bb"] {
        assert_eq!(after.matches(box_of).count(), 1, "{after}");
    }
    // Blocks are still called what they were called, and the selection lies in the loop.
    assert!(after.contains("bb3 [label=\"bb3\\lstore\\l\"]"), "{after}");
    let place = |text| after.find(text).expect("it is there");
    assert!(place("loop bb1") < place("selection bb2"), "{after}");
    assert_eq!(after.matches('{').count(), after.matches('}').count());
}
