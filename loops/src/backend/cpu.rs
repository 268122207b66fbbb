//! `cpu`: all threads of the processor.

use super::{Backend, Threads};

#[derive(Debug)]
pub(super) struct Cpu;

impl Backend for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn threads(&self) -> Threads {
        Threads::All
    }

    fn goes_down(&self) -> bool {
        true
    }
}
