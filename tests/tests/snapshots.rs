//! The validator and snapshot gates: every committed shader is translated, twice to the same words, is valid for
//! every target environment, and its disassembly is the one kept under `testdata/snapshots`.
//!
//! A changed snapshot fails and leaves a `.snap.new` beside the old one; `INSTA_UPDATE=always` accepts all.

use dxil2spirv::options::{Options, TargetEnv};
use dxil2spirv_tests::case::Signature;
use dxil2spirv_tests::shaders::{self, Job};
use dxil2spirv_tests::{snapshot, validate};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = shaders::jobs()
        .into_iter()
        .map(|job| Trial::test(job.name.clone(), move || check(&job)));
    let leftovers = Trial::test("leftovers", leftovers);
    let sizes = Trial::test("sizes at 6.9", sizes_at_6_9);
    // Where it is not there, what only it knows is checked in other words, and this says so.
    let newer = Trial::test("the validator of a newer SPIRV-Tools", newer)
        .with_ignored_flag(validate::newer().is_none());
    let trials = trials.chain([leftovers, sizes, newer]).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// It takes what the older one takes, and no other module.
fn newer() -> Result<(), Failed> {
    let valid = shaders::translate("misc/globals", &Signature::Embedded, &Options::default())?;
    validate::by_newer(&valid.words, TargetEnv::default())?;
    match validate::by_newer(&valid.words[..valid.words.len() - 1], TargetEnv::default()) {
        Ok(()) => Err("half a module is valid".into()),
        Err(_) => Ok(()),
    }
}

/// Snapshots that no translation makes.
fn leftovers() -> Result<(), Failed> {
    let kept: BTreeSet<String> = shaders::jobs().into_iter().map(|job| job.name).collect();
    for topic in std::fs::read_dir(shaders::testdata().join("snapshots"))?.flatten() {
        for file in std::fs::read_dir(topic.path())?.flatten() {
            let name = format!("{}/{}", topic.file_name().display(), file.file_name().display());
            if let Some(name) = name.strip_suffix(".snap")
                && !kept.contains(name)
            {
                return Err(format!("testdata/snapshots/{name}.snap belongs to no shader").into());
            }
        }
    }
    Ok(())
}

/// What DXC compiles at shader model 6.9 is valid, and no module is larger than from the same source at an older one but for one
/// word in twenty.
fn sizes_at_6_9() -> Result<(), Failed> {
    let size = |name: &str| -> Result<usize, Failed> {
        let translation = shaders::translate(name, &Signature::Embedded, &Options::default())?;
        validate::translation(&translation.words, TargetEnv::default())?;
        Ok(translation.words.len())
    };
    let (mut before, mut after) = (0, 0);
    let mut large = Vec::new();
    for name in shaders::all() {
        let Some(again) = shaders::at_6_9(&name) else {
            continue;
        };
        let sizes = (size(&name)?, size(&again)?);
        before += sizes.0;
        after += sizes.1;
        if sizes.1 * 100 > sizes.0 * 105 {
            large.push(format!("{name}: {} words, {} at 6.9", sizes.0, sizes.1));
        }
    }
    if before == 0 {
        return Err("testdata/sm69 is empty".into());
    }
    if after * 100 > before * 103 {
        large.push(format!("all: {before} words, {after} at 6.9"));
    }
    match large.is_empty() {
        true => Ok(()),
        false => Err(large.join("\n").into()),
    }
}

fn check(job: &Job) -> Result<(), Failed> {
    let options = job.options()?;
    let translation = shaders::translate(&job.shader, &job.signature, &options)?;
    let again = shaders::translate(&job.shader, &job.signature, &options)?;
    if translation.words != again.words || translation.reflection != again.reflection {
        return Err("two translations of the same input differ".into());
    }
    for target_env in TargetEnv::ALL {
        let mut options = options.clone();
        options.target_env = target_env;
        let words = if target_env == job.options.target_env {
            translation.words.clone()
        } else {
            match shaders::translate(&job.shader, &job.signature, &options) {
                Ok(translation) => translation.words,
                // Mesh shading.
                Err(error) if target_env == TargetEnv::Vulkan1_1 && error.contains("needs SPIR-V 1.4") => {
                    continue;
                }
                Err(error) => return Err(format!("for {}: {error}", target_env.name()).into()),
            }
        };
        validate::translation(&words, target_env)?;
    }
    let disassembly =
        dxil2spirv::spirv::disassemble(&translation.words).map_err(|error| error.to_string())?;
    let (topic, name) = job.name.split_once('/').unwrap_or(("", &job.name));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(shaders::testdata().join("snapshots").join(topic));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, snapshot::text(disassembly)));
    Ok(())
}
