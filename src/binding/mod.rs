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
mod check;
mod coverage;
#[cfg(test)]
mod coverage_tests;
mod direct;
mod map;
mod needs;
pub mod places;
#[cfg(test)]
mod policy_tests;
mod print;
mod root;
mod sets;
mod signature;
mod stream;
#[cfg(test)]
mod tests;

pub use direct::RegisterBinder;
pub use map::MapBinder;
pub use needs::needs;
pub use root::RootSignatureBinder;
pub use signature::{SignatureLayout, SignatureRow};
pub use stream::captures;

use crate::container::RootSignature;
use crate::error::{Error, ErrorKind, Result};
use crate::options::{BindingOptions, ConstantBufferPolicy, UntypedBufferPolicy};
use crate::shader::{EntryPoint, Resource, ResourceClass, ResourceKind, SignatureElement, Stage};
use crate::vulkan::{
    Capture, CounterBinding, DescriptorQa, DescriptorSet, DescriptorType, HeapSize, InlineUniformBlock,
    OffsetView, PushConstants, ResourceBinding, RootBinding,
};
use serde::{Deserialize, Serialize};

/// How one resource is reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResourcePlan {
    /// The resource itself.
    pub binding: ResourceBinding,
    /// Number of descriptors in its binding, `None` when unbounded.
    pub count: Option<u32>,
    /// Its UAV counter.
    pub counter: Option<CounterBinding>,
    /// Where its view starts within its descriptor.
    pub offset_view: Option<OffsetView>,
    /// What covers it in the root signature.
    pub root: Option<RootBinding>,
}

/// A binding whose descriptors are of mutable type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MutableBinding {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// The types that its descriptors may have.
    pub types: Vec<DescriptorType>,
}

/// What a plan says apart from single resources.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Layout {
    /// The push-constant block, whole: stages of a pipeline share its layout.
    pub push_constants: PushConstants,
    /// Root parameters outside the push constants.
    pub inline_uniform_block: Option<InlineUniformBlock>,
    /// Where the sizes of the heaps come from.
    pub heap_size: Option<HeapSize>,
    /// Descriptor QA.
    pub descriptor_qa: Option<DescriptorQa>,
    /// The binding of mutable type.
    pub mutable: Option<MutableBinding>,
}

/// Inputs or outputs of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Inputs.
    Input,
    /// Outputs.
    Output,
}

/// Where a signature element is that is no built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ElementPlace {
    /// Location of its first row.
    pub location: u32,
    /// First component in each location.
    pub component: u32,
}

/// How a shader's resources are reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Plan {
    /// What all resources share.
    pub layout: Layout,
    /// In the order of the resources that it was made for.
    pub resources: Vec<ResourcePlan>,
    /// Inputs that are elsewhere than at their register, by element id; empty where none is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Option<ElementPlace>>,
    /// Outputs likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Option<ElementPlace>>,
    /// Outputs that transform feedback takes, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<Option<Capture>>,
}

/// Decides how resources are reached. Embedders with rules of their own implement it; the translation asks once
/// for the layout, then once for each resource.
pub trait Binder {
    /// What all resources share.
    ///
    /// # Errors
    /// `InvalidOptions` for policies that contradict each other, `RootSignature` for a root signature that makes
    /// no sense.
    fn layout(&mut self, stage: Stage) -> Result<Layout>;

    /// How `resource` of a shader of `stage` is reached. [`Resource::heap`] says that the shader takes it from the
    /// heap by itself (SM 6.6); its register and space mean nothing then.
    ///
    /// # Errors
    /// `RootSignature` when nothing covers it.
    fn bind(&mut self, stage: Stage, resource: &Resource) -> Result<ResourcePlan>;

    /// Where an input or output is, which would be at `place`. Asked for what has locations, but not for render
    /// targets.
    ///
    /// # Errors
    /// Those of the binder's rules.
    fn place(
        &mut self,
        stage: Stage,
        direction: Direction,
        element: &SignatureElement,
        place: ElementPlace,
    ) -> Result<ElementPlace> {
        let _ = (stage, direction, element);
        Ok(place)
    }

    /// Where transform feedback puts an output of the last stage before rasterization; `None` leaves it to
    /// [`Options::stream_outputs`](crate::options::Options::stream_outputs). Asked for all outputs, built-ins too.
    ///
    /// # Errors
    /// Those of the binder's rules.
    fn capture(&mut self, stage: Stage, element: &SignatureElement) -> Result<Option<Capture>> {
        let _ = (stage, element);
        Ok(None)
    }
}

impl Plan {
    /// The plan that `binder` makes for `resources` of a shader of `stage`.
    ///
    /// # Errors
    /// Those of the binder, and `InvalidOptions` for a strategy that a resource cannot have, or a layout that makes none.
    pub fn with<'r>(
        binder: &mut dyn Binder,
        stage: Stage,
        resources: impl IntoIterator<Item = &'r Resource>,
    ) -> Result<Self> {
        let layout = binder.layout(stage)?;
        if let Some(HeapSize::HeapView { stride, .. }) = layout.heap_size
            && (stride == 0 || !stride.is_multiple_of(4))
        {
            let message = format!("a heap with descriptors of {stride} bytes");
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        let resources = resources.into_iter();
        let resources = resources.map(|resource| {
            let plan = binder.bind(stage, resource)?;
            check::check(stage, resource, &plan)?;
            Ok(plan)
        });
        Ok(Self {
            layout,
            resources: resources.collect::<Result<_>>()?,
            ..Self::default()
        })
    }

    /// The plan for the resources that `entry` declares, under a root signature or without one. Those that it takes
    /// from the heap by itself are known only once its code is read, and are not in it.
    ///
    /// # Errors
    /// `RootSignature` when the root signature does not cover a resource, `InvalidOptions` for options that
    /// contradict each other.
    pub fn new(
        root_signature: Option<&RootSignature>,
        entry: &EntryPoint,
        options: &BindingOptions,
    ) -> Result<Self> {
        if let Some(root_signature) = root_signature {
            access::check_stage(root_signature, entry)?;
        }
        let resources: Vec<&Resource> = entry.resources.iter().collect();
        let mut binder = binder(root_signature, &resources, options)?;
        Self::with(&mut *binder, entry.stage, resources)
    }

    /// What of the plan for `resources` cannot be laid out: bindings that descriptors of different types share.
    pub fn conflicts<'r>(&self, resources: impl IntoIterator<Item = &'r Resource>) -> Vec<String> {
        sets::conflicts(self, resources.into_iter())
    }

    /// The descriptor sets that the plan's resources, and all that belongs to them, are in.
    pub fn descriptor_sets(&self) -> Vec<DescriptorSet> {
        sets::descriptor_sets(self)
    }
}

/// The binder that `options` ask for: the user's map, then the root signature or, without one, the registers.
///
/// # Errors
/// `InvalidOptions` for options that contradict each other, `RootSignature` for tables whose offsets overflow.
pub fn binder<'a>(
    root_signature: Option<&'a RootSignature>,
    resources: &[&Resource],
    options: &'a BindingOptions,
) -> Result<Box<dyn Binder + 'a>> {
    let base: Box<dyn Binder + 'a> = match root_signature {
        Some(root_signature) => Box::new(RootSignatureBinder::new(root_signature, options)?),
        None => Box::new(RegisterBinder::new(resources, options)?),
    };
    if options.map.resources.is_empty() && !options.map.strict {
        return Ok(base);
    }
    Ok(Box::new(MapBinder::new(&options.map, base)))
}

/// The Vulkan descriptor type of a resource under the policies.
pub fn descriptor_type(resource: &Resource, options: &BindingOptions) -> DescriptorType {
    let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
    match resource.class {
        ResourceClass::Cbv => match options.constant_buffers {
            ConstantBufferPolicy::UniformBuffer => DescriptorType::UniformBuffer,
            ConstantBufferPolicy::StorageBuffer => DescriptorType::StorageBuffer,
        },
        ResourceClass::Sampler => DescriptorType::Sampler,
        ResourceClass::Srv if is_untyped(resource) => match options.srv_buffers {
            UntypedBufferPolicy::StorageBuffer => DescriptorType::StorageBuffer,
            UntypedBufferPolicy::TexelBuffer => DescriptorType::UniformTexelBuffer,
        },
        ResourceClass::Uav if is_untyped(resource) => match options.uav_buffers {
            UntypedBufferPolicy::StorageBuffer => DescriptorType::StorageBuffer,
            UntypedBufferPolicy::TexelBuffer => DescriptorType::StorageTexelBuffer,
        },
        ResourceClass::Srv if typed => DescriptorType::UniformTexelBuffer,
        ResourceClass::Srv => DescriptorType::SampledImage,
        ResourceClass::Uav if typed => DescriptorType::StorageTexelBuffer,
        ResourceClass::Uav => DescriptorType::StorageImage,
    }
}

/// Whether a resource is a raw or structured buffer.
pub fn is_untyped(resource: &Resource) -> bool {
    matches!(
        resource.kind,
        ResourceKind::RawBuffer | ResourceKind::StructuredBuffer
    )
}

/// The alignment in bytes that D3D12 guarantees of where a buffer starts: constant buffers 256, of which their rows
/// need 16; structured buffers a multiple of their stride; raw buffers 4 as root descriptors, 16 as views.
pub fn guaranteed_alignment(resource: &Resource, root_descriptor: bool) -> u32 {
    match resource.kind {
        ResourceKind::CBuffer => 16,
        ResourceKind::StructuredBuffer if resource.stride != 0 => {
            (resource.stride & resource.stride.wrapping_neg()).min(16)
        }
        _ if root_descriptor => 4,
        _ => 16,
    }
}
