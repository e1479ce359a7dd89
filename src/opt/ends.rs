//! Vectors at the end of a buffer whose bounds are asked of each component.
//!
//! Expects access chains with the flag [`BY_COMPONENT`](Flags::BY_COMPONENT), and that nothing else is removed any more.
//! An access to a whole vector becomes a call of a function, which asks whether it is the one that the buffer ends in, and
//! accesses that one by its components, each by itself: NVIDIA's driver (580.159, H100) has checked all of them, accessed at
//! once, as one, and then takes 1.2 times as long for words as for vectors. With the accesses to components behind the one to
//! the whole it leaves them out, and 0 stays. Raw access chains can say that bounds are those of components; for all accesses
//! that takes twice the time, so it is for the vector that the buffer ends in, too. There the usual access comes first: it
//! reads nothing of worth and writes, as far as it does, what the other writes again.
//! Accesses to single components are by components anyway, and so are all in modules with many.
//!
//! ```text
//! %3 = access_chain.by_component @1, i32 0, %2        %4 = call func1, %2
//! %4 = load %3                                 =>
//!                                                     func1(%0: vector):
//!                                                       if %0 == length(@1) { @1[%0].x, @1[%0].y ... } else { @1[%0] }
//! ```

use crate::ir::{
    Block, Cursor, Edge, Flags, Func, Function, Global, Inst, InstData, Module, Op, StorageClass, Terminator,
    Type, TypeData, Value, ValueRef,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Access {
    variable: Global,
    /// Whether the variable is an array of descriptors, and whether their index may differ between lanes.
    indexed: Option<Flags>,
    /// Those of the load or store.
    flags: Flags,
    /// What is stored; none for a load.
    stored: Option<Type>,
}

/// How the vector that a buffer ends in is accessed once more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// As a whole, by a raw access chain that asks for bounds of components (`SPV_NV_raw_access_chains`).
    Chain,
    /// Each component by itself.
    Components,
}

/// Most accesses to vectors that become calls: each is two accesses and a branch to the driver's compiler.
const MOST_CALLS: usize = 32;

/// Runs the pass; returns whether it changed anything.
pub fn ends(module: &mut Module, by: Cut) -> bool {
    let mut count = 0;
    let mut funcs: SmallVec<[Func; 4]> = SmallVec::new();
    for (func, function) in module.functions.iter() {
        let insts = function
            .layout
            .iter()
            .flat_map(|&block| &function.blocks[block].insts);
        if insts.clone().any(|&inst| is_asked(&function.insts[inst])) {
            funcs.push(func);
            count += insts
                .filter(|&&inst| vector_of(module, function, inst).is_some())
                .count();
        }
    }
    let apart = by == Cut::Components && count > MOST_CALLS;
    let mut made: FxHashMap<Access, Func> = FxHashMap::default();
    for &func in &funcs {
        let mut function = std::mem::take(&mut module.functions[func]);
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let mut insts = function.blocks[block].insts.iter();
            if insts
                .any(|&inst| is_asked(&function.insts[inst]) || vector_of(module, &function, inst).is_some())
            {
                remake(module, &mut function, block, by, apart, &mut made);
            }
        }
        if apart {
            // Components that nothing uses.
            super::dce::dce(&mut function);
        }
        module.functions[func] = function;
    }
    !funcs.is_empty()
}

/// Whether an instruction is an access chain that asks for bounds of components.
fn is_asked(data: &InstData) -> bool {
    data.op == Op::AccessChain && data.flags.has(Flags::BY_COMPONENT)
}

/// The chain of a load or store of a vector by such a chain.
fn vector_of(module: &Module, function: &Function, inst: Inst) -> Option<Inst> {
    if !matches!(function.insts[inst].op, Op::Load | Op::Store) {
        return None;
    }
    let chain = function.args(inst).first()?.as_inst()?;
    let data = &function.insts[chain];
    (is_asked(data) && !is_scalar(module, data.ty)).then_some(chain)
}

/// Makes a block again without such chains to vectors.
#[cold]
fn remake(
    module: &mut Module,
    function: &mut Function,
    block: Block,
    by: Cut,
    apart: bool,
    made: &mut FxHashMap<Access, Func>,
) {
    let insts = std::mem::take(&mut function.blocks[block].insts);
    let mut cursor = Cursor::at_end(block);
    for inst in insts {
        if is_asked(&function.insts[inst]) {
            // Those to vectors go with what accesses them.
            if is_scalar(module, function.insts[inst].ty) {
                let data = &mut function.insts[inst];
                data.flags = data.flags.without(Flags::BY_COMPONENT);
                cursor.put(function, inst);
            }
            continue;
        }
        let Some(chain) = vector_of(module, function, inst) else {
            cursor.put(function, inst);
            continue;
        };
        if !apart && calls(module, function, inst, chain, by, made).is_some() {
            cursor.put(function, inst);
        } else if by == Cut::Chain || by_component(module, function, &mut cursor, inst, chain).is_none() {
            let chain = cursor.copy(function, chain);
            function.args_mut(inst)[0] = chain.into();
            cursor.put(function, inst);
        }
    }
}

/// Makes `inst`, an access to a vector by `chain`, one to each of its components, at `cursor`.
fn by_component(
    module: &mut Module,
    function: &mut Function,
    cursor: &mut Cursor,
    inst: Inst,
    chain: Inst,
) -> Option<()> {
    let (_, ty) = module.types.pointee(function.insts[chain].ty)?;
    let &[base, _, vector] = function.args(chain) else {
        return None;
    };
    let data = function.insts[inst];
    let value = match data.op {
        Op::Store => Some(*function.args(inst).get(1)?),
        _ => None,
    };
    let non_uniform = Flags(function.insts[chain].flags.0 & Flags::NON_UNIFORM.0);
    let mut maker = Maker {
        module,
        function,
        cursor: cursor.with_source(data.source),
        flags: data.flags,
        non_uniform,
        base,
        vector,
    };
    let parts = maker.components(ty, value);
    if value.is_none() {
        cursor.replace(function, inst, Op::Construct, Flags::NONE, &parts, 0);
    }
    Some(())
}

/// Whether a pointer leads to a scalar.
fn is_scalar(module: &Module, pointer: Type) -> bool {
    let pointee = module.types.pointee(pointer);
    pointee.is_some_and(|(_, ty)| ty.scalar_bits() != 0)
}

/// Makes `inst`, an access by `chain`, a call, if it is to a vector.
fn calls(
    module: &mut Module,
    function: &mut Function,
    inst: Inst,
    chain: Inst,
    by: Cut,
    made: &mut FxHashMap<Access, Func>,
) -> Option<()> {
    let data = function.insts[inst];
    let &[base, _, vector] = function.args(chain) else {
        return None;
    };
    let (variable, index) = match base.get() {
        ValueRef::Global(global) => (global, None),
        ValueRef::Inst(descriptor) => match *function.args(descriptor) {
            [array, index] => match array.get() {
                ValueRef::Global(global) => (global, Some((index, function.insts[descriptor].flags))),
                _ => return None,
            },
            _ => return None,
        },
        ValueRef::Const(_) => return None,
    };
    let value = (data.op == Op::Store).then(|| function.args(inst).get(1).copied());
    let value = match value {
        Some(value) => Some(value?),
        None => None,
    };
    let access = Access {
        variable,
        indexed: index.map(|(_, flags)| flags),
        flags: data.flags,
        stored: value.map(|value| module.value_type(function, value)),
    };
    let func = match made.get(&access) {
        Some(&func) => func,
        None => {
            let (_, loaded) = module.types.pointee(function.insts[chain].ty)?;
            let func = accessor(module, access, loaded, by)?;
            made.insert(access, func);
            func
        }
    };
    let mut args = SmallVec::<[Value; 3]>::new();
    args.extend(index.map(|(index, _)| index));
    args.push(vector);
    args.extend(value);
    let args = crate::entity::ListRef::append(&mut function.pool, args);
    let data = &mut function.insts[inst];
    (data.op, data.flags, data.args, data.imm) = (Op::Call, Flags::NONE, args, func.0);
    Some(())
}

/// The function that makes an access to a vector of type `ty`.
fn accessor(module: &mut Module, access: Access, ty: Type, by: Cut) -> Option<Func> {
    let (name, result) = match access.stored {
        Some(_) => ("store_vector", Type::VOID),
        None => ("load_vector", ty),
    };
    let mut function = Function::new(name, result);
    let [entry, end, done] = std::array::from_fn(|_| function.add_block());
    let index = access
        .indexed
        .map(|flags| (Value::from(function.add_param(entry, Type::I32)), flags));
    let vector = Value::from(function.add_param(entry, Type::I32));
    let value = access.stored.map(|ty| Value::from(function.add_param(entry, ty)));
    let loaded = match value {
        Some(_) => None,
        None => Some(Value::from(function.add_param(done, ty))),
    };
    let mut cursor = Cursor::at_end(entry);
    let base = match index {
        None => access.variable.into(),
        Some((index, flags)) => {
            let (_, array) = module.types.pointee(module.globals[access.variable].pointer)?;
            let block = match module.types.get(array) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. } => *element,
                _ => return None,
            };
            let pointer = module.types.pointer(StorageClass::StorageBuffer, block);
            let args = [access.variable.into(), index];
            cursor.emit(&mut function, Op::AccessChain, flags, pointer, &args, 0)
        }
    };
    let mut maker = Maker {
        module,
        function: &mut function,
        cursor,
        flags: access.flags,
        non_uniform: Flags(access.indexed.unwrap_or_default().0 & Flags::NON_UNIFORM.0),
        base,
        vector,
    };
    // An access that the one to the whole vector comes before, or behind, is one that compilers may leave out. Those of raw
    // access chains ask for other bounds, and go without the wait for the comparison.
    let otherwise = match by {
        Cut::Chain => entry,
        Cut::Components => maker.function.add_block(),
    };
    maker.cursor.block = otherwise;
    let whole = maker.access(ty, Flags::NONE, None, value);
    maker.cursor.block = entry;
    let length = maker.emit(Op::ArrayLength, Type::I32, &[base], 0);
    let is_cut = maker.emit(Op::IEq, Type::BOOL, &[vector, length], 0);
    maker.cursor.block = end;
    let cut = match by {
        Cut::Chain => maker.access(ty, Flags::BY_COMPONENT, None, value),
        Cut::Components => {
            let parts = maker.components(ty, value);
            value.is_none().then(|| maker.emit(Op::Construct, ty, &parts, 0))
        }
    };
    let to_done = |function: &mut Function, loaded: Option<Value>| match loaded {
        Some(loaded) => function.edge(done, &[loaded]),
        None => Edge::to(done),
    };
    let (mut if_false, onward) = (to_done(&mut function, whole), to_done(&mut function, cut));
    if otherwise != entry {
        function.blocks[otherwise].terminator = Terminator::Branch(if_false);
        if_false = Edge::to(otherwise);
    }
    function.choose(entry, is_cut, [Edge::to(end), if_false], done);
    function.blocks[end].terminator = Terminator::Branch(onward);
    function.blocks[done].terminator = Terminator::Return(loaded);
    // The merge block last.
    function.layout.retain(|&block| block != done);
    function.layout.push(done);
    Some(module.functions.push(function))
}

/// What writes such a function.
struct Maker<'a> {
    module: &'a mut Module,
    function: &'a mut Function,
    cursor: Cursor,
    /// Those of the access.
    flags: Flags,
    /// Those of pointers.
    non_uniform: Flags,
    /// The buffer.
    base: Value,
    /// The number of the vector.
    vector: Value,
}

impl Maker<'_> {
    fn emit(&mut self, op: Op, ty: Type, args: &[Value], imm: u32) -> Value {
        self.cursor.emit(self.function, op, Flags::NONE, ty, args, imm)
    }

    /// An access to what has type `ty`, the vector or a component of it; the value of a load.
    fn access(&mut self, ty: Type, flags: Flags, part: Option<u32>, stored: Option<Value>) -> Option<Value> {
        let pointer = self.module.types.pointer(StorageClass::StorageBuffer, ty);
        let mut path = SmallVec::<[Value; 4]>::from_slice(&[self.base, self.module.i32(0), self.vector]);
        path.extend(part.map(|part| self.module.i32(part)));
        let flags = flags.with(self.non_uniform);
        let place = self
            .cursor
            .emit(self.function, Op::AccessChain, flags, pointer, &path, 0);
        let (op, ty, args): (_, _, &[Value]) = match stored {
            Some(stored) => (Op::Store, Type::VOID, &[place, stored]),
            None => (Op::Load, ty, &[place]),
        };
        let value = self.cursor.emit(self.function, op, self.flags, ty, args, 0);
        stored.is_none().then_some(value)
    }

    /// Accesses to each component of the vector; the values of loads.
    fn components(&mut self, ty: Type, stored: Option<Value>) -> SmallVec<[Value; 4]> {
        let scalar = self.module.types.scalar(ty);
        let mut parts = SmallVec::new();
        for part in 0..self.module.types.components(ty) {
            let stored = stored.map(|stored| self.emit(Op::Extract, scalar, &[stored], part));
            parts.extend(self.access(scalar, Flags::NONE, Some(part), stored));
        }
        parts
    }
}
