//! How long compute shaders take, by timestamps.

use super::device;
use super::scope::{Context, GpuBuffer, Scope};
use super::transfer;
use crate::case::{Need, Sampler, Texture};
use ash::vk;

/// What modules have at a set and binding.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Set.
    pub set: u32,
    /// Binding.
    pub binding: u32,
    /// What is there.
    pub kind: Kind,
}

/// What a place holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A storage buffer.
    Storage,
    /// A uniform buffer.
    Uniform,
    /// As many textures.
    Textures(u32),
    /// A sampler, linear.
    Sampler,
    /// A buffer whose address is in the push constants, behind those of the places before it; set and binding mean nothing.
    Address,
}

/// Bytes of a uniform buffer, the most that D3D12 has.
const UNIFORM_BYTES: u64 = 65_536;

/// Bytes that buffers repeat, and that a result is compared by.
const PATTERN_BYTES: usize = 1 << 20;

/// Dispatches before one that is timed.
const WARMING: u32 = 4;

/// Width and height of textures.
const TEXTURE_SIZE: u32 = 2048;

/// What dispatches of a module took and left behind.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// Microseconds, one of each round.
    pub times: Vec<f64>,
    /// The beginning of the last buffer among the places after one dispatch.
    pub result: Vec<u8>,
}

/// What a shader of the bench may take: raw access chains, conversions to halves that round to zero; behind the device's name.
pub fn capable() -> Result<(String, bool, bool), String> {
    let device = device::device()?;
    Ok((
        device.name.clone(),
        device.has(Need::RawAccessChains),
        device.has(Need::HalfRounding),
    ))
}

/// What a dispatch of `groups` takes, of each of `modules` in each of `rounds`: they take turns, so that none is
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
) -> Result<Vec<Timing>, String> {
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
    let timed = timed(&mut scope, &pipelines, &bound, (groups, rounds), queries);
    // SAFETY: as above.
    unsafe { scope.device.raw.destroy_query_pool(queries, None) };
    timed
}

/// The dispatches of [`times`].
fn timed(
    scope: &mut Scope,
    pipelines: &[vk::Pipeline],
    bound: &Bound,
    (groups, rounds): (u32, usize),
    queries: vk::QueryPool,
) -> Result<Vec<Timing>, String> {
    let mut all = vec![Timing::default(); pipelines.len()];
    let result = scope.buffer(&[0; PATTERN_BYTES])?;
    // For the clock, and to see what they do.
    for (timing, &pipeline) in all.iter_mut().zip(pipelines) {
        bound.fill(scope)?;
        time(scope, pipeline, bound, (groups, 0), queries)?;
        if let Some(&(buffer, size)) = bound.buffers.last() {
            let size = size.min(PATTERN_BYTES as u64);
            scope.submit(|scope, commands| {
                copy(scope, commands, (buffer, 0), (result.handle, result.offset), size);
                Ok(())
            })?;
        }
        timing.result = result.read();
    }
    for round in 0..rounds {
        // Each comes first in turn: the device's clock may change in step with the rounds.
        for turn in 0..pipelines.len() {
            let number = (round + turn) % pipelines.len();
            let dispatches = (groups, WARMING);
            let took = time(scope, pipelines[number], bound, dispatches, queries)?;
            all[number].times.push(took);
        }
    }
    Ok(all)
}

/// What all pipelines have.
struct Bound {
    layout: vk::PipelineLayout,
    sets: Vec<vk::DescriptorSet>,
    /// The buffers, each with its size.
    buffers: Vec<(vk::Buffer, u64)>,
    /// What they repeat.
    pattern: GpuBuffer,
    /// The push constants.
    addresses: Vec<u8>,
}

impl Bound {
    /// Gives the buffers the contents that they begin with.
    fn fill(&self, scope: &mut Scope) -> Result<(), String> {
        scope.submit(|scope, commands| {
            let mut filled = PATTERN_BYTES as u64;
            for &(buffer, size) in &self.buffers {
                let start = (self.pattern.handle, self.pattern.offset);
                copy(scope, commands, start, (buffer, 0), size.min(filled));
            }
            // What is there once more behind it, each time.
            while self.buffers.iter().any(|&(_, size)| size > filled) {
                scope.barrier(commands);
                for &(buffer, size) in self.buffers.iter().filter(|(_, size)| *size > filled) {
                    let rest = filled.min(size - filled);
                    copy(scope, commands, (buffer, 0), (buffer, filled), rest);
                }
                filled *= 2;
            }
            Ok(())
        })
    }
}

/// Copies bytes from one buffer at an offset to another.
fn copy(
    scope: &Scope,
    commands: vk::CommandBuffer,
    from: (vk::Buffer, u64),
    to: (vk::Buffer, u64),
    size: u64,
) {
    let region = [vk::BufferCopy {
        src_offset: from.1,
        dst_offset: to.1,
        size,
    }];
    // SAFETY: see the module documentation of `gpu`.
    unsafe { scope.device.raw.cmd_copy_buffer(commands, from.0, to.0, &region) };
}

/// Numbers that look like chance, always the same.
fn chance() -> impl Iterator<Item = u32> {
    std::iter::successors(Some(0x2545_f491u32), |&state| {
        let state = state ^ (state << 13);
        let state = state ^ (state >> 17);
        Some(state ^ (state << 5))
    })
}

fn descriptor_type(kind: Kind) -> Option<(vk::DescriptorType, u32)> {
    Some(match kind {
        Kind::Storage => (vk::DescriptorType::STORAGE_BUFFER, 1),
        Kind::Uniform => (vk::DescriptorType::UNIFORM_BUFFER, 1),
        Kind::Textures(count) => (vk::DescriptorType::SAMPLED_IMAGE, count),
        Kind::Sampler => (vk::DescriptorType::SAMPLER, 1),
        Kind::Address => return None,
    })
}

/// The layouts of the sets that `places` lie in, and the sets.
fn sets(
    scope: &mut Scope,
    places: &[Place],
) -> Result<(Vec<vk::DescriptorSetLayout>, Vec<vk::DescriptorSet>), String> {
    let described = || {
        places
            .iter()
            .filter_map(|place| Some((place, descriptor_type(place.kind)?)))
    };
    let count = described().map(|(place, _)| place.set + 1).max().unwrap_or(0);
    if count == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut layouts = Vec::new();
    for set in 0..count {
        let bindings: Vec<_> = described()
            .filter(|(place, _)| place.set == set)
            .map(|(place, (kind, count))| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(place.binding)
                    .descriptor_type(kind)
                    .descriptor_count(count)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            })
            .collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        layouts.push(scope.set_layout(&info)?);
    }
    let sizes: Vec<_> = described()
        .map(|(_, (kind, count))| vk::DescriptorPoolSize::default().ty(kind).descriptor_count(count))
        .collect();
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
    Ok((layouts, sets))
}

fn bind(scope: &mut Scope, places: &[Place], bytes: u64) -> Result<Bound, String> {
    let (layouts, sets) = sets(scope, places)?;
    let push = [vk::PushConstantRange::default()
        .stage_flags(vk::ShaderStageFlags::COMPUTE)
        .size(128)];
    let info = vk::PipelineLayoutCreateInfo::default()
        .set_layouts(&layouts)
        .push_constant_ranges(&push);
    let layout = scope.pipeline_layout(&info)?;
    // Floats between 0.25 and 1.
    let words = chance().take(PATTERN_BYTES / 4);
    let pattern: Vec<u8> = words
        .flat_map(|word| (0x3e80_0000 + word % 0x0100_0000).to_le_bytes())
        .collect();
    let mut bound = Bound {
        layout,
        sets,
        buffers: Vec::new(),
        pattern: scope.buffer(&pattern)?,
        addresses: Vec::new(),
    };
    let mut texture = None;
    for place in places {
        let set = bound.sets.get(place.set as usize).copied().unwrap_or_default();
        let write = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(place.binding);
        let Some((kind, count)) = descriptor_type(place.kind) else {
            let buffer = bound.buffer(scope, bytes)?;
            let address = scope.buffer_address(buffer);
            bound.addresses.extend(address.to_le_bytes());
            continue;
        };
        let write = write.descriptor_type(kind);
        let (mut buffers, mut images) = (Vec::new(), Vec::new());
        match place.kind {
            Kind::Textures(_) => {
                let view = match texture {
                    Some(view) => view,
                    None => *texture.insert(image(scope)?),
                };
                let info = vk::DescriptorImageInfo::default()
                    .image_view(view)
                    .image_layout(vk::ImageLayout::GENERAL);
                images = vec![info; count as usize];
            }
            Kind::Sampler => {
                let sampler = scope.sampler(&Sampler::linear())?;
                images.push(vk::DescriptorImageInfo::default().sampler(sampler));
            }
            _ => {
                let size = match place.kind {
                    Kind::Uniform => UNIFORM_BYTES,
                    _ => bytes,
                };
                let buffer = bound.buffer(scope, size)?;
                buffers.push(vk::DescriptorBufferInfo::default().buffer(buffer).range(size));
            }
        }
        let write = match buffers.is_empty() {
            true => write.image_info(&images),
            false => write.buffer_info(&buffers),
        };
        // SAFETY: as above.
        unsafe { scope.device.raw.update_descriptor_sets(&[write], &[]) };
    }
    bound.fill(scope)?;
    Ok(bound)
}

impl Bound {
    /// One more buffer.
    fn buffer(&mut self, scope: &mut Scope, size: u64) -> Result<vk::Buffer, String> {
        use vk::BufferUsageFlags as Usage;
        let usage = Usage::STORAGE_BUFFER
            | Usage::UNIFORM_BUFFER
            | Usage::TRANSFER_SRC
            | Usage::TRANSFER_DST
            | Usage::SHADER_DEVICE_ADDRESS;
        let buffer = scope.device_buffer(size, usage)?;
        self.buffers.push((buffer, size));
        Ok(buffer)
    }
}

/// A view of a texture.
fn image(scope: &mut Scope) -> Result<vk::ImageView, String> {
    let mut texture = Texture::d2(vk::Format::R8G8B8A8_UNORM, TEXTURE_SIZE, TEXTURE_SIZE);
    let texels = chance().take((TEXTURE_SIZE * TEXTURE_SIZE) as usize);
    texture.bytes = texels.flat_map(u32::to_le_bytes).collect();
    let usage = vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::TRANSFER_DST;
    let image = scope.image(&texture, usage)?;
    let staging = transfer::stage(scope, &texture)?;
    scope.submit(|scope, commands| transfer::upload(scope, commands, &texture, &image, &staging))?;
    let range = image.range(vk::ImageAspectFlags::COLOR);
    scope.image_view(&image, vk::ImageViewType::TYPE_2D, range)
}

/// One dispatch, in microseconds, behind as many that do not count: devices slow down where they have little to do.
fn time(
    scope: &mut Scope,
    pipeline: vk::Pipeline,
    bound: &Bound,
    (groups, before): (u32, u32),
    queries: vk::QueryPool,
) -> Result<f64, String> {
    scope.submit(|scope, commands| {
        let raw = &scope.device.raw;
        let point = vk::PipelineBindPoint::COMPUTE;
        // SAFETY: see the module documentation of `gpu`.
        unsafe {
            raw.cmd_reset_query_pool(commands, queries, 0, 2);
            raw.cmd_bind_pipeline(commands, point, pipeline);
            if !bound.sets.is_empty() {
                raw.cmd_bind_descriptor_sets(commands, point, bound.layout, 0, &bound.sets, &[]);
            }
            if !bound.addresses.is_empty() {
                let stages = vk::ShaderStageFlags::COMPUTE;
                raw.cmd_push_constants(commands, bound.layout, stages, 0, &bound.addresses);
            }
            for _ in 0..before {
                raw.cmd_dispatch(commands, groups, 1, 1);
                scope.barrier(commands);
            }
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
