//! The page with the translator in it, in Chromium: built for WebAssembly, served, and given files.

#[path = "../../view/tests/browser/chromium.rs"]
mod chromium;
#[path = "../../view/tests/browser/screens.rs"]
mod screens;
#[path = "../../view/tests/browser/session.rs"]
mod session;

use serde_json::json;
use session::Session;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The size of most windows.
const WIDE: (u32, u32) = (1280, 960);
/// What the translator may weigh when it is compressed, in bytes.
const MOST: usize = 2_000_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Builds the page as users do.
fn built() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web");
    let status = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["run", "--quiet", "--package", "xtask", "--", "web"])
        .arg(&folder)
        .status()
        .unwrap();
    assert!(
        status.success(),
        "`cargo xtask web` works where `cargo xtask setup` has run"
    );
    folder
}

/// Serves the page's folder at an address of its own, for as long as the tests run; names that begin with `testdata/` are of
/// the workspace.
fn serve(page: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut request = Vec::new();
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = stream.read(&mut part) {
                request.extend_from_slice(&part[..length]);
                if request.windows(4).any(|end| end == b"\r\n\r\n") {
                    break;
                }
            }
            let request = String::from_utf8_lossy(&request);
            let name = request.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
            let name = name.split(['?', '#']).next().unwrap_or_default();
            let body = match name.starts_with("testdata/") {
                true => std::fs::read(root().join(name)),
                false => std::fs::read(page.join(name)),
            };
            let kind = match name.rsplit('.').next() {
                Some("html") => "text/html",
                Some("css") => "text/css",
                Some("js") => "text/javascript",
                _ => "application/octet-stream",
            };
            let (status, body) = match body {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            // The browser may have gone.
            let _ = stream
                .write_all(answer.as_bytes())
                .and_then(|()| stream.write_all(&body));
        }
    });
    format!("http://{address}")
}

/// Whether the compiler has a standard library for browsers: not all can be given one.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"])
        .output()
        .unwrap();
    Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
}

/// What the tests say to a page that they have opened.
const WORDS: &str = "
  window.id = name => document.getElementById(name);
  window.view = id('view');
  window.message = id('message');
  window.dropped = files => {
    const data = new DataTransfer();
    for (const file of files) data.items.add(file);
    id('drop').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}));
  };
  window.until = async wanted => {
    for (let i = 0; i < 600; i++) {
      const found = wanted();
      if (found) return found;
      await new Promise(done => setTimeout(done, 100));
    }
  };
  window.ready = () => view.contentDocument?.documentElement?.dataset.ready;
  window.shows = text => until(() => message.textContent
    || ready() && view.contentDocument.documentElement.textContent.includes(text));
  window.choose = (name, value) => {
    id(name).value = value;
    id(name).dispatchEvent(new Event('change', {bubbles: true}));
  };
  0";

/// Opens the page and drops a file of the workspace on it; gives the message that there may be.
fn dropped(address: &str, name: &str, file: &str, size: (u32, u32)) -> (Session, String) {
    let mut session = Session::open(name, &format!("{address}/index.html"), size);
    session.value(WORDS);
    let message = run(
        &mut session,
        &format!(
            "const bytes = await (await fetch('{file}')).arrayBuffer();
             dropped([new File([bytes], '{name}.dxil')]);
             await until(() => message.textContent || ready());
             return message.textContent;"
        ),
    );
    (session, message.as_str().unwrap().to_owned())
}

/// What the body of a function gives in the page.
fn run(session: &mut Session, body: &str) -> serde_json::Value {
    session.value(&format!("(async () => {{ {body} }})()"))
}

/// Where the row of a column is that has a word, once it is in sight.
fn place(session: &mut Session, column: &str, word: &str) -> (f64, f64) {
    let at = run(
        session,
        &format!(
            "const rows = () => [...view.contentDocument.querySelectorAll('.pane[data-column=\"{column}\"] .row')];
             const row = await until(() => rows().find(row => row.textContent.includes('{word}')));
             row.scrollIntoView({{block: 'center'}});
             const around = view.getBoundingClientRect(), {{top, bottom, left}} = row.getBoundingClientRect();
             return [around.left + left + 60, around.top + (top + bottom) / 2];"
        ),
    );
    let part = |i: usize| at[i].as_f64().unwrap_or_else(|| panic!("no {word} in {column}"));
    (part(0), part(1))
}

/// The entry points of a library, the last of them.
const ENTRIES: &str = "
  const several = !id('entries').hidden && id('entry').options.length > 1;
  const [first, last] = [id('entry').options[0], [...id('entry').options].at(-1)].map(option => option.value);
  const before = await shows(`\\\"${first}\\\"`);
  choose('entry', last);
  return [several, before, await shows(`\\\"${last}\\\"`)];";

/// Registers, a root signature as text, one in a file, one that is none, another version of Vulkan.
const SIGNATURES: &str = "
  const signature = 'SRV(t0), UAV(u0, space = 1)';
  const byAddress = () => view.contentDocument.documentElement.textContent.includes('PhysicalStorageBuffer');
  choose('bind', 'registers');
  const registers = await until(() => ready() && !byAddress());
  choose('bind', 'given');
  choose('signature', 'nonsense(');
  const wrong = Boolean(await until(() => message.textContent));
  choose('signature', signature);
  const given = await until(() => !message.textContent && ready() && byAddress());
  choose('bind', 'own');
  await until(() => !message.textContent && id('signature-row').hidden && ready() && !byAddress());
  dropped([new File([signature], 'application.rootsig')]);
  const chosen = await until(() => id('bind').value === 'given' && !id('signature-row').hidden);
  const text = id('signature').value === signature;
  choose('target', 'vulkan1.1');
  return [registers, wrong, given, chosen, text, await shows('Version: 1.3')];";

/// The page, and its address; none where the toolchain cannot build it.
#[allow(clippy::print_stderr)]
fn page() -> Option<(PathBuf, String)> {
    if !has_target() {
        eprintln!("skipped: this toolchain has no wasm32-unknown-unknown");
        return None;
    }
    static BUILT: OnceLock<(PathBuf, String)> = OnceLock::new();
    let built = || {
        let folder = built();
        (folder.clone(), serve(folder))
    };
    Some(BUILT.get_or_init(built).clone())
}

#[test]
fn it_is_small_enough_to_load() {
    let Some((folder, _)) = page() else { return };
    let wasm = std::fs::read(folder.join("dxil2spirv.wasm")).unwrap();
    let packed = miniz_oxide::deflate::compress_to_vec(&wasm, 6).len();
    assert!(packed < MOST, "{packed} bytes of {}", wasm.len());
}

#[test]
fn a_dropped_shader_is_shown() {
    let Some((_, address)) = page() else { return };
    let types = "testdata/shaders/debug/types.od.dxil";
    let (mut shader, message) = dropped(&address, "shader", types, WIDE);
    assert_eq!(message, "");
    // A line of the source lights up those that belong to it.
    let (x, y) = place(&mut shader, "HLSL", "Out.Store");
    shader.point(x, y);
    shader.click(x, y);
    let found = run(
        &mut shader,
        "const shown = view.contentDocument;
         const kept = await until(() => shown.querySelectorAll('.row.pin').length >= 4);
         return [kept, shown.title, document.title];",
    );
    let title = "shader.dxil - dxil2spirv";
    assert_eq!(found, json!([true, title, title]));
    let (mut library, message) = dropped(&address, "library", "testdata/shaders/tracing/calls.dxil", WIDE);
    assert_eq!(message, "");
    assert_eq!(run(&mut library, ENTRIES), json!([true, true, true]));
    let (mut bound, message) = dropped(&address, "bound", "testdata/shaders/alu-int/binary.dxil", WIDE);
    assert_eq!(message, "");
    assert_eq!(run(&mut bound, SIGNATURES), json!(vec![true; 6]));
    let (_, refused) = dropped(&address, "text", "testdata/README.md", WIDE);
    assert!(
        refused.starts_with("text.dxil: ") && refused.len() > 20,
        "{refused}"
    );
}

/// The button takes files as dropping does: a shader, and the program database that has its source. One that cannot be read is
/// named.
#[test]
fn files_are_chosen_by_the_button() {
    let Some((_, address)) = page() else { return };
    let mut session = Session::open("chosen", &format!("{address}/index.html"), WIDE);
    session.value(WORDS);
    let mut choose = |files: &[&str]| {
        // Chromium takes no path that goes up.
        let folder = root().join("testdata/shaders/debug").canonicalize().unwrap();
        let files: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
        let input = session.ask(
            "Runtime.evaluate",
            json!({"expression": "document.getElementById('file')"}),
        );
        let object = &input["result"]["objectId"];
        session.ask(
            "DOM.setFileInputFiles",
            json!({"files": files, "objectId": object}),
        );
        run(
            &mut session,
            "await until(() => message.textContent || ready());
             return [message.textContent, view.contentDocument?.documentElement?.textContent.includes('Out.Store')];",
        )
    };
    assert_eq!(
        choose(&["no_such.dxil"]),
        json!(["no_such.dxil: it cannot be read", false])
    );
    assert_eq!(
        choose(&["types.apart.dxil", "types.apart.pdb"]),
        json!(["", true])
    );
}

/// What a window shows, as [`screens`] keeps it.
fn picture(session: &mut Session, name: &str) -> Option<String> {
    // The pages have no movement: what is to come comes with the next frames.
    run(
        session,
        "for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); return 0;",
    );
    let answer = session.ask("Page.captureScreenshot", json!({"format": "png"}));
    let picture = data_encoding::BASE64.decode(answer["data"].as_str().unwrap().as_bytes());
    screens::difference(name, &picture.unwrap())
}

#[test]
fn screens() {
    const NARROW: (u32, u32) = (420, 960);
    let Some((_, address)) = page() else { return };
    let mut wrong = Vec::new();
    for (name, size) in [("start", WIDE), ("start-narrow", NARROW)] {
        let mut start = Session::open(name, &format!("{address}/index.html"), size);
        wrong.extend(picture(&mut start, name));
    }
    // A line that is kept, in light and dark; then the binding map.
    let (mut shown, _) = dropped(&address, "shown", "testdata/shaders/debug/types.od.dxil", WIDE);
    let (x, y) = place(&mut shown, "HLSL", "Out.Store");
    shown.point(x, y);
    shown.click(x, y);
    run(
        &mut shown,
        "return await until(() => view.contentDocument.querySelectorAll('.row.pin').length >= 4);",
    );
    wrong.extend(picture(&mut shown, "shown"));
    shown.ask(
        "Emulation.setEmulatedMedia",
        json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]}),
    );
    wrong.extend(picture(&mut shown, "shown-dark"));
    // Keys go where was clicked, into the translation.
    shown.key("2");
    run(
        &mut shown,
        "return await until(() => !view.contentDocument.getElementById('flow').hidden);",
    );
    wrong.extend(picture(&mut shown, "flow-dark"));
    let (mut library, _) = dropped(
        &address,
        "library-shown",
        "testdata/shaders/tracing/calls.dxil",
        WIDE,
    );
    run(
        &mut library,
        "choose('bind', 'given'); choose('signature', 'nonsense('); return await until(() => message.textContent);",
    );
    wrong.extend(picture(&mut library, "choices"));
    let (mut text, _) = dropped(&address, "refused", "testdata/README.md", NARROW);
    wrong.extend(picture(&mut text, "refused-narrow"));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
