//! `sequential`: one thread of the processor.

use super::{Backend, Threads};

#[derive(Debug)]
pub(super) struct Sequential;

impl Backend for Sequential {
    fn name(&self) -> &'static str {
        "sequential"
    }

    fn threads(&self) -> Threads {
        Threads::One
    }

    fn goes_down(&self) -> bool {
        true
    }
}
