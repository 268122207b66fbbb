//! Parameters: which of them are arrays.

use super::ParamKind;
use super::term::strip_type;
use syn::Type;

/// Returns the kind of a parameter of this type. Slices are arrays, and so are types with the names
/// of ndarray's one-dimensional arrays and views.
pub(super) fn kind(ty: &Type) -> ParamKind {
    match strip_type(ty) {
        Type::Reference(reference) => {
            let elem = strip_type(&reference.elem);
            let is_array = matches!(elem, Type::Slice(_)) || is_named(elem, NDARRAYS);
            match (is_array, &reference.mutability) {
                (false, _) => ParamKind::Scalar,
                (true, None) => ParamKind::Array,
                (true, Some(_)) => ParamKind::ArrayMut,
            }
        }
        owned if is_named(owned, &[VIEW_MUT]) => ParamKind::ArrayMut,
        owned if is_named(owned, NDARRAYS) => ParamKind::Array,
        _ => ParamKind::Scalar,
    }
}

/// The names of ndarray's one-dimensional arrays and views.
const NDARRAYS: &[&str] = &["Array1", "ArcArray1", "ArrayRef1", "ArrayView1", VIEW_MUT];

const VIEW_MUT: &str = "ArrayViewMut1";

fn is_named(ty: &Type, names: &[&str]) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| names.iter().any(|name| last.ident == name)),
        _ => false,
    }
}
