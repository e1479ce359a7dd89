//! What debug information tells of the variables of the source while a module runs.

use super::module::{Module, Value};
use spirv::NonsemanticShaderDebuginfo100Op as Debug;
use std::collections::BTreeMap;

/// A variable of the source: its name and the line of its declaration.
pub type Variable = (String, u32);

/// Where a line begins, and what is known before its first instruction.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The line.
    pub line: u32,
    /// The numbers of each variable that is in scope or was, in the order of its type; none for those that are not known.
    pub variables: BTreeMap<Variable, Vec<Option<u64>>>,
}

/// What is known of a variable.
enum Known {
    /// Its numbers.
    Values(Vec<Option<u64>>),
    /// The memory of each of its parts: the first number, and how many.
    Memory(BTreeMap<usize, (usize, Value)>),
}

/// What is told so far.
pub struct Told<'m> {
    module: &'m Module,
    scope: Option<u32>,
    line: Option<u32>,
    /// The last line that the thread stopped at, and what it was inlined at.
    last: Option<(u32, Option<u32>)>,
    inlined_at: Option<u32>,
    known: BTreeMap<u32, Known>,
    pub stops: Vec<Stop>,
}

impl<'m> Told<'m> {
    pub fn new(module: &'m Module) -> Self {
        Self {
            module,
            scope: None,
            line: None,
            last: None,
            inlined_at: None,
            known: BTreeMap::new(),
            stops: Vec::new(),
        }
    }

    /// A block begins: what was said of the one before holds no more.
    pub fn block(&mut self) {
        (self.scope, self.line, self.inlined_at) = (None, None, None);
    }

    /// An instruction that is not debug information is about to run.
    pub fn instruction(&mut self, load: impl Fn(&Value) -> Value) {
        let Some(line) = self.line else { return };
        let at = Some((line, self.inlined_at));
        if at == self.last {
            return;
        }
        self.last = at;
        let mut variables = BTreeMap::new();
        for (&variable, known) in &self.known {
            let values = match known {
                Known::Values(values) => values.clone(),
                Known::Memory(parts) => {
                    let mut values =
                        vec![None; self.numbers(self.operands(variable, Debug::DebugLocalVariable)[1])];
                    for (&first, (count, pointer)) in parts {
                        let numbers = load(pointer).leaves();
                        assert_eq!(numbers.len(), *count, "the memory of a variable");
                        for (slot, number) in values[first..].iter_mut().zip(numbers) {
                            *slot = Some(number);
                        }
                    }
                    values
                }
            };
            variables.insert(self.name(variable), values);
        }
        self.stops.push(Stop { line, variables });
    }

    /// A debug instruction in the function. `value` is what an id stands for.
    pub fn debug(&mut self, op: u32, operands: &[u32], value: impl Fn(u32) -> Value) {
        let module = self.module;
        let is = |known: Debug| op == known as u32;
        if is(Debug::DebugScope) {
            self.scope = Some(operands[0]);
            self.inlined_at = operands.get(1).copied();
        } else if is(Debug::DebugNoScope) {
            (self.scope, self.inlined_at) = (None, None);
        } else if is(Debug::DebugLine) {
            assert_eq!(module.number(operands[1]), module.number(operands[2]));
            self.line = Some(module.number(operands[1]));
        } else if is(Debug::DebugNoLine) {
            self.line = None;
        } else if is(Debug::DebugValue) || is(Debug::DebugDeclare) {
            let [variable, of, expression, ref indices @ ..] = *operands else {
                panic!("too few operands");
            };
            self.check(variable, expression);
            let (first, count) = self.place(variable, indices);
            if is(Debug::DebugValue) {
                let numbers = value(of).leaves();
                assert_eq!(numbers.len(), count, "{:?} {indices:?}", self.name(variable));
                let all = self.numbers(self.operands(variable, Debug::DebugLocalVariable)[1]);
                let known = self
                    .known
                    .entry(variable)
                    .or_insert(Known::Values(vec![None; all]));
                let Known::Values(values) = known else {
                    panic!("values of what has memory");
                };
                for (slot, number) in values[first..].iter_mut().zip(numbers) {
                    *slot = Some(number);
                }
            } else {
                let known = self.known.entry(variable);
                let known = known.or_insert(Known::Memory(BTreeMap::new()));
                let Known::Memory(parts) = known else {
                    panic!("memory of what has values");
                };
                parts.insert(first, (count, value(of)));
            }
        } else {
            assert!(is(Debug::DebugFunctionDefinition), "{op}");
        }
    }

    /// The rules for what tells of a variable.
    fn check(&self, variable: u32, expression: u32) {
        let scope = self.scope.expect("a scope before what tells of a variable");
        let of = self.operands(variable, Debug::DebugLocalVariable)[5];
        let mut at = scope;
        // Scopes are in other scopes, up to the unit.
        while at != of {
            at = match &self.module.debug[&at] {
                (op, operands) if *op == Debug::DebugLexicalBlock as u32 => operands[3],
                (op, operands) if *op == Debug::DebugFunction as u32 => operands[5],
                other => panic!(
                    "{:?} is told of outside of its scope, in {other:?}",
                    self.name(variable)
                ),
            };
        }
        let operations = self.operands(expression, Debug::DebugExpression);
        let dereferences = operations.iter().filter(|operation| {
            let operands = self.operands(**operation, Debug::DebugOperation);
            self.module.number(operands[0]) == 0
        });
        assert!(dereferences.count() <= 1, "a value dereferenced twice");
    }

    fn operands(&self, id: u32, wanted: Debug) -> &'m [u32] {
        match self.module.debug.get(&id) {
            Some((op, operands)) if *op == wanted as u32 => operands,
            other => panic!("%{id} is {other:?} and no {wanted:?}"),
        }
    }

    /// The name of a variable and the line of its declaration.
    fn name(&self, variable: u32) -> Variable {
        let operands = self.operands(variable, Debug::DebugLocalVariable);
        (
            self.module.strings[&operands[0]].clone(),
            self.module.number(operands[3]),
        )
    }

    /// The parts of a type, each with how often it is there.
    fn parts(&self, ty: u32) -> Vec<(u32, usize)> {
        let (op, operands) = &self.module.debug[&ty];
        let number = |index: usize| self.module.number(operands[index]) as usize;
        let is = |wanted: Debug| *op == wanted as u32;
        if is(Debug::DebugTypeBasic) {
            Vec::new()
        } else if is(Debug::DebugTypeVector) || is(Debug::DebugTypeMatrix) {
            vec![(operands[0], number(1))]
        } else if is(Debug::DebugTypeArray) {
            assert_eq!(operands.len(), 2, "arrays of one dimension");
            vec![(operands[0], number(1))]
        } else if is(Debug::DebugTypeComposite) {
            let members = operands[9..].iter();
            let ty = |member: &u32| self.operands(*member, Debug::DebugTypeMember)[1];
            members.map(|member| (ty(member), 1)).collect()
        } else {
            panic!("type {op}");
        }
    }

    /// How many numbers a type has.
    fn numbers(&self, ty: u32) -> usize {
        let parts = self.parts(ty);
        if parts.is_empty() {
            return 1;
        }
        parts
            .into_iter()
            .map(|(part, count)| count * self.numbers(part))
            .sum()
    }

    /// The first number of the part of a variable that indices lead to, and how many it has.
    fn place(&self, variable: u32, indices: &[u32]) -> (usize, usize) {
        let mut ty = self.operands(variable, Debug::DebugLocalVariable)[1];
        let mut first = 0;
        for &index in indices {
            let mut index = self.module.number(index) as usize;
            let mut found = None;
            for (part, count) in self.parts(ty) {
                let numbers = self.numbers(part);
                if index < count {
                    found = Some(part);
                    first += index * numbers;
                    break;
                }
                index -= count;
                first += count * numbers;
            }
            ty = found.unwrap_or_else(|| panic!("{:?} has no part {indices:?}", self.name(variable)));
        }
        (first, self.numbers(ty))
    }
}
