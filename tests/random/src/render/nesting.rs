//! Statements that are written inside of others.

use crate::program::{Bound, Form, Op, Out, Program, Returned, Uses};

/// Returns true if a statement can be written inside the one behind it, or inside the result: that
/// alone uses its binding, once, as an array.
#[must_use]
pub fn can_nest(program: &Program, index: usize) -> bool {
    let stmt = &program.stmts[index];
    let Out::One(Bound::Array(id)) = stmt.out else {
        return false;
    };
    let has_pads = |pads: &Vec<Option<&str>>| pads.iter().any(Option::is_some);
    if program.arrays[id].home.is_some()
        || matches!(&stmt.op, Op::Grid { pads, .. } if has_pads(pads))
        || matches!(&stmt.op, Op::Grid { subscripts, .. } if subscripts.iter().flatten().any(|at| at.mirrored))
        || matches!(&stmt.op, Op::Along(along) if matches!(along.form, Form::Cube { .. }))
        || matches!(
            stmt.op,
            Op::Boxes(_)
                | Op::Alias(_)
                | Op::Part(_)
                | Op::Host(_)
                | Op::External { .. }
                | Op::Length(_)
        )
    {
        return false;
    }
    let uses = |uses: Uses| uses.arrays.iter().filter(|array| **array == id).count();
    let elsewhere: usize = program
        .stmts
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != index + 1)
        .map(|(_, stmt)| uses(Uses::of(&stmt.op)))
        .sum();
    let returned: usize = program
        .result
        .iter()
        .map(|part| uses(Uses::of_result(part)))
        .sum();
    let Some(next) = program.stmts.get(index + 1) else {
        let direct = program.result.contains(&Returned::Array(id));
        return elsewhere == 0 && returned == 1 && direct;
    };
    let takes = match &next.op {
        // Only what `at` reads, or a map beside it, is an argument.
        Op::Stencil { .. } | Op::Table { .. } | Op::Grid { .. } | Op::Along(_) => false,
        Op::Boxes(_) => false,
        Op::Map { .. }
        | Op::Filter { .. }
        | Op::Fold { .. }
        | Op::Scan { .. }
        | Op::Segments { .. }
        | Op::Gather { .. }
        | Op::Reverse { .. }
        | Op::ZipWithIndex { .. }
        | Op::Cross { .. }
        | Op::Length(_) => true,
        Op::Scatter { dest, .. } | Op::ReduceByIndex { dest, .. } => *dest != id,
        Op::Conform { arg, .. } => *arg == id,
        _ => false,
    };
    let there = next
        .op
        .arrays()
        .iter()
        .filter(|array| **array == id)
        .count();
    takes && elsewhere == 0 && returned == 0 && there == 1 && uses(Uses::of(&next.op)) == 1
}
