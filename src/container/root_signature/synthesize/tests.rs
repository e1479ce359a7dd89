//! Root signatures made for hand-made needs, as text.

use super::*;
use ShaderKind::{Amplification, Compute, Geometry, Mesh, Pixel, Vertex};

/// `t0`, `t0-3`, `t5+` (without end); `/2` for a space, `:kind` for a kind, `=16` for a size.
fn resource(text: &str) -> ResourceNeeds {
    let (text, size) = text.split_once('=').unwrap_or((text, "0"));
    let (text, kind) = text.split_once(':').unwrap_or((text, "texture2d"));
    let (text, space) = text.split_once('/').unwrap_or((text, "0"));
    let range_type = match text.as_bytes()[0] {
        b't' => DescriptorRangeType::Srv,
        b'u' => DescriptorRangeType::Uav,
        b'b' => DescriptorRangeType::Cbv,
        _ => DescriptorRangeType::Sampler,
    };
    let registers = &text[1..];
    let (first, num_descriptors) = if let Some(first) = registers.strip_suffix('+') {
        (first.parse().unwrap(), None)
    } else {
        let (first, last) = registers.split_once('-').unwrap_or((registers, registers));
        let (first, last): (u32, u32) = (first.parse().unwrap(), last.parse().unwrap());
        (first, Some(last - first + 1))
    };
    ResourceNeeds {
        range_type,
        register_space: space.parse().unwrap(),
        base_shader_register: first,
        num_descriptors,
        kind: ResourceKind::from_name(kind).unwrap(),
        size: size.parse().unwrap(),
    }
}

fn shader(stage: ShaderKind, resources: &str) -> ShaderNeeds {
    ShaderNeeds {
        stage,
        resources: resources.split_whitespace().map(resource).collect(),
        ..ShaderNeeds::default()
    }
}

fn made(shaders: &[ShaderNeeds]) -> String {
    let signature = synthesize(shaders, RootSignatureVersion::V1_1).unwrap();
    assert_eq!(signature.check(), []);
    let mut backwards = shaders.to_vec();
    backwards.reverse();
    backwards.iter_mut().for_each(|shader| shader.resources.reverse());
    assert_eq!(
        synthesize(&backwards, RootSignatureVersion::V1_1).unwrap(),
        signature
    );
    signature.to_hlsl()
}

fn compute(resources: &str) -> String {
    made(&[shader(Compute, resources)])
}

#[test]
fn constant_buffers_in_the_root_and_ranges_in_tables() {
    assert_eq!(compute(""), "");
    assert_eq!(
        compute("s1 s0 u3 t2 t0-1 b1 b0 t4 b4-5 t0/1"),
        "CBV(b0),\nCBV(b1),\n\
         DescriptorTable(SRV(t0, numDescriptors=3), SRV(t4), SRV(t0, space=1), UAV(u3), CBV(b4, numDescriptors=2)),\n\
         DescriptorTable(Sampler(s0, numDescriptors=2))"
    );
    // An array that another shader has at the same register keeps it out of the root.
    assert_eq!(
        made(&[shader(Compute, "b0"), shader(Compute, "b0-1")]),
        "DescriptorTable(CBV(b0, numDescriptors=2))"
    );
}

#[test]
fn ranges_without_end_close_their_tables() {
    assert_eq!(
        compute("t3+ t0-1 u0 t0+/1 s0+ s0+/1 t2"),
        "DescriptorTable(SRV(t0, numDescriptors=3), UAV(u0), SRV(t3, numDescriptors=unbounded, \
         flags=DESCRIPTORS_VOLATILE)),\n\
         DescriptorTable(SRV(t0, space=1, numDescriptors=unbounded, flags=DESCRIPTORS_VOLATILE)),\n\
         DescriptorTable(Sampler(s0, numDescriptors=unbounded, flags=DESCRIPTORS_VOLATILE)),\n\
         DescriptorTable(Sampler(s0, space=1, numDescriptors=unbounded, flags=DESCRIPTORS_VOLATILE))"
    );
    let old = synthesize(&[shader(Compute, "t0+ b0")], RootSignatureVersion::V1_0).unwrap();
    assert_eq!(
        old.to_hlsl(),
        "CBV(b0),\nDescriptorTable(SRV(t0, numDescriptors=unbounded))"
    );
    assert_eq!(old.version, RootSignatureVersion::V1_0);
    // Overlapping ones are one.
    assert_eq!(
        compute("t3+ t0-5 t7"),
        "DescriptorTable(SRV(t0, numDescriptors=unbounded, flags=DESCRIPTORS_VOLATILE))"
    );
}

const DENY: &str = "RootFlags(DENY_HULL_SHADER_ROOT_ACCESS | DENY_DOMAIN_SHADER_ROOT_ACCESS | \
                    DENY_GEOMETRY_SHADER_ROOT_ACCESS";

#[test]
fn visibility_follows_the_stages() {
    assert_eq!(
        made(&[shader(Vertex, "b0 b1 t0 t1"), shader(Pixel, "b0 b2 t1 t2 s0")]),
        format!(
            "{DENY}),\nCBV(b0),\nCBV(b1, visibility=SHADER_VISIBILITY_VERTEX),\n\
             CBV(b2, visibility=SHADER_VISIBILITY_PIXEL),\n\
             DescriptorTable(SRV(t1)),\n\
             DescriptorTable(SRV(t0), visibility=SHADER_VISIBILITY_VERTEX),\n\
             DescriptorTable(SRV(t2), visibility=SHADER_VISIBILITY_PIXEL),\n\
             DescriptorTable(Sampler(s0), visibility=SHADER_VISIBILITY_PIXEL)"
        )
    );
    // One register that means different things: a descriptor for each.
    assert_eq!(
        made(&[shader(Vertex, "t0:structured_buffer"), shader(Pixel, "t0-1 t4")]),
        format!(
            "{DENY}),\nDescriptorTable(SRV(t0), visibility=SHADER_VISIBILITY_VERTEX),\n\
             DescriptorTable(SRV(t0, numDescriptors=2), SRV(t4), visibility=SHADER_VISIBILITY_PIXEL)"
        )
    );
    assert_eq!(
        made(&[shader(Vertex, "b0=64"), shader(Pixel, "b0=16")]),
        format!(
            "{DENY}),\nCBV(b0, visibility=SHADER_VISIBILITY_VERTEX),\nCBV(b0, visibility=SHADER_VISIBILITY_PIXEL)"
        )
    );
    // Compute sees only what all see.
    assert_eq!(
        made(&[
            shader(Vertex, "t0:raw_buffer"),
            shader(Pixel, "t0"),
            shader(Compute, "t0")
        ]),
        format!("{DENY}),\nDescriptorTable(SRV(t0))")
    );
}

#[test]
fn flags_say_what_is_needed_and_deny_the_rest() {
    let vertex = ShaderNeeds {
        input_layout: true,
        ..shader(Vertex, "")
    };
    assert_eq!(
        made(&[vertex, shader(Pixel, "b0")]),
        "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_VERTEX_SHADER_ROOT_ACCESS | \
         DENY_HULL_SHADER_ROOT_ACCESS | DENY_DOMAIN_SHADER_ROOT_ACCESS | DENY_GEOMETRY_SHADER_ROOT_ACCESS),\n\
         CBV(b0, visibility=SHADER_VISIBILITY_PIXEL)"
    );
    let heaps = ShaderNeeds {
        resource_heap: true,
        sampler_heap: true,
        ..shader(Compute, "")
    };
    assert_eq!(
        made(&[heaps]),
        "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED)"
    );
    let geometry = ShaderNeeds {
        stream_output: true,
        ..shader(Geometry, "b0")
    };
    assert!(made(&[geometry]).contains("ALLOW_STREAM_OUTPUT"));
    let with_mesh = made(&[shader(Mesh, "b0"), shader(Pixel, "b1")]);
    assert!(
        with_mesh.contains("DENY_AMPLIFICATION_SHADER_ROOT_ACCESS"),
        "{with_mesh}"
    );
    assert!(with_mesh.contains("DENY_VERTEX_SHADER_ROOT_ACCESS"));
    assert!(!with_mesh.contains("DENY_MESH") && !with_mesh.contains("DENY_PIXEL"));
    assert!(!made(&[shader(Amplification, "b0")]).contains("DENY_AMPLIFICATION"));
}

#[test]
fn the_budget_decides_how_many_constant_buffers_are_in_the_root() {
    let cbvs = |count: u32| (0..count).map(|b| format!("b{b} ")).collect::<String>();
    let roots = |text: &str| text.matches("\nCBV(").count() + usize::from(text.starts_with("CBV("));
    let full = compute(&cbvs(32));
    assert_eq!(roots(&full), 32);
    assert!(!full.contains("DescriptorTable"));
    // One more needs a table, which costs what one in the root would.
    let over = compute(&cbvs(33));
    assert_eq!(roots(&over), 31);
    assert!(
        over.ends_with("DescriptorTable(CBV(b31, numDescriptors=2))"),
        "{over}"
    );
    let with_table = compute(&(cbvs(32) + "t0"));
    assert_eq!(roots(&with_table), 31);
    assert!(
        with_table.ends_with("DescriptorTable(SRV(t0), CBV(b31))"),
        "{with_table}"
    );
}

#[test]
fn where_none_exists() {
    let error = |resources: &str| {
        let error = synthesize(&[shader(Compute, resources)], RootSignatureVersion::V1_1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::RootSignature);
        error.message().to_owned()
    };
    let many: String = (0..65).map(|space| format!("t0+/{space} ")).collect();
    assert_eq!(
        error(&many),
        "no root signature covers the shaders: their descriptor tables cost 65 DWORDs, D3D12 allows 64, and each \
         range without end needs a table of its own"
    );
    let fits: String = (0..64).map(|space| format!("t0+/{space} ")).collect();
    assert_eq!(compute(&(fits + "b0")).matches("DescriptorTable(").count(), 64);
    assert_eq!(
        error("t3/4294967280"),
        "no root signature can hold register t3, space 4294967280: the register spaces from 0xfffffff0 on are \
         reserved"
    );
    let mut beyond = shader(Compute, "t4294967295");
    beyond.resources[0].num_descriptors = Some(2);
    assert!(synthesize(&[beyond], RootSignatureVersion::V1_1).is_err());
}

#[test]
fn the_largest_ranges() {
    for resources in [
        "t0-4294967294 u0-4294967294",
        "t0-4294967293 t4294967294 t4294967295",
        "t0-4294967293 t5-4294967295",
        "t0-4294967293 t5+ u0-5",
        "t4294967295+ t4294967294 b4294967295 b4294967294",
    ] {
        compute(resources);
    }
}
