//! Transitions: steps of recurrences that can be composed, so that blocks need not wait for each
//! other.
//!
//! A step `|y, x| a(x) * y + b(x)` maps a state to the next one, and several such steps
//! together are a map of that form again: its value at zero, and the image of a difference
//! between two states. The first is found by the step itself. The second is its *linear part*, the
//! step without the terms in which the state has no part; so the coefficients are never taken out
//! of the expression. The same holds for `(y + a(x)).max(b(x))`, with the sum in the place of the
//! product and the greater one in that of the sum.
//!
//! Recognition is by shape. The runtime decides by the type of the state if the laws hold for it.

mod linear;
mod patterns;

pub use linear::{Law, zero_of};

use super::component::bare;
use crate::ordered::{ToList, every, flat};
use crate::walk;
use linear::{Part, Parts};
use patterns::{names, plain};
use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprClosure, FnArg, ItemFn, Pat, ReturnType, Token, parse_quote};

/// A step that can be composed with those before it.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Transition {
    /// The laws of its operators.
    pub law: Law,
    /// The step without the terms in which the state has no part, of the parameters of the step.
    pub linear: ExprClosure,
    /// Set if the linear part is the same for all elements: the recurrence has constant
    /// coefficients.
    pub is_constant: bool,
}

/// The most components of a state.
const MOST: usize = 4;

impl Transition {
    /// The transition that a step is, if it is one. It may be a function of the same program.
    pub fn of(step: &Expr, functions: &[ItemFn]) -> Option<Transition> {
        let closure = closure(step, functions)?;
        if closure.asyncness.is_some() || closure.inputs.len() < 2 {
            return None;
        }
        let mut inputs = closure.inputs.clone();
        let state = state(inputs.first_mut()?)?;
        let later = flat(inputs.iter().skip(1).map(names));
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
                    is_constant: !later.iter().any(|name| walk::mentions(&body, name)),
                    linear: ExprClosure {
                        inputs: inputs.clone(),
                        output: ReturnType::Default,
                        body: Box::new(body),
                        ..closure.clone()
                    },
                })
            })
    }

    /// The linear part as a function of the state alone, which it is if it is constant.
    pub fn of_state(&self) -> ExprClosure {
        ExprClosure {
            inputs: self.linear.inputs.iter().take(1).cloned().collect(),
            ..self.linear.clone()
        }
    }

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
            Some(State::Components(every(names)?))
        }
        other => Some(State::Whole(plain(other)?.clone())),
    }
}

impl State {
    fn names(&self) -> Vec<&Ident> {
        match self {
            State::Whole(name) => vec![name],
            State::Components(names) => names.iter().list(),
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
                let components: Vec<Expr> = every(components)?;
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
    fn coefficients_are_constant_where_no_element_is_read() {
        let is_constant = |step: &str| {
            let step = syn::parse_str(step).expect("a Rust expression");
            Transition::of(&step, &[])
                .expect("a transition")
                .is_constant
        };
        assert!(is_constant("|y, x| y + k * (x - y)"));
        assert!(is_constant("|(a, b), x| (c[0] * a - c[1] * b + x, a)"));
        assert!(is_constant("|y, x| { let d = x - y; y + k * d }"));
        assert!(is_constant("|y, x| (y + 1.0).max(x)"));
        assert!(!is_constant("|y, (a, b)| a * y + b"));
        assert!(!is_constant("|y, x| if x > 0.0 { y + 1.0 } else { 0.0 }"));
        assert!(!is_constant("|y, x| (y + x).max(0.0)"));
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
