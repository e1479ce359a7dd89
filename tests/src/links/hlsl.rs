//! The text of a stage. What it computes, [`model`](super::model) computes too.

use super::model::{COLUMN_LEFT, base, number_of};
use super::signature::{Class, Element, Level, Precision, Stage, Variant};
use std::fmt::Write;

/// The HLSL of a variant.
pub fn text(variant: &Variant) -> String {
    let stage = &variant.stage;
    let mut out = String::new();
    let native = if stage.native { " -enable-16bit-types" } else { "" };
    let packed = if stage.packed { " -pack-optimized" } else { "" };
    let letter = stage.level.letter();
    let _ = writeln!(
        out,
        "// dxc: -T {letter}s_6_2 -E main -Qstrip_reflect{native}{packed}"
    );
    out += "// draw: a stage of the chains that tests/src/links describes; its generator wrote this\n";
    out += "// Catches: elements that are elsewhere in the stage before, or narrower, or not there.\n";
    let mut body = String::new();
    match stage.level {
        Level::Vertex => vertex(stage, &mut body),
        Level::Hull => hull(stage, &mut body),
        Level::Domain => domain(stage, &mut body),
        Level::Geometry => geometry(stage, &mut body),
        Level::Pixel => pixel(stage, &mut body),
    }
    if body.contains("zero") {
        out += ZERO;
    }
    out + &body
}

/// What an index is made of that the compiler does not know.
const ZERO: &str = "cbuffer Zero : register(b0, space2) { uint zero; }\n";

/// Whether a variant indexes arrays by numbers that the compiler does not know.
pub fn indexes(variant: &Variant) -> bool {
    text(variant).contains(ZERO)
}

/// The type of an element's rows.
fn type_of(element: &Element) -> String {
    let small = element.precision == Precision::Small;
    let name = match element.class {
        Class::Float if small => "min16float",
        Class::Float => "float",
        Class::Int if small => "min16int",
        Class::Int => "int",
        Class::Uint => "uint",
        Class::Bool => "bool",
    };
    match element.width {
        1 => name.to_owned(),
        width => format!("{name}{width}"),
    }
}

/// A structure of elements, fields numbered as in the list, with the position among them where `position` says.
fn structure(out: &mut String, name: &str, list: &[Element], wanted: impl Fn(&Element) -> bool, head: &str) {
    let _ = writeln!(out, "struct {name} {{\n    {head}");
    for (number, element) in list.iter().enumerate().filter(|(_, element)| wanted(element)) {
        let rows = match element.rows {
            1 => String::new(),
            rows => format!("[{rows}]"),
        };
        let _ = writeln!(
            out,
            "    {}{} f{number}{rows} : {}{};",
            element.modifiers,
            type_of(element),
            element.name,
            element.index
        );
    }
    out.push_str("};\n");
}

const POSITION: &str = "float4 position : SV_Position;";
const FACTORS: &str = "float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor;";

/// A component of a field: with the row, where there are several.
fn component(number: usize, element: &Element, row: u32, column: u32, index: &str) -> String {
    let row = match element.rows {
        1 => String::new(),
        _ => format!("[{row}{index}]"),
    };
    let column = match element.width {
        1 => "",
        _ => [".x", ".y", ".z", ".w"][column as usize],
    };
    format!("f{number}{row}{column}")
}

/// What a stage reads for a component of its output: the field.
fn source(stage: &Stage, element: &Element, row: u32, column: u32) -> Option<String> {
    let index = if stage.dynamic { " + zero" } else { "" };
    let (number, input) = stage.find(element.name, element.index + row, column)?;
    let row = element.index + row - input.index;
    Some(component(number, input, row, column, index))
}

/// Assigns what is written of the outputs that are wanted. `read` words what comes of a field, `own` what the stage
/// gives by itself for a number.
fn assign(
    stage: &Stage,
    out: &mut String,
    patch: bool,
    read: impl Fn(&Element, &str) -> String,
    own: impl Fn(&Element, u32) -> String,
) {
    for (number, element) in stage.outputs.iter().enumerate() {
        if (stage.level == Level::Hull && element.patch) != patch {
            continue;
        }
        for row in 0..element.rows {
            for column in 0..element.used {
                let value = match source(stage, element, row, column) {
                    Some(field) => changed(stage.level, element.class, &read(element, &field)),
                    None => {
                        let value = base(element.name, element.index + row, column) + number_of(stage.level);
                        own_of(element.class, &own(element, value))
                    }
                };
                let target = component(number, element, row, column, "");
                let _ = writeln!(out, "    o.{target} = {value};");
            }
        }
    }
}

/// A value that a stage changes by its number.
fn changed(level: Level, class: Class, value: &str) -> String {
    match class {
        Class::Bool if level == Level::Hull => value.to_owned(),
        Class::Bool => format!("!{value}"),
        _ => format!("{value} + {}", number_of(level)),
    }
}

/// What a stage gives by itself, of a number.
fn own_of(class: Class, number: &str) -> String {
    match class {
        Class::Float | Class::Uint => number.to_owned(),
        Class::Int => format!("-int({number})"),
        Class::Bool => format!("(uint({number}) & 1) != 0"),
    }
}

fn vertex(stage: &Stage, out: &mut String) {
    structure(out, "Output", &stage.outputs, |_| true, POSITION);
    out.push_str("Output main(uint vertex : SV_VertexID) {\n    Output o;\n");
    out.push_str(
        "    o.position = vertex == 0 ? float4(-1, 1, 0.25, 1)\n        \
         : vertex == 1 ? float4(2, 2, 1.5, 2) : float4(-4, -4, 2, 4);\n",
    );
    assign(
        stage,
        out,
        false,
        |_, field| field.to_owned(),
        |_, number| format!("{number} + 11 * vertex"),
    );
    out.push_str("    return o;\n}\n");
}

fn hull(stage: &Stage, out: &mut String) {
    structure(out, "Input", &stage.inputs, |_| true, POSITION);
    structure(out, "Point", &stage.outputs, |element| !element.patch, POSITION);
    structure(out, "Constants", &stage.outputs, |element| element.patch, FACTORS);
    out.push_str("Constants constants(InputPatch<Input, 3> input) {\n    Constants o;\n");
    out.push_str("    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;\n");
    let own = |_: &Element, number: u32| number.to_string();
    assign(stage, out, true, |_, field| format!("input[0].{field}"), own);
    out.push_str("    return o;\n}\n");
    out.push_str(
        "[domain(\"tri\")]\n[partitioning(\"integer\")]\n[outputtopology(\"triangle_cw\")]\n\
         [outputcontrolpoints(3)]\n[patchconstantfunc(\"constants\")]\n\
         Point main(InputPatch<Input, 3> input, uint i : SV_OutputControlPointID) {\n    Point o;\n    \
         o.position = input[i].position;\n",
    );
    assign(
        stage,
        out,
        false,
        |_, field| format!("input[i].{field}"),
        |_, number| format!("{number} + 11 * i"),
    );
    out.push_str("    return o;\n}\n");
}

fn domain(stage: &Stage, out: &mut String) {
    structure(out, "Point", &stage.inputs, |element| !element.patch, POSITION);
    structure(out, "Constants", &stage.inputs, |element| element.patch, FACTORS);
    structure(out, "Output", &stage.outputs, |_| true, POSITION);
    out.push_str(
        "[domain(\"tri\")]\n\
         Output main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> patch) {\n    \
         Output o;\n    \
         o.position = patch[0].position * at.x + patch[1].position * at.y + patch[2].position * at.z;\n",
    );
    let read = |element: &Element, field: &str| match (element.patch, element.class) {
        (true, _) => format!("c.{field}"),
        (false, Class::Float) => {
            format!("patch[0].{field} * at.x + patch[1].{field} * at.y + patch[2].{field} * at.z")
        }
        _ => format!("patch[1].{field}"),
    };
    let own = |element: &Element, number: u32| match element.class {
        Class::Float => format!("{number} + 11 * (at.y + 2 * at.z)"),
        _ => number.to_string(),
    };
    assign(stage, out, false, read, own);
    out.push_str("    return o;\n}\n");
}

fn geometry(stage: &Stage, out: &mut String) {
    structure(out, "Input", &stage.inputs, |_| true, POSITION);
    structure(out, "Output", &stage.outputs, |_| true, POSITION);
    let unroll = if stage.dynamic { "[loop]" } else { "[unroll]" };
    let _ = writeln!(
        out,
        "[maxvertexcount(3)]\n\
         void main(triangle Input input[3], inout TriangleStream<Output> stream) {{\n    \
         {unroll} for (uint i = 0; i < 3; i++) {{\n    Output o;\n    o.position = input[i].position;"
    );
    assign(
        stage,
        out,
        false,
        |_, field| format!("input[i].{field}"),
        |_, number| number.to_string(),
    );
    out.push_str("    stream.Append(o);\n    }\n}\n");
}

fn pixel(stage: &Stage, out: &mut String) {
    structure(out, "Input", &stage.inputs, |_| true, POSITION);
    let _ = writeln!(
        out,
        "float4 main(Input i) : SV_Target {{\n    uint n = uint(i.position.x);\n    float4 r = {COLUMN_LEFT};"
    );
    let mut first = 0;
    for (number, element) in stage.inputs.iter().enumerate() {
        let mut show = |condition: String, row: u32, index: &str| {
            let _ = write!(out, "    if ({condition}) {{");
            for column in 0..element.used {
                let field = component(number, element, row, column, index);
                let value = match element.class {
                    Class::Bool => format!("i.{field} ? 1 : 0"),
                    _ => format!("i.{field}"),
                };
                let _ = write!(out, " r[{column}] = {value};");
            }
            out.push_str(" }\n");
        };
        if stage.dynamic && element.rows > 1 {
            let end = first + element.rows;
            // The row is what is left of n.
            let index = format!(" + (n - {first} + zero)");
            show(format!("n >= {first} && n < {end}"), 0, &index);
        } else {
            (0..element.rows).for_each(|row| show(format!("n == {}", first + row), row, ""));
        }
        first += element.rows;
    }
    out.push_str("    return r;\n}\n");
}
