//! Scalars and arrays that a program over processes is given, which these compare.

use super::context::Cpu;
use crate::codegen::names::inner;
use crate::nest::Storage;
use crate::ordered::ToList;
use proc_macro2::TokenStream;
use quote::quote;

impl Cpu<'_> {
    /// The statement by which the processes learn which program it is and what it is given: scalars that are the
    /// same on all of them, and arrays that they share.
    pub(super) fn give(&self) -> TokenStream {
        let (mpi, world) = (self.mpi(), inner("world"));
        let arrays = self.nest.arrays.values();
        let arrays = arrays.filter_map(|array| match &array.storage {
            Storage::Input(host, _) => {
                let name = array.name.to_string();
                Some(quote!((#name, #mpi::number_of(#host.__array()))))
            }
            _ => None,
        });
        let scalars = self.nest.scalars.values();
        let scalars = scalars.filter(|scalar| scalar.given && scalar.used);
        let scalars = scalars.map(|scalar| {
            let (name, shown) = (&scalar.name, &scalar.shown);
            quote!((#shown, (&#mpi::Scalar(&#name)).number()))
        });
        let given = arrays.chain(scalars).list();
        let program = &self.nest.name;
        quote!({
            #[allow(unused_imports)]
            use #mpi::Numbered as _;
            #mpi::give(#world, #program, &[#(#given),*]);
        })
    }
}
