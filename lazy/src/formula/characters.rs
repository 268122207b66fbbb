//! Characters that are no tokens of a formula: mistakes that say what to write.

use super::message::{FormulaError, Span};

/// Signs of other languages, with those that are meant.
const FOREIGN: &[(char, &str)] = &[
    ('×', "*"),
    ('·', "*"),
    ('⋅', "*"),
    ('∗', "*"),
    ('＊', "*"),
    ('÷', "/"),
    ('∕', "/"),
    ('⁄', "/"),
    ('−', "-"),
    ('–', "-"),
    ('—', "-"),
    ('＋', "+"),
    ('＝', "="),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('∧', "&&"),
    ('∨', "||"),
    ('¬', "!"),
    ('~', "!"),
    ('←', "="),
    ('√', "sqrt(…)"),
    ('∑', "sum(…)"),
    ('∞', "inf"),
    ('½', "0.5"),
    ('¼', "0.25"),
    ('¾', "0.75"),
    ('（', "("),
    ('）', ")"),
    ('，', ","),
    ('；', ";"),
];

/// The mistake that a character has no meaning.
pub(super) fn mistake(text: &str, at: usize, next: char) -> FormulaError {
    let behind = &text[at + next.len_utf8()..];
    let span = Span {
        start: at,
        end: at + next.len_utf8(),
    };
    let message = match is_visible(next) {
        true => format!("the character `{next}` has no meaning in a formula"),
        false => format!(
            "the character U+{:04X} has no meaning in a formula",
            u32::from(next)
        ),
    };
    let meant = FOREIGN.iter().find(|(foreign, _)| *foreign == next);
    let help = match (meant, next) {
        (Some((_, meant)), _) => Some(format!("write `{meant}`")),
        (None, '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '«' | '»') => {
            Some("a formula has numbers and arrays, and no texts".to_owned())
        }
        (None, ':') => Some(colon(text, at)),
        (None, '?') => Some(question(text, at, behind)),
        (None, '@') if word_before(text, at).is_empty() => Some(bare(behind)),
        (None, '@') => Some(product(text, at, behind)),
        (None, '$') => Some(bare(behind)),
        (None, '\\') => Some("a quotient is `a / b`".to_owned()),
        _ if !is_visible(next) => Some("delete it: it is not shown".to_owned()),
        _ => None,
    };
    FormulaError::new(text, span, message).maybe(help)
}

/// Returns false for controls, and for characters without an image of their own.
fn is_visible(c: char) -> bool {
    let hidden = ['\u{ad}', '\u{feff}', '\u{2060}'];
    !c.is_control()
        && !hidden.contains(&c)
        && !('\u{200b}'..='\u{200f}').contains(&c)
        && !('\u{202a}'..='\u{202e}').contains(&c)
}

/// The help for a `:`, by what is around it.
fn colon(text: &str, at: usize) -> String {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = text[line..at].trim_start();
    let begins = |word: &str| before.starts_with(word);
    if text[at..].starts_with(":=") {
        return match word_before(text, at) {
            "" => "a binding is `name = …`".to_owned(),
            name => format!("write `{name} = …`"),
        };
    }
    if text[at..].starts_with("::") && !in_brackets(text, at) {
        return "a conversion is `x as i64`".to_owned();
    }
    if begins("if ") || begins("elif ") {
        return "write `if condition { a } else { b }`".to_owned();
    }
    if begins("def ") || begins("lambda ") {
        return "a formula has no functions of its own: bind arrays to names".to_owned();
    }
    let usual = || "a section is `x[1..-1]`, and a binding `name = …`".to_owned();
    section(text, at).unwrap_or_else(usual)
}

/// Returns true behind a square bracket that is open.
fn in_brackets(text: &str, at: usize) -> bool {
    open(text, at).is_some()
}

/// The place of the square bracket that is open at a place of its line.
fn open(text: &str, at: usize) -> Option<usize> {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut depth = 0_usize;
    for (place, c) in text[line..at].char_indices().rev() {
        match c {
            ']' | ')' => depth += 1,
            '[' | '(' if depth > 0 => depth -= 1,
            '[' => return Some(line + place),
            '(' => return None,
            _ => {}
        }
    }
    None
}

/// The help for sections of Python: those of formulas.
fn section(text: &str, at: usize) -> Option<String> {
    let open = open(text, at)?;
    let end = open + text[open..].find([']', '\n'])?;
    let inside = &text[open + 1..end];
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | ':' | ',' | ' ');
    if !inside.chars().all(is_plain) || inside.len() > 24 {
        return Some("the bounds of a section are integers: `x[1..-1]`".to_owned());
    }
    let backwards = inside.split(',').any(|axis| {
        let step = axis
            .rsplit_once(':')
            .filter(|(rest, _)| rest.contains([':', '.']));
        step.is_some_and(|(_, step)| step.trim().starts_with('-'))
    });
    if backwards {
        return Some("steps go forwards, as in `x[1..9; 2]`: backwards is `reverse(x)`".to_owned());
    }
    let axes = inside.split(',').map(|axis| {
        let parts: Vec<&str> = axis.split(':').map(str::trim).collect();
        match parts[..] {
            [bounds, step] if bounds.contains("..") => format!("{bounds}; {step}"),
            [start, end] | [start, end, ""] => format!("{start}..{end}"),
            [start, end, step] => format!("{start}..{end}; {step}"),
            _ => axis.trim().to_owned(),
        }
    });
    let axes: Vec<String> = axes.collect();
    let name = match word_before(text, open) {
        "" => "x",
        name => name,
    };
    Some(format!("write `{name}[{}]`", axes.join(", ")))
}

/// The help for a choice of C: one of formulas.
fn question(text: &str, at: usize, behind: &str) -> String {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let condition = text[line..at].trim();
    let rest = behind.split('\n').next().unwrap_or_default();
    let is_plain = |part: &str| {
        let has_sign = |sign: char| part.contains(sign);
        !part.is_empty()
            && part.len() <= 24
            && !['(', '[', '{', '?', ';', '#'].into_iter().any(has_sign)
    };
    let assigned = condition.split_once(" = ");
    let (name, condition) = assigned.map_or(("", condition), |(name, condition)| (name, condition));
    match rest.split_once(':') {
        Some((a, b)) if [condition, a.trim(), b.trim()].into_iter().all(is_plain) => {
            let binding = if name.is_empty() { "" } else { " = " };
            let (a, b) = (a.trim(), b.trim());
            format!("write `{name}{binding}if {condition} {{ {a} }} else {{ {b} }}`")
        }
        _ => "a choice is `if condition { a } else { b }`".to_owned(),
    }
}

/// The help for a sign before a name.
fn bare(behind: &str) -> String {
    match name(behind) {
        "" => "names have no sign before them".to_owned(),
        name => format!("write `{name}`"),
    }
}

/// The help for a product of matrices.
fn product(text: &str, at: usize, behind: &str) -> String {
    let or = |name: &'static str, found: &str| match found {
        "" => name.to_owned(),
        found => found.to_owned(),
    };
    let a = or("a", word_before(text, at));
    let b = or("b", name(behind.trim_start()));
    format!(
        "a product of matrices is `sum_axis({a}[.., .., new] * {b}[new, .., ..], 1)`, of vectors `sum({a} * {b})`"
    )
}

/// The name or the number before a place, if one stands there.
fn word_before(text: &str, at: usize) -> &str {
    let before = text[..at].trim_end_matches(' ');
    let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_');
    let start = start.map_or(0, |end| {
        end + before[end..].chars().next().map_or(0, char::len_utf8)
    });
    &before[start..]
}

/// The name at the beginning of a text.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}
