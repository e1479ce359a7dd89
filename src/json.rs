//! JSON that is read: objects alone at the top. What serde derives takes an array for a structure too, field by field, which
//! nobody writes who knows the fields' order.

use serde::de::DeserializeOwned;

/// Reads an object; the error is what is wrong, with line and column.
pub fn object<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    match text.trim_ascii_start().starts_with('{') {
        true => serde_json::from_str(text).map_err(|error| error.to_string()),
        false => Err("this is no JSON object, which begins with `{`".to_owned()),
    }
}
