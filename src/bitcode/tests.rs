//! Modules assembled record by record, good and damaged, and mutations of real ones.

use super::module::{Attribute, Constant, InstKind, Metadata, MetadataId, Module, ValueId, ValueKind};
use super::read_module;
use crate::bitstream::writer::Writer;
use crate::error::{Error, ErrorKind};

/// Codes and operands.
type Records<'r> = &'r [(u32, &'r [u64])];

// The type table that all modules here share.
const VOID: u64 = 0;
const I32: u64 = 1;
const FLOAT: u64 = 2;
const I1: u64 = 3;
/// `i32 (i32, i1)`
const FUNCTION: u64 = 4;
const I32_PTR: u64 = 5;
const ARRAY: u64 = 6;
const METADATA: u64 = 8;
/// `void (metadata, metadata)`
const DEBUG_FUNCTION: u64 = 9;
/// `{ i32, float }`
const PAIR: u64 = 10;
const VECTOR: u64 = 11;
const TYPES: Records = &[
    (2, &[]),
    (7, &[32]),
    (3, &[]),
    (7, &[1]),
    (21, &[0, I32, I32, I1]),
    (8, &[I32, 0]),
    (11, &[4, I32]),
    (8, &[ARRAY, 3]),
    (16, &[]),
    (21, &[0, VOID, METADATA, METADATA]),
    (18, &[0, I32, FLOAT]),
    (12, &[4, FLOAT]),
];

// Values of the module: globals and functions, then constants.
const ARRAY_GLOBAL: u64 = 0;
const MAIN: u64 = 1;
const DEBUG_DECLARE: u64 = 2;
const FIRST_LOCAL: u64 = 9;

/// A module with one function, and a record for each hook to add or change.
struct Fixture {
    types: Vec<(u32, Vec<u64>)>,
    constants: Vec<(u32, Vec<u64>)>,
    metadata: Vec<(u32, Vec<u64>)>,
    blocks: u64,
    local_constants: Vec<(u32, Vec<u64>)>,
    body: Vec<(u32, Vec<u64>)>,
}

fn owned(records: Records) -> Vec<(u32, Vec<u64>)> {
    records.iter().map(|(code, ops)| (*code, ops.to_vec())).collect()
}

fn characters(text: &str) -> Vec<u64> {
    text.bytes().map(u64::from).collect()
}

/// A signed value, as phis and integers have it.
fn signed(value: i64) -> u64 {
    if value < 0 {
        (value.unsigned_abs() << 1) | 1
    } else {
        (value as u64) << 1
    }
}

/// `delta` as an operand relative to the current instruction; negative for values to come.
fn relative(delta: i32) -> u64 {
    u64::from(delta as u32)
}

impl Fixture {
    /// A body of `blocks` blocks, whose values start at [`FIRST_LOCAL`]: the two arguments.
    fn new(blocks: u64, body: Records) -> Self {
        Self {
            types: owned(TYPES),
            // v3 = [4 x i32] undef, v4 = i32 1, v5 = i32 -7, v6 = i32 0, v7 = float 1.5, v8 = { v4, v7 }
            constants: owned(&[
                (1, &[ARRAY]),
                (3, &[]),
                (1, &[I32]),
                (4, &[signed(1)]),
                (4, &[signed(-7)]),
                (2, &[]),
                (1, &[FLOAT]),
                (6, &[0x3fc0_0000]),
                (1, &[PAIR]),
                (7, &[4, 7]),
            ]),
            metadata: Vec::new(),
            blocks,
            local_constants: Vec::new(),
            body: owned(body),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut w = Writer::new();
        w.enter(8, 3);
        w.record(1, &[1]);
        w.enter(10, 3);
        w.record(3, &[1, u64::from(u32::MAX), 0, 18, 4, 97, 98, 0, 99, 0]);
        w.exit();
        w.enter(9, 3);
        w.record(2, &[1]);
        w.exit();
        w.enter(17, 4);
        w.record(1, &[self.types.len() as u64]);
        self.types.iter().for_each(|(code, ops)| w.record(*code, ops));
        w.exit();
        w.text(2, &[], "dxil-ms-dx");
        w.record(7, &[ARRAY, 3 << 2 | 2, 4, 0, 3, 0]);
        w.record(8, &[FUNCTION, 0, 0, 0, 1, 0, 0, 0]);
        w.record(8, &[DEBUG_FUNCTION, 0, 1, 0, 0, 0, 0, 0]);
        w.enter(11, 4);
        self.constants.iter().for_each(|(code, ops)| w.record(*code, ops));
        w.exit();
        w.enter(15, 4);
        w.text(1, &[], "text");
        w.record(2, &[I32, 4]);
        w.record(3, &[1, 0, 2]);
        self.metadata.iter().for_each(|(code, ops)| w.record(*code, ops));
        w.text(4, &[], "dx.version");
        w.record(10, &[2]);
        w.text(6, &[3], "dx.precise");
        w.exit();
        w.enter(14, 4);
        w.text(1, &[ARRAY_GLOBAL], "shared");
        w.text(1, &[MAIN], "main");
        w.text(1, &[DEBUG_DECLARE], "llvm.dbg.declare");
        w.exit();
        w.enter(12, 4);
        w.record(1, &[self.blocks]);
        w.enter(11, 4);
        self.local_constants
            .iter()
            .for_each(|(code, ops)| w.record(*code, ops));
        w.exit();
        self.body.iter().for_each(|(code, ops)| w.record(*code, ops));
        w.enter(14, 4);
        w.text(1, &[FIRST_LOCAL], "n");
        w.text(2, &[0], "entry");
        w.exit();
        w.enter(16, 3);
        w.record(11, &[0, 3, 2]);
        w.exit();
        w.exit();
        w.finish()
    }

    fn read(&self) -> Result<Module, Error> {
        read_module(&self.bytes())
    }

    fn module(&self) -> Module {
        self.read().expect("a good module")
    }

    /// The text of the function.
    fn text(&self) -> Vec<String> {
        let text = self.module().to_string();
        let body = text.lines().skip_while(|line| !line.starts_with("define"));
        body.take_while(|line| *line != "}")
            .map(|line| line.trim().to_owned())
            .collect()
    }

    fn error(&self) -> Error {
        self.read().expect_err("a damaged module")
    }
}

#[test]
fn reads_module_level_things() {
    let module = Fixture::new(1, &[(10, &[1 + 5])]).module();
    assert_eq!(module.text(module.triple), "dxil-ms-dx");
    let global = module.globals.values().next().expect("a global");
    assert_eq!(
        (module.text(global.name), global.space, global.align),
        ("shared", 3, 4)
    );
    assert_eq!(global.initializer, Some(ValueId(3)));
    let names: Vec<&str> = module.functions.values().map(|f| module.text(f.name)).collect();
    assert_eq!(names, ["main", "llvm.dbg.declare"]);
    let attributes = module
        .functions
        .values()
        .next()
        .and_then(|f| f.attributes)
        .expect("attributes");
    let list = module.groups(attributes).collect::<Vec<_>>();
    assert_eq!(list[0].slot, u32::MAX);
    let [first, Attribute::String { key, value }] = *module.attributes_of(list[0]) else {
        panic!("two attributes, of which the second is a string");
    };
    let (kind, none) = (18, None);
    assert_eq!(first, Attribute::Enum { kind, value: none });
    assert_eq!((module.text(key), module.text(value)), ("ab", "c"));
    let constant = |id| match &module.values[ValueId(id)].kind {
        ValueKind::Constant(constant) => constant.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(constant(3), Constant::Undef);
    assert_eq!(constant(5), Constant::Int(-7));
    assert_eq!(constant(6), Constant::Null);
    assert_eq!(constant(7), Constant::Float(0x3fc0_0000));
    let Constant::Aggregate(list) = constant(8) else {
        panic!("an aggregate")
    };
    assert_eq!(module.value_list(list), [ValueId(4), ValueId(7)]);
    let node = module.named("dx.version")[0];
    let Metadata::Node {
        distinct: false,
        operands,
    } = module.metadata[node]
    else {
        panic!("a node")
    };
    assert_eq!(module.metadata_list(operands).len(), 3);
    assert_eq!(module.metadata_kind(3), Some("dx.precise"));
}

#[test]
fn reads_every_instruction_of_memory_and_control() {
    // Values: n = 9, %10 = i1 argument; instruction results from 11.
    let fixture = Fixture::new(
        5,
        &[
            (19, &[I32, I32, 4, 3 | 1 << 6]),                      // %11 alloca
            (44, &[1, 12 - 9, 3, 0]),                              // store n, %11
            (20, &[1, I32, 3, 0]),                                 // %12 load %11
            (43, &[1, ARRAY, 13, 13 - 6, 13 - 12]),                // %13 gep shared, 0, %12
            (38, &[1, 14 - 4, 1, 0, 6, 1]),                        // %14 atomicrmw add %13, 1
            (46, &[15 - 13, 15 - 4, 15 - 5, 0, 6, 1, 6, 0]),       // %15 cmpxchg
            (26, &[1, 0]),                                         // %16 extractvalue %15, 0
            (36, &[6, 1]),                                         // fence
            (11, &[1, 2, 17 - 10]),                                // br %10, bb1, bb2
            (16, &[I32, signed(1), 0, signed(17 - 19), 1]),        // bb1: %17 phi [%16, bb0], [%19, bb1]
            (16, &[FLOAT, signed(18 - 7), 0, signed(18 - 20), 1]), // %18 phi [1.5, bb0], [%20, bb1]
            (2, &[2, 19 - 4, 0]),                                  // %19 add %17, 1
            (2, &[2, 2, 0, 1]),                                    // %20 fadd fast %18, %18
            (28, &[2, 21 - 9, 36]),                                // %21 icmp ult %19, n
            (11, &[1, 3, 1]),                                      // br %21, bb1, bb3
            (12, &[I32, 22 - 9, 3, 4, 4, 5, 3]),                   // bb2: switch n [1: bb4, -7: bb3]
            (
                16,
                &[I32, signed(22 - 19), 1, signed(22 - 4), 2, signed(22 - 4), 2],
            ), // bb3: %22
            (34, &[0, 1 << 15, FUNCTION, 23 - 1, 1, 23 - 10]),     // %23 call main(%22, %10)
            (29, &[1, 2, 24 - 10]),                                // %24 select
            (10, &[1]),                                            // ret %24
            (15, &[]),                                             // bb4: unreachable
        ],
    );
    let expected = [
        "define i32 @main(i32 %n, i1 %10) #0 {",
        "bb0: ; entry",
        "%11 = alloca i32, i32 1, align 4, !dx.precise !2",
        "store i32 %n, i32* %11, align 4",
        "%12 = load i32, i32* %11, align 4",
        "%13 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @shared, i32 0, i32 %12",
        "%14 = atomicrmw add i32 addrspace(3)* %13, i32 1",
        "%15 = cmpxchg i32 addrspace(3)* %13, i32 1, i32 -7",
        "%16 = extractvalue { i32, i1 } %15, 0",
        "fence",
        "br i1 %10, bb1, bb2",
        "bb1:",
        "%17 = phi i32 [ %16, bb0 ], [ %19, bb1 ]",
        "%18 = phi float [ 1.5, bb0 ], [ %20, bb1 ]",
        "%19 = add i32 %17, 1",
        "%20 = fadd fast float %18, %18",
        "%21 = icmp ult i32 %19, %n",
        "br i1 %21, bb1, bb3",
        "bb2:",
        "switch i32 %n, bb3 [ 1: bb4 4294967289: bb3 ]",
        "bb3:",
        "%22 = phi i32 [ %19, bb1 ], [ 1, bb2 ], [ 1, bb2 ]",
        "%23 = call i32 @main(i32 %22, i1 %10)",
        "%24 = select i1 %10, i32 %23, i32 %22",
        "ret i32 %24",
        "bb4:",
        "unreachable",
    ];
    assert_eq!(fixture.text(), expected);
}

/// `cmpxchg` of LLVM before 3.5 has neither the order for when it fails nor, or only, whether it may fail: its result is a value.
#[test]
fn an_old_exchange_gives_the_value_alone() {
    for (code, fields) in [(37, &[0, 6, 1][..]), (37, &[0, 6, 1, 6]), (46, &[0, 6, 1])] {
        let exchange = [&[12 - 11, 12 - 4, 12 - 5], fields].concat();
        let fixture = Fixture::new(
            1,
            &[
                (43, &[1, ARRAY, 11, 11 - 6, 11 - 4]), // %11 gep shared, 0, 1
                (code, &exchange),                     // %12 cmpxchg %11
                (2, &[13 - 12, 13 - 12, 0]),           // %13 add %12, %12
                (10, &[1]),                            // ret %13
            ],
        );
        let text = fixture.text();
        let wanted = [
            "%12 = cmpxchg i32 addrspace(3)* %11, i32 1, i32 -7",
            "%13 = add i32 %12, %12",
            "ret i32 %13",
        ];
        assert!(
            wanted.iter().all(|line| text.iter().any(|of| of == line)),
            "{code}: {text:?}"
        );
    }
}

#[test]
fn reads_conversions_vectors_and_aggregates() {
    let mut fixture = Fixture::new(1, &[]);
    fixture.types.extend(owned(&[(12, &[4, I32])]));
    let mask = 12;
    // Values 11 and 12: a vector of floats and a mask.
    fixture.local_constants = owned(&[
        (1, &[VECTOR]),
        (22, &[0x3f80_0000, 0, 0, 0x4000_0000]),
        (1, &[mask]),
        (22, &[3, 2, 1, 0]),
    ]);
    fixture.body = owned(&[
        (3, &[13 - 9, FLOAT, 6]),
        (7, &[14 - 11, 1, 14 - 4]),
        (8, &[1, 15 - 11, 15 - 12]),
        (6, &[1, 16 - 4]),
        (27, &[17 - 8, 1, 1]),
        (26, &[1, 0]),
        (10, &[1]),
    ]);
    let expected = [
        "define i32 @main(i32 %n, i1 %10) #0 {",
        "$11 = <4 x float> [1.0, 0.0, 0.0, 2.0]",
        "$12 = <4 x i32> [3, 2, 1, 0]",
        "bb0: ; entry",
        "%13 = sitofp i32 %n to float, !dx.precise !2",
        "%14 = insertelement <4 x float> $11, float %13, i32 1",
        "%15 = shufflevector <4 x float> %14, <4 x float> $11, <4 x i32> $12",
        "%16 = extractelement <4 x float> %15, i32 1",
        "%17 = insertvalue { i32, float } $8, float %16, 1",
        "%18 = extractvalue { i32, float } %17, 0",
        "ret i32 %18",
    ];
    assert_eq!(fixture.text(), expected);
}

#[test]
fn forward_references_have_their_type_beside_them() {
    // bb0: br bb2; bb1: ret %11 + %11; bb2: %12 = n + 1; br bb1, written so that bb1 uses a later value.
    let fixture = Fixture::new(
        3,
        &[
            (11, &[2]),
            (2, &[relative(11 - 12), I32, relative(11 - 12), 0]),
            (10, &[1]),
            (2, &[12 - 9, 12 - 4, 0]),
            (11, &[1]),
        ],
    );
    assert!(fixture.text().contains(&"%11 = add i32 %12, %12".to_owned()));
    let wrong = Fixture::new(
        3,
        &[
            (11, &[2]),
            (2, &[relative(11 - 12), FLOAT, relative(11 - 12), 0]),
            (10, &[11 - 4]),
            (2, &[12 - 9, 12 - 4, 0]),
            (11, &[1]),
        ],
    );
    assert!(wrong.error().message().contains("v12"), "{}", wrong.error());
}

#[test]
fn debug_information_never_fails_a_module() {
    let mut fixture = Fixture::new(
        1,
        &[
            (34, &[0, 1 << 15, DEBUG_FUNCTION, 11 - 2, 77777, relative(-5)]),
            (35, &[3, 7, 3, 0]),
            (33, &[]),
            (2, &[11 - 9, 11 - 4, 0]),
            (35, &[u64::MAX, 1 << 40, 9999, 0]),
            (10, &[1]),
        ],
    );
    // A subprogram full of nonsense, an unknown debug record, an expression.
    fixture.metadata = owned(&[(21, &[1, 99999, u64::MAX]), (47, &[]), (29, &[0, 1, 2])]);
    let module = fixture.module();
    let body = &module.bodies[0];
    let InstKind::Call { args, .. } = body.insts[0].kind else {
        panic!("a call")
    };
    assert_eq!(args.len, 0);
    // One for each of two instructions, however often it is said.
    assert_eq!(body.debug_locations.len(), 2);
    assert_eq!(
        (body.debug_locations[0].line, body.debug_locations[0].column),
        (3, 7)
    );
    // Both arguments name nothing that exists.
    assert_eq!(body.metadata_arguments(0).collect::<Vec<_>>(), [None, None]);
    assert_eq!(module.debug_node(MetadataId(3)), None);
    assert!(matches!(
        module.metadata.values().nth(3),
        Some(Metadata::Debug { code: 21, .. })
    ));
}

#[test]
fn constant_expressions() {
    let mut fixture = Fixture::new(1, &[(20, &[1, I32, 0, 0]), (10, &[1])]);
    fixture.types.extend(owned(&[(8, &[I32, 3])]));
    let pointer = 12;
    fixture.local_constants = owned(&[(1, &[pointer]), (20, &[ARRAY, 7, 0, I32, 6, I32, 4])]);
    let text = fixture.text();
    assert_eq!(
        text[1],
        "$11 = i32 addrspace(3)* getelementptr [4 x i32] addrspace(3)* @shared, i32 0, i32 1"
    );
    // The same with the type of something else.
    fixture.local_constants = owned(&[(1, &[I32_PTR]), (20, &[ARRAY, 7, 0, I32, 6, I32, 4])]);
    assert!(fixture.error().message().contains("getelementptr"));
    // A cast, and a cast that changes the size.
    fixture.body = owned(&[(10, &[1])]);
    fixture.local_constants = owned(&[(1, &[I32]), (11, &[11, FLOAT, 7])]);
    assert_eq!(fixture.text()[1], "$11 = i32 bitcast float 1.5");
    fixture.local_constants = owned(&[(1, &[I1]), (11, &[11, FLOAT, 7])]);
    assert_eq!(fixture.error().kind(), ErrorKind::Malformed);
}

#[test]
fn constants_must_not_contain_themselves() {
    let mut fixture = Fixture::new(1, &[(10, &[11 - 4])]);
    fixture.local_constants = owned(&[(1, &[I32]), (10, &[0, 12, 4]), (10, &[0, 11, 4])]);
    assert!(
        fixture.error().message().contains("contains itself"),
        "{}",
        fixture.error()
    );
    // A chain of two hundred is too deep, in whichever order.
    let link = |index: u64| (10, vec![0, if index == 199 { 4 } else { 12 + index }, 4]);
    fixture.local_constants = std::iter::once((1, vec![I32]))
        .chain((0..200).map(link))
        .collect();
    assert_eq!(fixture.error().kind(), ErrorKind::LimitExceeded);
    // Sharing makes a small constant enormous.
    let double = |index: u64| {
        (
            10,
            vec![
                0,
                if index == 0 { 4 } else { 10 + index },
                if index == 0 { 4 } else { 10 + index },
            ],
        )
    };
    fixture.local_constants = std::iter::once((1, vec![I32]))
        .chain((0..40).map(double))
        .collect();
    assert_eq!(fixture.error().kind(), ErrorKind::LimitExceeded);
}

#[test]
fn types_must_be_sound() {
    let with = |extra: Records| {
        let mut fixture = Fixture::new(1, &[(10, &[11 - 4])]);
        fixture.types.extend(owned(extra));
        fixture
    };
    // A struct may contain a pointer to itself, and refer to a later one.
    let name = characters("list");
    with(&[(19, &name), (20, &[0, 13]), (8, &[12, 0])]).error();
    with(&[
        (19, &name),
        (20, &[0, I32_PTR, 14]),
        (8, &[12, 0]),
        (20, &[0, 13]),
    ])
    .module();
    // But not itself, an entry that does not exist, or a later one that is no struct.
    assert!(
        with(&[(20, &[0, 12])])
            .error()
            .message()
            .contains("contains itself")
    );
    assert!(
        with(&[(20, &[0, 13]), (11, &[2, 12])])
            .error()
            .message()
            .contains("named struct")
    );
    assert!(with(&[(8, &[500, 0])]).error().message().contains("named struct"));
    assert!(
        with(&[(11, &[2, VOID])])
            .error()
            .message()
            .contains("not a valid type")
    );
    assert_eq!(with(&[(7, &[128])]).error().kind(), ErrorKind::Unsupported);
    let deep: Vec<(u32, Vec<u64>)> = (0..100).map(|index| (11, vec![1, 11 + index])).collect();
    let deep: Vec<(u32, &[u64])> = deep.iter().map(|(code, ops)| (*code, ops.as_slice())).collect();
    assert_eq!(with(&deep).error().kind(), ErrorKind::LimitExceeded);
    // Equal types are one type.
    let twice = with(&[(11, &[4, I32]), (8, &[12, 3])]).module();
    assert_eq!(
        twice.type_name(twice.values[ValueId(0)].ty),
        "[4 x i32] addrspace(3)*"
    );
}

#[test]
fn damaged_bodies_are_refused() {
    let cases: &[(&str, u64, Records)] = &[
        ("another type", 1, &[(2, &[11 - 9, 11 - 7, 0]), (10, &[1])]),
        (
            "operation 3 of this type",
            1,
            &[(2, &[11 - 7, 11 - 7, 3]), (10, &[1])],
        ),
        (
            "never defined",
            1,
            &[(2, &[relative(-9), I32, 11 - 4, 0]), (10, &[1])],
        ),
        ("more operands", 1, &[(2, &[11 - 9]), (10, &[1])]),
        ("type 999", 1, &[(3, &[11 - 9, 999, 0]), (10, &[1])]),
        ("cast 0", 1, &[(3, &[11 - 9, FLOAT, 0]), (10, &[1])]),
        ("predicate 3", 1, &[(28, &[11 - 9, 11 - 4, 3]), (10, &[11 - 4])]),
        ("return type", 1, &[(10, &[11 - 7])]),
        ("expected a value", 1, &[(10, &[])]),
        ("block 1 does not exist", 1, &[(11, &[1])]),
        ("another type", 1, &[(11, &[0, 0, 11 - 9])]),
        ("2 blocks, found 1", 2, &[(10, &[11 - 4])]),
        ("after the last block", 1, &[(10, &[11 - 4]), (15, &[])]),
        ("count of blocks", 0, &[(10, &[11 - 4])]),
        ("before instructions", 1, &[(10, &[11 - 4]), (1, &[1])]),
        ("2 blocks, found 1", 2, &[(11, &[1]), (2, &[11 - 9, 11 - 4, 0])]),
        ("start of the block", 1, &[(36, &[]), (16, &[I32])]),
        (
            "one entry for each edge",
            2,
            &[(11, &[1]), (16, &[I32]), (10, &[1])],
        ),
        (
            "one entry for each edge",
            2,
            &[(11, &[1]), (16, &[I32, signed(7), 1]), (10, &[1])],
        ),
        (
            "2 arguments, found 1",
            1,
            &[(34, &[0, 1 << 15, FUNCTION, 11 - 1, 11 - 9]), (10, &[1])],
        ),
        (
            "another type",
            1,
            &[(34, &[0, 1 << 15, FUNCTION, 11 - 1, 11 - 9, 11 - 9]), (10, &[1])],
        ),
        (
            "type of the function",
            1,
            &[(34, &[0, 1 << 15, DEBUG_FUNCTION, 11 - 1, 11 - 9]), (10, &[1])],
        ),
        ("indirect call", 1, &[(34, &[0, 0, 11 - 9, 0]), (10, &[1])]),
        ("a pointer", 1, &[(20, &[11 - 9, I32, 0, 0]), (10, &[1])]),
        ("names no part", 1, &[(26, &[11 - 8, 2]), (10, &[1])]),
        (
            "names no part",
            1,
            &[(43, &[0, ARRAY, 11, 11 - 6, 11 - 6, 11 - 6]), (10, &[1])],
        ),
        ("occurs twice", 1, &[(12, &[I32, 11 - 9, 0, 4, 0, 4, 0])]),
        ("to be a constant", 1, &[(12, &[I32, 11 - 9, 0, 9, 0])]),
        ("ranges", 1, &[(12, &[0x4b5 << 16, I32, 11 - 9, 0])]),
        ("invoke", 1, &[(13, &[])]),
        ("landingpad", 1, &[(47, &[])]),
        ("alignment", 1, &[(20, &[11, ARRAY, 60, 0]), (10, &[11 - 4])]),
    ];
    for (expected, blocks, body) in cases {
        let error = Fixture::new(*blocks, body).error();
        let text = error.to_string();
        assert!(text.contains(expected), "{body:?}: {text}");
        assert!(error.location().bit_offset.is_some(), "{text}");
        assert_eq!(error.location().function.as_deref(), Some("main"), "{text}");
    }
}

#[test]
fn damaged_modules_are_refused() {
    let error = |build: &dyn Fn(&mut Writer)| {
        let mut w = Writer::new();
        build(&mut w);
        read_module(&w.finish()).expect_err("a damaged module")
    };
    assert!(error(&|_| {}).message().contains("module block"));
    assert!(error(&|w| w.enter(13, 3)).message().contains("module block"));
    let initializer = |w: &mut Writer| {
        w.enter(8, 3);
        w.enter(17, 4);
        w.record(7, &[32]);
        w.exit();
        w.record(7, &[0, 2, 9, 0, 0]);
    };
    assert!(error(&initializer).message().contains("initializer"));
    let bodies = |w: &mut Writer| {
        w.enter(8, 3);
        w.enter(12, 4);
        w.exit();
    };
    assert!(error(&bodies).message().contains("0 function bodies, found 1"));
    let metadata = |w: &mut Writer| {
        w.enter(8, 3);
        w.enter(15, 4);
        w.record(3, &[5]);
    };
    assert!(error(&metadata).message().contains("node md4"));
    let version = |w: &mut Writer| {
        w.enter(8, 3);
        w.record(1, &[2]);
    };
    assert_eq!(error(&version).kind(), ErrorKind::Unsupported);
}

/// A small generator of numbers that are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Reads, and prints what was read: neither may panic or take long.
fn survive(bytes: &[u8]) {
    if let Ok(module) = read_module(bytes) {
        assert!(module.to_string().len() < 1 << 24);
    }
}

#[test]
fn survives_mutations() {
    let mut fixture = Fixture::new(
        4,
        &[
            (43, &[1, ARRAY, 11, 11 - 6, 11 - 9]),
            (20, &[1, I32, 3, 0]),
            (11, &[1, 2, 13 - 10]),
            (16, &[I32, signed(1), 0, signed(13 - 14), 1]),
            (2, &[1, 14 - 4, 0]),
            (34, &[0, 1 << 15, FUNCTION, 15 - 1, 1, 15 - 10]),
            (28, &[1, 16 - 9, 36]),
            (11, &[1, 3, 1]),
            (12, &[I32, 17 - 9, 3, 4, 3, 5, 3]),
            (10, &[17 - 4]),
        ],
    );
    // Edges into bb3: one from bb1, three from bb2. No phi there.
    fixture.metadata = owned(&[(5, &[0, 1]), (21, &[1, 2, 3])]);
    let good = fixture.bytes();
    survive(&good);
    fixture.module();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for bit in 0..good.len() * 8 {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        survive(&bytes);
    }
    for len in 0..good.len() {
        survive(&good[..len]);
    }
    for _ in 0..20_000 {
        let mut bytes = good.clone();
        for _ in 0..1 + numbers.below(4) {
            let at = numbers.below(bytes.len());
            bytes[at] = numbers.below(256) as u8;
        }
        survive(&bytes);
    }
}

#[test]
fn reads_committed_shaders_and_survives_their_mutations() {
    let mut folders = vec![std::path::PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/testdata/shaders"
    ))];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "dxil") {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut numbers = Numbers(42);
    for file in files {
        let bytes = std::fs::read(&file).expect("a readable file");
        let input = crate::container::ShaderInput::detect(&bytes).expect("a shader");
        let bitcode = input.bitcode().expect("a program");
        let module = read_module(bitcode).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(module.to_string().contains("define"), "{}", file.display());
        for _ in 0..20 {
            let mut bytes = bitcode.to_vec();
            for _ in 0..1 + numbers.below(3) {
                let at = numbers.below(bytes.len());
                bytes[at] = numbers.below(256) as u8;
            }
            survive(&bytes);
        }
    }
}

/// The text of a module says where each instruction is, and an imported instruction which of those it was made for.
#[test]
fn lines_of_listings_are_found_from_the_ir() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/shaders");
    for name in ["control-flow/mandelbrot.od", "big/ssao", "big/uber_material.od"] {
        let Ok(bytes) = std::fs::read(format!("{folder}/{name}.dxil")) else {
            panic!("{name} is not there");
        };
        let shader = crate::Shader::parse(&bytes).unwrap();
        let listing = shader.module().listing();
        assert_eq!(listing.text, shader.module().to_string(), "{name}");
        let lines: Vec<&str> = listing.text.lines().collect();
        let entry = shader.program().entry_points[0].name.clone();
        let request = crate::Request::new().entry(entry.as_str());
        let module = shader.to_ir(request, crate::pipeline::IrStage::Imported).unwrap();
        let text = crate::ir::print::listing(&module);
        assert_eq!(text.text, module.to_string(), "{name}");
        let (mut calls, mut terminators) = (0, 0);
        for function in module.functions.values() {
            let line = |source: u32| {
                let (function, index) = module.origin(source)?;
                let line = listing.line_of(super::module::FuncId(function), index);
                Some(lines[line.expect("a line") as usize - 1])
            };
            for &block in &function.layout {
                let data = &function.blocks[block];
                for &inst in &data.insts {
                    let inst = &function.insts[inst];
                    if inst.op == crate::ir::Op::Handle {
                        calls += 1;
                        let line = line(inst.source).expect("an origin");
                        assert!(line.contains("call %dx.types.Handle @dx.op."), "{name}: {line}");
                    }
                }
                let Some(line) = line(data.source) else {
                    continue;
                };
                terminators += 1;
                let ends = ["  br ", "  ret ", "  switch ", "  unreachable"];
                assert!(ends.iter().any(|end| line.starts_with(end)), "{name}: {line}");
            }
        }
        assert!(calls > 0 && terminators > 0, "{name}");
    }
}
