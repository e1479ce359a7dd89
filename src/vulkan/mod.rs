//! Vulkan's side in words: descriptors, push constants, heaps, locations, built-ins, specialization constants.
//!
//! Plain data, serialisable, which options, the binding plan, the lowering and the reflection share: a binding map names
//! a place, the plan has it, the lowering makes variables of it, the reflection tells the caller. The comments are the
//! descriptions of the JSON Schemas too.

mod buffers;
pub mod built_ins;
mod descriptors;
mod heap;
mod instrumentation;
mod interface;
mod nodes;
mod print;
mod resources;
mod root;
mod spec_constants;

pub use buffers::{BufferForm, WhyWords};
pub use descriptors::{BindingRole, BoundBy, DescriptorSet, DescriptorType, SetBinding};
#[cfg(feature = "serde")]
use heap::hex64;
pub use heap::{DescriptorQa, HeapSize};
pub use instrumentation::{Assumption, HeapAddresses, Instrumentation, InstrumentationKind};
pub use interface::{Capture, IoElement};
pub use resources::{CounterBinding, OffsetView, ResourceBinding, RootBinding, RootPlace, RootStorage};
pub use root::{InlineUniformBlock, PushConstantKind, PushConstantMember, PushConstants, ShaderRecord};

pub use nodes::{NODE_GROUP_SIZE_SPEC_ID, NodeDispatch, node_spec_ids};
pub use spec_constants::{
    RESOURCE_HEAP_SIZE_SPEC_ID, SAMPLE_COUNT_SPEC_ID, SAMPLER_HEAP_SIZE_SPEC_ID, SpecConstant,
    SpecConstantKind,
};
