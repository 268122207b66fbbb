//! Folds over the pairs of a `cross` of which the second argument is passed round: each process takes
//! the columns that one process has after those of another, in order.

use super::body::BodyPrinter;
use super::call::Call;
use super::context::Cpu;
use crate::codegen::names::inner;
use crate::nest::{ArrayId, Loop};
use proc_macro2::TokenStream;
use quote::quote;

impl Cpu<'_> {
    /// The second argument of the `cross` of a loop, if it is passed round.
    pub(super) fn passed_round(&self, nested: &Loop) -> Option<ArrayId> {
        self.schedule.loops.get(&nested.number)?.passed_round
    }

    /// The statement that keeps the states of the blocks while an array is passed round.
    pub(super) fn states_of_round(&self, nested: &Loop) -> Option<TokenStream> {
        self.passed_round(nested)?;
        let schedule = &self.schedule.loops[&nested.number];
        let (sub_loop, mpi) = (&schedule.sub_loops[0], self.mpi());
        let printer = BodyPrinter::new(self, sub_loop);
        let (new, commute) = Call::of(&printer, &sub_loop.passes[0]).passed();
        let (passed, run) = (inner("passed"), inner("run"));
        Some(quote!(let #passed = #mpi::Passed::of(#run.cut().blocks(), #new, #commute);))
    }

    /// A loop that is done for the columns of one process after the other.
    pub(super) fn in_round(&self, nested: &Loop, done: TokenStream) -> TokenStream {
        let Some(array) = self.passed_round(nested) else {
            return done;
        };
        let (part, passed, whole) = (inner("part"), inner("passed"), self.all_elements(array));
        let array = self.spread(array);
        quote!(#part.pass_round(#array, &#passed, |#whole: &[_]| #done))
    }
}

impl BodyPrinter<'_> {
    /// Returns true if the second argument of the `cross` of the loop is passed round.
    pub(super) fn is_passed_round(&self) -> bool {
        self.cpu.passed_round(&self.sub_loop.nested).is_some()
    }
}
