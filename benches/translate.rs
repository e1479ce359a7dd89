//! How long a translation takes, against only walking the records of its bitcode.
//!
//! `cargo bench` prints, for the ten largest committed shaders together: the walk of every bitcode record,
//! the parse to a typed module, import to the IR, and the whole translation; then the time per DXIL
//! instruction of the same code repeated to 1,000 and 50,000 instructions; then twelve entry points of one library
//! against as many libraries of one. Figures of one run compare with each other; those of different runs or machines
//! do not. With a folder in the environment variable `SHADERS`, its shaders take the place of the committed ones: so two
//! states of the library can be compared on the shaders of one.

mod corpus;

use corpus::{bitcode, shaders};
use divan::Bencher;
use dxil2spirv::options::{Options, Verify};
use dxil2spirv::pipeline::{IrStage, Request, Shader, translate};
use std::path::{Path, PathBuf};

fn main() {
    divan::main();
}

/// The ten largest by bitcode, without libraries of several entry points and the generated ones that only serve for
/// scaling.
fn largest() -> Vec<Vec<u8>> {
    let mut all: Vec<(usize, PathBuf, Vec<u8>)> = shaders()
        .into_iter()
        .filter(|path| !path.to_string_lossy().contains("scale_"))
        .map(|path| {
            let bytes = std::fs::read(&path).expect("a shader is readable");
            (bitcode(&bytes).len(), path, bytes)
        })
        .filter(|(_, _, bytes)| {
            let shader = Shader::parse(bytes).expect("valid");
            shader.program().entry_points.len() == 1
        })
        .collect();
    all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    all.into_iter().take(10).map(|(_, _, bytes)| bytes).collect()
}

fn total(shaders: &[Vec<u8>]) -> u64 {
    shaders.iter().map(|bytes| bitcode(bytes).len() as u64).sum()
}

#[divan::bench]
fn ten_largest_1_walk_records(bencher: Bencher) {
    let shaders = largest();
    bencher
        .counter(divan::counter::BytesCount::new(total(&shaders)))
        .bench(|| {
            for bytes in &shaders {
                divan::black_box(dxil2spirv::bitstream::walk_records(bitcode(bytes)).expect("valid bitcode"));
            }
        });
}

#[divan::bench]
fn ten_largest_2_parse(bencher: Bencher) {
    let shaders = largest();
    bencher
        .counter(divan::counter::BytesCount::new(total(&shaders)))
        .bench(|| {
            for bytes in &shaders {
                divan::black_box(Shader::parse(bytes).expect("a valid shader"));
            }
        });
}

#[divan::bench(args = [IrStage::Imported, IrStage::Lowered, IrStage::Structured])]
fn ten_largest_3_to_ir(bencher: Bencher, stage: IrStage) {
    let shaders = largest();
    let parsed: Vec<Shader> = shaders
        .iter()
        .map(|bytes| Shader::parse(bytes).expect("valid"))
        .collect();
    bencher.bench(|| {
        for shader in &parsed {
            divan::black_box(shader.to_ir(Request::new(), stage).expect("translates"));
        }
    });
}

#[divan::bench]
fn ten_largest_4_translate(bencher: Bencher) {
    let shaders = largest();
    bencher
        .counter(divan::counter::BytesCount::new(total(&shaders)))
        .bench(|| {
            for bytes in &shaders {
                divan::black_box(translate(bytes, Request::new()).expect("translates"));
            }
        });
}

/// Every sixth of the committed shaders that have less than 2 kB of bitcode.
fn small() -> Vec<Vec<u8>> {
    let all = shaders()
        .into_iter()
        .map(|path| std::fs::read(path).expect("a shader is readable"));
    let small = all.filter(|bytes| {
        bitcode(bytes).len() < 2048
            && Shader::parse(bytes).is_ok_and(|shader| shader.program().entry_points.len() == 1)
    });
    small.step_by(6).collect()
}

#[divan::bench]
fn small_1_walk_records(bencher: Bencher) {
    let shaders = small();
    bencher
        .counter(divan::counter::ItemsCount::new(shaders.len()))
        .bench(|| {
            for bytes in &shaders {
                divan::black_box(dxil2spirv::bitstream::walk_records(bitcode(bytes)).expect("valid bitcode"));
            }
        });
}

#[divan::bench]
fn small_2_parse(bencher: Bencher) {
    let shaders = small();
    bencher
        .counter(divan::counter::ItemsCount::new(shaders.len()))
        .bench(|| {
            for bytes in &shaders {
                divan::black_box(Shader::parse(bytes).expect("a valid shader"));
            }
        });
}

#[divan::bench]
fn small_3_translate(bencher: Bencher) {
    let shaders = small();
    bencher
        .counter(divan::counter::ItemsCount::new(shaders.len()))
        .bench(|| {
            for bytes in &shaders {
                divan::black_box(translate(bytes, Request::new()).expect("translates"));
            }
        });
}

/// What the levels of checking cost: the difference to the first.
#[divan::bench(args = Verify::ALL)]
fn ten_largest_5_verify(bencher: Bencher, level: Verify) {
    let shaders = largest();
    let mut options = Options::default();
    options.verify = level;
    bencher
        .counter(divan::counter::BytesCount::new(total(&shaders)))
        .bench(|| {
            for bytes in &shaders {
                let request = Request::new().options(&options);
                divan::black_box(translate(bytes, request).expect("translates"));
            }
        });
}

#[divan::bench]
fn whole_corpus(bencher: Bencher) {
    let shaders: Vec<Vec<u8>> = shaders()
        .into_iter()
        .map(|path| std::fs::read(path).expect("a shader is readable"))
        .collect();
    bencher
        .counter(divan::counter::ItemsCount::new(shaders.len()))
        .bench(|| {
            for bytes in &shaders {
                let result = translate(bytes, Request::new());
                divan::black_box(result.is_ok());
            }
        });
}

/// Items are DXIL instructions: compare the rates of the two sizes.
#[divan::bench(args = ["big/scale_1k", "big/scale_50k"])]
fn scaling(bencher: Bencher, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testdata/shaders")
        .join(name)
        .with_extension("dxil");
    let bytes = std::fs::read(path).expect("the scaling shaders are committed");
    let instructions: usize = Shader::parse(&bytes)
        .expect("valid")
        .module()
        .bodies
        .iter()
        .map(|body| body.insts.len())
        .sum();
    bencher
        .counter(divan::counter::ItemsCount::new(instructions))
        .bench(|| translate(&bytes, Request::new()).expect("translates"));
}

fn entries(variant: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("testdata/metadata/entries{variant}.dxil"));
    std::fs::read(path).expect("the library is committed")
}

fn each_entry(bytes: &[u8]) {
    let library = Shader::parse(bytes).expect("valid");
    for entry in &library.program().entry_points {
        let request = Request::new().entry(entry.name.as_str());
        divan::black_box(library.translate(request).expect("translates"));
    }
}

#[divan::bench]
fn entry_points_1_of_one_library(bencher: Bencher) {
    let bytes = entries("");
    let count = Shader::parse(&bytes).expect("valid").program().entry_points.len();
    bencher
        .counter(divan::counter::ItemsCount::new(count))
        .bench(|| each_entry(&bytes));
}

/// Items are entry points, as in the one above.
#[divan::bench]
fn entry_points_2_of_libraries_with_one(bencher: Bencher) {
    let (all, one) = (entries(""), entries(".one"));
    let count = Shader::parse(&all).expect("valid").program().entry_points.len();
    bencher
        .counter(divan::counter::ItemsCount::new(count))
        .bench(|| (0..count).for_each(|_| each_entry(&one)));
}
