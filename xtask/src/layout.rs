//! The linker script by which functions lie together in the C library, and what of their code is asked of memory ahead.
//!
//! ```text
//! library that the script laid out ─ translates some test shaders, instruction by instruction ─ pieces of code that half of them run
//! ```
//!
//! The script gives each function's place a symbol. Where two of them are as far apart as in the library that was measured, the
//! function is taken for the same, and the script lists the stretches of it that most shaders run; `capi/src/ahead.rs` reads the list.

use crate::output;
use crate::pgo::{Trainer, Ways, test_shaders, tool};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Shaders that are translated instruction by instruction, of all: each takes some seconds.
const SAMPLE: usize = 40;
/// Percent of these that run what is asked for.
const SHARE: usize = 50;
/// Bytes that a count is for, and that places of code are multiples of.
const PIECE: u64 = 16;
/// Pieces in a line of the caches: what lies less apart comes anyway.
const LINE: u64 = 4;
/// Pieces that one number of the list has room for.
const LONGEST: u64 = 255;
/// What the script's symbols begin with.
const PLACE: &str = "dxil2spirv_place_";

/// What lies together, in order.
pub struct Layout {
    /// Input sections of each place, as the linker is told them.
    places: Vec<String>,
}

/// What was measured of a place.
#[derive(Default)]
pub struct Measured {
    /// How many bytes it has.
    size: u64,
    /// Stretches that most shaders run: the piece that one begins at, and how many pieces it has.
    stretches: Vec<(u64, u64)>,
}

impl Layout {
    /// With the functions of these names, in which `*` stands for anything.
    pub fn of<'a>(functions: impl Iterator<Item = &'a str>) -> Self {
        // `.text.unlikely`, `.text.hot`: what is cold among many shaders is run for the first of a process too.
        let named = functions.map(|function| format!("*(.text.{function} .text.*.{function})"));
        // Only builds by profiles have these: what is hot there and has no name above, since it is part of its callers elsewhere.
        let hot = "*(.text.hot .text.hot.*)".to_owned();
        Self {
            places: named.chain([hot]).collect(),
        }
    }

    /// That of a script.
    pub fn read(script: &Path) -> Result<Self, String> {
        let text =
            std::fs::read_to_string(script).map_err(|error| format!("{}: {error}", script.display()))?;
        let places = text.lines().map(str::trim);
        let places = places.filter(|line| line.starts_with("*(")).map(str::to_owned);
        Ok(Self {
            places: places.collect(),
        })
    }

    /// Writes the script; `measured`, of each place, is empty where nothing is known.
    pub fn write(&self, script: &Path, measured: &[Measured]) -> Result<(), String> {
        std::fs::write(script, self.text(measured))
            .map_err(|error| format!("{}: {error}", script.display()))?;
        println!("{}", script.display());
        Ok(())
    }

    /// The linker script. Behind what is inserted, the linker's own layout goes on.
    fn text(&self, measured: &[Measured]) -> String {
        let mut text = String::from(
            "/* Functions that most shaders go through, which lie together so that the first shader of a process touches few pages,\n   \
             and what of them is asked of memory ahead. Written by `cargo xtask order`. */\n\
             SECTIONS {\n  .text.first : ALIGN(64) {\n    HIDDEN(dxil2spirv_ahead = .);\n",
        );
        for (index, place) in measured.iter().enumerate() {
            let (here, next) = (format!("{PLACE}{index}"), format!("{PLACE}{}", index + 1));
            for (start, length) in &place.stretches {
                let _ = writeln!(
                    text,
                    "    LONG({next} - {here} == {} ? ({here} - dxil2spirv_ahead) * 16 + {:#x} : 0)",
                    place.size,
                    start << 8 | length
                );
            }
        }
        text.push_str("    HIDDEN(dxil2spirv_ahead_end = .);\n");
        for (index, place) in self.places.iter().enumerate() {
            let _ = writeln!(
                text,
                "    . = ALIGN({PIECE}); HIDDEN({PLACE}{index} = .);\n    {place}"
            );
        }
        let _ = writeln!(
            text,
            "    . = ALIGN({PIECE}); HIDDEN({PLACE}{} = .);\n  }}\n}} INSERT BEFORE .text;",
            self.places.len()
        );
        text
    }

    /// What some of the test shaders run of each place of the library that was built into `target` by this layout's script.
    pub fn measure(&self, target: &Path) -> Result<Vec<Measured>, String> {
        let trainer = Trainer::of(target)?;
        let sample = sample(SAMPLE)?;
        let said = trainer.run(Ways::Steps, &sample, Path::new("/dev/null"))?;
        let counts: BTreeMap<u64, usize> = said.lines().skip(1).filter_map(count).collect();
        if counts.is_empty() {
            return Err("no instruction was counted: that takes Linux on x86-64".to_owned());
        }
        let starts = places_of(&target.join("release/libdxil2spirv_capi.so"))?;
        let start = |index: usize| starts.get(&index).copied().ok_or("the library has no places");
        let least = (sample.len() * SHARE).div_ceil(100);
        (0..self.places.len())
            .map(|index| {
                let (start, end) = (start(index)?, start(index + 1)?);
                let run = counts.range(start / PIECE..end / PIECE);
                let run = run.filter(|&(_, &shaders)| shaders >= least);
                Ok(Measured {
                    size: end - start,
                    stretches: stretches(run.map(|(piece, _)| piece - start / PIECE)),
                })
            })
            .collect()
    }
}

/// Pieces, in order, as stretches.
fn stretches(pieces: impl Iterator<Item = u64>) -> Vec<(u64, u64)> {
    let mut stretches: Vec<(u64, u64)> = Vec::new();
    for piece in pieces {
        match stretches.last_mut() {
            Some((start, length)) if piece < *start + *length + LINE && piece < *start + LONGEST => {
                *length = piece - *start + 1;
            }
            _ => stretches.push((piece, 1)),
        }
    }
    stretches
}

/// A line of the trainer: a piece, and how many shaders run it.
fn count(line: &str) -> Option<(u64, usize)> {
    let (piece, shaders) = line.split_once(' ')?;
    Some((u64::from_str_radix(piece, 16).ok()?, shaders.parse().ok()?))
}

/// Where the places of a library are, by their numbers.
fn places_of(library: &Path) -> Result<BTreeMap<usize, u64>, String> {
    let place = |line: &str| {
        let mut words = line.strip_prefix(PLACE)?.split(' ');
        let (number, address) = (words.next()?, words.nth(1)?);
        Some((number.parse().ok()?, u64::from_str_radix(address, 16).ok()?))
    };
    Ok(symbols(library)?.lines().filter_map(place).collect())
}

/// The symbols that a library defines: on each line a name, its kind, its address and its size.
pub fn symbols(library: &Path) -> Result<String, String> {
    output(
        Command::new(tool("llvm-nm")?)
            .args(["--defined-only", "--format=posix"])
            .arg(library),
    )
}

/// At most so many of the test shaders, of all parts of their folder.
pub fn sample(count: usize) -> Result<Vec<PathBuf>, String> {
    let shaders = test_shaders()?;
    let step = shaders.len().div_ceil(count).max(1);
    Ok(shaders.into_iter().step_by(step).collect())
}

#[cfg(test)]
mod tests {
    use super::{Layout, Measured, count, stretches};
    use crate::output;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    #[test]
    fn pieces_of_one_line_are_one_stretch() {
        assert_eq!(stretches([].into_iter()), []);
        assert_eq!(stretches([3, 4, 5, 8, 13, 14].into_iter()), [(3, 6), (13, 2)]);
        assert_eq!(stretches(0..600), [(0, 255), (255, 255), (510, 90)]);
    }

    #[test]
    fn lines_of_the_trainer_are_read() {
        assert_eq!(count("d21b 39"), Some((0xd21b, 39)));
        assert_eq!(count("37 of 39 shaders translated"), None);
    }

    #[test]
    fn a_script_is_read_as_it_was_written() {
        let layout = Layout::of(["first", "_R*second"].into_iter());
        let script = scratch("read").join("functions.ld");
        layout.write(&script, &[]).unwrap();
        assert_eq!(Layout::read(&script).unwrap().places, layout.places);
    }

    /// Prints where the functions are, in pieces from the beginning of the list; the sizes of their places; the list.
    const PROGRAM: &str = "
        #include <stdio.h>
        extern const unsigned char dxil2spirv_place_0[], dxil2spirv_place_1[], dxil2spirv_place_2[];
        extern const unsigned dxil2spirv_ahead[], dxil2spirv_ahead_end[];
        int second(int a) { return a * 3 + 1; }
        int first(int a) { int sum = 0; while (a-- > 0) sum += second(a) ^ a; return sum; }
        int main(int count, char **arguments) {
            const unsigned char *list = (const unsigned char *)dxil2spirv_ahead;
            const unsigned *at;
            (void)arguments;
            printf(\"%d %d \", (int)((unsigned char *)first - list) / 16, (int)((unsigned char *)second - list) / 16);
            printf(\"%d \", (int)(dxil2spirv_place_1 - dxil2spirv_place_0));
            printf(\"%d\", (int)(dxil2spirv_place_2 - dxil2spirv_place_1));
            for (at = dxil2spirv_ahead; at != dxil2spirv_ahead_end; at++)
                printf(\" %u\", *at);
            return first(count) == -1;
        }";

    /// The numbers that the program prints which the script lays out.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn linked(linker: &[String], layout: &Layout, measured: &[Measured]) -> Vec<u64> {
        let folder = scratch("linked");
        let (source, script, program) = (
            folder.join("program.c"),
            folder.join("functions.ld"),
            folder.join("program"),
        );
        std::fs::write(&source, PROGRAM).unwrap();
        layout.write(&script, measured).unwrap();
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let mut compile = Command::new(compiler);
        compile
            .args(["-O1", "-fno-inline", "-ffunction-sections"])
            .args(linker);
        compile.arg(&source).arg("-o").arg(&program);
        output(compile.arg(format!("-Wl,-T,{}", script.display()))).unwrap();
        let printed = output(&mut Command::new(&program)).unwrap();
        let numbers = printed.split(' ').map(|number| number.parse().unwrap());
        numbers.collect()
    }

    /// How the compiler is told to link by the system's linker, and by that which the toolchain has.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn linkers() -> Vec<Vec<String>> {
        let libraries = output(Command::new("rustc").args(["--print", "target-libdir"])).unwrap();
        let own = Path::new(&libraries).parent().unwrap().join("bin/gcc-ld");
        let own = own
            .is_dir()
            .then(|| vec![format!("-B{}", own.display()), "-fuse-ld=lld".to_owned()]);
        [Vec::new()].into_iter().chain(own).collect()
    }

    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    #[test]
    fn linkers_list_what_was_measured_of_functions_that_are_the_same() {
        let layout = Layout::of(["first", "second"].into_iter());
        for linker in linkers() {
            let unmeasured = linked(&linker, &layout, &[]);
            let [_, _, first, second] = unmeasured[..] else {
                panic!("{linker:?}: a list of what was not measured: {unmeasured:?}");
            };
            assert!(first > 0 && second > 0, "{linker:?}: {unmeasured:?}");
            let measured = |first, second| {
                let place = |size, stretches: &[(u64, u64)]| Measured {
                    size,
                    stretches: stretches.to_vec(),
                };
                [place(first, &[(0, 1), (1, 2)]), place(second, &[(0, 1)])]
            };
            let list = linked(&linker, &layout, &measured(first, second));
            let (of_first, of_second) = (list[0], list[1]);
            assert!(of_first > 0 && of_first < of_second, "{linker:?}: {list:?}");
            let expected = [of_first << 8 | 1, (of_first + 1) << 8 | 2, of_second << 8 | 1];
            assert_eq!(list[4..], expected, "{linker:?}");
            // Another compiler's.
            let other = linked(&linker, &layout, &measured(first + 16, second));
            assert_eq!(other[4..], [0, 0, of_second << 8 | 1], "{linker:?}");
        }
    }

    fn scratch(name: &str) -> PathBuf {
        let folder = crate::target().join("tmp/layout").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }
}
