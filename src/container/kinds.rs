//! Sets of values that several parts use, with the numbers of DXIL. The sets are open: unknown values are kept.
//!
//! Spec: the enumerations of the same names in DXC's `DxilConstants.h` and `DxilContainer.h`.

use super::names::open_enum;

open_enum! {
    /// `DXIL::ResourceClass`.
    pub struct ResourceClass(u32) {
        SRV = 0, "srv";
        UAV = 1, "uav";
        CBUFFER = 2, "cbuffer";
        SAMPLER = 3, "sampler";
    }
}

open_enum! {
    /// `DXIL::ResourceKind`.
    pub struct ResourceKind(u32) {
        INVALID = 0, "invalid";
        TEXTURE_1D = 1, "texture1d";
        TEXTURE_2D = 2, "texture2d";
        TEXTURE_2DMS = 3, "texture2dms";
        TEXTURE_3D = 4, "texture3d";
        TEXTURE_CUBE = 5, "texture_cube";
        TEXTURE_1D_ARRAY = 6, "texture1d_array";
        TEXTURE_2D_ARRAY = 7, "texture2d_array";
        TEXTURE_2DMS_ARRAY = 8, "texture2dms_array";
        TEXTURE_CUBE_ARRAY = 9, "texture_cube_array";
        TYPED_BUFFER = 10, "typed_buffer";
        RAW_BUFFER = 11, "raw_buffer";
        STRUCTURED_BUFFER = 12, "structured_buffer";
        CBUFFER = 13, "cbuffer";
        SAMPLER = 14, "sampler";
        TBUFFER = 15, "tbuffer";
        RT_ACCELERATION_STRUCTURE = 16, "rt_acceleration_structure";
        FEEDBACK_TEXTURE_2D = 17, "feedback_texture2d";
        FEEDBACK_TEXTURE_2D_ARRAY = 18, "feedback_texture2d_array";
    }
}

open_enum! {
    /// `DxilProgramSigCompType`: the type of a signature element's components.
    pub struct ComponentType(u32) {
        UNKNOWN = 0, "unknown";
        UINT32 = 1, "uint32";
        SINT32 = 2, "sint32";
        FLOAT32 = 3, "float32";
        UINT16 = 4, "uint16";
        SINT16 = 5, "sint16";
        FLOAT16 = 6, "float16";
        UINT64 = 7, "uint64";
        SINT64 = 8, "sint64";
        FLOAT64 = 9, "float64";
    }
}

open_enum! {
    /// `DXIL::SemanticKind`.
    pub struct SemanticKind(u32) {
        ARBITRARY = 0, "arbitrary";
        VERTEX_ID = 1, "vertex_id";
        INSTANCE_ID = 2, "instance_id";
        POSITION = 3, "position";
        RENDER_TARGET_ARRAY_INDEX = 4, "render_target_array_index";
        VIEWPORT_ARRAY_INDEX = 5, "viewport_array_index";
        CLIP_DISTANCE = 6, "clip_distance";
        CULL_DISTANCE = 7, "cull_distance";
        OUTPUT_CONTROL_POINT_ID = 8, "output_control_point_id";
        DOMAIN_LOCATION = 9, "domain_location";
        PRIMITIVE_ID = 10, "primitive_id";
        GS_INSTANCE_ID = 11, "gs_instance_id";
        SAMPLE_INDEX = 12, "sample_index";
        IS_FRONT_FACE = 13, "is_front_face";
        COVERAGE = 14, "coverage";
        INNER_COVERAGE = 15, "inner_coverage";
        TARGET = 16, "target";
        DEPTH = 17, "depth";
        DEPTH_LESS_EQUAL = 18, "depth_less_equal";
        DEPTH_GREATER_EQUAL = 19, "depth_greater_equal";
        STENCIL_REF = 20, "stencil_ref";
        DISPATCH_THREAD_ID = 21, "dispatch_thread_id";
        GROUP_ID = 22, "group_id";
        GROUP_INDEX = 23, "group_index";
        GROUP_THREAD_ID = 24, "group_thread_id";
        TESS_FACTOR = 25, "tess_factor";
        INSIDE_TESS_FACTOR = 26, "inside_tess_factor";
        VIEW_ID = 27, "view_id";
        BARYCENTRICS = 28, "barycentrics";
        SHADING_RATE = 29, "shading_rate";
        CULL_PRIMITIVE = 30, "cull_primitive";
        START_VERTEX_LOCATION = 31, "start_vertex_location";
        START_INSTANCE_LOCATION = 32, "start_instance_location";
    }
}

open_enum! {
    /// `DXIL::InterpolationMode`.
    pub struct InterpolationMode(u32) {
        UNDEFINED = 0, "undefined";
        CONSTANT = 1, "constant";
        LINEAR = 2, "linear";
        LINEAR_CENTROID = 3, "linear_centroid";
        LINEAR_NOPERSPECTIVE = 4, "linear_noperspective";
        LINEAR_NOPERSPECTIVE_CENTROID = 5, "linear_noperspective_centroid";
        LINEAR_SAMPLE = 6, "linear_sample";
        LINEAR_NOPERSPECTIVE_SAMPLE = 7, "linear_noperspective_sample";
    }
}

open_enum! {
    /// `DXIL::TessellatorDomain`.
    pub struct TessellatorDomain(u32) {
        UNDEFINED = 0, "undefined";
        ISOLINE = 1, "isoline";
        TRI = 2, "tri";
        QUAD = 3, "quad";
    }
}

open_enum! {
    /// `DXIL::TessellatorOutputPrimitive`.
    pub struct TessellatorOutputPrimitive(u32) {
        UNDEFINED = 0, "undefined";
        POINT = 1, "point";
        LINE = 2, "line";
        TRIANGLE_CW = 3, "triangle_cw";
        TRIANGLE_CCW = 4, "triangle_ccw";
    }
}

open_enum! {
    /// `DXIL::InputPrimitive`.
    pub struct InputPrimitive(u32) {
        UNDEFINED = 0, "undefined";
        POINT = 1, "point";
        LINE = 2, "line";
        TRIANGLE = 3, "triangle";
        LINE_WITH_ADJACENCY = 6, "line_with_adjacency";
        TRIANGLE_WITH_ADJACENCY = 7, "triangle_with_adjacency";
    }
}

open_enum! {
    /// `DXIL::PrimitiveTopology`.
    pub struct PrimitiveTopology(u32) {
        UNDEFINED = 0, "undefined";
        POINT_LIST = 1, "point_list";
        LINE_LIST = 2, "line_list";
        LINE_STRIP = 3, "line_strip";
        TRIANGLE_LIST = 4, "triangle_list";
        TRIANGLE_STRIP = 5, "triangle_strip";
    }
}

open_enum! {
    /// `DXIL::MeshOutputTopology`.
    pub struct MeshOutputTopology(u32) {
        UNDEFINED = 0, "undefined";
        LINE = 1, "line";
        TRIANGLE = 2, "triangle";
    }
}
