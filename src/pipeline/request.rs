//! What a caller asks of a translation: entry point, root signatures, options.

use crate::binding::Binder;
use crate::container::RootSignature;
use crate::options::Options;
use std::fmt;
use std::sync::LazyLock;

/// Where the root signature of a translation comes from.
#[derive(Clone, Copy, Debug, Default)]
pub enum RootSignatureSource<'a> {
    /// From the container's RTS0 part. In libraries the global root signature that is associated with the entry point, and
    /// the local one unless another is given. Without one, none.
    #[default]
    Embedded,
    /// None: a resource's space is its descriptor set, class and register give its binding
    /// ([`BoundBy`](crate::vulkan::BoundBy)).
    None,
    /// This one.
    Given(&'a RootSignature),
}

impl<'a> From<&'a RootSignature> for RootSignatureSource<'a> {
    fn from(root_signature: &'a RootSignature) -> Self {
        Self::Given(root_signature)
    }
}

/// What is asked of a translation. [`Request::new`] asks for the only entry point, under the root signature of the
/// container, with the default options; each method changes one of these.
///
/// ```no_run
/// # fn main() -> Result<(), dxil2spirv::Error> {
/// # let bytes = Vec::new();
/// use dxil2spirv::options::{Options, TargetEnv};
/// use dxil2spirv::pipeline::{Request, RootSignatureSource, Shader};
///
/// let mut options = Options::default();
/// options.target_env = TargetEnv::Vulkan1_2;
/// let request = || Request::new().options(&options).root_signature(RootSignatureSource::None);
/// let library = Shader::parse(&bytes)?;
/// for entry in &library.program().entry_points {
///     let made = library.translate(request().entry(entry.name.as_str()))?;
///     println!("{}: {} words", entry.name, made.words.len());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Default)]
#[non_exhaustive]
pub struct Request<'a> {
    /// Name of the entry point; `None`: the only one.
    pub entry: Option<&'a str>,
    /// The (global) root signature.
    pub root_signature: RootSignatureSource<'a>,
    /// The local root signature, of the shader record: only ray tracing and node shaders have one. `None`: that of the
    /// library, where the global one comes from there too.
    pub local_root_signature: Option<&'a RootSignature>,
    /// Decides in place of the global root signature how each resource is reached.
    pub binder: Option<&'a mut dyn Binder>,
    /// The options; `None`: the default ones.
    pub options: Option<&'a Options>,
    /// Whether [`Reflection::hash`](crate::reflection::Reflection::hash) stays empty.
    pub leave_out_hash: bool,
    /// Whether the lists of the [`Reflection`](crate::reflection::Reflection) stay empty.
    pub leave_out_lists: bool,
    /// Passes that do not run, to find one that is at fault.
    pub without_passes: &'a [&'a str],
}

impl<'a> Request<'a> {
    /// The only entry point, under the container's root signature, with the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for the entry point of this name, or the only one.
    #[must_use]
    pub fn entry(mut self, name: impl Into<Option<&'a str>>) -> Self {
        self.entry = name.into();
        self
    }

    /// Says where the root signature comes from, or gives one.
    #[must_use]
    pub fn root_signature(mut self, source: impl Into<RootSignatureSource<'a>>) -> Self {
        self.root_signature = source.into();
        self
    }

    /// Gives the local root signature of a shader that has a shader record: with the flag of local ones.
    #[must_use]
    pub fn local_root_signature(mut self, root_signature: impl Into<Option<&'a RootSignature>>) -> Self {
        self.local_root_signature = root_signature.into();
        self
    }

    /// Has `binder` say how each resource is reached, whatever the global root signature is; a local one that is given comes
    /// before it. The policies of
    /// [`Options::binding`] are the binder's to follow or not.
    #[must_use]
    pub fn binder(mut self, binder: &'a mut dyn Binder) -> Self {
        self.binder = Some(binder);
        self
    }

    /// Gives the options.
    #[must_use]
    pub fn options(mut self, options: &'a Options) -> Self {
        self.options = Some(options);
        self
    }

    /// Leaves [`Reflection::hash`](crate::reflection::Reflection::hash) empty. The hash is of all of the input, debug
    /// information included: for callers that have no use for it, that time is saved.
    #[must_use]
    pub fn without_hash(mut self) -> Self {
        self.leave_out_hash = true;
        self
    }

    /// Leaves the lists of the [`Reflection`](crate::reflection::Reflection) empty that take work to make: `inputs`, `outputs`,
    /// `resources`, `descriptor_sets`, `shader_flags`, `capabilities` and `extensions`; and nobody looks for
    /// `features.rasterizer_ordered_views`. For callers who want the words.
    #[must_use]
    pub fn without_lists(mut self) -> Self {
        self.leave_out_lists = true;
        self
    }

    /// Leaves passes out, those of these names that a translation can go without
    /// ([`optional_passes`](super::optional_passes)): for finding the one that is at fault.
    #[must_use]
    pub fn without_passes(mut self, names: &'a [&'a str]) -> Self {
        self.without_passes = names;
        self
    }

    /// The options, or the default ones.
    pub(super) fn chosen_options(&self) -> &'a Options {
        static DEFAULT: LazyLock<Options> = LazyLock::new(Options::default);
        match self.options {
            Some(options) => options,
            None => &DEFAULT,
        }
    }
}

impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("entry", &self.entry)
            .field("root_signature", &self.root_signature)
            .field("local_root_signature", &self.local_root_signature)
            .field("binder", &self.binder.is_some())
            .field("options", &self.options)
            .field("leave_out_hash", &self.leave_out_hash)
            .field("leave_out_lists", &self.leave_out_lists)
            .field("without_passes", &self.without_passes)
            .finish()
    }
}
