//! What a library's runtime data means for a translation: root signatures by association, and the reflection of an export.
//!
//! In: the tables of part RDAT, and an entry point's symbol. Out: the root signatures that are associated with it, and what
//! the reflection tells of the export. Damaged tables are an error of each translation of an entry point, not of the parse.

use crate::container::RootSignature;
use crate::container::rdat::{FunctionRecord, Library, Subobject, SubobjectKind};
use crate::error::{Error, Result};
use crate::reflection::{HitGroup, LibraryExport, PipelineConfig, ShaderConfig};

/// The global and the local root signature that are associated with an export.
pub(super) fn root_signatures(
    library: &Library<'_>,
    export: &FunctionRecord<'_>,
) -> Result<[Option<RootSignature>; 2]> {
    let global = library.associated(export, |kind| {
        matches!(kind, SubobjectKind::GlobalRootSignature(_))
    });
    let local = library.associated(export, |kind| {
        matches!(kind, SubobjectKind::LocalRootSignature(_))
    });
    let one = |found: &[&Subobject<'_>], which: &str| match found {
        [] => Ok(None),
        [subobject] => subobject.kind.root_signature().transpose(),
        [first, second, ..] => Err(Error::malformed(format!(
            "{which} root signatures {} and {} are both associated with {}",
            first.name, second.name, export.unmangled_name
        ))
        .in_part("RDAT")),
    };
    Ok([one(&global, "global")?, one(&local, "local")?])
}

/// What the reflection tells of an export.
#[cold]
pub(super) fn reflection(library: &Library<'_>, export: &FunctionRecord<'_>) -> Result<LibraryExport> {
    let named = |wanted: fn(&SubobjectKind<'_>) -> bool| {
        let found = library.associated(export, wanted);
        found.first().map(|subobject| subobject.name.to_owned())
    };
    let mut told = LibraryExport {
        symbol: export.name.trim_start_matches('\u{1}').to_owned(),
        payload_bytes: export.payload_bytes,
        attribute_bytes: export.attribute_bytes,
        dependencies: library
            .dependencies(export)?
            .into_iter()
            .map(|name| name.trim_start_matches('\u{1}').to_owned())
            .collect(),
        global_root_signature: named(|kind| matches!(kind, SubobjectKind::GlobalRootSignature(_))),
        local_root_signature: named(|kind| matches!(kind, SubobjectKind::LocalRootSignature(_))),
        ..LibraryExport::default()
    };
    let config = library.associated(export, |kind| {
        matches!(kind, SubobjectKind::RaytracingShaderConfig { .. })
    });
    if let [subobject, ..] = config.as_slice()
        && let SubobjectKind::RaytracingShaderConfig {
            max_payload_bytes,
            max_attribute_bytes,
        } = subobject.kind
    {
        told.shader_config = Some(ShaderConfig {
            name: subobject.name.to_owned(),
            max_payload_bytes,
            max_attribute_bytes,
        });
    }
    let config = library.associated(export, |kind| {
        matches!(kind, SubobjectKind::RaytracingPipelineConfig { .. })
    });
    if let [subobject, ..] = config.as_slice()
        && let SubobjectKind::RaytracingPipelineConfig {
            max_trace_recursion_depth,
            flags,
        } = subobject.kind
    {
        let flags = flags.unwrap_or_default();
        told.pipeline_config = Some(PipelineConfig {
            name: subobject.name.to_owned(),
            max_trace_recursion_depth,
            flags: flags.all_names(),
        });
    }
    let config = library.associated(export, |kind| matches!(kind, SubobjectKind::StateObjectConfig(_)));
    if let [subobject, ..] = config.as_slice()
        && let SubobjectKind::StateObjectConfig(flags) = subobject.kind
    {
        told.state_object_flags = flags.all_names();
    }
    for group in library.hit_groups(export) {
        if let SubobjectKind::HitGroup {
            group_type,
            any_hit,
            closest_hit,
            intersection,
        } = group.kind
        {
            told.hit_groups.push(HitGroup {
                name: group.name.to_owned(),
                kind: group_type.to_string(),
                any_hit: any_hit.to_owned(),
                closest_hit: closest_hit.to_owned(),
                intersection: intersection.to_owned(),
            });
        }
    }
    Ok(told)
}
