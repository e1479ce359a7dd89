//! Acceleration structures of a case's scenes, built on the device.

use super::scope::{Context, Scope};
use crate::case::{Geometry, Need, Primitives, Scene, Transform};
use ash::vk;

/// A built acceleration structure.
#[derive(Clone, Copy, Debug)]
pub struct GpuScene {
    pub handle: vk::AccelerationStructureKHR,
    pub address: u64,
}

fn bytes<const N: usize>(values: impl IntoIterator<Item = [f32; N]>) -> Vec<u8> {
    values.into_iter().flatten().flat_map(f32::to_le_bytes).collect()
}

fn address(value: u64) -> vk::DeviceOrHostAddressConstKHR {
    vk::DeviceOrHostAddressConstKHR {
        device_address: value,
    }
}

/// Builds the bottom levels of `scene` and then the top level.
pub fn build(scope: &mut Scope, scene: &Scene) -> Result<GpuScene, String> {
    let mut bottoms = Vec::new();
    for geometries in &scene.bottoms {
        let described = geometries
            .iter()
            .map(|geometry| describe(scope, geometry))
            .collect::<Result<Vec<_>, _>>()?;
        let counts: Vec<u32> = geometries
            .iter()
            .map(|geometry| geometry.count() as u32)
            .collect();
        let ty = vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL;
        bottoms.push(structure(scope, ty, &described, &counts)?);
    }
    let mut words = Vec::new();
    for instance in &scene.instances {
        words.extend(bytes(instance.transform));
        words.extend((instance.id & 0xff_ffff | u32::from(instance.mask) << 24).to_le_bytes());
        words.extend((instance.hit_group & 0xff_ffff | u32::from(instance.flags) << 24).to_le_bytes());
        words.extend(bottoms[instance.bottom].address.to_le_bytes());
    }
    let buffer = scope.buffer(&words)?;
    let data =
        vk::AccelerationStructureGeometryInstancesDataKHR::default().data(address(scope.address(&buffer)));
    let geometry = vk::AccelerationStructureGeometryKHR::default()
        .geometry_type(vk::GeometryTypeKHR::INSTANCES)
        .geometry(vk::AccelerationStructureGeometryDataKHR { instances: data });
    let ty = vk::AccelerationStructureTypeKHR::TOP_LEVEL;
    structure(scope, ty, &[geometry], &[scene.instances.len() as u32])
}

fn describe(
    scope: &mut Scope,
    geometry: &Geometry,
) -> Result<vk::AccelerationStructureGeometryKHR<'static>, String> {
    // Each primitive is met once, so that cases can count.
    let mut flags = vk::GeometryFlagsKHR::NO_DUPLICATE_ANY_HIT_INVOCATION;
    if geometry.opaque {
        flags |= vk::GeometryFlagsKHR::OPAQUE;
    }
    let mut upload = |bytes: &[u8]| {
        let buffer = scope.buffer(bytes)?;
        Ok::<u64, String>(scope.address(&buffer))
    };
    let info = vk::AccelerationStructureGeometryKHR::default().flags(flags);
    Ok(match &geometry.primitives {
        Primitives::Triangles(vertices, indices) => {
            let mut data = vk::AccelerationStructureGeometryTrianglesDataKHR::default()
                .vertex_format(vk::Format::R32G32B32_SFLOAT)
                .vertex_data(address(upload(&bytes(vertices.iter().copied()))?))
                .vertex_stride(12)
                .max_vertex(vertices.len().saturating_sub(1) as u32)
                .index_type(vk::IndexType::NONE_KHR);
            if !indices.is_empty() {
                let words: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
                data = data
                    .index_type(vk::IndexType::UINT32)
                    .index_data(address(upload(&words)?));
            }
            if let Some(transform) = &geometry.transform {
                let transform: &Transform = transform;
                data = data.transform_data(address(upload(&bytes(*transform))?));
            }
            info.geometry_type(vk::GeometryTypeKHR::TRIANGLES)
                .geometry(vk::AccelerationStructureGeometryDataKHR { triangles: data })
        }
        Primitives::Boxes(boxes) => {
            let corners = boxes.iter().flatten().copied();
            let data = vk::AccelerationStructureGeometryAabbsDataKHR::default()
                .data(address(upload(&bytes(corners))?))
                .stride(24);
            info.geometry_type(vk::GeometryTypeKHR::AABBS)
                .geometry(vk::AccelerationStructureGeometryDataKHR { aabbs: data })
        }
    })
}

/// Builds one level.
fn structure(
    scope: &mut Scope,
    ty: vk::AccelerationStructureTypeKHR,
    geometries: &[vk::AccelerationStructureGeometryKHR<'_>],
    counts: &[u32],
) -> Result<GpuScene, String> {
    use vk::BufferUsageFlags as Usage;
    let rays = scope.device.acceleration_structures.as_ref();
    let rays = rays.ok_or("the device has no acceleration structures")?;
    // Shaders may ask for the positions of triangles.
    let bottom = ty == vk::AccelerationStructureTypeKHR::BOTTOM_LEVEL;
    let flags = match bottom && scope.device.has(Need::PositionFetch) {
        true => vk::BuildAccelerationStructureFlagsKHR::ALLOW_DATA_ACCESS,
        false => vk::BuildAccelerationStructureFlagsKHR::empty(),
    };
    let mut info = vk::AccelerationStructureBuildGeometryInfoKHR::default()
        .ty(ty)
        .flags(flags)
        .mode(vk::BuildAccelerationStructureModeKHR::BUILD)
        .geometries(geometries);
    let mut sizes = vk::AccelerationStructureBuildSizesInfoKHR::default();
    let device = vk::AccelerationStructureBuildTypeKHR::DEVICE;
    // SAFETY: see the module documentation of `gpu`, here and below.
    unsafe { rays.get_acceleration_structure_build_sizes(device, &info, counts, &mut sizes) };
    let size = sizes.acceleration_structure_size.max(256);
    let storage = scope.device_buffer(
        size,
        Usage::ACCELERATION_STRUCTURE_STORAGE_KHR | Usage::SHADER_DEVICE_ADDRESS,
    )?;
    let create = vk::AccelerationStructureCreateInfoKHR::default()
        .buffer(storage)
        .size(size)
        .ty(ty);
    // SAFETY: as above.
    let handle = unsafe { rays.create_acceleration_structure(&create, None) }
        .context("vkCreateAccelerationStructureKHR")?;
    scope.own_acceleration_structure(handle);
    // Room to align it.
    let scratch = scope.device_buffer(
        sizes.build_scratch_size + 256,
        Usage::STORAGE_BUFFER | Usage::SHADER_DEVICE_ADDRESS,
    )?;
    info = info
        .dst_acceleration_structure(handle)
        .scratch_data(vk::DeviceOrHostAddressKHR {
            device_address: scope.buffer_address(scratch).next_multiple_of(256),
        });
    let ranges: Vec<_> = counts
        .iter()
        .map(|&count| vk::AccelerationStructureBuildRangeInfoKHR::default().primitive_count(count))
        .collect();
    scope.submit(|scope, commands| {
        // SAFETY: as above.
        unsafe { rays.cmd_build_acceleration_structures(commands, &[info], &[&ranges]) };
        scope.barrier(commands);
        Ok(())
    })?;
    let named = vk::AccelerationStructureDeviceAddressInfoKHR::default().acceleration_structure(handle);
    // SAFETY: as above.
    let address = unsafe { rays.get_acceleration_structure_device_address(&named) };
    Ok(GpuScene { handle, address })
}
