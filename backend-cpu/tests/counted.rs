//! Results whose elements are counted before they have rooms.

#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use fusus_cpu as rt;

/// Off the length of blocks by one, and more blocks than threads.
const LENGTHS: [usize; 7] = [
    0,
    1,
    63,
    64,
    65,
    1025,
    if cfg!(miri) { 2000 } else { 300_001 },
];

type Runs = [fn(usize, usize) -> rt::Run; 2];
const RUNS: Runs = [rt::Run::parallel, rt::Run::sequential];

/// The positions that are 0 modulo a number, and the others, with rooms for `counts`.
fn split(
    run: rt::Run,
    xs: &[usize],
    modulus: usize,
    counts: [Option<usize>; 2],
) -> (Vec<usize>, Vec<usize>) {
    let [some, others] = counts;
    let sinks = (
        rt::Compact::named("some").counted(some),
        (rt::Compact::named("others").counted(others), ()),
    );
    let ((some, (others, ())), _) = run
        .blocks(sinks, |block, out| {
            block.each_unrolled((xs, ()), out, |_, (x, ()), _| {
                let keep = x.is_multiple_of(modulus);
                Ok((rt::Masked::when(keep, x), (rt::Masked::when(!keep, x), ())))
            })?;
            Ok(())
        })
        .unwrap();
    (some, others)
}

#[test]
fn counted_results_have_the_room_that_they_take() {
    for (len, run) in LENGTHS
        .into_iter()
        .flat_map(|len| RUNS.map(|run| (len, run)))
    {
        let xs: Vec<usize> = (0..len).collect();
        // All of them, none but the first, and some.
        for modulus in [1, usize::MAX, 3] {
            let (some, others): (Vec<usize>, Vec<usize>) = xs
                .iter()
                .copied()
                .partition(|x: &usize| x.is_multiple_of(modulus));
            let counts = [Some(some.len()), Some(others.len())];
            let found = split(run(len, 100), &xs, modulus, counts);
            assert_eq!(found, (some, others), "{len}, {modulus}");
            let rooms = [found.0.capacity(), found.1.capacity()].map(Some);
            assert_eq!(rooms, counts, "{len}, {modulus}");
            assert_eq!(found, split(run(len, 100), &xs, modulus, [None; 2]));
        }
    }
}

#[test]
fn fewer_than_were_counted_are_all_right() {
    let xs: Vec<usize> = (0..5000).collect();
    let (some, others) = split(
        rt::Run::parallel(5000, 100),
        &xs,
        2,
        [Some(4000), Some(9999)],
    );
    assert_eq!((some.len(), others.len()), (2500, 2500));
}

/// A predicate that is no function: whatever it answers, no element goes where there is no room.
#[test]
fn more_than_were_counted_is_a_panic() {
    for run in RUNS {
        let xs: Vec<usize> = (0..5000).collect();
        let split = || split(run(5000, 100), &xs, 2, [Some(2499), Some(2500)]);
        let panic = catch_unwind(AssertUnwindSafe(split)).unwrap_err();
        let text = panic.downcast_ref::<&str>().expect("a text");
        assert!(
            text.contains("kept more elements than when they were counted"),
            "{text}"
        );
    }
}

#[test]
fn counting_pays_between_what_allocators_keep_and_huge_pages() {
    const MIB: usize = 1 << 20;
    let counted = |bytes: usize| {
        let counts = rt::Run::counted(bytes, || Ok([1, 2, 3, 4])).unwrap();
        counts[0].is_some()
    };
    // Four rooms of so many bytes.
    assert!(!counted(0) && !counted(MIB) && !counted(8 * MIB));
    assert!(counted(9 * MIB) && counted(16 * MIB));
    assert!(!counted(17 * MIB) && !counted(usize::MAX));
    // One is never too much.
    assert_eq!(rt::Run::counted(16 * MIB, || Ok([1])), Ok([None]));
}
