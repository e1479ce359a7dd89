//! From a root signature and a shader's resources to a binding plan: how each resource is reached in Vulkan.
//!
//! Pure data in, pure data out; no IR. What decides is a [`Binder`]: [`RootSignatureBinder`] by a root signature
//! (`CreateRootSignature`'s rules), [`RegisterBinder`] by registers alone, [`MapBinder`] by a user's map before
//! either, or an embedder's own.
//!
//! A root signature's parameters become, in this order, members of one push-constant block that all stages of a
//! pipeline share: 64-bit addresses of root descriptors, offsets of descriptor tables into the heap, root
//! constants, each group in root-parameter order. Descriptor tables index bindless heaps, in which the D3D12 heap
//! index is the array element. Where the heaps and all else lie is [`places`]' business.

pub(crate) mod access;
mod beside;
mod check;
mod choose;
mod coverage;
#[cfg(test)]
mod coverage_tests;
mod direct;
mod facts;
mod link;
mod map;
mod needs;
pub mod places;
mod plan;
#[cfg(test)]
mod policy_tests;
mod print;
mod record;
mod root;
mod sets;
mod signature;
mod stream;
#[cfg(test)]
mod tests;

pub use beside::RecordBinder;
pub use choose::binder;
pub use direct::RegisterBinder;
pub(crate) use facts::address_alignment;
pub use facts::{descriptor_type, guaranteed_alignment};
pub use link::{is_given, is_per_primitive, link, linked, links};
pub use map::MapBinder;
pub use needs::needs;
pub use plan::{
    Binder, CapturedPiece, ElementPlace, InputPiece, Layout, Linked, LinkedInput, MutableBinding, Plan,
    ResourcePlan,
};
pub use record::{LocalParameter, LocalRootSignature, MAX_RECORD_BYTES};
pub use root::RootSignatureBinder;
pub use signature::{SignatureLayout, SignatureRow};
pub use stream::captures;
