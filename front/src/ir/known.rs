//! Operators that the runtime knows: their neutral element, and that they
//! commute.
//!
//! Recognition is by shape only (`|a, b| a + b`, `f64::min`); whether the
//! operator really is the built-in one depends on the element type, which the
//! runtime decides. A user's own `Add` is thus merely associative.
//!
//! The lesser of two by `if` is the minimum of integers alone: of two floats either may be no number.
//! It is recognised where the text says that they are integers.

use super::choice::Choice;
use super::component::{Component, bare, declared, only, parameters, parameters_of};
use crate::ordered::{ToList, every};
use proc_macro2::Ident;
use syn::{BinOp, Expr, ItemFn, Lit, Stmt, Type};

/// An operator of known meaning on the built-in types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// `a + b`
    Add,
    /// `a * b`
    Mul,
    /// `a.min(b)`
    Min,
    /// `a.max(b)`
    Max,
    /// `a & b`, `a && b`
    And,
    /// `a | b`, `a || b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a.wrapping_add(b)`
    WrappingAdd,
    /// `a.wrapping_mul(b)`
    WrappingMul,
    /// A tuple: one operator for each component.
    Tuple(Vec<Known>),
}

impl Known {
    /// The operator that a worker of two arguments is, if it is one of these.
    /// It may be, or be made of, functions of the same program.
    pub fn of(worker: &Expr, functions: &[ItemFn]) -> Option<Known> {
        Search {
            functions,
            depth: DEPTH,
        }
        .worker(worker)
    }

    /// The operator of a reduction that starts from a value, which may have the type of all elements.
    pub fn of_reduction(start: &Expr, worker: &Expr, functions: &[ItemFn]) -> Option<Known> {
        let of_integers = || match declared(worker) {
            Some(declared) => is_integer_type(&declared),
            None => has_integer_type(start),
        };
        Known::of(worker, functions)
            .or_else(|| of_integers().then(|| lesser_or_greater(worker)).flatten())
    }
}

/// The operator that yields the lesser or the greater of its arguments.
fn lesser_or_greater(worker: &Expr) -> Option<Known> {
    let Choice {
        operator,
        takes_second,
        ..
    } = Choice::of(worker)?;
    let (first, second) = parameters(operator)?;
    let (condition, is_not) = match bare(&takes_second) {
        Expr::Unary(not) => (bare(&not.expr), true),
        condition => (condition, false),
    };
    let Expr::Binary(comparison) = condition else {
        return None;
    };
    let (left, right) = (bare(&comparison.left), bare(&comparison.right));
    let second_is_left = second.is(left);
    let is_of_both = match second_is_left {
        true => first.is(right),
        false => first.is(left) && second.is(right),
    };
    if !is_of_both {
        return None;
    }
    let left_is_lesser = match comparison.op {
        BinOp::Lt(_) | BinOp::Le(_) => true,
        BinOp::Gt(_) | BinOp::Ge(_) => false,
        _ => return None,
    };
    // An even number of turns leaves the lesser one.
    match left_is_lesser ^ second_is_left ^ is_not {
        false => Some(Known::Min),
        true => Some(Known::Max),
    }
}

/// Returns true if a value is an integer of a type that its text says.
fn has_integer_type(value: &Expr) -> bool {
    match bare(value) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => INTEGERS.contains(&number.suffix()),
            _ => false,
        },
        Expr::Unary(unary) => has_integer_type(&unary.expr),
        Expr::Cast(cast) => is_integer_type(&cast.ty),
        Expr::Path(path) => {
            let names = path.path.segments.iter().map(|it| it.ident.to_string());
            let names: Vec<String> = names.list();
            match &names[..] {
                [.., owner, limit] => {
                    INTEGERS.contains(&&**owner) && ["MIN", "MAX"].contains(&&**limit)
                }
                _ => false,
            }
        }
        _ => false,
    }
}

fn is_integer_type(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => INTEGERS.iter().any(|name| path.path.is_ident(name)),
        _ => false,
    }
}

const INTEGERS: &[&str] = &[
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];

/// The most components of a tuple of operators: as many as the runtime takes.
const MOST: usize = 8;

/// The depth of calls that are followed: a function that calls itself is no known operator.
const DEPTH: usize = 4;

/// A look into operators, and into the functions that they call.
#[derive(Clone, Copy)]
struct Search<'f> {
    functions: &'f [ItemFn],
    depth: usize,
}

impl Search<'_> {
    fn worker(self, worker: &Expr) -> Option<Known> {
        match worker {
            Expr::Closure(closure) => {
                let (first, second) = parameters(closure)?;
                self.body(&closure.body, &first, &second)
            }
            Expr::Paren(paren) => self.worker(&paren.expr),
            Expr::Group(group) => self.worker(&group.expr),
            Expr::Path(path) if path.qself.is_none() => self.path(&path.path),
            _ => None,
        }
    }

    fn body(self, body: &Expr, first: &Component, second: &Component) -> Option<Known> {
        // Every operator here commutes, so either order of the names will do.
        let both =
            |a: &Expr, b: &Expr| (first.is(a) && second.is(b)) || (second.is(a) && first.is(b));
        match body {
            Expr::Paren(paren) => self.body(&paren.expr, first, second),
            Expr::Group(group) => self.body(&group.expr, first, second),
            Expr::Block(_) => self.body(only(body)?, first, second),
            Expr::Tuple(tuple) if (2..=MOST).contains(&tuple.elems.len()) => {
                let components = tuple.elems.iter().enumerate();
                every(components.map(|(index, body)| {
                    self.body(body, &first.component(index), &second.component(index))
                }))
                .map(Known::Tuple)
            }
            Expr::Binary(binary) if both(&binary.left, &binary.right) => match binary.op {
                BinOp::Add(_) => Some(Known::Add),
                BinOp::Mul(_) => Some(Known::Mul),
                BinOp::BitAnd(_) | BinOp::And(_) => Some(Known::And),
                BinOp::BitOr(_) | BinOp::Or(_) => Some(Known::Or),
                BinOp::BitXor(_) => Some(Known::Xor),
                _ => None,
            },
            // `a.min(b)` on floats is not quite symmetric in the sign of zero, but
            // either sign is a correct answer there.
            Expr::MethodCall(call)
                if call.args.len() == 1 && both(&call.receiver, &call.args[0]) =>
            {
                of_method(&call.method)
            }
            Expr::Call(call) if call.args.len() == 2 && both(&call.args[0], &call.args[1]) => {
                match &*call.func {
                    Expr::Path(path) if path.qself.is_none() => self.path(&path.path),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn path(self, path: &syn::Path) -> Option<Known> {
        match path.get_ident() {
            Some(name) => self.function(name),
            None => of_path(path),
        }
    }

    /// The operator that a function of the program is.
    fn function(self, name: &Ident) -> Option<Known> {
        let function = self.functions.iter().find(|item| item.sig.ident == *name)?;
        let (first, second) = parameters_of(&function.sig)?;
        let [Stmt::Expr(body, None)] = &function.block.stmts[..] else {
            return None;
        };
        let inside = Search {
            depth: self.depth.checked_sub(1)?,
            ..self
        };
        inside.body(body, &first, &second)
    }
}

fn of_method(method: &Ident) -> Option<Known> {
    match method.to_string().as_str() {
        "min" => Some(Known::Min),
        "max" => Some(Known::Max),
        "wrapping_add" => Some(Known::WrappingAdd),
        "wrapping_mul" => Some(Known::WrappingMul),
        _ => None,
    }
}

/// `f64::min`, `u32::wrapping_add`, `std::cmp::max`, `Ord::min`, …
fn of_path(path: &syn::Path) -> Option<Known> {
    const OTHERS: &[&str] = &["f32", "f64", "cmp", "Ord"];
    let segments: Vec<&syn::PathSegment> = path.segments.iter().list();
    let [.., owner, function] = segments[..] else {
        return None;
    };
    let mut owners = INTEGERS.iter().chain(OTHERS);
    let owned = owners.any(|name| owner.ident == name);
    (owned && function.arguments.is_none())
        .then(|| of_method(&function.ident))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::Known;
    use syn::parse_quote;

    fn known(source: &str) -> Option<Known> {
        Known::of(&syn::parse_str(source).expect("a Rust expression"), &[])
    }

    #[test]
    fn recognises_the_usual_ways_to_write_them() {
        assert_eq!(known("|a, b| a + b"), Some(Known::Add));
        assert_eq!(known("|a: f64, b| { b + a }"), Some(Known::Add));
        assert_eq!(known("|x, y| x.max(y)"), Some(Known::Max));
        assert_eq!(known("f64::min"), Some(Known::Min));
        assert_eq!(known("std::cmp::max"), Some(Known::Max));
        assert_eq!(
            known("|a, b| u32::wrapping_add(a, b)"),
            Some(Known::WrappingAdd)
        );
        assert_eq!(known("|a, b| a && b"), Some(Known::And));
    }

    #[test]
    fn recognises_them_in_tuples() {
        let both = || Some(Known::Tuple(vec![Known::Add, Known::Min]));
        assert_eq!(known("|(a, b), (c, d)| (a + c, b.min(d))"), both());
        assert_eq!(known("|a, b| (a.0 + b.0, f64::min(b.1, a.1))"), both());
        assert_eq!(
            known("|a: (f64, f64), (c, d)| { (a.0 + c, a.1.min(d)) }"),
            both()
        );
        assert_eq!(
            known("|(p, q), b| (p + b.0, (q.0 | b.1.0, q.1 * b.1.1))"),
            Some(Known::Tuple(vec![
                Known::Add,
                Known::Tuple(vec![Known::Or, Known::Mul])
            ]))
        );
        assert_eq!(known("|(a, b), (c, d)| (a + d, b + c)"), None);
        assert_eq!(known("|a, b| (a.0 + b.0, a.1)"), None);
        assert_eq!(known("|a, b| (a.0 + b.0, a.0 + b.1)"), None);
        assert_eq!(known("|(a, _), (c, d)| (a + c, d + d)"), None);
        assert_eq!(known("|(a, ..), (c, ..)| (a + c, a + c)"), None);
        assert_eq!(known("|a, b| a.0 + b.0"), None);
    }

    #[test]
    fn recognises_functions_of_the_program() {
        let functions = [
            parse_quote!(
                fn add(a: u32, b: u32) -> u32 {
                    a + b
                }
            ),
            parse_quote!(
                fn more(x: f64, y: f64) -> f64 {
                    { f64::max(y, x) }
                }
            ),
            parse_quote!(
                fn both(a: (u32, f64), (b, m): (u32, f64)) -> (u32, f64) {
                    (add(a.0, b), more(m, a.1))
                }
            ),
            parse_quote!(
                fn half(a: u32, b: u32) -> u32 {
                    a + b / 2
                }
            ),
            parse_quote!(
                fn again(a: u32, b: u32) -> u32 {
                    again(b, a)
                }
            ),
            parse_quote!(
                fn first(a: u32, _: u32) -> u32 {
                    add(a, a)
                }
            ),
            parse_quote!(
                fn steps(a: u32, b: u32) -> u32 {
                    let c = b;
                    a + c
                }
            ),
        ];
        let known = |source: &str| {
            let worker = syn::parse_str(source).expect("a Rust expression");
            Known::of(&worker, &functions)
        };
        let both = || Some(Known::Tuple(vec![Known::Add, Known::Max]));
        assert_eq!(known("add"), Some(Known::Add));
        assert_eq!(known("|a, b| add(b, a)"), Some(Known::Add));
        assert_eq!(known("|(a, p), (b, q)| (a + b, more(p, q))"), both());
        assert_eq!(known("both"), both());
        assert_eq!(known("|a, b| both(a, b)"), both());
        for other in [
            "half",
            "again",
            "first",
            "steps",
            "elsewhere",
            "|a, b| add(a, 1)",
        ] {
            assert_eq!(known(other), None, "{other}");
        }
    }

    #[test]
    fn recognises_the_lesser_of_two_integers() {
        let known = |start: &str, source: &str| {
            let [start, worker] = [start, source].map(|text| syn::parse_str(text).expect("Rust"));
            Known::of_reduction(&start, &worker, &[])
        };
        for (operator, expected) in [
            ("|a, b| if a < b { a } else { b }", Known::Min),
            ("|a, b| if b < a { b } else { a }", Known::Min),
            ("|a, b| if a > b { b } else { a }", Known::Min),
            ("|a, b| if b >= a { a } else { b }", Known::Min),
            ("|a, b| if a < b { b } else { a }", Known::Max),
            ("|a, b| { if (a) >= b { a } else { b } }", Known::Max),
            ("|a, b| if b > a { b } else { a }", Known::Max),
            ("|a, b| if b <= a { a } else { b }", Known::Max),
        ] {
            for start in ["0u8", "-1i64", "i32::MIN", "std::u64::MAX", "n as usize"] {
                assert_eq!(known(start, operator), Some(expected.clone()), "{operator}");
            }
            for start in ["0", "0.0", "f64::MIN", "limits::MAX", "n", "x as f32"] {
                assert_eq!(known(start, operator), None, "{start} {operator}");
            }
        }
        let typed = |ty: &str| {
            known(
                "n",
                &format!("|a: {ty}, b: {ty}| if a < b {{ a }} else {{ b }}"),
            )
        };
        assert_eq!(typed("i16"), Some(Known::Min));
        assert_eq!(typed("f64"), None);
        for other in [
            "|a, b| if a == b { a } else { b }",
            "|a, b| if a % 2 < b { a } else { b }",
            "|a, b| if a < b && b > 3 { a } else { b }",
        ] {
            assert_eq!(known("0u8", other), None, "{other}");
        }
        assert_eq!(known("0", "|a, b| a + b"), Some(Known::Add));
    }

    #[test]
    fn leaves_everything_else_alone() {
        assert_eq!(known("|a, b| a - b"), None);
        assert_eq!(known("|a, b| a + a"), None);
        assert_eq!(known("|a, b| a + b + 1"), None);
        assert_eq!(known("|a, b| if a < b { a } else { b }"), None);
        assert_eq!(known("mine::min"), None);
        assert_eq!(known("|(a, b), c| a + b"), None);
        assert_eq!(known("|a| a + a"), None);
    }
}
