//! The methods of the runtime that loops of the CPU sweep with.

use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::syntax::Backend;

/// The methods of blocks that sweep, over what the block has and over what it has packed.
fn sweeps(body: &str) -> Vec<&'static str> {
    sweeps_of("", body)
}

/// The sweeps of a program with attributes.
fn sweeps_of(attributes: &str, body: &str) -> Vec<&'static str> {
    let code = code(attributes, body);
    let methods = [
        "note",
        "each",
        "lanes_unless",
        "each_unrolled",
        "lanes",
        "staged",
        "rows",
        "tiled",
    ];
    let mut calls: Vec<(usize, &'static str)> = Vec::new();
    for method in methods {
        let call = format!("_.{method}(");
        let found = code.match_indices(&call).filter(|(at, _)| {
            let name = code[..*at].rsplit(|c: char| !c.is_alphanumeric()).next();
            name.is_some_and(|name| name == "block" || name.starts_with("dense"))
        });
        calls.extend(found.map(|(at, _)| (at, method)));
    }
    calls.sort_unstable();
    calls.into_iter().map(|(_, method)| method).collect()
}

/// The code of a program, without spaces, and without the loop that counts what others pack.
fn code(attributes: &str, body: &str) -> String {
    let code = all_code(attributes, body);
    let (start, end) = (code.find("Run::counted("), code.find("Ok([count0_"));
    match start.zip(end) {
        Some((start, end)) => code[..start].to_owned() + &code[end..],
        None => code,
    }
}

/// The results of several filters are counted from left to right before they are compacted, if
/// counting costs little.
#[test]
fn what_several_filters_keep_is_counted_first() {
    let counts = |body: &str| all_code("", body).contains("Run::counted(");
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

/// All of it.
fn all_code(attributes: &str, body: &str) -> String {
    let source = format!(
        "{attributes} fn f(xs: &[f64], ys: &[f64], zs: &mut [f64], ps: &[Point], qs: &[Point], is: &[usize]) {body}
        fn wave(x: f64) -> f64 {{ x.sin() }}
        fn next(x: f64) -> f64 {{ x + 1.0 }}"
    );
    let mut found = Diagnostics::new();
    let tokens = source.parse().expect("tokens");
    let explained = explain(tokens, "file:1", &Overrides::default(), &mut found).remove(0);
    let code = explained.code(Backend::Cpu).expect("it is right");
    code.to_string().replace(' ', "")
}

#[test]
fn known_operators_are_tiled() {
    for body in [
        "-> f64 { fold(0.0, |a, b| a + b, map(dot, cross(ps, qs))) }",
        "-> f64 { fold(0.0, f64::max, map(|(x, y)| x * y, cross(xs, ys))) }",
        "-> usize { len(filter(|(x, y)| x > y, cross(xs, ys))) }",
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
        assert_eq!(sweeps(body), ["tiled"], "{body}");
    }
    // The sweep for the totals of the scan has nothing to do with the pairs.
    let beside_a_scan = "-> (Vec<f64>, f64) {
        let d = map(|(x, y)| x * y, cross(xs, ys));
        (scan(0.0, |a, b| a + b, xs), fold(0.0, |a, b| a + b, d))
    }";
    assert_eq!(sweeps(beside_a_scan), ["lanes", "tiled"]);
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
        assert_eq!(sweeps(body), ["rows"], "{body}");
    }
}

#[test]
fn rows_stay_alone() {
    for (body, expected) in [
        // What takes long keeps the machine busy.
        (
            "-> f64 {
                let d = map(|(x, y)| (x * y + 1.0) * (x - y) * (x + y) * x * y * x * y * x * y * x * y * x * y * x * y * x * y, cross(xs, ys));
                fold(0.0, |a, b| a + b, map(|d| d * d * d * d * d * d * d * d * d * d * d * d, d))
            }",
            "lanes",
        ),
        // What may fail, or is written from left to right.
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
        assert_eq!(sweeps(body), [expected], "{body}");
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
        assert_eq!(sweeps(body), ["lanes", "each_unrolled"], "{body}");
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
        // What leads to the folds would be computed twice.
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
            vec!["each"],
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
        assert_eq!(sweeps(body), expected, "{body}");
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
            vec!["each_unrolled", "lanes"],
        ),
        // An operator of which nothing is known needs no queue.
        (
            "-> (f64, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                (fold(0.0, |a, b| if b > a { b } else { a }, some), some)
            }",
            vec!["each_unrolled", "staged"],
        ),
        // Each filter has its own, and folds of one are swept for together.
        (
            "-> (f64, f64, f64, Vec<f64>, Vec<f64>) {
                let some = filter(|x| x > 0.0, xs);
                let others = map(|x| x + 1.0, filter(|x| x < -1.0, xs));
                let least = fold(0.0, f64::min, map(|x| x.sqrt(), some));
                (fold(0.0, |a, b| a + b, some), least, fold(0.0, f64::max, others), some, others)
            }",
            vec!["each_unrolled", "lanes", "lanes"],
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
            vec!["lanes", "each_unrolled", "lanes"],
        ),
    ] {
        assert_eq!(sweeps(body), expected, "{body}");
    }
    for (body, expected) in [
        // It looks at more than what is kept.
        (
            "-> (f64, Vec<f64>) {
                let (some, others) = filter(|(x, y)| x > y, map(|x, y| (x, y), xs, ys));
                (fold(0.0, f64::max, others), some)
            }",
            vec!["lanes", "each_unrolled"],
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
        assert_eq!(sweeps(body), expected, "{body}");
    }
}

#[test]
fn what_is_dear_before_a_scan_is_noted_first() {
    for (body, expected) in [
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(|x| x.sqrt(), xs)) }",
            vec!["note", "lanes", "lanes"],
        ),
        // An addition is computed again.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(|x| x + 1.0, xs)) }",
            vec!["lanes", "lanes"],
        ),
        // What fails there fails again where something further left may fail.
        (
            "-> Vec<f64> {
                let roots = map(|x| x.sqrt(), gather(ys, is));
                scatter(xs, is, scan(0.0, |a, b| a + b, roots))
            }",
            vec!["note", "lanes", "lanes"],
        ),
        // Whichever level needs it.
        (
            "-> Vec<f64> {
                let sums = scan(0.0, |a, b| a + b, xs);
                scan(0.0, |a, b| a + b, map(|s, x| s * x, sums, map(|x| x.sqrt(), xs)))
            }",
            vec!["note", "lanes", "lanes", "lanes_unless"],
        ),
    ] {
        assert_eq!(sweeps(body), expected, "{body}");
    }
}

#[test]
fn what_waits_for_a_scan_is_noted_by_the_sweep_that_needs_it_first() {
    for (body, sweeps_that_note) in [
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
        let code = code("", body);
        let noting = |number: &usize| code.contains(&format!("out_.noting({number})"));
        let memos = code.matches("Memo::new()").count();
        // Once for the usual instructions.
        assert_eq!(memos, sweeps_that_note.len(), "{body}");
        assert!(sweeps_that_note.iter().all(noting), "{body}");
    }
}

#[test]
fn what_stands_behind_filters_is_done_in_parts() {
    for (body, expected) in [
        // A scan: filtered, then swept for totals and results.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, filter(|x| x > 0.5, xs)) }",
            vec!["each_unrolled", "lanes", "lanes"],
        ),
        // What takes long.
        (
            "-> Vec<f64> { map(|x| x.exp(), filter(|x| x > 0.5, xs)) }",
            vec!["each_unrolled", "each"],
        ),
        (
            "-> f64 { fold(0.0, |a, b| a + b, map(|p| p.x.exp(), filter(|p| p.x > 0.0, ps))) }",
            vec!["each_unrolled", "lanes"],
        ),
        (
            "-> Vec<f64> { map(|x| wave(x) + 1.0, filter(|x| x > 0.5, xs)) }",
            vec!["each_unrolled", "each"],
        ),
        // What a scan needs is outside of filters then, a call as well.
        (
            "-> Vec<f64> { scan(0.0, |a, b| a + b, map(root, filter(|x| x > 0.5, xs))) }",
            vec!["each_unrolled", "note", "lanes", "lanes"],
        ),
        // Only the inner filter has a scan behind it.
        (
            "-> Vec<f64> {
                let roots = map(|x| x.sqrt(), filter(|x| x > 0.5, xs));
                scan(0.0, |a, b| a + b, filter(|x| x < 3.0, roots))
            }",
            vec!["each_unrolled", "lanes", "lanes"],
        ),
        // Both have: one part behind the other.
        (
            "-> (Vec<f64>, Vec<f64>) {
                let some = filter(|x| x > 0.5, xs);
                let sums = scan(0.0, |a, b| a + b, some);
                (sums, scan(0.0, |a, b| a + b, filter(|x| x < 3.0, some)))
            }",
            vec!["each_unrolled", "lanes", "lanes", "lanes", "lanes"],
        ),
        // Beside a fold of everything, which is swept for by itself, as it would be beside a result of the filter.
        (
            "-> (Vec<f64>, f64) {
                (scan(0.0, |a, b| a + b, filter(|x| x > 0.5, xs)), fold(0.0, f64::max, xs))
            }",
            vec!["lanes", "each_unrolled", "lanes", "lanes"],
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
            vec!["each_unrolled", "lanes", "lanes"],
        ),
        // What fails first is not known any more: then it is done again, all at once.
        (
            "-> Vec<f64> {
                let some = filter(|x| x > 0.5, gather(xs, is));
                scan(0.0, |a, b| a + b, gather(ys, map(|x| x as usize, some)))
            }",
            vec!["each_unrolled", "lanes", "lanes", "lanes"],
        ),
    ] {
        assert_eq!(sweeps(body), expected, "{body}");
        assert!(code("", body).contains("Scratch::named("), "{body}");
        assert!(!code("#[cnf(strict)]", body).contains("Scratch::named("));
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
        assert!(!code("", body).contains("Scratch::named("), "{body}");
    }
}

#[test]
fn what_is_a_result_is_not_packed_twice() {
    let body = "-> (Vec<f64>, Vec<f64>) {
        let some = filter(|x| x > 0.5, xs);
        (scan(0.0, |a, b| a + b, some), some)
    }";
    assert_eq!(sweeps(body), ["each_unrolled", "lanes", "lanes"]);
    assert!(!code("", body).contains("Scratch::named("));
}

#[test]
fn a_block_that_fails_behind_a_filter_is_done_again() {
    let is_done_again = |body: &str| code("", body).contains("in_parts()");
    assert!(is_done_again(
        "-> Vec<f64> { scan(0.0, |a, b| a + b, gather(ys, filter(|i| i > 5, is))) }"
    ));
    assert!(!is_done_again(
        "-> Vec<f64> { scan(0.0, |a, b| a + b, filter(|x| x > 0.5, gather(ys, is))) }"
    ));
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
    let asked = |body: &str, attributes: &str| code(attributes, body).contains("Totals::of(");
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
    let code = code("", several);
    assert_eq!(code.matches("Totals::of(").count(), 2);
    assert_eq!(code.matches(".get(block_)").count(), 3);
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
        assert_eq!(sweeps_of("#[cnf(strict)]", body), ["each"], "{body}");
    }
    let packed = "-> (f64, Vec<f64>) { (fold(0.0, |a, b| a + b, xs), filter(|x| x > 0.0, xs)) }";
    assert_eq!(sweeps_of("#[cnf(strict)]", packed), ["each_unrolled"]);
}
