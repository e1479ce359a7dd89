//! Emission of small modules built by hand, read back as text.
