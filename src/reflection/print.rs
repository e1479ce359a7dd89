//! Resources as text, for people.

use super::resources::ResourceReflection;
use std::fmt::{Display, Formatter, Result};

impl Display for ResourceReflection {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let letter = self.class.letter();
        if self.access.heap_index {
            write!(f, "heap")?;
        } else {
            write!(f, "{letter}{}", self.register)?;
            match self.count {
                None => write!(f, "...")?,
                Some(0 | 1) => {}
                Some(count) => write!(f, "-{letter}{}", self.register.saturating_add(count - 1))?,
            }
            if self.space != 0 {
                write!(f, " space {}", self.space)?;
            }
        }
        write!(f, " {:?}", self.kind)?;
        if self.stride != 0 {
            write!(f, "<{}>", self.stride)?;
        }
        if !self.name.is_empty() {
            write!(f, " {}", self.name)?;
        }
        let access = &self.access;
        let facts = [
            (access.read, "read"),
            (access.write, "write"),
            (access.atomic, "atomic"),
            (access.counter, "counter"),
            (access.query, "query"),
            (access.coherent, "coherent"),
            (access.non_uniform_index, "non-uniform index"),
        ];
        let facts: Vec<&str> = facts
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, name)| *name)
            .collect();
        if !facts.is_empty() {
            write!(f, " ({})", facts.join(", "))?;
        }
        write!(f, ": {}", self.vulkan)?;
        if let Some(counter) = &self.counter {
            write!(f, "; counter: {counter}")?;
        }
        if let Some(view) = &self.offset_view {
            write!(f, "; view: {view}")?;
        }
        match &self.d3d12 {
            Some(root) => write!(f, "; {root}"),
            None => Ok(()),
        }
    }
}
