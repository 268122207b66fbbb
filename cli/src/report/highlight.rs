//! Rust as HTML: words in their colours, and the names of a program in those of
//! their loops.

use fusus_core::combinator::Combinator;
use std::collections::BTreeMap;
use std::fmt::Write;

const KEYWORDS: &[&str] = &[
    "as", "const", "crate", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let",
    "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self", "static",
    "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while",
    // Words of OpenCL C alone.
    "__global", "global", "local", "typedef", "__kernel", "__local", "bool", "char", "double",
    "float", "int", "kernel", "long", "short", "uchar", "uint", "ulong", "ushort", "void",
];

/// The number of the loop that computes each name of a program.
pub(super) type Loops<'p> = BTreeMap<&'p str, usize>;

/// Code as HTML.
pub(super) fn html(code: &str, loops: &Loops<'_>) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let length = token(rest, first);
        let (text, after) = rest.split_at(length);
        // Generated code calls methods of such names, too.
        let is_combinator = is_combinator(text) && after.starts_with('(') && !text.eq("len");
        write_token(&mut out, text, first, is_combinator, loops);
        rest = after;
    }
    out
}

/// The length of the token that the text starts with.
fn token(text: &str, first: char) -> usize {
    let while_true =
        |test: &dyn Fn(char) -> bool| text.find(|c: char| !test(c)).unwrap_or(text.len());
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return text.find("*/").map_or(text.len(), |end| end + 2);
    }
    if is_word(first) {
        let word = while_true(&is_word);
        if !first.is_ascii_digit() {
            return word;
        }
        // The fraction of a number, which is no range and no method.
        let fraction = text[word..].strip_prefix('.');
        let digits = fraction.map(|f| f.find(|c: char| !is_word(c)).unwrap_or(f.len()));
        return match (digits, fraction) {
            (Some(digits), Some(fraction))
                if fraction.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                word + 1 + digits
            }
            _ => word,
        };
    }
    match first {
        '"' => string(text),
        // A character, or a lifetime.
        '\'' => {
            let mut inside = text.char_indices().skip(1);
            match (inside.next(), inside.next()) {
                (Some((_, '\\')), _) => text[2..].find('\'').map_or(1, |end| end + 3),
                (Some(_), Some((at, '\''))) => at + 1,
                _ => {
                    1 + text[1..]
                        .find(|c: char| !is_word(c))
                        .unwrap_or(text.len() - 1)
                }
            }
        }
        c if c.is_whitespace() => while_true(&char::is_whitespace),
        c => c.len_utf8(),
    }
}

fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn write_token(out: &mut String, text: &str, first: char, is_combinator: bool, loops: &Loops<'_>) {
    let class = match first {
        '/' if text.len() > 1 => "c",
        '"' => "s",
        '\'' => "s",
        c if c.is_ascii_digit() => "n",
        c if is_word(c) => {
            if let Some((name, number)) = bound(text, loops) {
                write!(
                    out,
                    r#"<span class="b l{}" data-n="{}" title="loop {number}">{}</span>"#,
                    colour(number),
                    escaped(name),
                    escaped(text)
                )
                .expect("writing to a string succeeds");
                return;
            }
            if KEYWORDS.contains(&text) {
                "k"
            } else if is_combinator {
                "f"
            } else if first.is_uppercase() {
                "t"
            } else {
                ""
            }
        }
        _ => "",
    };
    match class {
        "" => out.push_str(&escaped(text)),
        class => write!(out, r#"<span class="{class}">{}</span>"#, escaped(text))
            .expect("writing to a string succeeds"),
    }
}

fn is_combinator(word: &str) -> bool {
    Combinator::named(word).is_some() || Combinator::of_method(word).is_some()
}

/// The name of the program that a word is, or that a word of the generated code
/// starts with, such as `sum` in `sum_fold0_`; those of elements have an underscore in front.
fn bound<'p>(word: &str, loops: &Loops<'p>) -> Option<(&'p str, usize)> {
    let element = word.strip_prefix('_').filter(|rest| rest.ends_with("_i_"));
    let is_of = |name: &str| {
        [Some(word), element].into_iter().flatten().any(|word| {
            word.strip_prefix(name).is_some_and(|rest| {
                rest.is_empty() || (rest.starts_with('_') && rest.ends_with('_'))
            })
        })
    };
    let found = loops.iter().filter(|(name, _)| is_of(name));
    found
        .max_by_key(|(name, _)| name.len())
        .map(|(name, number)| (*name, *number))
}

/// The colour of a loop; there are six.
pub(super) fn colour(number: usize) -> usize {
    (number + 5) % 6 + 1
}

/// Text as HTML, in an element or in an attribute.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(code: &str) -> String {
        html(code, &Loops::new())
    }

    #[test]
    fn words_have_their_classes() {
        assert_eq!(
            plain("let x: Vec<'a> = \"a\\\"<\"; // é < y"),
            "<span class=\"k\">let</span> x: <span class=\"t\">Vec</span>&lt;<span class=\"s\">'a</span>&gt; \
             = <span class=\"s\">&quot;a\\&quot;&lt;&quot;</span>; <span class=\"c\">// é &lt; y</span>"
        );
        assert_eq!(
            plain("1.5e3 0..n 2.max('\\n', 'x')"),
            "<span class=\"n\">1.5e3</span> <span class=\"n\">0</span>..n \
             <span class=\"n\">2</span>.max(<span class=\"s\">'\\n'</span>, <span class=\"s\">'x'</span>)"
        );
        assert_eq!(plain("map(f)"), "<span class=\"f\">map</span>(f)");
    }

    #[test]
    fn names_have_the_colours_of_their_loops() {
        let loops = Loops::from([("sum", 1), ("sum_of", 7)]);
        let span = |colour, name: &str, number, text: &str| {
            format!(
                "<span class=\"b l{colour}\" data-n=\"{name}\" title=\"loop {number}\">{text}</span>"
            )
        };
        assert_eq!(html("sum", &loops), span(1, "sum", 1, "sum"));
        assert_eq!(html("sum_fold0_", &loops), span(1, "sum", 1, "sum_fold0_"));
        assert_eq!(
            html("_sum_of_i_", &loops),
            span(1, "sum_of", 7, "_sum_of_i_")
        );
        assert_eq!(html("sum_up summed", &loops), "sum_up summed");
    }

    /// Nothing is lost, whatever the text is.
    #[test]
    fn the_text_stays_what_it_is() {
        for code in [
            "'", "\"", "'\\", "/*", "é'", "a'b'c", "0.", "0.x", "//", "1..=2", "'a",
        ] {
            let text = plain(code);
            let mut shown = String::new();
            let mut inside = false;
            for c in text.chars() {
                match c {
                    '<' => inside = true,
                    '>' => inside = false,
                    c if !inside => shown.push(c),
                    _ => {}
                }
            }
            assert_eq!(shown, escaped(code), "{code}");
        }
    }
}
