//! The launch of one loop: its memory, its arguments, and its results.

use super::super::parameters::{HostValue, Parameter};
use super::super::{Planned, c, number};
use super::Glue;
use super::signature::rust_type;
use crate::codegen::host::HostCode;
use crate::codegen::names::inner;
use crate::nest::{ArrayId, Extent, FoldTarget, Host, Loop, Step, WriteMode};
use crate::schedule::device::{Divided, Order, states};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

impl Glue<'_> {
    /// One loop: its memory, its launch, its results.
    pub(super) fn nested(&self, nested: &Loop, planned: &Planned) -> TokenStream {
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
        let order = self.program.scheduled(nested).order;
        let strict = order == Order::Serial;
        let early = nested
            .writes
            .iter()
            .filter(|write| !is_counted(write.mode, strict))
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
            .filter(|write| is_counted(write.mode, strict))
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
        let rows_and_columns = || match &nested.axes[..] {
            [.., rows, columns] => [self.extent(rows), self.extent(columns)],
            _ => unreachable!("a rectangle has rows and columns"),
        };
        // The loops that one launch does.
        let one = if strict {
            Some(quote!(#run.launch_single(#kernel, #n, &#args)))
        } else if let Some(tile) = planned.tile {
            let [rows, columns] = rows_and_columns();
            let (down, across) = (tile.rows, tile.columns);
            Some(quote!(#run.launch_tiled(
                #kernel, #n, [#rows, #columns], [#down, #across], &#args
            )))
        } else if let Some(divided) = &self.program.scheduled(nested).divided {
            let Divided {
                beside,
                least,
                range,
            } = divided;
            // Of a range that only lanes know, it may be long.
            let terms = match range {
                Some((from, to)) => quote!(::core::primitive::usize::saturating_sub(#to, #from)),
                None => quote!(::core::primitive::usize::MAX),
            };
            Some(quote!(#run.launch_divided(
                #kernel, #n, #beside, #least, #terms, &#args
            )))
        } else if order == Order::Rectangles {
            let [rows, columns] = rows_and_columns();
            Some(quote!(#run.launch_rectangles(
                #kernel, #n, [#rows, #columns], #items, &#args
            )))
        } else {
            None
        };
        let launch = if let Some(launch) = one {
            let launch = self.attempt(&launch);
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
        let again = self.program.scheduled(nested).again.then(|| {
            let kernel = format!("{kernel}_again");
            let launch = self.attempt(&quote!(#run.launch_single(#kernel, #n, &#args)));
            quote!(#launch;)
        });
        let settles = self.settles(nested, planned);
        let reductions = self.reductions(planned);
        let results = self.results(nested, planned, strict);
        quote! {
            let #n = #extent;
            #early
            #claims
            #ranges
            #seeds
            #launch
            #again
            #settles
            #reductions
            #results
        }
    }

    /// The memory of an array that a loop writes.
    fn allocate(
        &self,
        nested: &Loop,
        array: ArrayId,
        mode: WriteMode,
        strict: bool,
    ) -> TokenStream {
        let run = inner("run");
        let vector = self.names.vector(array);
        let ty = rust_type(self.types.array(array));
        let mutable = match mode {
            WriteMode::Compact => quote!(mut),
            WriteMode::Append if strict => quote!(mut),
            _ => quote!(),
        };
        let value = match mode {
            WriteMode::Fill(_)
            | WriteMode::InPlace(_)
            | WriteMode::Part(_)
            | WriteMode::ScatterInPlace(_)
            | WriteMode::ReduceInPlace(_) => {
                return TokenStream::new();
            }
            WriteMode::Fresh | WriteMode::Replace(_) | WriteMode::Compact | WriteMode::Append => {
                let len = self.most(nested, array);
                quote!(#run.fresh::<#ty>(#len))
            }
            WriteMode::Scatter(dest) | WriteMode::Reduce(dest) => {
                let dest = self.vector(dest);
                quote!(#run.copied(&#dest))
            }
        };
        let value = self.attempt(&value);
        quote!(#[allow(unused_mut)] let #mutable #vector = #value;)
    }

    /// The number of elements of an array of a loop if filters keep all.
    fn most(&self, nested: &Loop, array: ArrayId) -> TokenStream {
        let axes = nested.axes_of(array);
        if axes.is_empty() {
            let n = inner("n");
            return quote!(#n);
        }
        let inside = axes.into_iter().map(Extent::Array);
        let outside = [nested.extent.clone()].into_iter();
        self.extent(&Extent::of(outside.chain(inside).collect()))
    }

    /// The buffers that scatters of elements of several leaves need.
    fn claims(&self, nested: &Loop, planned: &Planned) -> TokenStream {
        let run = inner("run");
        planned
            .parameters
            .iter()
            .filter_map(|parameter| match parameter.value {
                HostValue::Owners(array) => {
                    let len = self.len(array);
                    let owners = self.derived(array, "owners");
                    let zeroed = self.attempt(&quote!(#run.zeroed::<::core::primitive::u32>(#len)));
                    Some(quote!(let #owners = #zeroed;))
                }
                HostValue::Claims(array) => {
                    let len = self.most(nested, array);
                    let claims = self.derived(array, "values");
                    let ty = rust_type(self.types.array(array));
                    let fresh = self.attempt(&quote!(#run.fresh::<#ty>(#len)));
                    Some(quote!(let #claims = #fresh;))
                }
                HostValue::Bins(array) => {
                    let len = self.most(nested, array);
                    let bins = self.derived(array, "bins");
                    let zeroed = self.attempt(&quote!(#run.zeroed::<::core::primitive::u32>(#len)));
                    Some(quote!(let #bins = #zeroed;))
                }
                _ => None,
            })
            .collect()
    }

    /// The launches after which scattered arrays hold the elements that won.
    fn settles(&self, nested: &Loop, planned: &Planned) -> TokenStream {
        let (ocl, run) = (&self.ocl, inner("run"));
        nested
            .writes
            .iter()
            .filter(|write| {
                planned
                    .parameters
                    .iter()
                    .any(|parameter| matches!(parameter.value, HostValue::Owners(array) if array == write.array))
            })
            .map(|write| {
                let name = self.nest.arrays[write.array].name.to_string();
                let kernel = format!("{}_{}", planned.kernel, c::c_name(&name));
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

    pub(super) fn derived(&self, array: ArrayId, what: &str) -> Ident {
        inner(&format!("{what}{}", number(array)))
    }

    /// The first elements of ranges.
    fn starts(&self, planned: &Planned) -> TokenStream {
        let rt = &self.rt;
        planned
            .parameters
            .iter()
            .filter_map(|parameter| match parameter.value {
                HostValue::Start(array) => {
                    let range = self.range_of(planned, array)?;
                    let range = self.range(array, &range);
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
                for step in region.steps() {
                    if let Step::Range { range, into } = step
                        && into.names().contains(&array)
                    {
                        found = Some(range.clone());
                    }
                }
            });
        }
        found
    }

    /// The starts of folds and scans, computed once.
    fn seeds(&self, planned: &Planned) -> TokenStream {
        let mut seeds: BTreeMap<usize, TokenStream> = BTreeMap::new();
        let spines = planned.spines.iter().flatten();
        let all = planned.parameters.iter().chain(&planned.totals);
        for parameter in all.chain(spines) {
            if let HostValue::Seed(id, value) = &parameter.value {
                let (name, ty) = (seed(*id), rust_type(&parameter.ty));
                let value = self.value(value);
                seeds.insert(*id, quote!(let #name: #ty = #value;));
            }
        }
        seeds.into_values().collect()
    }

    /// The arguments of a kernel. A result that is still to be counted has no memory.
    pub(super) fn arguments(&self, parameters: &[Parameter], missing: &[ArrayId]) -> TokenStream {
        let ocl = &self.ocl;
        let args = parameters.iter().map(|parameter| {
            let ty = rust_type(&parameter.ty);
            match &parameter.value {
                HostValue::Array(array, _) if missing.contains(array) => quote!(.none::<#ty>()),
                HostValue::Array(array, _) => {
                    let vector = self.vector(*array);
                    quote!(.array::<#ty>(&#vector))
                }
                HostValue::Length(array) => {
                    let len = self.len(*array);
                    quote!(.scalar::<#ty>(#len))
                }
                HostValue::Axis(extent) => {
                    let extent = self.extent(extent);
                    quote!(.scalar::<#ty>(#extent))
                }
                HostValue::Scalar(scalar) => {
                    let name = &self.nest.scalars[*scalar].name;
                    quote!(.scalar::<#ty>(#name))
                }
                HostValue::Seed(id, _) => {
                    let seed = seed(*id);
                    quote!(.scalar::<#ty>(#seed))
                }
                HostValue::Start(array) => {
                    let range = self.names.range(*array);
                    quote!(.scalar::<#ty>(#range))
                }
                HostValue::Owners(array) => {
                    let owners = self.derived(*array, "owners");
                    quote!(.array::<#ty>(&#owners))
                }
                HostValue::Claims(array) => {
                    let values = self.derived(*array, "values");
                    quote!(.array::<#ty>(&#values))
                }
                HostValue::Bins(array) => {
                    let bins = self.derived(*array, "bins");
                    quote!(.array::<#ty>(&#bins))
                }
            }
        });
        quote!(#ocl::Args::new()#(#args)*)
    }

    /// Reads the results of a loop from the record: totals, and lengths of compacted arrays.
    fn results(&self, nested: &Loop, planned: &Planned, strict: bool) -> TokenStream {
        let run = inner("run");
        let lengths = nested.writes.iter().filter_map(|write| {
            let slot = planned.counts.get(&write.array)?;
            if is_counted(write.mode, strict) {
                return None;
            }
            let vector = self.names.vector(write.array);
            let len = self.attempt(&quote!(#run.read::<::core::primitive::usize>(#slot)));
            Some(quote!(#vector.truncate(#len);))
        });
        let totals = nested.folds.iter().map(|fold| {
            let ty = rust_type(states::entered(self.program.types, &fold.intake));
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
}

/// The variable of a seed.
fn seed(id: usize) -> Ident {
    inner(&format!("seed{id}"))
}

/// Returns true if an array is allocated when its length has been counted.
fn is_counted(mode: WriteMode, strict: bool) -> bool {
    mode == WriteMode::Append && !strict
}
