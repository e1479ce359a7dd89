//! The SPIR-V validator and assembler, and what holds for our modules beyond the rules of SPIR-V.
//!
//! A validator is not to be shared between threads: each thread has its own.
//!
//! What the crate's validator does not know is left out or put in other words for it. Where `cargo xtask setup` could get the
//! program of a newer SPIRV-Tools, that sees such a module as it is.

use dxil2spirv::options::TargetEnv;
use spirv_tools::assembler::{Assembler, AssemblerOptions};
use spirv_tools::val::{Validator, ValidatorOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
    let words = without_micromap_queries(words);
    let words = words.as_slice();
    let known = with_known_hit_objects(words);
    validate(&known, target)?;
    match known == words {
        true => Ok(()),
        false => by_newer(&without_hit_kinds(words), target),
    }
}

/// [`translation`] of a module whose samples may have offsets that are no constants.
///
/// # Errors
/// Likewise.
pub fn with_sample_offsets(words: &[u32], target: TargetEnv) -> Result<(), String> {
    let known = without_sample_offsets(words);
    translation(&known, target)?;
    match known == words {
        true => Ok(()),
        false => by_newer(&without_hit_kinds(words), target),
    }
}

/// The validator of a newer SPIRV-Tools, if it is there.
pub fn newer() -> Option<&'static Path> {
    static PROGRAM: std::sync::OnceLock<Option<PathBuf>> = std::sync::OnceLock::new();
    let find = || {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/spirv-tools/cmeel.prefix/bin/spirv-val");
        path.is_file().then_some(path)
    };
    PROGRAM.get_or_init(find).as_deref()
}

/// Validates a module for `target` by the [newer](newer) SPIRV-Tools; anything is valid where that is not there.
///
/// # Errors
/// Its message.
pub fn by_newer(words: &[u32], target: TargetEnv) -> Result<(), String> {
    let Some(program) = newer() else {
        return Ok(());
    };
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut child = Command::new(program)
        .args([
            "--target-env",
            target.name(),
            "--scalar-block-layout",
            "--allow-offset-texture-operand",
            "-",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    if let Some(mut input) = child.stdin.take() {
        input.write_all(&bytes).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "the module is not valid for {} by the newer SPIRV-Tools: {}{}",
            target.name(),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// The module without the optional last operand of `OpHitObjectRecordFromQueryEXT`, which no grammar has yet.
fn without_hit_kinds(words: &[u32]) -> Vec<u32> {
    const FROM_QUERY: u32 = 5304;
    let (head, mut rest) = words.split_at(words.len().min(5));
    let mut out = head.to_vec();
    while let Some(&first) = rest.first() {
        let (inst, after) = rest.split_at(((first >> 16).max(1) as usize).min(rest.len()));
        rest = after;
        match inst {
            [_, operands @ .., _] if first == 6 << 16 | FROM_QUERY => {
                out.push(5 << 16 | FROM_QUERY);
                out.extend_from_slice(operands);
            }
            _ => out.extend_from_slice(inst),
        }
    }
    out
}

/// The module without the mode by which ray queries heed opacity micromaps (`SPV_KHR_opacity_micromap`), which no validator
/// knows yet, and with what else that extension has under the name of the EXT one.
fn without_micromap_queries(words: &[u32]) -> Vec<u32> {
    const CAPABILITY: u32 = 17;
    const EXTENSION: u32 = 10;
    const EXECUTION_MODE_ID: u32 = 331;
    const MODE: u32 = 6031;
    const MODE_CAPABILITY: u32 = 6032;
    let (head, mut rest) = words.split_at(words.len().min(5));
    let mut out = head.to_vec();
    while let Some(&first) = rest.first() {
        let (inst, after) = rest.split_at(((first >> 16).max(1) as usize).min(rest.len()));
        rest = after;
        let from = out.len();
        match (first & 0xffff, inst) {
            (CAPABILITY, [_, MODE_CAPABILITY]) | (EXECUTION_MODE_ID, [_, _, MODE, _]) => continue,
            _ => out.extend_from_slice(inst),
        }
        if let (EXTENSION, [_, name @ ..]) = (first & 0xffff, &mut out[from..]) {
            let bytes: Vec<u8> = name.iter().flat_map(|word| word.to_le_bytes()).collect();
            if bytes.starts_with(b"SPV_KHR_opacity_micromap\0") {
                name[1] = u32::from_le_bytes(*b"EXT_");
            }
        }
    }
    out
}

/// The module with the hit objects of `SPV_NV_shader_invocation_reorder` in place of those of the EXT one, which the validator
/// does not know: the operations are the same, but for four that the first has not and one that has an operand more.
fn with_known_hit_objects(words: &[u32]) -> Vec<u32> {
    const CAPABILITY: u32 = 17;
    const EXTENSION: u32 = 10;
    const POINTER: u32 = 32;
    const VARIABLE: u32 = 59;
    const UNDEF: u32 = 1;
    const CAPABILITY_EXT: u32 = 5388;
    const CAPABILITY_NV: u32 = 5383;
    const CLASS_EXT: u32 = 5411;
    const CLASS_NV: u32 = 5385;
    // Operations by number: EXT, NV.
    const SAME: [[u32; 2]; 29] = [
        [5313, 5281],
        [5314, 5280],
        [5315, 5279],
        [5316, 5260],
        [5318, 5259],
        [5319, 5264],
        [5320, 5265],
        [5321, 5266],
        [5322, 5267],
        [5323, 5268],
        [5324, 5269],
        [5325, 5270],
        [5326, 5271],
        [5327, 5255],
        [5328, 5254],
        [5329, 5272],
        [5330, 5273],
        [5331, 5253],
        [5332, 5252],
        [5333, 5274],
        [5347, 5275],
        [5348, 5258],
        [5349, 5257],
        [5350, 5276],
        [5351, 5277],
        [5352, 5278],
        [5305, 5263],
        [5307, UNDEF],
        [5308, UNDEF],
    ];
    const RECORD_MISS: u32 = 5305;
    const POSITIONS: u32 = 5307;
    const RAY_FLAGS: u32 = 5308;
    const FROM_QUERY: u32 = 5304;
    const SET_INDEX: u32 = 5309;
    let mut out = words.get(..5).unwrap_or(words).to_vec();
    let mut at = out.len();
    while let Some(&[first, ..]) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (op, count) = (first & 0xffff, ((first >> 16) as usize).max(1));
        let mut inst = words.get(at..at + count).unwrap_or_default().to_vec();
        at += count;
        match (op, inst.as_mut_slice()) {
            (CAPABILITY, [_, capability]) if *capability == CAPABILITY_EXT => *capability = CAPABILITY_NV,
            (POINTER, [_, _, class, _]) | (VARIABLE, [_, _, _, class, ..]) if *class == CLASS_EXT => {
                *class = CLASS_NV
            }
            (EXTENSION, [_, name @ ..]) => {
                let mut bytes: Vec<u8> = name.iter().flat_map(|word| word.to_le_bytes()).collect();
                if bytes.starts_with(b"SPV_EXT_shader_invocation_reorder\0") {
                    bytes.splice(4..7, *b"NV");
                    bytes.push(0);
                    for (word, four) in name.iter_mut().zip(bytes.as_chunks::<4>().0) {
                        *word = u32::from_le_bytes(*four);
                    }
                }
            }
            (FROM_QUERY | SET_INDEX, _) => continue,
            _ => {}
        }
        if let Some([_, known]) = SAME.iter().find(|[ext, _]| *ext == op) {
            match op {
                RECORD_MISS => drop(inst.remove(2)),
                POSITIONS | RAY_FLAGS => inst.truncate(3),
                _ => {}
            }
            inst[0] = (inst.len() as u32) << 16 | known;
        }
        out.extend(inst);
    }
    out
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
fn without_sample_offsets(words: &[u32]) -> Vec<u32> {
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
