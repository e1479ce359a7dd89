//! The harness itself, proven with SPIR-V that is written here as text, with the reflection that it would have.

use crate::case::{Case, Draw, List, Sampler, Source, Texture, Work, near};
use ash::vk::{CompareOp, Format};
use dxil2spirv::container::root_signature::ShaderVisibility;
use dxil2spirv::reflection::*;
use dxil2spirv::shader::{ComponentType, ResourceKind, Stage};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("harness/buffers", buffers);
    list.add("harness/heap", heap);
    list.add("harness/image", image);
    list.add("harness/multisampled", multisampled);
    list.add("harness/draw", triangle);
}

pub(super) fn resource(register: &str, kind: ResourceKind, vulkan: ResourceBinding) -> ResourceReflection {
    let register = crate::case::Register::from(register);
    let mut resource = ResourceReflection::new(register.class, kind, vulkan);
    resource.name = register.to_string();
    resource.space = register.space;
    resource.register = register.number;
    resource
}

pub(super) fn reflection(stage: Stage, resources: Vec<ResourceReflection>) -> Box<Reflection> {
    let mut sets: Vec<DescriptorSet> = Vec::new();
    for resource in &resources {
        let (set, binding, descriptor_type, count) = match resource.vulkan {
            ResourceBinding::Descriptor {
                set,
                binding,
                descriptor_type,
                ..
            } => (set, binding, descriptor_type, resource.count),
            ResourceBinding::Heap {
                set,
                binding,
                descriptor_type,
                ..
            } => (set, binding, descriptor_type, None),
            _ => continue,
        };
        let binding = SetBinding {
            binding,
            descriptor_type,
            count,
            role: BindingRole::Resources,
            mutable_types: Vec::new(),
            static_sampler: None,
            local: false,
        };
        match sets.iter_mut().find(|s| s.set == set) {
            Some(set) => set.bindings.push(binding),
            None => sets.push(DescriptorSet {
                set,
                bindings: vec![binding],
            }),
        }
    }
    let mut reflection = Reflection::default();
    reflection.entry = "main".to_owned();
    reflection.stage = stage;
    reflection.resources = resources;
    reflection.descriptor_sets = sets;
    Box::new(reflection)
}

pub(super) fn descriptor(set: u32, binding: u32, descriptor_type: DescriptorType) -> ResourceBinding {
    ResourceBinding::Descriptor {
        set,
        binding,
        descriptor_type,
        element: 0,
    }
}

/// Adds: a storage buffer, a texel buffer, a uniform buffer and push constants.
fn buffers() -> Case {
    let text = "
OpCapability Shader
OpCapability SampledBuffer
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %id %in %out %texels %constants %push
OpExecutionMode %main LocalSize 4 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %words ArrayStride 4
OpDecorate %data Block
OpMemberDecorate %data 0 Offset 0
OpDecorate %four Block
OpMemberDecorate %four 0 Offset 0
OpDecorate %in DescriptorSet 0
OpDecorate %in Binding 0
OpDecorate %out DescriptorSet 1
OpDecorate %out Binding 0
OpDecorate %texels DescriptorSet 0
OpDecorate %texels Binding 1
OpDecorate %constants DescriptorSet 2
OpDecorate %constants Binding 3
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%v3 = OpTypeVector %uint 3
%v4 = OpTypeVector %uint 4
%words = OpTypeRuntimeArray %uint
%data = OpTypeStruct %words
%four = OpTypeStruct %v4
%pdata = OpTypePointer StorageBuffer %data
%pword = OpTypePointer StorageBuffer %uint
%pfour = OpTypePointer Uniform %four
%puniform = OpTypePointer Uniform %uint
%ppush = OpTypePointer PushConstant %four
%ppushed = OpTypePointer PushConstant %uint
%image = OpTypeImage %uint Buffer 0 0 0 1 Unknown
%pimage = OpTypePointer UniformConstant %image
%pin = OpTypePointer Input %v3
%p1 = OpTypePointer Input %uint
%id = OpVariable %pin Input
%in = OpVariable %pdata StorageBuffer
%out = OpVariable %pdata StorageBuffer
%texels = OpVariable %pimage UniformConstant
%constants = OpVariable %pfour Uniform
%push = OpVariable %ppush PushConstant
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%main = OpFunction %void None %fn
%label = OpLabel
%px = OpAccessChain %p1 %id %u0
%x = OpLoad %uint %px
%a = OpAccessChain %pword %in %u0 %x
%va = OpLoad %uint %a
%t = OpLoad %image %texels
%vt = OpImageFetch %v4 %t %x
%vb = OpCompositeExtract %uint %vt 0
%c = OpAccessChain %puniform %constants %u0 %u1
%vc = OpLoad %uint %c
%d = OpAccessChain %ppushed %push %u0 %u0
%vd = OpLoad %uint %d
%s1 = OpIAdd %uint %va %vb
%s2 = OpIAdd %uint %s1 %vc
%s3 = OpIAdd %uint %s2 %vd
%o = OpAccessChain %pword %out %u0 %x
OpStore %o %s3
OpReturn
OpFunctionEnd";
    use DescriptorType as D;
    let mut reflection = reflection(
        Stage::Compute,
        vec![
            resource("t0", ResourceKind::RawBuffer, descriptor(0, 0, D::StorageBuffer)),
            resource(
                "t1",
                ResourceKind::TypedBuffer,
                descriptor(0, 1, D::UniformTexelBuffer),
            ),
            resource(
                "u0,space1",
                ResourceKind::RawBuffer,
                descriptor(1, 0, D::StorageBuffer),
            ),
            resource("b0", ResourceKind::CBuffer, descriptor(2, 3, D::UniformBuffer)),
            resource(
                "b1",
                ResourceKind::CBuffer,
                ResourceBinding::RootConstants {
                    place: RootPlace::default(),
                    size: 16,
                },
            ),
        ],
    );
    reflection.push_constants = PushConstants {
        size: 16,
        members: vec![PushConstantMember {
            offset: 0,
            size: 16,
            kind: PushConstantKind::RootConstants,
            root_parameter: Some(0),
        }],
    };
    // The buffers end after three words: the last thread reads zeroes, and its word is not written.
    Case::new(
        vec![Source::Assembly(text.to_owned(), reflection)],
        Work::Dispatch([1, 1, 1]),
    )
    .raw("t0", [1u32, 2, 3])
    .typed("t1", Format::R16_UINT, [10u16, 20, 30])
    .cbuffer("b0", [0u32, 100, 0, 0])
    .constants("b1", [1000u32])
    .output("u0,space1", [1111u32, 1122, 1133])
}

/// A descriptor in a heap, at a table's offset that comes in push constants.
fn heap() -> Case {
    let text = "
OpCapability Shader
OpCapability RuntimeDescriptorArray
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %heap %push
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %words ArrayStride 4
OpDecorate %data Block
OpMemberDecorate %data 0 Offset 0
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %heap DescriptorSet 0
OpDecorate %heap Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%words = OpTypeRuntimeArray %uint
%data = OpTypeStruct %words
%array = OpTypeRuntimeArray %data
%parray = OpTypePointer StorageBuffer %array
%pword = OpTypePointer StorageBuffer %uint
%block = OpTypeStruct %uint
%pblock = OpTypePointer PushConstant %block
%ppush = OpTypePointer PushConstant %uint
%heap = OpVariable %parray StorageBuffer
%push = OpVariable %pblock PushConstant
%u0 = OpConstant %uint 0
%u2 = OpConstant %uint 2
%u42 = OpConstant %uint 42
%main = OpFunction %void None %fn
%label = OpLabel
%a = OpAccessChain %ppush %push %u0
%table = OpLoad %uint %a
%index = OpIAdd %uint %table %u2
%o = OpAccessChain %pword %heap %index %u0 %u0
OpStore %o %u42
OpReturn
OpFunctionEnd";
    let binding = ResourceBinding::Heap {
        set: 0,
        binding: 0,
        descriptor_type: DescriptorType::StorageBuffer,
        table: Some(RootPlace::default()),
        offset: 1,
    };
    let mut out = resource("u5", ResourceKind::RawBuffer, binding);
    out.register = 4;
    out.count = Some(2);
    out.d3d12 = Some(RootBinding {
        local: false,
        parameter: 3,
        range: Some(0),
        visibility: ShaderVisibility::All,
        flags: Vec::new(),
    });
    let mut reflection = reflection(Stage::Compute, vec![out]);
    reflection.push_constants = PushConstants {
        size: 4,
        members: vec![PushConstantMember {
            offset: 0,
            size: 4,
            kind: PushConstantKind::TableOffset,
            root_parameter: Some(3),
        }],
    };
    Case::new(
        vec![Source::Assembly(text.to_owned(), reflection)],
        Work::Dispatch([1, 1, 1]),
    )
    .output("u5", [42u32])
}

/// Copies mip 1 of a sampled image to a storage image, through a sampler.
fn image() -> Case {
    let text = "
OpCapability Shader
OpCapability StorageImageWriteWithoutFormat
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %id %from %to %sampler
OpExecutionMode %main LocalSize 2 2 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %from DescriptorSet 0
OpDecorate %from Binding 0
OpDecorate %to DescriptorSet 0
OpDecorate %to Binding 1
OpDecorate %sampler DescriptorSet 0
OpDecorate %sampler Binding 2
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%uv2 = OpTypeVector %uint 2
%uv3 = OpTypeVector %uint 3
%v2 = OpTypeVector %float 2
%v4 = OpTypeVector %float 4
%ti = OpTypeImage %float 2D 0 0 0 1 Unknown
%si = OpTypeImage %float 2D 0 0 0 2 Unknown
%ts = OpTypeSampler
%tsi = OpTypeSampledImage %ti
%pti = OpTypePointer UniformConstant %ti
%psi = OpTypePointer UniformConstant %si
%pts = OpTypePointer UniformConstant %ts
%pin = OpTypePointer Input %uv3
%id = OpVariable %pin Input
%from = OpVariable %pti UniformConstant
%to = OpVariable %psi UniformConstant
%sampler = OpVariable %pts UniformConstant
%half = OpConstant %float 0.5
%f1 = OpConstant %float 1
%hh = OpConstantComposite %v2 %half %half
%main = OpFunction %void None %fn
%label = OpLabel
%xyz = OpLoad %uv3 %id
%xy = OpVectorShuffle %uv2 %xyz %xyz 0 1
%f = OpConvertUToF %v2 %xy
%g = OpFAdd %v2 %f %hh
%uv = OpVectorTimesScalar %v2 %g %half
%i = OpLoad %ti %from
%s = OpLoad %ts %sampler
%c = OpSampledImage %tsi %i %s
%t = OpImageSampleExplicitLod %v4 %c %uv Lod %f1
%o = OpLoad %si %to
OpImageWrite %o %xy %t
OpReturn
OpFunctionEnd";
    use DescriptorType as D;
    let reflection = reflection(
        Stage::Compute,
        vec![
            resource("t0", ResourceKind::Texture2D, descriptor(0, 0, D::SampledImage)),
            resource("u0", ResourceKind::Texture2D, descriptor(0, 1, D::StorageImage)),
            resource("s0", ResourceKind::Sampler, descriptor(0, 2, D::Sampler)),
        ],
    );
    let texel = |x: u32, y: u32, mip: u32| [x as f32, y as f32, mip as f32, 7.0];
    let from = Texture::d2(Format::R32G32B32A32_SFLOAT, 4, 4)
        .mips(3)
        .fill(move |t| texel(t.x, t.y, t.mip));
    Case::new(
        vec![Source::Assembly(text.to_owned(), reflection)],
        Work::Dispatch([1, 1, 1]),
    )
    .texture("t0", from)
    .texture("u0", Texture::d2(Format::R32G32B32A32_SFLOAT, 2, 2))
    .sampler("s0", Sampler::point())
    .expect(
        "u0",
        [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(x, y)| texel(x, y, 1))
            .to_vec(),
    )
}

/// Reads every sample of a multisampled image.
fn multisampled() -> Case {
    let text = "
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\" %id %from %out
OpExecutionMode %main LocalSize 2 2 4
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %from DescriptorSet 0
OpDecorate %from Binding 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 1
OpDecorate %words ArrayStride 4
OpDecorate %data Block
OpMemberDecorate %data 0 Offset 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%uv3 = OpTypeVector %uint 3
%uv2 = OpTypeVector %uint 2
%uv4 = OpTypeVector %uint 4
%ti = OpTypeImage %uint 2D 0 0 1 1 Unknown
%pti = OpTypePointer UniformConstant %ti
%pin = OpTypePointer Input %uv3
%words = OpTypeRuntimeArray %uint
%data = OpTypeStruct %words
%pdata = OpTypePointer StorageBuffer %data
%pword = OpTypePointer StorageBuffer %uint
%id = OpVariable %pin Input
%from = OpVariable %pti UniformConstant
%out = OpVariable %pdata StorageBuffer
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%main = OpFunction %void None %fn
%label = OpLabel
%xyz = OpLoad %uv3 %id
%xy = OpVectorShuffle %uv2 %xyz %xyz 0 1
%x = OpCompositeExtract %uint %xyz 0
%y = OpCompositeExtract %uint %xyz 1
%s = OpCompositeExtract %uint %xyz 2
%i = OpLoad %ti %from
%t = OpImageFetch %uv4 %i %xy Sample %s
%v = OpCompositeExtract %uint %t 1
%y2 = OpShiftLeftLogical %uint %y %u1
%yx = OpIAdd %uint %y2 %x
%yx4 = OpShiftLeftLogical %uint %yx %u2
%index = OpIAdd %uint %yx4 %s
%o = OpAccessChain %pword %out %u0 %index
OpStore %o %v
OpReturn
OpFunctionEnd";
    use DescriptorType as D;
    let reflection = reflection(
        Stage::Compute,
        vec![
            resource("t0", ResourceKind::Texture2DMS, descriptor(0, 0, D::SampledImage)),
            resource("u0", ResourceKind::RawBuffer, descriptor(0, 1, D::StorageBuffer)),
        ],
    );
    let texture = Texture::d2(Format::R32G32_UINT, 2, 2)
        .samples(4)
        .fill(|t| [0, t.x * 100 + t.y * 1000 + t.sample + 5]);
    let expected: Vec<u32> = (0..16)
        .map(|i| (i >> 2 & 1) * 100 + (i >> 3) * 1000 + (i & 3) + 5)
        .collect();
    Case::new(
        vec![Source::Assembly(text.to_owned(), reflection)],
        Work::Dispatch([1, 1, 1]),
    )
    .texture("t0", texture)
    .output("u0", expected)
}

/// The upper left half of the target, with depth; y is up as in D3D12.
fn triangle() -> Case {
    let vertex = "
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\" %in %position %color
OpDecorate %in Location 1
OpDecorate %position BuiltIn Position
OpDecorate %color Location 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%v2 = OpTypeVector %float 2
%v4 = OpTypeVector %float 4
%pi = OpTypePointer Input %v2
%po = OpTypePointer Output %v4
%in = OpVariable %pi Input
%position = OpVariable %po Output
%color = OpVariable %po Output
%f1 = OpConstant %float 1
%half = OpConstant %float 0.5
%main = OpFunction %void None %fn
%label = OpLabel
%xy = OpLoad %v2 %in
%p = OpCompositeConstruct %v4 %xy %half %f1
OpStore %position %p
OpStore %color %p
OpReturn
OpFunctionEnd";
    let pixel = "
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main \"main\" %color %target
OpExecutionMode %main OriginUpperLeft
OpDecorate %color Location 0
OpDecorate %target Location 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%v4 = OpTypeVector %float 4
%pi = OpTypePointer Input %v4
%po = OpTypePointer Output %v4
%color = OpVariable %pi Input
%target = OpVariable %po Output
%main = OpFunction %void None %fn
%label = OpLabel
%c = OpLoad %v4 %color
OpStore %target %c
OpReturn
OpFunctionEnd";
    let mut vertex_reflection = reflection(Stage::Vertex, Vec::new());
    let mut position = IoElement::new("POSITION", ComponentType::F32);
    position.cols = 2;
    position.location = Some(1);
    vertex_reflection.inputs.push(position);
    let sources = vec![
        Source::Assembly(vertex.to_owned(), vertex_reflection),
        Source::Assembly(pixel.to_owned(), reflection(Stage::Pixel, Vec::new())),
    ];
    let inside = |x: u32, y: u32| x + y < 7;
    let outside = |x: u32, y: u32| x + y > 7;
    Case::new(sources, Work::Draw(Box::<Draw>::default()))
        .size(8, 8)
        .vertices(
            "POSITION",
            Format::R32G32_SFLOAT,
            vec![[-1.0f32, 1.0], [1.0, 1.0], [-1.0, -1.0]],
        )
        .target(Format::R32G32B32A32_SFLOAT)
        .clear([9.0, 9.0, 9.0, 9.0])
        .some_pixels(move |x, y| {
            let at = |i: u32| (i as f32 + 0.5) / 4.0 - 1.0;
            if inside(x, y) {
                Some([
                    near(at(x), 1e-5),
                    near(-at(y), 1e-5),
                    near(0.5, 1e-6),
                    near(1.0, 1e-6),
                ])
            } else {
                outside(x, y).then(|| [9.0; 4].map(|v| near(v, 0.0)))
            }
        })
        .depth(Format::D32_SFLOAT, 1.0, CompareOp::LESS)
        .depths(move |x, y| {
            [if inside(x, y) {
                near(0.5, 1e-6)
            } else if outside(x, y) {
                near(1.0, 0.0)
            } else {
                crate::case::any()
            }]
        })
}
