//! Runs one thread of a shader: the only one of its wave, in a group where the others do nothing.

use super::math;
use super::module::{Inst, Module, Type, Value};
use super::sources::{Stop, Told};
use spirv::{BuiltIn, Decoration, GroupOperation, Op, StorageClass};
use std::collections::{BTreeMap, HashMap};

/// Most blocks that a thread may come through.
const BLOCKS: usize = 100_000;

/// What a thread starts with.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The thread in the dispatch, and in its group: there is one group.
    pub thread: [u32; 3],
    /// The vertex or the sample.
    pub index: u32,
    /// Bytes of the buffers, by set and binding.
    pub buffers: BTreeMap<(u32, u32), Vec<u8>>,
    /// Images and texel buffers, likewise.
    pub texels: BTreeMap<(u32, u32), Texels>,
    /// What comes from the stage before, by location.
    pub locations: BTreeMap<u32, Vec<u64>>,
}

/// An image.
#[derive(Clone, Debug, Default)]
pub struct Texels {
    /// Texels in a row.
    pub width: usize,
    /// The numbers of each, row by row. The first is what any sampling gives.
    pub texels: Vec<[u64; 4]>,
}

/// Samples of each image.
const SAMPLES: u64 = 4;

fn is_of_wave(op: Op) -> bool {
    matches!(
        op,
        Op::GroupNonUniformBallot
            | Op::GroupNonUniformBallotBitCount
            | Op::GroupNonUniformBroadcastFirst
            | Op::GroupNonUniformAll
            | Op::GroupNonUniformAny
            | Op::GroupNonUniformIAdd
            | Op::GroupNonUniformUMax
            | Op::GroupNonUniformUMin
    )
}

struct Thread<'m> {
    module: &'m Module,
    values: HashMap<u32, Value>,
    /// Variables but buffers.
    memory: HashMap<u32, Value>,
    buffers: HashMap<u32, Vec<u8>>,
    /// Images and samplers, which have no texels.
    texels: HashMap<u32, Texels>,
}

/// Runs a module, and gives the lines that it came to.
pub fn run(words: &[u32], inputs: &Inputs) -> Vec<Stop> {
    let module = Module::read(words);
    let mut thread = Thread {
        module: &module,
        values: module.constants.clone(),
        memory: HashMap::new(),
        buffers: HashMap::new(),
        texels: HashMap::new(),
    };
    let place = |variable: u32| {
        let of = |kind: Decoration| module.decorations.get(&(variable, kind as u32)).copied();
        Some((of(Decoration::DescriptorSet)?, of(Decoration::Binding)?))
    };
    for (&variable, &(class, init)) in &module.variables {
        thread
            .values
            .insert(variable, Value::Pointer(variable, Vec::new()));
        let ty = module.pointee(module.type_of[&variable]);
        if let Some(place) = place(variable) {
            if module.is_opaque(ty) {
                let texels = inputs.texels.get(&place).cloned().unwrap_or_default();
                thread.texels.insert(variable, texels);
                continue;
            }
            let bytes = inputs.buffers.get(&place);
            let bytes = bytes.unwrap_or_else(|| panic!("nothing is bound at {place:?}"));
            thread.buffers.insert(variable, bytes.clone());
            continue;
        }
        let is_input = class == StorageClass::Input as u32;
        let location = module.decorations.get(&(variable, Decoration::Location as u32));
        let value = match (location, init) {
            _ if is_input
                && module
                    .decorations
                    .contains_key(&(variable, Decoration::BuiltIn as u32)) =>
            {
                thread.built_in(variable, inputs)
            }
            (Some(location), _) if is_input => {
                let numbers = &inputs.locations[location];
                match module.types[&ty] {
                    Type::Vector(..) => Value::Parts(numbers.iter().copied().map(Value::Bits).collect()),
                    _ => Value::Bits(numbers[0]),
                }
            }
            (_, Some(init)) => module.constants[&init].clone(),
            (_, None) => module.zero(ty),
        };
        thread.memory.insert(variable, value);
    }
    thread.walk()
}

impl Thread<'_> {
    fn built_in(&self, variable: u32, inputs: &Inputs) -> Value {
        let which = self.module.decorations[&(variable, Decoration::BuiltIn as u32)];
        let which = BuiltIn::from_u32(which).expect("a built-in");
        match which {
            BuiltIn::GlobalInvocationId | BuiltIn::LocalInvocationId => {
                Value::Parts(inputs.thread.map(|of| Value::Bits(u64::from(of))).to_vec())
            }
            BuiltIn::WorkgroupId => Value::Parts(vec![Value::Bits(0); 3]),
            BuiltIn::LocalInvocationIndex => {
                let ([x, y, z], group) = (inputs.thread, self.module.group);
                Value::Bits(u64::from(x + group[0] * (y + group[1] * z)))
            }
            BuiltIn::VertexIndex | BuiltIn::SampleId => Value::Bits(u64::from(inputs.index)),
            BuiltIn::BaseVertex | BuiltIn::SubgroupLocalInvocationId => Value::Bits(0),
            BuiltIn::SubgroupSize => Value::Bits(1),
            other => panic!("{other:?} is not known here"),
        }
    }

    fn walk(&mut self) -> Vec<Stop> {
        let module = self.module;
        let mut told = Told::new(module);
        let (mut block, mut before) = (module.entry, 0);
        for _ in 0..BLOCKS {
            told.block();
            let insts = &module.blocks[&block];
            // Phis take what there was before any of them.
            let phis = insts.iter().take_while(|inst| inst.op == Op::Phi);
            let taken: Vec<(u32, Value)> = phis
                .map(|phi| {
                    let pair = phi.args.chunks(2).find(|pair| pair[1] == before);
                    (phi.result, self.value(pair.expect("a way into the block")[0]))
                })
                .collect();
            self.values.extend(taken);
            let mut next = None;
            for inst in insts.iter().filter(|inst| inst.op != Op::Phi) {
                if inst.op == Op::ExtInst && inst.args[0] == module.debug_set {
                    told.debug(inst.args[1], &inst.args[2..], |id| self.value(id));
                    continue;
                }
                if !matches!(inst.op, Op::Variable | Op::SelectionMerge | Op::LoopMerge) {
                    told.instruction(|pointer| self.load(pointer));
                }
                next = self.step(inst);
                if matches!(inst.op, Op::Return | Op::Kill | Op::TerminateInvocation) {
                    return told.stops;
                }
            }
            (before, block) = (block, next.expect("a jump at the end of a block"));
        }
        panic!("the shader does not end");
    }

    fn value(&self, id: u32) -> Value {
        let known = self.values.get(&id);
        known.unwrap_or_else(|| panic!("%{id} is not known")).clone()
    }

    /// Runs an instruction; says where a jump leads.
    fn step(&mut self, inst: &Inst) -> Option<u32> {
        let args = &inst.args;
        let result = match inst.op {
            Op::Nop | Op::Variable | Op::SelectionMerge | Op::LoopMerge => return None,
            // What other threads do is not seen here.
            Op::ControlBarrier | Op::MemoryBarrier | Op::Return | Op::Kill | Op::TerminateInvocation => {
                return None;
            }
            // It goes on, without effects that are looked at here.
            Op::DemoteToHelperInvocation => return None,
            Op::Branch => return Some(args[0]),
            Op::BranchConditional => {
                let taken = if self.value(args[0]).bits() != 0 { 1 } else { 2 };
                return Some(args[taken]);
            }
            Op::Switch => {
                let selector = self.value(args[0]).bits();
                let case = args[2..].chunks(2).find(|case| u64::from(case[0]) == selector);
                return Some(case.map_or(args[1], |case| case[1]));
            }
            Op::Store => {
                let (pointer, value) = (self.value(args[0]), self.value(args[1]));
                self.store(&pointer, &value);
                return None;
            }
            Op::ImageWrite => {
                let at = self.texel(args);
                let texel = self.value(args[2]).leaves();
                let Value::Pointer(variable, _) = self.value(args[0]) else {
                    panic!("a write to what is no image");
                };
                let texels = &mut self.texels.get_mut(&variable).expect("an image").texels;
                if let Some(place) = at.and_then(|at| texels.get_mut(at)) {
                    place[..texel.len()].copy_from_slice(&texel);
                }
                return None;
            }
            Op::ImageRead | Op::ImageFetch => {
                let at = self.texel(args);
                self.texel_value(inst, at)
            }
            Op::ImageSampleImplicitLod | Op::ImageSampleExplicitLod => self.texel_value(inst, Some(0)),
            Op::SampledImage => self.value(args[0]),
            Op::ImageQuerySamples => Value::Bits(SAMPLES),
            // All threads of a quad have the same.
            Op::DPdxCoarse | Op::DPdyCoarse | Op::DPdxFine | Op::DPdyFine => self.module.zero(inst.ty),
            Op::Load => self.load(&self.value(args[0])),
            Op::AccessChain | Op::InBoundsAccessChain => {
                let Value::Pointer(variable, mut path) = self.value(args[0]) else {
                    panic!("a chain from what is no pointer");
                };
                path.extend(args[1..].iter().map(|index| self.value(*index).bits()));
                Value::Pointer(variable, path)
            }
            Op::CompositeConstruct => {
                let parts = args.iter().map(|part| self.value(*part));
                // Vectors are made of vectors, too.
                match self.module.types[&inst.ty] {
                    Type::Vector(..) => {
                        Value::Parts(parts.flat_map(|part| part.leaves()).map(Value::Bits).collect())
                    }
                    _ => Value::Parts(parts.collect()),
                }
            }
            Op::CompositeExtract => args[1..].iter().fold(self.value(args[0]), |value, index| {
                let Value::Parts(mut parts) = value else {
                    panic!("a part of a number");
                };
                parts.swap_remove(*index as usize)
            }),
            Op::CompositeInsert => {
                let mut value = self.value(args[1]);
                let indices: Vec<u64> = args[2..].iter().map(|index| u64::from(*index)).collect();
                *inner(&mut value, &indices) = self.value(args[0]);
                value
            }
            Op::VectorShuffle => {
                let mut parts = self.value(args[0]).leaves();
                parts.extend(self.value(args[1]).leaves());
                Value::Parts(
                    args[2..]
                        .iter()
                        .map(|index| Value::Bits(parts[*index as usize]))
                        .collect(),
                )
            }
            Op::Undef => self.module.zero(inst.ty),
            Op::AtomicIAdd | Op::AtomicExchange | Op::AtomicCompareExchange => self.atomic(inst),
            op if is_of_wave(op) => self.in_wave(inst),
            Op::GroupNonUniformElect => Value::Bits(1),
            Op::Bitcast => self.bitcast(inst),
            _ => self.computed(inst),
        };
        self.values.insert(inst.result, result);
        None
    }

    /// Where a texel is; none beyond the image.
    fn texel(&self, args: &[u32]) -> Option<usize> {
        let Value::Pointer(variable, _) = self.value(args[0]) else {
            panic!("a texel of what is no image");
        };
        let width = self.texels[&variable].width as u64;
        match self.value(args[1]).leaves()[..] {
            [x] => Some(x as usize),
            [x, y, ..] => (x < width).then_some((x + y * width) as usize),
            [] => panic!("no coordinate"),
        }
    }

    fn texel_value(&self, inst: &Inst, at: Option<usize>) -> Value {
        let Value::Pointer(variable, _) = self.value(inst.args[0]) else {
            panic!("a texel of what is no image");
        };
        let texel = at.and_then(|at| self.texels[&variable].texels.get(at).copied());
        Value::Parts(texel.unwrap_or_default().map(Value::Bits).to_vec())
    }

    fn atomic(&mut self, inst: &Inst) -> Value {
        let pointer = self.value(inst.args[0]);
        let old = self.load(&pointer);
        let bits = self.module.width(inst.ty);
        let more: Vec<u64> = inst.args[3..].iter().map(|id| self.value(*id).bits()).collect();
        let new = match inst.op {
            Op::AtomicIAdd => math::compute(Op::IAdd, bits, bits, &[old.bits(), more[0]]),
            Op::AtomicExchange => more[0],
            // Between the two is what orders it where nothing is exchanged.
            _ => {
                let value = self.value(inst.args[4]).bits();
                match old.bits() == self.value(inst.args[5]).bits() {
                    true => value,
                    false => old.bits(),
                }
            }
        };
        self.store(&pointer, &Value::Bits(new));
        old
    }

    /// An operation of a wave that has this thread alone.
    fn in_wave(&self, inst: &Inst) -> Value {
        let (last, exclusive) = match inst.args[..] {
            [_, kind, value] => (self.value(value), kind == GroupOperation::ExclusiveScan as u32),
            [_, value] => (self.value(value), false),
            _ => panic!("{:?} of a part of the wave", inst.op),
        };
        match inst.op {
            Op::GroupNonUniformBallot => Value::Parts([last.bits(), 0, 0, 0].map(Value::Bits).to_vec()),
            Op::GroupNonUniformIAdd | Op::GroupNonUniformBallotBitCount if exclusive => Value::Bits(0),
            Op::GroupNonUniformBallotBitCount => Value::Bits(
                last.leaves()
                    .iter()
                    .map(|bits| u64::from(bits.count_ones()))
                    .sum(),
            ),
            _ => last,
        }
    }

    fn bitcast(&self, inst: &Inst) -> Value {
        let from = self.module.width(self.module.type_of[&inst.args[0]]);
        let to = self.module.width(inst.ty);
        let numbers = self.value(inst.args[0]).leaves();
        let mut bytes: Vec<u8> = Vec::new();
        for number in numbers {
            bytes.extend(&number.to_le_bytes()[..from as usize / 8]);
        }
        self.typed(inst.ty, &mut bytes.chunks(to as usize / 8))
    }

    /// A number or vector from the bytes of its numbers.
    fn typed<'b>(&self, ty: u32, bytes: &mut impl Iterator<Item = &'b [u8]>) -> Value {
        match self.module.types[&ty] {
            Type::Vector(part, count) => Value::Parts((0..count).map(|_| self.typed(part, bytes)).collect()),
            _ => Value::Bits(number(bytes.next().expect("enough bytes"))),
        }
    }

    /// An instruction that computes each number by itself.
    fn computed(&self, inst: &Inst) -> Value {
        let is_extended = inst.op == Op::ExtInst;
        let ids = &inst.args[if is_extended { 2 } else { 0 }..];
        let to = self.module.width(inst.ty);
        let from = self.module.width(self.module.type_of[&ids[0]]);
        let args: Vec<Vec<u64>> = ids.iter().map(|id| self.value(*id).leaves()).collect();
        let one = |component: usize| {
            // The condition of a selection may be one for all.
            let args: Vec<u64> = args.iter().map(|arg| arg[component.min(arg.len() - 1)]).collect();
            Value::Bits(match is_extended {
                true => math::extended(inst.args[1], to, &args),
                false => math::compute(inst.op, from, to, &args),
            })
        };
        match self.module.types[&inst.ty] {
            Type::Vector(_, count) => Value::Parts((0..count as usize).map(one).collect()),
            _ => one(0),
        }
    }

    /// Where a pointer leads in a buffer: the first byte and the type.
    fn place(&self, variable: u32, path: &[u64]) -> (usize, u32) {
        let mut ty = self.module.pointee(self.module.type_of[&variable]);
        let mut offset = 0;
        for &index in path {
            let (more, part) = self.module.part(ty, index);
            (offset, ty) = (offset + more, part);
        }
        (usize::try_from(offset).unwrap(), ty)
    }

    fn load(&self, pointer: &Value) -> Value {
        let Value::Pointer(variable, path) = pointer else {
            panic!("a load from what is no pointer");
        };
        if self.texels.contains_key(variable) {
            // What is done with it finds it by the variable.
            return pointer.clone();
        }
        if let Some(bytes) = self.buffers.get(variable) {
            let (offset, ty) = self.place(*variable, path);
            return self.read(bytes, offset, ty);
        }
        inner(&mut self.memory[variable].clone(), path).clone()
    }

    fn read(&self, bytes: &[u8], offset: usize, ty: u32) -> Value {
        let count = match &self.module.types[&ty] {
            Type::Vector(_, count) | Type::Array(_, count) => u64::from(*count),
            Type::Struct(parts) => parts.len() as u64,
            _ => {
                let size = self.module.width(ty) as usize / 8;
                // What is beyond a buffer is 0.
                return Value::Bits(bytes.get(offset..offset + size).map_or(0, number));
            }
        };
        let parts = (0..count).map(|index| {
            let (more, part) = self.module.part(ty, index);
            self.read(bytes, offset + usize::try_from(more).unwrap(), part)
        });
        Value::Parts(parts.collect())
    }

    fn store(&mut self, pointer: &Value, value: &Value) {
        let Value::Pointer(variable, path) = pointer else {
            panic!("a store to what is no pointer");
        };
        if !self.buffers.contains_key(variable) {
            let memory = self.memory.get_mut(variable).expect("a variable");
            *inner(memory, path) = value.clone();
            return;
        }
        let (offset, ty) = self.place(*variable, path);
        let size = self.module.width(ty) as usize / 8;
        let bytes = self.buffers.get_mut(variable).expect("a buffer");
        for (index, number) in value.leaves().into_iter().enumerate() {
            let at = offset + index * size;
            if let Some(place) = bytes.get_mut(at..at + size) {
                place.copy_from_slice(&number.to_le_bytes()[..size]);
            }
        }
    }
}

/// The part of a value that a path leads to.
fn inner<'v>(value: &'v mut Value, path: &[u64]) -> &'v mut Value {
    path.iter().fold(value, |value, &index| {
        let Value::Parts(parts) = value else {
            panic!("a part of a number");
        };
        parts
            .get_mut(usize::try_from(index).unwrap())
            .expect("a part that there is")
    })
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}
