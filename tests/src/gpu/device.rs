//! The Vulkan device of this process, or several alike: chosen the same way everywhere, with all that it supports switched
//! on.

use crate::case::{
    Need, bfloat16_matrices, cooperative_matrices, cooperative_vectors, float8_matrices, group_matrices,
};
use ash::vk;
use dxil2spirv::options::{CooperativeMatrices, CooperativeShape, GroupShape, MatrixComponent};
use std::ffi::{CStr, c_void};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// The variable that asks for another device: part of its name. Without it, the tests run on lavapipe.
pub const DEVICE_VARIABLE: &str = "DXIL2SPIRV_TEST_DEVICE";

/// What the software rasterizer's device is called.
const LAVAPIPE: &str = "llvmpipe";

/// The loader's variables that name driver files, new and old.
const DRIVER_VARIABLES: [&str; 2] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];

/// Device extensions to enable where present.
const WANTED_EXTENSIONS: &[&CStr] = &[
    ash::ext::robustness2::NAME,
    ash::ext::mutable_descriptor_type::NAME,
    ash::ext::mesh_shader::NAME,
    ash::ext::shader_stencil_export::NAME,
    ash::ext::shader_image_atomic_int64::NAME,
    ash::ext::shader_atomic_float::NAME,
    ash::ext::image_view_min_lod::NAME,
    ash::ext::depth_range_unrestricted::NAME,
    ash::ext::custom_border_color::NAME,
    ash::ext::fragment_shader_interlock::NAME,
    ash::ext::conservative_rasterization::NAME,
    ash::khr::fragment_shading_rate::NAME,
    ash::khr::fragment_shader_barycentric::NAME,
    ash::khr::workgroup_memory_explicit_layout::NAME,
    ash::khr::maintenance5::NAME,
    ash::khr::shader_maximal_reconvergence::NAME,
    ash::khr::shader_quad_control::NAME,
    ash::khr::shader_float_controls2::NAME,
    ash::ext::transform_feedback::NAME,
    ash::khr::dynamic_rendering_local_read::NAME,
    ash::khr::acceleration_structure::NAME,
    ash::khr::deferred_host_operations::NAME,
    ash::khr::ray_query::NAME,
    ash::khr::ray_tracing_pipeline::NAME,
    ash::khr::ray_tracing_position_fetch::NAME,
    ash::ext::opacity_micromap::NAME,
    ash::khr::shader_clock::NAME,
    ash::khr::cooperative_matrix::NAME,
    ash::nv::raw_access_chains::NAME,
    ash::nv::ray_tracing_invocation_reorder::NAME,
    COMPUTE_DERIVATIVES,
    MAINTENANCE_8,
    BFLOAT16,
    FLOAT8,
    COOPERATIVE_VECTOR,
    COOPERATIVE_MATRIX_2,
];

/// The NV extension's structure is the KHR one's.
const COMPUTE_DERIVATIVES: &CStr = c"VK_KHR_compute_shader_derivatives";

// Newer than the bindings to Vulkan.
const MAINTENANCE_8: &CStr = c"VK_KHR_maintenance8";
const BFLOAT16: &CStr = c"VK_KHR_shader_bfloat16";
const FLOAT8: &CStr = c"VK_EXT_shader_float8";
const COOPERATIVE_VECTOR: &CStr = c"VK_NV_cooperative_vector";

const COOPERATIVE_MATRIX_2: &CStr = c"VK_NV_cooperative_matrix2";

/// `VkPhysicalDeviceCooperativeMatrix2PropertiesNV`.
#[repr(C)]
struct GroupLimits {
    kind: vk::StructureType,
    next: *mut c_void,
    max_group: u32,
    max_dimension: u32,
    reserved_memory: u32,
}

// SAFETY: the structure begins as Vulkan's do.
unsafe impl vk::ExtendsPhysicalDeviceProperties2 for GroupLimits {}

/// `VkCooperativeMatrixFlexibleDimensionsPropertiesNV`.
#[repr(C)]
#[derive(Clone, Copy)]
struct GroupProduct {
    kind: vk::StructureType,
    next: *mut c_void,
    /// Of m, n and k.
    granularity: [u32; 3],
    /// Of A, B, C and the result.
    types: [vk::ComponentTypeKHR; 4],
    saturating: vk::Bool32,
    scope: vk::ScopeKHR,
    threads: u32,
}

/// `VkPhysicalDeviceCooperativeVectorPropertiesNV`.
#[repr(C)]
struct VectorLimits {
    kind: vk::StructureType,
    next: *mut c_void,
    stages: vk::ShaderStageFlags,
    training: [vk::Bool32; 2],
    max_components: u32,
}

// SAFETY: the structure begins as Vulkan's do.
unsafe impl vk::ExtendsPhysicalDeviceProperties2 for VectorLimits {}

/// `VkCooperativeVectorPropertiesNV`.
#[repr(C)]
#[derive(Clone, Copy)]
struct VectorTypes {
    kind: vk::StructureType,
    next: *mut c_void,
    /// Of the vector, what it is seen as, of matrix, bias and result.
    types: [vk::ComponentTypeKHR; 5],
    transpose: vk::Bool32,
}

/// The features of an extension that is newer than the bindings.
#[repr(C)]
struct Features<const COUNT: usize> {
    kind: vk::StructureType,
    next: *mut c_void,
    all: [vk::Bool32; COUNT],
}

// SAFETY: the structure begins as Vulkan's do.
unsafe impl<const COUNT: usize> vk::ExtendsPhysicalDeviceFeatures2 for Features<COUNT> {}

impl<const COUNT: usize> Features<COUNT> {
    /// Of the structure with this number.
    fn new(kind: i32) -> Self {
        Self {
            kind: vk::StructureType::from_raw(kind),
            next: std::ptr::null_mut(),
            all: [vk::FALSE; COUNT],
        }
    }
    /// Whether all are there.
    fn all(&self) -> vk::Bool32 {
        self.all.iter().fold(vk::TRUE, |all, feature| all & feature)
    }
}

/// Tells the Vulkan loader to look at lavapipe alone, unless [`DEVICE_VARIABLE`] asks for another device or the
/// loader's own variables are set. To be called first thing in `main`, while there is one thread.
pub fn choose_driver() {
    if is_device_chosen() || DRIVER_VARIABLES.iter().any(|v| std::env::var_os(v).is_some()) {
        return;
    }
    if let Some(file) = lavapipe_file() {
        for variable in DRIVER_VARIABLES {
            // SAFETY: callers are the `main` functions of tests before they start threads.
            unsafe { std::env::set_var(variable, &file) };
        }
    }
}

/// Whether [`DEVICE_VARIABLE`] asks for a device.
pub fn is_device_chosen() -> bool {
    std::env::var_os(DEVICE_VARIABLE).is_some()
}

/// Has lavapipe compile without LLVM's optimizations, which takes two thirds of the time: for what runs with them elsewhere.
/// To be called like [`choose_driver`].
pub fn compile_quickly() {
    const VARIABLE: &str = "GALLIVM_PERF";
    if std::env::var_os(VARIABLE).is_none() {
        // SAFETY: callers are the `main` functions of tests before they start threads.
        unsafe { std::env::set_var(VARIABLE, "nopt") };
    }
}

fn lavapipe_file() -> Option<PathBuf> {
    let data = std::env::var("XDG_DATA_DIRS").unwrap_or_default();
    let shared = data.split(':').filter(|dir| !dir.is_empty()).map(PathBuf::from);
    let fixed = ["/etc", "/usr/local/share", "/usr/share"].map(PathBuf::from);
    shared.chain(fixed).find_map(|dir| {
        let mut files: Vec<_> = std::fs::read_dir(dir.join("vulkan/icd.d"))
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                path.file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd"))
            })
            .collect();
        files.sort();
        files.into_iter().next()
    })
}

/// The device and what the harness has to know about it.
pub struct Device {
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    /// The device's functions.
    pub raw: ash::Device,
    /// Queue family.
    pub family: u32,
    /// Its one queue; whoever submits holds the lock.
    pub queue: Mutex<vk::Queue>,
    /// Memory types.
    pub memory: vk::PhysicalDeviceMemoryProperties,
    /// Limits.
    pub limits: vk::PhysicalDeviceLimits,
    /// What of Vulkan 1.0's features it has.
    pub features: vk::PhysicalDeviceFeatures,
    /// Name.
    pub name: String,
    /// Whether pixel shaders may write the stencil reference.
    pub stencil_export: bool,
    /// Whether `DenormFlushToZero` for 32-bit floats means anything to it.
    pub flushes_denormals: bool,
    /// Whether descriptors may be of mutable type.
    pub mutable_descriptors: bool,
    /// Whether shaders may read attachments of dynamic rendering.
    pub local_read: bool,
    /// Whether quads of pixels can be asked to be whole.
    quad_control: bool,
    /// Whether texels of 64 bits have atomics.
    image_atomics64: bool,
    /// Whether samples take offsets that the shader computes.
    sample_offsets: bool,
    /// What else of what cases need it has.
    needs: Vec<Need>,
    /// Lanes in a wave.
    pub subgroup_size: u32,
    /// The functions of mesh shaders, where it has both stages.
    pub mesh: Option<ash::ext::mesh_shader::Device>,
    /// The functions of acceleration structures, where it has them.
    pub acceleration_structures: Option<ash::khr::acceleration_structure::Device>,
    /// Whether it has ray queries.
    pub ray_query: bool,
    /// The functions of ray tracing pipelines and what the device says of them, where it has them.
    pub ray_tracing: Option<RayTracing>,
    /// The functions of transform feedback, where it has it.
    pub transform_feedback: Option<ash::ext::transform_feedback::Device>,
}

/// Ray tracing pipelines.
pub struct RayTracing {
    /// The functions.
    pub functions: ash::khr::ray_tracing_pipeline::Device,
    /// Bytes of a shader group's handle.
    pub handle_size: u32,
    /// Alignment of handles.
    pub handle_alignment: u32,
    /// Alignment of shader tables.
    pub base_alignment: u32,
    /// How deep rays may be traced by what rays call.
    pub recursion: u32,
}

/// As many devices as a process opens at most.
const MOST_DEVICES: usize = 8;

/// The device of this thread, opened at the first call: always the same one. All threads share one, but for lavapipe's: it
/// compiles within its queue, one pipeline after another, which is what takes the time.
///
/// # Errors
/// Says why there is none and how to get one.
pub fn device() -> Result<&'static Device, String> {
    static DEVICES: [OnceLock<Result<Device, String>>; MOST_DEVICES] =
        [const { OnceLock::new() }; MOST_DEVICES];
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static NUMBER: usize = THREADS.fetch_add(1, Ordering::Relaxed);
    }
    let numbered = |number: usize| {
        DEVICES[number]
            .get_or_init(|| {
                open().map_err(|message| {
                    format!(
                        "no Vulkan device for the execution tests: {message}\n\
                         `cargo xtask test` installs lavapipe; {DEVICE_VARIABLE}=NAME chooses another device"
                    )
                })
            })
            .as_ref()
            .map_err(Clone::clone)
    };
    let first = numbered(0)?;
    if !first.is_lavapipe() {
        return Ok(first);
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    numbered(NUMBER.with(|number| number % cores.min(MOST_DEVICES)))
}

/// The number of lanes in a wave of the device, for expectations that depend on it. Where there is no device, the run says
/// so.
pub fn lanes() -> usize {
    device().map_or(8, |device| device.subgroup_size as usize)
}

fn open() -> Result<Device, String> {
    // SAFETY: loads the system's Vulkan loader, whose initialisation has no other requirements.
    let entry = unsafe { ash::Entry::load() }.map_err(|e| e.to_string())?;
    let application = vk::ApplicationInfo::default()
        .application_name(c"dxil2spirv-tests")
        .api_version(vk::API_VERSION_1_3);
    let info = vk::InstanceCreateInfo::default().application_info(&application);
    // SAFETY: see the module documentation.
    let instance =
        unsafe { entry.create_instance(&info, None) }.map_err(|e| format!("vkCreateInstance: {e}"))?;
    // SAFETY: as above.
    let all = unsafe { instance.enumerate_physical_devices() }.map_err(|e| e.to_string())?;
    let wanted = std::env::var(DEVICE_VARIABLE).unwrap_or_else(|_| LAVAPIPE.to_owned());
    let mut names = Vec::new();
    let chosen = all.into_iter().find_map(|physical| {
        // SAFETY: `physical` comes from this instance.
        let properties = unsafe { instance.get_physical_device_properties(physical) };
        let name = properties
            .device_name_as_c_str()
            .map_or_else(|_| String::new(), |n| n.to_string_lossy().into());
        let fits = name.to_lowercase().contains(&wanted.to_lowercase());
        names.push(name.clone());
        fits.then_some((physical, properties, name))
    });
    let (physical, properties, name) =
        chosen.ok_or_else(|| format!("none is called `{wanted}`; there are {names:?}"))?;
    if properties.api_version < vk::API_VERSION_1_3 {
        return Err(format!("{name} lacks Vulkan 1.3"));
    }
    // SAFETY: as above.
    let families = unsafe { instance.get_physical_device_queue_family_properties(physical) };
    let needed = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
    let family = families
        .iter()
        .position(|family| family.queue_flags.contains(needed))
        .ok_or_else(|| format!("{name} has no queue for graphics and compute"))? as u32;
    let (
        raw,
        [
            mutable_descriptors,
            transform_feedback,
            local_read,
            stencil_export,
            quad_control,
            mesh,
            acceleration_structures,
            ray_query,
            image_atomics64,
            sample_offsets,
            ray_tracing,
        ],
        mut needs,
    ) = create(&instance, physical, family)?;
    // SAFETY: as above.
    let features = unsafe { instance.get_physical_device_features(physical) };
    let mesh = mesh.then(|| ash::ext::mesh_shader::Device::new(&instance, &raw));
    let acceleration_structures =
        acceleration_structures.then(|| ash::khr::acceleration_structure::Device::new(&instance, &raw));
    let transform_feedback =
        transform_feedback.then(|| ash::ext::transform_feedback::Device::new(&instance, &raw));
    let mut floats = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut subgroups = vk::PhysicalDeviceSubgroupProperties::default();
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut rays = vk::PhysicalDeviceRayTracingPipelinePropertiesKHR::default();
    let mut all_properties = vk::PhysicalDeviceProperties2::default()
        .push_next(&mut floats)
        .push_next(&mut driver)
        .push_next(&mut subgroups);
    if ray_tracing {
        all_properties = all_properties.push_next(&mut rays);
    }
    let mut streams = vk::PhysicalDeviceTransformFeedbackPropertiesEXT::default();
    if transform_feedback.is_some() {
        all_properties = all_properties.push_next(&mut streams);
    }
    let mut conservative = vk::PhysicalDeviceConservativeRasterizationPropertiesEXT::default();
    if needs.contains(&Need::FullyCovered) {
        all_properties = all_properties.push_next(&mut conservative);
    }
    let mut vectors = VectorLimits {
        kind: vk::StructureType::from_raw(1_000_491_001),
        next: std::ptr::null_mut(),
        stages: vk::ShaderStageFlags::empty(),
        training: [vk::FALSE; 2],
        max_components: 0,
    };
    if needs.contains(&Need::CooperativeVectors) {
        all_properties = all_properties.push_next(&mut vectors);
    }
    let mut groups = GroupLimits {
        kind: vk::StructureType::from_raw(1_000_593_002),
        next: std::ptr::null_mut(),
        max_group: 0,
        max_dimension: 0,
        reserved_memory: 0,
    };
    if needs.contains(&Need::GroupMatrices) {
        all_properties = all_properties.push_next(&mut groups);
    }
    // SAFETY: as above.
    unsafe { instance.get_physical_device_properties2(physical, &mut all_properties) };
    let selects = streams.transform_feedback_rasterization_stream_select == vk::TRUE;
    needs.extend(selects.then_some(Need::StreamSelect));
    let rounds = floats.shader_rounding_mode_rtz_float16 == vk::TRUE
        && floats.rounding_mode_independence == vk::ShaderFloatControlsIndependence::ALL;
    needs.extend(rounds.then_some(Need::HalfRounding));
    let is_radv = driver.driver_id == vk::DriverId::MESA_RADV;
    needs.extend(is_radv.then_some(Need::HalvesToZero));
    let is_mesa = [
        vk::DriverId::MESA_RADV,
        vk::DriverId::INTEL_OPEN_SOURCE_MESA,
        vk::DriverId::MESA_LLVMPIPE,
        vk::DriverId::MESA_TURNIP,
        vk::DriverId::MESA_NVK,
    ]
    .contains(&driver.driver_id);
    needs.extend(is_mesa.then_some(Need::FastFloats));
    let saturates = is_radv || driver.driver_id == vk::DriverId::NVIDIA_PROPRIETARY;
    needs.extend(saturates.then_some(Need::SaturatingConversions));
    let covered = conservative.fully_covered_fragment_shader_input_variable == vk::TRUE;
    needs.retain(|need| covered || *need != Need::FullyCovered);
    if needs.contains(&Need::CooperativeMatrices) {
        let functions = ash::khr::cooperative_matrix::Instance::new(&entry, &instance);
        // SAFETY: the device has the extension.
        let listed = unsafe { functions.get_physical_device_cooperative_matrix_properties(physical) }
            .map_err(|e| format!("vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR: {e}"))?;
        let has = |device: &CooperativeMatrices| {
            subgroups.subgroup_size == device.subgroup_size
                && device.shapes.iter().all(|&shape| is_listed(&listed, shape))
        };
        needs.retain(|need| match need {
            Need::CooperativeMatrices | Need::RobustMatrices => has(&cooperative_matrices()),
            Need::BFloat16Matrices => has(&bfloat16_matrices()),
            Need::Float8Matrices => has(&float8_matrices()),
            _ => true,
        });
    }
    if needs.contains(&Need::GroupMatrices) {
        let listed = group_products(&entry, &instance, physical)?;
        let memory = properties
            .limits
            .max_compute_shared_memory_size
            .saturating_sub(groups.reserved_memory);
        let wanted = group_matrices();
        let has = wanted.groups.is_some_and(|wanted| {
            let is_listed = |shape: &GroupShape| {
                let types = [shape.a, shape.b, shape.c, shape.result].map(component);
                listed.iter().any(|has| {
                    (has.granularity, has.types) == ([shape.m, shape.n, shape.k], types)
                        && (has.scope, has.threads) == (vk::ScopeKHR::WORKGROUP, shape.threads)
                        && has.saturating == vk::FALSE
                        && shape.threads <= groups.max_group
                })
            };
            wanted.shapes.iter().all(is_listed)
                && wanted.max_dimension <= groups.max_dimension
                && wanted.shared_memory <= memory
        });
        let has = has && subgroups.subgroup_size == wanted.subgroup_size;
        needs.retain(|need| has || *need != Need::GroupMatrices);
    }
    if needs.contains(&Need::CooperativeVectors) {
        let listed = vector_types(&entry, &instance, physical)?;
        let wanted = cooperative_vectors();
        let stages = vk::ShaderStageFlags::COMPUTE | vk::ShaderStageFlags::FRAGMENT;
        let all = wanted.combinations.iter().all(|types| {
            let types = [
                types.input,
                types.input_interpretation,
                types.matrix,
                types.bias,
                types.result,
            ];
            listed.iter().any(|has| has.types == types.map(component))
        });
        let has = all && vectors.stages.contains(stages) && wanted.max_components <= vectors.max_components;
        needs.retain(|need| has || *need != Need::CooperativeVectors);
    }
    let ray_tracing = ray_tracing.then(|| RayTracing {
        functions: ash::khr::ray_tracing_pipeline::Device::new(&instance, &raw),
        handle_size: rays.shader_group_handle_size,
        handle_alignment: rays.shader_group_handle_alignment,
        base_alignment: rays.shader_group_base_alignment,
        recursion: rays.max_ray_recursion_depth,
    });
    // SAFETY: the device was created with this queue.
    let queue = Mutex::new(unsafe { raw.get_device_queue(family, 0) });
    // SAFETY: as above.
    let memory = unsafe { instance.get_physical_device_memory_properties(physical) };
    Ok(Device {
        _entry: entry,
        instance,
        physical,
        raw,
        family,
        queue,
        memory,
        limits: properties.limits,
        features,
        name,
        stencil_export,
        mutable_descriptors,
        local_read,
        quad_control,
        image_atomics64,
        sample_offsets,
        needs,
        subgroup_size: subgroups.subgroup_size,
        mesh,
        acceleration_structures,
        ray_query,
        ray_tracing,
        transform_feedback,
        // NVIDIA's driver says no, and flushes.
        flushes_denormals: floats.shader_denorm_flush_to_zero_float32 == vk::TRUE
            || driver.driver_id == vk::DriverId::NVIDIA_PROPRIETARY,
    })
}

/// Creates the device with every feature that it reports and every wanted extension that it has.
fn create(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    family: u32,
) -> Result<(ash::Device, [bool; 11], Vec<Need>), String> {
    // SAFETY: `physical` comes from this instance.
    let present =
        unsafe { instance.enumerate_device_extension_properties(physical) }.map_err(|e| e.to_string())?;
    let has = |name: &CStr| {
        present
            .iter()
            .any(|e| e.extension_name_as_c_str().is_ok_and(|n| n == name))
    };
    let extensions: Vec<_> = WANTED_EXTENSIONS
        .iter()
        .copied()
        .filter(|name| has(name))
        .collect();
    let pointers: Vec<_> = extensions.iter().map(|name| name.as_ptr()).collect();

    let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
    let mut robustness = vk::PhysicalDeviceRobustness2FeaturesEXT::default();
    let mut mutable = vk::PhysicalDeviceMutableDescriptorTypeFeaturesEXT::default();
    let mut image_int64 = vk::PhysicalDeviceShaderImageAtomicInt64FeaturesEXT::default();
    let mut atomic_float = vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT::default();
    let mut min_lod = vk::PhysicalDeviceImageViewMinLodFeaturesEXT::default();
    let mut border = vk::PhysicalDeviceCustomBorderColorFeaturesEXT::default();
    let mut interlock = vk::PhysicalDeviceFragmentShaderInterlockFeaturesEXT::default();
    let mut barycentric = vk::PhysicalDeviceFragmentShaderBarycentricFeaturesKHR::default();
    let mut explicit_layout = vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::default();
    let mut maintenance5 = vk::PhysicalDeviceMaintenance5FeaturesKHR::default();
    let mut reconvergence = vk::PhysicalDeviceShaderMaximalReconvergenceFeaturesKHR::default();
    let mut quad = vk::PhysicalDeviceShaderQuadControlFeaturesKHR::default();
    let mut derivatives = vk::PhysicalDeviceComputeShaderDerivativesFeaturesNV::default();
    let mut feedback = vk::PhysicalDeviceTransformFeedbackFeaturesEXT::default();
    let mut local_read = vk::PhysicalDeviceDynamicRenderingLocalReadFeaturesKHR::default();
    let mut mesh = vk::PhysicalDeviceMeshShaderFeaturesEXT::default();
    let mut acceleration_structure = vk::PhysicalDeviceAccelerationStructureFeaturesKHR::default();
    let mut ray_query = vk::PhysicalDeviceRayQueryFeaturesKHR::default();
    let mut ray_tracing = vk::PhysicalDeviceRayTracingPipelineFeaturesKHR::default();
    let mut positions = vk::PhysicalDeviceRayTracingPositionFetchFeaturesKHR::default();
    let mut micromaps = vk::PhysicalDeviceOpacityMicromapFeaturesEXT::default();
    let mut raw_chains = vk::PhysicalDeviceRawAccessChainsFeaturesNV::default();
    let mut clock = vk::PhysicalDeviceShaderClockFeaturesKHR::default();
    let mut matrices = vk::PhysicalDeviceCooperativeMatrixFeaturesKHR::default();
    let mut reorder = vk::PhysicalDeviceRayTracingInvocationReorderFeaturesNV::default();
    let mut float_controls2 = vk::PhysicalDeviceShaderFloatControls2FeaturesKHR::default();

    let mut rates = vk::PhysicalDeviceFragmentShadingRateFeaturesKHR::default();
    // Maintenance8.
    let mut maintenance8 = Features::<1>::new(1_000_574_000);
    // Type, dot products, matrices.
    let mut bfloat16 = Features::<3>::new(1_000_141_000);
    // Type, matrices.
    let mut float8 = Features::<2>::new(1_000_567_000);
    // Products, training.
    let mut vectors = Features::<2>::new(1_000_491_000);
    // Groups, sizes, and what no module uses.
    let mut groups = Features::<7>::new(1_000_593_000);

    // Asked for first, the same chain then switches on what it was filled with.
    let mut features = vk::PhysicalDeviceFeatures2::default()
        .push_next(&mut v11)
        .push_next(&mut v12)
        .push_next(&mut v13);
    macro_rules! when_present {
        ($($name:expr => $feature:ident;)*) => {$(
            if has($name) {
                features = features.push_next(&mut $feature);
            }
        )*};
    }
    when_present! {
        ash::ext::robustness2::NAME => robustness;
        ash::ext::mutable_descriptor_type::NAME => mutable;
        ash::ext::mesh_shader::NAME => mesh;
        ash::ext::shader_image_atomic_int64::NAME => image_int64;
        ash::ext::shader_atomic_float::NAME => atomic_float;
        ash::ext::image_view_min_lod::NAME => min_lod;
        ash::ext::custom_border_color::NAME => border;
        ash::ext::fragment_shader_interlock::NAME => interlock;
        ash::khr::fragment_shader_barycentric::NAME => barycentric;
        ash::khr::fragment_shading_rate::NAME => rates;
        ash::khr::workgroup_memory_explicit_layout::NAME => explicit_layout;
        ash::khr::maintenance5::NAME => maintenance5;
        ash::khr::shader_maximal_reconvergence::NAME => reconvergence;
        ash::khr::shader_quad_control::NAME => quad;
        ash::khr::shader_float_controls2::NAME => float_controls2;
        ash::ext::transform_feedback::NAME => feedback;
        ash::khr::dynamic_rendering_local_read::NAME => local_read;
        ash::khr::acceleration_structure::NAME => acceleration_structure;
        ash::khr::ray_query::NAME => ray_query;
        ash::khr::ray_tracing_pipeline::NAME => ray_tracing;
        ash::khr::ray_tracing_position_fetch::NAME => positions;
        ash::ext::opacity_micromap::NAME => micromaps;
        ash::khr::shader_clock::NAME => clock;
        ash::khr::cooperative_matrix::NAME => matrices;
        ash::nv::raw_access_chains::NAME => raw_chains;
        ash::nv::ray_tracing_invocation_reorder::NAME => reorder;
        COMPUTE_DERIVATIVES => derivatives;
        MAINTENANCE_8 => maintenance8;
        BFLOAT16 => bfloat16;
        FLOAT8 => float8;
        COOPERATIVE_VECTOR => vectors;
        COOPERATIVE_MATRIX_2 => groups;
    }
    // SAFETY: the chain holds each structure once and all of them outlive both calls.
    unsafe { instance.get_physical_device_features2(physical, &mut features) };
    let (head, chain) = (features.features, features.p_next.cast::<c_void>());
    // Needs features that the harness does not switch on.
    mesh.multiview_mesh_shader = vk::FALSE;
    mesh.primitive_fragment_shading_rate_mesh_shader &= rates.primitive_fragment_shading_rate;
    let multiplies =
        matrices.cooperative_matrix & v12.vulkan_memory_model & v12.vulkan_memory_model_device_scope;
    let needs = [
        (Need::Barycentrics, barycentric.fragment_shader_barycentric),
        (
            Need::Interlock,
            interlock.fragment_shader_pixel_interlock & interlock.fragment_shader_sample_interlock,
        ),
        (Need::PrimitiveRates, rates.primitive_fragment_shading_rate),
        (
            Need::Clocks,
            clock.shader_device_clock & clock.shader_subgroup_clock,
        ),
        (Need::ImageFloatAdd, atomic_float.shader_image_float32_atomic_add),
        // Properties say more of these.
        (Need::CooperativeMatrices, multiplies),
        (
            Need::RobustMatrices,
            multiplies & matrices.cooperative_matrix_robust_buffer_access,
        ),
        (
            Need::BFloat16Matrices,
            multiplies & bfloat16.all[0] & bfloat16.all[2],
        ),
        (Need::Float8Matrices, multiplies & float8.all()),
        (Need::GroupMatrices, multiplies & groups.all[0] & groups.all[1]),
        (
            Need::CooperativeVectors,
            vectors.all[0] & v12.vulkan_memory_model & v12.vulkan_memory_model_device_scope,
        ),
        (Need::RawAccessChains, raw_chains.shader_raw_access_chains),
        (Need::FloatControls2, float_controls2.shader_float_controls2),
        (
            Need::WorkgroupLayout,
            explicit_layout.workgroup_memory_explicit_layout
                & explicit_layout.workgroup_memory_explicit_layout8_bit_access
                & explicit_layout.workgroup_memory_explicit_layout16_bit_access,
        ),
        (Need::PositionFetch, positions.ray_tracing_position_fetch),
        (Need::Micromaps, micromaps.micromap),
        (Need::MeshRates, mesh.primitive_fragment_shading_rate_mesh_shader),
        (Need::ReorderNv, reorder.ray_tracing_invocation_reorder),
        // Its properties say more.
        (
            Need::FullyCovered,
            vk::Bool32::from(has(ash::ext::conservative_rasterization::NAME)),
        ),
    ];
    let needs = needs
        .into_iter()
        .filter(|need| need.1 == vk::TRUE)
        .map(|need| need.0);
    let needs: Vec<Need> = needs.collect();

    let priorities = [1.0];
    let queues = [vk::DeviceQueueCreateInfo::default()
        .queue_family_index(family)
        .queue_priorities(&priorities)];
    let mut enabled = vk::PhysicalDeviceFeatures2 {
        features: head,
        p_next: chain,
        ..Default::default()
    };
    let mut info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&pointers);
    info.p_next = (&raw mut enabled).cast();
    // SAFETY: as above.
    let raw = unsafe { instance.create_device(physical, &info, None) }
        .map_err(|e| format!("vkCreateDevice: {e}"))?;
    require(&v12, &v13, &robustness)?;
    let features = [
        mutable.mutable_descriptor_type,
        feedback.transform_feedback,
        local_read.dynamic_rendering_local_read,
        // An extension without features.
        vk::Bool32::from(has(ash::ext::shader_stencil_export::NAME)),
        quad.shader_quad_control,
        mesh.task_shader & mesh.mesh_shader,
        acceleration_structure.acceleration_structure,
        ray_query.ray_query,
        image_int64.shader_image_int64_atomics,
        maintenance8.all(),
        ray_tracing.ray_tracing_pipeline,
    ];
    Ok((raw, features.map(|feature| feature == vk::TRUE), needs))
}

/// What the harness itself cannot do without.
fn require(
    v12: &vk::PhysicalDeviceVulkan12Features<'_>,
    v13: &vk::PhysicalDeviceVulkan13Features<'_>,
    robustness: &vk::PhysicalDeviceRobustness2FeaturesEXT<'_>,
) -> Result<(), String> {
    for (name, value) in [
        ("descriptorIndexing", v12.descriptor_indexing),
        ("runtimeDescriptorArray", v12.runtime_descriptor_array),
        ("bufferDeviceAddress", v12.buffer_device_address),
        ("scalarBlockLayout", v12.scalar_block_layout),
        ("dynamicRendering", v13.dynamic_rendering),
        ("synchronization2", v13.synchronization2),
        ("inlineUniformBlock", v13.inline_uniform_block),
        (
            "descriptorBindingInlineUniformBlockUpdateAfterBind",
            v13.descriptor_binding_inline_uniform_block_update_after_bind,
        ),
        ("robustBufferAccess2", robustness.robust_buffer_access2),
        ("robustImageAccess2", robustness.robust_image_access2),
        ("nullDescriptor", robustness.null_descriptor),
    ] {
        if value == vk::FALSE {
            return Err(format!("the device lacks {name}"));
        }
    }
    Ok(())
}

/// The products of matrices of any multiples of a size that the device lists.
fn group_products(
    entry: &ash::Entry,
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
) -> Result<Vec<GroupProduct>, String> {
    let empty = GroupProduct {
        kind: vk::StructureType::from_raw(1_000_593_001),
        next: std::ptr::null_mut(),
        granularity: [0; 3],
        types: [vk::ComponentTypeKHR::FLOAT16; 4],
        saturating: vk::FALSE,
        scope: vk::ScopeKHR::SUBGROUP,
        threads: 0,
    };
    let name = c"vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV";
    // SAFETY: the device has the extension, and this is what its function lists.
    unsafe { listed(entry, instance, physical, name, empty) }
}

/// The types of products with vectors that the device lists.
fn vector_types(
    entry: &ash::Entry,
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
) -> Result<Vec<VectorTypes>, String> {
    let empty = VectorTypes {
        kind: vk::StructureType::from_raw(1_000_491_002),
        next: std::ptr::null_mut(),
        types: [vk::ComponentTypeKHR::FLOAT16; 5],
        transpose: vk::FALSE,
    };
    let name = c"vkGetPhysicalDeviceCooperativeVectorPropertiesNV";
    // SAFETY: as above.
    unsafe { listed(entry, instance, physical, name, empty) }
}

/// What a function of an extension that `ash` does not know lists of a device.
///
/// # Safety
/// The device has the function's extension, and it lists structures of this type, which `empty` is one of.
unsafe fn listed<T: Clone>(
    entry: &ash::Entry,
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    name: &CStr,
    empty: T,
) -> Result<Vec<T>, String> {
    type List<T> = unsafe extern "system" fn(vk::PhysicalDevice, *mut u32, *mut T) -> vk::Result;
    let text = name.to_string_lossy();
    // SAFETY: the instance lives.
    let found = unsafe { entry.get_instance_proc_addr(instance.handle(), name.as_ptr()) };
    let found = found.ok_or_else(|| format!("the driver lacks {text}"))?;
    // SAFETY: the caller vouches for the function's type.
    let list: List<T> = unsafe { std::mem::transmute(found) };
    let mut count = 0;
    let failed = |e| format!("{text}: {e}");
    // SAFETY: the device has the extension.
    unsafe { list(physical, &mut count, std::ptr::null_mut()) }
        .result()
        .map_err(failed)?;
    let mut listed = vec![empty; count as usize];
    // SAFETY: there is room for so many.
    unsafe { list(physical, &mut count, listed.as_mut_ptr()) }
        .result()
        .map_err(failed)?;
    listed.truncate(count as usize);
    Ok(listed)
}

/// Vulkan's number of a component.
fn component(component: MatrixComponent) -> vk::ComponentTypeKHR {
    match component {
        MatrixComponent::F16 => vk::ComponentTypeKHR::FLOAT16,
        MatrixComponent::F32 => vk::ComponentTypeKHR::FLOAT32,
        MatrixComponent::S8 => vk::ComponentTypeKHR::SINT8,
        MatrixComponent::S32 => vk::ComponentTypeKHR::SINT32,
        MatrixComponent::U8 => vk::ComponentTypeKHR::UINT8,
        MatrixComponent::U32 => vk::ComponentTypeKHR::UINT32,
        MatrixComponent::Bf16 => vk::ComponentTypeKHR::from_raw(1_000_141_000),
        MatrixComponent::E4M3 => vk::ComponentTypeKHR::from_raw(1_000_491_002),
        MatrixComponent::E5M2 => vk::ComponentTypeKHR::from_raw(1_000_491_003),
        MatrixComponent::S8Packed => vk::ComponentTypeKHR::from_raw(1_000_491_000),
        MatrixComponent::U8Packed => vk::ComponentTypeKHR::from_raw(1_000_491_001),
        other => unreachable!("no case has matrices of {other:?}"),
    }
}

/// Whether a product of subgroups is among those that the device lists.
fn is_listed(listed: &[vk::CooperativeMatrixPropertiesKHR<'_>], shape: CooperativeShape) -> bool {
    let types = [shape.a, shape.b, shape.c, shape.result].map(component);
    listed.iter().any(|has| {
        (has.m_size, has.n_size, has.k_size) == (shape.m, shape.n, shape.k)
            && [has.a_type, has.b_type, has.c_type, has.result_type] == types
            && has.saturating_accumulation == vk::FALSE
            && has.scope == vk::ScopeKHR::SUBGROUP
    })
}

impl Device {
    /// Whether the device has what a case asks for.
    pub fn has(&self, need: Need) -> bool {
        match need {
            Need::QuadControl => self.quad_control,
            Need::ImageAtomics64 => self.image_atomics64,
            Need::HelperLanes | Need::FloatsAsWords => !self.is_lavapipe(),
            Need::ComponentBounds | Need::MeshDerivatives => self.is_lavapipe(),
            Need::SampleOffsets => self.sample_offsets,
            // Lavapipe does not have it: what it gets are accesses to elements (`shared_views`).
            Need::WorkgroupLayout if self.is_lavapipe() => true,
            Need::PositionsByGeometry => !self.is_lavapipe() && self.has(Need::PositionFetch),
            need => self.needs.contains(&need),
        }
    }

    /// Ends a case that needs what the device lacks: with a message, or as a failure on lavapipe, which has it.
    ///
    /// # Errors
    /// On lavapipe.
    pub fn skip(&self, lacks: &str) -> Result<(), String> {
        if self.is_lavapipe() {
            return Err(format!("{} lacks {lacks}", self.name));
        }
        self.pass_over(lacks);
        Ok(())
    }

    /// Says that a case is not run, since it needs what the device lacks.
    #[allow(clippy::print_stderr)] // Test output.
    pub fn pass_over(&self, lacks: &str) {
        eprintln!("skipped: {} lacks {lacks}", self.name);
    }

    /// Whether this is the software rasterizer, which cases may expect more of than Vulkan promises or other drivers
    /// keep.
    pub fn is_lavapipe(&self) -> bool {
        self.name.contains(LAVAPIPE)
    }

    /// The queue, for one submission.
    ///
    /// # Errors
    /// When another case panicked while it held the lock.
    pub fn lock_queue(&self) -> Result<MutexGuard<'_, vk::Queue>, String> {
        self.queue
            .lock()
            .map_err(|_| "another case failed while it submitted".to_owned())
    }

    /// The memory type among `bits` that has `flags`.
    ///
    /// # Errors
    /// When there is none.
    pub fn memory_type(&self, bits: u32, flags: vk::MemoryPropertyFlags) -> Result<u32, String> {
        (0..self.memory.memory_type_count)
            .find(|&index| {
                bits >> index & 1 != 0
                    && self.memory.memory_types[index as usize]
                        .property_flags
                        .contains(flags)
            })
            .ok_or_else(|| format!("no memory type with {flags:?}"))
    }

    /// What images of `format` may be used for.
    pub fn format_features(&self, format: vk::Format) -> vk::FormatFeatureFlags {
        // SAFETY: see the module documentation.
        unsafe {
            self.instance
                .get_physical_device_format_properties(self.physical, format)
        }
        .optimal_tiling_features
    }
}
