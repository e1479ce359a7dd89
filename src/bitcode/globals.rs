//! The records of the module block itself: triple, data layout, global variables, functions and aliases.

use super::codes::module as code;
use super::module::{AttributesId, Function, Global, GlobalId, Module, Type, Value, ValueId, ValueKind};
use super::operands::Operands;
use super::text::Text;
use super::types::Types;
use crate::bitstream::Record;
use crate::error::Result;

/// What module records leave to be resolved at the end of the module.
#[derive(Default)]
pub(super) struct Globals {
    /// Initializers: the variable, the value, and where the record is.
    initializers: Vec<(GlobalId, ValueId, u64)>,
    /// Whether value ids are relative, which is what module version 1 says.
    pub relative_ids: bool,
    /// Functions that must have a body, in order.
    pub defined: Vec<super::module::FuncId>,
}

impl Globals {
    /// Begins those of another module.
    pub fn clear(&mut self) {
        self.initializers.clear();
        self.relative_ids = false;
        self.defined.clear();
    }

    /// Takes in one record.
    pub fn record(&mut self, record: &Record<'_>, types: &mut Types, module: &mut Module) -> Result<()> {
        match record.code {
            code::VERSION => {
                let mut ops = Operands::new(record, "module version");
                match ops.next()? {
                    0 => self.relative_ids = false,
                    1 => self.relative_ids = true,
                    other => return Err(ops.unsupported(format!("version {other}, expected 1"))),
                }
            }
            code::TRIPLE => module.triple = module.texts.push_operands(&record.ops)?,
            code::DATALAYOUT => module.data_layout = module.texts.push_operands(&record.ops)?,
            code::GLOBALVAR => self.variable(record, types, module)?,
            code::FUNCTION => self.function(record, types, module)?,
            code::ALIAS | code::ALIAS_OLD => alias(record, types, module)?,
            // Section and collector names, comdats: nothing that a shader has.
            _ => {}
        }
        Ok(())
    }

    /// `[type, constant | explicit type << 1 | space << 2, initializer + 1, linkage, alignment, ...]`
    fn variable(&mut self, record: &Record<'_>, types: &mut Types, module: &mut Module) -> Result<()> {
        let mut ops = Operands::new(record, "global variable");
        let mut ty = types.next(&mut ops)?;
        let flags = ops.next()?;
        let initializer = ops.next_u32()?;
        let _linkage = ops.next()?;
        let align = ops.alignment()?;
        let mut space = u32::try_from(flags >> 2).map_err(|_| ops.malformed("address space"))?;
        if flags & 2 == 0 {
            let &Type::Pointer {
                pointee,
                space: of_pointer,
            } = types.of(ty)
            else {
                return Err(ops.malformed("expected a pointer type"));
            };
            (ty, space) = (pointee, of_pointer);
        }
        if !types.is_value(ty) && !matches!(types.of(ty), Type::Opaque { .. }) {
            return Err(ops.malformed("expected the type of a value"));
        }
        let address = types.pointer(ty, space);
        let id = module.globals.next_id();
        let value = module.values.push(Value {
            ty: address,
            kind: ValueKind::Global(id),
        });
        if let Some(index) = initializer.checked_sub(1) {
            self.initializers.push((id, ValueId(index), record.bit_offset));
        }
        module.globals.push(Global {
            name: Text::default(),
            ty,
            space,
            constant: flags & 1 != 0,
            initializer: None,
            align,
            external: initializer == 0,
            value,
        });
        Ok(())
    }

    /// `[type, calling convention, declaration, linkage, attributes + 1, ...]`
    fn function(&mut self, record: &Record<'_>, types: &mut Types, module: &mut Module) -> Result<()> {
        let mut ops = Operands::new(record, "function");
        let mut ty = types.next(&mut ops)?;
        if let Type::Pointer { pointee, .. } = types.of(ty) {
            ty = *pointee;
        }
        if !matches!(types.of(ty), Type::Function { .. }) {
            return Err(ops.malformed("expected a function type"));
        }
        let _convention = ops.next()?;
        let declaration = ops.next()? != 0;
        let _linkage = ops.next()?;
        let attributes = ops.next_u32()?.checked_sub(1).map(AttributesId);
        if attributes.is_some_and(|id| module.attribute_lists.get(id).is_none()) {
            return Err(ops.malformed("attribute list does not exist"));
        }
        let address = types.pointer(ty, 0);
        let id = module.functions.next_id();
        let value = module.values.push(Value {
            ty: address,
            kind: ValueKind::Function(id),
        });
        if !declaration {
            self.defined.push(id);
        }
        module.functions.push(Function {
            name: Text::default(),
            ty,
            attributes,
            declaration,
            value,
            body: None,
        });
        Ok(())
    }

    /// After the module's last constant: initializers.
    pub fn resolve(&mut self, module: &mut Module) -> Result<()> {
        for (id, value, at) in self.initializers.drain(..) {
            let found = module.values.get(value).map(|value| value.ty);
            if let Some(global) = module.globals.get_mut(id) {
                if found != Some(global.ty) {
                    let message =
                        format!("global variable: initializer {value} does not exist or has another type");
                    return Err(crate::error::Error::malformed(message).at_bit(at));
                }
                global.initializer = Some(value);
            }
        }
        Ok(())
    }
}

/// `[pointer type, aliasee, ...]` or `[type, space, aliasee, ...]`
fn alias(record: &Record<'_>, types: &mut Types, module: &mut Module) -> Result<()> {
    let mut ops = Operands::new(record, "alias");
    let mut ty = types.next(&mut ops)?;
    if record.code == code::ALIAS {
        let space = ops.next_u32()?;
        ty = types.pointer(ty, space);
    } else if !matches!(types.of(ty), Type::Pointer { .. }) {
        return Err(ops.malformed("expected a pointer type"));
    }
    module.values.push(Value {
        ty,
        kind: ValueKind::Alias,
    });
    Ok(())
}
