//! Random expressions.

use crate::expr::{BinOp, Expr};
use crate::ty::{PRIMS, Prim};
use fusus_rng::Rng;

/// The names that an expression may use.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Variables and scalars that are the same in every form.
    pub(super) vars: Vec<Expr>,
    /// Floats that may differ between forms.
    pub(super) rounded: Vec<Expr>,
    /// Input arrays of numbers, with their least length, which is not 0.
    pub(super) tables: Vec<(usize, Prim, usize)>,
    /// The number of names that are taken.
    pub(super) names: usize,
}

impl Scope {
    /// A name that nothing has, as people choose them.
    pub(super) fn name(&mut self) -> String {
        const NAMES: [&str; 12] = ["x", "y", "z", "w", "p", "q", "r", "t", "u", "k", "h", "g"];
        let number = self.names;
        self.names += 1;
        match number / NAMES.len() {
            0 => NAMES[number].to_owned(),
            round => format!("{}{round}", NAMES[number % NAMES.len()]),
        }
    }

    fn of(&self, prim: Prim) -> Vec<&Expr> {
        self.vars.iter().filter(|var| var.prim() == prim).collect()
    }
}

/// An expression of a type, of at most about this depth.
pub(super) fn expr(rng: &mut Rng, scope: &mut Scope, prim: Prim, depth: usize) -> Expr {
    if depth == 0 || rng.percent(12) {
        return leaf(rng, scope, prim);
    }
    if rng.percent(10) {
        let condition = expr(rng, scope, Prim::Bool, depth - 1);
        let then = expr(rng, scope, prim, depth - 1);
        let otherwise = expr(rng, scope, prim, depth - 1);
        return Expr::If(condition.into(), then.into(), otherwise.into());
    }
    if rng.percent(5) {
        let of = *rng.pick(&PRIMS);
        let value = expr(rng, scope, of, depth - 1);
        let name = scope.name();
        scope.vars.push(Expr::Local(name.clone(), of));
        let body = expr(rng, scope, prim, depth - 1);
        scope.vars.pop();
        return Expr::Let(name, value.into(), body.into());
    }
    if rng.percent(8)
        && let Some((array, _, len)) = scope.tables.iter().find(|table| table.1 == prim).copied()
    {
        let index = expr(rng, scope, Prim::Usize, depth - 1);
        let index = bin(BinOp::Rem, index, Expr::Int(len as i128, Prim::Usize));
        return Expr::Index(array, index.into(), prim);
    }
    match prim {
        Prim::Bool => condition(rng, scope, depth),
        prim if prim.is_float() => float(rng, scope, prim, depth),
        prim => int(rng, scope, prim, depth),
    }
}

pub(super) fn bin(op: BinOp, left: Expr, right: Expr) -> Expr {
    Expr::Bin(op, left.into(), right.into())
}

fn leaf(rng: &mut Rng, scope: &Scope, prim: Prim) -> Expr {
    let vars = scope.of(prim);
    if !vars.is_empty() && rng.percent(80) {
        return (*rng.pick(&vars)).clone();
    }
    let others: Vec<&Expr> = scope
        .vars
        .iter()
        .filter(|var| var.prim() != prim && var.prim() != Prim::Bool)
        .collect();
    if !others.is_empty() && rng.percent(70) {
        let other = (*rng.pick(&others)).clone();
        if prim != Prim::Bool {
            return Expr::Cast(other.into(), prim);
        }
        let zero = literal(rng, other.prim());
        return bin(BinOp::Gt, other, zero);
    }
    literal(rng, prim)
}

/// A literal, mostly a small one.
pub(super) fn literal(rng: &mut Rng, prim: Prim) -> Expr {
    match prim {
        Prim::Bool => Expr::Bool(rng.percent(50)),
        prim if prim.is_float() => {
            let value = match rng.below(12) {
                0 => 0.1,
                1 => -2.5,
                _ => (rng.below(17) as f64 - 8.0) / *rng.pick(&[1.0, 2.0, 4.0]),
            };
            Expr::Float(value, prim)
        }
        prim => {
            let value = rng.below(12) as i128;
            let negative = prim.is_signed() && rng.percent(30);
            Expr::Int(if negative { -value } else { value }, prim)
        }
    }
}

fn int(rng: &mut Rng, scope: &mut Scope, prim: Prim, depth: usize) -> Expr {
    let mut part = |rng: &mut Rng| expr(rng, scope, prim, depth - 1);
    let positive = |rng: &mut Rng| Expr::Int(rng.within(2, 13) as i128, prim);
    let places = |rng: &mut Rng| Expr::Int(rng.below(7) as i128, Prim::U32);
    let own = |name, args| Expr::Method(name, args, prim);
    match rng.below(23) {
        0..=5 => {
            let op = *rng.pick(&[
                BinOp::Add,
                BinOp::Sub,
                BinOp::Mul,
                BinOp::And,
                BinOp::Or,
                BinOp::Xor,
            ]);
            bin(op, part(rng), part(rng))
        }
        6 | 7 => {
            let op = *rng.pick(&[BinOp::Div, BinOp::Rem]);
            bin(op, part(rng), positive(rng))
        }
        8 => {
            let op = *rng.pick(&[BinOp::Shl, BinOp::Shr]);
            bin(op, part(rng), places(rng))
        }
        9..=11 => {
            let name = *rng.pick(&[
                "wrapping_add",
                "wrapping_sub",
                "wrapping_mul",
                "saturating_add",
                "saturating_sub",
                "min",
                "max",
            ]);
            own(name, vec![part(rng), part(rng)])
        }
        12 => {
            let name = *rng.pick(&["rem_euclid", "div_euclid"]);
            own(name, vec![part(rng), positive(rng)])
        }
        13 => {
            let name = *rng.pick(&["rotate_left", "rotate_right", "wrapping_shl"]);
            own(name, vec![part(rng), places(rng)])
        }
        14 => {
            let name = *rng.pick(&["count_ones", "leading_zeros", "trailing_zeros"]);
            let count = Expr::Method(name, vec![part(rng)], Prim::U32);
            Expr::Cast(count.into(), prim)
        }
        15 => match prim.is_signed() {
            true => match rng.below(3) {
                0 => Expr::Neg(part(rng).into()),
                1 => own("wrapping_abs", vec![part(rng)]),
                _ => own("signum", vec![part(rng)]),
            },
            false => own("abs_diff", vec![part(rng), part(rng)]),
        },
        16 => match rng.below(3) {
            0 => Expr::Not(part(rng).into()),
            1 => own("swap_bytes", vec![part(rng)]),
            _ => own("wrapping_neg", vec![part(rng)]),
        },
        17 if prim == Prim::U64 => Expr::Call("twist", vec![part(rng)], prim),
        17 if prim == Prim::I32 => Expr::Call("blend", vec![part(rng), part(rng)], prim),
        17..=19 => {
            let from = *rng.pick(&PRIMS);
            Expr::Cast(expr(rng, scope, from, depth - 1).into(), prim)
        }
        20 => {
            let of = part(rng);
            stirred(rng, of, prim)
        }
        _ => part(rng),
    }
}

/// So many operations that compilers should rather keep what they come to than do them twice.
pub(super) fn stirred(rng: &mut Rng, of: Expr, prim: Prim) -> Expr {
    (0..6).fold(of, |of, _| {
        let turns = Expr::Int(rng.within(1, 7) as i128, Prim::U32);
        let turned = Expr::Method("rotate_left", vec![of, turns], prim);
        let name = *rng.pick(&["wrapping_add", "wrapping_mul", "wrapping_sub"]);
        Expr::Method(name, vec![turned, literal(rng, prim)], prim)
    })
}

fn float(rng: &mut Rng, scope: &mut Scope, prim: Prim, depth: usize) -> Expr {
    let mut part = |rng: &mut Rng| expr(rng, scope, prim, depth - 1);
    let own = |name, args| Expr::Method(name, args, prim);
    let number = |value| Expr::Float(value, prim);
    match rng.below(20) {
        0..=5 => {
            let op = *rng.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul]);
            bin(op, part(rng), part(rng))
        }
        6 | 7 => {
            let by = *rng.pick(&[2.0, 4.0, 8.0]);
            bin(BinOp::Div, part(rng), number(by))
        }
        8 => {
            // Never a zero, whose sign would count.
            let over = bin(BinOp::Add, own("abs", vec![part(rng)]), number(1.0));
            bin(BinOp::Div, part(rng), over)
        }
        9..=11 => {
            let name = *rng.pick(&["abs", "floor", "ceil", "trunc", "round", "fract"]);
            own(name, vec![part(rng)])
        }
        12 => own("sqrt", vec![own("abs", vec![part(rng)])]),
        13 => {
            let name = *rng.pick(&["min", "max"]);
            own(name, vec![part(rng), part(rng)])
        }
        14 => own("clamp", vec![part(rng), number(-2.0), number(3.0)]),
        15 => own("mul_add", vec![part(rng), part(rng), part(rng)]),
        16 => Expr::Neg(part(rng).into()),
        17 if prim == Prim::F64 => Expr::Call("damped", vec![part(rng)], prim),
        _ => {
            let from = *rng.pick(&[Prim::U8, Prim::I16, Prim::I32, Prim::F32, Prim::F64]);
            Expr::Cast(expr(rng, scope, from, depth - 1).into(), prim)
        }
    }
}

fn condition(rng: &mut Rng, scope: &mut Scope, depth: usize) -> Expr {
    match rng.below(12) {
        0..=7 => {
            let of = match scope.vars.is_empty() {
                true => Prim::I32,
                false => rng.pick(&scope.vars).prim(),
            };
            let left = expr(rng, scope, of, depth - 1);
            if of == Prim::Bool {
                let right = expr(rng, scope, of, depth - 1);
                let op = *rng.pick(&[BinOp::Eq, BinOp::Ne]);
                return bin(op, left, right);
            }
            let op = *rng.pick(&[
                BinOp::Lt,
                BinOp::Le,
                BinOp::Gt,
                BinOp::Ge,
                BinOp::Eq,
                BinOp::Ne,
            ]);
            let right = match rng.percent(60) {
                true => literal(rng, of),
                false => expr(rng, scope, of, depth - 1),
            };
            bin(op, left, right)
        }
        8 => Expr::Not(expr(rng, scope, Prim::Bool, depth - 1).into()),
        9 => {
            let prim = *rng.pick(&[Prim::F32, Prim::F64]);
            let name = *rng.pick(&["is_nan", "is_finite"]);
            Expr::Method(name, vec![expr(rng, scope, prim, depth - 1)], Prim::Bool)
        }
        _ => {
            let op = *rng.pick(&[
                BinOp::AndAlso,
                BinOp::OrElse,
                BinOp::Xor,
                BinOp::And,
                BinOp::Or,
            ]);
            let left = expr(rng, scope, Prim::Bool, depth - 1);
            bin(op, left, expr(rng, scope, Prim::Bool, depth - 1))
        }
    }
}

/// A condition that holds for some and not for others of small numbers.
pub(super) fn predicate(rng: &mut Rng, scope: &mut Scope, of: &Expr) -> Expr {
    let prim = of.prim();
    match prim {
        Prim::Bool => of.clone(),
        prim if prim.is_float() => {
            let op = *rng.pick(&[BinOp::Gt, BinOp::Lt, BinOp::Ge, BinOp::Ne]);
            bin(op, of.clone(), literal(rng, prim))
        }
        prim => match rng.below(3) {
            0 => {
                let by = rng.within(2, 5) as i128;
                let rest = bin(BinOp::Rem, of.clone(), Expr::Int(by, prim));
                let op = *rng.pick(&[BinOp::Eq, BinOp::Ne]);
                bin(op, rest, Expr::Int(rng.below(2) as i128, prim))
            }
            1 => bin(BinOp::Gt, of.clone(), literal(rng, prim)),
            _ => condition(rng, scope, 2),
        },
    }
}

/// An expression with a number in it that may differ between forms, such that
/// its error has a bound.
pub(super) fn rounded(rng: &mut Rng, scope: &mut Scope, prim: Prim, depth: usize) -> Option<Expr> {
    let own: Vec<&Expr> = scope
        .rounded
        .iter()
        .filter(|var| var.prim() == prim)
        .collect();
    if own.is_empty() {
        return None;
    }
    let start = (*rng.pick(&own)).clone();
    if depth == 0 {
        return Some(start);
    }
    let inner = rounded(rng, scope, prim, depth - 1)?;
    let other = match rng.percent(25) {
        true => rounded(rng, scope, prim, depth - 1)?,
        false => expr(rng, scope, prim, 2),
    };
    Some(match rng.below(9) {
        0 => bin(BinOp::Add, inner, other),
        1 => bin(BinOp::Sub, other, inner),
        2 => bin(BinOp::Mul, inner, literal(rng, prim)),
        3 => bin(BinOp::Mul, other, inner),
        4 => {
            let over = expr(rng, scope, prim, 1);
            let over = Expr::Method("abs", vec![over], prim);
            let over = bin(BinOp::Add, over, Expr::Float(1.0, prim));
            bin(BinOp::Div, inner, over)
        }
        5 => Expr::Neg(inner.into()),
        6 => Expr::Method("abs", vec![inner], prim),
        7 => {
            let name = *rng.pick(&["min", "max"]);
            Expr::Method(name, vec![inner, other], prim)
        }
        _ => {
            let condition = expr(rng, scope, Prim::Bool, 2);
            Expr::If(condition.into(), inner.into(), other.into())
        }
    })
}
