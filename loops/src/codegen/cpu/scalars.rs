//! The scalars of a program over processes, which are compared.

use super::context::Cpu;
use crate::codegen::names::inner;
use crate::ordered::ToList;
use proc_macro2::TokenStream;
use quote::quote;

impl Cpu<'_> {
    /// The processes, with the scalars that the program is given and that are the same on all of them.
    pub(super) fn compared_scalars(&self) -> Option<TokenStream> {
        let (mpi, world) = (self.mpi(), inner("world"));
        let scalars = self.nest.scalars.values();
        let given = scalars.filter(|scalar| scalar.given && scalar.used);
        let given = given.map(|scalar| {
            let (name, shown) = (&scalar.name, &scalar.shown);
            quote!((#shown, (&#mpi::Scalar(&#name)).number()))
        });
        let given: Vec<_> = given.list();
        (!given.is_empty()).then(|| {
            quote! {
                let #world = &{
                    use #mpi::Numbered as _;
                    #mpi::with_scalars(#world, &[#(#given),*])
                };
            }
        })
    }
}
