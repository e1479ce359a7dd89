//! Chromium without a window.

mod chromium;

use chromium::{chromium, missing};
use std::io::Cursor;
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

    /// The colours of a grid of `columns` x `rows` fields, each the mean of its pixels.
    pub fn colours(&self, place: &str, size: (u32, u32), columns: usize, rows: usize) -> Vec<Vec<[u8; 3]>> {
        let file = self.folder.join("screen.png");
        let url = format!("{}#{place}", self.url);
        Self::run(
            self.chromium(size)
                .arg(format!("--screenshot={}", file.display()))
                .arg(url),
        );
        let (width, pixels) = png(&std::fs::read(&file).unwrap());
        let height = pixels.len() / width;
        let mean = |row: usize, column: usize| {
            let (mut sum, mut count) = ([0u64; 3], 0);
            for y in row * height / rows..(row + 1) * height / rows {
                for x in column * width / columns..(column + 1) * width / columns {
                    for (sum, &part) in sum.iter_mut().zip(&pixels[y * width + x]) {
                        *sum += u64::from(part);
                    }
                    count += 1;
                }
            }
            sum.map(|sum| (sum / count) as u8)
        };
        (0..rows)
            .map(|row| (0..columns).map(|column| mean(row, column)).collect())
            .collect()
    }
}

/// Width and pixels of a PNG with 8 bits a channel, RGB or RGBA, as Chromium writes it.
fn png(bytes: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.bit_depth, png::BitDepth::Eight);
    let pixels = pixels[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
    let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (frame.width as usize, pixels)
}
