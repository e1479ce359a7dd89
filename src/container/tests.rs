//! Tests of the container as a whole: layout, front door, digest, damage.

use super::*;
use crate::ErrorKind;

/// A file under testdata/container.
pub(super) fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/testdata/container/{name}.dxil", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The payload of one part of a file under testdata/container.
pub(super) fn fixture_part(name: &str, part: FourCc) -> Vec<u8> {
    let bytes = fixture(name);
    Container::parse(&bytes).unwrap().part(part).unwrap().to_vec()
}

const FIXTURES: [&str; 16] = [
    "compute",
    "compute.psv0",
    "compute.psv1",
    "compute.psv2",
    "compute.psv3",
    "compute.source",
    "compute.unsigned",
    "domain",
    "geometry",
    "hull",
    "library",
    "mesh",
    "nodes",
    "root_signature.v1_0",
    "root_signature.v1_1",
    "root_signature_only",
];

fn put(bytes: &mut [u8], offset: usize, word: u32) {
    bytes[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
}

/// Runs every reader over `bytes`, whatever comes of it.
fn read_everything(bytes: &[u8]) {
    if let Ok(input) = ShaderInput::detect(bytes) {
        let _ = input.bitcode();
        if let Some(container) = &input.container {
            container.check_parts();
        }
    }
    if let Ok(signature) = RootSignature::from_bytes(bytes) {
        signature.to_raw();
    }
}

#[test]
fn compiled_containers_are_read_without_errors() {
    for name in FIXTURES {
        let bytes = fixture(name);
        let container = Container::parse(&bytes).unwrap();
        assert_eq!(container.check_parts(), [], "{name}");
        assert_eq!(container.version(), (1, 0));
        assert_eq!(container.trailing_bytes(), 0);
        let expected = if name == "compute.unsigned" {
            DigestStatus::Unsigned
        } else {
            DigestStatus::Valid
        };
        assert_eq!(container.digest_status(), expected, "{name}");
    }
}

#[test]
fn the_writer_reproduces_compiled_containers() {
    for name in FIXTURES {
        let bytes = fixture(name);
        let container = Container::parse(&bytes).unwrap();
        let mut writer = ContainerWriter::new();
        for part in container.parts() {
            writer.part(part.name, part.data);
        }
        let written = if name == "compute.unsigned" {
            writer.finish_unsigned()
        } else {
            writer.finish()
        };
        assert!(written == bytes, "{name}");
    }
}

#[test]
fn digest_of_every_tail_length() {
    // MD5 variants go wrong where the padding needs another block: 55, 56, 63 and 64 bytes of tail.
    let mut seen = std::collections::BTreeSet::new();
    for length in 0..200 {
        assert!(seen.insert(digest(&vec![0x5a; length])), "{length}");
    }
}

#[test]
fn digest_states() {
    let mut bytes = fixture("hull");
    *bytes.last_mut().unwrap() ^= 1;
    let status = |bytes: &[u8]| Container::parse(bytes).unwrap().digest_status();
    assert_eq!(status(&bytes), DigestStatus::Invalid);
    for (value, expected) in [
        (0, DigestStatus::Unsigned),
        (1, DigestStatus::Bypass),
        (2, DigestStatus::PreviewBypass),
    ] {
        bytes[4..20].fill(value);
        assert_eq!(status(&bytes), expected);
    }
}

#[test]
fn a_written_container_reads_back() {
    let mut writer = ContainerWriter::new();
    writer
        .part(FourCc::PRIV, b"abc")
        .part(FourCc(*b"\x01odd"), b"payload!");
    let bytes = writer.finish();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.part(FourCc::PRIV), Some(&b"abc\0"[..]));
    assert_eq!(container.describe_parts(), "PRIV, \\x01odd");
    assert_eq!(container.digest_status(), DigestStatus::Valid);
    assert_eq!(
        Container::parse(&ContainerWriter::new().finish())
            .unwrap()
            .parts(),
        []
    );
}

#[test]
fn odd_but_harmless_layouts() {
    // Two parts of one name; the directory names the second twice, out of order, and one part lies unaligned
    // inside another's payload.
    let mut bytes = Vec::new();
    bytes.extend_from_slice(b"DXBC");
    bytes.extend_from_slice(&[0; 16]);
    for word in [1, 76, 4, 60, 48, 60, 57] {
        bytes.extend_from_slice(&u32::to_le_bytes(word));
    }
    bytes.extend_from_slice(b"PRIV\x04\0\0\0abcd");
    bytes.extend_from_slice(b"PRIV\x08\0\0\0efghijkl");
    // At 57: "bcd", then part of the next header.
    put(&mut bytes, 57, u32::from_le_bytes(*b"ODD!"));
    put(&mut bytes, 61, 2);
    let bytes = [bytes, b"behind".to_vec()].concat();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.trailing_bytes(), 6);
    assert_eq!(container.parts().len(), 4);
    assert_eq!(container.part(FourCc(*b"ODD!")), Some(&bytes[65..67]));
    assert_eq!(container.parts()[3].offset, 57);
}

#[test]
fn the_first_of_two_parts_is_used() {
    let mut writer = ContainerWriter::new();
    writer.part(FourCc::PRIV, b"1st!").part(FourCc::PRIV, b"2nd!");
    let bytes = writer.finish();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.part(FourCc::PRIV), Some(&b"1st!"[..]));
    assert_eq!(container.parts().len(), 2);
}

#[test]
fn errors_say_where_and_what() {
    let message = |bytes: &[u8]| Container::parse(bytes).unwrap_err().to_string();
    let mut writer = ContainerWriter::new();
    writer.part(FourCc::PRIV, b"abcd").part(FourCc::HASH, &[0; 20]);
    let good = writer.finish();
    let change = |offset, word| {
        let mut bytes = good.clone();
        put(&mut bytes, offset, word);
        bytes
    };
    assert_eq!(
        message(&good[..30]),
        "the container's size is 80 bytes, but the file has 30: it is truncated (part DXBC, at byte 0x18)"
    );
    assert_eq!(
        message(b"DXBC\0"),
        "expected 16 bytes of digest, found 1 (part DXBC, at byte 0x4)"
    );
    assert_eq!(
        message(b"DXIL"),
        "expected the magic DXBC, found DXIL (part DXBC, at byte 0x0)"
    );
    assert_eq!(
        message(&change(36, 1000)),
        "the offset 0x3e8 of a part lies outside the 0x50 bytes available (part DXBC, at byte 0x24)"
    );
    assert_eq!(
        message(&change(56, 21)),
        "expected 21 bytes of part payload, found 20 (part 1, named HASH) (part DXBC, at byte 0x34)"
    );
    assert_eq!(
        message(&change(28, 13)),
        "expected 13 part offsets of 4 bytes each, found 48 bytes (part DXBC, at byte 0x20)"
    );
    assert_eq!(
        Container::parse(&change(28, 257)).unwrap_err().kind(),
        ErrorKind::LimitExceeded
    );
    assert_eq!(
        Container::parse(&change(24, 12)).unwrap_err().kind(),
        ErrorKind::Malformed
    );
}

#[test]
fn every_truncation_is_an_error() {
    for name in FIXTURES {
        let bytes = fixture(name);
        for length in 0..bytes.len() {
            assert!(ShaderInput::detect(&bytes[..length]).is_err(), "{name} {length}");
        }
    }
}

#[test]
fn truncated_parts_do_no_harm() {
    for name in FIXTURES {
        let bytes = fixture(name);
        let container = Container::parse(&bytes).unwrap();
        for part in container.parts() {
            // Bitcode is opaque here: its cuts are all alike.
            for length in 0..part.data.len().min(600) {
                let mut writer = ContainerWriter::new();
                writer.part(part.name, &part.data[..length]);
                read_everything(&writer.finish_unsigned());
            }
        }
    }
}

#[test]
fn damaged_words_do_no_harm() {
    for name in FIXTURES {
        let bytes = fixture(name);
        let container = Container::parse(&bytes).unwrap();
        let bitcode = container
            .program()
            .map(|program| program.bitcode.len())
            .unwrap_or(0);
        // The last part is the program: all before its bitcode is read here.
        for offset in 0..bytes.len() - bitcode {
            let mut damaged = bytes.clone();
            for word in [0, 0x7fff_ffff, u32::MAX, bytes.len() as u32] {
                let Some(place) = damaged.get_mut(offset..offset + 4) else {
                    continue;
                };
                place.copy_from_slice(&word.to_le_bytes());
                read_everything(&damaged);
            }
        }
    }
}

#[test]
fn program_headers() {
    for (name, profile) in [
        ("compute", "cs_6_0"),
        ("domain", "ds_6_0"),
        ("geometry", "gs_6_1"),
        ("hull", "hs_6_1"),
        ("library", "lib_6_3"),
        ("mesh", "ms_6_5"),
        ("nodes", "lib_6_8"),
        ("root_signature.v1_1", "ps_6_0"),
    ] {
        let bytes = fixture(name);
        let input = ShaderInput::detect(&bytes).unwrap();
        let header = input.program_header().unwrap().unwrap();
        assert_eq!(header.to_string(), profile);
        assert_eq!(
            (header.dxil_major, header.dxil_minor),
            (1, header.shader_model_minor)
        );
        assert!(input.bitcode().unwrap().starts_with(b"BC\xc0\xde"));
        let container = input.container.unwrap();
        let reflection = container.reflection_program().unwrap().unwrap();
        assert_eq!(reflection.header, header);
    }
}

#[test]
fn bitcode_without_a_container() {
    let bitcode = b"BC\xc0\xde1234";
    let input = ShaderInput::detect(bitcode).unwrap();
    assert_eq!(input.format, InputFormat::Bitcode);
    assert_eq!(input.bitcode().unwrap(), bitcode);
    assert_eq!(input.program_header().unwrap(), None);

    let mut wrapped = b"\xde\xc0\x17\x0b\0\0\0\0\x14\0\0\0\x08\0\0\0\x07\0\0\0".to_vec();
    wrapped.extend_from_slice(bitcode);
    wrapped.extend_from_slice(b"padding");
    let input = ShaderInput::detect(&wrapped).unwrap();
    assert_eq!(input.format, InputFormat::WrappedBitcode);
    assert_eq!(input.bitcode().unwrap(), bitcode);
    for length in 0..28 {
        assert!(
            ShaderInput::detect(&wrapped[..length])
                .and_then(|input| input.bitcode())
                .is_err()
        );
    }
    wrapped[20] = 0;
    assert!(ShaderInput::detect(&wrapped).unwrap().bitcode().is_err());
}

#[test]
fn dxil_is_preferred_over_ildb() {
    let program = fixture_part("compute", FourCc::DXIL);
    let debug = fixture_part("compute.source", FourCc::DXIL);
    let mut writer = ContainerWriter::new();
    writer.part(FourCc::ILDB, &debug);
    let bytes = writer.finish();
    let found = Container::parse(&bytes).unwrap().program().unwrap();
    assert_eq!((found.part, found.header.shader_model()), (FourCc::ILDB, (6, 6)));
    writer.part(FourCc::DXIL, &program);
    let bytes = writer.finish();
    let found = Container::parse(&bytes).unwrap().program().unwrap();
    assert_eq!((found.part, found.header.shader_model()), (FourCc::DXIL, (6, 0)));
}

#[test]
fn what_is_no_shader_says_so() {
    let error = |bytes: &[u8]| {
        let error = ShaderInput::detect(bytes)
            .and_then(|input| input.bitcode())
            .unwrap_err();
        (error.kind(), error.to_string())
    };
    let mut writer = ContainerWriter::new();
    writer.part(FourCc::RDEF, &[0; 8]).part(FourCc::SHEX, &[0; 8]);
    let (kind, text) = error(&writer.finish());
    assert_eq!(kind, ErrorKind::Unsupported);
    assert!(text.contains("shader model 5") && text.contains("SHEX"), "{text}");

    let (kind, text) = error(&fixture("root_signature_only"));
    assert_eq!(kind, ErrorKind::Malformed);
    assert!(
        text.contains("holds no shader") && text.contains("found RTS0"),
        "{text}"
    );

    let (kind, text) = error(b"\x7fABC");
    assert_eq!(kind, ErrorKind::Malformed);
    assert!(text.contains("found 7f 41 42 43"), "{text}");
    assert!(error(b"").1.contains("the file is empty"));
}

#[test]
fn damaged_program_headers() {
    let good = fixture_part("compute", FourCc::DXIL);
    let error = |offset, word| {
        let mut program = good.clone();
        put(&mut program, offset, word);
        Program::parse(FourCc::DXIL, &program).unwrap_err().to_string()
    };
    assert_eq!(error(0, 0x63_0060), "shader kind 99 (part DXIL, at byte 0x0)");
    assert_eq!(
        error(4, 5),
        "program size 5 words: the header alone has 6 (part DXIL, at byte 0x4)"
    );
    assert_eq!(
        error(8, 0),
        "expected the magic DXIL, found \\x00\\x00\\x00\\x00 (part DXIL, at byte 0x8)"
    );
    assert!(error(16, 0x1000_0000).contains("at byte 0x10"));
    assert!(error(20, u32::MAX).contains("expected 4294967295 bytes of bitcode"));
    assert!(error(24, 0).contains("expected the bitcode magic"));
}

#[test]
fn small_parts() {
    let bytes = fixture("compute.source");
    let container = Container::parse(&bytes).unwrap();
    let hash = container.shader_hash().unwrap().unwrap();
    assert_eq!(hash.flags, ShaderHash::INCLUDES_SOURCE);
    let name = container.debug_name().unwrap().unwrap();
    let hex: String = hash.digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(name, format!("{hex}.pdb"));

    let bytes = fixture("library");
    let version = Container::parse(&bytes)
        .unwrap()
        .compiler_version()
        .unwrap()
        .unwrap();
    assert_eq!(version.major, 1);
    assert!(version.custom.starts_with("1."));

    let bytes = fixture("root_signature.v1_1");
    let features = Container::parse(&bytes).unwrap().features().unwrap().unwrap();
    assert_eq!(features, FeatureFlags::MINIMUM_PRECISION);
    assert_eq!(
        FeatureFlags(0x1_0800_0011).to_string(),
        "doubles | minimum_precision | extended_command_info | 0x8000000"
    );
}

#[test]
fn flags_and_names_survive_json() {
    let flags = FeatureFlags(0x8000_0000_0800_0011);
    let json = serde_json::to_string(&flags).unwrap();
    assert_eq!(json, r#"["doubles","minimum_precision","0x8000000008000000"]"#);
    assert_eq!(serde_json::from_str::<FeatureFlags>(&json).unwrap(), flags);
    assert_eq!(
        serde_json::from_str::<FeatureFlags>("17").unwrap(),
        FeatureFlags(17)
    );
    assert!(serde_json::from_str::<FeatureFlags>(r#"["double"]"#).is_err());
    use kinds::ResourceKind;
    let json = serde_json::to_string(&[ResourceKind::TEXTURE_2D, ResourceKind(77)]).unwrap();
    assert_eq!(json, r#"["texture2d",77]"#);
    assert_eq!(
        serde_json::from_str::<[ResourceKind; 2]>(&json).unwrap(),
        [ResourceKind::TEXTURE_2D, ResourceKind(77)]
    );
    assert!(serde_json::from_str::<ResourceKind>("\"texture9d\"").is_err());
}

#[test]
fn signatures() {
    let bytes = fixture("root_signature.v1_1");
    let container = Container::parse(&bytes).unwrap();
    let inputs = container.input_signature().unwrap().unwrap();
    let facts: Vec<_> = inputs
        .iter()
        .map(|element| {
            let SignatureElement {
                semantic_name,
                semantic_index,
                register,
                mask,
                ..
            } = *element;
            (semantic_name, semantic_index, register, mask)
        })
        .collect();
    assert_eq!(
        facts,
        [("TEXCOORD", 3, 0, 3), ("KEY", 0, 1, 1), ("SV_Position", 0, 2, 15)]
    );
    assert_eq!(inputs[1].component_type, kinds::ComponentType::FLOAT16);
    assert_eq!(inputs[1].min_precision, signature::MinPrecision::FLOAT16);
    assert_eq!(inputs[2].system_value, signature::SystemValue::POSITION);
    assert_eq!(inputs[2].rw_mask, 0);
    let outputs = container.output_signature().unwrap().unwrap();
    assert_eq!(outputs.len(), 1);
    assert_eq!(
        (outputs[0].semantic_name, outputs[0].semantic_index),
        ("SV_Target", 1)
    );
    assert_eq!(container.patch_constant_signature().unwrap(), None);

    let bytes = fixture("geometry");
    let outputs = Container::parse(&bytes)
        .unwrap()
        .output_signature()
        .unwrap()
        .unwrap();
    assert_eq!(outputs.iter().filter(|element| element.stream == 1).count(), 10);
    let bytes = fixture("hull");
    let patch = Container::parse(&bytes)
        .unwrap()
        .patch_constant_signature()
        .unwrap()
        .unwrap();
    assert_eq!(patch.len(), 5);
}

#[test]
fn hostile_signatures() {
    let parse = |words: &[u32], tail: &[u8]| {
        let mut payload: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        payload.extend_from_slice(tail);
        parse_signature(FourCc::ISG1, &payload)
            .map(|elements| elements.len())
            .map_err(|error| error.kind())
    };
    let element = |name| [0, name, 0, 0, 3, 0, 0xf, 0];
    assert_eq!(parse(&[0, 0], b""), Ok(0));
    assert_eq!(parse(&[[1, 8].as_slice(), &element(40)].concat(), b"A\0"), Ok(1));
    assert_eq!(
        parse(&[[1, 8].as_slice(), &element(40)].concat(), b"AB"),
        Err(ErrorKind::Malformed)
    );
    assert_eq!(
        parse(&[[1, 8].as_slice(), &element(40)].concat(), b"\xff\0"),
        Err(ErrorKind::Malformed)
    );
    assert_eq!(
        parse(&[[1, 8].as_slice(), &element(400)].concat(), b"A\0"),
        Err(ErrorKind::Malformed)
    );
    assert_eq!(
        parse(&[[2, 8].as_slice(), &element(40)].concat(), b"A\0"),
        Err(ErrorKind::Malformed)
    );
    assert_eq!(parse(&[u32::MAX, 8], b""), Err(ErrorKind::LimitExceeded));
    assert_eq!(
        parse(&[[1, 8].as_slice(), &element(40)].concat(), &[b'A'; 9000]),
        Err(ErrorKind::LimitExceeded)
    );
}
