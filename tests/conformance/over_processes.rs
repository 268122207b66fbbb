//! Programs over arrays that are spread over processes, for which threads stand.

use fusus::mpi::{Array, Communicator, Element};
pub(crate) use whole::Whole;

#[path = "../mpi/whole.rs"]
mod whole;

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
