use super::writer::Writer;
use super::{Event, Reader, Record, Tables, TextRecords, walk_records};
use crate::error::{ErrorKind, Result};

fn events(bytes: &[u8]) -> Result<Vec<(Event, u32, Vec<u64>)>> {
    let mut reader = Reader::new(bytes)?;
    let mut record = Record::default();
    let mut out = Vec::new();
    loop {
        match reader.next(&mut record)? {
            Event::End => return Ok(out),
            Event::Record => out.push((Event::Record, record.code, record.ops.to_vec())),
            event => out.push((event, 0, Vec::new())),
        }
    }
}

fn records(bytes: &[u8]) -> Vec<(u32, Vec<u64>)> {
    let events = events(bytes).expect("a good stream");
    events
        .into_iter()
        .filter(|(e, ..)| *e == Event::Record)
        .map(|(_, code, ops)| (code, ops))
        .collect()
}

#[test]
fn reads_blocks_and_unabbreviated_records() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.record(1, &[1, 31, 32, 1023, 1024, u64::from(u32::MAX), u64::MAX]);
    w.enter(17, 4);
    w.record(70, &[]);
    w.exit();
    w.record(2, &[5]);
    let found = events(&w.finish()).expect("a good stream");
    let expected = vec![
        (Event::Enter(8), 0, vec![]),
        (
            Event::Record,
            1,
            vec![1, 31, 32, 1023, 1024, u64::from(u32::MAX), u64::MAX],
        ),
        (Event::Enter(17), 0, vec![]),
        (Event::Record, 70, vec![]),
        (Event::Exit, 0, vec![]),
        (Event::Record, 2, vec![5]),
        (Event::Exit, 0, vec![]),
    ];
    assert_eq!(found, expected);
}

/// Four values of two chunks are read at once: any others beside them are not.
#[test]
fn reads_texts_and_what_is_like_them() {
    for len in 0..14 {
        for odd in [0, 31, 32, 1023, 1024, u64::MAX] {
            for at in 0..=len {
                let mut ops: Vec<u64> = (0..len).map(|index| 97 + index * 71).collect();
                ops.insert(at as usize, odd);
                let mut w = Writer::new();
                w.enter(8, 3);
                w.record(1, &ops);
                w.record(2, &ops);
                w.exit();
                assert_eq!(records(&w.finish()), [(1, ops.clone()), (2, ops)]);
            }
        }
    }
}

/// One chunk, two and more, in any order and up to the end of the stream.
#[test]
fn reads_numbers_of_any_length() {
    const SAMPLES: [u64; 7] = [0, 31, 32, 1023, 1024, 1 << 29, u64::MAX];
    let each = SAMPLES.len();
    for len in 0..6u32 {
        for index in 0..each.pow(len) {
            let ops: Vec<u64> = (0..len).map(|at| SAMPLES[index / each.pow(at) % each]).collect();
            let mut w = Writer::new();
            w.enter(8, 3);
            w.record(1, &ops);
            w.exit();
            assert_eq!(records(&w.finish()), [(1, ops)]);
        }
    }
}

/// The same of fields, whose chunks have any width.
#[test]
fn reads_fields_of_any_length() {
    for width in 2..=32 {
        let largest = (1u64 << (width - 1)) - 1;
        let two = (largest + 1) * (largest + 1) - 1;
        let samples = [0, largest, largest + 1, two, two + 1, u64::MAX];
        for (at, first) in samples.into_iter().enumerate() {
            for second in samples {
                let mut w = Writer::new();
                w.enter(8, 3);
                w.define(4);
                w.literal(9);
                w.encoding(2, Some(width));
                w.encoding(2, Some(width));
                w.encoding(1, Some(width));
                w.abbreviation_id(4);
                w.vbr(first, width as u32);
                w.vbr(second, width as u32);
                w.fixed(largest, width as u32);
                // What comes behind, or nothing.
                w.record(1, &samples[..at]);
                w.exit();
                let expected = [(9, vec![first, second, largest]), (1, samples[..at].to_vec())];
                assert_eq!(records(&w.finish()), expected);
            }
        }
    }
}

#[test]
fn reads_every_kind_of_field() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.define(7);
    w.literal(9);
    w.encoding(1, Some(7));
    w.encoding(2, Some(6));
    w.encoding(4, None);
    w.literal(300);
    w.encoding(3, None);
    w.encoding(1, Some(32));
    w.abbreviation_id(4);
    w.fixed(100, 7);
    w.vbr(5000, 6);
    w.fixed(63, 6);
    w.vbr(2, 6);
    w.fixed(0xdead_beef, 32);
    w.fixed(7, 32);
    assert_eq!(
        records(&w.finish()),
        [(9, vec![100, 5000, u64::from(b'_'), 300, 0xdead_beef, 7])]
    );
}

#[test]
fn fields_of_no_bits_are_zero() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.define(4);
    w.literal(9);
    w.encoding(1, Some(0));
    w.encoding(2, Some(0));
    w.encoding(1, Some(3));
    w.abbreviation_id(4);
    w.fixed(5, 3);
    assert_eq!(records(&w.finish()), [(9, vec![0, 0, 5])]);
}

#[test]
fn reads_blobs() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.define(2);
    w.literal(9);
    w.encoding(5, None);
    w.abbreviation_id(4);
    w.vbr(5, 6);
    w.align();
    for byte in b"hello" {
        w.fixed(u64::from(*byte), 8);
    }
    w.align();
    w.record(3, &[1]);
    let bytes = w.finish();
    let mut reader = Reader::new(&bytes).expect("a good stream");
    let mut record = Record::default();
    assert_eq!(reader.next(&mut record).expect("block"), Event::Enter(8));
    assert_eq!(reader.next(&mut record).expect("record"), Event::Record);
    assert_eq!((record.code, record.blob), (9, &b"hello"[..]));
    assert_eq!(reader.next(&mut record).expect("record"), Event::Record);
    assert_eq!(
        (record.code, &record.ops[..], record.blob),
        (3, &[1][..], &b""[..])
    );
}

#[test]
fn block_info_serves_later_blocks() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.enter(0, 2);
    w.record(1, &[12]);
    w.define(2);
    w.literal(42);
    w.encoding(1, Some(8));
    w.exit();
    for own in [7, 8] {
        w.enter(12, 4);
        w.define(1);
        w.literal(own);
        w.abbreviation_id(4);
        w.fixed(200, 8);
        w.abbreviation_id(5);
        w.exit();
    }
    let expected = [(42, vec![200]), (7, vec![]), (42, vec![200]), (8, vec![])];
    assert_eq!(records(&w.finish()), expected);
}

/// Streams by the same tables are read as by new ones, whatever their BLOCKINFO blocks say and how many there are.
#[test]
fn block_info_is_known_again() {
    let stream = |infos: &[u64], uses: &[u64]| {
        let mut w = Writer::new();
        w.enter(8, 3);
        for &width in infos {
            w.enter(0, 2);
            w.record(1, &[12]);
            w.define(2);
            w.literal(40 + width);
            w.encoding(1, Some(width));
            w.exit();
        }
        w.enter(12, 4);
        for (&width, &id) in infos.iter().zip(uses) {
            w.abbreviation_id(id);
            w.fixed(3, width as u32);
        }
        w.exit();
        w.finish()
    };
    let mut tables = Tables::default();
    let mut read = |bytes: &[u8]| {
        let mut reader = Reader::new_in(bytes, &mut tables).expect("a good stream");
        let mut record = Record::default();
        let mut out = Vec::new();
        loop {
            match reader.next(&mut record) {
                Ok(Event::Record) => out.push((record.code, record.ops.to_vec())),
                Ok(Event::End) => break,
                Ok(_) => {}
                Err(error) => {
                    assert!(error.message().contains("unknown abbreviation"), "{error}");
                    out.clear();
                    break;
                }
            }
        }
        reader.give_back(&mut tables);
        out
    };
    for round in 0..3u64 {
        for width in 2..9 {
            let widths = [width, 2 + (width + round) % 7];
            let both: Vec<_> = widths.iter().map(|&width| (40 + width as u32, vec![3])).collect();
            assert_eq!(read(&stream(&widths[..1], &[4])), both[..1]);
            assert_eq!(read(&stream(&widths, &[4, 5])), both);
            assert_eq!(read(&stream(&widths[..1], &[5])), []);
            assert_eq!(read(&stream(&[], &[])), []);
        }
    }
}

/// A trailing array becomes text where it was to and holds characters behind operands enough.
#[test]
fn reads_texts_of_records() {
    let texts = TextRecords::of([1, 5], 1);
    for (encoding, width) in [(1, Some(8)), (1, Some(7)), (4, None), (1, Some(9)), (2, Some(6))] {
        for len in 0..40u64 {
            for code in [1, 2, 5] {
                for scalars in [0, 1] {
                    let mut w = Writer::new();
                    w.enter(8, 3);
                    w.define(3 + scalars);
                    w.encoding(1, Some(3));
                    (0..scalars).for_each(|_| w.encoding(2, Some(8)));
                    w.encoding(3, None);
                    w.encoding(encoding, width);
                    w.abbreviation_id(4);
                    w.fixed(code, 3);
                    (0..scalars).for_each(|_| w.vbr(77, 8));
                    w.vbr(len, 6);
                    let values: Vec<u64> = (0..len).map(|index| (index * 5) % 64).collect();
                    for &value in &values {
                        match encoding {
                            2 => w.vbr(value, 6),
                            _ => w.fixed(value, width.unwrap_or(6) as u32),
                        }
                    }
                    w.record(1, &[9]);
                    let bytes = w.finish();
                    let mut reader = Reader::new(&bytes).expect("a good stream");
                    let mut record = Record::default();
                    let mut next = || {
                        let event = reader.next_with(&mut record, texts).expect("an event");
                        (event, record.ops.to_vec(), record.text.to_vec())
                    };
                    assert_eq!(next().0, Event::Enter(8));
                    let characters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
                    let values = values.iter().map(|&value| match encoding {
                        4 => u64::from(characters[value as usize]),
                        _ => value,
                    });
                    let mut ops = vec![77; scalars as usize];
                    let is_text =
                        code != 2 && scalars == 1 && !matches!((encoding, width), (2, _) | (_, Some(9)));
                    let text: Vec<u8> = match is_text {
                        true => values.map(|value| value as u8).collect(),
                        false => {
                            ops.extend(values);
                            Vec::new()
                        }
                    };
                    assert_eq!(next(), (Event::Record, ops, text));
                    assert_eq!(next(), (Event::Record, vec![9], vec![]));
                }
            }
        }
    }
}

#[test]
fn skips_and_postpones_blocks() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.enter(12, 4);
    w.record(1, &[1]);
    w.exit();
    w.enter(13, 4);
    w.record(2, &[2]);
    w.exit();
    w.record(3, &[3]);
    let bytes = w.finish();
    let mut reader = Reader::new(&bytes).expect("a good stream");
    let mut record = Record::default();
    macro_rules! next {
        () => {
            reader
                .next(&mut record)
                .map(|event| (event, record.code))
                .expect("an event")
        };
    }
    assert_eq!(next!().0, Event::Enter(8));
    assert_eq!(next!().0, Event::Enter(12));
    let first = reader.postpone_block().expect("skipped");
    assert_eq!(next!().0, Event::Enter(13));
    reader.skip_block().expect("skipped");
    assert_eq!(next!(), (Event::Record, 3));
    assert_eq!(next!().0, Event::Exit);
    assert_eq!(next!().0, Event::End);
    reader.resume(first).expect("resumed");
    assert_eq!(next!(), (Event::Record, 1));
    assert_eq!(next!().0, Event::Exit);
}

#[test]
fn unwraps_the_wrapper() {
    let mut w = Writer::new();
    w.enter(8, 3);
    w.record(1, &[1]);
    let inner = w.finish();
    let mut bytes = Vec::new();
    for word in [0x0b17_c0de, 0, 20, inner.len() as u32, 7] {
        bytes.extend_from_slice(&u32::to_le_bytes(word));
    }
    bytes.extend_from_slice(&inner);
    assert_eq!(records(&bytes), [(1, vec![1])]);
    bytes.truncate(24);
    assert_eq!(
        walk_records(&bytes).expect_err("truncated").kind(),
        ErrorKind::Malformed
    );
}

#[test]
fn refuses_operand_bombs() {
    // 200 literal fields, instantiated by three bits each.
    let mut w = Writer::new();
    w.enter(8, 3);
    w.define(200);
    for _ in 0..200 {
        w.literal(1);
    }
    for _ in 0..10_000 {
        w.abbreviation_id(4);
    }
    assert_eq!(
        walk_records(&w.finish()).expect_err("a bomb").kind(),
        ErrorKind::LimitExceeded
    );
    // An array of elements that take no bits.
    let mut w = Writer::new();
    w.enter(8, 3);
    w.define(3);
    w.literal(1);
    w.encoding(3, None);
    w.encoding(1, Some(0));
    w.abbreviation_id(4);
    w.vbr(u64::MAX, 6);
    assert_eq!(
        walk_records(&w.finish()).expect_err("a bomb").kind(),
        ErrorKind::LimitExceeded
    );
}

#[test]
fn refuses_damage() {
    let error = |build: &dyn Fn(&mut Writer)| {
        let mut w = Writer::new();
        w.enter(8, 3);
        build(&mut w);
        walk_records(&w.finish()).expect_err("damaged")
    };
    assert!(
        error(&|w| w.abbreviation_id(5))
            .message()
            .contains("abbreviation id 5")
    );
    let huge = error(&|w| {
        w.abbreviation_id(3);
        w.vbr(1, 6);
        w.vbr(u64::MAX, 6);
    });
    assert!(huge.message().contains("operands"), "{huge}");
    let endless = error(&|w| {
        w.abbreviation_id(3);
        (0..30).for_each(|_| w.fixed(63, 6));
    });
    assert!(endless.message().contains("64 bits"), "{endless}");
    let blob = error(&|w| {
        w.define(3);
        w.literal(1);
        w.encoding(5, None);
        w.literal(1);
    });
    assert!(blob.message().contains("blob"), "{blob}");
    let deep = error(&|w| (0..40).for_each(|_| w.enter(9, 3)));
    assert_eq!(deep.kind(), ErrorKind::LimitExceeded);
    assert!(walk_records(b"BC").is_err());
    assert!(walk_records(b"").is_err());
    assert_eq!(walk_records(b"BC\xc0\xde").expect("empty").blocks, 0);
}

#[test]
fn truncation_is_an_error() {
    let mut w = Writer::new();
    w.enter(8, 3);
    for i in 0..40 {
        w.record(1, &[i, i * 1000]);
    }
    let bytes = w.finish();
    assert!(walk_records(&bytes).is_ok());
    for len in 12..bytes.len() {
        assert!(
            walk_records(&bytes[..len]).is_err(),
            "{len} bytes of {}",
            bytes.len()
        );
    }
}
