//! Gives the shared library its SONAME: `libdxil2spirv.so.` and the major version of the C interfaces.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    match os.as_str() {
        "linux" | "android" | "freebsd" | "netbsd" | "openbsd" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libdxil2spirv.so.0");
            // What few shaders need (`#[cold]`) has a place of its own, so that the rest lies together.
            println!("cargo:rustc-cdylib-link-arg=-Wl,-z,keep-text-section-prefix");
        }
        "macos" => println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libdxil2spirv.0.dylib"),
        _ => {}
    }
}
