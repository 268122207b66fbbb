//! Scans: loops whose blocks need the prefixes of blocks that other processes have.
//!
//! The prefix that enters a process is the fold of everything to its left, block by block, as on one
//! process. Aggregates of blocks that do not depend on it are found [`ahead`](Part::ahead) of it, so
//! that the processes do their loops at the same time. With others, [`in_turn`](Part::in_turn), a
//! process does its loop when those to the left of it have done theirs. Processes without blocks have
//! no part in it. All others take part in the messages of each level, also when one has failed: nobody
//! waits for a message that is not sent, and none is left over.

use super::Part;
use super::outcome::{Both, Totals, put_totals};
use super::prefixes::{Line, through};
use fusus_cpu::{Block, Fault, Partials};
use std::cell::Cell;

impl Part {
    /// Does a loop, `job`, of whose blocks the aggregates can be `found` ahead of it, but for the last one of
    /// all, which has none. `leave` makes of the prefix that enters a block the one that leaves it; and `seed` is the prefix of the first block
    /// of all.
    ///
    /// A process that cannot find its aggregates does its loop nevertheless, since that fails at the
    /// leftmost position.
    ///
    /// # Errors
    ///
    /// The errors of the job, which asks whether a process to the left has failed.
    pub fn ahead<P: Totals + Copy, A: Totals, R>(
        &self,
        found: impl FnOnce() -> Result<((), Partials<Option<A>>), Fault>,
        leave: impl Fn(P, A) -> P,
        job: impl FnOnce(&Ahead<'_, P>) -> Result<R, Fault>,
        seed: impl FnOnce() -> P,
    ) -> Result<R, Fault> {
        self.world.compare();
        let line = self.line();
        // The last process has nobody to tell them to, but time to find them before its prefix comes. Its
        // threads then need not look for those of the blocks before theirs.
        let is_wanted = match &line {
            Some(line) => line.right(1).is_some() || self.is_shared && line.left(1).is_some(),
            None => false,
        };
        let found = self.aggregates(is_wanted, found).into_iter().flatten();
        let (mut own, mut has_last) = (Vec::new(), false);
        for aggregate in found {
            match aggregate {
                Some(aggregate) => put_totals(&mut own, &aggregate),
                None => has_last = true,
            }
        }
        let doubles = line.as_ref().filter(|line| self.doubles(line, A::BYTES));
        let first = match doubles {
            Some(line) => self.doubled(line, &own, seed(), &leave),
            None => self.handed_on(&line, seed()),
        };
        if self.failed.get().is_some() {
            // There is no prefix that an operator could take.
            (own, has_last) = (Vec::new(), false);
        }
        let (mut of_blocks, last) = through(first, &own, &leave);
        of_blocks.extend(has_last.then_some(last));
        if let (None, Some(right)) = (doubles, right(&line)) {
            self.send_prefix(right, Some(&last));
        }
        self.do_ahead(Turn::known(self), first, of_blocks, job)
    }

    /// [`ahead`](Part::ahead) of recurrences, whose transitions are no messages; `leave` returns nothing
    /// where only the loop can find the state that leaves a block.
    ///
    /// # Errors
    ///
    /// The errors of [`ahead`](Part::ahead).
    pub fn ahead_of_steps<P: Totals + Copy, A, R>(
        &self,
        found: impl FnOnce() -> Result<((), Partials<A>), Fault>,
        leave: impl Fn(P, A) -> Option<P>,
        job: impl FnOnce(&Ahead<'_, P>) -> Result<R, Fault>,
        seed: impl FnOnce() -> P,
    ) -> Result<R, Fault> {
        self.world.compare();
        let line = self.line();
        let found = self.aggregates(right(&line).is_some(), found);
        let first = self.handed_on(&line, seed());
        let (mut of_blocks, mut prefix) = (Vec::new(), Some(first));
        let found = found.filter(|_| self.failed.get().is_none());
        for aggregate in found.into_iter().flatten() {
            let Some(own) = prefix else { break };
            of_blocks.push(own);
            prefix = leave(own, aggregate);
        }
        let turn = Turn::known(self);
        match (prefix, right(&line)) {
            (Some(last), Some(right)) => self.send_prefix(right, Some(&last)),
            (None, right) => turn.owed_to.set(right),
            (_, None) => {}
        }
        self.do_ahead(turn, first, of_blocks, job)
    }

    /// Does a loop, `job`, when the processes to the left have done theirs.
    ///
    /// # Errors
    ///
    /// The errors of the job, which asks whether a process to the left has failed.
    pub fn in_turn<R>(&self, job: impl FnOnce(&Turn<'_>) -> Result<R, Fault>) -> Result<R, Fault> {
        self.world.compare();
        let line = self.line();
        let left = line.as_ref().and_then(|line| line.left(1));
        let turn = Turn {
            part: self,
            message: left.and_then(|left| self.letter_from(left)),
            owed_to: Cell::new(right(&line)),
        };
        turn.end(job(&turn))
    }

    /// Does a job, unless a process to the left has failed.
    ///
    /// # Errors
    ///
    /// The errors of the job, or the fault of that process.
    #[inline]
    pub fn unless_left_failed<R>(
        &self,
        job: impl FnOnce() -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        match self.failed.get() {
            Some(fault) if self.left_failed.get() => Err(fault.clone()),
            _ => job(),
        }
    }

    /// The aggregates of the blocks of this process, if they are wanted and can be found.
    fn aggregates<A>(
        &self,
        is_wanted: bool,
        found: impl FnOnce() -> Result<((), Partials<A>), Fault>,
    ) -> Option<Partials<A>> {
        match is_wanted.then(found)? {
            Ok(((), aggregates)) => Some(aggregates),
            Err(fault) => {
                self.failed.get_or_init(|| fault);
                None
            }
        }
    }

    /// The prefix that the process to the left hands on, or the first one of all.
    fn handed_on<P: Totals>(&self, line: &Option<Line>, seed: P) -> P {
        let left = line.as_ref().and_then(|line| line.left(1));
        let letter = left.and_then(|left| self.letter_from(left));
        letter.map_or(seed, |letter| P::read(&letter))
    }

    fn do_ahead<P, R>(
        &self,
        turn: Turn<'_>,
        first: P,
        of_blocks: Vec<P>,
        job: impl FnOnce(&Ahead<'_, P>) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let ahead = Ahead {
            first,
            of_blocks,
            turn,
        };
        let done = job(&ahead);
        ahead.turn.end(done)
    }
}

/// The process that does the neighbouring blocks to the right.
fn right(line: &Option<Line>) -> Option<usize> {
    line.as_ref()?.right(1)
}

/// The prefixes of some scans, known ahead of the loop.
#[derive(Debug)]
pub struct Ahead<'p, P> {
    first: P,
    /// Of the blocks of this process, as far as they are known.
    of_blocks: Vec<P>,
    turn: Turn<'p>,
}

impl<'p, P: Copy, Q: Copy> Ahead<'p, Both<P, Q>> {
    /// The prefixes of the first scans, and those of the others.
    pub fn apart(&self) -> (Ahead<'p, P>, Ahead<'p, Q>) {
        let of_blocks = self.of_blocks.iter().map(|Both(one, other)| (*one, *other));
        let (one, other) = of_blocks.unzip();
        let Both(first_of_one, first_of_other) = self.first;
        let part = self.turn.part;
        (
            Ahead::known_to(part, first_of_one, one),
            Ahead::known_to(part, first_of_other, other),
        )
    }
}

impl<'p, P> Ahead<'p, P> {
    fn known_to(part: &'p Part, first: P, of_blocks: Vec<P>) -> Ahead<'p, P> {
        Ahead {
            first,
            of_blocks,
            turn: Turn::known(part),
        }
    }
}

impl<P: Totals + Copy> Ahead<'_, P> {
    /// The prefix that enters this process.
    pub fn first(&self) -> P {
        self.first
    }

    /// The prefix that enters this process, and those of all of its blocks, if they are known.
    pub fn entering(&self) -> (P, &[P]) {
        (self.first, &self.of_blocks)
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
        match self.turn.part.failed.get() {
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
    /// The prefix from the left, if there is one.
    message: Option<Vec<u8>>,
    /// The process to the right, while it waits for the prefix.
    owed_to: Cell<Option<usize>>,
}

impl<'p> Turn<'p> {
    /// A turn of which nobody waits for the end.
    fn known(part: &'p Part) -> Turn<'p> {
        Turn {
            part,
            message: None,
            owed_to: Cell::new(None),
        }
    }

    /// The prefix that enters this process.
    pub fn first<P: Totals>(&self, seed: impl FnOnce() -> P) -> P {
        // The seed is an expression of the user's, which every process evaluates.
        let seed = seed();
        self.message.as_deref().map_or(seed, P::read)
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
        if done.is_ok()
            && let Some(right) = self.owed_to.take()
        {
            self.part.send_prefix(right, Some(&last()));
        }
        self.end(done)
    }

    /// Lets the process to the right know that this loop has failed, and no prefix will come.
    fn end<R>(&self, done: Result<R, Fault>) -> Result<R, Fault> {
        if let Err(fault) = &done
            && let Some(right) = self.owed_to.take()
        {
            self.part.failed.get_or_init(|| fault.clone());
            self.part.send_prefix::<()>(right, None);
        }
        done
    }
}
