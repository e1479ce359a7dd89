//! The structures and values of the interface, version 2.72, which has all of 2.68.
//!
//! C enumerations are plain integers here, since C may store any value in them. Sizes and offsets are part of the
//! interface: they are asserted below, for targets with 8-byte pointers.

use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};

/// `dxil_spv_bool`.
pub type Bool = u8;
/// `DXIL_SPV_TRUE`.
pub const TRUE: Bool = 1;
/// `DXIL_SPV_FALSE`.
pub const FALSE: Bool = 0;

/// The version of the interface: major, minor, patch.
pub const VERSION: [c_uint; 3] = [2, 72, 0];

/// `dxil_spv_result`.
pub mod result {
    #![allow(missing_docs)]
    use std::ffi::c_int;
    pub const SUCCESS: c_int = 0;
    pub const OUT_OF_MEMORY: c_int = -1;
    pub const GENERIC: c_int = -2;
    pub const UNSUPPORTED_FEATURE: c_int = -3;
    pub const PARSER: c_int = -4;
    pub const FAILED_VALIDATION: c_int = -5;
    pub const INVALID_ARGUMENT: c_int = -6;
    pub const NO_DATA: c_int = -7;
}

/// `dxil_spv_vulkan_descriptor_type`.
pub mod descriptor_type {
    #![allow(missing_docs)]
    use std::ffi::c_int;
    pub const IDENTITY: c_int = 0;
    pub const SSBO: c_int = 1;
    pub const TEXEL_BUFFER: c_int = 2;
    pub const BUFFER_DEVICE_ADDRESS: c_int = 3;
    pub const UBO: c_int = 4;
    pub const INPUT_ATTACHMENT: c_int = 5;
}

/// `dxil_spv_log_level`.
pub mod log_level {
    #![allow(missing_docs)]
    use std::ffi::c_int;
    pub const DEBUG: c_int = 0;
    pub const WARN: c_int = 1;
    pub const ERROR: c_int = 2;
}

/// `dxil_spv_meta_descriptor`.
pub mod meta {
    #![allow(missing_docs)]
    use std::ffi::c_int;
    pub const RESOURCE_DESCRIPTOR_HEAP_SIZE: c_int = 0;
    pub const RAW_DESCRIPTOR_HEAP_VIEW: c_int = 1;
    pub const DYNAMIC_VIEW_INSTANCING_OFFSETS: c_int = 2;
    pub const DYNAMIC_VIEW_INSTANCING_MASK: c_int = 3;
}

/// `dxil_spv_meta_descriptor_kind`.
pub mod meta_kind {
    #![allow(missing_docs)]
    use std::ffi::c_int;
    pub const INVALID: c_int = 0;
    pub const UBO_CONTAINING_CONSTANT: c_int = 3;
    pub const UBO_CONTAINING_BDA: c_int = 4;
    pub const READONLY_SSBO: c_int = 5;
}

/// A structure of the interface with its size and the offsets of its members.
macro_rules! abi_struct {
    ($(#[$meta:meta])* $name:ident, $size:literal { $($(#[$field_meta:meta])* $offset:literal $field:ident: $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        #[allow(missing_docs)]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty),* }
        impl $name {
            /// The names of its members.
            pub const MEMBERS: &[&str] = &[$(stringify!($field)),*];
        }
        #[cfg(target_pointer_width = "64")]
        const _: () = {
            assert!(size_of::<$name>() == $size);
            $(assert!(std::mem::offset_of!($name, $field) == $offset);)*
        };
    };
}

abi_struct!(
    /// `dxil_spv_d3d_binding`.
    #[derive(Debug)]
    D3dBinding, 28 {
        0 stage: c_int,
        4 kind: c_int,
        8 resource_index: c_uint,
        12 register_space: c_uint,
        16 register_index: c_uint,
        20 range_size: c_uint,
        24 alignment: c_uint,
    }
);

abi_struct!(
    /// `dxil_spv_uav_d3d_binding`.
    #[derive(Debug)]
    UavD3dBinding, 32 {
        0 d3d_binding: D3dBinding,
        28 has_counter: Bool,
    }
);

abi_struct!(
    /// `bindless` of `dxil_spv_vulkan_binding`.
    #[derive(Debug, Default)]
    Bindless, 8 {
        0 heap_root_offset: c_uint,
        4 use_heap: Bool,
    }
);

abi_struct!(
    /// `dxil_spv_vulkan_binding`.
    #[derive(Debug, Default)]
    VulkanBinding, 24 {
        0 set: c_uint,
        4 binding: c_uint,
        /// In C a union with `input_attachment_index`.
        8 root_constant_index: c_uint,
        12 bindless: Bindless,
        20 descriptor_type: c_int,
    }
);

abi_struct!(
    /// `dxil_spv_srv_vulkan_binding`.
    #[derive(Debug, Default)]
    SrvVulkanBinding, 48 {
        0 buffer_binding: VulkanBinding,
        24 offset_binding: VulkanBinding,
    }
);

abi_struct!(
    /// `dxil_spv_uav_vulkan_binding`.
    #[derive(Debug, Default)]
    UavVulkanBinding, 72 {
        0 buffer_binding: VulkanBinding,
        24 counter_binding: VulkanBinding,
        48 offset_binding: VulkanBinding,
    }
);

abi_struct!(
    /// `dxil_spv_cbv_vulkan_binding`. Its union is `uniform_binding` here; with `push_constant`, the first word is
    /// `offset_in_words`.
    #[derive(Debug, Default)]
    CbvVulkanBinding, 28 {
        0 uniform_binding: VulkanBinding,
        24 push_constant: Bool,
    }
);

abi_struct!(
    /// `dxil_spv_d3d_vertex_input`, and `dxil_spv_d3d_shader_stage_io`, which is laid out alike.
    #[derive(Debug)]
    D3dStageIo, 24 {
        0 semantic: *const c_char,
        8 semantic_index: c_uint,
        12 start_row: c_uint,
        16 rows: c_uint,
    }
);

abi_struct!(
    /// `dxil_spv_vulkan_vertex_input`.
    #[derive(Debug, Default)]
    VulkanVertexInput, 4 {
        0 location: c_uint,
    }
);

abi_struct!(
    /// `dxil_spv_vulkan_shader_stage_io`.
    #[derive(Debug, Default)]
    VulkanStageIo, 12 {
        0 location: c_uint,
        4 component: c_uint,
        8 flags: c_uint,
    }
);

/// `DXIL_SPV_SHADER_STAGE_IO_PER_PRIMITIVE`.
pub const STAGE_IO_PER_PRIMITIVE: c_uint = 1;

abi_struct!(
    /// `dxil_spv_d3d_stream_output`.
    #[derive(Debug)]
    D3dStreamOutput, 16 {
        0 semantic: *const c_char,
        8 semantic_index: c_uint,
    }
);

abi_struct!(
    /// `dxil_spv_vulkan_stream_output`.
    #[derive(Debug, Default)]
    VulkanStreamOutput, 16 {
        0 offset: c_uint,
        4 stride: c_uint,
        8 buffer_index: c_uint,
        12 enable: Bool,
    }
);

/// What passes through callbacks, under the interface's names, with the members.
pub const CALLBACK_STRUCTURES: [(&str, &[&str]); 13] = [
    ("d3d_binding", D3dBinding::MEMBERS),
    ("uav_d3d_binding", UavD3dBinding::MEMBERS),
    ("vulkan_binding", VulkanBinding::MEMBERS),
    ("bindless", Bindless::MEMBERS),
    ("srv_vulkan_binding", SrvVulkanBinding::MEMBERS),
    ("uav_vulkan_binding", UavVulkanBinding::MEMBERS),
    ("cbv_vulkan_binding", CbvVulkanBinding::MEMBERS),
    ("d3d_vertex_input", D3dStageIo::MEMBERS),
    ("d3d_shader_stage_io", D3dStageIo::MEMBERS),
    ("vulkan_vertex_input", VulkanVertexInput::MEMBERS),
    ("vulkan_shader_stage_io", VulkanStageIo::MEMBERS),
    ("d3d_stream_output", D3dStreamOutput::MEMBERS),
    ("vulkan_stream_output", VulkanStreamOutput::MEMBERS),
];

abi_struct!(
    /// `dxil_spv_compiled_spirv`.
    #[derive(Debug)]
    CompiledSpirv, 16 {
        0 data: *const c_void,
        8 size: usize,
    }
);

abi_struct!(
    /// `dxil_spv_rdat_subobject`.
    #[derive(Debug)]
    RdatSubobject, 64 {
        0 kind: c_int,
        8 subobject_name: *const c_char,
        16 hit_group_type: c_int,
        24 exports: *const *const c_char,
        32 num_exports: c_uint,
        36 args: [c_uint; 2],
        48 payload: *const c_void,
        56 payload_size: usize,
    }
);

abi_struct!(
    /// `dxil_spv_node_input_data`.
    #[derive(Debug)]
    NodeInputData, 120 {
        0 node_id: *const c_char,
        8 payload_stride: c_uint,
        12 launch_type: c_int,
        16 node_array_index: c_uint,
        20 dispatch_grid_offset: c_uint,
        24 dispatch_grid_type_bits: c_uint,
        28 dispatch_grid_components: c_uint,
        32 broadcast_grid: [c_uint; 3],
        44 thread_group_size_spec_id: [c_uint; 3],
        56 max_broadcast_grid_spec_id: [c_uint; 3],
        68 recursion_factor: c_uint,
        72 coalesce_factor: c_uint,
        80 node_share_input_id: *const c_char,
        88 node_share_input_array_index: c_uint,
        92 local_root_arguments_table_index: c_uint,
        96 is_indirect_bda_stride_program_entry_spec_id: c_uint,
        100 is_entry_point_spec_id: c_uint,
        104 dispatch_grid_is_upper_bound_spec_id: c_uint,
        108 is_static_broadcast_node_spec_id: c_uint,
        112 dispatch_grid_is_upper_bound: Bool,
        113 node_track_rw_input_sharing: Bool,
        114 is_program_entry: Bool,
    }
);

abi_struct!(
    /// `dxil_spv_node_output_data`.
    #[derive(Debug)]
    NodeOutputData, 32 {
        0 node_id: *const c_char,
        8 node_array_index: c_uint,
        12 node_array_size: c_uint,
        16 node_index_spec_constant_id: c_uint,
        20 max_records: c_uint,
        24 sparse_array: Bool,
    }
);

/// `dxil_spv_srv_remapper_cb`.
pub type SrvRemapper = unsafe extern "C" fn(*mut c_void, *const D3dBinding, *mut SrvVulkanBinding) -> Bool;
/// `dxil_spv_sampler_remapper_cb`.
pub type SamplerRemapper = unsafe extern "C" fn(*mut c_void, *const D3dBinding, *mut VulkanBinding) -> Bool;
/// `dxil_spv_uav_remapper_cb`.
pub type UavRemapper = unsafe extern "C" fn(*mut c_void, *const UavD3dBinding, *mut UavVulkanBinding) -> Bool;
/// `dxil_spv_cbv_remapper_cb`.
pub type CbvRemapper = unsafe extern "C" fn(*mut c_void, *const D3dBinding, *mut CbvVulkanBinding) -> Bool;
/// `dxil_spv_vertex_input_remapper_cb`.
pub type VertexInputRemapper =
    unsafe extern "C" fn(*mut c_void, *const D3dStageIo, *mut VulkanVertexInput) -> Bool;
/// `dxil_spv_shader_stage_io_remapper_cb`.
pub type StageIoRemapper = unsafe extern "C" fn(*mut c_void, *const D3dStageIo, *mut VulkanStageIo) -> Bool;
/// `dxil_spv_stream_output_remapper_cb`.
pub type StreamOutputRemapper =
    unsafe extern "C" fn(*mut c_void, *const D3dStreamOutput, *mut VulkanStreamOutput) -> Bool;
/// `dxil_spv_log_cb`.
pub type LogCallback = unsafe extern "C" fn(*mut c_void, c_int, *const c_char);

/// `dxil_spv_option_base`, and the options behind it. Each starts with its tag.
pub mod option {
    #![allow(missing_docs)]
    use super::*;

    /// The number of the last option of version 2.72.
    pub const LAST: c_int = 55;

    abi_struct!(#[derive(Debug)] Base, 4 { 0 tag: c_int });
    abi_struct!(
        /// All options that are one flag.
        #[derive(Debug)]
        Flag, 8 { 0 tag: c_int, 4 flag: Bool }
    );
    abi_struct!(
        /// Options of two flags.
        #[derive(Debug)]
        TwoFlags, 8 { 0 tag: c_int, 4 first: Bool, 5 second: Bool }
    );
    abi_struct!(
        /// Options of three flags.
        #[derive(Debug)]
        ThreeFlags, 8 { 0 tag: c_int, 4 first: Bool, 5 second: Bool, 6 third: Bool }
    );
    abi_struct!(
        /// Options of one number.
        #[derive(Debug)]
        Number, 8 { 0 tag: c_int, 4 number: c_uint }
    );
    abi_struct!(
        /// Options of two numbers.
        #[derive(Debug)]
        TwoNumbers, 12 { 0 tag: c_int, 4 first: c_uint, 8 second: c_uint }
    );
    abi_struct!(#[derive(Debug)] OutputSwizzle, 24 { 0 tag: c_int, 8 swizzles: *const c_uint, 16 swizzle_count: c_uint });
    abi_struct!(
        /// Sample count; also the subgroup size to force: a number, then a flag.
        #[derive(Debug)]
        NumberAndFlag, 12 { 0 tag: c_int, 4 number: c_uint, 8 flag: Bool }
    );
    abi_struct!(
        #[derive(Debug)]
        RootConstantInlineUniformBlock, 16 { 0 tag: c_int, 4 desc_set: c_uint, 8 binding: c_uint, 12 enable: Bool }
    );
    abi_struct!(#[derive(Debug)] ShaderSourceFile, 16 { 0 tag: c_int, 8 name: *const c_char });
    abi_struct!(
        #[derive(Debug)]
        OffsetBufferLayout, 16 { 0 tag: c_int, 4 untyped_offset: c_uint, 8 typed_offset: c_uint, 12 stride: c_uint }
    );
    abi_struct!(
        #[derive(Debug)]
        DescriptorQa, 40 {
            0 tag: c_int,
            4 enabled: Bool,
            8 version: c_uint,
            12 global_desc_set: c_uint,
            16 global_binding: c_uint,
            20 heap_desc_set: c_uint,
            24 heap_binding: c_uint,
            32 shader_hash: c_ulonglong,
        }
    );
    abi_struct!(
        #[derive(Debug)]
        BranchControl, 12 {
            0 tag: c_int,
            4 use_shader_metadata: Bool,
            5 force_unroll: Bool,
            6 force_loop: Bool,
            7 force_flatten: Bool,
            8 force_branch: Bool,
        }
    );
    abi_struct!(
        #[derive(Debug)]
        InstructionInstrumentation, 48 {
            0 tag: c_int,
            4 enabled: Bool,
            8 version: c_uint,
            12 control_desc_set: c_uint,
            16 control_binding: c_uint,
            20 payload_desc_set: c_uint,
            24 payload_binding: c_uint,
            32 shader_hash: c_ulonglong,
            40 kind: c_int,
        }
    );
    abi_struct!(
        #[derive(Debug)]
        NvApi, 16 { 0 tag: c_int, 4 enabled: Bool, 8 register_index: c_uint, 12 register_space: c_uint }
    );
    abi_struct!(
        #[derive(Debug)]
        ViewInstancing, 16 {
            0 tag: c_int,
            4 enabled: Bool,
            5 last_pre_rasterization_stage: Bool,
            8 view_index_to_view_instance_spec_id: c_uint,
            12 view_instance_to_viewport_spec_id: c_uint,
        }
    );
    abi_struct!(#[derive(Debug)] MixedFloatDotProduct, 12 { 0 tag: c_int, 4 fp16_fp16_fp32: Bool, 5 reserved: [Bool; 4] });
}
