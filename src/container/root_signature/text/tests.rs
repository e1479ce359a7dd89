//! Tests of the string form, and of the round trips of all forms.

use super::super::*;
use crate::container::FourCc;
use crate::container::tests::fixture_part;

/// One signature that a compiler accepts in version 1.1: testdata/container/root_signature_text.hlsl.
const COMPILED: &str = include_str!("../../../../testdata/container/root_signature_text.txt");

#[test]
fn compiled_text_gives_the_same_bytes() {
    let payload = fixture_part("root_signature_text", FourCc::RTS0);
    let signature = RootSignature::from_hlsl(COMPILED).unwrap();
    assert_eq!(signature, RootSignature::from_raw(&payload).unwrap());
    assert_eq!(signature.to_raw(), payload);
    let printed = signature.to_hlsl();
    assert_eq!(RootSignature::from_any(printed.as_bytes()).unwrap(), signature);
    for name in ["root_signature.v1_0", "root_signature.v1_1"] {
        let payload = fixture_part(name, FourCc::RTS0);
        let signature = RootSignature::from_raw(&payload).unwrap();
        let again = RootSignature::from_hlsl_as(&signature.to_hlsl(), signature.version).unwrap();
        assert_eq!(again.to_raw(), payload);
    }
}

#[test]
fn defaults() {
    let signature = RootSignature::from_hlsl("StaticSampler(s3), descriptortable(srv(T1))").unwrap();
    assert_eq!(signature.version, RootSignatureVersion::V1_1);
    let sampler = signature.static_samplers[0];
    assert_eq!(sampler.filter, Filter::ANISOTROPIC);
    assert_eq!(sampler.max_lod.get(), f32::MAX);
    assert_eq!(
        signature.to_hlsl(),
        "DescriptorTable(SRV(t1)),\nStaticSampler(s3)"
    );
    assert!(RootSignature::from_hlsl("").unwrap().parameters.is_empty());
    assert!(RootSignature::from_hlsl("RootFlags(0)").unwrap().flags.is_empty());
    assert_eq!(
        RootSignature::from_hlsl("CBV(b0), /* c */ // d")
            .unwrap()
            .parameters
            .len(),
        1
    );
}

#[test]
fn sampler_flags_make_version_1_2() {
    let text =
        "StaticSampler(s0, flags=UINT_BORDER_COLOR | NON_NORMALIZED_COORDINATES, minLOD=.5, maxLOD=+1e3F)";
    let signature = RootSignature::from_hlsl(text).unwrap();
    assert_eq!(signature.version, RootSignatureVersion::V1_2);
    let sampler = signature.static_samplers[0];
    assert_eq!((sampler.min_lod.get(), sampler.max_lod.get()), (0.5, 1000.0));
    assert!(RootSignature::from_hlsl_as(text, RootSignatureVersion::V1_1).is_err());
}

#[test]
fn errors_have_a_place() {
    for (text, message) in [
        (
            "CBV(b0),\n  Foo(b1)",
            "line 2, column 3: expected RootFlags, RootConstants, CBV, SRV, UAV, DescriptorTable or StaticSampler, found `Foo`",
        ),
        ("CBV(t0)", "line 1, column 5: expected a register b, found `t0`"),
        ("CBV(b0", "line 1, column 7: expected `,` or `)`, found the end"),
        (
            "CBV(b0, space=1, space=2)",
            "line 1, column 18: space is given twice",
        ),
        (
            "RootConstants(b0)",
            "line 1, column 1: RootConstants without num32BitConstants",
        ),
        (
            "CBV(b0, offset=1)",
            "line 1, column 9: CBV has no option `offset`",
        ),
        (
            "SRV(t4294967296)",
            "line 1, column 5: a register number above 4294967295",
        ),
        (
            "RootFlags()",
            "line 1, column 11: expected a root flag, found `)`",
        ),
        (
            "RootFlags(0), RootFlags(0)",
            "line 1, column 15: RootFlags is given twice",
        ),
        (
            "CBV(b0, visibility=ALL)",
            "line 1, column 20: expected SHADER_VISIBILITY_ALL or that of one stage, found `ALL`",
        ),
        ("CBV(b0) ; ", "line 1, column 9: unexpected character ';'"),
        ("/* é", "line 1, column 1: a comment without end"),
        (
            "StaticSampler(s0, maxLOD=1e99)",
            "line 1, column 26: expected a floating-point number of 32 bits, found `1e99`",
        ),
    ] {
        let error = RootSignature::from_hlsl(text).unwrap_err();
        assert_eq!(error.message(), format!("root signature text, {message}"));
    }
}

#[test]
fn every_prefix_and_every_changed_byte_is_read_or_refused() {
    for end in 0..COMPILED.len() {
        let _ = RootSignature::from_hlsl(&COMPILED[..end]);
        for byte in [b'(', b',', b'0', b'\n', b'/', b'x'] {
            let mut bytes = COMPILED.as_bytes().to_vec();
            bytes[end] = byte;
            let _ = RootSignature::from_any(&bytes);
        }
    }
}

#[test]
fn json_refuses_unknown_fields() {
    let json = RootSignature::from_hlsl("CBV(b0)").unwrap().to_json().unwrap();
    assert!(RootSignature::from_any(json.as_bytes()).is_ok());
    let error = RootSignature::from_json(&json.replacen("\"flags\"", "\"flag\"", 1)).unwrap_err();
    assert!(error.message().contains("unknown field"), "{error}");
}

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }
    fn below(&mut self, bound: u32) -> u32 {
        self.next() % bound
    }
    /// Mostly small, sometimes anything.
    fn number(&mut self) -> u32 {
        match self.below(8) {
            0 => self.next(),
            1 => u32::MAX,
            _ => self.below(20),
        }
    }
    fn float(&mut self) -> FloatBits {
        match self.below(4) {
            0 => FloatBits(self.next()),
            1 => f32::MAX.into(),
            2 => f32::NAN.into(),
            _ => (self.below(64) as f32 / 4.0 - 8.0).into(),
        }
    }
    fn visibility(&mut self) -> ShaderVisibility {
        ShaderVisibility::from_raw(self.below(8)).unwrap()
    }

    fn signature(&mut self) -> RootSignature {
        let version = RootSignatureVersion::from_raw(1 + self.below(3)).unwrap();
        let flagged = version >= RootSignatureVersion::V1_1;
        let flags = |random: &mut Self| if flagged { random.number() } else { 0 };
        let mut parameters = Vec::new();
        for _ in 0..self.below(6) {
            let descriptor = |random: &mut Self| RootDescriptor {
                shader_register: random.number(),
                register_space: random.number(),
                flags: RootDescriptorFlags(flags(random)),
            };
            let kind = match self.below(6) {
                0 => RootParameterKind::Constants(RootConstants {
                    shader_register: self.number(),
                    register_space: self.number(),
                    num_32bit_values: self.number(),
                }),
                1 => RootParameterKind::Cbv(descriptor(self)),
                2 => RootParameterKind::Srv(descriptor(self)),
                3 => RootParameterKind::Uav(descriptor(self)),
                _ => {
                    let ranges = (0..self.below(5)).map(|_| DescriptorRange {
                        range_type: DescriptorRangeType::from_raw(self.below(4)).unwrap(),
                        num_descriptors: self.number(),
                        base_shader_register: self.number(),
                        register_space: self.number(),
                        flags: DescriptorRangeFlags(flags(self)),
                        offset_in_descriptors_from_table_start: self.number(),
                    });
                    let ranges = ranges.collect();
                    RootParameterKind::DescriptorTable(DescriptorTable { ranges })
                }
            };
            parameters.push(RootParameter {
                visibility: self.visibility(),
                kind,
            });
        }
        let static_samplers = (0..self.below(3))
            .map(|_| StaticSampler {
                filter: Filter(self.below(0x200)),
                address_u: TextureAddressMode(self.below(7)),
                address_v: TextureAddressMode(self.number()),
                address_w: TextureAddressMode(self.below(7)),
                mip_lod_bias: self.float(),
                max_anisotropy: self.number(),
                comparison_func: ComparisonFunc(self.below(10)),
                border_color: BorderColor(self.below(6)),
                min_lod: self.float(),
                max_lod: self.float(),
                shader_register: self.number(),
                register_space: self.number(),
                visibility: self.visibility(),
                flags: SamplerFlags(if version == RootSignatureVersion::V1_2 {
                    self.number()
                } else {
                    0
                }),
            })
            .collect();
        RootSignature {
            version,
            flags: RootSignatureFlags(self.number()),
            parameters,
            static_samplers,
        }
    }
}

#[test]
fn generated_signatures_come_back_from_every_form() {
    let mut random = Random(0x5eed);
    for number in 0..10_000 {
        let signature = random.signature();
        let raw = signature.to_raw();
        let read = RootSignature::from_any(&raw).unwrap();
        assert_eq!(read, signature, "{number}");
        assert_eq!(read.to_raw(), raw, "{number}");
        let container = read.to_container();
        let from_container = RootSignature::from_any(&container).unwrap();
        assert_eq!(from_container.to_raw(), raw, "{number}");
        assert_eq!(from_container.to_container(), container, "{number}");
        let text = read.to_hlsl();
        let from_text = RootSignature::from_hlsl_as(&text, read.version).unwrap();
        assert_eq!(from_text.to_raw(), raw, "{number}: {text}");
        let json = read.to_json().unwrap();
        assert_eq!(
            RootSignature::from_any(json.as_bytes()).unwrap().to_raw(),
            raw,
            "{number}"
        );
        let _ = signature.check();
    }
}

#[test]
fn problems_name_register_space_and_parameter() {
    for (text, problem) in [
        (
            "RootConstants(b0, num32BitConstants=65)",
            "root signature: it costs 65 DWORDs, D3D12 allows 64",
        ),
        (
            "RootFlags(LOCAL_ROOT_SIGNATURE), RootConstants(b0, num32BitConstants=65)",
            "",
        ),
        (
            "RootConstants(b1, space=2, num32BitConstants=0)",
            "root parameter 0: root constants of b1, space 2 have no values",
        ),
        (
            "CBV(b0), DescriptorTable(CBV(b0))",
            "root parameter 1, range 0: b0, space 0 overlaps b0, space 0 of root parameter 0",
        ),
        (
            "CBV(b0, visibility=SHADER_VISIBILITY_PIXEL), CBV(b0, visibility=SHADER_VISIBILITY_VERTEX), SRV(t0), UAV(u0)",
            "",
        ),
        (
            "DescriptorTable(SRV(t0), Sampler(s0))",
            "root parameter 0, range 1: s0, space 0 is in one table with t0, space 0: samplers and resources need tables of their own",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors=unbounded), SRV(t0, space=1))",
            "root parameter 0, range 1: t0, space 1 is appended to the unbounded range t0 and up, space 0",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors=unbounded), SRV(t0, space=1, offset=5))",
            "",
        ),
        (
            "DescriptorTable(SRV(t4294967295, numDescriptors=2))",
            "root parameter 0, range 0: t4294967295 to t4294967296, space 0: registers beyond the largest, 4294967295",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors=2, offset=4294967294), SRV(t5))",
            "root parameter 0, range 1: t5, space 0: its descriptors from offset 4294967296 on exceed 32 bits",
        ),
        (
            "CBV(b0, space=0xfffffff0)",
            "root parameter 0: b0, space 4294967280: the register spaces from 0xfffffff0 on are reserved",
        ),
        (
            "DescriptorTable(SRV(t0, numDescriptors=0))",
            "root parameter 0, range 0: t0, space 0: the range has no descriptors",
        ),
        (
            "StaticSampler(s4), DescriptorTable(Sampler(s1, numDescriptors=4))",
            "static sampler 0: s4, space 0 overlaps s1 to s4, space 0 of root parameter 0, range 0",
        ),
        (
            "DescriptorTable(Sampler(s0, flags=DATA_VOLATILE))",
            "root parameter 0, range 0: s0, space 0: samplers have no data that data_volatile could be about",
        ),
        (
            "SRV(t0, flags=DATA_STATIC|DATA_VOLATILE)",
            "root parameter 0: t0, space 0: data_volatile | data_static exclude each other",
        ),
        (
            "StaticSampler(s0, maxAnisotropy=17)",
            "static sampler 0: s0, space 0: anisotropy 17, D3D12 allows up to 16",
        ),
        (
            "StaticSampler(s0, mipLODBias=16)",
            "static sampler 0: s0, space 0: mip LOD bias 16, D3D12 allows -16 to 15.99",
        ),
    ] {
        let problems = RootSignature::from_hlsl(text).unwrap().check();
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems.join("\n"), problem, "{text}");
    }
    assert!(RootSignature::from_hlsl(COMPILED).unwrap().check().is_empty());
}
