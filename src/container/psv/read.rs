//! Bytes to [`PipelineStateValidation`].

use super::data::{
    DependencyMasks, PipelineStateValidation, PsvResource, PsvResourceFlags, PsvResourceType,
    PsvSignatureElement,
};
use super::runtime_info;
use super::runtime_info::RuntimeInfo;
use crate::container::dxbc::Container;
use crate::container::fourcc::FourCc;
use crate::container::kinds::{ComponentType, InterpolationMode, ResourceKind, SemanticKind};
use crate::container::program::ShaderKind;
use crate::container::reader::Reader;
use crate::error::Result;
use crate::limits;

impl<'a> PipelineStateValidation<'a> {
    /// Reads the payload of part PSV0. `kind` is the stage, which version 0 doesn't record.
    pub fn parse(payload: &'a [u8], kind: Option<ShaderKind>) -> Result<Self> {
        let mut reader = Reader::new("PSV0", payload);
        let size = reader.u32("size of the runtime info")?;
        let (mut info, layout) = runtime_info::parse(reader.window(size as usize, "runtime info")?, kind)?;
        let resources = resources(&mut reader)?;
        let mut psv = Self {
            version: layout.version,
            info,
            resources,
            inputs: Vec::new(),
            outputs: Vec::new(),
            patch_constants: Vec::new(),
            dependencies: DependencyMasks::default(),
        };
        if layout.version == 0 {
            return Ok(psv);
        }

        let size = reader.u32("size of the string table")?;
        let strings = reader.window(size as usize, "string table")?;
        let count = reader.u32("number of semantic indices")?;
        let indices = reader.records(count, 4, "semantic indices")?;
        if let Some(offset) = layout.entry_name {
            info.entry_name = Some(strings.at(offset, "the entry name")?.c_str("entry name")?);
        }
        psv.info = info;
        if layout.elements != [0; 3] {
            let at_stride = reader;
            let stride = reader.u32("size of a signature element")?;
            if stride < 16 {
                let message = format!("size {stride} of a signature element: expected at least 16");
                return Err(at_stride.malformed(message));
            }
            let tables = Tables {
                strings,
                indices,
                stride,
            };
            let [inputs, outputs, patch_constants] = layout.elements;
            psv.inputs = tables.elements(&mut reader, inputs)?;
            psv.outputs = tables.elements(&mut reader, outputs)?;
            psv.patch_constants = tables.elements(&mut reader, patch_constants)?;
        }
        psv.dependencies = dependencies(&mut reader, &info)?;
        Ok(psv)
    }
}

impl<'a> Container<'a> {
    /// The contents of part PSV0.
    pub fn pipeline_state_validation(&self) -> Result<Option<PipelineStateValidation<'a>>> {
        let Some(payload) = self.part(FourCc::PSV0) else {
            return Ok(None);
        };
        let kind = self.program().ok().map(|program| program.header.kind);
        PipelineStateValidation::parse(payload, kind).map(Some)
    }
}

fn resources(reader: &mut Reader<'_>) -> Result<Vec<PsvResource>> {
    let count = reader.u32("number of resources")?;
    if count == 0 {
        return Ok(Vec::new());
    }
    if count as usize > limits::MAX_PSV_RESOURCES {
        return Err(reader.limit(format!(
            "{count} resources, more than {}",
            limits::MAX_PSV_RESOURCES
        )));
    }
    let at_stride = *reader;
    let stride = reader.u32("size of a resource")?;
    if stride < 16 {
        return Err(at_stride.malformed(format!("size {stride} of a resource: expected at least 16")));
    }
    let mut records = reader.records(count, stride, "resources")?;
    let mut resources = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let mut record = records.window(stride as usize, "resource")?;
        resources.push(PsvResource {
            resource_type: PsvResourceType(record.u32("resource type")?),
            space: record.u32("register space")?,
            lower_bound: record.u32("lower bound")?,
            upper_bound: record.u32("upper bound")?,
            kind: if stride >= 24 {
                let kind = ResourceKind(record.u32("resource kind")?);
                Some((kind, PsvResourceFlags(record.u32("resource flags")?)))
            } else {
                None
            },
        });
    }
    Ok(resources)
}

struct Tables<'a> {
    strings: Reader<'a>,
    indices: Reader<'a>,
    stride: u32,
}

impl<'a> Tables<'a> {
    fn elements(&self, reader: &mut Reader<'a>, count: u8) -> Result<Vec<PsvSignatureElement<'a>>> {
        let mut records = reader.records(u32::from(count), self.stride, "signature elements")?;
        let mut elements = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            elements.push(self.element(records.window(self.stride as usize, "signature element")?)?);
        }
        Ok(elements)
    }

    fn element(&self, mut record: Reader<'a>) -> Result<PsvSignatureElement<'a>> {
        let semantic_name = record
            .follow(&self.strings, "a semantic name")?
            .c_str("semantic name")?;
        let first_index = record.u32("first semantic index")?;
        let [
            rows,
            start_row,
            cols,
            semantic_kind,
            component_type,
            interpolation,
            dynamic,
            _,
        ] = record.array("signature element")?;
        let mut indices = self
            .indices
            .at(first_index.saturating_mul(4), "semantic indices")?
            .records(u32::from(rows), 4, "semantic indices")?;
        let mut semantic_indices = Vec::with_capacity(usize::from(rows));
        for _ in 0..rows {
            semantic_indices.push(indices.u32("semantic index")?);
        }
        Ok(PsvSignatureElement {
            semantic_name,
            semantic_indices,
            cols: cols & 0xf,
            start: (cols & 0x40 != 0).then_some((start_row, (cols >> 4) & 3)),
            semantic_kind: SemanticKind(u32::from(semantic_kind)),
            component_type: ComponentType(u32::from(component_type)),
            interpolation: InterpolationMode(u32::from(interpolation)),
            dynamic_index_mask: dynamic & 0xf,
            output_stream: (dynamic >> 4) & 3,
        })
    }
}

/// Words of a mask with a bit for each component of `rows` rows.
fn mask_words(rows: u8) -> u32 {
    u32::from(rows).div_ceil(8)
}

fn dependencies(reader: &mut Reader<'_>, info: &RuntimeInfo<'_>) -> Result<DependencyMasks> {
    let mut masks = DependencyMasks::default();
    let mut words = |count: u32| -> Result<Vec<u32>> {
        let mut records = reader.records(count, 4, "dependency mask words")?;
        let mut words = Vec::with_capacity(count as usize);
        for _ in 0..count {
            words.push(records.u32("dependency mask")?);
        }
        Ok(words)
    };
    let table_words = |inputs: u8, outputs: u8| mask_words(outputs) * u32::from(inputs) * 4;

    // Only geometry shaders have more than one stream.
    let streams = if info.kind == Some(ShaderKind::Geometry) {
        4
    } else {
        1
    };
    if info.uses_view_id {
        for (mask, rows) in masks
            .view_id_outputs
            .iter_mut()
            .zip(info.output_vectors)
            .take(streams)
        {
            *mask = words(mask_words(rows))?;
        }
        if matches!(info.kind, Some(ShaderKind::Hull | ShaderKind::Mesh)) {
            masks.view_id_patch_constants = words(mask_words(info.patch_constant_vectors))?;
        }
    }
    if info.kind != Some(ShaderKind::Mesh) {
        for (table, rows) in masks
            .input_to_output
            .iter_mut()
            .zip(info.output_vectors)
            .take(streams)
        {
            *table = words(table_words(info.input_vectors, rows))?;
        }
    }
    if info.kind == Some(ShaderKind::Hull) {
        masks.input_to_patch_constant = words(table_words(info.input_vectors, info.patch_constant_vectors))?;
    }
    if info.kind == Some(ShaderKind::Domain) {
        masks.patch_constant_to_output = words(table_words(
            info.patch_constant_vectors,
            info.output_vectors.first().copied().unwrap_or(0),
        ))?;
    }
    Ok(masks)
}
