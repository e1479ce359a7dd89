//! Sampler feedback, in maps that are images of 64-bit texels: one a region of the first level, four bits a level.
//!
//! What each sample marks is worked out here from what it would read: the regions between the first texel of its
//! footprint and the last, of one level or two. No footprint ends where a region does, or a rounding would decide.

use crate::case::{Case, List, Need, Sampler, Texture, compute, draw};
use ash::vk::Format;

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("textures/feedback_compute", || computed(false));
    list.add("textures/feedback_compute.heap", || computed(true));
    list.add("textures/feedback_pixel", pixels);
    list.add("textures/feedback_bias", biases);
}

/// A map, and what it is of.
struct Map {
    /// Size of the texture.
    size: [u32; 2],
    /// Its levels.
    levels: u32,
    /// Logarithm of the size of a region.
    region: [u32; 2],
    layers: u32,
    /// The image's size, and its texels.
    image: [u32; 2],
    texels: Vec<u64>,
}

impl Map {
    fn new(size: [u32; 2], levels: u32, region: [u32; 2], layers: u32) -> Self {
        let image = [0, 1].map(|axis| {
            let needed = size[axis].div_ceil(1 << region[axis]);
            // The next number that is as large and has the region's logarithm in its low bits.
            (needed..)
                .find(|side| side & 15 == region[axis])
                .unwrap_or(needed)
        });
        let texels = vec![0; (image[0] * image[1] * layers) as usize];
        Self {
            size,
            levels,
            region,
            layers,
            image,
            texels,
        }
    }

    /// The image, without marks.
    fn texture(&self) -> Texture {
        Texture::d2(Format::R64_UINT, self.image[0], self.image[1]).layers(self.layers)
    }

    /// Marks what a footprint of `reach` texels to each side of `place` touches in `level`.
    fn mark(&mut self, place: [f64; 2], layer: u32, level: u32, reach: f64) {
        let regions = [0, 1].map(|axis| {
            let size = f64::from((self.size[axis] >> level.min(self.levels - 1)).max(1));
            let region = f64::from(1u32 << self.region[axis]);
            let middle = place[axis].rem_euclid(1.0) * size;
            let [low, high] = [(middle - reach).max(0.0), middle + reach].map(|texel| texel / region);
            assert!(
                (high - high.round()).abs() > 1e-3,
                "a region ends where the footprint does"
            );
            [low as u32, high as u32]
        });
        let [[left, right], [top, bottom]] = regions;
        let (wide, high) = (u64::from(left != right), u64::from(top != bottom));
        let bits = 1 | wide << 1 | high << 2 | (wide & high) << 3;
        let [width, height] = self.image;
        self.texels[(left + width * (top + height * layer)) as usize] |= bits << (4 * level);
    }

    /// The levels between which `lod` lies, or the one that it is.
    fn levels_at(lod: f64) -> Vec<u32> {
        let fine = lod.floor();
        match lod - fine {
            part if part * 256.0 < 0.6 => vec![fine as u32],
            part if part * 256.0 > 0.9 => vec![fine as u32, fine as u32 + 1],
            _ => panic!("level {lod} is too close to another"),
        }
    }

    /// Marks what a sample at `lod` with a linear filter touches.
    fn sample(&mut self, place: [f64; 2], layer: u32, lod: f64) {
        for level in Self::levels_at(lod) {
            self.mark(place, layer, level, 0.5);
        }
    }
}

fn computed(heap: bool) -> Case {
    let mut flat = Map::new([64, 48], 7, [3, 2], 1);
    let mut layers = Map::new([32, 32], 6, [2, 3], 3);
    let mut input = Vec::new();
    let levels = [
        0.0f32, 0.5, 1.0, 1.002, 1.25, 3.0, 4.75, 6.0, 9.0, -3.0, 0.004, 2.0,
    ];
    for i in 0..64u32 {
        let place = [i * 37 % 64, i * 23 % 64].map(|step| (step as f32 + 0.27) / 64.0 * 1.7 - 0.35);
        let layer = [0.0f32, 0.7, 1.4, 2.2, 5.0, -1.0][(i % 6) as usize];
        let lod = levels[i as usize % levels.len()];
        // From a quarter of a texel to 64; between levels, or beyond the first and the last.
        let length = 0.35 * f32::exp2((i % 9) as f32) / 32.0;
        let sides = match i % 3 {
            0 => [length, 0.0, 0.0, length / 3.0],
            1 => [length * 0.2, 0.0, -length * 0.6, length * 0.8],
            _ => [0.0, length, length / 8.0, length / 4.0],
        };
        input.extend([place[0], place[1], layer, lod]);
        input.extend(sides);
        let place = place.map(f64::from);
        flat.sample(place, 0, f64::from(lod).clamp(0.0, 6.0));
        let layer = (layer.round_ties_even() as i32).clamp(0, 2) as u32;
        let longer = f64::hypot(f64::from(sides[0]), f64::from(sides[1]))
            .max(f64::hypot(f64::from(sides[2]), f64::from(sides[3])));
        let of_gradients = (longer * 32.0).log2().clamp(0.0, 5.0);
        layers.sample(place, layer, of_gradients);
        if lod > 4.0 {
            layers.sample(place, layer, of_gradients.max(3.0));
        }
    }
    let registers = match heap {
        true => ["t1,heap", "t2,heap", "u3,heap", "u4,heap", "s5,heap"],
        false => ["t1", "t2", "u0,space1", "u1,space1", "s0,space3"],
    };
    let [texture, array, flat_map, layers_map, sampler] = registers;
    compute(match heap {
        true => "textures/feedback_compute.heap",
        false => "textures/feedback_compute",
    })
    .needs(Need::ImageAtomics64)
    .raw("t0", input)
    .texture(texture, Texture::d2(Format::R8G8B8A8_UNORM, 64, 48).mips(7))
    .texture(
        array,
        Texture::d2(Format::R8G8B8A8_UNORM, 32, 32).mips(6).layers(3),
    )
    .texture(flat_map, flat.texture())
    .texture(layers_map, layers.texture())
    .sampler(sampler, Sampler::linear())
    .expect(flat_map, flat.texels)
    .expect(layers_map, layers.texels)
}

/// A bias of its own for each pixel of a quad.
fn biases() -> Case {
    let mut map = Map::new([64, 64], 7, [2, 2], 1);
    for y in 0..16u32 {
        for x in 0..16u32 {
            let place = [x, y].map(|p| (f64::from(p) + 0.37) / 16.0);
            map.mark(place, 0, 2 + x % 2 + 2 * (y % 2), 0.5);
        }
    }
    draw("vertex/fullscreen_triangle", "textures/feedback_bias")
        .needs(Need::ImageAtomics64)
        .texture("t0", Texture::d2(Format::R8G8B8A8_UNORM, 64, 64).mips(7))
        .sampler("s0,space3", Sampler::point())
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|_, _| [255u8; 4])
        .texture("u1,space1", map.texture())
        .expect("u1,space1", map.texels)
}

fn pixels() -> Case {
    let new = |layers| Map::new([64, 64], 7, [2, 2], layers);
    let [mut plain, mut biased, mut wide, mut clamped] = [new(1), new(1), new(1), new(2)];
    for y in 0..16u32 {
        for x in 0..16u32 {
            if x >= 8 && y >= 8 {
                continue;
            }
            let place = [x, y].map(|p| (f64::from(p) + 0.37) / 16.0);
            plain.mark(place, 0, 2, 0.5);
            biased.mark(place, 0, 3, 0.5);
            // A pixel is 4 texels of level 0; the footprint is not wider than two regions.
            wide.mark(place, 0, 0, 2.0);
            clamped.mark(place, y & 1, 4, 0.5);
        }
    }
    let mut case = draw("vertex/fullscreen_triangle", "textures/feedback_pixel")
        .needs(Need::ImageAtomics64)
        .texture("t0", Texture::d2(Format::R8G8B8A8_UNORM, 64, 64).mips(7))
        .texture(
            "t1",
            Texture::d2(Format::R8G8B8A8_UNORM, 64, 64).mips(7).layers(2),
        )
        .sampler("s0,space3", Sampler::point())
        .texture("t2", Texture::d2(Format::R8G8B8A8_UNORM, 64, 64))
        .target(Format::R8G8B8A8_UNORM)
        .pixels(|x, y| [if x >= 8 && y >= 8 { 0u8 } else { 255 }; 4]);
    for (register, map) in [
        ("u1,space1", plain),
        ("u2,space1", biased),
        ("u3,space1", wide),
        ("u4,space1", clamped),
    ] {
        case = case.texture(register, map.texture()).expect(register, map.texels);
    }
    case
}
