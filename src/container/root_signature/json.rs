//! [`RootSignature`] as JSON: the fields of the types here, values by name, floats as their bits (JSON has
//! neither NaN nor infinity). Every root signature comes back bit for bit.

use super::RootSignature;
use crate::container::FourCc;
use crate::error::{Error, Result};
use crate::limits;

impl RootSignature {
    /// The JSON form, indented.
    ///
    /// # Errors
    /// None is known; a failure of the serialiser would be `Internal`.
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string_pretty(self)
            .map_err(|error| Error::internal(format!("root signature as JSON: {error}")))
    }

    /// Reads the JSON form. Unknown fields are errors.
    ///
    /// # Errors
    /// `Malformed`, with line and column.
    pub fn from_json(text: &str) -> Result<Self> {
        if text.len() > limits::MAX_INPUT_BYTES {
            return Err(Error::limit(format!(
                "a root signature text of {} bytes",
                text.len()
            )));
        }
        serde_json::from_str(text)
            .map_err(|error| Error::malformed(format!("root signature as JSON: {error}")))
    }

    /// Reads any form: a container, the payload of an RTS0 part, JSON (it begins with `{`), or HLSL's string.
    ///
    /// # Errors
    /// As of the form that the input has.
    pub fn from_any(bytes: &[u8]) -> Result<Self> {
        let first = bytes.first_chunk::<4>().map(|word| u32::from_le_bytes(*word));
        if bytes.starts_with(&FourCc::DXBC.0) || matches!(first, Some(1..=3)) {
            return Self::from_bytes(bytes);
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(Error::malformed(
                "not a root signature: expected a DXBC container, the payload of an RTS0 part, JSON, or the text \
                 of HLSL's RootSignature attribute",
            )
            .at_byte(0));
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
        if text.starts_with('{') {
            Self::from_json(text)
        } else {
            Self::from_hlsl(text)
        }
    }
}
