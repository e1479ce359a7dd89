//! What pages look like: the mean colours of the fields of a grid are those of a kept text, within a tolerance that other fonts
//! stay in. The tests of `web/` have this file too.
//!
//! `BLESS=1` writes the texts: look at the pictures first, which lie in the build's folder for such things, in `screens/`.

use std::io::Cursor;
use std::path::Path;

/// Fields of the grid, across and down.
const GRID: (usize, usize) = (32, 24);
/// The largest difference of a channel: of one field, and of all in the mean.
const MOST: i32 = 40;
const MEAN: f64 = 4.0;

/// Says how a picture (a PNG) differs from what is kept of it in `tests/screens/NAME.txt` of the package.
pub fn difference(name: &str, picture: &[u8]) -> Option<String> {
    let made = fields(picture);
    let seen = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens");
    std::fs::create_dir_all(&seen).unwrap();
    let seen = seen.join(format!("{name}.png"));
    std::fs::write(&seen, picture).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screens/{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let (made, kept) = (channels(&made), channels(&kept));
    let seen = seen.display();
    if made.len() != kept.len() {
        return Some(format!("{seen}: {} channels, of {}", kept.len(), made.len()));
    }
    let differences: Vec<i32> = made.iter().zip(&kept).map(|(a, b)| (a - b).abs()).collect();
    let most = differences.iter().copied().max().unwrap_or(0);
    let mean = differences.iter().map(|&d| f64::from(d)).sum::<f64>() / differences.len() as f64;
    (most > MOST || mean > MEAN).then(|| format!("{seen}: differs by {most} at most, {mean:.1} in the mean"))
}

/// The mean colours of a picture's fields, a row a line.
fn fields(picture: &[u8]) -> String {
    let (width, pixels) = pixels(picture);
    let height = pixels.len() / width;
    let (columns, rows) = GRID;
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
        let [r, g, b] = sum.map(|sum| sum / count);
        format!("{r:02x}{g:02x}{b:02x}")
    };
    (0..rows)
        .map(|row| {
            let fields: Vec<String> = (0..columns).map(|column| mean(row, column)).collect();
            fields.join(" ") + "\n"
        })
        .collect()
}

/// Red, green and blue of each field.
fn channels(text: &str) -> Vec<i32> {
    let fields = text.split_whitespace();
    let number = |field: &str| u32::from_str_radix(field, 16).unwrap_or(0);
    fields
        .map(number)
        .flat_map(|field| [16, 8, 0].map(|bit| (field >> bit & 255) as i32))
        .collect()
}

/// Width and pixels of a PNG with 8 bits a channel, RGB or RGBA, as Chromium writes it.
fn pixels(bytes: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(frame.bit_depth, png::BitDepth::Eight);
    let pixels = pixels[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
    let pixels = pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    (frame.width as usize, pixels)
}
