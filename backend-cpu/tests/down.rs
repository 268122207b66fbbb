//! States that go down the rows of a loop, one for each column.

use fusus_cpu::{Fault, Fresh, InPlace, Pace, Run, next_state};
use std::panic::{AssertUnwindSafe, catch_unwind};

static PACE: Pace = Pace::new();

/// A loop over rows of so many columns, that threads share or not.
fn run(rows: usize, columns: usize, parallel: bool) -> Run {
    let run = match parallel {
        // Expensive positions: threads share it.
        true => Run::parallel(rows * columns, 1000).paced(&PACE),
        false => Run::sequential(rows * columns, 1000),
    };
    run.down_rows(columns)
}

/// The sums of each column so far, and the running maxima of each row, by rows that begin anew after
/// `period` of them.
fn sums(
    xs: &[u64],
    [rows, period, columns]: [usize; 3],
    parallel: bool,
) -> Result<(Vec<u64>, Vec<u64>), Fault> {
    let run = run(rows, columns, parallel).ordered();
    let ((sums, (most, ())), _) = run.down(
        period,
        columns,
        |down| {
            run.blocks(
                (Fresh::named("sums"), (Fresh::named("most"), ())),
                |block, out| {
                    block.down(
                        down,
                        (0, ()),
                        (xs, ()),
                        out,
                        |(most, ()), (sum, ()), i, (x, ()), _| {
                            *most = if i % columns == 0 { x } else { x.max(*most) };
                            let sum = next_state(sum, x, |a, b| a + b);
                            Ok(((sum, (*most, ())), (sum, ())))
                        },
                    )?;
                    Ok(())
                },
            )
        },
        || (Default::default(), ()),
    )?;
    Ok((sums, most))
}

#[test]
fn states_go_down_columns_and_begin_anew() {
    for (rows, period) in [
        (0, 3),
        (1, 1),
        (3, 3),
        (40, 40),
        (40, 1),
        (120, 40),
        (999, 333),
    ] {
        for columns in [1, 2, 7, 8, 9, 16, 17, 100, 513, 1025] {
            let xs: Vec<u64> = (0..(rows * columns) as u64).map(|x| x * x % 1009).collect();
            let (mut expected, mut most) = (xs.clone(), xs.clone());
            for i in 0..xs.len() {
                if i / columns % period > 0 {
                    expected[i] += expected[i - columns];
                }
                if i % columns > 0 {
                    most[i] = most[i].max(most[i - 1]);
                }
            }
            for parallel in [true, false] {
                let found = sums(&xs, [rows, period, columns], parallel).unwrap();
                assert_eq!(found, (expected.clone(), most.clone()), "{rows} {columns}");
            }
        }
    }
}

#[test]
fn several_states_change_an_array_in_place() {
    let (rows, columns) = (100, 37);
    let xs: Vec<f64> = (0..rows * columns).map(|x| (x as f64).sin()).collect();
    let mut expected = xs.clone();
    for j in 0..columns {
        let (mut sum, mut least) = (0.5, f64::INFINITY);
        for i in 0..rows {
            let x = &mut expected[i * columns + j];
            (sum, least) = (sum + *x, f64::min(least, *x));
            *x = sum * least;
        }
    }
    let mut found = xs;
    let run = run(rows, columns, true).ordered();
    run.down(
        rows,
        columns,
        |down| {
            run.blocks((InPlace::new(&mut found), ()), |block, out| {
                block.down(
                    down,
                    (),
                    (),
                    out,
                    |(), (sum, (least, ())), _, (), (x, ())| {
                        let (sum, least) = (sum + x, f64::min(least, x));
                        Ok(((sum * least, ()), (sum, (least, ()))))
                    },
                )?;
                Ok(())
            })
        },
        || (0.5, (f64::INFINITY, ())),
    )
    .unwrap();
    assert_eq!(found, expected);
}

#[test]
fn a_panic_of_a_block_ends_those_below() {
    let (rows, columns) = (1000, 40);
    for at in [0, 17, rows * columns / 2, rows * columns - 1] {
        let run = run(rows, columns, true).ordered();
        let all = AssertUnwindSafe(|| {
            run.down(
                rows,
                columns,
                |down| {
                    run.blocks((Fresh::named("sums"), ()), |block, out| {
                        block.down(down, (), (), out, |(), (sum, ()), i, (), _| {
                            assert!(i != at, "position {i}");
                            Ok(((sum + i, ()), (sum + i, ())))
                        })?;
                        Ok(())
                    })
                },
                || (0, ()),
            )
        });
        let payload = catch_unwind(all).expect_err("it panics");
        let message = payload.downcast_ref::<String>().expect("a message");
        assert_eq!(*message, format!("position {at}"));
    }
}

#[test]
#[should_panic(expected = "a block was passed to the states of another run")]
fn states_are_of_one_run() {
    let (run, other) = (run(4, 4, false).ordered(), run(4, 4, false).ordered());
    let _ = run.down(
        4,
        4,
        |down| {
            other.blocks((), |block, out| {
                block.down(down, (), (), out, |(), (sum, ()), i, (), ()| {
                    Ok(((), (sum + i, ())))
                })?;
                Ok(())
            })
        },
        || (0, ()),
    );
}

#[test]
#[should_panic(expected = "a block has a part of a row")]
fn blocks_have_whole_rows() {
    let run = Run::sequential(10, 1).ordered();
    let _ = run.down(
        4,
        4,
        |down| {
            run.blocks((), |block, out| {
                block.down(down, (), (), out, |(), (sum, ()), i, (), ()| {
                    Ok(((), (sum + i, ())))
                })?;
                Ok(())
            })
        },
        || (0, ()),
    );
}
