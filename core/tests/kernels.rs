//! The kernels of programs, as text.

use fusus_core::backend;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Explained, Overrides, explain};
use fusus_core::scalar;
use fusus_core::schedule::device::DeviceSchedule;

/// The last program of a `cnf!`.
fn program(source: &str) -> Explained {
    let mut found = Diagnostics::new();
    let tokens = source.parse().expect("it lexes");
    let mut explained = explain(tokens, "place", &Overrides::default(), &mut found);
    assert!(found.is_empty(), "{found:?}");
    explained.pop().expect("there is a program")
}

/// The kernels of the last program of a `cnf!`.
fn kernels(source: &str) -> String {
    match program(source).kernels(backend::named("ocl").expect("it is one")) {
        Ok(text) => text,
        Err(found) => panic!("{found:?}"),
    }
}

const PROGRAMS: &[(&str, &str)] = &[
    // Plain maps, and guarded folds without any packing.
    ("normalize2", "fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1  = map(|x| x / sum1, xs);
        let ys2  = map(|x| x / sum2, xs);
        (ys1, ys2)
    }"),
    // Two scans in one state, merged with the maps around them.
    ("two_scanomaps", "fn two_scanomaps(inp: &[i32]) -> Vec<i32> {
        let a = map(|x| x + 10, inp);
        let b1 = scan(0, |a, b| a + b, a);
        let a2 = map(|x| x + 1, a);
        let b2 = scan(0, |a, b| a + b, a2);
        map(|x, y| x + y, b1, b2)
    }"),
    // A scan, and a packed array that depends on it: two levels.
    ("filter_of_scan", "fn filter_of_scan(xs: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let sums = scan(0, |a, b| a + b, xs);
        let even = filter(|s| s % 2 == 0, sums);
        (sums, even)
    }"),
    // An operator that is only associative.
    ("compose", "fn compose(fs: &[(u32, u32)]) -> (u32, u32) {
        let (a, b) = fold((1, 0), |(a, b), (c, d)| (a * c, b * c + d), fs);
        (a, b)
    }"),
    // Tuples of known operators, in a helper or not: no order, and no flag that says whether there is a state.
    ("known_tuples", "
        fn both(a: (u32, f32), b: (u32, f32)) -> (u32, f32) {
            (a.0 + b.0, a.1.max(b.1))
        }
        fn known_tuples(xs: &[(u32, f32)]) -> ((u32, f32), f32, bool, Vec<(u32, f32)>) {
            let most = fold((0, 0.0), |a, b| both(a, b), xs);
            let (least, any) = fold((1.0, false), |(a, p), (b, q)| (a.min(b), p | q), map(|(i, x)| (x, i > 9), xs));
            let running = scan_exclusive((1, -1.0), both, xs);
            (most, least, any, running)
        }"),
    // Pairs: tiles of one array in local memory, and packed pairs.
    ("pairs", "fn pairs(xs: &[f32], ys: &[f32], limit: f32) -> (f32, Vec<(f32, f32)>) {
        let all = cross(xs, ys);
        let nearest = fold(f32::INFINITY, f32::min, map(|(x, y)| (x - y).abs(), all));
        let close = filter(|(x, y)| (x - y).abs() < limit, all);
        (nearest, close)
    }"),
    // Pairs behind two filters, for which all lanes help as well.
    ("kept_pairs", "fn kept_pairs(xs: &[i32], ys: &[i32], limit: i32) -> (Vec<i32>, i32) {
        let some = filter(|x| x != 0, xs);
        let few = filter(|x| x < limit, map(|x| 1000 / x, some));
        let gaps = map(|(x, y)| x - y, cross(few, ys));
        (filter(|g| g > 0, gaps), fold(0, |a, b| a + b, few))
    }"),
    // Rectangles of rows and columns: a stencil, and an array read the other way round.
    ("rectangles", "fn rectangles(xs: &[f32], n: usize) -> Vec<f32> {
        let a = reshape(xs, [n, n]);
        generate(|i, j| a[[i + 1, j]] - 0.5 * a[[j, i]])
    }"),
    // Folds over an index that lanes divide, along rows and along columns.
    ("divided", "fn divided(xs: &[f32], n: usize, m: usize) -> (Vec<f32>, Vec<f32>) {
        let a = reshape(xs, [n, m]);
        let most = generate(|i| fold(f32::MIN, f32::max, |j| a[[i, j]]));
        (generate(|i| sum(|j| (a[[i, j]] - most[i]).exp())), generate(|j| sum(|i| a[[i, j]])))
    }"),
    // Totals in tiles.
    ("product", "fn product(xs: &[f32], ys: &[f32], n: usize) -> Vec<f32> {
        let (a, b) = (reshape(xs, [n, n]), reshape(ys, [n, n]));
        generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))
    }"),
    // Arrays from their last element: in a lane's items, with a type of two leaves, and inside of pairs.
    ("reverses", "fn reverses(xs: &[f32], ps: &[(u8, f32)], squares: &[f32]) -> (Vec<f32>, Vec<u8>, f32) {
        let even = map(|x, r| 0.5 * (x + r), xs, reverse(xs));
        let (keys, values) = reverse(ps);
        let (x, y) = cross(values, xs);
        let products = map(|x, y, s| x * y - s, x, y, reverse(conform(squares, x)));
        (even, keys, fold(0.0, f32::max, products))
    }"),
    // Indices, which are checked; a tuple of which one writer must win.
    ("indices", "fn indices(data: &[(u8, f32)], is: &[i64], dest: &[(u8, f32)], table: &[f32]) -> (Vec<f32>, Vec<(u8, f32)>) {
        let found = gather(data, is);
        let scaled = map(|(k, x)| x * table[k as usize], found);
        let written = scatter(dest, is, found);
        (scaled, written)
    }"),
    // Values combined at indices: by one instruction, and by kernels of their own.
    ("bins", "fn bins(at: &[u8], xs: &[f32], ks: &[i16]) -> (Vec<u32>, Vec<(f32, u32)>) {
        let one = map(|x| (x, 1u32), xs);
        let count = reduce_by_index(generate(300, |_| 0u32), |a, b| a + b, at, map(|_| 1u32, at));
        let sums = generate(9, |_| (0.0, 0u32));
        (count, reduce_by_index(sums, |(s, n), (t, m)| (s + t, n + m), conform(ks, xs), one))
    }"),
    // Helpers, constants, statements, what Rust means otherwise than C.
    ("helpers", "
        const LIMIT: i32 = 1 << 10;
        fn collatz(n: i32) -> (i32, bool) {
            let mut n = n;
            for step in 0..LIMIT {
                if n <= 1 { return (step, true); }
                n = if n % 2 == 0 { n / 2 } else { n * 3 + 1 };
            }
            (LIMIT, false)
        }
        fn helpers(xs: &[f32], d: i32) -> (Vec<i32>, Vec<u8>) {
            let is = map(|x| x as i32, xs);
            let (steps, _) = map(collatz, is);
            let rests = map(|i, s| match (i / d).rem_euclid(4) { 0 => 0u8, 1 | 2 if s > 5 => 7, n => n.count_ones() as u8 }, is, steps);
            (steps, rests)
        }"),
    // Steps that are composed, of floats and of integers, and the lane that takes them if numbers
    // are infinite.
    ("recurrences", "fn recurrences(xs: &[f32], ns: &[u32]) -> (Vec<f32>, f32, Vec<u32>) {
        let (a, _) = recurrence((0.0, 0.0), |(y, z), x| (0.5 * y - 0.25 * z + x, y), xs);
        let level = recurrence(1.0, |y, a| (y + a).max(0.0), a);
        let hash = recurrence(7, |h, n| h * 31 + n, ns);
        (a, fold(0.0, f32::max, level), hash)
    }"),
    // A step that waits for the one before it.
    ("serial_recurrence", "fn serial(xs: &[f32]) -> Vec<f32> { recurrence(0.5, |y, x| y * (x - y), xs) }"),
    // Everything in order, in one lane.
    ("strict", "#[cnf(strict)] fn strict(xs: &[f32]) -> (f32, Vec<f32>) {
        let sums = scan(0.5, |a, b| a + b, xs);
        let up = filter(|s| s > 0.0, sums);
        (fold(0.0, |a, b| a + b, up), up)
    }"),
];

#[test]
fn texts() {
    for (name, source) in PROGRAMS {
        insta::assert_snapshot!(*name, kernels(source));
    }
}

/// The schedules that the kernels print.
#[test]
fn schedules() {
    let mut texts = String::new();
    for (name, source) in PROGRAMS {
        let program = program(source);
        let compiled = program.outcome.expect("it is right");
        let types = scalar::program(&compiled.program).expect("devices have it");
        let schedule = DeviceSchedule::of(&compiled.nest, &types, compiled.strict());
        texts.push_str(&format!("{name}\n{}\n", schedule.text()));
    }
    insta::assert_snapshot!(texts);
}

/// If order does not matter, no carry is kept, and neutral elements stand for missing ones; no step
/// stands for those of composed recurrences.
#[test]
fn known_operators_need_no_order() {
    for (name, source) in PROGRAMS {
        let text = kernels(source);
        let ordered = text.contains(" carry = ") || text.contains("_some;");
        let waits = matches!(*name, "compose" | "serial_recurrence");
        assert_eq!(ordered, waits, "{name}");
    }
}

#[test]
fn the_same_program_has_the_same_text() {
    for (_, source) in PROGRAMS {
        assert_eq!(kernels(source), kernels(source));
    }
}

/// A worker means the array that had the name when it was written.
#[test]
fn a_later_array_of_a_name_is_no_earlier_one() {
    let text = kernels(
        "fn f(xs: &[f32], ys: &[f32]) -> Vec<f32> {
            let t = generate(|i, j| xs[i] * ys[j]);
            let t = generate(|i| fold(0.0, f32::max, |j| t[[i, j]]));
            t
        }",
    );
    assert!(text.contains("f_2"), "{text}");
}

/// Types that are learnt from a step, to know its state, are forgotten as a whole.
#[test]
fn a_step_by_methods_of_its_state() {
    let text = kernels(
        "fn f(xs: &mut [(u32, u32)]) -> Vec<i64> {
            let y = recurrence((-2i64), |made, i| {
                let before = made[i - 1];
                let (x, y) = xs[i];
                before + (if y > 8 { before } else { before })
                    .saturating_add(((before.leading_zeros() as i64) % 3))
            });
            reverse(filter(|x: i64| x > 3, y))
        }",
    );
    assert!(text.contains("kernel"), "{text}");
}
