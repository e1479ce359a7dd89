//! The table: a row for each operation.

use super::row::{Check, Row};
use crate::ir::{Class, Op, Type};
use crate::shader::SignatureKind;
use std::sync::LazyLock;

pub(super) const BIAS: u32 = 1;
pub(super) const LOD: u32 = 2;
pub(super) const GRAD: u32 = 4;

/// What the immediate is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Imm {
    /// 0: the operation has none.
    None,
    /// Anything, or what the rule checks.
    Free,
    /// A number below this one.
    Below(u32),
    /// Up or down by one: 1 or -1.
    Step,
    /// A mask of 1 to 4 components.
    Mask,
    /// Likewise in the low byte; an alignment in bytes above.
    MaskAndAlignment,
    /// A number of components in the low byte; an alignment in bytes above.
    CountAndAlignment,
    /// A resource of the module.
    Resource,
    /// A [`Component`](crate::ir::Component) of a signature.
    Component(SignatureKind),
    /// An [`AtomicOp`](crate::ir::AtomicOp).
    Atomic,
    /// A [`SystemValue`](crate::shader::SystemValue).
    SystemValue,
}

/// What the result is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gives {
    Anything,
    /// This type; void for none.
    Type(Type),
    /// A vector of a type.
    Vector(Type, u32),
    /// A scalar.
    Scalar,
    /// A scalar that is a number.
    Number,
    /// Likewise, of the type of an operand.
    NumberOf(usize),
    /// Four components; with a status if it is sparse.
    Loaded,
    /// As many as the immediate says in its low byte; with a status if it is sparse.
    LoadedCount,
}

/// How the widths before and after a conversion compare.
#[derive(Clone, Copy, Debug)]
pub(super) enum Width {
    Any,
    More,
    Less,
    Other,
}

/// What operands and result are.
#[derive(Clone, Copy)]
pub(super) enum Rule<'m> {
    /// A letter for each operand, and the result: `h` handle, `i` `i32`, `f` `f32`, `b` `i1`, `n` an integer, `s` a
    /// scalar, `F` `<2 x f32>`, `V` `<3 x f32>`, `Q` `<4 x i32>`, `.` anything; all of those after `?`, or none.
    Takes(&'static str, Gives),
    /// Likewise, without result; from that operand on there are four components to store.
    Stores(&'static str, usize),
    /// So many operands of the result's type, which is of that class.
    Same(usize, Class),
    /// Two operands of one type of that class; `i1` for each component.
    Compare(Class),
    /// From one class to another, component by component.
    Convert(Class, Class, Width),
    /// Constants by letter, without result.
    Barrier(&'static str),
    /// None: the table lacks the operation.
    Missing,
    /// A rule of its own.
    Code(fn(&Row<'m>) -> Check),
}

const VOID: Gives = Gives::Type(Type::VOID);
const BOOL: Gives = Gives::Type(Type::BOOL);
const I32: Gives = Gives::Type(Type::I32);
const F32X2: Gives = Gives::Vector(Type::F32, 2);

/// What the [cheap level](crate::verify::cheap) asks of the operands of an operation: what its row says without a look at
/// the tables of types.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum Quick {
    /// So many of the result's type.
    Same(usize),
    /// So many of one type.
    Alike(usize),
    /// So many.
    Count(usize),
    Any,
}

/// The rows of all operations as far as they are [`Quick`], by number: every instruction of every translation asks.
pub(in crate::verify) fn quick_rows() -> &'static [Quick] {
    static ROWS: LazyLock<Vec<Quick>> = LazyLock::new(|| Op::ALL.iter().map(|&op| quick_row(op)).collect());
    &ROWS
}

fn quick_row(op: Op) -> Quick {
    match row(op).1 {
        Rule::Same(count, _) => Quick::Same(count),
        Rule::Compare(_) => Quick::Alike(2),
        Rule::Convert(..) => Quick::Count(1),
        Rule::Takes(letters, _) | Rule::Stores(letters, _) if letters.contains('?') => Quick::Any,
        Rule::Takes(letters, _) | Rule::Stores(letters, _) | Rule::Barrier(letters) => {
            Quick::Count(letters.len())
        }
        Rule::Code(_) | Rule::Missing => Quick::Any,
    }
}

/// The row of `op`.
pub(super) fn row<'m>(op: Op) -> (Imm, Rule<'m>) {
    use Gives::{Anything, Loaded, LoadedCount, Number, NumberOf, Scalar};
    use Imm::{Below, Free};
    use Rule::{Barrier, Code, Compare, Convert, Same, Stores, Takes};
    const NONE: Imm = Imm::None;
    const INPUT: Imm = Imm::Component(SignatureKind::Input);
    match op {
        Op::Param => (NONE, Takes("", Anything)),

        // ----- D3D12 operations -----
        Op::Handle | Op::HeapHandle => (Imm::Resource, Takes("i", Gives::Type(Type::HANDLE))),
        Op::CbvLoadRow => (NONE, Code(Row::cbv_row)),
        Op::CbvLoad => (Free, Takes("hi", Number)),
        Op::BufferLoad => (NONE, Takes("hi", Loaded)),
        Op::BufferStore => (Imm::Mask, Stores("hi....", 2)),
        Op::RawLoad => (Imm::CountAndAlignment, Takes("hii", LoadedCount)),
        Op::RawStore => (Imm::MaskAndAlignment, Stores("hii....", 3)),
        Op::ResourceAtomic => (Imm::Atomic, Takes("hiii.", NumberOf(4))),
        Op::ResourceCmpXchg => (NONE, Code(Row::compare_exchange)),
        Op::ResourceFAdd => (NONE, Takes("hiiif", Gives::Type(Type::F32))),
        Op::CounterUpdate => (Imm::Step, Takes("h", I32)),
        Op::GetDimensions => (Below(16), Takes("hi", Gives::Vector(Type::I32, 4))),
        Op::ResourceAddress => (NONE, Takes("h", Gives::Vector(Type::I32, 2))),
        Op::HeapIndex => (NONE, Takes("h", I32)),
        Op::HeapSize => (Below(2), Takes("", I32)),
        Op::Sample => (NONE, Takes("hhffffiiif", Loaded)),
        Op::SampleBias => (NONE, Takes("hhffffiiiff", Loaded)),
        Op::SampleLevel => (NONE, Takes("hhffffiiif", Loaded)),
        Op::SampleGrad => (NONE, Takes("hhffffiiifffffff", Loaded)),
        Op::SampleCmp => (NONE, Takes("hhffffiiiff", Loaded)),
        Op::SampleCmpLevelZero => (NONE, Takes("hhffffiiif", Loaded)),
        Op::SampleCmpLevel => (NONE, Takes("hhffffiiiff", Loaded)),
        Op::SampleCmpGrad => (NONE, Takes("hhffffiiiffffffff", Loaded)),
        Op::SampleCmpBias => (NONE, Takes("hhffffiiifff", Loaded)),
        Op::Gather => (Below(4), Takes("hhffffii", Loaded)),
        Op::GatherCmp => (Below(4), Takes("hhffffiif", Loaded)),
        Op::GatherRaw => (NONE, Takes("hhffffii", Loaded)),
        Op::TextureLoad => (NONE, Takes("hiiiiiii", Loaded)),
        Op::TextureStore => (Imm::Mask, Stores("hiii....?i", 4)),
        Op::CalculateLod => (Below(2), Takes("hhfff", Gives::Type(Type::F32))),
        Op::WriteFeedback | Op::WriteFeedbackLevel => (NONE, Takes("hhhfffff", VOID)),
        Op::WriteFeedbackBias => (NONE, Takes("hhhffffff", VOID)),
        Op::WriteFeedbackGrad => (NONE, Takes("hhhfffffffffff", VOID)),
        Op::SamplePosition => (NONE, Takes("hi", F32X2)),
        Op::RenderTargetSamplePosition => (NONE, Takes("i", F32X2)),
        Op::RenderTargetSampleCount => (NONE, Takes("", I32)),
        Op::MatrixIsThere => (Free, Code(Row::matrix_is_there)),
        Op::MultiplyVector => (NONE, Code(|row| row.vector_product(Type::HANDLE))),
        Op::LoadBufferMatrix => (Free, Code(Row::buffer_matrix_load)),
        Op::StoreBufferMatrix => (Free, Code(Row::buffer_matrix_store)),
        Op::LoadInput => (INPUT, Takes("i?i", Scalar)),
        Op::StoreOutput => (Imm::Component(SignatureKind::Output), Takes("is?i", VOID)),
        Op::LoadOutput => (Imm::Component(SignatureKind::Output), Takes("ii", Scalar)),
        Op::LoadPatchConstant => (Imm::Component(SignatureKind::PatchConstant), Takes("i", Scalar)),
        Op::StorePatchConstant => (Imm::Component(SignatureKind::PatchConstant), Takes("is", VOID)),
        Op::WaitControlPoints => (NONE, Takes("", VOID)),
        Op::StorePrimitive => (Imm::Component(SignatureKind::Primitive), Takes("isi", VOID)),
        Op::EmitIndices => (NONE, Takes("iiii", VOID)),
        Op::DispatchMesh => (NONE, Takes("iii.", VOID)),
        Op::EvalSnapped => (INPUT, Takes("iii", Scalar)),
        Op::EvalSampleIndex => (INPUT, Takes("ii", Scalar)),
        Op::EvalCentroid => (INPUT, Takes("i", Scalar)),
        // The vertex is an `i8` in DXIL.
        Op::AttributeAtVertex => (INPUT, Takes("in", Scalar)),
        Op::SystemValue => (Imm::SystemValue, Takes("", Scalar)),
        Op::WaveLeftOut | Op::WaveIsFirst => (NONE, Takes("", BOOL)),
        Op::WaveMatch => (NONE, Takes(".b", Gives::Vector(Type::I32, 4))),
        Op::WaveMultiPrefix => (Below(5), Code(Row::multi_prefix)),
        Op::QuadRead => (NONE, Code(Row::lane)),
        Op::QuadVote => (Below(2), Takes("b", BOOL)),
        Op::AccelerationStructure => (NONE, Code(Row::acceleration_structure)),
        Op::TraceRay => (NONE, Takes(".iiiiiVfVf.", VOID)),
        Op::CallShader => (NONE, Takes("i.", VOID)),
        Op::ReportHit => (NONE, Takes("fi.", BOOL)),
        Op::NodeRecord => (NONE, Takes("i", Gives::Type(Type::I64))),
        Op::NodeRecordCount | Op::NodeRecursion => (NONE, Takes("", I32)),
        Op::NodeOutput => (Free, Takes("i", I32)),
        Op::NodeAllocate => (Free, Takes("ii", Gives::Type(Type::I64))),
        Op::NodeIncrement => (Free, Takes("ii", VOID)),
        Op::NodeIsValid => (Free, Takes("i", BOOL)),
        Op::NodeFinished => (NONE, Takes("", BOOL)),
        Op::DxBarrier => (Below(64), Takes("", VOID)),

        // ----- Integer arithmetic -----
        Op::UMulExtended | Op::SMulExtended | Op::IAddCarry | Op::ISubBorrow => (NONE, Code(Row::extended)),
        Op::BitFieldUExtract | Op::BitFieldSExtract => (NONE, Code(Row::bit_field_extract)),
        Op::BitFieldInsert => (NONE, Code(Row::bit_field_insert)),

        // ----- Float arithmetic -----
        Op::Dot => (NONE, Code(Row::dot)),
        Op::PackHalf2x16 => (Below(2), Takes("F", I32)),
        Op::UnpackHalf2x16 => (NONE, Takes("i", F32X2)),

        // ----- Comparison -----
        Op::IEq | Op::INe => (NONE, Compare(Class::IntOrBool)),
        Op::ULt | Op::ULe | Op::UGt | Op::UGe | Op::SLt | Op::SLe | Op::SGt | Op::SGe => {
            (NONE, Compare(Class::Int))
        }
        Op::FOEq
        | Op::FONe
        | Op::FOLt
        | Op::FOLe
        | Op::FOGt
        | Op::FOGe
        | Op::FUEq
        | Op::FUNe
        | Op::FULt
        | Op::FULe
        | Op::FUGt
        | Op::FUGe => (NONE, Compare(Class::Float)),
        Op::IsNan | Op::IsInf => (NONE, Code(Row::classify)),
        Op::Select => (NONE, Code(Row::select)),
        Op::Any | Op::All => (NONE, Code(Row::reduce)),

        // ----- Conversion -----
        Op::ZExt | Op::SExt => (NONE, Convert(Class::Int, Class::Int, Width::More)),
        Op::ITrunc => (NONE, Convert(Class::Int, Class::Int, Width::Less)),
        Op::FToS | Op::FToU => (NONE, Convert(Class::Float, Class::Int, Width::Any)),
        Op::SToF | Op::UToF => (NONE, Convert(Class::Int, Class::Float, Width::Any)),
        Op::FConvert => (NONE, Convert(Class::Float, Class::Float, Width::Other)),
        Op::Bitcast => (NONE, Code(Row::bitcast)),

        // ----- Composites -----
        Op::Construct => (NONE, Code(Row::construct)),
        Op::Extract => (Free, Code(Row::extract)),
        Op::Insert => (Free, Code(Row::insert)),
        Op::ExtractDynamic => (NONE, Code(Row::extract_dynamic)),
        Op::InsertDynamic => (NONE, Code(Row::insert_dynamic)),

        // ----- Memory -----
        Op::Load => (Free, Code(Row::load)),
        Op::Store => (Free, Code(Row::store)),
        Op::AccessChain => (NONE, Code(Row::access_chain)),
        Op::AddressToPointer => (NONE, Code(Row::address_to_pointer)),
        Op::ArrayLength => (Free, Code(Row::array_length)),
        Op::AtomicIAdd
        | Op::AtomicAnd
        | Op::AtomicOr
        | Op::AtomicXor
        | Op::AtomicSMin
        | Op::AtomicSMax
        | Op::AtomicUMin
        | Op::AtomicUMax => (SCOPE, Code(Row::atomic_integer)),
        Op::AtomicExchange => (SCOPE, Code(Row::atomic_exchange)),
        Op::AtomicFAdd => (SCOPE, Code(Row::atomic_float)),
        Op::AtomicCmpXchg => (SCOPE, Code(Row::atomic_compare_exchange)),

        // ----- Rays -----
        Op::AddressToAccelerationStructure => (NONE, Code(Row::address_to_acceleration_structure)),
        Op::RayQueryInitialize => (Below(2), Code(|row| row.ray_query("AiiVfVf", Type::VOID))),
        Op::RayQueryProceed => (NONE, Code(|row| row.ray_query("", Type::BOOL))),
        Op::RayQueryTerminate | Op::RayQueryConfirm => (NONE, Code(|row| row.ray_query("", Type::VOID))),
        Op::RayQueryGenerate => (NONE, Code(|row| row.ray_query("f", Type::VOID))),
        Op::RayQueryGet => (Free, Code(Row::ray_query_get)),

        // ----- Images -----
        Op::SampledImage => (NONE, Code(Row::image_of_sampler)),
        Op::ImageSampleImplicit => (Free, Code(|row| row.image_sample(0, BIAS, 0))),
        Op::ImageSampleExplicit => (Free, Code(|row| row.image_sample(0, LOD | GRAD, LOD | GRAD))),
        Op::ImageSampleDrefImplicit => (Free, Code(|row| row.image_sample(1, BIAS, 0))),
        Op::ImageSampleDrefExplicit => (Free, Code(|row| row.image_sample(1, LOD | GRAD, LOD | GRAD))),
        Op::ImageGather => (Free, Code(Row::image_gather)),
        Op::ImageDrefGather => (Free, Code(Row::image_gather_compare)),
        Op::ImageFetch => (Free, Code(Row::image_fetch)),
        Op::ImageRead => (Free, Code(Row::image_read)),
        Op::ImageWrite => (Free, Code(Row::image_write)),
        Op::ImageQuerySizeLod => (NONE, Code(Row::image_size_lod)),
        Op::ImageQuerySize => (NONE, Code(Row::image_size)),
        Op::ImageQueryLevels | Op::ImageQuerySamples => (NONE, Code(Row::image_count)),
        Op::ImageQueryLod => (NONE, Code(Row::image_lod)),
        Op::ImageTexelPointer => (NONE, Code(Row::texel_pointer)),
        Op::SparseTexelsResident => (NONE, Takes("i", BOOL)),

        // ----- Pixel stage -----
        Op::InterpolateAtCentroid => (NONE, Code(|row| row.count(1).and_then(|()| row.interpolated()))),
        Op::InterpolateAtSample => (NONE, Code(Row::interpolated_at_sample)),
        Op::InterpolateAtOffset => (NONE, Code(Row::interpolated_at_offset)),
        Op::Demote | Op::BeginInterlock | Op::EndInterlock => (NONE, Takes("", VOID)),
        Op::IsHelper => (NONE, Takes("", BOOL)),

        // ----- Geometry stage -----
        Op::EmitVertex | Op::EndPrimitive => (Below(4), Takes("", VOID)),

        // ----- Mesh and task stages -----
        Op::SetMeshOutputs => (NONE, Takes("ii", VOID)),
        Op::EmitMeshTasks => (NONE, Takes("iii?.", VOID)),

        // ----- Ray tracing stages -----
        Op::TraceRayKhr => (NONE, Takes(".iiiiiVfVf.", VOID)),
        Op::ExecuteCallable => (NONE, Takes("i.", VOID)),
        Op::ReportIntersection => (NONE, Takes("fi", BOOL)),
        Op::HitObjectTrace => (NONE, Code(|row| row.hit_object("AiiiiiVfVf.", Type::VOID))),
        Op::HitObjectInvoke | Op::HitObjectAttributes => (NONE, Code(|row| row.hit_object(".", Type::VOID))),
        Op::HitObjectMiss => (NONE, Code(|row| row.hit_object("iiVfVf", Type::VOID))),
        Op::HitObjectHit => (Below(2), Code(Row::hit_object_hit)),
        Op::HitObjectEmpty => (NONE, Code(|row| row.hit_object("", Type::VOID))),
        Op::HitObjectFromQuery => (NONE, Code(|row| row.ray_query(".i.i", Type::VOID))),
        Op::HitObjectGet => (Free, Code(Row::hit_object_get)),
        Op::HitObjectSetIndex => (NONE, Code(|row| row.hit_object("i", Type::VOID))),
        Op::ReorderThread => (Below(2), Code(Row::reorder_thread)),
        Op::IgnoreIntersection | Op::TerminateRay => (NONE, Takes("", VOID)),

        // ----- Synchronisation -----
        Op::ControlBarrier => (NONE, Barrier("iii")),
        Op::MemoryBarrier => (NONE, Barrier("ii")),
        Op::ReadClock => (NONE, Takes("i", Gives::Vector(Type::I32, 2))),

        Op::MatrixFill => (NONE, Code(Row::matrix_fill)),
        Op::MatrixLoad => (Free, Code(Row::matrix_load)),
        Op::MatrixStore => (Free, Code(Row::matrix_store)),
        Op::MatrixAdd => (NONE, Code(Row::matrix_sum)),
        Op::MatrixMulAdd => (NONE, Code(Row::matrix_multiply)),

        Op::VectorMultiply => (NONE, Code(Row::vector_product_in_memory)),

        // ----- Wave operations -----
        Op::WaveElect => (NONE, Takes("", BOOL)),
        Op::WaveAny | Op::WaveAll => (NONE, Takes("b", BOOL)),
        Op::WaveAllEqual => (NONE, Code(Row::all_equal)),
        Op::WaveBallot => (NONE, Takes("b", Gives::Vector(Type::I32, 4))),
        Op::WaveBallotBitCount => (GROUP, Takes("Q", I32)),
        Op::WaveBallotFindLsb | Op::WaveBallotFindMsb => (NONE, Takes("Q", I32)),
        Op::WaveBroadcast | Op::WaveShuffle | Op::WaveShuffleXor => (NONE, Code(Row::lane)),
        Op::WaveIAdd | Op::WaveIMul | Op::WaveSMin | Op::WaveUMin | Op::WaveSMax | Op::WaveUMax => {
            (GROUP, Same(1, Class::Int))
        }
        Op::WaveFAdd | Op::WaveFMul | Op::WaveFMin | Op::WaveFMax => (GROUP, Same(1, Class::Float)),
        Op::WaveAnd | Op::WaveOr | Op::WaveXor => (GROUP, Same(1, Class::IntOrBool)),
        Op::QuadBroadcast => (NONE, Code(Row::lane)),
        Op::QuadSwap => (Below(3), Same(1, Class::Any)),
        Op::QuadAny | Op::QuadAll => (NONE, Takes("b", BOOL)),

        // ----- Calls -----
        Op::Call => (Free, Code(Row::call)),

        // ----- What says it in the instruction set -----
        _ => match op.alike() {
            Some((count, class)) => (NONE, Same(count, class)),
            None => (NONE, Rule::Missing),
        },
    }
}

/// A memory scope of SPIR-V.
const SCOPE: Imm = Imm::Below(7);
/// A group operation of SPIR-V: reduction, inclusive or exclusive scan.
const GROUP: Imm = Imm::Below(3);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_row() {
        for &op in Op::ALL {
            assert!(!matches!(row(op).1, Rule::Missing), "{op}");
        }
    }
}
