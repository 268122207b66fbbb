//! Updates of arrays that are given up, which are done in place, against vectors: whatever reads the
//! array before, whoever has a handle on it, and where a later loop fails.

use std::sync::Barrier;

use fusus_lazy::{Array, Axis, Error, Section, Sections, eval_all, s};
use fusus_rng::Rng;

/// A table by the reference.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    rows: usize,
    columns: usize,
    elements: Vec<f64>,
}

impl Table {
    fn random(rng: &mut Rng, rows: usize, columns: usize) -> Table {
        Table {
            rows,
            columns,
            elements: (0..rows * columns)
                .map(|_| rng.below(1000) as f64)
                .collect(),
        }
    }

    fn array(&self) -> Array<f64> {
        Array::from_shape([self.rows, self.columns], self.elements.clone())
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.elements[row * self.columns + column]
    }
}

/// The positions of a window along an axis, and the same as a section.
fn window(rng: &mut Rng, len: usize, count: usize, is_any: bool) -> (Vec<usize>, Section) {
    let step = match is_any {
        true => *rng.pick(&[1, 1, 1, 2, -1]),
        false => 1_i64,
    };
    let reach = count.saturating_sub(1) * step.unsigned_abs() as usize + usize::from(count > 0);
    if reach > len {
        return window(rng, len, count, false);
    }
    let start = rng.below(len - reach + 1);
    let section = Section::from(start as i64..(start + reach) as i64).by(step);
    let mut places: Vec<usize> = (start..start + reach)
        .step_by(step.unsigned_abs() as usize)
        .collect();
    if step < 0 {
        let last = (start..start + reach).rev();
        places = last.step_by(step.unsigned_abs() as usize).collect();
    }
    (places, section)
}

fn sections(rows: Section, columns: Section) -> Sections {
    Sections::from([Axis::Section(rows), Axis::Section(columns)])
}

/// One random program: fields that are updated from windows of each other, again and again.
fn program(seed: u64) {
    let mut rng = Rng::of(2700, seed);
    let (rows, columns) = *rng.pick(&[
        (1, 1),
        (3, 7),
        (40, 50),
        (9, 400),
        (130, 140),
        (900, 4),
        (700, 3),
        (5000, 2),
        (120, 33),
    ]);
    let mut tables: Vec<Table> = (0..3)
        .map(|_| Table::random(&mut rng, rows, columns))
        .collect();
    let mut fields: Vec<Array<f64>> = tables.iter().map(Table::array).collect();
    // Handles on earlier fields and on sections of them, which keep what they were.
    let mut kept: Vec<(Array<f64>, Vec<f64>)> = Vec::new();
    for _ in 0..1 + rng.below(12) {
        let target = rng.below(3);
        let (height, width) = (rng.below(rows + 1), rng.below(columns + 1));
        let is_any = rng.percent(30);
        let (to_rows, row_section) = window(&mut rng, rows, height, is_any);
        let (to_columns, column_section) = window(&mut rng, columns, width, is_any);
        let to = sections(row_section, column_section);
        // New elements are computed, or those of a section as they are, or one number.
        let is_computed = rng.percent(60);
        let start = if is_computed { 1.0 } else { 0.0 };
        let mut new: Vec<f64> = vec![start; height * width];
        let mut array: Option<Array<f64>> = None;
        let parts = if is_computed { 1 + rng.below(3) } else { 1 };
        for _ in 0..parts {
            let source = rng.below(3);
            let (from_rows, from) = match rng.below(3) {
                // The places that are overwritten.
                0 => ((to_rows.clone(), to_columns.clone()), to.clone()),
                _ => {
                    let (rows, row) = window(&mut rng, rows, height, false);
                    let (columns, column) = window(&mut rng, columns, width, false);
                    ((rows, columns), sections(row, column))
                }
            };
            let factor = if is_computed { 3.0 } else { 1.0 };
            let mut index = 0;
            for row in &from_rows.0 {
                for column in &from_rows.1 {
                    new[index] = (new[index] + tables[source].at(*row, *column) * factor) % 1009.0;
                    index += 1;
                }
            }
            let part = match (height, width) == (rows, columns) && rng.percent(50) {
                true if from == to => fields[source].at(from),
                true => fields[source].clone(),
                false => fields[source].at(from),
            };
            array = Some(match (array, is_computed) {
                (_, false) => part,
                (Some(array), true) => (array + part * 3.0) % 1009.0,
                (None, true) => (part * 3.0 + 1.0) % 1009.0,
            });
        }
        if !is_computed && rng.percent(30) {
            new.fill(7.0);
            array = Some(Array::number(7.0));
        }
        if rng.percent(15) {
            kept.push((fields[target].clone(), tables[target].elements.clone()));
        }
        if rng.percent(10) {
            let row = rng.below(rows);
            let own = &tables[target].elements[row * columns..(row + 1) * columns];
            kept.push((fields[target].at(s![row as i64]), own.to_vec()));
        }
        let array = array.expect("there is a part");
        let (index, mut new) = (&mut 0, new);
        for row in &to_rows {
            for column in &to_columns {
                tables[target].elements[row * columns + column] = std::mem::take(&mut new[*index]);
                *index += 1;
            }
        }
        fields[target] = fields[target].with(to, array);
        if rng.percent(40) {
            eval_all(&fields).unwrap();
        }
        if rng.percent(20) && !kept.is_empty() {
            let at = rng.below(kept.len());
            let (array, expected) = kept.swap_remove(at);
            assert_eq!(array.to_vec(), Ok(expected), "seed {seed}");
        }
    }
    for (field, table) in fields.iter().zip(&tables) {
        assert_eq!(field.to_vec().as_ref(), Ok(&table.elements), "seed {seed}");
    }
    for (array, expected) in kept {
        assert_eq!(array.to_vec(), Ok(expected), "seed {seed}");
    }
}

#[test]
fn programs_that_update_fields_come_to_the_results_of_loops() {
    let count = std::env::var("FUSUS_LAZY_PROGRAMS").ok();
    let count = count.and_then(|count| count.parse().ok());
    (0..count.unwrap_or(400)).for_each(program);
}

/// Fields of 64 KB are updated by plans of each tier, on several threads in a pool of their own.
#[test]
fn updates_are_the_same_on_any_number_of_threads() {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .unwrap();
    pool.install(|| (0..60).for_each(program));
}

fn ramp(rows: usize, columns: usize) -> Array<f64> {
    let elements = (0..rows * columns).map(|at| at as f64).collect();
    Array::from_shape([rows, columns], elements)
}

/// The bytes that a plan says it moves.
fn bytes<T: fusus_lazy::Element>(array: &Array<T>) -> Result<u64, Error> {
    Ok(array.plan()?.bytes())
}

#[test]
fn plans_know_what_is_given_up() -> Result<(), Error> {
    let all = 100 * 200 * 8;
    let section = 50 * 200 * 8;
    let half = |x: &Array<f64>| x.with(s![50..], x.at(s![50..]) * 2.0);
    let x = ramp(100, 200);
    // The array is read, and so is what stays; both are written.
    assert_eq!(bytes(&half(&x))?, 3 * section + (all - section));
    let view = x.at(s![0]);
    let mut new = half(&x);
    drop(x);
    assert_eq!(bytes(&new)?, 3 * section + (all - section), "a row is held");
    drop(view);
    assert_eq!(bytes(&new)?, 2 * section, "in place");
    // A result that nobody has is updated in place, too, and one with a handle is not.
    new = half(&new);
    assert_eq!(new.at(s![50, 1]).item()?, 4.0 * (50.0 * 200.0 + 1.0));
    Ok(())
}

/// A later loop fails behind an update that is done: what was computed stays, nothing is lost.
#[test]
fn nothing_is_lost_where_a_loop_fails() -> Result<(), Error> {
    for is_failure_first in [false, true] {
        let x = Array::from_vec((0..5000_i32).collect::<Vec<_>>());
        let least = x.min();
        let y = x.with(s![1000..], x.at(s![1000..]) * 3 + &least);
        drop(x);
        // It needs the sum of all elements, so that it is another loop, and divides by zero.
        let quotient = 7 / (y.at(s![..2500]) - y.at(s![2400]) + y.max() - y.max() + &least);
        drop(least);
        let text = quotient.plan()?.to_string();
        assert!(text.contains("in place"), "{text}");
        let error = match is_failure_first {
            true => quotient.eval().unwrap_err(),
            false => eval_all([&y, &quotient]).unwrap_err(),
        };
        assert!(error.to_string().contains("divi"), "{error}");
        for _ in 0..2 {
            let expected = (0..5000).map(|at| if at < 1000 { at } else { at * 3 });
            assert_eq!(y.to_vec()?, expected.collect::<Vec<_>>());
            assert_eq!(quotient.to_vec(), Err(error.clone()));
        }
    }
    Ok(())
}

/// A loop that may fail does not write in its array.
#[test]
fn a_loop_that_fails_leaves_its_array() -> Result<(), Error> {
    let x = Array::from_vec((0..5000_i32).collect::<Vec<_>>());
    let y = x.with(s![1000..], 1000 / (x.at(s![1000..]) - 4000));
    let z = y.at(s![..1000]).sum();
    drop(x);
    let error = y.eval().unwrap_err();
    assert!(error.to_string().contains("divi"), "{error}");
    assert!(z.item().is_err());
    Ok(())
}

#[test]
fn threads_that_share_results_wait_for_updates() {
    for round in 0..60_u64 {
        let mut rng = Rng::of(2701, round);
        let table = Table::random(&mut rng, 60, 90);
        let x = table.array();
        let twice = x.with(s![1..-1, 1..-1], x.at(s![1..-1, 1..-1]) * 2.0);
        let thrice = twice.with(s![10..20], twice.at(s![10..20]) + x.at(s![..10]));
        drop(x);
        let expected = |row: usize, column: usize, is_thrice: bool| {
            let is_inside = (1..59).contains(&row) && (1..89).contains(&column);
            let own = table.at(row, column) * if is_inside { 2.0 } else { 1.0 };
            match is_thrice && (10..20).contains(&row) {
                true => own + table.at(row - 10, column),
                false => own,
            }
        };
        let check = |array: &Array<f64>, is_thrice: bool| {
            let found = array.to_vec().unwrap();
            for row in 0..60 {
                for column in 0..90 {
                    let expected = expected(row, column, is_thrice);
                    assert_eq!(
                        found[row * 90 + column],
                        expected,
                        "{round}: {row}, {column}"
                    );
                }
            }
        };
        let barrier = Barrier::new(4);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (twice, thrice, barrier, check) = (&twice, &thrice, &barrier, &check);
                scope.spawn(move || {
                    barrier.wait();
                    match thread % 2 {
                        0 => check(thrice, true),
                        _ => check(twice, false),
                    }
                    check(thrice, true);
                });
            }
        });
        drop(twice);
        check(&thrice, true);
    }
}

/// A chain of updates that is longer than a graph is done in parts, each in place.
#[test]
fn long_chains_of_updates_are_right() -> Result<(), Error> {
    let mut expected: Vec<f64> = (0..3000).map(f64::from).collect();
    let mut x = Array::from(&expected[..]);
    for step in 0..1500_usize {
        let at = step * 7 % 2900;
        let part = x.at(Section::from(at as i64..at as i64 + 50)) * 0.5;
        x = x.with(Section::from(at as i64 + 20..at as i64 + 70), part);
        let own: Vec<f64> = expected[at..at + 50].iter().map(|x| x * 0.5).collect();
        expected[at + 20..at + 70].copy_from_slice(&own);
    }
    assert_eq!(x.to_vec()?, expected);
    Ok(())
}

/// A step of an array, and the same of a plain one.
type Step = fn(&Array<f64>) -> Array<f64>;
type PlainStep = fn(&[f64]) -> Vec<f64>;

/// An array of which a section has the elements of the array as it was, or of the whole array.
#[test]
fn arrays_are_updated_by_themselves() -> Result<(), Error> {
    for count in [3, 6, 3000] {
        let new = || Array::from_vec((0..count).map(f64::from).collect());
        let steps: [Step; 5] = [
            |x| x.with(s![1..], x.at(s![..-1]) * 2.0),
            |x| x.with(s![1..], x.at(s![..-1])),
            |x| x.with(s![..], x),
            |x| x.with(s![..; -1], x),
            |x| x.with(s![0..1], 5.0),
        ];
        let plain: [PlainStep; 5] = [
            |x| {
                let twice = x[..x.len() - 1].iter().map(|x| x * 2.0);
                [x[0]].into_iter().chain(twice).collect()
            },
            |x| [&x[..1], &x[..x.len() - 1]].concat(),
            <[f64]>::to_vec,
            |x| x.iter().rev().copied().collect(),
            |x| [&[5.0], &x[1..]].concat(),
        ];
        for chain in 0..625 {
            let (mut x, mut expected) = (new(), new().to_vec()?);
            for place in [1, 5, 25, 125] {
                let kind = chain / place % 5;
                x = steps[kind](&x);
                expected = plain[kind](&expected);
            }
            assert_eq!(x.to_vec()?, expected, "{count}, {chain}");
        }
    }
    Ok(())
}

/// Closures see what they have handles on, whatever is updated around them.
#[test]
fn closures_that_evaluate_arrays_find_them() -> Result<(), Error> {
    let x = ramp(50, 60);
    let y = x.with(s![5..], x.at(s![5..]) + 1.0);
    drop(x);
    let inner = y.clone();
    let z = Array::from_vec(vec![0.0; 10]).map(move |_: f64| inner.sum().item().unwrap());
    eval_all([&y, &z])?;
    assert_eq!(z.at(s![0]).item()?, y.sum().item()?);
    Ok(())
}
