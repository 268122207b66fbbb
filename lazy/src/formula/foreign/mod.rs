//! Names of other languages, with what is written for them.

mod tables;

use super::names;
use tables::{EXPRESSIONS, FUNCTIONS, PARTS, PREFIXES, TYPES, VALUES, WORDS};

/// Modules of other languages, where functions like those of formulas are.
pub(crate) const MODULES: &[&str] = &["np", "numpy", "math", "Math", "pd", "torch", "jnp", "scipy"];

/// The function that a name of another language means.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let found = FUNCTIONS.iter().find(|(foreign, _)| *foreign == lower);
    found.map(|(_, meant)| *meant)
}

/// The expression for a function of another language, with its arguments as they are written.
pub(crate) fn expression(name: &str, args: &[String]) -> Option<String> {
    let lower = name.to_lowercase();
    if let Some(ty) = ty(&lower).or(names::element_type(&lower).map(|ty| ty.name()))
        && !matches!(&lower[..], "int" | "float")
    {
        return Some(filled(
            &format!("a conversion is `x as {ty}`"),
            &["x"],
            args,
        ));
    }
    let mut all = EXPRESSIONS.iter();
    let (_, words, help) = all.find(|(foreign, ..)| foreign.contains(&&lower[..]))?;
    Some(filled(help, words, args))
}

fn found(table: &[(&[&str], &'static str)], name: &str) -> Option<&'static str> {
    let lower = name.to_lowercase();
    let found = table
        .iter()
        .find(|(foreign, _)| foreign.contains(&&lower[..]));
    found.map(|(_, help)| *help)
}

/// The help for a word between two values.
pub(crate) fn word(word: &str) -> Option<&'static str> {
    found(WORDS, word)
}

/// The help for a word before a value.
pub(crate) fn prefix(word: &str) -> Option<&'static str> {
    found(PREFIXES, word)
}

/// The help for a name that has no value.
pub(crate) fn value(name: &str) -> Option<&'static str> {
    found(VALUES, name)
}

/// The type that a name of another language means.
pub(crate) fn ty(name: &str) -> Option<&'static str> {
    found(TYPES, name)
}

/// The help for a part of a value.
pub(crate) fn part(name: &str, value: &str) -> Option<String> {
    let help = found(PARTS, name)?;
    Some(filled(help, &["x"], &[value.to_owned()]))
}

/// A help whose code has arguments in place of some words, as far as there are arguments.
fn filled(help: &str, words: &[&str], args: &[String]) -> String {
    let mut filled = String::new();
    for (number, part) in help.split('`').enumerate() {
        if number > 0 {
            filled.push('`');
        }
        let is_code = number % 2 == 1;
        let mut rest = part;
        while let Some(next) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let len = match is_word(next) {
                true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                false => next.len_utf8(),
            };
            let (word, behind) = rest.split_at(len);
            let arg = words.iter().position(|own| is_code && *own == word);
            match arg
                .and_then(|arg| args.get(arg))
                .filter(|arg| !arg.is_empty())
            {
                None => filled.push_str(word),
                Some(arg) if is_tight(arg) => filled.push_str(arg),
                Some(arg) => filled.extend(["(", arg, ")"]),
            }
            rest = behind;
        }
    }
    filled
}

/// Returns true for a text that is one value wherever it stands.
pub(crate) fn is_tight(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0 || c.is_alphanumeric() || matches!(c, '_' | '.' | ')' | ']')
    })
}

#[cfg(test)]
mod tests {
    use super::{EXPRESSIONS, PREFIXES, VALUES, WORDS, expression, filled};
    use crate::Formula;

    /// Checks that the code of a help is a formula.
    fn check(help: &str) {
        for code in help.split('`').skip(1).step_by(2) {
            let is_text = !code.contains('…') && !["return", "NaN", "_"].contains(&code);
            if is_text && let Err(error) = Formula::parse(code) {
                panic!("{help}: {error}");
            }
        }
    }

    #[test]
    fn helps_have_formulas() {
        for (names, words, help) in EXPRESSIONS {
            check(help);
            let args = vec!["q + 1".to_owned(); words.len()];
            let shown = expression(names[0], &args).unwrap();
            if !words.iter().any(|word| word.parse::<f64>().is_ok()) {
                check(&shown);
            }
        }
        for (_, help) in WORDS.iter().chain(VALUES).chain(PREFIXES) {
            check(help);
        }
    }

    #[test]
    fn arguments_replace_words_of_code() {
        let args = ["n".to_owned(), "a + 1".to_owned()];
        let shown = filled("x is `x % y`, and `xy.x(y[0])`", &["x", "y"], &args);
        assert_eq!(shown, "x is `n % (a + 1)`, and `xy.n((a + 1)[0])`");
        assert_eq!(filled("`x`", &["x"], &[]), "`x`");
    }
}
