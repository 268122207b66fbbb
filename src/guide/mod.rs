//! The guide: from a first program to trusting one.
//!
//! 1. [A first program](first_program)
//! 2. [Thinking in combinators](thinking_in_combinators)
//! 3. [Recipes: recurrences, histograms, segments, windows](recipes)
//! 4. [Stencils: index notation](stencils)
//! 5. [Sums of products](sums_of_products)
//! 6. [How fusion works, and how to read a plan](fusion)
//! 7. [Why something did not fuse, and what to do](not_fused)
//! 8. [Sizes and their errors](sizes)
//! 9. [Writing in place, and reusing memory](in_place)
//! 10. [Performance](performance)
//! 11. [On a GPU: OpenCL](opencl)
//! 12. [Past one machine: MPI](past_one_machine)
//! 13. [Seeing what happens: debugging](debugging)
//! 14. [Coming from iterators, rayon, ndarray, NumPy, Futhark, Haskell, JAX or pandas](coming_from)
//! 15. [Guarantees](guarantees)
#![cfg_attr(
    feature = "lazy",
    doc = "16. [At run time: formulas that users type](at_run_time)"
)]
//!
//! The language itself is described by [`cnf!`](crate::cnf). Everything in the
//! guide is tested: programs, plans, messages and tables.

#[doc = include_str!("first_program.md")]
pub mod first_program {}

#[doc = include_str!("thinking_in_combinators.md")]
pub mod thinking_in_combinators {}

#[doc = include_str!("recipes.md")]
pub mod recipes {}
#[doc = include_str!("associativity.md")]
pub mod associativity {}

#[doc = include_str!("stencils.md")]
pub mod stencils {}

#[doc = include_str!("sums_of_products.md")]
pub mod sums_of_products {}

#[doc = include_str!("fusion.md")]
pub mod fusion {}

#[doc = include_str!("not_fused.md")]
pub mod not_fused {}

#[doc = include_str!("sizes.md")]
pub mod sizes {}

#[doc = include_str!("in_place.md")]
pub mod in_place {}

#[doc = include_str!("performance.md")]
pub mod performance {}

#[doc = include_str!("opencl.md")]
pub mod opencl {}

#[doc = include_str!("past_one_machine.md")]
pub mod past_one_machine {}

#[doc = include_str!("debugging.md")]
pub mod debugging {}

#[doc = include_str!("coming_from.md")]
pub mod coming_from {}

#[doc = include_str!("guarantees.md")]
pub mod guarantees {}

#[cfg(feature = "lazy")]
#[doc = include_str!("at_run_time.md")]
pub mod at_run_time {}
