//! Folds over the pairs of a `cross` of which the second argument is passed round: each process takes
//! the columns that one process has after those of another, in order.

use super::body::BodyPrinter;
use super::call::Call;
use super::context::Cpu;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{ArrayId, Loop};
use crate::ordered::ToList;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Cpu<'_> {
    /// The arrays of the second argument of the `cross` of a loop, if they are passed round.
    pub(super) fn passed_round(&self, nested: &Loop) -> &[ArrayId] {
        match self.schedule.loops.get(&nested.number) {
            Some(schedule) => &schedule.passed_round,
            None => &[],
        }
    }

    /// The statement that keeps the states of the blocks while arrays are passed round.
    pub(super) fn states_of_round(&self, nested: &Loop) -> Option<TokenStream> {
        self.passed_round(nested).first()?;
        let schedule = &self.schedule.loops[&nested.number];
        let (sub_loop, run) = (&schedule.sub_loops[0], inner("run"));
        let printer = BodyPrinter::new(self, sub_loop);
        let call = Call::of(&printer, &sub_loop.passes[0]);
        let (passed, states) = (inner("passed"), call.passed(&quote!(#run.cut().blocks())));
        Some(quote!(let #passed = #states;))
    }

    /// A loop that is done for the columns of one process after the other.
    pub(super) fn in_round(&self, nested: &Loop, done: TokenStream) -> TokenStream {
        let arrays = self.passed_round(nested);
        if arrays.is_empty() {
            return done;
        }
        let (part, passed, mpi) = (inner("part"), inner("passed"), self.mpi());
        let names: Vec<Ident> = arrays.iter().map(|array| self.in_parts(*array)).list();
        let summands = arrays.iter().zip(&names).map(|(array, name)| {
            let (of, len) = (self.spread(*array), self.len(*array));
            quote!(let #name = #mpi::Summand::of(#of, #len, 1, 0);)
        });
        let here = arrays.iter().zip(&names).map(|(array, name)| {
            let whole = self.all_elements(*array);
            quote! {
                let #whole = #name.here();
                let #whole: &[_] = &#whole;
            }
        });
        quote!({
            #(#summands)*
            #part.pass_round(&[#(&#names),*], &#passed, || {
                #(#here)*
                #done
            })
        })
    }

    /// The variable of an array that comes part by part.
    fn in_parts(&self, array: ArrayId) -> Ident {
        self.names.window(array, "in_parts")
    }
}

impl BodyPrinter<'_> {
    /// Returns true if the second argument of the `cross` of the loop is passed round.
    pub(super) fn is_passed_round(&self) -> bool {
        !self.cpu.passed_round(&self.sub_loop.nested).is_empty()
    }
}
