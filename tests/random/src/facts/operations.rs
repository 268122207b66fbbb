//! The facts about the results of operations.

use super::{Fact, Kind, Known, Undecidable};
use crate::expr::{BinOp, Expr};
use crate::program::Operator;
use crate::ty::Prim;

pub(super) fn of_literal(value: f64, prim: Prim) -> Fact {
    if !value.is_finite() {
        return Fact::grid(prim, 0, 0);
    }
    let on = |scale: i32| (value * f64::powi(2.0, scale)).fract() == 0.0;
    match (0..=30).find(|scale| on(*scale)) {
        Some(scale) => {
            let mag = (0..=60).find(|mag| value.abs() <= f64::powi(2.0, *mag));
            Fact::grid(prim, mag.unwrap_or(60), scale)
        }
        None => Fact::WILD,
    }
}

pub(super) fn arithmetic(op: BinOp, prim: Prim, a: Fact, b: Fact, right: &Expr) -> Known {
    let zero = a.zero || b.zero;
    if a.is_rounded() || b.is_rounded() {
        return match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => Ok(Fact {
                kind: Kind::Rounded,
                zero,
            }),
            BinOp::Div if !b.is_rounded() => Ok(Fact {
                kind: Kind::Rounded,
                zero,
            }),
            _ => Err(Undecidable("the error has no bound")),
        };
    }
    let (Kind::Grid { mag: m, scale: s }, Kind::Grid { mag, scale }) = (a.kind, b.kind) else {
        return Ok(Fact::WILD.with_zero(zero));
    };
    let found = match op {
        BinOp::Add | BinOp::Sub => Fact::grid(prim, m.max(mag) + 1, s.max(scale)),
        BinOp::Mul => Fact::grid(prim, m + mag, s + scale),
        BinOp::Div => match right {
            Expr::Float(value, _) if value.abs() >= 1.0 && value.abs().log2().fract() == 0.0 => {
                Fact::grid(prim, m, s + value.abs().log2() as i32)
            }
            _ => Fact::WILD,
        },
        _ => Fact::WILD,
    };
    Ok(found.with_zero(zero))
}

/// The facts about the value of a method, or of a function of a path that ends with its name.
pub(super) fn of_function(path: &str, prim: Prim, args: &[Fact]) -> Known {
    let name = path.rsplit("::").next().unwrap_or(path);
    let zero = args.iter().any(|arg| arg.zero);
    if args.iter().any(|arg| arg.is_rounded()) {
        return match name {
            "abs" | "neg" | "min" | "max" => Ok(Fact {
                kind: Kind::Rounded,
                zero: true,
            }),
            _ => Err(Undecidable("the error has no bound")),
        };
    }
    if !prim.is_float() {
        return Ok(Fact::EXACT);
    }
    let joined = args[1..].iter().fold(args[0], |all, arg| all.or(*arg));
    let found = match (name, args[0].kind) {
        ("abs" | "neg", _) => args[0],
        ("min" | "max", _) => joined.with_zero(true),
        ("clamp", Kind::Grid { .. }) => joined,
        ("floor" | "ceil" | "trunc" | "round", Kind::Grid { mag, .. }) => {
            Fact::grid(prim, mag + 1, 0)
        }
        ("fract", Kind::Grid { scale, .. }) => Fact::grid(prim, 0, scale),
        ("from", Kind::Grid { mag, scale }) => Fact::grid(prim, mag, scale),
        ("from", Kind::Exact) => Fact::WILD,
        _ => Fact::WILD,
    };
    Ok(found.with_zero(zero))
}

/// The facts about the total of a fold, and about all elements of a scan.
pub(super) fn combine(
    operator: &Operator,
    leaves: &[Prim],
    seeds: &[Fact],
    items: &[Fact],
    longest: usize,
) -> Known<Vec<Fact>> {
    let each = |operators: &[Operator]| -> Known<Vec<Fact>> {
        operators
            .iter()
            .zip(leaves)
            .zip(seeds)
            .zip(items)
            .map(|(((operator, prim), seed), item)| {
                of_operator(operator, *prim, *seed, *item, longest)
            })
            .collect()
    };
    let found = match operator {
        Operator::Each(operators) => each(operators),
        Operator::Path(inner) => combine(inner, leaves, seeds, items, longest),
        Operator::Affine => each(&[Operator::Mul, Operator::Add]),
        Operator::ArgMax => {
            if leaves[0].is_float() {
                return Err(Undecidable("no number may be the greatest"));
            }
            each(&[Operator::Max, Operator::Last])
        }
        Operator::Segmented => each(&[Operator::OrElse, Operator::Add]),
        simple => each(std::slice::from_ref(simple)),
    }?;
    if found.len() > 1 && found.iter().any(|fact| fact.is_rounded()) {
        return Err(Undecidable("rounded numbers in tuples"));
    }
    Ok(found)
}

fn of_operator(operator: &Operator, prim: Prim, seed: Fact, item: Fact, longest: usize) -> Known {
    if !prim.is_float() {
        return Ok(Fact::EXACT);
    }
    let zero = seed.zero || item.zero;
    match operator {
        Operator::Add => {
            let steps = usize::BITS - longest.leading_zeros();
            let sum = match seed.or(item).kind {
                Kind::Grid { mag, scale } => Fact::grid(prim, mag + steps as i32, scale),
                _ => Fact::WILD,
            };
            Ok(Fact {
                kind: match sum.kind {
                    Kind::Grid { .. } => sum.kind,
                    _ => Kind::Rounded,
                },
                zero,
            })
        }
        Operator::Mul => match seed.or(item).kind {
            Kind::Grid { mag: 0, scale: 0 } => Ok(seed.or(item)),
            _ => Err(Undecidable("a product of more than signs")),
        },
        other => {
            seed.decides()?;
            item.decides()?;
            let chooses = matches!(other, Operator::Min | Operator::Max);
            Ok(seed.or(item).with_zero(chooses))
        }
    }
}
