//! Scans and folds by segments, beside plain loops: around the boundaries of blocks, with elements
//! that only the CPU has, and with the same bits for any number of threads.

use fusus::cnf;
use rayon::ThreadPoolBuilder;
use std::fmt::Debug;

#[derive(Clone, Copy, Debug, PartialEq)]
struct City {
    country: u32,
    people: u64,
}

/// The larger of two cities, the first of equal ones.
fn larger(a: City, b: City) -> City {
    if b.people > a.people { b } else { a }
}

const NONE: City = City {
    country: u32::MAX,
    people: 0,
};

cnf! {
    /// Each element as a part of the sum of its run, as the error for `map(|s, x| …, sums, xs)` says it.
    fn shares(keys: &[u32], xs: &[f64]) -> Vec<f64> {
        let (_, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        let runs = scan(0, |a, b| a + b, map(|k, before| usize::from(k != before), keys, at(pad(edge, keys), -1)));
        map(|s, x| x / s, gather(sums, runs), xs)
    }

    fn running(heads: &[bool], xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
        (scan_by(heads, 7, |a, b| a + b, xs), scan_exclusive_by(heads, 7, |a, b| a + b, xs))
    }

    #[cnf(strict)]
    fn running_strictly(heads: &[bool], xs: &[f32]) -> (Vec<f32>, Vec<f32>) {
        (scan_by(heads, 0.1, |a, b| a + b, xs), scan_exclusive_by(heads, 0.1, |a, b| a + b, xs))
    }

    fn sums(keys: &[u32], xs: &[i64]) -> (Vec<u32>, Vec<i64>) {
        let (ks, sums) = fold_by(keys, 7, |a, b| a + b, xs);
        (ks, sums)
    }

    #[cnf(strict)]
    fn sums_strictly(keys: &[u32], xs: &[f32]) -> (Vec<u32>, Vec<f32>) {
        let (ks, sums) = fold_by(keys, 0.1, |a, b| a + b, xs);
        (ks, sums)
    }

    fn of_floats(keys: &[u32], heads: &[bool], xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let (_, sums) = fold_by(keys, 0.0, |a, b| a + b, xs);
        let (_, most) = fold_by(keys, f64::NEG_INFINITY, f64::max, xs);
        let running = scan_by(heads, 0.0, |a, b| a + b, xs);
        (sums, most, running)
    }

    fn float_keys(keys: &[f64], xs: &[u32]) -> (Vec<f64>, Vec<u32>) {
        let (ks, counts) = fold_by(keys, 0, |a, b| a + b, xs);
        (ks, counts)
    }

    fn largest(cities: &[City]) -> (Vec<u32>, Vec<City>) {
        let (country, city) = fold_by(map(|c| c.country, cities), NONE, larger, cities);
        (country, city)
    }

    fn means(keys: &[u32], xs: &[f64]) -> Vec<(u32, f64)> {
        let (ks, pairs) = fold_by(keys, (0.0, 0u32), |(a, n), (b, m)| (a + b, n + m), map(|x| (x, 1), xs));
        map(|k, (sum, n)| (k, sum / n as f64), ks, pairs)
    }

    fn leaves_early(keys: &[u32], xs: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let (ks, most) = fold_by(keys, 0, |a: u32, b: u32| -> u32 { if a < b { return b; } a }, xs);
        (ks, most)
    }
}

/// The runs of equal neighbours.
fn runs<T: Copy + PartialEq>(keys: &[T]) -> Vec<&[T]> {
    keys.chunk_by(PartialEq::eq).collect()
}

/// Folds of the runs, by plain loops.
fn folded<K: Copy + PartialEq, T: Copy>(
    keys: &[K],
    start: T,
    op: impl Fn(T, T) -> T,
    xs: &[T],
) -> (Vec<K>, Vec<T>) {
    let mut at = 0;
    let folds = runs(keys).into_iter().map(|run| {
        let own = &xs[at..at + run.len()];
        at += run.len();
        (run[0], own.iter().copied().fold(start, &op))
    });
    folds.unzip()
}

/// Scans of the segments, by plain loops, with and without the own element.
fn scanned<T: Copy>(
    heads: &[bool],
    start: T,
    op: impl Fn(T, T) -> T,
    xs: &[T],
) -> (Vec<T>, Vec<T>) {
    let mut state = start;
    let both = heads.iter().zip(xs).map(|(head, x)| {
        if *head {
            state = start;
        }
        let before = state;
        state = op(state, *x);
        (state, before)
    });
    both.unzip()
}

/// Runs it on pools of several sizes, which must agree.
fn on_threads<R: PartialEq + Debug + Send>(run: impl Fn() -> R + Sync) -> R {
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(&run)
    };
    let one = on(1);
    assert!(on(2) == one && on(5) == one, "it depends on the threads");
    one
}

/// Around the lengths of lanes and of blocks, and long enough for threads.
const LENGTHS: &[usize] = &[
    0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 8191, 8192, 8193, 16_384, 16_385, 400_000,
];

/// Keys with runs of these lengths, one after the other, over and over.
fn keys(len: usize, runs: &[usize]) -> Vec<u32> {
    let runs = runs.iter().cycle().zip(0..);
    let keys = runs.flat_map(|(len, key)| std::iter::repeat_n(key, *len));
    keys.take(len).collect()
}

const RUNS: &[&[usize]] = &[
    &[1],
    &[usize::MAX],
    &[1, 2, 3, 40],
    &[1024],
    &[8192],
    &[8191, 1, 1],
    &[5000, 1, 70_000],
];

#[test]
fn sums_of_runs() {
    for &len in LENGTHS {
        let xs: Vec<i64> = (0..len as i64).map(|i| i * 7919 % 1009 - 500).collect();
        for lens in RUNS {
            let keys = keys(len, lens);
            let expected = folded(&keys, 7, |a, b| a + b, &xs);
            assert_eq!(on_threads(|| sums(&keys, &xs)), expected, "{len} {lens:?}");
            let floats: Vec<f32> = xs.iter().map(|x| *x as f32 * 0.37).collect();
            let expected = folded(&keys, 0.1, |a, b| a + b, &floats);
            assert_eq!(sums_strictly(&keys, &floats), expected, "{len} {lens:?}");
        }
    }
}

#[test]
fn floats_are_the_same_on_any_number_of_threads() {
    let near = |got: &[f64], expected: &[f64]| {
        let mut pairs = got.iter().zip(expected);
        got.len() == expected.len() && pairs.all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + b.abs()))
    };
    for &len in LENGTHS {
        let xs: Vec<f64> = (0..len).map(|i| (i * 7919 % 1009) as f64 * 0.37).collect();
        for lens in RUNS {
            let keys = keys(len, lens);
            let heads: Vec<bool> = (0..len).map(|i| i > 0 && keys[i - 1] != keys[i]).collect();
            let (sums, most, running) = on_threads(|| of_floats(&keys, &heads, &xs));
            let expected = folded(&keys, 0.0, |a, b| a + b, &xs);
            assert!(near(&sums, &expected.1), "sums, {len} {lens:?}");
            let expected = folded(&keys, f64::NEG_INFINITY, f64::max, &xs);
            assert_eq!(most, expected.1, "{len} {lens:?}");
            let expected = scanned(&heads, 0.0, |a, b| a + b, &xs);
            assert!(near(&running, &expected.0), "running sums, {len} {lens:?}");
        }
    }
}

#[test]
fn scans_of_segments() {
    for &len in LENGTHS {
        let xs: Vec<i64> = (0..len as i64).map(|i| i * 7919 % 1009 - 500).collect();
        for lens in RUNS {
            let keys = keys(len, lens);
            for first in [false, true] {
                let head = |i: usize| i.checked_sub(1).map_or(first, |left| keys[left] != keys[i]);
                let heads: Vec<bool> = (0..len).map(head).collect();
                let expected = scanned(&heads, 7, |a, b| a + b, &xs);
                let got = on_threads(|| running(&heads, &xs));
                assert_eq!(got, expected, "{len} {lens:?}");
                let floats: Vec<f32> = xs.iter().map(|x| *x as f32 * 0.37).collect();
                let expected = scanned(&heads, 0.1, |a, b| a + b, &floats);
                assert_eq!(running_strictly(&heads, &floats), expected, "{len}");
            }
        }
    }
}

#[test]
fn a_key_that_is_not_equal_to_itself_is_a_run() {
    let keys = [1.0, 1.0, f64::NAN, f64::NAN, 0.0, -0.0, 0.0];
    let (ks, counts) = float_keys(&keys, &[1; 7]);
    assert_eq!(counts, [2, 1, 1, 3]);
    assert_eq!(ks[0], 1.0);
    assert!(ks[1].is_nan() && ks[2].is_nan());
    assert_eq!(ks[3], 0.0);
}

#[test]
fn elements_of_any_type() {
    let cities: Vec<City> = (0..300_000)
        .map(|i| City {
            country: i / 777,
            people: u64::from(i) * 7919 % 10_007,
        })
        .collect();
    let countries: Vec<u32> = cities.iter().map(|city| city.country).collect();
    let expected = folded(&countries, NONE, larger, &cities);
    assert_eq!(on_threads(|| largest(&cities)), expected);
}

#[test]
fn results_are_used_in_the_same_program() {
    let keys = keys(100_000, &[1, 10, 1000]);
    let xs: Vec<f64> = (0..100_000).map(f64::from).collect();
    let means = on_threads(|| means(&keys, &xs));
    let (ks, sums) = folded(&keys, 0.0, |a, b| a + b, &xs);
    let lens = runs(&keys).into_iter().map(<[u32]>::len);
    for (((k, mean), key), (sum, len)) in means.iter().zip(ks).zip(sums.into_iter().zip(lens)) {
        assert_eq!(*k, key);
        assert!((mean - sum / len as f64).abs() <= 1e-9 * mean.abs());
    }
}

#[test]
fn operators_may_leave_early() {
    let keys = keys(3000, &[7, 1]);
    let xs: Vec<u32> = (0..3000).map(|i| i * 7919 % 1009).collect();
    let expected = folded(&keys, 0, |a, b| a.max(b), &xs);
    assert_eq!(leaves_early(&keys, &xs), expected);
}

#[test]
fn folds_stand_beside_the_elements_of_their_runs() {
    let (keys, xs) = ([7, 7, 2, 7, 7], [1.0, 3.0, 5.0, 1.0, 1.0]);
    assert_eq!(shares(&keys, &xs), [0.25, 0.75, 1.0, 0.5, 0.5]);
    assert_eq!(shares(&[], &[]), [0.0; 0]);
}
