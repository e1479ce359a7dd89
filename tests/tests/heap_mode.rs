//! Every shader as vkd3d-proton asks for it where the device has heaps of descriptors: the modules are valid, have resources at the
//! sets and bindings that the layer has answered and maps, and the blocks of root parameters, shader records, the heap's address
//! and its size laid out as it fills them.

use dxil2spirv::options::TargetEnv;
use dxil2spirv_capi::heap_mode::{HeapMode, LOCAL_PLACES, Played, entry_points, module};
use dxil2spirv_tests::validate;
use std::collections::{BTreeMap, BTreeSet};

/// Shaders with 64-bit atomics on structured elements that are aligned to 8 bytes: the layer has these as texels of words where its
/// device's storage buffers start at multiples of 16, and words have no such atomics.
const OF_TEXELS: [&str; 2] = ["atomics/int64_all.dxil", "atomics/int64_buffers.dxil"];

/// What the local root signature does not fit: typed buffers where it has root descriptors.
const NOT_LOCAL: &str = "tracing/handles.dxil";

/// The code of what is not supported.
const UNSUPPORTED: i32 = -3;

const UNIFORM: u32 = 2;
const PUSH_CONSTANT: u32 = 9;
const SHADER_RECORD: u32 = 5343;

/// A variable of a module.
#[derive(Debug)]
struct Variable {
    class: u32,
    set: Option<u32>,
    binding: Option<u32>,
    /// Where the members of its block are.
    offsets: Vec<u32>,
    /// Words of the first member of its block, where that is an integer or a vector of them.
    words: Option<u32>,
}

/// The variables of a module.
fn variables(words: &[u32]) -> Vec<Variable> {
    const DECORATE: u32 = 71;
    const MEMBER_DECORATE: u32 = 72;
    const BINDING: u32 = 33;
    const DESCRIPTOR_SET: u32 = 34;
    const OFFSET: u32 = 35;
    const INT: u32 = 21;
    const VECTOR: u32 = 23;
    const STRUCT: u32 = 30;
    const POINTER: u32 = 32;
    const VARIABLE: u32 = 59;
    const FUNCTION: u32 = 54;
    let (mut sets, mut bindings) = (BTreeMap::new(), BTreeMap::new());
    let mut offsets: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
    let (mut pointees, mut sizes, mut firsts) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut found = Vec::new();
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some((&head, operands)) = rest.split_first() {
        let length = (head >> 16).max(1) as usize;
        match (head & 0xffff, operands) {
            (DECORATE, &[id, DESCRIPTOR_SET, set, ..]) => drop(sets.insert(id, set)),
            (DECORATE, &[id, BINDING, binding, ..]) => drop(bindings.insert(id, binding)),
            (MEMBER_DECORATE, &[id, member, OFFSET, at, ..]) => {
                offsets.entry(id).or_default().insert(member, at);
            }
            (INT, &[id, bits, ..]) => drop(sizes.insert(id, bits / 32)),
            (VECTOR, &[id, of, count, ..]) => {
                if let Some(&words) = sizes.get(&of) {
                    sizes.insert(id, words * count);
                }
            }
            (STRUCT, &[id, first, ..]) if length > 2 => drop(firsts.insert(id, first)),
            (POINTER, &[id, _, of, ..]) => drop(pointees.insert(id, of)),
            (VARIABLE, &[ty, id, class, ..]) => {
                let block = pointees.get(&ty).copied().unwrap_or_default();
                let first = firsts.get(&block).and_then(|first| sizes.get(first));
                found.push(Variable {
                    class,
                    set: sets.get(&id).copied(),
                    binding: bindings.get(&id).copied(),
                    offsets: offsets
                        .get(&block)
                        .into_iter()
                        .flat_map(|at| at.values().copied())
                        .collect(),
                    words: first.copied(),
                });
            }
            (FUNCTION, _) => break,
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    found
}

/// What of a module is not as the layer maps it.
fn fault(played: &Played, mode: HeapMode) -> Option<String> {
    // Nine addresses, then words.
    let parameters: Vec<u32> = (0..10).map(|member| 8 * member).collect();
    let variables = variables(&played.words);
    variables.into_iter().find_map(|variable| {
        let place = variable.set.map(|set| (set, variable.binding));
        let right = match (variable.class, place) {
            (PUSH_CONSTANT, _) => mode.push_constants && variable.offsets == parameters,
            (SHADER_RECORD, _) => played.local && variable.offsets == LOCAL_PLACES,
            (UNIFORM, Some((102, Some(0)))) => !mode.push_constants && variable.offsets == parameters,
            // The address of the heap's memory, and its size.
            (UNIFORM, Some((100, Some(1)))) => {
                mode.blocks && variable.offsets == [0] && variable.words == Some(2)
            }
            (UNIFORM, Some((100, Some(2)))) => {
                mode.robust && mode.blocks && variable.offsets == [0] && variable.words == Some(1)
            }
            (_, Some((100, Some(1)))) => !mode.blocks,
            (_, Some((set, Some(binding)))) => played.answered.contains(&(set, binding)),
            (_, Some((_, None))) => false,
            (_, None) => true,
        };
        (!right).then(|| format!("{variable:?}"))
    })
}

/// All shaders, in a mode of the layer; `wanted` are sets that some of them have variables in.
fn all(mode: HeapMode, wanted: &[u32]) {
    let mut faults = Vec::new();
    let mut sets = BTreeSet::new();
    let (mut records, mut multiview) = (0, 0);
    let shaders = dxil2spirv_fuzz::corpus::shaders();
    for (name, bytes) in &shaders {
        // What lies in no folder is there for its metadata, or needs options.
        let fits = !mode.local || name.starts_with("tracing/") && name != NOT_LOCAL;
        if !name.contains('/') || !fits {
            continue;
        }
        let entries = entry_points(bytes).unwrap_or_else(|code| panic!("{name}: {code}"));
        for entry in entries {
            // Nodes take push constants for themselves.
            let is_node = name.starts_with("workgraphs/") || name == "structs/mesh_node.dxil";
            let mode = HeapMode {
                push_constants: mode.push_constants && !is_node,
                views: mode.views && !is_node,
                ..mode
            };
            let of_texels = OF_TEXELS.contains(&name.as_str()) && mode.alignment > 8;
            let name = format!("{name} {}", entry.to_string_lossy());
            match module(bytes, &entry, mode) {
                Err(UNSUPPORTED) if of_texels => {}
                Err(code) => faults.push(format!("{name}: {code}")),
                Ok(played) => {
                    let variables = variables(&played.words);
                    sets.extend(variables.iter().filter_map(|variable| variable.set));
                    records += variables.iter().filter(|v| v.class == SHADER_RECORD).count();
                    multiview += usize::from(played.multiview);
                    if !is_node && (played.multiview || !mode.views) {
                        faults.extend(fault(&played, mode).map(|fault| format!("{name}: {fault}")));
                    }
                    let valid = validate::with_sample_offsets(&played.words, TargetEnv::Vulkan1_3);
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
    for set in wanted {
        assert!(
            sets.contains(set),
            "no shader has a variable in set {set}: {sets:?}"
        );
    }
    assert_eq!(records != 0, mode.local, "shader records");
    assert_eq!(multiview != 0, mode.views, "views");
}

const ALL: [u32; 7] = [0, 1, 2, 100, 101, 102, 103];

#[test]
fn tables_are_sets() {
    all(HeapMode::default(), &ALL);
}

#[test]
fn buffers_that_no_descriptor_may_have_are_addresses_and_texels() {
    let mode = HeapMode {
        alignment: 16,
        ..HeapMode::default()
    };
    all(mode, &ALL);
}

#[test]
fn the_heaps_memory_is_behind_an_address() {
    let mode = HeapMode {
        blocks: true,
        ..HeapMode::default()
    };
    all(mode, &ALL);
}

#[test]
fn counters_are_texels_at_their_views_places_and_constants_are_pushed() {
    let mode = HeapMode {
        typed_counters: true,
        push_constants: true,
        ..HeapMode::default()
    };
    all(mode, &[0, 1, 2, 100, 101, 103]);
}

#[test]
fn indices_are_held_within_the_heap() {
    let mode = HeapMode {
        robust: true,
        blocks: true,
        ..HeapMode::default()
    };
    all(mode, &[100, 101, 102, 103]);
}

#[test]
fn indices_are_held_within_the_heaps_memory() {
    let mode = HeapMode {
        robust: true,
        ..HeapMode::default()
    };
    all(mode, &[100, 101, 102, 103]);
}

#[test]
fn local_root_signatures_have_sets_of_their_own() {
    let local = HeapMode {
        local: true,
        ..HeapMode::default()
    };
    all(local, &[100, 104, 106, 204, 205]);
    let typed_counters = HeapMode {
        typed_counters: true,
        push_constants: true,
        ..local
    };
    all(typed_counters, &[104, 106, 204, 205]);
    let addresses = HeapMode {
        alignment: 16,
        ..local
    };
    all(addresses, &[104, 106, 204, 205]);
    let robust = HeapMode {
        robust: true,
        blocks: true,
        ..local
    };
    all(robust, &[100, 104, 106]);
}

#[test]
fn views_are_vulkans() {
    let mode = HeapMode {
        views: true,
        push_constants: true,
        ..HeapMode::default()
    };
    all(mode, &[0, 1, 2, 100, 101, 103]);
}
