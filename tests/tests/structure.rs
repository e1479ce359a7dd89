//! What the structurizer adds to the committed shaders.

use dxil2spirv::options::Options;
use dxil2spirv::pipeline::{IrStage, Request, RootSignatureSource, Shader};
use dxil2spirv_oracle::size::instructions;
use dxil2spirv_tests::shaders;

/// Instructions (phis and branches among them) after, for each before: bound for the corpus, and for each shader.
const MOST: f64 = 1.25;
const MOST_OF_ONE: f64 = 1.5;

#[test]
fn growth() {
    let (mut before, mut after) = (0, 0);
    // Functions that other passes add are none of the structurizer's.
    let mut options = Options::default();
    options.end_tests = false;
    let mut worst = (0.0, String::new());
    for name in shaders::all() {
        let bytes = shaders::read(&name).expect("a shader is readable");
        let shader = Shader::parse(&bytes).expect("a shader parses");
        let sizes = [IrStage::Lowered, IrStage::Structured].map(|stage| {
            let request = Request::new().entry(shaders::entry(&name)).options(&options);
            let module = shader.to_ir(request.root_signature(RootSignatureSource::None), stage);
            module.map(|module| module.functions.values().map(instructions).sum::<usize>())
        });
        // Some shaders need options or a root signature.
        let [Ok(lowered), Ok(structured)] = sizes else {
            continue;
        };
        before += lowered;
        after += structured;
        let growth = structured as f64 / lowered as f64;
        if growth > worst.0 {
            worst = (growth, name);
        }
    }
    let growth = after as f64 / before as f64;
    assert!(before > 50_000, "only {before} instructions were seen");
    assert!(growth <= MOST, "{before} instructions became {after}");
    assert!(worst.0 <= MOST_OF_ONE, "{} grows {:.2} times", worst.1, worst.0);
}
