//! A page in Chromium that is worked with as people do: by a pointer and a keyboard, in real time. The tests of `web/` have this
//! file too.
//!
//! Chromium is told what to do through a pipe: messages of JSON, each behind it a zero byte
//! (<https://chromedevtools.github.io/devtools-protocol/>).

use crate::chromium::{chromium, missing};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Chromium with a page open.
pub struct Session {
    folder: PathBuf,
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// The page, as messages to it name it.
    page: String,
    sent: u64,
}

impl Drop for Session {
    fn drop(&mut self) {
        // What it has open is its own.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Session {
    /// Opens the page at `url` in a window of a size.
    pub fn open(name: &str, url: &str, size: (u32, u32)) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("session-{name}.{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let browser = chromium(&folder.join("profile"));
        // It reads from its file 3 and writes to its file 4, which only a shell gives without unsafe code.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>&1", "sh"])
            .arg(browser.get_program())
            .args(browser.get_args())
            .args(["--remote-debugging-pipe", "--hide-scrollbars"])
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = process.stdin.take().unwrap();
        let from = BufReader::new(process.stdout.take().unwrap());
        let mut session = Self {
            to,
            from,
            process,
            page: String::new(),
            sent: 0,
            folder,
        };
        let targets = session.ask("Target.getTargets", json!({}));
        let pages = targets["targetInfos"].as_array().unwrap();
        let page = pages.iter().find(|target| target["type"] == "page").unwrap();
        let attached = session.ask(
            "Target.attachToTarget",
            json!({"targetId": page["targetId"], "flatten": true}),
        );
        attached["sessionId"]
            .as_str()
            .unwrap()
            .clone_into(&mut session.page);
        // What the page has of it, whatever a window keeps for itself and is at least.
        session.ask(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": size.0, "height": size.1, "deviceScaleFactor": 1, "mobile": false}),
        );
        session.ask("Page.enable", json!({}));
        session.ask("Page.navigate", json!({"url": url}));
        session.wait(|message| message["method"] == "Page.loadEventFired");
        session
    }

    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).unwrap();
            let Some((0, text)) = bytes.split_last() else {
                let gone = std::io::Error::other("it ended");
                panic!("{}", missing(&gone));
            };
            let message: Value = serde_json::from_slice(text).unwrap();
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Sends a command, and gives the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let id = self.sent;
        let mut message = json!({"id": id, "method": method, "params": params});
        if !self.page.is_empty() {
            message["sessionId"] = self.page.as_str().into();
        }
        self.to.write_all(message.to_string().as_bytes()).unwrap();
        self.to.write_all(&[0]).unwrap();
        let answer = self.wait(|message| message["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// What an expression gives, or what it promises.
    pub fn value(&mut self, expression: &str) -> Value {
        let answer = self.ask(
            "Runtime.evaluate",
            json!({"expression": expression, "awaitPromise": true, "returnByValue": true}),
        );
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].clone()
    }

    /// Moves the pointer.
    pub fn point(&mut self, x: f64, y: f64) {
        self.ask(
            "Input.dispatchMouseEvent",
            json!({"type": "mouseMoved", "x": x, "y": y}),
        );
    }

    /// Clicks where the pointer is taken.
    pub fn click(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            self.ask(
                "Input.dispatchMouseEvent",
                json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}),
            );
        }
    }

    /// Types a key, as JavaScript names it.
    pub fn key(&mut self, key: &str) {
        let mut down = json!({"type": "keyDown", "key": key});
        if key.chars().count() == 1 {
            down["text"] = key.into();
        }
        self.ask("Input.dispatchKeyEvent", down);
        self.ask("Input.dispatchKeyEvent", json!({"type": "keyUp", "key": key}));
    }
}
