//! Assembles small DXIL modules by hand: what DXC never writes, but DXIL allows.
//!
//! A module is one compute shader. Values are named by [`V`]; numbers and relative operands are worked out at the
//! end, since functions come before constants, and those before instructions.

use crate::bitstream::writer::Writer;
use crate::container::{ContainerWriter, FourCc};

/// A value: a function or global, a constant, a result of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V {
    Symbol(usize),
    Constant(usize),
    Result(usize),
}

/// A type number.
pub type T = u64;

/// An operand of an instruction's record.
#[derive(Clone, Copy)]
enum Field {
    /// As it is.
    Raw(u64),
    /// A value, relative to the instruction.
    Value(V),
    /// A value of a phi: relative and signed.
    Signed(V),
}

struct Instruction {
    code: u32,
    fields: Vec<Field>,
    result: bool,
}

/// A module under construction.
pub struct Assembler {
    types: Vec<(u32, Vec<u64>)>,
    structures: Vec<(String, T)>,
    /// Names, and their records in the module block.
    symbols: Vec<(String, u32, Vec<u64>)>,
    /// Types, codes and operands.
    constants: Vec<(T, u32, Vec<u64>)>,
    instructions: Vec<Instruction>,
    results: usize,
    /// Blocks so far.
    pub block: u64,
    /// Metadata of the resources: class, kind (or size of a constant buffer), component type, space.
    resources: Vec<(u64, u64, u64, u64)>,
    pub void: T,
    pub i1: T,
    pub i8: T,
    pub i32: T,
    pub f32: T,
    pub f64: T,
    pub handle: T,
    main: V,
    shader_model: u64,
}

fn signed(value: i64) -> u64 {
    if value < 0 {
        (value.unsigned_abs() << 1) | 1
    } else {
        (value as u64) << 1
    }
}

impl Assembler {
    pub fn new(shader_model: u64) -> Self {
        let mut new = Self {
            types: Vec::new(),
            structures: Vec::new(),
            symbols: Vec::new(),
            constants: Vec::new(),
            instructions: Vec::new(),
            results: 0,
            block: 0,
            resources: Vec::new(),
            void: 0,
            i1: 0,
            i8: 0,
            i32: 0,
            f32: 0,
            f64: 0,
            handle: 0,
            main: V::Symbol(0),
            shader_model,
        };
        new.void = new.ty(2, &[]);
        new.i1 = new.ty(7, &[1]);
        new.i8 = new.ty(7, &[8]);
        new.i32 = new.ty(7, &[32]);
        new.f32 = new.ty(3, &[]);
        new.f64 = new.ty(4, &[]);
        let pointer = new.ty(8, &[new.i8, 0]);
        new.handle = new.structure("dx.types.Handle", &[pointer]);
        let main = new.ty(21, &[0, new.void]);
        new.main = new.symbol("main", 8, vec![main, 0, 0, 0, 0, 0, 0, 0]);
        new
    }

    /// A type by its record.
    pub fn ty(&mut self, code: u32, ops: &[u64]) -> T {
        let known = self.types.iter().filter(|(code, _)| *code != 19);
        if let Some(at) = known.clone().position(|known| *known == (code, ops.to_vec()))
            && code != 20
        {
            return at as u64;
        }
        let number = known.count() as u64;
        self.types.push((code, ops.to_vec()));
        number
    }

    /// A named struct.
    pub fn structure(&mut self, name: &str, members: &[T]) -> T {
        if let Some((_, known)) = self.structures.iter().find(|(known, _)| known == name) {
            return *known;
        }
        self.types.push((19, name.bytes().map(u64::from).collect()));
        let ops: Vec<u64> = [0].into_iter().chain(members.iter().copied()).collect();
        let structure = self.ty(20, &ops);
        self.structures.push((name.to_owned(), structure));
        structure
    }

    fn symbol(&mut self, name: &str, code: u32, record: Vec<u64>) -> V {
        if let Some(at) = self.symbols.iter().position(|(known, ..)| known == name) {
            return V::Symbol(at);
        }
        self.symbols.push((name.to_owned(), code, record));
        V::Symbol(self.symbols.len() - 1)
    }

    /// A groupshared variable.
    pub fn shared(&mut self, name: &str, ty: T) -> V {
        let undef = self.constant(ty, 3, vec![]);
        let V::Constant(undef) = undef else { unreachable!() };
        // The initializer is written once the constants' numbers are known.
        self.symbol(name, 7, vec![ty, 3 << 2 | 2, undef as u64, 3, 3, 0])
    }

    fn constant(&mut self, ty: T, code: u32, ops: Vec<u64>) -> V {
        let constant = (ty, code, ops);
        if let Some(at) = self.constants.iter().position(|known| *known == constant) {
            return V::Constant(at);
        }
        self.constants.push(constant);
        V::Constant(self.constants.len() - 1)
    }

    /// An integer of type `ty`.
    pub fn int(&mut self, ty: T, value: i64) -> V {
        self.constant(ty, 4, vec![signed(value)])
    }

    pub fn i32(&mut self, value: i64) -> V {
        self.int(self.i32, value)
    }

    /// A float of type `ty` by its bits.
    pub fn constant_bits(&mut self, ty: T, bits: u64) -> V {
        self.constant(ty, 6, vec![bits])
    }

    pub fn float64(&mut self, value: f64) -> V {
        self.constant_bits(self.f64, value.to_bits())
    }

    /// A constant of several.
    pub fn aggregate(&mut self, ty: T, elements: &[V]) -> V {
        // The elements' numbers are worked out with the rest.
        let elements = elements.iter().map(|element| match element {
            V::Constant(at) => *at as u64,
            _ => panic!("an element that is no constant"),
        });
        let elements = elements.collect();
        self.constant(ty, 7, elements)
    }

    pub fn undef(&mut self, ty: T) -> V {
        self.constant(ty, 3, vec![])
    }

    fn push(&mut self, code: u32, fields: Vec<Field>, result: bool) -> V {
        self.instructions.push(Instruction { code, fields, result });
        if result {
            self.results += 1;
        }
        V::Result(self.results.wrapping_sub(1))
    }

    /// A call of the dx.op `opcode`, which the function `name` from `params` to `ret` carries.
    pub fn op(&mut self, name: &str, ret: T, params: &[T], opcode: i64, args: &[V]) -> V {
        let mut ty = vec![0, ret, self.i32];
        ty.extend(params);
        let ty = self.ty(21, &ty);
        let callee = self.symbol(name, 8, vec![ty, 0, 1, 0, 0, 0, 0, 0]);
        let opcode = self.i32(opcode);
        let mut fields = vec![
            Field::Raw(0),
            Field::Raw(1 << 15),
            Field::Raw(ty),
            Field::Value(callee),
        ];
        fields.push(Field::Value(opcode));
        fields.extend(args.iter().map(|&v| Field::Value(v)));
        self.push(34, fields, ret != self.void)
    }

    /// A binary operation by its number (0 add, 2 mul, 10 and for integers).
    pub fn binary(&mut self, op: u64, a: V, b: V) -> V {
        self.push(2, vec![Field::Value(a), Field::Value(b), Field::Raw(op)], true)
    }

    /// A cast by its number (1 zext, 6 sitofp, 11 bitcast).
    pub fn cast(&mut self, op: u64, value: V, ty: T) -> V {
        self.push(3, vec![Field::Value(value), Field::Raw(ty), Field::Raw(op)], true)
    }

    /// `icmp` by its predicate (33 ne, 36 ult).
    pub fn compare(&mut self, predicate: u64, a: V, b: V) -> V {
        self.push(
            28,
            vec![Field::Value(a), Field::Value(b), Field::Raw(predicate)],
            true,
        )
    }

    pub fn select(&mut self, condition: V, if_true: V, if_false: V) -> V {
        let fields = vec![
            Field::Value(if_true),
            Field::Value(if_false),
            Field::Value(condition),
        ];
        self.push(29, fields, true)
    }

    pub fn extract(&mut self, aggregate: V, index: u64) -> V {
        self.push(26, vec![Field::Value(aggregate), Field::Raw(index)], true)
    }

    pub fn insert(&mut self, aggregate: V, value: V, index: u64) -> V {
        let fields = vec![Field::Value(aggregate), Field::Value(value), Field::Raw(index)];
        self.push(27, fields, true)
    }

    /// A phi; the values may be results to come ([`next`](Self::next)).
    pub fn phi(&mut self, ty: T, incoming: &[(V, u64)]) -> V {
        let mut fields = vec![Field::Raw(ty)];
        for &(value, block) in incoming {
            fields.extend([Field::Signed(value), Field::Raw(block)]);
        }
        self.push(16, fields, true)
    }

    /// The address of a part of memory of type `ty` at `base`.
    pub fn address(&mut self, ty: T, base: V, indices: &[V]) -> V {
        let mut fields = vec![Field::Raw(1), Field::Raw(ty), Field::Value(base)];
        fields.extend(indices.iter().map(|&index| Field::Value(index)));
        self.push(43, fields, true)
    }

    /// How many results there are.
    pub fn results(&self) -> usize {
        self.results
    }

    /// The result of the instruction that makes the `n`th result from here (0 is the next one).
    pub fn next(&self, n: usize) -> V {
        V::Result(self.results + n)
    }

    pub fn branch(&mut self, block: u64) {
        self.push(11, vec![Field::Raw(block)], false);
        self.block += 1;
    }

    pub fn branch_if(&mut self, condition: V, if_true: u64, if_false: u64) {
        let fields = vec![Field::Raw(if_true), Field::Raw(if_false), Field::Value(condition)];
        self.push(11, fields, false);
        self.block += 1;
    }

    pub fn ret(&mut self) {
        self.push(10, Vec::new(), false);
        self.block += 1;
    }

    /// Any record.
    pub fn record(&mut self, code: u32, values: &[V], raw: &[u64], result: bool) -> V {
        let values = values.iter().map(|&v| Field::Value(v));
        let fields = values.chain(raw.iter().map(|&raw| Field::Raw(raw))).collect();
        self.push(code, fields, result)
    }

    /// A resource at register 0 of `space`, and its handle (entered once, in the entry block).
    pub fn resource(&mut self, class: u64, kind: u64, component: u64, space: u64) -> V {
        self.resources.push((class, kind, component, space));
        let (i8, i32, i1, handle) = (self.i8, self.i32, self.i1, self.handle);
        let (class, zero, off) = (self.int(i8, class as i64), self.i32(0), self.int(i1, 0));
        self.op(
            "dx.op.createHandle",
            handle,
            &[i8, i32, i32, i1],
            57,
            &[class, zero, zero, off],
        )
    }

    /// The number of a value in the file.
    fn number(&self, value: V) -> u64 {
        let (symbols, constants) = (self.symbols.len(), self.constants.len());
        (match value {
            V::Symbol(at) => at,
            V::Constant(at) => symbols + at,
            V::Result(at) => symbols + constants + at,
        }) as u64
    }

    /// The bitcode.
    pub fn bitcode(mut self) -> Vec<u8> {
        let metadata = self.metadata();
        let mut w = Writer::new();
        w.enter(8, 3);
        w.record(1, &[1]);
        w.enter(17, 4);
        w.record(
            1,
            &[self.types.iter().filter(|(code, _)| *code != 19).count() as u64],
        );
        self.types.iter().for_each(|(code, ops)| w.record(*code, ops));
        w.exit();
        w.text(2, &[], "dxil-ms-dx");
        for (_, code, record) in &self.symbols {
            let mut record = record.clone();
            if *code == 7 {
                record[2] = self.number(V::Constant(record[2] as usize)) + 1;
            }
            w.record(*code, &record);
        }
        w.enter(11, 4);
        for (ty, code, ops) in &self.constants {
            w.record(1, &[*ty]);
            if *code == 7 {
                let elements = ops.iter().map(|&at| self.number(V::Constant(at as usize)));
                w.record(7, &elements.collect::<Vec<_>>());
            } else {
                w.record(*code, ops);
            }
        }
        w.exit();
        w.enter(15, 4);
        metadata.iter().for_each(|(code, ops)| w.record(*code, ops));
        w.exit();
        w.enter(14, 4);
        for (at, (name, ..)) in self.symbols.iter().enumerate() {
            w.text(1, &[at as u64], name);
        }
        w.exit();
        w.enter(12, 4);
        w.record(1, &[self.block]);
        let mut next = self.number(V::Result(0));
        for inst in &self.instructions {
            let ops: Vec<u64> = inst
                .fields
                .iter()
                .map(|field| match *field {
                    Field::Raw(raw) => raw,
                    Field::Value(v) => u64::from((next as u32).wrapping_sub(self.number(v) as u32)),
                    Field::Signed(v) => signed(next as i64 - self.number(v) as i64),
                })
                .collect();
            w.record(inst.code, &ops);
            next += u64::from(inst.result);
        }
        w.exit();
        w.finish()
    }

    /// The records of the metadata. Its constants are added to the module's.
    fn metadata(&mut self) -> Vec<(u32, Vec<u64>)> {
        let mut md = Metadata {
            records: Vec::new(),
            count: 0,
        };
        let values = |asm: &mut Self, md: &mut Metadata, list: &[i64]| {
            let ids: Vec<u64> = list
                .iter()
                .map(|&value| {
                    let value = asm.i32(value);
                    md.value(asm.i32, value)
                })
                .collect();
            md.node(&ids)
        };
        let version = values(self, &mut md, &[1, self.shader_model as i64]);
        md.named("dx.version", &[version]);
        let kind = md.string("cs");
        let (six, minor) = (self.i32(6), self.i32(self.shader_model as i64));
        let (six, minor) = (md.value(self.i32, six), md.value(self.i32, minor));
        let model = md.node(&[kind, six, minor]);
        md.named("dx.shaderModel", &[model]);
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        for (class, kind, component, space) in self.resources.clone() {
            // Id, symbol, name, space, first register, count; then what the class has.
            let symbol = self.undef(self.i32);
            let mut fields = vec![0, 1, 2, space as i64, 0, 1];
            match class {
                0 => fields.extend([kind as i64, 0]),
                1 => fields.extend([kind as i64, 0, 0, 0]),
                _ => fields.push(kind as i64),
            }
            let name = md.string("");
            let mut ids: Vec<u64> = fields
                .iter()
                .enumerate()
                .map(|(at, &field)| {
                    let flag = class == 1 && at > 6;
                    let ty = if flag { self.i1 } else { self.i32 };
                    let value = if at == 1 { symbol } else { self.int(ty, field) };
                    if at == 2 { name } else { md.value(ty, value) }
                })
                .collect();
            ids.push(if component == 0 || class == 2 {
                u64::MAX
            } else {
                let (tag, component) = (self.i32(0), self.i32(component as i64));
                let (tag, component) = (md.value(self.i32, tag), md.value(self.i32, component));
                md.node(&[tag, component])
            });
            lists[class as usize].push(md.node(&ids));
        }
        let lists: Vec<u64> = lists
            .iter()
            .map(|list| if list.is_empty() { u64::MAX } else { md.node(list) })
            .chain([u64::MAX])
            .collect();
        let resources = md.node(&lists);
        md.named("dx.resources", &[resources]);
        // Property 4: the thread group.
        let threads = values(self, &mut md, &[32, 1, 1]);
        let tag = self.i32(4);
        let tag = md.value(self.i32, tag);
        let properties = md.node(&[tag, threads]);
        let main_ty = self.symbols[0].2[0];
        let pointer = self.ty(8, &[main_ty, 0]);
        let main = self.main;
        let function = md.value(pointer, main);
        let name = md.string("main");
        let entry = md.node(&[function, name, u64::MAX, resources, properties]);
        md.named("dx.entryPoints", &[entry]);
        // All constants are known now.
        md.records
            .into_iter()
            .map(|(code, ops)| {
                let ops = ops.into_iter().map(|op| match op {
                    Op::Raw(raw) => raw,
                    Op::Value(value) => self.number(value),
                });
                (code, ops.collect())
            })
            .collect()
    }

    /// The module in a container, as DXC writes them.
    pub fn container(self) -> Vec<u8> {
        let version = 6 << 4 | self.shader_model as u32;
        let bitcode = self.bitcode();
        let words = |list: &[u32]| {
            list.iter()
                .flat_map(|word| word.to_le_bytes())
                .collect::<Vec<u8>>()
        };
        let size = 24 + bitcode.len() as u32;
        let mut part = words(&[5 << 16 | version, size / 4]);
        part.extend(b"DXIL");
        part.extend(words(&[0x100, 16, bitcode.len() as u32]));
        part.extend(&bitcode);
        let mut writer = ContainerWriter::new();
        writer.part(FourCc::DXIL, &part);
        writer.finish_unsigned()
    }
}

/// An operand of a metadata record.
enum Op {
    Raw(u64),
    Value(V),
}

/// Metadata under construction. Ids are positions; `u64::MAX` stands for null.
struct Metadata {
    records: Vec<(u32, Vec<Op>)>,
    count: u64,
}

impl Metadata {
    fn add(&mut self, code: u32, ops: Vec<Op>) -> u64 {
        self.records.push((code, ops));
        self.count += 1;
        self.count - 1
    }
    fn string(&mut self, text: &str) -> u64 {
        self.add(1, text.bytes().map(|byte| Op::Raw(u64::from(byte))).collect())
    }
    fn value(&mut self, ty: T, value: V) -> u64 {
        self.add(2, vec![Op::Raw(ty), Op::Value(value)])
    }
    fn node(&mut self, ids: &[u64]) -> u64 {
        self.add(3, ids.iter().map(|id| Op::Raw(id.wrapping_add(1))).collect())
    }
    fn named(&mut self, name: &str, ids: &[u64]) {
        let name = name.bytes().map(|byte| Op::Raw(u64::from(byte))).collect();
        self.records.push((4, name));
        self.records
            .push((10, ids.iter().map(|&id| Op::Raw(id)).collect()));
    }
}
