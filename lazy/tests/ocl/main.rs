//! Arrays on a device: the bits of the host.
#![cfg(feature = "ocl")]

mod devices;
mod elements;
mod folds;
mod kept;
mod kernels;
mod nests;
mod support;
mod updates;
mod views;
