//! Images: sampling, gathering, loads and stores, queries, texel pointers; sparse forms.
//!
//! SPIR-V's texels have the signed type that the image has; the IR's integers have no sign. So texels of
//! signed images are cast where they come out of an instruction or go into it.

use super::facts::SignedType;
use super::function::FunctionEmitter;
use super::matrices::Way;
use crate::ir::{Flags, ImageType, Inst, InstData, Op, TypeData, Value};
use ::spirv::{Capability, Dim, ImageFormat, ImageOperands, Op as Spv};

impl<'m> FunctionEmitter<'_, 'm> {
    /// Emits an image operation.
    pub fn image(&mut self, inst: Inst, data: &InstData) {
        // Core opcode, sparse opcode, operands before the image operands.
        let (op, sparse, fixed) = match data.op {
            // Made where it is used, see `image_operand`.
            Op::SampledImage => return,
            Op::ImageSampleImplicit => (Spv::ImageSampleImplicitLod, Spv::ImageSparseSampleImplicitLod, 2),
            Op::ImageSampleExplicit => (Spv::ImageSampleExplicitLod, Spv::ImageSparseSampleExplicitLod, 2),
            Op::ImageSampleDrefImplicit => (
                Spv::ImageSampleDrefImplicitLod,
                Spv::ImageSparseSampleDrefImplicitLod,
                3,
            ),
            Op::ImageSampleDrefExplicit => (
                Spv::ImageSampleDrefExplicitLod,
                Spv::ImageSparseSampleDrefExplicitLod,
                3,
            ),
            Op::ImageGather => (Spv::ImageGather, Spv::ImageSparseGather, 3),
            Op::ImageDrefGather => (Spv::ImageDrefGather, Spv::ImageSparseDrefGather, 3),
            Op::ImageFetch => (Spv::ImageFetch, Spv::ImageSparseFetch, 2),
            Op::ImageRead => (Spv::ImageRead, Spv::ImageSparseRead, 2),
            Op::ImageWrite => return self.image_write(inst, data),
            Op::ImageQueryLod => return self.query_lod(inst, data),
            Op::ImageTexelPointer => return self.texel_pointer(inst, data),
            _ => return self.fail_at(inst, "not an operation of this family"),
        };
        let Some((image_id, image)) = self.image_operand(inst, data) else {
            return;
        };
        let attachment = image.dim == Dim::DimSubpassData;
        if data.op == Op::ImageRead && image.format == ImageFormat::Unknown && !attachment {
            self.cx
                .requirements
                .need(Capability::StorageImageReadWithoutFormat);
        }
        let is_sparse = data.flags.has(Flags::SPARSE);
        let op = if is_sparse {
            self.cx.requirements.need(Capability::SparseResidency);
            sparse
        } else {
            op
        };
        // The type of the texel: member 1 of a sparse result.
        let types = &self.cx.module.types;
        let texel = match types.element(data.ty, 1) {
            Some(texel) if is_sparse => texel,
            _ => data.ty,
        };
        self.cx.computes(texel);
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        // A comparison's result is a float whatever the image holds.
        let signed = image.signed && self.cx.scalar(texel).is_int_scalar();
        let (raw_ty, raw) = if signed {
            let bits = self.cx.scalar(texel).scalar_bits();
            let len = self.cx.module.types.components(texel);
            let raw_ty = self.cx.signed_type(if is_sparse {
                SignedType::Sparse(bits, len)
            } else {
                SignedType::Vector(bits, len)
            });
            (raw_ty, self.cx.new_id())
        } else {
            (ty, id)
        };
        let mark = self.body.begin(op);
        self.body.extend(&[raw_ty, raw, image_id]);
        self.image_operands(data, 1, fixed, Way::In);
        self.body.end(mark);
        match (signed, is_sparse) {
            (false, _) => {}
            (true, false) => self.body.inst(Spv::Bitcast, &[ty, id, raw]),
            (true, true) => {
                let code_ty = self.cx.ty(crate::ir::Type::I32);
                let texel_ty = self.cx.ty(texel);
                let bits = self.cx.scalar(texel).scalar_bits();
                let len = self.cx.module.types.components(texel);
                let signed_ty = self.cx.signed_type(SignedType::Vector(bits, len));
                let code = self.step(Spv::CompositeExtract, code_ty, &[raw, 0]);
                let signed_texel = self.step(Spv::CompositeExtract, signed_ty, &[raw, 1]);
                let cast = self.cast(texel_ty, signed_texel);
                self.body.inst(Spv::CompositeConstruct, &[ty, id, code, cast]);
            }
        }
    }

    /// Appends operands `from..fixed`, the image-operand mask and the operands that it names.
    fn image_operands(&mut self, data: &InstData, from: usize, fixed: usize, way: Way) {
        let args = data.args.of(&self.function.pool);
        for &value in args.get(from..fixed).unwrap_or(&[]) {
            let id = self.value(value);
            self.body.push(id);
        }
        let (shared, scope) = self.shared_texel(data, way);
        if data.imm | shared == 0 {
            return;
        }
        let mask = ImageOperands::from_bits_retain(data.imm);
        if mask.intersects(ImageOperands::OFFSET | ImageOperands::CONST_OFFSETS) {
            self.cx.requirements.need(Capability::ImageGatherExtended);
        }
        if mask.contains(ImageOperands::MIN_LOD) {
            self.cx.requirements.need(Capability::MinLod);
        }
        self.body.push(data.imm | shared);
        self.operands(data, fixed);
        if let Some(scope) = scope {
            self.body.push(scope);
        }
    }

    fn image_write(&mut self, inst: Inst, data: &InstData) {
        let Some((image_id, image)) = self.image_operand(inst, data) else {
            return;
        };
        if image.format == ImageFormat::Unknown {
            self.cx
                .requirements
                .need(Capability::StorageImageWriteWithoutFormat);
        }
        let coordinate = self.operand(inst, data, 1);
        let mut texel = self.operand(inst, data, 2);
        if image.signed
            && let Some(&value) = data.args.of(&self.function.pool).get(2)
        {
            let ty = self.type_of(value);
            let bits = self.cx.scalar(ty).scalar_bits();
            let len = self.cx.module.types.components(ty);
            let ty = self.cx.signed_type(SignedType::Vector(bits, len));
            texel = self.cast(ty, texel);
        }
        let mark = self.body.begin(Spv::ImageWrite);
        self.body.extend(&[image_id, coordinate, texel]);
        self.image_operands(data, 3, 3, Way::Out);
        self.body.end(mark);
    }

    fn query_lod(&mut self, inst: Inst, data: &InstData) {
        self.cx.requirements.need(Capability::ImageQuery);
        let Some((image, _)) = self.image_operand(inst, data) else {
            return;
        };
        let ty = self.cx.ty(data.ty);
        let id = self.result(inst);
        let coordinate = self.operand(inst, data, 1);
        self.body.inst(Spv::ImageQueryLod, &[ty, id, image, coordinate]);
    }

    fn texel_pointer(&mut self, inst: Inst, data: &InstData) {
        let image = match data.args.of(&self.function.pool).first() {
            Some(&pointer) => self.image_behind(pointer),
            None => None,
        };
        let Some(image) = image else {
            self.fail_at(inst, "a texel pointer into something other than an image");
            return;
        };
        let ty = if image.signed {
            self.cx
                .signed_type(SignedType::TexelPointer(image.sampled.scalar_bits()))
        } else {
            self.cx.ty(data.ty)
        };
        let id = self.result(inst);
        let mark = self.body.begin(Spv::ImageTexelPointer);
        self.body.extend(&[ty, id]);
        self.operands(data, 0);
        self.body.end(mark);
    }

    /// The image or sampled image that is operand 0, and its type.
    fn image_operand(&mut self, inst: Inst, data: &InstData) -> Option<(u32, &'m ImageType)> {
        let value = data.args.of(&self.function.pool).first().copied();
        let image = value.and_then(|value| self.image_type_of(value));
        let (Some(value), Some(image)) = (value, image) else {
            self.fail_at(inst, "an image operation on something other than an image");
            return None;
        };
        let id = match value.as_inst() {
            Some(source) if self.function.insts[source].op == Op::SampledImage => self.sampled_image(source),
            _ => self.value(value),
        };
        Some((id, image))
    }

    /// The id of a sampled image in the block being emitted: made here unless it was already, since SPIR-V
    /// does not allow its use in another block.
    fn sampled_image(&mut self, inst: Inst) -> u32 {
        if let Some(&(block, id)) = self.sampled_images.get(&inst)
            && block == self.block
        {
            return id;
        }
        let data = &self.function.insts[inst];
        let ty = self.cx.ty(data.ty);
        let image = self.operand(inst, data, 0);
        let sampler = self.operand(inst, data, 1);
        let id = self.step(Spv::SampledImage, ty, &[image, sampler]);
        self.decorations(id, inst, data);
        self.sampled_images.insert(inst, (self.block, id));
        id
    }

    /// The image type of an image or sampled image.
    fn image_type_of(&self, value: Value) -> Option<&'m ImageType> {
        match self.type_data(value) {
            TypeData::Image(image) => Some(image),
            TypeData::SampledImage(image) => match self.cx.module.types.get(*image) {
                TypeData::Image(image) => Some(image),
                _ => None,
            },
            _ => None,
        }
    }

    /// The image type that a pointer points to.
    pub fn image_behind(&self, pointer: Value) -> Option<&'m ImageType> {
        let TypeData::Pointer { pointee, .. } = self.type_data(pointer) else {
            return None;
        };
        match self.cx.module.types.get(*pointee) {
            TypeData::Image(image) => Some(image),
            _ => None,
        }
    }
}
