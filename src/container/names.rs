//! Macros for the open sets of values that the formats of this layer use: newtypes whose known values have
//! names and whose unknown values survive, print and round-trip.
//!
//! Text formats (JSON) hold the snake_case name, or the number of a value without one; binary formats hold
//! the number.

/// Declares a newtype with named values: `struct Name(u32) { CONSTANT = 1, "constant"; ... }`.
macro_rules! open_enum {
    ($(#[$meta:meta])* $vis:vis struct $name:ident($repr:ty) {
        $($(#[$value_meta:meta])* $constant:ident = $value:literal, $text:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub $repr);

        #[allow(missing_docs)]
        impl $name {
            $($(#[$value_meta])* pub const $constant: Self = Self($value);)*
        }

        impl $name {
            /// The name in snake case, if the value is known.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some($text),)*
                    _ => None,
                }
            }
            /// The value that [`name`](Self::name) gives this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$constant),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.name() {
                    Some(name) => f.pad(name),
                    None => f.pad(&self.0.to_string()),
                }
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.name() {
                    Some(name) if serializer.is_human_readable() => serializer.serialize_str(name),
                    _ => serde::Serialize::serialize(&self.0, serializer),
                }
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if !deserializer.is_human_readable() {
                    return <$repr as serde::Deserialize>::deserialize(deserializer).map(Self);
                }
                struct Visitor;
                #[cfg(feature = "serde")]
                impl serde::de::Visitor<'_> for Visitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("the name or number of a ", stringify!($name)))
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        $name::from_name(text)
                            .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
                    }
                    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<$name, E> {
                        <$repr>::try_from(value)
                            .map($name)
                            .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))
                    }
                }
                deserializer.deserialize_any(Visitor)
            }
        }
    };
}

/// Declares a newtype of named bits: `struct Name(u32) { BIT = 0x1, "bit"; ... }`. In text formats a value is
/// the list of its bits' names, with bits that have none as one hexadecimal string at the end.
macro_rules! flag_set {
    ($(#[$meta:meta])* $vis:vis struct $name:ident($repr:ty) {
        $($(#[$value_meta:meta])* $constant:ident = $value:literal, $text:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub $repr);

        #[allow(missing_docs)]
        impl $name {
            $($(#[$value_meta])* pub const $constant: Self = Self($value);)*
        }

        impl $name {
            /// No bit set.
            pub const NONE: Self = Self(0);
            /// Every bit that has a name.
            pub const KNOWN: Self = Self(0 $(| $value)*);

            /// Whether all bits of `other` are set.
            pub fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
            /// Whether no bit is set.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// The bits that have no name.
            pub fn unknown(self) -> $repr {
                self.0 & !Self::KNOWN.0
            }
            /// The names of the bits that are set, in the order of their declaration.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                [$((Self::$constant, $text),)*]
                    .into_iter()
                    .filter_map(move |(bit, text)| self.contains(bit).then_some(text))
            }
            /// The names of the bits that are set, and those without a name as one hexadecimal number.
            pub fn all_names(self) -> Vec<String> {
                let unknown = (self.unknown() != 0).then(|| format!("{:#x}", self.unknown()));
                self.names().map(str::to_owned).chain(unknown).collect()
            }
            /// The bits that one name stands for.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$constant),)*
                    _ => {
                        let digits = name.strip_prefix("0x")?;
                        <$repr>::from_str_radix(digits, 16).ok().map(Self)
                    }
                }
            }
        }

        impl std::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut separator = "";
                for name in self.names() {
                    write!(f, "{separator}{name}")?;
                    separator = " | ";
                }
                match self.unknown() {
                    0 if separator.is_empty() => f.write_str("none"),
                    0 => Ok(()),
                    bits => write!(f, "{separator}{bits:#x}"),
                }
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if !serializer.is_human_readable() {
                    return serde::Serialize::serialize(&self.0, serializer);
                }
                let unknown = (self.unknown() != 0).then(|| format!("{:#x}", self.unknown()));
                let names = self.names().map(std::borrow::Cow::Borrowed);
                serializer.collect_seq(names.chain(unknown.map(std::borrow::Cow::Owned)))
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if !deserializer.is_human_readable() {
                    return <$repr as serde::Deserialize>::deserialize(deserializer).map(Self);
                }
                struct Visitor;
                #[cfg(feature = "serde")]
                impl<'de> serde::de::Visitor<'de> for Visitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("a list of names of ", stringify!($name), ", or its value"))
                    }
                    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<$name, A::Error> {
                        let mut flags = $name::NONE;
                        while let Some(text) = items.next_element::<String>()? {
                            flags |= $name::from_name(&text).ok_or_else(|| {
                                serde::de::Error::invalid_value(serde::de::Unexpected::Str(&text), &self)
                            })?;
                        }
                        Ok(flags)
                    }
                    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<$name, E> {
                        <$repr>::try_from(value)
                            .map($name)
                            .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))
                    }
                }
                deserializer.deserialize_any(Visitor)
            }
        }
    };
}

pub(crate) use {flag_set, open_enum};
