//! Tests of the container as a whole.

use super::*;

#[test]
fn a_written_container_reads_back() {
    let mut writer = ContainerWriter::new();
    writer
        .part(FourCc::PRIV, b"abc")
        .part(FourCc(*b"\x01odd"), b"payload!");
    let bytes = writer.finish();
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.part(FourCc::PRIV), Some(&b"abc\0"[..]));
    assert_eq!(container.describe_parts(), "PRIV, \\x01odd");
    assert_eq!(container.digest_status(), DigestStatus::Valid);
}
