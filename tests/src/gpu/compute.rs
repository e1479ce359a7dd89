//! Dispatches.

use super::bind::Bindings;
use super::module::Module;
use super::scope::Scope;
use ash::vk;

/// The pipeline of a compute stage.
pub fn pipeline(scope: &mut Scope, module: &Module, bindings: &Bindings) -> Result<vk::Pipeline, String> {
    let handle = scope.shader_module(&module.words)?;
    let (entries, data) = module.constant_data();
    let constants = vk::SpecializationInfo::default()
        .map_entries(&entries)
        .data(&data);
    let info = vk::ComputePipelineCreateInfo::default()
        .stage(module.stage_info(handle, &constants))
        .layout(bindings.layout);
    scope.compute_pipeline(info)
}

/// Binds what all pipelines have.
pub fn bind(
    scope: &Scope,
    commands: vk::CommandBuffer,
    point: vk::PipelineBindPoint,
    pipeline: vk::Pipeline,
    bindings: &Bindings,
) {
    let raw = &scope.device.raw;
    // SAFETY: see the module documentation of `gpu`.
    unsafe {
        raw.cmd_bind_pipeline(commands, point, pipeline);
        if !bindings.sets.is_empty() {
            raw.cmd_bind_descriptor_sets(commands, point, bindings.layout, 0, &bindings.sets, &[]);
        }
        if !bindings.push.is_empty() {
            raw.cmd_push_constants(commands, bindings.layout, bindings.stages, 0, &bindings.push);
        }
    }
}

/// Records the dispatch.
pub fn dispatch(
    scope: &Scope,
    commands: vk::CommandBuffer,
    pipeline: vk::Pipeline,
    bindings: &Bindings,
    [x, y, z]: [u32; 3],
) {
    bind(
        scope,
        commands,
        vk::PipelineBindPoint::COMPUTE,
        pipeline,
        bindings,
    );
    // SAFETY: see the module documentation of `gpu`.
    unsafe { scope.device.raw.cmd_dispatch(commands, x, y, z) };
}
