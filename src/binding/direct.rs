//! Registers as bindings: `set = space + shift`, `binding = register + shift`.

use super::facts::descriptor_type;
use super::places::{Places, register_place};
use super::plan::{Binder, Layout, ResourcePlan};
use super::record::LocalRootSignature;
use crate::error::Result;
use crate::options::BindingOptions;
use crate::shader::{Resource, Stage};
use crate::vulkan::{CounterBinding, ResourceBinding};

/// Binds without a root signature: every register is a binding of its own number.
#[derive(Debug)]
pub struct RegisterBinder<'a> {
    options: &'a BindingOptions,
    places: Places<'a>,
    /// Next free binding of each set, for UAV counters.
    free: Vec<(u32, u32)>,
    /// What lies in shader records.
    local: Option<LocalRootSignature<'a>>,
}

impl<'a> RegisterBinder<'a> {
    /// For a shader with `resources`. Its UAV counters take the binding numbers behind the highest of their
    /// set; heaps take the sets behind the highest.
    ///
    /// # Errors
    /// `InvalidOptions` for policies that need a root signature.
    pub fn new(resources: &[&Resource], options: &'a BindingOptions) -> Result<Self> {
        let mut free: Vec<(u32, u32)> = Vec::new();
        for resource in resources.iter().filter(|r| !r.heap) {
            let (set, binding) = register_place(options, resource);
            let next = binding.saturating_add(1);
            match free.iter_mut().find(|(s, _)| *s == set) {
                Some((_, known)) => *known = next.max(*known),
                None => free.push((set, next)),
            }
        }
        let highest = free.iter().map(|(set, _)| *set).max();
        let places = match highest {
            Some(set) => Places::new(options, true, set.saturating_add(1), 0)?,
            // Nothing but heaps, if anything.
            None => Places::new(options, false, 0, 0)?,
        };
        Ok(Self {
            options,
            places,
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
}

impl Binder for RegisterBinder<'_> {
    fn layout(&mut self, _stage: Stage) -> Result<Layout> {
        Ok(Layout {
            shader_record: self.local.as_ref().map(|local| local.layout().clone()),
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
        let (set, binding) = register_place(self.options, resource);
        let counter_type = self.options.uav_counters.descriptor_type();
        let counter = counter_type
            .filter(|_| resource.has_counter)
            .map(|descriptor_type| {
                let slot = match self.free.iter().position(|(s, _)| *s == set) {
                    Some(slot) => slot,
                    None => {
                        self.free.push((set, binding.saturating_add(1)));
                        self.free.len() - 1
                    }
                };
                let binding = self.free[slot].1;
                self.free[slot].1 = binding.saturating_add(1);
                CounterBinding::Descriptor {
                    set,
                    binding,
                    descriptor_type,
                }
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
