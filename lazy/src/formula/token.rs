//! The tokens of a formula.

use super::characters::mistake;
use super::message::{FormulaError, Span};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token {
    Name,
    Integer(u64),
    Float(f64),
    /// An operator or a bracket.
    Sign(&'static str),
    /// The end of a statement: a line, or a semicolon.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) token: Token,
    pub(crate) span: Span,
    /// The type that a number says it has, as in `1_f32`.
    pub(crate) suffix: Option<crate::ElementType>,
}

/// The signs, the longer ones first. Some are operators of other languages.
const SIGNS: &[&str] = &[
    "..=", "===", "!==", "**", "<>", "=>", "=<", "<<", ">>", "+=", "-=", "*=", "/=", "|>", "..",
    "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "!", "=", "&", "|", "^",
    "(", ")", "[", "]", "{", "}", ",", ".",
];

/// The longest text of a formula, in bytes.
const LONGEST: usize = 1 << 20;

/// Cuts a text into tokens. A line ends a statement, but not within brackets.
pub(crate) fn tokens(text: &str) -> Result<Vec<Placed>, FormulaError> {
    if text.len() > LONGEST {
        let message = format!(
            "the formula has {} bytes, and at most {LONGEST} are read",
            text.len()
        );
        return Err(FormulaError::new(text, Span { start: 0, end: 0 }, message));
    }
    let mut tokens = Vec::new();
    let mut open = 0_usize;
    // Editors of texts put a mark before the first character.
    let mut at = text.find(|c| c != '\u{feff}').unwrap_or(text.len());
    while let Some(next) = text[at..].chars().next() {
        let (token, len, suffix) = match next {
            '\n' if open > 0 => {
                at += 1;
                continue;
            }
            '\n' => (Token::End, 1, None),
            // Within brackets it is a sign, which separates the step of a section.
            ';' if open == 0 => (Token::End, 1, None),
            ';' => (Token::Sign(";"), 1, None),
            '#' => {
                at = line_end(text, at);
                continue;
            }
            '/' if text[at..].starts_with("//") => {
                own_line(text, at)?;
                at = line_end(text, at);
                continue;
            }
            '/' if text[at..].starts_with("/*") => return Err(no_comment(text, at)),
            next if next.is_whitespace() => {
                at += next.len_utf8();
                continue;
            }
            next if next.is_alphabetic() || next == '_' => {
                let rest = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_');
                (Token::Name, rest.unwrap_or(text.len() - at), None)
            }
            next if next.is_ascii_digit() => number(text, at)?,
            '.' if text[at + 1..].starts_with(|c: char| c.is_ascii_digit()) => number(text, at)?,
            next => (sign(text, at, next)?, 0, None),
        };
        let len = match token {
            Token::Sign(sign) => sign.len(),
            _ => len,
        };
        match token {
            Token::Sign("(" | "[" | "{") => open += 1,
            Token::Sign(")" | "]" | "}") => open = open.saturating_sub(1),
            _ => {}
        }
        let span = Span {
            start: at,
            end: at + len,
        };
        tokens.push(Placed {
            token,
            span,
            suffix,
        });
        at += len;
    }
    Ok(tokens)
}

/// Checks that nothing stands before `//` in its line: behind a value it is a quotient in other languages.
fn own_line(text: &str, at: usize) -> Result<(), FormulaError> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    if text[start..at].trim().is_empty() {
        return Ok(());
    }
    let span = Span {
        start: at,
        end: at + 2,
    };
    let error = FormulaError::new(
        text,
        span,
        "`//` begins a comment at the start of a line only",
    );
    Err(error.help(
        "`#` begins one anywhere; a quotient of integers drops the rest, `a / b`, that of floats by `floor(a / b)`",
    ))
}

/// The mistake that a comment of C begins.
fn no_comment(text: &str, at: usize) -> FormulaError {
    let span = Span {
        start: at,
        end: at + 2,
    };
    FormulaError::new(text, span, "`/*` begins no comment")
        .help("`#` begins one, to the end of the line")
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

fn sign(text: &str, at: usize, next: char) -> Result<Token, FormulaError> {
    let sign = SIGNS.iter().find(|sign| text[at..].starts_with(**sign));
    if let Some(sign) = sign {
        return Ok(Token::Sign(sign));
    }
    Err(mistake(text, at, next))
}

/// A number: its token, its length and its suffix.
type Number = (Token, usize, Option<crate::ElementType>);

/// An integer by its hexadecimal, octal or binary digits, if there is one.
fn of_bits(text: &str, at: usize) -> Result<Option<Number>, FormulaError> {
    let (radix, name) = match text.as_bytes().get(at..at + 2) {
        Some(b"0x" | b"0X") => (16, "hexadecimal"),
        Some(b"0o" | b"0O") => (8, "octal"),
        Some(b"0b" | b"0B") => (2, "binary"),
        _ => return Ok(None),
    };
    let rest = &text[at + 2..];
    let digits = rest
        .find(|c: char| !c.is_digit(radix) && c != '_')
        .unwrap_or(rest.len());
    let whole = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let span = Span {
        start: at,
        end: at + 2 + whole,
    };
    let plain: String = rest[..digits].chars().filter(|c| *c != '_').collect();
    let is_next = |c: char| c.is_ascii_digit();
    if plain.is_empty() || rest[digits..].starts_with(is_next) {
        let message = format!("`{}` is no {name} number", &text[at..span.end]);
        return Err(FormulaError::new(text, span, message));
    }
    let suffix = suffix(text, span, &rest[digits..whole])?;
    match u64::from_str_radix(&plain, radix) {
        Ok(_) if suffix.is_some_and(crate::ElementType::is_float) => {
            let error = FormulaError::new(text, span, format!("a {name} number is an integer"));
            Err(error.help("a conversion is `… as f64`"))
        }
        Ok(number) => Ok(Some((Token::Integer(number), 2 + whole, suffix))),
        Err(_) => {
            let error = FormulaError::new(text, span, "the number is too large");
            Err(error.help(format!("the greatest integer is {}", u64::MAX)))
        }
    }
}

/// Reads a number.
fn number(text: &str, at: usize) -> Result<Number, FormulaError> {
    if let Some(number) = of_bits(text, at)? {
        return Ok(number);
    }
    let rest = &text.as_bytes()[at..];
    let digits = |from: usize| {
        let digits = rest[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || **byte == b'_');
        from + digits.count()
    };
    let mut end = digits(0);
    let mut is_float = false;
    let next = |at: usize| rest.get(at).copied().unwrap_or(b' ');
    // `1..2` is a section, and `1.exp()` a call.
    if next(end) == b'.' && next(end + 1) != b'.' && !next(end + 1).is_ascii_alphabetic() {
        is_float = true;
        end = digits(end + 1);
    }
    if matches!(next(end), b'e' | b'E') {
        let sign = usize::from(matches!(next(end + 1), b'+' | b'-'));
        if next(end + 1 + sign).is_ascii_digit() {
            is_float = true;
            end = digits(end + 1 + sign);
        }
    }
    let plain: String = text[at..at + end].chars().filter(|c| *c != '_').collect();
    let suffixed = text[at + end..].find(|c: char| !c.is_alphanumeric() && c != '_');
    let whole = end + suffixed.unwrap_or(text.len() - at - end);
    let span = Span {
        start: at,
        end: at + whole,
    };
    let suffix = suffix(text, span, &text[at + end..at + whole])?;
    let is_float = is_float || suffix.is_some_and(crate::ElementType::is_float);
    let token = match is_float {
        true => plain
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .map(Token::Float),
        false => plain.parse().ok().map(Token::Integer),
    };
    let too_large = || {
        let message = "the number is too large".to_owned();
        FormulaError::new(text, span, message).maybe(match is_float {
            true => Some(format!("the greatest float is {:e}", f64::MAX)),
            false => Some(format!(
                "the greatest integer is {}; with `.0` it is a float",
                u64::MAX
            )),
        })
    };
    Ok((token.ok_or_else(too_large)?, whole, suffix))
}

fn suffix(
    text: &str,
    span: Span,
    suffix: &str,
) -> Result<Option<crate::ElementType>, FormulaError> {
    let name = suffix.trim_start_matches('_');
    if name.is_empty() {
        return Ok(None);
    }
    match super::names::element_type(name) {
        Some(ty) if ty != crate::ElementType::Bool => Ok(Some(ty)),
        _ => {
            let number = text[span.start..span.end]
                .strip_suffix(suffix)
                .unwrap_or_default();
            if matches!(name, "e" | "E") {
                let error = FormulaError::new(text, span, "the exponent of the number is missing");
                return Err(error.help(format!("write `{number}e3`, or `{number} * exp(1)`")));
            }
            let message = format!("`{name}` is no type of numbers");
            let error = FormulaError::new(text, span, message);
            Err(error.help(format!(
                "a product is `{number} * {name}`; types are `f64`, `i32` and so on"
            )))
        }
    }
}
