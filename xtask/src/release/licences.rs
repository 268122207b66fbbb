//! The licences of everything that any part of the workspace depends on.

use std::collections::BTreeSet;

/// Licences under which one may use, change and pass on the code, in source and
/// binary form, for a notice at most.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Checks lines of a crate, a tab and a licence.
pub(super) fn check(tree: &str) -> Result<String, String> {
    let crates: BTreeSet<&str> = tree
        .lines()
        // Cargo marks what it has listed before.
        .map(|line| line.trim_end_matches(" (*)"))
        .filter(|line| !line.is_empty())
        .collect();
    let refused: Vec<String> = crates
        .iter()
        .filter_map(|line| {
            let (name, licence) = line.split_once('\t').unwrap_or((line, ""));
            (!allows(licence)).then(|| format!("\n      {name}: `{licence}`"))
        })
        .collect();
    if refused.is_empty() {
        return Ok(format!("{} crates", crates.len()));
    }
    Err(format!(
        "licences that are not on the list in xtask/src/release/licences.rs:{}",
        refused.concat()
    ))
}

/// Returns true if an expression of SPDX can be met by allowed licences alone.
fn allows(expression: &str) -> bool {
    // Old crates write a slash for `OR`.
    let spaced = expression.replace('/', " OR ");
    let spaced = spaced.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = words.as_slice();
    let allowed = any(&mut words);
    allowed == Some(true) && words.is_empty()
}

/// `a OR b OR …`; `None` where this is no expression.
fn any(words: &mut &[&str]) -> Option<bool> {
    let mut allowed = all(words)?;
    while let ["OR", rest @ ..] = words {
        *words = rest;
        allowed |= all(words)?;
    }
    Some(allowed)
}

/// `a AND b AND …`
fn all(words: &mut &[&str]) -> Option<bool> {
    let mut allowed = one(words)?;
    while let ["AND", rest @ ..] = words {
        *words = rest;
        allowed &= one(words)?;
    }
    Some(allowed)
}

/// A licence, with or without an exception, or an expression in parentheses.
fn one(words: &mut &[&str]) -> Option<bool> {
    match words {
        ["(", rest @ ..] => {
            *words = rest;
            let allowed = any(words)?;
            let [")", rest @ ..] = words else { return None };
            *words = rest;
            Some(allowed)
        }
        [licence, "WITH", exception, rest @ ..] => {
            let whole = format!("{licence} WITH {exception}");
            *words = rest;
            Some(ALLOWED.contains(&whole.as_str()))
        }
        [licence, rest @ ..] => {
            *words = rest;
            Some(ALLOWED.contains(licence))
        }
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_understood() {
        for (expression, allowed) in [
            ("MIT", true),
            ("MIT OR Apache-2.0", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0-only", false),
            ("GPL-3.0-only OR MIT", true),
            ("GPL-3.0-only AND MIT", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT OR Apache-2.0 AND GPL-3.0-only", true),
            ("(MIT OR Apache-2.0) AND GPL-3.0-only", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("GPL-2.0-only WITH Classpath-exception-2.0", false),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT MIT", false),
        ] {
            assert_eq!(allows(expression), allowed, "{expression}");
        }
    }

    #[test]
    fn what_is_refused_is_named() {
        let tree = "a v1.0.0\tMIT\nb v2.0.0\tAGPL-3.0-only\n\na v1.0.0\tMIT (*)\nc v1.0.0\t\n";
        let message = check(tree).unwrap_err();
        assert!(
            message.ends_with("\n      b v2.0.0: `AGPL-3.0-only`\n      c v1.0.0: ``"),
            "{message}"
        );
        assert_eq!(
            check("a v1.0.0\tMIT\na v1.0.0\tMIT (*)\n"),
            Ok("1 crates".to_owned())
        );
    }
}
