//! Cases with root signatures again, under the presets that they were not written for.
//!
//! The harness knows nothing of presets: it lays out what the reflection says.

use super::{binding, buffers};
use crate::case::{Case, List};
use dxil2spirv::options::{Preset, RegisterShifts};

/// Registers the cases.
pub fn register(list: &mut List) {
    let mut cases = List::default();
    for register in [binding::register, buffers::register] {
        register(&mut cases);
    }
    for (name, case) in cases.into_cases() {
        list.add(&format!("{name} (mutable)"), move || mutable(case()));
    }
    let mut cases = List::default();
    binding::register(&mut cases);
    for (name, case) in cases.into_cases() {
        // Two types of descriptors in one range: no binding can be both.
        if name == "binding/tables" {
            continue;
        }
        list.add(&format!("{name} (direct)"), move || direct(case()));
    }
}

/// Under the preset `mutable`.
fn mutable(case: Case) -> Case {
    case.options(|options| options.binding.preset = Preset::Mutable)
}

/// Under the preset `direct`, with the registers of each class apart.
fn direct(case: Case) -> Case {
    case.options(|options| {
        options.binding.preset = Preset::Direct;
        options.binding.shifts = RegisterShifts {
            cbv: 0,
            srv: 100,
            uav: 200,
            sampler: 300,
            set: 0,
        };
    })
}
