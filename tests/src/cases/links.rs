//! Stages compiled apart and linked, in generated combinations of signatures: see [`links`](crate::links).

use crate::case::{Case, List, pipeline};
use crate::links;
use ash::vk::Format;

/// Height of the target.
const HEIGHT: u32 = 8;

/// Registers the cases.
pub fn register(list: &mut List) {
    for (stages, by_semantic) in links::chains() {
        let how = if by_semantic { "by semantic" } else { "by register" };
        let name = format!("links/{} ({how})", stages.join(" "));
        list.add(&name, move || chain(&stages, by_semantic));
    }
}

fn chain(names: &[String], by_semantic: bool) -> Case {
    let variants = links::variants();
    let chosen: Vec<_> = names
        .iter()
        .filter_map(|name| variants.iter().find(|variant| variant.name == *name))
        .collect();
    let stages: Vec<_> = chosen.iter().map(|variant| variant.stage.clone()).collect();
    let files: Vec<_> = names.iter().map(|name| format!("links/{name}")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let case = pipeline(&files);
    let case = if by_semantic { case.linked() } else { case };
    let case = match chosen.iter().any(|variant| links::indexes(variant)) {
        true => case.cbuffer("b0,space2", [0u32; 4]),
        false => case,
    };
    case.size(links::COLUMNS, HEIGHT)
        .target(Format::R32G32B32A32_SFLOAT)
        .some_pixels(links::pixel(&stages, HEIGHT))
}
