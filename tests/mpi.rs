//! Programs over arrays that are spread over processes, for which threads stand: the same bits as on
//! one, for any number of processes, and parts of any lengths.

#![cfg(feature = "mpi-threads")]

use fusus::mpi::{Array, Communicator, Element};
use fusus::{Error, ErrorKind, cnf};
use std::panic;

/// About the lengths at which blocks and parts change.
const LENGTHS: &[usize] = &[0, 1, 2, 3, 16, 511, 512, 1023, 1025, 5000, 70_001];

/// Ways to spread an array: by the usual parts, all on the last process, and unevenly.
const WAYS: usize = 3;

fn spread<T: Element>(world: &Communicator, xs: &[T], way: usize) -> Array<T> {
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
trait Bits: Clone + Send + Sync {
    fn bits(&self) -> Vec<u64>;
}

macro_rules! bits {
    ($($ty:ty => $x:ident $bits:expr;)*) => {$(
        impl Bits for $ty {
            fn bits(&self) -> Vec<u64> {
                let $x = self;
                vec![$bits]
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
    fn bits(&self) -> Vec<u64> {
        let own = [self.len() as u64].into_iter();
        own.chain(self.iter().flat_map(Bits::bits)).collect()
    }
}

impl Bits for () {
    fn bits(&self) -> Vec<u64> {
        Vec::new()
    }
}

impl<A: Bits, B: Bits> Bits for (A, B) {
    fn bits(&self) -> Vec<u64> {
        [self.0.bits(), self.1.bits()].concat()
    }
}

impl<A: Bits, B: Bits, C: Bits> Bits for (A, B, C) {
    fn bits(&self) -> Vec<u64> {
        [self.0.bits(), self.1.bits(), self.2.bits()].concat()
    }
}

/// The result of a program over spread arrays, as that of the same program on one process.
trait Gather {
    type Whole;

    fn whole(self) -> Self::Whole;
}

impl<T: Element> Gather for Array<T> {
    type Whole = Vec<T>;

    fn whole(self) -> Vec<T> {
        self.gather()
    }
}

macro_rules! scalars {
    ($($ty:ty;)*) => {$(
        impl Gather for $ty {
            type Whole = $ty;

            fn whole(self) -> $ty {
                self
            }
        }
    )*};
}
scalars! { f64; i64; usize; }

macro_rules! gathered {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Gather),*> Gather for ($($name,)*) {
            type Whole = ($($name::Whole,)*);

            fn whole(self) -> Self::Whole {
                ($(self.$index.whole(),)*)
            }
        }
    )*};
}
gathered! { (A 0) (A 0, B 1) (A 0, B 1, C 2) }

/// Tests a program that returns one value, or several in a tuple.
macro_rules! same_bits {
    ($($(#[$attr:meta])* $name:ident($($x:ident: [$xt:ty] = |$i:ident| $value:expr),*) -> ($($ret:ty),+) { $($body:tt)* })*) => {$(
        #[test]
        fn $name() {
            cnf! {
                $(#[$attr])*
                #[backend(cpu, mpi)]
                fn program($($x: &[$xt]),*) -> ($($ret,)+) { $($body)* }
            }
            for &len in LENGTHS {
                $(let $x: Vec<$xt> = (0..len).map(|$i| $value).collect();)*
                let expected = program($(&$x),*).bits_of();
                for size in [1, 2, 3, 4] {
                    for way in 0..WAYS {
                        let all = fusus::mpi::threads(size, |world| {
                            $(let $x = spread(&world, &$x, way);)*
                            program_mpi($(&$x),*).whole().bits_of()
                        });
                        assert!(all.iter().all(|got| *got == expected), "{len} on {size}, {way}");
                    }
                }
            }
        }
    )*};
}

trait BitsOf {
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

fn wave(i: usize) -> f64 {
    ((i * 7919 % 1009) as f64).sin() * 100.0
}

same_bits! {
    statistics(xs: [f64] = |i| wave(i)) -> (f64, f64, Vec<f64>) {
        let sum = fold(0.0, |a, b| a + b, xs);
        let most = fold(f64::NEG_INFINITY, |a, b| a.max(b), xs);
        let mean = sum / len(xs) as f64;
        (sum, most, map(|x| (x - mean) * (x - mean), xs))
    }

    several_of_several(xs: [f64] = |i| wave(i), ys: [i64] = |i| i as i64 % 13) -> (Vec<f64>, Vec<i64>, i64) {
        let scaled = map(|x, y| x * y as f64, xs, ys);
        let doubled = map(|y| y * 2, ys);
        (scaled, doubled, fold(0, |a, b| a + b, doubled))
    }

    kept_elements(xs: [f64] = |i| wave(i)) -> (Vec<f64>, usize, f64) {
        let positive = filter(|x| x > 0.0, xs);
        let roots = map(|x| x.sqrt(), positive);
        let long = filter(|x| x > 3.0, roots);
        (long, len(positive), fold(0.0, |a, b| a + b, long))
    }

    two_filters_of_one(xs: [i64] = |i| (i * 31 % 17) as i64) -> (Vec<i64>, Vec<i64>, i64) {
        let even = filter(|x| x % 2 == 0, xs);
        let odd = filter(|x| x % 2 != 0, xs);
        (map(|x| x / 2, even), odd, fold(1, |a, b| a.wrapping_mul(b), map(|x| x | 1, xs)))
    }

    positions(xs: [f64] = |i| wave(i)) -> (Vec<f64>, Vec<usize>) {
        let weights = generate(len(xs), |i| 1.0 / (1 + i) as f64);
        let weighted = map(|x, w| x * w, xs, weights);
        let negative = filter(|(_, x)| x < 0.0, zip_with_index(xs));
        (weighted, map(|(i, _)| i, negative))
    }

    the_least_and_where(xs: [f64] = |i| wave(i)) -> (f64, usize) {
        let pairs = zip_with_index(xs);
        let (at, least) = fold((0, f64::INFINITY), |a, b| if b.1 < a.1 { b } else { a }, pairs);
        (least, at)
    }

    products_that_do_not_commute(xs: [f64] = |i| wave(i)) -> (f64, f64) {
        let maps = map(|x| (1.0 + x * 1e-4, x), xs);
        fold((1.0, 0.0), |(a, b), (c, d)| (c * a, c * b + d), maps)
    }

    from_left_to_right(xs: [f64] = |i| wave(i)) -> (f64, usize) {
        let (sum, far) = fold((0.0, 0), |(sum, far), x| (sum + x * 0.1, far + usize::from(x > 50.0)), |(a, b), (c, d)| (a + c, b + d), xs);
        (sum, far)
    }

    #[cnf(strict)]
    strictly(xs: [f64] = |i| wave(i)) -> (f64, Vec<f64>) {
        let running = scan(0.0, |a, b| a + b, xs);
        (fold(0.0, |a, b| a + b, xs), running)
    }

    looking_up(xs: [f64] = |i| wave(i), at: [usize] = |i| i * i % (i + 1)) -> (Vec<f64>, f64) {
        let found = gather(xs, at);
        (found, fold(0.0, |a, b| a + b, found))
    }

    backwards(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let back = reverse(xs);
        let both = map(|x, y| x - y * 0.5, xs, back);
        (both, fold(0.0, |a, b| a + b, both))
    }

    neighbours(xs: [f64] = |i| wave(i)) -> (Vec<f64>, f64) {
        let padded = pad(edge, xs);
        let smooth = generate(|i| (padded[i - 1] + xs[i] + padded[i + 2]) / 3.0);
        (smooth, fold(0.0, |a, b| a.max(b), smooth))
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn all_pairs(xs: &[f64], ys: &[f64]) -> (Vec<f64>, f64) {
        let pairs = cross(xs, ys);
        let products = map(|(x, y)| x * y, pairs);
        let far = fold(0.0, |a, b| a + b, map(|(x, y)| (x - y) * (x - y), pairs));
        (products, far)
    }
}

#[test]
fn pairs_of_a_cross() {
    for (left, right) in [(0, 5), (5, 0), (1, 1), (70, 33), (3000, 7)] {
        let xs: Vec<f64> = (0..left).map(wave).collect();
        let ys: Vec<f64> = (0..right).map(|i| wave(i + 5)).collect();
        let expected = all_pairs(&xs, &ys).bits();
        for size in 1..=4 {
            for way in 0..WAYS {
                let all = fusus::mpi::threads(size, |world| {
                    let (xs, ys) = (spread(&world, &xs, way), spread(&world, &ys, way));
                    all_pairs_mpi(&xs, &ys).whole().bits()
                });
                assert!(
                    all.iter().all(|got| *got == expected),
                    "{left} × {right} on {size}"
                );
            }
        }
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn cooled(temperatures: &mut [f64], rate: f64) -> f64 {
        let before = fold(0.0, |a, b| a + b, temperatures);
        *temperatures = map(|t| t * (1.0 - rate), temperatures);
        before
    }
}

#[test]
fn arrays_that_are_overwritten() {
    for &len in LENGTHS {
        let xs: Vec<f64> = (0..len).map(wave).collect();
        let mut expected = xs.clone();
        let before = cooled(&mut expected, 0.1);
        for size in 1..=4 {
            for way in 0..WAYS {
                fusus::mpi::threads(size, |world| {
                    let mut array = spread(&world, &xs, way);
                    assert_eq!(cooled_mpi(&mut array, 0.1).to_bits(), before.to_bits());
                    assert_eq!(array.gather().bits(), expected.bits());
                });
            }
        }
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn leibniz(n: usize) -> f64 {
        let terms = generate(n, |i| (if i.is_multiple_of(2) { 4.0 } else { -4.0 }) / (2 * i + 1) as f64);
        fold(0.0, |a, b| a + b, terms)
    }
}

#[test]
fn a_program_without_arrays_takes_the_processes() {
    let expected = leibniz(1_000_000);
    let all = fusus::mpi::threads(3, |world| leibniz_mpi(&world, 1_000_000));
    assert!(all.iter().all(|pi| pi.to_bits() == expected.to_bits()));
}

cnf! {
    #[backend(cpu, mpi)]
    fn found(xs: &[f64], at: &[usize]) -> Result<(Vec<f64>, f64), Error> {
        let values = gather(xs, at);
        (values, fold(0.0, |a, b| a + b, values))
    }

    #[backend(mpi)]
    fn sums(xs: &[f64], ys: &[f64]) -> Result<Vec<f64>, Error> {
        map(|x, y| x + y, xs, ys)
    }
}

#[test]
fn the_leftmost_failure_is_that_of_all_processes() {
    let xs: Vec<f64> = (0..70_000).map(wave).collect();
    for wrong in [vec![69_999], vec![500, 60_000], vec![0, 69_999]] {
        let mut at: Vec<usize> = (0..70_000).collect();
        for (number, index) in wrong.iter().enumerate() {
            at[*index] = 1_000_000 + number;
        }
        let expected = found(&xs, &at).unwrap_err();
        assert!(matches!(
            expected.kind(),
            ErrorKind::IndexOutOfBounds {
                index: 1_000_000,
                ..
            }
        ));
        for size in 1..=4 {
            let all = fusus::mpi::threads(size, |world| {
                let (xs, at) = (spread(&world, &xs, 2), spread(&world, &at, 0));
                found_mpi(&xs, &at).map(drop).unwrap_err()
            });
            assert!(
                all.iter()
                    .all(|error| error.to_string() == expected.to_string())
            );
        }
    }
    let failed = fusus::mpi::threads(2, |world| {
        let (xs, ys) = (spread(&world, &xs, 0), spread(&world, &xs[1..], 0));
        sums(&xs, &ys).map(drop).unwrap_err()
    });
    assert_eq!(failed[0], failed[1]);
    assert!(failed[0].to_string().contains("70000"), "{}", failed[0]);
}

#[test]
fn a_panic_of_a_worker_ends_all_processes() {
    cnf! {
        #[backend(mpi)]
        fn inverses(xs: &[i64]) -> Vec<i64> {
            map(|x| 1000 / x, xs)
        }
    }
    let xs: Vec<i64> = (0..50_000).map(|i| i - 49_000).collect();
    let panicked = panic::catch_unwind(|| {
        fusus::mpi::threads(3, |world| inverses(&spread(&world, &xs, 0)).len())
    });
    let cause = panicked.unwrap_err();
    let message = cause.downcast_ref::<&str>().map_or("", |text| text);
    let message = cause.downcast_ref::<String>().map_or(message, |text| text);
    assert!(message.contains("divide by zero"), "{message}");
}
