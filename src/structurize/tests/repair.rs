//! Values that cross the blocks which edges are sent through.

use super::structured;

/// The address of a groupshared element cannot be a phi: it is made again where it is used, with the index that
/// got there as one.
#[test]
fn addresses_are_repeated() {
    let module = structured(
        r#"
shader "main" Compute 6.0
global @0 "shared" Workgroup [64 x i32]
global @1 "in" Private i32
entry func0
function func0 "main" void {
bb0:
  br bb1
bb1:
  %0: i32 = load @1
  %1: i1 = ieq %0, i32 0
  condbr %1, bb3, bb2
bb2:
  %2: i32 = iadd %0, i32 1
  %3: ptr Workgroup i32 = access_chain @0, %2
  store %3, i32 7
  %4: i1 = ieq %2, i32 9
  condbr %4, bb4, bb1
bb3:
  control_barrier i32 2, i32 2, i32 264
  store @1, i32 1
  ret
bb4:
  control_barrier i32 2, i32 2, i32 264
  store %3, i32 2
  %5: i32 = load %3
  store @1, %5
  ret
}
"#,
    );
    let text = module.to_string();
    assert_eq!(text.matches("access_chain").count(), 2, "{text}");
    // The loop's end has the index as a parameter beside the selector.
    assert!(
        text.contains("(i32 3, i32 undef)") && text.contains("(i32 4, %2)"),
        "{text}"
    );
}

/// Nothing is undef that is used: both exits of the loop carry their values, and the selector says which.
#[test]
fn values_leave_a_loop_with_two_exits() {
    let module = structured(
        r#"
shader "main" Compute 6.0
global @0 "in" Private i32
entry func0
function func0 "main" void {
bb0:
  br bb1(i32 0)
bb1(%0: i32):
  %1: i32 = load @0
  %2: i1 = ieq %1, i32 0
  condbr %2, bb3, bb2
bb2:
  %3: i32 = iadd %0, %1
  %4: i1 = ieq %3, i32 9
  condbr %4, bb4, bb1(%3)
bb3:
  control_barrier i32 2, i32 2, i32 264
  store @0, %1
  br bb5(%0)
bb4:
  control_barrier i32 2, i32 2, i32 264
  store @0, %3
  %5: i32 = load @0
  %6: i1 = ieq %5, i32 3
  condbr %6, bb5(%3), bb6
bb5(%7: i32):
  store @0, %7
  ret
bb6:
  store @0, i32 6
  ret
}
"#,
    );
    let text = module.to_string();
    // One parameter for the selector, one for %3; %0 and %1 dominate the loop's end.
    assert!(text.contains("(i32 3, i32 undef)"), "{text}");
    assert!(text.contains("(i32 4, %3)"), "{text}");
}
