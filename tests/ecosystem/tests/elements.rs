//! Elements of types that other crates define, in arrays that are long enough
//! for several threads, against the same by hand.

#![forbid(unsafe_code)]

use fusus::cnf;
use glam::{DVec2, Vec3};
use half::{bf16, f16};
use num_complex::Complex;
use ordered_float::{NotNan, OrderedFloat};

const LONG: usize = 100_003;

fn numbers(len: usize) -> Vec<f64> {
    (0..len).map(|i| ((i * 37) % 101) as f64 - 50.0).collect()
}

cnf! {
    /// A product of complex numbers, the sum of them, and their running products.
    #[cnf(loops = 1)]
    fn turned(by: Complex<f64>, zs: &[Complex<f64>]) -> (Vec<Complex<f64>>, Complex<f64>, f64) {
        let turned = map(|z| z * by, zs);
        let sum = fold(Complex::new(0.0, 0.0), |a, b| a + b, turned);
        let energy = fold(0.0, |a, b| a + b, map(|z| z.norm_sqr(), turned));
        (turned, sum, energy)
    }
}

#[test]
fn complex_numbers() {
    for len in [0, 1, LONG] {
        let zs: Vec<_> = numbers(len)
            .iter()
            .map(|&x| Complex::new(x, 1.0 - x))
            .collect();
        let by = Complex::i();
        let (ours, sum, energy) = turned(by, &zs);
        let by_hand: Vec<_> = zs.iter().map(|z| z * by).collect();
        assert_eq!(ours, by_hand);
        // Whole numbers add up exactly in any order.
        assert_eq!(sum, by_hand.iter().sum());
        assert_eq!(energy, by_hand.iter().map(|z| z.norm_sqr()).sum());
    }
}

cnf! {
    /// Half-precision numbers, added up in single precision.
    #[cnf(loops = 1)]
    fn widened(xs: &[f16]) -> (f32, Vec<bf16>) {
        let positive = filter(|x| x > f16::ZERO, xs);
        let sum = fold(0.0, |a, b| a + b, map(|x| x.to_f32(), positive));
        (sum, map(|x| bf16::from_f32(x.to_f32()), positive))
    }

    fn greatest(xs: &[f16]) -> f16 {
        fold(f16::NEG_INFINITY, f16::max, xs)
    }
}

#[test]
fn half_precision() {
    for len in [0, 1, LONG] {
        let xs: Vec<f16> = numbers(len).iter().map(|&x| f16::from_f64(x)).collect();
        let positive = || xs.iter().copied().filter(|x| *x > f16::ZERO);
        let (sum, kept) = widened(&xs);
        assert_eq!(sum, positive().map(f16::to_f32).sum());
        assert_eq!(
            kept,
            positive()
                .map(|x| bf16::from_f32(x.to_f32()))
                .collect::<Vec<_>>()
        );
        let by_hand = xs.iter().copied().fold(f16::NEG_INFINITY, f16::max);
        assert_eq!(greatest(&xs), by_hand);
    }
}

cnf! {
    /// The order of `OrderedFloat` is total, so that `max` and `min` are Rust's own.
    #[cnf(loops = 1)]
    fn extremes(xs: &[OrderedFloat<f64>]) -> (OrderedFloat<f64>, OrderedFloat<f64>) {
        let least = fold(OrderedFloat(f64::INFINITY), |a, b| a.min(b), xs);
        let greatest = fold(OrderedFloat(f64::NEG_INFINITY), Ord::max, xs);
        (least, greatest)
    }

    fn running_greatest(start: NotNan<f64>, xs: &[NotNan<f64>]) -> Vec<NotNan<f64>> {
        scan(start, |a, b| a.max(b), xs)
    }
}

#[test]
fn ordered_floats() {
    let ordered: Vec<_> = numbers(LONG).into_iter().map(OrderedFloat).collect();
    let (least, greatest) = extremes(&ordered);
    assert_eq!((least, greatest), (OrderedFloat(-50.0), OrderedFloat(50.0)));
    // NaN is the greatest of all, wherever it stands.
    for at in [0, LONG / 2, LONG - 1] {
        let mut with_nan = ordered.clone();
        with_nan[at] = OrderedFloat(f64::NAN);
        let (least, greatest) = extremes(&with_nan);
        assert_eq!(least, OrderedFloat(-50.0));
        assert!(greatest.is_nan());
    }

    let start = NotNan::new(-51.0).expect("it is a number");
    let numbers: Vec<_> = numbers(LONG)
        .into_iter()
        .map(|x| NotNan::new(x).expect("it is a number"))
        .collect();
    let by_hand: Vec<_> = numbers
        .iter()
        .scan(start, |most, &x| {
            *most = (*most).max(x);
            Some(*most)
        })
        .collect();
    assert_eq!(running_greatest(start, &numbers), by_hand);
}

cnf! {
    /// One step of particles, in place: positions, velocities and the box around them.
    #[cnf(loops = 1)]
    fn step(positions: &mut [Vec3], velocities: &mut [Vec3], pull: Vec3, dt: f32) -> (Vec3, Vec3) {
        *velocities = map(|v| v + pull * dt, velocities);
        *positions = map(|x, v| x + v * dt, positions, velocities);
        let low = fold(Vec3::INFINITY, Vec3::min, positions);
        let high = fold(Vec3::NEG_INFINITY, Vec3::max, positions);
        (low, high)
    }

    fn centre(points: &[DVec2]) -> DVec2 {
        fold(DVec2::ZERO, |a, b| a + b, points) / len(points) as f64
    }
}

#[test]
fn vectors() {
    for len in [0, 1, LONG] {
        let start: Vec<Vec3> = numbers(len)
            .iter()
            .map(|&x| Vec3::new(x as f32, -x as f32, 2.0))
            .collect();
        let (pull, dt) = (Vec3::new(0.0, 0.0, -8.0), 0.5);
        let mut positions = start.clone();
        let mut velocities = vec![Vec3::X; len];
        let (low, high) = step(&mut positions, &mut velocities, pull, dt);
        let by_hand: Vec<Vec3> = start
            .iter()
            .map(|x| *x + (Vec3::X + pull * dt) * dt)
            .collect();
        assert_eq!(positions, by_hand);
        assert_eq!(velocities, vec![Vec3::X + pull * dt; len]);
        let folded = |f: fn(Vec3, Vec3) -> Vec3, start| by_hand.iter().copied().fold(start, f);
        assert_eq!(low, folded(Vec3::min, Vec3::INFINITY));
        assert_eq!(high, folded(Vec3::max, Vec3::NEG_INFINITY));
    }
    let points: Vec<DVec2> = numbers(101 * 64)
        .iter()
        .map(|&x| DVec2::new(x, 1.0))
        .collect();
    assert_eq!(centre(&points), DVec2::new(0.0, 1.0));
}

/// Programs of a generic library, given types here.
#[test]
fn generic_libraries() {
    use generic::{Weights, above, apply, dot, normalized};
    let xs = numbers(LONG);
    let by_hand: f64 = xs.iter().map(|x| x * x).sum();
    assert_eq!(dot(&xs, &xs), Ok(by_hand));
    assert!(dot(&xs, &xs[1..]).is_err());

    let zs: Vec<_> = xs.iter().map(|&x| OrderedFloat(x)).collect();
    assert_eq!(dot(&zs, &zs), Ok(OrderedFloat(by_hand)));
    assert_eq!(normalized(&[1.0f32, 3.0]), [0.25, 0.75]);
    assert_eq!(above(1, &[3, 0, 2, 1]), (vec![3, 2], vec![3, 5]));

    let mut halves: Vec<f16> = xs.iter().map(|&x| f16::from_f64(x)).collect();
    apply(|x| x + f16::ONE, &mut halves);
    assert!(
        halves
            .iter()
            .zip(&xs)
            .all(|(half, x)| half.to_f64() == x + 1.0)
    );

    let weights = Weights::new(vec![1i64, 2, 1]);
    assert_eq!(weights.mean(&[4, 8, 4]), 6);
}
