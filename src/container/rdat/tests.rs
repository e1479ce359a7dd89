//! Tests of RDAT.

use super::*;
use crate::ErrorKind;
use crate::container::features::FeatureFlags;
use crate::container::kinds::{ResourceClass, ResourceKind};
use crate::container::root_signature::RootParameterKind;
use crate::container::tests::fixture_part;
use crate::container::{FourCc, ShaderKind};

#[test]
fn resources_and_functions() {
    let payload = fixture_part("library", FourCc::RDAT);
    let data = RuntimeData::parse(&payload).unwrap();
    let resources = data.resources().unwrap();
    let facts: Vec<_> = resources
        .iter()
        .map(|r| (r.class, r.kind, r.name, r.lower_bound))
        .collect();
    assert_eq!(
        facts,
        [
            (
                ResourceClass::SRV,
                ResourceKind::RT_ACCELERATION_STRUCTURE,
                "as",
                0
            ),
            (ResourceClass::UAV, ResourceKind::TEXTURE_2D, "u", 0),
        ]
    );
    let functions = data.functions().unwrap();
    let facts: Vec<_> = functions
        .iter()
        .map(|f| {
            (
                f.unmangled_name,
                f.kind,
                f.payload_bytes,
                f.attribute_bytes,
                f.resources.len(),
            )
        })
        .collect();
    assert_eq!(
        facts,
        [
            ("Gen", Some(ShaderKind::RayGeneration), 0, 0, 2),
            ("Hit", Some(ShaderKind::ClosestHit), 16, 8, 0),
            ("Miss", Some(ShaderKind::Miss), 16, 0, 0),
        ]
    );
    assert_eq!(functions[0].name, "\u{1}?Gen@@YAXXZ");
    assert_eq!(functions[0].resources.iter().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(functions[0].stages, 1 << ShaderKind::RayGeneration.to_raw());
    assert_eq!(functions[0].features, FeatureFlags::NONE);
}

#[test]
fn subobjects() {
    let payload = fixture_part("library", FourCc::RDAT);
    let data = RuntimeData::parse(&payload).unwrap();
    let subobjects = data.subobjects().unwrap();
    let find = |name| {
        &subobjects
            .iter()
            .find(|subobject| subobject.name == name)
            .unwrap()
            .kind
    };
    assert_eq!(subobjects.len(), 7);
    assert_eq!(
        *find("soc"),
        SubobjectKind::StateObjectConfig(StateObjectFlags::ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS)
    );
    assert_eq!(
        *find("assoc"),
        SubobjectKind::SubobjectToExportsAssociation {
            subobject: "lrs",
            exports: vec!["Hit", "Miss"]
        }
    );
    assert_eq!(
        *find("rsc"),
        SubobjectKind::RaytracingShaderConfig {
            max_payload_bytes: 16,
            max_attribute_bytes: 8
        }
    );
    assert_eq!(
        *find("rpc"),
        SubobjectKind::RaytracingPipelineConfig {
            max_trace_recursion_depth: 3,
            flags: Some(RaytracingPipelineFlags::SKIP_TRIANGLES),
        }
    );
    assert_eq!(
        *find("hg"),
        SubobjectKind::HitGroup {
            group_type: HitGroupType::TRIANGLES,
            any_hit: "",
            closest_hit: "Hit",
            intersection: "",
        }
    );
    assert!(matches!(find("grs"), SubobjectKind::GlobalRootSignature(_)));
    let local = find("lrs").root_signature().unwrap().unwrap();
    let RootParameterKind::Constants(constants) = &local.parameters[0].kind else {
        panic!("{local:?}")
    };
    assert_eq!((constants.num_32bit_values, constants.shader_register), (4, 1));
}

#[test]
fn nodes() {
    let payload = fixture_part("nodes", FourCc::RDAT);
    let data = RuntimeData::parse(&payload).unwrap();
    let functions = data.functions().unwrap();
    let node = functions
        .iter()
        .find(|function| function.kind == Some(ShaderKind::Node))
        .unwrap();
    let extension = node.extension.unwrap();
    assert_eq!((extension.min_wave_lanes, extension.max_wave_lanes), (32, 32));
    assert_eq!(extension.shader_ref, Some(0));
    let table = data.table(RdatPartType::NODE_SHADER_INFO_TABLE).unwrap();
    assert_eq!((table.len(), table.stride()), (1, 20));
    // Launch type broadcasting.
    assert_eq!(table.record(0).unwrap().u32("launch type").unwrap(), 1);
    assert!(table.record(1).is_err());
    assert!(data.table(RdatPartType::VS_INFO_TABLE).unwrap().is_empty());
}

/// A payload of one part.
fn payload(part_type: RdatPartType, words: &[u32]) -> Vec<u8> {
    let header = [0x10, 1, 12, part_type.0, words.len() as u32 * 4];
    header
        .iter()
        .chain(words)
        .flat_map(|word| word.to_le_bytes())
        .collect()
}

#[test]
fn longer_records_and_hostile_tables() {
    let mut words = vec![2, 36];
    for id in 0..2 {
        words.extend([1, 2, id, 0, 4, 5, u32::MAX, 2, 0xdead]);
    }
    let bytes = payload(RdatPartType::RESOURCE_TABLE, &words);
    let resources = RuntimeData::parse(&bytes).unwrap().resources().unwrap();
    assert_eq!(resources[1].id, 1);
    assert_eq!(resources[1].name, "");
    assert_eq!(resources[1].flags, ResourceFlags::UAV_COUNTER);

    for (header, kind) in [
        ([u32::MAX, 4], ErrorKind::LimitExceeded),
        ([2, u32::MAX], ErrorKind::Malformed),
        ([3, 36], ErrorKind::Malformed),
        ([1, 0], ErrorKind::Malformed),
        ([1, 28], ErrorKind::Malformed),
    ] {
        words[..2].copy_from_slice(&header);
        let bytes = payload(RdatPartType::RESOURCE_TABLE, &words);
        let error = RuntimeData::parse(&bytes).unwrap().resources().unwrap_err();
        assert_eq!(error.kind(), kind, "{header:?}: {error}");
    }
    let bytes = payload(RdatPartType::INDEX_ARRAYS, &[2, 7, 8]);
    let data = RuntimeData::parse(&bytes).unwrap();
    assert_eq!(data.index_list(0).unwrap().iter().collect::<Vec<_>>(), [7, 8]);
    assert!(data.index_list(u32::MAX).unwrap().is_empty());
    assert!(data.index_list(1).is_err());
    assert!(data.index_list(0x4000_0000).is_err());
    assert!(data.string(0).is_err());
    assert!(data.bytes(0, 1).is_err());
}
