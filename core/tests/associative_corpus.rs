//! No operator of a program in this repository is refuted.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Explained, Overrides, explain, explain_fused};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// The message for every operator that is refuted.
const REFUTED: &str = "needs an associative operator";

/// Lists the messages for the refuted operators of a program.
fn refuted(program: &Explained) -> Vec<String> {
    let wrong = program.outcome.as_ref().err();
    let texts = wrong
        .into_iter()
        .flat_map(|found| found.iter().map(|diagnostic| diagnostic.text()));
    texts.filter(|text| text.contains(REFUTED)).collect()
}

/// Every operator that stands in a program of this repository, or in a text that is
/// one, was meant: none may be refuted.
#[test]
fn no_operator_of_this_repository_is_refuted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in [
        "src",
        "core",
        "cli",
        "tests",
        "examples",
        "benches",
        "fuzz",
        "backend-ocl",
    ] {
        collect(&root.join(folder), &mut files);
    }
    files.push(root.join("README.md"));
    let (mut programs, mut wrong) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).expect("sources are UTF-8");
        let mut texts = match file.extension().is_some_and(|extension| extension == "md") {
            true => blocks(&text),
            false => {
                let comments = text.lines().filter_map(|line| {
                    let line = line.trim_start();
                    line.strip_prefix("///")
                        .or_else(|| line.strip_prefix("//!"))
                });
                let comments: Vec<&str> = comments.collect();
                let mut texts = blocks(&comments.join("\n"));
                texts.push(text);
                texts
            }
        };
        while let Some(text) = texts.pop() {
            let Ok(tokens) = text.parse::<TokenStream>() else {
                continue;
            };
            for program in walk(tokens, &mut texts) {
                programs += 1;
                let found = refuted(&program);
                wrong.extend(
                    found
                        .into_iter()
                        .map(|text| format!("{}: {}: {text}", file.display(), program.name)),
                );
            }
        }
    }
    assert!(programs > 500, "only {programs} programs were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Sources and pages, but for programs that are wrong on purpose.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && name != "target" {
            collect(&path, files);
        } else if (name.ends_with(".rs") || name.ends_with(".md"))
            && !name.starts_with("not_associative")
            && !path.ends_with("core/tests/associative.rs")
            && !path.ends_with("core/tests/associative_laws.rs")
            && !path.ends_with("cli/tests/files/steps.rs")
        {
            files.push(path);
        }
    }
}

/// The blocks of Rust in a page that are not wrong on purpose.
fn blocks(page: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = page
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| !line.starts_with("```"));
            let inside: Vec<&str> = inside
                .map(|line| line.strip_prefix("# ").unwrap_or(line))
                .collect();
            if !kind.contains("compile_fail") {
                blocks.push(inside.join("\n"));
            }
        }
    }
    blocks
}

/// The programs in tokens: what macros are given, functions under `fused`, and what
/// stands in strings that are programs, which become further texts.
fn walk(tokens: TokenStream, texts: &mut Vec<String>) -> Vec<Explained> {
    const WORDS: [&str; 3] = ["fold", "scan", "scan_exclusive"];
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut programs = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let text = group.to_string();
                let has = WORDS.iter().any(|word| {
                    text.contains(&format!("{word}(")) || text.contains(&format!("{word} ("))
                });
                if !has {
                    continue;
                }
                let called = at > 1
                    && matches!(&tokens[at - 1], TokenTree::Punct(mark) if mark.as_char() == '!')
                    && matches!(&tokens[at - 2], TokenTree::Ident(_));
                if called && !text.contains('$') {
                    programs.extend(explain(
                        group.stream(),
                        "here",
                        &Overrides::default(),
                        &mut Diagnostics::new(),
                    ));
                }
                programs.extend(walk(group.stream(), texts));
            }
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string())
                    && WORDS
                        .iter()
                        .any(|word| text.value().contains(&format!("{word}(")))
                    && !text.value().contains(['$'])
                {
                    let text = text.value();
                    texts.push(
                        match (text.contains("cnf!"), text.trim_start().starts_with("->")) {
                            (true, _) => text,
                            (false, true) => {
                                format!("cnf! {{ fn f(xs: &[f64], ys: &[f64]) {text} }}")
                            }
                            (false, false) => format!("cnf! {{ {text} }}"),
                        },
                    );
                }
            }
            _ => {}
        }
    }
    programs.extend(attributed(&tokens));
    programs
}

/// The functions under `#[fused]` and `#[fusus::fused]` among tokens.
fn attributed(tokens: &[TokenTree]) -> Vec<Explained> {
    let mut programs = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [TokenTree::Punct(hash), TokenTree::Group(attribute)] = pair else {
            continue;
        };
        let text = attribute.stream().to_string().replace(' ', "");
        let named = ["fused", "fusus::fused"]
            .iter()
            .any(|name| text.starts_with(name));
        if hash.as_char() != '#' || !named {
            continue;
        }
        let mut item = Vec::new();
        for token in &tokens[at + 2..] {
            let ends =
                matches!(token, TokenTree::Group(body) if body.delimiter() == Delimiter::Brace);
            item.push(token.clone());
            if ends {
                break;
            }
        }
        let item = item.into_iter().collect();
        programs.extend(explain_fused(
            item,
            &Overrides::default(),
            &mut Diagnostics::new(),
        ));
    }
    programs
}
