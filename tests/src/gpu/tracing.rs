//! Ray tracing pipelines and their shader tables.
//!
//! Local root arguments are laid out here by D3D12's rules, whatever the reflection says, which is then compared.

use super::bind::{Bindings, Bound};
use super::compute;
use super::module::Module;
use super::scope::{Context, GpuBuffer, Scope};
use crate::case::{Argument, Case, Register, Row, Shaders, Source, Tracing};
use ash::vk;
use std::collections::BTreeMap;

/// A pipeline and the tables of a dispatch.
pub struct Tables {
    pipeline: vk::Pipeline,
    regions: [vk::StridedDeviceAddressRegionKHR; 4],
}

/// The local root arguments of a row as D3D12 lays them out.
fn arguments(scope: &Scope, row: &Row, bound: &BTreeMap<Register, Bound>) -> Result<Vec<u8>, String> {
    let mut bytes: Vec<u8> = Vec::new();
    for argument in &row.arguments {
        let eight: u64 = match argument {
            Argument::Words(words) => {
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                continue;
            }
            // The upper half of a handle is not the shader's business.
            Argument::Table(start) => u64::from(*start) | 0xabcd_0000_0000,
            Argument::Address(register) => match bound.get(register) {
                Some(Bound::Buffer { buffer, .. }) => scope.address(buffer),
                Some(Bound::Scene(scene)) => scene.address,
                Some(Bound::Null) => 0,
                other => return Err(format!("a record with the address of {register}, {other:?}")),
            },
        };
        bytes.resize(bytes.len().next_multiple_of(8), 0xee);
        bytes.extend(eight.to_le_bytes());
    }
    Ok(bytes)
}

/// Makes the pipeline, and the shader tables with their records.
pub fn tables(
    scope: &mut Scope,
    (case, tracing): (&Case, &Tracing),
    modules: &[Module],
    bindings: &Bindings,
    bound: &BTreeMap<Register, Bound>,
) -> Result<Tables, String> {
    let rays = scope.device.ray_tracing.as_ref().ok_or("no ray tracing")?;
    let stage = |name: &str| -> Result<u32, String> {
        let wanted = tracing.source(name);
        let is = |source: &Source| matches!(source, Source::Dxil(source) if *source == wanted);
        let found = case.sources.iter().position(is);
        found
            .map(|index| index as u32)
            .ok_or_else(|| format!("no shader is called {name}"))
    };
    let unused = vk::SHADER_UNUSED_KHR;
    let mut groups: Vec<&Shaders> = Vec::new();
    let mut infos = Vec::new();
    for row in tracing.rows() {
        if groups.contains(&&row.shaders) || row.shaders == Shaders::None {
            continue;
        }
        groups.push(&row.shaders);
        let optional = |name: &Option<String>| name.as_ref().map_or(Ok(unused), |name| stage(name));
        let info = vk::RayTracingShaderGroupCreateInfoKHR::default()
            .general_shader(unused)
            .closest_hit_shader(unused)
            .any_hit_shader(unused)
            .intersection_shader(unused);
        infos.push(match &row.shaders {
            Shaders::One(name) => info
                .ty(vk::RayTracingShaderGroupTypeKHR::GENERAL)
                .general_shader(stage(name)?),
            Shaders::Hit {
                closest,
                any,
                intersection,
            } => info
                .ty(match intersection {
                    Some(_) => vk::RayTracingShaderGroupTypeKHR::PROCEDURAL_HIT_GROUP,
                    None => vk::RayTracingShaderGroupTypeKHR::TRIANGLES_HIT_GROUP,
                })
                .closest_hit_shader(optional(closest)?)
                .any_hit_shader(optional(any)?)
                .intersection_shader(optional(intersection)?),
            Shaders::None => continue,
        });
    }
    let pipeline = pipeline(scope, tracing, modules, &infos, bindings)?;
    let size = rays.handle_size as usize;
    // SAFETY: see the module documentation of `gpu`.
    let handles = unsafe {
        rays.functions.get_ray_tracing_shader_group_handles(
            pipeline,
            0,
            infos.len() as u32,
            size * infos.len(),
        )
    }
    .context("vkGetRayTracingShaderGroupHandlesKHR")?;
    let mut regions = [vk::StridedDeviceAddressRegionKHR::default(); 4];
    for (region, rows) in regions.iter_mut().zip(&tracing.tables) {
        if rows.is_empty() {
            continue;
        }
        let mut records = Vec::new();
        for row in rows {
            let mut record = match groups.iter().position(|group| **group == row.shaders) {
                Some(group) => handles[group * size..][..size].to_vec(),
                None => vec![0; size],
            };
            let arguments = arguments(scope, row, bound)?;
            for name in row.shaders.names() {
                check_record(name, &modules[stage(name)? as usize], arguments.len())?;
            }
            record.extend(arguments);
            records.push(record);
        }
        let longest = records.iter().map(Vec::len).max().unwrap_or(0) + tracing.gap as usize;
        let alignment = rays.handle_alignment.max(8) as usize;
        let stride = longest.next_multiple_of(alignment);
        let mut bytes = Vec::new();
        for record in records {
            let end = bytes.len() + stride;
            bytes.extend(record);
            // Rows that are read beyond their end show it.
            bytes.resize(end, 0xee);
        }
        let base = u64::from(rays.base_alignment);
        let padded: Vec<u8> = vec![0; bytes.len() + base as usize];
        let buffer: GpuBuffer = scope.buffer(&padded)?;
        let start = scope.address(&buffer);
        let aligned = start.next_multiple_of(base);
        let mut padded = vec![0u8; (aligned - start) as usize];
        padded.extend(&bytes);
        buffer.write(&padded);
        *region = vk::StridedDeviceAddressRegionKHR {
            device_address: aligned,
            stride: stride as u64,
            size: bytes.len() as u64,
        };
    }
    Ok(Tables { pipeline, regions })
}

/// Whether what the reflection says of a shader's record fits the arguments of a row.
fn check_record(name: &str, module: &Module, bytes: usize) -> Result<(), String> {
    let says = module
        .reflection
        .shader_record
        .as_ref()
        .map_or(0, |record| record.size as usize);
    if says > bytes {
        return Err(format!("{name} has records of {says} bytes, the row {bytes}"));
    }
    Ok(())
}

fn pipeline(
    scope: &mut Scope,
    tracing: &Tracing,
    modules: &[Module],
    groups: &[vk::RayTracingShaderGroupCreateInfoKHR<'_>],
    bindings: &Bindings,
) -> Result<vk::Pipeline, String> {
    let mut handles = Vec::new();
    for module in modules {
        handles.push(scope.shader_module(&module.words)?);
    }
    let data: Vec<_> = modules.iter().map(Module::constant_data).collect();
    let constants: Vec<_> = data
        .iter()
        .map(|(entries, data)| vk::SpecializationInfo::default().map_entries(entries).data(data))
        .collect();
    let stages: Vec<_> = modules
        .iter()
        .zip(handles)
        .zip(&constants)
        .map(|((module, handle), constants)| module.stage_info(handle, constants))
        .collect();
    let info = vk::RayTracingPipelineCreateInfoKHR::default()
        .stages(&stages)
        .groups(groups)
        .max_pipeline_ray_recursion_depth(tracing.recursion)
        .layout(bindings.layout);
    scope.ray_tracing_pipeline(info)
}

/// Records the dispatch.
pub fn dispatch(
    scope: &Scope,
    commands: vk::CommandBuffer,
    tracing: &Tracing,
    tables: &Tables,
    bindings: &Bindings,
) -> Result<(), String> {
    let rays = scope.device.ray_tracing.as_ref().ok_or("no ray tracing")?;
    let point = vk::PipelineBindPoint::RAY_TRACING_KHR;
    compute::bind(scope, commands, point, tables.pipeline, bindings);
    let [generation, miss, hit, callable] = &tables.regions;
    let [x, y, z] = tracing.size;
    // SAFETY: see the module documentation of `gpu`.
    unsafe {
        rays.functions
            .cmd_trace_rays(commands, generation, miss, hit, callable, x, y, z);
    }
    Ok(())
}
