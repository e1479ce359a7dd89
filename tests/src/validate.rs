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

/// The module without the offsets of its samples, for devices that take those: the validator knows of them by a switch alone
/// that its bindings lack.
pub fn without_sample_offsets(words: &[u32]) -> Vec<u32> {
    const OFFSET: u32 = 0x10;
    let (head, mut rest) = words.split_at(words.len().min(5));
    let mut out = head.to_vec();
    while let Some(&first) = rest.first() {
        let (inst, after) = rest.split_at(((first >> 16).max(1) as usize).min(rest.len()));
        rest = after;
        // Samples, and behind 300 those with a residency code; by turns two without and two with a reference value.
        let sample = match first & 0xffff {
            op @ 87..=94 => Some(op - 87),
            op @ 305..=312 => Some(op - 305),
            _ => None,
        };
        let mask_at = sample.map(|kind| 5 + (kind / 2 % 2) as usize);
        let mask = mask_at.and_then(|at| inst.get(at).copied());
        let (Some(at), Some(mask)) = (mask_at, mask.filter(|mask| mask & OFFSET != 0)) else {
            out.extend_from_slice(inst);
            continue;
        };
        // Gradients are two operands.
        let before = (mask & (OFFSET - 1)).count_ones() + u32::from(mask & 4 != 0);
        let gone = at + 1 + before as usize;
        out.push(first - (1 << 16));
        for (index, &word) in inst
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(index, _)| *index != gone)
        {
            out.push(if index == at { word & !OFFSET } else { word });
        }
    }
    out
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
