//! What tools are told of the root signature, read back as the exporters of captures do: from the words, in one pass.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// Option 48.
const ASKED: option::Flag = option::Flag { tag: 48, flag: TRUE };

/// What a module says in instructions of the set.
#[derive(Debug, Default, PartialEq)]
struct Told {
    /// Kind, number, and the two numbers of each root parameter.
    parameters: Vec<(String, u32, u32, u32)>,
    /// The bytes under each tag.
    data: BTreeMap<String, Vec<u8>>,
    /// How many instructions have data.
    pieces: usize,
    /// Names of things.
    names: BTreeSet<String>,
    /// Names of extensions.
    extensions: BTreeSet<String>,
}

fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    String::from_utf8(bytes.take_while(|byte| *byte != 0).collect()).unwrap()
}

fn read(words: &[u32]) -> Told {
    let (mut told, mut set) = (Told::default(), None);
    let (mut strings, mut widths, mut constants) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut rest = &words[5..];
    while let Some(&head) = rest.first() {
        let (inst, after) = rest.split_at((head >> 16) as usize);
        rest = after;
        match (head & 0xffff, &inst[1..]) {
            (5, [_, name @ ..]) => drop(told.names.insert(string(name))),
            (7, [id, text @ ..]) => drop(strings.insert(*id, string(text))),
            (10, name) => drop(told.extensions.insert(string(name))),
            (11, [id, name @ ..]) if string(name) == "NonSemantic.dxil-spirv.signature" => {
                assert_eq!(set.replace(*id), None, "imported twice");
            }
            (21, [id, width, _]) => drop(widths.insert(*id, *width)),
            (43, [ty, id, value, ..]) => {
                if let Some(width) = widths.get(ty) {
                    constants.insert(*id, (*width, *value));
                }
            }
            (12, [_, _, of, 0, kind, numbers @ ..]) if Some(*of) == set => {
                let numbers: Vec<u32> = numbers.iter().map(|id| constants[id].1).collect();
                let [parameter, first, second] = numbers[..] else {
                    panic!("{numbers:?}");
                };
                let kind = strings[kind].clone();
                told.parameters.push((kind, parameter, first, second));
            }
            (12, [_, _, of, 1, tag, values @ ..]) if Some(*of) == set => {
                told.pieces += 1;
                let data = told.data.entry(strings[tag].clone()).or_default();
                for id in values {
                    let (width, value) = constants[id];
                    data.extend(&value.to_le_bytes()[..width as usize / 8]);
                }
            }
            (12, [_, _, of, ..]) => assert_ne!(Some(*of), set),
            _ => {}
        }
    }
    told
}

fn map(handles: &Handles, mappings: &[(u32, u32)]) {
    for &(parameter, offset) in mappings {
        // SAFETY: the handle is live.
        unsafe { dxil_spv_converter_add_root_parameter_mapping(handles.converter, parameter, offset) };
    }
}

fn give(handles: &Handles, tag: &str, data: &[u8]) {
    let tag = CString::new(tag).unwrap();
    // SAFETY: the handle is live, and string and bytes are ours.
    unsafe {
        dxil_spv_converter_add_non_semantic_debug_info(
            handles.converter,
            tag.as_ptr(),
            data.as_ptr().cast(),
            data.len(),
        );
    }
}

fn told(handles: &Handles) -> Told {
    read(&words(handles).unwrap())
}

fn used(kind: &str, parameter: u32, first: u32, second: u32) -> (String, u32, u32, u32) {
    (kind.to_owned(), parameter, first, second)
}

#[test]
fn root_parameters_have_their_places() {
    // The tables of set n are word n of eight, behind two addresses.
    let handles = open(&shader("big/pbr_lights.dxil"));
    use_bindless(&handles);
    // SAFETY: the handle is live, and the callback needs no userdata.
    unsafe {
        dxil_spv_converter_set_root_descriptor_count(handles.converter, 2);
        dxil_spv_converter_set_cbv_remapper(handles.converter, Some(address_cbv), null_mut());
    }
    map(&handles, &[(0, 16), (5, 20), (6, 24), (7, 8), (9, 36), (3, 0)]);
    give(&handles, "Beside", b"it");
    let plain = words(&handles).unwrap();
    assert_eq!(set_option(&handles, &ASKED), result::SUCCESS);
    let with = told(&handles);
    let mut parameters = with.parameters.clone();
    parameters.sort_by_key(|used| used.1);
    // What the shader has no resource for is not told; parameter 5, its buffers, is told once.
    assert_eq!(
        parameters,
        [
            used("ResourceTable", 0, 16, 4),
            used("ResourceTable", 5, 20, 4),
            used("SamplerTable", 6, 24, 4),
            used("CBV", 7, 8, 8),
        ]
    );
    assert_eq!(with.data["Beside"], b"it");
    assert!(with.extensions.contains("SPV_KHR_non_semantic_info"), "{with:?}");
    // Of what it says in other words nothing has changed.
    let off = option::Flag { tag: 48, flag: FALSE };
    assert_eq!(set_option(&handles, &off), result::SUCCESS);
    assert!(words(&handles).unwrap() == plain);
}

#[test]
fn constants_have_the_size_that_the_shader_reads() {
    // 40 words from word 3 on, of which the buffer takes as many as it has, behind two addresses.
    for (count, size) in [(400, None), (10, Some(4 * 7))] {
        let handles = with_cbv(constants_cbv, count, 2);
        map(&handles, &[(4, 8 * 2 + 4 * 3)]);
        assert_eq!(set_option(&handles, &ASKED), result::SUCCESS);
        let all = told(&handles).parameters;
        let [(kind, 4, 28, told)] = &all[..] else {
            panic!("{all:?}");
        };
        assert_eq!(kind, "Constant");
        let bytes = shader("cbuffer/matrices.dxil");
        let blob = dxil2spirv::pipeline::Shader::parse(&bytes).unwrap();
        let entry = blob.entry_point(None).unwrap();
        let mut buffers = entry.resources.iter().map(|resource| resource.cbuffer_size);
        let declared = buffers.find(|size| *size != 0).unwrap();
        assert_eq!(*told, size.unwrap_or(declared));
    }
}

unsafe extern "C" fn pushed_cbv(_: *mut c_void, _: *const D3dBinding, out: *mut CbvVulkanBinding) -> Bool {
    // SAFETY: the library hands over the structure.
    let out = unsafe { &mut *out };
    out.uniform_binding = VulkanBinding {
        set: 6,
        binding: 11,
        ..VulkanBinding::default()
    };
    TRUE
}

#[test]
fn root_descriptors_may_be_descriptors() {
    let handles = with_cbv(pushed_cbv, 8, 0);
    map(&handles, &[(1, 6)]);
    for (parameter, set, binding) in [(2, 6, 10), (8, 6, 11)] {
        // SAFETY: the handle is live.
        unsafe { dxil_spv_converter_add_root_descriptor_mapping(handles.converter, parameter, set, binding) };
    }
    assert_eq!(set_option(&handles, &ASKED), result::SUCCESS);
    let parameters = told(&handles).parameters;
    assert!(parameters.contains(&used("PushCBV", 8, 6, 11)), "{parameters:?}");
    assert!(parameters.iter().all(|used| used.1 != 2), "{parameters:?}");
}

#[test]
fn data_come_back_as_they_are() {
    let many: Vec<u8> = (0..200_003_u32).map(|n| (n * 7 / 3) as u8).collect();
    let handles = open(&shader("cbuffer/matrices.dxil"));
    use_bindless(&handles);
    assert_eq!(set_option(&handles, &ASKED), result::SUCCESS);
    for (tag, data) in [
        ("RootSignature", &b"abcdefgh"[..]),
        ("Many", &many),
        ("None", b""),
    ] {
        give(&handles, tag, data);
    }
    let all = told(&handles);
    assert_eq!(all.data["RootSignature"], b"abcdefgh");
    assert!(all.data["Many"] == many);
    assert_eq!(all.data.len(), 2);
    // 64 KiB each.
    assert_eq!(all.pieces, 1 + 4);
    // SAFETY: null is what the test is about.
    unsafe {
        dxil_spv_converter_add_non_semantic_debug_info(handles.converter, null(), null(), 0);
        dxil_spv_converter_add_non_semantic_debug_info(null_mut(), c"x".as_ptr(), null(), 0);
        dxil_spv_converter_add_root_parameter_mapping(null_mut(), 0, 0);
        dxil_spv_converter_add_root_descriptor_mapping(null_mut(), 0, 0, 0);
    }
    assert_eq!(told(&handles), all);
}

#[test]
fn heaps_are_named_by_their_views() {
    for (name, wanted) in [
        ("buffers/counter.dxil", "UAV_StructuredBuffer_"),
        ("buffers/byte_address.dxil", "UAV_ByteAddressBuffer_vec"),
        ("buffers/typed_read_write.dxil", "UAV_TypedBuffer_"),
        ("textures/load_kinds.dxil", "SRV_2DArray_"),
        ("cbuffer/matrices.dxil", "CBV"),
    ] {
        let handles = open(&shader(name));
        use_bindless(&handles);
        let named = |told: &Told| told.names.iter().any(|name| name.contains(wanted));
        assert!(!named(&told(&handles)), "{name}");
        assert_eq!(set_option(&handles, &ASKED), result::SUCCESS);
        let with = told(&handles);
        assert!(wanted == "CBV" || named(&with), "{name}: {with:?}");
        assert!(wanted != "CBV" || with.names.contains("CBV"), "{name}: {with:?}");
    }
    // Structures of different strides are different views.
    let handles = open(&shader("buffers/structured_strides.dxil"));
    use_bindless(&handles);
    assert_eq!(set_option(&handles, &ASKED), result::SUCCESS);
    let with = told(&handles);
    let strides: BTreeSet<_> = with
        .names
        .iter()
        .filter_map(|name| name.split('_').nth(2))
        .collect();
    assert!(strides.len() > 2, "{with:?}");
}
