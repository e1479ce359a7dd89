//! Passes on text: runs the files of `testdata/ir/<pass>/` and compares what comes out with what they say.
//!
//! A file is IR text behind a header of comment lines, with the result of the pass in comments behind it:
//!
//! ```text
//! ; pass: dce                    which pass: one of PASSES, the folder's name
//! ; options: {"names": false}    options of the translation that differ from the default ones
//! ; root-signature: CBV(b0)      for `lower`: HLSL's text form; without it registers are bindings
//! ; shader: alu-int/bitfield     for `import`: the committed shader that comes in
//! ; stage: loops                 for `structurize`: the last stage that runs
//! function func0 void {
//! ...
//! }
//! ; result:
//! ;function func0 void {
//! ```
//! Further comments in the header say what the case is for. `BLESS=1` writes the results that were found; without it
//! nothing is written. A folder without a pass, or a pass or stage without a file, is an error.

use crate::binding::{Plan, binder};
use crate::container::RootSignature;
use crate::ir::parse::parse_module;
use crate::ir::{Func, Module};
use crate::options::{Options, Preset};
use crate::pipeline::{IrStage, Request, RootSignatureSource, Shader};
use crate::shader::Resource;
use crate::verify::{self, Invariants};
use crate::{analysis, lower, opt, structurize};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What a file says.
struct Case {
    path: PathBuf,
    /// Up to the result.
    input: String,
    header: Vec<(String, String)>,
    expected: String,
}

/// The line behind which the result stands.
const RESULT: &str = "; result:\n";

impl Case {
    fn read(path: PathBuf) -> Self {
        let text = std::fs::read_to_string(&path).expect("the file is readable");
        let (input, expected) = match text.split_once(RESULT) {
            Some((input, result)) => (input.to_owned(), uncommented(result)),
            None => (text, String::new()),
        };
        let header = input
            .lines()
            .map_while(|line| line.strip_prefix(';'))
            .filter_map(|line| line.split_once(": "))
            .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
            .collect();
        Self {
            path,
            input,
            header,
            expected,
        }
    }

    fn get(&self, key: &str) -> Option<&str> {
        let found = self.header.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }

    fn module(&self) -> Result<Module, String> {
        parse_module(&self.input).map_err(|error| error.to_string())
    }

    fn options(&self) -> Result<Options, String> {
        let text = self.get("options").unwrap_or("{}");
        serde_json::from_str(text).map_err(|error| format!("options: {error}"))
    }
}

/// Lines with `;` in front, without it.
fn uncommented(text: &str) -> String {
    text.lines()
        .map(|line| line.strip_prefix(';').unwrap_or(line))
        .fold(String::new(), |text, line| text + line + "\n")
}

fn commented(text: &str) -> String {
    text.lines()
        .fold(String::new(), |text, line| text + ";" + line + "\n")
}

/// A pass, as a file's header and its folder name it.
struct Pass {
    name: &'static str,
    run: fn(&Case) -> Result<String, String>,
}

const PASSES: &[Pass] = &[
    Pass {
        name: "import",
        run: |case| {
            let name = case.get("shader").ok_or("no `shader:`")?;
            let path = testdata().join("shaders").join(name).with_extension("dxil");
            let bytes = std::fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
            let shader = Shader::parse(&bytes).map_err(|error| error.to_string())?;
            let options = case.options()?;
            let request = Request::new()
                .options(&options)
                .root_signature(RootSignatureSource::None)
                .entry(case.get("entry"));
            let module = shader
                .to_ir(request, IrStage::Imported)
                .map_err(|error| error.to_string())?;
            verified(&module, Invariants::Imported)?;
            Ok(module.to_string())
        },
    },
    Pass {
        name: "lower",
        run: |case| {
            let mut module = case.module()?;
            verified(&module, Invariants::Imported)?;
            let mut options = case.options()?;
            let root_signature = case.get("root-signature").map(RootSignature::from_hlsl);
            let root_signature = root_signature.transpose().map_err(|error| error.to_string())?;
            if root_signature.is_none() {
                options.binding.preset = Preset::Direct;
            }
            let run = |module: &mut Module| {
                let plan = {
                    let resources: Vec<&Resource> = module.resources.values().collect();
                    let mut binder = binder(root_signature.as_ref(), None, &resources, &options.binding)?;
                    Plan::with(&mut *binder, module.info.stage, resources)?
                };
                lower::run(module, &plan, &options)
            };
            run(&mut module).map_err(|error| error.to_string())?;
            verified(&module, Invariants::Lowered)?;
            Ok(module.to_string())
        },
    },
    Pass {
        name: "locals",
        run: |case| cleaned(case, opt::locals::locals),
    },
    Pass {
        name: "selects",
        run: |case| {
            changed(case, |module, func| {
                opt::selects::selects(module, func, &mut None)
            })
        },
    },
    Pass {
        name: "cse",
        run: |case| cleaned(case, |module, func| opt::cse::cse(module, func, None).wide_stores),
    },
    Pass {
        name: "stores",
        run: |case| changed(case, opt::stores::stores),
    },
    Pass {
        name: "aligned",
        run: |case| lowered(case, opt::aligned::aligned),
    },
    Pass {
        name: "divide",
        run: |case| lowered(case, opt::divide::divide),
    },
    Pass {
        name: "ends",
        run: |case| {
            let by = match case.get("by") {
                Some("components") => opt::ends::Cut::Components,
                _ => opt::ends::Cut::Chain,
            };
            lowered(case, |module| opt::ends::ends(module, by))
        },
    },
    Pass {
        name: "dce",
        run: |case| {
            let mut module = case.module()?;
            for function in module.functions.values_mut() {
                opt::dce::dce(function);
            }
            verified(&module, Invariants::Imported)?;
            Ok(module.to_string())
        },
    },
    Pass {
        name: "structurize",
        run: |case| {
            let mut module = case.module()?;
            verified(&module, Invariants::Lowered)?;
            let last = case.get("stage");
            let mut found = None;
            for func in module.functions.ids() {
                let mut after = |stage: &str, module: &Module, function: &crate::ir::Function| {
                    if Some(stage) == last {
                        let mut module = module.clone();
                        module.functions[func] = function.clone();
                        found = Some(module.to_string());
                    }
                };
                structurize::traced(&mut module, func, &mut after).map_err(|error| error.to_string())?;
            }
            verified(&module, Invariants::Structured)?;
            match last {
                None => Ok(module.to_string()),
                Some(last) => found.ok_or_else(|| format!("no stage `{last}`")),
            }
        },
    },
    Pass {
        name: "switches",
        run: |case| changed(case, structurize::switches::separate),
    },
    Pass {
        name: "truths",
        run: |case| changed(case, opt::truths::truths),
    },
    Pass {
        name: "verify",
        run: |case| {
            let module = case.module()?;
            let level = match case.get("level") {
                Some("lowered") => Invariants::Lowered,
                Some("structured") => Invariants::Structured,
                _ => Invariants::Imported,
            };
            let mut text = String::new();
            for violation in verify::verify(&module, level).err().unwrap_or_default() {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{violation}");
            }
            Ok(text)
        },
    },
    Pass {
        name: "verify-cheap",
        run: |case| {
            Ok(match verify::cheap::check(&case.module()?, "a pass") {
                Ok(()) => String::new(),
                Err(error) => format!("{error}\n"),
            })
        },
    },
    Pass {
        name: "structure",
        run: |case| {
            let module = case.module()?;
            let found = module.functions.values().filter_map(|function| {
                let message = structurize::check(&module, function).err()?;
                Some(message.to_string() + "\n")
            });
            Ok(found.collect())
        },
    },
    Pass {
        name: "dot",
        run: |case| Ok(analysis::dot::dot(&case.module()?)),
    },
];

/// The case's module after `pass` on each function.
fn run_on_each(case: &Case, pass: fn(&mut Module, Func) -> bool) -> Result<Module, String> {
    let mut module = case.module()?;
    for func in module.functions.ids() {
        pass(&mut module, func);
    }
    verified(&module, Invariants::Lowered)?;
    Ok(module)
}

/// The text of that.
fn changed(case: &Case, pass: fn(&mut Module, Func) -> bool) -> Result<String, String> {
    Ok(run_on_each(case, pass)?.to_string())
}

/// The text of the module behind a pass on all of it.
fn lowered<T>(case: &Case, pass: impl FnOnce(&mut Module) -> T) -> Result<String, String> {
    let mut module = case.module()?;
    pass(&mut module);
    verified(&module, Invariants::Lowered)?;
    Ok(module.to_string())
}

/// The text of that without what nothing uses.
fn cleaned(case: &Case, pass: fn(&mut Module, Func) -> bool) -> Result<String, String> {
    let mut module = run_on_each(case, pass)?;
    for function in module.functions.values_mut() {
        opt::dce::dce(function);
    }
    verified(&module, Invariants::Lowered)?;
    Ok(module.to_string())
}

fn verified(module: &Module, level: Invariants) -> Result<(), String> {
    verify::check(module, level, "it").map_err(|error| format!("{error}\n{module}"))
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

/// The files of each folder of `testdata/ir`, in order.
fn files() -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the folder is readable");
        entries.map(|entry| entry.expect("the entry is readable").path())
    };
    let mut files: Vec<_> = entries(&testdata().join("ir"))
        .filter(|path| path.is_dir())
        .flat_map(|folder| entries(&folder).collect::<Vec<_>>())
        .collect();
    files.sort();
    files
}

/// The lines in which two texts differ, with what goes before.
fn difference(expected: &str, found: &str) -> String {
    let mut text = String::new();
    let (expected, found): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let same = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let behind = expected[same..]
        .iter()
        .rev()
        .zip(found[same..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let before = expected[same.saturating_sub(3)..same]
        .iter()
        .map(|line| (' ', line));
    let gone = expected[same..expected.len() - behind]
        .iter()
        .map(|line| ('-', line));
    let come = found[same..found.len() - behind].iter().map(|line| ('+', line));
    for (mark, line) in before.chain(gone).chain(come) {
        text += &format!("  {mark}{line}\n");
    }
    text
}

#[test]
fn every_file_gives_what_it_says() {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value != "0");
    let mut failures = String::new();
    for path in files() {
        let case = Case::read(path);
        let folder = case
            .path
            .parent()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy());
        let name = case
            .path
            .strip_prefix(testdata())
            .unwrap_or(&case.path)
            .display()
            .to_string();
        let pass = PASSES.iter().find(|pass| folder.as_deref() == Some(pass.name));
        let Some(pass) = pass.filter(|pass| case.get("pass") == Some(pass.name)) else {
            failures += &format!("{name}: the header does not name the folder's pass\n");
            continue;
        };
        let found = (pass.run)(&case).unwrap_or_else(|error| format!("error: {error}\n"));
        if found == case.expected {
            continue;
        }
        if bless {
            let text = case.input.clone() + RESULT + &commented(&found);
            std::fs::write(&case.path, text).expect("the file is writable");
        } else {
            failures += &format!("{name}:\n{}", difference(&case.expected, &found));
        }
    }
    assert!(failures.is_empty(), "BLESS=1 writes what was found.\n{failures}");
}

#[test]
fn every_pass_has_a_file() {
    let cases: Vec<Case> = files().into_iter().map(Case::read).collect();
    let has = |key: &str| -> BTreeSet<&str> { cases.iter().filter_map(|case| case.get(key)).collect() };
    let (passes, stages) = (has("pass"), has("stage"));
    for pass in PASSES {
        assert!(passes.contains(pass.name), "no file for {}", pass.name);
    }
    for stage in structurize::STAGES {
        assert!(stages.contains(stage), "no file for stage {stage} of structurize");
    }
}

#[test]
fn differences_are_shown() {
    assert_eq!(difference("a\nb\nc\nd\n", "a\nx\nc\nd\n"), "   a\n  -b\n  +x\n");
    assert_eq!(difference("", "x\n"), "  +x\n");
    assert_eq!(uncommented(&commented("a\n\n b\n")), "a\n\n b\n");
}
