//! Emission of small modules built by hand, read back as text.

mod every_operation;

use super::{Emitted, disassemble, emit};
use crate::error::ErrorKind;
use crate::ir::function::Terminator;
use crate::ir::{
    Block, ConstData, Denormals, Edge, Flags, Function, Global, Hint, ImageType, MemberAccess, Merge, Module,
    Object, Op, RayQueryValue, StorageClass, StructType, Type, TypeData, Value,
};
use crate::options::{DenormIndependence, Options, TargetEnv};
use crate::shader::Stage;
use ::spirv::{BuiltIn, Capability, Decoration, Dim, ExecutionMode, ImageFormat, ImageOperands};

/// A module whose entry point is being written, block by block.
struct Builder {
    module: Module,
    function: Function,
    block: Block,
}

impl Builder {
    fn new(stage: Stage) -> Self {
        let mut module = Module::default();
        module.info.stage = stage;
        module.info.name = "main".to_owned();
        if stage == Stage::Compute {
            module.info.properties.num_threads = Some([8, 4, 1]);
        }
        let mut function = Function::new("main", Type::VOID);
        let block = function.add_block();
        Self {
            module,
            function,
            block,
        }
    }
    fn op(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        self.full(op, Flags::NONE, ty, args, 0)
    }
    fn full(&mut self, op: Op, flags: Flags, ty: Type, args: &[Value], imm: u32) -> Value {
        self.function.append(self.block, op, flags, ty, args, imm).into()
    }
    fn vector(&mut self, element: Type, len: u32) -> Type {
        self.module.types.vector(element, len)
    }
    fn i32(&mut self, value: u32) -> Value {
        self.module.i32(value)
    }
    fn f32(&mut self, value: f64) -> Value {
        self.module.float(Type::F32, value)
    }
    /// A block struct of one member.
    fn block_of(&mut self, name: &str, ty: Type) -> Type {
        self.module.types.block(name, "data", ty)
    }
    /// A storage buffer of `element`s.
    fn buffer(&mut self, name: &str, element: Type, binding: u32) -> Global {
        let stride = element.scalar_bits() / 8;
        let array = self
            .module
            .types
            .intern(TypeData::RuntimeArray { element, stride });
        let block = self.block_of(name, array);
        self.bound(name, StorageClass::StorageBuffer, block, binding)
    }
    fn bound(&mut self, name: &str, class: StorageClass, ty: Type, binding: u32) -> Global {
        let global = self.module.add_global(name, class, ty);
        self.module.decorate(global, Decoration::DescriptorSet, &[0]);
        self.module.decorate(global, Decoration::Binding, &[binding]);
        global
    }
    fn built_in(&mut self, class: StorageClass, ty: Type, built_in: BuiltIn) -> Global {
        let global = self.module.add_global("", class, ty);
        self.module
            .decorate(global, Decoration::BuiltIn, &[built_in as u32]);
        global
    }
    fn io(&mut self, class: StorageClass, ty: Type, location: u32) -> Global {
        let global = self.module.add_global("", class, ty);
        self.module.decorate(global, Decoration::Location, &[location]);
        global
    }
    fn element(&mut self, class: StorageClass, ty: Type, base: impl Into<Value>, indices: &[Value]) -> Value {
        let pointer = self.module.types.pointer(class, ty);
        let mut args = vec![base.into()];
        args.extend_from_slice(indices);
        self.op(Op::AccessChain, pointer, &args)
    }
    fn load(&mut self, ty: Type, pointer: impl Into<Value>) -> Value {
        self.op(Op::Load, ty, &[pointer.into()])
    }
    fn store(&mut self, pointer: impl Into<Value>, value: Value) {
        self.op(Op::Store, Type::VOID, &[pointer.into(), value]);
    }
    /// Stores a 32-bit scalar to element 0 of a buffer named `out`.
    fn output(&mut self, value: Value) {
        let ty = self.module.value_type(&self.function, value);
        let buffer = self.buffer("out", ty, 7);
        let zero = self.i32(0);
        let pointer = self.element(StorageClass::StorageBuffer, ty, buffer, &[zero, zero]);
        self.store(pointer, value);
    }
    fn image(&mut self, sampled: Type, dim: Dim, adjust: impl FnOnce(&mut ImageType)) -> Type {
        let mut image = ImageType {
            sampled,
            dim,
            arrayed: false,
            multisampled: false,
            storage: false,
            signed: false,
            format: ImageFormat::Unknown,
        };
        adjust(&mut image);
        self.module.types.intern(TypeData::Image(image))
    }
    fn end(&mut self, terminator: Terminator) {
        self.function.blocks[self.block].terminator = terminator;
    }
    fn into_module(mut self) -> Module {
        let entry = self.module.functions.push(self.function);
        self.module.entry = entry;
        self.module
    }
    fn emit_for(self, target_env: TargetEnv) -> Emitted {
        self.emit_with(|options| options.target_env = target_env)
    }
    fn emit_with(mut self, set: impl FnOnce(&mut Options)) -> Emitted {
        if self.function.blocks[self.block].terminator == Terminator::Unreachable {
            self.end(Terminator::Return(None));
        }
        let mut options = Options::default();
        set(&mut options);
        emit(&self.into_module(), &options).unwrap()
    }
    fn emit(self) -> Emitted {
        self.emit_for(TargetEnv::Vulkan1_3)
    }
    fn text(self) -> String {
        disassemble(&self.emit().words).unwrap()
    }
}

/// Asserts that `lines` occur in `text` in that order, whatever stands between them. A word that begins with
/// `$` stands for any id, the same one in all lines.
#[track_caller]
fn assert_lines(text: &str, lines: &[&str]) {
    let mut bound: Vec<(&str, &str)> = Vec::new();
    let mut rest = text.lines();
    for line in lines {
        let found = rest.any(|found| {
            let kept = bound.len();
            let matches = line.split_whitespace().count() == found.split_whitespace().count()
                && line
                    .split_whitespace()
                    .zip(found.split_whitespace())
                    .all(|(pattern, word)| {
                        if !pattern.starts_with('$') {
                            return pattern == word;
                        }
                        match bound.iter().find(|(name, _)| *name == pattern) {
                            Some((_, id)) => *id == word,
                            None => {
                                bound.push((pattern, word));
                                word.starts_with('%')
                            }
                        }
                    });
            if !matches {
                bound.truncate(kept);
            }
            matches
        });
        assert!(found, "no line `{line}` (in this order) in\n{text}");
    }
}

#[test]
fn a_whole_module() {
    let mut b = Builder::new(Stage::Compute);
    let uvec3 = b.vector(Type::I32, 3);
    let id = b.built_in(StorageClass::Input, uvec3, BuiltIn::GlobalInvocationId);
    let buffer = b.buffer("data", Type::F32, 0);
    let id = b.load(uvec3, id);
    let x = b.full(Op::Extract, Flags::NONE, Type::I32, &[id], 0);
    let zero = b.i32(0);
    let pointer = b.element(StorageClass::StorageBuffer, Type::F32, buffer, &[zero, x]);
    let value = b.load(Type::F32, pointer);
    let two = b.f32(2.0);
    let product = b.full(Op::FMul, Flags::PRECISE, Type::F32, &[value, two], 0);
    let name = "product".to_owned();
    b.function.names.insert(product.as_inst().unwrap(), name);
    let root = b.op(Op::Sqrt, Type::F32, &[product]);
    b.store(pointer, root);
    // Nothing refers to these.
    b.buffer("unused", Type::F64, 1);
    b.f32(99.0);
    let expected = r#"
; SPIR-V
; Version: 1.6
; Generator: Khronos; 0
; Bound: 24
; Schema: 0
               OpCapability Shader
               OpCapability DenormFlushToZero
               OpCapability SignedZeroInfNanPreserve
         %23 = OpExtInstImport "GLSL.std.450"
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main" %gl_GlobalInvocationID %data_0
               OpExecutionMode %main LocalSize 8 4 1
               OpExecutionMode %main SignedZeroInfNanPreserve 32
               OpExecutionMode %main DenormFlushToZero 32
               OpName %main "main"
               OpName %data "data"
               OpMemberName %data 0 "data"
               OpName %data_0 "data"
               OpName %product "product"
               OpDecorate %gl_GlobalInvocationID BuiltIn GlobalInvocationId
               OpDecorate %_runtimearr_float ArrayStride 4
               OpDecorate %data Block
               OpMemberDecorate %data 0 Offset 0
               OpDecorate %data_0 DescriptorSet 0
               OpDecorate %data_0 Binding 0
               OpDecorate %product NoContraction
       %void = OpTypeVoid
          %3 = OpTypeFunction %void
       %uint = OpTypeInt 32 0
     %v3uint = OpTypeVector %uint 3
%_ptr_Input_v3uint = OpTypePointer Input %v3uint
      %float = OpTypeFloat 32
%_runtimearr_float = OpTypeRuntimeArray %float
       %data = OpTypeStruct %_runtimearr_float
%_ptr_StorageBuffer_data = OpTypePointer StorageBuffer %data
%_ptr_StorageBuffer_float = OpTypePointer StorageBuffer %float
     %uint_0 = OpConstant %uint 0
    %float_2 = OpConstant %float 2
%gl_GlobalInvocationID = OpVariable %_ptr_Input_v3uint Input
     %data_0 = OpVariable %_ptr_StorageBuffer_data StorageBuffer
       %main = OpFunction %void None %3
          %4 = OpLabel
          %7 = OpLoad %v3uint %gl_GlobalInvocationID
         %10 = OpCompositeExtract %uint %7 0
         %17 = OpAccessChain %_ptr_StorageBuffer_float %data_0 %uint_0 %10
         %19 = OpLoad %float %17
    %product = OpFMul %float %19 %float_2
         %22 = OpExtInst %float %23 Sqrt %product
               OpStore %17 %22
               OpReturn
               OpFunctionEnd
"#;
    assert_eq!(format!("\n{}", b.text()), expected);
}

#[test]
fn names_are_left_out_on_request() {
    let mut b = Builder::new(Stage::Compute);
    let one = b.i32(1);
    b.output(one);
    b.end(Terminator::Return(None));
    let options = Options {
        names: false,
        ..Options::default()
    };
    let emitted = emit(&b.into_module(), &options).unwrap();
    let text = disassemble(&emitted.words).unwrap();
    assert!(
        !text.contains("OpName") && !text.contains("OpMemberName"),
        "{text}"
    );
}

/// `for (i = 0; i < 10; i = next) next = i + 1`, the parameter's argument defined after its use.
#[test]
fn a_loop_has_phis_and_merges() {
    let mut b = Builder::new(Stage::Compute);
    let entry = b.block;
    let header = b.function.add_block();
    let body = b.function.add_block();
    let latch = b.function.add_block();
    let exit = b.function.add_block();
    let i: Value = b.function.add_param(header, Type::I32).into();
    let same: Value = b.function.add_param(header, Type::I32).into();
    let (zero, one, ten) = (b.i32(0), b.i32(1), b.i32(10));
    let to_header = b.function.edge(header, &[zero, one]);
    b.block = entry;
    b.end(Terminator::Branch(to_header));
    b.block = header;
    let condition = b.op(Op::ULt, Type::BOOL, &[i, ten]);
    b.end(Terminator::CondBranch {
        condition,
        if_true: Edge::to(body),
        if_false: Edge::to(exit),
    });
    b.function.blocks[header].merge = Some(Merge::Loop {
        merge: exit,
        continue_target: latch,
    });
    b.function.blocks[header].hint = Hint::Unroll;
    b.block = body;
    b.end(Terminator::Branch(Edge::to(latch)));
    b.block = latch;
    let next = b.op(Op::IAdd, Type::I32, &[i, one]);
    // A cast to the same type is only another name, unless the phi has named it already.
    let copy = b.op(Op::Bitcast, Type::I32, &[next]);
    let alias = b.op(Op::Bitcast, Type::I32, &[copy]);
    let sum = b.op(Op::IAdd, Type::I32, &[alias, same]);
    let _ = sum;
    let back = b.function.edge(header, &[next, copy]);
    b.end(Terminator::Branch(back));
    b.block = exit;
    b.output(i);
    let text = b.text();
    assert_lines(
        &text,
        &[
            "OpBranch $5",
            "$5 = OpLabel",
            "$8 = OpPhi %uint %uint_0 $4 $10 $11",
            "$12 = OpPhi %uint %uint_1 $4 $14 $11",
            "$16 = OpULessThan %bool $8 %uint_10",
            "OpLoopMerge $18 $11 Unroll",
            "OpBranchConditional $16 $19 $18",
            "$19 = OpLabel",
            "OpBranch $11",
            "$11 = OpLabel",
            "$10 = OpIAdd %uint $8 %uint_1",
            "$14 = OpCopyObject %uint $10",
            "$20 = OpIAdd %uint $14 $12",
            "OpBranch $5",
            "$18 = OpLabel",
            "OpReturn",
        ],
    );
}

#[test]
fn a_switch_merges_edges_of_one_predecessor() {
    let mut b = Builder::new(Stage::Compute);
    let merge = b.function.add_block();
    let param: Value = b.function.add_param(merge, Type::I32).into();
    let case = b.function.add_block();
    let selector = b.module.scalar(Type::I64, 3);
    let selector = b.op(Op::Not, Type::I64, &[selector]);
    let (one, two) = (b.i32(1), b.i32(2));
    let first = b.function.edge(merge, &[one]);
    let second = b.function.edge(merge, &[one]);
    b.end(Terminator::Switch {
        value: selector,
        default: first,
        cases: vec![(5, second), (1 << 32 | 7, Edge::to(case))],
    });
    b.function.blocks[b.block].merge = Some(Merge::Selection { merge });
    b.function.blocks[b.block].hint = Hint::DontFlatten;
    b.function.layout = vec![b.block, case, merge];
    b.block = case;
    let third = b.function.edge(merge, &[two]);
    // Both ways to one block: a plain branch.
    let condition = b.op(Op::IEq, Type::BOOL, &[one, two]);
    b.end(Terminator::CondBranch {
        condition,
        if_true: third,
        if_false: third,
    });
    b.function.blocks[case].merge = Some(Merge::Selection { merge });
    b.block = merge;
    b.output(param);
    let text = b.text();
    assert_lines(
        &text,
        &[
            "OpCapability Int64",
            "%ulong_3 = OpConstant %ulong 3",
            "OpSelectionMerge $9 DontFlatten",
            "OpSwitch $6 $9 5 $9 4294967303 $10",
            "$10 = OpLabel",
            "OpBranch $9",
            "$9 = OpLabel",
            "$16 = OpPhi %uint %uint_1 $4 %uint_2 $10",
        ],
    );
}

#[test]
fn edges_with_different_arguments_from_one_block_are_an_error() {
    let mut b = Builder::new(Stage::Compute);
    let merge = b.function.add_block();
    b.function.add_param(merge, Type::I32);
    let (one, two) = (b.i32(1), b.i32(2));
    let condition = b.op(Op::IEq, Type::BOOL, &[one, two]);
    let if_true = b.function.edge(merge, &[one]);
    let if_false = b.function.edge(merge, &[two]);
    b.end(Terminator::CondBranch {
        condition,
        if_true,
        if_false,
    });
    b.block = merge;
    b.end(Terminator::Return(None));
    let error = emit(&b.into_module(), &Options::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert!(error.message().contains("bb0 to bb1"), "{error}");
}

#[test]
fn what_lowering_should_have_removed_is_an_error() {
    let mut b = Builder::new(Stage::Compute);
    b.op(Op::SystemValue, Type::I32, &[]);
    b.end(Terminator::Return(None));
    let error = emit(&b.into_module(), &Options::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(
        error.to_string(),
        "a D3D12 operation is left after lowering (function main, block 0, instruction %0 = system_value)"
    );

    let mut b = Builder::new(Stage::Library);
    b.end(Terminator::Return(None));
    let error = emit(&b.into_module(), &Options::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

fn selection(target_env: TargetEnv) -> Emitted {
    let mut b = Builder::new(Stage::Compute);
    let vec2 = b.vector(Type::F32, 2);
    let input = b.buffer("in", Type::I32, 0);
    let zero = b.i32(0);
    let pointer = b.element(StorageClass::StorageBuffer, Type::I32, input, &[zero, zero]);
    let value = b.load(Type::I32, pointer);
    let condition = b.op(Op::INe, Type::BOOL, &[value, zero]);
    let (one, two) = (b.f32(1.0), b.f32(2.0));
    let ones = b.op(Op::Construct, vec2, &[one, two]);
    let twos = b.op(Op::Construct, vec2, &[two, one]);
    let selected = b.op(Op::Select, vec2, &[condition, ones, twos]);
    let sum = b.op(Op::FAdd, vec2, &[selected, ones]);
    let x = b.full(Op::Extract, Flags::NONE, Type::F32, &[sum], 0);
    let bits = b.op(Op::Bitcast, Type::I32, &[x]);
    b.output(bits);
    b.emit_for(target_env)
}

#[test]
fn the_version_decides_interface_extensions_and_selection() {
    let old = selection(TargetEnv::Vulkan1_1);
    let text = disassemble(&old.words).unwrap();
    assert_eq!(old.extensions, ["SPV_KHR_float_controls"]);
    assert_lines(
        &text,
        &[
            "; Version: 1.3",
            "OpExtension \"SPV_KHR_float_controls\"",
            "OpEntryPoint GLCompute %main \"main\"",
            "$27 = OpCompositeConstruct %v2bool $17 $17",
            "$28 = OpSelect %v2float $27 $21 $24",
        ],
    );
    let new = selection(TargetEnv::Vulkan1_2);
    let text = disassemble(&new.words).unwrap();
    assert_eq!(new.extensions, [""; 0]);
    assert_lines(
        &text,
        &[
            "; Version: 1.5",
            "OpEntryPoint GLCompute %main \"main\" %in_0 %out_0",
            "$25 = OpSelect %v2float $17 $21 $24",
        ],
    );
    assert_eq!(
        new.capabilities,
        [Capability::Shader, Capability::DenormFlushToZero]
    );
}

#[test]
fn float_controls_follow_the_widths_in_use() {
    let mut b = Builder::new(Stage::Compute);
    b.module.f32_denormals = Denormals::FlushToZero;
    let half = b.module.float(Type::F16, 1.5);
    let double = b.module.float(Type::F64, 0.1);
    let half = b.op(Op::FAdd, Type::F16, &[half, half]);
    let double = b.op(Op::FMul, Type::F64, &[double, double]);
    let wide = b.op(Op::FConvert, Type::F32, &[half]);
    let narrow = b.op(Op::FConvert, Type::F32, &[double]);
    let sum = b.op(Op::FSub, Type::F32, &[wide, narrow]);
    b.output(sum);
    assert_lines(
        &b.text(),
        &[
            "OpCapability Shader",
            "OpCapability Float16",
            "OpCapability Float64",
            "OpCapability DenormPreserve",
            "OpCapability DenormFlushToZero",
            "OpCapability SignedZeroInfNanPreserve",
            "OpExecutionMode %main SignedZeroInfNanPreserve 16",
            "OpExecutionMode %main DenormPreserve 16",
            "OpExecutionMode %main DenormFlushToZero 32",
            "OpExecutionMode %main SignedZeroInfNanPreserve 64",
            "OpExecutionMode %main DenormPreserve 64",
            "%half_0x1_8p_0 = OpConstant %half 0x1.8p+0",
            "%double_0_10000000000000001 = OpConstant %double 0.10000000000000001",
        ],
    );
}

#[test]
fn modules_without_anything_precise_keep_no_nan_and_ask_for_it_by_bits() {
    // A sum, precise or not, and whether it is a number.
    let module = |flags: Flags| {
        let mut b = Builder::new(Stage::Compute);
        let value = b.f32(1.5);
        let sum = b.full(Op::FAdd, flags, Type::F32, &[value, value], 0);
        for op in [Op::FOEq, Op::FUNe] {
            let test = b.op(op, Type::BOOL, &[sum, sum]);
            let kept = b.op(Op::Select, Type::F32, &[test, sum, value]);
            b.output(kept);
        }
        b.end(Terminator::Return(None));
        b.into_module()
    };
    let text = |flags, options: &Options| disassemble(&emit(&module(flags), options).unwrap().words).unwrap();
    const KEPT: &str = "SignedZeroInfNanPreserve 32";
    const BY_BITS: [&str; 3] = ["2139095040", "OpULessThanEqual", "OpUGreaterThan"];
    let fast = text(Flags::NONE, &Options::default());
    assert!(!fast.contains(KEPT) && !fast.contains("OpFOrdEqual"), "{fast}");
    assert!(BY_BITS.iter().all(|part| fast.contains(part)), "{fast}");
    assert!(text(Flags::PRECISE, &Options::default()).contains(KEPT));
    // Where the module says that they are kept, floats are compared.
    let options = Options {
        float_controls_2: true,
        ..Options::default()
    };
    let said = text(Flags::NONE, &options);
    for part in ["FPFastMathDefault", "OpFOrdEqual", "OpFUnordNotEqual"] {
        assert!(said.contains(part), "{said}");
    }
    // No mode tells it of doubles.
    let mut b = Builder::new(Stage::Compute);
    let value = b.module.float(Type::F64, 1.5);
    let sum = b.op(Op::FAdd, Type::F64, &[value, value]);
    let test = b.op(Op::FUNe, Type::BOOL, &[sum, sum]);
    let [one, two] = [1.0, 2.0].map(|x| b.f32(x));
    let chosen = b.op(Op::Select, Type::F32, &[test, one, two]);
    b.output(chosen);
    b.end(Terminator::Return(None));
    let text = disassemble(&emit(&b.into_module(), &Options::default()).unwrap().words).unwrap();
    for part in ["SignedZeroInfNanPreserve 64", "OpFUnordNotEqual"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn denormal_halves_that_a_device_keeps_are_not_asked_for() {
    let kept = Options {
        half_denormals_kept: true,
        ..Options::default()
    };
    let widths = [Type::F16, Type::F32];
    let modes = |options: &Options| denormal_modes(&widths, Denormals::Any, options);
    assert_eq!(modes(&Options::default()), ["Preserve 16", "FlushToZero 32"]);
    assert_eq!(modes(&kept), ["FlushToZero 32"]);
}

/// The execution modes for denormals of a shader that computes with floats of `widths` under `options`.
fn denormal_modes(widths: &[Type], asked: Denormals, options: &Options) -> Vec<String> {
    let mut b = Builder::new(Stage::Compute);
    b.module.f32_denormals = asked;
    for &ty in widths {
        let value = b.module.float(ty, 1.5);
        let value = b.op(Op::FAdd, ty, &[value, value]);
        let value = match ty {
            Type::F32 => value,
            _ => b.op(Op::FConvert, Type::F32, &[value]),
        };
        b.output(value);
    }
    b.end(Terminator::Return(None));
    let text = disassemble(&emit(&b.into_module(), options).unwrap().words).unwrap();
    let modes = text.lines().filter_map(|line| line.split_once("%main Denorm"));
    modes.map(|(_, mode)| mode.to_owned()).collect()
}

#[test]
fn denormals_of_floats_are_flushed_where_nobody_asks_for_them() {
    let all = Options::default();
    let never = Options {
        denorm_flush_32: false,
        ..Options::default()
    };
    let f32s = [Type::F32];
    assert_eq!(denormal_modes(&f32s, Denormals::Any, &all), ["FlushToZero 32"]);
    assert_eq!(denormal_modes(&f32s, Denormals::Preserve, &all), ["Preserve 32"]);
    // What a shader asks for is declared even so.
    let fast = Options {
        fast_floats: true,
        ..Options::default()
    };
    assert!(denormal_modes(&f32s, Denormals::Any, &fast).is_empty());
    assert_eq!(
        denormal_modes(&f32s, Denormals::FlushToZero, &fast),
        ["FlushToZero 32"]
    );
    assert_eq!(
        denormal_modes(&[Type::F16], Denormals::Any, &fast)[0],
        "Preserve 16"
    );
    assert!(denormal_modes(&f32s, Denormals::Any, &never).is_empty());
    assert!(denormal_modes(&f32s, Denormals::FlushToZero, &never).is_empty());
}

#[test]
fn precise_computations_are_decorated_where_no_mode_of_floats_is_declared() {
    /// How many decorations there are, and whether modes of floats, where a precise `op` goes into a precise product, and that
    /// into a precise sum.
    fn declared(op: Op, fast_floats: bool) -> (usize, bool) {
        let mut b = Builder::new(Stage::Compute);
        let value = b.f32(1.5);
        let operand = b.full(op, Flags::PRECISE, Type::F32, &[value], 0);
        let product = b.full(Op::FMul, Flags::PRECISE, Type::F32, &[operand, operand], 0);
        let sum = b.full(Op::FAdd, Flags::PRECISE, Type::F32, &[product, value], 0);
        b.output(sum);
        b.end(Terminator::Return(None));
        let options = Options {
            fast_floats,
            ..Options::default()
        };
        let text = disassemble(&emit(&b.into_module(), &options).unwrap().words).unwrap();
        let decorations = text.matches("NoContraction").count();
        (decorations, text.contains("SignedZeroInfNanPreserve 32"))
    }
    // The sum's says enough beside the mode, not without it.
    assert_eq!(declared(Op::FAbs, false), (1, true));
    assert_eq!(declared(Op::FAbs, true), (2, false));
    assert_eq!(declared(Op::FNeg, true), (3, false));
    // Nothing may be said of it.
    assert_eq!(declared(Op::Sqrt, true), (2, true));
}

#[test]
fn modes_of_denormals_differ_only_where_a_device_can() {
    let with = |denorm_independence, denorm_preserve_64| Options {
        denorm_independence,
        denorm_preserve_64,
        ..Options::default()
    };
    let widths = [Type::F16, Type::F32, Type::F64];
    let modes = |widths: &[Type], independence, doubles| {
        denormal_modes(widths, Denormals::Any, &with(independence, doubles))
    };
    assert_eq!(
        modes(&widths, DenormIndependence::All, true),
        ["Preserve 16", "FlushToZero 32", "Preserve 64"]
    );
    assert_eq!(
        modes(&widths, DenormIndependence::Float32Only, false),
        ["FlushToZero 32"]
    );
    assert_eq!(
        modes(&widths, DenormIndependence::Float32Only, true),
        ["Preserve 16", "FlushToZero 32", "Preserve 64"]
    );
    assert!(modes(&widths, DenormIndependence::None, true).is_empty());
    assert_eq!(
        modes(&[Type::F32], DenormIndependence::None, true),
        ["FlushToZero 32"]
    );
}

#[test]
fn narrow_types_that_are_only_stored_need_only_storage() {
    let mut b = Builder::new(Stage::Compute);
    let input = b.buffer("in", Type::I16, 0);
    let zero = b.i32(0);
    let pointer = b.element(StorageClass::StorageBuffer, Type::I16, input, &[zero, zero]);
    let value = b.load(Type::I16, pointer);
    let wide = b.op(Op::SExt, Type::I32, &[value]);
    b.output(wide);
    let emitted = b.emit();
    assert_eq!(
        emitted.capabilities,
        [Capability::Shader, Capability::StorageBuffer16BitAccess]
    );
}

#[test]
fn minimum_precision_is_relaxed() {
    let mut b = Builder::new(Stage::Compute);
    let one = b.f32(1.0);
    let sum = b.full(Op::FAdd, Flags::RELAXED, Type::F32, &[one, one], 0);
    b.output(sum);
    assert_lines(
        &b.text(),
        &[
            "OpDecorate $8 RelaxedPrecision",
            "$8 = OpFAdd %float %float_1 %float_1",
        ],
    );
}

#[test]
fn physical_memory_has_alignment_and_addressing() {
    let mut b = Builder::new(Stage::Compute);
    let class = StorageClass::PhysicalStorageBuffer;
    let block = b.block_of("root", Type::I64);
    let push = b.module.add_global("push", StorageClass::PushConstant, block);
    let zero = b.i32(0);
    let address = b.element(StorageClass::PushConstant, Type::I64, push, &[zero]);
    let address = b.load(Type::I64, address);
    let array = b.module.types.intern(TypeData::RuntimeArray {
        element: Type::I32,
        stride: 4,
    });
    let data = b.block_of("words", array);
    let TypeData::Struct(words) = b.module.types.get(data).clone() else {
        panic!("a block");
    };
    let data = b.module.types.intern(TypeData::Struct(StructType {
        access: MemberAccess::Coherent,
        ..words
    }));
    let pointer = b.module.types.pointer(class, data);
    let words = b.op(Op::AddressToPointer, pointer, &[address]);
    let element = b.element(class, Type::I32, words, &[zero, zero]);
    let value = b.full(Op::Load, Flags::COHERENT, Type::I32, &[element], 4);
    b.full(Op::Store, Flags::NONE, Type::VOID, &[element, value], 4);
    let back = b.op(Op::Bitcast, Type::I64, &[words]);
    let low = b.op(Op::ITrunc, Type::I32, &[back]);
    b.output(low);
    let emitted = b.emit_for(TargetEnv::Vulkan1_1);
    assert_eq!(emitted.extensions, ["SPV_KHR_physical_storage_buffer"]);
    assert_lines(
        &disassemble(&emitted.words).unwrap(),
        &[
            "OpCapability PhysicalStorageBufferAddresses",
            "OpMemoryModel PhysicalStorageBuffer64 GLSL450",
            "OpMemberDecorate %words 0 Coherent",
            "$17 = OpConvertUToPtr %_ptr_PhysicalStorageBuffer_words $11",
            "$19 = OpAccessChain %_ptr_PhysicalStorageBuffer_uint $17 %uint_0 %uint_0",
            "$20 = OpLoad %uint $19 Volatile|Aligned 4",
            "OpStore $19 $20 Aligned 4",
            "$21 = OpConvertPtrToU %ulong $17",
        ],
    );
}

/// A pixel shader that samples element `index` of an array of textures.
fn sampled_array(flags: Flags, target_env: TargetEnv) -> Emitted {
    let mut b = Builder::new(Stage::Pixel);
    let (vec2, vec4) = (b.vector(Type::F32, 2), b.vector(Type::F32, 4));
    let texture_type = b.image(Type::F32, Dim::Dim2D, |_| {});
    let array = b.module.types.intern(TypeData::RuntimeArray {
        element: texture_type,
        stride: 0,
    });
    let textures = b.bound("textures", StorageClass::UniformConstant, array, 0);
    let sampler_type = b.module.types.intern(TypeData::Sampler);
    let sampler = b.bound("sampler", StorageClass::UniformConstant, sampler_type, 1);
    let index = b.io(StorageClass::Input, Type::I32, 0);
    b.module.decorate(index, Decoration::Flat, &[]);
    let uv = b.io(StorageClass::Input, vec2, 1);
    let target = b.io(StorageClass::Output, vec4, 0);
    let index = b.load(Type::I32, index);
    let uv = b.load(vec2, uv);
    let pointer_type = b
        .module
        .types
        .pointer(StorageClass::UniformConstant, texture_type);
    let pointer = b.full(Op::AccessChain, flags, pointer_type, &[textures.into(), index], 0);
    let texture = b.full(Op::Load, flags, texture_type, &[pointer], 0);
    let sampler = b.load(sampler_type, sampler);
    let combined_type = b.module.types.intern(TypeData::SampledImage(texture_type));
    let combined = b.full(Op::SampledImage, flags, combined_type, &[texture, sampler], 0);
    let clamp = b.f32(1.0);
    let first = b.full(
        Op::ImageSampleImplicit,
        Flags::NONE,
        vec4,
        &[combined, uv, clamp],
        ImageOperands::MIN_LOD.bits(),
    );
    // The sampled image is made again in the next block.
    let next = b.function.add_block();
    b.end(Terminator::Branch(Edge::to(next)));
    b.block = next;
    let second = b.full(Op::ImageSampleImplicit, Flags::NONE, vec4, &[combined, uv], 0);
    let third = b.full(Op::ImageSampleImplicit, Flags::NONE, vec4, &[combined, uv], 0);
    let sum = b.op(Op::FAdd, vec4, &[first, second]);
    let sum = b.op(Op::FAdd, vec4, &[sum, third]);
    b.store(target, sum);
    b.emit_for(target_env)
}

#[test]
fn non_uniform_indices_are_decorated() {
    let emitted = sampled_array(Flags::NON_UNIFORM, TargetEnv::Vulkan1_1);
    assert_eq!(
        emitted.extensions,
        ["SPV_EXT_descriptor_indexing", "SPV_KHR_float_controls"]
    );
    assert_eq!(
        emitted.capabilities,
        [
            Capability::Shader,
            Capability::MinLod,
            Capability::DenormFlushToZero,
            Capability::ShaderNonUniform,
            Capability::RuntimeDescriptorArray,
            Capability::SampledImageArrayNonUniformIndexing,
        ]
    );
    let text = disassemble(&emitted.words).unwrap();
    assert_lines(
        &text,
        &[
            "OpExecutionMode %main OriginUpperLeft",
            "OpDecorate $20 NonUniform",
            "OpDecorate $22 NonUniform",
            "OpDecorate $29 NonUniform",
            "OpDecorate $33 NonUniform",
            "$20 = OpAccessChain $ptr %textures $9",
            "$22 = OpLoad $14 $20",
            "$29 = OpSampledImage $28 $22 $26",
            "$30 = OpImageSampleImplicitLod %v4float $29 $13 MinLod %float_1",
            "OpBranch $32",
            "$33 = OpSampledImage $28 $22 $26",
            "$34 = OpImageSampleImplicitLod %v4float $33 $13",
            "$35 = OpImageSampleImplicitLod %v4float $33 $13",
        ],
    );
    assert_eq!(text.matches("= OpSampledImage").count(), 2);
}

#[test]
fn uniform_indices_are_dynamic() {
    let emitted = sampled_array(Flags::NONE, TargetEnv::Vulkan1_3);
    assert!(
        emitted
            .capabilities
            .contains(&Capability::SampledImageArrayDynamicIndexing)
    );
    assert!(!emitted.capabilities.contains(&Capability::ShaderNonUniform));
}

#[test]
fn texels_of_signed_images_are_cast() {
    let mut b = Builder::new(Stage::Pixel);
    let (ivec2, ivec4) = (b.vector(Type::I32, 2), b.vector(Type::I32, 4));
    let texture_type = b.image(Type::I32, Dim::Dim2D, |image| image.signed = true);
    let storage_type = b.image(Type::I32, Dim::DimBuffer, |image| {
        image.signed = true;
        image.storage = true;
        image.format = ImageFormat::R32i;
    });
    let texture = b.bound("texture", StorageClass::UniformConstant, texture_type, 0);
    let storage = b.bound("storage", StorageClass::UniformConstant, storage_type, 1);
    let target = b.io(StorageClass::Output, ivec4, 0);
    let image = b.load(texture_type, texture);
    let zero = b.i32(0);
    let coordinate = b.op(Op::Construct, ivec2, &[zero, zero]);
    let lod = ImageOperands::LOD.bits();
    let texel = b.full(
        Op::ImageFetch,
        Flags::NONE,
        ivec4,
        &[image, coordinate, zero],
        lod,
    );
    let sparse_type = b.module.types.tuple(&[Type::I32, ivec4]);
    let sparse = b.full(
        Op::ImageFetch,
        Flags::SPARSE,
        sparse_type,
        &[image, coordinate, zero],
        lod,
    );
    let code = b.full(Op::Extract, Flags::NONE, Type::I32, &[sparse], 0);
    let resident = b.op(Op::SparseTexelsResident, Type::BOOL, &[code]);
    let sparse = b.full(Op::Extract, Flags::NONE, ivec4, &[sparse], 1);
    let chosen = b.op(Op::Select, ivec4, &[resident, texel, sparse]);
    let view = b.load(storage_type, storage);
    b.op(Op::ImageWrite, Type::VOID, &[view, zero, chosen]);
    let pointer_type = b.module.types.pointer(StorageClass::Image, Type::I32);
    let pointer = b.op(Op::ImageTexelPointer, pointer_type, &[storage.into(), zero, zero]);
    let old = b.full(Op::AtomicSMax, Flags::NONE, Type::I32, &[pointer, zero], 1);
    let old = b.full(
        Op::AtomicCmpXchg,
        Flags::NONE,
        Type::I32,
        &[pointer, zero, old],
        1,
    );
    let result = b.full(Op::Insert, Flags::NONE, ivec4, &[chosen, old], 3);
    b.store(target, result);
    let text = b.text();
    assert_lines(
        &text,
        &[
            "OpCapability SparseResidency",
            "OpCapability ImageBuffer",
            "%int = OpTypeInt 32 1",
            "%v4int = OpTypeVector %int 4",
            "$signed_sparse = OpTypeStruct %uint %v4int",
            "$16 = OpImageFetch %v4int $9 $13 Lod %uint_0",
            "$15 = OpBitcast %v4uint $16",
            "$19 = OpImageSparseFetch $signed_sparse $9 $13 Lod %uint_0",
            "$21 = OpCompositeExtract %uint $19 0",
            "$22 = OpCompositeExtract %v4int $19 1",
            "$23 = OpBitcast %v4uint $22",
            "$18 = OpCompositeConstruct $sparse $21 $23",
            "$24 = OpCompositeExtract %uint $18 0",
        ],
    );
    assert_lines(
        &text,
        &[
            "$34 = OpBitcast %v4int $28",
            "OpImageWrite $33 %uint_0 $34",
            "$36 = OpImageTexelPointer %_ptr_Image_int %storage %uint_0 %uint_0",
            "$39 = OpBitcast %int %uint_0",
            "$40 = OpAtomicSMax %int $36 %uint_1 %uint_0 $39",
            "$38 = OpBitcast %uint $40",
        ],
    );
}

#[test]
fn functions_have_parameters_and_their_own_variables() {
    let mut b = Builder::new(Stage::Compute);
    let mut callee = Function::new("square", Type::F32);
    let entry = callee.add_block();
    let param = callee.add_param(entry, Type::F32);
    let local = b.module.add_global("local", StorageClass::Function, Type::F32);
    let zero = b.f32(0.0).as_const();
    b.module.globals[local].init = zero;
    callee.locals.push(local);
    callee.append(
        entry,
        Op::Store,
        Flags::NONE,
        Type::VOID,
        &[local.into(), param.into()],
        0,
    );
    let value = callee.append(entry, Op::Load, Flags::NONE, Type::F32, &[local.into()], 0);
    let product = callee.append(
        entry,
        Op::FMul,
        Flags::NONE,
        Type::F32,
        &[value.into(), value.into()],
        0,
    );
    callee.blocks[entry].terminator = Terminator::Return(Some(product.into()));
    let callee = b.module.functions.push(callee);
    let three = b.f32(3.0);
    let called = b.full(Op::Call, Flags::NONE, Type::F32, &[three], callee.0);
    let local = b.module.add_global("local", StorageClass::Function, Type::F32);
    b.function.locals.push(local);
    b.store(local, called);
    let called = b.load(Type::F32, local);
    b.output(called);
    assert_lines(
        &b.text(),
        &[
            "$3 = OpTypeFunction %void",
            "$21 = OpTypeFunction %float %float",
            "%main = OpFunction %void None $3",
            "$4 = OpLabel",
            "%local = OpVariable %_ptr_Function_float Function",
            "$7 = OpFunctionCall %float %square %float_3",
            "OpStore %local $7",
            "OpFunctionEnd",
            "%square = OpFunction %float None $21",
            "$22 = OpFunctionParameter %float",
            "$23 = OpLabel",
            "%local_0 = OpVariable %_ptr_Function_float Function %float_0",
            "OpStore %local_0 $22",
            "OpReturnValue $27",
            "OpFunctionEnd",
        ],
    );
}

#[test]
fn listed_execution_modes_are_not_repeated() {
    let mut b = Builder::new(Stage::Pixel);
    let depth = b.built_in(StorageClass::Output, Type::F32, BuiltIn::FragDepth);
    let stencil = b.built_in(StorageClass::Output, Type::I32, BuiltIn::FragStencilRefEXT);
    let (half, one) = (b.f32(0.5), b.i32(1));
    b.store(depth, half);
    b.store(stencil, one);
    b.module.execution_modes = vec![
        (ExecutionMode::OriginUpperLeft, vec![]),
        (ExecutionMode::DepthReplacing, vec![]),
        (ExecutionMode::StencilRefReplacingEXT, vec![]),
    ];
    let emitted = b.emit();
    let text = disassemble(&emitted.words).unwrap();
    assert_eq!(text.matches("OriginUpperLeft").count(), 1);
    assert_eq!(emitted.extensions, ["SPV_EXT_shader_stencil_export"]);
    assert_lines(&text, &["OpDecorate %gl_FragDepth BuiltIn FragDepth"]);
}

#[test]
fn constants_of_every_kind() {
    let mut b = Builder::new(Stage::Compute);
    let vec2 = b.vector(Type::F32, 2);
    let one = b.f32(1.0).as_const().unwrap();
    let nan = b.module.scalar(Type::F32, 0x7fc0_0000).as_const().unwrap();
    let composite = b.module.consts.intern(vec2, ConstData::Composite(vec![one, nan]));
    let null = b.module.null(vec2);
    let undef = b.module.undef(vec2);
    let sum = b.op(Op::FAdd, vec2, &[composite.into(), null]);
    let sum = b.op(Op::FAdd, vec2, &[sum, undef]);
    let x = b.full(Op::Extract, Flags::NONE, Type::F32, &[sum], 0);
    let yes = b.module.scalar(Type::BOOL, 1);
    let no = b.module.scalar(Type::BOOL, 0);
    let condition = b.op(Op::Xor, Type::BOOL, &[yes, no]);
    let minus = b.f32(-0.1);
    let x = b.op(Op::Select, Type::F32, &[condition, x, minus]);
    b.output(x);
    assert_lines(
        &b.text(),
        &[
            "%float_1 = OpConstant %float 1",
            "%float_0x1_8p_128 = OpConstant %float 0x1.8p+128",
            "$9 = OpConstantComposite %v2float %float_1 %float_0x1_8p_128",
            "$10 = OpConstantNull %v2float",
            "$12 = OpUndef %v2float",
            "%true = OpConstantTrue %bool",
            "%false = OpConstantFalse %bool",
            "%float_n0_100000001 = OpConstant %float -0.100000001",
            "$15 = OpLogicalNotEqual %bool %true %false",
        ],
    );
}

#[test]
fn words_that_are_no_module_are_an_error() {
    let mut b = Builder::new(Stage::Compute);
    let one = b.i32(1);
    b.output(one);
    let words = b.emit().words;
    for len in [0, 1, 4] {
        assert_eq!(
            disassemble(&words[..len]).unwrap_err().kind(),
            ErrorKind::Malformed
        );
    }
    let mut unknown = words.clone();
    unknown.push(1 << 16 | 0xfffe);
    assert_eq!(disassemble(&unknown).unwrap_err().kind(), ErrorKind::Malformed);
    let mut empty = words;
    empty.push(0);
    assert_eq!(disassemble(&empty).unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn built_ins_and_images_bring_their_capabilities() {
    let mut b = Builder::new(Stage::Vertex);
    let vec4 = b.vector(Type::F32, 4);
    let vec2 = b.vector(Type::F32, 2);
    let clip_type = b.module.types.array(Type::F32, 2);
    let position = b.built_in(StorageClass::Output, vec4, BuiltIn::Position);
    let layer = b.built_in(StorageClass::Output, Type::I32, BuiltIn::Layer);
    let clip = b.built_in(StorageClass::Output, clip_type, BuiltIn::ClipDistance);
    let base = b.built_in(StorageClass::Input, Type::I32, BuiltIn::BaseVertex);
    let base = b.load(Type::I32, base);
    let one = b.f32(1.0);
    let zero = b.i32(0);
    b.store(layer, base);
    let clip = b.element(StorageClass::Output, Type::F32, clip, &[zero]);
    b.store(clip, one);
    let line = b.image(Type::F32, Dim::Dim1D, |_| {});
    let cubes = b.image(Type::F32, Dim::DimCube, |image| image.arrayed = true);
    let samples = b.image(Type::F32, Dim::Dim2D, |image| {
        image.storage = true;
        image.multisampled = true;
        image.arrayed = true;
        image.format = ImageFormat::Rg32f;
    });
    let texels = b.image(Type::F32, Dim::DimBuffer, |_| {});
    for (binding, ty) in [line, cubes, samples, texels].into_iter().enumerate() {
        let image = b.bound("", StorageClass::UniformConstant, ty, binding as u32);
        b.load(ty, image);
    }
    let half = b.op(Op::Construct, vec2, &[one, one]);
    let whole = b.op(Op::Construct, vec4, &[half, half]);
    b.store(position, whole);
    let emitted = b.emit_for(TargetEnv::Vulkan1_1);
    assert_eq!(
        emitted.capabilities,
        [
            Capability::Shader,
            Capability::StorageImageMultisample,
            Capability::ClipDistance,
            Capability::Sampled1D,
            Capability::SampledCubeArray,
            Capability::SampledBuffer,
            Capability::ImageMSArray,
            Capability::StorageImageExtendedFormats,
            Capability::DrawParameters,
            Capability::ShaderViewportIndexLayerEXT,
        ]
    );
    assert_eq!(emitted.extensions, ["SPV_EXT_shader_viewport_index_layer"]);
}

#[test]
fn pointers_out_of_phis_are_variable_pointers() {
    let mut b = Builder::new(Stage::Compute);
    let shared = b.module.types.array(Type::I32, 4);
    let shared = b.module.add_global("shared", StorageClass::Workgroup, shared);
    let (zero, one) = (b.i32(0), b.i32(1));
    let first = b.element(StorageClass::Workgroup, Type::I32, shared, &[zero]);
    let second = b.element(StorageClass::Workgroup, Type::I32, shared, &[one]);
    let value = b.load(Type::I32, first);
    let condition = b.op(Op::INe, Type::BOOL, &[value, zero]);
    let ty = b.module.value_type(&b.function, first);
    let pointer = b.op(Op::Select, ty, &[condition, first, second]);
    b.store(pointer, one);
    assert_eq!(
        b.emit().capabilities,
        [Capability::Shader, Capability::VariablePointers]
    );
}
