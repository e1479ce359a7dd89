//! What tools are told of the root signature: which parameters a shader uses, and where they lie.
//!
//! In: the plan, and which resources are accessed. Out: [`RootSignatureUse`], for the emission.

use crate::binding::ResourcePlan;
use crate::container::RootSignature;
use crate::ir::Module;
use crate::shader::{Resource, ResourceClass};
use crate::spirv::{RootParameterUse, RootSignatureUse};
use crate::vulkan::{ResourceBinding, RootPlace, RootStorage};

/// What is told of `module`, bound by `plans`; `used` says which of its resources are accessed.
pub(super) fn told(
    module: &Module,
    plans: &[ResourcePlan],
    used: impl Fn(usize) -> bool,
    root_signature: Option<&RootSignature>,
) -> RootSignatureUse {
    let mut parameters: Vec<RootParameterUse> = Vec::new();
    for (index, (resource, plan)) in module.resources.values().zip(plans).enumerate() {
        let Some(root) = plan.root.as_ref().filter(|root| !root.local && used(index)) else {
            continue;
        };
        if parameters.iter().any(|known| known.parameter == root.parameter) {
            continue;
        }
        if let Some((kind, place)) = place(resource, plan) {
            parameters.push(RootParameterUse {
                kind,
                parameter: root.parameter,
                place,
            });
        }
    }
    RootSignatureUse {
        parameters,
        container: root_signature.map(RootSignature::to_container),
    }
}

/// What a resource's root parameter is used as, and where it lies. None where it has no place of its own: tables that are
/// descriptor sets, static samplers.
fn place(resource: &Resource, plan: &ResourcePlan) -> Option<(&'static str, [u32; 2])> {
    use ResourceClass::{Cbv, Sampler, Srv, Uav};
    let in_block = |place: &RootPlace, size| {
        (place.storage != RootStorage::ShaderRecord).then_some([place.offset, size])
    };
    let class = resource.class;
    match &plan.binding {
        ResourceBinding::Address { place, .. } => {
            let kind = match class {
                Sampler => return None,
                class => class.name(),
            };
            Some((kind, in_block(place, 8)?))
        }
        ResourceBinding::RootConstants { place, size } => {
            // What the shader reads of them; a root signature may have more, a shader may declare more.
            let size = match resource.cbuffer_size {
                0 => *size,
                declared => declared.min(*size),
            };
            Some(("Constant", in_block(place, size)?))
        }
        ResourceBinding::Heap {
            table: Some(place), ..
        }
        | ResourceBinding::AddressHeap {
            table: Some(place), ..
        } => {
            let kind = match class {
                Sampler => "SamplerTable",
                _ => "ResourceTable",
            };
            Some((kind, in_block(place, 4)?))
        }
        ResourceBinding::Descriptor { set, binding, .. } if plan.root.as_ref()?.range.is_none() => {
            let kind = match class {
                Srv => "PushSRV",
                Uav => "PushUAV",
                Cbv => "PushCBV",
                Sampler => return None,
            };
            Some((kind, [*set, *binding]))
        }
        _ => None,
    }
}
