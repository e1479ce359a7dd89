//! Each header by itself, in every dialect that it promises.

use crate::{compiler, here, run, scratch};

const HEADERS: [&str; 2] = ["dxil2spirv.h", "dxil_spirv_c.h"];

#[test]
fn headers_compile_alone_without_warnings() {
    // C++98 has no 64-bit integer that a pedantic compiler takes; `layout_is_as_documented` has it without.
    let dialects = [
        (false, "c89"),
        (false, "c99"),
        (false, "c11"),
        (true, "c++11"),
        (true, "c++17"),
    ];
    for header in HEADERS {
        for (cpp, dialect) in dialects {
            for macros in ["", "-DDXIL_SPV_ENABLE_EXPERIMENTAL_WORKGRAPHS"] {
                let source = scratch().join(format!("alone.{header}.{dialect}{}.c", macros.len()));
                // Twice, since guards are part of a header.
                let text =
                    format!("#include \"{header}\"\n#include \"{header}\"\nextern int one_declaration;\n");
                std::fs::write(&source, text).unwrap();
                let mut command = compiler(cpp);
                command
                    .args(["-x", if cpp { "c++" } else { "c" }])
                    .arg(format!("-std={dialect}"))
                    .args([
                        "-pedantic",
                        "-Wall",
                        "-Wextra",
                        "-Wshadow",
                        "-Werror",
                        "-fsyntax-only",
                    ])
                    .arg("-I")
                    .arg(here().join("include"));
                if !cpp {
                    command.arg("-Wstrict-prototypes");
                }
                if !macros.is_empty() {
                    command.args([macros, "-DDXIL_SPV_ENABLE_EXPERIMENTAL_MULTIVIEW"]);
                }
                run(command.arg(&source));
            }
        }
    }
}
