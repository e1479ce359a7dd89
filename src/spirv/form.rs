//! The table of how each operation is emitted.

use crate::ir::Op;
use ::spirv::{Capability, GlslStd450Op as Glsl, Op as Spv};

/// How an operation is emitted.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// As one core instruction with the same operands.
    Core(Spv),
    /// Likewise, of floats.
    Float(Spv),
    /// As the first on integers, as the second on `i1`.
    Logic(Spv, Spv),
    /// As an instruction of GLSL.std.450 with the same operands.
    Ext(Glsl),
    /// Likewise, of floats.
    ExtFloat(Glsl),
    /// A change of width or representation, which 16-bit types allow without their arithmetic.
    Convert(Spv),
    /// As a core instruction that needs a capability.
    Needs(Spv, Capability),
    /// As a subgroup instruction: scope first.
    Wave(Spv, Capability),
    /// As a subgroup instruction with a group operation.
    WaveGroup(Spv, Capability),
    /// By code in a family's file.
    Arithmetic,
    Memory,
    Atomic(Spv),
    Barrier(Spv),
    Image,
    Matrix,
    Ray,
    Special,
    /// Not in a lowered module.
    D3d12,
}

/// The table: a row per operation, in the order of [`Op`].
#[inline]
pub(super) fn form(op: Op) -> Form {
    use Form::*;
    match op {
        Op::Param => Special,

        // D3D12
        Op::Handle
        | Op::HeapHandle
        | Op::CbvLoadRow
        | Op::CbvLoad
        | Op::BufferLoad
        | Op::BufferStore
        | Op::RawLoad
        | Op::RawStore
        | Op::ResourceAtomic
        | Op::ResourceFAdd
        | Op::ResourceCmpXchg
        | Op::CounterUpdate
        | Op::GetDimensions
        | Op::MatrixIsThere
        | Op::MultiplyVector
        | Op::LoadBufferMatrix
        | Op::StoreBufferMatrix
        | Op::ResourceAddress
        | Op::HeapIndex
        | Op::HeapSize
        | Op::Sample
        | Op::SampleBias
        | Op::SampleLevel
        | Op::SampleGrad
        | Op::SampleCmp
        | Op::SampleCmpLevelZero
        | Op::SampleCmpLevel
        | Op::SampleCmpGrad
        | Op::SampleCmpBias
        | Op::Gather
        | Op::GatherCmp
        | Op::GatherRaw
        | Op::TextureLoad
        | Op::TextureStore
        | Op::CalculateLod
        | Op::WriteFeedback
        | Op::WriteFeedbackBias
        | Op::WriteFeedbackLevel
        | Op::WriteFeedbackGrad
        | Op::SamplePosition
        | Op::RenderTargetSamplePosition
        | Op::RenderTargetSampleCount
        | Op::LoadInput
        | Op::StoreOutput
        | Op::LoadOutput
        | Op::LoadPatchConstant
        | Op::StorePatchConstant
        | Op::WaitControlPoints
        | Op::StorePrimitive
        | Op::EmitIndices
        | Op::DispatchMesh
        | Op::EvalSnapped
        | Op::EvalSampleIndex
        | Op::EvalCentroid
        | Op::AttributeAtVertex
        | Op::SystemValue
        | Op::WaveLeftOut
        | Op::WaveReadFirst
        | Op::WaveIsFirst
        | Op::WaveMatch
        | Op::WaveMultiPrefix
        | Op::QuadRead
        | Op::QuadVote
        | Op::AccelerationStructure
        | Op::TraceRay
        | Op::CallShader
        | Op::ReportHit
        | Op::NodeRecord
        | Op::NodeRecordCount
        | Op::NodeOutput
        | Op::NodeAllocate
        | Op::NodeIncrement
        | Op::NodeIsValid
        | Op::NodeFinished
        | Op::NodeRecursion
        | Op::DxBarrier => D3d12,

        // Integers
        Op::IAdd => Core(Spv::IAdd),
        Op::ISub => Core(Spv::ISub),
        Op::IMul => Core(Spv::IMul),
        Op::UDiv => Core(Spv::UDiv),
        Op::SDiv => Core(Spv::SDiv),
        Op::UMod => Core(Spv::UMod),
        Op::SRem => Core(Spv::SRem),
        Op::INeg => Core(Spv::SNegate),
        Op::SAbs => Ext(Glsl::SAbs),
        Op::Shl => Core(Spv::ShiftLeftLogical),
        Op::LShr => Core(Spv::ShiftRightLogical),
        Op::AShr => Core(Spv::ShiftRightArithmetic),
        Op::And => Logic(Spv::BitwiseAnd, Spv::LogicalAnd),
        Op::Or => Logic(Spv::BitwiseOr, Spv::LogicalOr),
        Op::Xor => Logic(Spv::BitwiseXor, Spv::LogicalNotEqual),
        Op::Not => Logic(Spv::Not, Spv::LogicalNot),
        Op::SMin => Ext(Glsl::SMin),
        Op::SMax => Ext(Glsl::SMax),
        Op::UMin => Ext(Glsl::UMin),
        Op::UMax => Ext(Glsl::UMax),
        Op::UMulExtended => Core(Spv::UMulExtended),
        Op::SMulExtended => Core(Spv::SMulExtended),
        Op::IAddCarry => Core(Spv::IAddCarry),
        Op::ISubBorrow => Core(Spv::ISubBorrow),
        Op::BitReverse => Core(Spv::BitReverse),
        Op::BitCount => Core(Spv::BitCount),
        Op::FindILsb => Ext(Glsl::FindILsb),
        Op::FindUMsb => Ext(Glsl::FindUMsb),
        Op::FindSMsb => Ext(Glsl::FindSMsb),
        Op::BitFieldUExtract => Core(Spv::BitFieldUExtract),
        Op::BitFieldSExtract => Core(Spv::BitFieldSExtract),
        Op::BitFieldInsert => Core(Spv::BitFieldInsert),

        // Floats
        Op::FAdd => Float(Spv::FAdd),
        Op::FSub => Float(Spv::FSub),
        Op::FMul => Float(Spv::FMul),
        Op::FDiv => Float(Spv::FDiv),
        Op::FRem => Float(Spv::FRem),
        Op::FNeg => Float(Spv::FNegate),
        Op::FAbs => ExtFloat(Glsl::FAbs),
        Op::NMin => ExtFloat(Glsl::NMin),
        Op::NMax => ExtFloat(Glsl::NMax),
        Op::NClamp => ExtFloat(Glsl::NClamp),
        Op::Fma => ExtFloat(Glsl::Fma),
        Op::Dot => Float(Spv::Dot),
        Op::Fract => ExtFloat(Glsl::Fract),
        Op::Floor => ExtFloat(Glsl::Floor),
        Op::Ceil => ExtFloat(Glsl::Ceil),
        Op::Trunc => ExtFloat(Glsl::Trunc),
        Op::RoundEven => ExtFloat(Glsl::RoundEven),
        Op::Sin => ExtFloat(Glsl::Sin),
        Op::Cos => ExtFloat(Glsl::Cos),
        Op::Tan => ExtFloat(Glsl::Tan),
        Op::Asin => ExtFloat(Glsl::Asin),
        Op::Acos => ExtFloat(Glsl::Acos),
        Op::Atan => ExtFloat(Glsl::Atan),
        Op::Sinh => ExtFloat(Glsl::Sinh),
        Op::Cosh => ExtFloat(Glsl::Cosh),
        Op::Tanh => ExtFloat(Glsl::Tanh),
        Op::Exp2 => ExtFloat(Glsl::Exp2),
        Op::Log2 => ExtFloat(Glsl::Log2),
        Op::Sqrt => ExtFloat(Glsl::Sqrt),
        Op::InverseSqrt => ExtFloat(Glsl::InverseSqrt),
        Op::QuantizeToF16 => Float(Spv::QuantizeToF16),
        Op::PackHalf2x16 => Arithmetic,
        Op::UnpackHalf2x16 => Ext(Glsl::UnpackHalf2x16),

        // Comparison
        Op::IEq => Logic(Spv::IEqual, Spv::LogicalEqual),
        Op::INe => Logic(Spv::INotEqual, Spv::LogicalNotEqual),
        Op::ULt => Core(Spv::ULessThan),
        Op::ULe => Core(Spv::ULessThanEqual),
        Op::UGt => Core(Spv::UGreaterThan),
        Op::UGe => Core(Spv::UGreaterThanEqual),
        Op::SLt => Core(Spv::SLessThan),
        Op::SLe => Core(Spv::SLessThanEqual),
        Op::SGt => Core(Spv::SGreaterThan),
        Op::SGe => Core(Spv::SGreaterThanEqual),
        Op::FOEq => Float(Spv::FOrdEqual),
        Op::FONe => Float(Spv::FOrdNotEqual),
        Op::FOLt => Float(Spv::FOrdLessThan),
        Op::FOLe => Float(Spv::FOrdLessThanEqual),
        Op::FOGt => Float(Spv::FOrdGreaterThan),
        Op::FOGe => Float(Spv::FOrdGreaterThanEqual),
        Op::FUEq => Float(Spv::FUnordEqual),
        Op::FUNe => Float(Spv::FUnordNotEqual),
        Op::FULt => Float(Spv::FUnordLessThan),
        Op::FULe => Float(Spv::FUnordLessThanEqual),
        Op::FUGt => Float(Spv::FUnordGreaterThan),
        Op::FUGe => Float(Spv::FUnordGreaterThanEqual),
        Op::IsNan => Float(Spv::IsNan),
        Op::IsInf => Float(Spv::IsInf),
        Op::Select => Arithmetic,
        Op::Any => Core(Spv::Any),
        Op::All => Core(Spv::All),

        // Conversion
        Op::ZExt => Convert(Spv::UConvert),
        Op::SExt => Convert(Spv::SConvert),
        Op::ITrunc => Convert(Spv::UConvert),
        Op::FToS => Float(Spv::ConvertFToS),
        Op::FToU => Float(Spv::ConvertFToU),
        Op::SToF => Float(Spv::ConvertSToF),
        Op::UToF => Float(Spv::ConvertUToF),
        Op::FConvert => Convert(Spv::FConvert),
        Op::Bitcast => Arithmetic,

        // Composites
        Op::Construct => Core(Spv::CompositeConstruct),
        Op::Extract | Op::Insert => Arithmetic,
        Op::ExtractDynamic => Core(Spv::VectorExtractDynamic),
        Op::InsertDynamic => Core(Spv::VectorInsertDynamic),

        // Memory
        Op::Load | Op::Store | Op::AccessChain | Op::AddressToPointer | Op::ArrayLength => Memory,
        Op::AtomicIAdd => Atomic(Spv::AtomicIAdd),
        Op::AtomicAnd => Atomic(Spv::AtomicAnd),
        Op::AtomicOr => Atomic(Spv::AtomicOr),
        Op::AtomicXor => Atomic(Spv::AtomicXor),
        Op::AtomicSMin => Atomic(Spv::AtomicSMin),
        Op::AtomicSMax => Atomic(Spv::AtomicSMax),
        Op::AtomicUMin => Atomic(Spv::AtomicUMin),
        Op::AtomicUMax => Atomic(Spv::AtomicUMax),
        Op::AtomicExchange => Atomic(Spv::AtomicExchange),
        Op::AtomicFAdd => Atomic(Spv::AtomicFAddEXT),
        Op::AtomicCmpXchg => Atomic(Spv::AtomicCompareExchange),

        // Rays
        Op::AddressToAccelerationStructure => Core(Spv::ConvertUToAccelerationStructureKHR),
        Op::RayQueryInitialize => Ray,
        Op::RayQueryProceed => Core(Spv::RayQueryProceedKHR),
        Op::RayQueryTerminate => Core(Spv::RayQueryTerminateKHR),
        Op::RayQueryConfirm => Core(Spv::RayQueryConfirmIntersectionKHR),
        Op::RayQueryGenerate => Core(Spv::RayQueryGenerateIntersectionKHR),
        Op::RayQueryGet => Ray,

        // Images
        Op::SampledImage
        | Op::ImageSampleImplicit
        | Op::ImageSampleExplicit
        | Op::ImageSampleDrefImplicit
        | Op::ImageSampleDrefExplicit
        | Op::ImageGather
        | Op::ImageDrefGather
        | Op::ImageFetch
        | Op::ImageRead
        | Op::ImageWrite
        | Op::ImageQueryLod
        | Op::ImageTexelPointer => Image,
        Op::ImageQuerySizeLod => Needs(Spv::ImageQuerySizeLod, Capability::ImageQuery),
        Op::ImageQuerySize => Needs(Spv::ImageQuerySize, Capability::ImageQuery),
        Op::ImageQueryLevels => Needs(Spv::ImageQueryLevels, Capability::ImageQuery),
        Op::ImageQuerySamples => Needs(Spv::ImageQuerySamples, Capability::ImageQuery),
        Op::SparseTexelsResident => Needs(Spv::ImageSparseTexelsResident, Capability::SparseResidency),

        // Pixel stage
        Op::DPdxCoarse => Needs(Spv::DPdxCoarse, Capability::DerivativeControl),
        Op::DPdyCoarse => Needs(Spv::DPdyCoarse, Capability::DerivativeControl),
        Op::DPdxFine => Needs(Spv::DPdxFine, Capability::DerivativeControl),
        Op::DPdyFine => Needs(Spv::DPdyFine, Capability::DerivativeControl),
        Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset => Special,
        Op::Demote => Needs(
            Spv::DemoteToHelperInvocation,
            Capability::DemoteToHelperInvocation,
        ),
        // Their capability follows from the execution mode.
        Op::BeginInterlock => Core(Spv::BeginInvocationInterlockEXT),
        Op::EndInterlock => Core(Spv::EndInvocationInterlockEXT),
        Op::IsHelper => Special,

        // Geometry stage
        Op::EmitVertex | Op::EndPrimitive => Special,

        // Mesh and task stages
        Op::SetMeshOutputs => Core(Spv::SetMeshOutputsEXT),
        Op::EmitMeshTasks => Core(Spv::EmitMeshTasksEXT),

        // Ray tracing stages
        Op::TraceRayKhr => Ray,
        Op::HitObjectTrace
        | Op::HitObjectInvoke
        | Op::HitObjectMiss
        | Op::HitObjectHit
        | Op::HitObjectEmpty
        | Op::HitObjectFromQuery
        | Op::HitObjectGet
        | Op::HitObjectAttributes
        | Op::HitObjectSetIndex
        | Op::ReorderThread => Ray,
        Op::ExecuteCallable => Core(Spv::ExecuteCallableKHR),
        Op::ReportIntersection => Core(Spv::ReportIntersectionKHR),
        Op::IgnoreIntersection => Core(Spv::IgnoreIntersectionKHR),
        Op::TerminateRay => Core(Spv::TerminateRayKHR),

        // Synchronisation
        Op::ControlBarrier => Barrier(Spv::ControlBarrier),
        Op::MemoryBarrier => Barrier(Spv::MemoryBarrier),
        Op::ReadClock => Needs(Spv::ReadClockKHR, Capability::ShaderClockKHR),

        // Matrices of a wave
        Op::MatrixFill
        | Op::MatrixLoad
        | Op::MatrixStore
        | Op::MatrixAdd
        | Op::MatrixMulAdd
        | Op::VectorMultiply => Matrix,

        // Waves
        Op::WaveElect => Wave(Spv::GroupNonUniformElect, Capability::GroupNonUniform),
        Op::WaveAny => Wave(Spv::GroupNonUniformAny, Capability::GroupNonUniformVote),
        Op::WaveAll => Wave(Spv::GroupNonUniformAll, Capability::GroupNonUniformVote),
        Op::WaveAllEqual => Wave(Spv::GroupNonUniformAllEqual, Capability::GroupNonUniformVote),
        Op::WaveBallot => Wave(Spv::GroupNonUniformBallot, Capability::GroupNonUniformBallot),
        Op::WaveBallotBitCount => WaveGroup(
            Spv::GroupNonUniformBallotBitCount,
            Capability::GroupNonUniformBallot,
        ),
        Op::WaveBallotFindLsb => Wave(
            Spv::GroupNonUniformBallotFindLSB,
            Capability::GroupNonUniformBallot,
        ),
        Op::WaveBallotFindMsb => Wave(
            Spv::GroupNonUniformBallotFindMSB,
            Capability::GroupNonUniformBallot,
        ),
        Op::WaveBroadcast => Special,
        Op::WaveBroadcastFirst => Wave(
            Spv::GroupNonUniformBroadcastFirst,
            Capability::GroupNonUniformBallot,
        ),
        Op::WaveShuffle => Wave(Spv::GroupNonUniformShuffle, Capability::GroupNonUniformShuffle),
        Op::WaveShuffleXor => Wave(Spv::GroupNonUniformShuffleXor, Capability::GroupNonUniformShuffle),
        Op::WaveIAdd => WaveGroup(Spv::GroupNonUniformIAdd, Capability::GroupNonUniformArithmetic),
        Op::WaveFAdd => WaveGroup(Spv::GroupNonUniformFAdd, Capability::GroupNonUniformArithmetic),
        Op::WaveIMul => WaveGroup(Spv::GroupNonUniformIMul, Capability::GroupNonUniformArithmetic),
        Op::WaveFMul => WaveGroup(Spv::GroupNonUniformFMul, Capability::GroupNonUniformArithmetic),
        Op::WaveSMin => WaveGroup(Spv::GroupNonUniformSMin, Capability::GroupNonUniformArithmetic),
        Op::WaveUMin => WaveGroup(Spv::GroupNonUniformUMin, Capability::GroupNonUniformArithmetic),
        Op::WaveFMin => WaveGroup(Spv::GroupNonUniformFMin, Capability::GroupNonUniformArithmetic),
        Op::WaveSMax => WaveGroup(Spv::GroupNonUniformSMax, Capability::GroupNonUniformArithmetic),
        Op::WaveUMax => WaveGroup(Spv::GroupNonUniformUMax, Capability::GroupNonUniformArithmetic),
        Op::WaveFMax => WaveGroup(Spv::GroupNonUniformFMax, Capability::GroupNonUniformArithmetic),
        Op::WaveAnd | Op::WaveOr | Op::WaveXor | Op::QuadSwap => Special,
        Op::QuadAny => Needs(Spv::GroupNonUniformQuadAnyKHR, Capability::QuadControlKHR),
        Op::QuadAll => Needs(Spv::GroupNonUniformQuadAllKHR, Capability::QuadControlKHR),
        Op::QuadBroadcast => Wave(Spv::GroupNonUniformQuadBroadcast, Capability::GroupNonUniformQuad),

        Op::Call => Special,
    }
}
