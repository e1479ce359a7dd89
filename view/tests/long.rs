//! The page of a shader of 10,000 instructions, worked with by pointer and keyboard in a browser: what each step touches of
//! the document is bounded, whatever the length of the texts; times are told (`--nocapture`), not judged but for those of a
//! page that stands still.

// Times are for who asks for them.
#![allow(clippy::print_stdout)]

#[path = "browser/chromium.rs"]
mod chromium;
#[path = "browser/session.rs"]
mod session;

use dxil2spirv::Options;
use dxil2spirv::options::Verify;
use dxil2spirv::pipeline::Shader;
use dxil2spirv_view::{Subject, page};
use session::Session;
use std::path::Path;

/// Counts what is added, removed and changed in the document; `work()` gives the count since it was asked last, and how
/// long the longest task took that the page was busy with, in milliseconds.
const COUNT: &str = r#"
    let changes = 0, longest = 0;
    new MutationObserver(records => {
        for (const record of records) changes += record.type === "childList" ?
            record.addedNodes.length + record.removedNodes.length : 1;
    }).observe(document, {subtree: true, childList: true, attributes: true});
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    }).observe({type: "longtask"});
    const frames = async count => { for (; count > 0; count--) await new Promise(requestAnimationFrame); };
    window.work = async () => {
        await frames(3); await new Promise(done => setTimeout(done));
        const now = [changes, longest]; changes = longest = 0; return now;
    };
    window.pane = column => document.querySelector(`.pane[data-column="${column}"]`);
    // Where a row is that has a word, of those that stand for something and are in sight.
    window.spot = (column, word) => {
        const box = pane(column).querySelector(".scroll").getBoundingClientRect();
        for (const row of pane(column).querySelectorAll(".row.keyed")) {
            const {top, bottom, left} = row.getBoundingClientRect();
            if (row.textContent.includes(word) && top > box.top && bottom < box.bottom)
                return [Math.max(left, box.left) + 80, (top + bottom) / 2];
        }
    };
    window.scrollTo = (column, part) => {
        const scroll = pane(column).querySelector(".scroll");
        scroll.scrollTop = part * scroll.scrollHeight;
    };
    0"#;

/// Nodes and attributes that one step may touch: a few for each row in sight, of which there are some 60 in each column.
const MOST: u64 = 1500;
/// Those of a row's marks alone.
const MARKS: u64 = 400;
/// No task of the page may take as long, in milliseconds, on whatever machine.
const STALL: f64 = 2000.0;

struct Watch {
    session: Session,
}

impl Watch {
    /// Tells what a step took, and holds it to a number of changes.
    fn step(&mut self, what: &str, most: u64) -> u64 {
        let done = self.session.value("work()");
        let (changes, longest) = (done[0].as_u64().unwrap(), done[1].as_f64().unwrap());
        // Tasks of less than 50 ms are not told.
        println!("{what}: {changes} changes, longest task {longest} ms");
        assert!(changes <= most, "{what}: {changes} changes");
        assert!(longest < STALL, "{what}: {longest} ms");
        changes
    }

    fn spot(&mut self, column: &str, word: &str) -> (f64, f64) {
        let at = self.session.value(&format!("spot({column:?}, {word:?})"));
        let part = |i: usize| at[i].as_f64().unwrap_or_else(|| panic!("no {word} in {column}"));
        (part(0), part(1))
    }
}

#[test]
fn ten_thousand_instructions_do_not_stall() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/view/long.dxil");
    let bytes = std::fs::read(path).unwrap();
    let shader = Shader::parse_with_debug_info(&bytes).unwrap();
    let mut options = Options::default();
    options.verify = Verify::Cheap;
    let made = page(&Subject::new("long", &shader, &options));
    assert!(made.error.is_none(), "{:?}", made.error);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("long.{}.html", std::process::id()));
    std::fs::write(&file, &made.html).unwrap();
    let url = format!("file://{}", file.display());
    let mut watch = Watch {
        session: Session::open("long", &url, (1600, 900)),
    };
    let session = &mut watch.session;
    let counts = session
        .value("[...document.querySelectorAll('.pane small')].map(note => parseInt(note.textContent))");
    let counts: Vec<u64> = counts
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    assert_eq!(counts.len(), 4, "HLSL, DXIL, IR, SPIR-V");
    // The IR has fewer, as products and sums are one instruction.
    assert!(counts[1..].iter().all(|&count| count >= 9_000), "{counts:?}");
    let times = session.value(
        "(() => { const t = performance.getEntriesByType('navigation')[0]; \
         return [t.responseEnd, t.domInteractive, t.loadEventEnd]; })()",
    );
    println!(
        "{} bytes, {counts:?}; read, parsed, loaded after {times} ms",
        made.html.len()
    );
    let rows = session.value("document.querySelectorAll('.row').length");
    assert!(rows.as_u64().unwrap() < 400, "{rows} rows");
    session.value(COUNT);

    // Under the pointer: marks of what is in sight.
    for part in [0.3, 0.5, 0.7] {
        for column in ["DXIL", "IR", "SPIR-V"] {
            watch.session.value(&format!("scrollTo({column:?}, {part})"));
        }
        watch.step("scroll three columns", MOST);
        for column in ["DXIL", "IR", "SPIR-V"] {
            let (x, y) = watch.spot(column, "");
            watch.session.point(x, y);
            let lit = watch
                .session
                .value("document.querySelectorAll('.row.lit').length");
            assert!(lit.as_u64().unwrap() > 0);
            watch.step(&format!("pointer to {column}"), MARKS);
            // And nothing more while it rests there.
            watch.session.value("frames(10)");
            assert_eq!(watch.step("pointer rests", MARKS), 0);
        }
    }
    // A line of HLSL that stands for thousands of instructions.
    let (x, y) = watch.spot("HLSL", "float square = dot");
    watch.session.point(x, y);
    watch.step("pointer to a line of HLSL", MARKS);
    watch.session.click(x, y);
    watch.step("click", MOST);
    let pinned = watch.session.value(
        "['DXIL', 'IR', 'SPIR-V'].map(column => pane(column).querySelectorAll('.row.pin').length > 0)",
    );
    assert_eq!(pinned, serde_json::json!([true, true, true]));
    // Folding all of the IR, and unfolding it.
    let (x, y) = watch.spot("IR", "");
    watch.session.click(x, y);
    watch.step("click in the IR", MOST);
    for what in ["fold or unfold all", "the other way"] {
        watch.session.key("F");
        watch.step(what, MOST);
    }
    for key in ["PageDown", "ArrowDown", "End", "Home"] {
        watch.session.key(key);
        watch.step(key, MOST);
    }
    for _ in 0..3 {
        watch.session.key("[");
        watch.step("another step of the IR", MOST);
    }
    // A search of all columns, letter by letter, and on from line to line.
    watch.session.key("/");
    for letter in ["f", "m", "u", "l"] {
        watch.session.key(letter);
        watch.step(&format!("search {letter}"), MOST);
    }
    let found = watch
        .session
        .value("parseInt(document.getElementById('found').textContent)");
    assert!(found.as_u64().unwrap() > 1000, "{found}");
    watch.session.key("Enter");
    watch.step("next", MOST);
    // What is marked as found is found in the step that is shown.
    watch.session.value("document.activeElement.blur()");
    for key in ["]", "]", "]", "[", "["] {
        watch.session.key(key);
        watch.step("a step of the IR while it is searched", MOST);
        let wrong = watch.session.value(
            "[...document.querySelectorAll('.row.hit')].filter(row => !row.textContent.toLowerCase().includes('fmul')).length",
        );
        assert_eq!(wrong, 0);
        watch.session.key("n");
        let hits = watch
            .session
            .value("document.querySelectorAll('.row.hit').length");
        assert!(hits.as_u64().unwrap() > 0);
    }
    watch.session.key("/");
    watch.session.key("Escape");
    // The other views.
    for view in ["2", "3", "4", "5", "6", "1"] {
        watch.session.key(view);
        watch.step(&format!("view {view}"), MOST);
    }
    std::fs::remove_file(file).unwrap();
}
