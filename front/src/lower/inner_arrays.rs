//! Arrays that a worker would make for each element, to add them up or to count them: what the program
//! says over an index instead.

use super::Lowering;
use super::scope::Entity;
use crate::ir::tokens;
use crate::syntax::names::{self, Enclosing};
use crate::syntax::{Apply, Term, strip};
use crate::walk::{self, Part};
use proc_macro2::{Ident, Span};
use syn::{Expr, Pat, Type, parse_quote};

impl Lowering {
    /// The `filter` of `len(filter(|x| x > q, xs))`, and its place. Of a length or a sum alone.
    pub(super) fn array_inside<'e>(
        &self,
        outer: &Apply<'e>,
        enclosing: &Enclosing<'_>,
    ) -> Option<(Apply<'e>, Span)> {
        let is_reduction = ["len", "sum"].contains(&outer.combinator.name);
        let ([array], None, true) = (&outer.args[..], outer.method, is_reduction) else {
            return None;
        };
        let Term::Apply(inner) = Term::of(array) else {
            return None;
        };
        let (_, span) = self.first_combinator(&inner, enclosing)?;
        (inner.method.is_none() && !inner.combinator.yields_scalar()).then_some((inner, span))
    }

    /// `sum(|k| usize::from(xs[k] > q))` for `len(filter(|x| x > q, xs))`, and the like for the sum of what
    /// is filtered or mapped.
    pub(super) fn over_index_instead(
        &self,
        outer: &Apply<'_>,
        inner: &Apply<'_>,
        call: &Expr,
    ) -> Option<String> {
        let [worker, array] = inner.args[..] else {
            return None;
        };
        let (Expr::Closure(worker), Term::Name(array)) = (strip(worker), Term::of(array)) else {
            return None;
        };
        let Some(Entity::Array(id)) = self.scope.get(array) else {
            return None;
        };
        let is_free = |name: &&str| names::free(call).iter().all(|free| free != name);
        let index = Ident::new(
            ["k", "l", "m"].into_iter().find(is_free)?,
            Span::call_site(),
        );
        let element: Expr = parse_quote!(#array[#index]);
        let name = match worker.inputs.first()? {
            Pat::Ident(name) if name.subpat.is_none() => Some(&name.ident),
            _ => None,
        };
        let body = name.and_then(|name| with_element(&worker.body, name, &element));
        let term: Expr = match (outer.combinator.name, inner.combinator.name, body) {
            ("len", "filter", Some(body)) => parse_quote!((#body) as usize),
            ("len", "filter", None) => {
                let (pattern, body) = (worker.inputs.first()?, &worker.body);
                parse_quote!({ let #pattern = #element; (#body) as usize })
            }
            ("sum", "filter", Some(body)) => {
                let zero = zero(self.program.arrays[id].ty.as_ref());
                parse_quote!(if #body { #element } else { #zero })
            }
            ("sum", "map", Some(body)) => body,
            _ => return None,
        };
        Some(format!("sum(|{index}| {})", tokens::of(&term)))
    }
}

/// The expression with an element in the place of the name of a parameter; none where macros and
/// closures hide what a name is.
fn with_element(body: &Expr, name: &Ident, element: &Expr) -> Option<Expr> {
    let (mut body, mut is_plain) = (body.clone(), true);
    walk::change(&mut body, &mut |part| match part {
        Part::Macro(_) | Part::Before(Expr::Closure(_) | Expr::Let(_) | Expr::Block(_)) => {
            is_plain = false;
            false
        }
        Part::Before(expr) => {
            let is_name = matches!(&*expr, Expr::Path(path) if path.path.is_ident(name));
            if is_name {
                *expr = element.clone();
            }
            !is_name
        }
        Part::After(_) => true,
    });
    is_plain.then_some(body)
}

/// The zero of a type of elements.
fn zero(ty: Option<&Type>) -> Expr {
    let name = match ty {
        Some(Type::Path(path)) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    };
    match name.as_deref() {
        Some("f32" | "f64") => parse_quote!(0.0),
        Some(
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
            | "usize",
        ) => parse_quote!(0),
        _ => parse_quote!(Default::default()),
    }
}
