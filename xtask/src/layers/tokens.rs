//! Rust source as words and marks, without comments, literals and lifetimes.

/// A word, `::`, or one other mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The line it stands on, from 1.
    pub(super) line: usize,
}

/// The tokens of a source. It need not be correct Rust: an unknown character is one mark more.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (len, is_token) = lexeme(rest, first);
        let (text, after) = rest.split_at(len);
        if is_token {
            tokens.push(Token {
                text: text.strip_prefix("r#").unwrap_or(text),
                line,
            });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

/// The length of the first piece of `rest`, and whether it is a token.
fn lexeme(rest: &str, first: char) -> (usize, bool) {
    if rest.starts_with("//") {
        (rest.find('\n').unwrap_or(rest.len()), false)
    } else if rest.starts_with("/*") {
        (block_comment(rest), false)
    } else if let Some(len) = raw_string(rest) {
        (len, false)
    } else if first == '"' {
        (quoted(rest, '"'), false)
    } else if first == '\'' {
        (character_or_lifetime(rest), false)
    } else if is_word(first) {
        // A raw identifier keeps its prefix here.
        let prefix = if rest.starts_with("r#") { 2 } else { 0 };
        (prefix + word(&rest[prefix..]), true)
    } else if rest.starts_with("::") {
        (2, true)
    } else {
        (first.len_utf8(), !first.is_whitespace())
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the word at the start of `rest`.
fn word(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

/// The length of the block comment, which may hold others, at the start of `rest`.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of the raw string at the start of `rest`, if there is one.
fn raw_string(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "r"]
        .into_iter()
        .find(|prefix| rest.starts_with(prefix))?;
    let hashes = rest[prefix.len()..]
        .bytes()
        .take_while(|&byte| byte == b'#')
        .count();
    let start = prefix.len() + hashes;
    let content = rest[start..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(
        content
            .find(&end)
            .map_or(rest.len(), |len| start + 1 + len + end.len()),
    )
}

/// The length of the literal at the start of `rest`, up to the quote that ends it.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// The length of the character literal or the lifetime at the start of `rest`.
fn character_or_lifetime(rest: &str) -> usize {
    let mut after = rest.chars().skip(1);
    match (after.next(), after.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(rest, '\''),
        _ => 1 + word(&rest[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn words_and_marks() {
        assert_eq!(
            texts("use crate::a_1::{r#mod, *};"),
            [
                "use", "crate", "::", "a_1", "::", "{", "mod", ",", "*", "}", ";"
            ]
        );
    }

    #[test]
    fn comments_are_left_out() {
        assert_eq!(
            texts("a // crate::b\n/* c /* d */ \" */ e /// f\n//! g"),
            ["a", "e"]
        );
        assert_eq!(texts("a /* never ends /* */"), ["a"]);
    }

    #[test]
    fn strings_are_left_out() {
        assert_eq!(texts(r#"a "crate::b \" // c" d "\\" e"#), ["a", "d", "e"]);
        assert_eq!(
            texts("a r\"\\\" b r#\"\" c\"# d br##\"\"# \"## e"),
            ["a", "b", "d", "e"]
        );
        assert_eq!(texts("a \"never ends"), ["a"]);
    }

    #[test]
    fn characters_are_left_out_and_lifetimes_too() {
        assert_eq!(
            texts(r"a '\'' b '\u{1F600}' c '∀' d '''"),
            ["a", "b", "c", "d"]
        );
        assert_eq!(
            texts("&'a str '\"' b <'static>"),
            ["&", "str", "b", "<", ">"]
        );
    }

    #[test]
    fn lines_are_counted_through_everything() {
        let source = "a\n/* \n */ b \"\n\" c\r\nd";
        let lines: Vec<_> = tokens(source).iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 4, 5]);
    }
}
