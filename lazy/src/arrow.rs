//! Arrow buffers as arrays.

use arrow_buffer::{ArrowNativeType, ScalarBuffer};

use crate::array::Array;
use crate::element::Element;

/// The values of an Arrow array, which are not copied. Elements that Arrow marks as missing have a value
/// here: a mask of yours leaves them out. Truth values are bits there and bytes here, and so are copied one by one.
///
/// ```
/// use arrow_buffer::ScalarBuffer;
/// use fusus_lazy::Array;
///
/// let prices = ScalarBuffer::from(vec![1.5, 2.5, 4.0]);
/// let x = Array::from(prices);
/// let doubled = ScalarBuffer::from((x * 2.0).to_vec()?);
/// assert_eq!(doubled, [3.0, 5.0, 8.0]);
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
impl<T: Element + ArrowNativeType> From<ScalarBuffer<T>> for Array<T> {
    fn from(values: ScalarBuffer<T>) -> Self {
        Array::from_owner(values)
    }
}
