//! Which shader is translated, under which root signature, and for which target: options that several actions have.

use crate::binding::BindingArgs;
use crate::failure::Failure;
use crate::rootsig;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use dxil2spirv::container::RootSignature;
use dxil2spirv::options::{MinPrecision, Options, TargetEnv};
use dxil2spirv::pipeline::RootSignatureSource;
use std::path::PathBuf;

/// Entry point and root signature.
#[derive(Debug, Args)]
#[command(next_help_heading = "Shader")]
pub struct SourceArgs {
    /// Entry point, where the file has several
    #[arg(short, long, value_name = "NAME")]
    pub entry: Option<String>,
    /// Root signature to bind by: container, raw part, JSON or HLSL's string, in a file or as it is
    /// [default: the shader's own]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    root_signature: Option<PathBuf>,
    /// Bind by set = space, binding = register, even if the shader has a root signature
    #[arg(long, conflicts_with = "root_signature")]
    no_root_signature: bool,
}

impl SourceArgs {
    /// The root signature that is given.
    pub fn given(&self) -> Result<Option<RootSignature>, Failure> {
        self.root_signature.as_deref().map(rootsig::read).transpose()
    }

    /// What to bind by, with the `given` root signature.
    pub fn signature<'a>(&self, given: Option<&'a RootSignature>) -> RootSignatureSource<'a> {
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
    /// Vulkan version that the module is for
    #[arg(
        long,
        value_name = "ENV",
        default_value = TargetEnv::default().name(),
        value_parser = target_env_parser()
    )]
    target_env: TargetEnv,
    /// What becomes of minimum-precision types
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Precision::Relaxed)]
    min_precision: Precision,
    /// Sample count of the render targets, for shaders that ask for it: Vulkan has no query
    #[arg(long, value_name = "N")]
    sample_count: Option<u32>,
    /// Threads meet again where HLSL says; for devices with VK_KHR_shader_maximal_reconvergence
    #[arg(long)]
    maximal_reconvergence: bool,
}

fn target_env_parser() -> impl TypedValueParser<Value = TargetEnv> {
    PossibleValuesParser::new(TargetEnv::ALL.map(TargetEnv::name)).map(|name| {
        TargetEnv::ALL
            .into_iter()
            .find(|env| env.name() == name)
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

impl TargetArgs {
    /// The options as the library takes them.
    pub fn options(&self, binding: &BindingArgs) -> Result<Options, Failure> {
        Ok(Options {
            target_env: self.target_env,
            min_precision: match self.min_precision {
                Precision::Relaxed => MinPrecision::Relaxed,
                Precision::Native16 => MinPrecision::Native16,
            },
            names: true,
            sample_count: self.sample_count,
            maximal_reconvergence: self.maximal_reconvergence,
            binding: binding.options()?,
            ..Options::default()
        })
    }
}
