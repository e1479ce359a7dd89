//! A ray tracer for expectations: every primitive of a scene against a ray, in doubles.
//!
//! Facts: the DirectX Raytracing specification, "Ray flags", "Instance flags", "Facing".

use crate::case::{Instance, Primitives, Scene, Transform, apply, instance_flag};

/// `RAY_FLAG`.
#[allow(missing_docs)]
pub mod ray_flag {
    pub const FORCE_OPAQUE: u32 = 1;
    pub const FORCE_NON_OPAQUE: u32 = 2;
    pub const ACCEPT_FIRST_HIT: u32 = 4;
    pub const SKIP_CLOSEST_HIT_SHADER: u32 = 8;
    pub const CULL_BACK_FACING: u32 = 0x10;
    pub const CULL_FRONT_FACING: u32 = 0x20;
    pub const CULL_OPAQUE: u32 = 0x40;
    pub const CULL_NON_OPAQUE: u32 = 0x80;
    pub const SKIP_TRIANGLES: u32 = 0x100;
    pub const SKIP_PROCEDURAL: u32 = 0x200;
}

/// A ray.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Ray {
    pub origin: [f32; 3],
    pub t_min: f32,
    pub direction: [f32; 3],
    pub t_max: f32,
}

impl Ray {
    /// From `origin` in `direction`, 0 to 1000.
    pub fn new(origin: [f32; 3], direction: [f32; 3]) -> Self {
        Self {
            origin,
            t_min: 0.0,
            direction,
            t_max: 1000.0,
        }
    }
    /// As a `RayDesc` lies in memory: origin, t min, direction, t max.
    pub fn words(&self) -> [f32; 8] {
        let ([a, b, c], [d, e, f]) = (self.origin, self.direction);
        [a, b, c, self.t_min, d, e, f, self.t_max]
    }
}

/// A primitive that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance along the ray: of a box, where the ray enters it, which may be before the ray begins.
    pub t: f64,
    /// Which instance.
    pub instance: usize,
    /// Which geometry of its bottom level.
    pub geometry: usize,
    /// Which primitive of that.
    pub primitive: usize,
    /// Of a triangle: barycentrics of the second and third vertex, and whether its front is seen; of a box, none.
    pub triangle: Option<([f64; 2], bool)>,
    /// Whether it is opaque to the ray.
    pub opaque: bool,
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The transform back.
pub fn inverse(transform: &Transform) -> [[f64; 4]; 3] {
    let rows = transform.map(|row| row.map(f64::from));
    let row = |index: usize| [rows[index][0], rows[index][1], rows[index][2]];
    let cofactors = [
        cross(row(1), row(2)),
        cross(row(2), row(0)),
        cross(row(0), row(1)),
    ];
    let determinant = dot(row(0), cofactors[0]);
    let offset = rows.map(|row| row[3]);
    std::array::from_fn(|k| {
        let [a, b, c] = cofactors.map(|column| column[k] / determinant);
        [a, b, c, -dot([a, b, c], offset)]
    })
}

/// Origin and direction of a ray in the space of an instance.
pub fn in_object(instance: &Instance, ray: &Ray) -> ([f64; 3], [f64; 3]) {
    let back = inverse(&instance.transform);
    let apply = |v: [f32; 3], w: f64| {
        let v = v.map(f64::from);
        back.map(|[a, b, c, d]| a * v[0] + b * v[1] + c * v[2] + d * w)
    };
    (apply(ray.origin, 1.0), apply(ray.direction, 0.0))
}

/// `transform` as the shader reads it, row by row.
pub fn rows(transform: &Transform) -> Vec<f32> {
    transform.concat()
}

/// A point of the world behind `t` along a ray.
pub fn point(ray: &Ray, t: f64) -> [f64; 3] {
    std::array::from_fn(|k| f64::from(ray.origin[k]) + t * f64::from(ray.direction[k]))
}

impl Scene {
    /// Every primitive that the ray meets and that flags and mask let through, nearest first.
    pub fn hits(&self, ray: &Ray, flags: u32, mask: u32) -> Vec<Hit> {
        let mut hits = Vec::new();
        for (number, instance) in self.instances.iter().enumerate() {
            if u32::from(instance.mask) & mask & 0xff == 0 {
                continue;
            }
            let (origin, direction) = in_object(instance, ray);
            for (geometry, data) in self.bottoms[instance.bottom].iter().enumerate() {
                let opaque = is_opaque(data.opaque, instance.flags, flags);
                if flags & ray_flag::CULL_OPAQUE != 0 && opaque
                    || flags & ray_flag::CULL_NON_OPAQUE != 0 && !opaque
                {
                    continue;
                }
                for primitive in 0..data.count() {
                    let found = match &data.primitives {
                        Primitives::Triangles(..) if flags & ray_flag::SKIP_TRIANGLES == 0 => {
                            let corners = data.triangle(primitive).unwrap_or_default();
                            triangle(corners, origin, direction, ray, instance.flags, flags)
                        }
                        Primitives::Boxes(boxes) if flags & ray_flag::SKIP_PROCEDURAL == 0 => {
                            enters(boxes[primitive], origin, direction, ray).map(|t| (t, None))
                        }
                        _ => None,
                    };
                    hits.extend(found.map(|(t, triangle)| Hit {
                        t,
                        instance: number,
                        geometry,
                        primitive,
                        triangle,
                        opaque,
                    }));
                }
            }
        }
        hits.sort_by(|a, b| a.t.total_cmp(&b.t));
        hits
    }

    /// The nearest triangle of [`hits`](Self::hits), whatever its opacity.
    pub fn nearest(&self, ray: &Ray, flags: u32, mask: u32) -> Option<Hit> {
        let hits = self.hits(ray, flags, mask);
        hits.into_iter().find(|hit| hit.triangle.is_some())
    }
}

/// What the flags of ray and instance make of a geometry's opacity.
fn is_opaque(geometry: bool, instance: u8, ray: u32) -> bool {
    if ray & ray_flag::FORCE_OPAQUE != 0 {
        true
    } else if ray & ray_flag::FORCE_NON_OPAQUE != 0 {
        false
    } else if instance & instance_flag::FORCE_OPAQUE != 0 {
        true
    } else if instance & instance_flag::FORCE_NON_OPAQUE != 0 {
        false
    } else {
        geometry
    }
}

type Found = (f64, Option<([f64; 2], bool)>);

fn triangle(
    [a, b, c]: [[f64; 3]; 3],
    origin: [f64; 3],
    direction: [f64; 3],
    ray: &Ray,
    instance: u8,
    flags: u32,
) -> Option<Found> {
    let (ab, ac) = (minus(b, a), minus(c, a));
    let normal = cross(ab, ac);
    let against = dot(normal, direction);
    if against == 0.0 {
        return None;
    }
    // Clockwise seen from the ray's origin, in a space where z points away.
    let front = (against < 0.0) != (instance & instance_flag::TRIANGLE_FRONT_COUNTERCLOCKWISE != 0);
    let culled = if front {
        ray_flag::CULL_FRONT_FACING
    } else {
        ray_flag::CULL_BACK_FACING
    };
    if flags & culled != 0 && instance & instance_flag::TRIANGLE_CULL_DISABLE == 0 {
        return None;
    }
    let from = minus(origin, a);
    let t = -dot(normal, from) / against;
    let q = cross(from, direction);
    let (u, v) = (-dot(ac, q) / against, dot(ab, q) / against);
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
    let in_range = t > f64::from(ray.t_min) && t < f64::from(ray.t_max);
    (inside && in_range).then_some((t, Some(([u, v], front))))
}

fn enters([low, high]: [[f32; 3]; 2], origin: [f64; 3], direction: [f64; 3], ray: &Ray) -> Option<f64> {
    let (mut first, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
    for k in 0..3 {
        let (low, high) = (f64::from(low[k]), f64::from(high[k]));
        if direction[k] == 0.0 {
            if origin[k] < low || origin[k] > high {
                return None;
            }
            continue;
        }
        let at = [
            (low - origin[k]) / direction[k],
            (high - origin[k]) / direction[k],
        ];
        first = first.max(at[0].min(at[1]));
        last = last.min(at[0].max(at[1]));
    }
    let overlaps = first <= last && last >= f64::from(ray.t_min) && first <= f64::from(ray.t_max);
    overlaps.then_some(first)
}

/// Moves a point by a transform.
pub fn transformed(transform: &Transform, v: [f64; 3]) -> [f64; 3] {
    apply(transform, v, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Geometry, moved};

    /// A triangle that is clockwise for who looks along z.
    const CLOCKWISE: [[f32; 3]; 3] = [[0.0, 0.0, 5.0], [0.0, 2.0, 5.0], [2.0, 0.0, 5.0]];

    #[test]
    fn a_triangle_is_hit_where_it_is() {
        let scene = Scene::single([Geometry::triangles(CLOCKWISE)]);
        let ray = Ray::new([0.5, 1.0, 1.0], [0.0, 0.0, 2.0]);
        let hit = scene.nearest(&ray, 0, 0xff).unwrap();
        assert_eq!((hit.t, hit.triangle), (2.0, Some(([0.5, 0.25], true))));
        assert_eq!(scene.nearest(&ray, ray_flag::CULL_FRONT_FACING, 0xff), None);
        let beside = Ray::new([1.5, 1.0, 1.0], [0.0, 0.0, 2.0]);
        assert_eq!(scene.nearest(&beside, 0, 0xff), None);
        let away = Ray::new([0.5, 1.0, 9.0], [0.0, 0.0, -1.0]);
        let back = scene.nearest(&away, 0, 0xff).unwrap();
        assert_eq!(back.triangle.map(|(_, front)| front), Some(false));
    }

    #[test]
    fn instances_are_where_their_transform_puts_them() {
        let scale = [[2.0, 0.0, 0.0, 1.0], [0.0, -1.0, 0.5, 0.0], [0.0, 0.0, 4.0, 3.0]];
        let scene = Scene::new(
            [vec![
                Geometry::triangles(CLOCKWISE).transform(moved(0.0, 0.0, -1.0)),
            ]],
            [Instance::of(0).at(scale)],
        );
        // The corner at (0.25, 0.5, 4) of the bottom level.
        let there = transformed(&scale, [0.25, 0.5, 4.0]);
        let ray = Ray::new([there[0] as f32, there[1] as f32, 0.0], [0.0, 0.0, 1.0]);
        let hit = scene.nearest(&ray, 0, 0xff).unwrap();
        assert!((hit.t - 19.0).abs() < 1e-9, "{hit:?}");
        let back = inverse(&scale);
        let point = back.map(|[a, b, c, d]| a * there[0] + b * there[1] + c * there[2] + d);
        assert!((point[1] - 0.5).abs() < 1e-9 && (point[2] - 4.0).abs() < 1e-9);
    }
}
