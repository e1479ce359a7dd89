//! HLSL's string form of root signatures, as in `[RootSignature("...")]`.
//!
//! In and out: [`RootSignature`]. What DXC reads is read alike, keywords in any case; beyond that comments,
//! numbers in place of names (`filter = 0x1ff`, `flags = DATA_STATIC | 0x100`), hexadecimal numbers,
//! `asfloat(0x7fc00000)` for floats without a decimal form, and empty tables. With these every root signature
//! has a text, and comes back from it bit for bit when read as the same version: the grammar has no place for
//! the version.
//!
//! Spec: "Specifying Root Signatures in HLSL".

mod parse;
mod print;

#[cfg(test)]
mod tests;
