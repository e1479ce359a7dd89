//! A plan as text, for people.

use super::{Layout, Plan, ResourcePlan};
use crate::reflection::{
    CounterBinding, HeapSize, PushConstantKind, PushConstantMember, ResourceBinding, RootPlace, RootStorage,
};
use std::fmt;

impl fmt::Display for RootPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let block = match self.storage {
            RootStorage::PushConstants => "push constants",
            RootStorage::InlineUniformBlock => "inline uniform block",
        };
        write!(f, "{block} + {}", self.offset)
    }
}

impl fmt::Display for ResourcePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.binding {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                element,
            } => {
                write!(f, "set {set} binding {binding}")?;
                match self.count {
                    Some(1) => {}
                    Some(count) => write!(f, "[{count}]")?,
                    None => write!(f, "[]")?,
                }
                if *element != 0 {
                    write!(f, " element {element}")?;
                }
                write!(f, ", {descriptor_type:?}")?;
            }
            ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                table,
                offset,
            } => {
                write!(f, "set {set} binding {binding}[")?;
                match table {
                    Some(place) => write!(f, "({place}) + {offset}")?,
                    None => write!(f, "heap index")?,
                }
                write!(f, "], {descriptor_type:?}")?;
            }
            ResourceBinding::RootConstants { place, size } => write!(f, "{size} bytes at {place}")?,
            ResourceBinding::Address { place, alignment } => {
                write!(f, "address at {place}, aligned to {alignment}")?;
            }
            ResourceBinding::StaticSampler { set, binding, index } => {
                write!(f, "set {set} binding {binding}, static sampler {index}")?;
            }
        }
        match &self.counter {
            Some(CounterBinding::Descriptor {
                set,
                binding,
                descriptor_type,
            }) => write!(f, "; counter: set {set} binding {binding}, {descriptor_type:?}")?,
            Some(CounterBinding::Address {
                set,
                binding,
                stride,
                offset,
            }) => write!(
                f,
                "; counter: address in set {set} binding {binding} at {offset} + {stride} * element"
            )?,
            None => {}
        }
        if let Some(view) = &self.offset_view {
            write!(
                f,
                "; view: set {} binding {} at {} + {} * element",
                view.set, view.binding, view.offset, view.stride
            )?;
        }
        if let Some(root) = &self.root {
            write!(f, "; root parameter {}", root.parameter)?;
            if let Some(range) = root.range {
                write!(f, " range {range}")?;
            }
            if !root.flags.is_empty() {
                write!(f, " ({})", root.flags.join(", "))?;
            }
        }
        Ok(())
    }
}

fn members(f: &mut fmt::Formatter<'_>, members: &[PushConstantMember]) -> fmt::Result {
    for member in members {
        let what = match member.kind {
            PushConstantKind::RootDescriptor => "address",
            PushConstantKind::TableOffset => "table offset",
            PushConstantKind::RootConstants => "constants",
        };
        write!(f, "  {:>3} {:>3} bytes  {what}", member.offset, member.size)?;
        match member.root_parameter {
            Some(parameter) => writeln!(f, " of root parameter {parameter}")?,
            None => writeln!(f)?,
        }
    }
    Ok(())
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "push constants: {} bytes", self.push_constants.size)?;
        members(f, &self.push_constants.members)?;
        if let Some(block) = &self.inline_uniform_block {
            writeln!(
                f,
                "inline uniform block: set {} binding {}, {} bytes",
                block.set, block.binding, block.size
            )?;
            members(f, &block.members)?;
        }
        if let Some(mutable) = &self.mutable {
            writeln!(f, "mutable: set {} binding {}", mutable.set, mutable.binding)?;
        }
        match &self.heap_size {
            Some(HeapSize::Constant { resources, samplers }) => {
                writeln!(f, "heap sizes: {resources} resources, {samplers} samplers")?;
            }
            Some(HeapSize::SpecConstant) => writeln!(f, "heap sizes: specialization constants")?,
            Some(HeapSize::Buffer { set, binding }) => {
                writeln!(f, "heap sizes: set {set} binding {binding}")?;
            }
            None => {}
        }
        if let Some(qa) = &self.descriptor_qa {
            writeln!(
                f,
                "descriptor QA: heap in set {} binding {}, report in set {} binding {}",
                qa.heap_set, qa.heap_binding, qa.report_set, qa.report_binding
            )?;
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
