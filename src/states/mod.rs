//! Which states a shader needs its resources in, and which barriers two uses need between them: what a state tracker
//! asks, in D3D12's terms and in Vulkan's.
//!
//! In: the [reflection](crate::reflection) of a translated shader, whose access facts over-approximate. Out: plain
//! data, [`Needs`] of each resource and [`Barrier`]s. No device, no IR; tables of facts in [`d3d12`] and [`vulkan`].
//!
//! What holds:
//! - A [`Unit`] is what hazards are tracked by: the data of a resource, and apart from it its UAV counter.
//! - [`Unit::merge`] is associative and commutative: stages of a pipeline, pipelines of a pass.
//! - A barrier is for memory *accesses*: a resource that is unused, or only asked for its dimensions, needs nothing;
//!   so do samplers and root constants.
//! - `globallycoherent` and ordered accesses are about one dispatch or draw and replace no barrier between two.
//!
//! ```no_run
//! # fn main() -> Result<(), dxil2spirv::Error> {
//! use dxil2spirv::pipeline::{Request, translate};
//! let shader = std::fs::read("shader.dxil").unwrap_or_default();
//! let result = translate(&shader, Request::new())?;
//! for (index, needs) in dxil2spirv::states::reflection_needs(&result.reflection) {
//!     let resource = &result.reflection.resources[index];
//!     println!("{}: {needs}", resource.name);
//! }
//! # Ok(())
//! # }
//! ```

mod barrier;
pub mod d3d12;
mod shape;
#[cfg(test)]
mod tests;
mod unit;
pub mod vulkan;

pub use barrier::{Barrier, BarrierOptions, D3d12Barrier, LegacyBarrier, Overlap, VulkanBarrier, barrier};
pub use d3d12::{D3d12Needs, Queue};
pub use shape::{Shape, Stages};
pub use unit::{Hazards, Needs, Unit, needs, reflection_needs};
pub use vulkan::VulkanNeeds;
