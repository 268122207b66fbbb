//! Arrays that are spread in several ways, and the comparison of programs over them with the same
//! ones on one process.

use fusus::mpi::{Array, Communicator, Element};
use std::ops::Range;
pub(crate) use whole::Whole;

#[path = "whole.rs"]
mod whole;

/// About the lengths at which blocks and parts change.
pub(crate) const LENGTHS: &[usize] = &[0, 1, 2, 3, 16, 511, 512, 1023, 1025, 5000, 70_001];

/// Ways to spread an array: by the usual parts, all on the last process, and unevenly.
pub(crate) const WAYS: usize = 3;

/// The ways that are tried for a length: a long array has uneven parts.
pub(crate) fn ways(len: usize) -> Range<usize> {
    match len > 10_000 {
        true => WAYS - 1..WAYS,
        false => 0..WAYS,
    }
}

pub(crate) fn spread<T: Element>(world: &Communicator, xs: &[T], way: usize) -> Array<T> {
    let (rank, size, len) = (world.rank(), world.size(), xs.len());
    let bound = |rank: usize| match rank == size {
        true => len,
        false => len * rank * rank / (size * size),
    };
    match way {
        0 => Array::from_fn(world, len as u64, |i| xs[i as usize]).unwrap(),
        1 if rank == size - 1 => Array::from_local(world, xs.to_vec()).unwrap(),
        1 => Array::from_local(world, Vec::new()).unwrap(),
        _ => Array::from_local(world, xs[bound(rank)..bound(rank + 1)].to_vec()).unwrap(),
    }
}

/// Something that is compared to the last bit.
pub(crate) trait Bits: Clone + Send + Sync {
    /// Appends the bits to those of others: a list for each element would take most of the time of
    /// these tests.
    fn append(&self, bits: &mut Vec<u64>);

    fn bits(&self) -> Vec<u64> {
        let mut bits = Vec::new();
        self.append(&mut bits);
        bits
    }
}

macro_rules! bits {
    ($($ty:ty => $x:ident $bits:expr;)*) => {$(
        impl Bits for $ty {
            fn append(&self, bits: &mut Vec<u64>) {
                let $x = self;
                bits.push($bits);
            }
        }
    )*};
}
bits! {
    f64 => x x.to_bits();
    f32 => x u64::from(x.to_bits());
    i64 => x *x as u64;
    usize => x *x as u64;
    u32 => x u64::from(*x);
    bool => x u64::from(*x);
}

impl<T: Bits> Bits for Vec<T> {
    fn append(&self, bits: &mut Vec<u64>) {
        bits.reserve(1 + self.len());
        bits.push(self.len() as u64);
        for element in self {
            element.append(bits);
        }
    }
}

impl Bits for () {
    fn append(&self, _: &mut Vec<u64>) {}
}

impl<A: Bits, B: Bits> Bits for (A, B) {
    fn append(&self, bits: &mut Vec<u64>) {
        self.0.append(bits);
        self.1.append(bits);
    }
}

impl<A: Bits, B: Bits, C: Bits> Bits for (A, B, C) {
    fn append(&self, bits: &mut Vec<u64>) {
        self.0.append(bits);
        self.1.append(bits);
        self.2.append(bits);
    }
}

/// An error in place of a result: its text, behind a number that no length is.
impl<T: Bits> Bits for Result<T, fusus::Error> {
    fn append(&self, bits: &mut Vec<u64>) {
        match self {
            Ok(result) => result.append(bits),
            Err(error) => {
                bits.push(u64::MAX);
                bits.extend(error.to_string().bytes().map(u64::from));
            }
        }
    }
}

/// Processes that do the same.
pub(crate) trait Processes {
    /// The lengths of arrays on which programs are tried.
    fn lengths(&self) -> &'static [usize] {
        LENGTHS
    }

    /// Calls a function on each process of some jobs, and returns what it does.
    fn each(&self, program: &(dyn Fn(Communicator) -> Vec<u64> + Sync)) -> Vec<Vec<u64>>;
}

/// Jobs of 1 to 5 processes, for which threads stand.
pub(crate) struct Threads;

impl Processes for Threads {
    fn each(&self, program: &(dyn Fn(Communicator) -> Vec<u64> + Sync)) -> Vec<Vec<u64>> {
        (1..=5)
            .flat_map(|size| fusus::mpi::threads(size, program))
            .collect()
    }
}

/// Jobs of more processes, among which prefixes go several rounds.
pub(crate) struct ManyThreads;

impl Processes for ManyThreads {
    fn lengths(&self) -> &'static [usize] {
        &[3, 5000, 70_001]
    }

    fn each(&self, program: &(dyn Fn(Communicator) -> Vec<u64> + Sync)) -> Vec<Vec<u64>> {
        let sizes = [7, 8, 13].into_iter();
        sizes
            .flat_map(|size| fusus::mpi::threads(size, program))
            .collect()
    }
}

/// The name of a program, and its check.
pub(crate) type Check = (&'static str, fn(&dyn Processes));

/// Programs that return several values in a tuple, each with its test, and a list of all checks.
macro_rules! same_bits {
    ($($(#[$attr:meta])* $name:ident($($x:ident: [$xt:ty] = |$i:ident| $value:expr),*) -> ($($ret:ty),+) { $($body:tt)* })*) => {
        #[allow(dead_code, reason = "the processes of a job go through it")]
        pub(crate) const ALL: &[Check] = &[$((stringify!($name), $name::check)),*];

        $(
            #[test]
            fn $name() {
                $name::check(&$crate::support::Threads);
            }

            mod $name {
                #[allow(unused_imports)]
                use super::*;

                fusus::cnf! {
                    $(#[$attr])*
                    #[backend(cpu, mpi)]
                    fn program($($x: &[$xt]),*) -> ($($ret,)+) { $($body)* }
                }

                pub(super) fn check(on: &dyn Processes) {
                    for &len in on.lengths() {
                        $(let $x: Vec<$xt> = (0..len).map(|$i| $value).collect();)*
                        let expected = program($(&$x),*).bits_of();
                        for way in ways(len) {
                            let all = on.each(&|world| {
                                $(let $x = spread(&world, &$x, way);)*
                                program_mpi($(&$x),*).whole().bits_of()
                            });
                            assert!(all.iter().all(|got| *got == expected), "{len} elements, {way}");
                        }
                    }
                }
            }
        )*
    };
}
pub(crate) use same_bits;

/// Heights and widths of grids at which blocks and parts change; the first ones have hardly a place.
pub(crate) const GRIDS: &[(usize, usize)] = &[
    (0, 4),
    (4, 0),
    (1, 1),
    (3, 3),
    (5, 700),
    (700, 5),
    (130, 161),
];

/// [`same_bits`] for programs over grids, which have their sizes as well.
macro_rules! same_bits_of_grids {
    ($($(#[$attr:meta])* $name:ident($h:ident, $w:ident $(, $x:ident: [$xt:ty] = |$i:ident| $value:expr)*) -> ($($ret:ty),+ $(,)?) { $($body:tt)* })*) => {
        #[allow(dead_code, reason = "the processes of a job go through it")]
        pub(crate) const ALL: &[Check] = &[$((stringify!($name), $name::check)),*];

        $(
            #[test]
            fn $name() {
                $name::check(&$crate::support::Threads);
            }

            mod $name {
                #[allow(unused_imports)]
                use super::*;

                $crate::support::same_bits_of_grids! {
                    @ [$(#[$attr])*] $h, $w, ($($x: $xt),*), ($($ret),+), { $($body)* }
                }

                pub(super) fn check(on: &dyn Processes) {
                    for &(h, w) in super::SHAPES {
                        $(let $x: Vec<$xt> = (0..h * w).map(|$i| $value).collect();)*
                        let expected = program(h, w, $(&$x),*).bits_of();
                        for way in 0..$crate::support::WAYS {
                            let all = on.each(&|world| {
                                $(let $x = spread(&world, &$x, way);)*
                                let got = $crate::support::same_bits_of_grids!(@call world, h, w, $($x),*);
                                got.whole().bits_of()
                            });
                            assert!(all.iter().all(|got| *got == expected), "{h} × {w}, {way}");
                        }
                    }
                }
            }
        )*
    };
    (@ [$(#[$attr:meta])*] $h:ident, $w:ident, ($($x:ident: $xt:ty),*), ($($ret:ty),+), { $($body:tt)* }) => {
        fusus::cnf! {
            $(#[$attr])*
            #[backend(cpu, mpi)]
            fn program($h: usize, $w: usize, $($x: &[$xt]),*) -> ($($ret,)+) { $($body)* }
        }
    };
    (@call $world:ident, $h:ident, $w:ident,) => {
        program_mpi(&$world, $h, $w)
    };
    (@call $world:ident, $h:ident, $w:ident, $($x:ident),+) => {
        program_mpi($h, $w, $(&$x),+)
    };
}
pub(crate) use same_bits_of_grids;

pub(crate) trait BitsOf {
    fn bits_of(&self) -> Vec<u64>;
}

impl<A: Bits> BitsOf for (A,) {
    fn bits_of(&self) -> Vec<u64> {
        self.0.bits()
    }
}

impl<A: Bits, B: Bits> BitsOf for (A, B) {
    fn bits_of(&self) -> Vec<u64> {
        self.bits()
    }
}

impl<A: Bits, B: Bits, C: Bits> BitsOf for (A, B, C) {
    fn bits_of(&self) -> Vec<u64> {
        self.bits()
    }
}

/// Numbers of both signs, in no order.
pub(crate) fn wave(i: usize) -> f64 {
    ((i * 7919 % 1009) as f64).sin() * 100.0
}
