//! An embedded functional array language: programs of [`map`], [`filter`],
//! [`fold`], [`scan`] … become parallel loops without temporaries, at compile
//! time. The macro is named after *Combinator Normal Form*, in which the compiler
//! writes each program first: a list of bindings, each with one combinator.
//!
//! ```
//! use fusus::cnf;
//!
//! cnf! {
//!     /// Divides by the sum of all elements, and by the sum of the positive ones.
//!     pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
//!         let gts  = filter(|x| x > 0.0, xs);
//!         let sum1 = fold(0.0, |a, b| a + b, xs);
//!         let sum2 = fold(0.0, |a, b| a + b, gts);
//!         let ys1  = map(|x| x / sum1, xs);
//!         let ys2  = map(|x| x / sum2, xs);
//!         (ys1, ys2)
//!     }
//! }
//!
//! let (ys1, ys2) = normalize2(&[1.0, -2.0, 3.0]);
//! assert_eq!(ys1, [0.5, -1.0, 1.5]);
//! assert_eq!(ys2, [0.25, -0.5, 0.75]);
//! ```
//!
//! These five combinators become two loops: one for both sums, in which the
//! filtered array never exists, and one for both results.
//!
//! A program says *what* is computed. The macro checks that the sizes of all
//! arrays agree, finds the best way to fuse the combinators into loops, and
//! emits these loops. They run on all cores, over blocks that fit the cache.
//! There is no `unsafe` and no planner at run time. A program returns the same
//! bits for any number of threads.
//!
//! Combinators do not nest in workers, and the operators of `fold` and `scan` must be
//! associative.
//!
//! * [`guide`] starts with a first program and goes on from there.
//! * [`cnf!`] is the language: **its documentation is the reference**.
//! * [`fused`] is the same as an attribute on a function.
//! * [`Error`] is the error type of programs that return a `Result`, and [`Element`] is the bound
//!   of array elements in generic programs.
//!
//! # Features
//!
//! The first one is on by default, and no other is needed to run programs on all cores.
//!
//! * `cnf`: programs that are known when they are compiled. A crate that has no other arrays than those
//!   of `lazy` compiles faster without it: `default-features = false, features = ["lazy"]`.
//! * `ndarray`: arrays and views of `ndarray`, in, out and in place ([coming from
//!   `ndarray`](guide::coming_from)).
//! * `lazy`: arrays that are built at run time, and formulas that users type.
//! * `arrow`: buffers of Apache Arrow as arrays of `lazy`, which are not copied.
//! * `mpi`: arrays that are spread over the processes of an MPI job, and programs over them,
//!   `#[backend(mpi)]`. MPI and libclang must be installed where it is compiled (Debian:
//!   `openmpi-bin`, `libopenmpi-dev`, `libclang-dev`).
//! * `ocl`: programs on OpenCL devices, `#[backend(ocl)]` ([`guide::opencl`]), and with `lazy` arrays
//!   that are built at run time ([`guide::at_run_time`]). OpenCL is opened at run time; nothing of it is
//!   needed to build.
//! * `coin_cbc`: Coin's CBC, a solver for integer linear programs. The compiler searches for the
//!   best plan by itself. For programs of very many bindings it may give up before it has proven
//!   its plan. With this feature CBC continues, for at most five times the time of
//!   [`#[cnf(limit)]`](cnf#attributes). The library must be installed where programs are compiled
//!   (Debian: `coinor-libcbc-dev`).
//!
//! [`map`]: cnf#map
//! [`filter`]: cnf#filter
//! [`fold`]: cnf#fold
//! [`scan`]: cnf#scan-and-scan_exclusive

#![forbid(unsafe_code)]

#[doc(hidden)]
pub use fusus_cpu as __rt;
#[cfg(feature = "cnf")]
#[doc(hidden)]
pub use fusus_macros as __macros;

#[cfg(feature = "ocl")]
#[doc(hidden)]
pub use fusus_ocl::rt as __ocl;

/// Code that needs the feature `ocl`.
#[cfg(feature = "ocl")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_ocl {
    ($($tokens:tt)*) => { $($tokens)* };
}

/// Names the missing feature, instead of code that would not compile.
#[cfg(not(feature = "ocl"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_ocl {
    ($($tokens:tt)*) => {
        ::core::compile_error! {
            "`#[backend(ocl)]` needs the feature `ocl` of the crate `fusus`\nhelp: depend on it with `features = [\"ocl\"]`"
        }
    };
}

#[cfg(feature = "mpi-threads")]
#[doc(hidden)]
pub use fusus_mpi::rt as __mpi;

/// Code that needs the feature `mpi`.
#[cfg(feature = "mpi-threads")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_mpi {
    ($($tokens:tt)*) => { $($tokens)* };
}

/// Names the missing feature, instead of code that would not compile.
#[cfg(not(feature = "mpi-threads"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_mpi {
    ($($tokens:tt)*) => {
        ::core::compile_error! {
            "`#[backend(mpi)]` needs the feature `mpi` of the crate `fusus`\nhelp: depend on it with `features = [\"mpi\"]`, or with `\"mpi-threads\"` where MPI is not installed"
        }
    };
}

pub mod guide;

pub use fusus_cpu::{Element, Error, ErrorKind};

#[cfg(feature = "ocl")]
pub mod ocl {
    #![doc = include_str!("language/ocl.md")]

    pub use fusus_ocl::{
        Array, Device, DeviceKind, Element, Error, Scans, Source, SourceMut, Timing, devices,
    };
}

#[cfg(feature = "lazy")]
pub mod lazy {
    #![doc = include_str!("language/lazy.md")]

    pub use fusus_lazy::{
        Array, Axis, Column, Dims, Element, ElementType, Env, Error, ErrorKind, FloatElement,
        Formula, FormulaError, IntoOperand, IntoSection, Plan, Planner, Planning, Scalar, Section,
        Sections, Tier, Trace, Traced, eval_all, s,
    };
    #[cfg(feature = "ocl")]
    pub use fusus_lazy::{Launches, on};
}

#[cfg(feature = "mpi-threads")]
pub mod mpi {
    #![doc = include_str!("language/mpi.md")]

    #[cfg(feature = "mpi")]
    pub use fusus_mpi::Universe;
    pub use fusus_mpi::{Array, Communicator, Element, Error, threads};

    /// Derives [`Element`](trait@Element) for a struct whose fields are elements.
    ///
    /// ```
    /// use fusus::mpi::{Array, Element};
    ///
    /// #[derive(Clone, Copy, Element)]
    /// struct Body {
    ///     place: [f64; 3],
    ///     mass: f64,
    /// }
    ///
    /// let masses = fusus::mpi::threads(2, |world| {
    ///     let body = |i| Body { place: [i as f64; 3], mass: 1.0 / (1 + i) as f64 };
    ///     let bodies = Array::from_fn(&world, 10, body).unwrap().gather();
    ///     bodies.iter().map(|body| body.place[0] * body.mass).sum::<f64>()
    /// });
    /// assert_eq!(masses[0], masses[1]);
    /// ```
    ///
    /// Type parameters get the bound `Element`. A crate that has `fusus` under another name says so:
    /// `#[element(crate = other)]`.
    pub use fusus_macros::Element;
}

#[doc = include_str!("language/attribute.md")]
#[cfg(all(feature = "cnf", not(rust_analyzer)))]
pub use fusus_macros::fused;

#[doc = include_str!("language/reference.md")]
#[cfg(all(feature = "cnf", not(rust_analyzer)))]
#[macro_export]
macro_rules! cnf {
    ($($tokens:tt)*) => {
        $crate::__macros::cnf! { ($crate) $($tokens)* }
    };
}

// Editors see every name and its type where the generated code has only what
// the loops need. rust-analyzer sets this for crates that are a path on disk.
#[cfg(all(feature = "cnf", rust_analyzer))]
pub use fusus_macros::fused_sketch as fused;

#[doc = include_str!("language/reference.md")]
#[cfg(all(feature = "cnf", rust_analyzer))]
#[macro_export]
macro_rules! cnf {
    ($($tokens:tt)*) => {
        $crate::__macros::cnf_sketch! { ($crate) $($tokens)* }
    };
}

/// The program of the README is one of the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
