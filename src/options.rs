//! Options of a translation, each declared once.

mod binding;
mod cooperative;
mod tools;
mod workarounds;

pub use binding::{
    AccelerationStructurePolicy, BindingMap, BindingMapEntry, BindingOptions, ConstantBufferPolicy,
    CounterPolicy, HandleShifts, HeapPlace, HeapSizePolicy, OffsetBuffers, Preset, RegisterShifts,
    RootDescriptorPolicy, SidePlace, UntypedBufferPolicy,
};
pub use cooperative::{
    CooperativeMatrices, CooperativeScope, CooperativeShape, CooperativeVectors, GroupMatrices, GroupShape,
    MatrixComponent, VectorCombination,
};
pub use tools::{TaggedData, ToolInformation};
pub use workarounds::{GradientsAsBias, UavBarriers, Workarounds};

use crate::error::{Error, ErrorKind, Result};
use crate::shader::Stage;
use crate::vulkan::{Capture, IoElement};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The Vulkan version that a module is for; it fixes the SPIR-V version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum TargetEnv {
    /// Vulkan 1.1, SPIR-V 1.3.
    #[cfg_attr(feature = "serde", serde(rename = "vulkan1.1"))]
    Vulkan1_1,
    /// Vulkan 1.2, SPIR-V 1.5.
    #[cfg_attr(feature = "serde", serde(rename = "vulkan1.2"))]
    Vulkan1_2,
    /// Vulkan 1.3, SPIR-V 1.6.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "vulkan1.3"))]
    Vulkan1_3,
    /// Vulkan 1.4, SPIR-V 1.6.
    #[cfg_attr(feature = "serde", serde(rename = "vulkan1.4"))]
    Vulkan1_4,
}

impl TargetEnv {
    /// All of them, oldest first.
    pub const ALL: [TargetEnv; 4] = [Self::Vulkan1_1, Self::Vulkan1_2, Self::Vulkan1_3, Self::Vulkan1_4];
    /// Its name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vulkan1_1 => "vulkan1.1",
            Self::Vulkan1_2 => "vulkan1.2",
            Self::Vulkan1_3 => "vulkan1.3",
            Self::Vulkan1_4 => "vulkan1.4",
        }
    }
    /// The SPIR-V version, as in a module's header.
    pub fn spirv_version(self) -> u32 {
        match self {
            Self::Vulkan1_1 => 0x0001_0300,
            Self::Vulkan1_2 => 0x0001_0500,
            Self::Vulkan1_3 | Self::Vulkan1_4 => 0x0001_0600,
        }
    }
}

/// The register space of the buffer that calls of AMD's shader extensions (AGS) go through: 0x7fff0ade, in its public headers.
pub const AGS_SPACE: u32 = 0x7fff_0ade;

/// What becomes of minimum-precision types (`min16float` and the like).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MinPrecision {
    /// 32-bit, with `RelaxedPrecision` on float operations.
    #[default]
    Relaxed,
    /// Native 16-bit arithmetic; storage stays 32-bit.
    Native16,
}

/// How much of what a translation has made is checked before it is handed out. A violation is a mistake of the translator,
/// and an [`Internal`](crate::ErrorKind::Internal) error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Verify {
    /// Nothing.
    Off,
    /// Once, before emission, in one walk: ids, definitions before uses, arguments of edges, numbers of operands and their
    /// types where those take no look at the tables.
    Cheap,
    /// Every rule of the IR, after every pass ([`verify`](crate::verify)).
    Full,
}

impl Verify {
    /// All of them, cheapest first.
    pub const ALL: [Verify; 3] = [Self::Off, Self::Cheap, Self::Full];
    /// Its name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Cheap => "cheap",
            Self::Full => "full",
        }
    }
}

impl Default for Verify {
    /// [`Cheap`](Self::Cheap); [`Full`](Self::Full) in debug builds, and with the feature `verify`, by which the tests have
    /// release builds checked too.
    fn default() -> Self {
        if cfg!(debug_assertions) || cfg!(feature = "verify") {
            Self::Full
        } else {
            Self::Cheap
        }
    }
}

/// What becomes of loops and selections where a device's compiler has the choice: hints, which change no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct BranchHints {
    /// Whether the shader's own hints (`[unroll]`, `[branch]` and the like) go before these.
    pub from_shader: bool,
    /// Loops are unrolled, or are not; the compiler decides without it.
    pub unroll: Option<bool>,
    /// Selections are flattened, or are not; the compiler decides without it.
    pub flatten: Option<bool>,
}

impl Default for BranchHints {
    fn default() -> Self {
        Self {
            from_shader: true,
            unroll: None,
            flatten: None,
        }
    }
}

/// No output stream: D3D12's `D3D12_SO_NO_RASTERIZED_STREAM`.
pub const NO_RASTERIZED_STREAM: u32 = u32::MAX;

/// An output that stream output writes: a declaration of D3D12's `D3D12_STREAM_OUTPUT_DESC` for a row of an element, with
/// the offset that those before it in its slot make.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct StreamOutput {
    /// Semantic name without index, in any case.
    pub semantic: String,
    /// Semantic index.
    #[cfg_attr(feature = "serde", serde(default))]
    pub index: u32,
    /// Output stream of a geometry shader, else 0.
    #[cfg_attr(feature = "serde", serde(default))]
    pub stream: u32,
    /// The first of the components that are written, and how many there are: all without it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub components: Option<[u32; 2]>,
    /// Where it is written.
    pub place: Capture,
}

/// What an index beyond the end of an array does, in memory of the shader's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum OutOfBounds {
    /// Whatever the device does, which Vulkan says nothing of: the program may end. For shaders that are known to stay
    /// inside. Constant indices beyond the end read 0 and write nothing all the same.
    Unchecked,
    /// It accesses an element of the same array. That keeps what D3D12 promises of local and groupshared memory:
    /// undefined values, and undefined contents after a write.
    #[default]
    Clamped,
    /// It reads 0 and writes nothing.
    Zero,
}

/// What indices beyond the end of arrays do, by the kind of memory. An index that is known to be inside costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct ArrayBounds {
    /// Groupshared memory, and payloads of mesh shaders.
    pub groupshared: OutOfBounds,
    /// Local variables, and static ones that the shader writes.
    pub local: OutOfBounds,
    /// Tables of constants, which D3D12 has read 0.
    pub constants: OutOfBounds,
}

impl Default for ArrayBounds {
    fn default() -> Self {
        Self {
            groupshared: OutOfBounds::Clamped,
            local: OutOfBounds::Clamped,
            constants: OutOfBounds::Zero,
        }
    }
}

/// A uniform buffer that the caller fills, of which a shader reads the first 32-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct UniformWord {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
}

/// View instancing: what `SV_ViewID` is, and where the views go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum ViewInstancing {
    /// It is Vulkan's view index.
    #[default]
    ViewIndex,
    /// There is one view, 0.
    Off,
    /// As the `D3D12_VIEW_INSTANCE_LOCATION`s of a pipeline say, of which specialization constants tell. The views
    /// are those of `viewMask`: one for each layer of the render target, chosen by it alone.
    Mapped {
        /// The `SpecId` of a word with the view of each layer, two bits each, the first layer lowest.
        views: u32,
        /// The `SpecId` of a word with the viewport of each view, eight bits each, the first view lowest. Viewports that
        /// the shader chooses count from there. For the last stage before rasterization only.
        viewports: Option<u32>,
        /// Of shaders that choose a layer by themselves, which no view mask can do: what [`PerDraw`](Self::PerDraw) calls
        /// `view`. They are drawn so, once for each view. Without it they are refused.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        chosen_layers: Option<UniformWord>,
    },
    /// The caller draws once for each view, without a view mask.
    PerDraw {
        /// The view in the low 16 bits of a word, its layer in the high 16 bits. Layers that the shader chooses count from
        /// there.
        view: UniformWord,
        /// As those of [`Mapped`](Self::Mapped).
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        viewports: Option<u32>,
        /// Whether the shader is of the last stage before rasterization, which says the layer.
        last: bool,
    },
}

/// Whether a device's treatment of denormals can differ between floats of several widths: Vulkan's
/// `denormBehaviorIndependence`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum DenormIndependence {
    /// Each width has its own.
    #[default]
    All,
    /// 32 bits have their own, 16 and 64 bits have one together.
    Float32Only,
    /// All widths have one.
    None,
}

/// When a module says that threads which part meet again as soon as the shader's text has them meet, as D3D12 promises
/// wave operations. Vulkan promises less otherwise: only where all threads of a wave took part before. Needs
/// `VK_KHR_shader_maximal_reconvergence`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MaximalReconvergence {
    /// Never: for devices that lack it.
    #[default]
    Never,
    /// In pixel shaders whose text counts on it: those with `[WaveOpsIncludeHelperLanes]`, and those that ask whole quads
    /// (`QuadAny`, `QuadAll` of SM 6.7) before they take derivatives.
    WhereAsked,
    /// In all shaders.
    Always,
}

/// What the device has of `VK_KHR_compute_shader_derivatives`: how stages with thread groups take derivatives, implicit
/// levels of detail included, and which of their threads make a quad (SM 6.6).
///
/// Quads are those of D3D12 whichever it is. A value that says less than the device has is right, too, and may be faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ComputeDerivatives {
    /// Nothing: derivatives are computed from the values in the other lanes of the quad (`VK_SUBGROUP_FEATURE_QUAD_BIT`),
    /// samples get them as operands. Levels of detail are computed as for a sampler without bias and without anisotropy.
    None,
    /// `computeDerivativeGroupLinear`: four consecutive threads are a quad. Where D3D12's quads are 2x2 threads, their ids
    /// change places.
    Linear,
    /// `computeDerivativeGroupQuads` as well.
    #[default]
    Quads,
}

/// How the device reorders the threads of ray generation shaders (SM 6.9: `HitObject`, `MaybeReorderThread`).
///
/// Without an extension nothing is reordered, as D3D12 allows. Hit objects are then made of what ray queries and rays
/// find out, as far as that gives the same results: those of `MakeMiss`, `MakeNop` and `FromRayQuery`, those of rays whose
/// flags let no shader run on the way (forced opaque, or not opaque culled, and procedural primitives skipped), and those
/// that are invoked at once; others are refused. NVIDIA's extension cannot make one of a ray query, nor choose another hit
/// group for one, and the shaders that its hit objects run are told no ray flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum InvocationReorder {
    /// It does not.
    #[default]
    None,
    /// `VK_NV_ray_tracing_invocation_reorder`.
    Nv,
    /// `VK_EXT_ray_tracing_invocation_reorder`.
    Ext,
}

/// Which ray queries heed opacity micromaps on a device with `VK_KHR_opacity_micromap`. There none of an entry point does that
/// does not say so (`OpacityMicromapIdKHR`); with `VK_EXT_opacity_micromap` all do, whatever the module says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MicromapQueries {
    /// No entry point says so: the device has not that extension, or what is traced has no micromaps.
    #[default]
    Never,
    /// Entry points say so that have a query which allows them (`RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS`, SM 6.9).
    Allowed,
    /// So do entry points of older shader models that have any query: for applications that brought micromaps to them by an
    /// extension of a vendor.
    Legacy,
}

/// What the device has of `VK_KHR_workgroup_memory_explicit_layout`, by which groupshared memory may be accessed as scalars and
/// as vectors at once (`docs/vectorizer.md`). Shaders that gain nothing by it are as without, and so are all for Vulkan 1.1,
/// since the extension takes SPIR-V 1.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum WorkgroupLayout {
    /// Nothing: each array is one of scalars or one of vectors.
    #[default]
    Implicit,
    /// `workgroupMemoryExplicitLayout`. Shaders with groupshared memory of 16-bit types are as without.
    Words,
    /// `workgroupMemoryExplicitLayout8BitAccess` and `workgroupMemoryExplicitLayout16BitAccess` as well.
    Narrow,
}

/// What is done so that the module is fast, each for itself: to find out which of them a fault comes from. None changes what
/// D3D12 promises of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Optimizations {
    /// What has been computed or loaded already is not computed again, and what the ranges of numbers make superfluous is
    /// left out. From shader model 6.9 on, vectors in a function's own memory become values, branches whose arms compute
    /// little selections, and tests in a row one test. Local arrays that copy a constant buffer are read from there.
    pub common_subexpressions: bool,
    /// Words of raw and structured buffers that lie together are accessed together, as `docs/vectorizer.md` says.
    pub buffer_vectors: bool,
    /// So are those of groupshared memory and of local arrays.
    pub array_vectors: bool,
    /// Whether all local arrays may be, long ones and such as are accessed by component too. Mesa's driver for AMD (25.0) makes
    /// up to a fifth fewer instructions of these; NVIDIA's (580.159) takes up to 1.5 times as long for them as for components.
    pub local_vectors: bool,
}

impl Default for Optimizations {
    /// All of them, but what is for one driver.
    fn default() -> Self {
        Self {
            common_subexpressions: true,
            buffer_vectors: true,
            array_vectors: true,
            local_vectors: false,
        }
    }
}

impl Optimizations {
    /// None of them.
    pub fn none() -> Self {
        Self {
            common_subexpressions: false,
            buffer_vectors: false,
            array_vectors: false,
            local_vectors: false,
        }
    }
}

/// What a module says of the source that the shader was compiled from, where the shader holds it (DXC's `-Zi` with
/// `-Qembed_debug`). It needs [`Shader::parse_with_debug_info`](crate::pipeline::Shader::parse_with_debug_info); the code is
/// the same with it and without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum SourceInformation {
    /// Nothing.
    #[default]
    None,
    /// File, line and column of instructions (`OpLine`).
    Lines,
    /// Files with their text, functions and what was inlined where, types, variables and what they hold
    /// (NonSemantic.Shader.DebugInfo.100), for debuggers.
    Full,
}

impl SourceInformation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::None, Self::Lines, Self::Full];
    /// Its name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Lines => "lines",
            Self::Full => "full",
        }
    }
}

/// Where components of an access to a raw buffer are whose byte offsets, the access's and theirs in it, add up to 2^32 or
/// more. D3D12's text has them out of bounds; its devices differ, and there are shaders that count on one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FarComponents {
    /// Behind the end: they read 0 and are not written.
    #[default]
    Beyond,
    /// Where the low 32 bits of the sum lead.
    Wrapped,
    /// As the device has it, which most compute in 32 bits: the one or the other, without a check.
    Device,
}

/// Where elements of structured buffers, and rows of constant buffers that descriptors give, are whose byte offsets, index times
/// stride, reach 2^32. D3D12's text has them out of bounds; its devices compute offsets in 32 bits, and there are shaders that
/// count on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FarElements {
    /// Behind the end: they read 0 and are not written.
    #[default]
    Beyond,
    /// Where the low 32 bits of the offset lead, on a device that computes byte offsets in 32 bits: each word of an element for
    /// itself. In views that start where no descriptor can, what of an element would lie behind 2^32 bytes is behind the end.
    Device,
}

/// The register of a UAV that calls of a vendor's shader extensions go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ExtensionRegister {
    /// Its number: 7 of `u7`.
    pub register: u32,
    /// Its space.
    #[cfg_attr(feature = "serde", serde(default))]
    pub space: u32,
}

/// Options of a translation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Options {
    /// Target environment.
    pub target_env: TargetEnv,
    /// Minimum-precision types.
    pub min_precision: MinPrecision,
    /// Whether names (`OpName`) are kept.
    pub names: bool,
    /// Sample count of the render targets that the shader draws to: what `GetRenderTargetSampleCount` and
    /// `GetRenderTargetSamplePosition` give, since Vulkan has no query for it. Without this option it is a
    /// specialization constant (see [`SpecConstant`](crate::vulkan::SpecConstant)) of default 1.
    pub sample_count: Option<u32>,
    /// The `SpecId` of that specialization constant.
    pub sample_count_spec_id: u32,
    /// The name of the entry point in the module, where it is not to be the shader's own.
    pub entry_point_name: Option<String>,
    /// What the module says of its source.
    pub source_information: SourceInformation,
    /// Name of a source file, put into the module (`OpSource`), by which tools find the shader again.
    pub source_file: Option<String>,
    /// What the module says of its root signature, for tools.
    pub tool_information: ToolInformation,
    /// Whether all arithmetic is `precise`: nothing is contracted.
    pub force_precise: bool,
    /// Whether the device has `VK_KHR_shader_float_controls2`, a part of Vulkan 1.4 (SPV_KHR_float_controls2). Shaders that let
    /// all of their arithmetic be rearranged (LLVM's `fast`, which DXC sets, of comparisons too, but for `precise` and `-Gis`) say so
    /// then, and that NaN and infinities are kept. Without it they say nothing of floats of 32 bits: the mode that keeps NaN and
    /// infinities keeps a zero's sign too, and nothing is rearranged, which takes some shaders up to 1.4 times as long (NVIDIA
    /// H200, 580.159). What asks for NaN does so by bits then, as such drivers take `x == x` for true. All others keep all three.
    pub float_controls_2: bool,
    /// Whether shaders declare of floats of 32 bits neither that NaN, infinities and a zero's sign are kept nor that denormal ones
    /// are flushed, where a decoration (`NoContraction`) can tell what of their arithmetic may not be rearranged, which it does not
    /// of sums and products with a constant 0 (those drivers take a precise `x * 0` for 0 then). For drivers that
    /// flush these anyway and that keep comparisons, `min` and `max` exact whatever is declared, and what is decorated, but do not
    /// simplify the rest where either is, as Mesa's (25.0): shaders that public renderers have take 0.5 to 1 % fewer instructions
    /// with it, some up to a quarter. NVIDIA's (580.159) would take `x == x` for true, which is left to comparisons here.
    pub fast_floats: bool,
    /// Whether positions are `Invariant`: the same computation in several shaders gives the same bits. D3D12's drivers
    /// do that without being asked, and a depth pass before one that tests for equal depth needs it; Vulkan's may
    /// contract a product and a sum in the one shader and not in the other. It costs them that choice for what a
    /// position is made of, and nothing else.
    pub invariant_position: bool,
    /// When threads that part meet again as soon as the shader's text has them meet.
    pub maximal_reconvergence: MaximalReconvergence,
    /// Whether the device has `VK_KHR_shader_quad_control`. Pixel shaders that ask whole quads (`QuadAny`, `QuadAll` of
    /// SM 6.7) or have `[WaveOpsIncludeHelperLanes]` get quads that have all their lanes.
    pub quad_control: bool,
    /// Whether the device has `VK_KHR_maintenance8`: samples take texel offsets that the shader computes (SM 6.7). Without
    /// it they are added to the coordinates, in texels of the nearest mip level.
    pub sample_offsets: bool,
    /// Whether the device has the feature `rayTraversalPrimitiveCulling`: modules whose rays may skip triangles or
    /// procedural primitives by their flags then say so, as Vulkan wants it.
    pub primitive_culling: bool,
    /// Whether the device has `VK_EXT_opacity_micromap`, or `VK_KHR_opacity_micromap`. Without it no acceleration structure has
    /// any, and shaders that allow them are what they are without.
    pub opacity_micromaps: bool,
    /// Which ray queries heed micromaps, where the device has `VK_KHR_opacity_micromap`.
    pub micromap_queries: MicromapQueries,
    /// Whether the device has `VK_KHR_ray_tracing_position_fetch`. Shaders that ask for the positions of the triangle that a
    /// ray hits (SM 6.10: `TriangleObjectPositions`) are refused without it.
    pub position_fetch: bool,
    /// Whether the device has `VK_EXT_shader_atomic_float` and its feature `shaderImageFloat32AtomicAdd`. Shaders that add to
    /// texels by NVIDIA's shader extensions are refused without it.
    pub image_float_atomics: bool,
    /// What the device has of `VK_KHR_cooperative_matrix`: products of a wave's matrices (SM 6.10) go by those shapes that are
    /// listed, where the group's width is a multiple of the subgroup size. Modules with such products have Vulkan's memory
    /// model (`vulkanMemoryModel`, `vulkanMemoryModelDeviceScope`). Components of bfloat16 and of 8-bit floats are used where
    /// they are listed; products of a thread group's matrices by `VK_NV_cooperative_matrix2` where that is described.
    /// `docs/linear-algebra.md`.
    pub cooperative_matrices: Option<CooperativeMatrices>,
    /// What the device has of `VK_NV_cooperative_vector`: products of a thread's matrices with vectors (SM 6.10) go by those types
    /// that are listed, where the matrix is aligned as Vulkan asks and lies in the buffer as a whole; SPIR-V 1.6. Modules with
    /// such products have Vulkan's memory model. `docs/linear-algebra.md`.
    pub cooperative_vectors: Option<CooperativeVectors>,
    /// The register of the structured buffer that calls of NVIDIA's shader extensions (NVAPI) are written to, which the
    /// application has chosen. The calls become what they ask for, and the buffer is no resource of the module
    /// (`docs/vendor-extensions.md`). Without it the buffer is a buffer like any other.
    pub nvapi: Option<ExtensionRegister>,
    /// Whether compare and exchange on a raw buffer in register space [`AGS_SPACE`] calls AMD's shader extensions (AGS). The
    /// calls become what they ask for, and the buffer is no resource of the module.
    pub ags: bool,
    /// How the device reorders the threads of ray generation shaders.
    pub invocation_reorder: InvocationReorder,
    /// What the device has of derivatives in compute shaders.
    pub compute_derivatives: ComputeDerivatives,
    /// Whether the device has them by the name of `VK_NV_compute_shader_derivatives` alone.
    pub compute_derivatives_nv: bool,
    /// Whether the device has them in mesh and amplification shaders too (`meshAndTaskShaderDerivatives`). By default they
    /// are computed there.
    pub mesh_derivatives: bool,
    /// What indices beyond the end of local, groupshared and constant arrays do.
    pub array_bounds: ArrayBounds,
    /// Whether the device sees to accesses beyond the groupshared memory of a thread group: reads there give some value, writes are
    /// lost. AMD's devices do ("LDS out-of-range" of their instruction sets), NVIDIA's end the program. In compute shaders,
    /// indices that would only be held within groupshared arrays ([`OutOfBounds::Clamped`]) are then left as they are; in stages whose
    /// outputs devices keep in the same memory they are held.
    pub groupshared_checked: bool,
    /// Hints for loops and selections.
    pub branch_hints: BranchHints,
    /// What `WaveGetLaneCount` gives, where it is not to be the device's number of lanes: a power of two up to 128. The
    /// waves stay as they are: only shaders that do no more with the number than the given one allows work with another.
    pub lane_count: Option<u32>,
    /// View instancing.
    pub view_instancing: ViewInstancing,
    /// Where the views that are drawn are masked (`D3D12_VIEW_INSTANCING_FLAG_ENABLE_VIEW_INSTANCE_MASKING`): a word with a
    /// bit for each view, `SetViewInstanceMask`'s. The shader, of the last stage before rasterization, does nothing for the
    /// others.
    pub view_mask: Option<UniformWord>,
    /// Whether the second render target of a pixel shader is the second source of blending of the first.
    pub dual_source_blending: bool,
    /// For each render target, where its components come from: two bits each, red lowest; several may come from one. Missing ones
    /// are as they are.
    pub output_swizzles: Vec<u8>,
    /// The stage behind this one, where the caller knows it. Of a vertex or domain shader: layer, viewport and shading rate
    /// are ordinary outputs to a hull or geometry shader, and values for the rasterizer otherwise. Without it they are
    /// both.
    pub next_stage: Option<Stage>,
    /// Outputs of the stage before, as its reflection lists them: inputs are where those of their semantic are, and what is
    /// the same for a primitive there is so here. A pixel shader behind a mesh shader needs it, since D3D12 links the two by
    /// semantic; other stages are linked by register without it. Empty: inputs are at their registers.
    pub inputs_from: Vec<IoElement>,
    /// Whether no two outputs share a location, as far as there are 32 of them. D3D12 packs outputs by how they are
    /// interpolated in the stage's own words; for a pixel shader behind it that has others, and takes its inputs from these
    /// outputs ([`inputs_from`](Self::inputs_from)), since Vulkan interpolates a location in one way.
    pub separate_outputs: bool,
    /// Outputs that stream output writes. Stages that never are the last before rasterization do not look at them.
    pub stream_outputs: Vec<StreamOutput>,
    /// The output stream of a geometry shader that is rasterized, 0 to 3 or [`NO_RASTERIZED_STREAM`]: `RasterizedStream` of
    /// D3D12's `D3D12_STREAM_OUTPUT_DESC`. Without it, it is the first that has a position.
    pub rasterized_stream: Option<u32>,
    /// Whether a stream other than the first can be rasterized, as the pipeline's
    /// `VkPipelineRasterizationStateStreamCreateInfoEXT` says (`transformFeedbackRasterizationStreamSelect`). Without it the
    /// stream that is rasterized and the first one change numbers in the module, in which the pipeline and queries know them.
    pub stream_select: bool,
    /// Whether the device can keep denormal halves, which D3D12 asks for.
    pub denorm_preserve_16: bool,
    /// Whether it keeps them without being asked, so that no module asks, as NVIDIA's driver (580.159) does: shaders that pack and
    /// take apart halves take up to 1.3 times as long there where it is asked.
    pub half_denormals_kept: bool,
    /// Whether the device can keep denormal doubles, which D3D12 asks for.
    pub denorm_preserve_64: bool,
    /// Whether the device can flush denormal floats of 32 bits (`shaderDenormFlushToZeroFloat32`). D3D12 flushes them
    /// where a shader does not ask for them (`fp32-denorm-mode`, SM 6.2), and so the module declares. NVIDIA's driver
    /// (580.159) flushes although it says that it cannot.
    pub denorm_flush_32: bool,
    /// How far these may differ in one shader. Modes that may not be declared together are not declared.
    pub denorm_independence: DenormIndependence,
    /// Whether `f32tof16` rounds as the device does, in one instruction. D3D12 has it round to zero (functional spec 22.13.2,
    /// 3.2.2), which takes about five; many devices round to nearest, and drivers may take a value that goes there and
    /// back for itself. Mesa's driver for AMD (25.0) packs by instructions that round to zero. Conversions to native halves
    /// (SM 6.2) always are the device's.
    pub native_half_rounding: bool,
    /// Whether the device can be told to round conversions to halves to zero (`shaderRoundingModeRTZFloat16`, with
    /// `shaderFloat16`, and `roundingModeIndependence` of all widths). `f32tof16` is then one conversion, exact as without,
    /// in shaders that do nothing else with halves: none is native, and none is taken apart by `f16tof32`, since drivers may
    /// take a value that goes there and back for itself. Denormal halves have to be kept, too
    /// (`denorm_preserve_16`).
    pub half_rounding_to_zero: bool,
    /// Whether loads from textures ask first whether there is the mip level. One that lacks reads as 0 in D3D12 (functional
    /// spec 22.4.6), and in Vulkan where `robustImageAccess2` is on, which coordinates outside a texture need anyway ("Integer
    /// Texel Coordinate Operations"). This is for devices that lack it, or do not keep to it.
    pub guard_mip_levels: bool,
    /// Whether the device's conversions of `f32` to integers of 32 bits saturate and make 0 of NaN, as D3D12's do (functional
    /// spec 3.2.3.1) and NVIDIA's driver (580.159) and Mesa's for AMD (25.0) do. SPIR-V leaves the result undefined there, and no
    /// property of Vulkan tells. Without it, up to six more instructions see to it, where ranges do not show that nothing needs
    /// to. What was an integer is held either way, as drivers take the conversion there and back for nothing.
    pub saturating_conversions: bool,
    /// Whether the device checks each component of a vector by itself against the end of a storage buffer, as D3D12 does with
    /// raw buffers. Vulkan's `robustBufferAccess2` promises it of whole accesses only. Without it an access to a vector of a raw
    /// buffer asks whether the buffer ends in it (`end_tests`), or is component by component.
    pub per_component_robustness: bool,
    /// Whether an access to a vector of a raw buffer asks if the buffer ends within that vector, which is accessed component by
    /// component then. Without it, `per_component_robustness` and `raw_access_chains` raw buffers are accessed component by
    /// component everywhere, and so they are with it in modules of vectors of 64 components and more, whose code may become
    /// loops, and in modules of more than 32 such accesses. With `raw_access_chains` the question is asked either way.
    pub end_tests: bool,
    /// Whether an access to a vector at the address of a root descriptor asks if the address is a multiple of the vector's size,
    /// which no rule of D3D12 makes it in raw buffers, and is one to a whole vector then. Devices that take vectors at multiples
    /// of a word at once do as well without; NVIDIA's driver (580.159) takes them apart, and 2.7 times as long.
    pub address_tests: bool,
    /// Where components of raw buffers are that start 2^32 bytes or more behind the start of the view.
    pub far_components: FarComponents,
    /// Where elements of structured buffers are that start 2^32 bytes or more behind the start of the view.
    pub far_elements: FarElements,
    /// Whether UAVs of different registers, those of descriptor heaps aside, are known to be no views of the same resource: a buffer
    /// that is only read is constant then, while another is written. D3D12 does not promise it; other translators take it for so,
    /// as does the compatible C interface. Drivers load what is constant earlier and by other ways: histograms of a radix sort
    /// take 0.88 of the time (NVIDIA H200, 580.159).
    pub distinct_uavs: bool,
    /// Whether the device has `VK_NV_raw_access_chains`, by which accesses to vectors may say that bounds are those of their
    /// components, as D3D12's raw buffers have them.
    pub raw_access_chains: bool,
    /// Whether the device has `scalarBlockLayout`: vectors of three words may lie together.
    pub scalar_block_layout: bool,
    /// Whether groupshared memory may have an explicit layout.
    pub workgroup_layout: WorkgroupLayout,
    /// What is done so that the module is fast.
    pub optimizations: Optimizations,
    /// What is done for shaders and devices that do not keep to the rules.
    pub workarounds: Workarounds,
    /// How much of the result is checked.
    pub verify: Verify,
    /// How resources are bound.
    pub binding: BindingOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            target_env: TargetEnv::default(),
            min_precision: MinPrecision::default(),
            names: true,
            sample_count: None,
            sample_count_spec_id: crate::vulkan::SAMPLE_COUNT_SPEC_ID,
            entry_point_name: None,
            source_information: SourceInformation::None,
            source_file: None,
            tool_information: ToolInformation::default(),
            force_precise: false,
            float_controls_2: false,
            fast_floats: false,
            invariant_position: true,
            maximal_reconvergence: MaximalReconvergence::default(),
            quad_control: false,
            sample_offsets: false,
            primitive_culling: true,
            opacity_micromaps: false,
            micromap_queries: MicromapQueries::default(),
            position_fetch: false,
            image_float_atomics: false,
            cooperative_matrices: None,
            cooperative_vectors: None,
            nvapi: None,
            ags: false,
            invocation_reorder: InvocationReorder::default(),
            compute_derivatives: ComputeDerivatives::default(),
            compute_derivatives_nv: false,
            mesh_derivatives: false,
            array_bounds: ArrayBounds::default(),
            groupshared_checked: false,
            branch_hints: BranchHints::default(),
            lane_count: None,
            view_instancing: ViewInstancing::default(),
            view_mask: None,
            dual_source_blending: false,
            output_swizzles: Vec::new(),
            next_stage: None,
            inputs_from: Vec::new(),
            separate_outputs: false,
            stream_outputs: Vec::new(),
            rasterized_stream: None,
            stream_select: true,
            denorm_preserve_16: true,
            half_denormals_kept: false,
            denorm_preserve_64: true,
            denorm_flush_32: true,
            denorm_independence: DenormIndependence::default(),
            native_half_rounding: false,
            guard_mip_levels: false,
            half_rounding_to_zero: false,
            saturating_conversions: false,
            address_tests: true,
            per_component_robustness: false,
            end_tests: true,
            far_components: FarComponents::default(),
            far_elements: FarElements::default(),
            distinct_uavs: false,
            raw_access_chains: false,
            scalar_block_layout: false,
            workgroup_layout: WorkgroupLayout::default(),
            optimizations: Optimizations::default(),
            workarounds: Workarounds::default(),
            verify: Verify::default(),
            binding: BindingOptions::default(),
        }
    }
}

/// The most samples of a render target, in Vulkan.
const MOST_SAMPLES: u32 = 64;
/// The most lanes of a wave, in D3D12 and in Vulkan.
const MOST_LANES: u32 = 128;

impl Options {
    /// Whether accesses to vectors of raw buffers heed the bounds of components, by themselves or with what the translation adds,
    /// which is nothing to modules with `long` vectors.
    pub(crate) fn heeds_components(&self, long: bool) -> bool {
        self.per_component_robustness || self.raw_access_chains || self.end_tests && !long
    }

    /// Whether values make sense that no shader has to be known for.
    ///
    /// # Errors
    /// `InvalidOptions` for one that does not.
    pub fn check(&self) -> Result<()> {
        if let Some(count) = self.sample_count
            && (!count.is_power_of_two() || count > MOST_SAMPLES)
        {
            let message =
                format!("{count} samples: render targets have 1, 2, 4 and so on up to {MOST_SAMPLES}");
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        if let Some(stream) = self.rasterized_stream
            && stream >= 4
            && stream != NO_RASTERIZED_STREAM
        {
            let message = format!("output stream {stream}: there are four");
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        let is_nowhere = |output: &&IoElement| {
            output.location.is_some_and(|first| {
                first.checked_add(output.rows).is_none() || output.component.saturating_add(output.cols) > 4
            })
        };
        if let Some(output) = self.inputs_from.iter().find(is_nowhere) {
            let message = format!(
                "inputs_from: {}{} has no place of four components",
                output.semantic, output.index
            );
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        if let Some(device) = &self.cooperative_matrices {
            device.check()?;
        }
        if let Some(device) = &self.cooperative_vectors {
            device.check()?;
        }
        self.tool_information.check()?;
        match self.lane_count {
            Some(lanes) if !lanes.is_power_of_two() || lanes > MOST_LANES => {
                let message = format!("{lanes} lanes: no wave has so many");
                Err(Error::new(ErrorKind::InvalidOptions, message))
            }
            _ => Ok(()),
        }
    }
}
