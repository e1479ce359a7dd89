//! Every committed shader under binding options that its name's hash chooses, by a root signature made for it where it
//! has none: each module is valid, each refusal is of a kind that the options can give. And under every preset with
//! every policy of buffers: what may be done with memory shows in the types of its blocks.

use dxil2spirv::binding::needs;
use dxil2spirv::container::fnv1_64;
use dxil2spirv::container::root_signature::{RootSignatureVersion, synthesize};
use dxil2spirv::error::ErrorKind;
use dxil2spirv::options::{
    BindingOptions, ConstantBufferPolicy, CounterPolicy, HeapSizePolicy, OffsetBuffers, Options, Preset,
    RootDescriptorPolicy, TargetEnv, UntypedBufferPolicy, ViewInstancing,
};
use dxil2spirv::pipeline::{Request, RootSignatureSource, Shader};
use dxil2spirv_tests::{blocks, shaders, validate};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;

/// Option sets for each shader.
const ROUNDS: u64 = 4;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // The largest only say the same thing again.
    let names = shaders::all().into_iter().filter(|name| !name.contains("scale_"));
    let trials = names.flat_map(|name| {
        let types = name.clone();
        [
            Trial::test(name.clone(), move || check(&name)),
            Trial::test(format!("block types of {types}"), move || block_types(&types)),
        ]
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// Every preset with every combination of policies that decide what buffers are.
fn bindings() -> Vec<BindingOptions> {
    let offsets = Some(OffsetBuffers {
        min_alignment: 64,
        typed: true,
        ..OffsetBuffers::default()
    });
    let address = CounterPolicy::Address {
        stride: 16,
        offset: 8,
        through_uniform: false,
    };
    let mut all = Vec::new();
    for preset in Preset::ALL {
        for root_descriptors in [RootDescriptorPolicy::Address, RootDescriptorPolicy::Descriptor] {
            for texels in [
                UntypedBufferPolicy::StorageBuffer,
                UntypedBufferPolicy::TexelBuffer,
            ] {
                all.push({
                    let mut binding = BindingOptions::default();
                    binding.preset = preset;
                    binding.root_descriptors = root_descriptors;
                    binding.srv_buffers = texels;
                    binding.constant_buffers = ConstantBufferPolicy::StorageBuffer;
                    binding.push_constant_budget = 12;
                    binding
                });
            }
            all.push({
                let mut binding = BindingOptions::default();
                binding.preset = preset;
                binding.root_descriptors = root_descriptors;
                binding
            });
        }
        if preset != Preset::Direct {
            all.push({
                let mut binding = BindingOptions::default();
                binding.preset = preset;
                binding.offset_buffers = offsets;
                binding.uav_counters = address;
                binding.heap_size = Some(HeapSizePolicy::Buffer);
                binding.bounded_root_constant_buffers = false;
                binding
            });
            all.push({
                let mut binding = BindingOptions::default();
                binding.preset = preset;
                binding.descriptor_qa = true;
                binding
            });
        }
    }
    all
}

fn block_types(name: &str) -> Result<(), Failed> {
    let bytes = shaders::read(name)?;
    let shader = Shader::parse(&bytes)?;
    let entry = shader.entry_point(shaders::entry(name))?;
    let made = synthesize(&[needs(entry)], RootSignatureVersion::V1_1)?;
    let source = match shader.root_signature() {
        Some(_) => RootSignatureSource::Embedded,
        None => RootSignatureSource::Given(&made),
    };
    for binding in bindings() {
        let mut options = Options::default();
        options.binding = binding;
        let request = Request::new()
            .entry(shaders::entry(name))
            .root_signature(source)
            .options(&options);
        let translation = match shader.translate(request) {
            Ok(translation) => translation,
            // 64-bit atomics in texel buffers.
            Err(error) if error.kind() == ErrorKind::Unsupported && error.message().contains("64") => {
                continue;
            }
            Err(error) => return Err(format!("{options:?}: {error}").into()),
        };
        blocks::check(&translation.words).map_err(|error| format!("{options:?}: {error}"))?;
    }
    Ok(())
}

fn check(name: &str) -> Result<(), Failed> {
    let bytes = shaders::read(name)?;
    let shader = Shader::parse(&bytes)?;
    let entry = shader.entry_point(shaders::entry(name))?;
    let made = match shader.root_signature() {
        Some(_) => None,
        None => Some(synthesize(&[needs(entry)], RootSignatureVersion::V1_1)?),
    };
    let source = match &made {
        Some(root_signature) => RootSignatureSource::Given(root_signature),
        None => RootSignatureSource::Embedded,
    };
    for round in 0..ROUNDS {
        // The lowest bit asks for options other than the default.
        let choice = fnv1_64(format!("{name} {round}").as_bytes()) | 1;
        let mut options = dxil2spirv_fuzz::options(choice);
        if round == 0 {
            options.binding = {
                let mut binding = BindingOptions::default();
                binding.preset = Preset::Mutable;
                binding
            };
            options.view_instancing = ViewInstancing::default();
            options.dual_source_blending = false;
            options.stream_outputs.clear();
            // Mesh shading is not for all targets.
            options.target_env = options.target_env.max(TargetEnv::Vulkan1_2);
        }
        let request = Request::new()
            .entry(shaders::entry(name))
            .root_signature(source)
            .options(&options);
        match shader.translate(request) {
            Ok(translation) => {
                let valid = match options.sample_offsets {
                    true => validate::with_sample_offsets(&translation.words, options.target_env),
                    false => validate::translation(&translation.words, options.target_env),
                };
                valid.map_err(|error| format!("{options:?}: {error}"))?;
                serde_json::to_string(&translation.reflection)?;
            }
            Err(error) if round == 0 => return Err(error.to_string().into()),
            Err(error) => {
                let allowed = match error.kind() {
                    // Offset buffers and counters at addresses are for heaps; a vertex shader may have no position.
                    ErrorKind::InvalidOptions => {
                        options.binding.preset == Preset::Direct || error.message().contains("no such output")
                    }
                    // The policy that has no UAV counters.
                    ErrorKind::RootSignature => error.message().contains("counter"),
                    // 64-bit atomics in texel buffers; what a pipeline of such a state has no use for.
                    ErrorKind::Unsupported => {
                        let known = [
                            "64",
                            "view instancing",
                            "dual source blending",
                            "needs SPIR-V 1.4",
                        ];
                        known.iter().any(|known| error.message().contains(known))
                    }
                    _ => false,
                };
                if !allowed {
                    return Err(format!("{options:?}: {error}").into());
                }
            }
        }
    }
    Ok(())
}
