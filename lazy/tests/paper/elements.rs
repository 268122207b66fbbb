//! Programs on elements of one dimension: Black-Scholes, Leibnitz, Monte Carlo and Rosenbrock.

use fusus_lazy::{Array, Error, s};

use crate::{near, random};

const COEFFICIENTS: [f64; 5] = [
    0.319_381_53,
    -0.356_563_782,
    1.781_477_937,
    -1.821_255_978,
    1.330_274_429,
];

/// The cumulative normal distribution, by a polynomial of the fifth degree.
fn normal(x: &Array<f64>) -> Array<f64> {
    let size = x.abs();
    let k = 1.0 / (1.0 + 0.231_641_9 * &size);
    let [a, b, c, d, e] = COEFFICIENTS;
    let polynomial = a * &k + b * (&k * &k) + c * k.powf(3.0) + d * k.powf(4.0) + e * k.powf(5.0);
    let density = (&size * &size * -0.5).exp() / std::f64::consts::TAU.sqrt();
    let w = 1.0 - density * polynomial;
    x.lt(0.0).select(1.0 - &w, w)
}

fn normal_of_one(x: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = COEFFICIENTS.iter().enumerate();
    let polynomial: f64 = terms.map(|(power, c)| c * k.powi(power as i32 + 1)).sum();
    let density = (x * x * -0.5).exp() / std::f64::consts::TAU.sqrt();
    let w = 1.0 - density * polynomial;
    if x < 0.0 { 1.0 - w } else { w }
}

#[test]
fn black_scholes() -> Result<(), Error> {
    let (strike, rate, volatility) = (65.0, 0.08, 0.3);
    let prices: Vec<f64> = random(1, 5000).iter().map(|x| 55.0 + 10.0 * x).collect();
    let stock = Array::from(&prices[..]);
    for day in 1..4 {
        let years = f64::from(day) / 365.0;
        let spread = volatility * years.sqrt();
        let d1 = ((&stock / strike).ln() + (rate + volatility * volatility / 2.0) * years) / spread;
        let d2 = &d1 - spread;
        let call = &stock * normal(&d1) - strike * (-rate * years).exp() * normal(&d2);
        let mean = call.sum() / prices.len() as f64;
        let of_one = |price: &f64| {
            let drift = (rate + volatility * volatility / 2.0) * years;
            let d1 = ((price / strike).ln() + drift) / spread;
            price * normal_of_one(d1) - strike * (-rate * years).exp() * normal_of_one(d1 - spread)
        };
        let expected = prices.iter().map(of_one).sum::<f64>() / prices.len() as f64;
        near(&mean.to_vec()?, &[expected]);
    }
    Ok(())
}

#[test]
fn leibnitz_pi() -> Result<(), Error> {
    let len = 100_000;
    let k = Array::positions(len).cast::<f64>();
    let terms = 1.0 / (4.0 * &k + 1.0) - 1.0 / (4.0 * &k + 3.0);
    let pi = terms.sum() * 4.0;
    let mut expected = 0.0;
    for k in 0..len {
        expected += 4.0 / (4 * k + 1) as f64 - 4.0 / (4 * k + 3) as f64;
    }
    near(&pi.to_vec()?, &[expected]);
    assert!((expected - std::f64::consts::PI).abs() < 1e-5);
    Ok(())
}

/// Numbers between 0 and 1, of the bits of a product: the same for the same positions.
fn scattered(positions: &Array<u64>) -> Array<f64> {
    let mixed = positions * 6_364_136_223_846_793_005_u64 + 1_442_695_040_888_963_407_u64;
    let mixed = (&mixed ^ (&mixed / (1 << 33))) * 0xff51_afd7_ed55_8ccd_u64;
    (mixed / (1 << 11)).cast::<f64>() / (1_u64 << 53) as f64
}

fn scattered_of_one(position: u64) -> f64 {
    let mixed = position
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

#[test]
fn monte_carlo_pi() -> Result<(), Error> {
    let len = 50_000;
    let positions = Array::positions(len);
    let (x, y) = (
        scattered(&(&positions * 2)),
        scattered(&(&positions * 2 + 1)),
    );
    let inside = (&x * &x + &y * &y).sqrt().le(1.0).count();
    let pi = inside.cast::<f64>() * 4.0 / len as f64;
    let hits = (0..len as u64).filter(|k| {
        let (x, y) = (scattered_of_one(2 * k), scattered_of_one(2 * k + 1));
        (x * x + y * y).sqrt() <= 1.0
    });
    let expected = hits.count() as f64 * 4.0 / len as f64;
    assert_eq!(pi.item()?, expected);
    assert!((expected - std::f64::consts::PI).abs() < 0.05);
    Ok(())
}

#[test]
fn rosenbrock() -> Result<(), Error> {
    let xs = random(2, 10_001);
    let x = Array::from(&xs[..]);
    let (x0, x1) = (x.at(s![..-1]), x.at(s![1..]));
    let steep = &x1 - &x0 * &x0;
    let flat = 1.0 - &x0;
    let value = (100.0 * (&steep * &steep) + &flat * &flat).sum();
    let mut expected = 0.0;
    for pair in xs.windows(2) {
        expected += 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2);
    }
    near(&value.to_vec()?, &[expected]);
    Ok(())
}
