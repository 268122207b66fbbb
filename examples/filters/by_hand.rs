//! The filters as loops.

use crate::series::Coefficients;

pub(crate) fn average(prices: &[f64], share: f64) -> Vec<f64> {
    let mut averages = Vec::with_capacity(prices.len());
    let mut average = prices.first().copied().unwrap_or(0.0);
    for price in prices {
        average += share * (price - average);
        averages.push(average);
    }
    averages
}

pub(crate) fn biquad(xs: &[f64], ([b0, b1, b2], [a1, a2]): Coefficients) -> Vec<f64> {
    let mut ys = Vec::with_capacity(xs.len());
    let (mut y1, mut y2, mut x1, mut x2) = (0.0, 0.0, 0.0, 0.0);
    for &x in xs {
        let y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
        (y1, y2, x1, x2) = (y, y1, x, x1);
        ys.push(y);
    }
    ys
}

pub(crate) fn drawdown(prices: &[f64]) -> (Vec<f64>, f64, u32) {
    let mut falls = Vec::with_capacity(prices.len());
    let (mut peak, mut most, mut days, mut longest) = (f64::NEG_INFINITY, 0.0_f64, 0, 0);
    for &price in prices {
        peak = peak.max(price);
        let fall = 1.0 - price / peak;
        days = if fall > 0.0 { days + 1 } else { 0 };
        (most, longest) = (most.max(fall), longest.max(days));
        falls.push(fall);
    }
    (falls, most, longest)
}
