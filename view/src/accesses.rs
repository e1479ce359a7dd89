//! What became of accesses to raw and structured buffers: which of them are accesses of the module, which are part of another,
//! and why an access of a single value is one.
//!
//! Instructions keep their number from step to step, those that are left out too. So an access is followed: a load that is
//! gone gave way to what its users take now, a store to the next one of the vector that it was to a component of.

use crate::Subject;
use crate::html::escape;
use crate::steps::{Made, Step};
use crate::tables::{named, table, used};
use dxil2spirv::ir::{BlockData, Flags, Func, Function, Inst, Module, Op, StorageClass, TypeData, Value};
use dxil2spirv::vulkan::BufferForm;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Decoration;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// Instructions between a load and what is used of it.
const MOST_STEPS: usize = 8;

/// A load or store of the lowered module, and the one that does its work.
struct Followed {
    /// Its number of the source.
    source: u32,
    func: Func,
    now: Option<Inst>,
}

/// What became of an access of the shader.
#[derive(Default)]
struct Became {
    /// Loads and stores of its own, by how many components they have.
    widths: Vec<u32>,
    /// Numbers of the accesses that it is part of.
    part_of: BTreeSet<u32>,
    /// Why one to a single value is, if there is such.
    alone: Option<Alone>,
}

impl Became {
    fn text(&self, line: impl Fn(u32) -> Option<u32>) -> String {
        let own = match self.widths.as_slice() {
            [] => None,
            [1] => Some("one of a single value".to_owned()),
            [width] => Some(format!("one of {width} values")),
            widths if widths.iter().all(|&width| width == 1) => {
                Some(format!("{} of a single value", widths.len()))
            }
            widths @ [width, ..] if widths.iter().all(|other| other == width) => {
                Some(format!("{} of {width} values each", widths.len()))
            }
            widths => {
                let words: Vec<String> = widths.iter().map(ToString::to_string).collect();
                Some(format!("{} of {} values", widths.len(), words.join(", ")))
            }
        };
        let lines: BTreeSet<u32> = self.part_of.iter().filter_map(|&source| line(source)).collect();
        let words: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let part = match (self.part_of.is_empty(), words.as_slice()) {
            (true, _) => None,
            // What the translation accesses by itself has no line.
            (false, []) => Some("part of another access".to_owned()),
            (false, [line]) => Some(format!("part of that of line {line}")),
            (false, lines) => Some(format!("part of those of lines {}", lines.join(", "))),
        };
        match (own, part) {
            (None, None) => "nothing: it is never run, or not used".to_owned(),
            (Some(text), None) | (None, Some(text)) => text,
            (Some(own), Some(part)) => format!("{own}, and {part}"),
        }
    }

    /// The row of the buffers that it counts in.
    fn class(&self, asked: u32) -> &'static str {
        match self.widths.as_slice() {
            [] if self.part_of.is_empty() => "left out",
            [] => "merged with others",
            widths if widths.iter().any(|&width| width > 1) => "as vectors",
            _ if asked > 1 => "value by value",
            _ => "of a single value",
        }
    }
}

/// Whether an instruction is an access to a buffer, by how many values; none for those to descriptors, root parameters and the
/// shader's own memory.
fn width(module: &Module, function: &Function, inst: Inst) -> Option<u32> {
    let data = &function.insts[inst];
    let args = function.args(inst);
    let ty = match (data.op, args) {
        (Op::Load, _) => data.ty,
        (Op::Store, [_, value, ..]) => module.value_type(function, *value),
        // A texel has one value; that of two atomics is a half of a word.
        (Op::ImageFetch | Op::ImageRead | Op::ImageWrite | Op::AtomicOr, _) => return Some(1),
        _ => return None,
    };
    let (class, _) = module
        .types
        .pointee(module.value_type(function, *args.first()?))?;
    matches!(
        class,
        StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer
    )
    .then(|| module.types.components(ty))
}

/// The steps of the access chain that a load or store is by, base first; of a pointer that is none, itself.
fn path(function: &Function, inst: Inst) -> Vec<Value> {
    let pointer = function.args(inst).first();
    let chain = pointer.and_then(|pointer| pointer.as_inst());
    match chain.filter(|&chain| function.insts[chain].op == Op::AccessChain) {
        Some(chain) => function.args(chain).to_vec(),
        None => pointer.copied().into_iter().collect(),
    }
}

/// Whether a path ends with a component of a vector.
fn is_component(module: &Module, function: &Function, path: &[Value]) -> bool {
    let Some((&base, steps)) = path.split_first() else {
        return false;
    };
    let mut ty = module
        .types
        .pointee(module.value_type(function, base))
        .map(|(_, ty)| ty);
    for (left, &step) in (0..steps.len()).rev().zip(steps) {
        ty = match ty.map(|ty| module.types.get(ty)) {
            Some(TypeData::Array { element, .. } | TypeData::RuntimeArray { element, .. }) => Some(*element),
            Some(TypeData::Struct(data)) => {
                let member = module
                    .const_bits(step)
                    .and_then(|step| data.members.get(step as usize));
                member.map(|member| member.ty)
            }
            Some(TypeData::Vector { .. }) => return left == 0,
            _ => return false,
        };
    }
    false
}

/// Instructions of the blocks that are left.
fn standing(function: &Function) -> FxHashSet<Inst> {
    let blocks = function.layout.iter();
    blocks
        .flat_map(|&block| function.blocks[block].insts.iter().copied())
        .collect()
}

/// A function before and behind a step.
struct Pair<'f> {
    before: &'f Function,
    after: (&'f Module, &'f Function),
    /// What is left behind it.
    left: FxHashSet<Inst>,
}

impl Pair<'_> {
    fn is_left(&self, inst: Inst) -> bool {
        let (module, function) = self.after;
        self.left.contains(&inst) && width(module, function, inst).is_some()
    }

    /// The access that a value is of: itself, a part of it, or a cast.
    fn access(&self, mut value: Value) -> Option<Inst> {
        let function = self.after.1;
        for _ in 0..MOST_STEPS {
            let inst = value.as_inst()?;
            if self.is_left(inst) {
                return Some(inst);
            }
            value = match (function.insts.get(inst)?.op, function.args(inst)) {
                (Op::Extract | Op::Bitcast, &[of, ..]) => of,
                _ => return None,
            };
        }
        None
    }

    /// What stands for loads that the step has taken out.
    fn loads(&self, gone: &FxHashSet<Inst>, found: &mut FxHashMap<Inst, Inst>) {
        let function = self.after.1;
        // One that has become a part of a vector says so itself.
        for &inst in gone {
            if let Some(access) = self.access(inst.into()) {
                found.insert(inst, access);
            }
        }
        let mut taken = |was: &[Value], is: &[Value]| {
            if was.len() != is.len() {
                return;
            }
            for (was, &is) in was.iter().zip(is) {
                let load = was.as_inst().filter(|inst| gone.contains(inst));
                if let (Some(load), Some(access)) = (load, self.access(is)) {
                    found.entry(load).or_insert(access);
                }
            }
        };
        for &block in &self.before.layout {
            let (was, is) = (&self.before.blocks[block], function.blocks.get(block));
            for &inst in &was.insts {
                if function.insts[inst].op == self.before.insts[inst].op {
                    taken(self.before.args(inst), function.args(inst));
                }
            }
            let Some(is) = is else { continue };
            taken(&edges(self.before, was), &edges(function, is));
        }
    }

    /// What stands for stores that the step has taken out: the next one that is to all of the vector.
    fn stores(&self, gone: &FxHashSet<Inst>, found: &mut FxHashMap<Inst, Inst>) {
        let function = self.after.1;
        for &block in &self.before.layout {
            let mut open: Vec<(Inst, Vec<Value>)> = Vec::new();
            for &inst in &self.before.blocks[block].insts {
                if self.before.insts[inst].op != Op::Store {
                    continue;
                }
                if gone.contains(&inst) {
                    let mut path = path(self.before, inst);
                    path.pop();
                    open.push((inst, path));
                } else if self.is_left(inst) {
                    let whole = path(function, inst);
                    open.retain(|(store, path)| {
                        if *path == whole {
                            found.insert(*store, inst);
                        }
                        *path != whole
                    });
                }
            }
        }
    }
}

/// What a block's end gives to others: what it tests or returns, and the arguments of its edges.
fn edges(function: &Function, block: &BlockData) -> Vec<Value> {
    let mut values: Vec<Value> = block.terminator.operand().into_iter().collect();
    block
        .terminator
        .for_each_edge(|edge| values.extend(function.edge_args(edge)));
    values
}

/// Follows accesses from step to step.
fn follow(followed: &mut [Followed], steps: &[Step]) {
    for (before, after) in steps.iter().zip(steps.iter().skip(1)) {
        for func in before.module.functions.ids() {
            let (Some(was), Some(is)) = (
                before.module.functions.get(func),
                after.module.functions.get(func),
            ) else {
                continue;
            };
            let pair = Pair {
                before: was,
                after: (&after.module, is),
                left: standing(is),
            };
            let gone: FxHashSet<Inst> = followed
                .iter()
                .filter(|access| access.func == func)
                .filter_map(|access| access.now)
                .filter(|&inst| !pair.is_left(inst))
                .collect();
            if gone.is_empty() {
                continue;
            }
            let mut found = FxHashMap::default();
            pair.loads(&gone, &mut found);
            pair.stores(&gone, &mut found);
            for access in followed.iter_mut().filter(|access| access.func == func) {
                if let Some(inst) = access.now.filter(|inst| gone.contains(inst)) {
                    access.now = found.get(&inst).copied();
                }
            }
        }
    }
}

/// Why an access to a single value is one in a buffer of vectors.
#[derive(Clone, Copy)]
enum Alone {
    /// It is one of the array of words that the buffer is beside.
    Unknown,
    /// Other threads may have to see it as it is, or see it at once.
    Shared,
    /// What the shader does not access may not be there.
    Narrow,
    Load,
    Store,
}

impl Alone {
    fn of(module: &Module, function: &Function, inst: Inst) -> Self {
        let data = &function.insts[inst];
        if !is_component(module, function, &path(function, inst)) {
            Self::Unknown
        } else if data.flags.has(Flags::WIDE) {
            match data.op {
                Op::Store => Self::Store,
                _ => Self::Load,
            }
        } else {
            let pointer = function.args(inst).first();
            let coherent =
                pointer.is_some_and(|&pointer| module.leads_into(function, pointer, Decoration::Coherent));
            match coherent || data.flags.has(Flags::VOLATILE) || data.flags.has(Flags::COHERENT) {
                true => Self::Shared,
                false => Self::Narrow,
            }
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Unknown => "it is not known where in a vector it is",
            Self::Shared => {
                "threads tell each other by it (coherent, or with barriers): each access is as it was written"
            }
            Self::Narrow => "at an address: what the shader does not access may not be there",
            Self::Load => "no other part of its vector is loaded where one load would do for both",
            Self::Store => "the rest of its vector is not stored, or not before something else may see it",
        }
    }
}

/// What became of each access, by its number.
fn fates(made: &Made) -> FxHashMap<u32, Became> {
    let mut fates: FxHashMap<u32, Became> = FxHashMap::default();
    // Behind the last of these accesses become calls and branches.
    let ends = [made.after("lower"), made.after("dce")].map(|step| step.map(|(at, _)| at));
    let [Some(first), Some(last)] = ends else {
        return fates;
    };
    let Some(steps @ [lowered, .., end]) = made.steps.get(first..=last) else {
        return fates;
    };
    let mut followed = Vec::new();
    for (func, function) in lowered.module.functions.iter() {
        let blocks = function.layout.iter();
        for &inst in blocks.flat_map(|&block| &function.blocks[block].insts) {
            if width(&lowered.module, function, inst).is_some() {
                followed.push(Followed {
                    source: function.insts[inst].source,
                    func,
                    now: Some(inst),
                });
            }
        }
    }
    follow(&mut followed, steps);
    let mut seen = FxHashSet::default();
    for access in followed {
        let Some(now) = access.now else {
            fates.entry(access.source).or_default();
            continue;
        };
        let module = &end.module;
        let function = &module.functions[access.func];
        let data = &function.insts[now];
        let fate = fates.entry(access.source).or_default();
        if data.source != access.source {
            fate.part_of.insert(data.source);
        } else if seen.insert((access.func, now)) {
            let width = width(module, function, now).unwrap_or(0);
            fate.widths.push(width);
            if width == 1 {
                fate.alone = Some(Alone::of(module, function, now));
            }
        }
    }
    fates
}

/// An access of the shader to a buffer.
struct Row {
    resource: u32,
    what: &'static str,
    /// Values that it asks for.
    asked: u32,
    source: u32,
}

/// The accesses of the shader as it was imported.
fn asked(module: &Module) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut known: FxHashMap<u32, usize> = FxHashMap::default();
    for (function, inst) in used(module) {
        let data = &function.insts[inst];
        let (what, asked) = match data.op {
            Op::RawLoad => {
                let values = match data.flags.has(Flags::SPARSE) {
                    true => module.types.element(data.ty, 0),
                    false => None,
                };
                ("load", module.types.components(values.unwrap_or(data.ty)))
            }
            Op::RawStore => ("store", (data.imm & 0xf).count_ones()),
            _ => continue,
        };
        // A long vector is accessed by several.
        if let Some(row) = known.get(&data.source).and_then(|&at| rows.get_mut(at)) {
            row.asked += asked;
            continue;
        }
        known.insert(data.source, rows.len());
        let handle = function.args(inst).first().and_then(|value| value.as_inst());
        let handle = handle.map(|handle| &function.insts[handle]);
        let handle = handle.filter(|handle| matches!(handle.op, Op::Handle | Op::HeapHandle));
        rows.push(Row {
            resource: handle.map_or(u32::MAX, |handle| handle.imm),
            what,
            asked,
            source: data.source,
        });
    }
    rows
}

/// What became of accesses to raw and structured buffers.
pub fn accesses(out: &mut String, subject: &Subject<'_>, made: &Made) -> fmt::Result {
    let (Some(first), Some(_), Ok(translation)) = (made.steps.first(), made.after("dce"), &made.translation)
    else {
        out.push_str("<p>There is nothing to tell of a shader that was not translated.</p>");
        return Ok(());
    };
    let rows = asked(&first.module);
    if rows.is_empty() {
        out.push_str("<p>The shader accesses no raw or structured buffer.</p>");
        return Ok(());
    }
    let listing = subject.shader.module().listing();
    let places = listing.places.iter();
    let lines: FxHashMap<(u32, u32), u32> = places
        .map(|(line, place)| ((place.function.0, place.instruction), *line))
        .collect();
    let line = |source: u32| lines.get(&first.module.origin(source)?).copied();
    let resource = |number: u32| translation.reflection.resources.get(number as usize);
    let name = |number: u32| resource(number).map_or("chosen while it runs".to_owned(), named);
    let form = |resource: u32| translation.buffers.iter().find(|(of, _)| *of == resource);
    let mut fates = fates(made);
    let mut counts: BTreeMap<(u32, &str), usize> = BTreeMap::new();
    let mut one_by_one = String::new();
    for row in rows {
        let became = fates.remove(&row.source).unwrap_or_default();
        *counts.entry((row.resource, became.class(row.asked))).or_default() += 1;
        let why = match (became.alone, form(row.resource)) {
            (None, _) => "",
            (Some(why), Some((_, BufferForm::Vectors(_)))) => why.text(),
            (Some(_), _) => "the buffer is an array of words",
        };
        write!(
            one_by_one,
            "<tr tabindex=\"0\" data-key=\"{}\"><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            row.source,
            line(row.source).map_or("–".to_owned(), |line| line.to_string()),
            escape(&name(row.resource)),
            row.what,
            row.asked,
            escape(&became.text(line)),
            escape(why),
        )?;
    }
    out.push_str("<h2>By buffer</h2>");
    let buffers = counts.iter().map(|(&(resource, class), count)| {
        let form = match form(resource) {
            Some((_, form)) => form.to_string(),
            None if !made.options.optimizations.buffer_vectors => {
                "words: the option buffer_vectors is off".to_owned()
            }
            None => "–".to_owned(),
        };
        vec![name(resource), form, class.to_owned(), count.to_string()]
    });
    table(out, &["Buffer", "An array of", "Accesses", "Count"], buffers);
    write!(
        out,
        "<h2>One by one</h2><table class=\"links\"><thead><tr><th>DXIL line</th><th>Buffer</th><th>Access</th>\
         <th>Asked for</th><th>Became</th><th>Why not more</th></tr></thead><tbody>{one_by_one}</tbody></table>"
    )
}
