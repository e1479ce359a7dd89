//! Vulkan objects that live as long as one case.

use super::device::Device;
use super::format;
use crate::case::{Dimension, Texture};
use ash::vk;

/// Bytes before and after every buffer's contents; nothing may change them.
pub const GUARD: u64 = 256;
/// What the guards are filled with.
const GUARD_BYTE: u8 = 0xa5;

/// Turns a failed Vulkan call into a message.
pub trait Context<T> {
    /// Names the call that failed.
    fn context(self, call: &str) -> Result<T, String>;
}

impl<T> Context<T> for Result<T, vk::Result> {
    fn context(self, call: &str) -> Result<T, String> {
        self.map_err(|error| format!("{call}: {error}"))
    }
}

/// A buffer in host-visible memory, mapped, with guards around its contents.
#[derive(Clone, Copy, Debug)]
pub struct GpuBuffer {
    pub handle: vk::Buffer,
    /// Where the contents start: behind the first guard.
    pub offset: u64,
    /// Of the contents, guards not counted.
    pub size: u64,
    mapped: *mut u8,
}

impl GpuBuffer {
    /// The contents. To be called when no submission is under way.
    pub fn read(&self) -> Vec<u8> {
        // SAFETY: the mapping covers the guards and `size` bytes between them, and lives as long as the scope.
        unsafe { std::slice::from_raw_parts(self.mapped.add(self.offset as usize), self.size as usize) }
            .to_vec()
    }

    /// Writes contents. To be called when no submission is under way.
    pub fn write(&self, bytes: &[u8]) {
        let length = bytes.len().min(self.size as usize);
        // SAFETY: as in `read`; `length` is at most `size`.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.mapped.add(self.offset as usize), length)
        };
    }

    fn fill_guards(&self) {
        for (start, length) in self.guards() {
            // SAFETY: as in `read`; the buffer ends GUARD bytes after its contents.
            unsafe { std::ptr::write_bytes(self.mapped.add(start as usize), GUARD_BYTE, length as usize) };
        }
    }

    /// Starts and lengths of the guards.
    fn guards(&self) -> [(u64, u64); 2] {
        [(0, self.offset), (self.offset + self.size, GUARD)]
    }

    /// Whether the bytes around the contents are untouched.
    pub fn guards_intact(&self) -> bool {
        self.guards().into_iter().all(|(start, length)| {
            // SAFETY: as in `fill_guards`.
            let guard =
                unsafe { std::slice::from_raw_parts(self.mapped.add(start as usize), length as usize) };
            guard.iter().all(|&byte| byte == GUARD_BYTE)
        })
    }
}

/// An image.
#[derive(Clone, Debug)]
pub struct GpuImage {
    pub handle: vk::Image,
    pub format: vk::Format,
    pub layers: u32,
    pub mips: u32,
}

impl GpuImage {
    /// All of the image, one aspect or several.
    pub fn range(&self, aspect_mask: vk::ImageAspectFlags) -> vk::ImageSubresourceRange {
        vk::ImageSubresourceRange {
            aspect_mask,
            base_mip_level: 0,
            level_count: self.mips,
            base_array_layer: 0,
            layer_count: self.layers,
        }
    }
}

enum Object {
    Memory(vk::DeviceMemory),
    Buffer(vk::Buffer),
    BufferView(vk::BufferView),
    Image(vk::Image),
    ImageView(vk::ImageView),
    Sampler(vk::Sampler),
    AccelerationStructure(vk::AccelerationStructureKHR),
    SetLayout(vk::DescriptorSetLayout),
    Pool(vk::DescriptorPool),
    PipelineLayout(vk::PipelineLayout),
    Module(vk::ShaderModule),
    Pipeline(vk::Pipeline),
    CommandPool(vk::CommandPool),
    Fence(vk::Fence),
}

/// Makes objects and destroys them in the reverse order when it is dropped.
pub struct Scope {
    pub device: &'static Device,
    objects: Vec<Object>,
    /// Set while the device may still use the objects; they are then left alone.
    in_flight: bool,
}

// SAFETY of the `unsafe` blocks in this impl: see the module documentation of `gpu`.
impl Scope {
    pub fn new(device: &'static Device) -> Self {
        Self {
            device,
            objects: Vec::new(),
            in_flight: false,
        }
    }

    fn allocate(
        &mut self,
        needs: vk::MemoryRequirements,
        flags: vk::MemoryPropertyFlags,
        address: bool,
    ) -> Result<vk::DeviceMemory, String> {
        let mut allocate_flags =
            vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let mut info = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(self.device.memory_type(needs.memory_type_bits, flags)?);
        if address {
            info = info.push_next(&mut allocate_flags);
        }
        let memory = unsafe { self.device.raw.allocate_memory(&info, None) }.context("vkAllocateMemory")?;
        self.objects.push(Object::Memory(memory));
        Ok(memory)
    }

    /// A buffer for any use with these contents.
    pub fn buffer(&mut self, bytes: &[u8]) -> Result<GpuBuffer, String> {
        self.buffer_at(bytes, 0)
    }

    /// A buffer for any use with these contents, so many bytes behind an aligned address.
    pub fn buffer_at(&mut self, bytes: &[u8], behind: u32) -> Result<GpuBuffer, String> {
        use vk::BufferUsageFlags as Usage;
        let size = bytes.len() as u64;
        let offset = GUARD + u64::from(behind);
        let feedback = match self.device.transform_feedback {
            Some(_) => Usage::TRANSFORM_FEEDBACK_BUFFER_EXT,
            None => Usage::empty(),
        };
        let rays = match self.device.acceleration_structures {
            Some(_) => Usage::ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_KHR,
            None => Usage::empty(),
        };
        let tables = match self.device.ray_tracing {
            Some(_) => Usage::SHADER_BINDING_TABLE_KHR,
            None => Usage::empty(),
        };
        let info = vk::BufferCreateInfo::default().size(offset + size + GUARD).usage(
            feedback
                | rays
                | tables
                | Usage::TRANSFER_SRC
                | Usage::TRANSFER_DST
                | Usage::UNIFORM_TEXEL_BUFFER
                | Usage::STORAGE_TEXEL_BUFFER
                | Usage::UNIFORM_BUFFER
                | Usage::STORAGE_BUFFER
                | Usage::VERTEX_BUFFER
                | Usage::INDEX_BUFFER
                | Usage::SHADER_DEVICE_ADDRESS,
        );
        let handle = unsafe { self.device.raw.create_buffer(&info, None) }.context("vkCreateBuffer")?;
        self.objects.push(Object::Buffer(handle));
        let needs = unsafe { self.device.raw.get_buffer_memory_requirements(handle) };
        let flags = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let memory = self.allocate(needs, flags, true)?;
        unsafe { self.device.raw.bind_buffer_memory(handle, memory, 0) }.context("vkBindBufferMemory")?;
        let mapped = unsafe {
            self.device
                .raw
                .map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())
        }
        .context("vkMapMemory")?
        .cast();
        let buffer = GpuBuffer {
            handle,
            offset,
            size,
            mapped,
        };
        buffer.fill_guards();
        buffer.write(bytes);
        Ok(buffer)
    }

    /// A buffer in the device's own memory.
    pub fn device_buffer(&mut self, size: u64, usage: vk::BufferUsageFlags) -> Result<vk::Buffer, String> {
        let info = vk::BufferCreateInfo::default().size(size).usage(usage);
        let handle = unsafe { self.device.raw.create_buffer(&info, None) }.context("vkCreateBuffer")?;
        self.objects.push(Object::Buffer(handle));
        let needs = unsafe { self.device.raw.get_buffer_memory_requirements(handle) };
        let memory = self.allocate(needs, vk::MemoryPropertyFlags::DEVICE_LOCAL, true)?;
        unsafe { self.device.raw.bind_buffer_memory(handle, memory, 0) }.context("vkBindBufferMemory")?;
        Ok(handle)
    }

    /// Address of a buffer's contents.
    pub fn address(&self, buffer: &GpuBuffer) -> u64 {
        self.buffer_address(buffer.handle) + buffer.offset
    }

    /// Address of a buffer.
    pub fn buffer_address(&self, buffer: vk::Buffer) -> u64 {
        let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
        unsafe { self.device.raw.get_buffer_device_address(&info) }
    }

    /// Destroys an acceleration structure in the end.
    pub fn own_acceleration_structure(&mut self, handle: vk::AccelerationStructureKHR) {
        self.objects.push(Object::AccelerationStructure(handle));
    }

    /// A view of `range` bytes from `offset` on.
    pub fn buffer_view(
        &mut self,
        buffer: vk::Buffer,
        format: vk::Format,
        offset: u64,
        range: u64,
    ) -> Result<vk::BufferView, String> {
        let info = vk::BufferViewCreateInfo::default()
            .buffer(buffer)
            .format(format)
            .offset(offset)
            .range(range);
        let view =
            unsafe { self.device.raw.create_buffer_view(&info, None) }.context("vkCreateBufferView")?;
        self.objects.push(Object::BufferView(view));
        Ok(view)
    }

    /// An image of `texture`'s shape; the contents come later.
    pub fn image(&mut self, texture: &Texture, usage: vk::ImageUsageFlags) -> Result<GpuImage, String> {
        let (image_type, mut flags) = match texture.dimension {
            Dimension::D1 => (vk::ImageType::TYPE_1D, vk::ImageCreateFlags::empty()),
            Dimension::D2 => (vk::ImageType::TYPE_2D, vk::ImageCreateFlags::empty()),
            Dimension::D3 => (vk::ImageType::TYPE_3D, vk::ImageCreateFlags::empty()),
            Dimension::Cube => (vk::ImageType::TYPE_2D, vk::ImageCreateFlags::CUBE_COMPATIBLE),
        };
        if texture.sparse {
            flags |= vk::ImageCreateFlags::SPARSE_BINDING;
        }
        if texture.holes.is_some() {
            flags |= vk::ImageCreateFlags::SPARSE_RESIDENCY;
        }
        let [width, height, depth] = texture.size;
        let info = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(image_type)
            .format(texture.format)
            .extent(vk::Extent3D { width, height, depth })
            .mip_levels(texture.mips)
            .array_layers(texture.layers)
            .samples(vk::SampleCountFlags::from_raw(texture.samples))
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage)
            .initial_layout(vk::ImageLayout::UNDEFINED);
        let handle = unsafe { self.device.raw.create_image(&info, None) }
            .map_err(|error| format!("vkCreateImage of {texture:?} for {usage:?}: {error}"))?;
        self.objects.push(Object::Image(handle));
        let needs = unsafe { self.device.raw.get_image_memory_requirements(handle) };
        let memory = self.allocate(needs, vk::MemoryPropertyFlags::DEVICE_LOCAL, false)?;
        if let Some(holes) = &texture.holes {
            self.bind_tiles(texture, handle, memory, needs, holes)?;
        } else if texture.sparse {
            let all = vk::SparseMemoryBind::default().size(needs.size).memory(memory);
            self.bind_opaque(handle, all)?;
        } else {
            unsafe { self.device.raw.bind_image_memory(handle, memory, 0) }.context("vkBindImageMemory")?;
        }
        Ok(GpuImage {
            handle,
            format: texture.format,
            layers: texture.layers,
            mips: texture.mips,
        })
    }

    /// Binds a part of a sparse image that has no tiles.
    fn bind_opaque(&mut self, image: vk::Image, part: vk::SparseMemoryBind) -> Result<(), String> {
        let binds = [part];
        let images = [vk::SparseImageOpaqueMemoryBindInfo::default()
            .image(image)
            .binds(&binds)];
        let info = vk::BindSparseInfo::default().image_opaque_binds(&images);
        let fence = self.fence()?;
        {
            let queue = self.device.lock_queue()?;
            unsafe { self.device.raw.queue_bind_sparse(*queue, &[info], fence) }
                .context("vkQueueBindSparse")?;
        }
        self.wait(fence)
    }

    /// Gives each tile of a sparse image its part of `memory`, except `holes`.
    fn bind_tiles(
        &mut self,
        texture: &Texture,
        image: vk::Image,
        memory: vk::DeviceMemory,
        needs: vk::MemoryRequirements,
        holes: &[[u32; 3]],
    ) -> Result<(), String> {
        let sparse = unsafe { self.device.raw.get_image_sparse_memory_requirements(image) };
        let sparse = sparse
            .first()
            .ok_or("the device has no sparse memory for the image")?;
        // An image smaller than a tile is all tail.
        if holes.is_empty() && sparse.image_mip_tail_first_lod == 0 {
            let tail = vk::SparseMemoryBind::default()
                .resource_offset(sparse.image_mip_tail_offset)
                .size(sparse.image_mip_tail_size)
                .memory(memory);
            return self.bind_opaque(image, tail);
        }
        let tile = sparse.format_properties.image_granularity;
        let tile = [tile.width, tile.height, tile.depth];
        let [columns, rows, slices] = std::array::from_fn(|k| texture.size[k].div_ceil(tile[k]));
        let mut binds = Vec::new();
        let mut offset = 0;
        for layer in 0..texture.layers {
            for n in 0..columns * rows * slices {
                let at = [n % columns, n / columns % rows, n / columns / rows];
                if holes.contains(&at) {
                    continue;
                }
                let first: [u32; 3] = std::array::from_fn(|k| at[k] * tile[k]);
                let [width, height, depth] = std::array::from_fn(|k| tile[k].min(texture.size[k] - first[k]));
                let [x, y, z] = first.map(|v| v as i32);
                binds.push(vk::SparseImageMemoryBind {
                    subresource: vk::ImageSubresource {
                        aspect_mask: format::aspects(texture.format),
                        mip_level: 0,
                        array_layer: layer,
                    },
                    offset: vk::Offset3D { x, y, z },
                    extent: vk::Extent3D { width, height, depth },
                    memory,
                    memory_offset: offset,
                    flags: vk::SparseMemoryBindFlags::empty(),
                });
                offset += needs.alignment;
            }
        }
        if offset > needs.size || texture.mips != 1 {
            return Err(format!("{texture:?} is no sparse image of whole tiles"));
        }
        let images = [vk::SparseImageMemoryBindInfo::default()
            .image(image)
            .binds(&binds)];
        let info = [vk::BindSparseInfo::default().image_binds(&images)];
        let fence = self.fence()?;
        {
            let queue = self.device.lock_queue()?;
            unsafe { self.device.raw.queue_bind_sparse(*queue, &info, fence) }
                .context("vkQueueBindSparse")?;
        }
        self.wait(fence)
    }

    /// A fence that is not signalled.
    fn fence(&mut self) -> Result<vk::Fence, String> {
        let info = vk::FenceCreateInfo::default();
        let fence = unsafe { self.device.raw.create_fence(&info, None) }.context("vkCreateFence")?;
        self.objects.push(Object::Fence(fence));
        Ok(fence)
    }

    /// Waits for what was submitted with `fence`.
    fn wait(&mut self, fence: vk::Fence) -> Result<(), String> {
        // Lavapipe compiles here too, on processors that others may have.
        let minutes = if self.device.is_lavapipe() { 10 } else { 1 };
        self.in_flight = true;
        let done = unsafe {
            self.device
                .raw
                .wait_for_fences(&[fence], true, minutes * 60_000_000_000)
        };
        done.context("the shader did not end in time: vkWaitForFences")?;
        self.in_flight = false;
        Ok(())
    }

    pub fn image_view(
        &mut self,
        image: &GpuImage,
        view_type: vk::ImageViewType,
        range: vk::ImageSubresourceRange,
    ) -> Result<vk::ImageView, String> {
        let info = vk::ImageViewCreateInfo::default()
            .image(image.handle)
            .view_type(view_type)
            .format(image.format)
            .subresource_range(range);
        let view = unsafe { self.device.raw.create_image_view(&info, None) }
            .context(&format!("vkCreateImageView as {view_type:?}"))?;
        self.objects.push(Object::ImageView(view));
        Ok(view)
    }

    pub fn sampler(&mut self, sampler: &crate::case::Sampler) -> Result<vk::Sampler, String> {
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(sampler.mag)
            .min_filter(sampler.min)
            .mipmap_mode(sampler.mip)
            .address_mode_u(sampler.address[0])
            .address_mode_v(sampler.address[1])
            .address_mode_w(sampler.address[2])
            .mip_lod_bias(sampler.bias)
            .compare_enable(sampler.compare.is_some())
            .compare_op(sampler.compare.unwrap_or(vk::CompareOp::NEVER))
            .min_lod(sampler.lod[0])
            .max_lod(sampler.lod[1])
            .border_color(sampler.border);
        let handle = unsafe { self.device.raw.create_sampler(&info, None) }.context("vkCreateSampler")?;
        self.objects.push(Object::Sampler(handle));
        Ok(handle)
    }

    pub fn set_layout(
        &mut self,
        info: &vk::DescriptorSetLayoutCreateInfo<'_>,
    ) -> Result<vk::DescriptorSetLayout, String> {
        let layout = unsafe { self.device.raw.create_descriptor_set_layout(info, None) }
            .context("vkCreateDescriptorSetLayout")?;
        self.objects.push(Object::SetLayout(layout));
        Ok(layout)
    }

    pub fn descriptor_pool(
        &mut self,
        info: &vk::DescriptorPoolCreateInfo<'_>,
    ) -> Result<vk::DescriptorPool, String> {
        let pool = unsafe { self.device.raw.create_descriptor_pool(info, None) }
            .context("vkCreateDescriptorPool")?;
        self.objects.push(Object::Pool(pool));
        Ok(pool)
    }

    pub fn pipeline_layout(
        &mut self,
        info: &vk::PipelineLayoutCreateInfo<'_>,
    ) -> Result<vk::PipelineLayout, String> {
        let layout = unsafe { self.device.raw.create_pipeline_layout(info, None) }
            .context("vkCreatePipelineLayout")?;
        self.objects.push(Object::PipelineLayout(layout));
        Ok(layout)
    }

    pub fn shader_module(&mut self, words: &[u32]) -> Result<vk::ShaderModule, String> {
        let info = vk::ShaderModuleCreateInfo::default().code(words);
        let module =
            unsafe { self.device.raw.create_shader_module(&info, None) }.context("vkCreateShaderModule")?;
        self.objects.push(Object::Module(module));
        Ok(module)
    }

    pub fn compute_pipeline(
        &mut self,
        info: vk::ComputePipelineCreateInfo<'_>,
    ) -> Result<vk::Pipeline, String> {
        let made = unsafe {
            self.device
                .raw
                .create_compute_pipelines(vk::PipelineCache::null(), &[info], None)
        };
        let pipeline = made
            .map_err(|(_, error)| error)
            .context("vkCreateComputePipelines")?[0];
        self.objects.push(Object::Pipeline(pipeline));
        Ok(pipeline)
    }

    pub fn ray_tracing_pipeline(
        &mut self,
        info: vk::RayTracingPipelineCreateInfoKHR<'_>,
    ) -> Result<vk::Pipeline, String> {
        let rays = self.device.ray_tracing.as_ref().ok_or("no ray tracing")?;
        let made = unsafe {
            rays.functions.create_ray_tracing_pipelines(
                vk::DeferredOperationKHR::null(),
                vk::PipelineCache::null(),
                &[info],
                None,
            )
        };
        let pipeline = made
            .map_err(|(_, error)| error)
            .context("vkCreateRayTracingPipelinesKHR")?[0];
        self.objects.push(Object::Pipeline(pipeline));
        Ok(pipeline)
    }

    pub fn graphics_pipeline(
        &mut self,
        info: vk::GraphicsPipelineCreateInfo<'_>,
    ) -> Result<vk::Pipeline, String> {
        let made = unsafe {
            self.device
                .raw
                .create_graphics_pipelines(vk::PipelineCache::null(), &[info], None)
        };
        let pipeline = made
            .map_err(|(_, error)| error)
            .context("vkCreateGraphicsPipelines")?[0];
        self.objects.push(Object::Pipeline(pipeline));
        Ok(pipeline)
    }

    /// Records commands, submits them, and waits until they are done.
    pub fn submit(
        &mut self,
        record: impl FnOnce(&mut Self, vk::CommandBuffer) -> Result<(), String>,
    ) -> Result<(), String> {
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.device.family);
        let pool =
            unsafe { self.device.raw.create_command_pool(&info, None) }.context("vkCreateCommandPool")?;
        self.objects.push(Object::CommandPool(pool));
        let info = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .command_buffer_count(1);
        let commands = unsafe { self.device.raw.allocate_command_buffers(&info) }
            .context("vkAllocateCommandBuffers")?[0];
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        unsafe { self.device.raw.begin_command_buffer(commands, &begin) }.context("vkBeginCommandBuffer")?;
        record(self, commands)?;
        self.barrier(commands);
        unsafe { self.device.raw.end_command_buffer(commands) }.context("vkEndCommandBuffer")?;
        let fence = self.fence()?;
        let buffers = [commands];
        let submission = vk::SubmitInfo::default().command_buffers(&buffers);
        {
            let queue = self.device.lock_queue()?;
            unsafe { self.device.raw.queue_submit(*queue, &[submission], fence) }.context("vkQueueSubmit")?;
        }
        self.wait(fence)
    }

    /// Everything before it happens before everything after it, the host included.
    pub fn barrier(&self, commands: vk::CommandBuffer) {
        let all = vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE;
        let stages = vk::PipelineStageFlags2::ALL_COMMANDS | vk::PipelineStageFlags2::HOST;
        let barriers = [vk::MemoryBarrier2::default()
            .src_stage_mask(stages)
            .src_access_mask(all)
            .dst_stage_mask(stages)
            .dst_access_mask(all)];
        let info = vk::DependencyInfo::default().memory_barriers(&barriers);
        unsafe { self.device.raw.cmd_pipeline_barrier2(commands, &info) };
    }

    /// Takes an image to the one layout in which the harness uses it for everything.
    pub fn to_general(&self, commands: vk::CommandBuffer, image: &GpuImage) {
        let barriers = [vk::ImageMemoryBarrier2::default()
            .src_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
            .dst_stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)
            .dst_access_mask(vk::AccessFlags2::MEMORY_READ | vk::AccessFlags2::MEMORY_WRITE)
            .old_layout(vk::ImageLayout::UNDEFINED)
            .new_layout(vk::ImageLayout::GENERAL)
            .image(image.handle)
            .subresource_range(image.range(format::aspects(image.format)))];
        let info = vk::DependencyInfo::default().image_memory_barriers(&barriers);
        unsafe { self.device.raw.cmd_pipeline_barrier2(commands, &info) };
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        if self.in_flight {
            // The device hangs in them: leaking is all that is left.
            return;
        }
        let raw = &self.device.raw;
        for object in self.objects.drain(..).rev() {
            // SAFETY: made by this scope, destroyed once, after whatever was made from it, and no longer in use.
            unsafe {
                match object {
                    Object::Memory(x) => raw.free_memory(x, None),
                    Object::Buffer(x) => raw.destroy_buffer(x, None),
                    Object::BufferView(x) => raw.destroy_buffer_view(x, None),
                    Object::Image(x) => raw.destroy_image(x, None),
                    Object::ImageView(x) => raw.destroy_image_view(x, None),
                    Object::Sampler(x) => raw.destroy_sampler(x, None),
                    Object::AccelerationStructure(x) => {
                        if let Some(rays) = &self.device.acceleration_structures {
                            rays.destroy_acceleration_structure(x, None);
                        }
                    }
                    Object::SetLayout(x) => raw.destroy_descriptor_set_layout(x, None),
                    Object::Pool(x) => raw.destroy_descriptor_pool(x, None),
                    Object::PipelineLayout(x) => raw.destroy_pipeline_layout(x, None),
                    Object::Module(x) => raw.destroy_shader_module(x, None),
                    Object::Pipeline(x) => raw.destroy_pipeline(x, None),
                    Object::CommandPool(x) => raw.destroy_command_pool(x, None),
                    Object::Fence(x) => raw.destroy_fence(x, None),
                }
            }
        }
    }
}
