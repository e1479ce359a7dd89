//! Scenes: what an acceleration structure is built of, in D3D12's words.

/// Rows of an affine transform.
pub type Transform = [[f32; 4]; 3];

/// The transform that changes nothing.
pub const IDENTITY: Transform = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Moves by so much.
pub fn moved(x: f32, y: f32, z: f32) -> Transform {
    [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]]
}

/// `D3D12_RAYTRACING_INSTANCE_FLAGS`.
#[allow(missing_docs)]
pub mod instance_flag {
    pub const TRIANGLE_CULL_DISABLE: u8 = 1;
    pub const TRIANGLE_FRONT_COUNTERCLOCKWISE: u8 = 2;
    pub const FORCE_OPAQUE: u8 = 4;
    pub const FORCE_NON_OPAQUE: u8 = 8;
}

/// The primitives of a geometry.
#[derive(Clone, Debug)]
pub enum Primitives {
    /// Triangles: vertices, and three indices of each; without indices, three vertices each.
    Triangles(Vec<[f32; 3]>, Vec<u32>),
    /// Boxes, as their smallest and largest corners.
    Boxes(Vec<[[f32; 3]; 2]>),
}

/// A geometry of a bottom-level acceleration structure.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Its primitives.
    pub primitives: Primitives,
    /// Transform of triangles when it is built.
    pub transform: Option<Transform>,
    /// `D3D12_RAYTRACING_GEOMETRY_FLAG_OPAQUE`.
    pub opaque: bool,
}

impl Geometry {
    /// Opaque triangles, three vertices each.
    pub fn triangles(vertices: impl Into<Vec<[f32; 3]>>) -> Self {
        Self::new(Primitives::Triangles(vertices.into(), Vec::new()))
    }
    /// Opaque triangles with indices.
    pub fn indexed(vertices: impl Into<Vec<[f32; 3]>>, indices: impl Into<Vec<u32>>) -> Self {
        Self::new(Primitives::Triangles(vertices.into(), indices.into()))
    }
    /// Opaque boxes.
    pub fn boxes(boxes: impl Into<Vec<[[f32; 3]; 2]>>) -> Self {
        Self::new(Primitives::Boxes(boxes.into()))
    }
    fn new(primitives: Primitives) -> Self {
        Self {
            primitives,
            transform: None,
            opaque: true,
        }
    }
    /// Not opaque.
    #[must_use]
    pub fn non_opaque(mut self) -> Self {
        self.opaque = false;
        self
    }
    /// Transformed when it is built.
    #[must_use]
    pub fn transform(mut self, transform: Transform) -> Self {
        self.transform = Some(transform);
        self
    }
    /// The vertices of triangle `index` where the transform has moved them.
    pub fn triangle(&self, index: usize) -> Option<[[f64; 3]; 3]> {
        let Primitives::Triangles(vertices, indices) = &self.primitives else {
            return None;
        };
        let vertex = |corner: usize| {
            let number = 3 * index + corner;
            let number = match indices.as_slice() {
                [] => number,
                indices => *indices.get(number)? as usize,
            };
            let vertex = vertices.get(number)?.map(f64::from);
            Some(apply(self.transform.as_ref().unwrap_or(&IDENTITY), vertex, 1.0))
        };
        Some([vertex(0)?, vertex(1)?, vertex(2)?])
    }
    /// How many primitives it has.
    pub fn count(&self) -> usize {
        match &self.primitives {
            Primitives::Triangles(vertices, indices) if indices.is_empty() => vertices.len() / 3,
            Primitives::Triangles(_, indices) => indices.len() / 3,
            Primitives::Boxes(boxes) => boxes.len(),
        }
    }
}

/// `transform` applied to a point (`w` 1) or a direction (`w` 0).
pub fn apply(transform: &Transform, v: [f64; 3], w: f64) -> [f64; 3] {
    transform.map(|row| {
        let [a, b, c, d] = row.map(f64::from);
        a * v[0] + b * v[1] + c * v[2] + d * w
    })
}

/// An instance of the top level.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Which of the scene's bottom levels it is of.
    pub bottom: usize,
    /// From the bottom level's space to the world's.
    pub transform: Transform,
    /// `InstanceID`, 24 bits.
    pub id: u32,
    /// Instance mask.
    pub mask: u8,
    /// `InstanceContributionToHitGroupIndex`, 24 bits.
    pub hit_group: u32,
    /// [`instance_flag`]s.
    pub flags: u8,
}

impl Instance {
    /// Of bottom level `bottom`, as it is.
    pub fn of(bottom: usize) -> Self {
        Self {
            bottom,
            transform: IDENTITY,
            id: 0,
            mask: 0xff,
            hit_group: 0,
            flags: 0,
        }
    }
    /// Transformed.
    #[must_use]
    pub fn at(mut self, transform: Transform) -> Self {
        self.transform = transform;
        self
    }
    /// With an id.
    #[must_use]
    pub fn id(mut self, id: u32) -> Self {
        self.id = id;
        self
    }
    /// With a mask.
    #[must_use]
    pub fn mask(mut self, mask: u8) -> Self {
        self.mask = mask;
        self
    }
    /// With a contribution to the index of its hit groups.
    #[must_use]
    pub fn hit_group(mut self, hit_group: u32) -> Self {
        self.hit_group = hit_group;
        self
    }
    /// With flags.
    #[must_use]
    pub fn flags(mut self, flags: u8) -> Self {
        self.flags = flags;
        self
    }
}

/// A top-level acceleration structure and what its instances are of.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Bottom levels, as lists of geometries.
    pub bottoms: Vec<Vec<Geometry>>,
    /// Instances of them.
    pub instances: Vec<Instance>,
}

impl Scene {
    /// One bottom level, once.
    pub fn single(geometries: impl Into<Vec<Geometry>>) -> Self {
        Self {
            bottoms: vec![geometries.into()],
            instances: vec![Instance::of(0)],
        }
    }
    /// Of these.
    pub fn new(bottoms: impl Into<Vec<Vec<Geometry>>>, instances: impl Into<Vec<Instance>>) -> Self {
        Self {
            bottoms: bottoms.into(),
            instances: instances.into(),
        }
    }
}
