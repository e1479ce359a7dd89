//! A debugger's view of a module: runs one thread of a shader on the processor and says what the debug information tells of the
//! variables of the source wherever a line begins.
//!
//! It knows what small shaders are made of, reads NonSemantic.Shader.DebugInfo.100 as strictly as debuggers do, and
//! panics where a module asks for more or breaks their rules:
//!
//! - a scope is set in the same block before each `DebugDeclare` and `DebugValue`, and the variable's scope is around it;
//! - expressions dereference once at most;
//! - indices are constants that lead to a part of the variable's type, and the value has as many numbers as that part.
//!
//! [`module`] reads a module, [`run`] runs it, [`sources`] reads what is told, [`math`] computes.

mod math;
mod module;
mod run;
mod sources;

pub use run::{Inputs, Texels, run};
pub use sources::{Stop, Variable};
