//! Which shader is translated, under which root signature, and for which target: options that several actions have.

use crate::binding::BindingArgs;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::rootsig;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use dxil2spirv::container::root_signature::RootSignatureFlags;
use dxil2spirv::container::{RootSignature, fnv1_64};
use dxil2spirv::options::{
    ComputeDerivatives, ExtensionRegister, MaximalReconvergence, MinPrecision, Options, TargetEnv, Verify,
    WorkgroupLayout,
};
use dxil2spirv::pipeline::{Request, RootSignatureSource, Shader};
use std::path::{Path, PathBuf};

/// Which shader, for which target, bound how: what all actions have that translate.
#[derive(Debug, Args)]
pub struct ShaderArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    #[command(flatten)]
    translation: TranslationArgs,
}

/// For which target, bound how.
#[derive(Debug, Args)]
pub struct TranslationArgs {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    binding: BindingArgs,
}

impl TranslationArgs {
    /// The options as the library takes them.
    pub fn options(&self) -> Result<Options, Failure> {
        self.target.options(&self.binding)
    }
}

/// The root signatures that are given.
pub struct Signatures {
    /// To bind by.
    pub given: Option<RootSignature>,
    /// Of shader records.
    pub local: Option<RootSignature>,
}

impl ShaderArgs {
    /// The entry point that is named.
    pub fn entry(&self) -> Option<&str> {
        self.source.entry.as_deref()
    }

    /// The options as the library takes them.
    pub fn options(&self) -> Result<Options, Failure> {
        self.translation.options()
    }

    /// Reads the root signatures.
    pub fn signatures(&self) -> Result<Signatures, Failure> {
        self.source.signatures.read()
    }

    /// What to bind by.
    pub fn root_signature<'a>(&self, signatures: &'a Signatures) -> RootSignatureSource<'a> {
        self.source.signature(signatures.given.as_ref())
    }

    /// A request for the entry point that is named.
    pub fn request<'a>(&'a self, signatures: &'a Signatures, options: &'a Options) -> Request<'a> {
        Request::new()
            .entry(self.entry())
            .root_signature(self.root_signature(signatures))
            .local_root_signature(signatures.local.as_ref())
            .options(options)
    }
}

/// Entry point and root signatures.
#[derive(Debug, Args)]
#[command(next_help_heading = "Shader")]
pub struct SourceArgs {
    /// Entry point, where the file has several
    #[arg(short, long, value_name = "NAME")]
    pub entry: Option<String>,
    #[command(flatten)]
    signatures: SignatureArgs,
    /// Bind by registers alone, even if the shader has a root signature: set = space, and bindings that registers of
    /// different classes do not share (`--preset direct` makes registers bindings)
    #[arg(long, conflicts_with = "root_signature")]
    no_root_signature: bool,
}

/// Root signatures.
#[derive(Debug, Args)]
#[command(next_help_heading = "Shader")]
pub struct SignatureArgs {
    /// Root signature to bind by: container, raw part, JSON or HLSL's string, in a file or as it is
    /// [default: the shader's own]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    root_signature: Option<PathBuf>,
    /// Local root signature of a ray tracing shader, in the same forms: what its shader records hold
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    local_root_signature: Option<PathBuf>,
}

impl SignatureArgs {
    /// Reads them. The string of HLSL's subobject does not say that it is a local one.
    pub fn read(&self) -> Result<Signatures, Failure> {
        let read = |path: &Option<PathBuf>| path.as_deref().map(rootsig::read).transpose();
        let (given, mut local) = (read(&self.root_signature)?, read(&self.local_root_signature)?);
        if let Some(local) = &mut local {
            local.flags |= RootSignatureFlags::LOCAL_ROOT_SIGNATURE;
        }
        Ok(Signatures { given, local })
    }
}

impl SourceArgs {
    /// What to bind by, with the `given` root signature.
    fn signature<'a>(&self, given: Option<&'a RootSignature>) -> RootSignatureSource<'a> {
        match given {
            Some(root_signature) => RootSignatureSource::Given(root_signature),
            None if self.no_root_signature => RootSignatureSource::None,
            None => RootSignatureSource::Embedded,
        }
    }
}

/// Options of the translation but for the binding.
#[derive(Debug, Args)]
#[command(next_help_heading = "Target")]
pub struct TargetArgs {
    /// JSON file with any of the options that the library has; those given here as arguments go before
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    options: Option<PathBuf>,
    /// Vulkan version that the module is for [default: vulkan1.3]
    #[arg(long, value_name = "ENV", value_parser = target_env_parser())]
    target_env: Option<TargetEnv>,
    /// What becomes of minimum-precision types [default: relaxed]
    #[arg(long, value_name = "HOW", value_enum)]
    min_precision: Option<Precision>,
    /// Sample count of the render targets, for shaders that ask for it: Vulkan has no query
    #[arg(long, value_name = "N")]
    sample_count: Option<u32>,
    /// Threads meet again where HLSL says; for devices with VK_KHR_shader_maximal_reconvergence
    #[arg(long)]
    maximal_reconvergence: bool,
    /// How much of the result is checked for mistakes of the translator [default: cheap]
    #[arg(long, value_name = "LEVEL", value_parser = verify_parser())]
    verify: Option<Verify>,
    /// Quads of pixels have all their lanes where the shader counts on it; for devices with VK_KHR_shader_quad_control
    #[arg(long)]
    quad_control: bool,
    /// What the device has of VK_KHR_workgroup_memory_explicit_layout [default: implicit]
    #[arg(long, value_name = "WHAT", value_enum)]
    workgroup_layout: Option<SharedLayout>,
    /// What the device has of VK_KHR_compute_shader_derivatives [default: quads]
    #[arg(long, value_name = "WHAT", value_enum)]
    compute_derivatives: Option<Derivatives>,
    /// Register of the buffer that calls of NVIDIA's shader extensions (NVAPI) go through, for example `u7,space2`
    #[arg(long, value_name = "REGISTER", value_parser = extension_register)]
    nvapi: Option<ExtensionRegister>,
    /// Calls of AMD's shader extensions (AGS) become what they ask for
    #[arg(long)]
    ags: bool,
}

/// `uN`, or `uN,spaceM`
fn extension_register(text: &str) -> Result<ExtensionRegister, String> {
    let (register, space) = text.split_once(',').unwrap_or((text, "space0"));
    let number = |text: &str, prefix: &str| text.trim().strip_prefix(prefix)?.parse().ok();
    match (number(register, "u"), number(space, "space")) {
        (Some(register), Some(space)) => Ok(ExtensionRegister { register, space }),
        _ => Err("expected a register of a UAV, like u7 or u7,space2".to_owned()),
    }
}

fn target_env_parser() -> impl TypedValueParser<Value = TargetEnv> {
    PossibleValuesParser::new(TargetEnv::ALL.map(TargetEnv::name)).map(|name| {
        TargetEnv::ALL
            .into_iter()
            .find(|env| env.name() == name)
            .unwrap_or_default()
    })
}

fn verify_parser() -> impl TypedValueParser<Value = Verify> {
    PossibleValuesParser::new(Verify::ALL.map(Verify::name)).map(|name| {
        Verify::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .unwrap_or_default()
    })
}

/// `--min-precision`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Precision {
    /// 32 bits, marked RelaxedPrecision
    Relaxed,
    /// 16-bit types
    Native16,
}

/// `--workgroup-layout`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SharedLayout {
    /// Nothing
    Implicit,
    /// Explicit layouts of words
    Words,
    /// Those of 8 and 16-bit types as well
    Narrow,
}

/// `--compute-derivatives`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Derivatives {
    /// Nothing
    None,
    /// Quads of four consecutive threads
    Linear,
    /// Quads of 2x2 threads as well
    Quads,
}

impl TargetArgs {
    /// The options as the library takes them.
    fn options(&self, binding: &BindingArgs) -> Result<Options, Failure> {
        let mut options = match &self.options {
            Some(path) => read_options(path)?,
            None => Options::default(),
        };
        if let Some(target_env) = self.target_env {
            options.target_env = target_env;
        }
        if let Some(precision) = self.min_precision {
            options.min_precision = match precision {
                Precision::Relaxed => MinPrecision::Relaxed,
                Precision::Native16 => MinPrecision::Native16,
            };
        }
        options.sample_count = self.sample_count.or(options.sample_count);
        if self.maximal_reconvergence {
            options.maximal_reconvergence = MaximalReconvergence::Always;
        }
        options.quad_control |= self.quad_control;
        if let Some(layout) = self.workgroup_layout {
            options.workgroup_layout = match layout {
                SharedLayout::Implicit => WorkgroupLayout::Implicit,
                SharedLayout::Words => WorkgroupLayout::Words,
                SharedLayout::Narrow => WorkgroupLayout::Narrow,
            };
        }
        if let Some(derivatives) = self.compute_derivatives {
            options.compute_derivatives = match derivatives {
                Derivatives::None => ComputeDerivatives::None,
                Derivatives::Linear => ComputeDerivatives::Linear,
                Derivatives::Quads => ComputeDerivatives::Quads,
            };
        }
        options.nvapi = self.nvapi.or(options.nvapi);
        options.ags |= self.ags;
        if let Some(verify) = self.verify {
            options.verify = verify;
        }
        options.binding = binding.options(options.binding)?;
        Ok(options)
    }
}

/// What options in a file look like.
pub const OPTIONS_FORM: &str = "options are a JSON object, such as `{ \"target_env\": \"vulkan1.2\" }`; what is left out has its \
     default; the library's type `Options` documents them all";

/// A shader, with its source from a program database.
pub fn parse_with_pdb<'a>(bytes: &'a [u8], pdb: &Input) -> Result<Shader<'a>, Failure> {
    Shader::parse_with_pdb(bytes, &pdb.bytes).map_err(|error| match error.location().part.as_deref() {
        Some("PDB") => pdb.about(error),
        _ => error.into(),
    })
}

/// The options in a file.
fn read_options(path: &Path) -> Result<Options, Failure> {
    let bytes = input::read(path)?;
    input::parse_object(&bytes).map_err(|message| {
        let failure = Failure::usage(format!("options: {message}")).with_help(OPTIONS_FORM);
        failure.about(&input::name_of(path), fnv1_64(&bytes))
    })
}
