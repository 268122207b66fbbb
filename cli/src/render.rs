//! Diagnostics as the compiler shows them.

use fusus_core::diagnostic::Diagnostic;
use std::fmt::Write;
use std::path::Path;

/// The place of a mistake in a file.
pub(crate) struct Place<'s> {
    pub(crate) file: &'s Path,
    /// The number of the line, from 1 on.
    pub(crate) line: usize,
    pub(crate) text: &'s str,
    /// The characters of the line before those that are underlined.
    pub(crate) before: usize,
    /// The characters that are underlined.
    pub(crate) width: usize,
}

/// A diagnostic with the line that it is about.
pub(crate) fn diagnostic(file: &Path, source: &str, diagnostic: &Diagnostic) -> String {
    let start = diagnostic.span.start();
    let end = diagnostic.span.end();
    let line = source.lines().nth(start.line.saturating_sub(1));
    let width = match end.line == start.line {
        true => end.column.saturating_sub(start.column),
        false => usize::MAX,
    };
    let place = Place {
        file,
        line: start.line,
        text: line.unwrap_or_default(),
        before: start.column,
        width,
    };
    let remarks = diagnostic.notes.iter().map(|note| ("note", &note[..]));
    let help = (!diagnostic.help.is_empty()).then_some(("help", &diagnostic.help[..]));
    let remarks: Vec<(&str, &str)> = remarks.chain(help).collect();
    mistake(&diagnostic.message, &place, &remarks)
}

/// A mistake with the line that it is about, and remarks, each with its kind.
pub(crate) fn mistake(message: &str, place: &Place<'_>, remarks: &[(&str, &str)]) -> String {
    let gutter = place.line.to_string().len();
    let blank = " ".repeat(gutter);
    let (line, number) = (place.text, place.line);
    let before: String = line.chars().take(place.before).collect();
    let marked = line.chars().skip(place.before).take(place.width);
    let marked: String = marked.collect();
    let carets = "^".repeat(shown(marked.trim_end()).chars().count().max(1));
    let indent = " ".repeat(shown(&before).chars().count());

    let mut text = String::new();
    let mut write = |line: String| writeln!(text, "{}", line.trim_end());
    let mut all = vec![
        format!("error: {}", hanging(message, "       ")),
        format!(
            "{blank}--> {}:{number}:{}",
            place.file.display(),
            place.before + 1
        ),
        format!("{blank} |"),
        format!("{number} | {}", shown(line)),
        format!("{blank} | {indent}{carets}"),
    ];
    for (index, (kind, remark)) in remarks.iter().enumerate() {
        if index == 0 {
            all.push(format!("{blank} |"));
        }
        let further = " ".repeat(gutter + 9);
        all.push(format!("{blank} = {kind}: {}", hanging(remark, &further)));
    }
    all.push(String::new());
    all.into_iter()
        .try_for_each(&mut write)
        .expect("writing to a string succeeds");
    text
}

/// Tabs have no width of their own.
fn shown(text: &str) -> String {
    text.replace('\t', "    ")
}

/// A text whose further lines are indented.
fn hanging(text: &str, indent: &str) -> String {
    text.replace('\n', &format!("\n{indent}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::{TokenStream, TokenTree};

    /// The span of the token of this position.
    fn rendered(source: &str, token: usize) -> String {
        let tokens: TokenStream = source.parse().expect("the source is Rust");
        let token: TokenTree = tokens.into_iter().nth(token).expect("there is one");
        let about = Diagnostic::new(token.span(), "no", "do so\nor so").note("because");
        diagnostic(Path::new("a.rs"), source, &about)
    }

    #[test]
    fn the_place_is_underlined() {
        assert_eq!(
            rendered("a\n\tlet été = 3;", 2),
            "\
error: no
 --> a.rs:2:6
  |
2 |     let été = 3;
  |         ^^^
  |
  = note: because
  = help: do so
          or so

"
        );
    }

    #[test]
    fn of_several_lines_the_first_is_shown() {
        let text = rendered("\n\n\n\n\n\n\n\n\n  { a\n }", 0);
        assert!(text.contains("  --> a.rs:10:3\n"), "{text}");
        assert!(text.contains("10 |   { a\n   |   ^^^\n"), "{text}");
    }
}
