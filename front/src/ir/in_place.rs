//! Steps that change their accumulator and give it back: `|mut acc, x| { …; acc }`.
//!
//! Such a step is run on the accumulator where it lies, as `|acc, x| { … }` of a reference, with
//! `*acc` in the place of the name. An array would be copied twice for each element otherwise,
//! which LLVM does not see through.

use super::component::compares;
use crate::ordered::{OrderedSet, every};
use crate::walk::{self, Node, Part};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    Block, Expr, ExprBinary, ExprClosure, ExprUnary, Pat, PatIdent, Stmt, Type, UnOp, parse_quote,
};

/// The step as a function of a reference to its accumulator, if it is of that form.
///
/// A step that replaces its accumulator as a whole, `acc = …`, may have moved it before, which a
/// reference does not allow. Neither is one of that form that binds the name again, or in which a
/// macro has the name.
pub fn in_place(step: &Expr) -> Option<ExprClosure> {
    let Expr::Closure(closure) = step else {
        return None;
    };
    let first = closure.inputs.first()?;
    let (name, ty) = accumulator(first)?;
    let Expr::Block(block) = &*closure.body else {
        return None;
    };
    let (last, before) = block.block.stmts.split_last()?;
    let gives_back = matches!(last, Stmt::Expr(value, None) if is_name(value, &name));
    if !gives_back || block.label.is_some() || closure.asyncness.is_some() {
        return None;
    }
    let mut body = Block {
        stmts: before.to_vec(),
        ..block.block.clone()
    };
    if !is_allowed(&body, &name) {
        return None;
    }
    walk::change_block(&mut body, &mut |part| through_reference(part, &name));
    // A block of one expression alone is one whose braces rustc finds superfluous.
    if let Some(Stmt::Expr(_, semicolon @ None)) = body.stmts.last_mut() {
        *semicolon = Some(parse_quote!(;));
    }
    let mut inputs = closure.inputs.clone();
    let changed: ExprClosure = match ty {
        Some(ty) => parse_quote!(|#name: &mut #ty| #body),
        None => parse_quote!(|#name| #body),
    };
    *inputs.first_mut()? = changed.inputs.first()?.clone();
    Some(ExprClosure {
        inputs,
        output: syn::ReturnType::Default,
        body: changed.body,
        ..closure.clone()
    })
}

/// The condition of a step `|mut acc, x| { if condition { … } acc }`, as a function of a reference to
/// the accumulator and of the elements. A step whose condition does not hold changes nothing.
///
/// It is one comparison of what is there: it may be asked for neighbours that the step never meets
/// in this state, so that nothing in it may fail.
pub fn condition(step: &Expr) -> Option<ExprClosure> {
    let changed = in_place(step)?;
    let Expr::Block(block) = &*changed.body else {
        return None;
    };
    let [Stmt::Expr(Expr::If(branch), _)] = &block.block.stmts[..] else {
        return None;
    };
    if branch.else_branch.is_some() || !is_comparison(&branch.cond) {
        return None;
    }
    let mut used = OrderedSet::new();
    walk::expr(&branch.cond, &mut |node| {
        if let Node::Name(name) = node {
            used.insert(name.to_string());
        }
        true
    });
    let mut inputs = changed.inputs.iter();
    let first: Pat = match inputs.next()? {
        Pat::Type(typed) => {
            let name = only_used(&typed.pat, &used)?;
            let Type::Reference(reference) = &*typed.ty else {
                return None;
            };
            let ty = &reference.elem;
            parse_pat(quote!(#name: &#ty))
        }
        name => only_used(name, &used)?,
    };
    let others = every(inputs.map(|pattern| only_used(pattern, &used)));
    let (others, condition) = (others?, &branch.cond);
    Some(parse_quote!(|#first, #(#others),*| #condition))
}

/// Returns true for a comparison of places, elements and numbers.
fn is_comparison(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(ExprBinary {
            left, op, right, ..
        }) => compares(op) && is_there(left) && is_there(right),
        Expr::Unary(ExprUnary {
            op: UnOp::Not(_),
            expr,
            ..
        }) => is_comparison(expr),
        Expr::Paren(inner) => is_comparison(&inner.expr),
        _ => false,
    }
}

/// Returns true for a name, a number, a field, or an element at a constant index.
fn is_there(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_there(&field.base),
        Expr::Index(element) => matches!(*element.index, Expr::Lit(_)) && is_there(&element.expr),
        Expr::Cast(cast) => is_there(&cast.expr),
        Expr::Paren(inner) => is_there(&inner.expr),
        Expr::Unary(ExprUnary {
            op: UnOp::Deref(_),
            expr,
            ..
        }) => is_there(expr),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => matches!(**expr, Expr::Lit(_)),
        _ => false,
    }
}

/// A pattern that binds the used names alone; `None` for patterns of other forms than names and
/// tuples.
fn only_used(pattern: &Pat, used: &OrderedSet<String>) -> Option<Pat> {
    match pattern {
        Pat::Wild(_) => Some(pattern.clone()),
        Pat::Ident(PatIdent {
            by_ref: None,
            subpat: None,
            ident,
            ..
        }) => Some(match used.contains(&ident.to_string()) {
            true => parse_pat(quote!(#ident)),
            false => parse_pat(quote!(_)),
        }),
        Pat::Tuple(parts) => {
            let parts = every(parts.elems.iter().map(|part| only_used(part, used)));
            let parts = parts?;
            Some(parse_pat(quote!((#(#parts,)*))))
        }
        Pat::Type(typed) => {
            let (inner, ty) = (only_used(&typed.pat, used)?, &typed.ty);
            Some(parse_pat(quote!(#inner: #ty)))
        }
        _ => None,
    }
}

/// Tokens as the pattern that they are.
fn parse_pat(tokens: TokenStream) -> Pat {
    let closure: ExprClosure = parse_quote!(|#tokens| ());
    closure.inputs.into_iter().next().expect("one parameter")
}

/// The name of an accumulator that a step may change, with the type that is written there.
fn accumulator(pattern: &Pat) -> Option<(Ident, Option<Type>)> {
    match pattern {
        Pat::Ident(PatIdent {
            by_ref: None,
            mutability: Some(_),
            ident,
            subpat: None,
            ..
        }) => Some((ident.clone(), None)),
        Pat::Type(typed) => {
            let (name, _) = accumulator(&typed.pat)?;
            Some((name, Some((*typed.ty).clone())))
        }
        _ => None,
    }
}

fn is_name(expr: &Expr, name: &Ident) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident(name))
}

/// Returns true if nothing that statements do with the accumulator tells a reference from a value.
fn is_allowed(statements: &Block, name: &Ident) -> bool {
    let mut allowed = true;
    walk::block(statements, &mut |node| {
        match node {
            Node::Expr(Expr::Assign(assign)) => allowed &= !replaces(&assign.left, name),
            Node::Expr(Expr::Try(_) | Expr::Async(_) | Expr::Await(_)) | Node::Item => {
                allowed = false;
            }
            Node::Expr(Expr::Return(back)) => {
                let gives_back = back.expr.as_ref();
                allowed &= gives_back.is_some_and(|value| is_name(value, name));
                return false;
            }
            // A closure may capture it by reference, or return from itself.
            Node::Expr(closure @ Expr::Closure(_)) => {
                let mut text = closure.to_token_stream().into_iter();
                allowed &= !text.any(|token| mentions(&token, name));
                return false;
            }
            Node::Expr(Expr::Struct(made)) => {
                let shorthand = |field: &syn::FieldValue| {
                    field.colon_token.is_none() && is_name(&field.expr, name)
                };
                allowed &= !made.fields.iter().any(shorthand);
            }
            Node::Binding(bound) => allowed &= bound.ident != *name,
            // `{name}` may stand in the text of a format.
            Node::Macro(call) => {
                let mut tokens = call.tokens.clone().into_iter();
                allowed &= !tokens.any(|token| mentions(&token, name));
            }
            _ => {}
        }
        allowed
    });
    allowed
}

/// Returns true if an assignment to this place replaces the accumulator as a whole: `acc = …`, or
/// `(acc, rest) = …`.
fn replaces(place: &Expr, name: &Ident) -> bool {
    match place {
        Expr::Tuple(parts) => parts.elems.iter().any(|part| replaces(part, name)),
        Expr::Array(parts) => parts.elems.iter().any(|part| replaces(part, name)),
        Expr::Call(parts) => parts.args.iter().any(|part| replaces(part, name)),
        Expr::Struct(parts) => parts.fields.iter().any(|part| replaces(&part.expr, name)),
        Expr::Paren(inner) => replaces(&inner.expr, name),
        place => is_name(place, name),
    }
}

/// Returns true if a name stands in a token, or in the text of a literal.
fn mentions(token: &proc_macro2::TokenTree, name: &Ident) -> bool {
    match token {
        proc_macro2::TokenTree::Ident(ident) => ident == name,
        proc_macro2::TokenTree::Group(group) => group
            .stream()
            .into_iter()
            .any(|token| mentions(&token, name)),
        proc_macro2::TokenTree::Literal(text) => text.to_string().contains(&name.to_string()),
        proc_macro2::TokenTree::Punct(_) => false,
    }
}

/// Writes the referent of a reference in the place of the accumulator.
fn through_reference(part: Part<'_>, name: &Ident) -> bool {
    match part {
        Part::Before(Expr::Return(back)) => {
            back.expr = None;
            false
        }
        Part::Before(expr) if is_name(expr, name) => {
            *expr = parse_quote!((*#name));
            false
        }
        Part::Before(_) => true,
        Part::After(_) | Part::Macro(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{condition, in_place};
    use quote::ToTokens;

    fn of(step: &str) -> Option<String> {
        let step = syn::parse_str(step).expect("a closure");
        in_place(&step).map(|step| step.to_token_stream().to_string())
    }

    fn same(step: &str, expected: &str) {
        let expected: syn::Expr = syn::parse_str(expected).expect("a closure");
        assert_eq!(of(step), Some(expected.to_token_stream().to_string()));
    }

    #[test]
    fn steps_that_give_their_accumulator_back_change_it_in_place() {
        same("|mut a, x| { a[x] += 1; a }", "|a, x| { (*a)[x] += 1; }");
        same(
            "|mut v: Vec<u8>, x| { if x > 0 { v.push(x); } v }",
            "|v: &mut Vec<u8>, x| { if x > 0 { (*v).push(x); }; }",
        );
        same(
            "|mut b, x| { if x > b[7] { return b; } b[7] = x; b.sort(); b }",
            "|b, x| { if x > (*b)[7] { return; } (*b)[7] = x; (*b).sort(); }",
        );
    }

    fn condition_of(step: &str) -> Option<String> {
        let step = syn::parse_str(step).expect("a closure");
        condition(&step).map(|condition| condition.to_token_stream().to_string())
    }

    #[test]
    fn a_step_that_is_an_if_has_a_condition() {
        for (step, expected) in [
            (
                "|mut b, x, i| { if x < b[7].0 { b[7] = (x, i); } b }",
                "|b, x, _| x < (*b)[7].0",
            ),
            (
                "|mut b: Best, (x, i)| { if !(x.0 as f64 <= b.0) { b.0 = x.0; b.1 = i; } b }",
                "|b: &Best, (x, _,)| !(x.0 as f64 <= (*b).0)",
            ),
            (
                "|mut n, mut x| { if x == -1 { x += 1; n.0 += x; } n }",
                "|_, x| x == -1",
            ),
        ] {
            let expected: syn::Expr = syn::parse_str(expected).expect("a closure");
            assert_eq!(
                condition_of(step),
                Some(expected.to_token_stream().to_string())
            );
        }
    }

    #[test]
    fn a_condition_that_may_fail_or_changes_something_is_none() {
        for step in [
            "|mut a, x| { a.0 += x; a }",
            "|mut a, x| { if x < a.0 { a.0 = x; } else { a.1 += 1; } a }",
            "|mut a, x| { if x < a.0 { a.0 = x; } a.1 += 1; a }",
            "|mut a, x| { if x + 1 < a.0 { a.0 = x; } a }",
            "|mut a, x| { if a[x] < x { a[x] = x; } a }",
            "|mut a, x| { if a.1 && x < a.0 { a.0 = x; } a }",
            "|mut a, x| { if x.less(a.0) { a.0 = x; } a }",
            "|mut a, x| { if let Some(x) = x { a.0 = x; } a }",
            "|mut a, Pair { x, .. }| { if x < a.0 { a.0 = x; } a }",
        ] {
            assert_eq!(condition_of(step), None, "{step}");
        }
    }

    #[test]
    fn others_are_left_as_they_are() {
        for step in [
            "|a, x| a + x",
            "|a, x| { let b = a; b }",
            "|mut a, x| { a = a.with(x); a }",
            "|mut a, x| { let a = x; a }",
            "|mut a, x| { let n; (a, n) = a.with(x); a }",
            "|mut a, x| { a.push(x?); a }",
            "|mut a, x| { debug_assert!(a.len() > x); a }",
            "|mut a, x| { if x { return Vec::new(); } a }",
            "|mut a, x| { x.each(|i| a.push(i)); a }",
            "|mut a, x| { a.push(x); (a) }",
            "add",
        ] {
            assert_eq!(of(step), None, "{step}");
        }
    }
}
