//! Queries: dimensions of textures and typed buffers, sample counts and positions.

use super::Image;
use crate::error::Result;
use crate::ir::{Const, ConstData, Flags, Inst, Op, StorageClass, Type, Value};
use crate::lower::Lower;
use crate::vulkan::{SpecConstant, SpecConstantKind};

/// Component of the dimensions that holds the number of mip levels or samples.
const COUNT: usize = 3;

/// Standard sample positions of D3D12, the same as Vulkan's, in 1/16 pixel from the pixel's centre: those of
/// 1, 2, 4, 8 and 16 samples, so that those of `n` samples start at `n - 1`.
const SAMPLE_POSITIONS: [(i8, i8); 31] = [
    // 1
    (0, 0),
    // 2
    (4, 4),
    (-4, -4),
    // 4
    (-2, -6),
    (6, -2),
    (-6, 2),
    (2, 6),
    // 8
    (1, -3),
    (-1, 3),
    (5, 1),
    (-3, -5),
    (-5, 5),
    (-7, -1),
    (3, 7),
    (7, -7),
    // 16
    (1, 1),
    (-1, -3),
    (-3, 2),
    (4, -1),
    (-5, -2),
    (2, 5),
    (5, 3),
    (3, -5),
    (-2, 6),
    (0, -7),
    (-4, -6),
    (-6, 4),
    (-8, 0),
    (7, -4),
    (6, 7),
    (-7, -8),
];

impl Lower<'_> {
    /// Lowers a query of dimensions: width, height, depth (of arrays: the number of layers, behind the
    /// dimensions that there are), and the number of mip levels or samples. Only what is used is queried. A
    /// mip level that does not exist has dimensions 0.
    pub fn dimensions(&mut self, inst: Inst) -> Result<()> {
        let image = self.image(inst)?;
        let used = self.func.insts[inst].imm;
        let mip = self.defined(inst, 1)?;
        let zero = self.i32(0);
        let mut components = [zero; 4];
        let shape = image.shape;
        // Only sampled images of one sample have levels.
        let mipmapped = !shape.storage && !shape.multisampled && !image.is_buffer();
        let sizes = used & 7 != 0;
        let checked = mipmapped && sizes && self.module.const_bits(mip) != Some(0);
        let count_op = if shape.multisampled {
            Some(Op::ImageQuerySamples)
        } else {
            mipmapped.then_some(Op::ImageQueryLevels)
        };
        let wanted = checked || used >> COUNT & 1 != 0;
        if let Some(op) = count_op.filter(|_| wanted) {
            components[COUNT] = self.emit(op, Flags::NONE, Type::I32, &[image.object]);
        } else if !image.is_buffer() {
            // UAVs have one level.
            components[COUNT] = self.i32(1);
        }
        if sizes {
            // Cubes have two dimensions.
            let dimensions = image.spatial().min(match shape.dim {
                ::spirv::Dim::DimCube => 2,
                _ => 3,
            }) + usize::from(shape.arrayed);
            let ty = self.module.types.vector(Type::I32, dimensions as u32);
            let mut exists = None;
            let mut size = if let Some(window) = self.handle_of(inst)?.window {
                window.size
            } else if mipmapped {
                let mut level = mip;
                if checked {
                    let args = [mip, components[COUNT]];
                    let test = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &args);
                    level = self.emit(Op::Select, Flags::NONE, Type::I32, &[test, mip, zero]);
                    exists = Some(test);
                }
                self.emit(Op::ImageQuerySizeLod, Flags::NONE, ty, &[image.object, level])
            } else {
                self.emit(Op::ImageQuerySize, Flags::NONE, ty, &[image.object])
            };
            if let Some(exists) = exists {
                let nothing = self.module.null(ty);
                size = self.emit(Op::Select, Flags::NONE, ty, &[exists, size, nothing]);
            }
            if dimensions == 1 {
                components[0] = size;
            } else {
                for (index, component) in (0..).zip(components.iter_mut().take(dimensions)) {
                    if used >> index & 1 != 0 {
                        *component = self.emit_imm(Op::Extract, Flags::NONE, Type::I32, &[size], index);
                    }
                }
            }
        }
        self.finish(inst, Op::Construct, Flags::NONE, &components, 0);
        Ok(())
    }

    /// Lowers a query of a sample's position in a texture.
    pub fn sample_position(&mut self, inst: Inst) -> Result<()> {
        let Image { object, shape, .. } = self.image(inst)?;
        if !shape.multisampled {
            return Err(self.misused(inst));
        }
        let index = self.defined(inst, 1)?;
        let count = self.emit(Op::ImageQuerySamples, Flags::NONE, Type::I32, &[object]);
        let position = self.standard_position(count, index);
        self.forward(inst, position);
        Ok(())
    }

    /// Lowers a query of a sample's position in the render target.
    pub fn render_target_sample_position(&mut self, inst: Inst) -> Result<()> {
        let count = self.render_target_samples();
        let index = self.defined(inst, 0)?;
        let position = self.standard_position(count, index);
        self.forward(inst, position);
        Ok(())
    }

    /// Lowers a query of the render target's sample count.
    pub fn render_target_sample_count(&mut self, inst: Inst) -> Result<()> {
        let count = self.render_target_samples();
        self.forward(inst, count);
        Ok(())
    }

    /// The render target's sample count: the option's, or a specialization constant, since Vulkan has no
    /// query for it.
    fn render_target_samples(&mut self) -> Value {
        match self.options.sample_count {
            Some(count) => self.i32(count),
            None => {
                let constant = SpecConstant {
                    id: self.options.sample_count_spec_id,
                    kind: SpecConstantKind::SampleCount,
                    default: 1,
                };
                self.spec_constant(constant)
            }
        }
    }

    /// The standard position of sample `index` of `count`; 0 for a sample that does not exist.
    fn standard_position(&mut self, count: Value, index: Value) -> Value {
        let constant = |this: &mut Self, position: Option<&(i8, i8)>| -> Const {
            let ty = this.module.types.vector(Type::F32, 2);
            let &(x, y) = position.unwrap_or(&(0, 0));
            let parts = [x, y].map(|part| {
                let bits = (f32::from(part) / 16.0).to_bits();
                this.module.consts.scalar(Type::F32, u64::from(bits))
            });
            this.module
                .consts
                .intern(ty, ConstData::Composite(parts.to_vec()))
        };
        if let (Some(count), Some(index)) = (self.module.const_bits(count), self.module.const_bits(index)) {
            let known = index < count && matches!(count, 1 | 2 | 4 | 8 | 16);
            let position = known.then(|| &SAMPLE_POSITIONS[(count - 1 + index) as usize]);
            return constant(self, position).into();
        }
        let vector = self.module.types.vector(Type::F32, 2);
        // One more, at the end, for samples that do not exist.
        let none = SAMPLE_POSITIONS.len() as u32;
        let table = match self.sample_positions.table {
            Some(table) => table,
            None => {
                let mut parts: Vec<Const> = Vec::with_capacity(SAMPLE_POSITIONS.len() + 1);
                for position in &SAMPLE_POSITIONS {
                    parts.push(constant(self, Some(position)));
                }
                parts.push(constant(self, None));
                let ty = self.module.types.array(vector, none + 1);
                let init = self.module.consts.intern(ty, ConstData::Composite(parts));
                let table = self
                    .module
                    .add_global("sample_positions", StorageClass::Private, ty);
                self.module.globals[table].init = Some(init);
                self.sample_positions.table = Some(table);
                table
            }
        };
        let exists = self.emit(Op::ULt, Flags::NONE, Type::BOOL, &[index, count]);
        let before = self.i32(u32::MAX);
        let first = self.add(count, before);
        let place = self.add(first, index);
        let none = self.i32(none);
        // Counts that are no standard ones do not lead out of the table.
        let place = self.emit(Op::UMin, Flags::NONE, Type::I32, &[place, none]);
        let place = self.emit(Op::Select, Flags::NONE, Type::I32, &[exists, place, none]);
        let pointer_ty = self.module.types.pointer(StorageClass::Private, vector);
        let args = [table.into(), place];
        let pointer = self.emit(Op::AccessChain, Flags::NONE, pointer_ty, &args);
        self.emit(Op::Load, Flags::NONE, vector, &[pointer])
    }
}
