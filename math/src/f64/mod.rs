//! Functions of `f64`.
//!
//! Errors are in ulp, units in the last place of the result: 0.5 is the error of a correctly
//! rounded one. A NaN gives a NaN, of which only that it is one is promised.

mod area;
mod erf;
mod exp;
mod hyperbolic;
mod inverse_trig;
mod log;
pub mod near;
pub(crate) mod power;
mod root;
pub(crate) mod trig;

pub use area::{acosh, asinh, atanh};
pub use erf::{erf, erfc, normal_cdf};
pub use exp::{exp, exp_m1, exp2, sigmoid};
pub use hyperbolic::{cosh, sinh, tanh};
pub use inverse_trig::{acos, asin, atan, atan2};
pub use log::{ln, ln_1p, log, log2, log10, softplus};
pub use power::pow;
pub use root::{cbrt, hypot};
pub use trig::{cos, sin, sin_cos, tan};
