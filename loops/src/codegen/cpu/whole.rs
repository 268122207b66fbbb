//! Expressions that look into whole arrays, of which each process has a part: all elements come to all
//! processes, and each evaluates the expression.

use super::context::{Cpu, home};
use super::reads::add;
use crate::codegen::host::{HostCode, pattern};
use crate::codegen::names::{concat, inner};
use crate::nest::{ArrayId, Bound, Host, NestResult, Pattern};
use crate::ordered::ToList;
use crate::schedule::looked_at::{named_by, read_by};
use crate::tail::Tail;
use proc_macro2::TokenStream;
use quote::quote;

impl Cpu<'_> {
    /// A host expression over whole arrays, where it looks into some.
    pub(super) fn with_whole(&self, host: &Host, value: TokenStream) -> TokenStream {
        let (named, looked_at) = (named_by(self.nest, host), read_by(self.nest, host));
        let arrays = self.looked_into(host);
        if arrays.is_empty() {
            return value;
        }
        let whole = self.bring_whole(&arrays);
        let named = self.name_whole(&named);
        let looked_at = self.look_at_whole(&looked_at);
        quote!({ #whole #looked_at #named #value })
    }

    /// The arrays that a host expression looks into.
    pub(super) fn looked_into(&self, host: &Host) -> Vec<ArrayId> {
        let mut arrays = Vec::new();
        let (named, looked_at) = (named_by(self.nest, host), read_by(self.nest, host));
        for array in named.into_iter().chain(looked_at) {
            add(&mut arrays, home(self.nest, array));
        }
        arrays
    }

    /// The arrays that an `external` is given.
    pub(super) fn given(call: &Host, arrays: &[ArrayId]) -> Vec<ArrayId> {
        arrays.iter().chain(&call.arrays).copied().list()
    }

    /// `let pattern = call;` where the call gets all elements of arrays, on every process, and each
    /// keeps its part of what it returns.
    pub(super) fn external_of_all(
        &self,
        call: &Host,
        arrays: &[ArrayId],
        into: &Pattern<Bound>,
    ) -> TokenStream {
        let (rt, mpi, world) = (&self.rt, self.mpi(), inner("world"));
        let given = Cpu::given(call, arrays);
        let mut homes = Vec::new();
        for array in &given {
            add(&mut homes, home(self.nest, *array));
        }
        let (whole, named) = (self.bring_whole(&homes), self.name_whole(&given));
        let pattern = pattern(into, &|bound| self.bound(bound));
        let expr = self.own(&call.expr);
        let expr = Tail(&expr);
        let returned = into.names().into_iter().filter_map(|bound| match bound {
            Bound::Array(array) => Some(array),
            Bound::Scalar(_) => None,
        });
        let returned = returned.map(|array| {
            let vector = self.names.vector(array);
            quote!(let #vector = #mpi::part_of(#world, #rt::Slice::slice(&#vector));)
        });
        let returned: Vec<_> = returned.list();
        quote! {
            #[allow(clippy::needless_borrow, clippy::needless_borrows_for_generic_args)]
            let #pattern = {
                #whole
                #named
                #expr
            };
            #(#returned)*
        }
    }

    /// The value that a guard returns, where the program returns `result` elsewhere: each process keeps
    /// its part of an array that is no array of the program.
    pub(super) fn early_spread(&self, value: &NestResult, result: &NestResult) -> TokenStream {
        match (value, result) {
            (NestResult::Tuple(values), NestResult::Tuple(results)) if !values.is_empty() => {
                let both = values.iter().zip(results);
                let values = both.map(|(value, result)| self.early_spread(value, result));
                quote!((#(#values,)*))
            }
            (NestResult::Scalar(host), NestResult::Array { .. }) => {
                let (mpi, world, value) = (self.mpi(), inner("world"), self.value(host));
                quote!(#mpi::part_of_all(#world, #value))
            }
            _ => self.result(value, self.options.output.as_ref()),
        }
    }

    /// The statements that bring all elements of arrays.
    fn bring_whole(&self, arrays: &[ArrayId]) -> TokenStream {
        let mpi = self.mpi();
        concat(arrays.iter().map(|array| {
            let (name, of) = (self.all_elements(*array), self.spread(*array));
            quote! {
                let #name = #mpi::whole(#of);
                let #name: &[_] = &#name;
            }
        }))
    }

    /// The statements that give arrays, all elements of which have come, the names of the user.
    fn name_whole(&self, arrays: &[ArrayId]) -> TokenStream {
        concat(arrays.iter().map(|array| {
            let (name, whole) = (&self.nest.arrays[*array].name, self.all_elements(*array));
            quote!(let #name = #whole;)
        }))
    }
}
