//! Chromium without a window.

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
        let mut command = Command::new("chromium");
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--force-device-scale-factor=1", "--virtual-time-budget=20000"])
            .args(["--no-first-run", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync"])
            .arg(format!(
                "--user-data-dir={}",
                self.folder.join("profile").display()
            ))
            .arg(format!("--window-size={},{}", size.0, size.1));
        command
    }

    fn run(command: &mut Command) -> Vec<u8> {
        let output = command
            .output()
            .unwrap_or_else(|error| panic!("chromium: {error}; `cargo xtask setup` installs it"));
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
    let (mut at, mut data, mut width, mut channels) = (8, Vec::new(), 0, 3);
    while at + 8 <= bytes.len() {
        let length = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let body = &bytes[at + 8..at + 8 + length];
        match &bytes[at + 4..at + 8] {
            b"IHDR" => {
                width = u32::from_be_bytes(body[..4].try_into().unwrap()) as usize;
                assert_eq!((body[8], body[12]), (8, 0), "8 bits, not interlaced");
                channels = if body[9] == 6 { 4 } else { 3 };
            }
            b"IDAT" => data.extend_from_slice(body),
            _ => {}
        }
        at += length + 12;
    }
    let raw = miniz_oxide::inflate::decompress_to_vec_zlib(&data).unwrap();
    let stride = width * channels;
    let mut last = vec![0u8; stride];
    let mut pixels = Vec::new();
    for line in raw.chunks_exact(stride + 1) {
        let mut row = line[1..].to_vec();
        for i in 0..stride {
            let left = if i < channels { 0 } else { row[i - channels] };
            let corner = if i < channels { 0 } else { last[i - channels] };
            let up = last[i];
            let add = match line[0] {
                0 => 0,
                1 => left,
                2 => up,
                3 => ((u16::from(left) + u16::from(up)) / 2) as u8,
                _ => {
                    let (a, b, c) = (i32::from(left), i32::from(up), i32::from(corner));
                    let p = a + b - c;
                    let (da, db, dc) = ((p - a).abs(), (p - b).abs(), (p - c).abs());
                    if da <= db && da <= dc {
                        left
                    } else if db <= dc {
                        up
                    } else {
                        corner
                    }
                }
            };
            row[i] = row[i].wrapping_add(add);
        }
        pixels.extend(
            row.chunks_exact(channels)
                .map(|pixel| [pixel[0], pixel[1], pixel[2]]),
        );
        last = row;
    }
    (width, pixels)
}
