//! Programs over processes, for which threads stand: how arrays lie on them, and what comes out.

use fusus_mpi::{Communicator, Element};

pub use fusus_mpi::Array;

use crate::check::same_columns;
use crate::column::{Column, Elem, Flatten};

/// The part of an array that each process has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// About as many elements as the others.
    Usual,
    /// More than those before it; the first one has few.
    Uneven,
    /// All elements, if it is the last one.
    Last,
    /// All elements, if it is the first one.
    First,
}

/// All parts.
pub const PARTS: [Parts; 4] = [Parts::Usual, Parts::Uneven, Parts::Last, Parts::First];

/// The result of a program on each process, and the arrays that it has written.
type Outcome = (Result<Vec<Column>, String>, Vec<Vec<Column>>);

/// Runs a program on so many processes. All have the same result, or it is an error that they differ.
pub fn each(count: usize, run: impl Fn(&Communicator) -> Outcome + Sync) -> Outcome {
    let mut all = fusus_mpi::threads(count, |world| run(&world)).into_iter();
    let (result, written) = all.next().expect("there is a process");
    for (number, other) in all.enumerate() {
        let same = match (&result, &other.0) {
            (Ok(first), Ok(other)) => same_columns(other, first),
            (Err(first), Err(other)) if first == other => Ok(()),
            (first, other) => Err(format!("{other:?} is not {first:?}")),
        };
        let same = same.and_then(|()| same_columns(&other.1.concat(), &written.concat()));
        if let Err(what) = same {
            let text = format!("process {} differs from the first: {what}", number + 1);
            return (Err(text), written);
        }
    }
    (result, written)
}

/// An array that lies on the processes in a way.
///
/// # Panics
///
/// If the processes do not agree.
#[must_use]
pub fn spread<T: Element>(world: &Communicator, all: &[T], parts: Parts) -> Array<T> {
    let (rank, size, len) = (world.rank(), world.size(), all.len());
    let bound = |rank: usize| match parts {
        _ if rank == size => len,
        Parts::Uneven => len * rank * rank / (size * size),
        Parts::First if rank > 0 => len,
        _ => 0,
    };
    let array = match parts {
        Parts::Usual => Array::from_fn(world, len as u64, |at| all[at as usize]),
        _ => Array::from_local(world, all[bound(rank)..bound(rank + 1)].to_vec()),
    };
    array.expect("all processes have parts of one array")
}

/// The columns of a result, if no process has failed: `flat` of it is a message to all.
///
/// # Errors
///
/// That of this process, or that others have one.
pub fn whole<R>(
    world: &Communicator,
    result: Result<R, String>,
    flat: impl FnOnce(R) -> Vec<Column>,
) -> Result<Vec<Column>, String> {
    let failed = world.all_gather(&[result.is_err()]).concat();
    match result {
        Ok(_) if failed.contains(&true) => {
            Err("other processes fail, and this one does not".to_owned())
        }
        result => result.map(flat),
    }
}

/// The columns of an array on all processes.
#[must_use]
pub fn columns<T: Elem + Element>(array: &Array<T>) -> Vec<Column> {
    let mut columns = Vec::new();
    T::columns(&array.gather(), &mut columns);
    columns
}

/// Puts what an array has become in the place of what it was made of.
pub fn give_back<T: Elem>(items: &mut [T], columns: &[Column]) {
    items.copy_from_slice(&T::rows(&mut columns.iter()));
}

impl<T: Elem + Element> Flatten for Array<T> {
    fn flatten(self, out: &mut Vec<Column>) {
        out.extend(columns(&self));
    }
}
