//! Tests of root signatures.

use super::*;
use crate::container::tests::{fixture, fixture_part};
use crate::container::{Container, DigestStatus, FourCc, ShaderKind};
use crate::error::ErrorKind;

/// What testdata/container/root_signature.hlsl says.
fn expected(version: RootSignatureVersion) -> RootSignature {
    let flagged = version >= RootSignatureVersion::V1_1;
    let on_descriptor = |flags: RootDescriptorFlags| if flagged { flags } else { RootDescriptorFlags::NONE };
    let range = |range_type, register, space, count, flags: DescriptorRangeFlags| DescriptorRange {
        range_type,
        num_descriptors: count,
        base_shader_register: register,
        register_space: space,
        flags: if flagged {
            flags
        } else {
            DescriptorRangeFlags::NONE
        },
        offset_in_descriptors_from_table_start: DescriptorRange::APPEND,
    };
    let none = DescriptorRangeFlags::NONE;
    let volatile = DescriptorRangeFlags::DESCRIPTORS_VOLATILE | DescriptorRangeFlags::DATA_VOLATILE;
    let parameter = |visibility, kind| RootParameter { visibility, kind };
    let descriptor = |shader_register, register_space, flags| RootDescriptor {
        shader_register,
        register_space,
        flags: on_descriptor(flags),
    };
    RootSignature {
        version,
        flags: RootSignatureFlags::ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT
            | RootSignatureFlags::DENY_HULL_SHADER_ROOT_ACCESS,
        parameters: vec![
            parameter(
                ShaderVisibility::Pixel,
                RootParameterKind::Constants(RootConstants {
                    shader_register: 1,
                    register_space: 2,
                    num_32bit_values: 5,
                }),
            ),
            parameter(
                ShaderVisibility::All,
                RootParameterKind::Cbv(descriptor(3, 0, RootDescriptorFlags::DATA_STATIC)),
            ),
            parameter(
                ShaderVisibility::Vertex,
                RootParameterKind::Srv(descriptor(4, 1, RootDescriptorFlags::NONE)),
            ),
            parameter(
                ShaderVisibility::All,
                RootParameterKind::Uav(descriptor(5, 0, RootDescriptorFlags::DATA_VOLATILE)),
            ),
            parameter(
                ShaderVisibility::All,
                RootParameterKind::DescriptorTable(DescriptorTable {
                    ranges: vec![
                        range(DescriptorRangeType::Cbv, 10, 0, 2, none),
                        range(DescriptorRangeType::Srv, 10, 0, 3, volatile),
                        DescriptorRange {
                            offset_in_descriptors_from_table_start: 9,
                            ..range(DescriptorRangeType::Uav, 10, 0, 1, none)
                        },
                        range(DescriptorRangeType::Srv, 20, 3, DescriptorRange::UNBOUNDED, none),
                    ],
                }),
            ),
            parameter(
                ShaderVisibility::Pixel,
                RootParameterKind::DescriptorTable(DescriptorTable {
                    ranges: vec![range(DescriptorRangeType::Sampler, 1, 0, 4, none)],
                }),
            ),
        ],
        static_samplers: vec![
            StaticSampler {
                filter: Filter::COMPARISON_MIN_MAG_LINEAR_MIP_POINT,
                address_u: TextureAddressMode::MIRROR,
                address_v: TextureAddressMode::BORDER,
                address_w: TextureAddressMode::CLAMP,
                mip_lod_bias: (-1.5).into(),
                max_anisotropy: 4,
                comparison_func: ComparisonFunc::GREATER,
                border_color: BorderColor::OPAQUE_WHITE,
                min_lod: 0.5.into(),
                max_lod: 9.0.into(),
                shader_register: 0,
                register_space: 7,
                visibility: ShaderVisibility::Pixel,
                flags: SamplerFlags::NONE,
            },
            StaticSampler {
                filter: Filter::ANISOTROPIC,
                address_u: TextureAddressMode::WRAP,
                address_v: TextureAddressMode::WRAP,
                address_w: TextureAddressMode::WRAP,
                mip_lod_bias: 0.0.into(),
                max_anisotropy: 16,
                comparison_func: ComparisonFunc::LESS_EQUAL,
                border_color: BorderColor::OPAQUE_WHITE,
                min_lod: 0.0.into(),
                max_lod: f32::MAX.into(),
                shader_register: 9,
                register_space: 0,
                visibility: ShaderVisibility::All,
                flags: SamplerFlags::NONE,
            },
        ],
    }
}

const COMPILED: [(&str, RootSignatureVersion); 2] = [
    ("root_signature.v1_0", RootSignatureVersion::V1_0),
    ("root_signature.v1_1", RootSignatureVersion::V1_1),
];

#[test]
fn compiled_root_signatures() {
    for (name, version) in COMPILED {
        let payload = fixture_part(name, FourCc::RTS0);
        let signature = RootSignature::from_raw(&payload).unwrap();
        assert_eq!(signature, expected(version));
        assert_eq!(RootSignature::from_bytes(&payload).unwrap(), signature);
        assert_eq!(RootSignature::from_bytes(&fixture(name)).unwrap(), signature);
        assert_eq!(signature.to_raw(), payload);
        assert_eq!(signature.dword_cost(), 5 + 3 * 2 + 2);
    }
}

#[test]
fn a_container_of_its_own() {
    let bytes = fixture("root_signature_only");
    let signature = RootSignature::from_bytes(&bytes).unwrap();
    assert_eq!(signature.flags, RootSignatureFlags::LOCAL_ROOT_SIGNATURE);
    assert_eq!(signature.parameters.len(), 2);
    let written = signature.to_container();
    assert_eq!(written, bytes);
    assert_eq!(
        Container::parse(&written).unwrap().digest_status(),
        DigestStatus::Valid
    );
}

#[test]
fn version_1_2_has_sampler_flags() {
    let mut signature = expected(RootSignatureVersion::V1_2);
    signature.static_samplers[0].flags = SamplerFlags::UINT_BORDER_COLOR;
    signature.static_samplers[1].flags = SamplerFlags::NON_NORMALIZED_COORDINATES | SamplerFlags(0x100);
    let payload = signature.to_raw();
    assert_eq!(
        payload.len(),
        expected(RootSignatureVersion::V1_1).to_raw().len() + 8
    );
    assert_eq!(payload[0], 3);
    assert_eq!(RootSignature::from_bytes(&payload).unwrap(), signature);
}

#[test]
fn json_round_trip() {
    let mut signature = expected(RootSignatureVersion::V1_2);
    signature.static_samplers[0].max_lod = FloatBits(0x7fc0_1234);
    signature.static_samplers[0].filter = Filter(0x1ff);
    let json = serde_json::to_string(&signature).unwrap();
    assert_eq!(serde_json::from_str::<RootSignature>(&json).unwrap(), signature);
    assert!(json.contains(r#""version":"1.2""#));
    assert!(json.contains(r#"{"visibility":"pixel","kind":{"constants":{"shader_register":1,"#));
}

#[test]
fn appended_ranges() {
    let signature = expected(RootSignatureVersion::V1_1);
    let RootParameterKind::DescriptorTable(table) = &signature.parameters[4].kind else {
        panic!()
    };
    assert_eq!(table.resolved_offsets().unwrap(), [0, 2, 9, 10]);
    let last = table.ranges[3];
    assert!(last.covers(3, 20) && last.covers(3, u32::MAX) && !last.covers(3, 19) && !last.covers(0, 20));
    assert!(table.ranges[1].covers(0, 12) && !table.ranges[1].covers(0, 13));

    let mut table = table.clone();
    table.ranges.push(DescriptorRange {
        num_descriptors: 1,
        ..last
    });
    let error = table.resolved_offsets().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RootSignature);
    table.ranges[4].offset_in_descriptors_from_table_start = 3;
    assert_eq!(table.resolved_offsets().unwrap(), [0, 2, 9, 10, 3]);
}

#[test]
fn flags_by_version() {
    use DescriptorRangeFlags as Flags;
    for (version, cbv, uav, sampler) in [
        (
            RootSignatureVersion::V1_0,
            Flags::DESCRIPTORS_VOLATILE | Flags::DATA_VOLATILE,
            Flags::DESCRIPTORS_VOLATILE | Flags::DATA_VOLATILE,
            Flags::DESCRIPTORS_VOLATILE,
        ),
        (
            RootSignatureVersion::V1_1,
            Flags::DATA_STATIC_WHILE_SET_AT_EXECUTE,
            Flags::DATA_VOLATILE,
            Flags::NONE,
        ),
    ] {
        let signature = expected(version);
        let range = |parameter: usize, range: usize| {
            let RootParameterKind::DescriptorTable(table) = &signature.parameters[parameter].kind else {
                panic!()
            };
            signature.range_flags(&table.ranges[range])
        };
        assert_eq!(range(4, 0), cbv);
        assert_eq!(range(4, 1), Flags::DESCRIPTORS_VOLATILE | Flags::DATA_VOLATILE);
        assert_eq!(range(4, 2), uav);
        assert_eq!(range(5, 0), sampler);
    }
}

#[test]
fn access_by_stage() {
    let signature = expected(RootSignatureVersion::V1_1);
    assert!(!signature.allows(ShaderKind::Hull));
    assert!(signature.allows(ShaderKind::Pixel) && signature.allows(ShaderKind::Compute));
    assert!(ShaderVisibility::All.includes(ShaderKind::Compute));
    assert!(!ShaderVisibility::Pixel.includes(ShaderKind::Compute));
    assert!(ShaderVisibility::Mesh.includes(ShaderKind::Mesh));
}

#[test]
fn filters_decode() {
    let filter = Filter::COMPARISON_MIN_MAG_LINEAR_MIP_POINT;
    assert_eq!(
        (
            filter.min(),
            filter.mag(),
            filter.mip(),
            filter.reduction(),
            filter.is_anisotropic()
        ),
        (
            FilterMode::Linear,
            FilterMode::Linear,
            FilterMode::Point,
            FilterReduction::Comparison,
            false
        )
    );
    assert!(Filter::MAXIMUM_ANISOTROPIC.is_anisotropic());
    assert_eq!(Filter::MAXIMUM_ANISOTROPIC.reduction(), FilterReduction::Maximum);
}

#[test]
fn every_truncation_is_an_error() {
    for (name, _) in COMPILED {
        let payload = fixture_part(name, FourCc::RTS0);
        for length in 0..payload.len() {
            assert!(
                RootSignature::from_raw(&payload[..length]).is_err(),
                "{name} {length}"
            );
        }
    }
}

#[test]
fn errors_say_where_and_what() {
    let good = expected(RootSignatureVersion::V1_1).to_raw();
    let message = |offset: usize, word: u32| {
        let mut payload = good.clone();
        payload[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
        RootSignature::from_raw(&payload).unwrap_err().to_string()
    };
    assert!(message(0, 4).starts_with("root signature version word 4: expected 1 (1.0)"));
    assert_eq!(
        message(24, 9),
        "root parameter type 9: expected a value from 0 to 4 (part RTS0, at byte 0x18)"
    );
    assert_eq!(
        message(28, 8),
        "shader visibility 8: expected a value from 0 to 7 (part RTS0, at byte 0x1c)"
    );
    assert_eq!(
        message(32, 0x10000),
        format!(
            "the offset 0x10000 of a root parameter lies outside the {:#x} bytes available (part RTS0, at byte \
             0x20)",
            good.len()
        )
    );
    assert!(message(4, u32::MAX).starts_with("expected 4294967295 root parameters of 12 bytes each"));
    assert!(
        RootSignature::from_bytes(b"\x09\0\0\0")
            .unwrap_err()
            .to_string()
            .contains("version word")
    );
    let error = RootSignature::from_bytes(&fixture("compute")).unwrap_err();
    assert!(
        error.to_string().contains("has no RTS0 part (it has SFI0,"),
        "{error}"
    );
}

#[test]
fn shared_ranges_are_bounded() {
    // 3,000 tables that all claim the same 3,000 ranges: nine million from 108 kB.
    let count = 3000u32;
    let table = 24 + 12 * count;
    let mut words = vec![1, count, 24, 0, 0, 0];
    for _ in 0..count {
        words.extend([0, 0, table]);
    }
    words.extend([count, table + 8]);
    words.resize(words.len() + 5 * count as usize, 0);
    let payload: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(
        RootSignature::from_raw(&payload).unwrap_err().kind(),
        ErrorKind::LimitExceeded
    );
}

#[test]
fn versions_convert_without_loss_of_meaning() {
    use RootSignatureVersion::{V1_0, V1_1, V1_2};
    let old = expected(V1_0);
    for version in [V1_1, V1_2] {
        let new = old.to_version(version).unwrap();
        assert_eq!(new.version, version);
        for (before, after) in old.parameters.iter().zip(&new.parameters) {
            match (&before.kind, &after.kind) {
                (RootParameterKind::DescriptorTable(before), RootParameterKind::DescriptorTable(after)) => {
                    for (before, after) in before.ranges.iter().zip(&after.ranges) {
                        assert_eq!(old.range_flags(before), new.range_flags(after));
                        assert_eq!(new.range_flags(after), after.flags);
                    }
                }
                (RootParameterKind::Uav(before), RootParameterKind::Uav(after)) => {
                    assert_eq!(
                        old.descriptor_flags(before, true),
                        new.descriptor_flags(after, true)
                    );
                }
                _ => {}
            }
        }
        assert_eq!(new.check(), []);
        assert_eq!(new.to_version(V1_0).unwrap(), old);
    }
    // Down to 1.0 the flags go: it promises nothing that they did not leave open.
    assert_eq!(expected(V1_1).to_version(V1_0).unwrap(), old);
    assert_eq!(expected(V1_1).to_version(V1_2).unwrap(), expected(V1_2));

    let mut flagged = expected(V1_2);
    flagged.static_samplers[1].flags = SamplerFlags::NON_NORMALIZED_COORDINATES;
    assert_eq!(flagged.to_version(V1_2).unwrap(), flagged);
    let error = flagged.to_version(V1_1).unwrap_err();
    assert_eq!(
        error.message(),
        "static sampler 1: s9, space 0: it has the flags non_normalized_coordinates, which version 1.1 does not \
         have: version 1.2 does"
    );
    // JSON says both version and flags.
    let json = flagged.to_json().unwrap().replace("\"1.2\"", "\"1.1\"");
    assert!(
        RootSignature::from_json(&json)
            .unwrap_err()
            .message()
            .contains("static sampler 1")
    );
    let json = expected(V1_1).to_json().unwrap().replace("\"1.1\"", "\"1.0\"");
    assert_eq!(
        RootSignature::from_json(&json).unwrap_err().message(),
        "root signature as JSON: root parameter 1: it has the flags data_static, which version 1.0 does not have: \
         version 1.1 does"
    );
    // An array of the fields' values is none.
    assert_eq!(
        RootSignature::from_json("[\"1.1\", [], [], []]")
            .unwrap_err()
            .message(),
        "root signature as JSON: this is no JSON object, which begins with `{`"
    );
}
