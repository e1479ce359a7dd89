//! What a file holds, as data: the JSON form is this structure's.

use super::library::LibraryInfo;
use dxil2spirv::container::signature::SignatureElement as ContainerElement;
use dxil2spirv::container::{
    CompilerVersion, Container, DigestStatus, FeatureFlags, FourCc, InputFormat, PipelineStateValidation,
    ProgramHeader, RootSignature, ShaderInput, fnv1_64, unwrap_bitcode,
};
use dxil2spirv::dxil::program::Program;
use dxil2spirv::shader::{
    ComponentType, EntryPoint, Interpolation, Resource, ResourceClass, ResourceKind, SemanticKind,
    ShaderFlags, SignatureElement, Stage,
};
use dxil2spirv::{Error, bitcode, dxil};
use serde::Serialize;

/// Everything about a file.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// `dxil2spirv-inspect/1`
    pub schema: &'static str,
    /// The file, as the user named it.
    pub file: String,
    pub size: usize,
    /// FNV-1 64-bit hash of the whole file, by which shaders are named.
    pub hash: String,
    pub format: Format,
    pub digest: Option<DigestStatus>,
    pub parts: Vec<PartInfo>,
    /// What stands before the bitcode.
    pub program: Option<ProgramHeader>,
    pub dxil_version: Option<String>,
    pub validator_version: Option<String>,
    pub compiler: Option<CompilerVersion<'a>>,
    pub debug_name: Option<&'a str>,
    /// MD5 that the compiler made (part HASH).
    pub compiler_hash: Option<String>,
    /// Part SFI0.
    pub feature_flags: Option<Vec<String>>,
    pub entries: Vec<Entry>,
    /// Parts ISG1, OSG1 and PSG1.
    pub signatures: ContainerSignatures<'a>,
    pub root_signature: Option<RootSignatureInfo>,
    pub pipeline_state_validation: Option<PipelineStateValidation<'a>>,
    /// Part RDAT of libraries.
    pub library: Option<LibraryInfo>,
    /// What could not be read.
    pub problems: Vec<String>,
}

/// What the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Container,
    Bitcode,
    WrappedBitcode,
    /// The payload of an RTS0 part.
    RootSignature,
}

/// A part of the container.
#[derive(Debug, Serialize)]
pub struct PartInfo {
    pub name: FourCc,
    pub offset: u32,
    pub size: usize,
    pub holds: Option<&'static str>,
}

/// The signatures as the container's parts state them.
#[derive(Debug, Default, Serialize)]
pub struct ContainerSignatures<'a> {
    pub inputs: Option<Vec<ContainerElement<'a>>>,
    pub outputs: Option<Vec<ContainerElement<'a>>>,
    pub patch_constants: Option<Vec<ContainerElement<'a>>>,
}

/// A root signature with its cost.
#[derive(Debug, Serialize)]
pub struct RootSignatureInfo {
    /// 32-bit words of the 64 that there are.
    pub dword_cost: u32,
    #[serde(flatten)]
    pub root_signature: RootSignature,
}

/// An entry point, from the metadata.
#[derive(Debug, Serialize)]
pub struct Entry {
    pub name: String,
    pub stage: Stage,
    pub shader_model: String,
    pub num_threads: Option<[u32; 3]>,
    /// Least, most and preferred number of lanes; 0 for those not given.
    pub wave_size: Option<[u32; 3]>,
    pub shader_flags: Vec<String>,
    pub inputs: Vec<Element>,
    pub outputs: Vec<Element>,
    pub patch_constants: Vec<Element>,
    pub resources: Vec<ResourceInfo>,
}

/// An element of a signature, from the metadata.
#[derive(Debug, Serialize)]
pub struct Element {
    pub semantic: String,
    pub indices: Vec<u32>,
    pub kind: SemanticKind,
    pub component_type: ComponentType,
    pub rows: u32,
    pub cols: u32,
    /// First row and column in the packed signature.
    pub start: Option<[u32; 2]>,
    pub interpolation: Interpolation,
    pub stream: u32,
    pub usage_mask: u32,
}

/// A resource, from the metadata.
#[derive(Debug, Serialize)]
pub struct ResourceInfo {
    pub class: ResourceClass,
    pub kind: ResourceKind,
    pub name: String,
    pub space: u32,
    pub register: u32,
    /// `null`: unbounded.
    pub count: Option<u32>,
    pub component_type: ComponentType,
    pub components: u32,
    /// Of structured buffers, in bytes.
    pub stride: u32,
    /// Of constant buffers, in bytes.
    pub size: u32,
    pub counter: bool,
    pub globally_coherent: bool,
    pub rasterizer_ordered: bool,
    pub comparison_sampler: bool,
}

impl<'a> Report<'a> {
    /// Reads what can be read. Fails if the file is nothing known; errors further in are returned beside.
    pub fn new(file: &str, bytes: &'a [u8]) -> Result<(Self, Vec<Error>), Error> {
        let mut report = Self::empty(file, bytes);
        let mut problems = Vec::new();
        let input = match ShaderInput::detect(bytes) {
            Ok(input) => input,
            Err(error) => {
                // A bare root signature has no magic number: what reads as one is one.
                if InputFormat::detect(bytes).is_some() {
                    return Err(error);
                }
                let root_signature = RootSignature::from_bytes(bytes).map_err(|_| error)?;
                report.format = Format::RootSignature;
                report.root_signature = Some(root_signature.into());
                return Ok((report, problems));
            }
        };
        report.format = match input.format {
            InputFormat::Container => Format::Container,
            InputFormat::Bitcode => Format::Bitcode,
            InputFormat::WrappedBitcode => Format::WrappedBitcode,
        };
        let bitcode = match &input.container {
            Some(container) => report.container(container, &mut problems),
            None => keep(unwrap_bitcode(bytes).map(Some), &mut problems),
        };
        if let Some(bitcode) = bitcode {
            let program = bitcode::read_module(bitcode).and_then(|module| dxil::read_program(&module));
            match program {
                Ok(program) => report.metadata(&program),
                Err(error) => problems.push(error.in_part("DXIL")),
            }
        }
        report.problems = problems.iter().map(ToString::to_string).collect();
        Ok((report, problems))
    }

    fn empty(file: &str, bytes: &[u8]) -> Self {
        Self {
            schema: "dxil2spirv-inspect/1",
            file: file.to_owned(),
            size: bytes.len(),
            hash: format!("{:016x}", fnv1_64(bytes)),
            format: Format::Container,
            digest: None,
            parts: Vec::new(),
            program: None,
            dxil_version: None,
            validator_version: None,
            compiler: None,
            debug_name: None,
            compiler_hash: None,
            feature_flags: None,
            entries: Vec::new(),
            signatures: ContainerSignatures::default(),
            root_signature: None,
            pipeline_state_validation: None,
            library: None,
            problems: Vec::new(),
        }
    }

    /// Everything that the parts say; the result is the bitcode.
    fn container(&mut self, container: &Container<'a>, problems: &mut Vec<Error>) -> Option<&'a [u8]> {
        self.digest = Some(container.digest_status());
        self.parts = container
            .parts()
            .iter()
            .map(|part| PartInfo {
                name: part.name,
                offset: part.offset,
                size: part.data.len(),
                holds: part.name.description(),
            })
            .collect();
        self.compiler = keep(container.compiler_version(), problems);
        self.debug_name = keep(container.debug_name(), problems);
        self.compiler_hash = keep(container.shader_hash(), problems)
            .map(|hash| hash.digest.iter().map(|byte| format!("{byte:02x}")).collect());
        self.feature_flags = keep(container.features(), problems).map(FeatureFlags::all_names);
        self.signatures = ContainerSignatures {
            inputs: keep(container.input_signature(), problems),
            outputs: keep(container.output_signature(), problems),
            patch_constants: keep(container.patch_constant_signature(), problems),
        };
        self.root_signature = keep(container.root_signature(), problems).map(RootSignatureInfo::from);
        self.pipeline_state_validation = keep(container.pipeline_state_validation(), problems);
        self.library = keep(LibraryInfo::new(container), problems);
        match container.program() {
            Ok(program) => {
                self.program = Some(program.header);
                Some(program.bitcode)
            }
            // A container without any program is fine: it holds a root signature, say.
            Err(error) => {
                let programs = [FourCc::DXIL, FourCc::ILDB, FourCc::SHDR, FourCc::SHEX];
                if self.parts.iter().any(|part| programs.contains(&part.name)) {
                    problems.push(error);
                }
                None
            }
        }
    }

    fn metadata(&mut self, program: &Program) {
        let version = |(major, minor): (u32, u32)| format!("{major}.{minor}");
        self.dxil_version = Some(version(program.dxil_version));
        self.validator_version = program.validator_version.map(version);
        self.entries = program.entry_points.iter().map(Entry::from).collect();
    }
}

/// The value, or nothing with the error among the problems.
fn keep<T>(result: Result<Option<T>, Error>, problems: &mut Vec<Error>) -> Option<T> {
    result.unwrap_or_else(|error| {
        problems.push(error);
        None
    })
}

impl From<RootSignature> for RootSignatureInfo {
    fn from(root_signature: RootSignature) -> Self {
        Self {
            dword_cost: root_signature.dword_cost(),
            root_signature,
        }
    }
}

impl From<&EntryPoint> for Entry {
    fn from(entry: &EntryPoint) -> Self {
        let elements = |elements: &[SignatureElement]| elements.iter().map(Element::from).collect();
        Self {
            name: entry.name.clone(),
            stage: entry.stage,
            shader_model: format!("{}.{}", entry.shader_model.major, entry.shader_model.minor),
            num_threads: entry.properties.num_threads,
            wave_size: entry.properties.wave_size,
            shader_flags: ShaderFlags(entry.properties.flags)
                .names()
                .map(std::borrow::Cow::into_owned)
                .collect(),
            inputs: elements(&entry.inputs),
            outputs: elements(&entry.outputs),
            patch_constants: elements(&entry.patch_constants),
            resources: entry.resources.iter().map(ResourceInfo::from).collect(),
        }
    }
}

impl From<&SignatureElement> for Element {
    fn from(element: &SignatureElement) -> Self {
        Self {
            semantic: element.name.clone(),
            indices: element.indices.clone(),
            kind: element.kind,
            component_type: element.component,
            rows: element.rows,
            cols: element.cols,
            start: element.start_row.map(|row| [row, element.start_col]),
            interpolation: element.interpolation,
            stream: element.stream,
            usage_mask: element.usage_mask,
        }
    }
}

impl From<&Resource> for ResourceInfo {
    fn from(resource: &Resource) -> Self {
        Self {
            class: resource.class,
            kind: resource.kind,
            name: resource.name.clone(),
            space: resource.space,
            register: resource.lower,
            count: resource.count,
            component_type: resource.component,
            components: resource.components,
            stride: resource.stride,
            size: resource.cbuffer_size,
            counter: resource.has_counter,
            globally_coherent: resource.globally_coherent,
            rasterizer_ordered: resource.rasterizer_ordered,
            comparison_sampler: resource.comparison_sampler,
        }
    }
}
