//! Transitions: steps of recurrences that can be composed, so that blocks need not wait for each
//! other.
//!
//! A step `|y, x| a(x) * y + b(x)` maps a state to the next one, and what several such steps do
//! together is a map of that form again: its value at zero, and what it makes of a difference
//! between two states. The first is found by the step itself. The second is its *linear part*, the
//! step without the terms in which the state has no part; so the coefficients are never taken out
//! of the expression. The same holds for `(y + a(x)).max(b(x))`, with the sum in the place of the
//! product and the greater one in that of the sum.
//!
//! Recognition is by shape. The runtime decides by the type of the state if the laws hold for it.

use super::component::bare;
use crate::walk::{self, Node};
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    BinOp, Block, Expr, ExprClosure, ExprMethodCall, FnArg, ItemFn, Local, LocalInit, Member, Pat,
    ReturnType, Stmt, Token, UnOp, parse_quote, parse_quote_spanned,
};

/// A step that can be composed with those before it.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Transition {
    /// The laws of its operators.
    pub law: Law,
    /// The step without the terms in which the state has no part, of the parameters of the step.
    pub linear: ExprClosure,
}

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

/// The most components of a state.
const MOST: usize = 4;

/// The name of the function that makes a zero of the type of its argument.
pub fn zero_of() -> Ident {
    Ident::new("__zero_of", Span::mixed_site())
}

impl Transition {
    /// The transition that a step is, if it is one. It may be a function of the same program.
    pub fn of(step: &Expr, functions: &[ItemFn]) -> Option<Transition> {
        let closure = closure(step, functions)?;
        if closure.asyncness.is_some() || closure.inputs.len() < 2 {
            return None;
        }
        let mut inputs = closure.inputs.clone();
        let state = state(inputs.first_mut()?)?;
        let later = inputs.iter().skip(1).flat_map(names);
        let later: Vec<Ident> = later.collect();
        if later.iter().any(|name| state.names().contains(&name)) {
            return None;
        }
        [Law::Linear, Law::Wrapping, Law::Greatest, Law::Least]
            .into_iter()
            .find_map(|law| {
                let mut parts = Parts {
                    law,
                    depends: state.names().into_iter().cloned().collect(),
                };
                let part = parts.part(&closure.body)?;
                let body = state.fill(part, law)?;
                Some(Transition {
                    law,
                    linear: ExprClosure {
                        inputs: inputs.clone(),
                        output: ReturnType::Default,
                        body: Box::new(body),
                        ..closure.clone()
                    },
                })
            })
    }
}

impl Transition {
    /// The number of components of the state, as far as the text tells.
    pub fn components(&self) -> usize {
        match &*self.linear.body {
            Expr::Tuple(tuple) => tuple.elems.len(),
            _ => 1,
        }
    }
}

/// The closure that a step is: a function of the program without generics, too.
fn closure(step: &Expr, functions: &[ItemFn]) -> Option<ExprClosure> {
    match bare(step) {
        Expr::Closure(closure) => Some(closure.clone()),
        Expr::Path(path) => {
            let name = path.path.get_ident()?;
            let function = functions.iter().find(|item| item.sig.ident == *name)?;
            if !function.sig.generics.params.is_empty() || function.sig.asyncness.is_some() {
                return None;
            }
            let inputs: Option<Punctuated<Pat, Token![,]>> = function
                .sig
                .inputs
                .iter()
                .map(|input| match input {
                    FnArg::Typed(typed) => Some(Pat::Type(typed.clone())),
                    FnArg::Receiver(_) => None,
                })
                .collect();
            let (inputs, body) = (inputs?, &function.block);
            Some(parse_quote!(|#inputs| #body))
        }
        _ => None,
    }
}

/// The names of a state: of all of it, or of its components.
enum State {
    Whole(Ident),
    Components(Vec<Ident>),
}

/// The names of the state in its pattern. Components without a name get one.
fn state(pattern: &mut Pat) -> Option<State> {
    match pattern {
        Pat::Type(typed) => state(&mut typed.pat),
        Pat::Paren(paren) => state(&mut paren.pat),
        Pat::Tuple(tuple) if (1..=MOST).contains(&tuple.elems.len()) => {
            let components = tuple.elems.iter_mut().enumerate();
            let names = components.map(|(index, component)| {
                if matches!(component, Pat::Wild(_)) {
                    let name = Ident::new(&format!("__state{index}"), Span::mixed_site());
                    *component = parse_quote!(#name);
                }
                plain(component).cloned()
            });
            Some(State::Components(names.collect::<Option<_>>()?))
        }
        other => Some(State::Whole(plain(other)?.clone())),
    }
}

/// The name of a pattern that is nothing but a name.
fn plain(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(ident)
            if ident.by_ref.is_none() && ident.mutability.is_none() && ident.subpat.is_none() =>
        {
            Some(&ident.ident)
        }
        _ => None,
    }
}

/// The names that a pattern binds.
fn names(pattern: &Pat) -> Vec<Ident> {
    let mut found = Vec::new();
    walk::pattern(pattern, &mut |node| {
        if let Node::Binding(bound) = node {
            found.push(bound.ident.clone());
        }
        true
    });
    found
}

impl State {
    fn names(&self) -> Vec<&Ident> {
        match self {
            State::Whole(name) => vec![name],
            State::Components(names) => names.iter().collect(),
        }
    }

    /// The body of the linear part: with zeros for the components in which the state has no part.
    fn fill(&self, part: Part, law: Law) -> Option<Expr> {
        let filled = match part {
            Part::Depends(part) => part,
            // Nothing of the state remains: no step waits for another.
            Part::Constant => return None,
            Part::Tuple(_) if !law.is_linear() => return None,
            Part::Tuple(parts) => {
                if parts.len() > MOST || parts.iter().all(Part::is_constant) {
                    return None;
                }
                let components = parts.into_iter().enumerate();
                let components = components.map(|(index, part)| match part {
                    Part::Depends(part) => Some(part),
                    Part::Constant => {
                        let (zero, like) = (zero_of(), self.component(index)?);
                        Some(parse_quote!(#zero(#like)))
                    }
                    Part::Tuple(_) => None,
                });
                let components: Vec<Expr> = components.collect::<Option<_>>()?;
                parse_quote!((#(#components,)*))
            }
        };
        Some(filled)
    }

    /// A component of the state.
    fn component(&self, index: usize) -> Option<Expr> {
        match self {
            State::Whole(name) => {
                let index = syn::Index::from(index);
                Some(parse_quote!(#name.#index))
            }
            State::Components(names) => {
                let name = names.get(index)?;
                Some(parse_quote!(#name))
            }
        }
    }
}

impl Law {
    fn is_linear(self) -> bool {
        matches!(self, Law::Linear | Law::Wrapping)
    }
}

/// The linear part of an expression.
enum Part {
    /// The state has no part in it.
    Constant,
    /// This expression.
    Depends(Expr),
    /// The parts of components.
    Tuple(Vec<Part>),
}

impl Part {
    fn is_constant(&self) -> bool {
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
struct Parts {
    law: Law,
    /// The names of what depends on the state.
    depends: BTreeSet<Ident>,
}

impl Parts {
    fn part(&mut self, expr: &Expr) -> Option<Part> {
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
                Some(Part::Tuple(parts.collect::<Option<_>>()?))
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
        let args: Vec<&Expr> = call.args.iter().collect();
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
            Part::Tuple(parts) => Part::Tuple(
                parts
                    .into_iter()
                    .map(|part| {
                        Some(match part {
                            Part::Constant => Part::Constant,
                            Part::Depends(value) => Part::Depends(around(value)),
                            Part::Tuple(_) => return None,
                        })
                    })
                    .collect::<Option<_>>()?,
            ),
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
                Part::Tuple(parts.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }
}

/// A pattern without its type.
fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => untyped(&typed.pat),
        Pat::Paren(paren) => untyped(&paren.pat),
        other => other,
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

#[cfg(test)]
mod tests {
    use super::{Law, Transition};
    use quote::ToTokens;

    fn transition(step: &str) -> Option<(Law, String)> {
        let step = syn::parse_str(step).expect("a Rust expression");
        let found = Transition::of(&step, &[])?;
        let text = found.linear.body.to_token_stream().to_string();
        Some((found.law, text))
    }

    /// The linear part of a step, without white space and parentheses.
    fn linear(step: &str) -> String {
        let (law, text) = transition(step).expect("a transition");
        assert_eq!(law, Law::Linear);
        text.replace([' ', '(', ')'], "")
    }

    #[test]
    fn terms_without_the_state_fall_away() {
        assert_eq!(linear("|y, x| 0.9 * y + 0.1 * x"), "0.9*y");
        assert_eq!(linear("|y, x| x - y"), "-y");
        assert_eq!(linear("|y, x| y + k * (x - y)"), "y+k*-y");
        assert_eq!(linear("|y: f64, (a, b)| y / a + b"), "y/a");
        assert_eq!(linear("|y, p| p.y * y + p.x"), "p.y*y");
        assert_eq!(linear("|y, a, b| a.mul_add(y, b)"), "a*y");
        assert_eq!(
            linear("|y, x| { let d = x - y; y + k * d }"),
            "{letd=-y;y+k*d}"
        );
    }

    #[test]
    fn components_depend_on_each_other() {
        assert_eq!(
            linear("|(y1, y2), x| (a * y1 - b * y2 + x, y1)"),
            "a*y1-b*y2,y1,"
        );
        assert_eq!(
            linear("|(_, y1, x1), x| (a * y1 + x1, x, x)"),
            "a*y1+x1,__zero_ofy1,__zero_ofx1,"
        );
        assert_eq!(linear("|s, x| (s.1 + x, s.0)"), "s.1,s.0,");
    }

    #[test]
    fn a_condition_on_elements_chooses_coefficients() {
        assert_eq!(
            linear("|y, (x, head)| if head { x } else { 0.9 * y + x }"),
            "ifhead{__zero_of0.9*y}else{0.9*y}"
        );
        assert_eq!(transition("|y, x| if y > 1.0 { x } else { y + x }"), None);
    }

    #[test]
    fn operators_of_a_half_ring_have_a_law_of_their_own() {
        let (law, _) = transition("|y, x| (y + x).max(0.0)").expect("a transition");
        assert_eq!(law, Law::Greatest);
        let (law, _) = transition("|y, (a, b)| b.min(y - a)").expect("a transition");
        assert_eq!(law, Law::Least);
        let (law, _) = transition("|y, x| y.wrapping_mul(31).wrapping_add(x)").expect("one");
        assert_eq!(law, Law::Wrapping);
        assert_eq!(transition("|y, x| (2.0 * y).max(x)"), None);
        assert_eq!(transition("|y, x| y.max(x).min(1.0)"), None);
    }

    #[test]
    fn other_steps_are_none() {
        for step in [
            "|y, x| y * y + x",
            "|y, x| x / y",
            "|y, x| f(y) + x",
            "|y, x| y % x",
            "|y, x| x",
            "|mut y, x| { y += x; y }",
            "|y, x| { println!(\"{y}\"); y + x }",
            "|y, x| y + format!(\"{y}\").len() as f64",
            "|y, x| match x { 0 => y, _ => y + x }",
            "|(a, b), x| (a * b, x)",
            "step",
        ] {
            assert_eq!(transition(step), None, "{step}");
        }
    }

    #[test]
    fn a_function_of_the_program_is_seen_through() {
        let step = syn::parse_quote!(ema);
        let function = syn::parse_quote!(
            fn ema(y: f64, x: f64) -> f64 {
                0.9 * y + 0.1 * x
            }
        );
        let found = Transition::of(&step, &[function]).expect("a transition");
        assert_eq!(found.law, Law::Linear);
    }
}
