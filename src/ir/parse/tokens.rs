//! Looking at tokens and taking them: words, marks, numbers, ids; and what is said where another is found.

use super::lexer::Token;
use super::{ParseError, Parser, Result};
use std::fmt;
use std::str::FromStr;

impl<'t> Parser<'t> {
    pub(super) fn advance(&mut self) -> Result<Token<'t>> {
        self.lexer.skip_blanks();
        self.position = self.lexer.position();
        self.start = self.lexer.offset();
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    pub(super) fn error_at<T>(&self, (line, column): (u32, u32), message: impl Into<String>) -> Result<T> {
        Err(ParseError {
            line,
            column,
            message: message.into(),
        })
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.position, message)
    }

    /// The error that `what` was expected here.
    pub(super) fn expected<T>(&self, what: impl fmt::Display) -> Result<T> {
        let found = match &self.token {
            Token::Word(word) | Token::Number(word) => format!("`{word}`"),
            Token::Id(mark, number) => format!("`{mark}{number}`"),
            Token::Text(_) => "a string".to_owned(),
            Token::Mark(c) => format!("`{c}`"),
            Token::LineEnd => "the end of the line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }

    pub(super) fn accept_mark(&mut self, mark: char) -> Result<bool> {
        let found = self.is_mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn mark(&mut self, mark: char) -> Result<()> {
        if self.accept_mark(mark)? {
            Ok(())
        } else {
            self.expected(format_args!("`{mark}`"))
        }
    }

    pub(super) fn accept_word(&mut self, word: &str) -> Result<bool> {
        let found = self.token == Token::Word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn word(&mut self, what: &str) -> Result<&'t str> {
        match self.token {
            Token::Word(word) => {
                self.advance()?;
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    pub(super) fn keyword(&mut self, keyword: &str) -> Result<()> {
        if self.accept_word(keyword)? {
            Ok(())
        } else {
            self.expected(format_args!("`{keyword}`"))
        }
    }

    /// A word that `read` knows.
    pub(super) fn known<T>(&mut self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T> {
        if let Token::Word(word) = self.token
            && let Some(value) = read(word)
        {
            self.advance()?;
            return Ok(value);
        }
        self.expected(what)
    }

    /// The Debug name of a value of one of SPIR-V's enumerations.
    pub(super) fn spirv_name<T: FromStr>(&mut self, what: &str) -> Result<T> {
        self.known(what, |word| word.parse().ok())
    }

    pub(super) fn text(&mut self) -> Result<String> {
        match &mut self.token {
            Token::Text(text) => {
                let text = std::mem::take(text);
                self.advance()?;
                Ok(text)
            }
            _ => self.expected("a string"),
        }
    }

    pub(super) fn optional_text(&mut self) -> Result<Option<String>> {
        if matches!(self.token, Token::Text(_)) {
            self.text().map(Some)
        } else {
            Ok(None)
        }
    }

    /// A number of `width` bits, decimal or hexadecimal.
    pub(super) fn number(&mut self, width: u32) -> Result<u64> {
        if let Token::Number(word) = self.token {
            let value = match word.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => word.parse().ok(),
            };
            if let Some(value) = value
                && (width >= 64 || value >> width == 0)
            {
                self.advance()?;
                return Ok(value);
            }
        }
        self.expected(format_args!("a number of at most {width} bits"))
    }

    pub(super) fn u32(&mut self) -> Result<u32> {
        self.number(32).map(|n| n as u32)
    }

    /// Numbers with commas between them; may be none.
    pub(super) fn numbers(&mut self) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        if !matches!(self.token, Token::Number(_)) {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.u32()?);
            if !self.accept_mark(',')? {
                return Ok(numbers);
            }
        }
    }

    /// Exactly `N` numbers.
    pub(super) fn tuple<const N: usize>(&mut self) -> Result<[u32; N]> {
        let position = self.position;
        let numbers = self.numbers()?;
        match numbers.try_into() {
            Ok(numbers) => Ok(numbers),
            Err(_) => self.error_at(position, format!("expected {N} numbers")),
        }
    }

    /// The number after `prefix` in a word like `bb3`.
    pub(super) fn prefixed(&mut self, prefix: &str) -> Result<u32> {
        match self.token {
            Token::Word(word) => match word.strip_prefix(prefix).map(str::parse) {
                Some(Ok(number)) => {
                    self.advance()?;
                    Ok(number)
                }
                _ => self.expected(format_args!("`{prefix}` with a number")),
            },
            _ => self.expected(format_args!("`{prefix}` with a number")),
        }
    }

    /// The number after `mark` in an id like `%3`.
    pub(super) fn id(&mut self, mark: char) -> Result<u32> {
        match self.token {
            Token::Id(found, number) if found == mark => {
                self.advance()?;
                Ok(number)
            }
            _ => self.expected(format_args!("`{mark}` with a number")),
        }
    }

    pub(super) fn line_end(&mut self) -> Result<()> {
        match self.token {
            Token::End => Ok(()),
            Token::LineEnd => self.advance().map(|_| ()),
            _ => self.expected("the end of the line"),
        }
    }

    /// Checks that a declaration is number `next` of its kind.
    pub(super) fn in_order(&self, position: (u32, u32), number: u32, next: usize, what: &str) -> Result<()> {
        if number as usize == next {
            Ok(())
        } else {
            self.error_at(
                position,
                format!("{what} are numbered in order: expected number {next} here"),
            )
        }
    }
}
