//! Recurrences: steps that can be composed, and others.

use crate::harness::conformance;

conformance! {
    // One step that can be composed for each law, and its type.
    average(xs: &[f64]) -> Vec<f64> { recurrence(0.5, |y, x| 0.9 * y + 0.1 * x, xs) }

    average_of_narrow(xs: &[f32]; ; k: f32 = 0.25) -> Vec<f32> {
        xs.recurrence(0.0, |y, x| y + k * (x - y))
    }

    two_poles(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (a, b) = recurrence((0.0, 0.0), |(y1, y2), x| (x + 1.6 * y1 - 0.64 * y2, y1), xs);
        (a, b)
    }

    biquad(xs: &[f64]) -> Vec<f64> {
        let (ys, _, _, _) = recurrence(
            (0.0, 0.0, 0.0, 0.0),
            |(y1, y2, x1, x2), x| {
                let y = 0.2 * x + 0.4 * x1 + 0.2 * x2 + 0.5 * y1 - 0.25 * y2;
                (y, y1, x, x1)
            },
            xs,
        );
        ys
    }

    own_coefficients(xs: &[f64], ys: &[bool]) -> Vec<f64> {
        recurrence(1.0, |y, x, head| if head { x } else { x.mul_add(0.5, y / 2.0) }, xs, ys)
    }

    floor(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let level = recurrence(0.0, |y, x| (y + x).max(0.0), xs);
        let debt = recurrence(1.0, |y, x| (x - 1.0).min(y - 0.5), xs);
        (level, debt)
    }

    hash(xs: &[u64], ys: &[u8]) -> (Vec<u64>, Vec<u8>) {
        let h = recurrence(7u64, |h, x| h.wrapping_mul(31).wrapping_add(x), xs);
        let g = recurrence(1u8, |h, y| y.wrapping_sub(h), ys);
        (h, g)
    }

    step_by_name(xs: &[f64]) -> Vec<f64> { recurrence(0.0, f64::max, xs) }

    // Steps that wait for each other.
    logistic(xs: &[f64]) -> Vec<f64> {
        recurrence(0.5, |y, x| (y * (1.0 - y) + x / 1000.0).abs() % 1.0, xs)
    }

    checked(xs: &[i64]) -> Vec<i64> { recurrence(3, |y, x| (y * 5 + x) % 1009, xs) }

    plain_integers(xs: &[i32]) -> Vec<i32> { recurrence(3, |y, x| x - y, xs) }

    floor_of_integers(xs: &[i64]) -> Vec<i64> { recurrence(0, |y, x| (y + x).max(0), xs) }

    other_state(xs: &[i64], is: &[usize]) -> (Vec<(u32, bool)>, Vec<u8>) {
        let states = recurrence((0u32, false), |(n, up), x, i| (n + (x > 3) as u32, up ^ (i % 2 == 0)), xs, is);
        let flags = recurrence(0u8, |n, s| n.rotate_left(1) ^ s.0 as u8, states);
        (states, flags)
    }

    // Among others.
    between_maps(xs: &[f64]) -> (Vec<f64>, f64) {
        let ys = map(|x| x * x, xs);
        let smooth = recurrence(0.0, |y, x| 0.5 * y + x, ys);
        let rest = map(|s, y| s - y, smooth, ys);
        (rest, fold(0.0, f64::max, smooth))
    }

    behind_a_filter(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let positive = filter(|x| x > 0.0, xs);
        let smooth = recurrence(0.0, |y, x| 0.5 * y + x, positive);
        let odd = recurrence(0.0, |y, x| (y + x) % 7.0, positive);
        (smooth, odd)
    }

    before_a_filter(xs: &[f64]) -> (Vec<f64>, usize) {
        let smooth = recurrence(0.0, |y, x| 0.5 * y + x, xs);
        let above = filter(|y| y > 1.0, smooth);
        (above, len(above))
    }

    two_in_a_loop(xs: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let fast = recurrence(0.0, |y, x| 0.5 * y + 0.5 * x, xs);
        let slow = recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, xs);
        (fast, slow, map(|a, b| a - b, fast, slow))
    }

    of_a_recurrence(xs: &[f64]) -> Vec<f64> {
        let once = recurrence(0.0, |y, x| 0.5 * y + x, xs);
        let twice = recurrence(0.0, |y, x| (y + x) % 5.0, once);
        recurrence(0.0, |y, x| 0.25 * y + x, twice)
    }

    beside_scans(xs: &[i64], ys: &[f64]) -> (Vec<i64>, Vec<f64>, Vec<f64>, Vec<i64>) {
        let sums = scan(0, |a, b| a + b, xs);
        let smooth = recurrence(0.0, |y, x, s| 0.5 * y + x + (s % 3) as f64, ys, sums);
        let tops = scan(f64::NEG_INFINITY, f64::max, smooth);
        let steps = recurrence(0, |y, x| (y + x) % 17, sums);
        (sums, smooth, tops, steps)
    }

    of_expensive_elements(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let waves = map(|x| x.sin(), xs);
        let smooth = recurrence(0.0, |y, x| 0.5 * y + x, waves);
        (smooth, recurrence(0.0, |y, x| (y + x) % 2.0, waves))
    }

    in_place(; xs: &mut [f64]) -> f64 {
        *xs = recurrence(0.0, |y, x| 0.5 * y + 0.25 * x, xs);
        fold(0.0, f64::max, xs)
    }

    of_pairs(xs: &[i64]) -> (Vec<i64>, usize) {
        let few = filter(|x| x > 96, xs);
        let pairs = cross(few, few);
        let mixed = recurrence(1, |y, (a, b)| (y * 3 + a * 2 + b) % 1009, pairs);
        (filter(|y| y % 2 == 0, mixed), len(pairs))
    }

    of_what_may_be_missing(xs: &[f64], is: &[usize]) -> Vec<f64> {
        recurrence(0.0, |y, x| 0.5 * y + x, gather(xs, is))
    }

    reversed(xs: &[f64]) -> Vec<f64> {
        reverse(recurrence(0.0, |y, x| 0.5 * y + x, reverse(xs)))
    }

    from_a_result(xs: &[f64]) -> Vec<f64> {
        let start = fold(0.0, |a, b| a + b, xs) / 1000.0;
        recurrence(start, |y, x| 0.75 * y + 0.25 * x, xs)
    }

    // Two copies of a body cannot have one state.
    beside_what_is_kept_of_a_long_map(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
        let long = map(
            |x: i64| x.rotate_left(3).wrapping_add(5).rotate_left(7).wrapping_mul(9).rotate_left(3)
                .wrapping_add(11).rotate_left(6).wrapping_sub(9).rotate_left(5).wrapping_mul(7) % 13,
            xs,
        );
        let last = recurrence(4, |y, x| if x == 3 { y } else { x }, long);
        let firsts = scan(6, |a, b| if b != 0 { b } else { a }, long);
        (filter(|x| x < 5, long), last, firsts)
    }

    between_long_maps(xs: &[f64]; ys: &mut [f64]) -> Vec<usize> {
        *ys = scan_exclusive(8.0, f64::max, ys);
        let (places, _) = zip_with_index(ys);
        let long = map(
            |x| x.rotate_left(3).wrapping_sub(7).rotate_left(1).wrapping_mul(10).rotate_left(3).wrapping_mul(5).rotate_left(7).wrapping_mul(3).rotate_left(5).wrapping_mul(9),
            places,
        );
        let kept = recurrence(11, |_: usize, b: usize| b, long);
        let other = map(
            |x| x.rotate_left(6).wrapping_add(1).rotate_left(1).wrapping_add(1).rotate_left(7).wrapping_mul(8).rotate_left(6).wrapping_mul(4).rotate_left(4).wrapping_sub(2),
            kept,
        );
        scan(6usize, |a, b| a.max(b), map(|x| x ^ len(xs), other))
    }
}
