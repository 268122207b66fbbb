//! Steps that change their accumulator and give it back: `|mut acc, x| { …; acc }`.
//!
//! Such a step is run on the accumulator where it lies, as `|acc, x| { … }` of a reference, with
//! `*acc` in the place of the name. An array would be copied twice for each element otherwise,
//! which LLVM does not see through.

use crate::walk::{self, Node, Part};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Block, Expr, ExprClosure, Pat, PatIdent, Stmt, Type, parse_quote};

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
    use super::in_place;
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
            "|v: &mut Vec<u8>, x| { if x > 0 { (*v).push(x); } }",
        );
        same(
            "|mut b, x| { if x > b[7] { return b; } b[7] = x; b.sort(); b }",
            "|b, x| { if x > (*b)[7] { return; } (*b)[7] = x; (*b).sort(); }",
        );
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
