//! CONSTANTS blocks, of modules and of functions.
//!
//! Constants may refer to later ones, so `Checks` notes what they refer to; `Checks::run` then proves
//! that it exists with the right type, that no constant contains itself, and that none nests or expands
//! beyond the bounds of [`limits`](crate::limits).

use super::codes::constant as code;
use super::module::{Body, Constant, Module, Type, TypeId, Value, ValueId, ValueKind};
use super::operands::Operands;
use super::rules::{self, Scalar, Shape};
use super::types::Types;
use crate::bitstream::{Event, Reader, Record};
use crate::entity::ListRef;
use crate::error::{Error, Result};
use crate::limits;
use rustc_hash::FxHashMap;

/// What is to be proved once all constants are known.
#[derive(Default)]
pub(super) struct Checks {
    /// Operands: the value, the type it must have, and where.
    uses: Vec<(ValueId, TypeId, u64)>,
    /// Constant `getelementptr`s, and where.
    geps: Vec<(ValueId, u64)>,
    /// Constants with operands, and where.
    composites: Vec<(ValueId, u64)>,
}

/// How deep and large each constant with operands is; those without are not listed.
#[derive(Default)]
pub(super) struct Extents {
    of: FxHashMap<ValueId, Extent>,
    /// The composites of the current function, to forget with it.
    local: Vec<ValueId>,
}

#[derive(Clone, Copy)]
enum Extent {
    Open,
    Done { depth: usize, elements: usize },
}

/// Reads one block.
struct BlockReader<'r> {
    types: &'r mut Types,
    module: &'r mut Module,
    checks: &'r mut Checks,
    ty: TypeId,
}

/// Reads the block that was just entered. Constants are appended to `out`, whose first value has number
/// `first`; their lists go to the pools of `module`.
pub(super) fn read_block<'a>(
    reader: &mut Reader<'a>,
    record: &mut Record<'a>,
    types: &mut Types,
    module: &mut Module,
    checks: &mut Checks,
    (out, first): (&mut Vec<Value>, u32),
) -> Result<()> {
    let ty = types.int(32);
    let mut block = BlockReader {
        types,
        module,
        checks,
        ty,
    };
    loop {
        match reader.next(record)? {
            Event::Record => {
                let id = ValueId(first + out.len() as u32);
                if let Some(constant) = block.record(record, id)? {
                    out.push(Value {
                        ty: block.ty,
                        kind: ValueKind::Constant(constant),
                    });
                }
            }
            Event::Enter(_) => reader.skip_block()?,
            Event::Exit | Event::End => return Ok(()),
        }
    }
}

impl BlockReader<'_> {
    #[inline]
    fn record(&mut self, record: &Record<'_>, id: ValueId) -> Result<Option<Constant>> {
        let mut ops = Operands::new(record, "constant");
        let ops = &mut ops;
        let constant = match record.code {
            code::SETTYPE => {
                self.ty = self.types.next(ops)?;
                // Debug information has undefined ones of opaque types, too.
                let is_opaque = matches!(self.types.of(self.ty), Type::Opaque { .. });
                if !self.types.is_value(self.ty) && !is_opaque {
                    return Err(ops.malformed("expected the type of a value"));
                }
                return Ok(None);
            }
            code::NULL => Constant::Null,
            code::UNDEF => Constant::Undef,
            code::INTEGER | code::WIDE_INTEGER => {
                let &Type::Int(width) = self.types.of(self.ty) else {
                    return Err(ops.malformed("integer of another type"));
                };
                let value = sign_rotated(ops.next()?);
                if ops.left() > 0 {
                    return Err(ops.malformed("integer of more than 64 bits"));
                }
                Constant::Int(value << (64 - width) >> (64 - width))
            }
            code::FLOAT => {
                let Scalar::Float(width) = self.shape().scalar else {
                    return Err(ops.malformed("float of another type"));
                };
                if self.shape().lanes != 0 {
                    return Err(ops.malformed("float of a vector type"));
                }
                Constant::Float(ops.next()? & mask(width))
            }
            code::AGGREGATE => self.aggregate(*ops)?,
            code::STRING | code::CSTRING | code::DATA => self.data(*ops, record.code)?,
            code::CE_BINOP => {
                let op = ops.next()?;
                let Some(op) = rules::binary_op(op, self.shape()) else {
                    return Err(ops.malformed(format!("binary operation {op} of this type")));
                };
                let (lhs, rhs) = (self.operand(ops, self.ty)?, self.operand(ops, self.ty)?);
                Constant::Binary { op, lhs, rhs }
            }
            code::CE_CAST => {
                let op = ops.next()?;
                let from = self.types.next(ops)?;
                let value = self.operand(ops, from)?;
                let from = Shape::of(self.types, from);
                match rules::cast_op(op) {
                    Some(op) if rules::can_cast(op, from, self.shape()) => Constant::Cast { op, value },
                    _ => return Err(ops.malformed(format!("cast {op} between these types"))),
                }
            }
            code::CE_GEP | code::CE_INBOUNDS_GEP => {
                self.checks.geps.push((id, ops.at()));
                self.gep(*ops)?
            }
            code::CE_SELECT => {
                // Vectors are chosen from by components.
                let condition = rules::comparison_type(self.types, self.shape());
                Constant::Select {
                    condition: self.operand(ops, condition)?,
                    if_true: self.operand(ops, self.ty)?,
                    if_false: self.operand(ops, self.ty)?,
                }
            }
            code::CE_CMP => {
                let operands = self.types.next(ops)?;
                let (lhs, rhs) = (self.operand(ops, operands)?, self.operand(ops, operands)?);
                let predicate = ops.next()?;
                let shape = Shape::of(self.types, operands);
                match rules::predicate(predicate, shape) {
                    Some(predicate) if rules::comparison_type(self.types, shape) == self.ty => {
                        Constant::Compare { predicate, lhs, rhs }
                    }
                    _ => return Err(ops.malformed(format!("comparison {predicate} of these types"))),
                }
            }
            other => return Err(ops.unsupported(name_of(other))),
        };
        let is_plain = matches!(
            constant,
            Constant::Undef | Constant::Null | Constant::Int(_) | Constant::Float(_) | Constant::Data(_)
        );
        if !is_plain && operand(&constant, &self.module.value_refs, 0).is_some() {
            self.checks.composites.push((id, ops.at()));
        }
        Ok(Some(constant))
    }

    fn shape(&self) -> Shape {
        Shape::of(self.types, self.ty)
    }

    /// The next operand as a value of type `ty`.
    #[inline(always)]
    fn operand(&mut self, ops: &mut Operands<'_>, ty: TypeId) -> Result<ValueId> {
        let value = ValueId(ops.next_u32()?);
        self.checks.uses.push((value, ty, ops.at()));
        Ok(value)
    }

    fn aggregate(&mut self, mut ops: Operands<'_>) -> Result<Constant> {
        let count = ops.left() as u64;
        let (element, members) = match *self.types.of(self.ty) {
            Type::Struct { members, .. } if u64::from(members.len) == count => (None, members),
            Type::Array { element, len } if len == count => (Some(element), ListRef::EMPTY),
            Type::Vector { element, len } if u64::from(len) == count => (Some(element), ListRef::EMPTY),
            _ => return Err(ops.malformed(format!("aggregate of {count} elements for another type"))),
        };
        let start = self.module.value_refs.len() as u32;
        for index in 0..count as usize {
            let ty = match element {
                Some(element) => element,
                None => match members.of(&self.types.refs).get(index) {
                    Some(&member) => member,
                    None => return Err(Error::internal("member of an aggregate")),
                },
            };
            let value = self.operand(&mut ops, ty)?;
            self.module.value_refs.push(value);
        }
        Ok(Constant::Aggregate(ListRef {
            start,
            len: count as u32,
        }))
    }

    fn data(&mut self, mut ops: Operands<'_>, code: u32) -> Result<Constant> {
        let count = ops.left() as u64 + u64::from(code == code::CSTRING);
        let element = match *self.types.of(self.ty) {
            Type::Array { element, len } if len == count => element,
            Type::Vector { element, len } if u64::from(len) == count => element,
            _ => return Err(ops.malformed(format!("data of {count} elements for another type"))),
        };
        let width = match Shape::of(self.types, element).scalar {
            Scalar::Int(width) | Scalar::Float(width) if matches!(width, 8 | 16 | 32 | 64) => width,
            _ => return Err(ops.malformed("data of elements other than integers and floats")),
        };
        if code != code::DATA && width != 8 {
            return Err(ops.malformed("string of elements other than i8"));
        }
        let start = self.module.data.len() as u32;
        self.module
            .data
            .extend(ops.rest().iter().map(|bits| bits & mask(width)));
        if code == code::CSTRING {
            self.module.data.push(0);
        }
        Ok(Constant::Data(ListRef {
            start,
            len: count as u32,
        }))
    }

    /// `[pointee type if the count is odd, (type, value)...]`
    fn gep(&mut self, mut ops: Operands<'_>) -> Result<Constant> {
        let explicit = if ops.left() % 2 == 1 {
            Some(self.types.next(&mut ops)?)
        } else {
            None
        };
        let pointer = self.types.next(&mut ops)?;
        let &Type::Pointer { pointee, .. } = self.types.of(pointer) else {
            return Err(ops.malformed("getelementptr of something else than a pointer"));
        };
        if explicit.is_some_and(|explicit| explicit != pointee) {
            return Err(ops.malformed("getelementptr of another type than the pointer's"));
        }
        let base = self.operand(&mut ops, pointer)?;
        let start = self.module.value_refs.len() as u32;
        while ops.left() > 0 {
            let ty = self.types.next(&mut ops)?;
            if !matches!(self.types.of(ty), Type::Int(_)) {
                return Err(ops.malformed("getelementptr with an index that is no integer"));
            }
            let index = self.operand(&mut ops, ty)?;
            self.module.value_refs.push(index);
        }
        let len = self.module.value_refs.len() as u32 - start;
        if len == 0 {
            return Err(ops.malformed("getelementptr without indices"));
        }
        Ok(Constant::Gep {
            source: pointee,
            base,
            indices: ListRef { start, len },
        })
    }
}

impl Checks {
    /// Begins those of another module.
    pub fn clear(&mut self) {
        self.uses.clear();
        self.geps.clear();
        self.composites.clear();
    }

    /// Whether there is nothing to prove.
    pub fn is_empty(&self) -> bool {
        self.uses.is_empty()
    }

    /// Proves what was noted, and forgets it. `body` is the function whose constants these are.
    pub fn run(
        &mut self,
        types: &mut Types,
        module: &Module,
        body: Option<&Body>,
        extents: &mut Extents,
    ) -> Result<()> {
        let get = |id: ValueId| match body {
            Some(body) => body.value(module, id),
            None => module.values.get(id),
        };
        for (id, ty, at) in self.uses.drain(..) {
            let good =
                get(id).is_some_and(|value| value.ty == ty && !matches!(value.kind, ValueKind::Argument(_)));
            if !good {
                let message = format!("constant: operand {id} does not exist or has another type");
                return Err(Error::malformed(message).at_bit(at));
            }
        }
        for (id, at) in self.geps.drain(..) {
            check_gep(id, types, module, &get).map_err(|error| error.at_bit(at))?;
        }
        for &(id, at) in &self.composites {
            measure(id, module, &get, extents).map_err(|error| error.at_bit(at))?;
        }
        if body.is_some() {
            extents.local.extend(self.composites.iter().map(|&(id, _)| id));
        }
        self.composites.clear();
        Ok(())
    }
}

impl Extents {
    /// Begins those of another module.
    pub fn clear(&mut self) {
        self.of.clear();
        self.local.clear();
    }

    /// Forgets the constants of the current function.
    pub fn end_function(&mut self) {
        for id in self.local.drain(..) {
            self.of.remove(&id);
        }
    }
}

fn check_gep<'v>(
    id: ValueId,
    types: &mut Types,
    module: &Module,
    get: &impl Fn(ValueId) -> Option<&'v Value>,
) -> Result<()> {
    let bad = || Error::malformed(format!("constant: {id} is not a valid getelementptr"));
    let value = get(id).ok_or_else(bad)?;
    let ValueKind::Constant(Constant::Gep {
        source,
        base,
        indices,
    }) = value.kind
    else {
        return Err(bad());
    };
    let space = match get(base).map(|base| types.of(base.ty)) {
        Some(&Type::Pointer { space, .. }) => space,
        _ => return Err(bad()),
    };
    let mut ty = source;
    for &index in module.value_list(indices).iter().skip(1) {
        ty = rules::gep_step(types, ty, || get(index).and_then(Value::int)).ok_or_else(bad)?;
    }
    if types.pointer(ty, space) == value.ty {
        Ok(())
    } else {
        Err(bad())
    }
}

/// The operand `index` of a constant.
fn operand(constant: &Constant, refs: &[ValueId], index: usize) -> Option<ValueId> {
    match *constant {
        Constant::Undef | Constant::Null | Constant::Int(_) | Constant::Float(_) | Constant::Data(_) => None,
        Constant::Aggregate(list) => list.of(refs).get(index).copied(),
        Constant::Cast { value, .. } => (index == 0).then_some(value),
        Constant::Gep { base, indices, .. } => match index {
            0 => Some(base),
            _ => indices.of(refs).get(index - 1).copied(),
        },
        Constant::Binary { lhs, rhs, .. } | Constant::Compare { lhs, rhs, .. } => {
            [lhs, rhs].get(index).copied()
        }
        Constant::Select {
            condition,
            if_true,
            if_false,
        } => [condition, if_true, if_false].get(index).copied(),
    }
}

/// Computes the extent of `root` and of all that it is made of.
fn measure<'v>(
    root: ValueId,
    module: &Module,
    get: &impl Fn(ValueId) -> Option<&'v Value>,
    extents: &mut Extents,
) -> Result<()> {
    struct Frame {
        id: ValueId,
        next: usize,
        depth: usize,
        elements: usize,
    }
    if extents.of.contains_key(&root) {
        return Ok(());
    }
    extents.of.insert(root, Extent::Open);
    let mut stack = vec![Frame {
        id: root,
        next: 0,
        depth: 0,
        elements: 0,
    }];
    loop {
        let level = stack.len();
        let Some(frame) = stack.last_mut() else { break };
        if level > limits::MAX_CONSTANT_NESTING {
            return Err(
                Error::limit(format!("constant: levels of {root}")).beyond(limits::MAX_CONSTANT_NESTING)
            );
        }
        let part = match get(frame.id).map(|value| &value.kind) {
            Some(ValueKind::Constant(constant)) => operand(constant, &module.value_refs, frame.next),
            _ => None,
        };
        let (depth, elements) = match part {
            None => {
                let (id, depth, elements) = (frame.id, frame.depth + 1, frame.elements);
                extents.of.insert(id, Extent::Done { depth, elements });
                stack.pop();
                let Some(parent) = stack.last_mut() else { break };
                parent.depth = parent.depth.max(depth);
                parent.elements = parent.elements.saturating_add(elements);
                (parent.depth, parent.elements)
            }
            Some(part) => {
                frame.next += 1;
                let composite = match get(part).map(|value| &value.kind) {
                    Some(ValueKind::Constant(constant)) => operand(constant, &module.value_refs, 0).is_some(),
                    _ => false,
                };
                match extents.of.get(&part) {
                    Some(Extent::Open) => {
                        return Err(Error::malformed(format!("constant: {part} contains itself")));
                    }
                    Some(&Extent::Done { depth, elements }) => {
                        frame.depth = frame.depth.max(depth);
                        frame.elements = frame.elements.saturating_add(elements);
                    }
                    None if composite => {
                        extents.of.insert(part, Extent::Open);
                        stack.push(Frame {
                            id: part,
                            next: 0,
                            depth: 0,
                            elements: 0,
                        });
                        continue;
                    }
                    None => frame.elements = frame.elements.saturating_add(1),
                }
                (frame.depth, frame.elements)
            }
        };
        if depth > limits::MAX_CONSTANT_NESTING {
            return Err(
                Error::limit(format!("constant: levels of {root}")).beyond(limits::MAX_CONSTANT_NESTING)
            );
        }
        if elements > limits::MAX_CONSTANT_ELEMENTS {
            return Err(Error::limit(format!("constant: {elements} elements of {root}"))
                .beyond(limits::MAX_CONSTANT_ELEMENTS));
        }
    }
    Ok(())
}

/// Undoes LLVM's encoding of signed integers: the sign in the lowest bit.
#[inline]
pub(super) fn sign_rotated(value: u64) -> i64 {
    match value {
        1 => i64::MIN,
        _ if value & 1 == 0 => (value >> 1) as i64,
        _ => -((value >> 1) as i64),
    }
}

/// The lowest `width` bits, 1 to 64.
#[inline]
pub(super) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn name_of(code: u32) -> String {
    match code {
        code::CE_EXTRACTELT => "extractelement expression".to_owned(),
        code::CE_INSERTELT => "insertelement expression".to_owned(),
        code::CE_SHUFFLEVEC | code::CE_SHUFVEC_EX => "shufflevector expression".to_owned(),
        code::BLOCKADDRESS => "blockaddress".to_owned(),
        other => format!("record code {other}"),
    }
}
