//! Tests of root signatures.
