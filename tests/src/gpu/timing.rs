//! How long compute shaders take, by timestamps.

use super::device;
use super::scope::{Context, Scope};
use ash::vk;

/// A buffer that modules have at a set and binding.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// Whether it is a uniform buffer; else a storage buffer.
    pub uniform: bool,
}

/// Bytes of a uniform buffer, the most that D3D12 has.
const UNIFORM_BYTES: u64 = 65_536;

/// What a shader of the bench may take.
pub fn capable() -> Result<(String, bool), String> {
    let device = device::device()?;
    Ok((
        device.name.clone(),
        device.has(crate::case::Need::RawAccessChains),
    ))
}

/// Microseconds that a dispatch of `groups` takes, of each of `modules` in each of `rounds`: they take turns, so that none is
/// favoured by what the clock does. All have the same buffers, of `bytes` each, at `places`.
///
/// # Errors
/// Where the device cannot run them.
pub fn times(
    modules: &[Vec<u32>],
    places: &[Place],
    bytes: u64,
    groups: u32,
    rounds: usize,
) -> Result<Vec<Vec<f64>>, String> {
    let mut scope = Scope::new(device::device()?);
    let bound = bind(&mut scope, places, bytes)?;
    let mut pipelines = Vec::new();
    for words in modules {
        let module = scope.shader_module(words)?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main");
        let info = vk::ComputePipelineCreateInfo::default()
            .stage(stage)
            .layout(bound.layout);
        pipelines.push(scope.compute_pipeline(info)?);
    }
    let raw = &scope.device.raw;
    let info = vk::QueryPoolCreateInfo::default()
        .query_type(vk::QueryType::TIMESTAMP)
        .query_count(2);
    // SAFETY: see the module documentation of `gpu`; the pool is destroyed behind the last use.
    let queries = unsafe { raw.create_query_pool(&info, None) }.context("vkCreateQueryPool")?;
    let mut times = vec![Vec::new(); modules.len()];
    let mut failed = None;
    // The first round is for the clock.
    'rounds: for round in 0..=rounds {
        for (times, &pipeline) in times.iter_mut().zip(&pipelines) {
            match time(&mut scope, pipeline, &bound, groups, queries) {
                Ok(time) if round != 0 => times.push(time),
                Ok(_) => {}
                Err(error) => {
                    failed = Some(error);
                    break 'rounds;
                }
            }
        }
    }
    // SAFETY: as above.
    unsafe { scope.device.raw.destroy_query_pool(queries, None) };
    failed.map_or(Ok(times), Err)
}

/// What all pipelines have.
struct Bound {
    layout: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSet>,
}

fn bind(scope: &mut Scope, places: &[Place], bytes: u64) -> Result<Bound, String> {
    let kind = |place: &Place| match place.uniform {
        true => vk::DescriptorType::UNIFORM_BUFFER,
        false => vk::DescriptorType::STORAGE_BUFFER,
    };
    let count = places.iter().map(|place| place.set + 1).max().unwrap_or(0);
    let mut layouts = Vec::new();
    for set in 0..count {
        let bindings: Vec<_> = places
            .iter()
            .filter(|place| place.set == set)
            .map(|place| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(place.binding)
                    .descriptor_type(kind(place))
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            })
            .collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        layouts.push(scope.set_layout(&info)?);
    }
    let sizes = [
        vk::DescriptorType::UNIFORM_BUFFER,
        vk::DescriptorType::STORAGE_BUFFER,
    ]
    .map(|kind| {
        vk::DescriptorPoolSize::default()
            .ty(kind)
            .descriptor_count(places.len() as u32)
    });
    let info = vk::DescriptorPoolCreateInfo::default()
        .max_sets(count)
        .pool_sizes(&sizes);
    let pool = scope.descriptor_pool(&info)?;
    let info = vk::DescriptorSetAllocateInfo::default()
        .descriptor_pool(pool)
        .set_layouts(&layouts);
    // SAFETY: see the module documentation of `gpu`.
    let sets =
        unsafe { scope.device.raw.allocate_descriptor_sets(&info) }.context("vkAllocateDescriptorSets")?;
    let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts);
    let layout = scope.pipeline_layout(&info)?;
    let mut buffers = Vec::new();
    for (number, place) in (0u32..).zip(places) {
        use vk::BufferUsageFlags as Usage;
        let size = if place.uniform { UNIFORM_BYTES } else { bytes };
        let usage = Usage::STORAGE_BUFFER
            | Usage::UNIFORM_BUFFER
            | Usage::TRANSFER_DST
            | Usage::SHADER_DEVICE_ADDRESS;
        let buffer = scope.device_buffer(size, usage)?;
        let set = sets.get(place.set as usize).copied().unwrap_or_default();
        let info = [vk::DescriptorBufferInfo::default().buffer(buffer).range(size)];
        let write = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(place.binding)
            .descriptor_type(kind(place))
            .buffer_info(&info);
        // SAFETY: as above.
        unsafe { scope.device.raw.update_descriptor_sets(&[write], &[]) };
        buffers.push((buffer, number));
    }
    scope.submit(|scope, commands| {
        for &(buffer, number) in &buffers {
            // Floats between 0.25 and 1, as numbers in steps.
            let filling = 0x3e80_0000 + number * 0x0010_0000;
            // SAFETY: as above.
            unsafe {
                scope
                    .device
                    .raw
                    .cmd_fill_buffer(commands, buffer, 0, vk::WHOLE_SIZE, filling)
            };
        }
        Ok(())
    })?;
    Ok(Bound { layout, sets })
}

/// One dispatch, in microseconds.
fn time(
    scope: &mut Scope,
    pipeline: vk::Pipeline,
    bound: &Bound,
    groups: u32,
    queries: vk::QueryPool,
) -> Result<f64, String> {
    scope.submit(|scope, commands| {
        let raw = &scope.device.raw;
        let point = vk::PipelineBindPoint::COMPUTE;
        // SAFETY: see the module documentation of `gpu`.
        unsafe {
            raw.cmd_reset_query_pool(commands, queries, 0, 2);
            raw.cmd_bind_pipeline(commands, point, pipeline);
            raw.cmd_bind_descriptor_sets(commands, point, bound.layout, 0, &bound.sets, &[]);
            raw.cmd_write_timestamp(commands, vk::PipelineStageFlags::TOP_OF_PIPE, queries, 0);
            raw.cmd_dispatch(commands, groups, 1, 1);
            raw.cmd_write_timestamp(commands, vk::PipelineStageFlags::BOTTOM_OF_PIPE, queries, 1);
        }
        Ok(())
    })?;
    let mut stamps = [0u64; 2];
    let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
    // SAFETY: as above.
    unsafe {
        scope
            .device
            .raw
            .get_query_pool_results(queries, 0, &mut stamps, flags)
    }
    .context("vkGetQueryPoolResults")?;
    let ticks = stamps[1].saturating_sub(stamps[0]) as f64;
    Ok(ticks * f64::from(scope.device.limits.timestamp_period) / 1000.0)
}
