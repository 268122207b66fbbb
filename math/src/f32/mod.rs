//! Functions of `f32`, most of which are computed in `f64`.
//!
//! The rounding of `f64` is far below the precision of a result of `f32`: no step needs a second
//! part, and polynomials are short. Half as many numbers fit a vector, but a number takes a third
//! of the steps. `exp`, `ln` and `tanh` compute in `f32`: twice as many numbers at a time are worth more there
//! than the last half of an ulp.
//!
//! Errors are in ulp, units in the last place of the result: 0.5 is the error of a correctly
//! rounded one. Those of functions of one argument hold for all 2³² arguments, each of which was
//! tried. A NaN gives a NaN, of which only that it is one is promised.

mod area;
mod erf;
mod exp;
mod hyperbolic;
mod inverse_trig;
mod log;
mod power;
mod root;
mod single;
mod trig;

pub use area::{acosh, asinh, atanh};
pub use erf::{erf, erfc, normal_cdf};
pub use exp::{exp, exp_m1, exp2, sigmoid};
pub use hyperbolic::{cosh, sinh, tanh};
pub use inverse_trig::{acos, asin, atan, atan2};
pub use log::{ln, ln_1p, log, log2, log10, softplus};
pub use power::pow;
pub use root::{cbrt, hypot};
pub use trig::{cos, sin, sin_cos, tan};
