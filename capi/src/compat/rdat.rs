//! Subobjects of libraries, kept as C wants them. Their payloads, root signatures, stay in the caller's input, as layers
//! count on that free the blob before they read them.

use super::types::RdatSubobject;
use crate::pointers::c_string;
use dxil2spirv::container::Container;
use dxil2spirv::container::rdat::SubobjectKind;
use dxil2spirv::error::Result;
use std::ffi::{CString, c_char, c_int, c_uint};

/// A subobject with its strings, which live as long as the blob, and a payload that lives as long as the input.
#[derive(Debug)]
pub struct OwnedSubobject {
    kind: c_int,
    name: CString,
    hit_group_type: c_int,
    /// The strings that `export_pointers` point to.
    strings: Vec<CString>,
    export_pointers: Vec<Pointer>,
    args: [c_uint; 2],
    payload: Payload,
}

/// Bytes of the caller's input; nothing here reads them.
#[derive(Debug)]
struct Payload(*const u8, usize);

// SAFETY: it is handed out only, and whoever reads it vouches for the input.
unsafe impl Send for Payload {}
// SAFETY: as above.
unsafe impl Sync for Payload {}

/// A pointer to a string of the same [`OwnedSubobject`].
#[repr(transparent)]
#[derive(Debug)]
struct Pointer(*const c_char);

// SAFETY: the string is immutable and owned by the structure that the pointer is in.
unsafe impl Send for Pointer {}
// SAFETY: as above.
unsafe impl Sync for Pointer {}

/// The subobjects of a container in the caller's input, in their order; those of unknown kinds are left out.
///
/// # Errors
/// `Malformed` for a damaged RDAT part.
pub fn subobjects(container: &Container<'_>) -> Result<Vec<OwnedSubobject>> {
    let Some(data) = container.runtime_data()? else {
        return Ok(Vec::new());
    };
    let all = data.subobjects()?;
    Ok(all
        .iter()
        .filter_map(|subobject| OwnedSubobject::new(subobject.name, &subobject.kind))
        .collect())
}

impl OwnedSubobject {
    fn new(name: &str, kind: &SubobjectKind<'_>) -> Option<Self> {
        let mut this = Self {
            kind: 0,
            name: c_string(name),
            hit_group_type: 0,
            strings: Vec::new(),
            export_pointers: Vec::new(),
            args: [0; 2],
            payload: Payload(std::ptr::null(), 0),
        };
        let mut exports: Vec<&str> = Vec::new();
        match kind {
            SubobjectKind::StateObjectConfig(flags) => this.args[0] = flags.0,
            SubobjectKind::GlobalRootSignature(payload) => {
                this.kind = 1;
                this.payload = Payload(payload.as_ptr(), payload.len());
            }
            SubobjectKind::LocalRootSignature(payload) => {
                this.kind = 2;
                this.payload = Payload(payload.as_ptr(), payload.len());
            }
            SubobjectKind::SubobjectToExportsAssociation {
                subobject,
                exports: names,
            } => {
                this.kind = 8;
                // The subobject comes first, then what it applies to.
                exports.push(subobject);
                exports.extend(names);
            }
            SubobjectKind::RaytracingShaderConfig {
                max_payload_bytes,
                max_attribute_bytes,
            } => {
                this.kind = 9;
                this.args = [*max_payload_bytes, *max_attribute_bytes];
            }
            SubobjectKind::RaytracingPipelineConfig {
                max_trace_recursion_depth,
                flags,
            } => {
                this.kind = if flags.is_some() { 12 } else { 10 };
                this.args = [*max_trace_recursion_depth, flags.map_or(0, |flags| flags.0)];
            }
            SubobjectKind::HitGroup {
                group_type,
                any_hit,
                closest_hit,
                intersection,
            } => {
                this.kind = 11;
                this.hit_group_type = group_type.0 as c_int;
                exports.extend([any_hit, closest_hit, intersection]);
            }
            SubobjectKind::Unknown { .. } => return None,
        }
        this.strings = exports.into_iter().map(c_string).collect();
        this.export_pointers = this.strings.iter().map(|text| Pointer(text.as_ptr())).collect();
        Some(this)
    }

    /// As the structure of the interface.
    pub fn view(&self) -> RdatSubobject {
        RdatSubobject {
            kind: self.kind,
            subobject_name: self.name.as_ptr(),
            hit_group_type: self.hit_group_type,
            exports: self.export_pointers.as_ptr().cast(),
            num_exports: self.export_pointers.len() as c_uint,
            args: self.args,
            payload: self.payload.0.cast(),
            payload_size: self.payload.1,
        }
    }
}
