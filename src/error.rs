//! The one error type: what went wrong, and where in the input; and warnings: what a result is worth knowing of.

use std::fmt;

/// The result of everything that can fail here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of failure an [`Error`] is. The command line maps each to an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is damaged or is not of the expected format.
    Malformed,
    /// The input is well-formed but uses something that this translator does not handle.
    Unsupported,
    /// The input exceeds a bound of [`limits`](crate::limits).
    LimitExceeded,
    /// The options given contradict each other or the input.
    InvalidOptions,
    /// The root signature does not cover a resource of the shader.
    RootSignature,
    /// The shader is well-formed but breaks a rule of DXIL or of its target.
    Rejected,
    /// An invariant of the translator itself is broken: a bug to report.
    Internal,
}

impl ErrorKind {
    /// The stable code that messages carry, for example `E0002`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Rejected => "E0001",
            Self::InvalidOptions => "E0002",
            Self::Malformed => "E0004",
            Self::Unsupported => "E0005",
            Self::RootSignature => "E0006",
            Self::LimitExceeded => "E0008",
            Self::Internal => "E0070",
        }
    }
}

/// Where in the input an error lies; every field is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Container part (FourCC), for example `DXIL`.
    pub part: Option<String>,
    /// Offset in bits from the start of the part's payload (for bitcode: from the start of the bitcode).
    pub bit_offset: Option<u64>,
    /// Entry point or function name.
    pub function: Option<String>,
    /// Basic block, as its index in the function.
    pub block: Option<u32>,
    /// The instruction as text, for example `dx.op.sample (60) #12`.
    pub instruction: Option<String>,
    /// The function of the LLVM module, by number, and the instruction in it: what
    /// [`Listing::line_of`](crate::bitcode::Listing::line_of) takes.
    pub listed: Option<(u32, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    message: String,
    location: Location,
}

/// A failure: kind, message and location. One pointer wide, so that `Result`s stay small.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

impl Error {
    /// An error of `kind`.
    #[cold]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            message: message.into(),
            location: Location::default(),
        }))
    }
    /// The input is damaged: `message` says what was expected and what was found.
    #[cold]
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Malformed, message)
    }
    /// The input uses something that is not handled: `message` names it.
    #[cold]
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }
    /// A bound on hostile input was hit.
    #[cold]
    pub fn limit(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::LimitExceeded, message)
    }
    /// With the place in the text of the LLVM module.
    #[must_use]
    pub fn listed_at(mut self, function: u32, instruction: u32) -> Self {
        self.0.location.listed.get_or_insert((function, instruction));
        self
    }
    /// With the bound that was hit.
    #[cold]
    #[must_use]
    pub fn beyond(mut self, bound: impl fmt::Display) -> Self {
        self.0.message = format!("{}, more than {bound}", self.0.message);
        self
    }
    /// A broken invariant of our own.
    #[cold]
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }
    /// The kind, to match on.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
    /// The message without its location.
    pub fn message(&self) -> &str {
        &self.0.message
    }
    /// Where it happened.
    pub fn location(&self) -> &Location {
        &self.0.location
    }
    /// Adds the container part, unless one is known already.
    #[must_use]
    pub fn in_part(mut self, part: impl Into<String>) -> Self {
        self.0.location.part.get_or_insert_with(|| part.into());
        self
    }
    /// Adds the bit offset, unless one is known already.
    #[must_use]
    pub fn at_bit(mut self, offset: u64) -> Self {
        self.0.location.bit_offset.get_or_insert(offset);
        self
    }
    /// Adds the byte offset, unless a bit offset is known already.
    #[must_use]
    pub fn at_byte(self, offset: usize) -> Self {
        self.at_bit((offset as u64).saturating_mul(8))
    }
    /// Adds the function, unless one is known already.
    #[must_use]
    pub fn in_function(mut self, function: impl Into<String>) -> Self {
        self.0.location.function.get_or_insert_with(|| function.into());
        self
    }
    /// Adds the block, unless one is known already.
    #[must_use]
    pub fn in_block(mut self, block: u32) -> Self {
        self.0.location.block.get_or_insert(block);
        self
    }
    /// Adds the instruction's text, unless one is known already.
    #[must_use]
    pub fn at_instruction(mut self, text: impl Into<String>) -> Self {
        self.0.location.instruction.get_or_insert_with(|| text.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        let location = &self.0.location;
        let mut separator = " (";
        let mut item = |f: &mut fmt::Formatter<'_>, text: fmt::Arguments<'_>| -> fmt::Result {
            f.write_str(std::mem::replace(&mut separator, ", "))?;
            f.write_fmt(text)
        };
        if let Some(part) = &location.part {
            item(f, format_args!("part {part}"))?;
        }
        if let Some(bits) = location.bit_offset {
            if bits.is_multiple_of(8) {
                item(f, format_args!("at byte {:#x}", bits / 8))?;
            } else {
                item(f, format_args!("at byte {:#x} bit {}", bits / 8, bits % 8))?;
            }
        }
        if let Some(function) = &location.function {
            item(f, format_args!("function {function}"))?;
        }
        if let Some(block) = location.block {
            item(f, format_args!("block {block}"))?;
        }
        if let Some(instruction) = &location.instruction {
            item(f, format_args!("instruction {instruction}"))?;
        }
        if separator == ", " {
            f.write_str(")")
        } else {
            Ok(())
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl std::error::Error for Error {}

/// What a [`Warning`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// Resources share a binding though their descriptors are of different types, which no descriptor set layout allows, or
    /// though D3D12 has them apart.
    SharedBinding,
    /// The thread group makes no quads: derivatives and quad operations in it are not what D3D12 defines.
    Quads,
    /// Threads of a small group share groupshared memory without a barrier: right only on devices that run them in lockstep.
    UnorderedGroupshared,
    /// Something is defined otherwise by Vulkan than by D3D12, and no SPIR-V says what D3D12 means.
    NoEquivalent,
    /// What was asked of the shader's source is not in the shader.
    NoSource,
    /// An option says something that this shader has no use for.
    NoEffect,
}

impl WarningKind {
    /// Its name, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Self::SharedBinding => "shared_binding",
            Self::Quads => "quads",
            Self::UnorderedGroupshared => "unordered_groupshared",
            Self::NoEquivalent => "no_equivalent",
            Self::NoSource => "no_source",
            Self::NoEffect => "no_effect",
        }
    }
}

/// What a translation went well in spite of, and its caller should know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    kind: WarningKind,
    message: String,
}

impl Warning {
    /// A warning of `kind`.
    pub fn new(kind: WarningKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }
    /// The kind, to match on.
    pub fn kind(&self) -> WarningKind {
        self.kind
    }
    /// The message: a sentence without a full stop, for people.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
