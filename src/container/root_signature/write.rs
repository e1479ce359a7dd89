//! [`RootSignature`] to bytes, in the layout of DXC and of D3D12's serialiser: header, parameters, then each
//! parameter's payload (a table's ranges directly behind it), then static samplers. What was read from that
//! layout comes back byte for byte.

use super::data::{DescriptorTable, RootParameterKind, RootSignature, RootSignatureVersion};
use crate::container::fourcc::FourCc;
use crate::container::writer::ContainerWriter;

impl RootSignature {
    /// The payload of an RTS0 part. Flags that the version doesn't have are not written.
    pub fn to_raw(&self) -> Vec<u8> {
        let mut out = Words(Vec::new());
        out.push(self.version.to_raw());
        out.push_count(self.parameters.len());
        out.push(24);
        out.push_count(self.static_samplers.len());
        let samplers_offset = out.reserve();
        out.push(self.flags.0);

        let mut payload_offsets = Vec::with_capacity(self.parameters.len());
        for parameter in &self.parameters {
            out.push(parameter.kind.to_raw());
            out.push(parameter.visibility.to_raw());
            payload_offsets.push(out.reserve());
        }
        let flagged = self.version >= RootSignatureVersion::V1_1;
        for (parameter, offset) in self.parameters.iter().zip(payload_offsets) {
            out.fill(offset);
            match &parameter.kind {
                RootParameterKind::DescriptorTable(table) => out.table(table, flagged),
                RootParameterKind::Constants(constants) => {
                    out.push(constants.shader_register);
                    out.push(constants.register_space);
                    out.push(constants.num_32bit_values);
                }
                RootParameterKind::Cbv(descriptor)
                | RootParameterKind::Srv(descriptor)
                | RootParameterKind::Uav(descriptor) => {
                    out.push(descriptor.shader_register);
                    out.push(descriptor.register_space);
                    if flagged {
                        out.push(descriptor.flags.0);
                    }
                }
            }
        }

        out.fill(samplers_offset);
        for sampler in &self.static_samplers {
            for word in [
                sampler.filter.0,
                sampler.address_u.0,
                sampler.address_v.0,
                sampler.address_w.0,
                sampler.mip_lod_bias.0,
                sampler.max_anisotropy,
                sampler.comparison_func.0,
                sampler.border_color.0,
                sampler.min_lod.0,
                sampler.max_lod.0,
                sampler.shader_register,
                sampler.register_space,
                sampler.visibility.to_raw(),
            ] {
                out.push(word);
            }
            if self.version >= RootSignatureVersion::V1_2 {
                out.push(sampler.flags.0);
            }
        }
        out.0
    }

    /// A signed container that holds just this root signature.
    pub fn to_container(&self) -> Vec<u8> {
        let mut writer = ContainerWriter::new();
        writer.part(FourCc::RTS0, &self.to_raw());
        writer.finish()
    }
}

struct Words(Vec<u8>);

impl Words {
    fn push(&mut self, word: u32) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }
    fn push_count(&mut self, count: usize) {
        self.push(count as u32);
    }
    /// A word to be filled in with an offset later.
    fn reserve(&mut self) -> usize {
        let at = self.0.len();
        self.push(0);
        at
    }
    /// Makes the reserved word at `at` the offset of what is pushed next.
    fn fill(&mut self, at: usize) {
        let offset = self.0.len() as u32;
        if let Some(word) = self.0.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<4>()) {
            *word = offset.to_le_bytes();
        }
    }
    fn table(&mut self, table: &DescriptorTable, flagged: bool) {
        self.push_count(table.ranges.len());
        let ranges_offset = self.reserve();
        self.fill(ranges_offset);
        for range in &table.ranges {
            self.push(range.range_type.to_raw());
            self.push(range.num_descriptors);
            self.push(range.base_shader_register);
            self.push(range.register_space);
            if flagged {
                self.push(range.flags.0);
            }
            self.push(range.offset_in_descriptors_from_table_start);
        }
    }
}
