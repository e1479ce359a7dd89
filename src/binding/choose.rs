//! How a plan is made: the binder that options ask for, and what it answers, checked.

use super::direct::RegisterBinder;
use super::map::MapBinder;
use super::plan::{Binder, Plan};
use super::record::LocalRootSignature;
use super::root::RootSignatureBinder;
use super::{access, check, sets};
use crate::container::RootSignature;
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::options::BindingOptions;
use crate::shader::{EntryPoint, Resource, Stage};
use crate::vulkan::{DescriptorSet, HeapSize};

/// The binder that `options` ask for: the user's map, then the root signatures, global and local; without a global one, the
/// registers.
///
/// # Errors
/// `InvalidOptions` for options that contradict each other, `RootSignature` for tables whose offsets overflow.
pub fn binder<'a>(
    root_signature: Option<&'a RootSignature>,
    local: Option<&'a RootSignature>,
    resources: &[&Resource],
    options: &'a BindingOptions,
) -> Result<Box<dyn Binder + 'a>> {
    let local = local.map(|local| LocalRootSignature::new(local, options));
    let local = local.transpose()?;
    let base: Box<dyn Binder + 'a> = match root_signature {
        Some(root_signature) => {
            let binder = RootSignatureBinder::new(root_signature, options)?;
            Box::new(binder.with_local(local))
        }
        None => Box::new(RegisterBinder::new(resources, options)?.with_local(local)),
    };
    if options.map.resources.is_empty() && !options.map.strict {
        return Ok(base);
    }
    Ok(Box::new(MapBinder::new(&options.map, base)))
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
        let mut binder = binder(root_signature, None, &resources, options)?;
        Self::with(&mut *binder, entry.stage, resources)
    }

    /// What of the plan for `resources` cannot be laid out: bindings that descriptors of different types share.
    pub fn conflicts<'r>(&self, resources: impl IntoIterator<Item = &'r Resource>) -> Vec<Warning> {
        sets::conflicts(self, resources.into_iter())
    }

    /// The descriptor sets that the plan's resources, and all that belongs to them, are in.
    pub fn descriptor_sets(&self) -> Vec<DescriptorSet> {
        sets::descriptor_sets(self)
    }
}
