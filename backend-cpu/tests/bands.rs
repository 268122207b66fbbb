//! Loops over rows that are done for some rows at a time.

use fusus_cpu::{Bands, Fault, Pace, RowsHeld, RowsMut, RowsOf, Run, conform};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

static PACE: Pace = Pace::new();

/// Doubles the elements of rows, and sums each row up. Returns the number of bands as well.
fn doubled(rows: usize, width: usize, bands: Bands) -> (Vec<u64>, Vec<u64>, usize) {
    let elements: Vec<u64> = (0..(rows * width) as u64).collect();
    let calls = AtomicUsize::new(0);
    let ((twice, (sums, ())), ()) = bands
        .run(
            (RowsOf::of(&elements, width), ()),
            (),
            (("twice", width, 0), (("sums", 1, 0), ())),
            |rows, (given, ()), ()| {
                let rows = rows.and(0);
                calls.fetch_add(1, Ordering::Relaxed);
                assert_eq!(given.elements.len(), rows * width);
                let twice = given.elements.iter().map(|x| 2 * x).collect();
                let sums = (0..rows).map(|row| given.elements[row * width..][..width].iter().sum());
                Ok(((twice, (sums.collect(), ())), ()))
            },
        )
        .unwrap();
    (twice, sums, calls.into_inner())
}

#[test]
fn results_do_not_depend_on_the_bands() {
    let mut most = 0;
    for rows in [0, 1, 2, 7, 8, 9, 100, 1025] {
        for width in [0, 1, 3, 40, 513] {
            let elements: Vec<u64> = (0..(rows * width) as u64).collect();
            let twice: Vec<u64> = elements.iter().map(|x| 2 * x).collect();
            let sums: Vec<u64> = (0..rows)
                .map(|row| elements[row * width..][..width].iter().sum())
                .collect();
            // As if each array had so many elements a row.
            for total in [width, 3 * width + 1, 1000] {
                let parallel = doubled(rows, width, Bands::parallel(rows, total, 10, &PACE));
                let sequential = doubled(rows, width, Bands::sequential(rows, total, 10));
                for (found, found_sums, calls) in [parallel, sequential] {
                    assert_eq!(
                        (&found, &found_sums),
                        (&twice, &sums),
                        "{rows} rows of {width}"
                    );
                    assert!(calls >= usize::from(rows > 0));
                    most = most.max(calls);
                }
            }
        }
    }
    assert!(most > 1, "nothing was done in bands");
}

#[test]
fn arrays_of_the_callers_are_written_where_they_are() {
    let mut most = 0;
    for rows in [0, 1, 9, 100, 1025] {
        for width in [0, 1, 40] {
            for total in [width, 1000] {
                let elements: Vec<u64> = (0..(rows * width) as u64).collect();
                let (mut twice, mut sums) = (vec![7; rows * width], vec![7; rows]);
                let calls = AtomicUsize::new(0);
                let given = (RowsOf::of(&elements, width), ());
                let written = (
                    RowsMut::of(&mut twice, width),
                    (RowsMut::of(&mut sums, 1), ()),
                );
                let bands = Bands::parallel(rows, total, 10, &PACE);
                bands
                    .run(
                        given,
                        written,
                        (),
                        |here, (given, ()), (twice, (sums, ()))| {
                            let here = here.and(0);
                            calls.fetch_add(1, Ordering::Relaxed);
                            assert_eq!((twice.len(), sums.len()), (here * width, here));
                            for (twice, x) in twice.iter_mut().zip(given.elements) {
                                *twice = 2 * x;
                            }
                            for (row, sum) in sums.iter_mut().enumerate() {
                                *sum = given.elements[row * width..][..width].iter().sum();
                            }
                            Ok(((), ()))
                        },
                    )
                    .unwrap();
                assert!(
                    twice
                        .iter()
                        .zip(&elements)
                        .all(|(twice, x)| *twice == 2 * x)
                );
                let sum = |row: usize| elements[row * width..][..width].iter().sum::<u64>();
                assert_eq!(sums, (0..rows).map(sum).collect::<Vec<_>>());
                most = most.max(calls.into_inner());
            }
        }
    }
    assert!(most > 1, "nothing was done in bands");
}

#[test]
#[should_panic(expected = "other rows")]
fn an_array_of_the_callers_with_other_rows_is_refused() {
    let mut short = [0_u8; 99];
    let bands = Bands::sequential(10, 10, 1);
    let done: Result<((), ()), Fault> =
        bands.run((), (RowsMut::of(&mut short, 10), ()), (), |_, (), _| {
            Ok(((), ()))
        });
    done.unwrap();
}

#[test]
fn bands_have_the_rows_that_fit_the_caches() {
    let rows = 1 << 16;
    let elements = vec![1_u8; rows];
    for bands in [
        Bands::parallel(rows, 100, 10, &PACE),
        Bands::sequential(rows, 100, 10),
    ] {
        let (calls, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let done: Result<((), ()), Fault> =
            bands.run((RowsOf::of(&elements, 1), ()), (), (), |here, _, ()| {
                calls.fetch_add(1, Ordering::Relaxed);
                most.fetch_max(here.and(0), Ordering::Relaxed);
                Ok(((), ()))
            });
        done.unwrap();
        let (calls, most) = (calls.into_inner(), most.into_inner());
        assert!((4..=1 << 10).contains(&most), "{most} rows");
        assert_eq!(calls, rows.div_ceil(most));
    }
}

#[test]
fn long_rows_are_bands_unless_tiles_need_several() {
    let calls = |bands: Bands| {
        let elements = [1_u8; 8];
        let calls = AtomicUsize::new(0);
        let done: Result<((), ()), Fault> =
            bands.run((RowsOf::of(&elements, 1), ()), (), (), |_, _, ()| {
                calls.fetch_add(1, Ordering::Relaxed);
                Ok(((), ()))
            });
        done.unwrap();
        calls.into_inner()
    };
    let bands = || Bands::sequential(8, 200_000, 10);
    assert_eq!(calls(bands()), 8);
    // A tile has all rows within a row of the band, or only rows of several.
    assert_eq!(calls(bands().in_tiles(64)), 8);
    assert_eq!(calls(bands().in_tiles(64).in_tiles(1)), 1);
    // Rows of a halo would be done twice.
    assert_eq!(calls(bands().with_halo(1)), 1);
}

#[test]
fn bands_are_given_the_rows_around_them() {
    for (rows, width) in [(0, 3), (1, 3), (5, 1000), (700, 40), (4099, 3)] {
        let elements: Vec<u64> = (0..((rows + 4) * width) as u64).map(|x| x * x).collect();
        let of = |row: usize, column| elements[row * width + column];
        let expected: Vec<u64> = (0..rows * width)
            .map(|at| {
                (1..4)
                    .map(|behind| of(at / width + behind, at % width))
                    .sum()
            })
            .collect();
        for bands in [
            Bands::parallel(rows, 3 * width, 10, &PACE),
            Bands::sequential(rows, 3 * width, 10),
        ] {
            let ((sums, ()), ()) = bands
                .with_halo(2)
                .run(
                    (RowsOf::of(&elements, width).around(1, 2), ()),
                    (),
                    (("sums", width, 0), ()),
                    |here, (given, ()), ()| {
                        let here = here.and(0);
                        assert_eq!(given.elements.len(), (here + 2) * width);
                        let sum = |at| (0..3).map(|row| given.elements[at + row * width]).sum();
                        let sums: Vec<u64> = (0..here * width).map(sum).collect();
                        Ok(((sums, ()), ()))
                    },
                )
                .unwrap();
            assert_eq!(sums, expected, "{rows} rows of {width}");
        }
    }
}

#[test]
fn the_fault_of_the_leftmost_band_is_returned() {
    let elements = vec![1_u8; 100_000];
    let failed = |first: usize| {
        let fails = |rows: usize, (given, ()): (RowsOf<'_, u8>, ())| {
            let at = given.elements.as_ptr() as usize - elements.as_ptr() as usize;
            match at / 100 + rows > first {
                true => Err(conform(usize::MAX - at / 100, first, "late").unwrap_err()),
                false => Ok(((), ())),
            }
        };
        let bands = Bands::parallel(1000, 1000, 10, &PACE);
        let sources = (RowsOf::of(&elements, 100), ());
        let result: Result<((), ()), Fault> =
            bands.run(sources, (), (), |rows, given, ()| fails(rows.and(0), given));
        result.unwrap_err().at("program").to_string()
    };
    let (once, again) = (failed(501), failed(501));
    assert_eq!(once, again);
    assert!(once.contains("late"), "{once}");
}

#[test]
fn a_panic_reaches_the_caller_and_drops_what_was_made() {
    let elements = vec![1_u8; 100_000];
    let bands = Bands::parallel(1000, 1000, 10, &PACE);
    let panics = || {
        bands.run(
            (RowsOf::of(&elements, 100), ()),
            (),
            (("made", 100, 0), ()),
            |_, (given, ()), ()| {
                let made: Vec<u8> = given.elements.to_vec();
                match made.len() {
                    0 => Ok(((made, ()), ())),
                    _ => panic!("in a band"),
                }
            },
        )
    };
    let panic = catch_unwind(AssertUnwindSafe(panics)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"in a band"));
}

#[test]
fn a_result_that_is_too_large_is_a_fault() {
    let bands = Bands::sequential(1 << 40, 100, 10);
    let result = bands.run((), (), (("huge", 1 << 40, 0), ()), |_, (), ()| {
        Ok(((Vec::<u64>::new(), ()), ()))
    });
    let message = result.unwrap_err().at("program").to_string();
    assert!(message.contains("huge"), "{message}");
}

/// Writes into the rows from `begin` on, without columns at both sides, sums of the old rows from `first`
/// behind their number on, `more` than one; and the same by the definition.
fn check_held(
    (rows, width, sides): (usize, usize, usize),
    begin: usize,
    (first, more): (usize, usize),
    bands: &dyn Fn(usize) -> Bands,
) -> usize {
    let height = (begin + rows).max(first + rows + more);
    let old: Vec<u64> = (0..(height * width) as u64).map(|x| x * x % 1009).collect();
    let written = width.saturating_sub(2 * sides);
    let summed = |elements: &[u64], row: usize, column: usize| -> u64 {
        let rows = row..row + more + 1;
        rows.map(|row| elements[row * width + column + sides]).sum()
    };
    let mut expected = old.clone();
    for row in 0..rows {
        for column in 0..written {
            expected[(row + begin) * width + column + sides] = summed(&old, row + first, column);
        }
    }
    let (mut found, calls) = (old.clone(), AtomicUsize::new(0));
    let begins = if written == 0 { 0 } else { sides };
    let held = RowsHeld::of(
        &mut found,
        [height, width],
        [begin, begins],
        [rows, written],
    )
    .around(first, more);
    bands(rows)
        .run_holding((), (), (held, ()), (), |here, (), (), (old, ())| {
            let here = here.and(0);
            calls.fetch_add(1, Ordering::Relaxed);
            let old = old.elements();
            assert_eq!(old.len(), (here + more) * width);
            let all = (0..here).flat_map(|row| (0..written).map(move |column| (row, column)));
            let made = all.map(|(row, column)| summed(old, row, column)).collect();
            Ok(((), (), (made, ())))
        })
        .unwrap();
    assert_eq!(
        found, expected,
        "{rows} rows of {width} from {begin}, {more} and one from {first}"
    );
    calls.into_inner()
}

#[test]
fn bands_need_old_rows_of_what_they_write() {
    let mut most = 0;
    for rows in [0, 1, 2, 3, 17, 100, 1025] {
        for (width, sides) in [(1, 0), (2, 1), (5, 0), (40, 1)] {
            for begin in [0, 1, 3, 20] {
                for (first, more) in [(0, 0), (0, 2), (2, 0), (1, 1), (0, 7), (5, 30), (20, 0)] {
                    for total in [width, 500] {
                        let parallel = |rows| Bands::parallel(rows, total, 10, &PACE);
                        let sequential = |rows| Bands::sequential(rows, total, 10);
                        let shape = (rows, width, sides);
                        for bands in [&parallel as &dyn Fn(usize) -> Bands, &sequential] {
                            let calls = check_held(shape, begin, (first, more), bands);
                            most = most.max(calls);
                        }
                    }
                }
            }
        }
    }
    assert!(most > 8, "nothing was done in bands");
}

#[test]
fn arrays_that_bands_write_without_their_old_rows() {
    let rows = 1000;
    let given: Vec<u32> = (0..rows).collect();
    let (mut twice, mut parts) = (vec![1; 2 * 1000], vec![7; 4 * 1002]);
    let held = (
        RowsHeld::of(&mut twice, [1000, 2], [0, 0], [1000, 2]).around(0, 0),
        (
            RowsHeld::of(&mut parts, [1002, 2, 2], [1, 0, 1], [1000, 2, 1]),
            (),
        ),
    );
    let bands = Bands::parallel(1000, 100, 10, &PACE);
    let given = (RowsOf::of(&given, 1), ());
    let ((sums, ()), ()) = bands
        .run_holding(
            given,
            (),
            held,
            (("sums", 1, 0), ()),
            |_, (given, ()), (), (old, (none, ()))| {
                assert!(none.elements().is_empty());
                let pairs = given.elements.iter().zip(old.elements().chunks(2));
                let twice = given.elements.iter().flat_map(|x| [*x, 2 * x]).collect();
                let parts = given.elements.iter().flat_map(|x| [x + 1, x + 2]).collect();
                let sums: Vec<u32> = pairs.map(|(x, old)| x + old[0] + old[1]).collect();
                Ok(((sums, ()), (), (twice, (parts, ()))))
            },
        )
        .unwrap();
    assert_eq!(sums, (0..rows).map(|x| x + 2).collect::<Vec<_>>());
    assert_eq!(
        twice,
        (0..rows).flat_map(|x| [x, 2 * x]).collect::<Vec<_>>()
    );
    for (row, of_row) in parts.chunks(4).enumerate() {
        match row {
            0 | 1001 => assert_eq!(of_row, [7; 4]),
            row => assert_eq!(of_row, [7, row as u32, 7, row as u32 + 1]),
        }
    }
}

/// Rows of the squares of elements, of which there are two more than bands, and sums of one and the one
/// two rows below; with the bands that there were.
fn squares(all: usize, width: usize, bands: Bands) -> (Vec<u64>, Vec<u64>, usize) {
    let elements: Vec<u64> = (0..(all * width) as u64).collect();
    let calls = AtomicUsize::new(0);
    let ((squares, (sums, ())), ()) = bands
        .with_halo(2)
        .less_than(all, 2)
        .run(
            (RowsOf::of(&elements, width).around(0, 2), ()),
            (),
            (("squares", width, 2), (("sums", width, 0), ())),
            |rows, (given, ()), ()| {
                calls.fetch_add(1, Ordering::Relaxed);
                assert_eq!(given.elements.len(), rows.and(2) * width);
                let squares: Vec<u64> = given.elements.iter().map(|x| x * x).collect();
                let sum = |at| squares[at] + squares[at + 2 * width];
                let sums = (0..rows.and(0) * width).map(sum).collect();
                Ok(((squares, (sums, ())), ()))
            },
        )
        .unwrap();
    (squares, sums, calls.into_inner())
}

#[test]
fn results_may_have_more_rows_than_bands() {
    let mut most = 0;
    for all in [0_usize, 1, 2, 3, 4, 19, 100, 1027] {
        for width in [0, 1, 3, 40] {
            let rows = all.saturating_sub(2);
            let expected: Vec<u64> = (0..(all * width) as u64).map(|x| x * x).collect();
            let sum = |at: usize| expected[at] + expected[at + 2 * width];
            let expected_sums: Vec<u64> = (0..rows * width).map(sum).collect();
            for total in [width, 3 * width + 1, 1000] {
                for bands in [
                    Bands::parallel(rows, total, 10, &PACE),
                    Bands::sequential(rows, total, 10),
                ] {
                    let (found, sums, calls) = squares(all, width, bands);
                    assert_eq!(found, expected, "{all} rows of {width}");
                    assert_eq!(sums, expected_sums, "{all} rows of {width}");
                    most = most.max(calls);
                }
            }
        }
    }
    assert!(most > 1, "nothing was done in bands");
}

/// The partial sums of all blocks of a loop over rows, and the bands that there were.
fn sums_of_blocks(rows: usize, width: usize, bands: Bands) -> (Vec<f32>, usize) {
    let elements: Vec<f32> = (0..rows * width).map(|x| 1.0 / (x as f32 + 1.0)).collect();
    let calls = AtomicUsize::new(0);
    let ((), (parts, ())) = bands
        .with_totals(width, 5)
        .run(
            (RowsOf::of(&elements, width), ()),
            (),
            (),
            |here, (given, ()), ()| {
                calls.fetch_add(1, Ordering::Relaxed);
                let run = Run::parallel(here.and(0) * width, 5).in_parts(width, rows);
                let (_, parts) = run.blocks((), |block, _| {
                    let mut sum = 0.0;
                    block.each((given.elements, ()), &mut (), |_, (x, ()), ()| {
                        sum += x;
                        Ok(())
                    })?;
                    Ok(sum)
                })?;
                Ok(((), (parts, ())))
            },
        )
        .unwrap();
    (parts.collect(), calls.into_inner())
}

#[test]
fn totals_have_the_same_blocks_in_any_bands() {
    let mut most = 0;
    for rows in [0, 1, 2, 7, 64, 1000, 1027] {
        for width in [1, 3, 40, 2500] {
            let run = Run::sequential(rows * width, 5).in_parts(width, rows);
            let (whole, _) = sums_of_blocks(rows, width, Bands::sequential(rows, 1, 1));
            assert_eq!(whole.len(), run.cut().blocks(), "{rows} rows of {width}");
            for total in [width, 3 * width + 1, 1000] {
                for bands in [
                    Bands::parallel(rows, total, 10, &PACE),
                    Bands::sequential(rows, total, 10),
                    Bands::sequential(rows, total, 10).with_halo(3),
                ] {
                    let (found, calls) = sums_of_blocks(rows, width, bands);
                    assert_eq!(found, whole, "{rows} rows of {width}");
                    most = most.max(calls);
                }
            }
        }
    }
    assert!(most > 1, "nothing was done in bands");
}
