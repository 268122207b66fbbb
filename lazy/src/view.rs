//! Views of arrays: other axes over the same elements.

use std::sync::Arc;

use crate::dims::Dims;
use crate::error::ErrorKind;
use crate::layout::Layout;
use crate::sections::Sections;

/// A view of an array: other axes over the same elements.
#[derive(Clone, Debug)]
pub(crate) enum View {
    Sections(Sections),
    /// The axes in another order.
    Permuted(Arc<[usize]>),
    /// Other axes over the same elements in the same order.
    Reshaped(Box<Dims>),
}

impl View {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            View::Sections(_) => "at",
            View::Permuted(_) => "permute",
            View::Reshaped(_) => "reshape",
        }
    }

    /// The axes of the view, and the places of its elements if strides can say them.
    pub(crate) fn of(&self, layout: &Layout) -> Result<(Dims, Option<Layout>), ErrorKind> {
        let viewed = match self {
            View::Sections(sections) => layout.section(sections)?,
            View::Permuted(order) => layout.permute(order)?,
            View::Reshaped(to) => {
                let from = *layout.dims();
                if to.checked_len() != Some(from.len()) {
                    let (from, to) = (Box::new(from), to.clone());
                    return Err(ErrorKind::Reshape { from, to });
                }
                return Ok((**to, layout.reshape(**to)));
            }
        };
        Ok((*viewed.dims(), Some(viewed)))
    }
}
