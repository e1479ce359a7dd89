//! Bytes to [`RootSignature`].
//!
//! Every block (parameters, each parameter's payload, ranges, samplers) is found by its offset, so layouts
//! other than the usual one are read too. What the file may claim is bounded by its size, except ranges, which
//! several tables may share: those have a bound of their own.

use super::data::{
    DescriptorRange, DescriptorRangeType, DescriptorTable, RootConstants, RootDescriptor, RootParameter,
    RootParameterKind, RootSignature, RootSignatureVersion,
};
use super::flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, ShaderVisibility};
use super::sampler::{
    BorderColor, ComparisonFunc, Filter, FloatBits, SamplerFlags, StaticSampler, TextureAddressMode,
};
use crate::container::dxbc::Container;
use crate::container::fourcc::FourCc;
use crate::container::reader::Reader;
use crate::error::{Error, Result};
use crate::limits;

impl RootSignature {
    /// Reads the payload of an RTS0 part.
    pub fn from_raw(payload: &[u8]) -> Result<Self> {
        let start = Reader::new("RTS0", payload);
        let mut header = start;
        let word = header.u32("root signature version")?;
        let Some(version) = RootSignatureVersion::from_raw(word) else {
            return Err(start.unsupported(format!(
                "root signature version word {word}: expected 1 (1.0), 2 (1.1) or 3 (1.2)"
            )));
        };
        let parameter_count = header.u32("number of root parameters")?;
        let parameters_offset = header;
        header.u32("offset of root parameters")?;
        let sampler_count = header.u32("number of static samplers")?;
        let samplers_offset = header;
        header.u32("offset of static samplers")?;
        let flags = RootSignatureFlags(header.u32("root signature flags")?);

        let mut read = Read {
            start,
            version,
            ranges_left: limits::MAX_ROOT_RANGES,
        };
        Ok(Self {
            version,
            flags,
            parameters: read.parameters(parameter_count, parameters_offset)?,
            static_samplers: read.samplers(sampler_count, samplers_offset)?,
        })
    }

    /// Reads a root signature from a file: a container with an RTS0 part, or the payload of one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.starts_with(&FourCc::DXBC.0) {
            let container = Container::parse(bytes)?;
            return match container.root_signature()? {
                Some(signature) => Ok(signature),
                None => {
                    let found = container.describe_parts();
                    Err(Error::malformed(format!(
                        "the container has no RTS0 part (it has {found})"
                    )))
                }
            };
        }
        match bytes.first_chunk::<4>().map(|word| u32::from_le_bytes(*word)) {
            Some(1..=3) => Self::from_raw(bytes),
            _ => Err(Error::malformed(
                "not a root signature: expected a DXBC container, or a payload that starts with the version \
                 word 1, 2 or 3",
            )
            .at_byte(0)),
        }
    }
}

struct Read<'a> {
    start: Reader<'a>,
    version: RootSignatureVersion,
    ranges_left: usize,
}

impl<'a> Read<'a> {
    fn parameters(&mut self, count: u32, mut offset: Reader<'a>) -> Result<Vec<RootParameter>> {
        if count == 0 {
            // Serialisers may leave the offset of an empty list unset.
            return Ok(Vec::new());
        }
        let mut records =
            offset
                .follow(&self.start, "root parameters")?
                .records(count, 12, "root parameters")?;
        let mut parameters = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let at = records;
            let raw_type = records.u32("root parameter type")?;
            let visibility = self.visibility(&mut records)?;
            let payload = records.follow(&self.start, "a root parameter")?;
            let kind = match raw_type {
                0 => RootParameterKind::DescriptorTable(self.table(payload)?),
                1 => RootParameterKind::Constants(self.constants(payload)?),
                2 => RootParameterKind::Cbv(self.descriptor(payload)?),
                3 => RootParameterKind::Srv(self.descriptor(payload)?),
                4 => RootParameterKind::Uav(self.descriptor(payload)?),
                _ => {
                    return Err(at.malformed(format!(
                        "root parameter type {raw_type}: expected a value from 0 to 4"
                    )));
                }
            };
            parameters.push(RootParameter { visibility, kind });
        }
        Ok(parameters)
    }

    fn visibility(&self, reader: &mut Reader<'_>) -> Result<ShaderVisibility> {
        let at = *reader;
        let raw = reader.u32("shader visibility")?;
        ShaderVisibility::from_raw(raw)
            .ok_or_else(|| at.malformed(format!("shader visibility {raw}: expected a value from 0 to 7")))
    }

    fn table(&mut self, mut reader: Reader<'a>) -> Result<DescriptorTable> {
        let count = reader.u32("number of descriptor ranges")?;
        if count == 0 {
            return Ok(DescriptorTable::default());
        }
        let flagged = self.version >= RootSignatureVersion::V1_1;
        let stride = if flagged { 24 } else { 20 };
        let mut records =
            reader
                .follow(&self.start, "descriptor ranges")?
                .records(count, stride, "descriptor ranges")?;
        self.ranges_left = self.ranges_left.checked_sub(count as usize).ok_or_else(|| {
            records.limit(format!("more than {} descriptor ranges", limits::MAX_ROOT_RANGES))
        })?;
        let mut ranges = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let at = records;
            let raw_type = records.u32("descriptor range type")?;
            let range_type = DescriptorRangeType::from_raw(raw_type).ok_or_else(|| {
                at.malformed(format!(
                    "descriptor range type {raw_type}: expected a value from 0 to 3"
                ))
            })?;
            ranges.push(DescriptorRange {
                range_type,
                num_descriptors: records.u32("number of descriptors")?,
                base_shader_register: records.u32("base shader register")?,
                register_space: records.u32("register space")?,
                flags: if flagged {
                    DescriptorRangeFlags(records.u32("descriptor range flags")?)
                } else {
                    DescriptorRangeFlags::NONE
                },
                offset_in_descriptors_from_table_start: records.u32("offset in descriptors")?,
            });
        }
        Ok(DescriptorTable { ranges })
    }

    fn constants(&self, mut reader: Reader<'_>) -> Result<RootConstants> {
        Ok(RootConstants {
            shader_register: reader.u32("shader register")?,
            register_space: reader.u32("register space")?,
            num_32bit_values: reader.u32("number of root constants")?,
        })
    }

    fn descriptor(&self, mut reader: Reader<'_>) -> Result<RootDescriptor> {
        Ok(RootDescriptor {
            shader_register: reader.u32("shader register")?,
            register_space: reader.u32("register space")?,
            flags: if self.version >= RootSignatureVersion::V1_1 {
                RootDescriptorFlags(reader.u32("root descriptor flags")?)
            } else {
                RootDescriptorFlags::NONE
            },
        })
    }

    fn samplers(&self, count: u32, mut offset: Reader<'a>) -> Result<Vec<StaticSampler>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let flagged = self.version >= RootSignatureVersion::V1_2;
        let stride = if flagged { 56 } else { 52 };
        let mut records =
            offset
                .follow(&self.start, "static samplers")?
                .records(count, stride, "static samplers")?;
        let mut samplers = Vec::with_capacity(count as usize);
        for _ in 0..count {
            samplers.push(StaticSampler {
                filter: Filter(records.u32("filter")?),
                address_u: TextureAddressMode(records.u32("address mode u")?),
                address_v: TextureAddressMode(records.u32("address mode v")?),
                address_w: TextureAddressMode(records.u32("address mode w")?),
                mip_lod_bias: FloatBits(records.u32("mip LOD bias")?),
                max_anisotropy: records.u32("maximum anisotropy")?,
                comparison_func: ComparisonFunc(records.u32("comparison function")?),
                border_color: BorderColor(records.u32("border colour")?),
                min_lod: FloatBits(records.u32("minimum LOD")?),
                max_lod: FloatBits(records.u32("maximum LOD")?),
                shader_register: records.u32("shader register")?,
                register_space: records.u32("register space")?,
                visibility: self.visibility(&mut records)?,
                flags: if flagged {
                    SamplerFlags(records.u32("sampler flags")?)
                } else {
                    SamplerFlags::NONE
                },
            });
        }
        Ok(samplers)
    }
}
