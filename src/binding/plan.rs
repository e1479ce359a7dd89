//! The plan, and what decides it.

use crate::error::Result;
use crate::options::UniformWord;
use crate::shader::{Resource, SignatureElement, SignatureKind, Stage};
use crate::vulkan::{
    BoundBy, Capture, CounterBinding, DescriptorQa, DescriptorType, HeapSize, InlineUniformBlock,
    Instrumentation, OffsetView, PushConstants, ResourceBinding, RootBinding, ShaderRecord,
};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// How one resource is reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct MutableBinding {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// The types that its descriptors may have.
    pub types: Vec<DescriptorType>,
}

/// What a plan says apart from single resources.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Layout {
    /// What decided.
    #[cfg_attr(feature = "serde", serde(default))]
    pub bound_by: BoundBy,
    /// The push-constant block, whole: stages of a pipeline share its layout.
    pub push_constants: PushConstants,
    /// Root parameters outside the push constants.
    pub inline_uniform_block: Option<InlineUniformBlock>,
    /// Local root parameters.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub shader_record: Option<ShaderRecord>,
    /// Where the sizes of the heaps come from.
    pub heap_size: Option<HeapSize>,
    /// Descriptor QA.
    pub descriptor_qa: Option<DescriptorQa>,
    /// What is looked for while the shader runs.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub instrumentation: Option<Instrumentation>,
    /// The binding of mutable type.
    pub mutable: Option<MutableBinding>,
    /// Uniform buffers that tell of views, of those that the shader reads: the view of a draw, the mask of views.
    #[cfg_attr(feature = "serde", serde(default))]
    pub views: [Option<UniformWord>; 2],
}

/// Where a signature element is that is no built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ElementPlace {
    /// Location of its first row.
    pub location: u32,
    /// First component in each location.
    pub component: u32,
    /// Of an input of a pixel shader: whether it is the same for a primitive, out of a mesh shader.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub per_primitive: bool,
}

/// Where components of a row of an input are, where the rows are not all together or not as wide as the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct InputPiece {
    /// Row of the input.
    pub row: u32,
    /// First component of the input.
    #[cfg_attr(feature = "serde", serde(default))]
    pub first: u32,
    /// How many components.
    pub count: u32,
    /// Their place. Of clip and cull distances the component alone counts, the place in their array.
    pub place: ElementPlace,
}

/// An input that is in several places, or not as wide where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct LinkedInput {
    /// Whether it is a patch constant.
    pub patch: bool,
    /// Element id.
    pub element: u32,
    /// What the stage before gives of it, in the order of rows and components; all else reads 0.
    pub pieces: Vec<InputPiece>,
}

/// What is known of the stage before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Linked {
    /// How many clip and cull distances it gives.
    pub distances: [u32; 2],
    /// Inputs that are in places of their own, in the order of signatures and elements.
    pub inputs: Vec<LinkedInput>,
}

/// How a shader's resources are reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Plan {
    /// What all resources share.
    pub layout: Layout,
    /// In the order of the resources that it was made for.
    pub resources: Vec<ResourcePlan>,
    /// Inputs that are elsewhere than at their register, by element id; empty where none is.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub inputs: Vec<Option<ElementPlace>>,
    /// Outputs likewise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub outputs: Vec<Option<ElementPlace>>,
    /// Patch constants, or primitive outputs of a mesh shader, likewise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub patch_constants: Vec<Option<ElementPlace>>,
    /// What is known of the stage before, where inputs are linked to its outputs.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub linked: Option<Box<Linked>>,
    /// Outputs that transform feedback takes, likewise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub captures: Vec<Option<Capture>>,
    /// Outputs of which transform feedback takes rows or components apart.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub captured_pieces: Vec<CapturedPiece>,
}

/// Components of a row of an output that transform feedback takes, apart from the rest of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct CapturedPiece {
    /// Element id.
    pub element: u32,
    /// Row of the element.
    pub row: u32,
    /// First component of the element's row.
    pub first: u32,
    /// How many components there are.
    pub count: u32,
    /// Where they go.
    pub place: Capture,
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

    /// Where an element of a signature is, which would be at `place`. Asked for what has locations, but not for render
    /// targets.
    ///
    /// # Errors
    /// Those of the binder's rules.
    fn place(
        &mut self,
        stage: Stage,
        signature: SignatureKind,
        element: &SignatureElement,
        place: ElementPlace,
    ) -> Result<ElementPlace> {
        let _ = (stage, signature, element);
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
    /// Where an element is, if it is elsewhere than at its register.
    pub fn place(&self, signature: SignatureKind, id: u32) -> Option<ElementPlace> {
        let places = match signature {
            SignatureKind::Input => &self.inputs,
            SignatureKind::Output => &self.outputs,
            SignatureKind::PatchConstant | SignatureKind::Primitive => &self.patch_constants,
        };
        places.get(id as usize).copied().flatten()
    }
    /// The pieces of an input that is in several places.
    pub fn pieces(&self, signature: SignatureKind, id: u32) -> Option<&[InputPiece]> {
        let patch = match signature {
            SignatureKind::Input => false,
            SignatureKind::PatchConstant => true,
            SignatureKind::Output | SignatureKind::Primitive => return None,
        };
        let linked = self.linked.as_deref()?;
        let mut inputs = linked.inputs.iter();
        let input = inputs.find(|input| (input.patch, input.element) == (patch, id))?;
        Some(&input.pieces)
    }
}
