//! A binder beside a local root signature: what lies in shader records is not asked of it.

use super::places::{Places, Registers};
use super::plan::{Binder, ElementPlace, Layout, ResourcePlan};
use super::record::LocalRootSignature;
use crate::container::RootSignature;
use crate::error::{Error, ErrorKind, Result};
use crate::options::{BindingOptions, Preset};
use crate::shader::{Resource, SignatureElement, SignatureKind, Stage};
use crate::vulkan::{Capture, ResourceBinding};

/// Binds what a local root signature covers by it, and asks another binder for all else, and for the heaps that its tables
/// are in. Its static samplers are where the preset has them.
pub struct RecordBinder<'a> {
    local: LocalRootSignature<'a>,
    places: Places<'a>,
    otherwise: &'a mut dyn Binder,
}

impl<'a> RecordBinder<'a> {
    /// `otherwise` beside `local`.
    ///
    /// # Errors
    /// As [`LocalRootSignature::new`], and `InvalidOptions` for policies that contradict each other.
    pub fn new(
        local: &'a RootSignature,
        otherwise: &'a mut dyn Binder,
        options: &'a BindingOptions,
    ) -> Result<Self> {
        let registers = match options.preset {
            Preset::Direct => Registers::Bindings { first_set: 0 },
            _ => Registers::Heaps,
        };
        Ok(Self {
            local: LocalRootSignature::new(local, options)?,
            places: Places::new(options, registers, 0)?,
            otherwise,
        })
    }
}

impl Binder for RecordBinder<'_> {
    fn layout(&mut self, stage: Stage) -> Result<Layout> {
        let layout = self.otherwise.layout(stage)?;
        if layout.shader_record.is_some() {
            let message = "the binder lays shader records out, and there is a local root signature for them";
            return Err(Error::new(ErrorKind::InvalidOptions, message));
        }
        Ok(Layout {
            shader_record: Some(self.local.layout().clone()),
            ..layout
        })
    }

    fn bind(&mut self, stage: Stage, resource: &Resource) -> Result<ResourcePlan> {
        let otherwise = &mut *self.otherwise;
        let covered = self.local.find_with(&self.places, resource, |place, first| {
            let in_heap = Resource {
                heap: true,
                ..resource.clone()
            };
            let mut plan = otherwise.bind(stage, &in_heap)?;
            let (table, offset) = match &mut plan.binding {
                ResourceBinding::Heap { table, offset, .. }
                | ResourceBinding::AddressHeap { table, offset, .. } => (table, offset),
                other => {
                    let message = format!("a table of a local root signature whose heap is {other}");
                    return Err(Error::new(ErrorKind::InvalidOptions, message));
                }
            };
            *table = Some(place);
            *offset = offset.wrapping_add(first);
            Ok(plan)
        })?;
        match covered {
            Some(plan) => Ok(plan),
            None => self.otherwise.bind(stage, resource),
        }
    }

    fn place(
        &mut self,
        stage: Stage,
        signature: SignatureKind,
        element: &SignatureElement,
        place: ElementPlace,
    ) -> Result<ElementPlace> {
        self.otherwise.place(stage, signature, element, place)
    }

    fn capture(&mut self, stage: Stage, element: &SignatureElement) -> Result<Option<Capture>> {
        self.otherwise.capture(stage, element)
    }
}
