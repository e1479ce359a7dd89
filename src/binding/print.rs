//! A plan as text, for people.

use super::plan::{Layout, Plan, ResourcePlan};
use std::fmt;

impl fmt::Display for ResourcePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.binding)?;
        match self.count {
            Some(1) => {}
            Some(count) => write!(f, "[{count}]")?,
            None => write!(f, "[]")?,
        }
        if let Some(counter) = &self.counter {
            write!(f, "; counter: {counter}")?;
        }
        if let Some(view) = &self.offset_view {
            write!(f, "; view: {view}")?;
        }
        match &self.root {
            Some(root) => write!(f, "; {root}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.bound_by.describe())?;
        writeln!(f, "{}", self.push_constants)?;
        if let Some(block) = &self.inline_uniform_block {
            writeln!(f, "{block}")?;
        }
        if let Some(record) = &self.shader_record {
            writeln!(f, "{record}")?;
        }
        if let Some(mutable) = &self.mutable {
            writeln!(f, "mutable: set {} binding {}", mutable.set, mutable.binding)?;
        }
        if let Some(sizes) = &self.heap_size {
            writeln!(f, "heap sizes: {sizes}")?;
        }
        if let Some(qa) = &self.descriptor_qa {
            writeln!(f, "descriptor QA: {qa}")?;
        }
        if let Some(what) = &self.instrumentation {
            writeln!(f, "instrumentation: {what}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.layout)?;
        for (index, resource) in self.resources.iter().enumerate() {
            writeln!(f, "resource {index}: {resource}")?;
        }
        Ok(())
    }
}
