//! The messages of programs over processes, as plans list them.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::plan::Plan;
use proc_macro2::TokenStream;

/// The messages of a program over processes, as its plan has them.
fn messages(source: &str) -> Vec<(Option<usize>, Vec<String>)> {
    let overrides = Overrides {
        backend: Some("mpi".to_owned()),
        ..Overrides::default()
    };
    let mut found = Diagnostics::new();
    let tokens: TokenStream = source.parse().expect("it is Rust");
    let explained = explain(tokens, "file:1", &overrides, &mut found).remove(0);
    Plan::of(&explained.outcome.expect("it runs over processes")).messages
}

#[test]
fn loops_over_processes_have_their_messages() {
    let source = "fn f(xs: &[f64], at: &[u32], data: &[i16]) -> (Vec<f64>, f64, Vec<i16>, f64) {
        let around = pad(wrap, xs);
        let smooth = generate(|i| around[i - 2] + xs[i]);
        let sum = fold(0.0, |a, b| a + b, smooth);
        let running = scan(0.0, |a, b| a + b, map(|x| x / sum, xs));
        let found = gather(data, at);
        (running, sum, found, fold(0.0, |a, b| a + b, map(|x, y| x * y, xs, smooth)))
    }";
    let all = messages(source);
    let said: Vec<&str> = all
        .iter()
        .flat_map(|(_, said)| said)
        .map(String::as_str)
        .collect();
    for wanted in [
        "xs from the left: 2 × 8 × p bytes, while other elements are computed",
        "running to the next process, before the loop: (1 + |running|) × (p - 1) bytes; or in log(p) rounds the totals of blocks, where these are few for so many processes: at most (1 + |running|) × b × (p - 1) bytes",
        "the end, to all: 9 × p × (p - 1) + (1 + |sum| + 1 + |result_fold|) × b × (p - 1) bytes",
        "at of at indices: 8 × at bytes, and what they read of data: 2 × at bytes; or all of it, if that is less: 2 × len(data) × (p - 1) bytes",
    ] {
        assert!(said.contains(&wanted), "{wanted}: {said:#?}");
    }
    let ahead = |one: &&str| one.starts_with("before anything else");
    assert!(ahead(&said[0]), "{said:#?}");
    assert_eq!(said.iter().filter(|one| ahead(one)).count(), 1);
    let ends = said
        .iter()
        .filter(|one| one.starts_with("the end, to all: "));
    assert_eq!(ends.count(), all.len(), "{said:#?}");
}

/// Of what comes from neighbours the plan says what is done meanwhile.
#[test]
fn work_that_waits_for_no_halo_is_said() {
    let of_rows = |last: &str| {
        format!(
            "fn f(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {{
                let a = reshape(xs, [h, w]);
                let p = pad(edge, a);
                {last}
            }}"
        )
    };
    let left = "a from the left: 1 × 8 × w × (p - 1) bytes";
    let right = "a from the right: 1 × 8 × w × (p - 1) bytes";
    let both = "generate(|i, j| p[[i - 1, j]] + p[[i + 1, j]])";
    let is_large = format!("filter(|x| x > 0.0, {both})");
    for (last, wanted) in [
        (
            format!("flatten({both})"),
            ", while other rows are computed",
        ),
        (
            format!("scan(0.0, |a, b| a + b, flatten({both}))"),
            ", while aggregates of other rows are found",
        ),
        (
            format!("recurrence(0.0, |y, x| (y + x) % 3.0, flatten({both}))"),
            "",
        ),
        (
            format!("scatter(xs, map(|x| x as usize, flatten({both})), xs)"),
            ", while other rows are computed",
        ),
        (is_large, ""),
    ] {
        let all = messages(&of_rows(&last)).into_iter();
        let said: Vec<String> = all.flat_map(|(_, said)| said).collect();
        for side in [left, right] {
            let wanted = format!("{side}{wanted}");
            assert!(said.contains(&wanted), "{wanted}: {said:#?}");
        }
    }
    let below = "filter(|x| x > 0.0, generate(|i, j| a[[i, j]] - a[[i + 2, j]]))";
    let all = messages(&of_rows(below)).into_iter();
    let said: Vec<String> = all.flat_map(|(_, said)| said).collect();
    let wanted = "a from the right: 2 × 8 × w × (p - 1) bytes, while other rows are computed";
    assert!(said.iter().any(|one| one == wanted), "{said:#?}");
}

#[test]
fn values_at_positions_and_whole_arrays_are_messages() {
    let source = "fn f(xs: &[f32], ys: &[f32], bins: &[f32]) -> (Vec<f32>, f32) {
        let sums = reduce_by_index(bins, |a, b| a + b, map(|x| x as usize, xs), xs);
        (sums, fold(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys))))
    }";
    let all = messages(source).into_iter().flat_map(|(_, said)| said);
    let said: Vec<String> = all.collect();
    for wanted in [
        "positions and values for sums: at most (8 + |sums|) × xs bytes; one value for each bin of a range of blocks that a process has whole",
        "all of ys: 4 × len(ys) × (p - 1) bytes",
    ] {
        assert!(said.iter().any(|one| one == wanted), "{wanted}: {said:#?}");
    }
}

/// The arrays of the second argument of a `cross` are passed round by folds that may take them part by part,
/// if nothing else reads them.
#[test]
fn second_arguments_are_passed_round() {
    let said = |steps: &str| {
        let source = format!("fn f(xs: &[f32], ys: &[f32], zs: &[i64]) -> f32 {{ {steps} }}");
        let all = messages(&source).into_iter().flat_map(|(_, said)| said);
        let said: Vec<String> = all.filter(|one| one.contains("ys")).collect();
        said
    };
    let whole = ["all of ys: 4 × len(ys) × (p - 1) bytes"];
    let part = [
        "the parts of ys to all, one after the other, or at once if it folds what are not numbers: \
                 4 × len(ys) × (p - 1) bytes",
    ];
    let both = [
        "the parts of ys, zs to all, one after the other, or at once if it folds what are not numbers: \
                 4 × len(ys) × (p - 1) + 8 × len(zs) × (p - 1) bytes",
    ];
    let by_key = [
        "the parts of ys to all, one after the other, or at once if it compares keys that are not \
                   numbers: 4 × len(ys) × (p - 1) bytes",
    ];
    let by_rows = ["the parts of ys to all, one after the other: 4 × len(ys) × (p - 1) bytes"];
    let two = "let (x, y) = cross(xs, ys); let (_, z) = cross(xs, zs);";
    let least = "fold((0.0, 0.0), |a, b| if b.0 < a.0 { b } else { a }, map(|(x, y)| (x * y, y), cross(xs, ys)))";
    let long = "map(|(x, y)| (x.sin() * y).exp(), cross(xs, ys))";
    for (steps, wanted) in [
        (
            "fold(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys)))",
            &part[..],
        ),
        (
            "fold(0.0, |a, b| a + b, map(|(x, y)| x * y * zs[3] as f32, cross(xs, ys)))",
            &part[..],
        ),
        (
            "fold(0.0, |a, b| a + b, map(|(x, y)| x * y * ys[3], cross(xs, ys)))",
            &whole[..],
        ),
        (
            &format!("{two} fold(0.0, |a, b| a + b, map(|x, y, z| x * y + z as f32, x, y, z))"),
            &both[..],
        ),
        (
            &format!(
                "{two} fold(0.0, |a, b| a + b, map(|x, y, z| x * y + z as f32 + ys[1], x, y, z))"
            ),
            &whole[..],
        ),
        // Rows that are folded for themselves, and in order.
        (&format!("let (d, _) = {least}; d"), &by_key[..]),
        (
            "fold(0.0, |a, b| if b > 5.0 { b } else { a }, map(|(x, y)| x * y, cross(xs, ys)))",
            &by_rows[..],
        ),
        // Long workers.
        (&format!("fold(0.0, |a, b| a + b, {long})"), &part[..]),
        (
            &format!("fold(0.0, |a, b| if b > 5.0 {{ b }} else {{ a }}, {long})"),
            &whole[..],
        ),
        (
            "fold(0.0, |a, b| a + b, map(|(x, y)| x * y, cross(xs, ys))) + fold(0.0, |a, b| a + b, xs)",
            &whole[..],
        ),
    ] {
        assert_eq!(said(steps), wanted, "{steps}");
    }
}

#[test]
fn results_whose_parts_may_become_uneven_are_said() {
    let source = "fn f(xs: &[f64]) -> Vec<f64> {
        let kept = filter(|x| x > 0.0, xs);
        map(|x| x.sqrt(), kept)
    }";
    let all = messages(source).into_iter().flat_map(|(_, said)| said);
    let said: Vec<String> = all.collect();
    let wanted = "each process has what it keeps, of any length, until `rebalance` divides it anew";
    let uneven = said.iter().filter(|one| one.ends_with(wanted));
    assert_eq!(uneven.count(), 1, "{said:#?}");
}

#[test]
fn an_external_says_what_it_is_given() {
    let source = "fn f(xs: &[f64]) -> Vec<f64> {
        let ys = external(sorted(xs));
        map(|y| y + 1.0, ys)
    }";
    let all = messages(source);
    let given = "all of xs, for `external`: 8 × len(xs) × (p - 1) bytes".to_owned();
    assert_eq!((all[0].0, &all[0].1[1..]), (None, &[given][..]));
    assert_eq!(all[1].0, Some(1));
}

#[test]
fn halos_of_several_axes_are_messages() {
    let source = "fn f(h: usize, w: usize, plate: &[f64], b: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let around = pad(edge, reshape(plate, [h, w]));
        let (a, b) = (reshape(plate, [h, w]), reshape(b, [w, 3]));
        let mean = generate(|i, j| around[[i - 2, j]] + around[[i + 1, j]]);
        (mean, generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]])))
    }";
    let all = messages(source).into_iter().flat_map(|(_, said)| said);
    let said: Vec<String> = all.collect();
    for wanted in [
        "around_reshape from the left: 2 × 8 × w × (p - 1) bytes, while other rows are computed",
        "around_reshape from the right: 1 × 8 × w × (p - 1) bytes, while other rows are computed",
        "the rows of b_2 to all, long ones in parts, each while totals of the one before it are computed: 8 × len(b_2) × (p - 1) bytes; or totals of the rows that a process has: 8 × h × 3 × p bytes from process to process, and rows where parts do not end on ranges, and all of a, 8 × len(a) × (p - 1) bytes, if that is less",
    ] {
        assert!(said.iter().any(|one| one == wanted), "{wanted}: {said:#?}");
    }
}

/// Rows of an inner index are passed round, those of the array itself as well. A vector is not.
#[test]
fn rows_of_inner_indices_are_messages() {
    let source = "fn f(m: usize, n: usize, a: &[f64], b: &[f64], x: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let k = len(x);
        let (a, b) = (reshape(a, [m, k]), reshape(b, [n, k]));
        let products = generate(|i, j| sum(|l| a[[i, l]] * b[[j, l]]));
        let gram = generate(|i, j| sum(|l| a[[i, l]] * a[[j, l]]));
        (products, gram, generate(|i| sum(|l| a[[i, l]] * x[l])))
    }";
    let said: Vec<Vec<String>> = messages(source).into_iter().map(|(_, said)| said).collect();
    let of_a = "8 × len(a_2) × (p - 1) bytes";
    let of_b = "8 × len(b_2) × (p - 1) bytes";
    let round = "to all, long ones in parts, each while totals of the one before it are computed:";
    let or = "or totals of the rows that a process has: at most 8 ×";
    for (array, all, len) in [("b_2", of_b, "m × n"), ("a_2", of_a, "m × m")] {
        let wanted = format!(
            "the rows of {array} {round} {all}; {or} {len} bytes, and rows where parts do not end on ranges, and all of a_2, {of_a}, if that is less"
        );
        assert!(
            said.iter().flatten().any(|one| *one == wanted),
            "{wanted}: {said:#?}"
        );
    }
    let vector = "all of x: 8 × len(x) × (p - 1) bytes".to_owned();
    let those = said.iter().filter(|loops| loops.contains(&vector));
    assert_eq!(those.count(), 1, "{said:#?}");
}
