//! [`RootSignature`] as JSON: the fields of the types here, values by name, floats as their bits (JSON has
//! neither NaN nor infinity). Every root signature comes back bit for bit.

use super::data::{RootSignature, RootSignatureVersion};
use crate::container::fourcc::FourCc;
use crate::error::{Error, Result};
#[cfg(feature = "serde")]
use crate::limits;

impl RootSignature {
    /// The JSON form, indented. Feature `serde`.
    ///
    /// # Errors
    /// None is known; a failure of the serialiser would be `Internal`.
    #[cfg(feature = "serde")]
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string_pretty(self)
            .map_err(|error| Error::internal(format!("root signature as JSON: {error}")))
    }

    /// Reads the JSON form (feature `serde`). Unknown fields are errors, and so are flags that the version does not have.
    ///
    /// # Errors
    /// `Malformed`, with line and column or the place of the flags.
    #[cfg(feature = "serde")]
    pub fn from_json(text: &str) -> Result<Self> {
        if text.len() > limits::MAX_INPUT_BYTES {
            return Err(
                Error::limit(format!("a root signature text of {} bytes", text.len()))
                    .beyond(limits::MAX_INPUT_BYTES),
            );
        }
        let signature: Self = crate::json::object(text)
            .map_err(|error| Error::malformed(format!("root signature as JSON: {error}")))?;
        match signature.misplaced_flags() {
            Some(problem) => Err(Error::malformed(format!("root signature as JSON: {problem}"))),
            None => Ok(signature),
        }
    }

    /// Reads any form: a container, the payload of an RTS0 part, JSON (it begins with `{`), or HLSL's string.
    ///
    /// # Errors
    /// As of the form that the input has; `Unsupported` for JSON without the feature `serde`.
    pub fn from_any(bytes: &[u8]) -> Result<Self> {
        match Form::of(bytes)? {
            Form::Binary => Self::from_bytes(bytes),
            #[cfg(feature = "serde")]
            Form::Json(text) => Self::from_json(text),
            #[cfg(not(feature = "serde"))]
            Form::Json(_) => Err(Error::unsupported(
                "a root signature as JSON: the library was built without its feature `serde`",
            )),
            Form::Hlsl(text) => Self::from_hlsl(text),
        }
    }

    /// Reads any form as a given version: HLSL's string does not say its version and is read as this one, the
    /// others are [converted](Self::to_version).
    ///
    /// # Errors
    /// As of the form that the input has; flags that `version` has no place for.
    pub fn from_any_as(bytes: &[u8], version: RootSignatureVersion) -> Result<Self> {
        match Form::of(bytes)? {
            Form::Hlsl(text) => Self::from_hlsl_as(text, version),
            Form::Binary => Self::from_bytes(bytes)?.to_version(version),
            Form::Json(text) => read_json(text)?.to_version(version),
        }
    }
}

#[cfg(feature = "serde")]
fn read_json(text: &str) -> Result<RootSignature> {
    RootSignature::from_json(text)
}

#[cfg(not(feature = "serde"))]
fn read_json(_: &str) -> Result<RootSignature> {
    let message = "a root signature as JSON: the library was built without its feature `serde`";
    Err(Error::unsupported(message))
}

/// The form of an input, by how it begins.
enum Form<'a> {
    Binary,
    Json(&'a str),
    Hlsl(&'a str),
}

impl<'a> Form<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self> {
        let first = bytes.first_chunk::<4>().map(|word| u32::from_le_bytes(*word));
        if bytes.starts_with(&FourCc::DXBC.0) || matches!(first, Some(1..=3)) {
            return Ok(Self::Binary);
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(Error::malformed(
                "not a root signature: expected a DXBC container, the payload of an RTS0 part, JSON, or the text \
                 of HLSL's RootSignature attribute",
            )
            .at_byte(0));
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
        Ok(if text.starts_with('{') {
            Self::Json(text)
        } else {
            Self::Hlsl(text)
        })
    }
}
