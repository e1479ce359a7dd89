//! Stand-ins until the pipeline lands.
use dxil2spirv::container::RootSignature;
use dxil2spirv::error::{Error, Result};
use dxil2spirv::options::Options;
use dxil2spirv::reflection::Reflection;
pub enum RootSignatureSource<'a> {
    Embedded,
    None,
    Given(&'a RootSignature),
}
pub struct Translation {
    pub words: Vec<u32>,
    pub reflection: Reflection,
}
pub fn translate(_: &[u8], _: Option<&str>, _: RootSignatureSource<'_>, _: &Options) -> Result<Translation> {
    Err(Error::unsupported("no pipeline yet"))
}
