//! Debug information: locations of instructions with what they were inlined at, and what variables hold.
//!
//! Read only for bodies that have some. Functions that are inlined here add their call to the chain that the compiler
//! left. What is damaged is left out: debug information never fails an import.

use super::Importer;
use crate::bitcode::debug::{BIT_PIECE, DebugNode};
use crate::bitcode::module as bc;
use crate::ir::debug::{
    File, FileData, Location, LocationData, NO_SOURCE, Scope, ScopeData, Variable, VariableData,
};
use crate::ir::function::DebugValue;
use crate::ir::{Origin, Value};
use crate::limits::{MAX_DEBUG_NESTING, MAX_LOCATIONS};
use smallvec::SmallVec;

impl<'a> Importer<'a> {
    /// Notes that number `source` is instruction `index` of `body`, where that does not follow from the one before. Those
    /// behind it in its block follow from it.
    pub fn note_origin(&mut self, body: &bc::Body, index: u32, source: u32) {
        if self.follows != (body.function.0, index) {
            self.module.origins.push(Origin {
                source,
                function: body.function.0,
                instruction: index,
            });
        }
    }

    /// Notes where instruction `index` of `body` comes from, as the location of the current number.
    #[inline(always)]
    pub fn note_location(&mut self, body: &bc::Body, index: u32) {
        if !(body.debug_locations.is_empty() && self.module.debug.is_empty()) {
            self.set_location(body, index);
        }
    }

    fn set_location(&mut self, body: &bc::Body, index: u32) {
        let location = body.debug_location(index).and_then(|of| self.debug_location(of));
        let source = self.cursor.source;
        self.module.debug.set_location(source, location);
    }

    fn debug_location(&mut self, of: &bc::DebugLocation) -> Option<Location> {
        let called_at = self.frames.last().and_then(|frame| frame.called_at);
        let inlined_at = match of.inlined_at {
            Some(node) => self.inlined_at(node, called_at),
            None => called_at,
        };
        let scope = of.scope.and_then(|scope| self.debug_scope(scope));
        self.intern_location(LocationData {
            line: of.line,
            column: of.column,
            scope,
            inlined_at,
        })
    }

    fn intern_location(&mut self, data: LocationData) -> Option<Location> {
        if let Some(&known) = self.debug.locations.get(&data) {
            return Some(known);
        }
        if self.module.debug.locations.len() >= MAX_LOCATIONS {
            return None;
        }
        let location = self.module.debug.locations.push(data);
        self.debug.locations.insert(data, location);
        Some(location)
    }

    /// The location of `node` and what it was inlined at, in a function that was called at `called_at`.
    fn inlined_at(&mut self, node: bc::MetadataId, called_at: Option<Location>) -> Option<Location> {
        // From the inside out, up to what is known.
        let mut nodes = Vec::new();
        let mut next = Some(node);
        let mut location = called_at;
        while let Some(id) = next {
            if let Some(&known) = self.debug.chains.get(&(id, called_at)) {
                location = known;
                break;
            }
            let Some(DebugNode::Location {
                line,
                column,
                scope,
                inlined_at,
            }) = self.llvm.debug_node(id)
            else {
                break;
            };
            // Nothing that a compiler wrote nests so deep, or round in a circle.
            if nodes.len() >= MAX_DEBUG_NESTING {
                break;
            }
            nodes.push((id, line, column, scope));
            next = inlined_at;
        }
        for (id, line, column, scope) in nodes.into_iter().rev() {
            let scope = self.debug_scope(scope);
            location = self.intern_location(LocationData {
                line,
                column,
                scope,
                inlined_at: location,
            });
            self.debug.chains.insert((id, called_at), location);
        }
        location
    }

    pub(super) fn debug_file(&mut self, id: bc::MetadataId) -> Option<File> {
        if let Some(&known) = self.debug.files.get(&id) {
            return known;
        }
        let file = match self.llvm.debug_node(id) {
            // Types of the language are in a file without a name.
            Some(DebugNode::File { name: "", .. }) => None,
            Some(DebugNode::File { name, directory }) => Some(self.module.debug.files.push(FileData {
                name: self.debug.text(name),
                directory: self.debug.text(directory),
                text: String::new(),
            })),
            _ => None,
        };
        self.debug.files.insert(id, file);
        file
    }

    /// The scope of a node: of a subprogram or a block of one. None for files, units and types.
    fn debug_scope(&mut self, id: bc::MetadataId) -> Option<Scope> {
        // From the inside out, up to what is known.
        let mut nodes = Vec::new();
        let mut next = Some(id);
        let mut scope = None;
        while let Some(id) = next {
            if let Some(&known) = self.debug.scopes.get(&id) {
                scope = known;
                break;
            }
            if nodes.len() >= MAX_DEBUG_NESTING {
                break;
            }
            let (data, file, parent) = match self.llvm.debug_node(id) {
                Some(DebugNode::Subprogram {
                    name, file, line, ty, ..
                }) => {
                    let name = self.debug.text(name);
                    ((name, line, 0, ty), file, None)
                }
                Some(DebugNode::LexicalBlock {
                    scope,
                    file,
                    line,
                    column,
                }) => ((String::new(), line, column, None), file, scope),
                _ => break,
            };
            nodes.push((id, data, file));
            next = parent;
        }
        for (id, (name, line, column, ty), file) in nodes.into_iter().rev() {
            let file = file.and_then(|file| self.debug_file(file));
            let signature = ty.map(|ty| self.debug_signature(ty)).unwrap_or_default();
            let made = self.module.debug.scopes.push(ScopeData {
                parent: scope,
                name,
                file,
                line,
                column,
                signature,
            });
            scope = Some(made);
            self.debug.scopes.insert(id, scope);
        }
        scope
    }

    fn debug_variable(&mut self, id: bc::MetadataId) -> Option<Variable> {
        if let Some(&known) = self.debug.variables.get(&id) {
            return known;
        }
        let variable = match self.llvm.debug_node(id) {
            Some(DebugNode::LocalVariable {
                name,
                scope,
                file,
                line,
                ty,
                argument,
            }) => {
                let data = VariableData {
                    name: self.debug.text(name),
                    ty: ty.and_then(|ty| self.debug_type(ty)),
                    scope: scope.and_then(|scope| self.debug_scope(scope)),
                    file: file.and_then(|file| self.debug_file(file)),
                    line,
                    argument,
                };
                Some(self.module.debug.variables.push(data))
            }
            _ => None,
        };
        self.debug.variables.insert(id, variable);
        variable
    }

    /// Keeps what `llvm.dbg.value` and `llvm.dbg.declare` say, call `index` of `body` of the intrinsic `name`.
    pub fn debug_value(&mut self, body: &'a bc::Body, index: u32, name: &str) {
        let is_address = match name {
            "llvm.dbg.value" => false,
            "llvm.dbg.declare" => true,
            _ => return,
        };
        let mut arguments = body.metadata_arguments(index);
        // The value, the variable, the expression.
        let (Some(value), Some(Some(variable)), expression) =
            (arguments.next(), arguments.next(), arguments.next().flatten())
        else {
            return;
        };
        let Some(variable) = self.debug_variable(variable) else {
            return;
        };
        let part = match expression.and_then(|id| self.llvm.debug_node(id)) {
            Some(DebugNode::Expression(words)) => piece(words),
            _ => None,
        };
        let told = value.and_then(|id| body.metadata_value(self.llvm, id));
        let value = told.and_then(|id| self.known_value(id));
        let mut debug = DebugValue {
            variable,
            part,
            value,
            is_address,
            block: self.cursor.block,
            source: self.cursor.source,
        };
        // Of a vector, each component is a part; of what an operation returns, each member that is there. (A status behind
        // them is part of no variable.)
        let parts: SmallVec<[Option<Value>; 8]> = match value.and_then(|value| self.stood_for(value)) {
            Some(lanes) => lanes.into_iter().map(Some).collect(),
            None if value.is_none() => told.map(|id| self.known_members(id)).unwrap_or_default(),
            None => SmallVec::new(),
        };
        let bits = parts
            .iter()
            .flatten()
            .next()
            .map(|&part| self.value_ty(part).scalar_bits());
        let Some(bits) = bits else {
            self.func.debug_values.push(debug);
            return;
        };
        let start = part.map_or(0, |(start, _)| start);
        for (number, &value) in (0u32..).zip(&parts) {
            debug.part = Some((start.saturating_add(number * bits), bits));
            debug.value = value;
            self.func.debug_values.push(debug);
        }
    }

    /// The members of a struct that the innermost function has for `id`; none where it has none.
    fn known_members(&self, id: bc::ValueId) -> SmallVec<[Option<Value>; 8]> {
        let Some(frame) = self.frames.last() else {
            return SmallVec::new();
        };
        match id.0.checked_sub(frame.body.first_value) {
            Some(local) => frame.aggregates.members(local).into(),
            None => SmallVec::new(),
        }
    }

    /// What the innermost function has for `id`: something that is imported already or a constant. Nothing is imported
    /// for the sake of debug information.
    fn known_value(&mut self, id: bc::ValueId) -> Option<Value> {
        let frame = self.frames.last()?;
        let (known, kind) = match id.0.checked_sub(frame.body.first_value) {
            Some(local) => (
                frame.values.get(local as usize).copied().flatten(),
                &frame.body.values.get(local as usize)?.kind,
            ),
            None => (
                self.tables.values.get(id.0 as usize),
                &self.llvm.values.get(id)?.kind,
            ),
        };
        if known.is_some() {
            return known;
        }
        match kind {
            bc::ValueKind::Constant(
                bc::Constant::Int(_) | bc::Constant::Float(_) | bc::Constant::Null | bc::Constant::Undef,
            ) => self.value(id).ok(),
            _ => None,
        }
    }

    /// The phi being imported is a parameter already, or one for each member: gives them its number.
    pub fn note_params(&mut self, phi: &bc::Inst) {
        let Some(frame) = self.frames.last() else { return };
        let local = phi.result.and_then(|id| id.0.checked_sub(frame.body.first_value));
        let Some(local) = local else { return };
        let value = frame.values.get(local as usize).copied().flatten();
        let members = frame.aggregates.members(local);
        let values: SmallVec<[Value; 8]> = members.iter().flatten().copied().chain(value).collect();
        for value in values {
            for param in self.lanes(value) {
                if let Some(param) = param.as_inst() {
                    self.func.insts[param].source = self.cursor.source;
                }
            }
        }
    }
}

/// The number of the instruction after `source`.
pub fn next_source(source: u32) -> u32 {
    // Instructions are bounded, blocks by memory: this never meets the number that stands for none.
    source.wrapping_add(1) % NO_SOURCE
}

/// The part of a variable that an expression names.
fn piece(words: &[u64]) -> Option<(u32, u32)> {
    match *words {
        [.., BIT_PIECE, offset, size] => Some((u32::try_from(offset).ok()?, u32::try_from(size).ok()?)),
        _ => None,
    }
}
