//! Each test lowers accesses to heaps in text form and looks at their indices.

use crate::binding::{Plan, binder};
use crate::container::RootSignature;
use crate::ir::parse::parse_module;
use crate::ir::print::{PrintOptions, print_module};
use crate::lower::{self, Lowered};
use crate::options::{HeapSizePolicy, Options};
use crate::shader::Resource;
use crate::verify::{self, Invariants};
use crate::vulkan::SpecConstantKind;

/// Lowers the shader `text` under a root signature: the result keeps the invariants and can be emitted.
pub fn lower_text(text: &str, root_signature: &str, options: &Options) -> (String, Lowered) {
    let mut module = parse_module(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify::check(&module, Invariants::Imported, "parse").unwrap_or_else(|e| panic!("{e}\n{text}"));
    let root_signature = RootSignature::from_hlsl(root_signature).unwrap();
    let plan = {
        let resources: Vec<&Resource> = module.resources.values().collect();
        let mut binder = binder(Some(&root_signature), None, &resources, &options.binding).unwrap();
        Plan::with(&mut *binder, module.info.stage, resources).unwrap()
    };
    let lowered = lower::run(&mut module, &plan, options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let text = print_module(&module, PrintOptions::default());
    verify::check(&module, Invariants::Lowered, "lower").unwrap_or_else(|e| panic!("{e}\n{text}"));
    for func in module.functions.ids() {
        crate::structurize::run(&mut module, func).unwrap_or_else(|e| panic!("{e}\n{text}"));
    }
    crate::spirv::emit(&module, options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    (text, lowered)
}

/// Two descriptors of a table, one at a constant register and one at an index from memory, and two of the heaps.
const SHADER: &str = "\
shader \"main\" Compute 6.6
num_threads 64, 1, 1
resource res0 Srv RawBuffer \"t\" register 4 unbounded
resource res1 Uav RawBuffer \"u\" register 0
resource res2 Srv Texture2D \"h\" component F32 unbounded heap
resource res3 Sampler Sampler \"s\" unbounded heap
function func0 \"main\" void {
bb0:
  %0: handle = handle i32 4
  %1: i32 = raw.load %0, i32 0, i32 undef #1025
  %2: handle = handle.nonuniform %1
  %3: i32 = raw.load %2, i32 0, i32 undef #1025
  %4: handle = handle.heap %3 #2
  %5: handle = handle.heap i32 7 #3
  %6: <4 x f32> = sample.level %4, %5, f32 0.0, f32 0.0, f32 undef, f32 undef, i32 0, i32 0, i32 undef, f32 0.0
  %7: f32 = extract %6
  %8: handle = handle i32 0 #1
  %9: i32 = bitcast %7
  raw.store %8, i32 0, i32 undef, %9, i32 undef, i32 undef, i32 undef #1025
  ret
}
";
const SIGNATURE: &str = "RootFlags(CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED | SAMPLER_HEAP_DIRECTLY_INDEXED), \
     DescriptorTable(UAV(u0), SRV(t4, numDescriptors=unbounded, offset=3))";

/// Lowers [`SHADER`] with sizes of heaps.
fn lower_sized(policy: Option<HeapSizePolicy>) -> (String, Lowered) {
    let mut options = Options::default();
    options.binding.heap_size = policy;
    lower_text(SHADER, SIGNATURE, &options)
}

/// Asserts that `text` has `lines`, in that order.
#[track_caller]
pub fn expect(text: &str, lines: &[&str]) {
    let mut rest = text;
    for line in lines {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("no `{line}` at its place in\n{text}"),
        }
    }
}

#[test]
fn indices_are_free_without_a_size() {
    let (text, lowered) = lower_sized(None);
    assert!(!text.contains("umin"), "{text}");
    assert!(lowered.spec_constants.is_empty());
}

#[test]
fn a_constant_size_bounds_all_indices() {
    let policy = HeapSizePolicy::Constant {
        resources: 500,
        samplers: 5,
    };
    let (text, _) = lower_sized(Some(policy));
    assert_eq!(text.matches("umin").count(), 4, "{text}");
    // Of the sampler it is known, and known to be beyond.
    expect(
        &text,
        &[
            "umin %13, i32 500",
            "access_chain @1, %14\n",
            "umin %19, i32 500",
            "access_chain.nonuniform @1, %20\n",
            "umin %23, i32 500",
            "access_chain @2, %24",
            "access_chain @3, i32 5\n",
            "umin %12, i32 500",
            "access_chain @4, %30",
        ],
    );
}

#[test]
fn specialization_constants_are_listed_where_they_are_used() {
    let (text, lowered) = lower_sized(Some(HeapSizePolicy::SpecConstant));
    expect(
        &text,
        &["umin %19, i32 spec 1 1000000", "umin i32 7, i32 spec 2 2048"],
    );
    let kinds: Vec<_> = lowered.spec_constants.iter().map(|c| (c.id, c.kind)).collect();
    assert_eq!(
        kinds,
        [
            (1, SpecConstantKind::ResourceHeapSize),
            (2, SpecConstantKind::SamplerHeapSize)
        ]
    );

    // Without samplers.
    let shader = SHADER.replace("handle.heap i32 7 #3", "handle.heap i32 5 #2");
    assert_eq!(shader.matches("#3").count(), 0);
    let shader = shader.replace(
        "sample.level %4, %5, f32 0.0, f32 0.0, f32 undef, f32 undef, i32 0, i32 0, i32 undef, f32 0.0",
        "texture.load %4, i32 0, i32 0, i32 0, i32 undef, i32 undef, i32 undef, i32 undef",
    );
    let mut options = Options::default();
    options.binding.heap_size = Some(HeapSizePolicy::SpecConstant);
    let (_, lowered) = lower_text(&shader, SIGNATURE, &options);
    let kinds: Vec<_> = lowered.spec_constants.iter().map(|c| c.kind).collect();
    assert_eq!(kinds, [SpecConstantKind::ResourceHeapSize]);
}

#[test]
fn sizes_in_a_buffer_are_loaded_once_at_the_start() {
    let (text, _) = lower_sized(Some(HeapSizePolicy::Buffer));
    expect(
        &text,
        &[
            "struct $1 \"HeapSizes\" block { i32 offset 0 \"resources\", i32 offset 4 \"samplers\" }",
            "\"heap_sizes\" StorageBuffer $1 decorate DescriptorSet(4), Binding(5), NonWritable",
            "bb0:\n",
            "access_chain @1, i32 0",
            "= load",
            "access_chain @1, i32 1",
            "= load",
            "umin",
            "umin",
            "umin",
            "umin i32 7, ",
            "umin",
        ],
    );
    assert_eq!(text.matches("access_chain @1").count(), 2, "{text}");
}
