//! Filters of a series: states that run along it from left to right.

use fusus::cnf;

cnf! {
    /// The exponential moving average, from the first price on.
    #[cnf(loops = 1)]
    pub(crate) fn average(prices: &[f64], share: f64) -> Vec<f64> {
        let first = prices.first().copied().unwrap_or(0.0);
        recurrence(first, |y, x| y + share * (x - y), prices)
    }

    /// A filter with two poles and two zeros, whose state is the two outputs and the two inputs
    /// before.
    #[cnf(loops = 1)]
    pub(crate) fn biquad(xs: &[f64], b: [f64; 3], a: [f64; 2]) -> Vec<f64> {
        let (ys, _, _, _) = recurrence(
            (0.0, 0.0, 0.0, 0.0),
            |(y1, y2, x1, x2), x| {
                (b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2, y1, x, x1)
            },
            xs,
        );
        ys
    }

    /// The distance of each price below the highest one before it, as a share of that; the most of
    /// it; and the most days in a row on which there was one.
    #[cnf(loops = 1)]
    pub(crate) fn drawdown(prices: &[f64]) -> (Vec<f64>, f64, u32) {
        let peaks = scan(f64::NEG_INFINITY, f64::max, prices);
        let falls = map(|price, peak| 1.0 - price / peak, prices, peaks);
        let days  = recurrence(0u32, |days, fall| if fall > 0.0 { days + 1 } else { 0 }, falls);
        (falls, fold(0.0, f64::max, falls), fold(0, u32::max, days))
    }
}
