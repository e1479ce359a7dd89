//! Friendly names of ids, made as `spirv-dis` makes them: from `OpName`, from built-ins, and from what types
//! and constants are; otherwise the number.

use super::number::{self, NumberType};
use ::spirv::{BuiltIn, Decoration, FPEncoding, Op};
use rspirv::dr::{Instruction, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

/// Names by id.
pub(super) struct Names {
    names: FxHashMap<u32, String>,
    used: FxHashSet<String>,
    /// The next number to try behind a name that is taken.
    suffixes: FxHashMap<String, u32>,
}

impl Names {
    /// The names of a module's ids.
    pub fn new(instructions: &[Instruction], numbers: &FxHashMap<u32, NumberType>) -> Self {
        let mut this = Self {
            names: FxHashMap::default(),
            used: FxHashSet::default(),
            suffixes: FxHashMap::default(),
        };
        for instruction in instructions {
            this.visit(instruction, numbers);
        }
        this
    }

    /// The name of `id`.
    pub fn get(&self, id: u32) -> std::borrow::Cow<'_, str> {
        match self.names.get(&id) {
            Some(name) => name.as_str().into(),
            None => id.to_string().into(),
        }
    }

    fn visit(&mut self, instruction: &Instruction, numbers: &FxHashMap<u32, NumberType>) {
        let operands = instruction.operands.as_slice();
        match (instruction.class.opcode, operands) {
            (Op::Name, [Operand::IdRef(id), Operand::LiteralString(name)]) => return self.save(*id, name),
            (
                Op::Decorate,
                [
                    Operand::IdRef(id),
                    Operand::Decoration(Decoration::BuiltIn),
                    Operand::BuiltIn(built_in),
                ],
            ) => {
                if let Some(name) = built_in_name(*built_in) {
                    self.save(*id, &name);
                }
                return;
            }
            _ => {}
        }
        let Some(id) = instruction.result_id else {
            return;
        };
        // Results without a name of their own take their number, before a name that looks like it does.
        let name = self.type_name(id, instruction, numbers);
        self.save(id, &name.unwrap_or_else(|| id.to_string()));
    }

    /// The name of a type or constant from what it is.
    fn type_name(
        &self,
        id: u32,
        instruction: &Instruction,
        numbers: &FxHashMap<u32, NumberType>,
    ) -> Option<String> {
        let name = match (instruction.class.opcode, instruction.operands.as_slice()) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, [Operand::LiteralBit32(width), Operand::LiteralBit32(sign)]) => {
                let (root, suffix) = match width {
                    8 => ("char", String::new()),
                    16 => ("short", String::new()),
                    32 => ("int", String::new()),
                    64 => ("long", String::new()),
                    _ => ("int", width.to_string()),
                };
                format!("{}{root}{suffix}", if *sign == 0 { "u" } else { "" })
            }
            (Op::TypeFloat, [_, Operand::FPEncoding(encoding)]) => match encoding {
                FPEncoding::BFloat16KHR => "bfloat16".to_owned(),
                FPEncoding::Float8E4M3EXT => "fp8e4m3".to_owned(),
                FPEncoding::Float8E5M2EXT => "fp8e5m2".to_owned(),
            },
            (Op::TypeFloat, [Operand::LiteralBit32(width), ..]) => match width {
                16 => "half".to_owned(),
                32 => "float".to_owned(),
                64 => "double".to_owned(),
                _ => format!("fp{width}"),
            },
            (Op::TypeVector, [Operand::IdRef(element), Operand::LiteralBit32(len)]) => {
                format!("v{len}{}", self.get(*element))
            }
            (Op::TypeMatrix, [Operand::IdRef(column), Operand::LiteralBit32(len)]) => {
                format!("mat{len}{}", self.get(*column))
            }
            (Op::TypeArray, [Operand::IdRef(element), Operand::IdRef(len)]) => {
                format!("_arr_{}_{}", self.get(*element), self.get(*len))
            }
            (Op::TypeRuntimeArray, [Operand::IdRef(element)]) => {
                format!("_runtimearr_{}", self.get(*element))
            }
            (Op::TypePointer, [Operand::StorageClass(class), Operand::IdRef(pointee)]) => {
                format!("_ptr_{class:?}_{}", self.get(*pointee))
            }
            (Op::TypeStruct, _) => format!("_struct_{id}"),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, [literal]) => {
                let bits = match literal {
                    Operand::LiteralBit32(word) => u64::from(*word),
                    Operand::LiteralBit64(bits) => *bits,
                    _ => return None,
                };
                let ty = instruction.result_type?;
                let mut value = String::new();
                number::write(&mut value, numbers.get(&ty).copied(), bits);
                // 'n' for a minus sign; other characters become underscores.
                format!("{}_{}", self.get(ty), value.replace('-', "n"))
            }
            _ => return None,
        };
        Some(name)
    }

    /// Gives `id` the name `suggested`, or one like it that is free; a name once given stays.
    fn save(&mut self, id: u32, suggested: &str) {
        if self.names.contains_key(&id) {
            return;
        }
        let base = sanitize(suggested);
        let mut name = base.clone();
        while !self.used.insert(name.clone()) {
            let next = self.suffixes.entry(base.clone()).or_default();
            name = format!("{base}_{next}");
            *next += 1;
        }
        self.names.insert(id, name);
    }
}

fn sanitize(name: &str) -> String {
    if name.is_empty() {
        return "_".to_owned();
    }
    name.bytes()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                char::from(c)
            } else {
                '_'
            }
        })
        .collect()
}

/// The name of a variable that is a built-in, for those that have one.
fn built_in_name(built_in: BuiltIn) -> Option<String> {
    Some(match built_in {
        BuiltIn::Position
        | BuiltIn::PointSize
        | BuiltIn::ClipDistance
        | BuiltIn::CullDistance
        | BuiltIn::Layer
        | BuiltIn::ViewportIndex
        | BuiltIn::TessLevelOuter
        | BuiltIn::TessLevelInner
        | BuiltIn::TessCoord
        | BuiltIn::PatchVertices
        | BuiltIn::FragCoord
        | BuiltIn::PointCoord
        | BuiltIn::FrontFacing
        | BuiltIn::SamplePosition
        | BuiltIn::SampleMask
        | BuiltIn::FragDepth
        | BuiltIn::HelperInvocation
        | BuiltIn::LocalInvocationIndex
        | BuiltIn::VertexIndex
        | BuiltIn::InstanceIndex
        | BuiltIn::BaseInstance => format!("gl_{built_in:?}"),
        BuiltIn::VertexId => "gl_VertexID".to_owned(),
        BuiltIn::InstanceId => "gl_InstanceID".to_owned(),
        BuiltIn::PrimitiveId => "gl_PrimitiveID".to_owned(),
        BuiltIn::InvocationId => "gl_InvocationID".to_owned(),
        BuiltIn::SampleId => "gl_SampleID".to_owned(),
        BuiltIn::NumWorkgroups => "gl_NumWorkGroups".to_owned(),
        BuiltIn::WorkgroupSize => "gl_WorkGroupSize".to_owned(),
        BuiltIn::WorkgroupId => "gl_WorkGroupID".to_owned(),
        BuiltIn::LocalInvocationId => "gl_LocalInvocationID".to_owned(),
        BuiltIn::GlobalInvocationId => "gl_GlobalInvocationID".to_owned(),
        BuiltIn::SubgroupSize
        | BuiltIn::NumSubgroups
        | BuiltIn::SubgroupId
        | BuiltIn::SubgroupLocalInvocationId => format!("{built_in:?}"),
        BuiltIn::SubgroupEqMask
        | BuiltIn::SubgroupGeMask
        | BuiltIn::SubgroupGtMask
        | BuiltIn::SubgroupLeMask
        | BuiltIn::SubgroupLtMask => format!("{built_in:?}KHR"),
        _ => return None,
    })
}
