//! Folds over the pairs of a `cross` of which the second argument is passed round: each process takes
//! the columns that one process has after those of another, in order.

use super::body::BodyPrinter;
use super::by_rows::{named_by, read_by};
use super::call::Call;
use super::context::{Cpu, home};
use crate::codegen::names::inner;
use crate::nest::{ArrayId, Entry, Loop, Step};
use proc_macro2::TokenStream;
use quote::quote;

impl Cpu<'_> {
    /// The second argument of the `cross` of a loop, if it is passed round: nothing else reads it, and the
    /// one pass of the loop takes some columns at a time.
    pub(super) fn passed_round(&self, nested: &Loop) -> Option<ArrayId> {
        let schedule = &self.schedule.loops.get(&nested.number)?;
        let [sub_loop] = &schedule.sub_loops[..] else {
            return None;
        };
        let [pass] = &sub_loop.passes[..] else {
            return None;
        };
        if !self.is_spread || !pass.takes_columns() {
            return None;
        }
        let [crossed] = nested.body.axes()[..] else {
            return None;
        };
        let ([read], Entry::Axis { along }) = (&crossed.reads[..], &crossed.entry) else {
            return None;
        };
        let array = home(self.nest, *along);
        let mut is_read_again = home(self.nest, read.array) != array;
        nested.body.visit(&mut |region| {
            let others = region.reads.iter();
            let mut others = others.filter(|other| !std::ptr::eq(*other, read));
            is_read_again |= others.any(|other| other.is_along(1));
            for host in region.workers() {
                let named = named_by(self.nest, host).into_iter();
                let mut named = named.chain(read_by(self.nest, host));
                is_read_again |= named.any(|named| home(self.nest, named) == array);
            }
            let gathers = |step: &Step| matches!(step, Step::Gather { .. });
            is_read_again |= region.steps().any(gathers);
        });
        (!is_read_again).then_some(array)
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
