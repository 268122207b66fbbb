//! The host's side: memory, lengths, launches, and what comes back.

use super::parameters::{Parameter, What};
use super::{Kernels, Planned, Program, c, env, number, places};
use crate::codegen::Target;
use crate::codegen::names::{Names, hidden};
use crate::nest::{
    Agree, ArrayId, Bound, Extent, FoldTarget, Host, Loop, Nest, NestResult, Pattern, ScalarId,
    Stage, Storage, WriteMode,
};
use crate::scalar::{Type, Types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// The statements and the final expression of a program, to be put into the
/// block of its function.
pub fn generate(nest: &Nest, types: &Types, target: &Target) -> TokenStream {
    let (nest, types, places) = places::explicit(nest, types);
    let env = env(&nest, &types);
    let program = Program::new(&nest, &types, &places, &env, target.strict);
    let kernels = program.kernels();
    let krate = &target.krate;
    let glue = Glue {
        names: Names::of(&nest),
        program: &program,
        nest: &nest,
        types: &types,
        kernels: &kernels,
        target,
        ocl: quote!(#krate::__ocl),
        rt: quote!(#krate::__rt),
    };
    glue.function()
}

/// The signature of the function that a program becomes: it takes arrays of
/// the host or of the device, and returns arrays of the device.
pub fn signature(nest: &Nest, types: &Types, sig: &mut syn::Signature, krate: &TokenStream) {
    let ocl = quote!(#krate::__ocl);
    for input in &mut sig.inputs {
        let syn::FnArg::Typed(typed) = input else {
            continue;
        };
        let syn::Pat::Ident(name) = &mut *typed.pat else {
            continue;
        };
        let array = nest
            .arrays
            .iter()
            .find_map(|(id, array)| match &array.storage {
                Storage::Input(_, mutable) if array.name == name.ident => Some((id, *mutable)),
                _ => None,
            });
        let Some((id, mutable)) = array else { continue };
        let element = rust_type(types.array(id));
        *typed.ty = match mutable {
            false => syn::parse_quote!(impl #ocl::Source<#element>),
            true => syn::parse_quote!(impl #ocl::SourceMut<#element>),
        };
    }
    if let syn::ReturnType::Type(_, ty) = &mut sig.output {
        arrays_on_device(ty, &nest.result, types, &ocl);
    }
}

/// `Vec<T>` in the type of a result, where an array stands.
fn arrays_on_device(ty: &mut syn::Type, result: &NestResult, types: &Types, ocl: &TokenStream) {
    match (ty, result) {
        (syn::Type::Paren(inner), result) => arrays_on_device(&mut inner.elem, result, types, ocl),
        (syn::Type::Group(inner), result) => arrays_on_device(&mut inner.elem, result, types, ocl),
        (syn::Type::Path(path), result)
            if path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "Result") =>
        {
            if let Some(last) = path.path.segments.last_mut()
                && let syn::PathArguments::AngleBracketed(of) = &mut last.arguments
                && let Some(syn::GenericArgument::Type(ty)) = of.args.first_mut()
            {
                arrays_on_device(ty, result, types, ocl);
            }
        }
        (syn::Type::Tuple(tuple), NestResult::Tuple(items)) => {
            for (ty, item) in tuple.elems.iter_mut().zip(items) {
                arrays_on_device(ty, item, types, ocl);
            }
        }
        (ty, NestResult::Array { array, .. }) => {
            let element = rust_type(types.array(*array));
            *ty = syn::parse_quote!(#ocl::Array<#element>);
        }
        _ => {}
    }
}

/// A type as Rust writes it.
fn rust_type(ty: &Type) -> TokenStream {
    match ty {
        Type::Prim(prim) => {
            let name = Ident::new(prim.name(), Span::call_site());
            quote!(::core::primitive::#name)
        }
        Type::Tuple(items) => {
            let items = items.iter().map(rust_type);
            quote!((#(#items,)*))
        }
        Type::Variable(_) => unreachable!("types are known when code is written"),
    }
}

/// What is at hand while the host code of a program is written.
struct Glue<'g> {
    program: &'g Program<'g>,
    nest: &'g Nest,
    types: &'g Types,
    kernels: &'g Kernels,
    target: &'g Target,
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
                Storage::Input(host, mutable) => Some((id, &**host, *mutable)),
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
                    let input = self.attempt(&quote!(#run.lend::<#element>(#host)));
                    quote!(#[allow(unused_mut)] let mut #vector = #input;)
                }
            }
        });
        let entry = self.nest.entry.iter().map(|agree| self.agree(agree));
        let mut loops = self.kernels.loops.iter();
        let stages: Vec<TokenStream> = self
            .nest
            .stages
            .iter()
            .map(|stage| match stage {
                Stage::Loop(nested) => {
                    let planned = loops.next().expect("every loop has its kernels");
                    self.nested(nested, planned)
                }
                other => self.stage(other),
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
        let end = match self.target.fallible {
            true => quote!(#rt::Ok(#result_name)),
            false => quote!(#result_name),
        };
        quote! {
            #constant
            #[allow(unused_mut)]
            let mut #run = #start;
            #(#bind)*
            #(#entry)*
            #(#stages)*
            let #result_name = #result;
            #finish;
            #(#backs)*
            #end
        }
    }

    /// The text of the kernels, and what the runtime must know of it.
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

    /// The value of a result, or the end of the program.
    fn attempt(&self, result: &TokenStream) -> TokenStream {
        let rt = &self.rt;
        let name = &self.nest.name;
        let (value, fault) = (inner("value"), inner("fault"));
        let fail = if self.target.fallible {
            quote!(return #rt::Err(#rt::From::from(#fault.at(#name))))
        } else {
            quote!(#fault.at(#name).raise())
        };
        quote! {
            match #result {
                #rt::Ok(#value) => #value,
                #rt::Err(#fault) => #fail,
            }
        }
    }

    /// The array on the device.
    fn vector(&self, array: ArrayId) -> Ident {
        self.names.vector(self.program.owner(array))
    }

    fn len(&self, array: ArrayId) -> TokenStream {
        let vector = self.vector(array);
        quote!(#vector.len())
    }

    fn extent(&self, extent: &Extent) -> TokenStream {
        let rt = &self.rt;
        match extent {
            Extent::Array(array) => self.len(*array),
            Extent::Scalar(scalar) => {
                let name = &self.nest.scalars[*scalar].name;
                quote!(#rt::length(#name))
            }
            Extent::Literal(number) => {
                let number = proc_macro2::Literal::usize_suffixed(*number);
                quote!(#number)
            }
            Extent::Kept(array) | Extent::Generated(array) => {
                let len = self.names.len(*array);
                quote!(#len)
            }
            Extent::Product(left, right) => {
                let name = extent.name(self.nest);
                let (left, right) = (self.extent(left), self.extent(right));
                self.attempt(&quote!(#rt::product(#left, #right, #name)))
            }
        }
    }

    fn agree(&self, agree: &Agree) -> TokenStream {
        let rt = &self.rt;
        let name = self.nest.arrays[agree.array].name.to_string();
        let len = self.len(agree.array);
        let extent = self.extent(&agree.extent);
        let extent_name = agree.extent.name(self.nest);
        let check = self.attempt(&quote!(#rt::agree(#extent_name, #extent, #name, #len)));
        quote!(#check;)
    }

    fn stage(&self, stage: &Stage) -> TokenStream {
        let rt = &self.rt;
        match stage {
            Stage::Host { value, into } => {
                let value = self.host(value);
                self.bind_scalars(into, &value)
            }
            Stage::Length { extent, into } => {
                let extent = self.extent(extent);
                self.bind_scalars(into, &extent)
            }
            Stage::External { call, arrays, into } => self.external(call, arrays, into),
            Stage::Conform {
                array,
                extent,
                into,
            } => {
                let name = self.nest.arrays[*into].name.to_string();
                let len = self.len(*array);
                let extent = self.extent(extent);
                let check = self.attempt(&quote!(#rt::conform(#len, #extent, #name)));
                quote!(#check;)
            }
            Stage::Count {
                value,
                range,
                array,
            } => {
                let len = self.names.len(*array);
                let host = self.host(value);
                let value = match range {
                    true => {
                        let range = self.range(*array, &value.expr, &host);
                        quote!(#rt::Counted::count(&#range))
                    }
                    false => quote!(#rt::length(#host)),
                };
                quote!(let #len = #value;)
            }
            Stage::Agree(agree) => self.agree(agree),
            Stage::Loop(_) => unreachable!("loops are launched"),
        }
    }

    /// A range of the type that its elements have on the device.
    fn range(&self, array: ArrayId, range: &syn::Expr, value: &TokenStream) -> TokenStream {
        let element = rust_type(self.types.array(array));
        let kind = match range {
            syn::Expr::Range(range) if matches!(range.limits, syn::RangeLimits::Closed(_)) => {
                quote!(RangeInclusive)
            }
            _ => quote!(Range),
        };
        let name = inner("range");
        quote!({ let #name: ::core::ops::#kind<#element> = #value; #name })
    }

    /// A host expression; arrays that it looks into are fetched for it.
    fn host(&self, host: &Host) -> TokenStream {
        let expr = &host.expr;
        if host.arrays.is_empty() {
            return quote!(#expr);
        }
        let fetched = self.fetched(&host.arrays);
        quote!({ #fetched #expr })
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

    fn external(&self, call: &Host, arrays: &[ArrayId], into: &Pattern<Bound>) -> TokenStream {
        let (run, rt) = (inner("run"), &self.rt);
        let mut wanted = arrays.to_vec();
        wanted.extend(call.arrays.iter().filter(|array| !arrays.contains(array)));
        let fetched = self.fetched(&wanted);
        let pattern = pattern(into, &|bound| match bound {
            Bound::Array(array) => {
                let vector = self.names.vector(array);
                quote!(#vector)
            }
            Bound::Scalar(scalar) => {
                let name = &self.nest.scalars[scalar].name;
                quote!(#name)
            }
        });
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
        let expr = &call.expr;
        quote! {
            let #pattern = { #fetched #expr };
            #(#uploads)*
        }
    }

    /// `let pattern: types = value;` for scalars of the program: those that
    /// kernels get have the types that these expect.
    fn bind_scalars(&self, into: &Pattern<ScalarId>, value: &TokenStream) -> TokenStream {
        let types = self.scalar_types(into);
        let pattern = pattern(into, &|scalar| {
            let name = &self.nest.scalars[scalar].name;
            quote!(#name)
        });
        quote!(let #pattern: #types = #value;)
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

    /// One loop: its memory, its launch, its results.
    fn nested(&self, nested: &Loop, planned: &Planned) -> TokenStream {
        let (ocl, run) = (&self.ocl, inner("run"));
        let (n, of, args, totals) = (inner("n"), inner("of"), inner("args"), inner("totals"));
        let extent = self.extent(&nested.extent);
        let Planned {
            kernel,
            items,
            levels,
            partial,
            single_pass,
            ..
        } = planned;
        let strict = self.target.strict;
        let early = nested
            .writes
            .iter()
            .filter(|write| !self.is_counted(write.mode, write.array, strict))
            .map(|write| self.allocate(nested, write.array, write.mode, strict));
        let early: TokenStream = early.collect();
        let claims = self.claims(nested, planned);
        let ranges = self.starts(planned);
        let seeds = self.seeds(planned);
        let with_outputs = self.arguments(&planned.parameters, &[]);
        let of_totals = self.arguments(&planned.totals, &[]);
        let spines = planned
            .spines
            .iter()
            .map(|spine| self.arguments(spine, &[]));
        let spines: Vec<TokenStream> = spines.collect();
        let counted: Vec<ArrayId> = nested
            .writes
            .iter()
            .filter(|write| self.is_counted(write.mode, write.array, strict))
            .map(|write| write.array)
            .collect();
        let description = quote! {
            #ocl::Loop {
                kernel: #kernel,
                items: #items,
                levels: &[#(#levels),*],
                partial: #partial,
                single_pass: #single_pass,
            }
        };
        let launch = if strict {
            let launch = self.attempt(&quote!(#run.launch_single(#kernel, #n, &#args)));
            quote! {
                let #args = #with_outputs;
                #launch;
            }
        } else if counted.is_empty() {
            let launch =
                self.attempt(&quote!(#run.launch(&#of, #n, &#args, &#totals, &[#(#spines),*])));
            quote! {
                let #of = #description;
                let (#args, #totals) = (#with_outputs, #of_totals);
                #launch;
            }
        } else {
            let without = self.arguments(&planned.parameters, &counted);
            let pending = inner("pending");
            let count = self.attempt(&quote!(#run.count(&#of, #n, &#args, &[#(#spines),*])));
            let complete = self.attempt(&quote!(#run.complete(#pending, &#args, &#totals)));
            let allocate = counted.iter().map(|array| {
                let vector = self.names.vector(*array);
                let ty = rust_type(self.types.array(*array));
                let slot = planned.counts[array];
                let len = self.attempt(&quote!(#run.read::<::core::primitive::usize>(#slot)));
                let counted = inner("counted");
                let fresh = self.attempt(&quote!(#run.fresh::<#ty>(#counted)));
                quote!(let #counted = #len; let #vector = #fresh;)
            });
            quote! {
                let #of = #description;
                let #args = #without;
                let #pending = #count;
                #(#allocate)*
                let (#args, #totals) = (#with_outputs, #of_totals);
                #complete;
            }
        };
        let settles = self.settles(nested, planned);
        let results = self.results(nested, planned, strict);
        quote! {
            let #n = #extent;
            #early
            #claims
            #ranges
            #seeds
            #launch
            #settles
            #results
        }
    }

    /// Whether an array is allocated when its length has been counted.
    fn is_counted(&self, mode: WriteMode, array: ArrayId, strict: bool) -> bool {
        mode == WriteMode::Append && !strict && self.program.places.place(array).is_some()
    }

    /// The memory of an array that a loop writes.
    fn allocate(
        &self,
        nested: &Loop,
        array: ArrayId,
        mode: WriteMode,
        strict: bool,
    ) -> TokenStream {
        let (run, n) = (inner("run"), inner("n"));
        let vector = self.names.vector(array);
        let ty = rust_type(self.types.array(array));
        let mutable = match mode {
            WriteMode::Compact => quote!(mut),
            WriteMode::Append if strict => quote!(mut),
            _ => quote!(),
        };
        let value = match mode {
            WriteMode::InPlace(_) | WriteMode::ScatterInPlace(_) => return TokenStream::new(),
            WriteMode::Fresh | WriteMode::Compact => quote!(#run.fresh::<#ty>(#n)),
            WriteMode::Append => {
                let len = self.extent(&places::all_pairs(nested));
                quote!(#run.fresh::<#ty>(#len))
            }
            WriteMode::Scatter(dest) => {
                let dest = self.vector(dest);
                quote!(#run.copied(&#dest))
            }
        };
        let value = self.attempt(&value);
        quote!(#[allow(unused_mut)] let #mutable #vector = #value;)
    }

    /// What scatters of elements of several leaves need.
    fn claims(&self, nested: &Loop, planned: &Planned) -> TokenStream {
        let run = inner("run");
        planned
            .parameters
            .iter()
            .filter_map(|parameter| match parameter.what {
                What::Owners(array) => {
                    let len = self.len(array);
                    let owners = self.derived(array, "owners");
                    let zeroed = self.attempt(&quote!(#run.zeroed::<::core::primitive::u32>(#len)));
                    Some(quote!(let #owners = #zeroed;))
                }
                What::Claims(array) => {
                    let len = self.extent(&places::all_pairs(nested));
                    let claims = self.derived(array, "values");
                    let ty = rust_type(self.types.array(array));
                    let fresh = self.attempt(&quote!(#run.fresh::<#ty>(#len)));
                    Some(quote!(let #claims = #fresh;))
                }
                _ => None,
            })
            .collect()
    }

    /// The launches after which scattered arrays hold what won.
    fn settles(&self, nested: &Loop, planned: &Planned) -> TokenStream {
        let (ocl, run) = (&self.ocl, inner("run"));
        nested
            .writes
            .iter()
            .filter(|write| {
                planned
                    .parameters
                    .iter()
                    .any(|parameter| matches!(parameter.what, What::Owners(array) if array == write.array))
            })
            .map(|write| {
                let name = self.nest.arrays[write.array].name.to_string();
                let kernel = format!("{}_{}", planned.kernel, c::printer::c_name(&name));
                let (owners, values) = (
                    self.derived(write.array, "owners"),
                    self.derived(write.array, "values"),
                );
                let vector = self.vector(write.array);
                let launch = self.attempt(&quote! {
                    #run.launch(
                        &#ocl::Loop {
                            kernel: #kernel,
                            items: 1,
                            levels: &[],
                            partial: 0,
                            single_pass: true,
                        },
                        #vector.len(),
                        &#ocl::Args::new().array(&#owners).array(&#values).array(&#vector),
                        &#ocl::Args::new(),
                        &[],
                    )
                });
                quote!(#launch;)
            })
            .collect()
    }

    fn derived(&self, array: ArrayId, what: &str) -> Ident {
        inner(&format!("{what}{}", number(array)))
    }

    /// The first elements of ranges.
    fn starts(&self, planned: &Planned) -> TokenStream {
        let rt = &self.rt;
        planned
            .parameters
            .iter()
            .filter_map(|parameter| match parameter.what {
                What::Start(array) => {
                    let range = self.range_of(planned, array)?;
                    let host = self.host(&range);
                    let range = self.range(array, &range.expr, &host);
                    let (name, whole) = (self.names.range(array), inner("whole"));
                    let ty = rust_type(&parameter.ty);
                    Some(quote! {
                        let #name: #ty = {
                            let #whole = #range;
                            // An empty range has no first element.
                            if #rt::Counted::count(&#whole) == 0 {
                                <#ty as ::core::default::Default>::default()
                            } else {
                                #rt::Counted::at(&#whole, 0)
                            }
                        };
                    })
                }
                _ => None,
            })
            .collect()
    }

    fn range_of(&self, planned: &Planned, array: ArrayId) -> Option<Host> {
        let mut found = None;
        for nested in self
            .nest
            .loops()
            .filter(|nested| nested.number == planned.number)
        {
            nested.body.visit(&mut |region| {
                for step in &region.steps {
                    if let crate::nest::Step::Range { range, into } = step
                        && into.names().contains(&array)
                    {
                        found = Some(range.clone());
                    }
                }
            });
        }
        found
    }

    /// What enters folds and scans from the left, computed once.
    fn seeds(&self, planned: &Planned) -> TokenStream {
        let mut seeds: BTreeMap<usize, TokenStream> = BTreeMap::new();
        let spines = planned.spines.iter().flatten();
        let all = planned.parameters.iter().chain(&planned.totals);
        for parameter in all.chain(spines) {
            if let What::Seed(id, value) = &parameter.what {
                let (name, ty) = (seed(*id), rust_type(&parameter.ty));
                let value = self.host(value);
                seeds.insert(*id, quote!(let #name: #ty = #value;));
            }
        }
        seeds.into_values().collect()
    }

    /// The arguments of a kernel. What is still to be counted has no memory.
    fn arguments(&self, parameters: &[Parameter], missing: &[ArrayId]) -> TokenStream {
        let ocl = &self.ocl;
        let args = parameters.iter().map(|parameter| {
            let ty = rust_type(&parameter.ty);
            match &parameter.what {
                What::Array(array, _) if missing.contains(array) => quote!(.none::<#ty>()),
                What::Array(array, _) => {
                    let vector = self.vector(*array);
                    quote!(.array::<#ty>(&#vector))
                }
                What::Length(array) => {
                    let len = self.len(*array);
                    quote!(.scalar::<#ty>(#len))
                }
                What::Scalar(scalar) => {
                    let name = &self.nest.scalars[*scalar].name;
                    quote!(.scalar::<#ty>(#name))
                }
                What::Seed(id, _) => {
                    let seed = seed(*id);
                    quote!(.scalar::<#ty>(#seed))
                }
                What::Start(array) => {
                    let range = self.names.range(*array);
                    quote!(.scalar::<#ty>(#range))
                }
                What::Owners(array) => {
                    let owners = self.derived(*array, "owners");
                    quote!(.array::<#ty>(&#owners))
                }
                What::Claims(array) => {
                    let values = self.derived(*array, "values");
                    quote!(.array::<#ty>(&#values))
                }
            }
        });
        quote!(#ocl::Args::new()#(#args)*)
    }

    /// What a loop leaves in the record: totals, and lengths of packed arrays.
    fn results(&self, nested: &Loop, planned: &Planned, strict: bool) -> TokenStream {
        let run = inner("run");
        let lengths = nested.writes.iter().filter_map(|write| {
            let slot = planned.counts.get(&write.array)?;
            if self.is_counted(write.mode, write.array, strict) {
                return None;
            }
            let vector = self.names.vector(write.array);
            let len = self.attempt(&quote!(#run.read::<::core::primitive::usize>(#slot)));
            Some(quote!(#vector.truncate(#len);))
        });
        let totals = nested.folds.iter().map(|fold| {
            let ty = rust_type(&self.program.element_type(fold.arg));
            let slot = planned.slots[&fold.id];
            let total = self.attempt(&quote!(#run.read::<#ty>(#slot)));
            match &fold.into {
                FoldTarget::Scalars(into) => self.bind_scalars(into, &total),
                FoldTarget::Kept(array) => {
                    let len = self.names.len(*array);
                    quote!(let #len = #total;)
                }
            }
        });
        let (lengths, totals): (Vec<_>, Vec<_>) = (lengths.collect(), totals.collect());
        quote!(#(#lengths)* #(#totals)*)
    }

    fn result(&self, result: &NestResult) -> TokenStream {
        let run = inner("run");
        match result {
            NestResult::Array { array, .. } => {
                let vector = self.vector(*array);
                // What the program wrote in place belongs to the caller.
                match self.nest.arrays[self.program.owner(*array)].storage {
                    Storage::Input(_, true) => self.attempt(&quote!(#run.copied(&#vector))),
                    _ => quote!(::core::clone::Clone::clone(&#vector)),
                }
            }
            NestResult::Scalar(host) => self.host(host),
            NestResult::Tuple(items) if items.is_empty() => quote!(()),
            NestResult::Tuple(items) => {
                let items = items.iter().map(|item| self.result(item));
                quote!((#(#items,)*))
            }
        }
    }
}

/// The variable of a seed.
fn seed(id: usize) -> Ident {
    inner(&format!("seed{id}"))
}

/// A pattern with each name written by `name`.
fn pattern<T: Copy>(of: &Pattern<T>, name: &dyn Fn(T) -> TokenStream) -> TokenStream {
    match of {
        Pattern::Name(item) => name(*item),
        Pattern::Ignored => quote!(_),
        Pattern::Tuple(items) => {
            let items = items.iter().map(|item| pattern(item, name));
            quote!((#(#items,)*))
        }
    }
}

/// A variable of the generated code that belongs to no name of the user's.
fn inner(text: &str) -> Ident {
    hidden(text, Span::call_site())
}
