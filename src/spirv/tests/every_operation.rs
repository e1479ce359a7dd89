//! Each operation once, with operands of the types that it is for: none is forgotten, all have names in the text.

use super::*;
use crate::ir::Op::*;
use crate::ir::{CooperativeMatrix, HitObjectValue, MatrixNumbers, MatrixUse};
use crate::options::InvocationReorder;

/// Values to use as operands, loaded from buffers so that nothing is constant.
struct Operands {
    i32: Value,
    i32s: Value,
    i64: Value,
    i16: Value,
    f32: Value,
    f32s: Value,
    f64: Value,
    f16: Value,
    bool: Value,
    bools: Value,
}

fn loaded(b: &mut Builder, ty: Type, binding: u32) -> Value {
    let buffer = b.buffer("in", ty, binding);
    let zero = b.i32(0);
    let pointer = b.element(StorageClass::StorageBuffer, ty, buffer, &[zero, zero]);
    b.load(ty, pointer)
}

impl Operands {
    fn new(b: &mut Builder) -> Self {
        let [i32, i64, i16, f32, f64, f16] =
            [Type::I32, Type::I64, Type::I16, Type::F32, Type::F64, Type::F16]
                .map(|ty| loaded(b, ty, 10 + ty.0));
        let (ints, floats) = (b.vector(Type::I32, 4), b.vector(Type::F32, 2));
        let bools = b.vector(Type::BOOL, 2);
        let i32s = b.op(Construct, ints, &[i32, i32, i32, i32]);
        let f32s = b.op(Construct, floats, &[f32, f32]);
        let zero = b.i32(0);
        let bool = b.op(INe, Type::BOOL, &[i32, zero]);
        let bools = b.op(Construct, bools, &[bool, bool]);
        Self {
            i32,
            i32s,
            i64,
            i16,
            f32,
            f32s,
            f64,
            f16,
            bool,
            bools,
        }
    }
}

/// What the operations of both stages are.
fn arithmetic(b: &mut Builder, v: &Operands) {
    let (vec2, ivec4, bvec2) = (
        b.vector(Type::F32, 2),
        b.vector(Type::I32, 4),
        b.vector(Type::BOOL, 2),
    );
    for op in [
        IAdd, ISub, IMul, UDiv, SDiv, UMod, SRem, Shl, LShr, AShr, And, Or, Xor,
    ] {
        b.op(op, Type::I32, &[v.i32, v.i32]);
        b.op(op, Type::I64, &[v.i64, v.i64]);
        b.op(op, Type::I16, &[v.i16, v.i16]);
    }
    for op in [SMin, SMax, UMin, UMax] {
        b.op(op, ivec4, &[v.i32s, v.i32s]);
    }
    for op in [And, Or, Xor, IEq, INe] {
        b.op(op, Type::BOOL, &[v.bool, v.bool]);
    }
    b.op(Not, bvec2, &[v.bools]);
    for op in [
        INeg, SAbs, Not, BitReverse, BitCount, FindILsb, FindUMsb, FindSMsb,
    ] {
        b.op(op, Type::I32, &[v.i32]);
    }
    let pair = b.module.types.tuple(&[Type::I32, Type::I32]);
    for op in [UMulExtended, SMulExtended, IAddCarry, ISubBorrow] {
        b.op(op, pair, &[v.i32, v.i32]);
    }
    for op in [BitFieldUExtract, BitFieldSExtract] {
        b.op(op, Type::I32, &[v.i32, v.i32, v.i32]);
    }
    b.op(BitFieldInsert, Type::I32, &[v.i32, v.i32, v.i32, v.i32]);

    for op in [FAdd, FSub, FMul, FDiv, FRem, NMin, NMax] {
        b.full(op, Flags::PRECISE, Type::F32, &[v.f32, v.f32], 0);
        b.op(op, Type::F64, &[v.f64, v.f64]);
        b.op(op, Type::F16, &[v.f16, v.f16]);
    }
    for op in [
        FNeg,
        FAbs,
        Fract,
        Floor,
        Ceil,
        Trunc,
        RoundEven,
        Sin,
        Cos,
        Tan,
        Asin,
        Acos,
        Atan,
        Sinh,
        Cosh,
        Tanh,
        Exp2,
        Log2,
        Sqrt,
        InverseSqrt,
        QuantizeToF16,
    ] {
        b.op(op, vec2, &[v.f32s]);
    }
    for op in [NClamp, Fma] {
        b.full(op, Flags::PRECISE, Type::F32, &[v.f32, v.f32, v.f32], 0);
    }
    b.op(Dot, Type::F32, &[v.f32s, v.f32s]);
    b.op(PackHalf2x16, Type::I32, &[v.f32s]);
    b.op(UnpackHalf2x16, vec2, &[v.i32]);

    for op in [IEq, INe, ULt, ULe, UGt, UGe, SLt, SLe, SGt, SGe] {
        b.op(op, Type::BOOL, &[v.i32, v.i32]);
    }
    for op in [
        FOEq, FONe, FOLt, FOLe, FOGt, FOGe, FUEq, FUNe, FULt, FULe, FUGt, FUGe,
    ] {
        b.op(op, bvec2, &[v.f32s, v.f32s]);
    }
    for op in [IsNan, IsInf] {
        b.op(op, Type::BOOL, &[v.f32]);
    }
    for op in [Any, All] {
        b.op(op, Type::BOOL, &[v.bools]);
    }
    b.op(Select, vec2, &[v.bools, v.f32s, v.f32s]);
    b.op(Select, vec2, &[v.bool, v.f32s, v.f32s]);

    b.op(ZExt, Type::I64, &[v.i16]);
    b.op(SExt, Type::I64, &[v.i32]);
    b.op(ITrunc, Type::I16, &[v.i64]);
    b.op(FToS, Type::I32, &[v.f32]);
    b.op(FToU, Type::I64, &[v.f64]);
    b.op(SToF, Type::F16, &[v.i32]);
    b.op(UToF, Type::F32, &[v.i16]);
    b.op(FConvert, Type::F16, &[v.f64]);
    b.op(Bitcast, Type::F32, &[v.i32]);
    b.op(Bitcast, vec2, &[v.i64]);

    b.full(Extract, Flags::NONE, Type::F32, &[v.f32s], 1);
    b.full(Insert, Flags::NONE, vec2, &[v.f32s, v.f32], 1);
    b.op(ExtractDynamic, Type::F32, &[v.f32s, v.i32]);
    b.op(InsertDynamic, vec2, &[v.f32s, v.f32, v.i32]);
}

fn memory(b: &mut Builder, v: &Operands) {
    let words = b.buffer("words", Type::I32, 0);
    let zero = b.i32(0);
    b.full(ArrayLength, Flags::NONE, Type::I32, &[words.into()], 0);
    let pointer = b.element(StorageClass::StorageBuffer, Type::I32, words, &[zero, v.i32]);
    b.full(Load, Flags::VOLATILE, Type::I32, &[pointer], 0);
    b.full(Store, Flags::VOLATILE, Type::VOID, &[pointer, v.i32], 0);
    for op in [
        AtomicIAdd,
        AtomicAnd,
        AtomicOr,
        AtomicXor,
        AtomicSMin,
        AtomicSMax,
        AtomicUMin,
        AtomicUMax,
        AtomicExchange,
    ] {
        b.full(op, Flags::NONE, Type::I32, &[pointer, v.i32], 1);
    }
    b.full(AtomicCmpXchg, Flags::NONE, Type::I32, &[pointer, v.i32, v.i32], 1);
    let floats = b.buffer("floats", Type::F32, 1);
    let pointer = b.element(StorageClass::StorageBuffer, Type::F32, floats, &[zero, v.i32]);
    b.full(AtomicFAdd, Flags::NONE, Type::F32, &[pointer, v.f32], 1);
    let block = b.block_of("remote", Type::I64);
    let pointer_type = b.module.types.pointer(StorageClass::PhysicalStorageBuffer, block);
    let pointer = b.op(AddressToPointer, pointer_type, &[v.i64]);
    let pointer = b.element(StorageClass::PhysicalStorageBuffer, Type::I64, pointer, &[zero]);
    b.full(AtomicIAdd, Flags::NONE, Type::I64, &[pointer, v.i64], 1);
}

fn callee(b: &mut Builder) {
    let mut function = Function::new("callee", Type::VOID);
    let block = function.add_block();
    function.blocks[block].terminator = Terminator::Return(None);
    let callee = b.module.functions.push(function);
    b.full(Call, Flags::NONE, Type::VOID, &[], callee.0);
}

fn waves(b: &mut Builder, v: &Operands) {
    let ivec4 = b.vector(Type::I32, 4);
    b.op(WaveElect, Type::BOOL, &[]);
    for op in [WaveAny, WaveAll, WaveAllEqual] {
        b.op(op, Type::BOOL, &[v.bool]);
    }
    let ballot = b.op(WaveBallot, ivec4, &[v.bool]);
    b.full(WaveBallotBitCount, Flags::NONE, Type::I32, &[ballot], 2);
    b.op(WaveBallotFindLsb, Type::I32, &[ballot]);
    b.op(WaveBallotFindMsb, Type::I32, &[ballot]);
    b.op(WaveBroadcastFirst, Type::F32, &[v.f32]);
    let one = b.i32(1);
    b.op(WaveBroadcast, Type::F32, &[v.f32, one]);
    let lane = b.op(WaveBroadcastFirst, Type::I32, &[v.i32]);
    b.op(WaveBroadcast, Type::F32, &[v.f32, lane]);
    b.op(WaveShuffle, Type::F32, &[v.f32, v.i32]);
    b.op(WaveShuffleXor, Type::F32, &[v.f32, one]);
    for op in [
        WaveIAdd, WaveIMul, WaveSMin, WaveUMin, WaveSMax, WaveUMax, WaveAnd, WaveOr, WaveXor,
    ] {
        b.full(op, Flags::NONE, Type::I32, &[v.i32], 0);
    }
    for op in [WaveAnd, WaveOr, WaveXor] {
        b.full(op, Flags::NONE, Type::BOOL, &[v.bool], 0);
    }
    for op in [WaveFAdd, WaveFMul, WaveFMin, WaveFMax] {
        b.full(op, Flags::NONE, Type::F32, &[v.f32], 0);
    }
    b.op(QuadBroadcast, Type::F32, &[v.f32, one]);
    b.full(QuadSwap, Flags::NONE, Type::F32, &[v.f32], 2);
    for op in [QuadAny, QuadAll] {
        b.op(op, Type::BOOL, &[v.bool]);
    }
    let (workgroup, semantics) = (b.i32(2), b.i32(0x108));
    b.op(ControlBarrier, Type::VOID, &[workgroup, workgroup, semantics]);
    b.op(MemoryBarrier, Type::VOID, &[workgroup, semantics]);
    let words = b.vector(Type::I32, 2);
    let subgroup = b.i32(3);
    b.op(ReadClock, words, &[subgroup]);
}

fn pixel(b: &mut Builder, v: &Operands) {
    for op in [DPdxCoarse, DPdyCoarse, DPdxFine, DPdyFine] {
        b.op(op, Type::F32, &[v.f32]);
    }
    let input = b.io(StorageClass::Input, Type::F32, 0);
    b.op(InterpolateAtCentroid, Type::F32, &[input.into()]);
    b.op(InterpolateAtSample, Type::F32, &[input.into(), v.i32]);
    b.op(InterpolateAtOffset, Type::F32, &[input.into(), v.f32s]);
    b.op(BeginInterlock, Type::VOID, &[]);
    b.op(Demote, Type::VOID, &[]);
    b.op(EndInterlock, Type::VOID, &[]);
    b.op(IsHelper, Type::BOOL, &[]);
}

fn images(b: &mut Builder, v: &Operands) {
    let (vec2, vec4, ivec2) = (
        b.vector(Type::F32, 2),
        b.vector(Type::F32, 4),
        b.vector(Type::I32, 2),
    );
    let texture_type = b.image(Type::F32, Dim::Dim2D, |_| {});
    let ms_type = b.image(Type::F32, Dim::Dim2D, |image| image.multisampled = true);
    let storage_type = b.image(Type::F32, Dim::Dim2D, |image| image.storage = true);
    let atomic_type = b.image(Type::I32, Dim::Dim2D, |image| {
        image.storage = true;
        image.format = ImageFormat::R32ui;
    });
    let sampler_type = b.module.types.intern(TypeData::Sampler);
    let combined_type = b.module.types.intern(TypeData::SampledImage(texture_type));
    let class = StorageClass::UniformConstant;
    let [texture, ms, storage, atomic, sampler] =
        [texture_type, ms_type, storage_type, atomic_type, sampler_type]
            .map(|ty| b.bound("", class, ty, 100 + ty.0));
    let image = b.load(texture_type, texture);
    let ms = b.load(ms_type, ms);
    let view = b.load(storage_type, storage);
    let sampler = b.load(sampler_type, sampler);
    let combined = b.op(SampledImage, combined_type, &[image, sampler]);
    let (f, i, c) = (v.f32, v.i32, v.f32s);
    let xy = b.op(Construct, ivec2, &[i, i]);
    let one = b.i32(1).as_const().unwrap();
    let offset: Value = b
        .module
        .consts
        .intern(ivec2, ConstData::Composite(vec![one, one]))
        .into();
    let two = b.i32(2);
    let operands = |bits: ImageOperands| bits.bits();
    let const_offset = ImageOperands::CONST_OFFSET;
    let cases: [(Op, Type, Vec<Value>, u32); 10] = [
        (
            ImageSampleImplicit,
            vec4,
            vec![combined, c, f, offset],
            operands(ImageOperands::BIAS | const_offset),
        ),
        (
            ImageSampleExplicit,
            vec4,
            vec![combined, c, c, c],
            operands(ImageOperands::GRAD),
        ),
        (
            ImageSampleExplicit,
            vec4,
            vec![combined, c, f],
            operands(ImageOperands::LOD),
        ),
        (
            ImageSampleDrefImplicit,
            Type::F32,
            vec![combined, c, f, f],
            operands(ImageOperands::MIN_LOD),
        ),
        (
            ImageSampleDrefExplicit,
            Type::F32,
            vec![combined, c, f, f],
            operands(ImageOperands::LOD),
        ),
        (
            ImageGather,
            vec4,
            vec![combined, c, two, xy],
            operands(ImageOperands::OFFSET),
        ),
        (
            ImageDrefGather,
            vec4,
            vec![combined, c, f, offset],
            operands(const_offset),
        ),
        (ImageFetch, vec4, vec![image, xy, i], operands(ImageOperands::LOD)),
        (ImageFetch, vec4, vec![ms, xy, i], operands(ImageOperands::SAMPLE)),
        (ImageRead, vec4, vec![view, xy], 0),
    ];
    for (op, ty, args, imm) in cases {
        b.full(op, Flags::NONE, ty, &args, imm);
        let pair = b.module.types.tuple(&[Type::I32, ty]);
        let result = b.full(op, Flags::SPARSE, pair, &args, imm);
        let code = b.full(Extract, Flags::NONE, Type::I32, &[result], 0);
        b.op(SparseTexelsResident, Type::BOOL, &[code]);
    }
    let texel = b.op(Construct, vec4, &[f, f, f, f]);
    b.op(ImageWrite, Type::VOID, &[view, xy, texel]);
    b.op(ImageQuerySizeLod, ivec2, &[image, i]);
    b.op(ImageQuerySize, ivec2, &[view]);
    b.op(ImageQueryLevels, Type::I32, &[image]);
    b.op(ImageQuerySamples, Type::I32, &[ms]);
    b.op(ImageQueryLod, vec2, &[combined, c]);
    let pointer_type = b.module.types.pointer(StorageClass::Image, Type::I32);
    let zero = b.i32(0);
    let pointer = b.op(ImageTexelPointer, pointer_type, &[atomic.into(), xy, zero]);
    b.full(AtomicUMax, Flags::NONE, Type::I32, &[pointer, i], 1);
}

fn rays(b: &mut Builder, v: &Operands) {
    let structure = b.module.types.object(Object::AccelerationStructure);
    let query_type = b.module.types.object(Object::RayQuery);
    let query = b.module.add_global("", StorageClass::Function, query_type);
    b.function.locals.push(query);
    let bound = b.module.add_global("", StorageClass::UniformConstant, structure);
    b.module.decorate(bound, Decoration::DescriptorSet, &[3]);
    b.module.decorate(bound, Decoration::Binding, &[0]);
    let vec3 = b.vector(Type::F32, 3);
    let vector = b.op(Construct, vec3, &[v.f32, v.f32, v.f32]);
    let loaded = b.load(structure, bound);
    let address = b.op(AddressToAccelerationStructure, structure, &[v.i64]);
    let query = Value::from(query);
    for structure in [loaded, address] {
        let args = [query, structure, v.i32, v.i32, vector, v.f32, vector, v.f32];
        b.op(RayQueryInitialize, Type::VOID, &args);
    }
    b.op(RayQueryProceed, Type::BOOL, &[query]);
    b.op(RayQueryGenerate, Type::VOID, &[query, v.f32]);
    b.op(RayQueryConfirm, Type::VOID, &[query]);
    b.op(RayQueryTerminate, Type::VOID, &[query]);
    for imm in 0.. {
        let Some((value, _)) = RayQueryValue::from_imm(imm) else {
            // Those that are of the ray come once.
            match imm % 2 {
                1 => continue,
                _ => break,
            }
        };
        let (scalar, rows, columns) = value.shape();
        let ty = b.module.types.answer(value.shape());
        let got = b.full(RayQueryGet, Flags::NONE, ty, &[query], imm);
        if columns > 1 {
            let column = b.full(Extract, Flags::NONE, vec3, &[got], columns - 1);
            b.full(Extract, Flags::NONE, scalar, &[column], rows - 1);
        }
    }
}

/// What shaders of ray tracing pipelines do to rays.
fn traced() -> Vec<Builder> {
    let mut generation = Builder::new(Stage::RayGeneration);
    let b = &mut generation;
    let structure = b.module.types.object(Object::AccelerationStructure);
    let scene = b
        .module
        .add_global("scene", StorageClass::UniformConstant, structure);
    let payload = b
        .module
        .add_global("payload", StorageClass::RayPayloadKHR, Type::I32);
    let data = b
        .module
        .add_global("data", StorageClass::CallableDataKHR, Type::F32);
    let scene = b.load(structure, Value::from(scene));
    let (zero, one) = (b.i32(0), b.module.float(Type::F32, 1.0));
    let vec3 = b.vector(Type::F32, 3);
    let vector = b.op(Construct, vec3, &[one, one, one]);
    let ray = [scene, zero, zero, zero, zero, zero, vector, one, vector, one];
    let with_payload: Vec<Value> = ray.into_iter().chain([payload.into()]).collect();
    b.op(TraceRayKhr, Type::VOID, &with_payload);
    b.op(ExecuteCallable, Type::VOID, &[zero, data.into()]);
    let mut intersection = Builder::new(Stage::Intersection);
    let (t, kind) = (intersection.module.float(Type::F32, 1.0), intersection.i32(7));
    intersection.op(ReportIntersection, Type::BOOL, &[t, kind]);
    let ends = [IgnoreIntersection, TerminateRay].map(|op| {
        let mut any_hit = Builder::new(Stage::AnyHit);
        any_hit.op(op, Type::VOID, &[]);
        any_hit
    });
    let mut all = vec![generation, intersection];
    all.extend(ends);
    all
}

/// Matrices of a wave, which go with accesses to memory in the words of Vulkan's memory model.
fn matrices() -> Builder {
    let mut b = Builder::new(Stage::Compute);
    let tile = |b: &mut Builder, component, numbers, of| {
        b.module.types.intern(TypeData::Cooperative(CooperativeMatrix {
            group: false,
            component,
            numbers,
            rows: 16,
            columns: 16,
            of,
        }))
    };
    let [a, c] = [(MatrixUse::A, false), (MatrixUse::Sum, true)].map(|(of, wide)| {
        let component = if wide { Type::I32 } else { Type::I8 };
        tile(&mut b, component, MatrixNumbers::Signed, of)
    });
    let right = tile(&mut b, Type::I8, MatrixNumbers::Plain, MatrixUse::B);
    let [bytes, words] = [(Type::I8, "bytes"), (Type::I32, "words")].map(|(element, name)| {
        let array = b.module.types.array(element, 256);
        let shared = b.module.add_global(name, StorageClass::Workgroup, array);
        let zero = b.i32(0);
        b.element(StorageClass::Workgroup, element, shared, &[zero])
    });
    let (zero, line) = (b.i32(0), b.i32(16));
    let left = b.op(MatrixLoad, a, &[bytes, line]);
    let right = b.op(MatrixLoad, right, &[bytes, line]);
    let sum = b.op(MatrixFill, c, &[zero]);
    let sum = b.op(MatrixMulAdd, c, &[left, right, sum]);
    let sum = b.op(MatrixAdd, c, &[sum, sum]);
    b.op(MatrixStore, Type::VOID, &[words, sum, line]);
    let [subgroup, orders] = [3, 0x108].map(|number| b.i32(number));
    b.op(ControlBarrier, Type::VOID, &[subgroup, subgroup, orders]);
    let word = b.load(Type::I32, words);
    let shared = b.buffer("shared", Type::I32, 8);
    b.module.decorate(shared, Decoration::Coherent, &[]);
    let place = b.element(StorageClass::StorageBuffer, Type::I32, shared, &[zero, zero]);
    b.store(place, word);
    let read = b.load(Type::I32, place);
    // By columns, aligned to 16 bytes.
    let found = b.full(MatrixLoad, Flags::NONE, c, &[place, line], 1 | 16 << 8);
    b.full(
        MatrixStore,
        Flags::NONE,
        Type::VOID,
        &[place, found, line],
        16 << 8,
    );
    // A matrix in the buffer and a vector of eight bytes.
    let array = b.module.types.intern(TypeData::RuntimeArray {
        element: Type::I32,
        stride: 4,
    });
    let factors = b.element(StorageClass::StorageBuffer, array, shared, &[zero]);
    let [packed, sums] = [(Type::I32, 2), (Type::S32, 3)].map(|(component, len)| {
        b.module
            .types
            .intern(TypeData::CooperativeVector { component, len })
    });
    let input = b.op(Construct, packed, &[read, read]);
    let [eight, seen, of] = [8, 1_000_491_000, 3].map(|number| b.i32(number));
    let transposed = b.module.scalar(Type::BOOL, 0);
    let product = b.op(
        VectorMultiply,
        sums,
        &[factors, zero, line, zero, eight, seen, of, transposed, input],
    );
    let last = b.full(Extract, Flags::NONE, Type::S32, &[product], 2);
    let last = b.op(Bitcast, Type::I32, &[last]);
    b.store(place, last);
    let image = b.image(Type::I32, Dim::Dim2D, |image| {
        image.storage = true;
        image.format = ImageFormat::R32ui;
    });
    let texture = b.bound("texture", StorageClass::UniformConstant, image, 9);
    b.module.decorate(texture, Decoration::Coherent, &[]);
    let image = b.load(image, texture);
    let (two, four) = (b.vector(Type::I32, 2), b.vector(Type::I32, 4));
    let at = b.op(Construct, two, &[zero, zero]);
    let texel = b.op(Construct, four, &[read; 4]);
    b.op(ImageWrite, Type::VOID, &[image, at, texel]);
    b.op(ImageRead, four, &[image, at]);
    b
}

/// What modules with matrices of waves say of memory: nothing is private that others may see, and what was said of a
/// variable is said of each access.
#[test]
fn matrices_have_vulkans_memory_model() {
    let text = disassemble(&matrices().emit().words).unwrap();
    for line in [
        "OpCapability VulkanMemoryModel",
        "OpCapability CooperativeMatrixKHR",
        "OpCapability CooperativeVectorNV",
        "OpExtension \"SPV_NV_cooperative_vector\"",
        "OpMemoryModel Logical Vulkan",
        "OpTypeVectorIdEXT %uint %uint_2",
        "OpTypeVectorIdEXT %int %uint_3",
        "%uint_1000491000 ",
        "%uint_3 %uint_3 %uint_8 %uint_0 %false %uint_16 MatrixResultSignedComponentsKHR",
        "OpTypeCooperativeMatrixKHR %char %uint_3 %uint_16 %uint_16 %uint_0",
        "OpTypeCooperativeMatrixKHR %uchar %uint_3 %uint_16 %uint_16 %uint_1",
        "OpTypeCooperativeMatrixKHR %int %uint_3 %uint_16 %uint_16 %uint_2",
        "%uint_0 %uint_16 NonPrivatePointer",
        "MatrixASignedComponentsKHR|MatrixCSignedComponentsKHR|MatrixResultSignedComponentsKHR",
        "OpControlBarrier %uint_3 %uint_3 %uint_24840",
        "MakePointerAvailable|NonPrivatePointer %uint_1",
        "MakePointerVisible|NonPrivatePointer %uint_1",
        "MakeTexelAvailable|NonPrivateTexel %uint_1",
        "MakeTexelVisible|NonPrivateTexel %uint_1",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    assert!(!text.contains(" Coherent"), "{text}");
}

/// What ray generation shaders do with hit objects.
fn hit_objects() -> Builder {
    let mut b = Builder::new(Stage::RayGeneration);
    let [structure, object, query] = [Object::AccelerationStructure, Object::HitObject, Object::RayQuery]
        .map(|object| b.module.types.object(object));
    let [hit, asked] = [object, query].map(|ty| {
        let global = b.module.add_global("", StorageClass::Function, ty);
        b.function.locals.push(global);
        Value::from(global)
    });
    let mut variable = |name: &str, class, ty| Value::from(b.module.add_global(name, class, ty));
    let scene = variable("scene", StorageClass::UniformConstant, structure);
    let payload = variable("payload", StorageClass::RayPayloadKHR, Type::I32);
    let attributes = variable("attributes", StorageClass::HitObjectAttributeNV, Type::F32);
    let scene = b.load(structure, scene);
    let (zero, one) = (b.i32(0), b.module.float(Type::F32, 1.0));
    let vec3 = b.vector(Type::F32, 3);
    let vector = b.op(Construct, vec3, &[one, one, one]);
    let ray = [
        hit, scene, zero, zero, zero, zero, zero, vector, one, vector, one, payload,
    ];
    b.op(HitObjectTrace, Type::VOID, &ray);
    b.op(
        HitObjectMiss,
        Type::VOID,
        &[hit, zero, zero, vector, one, vector, one],
    );
    b.op(HitObjectEmpty, Type::VOID, &[hit]);
    b.op(
        HitObjectFromQuery,
        Type::VOID,
        &[asked, hit, zero, attributes, zero],
    );
    b.op(HitObjectAttributes, Type::VOID, &[hit, attributes]);
    b.op(HitObjectSetIndex, Type::VOID, &[hit, zero]);
    b.op(HitObjectInvoke, Type::VOID, &[hit, payload]);
    b.full(ReorderThread, Flags::NONE, Type::VOID, &[zero, zero], 0);
    b.full(ReorderThread, Flags::NONE, Type::VOID, &[hit, zero, zero], 1);
    for imm in 0.. {
        let Some(value) = HitObjectValue::from_number(imm) else {
            break;
        };
        let ty = b.module.types.answer(value.shape());
        b.full(HitObjectGet, Flags::NONE, ty, &[hit], imm);
    }
    b
}

/// What NVIDIA's extension alone has of hit objects: hits that no ray has found.
fn made_hits() -> Builder {
    let mut b = Builder::new(Stage::RayGeneration);
    let [structure, object] =
        [Object::AccelerationStructure, Object::HitObject].map(|object| b.module.types.object(object));
    let hit = b.module.add_global("", StorageClass::Function, object);
    b.function.locals.push(hit);
    let mut variable = |name: &str, class, ty| Value::from(b.module.add_global(name, class, ty));
    let scene = variable("scene", StorageClass::UniformConstant, structure);
    let attributes = variable("attributes", StorageClass::HitObjectAttributeNV, Type::F32);
    let scene = b.load(structure, scene);
    let (zero, one) = (b.i32(0), b.module.float(Type::F32, 1.0));
    let vec3 = b.vector(Type::F32, 3);
    let vector = b.op(Construct, vec3, &[one, one, one]);
    let numbers = [hit.into(), scene, zero, zero, zero, zero];
    let ray = [vector, one, vector, one, attributes];
    let by_offset = [&numbers[..], &[zero, zero], &ray].concat();
    b.full(HitObjectHit, Flags::NONE, Type::VOID, &by_offset, 0);
    let by_index = [&numbers[..], &[zero], &ray].concat();
    b.full(HitObjectHit, Flags::NONE, Type::VOID, &by_index, 1);
    b
}

#[test]
fn all_of_them() {
    for target_env in TargetEnv::ALL {
        let mut compute = Builder::new(Stage::Compute);
        let operands = Operands::new(&mut compute);
        arithmetic(&mut compute, &operands);
        memory(&mut compute, &operands);
        callee(&mut compute);
        waves(&mut compute, &operands);
        rays(&mut compute, &operands);

        let mut pixel_stage = Builder::new(Stage::Pixel);
        let operands = Operands::new(&mut pixel_stage);
        pixel(&mut pixel_stage, &operands);
        images(&mut pixel_stage, &operands);

        // One stream goes without its number.
        let [one_stream, two_streams] = [0b1, 0b11].map(|streams| {
            let mut geometry = Builder::new(Stage::Geometry);
            geometry.module.info.properties.geometry = Some([1, 4, streams, 1, 1]);
            geometry.full(EmitVertex, Flags::NONE, Type::VOID, &[], streams >> 1);
            geometry.full(EndPrimitive, Flags::NONE, Type::VOID, &[], streams >> 1);
            geometry
        });

        let mut mesh = Builder::new(Stage::Mesh);
        let count = mesh.module.i32(1);
        mesh.op(SetMeshOutputs, Type::VOID, &[count, count]);
        let mut task = Builder::new(Stage::Amplification);
        let groups = task.module.i32(2);
        task.op(EmitMeshTasks, Type::VOID, &[groups; 3]);

        let rays = traced();
        let hits = hit_objects();
        let made_hits = made_hits();
        let products = matrices();
        let used: Vec<Op> = [
            &compute,
            &pixel_stage,
            &one_stream,
            &mesh,
            &task,
            &hits,
            &made_hits,
            &products,
        ]
        .into_iter()
        .chain(&rays)
        .flat_map(|b| b.function.insts.values().map(|data| data.op))
        .collect();
        for &op in Op::ALL.iter().filter(|op| !op.is_d3d12() && **op != Param) {
            assert!(used.contains(&op), "no case for {op}");
        }
        let mut all = vec![compute, pixel_stage, one_stream, two_streams, products];
        if target_env != TargetEnv::Vulkan1_1 {
            all.extend([mesh, task]);
            all.extend(rays);
        }
        if target_env != TargetEnv::Vulkan1_1 {
            let emitted = hits.emit_with(|options| {
                options.target_env = target_env;
                options.invocation_reorder = InvocationReorder::Ext;
            });
            let made = made_hits.emit_with(|options| {
                options.target_env = target_env;
                options.invocation_reorder = InvocationReorder::Nv;
            });
            disassemble(&made.words).unwrap();
            let capability = ::spirv::Capability::ShaderInvocationReorderEXT;
            assert!(emitted.capabilities.contains(&capability));
            let text = disassemble(&emitted.words).unwrap();
            let from_query = text
                .lines()
                .find(|line| line.contains("OpHitObjectRecordFromQueryEXT"));
            // The kind of the hit, too.
            assert_eq!(from_query.unwrap().split_whitespace().count(), 6, "{text}");
        }
        for builder in all {
            let emitted = builder.emit_for(target_env);
            // The text parser checks operand counts and kinds.
            disassemble(&emitted.words).unwrap();
        }
    }
}
