//! Runs compute shaders with every way to bind and to translate them that means the same, and says where one finds something
//! else: `variants DIR [SECONDS [KEPT]]`.
//!
//! The shaders, every `.dxil` below `DIR`, have buffers alone, find the same every time (no races, nothing undefined) and stay
//! within the buffers, since addresses have no bounds. What they read is random, the same for all. It begins no shader behind so
//! many seconds and says how far it came. With a folder `KEPT`, what the first way finds of a shader is kept there, and the other
//! ways are left out; where it is kept already, of another device, it is compared too. A shader that is refused counts as one
//! that differs. The exit status is 1 when one differs.
#![allow(clippy::print_stdout)]

use dxil2spirv::options::{
    ConstantBufferPolicy, Optimizations, Options, Preset, RootDescriptorPolicy, UntypedBufferPolicy,
    WorkgroupLayout,
};
use dxil2spirv::reflection::Reflection;
use dxil2spirv::shader::ResourceKind;
use dxil2spirv_oracle::Random;
use dxil2spirv_tests::case::{Case, Contents, Need, Signature, Source, Work};
use dxil2spirv_tests::cases::policies;
use dxil2spirv_tests::spread::{spread, threads};
use dxil2spirv_tests::{gpu, shaders};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Differences that are printed; the others are counted.
const PRINTED: usize = 60;

/// Bytes of a buffer: as many as a constant buffer may have.
const SIZE: usize = 1 << 16;

/// A way to run a shader.
struct Variant {
    name: &'static str,
    need: Option<Need>,
    change: fn(Case) -> Case,
}

/// The first is what the others are compared with.
const VARIANTS: &[Variant] = &[
    plain("registers, not optimized", |case| {
        case.no_root_signature()
            .options(|options| options.optimizations = Optimizations::none())
    }),
    plain("registers", Case::no_root_signature),
    plain("tables", Case::tables),
    plain("tables, mutable", |case| {
        case.tables()
            .options(|options| options.binding.preset = Preset::Mutable)
    }),
    plain("root descriptors", Case::root_descriptors),
    plain("root descriptors, multiples of 16", |case| {
        case.root_descriptors()
            .options(|options| options.binding.raw_address_alignment = 16)
    }),
    plain("root descriptors, addresses tested", |case| {
        case.root_descriptors()
            .options(|options| options.address_tests = true)
    }),
    plain("root descriptors as descriptors", |case| {
        case.root_descriptors()
            .options(|options| options.binding.root_descriptors = RootDescriptorPolicy::Descriptor)
    }),
    plain("texel buffers", |case| {
        case.no_root_signature().options(|options| {
            options.binding.srv_buffers = UntypedBufferPolicy::TexelBuffer;
            options.binding.constant_buffers = ConstantBufferPolicy::StorageBuffer;
        })
    }),
    plain("scalar layout, no tests for ends", |case| {
        case.no_root_signature().options(|options| {
            options.scalar_block_layout = true;
            options.end_tests = false;
        })
    }),
    plain("precise", |case| {
        case.no_root_signature()
            .options(|options| options.force_precise = true)
    }),
    Variant {
        name: "groupshared memory with a layout",
        need: Some(Need::WorkgroupLayout),
        change: |case| {
            case.no_root_signature()
                .options(|options| options.workgroup_layout = WorkgroupLayout::Narrow)
        },
    },
    plain("offset views", policies::in_offset_views),
    Variant {
        name: "raw access chains",
        need: Some(Need::RawAccessChains),
        change: |case| {
            case.no_root_signature()
                .options(|options| options.raw_access_chains = true)
        },
    },
    Variant {
        name: "raw access chains, scalar layout",
        need: Some(Need::RawAccessChains),
        change: |case| {
            case.tables().options(|options| {
                options.raw_access_chains = true;
                options.scalar_block_layout = true;
            })
        },
    },
];

const fn plain(name: &'static str, change: fn(Case) -> Case) -> Variant {
    Variant {
        name,
        need: None,
        change,
    }
}

/// A shader, and what its buffers hold.
struct Shader {
    name: String,
    buffers: Vec<(String, ResourceKind, Vec<u8>)>,
}

impl Shader {
    /// The one in a container; none where it has other resources or is of another stage.
    ///
    /// # Errors
    /// For one that is refused, the message.
    fn read(path: &Path) -> Result<Option<Self>, String> {
        let name = path.with_extension("");
        let name = name.to_str().ok_or("its name is not Unicode")?.to_owned();
        let translated = shaders::translate(&name, &Signature::Ignored, &Options::default())
            .map_err(|error| error.to_string())?;
        Ok(Self::of(name, &translated.reflection))
    }

    fn of(name: String, reflection: &Reflection) -> Option<Self> {
        reflection.workgroup_size?;
        let mut random = Random::new(reflection.resources.len() as u64);
        let mut buffers = Vec::new();
        for resource in &reflection.resources {
            let mut bytes: Vec<u8> = (0..SIZE).map(|_| random.below(256) as u8).collect();
            match resource.kind {
                ResourceKind::CBuffer | ResourceKind::RawBuffer => {}
                // Whole elements: what is behind the last one differs with the way a buffer is bound.
                ResourceKind::StructuredBuffer => {
                    let stride = (resource.stride as usize).max(1);
                    bytes.truncate(SIZE / stride * stride);
                }
                _ => return None,
            }
            if resource.count != Some(1) || resource.counter.is_some() {
                return None;
            }
            buffers.push((gpu::first_register(resource).to_string(), resource.kind, bytes));
        }
        Some(Self { name, buffers })
    }

    fn case(&self) -> Case {
        let source = Source::Dxil(self.name.clone());
        let case = Case::new(vec![source], Work::Dispatch([1, 1, 1]));
        self.buffers
            .iter()
            .fold(case, |case, (register, kind, bytes)| match kind {
                ResourceKind::CBuffer => case.cbuffer(register, bytes),
                _ => case.raw(register, bytes),
            })
    }
}

/// Words of a difference that are shown.
const SHOWN: usize = 4;

/// Where two runs differ.
fn difference(wanted: &Contents, got: &Contents) -> Option<String> {
    wanted.iter().find_map(|(register, bytes)| {
        let words = bytes.chunks(4).zip(got.get(register)?.chunks(4)).enumerate();
        let different: Vec<_> = words.filter(|(_, (a, b))| a != b).collect();
        let shown: Vec<_> = different
            .iter()
            .take(SHOWN)
            .map(|(place, (a, b))| format!("[{place}] {} in place of {}", word(b), word(a)))
            .collect();
        let count = different.len();
        (count > 0).then(|| format!("{register}, {count} words differ: {}", shown.join(", ")))
    })
}

fn word(bytes: &[u8]) -> String {
    bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect()
}

/// Keeps `contents` of a shader and says so, or that they are kept already, or where they differ from that.
///
/// `shader` is its path below the folder of all of them.
fn elsewhere(kept: &Path, shader: &Path, contents: &Contents) -> Result<bool, String> {
    let place = kept.join(shader).with_extension("contents");
    let Ok(before) = std::fs::read(&place) else {
        let all: Vec<u8> = contents.values().flatten().copied().collect();
        let written = place.parent().map_or(Ok(()), std::fs::create_dir_all);
        written
            .and_then(|()| std::fs::write(&place, all))
            .map_err(|error| format!("{}: {error}", place.display()))?;
        return Ok(true);
    };
    let mut before = before.as_slice();
    let mut wanted = Contents::new();
    for (register, bytes) in contents {
        let (these, behind) = before
            .split_at_checked(bytes.len())
            .ok_or_else(|| format!("{} is too short", place.display()))?;
        wanted.insert(*register, these.to_vec());
        before = behind;
    }
    match difference(&wanted, contents) {
        None => Ok(false),
        Some(message) => Err(format!("as kept: {message}")),
    }
}

fn main() -> ExitCode {
    gpu::choose_driver();
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next().and_then(|path| std::path::absolute(path).ok()) else {
        println!("variants DIR [SECONDS [KEPT]]");
        return ExitCode::FAILURE;
    };
    let limit = arguments
        .next()
        .and_then(|text| text.parse().ok())
        .map(Duration::from_secs);
    let kept = arguments.next().map(PathBuf::from);
    let device = match gpu::device::device() {
        Ok(device) => device,
        Err(message) => {
            println!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let paths = shaders::containers(&folder);
    let start = Instant::now();
    let [other, runs, failed] = [(); 3].map(|()| AtomicUsize::new(0));
    let threads = threads();
    println!("{}: {} shaders, {threads} threads", device.name, paths.len());
    let report = |path: &Path, way: &str, message: String| {
        if failed.fetch_add(1, Ordering::Relaxed) < PRINTED {
            println!("{}, {way}: {message}", path.display());
        }
    };
    let begun = spread(0..paths.len() as u64, threads, limit, |number| {
        let path = &paths[number as usize];
        let shader = match Shader::read(path) {
            Ok(Some(shader)) => shader,
            Ok(None) => {
                other.fetch_add(1, Ordering::Relaxed);
                return;
            }
            Err(message) => {
                report(path, "translated", message);
                return;
            }
        };
        let below = path.strip_prefix(&folder).unwrap_or(path);
        let mut wanted: Option<Contents> = None;
        for variant in VARIANTS
            .iter()
            .filter(|v| v.need.is_none_or(|need| device.has(need)))
        {
            runs.fetch_add(1, Ordering::Relaxed);
            match (gpu::contents(&(variant.change)(shader.case())), &wanted) {
                (Err(message), _) => report(path, variant.name, message),
                (Ok(contents), None) => {
                    match kept.as_deref().map(|kept| elsewhere(kept, below, &contents)) {
                        Some(Ok(true)) => break,
                        Some(Err(message)) => report(path, variant.name, message),
                        Some(Ok(false)) | None => {}
                    }
                    wanted = Some(contents);
                }
                (Ok(contents), Some(wanted)) => {
                    if let Some(message) = difference(wanted, &contents) {
                        report(path, variant.name, message);
                    }
                }
            }
        }
    });
    let failed = failed.into_inner();
    println!(
        "{begun} of {} shaders, {} of another kind, {} runs: {failed} failures in {:.0} s",
        paths.len(),
        other.into_inner(),
        runs.into_inner(),
        start.elapsed().as_secs_f64()
    );
    ExitCode::from(u8::from(failed != 0))
}
