//! Arrays on a device: the bits of the host.
#![cfg(feature = "ocl")]

mod devices;
mod elements;
mod folds;
mod kept;
mod kernels;
mod nests;
#[cfg(target_os = "linux")]
#[path = "../../../backend-ocl/tests/oclgrind/mod.rs"]
mod oclgrind;
mod support;
mod updates;
mod views;
#[cfg(target_os = "linux")]
mod watched;
