//! The host code that all backends share: lengths, sizes that must agree, scalars, and how an error
//! leaves the program.
//!
//! Backends differ in where arrays lie, and so in how an array's length is written and in the
//! statements that a host expression needs before it can look into one.

use super::CodegenOptions;
use super::math;
use super::names::{Names, at, concat, inner, placed};
use crate::nest::{
    Agree, ArrayId, Bound, Early, Extent, Host, Loop, Nest, NestResult, NestScalar, Pattern,
    ScalarId, Stage, bare, checked, may_fail,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::borrow::Cow;
use syn::spanned::Spanned;
use syn::{BinOp, Expr};

/// The context of the host code.
#[derive(Clone, Copy)]
pub(super) struct HostContext<'p> {
    pub(super) nest: &'p Nest,
    pub(super) options: &'p CodegenOptions,
    pub(super) names: &'p Names,
    /// The path of the CPU's runtime, which has the checks of all backends.
    pub(super) rt: &'p TokenStream,
    /// Set inside of a closure that has an outcome and hands failures on, such as that of a band.
    pub(super) in_closure: bool,
}

/// The host code of a program on one backend.
pub(super) trait HostCode {
    fn parts(&self) -> HostContext<'_>;

    /// An expression of the user's, as this code has it.
    fn own<'e>(&self, expr: &'e Expr) -> Cow<'e, Expr> {
        math::expr(expr, self.parts().options)
    }

    /// The length of an array in memory.
    fn len(&self, array: ArrayId) -> TokenStream;

    /// The value of a host expression.
    fn value(&self, host: &Host) -> TokenStream;

    /// A range, of which the array is the elements.
    fn range(&self, array: ArrayId, range: &Host) -> TokenStream;

    /// A host expression that counts the elements that a binding makes: the program ends where its
    /// arithmetic has no result.
    fn checked(&self, host: &Host, binding: &str) -> Host {
        if !may_fail(&host.expr) {
            return host.clone();
        }
        let rt = self.parts().rt;
        let expr = checked(&host.expr, &|left, op, right| {
            let function = match op {
                BinOp::Add(_) => "size_add",
                BinOp::Sub(_) => "size_sub",
                BinOp::Mul(_) => "size_mul",
                BinOp::Div(_) => "size_div",
                _ => "size_rem",
            };
            let function = Ident::new(function, Span::call_site());
            // At the operator, where rustc says that the types are no numbers.
            let function = placed(quote!(#rt::#function), op.span());
            // As arguments they need no parentheses, of which rustc warns.
            let (left, right) = (bare(left), bare(right));
            self.attempt(&quote!(#function(#left, #right, #binding)))
        });
        Host {
            expr,
            ..host.clone()
        }
    }

    /// `let pattern = value;` for scalars of the program.
    fn bind_scalars(&self, into: &Pattern<ScalarId>, value: &TokenStream) -> TokenStream;

    /// `let pattern = call;` where the call gets whole arrays.
    fn external(&self, call: &Host, arrays: &[ArrayId], into: &Pattern<Bound>) -> TokenStream;

    /// The value that a guard returns, as the declared type.
    fn early(&self, value: &NestResult) -> TokenStream;

    /// The statements after scalars that are lengths: they use each that the program uses, even
    /// where loops and checks take the number from elsewhere.
    fn after_length(&self, into: &Pattern<ScalarId>) -> TokenStream {
        self.mark_used(into, |_| true)
    }

    /// The statements after a scalar that only names a size which has another name already: they
    /// use it.
    fn after_count(&self, into: &Pattern<ScalarId>) -> TokenStream {
        self.mark_used(into, |scalar| !scalar.named)
    }

    /// Statements without effect that use the scalars that the program uses and that are wanted.
    fn mark_used(
        &self,
        into: &Pattern<ScalarId>,
        wanted: impl Fn(&NestScalar) -> bool,
    ) -> TokenStream {
        let scalars = into.names().into_iter();
        let scalars = scalars.map(|scalar| &self.parts().nest.scalars[scalar]);
        let used = scalars.filter(|scalar| scalar.used && wanted(scalar));
        concat(used.map(|scalar| {
            let name = &scalar.name;
            quote!(let _ = #name;)
        }))
    }

    /// A stage; loops are the backend's own.
    fn stage(&self, stage: &Stage, mut nested: impl FnMut(&Loop) -> TokenStream) -> TokenStream {
        let HostContext {
            nest,
            options,
            names,
            rt,
            ..
        } = self.parts();
        match stage {
            Stage::Host {
                value,
                into,
                size_of,
            } => {
                let value = match size_of {
                    Some(binding) => self.value(&self.checked(value, binding)),
                    None => self.value(value),
                };
                let bind = self.bind_scalars(into, &value);
                let after = self.after_count(into);
                quote!(#bind #after)
            }
            Stage::Guard { condition, value } => {
                let condition = self.value(condition);
                let value = match value {
                    Early::Error(error) => {
                        let error = self.value(error);
                        quote!(#rt::Err(#error))
                    }
                    Early::Value(value) if options.fallible => {
                        let value = self.early(value);
                        quote!(#rt::Ok(#value))
                    }
                    Early::Value(NestResult::Tuple(items)) if items.is_empty() => {
                        TokenStream::new()
                    }
                    Early::Value(value) => self.early(value),
                };
                quote!(if #condition { return #value; })
            }
            Stage::Length { extent, into } => {
                let bind = self.bind_scalars(into, &self.extent(extent));
                let after = self.after_length(into);
                quote!(#bind #after)
            }
            Stage::Inside {
                positions,
                extent,
                array,
                axis,
                into,
            } => {
                let (positions, extent) = (self.value(positions), self.extent(extent));
                let axis = match axis {
                    Some(axis) => quote!(#rt::Some(#axis)),
                    None => quote!(#rt::None),
                };
                let check = quote!(#rt::inside(#positions, #extent, #array, #axis));
                let bind = self.bind_scalars(into, &self.attempt(&check));
                let after = self.after_count(into);
                quote!(#bind #after)
            }
            Stage::External { call, arrays, into } => self.external(call, arrays, into),
            Stage::Conform {
                array,
                lengths,
                chunk: Some(chunk),
                into,
            } => {
                let (array, into) = (&nest.arrays[*array].name, &nest.arrays[*into].name);
                let (array, name) = (array.to_string(), into.to_string());
                let lengths = lengths.iter().map(|(has, _)| has).chain([chunk]);
                let lengths = lengths.map(|extent| self.extent(extent));
                let check = self.attempt(&quote!(#rt::whole_chunks(#(#lengths,)* #array, #name)));
                quote!(#check;)
            }
            Stage::Conform { lengths, into, .. } => {
                let name = nest.arrays[*into].name.to_string();
                let checks = lengths.iter().enumerate().map(|(axis, (has, wanted))| {
                    let (has, wanted) = (self.extent(has), self.extent(wanted));
                    self.attempt(&match lengths.len() {
                        1 => quote!(#rt::conform(#has, #wanted, #name)),
                        _ => quote!(#rt::conform_axis(#has, #wanted, #axis, #name)),
                    })
                });
                quote!(#(#checks;)*)
            }
            Stage::Count {
                value,
                range,
                array,
            } => {
                let len = names.len(*array);
                let value = &self.checked(value, &nest.arrays[*array].name.to_string());
                let count = if *range {
                    let range = self.range(*array, value);
                    quote!(#rt::Counted::count(&#range))
                } else {
                    let value = self.value(value);
                    let name = nest.arrays[*array].shown();
                    self.attempt(&quote!(#rt::checked_length(#value, #name)))
                };
                quote!(let #len = #count;)
            }
            Stage::Size { size, of } => {
                let size = &nest.scalars[*size].name;
                let check = self.attempt(&quote!(#rt::checked_length(#size, #of)));
                quote!(let _ = #check;)
            }
            Stage::Agree(agree) => self.agree(agree),
            Stage::Loop(of) => nested(of),
        }
    }

    /// The value of a result, or the end of the program.
    fn attempt(&self, result: &TokenStream) -> TokenStream {
        let HostContext {
            nest,
            options,
            rt,
            in_closure,
            ..
        } = self.parts();
        if in_closure {
            return quote!(#result?);
        }
        let name = &nest.name;
        let (value, fault) = (inner("value"), inner("fault"));
        let fail = if options.fallible {
            // At the declared type, where rustc says that it is not made of an
            // `Error`.
            let returned = placed(quote!(returned), options.declared);
            quote!(return #rt::Err(#fault.#returned(#name)))
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

    /// The number of elements of an extent.
    fn extent(&self, extent: &Extent) -> TokenStream {
        let HostContext {
            nest, names, rt, ..
        } = self.parts();
        match extent {
            Extent::Array(array) => self.len(*array),
            Extent::Scalar(scalar) => {
                let name = &nest.scalars[*scalar].name;
                quote!(#rt::length(#name))
            }
            Extent::Literal(number) => {
                let number = proc_macro2::Literal::usize_suffixed(*number);
                quote!(#number)
            }
            Extent::Kept(array) | Extent::Generated(array) => {
                let len = names.len(*array);
                quote!(#len)
            }
            Extent::Product(axes) => {
                let name = extent.name(nest);
                let axes = axes.iter().map(|axis| self.extent(axis));
                let product = axes.reduce(|left, right| {
                    self.attempt(&quote!(#rt::product(#left, #right, #name)))
                });
                product.expect("a product has axes")
            }
            Extent::Section { of, less, by } => {
                let of = self.extent(of);
                let [less, by] = [less, by].map(|number| {
                    let number = proc_macro2::Literal::usize_suffixed(*number);
                    quote!(#number)
                });
                quote!(#rt::section(#of, #less, #by))
            }
        }
    }

    /// Two lengths that must be one.
    fn agree(&self, agree: &Agree) -> TokenStream {
        let HostContext { nest, rt, .. } = self.parts();
        let name = nest.arrays[agree.array].shown();
        let (len, extent) = (self.len(agree.array), self.extent(&agree.extent));
        let extent_name = agree.extent.name(nest);
        let check = self.attempt(&quote!(#rt::agree(#extent_name, #extent, #name, #len)));
        quote!(#check;)
    }

    /// The names of scalars, as a pattern.
    fn scalars(&self, into: &Pattern<ScalarId>) -> TokenStream {
        pattern(into, &|scalar| self.bound(Bound::Scalar(scalar)))
    }

    /// The name of the value that a call yields.
    fn bound(&self, bound: Bound) -> TokenStream {
        let HostContext { nest, names, .. } = self.parts();
        match bound {
            Bound::Array(array) => {
                let vector = names.vector(array);
                quote!(#vector)
            }
            Bound::Scalar(scalar) => {
                let name = &nest.scalars[scalar].name;
                quote!(#name)
            }
        }
    }
}

/// A pattern with each name written by `name`.
pub(super) fn pattern<T: Copy>(of: &Pattern<T>, name: &dyn Fn(T) -> TokenStream) -> TokenStream {
    match of {
        Pattern::Name(item) => name(*item),
        Pattern::Ignored => quote!(_),
        Pattern::Tuple(items) => {
            let items = items.iter().map(|item| pattern(item, name));
            let items = quote!(#(#items,)*);
            // At its first name, where rustc says that there is no tuple.
            let place = items.clone().into_iter().next();
            let place = place.map_or_else(Span::call_site, |token| token.span());
            quote_spanned!(at(place)=> (#items))
        }
    }
}
