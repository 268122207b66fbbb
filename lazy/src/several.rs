//! The evaluation of several arrays together.

use std::sync::Arc;

use crate::column::Column;
use crate::error::Error;
use crate::evaluate::{compute, known};
use crate::node::Node;

/// Computes several arrays or columns together: work that they share is done once, and stays in
/// registers where a loop has all that need it.
///
/// ```
/// use fusus_lazy::{Array, Column, eval_all};
///
/// let x = Array::from_vec(vec![1.0, 2.0, 3.0]);
/// let root = (&x * &x + 1.0).sqrt();
/// let (less, more) = (&root - 1.0, &root + 1.0);
/// drop(root);
/// eval_all([&less, &more])?;
/// // Arrays of several types are columns.
/// let (low, signs) = (x.minimum(2.0), x.gt(2.0));
/// eval_all([Column::from(&low), Column::from(&signs)])?;
/// assert_eq!(low.to_vec()?, [1.0, 2.0, 2.0]);
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
///
/// # Errors
///
/// The failure of one of the arrays. Others that are computed in one graph with it may have no result
/// then, and get one when somebody asks for them.
pub fn eval_all<C: Into<Column>>(arrays: impl IntoIterator<Item = C>) -> Result<(), Error> {
    let arrays = arrays.into_iter();
    let roots: Vec<Arc<Node>> = arrays.map(|array| array.into().into_node()).collect();
    for root in &roots {
        known(root)?;
    }
    compute(&roots)
}
