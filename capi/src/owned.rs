//! A parsed shader that owns the bytes that it was parsed from, and the memory that a thread's shaders use one after the
//! other.

use dxil2spirv::error::Result;
use dxil2spirv::pipeline::{Context, Shader};
use std::cell::Cell;
use std::marker::PhantomPinned;

/// Bytes of the largest shaders whose memory is kept.
const LARGEST: usize = 256 << 10;

thread_local! {
    /// Taken while it is in use, so that callbacks of a translation may use the library too: they have another.
    static CONTEXT: Cell<Option<Box<Context>>> = const { Cell::new(None) };
    /// Whether there has been one: one that is first touched behind the allocations of its thread is dropped before
    /// what keeps their memory.
    static USED: Cell<bool> = const { Cell::new(false) };
}

/// Lets `body` use the thread's memory.
pub fn with_context<T>(body: impl FnOnce(&mut Context) -> T) -> T {
    USED.set(true);
    let mut context = CONTEXT.try_with(Cell::take).ok().flatten().unwrap_or_default();
    let result = body(&mut context);
    // At the end of the thread there is no place for it any more.
    let _ = CONTEXT.try_with(|place| place.set(Some(context)));
    result
}

/// Gives the thread's memory back.
pub fn forget_context() {
    if USED.get() {
        let _ = CONTEXT.try_with(|place| place.set(None));
    }
}

/// A [`Shader`] together with its bytes, for handles that outlive the caller's.
#[derive(Debug)]
pub struct OwnedShader {
    /// Borrows from `bytes`. Never handed out with its pretended lifetime, and gone before them: it is there until the
    /// whole is dropped.
    shader: Option<Shader<'static>>,
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
            shader: Some(with_context(|context| context.parse(borrowed))?),
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

    /// What it was parsed from.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for OwnedShader {
    fn drop(&mut self) {
        match self.shader.take() {
            Some(shader) if self.bytes.len() <= LARGEST => with_context(|context| context.keep(shader)),
            // What it took in translations goes too.
            _ => forget_context(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OwnedShader, forget_context, with_context};
    use dxil2spirv::pipeline::{Request, translate};

    const SHADERS: [&[u8]; 2] = [
        include_bytes!("../../testdata/shaders/binding/sample.dxil"),
        include_bytes!("../../testdata/shaders/control-flow/nested_loops.dxil"),
    ];

    fn words(shader: &OwnedShader) -> Vec<u32> {
        let made = with_context(|context| shader.shader().translate_in(Request::new(), context));
        made.expect("it translates").words
    }

    #[test]
    fn shaders_use_a_threads_memory_in_any_order() {
        let expected = SHADERS.map(|bytes| translate(bytes, Request::new()).expect("it translates").words);
        for round in 0..4 {
            let [first, second] = SHADERS.map(|bytes| OwnedShader::parse(bytes).expect("it parses"));
            // As from a callback of a translation.
            let inside = with_context(|_| words(&second));
            assert!(inside == expected[1]);
            if round == 1 {
                forget_context();
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
