//! Programs on a device that are hard to get right: names that mean something
//! in C, operators that use scalars and tables, many bindings, pairs without a
//! filter, scatters of tuples with duplicates, strict order. The same source
//! runs on the CPU.
#![cfg(feature = "ocl")]
// Programs with many results, on purpose.
#![allow(clippy::type_complexity)]

use fusus::cnf;
use fusus::ocl::{Array, Device, Scans};

const LENGTHS: &[usize] = &[0, 1, 2, 7, 255, 256, 257, 1024, 5000];

/// Runs something on the device in every way to run scans.
fn in_every_way(run: impl Fn()) {
    let device = Device::current().expect("an OpenCL device");
    for scans in [Scans::Chained, Scans::LookBack, Scans::Staged] {
        device.clone().with_scans(scans).scope(&run);
    }
}

fn host<T: fusus::ocl::Element>(array: &Array<T>) -> Vec<T> {
    array.download().expect("a download")
}

fn numbers(len: usize) -> Vec<i32> {
    (0..len).map(|i| (i as i32 * 7919) % 1000 - 300).collect()
}

cnf! {
    /// Every name is one of C's, of OpenCL's or of the generator's.
    #[backend(cpu, ocl)]
    fn names(n: &[i32], lane: &[i32], k: i32, global: i32, tile: i32) -> (Vec<i32>, i32, Vec<i32>, Vec<i32>) {
        let float = map(|double, int| double * k + int, n, lane);
        let record = fold(global, |left, right| left.max(right), float);
        let n_items = scan(tile, |a, b| a + b, float);
        let kernel = filter(|half| half % 2 == 0, n_items);
        (float, record, kernel, n_items)
    }

    /// Operators that look at scalars and tables.
    #[backend(cpu, ocl)]
    fn captured(xs: &[i32], table: &[i32], m: i32) -> (i32, Vec<i32>, i32) {
        let xs = map(|x| x.rem_euclid(m), xs);
        let sum = fold(1, |a, b| (a + b) % m, xs);
        let sums = scan(table[0], |a, b| (a + b + table[1]) % table[2], xs);
        let top = fold(0, |a, b| if b > a { b } else { a }, sums);
        (sum, sums, top)
    }

    /// Tuples of known operators, some of them in helpers: combined in any order.
    #[backend(cpu, ocl)]
    fn tuples(xs: &[(u32, f32)], ys: &[(i64, bool, (u8, i16))]) -> ((u32, f32), (i64, bool, (u8, i16)), Vec<(u32, f32)>) {
        let most = fold((7, f32::NEG_INFINITY), |a, b| more(b, a), xs);
        let all = fold((1, true, (255, 0)), |a, b| (a.0 * b.0, a.1 && b.1, (a.2.0 & b.2.0, a.2.1 ^ b.2.1)), ys);
        let running = scan((0, f32::NEG_INFINITY), more, xs);
        (most, all, running)
    }

    /// Neighbours as arrays of arrays, which helpers take.
    #[backend(cpu, ocl)]
    fn near(n: usize, xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let a = reshape(xs, [n, 4]);
        let second = map(second_difference, around(xs, 1));
        (second, map(|w, x| corners(w) - x, around(pad(edge, a), [1, 1]), a))
    }

    fn second_difference([before, x, after]: [i32; 3]) -> i32 {
        before - 2 * x + after
    }

    fn corners(w: [[i32; 3]; 3]) -> i32 {
        let [top, _, bottom] = w;
        top[0] + top[2] + bottom[0] + w[2][2]
    }

    fn more(a: (u32, f32), b: (u32, f32)) -> (u32, f32) {
        (a.0.wrapping_add(b.0), larger(b.1, a.1))
    }

    fn larger(a: f32, b: f32) -> f32 {
        a.max(b)
    }

    /// All pairs, none of them filtered.
    #[backend(cpu, ocl)]
    fn all_pairs(xs: &[i32], ys: &[u8]) -> (Vec<i32>, Vec<(i32, u8)>, i64) {
        let pairs = cross(xs, ys);
        let sums = map(|(x, y)| x + y as i32, pairs);
        let total = fold(0, |a, b| a + b, map(|s| s as i64, sums));
        (sums, pairs, total)
    }

    /// A cross inside of a filter, and scans over pairs.
    #[backend(cpu, ocl)]
    fn filtered_then_crossed(xs: &[i32], ys: &[i32]) -> (Vec<i32>, i64, Vec<i32>) {
        let big = filter(|x| x > 500, xs);
        let gaps = map(|(x, y)| x - y, cross(big, ys));
        let small = filter(|g| g % 5 == 0, gaps);
        let total = fold(0, |a, b| a + b, map(|g| g as i64, gaps));
        let running = scan(0, |a, b| a ^ b, small);
        (small, total, running)
    }

    /// Pairs behind filters that drop elements that a worker would fail on, and pairs of pairs.
    #[backend(cpu, ocl)]
    fn behind_filters(xs: &[i32], ys: &[i32], zs: &[i32]) -> (i64, Vec<i32>, usize, i64, i32) {
        let some = filter(|x| x != 0, xs);
        let odd = filter(|x| x % 2 != 0, map(|x| 10_000 / x, some));
        let gaps = map(|(x, y)| x - y, cross(odd, ys));
        let total = fold(0, |a, b| a + b, map(|g| g as i64, gaps));
        let close = filter(|g| g.abs() < 50, gaps);
        let most = fold(i32::MIN, i32::max, odd);
        let triples = cross(cross(odd, ys), zs);
        let all = fold(0, |a, b| a + b, map(|((x, y), z)| (x * y + z) as i64, triples));
        (total, close, len(some), all, most)
    }

    /// Arrays whose names end as the generator's do.
    #[backend(cpu, ocl)]
    fn suffixes(xs: &[i32], ys_out: &[i32], kept_kept: i32) -> (Vec<i32>, Vec<i32>, Vec<i32>, Vec<i32>) {
        let ys = map(|x, y| x + y, xs, ys_out);
        let xs_items = map(|x| x * 2, ys);
        let kept = filter(|x| x % 3 == 0, xs_items);
        let kept_place_slot = filter(|x| x > kept_kept, ys_out);
        (ys, xs_items, kept, kept_place_slot)
    }

    /// An array for which local memory has no room, beside one for which it has.
    #[backend(cpu, ocl)]
    fn wide(xs: &[(u64, u64, u64)]) -> (Vec<usize>, Vec<(u64, u64, u64)>) {
        let numbered = map(|i, x| (i, x), 0..len(xs), xs);
        let (is, kept) = filter(|(_, (a, b, c))| (a ^ b ^ c) & 1 == 1, numbered);
        (is, kept)
    }

    /// Several writers of one place: the whole tuple of one of them stays.
    #[backend(cpu, ocl)]
    fn collide(dest: &[(i32, f64)], is: &[u8], xs: &[i32]) -> Vec<(i32, f64)> {
        let places = map(|i| i as usize % 16, is);
        let values = map(|x| (x, x as f64 * 0.5), xs);
        scatter(dest, places, values)
    }

    /// Into few bins and many, by one instruction and by kernels of their own.
    #[backend(cpu, ocl)]
    fn binned(few: &mut [i32], many: &[(f32, u16)], at: &[u16], xs: &[i32], least: i32) -> (Vec<(f32, u16)>, Vec<u32>, i32) {
        let (is, kept) = filter(|(_, x)| x > least, map(|i, x| (i as usize, x), at, xs));
        let n = len(few);
        *few = reduce_by_index(few, |a, b| a.max(b), map(|i| i % n, is), kept);
        let pairs = map(|x| (x as f32 * 0.5, 1u16), kept);
        let sums = reduce_by_index(many, |(s, n), (t, m)| (s + t, n + m), is, pairs);
        let sizes = reduce_by_index(generate(70_000, |_| 0u32), |a, b| a + b, is, map(|_| 1u32, is));
        (sums, sizes, fold(0, |a, b| a ^ b, kept))
    }

    /// The operator uses a value of the host.
    #[backend(cpu, ocl)]
    fn capped(dest: &[f64], at: &[u8], xs: &[f64], bins: f64) -> Vec<f64> {
        reduce_by_index(dest, |a, b| if a + b < bins { a + b } else { bins }, at, xs)
    }

    /// The kept elements and their positions, packed together.
    #[backend(cpu, ocl)]
    fn packed(xs: &[(i32, bool)]) -> (Vec<usize>, Vec<(i32, bool)>, Vec<f32>, usize) {
        let (is, kept) = filter(|(_, (x, f))| f || x > 100, map(|i, x| (i, x), 0..len(xs), xs));
        let halves = map(|(x, _)| x as f32 * 0.5, kept);
        (is, kept, halves, len(kept))
    }

    #[backend(cpu, ocl)]
    #[cnf(strict)]
    fn in_order(xs: &[f32]) -> (f32, Vec<f32>, Vec<f32>, Vec<(f32, f32)>) {
        let sum = fold(0.1, |a, b| a + b, xs);
        let sums = scan(0.5, |a, b| a + b, xs);
        let up = filter(|s| s > 0.0, sums);
        let first = filter(|(i, _)| i < 3, map(|i, x| (i, x), 0..len(xs), xs));
        let pairs = filter(|(a, b)| a < b, cross(map(|(_, x)| x, first), map(|(_, x)| x, first)));
        (sum, sums, up, pairs)
    }

    /// Host code between loops, over arrays too.
    #[backend(cpu, ocl)]
    fn between(xs: &[f32], ys: &mut [f32], label: &str) -> (Vec<f32>, Vec<f32>, usize) {
        let first: f32 = external(xs.first().copied().unwrap_or(1.0));
        let scaled = map(|x| x * first, xs);
        let sorted: [f32] = external({ let mut v = scaled.to_vec(); v.sort_by(f32::total_cmp); v });
        let extra = label.len();
        let sorted = conform(sorted, ys);
        *ys = map(|y, s| y + s + extra as f32, ys, sorted);
        let back = map(|y| y * 0.5, ys);
        (sorted, back, extra)
    }

    #[backend(cpu, ocl)]
    fn thirty(xs: &[i32], ys: &[i32]) -> (i32, i32, i32, i32, Vec<i32>, Vec<i32>, Vec<i32>) {
        let a0 = map(|x| x + 1, xs);
        let a1 = map(|x, y| x * 3 - y, a0, ys);
        let a2 = map(|x| x ^ 5, a1);
        let a3 = map(|x, y| x.min(y), a2, a0);
        let a4 = map(|x| x / 3, a3);
        let b0 = filter(|x| x % 2 == 0, a4);
        let b1 = map(|x| x + 7, b0);
        let b2 = map(|x| x * x % 1000, b1);
        let b3 = filter(|x| x > 100, b2);
        let b4 = map(|x| x - 1, b3);
        let s0 = scan(0, |a, b| a + b, a1);
        let s1 = scan(0, |a, b| a.max(b), a2);
        let s2 = map(|a, b| a - b, s0, s1);
        let s3 = scan_exclusive(1, |a, b| a ^ b, s2);
        let s4 = map(|a, b| a + b, s3, a3);
        let f0 = fold(0, |a, b| a + b, a4);
        let f1 = fold(i32::MIN, i32::max, b2);
        let f2 = fold(0, |a, b| a + b, b4);
        let f3 = fold(0, |a, b| a ^ b, s4);
        let c0 = map(|x| x + f0 % 10, s4);
        let c1 = map(|x| x - f2 % 3, c0);
        let c2 = filter(|x| x > f3 % 100, c1);
        let c3 = map(|x| x / 2, c2);
        (f0, f1, f2, f3, b4, c1, c3)
    }
}

#[test]
fn names_meet_nothing_of_c() {
    in_every_way(|| {
        for &len in LENGTHS {
            let (a, b) = (numbers(len), numbers(len));
            let (float, record, kernel, items) = names_ocl(&a, &b, 3, -5, 9);
            assert_eq!(
                (host(&float), record, host(&kernel), host(&items)),
                names(&a, &b, 3, -5, 9)
            );
        }
    });
}

#[test]
fn operators_use_scalars_and_tables() {
    in_every_way(|| {
        for &len in LENGTHS {
            let xs = numbers(len);
            let (sum, sums, top) = captured_ocl(&xs, &[5, 0, 997], 1009);
            assert_eq!((sum, host(&sums), top), captured(&xs, &[5, 0, 997], 1009));
        }
    });
}

#[test]
fn tuples_of_known_operators() {
    in_every_way(|| {
        for &len in LENGTHS {
            let number = |x: i32| match x % 50 {
                0 => f32::NAN,
                1 => f32::NEG_INFINITY,
                _ => x as f32 * 0.25,
            };
            let xs: Vec<(u32, f32)> = numbers(len)
                .into_iter()
                .map(|x| ((x as u32).wrapping_mul(77_777_777), number(x)))
                .collect();
            let ys: Vec<(i64, bool, (u8, i16))> = numbers(len)
                .into_iter()
                .map(|x| (1 - (x as i64 & 2), x != 57, (0xF0 | x as u8, x as i16)))
                .collect();
            let (most, all, running) = tuples_ocl(&xs, &ys);
            assert_eq!((most, all, host(&running)), tuples(&xs, &ys), "{len}");
        }
    });
}

#[test]
fn pairs_have_their_places() {
    in_every_way(|| {
        for (n, m) in [(0, 3), (3, 0), (1, 1), (5, 300), (300, 5), (257, 256)] {
            let (xs, ys) = (
                numbers(n),
                (0..m).map(|i| (i * 31 % 251) as u8).collect::<Vec<_>>(),
            );
            let (sums, pairs, total) = all_pairs_ocl(&xs, &ys);
            assert_eq!((host(&sums), host(&pairs), total), all_pairs(&xs, &ys));
        }
    });
}

#[test]
fn crosses_under_filters() {
    in_every_way(|| {
        for (n, m) in [(0, 3), (3, 0), (40, 1), (300, 70), (1000, 33)] {
            let (xs, ys) = (numbers(n), numbers(m));
            let (small, total, running) = filtered_then_crossed_ocl(&xs, &ys);
            assert_eq!(
                (host(&small), total, host(&running)),
                filtered_then_crossed(&xs, &ys)
            );
        }
    });
}

#[test]
fn crosses_behind_filters() {
    in_every_way(|| {
        for (n, m) in [(0, 3), (3, 0), (40, 1), (300, 70), (1000, 33)] {
            let (xs, ys, zs) = (numbers(n), numbers(m), numbers(5));
            let (total, close, some, all, most) = behind_filters_ocl(&xs, &ys, &zs);
            assert_eq!(
                (total, host(&close), some, all, most),
                behind_filters(&xs, &ys, &zs)
            );
        }
    });
}

#[test]
fn names_meet_none_of_the_generator() {
    in_every_way(|| {
        for &len in LENGTHS {
            let xs = numbers(len);
            let (ys, items, kept, slot) = suffixes_ocl(&xs, &xs, 40);
            assert_eq!(
                (host(&ys), host(&items), host(&kept), host(&slot)),
                suffixes(&xs, &xs, 40)
            );
        }
    });
}

#[test]
fn what_local_memory_has_no_room_for_is_packed() {
    in_every_way(|| {
        for &len in LENGTHS {
            let xs: Vec<(u64, u64, u64)> =
                (0..len as u64).map(|i| (i * i, i / 3, i >> 2)).collect();
            let (is, kept) = wide_ocl(&xs);
            assert_eq!((host(&is), host(&kept)), wide(&xs));
        }
    });
}

#[test]
fn one_writer_wins_with_the_whole_tuple() {
    let dest = vec![(-1, -0.5); 16];
    for len in [0, 1, 16, 1000] {
        let xs = numbers(len);
        let is: Vec<u8> = (0..len).map(|i| (i * 37 % 251) as u8).collect();
        let got = host(&collide_ocl(&dest, &is, &xs));
        assert_eq!(got.len(), 16);
        for (slot, (a, b)) in got.iter().enumerate() {
            assert_eq!(*b, f64::from(*a) * 0.5, "half written at {slot}");
            let written = is
                .iter()
                .zip(&xs)
                .any(|(i, x)| *i as usize % 16 == slot && x == a);
            let untouched = *a == -1 && !is.iter().any(|i| *i as usize % 16 == slot);
            assert!(written || untouched, "{slot} holds {a}");
        }
        let _ = collide(&dest, &is, &xs);
    }
}

#[test]
fn values_are_combined_into_bins() {
    in_every_way(|| {
        for &len in LENGTHS {
            let xs = numbers(len);
            let at: Vec<u16> = (0..len).map(|i| (i * i * 7 % 65_521) as u16).collect();
            let many: Vec<(f32, u16)> = (0..65_536).map(|i| (i as f32, 0)).collect();
            let (mut few, mut expected) = ([-3; 100], [-3; 100]);
            let (sums, sizes, folded) = binned_ocl(&mut few, &many, &at, &xs, -40);
            let got = (host(&sums), host(&sizes), folded);
            assert_eq!(got, binned(&mut expected, &many, &at, &xs, -40), "{len}");
            assert_eq!(few, expected);

            let at: Vec<u8> = at.iter().map(|i| (i % 200) as u8).collect();
            let halves: Vec<f64> = xs
                .iter()
                .map(|x| f64::from(x.rem_euclid(64)) * 0.5)
                .collect();
            let dest = vec![0.0; 256];
            let got = host(&capped_ocl(&dest, &at, &halves, 500.0));
            assert_eq!(got, capped(&dest, &at, &halves, 500.0), "{len}");
        }
    });
}

#[test]
fn tuples_are_packed_column_by_column() {
    in_every_way(|| {
        for &len in LENGTHS {
            let xs: Vec<(i32, bool)> = numbers(len).into_iter().map(|x| (x, x % 7 == 0)).collect();
            let (is, kept, halves, count) = packed_ocl(&xs);
            assert_eq!((host(&is), host(&kept), host(&halves), count), packed(&xs));
        }
    });
}

#[test]
fn helpers_take_neighbours_as_arrays() {
    for n in [0, 1, 2, 65] {
        let xs = numbers(4 * n);
        let (second, corners) = near_ocl(n, &xs);
        assert_eq!((host(&second), host(&corners)), near(n, &xs));
    }
}

#[test]
fn strict_order_gives_the_same_bits() {
    for &len in LENGTHS {
        let xs: Vec<f32> = numbers(len).into_iter().map(|x| x as f32 * 0.37).collect();
        let (sum, sums, up, pairs) = in_order_ocl(&xs);
        let (sum_, sums_, up_, pairs_) = in_order(&xs);
        assert_eq!(sum.to_bits(), sum_.to_bits());
        assert_eq!((host(&sums), host(&up), host(&pairs)), (sums_, up_, pairs_));
    }
}

#[test]
fn host_code_between_loops() {
    for &len in LENGTHS {
        let xs: Vec<f32> = numbers(len).into_iter().map(|x| x as f32 * 0.5).collect();
        let (mut a, mut b) = (vec![1.0f32; len], vec![1.0f32; len]);
        let (sorted, back, extra) = between_ocl(&xs, &mut a, "four");
        assert_eq!(
            (host(&sorted), host(&back), extra),
            between(&xs, &mut b, "four")
        );
        assert_eq!(a, b);
    }
}

#[test]
fn thirty_bindings() {
    in_every_way(|| {
        for &len in LENGTHS {
            let (xs, ys) = (
                numbers(len),
                numbers(len).into_iter().rev().collect::<Vec<_>>(),
            );
            let (f0, f1, f2, f3, b4, c1, c3) = thirty_ocl(&xs, &ys);
            assert_eq!(
                (f0, f1, f2, f3, host(&b4), host(&c1), host(&c3)),
                thirty(&xs, &ys)
            );
        }
    });
}

#[test]
fn arrays_stay_on_the_device() {
    let xs = Array::upload(&numbers(1000)).expect("an upload");
    let (mut is, mut kept) = (0, 1000);
    let mut current = xs;
    while kept > 10 && is < 20 {
        let flags = Array::upload(&[1u8]).expect("an upload");
        let (sums, _, _) = all_pairs_ocl(&current, &flags);
        let (_, _, kernel, _) = {
            let (a, b, c, d) = names_ocl(&sums, &current, 1, 0, 0);
            (a, b, c, d)
        };
        kept = kernel.len();
        current = kernel;
        is += 1;
    }
    assert!(is > 0);
}
