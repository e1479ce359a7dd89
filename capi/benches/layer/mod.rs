//! A layer's part in a translation through the compatible interface: what it asks for, and what it answers. All resources are in
//! heaps, as layers have them.

use dxil2spirv::shader::{ResourceClass, ResourceKind};
use dxil2spirv_capi::compat::types::{option as o, *};
use dxil2spirv_capi::compat::{BlobHandle, ConverterHandle};
use std::ffi::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// Words of root constants, of which the first are offsets of descriptor tables.
pub const WORDS: u32 = 8;
/// Where counters and offsets of buffers are.
pub const COUNTERS: u32 = 7;
pub const OFFSETS: u32 = 15;

/// The set of a resource, which is also the word that has the offset of its table.
pub fn set(class: ResourceClass, kind: ResourceKind) -> u32 {
    let buffer = matches!(
        kind,
        ResourceKind::TypedBuffer | ResourceKind::RawBuffer | ResourceKind::StructuredBuffer
    );
    match class {
        ResourceClass::Srv => u32::from(buffer),
        ResourceClass::Sampler => 2,
        ResourceClass::Uav => 3 + u32::from(buffer),
        ResourceClass::Cbv => 5,
    }
}

fn answer(class: ResourceClass, d3d: &D3dBinding) -> VulkanBinding {
    const RAW: c_int = ResourceKind::RawBuffer as c_int;
    const STRUCTURED: c_int = ResourceKind::StructuredBuffer as c_int;
    const TYPED: c_int = ResourceKind::TypedBuffer as c_int;
    let kind = match d3d.kind {
        RAW => ResourceKind::RawBuffer,
        STRUCTURED => ResourceKind::StructuredBuffer,
        TYPED => ResourceKind::TypedBuffer,
        _ => ResourceKind::Texture2D,
    };
    let heap = d3d.register_index == u32::MAX && d3d.register_space == u32::MAX;
    let set = set(class, kind);
    let mut out = VulkanBinding {
        set,
        ..VulkanBinding::default()
    };
    out.bindless.use_heap = TRUE;
    if !heap {
        out.root_constant_index = set;
        out.bindless.heap_root_offset = d3d.register_index;
    }
    if matches!(d3d.kind, RAW | STRUCTURED) {
        out.descriptor_type = descriptor_type::SSBO;
    }
    out
}

fn offsets() -> VulkanBinding {
    VulkanBinding {
        set: OFFSETS,
        ..VulkanBinding::default()
    }
}

unsafe extern "C" fn srv(_: *mut c_void, d3d: *const D3dBinding, out: *mut SrvVulkanBinding) -> Bool {
    // SAFETY: the library hands over both structures.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    out.buffer_binding = answer(ResourceClass::Srv, d3d);
    out.offset_binding = offsets();
    TRUE
}

unsafe extern "C" fn sampler(_: *mut c_void, d3d: *const D3dBinding, out: *mut VulkanBinding) -> Bool {
    // SAFETY: as above.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    *out = answer(ResourceClass::Sampler, d3d);
    TRUE
}

unsafe extern "C" fn cbv(_: *mut c_void, d3d: *const D3dBinding, out: *mut CbvVulkanBinding) -> Bool {
    // SAFETY: as above.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    out.uniform_binding = answer(ResourceClass::Cbv, d3d);
    TRUE
}

unsafe extern "C" fn uav(_: *mut c_void, d3d: *const UavD3dBinding, out: *mut UavVulkanBinding) -> Bool {
    // SAFETY: as above.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    out.buffer_binding = answer(ResourceClass::Uav, &d3d.d3d_binding);
    out.offset_binding = offsets();
    if d3d.has_counter != FALSE {
        out.counter_binding = VulkanBinding {
            set: COUNTERS,
            descriptor_type: descriptor_type::IDENTITY,
            ..out.buffer_binding
        };
    }
    TRUE
}

unsafe extern "C" fn attribute(_: *mut c_void, d3d: *const D3dStageIo, out: *mut VulkanVertexInput) -> Bool {
    // SAFETY: as above.
    let (d3d, out) = unsafe { (&*d3d, &mut *out) };
    out.location = d3d.start_row;
    TRUE
}

unsafe extern "C" fn stage_io(_: *mut c_void, _: *const D3dStageIo, _: *mut VulkanStageIo) -> Bool {
    TRUE
}

unsafe extern "C" fn log(_: *mut c_void, _: c_int, _: *const c_char) {}

/// The functions of a library that a translation calls.
pub struct Interface {
    pub begin: unsafe extern "C" fn(),
    pub end: unsafe extern "C" fn(),
    pub set_log: unsafe extern "C" fn(Option<LogCallback>, *mut c_void),
    pub parse: unsafe extern "C" fn(*const c_void, usize, *mut BlobHandle) -> c_int,
    pub free_blob: unsafe extern "C" fn(BlobHandle),
    pub create: unsafe extern "C" fn(BlobHandle, *mut ConverterHandle) -> c_int,
    pub free: unsafe extern "C" fn(ConverterHandle),
    pub add_option: unsafe extern "C" fn(ConverterHandle, *const o::Base) -> c_int,
    pub add_parameter: unsafe extern "C" fn(ConverterHandle, u32, u32),
    pub set_srvs: unsafe extern "C" fn(ConverterHandle, Option<SrvRemapper>, *mut c_void),
    pub set_uavs: unsafe extern "C" fn(ConverterHandle, Option<UavRemapper>, *mut c_void),
    pub set_cbvs: unsafe extern "C" fn(ConverterHandle, Option<CbvRemapper>, *mut c_void),
    pub set_samplers: unsafe extern "C" fn(ConverterHandle, Option<SamplerRemapper>, *mut c_void),
    pub set_attributes: unsafe extern "C" fn(ConverterHandle, Option<VertexInputRemapper>, *mut c_void),
    pub set_inputs: unsafe extern "C" fn(ConverterHandle, Option<StageIoRemapper>, *mut c_void),
    pub set_outputs: unsafe extern "C" fn(ConverterHandle, Option<StageIoRemapper>, *mut c_void),
    pub set_words: unsafe extern "C" fn(ConverterHandle, u32),
    pub run: unsafe extern "C" fn(ConverterHandle) -> c_int,
    pub get: unsafe extern "C" fn(ConverterHandle, *mut CompiledSpirv) -> c_int,
}

impl Interface {
    /// Translates a shader; `see` gets the module. Returns whether there is one.
    #[inline(never)]
    pub fn translate(&self, input: &[u8], see: &mut dyn FnMut(&[u32])) -> bool {
        let (mut blob, mut converter) = (null_mut(), null_mut());
        let mut spirv = CompiledSpirv {
            data: null(),
            size: 0,
        };
        // SAFETY: the input outlives the calls; handles are live until they are freed at the end, and the SPIR-V as long.
        unsafe {
            (self.begin)();
            (self.set_log)(Some(log), null_mut());
            let mut code = (self.parse)(input.as_ptr().cast(), input.len(), &mut blob);
            if code == result::SUCCESS {
                code = (self.create)(blob, &mut converter);
            }
            if code == result::SUCCESS {
                let none = null_mut();
                // Demotion, addresses, layout of blocks, quads of compute shaders: what devices of today have.
                for tag in [1, 7, 10, 20, 40] {
                    let option = o::Flag { tag, flag: TRUE };
                    (self.add_option)(converter, std::ptr::from_ref(&option).cast());
                }
                for parameter in 0..WORDS {
                    (self.add_parameter)(converter, parameter, 4 * parameter);
                }
                (self.set_srvs)(converter, Some(srv), none);
                (self.set_uavs)(converter, Some(uav), none);
                (self.set_cbvs)(converter, Some(cbv), none);
                (self.set_samplers)(converter, Some(sampler), none);
                (self.set_attributes)(converter, Some(attribute), none);
                (self.set_inputs)(converter, Some(stage_io), none);
                (self.set_outputs)(converter, Some(stage_io), none);
                (self.set_words)(converter, WORDS);
                code = (self.run)(converter);
            }
            if code == result::SUCCESS {
                code = (self.get)(converter, &mut spirv);
            }
            if code == result::SUCCESS {
                see(std::slice::from_raw_parts(spirv.data.cast(), spirv.size / 4));
            }
            if !converter.is_null() {
                (self.free)(converter);
            }
            if !blob.is_null() {
                (self.free_blob)(blob);
            }
            (self.set_log)(None, null_mut());
            (self.end)();
            code == result::SUCCESS
        }
    }
}
