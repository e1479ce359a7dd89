//! Register names: `t3` or `u0,space1`.

use dxil2spirv::dxil::program::ResourceClass;
use std::fmt;

/// A register: class, number and space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register {
    /// Class, the letter.
    pub class: ResourceClass,
    /// Number.
    pub number: u32,
    /// Space.
    pub space: u32,
}

impl From<&str> for Register {
    /// # Panics
    /// When `text` is no register: a mistake in a case.
    fn from(text: &str) -> Self {
        let bad = || -> ! { panic!("`{text}` is no register (`t3` or `u0,space1`)") };
        let (register, space) = text.split_once(',').unwrap_or((text, "space0"));
        let class = match register.get(..1) {
            Some("t") => ResourceClass::Srv,
            Some("u") => ResourceClass::Uav,
            Some("b") => ResourceClass::Cbv,
            Some("s") => ResourceClass::Sampler,
            _ => bad(),
        };
        let Ok(number) = register[1..].parse() else { bad() };
        let Some(Ok(space)) = space.trim().strip_prefix("space").map(str::parse) else {
            bad()
        };
        Self { class, number, space }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.class.letter(), self.number)?;
        if self.space != 0 {
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
        for text in ["t0", "u12,space1", "s1,space2", "b3"] {
            assert_eq!(Register::from(text).to_string(), text);
        }
    }
}
