//! The reflection's JSON: the published schemas are those of the types, what every committed shader gives conforms to
//! them under each preset and policy, and comes back; and fields whose facts no shader's SPIR-V shows.

use dxil2spirv::options::{
    BindingMap, BindingOptions, ConstantBufferPolicy, CounterPolicy, HeapSizePolicy, OffsetBuffers, Options,
    Preset, RootDescriptorPolicy, UntypedBufferPolicy,
};
use dxil2spirv::pipeline::{Request, Shader};
use dxil2spirv::reflection::{
    BindingRole, DescriptorType, HeapSize, PushConstantKind, Reflection, ResourceBinding, RootStorage,
    SetBinding, SpecConstantKind,
};
use dxil2spirv::schema;
use dxil2spirv_tests::case::Signature;
use dxil2spirv_tests::shaders;
use jsonschema::Validator;
use serde_json::{Value, json};

// ----- The published files -----

fn published(name: &str) -> Value {
    let path = shaders::testdata().join("../docs").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

#[test]
fn published_schemas_are_those_of_the_types() {
    for (name, make) in schema::FILES {
        assert!(
            published(name) == make(),
            "docs/{name} is not what the types say: run `cargo xtask schema`"
        );
        jsonschema::meta::validate(&make()).unwrap();
    }
}

/// Everything in the schemas has a description, but for words that say it all.
#[test]
fn every_field_is_described() {
    fn visit(place: &str, schema: &Value, problems: &mut Vec<String>) {
        if let Some(properties) = schema["properties"].as_object() {
            for (name, property) in properties {
                // Tags, and the two numbers of a shader model.
                let plain = property.get("const").is_some() || ["major", "minor"].contains(&name.as_str());
                if !plain && property["description"].as_str().is_none_or(str::is_empty) {
                    problems.push(format!("{place}.{name}"));
                }
            }
        }
        for variant in schema["oneOf"].as_array().into_iter().flatten() {
            visit(place, variant, problems);
        }
    }
    for (file, make) in schema::FILES {
        let schema = make();
        let mut problems = Vec::new();
        visit(file, &schema, &mut problems);
        for (name, definition) in schema["$defs"].as_object().unwrap() {
            visit(name, definition, &mut problems);
            if definition["description"].as_str().is_none_or(str::is_empty) {
                problems.push(name.clone());
            }
        }
        assert!(problems.is_empty(), "{file}: {problems:?}");
    }
}

/// `schema` with every object closed: what it does not name is refused.
fn closed(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let mut fields: serde_json::Map<String, Value> = fields
                .iter()
                .map(|(name, value)| (name.clone(), closed(value)))
                .collect();
            if fields.get("type") == Some(&json!("object")) && fields.contains_key("properties") {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            Value::Object(fields)
        }
        Value::Array(items) => Value::Array(items.iter().map(closed).collect()),
        other => other.clone(),
    }
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).unwrap()
}

fn complaints(validator: &Validator, json: &Value) -> Vec<String> {
    validator
        .iter_errors(json)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

// ----- Every committed shader -----

/// The ways to bind that change what a reflection has.
fn ways() -> Vec<(&'static str, BindingOptions)> {
    let default = BindingOptions::default;
    let with = |change: fn(&mut BindingOptions)| {
        let mut options = default();
        change(&mut options);
        options
    };
    vec![
        ("bindless", default()),
        ("mutable", with(|o| o.preset = Preset::Mutable)),
        ("direct", with(|o| o.preset = Preset::Direct)),
        (
            "descriptors",
            with(|o| {
                o.root_descriptors = RootDescriptorPolicy::Descriptor;
                o.constant_buffers = ConstantBufferPolicy::StorageBuffer;
            }),
        ),
        (
            "texels",
            with(|o| {
                o.uav_counters = CounterPolicy::TexelBuffer;
                o.srv_buffers = UntypedBufferPolicy::TexelBuffer;
                o.uav_buffers = UntypedBufferPolicy::TexelBuffer;
            }),
        ),
        (
            "side buffers",
            with(|o| {
                o.uav_counters = CounterPolicy::Address {
                    stride: 32,
                    offset: 16,
                    through_uniform: false,
                };
                o.offset_buffers = Some(OffsetBuffers {
                    min_alignment: 64,
                    typed: true,
                    ..OffsetBuffers::default()
                });
                o.heap_size = Some(HeapSizePolicy::Buffer);
            }),
        ),
        (
            "heap size",
            with(|o| {
                o.preset = Preset::Mutable;
                o.heap_size = Some(HeapSizePolicy::Constant {
                    resources: 1000,
                    samplers: 16,
                });
            }),
        ),
        (
            "qa",
            with(|o| {
                o.descriptor_qa = true;
                o.heap_size = Some(HeapSizePolicy::SpecConstant);
            }),
        ),
        ("budget", with(|o| o.push_constant_budget = 0)),
    ]
}

/// Keys in the order of the text.
#[derive(Debug)]
enum Ordered {
    Map(Vec<(String, Ordered)>),
    List(Vec<Ordered>),
    Other(Value),
}

impl<'de> serde::Deserialize<'de> for Ordered {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Ordered;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("JSON")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered::Map(entries))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Ordered, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Ordered::List(items))
            }
            fn visit_str<E>(self, text: &str) -> Result<Ordered, E> {
                Ok(Ordered::Other(json!(text)))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Ordered, E> {
                Ok(Ordered::Other(json!(value)))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Ordered, E> {
                Ok(Ordered::Other(json!(value)))
            }
            fn visit_unit<E>(self) -> Result<Ordered, E> {
                Ok(Ordered::Other(Value::Null))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl Ordered {
    fn get(&self, key: &str) -> Option<&Ordered> {
        match self {
            Self::Map(entries) => entries
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }
}

/// Checks that required keys come in the order of their declaration, which the schema lists them in; says how many
/// objects were looked at.
fn in_order(json: &Ordered, schema: &Value, root: &Value) -> usize {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.trim_start_matches("#/$defs/");
        return in_order(json, &root["$defs"][name], root);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return match json {
            Ordered::Other(Value::Null) => 0,
            _ => in_order(json, &choices[0], root),
        };
    }
    if let Some(variants) = schema["oneOf"].as_array() {
        let chosen = variants.iter().find(|variant| {
            let tag = |key: &str| variant["properties"][key].get("const");
            ["strategy", "source"].iter().any(|key| {
                matches!((tag(key), json.get(key)), (Some(tag), Some(Ordered::Other(text))) if tag == text)
            })
        });
        return chosen.map_or(0, |variant| in_order(json, variant, root));
    }
    match json {
        Ordered::Map(entries) => {
            let required = schema["required"]
                .as_array()
                .unwrap_or_else(|| panic!("{schema}"));
            let keys: Vec<&str> = entries
                .iter()
                .map(|(key, _)| key.as_str())
                .filter(|key| required.iter().any(|r| r == key))
                .collect();
            assert!(
                keys.iter().copied().eq(required.iter().filter_map(Value::as_str)),
                "{keys:?}"
            );
            let below = entries
                .iter()
                .map(|(key, value)| in_order(value, &schema["properties"][key], root));
            1 + below.sum::<usize>()
        }
        Ordered::List(items) => items
            .iter()
            .map(|item| in_order(item, &schema["items"], root))
            .sum(),
        Ordered::Other(_) => 0,
    }
}

/// Checks all shaders bound one way.
fn check_all(name: &str, at_least: usize) {
    let ways = ways();
    let (_, binding) = ways.iter().find(|(way, _)| *way == name).unwrap();
    let mut options = Options::default();
    options.binding = binding.clone();
    let schema = schema::reflection();
    let (open, closed) = (validator(&schema), validator(&closed(&schema)));
    let mut count = 0;
    for shader in shaders::all() {
        // The translation of a huge shader says no more than that of its small form.
        if shader == "big/scale_50k" {
            continue;
        }
        let bytes = shaders::read(&shader).unwrap();
        let parsed = Shader::parse(&bytes).unwrap();
        let translate = || parsed.translate(Request::new().entry(shaders::entry(&shader)).options(&options));
        let reflection = match translate() {
            Ok(translation) => translation.reflection,
            // A way of binding that is not for this shader.
            Err(error) => {
                assert!(name != "bindless", "{shader}: {error}");
                continue;
            }
        };
        let what = format!("{shader}, {name}");
        let json = serde_json::to_value(&reflection).unwrap();
        assert_eq!(complaints(&open, &json), [""; 0], "{what}");
        assert_eq!(complaints(&closed, &json), [""; 0], "{what}");
        let text = serde_json::to_string(&reflection).unwrap();
        let back: Reflection = serde_json::from_str(&text).unwrap();
        assert_eq!(back, reflection, "{what}");
        assert_eq!(serde_json::to_string(&back).unwrap(), text, "{what}");
        let again = translate().unwrap().reflection;
        assert_eq!(serde_json::to_string(&again).unwrap(), text, "{what}");
        let ordered: Ordered = serde_json::from_str(&text).unwrap();
        // At least the whole, the shader model, the push constants, the features.
        assert!(in_order(&ordered, &schema, &schema) >= 4, "{what}");
        for resource in &reflection.resources {
            lies_in_a_set(&reflection, &resource.vulkan, &what);
        }
        count += 1;
    }
    assert!(count >= at_least, "{name}: {count}");
}

/// A resource's descriptor is in a set of the list, of a type that takes it and with room for it.
fn lies_in_a_set(reflection: &Reflection, vulkan: &ResourceBinding, what: &str) {
    let (set, binding, wanted, first) = match *vulkan {
        ResourceBinding::Descriptor {
            set,
            binding,
            descriptor_type,
            element,
        } => (set, binding, descriptor_type, Some(element)),
        ResourceBinding::Heap {
            set,
            binding,
            descriptor_type,
            ..
        } => (set, binding, descriptor_type, None),
        ResourceBinding::StaticSampler { set, binding, .. } => {
            (set, binding, DescriptorType::Sampler, Some(0))
        }
        ResourceBinding::InputAttachment { set, binding, .. } => {
            (set, binding, DescriptorType::InputAttachment, Some(0))
        }
        ResourceBinding::AddressHeap { set, binding, .. } => {
            (set, binding, DescriptorType::StorageBuffer, Some(0))
        }
        ResourceBinding::RootConstants { .. } | ResourceBinding::Address { .. } => return,
    };
    let takes = |slot: &SetBinding| {
        slot.binding == binding
            && (slot.descriptor_type == wanted || slot.mutable_types.contains(&wanted))
            && match (first, slot.count) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(first), Some(count)) => first < count,
            }
    };
    let found = reflection
        .descriptor_sets
        .iter()
        .find(|s| s.set == set)
        .is_some_and(|s| s.bindings.iter().any(takes));
    assert!(found, "{what}: nothing takes {vulkan}");
}

macro_rules! shaders_conform {
    ($($test:ident: $way:literal, $at_least:literal;)*) => { $(
        #[test]
        fn $test() {
            check_all($way, $at_least);
        }
    )* };
}

shaders_conform! {
    shaders_conform_bindless: "bindless", 400;
    shaders_conform_mutable: "mutable", 400;
    shaders_conform_direct: "direct", 400;
    shaders_conform_as_descriptors: "descriptors", 300;
    shaders_conform_as_texels: "texels", 200;
    shaders_conform_with_side_buffers: "side buffers", 20;
    shaders_conform_with_heap_size: "heap size", 400;
    shaders_conform_with_qa: "qa", 300;
    shaders_conform_without_push_constants: "budget", 400;
}

// ----- What the schemas refuse -----

/// `json` with a field that nobody knows at `pointer`.
fn with_unknown(json: &Value, pointer: &str) -> Value {
    let mut json = json.clone();
    let place = json
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("nothing at {pointer}"));
    let fields = place
        .as_object_mut()
        .unwrap_or_else(|| panic!("no object at {pointer}"));
    fields.insert("colour".to_owned(), json!("green"));
    json
}

#[test]
fn unknown_fields_are_refused_where_the_reader_refuses_them() {
    let translated = reflection("binding/append_counter_table", |_| {});
    let json = serde_json::to_value(&translated).unwrap();
    let open = validator(&schema::reflection());
    let index = |found: &dyn Fn(&Value) -> bool| {
        let resources = json["resources"].as_array().unwrap();
        resources.iter().position(found).unwrap()
    };
    let counted = index(&|r| r.get("counter").is_some());
    let address = index(&|r| r["vulkan"]["strategy"] == "address");
    for (pointer, accepted) in [
        (String::new(), true),
        ("/features".to_owned(), true),
        (format!("/resources/{counted}"), true),
        (format!("/resources/{counted}/access"), true),
        ("/descriptor_sets/0/bindings/0".to_owned(), true),
        (format!("/resources/{counted}/vulkan"), false),
        (format!("/resources/{counted}/vulkan/table"), false),
        (format!("/resources/{counted}/counter"), false),
        (format!("/resources/{address}/vulkan/place"), false),
    ] {
        let changed = with_unknown(&json, &pointer);
        assert_eq!(open.is_valid(&changed), accepted, "{pointer}");
        assert_eq!(
            serde_json::from_value::<Reflection>(changed).is_ok(),
            accepted,
            "{pointer}"
        );
    }
    // And what is missing or of another type.
    for (pointer, value) in [
        ("/schema", json!("dxil2spirv-reflection/2")),
        ("/hash", json!("xyz")),
        ("/stage", json!("teapot")),
        ("/workgroup_size", json!([1, 1])),
        ("/push_constants/size", json!(-4)),
    ] {
        let mut changed = json.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        assert!(!open.is_valid(&changed), "{pointer}");
    }
}

#[test]
fn binding_maps_follow_their_schema() {
    let map = json!({
        "resources": [
            { "class": "srv", "space": 0, "register": 0, "count": 8,
              "vulkan": { "strategy": "descriptor", "set": 0, "binding": 3, "descriptor_type": "sampled_image" } },
            { "class": "cbv", "register": 0,
              "vulkan": { "strategy": "root_constants", "place": { "offset": 0 }, "size": 16 } },
            { "class": "uav", "register": 1, "count": null, "stage": "pixel",
              "vulkan": { "strategy": "heap", "set": 4, "binding": 0, "descriptor_type": "storage_buffer" },
              "counter": { "strategy": "address", "set": 4, "binding": 1, "stride": 8, "offset": 0 } }
        ],
        "heaps": [{ "descriptor_type": "sampled_image", "set": 2, "binding": 0 }],
        "sides": [{ "role": "uav_counters", "set": 3, "binding": 0 }],
        "static_sampler_set": 1,
        "strict": true
    });
    let validator = validator(&schema::binding_map());
    let reads = |json: &Value| BindingMap::from_json(&json.to_string()).is_ok();
    assert_eq!(complaints(&validator, &map), [""; 0]);
    assert!(reads(&map));
    assert!(validator.is_valid(&json!({})) && reads(&json!({})));
    assert!(!validator.is_valid(&json!([])) && !reads(&json!([])));
    for pointer in [
        "",
        "/resources/0",
        "/resources/0/vulkan",
        "/resources/1/vulkan/place",
        "/resources/2/counter",
        "/heaps/0",
        "/sides/0",
    ] {
        let changed = with_unknown(&map, pointer);
        assert!(!validator.is_valid(&changed) && !reads(&changed), "{pointer}");
    }
    // What the types write is a map, too.
    let written = serde_json::to_value(BindingMap::from_json(&map.to_string()).unwrap()).unwrap();
    assert_eq!(complaints(&validator, &written), [""; 0]);
}

// ----- Fields -----

fn reflection(shader: &str, change: impl FnOnce(&mut BindingOptions)) -> Reflection {
    let mut options = Options::default();
    change(&mut options.binding);
    shaders::translate(shader, &Signature::Embedded, &options)
        .unwrap_or_else(|error| panic!("{error}"))
        .reflection
}

/// Class letter and register of each resource with the flags of what covers it.
fn flags(shader: &str) -> Vec<(String, Vec<String>)> {
    let reflection = reflection(shader, |_| {});
    let resources = reflection.resources.iter();
    let mut flags: Vec<_> = resources
        .map(|r| {
            let root = r.d3d12.as_ref().unwrap_or_else(|| panic!("{shader}: {}", r.name));
            (format!("{}{}", r.class.letter(), r.register), root.flags.clone())
        })
        .collect();
    flags.sort();
    flags
}

#[test]
fn flags_have_the_defaults_of_their_version() {
    let table = |flags: &[&str]| flags.iter().map(|f| (*f).to_owned()).collect::<Vec<_>>();
    let expect = |shader: &str, expected: &[(&str, &[&str])]| {
        let expected: Vec<_> = expected
            .iter()
            .map(|(register, flags)| ((*register).to_owned(), table(flags)))
            .collect();
        assert_eq!(flags(shader), expected, "{shader}");
    };
    // Version 1.0 has no flags, and means the volatile ones.
    expect(
        "binding/version_1_0",
        &[
            ("b3", &["descriptors_volatile", "data_volatile"]),
            ("u2", &["descriptors_volatile", "data_volatile"]),
        ],
    );
    expect(
        "binding/flags_1_1",
        &[
            ("b0", &["data_static"]),
            (
                "t0",
                &["descriptors_volatile", "data_static_while_set_at_execute"],
            ),
            ("u0", &["data_volatile"]),
        ],
    );
    // Version 1.1 without flags.
    expect(
        "binding/root_descriptors",
        &[
            ("b0", &["data_static_while_set_at_execute"]),
            ("t0", &["data_static_while_set_at_execute"]),
            ("t1", &["data_static_while_set_at_execute"]),
            ("u0", &["data_volatile"]),
        ],
    );
    expect(
        "binding/append_counter_table",
        &[
            ("t0", &["data_static_while_set_at_execute"]),
            ("u0", &["data_volatile"]),
        ],
    );
    // Root constants have none, nor do samplers of their own accord.
    expect(
        "binding/sample",
        &[
            ("b0", &[]),
            ("b1", &["data_static_while_set_at_execute"]),
            ("b2", &["data_static_while_set_at_execute"]),
            ("s30", &[]),
            ("t40", &["data_static_while_set_at_execute"]),
        ],
    );
}

#[test]
fn root_parameters_beyond_the_budget_are_in_a_uniform_block() {
    // Address of b1, words of three tables, four constants: 8 + 12 + 16 bytes.
    let all = reflection("binding/sample", |_| {});
    assert!(all.inline_uniform_block.is_none());
    assert_eq!(all.push_constants.size, 36);
    let members = |members: &[dxil2spirv::reflection::PushConstantMember]| -> Vec<_> {
        members
            .iter()
            .map(|m| (m.offset, m.size, m.kind, m.root_parameter))
            .collect()
    };
    use PushConstantKind::{RootConstants, RootDescriptor, TableOffset};
    assert_eq!(
        members(&all.push_constants.members),
        [
            (0, 8, RootDescriptor, Some(1)),
            (8, 4, TableOffset, Some(2)),
            (12, 4, TableOffset, Some(3)),
            (16, 4, TableOffset, Some(4)),
            (20, 16, RootConstants, Some(0)),
        ]
    );
    let split = reflection("binding/sample", |o| o.push_constant_budget = 20);
    assert_eq!(split.push_constants.size, 20);
    assert_eq!(split.push_constants.members.len(), 4);
    let block = split.inline_uniform_block.as_ref().unwrap();
    assert_eq!(block.size, 16);
    assert_eq!(members(&block.members), [(0, 16, RootConstants, Some(0))]);
    let constants = split.resources.iter().find_map(|r| match r.vulkan {
        ResourceBinding::RootConstants { place, size } => Some((place.storage, place.offset, size)),
        _ => None,
    });
    assert_eq!(constants, Some((RootStorage::InlineUniformBlock, 0, 16)));
    let slot = role(&split, BindingRole::RootParameters);
    assert_eq!(
        slot,
        [(
            block.set,
            block.binding,
            DescriptorType::InlineUniformBlock,
            Some(16)
        )]
    );
}

/// Set, binding, type and count of the bindings of a role.
fn role(reflection: &Reflection, role: BindingRole) -> Vec<(u32, u32, DescriptorType, Option<u32>)> {
    let sets = reflection.descriptor_sets.iter();
    sets.flat_map(|set| set.bindings.iter().map(|b| (set.set, b)))
        .filter(|(_, b)| b.role == role)
        .map(|(set, b)| (set, b.binding, b.descriptor_type, b.count))
        .collect()
}

#[test]
fn sets_name_the_role_of_side_buffers() {
    use DescriptorType::{StorageBuffer, StorageTexelBuffer};
    let counters = |policy| {
        let r = reflection("binding/append_counter_table", |o| o.uav_counters = policy);
        role(&r, BindingRole::UavCounters)
    };
    // Parallel to the heap of storage buffers.
    assert_eq!(
        counters(CounterPolicy::StorageBuffer),
        [(4, 1, StorageBuffer, None)]
    );
    assert_eq!(
        counters(CounterPolicy::TexelBuffer),
        [(4, 1, StorageTexelBuffer, None)]
    );
    // One buffer of addresses.
    let addresses = CounterPolicy::Address {
        stride: 8,
        offset: 0,
        through_uniform: false,
    };
    assert_eq!(counters(addresses), [(4, 1, StorageBuffer, Some(1))]);

    let offsets = reflection("binding/append_counter_table", |o| {
        o.offset_buffers = Some(OffsetBuffers::default());
    });
    let view = offsets.resources.iter().find_map(|r| r.offset_view).unwrap();
    assert_eq!((view.offset, view.stride), (0, 16));
    assert_eq!(
        role(&offsets, BindingRole::OffsetBuffer),
        [(view.set, view.binding, StorageBuffer, Some(1))]
    );

    let sized = reflection("heap/indices", |o| o.heap_size = Some(HeapSizePolicy::Buffer));
    let Some(HeapSize::Buffer { set, binding }) = sized.heap_size else {
        panic!("{:?}", sized.heap_size);
    };
    assert_eq!(
        role(&sized, BindingRole::HeapSize),
        [(set, binding, StorageBuffer, Some(1))]
    );
    assert!(sized.spec_constants.is_empty());

    let spec = reflection("heap/indices", |o| {
        o.heap_size = Some(HeapSizePolicy::SpecConstant)
    });
    assert_eq!(spec.heap_size, Some(HeapSize::SpecConstant));
    let constants: Vec<_> = spec.spec_constants.iter().map(|c| (c.id, c.kind)).collect();
    assert_eq!(
        constants,
        [
            (1, SpecConstantKind::ResourceHeapSize),
            (2, SpecConstantKind::SamplerHeapSize)
        ]
    );

    let checked = reflection("heap/indices", |o| o.descriptor_qa = true);
    let qa = checked.descriptor_qa.as_ref().unwrap();
    assert_eq!(format!("{:016x}", qa.shader_hash), checked.hash);
    let json = serde_json::to_value(&checked).unwrap();
    assert_eq!(json["descriptor_qa"]["shader_hash"], json["hash"]);
    assert_eq!(
        role(&checked, BindingRole::DescriptorQaHeap),
        [(qa.heap_set, qa.heap_binding, StorageBuffer, Some(1))]
    );
    assert_eq!(
        role(&checked, BindingRole::DescriptorQaReport),
        [(qa.report_set, qa.report_binding, StorageBuffer, Some(1))]
    );
    // None of them without the options.
    let plain = reflection("heap/indices", |_| {});
    assert!(plain.descriptor_qa.is_none() && plain.heap_size.is_none());
    for side in [
        BindingRole::UavCounters,
        BindingRole::OffsetBuffer,
        BindingRole::RootParameters,
        BindingRole::HeapSize,
        BindingRole::DescriptorQaHeap,
        BindingRole::DescriptorQaReport,
    ] {
        assert_eq!(role(&plain, side), [], "{side:?}");
    }
}

#[test]
fn heaps_of_mutable_type_list_their_types() {
    let reflection = reflection("binding/sample", |o| o.preset = Preset::Mutable);
    let set = &reflection.descriptor_sets[0];
    let slot = &set.bindings[0];
    assert_eq!((set.set, slot.binding, slot.count), (0, 0, None));
    assert_eq!(slot.descriptor_type, DescriptorType::Mutable);
    assert_eq!(slot.mutable_types.len(), 6);
    assert!(!slot.mutable_types.contains(&DescriptorType::Sampler));
}

#[test]
fn static_samplers_name_their_index() {
    let reflection = reflection("binding/samplers", |_| {});
    let slots: Vec<_> = reflection
        .descriptor_sets
        .iter()
        .flat_map(|set| &set.bindings)
        .filter_map(|b| b.static_sampler.map(|index| (b.binding, index)))
        .collect();
    assert_eq!(slots, [(0, 0), (1, 1)]);
}

#[test]
fn wave_sizes_that_shaders_ask_for() {
    let size = |shader| {
        let size = reflection(shader, |_| {}).wave_size;
        size.map(|size| (size.min, size.max, size.preferred))
    };
    assert_eq!(size("wave/wave_size"), Some((32, 32, None)));
    assert_eq!(size("wave/wave_size.range"), Some((16, 64, Some(32))));
    assert_eq!(size("wave/reduce"), None);
}

#[test]
fn shader_flags_are_those_that_dxil_declares() {
    let has = |shader: &str, flag: &str| reflection(shader, |_| {}).shader_flags.iter().any(|f| f == flag);
    for (flag, with, without) in [
        ("doubles", "alu-double/binary", "alu-float/binary"),
        ("int64_ops", "alu-int64/binary", "alu-int/binary"),
        ("wave_ops", "wave/reduce", "alu-int/binary"),
        ("native_low_precision", "alu-half/math", "alu-minprec/float16"),
        ("rovs", "pixel/rasterizer_ordered", "pixel/flat_white"),
        ("stencil_ref", "pixel/stencil_ref", "pixel/depth"),
        ("barycentrics", "pixel/barycentrics", "pixel/flat_white"),
        (
            "resource_descriptor_heap_indexing",
            "heap/indices",
            "binding/tables",
        ),
        (
            "raw_and_structured_buffers",
            "buffers/byte_address",
            "pixel/flat_white",
        ),
    ] {
        assert!(has(with, flag) && !has(without, flag), "{flag}");
    }
}
