//! String attributes by which DXIL tells how a function computes ("Floating point denormal modes" of `docs/DXIL.rst`,
//! "Helper lanes" of the SM 6.7 specification).

use crate::bitcode::module::{Attribute, FuncId, Module};
use crate::error::{Error, Result};

/// What arithmetic on `float` does with denormals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DenormMode {
    /// Not specified.
    #[default]
    Any,
    /// Operands and results are flushed to zero of the same sign.
    Ftz,
    /// They are kept.
    Preserve,
}

/// The slot of an attribute group that means the function itself.
const FUNCTION: u32 = u32::MAX;

/// The value of string attribute `key` of `function`.
pub fn string_attribute<'a>(module: &'a Module, function: FuncId, key: &str) -> Option<&'a str> {
    let list = module.functions.get(function)?.attributes?;
    let groups = module.groups(list).filter(|group| group.slot == FUNCTION);
    let mut attributes = groups.flat_map(|group| module.attributes_of(group));
    attributes.find_map(|attribute| match *attribute {
        Attribute::String { key: k, value } if module.text(k) == key => Some(module.text(value)),
        _ => None,
    })
}

/// The denormal mode of `function` (attribute `fp32-denorm-mode`, SM 6.2).
pub fn f32_denorm_mode(module: &Module, function: FuncId) -> Result<DenormMode> {
    match string_attribute(module, function, "fp32-denorm-mode") {
        None | Some("any") => Ok(DenormMode::Any),
        Some("ftz") => Ok(DenormMode::Ftz),
        Some("preserve") => Ok(DenormMode::Preserve),
        Some(other) => Err(Error::unsupported(format!(
            "fp32-denorm-mode {other:?} is not known"
        ))),
    }
}

/// Whether helper lanes take part in the wave operations of `function` (`[WaveOpsIncludeHelperLanes]`, SM 6.7).
pub fn waveops_include_helper_lanes(module: &Module, function: FuncId) -> bool {
    string_attribute(module, function, "waveops-include-helper-lanes").is_some()
}
