//! JSON Schemas of the JSON that goes in and out: what `docs/*.schema.json` hold. Feature `schema`.
//!
//! In: the types themselves, with their comments as descriptions. Out: schemas as JSON values, draft 2020-12.
//! What holds: the same types give the same text. `cargo xtask schema` writes the files; a test compares them.

use crate::options::BindingMap;
use crate::reflection::Reflection;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// Makes a schema.
pub type Make = fn() -> Value;

/// The published schemas: file name below `docs/`, and what makes it.
pub const FILES: [(&str, Make); 2] = [
    ("reflection.schema.json", reflection),
    ("binding-map.schema.json", binding_map),
];

/// What `--emit json` writes: a [`Reflection`]. All fields that are always written are required.
pub fn reflection() -> Value {
    generate::<Reflection>(SchemaSettings::draft2020_12().for_serialize())
}

/// What `--binding-map` reads: a [`BindingMap`].
pub fn binding_map() -> Value {
    generate::<BindingMap>(SchemaSettings::draft2020_12().for_deserialize())
}

/// A schema as the text of a file.
pub fn text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Value {
    settings
        .with_transform(Descriptions)
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// Makes plain text of comments: links between items become their text, lines one line.
#[derive(Clone, Debug)]
struct Descriptions;

impl Transform for Descriptions {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = plain(text);
        }
        transform_subschemas(self, schema);
    }
}

fn plain(comment: &str) -> String {
    let paragraphs = comment.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        // Tables keep their rows.
        lines.join(if paragraph.starts_with('|') { "\n" } else { " " })
    });
    let text = paragraphs.collect::<Vec<_>>().join("\n\n");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, open)) = rest.split_once('[') {
        out.push_str(before);
        let Some((inside, after)) = open.split_once(']') else {
            out.push('[');
            rest = open;
            break;
        };
        let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
        match target {
            Some((_, after)) => {
                out.push_str(inside);
                rest = after;
            }
            None if inside.starts_with('`') && inside.ends_with('`') => {
                out.push_str(inside);
                rest = after;
            }
            None => {
                out.push('[');
                rest = open;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn links_become_their_text() {
        let comment = "A [`HeapSize`], see\n [`X`](crate::X), [a y](Y), `[z]`, `z[0]`.\n\nMore [`z`";
        assert_eq!(
            super::plain(comment),
            "A `HeapSize`, see `X`, a y, `[z]`, `z[0]`.\n\nMore [`z`"
        );
    }
}
