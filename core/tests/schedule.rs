//! The passes that a block makes, and how they run.

#[path = "support/schedules.rs"]
mod schedules;

use fusus_core::schedule::{Aggregate, Port, SubLoop};
use schedules::{all, any, passes, passes_of, program};

#[test]
fn a_seed_that_may_return_is_computed_before_the_loop() {
    let is_first = |seed: &str| {
        let body = format!("-> Vec<f64> {{ scan({seed}, |a, b| a + b, xs) }}");
        any("", &body, |nested| {
            let mut scans = all(nested).flat_map(|sub_loop| sub_loop.scans.values());
            scans.any(|scan| scan.seed_first)
        })
    };
    assert!(is_first("wave(1.0)") && is_first("{ 1.0 }"));
    assert!(!is_first("1.0") && !is_first("-f64::MAX"));
}

/// The results of several filters are counted from left to right before they are compacted, if
/// counting costs little.
#[test]
fn what_several_filters_keep_is_counted_first() {
    let counts = |body: &str| any("", body, |nested| nested.counting.is_some());
    assert!(counts(
        "-> (Vec<f64>, Vec<f64>) { (filter(|x| x < 0.0, xs), filter(|x| x > 1.0, xs)) }"
    ));
    // Behind maps, and of what is mapped, too.
    assert!(counts(
        "-> (Vec<f64>, Vec<f64>, f64) {
            let twice = map(|x| 2.0 * x, xs);
            let some = filter(|x| x > 1.0, twice);
            let others = map(|x| x * x, filter(|x| x < 0.0, twice));
            let sum = fold(0.0, |a, b| a + b, xs);
            (some, others, sum)
        }"
    ));
    for not in [
        "-> Vec<f64> { filter(|x| x < 0.0, xs) }",
        "-> (Vec<f64>, Vec<f64>) { (map(|x| x + 1.0, xs), filter(|x| x < 0.0, xs)) }",
        // It takes long, may fail, or waits for a scan.
        "-> (Vec<f64>, Vec<f64>) { (filter(|x| wave(x) < 0.0, xs), filter(|x| x > 1.0, xs)) }",
        "-> (Vec<f64>, Vec<f64>) {
            let found = gather(xs, is);
            (filter(|x| x < 0.0, found), filter(|x| x > 1.0, found))
        }",
        "-> (Vec<f64>, Vec<f64>) {
            let sums = scan(0.0, |a, b| a + b, xs);
            (filter(|x| x < 0.0, sums), filter(|x| x > 1.0, xs))
        }",
    ] {
        assert!(!counts(not), "{not}");
    }
}

/// Elements of one array that four filters keep, and nothing else, are partitioned among the
/// results.
#[test]
fn what_many_filters_keep_of_one_array_is_partitioned() {
    let quarters = |steps: &str, of: &str, last: &str| {
        passes(&format!(
            "-> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {{
                {steps}
                let first = filter(|x| x < 0.0, {of});
                let second = filter(|x| x < 1.0, {of});
                let third = filter(|x| x > 0.0, {of});
                (first, second, third, {last})
            }}"
        ))
    };
    let fourth = |of: &str| format!("filter(|x| x > 1.0, {of})");
    assert_eq!(quarters("", "xs", &fourth("xs")), ["partition"]);
    // Of what is mapped, too.
    let twice = "let twice = map(|x| 2.0 * x, xs);";
    assert_eq!(quarters(twice, "twice", &fourth("twice")), ["partition"]);
    // Not of another array, nor of what is made of the kept elements.
    assert_eq!(quarters(twice, "xs", &fourth("twice")), ["unrolled"]);
    let mapped = format!("map(|x| 2.0 * x, {})", fourth("xs"));
    assert_eq!(quarters("", "xs", &mapped), ["unrolled"]);
    // Where an element may not be there, each one may stop the loop.
    let found = "let found = gather(xs, is);";
    assert_eq!(quarters(found, "found", &fourth("found")), ["unrolled"]);
    for fewer in [
        "-> Vec<f64> { filter(|x| x < 0.0, xs) }",
        "-> (Vec<f64>, Vec<f64>) { (filter(|x| x < 0.0, xs), filter(|x| x > 1.0, xs)) }",
    ] {
        assert_eq!(passes(fewer), ["unrolled"], "{fewer}");
    }
}

/// Results of several kinds have sub-loops of their own, where these share nothing that takes long.
#[test]
fn a_loop_of_several_kinds_of_results_is_distributed() {
    let with = |third: &str, kept: &str| {
        passes(&format!(
            "-> (Vec<f64>, Vec<f64>, f64) {{
                let ys = map(|x| x * 0.5 + 1.0, xs);
                let zs = filter(|x| x > 0.0, {kept});
                (ys, zs, {third})
            }}"
        ))
    };
    // A fold by a known operator is a vector, too.
    assert_eq!(with("sum(ys)", "xs"), ["lanes", "unrolled"]);
    assert_eq!(with("sum(xs)", "ys"), ["lanes", "unrolled"]);
    assert_eq!(with("sum(zs)", "xs"), ["each", "unrolled", "lanes"]);
    let greatest = "fold(0.0, |a, b| if b > a { b } else { a }, xs)";
    assert_eq!(with(greatest, "xs"), ["each", "batched", "unrolled"]);
    // Long predicates have one each.
    let long = "((x * x + 0.5) * x - 2.0) * x + (x * 0.25 - 1.0) * x + x * x * x * 0.1";
    let filters = |first: &str| {
        passes(&format!(
            "-> (Vec<f64>, Vec<f64>) {{
                (filter(|x| {first} > 0.0, xs), filter(|x| {long} > 1.0, xs))
            }}"
        ))
    };
    assert_eq!(filters(long), ["unrolled", "unrolled"]);
    assert_eq!(filters("x * x"), ["unrolled", "unrolled"]);
    // Elements that take long do not stay with scans.
    let beside = |other: &str| {
        passes(&format!(
            "-> (Vec<f64>, Vec<f64>) {{ ({other}, scan(0.0, |a, b| a + b, xs)) }}"
        ))
    };
    assert_eq!(beside("map(|x| x.exp(), xs)"), ["each", "lanes", "lanes"]);
    assert_eq!(beside("map(|x| x + 1.0, xs)"), ["lanes", "lanes"]);
    // Not where both need what takes long or the same filter, a position may fail, or there is a scan.
    let is_split = |body: &str| any("", body, |nested| nested.sub_loops.len() > 1);
    for together in [
        "-> (Vec<f64>, Vec<f64>) { let ys = map(|x| x.exp(), xs); (ys, filter(|y| y > 0.0, ys)) }",
        "-> (Vec<f64>, Vec<f64>) {
            let some = filter(|x| x > 0.0, xs);
            (some, map(|x| x + 1.0, some))
        }",
        "-> (Vec<f64>, Vec<f64>) { (gather(xs, is), filter(|i| i > 1, is)) }",
        "-> (Vec<f64>, Vec<f64>) { (scan(0.0, |a, b| a + b, xs), filter(|x| x > 0.0, xs)) }",
        "-> (Vec<f64>, Vec<f64>) { (filter(|x| x * x > 0.0, xs), filter(|x| x - 1.0 > 0.0, xs)) }",
    ] {
        assert!(!is_split(together), "{together}");
    }
}

#[test]
fn known_operators_are_tiled() {
    for body in [
        "-> f64 { fold(0.0, |a, b| a + b, map(dot, cross(ps, qs))) }",
        "-> f64 { fold(0.0, f64::max, map(|(x, y)| x * y, cross(xs, ys))) }",
        "-> usize { len(filter(|(x, y)| x > y, cross(xs, ys))) }",
        // However long its worker is.
        "-> f64 { fold(0.0, |a, b| a + b, map(|(x, y)| (x * y).exp() * (x - y).sin(), cross(xs, ys))) }",
        "-> f64 { fold(0.0, f64::max, map(dot, cross(filter(|p| p.x > 0.0, ps), qs))) }",
        "-> (f64, f64) {
            let d = map(dot, cross(ps, qs));
            (fold(0.0, |a, b| a + b, d), fold(0.0, f64::max, filter(|d| d < 1.0, d)))
        }",
        "-> (Vec<f64>, f64, f64) {
            let d = map(|(x, y)| x * y, cross(xs, ys));
            let zs = map(|x| x * 2.0, xs);
            (zs, fold(0.0, |a, b| a + b, zs), fold(0.0, |a, b| a + b, d))
        }",
    ] {
        assert_eq!(passes(body), ["tiled"], "{body}");
    }
    // The sweep for the totals of the scan has nothing to do with the pairs.
    let beside_a_scan = "-> (Vec<f64>, f64) {
        let d = map(|(x, y)| x * y, cross(xs, ys));
        (scan(0.0, |a, b| a + b, xs), fold(0.0, |a, b| a + b, d))
    }";
    assert_eq!(passes(beside_a_scan), ["lanes", "tiled"]);
}

#[test]
fn others_are_side_by_side() {
    for body in [
        "-> f64 { fold(0.0, |a, b| if b > a { b } else { a }, map(dot, cross(ps, qs))) }",
        "-> (f64, f64) {
            let d = map(dot, cross(ps, qs));
            (fold(0.0, |a, b| a + b, d), fold(0.0, |a, b| if b > a { b } else { a }, d))
        }",
    ] {
        assert_eq!(passes(body), ["rows"], "{body}");
    }
}

#[test]
fn rows_stay_alone() {
    for (body, expected) in [
        // Work that takes long keeps the machine busy, and is not done for copies of a row.
        (
            "-> f64 {
                let d = map(|(x, y)| (x * y).exp() * (x - y).sin(), cross(xs, ys));
                fold(0.0, |a, b| if a < b { b } else { a }, d)
            }",
            "lanes",
        ),
        // Work that may fail, or writes from left to right.
        (
            "-> f64 {
                let (i, j) = cross(is, is);
                fold(0.0, |a, b| a + b, map(|x, y| x * y, gather(xs, i), gather(ys, j)))
            }",
            "lanes",
        ),
        (
            "-> (Vec<f64>, f64) {
                let d = map(|(x, y)| x * y, cross(xs, ys));
                (d, fold(0.0, |a, b| a + b, d))
            }",
            "lanes",
        ),
        // Pairs of pairs.
        (
            "-> f64 { fold(0.0, |a, b| a + b, map(|((x, y), z)| x * y * z, cross(cross(xs, ys), xs))) }",
            "lanes",
        ),
    ] {
        assert_eq!(passes(body), [expected], "{body}");
    }
}

#[test]
fn folds_beside_what_is_packed_are_swept_for_first() {
    for body in [
        "-> (f64, Vec<f64>) { (fold(0.0, |a, b| a + b, xs), filter(|x| x > 0.0, xs)) }",
        "-> (f64, Vec<f64>) {
            let halves = map(|x| x * 0.5, xs);
            (fold(0.0, f64::max, halves), filter(|x| x > 0.0, halves))
        }",
        "-> (f64, usize, Vec<f64>, Vec<f64>) {
            let some = filter(|x| x > 0.0, xs);
            let others = filter(|x| x < -1.0, xs);
            (fold(0.0, |a, b| a + b, filter(|x| x > 2.0, xs)), len(filter(|x| x > 1.0, xs)), some, others)
        }",
    ] {
        assert_eq!(passes(body), ["lanes", "unrolled"], "{body}");
    }
}

#[test]
fn other_folds_are_not() {
    for (body, expected) in [
        // Nothing is packed.
        (
            "-> (f64, Vec<f64>) { (fold(0.0, |a, b| a + b, xs), map(|x| x + 1.0, xs)) }",
            vec!["lanes"],
        ),
        // The operands of the folds would be computed twice.
        (
            "-> (f64, Vec<f64>) {
                let roots = map(|x| x.sqrt(), xs);
                (fold(0.0, f64::max, roots), filter(|x| x > 0.0, roots))
            }",
            vec!["lanes"],
        ),
        // Nothing is known of the operator; what it takes in waits in a queue.
        (
            "-> (f64, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                (fold(0.0, |a, b| if b > a { b } else { a }, some), filter(|x| x > 1.0, xs))
            }",
            vec!["each", "unrolled"],
        ),
        // A scan has sweeps of its own.
        (
            "-> (f64, Vec<f64>) {
                let sums = scan(0.0, |a, b| a + b, xs);
                (fold(0.0, f64::max, xs), filter(|x| x > 0.0, sums))
            }",
            vec!["lanes", "lanes"],
        ),
    ] {
        assert_eq!(passes(body), expected, "{body}");
    }
}

#[test]
fn what_is_packed_is_folded_from_there() {
    for (body, expected) in [
        (
            "-> (f64, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                (fold(0.0, |a, b| a + b, some), some)
            }",
            vec!["unrolled", "lanes"],
        ),
        // An operator of which nothing is known needs no queue.
        (
            "-> (f64, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                (fold(0.0, |a, b| if b > a { b } else { a }, some), some)
            }",
            vec!["unrolled", "batched"],
        ),
        // Each filter has its own, and folds of one are swept for together.
        (
            "-> (f64, f64, f64, Vec<f64>, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                let others = map(|x| x + 1.0, filter(|x| x < -1.0, xs));
                let least = fold(0.0, f64::min, map(|x| x.sqrt(), some));
                (fold(0.0, |a, b| a + b, some), least, fold(0.0, f64::max, others), some, others)
            }",
            vec!["unrolled", "lanes", "lanes"],
        ),
        // Beside a scan, and beside a fold that takes in everything.
        (
            "-> (f64, Vec<f64>) {
                let some = filter(|x| x > 0.0, scan(0.0, |a, b| a + b, xs));
                (fold(0.0, f64::max, some), some)
            }",
            vec!["lanes", "lanes", "lanes"],
        ),
        (
            "-> (f64, f64, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                (fold(0.0, |a, b| a + b, xs), fold(0.0, f64::max, some), some)
            }",
            vec!["lanes", "unrolled", "lanes"],
        ),
    ] {
        assert_eq!(passes(body), expected, "{body}");
    }
    for (body, expected) in [
        // It looks at more than what is kept.
        (
            "-> (f64, Vec<f64>) {
                let (some, others) = filter(|(x, y)| x > y, map(|x, y| (x, y), xs, ys));
                (fold(0.0, f64::max, others), some)
            }",
            vec!["lanes", "unrolled"],
        ),
        // A root would be taken twice.
        (
            "-> (f64, Vec<f64>, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                let roots = map(|x| x.sqrt(), some);
                (fold(0.0, f64::max, map(|x| x + 1.0, roots)), some, map(|x| x * 2.0, roots))
            }",
            vec!["lanes"],
        ),
    ] {
        assert_eq!(passes(body), expected, "{body}");
    }
}

#[test]
fn expensive_values_before_a_scan_are_stored_first() {
    for (body, expected) in [
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(|x| x.sqrt(), xs)) }",
            vec!["store", "lanes", "lanes"],
        ),
        // An addition is computed again.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(|x| x + 1.0, xs)) }",
            vec!["lanes", "lanes"],
        ),
        // A failure there is found again where something further left may fail.
        (
            "-> Vec<f64> {
                let roots = map(|x| x.sqrt(), gather(ys, is));
                scatter(xs, is, scan(0.0, |a, b| a + b, roots))
            }",
            vec!["store", "lanes", "lanes"],
        ),
        // Whichever level needs it.
        (
            "-> Vec<f64> {
                let sums = scan(0.0, |a, b| a + b, xs);
                scan(0.0, |a, b| a + b, map(|s, x| s * x, sums, map(|x| x.sqrt(), xs)))
            }",
            vec!["store", "lanes", "lanes", "lanes unless idle"],
        ),
    ] {
        assert_eq!(passes(body), expected, "{body}");
    }
}

#[test]
fn what_waits_for_a_scan_is_noted_by_the_sweep_that_needs_it_first() {
    for (body, stored) in [
        // Behind a scan, before another one.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(|s| s.sqrt(), scan(0.0, |a, b| a + b, xs))) }",
            vec![0],
        ),
        // Before the first one, and behind it.
        (
            "-> Vec<f64> {
                let sums = scan(0.0, |a, b| a + b, map(|x| x.sqrt(), xs));
                scan(0.0, |a, b| a + b, map(|s| s.sqrt(), sums))
            }",
            vec![0, 1],
        ),
        // Three levels: what the last two need is computed for the second.
        (
            "-> Vec<f64> {
                let roots = map(|s| s.sqrt(), scan(0.0, |a, b| a + b, xs));
                let sums = scan(0.0, |a, b| a + b, roots);
                scan(0.0, |a, b| a + b, map(|r, s| r * s, roots, sums))
            }",
            vec![0],
        ),
        // The elements of a scan, where its operator calls.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, scan(0.0, |a, b| join(a, b), xs)) }",
            vec![0],
        ),
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, scan(0.0, |a, b| a * b + a + b, xs)) }",
            vec![],
        ),
        // Only the results need it.
        (
            "-> Vec<f64> { map(|s| s.sqrt(), scan(0.0, |a, b| a + b, xs)) }",
            vec![],
        ),
        // A buffer for pairs would be the product.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(|(x, y)| (x * y).exp(), cross(xs, ys))) }",
            vec![],
        ),
    ] {
        let compiled = program("", body);
        let sub_loops: Vec<&SubLoop> = compiled.schedule.loops.values().flat_map(all).collect();
        let temporaries = sub_loops.iter().map(|sub_loop| sub_loop.temporaries.len());
        let passes = sub_loops.iter().flat_map(|sub_loop| &sub_loop.passes);
        let ports = passes.flat_map(|pass| pass.columns.iter().map(|columns| columns.port));
        let ports: Vec<Port> = ports.collect();
        let stores = |number: &usize| ports.contains(&Port::Store(*number));
        assert_eq!(temporaries.sum::<usize>(), stored.len(), "{body}");
        assert!(stored.iter().all(stores), "{body}");
    }
}

#[test]
fn totals_of_a_fold_are_those_of_a_scan() {
    let shares = |fold: &str, scan: &str, arg: &str| {
        format!(
            "-> Vec<f64> {{
                let total = fold(0.0, {fold}, xs);
                map(|s| s / total, scan(0.0, {scan}, {arg}))
            }}"
        )
    };
    let (add, max) = ("|a, b| a + b", "f64::max");
    let asked = |body: &str, attributes: &str| {
        any(attributes, body, |nested| {
            !nested.kept_aggregates.is_empty()
        })
    };
    assert!(asked(&shares(add, "|x, y| x + y", "xs"), ""));
    for body in [
        shares(add, max, "xs"),
        shares(add, add, "ys"),
        shares(add, add, "map(|x| x + 1.0, xs)"),
        // Ranges of a block are swept side by side.
        shares(max, max, "xs"),
    ] {
        assert!(!asked(&body, ""), "{body}");
    }
    // Once for a fold, though two scans ask for it, with another one between.
    let several = "-> (Vec<usize>, Vec<usize>) {
        let a = map(|i| i & 7, is);
        let b = map(|i| i & 15, is);
        let s = fold(0, |a, b| a + b, a);
        let t = fold(0, |a, b| a + b, b);
        let u = map(|p, q| p * s + q * t, scan(0, |a, b| a + b, b), scan(0, |a, b| a + b, a));
        (u, map(|p| p - s, scan(5, |a, b| a + b, b)))
    }";
    let compiled = program("", several);
    let loops = || compiled.schedule.loops.values();
    let kept = loops().map(|nested| nested.kept_aggregates.len());
    assert_eq!(kept.sum::<usize>(), 2);
    let levels = loops().flat_map(all).flat_map(|sub_loop| &sub_loop.levels);
    let earlier = levels.map(|(_, aggregate)| match aggregate {
        Aggregate::Earlier(folds) => folds.len(),
        Aggregate::Pass | Aggregate::FromRight => 0,
    });
    assert_eq!(earlier.sum::<usize>(), 3);
    // A single block needs no totals.
    assert!(!asked(&shares(add, add, "xs"), "#[cnf(strict)]"));
}

#[test]
fn strict_order_has_no_lanes() {
    for body in [
        "-> f64 { fold(0.0, |a, b| a + b, map(dot, cross(ps, qs))) }",
        "-> f64 { fold(0.0, |a, b| if b > a { b } else { a }, map(dot, cross(ps, qs))) }",
        "-> (Vec<f64>, f64) { (scan(0.0, |a, b| a + b, xs), fold(0.0, |a, b| a + b, xs)) }",
    ] {
        assert_eq!(passes_of("#[cnf(strict)]", body), ["each"], "{body}");
    }
    let packed = "-> (f64, Vec<f64>) { (fold(0.0, |a, b| a + b, xs), filter(|x| x > 0.0, xs)) }";
    assert_eq!(passes_of("#[cnf(strict)]", packed), ["unrolled"]);
}
