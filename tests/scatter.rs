//! Programs with `scatter` and `gather`.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod common;

use common::{on_any_pool, panic_of};
use fusus::{ErrorKind, cnf};
use fusus_rng::Rng;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Body {
    at: [f32; 3],
    mass: f64,
    kind: u8,
}

cnf! {
    fn permute(dest: &[f64], indices: &[usize], values: &[f64]) -> Vec<f64> {
        scatter(dest, indices, values)
    }

    fn permute_in_place(dest: &mut [f64], indices: &[u32], values: &[f64]) {
        *dest = scatter(dest, indices, values);
    }

    /// Any type may be an index.
    fn checked(dest: &[i32], indices: &[i64], values: &[i32]) -> Result<Vec<i32>, fusus::Error> {
        let written = scatter(dest, indices, values);
        written
    }

    fn checked_in_place(dest: &mut [i32], at: &[i16], values: &[i32]) -> Result<(), fusus::Error> {
        *dest = scatter(dest, at, values);
    }

    fn of_filtered(dest: &[u8], indices: &[usize], limit: usize) -> (Vec<u8>, usize) {
        let near = filter(|i| i < limit, indices);
        let marks = map(|_| 1u8, near);
        let out = scatter(dest, near, marks);
        (out, len(near))
    }

    fn of_filtered_twice(dest: &[u64], numbers: &[u64]) -> Vec<u64> {
        let even = filter(|n| n % 2 == 0, numbers);
        let far = filter(|n| n % 3 == 0, even);
        let out = scatter(dest, map(|n| n as usize, far), map(|n| n + 1, far));
        out
    }

    fn bodies(dest: &[Body], indices: &[usize], masses: &[f64]) -> (Vec<Body>, f64) {
        let made = map(|mass| Body { at: [mass as f32; 3], mass, kind: 7 }, masses);
        let out = scatter(dest, indices, made);
        let total = fold(0.0, |a, b| a + b, masses);
        (out, total)
    }

    fn bodies_in_place(dest: &mut [Body], indices: &[usize], masses: &[f64]) {
        let made = map(|mass| Body { at: [mass as f32; 3], mass, kind: 7 }, masses);
        *dest = scatter(dest, indices, made);
    }

    #[backend(sequential)]
    fn last_wins(dest: &[i32], indices: &[usize], values: &[i32]) -> Vec<i32> {
        scatter(dest, indices, values)
    }

    /// A loop that scatters, folds and writes besides.
    fn with_others(dest: &[f64], indices: &[usize], values: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
        let doubled = map(|v| v * 2.0, values);
        let out = scatter(dest, indices, doubled);
        let worst = fold(0.0, |a: f64, b| if a > b { a } else { b }, doubled);
        (out, doubled, worst)
    }

    /// The written array is complete before it is read again.
    fn there_and_back(dest: &[f64], indices: &[usize], values: &[f64]) -> (Vec<f64>, f64) {
        let out = scatter(dest, indices, values);
        let back = gather(out, indices);
        let differences = map(|a, b| (a - b).abs(), back, values);
        let worst = fold(0.0, f64::max, differences);
        (map(|x| x + 1.0, out), worst)
    }

    fn gathered(data: &[f64], indices: &[u32]) -> Result<Vec<f64>, fusus::Error> {
        let picked = gather(data, indices);
        map(|x| -x, picked)
    }

    /// Scatters elements of the array that is overwritten.
    fn shuffle(dest: &mut [u32], indices: &[usize]) {
        let scaled = map(|x| x * 10, dest);
        *dest = scatter(dest, indices, scaled);
    }

    fn shuffle_itself(dest: &mut [u32], indices: &[usize]) {
        *dest = scatter(dest, indices, dest);
    }

    fn scatter_then_map(dest: &mut [u32], indices: &[usize], values: &[u32]) {
        *dest = scatter(dest, indices, values);
        *dest = map(|x| x + 1, dest);
    }

    fn map_then_scatter(dest: &mut [u32], indices: &[usize], values: &[u32]) {
        *dest = map(|x| x + 1, dest);
        *dest = scatter(dest, indices, values);
    }

    fn generate_over_scatter(dest: &mut [u32], indices: &[usize], values: &[u32]) -> Vec<u32> {
        *dest = scatter(dest, indices, values);
        let before = map(|x| x, dest);
        *dest = generate(len(dest), |i| i as u32);
        before
    }

    /// Of pairs: any number of writes in one iteration.
    fn table(dest: &[u32], rows: &[usize], columns: &[usize]) -> Vec<u32> {
        let cells = cross(rows, columns);
        let at = map(|(row, column)| row * 10 + column, cells);
        let values = map(|(row, column)| (row * column) as u32, cells);
        scatter(dest, at, values)
    }

    fn panics(dest: &[u32], indices: &[usize], values: &[u32]) -> Vec<u32> {
        let bad = map(|v| if v == 77_777 { panic!("seventy-seven") } else { v }, values);
        scatter(dest, indices, bad)
    }

    fn bodies_panic(dest: &[Body], indices: &[usize]) -> Vec<Body> {
        let bad = map(|i| if i == 77_777 { panic!("no body") } else { Body::default() }, indices);
        scatter(dest, indices, bad)
    }
}

const LENGTHS: [usize; 6] = [0, 1, 17, 1_025, 50_000, 300_001];

fn floats(rng: &mut Rng, len: usize) -> Vec<f64> {
    (0..len).map(|_| rng.float()).collect()
}

fn by_hand<T: Copy>(dest: &[T], indices: &[usize], values: &[T]) -> Vec<T> {
    let mut out = dest.to_vec();
    for (&index, &value) in indices.iter().zip(values) {
        out[index] = value;
    }
    out
}

#[test]
fn distinct_indices() {
    let mut rng = Rng::new(1);
    for len in LENGTHS {
        // Only some of the positions.
        let dest = floats(&mut rng, len);
        let mut indices = rng.permutation(len);
        indices.truncate(len - len / 3);
        let values = floats(&mut rng, indices.len());
        let expected = by_hand(&dest, &indices, &values);
        assert_eq!(on_any_pool(|| permute(&dest, &indices, &values)), expected);
        let short: Vec<u32> = indices.iter().map(|&i| i as u32).collect();
        let in_place = on_any_pool(|| {
            let mut dest = dest.clone();
            permute_in_place(&mut dest, &short, &values);
            dest
        });
        assert_eq!(in_place, expected);
        let (out, doubled, worst) = with_others(&dest, &indices, &values);
        let twice: Vec<f64> = values.iter().map(|v| v * 2.0).collect();
        assert_eq!(out, by_hand(&dest, &indices, &twice));
        assert_eq!(doubled, twice);
        assert_eq!(worst, twice.iter().copied().fold(0.0, f64::max));
        let (next, difference) = there_and_back(&dest, &indices, &values);
        assert_eq!(difference, 0.0);
        assert_eq!(next, expected.iter().map(|x| x + 1.0).collect::<Vec<_>>());
    }
}

#[test]
fn a_large_array_and_few_indices() {
    let dest = vec![1.0; 3_000_000];
    let out = permute(&dest, &[7, 2_999_999], &[0.5, 0.25]);
    assert_eq!(out.len(), dest.len());
    assert_eq!((out[7], out[8], out[2_999_999]), (0.5, 1.0, 0.25));
    assert_eq!(out.iter().sum::<f64>(), 3_000_000.0 - 1.25);
}

#[test]
fn filtered_indices() {
    let mut rng = Rng::new(2);
    for len in LENGTHS {
        let indices = rng.permutation(len);
        let limit = len / 2;
        let (out, count) = of_filtered(&vec![0; len], &indices, limit);
        assert_eq!(count, limit);
        let expected: Vec<u8> = (0..len).map(|i| u8::from(i < limit)).collect();
        assert_eq!(out, expected);
        let all: Vec<u64> = indices.iter().map(|&i| i as u64).collect();
        let out = of_filtered_twice(&vec![0; len], &all);
        let expected: Vec<u64> = (0..len as u64)
            .map(|i| if i % 6 == 0 { i + 1 } else { 0 })
            .collect();
        assert_eq!(out, expected);
    }
}

#[test]
fn repeated_indices_hold_one_of_the_values() {
    let mut rng = Rng::new(3);
    let indices: Vec<usize> = (0..300_000).map(|_| rng.below(100)).collect();
    // A value says where it was to go.
    let values: Vec<f64> = indices
        .iter()
        .map(|&i| i as f64 + 100.0 * rng.below(1_000) as f64)
        .collect();
    let out = permute(&[-1.0; 120], &indices, &values);
    for (i, value) in out.iter().enumerate() {
        if i < 100 {
            assert_eq!(value % 100.0, i as f64);
        } else {
            assert_eq!(*value, -1.0);
        }
    }
}

#[test]
fn the_last_of_repeated_indices_wins_where_order_is_kept() {
    let mut rng = Rng::new(4);
    let indices: Vec<usize> = (0..300_000).map(|_| rng.below(5_000)).collect();
    let values: Vec<i32> = (0..300_000).collect();
    let dest = vec![-1; 5_001];
    assert_eq!(
        last_wins(&dest, &indices, &values),
        by_hand(&dest, &indices, &values)
    );
    // Of structures it is the last one for any number of threads.
    let masses: Vec<f64> = values.iter().map(|&v| f64::from(v)).collect();
    let dest = vec![Body::default(); 5_001];
    let made: Vec<Body> = masses
        .iter()
        .map(|&mass| Body {
            at: [mass as f32; 3],
            mass,
            kind: 7,
        })
        .collect();
    let expected = by_hand(&dest, &indices, &made);
    let (out, total) = on_any_pool(|| bodies(&dest, &indices, &masses));
    assert_eq!(out, expected);
    assert_eq!(total, 299_999.0 * 150_000.0);
    let in_place = on_any_pool(|| {
        let mut dest = dest.clone();
        bodies_in_place(&mut dest, &indices, &masses);
        dest
    });
    assert_eq!(in_place, expected);
}

#[test]
fn an_index_out_of_bounds_is_an_error() {
    let error = checked(&[1, 2, 3], &[0, 3], &[7, 8]).expect_err("out of bounds");
    assert_eq!((error.program(), error.binding()), ("checked", "written"));
    assert!(
        matches!(
            error.kind(),
            ErrorKind::IndexOutOfBounds {
                index: 3,
                len: 3,
                ..
            }
        ),
        "{error}"
    );
    let error = checked(&[], &[-5], &[7]).expect_err("out of bounds");
    assert!(error.to_string().contains("index -5"), "{error}");
    assert_eq!(checked(&[1, 2, 3], &[2, 0], &[7, 8]), Ok(vec![8, 2, 7]));
    let mut dest = [1, 2, 3];
    let error = checked_in_place(&mut dest, &[1, -1], &[7, 8]).expect_err("out of bounds");
    assert_eq!(error.binding(), "dest");
    assert!(
        matches!(
            error.kind(),
            ErrorKind::IndexOutOfBounds {
                index: -1,
                len: 3,
                ..
            }
        ),
        "{error}"
    );
    checked_in_place(&mut dest, &[1, 2], &[7, 8]).expect("in bounds");
    assert_eq!(dest, [1, 7, 8]);
}

#[test]
fn an_index_out_of_bounds_is_a_panic() {
    let message = panic_of(|| drop(permute(&[1.0], &[0, 1], &[2.0, 3.0])));
    assert!(message.contains("`permute`"), "{message}");
    assert!(
        message.contains("index 1 is out of bounds of an array of length 1"),
        "{message}"
    );
    // The leftmost of several, for any number of threads.
    let mut indices: Vec<i64> = (0..500_000).collect();
    for i in [400_000, 123_456, 300_000] {
        indices[i] += 1_000_000;
    }
    let (dest, values) = (vec![0; 500_000], vec![1; 500_000]);
    let error = on_any_pool(|| checked(&dest, &indices, &values)).expect_err("out of bounds");
    assert!(error.to_string().contains("1123456"), "{error}");
}

#[test]
fn gathers() {
    let mut rng = Rng::new(5);
    for len in LENGTHS {
        let data = floats(&mut rng, len);
        let indices: Vec<u32> = (0..len).map(|_| rng.below(len) as u32).collect();
        let expected: Vec<f64> = indices.iter().map(|&i| -data[i as usize]).collect();
        assert_eq!(gathered(&data, &indices), Ok(expected));
    }
    let error = gathered(&[1.0, 2.0], &[0, 1, 2]).expect_err("out of bounds");
    assert_eq!((error.program(), error.binding()), ("gathered", "picked"));
}

#[test]
fn what_overwrites_itself() {
    let mut rng = Rng::new(6);
    for len in LENGTHS {
        let old: Vec<u32> = (0..len as u32).collect();
        let indices = rng.permutation(len);
        let mut new = old.clone();
        shuffle_itself(&mut new, &indices);
        assert_eq!(new, by_hand(&old, &indices, &old));
        let mut new = old.clone();
        shuffle(&mut new, &indices);
        let scaled: Vec<u32> = old.iter().map(|x| x * 10).collect();
        assert_eq!(new, by_hand(&old, &indices, &scaled));
        let some = &indices[..len / 2];
        let mut new = old.clone();
        scatter_then_map(&mut new, some, &scaled[..len / 2]);
        let written = by_hand(&old, some, &scaled);
        let plus_one: Vec<u32> = written.iter().map(|x| x + 1).collect();
        assert_eq!(new, plus_one);
        let mut new = old.clone();
        map_then_scatter(&mut new, some, &scaled[..len / 2]);
        let plus_one: Vec<u32> = old.iter().map(|x| x + 1).collect();
        assert_eq!(new, by_hand(&plus_one, some, &scaled));
        let mut new = vec![9; len];
        assert_eq!(
            generate_over_scatter(&mut new, &indices, &scaled),
            by_hand(&old, &indices, &scaled)
        );
        assert_eq!(new, old);
    }
}

#[test]
fn pairs_scattered() {
    let rows: Vec<usize> = (0..10).collect();
    let out = table(&[0; 100], &rows, &rows);
    assert_eq!(out[7 * 10 + 8], 56);
    assert_eq!(out[99], 81);
}

#[test]
fn a_panic_comes_through_and_the_pool_goes_on() {
    let indices: Vec<usize> = (0..200_000).collect();
    let values: Vec<u32> = (0..200_000).collect();
    let dest = vec![0; 200_000];
    let dest_bodies = vec![Body::default(); 200_000];
    for _ in 0..5 {
        let message = panic_of(|| drop(panics(&dest, &indices, &values)));
        assert_eq!(message, "seventy-seven");
        let message = panic_of(|| drop(bodies_panic(&dest_bodies, &indices)));
        assert_eq!(message, "no body");
        assert_eq!(
            panics(&dest[..77_777], &indices[..77_777], &values[..77_777]).len(),
            77_777
        );
    }
}

#[test]
fn the_expression_form_captures() {
    let mut grid = vec![0; 8];
    let at = [1usize, 3];
    cnf! { *grid = scatter(grid, at, map(|i| i * 2, at)); };
    assert_eq!(grid, [0, 2, 0, 6, 0, 0, 0, 0]);
    let copy = cnf! { scatter(grid, at, map(|_| 9, at)) };
    assert_eq!(copy, [0, 9, 0, 9, 0, 0, 0, 0]);
}
