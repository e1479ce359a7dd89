//! Names of what a module declares, as the SPIR-V specification spells them.
//!
//! Of each number that has several names, the one listed here is the one that the reflection gives.

use ::spirv::{Capability, ExecutionMode};
use std::borrow::Cow;

macro_rules! names {
    ($value:ident, $ty:ident: $($name:ident)*) => {
        match $value {
            $($ty::$name => Cow::Borrowed(stringify!($name)),)*
            other => Cow::Owned(format!("{}({})", stringify!($ty), other as u32)),
        }
    };
}

/// The name of a capability; of one that the translator never declares, its number.
pub fn capability(capability: Capability) -> Cow<'static, str> {
    names!(capability, Capability:
        RayQueryKHR
        RayQueryPositionFetchKHR
        AtomicFloat32AddEXT
        BFloat16CooperativeMatrixKHR
        BFloat16TypeKHR
        ClipDistance
        ComputeDerivativeGroupLinearKHR
        ComputeDerivativeGroupQuadsKHR
        CooperativeMatrixKHR
        CooperativeVectorNV
        CullDistance
        DemoteToHelperInvocation
        DenormFlushToZero
        DenormPreserve
        DerivativeControl
        DeviceGroup
        DrawParameters
        Float16
        Float64
        Float8CooperativeMatrixEXT
        Float8EXT
        FloatControls2
        FragmentBarycentricKHR
        FragmentFullyCoveredEXT
        FragmentShaderPixelInterlockEXT
        FragmentShaderSampleInterlockEXT
        FragmentShadingRateKHR
        Geometry
        GeometryPointSize
        GeometryStreams
        GroupNonUniform
        GroupNonUniformArithmetic
        GroupNonUniformBallot
        GroupNonUniformQuad
        GroupNonUniformShuffle
        GroupNonUniformVote
        Image1D
        ImageBuffer
        ImageCubeArray
        ImageGatherExtended
        ImageMSArray
        ImageQuery
        InputAttachment
        Int16
        Int64
        Int64Atomics
        Int64ImageEXT
        Int8
        InterpolationFunction
        MeshShadingEXT
        RawAccessChainsNV
        ShaderClockKHR
        MinLod
        MultiView
        MultiViewport
        PhysicalStorageBufferAddresses
        QuadControlKHR
        RayTracingKHR
        RayTracingOpacityMicromapEXT
        RayTracingPositionFetchKHR
        RayTraversalPrimitiveCullingKHR
        RoundingModeRTE
        RoundingModeRTZ
        RuntimeDescriptorArray
        SampleMaskPostDepthCoverage
        SampleRateShading
        Sampled1D
        SampledBuffer
        SampledCubeArray
        SampledImageArrayDynamicIndexing
        SampledImageArrayNonUniformIndexing
        Shader
        ShaderInvocationReorderEXT
        ShaderInvocationReorderNV
        ShaderLayer
        ShaderNonUniform
        ShaderViewportIndex
        ShaderViewportIndexLayerEXT
        SignedZeroInfNanPreserve
        SparseResidency
        StencilExportEXT
        StorageBuffer16BitAccess
        StorageBuffer8BitAccess
        StorageBufferArrayDynamicIndexing
        StorageBufferArrayNonUniformIndexing
        StorageImageArrayDynamicIndexing
        StorageImageArrayNonUniformIndexing
        StorageImageExtendedFormats
        StorageImageMultisample
        StorageImageReadWithoutFormat
        StorageImageWriteWithoutFormat
        StorageInputOutput16
        StoragePushConstant16
        StoragePushConstant8
        StorageTexelBufferArrayDynamicIndexing
        StorageTexelBufferArrayNonUniformIndexing
        Tessellation
        TessellationPointSize
        TransformFeedback
        UniformAndStorageBuffer16BitAccess
        UniformAndStorageBuffer8BitAccess
        UniformBufferArrayDynamicIndexing
        UniformBufferArrayNonUniformIndexing
        UniformTexelBufferArrayDynamicIndexing
        UniformTexelBufferArrayNonUniformIndexing
        VariablePointers
        VariablePointersStorageBuffer
        VulkanMemoryModel
        VulkanMemoryModelDeviceScope
        WorkgroupMemoryExplicitLayoutKHR
        WorkgroupMemoryExplicitLayout8BitAccessKHR
        WorkgroupMemoryExplicitLayout16BitAccessKHR
    )
}

/// The name of an execution mode; of one that the translator never declares, its number.
pub fn execution_mode(mode: ExecutionMode) -> Cow<'static, str> {
    names!(mode, ExecutionMode:
        InputLines
        InputLinesAdjacency
        InputPoints
        InputTrianglesAdjacency
        Invocations
        Isolines
        OutputLineStrip
        OutputLinesEXT
        OutputPoints
        OutputPrimitivesEXT
        OutputTriangleStrip
        OutputTrianglesEXT
        OutputVertices
        PointMode
        Quads
        SpacingEqual
        SpacingFractionalEven
        SpacingFractionalOdd
        Triangles
        VertexOrderCcw
        VertexOrderCw
        DenormFlushToZero
        DenormPreserve
        DepthGreater
        DepthLess
        DepthReplacing
        DerivativeGroupLinearKHR
        DerivativeGroupQuadsKHR
        EarlyFragmentTests
        FPFastMathDefault
        LocalSize
        MaximallyReconvergesKHR
        OriginUpperLeft
        PixelInterlockOrderedEXT
        PixelInterlockUnorderedEXT
        PostDepthCoverage
        QuadDerivativesKHR
        RequireFullQuadsKHR
        RoundingModeRTE
        RoundingModeRTZ
        SampleInterlockOrderedEXT
        SampleInterlockUnorderedEXT
        SignedZeroInfNanPreserve
        StencilRefReplacingEXT
        SubgroupUniformControlFlowKHR
        Xfb
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn source(folder: &Path, out: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                source(&path, out);
            } else {
                out.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    /// What the source names after `prefix`.
    fn named<'t>(source: &'t str, prefix: &str) -> Vec<&'t str> {
        let rest = source.split(prefix).skip(1);
        rest.filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next())
            .collect()
    }

    #[test]
    fn all_that_the_source_names_is_listed() {
        let mut text = String::new();
        source(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
        let mut seen = 0;
        for name in named(&text, "Capability::")
            .into_iter()
            .chain(named(&text, " C::"))
        {
            if let Ok(value) = name.parse::<Capability>() {
                assert!(!capability(value).contains('('), "{name}");
                seen += 1;
            }
        }
        for name in named(&text, "ExecutionMode::") {
            if let Ok(value) = name.parse::<ExecutionMode>() {
                assert!(!execution_mode(value).contains('('), "{name}");
                seen += 1;
            }
        }
        assert!(seen > 100);
    }
}
