//! Register names: `t3` or `u0,space1`, or `t3,heap` for a descriptor of the heap (SM 6.6).

use dxil2spirv::shader::ResourceClass;
use std::fmt;

/// A register: class, number and space; or a descriptor that the shader takes from the heap by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register {
    /// Class, the letter.
    pub class: ResourceClass,
    /// Number; in the heap, the index.
    pub number: u32,
    /// Space.
    pub space: u32,
    /// Whether it is a place in the resource heap (the sampler heap for samplers). The class says what kind of
    /// view is there, as `CreateShaderResourceView` and its siblings do.
    pub heap: bool,
}

impl From<&str> for Register {
    /// # Panics
    /// When `text` is no register: a mistake in a case.
    fn from(text: &str) -> Self {
        let bad = || -> ! { panic!("`{text}` is no register (`t3`, `u0,space1` or `t3,heap`)") };
        let (register, space) = text.split_once(',').unwrap_or((text, "space0"));
        let class = match register.get(..1) {
            Some("t") => ResourceClass::Srv,
            Some("u") => ResourceClass::Uav,
            Some("b") => ResourceClass::Cbv,
            Some("s") => ResourceClass::Sampler,
            _ => bad(),
        };
        let Ok(number) = register[1..].parse() else { bad() };
        let heap = space.trim() == "heap";
        let space = match space.trim().strip_prefix("space").map(str::parse) {
            _ if heap => 0,
            Some(Ok(space)) => space,
            _ => bad(),
        };
        Self {
            class,
            number,
            space,
            heap,
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.class.letter(), self.number)?;
        if self.heap {
            write!(f, ",heap")?;
        } else if self.space != 0 {
            write!(f, ",space{}", self.space)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_read_as_they_print() {
        for text in ["t0", "u12,space1", "s1,space2", "b3", "u7,heap"] {
            assert_eq!(Register::from(text).to_string(), text);
        }
    }
}
