//! Each test lowers D3D12-level operations in text form and looks at variables and instructions.

use crate::binding::Plan;
use crate::error::{Result, Warning, WarningKind};
use crate::ir::parse::parse_module;
use crate::ir::print::{PrintOptions, print_module};
use crate::lower::{self, Lowered};
use crate::options::BindingOptions;
use crate::options::Options;
use crate::shader::Stage;

/// Lowers a shader of one block: the text module and what lowering found.
fn lower_text(head: &str, body: &[&str]) -> Result<(String, Lowered)> {
    let text = format!(
        "{head}\nfunction func0 \"main\" void {{\nbb0:\n  {}\n  ret\n}}\n",
        body.join("\n  ")
    );
    let mut module = parse_module(&text)?;
    let plan = Plan::new(None, &module.info, &BindingOptions::direct())?;
    let lowered = lower::run(&mut module, &plan, &Options::default())?;
    Ok((print_module(&module, PrintOptions::default()), lowered))
}

/// Lowers and asserts that the module has `lines`, in that order.
#[track_caller]
fn expect(head: &str, body: &[&str], lines: &[&str]) -> Lowered {
    let (text, lowered) = lower_text(head, body).unwrap_or_else(|e| panic!("{e}"));
    // That an access may be one of the whole vector changes nothing here.
    let text = text.replace(".wide", "");
    let mut rest = text.as_str();
    for line in lines {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("no `{line}` at its place in\n{text}"),
        }
    }
    lowered
}

#[track_caller]
fn expect_error(head: &str, body: &[&str], message: &str) {
    match lower_text(head, body) {
        Ok((text, _)) => panic!("no error but\n{text}"),
        Err(error) => assert!(error.to_string().contains(message), "{error}"),
    }
}

#[test]
fn an_element_is_a_variable_at_its_register_and_column() {
    let lowered = expect(
        "shader \"main\" Pixel 6.0\n\
         input 0 \"A\" indices [0] type F32 interpolation Linear rows 1 cols 2 row 3\n\
         input 1 \"B\" indices [5, 6] type F32 interpolation LinearNoperspectiveCentroid rows 2 cols 2 row 3 col 2\n\
         input 2 \"UNUSED\" indices [0] type F32 interpolation Linear rows 1 cols 4 row 9",
        &["%0: f32 = input.load i32 0 #1", "%1: f32 = input.load i32 1 #256"],
        &[
            "\"A0\" Input <2 x f32> decorate Location(3)\n",
            "\"B5\" Input [2 x <2 x f32>] decorate Location(3), Component(2), NoPerspective, Centroid\n",
            "access_chain @0, i32 1",
            "load",
            "access_chain @1, i32 1, i32 0",
        ],
    );
    let inputs: Vec<_> = lowered
        .inputs
        .iter()
        .map(|e| (e.semantic.as_str(), e.index, e.location, e.component))
        .collect();
    assert_eq!(inputs, [("A", 0, Some(3), 0), ("B", 5, Some(3), 2)]);
}

#[test]
fn integers_and_constant_floats_are_flat_in_pixel_shaders_only() {
    let elements = "input 0 \"I\" indices [0] type U32 interpolation Constant rows 1 cols 1 row 0\n\
                    input 1 \"F\" indices [0] type F32 interpolation Constant rows 1 cols 1 row 1\n";
    let body = ["%0: i32 = input.load i32 0", "%1: f32 = input.load i32 0 #256"];
    expect(
        &format!("shader \"main\" Pixel 6.0\n{elements}"),
        &body,
        &[
            "\"I0\" Input i32 decorate Location(0), Flat\n",
            "\"F0\" Input f32 decorate Location(1), Flat\n",
        ],
    );
    expect(
        &format!("shader \"main\" Vertex 6.0\n{elements}"),
        &body,
        &[
            "\"I0\" Input i32 decorate Location(0)\n",
            "\"F0\" Input f32 decorate Location(1)\n",
        ],
    );
}

#[test]
fn formats_tell_signed_integers() {
    expect(
        "shader \"main\" Vertex 6.0\n\
         input 0 \"I\" indices [0] type I32 rows 1 cols 2 row 0\n\
         output 0 \"O\" indices [0] type I32 rows 1 cols 1 row 0",
        &["%0: i32 = input.load i32 0 #1", "output.store i32 0, %0"],
        &[
            "Input <2 x s32>",
            "Output i32",
            "s32 = load",
            "bitcast",
            "store @1",
        ],
    );
    expect(
        "shader \"main\" Pixel 6.0\noutput 0 \"SV_Target\" kind Target indices [2] type I32 rows 1 cols 1 row 2",
        &["output.store i32 0, i32 -1"],
        &[
            "\"SV_Target2\" Output s32 decorate Location(2)\n",
            "s32 = bitcast i32 -1",
            "store @0",
        ],
    );
}

#[test]
fn sixteen_bit_components_are_32_bit_outside() {
    let head = "shader \"main\" Pixel 6.2\nshader_flags 0x800000\n\
                input 0 \"H\" indices [0] type F16 interpolation Linear rows 1 cols 1 row 0\n\
                input 1 \"U\" indices [0] type U16 interpolation Constant rows 1 cols 1 row 1\n\
                output 0 \"SV_Target\" kind Target indices [0] type F16 rows 1 cols 1 row 0\n\
                output 1 \"SV_Target\" kind Target indices [1] type I16 rows 1 cols 1 row 1";
    expect(
        head,
        &[
            "%0: f16 = input.load i32 0",
            "%1: i16 = input.load i32 0 #256",
            "output.store i32 0, %0",
            "output.store i32 0, %1 #256",
        ],
        &[
            "\"H0\" Input f32 decorate Location(0)\n",
            "Input i32",
            "Output f32",
            "Output s32",
            "f32 = load @0",
            "f16 = fconvert",
            "i32 = load @1",
            "i16 = itrunc",
            "f32 = fconvert",
            "i32 = sext",
            "s32 = bitcast",
        ],
    );
}

#[test]
fn minimum_precision_is_relaxed_and_truncated_on_the_way_out() {
    expect(
        "shader \"main\" Pixel 6.0\n\
         input 0 \"H\" indices [0] type F16 interpolation Linear rows 1 cols 1 row 0\n\
         input 1 \"U\" indices [0] type U16 interpolation Constant rows 1 cols 1 row 1\n\
         output 0 \"SV_Target\" kind Target indices [0] type U16 rows 1 cols 1 row 0",
        &[
            "%0: f32 = input.load.relaxed i32 0",
            "%1: i32 = input.load i32 0 #256",
            "output.store i32 0, %1",
            "output.store i32 0, i32 -1",
        ],
        &[
            "\"H0\" Input f32 decorate Location(0), RelaxedPrecision\n",
            "\"U0\" Input i32 decorate Location(1), Flat\n",
            "load.relaxed @0",
            "load @1",
            "and %1, i32 65535",
            "store @2, %",
            "store @2, i32 65535",
        ],
    );
}

#[test]
fn the_position_of_a_pixel_has_w() {
    expect(
        "shader \"main\" Pixel 6.0\n\
         input 0 \"SV_Position\" kind Position indices [0] type F32 interpolation LinearSample rows 1 cols 4 row 0",
        &["%0: f32 = input.load i32 0 #2", "%1: f32 = input.load i32 0 #3"],
        &[
            "\"SV_Position\" Input <4 x f32> decorate BuiltIn(FragCoord), Sample\n",
            "load",
            "access_chain @0, i32 3",
            "fdiv f32 1.0, ",
        ],
    );
}

#[test]
fn vertex_and_instance_ids_start_at_0() {
    expect(
        "shader \"main\" Vertex 6.0\n\
         input 0 \"SV_VertexID\" kind VertexId indices [0] type U32 rows 1 cols 1 row 0\n\
         input 1 \"SV_InstanceID\" kind InstanceId indices [0] type U32 rows 1 cols 1 row 1",
        &["%0: i32 = input.load i32 0", "%1: i32 = input.load i32 0 #256"],
        &[
            "BuiltIn(VertexIndex)",
            "BuiltIn(BaseVertex)",
            "BuiltIn(InstanceIndex)",
            "BuiltIn(BaseInstance)",
            "isub",
            "isub",
        ],
    );
}

#[test]
fn distances_are_one_array_in_register_order() {
    let lowered = expect(
        "shader \"main\" Vertex 6.0\n\
         output 0 \"SV_ClipDistance\" kind ClipDistance indices [2] type F32 rows 1 cols 1 row 2\n\
         output 1 \"SV_ClipDistance\" kind ClipDistance indices [0, 1] type F32 rows 2 cols 2 row 0 col 1\n\
         output 2 \"SV_CullDistance\" kind CullDistance indices [0] type F32 rows 1 cols 1 row 1 col 3",
        &[
            "%0: i32 = system_value #15",
            "output.store i32 0, f32 1.0",
            "output.store i32 1, f32 2.0 #256",
            "output.store %0, f32 3.0 #257",
            "output.store i32 0, f32 4.0 #512",
        ],
        &[
            "Output [5 x f32] decorate BuiltIn(ClipDistance)\n",
            "Output [1 x f32] decorate BuiltIn(CullDistance)\n",
            "access_chain @1, i32 4",
            "access_chain @1, i32 2",
            "shl %0, i32 1",
            "iadd",
            "access_chain @1, %",
            "access_chain @2, i32 0",
        ],
    );
    let bases: Vec<_> = lowered.outputs.iter().map(|e| e.component).collect();
    assert_eq!(bases, [4, 0, 0]);
}

#[test]
fn pixel_outputs_have_their_modes() {
    let lowered = expect(
        "shader \"main\" Pixel 6.0\nshader_flags 0x8\n\
         output 0 \"SV_DepthGreaterEqual\" kind DepthGreaterEqual type F32 rows 1 cols 1\n\
         output 1 \"SV_StencilRef\" kind StencilRef type U32 rows 1 cols 1\n\
         output 2 \"SV_Coverage\" kind Coverage type U32 rows 1 cols 1",
        &[
            "output.store i32 0, f32 0.5",
            "output.store i32 0, i32 7 #256",
            "output.store i32 0, i32 3 #512",
        ],
        &[
            "execution_mode EarlyFragmentTests\n",
            "execution_mode DepthReplacing\n",
            "execution_mode DepthGreater\n",
            "execution_mode StencilRefReplacingEXT\n",
            "Output f32 decorate BuiltIn(FragDepth)\n",
            "Output i32 decorate BuiltIn(FragStencilRefEXT)\n",
            "Output [1 x i32] decorate BuiltIn(SampleMask)\n",
        ],
    );
    assert_eq!(lowered.outputs[0].builtin.as_deref(), Some("FragDepth"));
}

#[test]
fn flags_become_integers() {
    expect(
        "shader \"main\" Pixel 6.0\n\
         input 0 \"SV_IsFrontFace\" kind IsFrontFace type U32 interpolation Constant rows 1 cols 1 row 0",
        &["%0: i32 = input.load i32 0", "%1: i32 = system_value #12"],
        &[
            "Input i1 decorate BuiltIn(FrontFacing)\n",
            "Input i1 decorate BuiltIn(FullyCoveredEXT)\n",
            "i32 = select %2, i32 -1, i32 0",
            "i32 1, i32 0",
        ],
    );
}

#[test]
fn integer_system_values_of_a_pixel_are_flat() {
    expect(
        "shader \"main\" Pixel 6.0",
        &[
            "%0: i32 = system_value #10",
            "%1: i32 = system_value #11",
            "%2: i32 = system_value #17",
            "%3: i32 = system_value #10",
        ],
        &[
            "BuiltIn(SampleId), Flat\n",
            "Input [1 x i32] decorate BuiltIn(SampleMask), Flat\n",
            "BuiltIn(SubgroupLocalInvocationId), Flat\n",
            "function",
        ],
    );
}

#[test]
fn coverage_of_one_sample_is_warned_of() {
    let warnings = |reads: &[&str]| {
        let (_, lowered) = lower_text("shader \"main\" Pixel 6.0", reads).unwrap();
        lowered.warnings
    };
    let (coverage, index) = ("%0: i32 = system_value #11", "%1: i32 = system_value #10");
    assert!(warnings(&[coverage]).is_empty());
    let found = warnings(&[coverage, index, "%2: i32 = system_value #11"]);
    let kinds: Vec<_> = found.iter().map(Warning::kind).collect();
    assert_eq!(kinds, [WarningKind::NoEquivalent]);
}

#[test]
fn thread_ids_are_components() {
    expect(
        "shader \"main\" Compute 6.0\nnum_threads 8, 8, 1",
        &["%0: i32 = system_value #1", "%1: i32 = system_value #9"],
        &[
            "\"SV_DispatchThreadID\" Input <3 x i32> decorate BuiltIn(GlobalInvocationId)\n",
            "\"SV_GroupIndex\" Input i32 decorate BuiltIn(LocalInvocationIndex)\n",
            "access_chain @0, i32 1",
            "load @1",
        ],
    );
}

#[test]
fn snapped_offsets_are_sixteenths_of_4_bits() {
    expect(
        "shader \"main\" Pixel 6.0\n\
         input 0 \"V\" indices [0] type F32 interpolation Linear rows 1 cols 4 row 0\n\
         input 1 \"N\" indices [0] type I32 interpolation Constant rows 1 cols 1 row 1",
        &[
            "%0: i32 = input.load i32 0 #256",
            "%1: f32 = eval.snapped i32 0, i32 8, i32 7",
            "%2: f32 = eval.snapped i32 0, %0, i32 23 #1",
            "%3: i32 = eval.centroid i32 0 #256",
            "%4: f32 = eval.centroid i32 0 #2",
            "%5: f32 = eval.sample i32 0, i32 1 #3",
        ],
        &[
            "interpolate_at_offset %",
            "<2 x f32> {-0.5, 0.4375}",
            "bit_field_sextract %0, i32 0, i32 4",
            "stof",
            "fmul",
            "construct",
            "interpolate_at_offset",
            "load @0",
            "interpolate_at_centroid",
            "interpolate_at_sample",
        ],
    );
}

#[test]
fn a_plain_load_of_an_attribute_read_per_vertex_is_vertex_0() {
    expect(
        "shader \"main\" Pixel 6.1\n\
         input 0 \"V\" indices [0] type F32 interpolation Constant rows 1 cols 2 row 0",
        &[
            "%0: f32 = input.load i32 0 #1",
            "%1: f32 = attribute_at_vertex i32 0, i32 2 #1",
        ],
        &[
            "Input [3 x <2 x f32>] decorate Location(0), PerVertexKHR\n",
            "access_chain @0, i32 0, i32 1",
            "access_chain @0, i32 2, i32 1",
        ],
    );
}

#[test]
fn what_shares_a_location_with_an_attribute_read_per_vertex_is_per_vertex_too() {
    expect(
        "shader \"main\" Pixel 6.1\n\
         input 0 \"V\" indices [0] type F32 interpolation Constant rows 1 cols 2 row 0\n\
         input 1 \"W\" indices [0] type F32 interpolation Constant rows 1 cols 1 row 0 col 2\n\
         input 2 \"X\" indices [0] type F32 interpolation Constant rows 1 cols 1 row 1",
        &[
            "%0: f32 = attribute_at_vertex i32 0, i32 2 #1",
            "%1: f32 = input.load i32 0 #256",
            "%2: f32 = input.load i32 0 #512",
        ],
        &[
            "Input [3 x <2 x f32>] decorate Location(0), PerVertexKHR\n",
            "Input [3 x f32] decorate Location(0), Component(2), PerVertexKHR\n",
            "Input f32 decorate Location(1), Flat\n",
        ],
    );
}

#[test]
fn an_output_that_is_only_undefined_still_exists_before_the_last_stage() {
    let element = "output 0 \"O\" indices [0] type F32 rows 1 cols 2 row 0";
    let body = [
        "output.store i32 0, f32 undef",
        "output.store i32 0, f32 undef #1",
    ];
    expect(
        &format!("shader \"main\" Vertex 6.0\n{element}"),
        &body,
        &["Output <2 x f32>", "store %", "f32 0.0", "ret"],
    );
    let target = element.replace("\"O\"", "\"SV_Target\" kind Target");
    let lowered = expect(&format!("shader \"main\" Pixel 6.0\n{target}"), &body, &["ret"]);
    assert!(lowered.outputs.is_empty());
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let pixel = "shader \"main\" Pixel 6.0\n";
    let element = "input 0 \"V\" indices [0] type F32 interpolation Linear rows 2 cols 2 row 0";
    let one = format!("{pixel}{element}");
    expect_error(&one, &["%0: f32 = input.load i32 2"], "does not have");
    expect_error(&one, &["%0: f32 = input.load i32 0 #2"], "does not have");
    expect_error(&one, &["%0: f32 = input.load i32 0 #256"], "does not exist");
    expect_error(&one, &["%0: f64 = input.load i32 0"], "no component");
    expect_error(
        &one.replace(" row 0", ""),
        &["%0: f32 = input.load i32 0"],
        "has no register",
    );
    expect_error(
        &one.replace("Pixel", "Vertex"),
        &["%0: f32 = input.load i32 0, i32 1"],
        "Vertex",
    );
    expect_error(
        pixel,
        &["%0: i32 = system_value #0"],
        "ThreadIdX in a Pixel shader",
    );
}

#[test]
fn inputs_of_geometry_shaders_are_arrays_over_vertices() {
    let head = "shader \"main\" Geometry 6.0\ngeometry 3, 3, 1, 5, 2\n\
                input 0 \"SV_Position\" kind Position indices [0] type F32 rows 1 cols 4 row 0\n\
                input 1 \"A\" indices [0, 1] type F32 rows 2 cols 2 row 1\n\
                input 2 \"SV_ClipDistance\" kind ClipDistance indices [0] type F32 rows 1 cols 2 row 3\n\
                output 0 \"SV_PrimitiveID\" kind PrimitiveId indices [0] type U32 rows 1 cols 1";
    let lowered = expect(
        head,
        &[
            "%0: i32 = system_value #19",
            "%1: f32 = input.load i32 0, %0 #2",
            "%2: f32 = input.load %0, i32 2 #257",
            "%3: f32 = input.load i32 0, i32 1 #513",
            "output.store i32 0, i32 7",
            "emit_vertex",
            "end_primitive",
        ],
        &[
            "Triangles",
            "Invocations",
            "OutputTriangleStrip",
            "OutputVertices",
            "\"SV_GSInstanceID\" Input i32 decorate BuiltIn(InvocationId)\n",
            "\"SV_Position\" Input [3 x <4 x f32>] decorate BuiltIn(Position)\n",
            "\"A0\" Input [3 x [2 x <2 x f32>]] decorate Location(1)\n",
            "\"SV_ClipDistance\" Input [3 x [2 x f32]] decorate BuiltIn(ClipDistance)\n",
            "\"SV_PrimitiveID\" Output i32 decorate BuiltIn(PrimitiveId)\n",
            "access_chain @1, %0, i32 2",
            "access_chain @2, i32 2, %0, i32 1",
            "access_chain @3, i32 1, i32 1",
            "emit_vertex",
            "end_primitive",
        ],
    );
    let inputs: Vec<_> = lowered
        .inputs
        .iter()
        .map(|input| (&*input.semantic, input.location))
        .collect();
    assert_eq!(
        inputs,
        [("SV_Position", None), ("A", Some(1)), ("SV_ClipDistance", None)]
    );
    expect_error(head, &["%0: f32 = input.load i32 0 #2"], "names no vertex");
    let beyond = ["%0: f32 = input.load i32 0, i32 3 #2"];
    expect_error(head, &beyond, "number 3, where there are 3");
    let patches = head.replace("geometry 3,", "geometry 12,");
    expect_error(&patches, &["emit_vertex"], "patches of 5 control points");
    // For the rasterizer alone if the stage before were the last.
    let layer = head.replace(
        "\"A\" indices [0, 1] type F32 rows 2",
        "\"sv_rendertargetarrayindex\" indices [0, 1] type F32 rows 2",
    );
    let load = ["%0: f32 = input.load i32 0, i32 0 #256"];
    expect(
        &layer,
        &load,
        &["\"sv_rendertargetarrayindex0\" Input [3 x [2 x <2 x f32>]] decorate Location(1)\n"],
    );
    let strips = head.replace("3, 1, 5, 2", "3, 3, 5, 2");
    expect_error(&strips, &["emit_vertex"], "output streams 0x3");
}

#[test]
fn streams_that_are_not_drawn_come_behind_the_one_that_is() {
    expect(
        "shader \"main\" Geometry 6.0\ngeometry 1, 4, 7, 1, 1\n\
         output 0 \"A\" indices [0] type F32 rows 1 cols 2 row 0\n\
         output 1 \"SV_Position\" kind Position indices [0] type F32 rows 1 cols 4 row 0 stream 1\n\
         output 2 \"B\" indices [0] type F32 rows 2 cols 3 row 1 stream 1\n\
         output 3 \"SV_Position\" kind Position indices [0] type F32 rows 1 cols 4 row 0 stream 2",
        &[
            "output.store i32 0, f32 1.0",
            "output.store i32 0, f32 1.0 #256",
            "output.store i32 1, f32 1.0 #512",
            "output.store i32 0, f32 1.0 #768",
            "emit_vertex #1",
        ],
        &[
            "\"A0\" Output <2 x f32> decorate Stream(0), Location(3)\n",
            "\"SV_Position\" Output <4 x f32> decorate BuiltIn(Position), Stream(1), Invariant\n",
            "\"B0\" Output [2 x <3 x f32>] decorate Stream(1), Location(1)\n",
            "\"SV_Position0\" Output <4 x f32> decorate Stream(2), Location(4)\n",
            "emit_vertex #1",
        ],
    );
}

#[test]
fn hull_shaders_say_how_patches_are_divided() {
    let head = "shader \"main\" Hull 6.0\nhull 4, 3, 2, 4, 4, 0\n\
                input 0 \"A\" indices [0] type F32 rows 1 cols 2 row 0\n\
                output 0 \"SV_Position\" kind Position indices [0] type F32 rows 1 cols 4 row 0\n\
                output 1 \"A\" indices [0] type F32 rows 1 cols 2 row 1\n\
                patch_constant 0 \"SV_TessFactor\" kind TessFactor indices [0, 1, 2] type F32 rows 3 cols 1 row 0\n\
                patch_constant 1 \"SV_InsideTessFactor\" kind InsideTessFactor indices [0] type F32 rows 1 cols 1 row 3\n\
                patch_constant 2 \"B\" indices [0] type F32 rows 2 cols 3 row 1 col 1";
    let body = [
        "%0: i32 = system_value #20",
        "%1: f32 = input.load i32 0, %0 #1",
        "output.store i32 0, %1, %0 #2",
        "output.store i32 0, %1, %0 #256",
        "control_points.wait",
        "%2: f32 = output.load i32 0, i32 2 #256",
        "patch_constant.store %0, %2",
        "patch_constant.store i32 0, %2 #256",
        "patch_constant.store %0, %2 #514",
        "%3: f32 = patch_constant.load i32 1 #512",
    ];
    expect(
        head,
        &body,
        &[
            "execution_mode Triangles\n",
            "execution_mode SpacingFractionalEven\n",
            "execution_mode VertexOrderCcw\n",
            "execution_mode OutputVertices 3\n",
            "\"SV_OutputControlPointID\" Input i32 decorate BuiltIn(InvocationId)\n",
            "\"A0\" Input [4 x <2 x f32>] decorate Location(0)\n",
            "\"SV_Position\" Output [3 x <4 x f32>] decorate BuiltIn(Position)",
            "\"A0\" Output [3 x <2 x f32>] decorate Location(1)\n",
            "\"SV_TessFactor\" Output [4 x f32] decorate BuiltIn(TessLevelOuter), Patch\n",
            "\"SV_InsideTessFactor\" Output [2 x f32] decorate BuiltIn(TessLevelInner), Patch\n",
            "\"B0\" Output [2 x <3 x f32>] decorate Patch, Location(1), Component(1)\n",
            "control_barrier i32 2, i32 4, i32 0",
        ],
    );
    for (from, to, message) in [
        ("4, 3, 2, 4, 4", "4, 3, 1, 4, 2", None),
        ("4, 3, 2, 4, 4", "4, 3, 2, 2, 1", None),
        (
            "4, 3, 2, 4, 4",
            "33, 3, 2, 4, 4",
            Some("from 33 to 3 control points"),
        ),
        (
            "4, 3, 2, 4, 4",
            "4, 4294967295, 2, 4, 4",
            Some("to 4294967295 control points"),
        ),
        ("4, 3, 2, 4, 4", "4, 3, 0, 4, 4", Some("domain 0")),
        ("4, 3, 2, 4, 4", "4, 3, 2, 0, 4", Some("partitioning 0")),
        ("4, 3, 2, 4, 4", "4, 3, 2, 4, 5", Some("output primitive 5")),
        (
            "4, 3, 2, 4, 4",
            "4, 3, 2, 4, 2",
            Some("domain 2 to output primitive 2"),
        ),
        ("4, 3, 2, 4, 4", "0, 3, 2, 4, 4", Some("with 0 vertices")),
        ("hull 4, 3, 2, 4, 4, 0\n", "", Some("without its state")),
        ("output 1 \"A\"", "output 1 \"A\" kind Target", None),
        ("input 0 \"A\"", "input 0 \"sv_viewportarrayindex\"", None),
    ] {
        let head = head.replace(from, to);
        match message {
            None => drop(lower_text(&head, &body).unwrap()),
            Some(message) => expect_error(&head, &body, message),
        }
    }
    let beyond = ["%0: f32 = output.load i32 0, i32 3 #256"];
    expect_error(head, &beyond, "number 3, where there are 3");
}

#[test]
fn domain_shaders_take_what_hull_shaders_give() {
    let head = "shader \"main\" Domain 6.0\ndomain 3, 4\n\
                input 0 \"A\" indices [0] type F32 rows 1 cols 2 row 1\n\
                output 0 \"SV_Position\" kind Position indices [0] type F32 rows 1 cols 4 row 0\n\
                patch_constant 0 \"SV_TessFactor\" kind TessFactor indices [0, 1, 2, 3] type F32 rows 4 cols 1 row 0\n\
                patch_constant 1 \"B\" indices [0] type F32 rows 2 cols 3 row 1 col 1";
    let body = [
        "%0: f32 = system_value #22",
        "%1: i32 = system_value #13",
        "%2: f32 = input.load i32 0, %1 #1",
        "%3: f32 = patch_constant.load i32 3",
        "%4: f32 = patch_constant.load %1 #257",
        "output.store i32 0, %0 #3",
    ];
    let lowered = expect(
        head,
        &body,
        &[
            "execution_mode Quads\n",
            "\"SV_DomainLocation\" Input <3 x f32> decorate BuiltIn(TessCoord)\n",
            "\"SV_PrimitiveID\" Input i32 decorate BuiltIn(PrimitiveId)\n",
            "\"A0\" Input [4 x <2 x f32>] decorate Location(1)\n",
            "\"SV_TessFactor\" Input [4 x f32] decorate BuiltIn(TessLevelOuter), Patch\n",
            "\"B0\" Input [2 x <3 x f32>] decorate Patch, Location(1), Component(1)\n",
        ],
    );
    let patches: Vec<_> = lowered.inputs.iter().map(|input| input.patch).collect();
    assert_eq!(patches, [false, true, true]);
    expect_error(&head.replace("domain 3", "domain 4"), &body, "domain 4");
    expect_error(&head.replace("3, 4", "3, 40"), &body, "40 control points");
    expect_error(&head.replace("domain 3, 4\n", ""), &body, "without its state");
}

/// As DXC makes them of entry points that take and give nothing.
#[test]
fn what_names_no_primitives_has_some_of_vulkan() {
    let mesh = "shader \"main\" Mesh 6.5\nnum_threads 1, 1, 1\nmesh 0, 0, 0, 0";
    expect(
        mesh,
        &[],
        &[
            "OutputTrianglesEXT",
            "OutputVertices 1\n",
            "OutputPrimitivesEXT 1\n",
        ],
    );
    let geometry = "shader \"main\" Geometry 6.1\ngeometry 0, 0, 1, 0, 1";
    let modes = ["InputPoints\n", "OutputPoints\n", "OutputVertices 1\n"];
    let lowered = expect(geometry, &[], &modes);
    let kinds: Vec<_> = lowered.warnings.iter().map(Warning::kind).collect();
    assert_eq!(kinds, [WarningKind::NoEquivalent]);
}

#[test]
fn mesh_shaders_are_within_the_limits() {
    let head = "shader \"main\" Mesh 6.5\nnum_threads 4, 1, 1\nmesh 4, 2, 2, 16\n\
                output 0 \"SV_Position\" kind Position indices [0] type F32 rows 1 cols 4 row 0";
    let body = ["emit_indices i32 1, i32 0, i32 1, i32 2"];
    expect(
        head,
        &body,
        &[
            "OutputTrianglesEXT",
            "OutputVertices",
            "OutputPrimitivesEXT",
            "Output [2 x <3 x i32>] decorate BuiltIn(PrimitiveTriangleIndicesEXT)\n",
            "construct",
            "store",
        ],
    );
    for (state, message) in [
        ("mesh 257, 2, 2, 16", "257 vertices"),
        ("mesh 4, 300, 2, 16", "300 primitives"),
        ("mesh 4, 2, 3, 16", "topology 3"),
        ("mesh 4, 2, 2, 16385", "a payload of 16385 bytes"),
        ("mesh 4, 1, 2, 16", "primitive 1, where there are 1"),
    ] {
        expect_error(&head.replace("mesh 4, 2, 2, 16", state), &body, message);
    }
    expect_error(
        &head.replace("mesh 4, 2, 2, 16\n", ""),
        &body,
        "without its state",
    );
}

#[test]
fn values_for_the_rasterizer_are_ordinary_outputs_where_one_may_take_them() {
    let head = "shader \"main\" Vertex 6.0\n\
                output 0 \"SV_RenderTargetArrayIndex\" kind RenderTargetArrayIndex indices [0] type U32 rows 1 cols 1 row 2 \
                col 1";
    let text = |next| {
        let text = format!(
            "{head}\nfunction func0 \"main\" void {{\nbb0:\n  output.store i32 0, i32 7\n  ret\n}}\n"
        );
        let mut module = parse_module(&text).unwrap();
        let plan = Plan::new(None, &module.info, &BindingOptions::direct()).unwrap();
        let options = Options {
            next_stage: next,
            ..Options::default()
        };
        let lowered = lower::run(&mut module, &plan, &options).unwrap();
        let output = &lowered.outputs[0];
        let places = (output.location, output.component, output.builtin.is_some());
        (places, print_module(&module, PrintOptions::default()))
    };
    for (next, places, ordinary, built_in) in [
        (None, (Some(2), 1, true), true, true),
        (Some(Stage::Pixel), (None, 0, true), false, true),
        (Some(Stage::Geometry), (Some(2), 1, false), true, false),
        (Some(Stage::Hull), (Some(2), 1, false), true, false),
    ] {
        let (found, text) = text(next);
        assert_eq!(found, places, "{next:?}");
        assert_eq!(text.contains("Location(2), Component(1)"), ordinary, "{text}");
        assert_eq!(text.contains("BuiltIn(Layer)"), built_in, "{text}");
    }
}

#[test]
fn inputs_that_share_a_location_are_interpolated_in_one_way() {
    let head = "shader \"main\" Pixel 6.0\n\
                input 0 \"A\" indices [0] type F32 interpolation Linear rows 1 cols 1 row 0\n\
                input 1 \"B\" indices [0] type F32 interpolation Constant rows 1 cols 1 row 1";
    let body = ["%0: f32 = input.load i32 0", "%1: f32 = input.load i32 0 #256"];
    let text = format!(
        "{head}\nfunction func0 \"main\" void {{\nbb0:\n  {}\n  ret\n}}\n",
        body.join("\n  ")
    );
    let linked = |second: u32| {
        let mut module = parse_module(&text).unwrap();
        let mut plan = Plan::new(None, &module.info, &BindingOptions::direct()).unwrap();
        let place = |location, component| {
            Some(crate::binding::ElementPlace {
                location,
                component,
                per_primitive: false,
            })
        };
        plan.linked = Some(Box::default());
        plan.inputs = vec![place(3, 0), place(second, 1)];
        lower::run(&mut module, &plan, &Options::default()).map(drop)
    };
    assert!(linked(4).is_ok());
    let message = linked(3).unwrap_err().to_string();
    assert!(message.contains("A0 and B0, both at location 3"), "{message}");
}
