//! The harness: one source through the macro and through the interpreter.
//!
//! `conformance!` declares a program once. Its source is compiled by `cnf!` in several forms, and
//! kept as text, which the compiler's front end reads again for the interpreter. All are run on the
//! same inputs, for lengths around every boundary of the runtime and in pools of several sizes:
//!
//! * compiled = interpreted, exactly for integers, within a bound for floats (whose additions come
//!   in another order);
//! * compiled on one thread = on several, to the last bit, and one program of four, or all with the
//!   feature `soak`, = compiled for one thread;
//! * clustered by one of the other strategies, or by all with the feature `soak`, = interpreted, as
//!   above, where the code differs;
//! * with the feature `ocl`, on a device = on the CPU, as above, in one of the ways to run scans, or in
//!   all with the feature `soak`, and then to the last bit where they combine in one order;
//! * with the feature `mpi-threads`, over processes, for which threads stand = on one, to the last bit, where
//!   the program runs so; with the feature `mpi`, over those of jobs as well, in a test of its own.
//!
//! A fast build has the parallel form alone, unless it has the feature `soak`: LLVM takes seconds
//! for each further form of a program, and loops for wide instructions, which only a fast build
//! has, are the same in all of them. Clippy finds in the code of one strategy what it finds in that
//! of another, and sees the default alone.

use fusus_core::interp::{self, Element, Inputs, Overflow, Value};
use fusus_core::ir::Program;
use fusus_core::{lower, syntax};
use fusus_rng::Rng;
use std::fmt::Debug;
use std::sync::OnceLock;

/// Around lanes (16), short loops (512), the shortest block (1024), and several blocks.
pub(crate) const LENGTHS: &[usize] = &[
    0, 1, 2, 3, 15, 16, 17, 31, 33, 511, 512, 513, 1024, 1025, BLOCKS,
];

/// Without optimisation the interpreter takes most of the time of these tests, and for this length
/// most of that.
const BLOCKS: usize = if cfg!(debug_assertions) {
    4_097
} else {
    16_385
};

/// A length that several threads share, wherever a position takes three operations: only ranges and
/// copies take fewer.
pub(crate) const LARGE: usize = 140_003;

/// The numbers of threads for a length. The large one takes most of the time of these tests: without
/// optimisation, a few threads and many see the same blocks.
pub(crate) fn threads(len: usize) -> &'static [usize] {
    match len {
        LARGE if cfg!(debug_assertions) => &[2, 8],
        _ => &[2, 3, 8],
    }
}

/// The lengths of inputs, each with its number, from which they are drawn.
pub(crate) fn rounds() -> impl Iterator<Item = (usize, usize)> {
    let lengths = LENGTHS.iter().chain([&LARGE]).copied().enumerate();
    // Every process of a job goes through all programs.
    #[cfg(feature = "mpi")]
    let lengths = lengths.filter(|(_, len)| {
        !crate::job::is_running() || (*len < LARGE && crate::over_processes::is_worth(*len))
    });
    lengths
}

/// An element type: how to make one at random, and how to compare two.
pub(crate) trait Sample: Element + Copy + Debug + Send + Sync + 'static {
    /// A random element of an array of so many.
    fn sample(rng: &mut Rng, len: usize) -> Self;
}

/// Results that can be compared: to the last bit, or within what another order
/// of additions may change.
pub(crate) trait Compare: Element + Debug {
    fn same_bits(&self, other: &Self) -> bool;
    fn close(&self, expected: &Self) -> bool;
}

macro_rules! floats {
    ($($ty:ty)*) => {$(
        impl Sample for $ty {
            /// Numbers of few bits, so that sums stay near what they should be,
            /// and now and then a zero of either sign.
            fn sample(rng: &mut Rng, _: usize) -> $ty {
                match rng.below(40) {
                    0 => 0.0,
                    1 => -0.0,
                    _ => (rng.below(2001) as $ty - 1000.0) / 64.0,
                }
            }
        }

        impl Compare for $ty {
            fn same_bits(&self, other: &$ty) -> bool {
                self.to_bits() == other.to_bits()
            }

            fn close(&self, expected: &$ty) -> bool {
                let scale = expected.abs().max(1.0) * 1e5;
                self == expected
                    || (self.is_nan() && expected.is_nan())
                    || (self - expected).abs() <= scale * <$ty>::EPSILON
            }
        }
    )*};
}
floats!(f32 f64);

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Sample for $ty {
            fn sample(rng: &mut Rng, _: usize) -> $ty {
                // Small, so that sums of many do not overflow; a few negative.
                #[allow(clippy::cast_possible_truncation, clippy::cast_lossless)]
                let number = rng.below(100) as $ty;
                if <$ty>::MIN != 0 && rng.below(3) == 0 {
                    (0 as $ty).wrapping_sub(number)
                } else {
                    number
                }
            }
        }
        impl Compare for $ty {
            fn same_bits(&self, other: &$ty) -> bool { self == other }
            fn close(&self, expected: &$ty) -> bool { self == expected }
        }
    )*};
}
integers!(i32 i64 u32 u64 u8 i16);

impl Sample for usize {
    /// An index into an array of so many.
    fn sample(rng: &mut Rng, len: usize) -> usize {
        rng.below(len)
    }
}

impl Compare for usize {
    fn same_bits(&self, other: &usize) -> bool {
        self == other
    }
    fn close(&self, expected: &usize) -> bool {
        self == expected
    }
}

impl Sample for bool {
    fn sample(rng: &mut Rng, _: usize) -> bool {
        rng.below(2) == 0
    }
}

impl Compare for bool {
    fn same_bits(&self, other: &bool) -> bool {
        self == other
    }
    fn close(&self, expected: &bool) -> bool {
        self == expected
    }
}

impl<T: Compare> Compare for Vec<T> {
    fn same_bits(&self, other: &Vec<T>) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same_bits(b))
    }
    fn close(&self, expected: &Vec<T>) -> bool {
        self.len() == expected.len() && self.iter().zip(expected).all(|(a, b)| a.close(b))
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Compare),*> Compare for ($($name,)*) {
            fn same_bits(&self, _other: &Self) -> bool {
                true $(&& self.$index.same_bits(&_other.$index))*
            }
            fn close(&self, _expected: &Self) -> bool {
                true $(&& self.$index.close(&_expected.$index))*
            }
        }
        impl<$($name: Sample),*> Sample for ($($name,)*) {
            fn sample(_rng: &mut Rng, _len: usize) -> Self {
                ($($name::sample(_rng, _len),)*)
            }
        }
    )*};
}
tuples! { () (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) }

/// Random elements.
pub(crate) fn sample<T: Sample>(rng: &mut Rng, len: usize) -> Vec<T> {
    (0..len).map(|_| T::sample(rng, len)).collect()
}

/// The IR of a program's text.
pub(crate) fn program(source: &str) -> Program {
    let tokens = source.parse().expect("the text of a program lexes");
    let functions = match syntax::parse(tokens) {
        Ok(syntax::Source::Functions(functions, _)) => functions,
        Ok(syntax::Source::Expression(..)) => panic!("not a function: {source}"),
        Err(found) => panic!("{found:?}"),
    };
    lower::function(&functions[0]).unwrap_or_else(|found| panic!("{found:?}"))
}

/// The interpreter's result of a program, as a Rust value.
pub(crate) fn meaning<R: Element>(program: &Program, inputs: Inputs) -> (R, interp::Outcome) {
    let outcome = interp::run(program, &inputs.overflow(Overflow::Panic))
        .unwrap_or_else(|error| panic!("the interpreter failed: {error}"));
    let result = match outcome.result.get() {
        Ok(result) => result,
        Err(fault) => panic!(
            "the interpreter returned {}: {fault:?}",
            short(&outcome.result)
        ),
    };
    (result, outcome)
}

fn short(value: &Value) -> String {
    let text = format!("{value}");
    text.chars().take(300).collect()
}

/// Runs something in a pool of so many threads.
pub(crate) fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    let (mut work, mut result) = (Some(work), None);
    in_pool(threads, &mut || result = work.take().map(|work| work()));
    result.expect("the work is done")
}

/// Behind a pointer, so that the pool is not compiled anew for each of the programs.
fn in_pool(threads: usize, work: &mut (dyn FnMut() + Send)) {
    static POOLS: [OnceLock<rayon::ThreadPool>; 9] = [const { OnceLock::new() }; 9];
    POOLS[threads]
        .get_or_init(|| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("a pool")
        })
        .install(work);
}

/// Fails with the first difference, not with two arrays of thousands.
#[track_caller]
pub(crate) fn assert_close<T: Compare>(what: &str, len: usize, got: &T, expected: &T) {
    assert!(
        got.close(expected),
        "{what}, {len} elements: compiled {}\ninterpreted {}",
        cut(got),
        cut(expected)
    );
}

/// Likewise, to the last bit.
#[track_caller]
pub(crate) fn assert_same<T: Compare>(what: &str, len: usize, got: &T, expected: &T) {
    assert!(
        got.same_bits(expected),
        "{what}, {len} elements: {}\nis not {}",
        cut(got),
        cut(expected)
    );
}

fn cut(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    match text.char_indices().nth(400) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Declares programs and tests them.
///
/// ```ignore
/// conformance! {
///     name(xs: &[f64], ys: &[f64]; zs: &mut [f64]; n: usize = 3) -> (Vec<f64>, f64) {
///         let a = map(|x, y| x + y, xs, ys);
///         *zs = map(|z| z + 1.0, zs);
///         (a, fold(0.0, |a, b| a + b, a))
///     }
/// }
/// ```
///
/// Behind `on_hosts_only;` stand those that devices refuse.
macro_rules! conformance {
    (on_hosts_only; $($programs:tt)*) => { conformance! { @any(); $($programs)* } };
    (@$on_devices:meta; $(
        $(#[$attr:meta])*
        $name:ident(
            $($x:ident: &[$xt:ty]),*
            $(; $($y:ident: &mut [$yt:ty]),* $(; $($s:ident: $st:ty = $value:expr),*)?)?
        ) -> $ret:ty { $($body:tt)* }
    )*) => {$(
        #[test]
        fn $name() {
            use crate::harness;
            use fusus_rng::Rng;

            #[cfg(all(any(debug_assertions, feature = "soak"), not(clippy)))]
            strategies::by_strategies! {
                $(#[$attr])*
                fn program($($x: &[$xt],)* $($($y: &mut [$yt],)* $($($s: $st,)*)?)?) -> $ret { $($body)* }
            }
            #[cfg(not(all(any(debug_assertions, feature = "soak"), not(clippy))))]
            fusus::cnf! {
                $(#[$attr])*
                fn program($($x: &[$xt],)* $($($y: &mut [$yt],)* $($($s: $st,)*)?)?) -> $ret { $($body)* }
            }
            #[cfg(any(debug_assertions, feature = "soak"))]
            strategies::sequential_of_some! {
                $(#[$attr])*
                fn sequential($($x: &[$xt],)* $($($y: &mut [$yt],)* $($($s: $st,)*)?)?) -> $ret { $($body)* }
            }
            #[cfg(not(all(any(debug_assertions, feature = "soak"), not(clippy))))]
            macro_rules! each_strategy {
                ($run:ident) => { [] };
            }
            #[cfg($on_devices)]
            fusus::cnf! {
                $(#[$attr])*
                #[backend(ocl)]
                fn on_device($($x: &[$xt],)* $($($y: &mut [$yt],)* $($($s: $st,)*)?)?) -> $ret { $($body)* }
            }
            #[cfg(feature = "mpi-threads")]
            strategies::where_processes_run! {
                $(#[$attr])*
                fn on_processes($($x: &[$xt],)* $($($y: &mut [$yt],)* $($($s: $st,)*)?)?) -> $ret { $($body)* }
            }
            const SOURCE: &str = stringify! {
                fn $name($($x: &[$xt],)* $($($y: &mut [$yt],)* $($($s: $st,)*)?)?) -> $ret { $($body)* }
            };

            let ir = std::cell::LazyCell::new(|| harness::program(SOURCE));
            for (round, len) in harness::rounds() {
                #[allow(unused_mut, unused_variables)]
                let mut rng = Rng::new(1 + round as u64);
                $(let $x: Vec<$xt> = harness::sample(&mut rng, len);)*
                $(
                    $(let $y: Vec<$yt> = harness::sample(&mut rng, len);)*
                    $($(let $s: $st = $value;)*)?
                )?

                // Every way to run it: what it returns and what it wrote.
                #[allow(unused_mut)]
                let parallel = |threads: usize| harness::with_threads(threads, || {
                    $($(let mut $y = $y.clone();)*)?
                    let result = program($(&$x,)* $($(&mut $y,)* $($($s,)*)?)?);
                    (result, ($($($y,)*)?))
                });
                let one = parallel(1);
                #[cfg(feature = "mpi-threads")]
                if crate::over_processes::is_worth(len) {
                    #[allow(unused_macros, reason = "not all programs run over processes")]
                    macro_rules! run {
                        ($function:ident) => {{
                            use crate::over_processes::{Whole, on_each, spread};

                            let all = on_each(len, |world, is_uneven| {
                                $(let $x = spread(world, &$x, is_uneven);)*
                                $($(#[allow(unused_mut)] let mut $y = spread(world, &$y, is_uneven);)*)?
                                let result = $function($(&$x,)* $($(&mut $y,)* $($($s,)*)?)?);
                                (result.whole(), ($($($y.gather(),)*)?))
                            });
                            for got in &all {
                                harness::assert_same("over processes", len, got, &one);
                            }
                        }};
                    }
                    let _: [(); _] = over_processes!(run);
                }
                #[cfg(feature = "mpi")]
                if crate::job::is_running() {
                    continue;
                }
                #[cfg(any(debug_assertions, feature = "soak"))]
                {
                    #[allow(unused_macros, reason = "not all programs are compiled for one thread")]
                    macro_rules! run {
                        ($function:ident) => {{
                            $($(#[allow(unused_mut)] let mut $y = $y.clone();)*)?
                            let result = $function($(&$x,)* $($(&mut $y,)* $($($s,)*)?)?);
                            harness::assert_same("sequential", len, &(result, ($($($y,)*)?)), &one);
                        }};
                    }
                    let _: [(); _] = sequentially!(run);
                }
                for &threads in harness::threads(len) {
                    harness::assert_same("in parallel", len, &parallel(threads), &one);
                }
                #[cfg($on_devices)]
                if crate::on_device::is_worth(len) {
                    use crate::on_device::{self, Fetch};

                    #[allow(unused_mut)]
                    let on_device = |device: &fusus::ocl::Device| device.scope(|| {
                        $($(let mut $y = $y.clone();)*)?
                        let result = on_device($(&$x,)* $($(&mut $y,)* $($($s,)*)?)?);
                        (result.fetch(), ($($($y,)*)?))
                    });
                    let ways = on_device::ways(stringify!($name));
                    let mut results = Vec::new();
                    for (way, device) in &ways {
                        let result = on_device(device);
                        harness::assert_close(way, len, &result, &one);
                        results.push(result);
                    }
                    if let [_, look_back, staged] = &results[..] {
                        harness::assert_same("on the device, in stages", len, staged, look_back);
                    }
                }
                if len < harness::LARGE {
                    #[allow(unused_macros, reason = "often no strategy differs")]
                    macro_rules! run {
                        ($strategy:ident) => {{
                            $($(#[allow(unused_mut)] let mut $y = $y.clone();)*)?
                            let result = $strategy($(&$x,)* $($(&mut $y,)* $($($s,)*)?)?);
                            (stringify!($strategy), (result, ($($($y,)*)?)))
                        }};
                    }
                    let others: [(&str, _); _] = each_strategy!(run);
                    #[allow(unused_mut)]
                    let mut inputs = fusus_core::interp::Inputs::new()
                        $(.array(stringify!($x), $x.clone()))*
                        $($(.array(stringify!($y), $y.clone()))* $($(.scalar(stringify!($s), $s))*)?)?;
                    let (result, outcome) = harness::meaning::<$ret>(&ir, inputs);
                    let _ = &outcome;
                    $($(
                        let $y: Vec<$yt> = outcome.written[stringify!($y)]
                            .to_vec_of()
                            .expect("the type of the parameter");
                    )*)?
                    let expected = (result, ($($($y,)*)?));
                    harness::assert_close("the default", len, &one, &expected);
                    for (strategy, got) in &others {
                        harness::assert_close(strategy, len, got, &expected);
                    }
                }
            }
        }
    )*};
    ($($programs:tt)*) => { conformance! { @feature = "ocl"; $($programs)* } };
}
pub(crate) use conformance;
