//! Pages of committed shaders: what is in them, and what they do in a browser.

mod browser;

use browser::{Opened, screens};
use dxil2spirv::options::Verify;
use dxil2spirv::pipeline::{RootSignatureSource, Shader};
use dxil2spirv::{ErrorKind, Options, RootSignature};
use dxil2spirv_view::{Page, Subject, page};
use serde_json::Value;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> Vec<u8> {
    let path = folder().join(format!("../testdata/shaders/{name}.dxil"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn page_called(title: &str, name: &str) -> Page {
    let bytes = read(name);
    let shader = Shader::parse_with_debug_info(&bytes).unwrap();
    let mut options = Options::default();
    // Others verify every pass of these shaders.
    options.verify = Verify::Cheap;
    page(&Subject::new(title, &shader, &options))
}

fn html(name: &str) -> String {
    let page = page_called(name, name);
    assert!(page.error.is_none(), "{:?}", page.error);
    page.html
}

/// The texts that the page holds.
fn texts(html: &str) -> Vec<Value> {
    let (_, rest) = html.split_once("id=\"data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

/// A text of a page by column and name: its lines, each with what it stands for.
fn lines(texts: &[Value], column: &str, name: &str) -> Vec<(String, Vec<u64>)> {
    let text = texts
        .iter()
        .find(|text| text["column"] == column && text["name"] == name)
        .unwrap_or_else(|| panic!("no {column} {name}"));
    let keys = text["keys"].as_array().unwrap().iter().map(|keys| match keys {
        Value::Array(keys) => keys.iter().map(|key| key.as_u64().unwrap()).collect(),
        Value::Number(key) if key.as_u64() != Some(0) => vec![key.as_u64().unwrap()],
        _ => Vec::new(),
    });
    let lines = text["text"].as_str().unwrap().lines().map(str::to_owned);
    assert_eq!(lines.clone().count(), keys.len(), "{column} {name}");
    lines.zip(keys).collect()
}

#[test]
fn what_belongs_together_is_found_from_source_to_spirv() {
    let texts = texts(&html("debug/types.od"));
    let hlsl = lines(&texts, "HLSL", "HLSL");
    let (_, keys) = hlsl.iter().find(|(line, _)| line.contains("Out.Store")).unwrap();
    assert!(!keys.is_empty());
    let with = |column: &str, name: &str, word: &str| {
        let found = lines(&texts, column, name);
        found
            .iter()
            .any(|(line, of)| line.contains(word) && of.iter().any(|key| keys.contains(key)))
    };
    assert!(with("DXIL", "DXIL", "@dx.op.rawBufferStore"));
    assert!(with("IR", "import", "raw.store"));
    assert!(with("IR", "structurize", "store "));
    assert!(with("SPIR-V", "SPIR-V", "OpStore"));
    assert!(!with("SPIR-V", "SPIR-V", "OpControlBarrier"), "of another line");
    // The barrier's own line has it.
    let (_, keys) = hlsl
        .iter()
        .find(|(line, _)| line.contains("GroupMemoryBarrierWithGroupSync"))
        .unwrap();
    let spirv = lines(&texts, "SPIR-V", "SPIR-V");
    let (_, of) = spirv
        .iter()
        .find(|(line, _)| line.contains("OpControlBarrier"))
        .unwrap();
    assert!(of.iter().any(|key| keys.contains(key)));
}

#[test]
fn every_line_of_code_stands_for_something() {
    for name in ["big/ssao", "big/uber_material.od", "control-flow/mandelbrot.od"] {
        let texts = texts(&html(name));
        let dxil = lines(&texts, "DXIL", "DXIL");
        let known: Vec<u64> = dxil.iter().flat_map(|(_, keys)| keys.clone()).collect();
        let spirv = lines(&texts, "SPIR-V", "SPIR-V");
        let body = spirv.iter().skip_while(|(line, _)| !line.contains("OpFunction"));
        let (mut with, mut without) = (0, Vec::new());
        for (line, keys) in body {
            assert!(keys.iter().all(|key| known.contains(key)), "{name}: {line}");
            let declares = ["OpFunction", "OpLabel", "OpVariable", "OpFunctionEnd", "OpUndef"];
            match keys.is_empty() {
                true if declares.iter().any(|op| line.contains(op)) => {}
                true => without.push(line),
                false => with += 1,
            }
        }
        // What the structurizer adds comes from none.
        assert!(
            with > 20 * without.len(),
            "{name}: {with} with, without: {without:#?}"
        );
    }
}

/// The cells of the tables of a section, row by row.
fn rows<'h>(html: &'h str, section: &str) -> Vec<Vec<&'h str>> {
    let (_, rest) = html.split_once(&format!("<section id=\"{section}\"")).unwrap();
    let (section, _) = rest.split_once("</section>").unwrap();
    let rows = section.split("<tr").skip(1);
    rows.map(|row| {
        let cells = row.split("<td>").skip(1);
        cells.map(|cell| cell.split("</td>").next().unwrap()).collect()
    })
    .collect()
}

#[test]
fn the_page_says_which_buffers_are_arrays_of_vectors_and_why_others_are_not() {
    let forms = |name: &str, change: fn(&mut Options)| -> Vec<String> {
        let bytes = read(name);
        let shader = Shader::parse(&bytes).unwrap();
        let mut options = Options::default();
        change(&mut options);
        let html = page(&Subject::new(name, &shader, &options)).html;
        let rows = rows(&html, "accesses");
        let buffers = rows.iter().filter(|row| row.len() == 4);
        buffers.map(|row| format!("{}, {}", row[1], row[2])).collect()
    };
    let has = |forms: &[String], start: &str| forms.iter().any(|form| form.starts_with(start));
    let wide = forms("vector/float4_copy", |_| {});
    assert!(has(&wide, "vectors of 4 words, as vectors"), "{wide:?}");
    let raw = forms("vector/raw_copy", |_| {});
    assert!(has(&raw, "vectors of 4 words, as vectors"), "{raw:?}");
    let raw = forms("vector/raw_copy", |options| options.end_tests = false);
    assert!(has(&raw, "words: bounds of a raw buffer"), "{raw:?}");
    assert!(!has(&raw, "vectors"), "{raw:?}");
    let checked = forms("vector/raw_copy", |options| {
        options.per_component_robustness = true
    });
    assert!(has(&checked, "vectors of 4 words, as vectors"), "{checked:?}");
    let off = forms("vector/float4_copy", |options| {
        options.optimizations.buffer_vectors = false
    });
    assert!(has(&off, "words: the option") && !has(&off, "vectors"), "{off:?}");
    let triples = forms("vector/float3_copy", |_| {});
    assert!(has(&triples, "words: its stride is no multiple"), "{triples:?}");
}

/// The accesses of a page one by one: line of the DXIL, buffer, access, asked for, became, why not more.
fn accesses(name: &str, change: impl Fn(&mut Options)) -> Vec<[String; 6]> {
    let bytes = read(name);
    let shader = Shader::parse(&bytes).unwrap();
    let mut options = Options::default();
    change(&mut options);
    let html = page(&Subject::new(name, &shader, &options)).html;
    rows(&html, "accesses")
        .iter()
        .filter_map(|row| row.clone().try_into().ok())
        .map(|row: [&str; 6]| row.map(str::to_owned))
        .collect()
}

/// In `vector/struct32` three words and the one behind them are one vector, loaded by the first of the accesses and stored by
/// the last; in `vector/blocks` all of `In[i]` is loaded where its first words are, from other blocks too.
#[test]
fn the_page_says_which_access_another_is_part_of() {
    let became = |rows: &[[String; 6]]| -> Vec<String> {
        let number = |line: &str| rows.iter().position(|row| row[0] == line);
        rows.iter()
            .map(|row| match row[4].split_once("line ") {
                Some((text, line)) => format!("{text}{}", number(line).unwrap()),
                None => row[4].clone(),
            })
            .collect()
    };
    let whole = "one of 4 values";
    assert_eq!(
        became(&accesses("vector/struct32", |_| {})),
        [
            whole,
            whole,
            "part of that of 1",
            whole,
            "part of that of 5",
            whole
        ]
    );
    let rows = accesses("vector/blocks", |_| {});
    let (read, written): (Vec<_>, Vec<_>) = rows.iter().cloned().partition(|row| row[1] == "t0");
    assert_eq!(became(&read), [whole, "part of that of 0", "part of that of 0"]);
    // The other is globally coherent, and no access is to all of a vector.
    assert!(
        written
            .iter()
            .all(|row| row[4] == "one of a single value" && row[5] == "the buffer is an array of words"),
        "{written:?}"
    );
    let apart = accesses("vector/blocks", |options| {
        options.optimizations.common_subexpressions = false
    });
    assert!(apart.iter().all(|row| !row[4].starts_with("part")), "{apart:?}");
}

/// Why accesses to single values are no more, each reason once; and what nothing needs is not said to be part of something.
#[test]
fn the_page_says_why_an_access_is_no_more_than_it_is() {
    let why = |rows: &[[String; 6]], text: &str| {
        rows.iter()
            .any(|row| row[4].contains("single value") && row[5].starts_with(text))
    };
    let words = accesses("vector/float3_copy", |_| {});
    assert!(
        words
            .iter()
            .all(|row| row[5] == "the buffer is an array of words"),
        "{words:?}"
    );
    for (name, text) in [
        (
            "buffers/structured_arrays",
            "no other part of its vector is loaded",
        ),
        ("buffers/structured_arrays", "it is not known where in a vector"),
    ] {
        let rows = accesses(name, |_| {});
        assert!(why(&rows, text), "{name}: {rows:?}");
    }
    // Behind DispatchMesh nothing is run.
    let left = accesses("mesh/dispatch_flow.od", |_| {});
    assert_eq!(left[1][4], "nothing: it is never run, or not used", "{left:?}");
    let wide = accesses("vector/float4_copy", |_| {});
    assert!(wide.iter().all(|row| row[5].is_empty()), "{wide:?}");
}

/// What an access is said to be part of is an access of the same kind to the same buffer that is made.
#[test]
fn accesses_are_part_of_accesses_that_are_made() {
    let mut count = 0;
    for topic in ["vector", "buffers", "big"] {
        for file in std::fs::read_dir(folder().join("../testdata/shaders").join(topic)).unwrap() {
            let path = file.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            // Its page takes long, and has none.
            if path.extension().is_none_or(|kind| kind != "dxil") || stem == "scale_50k" {
                continue;
            }
            let name = format!("{topic}/{stem}");
            let rows = accesses(&name, |_| {});
            for row in &rows {
                let Some((_, of)) = row[4].split_once("part of ") else {
                    continue;
                };
                let (_, lines) = of.split_once("line").unwrap_or_else(|| panic!("{name}: {row:?}"));
                for line in lines.trim_start_matches('s').trim().split(", ") {
                    let other = rows.iter().find(|other| other[0] == line);
                    let other = other.unwrap_or_else(|| panic!("{name}: {row:?}"));
                    assert!(other[1..3] == row[1..3], "{name}: {row:?} {other:?}");
                    assert!(other[4].contains(" value"), "{name}: {row:?} {other:?}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn the_same_shader_gives_the_same_page() {
    assert_eq!(html("big/ssao"), html("big/ssao"));
}

#[test]
fn names_are_never_markup_and_nothing_is_fetched() {
    let title = "</script><img src=x onerror=alert(1)>&\"'";
    let html = page_called(title, "debug/types.od").html;
    assert!(!html.contains("<img"), "the name is escaped");
    assert!(html.contains("&lt;/script&gt;&lt;img"));
    // The script, its data, and the end of both.
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script").count(), 2);
    for word in ["http://", "https://", "src=", "@import", "url(http"] {
        let html = self::html("debug/types.od");
        let own = html.split("id=\"data\">").next().unwrap();
        assert!(!own.contains(word), "{word}");
    }
}

#[test]
fn a_translation_that_fails_shows_how_far_it_came() {
    let bytes = read("big/ssao");
    let shader = Shader::parse(&bytes).unwrap();
    let none = RootSignature::from_any(b"RootFlags(0)").unwrap();
    let options = Options::default();
    let page = page(&Subject {
        root_signature: RootSignatureSource::Given(&none),
        ..Subject::new("ssao", &shader, &options)
    });
    assert_eq!(page.error.unwrap().kind(), ErrorKind::RootSignature);
    assert!(page.html.contains("role=\"alert\">Not translated: "));
    let texts = texts(&page.html);
    assert!(!lines(&texts, "IR", "import").is_empty());
    assert!(texts.iter().all(|text| text["column"] != "SPIR-V"));
}

/// The page with a script behind its own, whose result the document keeps.
fn scripted(html: &str, script: &str) -> String {
    let watch =
        "<script>addEventListener('error', e => document.documentElement.dataset.error = e.message)</script>";
    let html = html.replacen("<head>", &format!("<head>{watch}"), 1);
    let script = format!(
        "<script>(async () => {{ const out = [];\n\
         const frame = () => new Promise(done => setTimeout(done, 50));\n\
         const pane = column => document.querySelector(`.pane[data-column=\"${{column}}\"]`);\n\
         const row = (column, word) => [...pane(column).querySelectorAll('.row')].find(r => r.textContent.includes(word));\n\
         const lit = (column, kind) => [...pane(column).querySelectorAll('.row.' + kind)].map(r => r.textContent);\n\
         const over = node => node.dispatchEvent(new MouseEvent('mouseover', {{bubbles: true}}));\n\
         const key = (node, key) => node.dispatchEvent(new KeyboardEvent('keydown', {{key, bubbles: true}}));\n\
         {script}\n\
         document.body.replaceChildren();\n\
         document.documentElement.dataset.out = JSON.stringify(out); }})()\
         .catch(e => document.documentElement.dataset.error = String(e));</script></body>"
    );
    let (before, after) = html.rsplit_once("</body>").unwrap();
    format!("{before}{script}{after}")
}

/// What a script in the page found.
fn found(name: &str, html: &str, place: &str, script: &str) -> Vec<Value> {
    let page = Opened::new(name, &scripted(html, script));
    let dom = page.dom(place);
    let attribute = |name: &str| {
        let (_, rest) = dom.split_once(&format!("{name}=\""))?;
        let (value, _) = rest.split_once('"')?;
        Some(value.replace("&quot;", "\"").replace("&amp;", "&"))
    };
    assert_eq!(attribute("data-error"), None);
    assert_eq!(
        attribute("data-ready").as_deref(),
        Some("true"),
        "the page's script ran"
    );
    serde_json::from_str(&attribute("data-out").expect("the test's script ran")).unwrap()
}

#[test]
fn lines_light_up_in_both_directions_and_stay_on_a_click() {
    let out = found(
        "light",
        &html("debug/types.od"),
        "",
        "over(row('HLSL', 'Out.Store')); await frame();
         out.push(document.querySelectorAll('.row.lit').length > 0);
         row('HLSL', 'Out.Store').click(); await frame();
         out.push(lit('DXIL', 'pin').some(t => t.includes('rawBufferStore')));
         out.push(lit('IR', 'pin').some(t => t.includes('store')));
         out.push(lit('SPIR-V', 'pin').some(t => t.includes('OpStore')));
         pane('SPIR-V').querySelector('.row.pin').click(); await frame();
         out.push(lit('HLSL', 'pin').join());
         over(row('DXIL', 'call')); await frame();
         out.push(lit('DXIL', 'lit').length);
         key(document.body, 'Escape'); await frame();
         out.push(document.querySelectorAll('.row.pin').length);
         out.push(location.hash.length > 1);",
    );
    assert_eq!(out[..4], [true; 4]);
    assert!(out[4].as_str().unwrap().contains("Out.Store"), "{out:?}");
    assert!(out[5].as_u64().unwrap() > 0);
    assert_eq!(out[6..], [Value::from(0), true.into()]);
}

#[test]
fn folds_search_steps_and_keys() {
    let out = found(
        "keys",
        &html("big/ssao"),
        "",
        "const rows = column => pane(column).querySelector('.rows').style.height;
         const scroll = column => pane(column).querySelector('.scroll');
         let before = rows('IR'); key(scroll('IR'), 'F'); await frame();
         out.push(parseInt(rows('IR')) > parseInt(before));
         before = rows('IR'); key(scroll('IR'), 'F'); await frame();
         out.push(parseInt(rows('IR')) < parseInt(before) / 2);
         key(scroll('IR'), 'F'); await frame();
         const search = document.getElementById('search');
         search.value = 'OpFunctionEnd'; search.dispatchEvent(new Event('input')); await frame();
         out.push(document.getElementById('found').textContent);
         key(search, 'Enter'); await frame();
         out.push(row('SPIR-V', 'OpFunctionEnd').className.includes('hit'));
         const choice = pane('IR').querySelector('select');
         out.push(choice.selectedOptions[0].textContent);
         key(document.body, '['); await frame();
         out.push(choice.selectedOptions[0].textContent.split(' ')[0]);
         key(document.body, '2'); await frame();
         out.push(document.getElementById('flow').hidden, document.getElementById('code').hidden);
         document.querySelector('#flow .block').dispatchEvent(new MouseEvent('click')); await frame();
         out.push(document.getElementById('flow').hidden, !!row('IR', 'bb0'));
         key(document.body, 't'); out.push(document.documentElement.dataset.theme);
         key(scroll('SPIR-V'), 'Home'); key(scroll('SPIR-V'), 'ArrowDown'); await frame();
         out.push(pane('SPIR-V').querySelector('.row.cursor .num').textContent);
         key(document.body, '?'); out.push(document.getElementById('keys').open);",
    );
    let expected = serde_json::json!([
        true,
        true,
        "1 lines",
        true,
        "structurize",
        "divide",
        false,
        true,
        true,
        true,
        "dark",
        "2",
        true
    ]);
    assert_eq!(Value::from(out), expected);
}

#[test]
fn a_link_leads_to_its_line() {
    let html = html("debug/types.od");
    let texts = texts(&html);
    let spirv = lines(&texts, "SPIR-V", "SPIR-V");
    let number = spirv
        .iter()
        .position(|(line, _)| line.contains("OpControlBarrier"))
        .unwrap()
        + 1;
    let out = found(
        "link",
        &html,
        &format!("SPIR-V:SPIR-V:{number}"),
        "await frame(); out.push(lit('HLSL', 'pin').join());",
    );
    assert!(
        out[0]
            .as_str()
            .unwrap()
            .contains("GroupMemoryBarrierWithGroupSync"),
        "{out:?}"
    );
}

/// 10,000 instructions and more: as few rows in the document as of a short text, and a hundred moves of the pointer and of
/// the text take no time to speak of. (Loading is part of the browser's own bound.)
#[test]
fn long_texts_do_not_stall() {
    let html = html("big/scale_50k");
    let count: usize = texts(&html)[0]["keys"].as_array().unwrap().len();
    assert!(count > 10_000, "{count}");
    let out = found(
        "long",
        &html,
        "",
        "const scroll = pane('SPIR-V').querySelector('.scroll');
         const start = performance.now();
         let seen = 0;
         for (let i = 0; i < 100; i++) {
           scroll.scrollTop = i * 3000; scroll.dispatchEvent(new Event('scroll')); await frame();
           const rows = pane('SPIR-V').querySelectorAll('.row.keyed');
           if (rows.length) { over(rows[rows.length >> 1]); seen += document.querySelectorAll('.row.lit').length > 0; }
         }
         out.push(document.querySelectorAll('.row').length, seen, performance.now() - start - 5000);",
    );
    assert!(out[0].as_u64().unwrap() < 600, "{out:?}");
    assert!(out[1].as_u64().unwrap() > 50, "{out:?}");
    assert!(out[2].as_f64().unwrap() < 10_000.0, "{out:?}");
}

/// Pictures that are wider than the window begin where the function does, both of them.
#[test]
fn pictures_begin_in_sight() {
    let out = found(
        "pictures",
        &html("../view/long"),
        "flow",
        "await frame();
         for (const box of document.querySelectorAll('.pictures > div')) {
           const around = box.getBoundingClientRect(), at = box.querySelector('.block').getBoundingClientRect();
           out.push(box.scrollWidth > box.clientWidth,
             at.left >= around.left && at.right <= around.right && at.top >= 0 && at.bottom <= innerHeight);
         }",
    );
    let (wider, in_sight): (Vec<&Value>, Vec<&Value>) = (
        out.iter().step_by(2).collect(),
        out.iter().skip(1).step_by(2).collect(),
    );
    assert!(wider.iter().any(|&is| is == true), "{out:?}");
    assert!(
        in_sight.len() == 2 && in_sight.iter().all(|&is| is == true),
        "{out:?}"
    );
}

/// What a page looks like, as [`screens`] keeps it.
#[test]
fn screens() {
    const WIDE: (u32, u32) = (1280, 960);
    const DARK: &str = " data-theme=\"dark\"";
    let (types, loops, sample) = ("debug/types.od", "control-flow/nested_loops.od", "binding/sample");
    let long = "../view/long";
    let pages = [
        ("code", types, "SPIR-V:SPIR-V:200", "", WIDE),
        ("dark-code", types, "SPIR-V:SPIR-V:200", DARK, WIDE),
        ("narrow", types, "SPIR-V:SPIR-V:200", "", (420, 960)),
        ("flow", loops, "flow", "", WIDE),
        ("dark", loops, "flow", DARK, WIDE),
        ("binding", sample, "binding", "", WIDE),
        ("accesses", "vector/blocks", "accesses", "", WIDE),
        ("long", long, "SPIR-V:SPIR-V:9000", DARK, WIDE),
        ("long-flow", long, "flow", "", WIDE),
    ];
    let mut wrong = Vec::new();
    for (name, shader, place, theme, size) in pages {
        let html = html(shader).replacen("<html lang=\"en\"", &format!("<html lang=\"en\"{theme}"), 1);
        let page = Opened::new(&format!("screen-{name}"), &html);
        wrong.extend(screens::difference(name, &page.picture(place, size)));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
