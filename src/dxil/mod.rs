//! dxil
