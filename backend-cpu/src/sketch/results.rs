//! The parts of elements, and the results of the expression form.

use super::sketched;

/// Arrays of the parts of an array's elements.
pub trait Parts {
    /// A tuple of arrays.
    type Parts;
}

/// `let (a, b) = map(…)`
pub fn parts<P: Parts>(array: P) -> P::Parts {
    let _ = array;
    sketched()
}

macro_rules! parts {
    ($($($part:ident)*;)*) => {$(
        impl<'p, $($part),*> Parts for &'p [($($part,)*)] {
            type Parts = ($(&'p [$part],)*);
        }
    )*};
}

parts! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}

/// The result of the expression form for an array.
pub trait Returned {
    /// A vector of its elements.
    type Vector;

    /// The array as it leaves the program.
    #[doc(hidden)]
    fn __returned(self) -> Self::Vector;
}

impl<T> Returned for &[T] {
    type Vector = Vec<T>;

    fn __returned(self) -> Vec<T> {
        sketched()
    }
}

/// The result of the expression form for everything else: the value itself. Rust looks here only
/// where [`Returned`] has nothing.
pub trait ReturnedScalar {
    /// The type itself.
    type Scalar;

    /// The value as it leaves the program.
    #[doc(hidden)]
    fn __returned(&self) -> Self::Scalar;
}

impl<T> ReturnedScalar for T {
    type Scalar = T;

    fn __returned(&self) -> T {
        sketched()
    }
}
