//! What each operation asks of its operands, result and immediate: one exhaustive match, so that a new
//! operation asks for its row.

use crate::ir::function::{Func, Function, InstData, Value};
use crate::ir::module::Module;
use crate::ir::op::{AtomicOp, Flags, Op, SystemValue};
use crate::ir::print::print_type;
use crate::ir::types::{ImageType, StorageClass, Type, TypeData};
use smallvec::SmallVec;
use spirv::Dim;

type Check = Result<(), String>;

/// Checks one instruction of `function`, all of whose ids are in range.
pub(super) fn check(module: &Module, function: &Function, data: &InstData) -> Check {
    let args = data.args.of(&function.pool);
    let row = Row {
        module,
        ty: data.ty,
        flags: data.flags,
        imm: data.imm,
        args,
        types: args
            .iter()
            .map(|&value| module.value_type(function, value))
            .collect(),
    };
    row.check(data.op)
}

/// Classes of types that an operation works on.
#[derive(Clone, Copy, Debug)]
enum Class {
    /// `i1`, integers, floats, and vectors of them.
    Any,
    /// Integers and vectors of them, without `i1`.
    Int,
    /// Integers, `i1`, and vectors of them.
    IntOrBool,
    /// `i32` and vectors of it.
    I32,
    /// Integers and floats, and vectors of them.
    Number,
    /// Floats and vectors of them.
    Float,
    /// `f16`, `f32` and vectors of them: GLSL's transcendental functions.
    ShortFloat,
    /// `f32` and vectors of it.
    F32,
    /// `i1` and vectors of it.
    Bool,
}

/// SPIR-V's image operands, and how many operands each bit stands for.
const IMAGE_OPERANDS: [(u32, usize); 12] = [
    (BIAS, 1),
    (LOD, 1),
    (GRAD, 2),
    (0x8, 1),
    (0x10, 1),
    (0x20, 1),
    (SAMPLE, 1),
    (0x80, 1),
    (0x100, 1),
    (0x200, 1),
    (0x1_0000, 1),
    // Bits without operand: non-private, volatile, sign and zero extension, nontemporal.
    (0x7c00, 0),
];
const BIAS: u32 = 1;
const LOD: u32 = 2;
const GRAD: u32 = 4;
const SAMPLE: u32 = 0x40;

struct Row<'a> {
    module: &'a Module,
    /// Result type.
    ty: Type,
    flags: Flags,
    imm: u32,
    args: &'a [Value],
    /// Types of `args`.
    types: SmallVec<[Type; 12]>,
}

#[cold]
fn fail(message: impl Into<String>) -> Check {
    Err(message.into())
}

impl Row<'_> {
    fn check(&self, op: Op) -> Check {
        use Class::*;
        if !uses_immediate(op) && self.imm != 0 {
            return fail("the operation has no immediate");
        }
        match op {
            Op::Param => self.count(0),

            // ----- D3D12 operations -----
            Op::Handle | Op::HeapHandle => {
                self.operands("i")?;
                self.result(Type::HANDLE)?;
                if self.imm as usize >= self.module.resources.len() {
                    return fail("the immediate names no resource");
                }
                Ok(())
            }
            Op::CbvLoadRow => {
                self.operands("hi")?;
                let bits = self.scalar(self.ty).scalar_bits() * self.components(self.ty);
                // Minimum-precision values held in 16 bits take 32 in memory.
                let widened = bits == 64 && self.components(self.ty) == 4;
                self.want(bits == 128 || widened, "the result is a vector of 16 bytes")
            }
            Op::CbvLoad => {
                self.operands("hi")?;
                self.scalar_number_result()
            }
            Op::BufferLoad => {
                self.operands("hi")?;
                self.loaded(Some(4))
            }
            Op::BufferStore => {
                self.operands("hi....")?;
                self.stored(2, self.imm)
            }
            Op::RawLoad => {
                self.operands("hii")?;
                self.alignment(self.imm >> 8)?;
                self.loaded(Some(self.imm & 0xff))
            }
            Op::RawStore => {
                self.operands("hii....")?;
                self.alignment(self.imm >> 8)?;
                self.stored(3, self.imm & 0xff)
            }
            Op::ResourceAtomic => {
                self.operands("hiii.")?;
                self.result(self.arg(4))?;
                self.scalar_number_result()?;
                self.want(
                    AtomicOp::from_number(self.imm).is_some(),
                    "the immediate names no atomic",
                )
            }
            Op::ResourceCmpXchg => {
                self.operands("hiii..")?;
                self.result(self.arg(4))?;
                self.result(self.arg(5))?;
                self.scalar_number_result()
            }
            Op::CounterUpdate => {
                self.operands("h")?;
                self.result(Type::I32)?;
                self.want(
                    matches!(self.imm, 1 | u32::MAX),
                    "the immediate is 1 or 0xffffffff",
                )
            }
            Op::GetDimensions => {
                self.operands("hi")?;
                self.want(self.imm < 16, "the immediate is a component mask")?;
                self.vector_result(Type::I32, 4)
            }
            Op::Sample => {
                self.operands("hhffffiiif")?;
                self.loaded(Some(4))
            }
            Op::SampleBias => {
                self.operands("hhffffiiiff")?;
                self.loaded(Some(4))
            }
            Op::SampleLevel => {
                self.operands("hhffffiiif")?;
                self.loaded(Some(4))
            }
            Op::SampleGrad => {
                self.operands("hhffffiiifffffff")?;
                self.loaded(Some(4))
            }
            Op::SampleCmp => {
                self.operands("hhffffiiiff")?;
                self.loaded(Some(4))
            }
            Op::SampleCmpLevelZero => {
                self.operands("hhffffiiif")?;
                self.loaded(Some(4))
            }
            Op::SampleCmpLevel => {
                self.operands("hhffffiiiff")?;
                self.loaded(Some(4))
            }
            Op::SampleCmpGrad => {
                self.operands("hhffffiiiffffffff")?;
                self.loaded(Some(4))
            }
            Op::SampleCmpBias => {
                self.operands("hhffffiiifff")?;
                self.loaded(Some(4))
            }
            Op::Gather => {
                self.operands("hhffffii")?;
                self.want(self.imm < 4, "the immediate is a channel")?;
                self.loaded(Some(4))
            }
            Op::GatherCmp => {
                self.operands("hhffffiif")?;
                self.want(self.imm < 4, "the immediate is a channel")?;
                self.loaded(Some(4))
            }
            Op::GatherRaw => {
                self.operands("hhffffii")?;
                self.loaded(Some(4))
            }
            Op::TextureLoad => {
                self.operands("hiiiiiii")?;
                self.loaded(Some(4))
            }
            Op::TextureStore => {
                let multisampled = self.args.len() == 9;
                self.operands(if multisampled { "hiii....i" } else { "hiii...." })?;
                self.stored(4, self.imm)
            }
            Op::CalculateLod => {
                self.operands("hhfff")?;
                self.want(self.imm < 2, "the immediate is 0 or 1")?;
                self.result(Type::F32)
            }
            Op::SamplePosition => {
                self.operands("hi")?;
                self.vector_result(Type::F32, 2)
            }
            Op::RenderTargetSamplePosition => {
                self.operands("i")?;
                self.vector_result(Type::F32, 2)
            }
            Op::RenderTargetSampleCount => {
                self.operands("")?;
                self.result(Type::I32)
            }
            Op::LoadInput => {
                self.operands(if self.args.len() == 2 { "ii" } else { "i" })?;
                self.signature_element(&self.module.info.inputs)?;
                self.want(self.is_scalar(self.ty), "the result is a scalar")
            }
            Op::StoreOutput => {
                self.operands("i.")?;
                self.signature_element(&self.module.info.outputs)?;
                self.want(self.is_scalar(self.arg(1)), "the value is a scalar")?;
                self.result(Type::VOID)
            }
            Op::EvalSnapped => self.evaluated("iii"),
            Op::EvalSampleIndex => self.evaluated("ii"),
            Op::EvalCentroid => self.evaluated("i"),
            Op::AttributeAtVertex => {
                // The vertex is an `i8` in DXIL.
                self.evaluated("i.")?;
                self.int_scalars(1..2)
            }
            Op::SystemValue => {
                self.operands("")?;
                self.want(
                    SystemValue::from_number(self.imm).is_some(),
                    "the immediate names no system value",
                )?;
                self.want(self.is_scalar(self.ty), "the result is a scalar")
            }
            Op::DxBarrier => {
                self.operands("")?;
                self.want(self.imm < 16, "the immediate is a barrier mode")?;
                self.result(Type::VOID)
            }

            // ----- Integer arithmetic -----
            Op::IAdd
            | Op::ISub
            | Op::IMul
            | Op::UDiv
            | Op::SDiv
            | Op::UMod
            | Op::SRem
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::SMin
            | Op::SMax
            | Op::UMin
            | Op::UMax => self.same(2, Int),
            Op::INeg => self.same(1, Int),
            Op::And | Op::Or | Op::Xor => self.same(2, IntOrBool),
            Op::Not => self.same(1, IntOrBool),
            Op::UMulExtended | Op::SMulExtended | Op::IAddCarry | Op::ISubBorrow => {
                self.count(2)?;
                self.class(self.arg(0), Int, "the first operand")?;
                self.equal(self.arg(0), self.arg(1), "the operands")?;
                self.tuple_result([self.arg(0), self.arg(0)])
            }
            Op::BitReverse | Op::BitCount | Op::FindILsb | Op::FindUMsb | Op::FindSMsb => self.same(1, I32),
            Op::BitFieldUExtract | Op::BitFieldSExtract => {
                self.count(3)?;
                self.class(self.ty, I32, "the result")?;
                self.equal(self.arg(0), self.ty, "base and result")?;
                self.int_scalars(1..3)
            }
            Op::BitFieldInsert => {
                self.count(4)?;
                self.class(self.ty, I32, "the result")?;
                self.equal(self.arg(0), self.ty, "base and result")?;
                self.equal(self.arg(1), self.ty, "insert and result")?;
                self.int_scalars(2..4)
            }

            // ----- Float arithmetic -----
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::NMin | Op::NMax => self.same(2, Float),
            Op::FNeg
            | Op::FAbs
            | Op::Fract
            | Op::Floor
            | Op::Ceil
            | Op::Trunc
            | Op::RoundEven
            | Op::Sqrt
            | Op::InverseSqrt => self.same(1, Float),
            Op::NClamp | Op::Fma => self.same(3, Float),
            Op::Dot => {
                self.count(2)?;
                self.class(self.arg(0), Float, "the first operand")?;
                self.want(self.components(self.arg(0)) > 1, "the operands are vectors")?;
                self.equal(self.arg(0), self.arg(1), "the operands")?;
                self.result(self.scalar(self.arg(0)))
            }
            Op::Sin
            | Op::Cos
            | Op::Tan
            | Op::Asin
            | Op::Acos
            | Op::Atan
            | Op::Sinh
            | Op::Cosh
            | Op::Tanh
            | Op::Exp2
            | Op::Log2 => self.same(1, ShortFloat),
            Op::QuantizeToF16 => self.same(1, F32),
            Op::PackHalf2x16 => {
                self.count(1)?;
                self.vector(self.arg(0), Type::F32, 2, "the operand")?;
                self.result(Type::I32)
            }
            Op::UnpackHalf2x16 => {
                self.operands("i")?;
                self.vector_result(Type::F32, 2)
            }

            // ----- Comparison -----
            Op::IEq | Op::INe => self.compare(IntOrBool),
            Op::ULt | Op::ULe | Op::UGt | Op::UGe | Op::SLt | Op::SLe | Op::SGt | Op::SGe => {
                self.compare(Int)
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
            | Op::FUGe => self.compare(Float),
            Op::IsNan | Op::IsInf => {
                self.count(1)?;
                self.class(self.arg(0), Float, "the operand")?;
                self.bool_result(self.arg(0))
            }
            Op::Select => {
                self.count(3)?;
                self.equal(self.arg(1), self.ty, "second operand and result")?;
                self.equal(self.arg(2), self.ty, "third operand and result")?;
                if self.arg(0) == Type::BOOL {
                    return self.want(self.ty != Type::VOID, "the result is not void");
                }
                self.class(self.arg(0), Bool, "the condition")?;
                self.same_components(self.arg(0), self.ty)
            }
            Op::Any | Op::All => {
                self.count(1)?;
                self.class(self.arg(0), Bool, "the operand")?;
                self.want(self.components(self.arg(0)) > 1, "the operand is a vector")?;
                self.result(Type::BOOL)
            }

            // ----- Conversion -----
            Op::ZExt | Op::SExt => self.convert(Int, Int, |from, to| from < to),
            Op::ITrunc => self.convert(Int, Int, |from, to| from > to),
            Op::FToS | Op::FToU => self.convert(Float, Int, |_, _| true),
            Op::SToF | Op::UToF => self.convert(Int, Float, |_, _| true),
            Op::FConvert => self.convert(Float, Float, |from, to| from != to),
            Op::Bitcast => {
                self.count(1)?;
                let bits = |ty| match self.module.types.get(ty) {
                    TypeData::Pointer {
                        class: StorageClass::PhysicalStorageBuffer,
                        ..
                    } => 64,
                    _ if self.scalar(ty) == Type::BOOL => 0,
                    _ => self.scalar(ty).scalar_bits() * self.components(ty),
                };
                self.want(
                    bits(self.ty) != 0 && bits(self.ty) == bits(self.arg(0)),
                    "operand and result have one size, and are scalars, vectors or physical pointers",
                )
            }

            // ----- Composites -----
            Op::Construct => self.construct(),
            Op::Extract => {
                self.count(1)?;
                self.part(self.arg(0), self.ty)
            }
            Op::Insert => {
                self.count(2)?;
                self.equal(self.arg(0), self.ty, "composite and result")?;
                self.part(self.arg(0), self.arg(1))
            }
            Op::ExtractDynamic => {
                self.count(2)?;
                self.want(self.components(self.arg(0)) > 1, "the first operand is a vector")?;
                self.int_scalars(1..2)?;
                self.result(self.scalar(self.arg(0)))
            }
            Op::InsertDynamic => {
                self.count(3)?;
                self.want(self.components(self.ty) > 1, "the result is a vector")?;
                self.equal(self.arg(0), self.ty, "vector and result")?;
                self.equal(self.arg(1), self.scalar(self.ty), "value and component")?;
                self.int_scalars(2..3)
            }

            // ----- Memory -----
            Op::Load => {
                self.count(1)?;
                self.access(self.ty)
            }
            Op::Store => {
                self.count(2)?;
                self.result(Type::VOID)?;
                self.access(self.arg(1))
            }
            Op::AccessChain => self.access_chain(),
            Op::AddressToPointer => {
                self.count(1)?;
                let address = self.arg(0);
                let pair = self.scalar(address) == Type::I32 && self.components(address) == 2;
                self.want(
                    address == Type::I64 || pair,
                    "the operand is `i64` or `<2 x i32>`",
                )?;
                let class = self.module.types.pointee(self.ty).map(|(class, _)| class);
                self.want(
                    class == Some(StorageClass::PhysicalStorageBuffer),
                    "the result is a pointer in physical memory",
                )
            }
            Op::ArrayLength => {
                self.count(1)?;
                let (_, pointee) = self.pointer(0)?;
                let TypeData::Struct(data) = self.module.types.get(pointee) else {
                    return fail("the operand points to a struct");
                };
                let member = data.members.get(self.imm as usize);
                self.want(
                    member.is_some_and(|member| {
                        matches!(self.module.types.get(member.ty), TypeData::RuntimeArray { .. })
                    }),
                    "the immediate names a runtime array of the struct",
                )?;
                self.result(Type::I32)
            }
            Op::AtomicIAdd
            | Op::AtomicAnd
            | Op::AtomicOr
            | Op::AtomicXor
            | Op::AtomicSMin
            | Op::AtomicSMax
            | Op::AtomicUMin
            | Op::AtomicUMax => {
                self.want(self.ty.is_int_scalar(), "the result is an integer")?;
                self.atomic(1)
            }
            Op::AtomicExchange => {
                self.want(
                    self.ty.is_int_scalar() || self.ty.is_float_scalar(),
                    "the result is a number",
                )?;
                self.atomic(1)
            }
            Op::AtomicCmpXchg => {
                self.want(self.ty.is_int_scalar(), "the result is an integer")?;
                self.atomic(2)
            }

            // ----- Images -----
            Op::SampledImage => {
                self.count(2)?;
                let TypeData::SampledImage(image) = self.module.types.get(self.ty) else {
                    return fail("the result is a sampled image");
                };
                self.equal(self.arg(0), *image, "first operand and image")?;
                self.want(
                    matches!(self.module.types.get(self.arg(1)), TypeData::Sampler),
                    "the second operand is a sampler",
                )
            }
            Op::ImageSampleImplicit => self.image_sample(0, BIAS, 0),
            Op::ImageSampleExplicit => self.image_sample(0, LOD | GRAD, LOD | GRAD),
            Op::ImageSampleDrefImplicit => self.image_sample(1, BIAS, 0),
            Op::ImageSampleDrefExplicit => self.image_sample(1, LOD | GRAD, LOD | GRAD),
            Op::ImageGather => {
                let image = self.sampled_image(3)?;
                self.want(
                    self.arg(2) == Type::I32 && self.args.get(2).is_some_and(|v| v.as_const().is_some()),
                    "the component is an `i32` constant",
                )?;
                self.texel_result(&image, Some(4))
            }
            Op::ImageDrefGather => {
                let image = self.sampled_image(3)?;
                self.class(self.arg(2), F32, "the reference")?;
                self.texel_result(&image, Some(4))
            }
            Op::ImageFetch => {
                let image = self.image(0)?;
                self.want(!image.storage, "the image is a sampled one")?;
                self.coordinate(&image, Int)?;
                self.image_operands(2)?;
                self.texel_result(&image, Some(4))
            }
            Op::ImageRead => {
                let image = self.image(0)?;
                self.want(image.storage, "the image is a storage image")?;
                self.coordinate(&image, Int)?;
                self.image_operands(2)?;
                self.texel_result(&image, None)
            }
            Op::ImageWrite => {
                let image = self.image(0)?;
                self.want(image.storage, "the image is a storage image")?;
                self.coordinate(&image, Int)?;
                self.image_operands(3)?;
                self.equal(
                    self.scalar(self.arg(2)),
                    image.sampled,
                    "components of texel and image",
                )?;
                self.result(Type::VOID)
            }
            Op::ImageQuerySizeLod => {
                self.count(2)?;
                self.int_scalars(1..2)?;
                let image = self.image(0)?;
                self.size_result(&image)
            }
            Op::ImageQuerySize => {
                self.count(1)?;
                let image = self.image(0)?;
                self.size_result(&image)
            }
            Op::ImageQueryLevels | Op::ImageQuerySamples => {
                self.count(1)?;
                self.image(0)?;
                self.result(Type::I32)
            }
            Op::ImageQueryLod => {
                self.count(2)?;
                let TypeData::SampledImage(_) = self.module.types.get(self.arg(0)) else {
                    return fail("the first operand is a sampled image");
                };
                self.class(self.arg(1), F32, "the coordinate")?;
                self.vector_result(Type::F32, 2)
            }
            Op::ImageTexelPointer => {
                self.count(3)?;
                let (_, pointee) = self.pointer(0)?;
                let TypeData::Image(image) = self.module.types.get(pointee) else {
                    return fail("the first operand points to an image");
                };
                self.coordinate(image, Int)?;
                self.int_scalars(2..3)?;
                self.want(
                    self.module.types.pointee(self.ty) == Some((StorageClass::Image, image.sampled)),
                    "the result is a pointer of class `Image` to a texel's component",
                )
            }
            Op::SparseTexelsResident => {
                self.operands("i")?;
                self.result(Type::BOOL)
            }

            // ----- Pixel stage -----
            Op::DPdxCoarse | Op::DPdyCoarse | Op::DPdxFine | Op::DPdyFine => self.same(1, F32),
            Op::InterpolateAtCentroid => {
                self.count(1)?;
                self.interpolated()
            }
            Op::InterpolateAtSample => {
                self.count(2)?;
                self.int_scalars(1..2)?;
                self.interpolated()
            }
            Op::InterpolateAtOffset => {
                self.count(2)?;
                self.vector(self.arg(1), Type::F32, 2, "the offset")?;
                self.interpolated()
            }
            Op::Demote | Op::BeginInterlock | Op::EndInterlock => {
                self.count(0)?;
                self.result(Type::VOID)
            }
            Op::IsHelper => {
                self.count(0)?;
                self.result(Type::BOOL)
            }

            // ----- Synchronisation -----
            Op::ControlBarrier => {
                self.operands("iii")?;
                self.constants()?;
                self.result(Type::VOID)
            }
            Op::MemoryBarrier => {
                self.operands("ii")?;
                self.constants()?;
                self.result(Type::VOID)
            }

            // ----- Wave operations -----
            Op::WaveElect => {
                self.count(0)?;
                self.result(Type::BOOL)
            }
            Op::WaveAny | Op::WaveAll => {
                self.operands("b")?;
                self.result(Type::BOOL)
            }
            Op::WaveAllEqual => {
                self.count(1)?;
                self.class(self.arg(0), Any, "the operand")?;
                self.result(Type::BOOL)
            }
            Op::WaveBallot => {
                self.operands("b")?;
                self.vector_result(Type::I32, 4)
            }
            Op::WaveBallotBitCount => {
                self.count(1)?;
                self.vector(self.arg(0), Type::I32, 4, "the operand")?;
                self.group_operation()?;
                self.result(Type::I32)
            }
            Op::WaveBroadcast | Op::WaveShuffle => {
                self.count(2)?;
                self.class(self.ty, Any, "the result")?;
                self.equal(self.arg(0), self.ty, "value and result")?;
                self.equal(self.arg(1), Type::I32, "lane and `i32`")
            }
            Op::WaveBroadcastFirst => self.same(1, Any),
            Op::WaveIAdd | Op::WaveIMul | Op::WaveSMin | Op::WaveUMin | Op::WaveSMax | Op::WaveUMax => {
                self.group_operation()?;
                self.same(1, Int)
            }
            Op::WaveFAdd | Op::WaveFMul | Op::WaveFMin | Op::WaveFMax => {
                self.group_operation()?;
                self.same(1, Float)
            }
            Op::WaveAnd | Op::WaveOr | Op::WaveXor => {
                self.group_operation()?;
                self.same(1, IntOrBool)
            }
            Op::QuadBroadcast => {
                self.count(2)?;
                self.class(self.ty, Any, "the result")?;
                self.equal(self.arg(0), self.ty, "value and result")?;
                self.equal(self.arg(1), Type::I32, "lane and `i32`")
            }
            Op::QuadSwap => {
                self.want(self.imm < 3, "the immediate is 0, 1 or 2")?;
                self.same(1, Any)
            }

            // ----- Calls -----
            Op::Call => self.call(),
        }
    }

    // ----- Parts of types -----

    /// Type of operand `index`; void when there is none (the count is checked first).
    fn arg(&self, index: usize) -> Type {
        self.types.get(index).copied().unwrap_or(Type::VOID)
    }

    fn scalar(&self, ty: Type) -> Type {
        self.module.types.scalar(ty)
    }

    fn components(&self, ty: Type) -> u32 {
        self.module.types.components(ty)
    }

    fn is_scalar(&self, ty: Type) -> bool {
        ty.scalar_bits() != 0
    }

    fn name(&self, ty: Type) -> String {
        print_type(self.module, ty)
    }

    // ----- Checks -----

    fn want(&self, condition: bool, rule: &str) -> Check {
        if condition {
            Ok(())
        } else {
            fail(format!("it does not hold that {rule}"))
        }
    }

    fn count(&self, expected: usize) -> Check {
        if self.args.len() == expected {
            Ok(())
        } else {
            fail(format!(
                "{} operands where the operation has {expected}",
                self.args.len()
            ))
        }
    }

    /// One letter for each operand: `h` handle, `i` `i32`, `f` `f32`, `b` `i1`, `.` anything.
    fn operands(&self, letters: &str) -> Check {
        self.count(letters.len())?;
        for (index, (letter, &ty)) in letters.chars().zip(&self.types).enumerate() {
            let expected = match letter {
                'h' => Type::HANDLE,
                'i' => Type::I32,
                'f' => Type::F32,
                'b' => Type::BOOL,
                _ => continue,
            };
            if ty != expected {
                return fail(format!(
                    "operand {index} is `{}`, not `{}`",
                    self.name(ty),
                    self.name(expected)
                ));
            }
        }
        Ok(())
    }

    fn equal(&self, a: Type, b: Type, what: &str) -> Check {
        if a == b {
            Ok(())
        } else {
            fail(format!(
                "{what} differ: `{}` and `{}`",
                self.name(a),
                self.name(b)
            ))
        }
    }

    fn result(&self, expected: Type) -> Check {
        if self.ty == expected {
            Ok(())
        } else {
            fail(format!(
                "the result is `{}`, not `{}`",
                self.name(self.ty),
                self.name(expected)
            ))
        }
    }

    fn class(&self, ty: Type, class: Class, what: &str) -> Check {
        let scalar = self.scalar(ty);
        let (int, float) = (scalar.is_int_scalar(), scalar.is_float_scalar());
        let ok = match class {
            Class::Any => int || float || scalar == Type::BOOL,
            Class::Int => int,
            Class::IntOrBool => int || scalar == Type::BOOL,
            Class::I32 => scalar == Type::I32,
            Class::Number => int || float,
            Class::Float => float,
            Class::ShortFloat => float && scalar != Type::F64,
            Class::F32 => scalar == Type::F32,
            Class::Bool => scalar == Type::BOOL,
        };
        if ok {
            Ok(())
        } else {
            fail(format!("{what} is `{}`, not of class {class:?}", self.name(ty)))
        }
    }

    /// `count` operands of the result's type, which is in `class`.
    fn same(&self, count: usize, class: Class) -> Check {
        self.count(count)?;
        self.class(self.ty, class, "the result")?;
        for (index, &ty) in self.types.iter().enumerate() {
            if ty != self.ty {
                return fail(format!(
                    "operand {index} is `{}`, the result `{}`",
                    self.name(ty),
                    self.name(self.ty)
                ));
            }
        }
        Ok(())
    }

    fn same_components(&self, a: Type, b: Type) -> Check {
        let (a, b) = (self.components(a), self.components(b));
        self.want(a == b && a != 0, "the numbers of components are equal")
    }

    /// Two operands of one type, and an `i1` for each component.
    fn compare(&self, class: Class) -> Check {
        self.count(2)?;
        self.class(self.arg(0), class, "the first operand")?;
        self.equal(self.arg(0), self.arg(1), "the operands")?;
        self.bool_result(self.arg(0))
    }

    fn bool_result(&self, of: Type) -> Check {
        self.class(self.ty, Class::Bool, "the result")?;
        self.same_components(self.ty, of)
    }

    fn convert(&self, from: Class, to: Class, width: impl Fn(u32, u32) -> bool) -> Check {
        self.count(1)?;
        self.class(self.arg(0), from, "the operand")?;
        self.class(self.ty, to, "the result")?;
        self.same_components(self.arg(0), self.ty)?;
        let bits = |ty| self.scalar(ty).scalar_bits();
        self.want(
            width(bits(self.arg(0)), bits(self.ty)),
            "the widths suit the conversion",
        )
    }

    fn int_scalars(&self, range: std::ops::Range<usize>) -> Check {
        for index in range {
            if !self.arg(index).is_int_scalar() {
                return fail(format!("operand {index} is not an integer"));
            }
        }
        Ok(())
    }

    fn constants(&self) -> Check {
        self.want(
            self.args
                .iter()
                .all(|value| self.module.const_bits(*value).is_some()),
            "the operands are constants",
        )
    }

    fn vector(&self, ty: Type, element: Type, len: u32, what: &str) -> Check {
        if self.scalar(ty) == element && self.components(ty) == len {
            Ok(())
        } else {
            fail(format!(
                "{what} is `{}`, not `<{len} x {}>`",
                self.name(ty),
                self.name(element)
            ))
        }
    }

    fn vector_result(&self, element: Type, len: u32) -> Check {
        self.vector(self.ty, element, len, "the result")
    }

    fn scalar_number_result(&self) -> Check {
        self.class(self.ty, Class::Number, "the result")?;
        self.want(self.is_scalar(self.ty), "the result is a scalar")
    }

    /// The member types of a result that is a struct of two.
    fn pair(&self) -> Option<[Type; 2]> {
        match self.module.types.get(self.ty) {
            TypeData::Struct(data) => match &data.members[..] {
                [a, b] => Some([a.ty, b.ty]),
                _ => None,
            },
            _ => None,
        }
    }

    fn tuple_result(&self, expected: [Type; 2]) -> Check {
        self.want(
            self.pair() == Some(expected),
            "the result is a struct of two values of the operands' type",
        )
    }

    fn alignment(&self, bytes: u32) -> Check {
        self.want(
            bytes == 0 || bytes.is_power_of_two(),
            "the alignment is a power of two",
        )
    }

    /// The result of a D3D12 load: a vector, with a status when it is sparse.
    fn loaded(&self, len: Option<u32>) -> Check {
        let value = if self.flags.has(Flags::SPARSE) {
            match self.pair() {
                Some([value, Type::I32]) => value,
                _ => return fail("a sparse result is a struct of a value and an `i32` status"),
            }
        } else {
            self.ty
        };
        self.class(value, Class::Any, "what is loaded")?;
        if len.is_none_or(|len| self.components(value) == len) {
            Ok(())
        } else {
            fail(format!(
                "`{}` is loaded, not {} components",
                self.name(value),
                len.unwrap_or(0)
            ))
        }
    }

    /// The components of a D3D12 store, from operand `first` on.
    fn stored(&self, first: usize, mask: u32) -> Check {
        self.want((1..16).contains(&mask), "the mask has 4 bits, one of them set")?;
        self.result(Type::VOID)?;
        let ty = self.arg(first);
        self.want(self.is_scalar(ty), "the components are scalars")?;
        self.want(
            (first..first + 4).all(|index| self.arg(index) == ty),
            "the components have one type",
        )
    }

    fn signature_element(&self, elements: &[crate::shader::SignatureElement]) -> Check {
        let element = elements.iter().find(|element| element.id == self.imm >> 8);
        self.want(
            element.is_some_and(|element| self.imm & 0xff < element.cols),
            "the immediate names a column of a signature element",
        )
    }

    fn evaluated(&self, operands: &str) -> Check {
        self.operands(operands)?;
        self.signature_element(&self.module.info.inputs)?;
        self.want(self.is_scalar(self.ty), "the result is a scalar")
    }

    fn construct(&self) -> Check {
        let parts: Vec<Type> = match self.module.types.get(self.ty) {
            TypeData::Vector { element, len } => {
                let total: u64 = self.types.iter().map(|&ty| u64::from(self.components(ty))).sum();
                self.want(
                    self.types.iter().all(|&ty| self.scalar(ty) == *element),
                    "the parts have the vector's component type",
                )?;
                return self.want(total == u64::from(*len), "the parts fill the vector");
            }
            TypeData::Array { element, len, .. } => {
                self.want(self.args.len() == *len as usize, "the parts fill the array")?;
                vec![*element; self.args.len()]
            }
            TypeData::Struct(data) => data.members.iter().map(|member| member.ty).collect(),
            _ => return fail("the result is a vector, array or struct"),
        };
        self.want(
            parts[..] == self.types[..],
            "the parts are those of the result's type",
        )
    }

    /// Part `imm` of `composite` has type `part`.
    fn part(&self, composite: Type, part: Type) -> Check {
        let found = match self.module.types.get(composite) {
            TypeData::RuntimeArray { .. } => None,
            _ => self.module.types.element(composite, self.imm),
        };
        match found {
            Some(found) => self.equal(found, part, "part and value"),
            None => fail(format!("`{}` has no part {}", self.name(composite), self.imm)),
        }
    }

    /// Class and pointee of an operand that is a pointer.
    fn pointer(&self, index: usize) -> Result<(StorageClass, Type), String> {
        self.module
            .types
            .pointee(self.arg(index))
            .ok_or_else(|| format!("operand {index} is not a pointer"))
    }

    /// Operand 0 points to `value`, and the alignment is given where it must be.
    fn access(&self, value: Type) -> Check {
        let (class, pointee) = self.pointer(0)?;
        self.equal(pointee, value, "what is pointed to and the value")?;
        self.want(
            !matches!(self.module.types.get(value), TypeData::RuntimeArray { .. }),
            "the value has a size",
        )?;
        self.alignment(self.imm)?;
        self.want(
            class != StorageClass::PhysicalStorageBuffer || self.imm != 0,
            "an access of physical memory has an alignment",
        )
    }

    fn access_chain(&self) -> Check {
        self.want(self.args.len() > 1, "there is a base and an index")?;
        let types = &self.module.types;
        let (class, mut ty) = self.pointer(0)?;
        for (index, &value) in self.args.iter().enumerate().skip(1) {
            self.int_scalars(index..index + 1)?;
            let part = match types.get(ty) {
                TypeData::Vector { element, .. }
                | TypeData::Array { element, .. }
                | TypeData::RuntimeArray { element, .. } => Some(*element),
                TypeData::Struct(data) => self
                    .module
                    .const_bits(value)
                    .and_then(|bits| data.members.get(usize::try_from(bits).ok()?))
                    .map(|member| member.ty),
                _ => None,
            };
            match part {
                Some(part) => ty = part,
                None => return fail(format!("operand {index} selects nothing in `{}`", self.name(ty))),
            }
        }
        if types.pointee(self.ty) == Some((class, ty)) {
            Ok(())
        } else {
            fail(format!(
                "the result is `{}`, not `ptr {class:?} {}`",
                self.name(self.ty),
                self.name(ty)
            ))
        }
    }

    /// A pointer and `values` operands of the type that it points to, as the result.
    fn atomic(&self, values: usize) -> Check {
        self.count(1 + values)?;
        let (_, pointee) = self.pointer(0)?;
        self.equal(pointee, self.ty, "what is pointed to and the result")?;
        self.want(
            self.types.iter().skip(1).all(|&ty| ty == self.ty),
            "the values have the type that is pointed to",
        )?;
        self.want(self.imm <= 6, "the immediate is a memory scope")
    }

    fn image(&self, index: usize) -> Result<ImageType, String> {
        match self.module.types.get(self.arg(index)) {
            TypeData::Image(image) => Ok(*image),
            _ => Err(format!("operand {index} is not an image")),
        }
    }

    /// The image of a sampled image at operand 0, with a float coordinate at operand 1 and image operands
    /// from operand `fixed` on.
    fn sampled_image(&self, fixed: usize) -> Result<ImageType, String> {
        let types = &self.module.types;
        let TypeData::SampledImage(image) = types.get(self.arg(0)) else {
            return Err("operand 0 is not a sampled image".to_owned());
        };
        let TypeData::Image(image) = types.get(*image) else {
            return Err("operand 0 is not a sampled image".to_owned());
        };
        self.coordinate(image, Class::F32)?;
        self.image_operands(fixed)?;
        Ok(*image)
    }

    /// A sample: `references` comparison values, image operands that may be there, some of which must be.
    fn image_sample(&self, references: usize, allowed: u32, one_of: u32) -> Check {
        let image = self.sampled_image(2 + references)?;
        self.want(
            self.imm & (BIAS | LOD | GRAD) & !allowed == 0,
            "the image operands suit implicit or explicit LOD",
        )?;
        self.want(one_of == 0 || self.imm & one_of != 0, "an explicit LOD is given")?;
        if references == 0 {
            return self.texel_result(&image, Some(4));
        }
        self.equal(self.arg(2), Type::F32, "reference and `f32`")?;
        self.texel_result(&image, Some(1))
    }

    fn coordinate(&self, image: &ImageType, class: Class) -> Check {
        let coordinate = self.arg(1);
        self.class(coordinate, class, "the coordinate")?;
        let dimensions = match image.dim {
            Dim::Dim1D | Dim::DimBuffer => 1,
            Dim::Dim3D | Dim::DimCube => 3,
            _ => 2,
        };
        self.want(
            self.components(coordinate) >= dimensions + u32::from(image.arrayed),
            "the coordinate has a component for each dimension and the layer",
        )
    }

    /// The image operands that the immediate names follow `fixed` others.
    fn image_operands(&self, fixed: usize) -> Check {
        let mut rest = self.imm;
        let mut count = fixed;
        for (bits, operands) in IMAGE_OPERANDS {
            if rest & bits != 0 {
                count += operands;
                rest &= !bits;
            }
        }
        self.want(rest == 0, "the immediate is a mask of image operands")?;
        self.count(count)
    }

    /// The result of an image access: components of the image's type, after a residency code if it is sparse.
    fn texel_result(&self, image: &ImageType, len: Option<u32>) -> Check {
        let value = if self.flags.has(Flags::SPARSE) {
            match self.pair() {
                Some([Type::I32, value]) => value,
                _ => return fail("a sparse result is a struct of an `i32` residency code and a value"),
            }
        } else {
            self.ty
        };
        self.equal(
            self.scalar(value),
            image.sampled,
            "components of result and image",
        )?;
        let components = self.components(value);
        self.want(
            len.map_or((1..=4).contains(&components), |len| components == len),
            "the result has the number of components of the operation",
        )
    }

    fn size_result(&self, image: &ImageType) -> Check {
        let dimensions = match image.dim {
            Dim::Dim1D | Dim::DimBuffer => 1,
            Dim::Dim3D => 3,
            _ => 2,
        };
        self.class(self.ty, Class::I32, "the result")?;
        self.want(
            self.components(self.ty) == dimensions + u32::from(image.arrayed),
            "the result has a component for each dimension and the layers",
        )
    }

    fn interpolated(&self) -> Check {
        self.class(self.ty, Class::Float, "the result")?;
        self.want(
            self.pointer(0)? == (StorageClass::Input, self.ty),
            "the first operand points to an input of the result's type",
        )
    }

    fn group_operation(&self) -> Check {
        self.want(self.imm < 3, "the immediate is a group operation")
    }

    fn call(&self) -> Check {
        let Some(callee) = self.module.functions.get(Func(self.imm)) else {
            return fail("the immediate names no function");
        };
        self.result(callee.ret)?;
        let params = callee
            .blocks
            .values()
            .next()
            .map_or(&[][..], |block| &block.params[..]);
        self.count(params.len())?;
        for (index, &param) in params.iter().enumerate() {
            let expected = callee.insts.get(param).map(|data| data.ty);
            if expected != Some(self.arg(index)) {
                return fail(format!("operand {index} is not of the type of parameter {param}"));
            }
        }
        Ok(())
    }
}

/// Whether the immediate of `op` means something.
fn uses_immediate(op: Op) -> bool {
    matches!(
        op,
        Op::Handle
            | Op::HeapHandle
            | Op::CbvLoad
            | Op::BufferStore
            | Op::RawLoad
            | Op::RawStore
            | Op::ResourceAtomic
            | Op::CounterUpdate
            | Op::GetDimensions
            | Op::Gather
            | Op::GatherCmp
            | Op::TextureStore
            | Op::CalculateLod
            | Op::LoadInput
            | Op::StoreOutput
            | Op::EvalSnapped
            | Op::EvalSampleIndex
            | Op::EvalCentroid
            | Op::AttributeAtVertex
            | Op::SystemValue
            | Op::DxBarrier
            | Op::Extract
            | Op::Insert
            | Op::Load
            | Op::Store
            | Op::ArrayLength
            | Op::QuadSwap
            | Op::WaveBallotBitCount
            | Op::Call
    ) || (Op::AtomicIAdd..=Op::AtomicCmpXchg).contains(&op)
        || (Op::ImageSampleImplicit..=Op::ImageWrite).contains(&op)
        || (Op::WaveIAdd..=Op::WaveXor).contains(&op)
}
