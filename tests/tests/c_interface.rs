//! The execution cases once more, their shaders translated through the C interface that layers link with: callbacks
//! answer with the bindings that the case has otherwise. Then the cases that only the interface has.
//!
//! `c_interface_beyond.txt` lists the cases that the interface has no words for, by reason: no others are passed over,
//! and each of them is checked to be so. `docs/c-abi.md` names the case that shows what each field and option does:
//! those cases exist, and every field and option has its row.

use dxil2spirv_capi::compat::{settings, types};
use dxil2spirv_tests::{cases, gpu};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

/// The cases that the interface cannot express, after the line with the reason.
const BEYOND: &str = include_str!("c_interface_beyond.txt");
/// The page with the tables.
const DOCS: &str = include_str!("../../docs/c-abi.md");
/// The heading before them.
const TABLES: &str = "### Fields of the callbacks";

fn main() -> ExitCode {
    gpu::choose_driver();
    gpu::compile_quickly();
    let arguments = Arguments::from_args();
    let cases = cases::through_c().into_cases();
    let names: BTreeSet<String> = cases.iter().map(|(name, _)| name.clone()).collect();
    let beyond = beyond();
    let gone: Vec<&str> = beyond
        .keys()
        .copied()
        .filter(|name| !names.contains(*name))
        .collect();
    let list = match gone.as_slice() {
        [] => Ok(()),
        gone => Err(Failed::from(format!("no such cases: {gone:?}"))),
    };
    let mut trials: Vec<_> = cases
        .into_iter()
        .map(|(name, case)| {
            let reason = beyond.get(name.as_str()).copied();
            Trial::test(name, move || {
                outcome(gpu::run(&case()), reason).map_err(Failed::from)
            })
        })
        .collect();
    let rows = rows(&names, &beyond).map_err(Failed::from);
    trials.push(Trial::test("the list of cases beyond the interface", || list));
    trials.push(Trial::test("the tables of docs/c-abi.md", || rows));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The reason of each listed case.
fn beyond() -> BTreeMap<&'static str, &'static str> {
    let mut reason = "";
    let mut listed = BTreeMap::new();
    for line in BEYOND.lines() {
        match line.strip_prefix("# ") {
            Some(text) => reason = text,
            None => drop(listed.insert(line, reason)),
        }
    }
    listed
}

/// What becomes of a case that is listed, or not, as beyond the interface.
fn outcome(result: Result<(), String>, reason: Option<&str>) -> Result<(), String> {
    let Some(reason) = reason else {
        return result;
    };
    match result {
        Err(message) if message.strip_prefix(gpu::BEYOND_C) == Some(reason) => Ok(()),
        Err(message) => Err(format!("listed for `{reason}`; it says: {message}")),
        Ok(()) => Err(format!("listed for `{reason}`, but it passes")),
    }
}

/// The cells of a line of a table, without code marks.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(inner.split(" | ").map(|cell| cell.trim().to_owned()).collect())
}

/// Checks the tables: a row for every field of the callbacks' structures, for every option and every quirk, and cases that
/// exist.
fn rows(names: &BTreeSet<String>, beyond: &BTreeMap<&str, &str>) -> Result<(), String> {
    let mut faults = Vec::new();
    let mut fields = BTreeSet::new();
    let mut tags = BTreeMap::new();
    let mut quirks = BTreeMap::new();
    let (_, tables) = DOCS.split_once(TABLES).ok_or("the tables are gone")?;
    for cells in tables.lines().filter_map(cells) {
        let [what, name, .., last] = cells.as_slice() else {
            continue;
        };
        if let Ok(tag) = what.parse::<usize>() {
            tags.insert(tag, name.clone());
        } else if let Some(Ok(number)) = what.strip_prefix("quirk ").map(str::parse::<usize>) {
            quirks.insert(number, name.clone());
        } else if let Some(field) = what.strip_prefix('`') {
            // `structure.field`, or with what it says behind it.
            fields.insert(field.split(['`', ' ']).next().unwrap_or_default().to_owned());
        } else {
            continue;
        }
        // Cases are in quotation marks; a row without one says why.
        let named: Vec<&str> = last.split('"').skip(1).step_by(2).collect();
        if named.is_empty() && !last.starts_with("not by execution: ") {
            faults.push(format!("{what}: neither a case nor a reason"));
        }
        for case in named {
            if !names.contains(case) {
                faults.push(format!("{what}: there is no case {case}"));
            } else if beyond.contains_key(case) {
                faults.push(format!("{what}: {case} does not go through the interface"));
            }
        }
    }
    for (structure, members) in types::CALLBACK_STRUCTURES {
        for member in members {
            let field = format!("{structure}.{member}");
            if !fields.remove(&field) {
                faults.push(format!("there is no row for {field}"));
            }
        }
    }
    faults.extend(fields.iter().map(|field| format!("there is no field {field}")));
    for (tag, (name, _)) in (1..).zip(settings::OPTIONS) {
        if tags.remove(&tag).as_deref() != Some(name) {
            faults.push(format!("there is no row for option {tag}, {name}"));
        }
    }
    faults.extend(tags.keys().map(|tag| format!("there is no option {tag}")));
    for (number, name) in (1..).zip(settings::QUIRKS) {
        if quirks.remove(&number).as_deref() != Some(name) {
            faults.push(format!("there is no row for quirk {number}, {name}"));
        }
    }
    faults.extend(quirks.keys().map(|number| format!("there is no quirk {number}")));
    match faults.as_slice() {
        [] => Ok(()),
        faults => Err(faults.join("\n")),
    }
}
