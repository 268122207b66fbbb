//! The lengths of the axes of arrays.

use std::fmt;

/// The most axes that an array has.
pub(crate) const AXES: usize = 6;

/// The lengths of the axes of an array, the first axis first: those of a matrix are its rows and
/// its columns.
///
/// A length makes those of an array of one axis, and an array of lengths those of several: at most
/// six. An empty one, `[]`, is the shape of a number.
///
/// ```
/// use fusus_lazy::Dims;
///
/// let image = Dims::from([480, 640]);
/// assert_eq!(image.as_slice(), [480, 640]);
/// assert_eq!(Dims::from(5).as_slice(), [5]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dims {
    axes: u8,
    /// A bit for each axis that `new` made: it has length 1, and goes with any length.
    free: u8,
    sizes: [usize; AXES],
}

impl Dims {
    /// The dimensions of an array without axes: of one element.
    pub(crate) const NONE: Dims = Dims {
        axes: 0,
        free: 0,
        sizes: [0; AXES],
    };

    /// The dimensions of an array whose axes have these lengths; `None` if there are none, or too many.
    pub(crate) fn of(lengths: &[usize]) -> Option<Dims> {
        let mut dims = Dims::NONE;
        for length in lengths {
            dims = dims.and(*length, false)?;
        }
        (dims.axes() > 0).then_some(dims)
    }

    /// The lengths.
    #[must_use]
    pub fn as_slice(&self) -> &[usize] {
        &self.sizes[..self.axes()]
    }

    /// The lengths, to be changed.
    pub(crate) fn sizes_mut(&mut self) -> &mut [usize] {
        &mut self.sizes[..usize::from(self.axes)]
    }

    /// The number of axes.
    pub(crate) fn axes(&self) -> usize {
        usize::from(self.axes)
    }

    /// The number of elements, if a number of the machine holds it.
    pub(crate) fn checked_len(&self) -> Option<usize> {
        let mut len = Some(1_usize);
        for size in self.as_slice() {
            match *size {
                0 => return Some(0),
                size => len = len.and_then(|len| len.checked_mul(size)),
            }
        }
        len.filter(|len| isize::try_from(*len).is_ok())
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.checked_len().unwrap_or(usize::MAX)
    }

    /// Returns true for an axis that `new` made.
    pub(crate) fn is_free(&self, axis: usize) -> bool {
        self.free >> axis & 1 == 1
    }

    /// Returns these with an axis more behind the last one; `None` if there are too many.
    pub(crate) fn and(mut self, size: usize, is_free: bool) -> Option<Dims> {
        let axis = self.axes();
        *self.sizes.get_mut(axis)? = size;
        self.free |= u8::from(is_free) << self.axes;
        self.axes += 1;
        Some(self)
    }

    /// Returns these without an axis.
    pub(crate) fn without(&self, axis: usize) -> Dims {
        let kept = (0..self.axes()).filter(|own| *own != axis);
        kept.fold(Dims::NONE, |dims, own| {
            let longer = dims.and(self.sizes[own], self.is_free(own));
            longer.expect("there are fewer axes than before")
        })
    }

    /// The lengths of operations on each element of two arrays: they are equal but for axes that
    /// `new` made.
    pub(crate) fn joined(&self, other: &Dims) -> Option<Dims> {
        if self.axes != other.axes {
            return None;
        }
        let mut joined = *self;
        for axis in 0..self.axes() {
            if self.is_free(axis) && !other.is_free(axis) {
                joined.sizes[axis] = other.sizes[axis];
                joined.free &= !(1 << axis);
            } else if !other.is_free(axis) && self.sizes[axis] != other.sizes[axis] {
                return None;
            }
        }
        Some(joined)
    }
}

impl From<usize> for Dims {
    fn from(len: usize) -> Self {
        Dims::from([len])
    }
}

impl<const N: usize> From<[usize; N]> for Dims {
    fn from(lengths: [usize; N]) -> Self {
        const { assert!(N <= AXES, "an array has six axes at most") };
        let mut sizes = [0; AXES];
        sizes[..N].copy_from_slice(&lengths);
        Dims {
            axes: N as u8,
            free: 0,
            sizes,
        }
    }
}

impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.axes == 0 {
            return f.write_str("[]");
        }
        for (axis, size) in self.as_slice().iter().enumerate() {
            let before = if axis == 0 { "" } else { " × " };
            write!(f, "{before}{size}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
