//! Elementary functions: loops and the interpreter call the same ones.

use crate::harness::conformance;

conformance! {
    angles(xs: &[f64], ys: &[f64]) -> (Vec<(f64, f64)>, Vec<(f64, f64)>, Vec<f64>) {
        let sines = map(|x| x.sin_cos(), xs);
        let others = map(|x| (x.tan(), x.atan()), xs);
        (sines, others, map(f64::atan2, xs, ys))
    }

    angles_beside_others(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>, (f64, f64, f64)) {
        // Some of them are near, and some are not.
        let sines = map(|x: f64, y: f64| (x % 4000.0).sin() * y, xs, ys);
        let kept = filter(|s| s > 0.0, sines);
        let tops = scan(f64::NEG_INFINITY, f64::max, map(|y: f64| (y * 64.0).cos(), ys));
        let least = fold(f64::INFINITY, f64::min, map(|x: f64| x.tan(), xs));
        let most = fold(f64::NEG_INFINITY, f64::max, kept);
        (kept, tops, (least, most, fold(f64::NEG_INFINITY, f64::max, sines)))
    }

    powers_and_roots(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<(f64, f64)>) {
        let powers = map(|x: f64, y: f64| x.abs().powf(y % 5.0), xs, ys);
        (powers, map(|x: f64, y: f64| (x.cbrt(), x.hypot(y)), xs, ys))
    }

    narrow(xs: &[f32], ys: &[f32]) -> (Vec<(f32, f32)>, Vec<(f32, f32)>, Vec<f32>) {
        let waves = map(|x: f32, y: f32| (x.sin() * y.cos(), (x % 8.0).exp()), xs, ys);
        let softplus = map(|x: f32, y: f32| ((-x.abs()).exp().ln_1p() + x.max(0.0), y.tanh()), xs, ys);
        (waves, softplus, map(|x: f32, y: f32| x.abs().powf(y % 3.0), xs, ys))
    }

    results_and_their_folds(xs: &[f64], ys: &[f64]) -> (Vec<f64>, Vec<f64>, (f64, f64, f64)) {
        let powers = map(|x: f64| (x % 5.0).exp(), xs);
        let waves = map(|p: f64, y: f64| p * y.sin(), powers, ys);
        let sum = fold(0.25, |a, b| a + b, powers);
        let most = fold(f64::NEG_INFINITY, f64::max, waves);
        (powers, waves, (sum, most, fold(0.0, |a, b| a + b, map(|p, w| p - w, powers, waves))))
    }

    in_an_operator(xs: &[f64]) -> (f64, Vec<f64>) {
        let small = map(|x| x % 5.0, xs);
        let most = fold(f64::NEG_INFINITY, |a, b| if a.exp() < b.exp() { b } else { a }, small);
        (most, scan(f64::NEG_INFINITY, |a, b| if a.tanh() < b.tanh() { b } else { a }, small))
    }

    in_scalars(xs: &[f64]) -> (Vec<f64>, f64) {
        let mean = fold(0.0, |a, b| a + b, xs) / (len(xs) as f64 + 1.0);
        let scale = (mean % 3.0).exp();
        (map(|x| x / scale, xs), scale.ln_1p() + scale.ln())
    }
}
