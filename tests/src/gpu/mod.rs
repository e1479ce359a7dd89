//! Runs execution cases on a Vulkan device.
//!
//! In: a [`Case`](crate::case::Case). Out: nothing, or a message with what differs. Descriptor set layouts, push
//! constants and vertex locations come from the library's reflection alone, as its JSON says it. For heaps this module
//! plays the layer above: it chooses where each table starts, fills the heap, and pushes the offset; and it fills the
//! buffers beside the resources (sizes of heaps, offsets of views, addresses of counters, descriptor QA).
//!
//! The one module of the project with `unsafe`: calls of Vulkan. What they rely on, stated once: a case runs on one thread
//! and its handles come from the one [`Device`](device::Device) of that thread, which is never destroyed; a
//! [`Scope`](scope::Scope) destroys what it made only after the fence of its last submission was waited for; structures
//! passed to Vulkan borrow locals that outlive the call.

pub mod device;
pub mod format;
pub mod timing;

mod bind;
mod compute;
mod draw;
mod graph;
mod module;
mod rays;
mod run;
mod samples;
mod scope;
mod shared_views;
mod tracing;
mod transfer;

pub use bind::first_register;
pub use device::{choose_driver, compile_quickly, is_device_chosen, lanes};
pub use module::BEYOND_C;
pub use run::{contents, run};
