//! Operations on images and interpolated inputs.

use super::row::{Check, Row, fail};
use super::table::{BIAS, GRAD, LOD};
use crate::ir::Class;
use crate::ir::{Flags, ImageType, StorageClass, Type, TypeData};
use spirv::Dim;

/// SPIR-V's image operands, and how many operands each bit stands for.
const IMAGE_OPERANDS: [(u32, usize); 12] = [
    (BIAS, 1),
    (LOD, 1),
    (GRAD, 2),
    (0x8, 1),
    (0x10, 1),
    (0x20, 1),
    (SAMPLE, 1),
    (0x80, 1),
    (0x100, 1),
    (0x200, 1),
    (0x1_0000, 1),
    // Bits without operand: non-private, volatile, sign and zero extension, nontemporal.
    (0x7c00, 0),
];
const SAMPLE: u32 = 0x40;

impl Row<'_> {
    /// `(image, sampler)`
    pub(super) fn image_of_sampler(&self) -> Check {
        self.count(2)?;
        let TypeData::SampledImage(image) = self.module.types.get(self.ty) else {
            return fail("the result is a sampled image");
        };
        self.equal(self.arg(0), *image, "first operand and image")?;
        self.want(
            matches!(self.module.types.get(self.arg(1)), TypeData::Sampler),
            "the second operand is a sampler",
        )
    }

    fn image(&self, index: usize) -> Result<ImageType, String> {
        match self.module.types.get(self.arg(index)) {
            TypeData::Image(image) => Ok(*image),
            _ => Err(format!("operand {index} is not an image")),
        }
    }

    /// The image of a sampled image at operand 0, with a float coordinate at operand 1 and image operands
    /// from operand `fixed` on.
    fn sampled_image(&self, fixed: usize) -> Result<ImageType, String> {
        let types = &self.module.types;
        let TypeData::SampledImage(image) = types.get(self.arg(0)) else {
            return Err("operand 0 is not a sampled image".to_owned());
        };
        let TypeData::Image(image) = types.get(*image) else {
            return Err("operand 0 is not a sampled image".to_owned());
        };
        self.coordinate(image, Class::F32)?;
        self.image_operands(fixed)?;
        Ok(*image)
    }

    /// A sample: `references` comparison values, image operands that may be there, some of which must be.
    pub(super) fn image_sample(&self, references: usize, allowed: u32, one_of: u32) -> Check {
        let image = self.sampled_image(2 + references)?;
        self.want(
            self.imm & (BIAS | LOD | GRAD) & !allowed == 0,
            "the image operands suit implicit or explicit LOD",
        )?;
        self.want(one_of == 0 || self.imm & one_of != 0, "an explicit LOD is given")?;
        if references == 0 {
            return self.texel_result(&image, Some(4));
        }
        self.equal(self.arg(2), Type::F32, "reference and `f32`")?;
        self.texel_result(&image, Some(1))
    }

    /// `(sampled image, coordinate, component, ...)`
    pub(super) fn image_gather(&self) -> Check {
        let image = self.sampled_image(3)?;
        self.want(
            self.arg(2) == Type::I32 && self.args.get(2).is_some_and(|v| v.as_const().is_some()),
            "the component is an `i32` constant",
        )?;
        self.texel_result(&image, Some(4))
    }

    /// `(sampled image, coordinate, reference, ...)`
    pub(super) fn image_gather_compare(&self) -> Check {
        let image = self.sampled_image(3)?;
        self.class(self.arg(2), Class::F32, "the reference")?;
        self.texel_result(&image, Some(4))
    }

    /// `(image, coordinate, ...)`
    pub(super) fn image_fetch(&self) -> Check {
        let image = self.image(0)?;
        self.want(!image.storage, "the image is a sampled one")?;
        self.coordinate(&image, Class::Int)?;
        self.image_operands(2)?;
        self.texel_result(&image, Some(4))
    }

    /// `(image, coordinate, ...)`
    pub(super) fn image_read(&self) -> Check {
        let image = self.image(0)?;
        self.want(image.storage, "the image is a storage image")?;
        self.coordinate(&image, Class::Int)?;
        self.image_operands(2)?;
        self.texel_result(&image, None)
    }

    /// `(image, coordinate, texel, ...)`
    pub(super) fn image_write(&self) -> Check {
        let image = self.image(0)?;
        self.want(image.storage, "the image is a storage image")?;
        self.coordinate(&image, Class::Int)?;
        self.image_operands(3)?;
        self.equal(
            self.scalar(self.arg(2)),
            image.sampled,
            "components of texel and image",
        )?;
        self.result(Type::VOID)
    }

    /// `(image, lod)`
    pub(super) fn image_size_lod(&self) -> Check {
        self.count(2)?;
        self.int_scalars(1..2)?;
        let image = self.image(0)?;
        self.size_result(&image)
    }

    /// `(image)`
    pub(super) fn image_size(&self) -> Check {
        self.count(1)?;
        let image = self.image(0)?;
        self.size_result(&image)
    }

    /// `(image)`: a number of levels or samples.
    pub(super) fn image_count(&self) -> Check {
        self.count(1)?;
        self.image(0)?;
        self.result(Type::I32)
    }

    /// `(sampled image, coordinate)`
    pub(super) fn image_lod(&self) -> Check {
        self.count(2)?;
        let TypeData::SampledImage(_) = self.module.types.get(self.arg(0)) else {
            return fail("the first operand is a sampled image");
        };
        self.class(self.arg(1), Class::F32, "the coordinate")?;
        self.vector(self.ty, Type::F32, 2, "the result")
    }

    /// `(pointer to image, coordinate, sample)`
    pub(super) fn texel_pointer(&self) -> Check {
        self.count(3)?;
        let (_, pointee) = self.pointer(0)?;
        let TypeData::Image(image) = self.module.types.get(pointee) else {
            return fail("the first operand points to an image");
        };
        self.coordinate(image, Class::Int)?;
        self.int_scalars(2..3)?;
        self.want(
            self.module.types.pointee(self.ty) == Some((StorageClass::Image, image.sampled)),
            "the result is a pointer of class `Image` to a texel's component",
        )
    }

    /// `(pointer to input, sample)`
    pub(super) fn interpolated_at_sample(&self) -> Check {
        self.count(2)?;
        self.int_scalars(1..2)?;
        self.interpolated()
    }

    /// `(pointer to input, offset)`
    pub(super) fn interpolated_at_offset(&self) -> Check {
        self.count(2)?;
        self.vector(self.arg(1), Type::F32, 2, "the offset")?;
        self.interpolated()
    }

    fn coordinate(&self, image: &ImageType, class: Class) -> Check {
        let coordinate = self.arg(1);
        self.class(coordinate, class, "the coordinate")?;
        let dimensions = match image.dim {
            Dim::Dim1D | Dim::DimBuffer => 1,
            Dim::Dim3D | Dim::DimCube => 3,
            _ => 2,
        };
        self.want(
            self.components(coordinate) >= dimensions + u32::from(image.arrayed),
            "the coordinate has a component for each dimension and the layer",
        )
    }

    /// The image operands that the immediate names follow `fixed` others.
    fn image_operands(&self, fixed: usize) -> Check {
        let mut rest = self.imm;
        let mut count = fixed;
        for (bits, operands) in IMAGE_OPERANDS {
            if rest & bits != 0 {
                count += operands;
                rest &= !bits;
            }
        }
        self.want(rest == 0, "the immediate is a mask of image operands")?;
        self.count(count)
    }

    /// The result of an image access: components of the image's type, after a residency code if it is sparse.
    fn texel_result(&self, image: &ImageType, len: Option<u32>) -> Check {
        let value = if self.flags.has(Flags::SPARSE) {
            match self.pair() {
                Some([Type::I32, value]) => value,
                _ => return fail("a sparse result is a struct of an `i32` residency code and a value"),
            }
        } else {
            self.ty
        };
        self.equal(
            self.scalar(value),
            image.sampled,
            "components of result and image",
        )?;
        let components = self.components(value);
        self.want(
            len.map_or((1..=4).contains(&components), |len| components == len),
            "the result has the number of components of the operation",
        )
    }

    fn size_result(&self, image: &ImageType) -> Check {
        let dimensions = match image.dim {
            Dim::Dim1D | Dim::DimBuffer => 1,
            Dim::Dim3D => 3,
            _ => 2,
        };
        self.class(self.ty, Class::I32, "the result")?;
        self.want(
            self.components(self.ty) == dimensions + u32::from(image.arrayed),
            "the result has a component for each dimension and the layers",
        )
    }

    pub(super) fn interpolated(&self) -> Check {
        self.class(self.ty, Class::Float, "the result")?;
        self.want(
            self.pointer(0)? == (StorageClass::Input, self.ty),
            "the first operand points to an input of the result's type",
        )
    }
}
