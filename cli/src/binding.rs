//! The options of the binding plan, which several actions have.

use crate::failure::Failure;
use crate::input;
use clap::{Args, ValueEnum, ValueHint};
use dxil2spirv::container::fnv1_64;
use dxil2spirv::options::{
    BindingMap, BindingOptions, ConstantBufferPolicy, CounterPolicy, HeapSizePolicy, OffsetBuffers, Preset,
    RegisterShifts, RootDescriptorPolicy, UntypedBufferPolicy,
};
use dxil2spirv::reflection::InstrumentationKind;
use std::path::PathBuf;

/// Options of the binding plan.
#[derive(Debug, Args)]
#[command(next_help_heading = "Binding")]
pub struct BindingArgs {
    /// Where descriptor tables and heaps lead [default: bindless]
    #[arg(long, value_name = "PRESET", value_enum)]
    preset: Option<PresetName>,
    /// JSON file that says for ranges of registers how they are reached, before all else
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    binding_map: Option<PathBuf>,
    /// What root descriptors become [default: address]
    #[arg(long, value_name = "HOW", value_enum)]
    root_descriptors: Option<RootDescriptors>,
    /// Descriptor type of constant buffers [default: ubo]
    #[arg(long, value_name = "TYPE", value_enum)]
    constant_buffers: Option<ConstantBuffers>,
    /// Descriptor type of raw and structured buffers that are read [default: ssbo]
    #[arg(long, value_name = "TYPE", value_enum)]
    srv_buffers: Option<Buffers>,
    /// Descriptor type of raw and structured buffers that may be written [default: ssbo]
    #[arg(long, value_name = "TYPE", value_enum)]
    uav_buffers: Option<Buffers>,
    /// Where UAV counters are: `ssbo`, `texel`, `none`, or `address:STRIDE[:OFFSET]`, 64-bit addresses in one
    /// buffer [default: ssbo]
    #[arg(long, value_name = "HOW", value_parser = parse_counters)]
    uav_counters: Option<CounterPolicy>,
    /// Bytes of push constants; root parameters that do not fit go to an inline uniform block [default: 256]
    #[arg(long, value_name = "BYTES")]
    push_constant_budget: Option<u32>,
    /// Alignment in bytes that is assumed of no address, even where D3D12 guarantees more [default: 16]
    #[arg(long, value_name = "BYTES")]
    max_alignment: Option<u32>,
    /// Alignment in bytes of the addresses of raw buffers that are root descriptors [default: 4]
    #[arg(long, value_name = "BYTES")]
    raw_address_alignment: Option<u32>,
    /// Take the start and size of views that D3D12 aligns to less than ALIGNMENT bytes from a side buffer:
    /// `ALIGNMENT[,typed][,layout=UNTYPED:TYPED:STRIDE]`, in bytes
    #[arg(long, value_name = "ALIGNMENT", value_parser = parse_offsets)]
    offset_buffers: Option<OffsetBuffers>,
    /// Check heap indices against the size of the heap: `RESOURCES:SAMPLERS`, `spec` (specialization
    /// constants) or `buffer`
    #[arg(long, value_name = "SIZE", value_parser = parse_heap_size)]
    heap_size: Option<HeapSizePolicy>,
    /// Check accesses against what the heap holds, and report the first fault
    #[arg(long)]
    descriptor_qa: bool,
    /// What to look for while the shader runs, reported in two buffers: `non_finite` floats, `non_finite_writes`,
    /// `assumptions` that do not hold, `synchronization` that is missing; or make 0 of NaN, `flush_nan`
    #[arg(long, value_name = "KIND", value_parser = parse_instrumentation)]
    instrument: Option<InstrumentationKind>,
    /// Make registers bindings, and add to them by class, and to spaces, which are sets: `b=N,t=N,u=N,s=N,set=N`
    #[arg(long, value_name = "SHIFTS", value_parser = parse_shifts)]
    shift: Option<RegisterShifts>,
}

/// `--preset`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PresetName {
    /// A set for each descriptor type, each an unbounded array over the heap
    Bindless,
    /// One binding of mutable type for all resources, one for samplers
    Mutable,
    /// Set = space, binding = register
    Direct,
}

/// `--root-descriptors`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RootDescriptors {
    /// 64-bit addresses in the push constants
    Address,
    /// Buffer descriptors
    Descriptor,
}

/// `--constant-buffers`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ConstantBuffers {
    /// Uniform buffers
    Ubo,
    /// Storage buffers
    Ssbo,
}

/// `--srv-buffers`, `--uav-buffers`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Buffers {
    /// Storage buffers
    Ssbo,
    /// Texel buffers of format R32_UINT
    Texel,
}

impl From<Buffers> for UntypedBufferPolicy {
    fn from(buffers: Buffers) -> Self {
        match buffers {
            Buffers::Ssbo => Self::StorageBuffer,
            Buffers::Texel => Self::TexelBuffer,
        }
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is no number of 32 bits"))
}

fn parse_instrumentation(text: &str) -> Result<InstrumentationKind, String> {
    let known = InstrumentationKind::ALL
        .into_iter()
        .find(|kind| kind.name() == text);
    known.ok_or_else(|| {
        let names = InstrumentationKind::ALL.map(InstrumentationKind::name);
        format!("expected one of {}", names.join(", "))
    })
}

fn parse_counters(text: &str) -> Result<CounterPolicy, String> {
    let mut parts = text.split(':');
    let policy = match (parts.next(), parts.next(), parts.next()) {
        (Some("ssbo"), None, None) => CounterPolicy::StorageBuffer,
        (Some("texel"), None, None) => CounterPolicy::TexelBuffer,
        (Some("none"), None, None) => CounterPolicy::None,
        (Some("address"), Some(stride), offset) => CounterPolicy::Address {
            stride: number(stride)?,
            offset: offset.map_or(Ok(0), number)?,
            through_uniform: false,
        },
        _ => return Err("expected ssbo, texel, none or address:STRIDE[:OFFSET]".to_owned()),
    };
    match parts.next() {
        None => Ok(policy),
        Some(more) => Err(format!("`{more}` is too much")),
    }
}

fn parse_offsets(text: &str) -> Result<OffsetBuffers, String> {
    let mut offsets = OffsetBuffers::default();
    let mut parts = text.split(',');
    offsets.min_alignment = number(parts.next().unwrap_or_default())?;
    for part in parts {
        match (part, part.strip_prefix("layout=")) {
            ("typed", _) => offsets.typed = true,
            (_, Some(layout)) => {
                let numbers: Vec<u32> = layout.split(':').map(number).collect::<Result<_, _>>()?;
                let [untyped, typed, stride] = numbers[..] else {
                    return Err("a layout is UNTYPED:TYPED:STRIDE".to_owned());
                };
                offsets.untyped_offset = untyped;
                offsets.typed_offset = typed;
                offsets.stride = stride;
            }
            _ => {
                return Err(format!(
                    "`{part}` is neither typed nor layout=UNTYPED:TYPED:STRIDE"
                ));
            }
        }
    }
    Ok(offsets)
}

fn parse_heap_size(text: &str) -> Result<HeapSizePolicy, String> {
    match (text, text.split_once(':')) {
        ("spec", _) => Ok(HeapSizePolicy::SpecConstant),
        ("buffer", _) => Ok(HeapSizePolicy::Buffer),
        (_, Some((resources, samplers))) => Ok(HeapSizePolicy::Constant {
            resources: number(resources)?,
            samplers: number(samplers)?,
        }),
        _ => Err("expected RESOURCES:SAMPLERS, spec or buffer".to_owned()),
    }
}

fn parse_shifts(text: &str) -> Result<RegisterShifts, String> {
    let mut shifts = RegisterShifts::default();
    let mut given = Vec::new();
    for part in text.split(',') {
        let (what, by) = part
            .split_once('=')
            .ok_or_else(|| format!("`{part}` is not of the form b=N"))?;
        let slot = match what {
            "b" => &mut shifts.cbv,
            "t" => &mut shifts.srv,
            "u" => &mut shifts.uav,
            "s" => &mut shifts.sampler,
            "set" => &mut shifts.set,
            _ => return Err(format!("`{what}` is none of b, t, u, s and set")),
        };
        if given.contains(&what) {
            return Err(format!("`{what}` is given twice"));
        }
        given.push(what);
        *slot = number(by)?;
    }
    Ok(shifts)
}

impl BindingArgs {
    /// `binding` with what is given here.
    pub fn options(&self, mut binding: BindingOptions) -> Result<BindingOptions, Failure> {
        if let Some(path) = &self.binding_map {
            let bytes = input::read(path)?;
            binding.map = BindingMap::from_json(&String::from_utf8_lossy(&bytes))
                .map_err(|error| Failure::from(error).about(&input::name_of(path), fnv1_64(&bytes)))?;
        }
        if let Some(preset) = self.preset {
            binding.preset = match preset {
                PresetName::Bindless => Preset::Bindless,
                PresetName::Mutable => Preset::Mutable,
                PresetName::Direct => Preset::Direct,
            };
        }
        if let Some(policy) = self.root_descriptors {
            binding.root_descriptors = match policy {
                RootDescriptors::Address => RootDescriptorPolicy::Address,
                RootDescriptors::Descriptor => RootDescriptorPolicy::Descriptor,
            };
        }
        if let Some(policy) = self.constant_buffers {
            binding.constant_buffers = match policy {
                ConstantBuffers::Ubo => ConstantBufferPolicy::UniformBuffer,
                ConstantBuffers::Ssbo => ConstantBufferPolicy::StorageBuffer,
            };
        }
        binding.srv_buffers = self.srv_buffers.map_or(binding.srv_buffers, Into::into);
        binding.uav_buffers = self.uav_buffers.map_or(binding.uav_buffers, Into::into);
        binding.uav_counters = self.uav_counters.unwrap_or(binding.uav_counters);
        binding.push_constant_budget = self.push_constant_budget.unwrap_or(binding.push_constant_budget);
        binding.max_alignment = self.max_alignment.unwrap_or(binding.max_alignment);
        let raw = self.raw_address_alignment;
        binding.raw_address_alignment = raw.unwrap_or(binding.raw_address_alignment);
        binding.offset_buffers = self.offset_buffers.or(binding.offset_buffers);
        binding.heap_size = self.heap_size.or(binding.heap_size);
        binding.descriptor_qa |= self.descriptor_qa;
        binding.instrumentation = self.instrument.or(binding.instrumentation);
        binding.shifts = self.shift.unwrap_or(binding.shifts);
        Ok(binding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the help says of them.
    #[test]
    fn defaults() {
        let defaults = BindingOptions::default();
        assert_eq!((defaults.push_constant_budget, defaults.max_alignment), (256, 16));
        assert_eq!(defaults.raw_address_alignment, 4);
        assert_eq!(defaults.preset, Preset::Bindless);
        assert_eq!(defaults.root_descriptors, RootDescriptorPolicy::Address);
        assert_eq!(defaults.constant_buffers, ConstantBufferPolicy::UniformBuffer);
        assert_eq!(defaults.srv_buffers, UntypedBufferPolicy::StorageBuffer);
        assert_eq!(defaults.uav_buffers, UntypedBufferPolicy::StorageBuffer);
        assert_eq!(defaults.uav_counters, CounterPolicy::StorageBuffer);
    }

    #[test]
    fn policies_with_numbers() {
        assert_eq!(
            parse_counters("address:64:8"),
            Ok(CounterPolicy::Address {
                stride: 64,
                offset: 8,
                through_uniform: false
            })
        );
        assert_eq!(parse_counters("texel"), Ok(CounterPolicy::TexelBuffer));
        assert!(parse_counters("address").is_err());
        assert!(parse_counters("address:1:2:3").is_err());
        assert!(parse_counters("ssbo:1").is_err());
        assert_eq!(parse_heap_size("spec"), Ok(HeapSizePolicy::SpecConstant));
        let sizes = HeapSizePolicy::Constant {
            resources: 5,
            samplers: 6,
        };
        assert_eq!(parse_heap_size("5:6"), Ok(sizes));
        assert!(parse_heap_size("5").is_err());
        let offsets = parse_offsets("64,typed,layout=4:12:32").unwrap();
        assert_eq!(
            (offsets.min_alignment, offsets.typed, offsets.untyped_offset),
            (64, true, 4)
        );
        assert_eq!((offsets.typed_offset, offsets.stride), (12, 32));
        assert!(parse_offsets("typed").is_err());
        assert!(parse_offsets("16,layout=1:2").is_err());
        let shifts = parse_shifts("b=1,t=2,set=3").unwrap();
        assert_eq!((shifts.cbv, shifts.srv, shifts.uav, shifts.set), (1, 2, 0, 3));
        assert!(parse_shifts("x=1").is_err());
        assert_eq!(parse_shifts("b=1,b=2"), Err("`b` is given twice".to_owned()));
    }
}
