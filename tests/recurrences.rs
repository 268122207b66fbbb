//! Recurrences in the cases that composing steps could get wrong.

use fusus::cnf;

cnf! {
    fn average(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }

    fn linear(y0: f64, a: &[f64], b: &[f64]) -> Vec<f64> {
        recurrence(y0, |y, a, b| a * y + b, a, b)
    }

    fn linear_then_filtered(y0: f64, a: &[f64], b: &[f64]) -> Vec<f64> {
        let ys = recurrence(y0, |y, a, b| a * y + b, a, b);
        filter(|y: f64| y >= -1e300 || y.is_nan(), ys)
    }

    #[cnf(strict)]
    fn strict(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| 0.9 * y + 0.1 * x, xs)
    }

    fn floor(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| (y + x).max(0.0), xs)
    }

    fn hash(xs: &[u32]) -> Vec<u32> {
        recurrence(17u32, |h, x| h.wrapping_mul(31).wrapping_add(x), xs)
    }

    fn pair(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (position, speed) =
            recurrence((1.0, 0.0), |(p, v), x| (p + 0.01 * v, v - 0.01 * p + x), xs);
        (position, speed)
    }

    fn of_complex(xs: &[Complex]) -> Vec<Complex> {
        recurrence(Complex(1.0, 0.0), |y, x| Complex(0.0, 1.0) * y + x, xs)
    }
}

/// A type of the user's, with operators of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Complex(f64, f64);

impl std::ops::Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Complex {
        Complex(self.0 + other.0, self.1 + other.1)
    }
}

impl std::ops::Mul for Complex {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex(
            self.0 * other.0 - self.1 * other.1,
            self.0 * other.1 + self.1 * other.0,
        )
    }
}

/// A length of many blocks, and one more.
const LONG: usize = 300_001;

/// The states from left to right.
fn states<T: Copy, X: Copy>(start: T, xs: &[X], step: impl Fn(T, X) -> T) -> Vec<T> {
    let states = xs.iter().scan(start, |state, x| {
        *state = step(*state, *x);
        Some(*state)
    });
    states.collect()
}

fn noise(len: usize) -> Vec<f64> {
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 40) as f64 / f64::from(1 << 24) - 0.5
    };
    (0..len).map(|_| next()).collect()
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64], bound: f64) {
    assert_eq!(found.len(), expected.len());
    for (index, (a, b)) in found.iter().zip(expected).enumerate() {
        let same = a == b || (a.is_nan() && b.is_nan());
        assert!(same || (a - b).abs() <= bound, "{index}: {a} {b}");
    }
}

#[test]
fn an_average_of_any_length_is_that_from_left_to_right() {
    for len in [0, 1, 2, 31, 32, 33, 1024, 4096, 4097, LONG] {
        let xs = noise(len);
        let expected = states(0.0, &xs, |y, x| 0.9 * y + 0.1 * x);
        assert_close(&average(&xs), &expected, 1e-12);
        assert_eq!(strict(&xs), expected);
    }
}

#[test]
fn wrapping_steps_have_the_bits_of_the_order() {
    let xs: Vec<u32> = (0..LONG as u32)
        .map(|i| i.wrapping_mul(2_654_435_761))
        .collect();
    let expected = states(17_u32, &xs, |h, x| h.wrapping_mul(31).wrapping_add(x));
    assert_eq!(hash(&xs), expected);
}

#[test]
fn coupled_states_follow_each_other() {
    let xs = noise(LONG);
    let expected = states((1.0, 0.0), &xs, |(p, v), x| {
        (p + 0.01 * v, v - 0.01 * p + x)
    });
    let (position, speed) = pair(&xs);
    let (p, v): (Vec<f64>, Vec<f64>) = expected.into_iter().unzip();
    // The oscillation grows, and so does what rounding makes of it.
    let scale = p.iter().chain(&v).fold(0.0_f64, |a, b| a.max(b.abs()));
    assert_close(&position, &p, scale * 1e-9);
    assert_close(&speed, &v, scale * 1e-9);
}

#[test]
fn a_state_that_stays_at_zero_is_not_lost_to_large_factors() {
    // The composed factor of a block is infinite.
    let (a, b) = (vec![2.0; LONG], vec![0.0; LONG]);
    assert_eq!(linear(0.0, &a, &b), b);
    assert_eq!(linear_then_filtered(0.0, &a, &b), b);
}

#[test]
fn infinite_coefficients_give_what_the_order_gives() {
    for (place, factor, summand) in [
        (5, f64::INFINITY, 0.0),
        (4096, f64::NEG_INFINITY, 1.0),
        (100_000, 1.0, f64::INFINITY),
        (LONG - 1, f64::NAN, 0.0),
    ] {
        let mut a = vec![0.5; LONG];
        let mut b = noise(LONG);
        (a[place], b[place]) = (factor, summand);
        let pairs: Vec<(f64, f64)> = a.iter().copied().zip(b.iter().copied()).collect();
        let expected = states(1.0, &pairs, |y, (a, b)| a * y + b);
        assert_close(&linear(1.0, &a, &b), &expected, 1e-12);
    }
}

#[test]
fn a_floor_forgets_what_is_not_a_number() {
    let mut xs = noise(LONG);
    xs[10] = f64::NAN;
    xs[20_000] = f64::INFINITY;
    xs[200_000] = f64::NEG_INFINITY;
    let expected = states(0.0_f64, &xs, |y, x| (y + x).max(0.0));
    assert_close(&floor(&xs), &expected, 1e-9);
}

#[test]
fn types_of_the_user_are_taken_from_left_to_right() {
    let xs: Vec<Complex> = noise(LONG).into_iter().map(|x| Complex(x, -x)).collect();
    let expected = states(Complex(1.0, 0.0), &xs, |y, x| Complex(0.0, 1.0) * y + x);
    assert_eq!(of_complex(&xs), expected);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (xs, mut holes) = (noise(LONG), noise(LONG));
    holes[150_000] = f64::INFINITY;
    let a = vec![0.75; LONG];
    let all = || {
        let results = [
            average(&xs),
            linear(1.0, &a, &holes),
            linear_then_filtered(1.0, &a, &xs),
            floor(&xs),
            pair(&xs).0,
        ];
        let bits = results.map(|result| result.into_iter().map(f64::to_bits).collect::<Vec<_>>());
        bits.concat()
    };
    let of = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(all)
    };
    let one = of(1);
    for threads in [2, 3, 8] {
        assert!(one == of(threads), "{threads} threads");
    }
}

#[test]
fn a_panic_ends_a_loop_whose_blocks_wait() {
    let xs: Vec<f64> = (0..LONG).map(|i| i as f64).collect();
    let run = std::panic::catch_unwind(|| failing(&xs));
    assert!(run.is_err());
}

cnf! {
    fn failing(xs: &[f64]) -> Vec<f64> {
        recurrence(0.0, |y, x| if x == 150_000.0 { panic!("found") } else { (y + x) % 3.0 }, xs)
    }
}
