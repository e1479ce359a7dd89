//! The C interfaces of dxil2spirv.
//!
//! [`native`] is its own: data in, data out. [`compat`] offers the functions of dxil-spirv's C interface (version
//! 2.72), so that layers written against it can be linked with this library instead.
//!
//! What holds in both: no panic crosses into C ([`guard`]); nothing is shared between threads except what the
//! caller shares, apart from the log callback of `compat`, which its interface makes a thread's own; every pointer
//! that is handed out says in the header how long it lives. This is the one crate of the workspace with unsafe
//! code: what C promises is written at each block.

#![warn(missing_docs)]
#![warn(clippy::undocumented_unsafe_blocks)]

mod ahead;
pub mod compat;
mod guard;
#[cfg(feature = "testing")]
pub mod heap_mode;
pub mod native;
mod owned;
mod pointers;
#[cfg(feature = "pools")]
mod pools;
#[cfg(feature = "testing")]
pub mod testing;

#[cfg(feature = "pools")]
#[global_allocator]
static MEMORY: pools::Pools = pools::Pools;
