//! `mpi`: arrays that are spread over processes.
//!
//! The loops inside a process are those of the CPU, on all of its threads.

use super::{Backend, Program, Threads};
use crate::codegen::{self, CodegenOptions};
use crate::diagnostic::Diagnostics;
use crate::nest::Nest;
use crate::schedule::Schedule;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Signature};

#[derive(Debug)]
pub(super) struct Mpi;

impl Backend for Mpi {
    fn name(&self) -> &'static str {
        "mpi"
    }

    fn threads(&self) -> Threads {
        Threads::All
    }

    /// An array that is spread over processes keeps its memory.
    fn replaces(&self) -> bool {
        false
    }

    fn gate(&self) -> Option<&'static str> {
        Some("__with_mpi")
    }

    fn refused(&self, program: &Program<'_>, declared: &Signature) -> Diagnostics {
        codegen::spread::refused(program.nest, declared)
    }

    /// Takes and returns arrays that are spread.
    fn signature(
        &self,
        program: &Program<'_>,
        declared: &Signature,
        krate: &TokenStream,
    ) -> Option<Signature> {
        let mut signature = declared.clone();
        codegen::spread::signature(program.nest, &mut signature, krate);
        Some(signature)
    }

    fn len(&self, input: &Expr, krate: &TokenStream) -> Option<TokenStream> {
        Some(quote!(#krate::__mpi::len(#input.__array())))
    }

    #[cfg(feature = "report")]
    fn messages(&self, program: &Program<'_>) -> Vec<(Option<usize>, Vec<String>)> {
        let (nest, schedule) = spread(self, program);
        codegen::cpu::messages(&nest, &schedule, program.settings.strict)
    }

    fn body(&self, program: &Program<'_>, options: &CodegenOptions) -> TokenStream {
        let (nest, schedule) = spread(self, program);
        codegen::cpu::generate_spread(&nest, &schedule, options)
    }
}

/// The loops of a program over processes, and their schedule, which is that of one process: only what
/// other processes have is read in another way.
fn spread(backend: &Mpi, program: &Program<'_>) -> (Nest, Schedule) {
    let nest = program.nest.by_digits();
    let schedule = program.schedule_by(backend.threads(), backend.replaces(), backend.goes_down());
    let schedule = schedule.into_owned().over_processes(&nest);
    (nest, schedule)
}
