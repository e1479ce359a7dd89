//! Checks what must hold in a [`Module`]; each rule has a name, an [`Invariant`].
//!
//! A module in, a list of violations out. It runs after every pass where
//! [`Options::verify`](crate::options::Options::verify) says full, as tests do, so it takes about linear time; [`cheap`] is
//! what every translation can afford. A violation is a bug of the pass before, not of the input. Any module whose tables
//! are reachable at all is safe to check: ids out of range are violations, not panics.

mod blocks;
pub mod cheap;
mod flow;
mod function;
mod ids;
mod operands;
mod tables;
#[cfg(test)]
mod tests;

use crate::ir::print::{PrintOptions, Printer};
use crate::ir::{Block, Func, Function, Inst, Module, Terminator};
use std::fmt;

/// How far a module has come: which invariants must hold. Each level includes those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Invariants {
    /// After `import`.
    Imported,
    /// After `lower`: nothing of D3D12 is left.
    Lowered,
    /// After `structurize`: control flow obeys SPIR-V's structure rules.
    Structured,
}

/// A rule of the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Invariant {
    /// Every id names something that exists: types, constants, globals, values, blocks, functions,
    /// resources; every list lies in its pool.
    IdsInRange,
    /// Vectors have 2 to 1,024 scalars, arrays an element or more; nothing but a function's result is void;
    /// a sampled image is one of an image; ray queries and hit objects lie in memory.
    Types,
    /// A scalar constant has a scalar type, a composite has a constant of the right type for each part.
    Constants,
    /// A global's address is a pointer to its type in its class; its initial value has its type; those of
    /// class `Function`, and no others, are locals of one function.
    Globals,
    /// The layout starts with block 0 and has each reachable block once.
    Layout,
    /// An instruction is in one place only; parameters are parameters, instructions are not.
    InstOnce,
    /// The entry block is the target of no edge.
    EntryNotTarget,
    /// An edge passes one argument of the right type for each parameter of its target.
    EdgeArguments,
    /// What an instruction uses has a value, and is defined on every path to it.
    Dominance,
    /// Operands, result and immediate are those of the operation.
    OperandTypes,
    /// A condition is `i1`; a selector is an integer and the cases are distinct and fit it; what is returned
    /// has the function's type.
    Terminators,
    /// No D3D12 operation and no handle (from [`Invariants::Lowered`]).
    NoD3d12,
    /// Variables that differ in class or in what may be done with them (decorations such as `NonWritable`) do not share
    /// a block type, and none is shared with memory at addresses (from [`Invariants::Lowered`]).
    BlockTypes,
    /// A block comes after its immediate dominator in the layout (from [`Invariants::Structured`]).
    LayoutOrder,
    /// Headers name their merge blocks and constructs nest (from [`Invariants::Structured`]).
    Structure,
}

impl Invariant {
    /// From which level on it holds.
    pub fn since(self) -> Invariants {
        match self {
            Self::NoD3d12 | Self::BlockTypes => Invariants::Lowered,
            Self::LayoutOrder | Self::Structure => Invariants::Structured,
            _ => Invariants::Imported,
        }
    }
}

/// A rule that a module breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub invariant: Invariant,
    /// The function.
    pub function: Option<Func>,
    /// The block.
    pub block: Option<Block>,
    /// The instruction, if it is one.
    pub inst: Option<Inst>,
    /// What is wrong.
    pub message: String,
    /// The instruction, terminator or declaration as text, may be empty.
    pub text: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.invariant)?;
        if let Some(function) = self.function {
            write!(f, " in {function}")?;
        }
        if let Some(block) = self.block {
            write!(f, " {block}")?;
        }
        write!(f, ": {}", self.message)?;
        if !self.text.is_empty() {
            write!(f, ": `{}`", self.text)?;
        }
        Ok(())
    }
}

/// More are not collected: a broken pass breaks the same rule everywhere.
const MAX_VIOLATIONS: usize = 64;

/// Checks `module` against the invariants of `stage`.
pub fn verify(module: &Module, stage: Invariants) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier {
        module,
        stage,
        violations: Vec::new(),
    };
    verifier.tables();
    // Everything after this relies on the tables.
    if verifier.violations.is_empty() {
        if stage >= Invariants::Lowered {
            verifier.block_types();
        }
        for (id, function) in module.functions.iter() {
            verifier.function(id, function);
        }
    }
    if verifier.violations.is_empty() {
        Ok(())
    } else {
        Err(verifier.violations)
    }
}

/// Like [`verify`], with the violations as one internal error that says what `after` had just run.
pub fn check(module: &Module, stage: Invariants, after: &str) -> crate::error::Result<()> {
    verify(module, stage).map_err(|violations| {
        crate::error::Error::internal(told(format!("the IR is broken after {after}"), &violations))
    })
}

/// Like [`verify`] of a module that is given, before any step ran: the violations are mistakes of its maker.
pub fn check_given(module: &Module, stage: Invariants) -> crate::error::Result<()> {
    verify(module, stage).map_err(|violations| {
        crate::error::Error::malformed(told("the IR breaks rules".to_owned(), &violations))
    })
}

/// `message` with the first violations.
fn told(mut message: String, violations: &[Violation]) -> String {
    for violation in violations.iter().take(8) {
        message.push_str(&format!("\n  {violation}"));
    }
    if violations.len() > 8 {
        message.push_str(&format!("\n  and {} more", violations.len() - 8));
    }
    message
}

struct Verifier<'m> {
    module: &'m Module,
    stage: Invariants,
    violations: Vec<Violation>,
}

/// Where a violation lies in a function.
#[derive(Clone, Copy)]
struct Place<'f> {
    id: Func,
    function: &'f Function,
    block: Option<Block>,
    item: Item<'f>,
}

/// What of a block is looked at.
#[derive(Clone, Copy)]
enum Item<'f> {
    Nothing,
    Inst(Inst),
    Terminator(&'f Terminator),
}

impl<'f> Place<'f> {
    fn with(self, item: Item<'f>) -> Self {
        Self { item, ..self }
    }
}

impl<'m> Verifier<'m> {
    #[cold]
    fn module_violation(&mut self, invariant: Invariant, message: String) {
        self.push(Violation {
            invariant,
            function: None,
            block: None,
            inst: None,
            message,
            text: String::new(),
        });
    }

    #[cold]
    fn violation(&mut self, place: Place<'_>, invariant: Invariant, message: impl Into<String>) {
        // Printing is not cheap: none for those that are dropped.
        if self.violations.len() >= MAX_VIOLATIONS {
            return;
        }
        let printer = Printer::new(self.module, PrintOptions::default());
        let text = match place.item {
            Item::Nothing => String::new(),
            Item::Inst(inst) => printer.inst(place.function, inst).to_string(),
            Item::Terminator(terminator) => printer.terminator(place.function, terminator).to_string(),
        };
        self.push(Violation {
            invariant,
            function: Some(place.id),
            block: place.block,
            inst: match place.item {
                Item::Inst(inst) => Some(inst),
                _ => None,
            },
            message: message.into(),
            text,
        });
    }

    fn push(&mut self, violation: Violation) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(violation);
        }
    }
}
