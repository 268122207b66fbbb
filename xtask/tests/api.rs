//! The interfaces that users may rely on: the public items of the façade and those that it exports
//! of other crates. A change of a snapshot is a change of the interface; whoever accepts it says so
//! in the changelog.
//!
//! The lint `unreachable_pub` sees to it that what says `pub` can be reached, so that a list of
//! those items is the interface. The rest of the runtime is for generated code, which is always of
//! the same release.

use insta::assert_snapshot;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, File, Ident, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

#[test]
fn the_facade() {
    assert_snapshot!(interface("src/lib.rs"));
}

/// The exports of the runtime: elements and errors.
#[test]
fn the_runtime() {
    assert_snapshot!(exported("fusus_cpu", "backend-cpu/src/lib.rs"));
}

/// The exports of the runtime on devices: `fusus::ocl`.
#[test]
fn devices() {
    assert_snapshot!(exported("fusus_ocl", "backend-ocl/src/lib.rs"));
}

/// The exports of arrays over processes: `fusus::mpi`.
#[test]
fn processes() {
    assert_snapshot!(exported("fusus_mpi", "backend-mpi/src/lib.rs"));
}

/// The elementary functions of `fusus_math`.
#[test]
fn the_functions() {
    assert_snapshot!(interface("math/src/lib.rs"));
}

/// The exports of another crate by the façade, by name.
fn exported(name: &str, root: &str) -> String {
    let facade = lines("src/lib.rs");
    let names: BTreeSet<&str> = (facade.iter())
        .filter(|line| line.text.starts_with(&format!("pub use {name}::")))
        .flat_map(|line| line.of.iter().map(String::as_str))
        .collect();
    assert!(!names.is_empty(), "nothing of {name}");
    let runtime = lines(root);
    for name in &names {
        let is_there = runtime.iter().any(|line| line.of == [*name]);
        assert!(is_there, "{root} has no {name}");
    }
    // The way from module to module is nobody's business.
    let ours = |line: &&Line| match &line.of[..] {
        [of] => names.contains(of.as_str()) && !line.text.starts_with("pub use"),
        _ => false,
    };
    text(runtime.iter().filter(ours))
}

/// The public items of a crate, a line for each, sorted.
fn interface(root: &str) -> String {
    text(&lines(root))
}

fn text<'l>(lines: impl IntoIterator<Item = &'l Line>) -> String {
    let texts: Vec<&str> = lines.into_iter().map(|line| line.text.as_str()).collect();
    texts.join("\n")
}

/// A public item, or what an `impl` has.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    text: String,
    /// The name of the item, or of the `impl`'s type; all names that are exported.
    of: Vec<String>,
}

impl Line {
    fn of(name: &Ident, text: String) -> Self {
        let of = vec![name.to_string()];
        Line { text, of }
    }
}

fn lines(root: &str) -> BTreeSet<Line> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(root);
    let folder = root.parent().expect("a file lies in a folder").to_owned();
    let mut lines = BTreeSet::new();
    module(&root, &folder, &mut lines);
    assert!(!lines.is_empty());
    lines
}

/// The items of a file, whose modules lie in `folder`.
fn module(file: &Path, folder: &Path, lines: &mut BTreeSet<Line>) {
    let source = fs::read_to_string(file).expect("the file of a module is there");
    let File { items, .. } = syn::parse_file(&source).expect("it is Rust");
    for item in items {
        self::item(item, folder, lines);
    }
}

fn item(item: Item, folder: &Path, lines: &mut BTreeSet<Line>) {
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
fn line(item: Item) -> Option<Line> {
    Some(match item {
        Item::Macro(defined) => {
            let is_exported = |attr: &Attribute| attr.path().is_ident("macro_export");
            let exported = defined.attrs.iter().any(is_exported);
            let name = defined.ident.filter(|_| exported)?;
            Line::of(&name, format!("macro {name}!"))
        }
        Item::Fn(function) if is_macro(&function.attrs) => {
            let name = &function.sig.ident;
            Line::of(name, format!("macro {name}"))
        }
        Item::Fn(function) if public(&function.vis) => {
            Line::of(&function.sig.ident, shown(&function.sig))
        }
        Item::Struct(mut defined) if public(&defined.vis) => {
            for field in &mut defined.fields {
                field.attrs.clear();
            }
            // Private fields are nobody's business, but that there are some is.
            let hides = defined.fields.iter().any(|field| !public(&field.vis));
            let (name, generics) = (&defined.ident, shown(&defined.generics));
            let text = match hides {
                true => format!("pub struct {name}{generics} {{ .. }}"),
                false => {
                    defined.attrs.clear();
                    shown(&defined)
                }
            };
            Line::of(&defined.ident, text)
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
            Line::of(&defined.ident, shown(&defined))
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
            Line::of(&defined.ident, shown(&defined))
        }
        Item::Type(mut defined) if public(&defined.vis) => {
            defined.attrs.clear();
            Line::of(&defined.ident, shown(&defined))
        }
        Item::Const(defined) if public(&defined.vis) => {
            let (name, ty) = (&defined.ident, shown(&defined.ty));
            Line::of(name, format!("const {name}: {ty}"))
        }
        Item::Use(mut used) if public(&used.vis) => {
            let is_hidden = |attr: &Attribute| shown(attr) == "#[doc(hidden)]";
            used.attrs.retain(is_hidden);
            Line {
                text: shown(&used),
                of: names(&used.tree),
            }
        }
        _ => return None,
    })
}

/// The names that a `use` brings.
fn names(tree: &UseTree) -> Vec<String> {
    match tree {
        UseTree::Path(path) => names(&path.tree),
        UseTree::Name(name) => vec![name.ident.to_string()],
        UseTree::Rename(renamed) => vec![renamed.rename.to_string()],
        UseTree::Glob(_) => Vec::new(),
        UseTree::Group(group) => group.items.iter().flat_map(names).collect(),
    }
}

/// Adds the `pub` items of an `impl`; of an `impl` of a trait, that it is there.
fn implementation(block: &syn::ItemImpl, lines: &mut BTreeSet<Line>) {
    let of = shown(&*block.self_ty);
    let mut insert = |text: String| {
        let of = match &*block.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        lines.insert(Line {
            text,
            of: of.into_iter().collect(),
        });
    };
    if let Some((name, _)) = &block.trait_ {
        // Those that macros write have no type of their own here.
        if !matches!(&*block.self_ty, Type::Macro(_)) {
            insert(format!("impl {} for {of}", shown(name)));
        }
        return;
    }
    for item in &block.items {
        match item {
            ImplItem::Fn(method) if public(&method.vis) => {
                insert(format!("impl {of}: {}", shown(&method.sig)));
            }
            ImplItem::Const(constant) if public(&constant.vis) => {
                let (name, ty) = (&constant.ident, shown(&constant.ty));
                insert(format!("impl {of}: const {name}: {ty}"));
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

/// Returns true if an item is there for tests alone.
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
