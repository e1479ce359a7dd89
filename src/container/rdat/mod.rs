//! RDAT: runtime data of libraries: resources, functions, subobjects, work graph nodes.
//!
//! In: the part's payload. Out: [`RuntimeData`], tables that give a record when asked for it. What holds:
//! reading costs what is asked for; records are read by their table's stride, so longer records of newer
//! versions are read as far as they are known; tables without a reader here stay available as raw records.
//!
//! Spec: DXC's `DxilRuntimeReflection.h` and `RDAT_LibraryTypes.inl`, `RDAT_SubobjectTypes.inl`.

mod index_list;
mod library;
mod records;
mod subobject;
pub(super) mod tables;
#[cfg(test)]
mod tests;

pub use index_list::IndexList;
pub use library::Library;
pub use records::{FunctionExtension, FunctionRecord, ResourceFlags, ResourceRecord, ShaderFlags};
pub use subobject::{HitGroupType, RaytracingPipelineFlags, StateObjectFlags, Subobject, SubobjectKind};
pub use tables::{RdatPart, RdatPartType, RecordTable, RuntimeData};
