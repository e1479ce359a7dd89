//! What a device has of matrices that a wave or a group has together (`VK_KHR_cooperative_matrix`), and of products of matrices
//! with vectors of a thread (`VK_NV_cooperative_vector`).

use crate::error::{Error, ErrorKind, Result};
use crate::shader::Stage;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A component: Vulkan's `VkComponentTypeKHR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum MatrixComponent {
    F16,
    F32,
    F64,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
    /// `VK_COMPONENT_TYPE_BFLOAT16_KHR`: asks for `VK_KHR_shader_bfloat16` with `shaderBFloat16Type` and
    /// `shaderBFloat16CooperativeMatrix`.
    Bf16,
    /// `VK_COMPONENT_TYPE_FLOAT8_E4M3_EXT`: asks for `VK_EXT_shader_float8` with `shaderFloat8` and
    /// `shaderFloat8CooperativeMatrix`.
    E4M3,
    /// `VK_COMPONENT_TYPE_FLOAT8_E5M2_EXT`, likewise.
    E5M2,
    /// `VK_COMPONENT_TYPE_SINT8_PACKED_NV`: four in a word. Only what a vector's components are seen as.
    S8Packed,
    /// `VK_COMPONENT_TYPE_UINT8_PACKED_NV`, likewise.
    U8Packed,
}

/// Who has a matrix together: Vulkan's `VkScopeKHR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum CooperativeScope {
    Device,
    Workgroup,
    #[default]
    Subgroup,
    QueueFamily,
}

/// A product that the device makes: Vulkan's `VkCooperativeMatrixPropertiesKHR`. A is `m` by `k`, B `k` by `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[allow(missing_docs)]
pub struct CooperativeShape {
    pub m: u32,
    pub n: u32,
    pub k: u32,
    /// Components of A.
    pub a: MatrixComponent,
    /// Components of B.
    pub b: MatrixComponent,
    /// Components of what the product is added to.
    pub c: MatrixComponent,
    /// Components of the result.
    pub result: MatrixComponent,
    /// Whether integers saturate instead of wrapping around.
    #[cfg_attr(feature = "serde", serde(default))]
    pub saturating: bool,
    /// Who has the matrices.
    #[cfg_attr(feature = "serde", serde(default))]
    pub scope: CooperativeScope,
}

impl CooperativeShape {
    /// Of `m` by `n` by `k`, as most devices list them: A and B have components `of`, C and the result `sum`; for subgroups,
    /// without saturation.
    pub fn new([m, n, k]: [u32; 3], of: MatrixComponent, sum: MatrixComponent) -> Self {
        Self {
            m,
            n,
            k,
            a: of,
            b: of,
            c: sum,
            result: sum,
            saturating: false,
            scope: CooperativeScope::Subgroup,
        }
    }
}

/// What a device has of cooperative matrices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CooperativeMatrices {
    /// Lanes of every subgroup of the pipelines that modules are for: the device's size, where it has one, or the size that
    /// the pipeline asks for. A shader's own `[WaveSize]` must be this one for its products to be the device's.
    pub subgroup_size: u32,
    /// The products, as `vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR` lists them.
    pub shapes: Vec<CooperativeShape>,
    /// Whether loads of matrices read 0 beyond a buffer's end, and stores leave that out, as other accesses do: Vulkan's features
    /// `cooperativeMatrixRobustBufferAccess` and `robustBufferAccess2` are on. Shaders ask for less then before the device accesses a
    /// matrix in a buffer by itself.
    #[cfg_attr(feature = "serde", serde(default))]
    pub robust: bool,
    /// What the device has of matrices of thread groups (`VK_NV_cooperative_matrix2`).
    #[cfg_attr(feature = "serde", serde(default))]
    pub groups: Option<GroupMatrices>,
}

/// A product of matrices of a thread group that the device makes: Vulkan's `VkCooperativeMatrixFlexibleDimensionsPropertiesNV`.
/// Sizes are multiples of `m`, `n` and `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[allow(missing_docs)]
pub struct GroupShape {
    pub m: u32,
    pub n: u32,
    pub k: u32,
    /// Components of A.
    pub a: MatrixComponent,
    /// Components of B.
    pub b: MatrixComponent,
    /// Components of what the product is added to.
    pub c: MatrixComponent,
    /// Components of the result.
    pub result: MatrixComponent,
    /// Whether integers saturate instead of wrapping around.
    #[cfg_attr(feature = "serde", serde(default))]
    pub saturating: bool,
    /// Threads of the groups that it is for: `workgroupInvocations`. Entries for subgroups have 0, and are for none.
    pub threads: u32,
}

impl GroupShape {
    /// What `shape` is for subgroups, for groups of so many threads.
    pub fn new(shape: CooperativeShape, threads: u32) -> Self {
        let CooperativeShape {
            m,
            n,
            k,
            a,
            b,
            c,
            result,
            saturating,
            scope: _,
        } = shape;
        Self {
            m,
            n,
            k,
            a,
            b,
            c,
            result,
            saturating,
            threads,
        }
    }

    /// The same of a subgroup.
    pub(crate) fn shape(&self) -> CooperativeShape {
        let Self {
            m,
            n,
            k,
            a,
            b,
            c,
            result,
            saturating,
            ..
        } = *self;
        CooperativeShape {
            m,
            n,
            k,
            a,
            b,
            c,
            result,
            saturating,
            scope: CooperativeScope::Subgroup,
        }
    }
}

/// What a device has of matrices of thread groups.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct GroupMatrices {
    /// `cooperativeMatrixFlexibleDimensionsMaxDimension`
    pub max_dimension: u32,
    /// Bytes of groupshared memory that shaders with such matrices may have: `maxComputeSharedMemorySize` less
    /// `cooperativeMatrixWorkgroupScopeReservedSharedMemory`.
    pub shared_memory: u32,
    /// The products, as `vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV` lists them.
    pub shapes: Vec<GroupShape>,
}

/// Types that the device multiplies a matrix and a vector of: Vulkan's `VkCooperativeVectorPropertiesNV`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct VectorCombination {
    /// Components of the vector.
    pub input: MatrixComponent,
    /// What these are seen as.
    pub input_interpretation: MatrixComponent,
    /// Components of the matrix.
    pub matrix: MatrixComponent,
    /// Components of a vector in memory that is added.
    pub bias: MatrixComponent,
    /// Components of the result.
    pub result: MatrixComponent,
    /// Whether matrices in layouts of the device's own may be transposed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub transpose: bool,
}

impl VectorCombination {
    /// Of these types, in the order of the members; without layouts that may be transposed.
    pub fn new([input, input_interpretation, matrix, bias, result]: [MatrixComponent; 5]) -> Self {
        Self {
            input,
            input_interpretation,
            matrix,
            bias,
            result,
            transpose: false,
        }
    }
}

/// What a device has of cooperative vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CooperativeVectors {
    /// Stages that may use them: `cooperativeVectorSupportedStages`.
    pub stages: Vec<Stage>,
    /// `maxCooperativeVectorComponents`
    pub max_components: u32,
    /// The types, as `vkGetPhysicalDeviceCooperativeVectorPropertiesNV` lists them.
    pub combinations: Vec<VectorCombination>,
}

impl CooperativeVectors {
    /// Whether there can be such a device.
    pub(super) fn check(&self) -> Result<()> {
        match self.max_components {
            0 => Err(Error::new(
                ErrorKind::InvalidOptions,
                "cooperative vectors of no components: `max_components` is 1 or more",
            )),
            _ => Ok(()),
        }
    }
}

/// Lanes that waves of D3D12 have at least and at most.
const WAVE_SIZES: std::ops::RangeInclusive<u32> = 4..=128;
/// Rows and columns of a matrix at most.
const MOST_ROWS: u32 = 1024;

impl CooperativeMatrices {
    /// Whether there can be such a device.
    pub(super) fn check(&self) -> Result<()> {
        let wrong = |message: String| Err(Error::new(ErrorKind::InvalidOptions, message));
        let size = self.subgroup_size;
        if !size.is_power_of_two() || !WAVE_SIZES.contains(&size) {
            return wrong(format!(
                "subgroups of {size} lanes: waves have 4, 8 and so on up to 128"
            ));
        }
        let of_groups = self.groups.iter().flat_map(|groups| &groups.shapes);
        let of_groups = of_groups.map(GroupShape::shape);
        for shape in self.shapes.iter().copied().chain(of_groups) {
            let CooperativeShape { m, n, k, .. } = shape;
            if ![m, n, k].iter().all(|size| (1..=MOST_ROWS).contains(size)) {
                return wrong(format!(
                    "a matrix product of {m} by {n} by {k}: sizes are 1 to {MOST_ROWS}"
                ));
            }
        }
        Ok(())
    }
}
