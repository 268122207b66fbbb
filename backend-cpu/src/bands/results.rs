//! Arrays that bands make.

use super::rows::BandRows;
use crate::agreement::product;
use crate::element::Element;
use crate::error::Fault;
use crate::memory;
use crate::sink::output_buffer::OutputBuffer;

/// A list of the arrays that bands make: `(Vec, (Vec, … ()))`.
pub trait BandResults: Sized {
    /// For each array its name in errors, the number of elements of a row, and the number of rows that it
    /// has more than bands.
    type Names: Copy;
    /// The memory of the arrays.
    #[doc(hidden)]
    type Places: Sync;

    /// New memory for all rows.
    #[doc(hidden)]
    fn places(all: BandRows, names: Self::Names) -> Result<Self::Places, Fault>;

    /// Copies the arrays to the rows of a band. The rows that they have more are those of later bands,
    /// and are copied by the last one.
    ///
    /// # Safety
    ///
    /// There must be so many rows, and nobody else may use them at the same time.
    #[doc(hidden)]
    unsafe fn put(self, places: &Self::Places, band: BandRows);

    /// The arrays with all rows.
    ///
    /// # Safety
    ///
    /// All of them must have been put.
    #[doc(hidden)]
    unsafe fn finish(places: Self::Places) -> Self;
}

impl BandResults for () {
    type Names = ();
    type Places = ();

    fn places(_all: BandRows, (): ()) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    unsafe fn put(self, (): &(), _band: BandRows) {}

    unsafe fn finish((): ()) {}
}

/// The memory of an array while bands write it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Place<T> {
    output: OutputBuffer<T, Vec<T>>,
    width: usize,
    /// The rows that the array has more than bands.
    more: usize,
}

impl<T: Element, R: BandResults> BandResults for (Vec<T>, R) {
    type Names = ((&'static str, usize, usize), R::Names);
    type Places = (Place<T>, R::Places);

    fn places(all: BandRows, names: Self::Names) -> Result<Self::Places, Fault> {
        let ((name, width, more), others) = names;
        let len = product(all.and(more), width, name)?;
        memory::prepare_allocator(len.saturating_mul(size_of::<T>()));
        let output = OutputBuffer::new(len, name)?;
        let place = Place {
            output,
            width,
            more,
        };
        Ok((place, R::places(all, others)?))
    }

    unsafe fn put(self, places: &Self::Places, band: BandRows) {
        let (made, others) = self;
        let (place, other_places) = places;
        let (width, of_band) = (place.width, band.and(place.more));
        assert_eq!(
            made.len(),
            of_band * width,
            "a band made other rows than its own"
        );
        let len = match band.is_last() {
            true => made.len(),
            false => band.and(0) * width,
        };
        debug_assert!(band.start() * width + len <= place.output.len());
        // SAFETY: the caller's promise: the rows are in the buffer, and only this thread writes
        // them; the vector is another place, and has at least so many elements.
        unsafe {
            let to = place.output.from(band.start() * width);
            to.copy_from_nonoverlapping(made.as_ptr(), len);
            others.put(other_places, band);
        }
    }

    unsafe fn finish((place, others): Self::Places) -> Self {
        let len = place.output.len();
        // SAFETY: the caller's promise: all rows were written.
        unsafe { (place.output.into_vector(len), R::finish(others)) }
    }
}
