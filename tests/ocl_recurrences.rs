//! Recurrences on a device: steps that can be composed are, and one work item takes the others.
#![cfg(feature = "ocl")]
#![allow(clippy::type_complexity)]

use fusus::cnf;
use fusus::ocl::{Array, Device, Scans};

cnf! {
    #[backend(cpu, ocl)]
    fn average(xs: &[f32], share: f32) -> Vec<f32> {
        recurrence(0.0, |y, x| y + share * (x - y), xs)
    }

    /// Several states, of several arrays, beside a scan, a fold and a filter.
    #[backend(cpu, ocl)]
    fn mixed(xs: &[i64], ys: &[u32]) -> (Vec<i64>, Vec<u32>, Vec<i64>, i64, Vec<i64>) {
        let (a, b) = recurrence((1i64, 0u32), |(a, b), x, y| ((a * 3 + x) % 1009, b ^ y), xs, ys);
        let sums = scan(0, |a, b| a + b, a);
        let total = fold(0, |a, b| a + b, map(|s| s % 7, sums));
        let kept = filter(|a| a % 2 == 0, a);
        let again = recurrence(0i64, |n, a| (n * 5 + a) % 1013, kept);
        (a, b, sums, total, again)
    }

    /// The loop before it and the one behind it stay parallel.
    #[backend(cpu, ocl)]
    fn between(xs: &[i32]) -> (Vec<i32>, i32) {
        let most = fold(0, |a, b| a.max(b), xs);
        let steps = recurrence(most, |y, x| (y - x).abs() % 100, xs);
        let sorted = gather(steps, map(|x| x.rem_euclid(steps_of(x)) as usize, filter(|x| x > 5, xs)));
        (sorted, fold(0, |a, b| a + b, steps))
    }

    fn steps_of(x: i32) -> i32 {
        x.clamp(1, 5)
    }

    /// Each law, coefficients of elements, and four components.
    #[backend(cpu, ocl)]
    fn composed(xs: &[f32], heads: &[bool], ns: &[u32]) -> (Vec<f32>, Vec<f32>, Vec<f32>, Vec<f32>, Vec<u32>, Vec<i32>) {
        let own = recurrence(1.0, |y, x, head| if head { x } else { x.mul_add(0.5, y / 2.0) }, xs, heads);
        let (filtered, _, _, _) = recurrence(
            (0.0, 0.0, 0.0, 0.0),
            |(y1, y2, x1, x2), x| (0.2 * x + 0.4 * x1 + 0.2 * x2 + 0.5 * y1 - 0.25 * y2, y1, x, x1),
            xs,
        );
        let level = recurrence(0.0, |y, x| (y + x).max(0.0), xs);
        let debt = recurrence(1.0, |y, x| (x - 1.0).min(y - 0.5), xs);
        let hash = recurrence(7u32, |h, n| h.wrapping_mul(31).wrapping_add(n), ns);
        let alternating = recurrence(3, |y, n| (n % 5) as i32 - y, ns);
        (own, filtered, level, debt, hash, alternating)
    }

    /// Behind a filter and before one, below a scan and a fold.
    #[backend(cpu, ocl)]
    fn among_others(xs: &[f32]) -> (Vec<f32>, f32, Vec<f32>, Vec<u32>) {
        let positive = filter(|x| x > 0.0, xs);
        let smooth = recurrence(0.0, |y, x| 0.5 * y + x, positive);
        let again = recurrence(1.0, |y, s| 0.25 * y + 0.125 * s, smooth);
        let above = filter(|y| y > 1.0, again);
        (again, fold(0.0, f32::max, smooth), above, scan(0u32, |a, b| a + b, map(|s| (s > 2.0) as u32, smooth)))
    }

    /// The factor of many steps is infinite, where each state is finite.
    #[backend(cpu, ocl)]
    fn doubled(xs: &[f32], table: &[f32]) -> (Vec<f32>, Vec<f32>, f32) {
        let ys = recurrence(0.0, |y, x| 2.0 * y + x, xs);
        let at = map(|y| if y.is_finite() { 0usize } else { 99 }, ys);
        (filter(|y| y == 0.0, ys), gather(table, at), fold(0.0, f32::max, ys))
    }

    /// Numbers that are infinite, or none, until the state begins anew.
    #[backend(cpu, ocl)]
    fn restarted(xs: &[f32], heads: &[bool]) -> (Vec<f32>, Vec<f32>, usize) {
        let ys = recurrence(0.0, |y, x, head| if head { x } else { 0.5 * y + x }, xs, heads);
        let levels = recurrence(0.0, |y, x| (y + x).max(1.0), xs);
        (ys, levels, len(filter(|y| y > 1.0, ys)))
    }
}

fn host<T: fusus::ocl::Element>(array: &Array<T>) -> Vec<T> {
    array.download().expect("a download")
}

#[test]
fn a_device_takes_the_steps_that_the_host_takes() {
    let device = Device::current().expect("an OpenCL device");
    for scans in [Scans::Chained, Scans::LookBack, Scans::Staged] {
        device.clone().with_scans(scans).scope(|| {
            for len in [0, 1, 7, 257, 5000] {
                let xs: Vec<i64> = (0..len).map(|i| (i * 7919) % 1000 - 300).collect();
                let ys: Vec<u32> = (0..len).map(|i| (i * 31 % 251) as u32).collect();
                let found = mixed_ocl(&xs, &ys);
                let (a, b, sums, total, again) = mixed(&xs, &ys);
                assert_eq!(
                    (host(&found.0), host(&found.1), host(&found.2)),
                    (a, b, sums)
                );
                assert_eq!((found.3, host(&found.4)), (total, again));

                let zs: Vec<f32> = xs.iter().map(|x| *x as f32 / 64.0).collect();
                let averages = average_ocl(&zs, 0.25);
                for (a, b) in host(&averages).iter().zip(average(&zs, 0.25)) {
                    assert!((a - b).abs() < 1e-4, "{a} {b}");
                }

                if len > 5 {
                    let ns: Vec<i32> = xs.iter().map(|x| *x as i32).collect();
                    let (picked, sum) = between_ocl(&ns);
                    assert_eq!((host(&picked), sum), between(&ns));
                }
            }
        });
    }
}

/// Runs a test with each way of scans.
fn each_way(run: impl Fn()) {
    let device = Device::current().expect("an OpenCL device");
    for scans in [Scans::Chained, Scans::LookBack, Scans::Staged] {
        device.clone().with_scans(scans).scope(&run);
    }
}

fn assert_near(found: &Array<f32>, expected: &[f32]) {
    let found = host(found);
    assert_eq!(found.len(), expected.len());
    for (index, (a, b)) in found.iter().zip(expected).enumerate() {
        let near = (a - b).abs() <= 1e-4 * b.abs().max(1.0);
        assert!(
            near || a == b || a.is_nan() && b.is_nan(),
            "{index}: {a} {b}"
        );
    }
}

const LENGTHS: [usize; 5] = [0, 1, 257, 5_000, 40_001];

fn numbers(len: usize) -> Vec<f32> {
    (0..len)
        .map(|i| ((i * 7919) % 1000) as f32 / 64.0 - 7.0)
        .collect()
}

#[test]
fn composed_steps_lead_to_the_states_of_the_host() {
    each_way(|| {
        for len in LENGTHS {
            let xs = numbers(len);
            let heads: Vec<bool> = (0..len).map(|i| i % 97 == 5).collect();
            let ns: Vec<u32> = (0..len).map(|i| (i * 31 % 251) as u32).collect();
            let found = composed_ocl(&xs, &heads, &ns);
            let (own, filtered, level, debt, hash, alternating) = composed(&xs, &heads, &ns);
            assert_near(&found.0, &own);
            assert_near(&found.1, &filtered);
            assert_near(&found.2, &level);
            assert_near(&found.3, &debt);
            assert_eq!((host(&found.4), host(&found.5)), (hash, alternating));

            let found = among_others_ocl(&xs);
            let (again, most, above, sums) = among_others(&xs);
            assert_near(&found.0, &again);
            assert!((found.1 - most).abs() < 1e-3, "{} {most}", found.1);
            assert_near(&found.2, &above);
            assert_eq!(host(&found.3), sums);
        }
    });
}

#[test]
fn a_composition_that_says_too_little_is_not_used() {
    each_way(|| {
        for len in LENGTHS {
            let zeros = vec![0.0; len];
            let found = doubled_ocl(&zeros, &[5.0]);
            let (zero, fives, most) = doubled(&zeros, &[5.0]);
            assert_eq!((host(&found.0), host(&found.1)), (zero, fives));
            assert_eq!(found.2.to_bits(), most.to_bits());

            for strange in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                for place in [len / 3, len.saturating_sub(2)] {
                    let mut xs = numbers(len);
                    let mut heads = vec![false; len];
                    if len > 0 {
                        xs[place] = strange;
                        heads[(place + 40).min(len - 1)] = true;
                    }
                    let found = restarted_ocl(&xs, &heads);
                    let (ys, levels, count) = restarted(&xs, &heads);
                    assert_near(&found.0, &ys);
                    assert_near(&found.1, &levels);
                    assert_eq!(found.2, count);
                }
            }
        }
    });
}
