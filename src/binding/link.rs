//! Inputs that follow the outputs of the stage before, by semantic.
//!
//! In: an element, and the outputs that the reflection of the stage before lists. Out: its place. D3D12 links most stages
//! by register, and so do locations; between mesh and pixel shaders, whose vertices and primitives have registers of
//! their own each, it goes by semantic.

use super::plan::ElementPlace;
use crate::shader::SignatureElement;
use crate::vulkan::IoElement;

/// The place of `element`, an input that would be at `own`, behind a stage with these outputs. Those that the stage before
/// does not write lie behind all of its, where nothing meets them.
pub fn linked(outputs: &[IoElement], element: &SignatureElement, own: ElementPlace) -> ElementPlace {
    let place = |output: &IoElement| {
        if output.patch {
            return None;
        }
        let row = row_of(output, element)?;
        Some(ElementPlace {
            location: output.location?.saturating_add(row),
            component: output.component,
            per_primitive: output.per_primitive,
        })
    };
    outputs.iter().find_map(place).unwrap_or_else(|| {
        let ends = outputs
            .iter()
            .filter_map(|output| Some(output.location?.saturating_add(output.rows)));
        let behind = ends.max().unwrap_or(0);
        ElementPlace {
            location: own.location.saturating_add(behind),
            ..own
        }
    })
}

/// Whether `element` is one of the outputs that are the same for a primitive.
pub fn is_per_primitive(outputs: &[IoElement], element: &SignatureElement) -> bool {
    let mut outputs = outputs.iter();
    outputs.any(|output| output.per_primitive && row_of(output, element).is_some())
}

/// The row of `output` that `element` begins with. Semantic names are the same whatever their case.
fn row_of(output: &IoElement, element: &SignatureElement) -> Option<u32> {
    let index = element.indices.first().copied().unwrap_or(0);
    let row = index.checked_sub(output.index)?;
    (row < output.rows && output.semantic.eq_ignore_ascii_case(&element.name)).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shader::ComponentType;

    fn output(semantic: &str, index: u32, rows: u32, location: Option<u32>) -> IoElement {
        IoElement {
            semantic: semantic.to_owned(),
            index,
            rows,
            cols: 2,
            component_type: ComponentType::F32,
            location,
            component: 1,
            builtin: None,
            patch: false,
            per_primitive: semantic == "COLOR",
            capture: None,
        }
    }

    #[test]
    fn inputs_go_where_their_semantic_is() {
        let outputs = [
            output("SV_Position", 0, 1, None),
            output("UV", 1, 3, Some(4)),
            output("COLOR", 0, 1, Some(7)),
        ];
        let place = |name: &str, index| {
            let element = SignatureElement {
                name: name.to_owned(),
                indices: vec![index],
                ..SignatureElement::default()
            };
            let own = ElementPlace {
                location: 2,
                ..ElementPlace::default()
            };
            let place = linked(&outputs, &element, own);
            assert_eq!(
                place.per_primitive,
                is_per_primitive(&outputs, &element),
                "{name}"
            );
            (place.location, place.component)
        };
        assert_eq!(place("uv", 2), (5, 1));
        assert_eq!(place("Color", 0), (7, 1));
        for missing in [("UV", 0), ("UV", 4), ("FOG", 0), ("SV_Position", 0)] {
            assert_eq!(place(missing.0, missing.1), (10, 0), "{missing:?}");
        }
    }
}
