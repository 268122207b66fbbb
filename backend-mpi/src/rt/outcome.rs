//! The message after a loop: its failure, or the lengths of its results and the totals of its blocks.

use super::Part;
use crate::array::Array;
use crate::communicator::Communicator;
use crate::element::Element;
use crate::given::hashed;
use fusus_cpu::{Fault, Partials};
use std::any::type_name;
use std::sync::Arc;

/// The message begins with a number for the types of the loop, its length and what the program is given.
const NUMBER: usize = u64::BYTES;

impl Part {
    /// The outcome of a loop on all processes, from that on this one: its results are spread over the
    /// processes, the totals are those of all blocks. Collective.
    ///
    /// # Errors
    ///
    /// The leftmost failure, on all processes.
    ///
    /// # Panics
    ///
    /// If other processes do another loop, or one of another length, or are given something else.
    pub fn outcome<D: Outcome, R: Totals>(
        &self,
        done: Result<(D, Partials<R>), Fault>,
    ) -> Result<(D::Spread, Partials<R>), Fault> {
        let mut message = Vec::new();
        let len = self.bounds[self.world.size()];
        put(
            &mut message,
            number_of(type_name::<(D, R)>(), len, self.world.given().number()),
        );
        match &done {
            Ok((results, _)) => {
                put(&mut message, true);
                results.lens(&mut message);
            }
            Err(fault) => {
                put(&mut message, false);
                message.extend(fault.to_message());
            }
        }
        let results = done.ok().map(|(results, partials)| {
            for part in partials {
                put_totals(&mut message, &part);
            }
            results
        });
        let messages = self.world.all_gather_bytes(&message);
        self.world.expect_same(&messages);
        let failed = messages
            .iter()
            .find(|message| !bool::read(&message[NUMBER..]));
        if let Some(failed) = failed {
            let fault = Fault::of_message(&failed[NUMBER + 1..]);
            return Err(fault.expect("a process of the same program says how it failed"));
        }
        let results = results.expect("this process has not failed");
        let bodies: Vec<&[u8]> = messages
            .iter()
            .map(|message| &message[NUMBER + 1..])
            .collect();
        let (lens, totals): (Vec<_>, Vec<_>) = bodies
            .iter()
            .map(|body| body.split_at(D::COUNT * u64::BYTES))
            .unzip();
        let mut lens = Lens {
            world: &self.world,
            lens: &lens,
            next: 0,
        };
        let totals = totals.iter().flat_map(|totals| totals_of::<R>(totals));
        Ok((
            results.spread(&mut lens),
            Partials::gathered(totals.collect()),
        ))
    }
}

/// A number for a type, a length and what a program is given, if that is not compared yet.
fn number_of(name: &str, len: u64, given: Option<u64>) -> u64 {
    let name = name.bytes().map(u64::from);
    hashed(0, name.chain([len]).chain(given))
}

fn put<T: Element>(message: &mut Vec<u8>, value: T) {
    let start = message.len();
    message.resize(start + T::BYTES, 0);
    value.write(&mut message[start..]);
}

pub(super) fn put_totals<R: Totals>(message: &mut Vec<u8>, totals: &R) {
    let start = message.len();
    message.resize(start + R::BYTES, 0);
    totals.write(&mut message[start..]);
}

fn totals_of<R: Totals>(bytes: &[u8]) -> Vec<R> {
    match R::BYTES {
        // Nobody asks for the totals of a loop without folds.
        0 => Vec::new(),
        len => bytes.chunks_exact(len).map(R::read).collect(),
    }
}

/// The totals of the folds in a block: `(total, (total, ()))`.
pub trait Totals: Send {
    /// The number of bytes in a message.
    const BYTES: usize;

    /// Writes them.
    fn write(&self, bytes: &mut [u8]);

    /// Reads what was written.
    fn read(bytes: &[u8]) -> Self;
}

impl Totals for () {
    const BYTES: usize = 0;

    fn write(&self, _: &mut [u8]) {}

    fn read(_: &[u8]) {}
}

impl<T: Element, R: Totals> Totals for (T, R) {
    const BYTES: usize = T::BYTES + R::BYTES;

    fn write(&self, bytes: &mut [u8]) {
        let (own, rest) = bytes.split_at_mut(T::BYTES);
        self.0.write(own);
        self.1.write(rest);
    }

    fn read(bytes: &[u8]) -> Self {
        let (own, rest) = bytes.split_at(T::BYTES);
        (T::read(own), R::read(rest))
    }
}

/// The totals of scans that have nothing in common, in one message.
#[derive(Clone, Copy, Debug)]
pub struct Both<P, Q>(pub P, pub Q);

impl<P: Totals, Q: Totals> Totals for Both<P, Q> {
    const BYTES: usize = P::BYTES + Q::BYTES;

    fn write(&self, bytes: &mut [u8]) {
        let (own, rest) = bytes.split_at_mut(P::BYTES);
        self.0.write(own);
        self.1.write(rest);
    }

    fn read(bytes: &[u8]) -> Self {
        let (own, rest) = bytes.split_at(P::BYTES);
        Both(P::read(own), Q::read(rest))
    }
}

impl<R: Totals> Totals for Option<R> {
    const BYTES: usize = 1 + R::BYTES;

    fn write(&self, bytes: &mut [u8]) {
        self.is_some().write(&mut bytes[..1]);
        match self {
            Some(totals) => totals.write(&mut bytes[1..]),
            None => bytes[1..].fill(0),
        }
    }

    fn read(bytes: &[u8]) -> Option<R> {
        bool::read(bytes).then(|| R::read(&bytes[1..]))
    }
}

/// The lengths of the results of all processes.
#[derive(Debug)]
pub struct Lens<'m> {
    world: &'m Communicator,
    /// By rank.
    lens: &'m [&'m [u8]],
    /// The number of the next result.
    next: usize,
}

impl Lens<'_> {
    /// The bounds of the next result.
    fn bounds(&mut self) -> Arc<[u64]> {
        let start = self.next * u64::BYTES;
        self.next += 1;
        let mut bounds = vec![0];
        for lens in self.lens {
            bounds.push(bounds[bounds.len() - 1] + u64::read(&lens[start..start + u64::BYTES]));
        }
        bounds.into()
    }
}

/// The results of a loop on this process: `(vector, (vector, ()))`, with `()` for an array that the
/// loop has overwritten.
pub trait Outcome {
    /// The results on all processes.
    type Spread;

    /// The number of vectors.
    const COUNT: usize;

    /// Adds the lengths of the vectors to a message.
    fn lens(&self, message: &mut Vec<u8>);

    /// The vectors as parts of arrays.
    fn spread(self, lens: &mut Lens<'_>) -> Self::Spread;
}

impl Outcome for () {
    type Spread = ();

    const COUNT: usize = 0;

    fn lens(&self, _: &mut Vec<u8>) {}

    fn spread(self, _: &mut Lens<'_>) {}
}

impl<T: Element> Outcome for Vec<T> {
    type Spread = Array<T>;

    const COUNT: usize = 1;

    fn lens(&self, message: &mut Vec<u8>) {
        put(message, self.len() as u64);
    }

    fn spread(self, lens: &mut Lens<'_>) -> Array<T> {
        Array::of_bounds(lens.world, lens.bounds(), self)
    }
}

impl<A: Outcome, B: Outcome> Outcome for (A, B) {
    type Spread = (A::Spread, B::Spread);

    const COUNT: usize = A::COUNT + B::COUNT;

    fn lens(&self, message: &mut Vec<u8>) {
        self.0.lens(message);
        self.1.lens(message);
    }

    fn spread(self, lens: &mut Lens<'_>) -> Self::Spread {
        (self.0.spread(lens), self.1.spread(lens))
    }
}
