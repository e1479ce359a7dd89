//! RTS0: serialised root signatures, as plain owned data.
//!
//! In: the payload of an RTS0 part, versions 1.0, 1.1 and 1.2 (version words 1, 2 and 3), or a container that
//! holds one; HLSL's string form; JSON. Out: [`RootSignature`], which hashes, compares and serialises, is checked
//! by D3D12's rules ([`RootSignature::check`]), and is written in each form again, or as another version
//! ([`RootSignature::to_version`]); [`synthesize`] makes one that covers given shaders. What holds: values keep
//! what the file says (an appended range keeps its APPEND offset; flags that version 1.0 doesn't have are empty),
//! and helpers give the resolved meaning.
//!
//! Spec: D3D12 "Serialized Root Signatures" and `D3D12_ROOT_SIGNATURE_DESC` to `_DESC2`; layout in DXC's
//! `DxilRootSignature.h`.

mod check;
mod convert;
pub(super) mod data;
mod flags;
mod json;
mod read;
mod sampler;
mod synthesize;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use check::{Place, Problem};
pub use data::{
    DescriptorRange, DescriptorRangeType, DescriptorTable, RootConstants, RootDescriptor, RootParameter,
    RootParameterKind, RootSignature, RootSignatureVersion,
};
pub use flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, ShaderVisibility};
pub use sampler::{
    BorderColor, ComparisonFunc, Filter, FilterMode, FilterReduction, FloatBits, SamplerFlags, StaticSampler,
    TextureAddressMode,
};
pub use synthesize::{ResourceNeeds, ShaderNeeds, synthesize};
