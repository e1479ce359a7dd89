//! Acceleration structures: what a handle to one stands for.
//!
//! A descriptor is loaded, an address converted, where the handle is. A null descriptor, and address 0, are acceleration
//! structures that nothing is in.

use super::Lower;
use crate::error::{Error, Result};
use crate::ir::{Inst, Object, TypeData};

impl Lower<'_> {
    /// The acceleration structure that operand 0 of `inst` names.
    pub fn acceleration_structure(&mut self, inst: Inst) -> Result<()> {
        let handle = self.handle_of(inst)?;
        let object = handle.object.filter(|&object| {
            let ty = self.value_ty(object);
            matches!(
                self.module.types.get(ty),
                TypeData::Object(Object::AccelerationStructure)
            )
        });
        let Some(object) = object else {
            let kind = self.resource(&handle)?.kind;
            return Err(Error::malformed(format!(
                "a {kind:?} where an acceleration structure is expected"
            )));
        };
        self.forward(inst, object);
        Ok(())
    }
}
