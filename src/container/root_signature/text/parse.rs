//! HLSL's string form to [`RootSignature`]. One pass over the bytes; a table is the only nesting there is.

use super::super::data::{
    DescriptorRange, DescriptorRangeType, DescriptorTable, RootConstants, RootDescriptor, RootParameter,
    RootParameterKind, RootSignature, RootSignatureVersion,
};
use super::super::flags::{DescriptorRangeFlags, RootDescriptorFlags, RootSignatureFlags, ShaderVisibility};
use super::super::sampler::{
    BorderColor, ComparisonFunc, Filter, FloatBits, SamplerFlags, StaticSampler, TextureAddressMode,
};
use crate::error::{Error, Result};
use crate::limits;

impl RootSignature {
    /// Reads HLSL's string form as version 1.1, or 1.2 if a static sampler has flags.
    ///
    /// # Errors
    /// `Malformed`, with line and column.
    pub fn from_hlsl(text: &str) -> Result<Self> {
        Parser::new(text, None)?.signature()
    }

    /// Reads HLSL's string form as a given version.
    ///
    /// # Errors
    /// `Malformed`, with line and column; flags that `version` does not have are errors.
    pub fn from_hlsl_as(text: &str, version: RootSignatureVersion) -> Result<Self> {
        Parser::new(text, Some(version))?.signature()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A letter or `_`, then letters, digits and `_`: also registers.
    Word,
    /// Digits, `.`, sign, exponent, suffix.
    Number,
    Symbol(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    kind: Kind,
    text: &'a str,
    at: usize,
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text.eq_ignore_ascii_case(word)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    token: Token<'a>,
    asked: Option<RootSignatureVersion>,
    sampler_flags: bool,
    ranges: usize,
}

/// The options that an element has had: each is given once.
#[derive(Default)]
struct Seen<'a>(Vec<&'a str>);

impl<'a> Parser<'a> {
    fn new(text: &'a str, asked: Option<RootSignatureVersion>) -> Result<Self> {
        if text.len() > limits::MAX_INPUT_BYTES {
            return Err(
                Error::limit(format!("a root signature text of {} bytes", text.len()))
                    .beyond(limits::MAX_INPUT_BYTES),
            );
        }
        let mut parser = Self {
            text,
            at: 0,
            token: Token {
                kind: Kind::End,
                text: "",
                at: 0,
            },
            asked,
            sampler_flags: false,
            ranges: 0,
        };
        parser.advance()?;
        Ok(parser)
    }

    #[cold]
    fn error_at(&self, at: usize, message: impl std::fmt::Display) -> Error {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before.get(start..).map_or(0, |rest| rest.chars().count()) + 1;
        Error::malformed(format!(
            "root signature text, line {line}, column {column}: {message}"
        ))
    }

    #[cold]
    fn expected(&self, what: &str) -> Error {
        let found = match self.token.kind {
            Kind::End => "the end".to_owned(),
            _ => {
                let mut short: String = self.token.text.chars().take(40).collect();
                if short.len() < self.token.text.len() {
                    short.push_str("...");
                }
                format!("`{short}`")
            }
        };
        self.error_at(self.token.at, format!("expected {what}, found {found}"))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) -> Result<()> {
        loop {
            let rest = self.text.get(self.at..).unwrap_or("");
            if let Some(comment) = rest.strip_prefix("//") {
                self.at += 2 + comment.find('\n').unwrap_or(comment.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err(self.error_at(self.at, "a comment without end"));
                };
                self.at += length + 4;
            } else if rest
                .bytes()
                .next()
                .is_some_and(|byte| byte.is_ascii_whitespace() || byte == 0x0b)
            {
                self.at += 1;
            } else {
                return Ok(());
            }
        }
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&accept) {
            self.at += 1;
        }
    }

    fn advance(&mut self) -> Result<()> {
        self.skip_space()?;
        let start = self.at;
        let kind = match self.peek() {
            None => Kind::End,
            Some(b'A'..=b'Z' | b'a'..=b'z' | b'_') => {
                self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                Kind::Word
            }
            Some(b'0'..=b'9' | b'.' | b'+' | b'-') => {
                self.at += 1;
                loop {
                    self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
                    // The sign of an exponent; a hexadecimal number has none.
                    let so_far = self.text.get(start..self.at).unwrap_or("");
                    let exponent = so_far.ends_with(['e', 'E']) && !so_far.contains(['x', 'X']);
                    if exponent && matches!(self.peek(), Some(b'+' | b'-')) {
                        self.at += 1;
                    } else {
                        break;
                    }
                }
                Kind::Number
            }
            Some(byte @ (b'(' | b')' | b',' | b'=' | b'|')) => {
                self.at += 1;
                Kind::Symbol(byte)
            }
            Some(_) => {
                let found = self
                    .text
                    .get(start..)
                    .and_then(|rest| rest.chars().next())
                    .unwrap_or('?');
                return Err(self.error_at(start, format!("unexpected character {found:?}")));
            }
        };
        self.token = Token {
            kind,
            text: self.text.get(start..self.at).unwrap_or(""),
            at: start,
        };
        Ok(())
    }

    fn accept(&mut self, symbol: u8) -> Result<bool> {
        let found = self.token.kind == Kind::Symbol(symbol);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, symbol: u8) -> Result<()> {
        if self.accept(symbol)? {
            return Ok(());
        }
        Err(self.expected(&format!("`{}`", char::from(symbol))))
    }

    fn signature(mut self) -> Result<RootSignature> {
        let mut flags = None;
        let mut parameters = Vec::new();
        let mut static_samplers = Vec::new();
        while self.token.kind != Kind::End {
            let element = self.token;
            if element.is("RootFlags") {
                self.advance()?;
                if flags.is_some() {
                    return Err(self.error_at(element.at, "RootFlags is given twice"));
                }
                self.expect(b'(')?;
                flags = Some(RootSignatureFlags(self.flag_list("root flag", |name| {
                    RootSignatureFlags::from_name(name).map(|flag| flag.0)
                })?));
                self.expect(b')')?;
            } else if element.is("RootConstants") {
                self.advance()?;
                parameters.push(self.constants(element)?);
            } else if element.is("CBV") {
                self.advance()?;
                parameters.push(self.descriptor(element, 'b', RootParameterKind::Cbv)?);
            } else if element.is("SRV") {
                self.advance()?;
                parameters.push(self.descriptor(element, 't', RootParameterKind::Srv)?);
            } else if element.is("UAV") {
                self.advance()?;
                parameters.push(self.descriptor(element, 'u', RootParameterKind::Uav)?);
            } else if element.is("DescriptorTable") {
                self.advance()?;
                parameters.push(self.table()?);
            } else if element.is("StaticSampler") {
                self.advance()?;
                static_samplers.push(self.sampler(element)?);
            } else {
                return Err(self
                    .expected("RootFlags, RootConstants, CBV, SRV, UAV, DescriptorTable or StaticSampler"));
            }
            if self.token.kind != Kind::End {
                self.expect(b',')?;
            }
        }
        let version = self.asked.unwrap_or(if self.sampler_flags {
            RootSignatureVersion::V1_2
        } else {
            RootSignatureVersion::V1_1
        });
        Ok(RootSignature {
            version,
            flags: flags.unwrap_or_default(),
            parameters,
            static_samplers,
        })
    }

    /// `NAME =` of an option that this element has not had yet.
    fn option(&mut self, seen: &mut Seen<'a>) -> Result<Token<'a>> {
        let name = self.token;
        if name.kind != Kind::Word {
            return Err(self.expected("an option"));
        }
        self.once(seen, name.text)?;
        self.advance()?;
        self.expect(b'=')?;
        Ok(name)
    }

    fn once(&self, seen: &mut Seen<'a>, name: &'a str) -> Result<()> {
        if seen.0.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(self.error_at(self.token.at, format!("{name} is given twice")));
        }
        // Elements have at most fifteen options; longer lists end at the first unknown name.
        seen.0.push(name);
        Ok(())
    }

    fn unknown_option(&self, name: Token<'_>, element: &str) -> Error {
        let short: String = name.text.chars().take(40).collect();
        self.error_at(name.at, format!("{element} has no option `{short}`"))
    }

    /// A register of class `letter`, if the next token is one.
    fn register(&mut self, letter: char, seen: &mut Seen<'a>) -> Result<Option<u32>> {
        let token = self.token;
        let digits = match token.text.strip_prefix(['b', 't', 'u', 's', 'B', 'T', 'U', 'S']) {
            Some(digits)
                if token.kind == Kind::Word
                    && !digits.is_empty()
                    && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                digits
            }
            _ => return Ok(None),
        };
        if !token.text.starts_with([letter, letter.to_ascii_uppercase()]) {
            return Err(self.expected(&format!("a register {letter}")));
        }
        let register = digits
            .parse()
            .map_err(|_| self.error_at(token.at, "a register number above 4294967295"))?;
        self.once(seen, "register")?;
        self.advance()?;
        Ok(Some(register))
    }

    /// The comma between options, or the end of the element.
    fn more(&mut self) -> Result<bool> {
        if self.accept(b',')? {
            return Ok(true);
        }
        if self.accept(b')')? {
            return Ok(false);
        }
        Err(self.expected("`,` or `)`"))
    }

    fn missing(&self, element: Token<'_>, what: &str) -> Error {
        self.error_at(element.at, format!("{} without {what}", element.text))
    }

    fn constants(&mut self, element: Token<'a>) -> Result<RootParameter> {
        let mut seen = Seen::default();
        let (mut register, mut count, mut space) = (None, None, 0);
        let mut visibility = ShaderVisibility::All;
        self.expect(b'(')?;
        loop {
            if let Some(number) = self.register('b', &mut seen)? {
                register = Some(number);
            } else {
                let name = self.option(&mut seen)?;
                if name.is("num32BitConstants") {
                    count = Some(self.number()?);
                } else if name.is("space") {
                    space = self.number()?;
                } else if name.is("visibility") {
                    visibility = self.visibility()?;
                } else {
                    return Err(self.unknown_option(name, "RootConstants"));
                }
            }
            if !self.more()? {
                break;
            }
        }
        Ok(RootParameter {
            visibility,
            kind: RootParameterKind::Constants(RootConstants {
                shader_register: register.ok_or_else(|| self.missing(element, "a register b"))?,
                register_space: space,
                num_32bit_values: count.ok_or_else(|| self.missing(element, "num32BitConstants"))?,
            }),
        })
    }

    fn descriptor(
        &mut self,
        element: Token<'a>,
        letter: char,
        kind: fn(RootDescriptor) -> RootParameterKind,
    ) -> Result<RootParameter> {
        let mut seen = Seen::default();
        let (mut register, mut space) = (None, 0);
        let mut flags = RootDescriptorFlags::NONE;
        let mut visibility = ShaderVisibility::All;
        self.expect(b'(')?;
        loop {
            if let Some(number) = self.register(letter, &mut seen)? {
                register = Some(number);
            } else {
                let name = self.option(&mut seen)?;
                if name.is("space") {
                    space = self.number()?;
                } else if name.is("visibility") {
                    visibility = self.visibility()?;
                } else if name.is("flags") {
                    self.needs(RootSignatureVersion::V1_1, name)?;
                    flags.0 = self.flag_list("root descriptor flag", |name| {
                        RootDescriptorFlags::from_name(name).map(|flag| flag.0)
                    })?;
                } else {
                    return Err(self.unknown_option(name, element.text));
                }
            }
            if !self.more()? {
                break;
            }
        }
        Ok(RootParameter {
            visibility,
            kind: kind(RootDescriptor {
                shader_register: register
                    .ok_or_else(|| self.missing(element, &format!("a register {letter}")))?,
                register_space: space,
                flags,
            }),
        })
    }

    fn table(&mut self) -> Result<RootParameter> {
        let mut seen = Seen::default();
        let mut table = DescriptorTable::default();
        let mut visibility = ShaderVisibility::All;
        self.expect(b'(')?;
        if !self.accept(b')')? {
            loop {
                let element = self.token;
                let range = [
                    ("CBV", DescriptorRangeType::Cbv, 'b'),
                    ("SRV", DescriptorRangeType::Srv, 't'),
                    ("UAV", DescriptorRangeType::Uav, 'u'),
                    ("Sampler", DescriptorRangeType::Sampler, 's'),
                ]
                .into_iter()
                .find(|(name, _, _)| element.is(name));
                if let Some((_, range_type, letter)) = range {
                    self.advance()?;
                    table.ranges.push(self.range(element, range_type, letter)?);
                } else {
                    let name = self.option(&mut seen)?;
                    if !name.is("visibility") {
                        return Err(self.unknown_option(name, "DescriptorTable"));
                    }
                    visibility = self.visibility()?;
                }
                if !self.more()? {
                    break;
                }
            }
        }
        Ok(RootParameter {
            visibility,
            kind: RootParameterKind::DescriptorTable(table),
        })
    }

    fn range(
        &mut self,
        element: Token<'a>,
        range_type: DescriptorRangeType,
        letter: char,
    ) -> Result<DescriptorRange> {
        self.ranges += 1;
        if self.ranges > limits::MAX_ROOT_RANGES {
            return Err(Error::limit(format!(
                "more than {} descriptor ranges",
                limits::MAX_ROOT_RANGES
            )));
        }
        let mut seen = Seen::default();
        let mut register = None;
        let mut range = DescriptorRange {
            range_type,
            num_descriptors: 1,
            base_shader_register: 0,
            register_space: 0,
            flags: DescriptorRangeFlags::NONE,
            offset_in_descriptors_from_table_start: DescriptorRange::APPEND,
        };
        self.expect(b'(')?;
        loop {
            if let Some(number) = self.register(letter, &mut seen)? {
                register = Some(number);
            } else {
                let name = self.option(&mut seen)?;
                if name.is("numDescriptors") {
                    range.num_descriptors = self.number_or("unbounded", DescriptorRange::UNBOUNDED)?;
                } else if name.is("space") {
                    range.register_space = self.number()?;
                } else if name.is("offset") {
                    range.offset_in_descriptors_from_table_start =
                        self.number_or("DESCRIPTOR_RANGE_OFFSET_APPEND", DescriptorRange::APPEND)?;
                } else if name.is("flags") {
                    self.needs(RootSignatureVersion::V1_1, name)?;
                    range.flags.0 = self.flag_list("descriptor range flag", |name| {
                        DescriptorRangeFlags::from_name(name).map(|flag| flag.0)
                    })?;
                } else {
                    return Err(self.unknown_option(name, element.text));
                }
            }
            if !self.more()? {
                break;
            }
        }
        range.base_shader_register =
            register.ok_or_else(|| self.missing(element, &format!("a register {letter}")))?;
        Ok(range)
    }

    fn sampler(&mut self, element: Token<'a>) -> Result<StaticSampler> {
        let mut seen = Seen::default();
        let mut register = None;
        let mut sampler = StaticSampler {
            filter: Filter::ANISOTROPIC,
            address_u: TextureAddressMode::WRAP,
            address_v: TextureAddressMode::WRAP,
            address_w: TextureAddressMode::WRAP,
            mip_lod_bias: FloatBits::from(0.0),
            max_anisotropy: 16,
            comparison_func: ComparisonFunc::LESS_EQUAL,
            border_color: BorderColor::OPAQUE_WHITE,
            min_lod: FloatBits::from(0.0),
            max_lod: FloatBits::from(f32::MAX),
            shader_register: 0,
            register_space: 0,
            visibility: ShaderVisibility::All,
            flags: SamplerFlags::NONE,
        };
        self.expect(b'(')?;
        loop {
            if let Some(number) = self.register('s', &mut seen)? {
                register = Some(number);
            } else {
                let name = self.option(&mut seen)?;
                let address = |name: &str| TextureAddressMode::from_name(name).map(|mode| mode.0);
                if name.is("filter") {
                    sampler.filter.0 = self.named("FILTER_", |name| Filter::from_name(name).map(|f| f.0))?;
                } else if name.is("addressU") {
                    sampler.address_u.0 = self.named("TEXTURE_ADDRESS_", address)?;
                } else if name.is("addressV") {
                    sampler.address_v.0 = self.named("TEXTURE_ADDRESS_", address)?;
                } else if name.is("addressW") {
                    sampler.address_w.0 = self.named("TEXTURE_ADDRESS_", address)?;
                } else if name.is("mipLODBias") {
                    sampler.mip_lod_bias = self.float()?;
                } else if name.is("maxAnisotropy") {
                    sampler.max_anisotropy = self.number()?;
                } else if name.is("comparisonFunc") {
                    sampler.comparison_func.0 = self.named("COMPARISON_", |name| {
                        ComparisonFunc::from_name(name)
                            .filter(|func| *func != ComparisonFunc::NONE)
                            .map(|func| func.0)
                    })?;
                } else if name.is("borderColor") {
                    sampler.border_color.0 = self.named("STATIC_BORDER_COLOR_", |name| {
                        BorderColor::from_name(name).map(|color| color.0)
                    })?;
                } else if name.is("minLOD") {
                    sampler.min_lod = self.float()?;
                } else if name.is("maxLOD") {
                    sampler.max_lod = self.float()?;
                } else if name.is("space") {
                    sampler.register_space = self.number()?;
                } else if name.is("visibility") {
                    sampler.visibility = self.visibility()?;
                } else if name.is("flags") {
                    self.needs(RootSignatureVersion::V1_2, name)?;
                    sampler.flags.0 = self.flag_list("sampler flag", |name| {
                        SamplerFlags::from_name(name).map(|flag| flag.0)
                    })?;
                    self.sampler_flags = true;
                } else {
                    return Err(self.unknown_option(name, "StaticSampler"));
                }
            }
            if !self.more()? {
                break;
            }
        }
        sampler.shader_register = register.ok_or_else(|| self.missing(element, "a register s"))?;
        Ok(sampler)
    }

    /// An error if the version asked for is older than what an option needs.
    fn needs(&self, version: RootSignatureVersion, option: Token<'_>) -> Result<()> {
        match self.asked {
            Some(asked) if asked < version => Err(self.error_at(
                option.at,
                format!("{} needs version {version}, not {asked}", option.text),
            )),
            _ => Ok(()),
        }
    }

    fn number(&mut self) -> Result<u32> {
        if self.token.kind != Kind::Number {
            return Err(self.expected("a number"));
        }
        let text = self.token.text;
        let text = text.strip_prefix('+').unwrap_or(text);
        let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => text.parse(),
        };
        let number = parsed.map_err(|_| self.expected("a whole number from 0 to 4294967295"))?;
        self.advance()?;
        Ok(number)
    }

    fn number_or(&mut self, word: &str, value: u32) -> Result<u32> {
        if self.token.is(word) {
            self.advance()?;
            return Ok(value);
        }
        if self.token.kind != Kind::Number {
            return Err(self.expected(&format!("a number or {word}")));
        }
        self.number()
    }

    fn float(&mut self) -> Result<FloatBits> {
        if self.token.is("asfloat") {
            self.advance()?;
            self.expect(b'(')?;
            let bits = self.number()?;
            self.expect(b')')?;
            return Ok(FloatBits(bits));
        }
        if self.token.kind != Kind::Number {
            return Err(self.expected("a floating-point number"));
        }
        let digits = self.token.text;
        let digits = digits.strip_suffix(['f', 'F']).unwrap_or(digits);
        let float: f32 = digits
            .parse()
            .ok()
            .filter(|float: &f32| float.is_finite())
            .ok_or_else(|| self.expected("a floating-point number of 32 bits"))?;
        self.advance()?;
        Ok(float.into())
    }

    /// A name that begins with `prefix`, or a number.
    fn named(&mut self, prefix: &str, from_name: impl Fn(&str) -> Option<u32>) -> Result<u32> {
        if self.token.kind == Kind::Number {
            return self.number();
        }
        let word = self.token.text.to_ascii_lowercase();
        let value = word
            .strip_prefix(&prefix.to_ascii_lowercase())
            .and_then(from_name)
            .ok_or_else(|| self.expected(&format!("a name that begins with {prefix}, or a number")))?;
        self.advance()?;
        Ok(value)
    }

    fn visibility(&mut self) -> Result<ShaderVisibility> {
        let word = self.token.text.to_ascii_lowercase();
        let value = match word.strip_prefix("shader_visibility_") {
            Some("all") => ShaderVisibility::All,
            Some("vertex") => ShaderVisibility::Vertex,
            Some("hull") => ShaderVisibility::Hull,
            Some("domain") => ShaderVisibility::Domain,
            Some("geometry") => ShaderVisibility::Geometry,
            Some("pixel") => ShaderVisibility::Pixel,
            Some("amplification") => ShaderVisibility::Amplification,
            Some("mesh") => ShaderVisibility::Mesh,
            _ => return Err(self.expected("SHADER_VISIBILITY_ALL or that of one stage")),
        };
        self.advance()?;
        Ok(value)
    }

    /// `A | B`, or `0`.
    fn flag_list(&mut self, what: &str, from_name: impl Fn(&str) -> Option<u32>) -> Result<u32> {
        let mut bits = 0;
        loop {
            bits |= if self.token.kind == Kind::Number {
                self.number()?
            } else {
                let bit = from_name(&self.token.text.to_ascii_lowercase())
                    .ok_or_else(|| self.expected(&format!("a {what}")))?;
                self.advance()?;
                bit
            };
            if !self.accept(b'|')? {
                return Ok(bits);
            }
        }
    }
}
