//! Makes a program one that a device can run: draws come from a seed in a buffer, the trace goes to another.
//!
//! In: a [`program`](crate::program). Out: the same with memory in place of [`DRAW`] and [`TRACE`]; a thread's number is
//! its global one. Set 0, binding 0 holds a seed for each thread; set 1, binding 0 has [`WORDS`] words for each: how many
//! values were stored, and the values.

use crate::interpret::{DRAW, TRACE};
use dxil2spirv::ir::{
    Block, Flags, Function, Global, Inst, Module, Op, StorageClass, Terminator, Type, TypeData, Value,
};
use spirv::{BuiltIn, Decoration};

/// Words of the trace of a thread.
pub const WORDS: u32 = 256;

/// The program as a compute shader in groups of 8 threads.
pub fn shader(program: &Module) -> Module {
    let mut module = program.clone();
    let entry = module.entry;
    let mut function = std::mem::take(&mut module.functions[entry]);
    let seeds = buffer(&mut module, "seeds", 0);
    module.decorate(seeds, Decoration::NonWritable, &[]);
    let trace = buffer(&mut module, "traces", 1);
    let vector = module.types.vector(Type::I32, 3);
    let thread = module.add_global("thread", StorageClass::Input, vector);
    module.decorate(thread, Decoration::BuiltIn, &[BuiltIn::GlobalInvocationId as u32]);
    let [draws, stored] =
        ["draws", "stored"].map(|name| module.add_global(name, StorageClass::Private, Type::I32));

    let mut writer = Writer {
        module: &mut module,
        function: &mut function,
        insts: Vec::new(),
    };
    let id = writer.op(Op::Load, vector, &[thread.into()]);
    let id = writer.op(Op::Extract, Type::I32, &[id]);
    let at = writer.element(seeds, id);
    let seed = writer.op(Op::Load, Type::I32, &[at]);
    let words = writer.module.i32(WORDS);
    let base = writer.op(Op::IMul, Type::I32, &[id, words]);
    let zero = writer.module.i32(0);
    writer.store(draws.into(), zero);
    writer.store(stored.into(), zero);

    for index in 0..writer.function.blocks.len() {
        let block = Block(index as u32);
        for inst in std::mem::take(&mut writer.function.blocks[block].insts) {
            let args = writer.function.args(inst).to_vec();
            match (writer.function.insts[inst].op, args.first()) {
                (Op::Load, Some(&from)) if from == DRAW.into() => writer.draw(inst, draws, seed),
                (Op::Store, Some(&to)) if to == TRACE.into() => {
                    let one = writer.module.i32(1);
                    let count = writer.op(Op::Load, Type::I32, &[stored.into()]);
                    let next = writer.op(Op::IAdd, Type::I32, &[count, one]);
                    writer.store(stored.into(), next);
                    let most = writer.module.i32(WORDS - 1);
                    let place = writer.op(Op::UMin, Type::I32, &[next, most]);
                    let place = writer.op(Op::IAdd, Type::I32, &[place, base]);
                    let at = writer.element(trace, place);
                    writer.store(at, args[1]);
                }
                _ => writer.insts.push(inst),
            }
        }
        if let Terminator::Return(_) = writer.function.blocks[block].terminator {
            let count = writer.op(Op::Load, Type::I32, &[stored.into()]);
            let at = writer.element(trace, base);
            writer.store(at, count);
        }
        writer.function.blocks[block].insts = std::mem::take(&mut writer.insts);
    }
    module.functions[entry] = function;
    module
}

/// A buffer of words.
fn buffer(module: &mut Module, name: &str, set: u32) -> Global {
    let words = module.types.intern(TypeData::RuntimeArray {
        element: Type::I32,
        stride: 4,
    });
    let block = module.types.block("Words", "", words);
    let buffer = module.add_global(name, StorageClass::StorageBuffer, block);
    module.decorate(buffer, Decoration::DescriptorSet, &[set]);
    module.decorate(buffer, Decoration::Binding, &[0]);
    buffer
}

struct Writer<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    /// The instructions of the current block.
    insts: Vec<Inst>,
}

impl Writer<'_> {
    fn op(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        let inst = self.function.make_inst(op, Flags::NONE, ty, args, 0);
        self.insts.push(inst);
        inst.into()
    }
    fn store(&mut self, to: Value, value: Value) {
        self.op(Op::Store, Type::VOID, &[to, value]);
    }
    /// The address of a word of a buffer.
    fn element(&mut self, buffer: Global, index: Value) -> Value {
        let ty = self.module.types.pointer(StorageClass::StorageBuffer, Type::I32);
        let zero = self.module.i32(0);
        self.op(Op::AccessChain, ty, &[buffer.into(), zero, index])
    }
    /// As [`interpret::draw`](crate::interpret::draw), to `inst`.
    fn draw(&mut self, inst: Inst, draws: Global, seed: Value) {
        let i32 = Type::I32;
        let mut constant = |bits: u32| self.module.i32(bits);
        let (one, step) = (constant(1), constant(0x9e37_79b9));
        let rounds = [(16, 0x85eb_ca6b), (13, 0xc2b2_ae35)].map(|(s, m)| (constant(s), constant(m)));
        let last = constant(16);
        let count = self.op(Op::Load, i32, &[draws.into()]);
        let next = self.op(Op::IAdd, i32, &[count, one]);
        self.store(draws.into(), next);
        let scaled = self.op(Op::IMul, i32, &[next, step]);
        let mut x = self.op(Op::Xor, i32, &[seed, scaled]);
        for (shift, factor) in rounds {
            let shifted = self.op(Op::LShr, i32, &[x, shift]);
            let mixed = self.op(Op::Xor, i32, &[x, shifted]);
            x = self.op(Op::IMul, i32, &[mixed, factor]);
        }
        let shifted = self.op(Op::LShr, i32, &[x, last]);
        // The result keeps its number, so nothing that uses it changes.
        let combined = self
            .function
            .make_inst(Op::Xor, Flags::NONE, i32, &[x, shifted], 0);
        self.function.insts[inst] = self.function.insts[combined];
        self.insts.push(inst);
    }
}
