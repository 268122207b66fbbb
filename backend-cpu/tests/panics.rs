//! Panics in every block and every sweep: they arrive once, nothing leaks, nobody
//! waits for ever, and the pool goes on. One test alone, so that it counts no
//! allocations of others.

use std::alloc::{GlobalAlloc, Layout, System};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use fusus_cpu as rt;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The number of allocations that are alive.
static ALIVE: AtomicIsize = AtomicIsize::new(0);

struct Counting;

// SAFETY: it is the system's allocator, with a counter beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALIVE.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        ALIVE.fetch_sub(1, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The shortest block where every position is expensive; see `block.rs`.
const BLOCK: usize = 64;
const BLOCKS: usize = 6;
const LEN: usize = (BLOCKS - 1) * BLOCK + 5;

/// The number of payloads, and of partial results of blocks, that are alive.
static COUNTED: AtomicIsize = AtomicIsize::new(0);

/// A payload, or a part that a block returns: it is counted.
struct Counted(usize);

impl Counted {
    fn new(of: usize) -> Counted {
        COUNTED.fetch_add(1, Ordering::Relaxed);
        Counted(of)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        COUNTED.fetch_sub(1, Ordering::Relaxed);
    }
}

/// In which sweep a block panics, and where in it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sweep {
    Aggregates,
    Real,
}

/// A scan, a filter, an appended array and a scatter of pairs, which collects;
/// the blocks return parts that are counted. `panics` is asked at the first,
/// the middle and the last position of each sweep.
fn program(xs: &[u64], panics: impl Fn(usize, Sweep, usize) -> bool + Sync) -> usize {
    let dest = vec![(0, 0); xs.len()];
    let at = |block: &rt::Block<'_>, sweep, i: usize| {
        let k = i - block.start();
        for (place, position) in [0, block.len() / 2, block.len() - 1]
            .into_iter()
            .enumerate()
        {
            if k == position && panics(block.index(), sweep, place) {
                panic::panic_any(Counted::new(block.index()));
            }
        }
    };
    let run = rt::Run::parallel(xs.len(), 1_000_000).ordered();
    let chain = run.chain(0).unwrap();
    let sinks = (
        rt::Fresh::named(""),
        (
            rt::Compact::named(""),
            (
                rt::Append::named(""),
                (rt::Scatter::copied(&dest, "scattered"), ()),
            ),
        ),
    );
    let ((sums, (kept, (twice, (scattered, ())))), parts) = run
        .blocks(sinks, |block, out| {
            let entering = chain.exclusive_prefix(
                block,
                || {
                    let mut total = 0;
                    block.each((xs, ()), &mut (), |i, (x, ()), ()| {
                        at(block, Sweep::Aggregates, i);
                        total += x;
                        Ok(())
                    })?;
                    Ok(total)
                },
                |left, total| left + total,
            )?;
            let mut sum = entering;
            block.each(
                (xs, ()),
                out,
                |i, (x, ()), ((), ((), (twice, (scatter, ()))))| {
                    at(block, Sweep::Real, i);
                    sum += x;
                    twice.push(x)?;
                    twice.push(x)?;
                    scatter.put(xs.len() - 1 - i, (x, i))?;
                    Ok((sum, (rt::Masked::when(x % 2 == 0, x), ((), ((), ())))))
                },
            )?;
            chain.publish(block, || sum);
            Ok(Counted::new(block.index()))
        })
        .unwrap();
    assert_eq!(
        parts.map(|part| part.0).sum::<usize>(),
        BLOCKS * (BLOCKS - 1) / 2
    );
    assert_eq!(
        (sums.len(), twice.len(), scattered.len()),
        (LEN, 2 * LEN, LEN)
    );
    assert_eq!(scattered[0], (LEN as u64 - 1, LEN - 1));
    kept.len()
}

fn works(xs: &[u64]) {
    assert_eq!(program(xs, |_, _, _| false), LEN.div_ceil(2));
}

fn payload_of(job: impl FnOnce() -> usize) -> Box<dyn Any + Send> {
    panic::catch_unwind(AssertUnwindSafe(job)).expect_err("it panics")
}

/// The block whose panic arrives, after a check that no other payload is left.
fn block_of(job: impl FnOnce() -> usize) -> usize {
    let payload = payload_of(job);
    let payload = payload.downcast::<Counted>().expect("a payload of ours");
    assert_eq!(
        COUNTED.load(Ordering::Relaxed),
        1,
        "one payload, and no part"
    );
    payload.0
}

/// Waits until helpers that came too late have gone, which hold what little
/// they own.
fn settled(pool: &ThreadPool) -> isize {
    let deadline = Instant::now() + Duration::from_secs(20);
    let mut least = isize::MAX;
    let mut since = Instant::now();
    while since.elapsed() < Duration::from_millis(20) && Instant::now() < deadline {
        pool.broadcast(|_| ());
        let alive = ALIVE.load(Ordering::Relaxed);
        if alive < least {
            (least, since) = (alive, Instant::now());
        }
        thread::sleep(Duration::from_millis(1));
    }
    least
}

fn every_panic(pool: &ThreadPool, xs: &[u64]) {
    // One thread that does all blocks computes no totals beforehand.
    let sweeps: &[Sweep] = match pool.current_num_threads() {
        1 => &[Sweep::Real],
        _ => &[Sweep::Aggregates, Sweep::Real],
    };
    for &sweep in sweeps {
        // The last block computes no total.
        let blocks = if sweep == Sweep::Aggregates {
            BLOCKS - 1
        } else {
            BLOCKS
        };
        for block in 0..blocks {
            for place in 0..3 {
                let here = |b, s, p| (b, s, p) == (block, sweep, place);
                let first = block_of(|| pool.install(|| program(xs, here)));
                assert_eq!(first, block);
            }
            // Two at once: the leftmost arrives.
            for other in block + 1..blocks {
                let here = |b, s, p| (b == block || b == other) && s == sweep && p == 1;
                let first = block_of(|| pool.install(|| program(xs, here)));
                assert_eq!(first, block);
            }
        }
    }
    // All at once.
    assert_eq!(block_of(|| pool.install(|| program(xs, |_, _, _| true))), 0);
    // A run within a block of another one fails: so does the block.
    let outer = pool.install(|| {
        rt::Run::parallel(LEN, 1_000_000).blocks((), |block, _| {
            let third = block.index() == 3;
            let here = move |b, s, p| third && (b, s, p) == (2, Sweep::Real, 0);
            let inner = panic::catch_unwind(AssertUnwindSafe(|| program(xs, here)));
            Ok(inner.map_err(|payload| payload.downcast::<Counted>().map(|payload| payload.0)))
        })
    });
    for (index, part) in outer.expect("it catches its panics").1.enumerate() {
        match part {
            Ok(kept) => assert!(index != 3 && kept == LEN.div_ceil(2)),
            Err(block) => assert_eq!((index, block.ok()), (3, Some(2))),
        }
    }
    pool.install(|| works(xs));
}

/// Ends the process where the job does not end.
fn watched(job: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let worker = thread::spawn(move || {
        job();
        done.send(()).expect("somebody waits");
    });
    if let Err(mpsc::RecvTimeoutError::Timeout) = wait.recv_timeout(Duration::from_secs(240)) {
        eprintln!("somebody waits for ever");
        std::process::abort();
    }
    worker.join().expect("it says above what failed");
}

#[test]
fn panics_arrive_once_and_nothing_leaks() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !info.payload().is::<Counted>() {
            hook(info);
        }
    }));
    watched(|| {
        let xs: Vec<u64> = (0..LEN as u64).collect();
        for threads in [1, 2, 3, 8] {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            every_panic(&pool, &xs);
            let before = settled(&pool);
            every_panic(&pool, &xs);
            let after = settled(&pool);
            assert_eq!(COUNTED.load(Ordering::Relaxed), 0);
            // Over a hundred panics: one leak each would show. The queues of
            // rayon may have grown.
            assert!(after < before + 30, "{before} allocations, then {after}");
        }
    });
}
