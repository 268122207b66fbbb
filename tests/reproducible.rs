//! Tests that the bits are the same for any number of threads and any instructions, in any process.
//!
//! The test runs itself: each process is told how many threads there are and whether wide
//! instructions are used, and prints the results of its programs.

use fusus::cnf;
use std::env;
use std::fmt::Write as _;
use std::process::Command;

cnf! {
    /// Sums in lanes, a guarded one, a scan, a filter and a product.
    fn one(xs: &[f32]) -> (f32, f32, Vec<f32>, Vec<f32>, f32) {
        let sum = fold(0.3, |a, b| a + b, xs);
        let ys = map(|x| (x * x + 0.3) * x + 0.7 / x, xs);
        let kept = filter(|y| y > 2.0, ys);
        let part = fold(-0.0, |a, b| a + b, kept);
        let sums = scan(0.1, |a, b| a + b, ys);
        let product = fold(1.0, |a, b| a * b, map(|x| 1.0 + x * 1e-7, xs));
        (sum, part, sums, kept, product)
    }

    /// An operator that nobody knows, and a scan of the result of another scan.
    fn two(xs: &[f64]) -> ((f64, f64), Vec<f64>) {
        let pairs = map(|x| (x, 1.0 - x), xs);
        let state = fold((1.0, 0.0), |f, g| (f.0 * g.0, f.1 * g.0 + g.1), pairs);
        let sums = scan_exclusive(0.0, |a, b| a + b, xs);
        let peaks = scan(f64::NEG_INFINITY, f64::max, map(|s, x| s - x, sums, xs));
        (state, peaks)
    }

    /// Elementary functions, which have the widest instructions, and a fold of them.
    fn four(xs: &[f64]) -> (Vec<f64>, f64) {
        let waves = map(|x| x.sin() * (0.5 * x).cos() + (-x * x).exp(), xs);
        let roots = map(|w, x| (1.0 + w * w).ln() + x.abs().powf(0.3), waves, xs);
        let sum = fold(0.0, |a, b| a + b, map(|x| x.tanh(), xs));
        (roots, sum)
    }

    /// Angles, of one worker and of two halves.
    fn angles(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let sines = map(|x| x.sin(), xs);
        let sums = map(|s, x| s + (2.0 * x).cos(), sines, xs);
        let all = map(|x| x.tan(), xs);
        (map(|s, x| s + x.exp(), sums, xs), all)
    }

    fn one_angle(xs: &[f64]) -> Vec<f64> {
        map(|x| x.sin(), xs)
    }

    /// A nested loop, which is folded by rows.
    fn three(xs: &[f32], ys: &[f32]) -> f32 {
        fold(0.0, |a, b| a + b, map(|(x, y)| (x - y) * (x - y), cross(xs, ys)))
    }
}

/// The bits of all that the programs return, for several lengths.
fn bits() -> String {
    let mut text = String::new();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bits: u64| hash = (hash ^ bits).wrapping_mul(0x0100_0000_01b3);
    for len in [0_i64, 1, 17, 1025, 40_007, 300_001] {
        let xs: Vec<f32> = (0..len)
            .map(|i| (i * 7919 % 10_007) as f32 * 0.37 - 1800.1)
            .collect();
        let (sum, part, sums, kept, product) = one(&xs);
        for x in [sum, part, product] {
            write!(text, "{:08x} ", x.to_bits()).expect("a string takes everything");
        }
        sums.iter()
            .chain(&kept)
            .for_each(|x| add(u64::from(x.to_bits())));
        let xs: Vec<f64> = xs.iter().map(|x| f64::from(*x) * 1e-3).collect();
        let (state, peaks) = two(&xs);
        peaks
            .iter()
            .chain([&state.0, &state.1])
            .for_each(|x| add(x.to_bits()));
        let (roots, sum) = four(&xs);
        roots.iter().chain([&sum]).for_each(|x| add(x.to_bits()));
        let rows: Vec<f32> = xs.iter().take(300).map(|x| *x as f32).collect();
        add(u64::from(three(&rows, &rows[..rows.len() / 2]).to_bits()));
    }
    format!("{text}{hash:016x}")
}

const CHILD: &str = "FUSUS_REPRODUCIBLE_CHILD";

#[test]
fn the_same_bits_for_any_threads_and_instructions() {
    if env::var_os(CHILD).is_some() {
        println!("bits: {}", bits());
        return;
    }
    let mut seen = Vec::new();
    for threads in [1, 2, 3, 8] {
        for wide in ["0", "256", "1"] {
            let output = Command::new(env::current_exe().expect("a test"))
                .args([
                    "--exact",
                    "the_same_bits_for_any_threads_and_instructions",
                    "--nocapture",
                ])
                .env(CHILD, "1")
                .env("RAYON_NUM_THREADS", threads.to_string())
                .env("FUSUS_WIDE", wide)
                .output()
                .expect("a process");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let bits = text.lines().find_map(|line| line.split_once("bits: "));
            let (_, bits) = bits.unwrap_or_else(|| panic!("no bits: {text}"));
            seen.push((threads, wide, bits.to_owned()));
        }
    }
    for (threads, wide, bits) in &seen {
        assert_eq!(bits, &seen[0].2, "{threads} threads, FUSUS_WIDE={wide}");
    }
}

/// Huge angles, and those that are no numbers, decide how the piece of a block around them is
/// computed, and nothing else.
#[test]
fn angles_do_not_depend_on_their_neighbours() {
    let mut xs: Vec<f64> = (0..5000).map(|i| f64::from(i) * 0.003 - 7.0).collect();
    for (place, angle) in [
        (3, 1024.0),
        (600, -1e5),
        (601, 1023.9),
        (2047, f64::NAN),
        (3000, f64::INFINITY),
        (4999, 1e300),
    ] {
        xs[place] = angle;
    }
    let ((sums, tangents), sines) = (angles(&xs), one_angle(&xs));
    for (i, x) in xs.iter().enumerate() {
        let ((sum, tangent), sine) = (angles(&[*x]), one_angle(&[*x]));
        for (found, alone, std) in [
            (sums[i], sum[0], x.sin() + (2.0 * x).cos() + x.exp()),
            (tangents[i], tangent[0], x.tan()),
            (sines[i], sine[0], x.sin()),
        ] {
            let same = found.to_bits() == alone.to_bits() || (found.is_nan() && alone.is_nan());
            assert!(same, "{found:e} among others, {alone:e} alone, of {x:e}");
            let near = (found - std).abs() <= 1e-13 * std.abs().max(1.0);
            assert!(
                near || found == std || (found.is_nan() && std.is_nan()),
                "{found:e} instead of {std:e}, of {x:e}"
            );
        }
    }
}
