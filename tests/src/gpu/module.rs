//! A stage of a case: translated, validated, with its reflection.

use crate::case::{Case, Source};
use crate::{shaders, validate};
use ash::vk;
use dxil2spirv::container::RootSignature;
use dxil2spirv::dxil::program::Stage;
use dxil2spirv::options::TargetEnv;
use dxil2spirv::reflection::Reflection;
use std::ffi::CString;

/// A stage ready for a pipeline.
pub struct Module {
    pub words: Vec<u32>,
    pub reflection: Reflection,
    pub stage: vk::ShaderStageFlags,
    pub entry: CString,
    /// The root signature that it was translated with.
    pub signature: Option<RootSignature>,
}

/// Translates and validates the stages of `case`.
pub fn modules(case: &Case) -> Result<Vec<Module>, String> {
    case.sources.iter().map(|source| module(case, source)).collect()
}

fn module(case: &Case, source: &Source) -> Result<Module, String> {
    let (name, words, reflection, signature) = match source {
        Source::Dxil(name) => {
            let translation = shaders::translate(name, &case.signature, &case.options)?;
            let signature = shaders::root_signature(&shaders::read(name)?, &case.signature)?;
            (
                name.as_str(),
                translation.words,
                translation.reflection,
                signature,
            )
        }
        Source::Assembly(text, reflection) => (
            "assembly",
            validate::assemble(text, TargetEnv::Vulkan1_3)?,
            (**reflection).clone(),
            None,
        ),
    };
    dump(name, &words);
    validate::validate(&words, case.options.target_env).map_err(|error| format!("{name}: {error}"))?;
    let stage = match reflection.stage {
        Stage::Compute => vk::ShaderStageFlags::COMPUTE,
        Stage::Vertex => vk::ShaderStageFlags::VERTEX,
        Stage::Pixel => vk::ShaderStageFlags::FRAGMENT,
        other => return Err(format!("{name}: the harness runs no {other:?} shaders")),
    };
    let entry =
        CString::new(reflection.entry.as_str()).map_err(|_| format!("{name}: a NUL in the entry's name"))?;
    Ok(Module {
        words,
        reflection,
        stage,
        entry,
        signature,
    })
}

/// Writes the disassembly where the variable `DXIL2SPIRV_TEST_DUMP` names a folder: to look into a failing case.
fn dump(name: &str, words: &[u32]) {
    if let Some(folder) = std::env::var_os("DXIL2SPIRV_TEST_DUMP") {
        let path = std::path::Path::new(&folder).join(format!("{}.spvasm", name.replace('/', "-")));
        let text = dxil2spirv::spirv::disassemble(words).unwrap_or_else(|error| error.to_string());
        // Only a convenience: the case itself goes on.
        let _ = std::fs::write(path, text);
    }
}
