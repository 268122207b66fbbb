//! Scans: the prefixes that go from each process to the next.
//!
//! The prefix that enters a process is the fold of everything to its left, block by block, as on one
//! process. Aggregates of blocks that do not depend on it are found [`ahead`](Part::ahead) of it, so
//! that the processes do their loops at the same time. With others, [`in_turn`](Part::in_turn), a
//! process does its loop when those to the left of it have done theirs. Processes without blocks have
//! no part in it.

use super::Part;
use super::outcome::{Totals, put_totals};
use fusus_cpu::{Block, Fault, Partials};
use std::cell::Cell;

/// The first byte of a message, before a prefix or a failure.
const KNOWN: u8 = 1;
const FAILED: u8 = 0;

impl Part {
    /// The process to the left, and the one to the right, that do the neighbouring blocks.
    fn neighbours(&self) -> (Option<usize>, Option<usize>) {
        let rank = self.world.rank();
        let has_blocks = |rank: &usize| self.bounds[*rank] < self.bounds[*rank + 1];
        match has_blocks(&rank) {
            true => (
                (0..rank).rev().find(has_blocks),
                (rank + 1..self.world.size()).find(has_blocks),
            ),
            false => (None, None),
        }
    }

    /// The message from the left: none where nothing is to the left of this process.
    fn receive(&self) -> Result<Option<Vec<u8>>, Fault> {
        let Some(left) = self.neighbours().0 else {
            return Ok(None);
        };
        let mut message = self.world.receive_bytes(left);
        if message[0] == KNOWN {
            message.remove(0);
            return Ok(Some(message));
        }
        let fault = Fault::of_message(&message[1..]);
        let fault = fault.expect("a process of the same program says how it failed");
        self.fail(&fault);
        Err(fault)
    }

    /// Hands a prefix on to the right, unless a failure has been.
    fn hand_on<P: Totals>(&self, right: usize, prefix: &P) {
        if self.has_told.get() {
            return;
        }
        let mut message = vec![KNOWN];
        put_totals(&mut message, prefix);
        self.world.send_bytes(right, message);
    }

    /// Lets the process to the right know that this one has failed, and no prefix will come.
    fn fail(&self, fault: &Fault) {
        if let (_, Some(right)) = self.neighbours()
            && !self.has_told.replace(true)
        {
            let mut message = vec![FAILED];
            message.extend(fault.to_message());
            self.world.send_bytes(right, message);
        }
    }

    /// Does a loop, `job`, of whose blocks the aggregates can be `found` ahead of it. `leave` makes of
    /// the prefix that enters a block the one that leaves it, unless only the loop can; and `seed` is
    /// the prefix of the first block of all.
    ///
    /// A process that cannot find its aggregates does its loop nevertheless, since that fails at the
    /// leftmost position.
    ///
    /// # Errors
    ///
    /// The errors of the job, or the fault of a process to the left.
    pub fn ahead<P: Totals + Copy, A, R>(
        &self,
        found: impl FnOnce() -> Result<((), Partials<A>), Fault>,
        leave: impl Fn(P, A) -> Option<P>,
        job: impl FnOnce(&Ahead<'_, P>) -> Result<R, Fault>,
        seed: impl FnOnce() -> P,
    ) -> Result<R, Fault> {
        let right = self.neighbours().1;
        let found = right.map(|_| found());
        let first = entering(self.receive()?.as_deref(), seed);
        let mut ahead = Ahead {
            first,
            of_blocks: Vec::new(),
            failed: None,
            turn: Turn::known(self),
        };
        match (found, right) {
            (Some(Ok(((), aggregates))), Some(right)) => {
                let mut prefix = Some(first);
                for aggregate in aggregates {
                    let Some(own) = prefix else { break };
                    ahead.of_blocks.push(own);
                    prefix = leave(own, aggregate);
                }
                match prefix {
                    Some(last) => self.hand_on(right, &last),
                    None => ahead.turn.is_owed.set(true),
                }
            }
            (Some(Err(fault)), _) => {
                self.fail(&fault);
                ahead.failed = Some(fault);
            }
            _ => {}
        }
        job(&ahead)
    }

    /// Does a loop, `job`, when the processes to the left have done theirs.
    ///
    /// # Errors
    ///
    /// The errors of the job, or the fault of a process to the left.
    pub fn in_turn<R>(&self, job: impl FnOnce(&Turn<'_>) -> Result<R, Fault>) -> Result<R, Fault> {
        let message = self.receive()?;
        let turn = Turn {
            part: self,
            message,
            is_owed: Cell::new(true),
        };
        job(&turn).inspect_err(|fault| self.fail(fault))
    }
}

/// The prefix of a message, or the first one of all.
fn entering<P: Totals>(message: Option<&[u8]>, seed: impl FnOnce() -> P) -> P {
    // The seed is an expression of the user's, which every process evaluates.
    let seed = seed();
    message.map_or(seed, P::read)
}

/// The prefixes of some scans, known ahead of the loop.
#[derive(Debug)]
pub struct Ahead<'p, P> {
    first: P,
    /// Of the blocks of this process, if another one needs them.
    of_blocks: Vec<P>,
    failed: Option<Fault>,
    turn: Turn<'p>,
}

impl<P: Totals + Copy> Ahead<'_, P> {
    /// The prefix that enters this process.
    pub fn first(&self) -> P {
        self.first
    }

    /// The prefixes of the blocks, for all threads.
    pub fn known(&self) -> Known<'_, P> {
        Known(&self.of_blocks)
    }

    /// Aggregates that the scans depending on these find ahead of the loop.
    ///
    /// # Errors
    ///
    /// The fault because of which this process knows no prefixes.
    pub fn then<F>(&self, find: impl FnOnce() -> Result<F, Fault>) -> Result<F, Fault> {
        match &self.failed {
            Some(fault) => Err(fault.clone()),
            None => find(),
        }
    }

    /// Ends the loop, whose last block `last` has left, if that was not known ahead of it.
    ///
    /// # Errors
    ///
    /// The errors of the loop.
    pub fn leave<R>(&self, done: Result<R, Fault>, last: impl FnOnce() -> P) -> Result<R, Fault> {
        self.turn.leave(done, last)
    }
}

/// The prefixes of the blocks of a process.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a, P>(&'a [P]);

impl<P: Copy> Known<'_, P> {
    /// The prefix of a block.
    pub fn of(&self, block: &Block<'_>) -> P {
        self.0[block.index()]
    }
}

/// The turn of this process.
#[derive(Debug)]
pub struct Turn<'p> {
    part: &'p Part,
    message: Option<Vec<u8>>,
    /// Set while the process to the right waits for the prefix.
    is_owed: Cell<bool>,
}

impl<'p> Turn<'p> {
    /// A turn of which nobody waits for the end.
    fn known(part: &'p Part) -> Turn<'p> {
        Turn {
            part,
            message: None,
            is_owed: Cell::new(false),
        }
    }

    /// The prefix that enters this process.
    pub fn first<P: Totals>(&self, seed: impl FnOnce() -> P) -> P {
        entering(self.message.as_deref(), seed)
    }

    /// Ends the loop, whose last block `last` has left.
    ///
    /// # Errors
    ///
    /// The errors of the loop.
    pub fn leave<P: Totals, R>(
        &self,
        done: Result<R, Fault>,
        last: impl FnOnce() -> P,
    ) -> Result<R, Fault> {
        match (&done, self.part.neighbours().1) {
            (Ok(_), Some(right)) if self.is_owed.replace(false) => {
                self.part.hand_on(right, &last());
            }
            // Nobody waits for the end of a loop whose prefixes have been handed on.
            (Err(fault), Some(_)) if self.is_owed.replace(false) => self.part.fail(fault),
            _ => {}
        }
        done
    }
}
