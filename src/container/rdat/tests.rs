//! Tests of RDAT.
