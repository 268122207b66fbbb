//! The OpenCL runtime of fusus.
//!
//! Use the crate `fusus` with its feature `ocl`: `fusus::ocl` is the part of this
//! crate that is for people, the rest is for generated code.
//!
//! * A [`Device`] is chosen ([`device`](crate::devices)) and opened when it is first used; OpenCL
//!   itself is opened at run time, so that nothing of it is needed to build or to link.
//! * An [`Array`] lives on a device. A [`Source`] is an argument of programs: a slice of the host or an
//!   array.
//! * A [`Program`](rt::Program) is the text of kernels, built once a device; a [`Execution`](rt::Execution)
//!   launches its loops.

mod args;
mod array;
mod bins;
mod cl;
mod device;
mod element;
mod error;
mod execution;
mod kernels;
mod memory;
mod profile;
mod program;
mod source;

pub use array::Array;
pub use device::{Device, DeviceKind, Scans, devices};
pub use element::Element;
pub use error::Error;
pub use profile::Timing;
pub use source::{Source, SourceMut};

/// The interface of generated code.
///
/// It is sound with the kernels that the compiler writes, and with those that `fusus-lazy` writes at
/// run time; it is no interface for kernels of one's own.
#[doc(hidden)]
pub mod rt {
    pub use crate::args::Args;
    pub use crate::execution::{Execution, Loop, Pending};
    pub use crate::kernels::{Kernels, fresh, zeroed};
    pub use crate::program::{Program, Site, SiteKind, Text};
    pub use crate::source::Provided;
    pub use crate::{Array, Device, Source, SourceMut};
    pub use fusus_cpu::{Fault, agree, conform, conform_axis, product, section, whole_chunks};
}
