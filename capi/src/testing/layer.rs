//! What a layer says beyond bindings: plain data of a case.

use dxil2spirv::reflection::{IoElement, Reflection};
use dxil2spirv::shader::Stage;
use std::ffi::c_int;

/// An option of the interface with its values.
#[derive(Clone, Debug)]
pub enum Setting {
    /// A tag, and flags, one byte each.
    Flags(c_int, Vec<bool>),
    /// A tag, and numbers, a word each.
    Numbers(c_int, Vec<u32>),
    /// A tag, a number, and a flag.
    NumberAndFlag(c_int, u32, bool),
}

/// The largest option.
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug)]
pub struct Structure([u8; 48]);

impl Setting {
    /// The option as it lies in memory.
    pub fn structure(&self) -> Structure {
        let flag = |flag: &bool| u8::from(*flag);
        let (tag, rest) = match self {
            Self::Flags(tag, flags) => (tag, flags.iter().map(flag).collect()),
            Self::Numbers(tag, numbers) => (tag, numbers.iter().flat_map(|n| n.to_ne_bytes()).collect()),
            Self::NumberAndFlag(tag, number, on) => {
                let mut bytes = number.to_ne_bytes().to_vec();
                bytes.push(flag(on));
                (tag, bytes)
            }
        };
        let bytes: Vec<u8> = tag.to_ne_bytes().into_iter().chain(rest).collect();
        let mut structure = [0; 48];
        for (place, byte) in structure.iter_mut().zip(bytes) {
            *place = byte;
        }
        Structure(structure)
    }
}

/// An output that a stream output buffer takes.
#[derive(Clone, Debug)]
pub struct Stream {
    /// Semantic.
    pub semantic: &'static str,
    /// Its index.
    pub index: u32,
    /// Number of the buffer.
    pub buffer: u32,
    /// Bytes from one vertex to the next.
    pub stride: u32,
    /// Byte offset of the first component.
    pub offset: u32,
}

/// What a case asks of the interface beyond what its options and the reflection say.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Options, set after those that follow from the case's.
    pub settings: Vec<Setting>,
    /// Whether inputs and outputs, all but render targets, are at other locations than the shaders have them.
    pub moved: bool,
    /// Where inputs of pixel shaders are: semantic, its index, location, component.
    pub links: Vec<(&'static str, u32, u32, u32)>,
    /// What stream output takes.
    pub streams: Vec<Stream>,
    /// Whether no callback is set for resources: registers and spaces decide.
    pub no_callbacks: bool,
    /// Whether ranges without end are refused; a single register is what the layer has.
    pub refuse_unbounded: bool,
    /// Whether counters in heaps are of no type that is named.
    pub untyped_counters: bool,
    /// Whether the heap's size is that of its memory; else a uniform buffer says it.
    pub heap_view: bool,
    /// Whether the heap's memory is shown as acceleration structures, instead of by a meta descriptor.
    pub heap_by_callback: bool,
    /// Meta descriptors: which, kind, set, binding.
    pub metas: Vec<(c_int, c_int, u32, u32)>,
}

impl Layer {
    /// Where an output of a vertex shader or an input of another one is.
    pub fn moved(&self, stage: Stage, element: &IoElement) -> Option<(u32, u32)> {
        let (location, component) = (element.location?, element.component);
        let named = |link: &&(&str, u32, u32, u32)| (link.0, link.1) == (&*element.semantic, element.index);
        let link = self.links.iter().find(named).filter(|_| stage != Stage::Vertex);
        Some(match (link, self.moved) {
            (Some(&(.., location, component)), _) => (location, component),
            // Elements that share a row come apart, and rows of one element stay together.
            (None, true) => (4 * location + component + 1, component),
            (None, false) => (location, component),
        })
    }

    /// Where a vertex attribute is.
    pub fn moved_attribute(&self, _: Stage, element: &IoElement) -> Option<(u32, u32)> {
        let location = element.location?;
        Some(match self.moved {
            true => (2 * location + 1, 0),
            false => (location, element.component),
        })
    }

    /// Changes a reflection to what it is with all this.
    pub fn apply(&self, reflection: &mut Reflection) {
        let stage = reflection.stage;
        let between = match stage {
            Stage::Vertex => &mut reflection.outputs,
            _ => &mut reflection.inputs,
        };
        for element in between {
            if let Some((location, component)) = self.moved(stage, element) {
                (element.location, element.component) = (Some(location), component);
            }
        }
        if stage == Stage::Vertex {
            for element in &mut reflection.inputs {
                element.location = self.moved_attribute(stage, element).map(|(location, _)| location);
            }
        }
    }
}
