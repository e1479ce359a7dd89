//! Root signatures of the committed files come back from every form, and those made for the committed shaders
//! cover them.

use dxil2spirv::binding::{LocalRootSignature, Plan, RootSignatureBinder, needs};
use dxil2spirv::container::root_signature::{RootSignatureVersion, ShaderNeeds, synthesize};
use dxil2spirv::container::{Container, FourCc, RootSignature, RuntimeData};
use dxil2spirv::error::ErrorKind;
use dxil2spirv::options::{BindingOptions, Options, Preset};
use dxil2spirv::pipeline::{Request, RootSignatureSource, Shader};
use dxil2spirv_tests::shaders::{self, testdata};
use std::path::PathBuf;

const VERSIONS: [RootSignatureVersion; 3] = [
    RootSignatureVersion::V1_0,
    RootSignatureVersion::V1_1,
    RootSignatureVersion::V1_2,
];

/// Every file below testdata that holds DXIL or a root signature, in order.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut folders = vec![testdata()];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "dxil") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(testdata()).unwrap().display().to_string();
        (name, std::fs::read(&path).unwrap())
    };
    paths.into_iter().map(read).collect()
}

/// The serialised root signatures in a file: its own, those of a library's subobjects.
fn payloads(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Ok(container) = Container::parse(bytes) else {
        return Vec::new();
    };
    let mut payloads = Vec::new();
    payloads.extend(container.part(FourCc::RTS0).map(<[u8]>::to_vec));
    if let Some(payload) = container.part(FourCc::RDAT) {
        for subobject in RuntimeData::parse(payload).unwrap().subobjects().unwrap() {
            use dxil2spirv::container::rdat::SubobjectKind::{GlobalRootSignature, LocalRootSignature};
            if let GlobalRootSignature(payload) | LocalRootSignature(payload) = subobject.kind {
                payloads.push(payload.to_vec());
            }
        }
    }
    payloads
}

#[test]
fn committed_root_signatures_come_back_from_every_form() {
    let mut count = 0;
    for (name, bytes) in files() {
        for payload in payloads(&bytes) {
            count += 1;
            let signature = RootSignature::from_raw(&payload).unwrap();
            assert_eq!(signature.to_raw(), payload, "{name}");
            assert_eq!(signature.check(), [], "{name}");
            let container = signature.to_container();
            let text = signature.to_hlsl();
            let json = signature.to_json().unwrap();
            for form in [payload.as_slice(), &container, json.as_bytes()] {
                assert_eq!(RootSignature::from_any(form).unwrap(), signature, "{name}");
            }
            assert_eq!(
                RootSignature::from_any(&container).unwrap().to_container(),
                container
            );
            let from_text = RootSignature::from_hlsl_as(&text, signature.version).unwrap();
            assert_eq!(from_text.to_raw(), payload, "{name}: {text}");
            // Up to another version and back.
            for version in VERSIONS {
                let other = signature.to_version(version).unwrap();
                assert_eq!(RootSignature::from_raw(&other.to_raw()).unwrap(), other, "{name}");
                assert_eq!(other.check(), [], "{name}");
                if version >= signature.version {
                    assert_eq!(other.to_version(signature.version).unwrap(), signature, "{name}");
                }
            }
        }
    }
    assert!(count > 20, "{count} root signatures");
}

/// What each entry point of a committed shader needs.
fn all_needs() -> Vec<(String, ShaderNeeds)> {
    let mut all = Vec::new();
    for (name, bytes) in files() {
        // Some files hold no shader.
        if let Ok(shader) = Shader::parse(&bytes) {
            let entries = shader.program().entry_points.iter();
            all.extend(entries.map(|entry| (format!("{name} {}", entry.name), needs(entry))));
        }
    }
    all
}

/// Makes a root signature, which has to be valid and to come back.
fn made(what: &str, shaders: &[ShaderNeeds], version: RootSignatureVersion) -> RootSignature {
    let signature = synthesize(shaders, version).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(signature.version, version);
    assert_eq!(signature.check(), [], "{what}");
    assert_eq!(
        RootSignature::from_any(&signature.to_raw()).unwrap(),
        signature,
        "{what}"
    );
    signature
}

#[test]
fn synthesized_root_signatures_cover_their_shader() {
    let mut translated = 0;
    for (name, bytes) in files() {
        let Ok(shader) = Shader::parse(&bytes) else {
            continue;
        };
        for (number, entry) in shader.program().entry_points.iter().enumerate() {
            let version = VERSIONS[number % VERSIONS.len()];
            let signature = made(&name, &[needs(entry)], version);
            Plan::new(Some(&signature), entry, &BindingOptions::default())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            // What translates as it is translates with it; the two huge ones would take most of the time.
            let request = || Request::new().entry(entry.name.as_str());
            if name.contains("/scale_") {
                continue;
            }
            match shader.translate(request().root_signature(RootSignatureSource::None)) {
                Ok(_) => {
                    translated += 1;
                    shader
                        .translate(request().root_signature(&signature))
                        .unwrap_or_else(|error| panic!("{name}: {error}\n{}", signature.to_hlsl()));
                }
                Err(_) => assert!(!name.starts_with("shaders"), "{name}"),
            }
        }
    }
    assert!(translated > 400, "{translated}");
}

#[test]
fn synthesized_root_signatures_cover_pairs_and_sets() {
    use dxil2spirv::container::ShaderKind;
    let files = files();
    let shaders: Vec<(&str, Shader<'_>)> = files
        .iter()
        .filter_map(|(name, bytes)| Some((name.as_str(), Shader::parse(bytes).ok()?)))
        .collect();
    let of = |kind: ShaderKind| {
        shaders
            .iter()
            .flat_map(|(_, shader)| &shader.program().entry_points)
            .filter(move |entry| entry.stage == kind)
            .collect::<Vec<_>>()
    };
    for vertex in of(ShaderKind::Vertex) {
        for pixel in of(ShaderKind::Pixel) {
            let what = format!("{} with {}", vertex.name, pixel.name);
            let pair = [needs(vertex), needs(pixel)];
            let signature = made(&what, &pair, RootSignatureVersion::V1_1);
            for entry in [vertex, pixel] {
                Plan::new(Some(&signature), entry, &BindingOptions::default())
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
    }
    // All shaders of a topic, as one root signature for many pipelines.
    for topic in std::fs::read_dir(testdata().join("shaders")).unwrap().flatten() {
        let prefix = format!("shaders/{}/", topic.file_name().to_string_lossy());
        let entries: Vec<_> = shaders
            .iter()
            .filter(|(name, _)| name.starts_with(&prefix))
            .flat_map(|(_, shader)| &shader.program().entry_points)
            .collect();
        let all: Vec<ShaderNeeds> = entries.iter().map(|entry| needs(entry)).collect();
        let signature = made(&prefix, &all, RootSignatureVersion::V1_1);
        for entry in entries {
            Plan::new(Some(&signature), entry, &BindingOptions::default())
                .unwrap_or_else(|error| panic!("{prefix}: {error}\n{}", signature.to_hlsl()));
        }
    }
    // And all there are, in any order.
    let mut all: Vec<ShaderNeeds> = all_needs().into_iter().map(|(_, needs)| needs).collect();
    let signature = made("all", &all, RootSignatureVersion::V1_1);
    all.reverse();
    assert_eq!(made("all", &all, RootSignatureVersion::V1_1), signature);
}

/// What `tracing/local` takes by its two root signatures.
const GLOBAL: &str = "SRV(t0, space=9), UAV(u0, space=9), CBV(b0, space=9), StaticSampler(s2)";
const LOCAL: &str = "RootFlags(LOCAL_ROOT_SIGNATURE), RootConstants(num32BitConstants=3, b0), CBV(b1), SRV(t1), \
    RootConstants(num32BitConstants=1, b7), SRV(t2), UAV(u3), \
    DescriptorTable(SRV(t3, offset=2), UAV(u4), CBV(b5)), DescriptorTable(SRV(t8, numDescriptors=4)), \
    DescriptorTable(Sampler(s1))";

/// A binder of an embedder's beside a local root signature gives the module that the global root signature gives which that
/// binder goes by; descriptors of its tables may differ in the lanes of a wave.
#[test]
fn a_binder_beside_a_local_root_signature() {
    let bytes = shaders::read("tracing/local").unwrap();
    let shader = Shader::parse(&bytes).unwrap();
    let global = RootSignature::from_hlsl(GLOBAL).unwrap();
    let local = RootSignature::from_hlsl(LOCAL).unwrap();
    for preset in [Preset::Bindless, Preset::Mutable] {
        let mut options = Options::default();
        options.binding.preset = preset;
        for entry in &shader.program().entry_points {
            let request = || {
                Request::new()
                    .entry(entry.name.as_str())
                    .local_root_signature(&local)
                    .options(&options)
            };
            let given = RootSignatureSource::Given(&global);
            let both = shader.translate(request().root_signature(given)).unwrap();
            let mut binder = RootSignatureBinder::new(&global, &options.binding).unwrap();
            let beside = shader.translate(request().binder(&mut binder)).unwrap();
            assert_eq!(both.words, beside.words, "{}, {preset:?}", entry.name);
            let decorated = |words: &[u32]| {
                const DECORATE: u32 = 3 << 16 | 71;
                const NON_UNIFORM: u32 = 5300;
                let mut pairs = words.windows(3);
                pairs.any(|inst| inst[0] == DECORATE && inst[2] == NON_UNIFORM)
            };
            assert!(decorated(&both.words), "{}", entry.name);
        }
    }
}

/// A binder that lays records out by itself has no local root signature beside it.
#[test]
fn a_binder_with_records_beside_a_local_root_signature() {
    let bytes = shaders::read("tracing/local").unwrap();
    let shader = Shader::parse(&bytes).unwrap();
    let global = RootSignature::from_hlsl(GLOBAL).unwrap();
    let local = RootSignature::from_hlsl(LOCAL).unwrap();
    let options = Options::default();
    let request = Request::new()
        .entry("Miss")
        .local_root_signature(&local)
        .options(&options);
    let own = LocalRootSignature::new(&local, &options.binding).unwrap();
    let binder = RootSignatureBinder::new(&global, &options.binding).unwrap();
    let error = shader.translate(request.binder(&mut binder.with_local(Some(own))));
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOptions, "{error}");
    assert!(
        error.to_string().contains("the binder lays shader records out"),
        "{error}"
    );
}
