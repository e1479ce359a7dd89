//! The end of amplification shaders: their payload becomes that of the mesh groups which they start.
//!
//! In: `dispatch_mesh`, whose payload lies in groupshared memory, or is the first thread's own. Out: a barrier of the group,
//! the payload copied to a variable of class `TaskPayloadWorkgroupEXT`, by all threads together or by the first, and
//! `emit_mesh_tasks`, which ends the shader: what stands behind it is dropped, and where several dispatches are, their ends
//! are one. What holds: the payload is written there and never read, so that memory which the group
//! works in stays groupshared, whose barriers and atomics Vulkan defines.
//!
//! ```text
//!                                     dx.barrier #9
//!                                     br bb1(%thread)
//!                                   bb1(%i):
//!                                     condbr (%i < 64), bb2, bb3
//! dispatch_mesh %x, %y, %z, @0   ->  bb2:
//!                                     store (access_chain @1, %i), (load (access_chain @0, %i))
//!                                     br bb1(%i + threads)
//!                                   bb3:
//!                                     dx.barrier #9
//!                                     emit_mesh_tasks %x, %y, %z, @1
//! ```
//!
//! Facts: the D3D12 specification "Mesh Shader", "DispatchMesh intrinsic": it implies a group barrier; `SPV_EXT_mesh_shader`.

use crate::analysis::cfg::Cfg;
use crate::error::{Error, Result};
use crate::ir::{
    Block, Cursor, Edge, Flags, Function, Global, Inst, Module, Op, StorageClass, Terminator, Type, TypeData,
    Types, Value, packed_size,
};
use crate::shader::SystemValue;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Most bytes of a payload: a limit of D3D12, and what Vulkan has everywhere.
pub const MOST_BYTES: u32 = 16384;

/// `GroupMemoryBarrierWithGroupSync`, as a DXIL barrier mode.
const GROUP_BARRIER: u32 = 9;

/// Lowers the ends of `func`, a function of `module` that has been taken out of it.
///
/// # Errors
/// `Malformed` for a payload beyond D3D12's limit, `Unsupported` for one elsewhere than in groupshared or a thread's own memory.
#[cold]
pub fn launch(module: &mut Module, func: &mut Function) -> Result<()> {
    let declared = module.info.properties.amplification_payload.unwrap_or(0);
    check_size(u64::from(declared))?;
    let threads = module.info.properties.num_threads.unwrap_or([1; 3]);
    let mut pass = Pass {
        threads: threads.into_iter().fold(1, u32::saturating_mul),
        variable: None,
        starts: Vec::new(),
        module,
        func,
    };
    for block in pass.func.layout.clone() {
        let data = &pass.func.blocks[block];
        let end = data
            .insts
            .iter()
            .position(|&inst| pass.func.insts[inst].op == Op::DispatchMesh);
        match end {
            Some(at) => pass.end(block, at)?,
            // A group that starts nothing.
            None if matches!(data.terminator, Terminator::Return(_)) => pass.start_none(block),
            None => {}
        }
    }
    pass.finish();
    let cfg = Cfg::new(func);
    func.layout.retain(|&block| cfg.is_reachable(block));
    Ok(())
}

/// Fails where a payload is larger than D3D12 has them.
pub fn check_size(bytes: u64) -> Result<()> {
    if bytes > u64::from(MOST_BYTES) {
        return Err(Error::malformed(format!("a payload of {bytes} bytes")));
    }
    Ok(())
}

/// A part of a payload that is copied with one access, or an array whose elements are.
struct Piece {
    /// Members that lead to it.
    steps: SmallVec<[u32; 4]>,
    /// Type of what is copied at once.
    ty: Type,
    /// Elements, of an array.
    count: Option<u32>,
}

/// The pieces of memory of type `ty`; what has no bytes is none.
fn pieces(types: &Types, ty: Type, sizes: &mut FxHashMap<Type, u64>) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest: Vec<(SmallVec<[u32; 4]>, Type)> = vec![(SmallVec::new(), ty)];
    while let Some((steps, ty)) = rest.pop() {
        if packed_size(types, ty, sizes) == 0 {
            continue;
        }
        match types.get(ty) {
            TypeData::Struct(data) => {
                for (number, member) in data.members.iter().enumerate().rev() {
                    let mut steps = steps.clone();
                    steps.push(number as u32);
                    rest.push((steps, member.ty));
                }
            }
            TypeData::Array { element, len, .. } => found.push(Piece {
                steps,
                ty: *element,
                count: Some(*len),
            }),
            _ => found.push(Piece {
                steps,
                ty,
                count: None,
            }),
        }
    }
    found
}

struct Pass<'m> {
    module: &'m mut Module,
    func: &'m mut Function,
    /// Threads of a group.
    threads: u32,
    /// The payload, and its type.
    variable: Option<(Global, Type)>,
    /// Where mesh groups start, and how many.
    starts: Vec<(Cursor, [Value; 3])>,
}

impl Pass<'_> {
    /// Ends `block` where `func.insts` at position `at` of it starts mesh groups.
    fn end(&mut self, block: Block, at: usize) -> Result<()> {
        let data = &mut self.func.blocks[block];
        let dispatch = data.insts.split_off(at)[0];
        data.hint = Default::default();
        let args: SmallVec<[Value; 4]> = self.func.args(dispatch).into();
        let &[x, y, z, payload] = args.as_slice() else {
            return Err(Error::internal("a dispatch of mesh groups without its operands"));
        };
        let mut cursor = Cursor::at_end(block);
        cursor.source = self.func.insts[dispatch].source;
        let (class, ty) = match self
            .module
            .types
            .pointee(self.module.value_type(self.func, payload))
        {
            Some((class @ (StorageClass::Workgroup | StorageClass::Function), ty)) => (class, ty),
            Some(_) => {
                return Err(Error::unsupported(
                    "a payload that is neither in groupshared memory nor a thread's own",
                ));
            }
            None => return Err(Error::malformed("a payload that is not pointed to")),
        };
        let mut sizes = FxHashMap::default();
        let bytes = packed_size(&self.module.types, ty, &mut sizes);
        check_size(bytes)?;
        self.barrier(&mut cursor);
        if bytes != 0 {
            let variable = self.payload(ty)?;
            let pieces = pieces(&self.module.types, ty, &mut sizes);
            self.copy(&mut cursor, (class, payload), variable.into(), &pieces);
            self.barrier(&mut cursor);
        }
        self.starts.push((cursor, [x, y, z]));
        Ok(())
    }

    fn start_none(&mut self, block: Block) {
        let zero = self.module.i32(0);
        self.starts.push((Cursor::at_end(block), [zero; 3]));
    }

    /// Starts the mesh groups, in one place: of several, NVIDIA's driver (580.159) takes another one's.
    fn finish(&mut self) {
        let starts = std::mem::take(&mut self.starts);
        let (mut cursor, counts) = match starts.as_slice() {
            [] => return,
            &[start] => start,
            &[(first, _), ..] => {
                let end = self.func.add_block();
                let params = [(); 3].map(|()| self.func.add_param(end, Type::I32));
                for (cursor, counts) in &starts {
                    let edge = self.func.edge(end, counts);
                    self.func.blocks[cursor.block].terminator = Terminator::Branch(edge);
                }
                (
                    Cursor::at_end(end).with_source(first.source),
                    params.map(Value::from),
                )
            }
        };
        let mut args: SmallVec<[Value; 4]> = SmallVec::from_slice(&counts);
        args.extend(self.variable.map(|(variable, _)| Value::from(variable)));
        self.emit(&mut cursor, Op::EmitMeshTasks, Type::VOID, &args, 0);
        self.func.blocks[cursor.block].terminator = Terminator::Return(None);
    }

    fn payload(&mut self, ty: Type) -> Result<Global> {
        match self.variable {
            Some((variable, known)) if known == ty => Ok(variable),
            Some(_) => Err(Error::unsupported("payloads of two types in one shader")),
            None => {
                let class = StorageClass::TaskPayloadWorkgroupEXT;
                let variable = self.module.add_global("payload", class, ty);
                self.variable = Some((variable, ty));
                Ok(variable)
            }
        }
    }

    fn emit(&mut self, cursor: &mut Cursor, op: Op, ty: Type, args: &[Value], imm: u32) -> Value {
        cursor.emit(self.func, op, Flags::NONE, ty, args, imm)
    }

    fn barrier(&mut self, cursor: &mut Cursor) {
        self.emit(cursor, Op::DxBarrier, Type::VOID, &[], GROUP_BARRIER);
    }

    /// Copies: elements of arrays by as many threads as there are, the rest by the first. What is a thread's own is the
    /// first one's, which copies all of it.
    fn copy(&mut self, cursor: &mut Cursor, from: (StorageClass, Value), to: Value, pieces: &[Piece]) {
        let shared = from.0 == StorageClass::Workgroup;
        let number = SystemValue::FlattenedThreadIdInGroup as u32;
        let thread = self.emit(cursor, Op::SystemValue, Type::I32, &[], number);
        if shared {
            for piece in pieces {
                if let Some(count) = piece.count {
                    self.copy_array(cursor, (thread, self.threads), (from, to), piece, count);
                }
            }
            if pieces.iter().all(|piece| piece.count.is_some()) {
                return;
            }
        }
        let zero = self.module.i32(0);
        let first = self.emit(cursor, Op::IEq, Type::BOOL, &[thread, zero], 0);
        let (copying, behind) = (self.func.add_block(), self.func.add_block());
        self.branch(cursor.block, first, copying, behind);
        cursor.block = copying;
        for piece in pieces {
            match piece.count {
                None => self.copy_piece(cursor, (from, to), piece, None),
                Some(count) if !shared => self.copy_array(cursor, (zero, 1), (from, to), piece, count),
                Some(_) => {}
            }
        }
        self.func.blocks[cursor.block].terminator = Terminator::Branch(Edge::to(behind));
        cursor.block = behind;
    }

    /// Copies the elements n, n + t, n + 2t, ...
    fn copy_array(
        &mut self,
        cursor: &mut Cursor,
        (first, step): (Value, u32),
        ends: ((StorageClass, Value), Value),
        piece: &Piece,
        count: u32,
    ) {
        let [header, copying, behind] = [(); 3].map(|()| self.func.add_block());
        let index: Inst = self.func.make_inst(Op::Param, Flags::NONE, Type::I32, &[], 0);
        self.func.blocks[header].params = vec![index];
        let index = Value::from(index);
        let enter = self.func.edge(header, &[first]);
        self.func.blocks[cursor.block].terminator = Terminator::Branch(enter);
        cursor.block = header;
        let (count, step) = (self.module.i32(count), self.module.i32(step));
        let inside = self.emit(cursor, Op::ULt, Type::BOOL, &[index, count], 0);
        self.branch(header, inside, copying, behind);
        cursor.block = copying;
        self.copy_piece(cursor, ends, piece, Some(index));
        let next = self.emit(cursor, Op::IAdd, Type::I32, &[index, step], 0);
        let again = self.func.edge(header, &[next]);
        self.func.blocks[copying].terminator = Terminator::Branch(again);
        cursor.block = behind;
    }

    fn branch(&mut self, from: Block, condition: Value, if_true: Block, if_false: Block) {
        self.func.blocks[from].terminator = Terminator::CondBranch {
            condition,
            if_true: Edge::to(if_true),
            if_false: Edge::to(if_false),
        };
    }

    /// Copies a piece, or one of its elements.
    fn copy_piece(
        &mut self,
        cursor: &mut Cursor,
        ((class, from), to): ((StorageClass, Value), Value),
        piece: &Piece,
        index: Option<Value>,
    ) {
        let mut steps: SmallVec<[Value; 6]> = SmallVec::new();
        steps.extend(piece.steps.iter().map(|&step| self.module.i32(step)));
        steps.extend(index);
        let source = self.part(cursor, class, from, &steps, piece.ty);
        let value = self.emit(cursor, Op::Load, piece.ty, &[source], 0);
        let class = StorageClass::TaskPayloadWorkgroupEXT;
        let target = self.part(cursor, class, to, &steps, piece.ty);
        self.emit(cursor, Op::Store, Type::VOID, &[target, value], 0);
    }

    fn part(
        &mut self,
        cursor: &mut Cursor,
        class: StorageClass,
        base: Value,
        steps: &[Value],
        ty: Type,
    ) -> Value {
        if steps.is_empty() {
            return base;
        }
        let pointer = self.module.types.pointer(class, ty);
        let mut args: SmallVec<[Value; 6]> = SmallVec::new();
        args.push(base);
        args.extend_from_slice(steps);
        self.emit(cursor, Op::AccessChain, pointer, &args, 0)
    }
}
