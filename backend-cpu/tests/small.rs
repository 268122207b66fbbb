//! Loops of little work allocate nothing but their results and one buffer for what they store
//! between sweeps, and start no threads. One test alone, so that it counts nothing of others.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fusus_cpu as rt;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: it is the system's allocator, with a counter beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations<R>(job: impl FnOnce() -> R) -> usize {
    let before = ALLOCATIONS.get();
    let result = job();
    let count = ALLOCATIONS.get() - before;
    drop(result);
    count
}

/// The number of this process's threads, where that is easy to know.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

fn sum(xs: &[f64]) -> f64 {
    let ((), parts) = rt::Run::parallel(xs.len(), 3)
        .blocks((), |b, out| {
            let mut sum = rt::Fold::<_, _, 16>::new(rt::op::Add);
            let lanes = rt::Lanes::<16>::when(sum.commutes());
            b.lanes(lanes, (xs, ()), out, |_, lane, (x, ()), ()| {
                sum.push(lane, x, |a, b| a + b);
                Ok(())
            })?;
            Ok(sum.partial(|a, b| a + b))
        })
        .unwrap();
    parts.fold(0.0, |sum, part| part.join(sum, |a, b| a + b))
}

fn scan_and_filter(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let run = rt::Run::parallel(xs.len(), 3).ordered();
    let chain = run.chain(0.0).unwrap();
    let ((s, (kept, ())), _) = run
        .blocks(
            (rt::Fresh::named(""), (rt::Compact::named(""), ())),
            |b, out| {
                let mut state = chain.exclusive_prefix(
                    b,
                    || Ok(xs[b.start()..][..b.len()].iter().sum::<f64>()),
                    |a, b| a + b,
                )?;
                b.each((xs, ()), out, |_, (x, ()), _| {
                    state += x;
                    Ok((state, (rt::Masked::when(x > 1.0, x), ())))
                })?;
                chain.publish(b, || state);
                Ok(())
            },
        )
        .unwrap();
    (s, kept)
}

/// Running sums of what a filter keeps, which is compacted first.
fn in_sub_loops(xs: &[f64]) -> Vec<f64> {
    let run = rt::Run::parallel(xs.len(), 3).ordered();
    let sinks = (
        (rt::Scratch::<(f64, f64)>::named("kept"), ()),
        (rt::Temporary::<f64>::new(), (rt::Compact::named(""), ())),
    );
    let chain = run.chain(0.0).unwrap();
    let ((_, ((), (sums, ()))), _) = run
        .blocks(sinks, |b, out| {
            let (mut first, out) = out.split();
            b.each((xs, ()), &mut first, |_, (x, ()), _| {
                Ok((rt::Masked::when(x > 1.0, (x, x)), ()))
            })?;
            let (compacted, ()) = first.compacted();
            let kept = b.compacted(compacted.len());
            let mut out = out.over(&kept)?;
            let total = || Ok(compacted.iter().map(|x| x.0).sum::<f64>());
            let mut state = chain.exclusive_prefix(b, total, |a, b| a + b)?;
            kept.block()
                .each((compacted, ()), &mut out, |_, (x, ()), _| {
                    state += x.1;
                    Ok(((), (rt::Masked::when(true, state), ())))
                })?;
            chain.publish(b, || state);
            Ok(())
        })
        .unwrap();
    sums
}

#[test]
fn small_loops_allocate_little_and_start_no_threads() {
    let xs: Vec<f64> = (0..20_000).map(|x| f64::from(x) * 0.01).collect();
    let before = threads();
    assert_eq!(allocations(|| sum(&xs[..0])), 0);
    assert_eq!(allocations(|| sum(&xs[..1000])), 0);
    // The results of the blocks.
    assert_eq!(allocations(|| sum(&xs)), 1);
    assert_eq!(allocations(|| scan_and_filter(&xs[..1000])), 2);
    // A result, and a buffer for elements that are stored between sweeps, unless they are few.
    assert_eq!(allocations(|| in_sub_loops(&xs[..1000])), 2);
    assert_eq!(allocations(|| in_sub_loops(&xs[..10])), 1);
    // The allocator learns once how much the results of a loop take together.
    scan_and_filter(&xs);
    // The results and, of a filter that keeps little, the smaller one.
    assert!(allocations(|| scan_and_filter(&xs)) <= 3);
    assert_eq!(threads(), before);
}
