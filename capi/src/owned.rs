//! A parsed shader that owns the bytes that it was parsed from.

use crate::ahead;
use dxil2spirv::error::Result;
use dxil2spirv::pipeline::{Context, Request, Shader, Translation};
use std::marker::PhantomPinned;

/// A [`Shader`] together with its bytes, for handles that outlive the caller's.
#[derive(Debug)]
pub struct OwnedShader {
    /// Borrows from `bytes`. Never handed out with its pretended lifetime, and gone before them: it is there until the
    /// whole is dropped.
    shader: Option<Box<Shader<'static>>>,
    bytes: Box<[u8]>,
    _pinned: PhantomPinned,
}

impl OwnedShader {
    /// Parses a copy of `bytes`.
    ///
    /// # Errors
    /// As [`Shader::parse`].
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let _call = ahead::Call::begin();
        let bytes: Box<[u8]> = bytes.into();
        let start = bytes.as_ptr();
        // SAFETY: the heap allocation stays where it is when the box moves, is never written to, and lives as long
        // as `shader`, which is private to this struct and dropped before it.
        let borrowed: &'static [u8] = unsafe { std::slice::from_raw_parts(start, bytes.len()) };
        Ok(Self {
            shader: Some(Context::of_thread(|context| {
                context.parse(borrowed).map(Box::new)
            })?),
            bytes,
            _pinned: PhantomPinned,
        })
    }

    /// The shader.
    pub fn shader(&self) -> &Shader<'_> {
        match &self.shader {
            Some(shader) => shader,
            None => unreachable!("the shader is there until the whole is dropped"),
        }
    }

    /// Translates it.
    ///
    /// # Errors
    /// As [`Shader::translate`].
    pub fn translate(&self, request: Request<'_>) -> Result<Translation> {
        let _call = ahead::Call::begin();
        self.shader().translate(request)
    }

    /// What it was parsed from.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for OwnedShader {
    fn drop(&mut self) {
        let _call = ahead::Call::short();
        if let Some(shader) = self.shader.take() {
            Context::keep_for_thread(*shader);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OwnedShader;
    use dxil2spirv::pipeline::{Context, Request, translate};

    const SHADERS: [&[u8]; 2] = [
        include_bytes!("../../testdata/shaders/binding/sample.dxil"),
        include_bytes!("../../testdata/shaders/control-flow/nested_loops.dxil"),
    ];

    fn words(shader: &OwnedShader) -> Vec<u32> {
        let made = shader.shader().translate(Request::new());
        made.expect("it translates").words
    }

    #[test]
    fn shaders_use_a_threads_memory_in_any_order() {
        let expected = SHADERS.map(|bytes| translate(bytes, Request::new()).expect("it translates").words);
        for round in 0..4 {
            let [first, second] = SHADERS.map(|bytes| OwnedShader::parse(bytes).expect("it parses"));
            // As from a callback of a translation.
            let inside = Context::of_thread(|_| words(&second));
            assert!(inside == expected[1]);
            if round == 1 {
                Context::forget_of_thread();
            }
            assert!(words(&first) == expected[0]);
            if round == 2 {
                drop(second);
            }
            assert!(words(&first) == expected[0]);
            let other = std::thread::spawn(move || {
                let made = words(&first);
                drop(first);
                made
            });
            assert!(other.join().expect("no panic") == expected[0]);
        }
    }
}
