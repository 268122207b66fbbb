//! The circle check: files of a folder do not import each other in a circle, so that one of them
//! can be read behind those that it uses.
//!
//! A module may be used by the files inside it, which find there what they share, and pass on their
//! items (`pub use`): neither counts.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{Token, tokens};
use super::{Source, collect};
use std::path::Path;

/// Checks the Rust files of the folder `folder` of the folder `root`.
pub(crate) fn check(root: &Path, folder: &str) -> Result<String, String> {
    let files = collect(root, folder).map_err(|error| format!("cannot read {folder}: {error}"))?;
    // The folder as a module of its crate.
    let below = folder.split("/").skip_while(|part| *part != "src").skip(1);
    let below: Module = below.map(str::to_owned).collect();
    match circle(&files, &below) {
        None => Ok(format!("{} files, none in a circle", files.len())),
        Some(circle) => Err(format!(
            "files import each other in a circle: {}",
            circle.join(" → ")
        )),
    }
}

type Module = Vec<String>;

/// The files of a circle, the first of them once more at its end, in a folder that is this module
/// of its crate.
fn circle(files: &[Source], folder: &Module) -> Option<Vec<String>> {
    let modules: BTreeSet<&Module> = files.iter().map(|file| &file.module).collect();
    let edges: BTreeMap<&Module, BTreeSet<Module>> = files
        .iter()
        .map(|file| (&file.module, used(file, &modules, folder)))
        .collect();
    let mut done = BTreeSet::new();
    let mut path = Vec::new();
    let found = modules
        .iter()
        .find_map(|module| visit(module, &edges, &mut path, &mut done))?;
    let name = |module: &Module| match module.is_empty() {
        true => "the root".to_owned(),
        false => module.join("::"),
    };
    Some(found.iter().map(name).collect())
}

fn visit(
    module: &Module,
    edges: &BTreeMap<&Module, BTreeSet<Module>>,
    path: &mut Vec<Module>,
    done: &mut BTreeSet<Module>,
) -> Option<Vec<Module>> {
    if let Some(start) = path.iter().position(|other| other == module) {
        let circle = path[start..].iter().chain([module]);
        return Some(circle.cloned().collect());
    }
    if !done.insert(module.clone()) {
        return None;
    }
    path.push(module.clone());
    let found = edges[module]
        .iter()
        .find_map(|used| visit(used, edges, path, done));
    path.pop();
    found
}

/// The modules in files that a file uses, but for itself, those that it is in, and those inside it
/// whose items it passes on.
fn used(file: &Source, modules: &BTreeSet<&Module>, folder: &Module) -> BTreeSet<Module> {
    let tokens = tokens(&file.text);
    let (mut paths, mut passed_on) = (Vec::new(), Vec::new());
    let mut index = 0;
    while index < tokens.len() {
        let rest = &tokens[index..];
        if text(rest, 0) == "#" && text(rest, 2) == "cfg" && text(rest, 4) == "test" {
            // Tests are the last of a file, and free to use everything.
            break;
        }
        let before = index.checked_sub(1).map_or("", |at| text(&tokens, at));
        // `$crate` of a macro is used where the macro is.
        let starts = matches!(text(rest, 0), "crate" | "super" | "self")
            && text(rest, 1) == "::"
            && before != "$";
        if text(rest, 0) == "use" {
            // Behind `pub` or `pub(crate)`.
            let paths = match matches!(before, "pub" | ")") {
                true => &mut passed_on,
                false => &mut paths,
            };
            expand(&rest[1..], &[], paths);
            index += rest.iter().position(|token| token.text == ";").unwrap_or(1);
        } else if starts {
            expand(rest, &[], &mut paths);
            index += 2;
        }
        index += 1;
    }
    let module_of = |path: &Vec<String>| match path.strip_prefix(&["crate".to_owned()]) {
        Some(path) => path
            .strip_prefix(folder.as_slice())
            .and_then(|path| deepest(Vec::new(), path, modules)),
        None => resolve(file, path, modules),
    };
    let passed_on = passed_on.iter().filter_map(module_of);
    let passed_on = passed_on.filter(|module| !module.starts_with(&file.module));
    let used = paths.iter().filter_map(module_of).chain(passed_on);
    used.filter(|module| !file.module.starts_with(module))
        .collect()
}

/// The paths of a tree of imports, or of a single path, whose beginning is `before`. Returns how
/// many tokens it has.
fn expand(tokens: &[Token<'_>], before: &[String], paths: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    let mut at = 0;
    if text(tokens, at) == "::" {
        at += 1;
    }
    loop {
        match text(tokens, at) {
            "{" => {
                at += 1;
                while !matches!(text(tokens, at), "}" | "") {
                    at += expand(&tokens[at..], &path, paths);
                    if text(tokens, at) == "as" {
                        at += 2;
                    }
                    if text(tokens, at) == "," {
                        at += 1;
                    }
                }
                return at + 1;
            }
            segment => {
                if segment != "self" || path.is_empty() {
                    path.push(segment.to_owned());
                }
                at += 1;
            }
        }
        if text(tokens, at) != "::" {
            break;
        }
        at += 1;
    }
    paths.push(path);
    at
}

/// The deepest module in a file that a path leads into.
fn resolve(file: &Source, path: &[String], modules: &BTreeSet<&Module>) -> Option<Module> {
    let mut module = file.module.clone();
    let mut rest = path;
    match rest.first()?.as_str() {
        "self" => rest = &rest[1..],
        "super" => {
            while let Some("super") = rest.first().map(String::as_str) {
                module.pop()?;
                rest = &rest[1..];
            }
        }
        // A path of another crate, unless it begins with a module inside this one.
        first => {
            let mut inside = module.clone();
            inside.push(first.to_owned());
            if !modules.contains(&inside) {
                return None;
            }
        }
    }
    deepest(module, rest, modules)
}

/// The deepest module in a file that a path from a module leads into.
fn deepest(mut module: Module, path: &[String], modules: &BTreeSet<&Module>) -> Option<Module> {
    for segment in path {
        let mut inside = module.clone();
        inside.push(segment.clone());
        if !modules.contains(&inside) {
            break;
        }
        module = inside;
    }
    modules.contains(&module).then_some(module)
}

fn text<'a>(tokens: &[Token<'a>], at: usize) -> &'a str {
    tokens.get(at).map_or("", |token| token.text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sources;
    use super::*;

    fn circle_of(files: &[(&str, &str)]) -> Option<String> {
        circle(&sources(files), &vec!["inner".to_owned()]).map(|circle| circle.join(" → "))
    }

    #[test]
    fn files_that_import_each_other_are_a_circle() {
        let files = [
            ("a.rs", "use super::b::B;"),
            ("b.rs", "use super::{d, c::{self, C}};"),
            ("c.rs", "fn f() { crate::inner::a::g() }"),
            ("d.rs", ""),
        ];
        assert_eq!(circle_of(&files).as_deref(), Some("a → b → c → a"));
        assert_eq!(circle_of(&files[..2]), None);
    }

    #[test]
    fn a_module_is_used_by_the_files_inside_it_and_passes_their_items_on() {
        let inside = ("a/b.rs", "use super::A; use super::c::C;");
        assert_eq!(
            circle_of(&[("a/mod.rs", "mod b; use b::B;"), inside, ("a/c.rs", "")]),
            None
        );
        let back = ("a/c.rs", "use crate::b; use super::b;");
        assert_eq!(
            circle_of(&[inside, back]).as_deref(),
            Some("a::b → a::c → a::b")
        );
    }

    #[test]
    fn a_module_that_uses_a_file_inside_it_uses_what_that_uses() {
        let inside = ("a/inner.rs", "use super::super::b::B;");
        let beside = ("b.rs", "use super::a::A;");
        let uses = ("a/mod.rs", "use inner::I;");
        assert_eq!(
            circle_of(&[uses, inside, beside]).as_deref(),
            Some("a → a::inner → b → a")
        );
        for passes_on in ["pub use inner::I;", "pub(crate) use inner::I;"] {
            assert_eq!(circle_of(&[("a/mod.rs", passes_on), inside, beside]), None);
        }
    }

    #[test]
    fn macros_use_nothing_where_they_are_declared() {
        let declared = "macro_rules! m { () => { $crate::inner::b::B }; }";
        assert_eq!(
            circle_of(&[("a.rs", declared), ("b.rs", "use super::a;")]),
            None
        );
    }

    #[test]
    fn tests_do_not_count() {
        let tested = "#[cfg(test)] mod tests { use super::super::b; }";
        assert_eq!(
            circle_of(&[("a.rs", tested), ("b.rs", "use super::a;")]),
            None
        );
    }
}
