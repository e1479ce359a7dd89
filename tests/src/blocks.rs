//! What a module says of the memory behind its block types, by walking its words.
//!
//! Drivers take what the decorations of one variable say for all variables of its block type (NVIDIA's 580.159 gives
//! stale values where one is `NonWritable` and another is written), so those that differ in what may be done with them
//! have types of their own.

use std::collections::BTreeMap;

const TYPE_IMAGE: u32 = 25;
const TYPE_ARRAY: u32 = 28;
const TYPE_RUNTIME_ARRAY: u32 = 29;
const TYPE_STRUCT: u32 = 30;
const TYPE_POINTER: u32 = 32;
const VARIABLE: u32 = 59;
const DECORATE: u32 = 71;
const MEMBER_DECORATE: u32 = 72;

const BLOCK: u32 = 2;
const NON_WRITABLE: u32 = 24;
/// Restrict, Aliased, Volatile, Coherent, NonWritable, NonReadable.
const ACCESS: [u32; 6] = [19, 20, 21, 23, NON_WRITABLE, 25];
const UNIFORM_CONSTANT: u32 = 0;
const PHYSICAL_STORAGE_BUFFER: u32 = 5349;

/// The largest alignment that a load or store of the first function, the entry point, says of its address (`Aligned`); 0 where
/// none says any. What the functions behind it say, they have asked of the address.
pub fn largest_alignment(words: &[u32]) -> u32 {
    const LOAD: u32 = 61;
    const STORE: u32 = 62;
    const FUNCTION_END: u32 = 56;
    const ALIGNED: u32 = 2;
    let mut largest = 0;
    let mut rest = words.get(5..).unwrap_or(&[]);
    while let Some(&first) = rest.first() {
        let (inst, after) = rest.split_at(((first >> 16).max(1) as usize).min(rest.len()));
        rest = after;
        match (first & 0xffff, inst) {
            (FUNCTION_END, _) => break,
            (LOAD, &[_, _, _, _, mask, alignment, ..]) | (STORE, &[_, _, _, mask, alignment, ..])
                if mask & ALIGNED != 0 =>
            {
                largest = largest.max(alignment);
            }
            _ => {}
        }
    }
    largest
}

/// Checks that no two variables that differ in storage class or decorations of access share a block type, that none is
/// also the type of memory at addresses, that members have such decorations at addresses alone, and that no two storage images of
/// one type differ in being `NonWritable`.
///
/// # Errors
/// The first that do.
pub fn check(words: &[u32]) -> Result<(), String> {
    let mut elements: BTreeMap<u32, u32> = BTreeMap::new();
    let mut pointers: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let mut access: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let (mut blocks, mut images, mut members) = (Vec::new(), Vec::new(), Vec::new());
    let mut users: BTreeMap<u32, (u32, Vec<u32>)> = BTreeMap::new();
    let mut writable: BTreeMap<u32, bool> = BTreeMap::new();
    let mut rest = words.get(5..).unwrap_or(&[]);
    while let Some(&first) = rest.first() {
        let (op, count) = (first & 0xffff, (first >> 16) as usize);
        let inst = rest.get(..count).filter(|inst| !inst.is_empty());
        let inst = inst.ok_or("a word count that leads out of the module")?;
        rest = &rest[count..];
        match (op, &inst[1..]) {
            (DECORATE, &[target, decoration, ..]) => {
                if decoration == BLOCK {
                    blocks.push(target);
                } else if ACCESS.contains(&decoration) {
                    access.entry(target).or_default().push(decoration);
                }
            }
            (MEMBER_DECORATE, &[target, _, decoration, ..]) if ACCESS.contains(&decoration) => {
                members.push(target);
            }
            (TYPE_IMAGE, &[image, ..]) if inst.get(7) == Some(&2) => images.push(image),
            (TYPE_ARRAY | TYPE_RUNTIME_ARRAY, &[array, element, ..]) => {
                elements.insert(array, element);
            }
            (TYPE_STRUCT, _) => {}
            (TYPE_POINTER, &[pointer, class, pointee]) => {
                pointers.insert(pointer, (class, pointee));
                if class == PHYSICAL_STORAGE_BUFFER && blocks.contains(&pointee) {
                    users.insert(pointee, (class, Vec::new()));
                }
            }
            (VARIABLE, &[pointer, variable, class, ..]) => {
                let (_, mut ty) = *pointers
                    .get(&pointer)
                    .ok_or("a variable without a pointer type")?;
                while let Some(&element) = elements.get(&ty) {
                    ty = element;
                }
                let mut terms = access.get(&variable).cloned().unwrap_or_default();
                terms.sort_unstable();
                if class == UNIFORM_CONSTANT && images.contains(&ty) {
                    let free = !terms.contains(&NON_WRITABLE);
                    if *writable.entry(ty).or_insert(free) != free {
                        return Err(format!(
                            "%{variable}: its image type %{ty} is that of one that differs in being NonWritable"
                        ));
                    }
                }
                if members.contains(&ty) {
                    return Err(format!(
                        "%{variable}: a member of its type %{ty} has a decoration of access"
                    ));
                }
                if blocks.contains(&ty) {
                    let here = (class, terms);
                    let known = users.entry(ty).or_insert_with(|| here.clone());
                    if *known != here {
                        return Err(format!(
                            "%{variable}, {here:?}, shares its block type %{ty} with memory of {known:?}"
                        ));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::validate::assemble;
    use dxil2spirv::options::TargetEnv;

    /// A module of two buffers with these decorations, of one type or of two.
    fn module(first: &str, second: &str, types: [&str; 2]) -> Vec<u32> {
        let text = format!(
            "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n\
             OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %words ArrayStride 4\n\
             OpDecorate %a Block\nOpMemberDecorate %a 0 Offset 0\nOpDecorate %b Block\nOpMemberDecorate %b 0 Offset 0\n\
             {first}\n{second}\n\
             %void = OpTypeVoid\n%fn = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n\
             %words = OpTypeRuntimeArray %uint\n%a = OpTypeStruct %words\n%b = OpTypeStruct %words\n\
             %pa = OpTypePointer StorageBuffer %a\n%pb = OpTypePointer StorageBuffer %b\n\
             %x = OpVariable %{} StorageBuffer\n%y = OpVariable %{} StorageBuffer\n\
             %main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
            types[0], types[1]
        );
        assemble(&text, TargetEnv::Vulkan1_3).unwrap()
    }

    #[test]
    fn shared_block_types_are_found() {
        let read_only = "OpDecorate %x NonWritable";
        for other in ["OpDecorate %y Coherent", "OpDecorate %y NonReadable", ""] {
            assert!(check(&module(read_only, other, ["pa", "pa"])).is_err(), "{other}");
            assert_eq!(check(&module(read_only, other, ["pa", "pb"])), Ok(()), "{other}");
        }
        assert_eq!(
            check(&module(read_only, "OpDecorate %y NonWritable", ["pa", "pa"])),
            Ok(())
        );
        // Members say so for memory without a variable alone.
        let member = "OpMemberDecorate %a 0 Coherent";
        assert!(check(&module(member, "", ["pa", "pb"])).is_err());
        assert_eq!(check(&module(member, "", ["pb", "pb"])), Ok(()));
    }
}
