//! How text looks: colour on a terminal, unless NO_COLOR or TERM=dumb say otherwise; one of a thing, or several.

use clap::ValueEnum;
use std::io::IsTerminal;

/// `--color`
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorChoice {
    /// Whether to colour what goes to `stream`.
    pub fn applies_to(self, stream: &impl IsTerminal) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
                stream.is_terminal() && !refused && !dumb
            }
        }
    }
}

/// `1 resource`, `2 resources`.
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// How to write the parts of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    color: bool,
}

impl Style {
    /// With or without colour.
    pub fn new(color: bool) -> Self {
        Self { color }
    }
    fn wrap(self, text: &str, code: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
    /// The word that opens an error.
    pub fn error(self, text: &str) -> String {
        self.wrap(text, "1;31")
    }
    /// The word that opens a warning.
    pub fn warning(self, text: &str) -> String {
        self.wrap(text, "1;33")
    }
    /// A heading.
    pub fn heading(self, text: &str) -> String {
        self.wrap(text, "1")
    }
    /// What frames the text.
    pub fn frame(self, text: &str) -> String {
        self.wrap(text, "1;34")
    }
}
