//! A function's body while it is read, with the ids of the text; at the end everything gets its final id.

use super::{Parser, Result};
use crate::entity::{IdVec, ListRef};
use crate::ir::debug::NO_SOURCE;
use crate::ir::function::DebugValue;
use crate::ir::function::{Block, BlockData, Function, Inst, InstData, Merge, Value};
use crate::ir::op::{Flags, Op};
use crate::ir::types::Type;
use rustc_hash::FxHashMap;

/// A function while its body is read: ids are those of the text until [`Body::finish`].
#[derive(Default)]
pub(super) struct Body {
    /// Instructions and parameters, in order of definition.
    pub(super) insts: Vec<InstData>,
    /// The text id of each, `None` for those without result.
    pub(super) ids: Vec<Option<u32>>,
    /// The instruction that defines each text id.
    pub(super) defined: FxHashMap<u32, u32>,
    /// Where ids were used before their definition.
    pub(super) wanted: FxHashMap<u32, (u32, u32)>,
    /// Blocks in order, with their text ids. Their instructions are indices in `insts`.
    pub(super) blocks: Vec<(u32, BlockData)>,
    /// The position of each text id in `blocks`.
    pub(super) labels: FxHashMap<u32, u32>,
    /// Where labels were used before their definition.
    pub(super) wanted_labels: FxHashMap<u32, (u32, u32)>,
    pub(super) pool: Vec<Value>,
    pub(super) names: Vec<(u32, String)>,
    pub(super) debug_values: Vec<DebugValue>,
}

impl Parser<'_> {
    /// Moves `body`, of `bytes` bytes of text, into `function` and gives everything its final id.
    pub(super) fn finish(&self, mut body: Body, bytes: usize, function: &mut Function) -> Result<()> {
        // In order of position, so that the message does not depend on hashing.
        let undefined = body
            .wanted
            .iter()
            .filter(|(id, _)| !body.defined.contains_key(id));
        if let Some((id, &position)) = undefined.min_by_key(|(_, position)| **position) {
            return self.error_at(position, format!("`%{id}` is not defined in this function"));
        }
        if let Some((id, &position)) = body.wanted_labels.iter().min_by_key(|(_, position)| **position) {
            return self.error_at(position, format!("there is no block `bb{id}` in this function"));
        }

        let insts = final_ids(&body.ids, bytes);
        let blocks = final_ids(&body.blocks.iter().map(|b| Some(b.0)).collect::<Vec<_>>(), bytes);
        let inst = |index: u32| Inst(insts.ids.get(index as usize).copied().unwrap_or(0));
        let block = |id: Block| {
            let index = body.labels.get(&id.0).copied().unwrap_or(0);
            Block(blocks.ids.get(index as usize).copied().unwrap_or(0))
        };

        let dead = InstData {
            op: Op::Param,
            flags: Flags::NONE,
            ty: Type::VOID,
            args: ListRef::EMPTY,
            imm: 0,
            source: NO_SOURCE,
        };
        let value = |value: Value| match value.as_inst() {
            Some(id) => body.defined.get(&id.0).map_or(value, |&index| inst(index).into()),
            None => value,
        };
        function.insts = IdVec::filled(dead, insts.count);
        for (index, data) in body.insts.iter().enumerate() {
            if let Some(slot) = function.insts.get_mut(inst(index as u32)) {
                *slot = *data;
            }
        }
        function.blocks = IdVec::filled(BlockData::default(), blocks.count);
        for (id, mut data) in std::mem::take(&mut body.blocks) {
            for item in data.params.iter_mut().chain(&mut data.insts) {
                *item = inst(item.0);
            }
            match &mut data.merge {
                Some(Merge::Selection { merge }) => *merge = block(*merge),
                Some(Merge::Loop {
                    merge,
                    continue_target,
                }) => {
                    *merge = block(*merge);
                    *continue_target = block(*continue_target);
                }
                None => {}
            }
            data.terminator
                .for_each_edge_mut(|edge| edge.block = block(edge.block));
            if let Some(operand) = data.terminator.operand_mut() {
                *operand = value(*operand);
            }
            let id = block(Block(id));
            function.layout.push(id);
            if let Some(slot) = function.blocks.get_mut(id) {
                *slot = data;
            }
        }
        for value in &mut body.pool {
            if let Some(id) = value.as_inst()
                && let Some(&index) = body.defined.get(&id.0)
            {
                *value = inst(index).into();
            }
        }
        function.names = body
            .names
            .drain(..)
            .map(|(index, name)| (inst(index), name))
            .collect();
        function.debug_values = body
            .debug_values
            .iter()
            .map(|debug| DebugValue {
                block: block(debug.block),
                value: debug.value.map(value),
                ..*debug
            })
            .collect();
        function.pool = body.pool;
        Ok(())
    }
}

impl Body {
    /// Adds an instruction; the result is its index, as an id until the end of the function.
    pub(super) fn add(&mut self, data: InstData, id: Option<u32>, name: Option<String>) -> Inst {
        let index = self.insts.len() as u32;
        self.insts.push(data);
        self.ids.push(id);
        if let Some(id) = id {
            self.defined.insert(id, index);
            self.wanted.remove(&id);
        }
        if let Some(name) = name {
            self.names.push((index, name));
        }
        Inst(index)
    }
}

/// Final ids: one for each definition, and how many there are with gaps.
struct FinalIds {
    ids: Vec<u32>,
    count: usize,
}

/// Keeps the ids of the text unless `bytes` bytes of it do not justify the room that they need; things
/// without id take free numbers, lowest first.
fn final_ids(texts: &[Option<u32>], bytes: usize) -> FinalIds {
    let count = texts.iter().flatten().max().map_or(0, |&max| max as usize + 1);
    if count > bytes.saturating_mul(4).saturating_add(64) {
        return FinalIds {
            ids: (0..texts.len() as u32).collect(),
            count: texts.len(),
        };
    }
    let mut taken = vec![false; count];
    for &id in texts.iter().flatten() {
        if let Some(slot) = taken.get_mut(id as usize) {
            *slot = true;
        }
    }
    let mut next = 0;
    let ids: Vec<u32> = texts
        .iter()
        .map(|id| {
            id.unwrap_or_else(|| {
                while taken.get(next as usize) == Some(&true) {
                    next += 1;
                }
                next += 1;
                next - 1
            })
        })
        .collect();
    FinalIds {
        ids,
        count: count.max(next as usize),
    }
}
