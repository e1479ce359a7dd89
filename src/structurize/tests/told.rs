//! What variables of the source hold behind control flow that was put in order.

use super::structured;

/// What is assigned where a loop goes on is not told where it is left: its test comes behind that then.
#[test]
fn values_of_the_next_round_do_not_hold_where_a_loop_is_left() {
    let module = structured(
        r#"file file0 "a.hlsl"
main file0
type stype0 "float" 32 float
scope scope0 "main" file0 1
variable var0 "seen" stype0 in scope0 file0 2
variable var1 "before" stype0 in scope0 file0 3
location loc0 4, 1 scope0
source !0 loc0
global @0 "in" Private i32
function func0 "main" void {
bb0:
  br bb1 !1
bb1:
  %0: i32 = load @0 !2
  %1: i1 = ult %0, i32 9 !4
  condbr %1, bb2, bb3 !5
bb2:
  ret !6
bb3:
  br bb1 !8
  debug_value var0 = %0 in bb1 !3
  debug_value var1 = %0 in bb3 !7
}
"#,
    );
    let function = &module.functions[module.entry];
    let told = function.live_debug_values();
    let names: Vec<&str> = told
        .iter()
        .map(|value| module.debug.variables[value.variable].name.as_str())
        .collect();
    assert_eq!(names, ["seen"]);
}
