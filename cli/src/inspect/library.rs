//! Part RDAT of a library, as data: functions and subobjects.

use super::report::RootSignatureInfo;
use dxil2spirv::Error;
use dxil2spirv::container::rdat::{
    FunctionRecord, HitGroupType, Library, RaytracingPipelineFlags, StateObjectFlags, Subobject,
    SubobjectKind,
};
use dxil2spirv::container::{Container, RootSignature, ShaderKind};
use serde::Serialize;

/// What a library says of its functions and of the state object that it is meant for.
#[derive(Debug, Serialize)]
pub struct LibraryInfo {
    pub functions: Vec<FunctionInfo>,
    pub subobjects: Vec<SubobjectInfo>,
}

/// A function, an entry point or not.
#[derive(Debug, Serialize)]
pub struct FunctionInfo {
    pub name: String,
    /// Mangled, without the byte 1 before it.
    pub symbol: String,
    /// `library` for a plain function; `null` for a kind without a name.
    pub kind: Option<ShaderKind>,
    /// Of a payload, or of a callable shader's data.
    pub payload_bytes: u32,
    pub attribute_bytes: u32,
    pub min_shader_model: String,
    /// The stages in which it may be used.
    pub stages: Vec<String>,
    /// Least and most number of lanes; 0 for those not given.
    pub wave_lanes: Option<[u8; 2]>,
    pub features: Vec<String>,
    pub resources: Vec<String>,
    /// Symbols of functions that it calls and the library does not have.
    pub dependencies: Vec<String>,
    /// Names of the subobjects that are associated with it, and of the hit groups that it is in.
    pub subobjects: Vec<String>,
}

/// A subobject.
#[derive(Debug, Serialize)]
pub struct SubobjectInfo {
    pub name: String,
    #[serde(flatten)]
    pub what: What,
}

/// What a subobject is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum What {
    StateObjectConfig {
        flags: StateObjectFlags,
    },
    GlobalRootSignature {
        #[serde(flatten)]
        root_signature: RootSignatureInfo,
    },
    LocalRootSignature {
        #[serde(flatten)]
        root_signature: RootSignatureInfo,
    },
    SubobjectToExportsAssociation {
        subobject: String,
        /// None: all.
        exports: Vec<String>,
    },
    RaytracingShaderConfig {
        max_payload_bytes: u32,
        max_attribute_bytes: u32,
    },
    RaytracingPipelineConfig {
        max_trace_recursion_depth: u32,
        /// `null` for the form without flags.
        flags: Option<RaytracingPipelineFlags>,
    },
    HitGroup {
        group_type: HitGroupType,
        any_hit: String,
        closest_hit: String,
        intersection: String,
    },
    Unknown {
        number: u32,
        bytes: usize,
    },
}

impl LibraryInfo {
    /// Reads part RDAT, if the container has it and is a library; what of it is damaged is the error.
    pub fn new(container: &Container<'_>) -> Result<Option<Self>, Error> {
        let Some(data) = container.runtime_data()? else {
            return Ok(None);
        };
        let resources = data.resources()?;
        let names: Vec<&str> = resources.iter().map(|resource| resource.name).collect();
        let library = data.library()?;
        let functions = library.functions.iter();
        Ok(Some(Self {
            functions: functions
                .map(|function| FunctionInfo::new(&library, function, &names))
                .collect::<Result<_, _>>()?,
            subobjects: library
                .subobjects
                .iter()
                .map(SubobjectInfo::new)
                .collect::<Result<_, _>>()?,
        }))
    }

    /// What is said of a library without entry points.
    pub fn without_entries(&self) -> String {
        match (self.functions.len(), self.subobjects.len()) {
            (0, subobjects) => format!("no functions, {subobjects} subobjects"),
            (functions, _) => format!("no entry points, {functions} functions to be linked with others"),
        }
    }
}

fn bare(symbol: &str) -> String {
    symbol.trim_start_matches('\u{1}').to_owned()
}

impl FunctionInfo {
    fn new(library: &Library<'_>, function: &FunctionRecord<'_>, resources: &[&str]) -> Result<Self, Error> {
        let mut subobjects: Vec<String> = Vec::new();
        let kinds: [fn(&SubobjectKind<'_>) -> bool; 5] = [
            |kind| matches!(kind, SubobjectKind::StateObjectConfig(_)),
            |kind| matches!(kind, SubobjectKind::GlobalRootSignature(_)),
            |kind| matches!(kind, SubobjectKind::LocalRootSignature(_)),
            |kind| matches!(kind, SubobjectKind::RaytracingShaderConfig { .. }),
            |kind| matches!(kind, SubobjectKind::RaytracingPipelineConfig { .. }),
        ];
        for kind in kinds {
            let found = library.associated(function, kind);
            subobjects.extend(found.iter().map(|subobject| subobject.name.to_owned()));
        }
        subobjects.extend(library.hit_groups(function).map(|group| group.name.to_owned()));
        let dependencies = library.dependencies(function)?;
        let target = function.min_shader_target;
        let stages = (0..32).filter(|bit| function.stages >> bit & 1 != 0);
        Ok(Self {
            name: function.unmangled_name.to_owned(),
            symbol: bare(function.name),
            kind: function.kind,
            payload_bytes: function.payload_bytes,
            attribute_bytes: function.attribute_bytes,
            min_shader_model: format!("{}.{}", target >> 4 & 0xf, target & 0xf),
            stages: stages
                .map(|bit| ShaderKind::from_raw(bit).map_or_else(|| bit.to_string(), |kind| kind.to_string()))
                .collect(),
            wave_lanes: function
                .extension
                .map(|extension| [extension.min_wave_lanes, extension.max_wave_lanes]),
            features: function.features.all_names(),
            resources: function
                .resources
                .iter()
                .map(|index| match resources.get(index as usize) {
                    Some(name) => (*name).to_owned(),
                    None => format!("resource {index}"),
                })
                .collect(),
            dependencies: dependencies.into_iter().map(bare).collect(),
            subobjects,
        })
    }
}

impl SubobjectInfo {
    fn new(subobject: &Subobject<'_>) -> Result<Self, Error> {
        let root_signature = |payload| RootSignature::from_raw(payload).map(RootSignatureInfo::from);
        let what = match &subobject.kind {
            &SubobjectKind::StateObjectConfig(flags) => What::StateObjectConfig { flags },
            SubobjectKind::GlobalRootSignature(payload) => What::GlobalRootSignature {
                root_signature: root_signature(payload)?,
            },
            SubobjectKind::LocalRootSignature(payload) => What::LocalRootSignature {
                root_signature: root_signature(payload)?,
            },
            SubobjectKind::SubobjectToExportsAssociation { subobject, exports } => {
                What::SubobjectToExportsAssociation {
                    subobject: (*subobject).to_owned(),
                    exports: exports.iter().map(|name| bare(name)).collect(),
                }
            }
            &SubobjectKind::RaytracingShaderConfig {
                max_payload_bytes,
                max_attribute_bytes,
            } => What::RaytracingShaderConfig {
                max_payload_bytes,
                max_attribute_bytes,
            },
            &SubobjectKind::RaytracingPipelineConfig {
                max_trace_recursion_depth,
                flags,
            } => What::RaytracingPipelineConfig {
                max_trace_recursion_depth,
                flags,
            },
            &SubobjectKind::HitGroup {
                group_type,
                any_hit,
                closest_hit,
                intersection,
            } => What::HitGroup {
                group_type,
                any_hit: any_hit.to_owned(),
                closest_hit: closest_hit.to_owned(),
                intersection: intersection.to_owned(),
            },
            SubobjectKind::Unknown { kind, data } => What::Unknown {
                number: *kind,
                bytes: data.len(),
            },
        };
        Ok(Self {
            name: subobject.name.to_owned(),
            what,
        })
    }
}

impl What {
    /// Name of the kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::StateObjectConfig { .. } => "state object config",
            Self::GlobalRootSignature { .. } => "global root signature",
            Self::LocalRootSignature { .. } => "local root signature",
            Self::SubobjectToExportsAssociation { .. } => "association",
            Self::RaytracingShaderConfig { .. } => "shader config",
            Self::RaytracingPipelineConfig { .. } => "pipeline config",
            Self::HitGroup { .. } => "hit group",
            Self::Unknown { .. } => "unknown",
        }
    }

    /// What it says, on one line.
    pub fn text(&self) -> String {
        match self {
            Self::StateObjectConfig { flags } => flags.to_string(),
            Self::GlobalRootSignature { .. } | Self::LocalRootSignature { .. } => "below".to_owned(),
            Self::SubobjectToExportsAssociation { subobject, exports } if exports.is_empty() => {
                format!("{subobject} for all exports")
            }
            Self::SubobjectToExportsAssociation { subobject, exports } => {
                format!("{subobject} for {}", exports.join(", "))
            }
            Self::RaytracingShaderConfig {
                max_payload_bytes,
                max_attribute_bytes,
            } => format!("payloads up to {max_payload_bytes} bytes, attributes up to {max_attribute_bytes}"),
            Self::RaytracingPipelineConfig {
                max_trace_recursion_depth,
                flags,
            } => match flags {
                Some(flags) => format!("recursion depth {max_trace_recursion_depth}, flags {flags}"),
                None => format!("recursion depth {max_trace_recursion_depth}"),
            },
            Self::HitGroup {
                group_type,
                any_hit,
                closest_hit,
                intersection,
            } => {
                let shaders = [
                    ("any hit", any_hit),
                    ("closest hit", closest_hit),
                    ("intersection", intersection),
                ];
                let mut text = group_type.to_string();
                for (what, name) in shaders {
                    if !name.is_empty() {
                        text.push_str(&format!(", {what} {name}"));
                    }
                }
                text
            }
            Self::Unknown { number, bytes } => format!("kind {number}, {bytes} bytes"),
        }
    }

    /// The root signature, if it is one.
    pub fn root_signature(&self) -> Option<&RootSignatureInfo> {
        match self {
            Self::GlobalRootSignature { root_signature } | Self::LocalRootSignature { root_signature } => {
                Some(root_signature)
            }
            _ => None,
        }
    }
}
