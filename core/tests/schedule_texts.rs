//! The schedules of the programs of the folder `programs` and of one program for each mechanism, as
//! texts to read.

#[path = "support/schedules.rs"]
mod schedules;

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use proc_macro2::{TokenStream, TokenTree};
use schedules::compiled;
use std::fs;
use std::path::Path;

/// A program for each way in which a loop is run.
const MECHANISMS: &[(&str, &str)] = &[
    (
        "interleaved_scan",
        "fn f(xs: &[f64]) -> Vec<f64> { scan(1.0, |a, b| a * b, xs) }",
    ),
    (
        "grouped_scan",
        "fn f(xs: &[f64]) -> Vec<f64> { scan(0.0, |a, b| a + b, xs) }",
    ),
    (
        "long_behind_a_scan",
        "fn f(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64) {
            let tops = scan(0.0, f64::max, xs);
            let waves = map(|t, x| (t * x).sin(), tops, xs);
            (tops, waves, fold(0.0, |a, b| a + b, waves))
        }",
    ),
    (
        "interleaved_recurrence",
        "fn f(xs: &[f64]) -> Vec<f64> { recurrence(0.0, |y, x| 0.9 * y + x, xs) }",
    ),
    (
        "rows_of_an_array_that_is_read",
        "fn f(h: usize, w: usize, xs: &mut [f64], ys: &mut [f64]) {
            let (a, b) = (reshape(xs, [h, w]), reshape(ys, [h, w]));
            let c = generate(|i, j| a[[i - 1, j]] + b[[i + 1, j - 1]]);
            *a = c;
            *b = map(|x| x * 2.0, c);
        }",
    ),
    (
        "rows_of_few_columns",
        "fn f(n: usize, ms: &[f64], ps: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let (m, p) = (reshape(ms, [3, 3]), reshape(ps, [n, 3]));
            let lengths = generate(|i| sum(|k| p[[i, k]] * p[[i, k]]).sqrt());
            (lengths, generate(|i, j| sum(|k| m[[j, k]] * p[[i, k]]) / lengths[i]))
        }",
    ),
    (
        "terms_of_few_columns",
        "fn f(n: usize, ps: &[f64], qs: &[f64], c: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let (p, q) = (reshape(ps, [n, 3]), reshape(qs, [len(qs) / 3, 3]));
            let near = generate(|i| fold(f64::INFINITY, f64::min, |j| {
                sum(|k| (p[[i, k]] - q[[j, k]]) * (p[[i, k]] - q[[j, k]]))
            }));
            (near, generate(|i| sum(|k| p[[i, k]] * c[k]) - fold(0.0, f64::max, |k| p[[i, k]])))
        }",
    ),
    (
        "prefixes_of_rows",
        "fn f(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
            let a = reshape(xs, [h, w]);
            generate(|i, j| sum(..=j, |k| a[[i, k]] * a[[i, k]]))
        }",
    ),
    (
        "prefixes_down_columns",
        "fn f(h: usize, w: usize, xs: &[f64]) -> (Vec<f64>, f64) {
            let a = reshape(xs, [h, w]);
            let b = generate(|i, j| sum(..=i, |k| a[[k, j]] * a[[k, j]]));
            let c = generate(|i, j| sum(..i, |k| a[[k, j]]) + 1.0);
            let all = fold(0.0, |x, y| x + y, generate(|i, j| fold(1.0, f64::max, ..=i, |k| b[[k, j]])));
            (c, all)
        }",
    ),
    (
        "integral_image",
        "fn f(h: usize, w: usize, xs: &[u32]) -> Vec<u32> {
            let a = reshape(xs, [h, w]);
            generate(|y, x| sum(..=y, |v| sum(..=x, |u| a[[v, u]])))
        }",
    ),
    (
        "integral_image_on_devices",
        "#[backend(cpu, ocl)] fn f(h: usize, w: usize, xs: &[u32]) -> Vec<u32> {
            let a = reshape(xs, [h, w]);
            generate(|y, x| sum(..=y, |v| sum(..=x, |u| a[[v, u]])))
        }",
    ),
    (
        "longest_common_subsequence",
        "fn f(a: &[u8], b: &[u8]) -> u32 {
            let d = recurrence(0u32, |d, i, j| {
                if a[i] == b[j] { d[[i - 1, j - 1]] + 1 } else { d[[i - 1, j]].max(d[[i, j - 1]]) }
            });
            fold(0, |_, last| last, d)
        }",
    ),
    (
        "alignment_with_directions",
        "fn f(a: &[u8], b: &[u8]) -> (i32, Vec<u8>) {
            let (score, direction) = recurrence((0i32, 0u8), |(s, _), i, j| {
                let here = s[[i - 1, j - 1]] + if a[i] == b[j] { 2 } else { -1 };
                let best = here.max(s[[i - 1, j]] - 1).max(s[[i, j - 1]] - 1).max(0);
                (best, (best == here) as u8)
            });
            (fold(0i32, i32::max, score), direction)
        }",
    ),
    (
        "errors_diffused",
        "fn f(h: usize, w: usize, light: &[f64]) -> Vec<f64> {
            let a = reshape(light, [h, w]);
            recurrence(0.0f64, |e, i, j| a[[i, j]] - e[[i, j - 1]] - e[[i - 1, j + 1]])
        }",
    ),
    (
        "recurrence_of_a_recurrence",
        "fn f(xs: &[f64]) -> Vec<f64> {
            let ys = recurrence(0.0, |y, x| 0.9 * y + x, xs);
            recurrence(0.0, |z, y| 0.9 * z + y, ys)
        }",
    ),
    (
        "recurrences_before_a_filter",
        "fn f(xs: &[f64]) -> Vec<f64> {
            let ys = recurrence(0.0, |y, x| 0.9 * y + x, map(|x| x.sin(), xs));
            filter(|y| y > 0.5, recurrence(0.0, |z, y| (z + y) % 2.0, ys))
        }",
    ),
    (
        "scan_of_what_a_filter_keeps",
        "fn f(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let some = filter(|x| x > 0.5, xs);
            let sums = scan(0.0, |a, b| a + b, some);
            (sums, scan(0.0, |a, b| a + b, filter(|x| x < 3.0, some)))
        }",
    ),
    (
        "reduction_by_index",
        "fn f(xs: &[f64], at: &[u8], sums: &mut [f64]) -> Vec<u32> {
            let (at, some) = filter(|(_, x)| x > 0.5, map(|i, x| (i, x), at, xs));
            *sums = reduce_by_index(sums, |a, b| a + b, at, some);
            reduce_by_index(generate(256, |_| 0u32), |a, b| a + b, at, map(|_| 1u32, at))
        }",
    ),
    (
        "totals_of_columns",
        "fn f(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
            let a = reshape(xs, [h, w]);
            generate(|j| sum(|i| a[[i, j]]))
        }",
    ),
    (
        "replaced",
        "fn f(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let (ys, zs) = map(|x| (x * x, x + 1.0), xs);
            let sum = fold(0.0, |a, b| a + b, map(|y, z| y * z, ys, zs));
            (map(|y, z| y * z / sum, ys, zs), zs)
        }",
    ),
    (
        "replay",
        "fn f(ys: &[f64], is: &[usize]) -> Vec<f64> {
            scan(0.0, |a, b| a + b, gather(ys, filter(|i| i > 5, is)))
        }",
    ),
    (
        "temporaries",
        "fn f(xs: &[f64]) -> Vec<f64> {
            let sums = scan(0.0, |a, b| a + b, map(|x| x.sqrt(), xs));
            scan(0.0, |a, b| a + b, map(|s| s.sqrt(), sums))
        }",
    ),
    (
        "distribution",
        "fn f(xs: &[f64]) -> (f64, Vec<f64>) {
            (fold(0.0, |a, b| a + b, xs), filter(|x| x > 0.0, xs))
        }",
    ),
    (
        "fold_first",
        "fn f(xs: &[f64]) -> (f64, Vec<f64>) {
            (fold(0.0, |a, b| a + b, xs), map(|x| x.exp(), xs))
        }",
    ),
    (
        "fold_over_results",
        "fn f(xs: &[f64]) -> (f64, Vec<f64>) {
            let some = filter(|x| x > 0.0, xs);
            (fold(0.0, |a, b| if b > a { b } else { a }, some), some)
        }",
    ),
    (
        "buffered_reduction",
        "fn f(xs: &[f64]) -> (f64, Vec<f64>) {
            let some = filter(|x| x > 0.0, xs);
            (fold(0.0, |a, b| if b > a { b } else { a }, some), filter(|x| x > 1.0, xs))
        }",
    ),
    (
        "batched_reduction",
        "fn f(fs: &[(f64, f64)]) -> (f64, f64) {
            let (a, b) = fold((1.0, 0.0), |(a, b), (c, d)| (a * c, b * c + d), fs);
            (a, b)
        }",
    ),
    (
        "least_by_key",
        "fn f(ps: &[Point]) -> Point {
            fold(far, |a, b| if norm(b) < norm(a) { b } else { a }, ps)
        }",
    ),
    (
        "rows_side_by_side",
        "fn f(ps: &[Point], qs: &[Point]) -> f64 {
            fold(0.0, |a, b| if b > a { b } else { a }, map(dot, cross(ps, qs)))
        }",
    ),
    (
        "tiles_of_rows",
        "fn f(ps: &[Point], qs: &[Point]) -> f64 { fold(0.0, |a, b| a + b, map(dot, cross(ps, qs))) }",
    ),
    (
        "results_in_rows",
        "fn f(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let products = map(|(x, y)| x * y, cross(xs, ys));
            (products, filter(|p| p > 0.0, products))
        }",
    ),
    (
        "counted_first",
        "fn f(xs: &[f64], limit: f64) -> (Vec<f64>, Vec<f64>) {
            (filter(|x| x < limit, xs), filter(|x| x > 1.0, xs))
        }",
    ),
    (
        "aggregates_of_an_earlier_loop",
        "fn f(xs: &[f64]) -> Vec<f64> {
            let total = fold(0.0, |a, b| a + b, xs);
            map(|s| s / total, scan(0.0, |a, b| a + b, xs))
        }",
    ),
    (
        "halves",
        "fn f(xs: &[f64], ys: &[f64]) -> Vec<f64> {
            let es = map(|x| x.exp(), xs);
            map(|e, y| (1.0 + e).ln() * y, es, ys)
        }",
    ),
    (
        "halves_before_filters",
        "fn f(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
            let ys = map(|x| ((x * x + 0.5) * x - 2.0) * x + (x * 0.25 - 1.0) * x, xs);
            (filter(|y| y < 1.0, ys), filter(|x| x > 0.0, xs))
        }",
    ),
    (
        "long_predicates",
        "fn f(xs: &[f64], a: f64) -> Vec<f64> {
            filter(|x| ((x * a + 0.5) * x - 2.0) * x * ((x * x - a) * x + 3.0) * x * (x - a)
                + ((x + 2.0) * x - 1.5) * x * ((x - 1.0) * x + a) * x
                + ((x - 3.0) * x + a) * x < 1.0, xs)
        }",
    ),
    (
        "short_blocks",
        "fn f(xs: &[f64]) -> Vec<f64> { map(|x| unknown(x), xs) }",
    ),
    (
        "few_terms",
        "fn f(n: usize, m: usize, cells: &[f64], xs: &[f64], ends: &[usize]) -> (Vec<f64>, Vec<f64>, f64) {
            let a = reshape(cells, [n, m]);
            let products = generate(|i| sum(|j| a[[i, j]] * xs[j]));
            let tails = map(|end| sum(0..end, |j| xs[j]), ends);
            (products, tails, fold(0.0, |a, b| a + b, map(|p| p * p, products)))
        }",
    ),
    (
        "grain",
        "#[cnf(grain = 1000)] fn f(xs: &[f64]) -> Vec<f64> { map(|x| x + 1.0, xs) }",
    ),
    (
        "across rows",
        "fn f(w: usize, h: usize, xs: &[f64]) -> (Vec<f64>, f64) {
            let a = reshape(xs, [h, w]);
            let sum = fold(0.0, |a, b| a + b, generate(|i, j| a[[j, i]]));
            (generate(|i, j| a[[j, i]] * sum), sum)
        }",
    ),
    (
        "strict",
        "#[cnf(strict)] fn f(xs: &[f64]) -> (Vec<f64>, f64) {
            (scan(0.0, |a, b| a + b, xs), fold(0.0, |a, b| a + b, xs))
        }",
    ),
];

#[test]
fn of_each_mechanism() {
    for (name, source) in MECHANISMS {
        let compiled = compiled(source);
        insta::assert_snapshot!(*name, compiled.schedule.text(&compiled.nest));
    }
}

/// Of the folder `programs`: those of the papers and of the suite of benchmarks.
#[test]
fn of_the_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs");
    let files = fs::read_dir(folder).expect("the programs");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    assert!(files.len() > 20, "{} files", files.len());
    for file in files {
        let source = fs::read_to_string(&file).expect("it is text");
        let name = file
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let mut text = String::new();
        schedule_of(inside(source.parse().expect("it is Rust")), &mut text);
        insta::assert_snapshot!(name, text);
    }
}

/// Returns the tokens in the braces of the only `cnf!`.
fn inside(tokens: TokenStream) -> TokenStream {
    let mut groups = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    groups.next().expect("there is a `cnf!`")
}

fn schedule_of(tokens: TokenStream, text: &mut String) {
    let mut found = Diagnostics::new();
    for explained in explain(tokens, "here", &Overrides::default(), &mut found) {
        let name = &explained.name;
        let compiled = explained.outcome.as_ref();
        let compiled = compiled.unwrap_or_else(|found| panic!("{name}: {found:?}"));
        *text += &compiled.schedule.text(&compiled.nest);
    }
}
