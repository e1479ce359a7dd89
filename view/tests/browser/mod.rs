//! Chromium without a window.

mod chromium;
pub mod screens;

use chromium::{chromium, missing};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A page in a folder that goes away with it.
pub struct Opened {
    folder: PathBuf,
    url: String,
}

impl Drop for Opened {
    fn drop(&mut self) {
        // What is left is in the build's folder for such things.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Opened {
    /// Writes a page to open.
    pub fn new(name: &str, html: &str) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}.{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("page.html"), html).unwrap();
        let url = format!("file://{}/page.html", folder.display());
        Self { folder, url }
    }

    fn chromium(&self, size: (u32, u32)) -> Command {
        let mut command = chromium(&self.folder.join("profile"));
        command
            .args(["--hide-scrollbars", "--force-device-scale-factor=1"])
            .arg("--virtual-time-budget=20000")
            .arg(format!("--window-size={},{}", size.0, size.1));
        command
    }

    fn run(command: &mut Command) -> Vec<u8> {
        let output = command
            .output()
            .unwrap_or_else(|error| panic!("{}", missing(&error)));
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    }

    /// The document as it is when the page has nothing left to do, opened at `#place`.
    pub fn dom(&self, place: &str) -> String {
        let url = format!("{}#{place}", self.url);
        let out = Self::run(self.chromium((1600, 900)).args(["--dump-dom", &url]));
        String::from_utf8(out).unwrap()
    }

    /// What a window of a size shows of it: a PNG.
    pub fn picture(&self, place: &str, size: (u32, u32)) -> Vec<u8> {
        let file = self.folder.join("screen.png");
        let url = format!("{}#{place}", self.url);
        Self::run(
            self.chromium(size)
                .arg(format!("--screenshot={}", file.display()))
                .arg(url),
        );
        std::fs::read(&file).unwrap()
    }
}
