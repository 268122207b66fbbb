//! Elementary functions: whose they are, and which methods of floats name one.

use crate::walk::{self, Node};
use proc_macro2::Ident;
use syn::{Block, Expr, ExprMethodCall, ExprPath, Type};

/// The implementation of elementary functions in a program: whose `x.exp()` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Math {
    /// The functions of `fusus-math`, with the same bits on every machine.
    #[default]
    Fusus,
    /// The methods of the standard library, which calls the platform's.
    Std,
}

impl Math {
    /// All of them, with their names in `#[cnf(math = "…")]`.
    pub const ALL: [(&'static str, Math); 2] = [("fusus", Math::Fusus), ("std", Math::Std)];

    /// Returns the one of that name.
    pub fn named(name: &str) -> Option<Math> {
        let mut all = Math::ALL.into_iter();
        all.find(|(known, _)| *known == name).map(|(_, math)| math)
    }
}

/// Methods of the standard library's floats that `fusus-math` has, without a further argument.
const UNARY: [&str; 21] = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "exp", "exp2",
    "exp_m1", "ln", "ln_1p", "log10", "log2", "sin", "sin_cos", "sinh", "tan", "tanh",
];

/// Methods with one further argument.
const BINARY: [&str; 4] = ["atan2", "hypot", "log", "powf"];

/// Returns the number of arguments behind the receiver of the elementary function of this name;
/// `None` if there is none.
fn arguments(name: &str) -> Option<usize> {
    if UNARY.contains(&name) {
        Some(0)
    } else {
        BINARY.contains(&name).then_some(1)
    }
}

/// Returns true if a method has the name of an elementary function, and as many arguments.
pub fn is_method(call: &ExprMethodCall) -> bool {
    let expected = arguments(&call.method.to_string());
    call.turbofish.is_none() && expected == Some(call.args.len())
}

/// Returns true if a method has the name of a function of angles.
pub fn is_of_angle(call: &ExprMethodCall) -> bool {
    const OF_ANGLES: [&str; 4] = ["cos", "sin", "sin_cos", "tan"];
    is_method(call) && OF_ANGLES.iter().any(|name| call.method == name)
}

/// Returns the type and the function of a path to an elementary function, as `f64::exp` and
/// `<f64>::exp` are.
pub fn path(path: &ExprPath) -> Option<(&Ident, &Ident)> {
    let segments = &path.path.segments;
    let (of, function) = match &path.qself {
        None if segments.len() == 2 => (&segments[0].ident, &segments[1].ident),
        Some(own) if segments.len() == 1 && own.as_token.is_none() => match &*own.ty {
            Type::Path(ty) => (ty.path.get_ident()?, &segments[0].ident),
            _ => return None,
        },
        _ => return None,
    };
    let is_float = of == "f32" || of == "f64";
    (is_float && arguments(&function.to_string()).is_some()).then_some((of, function))
}

/// Returns true if an expression may name an elementary function.
pub fn is_named_in(expr: &Expr) -> bool {
    let mut found = None;
    walk::expr(expr, &mut |node| first(&node, &mut found));
    found.is_some()
}

/// Returns the first name in a block that may be that of an elementary function.
pub fn first_in(block: &Block) -> Option<Ident> {
    let mut found = None;
    walk::block(block, &mut |node| first(&node, &mut found));
    found
}

fn first(node: &Node<'_>, found: &mut Option<Ident>) -> bool {
    match node {
        Node::Name(name) if found.is_none() && arguments(&name.to_string()).is_some() => {
            *found = Some((*name).clone());
        }
        Node::Macro(call) if found.is_none() => {
            walk::each_identifier(call.tokens.clone(), &mut |name| {
                if found.is_none() && arguments(&name.to_string()).is_some() {
                    *found = Some(name.clone());
                }
            });
        }
        _ => {}
    }
    found.is_none()
}
