//! Programs on elements of one dimension: Black-Scholes, Leibnitz, Monte Carlo and Rosenbrock.

use fusus_lazy::{Array, s};

/// The coefficients of the cumulative normal distribution.
pub(crate) const COEFFICIENTS: [f64; 5] = [
    0.319_381_53,
    -0.356_563_782,
    1.781_477_937,
    -1.821_255_978,
    1.330_274_429,
];

/// The market of Black-Scholes: a strike, a rate and a volatility.
pub(crate) const MARKET: [f64; 3] = [65.0, 0.08, 0.3];

/// The cumulative normal distribution, by a polynomial of the fifth degree.
fn normal(x: &Array<f64>) -> Array<f64> {
    let size = x.abs();
    let k = 1.0 / (1.0 + 0.231_641_9 * &size);
    let [a, b, c, d, e] = COEFFICIENTS;
    let square = &k * &k;
    let cube = &square * &k;
    let polynomial =
        a * &k + b * &square + c * &cube + d * (&square * &square) + e * (&square * &cube);
    let density = (&size * &size * -0.5).exp() / std::f64::consts::TAU.sqrt();
    let w = 1.0 - density * polynomial;
    x.lt(0.0).select(1.0 - &w, w)
}

/// The mean price of calls on stocks, some years ahead.
pub(crate) fn black_scholes(stock: &Array<f64>, count: usize, years: f64) -> Array<f64> {
    let [strike, rate, volatility] = MARKET;
    let spread = volatility * years.sqrt();
    let d1 = ((stock / strike).ln() + (rate + volatility * volatility / 2.0) * years) / spread;
    let d2 = &d1 - spread;
    let call = stock * normal(&d1) - strike * (-rate * years).exp() * normal(&d2);
    call.sum() / count as f64
}

/// The sum of so many terms of the series of Leibnitz.
pub(crate) fn leibnitz_pi(len: usize) -> Array<f64> {
    let k = Array::positions(len).cast::<f64>();
    let terms = 1.0 / (4.0 * &k + 1.0) - 1.0 / (4.0 * &k + 3.0);
    terms.sum() * 4.0
}

/// Numbers between 0 and 1, of the bits of a product: the same for the same positions.
fn scattered(positions: &Array<u64>) -> Array<f64> {
    let mixed = positions * 6_364_136_223_846_793_005_u64 + 1_442_695_040_888_963_407_u64;
    let mixed = (&mixed ^ (&mixed / (1 << 33))) * 0xff51_afd7_ed55_8ccd_u64;
    (mixed / (1 << 11)).cast::<f64>() / (1_u64 << 53) as f64
}

/// Four times the share of points in a circle.
pub(crate) fn monte_carlo_pi(len: usize) -> Array<f64> {
    let positions = Array::positions(len);
    let (x, y) = (
        scattered(&(&positions * 2)),
        scattered(&(&positions * 2 + 1)),
    );
    let inside = (&x * &x + &y * &y).sqrt().le(1.0).count();
    inside.cast::<f64>() * 4.0 / len as f64
}

/// The function of Rosenbrock.
pub(crate) fn rosenbrock(x: &Array<f64>) -> Array<f64> {
    let (x0, x1) = (x.at(s![..-1]), x.at(s![1..]));
    let steep = &x1 - &x0 * &x0;
    let flat = 1.0 - &x0;
    (100.0 * (&steep * &steep) + &flat * &flat).sum()
}
