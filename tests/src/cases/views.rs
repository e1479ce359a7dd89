//! View instancing: views by layer and draw by draw, layers and viewports of views, masks of views.

use super::draws::FULL;
use crate::case::{Case, List, pipeline};
use ash::vk::Format;
use dxil2spirv::options::{UniformWord, ViewInstancing};
use dxil2spirv::reflection::{BindingRole, SpecConstantKind};

/// Registers the cases.
pub fn register(list: &mut List) {
    list.add("options/views_tess", || tessellated(None));
    list.add("options/views_tess (drawn)", || tessellated(Some(3)));
    for stages in [
        &["vs", "ps"][..],
        &["layer", "ps"],
        &["viewport", "ps"],
        &["vs", "gs", "ps"],
        &["ms", "ps"],
        &["ms_both", "ps"],
    ] {
        let name = format!("options/views_drawn.{}", stages[stages.len() - 2]);
        list.add(&name, move || drawn(stages, true));
        list.add(&format!("{name} (no viewports)"), move || drawn(stages, false));
        for (mask, what) in [(0b0100, "mask"), (0b1011, "left out")] {
            list.add(&format!("{name} ({what})"), move || masked(stages, mask));
        }
    }
    list.add("options/views_drawn.layer (by layer, too)", || {
        drawn(&["layer", "ps"], true)
            .options(|options| {
                options.view_instancing = ViewInstancing::Mapped {
                    views: 11,
                    viewports: Some(5),
                    chosen_layers: Some(VIEW_PLACE),
                };
            })
            .spec_constant(SpecConstantKind::Views, VIEW)
    });
    list.add("options/views (mask)", masked_layers);
    list.add("options/views_drawn.layer (refused)", || {
        drawn(&["layer", "ps"], true)
            .options(|options| {
                options.view_instancing = ViewInstancing::Mapped {
                    views: 11,
                    viewports: None,
                    chosen_layers: None,
                };
            })
            .refused("view instancing of a shader that chooses a layer")
    });
}

const RGBA32F: Format = Format::R32G32B32A32_SFLOAT;
const VIEW_PLACE: UniformWord = UniformWord { set: 6, binding: 1 };
const MASK_PLACE: UniformWord = UniformWord { set: 6, binding: 3 };
/// The view that is drawn, its layer and its viewport.
const VIEW: u32 = 2;
const LAYER: u32 = 1;
const VIEWPORT: u32 = 1;
/// Viewports of all views.
const VIEWPORTS: u32 = 0x0200_0202 | VIEWPORT << (8 * VIEW);
/// Columns of the viewports.
const COLUMNS: [[u32; 2]; 3] = [[0, 4], [4, 8], [8, 16]];

/// Views 3 to 0 by layer, or one view of a draw.
fn tessellated(drawn: Option<u32>) -> Case {
    let stages = ["vs", "hs", "ds", "ps"].map(|stage| format!("options/views_tess.{stage}"));
    let case = pipeline(&stages.each_ref().map(String::as_str))
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .with_draw(|draw| draw.layers = 4)
        .target(Format::R32G32B32A32_UINT);
    match drawn {
        None => case
            .options(|options| {
                options.view_instancing = ViewInstancing::Mapped {
                    views: 11,
                    viewports: None,
                    chosen_layers: None,
                };
            })
            .spec_constant(SpecConstantKind::Views, 0b00_01_10_11)
            .with_draw(|draw| draw.view_mask = 0b1111)
            .pixels(|_, y| [3 - y / 16; 4]),
        Some(view) => case
            .options(|options| {
                options.view_instancing = ViewInstancing::PerDraw {
                    view: VIEW_PLACE,
                    viewports: None,
                    last: true,
                };
            })
            .side(BindingRole::View, [view | 2 << 16])
            .pixels(move |_, y| if y / 16 == 2 { [view; 4] } else { [0; 4] }),
    }
}

/// The draw of one view, to the layer and the viewport that are its own and the shader's.
fn drawn(stages: &[&str], viewports: bool) -> Case {
    placed(stages, viewports, true)
}

fn placed(stages: &[&str], viewports: bool, shown: bool) -> Case {
    let before = stages[stages.len() - 2];
    let names: Vec<String> = stages
        .iter()
        .map(|stage| format!("options/views_drawn.{stage}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mesh = before.starts_with("ms");
    let layer = LAYER + u32::from(matches!(before, "layer" | "ms_both"));
    let chosen = u32::from(matches!(before, "viewport" | "ms_both"));
    let viewport = chosen + if viewports { VIEWPORT } else { 0 };
    let case = pipeline(&names)
        .options(move |options| {
            options.view_instancing = ViewInstancing::PerDraw {
                view: VIEW_PLACE,
                viewports: viewports.then_some(5),
                last: true,
            };
        })
        .side(BindingRole::View, [VIEW | LAYER << 16])
        .spec_constant(SpecConstantKind::Viewports, VIEWPORTS)
        .with_draw(|draw| {
            draw.layers = 4;
            draw.viewports = COLUMNS.map(|[left, right]| [left, 0, right - left, 16]).to_vec();
        })
        .raw("u1", [0u32; 2])
        .target(Format::R32G32_UINT)
        .clear([f32::from_bits(0x77); 4])
        .pixels(move |x, y| {
            let [left, right] = COLUMNS[viewport as usize];
            let inside = y / 16 == layer && (left..right).contains(&x);
            if shown && inside { [VIEW; 2] } else { [0x77; 2] }
        });
    match mesh {
        true => case,
        false => case.vertices("POSITION", RGBA32F, FULL.to_vec()),
    }
}

/// Of a view that is left out, nothing runs that writes memory, but what comes before the last stage.
fn masked(stages: &[&str], mask: u32) -> Case {
    let shown = mask >> VIEW & 1 != 0;
    let before = if stages.len() == 3 { 3 } else { 0 };
    let ran = match stages {
        ["ms" | "ms_both", _] => [4, 0],
        [_, "gs", _] => [3, 1],
        _ => [3, 0],
    };
    placed(stages, true, shown)
        .options(|options| options.view_mask = Some(MASK_PLACE))
        .side(BindingRole::ViewMask, [mask])
        .expect("u1", if shown { ran } else { [before, 0] })
}

/// Views of layers that a mask leaves out.
fn masked_layers() -> Case {
    const VIEWS: [u32; 4] = [2, 0, 3, 1];
    let word: u32 = (0..4).zip(VIEWS).map(|(layer, view)| view << (2 * layer)).sum();
    let mask = 0b1010u32;
    pipeline(&["options/views.vs", "options/views.ps"])
        .options(|options| {
            options.view_instancing = ViewInstancing::Mapped {
                views: 11,
                viewports: None,
                chosen_layers: None,
            };
            options.view_mask = Some(MASK_PLACE);
        })
        .spec_constant(SpecConstantKind::Views, word)
        .side(BindingRole::ViewMask, [mask])
        .vertices("POSITION", RGBA32F, FULL.to_vec())
        .with_draw(|draw| (draw.layers, draw.view_mask) = (4, 0b1111))
        .target(Format::R32G32_UINT)
        .clear([f32::from_bits(0x77); 4])
        .pixels(move |_, y| {
            let view = VIEWS[(y / 16) as usize];
            if mask >> view & 1 != 0 {
                [view; 2]
            } else {
                [0x77; 2]
            }
        })
}
