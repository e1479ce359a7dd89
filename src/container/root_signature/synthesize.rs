//! A root signature that fits: from what shaders need to one that covers all of them.
//!
//! In: [`ShaderNeeds`] of the stages of one pipeline, or of many pipelines. Out: a [`RootSignature`] that
//! D3D12's rules accept and that covers every shader. Same needs, same signature.
//!
//! The steps:
//!
//! 1. Registers that one graphics stage uses are visible to it alone, others to all stages. Where graphics
//!    stages mean different things by one register (their kinds or sizes differ), each gets a descriptor of its own.
//! 2. Single constant buffers become root descriptors, in the order of space and register, as long as the whole
//!    stays within D3D12's 64 DWORDs.
//! 3. Everything else goes to descriptor tables, one for resources and one for samplers of each visibility,
//!    registers that follow each other in one range. A range without end closes its table; the next such range
//!    opens another.
//! 4. Flags: what the shaders need, and no access for graphics stages that use nothing.
//!
//! What no shader tells is left at D3D12's defaults: data is static while set, unbounded ranges alone have
//! volatile descriptors, and there are no root constants, static samplers and local root signatures.

use super::check::{FIRST_RESERVED_SPACE, MAX_DWORDS};
use super::data::{
    DescriptorRange, DescriptorRangeType, DescriptorTable, RootDescriptor, RootParameter, RootParameterKind,
    RootSignature, RootSignatureVersion,
};
use super::flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, ShaderVisibility};
use crate::container::kinds::ResourceKind;
use crate::container::program::ShaderKind;
use crate::error::{Error, ErrorKind, Result};
use crate::limits;

#[cfg(test)]
mod tests;

/// What a shader needs of a root signature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ShaderNeeds {
    /// Its stage.
    pub stage: ShaderKind,
    /// What it has registers for.
    pub resources: Vec<ResourceNeeds>,
    /// Whether it reads vertex attributes.
    pub input_layout: bool,
    /// Whether it writes streams that only stream output can take.
    pub stream_output: bool,
    /// Whether it indexes the heap of resources itself (SM 6.6).
    pub resource_heap: bool,
    /// Whether it indexes the heap of samplers itself (SM 6.6).
    pub sampler_heap: bool,
}

/// A resource, or an array of them, that a shader has registers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResourceNeeds {
    /// Class of the registers.
    pub range_type: DescriptorRangeType,
    /// Register space.
    pub register_space: u32,
    /// First register.
    pub base_shader_register: u32,
    /// How many; `None` for an array without end.
    pub num_descriptors: Option<u32>,
    /// What its descriptors are.
    pub kind: ResourceKind,
    /// Bytes of a constant buffer or of an element of a structured buffer, else 0.
    pub size: u32,
}

/// A resource with the stages that see it.
#[derive(Clone, Copy)]
struct Use {
    visibility: ShaderVisibility,
    range_type: DescriptorRangeType,
    space: u32,
    first: u32,
    /// `None`: without end.
    last: Option<u32>,
    kind: (ResourceKind, u32),
    /// One constant buffer and no array of them.
    single: bool,
}

impl Use {
    fn new(stage: ShaderKind, needs: &ResourceNeeds) -> Result<Self> {
        let space = needs.register_space;
        let first = needs.base_shader_register;
        let letter = needs.range_type.letter();
        let refuse = |why: String| {
            Error::new(
                ErrorKind::RootSignature,
                format!("no root signature can hold register {letter}{first}, space {space}: {why}"),
            )
        };
        if space >= FIRST_RESERVED_SPACE {
            return Err(refuse(format!(
                "the register spaces from {FIRST_RESERVED_SPACE:#x} on are reserved"
            )));
        }
        let last = match needs.num_descriptors {
            None => None,
            Some(count) => Some(first.checked_add(count.saturating_sub(1)).ok_or_else(|| {
                refuse(format!(
                    "its {count} registers go beyond the largest, {}",
                    u32::MAX
                ))
            })?),
        };
        Ok(Self {
            visibility: ShaderVisibility::of_stage(stage),
            range_type: needs.range_type,
            space,
            first,
            last,
            kind: (needs.kind, needs.size),
            single: needs.range_type == DescriptorRangeType::Cbv && needs.num_descriptors == Some(1),
        })
    }
    fn end(&self) -> u32 {
        self.last.unwrap_or(u32::MAX)
    }
    fn is_sampler(&self) -> bool {
        self.range_type == DescriptorRangeType::Sampler
    }
    /// What two uses of one register have in common.
    fn file(&self) -> (DescriptorRangeType, u32) {
        (self.range_type, self.space)
    }
}

/// A root signature that covers every one of `shaders`: stages of one pipeline, or shaders of many.
///
/// # Errors
/// `RootSignature` where none exists: too many ranges without end for 64 DWORDs, reserved register spaces.
pub fn synthesize(shaders: &[ShaderNeeds], version: RootSignatureVersion) -> Result<RootSignature> {
    let mut uses = Vec::new();
    for shader in shaders {
        for needs in &shader.resources {
            uses.push(Use::new(shader.stage, needs)?);
        }
    }
    share(&mut uses);
    let pieces = merge(uses);
    let (mut cbvs, others): (Vec<Use>, Vec<Use>) = pieces.into_iter().partition(|piece| piece.single);
    cbvs.sort_by_key(|piece| (piece.space, piece.first, piece.visibility));
    let range_flags = |unbounded: bool| {
        if unbounded && version != RootSignatureVersion::V1_0 {
            DescriptorRangeFlags::DESCRIPTORS_VOLATILE
        } else {
            DescriptorRangeFlags::NONE
        }
    };

    // As many constant buffers in the root as fit beside the tables, which the others may lengthen or add to.
    let least = tables(others.clone(), range_flags)?.len();
    let mut in_root = cbvs.len().min((MAX_DWORDS as usize).saturating_sub(least) / 2);
    loop {
        let (root, in_tables) = cbvs.split_at(in_root);
        let mut rest = others.clone();
        rest.extend_from_slice(in_tables);
        let tables = tables(rest, range_flags)?;
        let mut parameters = Vec::with_capacity(root.len() + tables.len());
        parameters.extend(root.iter().map(root_cbv));
        parameters.extend(tables);
        let signature = RootSignature {
            version,
            flags: flags(shaders),
            parameters,
            static_samplers: Vec::new(),
        };
        let cost = signature.dword_cost();
        if cost <= MAX_DWORDS {
            return Ok(signature);
        }
        if in_root == 0 {
            return Err(Error::new(
                ErrorKind::RootSignature,
                format!(
                    "no root signature covers the shaders: their descriptor tables cost {cost} DWORDs, D3D12 allows \
                     {MAX_DWORDS}, and each range without end needs a table of its own"
                ),
            ));
        }
        in_root -= 1;
    }
}

fn root_cbv(piece: &Use) -> RootParameter {
    RootParameter {
        visibility: piece.visibility,
        kind: RootParameterKind::Cbv(RootDescriptor {
            shader_register: piece.first,
            register_space: piece.space,
            flags: RootDescriptorFlags::NONE,
        }),
    }
}

/// Decides who sees registers that several stages use: after it, uses that overlap have one visibility, or
/// visibilities that exclude each other.
fn share(uses: &mut [Use]) {
    uses.sort_by_key(|u| {
        (
            u.range_type,
            u.space,
            u.first,
            u.last.is_none(),
            u.last,
            u.visibility,
        )
    });
    let mut rest = uses;
    while let Some(first) = rest.first() {
        // The uses that overlap, directly or through others.
        let (file, mut end) = (first.file(), first.end());
        let mut count = 1;
        for u in rest.iter().skip(1) {
            if u.file() != file || u.first > end {
                break;
            }
            end = end.max(u.end());
            count += 1;
        }
        let (together, others) = rest.split_at_mut(count);
        rest = others;
        let visibility = together.first().map_or(ShaderVisibility::All, |u| u.visibility);
        if together.iter().all(|u| u.visibility == visibility) {
            continue;
        }
        let kind = together.first().map(|u| u.kind);
        let alike = together.iter().all(|u| Some(u.kind) == kind);
        let for_all = together.iter().any(|u| u.visibility == ShaderVisibility::All);
        if alike || for_all {
            together
                .iter_mut()
                .for_each(|u| u.visibility = ShaderVisibility::All);
        }
    }
}

/// One piece for uses that overlap and are seen by the same stages.
fn merge(mut uses: Vec<Use>) -> Vec<Use> {
    uses.sort_by_key(|u| (u.visibility, u.range_type, u.space, u.first));
    let mut pieces: Vec<Use> = Vec::with_capacity(uses.len());
    for u in uses {
        match pieces.last_mut() {
            Some(piece)
                if piece.visibility == u.visibility && piece.file() == u.file() && u.first <= piece.end() =>
            {
                piece.last = piece.last.zip(u.last).map(|(a, b)| a.max(b));
                piece.single &= u.single;
            }
            _ => pieces.push(u),
        }
    }
    for piece in &mut pieces {
        // As many registers as only a range without end has.
        if piece.end() - piece.first >= DescriptorRange::UNBOUNDED - 1 {
            piece.last = None;
        }
    }
    pieces
}

/// The descriptor tables for `pieces`: resources first, then samplers, each by visibility.
fn tables(mut pieces: Vec<Use>, flags: impl Fn(bool) -> DescriptorRangeFlags) -> Result<Vec<RootParameter>> {
    // Ranges without end come last of their table.
    pieces.sort_by_key(|p| {
        (
            p.is_sampler(),
            p.visibility,
            p.last.is_none(),
            p.range_type,
            p.space,
            p.first,
        )
    });
    let mut parameters: Vec<RootParameter> = Vec::new();
    // The table that is being filled: for what, its ranges, the piece that its last range ends with, how many
    // descriptors it has.
    let mut open: Option<(bool, ShaderVisibility)> = None;
    let mut ranges: Vec<DescriptorRange> = Vec::new();
    let mut before: Option<Use> = None;
    let mut length = 0u64;
    let mut total = 0usize;
    let mut close = |open: &mut Option<(bool, ShaderVisibility)>, ranges: &mut Vec<DescriptorRange>| {
        if let Some((_, visibility)) = open.take() {
            parameters.push(RootParameter {
                visibility,
                kind: RootParameterKind::DescriptorTable(DescriptorTable {
                    ranges: std::mem::take(ranges),
                }),
            });
        }
    };
    for piece in pieces {
        let unbounded = piece.last.is_none();
        let count = u64::from(piece.end() - piece.first) + 1;
        let key = (piece.is_sampler(), piece.visibility);
        let fits = length + if unbounded { 0 } else { count } < u64::from(u32::MAX);
        let endless = before.is_some_and(|before| before.last.is_none());
        if open != Some(key) || endless || !fits {
            close(&mut open, &mut ranges);
            open = Some(key);
            before = None;
            length = 0;
        }
        let follows = before.is_some_and(|before| {
            before.file() == piece.file() && before.end().checked_add(1) == Some(piece.first)
        });
        match ranges.last_mut() {
            Some(range) if follows && !unbounded => {
                range.num_descriptors = (u64::from(range.num_descriptors) + count) as u32;
            }
            _ => {
                total += 1;
                if total > limits::MAX_ROOT_RANGES {
                    return Err(Error::limit(format!("a root signature of {total} ranges"))
                        .beyond(limits::MAX_ROOT_RANGES));
                }
                ranges.push(DescriptorRange {
                    range_type: piece.range_type,
                    num_descriptors: if unbounded {
                        DescriptorRange::UNBOUNDED
                    } else {
                        count as u32
                    },
                    base_shader_register: piece.first,
                    register_space: piece.space,
                    flags: flags(unbounded),
                    offset_in_descriptors_from_table_start: DescriptorRange::APPEND,
                });
            }
        }
        length += if unbounded { 0 } else { count };
        before = Some(piece);
    }
    close(&mut open, &mut ranges);
    Ok(parameters)
}

/// What the shaders need, and no access for graphics stages that use nothing. Newer runtimes alone know the
/// flags of mesh shaders, so these come with mesh shaders only.
fn flags(shaders: &[ShaderNeeds]) -> RootSignatureFlags {
    let mut flags = RootSignatureFlags::NONE;
    for shader in shaders {
        for (needed, flag) in [
            (
                shader.input_layout,
                RootSignatureFlags::ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT,
            ),
            (shader.stream_output, RootSignatureFlags::ALLOW_STREAM_OUTPUT),
            (
                shader.resource_heap,
                RootSignatureFlags::CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED,
            ),
            (
                shader.sampler_heap,
                RootSignatureFlags::SAMPLER_HEAP_DIRECTLY_INDEXED,
            ),
        ] {
            if needed {
                flags |= flag;
            }
        }
    }
    let among = |stages: &[ShaderKind]| shaders.iter().any(|shader| stages.contains(&shader.stage));
    let classic = [
        ShaderKind::Vertex,
        ShaderKind::Hull,
        ShaderKind::Domain,
        ShaderKind::Geometry,
        ShaderKind::Pixel,
    ];
    let mesh = [ShaderKind::Amplification, ShaderKind::Mesh];
    let mut deny = |stages: &[ShaderKind]| {
        for &stage in stages {
            let uses = |s: &ShaderNeeds| !s.resources.is_empty() || s.resource_heap || s.sampler_heap;
            if !shaders.iter().any(|s| s.stage == stage && uses(s))
                && let Some(flag) = RootSignature::deny_flag(stage)
            {
                flags |= flag;
            }
        }
    };
    if among(&classic) || among(&mesh) {
        deny(&classic);
    }
    if among(&mesh) {
        deny(&mesh);
    }
    flags
}
