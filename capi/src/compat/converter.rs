//! Converters: settings gathered, a translation run, its results kept.

pub use super::binder::RootParameterPlace;
use super::binder::{CallbackBinder, Remappers};
use super::blob::{Blob, code};
use super::local::Local;
use super::log;
use super::settings::{Settings, Views};
use super::types::{meta, meta_kind, result};
use crate::pointers::c_string;
use dxil2spirv::binding::LocalRootSignature;
use dxil2spirv::error::{Error, Warning, WarningKind};
use dxil2spirv::options::{
    AGS_SPACE, CooperativeMatrices, CooperativeShape, MatrixComponent, Options, TargetEnv, UniformWord,
    ViewInstancing,
};
use dxil2spirv::pipeline::{Request, Translation};
use dxil2spirv::reflection::{LikelyWaveSizes, WaveSize};
use dxil2spirv::shader::{EntryPoint, Resource, ResourceClass, SemanticKind, ShaderModel, Stage};
use std::ffi::{CString, c_int};
use std::sync::Arc;

/// The first shader model with products of matrices of its own.
const WITH_MATRICES: ShaderModel = ShaderModel { major: 6, minor: 10 };
/// Lanes of the waves that have AMD's matrices.
const LANES: u32 = 32;
/// A root signature has 64 words, and each parameter takes one at least (D3D12, "Root Signature Limits").
const MOST_ROOT_PARAMETERS: usize = 64;

/// What a run leaves behind.
#[derive(Debug)]
pub struct Compiled {
    /// The module and what is known of it, apart so that it need not move.
    pub made: Box<Translation>,
    /// The name that the entry point has in D3D12.
    pub entry_point: CString,
    /// Warnings, if there are.
    pub warnings: Option<CString>,
    /// Whether a number of lanes was forced.
    pub forced_lanes: bool,
    /// Whether views are Vulkan's, as was asked for.
    pub multiview: bool,
}

impl Compiled {
    /// Sizes of waves that the shader seems to be written for, where none was asked for or forced.
    pub fn likely_wave_sizes(&self) -> Option<LikelyWaveSizes> {
        let asked = self.forced_lanes || self.made.reflection.wave_size.is_some();
        self.made.reflection.likely_wave_sizes.filter(|_| !asked)
    }
    /// Whether the module reads the built-in `SubgroupSize`.
    pub fn reads_subgroup_size(&self) -> bool {
        // OpDecorate id BuiltIn SubgroupSize, among the annotations.
        const DECORATE: u32 = 4 << 16 | 71;
        const BUILT_IN: u32 = 11;
        const SUBGROUP_SIZE: u32 = 36;
        let mut rest = self.made.words.get(5..).unwrap_or_default();
        while let Some(&head) = rest.first() {
            if let &[DECORATE, _, BUILT_IN, SUBGROUP_SIZE, ..] = rest {
                return true;
            }
            match rest.get((head >> 16).max(1) as usize..) {
                Some(next) if head & 0xffff != 54 => rest = next,
                // Functions follow.
                _ => break,
            }
        }
        false
    }
}

/// `dxil_spv_converter_s`.
#[derive(Debug)]
pub struct Converter {
    /// What to translate.
    pub blob: Arc<Blob>,
    /// The entry point; the first without one.
    pub entry: Option<String>,
    /// Callbacks.
    pub remappers: Remappers,
    /// Options.
    pub settings: Settings,
    /// Words of root constants.
    pub words: u32,
    /// Root descriptors.
    pub descriptors: u32,
    /// Meta descriptors.
    pub metas: Vec<(c_int, c_int, u32, u32)>,
    /// The local root signature.
    pub local: Local,
    /// Where root parameters are, as tools are told: place and number of each.
    pub root_parameters: Vec<(RootParameterPlace, u32)>,
    /// The location that patch constants start at, if one was set.
    pub patch_location_offset: Option<u32>,
    /// What the last run made.
    pub compiled: Option<Compiled>,
}

/// The first target with SPIR-V 1.4 or later, which mesh shading and ray tracing need. The interface has no word for the
/// target.
pub const NEWER_STAGES: TargetEnv = TargetEnv::Vulkan1_2;

/// Whether a stage needs that.
pub fn is_newer(stage: Stage) -> bool {
    matches!(stage, Stage::Mesh | Stage::Amplification) || stage.is_traced()
}

/// Whether a shader says itself which layer it draws to: then Vulkan's views cannot.
fn chooses_layer(entry: &EntryPoint) -> bool {
    let layer = |kind| kind == SemanticKind::RenderTargetArrayIndex;
    let mut outputs = entry.outputs.iter().chain(&entry.patch_constants);
    entry.stage != Stage::Pixel && outputs.any(|element| layer(element.kind))
}

impl Converter {
    /// For a blob.
    pub fn new(blob: Arc<Blob>) -> Self {
        Self {
            blob,
            entry: None,
            remappers: Remappers::default(),
            settings: Settings::default(),
            words: 0,
            descriptors: 0,
            metas: Vec::new(),
            local: Local::default(),
            root_parameters: Vec::with_capacity(MOST_ROOT_PARAMETERS),
            patch_location_offset: None,
            compiled: None,
        }
    }

    /// Logs what the library warns of; a line for each.
    fn warnings(&self, all: &[Warning]) -> String {
        let mut lines: Vec<&str> = Vec::new();
        for warning in all {
            // Where a layer answers, it may map what shares a binding apart, by types (`VK_EXT_descriptor_heap`).
            if warning.kind() == WarningKind::SharedBinding && self.remappers.bind_resources() {
                log::debug(warning.message());
                continue;
            }
            log::warn(warning.message());
            lines.push(warning.message());
        }
        lines.join("\n")
    }

    /// Translates. What an earlier run made is gone, whatever becomes of this one.
    pub fn run(&mut self) -> c_int {
        self.compiled = None;
        match self.translated() {
            Ok((mut translation, multiview)) => {
                if let (Some(size), Some(_)) =
                    (self.settings.wave_size, translation.reflection.workgroup_size)
                {
                    translation.reflection.wave_size = Some(WaveSize {
                        min: size,
                        max: size,
                        preferred: None,
                    });
                }
                let warnings = self.warnings(&translation.warnings);
                self.compiled = Some(Compiled {
                    entry_point: c_string(&translation.reflection.entry),
                    warnings: (!warnings.is_empty()).then(|| c_string(&warnings)),
                    made: translation,
                    forced_lanes: self.settings.options.lane_count.is_some(),
                    multiview,
                });
                result::SUCCESS
            }
            Err(error) => {
                log::failure(&error);
                code(&error)
            }
        }
    }

    /// What becomes of the entry point, and whether its views are Vulkan's.
    fn translated(&self) -> Result<(Box<Translation>, bool), Error> {
        let index = match &self.entry {
            Some(name) => self.blob.entry_index(name),
            None => Some(0),
        };
        let entry = index.and_then(|index| self.blob.entry(index)).ok_or_else(|| {
            let name = self.entry.as_deref().unwrap_or("main");
            Error::new(
                dxil2spirv::ErrorKind::InvalidOptions,
                format!("no entry point {name}"),
            )
        })?;
        let mut with_views;
        let mut multiview = false;
        let mut options = &self.settings.options;
        if let Some(views) = self.settings.views {
            let chosen = chooses_layer(entry);
            with_views = self.options_with(views)?;
            multiview = views.views.is_some() && !chosen;
            if let ViewInstancing::Mapped {
                chosen_layers: None, ..
            } = with_views.view_instancing
                && chosen
            {
                // The caller asks, and draws each view by itself.
                with_views.view_instancing = ViewInstancing::Off;
            }
            options = &with_views;
        }
        let with_matrices;
        if has_matrices(entry, self.settings.wave_size) {
            let mut with = options.clone();
            with.cooperative_matrices = Some(matrices_of_ags(&self.settings));
            with_matrices = with;
            options = &with_matrices;
        }
        let newer_stage = is_newer(entry.stage);
        let newer = || {
            let mut newer = options.clone();
            newer.target_env = newer.target_env.max(NEWER_STAGES);
            newer
        };
        let result = match newer_stage {
            true => self.translated_for(&entry.name, &newer()),
            false => self.translated_for(&entry.name, options),
        };
        let result = match result {
            // Only the callbacks know of inputs that come from a mesh shader.
            (Err(_), true) if options.target_env < NEWER_STAGES => {
                self.translated_for(&entry.name, &newer()).0
            }
            (result, _) => result,
        };
        result.map(|translation| (translation, multiview))
    }

    /// The word of a uniform buffer that a meta descriptor is.
    fn uniform_word(&self, wanted: c_int) -> Result<Option<UniformWord>, Error> {
        match self.metas.iter().rev().find(|known| known.0 == wanted) {
            None => Ok(None),
            Some(&(_, meta_kind::UBO_CONTAINING_CONSTANT, set, binding)) => {
                Ok(Some(UniformWord { set, binding }))
            }
            Some(_) => Err(Error::unsupported("this kind of meta descriptor for views")),
        }
    }

    /// The options, with what they and meta descriptors say of views together.
    fn options_with(&self, views: Views) -> Result<Options, Error> {
        let mut options = self.settings.options.clone();
        let word = self.uniform_word(meta::DYNAMIC_VIEW_INSTANCING_OFFSETS)?;
        options.view_instancing = match (views.views, word) {
            (Some(id), word) => ViewInstancing::Mapped {
                views: id,
                viewports: views.viewports,
                chosen_layers: word,
            },
            (None, Some(view)) => ViewInstancing::PerDraw {
                view,
                viewports: views.viewports,
                last: views.last,
            },
            (None, None) => {
                let message = "view instancing without a specialization constant or a uniform buffer";
                return Err(Error::unsupported(message));
            }
        };
        if views.last {
            options.view_mask = self.uniform_word(meta::DYNAMIC_VIEW_INSTANCING_MASK)?;
        }
        Ok(options)
    }

    /// What becomes of an entry point with these options, and whether it has inputs that are the same for a primitive.
    fn translated_for(&self, entry: &str, options: &Options) -> (Result<Box<Translation>, Error>, bool) {
        let local = match self.local.root_signature() {
            Ok(local) => local,
            Err(message) => {
                let error = Error::new(dxil2spirv::ErrorKind::InvalidOptions, message);
                return (Err(error), false);
            }
        };
        let local = local
            .as_ref()
            .map(|local| LocalRootSignature::new(local, &options.binding));
        let local = match local.transpose() {
            Ok(local) => local,
            Err(error) => return (Err(error), false),
        };
        let mut binder = CallbackBinder {
            local: local.as_ref(),
            per_primitive: false,
            remappers: self.remappers,
            words: self.words,
            descriptors: self.descriptors,
            settings: &self.settings,
            metas: &self.metas,
            root_parameters: &self.root_parameters,
            // What means that none is known.
            patch_location_offset: self
                .patch_location_offset
                .filter(|&offset| offset != u32::MAX)
                .unwrap_or(0),
        };
        let request = Request::new()
            .entry(entry)
            .binder(&mut binder)
            .options(options)
            .without_hash()
            .without_lists();
        let result = self.blob.owned.translate(request).map(Box::new);
        (result, binder.per_primitive)
    }
}

/// Whether the shader may call AMD's products of matrices, in waves of 32 lanes. Shader model 6.10 has products of its own, for which
/// nothing is known of the device.
fn has_matrices(entry: &EntryPoint, lanes: Option<u32>) -> bool {
    let of_ags = |resource: &Resource| resource.space == AGS_SPACE && resource.class == ResourceClass::Uav;
    let in_32_lanes = || match entry.properties.wave_size {
        Some([size, to, _]) => size == LANES && (to == 0 || to == LANES),
        None => lanes == Some(LANES),
    };
    entry.shader_model < WITH_MATRICES && entry.resources.iter().any(of_ags) && in_32_lanes()
}

/// What layers ask of a device before they offer AMD's products of matrices: those of halves whose sums are floats; and of 8-bit
/// floats, where they say so.
fn matrices_of_ags(settings: &Settings) -> CooperativeMatrices {
    let shape = |of| CooperativeShape::new([16, 16, 16], of, MatrixComponent::F32);
    let float8 = settings.float8_matrices.then(|| shape(MatrixComponent::E4M3));
    CooperativeMatrices {
        subgroup_size: LANES,
        shapes: std::iter::once(shape(MatrixComponent::F16))
            .chain(float8)
            .collect(),
        robust: settings.robust_matrices,
        groups: None,
    }
}
