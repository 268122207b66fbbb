//! What users may rely on: the public items of the façade and what it exports
//! of other crates. A change of a snapshot is a change of the interface; whoever
//! accepts it says so in the changelog.
//!
//! The lint `unreachable_pub` sees to it that what says `pub` can be reached, so
//! that a list of those items is the interface. The rest of the runtime is for
//! generated code, which is always of the same release.

use insta::assert_snapshot;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, File, Ident, ImplItem, Item, TraitItem, Type, Visibility};

#[test]
fn the_facade() {
    assert_snapshot!(interface("src/lib.rs"));
}

/// `Error` and `ErrorKind`.
#[test]
fn errors() {
    let runtime = interface("backend-cpu/src/lib.rs");
    let names = |line: &str| {
        let words = line.split(|c: char| !c.is_alphanumeric());
        words
            .into_iter()
            .any(|word| word == "Error" || word == "ErrorKind")
    };
    let is_ours = |line: &&str| {
        // The runtime's own way to say what went wrong comes by another name.
        names(line) && !line.contains("Fault") || line.starts_with("impl Error: ")
    };
    assert_snapshot!(
        runtime
            .lines()
            .filter(is_ours)
            .collect::<Vec<_>>()
            .join("\n")
    );
}

/// The public items of a crate, a line for each, sorted.
fn interface(root: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(root);
    let folder = root.parent().expect("a file lies in a folder").to_owned();
    let mut lines = BTreeSet::new();
    module(&root, &folder, &mut lines);
    assert!(!lines.is_empty());
    lines.into_iter().collect::<Vec<_>>().join("\n")
}

/// The items of a file, whose modules lie in `folder`.
fn module(file: &Path, folder: &Path, lines: &mut BTreeSet<String>) {
    let source = fs::read_to_string(file).expect("the file of a module is there");
    let File { items, .. } = syn::parse_file(&source).expect("it is Rust");
    for item in items {
        self::item(item, folder, lines);
    }
}

fn item(item: Item, folder: &Path, lines: &mut BTreeSet<String>) {
    if for_tests(&item) {
        return;
    }
    match item {
        Item::Mod(inner) => match inner.content {
            Some((_, items)) => {
                let folder = folder.join(inner.ident.to_string());
                for item in items {
                    self::item(item, &folder, lines);
                }
            }
            None => {
                let (file, folder) = place(&inner.ident, folder);
                module(&file, &folder, lines);
            }
        },
        Item::Impl(block) => implementation(&block, lines),
        other => lines.extend(line(other)),
    }
}

/// An item as its users see it, if it is public.
fn line(item: Item) -> Option<String> {
    Some(match item {
        Item::Macro(defined) => {
            let is_exported = |attr: &Attribute| attr.path().is_ident("macro_export");
            let exported = defined.attrs.iter().any(is_exported);
            format!("macro {}!", defined.ident.filter(|_| exported)?)
        }
        Item::Fn(function) if is_macro(&function.attrs) => {
            format!("macro {}", function.sig.ident)
        }
        Item::Fn(function) if public(&function.vis) => shown(&function.sig),
        Item::Struct(mut defined) if public(&defined.vis) => {
            for field in &mut defined.fields {
                field.attrs.clear();
            }
            // Private fields are nobody's business, but that there are some is.
            let hides = defined.fields.iter().any(|field| !public(&field.vis));
            let (name, generics) = (&defined.ident, shown(&defined.generics));
            match hides {
                true => format!("pub struct {name}{generics} {{ .. }}"),
                false => {
                    defined.attrs.clear();
                    shown(&defined)
                }
            }
        }
        Item::Enum(mut defined) if public(&defined.vis) => {
            let may_grow = |attr: &Attribute| attr.path().is_ident("non_exhaustive");
            defined.attrs.retain(may_grow);
            for variant in &mut defined.variants {
                variant.attrs.retain(may_grow);
                for field in &mut variant.fields {
                    field.attrs.clear();
                }
            }
            shown(&defined)
        }
        Item::Trait(mut defined) if public(&defined.vis) => {
            defined.attrs.clear();
            for item in &mut defined.items {
                match item {
                    TraitItem::Fn(method) => {
                        method.attrs.clear();
                        method.default = None;
                    }
                    TraitItem::Type(ty) => ty.attrs.clear(),
                    TraitItem::Const(constant) => constant.attrs.clear(),
                    _ => {}
                }
            }
            shown(&defined)
        }
        Item::Type(mut defined) if public(&defined.vis) => {
            defined.attrs.clear();
            shown(&defined)
        }
        Item::Const(defined) if public(&defined.vis) => {
            format!("const {}: {}", defined.ident, shown(&defined.ty))
        }
        Item::Use(mut used) if public(&used.vis) => {
            let is_hidden = |attr: &Attribute| shown(attr) == "#[doc(hidden)]";
            used.attrs.retain(is_hidden);
            shown(&used)
        }
        _ => return None,
    })
}

/// What says `pub` in an `impl`, and of a trait's that it is there.
fn implementation(block: &syn::ItemImpl, lines: &mut BTreeSet<String>) {
    let of = shown(&*block.self_ty);
    if let Some((name, _)) = &block.trait_ {
        // Those that macros write have no type of their own here.
        if !matches!(&*block.self_ty, Type::Macro(_)) {
            lines.insert(format!("impl {} for {of}", shown(name)));
        }
        return;
    }
    for item in &block.items {
        match item {
            ImplItem::Fn(method) if public(&method.vis) => {
                lines.insert(format!("impl {of}: {}", shown(&method.sig)));
            }
            ImplItem::Const(constant) if public(&constant.vis) => {
                let (name, ty) = (&constant.ident, shown(&constant.ty));
                lines.insert(format!("impl {of}: const {name}: {ty}"));
            }
            _ => {}
        }
    }
}

fn public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_macro(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attr| {
        ["proc_macro", "proc_macro_attribute", "proc_macro_derive"]
            .iter()
            .any(|name| attr.path().is_ident(name))
    })
}

/// Whether an item is there for tests alone.
fn for_tests(item: &Item) -> bool {
    let attributes = match item {
        Item::Fn(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attr| {
        let text = shown(attr);
        ["#[cfg(test)]", "#[cfg(doctest)]", "#[cfg(loom)]"].contains(&text.as_str())
    })
}

/// The file of a module, and the folder of its own modules.
fn place(name: &Ident, folder: &Path) -> (PathBuf, PathBuf) {
    let inner = folder.join(name.to_string());
    let file = folder.join(format!("{name}.rs"));
    match file.is_file() {
        true => (file, inner),
        false => (inner.join("mod.rs"), inner),
    }
}

/// Tokens in one line, spaced so that one can read them.
fn shown(tokens: &impl ToTokens) -> String {
    fusus_core::ir::tokens::text(tokens.to_token_stream())
}
