//! Programs with elementary functions as a library, which `race.py` calls beside the same
//! formulas in C, numba and JAX.

use fusus::cnf;
use std::slice::{from_raw_parts, from_raw_parts_mut};

cnf! {
    fn softplus_into(xs: &[f32], ys: &mut [f32]) {
        *ys = map(|x| (1.0 + x.exp()).ln(), xs);
    }

    fn gelu_into(xs: &[f32], ys: &mut [f32]) {
        *ys = map(|x| 0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x * x * x)).tanh()), xs);
    }

    fn softmax_into(xs: &[f64], ys: &mut [f64]) {
        let most = fold(f64::NEG_INFINITY, f64::max, xs);
        let es   = map(|x| (x - most).exp(), xs);
        let sum  = fold(0.0, |a, b| a + b, es);
        *ys = map(|e| e / sum, es);
    }

    fn waves_into(xs: &[f64], ys: &mut [f64]) {
        *ys = map(|x| x.sin() * (0.5 * x).cos() + (-x * x).exp(), xs);
    }

    fn logistic_into(times: &[f64], ys: &mut [f64]) {
        *ys = map(|t| 3.0 / (1.0 + (-1.5 * (t - 2.0)).exp()), times);
    }

    fn powers_into(xs: &[f64], ys: &mut [f64]) {
        *ys = map(|x| x.powf(1.7), xs);
    }

    fn gravity_into(xs: &[f64], ys: &[f64], zs: &[f64], out: &mut [f64]) {
        let squares = map(|x, y, z| x * x + y * y + z * z + 1e-6, xs, ys, zs);
        *out = map(|square| 1.0 / (square * square.sqrt()), squares);
    }

    fn box_muller_into(us: &[f64], vs: &[f64], firsts: &mut [f64], seconds: &mut [f64]) {
        let radii  = map(|u| (-2.0 * u.ln()).sqrt(), us);
        let angles = map(|v| std::f64::consts::TAU * v, vs);
        *firsts = map(|r, a| r * a.cos(), radii, angles);
        *seconds = map(|r, a| r * a.sin(), radii, angles);
    }
}

include!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../programs/black_scholes_into.rs"
));

/// Functions that C can call: a length, the inputs and the outputs.
macro_rules! exported {
    ($($name:ident = $program:ident($float:ident: $($input:ident),+ => $($output:ident),+);)*) => {$(
        /// Runs the program.
        ///
        /// # Safety
        ///
        /// All arrays must have `n` elements, and none may overlap an output.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            n: usize,
            $($input: *const $float,)+
            $($output: *mut $float,)+
        ) {
            // SAFETY: the caller's promise.
            unsafe {
                $program($(from_raw_parts($input, n),)+ $(from_raw_parts_mut($output, n),)+);
            }
        }
    )*};
}

exported! {
    softplus = softplus_into(f32: x => y);
    gelu = gelu_into(f32: x => y);
    softmax = softmax_into(f64: x => y);
    waves = waves_into(f64: x => y);
    logistic = logistic_into(f64: x => y);
    powers = powers_into(f64: x => y);
    gravity = gravity_into(f64: x, y, z => out);
    box_muller = box_muller_into(f64: u, v => first, second);
    black_scholes = black_scholes_into(f64: spot, strike, years => calls, puts);
}
