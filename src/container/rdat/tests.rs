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

/// The words and strings of runtime data with functions `A` to `D` and these subobjects, as (kind, name, two operands); an
/// operand of an association's exports is a list of names.
fn library(subobjects: &[(u32, &str, [&str; 2])]) -> Vec<u8> {
    let (mut strings, mut indices) = (vec![0u8], Vec::new());
    let mut string = |text: &str| {
        let offset = strings.len() as u32;
        strings.extend(text.bytes().chain([0]));
        offset
    };
    let mut functions = vec![4, 44];
    for name in ["A", "B", "C", "D"] {
        let symbol = string(&format!("\u{1}?{name}@@"));
        functions.extend([
            symbol,
            string(name),
            u32::MAX,
            u32::MAX,
            7,
            16,
            8,
            0,
            0,
            1 << 7,
            0x70063,
        ]);
    }
    let mut table = vec![subobjects.len() as u32, 24];
    for (kind, name, operands) in subobjects {
        let name = string(name);
        let words = match kind {
            8 => {
                let subobject = string(operands[0]);
                let names: Vec<u32> = operands[1].split_whitespace().map(&mut string).collect();
                let at = indices.len() as u32;
                indices.push(names.len() as u32);
                indices.extend(names);
                [subobject, at, 0, 0]
            }
            11 => [0, u32::MAX, string(operands[0]), u32::MAX],
            _ => operands
                .map(|number| number.parse().unwrap_or(0))
                .map(|word: u32| [word, 0])
                .concat()
                .try_into()
                .unwrap(),
        };
        table.extend([*kind, name].into_iter().chain(words));
    }
    strings.resize(strings.len().next_multiple_of(4), 0);
    let words: Vec<u32> = strings
        .as_chunks::<4>()
        .0
        .iter()
        .map(|four| u32::from_le_bytes(*four))
        .collect();
    let parts = [
        (RdatPartType::STRING_BUFFER, words),
        (RdatPartType::INDEX_ARRAYS, indices),
        (RdatPartType::FUNCTION_TABLE, functions),
        (RdatPartType::SUBOBJECT_TABLE, table),
    ];
    let mut bytes: Vec<u32> = vec![0x10, parts.len() as u32];
    let mut offset = 8 + 4 * parts.len() as u32;
    for (_, words) in &parts {
        bytes.push(offset);
        offset += 8 + 4 * words.len() as u32;
    }
    for (part_type, words) in parts {
        bytes.extend([part_type.0, 4 * words.len() as u32]);
        bytes.extend(words);
    }
    bytes.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Names of the configs that are associated with each of the functions.
fn configs(subobjects: &[(u32, &str, [&str; 2])]) -> Vec<String> {
    let bytes = library(subobjects);
    let library = RuntimeData::parse(&bytes).unwrap().library().unwrap();
    let functions = library.functions.iter();
    let names = functions.map(|function| {
        let found = library.associated(function, |kind| {
            matches!(kind, SubobjectKind::RaytracingShaderConfig { .. })
        });
        found
            .iter()
            .map(|subobject| subobject.name)
            .collect::<Vec<_>>()
            .join("+")
    });
    names.collect()
}

#[test]
fn associations() {
    let config = |name| (9, name, ["16", "8"]);
    // The only one is everyone's, unless it is named for some.
    assert_eq!(configs(&[config("x")]), ["x", "x", "x", "x"]);
    assert_eq!(
        configs(&[config("x"), (8, "a", ["x", "B \u{1}?C@@"])]),
        ["", "x", "x", ""]
    );
    // Of two that nobody names none is the default; one that is named for all is.
    assert_eq!(configs(&[config("x"), config("y")]), ["", "", "", ""]);
    assert_eq!(
        configs(&[config("x"), config("y"), (8, "a", ["y", ""])]),
        ["y", "y", "y", "y"]
    );
    // A name comes before all, and so does the hit group that a function is in.
    let named = [
        config("x"),
        config("y"),
        (8, "a", ["y", ""]),
        (8, "b", ["x", "D"]),
    ];
    assert_eq!(configs(&named), ["y", "y", "y", "x"]);
    let grouped = [
        config("x"),
        config("y"),
        (8, "a", ["y", ""]),
        (8, "b", ["x", "G"]),
        (11, "G", ["C", ""]),
    ];
    assert_eq!(configs(&grouped), ["y", "y", "x", "y"]);
    let twice = [
        config("x"),
        config("y"),
        (8, "a", ["y", "A"]),
        (8, "b", ["x", "A"]),
    ];
    assert_eq!(configs(&twice), ["x+y", "", "", ""]);
}

/// Every word of a library's runtime data with every value that means something somewhere, and every end of it.
#[test]
fn damaged_libraries_are_errors_at_most() {
    let whole = library(&[
        (0, "flags", ["3", "0"]),
        (9, "config", ["16", "8"]),
        (12, "pipeline", ["2", "256"]),
        (11, "group", ["C", ""]),
        (8, "association", ["config", "A B group"]),
        (2, "root", ["0", "8"]),
    ]);
    let read = |bytes: &[u8]| -> crate::error::Result<()> {
        let library = RuntimeData::parse(bytes)?.library()?;
        for function in &library.functions {
            library.associated(function, |_| true);
            library.dependencies(function)?;
            library.hit_groups(function).count();
        }
        for subobject in &library.subobjects {
            subobject.kind.root_signature().transpose()?;
        }
        Ok(())
    };
    let mut refused = 0;
    for end in 0..whole.len() {
        refused += u32::from(read(&whole[..end]).is_err());
    }
    for at in (0..whole.len()).step_by(4) {
        for word in [
            0,
            1,
            2,
            8,
            9,
            11,
            12,
            0x100,
            0xffff,
            0x7fff_ffff,
            0x8000_0000,
            u32::MAX - 3,
            u32::MAX,
        ] {
            let mut damaged = whole.clone();
            damaged[at..at + 4].copy_from_slice(&u32::to_le_bytes(word));
            refused += u32::from(read(&damaged).is_err());
        }
    }
    assert!(refused as usize > whole.len(), "{refused}");
}
