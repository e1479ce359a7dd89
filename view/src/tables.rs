//! What the reflection says, as tables: bindings, resources, sizes.

use crate::Subject;
use crate::code::Text;
use crate::html::escape;
use crate::steps::Made;
use dxil2spirv::ir::{Function, Inst, Module};
use dxil2spirv::reflection::{Reflection, ResourceAccess, ResourceReflection};
use dxil2spirv::shader::ResourceClass;
use dxil2spirv::vulkan::{PushConstantKind, PushConstantMember, ResourceBinding, RootPlace, RootStorage};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Bytes in a row of a ruler.
const RULER: u32 = 64;

/// The reflection, or a word on why there is none.
fn reflection<'m>(out: &mut String, made: &'m Made) -> Option<&'m Reflection> {
    match &made.translation {
        Ok(translation) => Some(&translation.reflection),
        Err(_) => {
            out.push_str("<p>There is nothing to tell of a shader that was not translated.</p>");
            None
        }
    }
}

/// `t0`, `u4..7 space1`; what the shader takes from the heap by itself has none.
fn register(resource: &ResourceReflection) -> String {
    if resource.access.heap_index {
        return "heap".to_owned();
    }
    let letter = match resource.class {
        ResourceClass::Srv => 't',
        ResourceClass::Uav => 'u',
        ResourceClass::Cbv => 'b',
        ResourceClass::Sampler => 's',
    };
    let mut text = format!("{letter}{}", resource.register);
    match resource.count {
        Some(0 | 1) => {}
        Some(count) => {
            let last = u64::from(resource.register) + u64::from(count) - 1;
            text.push_str(&format!("..{last}"));
        }
        None => text.push_str("..."),
    }
    if resource.space != 0 {
        text.push_str(&format!(" space{}", resource.space));
    }
    text
}

/// Name and register of a resource.
pub fn named(resource: &ResourceReflection) -> String {
    match resource.name.as_str() {
        "" => register(resource),
        name => format!("{name} ({})", register(resource)),
    }
}

/// A text, or what stands for none.
fn or_none(text: String) -> String {
    match text.is_empty() {
        true => "–".to_owned(),
        false => text,
    }
}

/// Where in a block of root parameters a resource's way begins.
fn place(binding: &ResourceBinding) -> Option<RootPlace> {
    match binding {
        ResourceBinding::Heap { table, .. } | ResourceBinding::AddressHeap { table, .. } => *table,
        ResourceBinding::RootConstants { place, .. } | ResourceBinding::Address { place, .. } => Some(*place),
        _ => None,
    }
}

/// A table under `heads`.
pub fn table(out: &mut String, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
    out.push_str("<table><thead><tr>");
    for head in heads {
        let _ = write!(out, "<th>{}</th>", escape(head));
    }
    out.push_str("</tr></thead><tbody>");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}</td>", escape(&cell));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table>");
}

/// The way of each resource from its register to its descriptor, the blocks of root parameters, the sets.
pub fn bindings(out: &mut String, made: &Made) -> fmt::Result {
    let Some(reflection) = reflection(out, made) else {
        return Ok(());
    };
    out.push_str("<h2>From register to descriptor</h2>");
    let heads = [
        "Register",
        "Name",
        "Root parameter",
        "Reached by",
        "Counter",
        "View",
    ];
    let rows = reflection.resources.iter().map(|resource| {
        let text = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
        vec![
            register(resource),
            or_none(resource.name.clone()),
            text(resource.d3d12.as_ref().map(ToString::to_string)),
            resource.vulkan.to_string(),
            text(resource.counter.as_ref().map(ToString::to_string)),
            text(resource.offset_view.as_ref().map(ToString::to_string)),
        ]
    });
    table(out, &heads, rows);
    let push = &reflection.push_constants;
    let blocks = [
        (
            RootStorage::PushConstants,
            "Push constants",
            push.size,
            Some(&push.members),
        ),
        (
            RootStorage::InlineUniformBlock,
            "Inline uniform block",
            reflection
                .inline_uniform_block
                .as_ref()
                .map_or(0, |block| block.size),
            reflection
                .inline_uniform_block
                .as_ref()
                .map(|block| &block.members),
        ),
        (
            RootStorage::ShaderRecord,
            "Shader record",
            reflection.shader_record.as_ref().map_or(0, |block| block.size),
            reflection.shader_record.as_ref().map(|block| &block.members),
        ),
    ];
    for (storage, title, size, members) in blocks {
        if let Some(members) = members.filter(|_| size != 0) {
            write!(out, "<h2>{title}: {size} bytes</h2>")?;
            ruler(out, size, members, |member| users(reflection, storage, member))?;
        }
    }
    out.push_str("<h2>Descriptor sets</h2>");
    let rows = reflection.descriptor_sets.iter().flat_map(|set| {
        set.bindings.iter().map(move |binding| {
            let users = reflection.resources.iter().filter(|resource| {
                matches!(&resource.vulkan,
                    ResourceBinding::Descriptor { set: s, binding: b, descriptor_type, .. }
                    | ResourceBinding::Heap { set: s, binding: b, descriptor_type, .. }
                        if (*s, *b, *descriptor_type) == (set.set, binding.binding, binding.descriptor_type))
                    || matches!(&resource.vulkan,
                        ResourceBinding::StaticSampler { set: s, binding: b, .. }
                        | ResourceBinding::AddressHeap { set: s, binding: b, .. }
                        | ResourceBinding::InputAttachment { set: s, binding: b, .. }
                            if (*s, *b) == (set.set, binding.binding))
            });
            vec![
                set.set.to_string(),
                binding.binding.to_string(),
                format!("{:?}", binding.descriptor_type),
                binding
                    .count
                    .map_or("no bound".to_owned(), |count| count.to_string()),
                format!("{:?}", binding.role),
                users.map(named).collect::<Vec<_>>().join(", "),
            ]
        })
    });
    table(
        out,
        &["Set", "Binding", "Type", "Count", "Role", "Resources"],
        rows,
    );
    Ok(())
}

/// What is reached through a member of a block.
fn users(reflection: &Reflection, storage: RootStorage, member: &PushConstantMember) -> String {
    let within = |place: &RootPlace| {
        place.storage == storage
            && (member.offset..member.offset.saturating_add(member.size)).contains(&place.offset)
    };
    let users: Vec<String> = reflection
        .resources
        .iter()
        .filter(|resource| place(&resource.vulkan).as_ref().is_some_and(within))
        .map(named)
        .collect();
    users.join(", ")
}

/// A block of root parameters, byte by byte.
fn ruler(
    out: &mut String,
    size: u32,
    members: &[PushConstantMember],
    users: impl Fn(&PushConstantMember) -> String,
) -> fmt::Result {
    out.push_str("<div class=\"ruler\">");
    for tick in (0..RULER.min(size.next_multiple_of(4))).step_by(4) {
        write!(out, "<i style=\"grid-column:{}/span 4\">{tick}</i>", tick + 1)?;
    }
    for (number, member) in members.iter().enumerate() {
        let kind = match member.kind {
            PushConstantKind::RootDescriptor => "address",
            PushConstantKind::TableOffset => "table",
            PushConstantKind::RootConstants => "constants",
            PushConstantKind::NodeDispatch => "dispatch",
            _ => "other",
        };
        let parameter = match member.root_parameter {
            Some(parameter) => format!("parameter {parameter}"),
            None => "binding map".to_owned(),
        };
        let end = member.offset.saturating_add(member.size).min(size);
        let title = format!(
            "bytes {}..{end}: {kind} of {parameter}; {}",
            member.offset,
            users(member)
        );
        let mut at = member.offset;
        while at < end {
            let stop = end.min(at - at % RULER + RULER);
            write!(
                out,
                "<b class=\"member m{} {kind}\" style=\"grid-row:{};grid-column:{}/span {}\" title=\"{}\">{}</b>",
                number % 6,
                at / RULER + 2,
                at % RULER + 1,
                stop - at,
                escape(&title),
                if at == member.offset { kind } else { "…" }
            )?;
            at = stop;
        }
    }
    out.push_str("</div>");
    let rows = members.iter().map(|member| {
        vec![
            format!("{}..{}", member.offset, member.offset.saturating_add(member.size)),
            format!("{:?}", member.kind),
            member
                .root_parameter
                .map_or("–".to_owned(), |parameter| parameter.to_string()),
            users(member),
        ]
    });
    table(out, &["Bytes", "Kind", "Root parameter", "For"], rows);
    Ok(())
}

/// Words for what is done with a resource.
fn done(access: &ResourceAccess) -> String {
    let words = [
        (access.read, "read"),
        (access.write, "written"),
        (access.atomic, "atomics"),
        (access.counter, "counter"),
        (access.coherent, "coherent"),
        (access.rasterizer_ordered, "ordered"),
        (access.sampled, "sampled"),
        (access.fetched, "fetched"),
        (access.raw, "raw"),
        (access.query, "asked of its size"),
        (access.feedback, "feedback"),
        (access.residency_status, "residency"),
        (access.non_uniform_index, "index differs by lane"),
        (
            access.dynamic_index && !access.non_uniform_index,
            "index computed",
        ),
    ];
    let words: Vec<&str> = words
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, word)| *word)
        .collect();
    match words.is_empty() {
        true => "not used".to_owned(),
        false => words.join(", "),
    }
}

/// Resources with access and alignment.
pub fn resources(out: &mut String, made: &Made) -> fmt::Result {
    let Some(reflection) = reflection(out, made) else {
        return Ok(());
    };
    out.push_str("<h2>Resources</h2>");
    let heads = [
        "Register",
        "Name",
        "Kind",
        "Stride",
        "Access",
        "Alignment",
        "Reached by",
    ];
    let rows = reflection.resources.iter().map(|resource| {
        vec![
            register(resource),
            or_none(resource.name.clone()),
            format!("{:?}", resource.kind),
            match resource.stride {
                0 => "–".to_owned(),
                stride => stride.to_string(),
            },
            done(&resource.access),
            resource
                .alignment_assumed
                .map_or("–".to_owned(), |bytes| bytes.to_string()),
            resource.vulkan.to_string(),
        ]
    });
    table(out, &heads, rows);
    for (title, elements) in [("Inputs", &reflection.inputs), ("Outputs", &reflection.outputs)] {
        if elements.is_empty() {
            continue;
        }
        write!(out, "<h2>{title}</h2>")?;
        let rows = elements.iter().map(|element| {
            vec![
                format!("{}{}", element.semantic, element.index),
                element
                    .location
                    .map_or("–".to_owned(), |location| location.to_string()),
                element.component.to_string(),
                element.builtin.clone().unwrap_or_else(|| "–".to_owned()),
            ]
        });
        table(out, &["Semantic", "Location", "Component", "Built-in"], rows);
    }
    Ok(())
}

/// Instructions in use with their number of the source.
pub fn used(module: &Module) -> impl Iterator<Item = (&Function, Inst)> {
    module.functions.values().flat_map(|function| {
        let blocks = function.layout.iter();
        let insts = blocks.flat_map(|&block| function.blocks[block].insts.iter());
        insts.map(move |&inst| (function, inst))
    })
}

/// Sizes and counts, by step.
pub fn sizes(out: &mut String, subject: &Subject<'_>, made: &Made, texts: &[Text]) -> fmt::Result {
    out.push_str("<h2>By step</h2>");
    let module = subject.shader.module();
    let count: usize = module.bodies.iter().map(|body| body.insts.len()).sum();
    let blocks: usize = module.bodies.iter().map(|body| body.blocks.len()).sum();
    let mut rows = vec![vec![
        "DXIL".to_owned(),
        count.to_string(),
        blocks.to_string(),
        "–".to_owned(),
    ]];
    for step in &made.steps {
        let functions = step.module.functions.values();
        let blocks: usize = functions.map(|function| function.layout.len()).sum();
        let globals = step.module.globals.len();
        let count = used(&step.module).count() + blocks;
        rows.push(vec![
            step.name.to_owned(),
            count.to_string(),
            blocks.to_string(),
            globals.to_string(),
        ]);
    }
    table(out, &["After", "Instructions", "Blocks", "Variables"], rows);
    let Ok(translation) = &made.translation else {
        return Ok(());
    };
    let bytes = subject.shader.input().bytes().len();
    out.push_str("<h2>Files</h2>");
    let words = translation.words.len();
    let rows = [
        vec!["DXIL, the whole file".to_owned(), format!("{bytes} bytes")],
        vec!["SPIR-V".to_owned(), format!("{} bytes, {words} words", words * 4)],
    ];
    table(out, &["What", "Size"], rows);
    out.push_str("<h2>Instructions of the module</h2>");
    let spirv = texts.iter().find(|text| text.column == "SPIR-V");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in spirv.map_or("", |text| &text.text).lines() {
        let mut words = line.split_whitespace();
        let op = match words.next() {
            Some(word) if word.starts_with('%') => words.nth(1),
            word => word,
        };
        if let Some(op) = op.filter(|op| op.starts_with("Op")) {
            *counts.entry(op).or_default() += 1;
        }
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(op, count)| (std::cmp::Reverse(count), op));
    let rows = counts
        .iter()
        .map(|(op, count)| vec![(*op).to_owned(), count.to_string()]);
    table(out, &["Operation", "Count"], rows);
    for (title, names) in [
        ("Capabilities", &translation.reflection.capabilities),
        ("Extensions", &translation.reflection.extensions),
    ] {
        write!(out, "<h2>{title}</h2><p>{}</p>", escape(&names.join(", ")))?;
    }
    Ok(())
}
