//! Programs of the suite.

use fusus_benches::answer::Answer;
use fusus_benches::race::{Aim, Outcome, Race};
use fusus_benches::target::{Nature, Scale};

/// A program with all the variants to do its work.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// Its file in the folder `programs` of the workspace, without the extension; nothing for one
    /// that stands here.
    pub(crate) source: &'static str,
    /// The computation, in a few words.
    pub(crate) about: &'static str,
    pub(crate) sizes: Sizes,
    pub(crate) nature: Nature,
    /// Holds a race between all ways.
    pub(crate) race: fn(&Setting<'_>) -> Outcome,
}

/// A size as one asks for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    /// So many elements.
    Elements(usize),
    /// Too many elements for caches; the number differs from program to program.
    Large,
}
/// Over how many elements a program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sizes {
    /// 100, 10^4, 10^6, and as many as this, which do not fit into caches.
    UpTo(usize),
    /// This number only: the work grows faster than it.
    Only(usize),
}

/// Few enough elements that threads do not pay.
const SMALL: usize = 10_000;

impl Sizes {
    /// The sizes asked for, or all.
    pub(crate) fn of(self, asked: &[Size]) -> Vec<(usize, Scale)> {
        let large = match self {
            Sizes::UpTo(large) => large,
            Sizes::Only(size) => return vec![(size, Scale::Middle)],
        };
        let asked = if asked.is_empty() {
            &[
                Size::Elements(100),
                Size::Elements(10_000),
                Size::Elements(1_000_000),
                Size::Large,
            ]
        } else {
            asked
        };
        let scaled = |size| match size {
            Size::Large => (large, Scale::Large),
            Size::Elements(size) if size <= SMALL => (size, Scale::Small),
            Size::Elements(size) if size < large => (size, Scale::Middle),
            Size::Elements(size) => (size, Scale::Large),
        };
        asked.iter().map(|size| scaled(*size)).collect()
    }

    /// None, one, a few, and a few blocks that threads may share.
    pub(crate) fn few(self) -> Vec<(usize, Scale)> {
        let sizes: &[usize] = match self {
            Sizes::UpTo(_) => &[0, 1, 100, 40_001],
            Sizes::Only(_) => &[0, 1, 100],
        };
        sizes.iter().map(|size| (*size, Scale::Small)).collect()
    }
}

/// The elements and the aim of a race.
pub(crate) struct Setting<'a> {
    /// The number of elements.
    pub(crate) size: usize,
    aim: Aim,
    on_round: &'a dyn Fn(usize, usize),
}

impl<'a> Setting<'a> {
    pub(crate) fn new(size: usize, aim: Aim, on_round: &'a dyn Fn(usize, usize)) -> Self {
        Setting {
            size,
            aim,
            on_round,
        }
    }

    /// A race whose ways must return the result of `expected`.
    pub(crate) fn race<'r, R: Answer + 'r>(&self, expected: impl FnOnce() -> R + 'r) -> Race<'r, R>
    where
        'a: 'r,
    {
        Race::new(self.aim, self.on_round, expected)
    }
}

/// A program of the folder `programs` as all strategies fuse it: for `mod m(loops = 2) = "f";` the
/// functions `m::fused::f`, `m::fused::f_sequential`, `m::unfused::f` and `m::stream::f`.
macro_rules! variants {
    ($(mod $name:ident(loops = $loops:tt) = $program:literal;)*) => {$(
        mod $name {
            /// With the fewest loops, on all cores and on one.
            pub(super) mod fused {
                $crate::program::variant! { $program #[backend(cpu, sequential)] #[cnf(loops = $loops)] }
            }

            /// Every combinator a loop of its own.
            pub(super) mod unfused {
                $crate::program::variant! { $program #[cnf(strategy = "unfused")] }
            }

            /// Loops that stream fusion would make.
            pub(super) mod stream {
                $crate::program::variant! { $program #[cnf(strategy = "stream")] }
            }
        }
    )*};
}

/// A program of the folder `programs` with these attributes.
macro_rules! variant {
    ($program:literal $($attributes:tt)*) => {
        $crate::program::variant! { @with ($) $program ($($attributes)*) }
    };
    (@with ($mark:tt) $program:literal ($($attributes:tt)*)) => {
        #[allow(unused_imports, reason = "not every program needs what its file defines")]
        use super::super::*;

        macro_rules! cnf {
            ($mark($mark tokens:tt)*) => { fusus::cnf! { $($attributes)* $mark($mark tokens)* } };
        }
        include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../programs/", $program, ".rs"));
    };
}

pub(crate) use {variant, variants};
