//! Tests of PSV0.
