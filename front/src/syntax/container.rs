//! Parameters that hold elements and are no arrays of the language.

use super::term::strip_type;
use syn::{GenericArgument, PathArguments, Type};

/// A type that holds elements.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Container<'t> {
    /// The way in which it holds them.
    pub kind: ContainerKind,
    /// The type of its elements, if that is written down.
    pub element: Option<&'t Type>,
    /// True if it stands behind `&mut`.
    pub mutable: bool,
    /// True if it stands behind a reference.
    pub borrowed: bool,
}

/// The kinds of containers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    /// `Vec<T>`, `Box<[T]>`, `Arc<[T]>` and `Rc<[T]>`.
    Vector,
    /// `[T; N]`
    Array,
    /// An array or a view of ndarray of which the name does not say how many axes it has.
    Matrix,
}

/// The names of ndarray's arrays and views, without the number of dimensions.
const NDARRAYS: &[&str] = &["Array", "ArcArray", "ArrayRef", "ArrayView", "ArrayViewMut"];

impl<'t> Container<'t> {
    /// Returns the elements of a parameter of this type, if it holds any.
    pub fn of(ty: &'t Type) -> Option<Container<'t>> {
        let ty = strip_type(ty);
        let (inner, mutable, borrowed) = match ty {
            Type::Reference(reference) => (
                strip_type(&reference.elem),
                reference.mutability.is_some(),
                true,
            ),
            owned => (owned, false, false),
        };
        let (kind, element) = match inner {
            Type::Array(array) => (ContainerKind::Array, Some(&*array.elem)),
            Type::Path(path) => {
                let last = path.path.segments.last()?;
                let name = last.ident.to_string();
                let mut types = type_arguments(&last.arguments);
                let first = types.next();
                match (name.as_str(), first) {
                    ("Vec", element) => (ContainerKind::Vector, element),
                    ("Box" | "Arc" | "Rc", Some(Type::Slice(slice))) => {
                        (ContainerKind::Vector, Some(&*slice.elem))
                    }
                    _ if is_matrix(&name, types.next()) => (ContainerKind::Matrix, first),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Container {
            kind,
            element,
            mutable: mutable || matches!(inner, Type::Path(path) if is_mutable_view(path)),
            borrowed,
        })
    }

    /// Returns true if it has a method of this name of its own.
    pub fn has_method(&self, name: &str) -> bool {
        match self.kind {
            ContainerKind::Vector => name == "len",
            ContainerKind::Array => matches!(name, "len" | "map"),
            ContainerKind::Matrix => matches!(name, "len" | "map" | "fold" | "sum"),
        }
    }
}

/// The first of the types that are arguments of a path.
pub(super) fn first_type(path: &syn::Path) -> Option<&Type> {
    type_arguments(&path.segments.last()?.arguments).next()
}

fn type_arguments(arguments: &PathArguments) -> impl Iterator<Item = &Type> {
    let arguments = match arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    arguments.into_iter().flatten().filter_map(|one| match one {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// `Array0`, `ArrayViewD`, `Array<f64, Ix2>` …
fn is_matrix(name: &str, dimension: Option<&Type>) -> bool {
    if let Some(Type::Path(dimension)) = dimension {
        let is_one = dimension.path.segments.last();
        let is_one = is_one.is_some_and(|last| last.ident == "Ix1");
        return NDARRAYS.contains(&name) && !is_one;
    }
    let kind = name.trim_end_matches(['0', 'D']);
    kind.len() + 1 == name.len() && NDARRAYS.contains(&kind)
}

fn is_mutable_view(path: &syn::TypePath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident.to_string().starts_with("ArrayViewMut"))
}

#[cfg(test)]
mod tests {
    use super::{Container, ContainerKind};
    use quote::ToTokens;

    fn held(text: &str) -> Option<(ContainerKind, String, bool)> {
        let ty = syn::parse_str(text).expect("a type");
        let held = Container::of(&ty)?;
        let element = held.element?.to_token_stream().to_string();
        Some((held.kind, element, held.mutable))
    }

    #[test]
    fn containers_are_known_by_their_names() {
        use ContainerKind::{Array, Matrix, Vector};
        for (text, kind, mutable) in [
            ("Vec<f64>", Vector, false),
            ("&mut Vec<f64>", Vector, true),
            ("&std::vec::Vec<f64>", Vector, false),
            ("Box<[f64]>", Vector, false),
            ("&[f64; 3]", Array, false),
            ("&ArrayD<f64>", Matrix, false),
            ("ndarray::ArrayViewD<'_, f64>", Matrix, false),
            ("ArrayViewMutD<f64>", Matrix, true),
            ("&Array<f64, Ix2>", Matrix, false),
            ("ArrayViewD<f64>", Matrix, false),
        ] {
            assert_eq!(
                held(text),
                Some((kind, "f64".to_owned(), mutable)),
                "{text}"
            );
        }
        for text in [
            "f64",
            "Box<f64>",
            "Array1<f64>",
            "&Array2<f64>",
            "ArrayViewMut6<'_, f64>",
            "Array<f64, Ix1>",
            "Option<Vec<f64>>",
        ] {
            assert_eq!(held(text), None, "{text}");
        }
    }
}
