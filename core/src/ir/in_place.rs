//! Steps that change their accumulator and give it back: `|mut acc, x| { …; acc }`.
//!
//! Such a step is run on the accumulator where it lies, as `|acc, x| { … }` of a reference, with
//! `*acc` in the place of the name. An array would be copied twice for each element otherwise,
//! which LLVM does not see through.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
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
    let mut uses = Uses {
        name: &name,
        allowed: true,
    };
    before.iter().for_each(|stmt| uses.visit_stmt(stmt));
    if !uses.allowed {
        return None;
    }
    let mut body = Block {
        stmts: before.to_vec(),
        ..block.block.clone()
    };
    Behind { name: &name }.visit_block_mut(&mut body);
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

/// Looks at how statements use the name of the accumulator.
struct Uses<'n> {
    name: &'n Ident,
    allowed: bool,
}

impl<'e> Visit<'e> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'e Expr) {
        match expr {
            Expr::Assign(assign) if is_name(&assign.left, self.name) => self.allowed = false,
            Expr::Try(_) | Expr::Async(_) | Expr::Await(_) => self.allowed = false,
            Expr::Return(back) => {
                let gives_back = back.expr.as_ref();
                self.allowed &= gives_back.is_some_and(|value| is_name(value, self.name));
            }
            Expr::Closure(closure) => {
                // A closure may capture it by reference, or return from itself.
                let text = closure.to_token_stream();
                self.allowed &= !text.into_iter().any(|token| mentions(&token, self.name));
            }
            Expr::Struct(made) => {
                let mut fields = made.fields.iter();
                let shorthand = |field: &syn::FieldValue| {
                    field.colon_token.is_none() && is_name(&field.expr, self.name)
                };
                self.allowed &= !fields.any(shorthand);
                visit::visit_expr(self, expr);
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_pat_ident(&mut self, bound: &'e PatIdent) {
        self.allowed &= bound.ident != *self.name;
        visit::visit_pat_ident(self, bound);
    }

    fn visit_item(&mut self, _: &'e syn::Item) {
        self.allowed = false;
    }

    fn visit_macro(&mut self, call: &'e syn::Macro) {
        let mut tokens = call.tokens.clone().into_iter();
        // `{name}` may stand in the text of a format.
        self.allowed &= !tokens.any(|token| mentions(&token, self.name));
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

/// Writes what a reference points to in the place of the accumulator.
struct Behind<'n> {
    name: &'n Ident,
}

impl VisitMut for Behind<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Return(back) => back.expr = None,
            Expr::Path(_) if is_name(expr, self.name) => {
                let name = self.name;
                *expr = parse_quote!((*#name));
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
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
