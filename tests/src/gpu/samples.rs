//! Contents of multisampled textures, which cannot be copied: drawn sample by sample.
//!
//! Formats with 32-bit components only: the pixel shader hands words on as they are.

use super::format::{self, Kind};
use super::scope::{GpuBuffer, GpuImage, Scope};
use crate::case::Texture;
use crate::validate;
use ash::vk;
use dxil2spirv::options::TargetEnv;

/// One triangle over everything.
const VERTEX: &str = "
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\" %index %position
OpDecorate %index BuiltIn VertexIndex
OpDecorate %position BuiltIn Position
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v4 = OpTypeVector %float 4
%pi = OpTypePointer Input %uint
%po = OpTypePointer Output %v4
%index = OpVariable %pi Input
%position = OpVariable %po Output
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%f0 = OpConstant %float 0
%f1 = OpConstant %float 1
%main = OpFunction %void None %fn
%label = OpLabel
%i = OpLoad %uint %index
%a = OpBitwiseAnd %uint %i %u1
%b = OpShiftLeftLogical %uint %a %u2
%c = OpConvertUToF %float %b
%x = OpFSub %float %c %f1
%d = OpBitwiseAnd %uint %i %u2
%e = OpShiftLeftLogical %uint %d %u1
%f = OpConvertUToF %float %e
%y = OpFSub %float %f %f1
%p = OpCompositeConstruct %v4 %x %y %f0 %f1
OpStore %position %p
OpReturn
OpFunctionEnd";

/// Reads four words of the texel; `COLOR` is replaced by the type of the output.
const PIXEL: &str = "
OpCapability Shader
OpCapability PhysicalStorageBufferAddresses
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpEntryPoint Fragment %main \"main\" %coord %color %push
OpExecutionMode %main OriginUpperLeft
OpDecorate %coord BuiltIn FragCoord
OpDecorate %color Location 0
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 8
OpMemberDecorate %block 2 Offset 12
OpMemberDecorate %block 3 Offset 16
OpDecorate %words ArrayStride 4
OpDecorate %data Block
OpMemberDecorate %data 0 Offset 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%uvec2 = OpTypeVector %uint 2
%uvec4 = OpTypeVector %uint 4
%ivec4 = OpTypeVector %int 4
%vec4 = OpTypeVector %float 4
%words = OpTypeRuntimeArray %uint
%data = OpTypeStruct %words
%pdata = OpTypePointer PhysicalStorageBuffer %data
%pword = OpTypePointer PhysicalStorageBuffer %uint
%block = OpTypeStruct %uvec2 %uint %uint %uint
%pblock = OpTypePointer PushConstant %block
%pp2 = OpTypePointer PushConstant %uvec2
%pp1 = OpTypePointer PushConstant %uint
%pin = OpTypePointer Input %vec4
%pout = OpTypePointer Output %COLOR
%push = OpVariable %pblock PushConstant
%coord = OpVariable %pin Input
%color = OpVariable %pout Output
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%main = OpFunction %void None %fn
%label = OpLabel
%xy = OpLoad %vec4 %coord
%fx = OpCompositeExtract %float %xy 0
%fy = OpCompositeExtract %float %xy 1
%x = OpConvertFToU %uint %fx
%y = OpConvertFToU %uint %fy
%a0 = OpAccessChain %pp2 %push %u0
%address = OpLoad %uvec2 %a0
%base = OpBitcast %pdata %address
%a1 = OpAccessChain %pp1 %push %u1
%row = OpLoad %uint %a1
%a2 = OpAccessChain %pp1 %push %u2
%texel = OpLoad %uint %a2
%a3 = OpAccessChain %pp1 %push %u3
%first = OpLoad %uint %a3
%m0 = OpIMul %uint %y %row
%m1 = OpIAdd %uint %m0 %x
%m2 = OpIMul %uint %m1 %texel
%i0 = OpIAdd %uint %m2 %first
%i1 = OpIAdd %uint %i0 %u1
%i2 = OpIAdd %uint %i0 %u2
%i3 = OpIAdd %uint %i0 %u3
%p0 = OpAccessChain %pword %base %u0 %i0
%p1 = OpAccessChain %pword %base %u0 %i1
%p2 = OpAccessChain %pword %base %u0 %i2
%p3 = OpAccessChain %pword %base %u0 %i3
%w0 = OpLoad %uint %p0 Aligned 4
%w1 = OpLoad %uint %p1 Aligned 4
%w2 = OpLoad %uint %p2 Aligned 4
%w3 = OpLoad %uint %p3 Aligned 4
%w = OpCompositeConstruct %uvec4 %w0 %w1 %w2 %w3
%result = OpCAST %COLOR %w
OpStore %color %result
OpReturn
OpFunctionEnd";

const STAGES: vk::ShaderStageFlags = vk::ShaderStageFlags::FRAGMENT;

/// Draws the contents of `staging` (in the order of [`Texture::bytes`]) into the image.
pub fn upload(
    scope: &mut Scope,
    commands: vk::CommandBuffer,
    texture: &Texture,
    image: &GpuImage,
    staging: &GpuBuffer,
) -> Result<(), String> {
    let words = format::texel_bytes(texture.format)? / 4;
    let name = format!("{:?}", texture.format);
    if !name.starts_with("R32") {
        return Err(format!(
            "multisampled textures need 32-bit components, not {name}"
        ));
    }
    let (color, cast) = match format::kind(texture.format) {
        Kind::Float => ("vec4", "Bitcast"),
        Kind::Uint => ("uvec4", "CopyObject"),
        Kind::Sint => ("ivec4", "Bitcast"),
    };
    let vertex = validate::assemble(VERTEX, TargetEnv::Vulkan1_3)?;
    let text = PIXEL.replace("COLOR", color).replace("CAST", cast);
    let pixel = validate::assemble(&text, TargetEnv::Vulkan1_3)?;
    let modules = [scope.shader_module(&vertex)?, scope.shader_module(&pixel)?];
    let ranges = [vk::PushConstantRange {
        stage_flags: STAGES,
        offset: 0,
        size: 20,
    }];
    let layout =
        scope.pipeline_layout(&vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&ranges))?;
    let [width, height, _] = texture.size;
    let address = scope.address(staging);
    for sample in 0..texture.samples {
        let pipeline = pipeline(scope, modules, layout, texture, 1 << sample)?;
        for layer in 0..texture.layers {
            let range = vk::ImageSubresourceRange {
                aspect_mask: vk::ImageAspectFlags::COLOR,
                base_mip_level: 0,
                level_count: 1,
                base_array_layer: layer,
                layer_count: 1,
            };
            let view = scope.image_view(image, vk::ImageViewType::TYPE_2D, range)?;
            let first = (layer * width * height * texture.samples + sample) * words;
            let mut push = address.to_le_bytes().to_vec();
            for word in [width, texture.samples * words, first] {
                push.extend_from_slice(&word.to_le_bytes());
            }
            let area = vk::Rect2D {
                offset: vk::Offset2D::default(),
                extent: vk::Extent2D { width, height },
            };
            let viewport = vk::Viewport {
                width: width as f32,
                height: height as f32,
                max_depth: 1.0,
                ..Default::default()
            };
            let colors = [vk::RenderingAttachmentInfo::default()
                .image_view(view)
                .image_layout(vk::ImageLayout::GENERAL)
                .load_op(vk::AttachmentLoadOp::LOAD)
                .store_op(vk::AttachmentStoreOp::STORE)];
            let info = vk::RenderingInfo::default()
                .render_area(area)
                .layer_count(1)
                .color_attachments(&colors);
            let raw = &scope.device.raw;
            // SAFETY: see the module documentation of `gpu`.
            unsafe {
                raw.cmd_begin_rendering(commands, &info);
                raw.cmd_bind_pipeline(commands, vk::PipelineBindPoint::GRAPHICS, pipeline);
                raw.cmd_set_viewport(commands, 0, &[viewport]);
                raw.cmd_set_scissor(commands, 0, &[area]);
                raw.cmd_push_constants(commands, layout, STAGES, 0, &push);
                raw.cmd_draw(commands, 3, 1, 0, 0);
                raw.cmd_end_rendering(commands);
            }
            scope.barrier(commands);
        }
    }
    Ok(())
}

fn pipeline(
    scope: &mut Scope,
    modules: [vk::ShaderModule; 2],
    layout: vk::PipelineLayout,
    texture: &Texture,
    mask: u32,
) -> Result<vk::Pipeline, String> {
    let stages = [
        (vk::ShaderStageFlags::VERTEX, modules[0]),
        (vk::ShaderStageFlags::FRAGMENT, modules[1]),
    ]
    .map(|(stage, module)| {
        vk::PipelineShaderStageCreateInfo::default()
            .stage(stage)
            .module(module)
            .name(c"main")
    });
    let vertex_input = vk::PipelineVertexInputStateCreateInfo::default();
    let assembly =
        vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
    let viewport = vk::PipelineViewportStateCreateInfo::default()
        .viewport_count(1)
        .scissor_count(1);
    let raster = vk::PipelineRasterizationStateCreateInfo::default().line_width(1.0);
    let masks = [mask];
    let multisample = vk::PipelineMultisampleStateCreateInfo::default()
        .rasterization_samples(vk::SampleCountFlags::from_raw(texture.samples))
        .sample_mask(&masks);
    let blends =
        [vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA)];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blends);
    let states = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
    let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&states);
    let formats = [texture.format];
    let mut rendering = vk::PipelineRenderingCreateInfo::default().color_attachment_formats(&formats);
    let info = vk::GraphicsPipelineCreateInfo::default()
        .stages(&stages)
        .vertex_input_state(&vertex_input)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&multisample)
        .color_blend_state(&blend)
        .dynamic_state(&dynamic)
        .layout(layout)
        .push_next(&mut rendering);
    scope.graphics_pipeline(info)
}
