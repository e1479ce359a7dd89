//! Generated patterns of loads and stores, with every choice of what makes vectors and without any: what each thread finds is
//! what [`Pattern::run`] says, word by word.

use super::harness::{reflection, resource};
use crate::case::{Case, List, Need, Source, Work};
use crate::patterns::Pattern;
use dxil2spirv::container::RootSignature;
use dxil2spirv::ir::parse::parse_module;
use dxil2spirv::options::{Optimizations, Options};
use dxil2spirv::shader::{ResourceKind, Stage};
use dxil2spirv::{pipeline, spirv};

/// How many programs the suite runs; `accesses` runs any number.
const COUNT: u64 = 60;

/// Registers the cases.
pub fn register(list: &mut List) {
    for number in 0..COUNT {
        list.add(&format!("patterns/{number:03}"), move || {
            let chosen = case(number, number % CHOICES);
            chosen.unwrap_or_else(|| case(number, 0).expect("every program has the default"))
        });
    }
}

/// Choices of options.
pub const CHOICES: u64 = 9;

/// What a choice needs of the device.
pub fn need(choice: u64) -> Option<Need> {
    match choice {
        2 | 3 => Some(Need::ComponentBounds),
        4 | 5 => Some(Need::RawAccessChains),
        _ => None,
    }
}

/// Buffers as root descriptors: at addresses.
const AT_ADDRESSES: std::ops::Range<u64> = 6..9;

/// What every word of the buffer that is written is before.
const BEFORE: u32 = 0x7777_7777;

/// Program `number`, with one of [`CHOICES`]; none where the choice means nothing to it.
///
/// # Panics
/// When it cannot be translated.
pub fn case(number: u64, choice: u64) -> Option<Case> {
    let mut pattern = Pattern::new(number);
    let mut options = Options::default();
    let at_addresses = AT_ADDRESSES.contains(&choice);
    match choice {
        0 | 6 => {}
        1 | 8 => options.optimizations = Optimizations::none(),
        2 | 3 => options.per_component_robustness = true,
        7 => options.binding.raw_address_alignment = 16,
        _ => options.raw_access_chains = true,
    }
    options.scalar_block_layout = matches!(choice, 3 | 5);
    let signature = if at_addresses {
        pattern = pattern.at_addresses(BEFORE)?;
        let text = "SRV(t0), UAV(u0, space=1)";
        Some(RootSignature::from_hlsl(text).expect("it is a root signature"))
    } else {
        None
    };
    let module = parse_module(&pattern.text()).expect("the text is IR");
    let translated = pipeline::translate_bound(module, signature.as_ref(), &options);
    let (words, plan) = translated.expect("it can be translated");
    let text = spirv::disassemble(&words).expect("what was emitted is SPIR-V");
    let (read, own) = pattern.structured();
    let kind = |structured| match structured {
        true => ResourceKind::StructuredBuffer,
        false => ResourceKind::RawBuffer,
    };
    let place = |index: usize| plan.resources[index].binding.clone();
    let mut resources = vec![
        resource("t0", kind(read), place(0)),
        resource("u0,space1", kind(own), place(1)),
    ];
    (resources[0].stride, resources[1].stride) = pattern.strides();
    let mut reflection = reflection(Stage::Compute, resources);
    reflection.push_constants = plan.layout.push_constants.clone();
    let case = Case::new(
        vec![Source::Assembly(text, reflection)],
        Work::Dispatch([1, 1, 1]),
    );
    let case = match need(choice) {
        Some(need) => case.needs(need),
        None => case,
    };
    let case = case
        .raw("t0", pattern.input.clone())
        .raw("u0,space1", vec![BEFORE; pattern.words()])
        .expect("u0,space1", pattern.run(BEFORE));
    if !at_addresses {
        return Some(case);
    }
    // Where D3D12, or the choice, lets them start.
    let (read, own) = pattern.strides();
    let unit = |stride: u32| match stride {
        0 if choice == 7 => 16,
        0 => 4,
        stride => (stride & stride.wrapping_neg()).min(16),
    };
    let odd = 2 * (number as u32 % 4) + 1;
    Some(
        case.at_offset("t0", unit(read) * odd)
            .at_offset("u0,space1", unit(own) * (8 - odd)),
    )
}
