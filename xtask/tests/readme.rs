//! The text of the README beside its programs, which are tests of the façade, and its table, which
//! is a test of the task that writes it.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::plan::flow::Flow;
use fusus_core::plan::{Plan, svg};
use proc_macro2::{TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const README: &str = include_str!("../../README.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The blocks of code of one kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let start = format!("```{kind}\n");
    let blocks = README.split(start.as_str()).skip(1);
    blocks
        .filter_map(|rest| rest.split("\n```").next())
        .collect()
}

#[test]
fn the_picture_is_the_plan_of_the_program() {
    let tokens: TokenStream = blocks("rust")[0].parse().expect("it is Rust");
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.last() else {
        panic!("the first program is in `cnf!`")
    };
    let mut found = Diagnostics::new();
    let programs = explain(body.stream(), "", &Overrides::default(), &mut found);
    let compiled = programs[0].outcome.as_ref().expect("it is right");
    let plan = Plan::brief(compiled);
    assert_eq!(plan.loops, 2);
    let drawn = svg::svg(&plan, &Flow::of(compiled));
    let shown = fs::read_to_string(root().join("pictures/normalize2.svg")).expect("it is there");
    assert!(
        drawn == shown,
        "`fusus plan FILE.rs --program normalize2 --svg pictures/normalize2.svg` draws it anew"
    );
}

#[test]
fn there_are_two_commands_and_both_exist() {
    let commands = blocks("console");
    let [example, test] = &commands[..] else {
        panic!("two commands, not {commands:?}")
    };
    let name = example.strip_prefix("cargo run --release --example ");
    let name = name.expect("the first runs an example");
    let folder = root().join("examples");
    assert!(
        folder.join(name).join("main.rs").is_file() || folder.join(format!("{name}.rs")).is_file()
    );
    let task = test
        .strip_prefix("cargo xtask ")
        .expect("the second is a task");
    let help = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("help")
        .output()
        .expect("it runs");
    let help = String::from_utf8(help.stdout).expect("it is UTF-8");
    let is_task = |line: &str| line.split_whitespace().next() == Some(task);
    assert!(help.lines().any(is_task), "{help}");
}

#[test]
fn links_lead_somewhere() {
    let links: Vec<&str> = README
        .split("](")
        .skip(1)
        .chain(README.split("src=\"").skip(1))
        .filter_map(|rest| rest.split([')', '"']).next())
        .collect();
    assert!(links.len() > 10);
    for link in links {
        let (path, heading) = link.split_once('#').unwrap_or((link, ""));
        assert!(
            link.starts_with("https://") || root().join(path).exists(),
            "{link}"
        );
        if !heading.is_empty() {
            let text = fs::read_to_string(root().join(path)).expect("it is a text");
            let mut headings = text.lines().filter(|line| line.starts_with('#'));
            assert!(headings.any(|line| anchor(line) == heading), "{link}");
        }
    }
}

/// The name of a heading in links, without its backticks and marks.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Every combinator is on the one screen.
#[test]
fn the_language_is_there() {
    for combinator in fusus_core::combinator::COMBINATORS {
        assert!(
            README.contains(&format!("`{}(", combinator.name)),
            "{}",
            combinator.name
        );
    }
}

/// Editors know every combinator, as a function and as a method, and the reference explains it.
#[test]
fn sketches_and_reference_have_every_combinator() {
    let text = |path: &str| fs::read_to_string(root().join(path)).expect("it is a text");
    let sketches = text("backend-cpu/src/sketch/named.rs");
    let reference = text("src/language/reference.md");
    for combinator in fusus_core::combinator::COMBINATORS {
        let name = combinator.name;
        let function = format!("    pub fn {name}<");
        assert!(sketches.contains(&function), "the function `{name}`");
        let of_arrays = combinator.has_method();
        // The length of a slice is a method of Rust's own.
        let names = combinator.method.into_iter().chain([name]);
        for method in names.filter(|name| of_arrays && *name != "len") {
            let declared = [format!("    fn {method}<"), format!("    fn {method}(")];
            let is_there = declared.iter().any(|text| sketches.contains(text));
            assert!(is_there, "the method `{method}`");
        }
        let heading = reference
            .lines()
            .any(|line| line.starts_with('#') && line.contains(&format!("`{name}`")));
        assert!(heading, "`{name}` in the reference");
    }
}
