//! The SPIR-V validator and assembler, and what holds for our modules beyond the rules of SPIR-V.
//!
//! A validator is not to be shared between threads: each thread has its own.

use dxil2spirv::options::TargetEnv;
use spirv_tools::assembler::{Assembler, AssemblerOptions};
use spirv_tools::val::{Validator, ValidatorOptions};

fn env(target: TargetEnv) -> spirv_tools::TargetEnv {
    match target {
        TargetEnv::Vulkan1_1 => spirv_tools::TargetEnv::Vulkan_1_1,
        TargetEnv::Vulkan1_2 => spirv_tools::TargetEnv::Vulkan_1_2,
        TargetEnv::Vulkan1_3 => spirv_tools::TargetEnv::Vulkan_1_3,
        TargetEnv::Vulkan1_4 => spirv_tools::TargetEnv::Vulkan_1_4,
        other => unreachable!("no validator for {other:?}"),
    }
}

/// Validates a module of ours for `target`, and its use of [block types](crate::blocks).
///
/// # Errors
/// The message of the first check that fails.
pub fn translation(words: &[u32], target: TargetEnv) -> Result<(), String> {
    crate::blocks::check(words)?;
    validate(words, target)
}

/// The module as the validator takes it. That asks of the primitive's number, layer and viewport in every module with the
/// capability of mesh shading that they are arrays, as a mesh shader has them, pixel shaders with inputs of primitives
/// included: what these read so is an ordinary input to it.
fn without_mistaken_rule(words: &[u32]) -> Vec<u32> {
    // Operations and their operands by SPIR-V's numbers.
    const CAPABILITY: u32 = 17;
    const MESH_SHADING: u32 = 5283;
    const ENTRY_POINT: u32 = 15;
    const FRAGMENT: u32 = 4;
    const DECORATE: u32 = 71;
    const BUILT_IN: u32 = 11;
    const LOCATION: u32 = 30;
    let mut words = words.to_vec();
    let (mut at, mut mesh, mut pixels) = (5, false, false);
    while let Some(&[first, ..]) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (op, count) = (first & 0xffff, (first >> 16) as usize);
        match (op, words.get_mut(at + 1..at + count)) {
            (CAPABILITY, Some([capability])) => mesh |= *capability == MESH_SHADING,
            (ENTRY_POINT, Some([model, ..])) => pixels |= *model == FRAGMENT,
            (DECORATE, Some([_, decoration, built_in @ (7 | 9 | 10)]))
                if mesh && pixels && *decoration == BUILT_IN =>
            {
                (*decoration, *built_in) = (LOCATION, 40 + *built_in);
            }
            _ => {}
        }
        at += count.max(1);
    }
    words
}

/// Validates a module for `target`, with scalar block layout.
///
/// # Errors
/// The validator's message.
pub fn validate(words: &[u32], target: TargetEnv) -> Result<(), String> {
    type PerEnv = [std::cell::OnceCell<spirv_tools::val::compiled::CompiledValidator>; 4];
    thread_local! {
        static VALIDATORS: PerEnv = const { [const { std::cell::OnceCell::new() }; 4] };
    }
    let options = ValidatorOptions {
        scalar_block_layout: true,
        ..ValidatorOptions::default()
    };
    VALIDATORS.with(|all| {
        let validator = all[target as usize].get_or_init(|| Validator::with_env(env(target)));
        validator
            .validate(without_mistaken_rule(words), Some(options))
            .map_err(|error| format!("the module is not valid for {}: {error}", target.name()))
    })
}

/// Assembles SPIR-V text.
///
/// # Errors
/// The assembler's message.
pub fn assemble(text: &str, target: TargetEnv) -> Result<Vec<u32>, String> {
    let binary = spirv_tools::assembler::create(Some(env(target)))
        .assemble(text, AssemblerOptions::default())
        .map_err(|error| format!("the text does not assemble: {error}"))?;
    Ok(binary.as_words().to_vec())
}
