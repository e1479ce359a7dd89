//! How the binding plan is made: presets and policies.
//!
//! All of it is plain data, so a plan can be cached by it. What a policy does not speak of follows the preset.

use crate::shader::{ResourceClass, Stage};
use crate::vulkan::{BindingRole, CounterBinding, DescriptorType, InstrumentationKind, ResourceBinding};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Where descriptor tables and the heaps of SM 6.6 lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Preset {
    /// One descriptor set for each descriptor type, each an unbounded array over the whole heap.
    #[default]
    Bindless,
    /// One binding for all resources, of mutable type (`VK_EXT_mutable_descriptor_type`), and one for samplers.
    Mutable,
    /// A register is a binding of its own: set = space, binding = register + shift. The other presets bind so only where
    /// there is no root signature and a class has a shift; without one, classes have bindings of their own
    /// ([`BoundBy::Registers`](crate::vulkan::BoundBy::Registers)).
    Direct,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 3] = [Self::Bindless, Self::Mutable, Self::Direct];
    /// Its name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bindless => "bindless",
            Self::Mutable => "mutable",
            Self::Direct => "direct",
        }
    }
}

/// How root descriptors reach the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum RootDescriptorPolicy {
    /// As 64-bit addresses in the push constants.
    #[default]
    Address,
    /// As buffer descriptors.
    Descriptor,
}

/// The descriptor type of constant buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ConstantBufferPolicy {
    /// Uniform buffers.
    #[default]
    UniformBuffer,
    /// Storage buffers. Rows beyond the descriptor's end are 0 by the device's robust access.
    StorageBuffer,
}

/// The descriptor type of raw and structured buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum UntypedBufferPolicy {
    /// Storage buffers.
    #[default]
    StorageBuffer,
    /// Texel buffers of format `R32_UINT`. 64-bit atomics are refused; 16-bit stores are two atomics.
    TexelBuffer,
}

/// Where UAV counters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum CounterPolicy {
    /// In storage buffers, an array parallel to the resources.
    #[default]
    StorageBuffer,
    /// In storage texel buffers of format `R32_UINT`, an array parallel to the resources.
    TexelBuffer,
    /// At 64-bit addresses in one storage buffer, 0 for a view without a counter: updates of that give 0.
    Address {
        /// Bytes from the address of one descriptor's counter to the next.
        stride: u32,
        /// Byte offset of the first.
        offset: u32,
        /// Whether that buffer is at a 64-bit address itself, which a uniform buffer begins with.
        #[cfg_attr(feature = "serde", serde(default))]
        through_uniform: bool,
    },
    /// Nowhere: shaders that use a counter are refused.
    None,
}

impl CounterPolicy {
    /// The type of the counters' descriptors, where they have any of their own.
    pub fn descriptor_type(&self) -> Option<DescriptorType> {
        match self {
            Self::StorageBuffer => Some(DescriptorType::StorageBuffer),
            Self::TexelBuffer => Some(DescriptorType::StorageTexelBuffer),
            Self::Address { .. } | Self::None => None,
        }
    }
}

/// How acceleration structures of heaps and tables are reached. Those of registers that are bindings are descriptors
/// either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
pub enum AccelerationStructurePolicy {
    /// As descriptors.
    #[default]
    Descriptor,
    /// At 64-bit addresses in one storage buffer, which is indexed like the heap.
    Address {
        /// Bytes from the address of one descriptor's acceleration structure to the next, a multiple of 8.
        stride: u32,
        /// Byte offset of the first, a multiple of 8.
        offset: u32,
    },
}

/// Offset buffers: a buffer view may start where the device's alignment does not allow a descriptor to start.
/// The descriptor then starts before it, and a side buffer that is indexed like the heap tells where the view
/// starts within the descriptor, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct OffsetBuffers {
    /// `minStorageBufferOffsetAlignment` of the device, in bytes. Views whose offsets D3D12 aligns less take
    /// their start from the side buffer.
    pub min_alignment: u32,
    /// Whether typed buffers have offsets too.
    pub typed: bool,
    /// Byte offset, in a record, of the start and size in bytes (two words) of raw and structured views.
    pub untyped_offset: u32,
    /// Byte offset, in a record, of the start and size in elements (two words) of typed views.
    pub typed_offset: u32,
    /// Bytes from record to record.
    pub stride: u32,
}

impl Default for OffsetBuffers {
    fn default() -> Self {
        Self {
            min_alignment: 16,
            typed: false,
            untyped_offset: 0,
            typed_offset: 8,
            stride: 16,
        }
    }
}

/// Where the numbers of descriptors in the heaps come from, for shaders that index them themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum HeapSizePolicy {
    /// These.
    Constant {
        /// Descriptors of the resource heap.
        resources: u32,
        /// Descriptors of the sampler heap.
        samplers: u32,
    },
    /// Specialization constants.
    SpecConstant,
    /// The first two words of a storage buffer: resources, samplers.
    Buffer,
}

/// What is added to registers in the preset [`Direct`](Preset::Direct). Without a root signature, a shift of a class asks for
/// the bindings of that preset in the others too; that of the set applies whatever the bindings are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RegisterShifts {
    /// To the `b` registers of constant buffers.
    pub cbv: u32,
    /// To the `t` registers of shader resource views.
    pub srv: u32,
    /// To the `u` registers of unordered access views.
    pub uav: u32,
    /// To the `s` registers of samplers.
    pub sampler: u32,
    /// To the space, giving the set.
    pub set: u32,
}

impl RegisterShifts {
    /// The shift of a class.
    pub fn of(&self, class: ResourceClass) -> u32 {
        match class {
            ResourceClass::Cbv => self.cbv,
            ResourceClass::Srv => self.srv,
            ResourceClass::Uav => self.uav,
            ResourceClass::Sampler => self.sampler,
        }
    }
}

/// What handles of descriptor tables count in shader records (local root signatures): the low word of a handle, shifted
/// right by so many bits, is the table's offset in the heap, in descriptors. For a layer whose handles count bytes, the
/// binary logarithm of a descriptor's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct HandleShifts {
    /// Of the resource heap; at most 31.
    pub resources: u32,
    /// Of the sampler heap; at most 31.
    pub samplers: u32,
}

/// An entry of a [`BindingMap`]: a range of registers and how it is reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BindingMapEntry {
    /// Class of the resources.
    pub class: ResourceClass,
    /// Register space.
    #[cfg_attr(feature = "serde", serde(default))]
    pub space: u32,
    /// First register.
    pub register: u32,
    /// Number of registers, `null` for all from `register` on.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub count: Option<u32>,
    /// The only stage that the entry is for; all without it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub stage: Option<Stage>,
    /// How the first register is reached; those after it follow on in the same array.
    pub vulkan: ResourceBinding,
    /// The UAV counter.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub counter: Option<CounterBinding>,
}

#[allow(clippy::unnecessary_wraps)]
#[cfg(feature = "serde")]
fn one() -> Option<u32> {
    Some(1)
}

/// Where a heap is: descriptors of a type, in the presets [`Bindless`](Preset::Bindless) and
/// [`Mutable`](Preset::Mutable).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct HeapPlace {
    /// Type of the descriptors.
    pub descriptor_type: DescriptorType,
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
}

/// Where a side buffer is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SidePlace {
    /// What it is for; root parameters are the [inline uniform block](crate::vulkan::InlineUniformBlock).
    pub role: BindingRole,
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
}

/// A user's own map of registers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct BindingMap {
    /// The first entry that holds a resource's registers and is for its stage decides.
    pub resources: Vec<BindingMapEntry>,
    /// Heaps that are elsewhere than the preset has them.
    pub heaps: Vec<HeapPlace>,
    /// Side buffers that are elsewhere than the preset has them.
    pub sides: Vec<SidePlace>,
    /// The set of the static samplers, where it is not the preset's.
    pub static_sampler_set: Option<u32>,
    /// Whether resources without an entry are refused; else the root signature or the preset decides on them.
    pub strict: bool,
}

impl BindingMap {
    /// From its JSON form. Feature `serde`.
    ///
    /// # Errors
    /// `InvalidOptions` for text that is not a binding map.
    #[cfg(feature = "serde")]
    pub fn from_json(text: &str) -> crate::error::Result<Self> {
        crate::json::object(text).map_err(|error| {
            let message = format!("binding map: {error}");
            crate::error::Error::new(crate::error::ErrorKind::InvalidOptions, message)
        })
    }
}

/// How resources are bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct BindingOptions {
    /// Where tables and heaps lead.
    pub preset: Preset,
    /// Root descriptors.
    pub root_descriptors: RootDescriptorPolicy,
    /// Constant buffers that are descriptors.
    pub constant_buffers: ConstantBufferPolicy,
    /// Raw and structured shader resource views that are descriptors.
    pub srv_buffers: UntypedBufferPolicy,
    /// Raw and structured unordered access views that are descriptors.
    pub uav_buffers: UntypedBufferPolicy,
    /// Whether constant buffers at addresses end at 64 KiB, as descriptors of them do: what lies behind is 0. Nothing
    /// is known of their true size. Without it they have no end, as D3D12's root descriptors have none: a row that is
    /// not there reads whatever memory its address leads to, which may end the program.
    pub bounded_root_constant_buffers: bool,
    /// Whether every index that the shader computes may differ between the lanes of a wave, for shaders that index so
    /// without saying it (`NonUniformResourceIndex`).
    pub non_uniform_indices: bool,
    /// UAV counters.
    pub uav_counters: CounterPolicy,
    /// Acceleration structures.
    pub acceleration_structures: AccelerationStructurePolicy,
    /// What handles of descriptor tables count in shader records.
    pub record_handle_shifts: HandleShifts,
    /// Bytes of push constants. Root parameters that do not fit go to an inline uniform block.
    pub push_constant_budget: u32,
    /// Alignment in bytes that is assumed of no address, even where D3D12 guarantees more.
    pub max_alignment: u32,
    /// Alignment in bytes of the addresses of raw buffers that are root descriptors, a power of two from 4 on. D3D12 says
    /// 4; who knows that its program places them at more, gets whole vectors.
    pub raw_address_alignment: u32,
    /// Offset buffers; without them, buffer descriptors start where the views do.
    pub offset_buffers: Option<OffsetBuffers>,
    /// Where the sizes of the heaps come from; without it, heap indices are not checked. Those beyond a
    /// heap's size, of descriptor tables too, read the descriptor behind its last, which must be a null descriptor.
    pub heap_size: Option<HeapSizePolicy>,
    /// Whether accesses to the heap are checked against what the heap holds, and faults reported.
    pub descriptor_qa: bool,
    /// What is looked for while the shader runs.
    pub instrumentation: Option<InstrumentationKind>,
    /// Shifts of registers.
    pub shifts: RegisterShifts,
    /// A map that goes before all else.
    pub map: BindingMap,
}

impl Default for BindingOptions {
    fn default() -> Self {
        Self {
            preset: Preset::default(),
            root_descriptors: RootDescriptorPolicy::default(),
            constant_buffers: ConstantBufferPolicy::default(),
            srv_buffers: UntypedBufferPolicy::default(),
            uav_buffers: UntypedBufferPolicy::default(),
            bounded_root_constant_buffers: true,
            non_uniform_indices: false,
            uav_counters: CounterPolicy::default(),
            acceleration_structures: AccelerationStructurePolicy::default(),
            record_handle_shifts: HandleShifts::default(),
            // What a root signature of the largest cost takes.
            push_constant_budget: 256,
            max_alignment: 16,
            raw_address_alignment: 4,
            offset_buffers: None,
            heap_size: None,
            descriptor_qa: false,
            instrumentation: None,
            shifts: RegisterShifts::default(),
            map: BindingMap::default(),
        }
    }
}

#[cfg(test)]
impl BindingOptions {
    /// Registers as bindings, for tests that name them.
    pub(crate) fn direct() -> Self {
        Self {
            preset: Preset::Direct,
            ..Self::default()
        }
    }
}
