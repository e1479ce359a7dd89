//! A report as text: a list of facts, then a table for each part that has rows.

use super::library::{LibraryInfo, SubobjectInfo};
use super::report::{Element, Entry, Format, Report, ResourceInfo, RootSignatureInfo};
use crate::style::Style;
use dxil2spirv::container::DigestStatus;
use dxil2spirv::container::root_signature::{
    DescriptorRange, DescriptorRangeType, RootDescriptor, RootParameterKind,
};
use dxil2spirv::shader::{ComponentType, Interpolation, ResourceKind};
use serde::Serialize;

/// The text of `report`.
pub fn render(report: &Report<'_>, style: Style) -> String {
    let mut page = Page {
        text: String::new(),
        style,
    };
    facts(&mut page, report);
    page.table(
        "parts",
        &["name", "size", "holds"],
        report.parts.iter().map(|part| {
            vec![
                part.name.to_string(),
                part.size.to_string(),
                part.holds.unwrap_or("unknown").to_owned(),
            ]
        }),
    );
    for entry in &report.entries {
        entry_point(&mut page, entry);
    }
    if let Some(root_signature) = &report.root_signature {
        root_signature_tables(&mut page, "root signature", root_signature);
    }
    if let Some(library) = &report.library {
        library_tables(&mut page, library);
    }
    page.text
}

struct Page {
    text: String,
    style: Style,
}

impl Page {
    fn fact(&mut self, name: &str, value: impl AsRef<str>) {
        self.text.push_str(&format!("{name:<12}{}\n", value.as_ref()));
    }

    fn heading(&mut self, heading: &str) {
        self.text
            .push_str(&format!("\n{}\n", self.style.heading(heading)));
    }

    /// Columns as wide as their widest cell; nothing when there are no rows.
    fn table(&mut self, heading: &str, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) {
        let head: Vec<String> = columns.iter().map(|column| (*column).to_owned()).collect();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        if rows.len() == 1 {
            return;
        }
        self.heading(heading);
        let mut widths = vec![0; columns.len()];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for row in &rows {
            let mut line = String::new();
            for (width, cell) in widths.iter().zip(row) {
                line.push_str(&format!("  {cell:<width$}"));
            }
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }
}

/// The name that a value has in JSON.
fn name(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(value) => value.to_string(),
        Err(_) => String::new(),
    }
}

fn list(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    texts.join(",")
}

/// `0-3` for indices that follow each other.
fn indices(numbers: &[u32]) -> String {
    let follow = numbers
        .windows(2)
        .all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b)));
    match (numbers.first(), numbers.last()) {
        (Some(first), Some(last)) if follow && first != last => format!("{first}-{last}"),
        _ => list(numbers),
    }
}

fn facts(page: &mut Page, report: &Report<'_>) {
    page.fact("file", format!("{}, {} bytes", report.file, report.size));
    page.fact("hash", &report.hash);
    page.fact(
        "format",
        match (report.format, report.digest) {
            (Format::Bitcode, _) => "bare bitcode".to_owned(),
            (Format::WrappedBitcode, _) => "wrapped bitcode".to_owned(),
            (Format::RootSignature, _) => "root signature".to_owned(),
            (Format::Container, None) => "container".to_owned(),
            (Format::Container, Some(digest)) => format!("container, {}", digest_text(digest)),
        },
    );
    if let Some(program) = report.program {
        page.fact("profile", program.to_string());
    }
    let versions: Vec<String> = [
        report
            .dxil_version
            .as_ref()
            .map(|version| format!("DXIL {version}")),
        report
            .validator_version
            .as_ref()
            .map(|version| format!("validator {version}")),
        report.compiler.as_ref().map(|compiler| {
            format!(
                "compiler {}.{} {}",
                compiler.major, compiler.minor, compiler.custom
            )
        }),
    ]
    .into_iter()
    .flatten()
    .map(|text| text.trim_end().to_owned())
    .collect();
    if !versions.is_empty() {
        page.fact("versions", versions.join(", "));
    }
    if let Some(debug_name) = report.debug_name {
        page.fact("debug name", debug_name);
    }
    if let Some(features) = report
        .feature_flags
        .as_ref()
        .filter(|features| !features.is_empty())
    {
        page.fact("features", features.join(" "));
    }
    if report.entries.is_empty()
        && let Some(library) = &report.library
    {
        page.fact("library", library.without_entries());
    }
    if let Some(psv) = &report.pipeline_state_validation {
        page.fact(
            "PSV0",
            format!("version {}, {} resources", psv.version, psv.resources.len()),
        );
    }
}

fn digest_text(digest: DigestStatus) -> &'static str {
    match digest {
        DigestStatus::Valid => "digest valid",
        DigestStatus::Invalid => "digest wrong",
        DigestStatus::Unsigned => "not signed",
        DigestStatus::Bypass => "digest bypassed",
        DigestStatus::PreviewBypass => "digest bypassed (preview)",
    }
}

fn entry_point(page: &mut Page, entry: &Entry) {
    page.heading(&format!(
        "entry {} ({}, shader model {})",
        entry.name,
        name(&entry.stage),
        entry.shader_model
    ));
    if let Some(threads) = &entry.num_threads {
        page.fact("  threads", list(threads));
    }
    if let Some(lanes) = &entry.wave_size {
        page.fact("  wave size", list(lanes));
    }
    if !entry.shader_flags.is_empty() {
        page.fact("  flags", entry.shader_flags.join(" "));
    }
    for (heading, elements) in [
        ("inputs", &entry.inputs),
        ("outputs", &entry.outputs),
        ("patch constants", &entry.patch_constants),
    ] {
        page.table(
            heading,
            &["semantic", "index", "type", "register", "interpolation"],
            elements.iter().map(element_row),
        );
    }
    page.table(
        "resources",
        &["register", "space", "count", "kind", "element", "name"],
        entry.resources.iter().map(resource_row),
    );
}

fn element_row(element: &Element) -> Vec<String> {
    let mut ty = name(&element.component_type);
    if element.cols > 1 {
        ty.push_str(&format!("x{}", element.cols));
    }
    if element.rows > 1 {
        ty.push_str(&format!("[{}]", element.rows));
    }
    let register = element.start.map_or_else(String::new, |[row, col]| {
        // The components that it takes, of x y z w.
        let mask: String = "xyzw"
            .chars()
            .skip(col as usize)
            .take(element.cols as usize)
            .collect();
        match element.stream {
            0 => format!("{row}.{mask}"),
            stream => format!("{row}.{mask} stream {stream}"),
        }
    });
    let interpolation = match element.interpolation {
        Interpolation::Undefined => String::new(),
        mode => name(&mode),
    };
    vec![
        element.semantic.clone(),
        indices(&element.indices),
        ty,
        register,
        interpolation,
    ]
}

fn resource_row(resource: &ResourceInfo) -> Vec<String> {
    let mut element = match resource.component_type {
        ComponentType::Invalid => String::new(),
        component => format!("{}x{}", name(&component), resource.components),
    };
    if resource.stride != 0 {
        element = format!("stride {}", resource.stride);
    }
    if resource.kind == ResourceKind::CBuffer {
        element = format!("{} bytes", resource.size);
    }
    for (set, flag) in [
        (resource.counter, "counter"),
        (resource.globally_coherent, "coherent"),
        (resource.rasterizer_ordered, "ordered"),
        (resource.comparison_sampler, "comparison"),
    ] {
        if set {
            element = format!("{element} {flag}").trim_start().to_owned();
        }
    }
    vec![
        format!("{}{}", resource.class.letter(), resource.register),
        resource.space.to_string(),
        resource
            .count
            .map_or_else(|| "unbounded".to_owned(), |count| count.to_string()),
        name(&resource.kind),
        element,
        resource.name.clone(),
    ]
}

fn root_signature_tables(page: &mut Page, what: &str, info: &RootSignatureInfo) {
    let root_signature = &info.root_signature;
    let flags = name_list(root_signature.flags.names());
    let mut heading = format!(
        "{what} {} ({} of 64 words)",
        root_signature.version, info.dword_cost
    );
    if !flags.is_empty() {
        heading.push_str(&format!(": {flags}"));
    }
    let mut rows = Vec::new();
    for (index, parameter) in root_signature.parameters.iter().enumerate() {
        let first = [index.to_string(), name(&parameter.visibility)];
        let mut row = |kind: &str, registers: String, space: u32, more: String| {
            rows.push(vec![
                first[0].clone(),
                first[1].clone(),
                kind.to_owned(),
                registers,
                space.to_string(),
                more,
            ]);
        };
        match &parameter.kind {
            RootParameterKind::Constants(constants) => row(
                "constants",
                format!("b{}", constants.shader_register),
                constants.register_space,
                format!("{} words", constants.num_32bit_values),
            ),
            RootParameterKind::Cbv(d) => descriptor(&mut row, "cbv", 'b', d),
            RootParameterKind::Srv(d) => descriptor(&mut row, "srv", 't', d),
            RootParameterKind::Uav(d) => descriptor(&mut row, "uav", 'u', d),
            RootParameterKind::DescriptorTable(table) => {
                let offsets = table.resolved_offsets().unwrap_or_default();
                for (index, range) in table.ranges.iter().enumerate() {
                    let offset = offsets
                        .get(index)
                        .map_or_else(|| "offset ?".to_owned(), |offset| format!("offset {offset}"));
                    let flags = name_list(range.flags.names());
                    row(
                        "table",
                        range_text(range),
                        range.register_space,
                        format!("{offset} {flags}").trim_end().to_owned(),
                    );
                }
            }
        }
    }
    let has_rows = !rows.is_empty() || !root_signature.static_samplers.is_empty();
    if !has_rows {
        page.heading(&heading);
        page.text.push_str("  empty\n");
    }
    page.table(
        &heading,
        &["parameter", "visibility", "kind", "registers", "space", "more"],
        rows.into_iter(),
    );
    page.table(
        "static samplers",
        &["register", "space", "visibility", "filter", "address"],
        root_signature.static_samplers.iter().map(|sampler| {
            vec![
                format!("s{}", sampler.shader_register),
                sampler.register_space.to_string(),
                name(&sampler.visibility),
                name(&sampler.filter),
                [sampler.address_u, sampler.address_v, sampler.address_w]
                    .map(|mode| name(&mode))
                    .join(" "),
            ]
        }),
    );
}

fn library_tables(page: &mut Page, library: &LibraryInfo) {
    page.table(
        "functions",
        &[
            "name",
            "kind",
            "model",
            "payload",
            "attributes",
            "stages",
            "subobjects",
            "symbol",
        ],
        library.functions.iter().map(|function| {
            vec![
                function.name.clone(),
                function.kind.map_or_else(|| "?".to_owned(), |kind| name(&kind)),
                function.min_shader_model.clone(),
                function.payload_bytes.to_string(),
                function.attribute_bytes.to_string(),
                function.stages.join(" "),
                function.subobjects.join(" "),
                function.symbol.clone(),
            ]
        }),
    );
    for function in &library.functions {
        for (heading, names) in [
            ("resources", &function.resources),
            ("calls of other libraries", &function.dependencies),
            ("features", &function.features),
        ] {
            if !names.is_empty() {
                let heading = format!("{heading} of {}", function.name);
                page.table(&heading, &["name"], names.iter().map(|name| vec![name.clone()]));
            }
        }
    }
    page.table(
        "subobjects",
        &["name", "kind", "what"],
        library.subobjects.iter().map(|subobject| {
            vec![
                subobject.name.clone(),
                subobject.what.kind().to_owned(),
                subobject.what.text(),
            ]
        }),
    );
    for SubobjectInfo { name, what } in &library.subobjects {
        if let Some(info) = what.root_signature() {
            root_signature_tables(page, &format!("root signature {name}:"), info);
        }
    }
}

fn descriptor(row: &mut impl FnMut(&str, String, u32, String), kind: &str, letter: char, d: &RootDescriptor) {
    row(
        kind,
        format!("{letter}{}", d.shader_register),
        d.register_space,
        name_list(d.flags.names()),
    );
}

fn range_text(range: &DescriptorRange) -> String {
    let letter = match range.range_type {
        DescriptorRangeType::Srv => 't',
        DescriptorRangeType::Uav => 'u',
        DescriptorRangeType::Cbv => 'b',
        DescriptorRangeType::Sampler => 's',
    };
    let first = range.base_shader_register;
    if range.is_unbounded() {
        return format!("{letter}{first}...");
    }
    match first.checked_add(range.num_descriptors.saturating_sub(1)) {
        Some(last) if last > first => format!("{letter}{first}-{last}"),
        _ => format!("{letter}{first}"),
    }
}

fn name_list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(" ")
}
