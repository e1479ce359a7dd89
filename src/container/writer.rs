//! Writes containers: for root-signature files, for tools that edit parts, and for tests.

use super::digest;
use super::fourcc::FourCc;

/// Collects parts and lays them out as DXC does: header, offsets, then each part at a multiple of four bytes.
#[derive(Clone, Debug, Default)]
pub struct ContainerWriter {
    parts: Vec<(FourCc, Vec<u8>)>,
}

impl ContainerWriter {
    /// No parts yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part. Its payload is padded with zeros to a multiple of four bytes.
    pub fn part(&mut self, name: FourCc, payload: &[u8]) -> &mut Self {
        let mut payload = payload.to_vec();
        payload.resize(payload.len().next_multiple_of(4), 0);
        self.parts.push((name, payload));
        self
    }

    /// The container, with its digest.
    pub fn finish(&self) -> Vec<u8> {
        let mut out = self.finish_unsigned();
        let value = digest(out.get(20..).unwrap_or_default());
        if let Some(field) = out.get_mut(4..20) {
            field.copy_from_slice(&value);
        }
        out
    }

    /// The container with a digest of zeros.
    pub fn finish_unsigned(&self) -> Vec<u8> {
        let directory = 32 + 4 * self.parts.len();
        let size = directory
            + self
                .parts
                .iter()
                .map(|(_, payload)| 8 + payload.len())
                .sum::<usize>();
        let mut out = Vec::with_capacity(size);
        out.extend_from_slice(&FourCc::DXBC.0);
        out.extend_from_slice(&[0; 16]);
        for word in [1, size, self.parts.len()] {
            out.extend_from_slice(&(word as u32).to_le_bytes());
        }
        let mut offset = directory;
        for (_, payload) in &self.parts {
            out.extend_from_slice(&(offset as u32).to_le_bytes());
            offset += 8 + payload.len();
        }
        for (name, payload) in &self.parts {
            out.extend_from_slice(&name.0);
            out.extend_from_slice(&(payload.len() as u32).to_le_bytes());
            out.extend_from_slice(payload);
        }
        out
    }
}
