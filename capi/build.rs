//! Gives the shared library its SONAME, `libdxil2spirv.so.` and the major version of the C interfaces, and lays it out.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={PLAIN}");
    println!("cargo:rerun-if-env-changed={LAYOUT}");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    match os.as_str() {
        "linux" | "android" | "freebsd" | "netbsd" | "openbsd" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libdxil2spirv.so.0");
            // What few shaders need (`#[cold]`) has a place of its own, so that the rest lies together.
            println!("cargo:rustc-cdylib-link-arg=-Wl,-z,keep-text-section-prefix");
            if os == "linux" && is_ordered() {
                let script = std::env::var(LAYOUT).unwrap_or_else(|_| {
                    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
                    format!("{folder}/functions.ld")
                });
                println!("cargo:rerun-if-changed={script}");
                println!("cargo:rustc-cdylib-link-arg=-Wl,-T,{script}");
            }
        }
        "macos" => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libdxil2spirv.0.dylib"),
        _ => {}
    }
}

/// Set to anything, it leaves the functions where the linker puts them.
const PLAIN: &str = "DXIL2SPIRV_PLAIN_LAYOUT";

/// Names another script than `functions.ld` to lay them out, with its whole path.
const LAYOUT: &str = "DXIL2SPIRV_LAYOUT";

/// Whether what most shaders go through is to lie together: in optimized builds, by linkers that read scripts, as GNU's and LLVM's do.
fn is_ordered() -> bool {
    /// Linkers that take no script, or none that is inserted into their own.
    const OTHERS: [&str; 3] = ["mold", "gold", "wild"];
    let named = ["RUSTC_LINKER", "CARGO_ENCODED_RUSTFLAGS"]
        .map(|name| std::env::var(name).unwrap_or_default())
        .concat();
    std::env::var_os(PLAIN).is_none()
        && std::env::var("OPT_LEVEL").is_ok_and(|level| level != "0")
        && !OTHERS.iter().any(|other| named.contains(other))
}
