//! Draws: attachments, the graphics pipeline, and the comparison of pixels.

use super::bind::Bindings;
use super::module::Module;
use super::scope::{GUARD, GpuBuffer, GpuImage, Scope};
use super::{compute, format, transfer};
use crate::case::{Draw, Target, Texture, untouched};
use ash::vk;
use std::collections::BTreeMap;
use std::ptr::null;

/// The images that a draw writes, and the buffers that they are copied to; then those that it only reads.
pub struct Attachments {
    colors: Vec<Color>,
    depth: Option<Depth>,
    /// Colour attachments behind those that are written, which are input attachments of their own numbers.
    inputs: Vec<(vk::Format, vk::ImageView)>,
    /// A depth attachment that is the input attachment without a number.
    depth_input: Option<(vk::Format, vk::ImageView)>,
}

/// What the image of input attachment `index` is used for: those with a number are colour attachments, one without is the
/// depth attachment, as dynamic rendering has it where nothing else is said.
pub fn input_usage(index: Option<u32>) -> vk::ImageUsageFlags {
    use vk::ImageUsageFlags as Usage;
    let other = match index {
        Some(_) => Usage::COLOR_ATTACHMENT,
        None => Usage::DEPTH_STENCIL_ATTACHMENT,
    };
    Usage::INPUT_ATTACHMENT | other
}

struct Color {
    image: GpuImage,
    view: vk::ImageView,
    /// Of a multisampled target.
    resolve: Option<(GpuImage, vk::ImageView)>,
    shape: Texture,
    contents: GpuBuffer,
}

struct Depth {
    image: GpuImage,
    view: vk::ImageView,
    shape: Texture,
    depths: GpuBuffer,
    stencils: GpuBuffer,
}

/// Shape of an attachment.
fn shape(draw: &Draw, format: vk::Format, samples: u32) -> Texture {
    let [width, height] = draw.size;
    Texture::d2(format, width, height)
        .layers(draw.layers)
        .samples(samples)
}

impl Attachments {
    /// Makes the attachments of `draw`; `inputs` are those that it reads, by number.
    pub fn new<'a>(
        scope: &mut Scope,
        draw: &Draw,
        inputs: impl Iterator<Item = (Option<u32>, &'a GpuImage)>,
    ) -> Result<Self, String> {
        use vk::ImageUsageFlags as Usage;
        let view_type = if draw.layers > 1 {
            vk::ImageViewType::TYPE_2D_ARRAY
        } else {
            vk::ImageViewType::TYPE_2D
        };
        let mut colors = Vec::new();
        for target in &draw.targets {
            let usage = Usage::COLOR_ATTACHMENT | Usage::TRANSFER_SRC;
            let make = |scope: &mut Scope, samples| {
                let image = scope.image(&shape(draw, target.format, samples), usage)?;
                let range = image.range(vk::ImageAspectFlags::COLOR);
                let view = scope.image_view(&image, view_type, range)?;
                Ok::<_, String>((image, view))
            };
            let (image, view) = make(scope, draw.samples)?;
            let resolve = if draw.samples > 1 {
                Some(make(scope, 1)?)
            } else {
                None
            };
            let shape = shape(draw, target.format, 1);
            let size = shape.texels() * format::texel_bytes(target.format)? as usize;
            let contents = scope.buffer(&vec![0; size])?;
            colors.push(Color {
                image,
                view,
                resolve,
                shape,
                contents,
            });
        }
        let depth = match &draw.depth_stencil {
            None => None,
            Some(state) => {
                let usage = Usage::DEPTH_STENCIL_ATTACHMENT | Usage::TRANSFER_SRC;
                let shape = shape(draw, state.format, draw.samples);
                let image = scope.image(&shape, usage)?;
                let view = scope.image_view(&image, view_type, image.range(format::aspects(state.format)))?;
                let texels = shape.texels();
                let depths = scope.buffer(&vec![0; texels * format::texel_bytes(state.format)? as usize])?;
                let stencils = scope.buffer(&vec![0; texels])?;
                Some(Depth {
                    image,
                    view,
                    shape,
                    depths,
                    stencils,
                })
            }
        };
        let (mut numbered, mut depth_input) = (BTreeMap::new(), None);
        for (index, image) in inputs {
            let range = image.range(format::aspects(image.format));
            let view = scope.image_view(image, vk::ImageViewType::TYPE_2D, range)?;
            let known = match index {
                Some(index) => numbered.insert(index, (image.format, view)),
                None => depth_input.replace((image.format, view)),
            };
            if known.is_some() || index.is_none() && depth.is_some() {
                return Err(format!("two attachments are number {index:?}"));
            }
        }
        let first = colors.len() as u32;
        if !numbered.keys().copied().eq(first..first + numbered.len() as u32) {
            return Err(format!(
                "input attachments are numbered from {first} on, behind the targets"
            ));
        }
        Ok(Self {
            colors,
            depth,
            inputs: numbered.into_values().collect(),
            depth_input,
        })
    }

    /// Brings the images to their layout.
    pub fn prepare(&self, scope: &Scope, commands: vk::CommandBuffer) {
        for color in &self.colors {
            scope.to_general(commands, &color.image);
            if let Some((image, _)) = &color.resolve {
                scope.to_general(commands, image);
            }
        }
        if let Some(depth) = &self.depth {
            scope.to_general(commands, &depth.image);
        }
    }

    /// Copies the pixels to buffers.
    pub fn download(&self, scope: &Scope, commands: vk::CommandBuffer) -> Result<(), String> {
        for color in &self.colors {
            let image = color.resolve.as_ref().map_or(&color.image, |(image, _)| image);
            transfer::download_all(scope, commands, &color.shape, image, &color.contents)?;
        }
        if let Some(depth) = &self.depth
            && depth.shape.samples == 1
        {
            let aspects = format::aspects(depth.shape.format);
            for (aspect, buffer) in [
                (vk::ImageAspectFlags::DEPTH, &depth.depths),
                (vk::ImageAspectFlags::STENCIL, &depth.stencils),
            ] {
                if aspects.contains(aspect) {
                    transfer::download(scope, commands, &depth.shape, &depth.image, aspect, buffer)?;
                }
            }
        }
        Ok(())
    }

    /// Compares with what the draw expects.
    pub fn check(&self, draw: &Draw) -> Result<(), String> {
        let mut failures = Vec::new();
        for (index, (target, color)) in draw.targets.iter().zip(&self.colors).enumerate() {
            let texel = format::texel_bytes(target.format)?;
            let what = format!("target {index}");
            failures.extend(check_pixels(&what, target, draw, texel, &color.contents.read()));
        }
        if let (Some(state), Some(depth)) = (&draw.depth_stencil, &self.depth) {
            if let Some(target) = &state.depth_check {
                let texel = format::texel_bytes(state.format)?;
                failures.extend(check_pixels("depth", target, draw, texel, &depth.depths.read()));
            }
            if let Some(target) = &state.stencil_check {
                failures.extend(check_pixels("stencil", target, draw, 1, &depth.stencils.read()));
            }
        }
        if failures.is_empty() {
            Ok(())
        } else {
            Err(failures.join("\n"))
        }
    }
}

/// Compares pixel by pixel; layers count as further rows.
fn check_pixels(what: &str, target: &Target, draw: &Draw, texel: u32, contents: &[u8]) -> Option<String> {
    const SHOWN: usize = 8;
    let [width, height] = draw.size;
    let mut failures = Vec::new();
    for y in 0..height * draw.layers {
        for x in 0..width {
            let start = ((y * width + x) * texel) as usize;
            let bytes = contents.get(start..start + texel as usize).unwrap_or_default();
            for check in &target.checks {
                if let Some(wants) = check(x, y)
                    && let Err(message) =
                        wants.check(&format!("x {x} y {y}"), bytes, |i| format!("component {i}"))
                {
                    failures.push(message);
                }
            }
        }
    }
    let count = failures.len();
    if count == 0 {
        return None;
    }
    failures.truncate(SHOWN);
    Some(format!(
        "{what}: {count} pixels differ, the first:\n{}",
        failures.join("\n")
    ))
}

/// A buffer for each attribute, and the index buffer.
pub struct VertexBuffers {
    attributes: Vec<GpuBuffer>,
    indices: Option<GpuBuffer>,
    streams: Vec<GpuBuffer>,
}

impl VertexBuffers {
    /// Compares what was captured with what the draw expects.
    pub fn check(&self, draw: &Draw) -> Result<(), String> {
        for (index, (wants, buffer)) in draw.streams.iter().zip(&self.streams).enumerate() {
            if !buffer.guards_intact() {
                return Err(format!("stream {index}: bytes around the buffer were written"));
            }
            wants.check(&format!("stream {index}"), &buffer.read(), |at| format!("[{at}]"))?;
        }
        Ok(())
    }
}

/// Makes the vertex and index buffers.
pub fn vertex_buffers(scope: &mut Scope, draw: &Draw) -> Result<VertexBuffers, String> {
    let mut attributes = Vec::new();
    for input in &draw.vertices {
        attributes.push(scope.buffer(&input.bytes)?);
    }
    let indices = match &draw.indices {
        Some(indices) => {
            let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
            Some(scope.buffer(&bytes)?)
        }
        None => None,
    };
    let streams = draw.streams.iter();
    let streams = streams.map(|wants| scope.buffer(&untouched(wants.size())));
    let streams = streams.collect::<Result<_, _>>()?;
    Ok(VertexBuffers {
        attributes,
        indices,
        streams,
    })
}

/// Locations of the attributes, from the reflection of the vertex stage.
fn vertex_layout(
    stages: &[&Module],
    draw: &Draw,
) -> Result<
    (
        Vec<vk::VertexInputBindingDescription>,
        Vec<vk::VertexInputAttributeDescription>,
    ),
    String,
> {
    let Some(vertex) = stages
        .iter()
        .find(|module| module.stage == vk::ShaderStageFlags::VERTEX)
    else {
        // A mesh shader fetches by itself.
        return Ok(Default::default());
    };
    let (mut bindings, mut attributes) = (Vec::new(), Vec::new());
    for (number, input) in draw.vertices.iter().enumerate() {
        let binding = number as u32;
        let element = vertex
            .reflection
            .inputs
            .iter()
            .find(|e| {
                e.semantic.eq_ignore_ascii_case(&input.semantic)
                    && input.index >= e.index
                    && input.index - e.index < e.rows
            })
            .ok_or_else(|| format!("the vertex shader has no input {}{}", input.semantic, input.index))?;
        let location = element
            .location
            .ok_or_else(|| format!("{} is no attribute", input.semantic))?;
        bindings.push(vk::VertexInputBindingDescription {
            binding,
            stride: format::texel_bytes(input.format)?,
            input_rate: if input.per_instance {
                vk::VertexInputRate::INSTANCE
            } else {
                vk::VertexInputRate::VERTEX
            },
        });
        attributes.push(vk::VertexInputAttributeDescription {
            location: location + (input.index - element.index),
            binding,
            format: input.format,
            offset: 0,
        });
    }
    for element in &vertex.reflection.inputs {
        let given = draw
            .vertices
            .iter()
            .any(|v| v.semantic.eq_ignore_ascii_case(&element.semantic));
        if element.location.is_some() && !given {
            return Err(format!(
                "the case gives no vertices for {}{}",
                element.semantic, element.index
            ));
        }
    }
    Ok((bindings, attributes))
}

/// The graphics pipeline.
pub fn pipeline(
    scope: &mut Scope,
    stages: &[&Module],
    draw: &Draw,
    attachments: &Attachments,
    bindings: &Bindings,
) -> Result<vk::Pipeline, String> {
    let constants: Vec<_> = stages.iter().map(|module| module.constant_data()).collect();
    let constants: Vec<_> = constants
        .iter()
        .map(|(entries, data)| vk::SpecializationInfo::default().map_entries(entries).data(data))
        .collect();
    let mut infos = Vec::new();
    for (&module, constants) in stages.iter().zip(&constants) {
        let handle = scope.shader_module(&module.words)?;
        infos.push(module.stage_info(handle, constants));
    }
    let (input_bindings, input_attributes) = vertex_layout(stages, draw)?;
    let vertex_input = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&input_bindings)
        .vertex_attribute_descriptions(&input_attributes);
    let has = |stage| stages.iter().any(|module| module.stage == stage);
    let patches = has(vk::ShaderStageFlags::TESSELLATION_CONTROL);
    let topology = if patches {
        vk::PrimitiveTopology::PATCH_LIST
    } else {
        draw.topology
    };
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology);
    let tessellation =
        vk::PipelineTessellationStateCreateInfo::default().patch_control_points(draw.control_points);
    let viewports = draw.viewports.len().max(1) as u32;
    let viewport = vk::PipelineViewportStateCreateInfo::default()
        .viewport_count(viewports)
        .scissor_count(viewports);
    // D3D12's default: clockwise is the front.
    let raster = vk::PipelineRasterizationStateCreateInfo::default()
        .line_width(1.0)
        .cull_mode(draw.cull)
        .rasterizer_discard_enable(draw.discarded)
        .front_face(vk::FrontFace::CLOCKWISE);
    let mut conservative = vk::PipelineRasterizationConservativeStateCreateInfoEXT::default()
        .conservative_rasterization_mode(vk::ConservativeRasterizationModeEXT::OVERESTIMATE);
    let raster = match draw.conservative {
        true => raster.push_next(&mut conservative),
        false => raster,
    };
    let mut stream = vk::PipelineRasterizationStateStreamCreateInfoEXT::default()
        .rasterization_stream(draw.rasterized_stream);
    let raster = match draw.rasterized_stream {
        0 => raster,
        _ => raster.push_next(&mut stream),
    };
    let one = vk::Extent2D { width: 1, height: 1 };
    let mut rates = vk::PipelineFragmentShadingRateStateCreateInfoKHR::default()
        .fragment_size(one)
        .combiner_ops([
            vk::FragmentShadingRateCombinerOpKHR::REPLACE,
            vk::FragmentShadingRateCombinerOpKHR::KEEP,
        ]);
    let multisample = vk::PipelineMultisampleStateCreateInfo::default()
        .rasterization_samples(vk::SampleCountFlags::from_raw(draw.samples));
    let mut blends = vec![
        vk::PipelineColorBlendAttachmentState::default()
            .color_write_mask(vk::ColorComponentFlags::RGBA);
        draw.targets.len()
    ];
    if let (true, Some(first)) = (draw.dual_source, blends.first_mut()) {
        *first = first
            .blend_enable(true)
            .src_color_blend_factor(vk::BlendFactor::SRC1_COLOR)
            .dst_color_blend_factor(vk::BlendFactor::ONE_MINUS_SRC1_COLOR)
            .src_alpha_blend_factor(vk::BlendFactor::SRC1_ALPHA)
            .dst_alpha_blend_factor(vk::BlendFactor::ONE_MINUS_SRC1_ALPHA);
    }
    // What is read is not written.
    blends.resize_with(draw.targets.len() + attachments.inputs.len(), Default::default);
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let mut depth = vk::PipelineDepthStencilStateCreateInfo::default();
    if let Some(state) = &draw.depth_stencil {
        depth = depth
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(state.compare);
        if let Some(compare) = state.stencil_compare {
            let face = vk::StencilOpState {
                fail_op: vk::StencilOp::KEEP,
                pass_op: vk::StencilOp::REPLACE,
                depth_fail_op: vk::StencilOp::KEEP,
                compare_op: compare,
                compare_mask: 0xff,
                write_mask: 0xff,
                reference: state.stencil_reference,
            };
            depth = depth.stencil_test_enable(true).front(face).back(face);
        }
    }
    let states = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
    let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&states);
    let written = draw.targets.iter().map(|target| target.format);
    let formats: Vec<_> = written
        .chain(attachments.inputs.iter().map(|input| input.0))
        .collect();
    let mut rendering = vk::PipelineRenderingCreateInfo::default()
        .view_mask(draw.view_mask)
        .color_attachment_formats(&formats);
    if let Some(state) = &draw.depth_stencil {
        let aspects = format::aspects(state.format);
        if aspects.contains(vk::ImageAspectFlags::DEPTH) {
            rendering = rendering.depth_attachment_format(state.format);
        }
        if aspects.contains(vk::ImageAspectFlags::STENCIL) {
            rendering = rendering.stencil_attachment_format(state.format);
        }
    }
    if let Some((format, _)) = attachments.depth_input {
        rendering = rendering.depth_attachment_format(format);
    }
    let mut info = vk::GraphicsPipelineCreateInfo::default()
        .stages(&infos)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&multisample)
        .depth_stencil_state(&depth)
        .color_blend_state(&blend)
        .dynamic_state(&dynamic)
        .layout(bindings.layout)
        .push_next(&mut rendering);
    if draw.primitive_rates {
        info = info.push_next(&mut rates);
    }
    if !has(vk::ShaderStageFlags::MESH_EXT) {
        info = info
            .vertex_input_state(&vertex_input)
            .input_assembly_state(&assembly);
    }
    if patches {
        info = info.tessellation_state(&tessellation);
    }
    scope.graphics_pipeline(info)
}

/// Records the draw: clear, draw, resolve.
pub fn record(
    scope: &Scope,
    commands: vk::CommandBuffer,
    draw: &Draw,
    pipeline: vk::Pipeline,
    bindings: &Bindings,
    attachments: &Attachments,
    vertices: &VertexBuffers,
) {
    let attachment = |view, clear_value| {
        vk::RenderingAttachmentInfo::default()
            .image_view(view)
            .image_layout(vk::ImageLayout::GENERAL)
            .load_op(vk::AttachmentLoadOp::CLEAR)
            .store_op(vk::AttachmentStoreOp::STORE)
            .clear_value(clear_value)
    };
    let kept = |view| attachment(view, vk::ClearValue::default()).load_op(vk::AttachmentLoadOp::LOAD);
    let written = draw
        .targets
        .iter()
        .zip(&attachments.colors)
        .map(|(target, color)| {
            let clear = vk::ClearValue {
                color: vk::ClearColorValue { uint32: target.clear },
            };
            let info = attachment(color.view, clear);
            match &color.resolve {
                Some((_, view)) => info
                    .resolve_mode(match format::kind(target.format) {
                        format::Kind::Float => vk::ResolveModeFlags::AVERAGE,
                        _ => vk::ResolveModeFlags::SAMPLE_ZERO,
                    })
                    .resolve_image_view(*view)
                    .resolve_image_layout(vk::ImageLayout::GENERAL),
                None => info,
            }
        });
    let colors: Vec<_> = written
        .chain(attachments.inputs.iter().map(|input| kept(input.1)))
        .collect();
    let [width, height] = draw.size;
    let area = vk::Rect2D {
        offset: vk::Offset2D::default(),
        extent: vk::Extent2D { width, height },
    };
    let mut info = vk::RenderingInfo::default()
        .render_area(area)
        .layer_count(draw.layers)
        .view_mask(draw.view_mask)
        .color_attachments(&colors);
    let depth_info;
    if let (Some(state), Some(depth)) = (&draw.depth_stencil, &attachments.depth) {
        let clear = vk::ClearDepthStencilValue {
            depth: state.depth,
            stencil: state.stencil,
        };
        depth_info = attachment(depth.view, vk::ClearValue { depth_stencil: clear });
        let aspects = format::aspects(state.format);
        if aspects.contains(vk::ImageAspectFlags::DEPTH) {
            info = info.depth_attachment(&depth_info);
        }
        if aspects.contains(vk::ImageAspectFlags::STENCIL) {
            info = info.stencil_attachment(&depth_info);
        }
    }
    let whole = [[0, 0, width, height]];
    let viewports = match draw.viewports.as_slice() {
        [] => &whole[..],
        given => given,
    };
    let depth_input;
    if let Some((_, view)) = attachments.depth_input {
        depth_input = kept(view);
        info = info.depth_attachment(&depth_input);
    }
    // Upside down, as D3D12's clip space is to Vulkan.
    let viewports: Vec<_> = viewports
        .iter()
        .map(|&[x, y, width, height]| vk::Viewport {
            x: x as f32,
            y: (y + height) as f32,
            width: width as f32,
            height: -(height as f32),
            min_depth: 0.0,
            max_depth: 1.0,
        })
        .collect();
    let raw = &scope.device.raw;
    // SAFETY: see the module documentation of `gpu`.
    unsafe {
        raw.cmd_begin_rendering(commands, &info);
        compute::bind(
            scope,
            commands,
            vk::PipelineBindPoint::GRAPHICS,
            pipeline,
            bindings,
        );
        raw.cmd_set_viewport(commands, 0, &viewports);
        raw.cmd_set_scissor(commands, 0, &vec![area; viewports.len()]);
        for (binding, buffer) in vertices.attributes.iter().enumerate() {
            raw.cmd_bind_vertex_buffers(commands, binding as u32, &[buffer.handle], &[GUARD]);
        }
        for (binding, buffer) in vertices.streams.iter().enumerate() {
            if let Some(feedback) = &scope.device.transform_feedback {
                (feedback.fp().cmd_bind_transform_feedback_buffers_ext)(
                    commands,
                    binding as u32,
                    1,
                    &raw const buffer.handle,
                    &raw const buffer.offset,
                    &raw const buffer.size,
                );
            }
        }
        if let (false, Some(feedback)) = (vertices.streams.is_empty(), &scope.device.transform_feedback) {
            (feedback.fp().cmd_begin_transform_feedback_ext)(commands, 0, 0, null(), null());
        }
        match (&scope.device.mesh, &vertices.indices) {
            (Some(mesh), _) if bindings.stages.contains(vk::ShaderStageFlags::MESH_EXT) => {
                let [x, y, z] = draw.groups;
                mesh.cmd_draw_mesh_tasks(commands, x, y, z);
            }
            (_, Some(indices)) => {
                raw.cmd_bind_index_buffer(commands, indices.handle, GUARD, vk::IndexType::UINT32);
                raw.cmd_draw_indexed(
                    commands,
                    draw.count,
                    draw.instances,
                    0,
                    draw.base_vertex,
                    draw.base_instance,
                );
            }
            (_, None) => raw.cmd_draw(
                commands,
                draw.count,
                draw.instances,
                draw.base_vertex as u32,
                draw.base_instance,
            ),
        }
        if let (false, Some(feedback)) = (vertices.streams.is_empty(), &scope.device.transform_feedback) {
            (feedback.fp().cmd_end_transform_feedback_ext)(commands, 0, 0, null(), null());
        }
        raw.cmd_end_rendering(commands);
    }
}
