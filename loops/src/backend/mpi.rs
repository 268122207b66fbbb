//! `mpi`: arrays that are spread over processes.
//!
//! The loops inside a process are those of the CPU, on all of its threads.

use super::{Backend, Program, Threads};
use crate::codegen::{self, CodegenOptions};
use crate::diagnostic::Diagnostics;
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
        let schedule = spread(self, program);
        codegen::cpu::messages(program.nest, &schedule, program.settings.strict)
    }

    fn body(&self, program: &Program<'_>, options: &CodegenOptions) -> TokenStream {
        let schedule = spread(self, program);
        codegen::cpu::generate_spread(program.nest, &schedule, options)
    }
}

/// The schedule of the loops of a program over processes.
fn spread(backend: &Mpi, program: &Program<'_>) -> Schedule {
    let schedule = program.schedule_by(backend.threads(), backend.replaces());
    schedule.into_owned().over_processes(program.nest)
}
