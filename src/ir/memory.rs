//! Memory that modules leave to those that come after them.

use super::function::{BlockData, Function, Inst};
use super::module::Module;
use super::types::Type;

/// Lists of instructions that are kept at most.
const LISTS: usize = 256;
/// Functions that are kept at most.
const FUNCTIONS: usize = 8;

/// Memory of modules that are done with, which the next one is made in. Nothing of what they said is left in it.
#[derive(Debug, Default)]
pub struct Memory {
    module: Option<Box<Module>>,
    functions: Vec<Function>,
    lists: Vec<Vec<Inst>>,
}

impl Memory {
    /// Takes the memory of a module.
    pub fn keep(&mut self, mut module: Box<Module>) {
        for mut function in module.functions.take_items() {
            for BlockData { mut insts, .. } in function.take_blocks() {
                if insts.capacity() != 0 && self.lists.len() < LISTS {
                    insts.clear();
                    self.lists.push(insts);
                }
            }
            if self.functions.len() < FUNCTIONS {
                function.clear();
                self.functions.push(function);
            }
        }
        module.clear();
        self.module = Some(module);
    }
    /// A module without content but for what it says of its entry point, which is to be replaced.
    pub fn module(&mut self) -> Box<Module> {
        self.module.take().unwrap_or_default()
    }
    /// An empty function.
    pub fn function(&mut self, name: &str, ret: Type) -> Function {
        let mut function = self.functions.pop().unwrap_or_default();
        function.name.push_str(name);
        function.ret = ret;
        function
    }
    /// An empty list of instructions.
    pub fn list(&mut self) -> Vec<Inst> {
        self.lists.pop().unwrap_or_default()
    }
}
