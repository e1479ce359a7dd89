//! A parsed shader that owns the bytes that it was parsed from.

use dxil2spirv::error::Result;
use dxil2spirv::pipeline::Shader;
use std::marker::PhantomPinned;

/// A [`Shader`] together with its bytes, for handles that outlive the caller's.
#[derive(Debug)]
pub struct OwnedShader {
    /// Borrows from `bytes`. Never handed out with its pretended lifetime, and first in order, so dropped first.
    shader: Shader<'static>,
    bytes: Box<[u8]>,
    _pinned: PhantomPinned,
}

impl OwnedShader {
    /// Parses a copy of `bytes`.
    ///
    /// # Errors
    /// As [`Shader::parse`].
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let bytes: Box<[u8]> = bytes.into();
        let start = bytes.as_ptr();
        // SAFETY: the heap allocation stays where it is when the box moves, is never written to, and lives as long
        // as `shader`, which is private to this struct and dropped before it.
        let borrowed: &'static [u8] = unsafe { std::slice::from_raw_parts(start, bytes.len()) };
        Ok(Self {
            shader: Shader::parse(borrowed)?,
            bytes,
            _pinned: PhantomPinned,
        })
    }

    /// The shader.
    pub fn shader(&self) -> &Shader<'_> {
        &self.shader
    }

    /// What it was parsed from.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
