//! Whether the flags of a root signature let a shader at what it uses.
//!
//! In: root signature, entry point. Out: nothing, or an error that names flag, stage and the first resource.
//! What holds: a shader of a stage with a `DENY_*_SHADER_ROOT_ACCESS` flag uses nothing that the root signature
//! binds, static samplers included; one that indexes a heap itself (SM 6.6) has the flag that allows it.
//!
//! Spec: `D3D12_ROOT_SIGNATURE_FLAGS`; "HLSL Dynamic Resources".

use super::coverage::resource_name;
use crate::container::RootSignature;
use crate::container::root_signature::RootSignatureFlags;
use crate::error::{Error, ErrorKind, Result};
use crate::shader::EntryPoint;
use crate::shader::ShaderFlags;

/// Checks the flags of `root_signature` for `entry`.
///
/// # Errors
/// `RootSignature`: what the flags forbid.
pub(crate) fn check_stage(root_signature: &RootSignature, entry: &EntryPoint) -> Result<()> {
    if root_signature
        .flags
        .contains(RootSignatureFlags::LOCAL_ROOT_SIGNATURE)
    {
        let message = "a local root signature stands where the global one is expected";
        return Err(Error::new(ErrorKind::RootSignature, message));
    }
    let stage = entry.stage;
    let denied = RootSignature::deny_flag(stage).filter(|flag| root_signature.flags.contains(*flag));
    if let Some(flag) = denied
        && let Some(resource) = entry.resources.iter().find(|resource| !resource.heap)
    {
        return Err(Error::new(
            ErrorKind::RootSignature,
            format!(
                "{} is used by the {stage} stage, which the root signature denies access with its flag {}",
                resource_name(resource),
                hlsl_name(flag)
            ),
        ));
    }
    let flags = ShaderFlags(entry.properties.flags);
    for (use_flag, heap, flag) in HEAPS {
        if flags.contains(use_flag) && !root_signature.flags.contains(flag) {
            return Err(Error::new(
                ErrorKind::RootSignature,
                format!(
                    "the {stage} stage indexes {heap} itself, and the root signature does not have the flag {}",
                    hlsl_name(flag)
                ),
            ));
        }
    }
    Ok(())
}

/// For each heap: the shader's flag for indexing it, its name in HLSL, and the root signature's flag.
pub(crate) const HEAPS: [(ShaderFlags, &str, RootSignatureFlags); 2] = [
    (
        ShaderFlags::RESOURCE_DESCRIPTOR_HEAP_INDEXING,
        "ResourceDescriptorHeap",
        RootSignatureFlags::CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED,
    ),
    (
        ShaderFlags::SAMPLER_DESCRIPTOR_HEAP_INDEXING,
        "SamplerDescriptorHeap",
        RootSignatureFlags::SAMPLER_HEAP_DIRECTLY_INDEXED,
    ),
];

/// As the flag is written in HLSL's string.
fn hlsl_name(flag: RootSignatureFlags) -> String {
    flag.names().collect::<String>().to_ascii_uppercase()
}
