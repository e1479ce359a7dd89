//! Groupshared memory in two forms, for lavapipe, which gives each block memory of its own: accesses to a view become accesses
//! to the elements of the array that it is a view of.
//!
//! That array is the one of scalars at the same offset, as the decorations of the module say. All else stays as it is: indices,
//! offsets and the order of accesses are the translator's.

use spirv::{Capability, Decoration, Op, StorageClass};
use std::collections::{BTreeMap, HashMap};

/// Words before the first instruction.
const HEADER: usize = 5;

/// What a module says of its groupshared memory.
#[derive(Default)]
struct Memory {
    /// Offsets by structure and member, strides by array.
    offsets: HashMap<(u32, u32), u32>,
    strides: HashMap<u32, u32>,
    /// Component type and number of vectors, element type of arrays, members of structures, pointees.
    vectors: HashMap<u32, (u32, u32)>,
    arrays: HashMap<u32, u32>,
    structs: HashMap<u32, Vec<u32>>,
    pointees: HashMap<u32, u32>,
    constants: HashMap<u32, u32>,
    uint: u32,
    /// Groupshared variables with their structures.
    blocks: BTreeMap<u32, u32>,
}

/// A member that is an array of vectors, and the array of scalars that is the same memory.
#[derive(Clone, Copy)]
struct View {
    variable: u32,
    member: u32,
    element: u32,
    len: u32,
}

/// An access chain into a view.
#[derive(Clone, Copy)]
struct Chain {
    view: View,
    number: u32,
    component: Option<u32>,
}

fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    let mut rest = words.get(HEADER..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (inst, behind) = rest.split_at_checked((first >> 16).max(1) as usize)?;
        rest = behind;
        Some((first & 0xffff, inst))
    })
}

impl Memory {
    fn of(words: &[u32]) -> Self {
        let mut memory = Self::default();
        for (op, inst) in instructions(words) {
            match (Op::from_u32(op), inst) {
                (Some(Op::MemberDecorate), &[_, ty, member, kind, offset])
                    if kind == Decoration::Offset as u32 =>
                {
                    memory.offsets.insert((ty, member), offset);
                }
                (Some(Op::Decorate), &[_, ty, kind, stride]) if kind == Decoration::ArrayStride as u32 => {
                    memory.strides.insert(ty, stride);
                }
                (Some(Op::TypeInt), &[_, ty, 32, 0]) => memory.uint = ty,
                (Some(Op::TypeVector), &[_, ty, element, len]) => {
                    memory.vectors.insert(ty, (element, len));
                }
                (Some(Op::TypeArray), &[_, ty, element, _]) => {
                    memory.arrays.insert(ty, element);
                }
                (Some(Op::TypeStruct), [_, ty, members @ ..]) => {
                    memory.structs.insert(*ty, members.to_vec());
                }
                (Some(Op::TypePointer), &[_, ty, class, pointee])
                    if class == StorageClass::Workgroup as u32 =>
                {
                    memory.pointees.insert(ty, pointee);
                }
                (Some(Op::Constant), &[_, ty, id, value]) if ty == memory.uint => {
                    memory.constants.insert(id, value);
                }
                (Some(Op::Variable), &[_, ty, id, class]) if class == StorageClass::Workgroup as u32 => {
                    let pointee = memory.pointees.get(&ty).copied().unwrap_or(0);
                    memory.blocks.insert(id, pointee);
                }
                _ => {}
            }
        }
        memory
    }

    /// The arrays in the blocks: block, member, offset, the array and its element.
    fn members(&self) -> impl Iterator<Item = (u32, u32, u32, u32, u32)> {
        self.blocks.iter().flat_map(move |(&variable, ty)| {
            let members = self.structs.get(ty).map_or(&[][..], Vec::as_slice);
            (0..).zip(members).filter_map(move |(member, array)| {
                let element = *self.arrays.get(array)?;
                let offset = *self.offsets.get(&(*ty, member))?;
                Some((variable, member, offset, *array, element))
            })
        })
    }

    /// The views, by block and member.
    fn views(&self) -> Result<HashMap<(u32, u32), View>, String> {
        let mut views = HashMap::new();
        let members: Vec<_> = self.members().collect();
        for &(block, number, offset, array, vector) in &members {
            let Some(&(element, len)) = self.vectors.get(&vector) else {
                continue;
            };
            let mut same = members
                .iter()
                .filter(|other| other.2 == offset && other.0 != block);
            let Some(&(variable, member, _, scalars, scalar)) =
                same.clone().find(|other| !self.vectors.contains_key(&other.4))
            else {
                if same.next().is_some() {
                    return Err("two views of an array that is in no block".into());
                }
                continue;
            };
            let stride = |array| self.strides.get(array).copied().unwrap_or(0);
            if scalar != element || stride(&array) != len * stride(&scalars) {
                return Err("a view of an array of another type".into());
            }
            let view = View {
                variable,
                member,
                element,
                len,
            };
            views.insert((block, number), view);
        }
        Ok(views)
    }
}

/// A module that is being made.
struct Maker {
    next: u32,
    /// Types and constants, to go before the functions.
    head: Vec<u32>,
    uint: u32,
    made: HashMap<(Op, u32), u32>,
    body: Vec<u32>,
}

impl Maker {
    fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn constant(&mut self, value: u32) -> u32 {
        if let Some(&id) = self.made.get(&(Op::Constant, value)) {
            return id;
        }
        let id = self.id();
        self.head
            .extend([4 << 16 | Op::Constant as u32, self.uint, id, value]);
        self.made.insert((Op::Constant, value), id);
        id
    }

    fn pointer(&mut self, element: u32) -> u32 {
        if let Some(&id) = self.made.get(&(Op::TypePointer, element)) {
            return id;
        }
        let id = self.id();
        let class = StorageClass::Workgroup as u32;
        self.head
            .extend([4 << 16 | Op::TypePointer as u32, id, class, element]);
        self.made.insert((Op::TypePointer, element), id);
        id
    }

    fn inst(&mut self, op: Op, operands: &[u32]) {
        self.body.push((operands.len() as u32 + 1) << 16 | op as u32);
        self.body.extend(operands);
    }

    /// A pointer to component `component` of the vector that `chain` leads to.
    fn element(&mut self, chain: Chain, component: u32) -> u32 {
        let View {
            variable,
            member,
            element,
            len,
        } = chain.view;
        let (first, index, pointer) = (self.id(), self.id(), self.id());
        let [len, component, member] = [len, component, member].map(|value| self.constant(value));
        let ty = self.pointer(element);
        let uint = self.uint;
        self.inst(Op::IMul, &[uint, first, chain.number, len]);
        self.inst(Op::IAdd, &[uint, index, first, component]);
        self.inst(Op::AccessChain, &[ty, pointer, variable, member, index]);
        pointer
    }

    fn load(&mut self, chain: Chain, ty: u32, id: u32) {
        let element = chain.view.element;
        if let Some(component) = chain.component {
            let pointer = self.element(chain, component);
            self.inst(Op::Load, &[element, id, pointer]);
            return;
        }
        let mut operands = vec![ty, id];
        for component in 0..chain.view.len {
            let pointer = self.element(chain, component);
            let part = self.id();
            self.inst(Op::Load, &[element, part, pointer]);
            operands.push(part);
        }
        self.inst(Op::CompositeConstruct, &operands);
    }

    fn store(&mut self, chain: Chain, value: u32) {
        if let Some(component) = chain.component {
            let pointer = self.element(chain, component);
            self.inst(Op::Store, &[pointer, value]);
            return;
        }
        for component in 0..chain.view.len {
            let pointer = self.element(chain, component);
            let part = self.id();
            self.inst(
                Op::CompositeExtract,
                &[chain.view.element, part, value, component],
            );
            self.inst(Op::Store, &[pointer, part]);
        }
    }
}

/// Where the operands of an operation that may be pointers begin; behind all of them, where none is.
fn first_pointer(op: Op) -> usize {
    match op {
        // The rest are literals, blocks, and values of types that are no pointers.
        Op::CompositeExtract
        | Op::CompositeInsert
        | Op::VectorShuffle
        | Op::SelectionMerge
        | Op::LoopMerge
        | Op::BranchConditional
        | Op::Switch => usize::MAX,
        // The number of the instruction is a literal.
        Op::ExtInst => 5,
        _ => 1,
    }
}

/// Whether a module has groupshared memory with an explicit layout.
pub fn has_blocks(words: &[u32]) -> bool {
    let wanted = Capability::WorkgroupMemoryExplicitLayoutKHR as u32;
    instructions(words).any(|(op, inst)| op == Op::Capability as u32 && inst.get(1) == Some(&wanted))
}

/// The module with accesses to elements in place of those to views.
///
/// # Errors
/// For a view of nothing that the module has, and for other uses than loads and stores.
pub fn by_elements(words: &[u32]) -> Result<Vec<u32>, String> {
    let memory = Memory::of(words);
    let views = memory.views()?;
    let mut maker = Maker {
        next: *words.get(3).ok_or("no module")?,
        head: Vec::new(),
        uint: memory.uint,
        made: HashMap::new(),
        body: Vec::new(),
    };
    let mut chains: HashMap<u32, Chain> = HashMap::new();
    let mut functions = None;
    let constant = |id: &u32| memory.constants.get(id).copied();
    for (op, inst) in instructions(words) {
        if op == Op::Function as u32 {
            functions.get_or_insert(maker.body.len());
        }
        let leads = |at: usize| inst.get(at).and_then(|pointer| chains.get(pointer)).copied();
        match (Op::from_u32(op), inst) {
            (Some(Op::AccessChain), [_, _, id, base, member, number, rest @ ..]) => {
                let Some(&view) = constant(member).and_then(|member| views.get(&(*base, member))) else {
                    maker.body.extend(inst);
                    continue;
                };
                let component = match rest {
                    [] => None,
                    [component] => Some(constant(component).ok_or("a component that is not known")?),
                    _ => return Err("a chain beyond a component".into()),
                };
                let number = *number;
                chains.insert(
                    *id,
                    Chain {
                        view,
                        number,
                        component,
                    },
                );
            }
            (Some(Op::Load), &[_, ty, id, _]) => match leads(3) {
                Some(chain) => maker.load(chain, ty, id),
                None => maker.body.extend(inst),
            },
            (Some(Op::Store), &[_, _, value]) => match leads(1) {
                Some(chain) => maker.store(chain, value),
                None => maker.body.extend(inst),
            },
            (Some(op), _)
                if functions.is_some() && (first_pointer(op)..inst.len()).any(|at| leads(at).is_some()) =>
            {
                // A literal of another operation may look like a pointer: better refused than run.
                return Err("a view that is neither loaded nor stored".into());
            }
            _ => maker.body.extend(inst),
        }
    }
    let (before, behind) = maker.body.split_at(functions.unwrap_or(0));
    let mut made = words.get(..HEADER).ok_or("no module")?.to_vec();
    made[3] = maker.next;
    made.extend(before.iter().chain(&maker.head).chain(behind));
    Ok(made)
}
