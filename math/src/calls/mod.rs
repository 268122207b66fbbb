//! The functions as calls, for builds without optimisation.
//!
//! A function that is inlined into such a build is compiled like the rest of it. With debug assertions
//! the functions here are not: they are compiled with this crate, once, and as far as the profile
//! optimises this crate, which costs a program one call. Without debug assertions they are those of [`f64`](crate::f64)
//! and [`f32`](crate::f32) under other names.
//!
//! Nothing vectorises a call, so that these have branches where the others compute both sides.
//! Results are the same to the bit.

/// Functions of the given names that call those of the same names, each with its arguments.
macro_rules! calls {
    ($float:ident; $($name:ident($($argument:ident),*) -> $result:ty;)*) => {$(
        #[doc = concat!("[`", stringify!($name), "`](crate::", stringify!($float), "::", stringify!($name), "), as a call.")]
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[must_use]
        pub fn $name($($argument: $float),*) -> $result {
            crate::$float::$name($($argument),*)
        }
    )*};
}

pub mod f32;
pub mod f64;
