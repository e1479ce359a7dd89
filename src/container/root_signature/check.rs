//! The rules that D3D12 has for root signatures: what its serialiser and `CreateRootSignature` refuse.
//!
//! In: a [`RootSignature`]. Out: a list of [`Problem`]s, in the order of the parameters, then overlaps by
//! register. Linear but for one sort.
//!
//! Spec: D3D12 functional specification, "Root Signature" and "Root Signature Version 1.1".

use std::fmt;

use super::data::{DescriptorRange, DescriptorRangeType, DescriptorTable, RootParameterKind, RootSignature};
use super::flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, ShaderVisibility};
use super::sampler::{ComparisonFunc, StaticSampler};

/// What of a root signature a [`Problem`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The whole.
    Signature,
    /// A root parameter.
    Parameter(u32),
    /// A range of a descriptor table.
    Range {
        /// The root parameter.
        parameter: u32,
        /// The range in its table.
        range: u32,
    },
    /// A static sampler.
    StaticSampler(u32),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature => f.write_str("root signature"),
            Self::Parameter(index) => write!(f, "root parameter {index}"),
            Self::Range { parameter, range } => write!(f, "root parameter {parameter}, range {range}"),
            Self::StaticSampler(index) => write!(f, "static sampler {index}"),
        }
    }
}

/// A rule of D3D12 that a root signature breaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// Which rule, with the registers and spaces that it is about.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// The cost of a root signature that D3D12 allows, in 32-bit words.
pub(super) const MAX_DWORDS: u32 = 64;
/// The first of the register spaces that drivers and debuggers use.
pub(super) const FIRST_RESERVED_SPACE: u32 = 0xffff_fff0;

impl RootSignature {
    /// The rules of D3D12 that this root signature breaks; none if it is valid.
    pub fn check(&self) -> Vec<Problem> {
        let mut check = Check::default();
        // Local root signatures live in shader records, whose bound is another.
        let local = self.flags.contains(RootSignatureFlags::LOCAL_ROOT_SIGNATURE);
        let cost = self.dword_cost();
        if cost > MAX_DWORDS && !local {
            check.problem(
                Place::Signature,
                format!("it costs {cost} DWORDs, D3D12 allows {MAX_DWORDS}"),
            );
        }
        if self.flags.unknown() != 0 {
            check.problem(
                Place::Signature,
                format!("unknown flags {:#x}", self.flags.unknown()),
            );
        }
        check.problems.extend(self.misplaced_flags());
        for (index, parameter) in self.parameters.iter().enumerate() {
            let index = index as u32;
            let place = Place::Parameter(index);
            let visibility = parameter.visibility;
            match &parameter.kind {
                RootParameterKind::DescriptorTable(table) => check.table(index, visibility, table),
                RootParameterKind::Constants(constants) => {
                    let registers = Registers::one(
                        DescriptorRangeType::Cbv,
                        constants.register_space,
                        constants.shader_register,
                    );
                    if constants.num_32bit_values == 0 {
                        check.problem(place, format!("root constants of {registers} have no values"));
                    }
                    check.registers(place, visibility, registers);
                }
                RootParameterKind::Cbv(d) | RootParameterKind::Srv(d) | RootParameterKind::Uav(d) => {
                    let class = match parameter.kind {
                        RootParameterKind::Cbv(_) => DescriptorRangeType::Cbv,
                        RootParameterKind::Srv(_) => DescriptorRangeType::Srv,
                        _ => DescriptorRangeType::Uav,
                    };
                    let registers = Registers::one(class, d.register_space, d.shader_register);
                    check.descriptor_flags(place, registers, d.flags);
                    check.registers(place, visibility, registers);
                }
            }
        }
        for (index, sampler) in self.static_samplers.iter().enumerate() {
            check.sampler(index as u32, sampler);
        }
        check.overlaps();
        check.problems
    }
}

/// Registers of one class and space; `last` is beyond `u32` where the range does not fit.
#[derive(Clone, Copy)]
struct Registers {
    class: DescriptorRangeType,
    space: u32,
    first: u32,
    last: u64,
    unbounded: bool,
}

impl Registers {
    fn one(class: DescriptorRangeType, space: u32, register: u32) -> Self {
        Self {
            class,
            space,
            first: register,
            last: register.into(),
            unbounded: false,
        }
    }
    fn of_range(range: &DescriptorRange) -> Self {
        let first = range.base_shader_register;
        let unbounded = range.is_unbounded();
        Self {
            class: range.range_type,
            space: range.register_space,
            first,
            last: if unbounded {
                u32::MAX.into()
            } else {
                u64::from(first) + u64::from(range.num_descriptors.saturating_sub(1))
            },
            unbounded,
        }
    }
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.class.letter();
        write!(f, "{letter}{}", self.first)?;
        if self.unbounded {
            f.write_str(" and up")?;
        } else if self.last != u64::from(self.first) {
            write!(f, " to {letter}{}", self.last)?;
        }
        write!(f, ", space {}", self.space)
    }
}

struct Claim {
    registers: Registers,
    visibility: ShaderVisibility,
    place: Place,
}

#[derive(Default)]
struct Check {
    problems: Vec<Problem>,
    claims: Vec<Claim>,
}

impl Check {
    fn problem(&mut self, place: Place, message: String) {
        self.problems.push(Problem { place, message });
    }

    /// What holds of the registers of everything; notes them for [`overlaps`](Self::overlaps).
    fn registers(&mut self, place: Place, visibility: ShaderVisibility, registers: Registers) {
        if registers.space >= FIRST_RESERVED_SPACE {
            self.problem(
                place,
                format!("{registers}: the register spaces from {FIRST_RESERVED_SPACE:#x} on are reserved"),
            );
        }
        if registers.last > u32::MAX.into() {
            self.problem(
                place,
                format!("{registers}: registers beyond the largest, {}", u32::MAX),
            );
        }
        self.claims.push(Claim {
            registers,
            visibility,
            place,
        });
    }

    fn table(&mut self, parameter: u32, visibility: ShaderVisibility, table: &DescriptorTable) {
        let mut first: Option<Registers> = None;
        let mut mixed = false;
        // Where the next appended range begins, and the range without end that has no next.
        let mut end = 0u64;
        let mut endless: Option<Registers> = None;
        for (index, range) in table.ranges.iter().enumerate() {
            let place = Place::Range {
                parameter,
                range: index as u32,
            };
            let registers = Registers::of_range(range);
            let samplers = |registers: Registers| registers.class == DescriptorRangeType::Sampler;
            match first {
                Some(first) if samplers(first) != samplers(registers) && !mixed => {
                    mixed = true;
                    self.problem(
                        place,
                        format!(
                            "{registers} is in one table with {first}: samplers and resources need tables of their \
                             own"
                        ),
                    );
                }
                Some(_) => {}
                None => first = Some(registers),
            }
            if range.num_descriptors == 0 {
                self.problem(place, format!("{registers}: the range has no descriptors"));
                continue;
            }
            let start = match range.offset_in_descriptors_from_table_start {
                DescriptorRange::APPEND => {
                    if let Some(endless) = endless {
                        self.problem(
                            place,
                            format!("{registers} is appended to the unbounded range {endless}"),
                        );
                    }
                    end
                }
                offset => offset.into(),
            };
            if range.is_unbounded() {
                endless = Some(registers);
                end = start;
            } else {
                endless = None;
                end = start + u64::from(range.num_descriptors);
            }
            if end > u64::from(u32::MAX) + 1 {
                self.problem(
                    place,
                    format!("{registers}: its descriptors from offset {start} on exceed 32 bits"),
                );
                end = 0;
            }
            self.range_flags(place, registers, range.flags);
            self.registers(place, visibility, registers);
        }
    }

    fn range_flags(&mut self, place: Place, registers: Registers, flags: DescriptorRangeFlags) {
        use DescriptorRangeFlags as Flags;
        if flags.unknown() != 0 {
            self.problem(
                place,
                format!("{registers}: unknown flags {:#x}", flags.unknown()),
            );
        }
        let data = Flags(
            flags.0 & (Flags::DATA_VOLATILE | Flags::DATA_STATIC_WHILE_SET_AT_EXECUTE | Flags::DATA_STATIC).0,
        );
        if registers.class == DescriptorRangeType::Sampler && !data.is_empty() {
            self.problem(
                place,
                format!("{registers}: samplers have no data that {data} could be about"),
            );
        } else if data.0.count_ones() > 1 {
            self.problem(place, format!("{registers}: {data} exclude each other"));
        }
        if flags.contains(Flags::DESCRIPTORS_VOLATILE) {
            for other in [
                Flags::DATA_STATIC,
                Flags::DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS,
            ] {
                if flags.contains(other) {
                    self.problem(
                        place,
                        format!("{registers}: descriptors_volatile and {other} exclude each other"),
                    );
                }
            }
        }
    }

    fn descriptor_flags(&mut self, place: Place, registers: Registers, flags: RootDescriptorFlags) {
        if flags.unknown() != 0 {
            self.problem(
                place,
                format!("{registers}: unknown flags {:#x}", flags.unknown()),
            );
        }
        let known = RootDescriptorFlags(flags.0 & RootDescriptorFlags::KNOWN.0);
        if known.0.count_ones() > 1 {
            self.problem(place, format!("{registers}: {known} exclude each other"));
        }
    }

    fn sampler(&mut self, index: u32, sampler: &StaticSampler) {
        let place = Place::StaticSampler(index);
        let registers = Registers::one(
            DescriptorRangeType::Sampler,
            sampler.register_space,
            sampler.shader_register,
        );
        let mut wrong = |what: String| self.problem(place, format!("{registers}: {what}"));
        if sampler.filter.name().is_none() {
            wrong(format!("unknown filter {:#x}", sampler.filter.0));
        }
        for (axis, mode) in [
            ('u', sampler.address_u),
            ('v', sampler.address_v),
            ('w', sampler.address_w),
        ] {
            if mode.name().is_none() {
                wrong(format!("unknown address mode {mode} for {axis}"));
            }
        }
        let comparison = sampler.comparison_func;
        if comparison.name().is_none() || comparison == ComparisonFunc::NONE {
            wrong(format!("the comparison function is {comparison}"));
        }
        if sampler.border_color.name().is_none() {
            wrong(format!("unknown border colour {}", sampler.border_color));
        }
        if sampler.max_anisotropy > 16 {
            wrong(format!(
                "anisotropy {}, D3D12 allows up to 16",
                sampler.max_anisotropy
            ));
        }
        let bias = sampler.mip_lod_bias.get();
        if !(-16.0..=15.99).contains(&bias) {
            wrong(format!("mip LOD bias {bias}, D3D12 allows -16 to 15.99"));
        }
        for (name, lod) in [("minimum", sampler.min_lod), ("maximum", sampler.max_lod)] {
            if lod.get().is_nan() {
                wrong(format!("the {name} LOD is not a number"));
            }
        }
        if sampler.flags.unknown() != 0 {
            wrong(format!("unknown flags {:#x}", sampler.flags.unknown()));
        }
        self.registers(place, sampler.visibility, registers);
    }

    /// Two claims on a register that some stage sees both of.
    fn overlaps(&mut self) {
        let mut claims = std::mem::take(&mut self.claims);
        claims.sort_by_key(|claim| {
            let registers = claim.registers;
            (registers.class, registers.space, registers.first, claim.place)
        });
        // Of the claims before, for each visibility, the one that reaches furthest.
        let mut furthest: [Option<&Claim>; 8] = [None; 8];
        let mut group = None;
        for claim in &claims {
            let key = (claim.registers.class, claim.registers.space);
            if group != Some(key) {
                group = Some(key);
                furthest = [None; 8];
            }
            for earlier in furthest.iter().flatten() {
                let seen_together = claim.visibility == earlier.visibility
                    || claim.visibility == ShaderVisibility::All
                    || earlier.visibility == ShaderVisibility::All;
                if seen_together && earlier.registers.last >= claim.registers.first.into() {
                    self.problems.push(Problem {
                        place: claim.place,
                        message: format!(
                            "{} overlaps {} of {}",
                            claim.registers, earlier.registers, earlier.place
                        ),
                    });
                }
            }
            if let Some(slot) = furthest.get_mut(claim.visibility.to_raw() as usize)
                && slot.is_none_or(|known| known.registers.last < claim.registers.last)
            {
                *slot = Some(claim);
            }
        }
    }
}
