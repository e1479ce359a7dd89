//! Vectors at addresses that may be multiples of their size.
//!
//! Expects pointers to vectors with the flag [`AS_BASE`](Flags::AS_BASE), and that nothing else is merged or removed any more. An
//! access by one becomes a call of a function, which asks whether the address that the pointer was made from is a multiple of
//! the vector's size, and if so accesses an element of an array of vectors there. The answer is the same for all lanes where the
//! address is. NVIDIA's driver (580.159, H100) takes vectors that say less of their alignment apart: a copy takes 2.7 times as
//! long; and one at a pointer made from a scalar's, behind the question, takes 1.05 times as long as one in an array.
//!
//! ```text
//! %2 = address_to_pointer %1               %5 = call func1, %1, %9
//! %3 = access_chain %2, i32 0, %9
//! %4 = bitcast.as_base %3           =>     func1(%1: address, %9: index):
//! %5 = load %4 #4                            if %1 & 15 == 0 { load of vectors at %1, number %9 >> 2, #16 }
//!                                            else { load as before #4 }
//! ```

use crate::entity::ListRef;
use crate::ir::{
    Cursor, Edge, Flags, Func, Function, Inst, Module, Op, StorageClass, Terminator, Type, TypeData, Value,
};

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Access {
    /// Types of the address, of the pointers made from it and of what is loaded or stored.
    address: Type,
    block: Type,
    element: Type,
    vector: Type,
    /// Alignment in bytes that is known anyway.
    known: u32,
    /// Those of the load or store.
    flags: Flags,
    store: bool,
}

/// Runs the pass; returns whether it changed anything.
pub fn aligned(module: &mut Module) -> bool {
    // Most shaders have no addresses.
    let is_address = |ty: &TypeData| matches!(ty, TypeData::Pointer { class, .. } if *class == StorageClass::PhysicalStorageBuffer);
    if !module.types.iter().any(|(_, ty)| is_address(ty)) {
        return false;
    }
    let mut made: Vec<(Access, Func)> = Vec::new();
    for func in module.functions.ids().collect::<Vec<_>>() {
        let flagged = |function: &Function| {
            let mut insts = function.insts.values();
            insts.any(|data| data.op == Op::Bitcast && data.flags.has(Flags::AS_BASE))
        };
        if !flagged(&module.functions[func]) {
            continue;
        }
        let mut function = std::mem::take(&mut module.functions[func]);
        for position in 0..function.layout.len() {
            let block = function.layout[position];
            for position in 0..function.blocks[block].insts.len() {
                let inst = function.blocks[block].insts[position];
                if matches!(function.insts[inst].op, Op::Load | Op::Store) {
                    calls(module, &mut function, inst, &mut made);
                }
            }
        }
        // Pointers that only the accesses used.
        super::dce::dce(&mut function);
        module.functions[func] = function;
    }
    !made.is_empty()
}

/// Makes `inst`, a load or store, a call, if it is by such a pointer.
#[cold]
fn calls(
    module: &mut Module,
    function: &mut Function,
    inst: Inst,
    made: &mut Vec<(Access, Func)>,
) -> Option<()> {
    let data = function.insts[inst];
    let pointer = function.args(inst).first()?.as_inst()?;
    let cast = function.insts[pointer];
    if cast.op != Op::Bitcast || !cast.flags.has(Flags::AS_BASE) {
        return None;
    }
    let chain = function.args(pointer).first()?.as_inst()?;
    let &[base, zero, index] = function.args(chain) else {
        return None;
    };
    let base = base.as_inst()?;
    let &[address] = function.args(base) else {
        return None;
    };
    let is_made = function.insts[chain].op == Op::AccessChain
        && function.insts[base].op == Op::AddressToPointer
        && module.const_bits(zero) == Some(0);
    if !is_made {
        return None;
    }
    let (_, vector) = module.types.pointee(cast.ty)?;
    let access = Access {
        address: module.value_type(function, address),
        block: function.insts[base].ty,
        element: function.insts[chain].ty,
        vector,
        known: data.imm,
        flags: data.flags,
        store: data.op == Op::Store,
    };
    let known = made.iter().find(|(other, _)| *other == access);
    let func = match known {
        Some(&(_, func)) => func,
        None => {
            let func = accessor(module, access)?;
            made.push((access, func));
            func
        }
    };
    let mut args = smallvec::SmallVec::<[Value; 3]>::from_slice(&[address, index]);
    args.extend(function.args(inst).get(1).copied());
    let args = ListRef::append(&mut function.pool, args);
    let data = &mut function.insts[inst];
    (data.op, data.flags, data.args, data.imm) = (Op::Call, Flags::NONE, args, func.0);
    Some(())
}

/// The function that makes an access.
fn accessor(module: &mut Module, access: Access) -> Option<Func> {
    let (name, result) = match access.store {
        true => ("store_at_address", Type::VOID),
        false => ("load_at_address", access.vector),
    };
    let bytes = module.types.scalar(access.vector).scalar_bits() / 8;
    let size = (bytes * module.types.components(access.vector)).next_power_of_two();
    let mut function = Function::new(name, result);
    let [entry, whole, apart, done] = std::array::from_fn(|_| function.add_block());
    let address = Value::from(function.add_param(entry, access.address));
    let index = Value::from(function.add_param(entry, Type::I32));
    let value = access
        .store
        .then(|| Value::from(function.add_param(entry, access.vector)));
    let loaded = (!access.store).then(|| Value::from(function.add_param(done, access.vector)));
    let (none, word) = (Flags::NONE, Type::I32);
    let mut cursor = Cursor::at_end(entry);
    let low = match module.types.get(access.address) {
        TypeData::Vector { .. } => cursor.emit(&mut function, Op::Extract, none, word, &[address], 0),
        _ if access.address == Type::I64 => cursor.emit(&mut function, Op::ITrunc, none, word, &[address], 0),
        _ => return None,
    };
    let (mask, zero) = (module.i32(size - 1), module.i32(0));
    let rest = cursor.emit(&mut function, Op::And, none, word, &[low, mask], 0);
    let is_aligned = cursor.emit(&mut function, Op::IEq, none, Type::BOOL, &[rest, zero], 0);
    function.choose(entry, is_aligned, [whole, apart].map(Edge::to), done);
    let class = StorageClass::PhysicalStorageBuffer;
    let pointer = module.types.pointer(class, access.vector);
    let vectors = vectors(module, access, size)?;
    // The index counts elements, and those before the access fill vectors.
    let (_, element) = module.types.pointee(access.element)?;
    let shift = module.i32((size * 8 / element.scalar_bits().max(8)).ilog2());
    for (block, alignment) in [(whole, size), (apart, access.known)] {
        cursor.block = block;
        let f = &mut function;
        let place = if block == whole {
            let base = cursor.emit(f, Op::AddressToPointer, none, vectors, &[address], 0);
            let index = cursor.emit(f, Op::LShr, none, word, &[index, shift], 0);
            cursor.emit(f, Op::AccessChain, none, pointer, &[base, zero, index], 0)
        } else {
            let base = cursor.emit(f, Op::AddressToPointer, none, access.block, &[address], 0);
            let place = cursor.emit(f, Op::AccessChain, none, access.element, &[base, zero, index], 0);
            cursor.emit(f, Op::Bitcast, none, pointer, &[place], 0)
        };
        let edge = match value {
            Some(value) => {
                let args = [place, value];
                cursor.emit(f, Op::Store, access.flags, Type::VOID, &args, alignment);
                Edge::to(done)
            }
            None => {
                let loaded = cursor.emit(f, Op::Load, access.flags, access.vector, &[place], alignment);
                f.edge(done, &[loaded])
            }
        };
        f.blocks[block].terminator = Terminator::Branch(edge);
    }
    function.blocks[done].terminator = Terminator::Return(loaded);
    Some(module.functions.push(function))
}

/// A pointer to a block like that of an access, of vectors every `size` bytes.
fn vectors(module: &mut Module, access: Access, size: u32) -> Option<Type> {
    let (class, block) = module.types.pointee(access.block)?;
    let TypeData::Struct(block) = module.types.get(block) else {
        return None;
    };
    let mut block = block.clone();
    let components = module.types.components(access.vector);
    let head = block.name.trim_end_matches(|c: char| !c.is_ascii_digit()).len();
    block.name.insert_str(head, &format!("x{components}"));
    let [member] = block.members.as_mut_slice() else {
        return None;
    };
    member.ty = module.types.intern(TypeData::RuntimeArray {
        element: access.vector,
        stride: size,
    });
    let block = module.types.intern(TypeData::Struct(block));
    Some(module.types.pointer(class, block))
}
