//! Triangles as D3D12's rasterizer interpolates over them, computed in doubles for the expectations of draws.

use crate::case::{Want, within};

/// Clip space positions that cover a whole target, w = 1 and depth 0.5.
pub const FULL: [[f32; 4]; 3] = [
    [-1.0, 1.0, 0.5, 1.0],
    [3.0, 1.0, 0.5, 1.0],
    [-1.0, -3.0, 0.5, 1.0],
];

/// The same with depth and w that differ, so that perspective shows.
pub const PERSPECTIVE: [[f32; 4]; 3] = [
    [-1.0, 1.0, 0.25, 1.0],
    [6.0, 2.0, 1.5, 2.0],
    [-4.0, -12.0, 2.0, 4.0],
];

/// The upper left half, with depth and w that differ. Nothing of it is clipped: lavapipe (25.0) makes NaN of `noperspective`
/// attributes at new vertices.
pub const HALF: [[f32; 4]; 3] = [
    [-1.0, 1.0, 0.25, 1.0],
    [2.0, 2.0, 1.5, 2.0],
    [-4.0, -4.0, 2.0, 4.0],
];

/// A triangle on a target.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// Clip space.
    clip: [[f64; 4]; 3],
    /// In pixels, y down.
    screen: [[f64; 2]; 3],
}

/// A place in a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Weights of the vertices, linear on the screen.
    pub screen: [f64; 3],
    /// Weights of the vertices, linear in space.
    pub space: [f64; 3],
    /// Depth, z / w.
    pub depth: f64,
    /// The reciprocal of the interpolated 1 / w.
    pub w: f64,
}

impl Triangle {
    /// The triangle of these clip space positions on a target of `size` pixels.
    pub fn new(clip: [[f32; 4]; 3], size: [u32; 2]) -> Self {
        let clip = clip.map(|p| p.map(f64::from));
        let [width, height] = size.map(f64::from);
        let screen = clip.map(|[x, y, _, w]| [(x / w + 1.0) * 0.5 * width, (1.0 - y / w) * 0.5 * height]);
        Self { clip, screen }
    }

    /// What is at a place given in pixels.
    pub fn at(&self, x: f64, y: f64) -> Place {
        let cross = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        let ([a, b, c], p) = (self.screen, [x, y]);
        let area = cross(a, b, c);
        let screen = [
            cross(p, b, c) / area,
            cross(a, p, c) / area,
            cross(a, b, p) / area,
        ];
        let reciprocal: f64 = (0..3).map(|k| screen[k] / self.clip[k][3]).sum();
        Place {
            screen,
            space: std::array::from_fn(|k| screen[k] / self.clip[k][3] / reciprocal),
            depth: (0..3)
                .map(|k| screen[k] * self.clip[k][2] / self.clip[k][3])
                .sum(),
            w: 1.0 / reciprocal,
        }
    }

    /// What is at the centre of a pixel.
    pub fn pixel(&self, x: u32, y: u32) -> Place {
        self.at(f64::from(x) + 0.5, f64::from(y) + 0.5)
    }
}

impl Place {
    /// Interpolates in space.
    pub fn smooth<const N: usize>(&self, values: [[f32; N]; 3]) -> [f32; N] {
        mix(self.space, values)
    }

    /// Interpolates on the screen.
    pub fn noperspective<const N: usize>(&self, values: [[f32; N]; 3]) -> [f32; N] {
        mix(self.screen, values)
    }

    /// How far inside it is: the least weight, negative outside.
    pub fn inside(&self) -> f64 {
        self.screen.into_iter().fold(f64::INFINITY, f64::min)
    }
}

fn mix<const N: usize>(weights: [f64; 3], values: [[f32; N]; 3]) -> [f32; N] {
    std::array::from_fn(|i| (0..3).map(|k| weights[k] * f64::from(values[k][i])).sum::<f64>() as f32)
}

/// Floats within what interpolation over primitives that a shader makes leaves open.
pub fn close<const N: usize>(values: [f32; N]) -> [Want; N] {
    values.map(|v| within(v, 1e-3, 1e-4))
}

/// Positions of the four samples of a pixel, in pixels from its upper left corner (D3D12's standard pattern).
pub const SAMPLES: [[f64; 2]; 4] = [
    [6.0 / 16.0, 2.0 / 16.0],
    [14.0 / 16.0, 6.0 / 16.0],
    [2.0 / 16.0, 10.0 / 16.0],
    [10.0 / 16.0, 14.0 / 16.0],
];
