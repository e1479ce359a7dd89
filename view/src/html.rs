//! Puts the page together.

use crate::Subject;
use crate::accesses::accesses;
use crate::code::texts;
use crate::picture::pictures;
use crate::steps::Made;
use crate::tables;
use std::fmt::{self, Display, Formatter, Write};

/// Text as it may stand in HTML, in attributes too.
pub struct Escaped<'t>(&'t str);

/// `text` as it may stand in HTML.
pub fn escape(text: &str) -> Escaped<'_> {
    Escaped(text)
}

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c if c.is_control() && c != '\n' && c != '\t' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// JSON as it may stand in a `script` element: no `<` ends or starts anything.
fn data(value: &impl serde::Serialize) -> String {
    // What is written has no maps with other keys than strings.
    let text = serde_json::to_string(value).unwrap_or_default();
    text.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

const STYLE: &str = include_str!("../assets/page.css");
const SCRIPT: &str = include_str!("../assets/page.js");

/// What the page may load: nothing but what is in it.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// The views of the page: id, name.
const VIEWS: [(&str, &str); 6] = [
    ("code", "Code"),
    ("flow", "Control flow"),
    ("binding", "Bindings"),
    ("resources", "Resources"),
    ("accesses", "Accesses"),
    ("sizes", "Sizes"),
];

/// The page.
pub fn page(subject: &Subject<'_>, made: &Made) -> String {
    let texts = texts(subject, made);
    let mut out = String::with_capacity(texts.iter().map(|text| text.text.len() * 2).sum());
    // Writing to a string does not fail.
    let _ = write_page(&mut out, subject, made, &texts);
    out
}

fn write_page(
    out: &mut String,
    subject: &Subject<'_>,
    made: &Made,
    texts: &[crate::code::Text],
) -> fmt::Result {
    let name = escape(subject.name);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{name} - dxil2spirv</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header><h1 title=\"{name}\">{name}</h1>"
    )?;
    let mut about = String::new();
    summary(&mut about, subject, made)?;
    write!(out, "<p title=\"{about}\">{about}")?;
    out.push_str("</p><nav role=\"tablist\" aria-label=\"Views\">");
    for (number, (id, title)) in VIEWS.iter().enumerate() {
        write!(
            out,
            "<button role=\"tab\" id=\"tab-{id}\" aria-controls=\"{id}\" data-view=\"{id}\" \
             aria-selected=\"{}\" title=\"Key {}\">{title}</button>",
            number == 0,
            number + 1
        )?;
    }
    out.push_str(
        "</nav><div class=\"tools\"><input id=\"search\" type=\"search\" placeholder=\"Search (/)\" \
         aria-label=\"Search\"><output id=\"found\"></output><button id=\"theme\" title=\"Key t\">Dark or light</button>\
         <button id=\"help\" title=\"Key ?\">Keys</button></div></header>\n",
    );
    if let Err(error) = &made.translation {
        writeln!(
            out,
            "<p class=\"error\" role=\"alert\">Not translated: {}</p>",
            escape(&error.to_string())
        )?;
    }
    if let Ok(translation) = &made.translation {
        for warning in &translation.warnings {
            writeln!(out, "<p class=\"warning\">{}</p>", escape(warning.message()))?;
        }
    }
    out.push_str(
        "<noscript><p class=\"error\">The texts of this page are shown by its script.</p></noscript>\n",
    );
    out.push_str("<main id=\"code\" role=\"tabpanel\" aria-labelledby=\"tab-code\"></main>\n");
    section(out, "flow", |out| {
        out.push_str(ARROW);
        let shown = [
            ("Before the structurizer", made.before_structurizer()),
            ("After it", made.after("structurize")),
        ];
        out.push_str("<div class=\"pictures\">");
        for (title, of) in shown {
            if let Some((at, module)) = of {
                let step = made.steps.get(at).map_or("", |step| step.name);
                write!(out, "<div><h2>{title}</h2>{}</div>", pictures(module, step))?;
            }
        }
        out.push_str("</div>");
        Ok(())
    })?;
    section(out, "binding", |out| tables::bindings(out, made))?;
    section(out, "resources", |out| tables::resources(out, made))?;
    section(out, "accesses", |out| accesses(out, subject, made))?;
    section(out, "sizes", |out| tables::sizes(out, subject, made, texts))?;
    writeln!(
        out,
        "<dialog id=\"keys\"></dialog>\n<script type=\"application/json\" id=\"data\">{}</script>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>",
        data(&texts)
    )
}

/// The head of the arrows of all pictures.
const ARROW: &str = "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><marker id=\"tip\" viewBox=\"0 0 8 8\" \
    refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">\
    <path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker></defs></svg>";

fn section(out: &mut String, id: &str, fill: impl FnOnce(&mut String) -> fmt::Result) -> fmt::Result {
    write!(
        out,
        "<section id=\"{id}\" role=\"tabpanel\" aria-labelledby=\"tab-{id}\" hidden>"
    )?;
    fill(out)?;
    out.push_str("</section>\n");
    Ok(())
}

/// Stage, model, entry point and hash.
fn summary(out: &mut String, subject: &Subject<'_>, made: &Made) -> fmt::Result {
    let info = made.steps.first().map(|step| &step.module.info);
    if let Some(info) = info {
        write!(
            out,
            "{:?} shader {}, model {}.{}, ",
            info.stage,
            escape(&info.name),
            info.shader_model.major,
            info.shader_model.minor
        )?;
    }
    write!(
        out,
        "hash {:016x}, for {}",
        subject.shader.hash(),
        escape(made.options.target_env.name())
    )
}
