//! The agreement of axes: of the operands of an operation, and of new elements with their section.

use crate::dims::Dims;
use crate::error::ErrorKind;
use crate::layout::Layout;
use crate::sections::Sections;

/// The lengths of the axes of two arrays that go together.
pub(crate) fn together(left: Dims, right: Dims) -> Result<Dims, ErrorKind> {
    match left.joined(&right) {
        Some(dims) => match dims.checked_len() {
            Some(_) => Ok(dims),
            None => Err(ErrorKind::Allocation {
                len: usize::MAX,
                element: 1,
            }),
        },
        None => Err(disagreement(left, right)),
    }
}

/// The failure of operands whose axes differ.
fn disagreement(left: Dims, right: Dims) -> ErrorKind {
    match (left.as_slice(), right.as_slice()) {
        (&[left], &[right]) => ErrorKind::LengthMismatch { left, right },
        _ => ErrorKind::ShapeMismatch {
            left: Box::new(left),
            right: Box::new(right),
        },
    }
}

/// Checks that new elements, if these are their axes, go into a section of an array.
pub(crate) fn fits(dims: Dims, sections: &Sections, new: Option<Dims>) -> Result<(), ErrorKind> {
    let section = *Layout::all(dims).section(sections)?.dims();
    match new {
        Some(new) if section.joined(&new) != Some(section) => Err(disagreement(section, new)),
        _ => Ok(()),
    }
}
