//! Quads of thread groups (SM 6.6) and of pixels: reads, votes, derivatives, levels of detail.
//!
//! Each runs as for a device with quads of 2x2 threads, for one with quads of four consecutive threads alone, and for one
//! without derivatives in compute shaders: the results are the same.

use crate::case::{Case, Element, List, Need, Sampler, Texture, Want, compute, draw, near_abs, one_of};
use ash::vk::{CompareOp, Format};
use dxil2spirv::options::{ComputeDerivatives, MaximalReconvergence};

const OUT: &str = "u0,space1";

/// Groups of the dispatches of `quads/across`.
const GROUPS: [u32; 3] = [2, 3, 1];

/// Registers the cases.
pub fn register(list: &mut List) {
    for (policy, device) in [
        ("quads", ComputeDerivatives::Quads),
        ("linear", ComputeDerivatives::Linear),
        ("none", ComputeDerivatives::None),
    ] {
        let mut groups = List::default();
        for (variant, size) in [
            ("", [8, 8, 1]),
            (".flat", [8, 9, 1]),
            (".line", [64, 1, 1]),
            (".deep", [6, 2, 3]),
            (".narrow", [3, 4, 1]),
            (".alone", [3, 1, 1]),
            (".vote", [8, 8, 1]),
            (".old", [8, 8, 1]),
        ] {
            let name = format!("quads/across{variant}");
            groups.add(&name.clone(), move || across(&name, size));
        }
        groups.each("quads/derivatives", &["flat", "alone"], derivatives);
        groups.add("quads/kinds", kinds);
        list.again(groups, policy, &[], move |case| {
            case.options(|options| options.compute_derivatives = device)
        });
    }
    list.add("quads/across.vote (control)", || {
        across("quads/across.vote", [8, 8, 1])
            .needs(Need::QuadControl)
            .options(|options| options.quad_control = true)
    });
    list.add("quads/vote_sampling", vote_sampling);
    list.add("quads/vote_sampling (control)", || {
        vote_sampling().needs(Need::QuadControl).options(|options| {
            options.quad_control = true;
            options.maximal_reconvergence = MaximalReconvergence::WhereAsked;
        })
    });
}

/// The flattened numbers of the threads that make the quad of thread `index`, in their order, and its own place. `None` for
/// groups that make no quads.
fn quad(index: u32, [x, y, z]: [u32; 3], shaped: bool) -> Option<([u32; 4], usize)> {
    if x * y * z % 4 != 0 {
        return None;
    }
    if !shaped || x % 2 != 0 || y % 2 != 0 {
        let first = index & !3;
        return Some(([0, 1, 2, 3].map(|lane| first + lane), (index & 3) as usize));
    }
    let (column, row) = (index % x, index / x % y);
    let first = index - (column & 1) - (row & 1) * x;
    Some((
        [first, first + 1, first + x, first + x + 1],
        (column & 1 | (row & 1) << 1) as usize,
    ))
}

fn across(name: &str, size: [u32; 3]) -> Case {
    let [x, y, z] = size;
    let threads = x * y * z;
    let old = name.ends_with("old");
    let number = |[x, y, z]: [u32; 3]| x + 100 * y + 10_000 * z;
    let place = |index: u32| [index % x, index / x % y, index / (x * y)];
    let mut input: Vec<u32> = Vec::new();
    let mut expected: Vec<[u32; 12]> = Vec::new();
    for group in 0..GROUPS.iter().product() {
        let groups = [group % GROUPS[0], group / GROUPS[0], 0];
        // Odd in all, none, or some of four neighbours.
        let words: Vec<u32> = (0..threads)
            .map(|index| {
                (index * 37 + group * 5) << 1
                    | [1, 0, index & 1, index >> 1 & 1, u32::from(index % 7 == 3)][(index / 4 % 5) as usize]
            })
            .collect();
        for index in 0..threads {
            let own = place(index);
            let (lanes, at) = quad(index, size, !old).unwrap_or(([index; 4], 0));
            let id = |lane: u32| {
                let place = place(lane);
                number(std::array::from_fn(|axis| {
                    groups[axis] * size[axis] + place[axis]
                }))
            };
            let word = |lane: u32| words[lane as usize];
            let other = |mask: usize| lanes[at ^ mask];
            let odd = || lanes.iter().map(|&lane| word(lane) & 1);
            let votes = match old {
                true => [0, 0],
                false => [odd().max(), odd().min()].map(Option::unwrap_or_default),
            };
            expected.push([
                id(index),
                number(own),
                id(other(1)),
                id(other(2)),
                id(other(3)),
                id(lanes[2]),
                id(lanes[(word(index) >> 1 & 3) as usize]),
                lanes.into_iter().map(id).min().unwrap_or_default(),
                word(other(1)),
                votes[0],
                votes[1],
                word(other(2)) & 1,
            ]);
        }
        input.extend(words);
    }
    let [x, y, z] = GROUPS;
    compute(name)
        .raw("t0", input)
        .output(OUT, expected)
        .groups(x, y, z)
}

/// 64 x 64 texels with the number of their mip.
fn mips() -> Texture {
    let texture = Texture::d2(Format::R32_SFLOAT, 64, 64).mips(7);
    texture.fill(|texel| [texel.mip as f32])
}

fn derivatives(name: &str) -> Case {
    let size = match name.rsplit_once('.') {
        Some((_, "flat")) => [8, 9, 1],
        Some((_, "alone")) => [1, 1, 1],
        _ => [8, 8, 1],
    };
    let [x, y, _] = size;
    let place = |index: u32| match y {
        9 => [index & 1 | index >> 1 & 6, index >> 1 & 1 | index >> 3 & 14],
        _ => [index % x, index / x],
    };
    let expected: Vec<Want> = (0..x * y)
        .flat_map(|index| {
            let Some((lanes, at)) = quad(index, size, true) else {
                return [0.0f32; 8].map(Element::want);
            };
            let values = lanes.map(|lane| {
                let [x, y] = place(lane);
                ((3 * x + 5 * y + 1) * (3 * x + 5 * y + 1)) as f32
            });
            let (row, column) = (at & 2, at & 1);
            let ddx = |row: usize| values[row + 1] - values[row];
            let ddy = |column: usize| values[column + 2] - values[column];
            [
                ddx(row).want(),
                ddy(column).want(),
                one_of([ddx(0), ddx(2)]),
                one_of([ddy(0), ddy(1)]),
                2.0f32.want(),
                3.0f32.want(),
                near_abs(2.0, 0.01),
                near_abs(2.0, 0.01),
            ]
        })
        .collect();
    compute(name)
        .texture("t0", mips())
        .sampler("s0,space3", Sampler::point())
        .output(OUT, expected)
}

fn kinds() -> Case {
    let format = Format::R32_SFLOAT;
    let textures = [
        Texture::d1(format, 64),
        Texture::d1(format, 64).layers(3),
        Texture::d2(format, 64, 64).layers(3),
        Texture::d3(format, 64, 64, 64),
        Texture::cube(format, 64),
        Texture::cube(format, 64).layers(12),
    ];
    // The cubes' faces in the direction of X.
    let layers = [0, 1, 2, 0, 0, 6];
    let mut row: Vec<Want> = layers.map(|layer| (2.0 + 8.0 * layer as f32).want()).to_vec();
    row.extend([1.0f32, 0.0].map(Element::want));
    row.extend((0..4).map(|_| near_abs(2.0, 0.01)));
    let expected: Vec<Want> = (0..64).flat_map(|_| row.clone()).collect();
    let mut case = compute("quads/kinds")
        .sampler("s0,space3", Sampler::point())
        .sampler("s1,space3", Sampler::point().compare(CompareOp::GREATER))
        .output(OUT, expected);
    for (register, texture) in textures.into_iter().enumerate() {
        let filled = (texture.mips(7)).fill(|texel| [(texel.mip + 8 * texel.layer) as f32]);
        case = case.texture(&format!("t{register}"), filled);
    }
    let depths = Texture::d2(Format::D32_SFLOAT, 64, 64).mips(7);
    case.texture("t6", depths.fill(|texel| [texel.mip as f32 / 8.0]))
}

fn vote_sampling() -> Case {
    draw("vertex/fullscreen_triangle", "quads/vote_sampling")
        .texture("t0", mips())
        .sampler("s0,space3", Sampler::point())
        .target(Format::R32G32B32A32_SFLOAT)
        .pixels(|x, y| {
            // The quad's first pixel decides on the columns, its second row on the rows.
            let any = x / 2 % 2 == 0 && y / 2 % 2 == 0;
            [
                f32::from(u8::from(any)),
                f32::from(u8::from(x / 2 * 2 > 3)),
                if any { 2.0 } else { 9.0 },
                1.0,
            ]
        })
}
