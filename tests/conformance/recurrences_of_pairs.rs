//! Recurrences over several axes whose elements are tuples: neighbours read some parts of them.

use crate::harness::conformance;

conformance! {
    on_hosts_only;

    #[cnf(loops = 3)]
    edits_with_their_directions(xs: &[u8], ys: &[u8]) -> (Vec<u32>, Vec<u8>, u32) {
        let (_, xs) = filter(|(i, _)| i < 131, map(|i, x| (i, x % 5), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 70, map(|i, y| (i, y % 5), 0..len(ys), ys));
        let (edits, direction) = recurrence((0u32, 0u8), |(d, _), i, j| {
            let above = if i == 0 { j as u32 + 1 } else { d[[i - 1, j]] };
            let left = if j == 0 { i as u32 + 1 } else { d[[i, j - 1]] };
            let corner = if i == 0 { j as u32 } else if j == 0 { i as u32 } else { d[[i - 1, j - 1]] };
            let here = corner + (xs[i] != ys[j]) as u32;
            let best = here.min(above + 1).min(left + 1);
            (best, if best == here { 0 } else if best == above + 1 { 1 } else { 2 })
        });
        (edits, direction, fold(0, |_, last| last, edits))
    }

    #[cnf(loops = 3)]
    local_alignments_with_ties(xs: &[u8], ys: &[u8]) -> (Vec<i32>, Vec<u8>, (i32, u32), (i32, u32), Vec<u32>) {
        let (_, xs) = filter(|(i, _)| i < 33, map(|i, x| (i, x % 3), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y % 3), 0..len(ys), ys));
        let (score, ways, place) = recurrence((0i32, 0u8, 0u32), |(s, _, _), i, j| {
            let here = s[[i - 1, j - 1]] + if xs[i] == ys[j] { 2 } else { -1 };
            let (up, left) = (s[[i - 1, j]] - 1, s[[i, j - 1]] - 1);
            let best = here.max(up).max(left).max(0);
            // All ways to it.
            let ways = (best == here) as u8 + 2 * (best == up) as u8 + 4 * (best == left) as u8;
            (best, ways, (i * 1000 + j) as u32)
        });
        let first = fold((-1, 0), |a, b| if b.0 > a.0 { b } else { a }, map(|s, p| (s, p), score, place));
        let last = fold((-1, 0), |a, b| if b.0 >= a.0 { b } else { a }, map(|s, p| (s, p), score, place));
        (score, ways, first, last, place)
    }

    #[cnf(loops = 3)]
    affine_gaps(xs: &[u8], ys: &[u8]) -> (Vec<i32>, Vec<i32>, Vec<i32>, i32) {
        let (_, xs) = filter(|(i, _)| i < 70, map(|i, x| (i, x % 4), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 33, map(|i, y| (i, y % 4), 0..len(ys), ys));
        let (m, x, y) = recurrence((0i32, -1_000_000i32, -1_000_000i32), |(m, x, y), i, j| {
            let here = if xs[i] == ys[j] { 2 } else { -1 };
            let up = (m[[i - 1, j]] - 3).max(x[[i - 1, j]] - 1);
            let left = (m[[i, j - 1]] - 3).max(y[[i, j - 1]] - 1);
            ((m[[i - 1, j - 1]] + here).max(up).max(left).max(0), up, left)
        });
        (m, x, y, fold(0, i32::max, m))
    }

    #[cnf(loops = 3)]
    scores_that_nothing_keeps(xs: &[u8], ys: &[u8]) -> (i32, u32, bool) {
        let (_, xs) = filter(|(i, _)| i < 60, map(|i, x| (i, x % 4), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 1300, map(|i, y| (i, y % 4), 0..len(ys), ys));
        let (m, gap) = recurrence((0i32, -1_000_000i32), |(m, gap), i, j| {
            let here = m[[i - 1, j - 1]] + if xs[i] == ys[j] { 2 } else { -1 };
            let open = (m[[i, j - 1]] - 3).max(gap[[i, j - 1]] - 1);
            (here.max(open).max(m[[i - 1, j]] - 2).max(0), open)
        });
        let (length, same) = recurrence((0u32, false), |(d, _), i, j| {
            let same = xs[i] == ys[j];
            (if same { d[[i - 1, j - 1]] + 1 } else { d[[i - 1, j]].max(d[[i, j - 1]]) }, same)
        });
        let best = map(|m, gap| m.max(gap), m, gap);
        (fold(0, i32::max, best), fold(0, |_, last| last, length), fold(false, |a, b| a | b, same))
    }

    parts_of_other_types(xs: &[i64], ys: &[i64]) -> (Vec<bool>, Vec<u32>, Vec<(i64, f32)>, Vec<u8>) {
        let (_, xs) = filter(|(i, _)| i < 31, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 36, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let (odd, letter, pair, number) = recurrence((true, 'z', (3, 0.5f32), 7u8), |(odd, letter, pair, number), i, j| {
            let next = pair[[i, j - 1]].0 - pair[[i - 2, j]].0 + xs[i];
            let code = letter[[i - 1, j - 1]] as u32 + number[[i, j - 2]] as u32;
            (
                odd[[i - 1, j]] ^ (next % 2 != 0),
                if odd[[i, j - 1]] { 'a' } else { letter[[i, j - 1]] },
                (next % 1000, 0.5 * pair[[i - 1, j]].1 + 1.0),
                (code % 200) as u8 ^ (ys[j] % 7 == 0) as u8,
            )
        });
        (odd, map(|c| c as u32, flatten(letter)), pair, number)
    }

    parts_that_follow_each_their_way(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, i64) {
        let (_, xs) = filter(|(i, _)| i < 35, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 31, map(|i, y| (i, y % 100), 0..len(ys), ys));
        // From above alone, from the left alone, and far away.
        let (above, left, far) = recurrence((1, 2, 3), |(above, left, far), i, j| {
            let a = (above[[i - 1, j]] * 3 - left[[i, j - 1]] + xs[i]) % 1009;
            let b = (left[[i, j - 1]] * 5 + far[[i - 3, j - 2]] - ys[j]) % 1009;
            (a, b, (far[[i - 1, j - 3]] + above[[i - 2, j]] - a + b) % 1009)
        });
        let both = map(|a, b| a - b, above, left);
        (flatten(above), flatten(left), flatten(far), fold(0, |a, b| a + b, flatten(both)))
    }

    from_other_corners(xs: &[i64], ys: &[i64]; ; start: i64 = 5) -> (Vec<i64>, Vec<bool>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 33, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 17, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let (up, sign) = recurrence((start, start > 3), |(d, sign), i, j| {
            let next = (d[[i + 1, j]] - d[[i, j + 1]] + xs[i] * ys[j]) % 1009;
            (if sign[[i + 1, j + 1]] { next } else { -next }, next > 0)
        });
        // The axes change places.
        let (a, b) = recurrence((2, start), |(a, b), i, j| {
            ((a[[i + 1, j - 1]] + b[[i - 1, j]] - xs[i]) % 1009, a[[i - 1, j]] - ys[j])
        });
        (flatten(up), flatten(sign), flatten(a), flatten(b))
    }

    in_few_rows_and_columns(xs: &[i64], ws: &[u8]) -> (Vec<i64>, Vec<u8>, Vec<i64>, Vec<bool>) {
        let n = len(ws) % 4;
        let (_, few) = filter(|(i, _)| i < n, map(|i, x| (i, x), 0..len(xs), xs));
        let (_, many) = filter(|(i, _)| i < 700, map(|i, x| (i, x % 7), 0..len(xs), xs));
        let (wide, marks) = recurrence((1, 0u8), |(d, mark), i, j| {
            let near = d[[i - 1, j - 1]] + d[[i, j - 1]] - d[[i - 1, j]];
            ((near + few[i] * many[j]) % 1009, mark[[i, j - 1]] ^ (near % 2 == 0) as u8)
        });
        let (high, is_even) = recurrence((2, false), |(d, _), i, j| {
            let near = d[[i - 1, j - 1]] - d[[i, j - 1]] + d[[i - 1, j]];
            ((near + many[i] - few[j]) % 1009, near % 2 == 0)
        });
        (wide, marks, high, is_even)
    }

    of_planes_and_columns(xs: &[i64], ys: &[i64]) -> (Vec<i64>, Vec<bool>, Vec<i64>, Vec<i64>, Vec<i64>) {
        let (_, xs) = filter(|(i, _)| i < 7, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 31, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let (planes, odd) = recurrence((5, true), |(d, odd), i, j, k| {
            let next = d[[i, j - 1, k]] - d[[i, j, k - 1]] + xs[i] + xs[j] - ys[k];
            (if odd[[i, j - 1, k - 1]] { next % 1009 } else { 1 }, next % 2 != 0)
        });
        // Along one axis, which is not the last one, and along all.
        let (down, _) = recurrence((1, 2), |(a, b), i, j, k| {
            ((a[[i, j - 1, k]] + b[[i, j - 2, k]] * 3 + xs[i] - ys[k]) % 1009, a[[i, j - 1, k]] - xs[j])
        });
        let (all, _, more) = recurrence((1, 0.5, 2), |(a, _, b), i, j, k| {
            let next = a[[i - 1, j, k]] - a[[i, j - 1, k + 1]] + b[[i, j, k - 1]] + b[[i - 1, j, k]];
            ((next + xs[i] - ys[k]) % 1009, 1.5, (a[[i, j, k - 1]] - next + xs[j]) % 1009)
        });
        (flatten(planes), flatten(odd), flatten(down), flatten(all), flatten(more))
    }

    wholes_beside_parts(xs: &[i64], ys: &[i64]) -> (Vec<(i64, bool)>, Vec<(i64, bool)>) {
        let (_, xs) = filter(|(i, _)| i < 33, map(|i, x| (i, x % 100), 0..len(xs), xs));
        let (_, ys) = filter(|(i, _)| i < 40, map(|i, y| (i, y % 100), 0..len(ys), ys));
        let whole = recurrence((1, true), |d, i, j| {
            let (left, above) = (d[[i, j - 1]], d[[i - 1, j]]);
            ((left.0 - above.0 + if left.1 { xs[i] } else { ys[j] }) % 1009, above.1 ^ (left.0 > 0))
        });
        let both = recurrence((1, true), |(a, b), i, j| {
            let next = a[[i, j - 1]] - a[[i - 1, j]] + if b[[i, j - 1]] { xs[i] } else { ys[j] };
            (next % 1009, b[[i - 1, j]] ^ (a[[i, j - 1]] > 0))
        });
        (whole, both)
    }
}
