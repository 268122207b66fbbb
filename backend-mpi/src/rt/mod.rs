//! The functions that generated code calls, around the loops of `fusus-cpu`.
//!
//! A loop of a program is one loop over all processes: it is cut into blocks by its length as on one
//! process, and each process does neighbouring blocks ([`Part`]). Elements that it reads come to
//! the process that does their block; results stay where they were made; and after the loop each
//! process says in one message whether it failed, how long its results are, and what the folds of
//! its blocks came to, which all processes join from left to right.

mod exchange;
mod found;
mod letters;
mod moved;
mod outcome;
mod part;
mod positions;
mod prefixes;
mod progress;
mod reached;
mod relay;
mod round;
mod rows;
mod scalars;
mod summed;
mod values;
mod whole;
mod window;

pub use crate::element::Fields;
pub use crate::peers::threads::Sent;
pub use exchange::Awaited;
pub use found::Found;
pub use moved::Moved;
pub use outcome::{Both, Outcome, Totals};
pub use part::{Part, part_of, part_of_all};
pub use positions::{Came, Leaving};
pub use progress::Progress;
pub use reached::Reached;
pub use relay::{Ahead, Known, Turn};
pub use round::Passed;
pub use rows::{Rows, Summand};
pub use scalars::{Numbered, Scalar, give, number_of};
pub use summed::{Along, Summed};
pub use whole::{Received, Whole, whole};
pub use window::Window;

use crate::array::Array;
use crate::communicator::Communicator;
use crate::element::Element;

/// The processes of a program: those of its first array.
pub fn world<T>(array: &Array<T>) -> Communicator {
    array.world().clone()
}

/// An array of a program, after a look at its processes.
///
/// # Panics
///
/// If they are other ones than those of the first array.
pub fn among<'a, T>(world: &Communicator, array: &'a Array<T>, name: &str) -> &'a Array<T> {
    let theirs = array.world();
    assert!(
        (theirs.rank(), theirs.size()) == (world.rank(), world.size()),
        "the arrays of a program are spread over the same processes: the first one has {}, and `{name}` has {}",
        world.size(),
        theirs.size()
    );
    array
}

/// The number of elements on all processes.
#[inline]
pub fn len<T>(array: &Array<T>) -> usize {
    usize::try_from(array.len()).expect("an array is no longer than `usize` counts")
}

/// The bytes of the elements on all processes.
pub fn bytes<T: Element>(array: &Array<T>) -> u64 {
    array.len().saturating_mul(T::BYTES as u64)
}

/// The array, for a result that is not made by the program, or returned again.
pub fn copied<T: Element>(array: &Array<T>) -> Array<T> {
    array.clone()
}

/// Counts of the messages that threads which stand for processes have sent each other so far, for tests.
/// Collective: nothing that follows is among them.
///
/// # Panics
///
/// If these are processes of MPI.
pub fn sent(world: &Communicator) -> Sent {
    // All are here, and none goes on before all have looked.
    world.all_gather::<u8>(&[]);
    let sent = world.sent().expect("threads stand for the processes");
    world.all_gather::<u8>(&[]);
    sent
}
