//! Where things lie that no register names: sets and bindings of heaps, static samplers and side buffers.
//!
//! | | bindless | mutable | direct |
//! |---|---|---|---|
//! | heaps | set by descriptor type ([`heap_set`]), binding 0 | 0, 0; samplers 1, 0 | `first`, from 6 by descriptor type |
//! | UAV counters, offset buffer, QA heap, QA report, heap sizes | 4, bindings 1 to 5 | 0, 1 to 5 | `first`, 1 to 5 |
//! | acceleration structures: descriptors, or addresses | 4, binding 6 | 0, 6 | descriptors `first`, 13 |
//! | static samplers | 7, by index | 2, by index | at their registers |
//! | what replaces root parameters | 7, behind those | 3, from 0 | `first`, from 16 |
//!
//! `first` is the first set that no register leads to.
//!
//! Without a root signature the presets with heaps have nothing to go by but registers, which classes share. Then each
//! class has every sixth binding of the set of its space, and what no register names has those that are left in the set of
//! space 0 ([`register_place`]): nothing shares a binding, whatever a shader declares, and all shaders agree on every
//! place.

use super::facts::{descriptor_type, guaranteed_alignment};
use super::plan::{Layout, MutableBinding};
use crate::error::{Error, ErrorKind, Result};
use crate::options::{AccelerationStructurePolicy, BindingOptions, CounterPolicy, HeapSizePolicy, Preset};
use crate::shader::{Resource, ResourceClass, ResourceKind};
use crate::vulkan::{
    BindingRole, CounterBinding, DescriptorQa, DescriptorType, HeapAddresses, HeapSize, Instrumentation,
    InstrumentationKind, OffsetView, ResourceBinding, RootPlace,
};

/// The descriptor set that is the bindless heap of a descriptor type; its array is binding 0.
pub fn heap_set(descriptor_type: DescriptorType) -> u32 {
    match descriptor_type {
        DescriptorType::SampledImage => 0,
        DescriptorType::UniformTexelBuffer => 1,
        DescriptorType::StorageImage => 2,
        DescriptorType::StorageTexelBuffer => 3,
        DescriptorType::StorageBuffer => 4,
        DescriptorType::UniformBuffer
        | DescriptorType::InlineUniformBlock
        | DescriptorType::Mutable
        | DescriptorType::InputAttachment => 5,
        DescriptorType::Sampler => 6,
        DescriptorType::AccelerationStructure => 7,
    }
}

/// The types that descriptors of a resource heap have in Vulkan.
pub const HEAP_TYPES: [DescriptorType; 6] = [
    DescriptorType::SampledImage,
    DescriptorType::StorageImage,
    DescriptorType::UniformTexelBuffer,
    DescriptorType::StorageTexelBuffer,
    DescriptorType::UniformBuffer,
    DescriptorType::StorageBuffer,
];

/// A buffer beside the heaps, by its binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Counters = 1,
    Offsets = 2,
    QaHeap = 3,
    QaReport = 4,
    HeapSize = 5,
    /// Addresses of acceleration structures, or their descriptors.
    AccelerationStructures = 6,
}

/// The first binding of the heaps in the preset `direct`.
const DIRECT_HEAP_BINDING: u32 = 6;
/// The first number of the heaps among what no register names; the side buffers come before.
const APART_HEAPS: u32 = 8;
/// The first number of what comes in any count: of each [`APART_KINDS`] numbers one is for what replaces a root parameter,
/// one for a static sampler of a local root signature, and four and a counter for resources that have no register.
const APART_COUNTED: u32 = 16;
/// See [`APART_COUNTED`].
const APART_KINDS: u32 = 7;
/// The place of static samplers among those.
const APART_STATIC_SAMPLER: u32 = 1;
/// The place of a resource of the first class without a register among those.
const APART_UNNUMBERED: u32 = 2;
/// The first binding of what replaces root parameters in the preset `direct`.
const DIRECT_ROOT_BINDING: u32 = 16;

/// What registers say of bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registers {
    /// Nothing: a root signature's tables lead to the heaps of the preset.
    Heaps,
    /// A register is a binding of its own number.
    Bindings {
        /// The first set that no register leads to.
        first_set: u32,
    },
    /// Each class has bindings of its own.
    Apart {
        /// Whether the shader takes all that it uses from heaps.
        only_heaps: bool,
    },
}

/// Where things lie.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    options: &'a BindingOptions,
    registers: Registers,
    static_samplers: u32,
}

/// Set and binding of a register, where registers are bindings.
///
/// # Errors
/// `InvalidOptions` where a shift leads beyond 32 bits.
pub fn register_place(options: &BindingOptions, resource: &Resource) -> Result<(u32, u32)> {
    let shifts = &options.shifts;
    let set = resource.space.checked_add(shifts.set);
    let binding = resource.lower.checked_add(shifts.of(resource.class));
    set.zip(binding).ok_or_else(|| {
        let register = resource.register();
        let message = format!("{register}, is shifted to a binding or a set beyond 32 bits");
        Error::new(ErrorKind::InvalidOptions, message)
    })
}

/// Bindings from one register to the next, where each class has bindings of its own.
const APART: u32 = 6;
/// What of those UAV counters have.
const APART_COUNTERS: u32 = 4;
/// What of those is left for what no register names.
const APART_BESIDE: u32 = 5;

/// The place of a class among the bindings of a register.
fn class_apart(class: ResourceClass) -> u32 {
    match class {
        ResourceClass::Cbv => 0,
        ResourceClass::Srv => 1,
        ResourceClass::Uav => 2,
        ResourceClass::Sampler => 3,
    }
}

/// Set and binding of a register and of its UAV counter, where each class has bindings of its own: a range of registers has
/// one, however long it is. `None` where the number is beyond 32 bits.
pub fn place_apart(options: &BindingOptions, resource: &Resource) -> Option<(u32, [u32; 2])> {
    let class = class_apart(resource.class);
    let set = resource.space.checked_add(options.shifts.set)?;
    let first = resource.lower.checked_mul(APART)?;
    let counter = first.checked_add(APART_COUNTERS)?;
    Some((set, [first + class, counter]))
}

impl<'a> Places<'a> {
    /// With `static_samplers` in the root signature, and what registers say of bindings.
    ///
    /// # Errors
    /// `InvalidOptions` for policies that need heaps where there are none.
    pub fn new(options: &'a BindingOptions, registers: Registers, static_samplers: u32) -> Result<Self> {
        let direct = !matches!(
            registers,
            Registers::Heaps | Registers::Apart { only_heaps: true }
        );
        let needs_heap = |what: &str| {
            let message = format!(
                "{what} are for descriptors in heaps: with a root signature, and not in the preset direct"
            );
            Err(Error::new(ErrorKind::InvalidOptions, message))
        };
        if let Some(offsets) = &options.offset_buffers {
            let words = [offsets.untyped_offset, offsets.typed_offset, offsets.stride];
            if words.iter().any(|w| w % 4 != 0) || !offsets.min_alignment.is_power_of_two() {
                let message =
                    "offset buffers: offsets and stride must be multiples of 4, the alignment a power of two";
                return Err(Error::new(ErrorKind::InvalidOptions, message));
            }
            if direct {
                return needs_heap("offset buffers");
            }
        }
        if options.descriptor_qa && options.instrumentation.is_some_and(|kind| kind.reports()) {
            let message = "descriptor QA and instrumentation: their buffers are in one place";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        if let CounterPolicy::Address { stride, offset, .. } = options.uav_counters {
            if stride % 8 != 0 || offset % 8 != 0 {
                let message = "addresses of UAV counters: stride and offset must be multiples of 8";
                return Err(Error::new(ErrorKind::InvalidOptions, message));
            }
            if direct {
                return needs_heap("addresses of UAV counters");
            }
        }
        if let AccelerationStructurePolicy::Address { stride, offset } = options.acceleration_structures {
            if stride % 8 != 0 || offset % 8 != 0 {
                let message =
                    "addresses of acceleration structures: stride and offset must be multiples of 8";
                return Err(Error::new(ErrorKind::InvalidOptions, message));
            }
            if direct {
                return needs_heap("addresses of acceleration structures");
            }
        }
        if !options.max_alignment.is_power_of_two() || options.max_alignment < 4 {
            let message = "the largest alignment must be a power of two from 4 on";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        if !options.raw_address_alignment.is_power_of_two() || options.raw_address_alignment < 4 {
            let message = "the alignment of raw buffers' addresses must be a power of two from 4 on";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        if !options.push_constant_budget.is_multiple_of(4) {
            let message = "the push-constant budget must be a multiple of 4";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        Ok(Self {
            options,
            registers,
            static_samplers,
        })
    }

    /// Set and binding of the heap of a descriptor type.
    pub fn heap(&self, descriptor_type: DescriptorType) -> (u32, u32) {
        let map = &self.options.map.heaps;
        if let Some(place) = map.iter().find(|p| p.descriptor_type == descriptor_type) {
            return (place.set, place.binding);
        }
        let number = heap_set(descriptor_type);
        match (self.registers, self.options.preset) {
            // All in one set: devices may have as few as four, and registers take some.
            (Registers::Bindings { first_set }, _) => (first_set, DIRECT_HEAP_BINDING + number),
            (Registers::Apart { .. }, _) => self.apart(APART_HEAPS + number),
            // Not mutable: few devices have that.
            _ if descriptor_type == DescriptorType::AccelerationStructure => {
                self.beside(Side::AccelerationStructures)
            }
            (_, Preset::Mutable) => (u32::from(descriptor_type == DescriptorType::Sampler), 0),
            _ => (number, 0),
        }
    }

    /// Where the thing of this number is that no register names, where each class has bindings of its own.
    fn apart(&self, number: u32) -> (u32, u32) {
        let binding = number.saturating_mul(APART).saturating_add(APART_BESIDE);
        (self.options.shifts.set, binding)
    }

    /// As [`apart`](Self::apart), for the thing of number `index` of a kind that comes in any count.
    fn counted(&self, index: u32, kind: u32) -> (u32, u32) {
        let first = index.saturating_mul(APART_KINDS);
        self.apart(first.saturating_add(APART_COUNTED + kind))
    }

    /// Set and binding of a resource that has no register, and of its UAV counter: by its number among the resources of its
    /// class in the module's metadata. `None` where that is beyond 32 bits.
    pub fn unnumbered(&self, resource: &Resource) -> Option<(u32, [u32; 2])> {
        let all = APART_KINDS * APART;
        resource.id.checked_add(APART_COUNTED)?.checked_mul(all)?;
        let at = |class| self.counted(resource.id, APART_UNNUMBERED + class);
        let (set, binding) = at(class_apart(resource.class));
        Some((set, [binding, at(APART_COUNTERS).1]))
    }

    fn mapped(&self, role: BindingRole) -> Option<(u32, u32)> {
        let map = &self.options.map.sides;
        let place = map.iter().find(|p| p.role == role)?;
        Some((place.set, place.binding))
    }

    fn side(&self, side: Side) -> (u32, u32) {
        let role = match side {
            Side::Counters => BindingRole::UavCounters,
            Side::Offsets => BindingRole::OffsetBuffer,
            Side::QaHeap => BindingRole::DescriptorQaHeap,
            Side::QaReport => BindingRole::DescriptorQaReport,
            Side::HeapSize => BindingRole::HeapSize,
            Side::AccelerationStructures => BindingRole::AccelerationStructures,
        };
        self.mapped(role).unwrap_or_else(|| self.beside(side))
    }

    /// Set and binding of what lies beside the heaps, where no map moves it.
    fn beside(&self, side: Side) -> (u32, u32) {
        let set = match (self.registers, self.options.preset) {
            (Registers::Bindings { first_set }, _) => first_set,
            (Registers::Apart { .. }, _) => return self.apart(side as u32),
            (_, Preset::Mutable) => 0,
            _ => heap_set(DescriptorType::StorageBuffer),
        };
        (set, side as u32)
    }

    /// Set and binding of a static sampler.
    pub fn static_sampler(&self, index: u32) -> (u32, u32) {
        let first = match self.registers {
            Registers::Bindings { first_set } => first_set,
            Registers::Heaps | Registers::Apart { .. } => 0,
        };
        let set = match (self.options.map.static_sampler_set, self.options.preset) {
            (Some(set), _) => set,
            (None, Preset::Mutable) => first.saturating_add(2),
            (None, _) => first.saturating_add(7),
        };
        (set, index)
    }

    /// Set and binding of a static sampler of the local root signature, where the global one has so many parameters: behind
    /// all else in the set.
    pub fn local_static_sampler(&self, index: u32, parameters: u32) -> (u32, u32) {
        if let (Registers::Apart { .. }, None) = (self.registers, self.options.map.static_sampler_set) {
            return self.counted(index, APART_STATIC_SAMPLER);
        }
        let (set, first) = self.static_sampler(self.static_samplers);
        let behind = match self.options.preset {
            Preset::Mutable => 0,
            _ => parameters.saturating_add(1),
        };
        (set, first.saturating_add(behind).saturating_add(index))
    }

    /// Set and binding of the inline uniform block; `number` as for [`root`](Self::root).
    pub fn block(&self, number: u32) -> (u32, u32) {
        self.mapped(BindingRole::RootParameters)
            .unwrap_or_else(|| self.root(number))
    }

    /// Set and binding of what replaces root parameters, by a number that the caller counts.
    pub fn root(&self, number: u32) -> (u32, u32) {
        match (self.registers, self.options.preset) {
            (Registers::Bindings { first_set }, _) => (first_set, DIRECT_ROOT_BINDING.saturating_add(number)),
            (Registers::Apart { .. }, _) => self.counted(number, 0),
            (_, Preset::Mutable) => (3, number),
            _ => (7, self.static_samplers.saturating_add(number)),
        }
    }

    /// What all resources share, without root parameters.
    pub fn layout(&self) -> Layout {
        Layout {
            heap_size: self.heap_size(),
            descriptor_qa: self.descriptor_qa(),
            instrumentation: self.instrumentation(),
            mutable: self.mutable(),
            ..Layout::default()
        }
    }

    /// The binding whose descriptors are of mutable type.
    fn mutable(&self) -> Option<MutableBinding> {
        let (set, binding) = self.heap(DescriptorType::SampledImage);
        (self.options.preset == Preset::Mutable && self.registers == Registers::Heaps).then(|| {
            MutableBinding {
                set,
                binding,
                types: HEAP_TYPES.to_vec(),
            }
        })
    }

    /// Where the sizes of the heaps come from.
    fn heap_size(&self) -> Option<HeapSize> {
        self.options.heap_size.map(|policy| match policy {
            HeapSizePolicy::Constant { resources, samplers } => HeapSize::Constant { resources, samplers },
            HeapSizePolicy::SpecConstant => HeapSize::SpecConstant,
            HeapSizePolicy::Buffer => {
                let (set, binding) = self.side(Side::HeapSize);
                HeapSize::Buffer { set, binding }
            }
        })
    }

    /// The buffers of descriptor QA; the shader's hash is the translation's business.
    fn descriptor_qa(&self) -> Option<DescriptorQa> {
        let (heap_set, heap_binding) = self.side(Side::QaHeap);
        let (report_set, report_binding) = self.side(Side::QaReport);
        self.options.descriptor_qa.then_some(DescriptorQa {
            heap_set,
            heap_binding,
            report_set,
            report_binding,
            shader_hash: 0,
        })
    }

    /// Instrumentation, whose buffers are where those of descriptor QA would be.
    fn instrumentation(&self) -> Option<Instrumentation> {
        let at = |role, side| self.mapped(role).unwrap_or_else(|| self.beside(side));
        let (control_set, control_binding) = at(BindingRole::InstrumentationControl, Side::QaHeap);
        let (payload_set, payload_binding) = at(BindingRole::InstrumentationPayload, Side::QaReport);
        let addresses = match self.options.acceleration_structures {
            AccelerationStructurePolicy::Address { stride, offset } if self.registers == Registers::Heaps => {
                let (set, binding) = self.side(Side::AccelerationStructures);
                Some(HeapAddresses {
                    set,
                    binding,
                    stride,
                    offset,
                })
            }
            _ => None,
        };
        self.options.instrumentation.map(|kind| Instrumentation {
            addresses: addresses.filter(|_| kind == InstrumentationKind::Synchronization),
            kind,
            control_set,
            control_binding,
            payload_set,
            payload_binding,
            shader_hash: 0,
        })
    }

    /// The plan of a resource in a heap: `table` and `offset` as in [`ResourceBinding::Heap`].
    pub fn in_heap(
        &self,
        resource: &Resource,
        table: Option<RootPlace>,
        offset: u32,
    ) -> super::plan::ResourcePlan {
        let descriptor_type = descriptor_type(resource, self.options);
        if let (
            DescriptorType::AccelerationStructure,
            AccelerationStructurePolicy::Address {
                stride,
                offset: first,
            },
        ) = (descriptor_type, self.options.acceleration_structures)
        {
            let (set, binding) = self.side(Side::AccelerationStructures);
            return super::plan::ResourcePlan {
                binding: ResourceBinding::AddressHeap {
                    set,
                    binding,
                    stride,
                    first,
                    table,
                    offset,
                },
                count: None,
                counter: None,
                offset_view: None,
                root: None,
            };
        }
        let (set, binding) = self.heap(descriptor_type);
        super::plan::ResourcePlan {
            binding: ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                table,
                offset,
            },
            count: None,
            counter: self.heap_counter(resource),
            offset_view: self.offset_view(resource, descriptor_type),
            root: None,
        }
    }

    fn heap_counter(&self, resource: &Resource) -> Option<CounterBinding> {
        if !resource.has_counter {
            return None;
        }
        let (set, binding) = self.side(Side::Counters);
        if let CounterPolicy::Address {
            stride,
            offset,
            through_uniform,
        } = self.options.uav_counters
        {
            return Some(CounterBinding::Address {
                set,
                binding,
                stride,
                offset,
                through_uniform,
            });
        }
        self.counter_at(resource, (set, binding))
    }

    /// A counter that is a descriptor in an array at a set and binding.
    fn counter_at(&self, resource: &Resource, (set, binding): (u32, u32)) -> Option<CounterBinding> {
        let descriptor_type = self.options.uav_counters.descriptor_type()?;
        resource.has_counter.then_some(CounterBinding::Descriptor {
            set,
            binding,
            descriptor_type,
        })
    }

    /// The counter of a resource whose register is a binding: in the set of the side buffers, by set and
    /// binding of the register, which keeps the counters of a root signature apart.
    pub fn direct_counter(&self, resource: &Resource, number: u32) -> Option<CounterBinding> {
        self.counter_at(resource, self.root(number))
    }

    fn offset_view(&self, resource: &Resource, descriptor_type: DescriptorType) -> Option<OffsetView> {
        let offsets = self.options.offset_buffers?;
        let at = if resource.kind.is_untyped_buffer() {
            let needed = match descriptor_type {
                DescriptorType::StorageBuffer => {
                    guaranteed_alignment(resource, false) < offsets.min_alignment
                }
                _ => offsets.typed,
            };
            needed.then_some(offsets.untyped_offset)?
        } else {
            let typed = matches!(resource.kind, ResourceKind::TypedBuffer | ResourceKind::TBuffer);
            (typed && offsets.typed).then_some(offsets.typed_offset)?
        };
        let (set, binding) = self.side(Side::Offsets);
        Some(OffsetView {
            set,
            binding,
            offset: at,
            stride: offsets.stride,
            words: false,
        })
    }
}
