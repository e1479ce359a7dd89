//! Matrices of a wave, products of matrices with vectors, and the memory model that modules with them have.
//!
//! `SPV_KHR_cooperative_matrix` and `SPV_NV_cooperative_vector` ask for Vulkan's memory model in place of the simple one. There nothing is coherent by
//! itself: accesses that others may see are no longer private (`NonPrivatePointer`, `NonPrivateTexel`), barriers make what was
//! written available and visible, and what variables say by `Coherent` is said by each access.

use super::facts::SignedType;
use super::function::FunctionEmitter;
use crate::ir::{
    CooperativeMatrix, Flags, Inst, InstData, MatrixNumbers, MatrixUse, Op, StorageClass, Type, TypeData,
    Value,
};
use ::spirv::{
    Capability, CooperativeMatrixOperands, Decoration, FPEncoding, ImageOperands, MemoryAccess,
    MemorySemantics, Op as Spv, Scope,
};

/// Which way an access goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    In,
    Out,
}

impl FunctionEmitter<'_, '_> {
    /// Emits a load, a store or a product.
    #[cold]
    pub fn matrix(&mut self, inst: Inst, data: &InstData) {
        let args = data.args.of(&self.function.pool);
        let alignment = data.imm >> 8;
        let aligned = MemoryAccess::NON_PRIVATE_POINTER | MemoryAccess::ALIGNED;
        let accesses: &[u32] = match alignment {
            0 => &[MemoryAccess::NON_PRIVATE_POINTER.bits()],
            alignment => &[aligned.bits(), alignment],
        };
        match (data.op, args) {
            (Op::MatrixFill, &[value]) => {
                let (ty, mut value) = (self.cx.ty(data.ty), self.value(value));
                if let TypeData::Cooperative(matrix) = self.cx.module.types.get(data.ty)
                    && matrix.numbers != MatrixNumbers::Plain
                {
                    let component = self.cx.matrix_component(matrix);
                    value = self.cast(component, value);
                }
                let id = self.result(inst);
                self.body.inst(Spv::CompositeConstruct, &[ty, id, value]);
            }
            (Op::MatrixLoad, &[pointer, stride]) => {
                let (ty, pointer, stride) = (self.cx.ty(data.ty), self.value(pointer), self.value(stride));
                let id = self.result(inst);
                let layout = self.cx.u32_constant(data.imm & 0xff);
                let mark = self.body.begin(Spv::CooperativeMatrixLoadKHR);
                self.body.extend(&[ty, id, pointer, layout, stride]);
                self.body.extend(accesses);
                self.body.end(mark);
            }
            (Op::MatrixStore, &[pointer, matrix, stride]) => {
                let [pointer, matrix, stride] = [pointer, matrix, stride].map(|value| self.value(value));
                let layout = self.cx.u32_constant(data.imm & 0xff);
                let mark = self.body.begin(Spv::CooperativeMatrixStoreKHR);
                self.body.extend(&[pointer, matrix, layout, stride]);
                self.body.extend(accesses);
                self.body.end(mark);
            }
            (Op::MatrixAdd, &[a, b]) => {
                let floats = match self.cx.module.types.get(data.ty) {
                    TypeData::Cooperative(matrix) => matrix.component.is_float_scalar(),
                    _ => false,
                };
                let (ty, a, b) = (self.cx.ty(data.ty), self.value(a), self.value(b));
                let id = self.result(inst);
                let op = if floats { Spv::FAdd } else { Spv::IAdd };
                self.body.inst(op, &[ty, id, a, b]);
            }
            (Op::MatrixMulAdd, &[a, b, sum]) => {
                let mut signs = CooperativeMatrixOperands::NONE_KHR;
                for value in [a, b, sum] {
                    if let TypeData::Cooperative(matrix) = self.type_data(value)
                        && matrix.numbers == MatrixNumbers::Signed
                    {
                        signs |= match matrix.of {
                            MatrixUse::A => CooperativeMatrixOperands::MATRIX_A_SIGNED_COMPONENTS_KHR,
                            MatrixUse::B => CooperativeMatrixOperands::MATRIX_B_SIGNED_COMPONENTS_KHR,
                            MatrixUse::Sum => {
                                CooperativeMatrixOperands::MATRIX_C_SIGNED_COMPONENTS_KHR
                                    | CooperativeMatrixOperands::MATRIX_RESULT_SIGNED_COMPONENTS_KHR
                            }
                        };
                    }
                }
                let ty = self.cx.ty(data.ty);
                let [a, b, sum] = [a, b, sum].map(|value| self.value(value));
                let id = self.result(inst);
                let mark = self.body.begin(Spv::CooperativeMatrixMulAddKHR);
                self.body.extend(&[ty, id, a, b, sum]);
                if !signs.is_empty() {
                    self.body.push(signs.bits());
                }
                self.body.end(mark);
            }
            (Op::VectorMultiply, _) => self.vector_product(inst, data),
            _ => self.fail_at(inst, "not an operation on matrices of a wave"),
        }
    }

    /// Emits the product of a matrix in memory and a vector.
    fn vector_product(&mut self, inst: Inst, data: &InstData) {
        let &[
            pointer,
            offset,
            stride,
            layout,
            inner,
            of_input,
            of_matrix,
            transposed,
            input,
        ] = data.args.of(&self.function.pool)
        else {
            return self.fail_at(inst, "not a product of a matrix and a vector");
        };
        let TypeData::CooperativeVector { component, len } = *self.cx.module.types.get(data.ty) else {
            return self.fail_at(inst, "a product that is no vector");
        };
        let rows = self.cx.u32_constant(len);
        let ty = self.cx.ty(data.ty);
        let [input, of_input, pointer, offset, of_matrix] =
            [input, of_input, pointer, offset, of_matrix].map(|value| self.value(value));
        let [inner, layout, transposed, stride] =
            [inner, layout, transposed, stride].map(|value| self.value(value));
        let id = self.result(inst);
        let mark = self.body.begin(Spv::CooperativeVectorMatrixMulNV);
        self.body.extend(&[
            ty, id, input, of_input, pointer, offset, of_matrix, rows, inner, layout, transposed, stride,
        ]);
        if component == Type::S32 {
            let signed = CooperativeMatrixOperands::MATRIX_RESULT_SIGNED_COMPONENTS_KHR;
            self.body.push(signed.bits());
        }
        self.body.end(mark);
    }

    /// Emits a barrier: its last operand is what it orders.
    pub fn barrier(&mut self, op: Spv, data: &InstData) {
        let args = data.args.of(&self.function.pool);
        let orders = args
            .last()
            .and_then(|&semantics| self.cx.module.const_bits(semantics));
        let mark = self.body.begin(op);
        match (args.split_last(), orders) {
            (Some((_, scopes)), Some(orders))
                if self.cx.vulkan_memory && orders as u32 & ACQUIRE_RELEASE != 0 =>
            {
                let made = MemorySemantics::MAKE_AVAILABLE | MemorySemantics::MAKE_VISIBLE;
                for &scope in scopes {
                    let scope = self.value(scope);
                    self.body.push(scope);
                }
                let semantics = self.cx.u32_constant(orders as u32 | made.bits());
                self.body.push(semantics);
            }
            _ => self.operands(data, 0),
        }
        self.body.end(mark);
    }

    /// What Vulkan's memory model asks of a load or store beyond what it says anyway, and the scope that goes with it.
    pub(super) fn shared_access(&mut self, data: &InstData, way: Way) -> (MemoryAccess, Option<u32>) {
        let pointer = data.args.of(&self.function.pool).first().copied();
        let Some((pointer, class)) = pointer
            .and_then(|pointer| Some((pointer, self.cx.module.types.pointee(self.type_of(pointer))?.0)))
            .filter(|_| self.cx.vulkan_memory)
        else {
            return (MemoryAccess::NONE, None);
        };
        let shared = matches!(
            class,
            StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer | StorageClass::Workgroup
        );
        if !shared {
            return (MemoryAccess::NONE, None);
        }
        let coherent = data.flags.has(Flags::COHERENT) || self.is_coherent(pointer);
        match (coherent, way) {
            (false, _) => (MemoryAccess::NON_PRIVATE_POINTER, None),
            (true, Way::In) => (
                MemoryAccess::NON_PRIVATE_POINTER | MemoryAccess::MAKE_POINTER_VISIBLE,
                Some(self.device_scope()),
            ),
            (true, Way::Out) => (
                MemoryAccess::NON_PRIVATE_POINTER | MemoryAccess::MAKE_POINTER_AVAILABLE,
                Some(self.device_scope()),
            ),
        }
    }

    /// The same of an access to a storage image.
    pub(super) fn shared_texel(&mut self, data: &InstData, way: Way) -> (u32, Option<u32>) {
        let image = data.args.of(&self.function.pool).first().copied();
        let storage = image.is_some_and(
            |image| matches!(self.type_data(image), TypeData::Image(image) if image.storage && image.dim != ::spirv::Dim::DimSubpassData),
        );
        if !storage || !self.cx.vulkan_memory {
            return (0, None);
        }
        // The pointer that the image was loaded from.
        let load = image.and_then(|image| image.as_inst());
        let pointer = load.and_then(|load| self.function.args(load).first().copied());
        let coherent = pointer.is_some_and(|pointer| self.is_coherent(pointer));
        let private = ImageOperands::NON_PRIVATE_TEXEL;
        match (coherent, way) {
            (false, _) => (private.bits(), None),
            (true, Way::In) => (
                (private | ImageOperands::MAKE_TEXEL_VISIBLE).bits(),
                Some(self.device_scope()),
            ),
            (true, Way::Out) => (
                (private | ImageOperands::MAKE_TEXEL_AVAILABLE).bits(),
                Some(self.device_scope()),
            ),
        }
    }

    fn is_coherent(&self, pointer: Value) -> bool {
        self.cx
            .module
            .leads_into(self.function, pointer, Decoration::Coherent)
    }

    fn device_scope(&mut self) -> u32 {
        self.cx.u32_constant(Scope::Device as u32)
    }
}

/// Semantics of barriers that order anything: acquire, release, or both.
const ACQUIRE_RELEASE: u32 = 0xe;

impl super::emitter::Emitter<'_> {
    /// Whether accesses say a decoration, in Vulkan's memory model, and neither variables nor members do.
    pub(super) fn is_said_by_accesses(&self, decoration: Decoration) -> bool {
        self.vulkan_memory && matches!(decoration, Decoration::Coherent | Decoration::Volatile)
    }

    /// The type of a matrix of the wave.
    pub(super) fn cooperative_type(&mut self, matrix: &CooperativeMatrix) -> u32 {
        self.requirements.need(Capability::CooperativeMatrixKHR);
        match matrix.numbers {
            MatrixNumbers::Plain | MatrixNumbers::Signed => {}
            MatrixNumbers::BFloat16 => self.requirements.need(Capability::BFloat16CooperativeMatrixKHR),
            MatrixNumbers::E4M3 | MatrixNumbers::E5M2 => {
                self.requirements.need(Capability::Float8CooperativeMatrixEXT);
            }
        }
        self.computes(matrix.component);
        let component = self.matrix_component(matrix);
        let [scope, rows, columns, of] = [
            match matrix.group {
                true => Scope::Workgroup as u32,
                false => Scope::Subgroup as u32,
            },
            matrix.rows,
            matrix.columns,
            matrix.of as u32,
        ]
        .map(|number| self.u32_constant(number));
        self.declare(
            Spv::TypeCooperativeMatrixKHR,
            &[component, scope, rows, columns, of],
        )
    }

    /// The type of its components.
    fn matrix_component(&mut self, matrix: &CooperativeMatrix) -> u32 {
        let bits = matrix.component.scalar_bits();
        match matrix.numbers {
            MatrixNumbers::Signed if matrix.component.is_int_scalar() => {
                self.signed_type(SignedType::Vector(bits, 1))
            }
            MatrixNumbers::Plain | MatrixNumbers::Signed => self.ty(matrix.component),
            MatrixNumbers::BFloat16 => self.encoded_float(bits, FPEncoding::BFloat16KHR),
            MatrixNumbers::E4M3 => self.encoded_float(bits, FPEncoding::Float8E4M3EXT),
            MatrixNumbers::E5M2 => self.encoded_float(bits, FPEncoding::Float8E5M2EXT),
        }
    }

    /// A type of floats that the IR has as integers.
    fn encoded_float(&mut self, bits: u32, encoding: FPEncoding) -> u32 {
        if let Some(&known) = self.encoded_floats.get(&encoding) {
            return known;
        }
        self.requirements.need(match encoding {
            FPEncoding::BFloat16KHR => Capability::BFloat16TypeKHR,
            FPEncoding::Float8E4M3EXT | FPEncoding::Float8E5M2EXT => Capability::Float8EXT,
        });
        let id = self.declare(Spv::TypeFloat, &[bits, encoding as u32]);
        self.encoded_floats.insert(encoding, id);
        id
    }

    /// Whether a module has matrices of waves, and with them Vulkan's memory model.
    pub(super) fn declare_memory_model(&mut self) -> ::spirv::MemoryModel {
        if !self.vulkan_memory {
            return ::spirv::MemoryModel::GLSL450;
        }
        self.requirements.need(Capability::VulkanMemoryModel);
        self.requirements.need(Capability::VulkanMemoryModelDeviceScope);
        ::spirv::MemoryModel::Vulkan
    }
}
