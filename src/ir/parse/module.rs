//! What stands outside functions: the shader's properties, signatures, resources, structs, globals.

use super::lexer::Token;
use super::{Parser, Result, named, numbered};
use crate::ir::function::{Func, Global};
use crate::ir::module::{Decoration, Denormals, GlobalData};
use crate::ir::types::{Member, MemberAccess, StructType, TypeData};
use crate::shader::{
    ComponentType, HullProperties, Interpolation, Resource, ResourceClass, ResourceId, ResourceKind,
    SemanticKind, ShaderModel, SignatureElement, Stage,
};

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Result<()> {
        let position = self.position;
        let word = self.word("a statement")?;
        match word {
            "shader" => {
                self.module.info.name = self.text()?;
                self.module.info.stage = self.known("a stage", |word| named(word, Stage::all()))?;
                self.module.info.shader_model = self.shader_model()?;
            }
            "shader_flags" => self.module.info.properties.flags = self.number(64)?,
            "num_threads" => self.module.info.properties.num_threads = Some(self.tuple()?),
            "wave_size" => self.module.info.properties.wave_size = Some(self.tuple()?),
            "geometry" => self.module.info.properties.geometry = Some(self.tuple()?),
            "domain" => self.module.info.properties.domain = Some(self.tuple()?),
            "mesh" => self.module.info.properties.mesh = Some(self.tuple()?),
            "amplification_payload" => {
                self.module.info.properties.amplification_payload = Some(self.u32()?);
            }
            "hull" => {
                let [input, output, domain, partitioning, primitive, factor] = self.tuple()?;
                self.module.info.properties.hull = Some(HullProperties {
                    input_control_points: input,
                    output_control_points: output,
                    domain,
                    partitioning,
                    output_primitive: primitive,
                    max_tess_factor: factor,
                });
            }
            "input" => {
                let element = self.signature_element()?;
                self.module.info.inputs.push(element);
            }
            "output" => {
                let element = self.signature_element()?;
                self.module.info.outputs.push(element);
            }
            "patch_constant" => {
                let element = self.signature_element()?;
                self.module.info.patch_constants.push(element);
            }
            "f32_denormals" => {
                let all = [Denormals::Any, Denormals::Preserve, Denormals::FlushToZero];
                self.module.f32_denormals = self.known("a denormal mode", |word| named(word, all))?;
            }
            "packed_halves" => self.module.packed_halves = true,
            "execution_mode" => {
                let mode = self.spirv_name("an execution mode")?;
                let literals = self.numbers()?;
                self.module.execution_modes.push((mode, literals));
            }
            "resource" => self.resource()?,
            "struct" => self.structure()?,
            "global" => self.global()?,
            "entry" => self.module.entry = Func(self.prefixed("func")?),
            "function" => self.function()?,
            _ if self.debug_statement(word)? => {}
            _ => return self.error_at(position, format!("unknown statement `{word}`")),
        }
        self.line_end()
    }

    pub(super) fn shader_model(&mut self) -> Result<ShaderModel> {
        if let Token::Number(word) = self.token
            && let Some((major, minor)) = word.split_once('.')
            && let (Ok(major), Ok(minor)) = (major.parse(), minor.parse())
        {
            self.advance()?;
            return Ok(ShaderModel { major, minor });
        }
        self.expected("a shader model like `6.0`")
    }

    pub(super) fn signature_element(&mut self) -> Result<SignatureElement> {
        let mut element = SignatureElement {
            id: self.u32()?,
            name: self.text()?,
            ..SignatureElement::default()
        };
        while let Token::Word(word) = self.token {
            let position = self.position;
            self.advance()?;
            match word {
                "kind" => {
                    element.kind = self.known("a semantic kind", |word| {
                        numbered(word, SemanticKind::from_number)
                    })?;
                }
                "indices" => {
                    self.mark('[')?;
                    element.indices = self.numbers()?;
                    self.mark(']')?;
                }
                "type" => element.component = self.component_type()?,
                "interpolation" => {
                    element.interpolation = self.known("an interpolation mode", |word| {
                        numbered(word, Interpolation::from_number)
                    })?;
                }
                "rows" => element.rows = self.u32()?,
                "cols" => element.cols = self.u32()?,
                "row" => element.start_row = Some(self.u32()?),
                "col" => element.start_col = self.u32()?,
                "stream" => element.stream = self.u32()?,
                "usage" => element.usage_mask = self.u32()?,
                "dynamic" => element.dynamic_mask = self.u32()?,
                _ => {
                    return self.error_at(position, format!("unknown field `{word}` of a signature element"));
                }
            }
        }
        Ok(element)
    }

    pub(super) fn component_type(&mut self) -> Result<ComponentType> {
        self.known("a component type", |word| {
            numbered(word, ComponentType::from_number)
        })
    }

    pub(super) fn resource(&mut self) -> Result<()> {
        let position = self.position;
        let number = self.prefixed("res")?;
        self.in_order(position, number, self.module.resources.len(), "resources")?;
        let mut resource = Resource {
            class: self.known("a resource class", |word| {
                numbered(word, ResourceClass::from_number)
            })?,
            kind: self.known("a resource kind", |word| {
                numbered(word, ResourceKind::from_number)
            })?,
            name: self.text()?,
            ..Resource::default()
        };
        while let Token::Word(word) = self.token {
            let position = self.position;
            self.advance()?;
            match word {
                "id" => resource.id = self.u32()?,
                "space" => resource.space = self.u32()?,
                "register" => resource.lower = self.u32()?,
                "count" => resource.count = Some(self.u32()?),
                "unbounded" => resource.count = None,
                "component" => resource.component = self.component_type()?,
                "components" => resource.components = self.u32()?,
                "stride" => resource.stride = self.u32()?,
                "samples" => resource.samples = self.u32()?,
                "bytes" => resource.cbuffer_size = self.u32()?,
                "feedback" => resource.feedback = Some(self.u32()?),
                "globally_coherent" => resource.globally_coherent = true,
                "reorder_coherent" => resource.reorder_coherent = true,
                "counter" => resource.has_counter = true,
                "rasterizer_ordered" => resource.rasterizer_ordered = true,
                "comparison" => resource.comparison_sampler = true,
                "atomic64" => resource.atomic64 = true,
                "heap" => resource.heap = true,
                _ => return self.error_at(position, format!("unknown field `{word}` of a resource")),
            }
        }
        let _: ResourceId = self.module.resources.push(resource);
        Ok(())
    }

    pub(super) fn structure(&mut self) -> Result<()> {
        let position = self.position;
        let number = self.id('$')?;
        self.in_order(position, number, self.structs.len(), "structs")?;
        let name = self.optional_text()?.unwrap_or_default();
        let block = self.accept_word("block")?;
        let mut access = MemberAccess::Any;
        for known in [MemberAccess::ReadOnly, MemberAccess::Coherent] {
            if let Some((_, word)) = known.decoration()
                && self.accept_word(word)?
            {
                access = known;
                break;
            }
        }
        let mut members = Vec::new();
        self.mark('{')?;
        while !self.is_mark('}') {
            let ty = self.ty()?;
            let offset = if self.accept_word("offset")? {
                Some(self.u32()?)
            } else {
                None
            };
            let name = self.optional_text()?.unwrap_or_default();
            members.push(Member { ty, offset, name });
            if !self.accept_mark(',')? {
                break;
            }
        }
        self.mark('}')?;
        let ty = self.module.types.intern(TypeData::Struct(StructType {
            name,
            members,
            block,
            access,
        }));
        self.structs.push(ty);
        Ok(())
    }

    pub(super) fn global(&mut self) -> Result<()> {
        let position = self.position;
        let number = self.id('@')?;
        self.in_order(position, number, self.module.globals.len(), "globals")?;
        let name = self.optional_text()?.unwrap_or_default();
        let class = self.spirv_name("a storage class")?;
        let ty = self.ty()?;
        let init = if self.accept_mark('=')? {
            let ty = self.ty()?;
            Some(self.constant(ty, 0)?)
        } else {
            None
        };
        let mut decorations = Vec::new();
        if self.accept_word("decorate")? {
            loop {
                decorations.push(self.decoration()?);
                if !self.accept_mark(',')? {
                    break;
                }
            }
        }
        let pointer = self.module.types.pointer(class, ty);
        let _: Global = self.module.globals.push(GlobalData {
            name,
            class,
            ty,
            pointer,
            init,
            decorations,
        });
        Ok(())
    }

    pub(super) fn decoration(&mut self) -> Result<Decoration> {
        let kind = self.spirv_name("a decoration")?;
        let mut literals = Vec::new();
        if self.accept_mark('(')? {
            if kind == ::spirv::Decoration::BuiltIn && matches!(self.token, Token::Word(_)) {
                let built_in: ::spirv::BuiltIn = self.spirv_name("a built-in")?;
                literals.push(built_in as u32);
                if self.accept_mark(',')? {
                    literals.extend(self.numbers()?);
                }
            } else {
                literals = self.numbers()?;
            }
            self.mark(')')?;
        }
        let literals = literals.into();
        Ok(Decoration { kind, literals })
    }
}
