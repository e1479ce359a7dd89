//! The dx.op table: every operation of DXIL, one row each, in number order ("Operations" of DXC's `docs/DXIL.rst`).
//!
//! What comes in: the opcode number and the arguments of a call. What goes out: [`DxOp`] and its facts
//! ([`DxOp::info`]), and for each operation with operands a struct of [`view`] with one field an operand, so that
//! code says `view::SampleLevel::read(args)?.lod` and never counts positions.
//!
//! A row reads
//! `number name "function class" "overloads" effects [more effects] (stages) (operands) -> result`, where the overloads
//! are letters (see [`Overloads`]) and an operand is `name: type` or `name: [type; count]` for a run of arguments.
//! Operands `o` have the overload type. The first argument of every call is the opcode; the table leaves it out.

mod facts;
#[cfg(test)]
mod tests;

use crate::effects::{Effects, words};
use crate::error::{Error, Result};
use crate::shader::{ShaderModel, SystemValue};
pub use facts::{Operand, OperandType, Overload, Overloads, StageSet};

/// Derives everything from the rows.
macro_rules! dx_ops {
    ($(
        sm $major:literal $minor:literal {
            $(
                $number:literal $name:ident $class:literal $overloads:literal $memory:ident [$($effect:ident)*]
                    ($($stage:ident)|+) ($($operand:ident : $ty:tt),*) -> $result:ident;
            )*
        }
    )*) => {
        /// An operation, numbered as in DXIL and named as in DXC.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(non_camel_case_types, missing_docs)]
        #[repr(u16)]
        pub enum DxOp {
            $($( $name = $number, )*)*
        }

        /// A row of the dx.op table.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// The operation.
    pub op: DxOp,
    /// Its name, as DXC spells it.
    pub name: &'static str,
    /// Its class: the part of the function name after `dx.op.`.
    pub class: &'static str,
    /// The overloads it may have.
    pub overloads: Overloads,
    /// The first shader model that has it.
    pub min_shader_model: crate::shader::ShaderModel,
    /// The stages that may use it.
    pub stages: StageSet,
    /// What passes must respect.
    pub effects: Effects,
    /// Its operands after the opcode.
    pub operands: &'static [Operand],
    /// Its result.
    pub result: OperandType,
}

impl DxOp {
            /// The operation with number `number`.
            #[inline]
            pub fn from_number(number: u32) -> Option<Self> {
                let key = match number {
                    0..PREVIEW => number,
                    PREVIEW_NUMBERS..=0x8000_7fff => number - PREVIEW_NUMBERS + PREVIEW,
                    _ => return None,
                };
                Some(match key {
                    $($( $number => Self::$name, )*)*
                    _ => return None,
                })
            }
        }

        /// All rows, in number order.
        pub static TABLE: &[OpInfo] = &[
            $($( OpInfo {
                op: DxOp::$name,
                name: stringify!($name),
                class: $class,
                overloads: Overloads::parse($overloads),
                min_shader_model: ShaderModel { major: $major, minor: $minor },
                stages: StageSet(0 $(| facts::stages::$stage.0)+),
                effects: words::$memory$(.$effect())*,
                operands: &[$( operand!($operand: $ty) ),*],
                result: operand_type!($result),
            }, )*)*
        ];

        /// The operands of each operation by name.
        ///
        /// `T` is whatever the arguments are: value ids, or `usize` for positions (`view::Sample::AT.coord[1]`).
        pub mod view {
            use super::{DxOp, Result};
            $($( view!($name ($($operand: $ty),*)); )*)*
        }
    };
}

macro_rules! operand {
    ($name:ident : [$ty:ident; $count:literal]) => {
        Operand {
            name: stringify!($name),
            ty: operand_type!($ty),
            count: $count,
        }
    };
    ($name:ident : $ty:ident) => {
        Operand {
            name: stringify!($name),
            ty: operand_type!($ty),
            count: 1,
        }
    };
}

#[rustfmt::skip]
macro_rules! operand_type {
    (o) => { OperandType::Overload };
    (o_i1) => { OperandType::OverloadI1 };
    (o_i32) => { OperandType::OverloadI32 };
    (element) => { OperandType::Element };
    (void) => { OperandType::Void };
    (i1) => { OperandType::I1 };
    (i8) => { OperandType::I8 };
    (i16) => { OperandType::I16 };
    (i32) => { OperandType::I32 };
    (i64) => { OperandType::I64 };
    (f16) => { OperandType::F16 };
    (f32) => { OperandType::F32 };
    (f64) => { OperandType::F64 };
    (pf32) => { OperandType::PointerF32 };
    (handle) => { OperandType::Handle };
    (res_ret) => { OperandType::ResRet };
    (cbuf_ret) => { OperandType::CBufRet };
    (dims) => { OperandType::Dimensions };
    (sample_pos) => { OperandType::SamplePos };
    (two_i32) => { OperandType::TwoI32 };
    (four_i32) => { OperandType::FourI32 };
    (i32_carry) => { OperandType::I32Carry };
    (split_double) => { OperandType::SplitDouble };
    (vec4) => { OperandType::Vec4 };
    (udt) => { OperandType::Udt };
    (object) => { OperandType::Object };
    (resource_properties) => { OperandType::ResourceProperties };
    (res_bind) => { OperandType::ResBind };
    (node_handle) => { OperandType::NodeHandle };
    (node_record_handle) => { OperandType::NodeRecordHandle };
    (node_properties) => { OperandType::NodeProperties };
    (node_record_properties) => { OperandType::NodeRecordProperties };
    (hit_object) => { OperandType::HitObject };
}

/// The struct of [`view`] for one operation; none when it has no operands.
macro_rules! view {
    ($name:ident ()) => {};
    ($name:ident ($($operand:ident : $ty:tt),+)) => {
        #[doc = concat!("Operands of `", stringify!($name), "`.")]
        #[allow(non_camel_case_types, missing_docs)]
        pub struct $name<T> {
            $( pub $operand: field_type!(T, $ty), )+
        }
        impl<T: Copy> $name<T> {
            /// The operands among the arguments of a call, the opcode included; an error if their number is wrong.
            #[inline]
            pub fn read(args: &[T]) -> Result<Self> {
                Self::try_read(args).ok_or_else(|| DxOp::$name.wrong_arguments(args.len()))
            }
            #[inline]
            fn try_read(args: &[T]) -> Option<Self> {
                let mut rest = args.iter().copied();
                rest.next()?;
                let operands = Self { $( $operand: field!($ty, rest.next()?), )+ };
                rest.next().is_none().then_some(operands)
            }
        }
        impl $name<usize> {
            /// The positions of the operands among the arguments of a call, whose opcode is at 0.
            pub const AT: Self = {
                let mut at = 0;
                let positions = Self { $( $operand: field!($ty, { at += 1; at }), )+ };
                assert!(at < 32);
                positions
            };
        }
    };
}

macro_rules! field_type {
    ($t:ident, [$ty:ident; $count:literal]) => {
        [$t; $count]
    };
    ($t:ident, $ty:ident) => {
        $t
    };
}

#[rustfmt::skip]
macro_rules! field {
    ([$ty:ident; 2], $next:expr) => { [$next, $next] };
    ([$ty:ident; 3], $next:expr) => { [$next, $next, $next] };
    ([$ty:ident; 4], $next:expr) => { [$next, $next, $next, $next] };
    ($ty:ident, $next:expr) => { $next };
}

dx_ops! {
    // Shader model 6.0.
    sm 6 0 {
        0 TempRegLoad "tempRegLoad" "hfwi" ReadLocal [] (ALL) (index: i32) -> o;
        1 TempRegStore "tempRegStore" "hfwi" WriteLocal [] (ALL) (index: i32, value: o) -> void;
        2 MinPrecXRegLoad "minPrecXRegLoad" "hw" ReadLocal [] (ALL) (reg_index: pf32, index: i32, component: i8) -> o;
        3 MinPrecXRegStore "minPrecXRegStore" "hw" WriteLocal [] (ALL) (reg_index: pf32, index: i32, component: i8, value: o) -> void;
        4 LoadInput "loadInput" "hfwi" ReadInput [] (ALL) (signature: i32, row: i32, col: i8, gs_vertex_axis: i32) -> o;
        5 StoreOutput "storeOutput" "hfwi" WriteOutput [] (ALL) (signature: i32, row: i32, col: i8, value: o) -> void;
        6 FAbs "unary" "hfd<hfd" Pure [] (ALL) (value: o) -> o;
        7 Saturate "unary" "hfd<hfd" Pure [] (ALL) (value: o) -> o;
        8 IsNaN "isSpecialFloat" "hf<hf" Pure [] (ALL) (value: o) -> o_i1;
        9 IsInf "isSpecialFloat" "hf<hf" Pure [] (ALL) (value: o) -> o_i1;
        10 IsFinite "isSpecialFloat" "hf<hf" Pure [] (ALL) (value: o) -> o_i1;
        11 IsNormal "isSpecialFloat" "hf<hf" Pure [] (ALL) (value: o) -> o_i1;
        12 Cos "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        13 Sin "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        14 Tan "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        15 Acos "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        16 Asin "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        17 Atan "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        18 Hcos "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        19 Hsin "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        20 Htan "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        21 Exp "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        22 Frc "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        23 Log "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        24 Sqrt "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        25 Rsqrt "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        26 Round_ne "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        27 Round_ni "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        28 Round_pi "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        29 Round_z "unary" "hf<hf" Pure [] (ALL) (value: o) -> o;
        30 Bfrev "unary" "wil<wil" Pure [] (ALL) (value: o) -> o;
        31 Countbits "unaryBits" "wil<wil" Pure [] (ALL) (value: o) -> o_i32;
        32 FirstbitLo "unaryBits" "wil<wil" Pure [] (ALL) (value: o) -> o_i32;
        33 FirstbitHi "unaryBits" "wil<wil" Pure [] (ALL) (value: o) -> o_i32;
        34 FirstbitSHi "unaryBits" "wil<wil" Pure [] (ALL) (value: o) -> o_i32;
        35 FMax "binary" "hfd<hfd" Pure [] (ALL) (a: o, b: o) -> o;
        36 FMin "binary" "hfd<hfd" Pure [] (ALL) (a: o, b: o) -> o;
        37 IMax "binary" "wil<wil" Pure [] (ALL) (a: o, b: o) -> o;
        38 IMin "binary" "wil<wil" Pure [] (ALL) (a: o, b: o) -> o;
        39 UMax "binary" "wil<wil" Pure [] (ALL) (a: o, b: o) -> o;
        40 UMin "binary" "wil<wil" Pure [] (ALL) (a: o, b: o) -> o;
        41 IMul "binaryWithTwoOuts" "i" Pure [] (ALL) (a: o, b: o) -> two_i32;
        42 UMul "binaryWithTwoOuts" "i" Pure [] (ALL) (a: o, b: o) -> two_i32;
        43 UDiv "binaryWithTwoOuts" "i" Pure [] (ALL) (a: o, b: o) -> two_i32;
        44 UAddc "binaryWithCarryOrBorrow" "i" Pure [] (ALL) (a: o, b: o) -> i32_carry;
        45 USubb "binaryWithCarryOrBorrow" "i" Pure [] (ALL) (a: o, b: o) -> i32_carry;
        46 FMad "tertiary" "hfd<hfd" Pure [] (ALL) (a: o, b: o, c: o) -> o;
        47 Fma "tertiary" "d<d" Pure [] (ALL) (a: o, b: o, c: o) -> o;
        48 IMad "tertiary" "wil<wil" Pure [] (ALL) (a: o, b: o, c: o) -> o;
        49 UMad "tertiary" "wil<wil" Pure [] (ALL) (a: o, b: o, c: o) -> o;
        50 Msad "tertiary" "i" Pure [] (ALL) (a: o, b: o, c: o) -> o;
        51 Ibfe "tertiary" "i" Pure [] (ALL) (a: o, b: o, c: o) -> o;
        52 Ubfe "tertiary" "i" Pure [] (ALL) (a: o, b: o, c: o) -> o;
        53 Bfi "quaternary" "i" Pure [] (ALL) (width: o, offset: o, value: o, replaced_value: o) -> o;
        54 Dot2 "dot2" "hf" Pure [] (ALL) (a: [o; 2], b: [o; 2]) -> o;
        55 Dot3 "dot3" "hf" Pure [] (ALL) (a: [o; 3], b: [o; 3]) -> o;
        56 Dot4 "dot4" "hf" Pure [] (ALL) (a: [o; 4], b: [o; 4]) -> o;
        57 CreateHandle "createHandle" "v" ReadDescriptor [] (ALL) (resource_class: i8, range_id: i32, index: i32, non_uniform_index: i1) -> handle;
        58 CBufferLoad "cbufferLoad" "hfd8wil" ReadCbv [] (ALL) (handle: handle, byte_offset: i32, alignment: i32) -> o;
        59 CBufferLoadLegacy "cbufferLoadLegacy" "hfdwil" ReadCbv [] (ALL) (handle: handle, reg_index: i32) -> cbuf_ret;
        60 Sample "sample" "hfwi" ReadSrv [gradient] (QUADS) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], clamp: f32) -> res_ret;
        61 SampleBias "sampleBias" "hfwi" ReadSrv [gradient] (QUADS) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], bias: f32, clamp: f32) -> res_ret;
        62 SampleLevel "sampleLevel" "hfwi" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], lod: f32) -> res_ret;
        63 SampleGrad "sampleGrad" "hfwi" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], ddx: [f32; 3], ddy: [f32; 3], clamp: f32) -> res_ret;
        64 SampleCmp "sampleCmp" "hf" ReadSrv [gradient] (QUADS) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], compare_value: f32, clamp: f32) -> res_ret;
        65 SampleCmpLevelZero "sampleCmpLevelZero" "hf" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], compare_value: f32) -> res_ret;
        66 TextureLoad "textureLoad" "hfwi" ReadResource [] (ALL) (srv: handle, mip_level_or_sample_count: i32, coord: [i32; 3], offset: [i32; 3]) -> res_ret;
        67 TextureStore "textureStore" "hfwi" WriteUav [] (ALL) (uav: handle, coord: [i32; 3], value: [o; 4], mask: i8) -> void;
        68 BufferLoad "bufferLoad" "hfwi" ReadResource [] (ALL) (srv: handle, index: i32, offset: i32) -> res_ret;
        69 BufferStore "bufferStore" "hfwi" WriteUav [] (ALL) (uav: handle, index: i32, offset: i32, value: [o; 4], mask: i8) -> void;
        70 BufferUpdateCounter "bufferUpdateCounter" "v" UpdateCounter [] (ALL) (uav: handle, delta: i8) -> i32;
        71 CheckAccessFullyMapped "checkAccessFullyMapped" "i" Pure [] (ALL) (status: o) -> i1;
        72 GetDimensions "getDimensions" "v" ReadDescriptor [] (ALL) (handle: handle, mip_level: i32) -> dims;
        73 TextureGather "textureGather" "hfwi" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 2], channel: i32) -> res_ret;
        74 TextureGatherCmp "textureGatherCmp" "hfwi" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 2], channel: i32, compare_value: f32) -> res_ret;
        75 Texture2DMSGetSamplePosition "texture2DMSGetSamplePosition" "v" ReadDescriptor [] (ALL) (srv: handle, index: i32) -> sample_pos;
        76 RenderTargetGetSamplePosition "renderTargetGetSamplePosition" "v" ReadDescriptor [] (PS) (index: i32) -> sample_pos;
        77 RenderTargetGetSampleCount "renderTargetGetSampleCount" "v" ReadDescriptor [] (PS) () -> i32;
        78 AtomicBinOp "atomicBinOp" "li" UpdateUav [] (ALL) (handle: handle, atomic_op: i32, coord: [i32; 3], new_value: o) -> o;
        79 AtomicCompareExchange "atomicCompareExchange" "li" UpdateUav [] (ALL) (handle: handle, coord: [i32; 3], compare_value: o, new_value: o) -> o;
        80 Barrier "barrier" "v" Barrier [] (ALL) (barrier_mode: i32) -> void;
        81 CalculateLOD "calculateLOD" "f" ReadDescriptor [gradient] (QUADS) (srv: handle, sampler: handle, coord: [o; 3], clamped: i1) -> f32;
        82 Discard "discard" "v" Demote [] (PS) (condition: i1) -> void;
        83 DerivCoarseX "unary" "hf<hf" Pure [gradient] (QUADS) (value: o) -> o;
        84 DerivCoarseY "unary" "hf<hf" Pure [gradient] (QUADS) (value: o) -> o;
        85 DerivFineX "unary" "hf<hf" Pure [gradient] (QUADS) (value: o) -> o;
        86 DerivFineY "unary" "hf<hf" Pure [gradient] (QUADS) (value: o) -> o;
        87 EvalSnapped "evalSnapped" "hf" Evaluate [] (PS) (signature: i32, row: i32, col: i8, offset_x: i32, offset_y: i32) -> o;
        88 EvalSampleIndex "evalSampleIndex" "hf" Evaluate [] (PS) (signature: i32, row: i32, col: i8, sample_index: i32) -> o;
        89 EvalCentroid "evalCentroid" "hf" Evaluate [] (PS) (signature: i32, row: i32, col: i8) -> o;
        90 SampleIndex "sampleIndex" "i" ReadInput [] (PS) () -> o;
        91 Coverage "coverage" "i" ReadInput [] (PS) () -> o;
        92 InnerCoverage "innerCoverage" "i" ReadInput [] (PS) () -> o;
        93 ThreadId "threadId" "i" ReadInput [] (GROUPS) (component: i32) -> o;
        94 GroupId "groupId" "i" ReadInput [] (GROUPS) (component: i32) -> o;
        95 ThreadIdInGroup "threadIdInGroup" "i" ReadInput [] (GROUPS) (component: i32) -> o;
        96 FlattenedThreadIdInGroup "flattenedThreadIdInGroup" "i" ReadInput [] (GROUPS) () -> o;
        97 EmitStream "emitStream" "v" Emit [] (GS) (stream_id: i8) -> void;
        98 CutStream "cutStream" "v" Emit [] (GS) (stream_id: i8) -> void;
        99 EmitThenCutStream "emitThenCutStream" "v" Emit [] (GS) (stream_id: i8) -> void;
        100 GSInstanceID "gsInstanceID" "i" ReadInput [] (GS) () -> o;
        101 MakeDouble "makeDouble" "d" Pure [] (ALL) (lo: i32, hi: i32) -> o;
        102 SplitDouble "splitDouble" "d" Pure [] (ALL) (value: o) -> split_double;
        103 LoadOutputControlPoint "loadOutputControlPoint" "hfwi" ReadPatch [] (DS | HS) (signature: i32, row: i32, col: i8, index: i32) -> o;
        104 LoadPatchConstant "loadPatchConstant" "hfwi" ReadPatch [] (DS | HS) (signature: i32, row: i32, col: i8) -> o;
        105 DomainLocation "domainLocation" "f" ReadInput [] (DS) (component: i8) -> o;
        106 StorePatchConstant "storePatchConstant" "hfwi" WriteOutput [] (HS) (signature: i32, row: i32, col: i8, value: o) -> void;
        107 OutputControlPointID "outputControlPointID" "i" ReadInput [] (HS) () -> o;
        108 PrimitiveID "primitiveID" "i" ReadInput [] (GS | DS | HS) () -> o;
        109 CycleCounterLegacy "cycleCounterLegacy" "v" ReadClock [] (ALL) () -> two_i32;
        110 WaveIsFirstLane "waveIsFirstLane" "v" Wave [] (ALL) () -> i1;
        111 WaveGetLaneIndex "waveGetLaneIndex" "v" Wave [] (ALL) () -> i32;
        112 WaveGetLaneCount "waveGetLaneCount" "v" Wave [] (ALL) () -> i32;
        113 WaveAnyTrue "waveAnyTrue" "v" Wave [] (ALL) (condition: i1) -> i1;
        114 WaveAllTrue "waveAllTrue" "v" Wave [] (ALL) (condition: i1) -> i1;
        115 WaveActiveAllEqual "waveActiveAllEqual" "hfd18wil<hfd18wil" Wave [] (ALL) (value: o) -> o_i1;
        116 WaveActiveBallot "waveActiveBallot" "v" Wave [] (ALL) (condition: i1) -> four_i32;
        117 WaveReadLaneAt "waveReadLaneAt" "hfd18wil<hfd18wil" Wave [] (ALL) (value: o, lane: i32) -> o;
        118 WaveReadLaneFirst "waveReadLaneFirst" "hfd18wil<hfd18wil" Wave [] (ALL) (value: o) -> o;
        119 WaveActiveOp "waveActiveOp" "hfd18wil<hfd18wil" Wave [] (ALL) (value: o, op: i8, sign: i8) -> o;
        120 WaveActiveBit "waveActiveBit" "8wil<8wil" Wave [] (ALL) (value: o, op: i8) -> o;
        121 WavePrefixOp "wavePrefixOp" "hfd8wil<hfd8wil" Wave [] (ALL) (value: o, op: i8, sign: i8) -> o;
        122 QuadReadLaneAt "quadReadLaneAt" "hfd18wil<hfd18wil" Wave [] (QUADS) (value: o, quad_lane: i32) -> o;
        123 QuadOp "quadOp" "hfd8wil<hfd8wil" Wave [] (QUADS) (value: o, op: i8) -> o;
        124 BitcastI16toF16 "bitcastI16toF16" "v" Pure [] (ALL) (value: i16) -> f16;
        125 BitcastF16toI16 "bitcastF16toI16" "v" Pure [] (ALL) (value: f16) -> i16;
        126 BitcastI32toF32 "bitcastI32toF32" "v" Pure [] (ALL) (value: i32) -> f32;
        127 BitcastF32toI32 "bitcastF32toI32" "v" Pure [] (ALL) (value: f32) -> i32;
        128 BitcastI64toF64 "bitcastI64toF64" "v" Pure [] (ALL) (value: i64) -> f64;
        129 BitcastF64toI64 "bitcastF64toI64" "v" Pure [] (ALL) (value: f64) -> i64;
        130 LegacyF32ToF16 "legacyF32ToF16" "v" Pure [] (ALL) (value: f32) -> i32;
        131 LegacyF16ToF32 "legacyF16ToF32" "v" Pure [] (ALL) (value: i32) -> f32;
        132 LegacyDoubleToFloat "legacyDoubleToFloat" "v" Pure [] (ALL) (value: f64) -> f32;
        133 LegacyDoubleToSInt32 "legacyDoubleToSInt32" "v" Pure [] (ALL) (value: f64) -> i32;
        134 LegacyDoubleToUInt32 "legacyDoubleToUInt32" "v" Pure [] (ALL) (value: f64) -> i32;
        135 WaveAllBitCount "waveAllOp" "v" Wave [] (ALL) (value: i1) -> i32;
        136 WavePrefixBitCount "wavePrefixOp" "v" Wave [] (ALL) (value: i1) -> i32;
    }
    // Shader model 6.1.
    sm 6 1 {
        137 AttributeAtVertex "attributeAtVertex" "hfiw" ReadInput [] (PS) (signature: i32, row: i32, col: i8, vertex_id: i8) -> o;
        138 ViewID "viewID" "i" ReadInput [] (VS | HS | DS | GS | PS | MS) () -> o;
    }
    // Shader model 6.2.
    sm 6 2 {
        139 RawBufferLoad "rawBufferLoad" "hfwidl" ReadResource [] (ALL) (srv: handle, index: i32, element_offset: i32, mask: i8, alignment: i32) -> res_ret;
        140 RawBufferStore "rawBufferStore" "hfwidl" WriteUav [] (ALL) (uav: handle, index: i32, element_offset: i32, value: [o; 4], mask: i8, alignment: i32) -> void;
    }
    // Shader model 6.3.
    sm 6 3 {
        141 InstanceID "instanceID" "i" Pure [] (HITS) () -> o;
        142 InstanceIndex "instanceIndex" "i" Pure [] (HITS) () -> o;
        143 HitKind "hitKind" "i" Pure [] (HITS) () -> o;
        144 RayFlags "rayFlags" "i" Pure [] (HITS_AND_MISS) () -> o;
        145 DispatchRaysIndex "dispatchRaysIndex" "i" Pure [] (LIB | RAYGEN | INTERSECTION | ANYHIT | CLOSESTHIT | MISS | CALLABLE) (col: i8) -> o;
        146 DispatchRaysDimensions "dispatchRaysDimensions" "i" Pure [] (LIB | RAYGEN | INTERSECTION | ANYHIT | CLOSESTHIT | MISS | CALLABLE) (col: i8) -> o;
        147 WorldRayOrigin "worldRayOrigin" "f" Pure [] (HITS_AND_MISS) (col: i8) -> o;
        148 WorldRayDirection "worldRayDirection" "f" Pure [] (HITS_AND_MISS) (col: i8) -> o;
        149 ObjectRayOrigin "objectRayOrigin" "f" Pure [] (HITS) (col: i8) -> o;
        150 ObjectRayDirection "objectRayDirection" "f" Pure [] (HITS) (col: i8) -> o;
        151 ObjectToWorld "objectToWorld" "f" Pure [] (HITS) (row: i32, col: i8) -> o;
        152 WorldToObject "worldToObject" "f" Pure [] (HITS) (row: i32, col: i8) -> o;
        153 RayTMin "rayTMin" "f" Pure [] (HITS_AND_MISS) () -> o;
        154 RayTCurrent "rayTCurrent" "f" ReadRay [] (HITS_AND_MISS) () -> o;
        155 IgnoreHit "ignoreHit" "v" UpdateRay [ends] (ANYHIT) () -> void;
        156 AcceptHitAndEndSearch "acceptHitAndEndSearch" "v" UpdateRay [ends] (ANYHIT) () -> void;
        157 TraceRay "traceRay" "u" Call [] (TRACERS) (acceleration_structure: handle, ray_flags: i32, instance_inclusion_mask: i32, ray_contribution_to_hit_group_index: i32, multiplier_for_geometry_contribution_to_shader_index: i32, miss_shader_index: i32, origin: [f32; 3], t_min: f32, direction: [f32; 3], t_max: f32, payload: udt) -> void;
        158 ReportHit "reportHit" "u" Call [] (LIB | INTERSECTION) (t_hit: f32, hit_kind: i32, attributes: udt) -> i1;
        159 CallShader "callShader" "u" Call [] (LIB | CLOSESTHIT | RAYGEN | MISS | CALLABLE) (shader_index: i32, parameter: udt) -> void;
        160 CreateHandleForLib "createHandleForLib" "o" ReadDescriptor [] (ALL) (resource: object) -> handle;
        161 PrimitiveIndex "primitiveIndex" "i" Pure [] (HITS) () -> o;
    }
    // Shader model 6.4.
    sm 6 4 {
        162 Dot2AddHalf "dot2AddHalf" "f" Pure [] (ALL) (acc: o, a: [f16; 2], b: [f16; 2]) -> o;
        163 Dot4AddI8Packed "dot4AddPacked" "i" Pure [] (ALL) (acc: o, a: i32, b: i32) -> o;
        164 Dot4AddU8Packed "dot4AddPacked" "i" Pure [] (ALL) (acc: o, a: i32, b: i32) -> o;
    }
    // Shader model 6.5.
    sm 6 5 {
        165 WaveMatch "waveMatch" "hfd8wil<hfd8wil" Wave [] (ALL) (value: o) -> four_i32;
        166 WaveMultiPrefixOp "waveMultiPrefixOp" "hfd8wil<hfd8wil" Wave [] (ALL) (value: o, mask: [i32; 4], op: i8, sign: i8) -> o;
        167 WaveMultiPrefixBitCount "waveMultiPrefixBitCount" "v" Wave [] (ALL) (value: i1, mask: [i32; 4]) -> i32;
        168 SetMeshOutputCounts "setMeshOutputCounts" "v" WriteOutput [] (MS) (num_vertices: i32, num_primitives: i32) -> void;
        169 EmitIndices "emitIndices" "v" WriteOutput [] (MS) (primitive_index: i32, vertex_index: [i32; 3]) -> void;
        170 GetMeshPayload "getMeshPayload" "u" ReadInput [] (MS) () -> o;
        171 StoreVertexOutput "storeVertexOutput" "hfwi" WriteOutput [] (MS) (signature: i32, row: i32, col: i8, value: o, vertex_index: i32) -> void;
        172 StorePrimitiveOutput "storePrimitiveOutput" "hfwi" WriteOutput [] (MS) (signature: i32, row: i32, col: i8, value: o, primitive_index: i32) -> void;
        173 DispatchMesh "dispatchMesh" "u" Barrier [ends] (AS) (thread_group_count: [i32; 3], payload: o) -> void;
        174 WriteSamplerFeedback "writeSamplerFeedback" "v" UpdateUav [gradient] (LIB | PS) (feedback_tex: handle, sampled_tex: handle, sampler: handle, coord: [f32; 4], clamp: f32) -> void;
        175 WriteSamplerFeedbackBias "writeSamplerFeedbackBias" "v" UpdateUav [gradient] (LIB | PS) (feedback_tex: handle, sampled_tex: handle, sampler: handle, coord: [f32; 4], bias: f32, clamp: f32) -> void;
        176 WriteSamplerFeedbackLevel "writeSamplerFeedbackLevel" "v" UpdateUav [] (ALL) (feedback_tex: handle, sampled_tex: handle, sampler: handle, coord: [f32; 4], lod: f32) -> void;
        177 WriteSamplerFeedbackGrad "writeSamplerFeedbackGrad" "v" UpdateUav [] (ALL) (feedback_tex: handle, sampled_tex: handle, sampler: handle, coord: [f32; 4], ddx: [f32; 3], ddy: [f32; 3], clamp: f32) -> void;
        178 AllocateRayQuery "allocateRayQuery" "v" UpdateRay [] (ALL) (const_ray_flags: i32) -> i32;
        179 RayQuery_TraceRayInline "rayQuery_TraceRayInline" "v" UpdateRay [] (ALL) (ray_query_handle: i32, acceleration_structure: handle, ray_flags: i32, instance_inclusion_mask: i32, origin: [f32; 3], t_min: f32, direction: [f32; 3], t_max: f32) -> void;
        180 RayQuery_Proceed "rayQuery_Proceed" "1" UpdateRay [] (ALL) (ray_query_handle: i32) -> o;
        181 RayQuery_Abort "rayQuery_Abort" "v" UpdateRay [] (ALL) (ray_query_handle: i32) -> void;
        182 RayQuery_CommitNonOpaqueTriangleHit "rayQuery_CommitNonOpaqueTriangleHit" "v" UpdateRay [] (ALL) (ray_query_handle: i32) -> void;
        183 RayQuery_CommitProceduralPrimitiveHit "rayQuery_CommitProceduralPrimitiveHit" "v" UpdateRay [] (ALL) (ray_query_handle: i32, t: f32) -> void;
        184 RayQuery_CommittedStatus "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        185 RayQuery_CandidateType "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        186 RayQuery_CandidateObjectToWorld3x4 "rayQuery_StateMatrix" "f" ReadRay [] (ALL) (ray_query_handle: i32, row: i32, col: i8) -> o;
        187 RayQuery_CandidateWorldToObject3x4 "rayQuery_StateMatrix" "f" ReadRay [] (ALL) (ray_query_handle: i32, row: i32, col: i8) -> o;
        188 RayQuery_CommittedObjectToWorld3x4 "rayQuery_StateMatrix" "f" ReadRay [] (ALL) (ray_query_handle: i32, row: i32, col: i8) -> o;
        189 RayQuery_CommittedWorldToObject3x4 "rayQuery_StateMatrix" "f" ReadRay [] (ALL) (ray_query_handle: i32, row: i32, col: i8) -> o;
        190 RayQuery_CandidateProceduralPrimitiveNonOpaque "rayQuery_StateScalar" "1" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        191 RayQuery_CandidateTriangleFrontFace "rayQuery_StateScalar" "1" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        192 RayQuery_CommittedTriangleFrontFace "rayQuery_StateScalar" "1" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        193 RayQuery_CandidateTriangleBarycentrics "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        194 RayQuery_CommittedTriangleBarycentrics "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        195 RayQuery_RayFlags "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        196 RayQuery_WorldRayOrigin "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        197 RayQuery_WorldRayDirection "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        198 RayQuery_RayTMin "rayQuery_StateScalar" "f" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        199 RayQuery_CandidateTriangleRayT "rayQuery_StateScalar" "f" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        200 RayQuery_CommittedRayT "rayQuery_StateScalar" "f" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        201 RayQuery_CandidateInstanceIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        202 RayQuery_CandidateInstanceID "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        203 RayQuery_CandidateGeometryIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        204 RayQuery_CandidatePrimitiveIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        205 RayQuery_CandidateObjectRayOrigin "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        206 RayQuery_CandidateObjectRayDirection "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        207 RayQuery_CommittedInstanceIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        208 RayQuery_CommittedInstanceID "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        209 RayQuery_CommittedGeometryIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        210 RayQuery_CommittedPrimitiveIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        211 RayQuery_CommittedObjectRayOrigin "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        212 RayQuery_CommittedObjectRayDirection "rayQuery_StateVector" "f" ReadRay [] (ALL) (ray_query_handle: i32, component: i8) -> o;
        213 GeometryIndex "geometryIndex" "i" Pure [] (HITS) () -> o;
        214 RayQuery_CandidateInstanceContributionToHitGroupIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        215 RayQuery_CommittedInstanceContributionToHitGroupIndex "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
    }
    // Shader model 6.6.
    sm 6 6 {
        216 AnnotateHandle "annotateHandle" "v" Pure [] (ALL) (res: handle, props: resource_properties) -> handle;
        217 CreateHandleFromBinding "createHandleFromBinding" "v" ReadDescriptor [] (ALL) (bind: res_bind, index: i32, non_uniform_index: i1) -> handle;
        218 CreateHandleFromHeap "createHandleFromHeap" "v" ReadDescriptor [] (ALL) (index: i32, sampler_heap: i1, non_uniform_index: i1) -> handle;
        219 Unpack4x8 "unpack4x8" "iw" Pure [] (ALL) (mode: i8, packed: i32) -> vec4;
        220 Pack4x8 "pack4x8" "iw" Pure [] (ALL) (mode: i8, value: [o; 4]) -> i32;
        221 IsHelperLane "isHelperLane" "1" ReadLanes [] (ALL) () -> o;
    }
    // Shader model 6.7.
    sm 6 7 {
        222 QuadVote "quadVote" "1" Wave [] (QUADS) (condition: i1, op: i8) -> o_i1;
        223 TextureGatherRaw "textureGatherRaw" "wil" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 2]) -> res_ret;
        224 SampleCmpLevel "sampleCmpLevel" "hf" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], compare_value: f32, lod: f32) -> res_ret;
        225 TextureStoreSample "textureStoreSample" "hfwi" WriteUav [] (ALL) (uav: handle, coord: [i32; 3], value: [o; 4], mask: i8, sample_index: i32) -> void;
    }
    // Shader model 6.8.
    sm 6 8 {
        238 AllocateNodeOutputRecords "allocateNodeOutputRecords" "v" Barrier [] (NODE) (output: node_handle, num_records: i32, per_thread: i1) -> node_record_handle;
        239 GetNodeRecordPtr "getNodeRecordPtr" "u" Pure [] (NODE) (record_handle: node_record_handle, array_index: i32) -> o;
        240 IncrementOutputCount "incrementOutputCount" "v" UpdateRecord [] (NODE) (output: node_handle, count: i32, per_thread: i1) -> void;
        241 OutputComplete "outputComplete" "v" UpdateRecord [] (NODE) (output: node_record_handle) -> void;
        242 GetInputRecordCount "getInputRecordCount" "v" ReadRecord [] (NODE) (input: node_record_handle) -> i32;
        243 FinishedCrossGroupSharing "finishedCrossGroupSharing" "v" Barrier [] (NODE) (input: node_record_handle) -> i1;
        244 BarrierByMemoryType "barrierByMemoryType" "v" Barrier [] (ALL) (memory_type_flags: i32, semantic_flags: i32) -> void;
        245 BarrierByMemoryHandle "barrierByMemoryHandle" "v" Barrier [] (ALL) (object: handle, semantic_flags: i32) -> void;
        246 BarrierByNodeRecordHandle "barrierByNodeRecordHandle" "v" Barrier [] (NODE) (object: node_record_handle, semantic_flags: i32) -> void;
        247 CreateNodeOutputHandle "createNodeOutputHandle" "v" Pure [] (NODE) (metadata_index: i32) -> node_handle;
        248 IndexNodeHandle "indexNodeHandle" "v" Pure [] (NODE) (node_output_handle: node_handle, array_index: i32) -> node_handle;
        249 AnnotateNodeHandle "annotateNodeHandle" "v" Pure [] (NODE) (node: node_handle, props: node_properties) -> node_handle;
        250 CreateNodeInputRecordHandle "createNodeInputRecordHandle" "v" Pure [] (NODE) (metadata_index: i32) -> node_record_handle;
        251 AnnotateNodeRecordHandle "annotateNodeRecordHandle" "v" Pure [] (NODE) (node_record: node_record_handle, props: node_record_properties) -> node_record_handle;
        252 NodeOutputIsValid "nodeOutputIsValid" "v" ReadRecord [] (NODE) (output: node_handle) -> i1;
        253 GetRemainingRecursionLevels "getRemainingRecursionLevels" "v" ReadRecord [] (NODE) () -> i32;
        254 SampleCmpGrad "sampleCmpGrad" "hf" ReadSrv [] (ALL) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], compare_value: f32, ddx: [f32; 3], ddy: [f32; 3], clamp: f32) -> res_ret;
        255 SampleCmpBias "sampleCmpBias" "hf" ReadSrv [gradient] (QUADS) (srv: handle, sampler: handle, coord: [f32; 4], offset: [i32; 3], compare_value: f32, bias: f32, clamp: f32) -> res_ret;
        256 StartVertexLocation "startVertexLocation" "i" ReadInput [] (VS) () -> o;
        257 StartInstanceLocation "startInstanceLocation" "i" ReadInput [] (VS) () -> o;
    }
    // Shader model 6.9.
    sm 6 9 {
        258 AllocateRayQuery2 "allocateRayQuery2" "v" UpdateRay [] (ALL) (const_ray_flags: i32, const_ray_query_flags: i32) -> i32;
        262 HitObject_TraceRay "hitObject_TraceRay" "u" Call [] (TRACERS) (acceleration_structure: handle, ray_flags: i32, instance_inclusion_mask: i32, ray_contribution_to_hit_group_index: i32, multiplier_for_geometry_contribution_to_hit_group_index: i32, miss_shader_index: i32, origin: [f32; 3], t_min: f32, direction: [f32; 3], t_max: f32, payload: udt) -> hit_object;
        263 HitObject_FromRayQuery "hitObject_FromRayQuery" "v" UpdateRay [] (TRACERS) (ray_query_handle: i32) -> hit_object;
        264 HitObject_FromRayQueryWithAttrs "hitObject_FromRayQueryWithAttrs" "u" UpdateRay [] (TRACERS) (ray_query_handle: i32, hit_kind: i32, committed_attribs: udt) -> hit_object;
        265 HitObject_MakeMiss "hitObject_MakeMiss" "v" UpdateRay [] (TRACERS) (ray_flags: i32, miss_shader_index: i32, origin: [f32; 3], t_min: f32, direction: [f32; 3], t_max: f32) -> hit_object;
        266 HitObject_MakeNop "hitObject_MakeNop" "v" Pure [] (TRACERS) () -> hit_object;
        267 HitObject_Invoke "hitObject_Invoke" "u" Call [] (TRACERS) (hit_object: hit_object, payload: udt) -> void;
        268 MaybeReorderThread "maybeReorderThread" "v" Call [] (LIB | RAYGEN) (hit_object: hit_object, coherence_hint: i32, coherence_hint_bits: i32) -> void;
        269 HitObject_IsMiss "hitObject_StateScalar" "1" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        270 HitObject_IsHit "hitObject_StateScalar" "1" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        271 HitObject_IsNop "hitObject_StateScalar" "1" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        272 HitObject_RayFlags "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        273 HitObject_RayTMin "hitObject_StateScalar" "f" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        274 HitObject_RayTCurrent "hitObject_StateScalar" "f" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        275 HitObject_WorldRayOrigin "hitObject_StateVector" "f" ReadRay [] (TRACERS) (hit_object: hit_object, component: i32) -> o;
        276 HitObject_WorldRayDirection "hitObject_StateVector" "f" ReadRay [] (TRACERS) (hit_object: hit_object, component: i32) -> o;
        277 HitObject_ObjectRayOrigin "hitObject_StateVector" "f" ReadRay [] (TRACERS) (hit_object: hit_object, component: i32) -> o;
        278 HitObject_ObjectRayDirection "hitObject_StateVector" "f" ReadRay [] (TRACERS) (hit_object: hit_object, component: i32) -> o;
        279 HitObject_ObjectToWorld3x4 "hitObject_StateMatrix" "f" ReadRay [] (TRACERS) (hit_object: hit_object, row: i32, col: i32) -> o;
        280 HitObject_WorldToObject3x4 "hitObject_StateMatrix" "f" ReadRay [] (TRACERS) (hit_object: hit_object, row: i32, col: i32) -> o;
        281 HitObject_GeometryIndex "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        282 HitObject_InstanceIndex "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        283 HitObject_InstanceID "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        284 HitObject_PrimitiveIndex "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        285 HitObject_HitKind "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        286 HitObject_ShaderTableIndex "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        287 HitObject_SetShaderTableIndex "hitObject_SetShaderTableIndex" "v" UpdateRay [] (TRACERS) (hit_object: hit_object, shader_table_index: i32) -> hit_object;
        288 HitObject_LoadLocalRootTableConstant "hitObject_LoadLocalRootTableConstant" "v" ReadRay [] (TRACERS) (hit_object: hit_object, offset: i32) -> i32;
        289 HitObject_Attributes "hitObject_Attributes" "u" CopyRay [] (TRACERS) (hit_object: hit_object, attributes: udt) -> void;
        303 RawBufferVectorLoad "rawBufferVectorLoad" "hfwidl<hfwidl" ReadResource [] (ALL) (srv: handle, index: i32, element_offset: i32, alignment: i32) -> res_ret;
        304 RawBufferVectorStore "rawBufferVectorStore" "hfwidl<hfwidl" WriteUav [] (ALL) (uav: handle, index: i32, element_offset: i32, value: o, alignment: i32) -> void;
        309 VectorReduceAnd "vectorReduce" "<18wil" Pure [] (ALL) (a: o) -> element;
        310 VectorReduceOr "vectorReduce" "<18wil" Pure [] (ALL) (a: o) -> element;
        311 FDot "dot" "<hf" Pure [] (ALL) (a: o, b: o) -> element;
    }
    // Shader model 6.10's preview: 0x80000000 and these without their highest bit.
    sm 6 10 {
        0x8000 ExperimentalNop "nop" "v" Pure [] (ALL) () -> void;
        0x8001 GetGroupWaveIndex "getGroupWaveIndex" "v" ReadInput [] (GROUPS) () -> i32;
        0x8002 GetGroupWaveCount "getGroupWaveCount" "v" ReadInput [] (GROUPS) () -> i32;
        0x8003 ClusterID "clusterID" "v" Pure [] (HITS) () -> i32;
        0x8004 RayQuery_CandidateClusterID "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        0x8005 RayQuery_CommittedClusterID "rayQuery_StateScalar" "i" ReadRay [] (ALL) (ray_query_handle: i32) -> o;
        0x8006 HitObject_ClusterID "hitObject_StateScalar" "i" ReadRay [] (TRACERS) (hit_object: hit_object) -> o;
        0x8007 TriangleObjectPosition "triangleObjectPosition" "f" ReadRay [] (HITS) () -> object;
        0x8008 RayQuery_CandidateTriangleObjectPosition "rayQuery_CandidateTriangleObjectPosition" "f" ReadRay [] (ALL) (ray_query_handle: i32) -> object;
        0x8009 RayQuery_CommittedTriangleObjectPosition "rayQuery_CommittedTriangleObjectPosition" "f" ReadRay [] (ALL) (ray_query_handle: i32) -> object;
        0x800a HitObject_TriangleObjectPosition "hitObject_TriangleObjectPosition" "f" ReadRay [] (TRACERS) (hit_object: hit_object) -> object;
        0x800b LinAlgMatrixMultiplyAccumulate "linAlgMatrixMultiplyAccumulate" "o" Matrix [] (ALL) (matrix_a: object, matrix_b: object, matrix_c: object) -> object;
        0x800c LinAlgFillMatrix "linAlgFillMatrix" "o" Matrix [] (ALL) (value: object) -> object;
        0x800d LinAlgCopyConvertMatrix "linAlgCopyConvertMatrix" "o" Matrix [] (ALL) (src_matrix: object, transpose: i1) -> object;
        0x800e LinAlgMatrixLoadFromDescriptor "linAlgMatrixLoadFromDescriptor" "o" Matrix [] (ALL) (buffer: handle, offset: i32, stride: i32, layout: i32, alignment: i32) -> object;
        0x800f LinAlgMatrixLoadFromMemory "linAlgMatrixLoadFromMemory" "o" Matrix [] (ALL) (memory: object, offset: i32, stride: i32, layout: i32) -> object;
        0x8010 LinAlgMatrixLength "linAlgMatrixLength" "o" Matrix [] (ALL) (matrix: object) -> i32;
        0x8011 LinAlgMatrixGetCoordinate "linAlgMatrixGetCoordinate" "o" Matrix [] (ALL) (matrix: object, index: i32) -> object;
        0x8012 LinAlgMatrixGetElement "linAlgMatrixGetElement" "o" Matrix [] (ALL) (matrix: object, index: i32) -> object;
        0x8013 LinAlgMatrixSetElement "linAlgMatrixSetElement" "o" Matrix [] (ALL) (matrix: object, index: i32, value: object) -> object;
        0x8014 LinAlgMatrixStoreToDescriptor "linAlgMatrixStoreToDescriptor" "o" Matrix [] (ALL) (matrix: object, buffer: handle, offset: i32, stride: i32, layout: i32, alignment: i32) -> void;
        0x8015 LinAlgMatrixStoreToMemory "linAlgMatrixStoreToMemory" "o" Matrix [] (ALL) (matrix: object, memory: object, offset: i32, stride: i32, layout: i32) -> void;
        0x8016 LinAlgMatrixQueryAccumulatorLayout "linAlgMatrixQueryAccumulatorLayout" "v" Pure [] (ALL) () -> i32;
        0x8017 LinAlgMatrixMultiply "linAlgMatrixMultiply" "o" Matrix [] (ALL) (matrix_a: object, matrix_b: object) -> object;
        0x8018 LinAlgMatrixAccumulate "linAlgMatrixAccumulate" "o" Matrix [] (ALL) (matrix_lhs: object, matrix_rhs: object) -> object;
        0x8019 LinAlgMatVecMul "linAlgMatVecMul" "o" Matrix [] (ALL) (matrix: object, is_output_signed: i1, input: object, interpretation: i32) -> object;
        0x801a LinAlgMatVecMulAdd "linAlgMatVecMulAdd" "o" Matrix [] (ALL) (matrix: object, is_output_signed: i1, input: object, interpretation: i32, bias: object) -> object;
        0x801b LinAlgMatrixAccumulateToDescriptor "linAlgMatrixAccumulateToDescriptor" "o" Matrix [] (ALL) (matrix: object, buffer: handle, offset: i32, stride: i32, layout: i32, alignment: i32) -> void;
        0x801c LinAlgMatrixAccumulateToMemory "linAlgMatrixAccumulateToMemory" "o" Matrix [] (ALL) (matrix: object, memory: object, target_type: i32, offset: i32, stride: i32, layout: i32) -> void;
        0x801d LinAlgMatrixOuterProduct "linAlgMatrixOuterProduct" "o" Matrix [] (ALL) (vector_a: object, vector_b: object) -> object;
        0x801e LinAlgConvert "linAlgConvert" "o" Pure [] (ALL) (input: object, input_interpretation: i32, output_interpretation: i32) -> object;
        0x801f LinAlgVectorAccumulateToDescriptor "linAlgVectorAccumulateToDescriptor" "o" Matrix [] (ALL) (buffer: handle, offset: i32, alignment: i32, vector: object) -> void;
        0x8021 DebugBreak "debugBreak" "v" Call [] (ALL) () -> void;
        0x8022 IsDebuggingEnabled "isDebuggingEnabled" "v" ReadInput [] (ALL) () -> i1;
    }
}

/// Derives [`Family`] and the enum of each family.
macro_rules! families {
    ($($(#[doc = $doc:literal])* $family:ident { $($op:ident),* $(,)? })*) => {
        /// What kind of operation a row is, and which of its kind.
        ///
        /// Who handles a family matches its enum exhaustively, so an operation that is added to a family does not
        /// compile until it is handled.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Family { $($(#[doc = $doc])* $family(family::$family),)* }

        /// The operations of each family, named as in [`DxOp`].
        #[allow(non_camel_case_types, missing_docs, clippy::enum_variant_names)]
        pub mod family {
            $($(#[doc = $doc])* #[derive(Clone, Copy, Debug, PartialEq, Eq)] pub enum $family { $($op,)* })*
        }

        impl DxOp {
            /// The family of the operation.
            #[inline]
            pub fn family(self) -> Family {
                match self { $($(Self::$op => Family::$family(family::$family::$op),)*)* }
            }
        }
    };
}

// Every row is in one family: a row in none does not compile, and what nothing handles is in the last two.
families! {
    /// Float functions of one value.
    Unary {
        FAbs, Saturate, Cos, Sin, Tan, Acos, Asin, Atan, Hcos, Hsin, Htan, Exp, Frc, Log, Sqrt, Rsqrt,
        Round_ne, Round_ni, Round_pi, Round_z,
    }
    /// Tests of what kind of number a float is.
    FloatTest {
        IsNaN, IsInf, IsFinite, IsNormal,
    }
    /// Operations on the bits of an integer.
    Bits {
        Bfrev, Countbits, FirstbitLo, FirstbitHi, FirstbitSHi,
    }
    /// Derivatives.
    Derivative {
        DerivCoarseX, DerivCoarseY, DerivFineX, DerivFineY,
    }
    /// Arithmetic on two values and more, with one result.
    Arithmetic {
        FMax, FMin, IMax, IMin, UMax, UMin, FMad, Fma, IMad, UMad, Msad, Ibfe, Ubfe, Bfi, Dot2, Dot3, Dot4,
        Dot2AddHalf, Dot4AddI8Packed, Dot4AddU8Packed, Pack4x8,
    }
    /// The components of vectors brought together.
    Reduction {
        VectorReduceAnd, VectorReduceOr, FDot,
    }
    /// Arithmetic with several results.
    Several {
        IMul, UMul, UDiv, UAddc, USubb, SplitDouble, Unpack4x8,
    }
    /// Bits and numbers of other types.
    Conversion {
        MakeDouble, BitcastI16toF16, BitcastF16toI16, BitcastI32toF32, BitcastF32toI32, BitcastI64toF64,
        BitcastF64toI64, LegacyF32ToF16, LegacyF16ToF32, LegacyDoubleToFloat, LegacyDoubleToSInt32,
        LegacyDoubleToUInt32,
    }
    /// Handles of resources.
    Handle {
        CreateHandle, CreateHandleForLib, CreateHandleFromBinding, CreateHandleFromHeap, AnnotateHandle,
    }
    /// Loads from constant buffers.
    ConstantBuffer {
        CBufferLoad, CBufferLoadLegacy,
    }
    /// Loads from buffers.
    LoadBuffer {
        BufferLoad, RawBufferLoad, RawBufferVectorLoad,
    }
    /// Stores to buffers.
    StoreBuffer {
        BufferStore, RawBufferStore, RawBufferVectorStore,
    }
    /// Counters, dimensions, atomics, residency.
    Resource {
        BufferUpdateCounter, GetDimensions, AtomicBinOp, AtomicCompareExchange, CheckAccessFullyMapped,
    }
    /// Samples, gathers, loads and queries of textures.
    Texture {
        Sample, SampleBias, SampleLevel, SampleGrad, SampleCmp, SampleCmpLevelZero, SampleCmpLevel,
        SampleCmpGrad, SampleCmpBias, TextureLoad, TextureGather, TextureGatherCmp, TextureGatherRaw,
        CalculateLOD, Texture2DMSGetSamplePosition, RenderTargetGetSamplePosition, RenderTargetGetSampleCount,
    }
    /// Sampler feedback.
    Feedback {
        WriteSamplerFeedback, WriteSamplerFeedbackBias, WriteSamplerFeedbackLevel, WriteSamplerFeedbackGrad,
    }
    /// Stores to textures.
    StoreTexture {
        TextureStore, TextureStoreSample,
    }
    /// Inputs, control points, patch constants, thread ids, and whether the lane is a helper.
    Input {
        LoadInput, EvalSnapped, EvalSampleIndex, EvalCentroid, AttributeAtVertex, ThreadId, GroupId,
        ThreadIdInGroup, IsHelperLane, LoadOutputControlPoint, LoadPatchConstant, DomainLocation,
        OutputControlPointID,
    }
    /// System values that have an operation of their own, without operands.
    SystemValue {
        FlattenedThreadIdInGroup, SampleIndex, Coverage, InnerCoverage, PrimitiveID, ViewID,
        StartVertexLocation, StartInstanceLocation, GSInstanceID, RayTMin, RayTCurrent, RayFlags,
        InstanceIndex, InstanceID, PrimitiveIndex, GeometryIndex, HitKind, GetGroupWaveIndex, GetGroupWaveCount,
    }
    /// What Vulkan always answers the same: there are no clusters, and nothing is debugged.
    Absent {
        ExperimentalNop, ClusterID, RayQuery_CandidateClusterID, RayQuery_CommittedClusterID, DebugBreak,
        IsDebuggingEnabled,
    }
    /// Outputs, vertices, discard and barriers.
    Effect {
        StoreOutput, StorePatchConstant, EmitStream, CutStream, EmitThenCutStream, Discard, Barrier,
        BarrierByMemoryType, BarrierByMemoryHandle,
    }
    /// Outputs and payloads of mesh and amplification shaders.
    Mesh {
        SetMeshOutputCounts, EmitIndices, GetMeshPayload, StoreVertexOutput, StorePrimitiveOutput, DispatchMesh,
    }
    /// Wave and quad operations.
    Wave {
        WaveIsFirstLane, WaveGetLaneIndex, WaveGetLaneCount, WaveAnyTrue, WaveAllTrue, WaveActiveAllEqual,
        WaveActiveBallot, WaveReadLaneAt, WaveReadLaneFirst, WaveActiveOp, WaveActiveBit, WavePrefixOp,
        WaveAllBitCount, WavePrefixBitCount, QuadReadLaneAt, QuadOp, QuadVote,
        WaveMatch, WaveMultiPrefixOp, WaveMultiPrefixBitCount,
    }
    /// Rays: what they are, and what is done to them.
    Ray {
        DispatchRaysIndex, DispatchRaysDimensions, WorldRayOrigin, WorldRayDirection, ObjectRayOrigin,
        ObjectRayDirection, ObjectToWorld, WorldToObject, TraceRay, CallShader, ReportHit, IgnoreHit,
        AcceptHitAndEndSearch, TriangleObjectPosition,
    }
    /// Nodes of work graphs: their outputs, and records.
    Node {
        AllocateNodeOutputRecords, GetNodeRecordPtr, IncrementOutputCount, OutputComplete, GetInputRecordCount,
        FinishedCrossGroupSharing, BarrierByNodeRecordHandle, CreateNodeOutputHandle, IndexNodeHandle,
        AnnotateNodeHandle, CreateNodeInputRecordHandle, AnnotateNodeRecordHandle, NodeOutputIsValid,
        GetRemainingRecursionLevels,
    }
    /// Operations that no compiler makes, refused by name: the registers of D3D11 bytecode, which its converter to DXIL
    /// uses within itself alone, and that bytecode's cycle counter, for which D3D12 has no feature and HLSL no name.
    NeverMade {
        TempRegLoad, TempRegStore, MinPrecXRegLoad, MinPrecXRegStore, CycleCounterLegacy,
    }
    /// Ray queries.
    RayQuery {
        AllocateRayQuery, AllocateRayQuery2, RayQuery_TraceRayInline, RayQuery_Proceed, RayQuery_Abort,
        RayQuery_CommitNonOpaqueTriangleHit, RayQuery_CommitProceduralPrimitiveHit, RayQuery_CommittedStatus,
        RayQuery_CandidateType, RayQuery_CandidateObjectToWorld3x4, RayQuery_CandidateWorldToObject3x4,
        RayQuery_CommittedObjectToWorld3x4, RayQuery_CommittedWorldToObject3x4,
        RayQuery_CandidateProceduralPrimitiveNonOpaque, RayQuery_CandidateTriangleFrontFace,
        RayQuery_CommittedTriangleFrontFace, RayQuery_CandidateTriangleBarycentrics,
        RayQuery_CommittedTriangleBarycentrics, RayQuery_RayFlags, RayQuery_WorldRayOrigin,
        RayQuery_WorldRayDirection, RayQuery_RayTMin, RayQuery_CandidateTriangleRayT, RayQuery_CommittedRayT,
        RayQuery_CandidateInstanceIndex, RayQuery_CandidateInstanceID, RayQuery_CandidateGeometryIndex,
        RayQuery_CandidatePrimitiveIndex, RayQuery_CandidateObjectRayOrigin,
        RayQuery_CandidateObjectRayDirection, RayQuery_CommittedInstanceIndex, RayQuery_CommittedInstanceID,
        RayQuery_CommittedGeometryIndex, RayQuery_CommittedPrimitiveIndex, RayQuery_CommittedObjectRayOrigin,
        RayQuery_CommittedObjectRayDirection, RayQuery_CandidateInstanceContributionToHitGroupIndex,
        RayQuery_CommittedInstanceContributionToHitGroupIndex, RayQuery_CandidateTriangleObjectPosition,
        RayQuery_CommittedTriangleObjectPosition,
    }
    /// Hit objects, and the change of places of threads (SM 6.9).
    HitObject {
        HitObject_TraceRay, HitObject_FromRayQuery, HitObject_FromRayQueryWithAttrs, HitObject_MakeMiss,
        HitObject_MakeNop, HitObject_Invoke, MaybeReorderThread, HitObject_IsMiss, HitObject_IsHit,
        HitObject_IsNop, HitObject_RayFlags, HitObject_RayTMin, HitObject_RayTCurrent,
        HitObject_WorldRayOrigin, HitObject_WorldRayDirection, HitObject_ObjectRayOrigin,
        HitObject_ObjectRayDirection, HitObject_ObjectToWorld3x4, HitObject_WorldToObject3x4,
        HitObject_GeometryIndex, HitObject_InstanceIndex, HitObject_InstanceID, HitObject_PrimitiveIndex,
        HitObject_HitKind, HitObject_ShaderTableIndex, HitObject_SetShaderTableIndex,
        HitObject_LoadLocalRootTableConstant, HitObject_Attributes,
        HitObject_ClusterID, HitObject_TriangleObjectPosition,
    }
    /// Matrices of threads, waves and groups.
    LinearAlgebra {
        LinAlgMatrixMultiplyAccumulate, LinAlgFillMatrix, LinAlgCopyConvertMatrix,
        LinAlgMatrixLoadFromDescriptor, LinAlgMatrixLoadFromMemory, LinAlgMatrixLength,
        LinAlgMatrixGetCoordinate, LinAlgMatrixGetElement, LinAlgMatrixSetElement,
        LinAlgMatrixStoreToDescriptor, LinAlgMatrixStoreToMemory, LinAlgMatrixQueryAccumulatorLayout,
        LinAlgMatrixMultiply, LinAlgMatrixAccumulate, LinAlgMatVecMul, LinAlgMatVecMulAdd,
        LinAlgMatrixAccumulateToDescriptor, LinAlgMatrixAccumulateToMemory, LinAlgMatrixOuterProduct,
        LinAlgConvert, LinAlgVectorAccumulateToDescriptor,
    }
    /// Operations that are refused by name: nothing imports them yet. At present there are none.
    NotYet {}
}

impl family::SystemValue {
    /// The system value that the operation gives.
    pub fn value(self) -> SystemValue {
        match self {
            Self::FlattenedThreadIdInGroup => SystemValue::FlattenedThreadIdInGroup,
            Self::SampleIndex => SystemValue::SampleIndex,
            Self::Coverage => SystemValue::Coverage,
            Self::InnerCoverage => SystemValue::InnerCoverage,
            Self::PrimitiveID => SystemValue::PrimitiveId,
            Self::ViewID => SystemValue::ViewId,
            Self::StartVertexLocation => SystemValue::StartVertexLocation,
            Self::StartInstanceLocation => SystemValue::StartInstanceLocation,
            Self::GSInstanceID => SystemValue::GsInstanceId,
            Self::RayTMin => SystemValue::RayTMin,
            Self::RayTCurrent => SystemValue::RayTCurrent,
            Self::RayFlags => SystemValue::RayFlags,
            Self::InstanceIndex => SystemValue::InstanceIndex,
            Self::InstanceID => SystemValue::InstanceID,
            Self::PrimitiveIndex => SystemValue::PrimitiveIndex,
            Self::GeometryIndex => SystemValue::GeometryIndex,
            Self::HitKind => SystemValue::HitKind,
            Self::GetGroupWaveIndex => SystemValue::GroupWaveIndex,
            Self::GetGroupWaveCount => SystemValue::GroupWaveCount,
        }
    }
}

const COUNT: usize = TABLE.len();
const NUMBERS: usize = place(TABLE[COUNT - 1].op) + 1;

/// The first number of a shader model that is not final, and what it is as a [`DxOp`].
const PREVIEW_NUMBERS: u32 = 0x8000_0000;
const PREVIEW: u32 = 0x8000;

/// Where the rows of those begin in [`ROWS`].
const PREVIEW_ROWS: usize = 512;

const fn place(op: DxOp) -> usize {
    match op as u32 {
        number @ 0..PREVIEW => number as usize,
        number => (number - PREVIEW) as usize + PREVIEW_ROWS,
    }
}

/// The row of each number that has one.
static ROWS: [u16; NUMBERS] = {
    let mut rows = [0; NUMBERS];
    let mut row = 0;
    while row < COUNT {
        rows[place(TABLE[row].op)] = row as u16;
        row += 1;
    }
    rows
};

impl DxOp {
    /// Its row of the table.
    #[inline]
    pub fn info(self) -> &'static OpInfo {
        &TABLE[ROWS[place(self)] as usize]
    }
    /// Its number.
    #[inline]
    pub fn number(self) -> u32 {
        match self as u32 {
            number @ 0..PREVIEW => number,
            number => number - PREVIEW + PREVIEW_NUMBERS,
        }
    }
    /// Its name, for example `Round_ne`.
    pub fn name(self) -> &'static str {
        self.info().name
    }
    /// Its function class, for example `unary`.
    pub fn class(self) -> &'static str {
        self.info().class
    }
    /// The overloads it may have.
    pub fn overloads(self) -> Overloads {
        self.info().overloads
    }
    /// The first shader model that has it.
    pub fn min_shader_model(self) -> ShaderModel {
        self.info().min_shader_model
    }
    /// The stages that may use it.
    pub fn stages(self) -> StageSet {
        self.info().stages
    }
    /// What passes must respect when they remove, merge or move it.
    pub fn effects(self) -> Effects {
        self.info().effects
    }
    /// Its operands after the opcode.
    pub fn operands(self) -> &'static [Operand] {
        self.info().operands
    }
    /// The type of its result.
    pub fn result(self) -> OperandType {
        self.info().result
    }
    /// How many arguments a call has, the opcode included.
    pub fn argument_count(self) -> usize {
        self.operands()
            .iter()
            .fold(1, |sum, operand| sum + usize::from(operand.count))
    }
    /// The position of operand `name` (the first of a run) among the arguments, whose opcode is at 0.
    pub fn operand_index(self, name: &str) -> Option<usize> {
        let mut at = 1;
        for operand in self.operands() {
            if operand.name == name {
                return Some(at);
            }
            at += usize::from(operand.count);
        }
        None
    }
    /// An error unless a call with `count` arguments, the opcode included, has as many as the table says.
    pub fn check_arguments(self, count: usize) -> Result<()> {
        if count == self.argument_count() || self.is_early_form(count) {
            Ok(())
        } else {
            Err(self.wrong_arguments(count))
        }
    }
    /// Whether a call with `count` arguments has the form that compilers gave the operation first, in a preview: without the
    /// type of what is added to.
    pub fn is_early_form(self, count: usize) -> bool {
        self == Self::LinAlgMatrixAccumulateToMemory && count + 1 == self.argument_count()
    }
    #[cold]
    fn wrong_arguments(self, count: usize) -> Error {
        Error::malformed(format!(
            "dx.op {self} takes {} arguments, found {count}",
            self.argument_count()
        ))
    }
}

/// As messages name an operation: `Sample (60)`, `ClusterID (0x80000003)`.
impl std::fmt::Display for DxOp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.number() {
            number @ 0..PREVIEW => write!(f, "{} ({number})", self.name()),
            number => write!(f, "{} ({number:#x})", self.name()),
        }
    }
}

impl TryFrom<u32> for DxOp {
    type Error = Error;
    #[inline]
    fn try_from(number: u32) -> Result<Self> {
        Self::from_number(number).ok_or_else(|| {
            Error::unsupported(format!(
                "dx.op opcode {number} is not known (SM 6.10 is the latest)"
            ))
        })
    }
}

/// Whether function names of this form are dx.op calls at all.
#[inline]
pub fn is_symbol(callee: &str) -> bool {
    callee.starts_with("dx.op.")
}

/// Whether `callee`, `dx.op.class[.type]`, is a function that carries `op`: its class is right, and a type follows exactly
/// when the operation has overloads.
pub fn check_symbol(op: DxOp, callee: &str) -> bool {
    let suffix = callee
        .strip_prefix("dx.op.")
        .and_then(|rest| rest.strip_prefix(op.class()));
    // No class has a dot in it.
    match suffix {
        Some("") => op.overloads().is_void(),
        Some(suffix) => suffix.starts_with('.') && !op.overloads().is_void(),
        None => false,
    }
}
