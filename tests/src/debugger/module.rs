//! A SPIR-V module in tables.

use spirv::{Decoration, ExecutionMode, Op};
use std::collections::{BTreeMap, HashMap};

/// An instruction: what it does, its result's type and id, and the words behind these.
#[derive(Clone, Debug)]
pub struct Inst {
    pub op: Op,
    pub ty: u32,
    pub result: u32,
    pub args: Vec<u32>,
}

/// A type.
#[derive(Clone, Debug)]
pub enum Type {
    Void,
    Bool,
    Int(u32),
    Float(u32),
    Vector(u32, u32),
    Array(u32, u32),
    /// An array without a length.
    Runtime(u32),
    Struct(Vec<u32>),
    /// To a type.
    Pointer(u32),
    /// An image or a sampler.
    Opaque,
    Function,
}

/// What an id stands for at run time.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bits(u64),
    Parts(Vec<Value>),
    /// Into a variable of the module.
    Pointer(u32, Vec<u64>),
}

impl Value {
    /// The bits of a number.
    pub fn bits(&self) -> u64 {
        match self {
            Self::Bits(bits) => *bits,
            other => panic!("{other:?} is no number"),
        }
    }

    /// All numbers in it, in order.
    pub fn leaves(&self) -> Vec<u64> {
        match self {
            Self::Bits(bits) => vec![*bits],
            Self::Parts(parts) => parts.iter().flat_map(Self::leaves).collect(),
            Self::Pointer(..) => panic!("a pointer is no number"),
        }
    }
}

/// A block: its instructions in order.
pub type Block = Vec<Inst>;

/// A module with one function.
#[derive(Default)]
pub struct Module {
    pub types: HashMap<u32, Type>,
    /// The type of each result.
    pub type_of: HashMap<u32, u32>,
    pub constants: HashMap<u32, Value>,
    pub strings: HashMap<u32, String>,
    /// Variables: storage class and initial value.
    pub variables: BTreeMap<u32, (u32, Option<u32>)>,
    pub decorations: HashMap<(u32, u32), u32>,
    pub member_decorations: HashMap<(u32, u32, u32), u32>,
    /// Debug instructions outside of functions: number and operands.
    pub debug: BTreeMap<u32, (u32, Vec<u32>)>,
    /// The ids of the sets.
    pub debug_set: u32,
    pub blocks: HashMap<u32, Block>,
    pub entry: u32,
    /// Threads of a group.
    pub group: [u32; 3],
}

impl Module {
    /// Reads a module.
    pub fn read(words: &[u32]) -> Self {
        let mut module = Self::default();
        let mut at = 5;
        let mut block = 0;
        let mut in_code = false;
        while let Some(first) = words.get(at) {
            let end = at + (first >> 16) as usize;
            let op = Op::from_u32(first & 0xffff).expect("a known operation");
            let operands = &words[at + 1..end];
            at = end;
            if op == Op::Function {
                assert!(!in_code, "one function");
                in_code = true;
            } else if op == Op::Label {
                block = operands[0];
                if module.entry == 0 {
                    module.entry = block;
                }
                module.blocks.insert(block, Block::new());
            } else if block != 0 {
                let inst = instruction(op, operands);
                if inst.result != 0 {
                    module.type_of.insert(inst.result, inst.ty);
                }
                if op == Op::Variable {
                    module.variable(operands);
                }
                module.blocks.entry(block).or_default().push(inst);
            } else {
                module.declaration(op, operands);
            }
        }
        module
    }

    fn variable(&mut self, operands: &[u32]) {
        self.type_of.insert(operands[1], operands[0]);
        self.variables
            .insert(operands[1], (operands[2], operands.get(3).copied()));
    }

    fn declaration(&mut self, op: Op, operands: &[u32]) {
        let id = operands.first().copied().unwrap_or(0);
        let ty = match op {
            Op::TypeVoid => Some(Type::Void),
            Op::TypeBool => Some(Type::Bool),
            Op::TypeInt => Some(Type::Int(operands[1])),
            Op::TypeFloat => Some(Type::Float(operands[1])),
            Op::TypeVector => Some(Type::Vector(operands[1], operands[2])),
            Op::TypeArray => Some(Type::Array(operands[1], self.number(operands[2]))),
            Op::TypeRuntimeArray => Some(Type::Runtime(operands[1])),
            Op::TypeStruct => Some(Type::Struct(operands[1..].to_vec())),
            Op::TypePointer => Some(Type::Pointer(operands[2])),
            Op::TypeFunction => Some(Type::Function),
            Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage => Some(Type::Opaque),
            _ => None,
        };
        if let Some(ty) = ty {
            self.types.insert(id, ty);
            return;
        }
        let constant = match op {
            Op::ConstantTrue => Value::Bits(1),
            Op::ConstantFalse => Value::Bits(0),
            Op::Constant | Op::SpecConstant => {
                let high = operands.get(3).copied().unwrap_or(0);
                Value::Bits(u64::from(operands[2]) | u64::from(high) << 32)
            }
            Op::ConstantComposite => {
                let parts = operands[2..].iter().map(|part| self.constants[part].clone());
                Value::Parts(parts.collect())
            }
            Op::ConstantNull | Op::Undef => self.zero(id),
            Op::String => {
                self.strings.insert(id, text(&operands[1..]));
                return;
            }
            Op::Decorate => {
                let literal = operands.get(2).copied().unwrap_or(0);
                self.decorations.insert((id, operands[1]), literal);
                return;
            }
            Op::MemberDecorate => {
                let literal = operands.get(3).copied().unwrap_or(0);
                self.member_decorations
                    .insert((id, operands[1], operands[2]), literal);
                return;
            }
            Op::Variable => return self.variable(operands),
            Op::ExecutionMode if operands[1] == ExecutionMode::LocalSize as u32 => {
                self.group = [operands[2], operands[3], operands[4]];
                return;
            }
            Op::ExtInstImport if text(&operands[1..]).starts_with("NonSemantic") => {
                self.debug_set = id;
                return;
            }
            Op::ExtInst if operands[2] == self.debug_set => {
                let inst = (operands[3], operands[4..].to_vec());
                self.debug.insert(operands[1], inst);
                return;
            }
            _ => return,
        };
        self.type_of.insert(operands[1], operands[0]);
        self.constants.insert(operands[1], constant);
    }

    /// The zero of a type.
    pub fn zero(&self, ty: u32) -> Value {
        match &self.types[&ty] {
            Type::Bool | Type::Int(_) | Type::Float(_) => Value::Bits(0),
            Type::Vector(part, count) | Type::Array(part, count) => {
                Value::Parts(vec![self.zero(*part); *count as usize])
            }
            Type::Struct(parts) => Value::Parts(parts.iter().map(|part| self.zero(*part)).collect()),
            other => panic!("no zero of {other:?}"),
        }
    }

    /// The number that a constant has.
    pub fn number(&self, id: u32) -> u32 {
        match self.constants.get(&id) {
            Some(value) => u32::try_from(value.bits()).unwrap(),
            None => panic!("%{id} is no constant"),
        }
    }

    /// The type that a pointer's type leads to.
    pub fn pointee(&self, pointer: u32) -> u32 {
        match self.types[&pointer] {
            Type::Pointer(pointee) => pointee,
            ref other => panic!("{other:?} is no pointer"),
        }
    }

    /// The size of a number in bits.
    pub fn width(&self, ty: u32) -> u32 {
        match self.types[&ty] {
            Type::Bool => 1,
            Type::Int(bits) | Type::Float(bits) => bits,
            Type::Vector(part, _) => self.width(part),
            ref other => panic!("{other:?} is no number"),
        }
    }

    /// Whether a type is an image or a sampler, or an array of them.
    pub fn is_opaque(&self, ty: u32) -> bool {
        match self.types[&ty] {
            Type::Opaque => true,
            Type::Array(part, _) | Type::Runtime(part) => self.is_opaque(part),
            _ => false,
        }
    }

    /// Where part `index` of a type is in memory with a layout: its byte offset, and its type.
    pub fn part(&self, ty: u32, index: u64) -> (u64, u32) {
        match &self.types[&ty] {
            Type::Struct(parts) => {
                let member = u32::try_from(index).unwrap();
                let key = (ty, member, Decoration::Offset as u32);
                let offset = self.member_decorations[&key];
                (u64::from(offset), parts[member as usize])
            }
            Type::Array(part, _) | Type::Runtime(part) => {
                let stride = self.decorations[&(ty, Decoration::ArrayStride as u32)];
                (index * u64::from(stride), *part)
            }
            Type::Vector(part, _) => (index * u64::from(self.width(*part) / 8), *part),
            other => panic!("{other:?} has no parts"),
        }
    }
}

fn instruction(op: Op, operands: &[u32]) -> Inst {
    let without_result = matches!(
        op,
        Op::Nop
            | Op::Store
            | Op::ImageWrite
            | Op::DemoteToHelperInvocation
            | Op::Kill
            | Op::TerminateInvocation
            | Op::Branch
            | Op::BranchConditional
            | Op::Switch
            | Op::Return
            | Op::SelectionMerge
            | Op::LoopMerge
            | Op::ControlBarrier
            | Op::MemoryBarrier
            | Op::FunctionEnd
            | Op::Unreachable
    );
    let (ty, result, args) = match operands {
        [ty, result, args @ ..] if !without_result => (*ty, *result, args),
        args => (0, 0, args),
    };
    Inst {
        op,
        ty,
        result,
        args: args.to_vec(),
    }
}

fn text(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
    String::from_utf8(bytes).unwrap()
}
