//! The text of the guide beside its programs, which are tests themselves: plans, messages, and the
//! table of other libraries' names.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Explained, Overrides, explain};
use fusus_core::plan::Plan;
use proc_macro2::{TokenStream, TokenTree};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The pages and their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/guide");
    let mut pages: Vec<(PathBuf, String)> = fs::read_dir(folder)
        .expect("the guide is there")
        .map(|file| file.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| (path.clone(), fs::read_to_string(path).expect("it is UTF-8")))
        .collect();
    pages.sort();
    pages
}

/// The blocks of code in a page, each with the words behind its backticks.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| *line != "```");
            let inside: Vec<&str> = inside
                .map(|line| line.strip_prefix("# ").unwrap_or(line))
                .collect();
            blocks.push((kind, inside.join("\n")));
        }
    }
    blocks
}

/// The programs in the code of a block.
fn programs(code: &str) -> (Vec<Explained>, Diagnostics) {
    let (mut programs, mut found) = (Vec::new(), Diagnostics::new());
    let tokens: TokenStream = code.parse().expect("it is Rust");
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for three in tokens.windows(3) {
        if let [TokenTree::Ident(name), _, TokenTree::Group(body)] = three
            && name == "cnf"
        {
            let these = explain(body.stream(), "here", &Overrides::default(), &mut found);
            programs.extend(these);
        }
    }
    (programs, found)
}

/// Without times, which differ.
fn timeless(plan: &str) -> String {
    let lines = plan
        .trim_end()
        .lines()
        .map(|line| match line.rsplit_once(", ") {
            Some((before, time)) if time.ends_with(" ms)") => format!("{before})"),
            _ => line.to_owned(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text below a program is its plan, a part of it behind `…`, or the messages of its mistakes.
#[test]
fn plans_and_messages_are_what_is_printed() {
    let mut checked = (0, 0);
    for (path, page) in pages() {
        let mut blocks = blocks(&page);
        blocks.retain(|(kind, _)| ["", "compile_fail", "text"].contains(kind));
        for pair in blocks.windows(2) {
            let [(kind, code), ("text", shown)] = pair else {
                continue;
            };
            let (programs, mut found) = programs(code);
            let printed = match *kind {
                "compile_fail" => {
                    for program in programs {
                        found.extend(program.outcome.err().into_iter().flatten());
                    }
                    checked.1 += 1;
                    let texts = found
                        .iter()
                        .map(|mistake| format!("error: {}", mistake.text()));
                    texts
                        .collect::<Vec<_>>()
                        .join("\n")
                        .replace('\n', "\n       ")
                }
                _ => {
                    assert!(found.is_empty());
                    let [program] = &programs[..] else {
                        panic!("{}: a plan is of one program", path.display())
                    };
                    let compiled = program.outcome.as_ref().expect("it is right");
                    checked.0 += 1;
                    timeless(&Plan::explained(compiled).to_string())
                }
            };
            match shown.strip_prefix("…\n") {
                Some(part) => assert!(printed.contains(part), "{}: {printed}", path.display()),
                None => assert_eq!(printed, *shown, "{}", path.display()),
            }
        }
    }
    assert!(checked.0 >= 3 && checked.1 >= 4, "{checked:?}");
}

/// The rows of the tables below a heading: code of theirs, code of ours.
fn table(page: &str, heading: &str) -> Vec<(String, String)> {
    let part = page.split("\n# ").find(|part| part.starts_with(heading));
    let part = part.expect("there is such a part");
    let rows = part.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<(String, String)> = rows
        .map(|row| {
            let row = row.replace("\\|", "\u{1}");
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let code = |cell: &str| cell.trim().trim_matches('`').replace('\u{1}', "|");
            let [theirs, ours] = &cells[..] else {
                panic!("a row has two cells: {row}")
            };
            (code(theirs), code(ours))
        })
        .collect();
    assert!(rows.len() > 3, "{heading}");
    rows
}

/// A row of the table of sums of products.
struct Sum {
    einsum: String,
    /// The assignments of Tullio and of TACO.
    assignments: [String; 2],
    /// By `generate` and `sum`.
    ours: String,
}

/// The rows of the table of sums of products.
fn sums() -> Vec<Sum> {
    let page = include_str!("../../src/guide/sums_of_products.md");
    let rows = page.lines().filter(|line| line.contains("| `einsum("));
    let rows: Vec<Sum> = rows
        .map(|row| {
            let row = row.replace("\\|", "\u{1}");
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let code = |cell: &str| cell.trim().trim_matches('`').replace('\u{1}', "|");
            let [_, einsum, tullio, taco, ours] = &cells[..] else {
                panic!("a row has five cells: {row}")
            };
            let tullio = code(tullio);
            let tullio = tullio.strip_prefix("@tullio ").expect("a macro of Tullio");
            Sum {
                einsum: code(einsum),
                assignments: [
                    tullio.replace(":=", "="),
                    code(taco).replace(['(', ')'], "|"),
                ]
                .map(|assignment| assignment.replace(['[', ']'], "|")),
                ours: code(ours),
            }
        })
        .collect();
    assert!(rows.len() > 5);
    rows
}

/// The loops that an assignment `c|i,k| = a|i,j| * b|j,k|` says, over arrays whose axes have 2
/// elements each: Tullio and TACO sum over the indices that the left side has not.
fn loops(assignment: &str) -> String {
    let (target, product) = assignment.split_once(" = ").expect("an assignment");
    let element = |text: &str| -> (String, Vec<String>) {
        let mut parts = text.split('|');
        let name = parts.next().expect("a name").trim().to_owned();
        let indices = parts.next().into_iter().flat_map(|it| it.split(','));
        (name, indices.map(|it| it.trim().to_owned()).collect())
    };
    let position = |indices: &[String]| {
        let places = indices.iter().rev().enumerate();
        let terms: Vec<String> = places
            .map(|(place, index)| format!("{} * {index}", 1 << place))
            .collect();
        terms.join(" + ")
    };
    let (_, result) = element(target);
    let factors: Vec<(String, Vec<String>)> = product.split(" * ").map(element).collect();
    let mut indices = result.clone();
    for index in factors.iter().flat_map(|factor| &factor.1) {
        if !indices.contains(index) {
            indices.push(index.clone());
        }
    }
    let factors = factors.iter().map(|(name, indices)| {
        let elements = match &name[..] {
            "a" | "b" => "m",
            "x" | "y" => "u",
            "t" => "z",
            other => panic!("an array of the table: {other}"),
        };
        format!("{elements}[{}]", position(indices))
    });
    let product = factors.collect::<Vec<_>>().join(" * ");
    let (start, at) = match result.is_empty() {
        true => ("0.0".to_owned(), String::new()),
        false => (
            format!("vec![0.0; {}]", 1 << result.len()),
            format!("[{}]", position(&result)),
        ),
    };
    let opened: Vec<String> = (indices.iter())
        .map(|index| format!("for {index} in 0..2 {{ "))
        .collect();
    format!(
        "{{ let mut all = {start}; {}all{at} += {product}; {}all }}",
        opened.concat(),
        "} ".repeat(indices.len())
    )
}

/// The program that the tables say is one of `pass`: ours compiles for all tables; where theirs is
/// Rust, both yield the same, and so do the loops that an assignment of Tullio or TACO says.
#[test]
fn tables_say_the_same_on_both_sides() {
    let page = include_str!("../../src/guide/coming_from.md");
    let mut source = String::from(
        "//! Written by `guide.rs` from the tables of the guide.
#![allow(unused, clippy::all)]
#![cfg_attr(rustfmt, rustfmt_skip)]

use fusus::cnf;
use ndarray::{Array1, Axis, Zip};
use rayon::prelude::*;

#[test]
fn main() {
    let (xs, ys) = (vec![1.0, 3.0, 2.0], vec![2.0, 0.5, 4.0]);
    let (js, n) = (vec![2usize, 0, 1], 3usize);
    let (x, y) = (Array1::from(xs.clone()), Array1::from(ys.clone()));
    let (m, u, z) = (vec![1.0, 2.0, 3.0, 4.0], [0.5, 2.0].as_slice(), vec![3.0; 8]);
",
    );
    let mut row = |heading: &str, ours: &str, theirs: Option<&str>| {
        let line = match theirs {
            Some(theirs) => format!("    assert_eq!(cnf! {{ {ours} }}, {theirs}, {heading:?});\n"),
            None => format!("    let _ = cnf! {{ {ours} }}; // {heading}\n"),
        };
        source
            .write_str(&line)
            .expect("writing to a string succeeds");
    };
    for heading in ["From iterators", "From rayon"] {
        for (theirs, ours) in table(page, heading) {
            row(heading, &ours, Some(&theirs));
        }
    }
    for (theirs, ours) in table(page, "From ndarray") {
        // Numbers have no `to_vec`.
        let scalar = theirs.ends_with("sum()") || theirs.contains("dot");
        let theirs = match scalar {
            true => theirs,
            false => format!("({theirs}).to_vec()"),
        };
        row("From ndarray", &ours, Some(&theirs));
    }
    for heading in ["From NumPy", "From Futhark"] {
        for (_, ours) in table(page, heading) {
            row(heading, &ours, None);
        }
    }
    for sum in sums() {
        let arrays = "let (a, b, t) = (reshape(m, [2, 2]), reshape(m, [2, 2]), reshape(z, [2, 2, 2])); \
                      let (x, y) = (u, u);";
        let ours = format!("{arrays} {}", sum.ours);
        let einsum = format!("cnf! {{ {arrays} {} }}", sum.einsum);
        row("einsum", &ours, Some(&einsum));
        for (heading, assignment) in ["Tullio", "TACO"].iter().zip(&sum.assignments) {
            row(heading, &ours, Some(&loops(assignment)));
        }
    }
    source.push_str("}\n");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/pass/coming_from.rs");
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &source).expect("the folder can be written");
    }
    let tested = fs::read_to_string(&file).expect("the file is there");
    assert!(
        source == tested,
        "the tables have changed: `BLESS=1 cargo test --test guide` writes {} anew",
        file.display()
    );
}
