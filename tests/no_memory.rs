//! No memory: every allocation of a program that grows with its input is
//! refused, one after the other. The program reports an error or does without;
//! it never ends the process, and works again afterwards.
//!
//! One test alone, so that no other one finds no memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};

use fusus::{Error, ErrorKind, cnf};
use rayon::ThreadPoolBuilder;

/// From this size on allocations are counted, and may be refused: 16 bytes for
/// each of 32 blocks. Memory that does not grow with the input is smaller: the text of an
/// error, the tasks of rayon (but for the queue of its calls from outside).
const LARGE: usize = 512;

/// The number of large allocations that are granted from now on.
static GRANTED: AtomicIsize = AtomicIsize::new(isize::MAX);

/// The number of those that are refused after these.
static REFUSED: AtomicIsize = AtomicIsize::new(0);

/// The number of those that have been refused.
static REFUSALS: AtomicUsize = AtomicUsize::new(0);

struct Scarce;

fn is_refused(size: usize) -> bool {
    if size < LARGE || GRANTED.fetch_sub(1, Ordering::Relaxed) > 0 {
        return false;
    }
    let refused = REFUSED.fetch_sub(1, Ordering::Relaxed) > 0;
    REFUSALS.fetch_add(usize::from(refused), Ordering::Relaxed);
    refused
}

// SAFETY: it is the system's allocator, which may refuse whatever it likes.
unsafe impl GlobalAlloc for Scarce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Also where it would become shorter.
        if is_refused(size) {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static SCARCE: Scarce = Scarce;

type Pair = (u64, u32);

cnf! {
    /// All that takes memory: a result of the length of the input, prefixes of
    /// two levels, what a filter keeps, a product, a scatter that collects, an
    /// input that is returned, parts of folds.
    #[allow(clippy::type_complexity)]
    fn all(xs: &[u64], few: &[u64], dest: &[Pair]) -> Result<(Vec<u64>, Vec<u64>, Vec<u64>, Vec<Pair>, Vec<u64>, u64), Error> {
        let sums = scan(0, |a, b| a + b, xs);
        let highs = scan(0, |a, b| if b > a { b } else { a }, map(|x, s| s / (x + 1), xs, sums));
        let odd = filter(|s| s % 2 == 1, sums);
        let product = filter(|p| p % 3 > 0, map(|(x, y)| x * 4 + y, cross(xs, few)));
        let places = map(|x| x as usize, xs);
        let put = scatter(dest, places, map(|x| (x, 7), xs));
        let total = fold(0, |a, b| (a + b) % 1_000_007, map(|h, s| h % 1_000 + s % 1_000, highs, sums));
        (highs, odd, product, put, xs, total)
    }

    /// Segments, recurrences, bins and accumulators: the keys and sums of runs, prefixes of pairs
    /// and of states, bins for ranges of pairs, accumulators of blocks.
    #[allow(clippy::type_complexity)]
    fn newer(xs: &[u64]) -> Result<(Vec<u64>, Vec<u64>, Vec<u64>, Vec<u64>, Vec<u64>, Vec<u64>, [u64; 8]), Error> {
        let (groups, sums) = fold_by(map(|x| x / 5, xs), 0, |a, b| a + b, xs);
        let running = scan_by(map(|x| x % 1_000 == 0, xs), 0, |a, b| a + b, xs);
        let composed = recurrence(0u64, |s, x| s.wrapping_mul(3).wrapping_add(x), xs);
        let stepped = recurrence(0u64, |s, x| (s ^ x) % 1_009, xs);
        let ones = map(|_| 1, xs);
        let counts = reduce_by_index(generate(1_000, |_| 0), |a, b| a + b, map(|x| x as usize % 1_000, xs), ones);
        let most = fold(
            [0u64; 8],
            |mut most, x| { if x > most[0] { most[0] = x; most.sort_unstable(); } most },
            |mut most: [u64; 8], others| {
                for x in others {
                    if x > most[0] {
                        most[0] = x;
                        most.sort_unstable();
                    }
                }
                most
            },
            map(|x| x * 7_919 % 100_003, xs),
        );
        Ok((groups, sums, running, composed, stepped, counts, most))
    }

    /// Scans without a way to return an error.
    fn sums(xs: &[u64]) -> (Vec<u64>, Vec<u64>) {
        (scan(0, |a, b| a + b, xs), xs)
    }
}

/// Enough for 32 blocks.
const LEN: usize = 1 << 18;

/// Calls a job with so many large allocations granted before so many refused.
/// The second number is how many were.
fn with<R>(granted: isize, refused: isize, job: impl FnOnce() -> R) -> (R, usize) {
    REFUSALS.store(0, Ordering::Relaxed);
    REFUSED.store(refused, Ordering::Relaxed);
    GRANTED.store(granted, Ordering::Relaxed);
    let result = job();
    GRANTED.store(isize::MAX, Ordering::Relaxed);
    (result, REFUSALS.load(Ordering::Relaxed))
}

/// Refuses each allocation of a program alone, and then that one and all after it. As many errors
/// are reported at least.
fn each_refused<R: PartialEq>(name: &str, least: usize, program: impl Fn() -> Result<R, Error>) {
    let Ok(expected) = program() else {
        panic!("`{name}` has memory");
    };
    for refused in [1, isize::MAX] {
        let (mut granted, mut errors) = (0, 0);
        loop {
            let (result, refusals) = with(granted, refused, &program);
            if refusals == 0 {
                assert!(
                    result.as_ref() == Ok(&expected),
                    "{name}, {granted} granted"
                );
                break;
            }
            match result {
                // A larger room than needed can be done without.
                Ok(result) => assert!(result == expected, "{name}, {granted} granted"),
                Err(error) => {
                    assert!(
                        matches!(error.kind(), ErrorKind::Allocation { .. }),
                        "{error}"
                    );
                    assert_eq!(error.program(), name);
                    errors += 1;
                }
            }
            granted += 1;
        }
        assert!(errors >= least, "{name}: {errors} of {granted}");
        assert!(
            program().as_ref() == Ok(&expected),
            "{name}: there is memory again"
        );
    }
}

#[test]
fn every_refusal_is_reported() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let text = info.payload().downcast_ref::<String>();
        if !text.is_some_and(|text| text.contains("no memory for")) {
            hook(info);
        }
    }));
    let xs: Vec<u64> = (0..LEN as u64).collect();
    let few: Vec<u64> = (0..4).collect();
    let dest: Vec<Pair> = vec![(0, 0); LEN];
    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        pool.install(|| {
            let first = all(&xs, &few, &dest).expect("there is memory");
            assert_eq!(first.1.len(), LEN / 2);
            // Results; of several threads their prefixes and the parts of blocks too.
            let least = if threads == 1 { 5 } else { 14 };
            each_refused("all", least, || all(&xs, &few, &dest));
            let second = newer(&xs).expect("there is memory");
            assert_eq!((second.0.len(), second.5[0]), (LEN.div_ceil(5), 263));
            let least = if threads == 1 { 6 } else { 14 };
            each_refused("newer", least, || newer(&xs));
            // A panic with the same message where there is no error to return.
            for granted in 0.. {
                let job = || panic::catch_unwind(AssertUnwindSafe(|| sums(&xs)));
                let (result, refusals) = with(granted, isize::MAX, job);
                match result {
                    Ok(_) => {
                        assert!(refusals == 0 && granted >= 2, "{granted} granted");
                        break;
                    }
                    Err(panic) => {
                        let message = panic.downcast_ref::<String>().expect("a message");
                        assert!(message.starts_with("`sums`: "), "{message}");
                        assert!(message.contains("no memory for"), "{message}");
                    }
                }
            }
        });
    }
}
