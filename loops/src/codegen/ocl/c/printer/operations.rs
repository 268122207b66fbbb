//! Operators and methods, and the failures where they have no result.

use super::super::module::SiteKind;
use super::super::operators;
use super::super::text::{AND, OR, Text};
use super::{Failing, Printer, field};
use crate::scalar::methods::{DIVISION, Method, division_failures};
use crate::scalar::{Binary, Expr, ExprKind, Prim, Type};

impl Printer<'_, '_> {
    /// An operator on two values, both of which are evaluated.
    pub(super) fn binary(&mut self, op: Binary, left: &Expr, right: &Expr) -> Text {
        let Some(prim) = left.prim() else {
            return self.compared(op, left, right);
        };
        let texts = self.operands(&[left, right]);
        let [left_text, right_text] = &texts[..] else {
            unreachable!("an operator has two operands");
        };
        if op.shifts() {
            let known = match right.kind {
                ExprKind::Int(value) => Some(value),
                _ => None,
            };
            let distance = operators::distance(prim, right_text, known);
            return operators::shift(op, prim, left_text, &distance);
        }
        if prim.is_int() && matches!(op, Binary::Div | Binary::Rem) {
            // Where the divisor is a number that is right, nothing can fail.
            if matches!(right.kind, ExprKind::Int(value) if value != 0 && value != -1) {
                return operators::binary(self.module, op, prim, left_text, right_text);
            }
            let name = match op {
                Binary::Div => "div",
                _ => "rem",
            };
            let function = self.module.prelude(prim, name);
            let mut args = vec![left_text.text.clone(), right_text.text.clone()];
            args.extend(self.failure(division_failures(DIVISION, prim)));
            return Text::call(&function, &args);
        }
        operators::binary(self.module, op, prim, left_text, right_text)
    }

    /// A comparison of tuples: part by part, from the left.
    fn compared(&mut self, op: Binary, left: &Expr, right: &Expr) -> Text {
        let texts = self.operands(&[left, right]);
        let mut texts = texts.into_iter();
        let mut next = || texts.next().unwrap_or_else(Text::nothing);
        let (a, b) = (next(), next());
        let a = self.named(a, &left.ty, "left");
        let b = self.named(b, &left.ty, "right");
        compared(op, &left.ty, &a, &b)
    }

    /// A method of a number.
    pub(super) fn method(&mut self, method: &'static Method, args: &[Expr]) -> Text {
        // The type that has the method: that of the receiver, or, where there
        // is none, of a float whose bits are given.
        let prim = match (method.name, args[0].prim()) {
            ("from_bits", Some(Prim::U32)) => Prim::F32,
            ("from_bits", _) => Prim::F64,
            (_, Some(prim)) => prim,
            (_, None) => return Text::nothing(),
        };
        let mut texts = self.operands(&args.iter().collect::<Vec<_>>());
        if matches!(method.name, "trailing_zeros" | "trailing_ones") {
            texts[0] = self.named(texts[0].clone(), &args[0].ty, "bits");
        }
        if let Some(text) = operators::method(self.module, method, prim, &texts) {
            return text;
        }
        if method.name == "clamp" && prim == Prim::Bool {
            return Text::binary(
                &Text::binary(&texts[0], "|", 4, &texts[1]),
                "&",
                6,
                &texts[2],
            );
        }
        let function = self.module.prelude(prim, method.name);
        let mut args: Vec<String> = texts.into_iter().map(|text| text.text).collect();
        let failures = method.failures_on(prim);
        if !failures.is_empty() {
            args.extend(self.failure(failures));
        }
        Text::call(&function, &args)
    }

    /// The arguments of a function that may fail: the record, and the number of its site.
    pub(super) fn failure(&mut self, failures: &[&'static str]) -> [String; 2] {
        let record = "record".to_owned();
        match &mut self.failing {
            Failing::Binding(binding) => {
                let kinds: Vec<SiteKind> = failures
                    .iter()
                    .map(|what| SiteKind::Arithmetic(what))
                    .collect();
                let site = self.module.site(binding, &kinds);
                [record, site.to_string()]
            }
            Failing::Caller(known) => {
                let place = known
                    .windows(failures.len().max(1))
                    .position(|some| some == failures);
                let place = place.unwrap_or_else(|| {
                    known.extend(failures);
                    known.len() - failures.len()
                });
                let site = match place {
                    0 => "site".to_owned(),
                    more => format!("site + {more}"),
                };
                [record, site]
            }
        }
    }
}

fn compared(op: Binary, ty: &Type, a: &Text, b: &Text) -> Text {
    let Type::Tuple(items) = ty else {
        return operators::plain(op, a, b);
    };
    let parts: Vec<(&Type, Text, Text)> = items
        .iter()
        .enumerate()
        .map(|(index, item)| (item, field(a, index), field(b, index)))
        .collect();
    let Some(((last_ty, last_a, last_b), before)) = parts.split_last() else {
        return Text::atom(match op {
            Binary::Eq | Binary::Le | Binary::Ge => "true",
            _ => "false",
        });
    };
    let strictly = match op {
        Binary::Le => Binary::Lt,
        Binary::Ge => Binary::Gt,
        op => op,
    };
    before.iter().rev().fold(
        compared(op, last_ty, last_a, last_b),
        |rest, (ty, a, b)| match op {
            Binary::Eq => Text::binary(&compared(op, ty, a, b), "&&", AND, &rest),
            Binary::Ne => Text::binary(&compared(op, ty, a, b), "||", OR, &rest),
            _ => {
                let same = compared(Binary::Eq, ty, a, b);
                let rest = Text::binary(&same, "&&", AND, &rest);
                Text::binary(&compared(strictly, ty, a, b), "||", OR, &rest)
            }
        },
    )
}
