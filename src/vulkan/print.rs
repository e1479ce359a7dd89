//! Bindings as text, for people: what tables and plans are printed with.

use super::descriptors::{BindingRole, SetBinding};
use super::heap::{DescriptorQa, HeapSize};
use super::instrumentation::Instrumentation;
use super::resources::{CounterBinding, OffsetView, ResourceBinding, RootBinding, RootPlace, RootStorage};
use super::root::{InlineUniformBlock, PushConstantKind, PushConstantMember, PushConstants, ShaderRecord};
use std::fmt::{Display, Formatter, Result};

impl Display for RootPlace {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let block = match self.storage {
            RootStorage::PushConstants => "push constants",
            RootStorage::InlineUniformBlock => "inline uniform block",
            RootStorage::ShaderRecord => "shader record",
        };
        write!(f, "{block} + {}", self.offset)
    }
}

impl Display for ResourceBinding {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Descriptor {
                set,
                binding,
                descriptor_type,
                element,
            } => {
                write!(f, "set {set} binding {binding}")?;
                if *element != 0 {
                    write!(f, " from element {element}")?;
                }
                write!(f, ", {descriptor_type:?}")
            }
            Self::Heap {
                set,
                binding,
                descriptor_type,
                table,
                offset,
            } => {
                write!(f, "set {set} binding {binding} [")?;
                match table {
                    Some(place) => write!(f, "({place}) + {offset}")?,
                    None => write!(f, "heap index")?,
                }
                write!(f, "], {descriptor_type:?}")
            }
            Self::AddressHeap {
                set,
                binding,
                stride,
                first,
                table,
                offset,
            } => {
                write!(
                    f,
                    "address in set {set} binding {binding} at {first} + {stride} * ["
                )?;
                match table {
                    Some(place) => write!(f, "({place}) + {offset}]"),
                    None => write!(f, "heap index]"),
                }
            }
            Self::RootConstants { place, size } => write!(f, "{size} bytes at {place}"),
            Self::Address { place, alignment } => write!(f, "address at {place}, aligned to {alignment}"),
            Self::StaticSampler {
                set,
                binding,
                index,
                local,
            } => {
                let local = if *local { "local " } else { "" };
                write!(f, "set {set} binding {binding}, {local}static sampler {index}")
            }
            Self::InputAttachment { set, binding, index } => {
                write!(f, "set {set} binding {binding}, input attachment")?;
                index.map_or(Ok(()), |index| write!(f, " {index}"))
            }
        }
    }
}

impl Display for CounterBinding {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Descriptor {
                set,
                binding,
                descriptor_type,
            } => write!(f, "set {set} binding {binding}, {descriptor_type:?}"),
            Self::Address {
                set,
                binding,
                stride,
                offset,
                through_uniform,
            } => write!(
                f,
                "address in {}set {set} binding {binding} at {offset} + {stride} * element",
                if *through_uniform {
                    "what lies at the address in "
                } else {
                    ""
                }
            ),
        }
    }
}

impl Display for Instrumentation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.kind.name())?;
        if !self.kind.reports() {
            return Ok(());
        }
        write!(
            f,
            ", control set {} binding {}, payload set {} binding {}, shader {:016x}",
            self.control_set, self.control_binding, self.payload_set, self.payload_binding, self.shader_hash
        )
    }
}

impl Display for OffsetView {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(
            f,
            "set {} binding {} at {} + {} * element",
            self.set, self.binding, self.offset, self.stride
        )
    }
}

impl Display for RootBinding {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.local {
            f.write_str("local ")?;
        }
        write!(f, "root parameter {}", self.parameter)?;
        if let Some(range) = self.range {
            write!(f, " range {range}")?;
        }
        if !self.flags.is_empty() {
            write!(f, " ({})", self.flags.join(", "))?;
        }
        Ok(())
    }
}

fn members(f: &mut Formatter<'_>, members: &[PushConstantMember]) -> Result {
    for member in members {
        let what = match member.kind {
            PushConstantKind::RootDescriptor => "address",
            PushConstantKind::TableOffset => "table offset",
            PushConstantKind::RootConstants => "constants",
            PushConstantKind::NodeDispatch => "dispatch of a node",
        };
        write!(f, "\n  {:>3}  {:>3} bytes  {what}", member.offset, member.size)?;
        if let Some(parameter) = member.root_parameter {
            write!(f, " of root parameter {parameter}")?;
        }
    }
    Ok(())
}

impl Display for PushConstants {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "push constants: {} bytes", self.size)?;
        members(f, &self.members)
    }
}

impl Display for InlineUniformBlock {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(
            f,
            "inline uniform block: set {} binding {}, {} bytes",
            self.set, self.binding, self.size
        )?;
        members(f, &self.members)
    }
}

impl Display for ShaderRecord {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "shader record: {} bytes", self.size)?;
        members(f, &self.members)
    }
}

impl Display for HeapSize {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Constant { resources, samplers } => write!(f, "{resources} resources, {samplers} samplers"),
            Self::SpecConstant => write!(f, "specialization constants"),
            Self::Buffer { set, binding } | Self::UniformBuffer { set, binding } => {
                write!(f, "set {set} binding {binding}")
            }
            Self::HeapView { set, binding, stride } => {
                write!(f, "size of set {set} binding {binding}, {stride} bytes each")
            }
        }
    }
}

impl Display for DescriptorQa {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(
            f,
            "heap in set {} binding {}, report in set {} binding {}",
            self.heap_set, self.heap_binding, self.report_set, self.report_binding
        )
    }
}

impl Display for SetBinding {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "binding {:<3} {:?}", self.binding, self.descriptor_type)?;
        match self.count {
            Some(1) => {}
            Some(count) => write!(f, "[{count}]")?,
            None => write!(f, "[]")?,
        }
        if let Some(index) = self.static_sampler {
            let local = if self.local { "local " } else { "" };
            write!(f, ", {local}static sampler {index}")?;
        }
        match self.role {
            BindingRole::Resources => Ok(()),
            role => write!(f, ", {role:?}"),
        }
    }
}
