//! The table of operations in `docs/opcodes.md`: what each becomes, and the execution case that runs it.
//!
//! Numbers, names, classes and shader models are the library's ([`TABLE`]); what an operation becomes is said here, with
//! SPIR-V's words in backticks, of which one at least is in the snapshot of a shader of the case; the case is the one whose
//! shaders have the fewest operations beside the one that it is named for.
//! `BLESS=1 cargo test -p dxil2spirv-tests --test docs opcodes` writes the document.

use crate::case::Source;
use crate::{cases, shaders};
use dxil2spirv::bitcode::module::InstKind;
use dxil2spirv::dxil::call;
use dxil2spirv::dxil::ops::{DxOp, Family, TABLE};
use dxil2spirv::pipeline::Shader;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The operations in a committed shader.
///
/// # Errors
/// When it cannot be read.
pub fn in_shader(name: &str) -> Result<BTreeSet<DxOp>, String> {
    let bytes = shaders::read(name)?;
    let shader = Shader::parse(&bytes).map_err(|error| format!("{name}: {error}"))?;
    let module = shader.module();
    let mut found = BTreeSet::new();
    for body in &module.bodies {
        for inst in &body.insts {
            if let InstKind::Call { callee, args, .. } = inst.kind {
                let args = args.of(&body.operands);
                let op = call::operation(module, body, callee, args);
                found.extend(op.map_err(|error| format!("{name}: {error}"))?);
            }
        }
    }
    Ok(found)
}

/// An execution case, as far as the table needs it.
#[derive(Debug)]
pub struct Ran {
    /// Its name.
    pub name: String,
    /// The committed shaders of its stages.
    pub shaders: Vec<String>,
    /// The operations in them.
    pub operations: BTreeSet<DxOp>,
    /// The words in the snapshots of its shaders that SPIR-V may have names of.
    pub words: BTreeSet<String>,
    /// Whether any device that the tests run on can run it.
    pub anywhere: bool,
}

impl Ran {
    /// Whether its translation has one of the words that say what `op` becomes, if any do.
    pub fn shows(&self, op: DxOp) -> bool {
        let mut words = becomes(op).split('`').skip(1).step_by(2).peekable();
        words.peek().is_none() || words.any(|word| self.words.contains(word))
    }
}

/// The words with capitals in a snapshot.
fn snapshot_words(name: &str) -> BTreeSet<String> {
    let path = shaders::testdata().join(format!("snapshots/{name}.snap"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let words = text
        .split_whitespace()
        .filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
    words.map(str::to_owned).collect()
}

/// All execution cases that run committed shaders.
///
/// # Errors
/// When a shader cannot be read.
pub fn ran() -> Result<Vec<Ran>, String> {
    let mut known: BTreeMap<String, (BTreeSet<DxOp>, BTreeSet<String>)> = BTreeMap::new();
    let mut all = Vec::new();
    // The snapshot of each shader; the first, where only options make any.
    let mut snapshots: BTreeMap<String, String> = BTreeMap::new();
    for job in shaders::jobs() {
        match job.name == job.shader {
            true => {
                snapshots.insert(job.shader, job.name);
            }
            false => {
                snapshots.entry(job.shader).or_insert(job.name);
            }
        }
    }
    for (name, case) in cases::all().into_cases() {
        let case = case();
        if case.refused.is_some() {
            continue;
        }
        let shaders: Vec<String> = (case.sources.into_iter())
            .filter_map(|source| match source {
                Source::Dxil(name) => Some(name),
                Source::Assembly(..) => None,
            })
            .collect();
        let (mut operations, mut words) = (BTreeSet::new(), BTreeSet::new());
        for shader in &shaders {
            if !known.contains_key(shader) {
                let words = snapshots.get(shader).map(|name| snapshot_words(name));
                known.insert(shader.clone(), (in_shader(shader)?, words.unwrap_or_default()));
            }
            operations.extend(&known[shader].0);
            words.extend(known[shader].1.iter().cloned());
        }
        all.push(Ran {
            name,
            shaders,
            operations,
            words,
            anywhere: case.needs.is_empty(),
        });
    }
    Ok(all)
}

/// Why an operation is refused, if it is.
pub fn refused(op: DxOp) -> Option<&'static str> {
    match op.family() {
        Family::NotYet(_) if op.min_shader_model().minor >= 10 => {
            Some("refused: shader model 6.10, a preview")
        }
        Family::NotYet(_) if op.min_shader_model().minor >= 9 => Some("refused: shader model 6.9"),
        Family::NeverMade(_) if op == DxOp::CycleCounterLegacy => Some(
            "refused: the cycle counter of D3D11 bytecode, for which D3D12 has no feature and HLSL no name",
        ),
        Family::NeverMade(_) => Some(
            "refused: registers of D3D11 bytecode, which its converter uses within itself; no compiler leaves them in DXIL",
        ),
        Family::NotYet(_) => Some("refused: not translated yet"),
        _ => None,
    }
}

/// Why no case runs an operation that is translated, if none can.
pub fn without_case(op: DxOp) -> Option<&'static str> {
    match op {
        DxOp::EmitThenCutStream => Some("DXC makes two operations of it, which `geometry/strips` runs"),
        _ => None,
    }
}

/// The text of the document.
pub fn document(cases: &[Ran]) -> String {
    let mut text = "# Operations\n\n\
        Every operation of DXIL by number: the class that its function is named for, what it becomes in SPIR-V, and the \
        execution\ncase that runs it (`cargo test -p dxil2spirv-tests --test execution`). Where one becomes several \
        instructions, the table\nnames the essential ones. `BLESS=1 cargo test -p dxil2spirv-tests --test docs opcodes` \
        writes this file.\n"
        .to_owned();
    let mut model = None;
    for row in TABLE {
        let op = row.op;
        if model != Some(row.min_shader_model) {
            model = Some(row.min_shader_model);
            let (major, minor) = (row.min_shader_model.major, row.min_shader_model.minor);
            let _ = write!(
                text,
                "\n## Shader model {major}.{minor}\n\n| | operation | class | SPIR-V | case |\n|---|---|---|---|---|\n"
            );
        }
        let case = match refused(op) {
            Some(_) => None,
            None => (cases.iter())
                .filter(|case| case.operations.contains(&op))
                .min_by_key(|case| (!case.shows(op), !case.anywhere, case.operations.len())),
        };
        let case = match (case, without_case(op)) {
            (Some(case), _) => format!("`{}`", case.name),
            (None, Some(reason)) => format!("none: {reason}"),
            (None, None) => "–".to_owned(),
        };
        let words = refused(op).unwrap_or_else(|| becomes(op));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {words} | {case} |",
            match op.number() {
                number @ 0x8000_0000.. => format!("{number:#x}"),
                number => number.to_string(),
            },
            op.name(),
            op.class()
        );
    }
    text
}

/// What an operation becomes, with SPIR-V's words in backticks.
#[rustfmt::skip]
fn becomes(op: DxOp) -> &'static str {
    use DxOp as D;
    match op {
        D::TempRegLoad | D::TempRegStore | D::MinPrecXRegLoad | D::MinPrecXRegStore | D::CycleCounterLegacy => "–",

        D::LoadInput => "`OpLoad` of an `Input` variable, or of the vertex's in an array of them",
        D::StoreOutput => "`OpStore` to an `Output` variable",
        D::LoadOutputControlPoint => "`OpLoad` of the control points: outputs in hull shaders, inputs in domain shaders",
        D::LoadPatchConstant => "`OpLoad` of a `Patch` variable",
        D::StorePatchConstant => "`OpStore` to a `Patch` variable",
        D::AttributeAtVertex => "`OpLoad` of a `PerVertexKHR` input",
        D::EvalSnapped => "`InterpolateAtOffset`",
        D::EvalSampleIndex => "`InterpolateAtSample`",
        D::EvalCentroid => "`InterpolateAtCentroid`",

        D::FAbs => "`FAbs`",
        D::Saturate => "`NClamp` to 0 and 1",
        D::IsNaN => "comparisons of its bits, which no assumption on NaN touches: `OpUGreaterThan`",
        D::IsInf => "comparisons of its bits: `OpIEqual`",
        D::IsFinite | D::IsNormal => "comparisons of its bits: `OpULessThan`",
        D::Cos => "`Cos`",
        D::Sin => "`Sin`",
        D::Tan => "`Tan`",
        D::Acos => "`Acos`",
        D::Asin => "`Asin`",
        D::Atan => "`Atan`",
        D::Hcos => "`Cosh`",
        D::Hsin => "`Sinh`",
        D::Htan => "`Tanh`",
        D::Exp => "`Exp2`",
        D::Frc => "`Fract`",
        D::Log => "`Log2`",
        D::Sqrt => "`Sqrt`",
        D::Rsqrt => "`InverseSqrt`",
        D::Round_ne => "`RoundEven`",
        D::Round_ni => "`Floor`",
        D::Round_pi => "`Ceil`",
        D::Round_z => "`Trunc`",
        D::Bfrev => "`OpBitReverse`, of both halves of 64 bits",
        D::Countbits => "`OpBitCount`, of both halves of 64 bits",
        D::FirstbitLo => "`FindILsb`",
        D::FirstbitHi => "`FindUMsb`, counted from the highest bit",
        D::FirstbitSHi => "`FindSMsb`, counted from the highest bit",
        D::FMax => "`NMax`",
        D::FMin => "`NMin`",
        D::IMax => "`SMax`; `SAbs` of a number where the other operand is 0 less it",
        D::IMin => "`SMin`",
        D::UMax => "`UMax`",
        D::UMin => "`UMin`",
        D::IMul => "`OpSMulExtended`; `OpIMul` where the upper half is not used",
        D::UMul => "`OpUMulExtended`; `OpIMul` where the upper half is not used",
        D::UDiv => "`OpUDiv` and `OpUMod`, all ones for a divisor of 0",
        D::UAddc => "`OpIAddCarry`",
        D::USubb => "`OpISubBorrow`",
        D::FMad => "`Fma`; precise ones, and those with a constant, `OpFMul` and `OpFAdd`",
        D::Fma => "`Fma`",
        D::IMad | D::UMad => "`OpIMul` and `OpIAdd`",
        D::Msad => "`OpBitFieldUExtract` of each byte, `OpISub`, `OpSelect`, `OpIAdd`",
        D::Ibfe => "`OpBitFieldSExtract`",
        D::Ubfe => "`OpBitFieldUExtract`",
        D::Bfi => "`OpBitFieldInsert`",
        D::Dot2 | D::Dot3 | D::Dot4 => "`OpFMul` and `Fma`; precise ones, and those with a constant, `OpFMul` and `OpFAdd`",
        D::Dot2AddHalf => "two products as floats (`OpFConvert`, `OpFMul`), their sum, and then the accumulator: `OpFAdd`",
        D::Dot4AddI8Packed => "`OpBitFieldSExtract` of each byte, `OpIMul`, `OpIAdd`",
        D::Dot4AddU8Packed => "`OpBitFieldUExtract` of each byte, `OpIMul`, `OpIAdd`",
        D::Unpack4x8 => "`OpBitFieldSExtract` or `OpBitFieldUExtract` of each byte",
        D::Pack4x8 => "`OpBitFieldInsert` of each byte, behind `SClamp` for the clamping forms",
        D::MakeDouble => "`OpBitcast` of two words",
        D::SplitDouble => "`OpBitcast` to two words",
        D::BitcastI16toF16 | D::BitcastF16toI16 | D::BitcastI32toF32 | D::BitcastF32toI32 | D::BitcastI64toF64
        | D::BitcastF64toI64 => "`OpBitcast`",
        D::LegacyF32ToF16 => "`PackHalf2x16`, a step back where that is away from zero",
        D::LegacyF16ToF32 => "`UnpackHalf2x16`",
        D::LegacyDoubleToFloat => "`OpFConvert`",
        D::LegacyDoubleToSInt32 => "`OpConvertFToS` of the value held within the range",
        D::LegacyDoubleToUInt32 => "`OpConvertFToU` of the value held within the range",

        D::CreateHandle | D::CreateHandleFromBinding | D::CreateHandleForLib =>
            "nothing by itself, or `OpAccessChain` into an array of descriptors",
        D::CreateHandleFromHeap => "`OpAccessChain` into the heap's array of descriptors",
        D::AnnotateHandle => "nothing: it says which kind of resource a handle of a heap is",
        D::CBufferLoad => "`OpLoad` of a scalar of a row",
        D::CBufferLoadLegacy => "`OpLoad` of a row: `OpAccessChain`",
        D::BufferLoad => "`OpImageFetch` or `OpImageRead`; `OpLoad` of words for raw and structured buffers",
        D::BufferStore => "`OpImageWrite`; `OpStore` of words for raw and structured buffers",
        D::RawBufferLoad => "`OpLoad` of words (`OpImageFetch` by policy)",
        D::RawBufferStore => "`OpStore` of words (`OpImageWrite` by policy)",
        D::BufferUpdateCounter => "`OpAtomicIAdd`",
        D::CheckAccessFullyMapped => "`OpImageSparseTexelsResident`; true (`OpConstantTrue`) of buffers that have no residency",
        D::GetDimensions => "`OpImageQuerySizeLod`, `OpImageQuerySize`, `OpImageQueryLevels`, `OpImageQuerySamples` or `OpArrayLength`",
        D::AtomicBinOp => "`OpAtomicIAdd`, `OpAtomicAnd`, `OpAtomicOr`, `OpAtomicXor`, `OpAtomicSMin`, `OpAtomicSMax`, \
            `OpAtomicUMin`, `OpAtomicUMax` or `OpAtomicExchange`",
        D::AtomicCompareExchange => "`OpAtomicCompareExchange`, of a float's bits",
        D::Texture2DMSGetSamplePosition => "`OpLoad` from a table of the standard positions by `OpImageQuerySamples`",
        D::RenderTargetGetSamplePosition => "`OpLoad` from a table of the standard positions",
        D::RenderTargetGetSampleCount => "a specialization constant (`OpSpecConstant`), or an option's value",

        D::Sample => "`OpImageSampleImplicitLod`",
        D::SampleBias => "`OpImageSampleImplicitLod` with a bias",
        D::SampleLevel => "`OpImageSampleExplicitLod`",
        D::SampleGrad => "`OpImageSampleExplicitLod` with gradients",
        D::SampleCmp => "`OpImageSampleDrefImplicitLod`",
        D::SampleCmpBias => "`OpImageSampleDrefImplicitLod` with a bias",
        D::SampleCmpLevelZero | D::SampleCmpLevel => "`OpImageSampleDrefExplicitLod`",
        D::SampleCmpGrad => "`OpImageSampleDrefExplicitLod` with gradients",
        D::TextureLoad => "`OpImageFetch`, of UAVs `OpImageRead`",
        D::TextureStore => "`OpImageWrite`",
        D::TextureStoreSample => "`OpImageWrite` of a sample",
        D::TextureGather => "`OpImageGather`",
        D::TextureGatherCmp => "`OpImageDrefGather`",
        D::TextureGatherRaw => "`OpImageGather` of the first component",
        D::CalculateLOD => "`OpImageQueryLod`",
        D::WriteSamplerFeedback | D::WriteSamplerFeedbackBias =>
            "`OpImageQueryLod` and `OpAtomicOr` on a texel of 64 bits of the map",
        D::WriteSamplerFeedbackLevel => "`OpAtomicOr` on a texel of 64 bits of the map",
        D::WriteSamplerFeedbackGrad => "the level from the gradients (`Log2`), `OpAtomicOr` on a texel of 64 bits of the map",

        D::Barrier | D::BarrierByMemoryType | D::BarrierByMemoryHandle => "`OpControlBarrier` or `OpMemoryBarrier`",
        D::Discard => "`OpDemoteToHelperInvocation`",
        D::DerivCoarseX => "`OpDPdxCoarse`",
        D::DerivCoarseY => "`OpDPdyCoarse`",
        D::DerivFineX => "`OpDPdxFine`",
        D::DerivFineY => "`OpDPdyFine`",
        D::SampleIndex => "`SampleId`",
        D::Coverage => "`SampleMask`",
        D::InnerCoverage => "`FullyCoveredEXT`",
        D::ThreadId => "`GlobalInvocationId`",
        D::GroupId => "`WorkgroupId`",
        D::ThreadIdInGroup => "`LocalInvocationId`",
        D::FlattenedThreadIdInGroup => "`LocalInvocationIndex`",
        D::GSInstanceID | D::OutputControlPointID => "`InvocationId`",
        D::DomainLocation => "`TessCoord`",
        D::PrimitiveID => "`PrimitiveId`",
        D::ViewID => "`ViewIndex`",
        D::StartVertexLocation => "`BaseVertex`",
        D::StartInstanceLocation => "`BaseInstance`",
        D::IsHelperLane => "`OpIsHelperInvocationEXT`",
        D::EmitStream => "`OpEmitVertex`, with several streams `OpEmitStreamVertex`",
        D::CutStream => "`OpEndPrimitive`, with several streams `OpEndStreamPrimitive`",
        D::EmitThenCutStream => "`OpEmitVertex` and `OpEndPrimitive`",

        D::WaveIsFirstLane => "`OpGroupNonUniformElect`; without helper lanes the lowest bit of a ballot",
        D::WaveGetLaneIndex => "`SubgroupLocalInvocationId`",
        D::WaveGetLaneCount => "`SubgroupSize`",
        D::WaveAnyTrue => "`OpGroupNonUniformAny`",
        D::WaveAllTrue => "`OpGroupNonUniformAll`",
        D::WaveActiveAllEqual => "`OpGroupNonUniformAllEqual`",
        D::WaveActiveBallot => "`OpGroupNonUniformBallot`",
        D::WaveReadLaneAt => "`OpGroupNonUniformBroadcast` of a constant lane, `OpGroupNonUniformShuffleXor` of the own with bits turned, `OpGroupNonUniformShuffle` of any other",
        D::WaveReadLaneFirst => "`OpGroupNonUniformBroadcastFirst`; without helper lanes `OpGroupNonUniformShuffle`",
        D::WaveActiveOp => "`OpGroupNonUniformIAdd`, `OpGroupNonUniformFAdd`, `OpGroupNonUniformUMax` and so on",
        D::WaveActiveBit => "`OpGroupNonUniformBitwiseAnd`, `OpGroupNonUniformBitwiseOr`, `OpGroupNonUniformBitwiseXor`",
        D::WavePrefixOp => "`OpGroupNonUniformIAdd`, `OpGroupNonUniformFMul` and so on, `ExclusiveScan`",
        D::WaveAllBitCount => "`OpGroupNonUniformBallotBitCount` `Reduce`",
        D::WavePrefixBitCount => "`OpGroupNonUniformBallotBitCount` `ExclusiveScan`",
        D::WaveMatch => "a loop over the distinct values: `OpGroupNonUniformShuffle` of the first, `OpGroupNonUniformBallot`",
        D::WaveMultiPrefixOp => "a loop with a step for each doubling: `OpGroupNonUniformShuffle` from the lane before",
        D::WaveMultiPrefixBitCount => "`OpGroupNonUniformBallotBitCount` `ExclusiveScan` of the ballot and the mask",
        D::QuadReadLaneAt => "`OpGroupNonUniformQuadBroadcast`, of lanes that are not constant `OpGroupNonUniformShuffle`",
        D::QuadOp => "`OpGroupNonUniformQuadSwap`",
        D::QuadVote => "`OpGroupNonUniformQuadSwap` twice; with quad control `OpGroupNonUniformQuadAnyKHR` and \
            `OpGroupNonUniformQuadAllKHR`",

        D::SetMeshOutputCounts => "`OpSetMeshOutputsEXT`",
        D::EmitIndices => "`OpStore` to the primitives' indices: `PrimitiveTriangleIndicesEXT`, `PrimitiveLineIndicesEXT`",
        D::GetMeshPayload => "the variable of `TaskPayloadWorkgroupEXT`",
        D::StoreVertexOutput => "`OpStore` to an `Output` array",
        D::StorePrimitiveOutput => "`OpStore` to a `PerPrimitiveEXT` array",
        D::DispatchMesh => "`OpEmitMeshTasksEXT`",

        D::DispatchRaysIndex => "`LaunchIdKHR`",
        D::DispatchRaysDimensions => "`LaunchSizeKHR`",
        D::WorldRayOrigin => "`WorldRayOriginKHR`",
        D::WorldRayDirection => "`WorldRayDirectionKHR`",
        D::ObjectRayOrigin => "`ObjectRayOriginKHR`",
        D::ObjectRayDirection => "`ObjectRayDirectionKHR`",
        D::ObjectToWorld => "`ObjectToWorldKHR`",
        D::WorldToObject => "`WorldToObjectKHR`",
        D::RayTMin => "`RayTminKHR`",
        D::RayTCurrent => "`RayTmaxKHR`",
        D::RayFlags => "`IncomingRayFlagsKHR`",
        D::InstanceID => "`InstanceCustomIndexKHR`",
        D::InstanceIndex => "`InstanceId`",
        D::PrimitiveIndex => "`PrimitiveId`",
        D::GeometryIndex => "`RayGeometryIndexKHR`",
        D::HitKind => "`HitKindKHR`",
        D::IgnoreHit => "`OpIgnoreIntersectionKHR`",
        D::AcceptHitAndEndSearch => "`OpTerminateRayKHR`",
        D::TraceRay => "`OpTraceRayKHR`",
        D::ReportHit => "`OpReportIntersectionKHR`",
        D::CallShader => "`OpExecuteCallableKHR`",
        D::AllocateRayQuery | D::AllocateRayQuery2 => "a variable of `OpTypeRayQueryKHR`",
        D::RayQuery_TraceRayInline => "`OpRayQueryInitializeKHR`",
        D::RayQuery_Proceed => "`OpRayQueryProceedKHR`",
        D::RayQuery_Abort => "`OpRayQueryTerminateKHR`",
        D::RayQuery_CommitNonOpaqueTriangleHit => "`OpRayQueryConfirmIntersectionKHR`",
        D::RayQuery_CommitProceduralPrimitiveHit => "`OpRayQueryGenerateIntersectionKHR`",
        D::RayQuery_CommittedStatus | D::RayQuery_CandidateType => "`OpRayQueryGetIntersectionTypeKHR`",
        D::RayQuery_CandidateObjectToWorld3x4 | D::RayQuery_CommittedObjectToWorld3x4 =>
            "`OpRayQueryGetIntersectionObjectToWorldKHR`",
        D::RayQuery_CandidateWorldToObject3x4 | D::RayQuery_CommittedWorldToObject3x4 =>
            "`OpRayQueryGetIntersectionWorldToObjectKHR`",
        D::RayQuery_CandidateProceduralPrimitiveNonOpaque => "`OpRayQueryGetIntersectionCandidateAABBOpaqueKHR`",
        D::RayQuery_CandidateTriangleFrontFace | D::RayQuery_CommittedTriangleFrontFace =>
            "`OpRayQueryGetIntersectionFrontFaceKHR`",
        D::RayQuery_CandidateTriangleBarycentrics | D::RayQuery_CommittedTriangleBarycentrics =>
            "`OpRayQueryGetIntersectionBarycentricsKHR`",
        D::RayQuery_RayFlags => "`OpRayQueryGetRayFlagsKHR`",
        D::RayQuery_WorldRayOrigin => "`OpRayQueryGetWorldRayOriginKHR`",
        D::RayQuery_WorldRayDirection => "`OpRayQueryGetWorldRayDirectionKHR`",
        D::RayQuery_RayTMin => "`OpRayQueryGetRayTMinKHR`",
        D::RayQuery_CandidateTriangleRayT | D::RayQuery_CommittedRayT => "`OpRayQueryGetIntersectionTKHR`",
        D::RayQuery_CandidateInstanceIndex | D::RayQuery_CommittedInstanceIndex =>
            "`OpRayQueryGetIntersectionInstanceIdKHR`",
        D::RayQuery_CandidateInstanceID | D::RayQuery_CommittedInstanceID =>
            "`OpRayQueryGetIntersectionInstanceCustomIndexKHR`",
        D::RayQuery_CandidateGeometryIndex | D::RayQuery_CommittedGeometryIndex =>
            "`OpRayQueryGetIntersectionGeometryIndexKHR`",
        D::RayQuery_CandidatePrimitiveIndex | D::RayQuery_CommittedPrimitiveIndex =>
            "`OpRayQueryGetIntersectionPrimitiveIndexKHR`",
        D::RayQuery_CandidateObjectRayOrigin | D::RayQuery_CommittedObjectRayOrigin =>
            "`OpRayQueryGetIntersectionObjectRayOriginKHR`",
        D::RayQuery_CandidateObjectRayDirection | D::RayQuery_CommittedObjectRayDirection =>
            "`OpRayQueryGetIntersectionObjectRayDirectionKHR`",
        D::RayQuery_CandidateInstanceContributionToHitGroupIndex
        | D::RayQuery_CommittedInstanceContributionToHitGroupIndex =>
            "`OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR`",

        D::RawBufferVectorLoad => "`OpLoad` of words, component by component or of vectors of up to four",
        D::RawBufferVectorStore => "`OpStore` of words",
        D::VectorReduceAnd => "`OpBitwiseAnd` or `OpLogicalAnd`",
        D::VectorReduceOr => "`OpBitwiseOr` or `OpLogicalOr`",
        D::FDot => "`OpFMul` and `Fma`; precise ones, and those with a constant, `OpFMul` and `OpFAdd`",
        D::AllocateNodeOutputRecords => "`OpAtomicIAdd` on the counters of the graph, once for a group or a wave",
        D::GetNodeRecordPtr => "an address: `OpConvertUToPtr`",
        D::IncrementOutputCount => "`OpAtomicIAdd` on the node's counter",
        D::GetInputRecordCount => "`UMin` of what is left and what a group takes",
        D::FinishedCrossGroupSharing => "`OpAtomicIAdd` on the word behind the record, `OpControlBarrier`",
        D::BarrierByNodeRecordHandle => "`OpControlBarrier` or `OpMemoryBarrier`",
        D::CreateNodeOutputHandle => "`OpSpecConstant`",
        D::IndexNodeHandle => "`OpIAdd`",
        D::CreateNodeInputRecordHandle => "an address: from the push constants",
        D::NodeOutputIsValid => "comparisons with the node's specialization constant, the array's size, the recursions left",
        D::GetRemainingRecursionLevels => "`OpLoad` of a push constant",
        D::OutputComplete | D::AnnotateNodeHandle | D::AnnotateNodeRecordHandle => "nothing",
        D::HitObject_TraceRay => "`OpHitObjectTraceRayEXT` or `..NV`; without the extension a ray query, or `OpTraceRayKHR`",
        D::HitObject_FromRayQuery | D::HitObject_FromRayQueryWithAttrs => {
            "`OpHitObjectRecordFromQueryEXT`; without it what `OpRayQueryGetIntersectionTypeKHR` and its kin know, in variables"
        }
        D::HitObject_MakeMiss => "`OpHitObjectRecordMissEXT` or `..NV`; without the extension `OpStore`",
        D::HitObject_MakeNop => "a number that stands for none",
        D::HitObject_Invoke => "`OpHitObjectExecuteShaderEXT` or `..NV`; without the extension `OpTraceRayKHR`",
        D::MaybeReorderThread => "a change of places by hit object or hint, as the extension has it; without one nothing",
        D::HitObject_IsMiss | D::HitObject_IsHit | D::HitObject_IsNop | D::HitObject_RayFlags | D::HitObject_RayTMin
        | D::HitObject_RayTCurrent | D::HitObject_WorldRayOrigin | D::HitObject_WorldRayDirection
        | D::HitObject_ObjectRayOrigin | D::HitObject_ObjectRayDirection | D::HitObject_ObjectToWorld3x4
        | D::HitObject_WorldToObject3x4 | D::HitObject_GeometryIndex | D::HitObject_InstanceIndex
        | D::HitObject_InstanceID | D::HitObject_PrimitiveIndex | D::HitObject_HitKind
        | D::HitObject_ShaderTableIndex => "what the extension has for it, asked of a hit alone; without one `OpLoad` of a variable",
        D::HitObject_SetShaderTableIndex => {
            "an index beside the hit object, which that gets where it counts"
        }
        D::HitObject_LoadLocalRootTableConstant => "`OpLoad` behind `OpHitObjectGetShaderRecordBufferHandleEXT` or `..NV`",
        D::HitObject_Attributes => "`OpHitObjectGetAttributesEXT` or `..NV`; without the extension `OpStore`",
        D::GetGroupWaveIndex => "`SubgroupId`",
        D::GetGroupWaveCount => "`NumSubgroups`",
        D::ClusterID | D::RayQuery_CandidateClusterID | D::RayQuery_CommittedClusterID | D::HitObject_ClusterID =>
            "0xffffffff: structures in Vulkan have no clusters",
        D::ExperimentalNop | D::DebugBreak => "nothing",
        D::IsDebuggingEnabled => "false",
        D::TriangleObjectPosition => "`HitTriangleVertexPositionsKHR`",
        D::HitObject_TriangleObjectPosition | D::RayQuery_CandidateTriangleObjectPosition
        | D::RayQuery_CommittedTriangleObjectPosition => "`OpRayQueryGetIntersectionTriangleVertexPositionsKHR`",
        D::LinAlgFillMatrix | D::LinAlgMatrixAccumulate => "a loop over the thread's share",
        D::LinAlgMatrixLength | D::LinAlgMatrixGetCoordinate => "arithmetic on the number of the lane or thread",
        D::LinAlgMatrixGetElement | D::LinAlgMatrixSetElement => "`OpLoad` or `OpStore`, within the share",
        D::LinAlgMatrixLoadFromDescriptor => "a loop of loads; of a thread's matrix, those where it is multiplied",
        D::LinAlgMatrixStoreToDescriptor => "a loop of stores, of bytes by atomics",
        D::LinAlgMatrixLoadFromMemory | D::LinAlgMatrixStoreToMemory => "the same in groupshared memory",
        D::LinAlgMatrixQueryAccumulatorLayout => "0: that of A",
        D::LinAlgMatrixMultiply | D::LinAlgMatrixMultiplyAccumulate =>
            "loops; `OpGroupNonUniformShuffle` in a wave, groupshared memory and barriers in a group",
        D::LinAlgCopyConvertMatrix => "a loop of conversions; transposed, components go round as for products",
        D::LinAlgMatVecMul | D::LinAlgMatVecMulAdd => "loops over rows and columns",
        D::LinAlgMatrixOuterProduct => "two arrays, multiplied where the product is used",
        D::LinAlgMatrixAccumulateToDescriptor | D::LinAlgVectorAccumulateToDescriptor
        | D::LinAlgMatrixAccumulateToMemory => "atomic additions, or loops of `OpAtomicCompareExchange`",
        D::LinAlgConvert => "arithmetic on each component",
    }
}
