//! Programs over arrays that are spread over processes, for which threads stand.

use fusus::mpi::{Array, Communicator, Element};

/// The numbers of processes.
pub(crate) const SIZES: [usize; 3] = [1, 2, 4];

/// The lengths for which programs run over processes.
pub(crate) fn is_worth(len: usize) -> bool {
    [0, 1, 17, 513, 1025].contains(&len) || len > 2000
}

/// An array with a part on each process: uneven ones, or all elements on the last one.
pub(crate) fn spread<T: Element>(world: &Communicator, all: &[T], is_uneven: bool) -> Array<T> {
    let (size, len) = (world.size(), all.len());
    let bound = |rank: usize| match (rank == size, is_uneven) {
        (true, _) => len,
        (false, true) => len * rank * rank / (size * size),
        (false, false) => 0,
    };
    let own = &all[bound(world.rank())..bound(world.rank() + 1)];
    Array::from_local(world, own.to_vec()).expect("all processes have parts of one array")
}

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
