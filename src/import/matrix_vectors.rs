//! Products of a thread's matrices with vectors by those of the device (`VK_NV_cooperative_vector`), where the option
//! `cooperative_vectors` lists their types.
//!
//! The device reads the matrix from memory by itself, row by row or column by column. It says nothing of what lies beyond a
//! buffer's end, where D3D12 has zeros, and wants lines and beginnings that are aligned. So a product asks first:
//!
//! ```text
//! %there = matrix.is_there %buffer, offset, bytes of the matrix
//! br %there, bb1, bb2
//! bb1: %x = construct (the vector's components)     bb2: the loops of `matrix_products`
//!      %y = matrix.multiply_vector %buffer, offset, .., %x
//!      the components of %y, and the bias
//! ```
//!
//! The vector's components are rounded to what it is seen as before, by the rules of linear algebra: the device has nothing to
//! convert. The bias is added behind, in the type of the sums.
//!
//! Facts: `SPV_NV_cooperative_vector`; Vulkan, "Runtime SPIR-V Validation".

use super::Importer;
use super::lanes::Lanes;
use super::matrix_types::{Component, MatrixType};
use crate::error::{Error, Result};
use crate::ir::{Flags, Op, Type, TypeData, Value};
use crate::options::{CooperativeVectors, MatrixComponent, VectorCombination};

/// What the shader has to say of where a matrix begins, and what lines are multiples of, in bytes.
const ALIGNMENT: u32 = 64;
const LINE_ALIGNMENT: u32 = 16;

/// SPIR-V's numbers of layouts.
const ROW_MAJOR: u32 = 0;
const COLUMN_MAJOR: u32 = 1;

/// A product of a matrix and a vector.
#[derive(Clone, Copy)]
pub struct VectorProduct {
    pub of: MatrixType,
    /// What the vector's components are seen as.
    pub interpretation: Component,
    /// What is summed up.
    pub sum: Component,
    /// What comes out.
    pub output: Component,
}

/// How the device makes one.
#[derive(Clone, Copy)]
pub struct DeviceProduct {
    types: VectorCombination,
    /// What comes out.
    result: Component,
    handle: Value,
    offset: Value,
    layout: u32,
    stride: u32,
    /// Bytes of the matrix.
    bytes: u32,
}

/// SPIR-V's number of a type of components.
fn number_of(component: MatrixComponent) -> u32 {
    const SIGNED_PACKED: u32 = 1_000_491_000;
    match component {
        MatrixComponent::F16 => 0,
        MatrixComponent::F32 => 1,
        MatrixComponent::F64 => 2,
        MatrixComponent::S8 => 3,
        MatrixComponent::S16 => 4,
        MatrixComponent::S32 => 5,
        MatrixComponent::S64 => 6,
        MatrixComponent::U8 => 7,
        MatrixComponent::U16 => 8,
        MatrixComponent::U32 => 9,
        MatrixComponent::U64 => 10,
        MatrixComponent::S8Packed => SIGNED_PACKED,
        MatrixComponent::U8Packed => SIGNED_PACKED + 1,
        MatrixComponent::E4M3 => SIGNED_PACKED + 2,
        MatrixComponent::E5M2 => SIGNED_PACKED + 3,
        MatrixComponent::Bf16 => 1_000_141_000,
    }
}

/// The type that components of a result have.
fn result_type(component: Component) -> Option<Type> {
    match component {
        Component::F16 => Some(Type::F16),
        Component::F32 => Some(Type::F32),
        Component::I32 => Some(Type::S32),
        Component::U32 => Some(Type::I32),
        _ => None,
    }
}

/// How good it is to give the device a vector of components `seen` in this way, the lowest being best; none where that cannot
/// be done without a change of its numbers.
fn way_in(types: &VectorCombination, seen: Component) -> Option<u32> {
    let packed = match seen {
        Component::I8 => Some(MatrixComponent::S8Packed),
        Component::U8 => Some(MatrixComponent::U8Packed),
        _ => None,
    };
    if packed == Some(types.input_interpretation) {
        return (types.input == MatrixComponent::U32).then_some(0);
    }
    if types.input_interpretation != seen.of_device() {
        return None;
    }
    // All numbers are exact in it.
    match (types.input, seen) {
        (MatrixComponent::F16, Component::F16 | Component::F8E4M3 | Component::F8E5M2) => Some(1),
        (MatrixComponent::F32, seen) if seen.is_float() && seen.bits() <= 32 => Some(2),
        (MatrixComponent::F32, seen) if seen.bits() <= 16 => Some(2),
        (MatrixComponent::S32, Component::I32) | (MatrixComponent::U32, Component::U32) => Some(2),
        _ => None,
    }
}

/// How good a type is for the result of a product, likewise: where the sums are not kept, what comes out is rounded.
fn way_out(types: &VectorCombination, product: &VectorProduct) -> Option<(u32, Component)> {
    let result = match types.result {
        MatrixComponent::F16 => Component::F16,
        MatrixComponent::F32 => Component::F32,
        MatrixComponent::S32 => Component::I32,
        MatrixComponent::U32 => Component::U32,
        _ => return None,
    };
    match (result, product.sum) {
        (result, sum) if result == sum => Some((0, result)),
        // Sums wrap: they have the same bits.
        (Component::I32, Component::U32) | (Component::U32, Component::I32) => Some((1, product.sum)),
        (Component::F16, Component::F32) if product.output == Component::F16 => Some((2, result)),
        _ => None,
    }
}

/// The combination of types that the device makes a product by, and what comes out of it.
fn combination(
    device: &CooperativeVectors,
    product: &VectorProduct,
) -> Option<(VectorCombination, Component)> {
    let all = device.combinations.iter();
    let fitting = all.filter(|types| types.matrix == product.of.component.of_device());
    let ranked = fitting.filter_map(|types| {
        let (out, result) = way_out(types, product)?;
        let way = (out, way_in(types, product.interpretation)?);
        Some((way, *types, result))
    });
    let (_, types, result) = ranked.min_by_key(|(way, ..)| *way)?;
    Some((types, result))
}

impl Importer<'_> {
    /// How the device makes a product with a matrix in a buffer; none if it does not.
    pub fn vector_product(&self, product: VectorProduct, place: [Value; 5]) -> Option<DeviceProduct> {
        let device = self.shares.vectors.as_ref()?;
        let stage = self.entry.stage;
        let [handle, offset, stride, layout, alignment] = place;
        let number = |value: Value| self.module.const_bits(value).map(|bits| bits as u32);
        let MatrixType {
            component,
            rows,
            columns,
            ..
        } = product.of;
        let fits = device.stages.contains(&stage)
            && rows.max(columns) <= device.max_components
            && number(alignment)? >= ALIGNMENT
            && number(alignment)?.is_power_of_two()
            && !self.is_non_uniform(handle);
        if !fits {
            return None;
        }
        let (layout, stride) = match number(layout)? {
            0 => (ROW_MAJOR, number(stride)?),
            1 => (COLUMN_MAJOR, number(stride)?),
            2 | 4 => (ROW_MAJOR, columns * component.bytes()),
            3 | 5 => (COLUMN_MAJOR, rows * component.bytes()),
            _ => return None,
        };
        let (lines, length) = match layout {
            ROW_MAJOR => (rows, columns),
            _ => (columns, rows),
        };
        let aligned = stride.is_multiple_of(LINE_ALIGNMENT) && stride >= length * component.bytes();
        // Floats of 8 bits have layouts of the device's own alone.
        let own = matches!(component, Component::F8E4M3 | Component::F8E5M2);
        let bytes = lines.checked_mul(stride).filter(|_| aligned && !own)?;
        let (types, result) = combination(device, &product)?;
        Some(DeviceProduct {
            types,
            result,
            handle,
            offset,
            layout,
            stride,
            bytes,
        })
    }

    /// Whether lanes may have other resources by a handle.
    pub fn is_non_uniform(&self, handle: Value) -> bool {
        match handle.as_inst() {
            Some(inst) => {
                let data = self.func.insts[inst];
                !matches!(data.op, Op::Handle | Op::HeapHandle) || data.flags.has(Flags::NON_UNIFORM)
            }
            None => true,
        }
    }

    /// Whether the device may read the matrix of a product.
    pub fn matrix_is_there(&mut self, device: DeviceProduct) -> Value {
        let bytes = self.module.i32(device.bytes);
        let args = [device.handle, device.offset, bytes];
        self.emit_imm(Op::MatrixIsThere, Flags::NONE, Type::BOOL, &args, ALIGNMENT)
    }

    /// The components of what the device makes of a product with a vector of `lanes`, and of the biases in the type of the sums,
    /// which may be `halves`, kept as the output's are.
    pub fn results_of_device(
        &mut self,
        product: VectorProduct,
        device: DeviceProduct,
        lanes: &[Value],
        biases: Option<&[Value]>,
        halves: bool,
    ) -> Result<Lanes> {
        let VectorProduct { of, sum, output, .. } = product;
        self.charge(lanes.len() * 2 + of.rows as usize * 12)?;
        let none = Flags::NONE;
        let input = self.device_vector(product.interpretation, device.types, lanes)?;
        let component = result_type(match device.types.result {
            MatrixComponent::S32 => Component::I32,
            MatrixComponent::U32 => Component::U32,
            _ => device.result,
        });
        let component = component.ok_or_else(|| Error::internal("a product of no known type"))?;
        let ty = self.module.types.intern(TypeData::CooperativeVector {
            component,
            len: of.rows,
        });
        let numbers = [
            device.stride,
            device.layout,
            of.columns,
            number_of(device.types.input_interpretation),
            number_of(device.types.matrix),
        ]
        .map(|number| self.module.i32(number));
        let [stride, layout, inner, seen, matrix] = numbers;
        let transposed = self.module.scalar(Type::BOOL, 0);
        let args = [
            device.handle,
            device.offset,
            stride,
            layout,
            inner,
            seen,
            matrix,
            transposed,
            input,
        ];
        let made = self.emit(Op::MultiplyVector, none, ty, &args);
        let mut results = Lanes::new();
        for row in 0..of.rows {
            let mut value = self.emit_imm(Op::Extract, none, component, &[made], row);
            let mut bias = biases.and_then(|biases| biases.get(row as usize).copied());
            if let (Type::F16, Some(half)) = (component, bias.filter(|_| halves)) {
                // A sum of halves is rounded once, as that of floats is.
                let half = self.emit(Op::FConvert, none, component, &[half]);
                value = self.emit(Op::FAdd, none, component, &[value, half]);
                bias = None;
            }
            value = match component {
                Type::S32 => self.emit(Op::Bitcast, none, Type::I32, &[value]),
                Type::F16 => self.emit(Op::FConvert, none, Type::F32, &[value]),
                _ => value,
            };
            value = match bias {
                // It is rounded already.
                None if device.result == output => value,
                None => self.component_as(value, sum, output),
                Some(bias) => {
                    let value = self.component_sum(value, bias, sum);
                    self.component_as(value, sum, output)
                }
            };
            results.push(value);
        }
        Ok(results)
    }

    /// The vector that the device takes.
    fn device_vector(&mut self, seen: Component, types: VectorCombination, lanes: &[Value]) -> Result<Value> {
        let none = Flags::NONE;
        let mut parts = Lanes::new();
        let packed = matches!(
            types.input_interpretation,
            MatrixComponent::S8Packed | MatrixComponent::U8Packed
        );
        let component = match types.input {
            MatrixComponent::F16 => Type::F16,
            MatrixComponent::F32 => Type::F32,
            MatrixComponent::S32 => Type::S32,
            _ => Type::I32,
        };
        if packed {
            for four in lanes.chunks(4) {
                let mut word = self.module.i32(0);
                for (part, &value) in (0u32..).zip(four) {
                    let [shift, bits] = [part * 8, 8].map(|number| self.module.i32(number));
                    word = self.word_op(Op::BitFieldInsert, &[word, value, shift, bits]);
                }
                parts.push(word);
            }
        } else {
            for &value in lanes {
                parts.push(match (component, seen.is_float(), seen.is_signed()) {
                    (Type::F16, ..) => self.emit(Op::FConvert, none, Type::F16, &[value]),
                    (Type::F32, false, true) => self.emit(Op::SToF, none, Type::F32, &[value]),
                    (Type::F32, false, false) => self.emit(Op::UToF, none, Type::F32, &[value]),
                    (Type::S32, ..) => self.emit(Op::Bitcast, none, Type::S32, &[value]),
                    _ => value,
                });
            }
        }
        let len = u32::try_from(parts.len()).map_err(|_| Error::internal("a vector of too many words"))?;
        let ty = TypeData::CooperativeVector { component, len };
        let ty = self.module.types.intern(ty);
        Ok(self.emit(Op::Construct, none, ty, &parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::matrix_types::Scope;
    use MatrixComponent as M;

    fn found(listed: &[[M; 5]], [of, seen, output]: [Component; 3]) -> Option<[M; 3]> {
        let device = CooperativeVectors {
            stages: Vec::new(),
            max_components: 64,
            combinations: listed.iter().copied().map(VectorCombination::new).collect(),
        };
        let product = VectorProduct {
            of: MatrixType {
                component: of,
                rows: 8,
                columns: 8,
                scope: Scope::Thread,
            },
            interpretation: seen,
            sum: Component::of_sum([of, seen], None, output),
            output,
        };
        let (types, _) = combination(&device, &product)?;
        Some([types.input, types.input_interpretation, types.result])
    }

    #[test]
    fn sums_are_kept_where_the_device_has_them() {
        use Component::{F16, F32, I8, I32, U8, U32};
        let half = [M::F16, M::F16, M::F16, M::F16, M::F16];
        let wide = [M::F16, M::F16, M::F16, M::F32, M::F32];
        let all = [half, wide];
        assert_eq!(found(&all, [F16, F16, F16]), Some([M::F16, M::F16, M::F32]));
        assert_eq!(found(&all[..1], [F16, F16, F16]), Some([M::F16; 3]));
        // What is to be an f32 is not rounded on the way.
        assert_eq!(found(&all[..1], [F16, F16, F32]), None);
        // Another type of matrix, or of vector.
        assert_eq!(found(&all, [F32, F16, F32]), None);
        assert_eq!(found(&all, [F16, F32, F32]), None);
        let bytes = [
            [M::S8, M::S8, M::S8, M::S32, M::S32],
            [M::F32, M::S8, M::S8, M::S32, M::S32],
            [M::U32, M::S8Packed, M::S8, M::S32, M::S32],
        ];
        assert_eq!(found(&bytes, [I8, I8, I32]), Some([M::U32, M::S8Packed, M::S32]));
        assert_eq!(found(&bytes[..2], [I8, I8, I32]), Some([M::F32, M::S8, M::S32]));
        assert_eq!(found(&bytes[..1], [I8, I8, I32]), None);
        assert_eq!(found(&bytes, [I8, U8, I32]), None);
        assert_eq!(found(&bytes, [U8, U8, U32]), None);
        // Sums of floats are no sums of integers.
        assert_eq!(found(&bytes, [I8, I8, F32]), None);
    }
}
