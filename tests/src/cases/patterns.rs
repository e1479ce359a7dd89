//! Generated patterns of loads and stores, with every choice of what makes vectors and without any: what each thread finds is
//! what [`Pattern::run`] says, word by word.

use super::harness::{descriptor, reflection, resource};
use crate::case::{Case, List, Need, Source, Work};
use crate::patterns::Pattern;
use dxil2spirv::ir::parse::parse_module;
use dxil2spirv::options::{Optimizations, Options};
use dxil2spirv::reflection::DescriptorType;
use dxil2spirv::shader::{ResourceKind, Stage};
use dxil2spirv::{pipeline, spirv};

/// How many programs the suite runs; `accesses` runs any number.
const COUNT: u64 = 60;

/// Registers the cases.
pub fn register(list: &mut List) {
    for number in 0..COUNT {
        list.add(&format!("patterns/{number:03}"), move || {
            case(number, number % CHOICES)
        });
    }
}

/// Choices of options.
pub const CHOICES: u64 = 6;

/// What a choice needs of the device.
pub fn need(choice: u64) -> Option<Need> {
    match choice {
        2 | 3 => Some(Need::ComponentBounds),
        4 | 5 => Some(Need::RawAccessChains),
        _ => None,
    }
}

/// Program `number`, with one of [`CHOICES`].
///
/// # Panics
/// When it cannot be translated.
pub fn case(number: u64, choice: u64) -> Case {
    let pattern = Pattern::new(number);
    let mut options = Options::default();
    match choice {
        0 => {}
        1 => options.optimizations = Optimizations::none(),
        2 | 3 => options.per_component_robustness = true,
        _ => options.raw_access_chains = true,
    }
    options.scalar_block_layout = matches!(choice, 3 | 5);
    let module = parse_module(&pattern.text()).expect("the text is IR");
    let words = pipeline::translate_module(module, &options).expect("it can be translated");
    let text = spirv::disassemble(&words).expect("what was emitted is SPIR-V");
    let storage = DescriptorType::StorageBuffer;
    let (read, own) = pattern.structured();
    let kind = |structured| match structured {
        true => ResourceKind::StructuredBuffer,
        false => ResourceKind::RawBuffer,
    };
    let mut resources = vec![
        resource("t0", kind(read), descriptor(0, 0, storage)),
        resource("u0,space1", kind(own), descriptor(1, 0, storage)),
    ];
    (resources[0].stride, resources[1].stride) = pattern.strides();
    let untouched = 0x7777_7777;
    let case = Case::new(
        vec![Source::Assembly(text, reflection(Stage::Compute, resources))],
        Work::Dispatch([1, 1, 1]),
    );
    let case = match need(choice) {
        Some(need) => case.needs(need),
        None => case,
    };
    case.raw("t0", pattern.input.clone())
        .raw("u0,space1", vec![untouched; pattern.words()])
        .expect("u0,space1", pattern.run(untouched))
}
