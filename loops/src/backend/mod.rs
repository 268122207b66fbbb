//! The backends: the ways in which a program becomes a function, in one file each.
//!
//! [`BACKENDS`] is the only place that names them. Stages before code generation take the names in
//! `#[backend(…)]` as they stand; later ones ask a [`Backend`] for the facts that they need.

mod cpu;
mod mpi;
mod ocl;
mod sequential;

use crate::codegen::{self, CodegenOptions};
use crate::diagnostic::Diagnostics;
use crate::nest::Nest;
use crate::ordered::ToList;
use crate::scalar::Types;
#[cfg(feature = "report")]
use crate::schedule::LookBack;
use crate::schedule::{Schedule, Settings};
use proc_macro2::TokenStream;
use std::borrow::Cow;
use std::fmt::Debug;
use syn::{Expr, Signature};

/// All backends. The first is that of a program that names none, and of each program of the
/// expression form; of several, plans speak of the one that stands here first.
pub const BACKENDS: &[&dyn Backend] = &[&cpu::Cpu, &sequential::Sequential, &ocl::Ocl, &mpi::Mpi];

/// The backend of a program that names none.
pub const DEFAULT: &dyn Backend = BACKENDS[0];

/// A target of generated code.
pub trait Backend: Debug + Sync {
    /// The name in `#[backend(…)]`, and behind that of a further function.
    fn name(&self) -> &'static str;

    /// The threads of the host that run its loops.
    fn threads(&self) -> Threads;

    /// Returns true if its results may lie in the memory of arrays that are of no use afterwards.
    fn replaces(&self) -> bool {
        self.threads() != Threads::Device
    }

    /// Returns true if a loop of it can go down the rows of an array, with a state for each column.
    fn goes_down(&self) -> bool {
        false
    }

    /// The language into which it translates workers, where rustc does not compile them. It then
    /// has the types of all arrays and scalars, and rustc judges the workers in a function that
    /// nobody calls.
    fn translates_to(&self) -> Option<&'static str> {
        None
    }

    /// The macro of the façade around its functions, which reports that a feature is missing.
    fn gate(&self) -> Option<&'static str> {
        None
    }

    /// Everything in a program of this signature that its function could not do.
    fn refused(&self, _program: &Program<'_>, _declared: &Signature) -> Diagnostics {
        Diagnostics::new()
    }

    /// The signature of its function, where it is not the declared one. `krate` is the path of the
    /// crate `fusus`.
    fn signature(
        &self,
        _program: &Program<'_>,
        _declared: &Signature,
        _krate: &TokenStream,
    ) -> Option<Signature> {
        None
    }

    /// The number of elements of an input that is no slice, as an expression.
    fn len(&self, _input: &Expr, _krate: &TokenStream) -> Option<TokenStream> {
        None
    }

    /// The statements and the final expression of its function: Rust, unless the backend says
    /// otherwise, whose loops run on its threads.
    fn body(&self, program: &Program<'_>, options: &CodegenOptions) -> TokenStream {
        let schedule = program.schedule_by(self.threads(), self.replaces(), self.goes_down());
        codegen::cpu::generate(program.nest, &schedule, options)
    }

    /// The way in which its loops are run, for people.
    #[cfg(feature = "report")]
    fn schedule(&self, program: &Program<'_>) -> String {
        program
            .schedule_by(self.threads(), self.replaces(), self.goes_down())
            .text(program.nest)
    }

    /// Returns true if the steps of a recurrence of a loop, by its number and that of its state, are
    /// composed.
    #[cfg(feature = "report")]
    fn composes(&self, program: &Program<'_>, nested: usize, scan: usize) -> bool {
        let schedule = program.schedule_by(self.threads(), self.replaces(), self.goes_down());
        let sub_loops = schedule.loops[&nested].sub_loops.iter();
        let mut levels = sub_loops.flat_map(|sub_loop| &sub_loop.levels);
        levels.any(|(level, _)| {
            level.look_back == LookBack::Transitions
                && level.scans.iter().any(|other| other.id == scan)
        })
    }

    /// The messages of each loop, by its number, in words, where processes do it together; those
    /// between loops have none.
    #[cfg(feature = "report")]
    fn messages(&self, _program: &Program<'_>) -> Vec<(Option<usize>, Vec<String>)> {
        Vec::new()
    }

    /// The text of the kernels of a program, for people, where it translates workers.
    #[cfg(feature = "report")]
    fn kernels(&self, _nest: &Nest, _types: &Types, _strict: bool) -> Option<String> {
        None
    }
}

/// Two backends are the same if their names are.
impl PartialEq for dyn Backend {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Backend {}

/// The threads of the host that run the loops of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// All threads, unless the order is strict.
    All,
    /// One: the backend has no other.
    One,
    /// None: a device runs them.
    Device,
}

/// A program, as code is generated from it.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Program<'p> {
    /// Its loops.
    pub nest: &'p Nest,
    /// The types of its arrays and scalars, where a backend of it translates workers.
    pub types: Option<&'p Types>,
    /// The schedule of its loops on the backend of which plans speak.
    pub schedule: &'p Schedule,
    /// The settings of that schedule.
    pub settings: Settings,
}

impl<'p> Program<'p> {
    /// Returns the schedule of its loops on these threads, where results may replace other arrays or
    /// not, and loops go down rows or not.
    fn schedule_by(&self, threads: Threads, replaces: bool, goes_down: bool) -> Cow<'p, Schedule> {
        let settings = Settings {
            parallel: threads == Threads::All,
            replaces,
            goes_down,
            ..self.settings
        };
        match settings == self.settings {
            true => Cow::Borrowed(self.schedule),
            false => Cow::Owned(Schedule::of(self.nest, settings)),
        }
    }
}

/// Looks a backend up by its name.
pub fn named(name: &str) -> Option<&'static dyn Backend> {
    let mut all = BACKENDS.iter().copied();
    all.find(|backend| backend.name() == name)
}

/// The names of all backends.
pub fn names() -> Vec<&'static str> {
    BACKENDS.iter().map(|backend| backend.name()).list()
}

/// The first of some backends in the order of the table, or the default one where there are none.
pub fn first(of: &[&'static dyn Backend]) -> &'static dyn Backend {
    let mut all = BACKENDS.iter().copied();
    all.find(|backend| of.contains(backend)).unwrap_or(DEFAULT)
}

/// The body of a function that nobody calls, in which rustc judges the workers that it does not
/// compile otherwise.
pub fn judged(program: &Program<'_>, options: &CodegenOptions) -> TokenStream {
    sequential::Sequential.body(program, options)
}
