//! What the import knows of the calls of vendors' extensions that a shader makes; `extensions` reads them, `nvapi` and `ags` run
//! them.

use crate::bitcode::module as bc;
use crate::ir::{Global, Inst, Type, Value};
use crate::options::{AGS_SPACE, Options};
use crate::shader::{EntryPoint, Resource, ResourceClass, ResourceId, ResourceKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The calls of a shader, as far as it is imported.
#[derive(Debug)]
pub struct Extensions<'a> {
    /// NVIDIA's buffer.
    pub nvapi: Option<ResourceId>,
    /// AMD's.
    pub ags: Option<ResourceId>,
    /// NVIDIA's call that is being written or answered.
    pub call: Call,
    /// AMD's call of several parts.
    pub sequence: Sequence<'a>,
    /// AMD's call on matrices.
    pub matrix: MatrixCall,
    /// AMD's matrices that are words, and were operands of the device's products.
    pub known_tiles: KnownTiles,
    /// The number of the blocks that are being imported: those that follow each other without a choice have one. A call is in
    /// such blocks.
    pub run: u32,
    /// What AMD's calls on matrices give to name memory with: instructions in no block, which become 0 once all is imported.
    pub marks: Vec<Inst>,
}

impl Extensions<'_> {
    /// Those that a shader can have; none if it has no buffer for them.
    pub fn of(entry: &EntryPoint, options: &Options) -> Option<Box<Self>> {
        if options.nvapi.is_none() && !options.ags {
            return None;
        }
        let find = |kind: ResourceKind, is: &dyn Fn(&Resource) -> bool| {
            let found = entry.resources.iter().position(|resource| {
                resource.class == ResourceClass::Uav && resource.kind == kind && is(resource)
            });
            found.map(|index| ResourceId(index as u32))
        };
        let nvapi = options.nvapi.and_then(|place| {
            find(ResourceKind::StructuredBuffer, &|resource| {
                (resource.lower, resource.space) == (place.register, place.space)
            })
        });
        let ags = match options.ags {
            true => find(ResourceKind::RawBuffer, &|resource| resource.space == AGS_SPACE),
            false => None,
        };
        if nvapi.is_none() && ags.is_none() {
            return None;
        }
        Some(Box::new(Self {
            nvapi,
            ags,
            call: Call::default(),
            sequence: Sequence::default(),
            matrix: MatrixCall::default(),
            known_tiles: KnownTiles::default(),
            run: 0,
            marks: Vec::new(),
        }))
    }

    /// The buffers of calls.
    pub fn resources(&self) -> impl Iterator<Item = ResourceId> {
        self.nvapi.into_iter().chain(self.ags)
    }
}

/// Words of a call that mean something.
pub const WORDS: usize = 37;
/// Results of a call.
pub type Results = SmallVec<[Value; 9]>;

/// A call, as far as it is read.
#[derive(Debug)]
pub struct Call {
    pub state: State,
    /// What has been written, by word.
    pub words: [Option<Value>; WORDS],
    /// The blocks that it is in, by number.
    pub run: Option<u32>,
    /// Results by counter that are still to be asked for, the last first.
    pub results: Results,
    /// Results by load.
    pub loaded: [Option<Value>; 2],
    /// Whether the next store names the UAV of the call after it.
    pub marks: bool,
    /// That UAV.
    pub target: Option<Value>,
    /// The operation that the next ray stands for.
    pub ray: Option<RayCall>,
}

/// Where in a call the shader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// In none.
    Idle,
    /// It is being written.
    Written,
    /// It has been run.
    Answered,
}

/// An operation that takes its operands from a `TraceRay` or `CallShader` that is none.
#[derive(Clone, Copy, Debug)]
pub struct RayCall {
    /// What it is.
    pub kind: RayCallKind,
    /// What it was written with: a hit object, or the index of a miss shader; of a hit that is made, its numbers, and where in
    /// the shader table it is.
    pub operands: [Option<Value>; 6],
    /// The attributes of a hit that is made, once they have come.
    pub attributes: Option<Value>,
    /// The hit object that it makes.
    pub made: Value,
    /// What the index of the shader has to be.
    pub handle: Value,
}

/// What a ray that is none stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayCallKind {
    /// A ray whose end is kept.
    Trace,
    /// The shader of the end.
    Invoke,
    /// The attributes of the hit.
    Attributes,
    /// A hit that no ray has found: its attributes are still to come.
    HitAttributes,
    /// Likewise: its ray is.
    HitRay,
}

impl Default for Call {
    fn default() -> Self {
        Self {
            state: State::Idle,
            words: [None; WORDS],
            run: None,
            results: Results::new(),
            loaded: [None; 2],
            marks: false,
            target: None,
            ray: None,
        }
    }
}

impl Call {
    /// Whether no call is open.
    pub fn is_done(&self) -> bool {
        self.state != State::Written && self.results.is_empty() && self.ray.is_none() && !self.marks
    }
    /// Whether the next store names a UAV.
    pub fn wants_target(&self) -> bool {
        self.marks
    }
    /// Takes it.
    pub fn set_target(&mut self, handle: Value) {
        self.target = Some(handle);
        self.marks = false;
        self.state = State::Idle;
    }
}

/// A call of several parts, as far as it is read.
#[derive(Debug, Default)]
pub struct Sequence<'a> {
    /// What is called.
    pub opcode: u32,
    /// Its constant operand.
    pub data: u32,
    /// The blocks that it is in, by number.
    pub run: Option<u32>,
    /// Its parts so far.
    pub parts: SmallVec<[Part<'a>; 4]>,
    /// The UAV that an atomic is on.
    pub target: Option<Value>,
}

/// A part of a call.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Its instruction.
    pub inst: &'a bc::Inst,
    /// What was compared with, and the new value.
    pub operands: [Value; 2],
}

/// The operation that atomics are.
pub const ATOMIC: u32 = 0x18;

impl Sequence<'_> {
    /// Whether no call is open.
    pub fn is_done(&self) -> bool {
        self.parts.is_empty()
    }
    /// Whether the next store names a UAV.
    pub fn wants_target(&self) -> bool {
        self.opcode == ATOMIC && self.parts.len() == 2 && self.target.is_none()
    }
    /// Takes it.
    pub fn set_target(&mut self, handle: Value) {
        self.target = Some(handle);
    }
}

/// The 32-bit words in which a lane has its part of a matrix.
pub const FRAGMENT_WORDS: usize = 8;

/// AMD's call on matrices of a wave, as far as it is read.
#[derive(Debug, Default)]
pub struct MatrixCall {
    /// What is called.
    pub opcode: u32,
    /// Whether it has begun, and has not been run.
    pub open: bool,
    /// The blocks that it is in, by number.
    pub run: Option<u32>,
    /// Words of the matrices that are operands, by the header's numbers of registers.
    pub operands: [[Option<Value>; FRAGMENT_WORDS]; 4],
    /// Offset and stride of a matrix in memory.
    pub place: Option<[Value; 2]>,
    /// What the first part gives, by which an access that is none names the memory.
    pub marker: Option<Value>,
    /// That memory, and what the access gives.
    pub memory: Option<(Memory, Value)>,
    /// Where the shader's own memory has marks of the call, before it is run.
    pub held: SmallVec<[Held; 2]>,
    /// What comes out, once it is run.
    pub results: Option<[Value; FRAGMENT_WORDS]>,
}

/// A mark in memory.
#[derive(Clone, Debug)]
pub struct Held {
    /// Where.
    pub place: WordPlace,
    /// Which one.
    pub mark: Value,
}

/// A word of a variable of the shader's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordPlace {
    /// The variable.
    pub variable: Global,
    /// The steps from there, but for zeros at the end.
    pub steps: SmallVec<[Value; 4]>,
}

/// Memory that a matrix lies in.
#[derive(Clone, Copy, Debug)]
pub enum Memory {
    /// A raw buffer, by its handle.
    Buffer(Value),
    /// What is at an address of 64 bits.
    Address(Value),
    /// An array of the group: a pointer to its first scalar, and the LLVM type of that.
    Shared {
        /// The pointer.
        pointer: Value,
        /// The type.
        pointee: bc::TypeId,
    },
}

/// A part of such a call.
#[derive(Clone, Copy, Debug)]
pub struct MatrixPart {
    /// What is called.
    pub opcode: u32,
    /// Which part it is.
    pub phase: u32,
    /// Its constant operand.
    pub data: u32,
    /// What was compared with, and the new value.
    pub operands: [Value; 2],
    /// What it gives.
    pub id: Option<bc::ValueId>,
}

/// The device's matrices that words stand for, by words and type, with the number of the blocks in which they are known.
pub type KnownTiles = FxHashMap<([Value; FRAGMENT_WORDS], Type), (Value, Option<u32>)>;
