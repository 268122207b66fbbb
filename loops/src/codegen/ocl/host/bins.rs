//! The launches that combine kept pairs into their bins.

use super::super::parameters::{HostValue, Parameters};
use super::super::{Planned, c};
use super::Glue;
use super::signature::rust_type;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::ArrayId;
use proc_macro2::TokenStream;
use quote::quote;

impl Glue<'_> {
    /// The launches after which the pairs that a loop has kept are combined into their bins.
    pub(super) fn reductions(&self, planned: &Planned) -> TokenStream {
        let parameters = planned.parameters.iter();
        let kept = parameters.filter_map(|parameter| match parameter.value {
            HostValue::Bins(array) => Some(array),
            _ => None,
        });
        kept.map(|array| self.reduction(planned, array)).collect()
    }

    fn reduction(&self, planned: &Planned, array: ArrayId) -> TokenStream {
        let (ocl, run) = (&self.ocl, inner("run"));
        let ty = rust_type(self.types.array(array));
        let [bins, values, part, some] =
            ["bins", "values", "part", "some"].map(|what| self.derived(array, what));
        let (ranges, lanes) = (self.derived(array, "ranges"), self.derived(array, "lanes"));
        let vector = self.vector(array);
        let operator = self.program.nest.loops().find_map(|nested| {
            let combine = nested.body.combining(array)?;
            Some(super::super::parameters::of(&combine.operator))
        });
        let mut captured = Parameters::default();
        captured.named(
            self.program,
            &operator.expect("a loop combines into its bins"),
        );
        let captured = self.arguments(&captured.all, &[]);
        let launch = |kind: &str, lanes: TokenStream, args: TokenStream| {
            let name = self.nest.arrays[array].name.to_string();
            let kernel = format!("{}_{}_{kind}", planned.kernel, c::c_name(&name));
            self.attempt(&quote! {
                #run.launch(
                    &#ocl::Loop {
                        kernel: #kernel,
                        items: 1,
                        levels: &[],
                        partial: 0,
                        single_pass: true,
                    },
                    #lanes,
                    &#args,
                    &#ocl::Args::new(),
                    &[],
                )
            })
        };
        let parts = quote!(.array(&#part).array(&#some));
        let reduce = launch(
            "ranges",
            quote!(#ranges * #lanes),
            quote! {
                #ocl::Args::new()
                    .scalar(#bins.len())
                    .scalar(#vector.len())
                    .scalar(#ranges)
                    .array(&#bins)
                    .array(&#values)
                    #parts
                    .and(#captured)
            },
        );
        let join = launch(
            "join",
            quote!(#vector.len()),
            quote! {
                #ocl::Args::new()
                    .scalar(#ranges)
                    .array(&#vector)
                    #parts
                    .and(#captured)
            },
        );
        let fresh =
            |ty: TokenStream| self.attempt(&quote!(#run.fresh::<#ty>(#ranges * #vector.len())));
        let (of_parts, of_some) = (fresh(quote!(#ty)), fresh(quote!(::core::primitive::u8)));
        quote! {
            let (#ranges, #lanes) = #run.shares_of_bins(#bins.len(), #vector.len());
            let (#part, #some) = (#of_parts, #of_some);
            #reduce;
            #join;
        }
    }
}
