//! The page with the translator in it, in Chromium: built for WebAssembly, served, and given a file.

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
    let mut browser = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-quic",
            "--disable-sync",
            "--remote-debugging-port=0",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(url)
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("chromium: {error}; `cargo xtask setup` installs it"));
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

    // A page of the test's own beside it: the page, and something that drops a file and looks at what is shown.
    for (name, file) in [
        ("shader", "testdata/shaders/debug/types.od.dxil"),
        ("text", "README.md"),
    ] {
        std::fs::copy(root().join(file), folder.join(format!("{name}.file"))).unwrap();
        let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
        let script = format!(
            "<script>(async () => {{
              const bytes = await (await fetch('{name}.file')).arrayBuffer();
              const data = new DataTransfer();
              data.items.add(new File([bytes], '{name}.dxil'));
              document.getElementById('drop').dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true}}));
              const view = document.getElementById('view'), message = document.getElementById('message');
              const until = async wanted => {{
                for (let i = 0; i < 600; i++) {{
                  const found = wanted();
                  if (found) return found;
                  await new Promise(done => setTimeout(done, 100));
                }}
              }};
              await until(() => message.textContent || view.contentDocument?.documentElement?.dataset.ready);
              const shown = view.contentDocument;
              const rows = () => [...shown.querySelectorAll('.pane[data-column=\"HLSL\"] .row')];
              if (!message.textContent) {{
                (await until(() => rows().find(row => row.textContent.includes('Out.Store')))).click();
                await until(() => shown.querySelectorAll('.row.pin').length >= 4);
              }}
              return [message.textContent.slice(0, 200), document.title,
                shown ? shown.querySelectorAll('.row.pin').length : 0, shown ? shown.title : ''].join('|');
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
    let refused = out("text");
    assert!(
        refused[0].starts_with("text.dxil: ") && refused[0].len() > 20,
        "{refused:?}"
    );
}
