//! References of a source to modules of its crate.

use std::array;

use super::tokens::{Token, tokens};

/// The references of one source.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Scan<'a> {
    pub(super) references: Vec<Reference<'a>>,
    /// The modules in files of their own that are only there under `cfg(test)`.
    pub(super) test_modules: Vec<Vec<String>>,
}

/// A path that leads through the root of the crate.
#[derive(Debug, PartialEq)]
pub(super) struct Reference<'a> {
    pub(super) line: usize,
    /// The segment after the root: a module, another item, or `*`.
    pub(super) target: &'a str,
    /// The path up to the target, as written.
    pub(super) path: String,
}

/// Finds the references in the source of `module`. Items under `#[cfg(test)]` do not count, nor do
/// macros, which `#[macro_export]` puts at the root wherever they are.
pub(super) fn scan<'a>(source: &'a str, module: &[String]) -> Scan<'a> {
    let tokens = tokens(source);
    let mut scan = Scan::default();
    // The open braces before the token: those of modules by name, other ones as `None`.
    let mut braces: Vec<Option<&str>> = Vec::new();
    let mut rest = tokens.as_slice();
    while !rest.is_empty() {
        let inline = braces.iter().flatten();
        let len = match ahead(rest) {
            ["#", "[", "cfg", "(", "test", ")", "]"] => {
                let item = after_attributes(&rest[7..]);
                if let Some(name) = file_module(item) {
                    let inline = inline.map(|&name| name.to_owned());
                    let path = module
                        .iter()
                        .cloned()
                        .chain(inline)
                        .chain([name.to_owned()]);
                    scan.test_modules.push(path.collect());
                }
                rest.len() - item.len() + item_len(item)
            }
            ["mod", name, "{", ..] => {
                braces.push(Some(name));
                3
            }
            ["{", ..] => {
                braces.push(None);
                1
            }
            ["}", ..] => {
                braces.pop();
                1
            }
            ["crate", "::", ..] => {
                scan.references.extend(targets("crate", &rest[2..]));
                2
            }
            ["super", "::", ..] => {
                let steps = rest
                    .chunks(2)
                    .take_while(|step| matches!(ahead(step), ["super", "::"]));
                let steps = steps.count();
                let depth = module.len() + inline.count();
                let tail = &rest[2 * steps..];
                if steps == depth {
                    scan.references
                        .extend(targets(&vec!["super"; steps].join("::"), tail));
                }
                2 * steps
            }
            _ => 1,
        };
        rest = &rest[len..];
    }
    scan
}

/// The texts of the first `N` tokens, empty where there are fewer.
fn ahead<'a, const N: usize>(tokens: &[Token<'a>]) -> [&'a str; N] {
    array::from_fn(|index| tokens.get(index).map_or("", |token| token.text))
}

/// The references behind `root::`: one, or those of a group in braces.
fn targets<'a>(root: &str, tokens: &[Token<'a>]) -> Vec<Reference<'a>> {
    let reference = |tokens: &[Token<'a>]| {
        let [target, next] = ahead(tokens);
        let is_macro = next == "!";
        let is_self = target == "self";
        (!is_macro && !is_self).then(|| Reference {
            line: tokens[0].line,
            target,
            path: format!("{root}::{target}"),
        })
    };
    match tokens {
        [] => Vec::new(),
        [Token { text: "{", .. }, group @ ..] => {
            elements(group).into_iter().filter_map(reference).collect()
        }
        _ => reference(tokens).into_iter().collect(),
    }
}

/// The elements of a group whose opening brace has been taken, each up to the end of all tokens.
fn elements<'t, 'a>(group: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut elements = Vec::new();
    let mut depth = 0_usize;
    let mut starts = true;
    for (index, token) in group.iter().enumerate() {
        match token.text {
            "}" if depth == 0 => break,
            "}" => depth -= 1,
            "," if depth == 0 => starts = true,
            _ if starts => {
                elements.push(&group[index..]);
                starts = false;
            }
            "{" => depth += 1,
            _ => {}
        }
    }
    elements
}

/// The tokens after the attributes that an item has besides.
fn after_attributes<'t, 'a>(mut tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    while let ["#", "["] = ahead(tokens) {
        tokens = &tokens[1..];
        tokens = &tokens[balanced_len(tokens)..];
    }
    tokens
}

/// The name of the module that an item declares to be in a file of its own.
fn file_module<'a>(mut item: &[Token<'a>]) -> Option<&'a str> {
    if let ["pub"] = ahead(item) {
        item = &item[1..];
        if let ["("] = ahead(item) {
            item = &item[balanced_len(item)..];
        }
    }
    match ahead(item) {
        ["mod", name, ";"] => Some(name),
        _ => None,
    }
}

/// The number of tokens of an item: up to its semicolon or through its body.
fn item_len(item: &[Token<'_>]) -> usize {
    let mut at = 0;
    while let Some(token) = item.get(at) {
        match token.text {
            ";" => return at + 1,
            "{" => return at + balanced_len(&item[at..]),
            "}" => return at,
            _ => at += balanced_len(&item[at..]),
        }
    }
    at
}

/// The number of tokens from an opening bracket through the one that closes it; one for anything
/// else.
fn balanced_len(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths that a source of the module `size::solver` names, with their lines.
    fn paths(source: &str) -> Vec<(usize, String)> {
        let module = ["size".to_owned(), "solver".to_owned()];
        let scan = scan(source, &module);
        scan.references
            .into_iter()
            .map(|reference| (reference.line, reference.path))
            .collect()
    }

    fn at(line: usize, path: &str) -> (usize, String) {
        (line, path.to_owned())
    }

    #[test]
    fn every_element_of_a_group_counts() {
        assert_eq!(
            paths("use crate::{\n ir::{self, Id as I, b::{c}},\n graph, fuse::*,\n self};"),
            [
                at(2, "crate::ir"),
                at(3, "crate::graph"),
                at(3, "crate::fuse")
            ]
        );
    }

    #[test]
    fn paths_in_expressions_types_and_macros_count() {
        assert_eq!(
            paths("fn f(a: &crate::ir::Id) {\n vec![crate::nest::f(), $crate::fuse::g()] }"),
            [
                at(1, "crate::ir"),
                at(2, "crate::nest"),
                at(2, "crate::fuse")
            ]
        );
    }

    #[test]
    fn super_counts_where_it_reaches_the_root() {
        assert_eq!(
            paths("use super::Size; use super::super::ir;"),
            [at(1, "super::super::ir")]
        );
        assert_eq!(
            paths(
                "mod inner { use super::super::graph; use super::super::super::fuse; } use super::super::nest;"
            ),
            [
                at(1, "super::super::super::fuse"),
                at(1, "super::super::nest")
            ]
        );
    }

    #[test]
    fn comments_strings_macros_and_visibilities_do_not_count() {
        let source =
            "// crate::a\n/// [`crate::b`]\nfn f() { crate::log!(\"crate::c\") } pub(crate) x: u8";
        assert_eq!(paths(source), []);
    }

    #[test]
    fn what_is_there_for_tests_does_not_count() {
        let source = "
            #[cfg(test)] use crate::{a, b};
            #[cfg(test)] #[allow(dead_code)] fn f<T: crate::c::C>(x: [u8; 3]) -> u8 { crate::d::e() }
            #[cfg(test)] mod tests { use crate::f; mod more { use crate::g; } }
            use crate::ir;";
        assert_eq!(paths(source), [at(5, "crate::ir")]);
    }

    #[test]
    fn modules_of_tests_in_files_are_found() {
        let scan = scan(
            "mod a; #[cfg(test)] pub(crate) mod tests; mod b { #[cfg(test)] mod c; } #[cfg(test)] fn d() {}",
            &["size".to_owned()],
        );
        assert_eq!(
            scan.test_modules,
            [vec!["size", "tests"], vec!["size", "b", "c"]]
        );
    }

    #[test]
    fn tokens_that_end_too_early_are_no_trouble() {
        for source in [
            "crate::",
            "crate::{",
            "crate::{a,",
            "super::super::",
            "#[cfg(test)]",
            "#[cfg(test)] #[",
            "mod a {",
            "} }",
        ] {
            scan(source, &["size".to_owned()]);
        }
    }
}
