//! `--validate`: the SPIR-V validator, built in with the feature `validate`, else the program `spirv-val`.

use crate::failure::{Exit, Failure};
use dxil2spirv::options::TargetEnv;

/// Checks that a validator is there, before the work.
pub fn available() -> Result<(), Failure> {
    if cfg!(feature = "validate") || program::find().is_some() {
        return Ok(());
    }
    Err(Failure::usage(
        "`--validate` needs a validator: this build has none, and no spirv-val is on the PATH",
    )
    .with_help(
        "install SPIRV-Tools, or build with `cargo build --release -p dxil2spirv-cli --features validate`",
    ))
}

/// Validates a module for `target`.
pub fn validate(words: &[u32], target: TargetEnv) -> Result<(), Failure> {
    #[cfg(feature = "validate")]
    let checked = built_in::validate(words, target);
    #[cfg(not(feature = "validate"))]
    let checked = program::validate(words, target)?;
    checked.map_err(|message| {
        let (target, message) = (target.name(), message.trim());
        #[cfg(not(feature = "validate"))]
        if let Some((year, number)) = program::outdated() {
            let message =
                format!("the module is not valid for {target}, says spirv-val v{year}.{number}: {message}");
            let (year, number) = program::ENOUGH;
            return Failure::new(Exit::Invalid, message).with_help(format!(
                "this validator does not know all that is valid: install SPIRV-Tools v{year}.{number} or newer, or build \
                 with `cargo build --release -p dxil2spirv-cli --features validate`"
            ));
        }
        Failure::new(
            Exit::Invalid,
            format!("the module is not valid for {target}: {message}"),
        )
    })
}

#[cfg(feature = "validate")]
mod built_in {
    use super::TargetEnv;
    use spirv_tools::val::{Validator, ValidatorOptions};

    pub fn validate(words: &[u32], target: TargetEnv) -> Result<(), String> {
        let target = match target {
            TargetEnv::Vulkan1_1 => spirv_tools::TargetEnv::Vulkan_1_1,
            TargetEnv::Vulkan1_2 => spirv_tools::TargetEnv::Vulkan_1_2,
            TargetEnv::Vulkan1_3 => spirv_tools::TargetEnv::Vulkan_1_3,
            TargetEnv::Vulkan1_4 => spirv_tools::TargetEnv::Vulkan_1_4,
        };
        let options = ValidatorOptions {
            scalar_block_layout: true,
            ..ValidatorOptions::default()
        };
        spirv_tools::val::compiled::CompiledValidator::with_env(target)
            .validate(words, Some(options))
            .map_err(|error| error.to_string())
    }
}

#[cfg_attr(feature = "validate", allow(dead_code))]
mod program {
    use super::{Failure, TargetEnv};
    use crate::output;
    use std::io::Write;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::sync::OnceLock;

    /// Where `spirv-val` is.
    pub fn find() -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .map(|folder| folder.join(format!("spirv-val{}", std::env::consts::EXE_SUFFIX)))
            .find(|file| file.is_file())
    }

    /// The first release that knows all that modules use by default: before it, what is valid may be refused.
    pub const ENOUGH: (u32, u32) = (2024, 4);

    /// The release of a program that is too old to be relied on; none of others.
    pub fn outdated() -> Option<(u32, u32)> {
        static OUTDATED: OnceLock<Option<(u32, u32)>> = OnceLock::new();
        *OUTDATED.get_or_init(|| {
            let output = Command::new(find()?).arg("--version").output().ok()?;
            release(&String::from_utf8_lossy(&output.stdout)).filter(|&found| found < ENOUGH)
        })
    }

    /// Year and number of a release, of what `spirv-val --version` prints: `SPIRV-Tools v2024.4 ...`.
    fn release(text: &str) -> Option<(u32, u32)> {
        let version = text.split_whitespace().find_map(|word| word.strip_prefix('v'))?;
        let (year, number) = version.split_once('.')?;
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        Some((year.parse().ok()?, number.get(..digits(number))?.parse().ok()?))
    }

    /// Runs it on `words`; the inner error is what it says about them.
    pub fn validate(words: &[u32], target: TargetEnv) -> Result<Result<(), String>, Failure> {
        super::available()?;
        let bytes = output::module_bytes(words);
        let failure = |error| Failure::io("spirv-val", "run", &error);
        let mut child = Command::new(find().unwrap_or_else(|| "spirv-val".into()))
            // Without the name of a file it reads its standard input, also where a file is called `-`.
            .args(["--target-env", target.name(), "--scalar-block-layout"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failure)?;
        if let Some(mut stdin) = child.stdin.take()
            && let Err(error) = stdin.write_all(&bytes)
            // It may stop reading when it has seen enough.
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            return Err(failure(error));
        }
        let output = child.wait_with_output().map_err(failure)?;
        if output.status.success() {
            return Ok(Ok(()));
        }
        let mut message = String::from_utf8_lossy(&output.stdout).into_owned();
        message.push_str(&String::from_utf8_lossy(&output.stderr));
        Ok(Err(message))
    }

    #[cfg(test)]
    mod tests {
        use super::release;

        #[test]
        fn releases() {
            assert_eq!(
                release("SPIRV-Tools v2023.1 unknown hash, 2023-01-17T13:56:21+00:00\nTargets:\n"),
                Some((2023, 1))
            );
            assert_eq!(
                release("SPIRV-Tools v2025.5 v2025.5.rc1-0-g262bdab4\n"),
                Some((2025, 5))
            );
            assert_eq!(release("SPIRV-Tools v2024.4-dev"), Some((2024, 4)));
            assert_eq!(release("spirv-val"), None);
        }
    }
}
