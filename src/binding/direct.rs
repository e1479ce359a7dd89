//! By registers alone: each class has bindings of its own ([`place_apart`]), or, where that is asked for, registers are
//! bindings: `set = space + shift`, `binding = register + shift`.

use super::facts::descriptor_type;
use super::places::{Places, Registers, place_apart, register_place};
use super::plan::{Binder, Layout, ResourcePlan};
use super::record::LocalRootSignature;
use crate::error::{Error, ErrorKind, Result};
use crate::options::{BindingOptions, Preset};
use crate::shader::{Resource, Stage};
use crate::vulkan::{BoundBy, CounterBinding, ResourceBinding};

/// The register of a library's resource to which DXC gave none.
const UNALLOCATED: u32 = u32::MAX;

/// Binds without a root signature.
#[derive(Debug)]
pub struct RegisterBinder<'a> {
    options: &'a BindingOptions,
    places: Places<'a>,
    /// Whether registers are bindings: the preset `direct`, or shifts of registers.
    direct: bool,
    /// Next free binding of each set, for UAV counters where registers are bindings.
    free: Vec<(u32, u32)>,
    /// What lies in shader records.
    local: Option<LocalRootSignature<'a>>,
}

impl<'a> RegisterBinder<'a> {
    /// For a shader with `resources`. Where registers are bindings, its UAV counters take the binding numbers behind the
    /// highest of their set, and heaps the sets behind the highest; else all shaders have them at the same places.
    ///
    /// # Errors
    /// `InvalidOptions` for policies that need a root signature.
    pub fn new(resources: &[&Resource], options: &'a BindingOptions) -> Result<Self> {
        let shifts = &options.shifts;
        let direct = options.preset == Preset::Direct
            || [shifts.cbv, shifts.srv, shifts.uav, shifts.sampler] != [0; 4];
        let named = || resources.iter().filter(|r| !r.heap);
        let mut free: Vec<(u32, u32)> = Vec::new();
        for resource in named().filter(|_| direct) {
            let (set, binding) = register_place(options, resource)?;
            let next = binding.saturating_add(1);
            match free.iter_mut().find(|(s, _)| *s == set) {
                Some((_, known)) => *known = next.max(*known),
                None => free.push((set, next)),
            }
        }
        let highest = free.iter().map(|(set, _)| *set).max();
        let registers = match highest {
            _ if !direct => Registers::Apart {
                only_heaps: named().next().is_none(),
            },
            Some(set) => Registers::Bindings {
                first_set: set.saturating_add(1),
            },
            // Nothing but heaps, if anything.
            None => Registers::Heaps,
        };
        Ok(Self {
            options,
            places: Places::new(options, registers, 0)?,
            direct,
            free,
            local: None,
        })
    }

    /// Binds what `local` covers by it.
    #[must_use]
    pub fn with_local(mut self, local: Option<LocalRootSignature<'a>>) -> Self {
        self.local = local;
        self
    }

    /// Set and binding of a register, and of its counter where that is known from the register.
    fn register(&self, resource: &Resource) -> Result<(u32, u32, Option<u32>)> {
        if self.direct {
            let (set, binding) = register_place(self.options, resource)?;
            return Ok((set, binding, None));
        }
        let place = match resource.lower {
            UNALLOCATED => self.places.unnumbered(resource),
            _ => place_apart(self.options, resource),
        };
        let (set, [binding, counter]) = place.ok_or_else(|| beyond(resource))?;
        Ok((set, binding, Some(counter)))
    }

    /// The next binding of a set that no register leads to, where registers are bindings.
    fn next_free(&mut self, (set, binding): (u32, u32)) -> u32 {
        let slot = match self.free.iter().position(|(s, _)| *s == set) {
            Some(slot) => slot,
            None => {
                self.free.push((set, binding.saturating_add(1)));
                self.free.len() - 1
            }
        };
        let next = self.free[slot].1;
        self.free[slot].1 = next.saturating_add(1);
        next
    }
}

/// A register whose binding has no number.
#[cold]
fn beyond(resource: &Resource) -> Error {
    let message = format!(
        "without a root signature, {}, would have a binding or a set beyond 32 bits",
        resource.register()
    );
    Error::new(ErrorKind::RootSignature, message)
}

impl Binder for RegisterBinder<'_> {
    fn layout(&mut self, _stage: Stage) -> Result<Layout> {
        Ok(Layout {
            shader_record: self.local.as_ref().map(|local| local.layout().clone()),
            bound_by: match self.direct {
                true => BoundBy::Direct,
                false => BoundBy::Registers,
            },
            ..self.places.layout()
        })
    }

    fn bind(&mut self, _stage: Stage, resource: &Resource) -> Result<ResourcePlan> {
        if resource.heap {
            return Ok(self.places.in_heap(resource, None, 0));
        }
        if let Some(local) = &self.local
            && let Some(plan) = local.find(&self.places, resource)?
        {
            return Ok(plan);
        }
        let (set, binding, counter) = self.register(resource)?;
        let counter_type = self.options.uav_counters.descriptor_type();
        let counter = counter_type
            .filter(|_| resource.has_counter)
            .map(|descriptor_type| CounterBinding::Descriptor {
                set,
                binding: counter.unwrap_or_else(|| self.next_free((set, binding))),
                descriptor_type,
            });
        Ok(ResourcePlan {
            binding: ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type: descriptor_type(resource, self.options),
                element: 0,
            },
            count: resource.count,
            counter,
            offset_view: None,
            root: None,
        })
    }
}
