use super::*;
use crate::bitcode::module::{Body, Constant, InstKind, Metadata, MetadataId, Type, ValueId};
use crate::bitcode::read_module;
use crate::container::ShaderInput;
use crate::dxil::attributes::{DenormMode, f32_denorm_mode, waveops_include_helper_lanes};
use crate::dxil::call::operation;
use crate::dxil::ops::{DxOp, view};
use crate::dxil::resource_properties::{ResBind, ResourceProperties};
use crate::entity::ListRef;
use crate::error::ErrorKind;
use crate::shader::ShaderFlags;
use crate::shader::*;
use std::path::{Path, PathBuf};

fn load(bytes: &[u8]) -> Module {
    let input = ShaderInput::detect(bytes).unwrap();
    read_module(input.bitcode().unwrap()).unwrap()
}

/// A committed shader of `testdata/metadata`.
macro_rules! shader {
    ($name:literal) => {{
        let module = load(include_bytes!(concat!(
            "../../../testdata/metadata/",
            $name,
            ".dxil"
        )));
        let program = read_program(&module).unwrap();
        (module, program)
    }};
}

fn only(program: &Program) -> &EntryPoint {
    assert_eq!(program.entry_points.len(), 1);
    &program.entry_points[0]
}

fn only_code(program: &Program) -> &EntryCode {
    assert_eq!(program.code.len(), 1);
    &program.code[0]
}

/// Every compiled shader of the test data.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut folders = vec![root.join("shaders"), root.join("metadata")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "dxil") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A call of a dx.op: operation, arguments, result.
type DxCall<'a> = (DxOp, &'a [ValueId], Option<ValueId>);

/// The dx.op calls of `body`.
fn dx_calls<'a>(module: &'a Module, body: &'a Body) -> Vec<DxCall<'a>> {
    let mut calls = Vec::new();
    for inst in &body.insts {
        if let InstKind::Call { callee, args, .. } = inst.kind {
            let args = args.of(&body.operands);
            if let Some(op) = operation(module, body, callee, args).unwrap() {
                calls.push((op, args, inst.result));
            }
        }
    }
    calls
}

#[test]
fn the_whole_corpus_reads_and_agrees_with_the_table() {
    let files = corpus();
    assert!(files.len() > 100);
    for file in files {
        let module = load(&std::fs::read(&file).unwrap());
        let program = read_program(&module).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        // One library has functions for others only.
        assert_eq!(
            program.entry_points.is_empty(),
            file.ends_with("metadata/functions.dxil"),
            "{}",
            file.display()
        );
        for entry in &program.entry_points {
            assert_eq!(entry.shader_model, program.shader_model);
        }
        assert_eq!(program.code.len(), program.entry_points.len());
        for (code, entry) in program.code.iter().zip(&program.entry_points) {
            assert!(module.functions.get(code.function.unwrap()).is_some());
            assert_eq!(code.symbols.len(), entry.resources.len());
        }
        for body in &module.bodies {
            for (op, _, _) in dx_calls(&module, body) {
                assert!(
                    op.min_shader_model() <= program.shader_model,
                    "{}: {op}",
                    file.display()
                );
                let here = |entry: &EntryPoint| op.stages().contains(entry.stage);
                assert!(
                    program.stage == Stage::Library || program.entry_points.iter().all(here),
                    "{}: {op}",
                    file.display()
                );
            }
        }
    }
}
/// Name, kind, first register, component type and component count of a typed resource.
fn typed(resource: &Resource) -> (ResourceKind, u32, ComponentType, u32) {
    (
        resource.kind,
        resource.lower,
        resource.component,
        resource.components,
    )
}

#[test]
fn resources_of_every_class_and_kind() {
    use ComponentType::{F16, F32, I32, Invalid, SNormF32, U32, UNormF32};
    use ResourceKind::*;
    for (module, program) in [shader!("resources"), shader!("resources.sm66")] {
        let entry = only(&program);
        assert_eq!((entry.name.as_str(), entry.stage), ("main", Stage::Compute));
        assert_eq!(entry.properties.num_threads, Some([8, 4, 2]));
        let of = |class| {
            let resources: Vec<&Resource> = entry.resources.iter().filter(|r| r.class == class).collect();
            resources
        };

        let srvs = of(ResourceClass::Srv);
        let expected = [
            (Texture1D, 0, F32, 1),
            (Texture2D, 1, F32, 3),
            (Texture2DMS, 2, F32, 2),
            (Texture3D, 3, U32, 4),
            (TextureCube, 4, SNormF32, 4),
            (Texture1DArray, 5, I32, 2),
            (Texture2DArray, 6, F16, 1),
            (Texture2DMSArray, 7, F32, 4),
            (TextureCubeArray, 8, F32, 4),
            (TypedBuffer, 9, UNormF32, 2),
            (RawBuffer, 10, Invalid, 4),
            (StructuredBuffer, 11, Invalid, 4),
            (Texture2D, 0, F32, 4),
            (Texture2D, 20, F32, 2),
            (TBuffer, 12, U32, 4),
        ];
        assert_eq!(srvs.iter().map(|r| typed(r)).collect::<Vec<_>>(), expected);
        assert_eq!(srvs[2].samples, 4);
        assert_eq!(srvs[6].space, 2);
        assert_eq!(srvs[11].stride, 24);
        assert_eq!((srvs[12].space, srvs[12].count), (1, None));
        assert_eq!(srvs[13].count, Some(6));

        let uavs = of(ResourceClass::Uav);
        let expected = [
            (Texture2D, 0, F32, 4),
            (TypedBuffer, 1, U32, 1),
            (StructuredBuffer, 2, Invalid, 4),
            (StructuredBuffer, 3, Invalid, 4),
            (RawBuffer, 5, Invalid, 4),
            (Texture3D, 6, I32, 1),
        ];
        assert_eq!(uavs.iter().map(|r| typed(r)).collect::<Vec<_>>(), expected);
        assert_eq!(
            uavs.iter().map(|r| r.globally_coherent).collect::<Vec<_>>(),
            [false, true, false, false, false, false]
        );
        assert_eq!(
            uavs.iter().map(|r| r.has_counter).collect::<Vec<_>>(),
            [false, false, true, true, false, false]
        );
        assert_eq!((uavs[2].stride, uavs[3].stride), (24, 4));

        let cbvs = of(ResourceClass::Cbv);
        assert_eq!(
            (cbvs[0].kind, cbvs[0].lower, cbvs[0].cbuffer_size),
            (CBuffer, 0, 76)
        );
        assert_eq!(
            (cbvs[1].space, cbvs[1].lower, cbvs[1].count, cbvs[1].cbuffer_size),
            (3, 2, Some(4), 4)
        );
        let samplers = of(ResourceClass::Sampler);
        assert_eq!(
            samplers.iter().map(|r| r.comparison_sampler).collect::<Vec<_>>(),
            [false, true]
        );
        let symbols = &only_code(&program).symbols;
        for (resource, symbol) in entry.resources.iter().zip(symbols.values()) {
            assert!(symbol.value.is_some() && !resource.heap);
        }
        let item = symbols[ResourceId(11)].element_type.unwrap();
        assert!(
            matches!(module.types[item], Type::Struct { name, .. } if module.text(name) == "struct.Item")
        );
    }
}

#[test]
fn feedback_rovs_acceleration_structures_and_64_bit_atomics() {
    let (_, program) = shader!("feedback");
    let resources = &only(&program).resources;
    let of = |kind| resources.iter().filter(move |r| r.kind == kind);
    let feedback = of(ResourceKind::FeedbackTexture2D).next().unwrap();
    assert_eq!((feedback.class, feedback.feedback), (ResourceClass::Uav, Some(1)));
    assert_eq!(of(ResourceKind::RTAccelerationStructure).count(), 1);
    let ordered = resources.iter().find(|r| r.lower == 4).unwrap();
    assert!(ordered.rasterizer_ordered);
    let flags = ShaderFlags(only(&program).properties.flags);
    assert!(flags.contains(ShaderFlags::ROVS | ShaderFlags::SAMPLER_FEEDBACK));
    assert_eq!(
        flags.names().collect::<Vec<_>>(),
        ["rovs", "raytracing_tier_1_1", "sampler_feedback"]
    );

    let (_, program) = shader!("atomics64");
    for resource in only(&program).resources.iter() {
        assert!(resource.atomic64);
    }
}

/// A line for each element: what a reader of the shader's source expects to see.
fn lines(elements: &[SignatureElement]) -> Vec<String> {
    let line = |e: &SignatureElement| {
        let row = e.start_row.map_or("-".to_owned(), |row| row.to_string());
        let (name, kind, component, interpolation) = (&e.name, e.kind, e.component, e.interpolation);
        let (rows, cols, col) = (e.rows, e.cols, e.start_col);
        let mut line = format!(
            "{name}{:?} {kind:?} {component:?} {rows}x{cols} @{row}.{col} {interpolation:?}",
            e.indices
        );
        line += &format!(" used {:#x}", e.usage_mask);
        if e.dynamic_mask != 0 {
            line += &format!(" dynamic {:#x}", e.dynamic_mask);
        }
        if e.stream != 0 {
            line += &format!(" stream {}", e.stream);
        }
        line
    };
    elements.iter().map(line).collect()
}

#[test]
fn vertex_signatures() {
    let (_, program) = shader!("vertex");
    let entry = only(&program);
    assert_eq!(program.stage, Stage::Vertex);
    assert_eq!(
        (program.dxil_version, program.validator_version),
        ((1, 0), Some((1, 10)))
    );
    assert_eq!(
        lines(&entry.inputs),
        [
            "POSITION[0] Arbitrary F32 1x3 @0.0 Undefined used 0x7",
            "TEXCOORD[2, 3] Arbitrary F32 2x2 @1.0 Undefined used 0x3 dynamic 0x3",
            "COLOR[0] Arbitrary U16 1x1 @3.0 Undefined used 0x1",
            "SV_VertexID[0] VertexId U32 1x1 @4.0 Undefined used 0x1",
            "SV_InstanceID[0] InstanceId U32 1x1 @5.0 Undefined used 0x1",
            "UNUSED[0] Arbitrary F32 1x4 @6.0 Undefined used 0x0",
        ]
    );
    assert_eq!(
        lines(&entry.outputs),
        [
            "SV_Position[0] Position F32 1x4 @0.0 LinearNoperspective used 0xf",
            "TEXCOORD[0] Arbitrary F32 1x2 @1.0 LinearNoperspective used 0x3",
            "WEIGHT[0] Arbitrary F32 1x1 @2.0 LinearCentroid used 0x1",
            "COLOR[1] Arbitrary U32 1x1 @3.0 Constant used 0x1",
            "SV_ClipDistance[0] ClipDistance F32 1x4 @4.0 Linear used 0xf",
            "SV_CullDistance[0] CullDistance F32 1x2 @5.0 Linear used 0x3",
            "SV_RenderTargetArrayIndex[0] RenderTargetArrayIndex U32 1x1 @3.1 Constant used 0x1",
        ]
    );
    assert!(entry.patch_constants.is_empty() && entry.resources.is_empty());
}

#[test]
fn pixel_signatures() {
    let (_, program) = shader!("pixel");
    let entry = only(&program);
    assert!(entry.properties.early_depth_stencil());
    assert_eq!(
        lines(&entry.inputs),
        [
            "SV_Position[0] Position F32 1x4 @0.0 LinearNoperspectiveSample used 0x4",
            "NORMAL[0] Arbitrary F32 1x3 @1.0 LinearNoperspectiveSample used 0x7",
            "TEXCOORD[0] Arbitrary F32 1x2 @2.0 LinearCentroid used 0x2",
            "SV_IsFrontFace[0] IsFrontFace U32 1x1 @3.0 Constant used 0x1",
            "SV_PrimitiveID[0] PrimitiveId U32 1x1 @3.1 Constant used 0x1",
            "SV_SampleIndex[0] SampleIndex U32 1x1 @-.0 Constant used 0x0",
            "SV_Barycentrics[0] Barycentrics F32 1x3 @-.0 Linear used 0x7",
        ]
    );
    assert_eq!(
        lines(&entry.outputs),
        [
            "SV_Target[0] Target F32 1x4 @0.0 Undefined used 0xf",
            "SV_Target[3] Target U32 1x2 @3.0 Undefined used 0x3",
            "SV_DepthGreaterEqual[0] DepthGreaterEqual F32 1x1 @-.0 Undefined used 0x1",
            "SV_Coverage[0] Coverage U32 1x1 @-.0 Undefined used 0x1",
        ]
    );
}

#[test]
fn tessellation() {
    let (module, program) = shader!("tessellation.hull");
    let entry = only(&program);
    let hull = entry.properties.hull.as_ref().unwrap();
    let patch = &module.functions[only_code(&program).patch_constant.unwrap()];
    assert!(module.text(patch.name).contains("constants"));
    assert_eq!((hull.input_control_points, hull.output_control_points), (4, 3));
    assert_eq!((hull.domain, hull.partitioning, hull.output_primitive), (2, 3, 4));
    assert_eq!(f32::from_bits(hull.max_tess_factor), 15.0);
    assert_eq!(
        lines(&entry.patch_constants),
        [
            "SV_TessFactor[0, 1, 2] TessFactor F32 3x1 @0.3 Undefined used 0x1",
            "SV_InsideTessFactor[0] InsideTessFactor F32 1x1 @3.0 Undefined used 0x1",
            "EXTRA[0] Arbitrary F32 1x2 @0.0 Undefined used 0x3",
        ]
    );

    let (_, program) = shader!("tessellation.domain");
    let entry = only(&program);
    assert_eq!(entry.properties.domain, Some([2, 3]));
    assert_eq!(entry.patch_constants.len(), 3);
    assert_eq!(entry.patch_constants[0].usage_mask, 0);
    assert_eq!(entry.inputs.len(), 1);
}

#[test]
fn geometry() {
    let (_, program) = shader!("geometry");
    let entry = only(&program);
    // Lines with adjacency, 7 vertices, two streams, points, 3 instances.
    assert_eq!(entry.properties.geometry, Some([6, 7, 3, 1, 3]));
    assert_eq!(
        entry.outputs.iter().map(|e| e.stream).collect::<Vec<_>>(),
        [0, 0, 1]
    );
}

#[test]
fn mesh_and_amplification() {
    let (_, program) = shader!("mesh.mesh");
    let entry = only(&program);
    assert_eq!(entry.properties.num_threads, Some([32, 1, 1]));
    assert_eq!(entry.properties.mesh, Some([64, 126, 2, 16]));
    assert_eq!(
        lines(&entry.patch_constants),
        [
            "SV_PrimitiveID[0] PrimitiveId U32 1x1 @0.0 Constant used 0x1",
            "SV_CullPrimitive[0] CullPrimitive I1 1x1 @-.0 Constant used 0x1",
            "COLOR[0] Arbitrary F32 1x4 @1.0 Constant used 0xf",
        ]
    );
    let (_, program) = shader!("mesh.amplification");
    let entry = only(&program);
    assert_eq!(entry.properties.num_threads, Some([4, 2, 1]));
    assert_eq!(entry.properties.amplification_payload, Some(16));
}

#[test]
fn ray_tracing_library() {
    for (module, program) in [shader!("rays"), shader!("rays.sm66")] {
        assert_eq!(program.stage, Stage::Library);
        // Read once.
        let same = |pair: &[EntryPoint]| std::sync::Arc::ptr_eq(&pair[0].resources, &pair[1].resources);
        assert!(program.entry_points.windows(2).all(same));
        let entries: Vec<(&str, Stage)> = program
            .entry_points
            .iter()
            .map(|e| (e.name.as_str(), e.stage))
            .collect();
        assert_eq!(
            entries,
            [
                ("Call", Stage::Callable),
                ("Generate", Stage::RayGeneration),
                ("Hit", Stage::ClosestHit),
                ("Intersect", Stage::Intersection),
                ("Miss", Stage::Miss),
                ("Test", Stage::AnyHit),
                ("Fill", Stage::Compute),
            ]
        );
        // The flags of the module hold for its entries.
        let native = program.shader_model.minor == 6;
        for (entry, code) in program.entry_points.iter().zip(&program.code) {
            let function = &module.functions[code.function.unwrap()];
            assert!(module.text(function.name).contains(&entry.name) && !function.declaration);
            assert_eq!(entry.properties.native_16bit(), native);
            let names: Vec<&str> = entry.resources.iter().map(|r| r.name.as_str()).collect();
            assert_eq!(names, ["scene", "textures", "target", "Camera"]);
            for (resource, symbol) in entry.resources.iter().zip(code.symbols.values()) {
                let symbol = symbol.value.unwrap();
                assert!(
                    matches!(module.values[symbol].kind, ValueKind::Global(_)),
                    "{}",
                    resource.name
                );
            }
            assert_eq!(entry.resources[1].components, 4);
        }
        let properties = |index: usize| &program.entry_points[index].properties;
        assert_eq!(properties(0).ray_payload, Some(20));
        assert_eq!(
            (properties(2).ray_payload, properties(2).ray_attributes),
            (Some(20), Some(8))
        );
        assert_eq!(properties(6).num_threads, Some([16, 1, 1]));
    }
}

#[test]
fn work_graph_nodes() {
    let (_, program) = shader!("nodes");
    let find = |name: &str| program.entry_points.iter().find(|e| e.name == name).unwrap();
    let start = find("Start");
    assert_eq!(start.stage, Stage::Node);
    let node = start.properties.node.as_ref().unwrap();
    assert!(node.program_entry);
    assert_eq!((node.launch, node.max_dispatch_grid), (1, Some([8, 4, 1])));
    assert_eq!(
        (node.local_root_arguments, node.inputs[0].record_size),
        (None, 16)
    );
    // SV_DispatchGrid at offset 0: three 32-bit unsigned integers.
    assert_eq!(node.inputs[0].dispatch_grid, Some([0, 5, 3]));
    assert_eq!(node.outputs[0].max_records, 16);
    assert_eq!(node.outputs[0].target.as_ref().unwrap().name, "Next");
    let node = find("Single").properties.node.as_ref().unwrap();
    assert_eq!((node.launch, node.local_root_arguments), (3, Some(5)));
    assert_eq!(node.id.as_ref().unwrap().name, "Next");
}

#[test]
fn wave_sizes_and_function_attributes() {
    let (module, program) = shader!("waves");
    assert_eq!(only(&program).properties.wave_size, Some([32, 0, 0]));
    let function = only_code(&program).function.unwrap();
    assert_eq!(f32_denorm_mode(&module, function).unwrap(), DenormMode::Any);
    assert!(!waveops_include_helper_lanes(&module, function));

    let (_, program) = shader!("waves.range");
    assert_eq!(only(&program).properties.wave_size, Some([16, 64, 32]));

    let (module, program) = shader!("waves.ftz");
    assert!(only(&program).properties.native_16bit());
    let function = only_code(&program).function.unwrap();
    assert_eq!(f32_denorm_mode(&module, function).unwrap(), DenormMode::Ftz);

    let (module, program) = shader!("helpers");
    assert!(waveops_include_helper_lanes(
        &module,
        only_code(&program).function.unwrap()
    ));
}

#[test]
fn handles_describe_the_resources_that_they_are() {
    let (module, program) = shader!("resources.sm66");
    let entry = only(&program);
    let body = &module.bodies[0];
    let mut bound = std::collections::HashMap::new();
    let mut annotated = 0;
    for (op, args, result) in dx_calls(&module, body) {
        if op == DxOp::CreateHandleFromBinding {
            let operands = view::CreateHandleFromBinding::read(args).unwrap();
            bound.insert(
                result.unwrap(),
                ResBind::read(&module, body, operands.bind).unwrap(),
            );
        }
        if op == DxOp::AnnotateHandle {
            let operands = view::AnnotateHandle::read(args).unwrap();
            let properties = ResourceProperties::read(&module, body, operands.props).unwrap();
            let bind = bound[&operands.res];
            let mut named = entry.resources.iter().filter(|resource| bind.names(resource));
            let resource = named.next().unwrap();
            assert!(named.next().is_none());
            let mut expected = ResourceProperties::of_resource(resource);
            if resource.kind == ResourceKind::TBuffer {
                // Its size stands here only.
                expected.dword1 = 64;
            }
            // So does the alignment of the base address, 8 for elements with a `double`.
            let alignment = properties.dword0 & 0xf00;
            assert!(
                alignment == 0
                    || resource.stride == 24 && properties.base_alignment() == 8
                    || resource.stride == 4
            );
            expected.dword0 |= alignment;
            // Only handles whose counter is used say that there is one.
            if resource.has_counter {
                expected.dword0 = expected.dword0 & !0x8000 | properties.dword0 & 0x8000;
            }
            assert_eq!(expected, properties, "{resource:?}");
            let described = properties.to_resource().unwrap();
            assert_eq!(described.class, resource.class);
            expected.dword0 &= !0xf00;
            assert_eq!(ResourceProperties::of_resource(&described), expected);
            annotated += 1;
        }
    }
    assert!(annotated >= entry.resources.len());
}

#[test]
fn handles_from_the_heap() {
    let (module, program) = shader!("heap");
    assert!(only(&program).resources.is_empty());
    let body = &module.bodies[0];
    let mut found = Vec::new();
    for (op, args, _) in dx_calls(&module, body) {
        if op == DxOp::AnnotateHandle {
            let operands = view::AnnotateHandle::read(args).unwrap();
            let properties = ResourceProperties::read(&module, body, operands.props).unwrap();
            let r = properties.to_resource().unwrap();
            assert!(r.heap && r.id == u32::MAX);
            let extra = (r.samples, r.stride, r.cbuffer_size);
            let flags = (r.comparison_sampler, r.globally_coherent);
            found.push(format!(
                "{:?} {:?} {:?}x{} {extra:?} {flags:?}",
                r.class, r.kind, r.component, r.components
            ));
        }
    }
    found.sort();
    assert_eq!(
        found,
        [
            "Cbv CBuffer Invalidx4 (0, 0, 20) (false, false)",
            "Sampler Sampler Invalidx4 (0, 0, 0) (false, false)",
            "Sampler Sampler Invalidx4 (0, 0, 0) (true, false)",
            "Srv StructuredBuffer Invalidx4 (0, 20, 0) (false, false)",
            "Srv Texture2D F32x2 (0, 0, 0) (false, false)",
            "Srv Texture2DMS F32x4 (8, 0, 0) (false, false)",
            "Uav RawBuffer Invalidx4 (0, 0, 0) (false, false)",
            "Uav Texture2D U32x1 (0, 0, 0) (false, true)",
        ]
    );
}

#[test]
fn names_of_library_functions() {
    assert_eq!(plain_name("\u{1}?main@@YAXXZ"), "main");
    assert_eq!(plain_name("?f@ns@@YAXXZ"), "f");
    assert_eq!(plain_name("main"), "main");
    assert_eq!(plain_name("\u{1}?@@"), "\u{1}?@@");
}

#[test]
fn modules_that_are_not_dxil() {
    let error = read_program(&Module::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.message().contains("dx.shaderModel"));
    let (mut module, _) = shader!("vertex");
    let named = std::mem::take(&mut module.named_metadata).into_iter();
    module.named_metadata = named
        .filter(|(name, _)| module.text(*name) != "dx.entryPoints")
        .collect();
    assert_eq!(read_program(&module).unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn errors_name_what_is_wrong() {
    // An entry point whose signature list is a string.
    let (mut module, _) = shader!("vertex");
    let text = module.texts.push("text").unwrap();
    let text = module.metadata.push(Metadata::String(text));
    let entry = module.named("dx.entryPoints")[0];
    let Metadata::Node { operands, .. } = module.metadata[entry] else {
        panic!("the entry point is a node");
    };
    module.metadata_refs[operands.start as usize + 2] = Some(text);
    assert_eq!(
        read_program(&module).unwrap_err().to_string(),
        "dx.entryPoints: operand 2: expected a node, found a string (function main)"
    );
}

/// Mesa says so of arrays without a size.
#[test]
fn a_range_of_no_registers_has_no_end() {
    let (mut module, _) = shader!("resources.sm66");
    let ends: Vec<ValueId> = (0..module.values.len() as u32)
        .map(ValueId)
        .filter(|&id| matches!(module.values[id].kind, ValueKind::Constant(Constant::Int(-1))))
        .collect();
    assert!(!ends.is_empty());
    for id in ends {
        module.values[id].kind = ValueKind::Constant(Constant::Int(0));
    }
    let program = read_program(&module).unwrap();
    let counts: Vec<_> = program.entry_points[0]
        .resources
        .iter()
        .map(|r| r.count)
        .collect();
    assert!(counts.contains(&None) && counts.contains(&Some(1)), "{counts:?}");
}

/// Damages one thing at a time, everywhere: whatever comes out, it comes out at once and without a panic.
#[test]
fn damaged_metadata_is_refused_or_read() {
    let modules = [
        shader!("resources.sm66").0,
        shader!("tessellation.hull").0,
        shader!("mesh.mesh").0,
        shader!("rays").0,
        shader!("nodes").0,
        shader!("waves.range").0,
    ];
    for original in modules {
        let mut module = original.clone();
        // Operands become null, a string, an undefined value, a node that contains itself, an id out of range.
        let text = module.texts.push("text").unwrap();
        let text = module.metadata.push(Metadata::String(text));
        let list = ListRef::append(&mut module.metadata_refs, [Some(text)]);
        let cycle = module.metadata.push(Metadata::Node {
            distinct: true,
            operands: list,
        });
        module.metadata_refs[list.start as usize] = Some(cycle);
        let replacements = [
            None,
            Some(text),
            Some(cycle),
            Some(MetadataId(0)),
            Some(MetadataId(u32::MAX - 1)),
        ];
        for index in 0..original.metadata_refs.len() {
            let kept = module.metadata_refs[index];
            for replacement in replacements {
                module.metadata_refs[index] = replacement;
                let _ = read_program(&module);
            }
            module.metadata_refs[index] = kept;
        }
        // Integers take values at the edges.
        for index in 0..module.values.len() {
            let id = ValueId(index as u32);
            let ValueKind::Constant(Constant::Int(kept)) = module.values[id].kind else {
                continue;
            };
            for value in [
                -1,
                0,
                1,
                5,
                33,
                255,
                256,
                i64::from(i32::MIN),
                i64::from(u32::MAX),
                i64::MAX,
            ] {
                module.values[id].kind = ValueKind::Constant(Constant::Int(value));
                let _ = read_program(&module);
            }
            module.values[id].kind = ValueKind::Constant(Constant::Int(kept));
        }
        assert!(read_program(&module).is_ok());
    }
}

fn operand(module: &Module, node: MetadataId, index: usize) -> MetadataId {
    match module.metadata[node] {
        Metadata::Node { operands, .. } => module.metadata_list(operands)[index].unwrap(),
        _ => panic!("{node} is a node"),
    }
}

/// A node may be named any number of times, so the size of the input does not bound what it stands for.
#[test]
fn repeated_nodes_hit_a_limit() {
    let (mut module, _) = shader!("vertex");
    let long = module.texts.push(&"x".repeat(1 << 20)).unwrap();
    let long = module.metadata.push(Metadata::String(long));
    let entry = module.named("dx.entryPoints")[0];
    let signatures = operand(&module, entry, 2);
    let inputs = operand(&module, signatures, 0);
    let element = operand(&module, inputs, 0);
    let Metadata::Node { operands, .. } = module.metadata[element] else {
        panic!("the element is a node");
    };
    module.metadata_refs[operands.start as usize + 1] = Some(long);
    let many = ListRef::append(&mut module.metadata_refs, vec![Some(element); 64]);
    module.metadata[inputs] = Metadata::Node {
        distinct: false,
        operands: many,
    };
    let error = read_program(&module).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded);
}

/// What DXC before 1.8 writes of a mesh shader's outputs whose parameter has the semantic itself: an index for each
/// vertex. The signature has one of them.
#[test]
fn semantic_indices_of_each_vertex() {
    let (mut module, program) = shader!("mesh.mesh");
    let before = only(&program).outputs.clone();
    let signatures = operand(&module, module.named("dx.entryPoints")[0], 2);
    let element = operand(&module, operand(&module, signatures, 1), 0);
    let indices = operand(&module, element, 4);
    let (first, next) = (operand(&module, indices, 0), operand(&module, element, 6));
    let each = ListRef::append(
        &mut module.metadata_refs,
        [Some(first), Some(next), Some(next), Some(next)],
    );
    module.metadata[indices] = Metadata::Node {
        distinct: false,
        operands: each,
    };
    assert_eq!(only(&read_program(&module).unwrap()).outputs, before);
}

/// A type that contains itself, and one whose size does not fit, say nothing about components.
#[test]
fn component_counts_of_strange_types() {
    let (module, program) = shader!("resources");
    let ty = only_code(&program).symbols[ResourceId(1)].element_type.unwrap();
    for len in [0, 5, u64::from(u32::MAX), u64::MAX] {
        let mut module = module.clone();
        module.types[ty] = Type::Array { element: ty, len };
        let program = read_program(&module).unwrap();
        assert_eq!(only(&program).resources[1].components, 4);
    }
}

#[test]
fn calls_that_are_not_what_they_say() {
    let (mut module, _) = shader!("pixel");
    let body = module.bodies[0].clone();
    let (callee, args) = body
        .insts
        .iter()
        .find_map(|inst| match inst.kind {
            InstKind::Call { callee, args, .. } => Some((callee, args.of(&body.operands).to_vec())),
            _ => None,
        })
        .unwrap();
    let op = operation(&module, &body, callee, &args).unwrap().unwrap();
    let message = |module: &Module, args: &[ValueId]| {
        operation(module, &body, callee, args)
            .unwrap_err()
            .message()
            .to_owned()
    };
    assert_eq!(
        message(&module, &args[..args.len() - 1]),
        format!(
            "dx.op {op} takes {} arguments, found {}",
            args.len(),
            args.len() - 1
        )
    );
    assert!(message(&module, &[]).contains("opcode is not a constant"));
    module.functions[callee].name = module.texts.push("dx.op.barrier").unwrap();
    assert_eq!(
        message(&module, &args),
        format!("call of dx.op.barrier: it does not carry dx.op {op}")
    );
    module.functions[callee].name = module.texts.push("helper").unwrap();
    assert!(operation(&module, &body, callee, &args).unwrap().is_none());
}

#[test]
fn properties_of_unknown_kinds_are_refused() {
    for (dword0, dword1) in [(0, 0), (19, 0), (255, 0), (2, 19), (10, 255)] {
        let properties = ResourceProperties { dword0, dword1 };
        let error = properties.to_resource().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains("is not known"));
    }
    for dword1 in [0, u32::MAX] {
        for kind in 11..=18 {
            let properties = ResourceProperties {
                dword0: kind | 0xffff_ff00,
                dword1,
            };
            properties.to_resource().unwrap();
        }
    }
}
