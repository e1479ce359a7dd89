//! Waves of pixel shaders, without their helper lanes.
//!
//! Helper lanes run along for derivatives. They are active in Vulkan's wave operations, but D3D12 leaves them out: they
//! contribute nothing, are never the first lane, and read what the others have. Where only helpers are left (the
//! other lanes took another branch), there is nobody to read from: D3D12's drivers give 0 then, all of nothing is true
//! and none of it any.
//!
//! In loops that would be fatal. Shaders go through the distinct values of a wave so:
//!
//! ```text
//! for (;;) { uint first = WaveReadLaneFirst(x); if (x == first) { ...; break; } }
//! ```
//!
//! and a helper whose value no other lane has would wait there forever for the 0 to become its own, with the GPU. The
//! same goes for any condition that such a loop waits for: the least value, the lowest bit of a ballot, being the first.
//! So **in a loop, where only helpers are left, they are a wave by themselves**, for all wave operations. Then the loop ends
//! as it would for a wave of pixels with these values, whatever the condition. Nothing but derivatives can tell, since
//! helpers write no memory. (Taking helpers into such loops from the start would end them too, but give the others wrong
//! sums, and rounds for values that no pixel has.)

use super::Lower;
use super::steps::TakingPart;
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::Loops;
use crate::entity::EntityId;
use crate::error::Result;
use crate::ir::{Block, Flags, Inst, Op, Type, Value};

impl Lower<'_> {
    /// The blocks in loops, if it matters; all of them where the graph has no loops to speak of.
    pub fn start_waves(&mut self, cfg: &Cfg) {
        if !self.found.helpers_left_out {
            return;
        }
        let loops = Loops::new(cfg, &Dominators::new(cfg));
        self.waves.in_loop = (loops.innermost.iter())
            .map(|innermost| innermost.is_some() || loops.irreducible.is_some())
            .collect();
    }

    /// At the start of a block: other lanes are active than in the one before.
    pub fn waves_in(&mut self, block: Block) {
        self.waves.here = TakingPart {
            in_loop: self.waves.in_loop.get(block.index()).copied().unwrap_or(false),
            ..TakingPart::default()
        };
    }

    /// Behind a discard: there are more helpers.
    pub fn more_helpers(&mut self) {
        self.waves.here = TakingPart {
            in_loop: self.waves.here.in_loop,
            ..TakingPart::default()
        };
    }

    /// Lowers the question whether this lane is left out.
    pub fn wave_left_out(&mut self, inst: Inst) {
        let left_out = self.left_out();
        self.forward(inst, left_out);
    }

    /// Lowers the read of the first lane.
    pub fn wave_read_first(&mut self, inst: Inst) -> Result<()> {
        let value = self.arg(inst, 0)?;
        let first = self.first_lane();
        if self.waves.here.in_loop {
            self.finish(inst, Op::WaveShuffle, Flags::NONE, &[value, first], 0);
            return Ok(());
        }
        let ty = self.value_ty(value);
        let read = self.emit(Op::WaveShuffle, Flags::NONE, ty, &[value, first]);
        let any = self.any_real();
        let nothing = self.module.null(ty);
        self.finish(inst, Op::Select, Flags::NONE, &[any, read, nothing], 0);
        Ok(())
    }

    /// Lowers the question whether this lane is the first.
    pub fn wave_is_first(&mut self, inst: Inst) -> Result<()> {
        let first = self.first_lane();
        let own = self.lane_number()?;
        if self.waves.here.in_loop {
            self.finish(inst, Op::IEq, Flags::NONE, &[own, first], 0);
            return Ok(());
        }
        let is_first = self.emit(Op::IEq, Flags::NONE, Type::BOOL, &[own, first]);
        let real = self.real();
        self.finish(inst, Op::And, Flags::NONE, &[is_first, real], 0);
        Ok(())
    }

    fn real(&mut self) -> Value {
        if let Some(real) = self.waves.here.real {
            return real;
        }
        let helper = self.emit(Op::IsHelper, Flags::NONE, Type::BOOL, &[]);
        let real = self.emit(Op::Not, Flags::NONE, Type::BOOL, &[helper]);
        if !self.waves.here.in_loop {
            self.waves.here.left_out = Some(helper);
        }
        self.waves.here.real = Some(real);
        real
    }

    fn any_real(&mut self) -> Value {
        if let Some(any) = self.waves.here.any_real {
            return any;
        }
        let real = self.real();
        let any = self.emit(Op::WaveAny, Flags::NONE, Type::BOOL, &[real]);
        self.waves.here.any_real = Some(any);
        any
    }

    fn left_out(&mut self) -> Value {
        if let Some(left_out) = self.waves.here.left_out {
            return left_out;
        }
        let left_out = if self.waves.here.in_loop {
            let (any, real) = (self.any_real(), self.real());
            // A helper, and not alone with others: `any` is true wherever `real` is.
            self.emit(Op::Xor, Flags::NONE, Type::BOOL, &[any, real])
        } else {
            self.emit(Op::IsHelper, Flags::NONE, Type::BOOL, &[])
        };
        self.waves.here.left_out = Some(left_out);
        left_out
    }

    fn first_lane(&mut self) -> Value {
        if let Some(first) = self.waves.here.first {
            return first;
        }
        let part = if self.waves.here.in_loop {
            let left_out = self.left_out();
            self.emit(Op::Not, Flags::NONE, Type::BOOL, &[left_out])
        } else {
            self.real()
        };
        let ballot_ty = self.module.types.vector(Type::I32, 4);
        let ballot = self.emit(Op::WaveBallot, Flags::NONE, ballot_ty, &[part]);
        let first = self.emit(Op::WaveBallotFindLsb, Flags::NONE, Type::I32, &[ballot]);
        self.waves.here.first = Some(first);
        first
    }
}
