//! Results of programs over arrays that are spread over processes, as those of one process.

use fusus::mpi::{Array, Element};

/// A result with whole arrays.
pub(crate) trait Whole {
    type Whole;

    fn whole(self) -> Self::Whole;
}

impl<T: Element> Whole for Array<T> {
    type Whole = Vec<T>;

    fn whole(self) -> Vec<T> {
        self.gather()
    }
}

impl<T: Whole> Whole for Result<T, fusus::Error> {
    type Whole = Result<T::Whole, fusus::Error>;

    fn whole(self) -> Self::Whole {
        self.map(Whole::whole)
    }
}

macro_rules! scalars {
    ($($ty:ty)*) => {$(
        impl Whole for $ty {
            type Whole = $ty;

            fn whole(self) -> $ty {
                self
            }
        }
    )*};
}
scalars!(f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 usize bool char);

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Whole),*> Whole for ($($name,)*) {
            type Whole = ($($name::Whole,)*);

            #[allow(clippy::unused_unit, reason = "of no elements")]
            fn whole(self) -> Self::Whole {
                ($(self.$index.whole(),)*)
            }
        }
    )*};
}
tuples! { () (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) }
