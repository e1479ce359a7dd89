//! [`RootSignature`] to HLSL's string form. Options at their defaults are left out.

use std::fmt::Write as _;

use super::super::data::{
    DescriptorRange, DescriptorRangeType, RootDescriptor, RootParameterKind, RootSignature,
};
use super::super::flags::ShaderVisibility;
use super::super::sampler::{
    BorderColor, ComparisonFunc, Filter, FloatBits, StaticSampler, TextureAddressMode,
};

impl RootSignature {
    /// The string form, one element a line. It does not say the version: read it back with
    /// [`from_hlsl_as`](Self::from_hlsl_as) to get the same bytes.
    pub fn to_hlsl(&self) -> String {
        let mut elements = Vec::with_capacity(1 + self.parameters.len() + self.static_samplers.len());
        if !self.flags.is_empty() {
            elements.push(format!(
                "RootFlags({})",
                flags(self.flags.names(), self.flags.unknown())
            ));
        }
        for parameter in &self.parameters {
            let mut element = Element::default();
            match &parameter.kind {
                RootParameterKind::DescriptorTable(table) => {
                    element.name = "DescriptorTable";
                    for range in &table.ranges {
                        element.options.push(range_text(range));
                    }
                }
                RootParameterKind::Constants(constants) => {
                    element.name = "RootConstants";
                    element.option("num32BitConstants", constants.num_32bit_values);
                    element.register('b', constants.shader_register, constants.register_space);
                }
                RootParameterKind::Cbv(d) => element.descriptor("CBV", 'b', d),
                RootParameterKind::Srv(d) => element.descriptor("SRV", 't', d),
                RootParameterKind::Uav(d) => element.descriptor("UAV", 'u', d),
            }
            element.visibility(parameter.visibility);
            elements.push(element.text());
        }
        elements.extend(self.static_samplers.iter().map(sampler_text));
        elements.join(",\n")
    }
}

/// `NAME(options)`.
#[derive(Default)]
struct Element {
    name: &'static str,
    options: Vec<String>,
}

impl Element {
    fn option(&mut self, name: &str, value: impl std::fmt::Display) {
        self.options.push(format!("{name}={value}"));
    }
    fn register(&mut self, letter: char, register: u32, space: u32) {
        self.options.push(format!("{letter}{register}"));
        if space != 0 {
            self.option("space", space);
        }
    }
    fn descriptor(&mut self, name: &'static str, letter: char, descriptor: &RootDescriptor) {
        self.name = name;
        self.register(letter, descriptor.shader_register, descriptor.register_space);
        if !descriptor.flags.is_empty() {
            self.option(
                "flags",
                flags(descriptor.flags.names(), descriptor.flags.unknown()),
            );
        }
    }
    fn visibility(&mut self, visibility: ShaderVisibility) {
        let name = match visibility {
            ShaderVisibility::All => return,
            ShaderVisibility::Vertex => "SHADER_VISIBILITY_VERTEX",
            ShaderVisibility::Hull => "SHADER_VISIBILITY_HULL",
            ShaderVisibility::Domain => "SHADER_VISIBILITY_DOMAIN",
            ShaderVisibility::Geometry => "SHADER_VISIBILITY_GEOMETRY",
            ShaderVisibility::Pixel => "SHADER_VISIBILITY_PIXEL",
            ShaderVisibility::Amplification => "SHADER_VISIBILITY_AMPLIFICATION",
            ShaderVisibility::Mesh => "SHADER_VISIBILITY_MESH",
        };
        self.option("visibility", name);
    }
    fn float(&mut self, name: &str, value: FloatBits, default: f32) {
        if value == FloatBits::from(default) {
            return;
        }
        let float = value.get();
        if float.is_finite() {
            // As a double, the decimal is exact: compilers refuse what rounds to above the largest float.
            self.option(name, format_args!("{:?}", f64::from(float)));
        } else {
            self.option(name, format_args!("asfloat({:#x})", value.0));
        }
    }
    fn text(self) -> String {
        format!("{}({})", self.name, self.options.join(", "))
    }
}

fn range_text(range: &DescriptorRange) -> String {
    let mut element = Element::default();
    let letter;
    (element.name, letter) = match range.range_type {
        DescriptorRangeType::Srv => ("SRV", 't'),
        DescriptorRangeType::Uav => ("UAV", 'u'),
        DescriptorRangeType::Cbv => ("CBV", 'b'),
        DescriptorRangeType::Sampler => ("Sampler", 's'),
    };
    element.register(letter, range.base_shader_register, range.register_space);
    if range.is_unbounded() {
        element.option("numDescriptors", "unbounded");
    } else if range.num_descriptors != 1 {
        element.option("numDescriptors", range.num_descriptors);
    }
    if range.offset_in_descriptors_from_table_start != DescriptorRange::APPEND {
        element.option("offset", range.offset_in_descriptors_from_table_start);
    }
    if !range.flags.is_empty() {
        element.option("flags", flags(range.flags.names(), range.flags.unknown()));
    }
    element.text()
}

fn sampler_text(sampler: &StaticSampler) -> String {
    let mut element = Element {
        name: "StaticSampler",
        ..Element::default()
    };
    element.register('s', sampler.shader_register, sampler.register_space);
    let mut named = |option: &str, prefix: &str, name: Option<&str>, value: u32, default: u32| {
        if value != default {
            let text = match name {
                Some(name) => format!("{prefix}{}", name.to_ascii_uppercase()),
                None => value.to_string(),
            };
            element.option(option, text);
        }
    };
    let filter = sampler.filter;
    named(
        "filter",
        "FILTER_",
        filter.name(),
        filter.0,
        Filter::ANISOTROPIC.0,
    );
    for (option, mode) in [
        ("addressU", sampler.address_u),
        ("addressV", sampler.address_v),
        ("addressW", sampler.address_w),
    ] {
        named(
            option,
            "TEXTURE_ADDRESS_",
            mode.name(),
            mode.0,
            TextureAddressMode::WRAP.0,
        );
    }
    let comparison = sampler.comparison_func;
    // The grammar has no word for none.
    let comparison_name = comparison.name().filter(|_| comparison != ComparisonFunc::NONE);
    named(
        "comparisonFunc",
        "COMPARISON_",
        comparison_name,
        comparison.0,
        ComparisonFunc::LESS_EQUAL.0,
    );
    let border = sampler.border_color;
    named(
        "borderColor",
        "STATIC_BORDER_COLOR_",
        border.name(),
        border.0,
        BorderColor::OPAQUE_WHITE.0,
    );
    element.float("mipLODBias", sampler.mip_lod_bias, 0.0);
    if sampler.max_anisotropy != 16 {
        element.option("maxAnisotropy", sampler.max_anisotropy);
    }
    element.float("minLOD", sampler.min_lod, 0.0);
    element.float("maxLOD", sampler.max_lod, f32::MAX);
    if !sampler.flags.is_empty() {
        element.option("flags", flags(sampler.flags.names(), sampler.flags.unknown()));
    }
    element.visibility(sampler.visibility);
    element.text()
}

fn flags<'n>(names: impl Iterator<Item = &'n str>, unknown: u32) -> String {
    let mut text = String::new();
    for name in names {
        if !text.is_empty() {
            text.push_str(" | ");
        }
        text.push_str(&name.to_ascii_uppercase());
    }
    if unknown != 0 {
        if !text.is_empty() {
            text.push_str(" | ");
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{unknown:#x}");
    }
    text
}
