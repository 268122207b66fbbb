//! The linear part of an expression: the expression without the terms in which the state of a
//! recurrence has no part.

use super::patterns::{names, plain, untyped};
use crate::ir::component::bare;
use crate::ordered::{OrderedSet, ToList, every};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{
    BinOp, Block, Expr, ExprMethodCall, Local, LocalInit, Member, Stmt, UnOp, parse_quote,
    parse_quote_spanned,
};

/// The operators between states and coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// `+`, `-`, `*` and `/`: linear, as far as floats are.
    Linear,
    /// `wrapping_add` and the like: linear.
    Wrapping,
    /// `+` and `max`.
    Greatest,
    /// `+` and `min`.
    Least,
}

/// The name of the function that makes a zero of the type of its argument.
pub fn zero_of() -> Ident {
    Ident::new("__zero_of", Span::mixed_site())
}

impl Law {
    pub(super) fn is_linear(self) -> bool {
        matches!(self, Law::Linear | Law::Wrapping)
    }
}

/// The linear part of an expression.
pub(super) enum Part {
    /// The state has no part in it.
    Constant,
    /// This expression.
    Depends(Expr),
    /// The parts of components.
    Tuple(Vec<Part>),
}

impl Part {
    pub(super) fn is_constant(&self) -> bool {
        matches!(self, Part::Constant)
    }
}

/// The expression that a part is.
fn part_of(part: Part) -> Option<Expr> {
    match part {
        Part::Depends(expr) => Some(expr),
        Part::Constant | Part::Tuple(_) => None,
    }
}

/// The operation on other operands.
fn operation(binary: &syn::ExprBinary, left: Expr, right: Expr) -> Expr {
    Expr::Binary(syn::ExprBinary {
        left: Box::new(in_parentheses(left)),
        right: Box::new(in_parentheses(right)),
        ..binary.clone()
    })
}

/// The call of a method of one argument on other operands.
fn method(call: &ExprMethodCall, left: Expr, right: Expr) -> Expr {
    Expr::MethodCall(ExprMethodCall {
        receiver: Box::new(in_parentheses(left)),
        args: [right].into_iter().collect(),
        ..call.clone()
    })
}

fn in_parentheses(expr: Expr) -> Expr {
    match expr {
        Expr::Path(_) | Expr::Paren(_) | Expr::Lit(_) | Expr::Field(_) => expr,
        other => parse_quote_spanned!(other.span()=> (#other)),
    }
}

/// Looks for linear parts.
pub(super) struct Parts {
    pub(super) law: Law,
    /// The names of the values that depend on the state.
    pub(super) depends: OrderedSet<Ident>,
}

impl Parts {
    pub(super) fn part(&mut self, expr: &Expr) -> Option<Part> {
        if !self.mentions(expr) {
            return Some(Part::Constant);
        }
        match expr {
            Expr::Paren(paren) => self.part(&paren.expr),
            Expr::Group(group) => self.part(&group.expr),
            Expr::Path(_) => Some(Part::Depends(expr.clone())),
            Expr::Field(field) => self.field(expr, field),
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|item| self.part(item));
                Some(Part::Tuple(every(parts)?))
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                if self.law != Law::Linear {
                    return None;
                }
                let part = part_of(self.part(&unary.expr)?)?;
                Some(Part::Depends(Expr::Unary(syn::ExprUnary {
                    expr: Box::new(in_parentheses(part)),
                    ..unary.clone()
                })))
            }
            Expr::Binary(binary) => self.binary(binary),
            Expr::MethodCall(call) if call.turbofish.is_none() => self.method(call),
            Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
                let depends = self.depends.clone();
                let part = self.block(&block.block);
                self.depends = depends;
                part
            }
            Expr::If(choice) => self.choice(choice),
            _ => None,
        }
    }

    /// Returns true if an expression has to do with the state. A macro may have.
    fn mentions(&self, expr: &Expr) -> bool {
        let mut found = false;
        walk::expr(expr, &mut |node| {
            found |= match node {
                Node::Expr(Expr::Path(path)) => {
                    let name = path.path.get_ident();
                    name.is_some_and(|name| self.depends.contains(name))
                }
                Node::Macro(_) => true,
                _ => false,
            };
            !found
        });
        found
    }

    /// A component of a state that is named as a whole.
    fn field(&self, expr: &Expr, field: &syn::ExprField) -> Option<Part> {
        let is_index = matches!(field.member, Member::Unnamed(_));
        let of_name = matches!(bare(&field.base), Expr::Path(_));
        (is_index && of_name).then(|| Part::Depends(expr.clone()))
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Part> {
        let (left, right) = (&*binary.left, &*binary.right);
        let depends = (self.mentions(left), self.mentions(right));
        let both = |left: Expr, right: Expr| operation(binary, left, right);
        let shifts = matches!(self.law, Law::Greatest | Law::Least);
        Some(Part::Depends(match (binary.op, self.law, depends) {
            (BinOp::Add(_), Law::Linear, _) => {
                return sum(self.part(left)?, self.part(right)?, both);
            }
            (BinOp::Sub(_), Law::Linear, (false, true)) => {
                let right = part_of(self.part(right)?)?;
                parse_quote_spanned!(binary.op.span()=> -(#right))
            }
            (BinOp::Sub(_), Law::Linear, _) => {
                return sum(self.part(left)?, self.part(right)?, both);
            }
            (BinOp::Mul(_) | BinOp::Div(_), Law::Linear, (true, false)) => {
                both(part_of(self.part(left)?)?, right.clone())
            }
            (BinOp::Mul(_), Law::Linear, (false, true)) => {
                both(left.clone(), part_of(self.part(right)?)?)
            }
            (BinOp::Add(_) | BinOp::Sub(_), _, (true, false)) if shifts => {
                both(part_of(self.part(left)?)?, right.clone())
            }
            (BinOp::Add(_), _, (false, true)) if shifts => {
                both(left.clone(), part_of(self.part(right)?)?)
            }
            _ => return None,
        }))
    }

    fn method(&mut self, call: &ExprMethodCall) -> Option<Part> {
        let (receiver, name) = (&*call.receiver, call.method.to_string());
        let args: Vec<&Expr> = call.args.iter().list();
        let both = |left: Expr, right: Expr| method(call, left, right);
        let (name, at) = (name.as_str(), call.method.span());
        match (name, self.law, &args[..]) {
            ("mul_add", Law::Linear, [factor, summand]) => {
                let (left, right) = (self.part(receiver)?, self.part(factor)?);
                let product = match (left, right) {
                    (Part::Constant, Part::Constant) => Part::Constant,
                    (Part::Depends(part), Part::Constant) => {
                        Part::Depends(parse_quote_spanned!(at=> (#part) * (#factor)))
                    }
                    (Part::Constant, Part::Depends(part)) => {
                        Part::Depends(parse_quote_spanned!(at=> (#receiver) * (#part)))
                    }
                    _ => return None,
                };
                let summand = self.part(summand)?;
                sum(
                    product,
                    summand,
                    |left, right| parse_quote_spanned!(at=> (#left) + (#right)),
                )
            }
            ("wrapping_add", Law::Wrapping, [other])
            | ("max", Law::Greatest, [other])
            | ("min", Law::Least, [other]) => sum(self.part(receiver)?, self.part(other)?, both),
            ("wrapping_sub", Law::Wrapping, [other]) => {
                match (self.part(receiver)?, self.part(other)?) {
                    (Part::Constant, Part::Depends(right)) => Some(Part::Depends(
                        parse_quote_spanned!(at=> (#right).wrapping_neg()),
                    )),
                    (left, right) => sum(left, right, both),
                }
            }
            ("wrapping_neg", Law::Wrapping, []) => {
                let part = part_of(self.part(receiver)?)?;
                Some(Part::Depends(Expr::MethodCall(ExprMethodCall {
                    receiver: Box::new(part),
                    ..call.clone()
                })))
            }
            ("wrapping_mul", Law::Wrapping, [other]) => {
                let product = match (self.part(receiver)?, self.part(other)?) {
                    (Part::Depends(part), Part::Constant) => both(part, (*other).clone()),
                    (Part::Constant, Part::Depends(part)) => both(receiver.clone(), part),
                    _ => return None,
                };
                Some(Part::Depends(product))
            }
            _ => None,
        }
    }

    /// The value of statements.
    fn block(&mut self, block: &Block) -> Option<Part> {
        let (last, before) = block.stmts.split_last()?;
        let Stmt::Expr(value, None) = last else {
            return None;
        };
        let mut stmts = Vec::new();
        for stmt in before {
            let Stmt::Local(local) = stmt else {
                return None;
            };
            stmts.push(Stmt::Local(self.local(local)?));
        }
        let around = |value: Expr| -> Expr {
            match stmts.is_empty() {
                true => value,
                false => parse_quote!({ #(#stmts)* #value }),
            }
        };
        Some(match self.part(value)? {
            Part::Constant => Part::Constant,
            Part::Depends(value) => Part::Depends(around(value)),
            Part::Tuple(parts) => Part::Tuple(every(parts.into_iter().map(|part| {
                Some(match part {
                    Part::Constant => Part::Constant,
                    Part::Depends(value) => Part::Depends(around(value)),
                    Part::Tuple(_) => return None,
                })
            }))?),
        })
    }

    /// A statement that names a value, or of it the linear part.
    fn local(&mut self, local: &Local) -> Option<Local> {
        let init = local.init.as_ref()?;
        if init.diverge.is_some() || !local.attrs.is_empty() {
            return None;
        }
        let bound = names(&local.pat);
        let part = self.part(&init.expr)?;
        let (pattern, value) = match part {
            Part::Constant => {
                for name in &bound {
                    self.depends.remove(name);
                }
                return Some(local.clone());
            }
            Part::Depends(value) => (untyped(&local.pat), value),
            Part::Tuple(_) => return None,
        };
        plain(pattern)?;
        self.depends.extend(bound);
        Some(Local {
            init: Some(LocalInit {
                expr: Box::new(value),
                ..init.clone()
            }),
            ..local.clone()
        })
    }

    /// One of two values, by a condition without the state.
    fn choice(&mut self, choice: &syn::ExprIf) -> Option<Part> {
        let condition = &choice.cond;
        let mut binds = false;
        walk::expr(condition, &mut |node| {
            binds |= matches!(node, Node::Binding(_));
            true
        });
        if binds || self.mentions(condition) {
            return None;
        }
        let depends = self.depends.clone();
        let left = self.block(&choice.then_branch);
        self.depends = depends;
        let right = self.part(&choice.else_branch.as_ref()?.1);
        self.chosen(condition, left?, right?)
    }

    fn chosen(&self, condition: &Expr, left: Part, right: Part) -> Option<Part> {
        let zero = zero_of();
        let linear = self.law.is_linear();
        Some(match (left, right) {
            (Part::Constant, Part::Constant) => Part::Constant,
            (Part::Depends(left), Part::Depends(right)) => {
                Part::Depends(parse_quote!(if #condition { #left } else { #right }))
            }
            (Part::Depends(left), Part::Constant) if linear => Part::Depends(
                parse_quote_spanned!(left.span()=> if #condition { #left } else { #zero(#left) }),
            ),
            (Part::Constant, Part::Depends(right)) if linear => Part::Depends(
                parse_quote_spanned!(right.span()=> if #condition { #zero(#right) } else { #right }),
            ),
            (Part::Tuple(left), Part::Tuple(right)) if left.len() == right.len() => {
                let parts = left.into_iter().zip(right);
                let parts = parts.map(|(left, right)| self.chosen(condition, left, right));
                Part::Tuple(every(parts)?)
            }
            _ => return None,
        })
    }
}

/// The linear part of a sum: constants fall away.
fn sum(left: Part, right: Part, both: impl FnOnce(Expr, Expr) -> Expr) -> Option<Part> {
    Some(match (left, right) {
        (Part::Constant, Part::Constant) => Part::Constant,
        (Part::Depends(left), Part::Depends(right)) => Part::Depends(both(left, right)),
        (part @ Part::Depends(_), Part::Constant) | (Part::Constant, part @ Part::Depends(_)) => {
            part
        }
        _ => return None,
    })
}
