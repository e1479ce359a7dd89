use super::*;
use crate::shader::Stage;

#[test]
fn the_table_is_complete_and_ordered() {
    assert_eq!(TABLE.len(), 314);
    for pair in TABLE.windows(2) {
        assert!(pair[0].op < pair[1].op, "{} before {}", pair[0].op, pair[1].op);
    }
    for row in TABLE {
        assert_eq!(DxOp::from_number(row.op.number()), Some(row.op));
        assert!(std::ptr::eq(row.op.info(), row));
        assert_eq!(row.min_shader_model.major, 6);
        assert!(!row.class.is_empty() && !row.class.contains('.'));
        for (index, operand) in row.operands.iter().enumerate() {
            assert!(operand.count >= 1);
            assert!(
                row.operands[..index]
                    .iter()
                    .all(|other| other.name != operand.name),
                "{}: {} twice",
                row.op,
                operand.name
            );
        }
        // Barriers must stay; wave operations and derivatives may go when unused.
        if row.effects.barrier {
            assert!(!row.effects.removable());
        }
        if row.effects.convergent {
            assert!(!row.effects.movable(), "{}", row.op);
        }
        if row.effects == words::Wave {
            assert!(row.effects.removable(), "{}", row.op);
        }
    }
}

#[test]
fn numbers_without_an_operation_are_unsupported() {
    for number in [
        226,
        237,
        259,
        290,
        305,
        312,
        0x8001,
        0x8000_0020,
        0x8000_8001,
        u32::MAX,
    ] {
        let error = DxOp::try_from(number).unwrap_err();
        assert_eq!(error.kind(), crate::ErrorKind::Unsupported);
        assert!(error.message().contains(&number.to_string()));
    }
}

#[test]
fn facts_of_some_operations() {
    let sample = DxOp::try_from(60).unwrap();
    assert_eq!(sample, DxOp::Sample);
    assert_eq!(sample.class(), "sample");
    assert_eq!(sample.argument_count(), 11);
    assert_eq!(sample.operand_index("offset"), Some(7));
    assert_eq!(sample.operand_index("nothing"), None);
    assert!(sample.effects().derivatives && sample.effects().removable());
    assert!(sample.stages().contains(Stage::Pixel) && !sample.stages().contains(Stage::Vertex));
    assert!(sample.overloads().allows(Overload::F16) && !sample.overloads().allows(Overload::F64));

    assert!(DxOp::FAbs.overloads().allows_vector_of(Overload::F64));
    assert!(DxOp::FAbs.effects().movable());
    assert!(DxOp::CreateHandle.overloads().is_void());
    assert_eq!(DxOp::Round_ne.name(), "Round_ne");
    assert_eq!(
        DxOp::RawBufferLoad.min_shader_model(),
        ShaderModel { major: 6, minor: 2 }
    );
    assert!(DxOp::IgnoreHit.effects().ends && !DxOp::IgnoreHit.effects().removable());
    assert_eq!(DxOp::IMul.result(), OperandType::TwoI32);
    assert_eq!(DxOp::FDot.number(), 311);
    assert_eq!(DxOp::from_number(0x8000_0003), Some(DxOp::ClusterID));
    assert_eq!(DxOp::ClusterID.to_string(), "ClusterID (0x80000003)");
    assert_eq!(DxOp::TraceRay.argument_count(), 16);
    assert_eq!(DxOp::WaveActiveOp.to_string(), "WaveActiveOp (119)");
}

#[test]
fn views_name_the_arguments() {
    let args: Vec<u32> = (0..12).collect();
    let view = view::SampleLevel::read(&args[..11]).unwrap();
    assert_eq!(
        (view.srv, view.sampler, view.coord, view.offset, view.lod),
        (1, 2, [3, 4, 5, 6], [7, 8, 9], 10)
    );
    assert_eq!(view::SampleLevel::AT.coord, [3, 4, 5, 6]);
    assert_eq!(view::SampleLevel::AT.lod, 10);
    for count in [0, 1, 10, 12] {
        let error = view::SampleLevel::read(&args[..count]).err().unwrap();
        assert_eq!(
            error.message(),
            format!("dx.op SampleLevel (62) takes 11 arguments, found {count}")
        );
    }
    assert!(DxOp::SampleLevel.check_arguments(11).is_ok());
    assert!(DxOp::SampleIndex.check_arguments(2).is_err());
}

#[test]
fn function_names() {
    assert!(check_symbol(DxOp::LoadInput, "dx.op.loadInput.f32"));
    assert!(check_symbol(DxOp::Sin, "dx.op.unary.f32"));
    assert!(check_symbol(DxOp::Sin, "dx.op.unary.v4f32"));
    assert!(check_symbol(DxOp::CreateHandle, "dx.op.createHandle"));
    assert!(check_symbol(
        DxOp::CBufferLoadLegacy,
        "dx.op.cbufferLoadLegacy.i32"
    ));
    assert!(check_symbol(DxOp::GSInstanceID, "dx.op.gsInstanceID.i32"));
    assert!(check_symbol(DxOp::LegacyF32ToF16, "dx.op.legacyF32ToF16"));
    assert!(check_symbol(DxOp::WaveAllBitCount, "dx.op.waveAllOp"));
    assert!(check_symbol(DxOp::TraceRay, "dx.op.traceRay.struct.Payload"));
    assert!(check_symbol(
        DxOp::CreateHandleForLib,
        "dx.op.createHandleForLib.dx.types.Handle"
    ));
    assert!(!check_symbol(DxOp::Sin, "dx.op.unary"));
    assert!(!check_symbol(DxOp::Sin, "dx.op.binary.f32"));
    assert!(!check_symbol(DxOp::WavePrefixBitCount, "dx.op.wavePrefixOp.i32"));
    assert!(!check_symbol(DxOp::Sin, "main"));
}
