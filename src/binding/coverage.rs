//! What is said of a resource that a root signature does not cover.
//!
//! In: root signature, stage, resource. Out: an error that names the resource's registers and space, the stage,
//! and the nearest registers that the root signature has of the same class, with the reason why they do not do.

use super::facts::range_class;
use crate::container::RootSignature;
use crate::container::root_signature::{RootParameterKind, ShaderVisibility};
use crate::error::{Error, ErrorKind};
use crate::shader::{Resource, ResourceClass, Stage};
use std::fmt::{self, Write as _};

/// Registers of one class and space; without `last`, all from `first` on.
#[derive(Clone, Copy)]
struct Registers {
    letter: char,
    space: u32,
    first: u32,
    last: Option<u32>,
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            letter, first, space, ..
        } = self;
        match self.last {
            None => write!(f, "{letter}{first} and up")?,
            Some(last) if last == *first => write!(f, "{letter}{first}")?,
            Some(last) => write!(f, "{letter}{first}-{letter}{last}")?,
        }
        write!(f, ", space {space}")
    }
}

impl Registers {
    fn of(resource: &Resource) -> Self {
        Self {
            letter: resource.class.letter(),
            space: resource.space,
            first: resource.lower,
            last: resource
                .count
                .map(|count| resource.lower.saturating_add(count.saturating_sub(1))),
        }
    }
    fn end(&self) -> u32 {
        self.last.unwrap_or(u32::MAX)
    }
    /// How many registers lie between the two, 0 when they touch or overlap.
    fn distance(&self, other: &Self) -> u32 {
        let after = self.first.saturating_sub(other.end());
        after.max(other.first.saturating_sub(self.end()))
    }
}

/// The registers of a resource, its space and its name.
pub(super) fn resource_name(resource: &Resource) -> String {
    let mut text = format!("register {}", Registers::of(resource));
    if !resource.name.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, " ({})", resource.name);
    }
    text
}

/// Something in the root signature that has registers.
struct Candidate {
    registers: Registers,
    visibility: ShaderVisibility,
    /// Whether an array of registers may be in it.
    table: bool,
    place: String,
}

/// Everything in `root_signature` that has registers of `class`, in its order.
fn candidates(root_signature: &RootSignature, class: ResourceClass) -> Vec<Candidate> {
    let letter = class.letter();
    let mut all = Vec::new();
    for (index, parameter) in root_signature.parameters.iter().enumerate() {
        let (of, register, space, what) = match &parameter.kind {
            RootParameterKind::Constants(c) => (
                ResourceClass::Cbv,
                c.shader_register,
                c.register_space,
                "root constants",
            ),
            RootParameterKind::Cbv(d) => (
                ResourceClass::Cbv,
                d.shader_register,
                d.register_space,
                "root CBV",
            ),
            RootParameterKind::Srv(d) => (
                ResourceClass::Srv,
                d.shader_register,
                d.register_space,
                "root SRV",
            ),
            RootParameterKind::Uav(d) => (
                ResourceClass::Uav,
                d.shader_register,
                d.register_space,
                "root UAV",
            ),
            RootParameterKind::DescriptorTable(table) => {
                for (number, range) in table.ranges.iter().enumerate() {
                    if range_class(range.range_type) != class {
                        continue;
                    }
                    let first = range.base_shader_register;
                    let last = first.saturating_add(range.num_descriptors.saturating_sub(1));
                    all.push(Candidate {
                        registers: Registers {
                            letter,
                            space: range.register_space,
                            first,
                            last: (!range.is_unbounded()).then_some(last),
                        },
                        visibility: parameter.visibility,
                        table: true,
                        place: format!("root parameter {index}, range {number}"),
                    });
                }
                continue;
            }
        };
        if of == class {
            all.push(Candidate {
                registers: Registers {
                    letter,
                    space,
                    first: register,
                    last: Some(register),
                },
                visibility: parameter.visibility,
                table: false,
                place: format!("root parameter {index}, {what}"),
            });
        }
    }
    if class == ResourceClass::Sampler {
        for (index, sampler) in root_signature.static_samplers.iter().enumerate() {
            all.push(Candidate {
                registers: Registers {
                    letter,
                    space: sampler.register_space,
                    first: sampler.shader_register,
                    last: Some(sampler.shader_register),
                },
                visibility: sampler.visibility,
                table: false,
                place: format!("static sampler {index}"),
            });
        }
    }
    all
}

/// Why `candidate` does not hold `wanted`; empty where the registers alone say it.
fn reason(candidate: &Candidate, wanted: &Registers, stage: Stage) -> String {
    let registers = &candidate.registers;
    let mut reasons = Vec::new();
    if !candidate.visibility.includes(stage) {
        reasons.push(match candidate.visibility {
            ShaderVisibility::All => "hidden from this stage".to_owned(),
            only => format!(
                "visible to the {} stage only",
                format!("{only:?}").to_ascii_lowercase()
            ),
        });
    }
    if registers.space != wanted.space {
        reasons.push("another space".to_owned());
    } else if registers.first <= wanted.first && wanted.first <= registers.end() {
        match wanted.last {
            _ if registers.last.is_none() && candidate.table => {}
            None => reasons.push("bounded, and the shader's array is not".to_owned()),
            Some(last) if !candidate.table && last != wanted.first => {
                reasons.push("one register, and the shader has an array".to_owned());
            }
            Some(last) if last > registers.end() => {
                let letter = registers.letter;
                reasons.push(format!(
                    "too short by {} ({letter}{}-{letter}{last})",
                    last - registers.end(),
                    registers.end().saturating_add(1)
                ));
            }
            Some(_) => {}
        }
    }
    if reasons.is_empty() {
        String::new()
    } else {
        format!(": {}", reasons.join("; "))
    }
}

/// The error for a resource that nothing in `root_signature` covers.
#[cold]
pub(super) fn not_covered(root_signature: &RootSignature, stage: Stage, resource: &Resource) -> Error {
    let wanted = Registers::of(resource);
    let candidates = candidates(root_signature, resource.class);
    // In the same space first, then by registers; of two alike the one that the stage sees.
    let nearest = candidates.iter().min_by_key(|candidate| {
        (
            candidate.registers.space.abs_diff(wanted.space),
            candidate.registers.distance(&wanted),
            !candidate.visibility.includes(stage),
        )
    });
    let class = resource.class.name();
    let nearest = match nearest {
        Some(candidate) => format!(
            "the nearest {class} is {} ({}){}",
            candidate.registers,
            candidate.place,
            reason(candidate, &wanted, stage)
        ),
        None => format!("it has no {class}"),
    };
    Error::new(
        ErrorKind::RootSignature,
        format!(
            "{} is not covered by the root signature for the {stage} stage; {nearest}",
            resource_name(resource)
        ),
    )
}
