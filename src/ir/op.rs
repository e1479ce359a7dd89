//! The instruction set: one table of all operations with their text names and effects.
//!
//! Two levels share the set. *D3D12 operations* (first group) name resources by handle and inputs by
//! signature element; `import` makes them and `lower` replaces every one. The rest mean what SPIR-V's
//! instruction of the same role means, undefined cases included: `import` and `lower` spell out what
//! D3D12 defines beyond that (masked shift counts, division by zero, ...) as instructions.
//!
//! An instruction has an operation, a result type ([`Type::VOID`](super::Type::VOID) for none), value
//! operands, one `u32` immediate (0 where unused) and [`Flags`].

use super::types::Type;
use crate::effects::{Effects, words};
use crate::numbered_enum;
use std::fmt;

/// In the imm of `matrix.is_there`: that the device sees to the buffer's end for matrices.
pub const MATRIX_ROBUST: u32 = 1 << 16;

/// Classes of types that an operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
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

/// A row: the name, the name in the text form, the effects, and, of an operation on values of one type, how many there are
/// and what they may be.
macro_rules! ops {
    ($($(#[doc = $doc:literal])* $name:ident $text:literal $effect:ident $(($count:literal $class:ident))?,)*) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        // Rows that have one meaning but for their operands share the comment of the first.
        #[allow(missing_docs)]
        pub enum Op { $($(#[doc = $doc])* $name,)* }

        impl Op {
            /// All operations, in table order.
            pub const ALL: &'static [Op] = &[$(Op::$name,)*];
            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $(Op::$name => $text,)* }
            }
            /// What it does besides computing its result.
            ///
            /// Of an operation on memory, this is what it may do at most: [`effects_of`](super::effects_of) looks at
            /// what it works on.
            #[inline]
            pub const fn effects(self) -> Effects {
                const EFFECTS: [Effects; Op::ALL.len()] = [$(words::$effect,)*];
                EFFECTS[self as usize]
            }
            /// Of operations without immediate whose operands are all of the result's type: how many, and what types.
            pub const fn alike(self) -> Option<(usize, Class)> {
                match self {
                    $($(Op::$name => Some(($count, Class::$class)),)?)*
                    _ => None,
                }
            }
            /// The operation of that name.
            pub fn from_name(name: &str) -> Option<Op> {
                Some(match name { $($text => Op::$name,)* _ => return None })
            }
        }
    };
}

/// A table, made at compile time, of the operations of which something holds: `op_table!(|op| condition)`, indexed by
/// `op as usize`.
macro_rules! op_table {
    (|$op:ident| $holds:expr) => {{
        const TABLE: [bool; $crate::ir::Op::ALL.len()] = {
            let mut table = [false; $crate::ir::Op::ALL.len()];
            let mut at = 0;
            while at < table.len() {
                let $op = $crate::ir::Op::ALL[at];
                table[at] = $holds;
                at += 1;
            }
            table
        };
        &TABLE
    }};
}
pub(crate) use op_table;

ops! {
    // ----- Block parameters -----
    /// A block parameter (of the entry block: a function argument). Never in a block's instruction list.
    Param "param" Pure,

    // ----- D3D12 operations: gone after `lower` -----
    /// Handle of a bound resource. imm: resource id. `(index)`: the register index as the shader gives it
    /// (absolute: the range's lower bound included). Flag NON_UNIFORM as in the DXIL.
    Handle "handle" Pure,
    /// Handle of a heap resource (SM 6.6). imm: resource id of a synthesised entry. `(heap index)`.
    HeapHandle "handle.heap" Pure,
    /// Row of a constant buffer, 16 bytes as 4x32, 8x16 or 2x64 bits; 4x16 for minimum precision held in 16
    /// bits, whose memory is 32-bit. `(handle, row)`.
    CbvLoadRow "cbv.load_row" ReadCbv,
    /// Scalar of a constant buffer. imm: alignment. `(handle, byte offset)`.
    CbvLoad "cbv.load" ReadCbv,
    /// Typed buffer load, 4 components. `(handle, index)`. SPARSE: result `{vec4, i32 status}`.
    BufferLoad "buffer.load" ReadResource,
    /// Typed buffer store. imm: component mask. `(handle, index, x, y, z, w)`.
    BufferStore "buffer.store" WriteUav,
    /// Raw or structured load of `n` consecutive scalars. imm: `n | alignment << 8`.
    /// `(handle, index or byte offset, byte offset in element)`; the latter is undef for raw buffers.
    /// SPARSE: result `{vecN, i32 status}`.
    RawLoad "raw.load" ReadResource,
    /// Raw or structured store. imm: `mask | alignment << 8`. `(handle, index or byte offset, byte offset in
    /// element, x, y, z, w)`; components outside the mask are undef.
    RawStore "raw.store" WriteUav,
    /// Atomic on a buffer or texture element. imm: an [`AtomicOp`] number.
    /// `(handle, coord0, coord1, coord2, value)`; returns the old value.
    ResourceAtomic "resource.atomic" UpdateUav,
    /// Compare and exchange on a buffer or texture element.
    /// `(handle, coord0, coord1, coord2, compare, value)`; returns the old value.
    ResourceCmpXchg "resource.cmpxchg" UpdateUav,
    /// Adds an `f32` to a texel of one. `(handle, coord0, coord1, coord2, value)`; returns the old value.
    ResourceFAdd "resource.fadd" UpdateUav,
    /// UAV counter. imm: 1 increments and returns the old value, 0xffff_ffff decrements and returns the new.
    CounterUpdate "counter.update" UpdateCounter,
    /// Dimensions, `<4 x i32>`. imm: mask of the components that are used. `(handle, mip)`; mip undef where
    /// the resource has none.
    GetDimensions "get_dimensions" ReadDescriptor,
    /// Address of a buffer, `<2 x i32>`, as root descriptors have it, and, of one in a heap, the plan's buffer of addresses.
    /// `(handle)`
    ResourceAddress "resource.address" ReadDescriptor,
    /// Index in its heap of a resource or sampler. `(handle)`
    HeapIndex "heap.index" ReadDescriptor,
    /// Descriptors of a heap, where the plan knows. imm: 0 resources, 1 samplers.
    HeapSize "heap.size" ReadDescriptor,
    /// `(texture, sampler, c0, c1, c2, c3, o0, o1, o2, min lod clamp)`; unused operands are undef, also below.
    /// All texture loads and samples return 4 components; SPARSE: `{vec4, i32 status}`, 0 where texels are missing.
    Sample "sample" ReadSrvQuad,
    /// `(texture, sampler, c0..c3, o0..o2, bias, clamp)`
    SampleBias "sample.bias" ReadSrvQuad,
    /// `(texture, sampler, c0..c3, o0..o2, lod)`
    SampleLevel "sample.level" ReadSrv,
    /// `(texture, sampler, c0..c3, o0..o2, ddx0..ddx2, ddy0..ddy2, clamp)`
    SampleGrad "sample.grad" ReadSrv,
    /// `(texture, sampler, c0..c3, o0..o2, reference, clamp)`
    SampleCmp "sample.cmp" ReadSrvQuad,
    /// `(texture, sampler, c0..c3, o0..o2, reference)`
    SampleCmpLevelZero "sample.cmp_level_zero" ReadSrv,
    /// `(texture, sampler, c0..c3, o0..o2, reference, lod)`
    SampleCmpLevel "sample.cmp_level" ReadSrv,
    /// `(texture, sampler, c0..c3, o0..o2, reference, ddx0..ddx2, ddy0..ddy2, clamp)`
    SampleCmpGrad "sample.cmp_grad" ReadSrv,
    /// `(texture, sampler, c0..c3, o0..o2, reference, bias, clamp)`
    SampleCmpBias "sample.cmp_bias" ReadSrvQuad,
    /// imm: channel. `(texture, sampler, c0..c3, o0, o1)`
    Gather "gather" ReadSrv,
    /// imm: channel. `(texture, sampler, c0..c3, o0, o1, reference)`
    GatherCmp "gather.cmp" ReadSrv,
    /// `(texture, sampler, c0..c3, o0, o1)`
    GatherRaw "gather.raw" ReadSrv,
    /// `(texture, mip or sample, c0, c1, c2, o0, o1, o2)`
    TextureLoad "texture.load" ReadResource,
    /// imm: component mask. `(texture, c0, c1, c2, x, y, z, w)` and, for multisampled ones, the sample.
    TextureStore "texture.store" WriteUav,
    /// imm: 1 clamped, 0 unclamped. `(texture, sampler, c0, c1, c2)`
    CalculateLod "calculate_lod" ReadDescriptorQuad,
    /// Sampler feedback: what a sample with these operands would access. `(feedback map, texture, sampler, c0..c3, clamp)`
    WriteFeedback "feedback.write" UpdateUavQuad,
    /// `(feedback map, texture, sampler, c0..c3, bias, clamp)`
    WriteFeedbackBias "feedback.write_bias" UpdateUavQuad,
    /// `(feedback map, texture, sampler, c0..c3, lod)`
    WriteFeedbackLevel "feedback.write_level" UpdateUav,
    /// `(feedback map, texture, sampler, c0..c3, ddx0..ddx2, ddy0..ddy2, clamp)`
    WriteFeedbackGrad "feedback.write_grad" UpdateUav,
    /// `<2 x f32>`. `(texture, sample index)`
    SamplePosition "sample_position" ReadDescriptor,
    /// `<2 x f32>` of the render target. `(sample index)`
    RenderTargetSamplePosition "render_target.sample_position" ReadDescriptor,
    /// Sample count of the render target.
    RenderTargetSampleCount "render_target.sample_count" ReadDescriptor,
    /// `i1`: whether the device may access so many bytes of a raw buffer as a matrix: they are there, and begin at a multiple of
    /// imm, a power of two up to 256, if the buffer does. With [`MATRIX_ROBUST`] in imm the device sees to the buffer's end, and
    /// only what begins elsewhere in it is none. `(handle, byte offset, bytes)`
    MatrixIsThere "matrix.is_there" ReadDescriptor,
    /// The product of a matrix in a raw buffer and a cooperative vector, a cooperative vector. `(handle, byte offset, stride in
    /// bytes, layout, components of the other vector, what its components are, what those of the matrix are, i1 transposed,
    /// vector)`: from the layout to the `i1` constants with SPIR-V's numbers.
    MultiplyVector "matrix.multiply_vector" ReadResource,
    /// A matrix of the device in a raw buffer, where it is there. imm: as for `matrix.load`. `(handle, byte offset, bytes from a line
    /// to the next)`
    LoadBufferMatrix "matrix.load_buffer" ReadMatrix,
    /// Likewise. `(handle, byte offset, bytes from a line to the next, matrix)`
    StoreBufferMatrix "matrix.store_buffer" WriteMatrix,
    /// Scalar of an input. imm: a [`Component`](super::Component). `(row)`, and `(row, vertex)` where the signature is
    /// arrayed.
    LoadInput "input.load" ReadInput,
    /// Scalar of an output. imm as for `input.load`. `(row, value)`, and `(row, value, vertex)` where the signature is
    /// arrayed.
    StoreOutput "output.store" WriteOutput,
    /// Scalar of an output of any control point, in a hull shader. imm as for `output.store`. `(row, control point)`.
    LoadOutput "output.load" ReadPatch,
    /// Scalar of a patch constant. imm: a [`Component`](super::Component). `(row)`.
    LoadPatchConstant "patch_constant.load" ReadPatch,
    /// Scalar of a patch constant. imm likewise. `(row, value)`.
    StorePatchConstant "patch_constant.store" WriteOutput,
    /// Waits until all control points of the patch are written, in a hull shader.
    WaitControlPoints "control_points.wait" Barrier,
    /// Scalar of a primitive's output (mesh shaders). imm as for `input.load`. `(row, value, primitive)`.
    StorePrimitive "primitive.store" WriteOutput,
    /// The vertices of a primitive (mesh shaders); of lines the third means nothing. `(primitive, v0, v1, v2)`.
    EmitIndices "emit_indices" WriteOutput,
    /// Ends an amplification shader: so many mesh groups get the payload. `(x, y, z, pointer to payload)`.
    DispatchMesh "dispatch_mesh" Launch,
    /// Input evaluated at an offset of n/16 pixel. imm as for `input.load`. `(row, x, y)`.
    EvalSnapped "eval.snapped" Evaluate,
    /// Input evaluated at a sample. imm as for `input.load`. `(row, sample)`.
    EvalSampleIndex "eval.sample" Evaluate,
    /// Input evaluated at the centroid. imm as for `input.load`. `(row)`.
    EvalCentroid "eval.centroid" Evaluate,
    /// Input of one vertex of the primitive. imm as for `input.load`. `(row, vertex)`.
    AttributeAtVertex "attribute_at_vertex" ReadInput,
    /// A system value that no signature holds. imm: [`SystemValue`](crate::shader::SystemValue) number.
    SystemValue "system_value" ReadInput,
    /// `i1`: whether wave operations leave this lane out, since it is a helper.
    WaveLeftOut "wave.left_out" Wave,
    /// What the first lane has that is not left out. `(value)`
    WaveReadFirst "wave.read_first" Wave (1 Any),
    /// `i1`: whether this is the first lane that is not left out.
    WaveIsFirst "wave.is_first" Wave,
    /// The lanes that have the same bits, `<4 x i32>`, 0 in a lane that is left out. `(value, i1 left out)`: a word, or a
    /// vector of words.
    WaveMatch "wave.match" Wave,
    /// Exclusive prefix over the lanes of a mask. imm: 0 sum, 1 and, 2 or, 3 xor, 4 product.
    /// `(value, <4 x i32> mask, i1 left out)`.
    WaveMultiPrefix "wave.multi_prefix" Wave,
    /// What a lane of the quad has. `(value, lane)`: the two low bits of any number.
    QuadRead "quad.read" Wave,
    /// `i1`. imm: 0 any, 1 all lanes of the quad. `(i1)`
    QuadVote "quad.vote" Wave,
    /// The acceleration structure that a handle names, an object. `(handle)`
    AccelerationStructure "acceleration_structure" ReadSrv,
    /// Traces a ray, whose payload goes to the shaders that it meets and comes back. `(acceleration structure, flags, mask,
    /// offset among hit groups, multiplier of the geometry's index, miss shader, <3 x f32> origin, least t, <3 x f32>
    /// direction, largest t, pointer to payload)`.
    TraceRay "trace_ray" Call,
    /// Calls a callable shader. `(index, pointer to its data)`.
    CallShader "call_shader" Call,
    /// `i1`: whether a hit is accepted (intersection shaders). `(t, kind, pointer to attributes)`.
    ReportHit "report_hit" Call,
    /// Address of a record that a node gets, `i64`. `(index)`: which of them, where it gets several.
    NodeRecord "node.record" ReadInput,
    /// How many records a coalescing node gets.
    NodeRecordCount "node.record_count" ReadInput,
    /// Number in the graph of the node that an output leads to. imm: the output. `(index)`: which of an array of them.
    NodeOutput "node.output" ReadInput,
    /// Room for records of an output: the address of the first, `i64`. imm: twice the output, plus 1 for a thread's own
    /// rather than the group's. `(number of the node, how many)`.
    NodeAllocate "node.allocate" Barrier,
    /// So many empty records go to a node. imm as for `node.allocate`. `(number of the node, how many)`.
    NodeIncrement "node.increment" UpdateRecord,
    /// `i1`: whether a node is there to be sent records to. imm: the output. `(number of the node)`.
    NodeIsValid "node.is_valid" ReadRecord,
    /// `i1`: whether this is the last group that works on the record.
    NodeFinished "node.finished" Barrier,
    /// How often the node may still send records to itself.
    NodeRecursion "node.recursion" ReadInput,
    /// Barrier. imm: DXIL barrier mode (1 sync group, 2 UAV global, 4 UAV group, 8 groupshared), and 16 records, 32 records
    /// beyond the group.
    DxBarrier "dx.barrier" Barrier,

    // ----- Integer arithmetic (scalars and vectors of one type) -----
    IAdd "iadd" Pure (2 Int),
    ISub "isub" Pure (2 Int),
    IMul "imul" Pure (2 Int),
    UDiv "udiv" Pure (2 Int),
    SDiv "sdiv" Pure (2 Int),
    UMod "umod" Pure (2 Int),
    /// Remainder with the sign of the dividend.
    SRem "srem" Pure (2 Int),
    INeg "ineg" Pure (1 Int),
    /// The magnitude of a signed number; of the least number, that number.
    SAbs "sabs" Pure (1 Int),
    /// Undefined when the count is not below the width.
    Shl "shl" Pure (2 Int),
    /// Logical shift right.
    LShr "lshr" Pure (2 Int),
    /// Arithmetic shift right.
    AShr "ashr" Pure (2 Int),
    /// Bitwise on integers, logical on `i1`.
    And "and" Pure (2 IntOrBool),
    Or "or" Pure (2 IntOrBool),
    Xor "xor" Pure (2 IntOrBool),
    Not "not" Pure (1 IntOrBool),
    SMin "smin" Pure (2 Int),
    SMax "smax" Pure (2 Int),
    UMin "umin" Pure (2 Int),
    UMax "umax" Pure (2 Int),
    /// `{low, high}` of the unsigned product.
    UMulExtended "umul_extended" Pure,
    /// `{low, high}` of the signed product.
    SMulExtended "smul_extended" Pure,
    /// `{sum, carry}`, both of the operand type.
    IAddCarry "iadd_carry" Pure,
    /// `{difference, borrow}`, both of the operand type.
    ISubBorrow "isub_borrow" Pure,
    /// `i32` only, as the next seven.
    BitReverse "bit_reverse" Pure (1 I32),
    BitCount "bit_count" Pure (1 I32),
    /// Lowest set bit from the LSB, -1 for 0.
    FindILsb "find_ilsb" Pure (1 I32),
    /// Highest set bit from the LSB, -1 for 0.
    FindUMsb "find_umsb" Pure (1 I32),
    /// Highest bit that differs from the sign, from the LSB, -1 for 0 and -1.
    FindSMsb "find_smsb" Pure (1 I32),
    /// `(base, offset, count)`
    BitFieldUExtract "bit_field_uextract" Pure,
    BitFieldSExtract "bit_field_sextract" Pure,
    /// `(base, insert, offset, count)`
    BitFieldInsert "bit_field_insert" Pure,

    // ----- Float arithmetic -----
    FAdd "fadd" Pure (2 Float),
    FSub "fsub" Pure (2 Float),
    FMul "fmul" Pure (2 Float),
    FDiv "fdiv" Pure (2 Float),
    /// Remainder with the sign of the dividend.
    FRem "frem" Pure (2 Float),
    FNeg "fneg" Pure (1 Float),
    FAbs "fabs" Pure (1 Float),
    /// A NaN operand gives the other one.
    NMin "nmin" Pure (2 Float),
    NMax "nmax" Pure (2 Float),
    /// `(x, low, high)`; NaN gives low.
    NClamp "nclamp" Pure (3 Float),
    /// `a * b + c` with one rounding.
    Fma "fma" Pure (3 Float),
    /// Dot product of two float vectors.
    Dot "dot" Pure,
    Fract "fract" Pure (1 Float),
    Floor "floor" Pure (1 Float),
    Ceil "ceil" Pure (1 Float),
    Trunc "trunc" Pure (1 Float),
    RoundEven "round_even" Pure (1 Float),
    Sin "sin" Pure (1 ShortFloat),
    Cos "cos" Pure (1 ShortFloat),
    Tan "tan" Pure (1 ShortFloat),
    Asin "asin" Pure (1 ShortFloat),
    Acos "acos" Pure (1 ShortFloat),
    Atan "atan" Pure (1 ShortFloat),
    Sinh "sinh" Pure (1 ShortFloat),
    Cosh "cosh" Pure (1 ShortFloat),
    Tanh "tanh" Pure (1 ShortFloat),
    Exp2 "exp2" Pure (1 ShortFloat),
    Log2 "log2" Pure (1 ShortFloat),
    Sqrt "sqrt" Pure (1 Float),
    InverseSqrt "inverse_sqrt" Pure (1 Float),
    /// Rounds an `f32` to the precision and range of `f16`.
    QuantizeToF16 "quantize_to_f16" Pure (1 F32),
    /// `<2 x f32>` to `i32`. imm: 0 rounds as the device does, 1 toward zero.
    PackHalf2x16 "pack_half_2x16" Pure,
    /// `i32` to `<2 x f32>`.
    UnpackHalf2x16 "unpack_half_2x16" Pure,

    // ----- Comparison (result `i1` or a vector of it) -----
    IEq "ieq" Pure,
    INe "ine" Pure,
    ULt "ult" Pure,
    ULe "ule" Pure,
    UGt "ugt" Pure,
    UGe "uge" Pure,
    SLt "slt" Pure,
    SLe "sle" Pure,
    SGt "sgt" Pure,
    SGe "sge" Pure,
    /// Ordered: false with a NaN.
    FOEq "foeq" Pure,
    FONe "fone" Pure,
    FOLt "folt" Pure,
    FOLe "fole" Pure,
    FOGt "fogt" Pure,
    FOGe "foge" Pure,
    /// Unordered: true with a NaN.
    FUEq "fueq" Pure,
    FUNe "fune" Pure,
    FULt "fult" Pure,
    FULe "fule" Pure,
    FUGt "fugt" Pure,
    FUGe "fuge" Pure,
    IsNan "is_nan" Pure,
    IsInf "is_inf" Pure,
    /// `(condition, if true, if false)`; a scalar condition may select vectors (the emitter splats it where
    /// the target needs that).
    Select "select" Pure,
    /// Any lane of a vector of `i1`.
    Any "any" Pure,
    /// All lanes of a vector of `i1`.
    All "all" Pure,

    // ----- Conversion (to the result type; never from or to `i1`: that is `select` and `ine`) -----
    ZExt "zext" Pure,
    SExt "sext" Pure,
    ITrunc "itrunc" Pure,
    /// Undefined out of range, as the next.
    FToS "ftos" Pure,
    FToU "ftou" Pure,
    SToF "stof" Pure,
    UToF "utof" Pure,
    FConvert "fconvert" Pure,
    /// Same bits, other type: scalars, vectors of the same size, pointers in physical memory.
    Bitcast "bitcast" Pure,

    // ----- Composites -----
    /// Vector, array or struct from its parts (vectors: scalars or shorter vectors).
    Construct "construct" Pure,
    /// imm: index. `(composite)`
    Extract "extract" Pure,
    /// imm: index. `(composite, value)`
    Insert "insert" Pure,
    /// `(vector, index)`
    ExtractDynamic "extract.dynamic" Pure,
    /// `(vector, value, index)`
    InsertDynamic "insert.dynamic" Pure,

    // ----- Memory -----
    /// imm: alignment in bytes, required in physical memory. `(pointer)`. Flags VOLATILE, COHERENT.
    Load "load" Load,
    /// imm: alignment as for `load`. `(pointer, value)`
    Store "store" Store,
    /// Pointer to a part. `(base pointer, index...)`; struct members by constant index.
    AccessChain "access_chain" Pure,
    /// 64-bit address (`i64` or `<2 x i32>`) to a pointer in physical memory.
    AddressToPointer "address_to_pointer" Pure,
    /// Number of elements of the runtime array that is member imm of the struct pointed to. `(pointer)`
    ArrayLength "array_length" ReadDescriptor,
    /// Atomics, imm: memory scope. `(pointer, value)`, relaxed; return the old value. Pointers may come from
    /// [`ImageTexelPointer`](Op::ImageTexelPointer).
    AtomicIAdd "atomic.iadd" Update,
    AtomicAnd "atomic.and" Update,
    AtomicOr "atomic.or" Update,
    AtomicXor "atomic.xor" Update,
    AtomicSMin "atomic.smin" Update,
    AtomicSMax "atomic.smax" Update,
    AtomicUMin "atomic.umin" Update,
    AtomicUMax "atomic.umax" Update,
    AtomicExchange "atomic.exchange" Update,
    AtomicFAdd "atomic.fadd" Update,
    /// `(pointer, compare, value)`
    AtomicCmpXchg "atomic.cmpxchg" Update,

    // ----- Rays -----
    /// 64-bit address (`i64` or `<2 x i32>`) of an acceleration structure, as the object.
    AddressToAccelerationStructure "address_to_acceleration_structure" Pure,
    /// Begins to go through what a ray may hit. imm: 1 if it heeds opacity micromaps. `(pointer to ray query, acceleration structure, flags, mask, <3 x f32>
    /// origin, t min, <3 x f32> direction, t max)`
    RayQueryInitialize "ray_query.initialize" UpdateRay,
    /// Goes on to the next candidate: `i1`, whether there is one. Undefined after it was false. `(pointer to ray query)`
    RayQueryProceed "ray_query.proceed" UpdateRay,
    /// There are no more candidates. `(pointer to ray query)`
    RayQueryTerminate "ray_query.terminate" UpdateRay,
    /// The candidate, a triangle, is hit. `(pointer to ray query)`
    RayQueryConfirm "ray_query.confirm" UpdateRay,
    /// The candidate, a procedural primitive, is hit. `(pointer to ray query, t)`
    RayQueryGenerate "ray_query.generate" UpdateRay,
    /// What a ray query knows. imm: a [`RayQueryValue`] number times 2, plus 1 for that of the committed hit. `(pointer to
    /// ray query)`
    RayQueryGet "ray_query.get" ReadRay,

    // ----- Images -----
    /// `(image, sampler)`
    SampledImage "sampled_image" Pure,
    /// imm: SPIR-V image-operand mask, as in all that follow; the operands it names come last, in bit order.
    /// `(sampled image, coordinate, ...)`. SPARSE gives `{i32 residency code, result}`.
    ImageSampleImplicit "image.sample_implicit" ReadSrvQuad,
    ImageSampleExplicit "image.sample_explicit" ReadSrv,
    /// `(sampled image, coordinate, reference, ...)`; scalar result.
    ImageSampleDrefImplicit "image.sample_dref_implicit" ReadSrvQuad,
    ImageSampleDrefExplicit "image.sample_dref_explicit" ReadSrv,
    /// `(sampled image, coordinate, component constant, ...)`
    ImageGather "image.gather" ReadSrv,
    /// `(sampled image, coordinate, reference, ...)`
    ImageDrefGather "image.dref_gather" ReadSrv,
    /// `(image, coordinate, ...)`
    ImageFetch "image.fetch" ReadSrv,
    /// `(image, coordinate, ...)`
    ImageRead "image.read" ReadResource,
    /// `(image, coordinate, texel, ...)`
    ImageWrite "image.write" WriteUav,
    /// `(image, lod)`
    ImageQuerySizeLod "image.query_size_lod" ReadDescriptor,
    /// `(image)`
    ImageQuerySize "image.query_size" ReadDescriptor,
    ImageQueryLevels "image.query_levels" ReadDescriptor,
    ImageQuerySamples "image.query_samples" ReadDescriptor,
    /// `<2 x f32>`: level accessed, level computed. `(sampled image, coordinate)`
    ImageQueryLod "image.query_lod" ReadDescriptorQuad,
    /// Pointer to a texel, for atomics. `(pointer to image, coordinate, sample)`
    ImageTexelPointer "image.texel_pointer" Pure,
    /// `i1` from a residency code.
    SparseTexelsResident "sparse_texels_resident" Pure,

    // ----- Pixel stage -----
    DPdxCoarse "dpdx_coarse" Quad (1 F32),
    DPdyCoarse "dpdy_coarse" Quad (1 F32),
    DPdxFine "dpdx_fine" Quad (1 F32),
    DPdyFine "dpdy_fine" Quad (1 F32),
    /// `(pointer to input)`
    InterpolateAtCentroid "interpolate_at_centroid" Evaluate,
    /// `(pointer to input, sample)`
    InterpolateAtSample "interpolate_at_sample" Evaluate,
    /// `(pointer to input, <2 x f32> offset)`
    InterpolateAtOffset "interpolate_at_offset" Evaluate,
    /// The invocation goes on as a helper.
    Demote "demote" Demote,
    /// Start and end of the section in which overlapping invocations run in primitive order
    /// (rasterizer-ordered views); once each on every path.
    BeginInterlock "begin_interlock" Barrier,
    EndInterlock "end_interlock" Barrier,
    /// `i1`: helper from the start or demoted since.
    IsHelper "is_helper" ReadLanes,

    // ----- Geometry stage -----
    /// The outputs are a vertex of output stream imm; what they hold after that is undefined.
    EmitVertex "emit_vertex" Emit,
    /// The primitive of output stream imm ends.
    EndPrimitive "end_primitive" Emit,

    // ----- Mesh and task stages -----
    /// How many there are of each. `(vertices, primitives)`
    SetMeshOutputs "set_mesh_outputs" WriteOutput,
    /// The last of its block, which returns. `(x, y, z)` groups; behind them the variable of the payload, if they get one.
    EmitMeshTasks "emit_mesh_tasks" Launch,

    // ----- Ray tracing stages -----
    /// `(acceleration structure, flags, mask, offset, stride, miss index, <3 x f32> origin, least t, <3 x f32> direction,
    /// largest t, variable of the payload)`
    TraceRayKhr "trace_ray.khr" Call,
    /// `(index, variable of the data)`
    ExecuteCallable "execute_callable" Call,
    /// `i1`. `(t, kind)`; the attributes are in their variable.
    ReportIntersection "report_intersection" Call,
    /// Traces a ray and stops before the shader of its end, which the hit object is told. `(pointer to hit object, acceleration
    /// structure, flags, mask, offset, stride, miss index, <3 x f32> origin, least t, <3 x f32> direction, largest t, pointer
    /// to payload)`: any memory, until `lower` gives it its variable.
    HitObjectTrace "hit_object.trace" Call,
    /// Runs the shader of the end that a hit object was told. `(pointer to hit object, pointer to payload)`, likewise.
    HitObjectInvoke "hit_object.invoke" Call,
    /// A miss without a ray. `(pointer to hit object, flags, miss index, <3 x f32> origin, least t, <3 x f32> direction, largest
    /// t)`
    HitObjectMiss "hit_object.miss" UpdateRay,
    /// A hit that no ray has found. `(pointer to hit object, acceleration structure, instance, primitive, geometry, kind, offset,
    /// stride, <3 x f32> origin, least t, <3 x f32> direction, largest t, variable of the attributes)`; imm 1: with the index in
    /// the shader table in place of offset and stride
    HitObjectHit "hit_object.hit" UpdateRay,
    /// Neither hit nor miss. `(pointer to hit object)`
    HitObjectEmpty "hit_object.empty" UpdateRay,
    /// The committed hit of a ray query, which has one. `(pointer to ray query, pointer to hit object, index in the shader table,
    /// variable of the attributes, hit kind)`
    HitObjectFromQuery "hit_object.from_query" UpdateRay,
    /// What a hit object knows. imm: a [`HitObjectValue`]. `(pointer to hit object)`
    HitObjectGet "hit_object.get" ReadRay,
    /// The attributes of a hit. `(pointer to hit object, variable of the attributes)`
    HitObjectAttributes "hit_object.attributes" CopyRay,
    /// Another index in the shader table. `(pointer to hit object, index)`
    HitObjectSetIndex "hit_object.set_index" UpdateRay,
    /// Threads change places. imm 0: by a hint, `(hint, bits of it)`; 1: by a hit object before that, `(pointer to hit object,
    /// hint, bits of it)`
    ReorderThread "reorder_thread" Call,
    /// The last of its block, which returns: the candidate is no hit.
    IgnoreIntersection "ignore_intersection" EndRay,
    /// The last of its block, which returns: the candidate is the hit, and the ray looks for no other.
    TerminateRay "terminate_ray" EndRay,

    // ----- Synchronisation -----
    /// `(execution scope, memory scope, semantics)`, constants with SPIR-V's numbers.
    ControlBarrier "control_barrier" Barrier,
    /// `(memory scope, semantics)`
    MemoryBarrier "memory_barrier" Fence,
    /// A counter that goes up with time, `<2 x i32>`. `(scope)`: which invocations it is the same for, a constant with
    /// SPIR-V's number.
    ReadClock "read_clock" ReadClock,

    // ----- Matrices of a wave: all lanes take part -----
    /// All components are one value. `(scalar)`
    MatrixFill "matrix.fill" Wave,
    /// Of an array of components, or of words that components lie in; imm 0: row by row, 1: column by column, and above the lowest
    /// byte the alignment in bytes, which pointers to physical memory need. `(pointer to the first, elements from a line to the
    /// next)`
    MatrixLoad "matrix.load" LoadMatrix,
    /// Likewise. `(pointer, matrix, elements from a line to the next)`
    MatrixStore "matrix.store" StoreMatrix,
    /// The sum of two of one type, component by component. `(a, b)`
    MatrixAdd "matrix.add" Wave,
    /// The product of two, added to a third. `(a, b, sum)`
    MatrixMulAdd "matrix.muladd" Wave,

    /// The product of a matrix in memory and a cooperative vector, a cooperative vector. `(pointer to an array, byte offset,
    /// and so on)`, as for `matrix.multiply_vector`.
    VectorMultiply "vector.multiply" Load,

    // ----- Wave operations: imm 0 unless said -----
    /// `i1` results: `()` elected lane; `(i1)` any, all; `(value)` all equal.
    WaveElect "wave.elect" Wave,
    WaveAny "wave.any" Wave,
    WaveAll "wave.all" Wave,
    WaveAllEqual "wave.all_equal" Wave,
    /// `<4 x i32>` of `(i1)`.
    WaveBallot "wave.ballot" Wave,
    /// Set bits of `(<4 x i32>)`. imm: SPIR-V group operation (0 reduce, 1 inclusive, 2 exclusive scan).
    WaveBallotBitCount "wave.ballot_bit_count" Wave,
    /// Lowest set bit of `(<4 x i32>)`, which has one.
    WaveBallotFindLsb "wave.ballot_find_lsb" Wave,
    /// Highest set bit likewise.
    WaveBallotFindMsb "wave.ballot_find_msb" Wave,
    /// `(value, lane)`: lane dynamically uniform.
    WaveBroadcast "wave.broadcast" Wave,
    WaveBroadcastFirst "wave.broadcast_first" Wave (1 Any),
    /// `(value, lane)`: any lane.
    WaveShuffle "wave.shuffle" Wave,
    /// `(value, mask)`: of the lane whose number differs from the own in the bits of the mask, a constant.
    WaveShuffleXor "wave.shuffle_xor" Wave,
    /// Arithmetic over the wave. imm: SPIR-V group operation. `(value)`
    WaveIAdd "wave.iadd" Wave,
    WaveFAdd "wave.fadd" Wave,
    WaveIMul "wave.imul" Wave,
    WaveFMul "wave.fmul" Wave,
    WaveSMin "wave.smin" Wave,
    WaveUMin "wave.umin" Wave,
    WaveFMin "wave.fmin" Wave,
    WaveSMax "wave.smax" Wave,
    WaveUMax "wave.umax" Wave,
    WaveFMax "wave.fmax" Wave,
    WaveAnd "wave.and" Wave,
    WaveOr "wave.or" Wave,
    WaveXor "wave.xor" Wave,
    /// `(value, lane constant)`
    QuadBroadcast "quad.broadcast" Wave,
    /// imm: 0 horizontal, 1 vertical, 2 diagonal. `(value)`
    QuadSwap "quad.swap" Wave,
    /// `i1`. `(i1)`
    QuadAny "quad.any" Wave,
    QuadAll "quad.all" Wave,

    // ----- Calls -----
    /// imm: function id. `(argument...)`
    Call "call" Call,
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Op {
    /// Whether it takes derivatives, those of an implicit level of detail included.
    #[inline]
    pub const fn takes_derivatives(self) -> bool {
        self.effects().derivatives && !matches!(self, Op::Call)
    }
    /// Whether it reads other lanes of its quad, but for derivatives.
    #[inline]
    pub fn reads_quad(self) -> bool {
        matches!(self, Op::QuadRead | Op::QuadVote | Op::QuadSwap)
    }
    /// Whether it compares numbers.
    #[inline]
    pub fn is_comparison(self) -> bool {
        (Op::IEq..=Op::IsInf).contains(&self)
    }
    /// Whether it writes sampler feedback.
    #[inline]
    pub fn writes_feedback(self) -> bool {
        (Op::WriteFeedback..=Op::WriteFeedbackGrad).contains(&self)
    }
    /// Whether it ends its block as a terminator of SPIR-V, in front of a return.
    pub fn ends_block(self) -> bool {
        matches!(
            self,
            Op::EmitMeshTasks | Op::IgnoreIntersection | Op::TerminateRay
        )
    }
    /// Whether it belongs to the D3D12 level, of which nothing is left after `lower`.
    #[inline]
    pub const fn is_d3d12(self) -> bool {
        Op::Handle as usize <= self as usize && self as usize <= Op::DxBarrier as usize
    }
    /// Whether an unused result makes it removable.
    #[inline]
    pub fn removable(self) -> bool {
        self.effects().removable()
    }
}

/// Modifiers of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub u16);

impl Flags {
    /// None.
    pub const NONE: Flags = Flags(0);
    /// No contraction, reassociation or other IEEE-unsafe change (LLVM's `fast` is absent, or `precise`).
    pub const PRECISE: Flags = Flags(1);
    /// Minimum precision: may be computed with 16 bits.
    pub const RELAXED: Flags = Flags(2);
    /// The value (an index, pointer or loaded object) may differ between invocations of a wave.
    pub const NON_UNIFORM: Flags = Flags(4);
    /// The residency status is wanted too.
    pub const SPARSE: Flags = Flags(8);
    /// Memory access is volatile.
    pub const VOLATILE: Flags = Flags(16);
    /// Memory access is coherent device-wide.
    pub const COHERENT: Flags = Flags(32);

    /// An access to a component of a vector in memory may be one to all of the vector, as far as memory goes: a load may
    /// read the others, a store may be one with stores to the others.
    pub const WIDE: Flags = Flags(64);

    /// An access chain into an array of vectors of a storage buffer: bounds are to be asked of each component.
    pub const BY_COMPONENT: Flags = Flags(128);

    /// A pointer to a vector that is a multiple of its size, rounded up to a power of two, behind an address.
    pub const AS_BASE: Flags = Flags(256);

    /// A mask that holds an index within an array: where the index is known to be inside, there is no need for it.
    pub const HELD: Flags = Flags(512);

    /// Names of the flags, for the text form, in bit order.
    pub const NAMES: [(Flags, &'static str); 10] = [
        (Self::PRECISE, "precise"),
        (Self::RELAXED, "relaxed"),
        (Self::NON_UNIFORM, "nonuniform"),
        (Self::SPARSE, "sparse"),
        (Self::VOLATILE, "volatile"),
        (Self::COHERENT, "coherent"),
        (Self::WIDE, "wide"),
        (Self::BY_COMPONENT, "by_component"),
        (Self::AS_BASE, "as_base"),
        (Self::HELD, "held"),
    ];
    /// Whether all of `other` are set.
    #[inline]
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
    /// Both sets together.
    #[inline]
    #[must_use]
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
    /// Without those of `other`.
    #[inline]
    #[must_use]
    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Self::NAMES
            .iter()
            .filter(|(flag, _)| self.has(*flag))
            .map(|(_, n)| *n)
            .collect();
        f.write_str(&names.join("."))
    }
}

numbered_enum! {
    /// Atomic operations ([`Op::ResourceAtomic`]), numbered as DXIL's `AtomicBinOpCode`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
    #[allow(missing_docs)]
    pub enum AtomicOp {
        Add = 0,
        And = 1,
        Or = 2,
        Xor = 3,
        IMin = 4,
        IMax = 5,
        UMin = 6,
        UMax = 7,
        Exchange = 8,
    }
}

numbered_enum! {
    /// What a ray query can be asked for ([`Op::RayQueryGet`]).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum RayQueryValue {
        /// `i32`. Of the candidate: 0 triangle, 1 procedural primitive; committed: 0 none, 1 triangle, 2 procedural
        /// primitive.
        Kind = 0,
        /// `f32`: distance along the ray; of a candidate only for triangles.
        T = 1,
        /// `i32`: D3D12's InstanceID.
        InstanceCustomIndex = 2,
        /// `i32`: D3D12's InstanceIndex.
        InstanceIndex = 3,
        /// `i32`: contribution of the instance to the index of the hit group.
        HitGroupOffset = 4,
        /// `i32`
        GeometryIndex = 5,
        /// `i32`
        PrimitiveIndex = 6,
        /// `<2 x f32>`
        Barycentrics = 7,
        /// `i1`
        FrontFace = 8,
        /// `<3 x f32>`, in the space of the object.
        ObjectRayOrigin = 9,
        /// `<3 x f32>`
        ObjectRayDirection = 10,
        /// Matrix of four columns of three.
        ObjectToWorld = 11,
        /// Likewise.
        WorldToObject = 12,
        /// Array of three `<3 x f32>`: the vertices of a triangle, in the space of the object.
        TrianglePositions = 13,
        /// `i1`: of the candidate only.
        ProceduralOpaque = 14,
        /// `<3 x f32>`: of the ray, as all that follow.
        WorldRayOrigin = 15,
        /// `<3 x f32>`
        WorldRayDirection = 16,
        /// `f32`
        RayTMin = 17,
        /// `i32`
        RayFlags = 18,
    }
}

numbered_enum! {
    /// What a hit object can be asked for ([`Op::HitObjectGet`]).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum HitObjectValue {
        /// `i1`: neither hit nor miss.
        IsEmpty = 0,
        /// `i1`
        IsHit = 1,
        /// `i1`
        IsMiss = 2,
        /// `i32`: of the ray, as what follows; SPIR-V's NV extension has no word for it.
        RayFlags = 3,
        /// `f32`
        RayTMin = 4,
        /// `f32`: of the hit, or the end of the ray.
        RayTMax = 5,
        /// `<3 x f32>`
        WorldRayOrigin = 6,
        /// `<3 x f32>`
        WorldRayDirection = 7,
        /// `i32`: the index in the shader table.
        TableIndex = 8,
        /// `<2 x i32>`: the address of the shader record.
        RecordAddress = 9,
        /// `i32`: of the hit, as all that follow.
        GeometryIndex = 10,
        /// `i32`: D3D12's InstanceIndex.
        InstanceIndex = 11,
        /// `i32`: D3D12's InstanceID.
        InstanceCustomIndex = 12,
        /// `i32`
        PrimitiveIndex = 13,
        /// `i32`
        HitKind = 14,
        /// `<3 x f32>`
        ObjectRayOrigin = 15,
        /// `<3 x f32>`
        ObjectRayDirection = 16,
        /// Matrix of four columns of three.
        ObjectToWorld = 17,
        /// Likewise.
        WorldToObject = 18,
        /// Array of three `<3 x f32>`: the vertices of a triangle, in the space of the object.
        TrianglePositions = 19,
    }
}

impl HitObjectValue {
    /// The type of it, for [`Types::answer`](super::Types::answer): a scalar, its count of components, its count of columns.
    pub fn shape(self) -> (Type, u32, u32) {
        match self {
            Self::IsEmpty | Self::IsHit | Self::IsMiss => (Type::BOOL, 1, 1),
            Self::RayFlags
            | Self::TableIndex
            | Self::GeometryIndex
            | Self::InstanceIndex
            | Self::InstanceCustomIndex
            | Self::PrimitiveIndex
            | Self::HitKind => (Type::I32, 1, 1),
            Self::RecordAddress => (Type::I32, 2, 1),
            Self::RayTMin | Self::RayTMax => (Type::F32, 1, 1),
            Self::WorldRayOrigin
            | Self::WorldRayDirection
            | Self::ObjectRayOrigin
            | Self::ObjectRayDirection => (Type::F32, 3, 1),
            Self::ObjectToWorld | Self::WorldToObject => (Type::F32, 3, 4),
            Self::TrianglePositions => (Type::F32, 3, 3),
        }
    }
    /// Whether it is of a hit, not of the ray.
    pub fn is_of_hit(self) -> bool {
        self >= Self::GeometryIndex
    }
}

impl RayQueryValue {
    /// The immediate that asks for it, of the candidate or the committed hit.
    pub fn imm(self, committed: bool) -> u32 {
        self as u32 * 2 + u32::from(committed)
    }
    /// What an immediate asks for, and whether of the committed hit.
    pub fn from_imm(imm: u32) -> Option<(Self, bool)> {
        let value = Self::from_number(imm / 2)?;
        let committed = imm & 1 != 0;
        (!committed || value < Self::ProceduralOpaque).then_some((value, committed))
    }
    /// The type of it, for [`Types::answer`](super::Types::answer): a scalar, its count of components, its count of columns.
    pub fn shape(self) -> (Type, u32, u32) {
        match self {
            Self::Kind
            | Self::InstanceCustomIndex
            | Self::InstanceIndex
            | Self::HitGroupOffset
            | Self::GeometryIndex
            | Self::PrimitiveIndex
            | Self::RayFlags => (Type::I32, 1, 1),
            Self::T | Self::RayTMin => (Type::F32, 1, 1),
            Self::FrontFace | Self::ProceduralOpaque => (Type::BOOL, 1, 1),
            Self::Barycentrics => (Type::F32, 2, 1),
            Self::ObjectRayOrigin
            | Self::ObjectRayDirection
            | Self::WorldRayOrigin
            | Self::WorldRayDirection => (Type::F32, 3, 1),
            Self::ObjectToWorld | Self::WorldToObject => (Type::F32, 3, 4),
            Self::TrianglePositions => (Type::F32, 3, 3),
        }
    }
    /// Whether it is of a hit, not of the ray.
    pub fn is_of_hit(self) -> bool {
        self <= Self::ProceduralOpaque
    }
}
