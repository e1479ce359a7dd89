//! What there is to tell tools of a root signature, and the set of the instructions that do ([`signature`](super::signature)).

use super::words::Section;
use ::spirv::Op;

/// The name of the instruction set.
const SET: &str = "NonSemantic.dxil-spirv.signature";

/// A root parameter that a shader uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootParameterUse {
    /// What it is used as: `SRV`, `UAV`, `CBV`, `Constant`, `ResourceTable`, `SamplerTable`; behind `Push`, a descriptor.
    pub kind: &'static str,
    /// Its number in the root signature.
    pub parameter: u32,
    /// Offset and size in bytes; of a descriptor, set and binding.
    pub place: [u32; 2],
}

/// What tools are told of a root signature besides what options say.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RootSignatureUse {
    /// The parameters that the shader uses, each once.
    pub parameters: Vec<RootParameterUse>,
    /// The root signature, as a container.
    pub container: Option<Vec<u8>>,
}

/// The import of the instruction set, where `set` is its id.
pub(super) fn import(set: u32, words: &mut Section) {
    if set != 0 {
        let mark = words.begin(Op::ExtInstImport);
        words.push(set);
        words.string(SET);
        words.end(mark);
    }
}
