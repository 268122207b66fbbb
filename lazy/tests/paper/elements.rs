//! Programs on elements of one dimension, against loops.

use fusus_lazy::{Array, Error};

use crate::programs::elements::{
    COEFFICIENTS, MARKET, black_scholes, leibnitz_pi, monte_carlo_pi, rosenbrock,
};
use crate::{near, random};

fn normal_of_one(x: f64) -> f64 {
    let k = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = COEFFICIENTS.iter().enumerate();
    let polynomial: f64 = terms.map(|(power, c)| c * k.powi(power as i32 + 1)).sum();
    let density = (x * x * -0.5).exp() / std::f64::consts::TAU.sqrt();
    let w = 1.0 - density * polynomial;
    if x < 0.0 { 1.0 - w } else { w }
}

#[test]
fn calls_have_the_prices_of_black_and_scholes() -> Result<(), Error> {
    let [strike, rate, volatility] = MARKET;
    let prices: Vec<f64> = random(1, 5000).iter().map(|x| 55.0 + 10.0 * x).collect();
    let stock = Array::from(&prices[..]);
    for day in 1..4 {
        let years = f64::from(day) / 365.0;
        let mean = black_scholes(&stock, prices.len(), years);
        let spread = volatility * years.sqrt();
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
fn the_series_of_leibnitz_is_pi() -> Result<(), Error> {
    let len = 100_000;
    let mut expected = 0.0;
    for k in 0..len {
        expected += 4.0 / (4 * k + 1) as f64 - 4.0 / (4 * k + 3) as f64;
    }
    near(&leibnitz_pi(len).to_vec()?, &[expected]);
    assert!((expected - std::f64::consts::PI).abs() < 1e-5);
    Ok(())
}

fn scattered_of_one(position: u64) -> f64 {
    let mixed = position
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

#[test]
fn points_in_a_circle_count_pi() -> Result<(), Error> {
    let len = 50_000;
    let hits = (0..len as u64).filter(|k| {
        let (x, y) = (scattered_of_one(2 * k), scattered_of_one(2 * k + 1));
        (x * x + y * y).sqrt() <= 1.0
    });
    let expected = hits.count() as f64 * 4.0 / len as f64;
    assert_eq!(monte_carlo_pi(len).item()?, expected);
    assert!((expected - std::f64::consts::PI).abs() < 0.05);
    Ok(())
}

#[test]
fn rosenbrock_sums_pairs() -> Result<(), Error> {
    let xs = random(2, 10_001);
    let mut expected = 0.0;
    for pair in xs.windows(2) {
        expected += 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2);
    }
    near(&rosenbrock(&Array::from(&xs[..])).to_vec()?, &[expected]);
    Ok(())
}
