//! The few macros of the standard library that workers use.

use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Macro, Pat, Token};

use super::{Eval, Evaluator, unsupported};
use crate::interp::error::Fault;
use crate::interp::value::Value;
use crate::ordered::ToList;

impl Evaluator<'_> {
    /// `vec![…]` is an array of the same elements.
    fn vec_macro(&mut self, call: &Macro) -> Eval {
        let tokens = &call.tokens;
        let array = syn::parse2(quote::quote!([#tokens]));
        let array: Expr = array.map_err(|_| unsupported("the macro", call))?;
        self.expr(&array)
    }

    pub(super) fn macro_call(&mut self, call: &Macro) -> Eval {
        let name = super::paths::last(&call.path);
        if name == "matches" {
            return self.matches_macro(call);
        }
        if name == "vec" {
            return self.vec_macro(call);
        }
        let args = Punctuated::<Expr, Token![,]>::parse_terminated
            .parse2(call.tokens.clone())
            .map_err(|_| unsupported("the macro", call))?;
        let args: Vec<&Expr> = args.iter().list();
        let operand = |index: usize| {
            args.get(index)
                .copied()
                .ok_or_else(|| unsupported("the macro", call))
        };
        let (holds, message, failure) = match name.as_str() {
            "panic" => (false, 0, "explicit panic".to_owned()),
            "unreachable" => (
                false,
                0,
                "internal error: entered unreachable code".to_owned(),
            ),
            "todo" => (false, 0, "not yet implemented".to_owned()),
            "unimplemented" => (false, 0, "not implemented".to_owned()),
            "assert" | "debug_assert" => {
                let condition = operand(0)?;
                let failure = format!("assertion failed: {}", crate::interp::text(condition));
                (self.condition(condition)?, 1, failure)
            }
            "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => {
                let left = self.expr(operand(0)?)?;
                let right = self.expr(operand(1)?)?;
                let (wanted, sign) = (
                    name.ends_with("eq"),
                    if name.ends_with("eq") { "==" } else { "!=" },
                );
                let holds = super::ops::equal(&left, &right)? == wanted;
                let failure = format!(
                    "assertion `left {sign} right` failed\n  left: {left}\n right: {right}"
                );
                (holds, 2, failure)
            }
            _ => return Err(unsupported("the macro", call)),
        };
        if holds {
            return Ok(Value::UNIT);
        }
        Err(match args.get(message) {
            None => Fault::Panic(failure),
            Some(Expr::Lit(literal)) => match &literal.lit {
                Lit::Str(message) if !message.value().contains(['{', '}']) => {
                    Fault::Panic(message.value())
                }
                // A panic all the same; only its wording is out of reach.
                _ => Fault::Panic(crate::interp::text(call)),
            },
            Some(_) => Fault::Panic(crate::interp::text(call)),
        }
        .into())
    }

    /// `matches!(value, pattern if guard)`.
    fn matches_macro(&mut self, call: &Macro) -> Eval {
        let parse = |input: ParseStream<'_>| {
            let expr: Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pattern = Pat::parse_multi_with_leading_vert(input)?;
            let guard = match input.parse::<Option<Token![if]>>()? {
                Some(_) => Some(input.parse::<Expr>()?),
                None => None,
            };
            input.parse::<Option<Token![,]>>()?;
            Ok((expr, pattern, guard))
        };
        let (expr, pattern, guard) = parse
            .parse2(call.tokens.clone())
            .map_err(|_| unsupported("the macro", call))?;
        let value = self.expr(&expr)?;
        let base = self.scope.len();
        let mut holds = self.matches(&pattern, &value)?;
        if let (true, Some(guard)) = (holds, &guard) {
            holds = self.condition(guard)?;
        }
        self.scope.truncate(base);
        Ok(Value::Bool(holds))
    }
}
