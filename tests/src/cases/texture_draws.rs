//! Textures in pixel shaders: implicit level of detail, gathers and samples of every dimension.
//!
//! The vertex shader is written here: the target is 16 x 16 pixels, `TEXCOORD0` is (u, v, 0.53, 1) with u and v
//! from 0 to 1, and what else the pixel shader takes is constant.

use crate::case::{Case, Draw, List, Sampler, Source, Texel, Texture, Work, near_abs};
use ash::vk::{CompareOp, Format};
use dxil2spirv::dxil::program::Stage;
use dxil2spirv::reflection::Reflection;

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.each("textures/sample", &[], sample);
    list.each("textures/gather_kinds", &[], gather_kinds);
    list.each("textures/lod", &[], lod);
    list.each("textures/half_results", &["native16"], half_results);
}

/// A draw with the pixel shader `name`; location 1 is the float 0.5, location 2 the integers (3, -2).
fn pixel_case(name: &str) -> Case {
    let vertex = "
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\" %id %position %uv %float_out %int_out
OpDecorate %id BuiltIn VertexIndex
OpDecorate %position BuiltIn Position
OpDecorate %uv Location 0
OpDecorate %float_out Location 1
OpDecorate %int_out Location 2
OpDecorate %int_out Flat
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%v2u = OpTypeVector %uint 2
%v4 = OpTypeVector %float 4
%pin = OpTypePointer Input %uint
%pfloat = OpTypePointer Output %float
%pint = OpTypePointer Output %v2u
%pv4 = OpTypePointer Output %v4
%id = OpVariable %pin Input
%position = OpVariable %pv4 Output
%uv = OpVariable %pv4 Output
%float_out = OpVariable %pfloat Output
%int_out = OpVariable %pint Output
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%minus2 = OpConstant %uint 4294967294
%offset = OpConstantComposite %v2u %u3 %minus2
%f0 = OpConstant %float 0
%half = OpConstant %float 0.5
%f1 = OpConstant %float 1
%f2 = OpConstant %float 2
%z = OpConstant %float 0.53
%main = OpFunction %void None %fn
%label = OpLabel
%i = OpLoad %uint %id
%doubled = OpShiftLeftLogical %uint %i %u1
%iu = OpBitwiseAnd %uint %doubled %u2
%iv = OpBitwiseAnd %uint %i %u2
%fu = OpConvertUToF %float %iu
%fv = OpConvertUToF %float %iv
%u2x = OpFMul %float %fu %f2
%v2x = OpFMul %float %fv %f2
%x = OpFSub %float %u2x %f1
%y = OpFSub %float %f1 %v2x
%p = OpCompositeConstruct %v4 %x %y %half %f1
%t = OpCompositeConstruct %v4 %fu %fv %z %f1
OpStore %position %p
OpStore %uv %t
OpStore %float_out %half
OpStore %int_out %offset
OpReturn
OpFunctionEnd";
    let reflection = Reflection {
        entry: "main".to_owned(),
        stage: Stage::Vertex,
        ..Reflection::default()
    };
    let sources = vec![
        Source::Assembly(vertex.to_owned(), Box::new(reflection)),
        Source::Dxil(name.to_owned()),
    ];
    Case::new(sources, Work::Draw(Box::<Draw>::default()))
        .size(16, 16)
        .target(RGBA32F)
}

/// A value for each texel and channel: small integers, so that sums are exact.
fn value(t: Texel) -> [f32; 4] {
    let place = t.x + 32 * t.y + 1000 * t.z + 3000 * t.layer;
    [0, 1, 2, 3].map(|channel| (place + 10_000 * channel) as f32)
}

/// [`value`] at clamped coordinates.
fn value_at(texture: &Texture, at: [i32; 3], layer: u32) -> [f32; 4] {
    let [x, y, z] = std::array::from_fn(|i| at[i].clamp(0, texture.size[i] as i32 - 1) as u32);
    value(Texel {
        x,
        y,
        z,
        mip: 0,
        layer,
        sample: 0,
    })
}

fn add(sum: &mut [f32; 4], part: [f32; 4]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part;
    }
}

fn sample(name: &str) -> Case {
    let t1 = Texture::d1(RGBA32F, 16);
    let t1a = Texture::d1(RGBA32F, 16).layers(2);
    let t2 = Texture::d2(RGBA32F, 16, 16);
    let t2a = Texture::d2(RGBA32F, 16, 16).layers(2);
    let t3 = Texture::d3(RGBA32F, 16, 16, 16);
    let textures = [t1, t1a, t2, t2a, t3];
    let mut case = pixel_case(name);
    for (register, texture) in textures.iter().enumerate() {
        case = case.texture(&format!("t{register}"), texture.clone().fill(value));
    }
    case.texture("t5", Texture::cube(RGBA32F, 4).fill(|_| [5.0f32; 4]))
        .texture(
            "t6",
            Texture::cube(RGBA32F, 4)
                .layers(12)
                .fill(|t| [(t.layer / 6 * 7) as f32; 4]),
        )
        .sampler("s0,space3", Sampler::point())
        .pixels(move |x, y| {
            let [t1, t1a, t2, t2a, t3] = &textures;
            let (ix, iy) = (x as i32, y as i32);
            // v is the layer here, rounded.
            let layer = u32::from(y >= 8);
            let mut sum = [5.0 + 7.0; 4];
            for part in [
                value_at(t1, [ix, 0, 0], 0),
                value_at(t1a, [ix, 0, 0], layer),
                value_at(t2, [ix, iy, 0], 0),
                value_at(t2a, [ix, iy, 0], 1),
                value_at(t3, [ix, iy, 8], 0),
                value_at(t1, [ix - 8, 0, 0], 0),
                value_at(t1a, [ix + 7, 0, 0], layer),
                value_at(t2, [ix - 3, iy + 5, 0], 0),
                value_at(t2a, [ix + 1, iy - 1, 0], 1),
                value_at(t3, [ix + 1, iy + 2, 8 - 4], 0),
            ] {
                add(&mut sum, part);
            }
            sum
        })
}

fn gather_kinds(name: &str) -> Case {
    let color = Texture::d2(RGBA32F, 32, 32);
    let colors = color.clone().layers(2);
    let uints = Texture::d2(Format::R32G32B32A32_UINT, 32, 32);
    let ints = Texture::d2(Format::R32G32B32A32_SINT, 32, 32).layers(2);
    let depth = Texture::d2(Format::D32_SFLOAT, 32, 32);
    let lit = |x: i32, y: i32, layer: u32| (x.clamp(0, 31) * 3 + y.clamp(0, 31) * 5 + layer as i32) % 4;
    let shade = move |t: Texel| [lit(t.x as i32, t.y as i32, t.layer) as f32 / 4.0];
    pixel_case(name)
        .texture("t0", color.clone().fill(value))
        .texture("t1", colors.clone().fill(value))
        .texture("t2", Texture::cube(RGBA32F, 4).fill(|_| [1.0f32, 2.0, 3.0, 4.0]))
        .texture(
            "t3",
            Texture::cube(RGBA32F, 4)
                .layers(12)
                .fill(|t| [0.0, 0.0, 0.0, (t.layer / 6 * 50) as f32]),
        )
        .texture("t4", uints.fill(|t| value(t).map(|v| v as u32)))
        .texture("t5", ints.fill(|t| value(t).map(|v| -(v as i32))))
        .texture("t6", depth.clone().fill(shade))
        .texture("t7", depth.clone().layers(2).fill(shade))
        .texture("t8", Texture::cube(Format::D32_SFLOAT, 4).fill(|_| [1.0f32]))
        .texture(
            "t9",
            Texture::cube(Format::D32_SFLOAT, 4)
                .layers(12)
                .fill(|t| [if t.layer < 6 { 0.0f32 } else { 1.0 }]),
        )
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS))
        .pixels(move |px, py| {
            let order = [(0, 1), (1, 1), (1, 0), (0, 0)];
            // The texels around the pixel's centre.
            let texels = |ox: i32, oy: i32| {
                order.map(|(dx, dy)| [2 * px as i32 + dx + ox, 2 * py as i32 + dy + oy, 0])
            };
            let gather = |texture: &Texture, layer: u32, channel: usize, ox: i32, oy: i32| {
                texels(ox, oy).map(|at| value_at(texture, at, layer)[channel])
            };
            // The reference 0.5 is less.
            let compare = |layer: u32, ox: i32, oy: i32| {
                texels(ox, oy).map(|[x, y, _]| f32::from(u8::from(lit(x, y, layer) > 2)))
            };
            let four = [(0, 1), (2, 3), (4, 5), (-8, 7)];
            let mut sum = [3.0 + 50.0 + 1.0 + 1.0; 4];
            for part in [
                gather(&colors, 1, 1, 0, 0),
                gather(&color, 0, 0, 3, -2),
                std::array::from_fn(|i| gather(&color, 0, 1, four[i].0, four[i].1)[i]),
                gather(&color, 0, 0, 0, 0),
                gather(&colors, 1, 1, 0, 0).map(|v| -v),
                compare(0, 0, 0),
                compare(1, 0, 0),
                compare(0, 1, 1),
                compare(0, 3, -2),
            ] {
                add(&mut sum, part);
            }
            sum
        })
}

/// Textures of 64 texels over 16 pixels: level 2.
fn lod(name: &str) -> Case {
    let cube = || Texture::cube(RGBA32F, 4).fill(|_| [0.0f32; 4]);
    pixel_case(name)
        .texture("t0", Texture::d1(RGBA32F, 64).mips(7).fill(|_| [0.0f32; 4]))
        .texture("t1", Texture::d2(RGBA32F, 64, 64).mips(2).fill(|_| [0.0f32; 4]))
        .texture(
            "t2",
            Texture::d2(RGBA32F, 128, 128)
                .layers(2)
                .mips(2)
                .fill(|_| [0.0f32; 4]),
        )
        .texture("t3", Texture::d3(RGBA32F, 4, 4, 4).fill(|_| [0.0f32; 4]))
        .texture("t4", cube())
        .texture("t5", cube().layers(12).fill(|_| [0.0f32; 4]))
        .sampler("s0,space3", Sampler::linear())
        .pixels(|_, _| {
            // Clamped to the last level; not clamped; 2 and, not clamped, 3.
            let [a, b, c] = [1.0, 2.0, 2.0 + 3.0].map(|level| near_abs(level, 0.02));
            [a, b, c, crate::case::any()]
        })
}

fn half_results(name: &str) -> Case {
    let color = Texture::d2(Format::R16G16B16A16_SFLOAT, 16, 16);
    let texel = |x: u32, y: u32| [x, y, x + y, 1].map(|v| v as f32 / 4.0);
    let clamp = |v: u32| v.min(15);
    pixel_case(name)
        .texture(
            "t0",
            color.fill(move |t| texel(t.x, t.y).map(half::f16::from_f32)),
        )
        .texture(
            "t1",
            Texture::d2(Format::D32_SFLOAT, 16, 16).fill(|t| [(t.x % 2) as f32]),
        )
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::LESS))
        .some_pixels(move |x, y| {
            let sample = texel(x, y);
            // Which four texels are gathered at the centre of one is up to rounding: in the corner it is not.
            if x != 15 || y != 15 {
                return None;
            }
            let gathered = texel(clamp(x), clamp(y))[1];
            let lit = (x % 2) as f32;
            Some(std::array::from_fn::<_, 4, _>(|i| {
                let load = texel(0, 0)[i];
                near_abs(sample[i] * 0.5 + gathered + load + lit + sample[i], 0.02)
            }))
        })
}
