//! DXIL's metadata to [`Program`]: versions, entry points and what they use.
//!
//! In: a bitcode module. Out: plain data in D3D12's terms. What holds afterwards: every enum number is a known
//! one; signature elements stand at the index that is their id and lie within a register; resources are ordered
//! by class and id, ids unique within their class; functions and values named here exist in the module.
//!
//! The shape of DXIL's metadata is fixed and shallow, so nothing recurses and cycles cannot hurt; what a module can
//! make us produce is bounded by [`limits`].
//!
//! Spec: "DXIL module structure", "Shader properties" of DXC's `docs/DXIL.rst`; field numbers as in DXC's
//! `DxilMetadataHelper.h`.

mod node;
mod node_shader;
mod properties;
mod resources;
mod signatures;
#[cfg(test)]
mod tests;

use crate::bitcode::module::{FuncId, Module, ValueKind};
use crate::dxil::program::{EntryCode, Program, ResourceSymbol};
use crate::entity::IdVec;
use crate::error::{Error, Result};
use crate::limits;
use crate::shader::{
    EntryPoint, EntryProperties, NodeLaunch, Resource, ResourceId, ShaderModel, SignatureElement, Stage,
};
use node::{Budget, Node};
use std::sync::Arc;

/// Reads what a module's metadata says about its shaders.
pub fn read_program(module: &Module) -> Result<Program> {
    let (stage, shader_model) = shader_model(module)?;
    let validator_version = version(module, "dx.valver")?;
    let mut program = Program {
        // Absent in nothing that DXC writes; 1.0 is what it assumes itself.
        dxil_version: version(module, "dx.version")?.unwrap_or((1, 0)),
        validator_version,
        shader_model,
        stage,
        entry_points: Vec::new(),
        code: Vec::new(),
    };
    Entries {
        module,
        stage,
        shader_model,
        validator_version: validator_version.unwrap_or((1, 0)),
        budget: Budget::new(),
        resources: None,
    }
    .read(&mut program)?;
    Ok(program)
}

/// `!{i32 major, i32 minor}` of named metadata.
fn version(module: &Module, name: &'static str) -> Result<Option<(u32, u32)>> {
    let Some(id) = module.named(name).first() else {
        return Ok(None);
    };
    let node = Node::new(module, *id, name)?;
    Ok(Some((node.u32(0)?, node.u32(1)?)))
}

/// `dx.shaderModel`: `!{!"ps", i32 6, i32 2}`.
fn shader_model(module: &Module) -> Result<(Stage, ShaderModel)> {
    let Some(id) = module.named("dx.shaderModel").first() else {
        return Err(Error::malformed(
            "no dx.shaderModel metadata: the module is LLVM bitcode, but not DXIL",
        ));
    };
    let node = Node::new(module, *id, "dx.shaderModel")?;
    let text = node.string(0)?;
    let stage = Stage::from_abbreviation(text)
        .ok_or_else(|| Error::unsupported(format!("dx.shaderModel: shader kind {text:?} is not known")))?;
    let model = ShaderModel {
        major: node.u32(1)?,
        minor: node.u32(2)?,
    };
    if model.major != 6 {
        return Err(Error::unsupported(format!(
            "shader model {}.{}: DXIL has 6.x",
            model.major, model.minor
        )));
    }
    Ok((stage, model))
}

/// The stage of an entry point whose properties say `stage`: mesh nodes are mesh shaders, and nothing else has their
/// properties.
fn mesh_node(stage: Stage, properties: &mut EntryProperties) -> Result<Stage> {
    let launch = properties.node.as_ref().and_then(|node| node.launch_kind());
    match (stage, launch) {
        (Stage::Node, Some(NodeLaunch::Mesh)) => {
            let mesh = properties.mesh.get_or_insert_default();
            // What a payload is to others, the record is.
            mesh[3] = 0;
            Ok(Stage::Mesh)
        }
        (Stage::Mesh, _) => {
            properties.node = None;
            Ok(stage)
        }
        _ => Ok(stage),
    }
}

/// What reading the entry points needs.
struct Entries<'a> {
    module: &'a Module,
    /// Stage of the module.
    stage: Stage,
    shader_model: ShaderModel,
    validator_version: (u32, u32),
    budget: Budget,
    /// The resources of the last node that was read: all entry points of a library have the same.
    resources: Option<(Node<'a>, Resources)>,
}

/// Resources, and their symbols.
type Resources = (Arc<Vec<Resource>>, Arc<IdVec<ResourceId, ResourceSymbol>>);

impl<'a> Entries<'a> {
    fn read(mut self, program: &mut Program) -> Result<()> {
        let entries = self.module.named("dx.entryPoints");
        if entries.is_empty() {
            return Err(Error::malformed("no dx.entryPoints metadata"));
        }
        if entries.len() > limits::MAX_ENTRY_POINTS {
            return Err(Error::limit(format!(
                "{} entry points: at most {} are read",
                entries.len(),
                limits::MAX_ENTRY_POINTS
            )));
        }
        let library = self.stage == Stage::Library;
        if !library && entries.len() != 1 {
            return Err(Error::malformed(format!(
                "dx.entryPoints: a {} shader has 1 entry point, found {}",
                self.stage,
                entries.len()
            )));
        }
        // A library's flags and resources are those of its pseudo entry, which has no function.
        let mut flags = 0;
        for &id in entries {
            let node = Node::new(self.module, id, "dx.entryPoints")?;
            let name = node.string(1)?;
            let entry = self.entry(node, flags);
            let Some((entry, code)) = entry.map_err(|error| error.in_function(name))? else {
                continue;
            };
            if library && code.function.is_none() {
                flags |= entry.properties.flags;
                continue;
            }
            program.entry_points.push(entry);
            program.code.push(code);
        }
        Ok(())
    }

    /// `!{function, name, signatures, resources, properties}`; none when the function is no shader.
    fn entry(&mut self, node: Node<'a>, flags: u64) -> Result<Option<(EntryPoint, EntryCode)>> {
        let function = match node.value(0)? {
            None => None,
            Some((_, value)) => match value.kind {
                ValueKind::Function(function) => Some(function),
                _ => return Err(node.expected(0, "a function")),
            },
        };
        let library = self.stage == Stage::Library;
        let (mut stage, mut patch_constant) = (self.stage, None);
        let mut properties = EntryProperties {
            flags,
            ..EntryProperties::default()
        };
        if let Some(list) = node.node(4, "shader properties")? {
            let named = properties::read(list, &mut self.budget, &mut properties, &mut patch_constant)?;
            if library {
                stage = named.unwrap_or(Stage::Library);
            }
            stage = mesh_node(stage, &mut properties)?;
        }
        if library {
            if function.is_none() {
                let entry = EntryPoint {
                    stage,
                    properties,
                    shader_model: self.shader_model,
                    ..EntryPoint::default()
                };
                return Ok(Some((entry, EntryCode::default())));
            }
            if stage == Stage::Library {
                return Ok(None);
            }
        } else {
            self.check_function(node, function, patch_constant)?;
        }
        let name = self.budget.text(plain_name(node.string(1)?))?;
        let (mut inputs, mut outputs, mut patch_constants) = Default::default();
        if let Some(signatures) = node.node(2, "signatures")? {
            inputs = self.signature(signatures, 0)?;
            outputs = self.signature(signatures, 1)?;
            patch_constants = self.signature(signatures, 2)?;
        }
        let (resources, symbols) = self.resources(node)?;
        let entry = EntryPoint {
            name,
            stage,
            shader_model: self.shader_model,
            inputs,
            outputs,
            patch_constants,
            resources,
            properties,
            rasterized: None,
        };
        let code = EntryCode {
            function,
            patch_constant,
            symbols,
        };
        Ok(Some((entry, code)))
    }

    /// An entry point has a function, but for a hull shader whose control points go out as they come in.
    fn check_function(
        &self,
        node: Node<'a>,
        function: Option<FuncId>,
        patch_constant: Option<FuncId>,
    ) -> Result<()> {
        let passes = self.stage == Stage::Hull && function.is_none();
        let function = function.or(patch_constant.filter(|_| passes));
        let defined = function
            .and_then(|function| self.module.functions.get(function))
            .is_some_and(|function| !function.declaration);
        if defined {
            Ok(())
        } else {
            Err(node.expected(0, "a function with a body"))
        }
    }

    fn signature(&mut self, signatures: Node<'a>, index: usize) -> Result<Vec<SignatureElement>> {
        match signatures.node(index, "signature")? {
            Some(signature) => signatures::read(signature, self.validator_version, &mut self.budget),
            None => Ok(Vec::new()),
        }
    }

    /// The entry's own resources; for entries of libraries, which name none, the library's.
    fn resources(&mut self, entry: Node<'a>) -> Result<Resources> {
        let own = entry.node(3, "resources")?;
        let node = match (own, self.module.named("dx.resources").first()) {
            (Some(node), _) => node,
            (None, Some(id)) => Node::new(self.module, *id, "dx.resources")?,
            (None, None) => return Ok(Default::default()),
        };
        if let Some((read, known)) = &self.resources
            && read.is(node)
        {
            return Ok(known.clone());
        }
        let (resources, symbols) = resources::read(node, &mut self.budget)?;
        let read = (Arc::new(resources), Arc::new(symbols));
        self.resources = Some((node, read.clone()));
        Ok(read)
    }
}

/// The HLSL name in a mangled one (`\x01?main@@YAXXZ` is `main`); other names as they are.
fn plain_name(name: &str) -> &str {
    let mangled = name.strip_prefix('\u{1}').unwrap_or(name);
    match mangled.strip_prefix('?') {
        Some(rest) => rest
            .split('@')
            .next()
            .filter(|plain| !plain.is_empty())
            .unwrap_or(name),
        None => name,
    }
}
