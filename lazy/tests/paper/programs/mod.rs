//! One iteration of each program, on arrays that are built at run time.

pub(crate) mod dense;
pub(crate) mod elements;
pub(crate) mod lattice;
pub(crate) mod shallow_water;
pub(crate) mod stencils;
pub(crate) mod water_ice;
