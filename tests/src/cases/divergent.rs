//! Generated divergent programs: what each thread stores on the device, wave operations included, is what the
//! interpreter says, which runs the program before it is structured, in lanes that meet where the source has them meet.
//!
//! The device's waves have the 8 lanes of a group.

use super::harness::{descriptor, reflection, resource};
use crate::case::{Case, List, Source, Want, Work, any, one_of};
use dxil2spirv::ir::Module;
use dxil2spirv::options::Options;
use dxil2spirv::reflection::DescriptorType;
use dxil2spirv::shader::{ResourceKind, Stage};
use dxil2spirv::{spirv, structurize};
use dxil2spirv_oracle::Random;
use dxil2spirv_oracle::interpret::{Event, Limits, run};
use dxil2spirv_oracle::program::{Filling, fill_source};
use dxil2spirv_oracle::shader::{WORDS, shader};
use dxil2spirv_oracle::statements::{Style, write};

/// How many programs.
const COUNT: u64 = 300;
const LANES: usize = 8;
const GROUPS: usize = 4;

/// Registers the cases.
pub fn register(list: &mut List) {
    for number in 0..COUNT {
        list.add(&format!("divergent/{number:03}"), move || case(number));
    }
}

fn program(random: &mut Random) -> Module {
    let style = Style {
        budget: 8 + random.below(40),
        depth: 3 + random.below(4),
        jumps: random.percent(50),
    };
    let graph = write(random, style);
    let filling = Filling {
        types: random.percent(50),
        unreachable: false,
        wave_percent: 60,
    };
    fill_source(random, &graph, filling)
}

/// The values that each lane of a group stores, if all come to an end soon.
fn traces(module: &Module, seeds: &[u32]) -> Option<Vec<Vec<u32>>> {
    let limits = Limits {
        steps: 600,
        events: 1000,
    };
    run(module, &module.functions[module.entry], seeds, limits)
        .into_iter()
        .map(|lane| {
            let stored = |event: &Event| match event {
                Event::Store(_, value) => Some(value.unwrap_or(0) as u32),
                _ => None,
            };
            let trace: Vec<u32> = lane.events.iter().filter_map(stored).collect();
            (lane.finished && trace.len() < WORDS as usize).then_some(trace)
        })
        .collect()
}

fn case(number: u64) -> Case {
    let random = &mut Random::new(number);
    // A program that ends, with seeds for which it does.
    let (module, seeds, expected) = loop {
        let module = program(random);
        let mut seeds: Vec<u32> = Vec::new();
        let mut expected: Vec<Vec<u32>> = Vec::new();
        for _ in 0..50 {
            let group: Vec<u32> = (0..LANES).map(|_| random.below(1 << 16) as u32).collect();
            if let Some(traces) = traces(&module, &group) {
                seeds.extend(group);
                expected.extend(traces);
            }
            if expected.len() == LANES * GROUPS {
                break;
            }
        }
        let stores: usize = expected.iter().map(Vec::len).sum();
        if expected.len() == LANES * GROUPS && stores > 4 * expected.len() {
            break (module, seeds, expected);
        }
    };
    let mut module = shader(&module);
    let entry = module.entry;
    structurize::switches::separate(&mut module, entry);
    structurize::run(&mut module, entry).expect("any graph can be structured");
    let options = Options::default();
    let words = spirv::emit(&module, &options).expect("it can be emitted").words;
    let text = spirv::disassemble(&words).expect("what was emitted is SPIR-V");
    let resources = vec![
        resource(
            "t0",
            ResourceKind::RawBuffer,
            descriptor(0, 0, DescriptorType::StorageBuffer),
        ),
        resource(
            "u0,space1",
            ResourceKind::RawBuffer,
            descriptor(1, 0, DescriptorType::StorageBuffer),
        ),
    ];
    let wants: Vec<Want> = (expected.iter())
        .flat_map(|trace| {
            let known = std::iter::once(trace.len() as u32).chain(trace.iter().copied());
            let rest = WORDS as usize - 1 - trace.len();
            known
                .map(|word| one_of([word]))
                .chain(std::iter::repeat_n(any(), rest))
        })
        .collect();
    Case::new(
        vec![Source::Assembly(text, reflection(Stage::Compute, resources))],
        Work::Dispatch([GROUPS as u32, 1, 1]),
    )
    .raw("t0", seeds)
    .output("u0,space1", wants)
}
