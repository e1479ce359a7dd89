use dxil2spirv::pipeline::*;
fn main() {
    let mut fails = std::collections::BTreeMap::<String, (u32, String)>::new();
    let (mut ok, mut bad) = (0, 0);
    let out = std::env::var("OUT").ok();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let opts = dxil2spirv::options::Options::default();
        if std::env::var("IR").is_ok() {
            let stage = match std::env::var("IR").unwrap().as_str() {
                "i" => IrStage::Imported,
                "l" => IrStage::Lowered,
                _ => IrStage::Structured,
            };
            match translate_to_ir(&bytes, None, RootSignatureSource::Embedded, &opts, stage) {
                Ok(m) => println!("{}", m),
                Err(e) => println!("{e:?}"),
            }
        }
        match translate(&bytes, None, RootSignatureSource::Embedded, &opts) {
            Ok(t) => {
                ok += 1;
                if let Some(o) = &out {
                    let name = path.replace('/', "_");
                    std::fs::write(
                        format!("{o}/{name}.spv"),
                        t.words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>(),
                    )
                    .unwrap();
                }
                if std::env::var("ASM").is_ok() {
                    println!("{}", dxil2spirv::spirv::disassemble(&t.words).unwrap());
                }
            }
            Err(e) => {
                bad += 1;
                let k = format!("{:?} {}", e.kind(), e.message());
                let en = fails.entry(k).or_insert((0, format!("{path}: {e}")));
                en.0 += 1;
            }
        }
    }
    for (k, (n, ex)) in &fails {
        println!("{n:4} {k}\n       {ex}");
    }
    println!("{ok} ok, {bad} failed");
}
