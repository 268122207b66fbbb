//! Rust loops on the runtime crate `fusus-cpu`.
//!
//! The loops themselves stand in the runtime; the generator prints their
//! bodies: straight-line code over one element of each array, without indices
//! and without `unsafe`. The schedule says how a loop is run; the files
//! here print it, and each uses only those that stand above it.

mod context;

mod inputs;
mod inset;

mod assign;
mod awaited;

mod reached;
mod reads;

mod by_rows;

mod summed;

mod spread;

mod whole;

mod operator;

mod over;

mod probe;

mod reduction;

mod given;

mod scan;

mod body;

mod totals;

mod idle;

mod steps;

mod guard;

mod port;

mod call;
mod caught;

mod down;

mod round;

mod followed;
mod pass;

mod look_back;

mod source;

mod recurrence;

mod relay;

#[cfg(feature = "report")]
mod messages;

mod block;

mod columns;
mod conditions;
mod lets;
mod rewrite;

mod run;

mod counting;

mod nested;

mod bands;

use self::context::Cpu;
use super::CodegenOptions;
use super::host::HostCode;
use super::names::concat;
#[cfg(feature = "report")]
use crate::math::Math;
use crate::nest::{Nest, NestResult, Stage, Storage};
use crate::schedule::Schedule;
#[cfg(feature = "report")]
use proc_macro2::Span;
use proc_macro2::TokenStream;
use quote::quote;

/// The statements and the final expression of a program, to be put into the
/// block of a function or of an expression.
pub fn generate(nest: &Nest, schedule: &Schedule, options: &CodegenOptions) -> TokenStream {
    program(&Cpu::of(nest, schedule, options))
}

/// The statements and the final expression of a program over arrays that are spread over processes.
pub fn generate_spread(nest: &Nest, schedule: &Schedule, options: &CodegenOptions) -> TokenStream {
    program(&Cpu {
        is_spread: true,
        ..Cpu::of(nest, schedule, options)
    })
}

/// The messages of each loop over processes, by its number, in words; those between loops have none.
#[cfg(feature = "report")]
pub fn messages(
    nest: &Nest,
    schedule: &Schedule,
    strict: bool,
) -> Vec<(Option<usize>, Vec<String>)> {
    // Nothing is printed but names and sizes.
    let options = CodegenOptions {
        krate: TokenStream::new(),
        strict,
        wide: false,
        fallible: true,
        output: None,
        declared: Span::call_site(),
        math: Math::default(),
    };
    let cpu = Cpu {
        is_spread: true,
        ..Cpu::of(nest, schedule, &options)
    };
    let stages = nest.opening.iter().chain(&nest.stages);
    let messages = stages.map(|stage| match stage {
        Stage::Loop(nested) => (Some(nested.number), cpu.messages(nested)),
        stage => (None, cpu.messages_between(stage)),
    });
    let messages = messages.filter(|(_, said)| !said.is_empty());
    let mut messages: Vec<_> = messages.collect();
    if let Some((_, said)) = messages.first_mut()
        && !said[0].starts_with(messages::END)
    {
        said.insert(0, messages::GIVEN.to_owned());
    }
    messages
}

fn program(cpu: &Cpu<'_>) -> TokenStream {
    let (nest, options) = (cpu.nest, cpu.options);
    let unused = cpu.unused();
    let inputs = cpu.inputs();
    let stage = |stage| cpu.stage(stage, |nested| cpu.nested(nested));
    let opening = nest.opening.iter().map(stage);
    let entry = nest.entry.iter().map(|agree| cpu.agree(agree));
    let stages = cpu.stages();
    let result = match &nest.result {
        // `()` at the end of a block is one thing too many.
        NestResult::Tuple(items) if items.is_empty() && !options.fallible => TokenStream::new(),
        result => cpu.result(result, options.output.as_ref()),
    };
    let result = if options.fallible {
        let rt = &cpu.rt;
        quote!(#rt::Ok(#result))
    } else {
        result
    };
    quote! {
        #unused
        #inputs
        #(#opening)*
        #(#entry)*
        #stages
        #result
    }
}

impl Cpu<'_> {
    /// The stages in order. Those between the loops of a band come before it.
    fn stages(&self) -> TokenStream {
        let mut stages = TokenStream::new();
        for stage in &self.nest.stages {
            let band = match stage {
                Stage::Loop(nested) => self.schedule.band_of(nested.number),
                _ => None,
            };
            stages.extend(match (band, stage) {
                (None, stage) => self.stage(stage, |nested| self.nested(nested)),
                (Some(band), Stage::Loop(nested)) if band.loops.last() == Some(&nested.number) => {
                    self.band(band)
                }
                (Some(_), _) => TokenStream::new(),
            });
        }
        stages
    }

    /// A name that is bound and never used: rustc says so, at the user's place,
    /// in its own words.
    fn unused(&self) -> TokenStream {
        let arrays = self.nest.arrays.values();
        let unused =
            arrays.filter(|array| !array.used && !matches!(array.storage, Storage::Input(..)));
        concat(unused.map(|array| {
            let name = &array.name;
            // In a block of its own, where it hides no name of the user's.
            quote!({ let #name = (); })
        }))
    }
}
