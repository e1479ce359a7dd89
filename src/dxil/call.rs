//! Recognises dx.op calls: which operation a call instruction is, checked against the table.

use crate::bitcode::module::{Body, FuncId, Module, Value, ValueId};
use crate::dxil::ops::{DxOp, check_symbol, is_symbol};
use crate::error::{Error, Result};

/// The operation that a call of `callee` with `args` is, none when it calls a function of the shader.
///
/// What holds of an operation found: the function is the one that carries it, and `args` has as many arguments as
/// the table says, the opcode included.
pub fn operation(module: &Module, body: &Body, callee: FuncId, args: &[ValueId]) -> Result<Option<DxOp>> {
    let name = match module.functions.get(callee) {
        Some(function) => module.text(function.name),
        None => return Ok(None),
    };
    if !is_symbol(name) {
        return Ok(None);
    }
    let opcode = args.first().and_then(|&opcode| body.value(module, opcode));
    let Some(number) = opcode.and_then(Value::int) else {
        return Err(Error::malformed(format!(
            "call of {name}: the opcode is not a constant"
        )));
    };
    // The upper half of the 32 bits, negative here, is for operations of shader models that are not final.
    let Ok(number) = i32::try_from(number).map(|number| number as u32) else {
        return Err(Error::malformed(format!(
            "call of {name}: opcode {number} is out of range"
        )));
    };
    let op = DxOp::try_from(number).map_err(|error| error.at_instruction(format!("call of {name}")))?;
    if !check_symbol(op, name) {
        return Err(Error::malformed(format!(
            "call of {name}: it does not carry dx.op {op}"
        )));
    }
    op.check_arguments(args.len())?;
    Ok(Some(op))
}
