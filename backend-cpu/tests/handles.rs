//! The sinks whose bodies write through handles, used in every way that the
//! types allow.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fusus_cpu as rt;
use rt::{ErrorKind, Fault, Run};

/// Counts the bytes that are allocated.
struct Counting;

static LIVE: AtomicIsize = AtomicIsize::new(0);
/// Tests that count bytes, and all others, run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

// SAFETY: everything is the system's allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Wide(u64, [u16; 5]);

fn wide(x: u32) -> Wide {
    Wide(u64::from(x), [x as u16; 5])
}

/// Long enough for several threads, unless Miri interprets it.
const LEN: u32 = if cfg!(miri) { 3_000 } else { 200_000 };

fn alone(test: impl FnOnce() + Send) {
    let _guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    rayon::ThreadPoolBuilder::new()
        .num_threads(4)
        .build_scoped(rayon::ThreadBuilder::run, |pool| pool.install(test))
        .expect("a pool");
}

fn runs(len: usize) -> [Run; 2] {
    [Run::parallel(len, 1_000), Run::sequential(len, 1)]
}

fn times<T: rt::Element>(
    run: Run,
    xs: &[u32],
    count: impl Fn(u32) -> u32 + Sync,
    value: impl Fn(u32) -> T + Sync,
) -> Result<Vec<T>, Fault> {
    let ((out, ()), _) = run.blocks((rt::Append::named("out"), ()), |block, out| {
        block.each((xs, ()), out, |_, (x, ()), (appending, ())| {
            for _ in 0..count(x) {
                appending.push(value(x))?;
            }
            Ok(((), ()))
        })?;
        Ok(())
    })?;
    Ok(out)
}

#[test]
fn any_number_of_elements() {
    alone(|| {
        let xs: Vec<u32> = (0..LEN).collect();
        for most in [0, 1, 2, 4] {
            let count = |x: u32| x.wrapping_mul(2_654_435_761) % (most + 1);
            let expected: Vec<u32> = xs
                .iter()
                .flat_map(|&x| (0..count(x)).map(move |_| x))
                .collect();
            for run in runs(xs.len()) {
                assert_eq!(times(run, &xs, count, |x| x), Ok(expected.clone()));
            }
            for run in runs(xs.len()) {
                let out = times(run, &xs, count, wide).expect("memory");
                assert!(
                    out.iter()
                        .map(|wide| wide.0 as u32)
                        .eq(expected.iter().copied())
                );
            }
            for run in runs(xs.len()) {
                let out = times(run, &xs, count, |_| ()).expect("memory");
                assert_eq!(out.len(), expected.len());
            }
        }
        // More than there is room for, and only in the middle.
        let count = |x: u32| {
            if x > LEN / 2 {
                3
            } else {
                u32::from(x.is_multiple_of(7))
            }
        };
        let expected: Vec<u32> = xs
            .iter()
            .flat_map(|&x| (0..count(x)).map(move |_| x))
            .collect();
        for run in runs(xs.len()) {
            let out = times(run, &xs, count, |x| x).expect("memory");
            assert_eq!(out, expected);
        }
        for run in runs(0) {
            assert_eq!(times(run, &[], count, |x| x), Ok(vec![]));
        }
    });
}

#[test]
fn handles_outlive_their_sweeps() {
    alone(|| {
        let xs: Vec<u32> = (0..LEN).collect();
        for run in runs(xs.len()) {
            let mut dest = vec![Wide(0, [0; 5]); xs.len()];
            let mut numbers = vec![0u32; xs.len()];
            let sinks = (
                rt::Append::named(""),
                (
                    rt::Scatter::in_place(&mut dest, "dest"),
                    (rt::Scatter::in_place(&mut numbers, "numbers"), ()),
                ),
            );
            let ((out, _), _) = run
                .blocks(sinks, |block, out| {
                    let mut kept = None;
                    // This sweep is replaced by the next one.
                    block.each((&xs[..], ()), out, |_, (x, ()), handles| {
                        let (appending, (scatter, (numbers, ()))) = handles;
                        kept = Some(handles);
                        appending.push(x + 1)?;
                        scatter.put(x, wide(x + 1))?;
                        numbers.put(x, x + 1)?;
                        Ok(((), ((), ((), ()))))
                    })?;
                    let (appending, (scatter, (numbers, ()))) = kept.expect("not an empty block");
                    let mut reading = out.reading();
                    block.each(
                        (&xs[..], ()),
                        &mut reading,
                        |_, (_, ()), ((), ((), ((), ())))| Ok(((), ((), ((), ())))),
                    )?;
                    appending.push(7)?;
                    scatter.put(block.start(), wide(7))?;
                    block.each((&xs[..], ()), out, |_, (x, ()), (again, _)| {
                        // Both lead to the same place.
                        match x % 2 {
                            0 => again.push(x)?,
                            _ => appending.push(x)?,
                        }
                        scatter.put(x, wide(x))?;
                        numbers.put(x, x)?;
                        Ok(((), ((), ((), ()))))
                    })?;
                    if block.is_last() {
                        appending.push(99)?;
                        scatter.put(0, wide(99))?;
                        numbers.put(0, 99)?;
                    }
                    Ok(())
                })
                .expect("in bounds");
            assert!(out.iter().eq(xs.iter().chain(&[99])));
            assert_eq!((dest[0], numbers[0]), (wide(99), 99));
            assert!((1..LEN).all(|x| dest[x as usize] == wide(x)));
            assert_eq!(numbers[1..], xs[1..]);
        }
    });
}

#[test]
fn a_block_must_be_swept() {
    alone(|| {
        let message = |unswept: &dyn Fn()| {
            let payload = panic::catch_unwind(AssertUnwindSafe(unswept)).expect_err("a panic");
            *payload.downcast::<&str>().expect("a message")
        };
        let incomplete = "a block ended without a complete sweep";
        let reading = || {
            let mut ys = [1, 2, 3];
            let _ = Run::parallel(3, 1).blocks((rt::InPlace::new(&mut ys), ()), |block, out| {
                block.each((), &mut out.reading(), |_, (), (y, ())| {
                    assert!(y > 0);
                    Ok(((), ()))
                })?;
                Ok(())
            });
        };
        assert_eq!(message(&reading), incomplete);
        let append = || {
            let sinks = (rt::Append::<u8>::named(""), ());
            let _ = Run::parallel(3, 1).blocks(sinks, |_, _| Ok(()));
        };
        assert_eq!(message(&append), incomplete);
        let scatter = || {
            let sinks = (rt::Scatter::copied(&[1u8, 2], ""), ());
            let _ = Run::parallel(3, 1).blocks(sinks, |_, _| Ok(()));
        };
        assert_eq!(message(&scatter), incomplete);
    });
}

fn scattered<T: rt::Element>(
    run: Run,
    dest: &[T],
    at: &[i64],
    value: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Fault> {
    let ((out, ()), _) = run.blocks((rt::Scatter::copied(dest, "out"), ()), |block, out| {
        block.each((at, ()), out, |i, (at, ()), (scattering, ())| {
            scattering.put(at, value(i))?;
            Ok(((), ()))
        })?;
        Ok(())
    })?;
    Ok(out)
}

/// All threads write the same few slots.
fn contended<T: rt::Element + PartialEq + std::fmt::Debug>(value: impl Fn(usize) -> T + Sync) {
    let at: Vec<i64> = (0..i64::from(LEN)).map(|i| i % 5).collect();
    let dest = [value(1_000); 7];
    for run in runs(at.len()) {
        let out = scattered(run, &dest, &at, |i| value(i % 5)).expect("in bounds");
        for (i, out) in out.iter().enumerate() {
            assert_eq!(*out, if i < 5 { value(i) } else { value(1_000) });
        }
    }
}

#[test]
fn repeated_indices_of_all_types() {
    alone(|| {
        contended(|i| i as u8);
        contended(|i| i as i16);
        contended(|i| i % 2 == 0);
        contended(|i| i as f32);
        contended(|i| char::from(b'a' + (i % 26) as u8));
        contended(|i| i as f64);
        contended(|i| i as isize);
        contended(|i| i as u128);
        contended(|i| (i as u8, i as u64));
        contended(Some);
        contended(|i| [i as u8; 3]);
        contended(|i| ["even", "odd"][i % 2]);
        contended(|_| ());
    });
}

#[test]
fn the_last_write_stays_where_elements_are_collected() {
    alone(|| {
        let at: Vec<i64> = (0..i64::from(LEN)).map(|i| i * i % 101).collect();
        let mut expected = vec![wide(1); 101];
        for (i, &at) in at.iter().enumerate() {
            expected[at as usize] = wide(i as u32);
        }
        for run in runs(at.len()) {
            let out = scattered(run, &[wide(1); 101], &at, |i| wide(i as u32));
            assert_eq!(out, Ok(expected.clone()));
        }
    });
}

#[test]
fn bounds() {
    alone(|| {
        for bad in [101i64, -1, i64::MAX, i64::MIN] {
            let mut at: Vec<i64> = (0..i64::from(LEN)).map(|i| i % 101).collect();
            at[LEN as usize / 2] = bad;
            for run in runs(at.len()) {
                let fault = scattered(run, &[0u16; 101], &at, |_| 1).expect_err("out of bounds");
                assert_eq!(fault.binding(), "out");
                assert!(matches!(
                    *fault.kind(),
                    ErrorKind::IndexOutOfBounds { index, len: 101, .. } if index == i128::from(bad)
                ));
            }
            for run in runs(at.len()) {
                let fault = scattered(run, &[wide(0); 101], &at, |_| wide(1));
                assert!(fault.is_err());
            }
        }
    });
}

#[test]
fn nothing_leaks() {
    alone(|| {
        let xs: Vec<u32> = (0..LEN).collect();
        let at: Vec<i64> = (0..i64::from(LEN)).collect();
        let dest = vec![wide(0); LEN as usize];
        let fail = |x: u32| match x {
            x if x == LEN / 3 * 2 => panic!("at two thirds"),
            x => x,
        };
        let once = |run: fn(usize) -> Run| {
            let len = xs.len();
            let broken = [
                panic::catch_unwind(|| drop(times(run(len), &xs, |_| 1, fail))).is_err(),
                panic::catch_unwind(|| drop(times(run(len), &xs, |x| fail(x) % 9, wide))).is_err(),
                panic::catch_unwind(|| {
                    drop(scattered(run(len), &dest, &at, |i| wide(fail(i as u32))));
                })
                .is_err(),
                scattered(run(len), &dest[1..], &at, |i| wide(i as u32)).is_err(),
            ];
            assert_eq!(broken, [true; 4]);
            let out = times(run(len), &xs, |x| x % 5, |x| x).expect("memory");
            assert_eq!(out.len(), 2 * len);
        };
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let parallel = |len| Run::parallel(len, 1_000);
        let sequential = |len| Run::sequential(len, 1);
        once(parallel);
        once(sequential);
        let before = LIVE.load(Ordering::Relaxed);
        for _ in 0..if cfg!(miri) { 1 } else { 10 } {
            once(parallel);
            once(sequential);
        }
        let grown = LIVE.load(Ordering::Relaxed) - before;
        panic::set_hook(hook);
        // Less than any buffer of a block.
        assert!(grown < 20_000, "{grown} bytes were leaked");
    });
}

#[test]
fn inner_loops() {
    alone(|| {
        for len in [0, 1, 15, 16, 17, 100] {
            let (ys, zs): (Vec<usize>, Vec<usize>) = (0..len).map(|j| (j, 2 * j)).unzip();
            let mut seen = Vec::new();
            rt::inner(len, (&ys[..], (&zs[..], ())), (), |j, (y, (z, ()))| {
                assert_eq!((y, z), (j, 2 * j));
                seen.push(j);
                Ok(())
            })
            .expect("no fault");
            assert_eq!(seen, ys);
            for commute in [true, false] {
                let run = Run::sequential(3, 1);
                run.blocks((), |block, out| {
                    let lanes = rt::Lanes::<16>::when(commute);
                    block.lanes(lanes, (), out, |_, outer, (), ()| {
                        let mut seen = Vec::new();
                        rt::inner_lanes(
                            lanes,
                            outer,
                            len,
                            (&ys[..], (&zs[..], ())),
                            (),
                            |j, lane, (y, (z, ()))| {
                                assert_eq!((y, z), (j, 2 * j));
                                let expected = if commute { j % 16 } else { outer.index(false) };
                                assert_eq!(lane.index(commute), expected);
                                seen.push(j);
                                Ok(())
                            },
                        )?;
                        assert_eq!(seen, ys);
                        Ok(())
                    })?;
                    Ok(())
                })
                .expect("no fault");
            }
        }
        let short =
            panic::catch_unwind(|| rt::inner(2, (&[1, 2][..], (&[1][..], ())), (), |_, _| Ok(())));
        assert!(short.is_err());
    });
}

#[test]
fn blocks_of_rows() {
    alone(|| {
        for (len, rows) in [
            (0, 5),
            (5, 0),
            (1, 1),
            (1_000, 1_000),
            (3, 1 << 40),
            (1 << 40, usize::MAX),
            (100_000, 3),
        ] {
            for run in [
                Run::parallel_nested(len, rows, 2),
                Run::sequential_nested(len, rows, 2),
            ] {
                if len > 1 << 20 {
                    continue;
                }
                let (_, parts) = run
                    .blocks((), |block, _| {
                        assert!(!block.is_empty());
                        assert!(block.len() == 1 || block.len() * rows <= 2 * 16_384);
                        Ok(block.len())
                    })
                    .expect("no fault");
                assert_eq!(parts.sum::<usize>(), len);
            }
        }
    });
}

#[test]
fn blocks_of_rows_that_are_swept_together() {
    for (rows, width, lens) in [
        (0, 5, &[][..]),
        (3, 20_000, &[3]),
        (8, 20_000, &[8]),
        (19, 20_000, &[8, 8, 3]),
        (19, 6_000, &[8, 8, 3]),
    ] {
        for run in [
            Run::parallel_nested(rows, width, 2),
            Run::sequential_nested(rows, width, 2),
            Run::parallel_nested(rows, width, 2).unbounded(),
            Run::parallel_nested(rows, width, 2).grain(1),
        ] {
            let (_, parts) = run
                .of_rows_by(8)
                .blocks((), |block, _| Ok(block.len()))
                .expect("no fault");
            let found: Vec<usize> = parts.into_iter().collect();
            assert_eq!(found, lens, "{rows} rows of {width}");
        }
    }
}
