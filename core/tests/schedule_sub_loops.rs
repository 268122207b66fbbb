//! Loops that are run as several ones, each over what an earlier one has compacted.

#[path = "support/schedules.rs"]
mod schedules;

use schedules::{all, any, passes, program};

/// Returns whether a sub-loop compacts something for a later one that is no result.
fn compacts_for_later(attributes: &str, body: &str) -> bool {
    let compiled = program(attributes, body);
    let mut sub_loops = compiled.schedule.loops.values().flat_map(all);
    sub_loops.any(|sub_loop| sub_loop.for_later > 0)
}

#[test]
fn what_stands_behind_filters_is_done_in_parts() {
    for (body, expected) in [
        // A scan: filtered, then swept for totals and results.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, filter(|x| x > 0.5, xs)) }",
            vec!["unrolled", "lanes", "lanes"],
        ),
        // Work that takes long.
        (
            "-> Vec<f64> { map(|x| x.exp(), filter(|x| x > 0.5, xs)) }",
            vec!["unrolled", "each"],
        ),
        (
            "-> f64 { fold(0.0, |a, b| a + b, map(|p| p.x.exp(), filter(|p| p.x > 0.0, ps))) }",
            vec!["unrolled", "lanes"],
        ),
        (
            "-> Vec<f64> { map(|x| wave(x) + 1.0, filter(|x| x > 0.5, xs)) }",
            vec!["unrolled", "each"],
        ),
        // The operands of a scan are outside of filters then, a call as well.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(root, filter(|x| x > 0.5, xs))) }",
            vec!["unrolled", "store", "lanes", "lanes"],
        ),
        // Only the inner filter has a scan behind it.
        (
            "-> Vec<f64> {
                let roots = map(|x| x.sqrt(), filter(|x| x > 0.5, xs));
                scan(0.0, |a, b| a + b, filter(|x| x < 3.0, roots))
            }",
            vec!["unrolled", "lanes", "lanes"],
        ),
        // Both have: one part behind the other.
        (
            "-> (Vec<f64>, Vec<f64>) {
                let some = filter(|x| x > 0.5, xs);
                let sums = scan(0.0, |a, b| a + b, some);
                (sums, scan(0.0, |a, b| a + b, filter(|x| x < 3.0, some)))
            }",
            vec!["unrolled", "lanes", "lanes", "lanes", "lanes"],
        ),
        // Beside a fold of everything, which is swept for by itself, as it would be beside a
        // result of the filter.
        (
            "-> (Vec<f64>, f64) {
                (scan(0.0, |a, b| a + b, filter(|x| x > 0.5, xs)), fold(0.0, f64::max, xs))
            }",
            vec!["lanes", "unrolled", "lanes", "lanes"],
        ),
        // Beside another filter, and a scan of everything.
        (
            "-> (Vec<f64>, Vec<f64>, Vec<f64>) {
                let sums = scan(0.0, |a, b| a + b, filter(|x| x > 0.5, xs));
                let others = scan(0.0, |a, b| a + b, filter(|x| x < 0.2, xs));
                (sums, others, scan(0.0, |a, b| a + b, xs))
            }",
            vec!["lanes"; 6],
        ),
        // Beside what is written in place.
        (
            "-> Vec<f64> {
                *zs = map(|z| z + 1.0, zs);
                scan(0.0, |a, b| a + b, filter(|x| x > 0.5, zs))
            }",
            vec!["unrolled", "lanes", "lanes"],
        ),
        // The first failure is not known any more: then all is done again, at once.
        (
            "-> Vec<f64> {
                let some = filter(|x| x > 0.5, gather(xs, is));
                scan(0.0, |a, b| a + b, gather(ys, map(|x| x as usize, some)))
            }",
            vec!["unrolled", "lanes", "lanes", "lanes"],
        ),
    ] {
        assert_eq!(passes(body), expected, "{body}");
        assert!(compacts_for_later("", body), "{body}");
        assert!(!compacts_for_later("#[cnf(strict)]", body));
    }
    for body in [
        // LLVM takes the branch out of cheap maps, and who knows what a call takes.
        "-> Vec<f64> { map(|x| x.sqrt(), filter(|x| x > 0.5, xs)) }",
        "-> Vec<f64> { map(next, filter(|x| x > 0.5, xs)) }",
        "-> f64 { fold(0.0, |a, b| a + b, map(|p| norm(p), filter(|p| p.x > 0.0, ps))) }",
        // A block that fails is done again, which it can't where it has overwritten what it needs.
        "-> Vec<f64> {
            *zs = map(|z| z + 1.0, zs);
            scan(0.0, |a, b| a + b, gather(xs, map(|z| z as usize, filter(|z| z > 0.5, zs))))
        }",
        // Only how many there are is asked for.
        "-> usize { len(filter(|x| x.exp() > 0.5, xs)) }",
    ] {
        assert!(!compacts_for_later("", body), "{body}");
    }
}

#[test]
fn what_is_a_result_is_not_packed_twice() {
    let body = "-> (Vec<f64>, Vec<f64>) {
        let some = filter(|x| x > 0.5, xs);
        (scan(0.0, |a, b| a + b, some), some)
    }";
    assert_eq!(passes(body), ["unrolled", "lanes", "lanes"]);
    assert!(!compacts_for_later("", body));
}

#[test]
fn old_elements_are_read_before_they_are_overwritten() {
    for (body, expected) in [
        // The scan reads what the map behind it overwrites.
        (
            "{ *zs = map(|t| t.exp(), scan(0.0, f64::max, zs)); }",
            vec!["lanes", "lanes", "each"],
        ),
        // Its map reads what the scan has written.
        (
            "-> Vec<f64> {
                *zs = scan(0.0, f64::max, zs);
                map(|z| z.exp(), zs)
            }",
            vec!["lanes", "lanes", "each"],
        ),
        // The unknown fold comes before the map, though it is of a later kind.
        (
            "-> f64 {
                let low = fold(f64::INFINITY, |a: f64, b| if b < a { b } else { a }, zs);
                *zs = map(|z| z + 1.0, zs);
                low
            }",
            vec!["batched", "each"],
        ),
    ] {
        assert_eq!(passes(body), expected, "{body}");
        let schedule = program("", body).schedule;
        let of_loop = schedule.loops.values().next().expect("there is a loop");
        let [first, last] = &of_loop.sub_loops[..] else {
            panic!("{body}");
        };
        let reads_again = body.contains("-> Vec");
        assert_eq!(first.olds.len(), usize::from(!reads_again), "{body}");
        assert!(last.olds.is_empty(), "{body}");
    }
}

#[test]
fn long_results_are_folded_behind_the_pass_that_writes_them() {
    for (body, expected) in [
        (
            "-> (Vec<f64>, f64) {
                let es = map(|x| x.exp(), xs);
                (es, fold(0.0, |a, b| a + b, es))
            }",
            vec!["each", "lanes"],
        ),
        // A folded array need not be the one that is written, as long as that is near.
        (
            "-> (Vec<f64>, f64, f64) {
                let es = map(|x| x.exp(), xs);
                let halves = map(|e| 0.5 * e, es);
                (es, fold(0.0, |a, b| a + b, halves), fold(0.0, f64::max, es))
            }",
            vec!["each", "lanes"],
        ),
        // Short ones, of which several are computed at a time in lanes as well.
        (
            "-> (Vec<f64>, f64) {
                let es = map(|x| x + 1.0, xs);
                (es, fold(0.0, |a, b| a + b, es))
            }",
            vec!["lanes"],
        ),
        // Something else is folded in the loop, or the results alone do not say what.
        (
            "-> (Vec<f64>, f64, f64) {
                let es = map(|x| x.exp(), xs);
                (es, fold(0.0, |a, b| a + b, es), fold(0.0, f64::max, xs))
            }",
            vec!["lanes"],
        ),
        (
            "-> f64 { fold(0.0, |a, b| a + b, map(|x| x.exp(), xs)) }",
            vec!["lanes"],
        ),
        // A position may fail, or take any time.
        (
            "-> (Vec<f64>, f64) {
                let es = map(|x| x.exp(), gather(xs, is));
                (es, fold(0.0, |a, b| a + b, es))
            }",
            vec!["lanes"],
        ),
        (
            "-> (Vec<f64>, f64) {
                let es = map(|x| outside(x), xs);
                (es, fold(0.0, |a, b| a + b, es))
            }",
            vec!["lanes"],
        ),
    ] {
        assert_eq!(passes(body), expected, "{body}");
    }
}

#[test]
fn what_unknown_functions_put_into_bins_has_no_wide_instructions() {
    let is_wide = |body: &str| any("", body, |nested| nested.sub_loops[0].simd.is_some());
    let bins = |index: &str, value: &str| {
        format!(
            "-> Vec<f64> {{
                let none = generate(24, |_| 0.0);
                reduce_by_index(none, |a, b| a + b, map({index}, xs), map({value}, xs))
            }}"
        )
    };
    assert!(!is_wide(&bins("|x| bin(x)", "|x| outside(x) + other(x)")));
    // Several positions are computed together.
    assert!(is_wide(&bins("|x| x as usize", "|x| other(x)")));
    assert!(is_wide(
        "-> Vec<f64> { map(|x| outside(x) + other(x) + third(x), xs) }"
    ));
}

#[test]
fn many_filters_of_one_array_are_partitioned() {
    let filters: Vec<String> = (0..9)
        .map(|k| format!("filter(|x| x > {k}.0, xs)"))
        .collect();
    let body = format!(
        "-> ({}) {{ ({}) }}",
        ["Vec<f64>"; 9].join(", "),
        filters.join(", ")
    );
    assert_eq!(passes(&body), ["partition"]);
}

#[test]
fn maps_of_some_operations_have_wide_instructions_with_folds_too() {
    let is_wide = |fold: &str, map: &str| {
        let body = format!("-> (Vec<f64>, f64) {{ let ys = map(|x| {map}, xs); (ys, {fold}) }}");
        any("", &body, |nested| nested.sub_loops[0].simd.is_some())
    };
    let some = "((x * 0.5 + 0.1) * x - 2.0) * x * x + 0.25";
    assert!(is_wide("sum(xs)", some) && is_wide("fold(0.0, f64::max, ys)", some));
    // Memory is what it waits for.
    assert!(!is_wide("sum(xs)", "x * 0.5"));
}

#[test]
fn a_block_that_fails_behind_a_filter_is_done_again() {
    let is_done_again = |body: &str| any("", body, |nested| nested.replay.is_some());
    assert!(is_done_again(
        "-> Vec<f64> { scan(0.0, |a, b| a + b, gather(ys, filter(|i| i > 5, is))) }"
    ));
    assert!(!is_done_again(
        "-> Vec<f64> { scan(0.0, |a, b| a + b, filter(|x| x > 0.5, gather(ys, is))) }"
    ));
}

/// Others are sub-loops of their own, whatever they are.
#[test]
fn scans_with_a_step_in_common_stay_together() {
    let beside = |other: &str| {
        passes(&format!(
            "-> (Vec<f64>, Vec<f64>) {{ ({other}, scan(0.0, |a, b| a + b, xs)) }}"
        ))
    };
    let another = "scan(0.0, f64::max, map(|x| x + 1.0, xs))";
    assert_eq!(beside(another), ["lanes"; 4]);
    assert_eq!(
        beside("scan(0.0, |a, b| a + b, map(|x| x + 1.0, xs))"),
        ["lanes"; 4]
    );
    let of_both = format!("map(|s, t| s + t, scan(0.0, |a, b| a + b, xs), {another})");
    let of_both = format!("-> Vec<f64> {{ {of_both} }}");
    assert_eq!(passes(&of_both), ["lanes", "lanes"]);
    // Elements leave a scan whose steps take long, if it needs none of them.
    let greatest = |of: &str| {
        format!(
            "-> (Vec<f64>, Vec<f64>) {{ let ys = map(|x| x + 1.0, xs); (ys, scan(0.0, f64::max, {of})) }}"
        )
    };
    assert_eq!(passes(&greatest("xs")), ["each", "lanes", "lanes"]);
    assert_eq!(passes(&greatest("ys")), ["lanes", "lanes"]);
}
