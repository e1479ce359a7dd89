//! bitstream
