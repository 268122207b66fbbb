//! The context of a program whose code is being written, and the tokens that all of it uses.

use super::{conditions, lets};
use crate::codegen::CodegenOptions;
use crate::codegen::host::{HostCode, HostContext, pattern};
use crate::codegen::math;
use crate::codegen::names::{Names, at, hidden, inner, placed};
use crate::nest::{
    ArrayId, Bound, Host, Nest, NestResult, Pattern, Read, ScalarId, Storage, bare, over,
};
use crate::ordered::ToList;
use crate::schedule::Schedule;
use crate::tail::Tail;
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::borrow::Cow;
use syn::Type;
use syn::spanned::Spanned;

/// The context of a program whose code is being written.
pub(super) struct Cpu<'n> {
    pub(super) nest: &'n Nest,
    pub(super) options: &'n CodegenOptions,
    pub(super) names: Names,
    pub(super) schedule: &'n Schedule,
    /// The path of the runtime.
    pub(super) rt: TokenStream,
    /// Set if the code is for fast builds alone.
    pub(super) is_fast: bool,
    /// Set if arrays are spread over processes.
    pub(super) is_spread: bool,
    /// Set inside of a closure that has an outcome, such as that of a band: a failure ends the closure.
    pub(super) in_closure: bool,
    /// Set inside of a band: the partial results of totals are combined behind it.
    pub(super) in_band: bool,
    /// Set inside of a loop that is caught where data leads a fold out of an array.
    pub(super) is_caught: bool,
}

impl<'n> Cpu<'n> {
    pub(super) fn of(nest: &'n Nest, schedule: &'n Schedule, options: &'n CodegenOptions) -> Self {
        let krate = &options.krate;
        Cpu {
            nest,
            options,
            names: Names::of(nest),
            schedule,
            rt: quote!(#krate::__rt),
            is_fast: false,
            is_spread: false,
            in_closure: false,
            in_band: false,
            is_caught: false,
        }
    }

    /// The context of code inside of a closure that has an outcome.
    pub(super) fn inside(&self, is_caught: bool) -> Self {
        Cpu {
            is_fast: self.is_fast,
            is_spread: self.is_spread,
            in_closure: true,
            in_band: self.in_band,
            is_caught: self.is_caught || is_caught,
            ..Cpu::of(self.nest, self.schedule, self.options)
        }
    }

    /// The context of code for fast builds alone.
    pub(super) fn fast(&self) -> Self {
        Cpu {
            is_fast: true,
            is_spread: self.is_spread,
            in_closure: self.in_closure,
            in_band: self.in_band,
            is_caught: self.is_caught,
            ..Cpu::of(self.nest, self.schedule, self.options)
        }
    }
}

impl Cpu<'_> {
    /// The slice of an array in memory that a loop reads at any positions, as an expression.
    pub(super) fn whole(&self, array: ArrayId) -> TokenStream {
        if self.is_spread {
            let whole = self.all_elements(array);
            return quote!(#whole);
        }
        self.slice(array)
    }

    /// The slice of a read at the positions of a loop.
    pub(super) fn read(&self, read: &Read) -> TokenStream {
        let window = self.is_spread.then(|| self.window(read)).flatten();
        match window {
            Some(window) => quote!(#window),
            None => self.slice(read.array),
        }
    }

    /// The slice of an array in memory, as an expression: its elements at the positions of a loop.
    pub(super) fn slice(&self, array: ArrayId) -> TokenStream {
        let rt = &self.rt;
        if self.is_spread {
            let here = self.elements_here(array);
            return quote!(#here);
        }
        match &self.nest.arrays[array].storage {
            Storage::Input(_, false) => {
                let slice = self.names.slice(array);
                quote!(#slice)
            }
            Storage::Input(host, true) => self.callers(array, host),
            Storage::InPlace(home) => self.slice(*home),
            Storage::Alias(of) => self.slice(*of),
            Storage::Fresh | Storage::Host => {
                let vector = self.names.vector(array);
                quote!(#rt::Slice::slice(&#vector))
            }
            Storage::Contracted | Storage::Element(_) => {
                unreachable!("a contracted array is not in memory")
            }
        }
    }

    /// The number of elements of an array that the body of a loop goes along.
    pub(super) fn width(&self, array: ArrayId) -> TokenStream {
        match self.is_spread {
            true => {
                let whole = self.whole(array);
                quote!(#whole.len())
            }
            false => self.len(array),
        }
    }

    /// Returns true if an array lies in a mutable input.
    pub(super) fn is_callers(&self, array: ArrayId) -> bool {
        match self.nest.arrays[array].storage {
            Storage::Input(_, mutable) => mutable,
            Storage::InPlace(_) => true,
            Storage::Alias(of) => self.is_callers(of),
            _ => false,
        }
    }

    /// A worker applied to elements. Without optimisation a call takes longer than most bodies:
    /// there the body of a closure stands in place if it can. LLVM makes more of a call, where
    /// elements have components. Plans show the call alone.
    pub(super) fn call(&self, worker: &Host, args: &[TokenStream]) -> TokenStream {
        let expr = self.written(worker);
        match bare(&expr) {
            syn::Expr::Closure(closure) if self.options.wide && stands_in_place(closure) => {
                let (here, call) = (at(expr.span()), self.called(&expr, args));
                let params = closure.inputs.iter();
                let lets = quote_spanned! {here=>
                    #(#[cfg(debug_assertions)] let #params = #args;)*
                };
                let (body, mut value) = (Tail(&closure.body), inner("value"));
                // At the end of the user's value, where rustc says that it is of another type than is
                // needed, and behind which it writes what to add.
                let last = closure.body.to_token_stream().into_iter().last();
                if let Some(last) = last {
                    value.set_span(value.span().located_at(last.span()));
                }
                // The `let` in front of each block: rustc takes braces around a block alone for the
                // user's, and for needless.
                let both = quote! {
                    #lets
                    #[cfg(debug_assertions)]
                    { #body }
                    #[cfg(not(debug_assertions))]
                    let #value = #call;
                    #[cfg(not(debug_assertions))]
                    { #value }
                };
                // The braces are at the place of the closure itself, where rustc says which type it
                // yields.
                let mut block = Group::new(Delimiter::Brace, both);
                block.set_span(expr.span());
                TokenTree::from(block).into()
            }
            _ => self.called(&expr, args),
        }
    }

    /// A worker as generated code has it.
    pub(super) fn written<'e>(&self, worker: &'e Host) -> Cow<'e, syn::Expr> {
        let expr = self.folds(math::expr(&worker.expr, self.options), self.is_caught);
        match self.options.wide {
            true => lets::expr(conditions::expr(expr)),
            false => expr,
        }
    }

    /// The call of a worker.
    fn called(&self, expr: &syn::Expr, args: &[TokenStream]) -> TokenStream {
        let rt = &self.rt;
        match bare(expr) {
            syn::Expr::Closure(closure) if args.len() > 12 => {
                // More arguments than the runtime has functions for.
                let params = closure.inputs.iter();
                let body = Tail(&closure.body);
                quote!(#rt::call0(|| { #(let #params = #args;)* #body }))
            }
            syn::Expr::Closure(_) => {
                let function = Ident::new(&format!("call{}", args.len()), Span::call_site());
                let function = placed(quote!(#rt::#function), expr.span());
                quote_spanned!(expr.span()=> #function(#(#args,)* #expr))
            }
            // Messages of rustc about the types of arguments stand at the name of the function.
            path => {
                let args = args.iter().map(|arg| placed(arg.clone(), expr.span()));
                quote_spanned!(expr.span()=> #path(#(#args),*))
            }
        }
    }

    /// The value that is returned, as the declared type if there is one.
    pub(super) fn result(&self, result: &NestResult, declared: Option<&Type>) -> TokenStream {
        let rt = &self.rt;
        match result {
            NestResult::Array { array, by_move } => {
                let vector = if *by_move {
                    let vector = self.names.vector(*array);
                    quote!(#vector)
                } else if self.is_spread {
                    let (mpi, array) = (self.mpi(), self.spread(*array));
                    quote!(#mpi::copied(#array))
                } else {
                    let slice = self.slice(*array);
                    let name = self.nest.arrays[*array].name.to_string();
                    self.attempt(&quote!(#rt::copied(#slice, #name)))
                };
                match declared.is_some_and(is_no_vec) {
                    true if declared.is_some_and(has_axes) => {
                        let array = &self.nest.arrays[*array];
                        let method = placed(quote!(from_shape), array.name.span());
                        let axes = array.axes.iter().map(|axis| self.extent(axis));
                        quote!(#rt::Outputs.#method(#vector, [#(#axes),*]))
                    }
                    true => {
                        let place = self.nest.arrays[*array].name.span();
                        let method = placed(quote!(from_vec), place);
                        quote!(#rt::Outputs.#method(#vector))
                    }
                    false => vector,
                }
            }
            NestResult::Scalar(host) => self.value(host),
            NestResult::Tuple(items) if items.is_empty() => quote!(()),
            NestResult::Tuple(items) => {
                let declared = match declared {
                    Some(Type::Tuple(tuple)) if tuple.elems.len() == items.len() => {
                        tuple.elems.iter().map(Some).list()
                    }
                    _ => vec![None; items.len()],
                };
                let items = items.iter().zip(declared);
                let items = items.map(|(item, declared)| self.result(item, declared));
                quote!((#(#items,)*))
            }
        }
    }
}

impl HostCode for Cpu<'_> {
    fn parts(&self) -> HostContext<'_> {
        HostContext {
            nest: self.nest,
            options: self.options,
            names: &self.names,
            rt: &self.rt,
            in_closure: self.in_closure,
        }
    }

    fn own<'e>(&self, expr: &'e syn::Expr) -> Cow<'e, syn::Expr> {
        self.folds(math::expr(expr, self.options), false)
    }

    fn len(&self, array: ArrayId) -> TokenStream {
        if self.is_spread {
            let (mpi, array) = (self.mpi(), self.spread(array));
            return quote!(#mpi::len(#array));
        }
        let slice = self.slice(array);
        quote!(#slice.len())
    }

    fn value(&self, host: &Host) -> TokenStream {
        if self.is_spread {
            let expr = self.own(&host.expr);
            return self.with_whole(host, quote!(#expr));
        }
        let expr = self.folds(math::expr(&host.expr, self.options), true);
        match over::is_in(&host.expr) {
            true => {
                let rt = &self.rt;
                self.attempt(&self.caught_outcome(&quote!(#rt::Ok(#expr))))
            }
            false => quote!(#expr),
        }
    }

    fn range(&self, _array: ArrayId, range: &Host) -> TokenStream {
        let range = self.own(&range.expr);
        quote!((#range))
    }

    fn bind_scalars(&self, into: &Pattern<ScalarId>, value: &TokenStream) -> TokenStream {
        let declared = |scalar: ScalarId| self.nest.scalars[scalar].ty.as_ref();
        let types = types(into, &declared);
        let pattern = self.scalars(into);
        match types {
            Some(types) => quote!(let #pattern: #types = #value;),
            None => quote!(let #pattern = #value;),
        }
    }

    fn external(&self, call: &Host, arrays: &[ArrayId], into: &Pattern<Bound>) -> TokenStream {
        if self.is_spread {
            return self.external_of_all(call, arrays, into);
        }
        let aliases = arrays.iter().map(|array| {
            let name = &self.nest.arrays[*array].name;
            let slice = self.slice(*array);
            quote!(let #name = #slice;)
        });
        let pattern = pattern(into, &|bound| self.bound(bound));
        let expr = self.own(&call.expr);
        let expr = Tail(&expr);
        // An array is a slice here: `&xs` is as right as `xs`.
        quote! {
            #[allow(clippy::needless_borrow, clippy::needless_borrows_for_generic_args)]
            let #pattern = {
                #(#aliases)*
                #expr
            };
        }
    }

    fn early(&self, value: &NestResult) -> TokenStream {
        if self.is_spread {
            return self.early_spread(value, &self.nest.result);
        }
        self.result(value, self.options.output.as_ref())
    }
}

/// Returns true if a closure means the same without its bars: parameters without types, and nothing
/// that leaves the body before its end. Macros may.
pub(super) fn stands_in_place(closure: &syn::ExprClosure) -> bool {
    let is_typed = |param: &syn::Pat| matches!(param, syn::Pat::Type(_));
    closure.attrs.is_empty()
        && closure.lifetimes.is_none()
        && closure.asyncness.is_none()
        && closure.constness.is_none()
        && matches!(closure.output, syn::ReturnType::Default)
        && !closure.inputs.iter().any(is_typed)
        && !may_leave(closure.body.to_token_stream())
}

/// Returns true if tokens contain `return`, `?`, `.await` or a macro.
fn may_leave(tokens: TokenStream) -> bool {
    let mut before = [false; 2];
    for token in tokens {
        let (is_name, is_bang) = match &token {
            TokenTree::Ident(name) if name == "return" || name == "await" => return true,
            TokenTree::Ident(_) => (true, false),
            TokenTree::Punct(punct) if punct.as_char() == '?' => return true,
            TokenTree::Punct(punct) => (false, punct.as_char() == '!' && before[0]),
            TokenTree::Group(group) if before[1] || may_leave(group.stream()) => return true,
            TokenTree::Group(_) | TokenTree::Literal(_) => (false, false),
        };
        before = [is_name, is_bang];
    }
    false
}

/// Returns true if an array may be turned into a type that is not `Vec`. No array becomes a number:
/// rustc reports that at the array.
fn is_no_vec(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.path.segments.last().is_some_and(|segment| {
        let name = segment.ident.to_string();
        name != "Vec" && !name.starts_with(char::is_lowercase)
    })
}

/// Returns true if a type is one of ndarray's arrays of several axes, by its name.
fn has_axes(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.path.segments.last().is_some_and(|segment| {
        let name = segment.ident.to_string();
        let axes = name.strip_prefix("Array");
        axes.is_some_and(|axes| ["2", "3", "4", "5", "6"].contains(&axes))
    })
}

/// The type of a pattern; `None` where the user wrote none.
pub(super) fn types<'t, T: Copy>(
    of: &Pattern<T>,
    ty: &dyn Fn(T) -> Option<&'t syn::Type>,
) -> Option<TokenStream> {
    match of {
        Pattern::Name(item) => ty(*item).map(|ty| quote!(#ty)),
        Pattern::Ignored => None,
        Pattern::Tuple(items) => {
            let types: Vec<Option<TokenStream>> = items.iter().map(|item| types(item, ty)).list();
            types.iter().any(Option::is_some).then(|| {
                let types = types.into_iter().map(|ty| ty.unwrap_or(quote!(_)));
                quote!((#(#types,)*))
            })
        }
    }
}

/// A right-nested tuple, which is how the runtime takes lists: `(a, (b, ()))`.
pub(super) fn list(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut items = items.into_iter();
    match items.next() {
        Some(first) => before(&first, &list(items)),
        None => quote!(()),
    }
}

fn before(first: &TokenStream, rest: &TokenStream) -> TokenStream {
    quote!((#first, #rest))
}

/// The variable of a state. The id keeps it apart from others of that name.
pub(super) fn state(kind: &str, id: usize, name: &Ident) -> Ident {
    let name_text = name.to_string();
    let text = name_text.trim_start_matches("r#");
    hidden(&format!("{text}_{kind}{id}"), name.span())
}

/// A part of a tuple, or the whole of it.
pub(super) fn part_of(name: &Ident, part: Option<usize>) -> TokenStream {
    match part.map(Literal::usize_unsuffixed) {
        Some(part) => quote!(#name.#part),
        None => quote!(#name),
    }
}

/// The state of a recurrence over several axes: the elements that one follows from.
pub(super) fn states(reads: Vec<TokenStream>) -> TokenStream {
    match &reads[..] {
        [one] => one.clone(),
        all => quote!((#(#all),*)),
    }
}

/// The variable of the partial results of a fold of the loop of this number.
pub(super) fn of_blocks(number: usize, id: usize, name: &Ident) -> Ident {
    state(&format!("totals{number}_"), id, name)
}

/// The variable of the value that a temporary holds of a position.
pub(super) fn reloaded(number: usize) -> Ident {
    inner(&format!("reloaded{number}"))
}

/// The array whose memory an array has.
pub(super) fn home(nest: &Nest, array: ArrayId) -> ArrayId {
    nest.owner(array)
}
