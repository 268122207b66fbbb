//! Parameters: which of them are arrays.

use super::ParamKind;
use super::term::strip_type;
use syn::Type;

/// Returns the kind of a parameter of this type. Slices are arrays, and so are types with the names
/// of ndarray's arrays and views of 1 to 6 axes.
pub(super) fn kind(ty: &Type) -> ParamKind {
    match strip_type(ty) {
        Type::Reference(reference) => {
            let elem = strip_type(&reference.elem);
            let is_array = matches!(elem, Type::Slice(_)) || named(elem).is_some();
            match (is_array, &reference.mutability) {
                (false, _) => ParamKind::Scalar,
                (true, None) => ParamKind::Array,
                (true, Some(_)) => ParamKind::ArrayMut,
            }
        }
        owned => match named(owned) {
            Some((VIEW_MUT, _)) => ParamKind::ArrayMut,
            Some(_) => ParamKind::Array,
            None => ParamKind::Scalar,
        },
    }
}

/// Returns the number of axes of a parameter of this type, if it has the name of an array or a view
/// of ndarray.
pub(super) fn axes(ty: &Type) -> Option<usize> {
    let ty = match strip_type(ty) {
        Type::Reference(reference) => strip_type(&reference.elem),
        owned => owned,
    };
    Some(named(ty)?.1)
}

/// Returns the number of axes of a type of this name as which a function returns an array.
pub fn returned_axes(ty: &Type) -> Option<usize> {
    match named(ty)? {
        ("Array", axes) => Some(axes),
        _ => None,
    }
}

/// The names of ndarray's arrays and views, without the number of axes.
const NDARRAYS: &[&str] = &["Array", "ArcArray", "ArrayRef", "ArrayView", VIEW_MUT];

const VIEW_MUT: &str = "ArrayViewMut";

/// The name without the number of axes, and that number, of a type that is named as ndarray's are.
fn named(ty: &Type) -> Option<(&'static str, usize)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let name = path.path.segments.last()?.ident.to_string();
    let axes = name.chars().last()?.to_digit(10)?;
    let kind = name.strip_suffix(|last: char| last.is_ascii_digit())?;
    let kind = NDARRAYS.iter().find(|known| **known == kind)?;
    let axes = usize::try_from(axes).ok()?;
    (1..=6).contains(&axes).then_some((*kind, axes))
}
