//! Modules that DXC does not write, assembled by hand, and entry points.

mod arrays;
mod assembler;
mod entries;
mod operations;
mod pointers;
mod structs;
mod vectors;
