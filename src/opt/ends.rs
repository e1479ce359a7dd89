//! Vectors at the end of a buffer whose bounds are asked of each component.
//!
//! Expects access chains with the flag [`BY_COMPONENT`](Flags::BY_COMPONENT), and that nothing else is removed any more.
//! An access to a whole vector becomes a call of a function, which accesses it as usual, and only the one that the buffer ends
//! in by its components, too: bounds of components made NVIDIA's driver (580.159, H100) take twice the time for a copy, and
//! accesses that wait for a comparison a few hundredths more. As a whole, that one reads nothing of worth and writes, as far as
//! it does, what the other writes again. Accesses to single components are by components anyway.
//!
//! ```text
//! %3 = access_chain.by_component @1, i32 0, %2        %4 = call func1, %2
//! %4 = load %3                                 =>
//!                                                     func1(%0: vector):
//!                                                       %1 = load @1[%0]
//!                                                       if %0 == length(@1) { load.by_component @1[%0] } else { %1 }
//! ```

use crate::ir::{
    Cursor, Edge, Flags, Func, Function, Global, Inst, Module, Op, StorageClass, Terminator, Type, TypeData,
    Value, ValueRef,
};
use rustc_hash::FxHashSet;

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Access {
    variable: Global,
    /// Whether the variable is an array of descriptors, and whether their index may differ between lanes.
    indexed: Option<Flags>,
    /// Those of the load or store.
    flags: Flags,
    /// What is stored; none for a load.
    stored: Option<Type>,
}

/// Runs the pass; returns whether it changed anything.
pub fn ends(module: &mut Module) -> bool {
    let mut made: Vec<(Access, Func)> = Vec::new();
    let mut changed = false;
    for func in module.functions.ids().collect::<Vec<_>>() {
        let mut function = std::mem::take(&mut module.functions[func]);
        let is_chain = |inst: Inst, function: &Function| {
            let data = &function.insts[inst];
            data.op == Op::AccessChain && data.flags.has(Flags::BY_COMPONENT)
        };
        let mut gone: FxHashSet<Inst> = FxHashSet::default();
        for block in function.layout.clone() {
            for position in 0..function.blocks[block].insts.len() {
                let inst = function.blocks[block].insts[position];
                let pointer = function.args(inst).first().and_then(|pointer| pointer.as_inst());
                let accesses = matches!(function.insts[inst].op, Op::Load | Op::Store);
                if let Some(chain) = pointer.filter(|&chain| accesses && is_chain(chain, &function)) {
                    if calls(module, &mut function, inst, chain, &mut made).is_some() {
                        gone.insert(chain);
                    }
                    changed = true;
                }
            }
        }
        if changed {
            for block in function.layout.clone() {
                let mut insts = std::mem::take(&mut function.blocks[block].insts);
                insts.retain(|inst| !gone.contains(inst));
                for &inst in &insts {
                    let data = &function.insts[inst];
                    if is_chain(inst, &function) && is_scalar(module, data.ty) {
                        let data = &mut function.insts[inst];
                        data.flags = data.flags.without(Flags::BY_COMPONENT);
                    }
                }
                function.blocks[block].insts = insts;
            }
        }
        module.functions[func] = function;
    }
    changed
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
    made: &mut Vec<(Access, Func)>,
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
    let known = made.iter().find(|(other, _)| *other == access);
    let func = match known {
        Some(&(_, func)) => func,
        None => {
            let (_, loaded) = module.types.pointee(function.insts[chain].ty)?;
            let func = accessor(module, access, loaded)?;
            made.push((access, func));
            func
        }
    };
    let mut args = smallvec::SmallVec::<[Value; 3]>::new();
    args.extend(index.map(|(index, _)| index));
    args.push(vector);
    args.extend(value);
    let args = crate::entity::ListRef::append(&mut function.pool, args);
    let data = &mut function.insts[inst];
    (data.op, data.flags, data.args, data.imm) = (Op::Call, Flags::NONE, args, func.0);
    Some(())
}

/// The function that makes an access to a vector of type `ty`.
fn accessor(module: &mut Module, access: Access, ty: Type) -> Option<Func> {
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
    let (class, zero) = (StorageClass::StorageBuffer, module.i32(0));
    let pointer = module.types.pointer(class, ty);
    let non_uniform = Flags(access.indexed.unwrap_or_default().0 & Flags::NON_UNIFORM.0);
    let mut made = |function: &mut Function, block, flags: Flags| {
        cursor.block = block;
        let args = [base, zero, vector];
        let flags = flags.with(non_uniform);
        let place = cursor.emit(function, Op::AccessChain, flags, pointer, &args, 0);
        match value {
            Some(value) => {
                let args = [place, value];
                cursor.emit(function, Op::Store, access.flags, Type::VOID, &args, 0);
                None
            }
            None => Some(cursor.emit(function, Op::Load, access.flags, ty, &[place], 0)),
        }
    };
    let none = Flags::NONE;
    let whole = made(&mut function, entry, none);
    let cut = made(&mut function, end, Flags::BY_COMPONENT);
    cursor.block = entry;
    let length = cursor.emit(&mut function, Op::ArrayLength, none, Type::I32, &[base], 0);
    let args = [vector, length];
    let is_cut = cursor.emit(&mut function, Op::IEq, none, Type::BOOL, &args, 0);
    let to_done = |function: &mut Function, loaded: Option<Value>| match loaded {
        Some(loaded) => function.edge(done, &[loaded]),
        None => Edge::to(done),
    };
    let (if_false, onward) = (to_done(&mut function, whole), to_done(&mut function, cut));
    function.blocks[entry].terminator = Terminator::CondBranch {
        condition: is_cut,
        if_true: Edge::to(end),
        if_false,
    };
    function.blocks[end].terminator = Terminator::Branch(onward);
    function.blocks[done].terminator = Terminator::Return(loaded);
    Some(module.functions.push(function))
}
