//! Arrow buffers as arrays.

use arrow_buffer::{ArrowNativeType, BooleanBuffer, NullBuffer, ScalarBuffer};

use crate::array::Array;
use crate::element::Element;

/// The values of an Arrow array, which are not copied. Elements that Arrow marks as missing have a value
/// here: the mask that its [`NullBuffer`] becomes leaves them out.
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

/// Truth values, which are copied: they are bits there and bytes here. The way back is
/// `BooleanBuffer::from(mask.to_vec()?)`.
///
/// ```
/// use arrow_buffer::{BooleanBuffer, ScalarBuffer};
/// use fusus_lazy::Array;
///
/// let is_open = Array::from(BooleanBuffer::from(vec![true, false, true]));
/// let prices = Array::from(ScalarBuffer::from(vec![1.5, 2.5, 4.0]));
/// assert_eq!(prices.keep(&is_open).sum().item()?, 5.5);
/// assert_eq!(BooleanBuffer::from((!is_open).to_vec()?), BooleanBuffer::from(vec![false, true, false]));
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
impl From<BooleanBuffer> for Array<bool> {
    fn from(values: BooleanBuffer) -> Self {
        values.iter().collect()
    }
}

/// The elements that are there, as a column of truth values: false for those that Arrow marks as missing.
/// Arrays have no missing elements of their own, so a program says where they are left out: in a sum, a mean, a
/// column of numbers in their place.
///
/// ```
/// use arrow_buffer::{NullBuffer, ScalarBuffer};
/// use fusus_lazy::Array;
///
/// let values = ScalarBuffer::from(vec![1.5, 0.0, 4.5]);
/// let nulls = NullBuffer::from(vec![true, false, true]);
/// let (x, is_there) = (Array::from(values), Array::from(nulls));
/// let mean = x.keep(&is_there).sum() / is_there.count().cast::<f64>();
/// assert_eq!(mean.item()?, 3.0);
/// assert_eq!(is_there.select(&x, &mean).to_vec()?, [1.5, 3.0, 4.5]);
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
impl From<NullBuffer> for Array<bool> {
    fn from(nulls: NullBuffer) -> Self {
        nulls.into_inner().into()
    }
}
