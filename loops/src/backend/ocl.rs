//! `ocl`: OpenCL devices.
//!
//! Without the feature `ocl` of this crate there is no generator of kernels. The façade then
//! replaces the whole function by a message, so that its contents do not matter.

use super::{Backend, Threads};
#[cfg(feature = "ocl")]
use {
    super::Program,
    crate::codegen::{self, CodegenOptions},
    proc_macro2::TokenStream,
    syn::Signature,
};
#[cfg(feature = "report")]
use {crate::nest::Nest, crate::scalar::Types, crate::schedule::device::DeviceSchedule};

#[derive(Debug)]
pub(super) struct Ocl;

impl Backend for Ocl {
    fn name(&self) -> &'static str {
        "ocl"
    }

    fn threads(&self) -> Threads {
        Threads::Device
    }

    fn gate(&self) -> Option<&'static str> {
        Some("__with_ocl")
    }

    #[cfg(feature = "ocl")]
    fn translates_to(&self) -> Option<&'static str> {
        Some("OpenCL")
    }

    /// Takes arrays of the host or of the device, and returns those of the device.
    #[cfg(feature = "ocl")]
    fn signature(
        &self,
        program: &Program<'_>,
        declared: &Signature,
        krate: &TokenStream,
    ) -> Option<Signature> {
        let mut signature = declared.clone();
        codegen::ocl::signature(program.nest, program.types?, &mut signature, krate);
        Some(signature)
    }

    #[cfg(feature = "ocl")]
    fn body(&self, program: &Program<'_>, options: &CodegenOptions) -> TokenStream {
        match program.types {
            Some(types) => codegen::ocl::generate(program.nest, types, options),
            // Only where people ask for the code of a backend that the program does not name.
            None => super::judged(program, options),
        }
    }

    #[cfg(feature = "report")]
    fn schedule(&self, program: &Program<'_>) -> String {
        match program.types {
            Some(types) => DeviceSchedule::of(program.nest, types, program.settings.strict).text(),
            // Only where people ask for the schedule of a backend that the program does not name.
            None => String::new(),
        }
    }

    #[cfg(feature = "report")]
    fn composes(&self, program: &Program<'_>, nested: usize, scan: usize) -> bool {
        let schedule = program
            .types
            .map(|types| DeviceSchedule::of(program.nest, types, program.settings.strict));
        schedule.is_some_and(|schedule| schedule.loops[&nested].composed.contains_key(&scan))
    }

    #[cfg(feature = "report")]
    fn kernels(&self, nest: &Nest, types: &Types, strict: bool) -> Option<String> {
        Some(codegen::ocl::text(nest, types, strict))
    }
}
