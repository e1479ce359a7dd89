//! What an operation does besides computing its result: one vocabulary for dx.op calls
//! ([`DxOp::effects`](crate::dxil::ops::DxOp::effects)) and for the IR ([`Op::effects`](crate::ir::Op::effects)).
//!
//! A pass asks what it is about to do: remove ([`Effects::removable`]), do once instead of twice or elsewhere
//! ([`Effects::movable`]), do in the other order ([`Effects::may_swap`]).

use std::fmt;

/// A set of classes of memory and state. Accesses of different classes never meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Memory(u16);

impl Memory {
    /// Nothing.
    pub const NONE: Self = Self(0);
    /// Constant buffers.
    pub const CBV: Self = Self(1);
    /// Resources that are only read: textures, buffers, acceleration structures.
    pub const SRV: Self = Self(2);
    /// Unordered-access resources.
    pub const UAV: Self = Self(4);
    /// Counters of unordered-access resources.
    pub const COUNTER: Self = Self(8);
    /// Groupshared memory.
    pub const SHARED: Self = Self(0x10);
    /// Memory of the thread: local and static variables.
    pub const LOCAL: Self = Self(0x20);
    /// Inputs of the stage.
    pub const INPUT: Self = Self(0x40);
    /// Outputs of the stage, vertices and primitives that it emits.
    pub const OUTPUT: Self = Self(0x80);
    /// Root constants, descriptor offsets and addresses: push constants.
    pub const ROOT: Self = Self(0x100);
    /// Descriptors, and what they say of a resource: its size, its samples.
    pub const DESCRIPTOR: Self = Self(0x200);
    /// Which lanes are helper lanes.
    pub const LANES: Self = Self(0x400);
    /// Ray queries, and the ray that a shader was called for.
    pub const RAY: Self = Self(0x800);
    /// Records of work graphs and payloads of other shaders.
    pub const RECORD: Self = Self(0x1000);
    /// Clocks.
    pub const CLOCK: Self = Self(0x2000);

    /// All of them.
    pub const ALL: Self = Self(0x3fff);
    /// What nothing changes while a shader runs.
    pub const FIXED: Self = Self::CBV
        .or(Self::SRV)
        .or(Self::INPUT)
        .or(Self::ROOT)
        .or(Self::DESCRIPTOR);

    const NAMES: [(Self, &'static str); 14] = [
        (Self::CBV, "cbv"),
        (Self::SRV, "srv"),
        (Self::UAV, "uav"),
        (Self::COUNTER, "counter"),
        (Self::SHARED, "shared"),
        (Self::LOCAL, "local"),
        (Self::INPUT, "input"),
        (Self::OUTPUT, "output"),
        (Self::ROOT, "root"),
        (Self::DESCRIPTOR, "descriptor"),
        (Self::LANES, "lanes"),
        (Self::RAY, "ray"),
        (Self::RECORD, "record"),
        (Self::CLOCK, "clock"),
    ];

    /// Both sets together.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// What is in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// Whether it holds nothing.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Whether some class is in both.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// Whether all of it is in `other`.
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Self::NAMES
            .iter()
            .filter(|(class, _)| class.within(*self))
            .map(|(_, name)| *name)
            .collect();
        f.write_str(if names.is_empty() { "nothing" } else { "" })?;
        f.write_str(&names.join("|"))
    }
}

/// What passes must respect when they remove, merge or move an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effects {
    /// What it may read.
    pub reads: Memory,
    /// What it may change.
    pub writes: Memory,
    /// It matters which other lanes run it together: it may not move across control flow.
    pub convergent: bool,
    /// Takes derivatives, those of an implicit level of detail included: reads its operands in the other lanes of the
    /// quad, helpers included.
    pub derivatives: bool,
    /// Orders the accesses of its classes before it and after it, and may wait for the group.
    pub barrier: bool,
    /// The lane may go on as a helper: what it writes from here on is dropped.
    pub demotes: bool,
    /// Ends the shader.
    pub ends: bool,
}

impl Effects {
    /// Reads and changes memory of these classes.
    pub const fn of(reads: Memory, writes: Memory) -> Self {
        Self {
            reads,
            writes,
            convergent: false,
            derivatives: false,
            barrier: false,
            demotes: false,
            ends: false,
        }
    }
    pub(crate) const fn wave(mut self) -> Self {
        self.convergent = true;
        self
    }
    pub(crate) const fn gradient(mut self) -> Self {
        self.convergent = true;
        self.derivatives = true;
        self
    }
    pub(crate) const fn ends(mut self) -> Self {
        self.ends = true;
        self
    }
    /// Whether it may go when its result is unused.
    pub const fn removable(self) -> bool {
        self.writes.is_empty() && !self.barrier && !self.demotes && !self.ends
    }
    /// Whether the same operands always give the same value, wherever it stands: it may move to where its operands are
    /// available, and two of them may be one.
    pub const fn movable(self) -> bool {
        self.removable() && !self.convergent && self.reads.within(Memory::FIXED)
    }
    /// Whether it may be run later than `next`, which follows it in one block, as far as memory goes (the operands are
    /// the caller's concern).
    pub const fn may_swap(self, next: Self) -> bool {
        !(self.fences(next)
            || next.fences(self)
            || self.parts(next)
            || next.parts(self)
            || self.writes.meets(next.reads.or(next.writes))
            || self.reads.meets(next.writes))
    }
    /// Whether it is a barrier that `other` may not cross: one of memory keeps the accesses of its classes, and
    /// everything that other lanes take part in.
    const fn fences(self, other: Self) -> bool {
        self.barrier
            && (other.barrier
                || other.convergent
                || other.reads.or(other.writes).meets(self.reads.or(self.writes)))
    }
    /// Whether it changes who goes on: what is written afterwards is dropped, and others take part in what lanes do
    /// together.
    const fn parts(self, other: Self) -> bool {
        (self.demotes || self.ends)
            && (!other.writes.is_empty() || other.convergent || other.demotes || other.ends)
    }
    /// Whether it does no more than `other` allows.
    pub const fn within(self, other: Self) -> bool {
        self.reads.within(other.reads.or(Memory::FIXED))
            && self.writes.within(other.writes)
            && (other.convergent || !self.convergent)
            && (other.derivatives || !self.derivatives)
            && (other.barrier || !self.barrier)
            && (other.demotes || !self.demotes)
            && (other.ends || !self.ends)
    }
    /// What one or the other does.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            reads: self.reads.or(other.reads),
            writes: self.writes.or(other.writes),
            convergent: self.convergent || other.convergent,
            derivatives: self.derivatives || other.derivatives,
            barrier: self.barrier || other.barrier,
            demotes: self.demotes || other.demotes,
            ends: self.ends || other.ends,
        }
    }
}

/// The words that rows of the two tables say.
#[allow(non_upper_case_globals)]
pub(crate) mod words {
    use super::{Effects, Memory};

    const fn reads(memory: Memory) -> Effects {
        Effects::of(memory, Memory::NONE)
    }
    const fn writes(memory: Memory) -> Effects {
        Effects::of(Memory::NONE, memory)
    }
    const fn updates(memory: Memory) -> Effects {
        Effects::of(memory, memory)
    }
    const fn orders(mut effects: Effects) -> Effects {
        effects.barrier = true;
        effects
    }
    /// What other threads and stages may see.
    const SEEN: Memory = Memory::UAV
        .or(Memory::COUNTER)
        .or(Memory::SHARED)
        .or(Memory::OUTPUT)
        .or(Memory::RECORD);

    /// Its result depends on its operands only.
    pub const Pure: Effects = Effects::of(Memory::NONE, Memory::NONE);
    /// Likewise, and on the other lanes of the wave.
    pub const Wave: Effects = reads(Memory::LANES).wave();
    /// Likewise, and on those of the quad.
    pub const Quad: Effects = Pure.gradient();
    pub const ReadCbv: Effects = reads(Memory::CBV);
    /// Textures and acceleration structures.
    pub const ReadSrv: Effects = reads(Memory::SRV);
    /// With an implicit level of detail.
    pub const ReadSrvQuad: Effects = ReadSrv.gradient();
    /// What may be bound for reading or for writing.
    pub const ReadResource: Effects = reads(Memory::SRV.or(Memory::UAV));
    pub const ReadLocal: Effects = reads(Memory::LOCAL);
    pub const WriteLocal: Effects = writes(Memory::LOCAL);
    pub const WriteUav: Effects = writes(Memory::UAV);
    /// Likewise, by all lanes of the wave.
    pub const ReadMatrix: Effects = ReadResource.wave();
    pub const WriteMatrix: Effects = WriteUav.wave();
    pub const UpdateUav: Effects = updates(Memory::UAV);
    /// With an implicit level of detail.
    pub const UpdateUavQuad: Effects = UpdateUav.gradient();
    pub const UpdateCounter: Effects = updates(Memory::COUNTER);
    pub const ReadDescriptor: Effects = reads(Memory::DESCRIPTOR);
    /// With an implicit level of detail.
    pub const ReadDescriptorQuad: Effects = ReadDescriptor.gradient();
    pub const ReadInput: Effects = reads(Memory::INPUT);
    /// An input evaluated elsewhere in the pixel.
    pub const Evaluate: Effects = ReadInput.wave();
    /// Control points and patch constants: of the stage before, or of a hull shader's own.
    pub const ReadPatch: Effects = reads(Memory::INPUT.or(Memory::OUTPUT));
    pub const WriteOutput: Effects = writes(Memory::OUTPUT);
    /// Takes the outputs as they are.
    pub const Emit: Effects = updates(Memory::OUTPUT);
    /// Memory that a pointer says, or any.
    pub const Load: Effects = reads(Memory::ALL);
    pub const Store: Effects = writes(Memory::ALL);
    pub const Update: Effects = updates(Memory::ALL);
    /// Likewise, by all lanes of the wave.
    pub const LoadMatrix: Effects = reads(Memory::ALL).wave();
    pub const StoreMatrix: Effects = writes(Memory::ALL).wave();
    pub const ReadLanes: Effects = reads(Memory::LANES);
    pub const Demote: Effects = Effects {
        demotes: true,
        ..updates(Memory::LANES)
    };
    /// Waits for other lanes or orders memory among them.
    pub const Barrier: Effects = orders(updates(SEEN)).wave();
    /// Linear algebra: a matrix is handed round in the wave or the group, and kept by the thread.
    pub const Matrix: Effects = Effects {
        reads: SEEN.or(Memory::LOCAL).or(Memory::LANES),
        writes: SEEN.or(Memory::LOCAL),
        ..Barrier
    };
    /// Waits for the group, and starts others in its place.
    pub const Launch: Effects = Barrier.ends();
    /// Orders memory and waits for nobody.
    pub const Fence: Effects = orders(updates(SEEN));
    /// A function of unknown content, or another shader.
    pub const Call: Effects = Effects {
        demotes: true,
        ..orders(updates(Memory::ALL)).gradient()
    };
    pub const ReadClock: Effects = updates(Memory::CLOCK);
    pub const ReadRay: Effects = reads(Memory::RAY);
    pub const UpdateRay: Effects = Effects::of(Memory::RAY.or(Memory::SRV), Memory::RAY);
    /// Copies what a hit object knows to a variable of the shader.
    pub const CopyRay: Effects = Effects::of(Memory::RAY, Memory::RECORD);
    /// Decides about a candidate, and ends the shader.
    pub const EndRay: Effects = updates(Memory::RAY).ends();
    pub const ReadRecord: Effects = reads(Memory::RECORD);
    pub const UpdateRecord: Effects = updates(Memory::RECORD);
}

#[cfg(test)]
mod tests {
    use super::words::*;
    use super::{Effects, Memory};

    #[test]
    fn what_may_be_removed_and_moved() {
        let removable = [Pure, Wave, Quad, ReadSrvQuad, ReadResource, Load, ReadLanes];
        assert!(removable.iter().all(|effects| effects.removable()));
        let stays = [
            WriteUav,
            UpdateUav,
            Store,
            Demote,
            Barrier,
            Fence,
            Call,
            ReadClock,
            Pure.ends(),
        ];
        assert!(!stays.iter().any(|effects| effects.removable()));
        let movable = [Pure, ReadCbv, ReadSrv, ReadInput, ReadDescriptor];
        assert!(movable.iter().all(|effects| effects.movable()));
        let fixed = [Wave, Quad, ReadSrvQuad, ReadResource, Load, ReadLanes, WriteUav];
        assert!(!fixed.iter().any(|effects| effects.movable()));
    }

    #[test]
    fn what_may_change_places() {
        let shared = |reads: bool| match reads {
            true => Effects::of(Memory::SHARED, Memory::NONE),
            false => Effects::of(Memory::NONE, Memory::SHARED),
        };
        let both = |a: Effects, b: Effects| {
            assert_eq!(a.may_swap(b), b.may_swap(a), "{a:?} {b:?}");
            a.may_swap(b)
        };
        // Reads among each other, and accesses of different classes.
        assert!(both(ReadResource, ReadResource) && both(WriteUav, shared(false)));
        assert!(!both(ReadCbv, Store) && both(ReadCbv, WriteUav));
        assert!(!both(ReadResource, WriteUav) && !both(UpdateUav, UpdateUav));
        // Barriers keep what they order, and nothing else.
        assert!(!both(Barrier, shared(true)) && !both(Fence, WriteUav) && !both(Fence, Barrier));
        assert!(
            both(Fence, ReadCbv)
                && both(Barrier, Pure)
                && both(Fence, Effects::of(Memory::LOCAL, Memory::LOCAL))
        );
        assert!(!both(Barrier, Wave));
        // A demotion comes before or after a write, a wave operation, and the question who is a helper.
        assert!(!both(Demote, WriteUav) && !both(Demote, Wave) && !both(Demote, Quad));
        assert!(!both(Demote, ReadLanes) && !both(Demote, Demote) && both(Demote, ReadResource));
        assert!(!both(Pure.ends(), WriteUav) && !both(Call, WriteUav));
    }

    #[test]
    fn debug_form() {
        assert_eq!(format!("{:?}", Memory::SRV.or(Memory::LOCAL)), "srv|local");
        assert_eq!(format!("{:?}", Memory::NONE), "nothing");
        assert!(
            Memory::NAMES
                .iter()
                .fold(Memory::NONE, |all, (class, _)| all.or(*class))
                == Memory::ALL
        );
    }
}
