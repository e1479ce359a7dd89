//! Which parts of a vendor's shader extension make one call: what follows what, and where the words went that tell.
//!
//! As the importer comes to the blocks of DXIL, it counts those that are come to in another way than from the one before alone:
//! blocks of one number run one after the other, whatever functions they are of. DXC leaves such blocks apart at `-Od`, where it
//! has unrolled a loop.
//!
//! What tells which access names the memory of a matrix of AMD's is a *mark*: the word that the call gives first, then the one that
//! the access gives. DXC keeps words in variables at `-Od`: a mark that is stored is followed to the loads of that place, as long
//! as the call is open.
//!
//! ```text
//! %1 = part 0            a mark
//! store %1, %variable
//! %2 = load %variable    the same mark
//! %3 = load %buffer, %2  names the buffer; another mark
//! part 1, %3             goes on with that call
//! ```
//!
//! In the end a mark is 0, as what is read of the vendor's buffer may be.

use super::Importer;
use super::calls_of_vendors::{Held, WordPlace};
use super::frame::Continuation;
use super::function::only_return;
use crate::bitcode::module as bc;
use crate::error::Result;
use crate::ir::{Flags, Op, Replacements, StorageClass, Type, Value, ValueRef};

/// Places that are known to hold marks, at most: shaders copy one a few times.
const MAX_HELD: usize = 16;

/// Where the shader has calls of extensions; the importer asks before it comes here.
impl Importer<'_> {
    /// The number of the blocks that are being imported.
    pub fn run_of_blocks(&self) -> Option<u32> {
        self.extensions.as_ref().map(|extensions| extensions.run)
    }

    /// Begins other blocks, none of whose parts are of calls before.
    fn begin_run(&mut self) {
        if let Some(extensions) = &mut self.extensions {
            extensions.run += 1;
            extensions.matrix.held.clear();
        }
    }

    /// Takes note that a block of the innermost function is come to.
    pub fn come_to_block(&mut self, block: u32) {
        let Some(frame) = self.frames.last() else {
            return;
        };
        // A function begins where it is called.
        let is_first = frame.cursor == 0;
        if !is_first && frame.straight.get(block as usize) != Some(&true) {
            self.begin_run();
        }
    }

    /// Takes note that the innermost function returns, whose blocks are these; the mark that it returns.
    pub fn leave_blocks(&mut self, body: &bc::Body, order: &[u32]) -> Result<Option<Value>> {
        match only_return(body, order) {
            None => self.begin_run(),
            Some(Some(value)) => return self.mark_of(value),
            Some(None) => {}
        }
        Ok(None)
    }

    /// What a call of a function gives is this mark.
    pub fn return_mark(&mut self, continuation: Option<Continuation>, mark: Value) {
        let Some(frame) = self.frames.last().filter(|_| continuation.is_some()) else {
            return;
        };
        let body = frame.body;
        let call = frame.next.and_then(|next| next.checked_sub(1));
        if let Some(inst) = call.and_then(|call| body.insts.get(call as usize)) {
            self.define(inst, mark);
        }
    }

    /// A new mark.
    pub fn new_mark(&mut self) -> Value {
        let inst = self.func.make_inst(Op::Param, Flags::NONE, Type::I32, &[], 0);
        if let Some(extensions) = &mut self.extensions {
            extensions.marks.push(inst);
        }
        inst.into()
    }

    fn is_mark(&self, value: Value) -> bool {
        let made = self.extensions.as_ref().map(|extensions| &extensions.marks);
        // They are made one after the other, so that their numbers go up.
        match (made, value.as_inst()) {
            (Some(made), Some(inst)) => made.binary_search(&inst).is_ok(),
            _ => false,
        }
    }

    fn is_word(&self, ty: bc::TypeId) -> bool {
        matches!(self.llvm.types.get(ty), Some(bc::Type::Int(32)))
    }

    /// The mark that a value of LLVM is.
    fn mark_of(&mut self, id: bc::ValueId) -> Result<Option<Value>> {
        let made = self.extensions.as_ref().map(|extensions| &extensions.marks);
        if made.is_none_or(|made| made.is_empty()) || !self.is_word(self.llvm_value_ty(id)?) {
            return Ok(None);
        }
        let value = self.value(id)?;
        Ok(Some(value).filter(|&value| self.is_mark(value)))
    }

    /// An index: a mark is 0.
    pub fn index_of_mark(&mut self, index: Value) -> Value {
        match self.is_mark(index) {
            true => self.module.i32(0),
            false => index,
        }
    }

    /// A phi of one value is a mark where that is one.
    pub fn mark_of_phi(&mut self, inst: &bc::Inst, values: &[bc::ValueId]) -> Result<()> {
        let &[only] = values else { return Ok(()) };
        if let Some(mark) = self.mark_of(only)? {
            self.define(inst, mark);
        }
        Ok(())
    }

    /// The word that a pointer leads to, if that is one of a variable of the shader's own.
    fn place_of_word(&self, pointer: Value) -> Option<WordPlace> {
        let chain = pointer
            .as_inst()
            .filter(|&inst| self.func.insts[inst].op == Op::AccessChain);
        let args = chain.map_or(&[][..], |inst| self.func.args(inst));
        let (base, steps) = match args {
            [base, steps @ ..] => (*base, steps),
            [] => (pointer, args),
        };
        let ValueRef::Global(variable) = base.get() else {
            return None;
        };
        let is_zero = |step: &Value| self.module.const_bits(*step) == Some(0);
        let len = steps.len() - steps.iter().rev().take_while(|step| is_zero(step)).count();
        let class = self.module.globals[variable].class;
        matches!(class, StorageClass::Function | StorageClass::Private).then(|| WordPlace {
            variable,
            steps: steps.iter().take(len).copied().collect(),
        })
    }

    /// Whether two places may be the same.
    fn may_be_same(&self, a: &WordPlace, b: &WordPlace) -> bool {
        // What is left out at the end is 0.
        let number = |place: &WordPlace, at: usize| match place.steps.get(at) {
            None => Some(0),
            Some(&step) => self.module.const_bits(step),
        };
        let differ = |at| match (number(a, at), number(b, at)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        };
        a.variable == b.variable && !(0..a.steps.len().max(b.steps.len())).any(differ)
    }

    /// The mark that a load of type `ty` gives.
    pub fn mark_at(&self, pointer: Value, ty: bc::TypeId) -> Option<Value> {
        let extensions = self.extensions.as_ref()?;
        let call = &extensions.matrix;
        if call.held.is_empty() || !call.open || !self.is_word(ty) {
            return None;
        }
        let place = self.place_of_word(pointer)?;
        let mut held = call.held.iter();
        held.find(|held| held.place == place).map(|held| held.mark)
    }

    /// Takes note of what is stored.
    pub fn note_store(&mut self, pointer: Value, value: bc::ValueId) -> Result<()> {
        let mark = self.mark_of(value)?;
        let call = self.extensions.as_mut().map(|extensions| &mut extensions.matrix);
        let Some(call) = call.filter(|call| call.open) else {
            return Ok(());
        };
        if mark.is_none() && call.held.is_empty() {
            return Ok(());
        }
        let mut held = std::mem::take(&mut call.held);
        let place = self.place_of_word(pointer);
        let ty = self.llvm_type(self.llvm_value_ty(value)?)?;
        match (&place, ty) {
            // It leads anywhere.
            (None, _) => held.clear(),
            (Some(place), bc::Type::Struct { .. } | bc::Type::Array { .. } | bc::Type::Vector { .. }) => {
                held.retain(|held| held.place.variable != place.variable);
            }
            (Some(place), _) => held.retain(|held| !self.may_be_same(&held.place, place)),
        }
        if let (Some(place), Some(mark)) = (place, mark)
            && held.len() < MAX_HELD
        {
            held.push(Held { place, mark });
        }
        if let Some(extensions) = &mut self.extensions {
            extensions.matrix.held = held;
        }
        Ok(())
    }

    /// Marks are 0 from now on.
    pub fn finish_marks(&mut self) {
        let Some(extensions) = &mut self.extensions else {
            return;
        };
        let made = std::mem::take(&mut extensions.marks);
        if made.is_empty() {
            return;
        }
        let zero = self.module.i32(0);
        let mut replaced = Replacements::with_capacity(self.func.insts.len());
        for &mark in &made {
            replaced.insert(mark, zero);
        }
        replaced.apply(&mut self.func);
        for mark in made {
            self.func.insts[mark].ty = Type::VOID;
            self.func.names.remove(&mark);
        }
    }
}
