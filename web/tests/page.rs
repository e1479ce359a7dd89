//! The page with the translator in it, in Chromium: built for WebAssembly, served, and given a file.

#[path = "../../view/tests/browser/chromium.rs"]
mod chromium;

use chromium::{chromium, missing};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

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

/// Serves the folder at an address of its own, for as long as the tests run. What a page posts comes out of the channel.
fn serve(folder: PathBuf) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut request = Vec::new();
            let mut part = [0; 4096];
            // The head, and what it says is behind it.
            while let Ok(length @ 1..) = stream.read(&mut part) {
                request.extend_from_slice(&part[..length]);
                let text = String::from_utf8_lossy(&request);
                if let Some((head, body)) = text.split_once("\r\n\r\n") {
                    let lengths = head.lines().filter_map(|line| {
                        let (name, value) = line.split_once(':')?;
                        name.eq_ignore_ascii_case("content-length")
                            .then(|| value.trim().parse::<usize>().ok())?
                    });
                    if body.len() >= lengths.sum() {
                        break;
                    }
                }
            }
            let request = String::from_utf8_lossy(&request).into_owned();
            let (head, posted) = request.split_once("\r\n\r\n").unwrap_or((&request, ""));
            let name = head.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
            let body = std::fs::read(folder.join(name.split(['?', '#']).next().unwrap_or_default()));
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
            if head.starts_with("POST") && sender.send(posted.to_owned()).is_err() {
                return;
            }
        }
    });
    (format!("http://{address}"), receiver)
}

/// What the page at `url` posts, in Chromium.
fn posted(url: &str, name: &str, posts: &Receiver<String>) -> String {
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{}", std::process::id()));
    let mut browser = chromium(&profile)
        .arg("--remote-debugging-port=0")
        .arg(url)
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}", missing(&error)));
    let post = posts.recv_timeout(Duration::from_secs(180));
    // It runs until it is told not to.
    let _ = browser.kill().and_then(|()| browser.wait());
    // What is left is in the build's folder for such things.
    let _ = std::fs::remove_dir_all(&profile);
    post.expect("the page posts what it found")
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

/// A line of the source lights up those that belong to it.
const LINES: &str = "
  const shown = view.contentDocument;
  const rows = () => [...shown.querySelectorAll('.pane[data-column=\"HLSL\"] .row')];
  (await until(() => rows().find(row => row.textContent.includes('Out.Store')))).click();
  await until(() => shown.querySelectorAll('.row.pin').length >= 4);
  return [shown.querySelectorAll('.row.pin').length, shown.title].join('|');";

/// The entry points of a library, the last of them.
const ENTRIES: &str = "
  const several = !id('entries').hidden && id('entry').options.length > 1;
  const [first, last] = [id('entry').options[0], [...id('entry').options].at(-1)].map(option => option.value);
  const before = await shows(`\\\"${first}\\\"`);
  choose('entry', last);
  return [several, before, await shows(`\\\"${last}\\\"`)].join('|');";

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
  drop([new File([signature], 'application.rootsig')]);
  const dropped = await until(() => id('bind').value === 'given' && !id('signature-row').hidden);
  const text = id('signature').value === signature;
  choose('target', 'vulkan1.1');
  return [registers, wrong, given, dropped, text, await shows('Version: 1.3')].join('|');";

#[test]
#[allow(clippy::print_stderr)]
fn a_dropped_shader_is_shown() {
    if !has_target() {
        eprintln!("skipped: this toolchain has no wasm32-unknown-unknown");
        return;
    }
    let folder = built();
    let wasm = std::fs::read(folder.join("dxil2spirv.wasm")).unwrap();
    let packed = miniz_oxide::deflate::compress_to_vec(&wasm, 6).len();
    assert!(packed < MOST, "{packed} bytes of {}", wasm.len());

    // A page of the test's own beside it: the page, and something that drops a file, looks at what is shown, and chooses.
    for (name, file, steps) in [
        ("shader", "testdata/shaders/debug/types.od.dxil", LINES),
        ("text", "README.md", "return '';"),
        ("library", "testdata/shaders/tracing/calls.dxil", ENTRIES),
        ("bound", "testdata/shaders/alu-int/binary.dxil", SIGNATURES),
    ] {
        std::fs::copy(root().join(file), folder.join(format!("{name}.file"))).unwrap();
        let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
        let script = format!(
            "<script>(async () => {{
              const id = name => document.getElementById(name);
              const drop = files => {{
                const data = new DataTransfer();
                for (const file of files) data.items.add(file);
                id('drop').dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true}}));
              }};
              const view = id('view'), message = id('message');
              const until = async wanted => {{
                for (let i = 0; i < 600; i++) {{
                  const found = wanted();
                  if (found) return found;
                  await new Promise(done => setTimeout(done, 100));
                }}
              }};
              const ready = () => view.contentDocument?.documentElement?.dataset.ready;
              const shows = text => until(() => message.textContent
                || ready() && view.contentDocument.documentElement.textContent.includes(text));
              const choose = (name, value) => {{
                id(name).value = value;
                id(name).dispatchEvent(new Event('change', {{bubbles: true}}));
              }};
              drop([new File([await (await fetch('{name}.file')).arrayBuffer()], '{name}.dxil')]);
              await until(() => message.textContent || ready());
              const steps = async () => {{ {steps} }};
              const found = message.textContent ? '' : await steps();
              return [message.textContent.slice(0, 200), document.title, found].join('|');
            }})().catch(e => 'error: ' + e).then(out => fetch('out', {{method: 'POST', body: out}}));</script></body>"
        );
        std::fs::write(
            folder.join(format!("{name}.html")),
            page.replace("</body>", &script),
        )
        .unwrap();
    }
    let (address, posts) = serve(folder);
    let out = |name: &str| -> Vec<String> {
        let out = posted(&format!("{address}/{name}.html"), name, &posts);
        out.split('|').map(str::to_owned).collect()
    };
    let shown = out("shader");
    assert_eq!(shown[..2], ["", "shader.dxil - dxil2spirv"], "{shown:?}");
    assert!(
        shown[2].parse::<usize>().unwrap() >= 4,
        "a line of each text is kept: {shown:?}"
    );
    assert_eq!(shown[3], "shader.dxil - dxil2spirv");
    let library = out("library");
    assert_eq!(library[0], "", "{library:?}");
    assert_eq!(library[2..], ["true", "true", "true"], "{library:?}");
    let bound = out("bound");
    assert_eq!(bound[..2], ["", "bound.dxil - dxil2spirv"], "{bound:?}");
    assert_eq!(bound[2..], ["true"; 6], "{bound:?}");
    let refused = out("text");
    assert!(
        refused[0].starts_with("text.dxil: ") && refused[0].len() > 20,
        "{refused:?}"
    );
}
