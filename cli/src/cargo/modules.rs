//! The files of a target: its first one, and those of the modules in it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// All files, each once: a target's first file, then its modules in order.
pub(super) fn files(roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for root in roots {
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        add(root.clone(), &folder, &mut found);
    }
    found
}

/// Adds a file and those of its modules, which lie in `folder`.
fn add(file: PathBuf, folder: &Path, found: &mut Vec<PathBuf>) {
    // However a path leads there.
    let file = file.canonicalize().unwrap_or(file);
    if found.contains(&file) {
        return;
    }
    let source = fs::read_to_string(&file).unwrap_or_default();
    let beside = file.parent().unwrap_or(Path::new("")).to_owned();
    found.push(file);
    if let Ok(tokens) = source.parse() {
        modules(tokens, folder, &beside, found);
    }
}

/// `mod name;`, with or without `#[path = "…"]`, and `mod name { … }`.
/// Paths in attributes start `beside` the file.
fn modules(tokens: TokenStream, folder: &Path, beside: &Path, found: &mut Vec<PathBuf>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, pair) in tokens.windows(3).enumerate() {
        let [TokenTree::Ident(word), TokenTree::Ident(name), rest] = pair else {
            continue;
        };
        if word != "mod" {
            continue;
        }
        let name = name.to_string();
        let name = name.trim_start_matches("r#");
        match rest {
            TokenTree::Punct(end) if end.as_char() == ';' => {
                if let Some(path) = path(&tokens[..at]) {
                    let file = beside.join(path);
                    let folder = file.parent().unwrap_or(beside).to_owned();
                    add(file, &folder, found);
                    continue;
                }
                let inner = folder.join(name);
                let file = folder.join(format!("{name}.rs"));
                let file = if file.is_file() {
                    file
                } else {
                    inner.join("mod.rs")
                };
                if file.is_file() {
                    add(file, &inner, found);
                }
            }
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                let inner = folder.join(name);
                modules(body.stream(), &inner, &inner, found);
            }
            _ => {}
        }
    }
}

/// The path in the attributes right before an item.
fn path(before: &[TokenTree]) -> Option<String> {
    for token in before.iter().rev() {
        match token {
            TokenTree::Group(attribute) if attribute.delimiter() == Delimiter::Bracket => {
                let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
                if let [TokenTree::Ident(name), _, TokenTree::Literal(path)] = &tokens[..]
                    && name == "path"
                {
                    return Some(path.to_string().trim_matches('"').to_owned());
                }
            }
            // `pub`, `pub(crate)` and the hash of an attribute.
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {}
            TokenTree::Ident(word) if word == "pub" => {}
            TokenTree::Punct(hash) if hash.as_char() == '#' => {}
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

    #[test]
    fn modules_are_followed() {
        let root = env::temp_dir().join(format!("fusus-modules-{}", std::process::id()));
        for (file, text) in [
            (
                "lib.rs",
                "mod a; pub(crate) mod b; #[cfg(x)] #[path = \"odd/c.rs\"] mod c; mod missing; mod d { mod e; }",
            ),
            (
                "a.rs",
                "mod inner; // mod no;\nconst S: &str = \"mod no;\";",
            ),
            ("a/inner.rs", "mod r#type;"),
            ("a/inner/type.rs", "mod a;"),
            ("b/mod.rs", "mod f;"),
            ("b/f.rs", ""),
            ("odd/c.rs", "mod g;"),
            ("odd/g.rs", ""),
            ("d/e.rs", "#[path = \"../a.rs\"] mod again;"),
            ("no.rs", ""),
        ] {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let real = root.canonicalize().unwrap();
        let found = files(&[root.join("lib.rs"), root.join("b/f.rs")]);
        let found: Vec<String> = found
            .iter()
            .map(|path| path.strip_prefix(&real).unwrap().display().to_string())
            .collect();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(
            found,
            [
                "lib.rs",
                "a.rs",
                "a/inner.rs",
                "a/inner/type.rs",
                "b/mod.rs",
                "b/f.rs",
                "odd/c.rs",
                "odd/g.rs",
                "d/e.rs"
            ]
        );
    }
}
