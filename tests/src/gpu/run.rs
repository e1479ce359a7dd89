//! One case from its description to the comparison.

use super::bind::{self, Bound};
use super::draw::{self, Attachments};
use super::module::{self, Module};
use super::scope::{GpuBuffer, Scope};
use super::{compute, device, format, graph, rays, tracing, transfer};
use crate::case::{Buffer, Case, Contents, Dimension, Expectation, Register, Resource, Texture, Wants, Work};
use ash::vk;
use ash::vk::ImageUsageFlags as Usage;
use dxil2spirv::options::Preset;
use dxil2spirv::reflection::{BindingRole, ResourceBinding};
use dxil2spirv::shader::ResourceClass;
use std::collections::BTreeMap;

/// What the textures and shaders of `case` need and the device lacks.
fn lacks(device: &device::Device, case: &Case, modules: &[Module]) -> Option<&'static str> {
    let uses = |capability: &str| {
        let mut all = modules.iter().flat_map(|module| &module.reflection.capabilities);
        all.any(|known| known == capability)
    };
    if uses("StencilExportEXT") && !device.stencil_export {
        return Some("VK_EXT_shader_stencil_export");
    }
    if uses("RayQueryKHR") && !device.ray_query {
        return Some("VK_KHR_ray_query");
    }
    let scenes = case.resources.values().any(|r| matches!(r, Resource::Scene(_)));
    if scenes && device.acceleration_structures.is_none() {
        return Some("VK_KHR_acceleration_structure");
    }
    if let Work::Rays(tracing) = &case.work {
        match &device.ray_tracing {
            None => return Some("VK_KHR_ray_tracing_pipeline"),
            Some(rays) if rays.recursion < tracing.recursion => return Some("so deep a recursion of rays"),
            Some(_) => {}
        }
    }
    let has = device.features;
    let texture = |resource: &Resource| match resource {
        Resource::Texture(texture) => {
            let tiled = texture.holes.is_some();
            [
                (texture.sparse, has.sparse_binding, "sparseBinding"),
                (
                    tiled && texture.dimension == Dimension::D3,
                    has.sparse_residency_image3_d,
                    "sparseResidencyImage3D",
                ),
                (tiled, has.sparse_residency_image2_d, "sparseResidencyImage2D"),
            ]
            .into_iter()
            .find(|(wanted, has, _)| *wanted && *has == vk::FALSE)
            .map(|(_, _, name)| name)
        }
        _ => None,
    };
    case.resources.values().find_map(texture)
}

/// Runs `case`.
///
/// # Errors
/// Says what went wrong, or how the contents differ from the expectations.
pub fn run(case: &Case) -> Result<(), String> {
    run_and_see(case, &mut |_, _| {})
}

/// Runs `case`, and gives what its buffers that can be written hold behind it.
///
/// # Errors
/// As [`run`].
pub fn contents(case: &Case) -> Result<Contents, String> {
    let mut contents = Contents::new();
    run_and_see(case, &mut |register, buffer| {
        contents.insert(register, buffer.read());
    })?;
    Ok(contents)
}

/// Runs `case`, and shows each of its buffers that can be written.
fn run_and_see(case: &Case, see: &mut dyn FnMut(Register, &GpuBuffer)) -> Result<(), String> {
    let modules = module::modules(case);
    if let Some(text) = &case.refused {
        return match modules {
            Ok(_) => Err(format!("the translation should say: {text}")),
            Err(message) if message.contains(text.as_str()) => Ok(()),
            Err(message) => Err(format!("the translation should say: {text}; it says: {message}")),
        };
    }
    let modules = modules?;
    if let Some(check) = case.reflected {
        modules.iter().try_for_each(|module| check(&module.reflection))?;
    }
    let device = device::device()?;
    if case.options.binding.preset == Preset::Mutable && !device.mutable_descriptors {
        return device.skip("VK_EXT_mutable_descriptor_type");
    }
    if let Some(lacks) = lacks(device, case, &modules) {
        return device.skip(lacks);
    }
    if let Some(need) = case.needs.iter().find(|need| !device.has(**need)) {
        device.pass_over(&format!("{need:?}"));
        return Ok(());
    }
    let inputs = inputs(case, &modules);
    if !inputs.is_empty() && !device.local_read {
        return device.skip("dynamicRenderingLocalRead");
    }
    let mut scope = Scope::new(device);
    let mut staging = BTreeMap::new();
    let bound = create(&mut scope, case, &inputs, &mut staging)?;
    let bindings = bind::bindings(&mut scope, case, &modules, &bound)?;
    let attachments = match (&case.work, modules.as_slice()) {
        (Work::Dispatch(groups), [stage]) if stage.stage == vk::ShaderStageFlags::COMPUTE => {
            let pipeline = compute::pipeline(&mut scope, stage, &bindings)?;
            scope.submit(|scope, commands| {
                upload(scope, commands, case, &bound, &staging)?;
                compute::dispatch(scope, commands, pipeline, &bindings, *groups);
                download(scope, commands, case, &bound, &staging)
            })?;
            None
        }
        (Work::Rays(rays), [_, ..]) => {
            let tables = tracing::tables(&mut scope, (case, rays), &modules, &bindings, &bound)?;
            scope.submit(|scope, commands| {
                upload(scope, commands, case, &bound, &staging)?;
                tracing::dispatch(scope, commands, rays, &tables, &bindings)?;
                download(scope, commands, case, &bound, &staging)
            })?;
            None
        }
        (Work::Graph(nodes), [_, ..]) => {
            scope.submit(|scope, commands| upload(scope, commands, case, &bound, &staging))?;
            graph::run(&mut scope, nodes, &modules, &bindings)?;
            scope.submit(|scope, commands| download(scope, commands, case, &bound, &staging))?;
            None
        }
        (Work::Draw(draw), [_, ..]) => {
            let meshes = modules
                .iter()
                .any(|module| module.stage == vk::ShaderStageFlags::MESH_EXT);
            if meshes && device.mesh.is_none() {
                return device.skip("VK_EXT_mesh_shader");
            }
            let stages: Vec<&Module> = modules.iter().collect();
            let inputs = inputs
                .iter()
                .filter_map(|(register, &index)| match bound.get(register) {
                    Some(Bound::Image { image, .. }) => Some((index, image)),
                    _ => None,
                });
            let attachments = Attachments::new(&mut scope, draw, inputs)?;
            let pipeline = draw::pipeline(&mut scope, &stages, draw, &attachments, &bindings)?;
            let vertices = draw::vertex_buffers(&mut scope, draw)?;
            scope.submit(|scope, commands| {
                upload(scope, commands, case, &bound, &staging)?;
                attachments.prepare(scope, commands);
                draw::record(
                    scope,
                    commands,
                    draw,
                    pipeline,
                    &bindings,
                    &attachments,
                    &vertices,
                );
                scope.barrier(commands);
                attachments.download(scope, commands)?;
                download(scope, commands, case, &bound, &staging)
            })?;
            Some((draw, attachments, vertices))
        }
        _ => return Err("the stages do not fit the work".to_owned()),
    };
    if let Some((draw, attachments, vertices)) = attachments {
        vertices.check(draw)?;
        attachments.check(draw)?;
    }
    for (register, resource) in &bound {
        if let Bound::Buffer { buffer, .. } = resource
            && register.class == ResourceClass::Uav
        {
            see(*register, buffer);
        }
    }
    check(case, &bound, &staging, &bindings.sides)
}

/// The registers that are input attachments, with their numbers.
fn inputs(case: &Case, modules: &[Module]) -> BTreeMap<Register, Option<u32>> {
    let resources = || modules.iter().flat_map(|module| &module.reflection.resources);
    let number = |register: &Register| {
        let same = (register.class, register.number, register.space);
        resources().find_map(|resource| match resource.vulkan {
            ResourceBinding::InputAttachment { index, .. }
                if !register.heap && (resource.class, resource.register, resource.space) == same =>
            {
                Some(index)
            }
            _ => None,
        })
    };
    let registers = case.resources.keys();
    registers
        .filter_map(|register| Some((*register, number(register)?)))
        .collect()
}

/// Makes the device's side of the resources, and staging buffers for textures.
fn create(
    scope: &mut Scope,
    case: &Case,
    inputs: &BTreeMap<Register, Option<u32>>,
    staging: &mut BTreeMap<Register, GpuBuffer>,
) -> Result<BTreeMap<Register, Bound>, String> {
    let mut bound = BTreeMap::new();
    for (register, resource) in &case.resources {
        if !Bound::fits(register.class, resource) {
            return Err(format!("{register} cannot be bound to {resource:?}"));
        }
        let made = match resource {
            Resource::Null => Bound::Null,
            Resource::Sampler(sampler) => Bound::Sampler(scope.sampler(sampler)?),
            Resource::Scene(scene) => Bound::Scene(rays::build(scope, scene)?),
            Resource::Buffer(buffer) => Bound::Buffer {
                buffer: scope.buffer_at(&buffer.bytes, buffer.offset)?,
                format: buffer.format,
                counter: match buffer.counter {
                    Some(value) => Some(scope.buffer(&value.to_le_bytes())?),
                    None => None,
                },
            },
            Resource::Texture(texture) => {
                let usage = match inputs.get(register) {
                    Some(index) => draw::input_usage(*index) | Usage::TRANSFER_SRC | Usage::TRANSFER_DST,
                    None => usage(texture, register.class),
                };
                let image = scope.image(texture, usage)?;
                staging.insert(*register, transfer::stage(scope, texture)?);
                Bound::Image {
                    image,
                    view_mip: texture.view_mip,
                }
            }
        };
        bound.insert(*register, made);
    }
    for (register, resource) in &case.resources {
        if let Resource::Buffer(Buffer {
            format,
            view_of: Some(of),
            ..
        }) = resource
        {
            let Some(&Bound::Buffer { buffer, .. }) = bound.get(of) else {
                return Err(format!("{register} is a view of {of}, which is no buffer"));
            };
            let view = Bound::Buffer {
                buffer,
                format: *format,
                counter: None,
            };
            bound.insert(*register, view);
        }
    }
    Ok(bound)
}

fn usage(texture: &Texture, class: ResourceClass) -> vk::ImageUsageFlags {
    let mut usage = Usage::TRANSFER_SRC | Usage::TRANSFER_DST;
    usage |= if class == ResourceClass::Uav {
        Usage::STORAGE
    } else {
        Usage::SAMPLED
    };
    if texture.samples > 1 {
        usage |= Usage::COLOR_ATTACHMENT;
    }
    usage
}

fn textures<'a>(
    case: &'a Case,
    bound: &'a BTreeMap<Register, Bound>,
    staging: &'a BTreeMap<Register, GpuBuffer>,
) -> impl Iterator<Item = (Register, &'a Texture, &'a super::scope::GpuImage, &'a GpuBuffer)> {
    case.resources.iter().filter_map(|(register, resource)| {
        match (resource, bound.get(register), staging.get(register)) {
            (Resource::Texture(texture), Some(Bound::Image { image, .. }), Some(buffer)) => {
                Some((*register, texture, image, buffer))
            }
            _ => None,
        }
    })
}

fn upload(
    scope: &mut Scope,
    commands: vk::CommandBuffer,
    case: &Case,
    bound: &BTreeMap<Register, Bound>,
    staging: &BTreeMap<Register, GpuBuffer>,
) -> Result<(), String> {
    for (_, texture, image, buffer) in textures(case, bound, staging) {
        transfer::upload(scope, commands, texture, image, buffer)?;
    }
    scope.barrier(commands);
    Ok(())
}

fn download(
    scope: &Scope,
    commands: vk::CommandBuffer,
    case: &Case,
    bound: &BTreeMap<Register, Bound>,
    staging: &BTreeMap<Register, GpuBuffer>,
) -> Result<(), String> {
    scope.barrier(commands);
    for (register, texture, image, buffer) in textures(case, bound, staging) {
        if register.class == ResourceClass::Uav && texture.samples == 1 {
            transfer::download_all(scope, commands, texture, image, buffer)?;
        }
    }
    Ok(())
}

fn check(
    case: &Case,
    bound: &BTreeMap<Register, Bound>,
    staging: &BTreeMap<Register, GpuBuffer>,
    sides: &BTreeMap<BindingRole, GpuBuffer>,
) -> Result<(), String> {
    let mut failures = Vec::new();
    for (role, buffer) in sides {
        if !buffer.guards_intact() {
            failures.push(format!("{role:?}: bytes around the buffer were written"));
        }
    }
    for (register, resource) in bound {
        if let Bound::Buffer { buffer, .. } = resource
            && !buffer.guards_intact()
        {
            failures.push(format!("{register}: bytes around the buffer were written"));
        }
    }
    for expectation in &case.expectations {
        let (what, outcome) = match expectation {
            Expectation::Contents(register, wants) => {
                let outcome = match (case.resources.get(register), bound.get(register)) {
                    (_, Some(Bound::Buffer { buffer, .. })) => {
                        check_buffer(&register.to_string(), wants, buffer)
                    }
                    (Some(Resource::Texture(texture)), Some(Bound::Image { .. })) => {
                        let got = staging.get(register).map(GpuBuffer::read).unwrap_or_default();
                        wants.check(&register.to_string(), &got, |index| place(texture, wants, index))
                    }
                    _ => Err(format!("{register}: nothing is bound that could be compared")),
                };
                (register.to_string(), outcome)
            }
            Expectation::Side(role, wants) => {
                let what = format!("{role:?}");
                let outcome = match sides.get(role) {
                    Some(buffer) => check_buffer(&what, wants, buffer),
                    None => Err(format!("{what}: no shader has it")),
                };
                (what, outcome)
            }
            Expectation::Counter(register, value) => {
                let outcome = match bound.get(register) {
                    Some(Bound::Buffer {
                        counter: Some(counter),
                        ..
                    }) => {
                        let what = format!("the counter of {register}");
                        Wants::from([*value]).check(&what, &counter.read(), |_| "value".to_owned())
                    }
                    _ => Err("it has no counter".to_owned()),
                };
                (register.to_string(), outcome)
            }
        };
        if let Err(message) = outcome {
            failures.push(if message.contains(&what) {
                message
            } else {
                format!("{what}: {message}")
            });
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n"))
    }
}

fn check_buffer(what: &str, wants: &Wants, buffer: &GpuBuffer) -> Result<(), String> {
    let sizes: Vec<_> = wants.0.iter().map(|want| want.size()).collect();
    wants.check(what, &buffer.read(), |index| {
        let offset: usize = sizes[..index].iter().sum();
        format!("[{index}] at byte {offset}")
    })
}

/// Words for the place of a value in a texture.
fn place(texture: &Texture, wants: &crate::case::Wants, index: usize) -> String {
    let offset: usize = wants.0[..index].iter().map(|want| want.size()).sum();
    let texel = format::texel_bytes(texture.format).unwrap_or(4) as usize;
    let mut at = 0;
    let mut found = String::new();
    texture.for_each(|t| {
        if at == offset / texel {
            found = format!(
                "texel x {} y {} z {} of mip {} layer {}, byte {}",
                t.x,
                t.y,
                t.z,
                t.mip,
                t.layer,
                offset % texel
            );
        }
        at += 1;
    });
    found
}
