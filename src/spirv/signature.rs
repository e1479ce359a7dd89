//! What tools are told of the root signature, by instructions that change nothing (NonSemantic.dxil-spirv.signature).
//!
//! Instruction 0 says where a root parameter lies that the shader uses: its kind, its number, and two numbers more, offset
//! and size in bytes in the block of root parameters, or set and binding. Instruction 1 has data: a name, then words, and
//! bytes where no word is left. Readers: the capture exporter for RenderDoc that vkd3d-proton's
//! `docs/single_dispatch_capture.md` is about.

use super::capabilities::V1_6;
use super::emitter::Emitter;
use super::told::RootSignatureUse;
use crate::ir::Type;
use ::spirv::{Capability, Op};

/// Where a root parameter lies.
const ROOT_PARAMETER: u32 = 0;
/// Data under a name.
const DATA: u32 = 1;
/// Most bytes in one instruction: an instruction has 65,535 words.
const MOST_BYTES: usize = 1 << 16;

impl Emitter<'_> {
    /// Declares what tools are told.
    pub fn declare_signature(&mut self, signature: &RootSignatureUse) {
        for used in &signature.parameters {
            let mut operands = vec![self.debug_string(used.kind), self.u32_constant(used.parameter)];
            operands.extend(used.place.map(|number| self.u32_constant(number)));
            self.tell(ROOT_PARAMETER, &operands);
        }
        if let Some(container) = &signature.container {
            self.tell_data("RootSignature", container);
        }
        let options = self.options;
        for data in &options.tool_information.data {
            self.tell_data(&data.tag, &data.data);
        }
    }

    fn tell_data(&mut self, tag: &str, data: &[u8]) {
        for data in data.chunks(MOST_BYTES) {
            let mut operands = Vec::with_capacity(data.len() / 4 + 4);
            operands.push(self.debug_string(tag));
            let (words, rest) = data.as_chunks::<4>();
            operands.extend(
                words
                    .iter()
                    .map(|word| self.u32_constant(u32::from_le_bytes(*word))),
            );
            operands.extend(rest.iter().map(|byte| self.u8_constant(*byte)));
            self.tell(DATA, &operands);
        }
    }

    /// The id of a constant of 8 bits, one more for each that is asked for.
    fn u8_constant(&mut self, value: u8) -> u32 {
        self.requirements.need(Capability::Int8);
        let ty = self.ty(Type::I8);
        let id = self.new_id();
        self.types.inst(Op::Constant, &[ty, id, value.into()]);
        id
    }

    fn tell(&mut self, instruction: u32, operands: &[u32]) {
        if self.signature_set == 0 {
            self.signature_set = self.new_id();
            if self.version < V1_6 {
                self.requirements.extension("SPV_KHR_non_semantic_info");
            }
        }
        let (void, id, set) = (self.ty(Type::VOID), self.new_id(), self.signature_set);
        let section = &mut self.sources.declarations;
        let mark = section.begin(Op::ExtInst);
        section.extend(&[void, id, set, instruction]);
        section.extend(operands);
        section.end(mark);
    }
}
