//! The committed shaders, their sidecars, and their translation.
//!
//! `testdata/shaders/<topic>/<name>[.<variant>].dxil` are the shaders; `testdata/sm69` has many of them compiled at shader
//! model 6.9; `testdata/lengths` has vectors of many lengths; those of `testdata/extensions` are translated only for devices with an extension, as their sidecars say. A
//! sidecar `<name>.toml` beside a shader adds further translations of it to the snapshot gate:
//!
//! ```toml
//! [[translation]]
//! name = "native16"                # the snapshot's suffix
//! shader = "od"                    # the compiled variant, none for `<name>.dxil`
//! root_signature = "none"          # or a file beside the sidecar; without this, the embedded one
//! [translation.options]            # any of the library's options
//! min_precision = "native16"
//! ```

use crate::case::Signature;
use dxil2spirv::container::RootSignature;
use dxil2spirv::container::root_signature::RootSignatureVersion;
use dxil2spirv::options::{Options, Preset, SourceInformation};
use dxil2spirv::pipeline::{IrStage, Request, RootSignatureSource, Shader, Translation};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder `testdata`.
pub fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

/// The folder of the shaders.
pub fn folder() -> PathBuf {
    testdata().join("shaders")
}

/// The `.dxil` files under `folder`, in order.
pub fn containers(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(containers(&path));
        } else if path.extension().is_some_and(|extension| extension == "dxil") {
            found.push(path);
        }
    }
    found
}

/// Names (`topic/name` or `topic/name.variant`, with `@Entry` for each entry point of a library) of all committed shaders,
/// in order.
///
/// # Panics
/// When the folder cannot be read.
pub fn all() -> Vec<String> {
    let mut names = Vec::new();
    let mut add = |name: String| match entries(&name) {
        None => names.push(name),
        Some(entries) => names.extend(entries.iter().map(|entry| format!("{name}@{entry}"))),
    };
    for topic in std::fs::read_dir(folder())
        .expect("testdata/shaders can be read")
        .flatten()
    {
        for file in std::fs::read_dir(topic.path()).into_iter().flatten().flatten() {
            let (topic, file) = (topic.file_name(), file.file_name());
            if let Some(name) = file.to_string_lossy().strip_suffix(".dxil") {
                add(format!("{}/{name}", topic.to_string_lossy()));
            }
        }
    }
    names.sort();
    names
}

/// The entry points of a committed library; none for other shaders.
fn entries(name: &str) -> Option<Vec<String>> {
    let (file, variant) = match name.split_once('.') {
        Some((file, variant)) => (file, format!("[{variant}]")),
        None => (name, String::new()),
    };
    let source = std::fs::read_to_string(place(file, "hlsl")).ok()?;
    let wanted = format!("// dxc{variant}: ");
    let line = source.lines().find(|line| line.starts_with(&wanted))?;
    if !line.contains("-T lib_") {
        return None;
    }
    let bytes = read(name).ok()?;
    let shader = Shader::parse(&bytes).ok()?;
    let entries = shader.program().entry_points.iter();
    Some(entries.map(|entry| entry.name.clone()).collect())
}

/// The file and the entry point of `topic/name@Entry`.
fn file_and_entry(name: &str) -> (&str, Option<&str>) {
    match name.split_once('@') {
        Some((file, entry)) => (file, Some(entry)),
        None => (name, None),
    }
}

/// The entry point that `topic/name@Entry` names; none of a shader that has one only.
pub fn entry(name: &str) -> Option<&str> {
    file_and_entry(name).1
}

/// What the names of shaders begin with that are compiled at shader model 6.9 from sources of an older one.
const AT_6_9: &str = "sm69/";

/// The name of the committed shader `name` as it is compiled at shader model 6.9, if it is kept so.
pub fn at_6_9(name: &str) -> Option<String> {
    let name = format!("{AT_6_9}{name}");
    place(&name, "dxil").is_file().then_some(name)
}

/// The folder that has all of them, where the environment names one: `testdata/regenerate --sm69-into` makes it.
pub fn all_at_6_9() -> Option<PathBuf> {
    std::env::var_os("D2S_SM69").map(PathBuf::from)
}

/// What the names of shaders begin with that are refused without an extension of the device.
const OF_EXTENSIONS: &str = "extensions/";

/// What the names of shaders begin with that have vectors of many lengths: too long for snapshots.
const LENGTHS: &str = "lengths/";

/// Where a file of the shader `name` is, entry points left out. The environment may name a folder with shaders that another compiler
/// made: `testdata/regenerate --into` makes it.
fn place(name: &str, kind: &str) -> PathBuf {
    if let Some(name) = name.strip_prefix(AT_6_9)
        && let Some(all) = all_at_6_9()
    {
        return all.join(format!("{name}.{kind}"));
    }
    let beside = [AT_6_9, OF_EXTENSIONS, LENGTHS]
        .iter()
        .any(|start| name.starts_with(start));
    let file = format!("{name}.{kind}");
    if beside {
        return testdata().join(file);
    }
    let other = std::env::var_os("D2S_SHADERS").map(|other| PathBuf::from(other).join(&file));
    other
        .filter(|other| other.is_file())
        .unwrap_or_else(|| folder().join(file))
}

/// The bytes of a committed shader.
///
/// # Errors
/// When it cannot be read.
pub fn read(name: &str) -> Result<Vec<u8>, String> {
    let (name, _) = file_and_entry(name);
    let path = place(name, "dxil");
    std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The variables of the source that a shader's DXIL tells some value of.
///
/// # Panics
/// Where it cannot be imported.
pub fn told_variables(input: &[u8]) -> BTreeSet<String> {
    let shader = Shader::parse_with_debug_info(input).unwrap();
    let module = shader.to_ir(Request::new(), IrStage::Imported).unwrap();
    let values = module
        .functions
        .values()
        .flat_map(|function| &function.debug_values);
    values
        .filter(|value| value.value.is_some())
        .map(|value| module.debug.variables[value.variable].name.clone())
        .collect()
}

/// The root signature that `signature` means, for the shader in `input`.
///
/// # Errors
/// When a file cannot be read, or what it holds is damaged.
pub fn root_signature(input: &[u8], signature: &Signature) -> Result<Option<RootSignature>, String> {
    match signature {
        Signature::Ignored => Ok(None),
        Signature::Fitting => match root_signature(input, &Signature::Embedded)? {
            Some(own) => Ok(Some(own)),
            None => fitting(input).map(Some).map_err(|error| error.to_string()),
        },
        Signature::Text(text) => RootSignature::from_hlsl(text)
            .map(Some)
            .map_err(|error| format!("{text}: {error}")),
        Signature::Tables | Signature::RootDescriptors => {
            Err("root signatures are made for all stages together".to_owned())
        }
        Signature::File(file) => {
            let path = folder().join(file);
            let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            RootSignature::from_bytes(&bytes)
                .map(Some)
                .map_err(|error| format!("{file}: {error}"))
        }
        Signature::Embedded => {
            let input =
                dxil2spirv::container::ShaderInput::detect(input).map_err(|error| error.to_string())?;
            match &input.container {
                Some(container) => container.root_signature().map_err(|error| error.to_string()),
                None => Ok(None),
            }
        }
    }
}

/// A root signature that covers the shader in `input`.
fn fitting(input: &[u8]) -> dxil2spirv::error::Result<RootSignature> {
    let shader = Shader::parse(input)?;
    let needs = dxil2spirv::binding::needs(shader.entry_point(None)?);
    dxil2spirv::container::root_signature::synthesize(&[needs], RootSignatureVersion::V1_1)
}

/// Translates the committed shader `name`.
///
/// # Errors
/// The translator's message.
pub fn translate(name: &str, signature: &Signature, options: &Options) -> Result<Translation, String> {
    translate_local(name, signature, None, options)
}

/// Translates the committed shader `name` with a local root signature.
///
/// # Errors
/// The translator's message.
pub fn translate_local(
    name: &str,
    signature: &Signature,
    local: Option<&RootSignature>,
    options: &Options,
) -> Result<Translation, String> {
    let (_, entry) = file_and_entry(name);
    let bytes = read(name)?;
    translate_bytes(&bytes, entry, signature, local, options).map_err(|error| format!("{name}: {error}"))
}

fn translate_bytes(
    input: &[u8],
    entry: Option<&str>,
    signature: &Signature,
    local: Option<&RootSignature>,
    options: &Options,
) -> Result<Translation, String> {
    let given;
    let source = match signature {
        Signature::Embedded => RootSignatureSource::Embedded,
        Signature::Ignored => RootSignatureSource::None,
        Signature::File(_)
        | Signature::Fitting
        | Signature::Text(_)
        | Signature::Tables
        | Signature::RootDescriptors => {
            given = root_signature(input, signature)?;
            given
                .as_ref()
                .map_or(RootSignatureSource::None, RootSignatureSource::Given)
        }
    };
    let request = Request::new()
        .entry(entry)
        .root_signature(source)
        .local_root_signature(local)
        .options(options);
    let shader = match options.source_information {
        SourceInformation::None => Shader::parse(input),
        _ => Shader::parse_with_debug_info(input),
    };
    let translated = shader.and_then(|shader| shader.translate(request));
    translated.map_err(|error| format!("{error:?}"))
}

/// One translation of a committed shader.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the snapshot.
    pub name: String,
    /// The shader.
    pub shader: String,
    /// Its root signature.
    pub signature: Signature,
    /// Options.
    pub options: Options,
}

impl Job {
    /// Its options: what has no root signature and names no preset has its registers as bindings, which keeps the two the
    /// same number in a snapshot. The shaders lie in spaces that keep their classes apart.
    ///
    /// # Errors
    /// When the shader cannot be read.
    pub fn options(&self) -> Result<Options, String> {
        let mut options = self.options.clone();
        let bytes = read(&self.shader)?;
        let own = || {
            let shader = Shader::parse(&bytes).map_err(|error| error.to_string())?;
            let own = shader.root_signatures(entry(&self.shader));
            Ok::<_, String>(own.map_err(|error| error.to_string())?[0].is_some())
        };
        let bound = match self.signature {
            Signature::Embedded => own()?,
            Signature::Ignored => false,
            _ => true,
        };
        if !bound && options.binding.preset == Preset::default() {
            options.binding.preset = Preset::Direct;
        }
        Ok(options)
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sidecar {
    #[serde(default)]
    translation: Vec<Extra>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Extra {
    name: String,
    #[serde(default)]
    shader: Option<String>,
    #[serde(default)]
    root_signature: Option<String>,
    #[serde(default)]
    options: Options,
}

/// Every translation of the snapshot gate: each shader as it is, and what the sidecars add.
///
/// # Panics
/// When a sidecar cannot be read.
pub fn jobs() -> Vec<Job> {
    let mut jobs = Vec::new();
    for shader in all() {
        let sidecar = sidecar(&shader);
        jobs.push(Job {
            name: shader.clone(),
            shader: shader.clone(),
            signature: Signature::Embedded,
            options: Options::default(),
        });
        let topic = shader.split('/').next().unwrap_or_default();
        for Extra {
            name,
            shader: variant,
            root_signature,
            options,
        } in sidecar.translation
        {
            jobs.push(Job {
                name: format!("{shader}.{name}"),
                shader: variant.map_or_else(|| shader.clone(), |variant| format!("{shader}.{variant}")),
                signature: match root_signature.as_deref() {
                    None => Signature::Embedded,
                    Some("none") => Signature::Ignored,
                    Some(file) => Signature::File(format!("{topic}/{file}")),
                },
                options,
            });
        }
    }
    of_extensions(&mut jobs);
    jobs
}

/// What the sidecar of a shader says.
fn sidecar(shader: &str) -> Sidecar {
    let sidecar = place(shader, "toml");
    match std::fs::read_to_string(&sidecar) {
        Ok(text) => toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", sidecar.display())),
        Err(_) => Sidecar::default(),
    }
}

/// The translations of the shaders of extensions: those of their sidecars alone.
fn of_extensions(jobs: &mut Vec<Job>) {
    let folder = testdata().join(OF_EXTENSIONS);
    let files = std::fs::read_dir(folder).expect("testdata/extensions can be read");
    let mut files: Vec<String> = files
        .flatten()
        .filter_map(|file| {
            let name = file.file_name();
            Some(name.to_string_lossy().strip_suffix(".toml")?.to_owned())
        })
        .collect();
    files.sort();
    for file in files {
        let name = format!("{OF_EXTENSIONS}{file}");
        for extra in sidecar(&name).translation {
            let shader = extra
                .shader
                .map_or_else(|| name.clone(), |variant| format!("{name}.{variant}"));
            let entries = match entries(&shader) {
                None => vec![String::new()],
                Some(entries) => entries.iter().map(|entry| format!("@{entry}")).collect(),
            };
            jobs.extend(entries.into_iter().map(|entry| Job {
                name: format!("{name}.{}{entry}", extra.name),
                shader: format!("{shader}{entry}"),
                signature: Signature::Embedded,
                options: extra.options.clone(),
            }));
        }
    }
}
