//! Programs of the papers, from the folder `programs`.

use crate::harness::conformance;

macro_rules! cnf {
    ($(#[$attribute:meta])* pub fn $name:ident($($parameters:tt)*) -> $result:ty { $($body:tt)* }) => {
        conformance! { $name($($parameters)*) -> $result { $($body)* } }
    };
}

include!("../../programs/normalize2.rs");
include!("../../programs/normalize_inc.rs");
include!("../../programs/filter_left.rs");
include!("../../programs/filter_max.rs");
include!("../../programs/simple_scanomap.rs");
include!("../../programs/two_scanomaps.rs");
include!("../../programs/line_of_sight.rs");
include!("../../programs/levels.rs");

conformance! {
    #[cnf(loops = 1)]
    quickhull_step(ps: &[(f64, f64)]) -> (Vec<(f64, f64)>, f64) {
        let above = filter(|(x, y)| y > x, ps);
        let farthest = fold(0.0, f64::max, map(|(x, y)| y - x, above));
        (above, farthest)
    }
}
