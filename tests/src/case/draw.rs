//! Draws: vertices, targets, fixed-function state, and what is wanted of the pixels.

use super::want::{Bytes, Wants};
use ash::vk;
use std::fmt;

/// A vertex attribute, found by its semantic in the vertex shader's reflection.
#[derive(Clone, Debug)]
pub struct VertexInput {
    /// Semantic name.
    pub semantic: String,
    /// Semantic index.
    pub index: u32,
    /// Format.
    pub format: vk::Format,
    /// Contents, tightly packed.
    pub bytes: Vec<u8>,
    /// Whether it advances by instance.
    pub per_instance: bool,
}

/// What is wanted of a pixel: given x and y, `None` for "anything".
pub type PixelCheck = Box<dyn Fn(u32, u32) -> Option<Wants> + Send>;

/// A render target.
pub struct Target {
    /// Format.
    pub format: vk::Format,
    /// Its clear colour as four words.
    pub clear: [u32; 4],
    /// The checks of its pixels; of a multisampled target, the resolved ones.
    pub checks: Vec<PixelCheck>,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "target {:?} with {} checks", self.format, self.checks.len())
    }
}

/// Depth and stencil attachment and tests.
#[derive(Debug)]
pub struct DepthStencil {
    /// Format.
    pub format: vk::Format,
    /// Clear depth.
    pub depth: f32,
    /// Clear stencil.
    pub stencil: u32,
    /// Depth comparison; the depth is written.
    pub compare: vk::CompareOp,
    /// Stencil comparison; the reference is written where both tests pass. `None` for no stencil test.
    pub stencil_compare: Option<vk::CompareOp>,
    /// Stencil reference.
    pub stencil_reference: u32,
    /// The check of the depth values.
    pub depth_check: Option<Target>,
    /// The check of the stencil values (bytes).
    pub stencil_check: Option<Target>,
}

/// A draw.
#[derive(Debug)]
pub struct Draw {
    /// Width and height of all targets.
    pub size: [u32; 2],
    /// Topology; patches where a hull shader is among the stages.
    pub topology: vk::PrimitiveTopology,
    /// Control points of the patches that go into a hull shader.
    pub control_points: u32,
    /// Groups of the amplification shader, or of the mesh shader without one; the vertices mean nothing then.
    pub groups: [u32; 3],
    /// The records that a mesh node draws, and the first group of each grid that is drawn.
    pub records: Option<(Vec<Vec<u8>>, u32)>,
    /// Vertex attributes.
    pub vertices: Vec<VertexInput>,
    /// Indices, for an indexed draw.
    pub indices: Option<Vec<u32>>,
    /// Number of vertices or indices.
    pub count: u32,
    /// Number of instances.
    pub instances: u32,
    /// First vertex, or the value added to each index.
    pub base_vertex: i32,
    /// First instance.
    pub base_instance: u32,
    /// What is wanted of each stream output buffer, which has just that size.
    pub streams: Vec<Wants>,
    /// Render targets.
    pub targets: Vec<Target>,
    /// Whether the first target is blended: what is drawn times the second source, what is there times the rest.
    pub dual_source: bool,
    /// Whether pixels that are covered in part are drawn, all of their samples.
    pub conservative: bool,
    /// Whether primitives say at which rate they are shaded.
    pub primitive_rates: bool,
    /// The output stream that is rasterized, by its number in the module.
    pub rasterized_stream: u32,
    /// Whether nothing is rasterized.
    pub discarded: bool,
    /// Depth and stencil.
    pub depth_stencil: Option<DepthStencil>,
    /// Samples per pixel.
    pub samples: u32,
    /// Layers of the targets; the checks see layer after layer, below each other.
    pub layers: u32,
    /// The layers that are drawn to at once, by bits: Vulkan's multiview. 0 for none of that.
    pub view_mask: u32,
    /// Culling.
    pub cull: vk::CullModeFlags,
    /// Viewports as x, y, width and height; one over all of the target when empty.
    pub viewports: Vec<[u32; 4]>,
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            size: [16, 16],
            topology: vk::PrimitiveTopology::TRIANGLE_LIST,
            control_points: 3,
            groups: [1, 1, 1],
            records: None,
            vertices: Vec::new(),
            indices: None,
            count: 3,
            instances: 1,
            base_vertex: 0,
            base_instance: 0,
            streams: Vec::new(),
            targets: Vec::new(),
            dual_source: false,
            conservative: false,
            primitive_rates: false,
            rasterized_stream: 0,
            discarded: false,
            depth_stencil: None,
            samples: 1,
            layers: 1,
            view_mask: 0,
            cull: vk::CullModeFlags::NONE,
            viewports: Vec::new(),
        }
    }
}

impl VertexInput {
    /// An attribute; `semantic` with its index, for example `TEXCOORD1`.
    pub fn new(semantic: &str, format: vk::Format, bytes: impl Into<Bytes>) -> Self {
        let name = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
        Self {
            semantic: name.to_owned(),
            index: semantic[name.len()..].parse().unwrap_or(0),
            format,
            bytes: bytes.into().0,
            per_instance: false,
        }
    }
}
