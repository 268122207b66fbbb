//! Arrays that are cut into chunks: `reshape(xs, [len(xs) / k, k])`, for which `chunks(k, xs)` stands.

use super::arithmetic::{computed, scalar};
use super::component::bare;
use super::{Count, Op, Program};
use syn::{BinOp, Expr, Lit};

/// Returns true for a reshape that cuts an array into as many chunks of one length as there is room for: no
/// element may be left over.
pub fn are_chunks(program: &Program, op: &Op) -> bool {
    let Op::Reshape { arg, counts, .. } = op else {
        return false;
    };
    let [Count::Scalar(number), chunk] = &counts[..] else {
        return false;
    };
    let Some((_, value)) = computed(program, *number) else {
        return false;
    };
    let Expr::Binary(division) = bare(&value.expr) else {
        return false;
    };
    let origin = |expr| {
        let scalar = scalar(program, value, expr)?;
        Some(&program.bindings[program.scalars[scalar].origin?].op)
    };
    let is_length = matches!(
        origin(&division.left),
        Some(Op::Length { arg: of, axis: None }) if of == arg
    );
    let is_chunk = match (chunk, bare(&division.right)) {
        (Count::Literal(chunk), Expr::Lit(literal)) => match &literal.lit {
            Lit::Int(int) => int.base10_parse().is_ok_and(|by: usize| by == *chunk),
            _ => false,
        },
        (Count::Scalar(chunk), by) => scalar(program, value, by) == Some(*chunk),
        _ => false,
    };
    matches!(division.op, BinOp::Div(_)) && is_length && is_chunk
}
