//! The prose check: comments have sentences with a head, and sources use the field's words.
//!
//! A doc comment begins with a verb or a noun ("Returns …", "The length …"), so that its first line
//! can be read in a list of items. A clause without a head ("What a block writes") names nothing, and
//! begins no other comment either.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use crate::sources::rust_files;

/// The folders whose Rust files are checked.
const FOLDERS: &[&str] = &[
    "backend-cpu",
    "backend-mpi",
    "backend-ocl",
    "benches",
    "cli",
    "cluster",
    "core",
    "examples",
    "front",
    "fuzz",
    "lazy",
    "loops",
    "macros",
    "math",
    "meaning",
    "nests",
    "programs",
    "src",
    "sums",
    "tests",
    "xtask",
];

/// The beginnings that no doc comment has: of clauses without a head, and of pronouns without an
/// antecedent.
const BEGINNINGS: &[&str] = &[
    "What", "Whatever", "Whether", "Where", "Wherever", "Which", "Who", "Whose", "Whom", "Why",
    "When", "How", "That", "Those", "The same",
];

/// The beginnings that no other comment has, and no sentence in a comment.
const CLAUSES: &[&str] = &[
    "What", "Whatever", "Whether", "Who", "Whose", "Whom", "Why", "How",
];

/// Words of our own for which the field has others, each with what to say instead. The glossary in
/// ARCHITECTURE.md defines the words that stay.
const WORDS: &[(&str, &str)] = &[
    ("dear", "expensive"),
    ("desk", "buffer"),
    ("doomed", "replay"),
    ("hopeless", "pruned"),
    ("lap", "sample"),
    ("laps", "samples"),
    ("lend", "provide"),
    ("lends", "provides"),
    ("lent", "caller-provided"),
    ("memo", "temporary"),
    ("memos", "temporaries"),
    ("sitting", "run"),
    ("solo", "sequential"),
    ("unkeyed", "without a key"),
];

/// A line that breaks a rule.
#[derive(Debug, PartialEq)]
struct Violation {
    file: PathBuf,
    line: usize,
    fault: Fault,
}

#[derive(Debug, PartialEq)]
enum Fault {
    Beginning(&'static str),
    Clause(&'static str),
    Sentence(&'static str),
    Word {
        word: &'static str,
        instead: &'static str,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file.display(), self.line)?;
        match self.fault {
            Fault::Beginning(beginning) => write!(
                f,
                "a doc comment begins with `{beginning}`; begin with a verb or a noun"
            ),
            Fault::Clause(beginning) => {
                write!(f, "a comment begins with `{beginning}`; begin with a noun")
            }
            Fault::Sentence(beginning) => {
                write!(f, "a sentence begins with `{beginning}`; begin with a noun")
            }
            Fault::Word { word, instead } => write!(f, "`{word}`; say `{instead}`"),
        }
    }
}

/// Checks all Rust files of the workspace, whose folder is `root`.
pub(crate) fn check(root: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        let below = rust_files(&root.join(folder));
        files.extend(below.map_err(|error| format!("cannot read {folder}: {error}"))?);
    }
    let mut violations = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let file = path.strip_prefix(root).expect("the file lies below");
        // The list of words stands in this one.
        if file != Path::new("xtask/src/prose.rs") {
            violations.extend(faults(file, &text));
        }
    }
    if violations.is_empty() {
        return Ok(format!("{} files", files.len()));
    }
    let lines: Vec<_> = violations
        .iter()
        .map(|violation| format!("\n    {violation}"))
        .collect();
    Err(format!("{} lines{}", lines.len(), lines.concat()))
}

fn faults(file: &Path, text: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut before: Option<(&str, &str)> = None;
    for (index, line) in text.lines().enumerate() {
        let mut add = |fault| {
            violations.push(Violation {
                file: file.to_owned(),
                line: index + 1,
                fault,
            });
        };
        let comment = comment(line);
        if let Some((marker, prose)) = comment {
            let before = before.filter(|(other, _)| *other == marker);
            let fault = match (before, marker) {
                (None, "//") => beginning(CLAUSES, prose).map(Fault::Clause),
                (None, _) => beginning(BEGINNINGS, prose).map(Fault::Beginning),
                (Some((_, line)), _) => (line.ends_with('.'))
                    .then(|| beginning(CLAUSES, prose))
                    .flatten()
                    .map(Fault::Sentence),
            };
            let mut inside = prose.split(". ").skip(1);
            let inside = inside.find_map(|sentence| beginning(CLAUSES, sentence));
            let faults = fault.into_iter().chain(inside.map(Fault::Sentence));
            faults.for_each(&mut add);
        }
        before = comment;
        let words: Vec<&str> = words(line).collect();
        for (word, instead) in WORDS {
            if words.iter().any(|other| other.eq_ignore_ascii_case(word)) {
                add(Fault::Word { word, instead });
            }
        }
    }
    violations
}

/// The marker of a line of a comment, and its prose.
fn comment(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    ["///", "//!", "//"]
        .into_iter()
        .find_map(|marker| Some((marker, line.strip_prefix(marker)?.trim())))
        .filter(|(_, prose)| !prose.starts_with('/'))
}

fn beginning(of: &[&'static str], prose: &str) -> Option<&'static str> {
    let ends = |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric());
    of.iter()
        .find(|beginning| prose.strip_prefix(**beginning).is_some_and(ends))
        .copied()
}

/// The words of a line, those of its identifiers among them: `is_doomed` has two, and so has
/// `IsDoomed`.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !letter.is_ascii_alphabetic())
        .flat_map(|run| {
            let mut rest = run;
            std::iter::from_fn(move || {
                let humps = rest.char_indices().skip(1);
                let end = humps
                    .zip(rest.chars())
                    .find(|((_, letter), before)| letter.is_uppercase() && before.is_lowercase())
                    .map_or(rest.len(), |((end, _), _)| end);
                let (word, tail) = rest.split_at(end);
                rest = tail;
                (!word.is_empty()).then_some(word)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_text(text: &str) -> Vec<String> {
        faults(Path::new("a.rs"), text)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_doc_comment_begins_with_a_noun_or_a_verb() {
        for beginning in ["What", "Whether", "The same", "Those", "Where", "How"] {
            let expected =
                format!("a doc comment begins with `{beginning}`; begin with a verb or a noun");
            assert_eq!(
                check_text(&format!("//! {beginning} it is.")),
                [format!("a.rs:1: {expected}")]
            );
            assert_eq!(
                check_text(&format!(
                    "struct A {{\n    /// {beginning} it is.\n    b: u8,\n}}"
                )),
                [format!("a.rs:2: {expected}")]
            );
        }
        assert_eq!(check_text("/// The length of what it holds.\n"), [""; 0]);
        assert_eq!(
            check_text("/// Howling is a verb, and Thoseley a name."),
            [""; 0]
        );
    }

    #[test]
    fn only_the_first_line_of_an_item_is_checked() {
        let docs = "/// The length, and\n/// What may follow.\nfn f() {}\n// Where it is short,\n// What.\n";
        assert_eq!(check_text(docs), [""; 0]);
        assert_eq!(
            check_text("    // What a comment says.\n"),
            ["a.rs:1: a comment begins with `What`; begin with a noun"]
        );
        assert_eq!(
            check_text("//! A module.\n/// What is first in it.\n").len(),
            1
        );
    }

    #[test]
    fn a_sentence_has_a_head() {
        let expected = ["a.rs:1: a sentence begins with `What`; begin with a noun"];
        assert_eq!(
            check_text("/// The length. What follows is short.\n"),
            expected
        );
        assert_eq!(
            check_text("// A loop.\n// How it ends is said below.\n"),
            ["a.rs:2: a sentence begins with `How`; begin with a noun"]
        );
        assert_eq!(check_text("// The end of\n// what it is.\n"), [""; 0]);
    }

    #[test]
    fn words_of_our_own_are_found_in_prose_and_names() {
        for line in [
            "// A hopeless block.",
            "fn is_hopeless() {}",
            "struct HopelessBlock;",
            "const HOPELESS: u8 = 0;",
        ] {
            assert_eq!(
                check_text(line),
                ["a.rs:1: `hopeless`; say `pruned`"],
                "{line}"
            );
        }
        assert_eq!(check_text("fn hopelessly() {}"), [""; 0]);
    }
}
