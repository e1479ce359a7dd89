//! The builder: a case is a few chained calls.

use super::draw::{DepthStencil, Draw, PixelCheck, Target, VertexInput};
use super::graph::Graph;
use super::heap::HeapInfo;
use super::register::Register;
use super::resource::{Buffer, Resource, Sampler, Texture};
use super::scene::Scene;
use super::tracing::Tracing;
use super::want::{Bytes, Wants};
use ash::vk;
use dxil2spirv::options::{
    CooperativeMatrices, CooperativeShape, CooperativeVectors, GroupMatrices, GroupShape, MatrixComponent,
    Options, StreamOutput, VectorCombination,
};
use dxil2spirv::reflection::{BindingRole, Capture, DescriptorType, Reflection, SpecConstantKind};
use dxil2spirv::shader::Stage;
use dxil2spirv_capi::testing::{Layer, Setting};
use std::collections::BTreeMap;

/// Descriptors in each heap, unless the case says otherwise.
pub const HEAP_SIZE: u32 = 1024;

/// Where a stage's code comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A committed shader by name: `topic/name` or `topic/name.variant`; of a library, `topic/name@Entry`.
    Dxil(String),
    /// Ready SPIR-V as text, with the reflection that a translation would have.
    Assembly(String, Box<Reflection>),
}

/// The root signature of a case.
#[derive(Clone, Debug, Default)]
pub enum Signature {
    /// The shader's own, if it has one.
    #[default]
    Embedded,
    /// None, even if the shader has one.
    Ignored,
    /// A file beside the shaders, a container with an `RTS0` part or the part's raw bytes.
    File(String),
    /// The shader's own, or one that is made for it: all but constant buffers in tables.
    Fitting,
    /// As HLSL writes it.
    Text(String),
    /// One with tables for all resources of the shaders, which have none of their own.
    Tables,
    /// The same with root descriptors for all that they can hold.
    RootDescriptors,
}

/// What a case needs of the device that lavapipe lacks. Without it the case is translated and validated, and says that it
/// was not run; its name says what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// `VK_KHR_shader_quad_control`.
    QuadControl,
    /// `VK_EXT_shader_image_atomic_int64`: atomics on texels of 64 bits, which sampler feedback is made of too.
    ImageAtomics64,
    /// `VK_EXT_shader_atomic_float`: additions to texels.
    ImageFloatAdd,
    /// Texels of floats that are words at the same time, in a view of another format. (Lavapipe does nothing to them.)
    FloatsAsWords,
    /// `VK_KHR_maintenance8`: offsets of samples that the shader computes.
    SampleOffsets,
    /// `VK_KHR_shader_clock`: of the device and of subgroups.
    Clocks,
    /// `VK_NV_raw_access_chains`.
    RawAccessChains,
    /// `VK_KHR_shader_float_controls2`.
    FloatControls2,
    /// NaN in comparisons and minima, whatever a shader declares: Mesa's drivers. (NVIDIA's takes `x == x` for true.)
    FastFloats,
    /// `VK_KHR_workgroup_memory_explicit_layout`, with members of 8 and 16 bits. (Without it, lavapipe runs views as elements.)
    WorkgroupLayout,
    /// Conversions to halves that round to zero where a shader says so: `shaderRoundingModeRTZFloat16`.
    HalfRounding,
    /// Halves that are packed rounding to zero whatever a shader says. (SPIR-V promises nothing; Mesa's driver for AMD does.)
    HalvesToZero,
    /// Conversions of floats to integers that saturate. (SPIR-V promises nothing; NVIDIA's driver does, and Mesa's for AMD.)
    SaturatingConversions,
    /// Storage buffers whose end is found by each component of a vector. (NVIDIA's driver asks of the whole.)
    ComponentBounds,
    /// Derivatives in mesh and amplification shaders: `meshAndTaskShaderDerivatives`. (NVIDIA's driver has none.)
    MeshDerivatives,
    /// Helper lanes that run in loops and branches like any other. (Lavapipe's are switched off in both.)
    HelperLanes,
    /// `VK_KHR_fragment_shader_barycentric`.
    Barycentrics,
    /// `VK_EXT_conservative_rasterization`, with pixels that know whether they are covered to their corners.
    FullyCovered,
    /// `VK_EXT_fragment_shader_interlock`, by pixels and by samples.
    Interlock,
    /// `VK_KHR_fragment_shading_rate`: rates of primitives.
    PrimitiveRates,
    /// The same of those that mesh shaders make.
    MeshRates,
    /// Output streams other than the first that are rasterized: `transformFeedbackRasterizationStreamSelect`.
    StreamSelect,
    /// `VK_EXT_opacity_micromap`.
    Micromaps,
    /// `VK_KHR_opacity_micromap`. (The harness switches it on nowhere yet: its bindings are older.)
    MicromapsKhr,
    /// `VK_KHR_cooperative_matrix` with subgroups of 32 lanes, Vulkan's memory model, and the shapes that
    /// [`cooperative_matrices`](super::cooperative_matrices) lists.
    CooperativeMatrices,
    /// The same, and `cooperativeMatrixRobustBufferAccess`.
    RobustMatrices,
    /// The same, and `VK_KHR_shader_bfloat16`: [`bfloat16_matrices`](super::bfloat16_matrices).
    BFloat16Matrices,
    /// The same, and `VK_EXT_shader_float8`: [`float8_matrices`](super::float8_matrices).
    Float8Matrices,
    /// The same, and matrices of groups by `VK_NV_cooperative_matrix2`: [`group_matrices`](super::group_matrices).
    GroupMatrices,
    /// `VK_NV_cooperative_vector` in compute and pixel shaders, and the types that
    /// [`cooperative_vectors`](super::cooperative_vectors) lists.
    CooperativeVectors,
    /// `VK_KHR_ray_tracing_position_fetch`.
    PositionFetch,
    /// The same of structures with several geometries. (Lavapipe has the positions of the first.)
    PositionsByGeometry,
    /// `VK_NV_ray_tracing_invocation_reorder`.
    ReorderNv,
    /// `VK_EXT_ray_tracing_invocation_reorder`. (The harness switches it on nowhere yet: its bindings are older.)
    ReorderExt,
}

/// What is done with the shaders.
#[derive(Debug)]
pub enum Work {
    /// A dispatch of so many groups.
    Dispatch([u32; 3]),
    /// A draw.
    Draw(Box<Draw>),
    /// Rays.
    Rays(Box<Tracing>),
    /// A work graph.
    Graph(Box<Graph>),
}

/// A check of a stage's reflection.
pub type ReflectionCheck = fn(&Reflection) -> Result<(), String>;

/// Contents wanted after the work.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// Of a buffer or a texture, in the order that its data has.
    Contents(Register, Wants),
    /// Of a UAV counter.
    Counter(Register, u32),
    /// Of a buffer beside the resources.
    Side(BindingRole, Wants),
}

/// An execution case. See the [module](super).
#[derive(Debug)]
pub struct Case {
    /// The stages.
    pub sources: Vec<Source>,
    /// The root signature.
    pub signature: Signature,
    /// Options of the translation.
    pub options: Options,
    /// For shaders that go through the C interface that layers link with, with the same bindings: what the layer says
    /// in addition.
    pub by_c: Option<Layer>,
    /// Resources by register.
    pub resources: BTreeMap<Register, Resource>,
    /// Root constants by register.
    pub constants: BTreeMap<Register, Vec<u8>>,
    /// Addresses in root constants: whose, behind how many bytes, and of what.
    pub address_constants: Vec<(Register, usize, Register)>,
    /// Descriptors of the resource heap and of the sampler heap.
    pub heap_size: [u32; 2],
    /// Contents of buffers beside the resources, where they are not what the harness makes of the resources.
    pub sides: BTreeMap<BindingRole, Vec<u8>>,
    /// What descriptor QA is told of a resource, where it is not the truth.
    pub heap_info: BTreeMap<Register, HeapInfo>,
    /// Type of the null descriptors in a binding of mutable type; the first resource's if not given.
    pub null_type: Option<DescriptorType>,
    /// Values of specialization constants, where they are not what the case gives otherwise.
    pub spec_constants: Vec<(SpecConstantKind, u32)>,
    /// Of a case whose shaders cannot be translated: part of the message.
    pub refused: Option<String>,
    /// Whether all stages are linked by semantic. A pixel shader behind a mesh shader is without this.
    pub linked: bool,
    /// What the device has to have.
    pub needs: Vec<Need>,
    /// What is wanted of the reflection of each stage.
    pub reflected: Option<ReflectionCheck>,
    /// Dispatch or draw.
    pub work: Work,
    /// Expectations.
    pub expectations: Vec<Expectation>,
}

/// A draw with the committed shaders of these stages, in order, otherwise as [`draw`]'s.
pub fn pipeline(stages: &[&str]) -> Case {
    let sources = stages
        .iter()
        .map(|name| Source::Dxil((*name).to_owned()))
        .collect();
    Case::new(sources, Work::Draw(Box::default()))
}

/// The products of matrices that cases ask a device for.
pub fn cooperative_matrices() -> CooperativeMatrices {
    use MatrixComponent::{F16, F32, S8, S32, U8, U32};
    let shape = |k, of, sum| CooperativeShape::new([16, 16, k], of, sum);
    CooperativeMatrices {
        subgroup_size: 32,
        robust: false,
        groups: None,
        shapes: vec![shape(16, F16, F32), shape(32, S8, S32), shape(32, U8, U32)],
    }
}

/// The same with components of bfloat16.
pub fn bfloat16_matrices() -> CooperativeMatrices {
    use MatrixComponent::{Bf16, F32};
    CooperativeMatrices {
        subgroup_size: 32,
        robust: false,
        groups: None,
        shapes: vec![CooperativeShape::new([16, 16, 16], Bf16, F32)],
    }
}

/// The same with components of 8-bit floats, of both kinds.
pub fn float8_matrices() -> CooperativeMatrices {
    use MatrixComponent::{E4M3, E5M2, F32};
    let of = |a, b| CooperativeShape {
        b,
        ..CooperativeShape::new([16, 16, 32], a, F32)
    };
    CooperativeMatrices {
        subgroup_size: 32,
        robust: false,
        groups: None,
        shapes: vec![of(E4M3, E4M3), of(E4M3, E5M2)],
    }
}

/// The same of thread groups.
pub fn group_matrices() -> CooperativeMatrices {
    use MatrixComponent::{F16, F32, S8, S32};
    let shape = |sizes, [of, sum]: [MatrixComponent; 2], threads| {
        GroupShape::new(CooperativeShape::new(sizes, of, sum), threads)
    };
    CooperativeMatrices {
        subgroup_size: 32,
        robust: false,
        groups: Some(GroupMatrices {
            max_dimension: 64,
            shared_memory: 24 << 10,
            shapes: vec![
                shape([16, 16, 16], [F16, F32], 64),
                shape([32, 16, 32], [S8, S32], 128),
            ],
        }),
        shapes: Vec::new(),
    }
}

/// The types of products with vectors that cases ask a device for, which NVIDIA's driver lists.
pub fn cooperative_vectors() -> CooperativeVectors {
    use MatrixComponent::{F16, S8, S8Packed, S32, U8, U8Packed, U32};
    CooperativeVectors {
        stages: vec![Stage::Compute, Stage::Pixel],
        max_components: 128,
        combinations: vec![
            VectorCombination::new([F16; 5]),
            VectorCombination::new([U32, S8Packed, S8, S32, S32]),
            VectorCombination::new([U32, U8Packed, U8, S32, S32]),
        ],
    }
}

/// So many bytes of words of 0xdeadbeef.
pub fn untouched(size: usize) -> Vec<u8> {
    let fill = 0xdead_beefu32.to_le_bytes();
    fill.iter().copied().cycle().take(size).collect()
}

/// A compute case of the committed shader `name`, one group unless told otherwise.
pub fn compute(name: &str) -> Case {
    Case::new(vec![Source::Dxil(name.to_owned())], Work::Dispatch([1, 1, 1]))
}

/// A draw with two committed shaders, three vertices to a 16 x 16 target unless told otherwise.
pub fn draw(vertex: &str, pixel: &str) -> Case {
    let sources = [vertex, pixel].map(|name| Source::Dxil(name.to_owned())).to_vec();
    Case::new(sources, Work::Draw(Box::default()))
}

impl Case {
    /// A case with nothing bound.
    pub fn new(sources: Vec<Source>, work: Work) -> Self {
        Self {
            sources,
            signature: Signature::default(),
            options: Options::default(),
            by_c: None,
            resources: BTreeMap::new(),
            constants: BTreeMap::new(),
            address_constants: Vec::new(),
            heap_size: [HEAP_SIZE; 2],
            sides: BTreeMap::new(),
            heap_info: BTreeMap::new(),
            null_type: None,
            spec_constants: Vec::new(),
            refused: None,
            linked: false,
            needs: Vec::new(),
            reflected: None,
            work,
            expectations: Vec::new(),
        }
    }

    /// Binds `resource`.
    ///
    /// # Panics
    /// When the register is taken.
    #[must_use]
    pub fn bind(mut self, register: &str, resource: Resource) -> Self {
        let taken = self.resources.insert(register.into(), resource);
        assert!(taken.is_none(), "{register} is bound twice");
        self
    }
    /// Binds a raw, structured or constant buffer.
    #[must_use]
    pub fn raw(self, register: &str, bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into().0;
        self.bind(
            register,
            Resource::Buffer(Buffer {
                bytes,
                ..Buffer::default()
            }),
        )
    }
    /// Binds another view of the buffer of `of`.
    #[must_use]
    pub fn view_of(self, register: &str, of: &str) -> Self {
        self.bind(
            register,
            Resource::Buffer(Buffer {
                view_of: Some(of.into()),
                ..Buffer::default()
            }),
        )
    }
    /// Binds a constant buffer.
    #[must_use]
    pub fn cbuffer(self, register: &str, bytes: impl Into<Bytes>) -> Self {
        self.raw(register, bytes)
    }
    /// Binds a typed buffer.
    #[must_use]
    pub fn typed(self, register: &str, format: vk::Format, bytes: impl Into<Bytes>) -> Self {
        let (bytes, format) = (bytes.into().0, Some(format));
        self.bind(
            register,
            Resource::Buffer(Buffer {
                bytes,
                format,
                ..Buffer::default()
            }),
        )
    }
    /// Binds a structured buffer with a counter.
    #[must_use]
    pub fn counted(self, register: &str, bytes: impl Into<Bytes>, counter: u32) -> Self {
        let (bytes, counter) = (bytes.into().0, Some(counter));
        self.bind(
            register,
            Resource::Buffer(Buffer {
                bytes,
                counter,
                ..Buffer::default()
            }),
        )
    }
    /// Binds a texture.
    #[must_use]
    pub fn texture(self, register: &str, texture: Texture) -> Self {
        self.bind(register, Resource::Texture(texture))
    }
    /// Binds an acceleration structure.
    #[must_use]
    pub fn scene(self, register: &str, scene: Scene) -> Self {
        self.bind(register, Resource::Scene(scene))
    }
    /// Binds a sampler.
    #[must_use]
    pub fn sampler(self, register: &str, sampler: Sampler) -> Self {
        self.bind(register, Resource::Sampler(sampler))
    }
    /// Binds a null descriptor.
    #[must_use]
    pub fn null(self, register: &str) -> Self {
        self.bind(register, Resource::Null)
    }
    /// Sets root constants.
    #[must_use]
    pub fn constants(mut self, register: &str, bytes: impl Into<Bytes>) -> Self {
        self.constants.insert(register.into(), bytes.into().0);
        self
    }
    /// Puts the address of a buffer that the case binds into root constants, behind so many bytes.
    #[must_use]
    pub fn address_constant(mut self, register: &str, at: usize, of: &str) -> Self {
        self.address_constants.push((register.into(), at, of.into()));
        self
    }
    /// Binds a buffer of just the size of `wants`, words of 0xdeadbeef before the work, and expects `wants` after it.
    #[must_use]
    pub fn output(self, register: &str, wants: impl Into<Wants>) -> Self {
        let wants = wants.into();
        self.raw(register, untouched(wants.size()))
            .expect(register, wants)
    }
    /// Binds a typed buffer of just the size of `wants`, zeroed before the work, and expects `wants` after it.
    #[must_use]
    pub fn typed_output(self, register: &str, format: vk::Format, wants: impl Into<Wants>) -> Self {
        let wants = wants.into();
        let bytes = vec![0u8; wants.size()];
        self.typed(register, format, bytes).expect(register, wants)
    }
    /// Expects contents of a bound buffer or texture after the work.
    #[must_use]
    pub fn expect(mut self, register: &str, wants: impl Into<Wants>) -> Self {
        self.expectations
            .push(Expectation::Contents(register.into(), wants.into()));
        self
    }
    /// Expects the value of a UAV counter after the work.
    #[must_use]
    pub fn expect_counter(mut self, register: &str, value: u32) -> Self {
        self.expectations
            .push(Expectation::Counter(register.into(), value));
        self
    }
    /// Starts the view of the buffer that is bound already so many bytes behind an aligned address.
    ///
    /// # Panics
    /// When no buffer is bound there.
    #[must_use]
    pub fn at_offset(mut self, register: &str, bytes: u32) -> Self {
        match self.resources.get_mut(&register.into()) {
            Some(Resource::Buffer(buffer)) => buffer.offset = bytes,
            other => panic!("{register} is {other:?}: no buffer to place"),
        }
        self
    }
    /// Sets the number of descriptors in the resource heap and in the sampler heap, [`HEAP_SIZE`] without this. The
    /// arrays have room for more, so that a forgotten check shows what the case binds behind the heap's end.
    #[must_use]
    pub fn heap_size(mut self, resources: u32, samplers: u32) -> Self {
        self.heap_size = [resources, samplers];
        self
    }
    /// Gives a buffer beside the resources these contents, instead of those that belong to the resources.
    #[must_use]
    pub fn side(mut self, role: BindingRole, bytes: impl Into<Bytes>) -> Self {
        self.sides.insert(role, bytes.into().0);
        self
    }
    /// Expects contents of a buffer beside the resources after the work.
    #[must_use]
    pub fn expect_side(mut self, role: BindingRole, wants: impl Into<Wants>) -> Self {
        self.expectations.push(Expectation::Side(role, wants.into()));
        self
    }
    /// Tells descriptor QA something else of a resource than what is true.
    #[must_use]
    pub fn heap_info(mut self, register: &str, set: impl FnOnce(&mut HeapInfo)) -> Self {
        set(self.heap_info.entry(register.into()).or_default());
        self
    }
    /// Sets the type of the null descriptors in a binding of mutable type: theirs has to be that of accesses, too.
    #[must_use]
    pub fn null_type(mut self, descriptor_type: DescriptorType) -> Self {
        self.null_type = Some(descriptor_type);
        self
    }
    /// Sets a specialization constant. The sizes of the heaps and the sample count are set without it.
    #[must_use]
    pub fn spec_constant(mut self, kind: SpecConstantKind, value: u32) -> Self {
        self.spec_constants.push((kind, value));
        self
    }
    /// Goes through the C interface that layers link with, and changes what the layer says there.
    #[must_use]
    pub fn layer(mut self, set: impl FnOnce(&mut Layer)) -> Self {
        set(self.by_c.get_or_insert_default());
        self
    }
    /// Goes through the C interface with an option set.
    #[must_use]
    pub fn setting(self, setting: Setting) -> Self {
        self.layer(|layer| layer.settings.push(setting))
    }
    /// Dispatches so many groups.
    #[must_use]
    pub fn groups(mut self, x: u32, y: u32, z: u32) -> Self {
        self.work = Work::Dispatch([x, y, z]);
        self
    }
    /// Ignores the shader's own root signature.
    #[must_use]
    pub fn no_root_signature(mut self) -> Self {
        self.signature = Signature::Ignored;
        self
    }
    /// Uses a root signature that is made for the shader, if it has none.
    #[must_use]
    pub fn fitting_root_signature(mut self) -> Self {
        self.signature = Signature::Fitting;
        self
    }
    /// Uses the root signature in a file under `testdata/shaders`.
    #[must_use]
    pub fn root_signature(mut self, file: &str) -> Self {
        self.signature = Signature::File(file.to_owned());
        self
    }
    /// Uses a root signature as HLSL writes it.
    #[must_use]
    pub fn root_signature_text(mut self, text: &str) -> Self {
        self.signature = Signature::Text(text.to_owned());
        self
    }
    /// Puts all resources into tables, whatever the shader's own root signature says.
    #[must_use]
    pub fn tables(mut self) -> Self {
        self.signature = Signature::Tables;
        self
    }
    /// Makes root descriptors of all resources that they can hold, and puts the others into tables.
    #[must_use]
    pub fn root_descriptors(mut self) -> Self {
        self.signature = Signature::RootDescriptors;
        self
    }
    /// Whether any of its shaders is kept as it is compiled at shader model 6.9.
    pub fn is_kept_at_6_9(&self) -> bool {
        let kept =
            |source: &Source| matches!(source, Source::Dxil(name) if crate::shaders::at_6_9(name).is_some());
        self.sources.iter().any(kept)
    }
    /// Whether it expects a report, which has the hash of its shader.
    pub fn tells_the_hash(&self) -> bool {
        let report = |expectation: &Expectation| {
            let Expectation::Side(role, _) = expectation else {
                return false;
            };
            matches!(
                role,
                BindingRole::DescriptorQaReport | BindingRole::InstrumentationPayload
            )
        };
        self.expectations.iter().any(report)
    }
    /// Takes the shaders as they are compiled at shader model 6.9, where they are kept so.
    #[must_use]
    pub fn at_6_9(mut self) -> Self {
        for source in &mut self.sources {
            if let Source::Dxil(name) = source
                && let Some(other) = crate::shaders::at_6_9(name)
            {
                *name = other;
            }
        }
        self
    }
    /// Expects that the translation is refused with a message that contains `text`.
    #[must_use]
    pub fn refused(mut self, text: &str) -> Self {
        self.refused = Some(text.to_owned());
        self
    }
    /// Links all stages by semantic.
    #[must_use]
    pub fn linked(mut self) -> Self {
        self.linked = true;
        self
    }
    /// Runs on devices alone that have `need`.
    #[must_use]
    pub fn needs(mut self, need: Need) -> Self {
        self.needs.push(need);
        self
    }
    /// Checks the reflection of each stage.
    #[must_use]
    pub fn reflected(mut self, check: ReflectionCheck) -> Self {
        self.reflected = Some(check);
        self
    }
    /// Sets options of the translation.
    #[must_use]
    pub fn options(mut self, set: impl FnOnce(&mut Options)) -> Self {
        set(&mut self.options);
        self
    }

    /// Changes the draw.
    ///
    /// # Panics
    /// When the case is no draw.
    #[must_use]
    pub fn with_draw(mut self, change: impl FnOnce(&mut Draw)) -> Self {
        match &mut self.work {
            Work::Draw(draw) => change(draw),
            other => panic!("{other:?} has no draw state"),
        }
        self
    }
    /// Sets the size of the targets.
    #[must_use]
    pub fn size(self, width: u32, height: u32) -> Self {
        self.with_draw(|draw| draw.size = [width, height])
    }
    /// Draws so many vertices (or indices).
    #[must_use]
    pub fn vertex_count(self, count: u32) -> Self {
        self.with_draw(|draw| draw.count = count)
    }
    /// Draws so many instances.
    #[must_use]
    pub fn instances(self, instances: u32) -> Self {
        self.with_draw(|draw| draw.instances = instances)
    }
    /// Adds a vertex attribute; `semantic` with its index.
    #[must_use]
    pub fn vertices(self, semantic: &str, format: vk::Format, bytes: impl Into<Bytes>) -> Self {
        self.with_draw(|draw| draw.vertices.push(VertexInput::new(semantic, format, bytes)))
    }
    /// Adds an attribute that advances by instance.
    #[must_use]
    pub fn instance_data(self, semantic: &str, format: vk::Format, bytes: impl Into<Bytes>) -> Self {
        self.with_draw(|draw| {
            let mut input = VertexInput::new(semantic, format, bytes);
            input.per_instance = true;
            draw.vertices.push(input);
        })
    }
    /// Draws with these indices, all of them.
    #[must_use]
    pub fn indices(self, indices: &[u32]) -> Self {
        self.with_draw(|draw| {
            draw.count = indices.len() as u32;
            draw.indices = Some(indices.to_vec());
        })
    }
    /// Adds a render target, cleared to zero.
    #[must_use]
    pub fn target(self, format: vk::Format) -> Self {
        self.with_draw(|draw| {
            draw.targets.push(Target {
                format,
                clear: [0; 4],
                checks: Vec::new(),
            });
        })
    }
    /// Sets the clear colour of the latest target: floats, or integers as their bits.
    #[must_use]
    pub fn clear(self, color: [f32; 4]) -> Self {
        self.with_draw(|draw| {
            if let Some(target) = draw.targets.last_mut() {
                target.clear = color.map(f32::to_bits);
            }
        })
    }
    /// Expects every pixel of the latest target to hold what `wanted` says.
    #[must_use]
    pub fn pixels<W: Into<Wants>>(self, wanted: impl Fn(u32, u32) -> W + Send + 'static) -> Self {
        self.check(Box::new(move |x, y| Some(wanted(x, y).into())))
    }
    /// Expects pixels of the latest target to hold what `wanted` says, where it says something.
    #[must_use]
    pub fn some_pixels<W: Into<Wants>>(
        self,
        wanted: impl Fn(u32, u32) -> Option<W> + Send + 'static,
    ) -> Self {
        self.check(Box::new(move |x, y| wanted(x, y).map(Into::into)))
    }
    /// Expects one pixel of the latest target to hold `wants`.
    #[must_use]
    pub fn pixel(self, x: u32, y: u32, wants: impl Into<Wants>) -> Self {
        let wants = wants.into();
        self.check(Box::new(move |px, py| {
            (px == x && py == y).then(|| wants.clone())
        }))
    }
    fn check(self, check: PixelCheck) -> Self {
        self.with_draw(|draw| {
            if let Some(target) = draw.targets.last_mut() {
                target.checks.push(check);
            }
        })
    }
    /// Has stream output write a semantic (with its index) of the vertices to a buffer, from a byte of each vertex on.
    #[must_use]
    pub fn streamed(self, semantic: &str, buffer: u32, offset: u32, stride: u32) -> Self {
        self.streamed_from(0, semantic, buffer, offset, stride)
    }
    /// The same of an output stream of a geometry shader.
    #[must_use]
    pub fn streamed_from(self, stream: u32, semantic: &str, buffer: u32, offset: u32, stride: u32) -> Self {
        self.streamed_part(stream, semantic, None, [buffer, offset, stride])
    }
    /// The same of some components of the semantic, first and number; place is buffer, offset and stride.
    #[must_use]
    pub fn streamed_part(
        self,
        stream: u32,
        semantic: &str,
        components: Option<[u32; 2]>,
        [buffer, offset, stride]: [u32; 3],
    ) -> Self {
        let name = semantic.trim_end_matches(|c: char| c.is_ascii_digit());
        let entry = StreamOutput {
            semantic: name.to_owned(),
            index: semantic[name.len()..].parse().unwrap_or(0),
            stream,
            components,
            place: Capture {
                buffer,
                stride,
                offset,
            },
        };
        self.options(|options| options.stream_outputs.push(entry))
    }
    /// Adds a stream output buffer of just the size of `wants`, words of 0xdeadbeef before the work, and expects `wants`
    /// after it.
    #[must_use]
    pub fn stream(self, wants: impl Into<Wants>) -> Self {
        let wants = wants.into();
        self.with_draw(|draw| draw.streams.push(wants))
    }
    /// Blends the first target: what is drawn times the second source, what is there times the rest.
    #[must_use]
    pub fn dual_source_blending(self) -> Self {
        self.with_draw(|draw| draw.dual_source = true)
    }
    /// Has pixels drawn that are covered in part, as conservative rasterization does.
    #[must_use]
    pub fn conservative(self) -> Self {
        self.with_draw(|draw| draw.conservative = true)
    }
    /// Draws with the shading rates of primitives.
    #[must_use]
    pub fn primitive_rates(self) -> Self {
        self.with_draw(|draw| draw.primitive_rates = true)
    }
    /// Draws to so many samples.
    #[must_use]
    pub fn samples(self, samples: u32) -> Self {
        self.with_draw(|draw| draw.samples = samples)
    }
    /// Adds a depth buffer with a comparison, cleared to `clear`.
    #[must_use]
    pub fn depth(self, format: vk::Format, clear: f32, compare: vk::CompareOp) -> Self {
        self.with_draw(|draw| {
            draw.depth_stencil = Some(DepthStencil {
                format,
                depth: clear,
                stencil: 0,
                compare,
                stencil_compare: None,
                stencil_reference: 0,
                depth_check: None,
                stencil_check: None,
            });
        })
    }
    fn with_depth(self, change: impl FnOnce(&mut DepthStencil)) -> Self {
        self.with_draw(|draw| {
            if let Some(depth) = &mut draw.depth_stencil {
                change(depth);
            }
        })
    }
    /// Adds a stencil test to the depth buffer; the reference is written where it passes.
    #[must_use]
    pub fn stencil(self, clear: u32, compare: vk::CompareOp, reference: u32) -> Self {
        self.with_depth(|depth| {
            depth.stencil = clear;
            depth.stencil_compare = Some(compare);
            depth.stencil_reference = reference;
        })
    }
    /// Expects depth values (32-bit floats or 16-bit words, by the format).
    #[must_use]
    pub fn depths<W: Into<Wants>>(self, wanted: impl Fn(u32, u32) -> W + Send + 'static) -> Self {
        self.with_depth(|depth| {
            let checks: Vec<PixelCheck> = vec![Box::new(move |x, y| Some(wanted(x, y).into()))];
            depth.depth_check = Some(Target {
                format: depth.format,
                clear: [0; 4],
                checks,
            });
        })
    }
    /// Expects stencil values.
    #[must_use]
    pub fn stencils(self, wanted: impl Fn(u32, u32) -> u8 + Send + 'static) -> Self {
        self.with_depth(|depth| {
            let checks: Vec<PixelCheck> = vec![Box::new(move |x, y| Some([wanted(x, y)].into()))];
            depth.stencil_check = Some(Target {
                format: depth.format,
                clear: [0; 4],
                checks,
            });
        })
    }
}
