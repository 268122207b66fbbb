//! Programs with `cross`.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod common;

use common::{on_any_pool, panic_of};
use fusus::cnf;
use fusus_rng::Rng;

type Point = (f64, f64);

fn distance((x, y): (i32, i32)) -> i32 {
    (x - y).abs()
}

fn joined((x, y): (&str, &str)) -> String {
    format!("{x}{y}")
}

cnf! {
    /// The paper's base case: the least distance between two of the points.
    fn closest(points: &[Point]) -> f64 {
        let pairs = cross(points, points);
        let distances = map(|((ax, ay), (bx, by))| {
            let (dx, dy): (f64, f64) = (ax - bx, ay - by);
            let d = dx * dx + dy * dy;
            if d == 0.0 { f64::INFINITY } else { d }
        }, pairs);
        let least = fold(f64::INFINITY, f64::min, distances);
        least.sqrt()
    }

    fn sum_of_products(xs: &[i64], ys: &[i64]) -> i64 {
        let (x, y) = cross(xs, ys);
        fold(10, |a, b| a + b, map(|x, y| x * y, x, y))
    }

    /// Not a commutative operator: the pairs must come in order.
    fn last_pair(xs: &[u32], ys: &[u32]) -> (u32, u32) {
        let pairs = cross(xs, ys);
        fold((9, 9), |_, b| b, pairs)
    }

    /// Chosen by a key of each, of which the lanes keep track: the leftmost of the least.
    fn nearest(xs: &[i32], ys: &[i32]) -> (i32, i32) {
        let pairs = cross(xs, ys);
        fold((1000, 0), |a, b| if distance(b) < distance(a) { b } else { a }, pairs)
    }

    /// The rightmost of the least, and of the greatest.
    fn extremes(xs: &[i32], ys: &[i32]) -> ((i32, i32), (i32, i32)) {
        let pairs = cross(xs, ys);
        let least = fold((1000, 0), |a, b| if distance(b) <= distance(a) { b } else { a }, pairs);
        let most  = fold((0, 0), |a, b| if distance(a) > distance(b) { a } else { b }, pairs);
        (least, most)
    }

    /// By a key that is not `Copy`.
    fn first_word(xs: &[&'static str], ys: &[&'static str]) -> (&'static str, &'static str) {
        let pairs = cross(xs, ys);
        fold(("z", "z"), |a, b| if joined(b) < joined(a) { b } else { a }, pairs)
    }

    /// By a key of which it is not known whether it is.
    fn least_by<T: Copy + Send + Sync, K: PartialOrd>(
        xs: &[T],
        ys: &[T],
        start: (T, T),
        by: fn((T, T)) -> K,
    ) -> (T, T) {
        fold(start, |a, b| if by(b) < by(a) { b } else { a }, cross(xs, ys))
    }

    fn all_pairs(xs: &[u32], ys: &[f32]) -> Vec<(u32, f32)> {
        cross(xs, ys)
    }

    fn mapped_pairs(xs: &[f64], ys: &[f64]) -> Vec<f64> {
        map(|(x, y)| x * y, cross(xs, ys))
    }

    fn split_pairs(xs: &[u8], ys: &[u16]) -> (Vec<u8>, Vec<u16>) {
        let (lefts, rights) = cross(xs, ys);
        (lefts, rights)
    }

    fn of_filtered(xs: &[i32], ys: &[i32]) -> (Vec<(i32, i32)>, i32) {
        let a = filter(|x| x % 3 == 0, xs);
        let b = filter(|y| y % 2 == 0, ys);
        let pairs = cross(a, b);
        (pairs, fold(0, |a: i32, b| a.wrapping_add(b), map(|(x, y)| x ^ y, pairs)))
    }

    /// The right one of a size that nothing in memory has.
    fn of_mapped_filtered(xs: &[i32], ys: &[i32]) -> i64 {
        let b = filter(|y| y % 2 == 0, ys);
        let c = map(|y| y + 1, b);
        fold(0, |a, b| a + b, map(|(x, y)| i64::from(x * y), cross(xs, c)))
    }

    fn filtered_pairs(xs: &[u32], ys: &[u32]) -> Vec<(u32, u32)> {
        filter(|(x, y)| (x + y) % 5 == 0, cross(xs, ys))
    }

    fn filtered_pairs_and_more(xs: &[u32], ys: &[u32]) -> (Vec<u32>, usize, u32) {
        let close = filter(|(x, y)| (x + y) % 5 == 0, cross(xs, ys));
        let products = map(|(x, y)| x * y, close);
        let most = fold(0, u32::max, products);
        (products, len(close), most)
    }

    /// Two crosses of one size in one loop.
    fn two_crosses(xs: &[i64], ys: &[i64], us: &[i64], vs: &[i64]) -> (Vec<i64>, i64) {
        let (x, y) = cross(xs, ys);
        let (u, v) = cross(map(|x, u| x + u, xs, us), map(|y, v| y - v, ys, vs));
        let all = map(|x, y, u, v| x + 10 * y + 100 * u + 1000 * v, x, y, u, v);
        (all, fold(0, |a, b| a + b, all))
    }

    /// Every row is folded with an element of its own; the outer loop has a
    /// fold as well.
    fn outer_and_inner(xs: &[f64], ys: &[f64]) -> (f64, f64, Vec<f64>) {
        let doubled = map(|x| x * 2.0, xs);
        let outer = fold(0.0, |a, b| a + b, doubled);
        let inner = fold(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(doubled, ys)));
        (outer, inner, doubled)
    }

    fn three(xs: &[u64], ys: &[u64], zs: &[u64]) -> (u64, Vec<u64>) {
        let all = map(|((x, y), z)| x * 10_000 + y * 100 + z, cross(cross(xs, ys), zs));
        (fold(0, |a, b| a + b, all), all)
    }

    /// An array of the product's size is read along.
    fn with_matrix(matrix: &[f64], rows: &[f64], columns: &[f64]) -> f64 {
        let (r, c) = cross(rows, columns);
        fold(0.0, |a, b| a + b, map(|m, r, c| m * r * c, matrix, r, c))
    }

    fn prefix_sums(xs: &[u64], ys: &[u64]) -> Vec<u64> {
        scan(0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys)))
    }

    fn checked_matrix(matrix: &[f64], rows: &[f64], columns: &[f64])
        -> Result<Vec<f64>, fusus::Error>
    {
        let (r, c) = cross(rows, columns);
        map(|m, r, c| m * r * c, matrix, r, c)
    }

    fn found(table: &[u8], xs: &[usize], ys: &[usize]) -> Result<Vec<u8>, fusus::Error> {
        let at = map(|(x, y)| x * y, cross(xs, ys));
        let seen = gather(table, at);
        seen
    }

    fn panics(xs: &[u32], ys: &[u32]) -> Vec<u32> {
        map(|(x, y)| if x == 700 && y == 700 { panic!("twice seven hundred") } else { x + y },
            cross(xs, ys))
    }

    #[backend(sequential)]
    fn alone(xs: &[u32], ys: &[u32]) -> (Vec<u32>, u32) {
        let sums = map(|(x, y)| x + y, cross(xs, ys));
        (sums, fold(0, |a, b| a + b, sums))
    }

    fn in_place(xs: &mut [u32], ys: &[u32]) -> u32 {
        *xs = map(|x| x + 1, xs);
        fold(0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys)))
    }

    fn against_itself(xs: &mut [u32]) -> u32 {
        let total = fold(0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, xs)));
        *xs = map(|x| x + 1, xs);
        total
    }
}

const SIDES: [(usize, usize); 10] = [
    (0, 0),
    (0, 5),
    (5, 0),
    (1, 1),
    (3, 17),
    (100, 100),
    (20_000, 3),
    (3, 20_000),
    // Blocks of eight rows, however long they are, and one of three.
    (19, 17_001),
    (700, 801),
];

fn pairs<A: Copy, B: Copy>(xs: &[A], ys: &[B]) -> Vec<(A, B)> {
    xs.iter()
        .flat_map(|&x| ys.iter().map(move |&y| (x, y)))
        .collect()
}

#[test]
fn folds() {
    for (n, m) in SIDES {
        let xs: Vec<i64> = (0..n as i64).map(|x| x * 7 % 1_000 - 300).collect();
        let ys: Vec<i64> = (0..m as i64).map(|y| y * 3 % 1_000 - 500).collect();
        let expected: i64 = pairs(&xs, &ys).iter().map(|(x, y)| x * y).sum();
        assert_eq!(on_any_pool(|| sum_of_products(&xs, &ys)), 10 + expected);
        let (us, vs): (Vec<u32>, Vec<u32>) = ((0..n as u32).collect(), (0..m as u32).collect());
        let expected = pairs(&us, &vs).last().copied().unwrap_or((9, 9));
        assert_eq!(on_any_pool(|| last_pair(&us, &vs)), expected);
    }
}

#[test]
fn pairs_returned() {
    for (n, m) in SIDES {
        let xs: Vec<u32> = (0..n as u32).collect();
        let ys: Vec<f32> = (0..m).map(|y| y as f32).collect();
        let out = on_any_pool(|| all_pairs(&xs, &ys));
        assert_eq!(out, pairs(&xs, &ys));
        let fx: Vec<f64> = xs.iter().map(|&x| f64::from(x)).collect();
        let fy: Vec<f64> = ys.iter().map(|&y| f64::from(y)).collect();
        let products: Vec<f64> = pairs(&fx, &fy).iter().map(|(x, y)| x * y).collect();
        assert_eq!(on_any_pool(|| mapped_pairs(&fx, &fy)), products);
        let bx: Vec<u8> = (0..n).map(|x| x as u8).collect();
        let by: Vec<u16> = (0..m).map(|y| y as u16).collect();
        assert_eq!(split_pairs(&bx, &by), pairs(&bx, &by).into_iter().unzip());
        let ys: Vec<u32> = (0..m as u32).collect();
        let sums: Vec<u32> = pairs(&xs, &ys).iter().map(|(x, y)| x + y).collect();
        let total = sums.iter().sum::<u32>();
        assert_eq!(alone(&xs, &ys), (sums, total));
    }
}

#[test]
fn filtered_arrays_crossed() {
    for (n, m) in SIDES {
        let xs: Vec<i32> = (0..n as i32).collect();
        let ys: Vec<i32> = (0..m as i32).map(|y| y * 5 % 31).collect();
        let a: Vec<i32> = xs.iter().copied().filter(|x| x % 3 == 0).collect();
        let b: Vec<i32> = ys.iter().copied().filter(|y| y % 2 == 0).collect();
        let expected = pairs(&a, &b);
        let total = expected
            .iter()
            .fold(0i32, |a, (x, y)| a.wrapping_add(x ^ y));
        assert_eq!(on_any_pool(|| of_filtered(&xs, &ys)), (expected, total));
        let expected: i64 = pairs(&xs, &b)
            .iter()
            .map(|(x, y)| i64::from(x * (y + 1)))
            .sum();
        assert_eq!(on_any_pool(|| of_mapped_filtered(&xs, &ys)), expected);
    }
}

#[test]
fn pairs_filtered() {
    for (n, m) in SIDES {
        let xs: Vec<u32> = (0..n as u32).collect();
        let ys: Vec<u32> = (0..m as u32).collect();
        let expected: Vec<(u32, u32)> = pairs(&xs, &ys)
            .into_iter()
            .filter(|(x, y)| (x + y) % 5 == 0)
            .collect();
        let out = on_any_pool(|| filtered_pairs(&xs, &ys));
        assert_eq!(out, expected);
        let products: Vec<u32> = expected.iter().map(|(x, y)| x * y).collect();
        let most = products.iter().copied().max().unwrap_or(0);
        assert_eq!(
            on_any_pool(|| filtered_pairs_and_more(&xs, &ys)),
            (products, expected.len(), most)
        );
    }
}

#[test]
fn crosses_side_by_side() {
    let mut rng = Rng::new(11);
    for (n, m) in SIDES {
        let mut some =
            |len: usize| -> Vec<i64> { (0..len).map(|_| rng.below(1_000) as i64).collect() };
        let (xs, ys, us, vs) = (some(n), some(m), some(n), some(m));
        let second = pairs(
            &xs.iter().zip(&us).map(|(x, u)| x + u).collect::<Vec<_>>(),
            &ys.iter().zip(&vs).map(|(y, v)| y - v).collect::<Vec<_>>(),
        );
        let expected: Vec<i64> = pairs(&xs, &ys)
            .iter()
            .zip(&second)
            .map(|((x, y), (u, v))| x + 10 * y + 100 * u + 1000 * v)
            .collect();
        let total = expected.iter().sum();
        assert_eq!(two_crosses(&xs, &ys, &us, &vs), (expected, total));
    }
}

#[test]
fn outer_and_inner_folds() {
    for (n, m) in SIDES {
        // Small integers: every order of additions gives the same sum.
        let xs: Vec<f64> = (0..n).map(|x| (x % 100) as f64).collect();
        let ys: Vec<f64> = (0..m).map(|y| (y % 100) as f64).collect();
        let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
        let inner: f64 = pairs(&doubled, &ys).iter().map(|(x, y)| x * y).sum();
        let expected = (doubled.iter().sum::<f64>(), inner, doubled);
        assert_eq!(on_any_pool(|| outer_and_inner(&xs, &ys)), expected);
    }
}

#[test]
fn crosses_of_crosses() {
    for (n, m, k) in [
        (0, 3, 3),
        (3, 0, 3),
        (3, 3, 0),
        (1, 2, 3),
        (40, 50, 60),
        (2, 3, 9_000),
    ] {
        let (xs, ys, zs): (Vec<u64>, Vec<u64>, Vec<u64>) =
            ((0..n).collect(), (0..m).collect(), (0..k).collect());
        let expected: Vec<u64> = pairs(&pairs(&xs, &ys), &zs)
            .iter()
            .map(|((x, y), z)| x * 10_000 + y * 100 + z)
            .collect();
        let total = expected.iter().sum();
        assert_eq!(on_any_pool(|| three(&xs, &ys, &zs)), (total, expected));
    }
}

#[test]
fn arrays_of_the_product_size() {
    for (n, m) in SIDES {
        let rows: Vec<f64> = (0..n).map(|x| (x % 10) as f64).collect();
        let columns: Vec<f64> = (0..m).map(|y| (y % 10) as f64).collect();
        let matrix: Vec<f64> = (0..n * m).map(|i| (i % 7) as f64).collect();
        let products: Vec<f64> = pairs(&rows, &columns)
            .iter()
            .zip(&matrix)
            .map(|((r, c), m)| m * r * c)
            .collect();
        assert_eq!(
            on_any_pool(|| with_matrix(&matrix, &rows, &columns)),
            products.iter().sum::<f64>()
        );
        assert_eq!(checked_matrix(&matrix, &rows, &columns), Ok(products));
    }
    let error = checked_matrix(&[1.0; 5], &[1.0; 2], &[1.0; 3]).expect_err("5 is not 6");
    assert!(
        error.to_string().contains("`matrix` has length 5"),
        "{error}"
    );
}

#[test]
fn prefixes_over_pairs() {
    for (n, m) in SIDES {
        let xs: Vec<u64> = (0..n as u64).collect();
        let ys: Vec<u64> = (0..m as u64).collect();
        let mut sum = 0;
        let expected: Vec<u64> = pairs(&xs, &ys)
            .iter()
            .map(|(x, y)| {
                sum += x * y;
                sum
            })
            .collect();
        assert_eq!(on_any_pool(|| prefix_sums(&xs, &ys)), expected);
    }
}

#[test]
fn the_closest_pair() {
    let mut rng = Rng::new(12);
    for n in [0, 1, 2, 100, 2_000] {
        let points: Vec<Point> = (0..n).map(|_| (rng.float(), rng.float())).collect();
        let mut least = f64::INFINITY;
        for (i, a) in points.iter().enumerate() {
            for b in &points[..i] {
                least = least.min((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2));
            }
        }
        assert_eq!(on_any_pool(|| closest(&points)), least.sqrt());
    }
}

#[test]
fn thousands_by_thousands() {
    let xs: Vec<i64> = (0..5_000).collect();
    let ys: Vec<i64> = (0..4_000).collect();
    let expected = 10 + xs.iter().sum::<i64>() * ys.iter().sum::<i64>();
    assert_eq!(sum_of_products(&xs, &ys), expected);
}

#[test]
fn gathers_inside() {
    let out = found(&[1, 2, 3, 4, 5], &[0, 1, 2], &[0, 2]).expect("in bounds");
    assert_eq!(out, [1, 1, 1, 3, 1, 5]);
    let error = found(&[1, 2, 3, 4, 5], &[0, 1, 3], &[0, 2]).expect_err("out of bounds");
    assert_eq!(error.binding(), "seen");
    assert!(error.to_string().contains("index 6"), "{error}");
}

#[test]
fn a_panic_comes_through_and_the_pool_goes_on() {
    let xs: Vec<u32> = (0..1_000).collect();
    for _ in 0..5 {
        let message = panic_of(|| drop(panics(&xs, &xs)));
        assert_eq!(message, "twice seven hundred");
        assert_eq!(panics(&xs, &xs[..700]).len(), 700_000);
    }
}

#[test]
fn arrays_written_in_place() {
    let mut xs: Vec<u32> = (0..100).collect();
    let ys: Vec<u32> = (0..200).collect();
    assert_eq!(in_place(&mut xs, &ys), 5_050 * 19_900);
    assert_eq!(xs[99], 100);
    assert_eq!(against_itself(&mut xs), 5_050 * 5_050);
    assert_eq!(xs[99], 101);
}

#[test]
fn pairs_are_chosen_by_their_keys() {
    for (len, width) in [
        (0, 5),
        (1, 1),
        (7, 3),
        (8, 8),
        (9, 40),
        (70, 33),
        (300, 517),
    ] {
        let mut rng = Rng::new(len as u64);
        let mut some =
            |count: usize| -> Vec<i32> { (0..count).map(|_| (rng.bits() % 50) as i32).collect() };
        let (xs, ys) = (some(len), some(width));
        let pairs = || xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y)));
        // The first, the last of those that compare as equal.
        let least = pairs().fold(
            (1000, 0),
            |a, b| if distance(b) < distance(a) { b } else { a },
        );
        let last = pairs().fold(
            (1000, 0),
            |a, b| if distance(b) <= distance(a) { b } else { a },
        );
        let most = pairs().fold((0, 0), |a, b| if distance(a) > distance(b) { a } else { b });
        on_any_pool(|| {
            assert_eq!(nearest(&xs, &ys), least, "{len} × {width}");
            assert_eq!(extremes(&xs, &ys), (last, most), "{len} × {width}");
            assert_eq!(
                least_by(&xs, &ys, (1000, 0), distance),
                least,
                "{len} × {width}"
            );
        });

        const WORDS: [&str; 5] = ["b", "ab", "", "ba", "a"];
        let word = |x: &i32| WORDS[*x as usize % WORDS.len()];
        let (us, vs): (Vec<_>, Vec<_>) =
            (xs.iter().map(word).collect(), ys.iter().map(word).collect());
        let pairs = us.iter().flat_map(|u| vs.iter().map(move |v| (*u, *v)));
        let first = pairs.fold(("z", "z"), |a, b| if joined(b) < joined(a) { b } else { a });
        on_any_pool(|| assert_eq!(first_word(&us, &vs), first, "{len} × {width}"));
    }
}
