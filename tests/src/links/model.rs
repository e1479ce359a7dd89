//! What comes out of a chain: the values of elements, from stage to stage, as D3D12 hands them on.

use super::signature::{Class, Element, ITEMS, Level, Stage};
use crate::case::{Want, any, near, within};
use crate::cases::{HALF, Triangle};
use std::collections::BTreeMap;

/// Columns of the target, one for each row of the last stage's inputs.
pub const COLUMNS: u32 = 24;

/// What a column shows where its component is not read.
pub const COLUMN_LEFT: i32 = -1;

/// A component at three vertices; `None` where nothing was written, and anything may come.
type Component = [Option<f32>; 3];

/// Components by semantic name, index and column. Those that are not there were not handed on.
type Values = BTreeMap<(&'static str, u32, u32), Component>;

/// The number that a stage adds to what it hands on.
pub fn number_of(level: Level) -> u32 {
    match level {
        Level::Vertex | Level::Pixel => 0,
        Level::Hull => 100,
        Level::Domain => 200,
        Level::Geometry => 400,
    }
}

/// The number of a component that a stage gives by itself.
pub fn base(name: &str, index: u32, column: u32) -> u32 {
    let place = ITEMS.iter().position(|item| item.name == name).unwrap_or(0) as u32;
    17 * place + 5 * index + 2 * column + 1
}

impl Stage {
    /// The input that has a component, if the stage reads it, and its number.
    pub fn find(&self, name: &str, index: u32, column: u32) -> Option<(usize, &Element)> {
        self.inputs.iter().enumerate().find(|(_, input)| {
            input.name == name
                && (input.index..input.index + input.rows).contains(&index)
                && column < input.used
        })
    }

    /// What it hands on of `before`.
    fn outputs_of(&self, before: &Values) -> Values {
        let mut values = Values::new();
        for element in &self.outputs {
            for row in 0..element.rows {
                for column in 0..element.width {
                    let key = (element.name, element.index + row, column);
                    let value = if column < element.used {
                        self.output(element, key, before)
                    } else {
                        [None; 3]
                    };
                    values.insert(key, value);
                }
            }
        }
        values
    }

    fn output(&self, element: &Element, key: (&'static str, u32, u32), before: &Values) -> Component {
        let number = number_of(self.level);
        if self.find(key.0, key.1, key.2).is_none() {
            let own = base(key.0, key.1, key.2) + number;
            let float = element.class == Class::Float;
            return std::array::from_fn(|vertex| {
                let turns = match self.level {
                    Level::Vertex => vertex,
                    Level::Hull if !element.patch => vertex,
                    Level::Domain if float => vertex,
                    _ => 0,
                };
                let own = own + 11 * turns as u32;
                Some(match element.class {
                    Class::Float | Class::Uint => own as f32,
                    Class::Int => -(own as f32),
                    Class::Bool => (own & 1) as f32,
                })
            });
        }
        let read = before.get(&key).copied().unwrap_or([Some(0.0); 3]);
        std::array::from_fn(|vertex| {
            let vertex = match self.level {
                Level::Hull if element.patch => 0,
                // One point's, for all that comes of the patch.
                Level::Domain if !element.patch && element.class != Class::Float => 1,
                _ => vertex,
            };
            read[vertex].map(|value| match element.class {
                Class::Bool if self.level == Level::Hull => value,
                Class::Bool => 1.0 - value,
                _ => value + number as f32,
            })
        })
    }
}

/// What the stages before the last hand on to it.
fn handed_on(stages: &[Stage]) -> Values {
    let before = stages.split_last().map_or(&[][..], |(_, before)| before);
    before
        .iter()
        .fold(Values::new(), |values, stage| stage.outputs_of(&values))
}

/// The column's row of an input, if the last stage has one.
fn shown(pixel: &Stage, column: u32) -> Option<(&Element, u32)> {
    let mut first = 0;
    pixel.inputs.iter().find_map(|element| {
        let row = column.checked_sub(first).filter(|row| *row < element.rows);
        first += element.rows;
        row.map(|row| (element, row))
    })
}

/// What is wanted of a pixel of a target of [`COLUMNS`] columns and `height` rows: `None` at the triangle's edge.
pub fn pixel(stages: &[Stage], height: u32) -> impl Fn(u32, u32) -> Option<[Want; 4]> + Send + use<> {
    let values = handed_on(stages);
    let last = stages.last().cloned();
    let divided = stages.iter().any(|stage| stage.level == Level::Hull);
    move |x, y| {
        let place = Triangle::new(HALF, [COLUMNS, height]).pixel(x, y);
        if place.inside().abs() < 1e-3 {
            return None;
        }
        let left = [0; 4].map(|_| near(COLUMN_LEFT as f32, 0.0));
        if place.inside() < 0.0 {
            return Some([0; 4].map(|_| near(0.0, 0.0)));
        }
        let Some((element, row)) = last.as_ref().and_then(|last| shown(last, x)) else {
            return Some(left);
        };
        let flat = element.class != Class::Float || element.modifiers.contains("nointerpolation");
        Some(std::array::from_fn(|column| {
            if column as u32 >= element.used {
                return near(COLUMN_LEFT as f32, 0.0);
            }
            let key = (element.name, element.index + row, column as u32);
            let component = values.get(&key).copied().unwrap_or([Some(0.0); 3]);
            let [Some(a), Some(b), Some(c)] = component else {
                return any();
            };
            // Which vertex comes first of a triangle of a patch is the device's choice.
            let close = |value| within(value, 2e-3, 1e-3);
            if flat && divided {
                return Want::OneOf([a, b, c].map(close).to_vec());
            }
            if flat {
                return close(a);
            }
            let corners = [[a], [b], [c]];
            let [value] = match element.modifiers.contains("noperspective") {
                true => place.noperspective(corners),
                false => place.smooth(corners),
            };
            close(value)
        }))
    }
}
