//! Splits the text form into tokens. Line breaks are tokens: a statement is a line.

use super::error::ParseError;

/// A token of the text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A word: letters, digits, `_` and `.`, not starting with a digit.
    Word(&'t str),
    /// A number, not yet read: its meaning depends on the type before it.
    Number(&'t str),
    /// An id or suffix: `%`, `@`, `$`, `#` or `!` followed by a number.
    Id(char, u32),
    /// A string, escapes resolved.
    Text(String),
    /// Any other single character.
    Mark(char),
    /// The end of a line.
    LineEnd,
    /// The end of the text.
    End,
}

/// The text and the position in it.
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Byte offset of the next character.
    offset: usize,
    line: u32,
    /// Byte offset of the line's first character.
    line_start: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
            line_start: 0,
        }
    }

    /// Byte offset of the next character.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Line and column (in bytes, from 1) of the next character.
    pub(super) fn position(&self) -> (u32, u32) {
        (self.line, (self.offset - self.line_start + 1) as u32)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or("")
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        let (line, column) = self.position();
        ParseError {
            line,
            column,
            message: message.into(),
        }
    }

    /// Moves over blanks and comments, to where the next token starts.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
            self.offset += blanks;
            let rest = self.rest();
            if !rest.starts_with(';') {
                return;
            }
            self.offset += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Takes characters as long as `accept` likes them.
    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let len = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.offset += len;
        rest.get(..len).unwrap_or("")
    }

    /// The next token, after [`skip_blanks`](Self::skip_blanks).
    pub(super) fn next(&mut self) -> Result<Token<'t>, ParseError> {
        let Some(first) = self.rest().chars().next() else {
            return Ok(Token::End);
        };
        Ok(match first {
            '\n' => {
                self.offset += 1;
                self.line += 1;
                self.line_start = self.offset;
                Token::LineEnd
            }
            '%' | '@' | '$' | '#' | '!' => {
                let start = self.offset;
                self.offset += 1;
                let digits = self.take_while(|c| c.is_ascii_digit());
                match digits.parse() {
                    Ok(number) => Token::Id(first, number),
                    Err(_) => {
                        self.offset = start;
                        return Err(self.error(format!("expected a 32-bit number after `{first}`")));
                    }
                }
            }
            '"' => self.text_literal()?,
            '-' | '0'..='9' => Token::Number(self.number()),
            c if c == '_' || c.is_ascii_alphabetic() => {
                Token::Word(self.take_while(|c| matches!(c, '_' | '.') || c.is_ascii_alphanumeric()))
            }
            c => {
                self.offset += c.len_utf8();
                Token::Mark(c)
            }
        })
    }

    fn number(&mut self) -> &'t str {
        let rest = self.rest();
        let hex = rest.trim_start_matches('-').starts_with("0x");
        let mut previous = ' ';
        let len = rest
            .char_indices()
            .find(|&(index, c)| {
                let sign = matches!(c, '+' | '-') && (index == 0 || !hex && matches!(previous, 'e' | 'E'));
                previous = c;
                !(sign || c == '.' || c.is_ascii_alphanumeric())
            })
            .map_or(rest.len(), |(index, _)| index);
        self.offset += len;
        rest.get(..len).unwrap_or("")
    }

    fn text_literal(&mut self) -> Result<Token<'t>, ParseError> {
        self.offset += 1;
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            if self.rest().starts_with('"') {
                self.offset += 1;
                return Ok(Token::Text(text));
            }
            if !self.rest().starts_with('\\') {
                return Err(self.error("this string has no end"));
            }
            let escape = self.rest().get(1..).unwrap_or("");
            match escape.chars().next() {
                Some(c @ ('"' | '\\')) => {
                    text.push(c);
                    self.offset += 2;
                }
                Some('u') => {
                    let parsed = escape
                        .strip_prefix("u{")
                        .and_then(|s| s.split_once('}'))
                        .filter(|(digits, _)| digits.len() <= 6)
                        .and_then(|(digits, _)| {
                            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                            Some((c, digits.len()))
                        });
                    let Some((c, digits)) = parsed else {
                        return Err(self.error("expected `\\u{...}` with a hexadecimal character number"));
                    };
                    text.push(c);
                    self.offset += digits + 4;
                }
                _ => return Err(self.error("unknown escape: `\\\"`, `\\\\` and `\\u{...}` are known")),
            }
        }
    }
}
