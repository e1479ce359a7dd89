//! A C program against the installed tree, as its users find it: by pkg-config, CMake, and Meson, which also takes
//! the folder of the C interfaces as a subproject. Shared and static each.
//!
//! The scripts of `packaging/` do what they do for users, but for compiling: what they call `cargo` here has the
//! libraries that these tests were built with.

use crate::shared_library::{dynamic, soname};
use crate::{compiler, here, libraries, run, scratch, shaders};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn sources() -> PathBuf {
    here().join("tests/consumers")
}

/// An empty folder of this name.
fn fresh(name: &str) -> PathBuf {
    let folder = scratch().join("consumers").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A `cargo` that is asked for the libraries in one of two ways. Those by profiles are the others.
const SCRIPT: &str = "#!/bin/sh
set -e
test -e capi
test \"$*\" = \"build --release --package dxil2spirv-capi\" && exit
test \"$*\" = \"xtask pgo $CARGO_TARGET_DIR/pgo\"
mkdir -p \"$3/release\"
ln -f \"$CARGO_TARGET_DIR\"/release/* \"$3/release\"
";

/// What the packaging scripts need to know: which `cargo`, and where it leaves libraries.
struct Cargo {
    path: std::ffi::OsString,
    target: PathBuf,
}

impl Cargo {
    /// One that has built already, and insists on being asked for that.
    fn get() -> &'static Self {
        static CARGO: OnceLock<Cargo> = OnceLock::new();
        CARGO.get_or_init(|| {
            let folder = fresh("cargo");
            let target = folder.join("target");
            let release = target.join("release");
            std::fs::create_dir_all(&release).unwrap();
            for file in ["libdxil2spirv_capi.a", "libdxil2spirv_capi.so"] {
                // They are large.
                let (built, here) = (libraries().join(file), release.join(file));
                if std::fs::hard_link(&built, &here).is_err() {
                    std::fs::copy(&built, &here).unwrap();
                }
            }
            let program = folder.join("cargo");
            std::fs::write(&program, SCRIPT).unwrap();
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
            let others = std::env::var_os("PATH").unwrap_or_default();
            let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others)));
            Cargo {
                path: path.unwrap(),
                target,
            }
        })
    }

    fn run(&self, command: &mut Command) -> String {
        run(command
            .env("PATH", &self.path)
            .env("CARGO_TARGET_DIR", &self.target))
    }
}

/// Where everything is installed.
fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = fresh("prefix");
        Cargo::get().run(
            Command::new(here().join("packaging/install"))
                .arg(&prefix)
                .env_remove("DESTDIR"),
        );
        prefix
    })
}

/// The command, finding what is installed there and nothing else.
fn finding(command: &mut Command) -> &mut Command {
    command
        .env("PKG_CONFIG_LIBDIR", prefix().join("lib/pkgconfig"))
        .env_remove("PKG_CONFIG_PATH")
        .env_remove("PKG_CONFIG_SYSROOT_DIR")
}

fn translates(program: &Path, shared: bool) {
    let needed = dynamic(program, "NEEDED");
    assert_eq!(needed.contains(&soname()), shared, "{program:?}: {needed:?}");
    let mut command = Command::new(program);
    command.arg(shaders().first().expect("a shader"));
    if shared {
        // Not every way records where the library was.
        command.env("LD_LIBRARY_PATH", prefix().join("lib"));
    }
    run(&mut command);
}

#[test]
fn installed_links_have_the_soname() {
    let version = env!("CARGO_PKG_VERSION");
    let folder = prefix().join("lib");
    let real = format!("libdxil2spirv.so.{version}");
    let target = |name: &str| std::fs::read_link(folder.join(name)).unwrap();
    assert_eq!(target("libdxil2spirv.so"), Path::new(&soname()));
    assert_eq!(target(&soname()), Path::new(&real));
    assert_eq!(dynamic(&folder.join(&real), "SONAME"), [soname()]);
    let config = prefix().join("lib/cmake/dxil2spirv/dxil2spirvConfig.cmake");
    let config = std::fs::read_to_string(config).unwrap();
    assert!(config.contains(&format!("IMPORTED_SONAME {})", soname())));
}

#[test]
fn by_pkg_config() {
    let folder = fresh("pkg-config");
    for (package, shared) in [
        ("dxil2spirv", true),
        ("dxil-spirv-c-shared", true),
        ("dxil2spirv", false),
    ] {
        let mut flags = Command::new("pkg-config");
        flags.args(["--cflags", "--libs", package]);
        if !shared {
            flags.arg("--static");
        }
        let flags = run(finding(&mut flags));
        let program = folder.join(format!("{package}-{shared}"));
        let mut command = compiler(false);
        command
            .args(["-std=c89", "-pedantic", "-Wall", "-Wextra", "-Werror"])
            .arg(sources().join("consumer.c"))
            .arg("-o")
            .arg(&program)
            .args(flags.split_whitespace());
        if !shared {
            command.arg("-static");
        }
        run(&mut command);
        translates(&program, shared);
    }
}

#[test]
fn by_cmake() {
    let folder = fresh("cmake");
    run(Command::new("cmake")
        .arg("-S")
        .arg(sources().join("cmake"))
        .arg("-B")
        .arg(&folder)
        .args(["-G", "Ninja", "-DWANTED=0.1"])
        .arg(format!("-DCMAKE_PREFIX_PATH={}", prefix().display())));
    run(Command::new("cmake").arg("--build").arg(&folder));
    translates(&folder.join("shared"), true);
    translates(&folder.join("static"), false);
    run(Command::new("cmake")
        .arg(format!(
            "-DINSTALLED={}",
            prefix().join("lib/cmake/dxil2spirv").display()
        ))
        .arg("-P")
        .arg(sources().join("cmake/versions.cmake")));
}

/// A folder with the sources of one of the Meson projects.
fn project(kind: &str, name: &str) -> PathBuf {
    let folder = fresh(name);
    for file in [
        sources().join(kind).join("meson.build"),
        sources().join("consumer.c"),
    ] {
        std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    folder
}

#[test]
fn by_meson() {
    let folder = project("meson", "meson");
    let built = folder.join("built");
    run(finding(
        Command::new("meson").arg("setup").args([&built, &folder]),
    ));
    run(finding(Command::new("meson").args(["compile", "-C"]).arg(&built)));
    translates(&built.join("shared"), true);
    translates(&built.join("by_name"), true);
    translates(&built.join("static"), false);
}

#[test]
fn as_a_subproject_of_meson() {
    subproject("subproject", &[]);
}

#[test]
fn as_a_subproject_by_profiles() {
    let cargo = Cargo::get();
    let built = fresh("built by profiles");
    let build = here().join("packaging/build");
    cargo.run(Command::new(build).arg(&built).arg("--profiled"));
    let by_profiles = cargo.target.join("pgo/release/libdxil2spirv_capi.so");
    assert!(by_profiles.exists() && built.join(soname()).exists());
    std::fs::remove_file(&by_profiles).unwrap();
    subproject("subproject by profiles", &["-Ddxil-spirv:profiled=true"]);
    assert!(by_profiles.exists());
}

/// A layer that has the folder of the C interfaces as a subproject, in a folder of this name.
fn subproject(name: &str, options: &[&str]) {
    let folder = project("subproject", name);
    let built = folder.join("built");
    std::fs::create_dir(folder.join("subprojects")).unwrap();
    symlink(here(), folder.join("subprojects/dxil-spirv")).unwrap();
    let cargo = Cargo::get();
    cargo.run(
        Command::new("meson")
            .arg("setup")
            .args([&built, &folder])
            .args(options),
    );
    cargo.run(Command::new("meson").args(["compile", "-C"]).arg(&built));
    translates(&built.join("layer"), false);
}
