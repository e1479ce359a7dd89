//! Every shader as vkd3d-proton asks for it where the device has heaps of descriptors: the modules are valid, and have what
//! they need at the sets and bindings that the layer maps.

use dxil2spirv::options::TargetEnv;
use dxil2spirv_capi::heap_mode::{HeapMode, entry_points, module};
use dxil2spirv_tests::validate;

/// Shaders with 64-bit atomics on structured elements that are aligned to 8 bytes: the layer has these as texels of words where its
/// device's storage buffers start at multiples of 16, and words have no such atomics.
const OF_TEXELS: [&str; 2] = ["atomics/int64_all.dxil", "atomics/int64_buffers.dxil"];

/// The code of what is not supported.
const UNSUPPORTED: i32 = -3;

/// The decorations of a module that say where variables are: set and binding.
fn places(words: &[u32]) -> Vec<(u32, Option<u32>)> {
    const DECORATE: u32 = 71;
    const BINDING: u32 = 33;
    const DESCRIPTOR_SET: u32 = 34;
    let (mut sets, mut bindings) = (Vec::new(), std::collections::BTreeMap::new());
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some((&head, operands)) = rest.split_first() {
        let length = (head >> 16).max(1) as usize;
        match (head & 0xffff, operands) {
            (DECORATE, &[id, DESCRIPTOR_SET, set, ..]) => sets.push((id, set)),
            (DECORATE, &[id, BINDING, binding, ..]) => drop(bindings.insert(id, binding)),
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    sets.into_iter()
        .map(|(id, set)| (set, bindings.get(&id).copied()))
        .collect()
}

/// What of a module is not as the layer maps it.
fn fault(words: &[u32]) -> Option<String> {
    const VARIABLE: u32 = 59;
    const PUSH_CONSTANT: u32 = 9;
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(&head) = rest.first() {
        if head & 0xffff == VARIABLE && rest.get(3) == Some(&PUSH_CONSTANT) {
            return Some("push constants".to_owned());
        }
        rest = rest.get((head >> 16).max(1) as usize..).unwrap_or_default();
    }
    let known = |(set, binding): (u32, Option<u32>)| match set {
        0..64 => binding.is_some(),
        100 => binding.is_some_and(|binding| binding < 3),
        101 => binding.is_some_and(|binding| binding < 3),
        102 => binding == Some(0),
        103 => binding.is_some_and(|binding| binding < 9),
        _ => false,
    };
    let place = places(words).into_iter().find(|&place| !known(place))?;
    Some(format!("a variable at {place:?}"))
}

/// All shaders, in a mode of the layer.
fn all(mode: HeapMode) {
    let mut faults = Vec::new();
    let mut sets = std::collections::BTreeSet::new();
    let shaders = dxil2spirv_fuzz::corpus::shaders();
    for (name, bytes) in &shaders {
        // What lies in no folder is there for its metadata, or needs options.
        if !name.contains('/') {
            continue;
        }
        let entries = entry_points(bytes).unwrap_or_else(|code| panic!("{name}: {code}"));
        for entry in entries {
            // Nodes take push constants for themselves.
            let is_node = name.starts_with("workgraphs/") || name == "structs/mesh_node.dxil";
            let of_texels = OF_TEXELS.contains(&name.as_str());
            let name = format!("{name} {}", entry.to_string_lossy());
            match module(bytes, &entry, mode) {
                Err(UNSUPPORTED) if of_texels => {}
                Err(code) => faults.push(format!("{name}: {code}")),
                Ok(words) => {
                    sets.extend(places(&words).into_iter().map(|(set, _)| set));
                    if !is_node {
                        faults.extend(fault(&words).map(|fault| format!("{name}: {fault}")));
                    }
                    let valid = validate::with_sample_offsets(&words, TargetEnv::Vulkan1_3);
                    faults.extend(valid.err().map(|message| format!("{name}: {message}")));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
    let wanted: &[u32] = match mode.robust {
        true => &[100, 101, 102],
        false => &[0, 1, 2, 100, 101, 102, 103],
    };
    for set in wanted {
        assert!(sets.contains(set), "no shader has a variable in set {set}");
    }
}

#[test]
fn tables_are_sets() {
    all(HeapMode::default());
}

#[test]
fn the_heaps_memory_is_behind_an_address() {
    all(HeapMode {
        blocks: true,
        ..HeapMode::default()
    });
}

#[test]
fn indices_are_held_within_the_heap() {
    all(HeapMode {
        robust: true,
        blocks: true,
    });
}
