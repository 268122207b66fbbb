//! The host's side: memory, lengths, launches, and the results that come back.

mod bins;
mod early;
mod launch;
mod signature;

use super::{Kernels, Program, c, env};
use crate::codegen::host::{HostCode, HostContext, pattern};
use crate::codegen::names::{Names, inner};
use crate::codegen::{CodegenOptions, math};
use crate::nest::over::{self, At};
use crate::nest::{ArrayId, Bound, Host, Nest, NestResult, Pattern, ScalarId, Storage};
use crate::scalar::Types;
use crate::schedule::device::DeviceSchedule;
use crate::walk::{self, Part};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use signature::rust_type;
use std::borrow::Cow;
use syn::Expr;

pub use signature::signature;

/// The statements and the final expression of a program, to be put into the
/// block of its function.
pub fn generate(nest: &Nest, types: &Types, options: &CodegenOptions) -> TokenStream {
    let schedule = DeviceSchedule::of(nest, types, options.strict);
    let DeviceSchedule { nest, types, .. } = &schedule;
    let env = env(nest, types);
    let program = Program::new(&schedule, &env);
    let kernels = program.kernels();
    let krate = &options.krate;
    let glue = Glue {
        names: Names::of(nest),
        program: &program,
        nest,
        types,
        kernels: &kernels,
        options,
        ocl: quote!(#krate::__ocl),
        rt: quote!(#krate::__rt),
    };
    glue.function()
}

/// The context of the host code of a program.
struct Glue<'g> {
    program: &'g Program<'g>,
    nest: &'g Nest,
    types: &'g Types,
    kernels: &'g Kernels,
    options: &'g CodegenOptions,
    names: Names,
    /// The path of the runtime of devices, and of the CPU's.
    ocl: TokenStream,
    rt: TokenStream,
}

impl Glue<'_> {
    fn function(&self) -> TokenStream {
        let (ocl, rt) = (&self.ocl, &self.rt);
        let constant = self.constant();
        let inputs: Vec<(ArrayId, &syn::Expr, bool)> = self
            .nest
            .arrays
            .iter()
            .filter_map(|(id, array)| match &array.storage {
                // One that nothing reads or writes is left to rustc, which warns of it.
                Storage::Input(host, mutable) if array.used || *mutable => {
                    Some((id, &**host, *mutable))
                }
                _ => None,
            })
            .collect();
        let devices = inputs.iter().map(|(id, host, mutable)| {
            let element = rust_type(self.types.array(*id));
            match mutable {
                false => quote!(#ocl::Source::<#element>::device(&#host)),
                true => quote!(#ocl::SourceMut::<#element>::device(&#host)),
            }
        });
        let (run, slots) = (inner("run"), self.kernels.slots);
        let start = self.attempt(&quote!(PROGRAM.start(#slots, &[#(#devices),*])));
        let bind = inputs.iter().map(|(id, host, mutable)| {
            let vector = self.names.vector(*id);
            let element = rust_type(self.types.array(*id));
            match mutable {
                false => {
                    let input = self.attempt(&quote!(#run.input::<#element>(#host)));
                    quote!(let #vector = #input;)
                }
                true => {
                    let input = self.attempt(&quote!(#run.provided::<#element>(#host)));
                    quote!(#[allow(unused_mut)] let mut #vector = #input;)
                }
            }
        });
        let opening = self.nest.opening.iter();
        let opening: Vec<TokenStream> = opening
            .map(|stage| self.stage(stage, |_| unreachable!("no loop stands above a guard")))
            .collect();
        let entry = self.nest.entry.iter().map(|agree| self.agree(agree));
        let mut loops = self.kernels.loops.iter();
        let stages: Vec<TokenStream> = self
            .nest
            .stages
            .iter()
            .map(|stage| {
                self.stage(stage, |nested| {
                    let planned = loops.next().expect("every loop has its kernels");
                    self.nested(nested, planned)
                })
            })
            .collect();
        let finish = self.attempt(&quote!(#run.finish()));
        let result = self.result(&self.nest.result);
        let backs = inputs
            .iter()
            .filter(|(_, _, mutable)| *mutable)
            .map(|(id, ..)| {
                let vector = self.names.vector(*id);
                let back = self.attempt(&quote!(#vector.give_back()));
                quote!(#back;)
            });
        let result_name = inner("result");
        let end = match self.options.fallible {
            true => quote!(#rt::Ok(#result_name)),
            false => quote!(#result_name),
        };
        quote! {
            #constant
            #[allow(unused_mut)]
            let mut #run = #start;
            #(#bind)*
            #(#opening)*
            #(#entry)*
            #(#stages)*
            let #result_name = #result;
            #finish;
            #(#backs)*
            #end
        }
    }

    /// The text of the kernels, and the facts of it that the runtime must know.
    fn constant(&self) -> TokenStream {
        let ocl = &self.ocl;
        let Kernels {
            text, fp64, group, ..
        } = self.kernels;
        let name = &self.nest.name;
        let sites = self.kernels.sites.iter().map(|site| {
            let binding = &site.binding;
            let kind = match &site.kind {
                c::SiteKind::Index { signed } => quote!(Index { signed: #signed }),
                c::SiteKind::Arithmetic(what) => quote!(Arithmetic(#what)),
            };
            quote!(#ocl::Site { binding: #binding, kind: #ocl::SiteKind::#kind })
        });
        quote! {
            static PROGRAM: #ocl::Program = #ocl::Program::new(#ocl::Text {
                name: #name,
                text: #text,
                group: #group,
                fp64: #fp64,
                sites: &[#(#sites),*],
            });
        }
    }

    /// The array on the device.
    fn vector(&self, array: ArrayId) -> Ident {
        self.names.vector(self.program.nest.owner(array))
    }

    /// Arrays in the memory of the host, under the names that host code has.
    fn fetched(&self, arrays: &[ArrayId]) -> TokenStream {
        let run = inner("run");
        arrays
            .iter()
            .map(|array| {
                let name = match &self.nest.arrays[*array].storage {
                    Storage::Input(host, _) => quote!(#host),
                    _ => {
                        let name = &self.nest.arrays[*array].name;
                        quote!(#name)
                    }
                };
                let vector = self.vector(*array);
                let fetch = self.attempt(&quote!(#run.host(&#vector)));
                quote!(let #name = #fetch; let #name = &#name[..];)
            })
            .collect()
    }

    fn scalar_types(&self, into: &Pattern<ScalarId>) -> TokenStream {
        match into {
            Pattern::Ignored => quote!(_),
            Pattern::Tuple(items) => {
                let items = items.iter().map(|item| self.scalar_types(item));
                quote!((#(#items,)*))
            }
            Pattern::Name(scalar) => {
                match (&self.nest.scalars[*scalar].ty, self.types.scalar(*scalar)) {
                    (Some(ty), _) => quote!(#ty),
                    (None, Some(ty)) => rust_type(ty),
                    (None, None) => quote!(_),
                }
            }
        }
    }

    fn result(&self, result: &NestResult) -> TokenStream {
        let run = inner("run");
        match result {
            NestResult::Array { array, .. } => {
                let vector = self.vector(*array);
                // An array that the program wrote in place belongs to the caller.
                match self.nest.arrays[self.program.nest.owner(*array)].storage {
                    Storage::Input(_, true) => self.attempt(&quote!(#run.copied(&#vector))),
                    _ => quote!(::core::clone::Clone::clone(&#vector)),
                }
            }
            NestResult::Scalar(host) => self.value(host),
            NestResult::Tuple(items) if items.is_empty() => quote!(()),
            NestResult::Tuple(items) => {
                let items = items.iter().map(|item| self.result(item));
                quote!((#(#items,)*))
            }
        }
    }
}

impl HostCode for Glue<'_> {
    fn parts(&self) -> HostContext<'_> {
        HostContext {
            nest: self.nest,
            options: self.options,
            names: &self.names,
            rt: &self.rt,
            in_closure: false,
        }
    }

    fn len(&self, array: ArrayId) -> TokenStream {
        let vector = self.vector(array);
        quote!(#vector.len())
    }

    /// A host expression; arrays that it looks into are fetched for it.
    /// Elements of arrays of several axes are read from what was fetched.
    fn own<'e>(&self, expr: &'e Expr) -> Cow<'e, Expr> {
        let expr = math::expr(expr, self.options);
        if !over::is_in(&expr) {
            return expr;
        }
        let mut expr = expr.into_owned();
        walk::change(&mut expr, &mut |part| {
            if let Part::After(expr) = part
                && let Some(at) = At::of(expr)
            {
                *expr = at.plain();
            }
            true
        });
        Cow::Owned(expr)
    }

    fn value(&self, host: &Host) -> TokenStream {
        let expr = self.own(&host.expr);
        if host.arrays.is_empty() {
            return quote!(#expr);
        }
        let fetched = self.fetched(&host.arrays);
        quote!({ #fetched #expr })
    }

    /// A range of the type that its elements have on the device.
    fn range(&self, array: ArrayId, range: &Host) -> TokenStream {
        let element = rust_type(self.types.array(array));
        let kind = match &range.expr {
            syn::Expr::Range(range) if matches!(range.limits, syn::RangeLimits::Closed(_)) => {
                quote!(RangeInclusive)
            }
            _ => quote!(Range),
        };
        let (name, value) = (inner("range"), self.value(range));
        quote!({ let #name: ::core::ops::#kind<#element> = #value; #name })
    }

    /// Binds scalars. Those that kernels get have the types that these expect.
    fn bind_scalars(&self, into: &Pattern<ScalarId>, value: &TokenStream) -> TokenStream {
        let (types, pattern) = (self.scalar_types(into), self.scalars(into));
        quote!(let #pattern: #types = #value;)
    }

    fn early(&self, value: &NestResult) -> TokenStream {
        self.on_device(value, &self.nest.result, self.options.output.as_ref())
    }

    fn external(&self, call: &Host, arrays: &[ArrayId], into: &Pattern<Bound>) -> TokenStream {
        let (run, rt) = (inner("run"), &self.rt);
        let mut wanted = arrays.to_vec();
        wanted.extend(call.arrays.iter().filter(|array| !arrays.contains(array)));
        let fetched = self.fetched(&wanted);
        let pattern = pattern(into, &|bound| self.bound(bound));
        let uploads = into.names().into_iter().filter_map(|bound| match bound {
            Bound::Array(array) => {
                let vector = self.names.vector(array);
                let element = rust_type(self.types.array(array));
                let upload =
                    self.attempt(&quote!(#run.upload::<#element>(#rt::Slice::slice(&#vector))));
                Some(quote!(let #vector = #upload;))
            }
            Bound::Scalar(_) => None,
        });
        let expr = self.own(&call.expr);
        // An array is a slice here: `&xs` is as right as `xs`.
        quote! {
            #[allow(clippy::needless_borrow, clippy::needless_borrows_for_generic_args)]
            let #pattern = { #fetched #expr };
            #(#uploads)*
        }
    }
}
