//! The tables of RDAT: its part directory, strings, index arrays and records.

use super::index_list::{IndexList, NULL_REF};
use crate::container::dxbc::Container;
use crate::container::fourcc::FourCc;
use crate::container::names::open_enum;
use crate::container::reader::Reader;
use crate::error::Result;
use crate::limits;

open_enum! {
    /// `RuntimeDataPartType`: what a part of RDAT is.
    pub struct RdatPartType(u32) {
        STRING_BUFFER = 1, "string_buffer";
        INDEX_ARRAYS = 2, "index_arrays";
        RESOURCE_TABLE = 3, "resource_table";
        FUNCTION_TABLE = 4, "function_table";
        RAW_BYTES = 5, "raw_bytes";
        SUBOBJECT_TABLE = 6, "subobject_table";
        NODE_ID_TABLE = 7, "node_id_table";
        NODE_SHADER_IO_ATTRIB_TABLE = 8, "node_shader_io_attrib_table";
        NODE_SHADER_FUNC_ATTRIB_TABLE = 9, "node_shader_func_attrib_table";
        IO_NODE_TABLE = 10, "io_node_table";
        NODE_SHADER_INFO_TABLE = 11, "node_shader_info_table";
        SIGNATURE_ELEMENT_TABLE = 13, "signature_element_table";
        VS_INFO_TABLE = 14, "vs_info_table";
        PS_INFO_TABLE = 15, "ps_info_table";
        HS_INFO_TABLE = 16, "hs_info_table";
        DS_INFO_TABLE = 17, "ds_info_table";
        GS_INFO_TABLE = 18, "gs_info_table";
        CS_INFO_TABLE = 19, "cs_info_table";
        MS_INFO_TABLE = 20, "ms_info_table";
        AS_INFO_TABLE = 21, "as_info_table";
    }
}

/// A part of RDAT.
#[derive(Clone, Copy, Debug)]
pub struct RdatPart<'a> {
    /// What it is.
    pub part_type: RdatPartType,
    reader: Reader<'a>,
}

impl<'a> RdatPart<'a> {
    /// Its bytes.
    pub fn data(&self) -> &'a [u8] {
        self.reader.data()
    }

    /// Its records, if it is a table.
    ///
    /// # Errors
    /// If it has no table header, or its records exceed it.
    pub fn table(&self) -> Result<RecordTable<'a>> {
        let mut reader = self.reader;
        let count = reader.u32("number of records")?;
        let stride = reader.u32("size of a record")?;
        if count as usize > limits::MAX_RUNTIME_RECORDS {
            return Err(reader.limit(format!(
                "{count} records, more than {}",
                limits::MAX_RUNTIME_RECORDS
            )));
        }
        if count > 0 && stride == 0 {
            return Err(reader.malformed("the size of a record is zero"));
        }
        let records = reader.records(count, stride, "records")?;
        Ok(RecordTable {
            part_type: self.part_type,
            count,
            stride,
            records,
        })
    }
}

/// A table of records of one size.
#[derive(Clone, Copy, Debug)]
pub struct RecordTable<'a> {
    /// What it holds.
    pub part_type: RdatPartType,
    count: u32,
    stride: u32,
    records: Reader<'a>,
}

impl<'a> RecordTable<'a> {
    /// Number of records.
    pub fn len(&self) -> u32 {
        self.count
    }
    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
    /// Bytes of a record.
    pub fn stride(&self) -> u32 {
        self.stride
    }
    /// The record with this index.
    pub fn record(&self, index: u32) -> Result<Reader<'a>> {
        if index >= self.count {
            return Err(self.records.malformed(format!(
                "record {index} of {}, which has {}",
                self.part_type, self.count
            )));
        }
        // Smaller than the table's size, which is a `usize`, hence no overflow that matters.
        let offset = index.saturating_mul(self.stride);
        self.records
            .at(offset, "a record")?
            .window(self.stride as usize, "record")
    }
    /// All records in order.
    pub fn records(&self) -> impl Iterator<Item = Result<Reader<'a>>> {
        let table = *self;
        (0..table.count).map(move |index| table.record(index))
    }
}

/// The contents of part RDAT.
#[derive(Clone, Debug)]
pub struct RuntimeData<'a> {
    /// Version; 0x10 is the first.
    pub version: u32,
    parts: Vec<RdatPart<'a>>,
}

impl<'a> RuntimeData<'a> {
    /// Reads the part directory of the payload of part RDAT.
    pub fn parse(payload: &'a [u8]) -> Result<Self> {
        let start = Reader::new("RDAT", payload);
        let mut reader = start;
        let version = reader.u32("runtime data version")?;
        if version < 0x10 {
            return Err(start.unsupported(format!(
                "runtime data version {version:#x}: expected 0x10 or more"
            )));
        }
        let count = reader.u32("number of runtime data parts")?;
        if count as usize > limits::MAX_PARTS {
            let message = format!("{count} runtime data parts, more than {}", limits::MAX_PARTS);
            return Err(reader.limit(message));
        }
        let mut offsets = reader.records(count, 4, "offsets of runtime data parts")?;
        let mut parts = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let mut reader = offsets.follow(&start, "a runtime data part")?;
            let part_type = RdatPartType(reader.u32("type of a runtime data part")?);
            let size = reader.u32("size of a runtime data part")?;
            let reader = reader.window(size as usize, "runtime data part")?;
            parts.push(RdatPart { part_type, reader });
        }
        Ok(Self { version, parts })
    }

    /// All parts in the directory's order.
    pub fn parts(&self) -> &[RdatPart<'a>] {
        &self.parts
    }

    /// The first part of this type.
    pub fn part(&self, part_type: RdatPartType) -> Option<&RdatPart<'a>> {
        self.parts.iter().find(|part| part.part_type == part_type)
    }

    /// The first part of this type as a table; an empty one if there is none.
    pub fn table(&self, part_type: RdatPartType) -> Result<RecordTable<'a>> {
        match self.part(part_type) {
            Some(part) => part.table(),
            None => {
                let records = Reader::new("RDAT", &[]);
                Ok(RecordTable {
                    part_type,
                    count: 0,
                    stride: 0,
                    records,
                })
            }
        }
    }

    /// A string by its offset in the string buffer; empty for a null reference.
    pub fn string(&self, offset: u32) -> Result<&'a str> {
        if offset == NULL_REF {
            return Ok("");
        }
        self.window(RdatPartType::STRING_BUFFER)
            .at(offset, "a string")?
            .c_str("string")
    }

    /// A list by its index in the index arrays; empty for a null reference.
    pub fn index_list(&self, index: u32) -> Result<IndexList<'a>> {
        let words = self.window(RdatPartType::INDEX_ARRAYS);
        IndexList::parse(words, index)
    }

    /// A slice of the raw bytes; empty for a null reference.
    pub fn bytes(&self, offset: u32, size: u32) -> Result<&'a [u8]> {
        if offset == NULL_REF || size == 0 {
            return Ok(&[]);
        }
        self.window(RdatPartType::RAW_BYTES)
            .at(offset, "raw bytes")?
            .bytes(size as usize, "raw bytes")
    }

    fn window(&self, part_type: RdatPartType) -> Reader<'a> {
        self.part(part_type)
            .map_or(Reader::new("RDAT", &[]), |part| part.reader)
    }
}

impl<'a> Container<'a> {
    /// The contents of part RDAT.
    pub fn runtime_data(&self) -> Result<Option<RuntimeData<'a>>> {
        self.part(FourCc::RDAT).map(RuntimeData::parse).transpose()
    }
}
