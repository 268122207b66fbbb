//! Arguments in the places of others, as far as names and shapes tell.

use super::Lowering;
use super::scope::Entity;
use crate::check::check_arguments;
use crate::combinator::Parameter;
use crate::diagnostic::{Diagnostic, catalog};
use crate::ir::{Padding, tokens};
use crate::ordered::ToList;
use crate::syntax::{Apply, Term, strip};
use proc_macro2::Ident;
use syn::{Expr, ExprPath, UnOp};

/// The kind of an argument, where it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Worker,
    Array,
    Scalar,
    /// The sizes of axes, or distances along them.
    List,
}

impl Kind {
    /// Returns true if such an argument is what a parameter asks for.
    fn is_for(self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::Worker(_) => self == Kind::Worker,
            Parameter::Array(_) | Parameter::Arrays(_) => {
                matches!(self, Kind::Array | Kind::List)
            }
            Parameter::Scalar => self == Kind::Scalar,
            Parameter::Host => matches!(self, Kind::Scalar | Kind::List),
        }
    }
}

impl Lowering {
    /// Checks the arguments of a combinator: their number, their order and their shapes.
    pub(super) fn check(&mut self, apply: &Apply<'_>) -> bool {
        if let Some(kinds) = self.misordered(apply) {
            let in_order = in_order(apply, &kinds);
            let is_method = apply.method.is_some();
            self.found.push(catalog::wrong_order(
                apply.span,
                apply.combinator,
                is_method,
                in_order.as_deref(),
            ));
            return false;
        }
        if let Some(report) = sizes_apart(apply) {
            self.found.push(report);
            return false;
        }
        check_arguments(apply, &mut self.found)
    }

    /// The kinds of the arguments of a combinator, if they are in the wrong order.
    pub(super) fn misordered(&self, apply: &Apply<'_>) -> Option<Vec<Option<Kind>>> {
        let (least, most) = apply.combinator.arity();
        let given = apply.args.len();
        if given < least || most.is_some_and(|most| given > most) {
            return None;
        }
        let is_pad = apply.combinator.name == "pad";
        let kinds = apply.args.iter().map(|arg| match Term::of(arg) {
            Term::Name(name) if is_pad && self.is_padding(name) => Some(Kind::Scalar),
            _ => self.kind(arg),
        });
        let kinds: Vec<Option<Kind>> = kinds.list();
        is_misordered(apply, &kinds).then_some(kinds)
    }

    /// Returns true if a name says what is outside of an array.
    fn is_padding(&self, name: &Ident) -> bool {
        let mut named = Padding::NAMED.iter();
        self.scope.get(name).is_none() && named.any(|(known, _)| name == known)
    }

    fn kind(&self, arg: &Expr) -> Option<Kind> {
        match Term::of(arg) {
            Term::Apply(apply) if self.plain_method(&apply).is_none() => {
                match apply.combinator.yields_scalar() {
                    true => Some(Kind::Scalar),
                    false if apply.combinator.name == "external" => None,
                    false => Some(Kind::Array),
                }
            }
            Term::Range(..) => Some(Kind::Array),
            Term::Name(name) => self.kind_of_name(name),
            Term::Host(Expr::Unary(unary)) if matches!(unary.op, UnOp::Neg(_)) => {
                self.kind(&unary.expr).filter(|kind| *kind == Kind::Scalar)
            }
            Term::Host(host) => match strip(host) {
                Expr::Closure(_) => Some(Kind::Worker),
                Expr::Lit(_) => Some(Kind::Scalar),
                Expr::Array(_) => Some(Kind::List),
                Expr::Path(path) => is_function(path).then_some(Kind::Worker),
                _ => None,
            },
            _ => None,
        }
    }

    /// The kind of a name. One that is nothing of the program is a function, or may be, in the expression form,
    /// whatever stands outside.
    fn kind_of_name(&self, name: &Ident) -> Option<Kind> {
        match self.scope.get(name) {
            Some(Entity::Array(_) | Entity::Padded(..) | Entity::Windows(..)) => Some(Kind::Array),
            Some(Entity::Scalar(_)) => Some(Kind::Scalar),
            None if self.scope.is_forgotten(name) => None,
            None => {
                let mut helpers = self.program.items.functions.iter();
                let is_helper = helpers.any(|helper| helper.sig.ident == *name);
                (is_helper || !self.open && super::is_variable(name)).then_some(Kind::Worker)
            }
        }
    }
}

/// `f64::max`, not `f64::MAX` or `Shape::Round`.
fn is_function(path: &ExprPath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident.to_string().starts_with(char::is_lowercase))
}

/// Returns true if two arguments are in wrong places, and one of them is for that of the other.
fn is_misordered(apply: &Apply<'_>, kinds: &[Option<Kind>]) -> bool {
    let is_for = |at: usize, place: usize| {
        let wanted = apply.combinator.parameter(place);
        kinds[at].map(|kind| kind.is_for(wanted))
    };
    let is_wrong = |at: usize| is_for(at, at) == Some(false);
    let is_wanted = |at: usize| {
        let mut others = 0..kinds.len();
        others.any(|other| is_wrong(other) && is_for(at, other) == Some(true))
    };
    // The sizes of axes may be an array, too.
    (0..kinds.len()).any(|at| (is_wrong(at) || kinds[at] == Some(Kind::List)) && is_wanted(at))
}

/// The call with its arguments in the right order, if it is short and they have one.
fn in_order(apply: &Apply<'_>, kinds: &[Option<Kind>]) -> Option<String> {
    /// The most characters of an argument that is shown.
    const SHORT: usize = 24;
    let mut left: Vec<usize> = (0..kinds.len()).list();
    let mut shown: Vec<String> = Vec::new();
    for place in 0..kinds.len() {
        let wanted = apply.combinator.parameter(place);
        let mut kept = left.iter();
        // Sizes of axes are for those before they are an array.
        let at = kept.position(|at| match (kinds[*at], wanted) {
            (Some(Kind::List), Parameter::Array(_)) => false,
            (Some(kind), _) => kind.is_for(wanted),
            (None, _) => false,
        })?;
        let text = tokens::of(apply.args[left.remove(at)]);
        if text.chars().count() > SHORT {
            return None;
        }
        shown.push(text);
    }
    Some(format!("{}({})", apply.combinator.name, shown.join(", ")))
}

/// `generate(h, w, |i, j| …)`: the sizes of axes are a list.
fn sizes_apart(apply: &Apply<'_>) -> Option<Diagnostic> {
    let (worker, sizes) = apply.args.split_last()?;
    let Expr::Closure(closure) = strip(worker) else {
        return None;
    };
    let is_size = |size: &&Expr| !matches!(strip(size), Expr::Closure(_) | Expr::Array(_));
    if apply.combinator.name != "generate" || sizes.len() < 2 || !sizes.iter().all(is_size) {
        return None;
    }
    let sizes: Vec<String> = sizes.iter().map(|size| tokens::of(*size)).list();
    let indices = closure.inputs.iter().map(tokens::of);
    let indices: Vec<String> = indices.list();
    let (sizes, indices) = (sizes.join(", "), indices.join(", "));
    let instead = format!("generate([{sizes}], |{indices}| …)");
    Some(catalog::sizes_apart(apply.span, &instead))
}
