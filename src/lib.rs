//! fusus
#![forbid(unsafe_code)]

#[doc(hidden)]
pub use fusus_cpu as __rt;
#[doc(hidden)]
pub use fusus_macros as __macros;

/// cnf
#[macro_export]
macro_rules! cnf {
    ($($tokens:tt)*) => {
        $crate::__macros::cnf! { ($crate) $($tokens)* }
    };
}
pub use fusus_cpu::{Error, ErrorKind};
pub use fusus_macros::fused;
