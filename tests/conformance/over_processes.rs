//! Programs over arrays that are spread over processes: over threads that stand for them, or over those
//! of a job.

use crate::harness::LARGE;
#[cfg(feature = "mpi")]
use crate::job;
use fusus::mpi::{Array, Communicator, Element};
use std::sync::{Mutex, PoisonError};
pub(crate) use whole::Whole;

#[path = "../mpi/whole.rs"]
mod whole;

/// The numbers of processes for which threads stand.
const SIZES: [usize; 4] = [1, 2, 3, 4];

/// The lengths for which programs run over processes.
pub(crate) fn is_worth(len: usize) -> bool {
    [0, 1, 17, 513, 1025].contains(&len) || len > 2000
}

/// The results of a program on processes for a length, with uneven parts and with all elements on the
/// last one. The large length would take a quarter of the time of all tests: it has uneven parts on
/// two processes alone. `tests/mpi` has such arrays on any number of processes.
pub(crate) fn on_each<R: Send>(
    len: usize,
    program: impl Fn(&Communicator, bool) -> R + Sync,
) -> Vec<R> {
    let results = Mutex::new(Vec::new());
    in_jobs(len, &|world, is_uneven| {
        let result = program(world, is_uneven);
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        results.push(result);
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Behind a pointer, so that threads are not compiled anew for each of the programs.
fn in_jobs(len: usize, program: &(dyn Fn(&Communicator, bool) + Sync)) {
    let ways = [true, false];
    #[cfg(feature = "mpi")]
    if let Some(world) = job::world() {
        return ways
            .into_iter()
            .for_each(|is_uneven| program(&world, is_uneven));
    }
    if len == LARGE {
        fusus::mpi::threads(2, |world| program(&world, true));
        return;
    }
    for size in SIZES {
        for is_uneven in ways {
            fusus::mpi::threads(size, |world| program(&world, is_uneven));
        }
    }
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
