//! Making a program that fails small, so that a person sees why.

use crate::expr::Expr;
use crate::facts::Facts;
use crate::generate::drop_unused;
use crate::program::{
    ArrayId, Bound, Class, Data, Lengths, Op, Operator, Out, Param, Program, Returned, Style, Uses,
    Worker,
};
use crate::ty::{Prim, Ty};

/// Makes a program smaller as long as it fails.
///
/// `failing` says of some programs which is the first that fails; it is asked
/// at most `patience` times, of `width` programs at a time.
pub fn shrink(
    program: Program,
    width: usize,
    patience: usize,
    failing: &mut dyn FnMut(&[Program]) -> Option<usize>,
) -> Program {
    let mut smallest = program;
    let mut asked = 0;
    loop {
        let candidates: Vec<Program> = candidates(&smallest)
            .into_iter()
            .filter(|candidate| weight(candidate) < weight(&smallest))
            .filter(|candidate| Facts::of(candidate).is_ok())
            .collect();
        let mut found = None;
        for some in candidates.chunks(width) {
            if asked == patience {
                return smallest;
            }
            asked += 1;
            if let Some(first) = failing(some) {
                found = Some(some[first].clone());
                break;
            }
        }
        match found {
            Some(smaller) => smallest = smaller,
            None => return smallest,
        }
    }
}

/// The weight of a program, which shrinking makes less.
fn weight(program: &Program) -> usize {
    let exprs = |op: &Op| -> usize { op.exprs().iter().map(|expr| weight_of(expr)).sum() };
    let stmts: usize = program
        .stmts
        .iter()
        .map(|stmt| {
            let style = stmt.style;
            let fancy = [
                style.nested,
                style.method,
                style.ascribed,
                style.annotated,
                style.stepped,
                style.recurrent,
            ];
            let operator = match &stmt.op {
                Op::Fold { operator, .. }
                | Op::Scan { operator, .. }
                | Op::Segments { operator, .. }
                | Op::ReduceByIndex { operator, .. } => usize::from(*operator != Operator::Add),
                Op::Boxes(boxes) => boxes.weight(),
                _ => 0,
            };
            100 + exprs(&stmt.op)
                + 2 * stmt.op.arrays().len()
                + operator
                + fancy.iter().filter(|fancy| **fancy).count()
        })
        .sum();
    let result: usize = program
        .result
        .iter()
        .map(|part| match part {
            Returned::Array(_) => 12,
            Returned::Scalar(expr) => 10 + weight_of(expr),
        })
        .sum();
    stmts
        + result
        + 20 * program.params.len()
        + usize::from(program.fallible.is_some())
        + 30 * usize::from(program.guard.is_some())
}

/// Literals are worth less than anything else.
fn weight_of(expr: &Expr) -> usize {
    let mut weight = 0;
    expr.visit(&mut |expr| {
        weight += match expr {
            Expr::Int(0 | 1, _) | Expr::Bool(_) => 1,
            Expr::Float(value, _) if *value == 0.0 || *value == 1.0 => 1,
            _ => 3,
        }
    });
    weight
}

/// Smaller programs, those with the most taken away first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let mut add = |mut candidate: Program| {
        drop_unused(&mut candidate);
        drop_params(&mut candidate);
        let writes = candidate
            .stmts
            .iter()
            .flat_map(|stmt| stmt.out.arrays())
            .any(|id| candidate.arrays[id].home.is_some());
        if (!candidate.result.is_empty() || writes) && scatters_are_decided(&candidate) {
            all.push(candidate);
        }
    };
    let changed = |change: &dyn Fn(&mut Program)| {
        let mut candidate = program.clone();
        change(&mut candidate);
        candidate
    };
    if program.guard.is_some() {
        add(changed(&|p| p.guard = None));
    }
    // One part of the result alone, and all but one.
    if program.result.len() > 1 {
        for part in &program.result {
            add(changed(&|p| p.result = vec![part.clone()]));
        }
    }
    if !program.result.is_empty() {
        for index in 0..program.result.len() {
            add(changed(&|p| {
                p.result.remove(index);
            }));
        }
    }
    add(changed(&|p| {
        p.fallible = None;
        for stmt in &mut p.stmts {
            stmt.style = Style::default();
        }
    }));
    // Any array or scalar in place of the whole result.
    for stmt in program.stmts.iter().rev() {
        for bound in stmt.out.bounds() {
            let part = match bound {
                Bound::Array(id) => Returned::Array(*id),
                Bound::Scalar(id) => Returned::Scalar(Expr::Scalar(*id, program.scalars[*id].prim)),
                Bound::Ignored => continue,
            };
            add(changed(&|p| p.result = vec![part.clone()]));
        }
    }
    for index in 0..program.stmts.len() {
        if let Some(candidate) = without_write(program, index) {
            add(candidate);
        }
        if let Some(candidate) = from_outside(program, index) {
            add(candidate);
        }
        for candidate in passed_by(program, index) {
            add(candidate);
        }
    }
    for index in 0..program.stmts.len() {
        add(changed(&|p| p.stmts[index].style = Style::default()));
        let shorter = program.shorter_boxes(index);
        for candidate in fewer_arguments(program, index).into_iter().chain(shorter) {
            add(candidate);
        }
        if let Some(candidate) = plain_operator(program, index) {
            add(candidate);
        }
    }
    for index in 0..program.stmts.len() {
        // Other expressions would make other elements, of which some might be the same.
        let mut made = program.stmts[index].out.arrays();
        if made.any(|id| program.arrays[id].distinct.is_some()) {
            continue;
        }
        let count = program.stmts[index].op.exprs().len();
        for which in 0..count {
            let expr = program.stmts[index].op.exprs()[which];
            for smaller in smaller_exprs(expr) {
                add(changed(&|p| {
                    *p.stmts[index].op.exprs_mut()[which] = smaller.clone();
                }));
            }
        }
    }
    for (index, part) in program.result.iter().enumerate() {
        if let Returned::Scalar(expr) = part {
            for smaller in smaller_exprs(expr) {
                add(changed(&|p| {
                    p.result[index] = Returned::Scalar(smaller.clone());
                }));
            }
        }
    }
    all
}

/// Returns true if it is decided for every place of a scatter which element it leaves there: its
/// indices are distinct, or its values depend on them alone.
fn scatters_are_decided(program: &Program) -> bool {
    program.stmts.iter().all(|stmt| match &stmt.op {
        Op::Scatter {
            indices, values, ..
        } => {
            let of_indices = |stmt: &crate::program::Stmt| match &stmt.op {
                Op::Map { args, .. } => {
                    stmt.out.arrays().any(|id| id == *values)
                        && args.iter().all(|arg| arg == indices)
                }
                _ => false,
            };
            program.arrays[*indices].distinct.is_some() || program.stmts.iter().any(of_indices)
        }
        _ => true,
    })
}

/// Drops parameters that nothing uses.
fn drop_params(program: &mut Program) {
    let mut uses: Vec<Uses> = program.result.iter().map(Uses::of_result).collect();
    uses.extend(program.stmts.iter().map(|stmt| Uses::of(&stmt.op)));
    let homes: Vec<ArrayId> = program
        .stmts
        .iter()
        .flat_map(|stmt| stmt.out.arrays())
        .filter_map(|id| program.arrays[id].home)
        .collect();
    program.params.retain(|param| match param {
        Param::Array(id, _) | Param::Mut(id, _) => {
            let guarded = program.guard.is_some_and(|guard| guard.array == *id);
            guarded || homes.contains(id) || uses.iter().any(|uses| uses.arrays.contains(id))
        }
        Param::Scalar(id, _) => uses.iter().any(|uses| uses.scalars.contains(id)),
    });
}

/// Turns a write in place of a statement into an array of its own.
fn without_write(program: &Program, index: usize) -> Option<Program> {
    let Out::One(Bound::Array(id)) = program.stmts[index].out else {
        return None;
    };
    program.arrays[id].home?;
    let mut candidate = program.clone();
    candidate.arrays[id].home = None;
    candidate.arrays[id].name = format!("a{id}");
    // Later versions would be read under this name.
    Some(candidate)
}

/// Turns the bindings of a statement into parameters.
fn from_outside(program: &Program, index: usize) -> Option<Program> {
    let stmt = &program.stmts[index];
    let mut candidate = program.clone();
    candidate.stmts.remove(index);
    for id in stmt.out.arrays() {
        let array = &program.arrays[id];
        let indexes = |stmt: &crate::program::Stmt| match &stmt.op {
            Op::Gather { indices, .. }
            | Op::Scatter { indices, .. }
            | Op::ReduceByIndex { indices, .. } => *indices == id,
            _ => false,
        };
        if array.home.is_some() || array.distinct.is_some() || program.stmts.iter().any(indexes) {
            return None;
        }
        let is_input = matches!(program.classes[array.class], Class::Input(_));
        match program.classes[array.class] {
            Class::Input(_) => {}
            // Nothing else is of that size.
            Class::Filtered(..) | Class::Fresh(..) => {
                candidate.classes[array.class] = Class::Input(Lengths::Any);
            }
            _ => return None,
        }
        let others = program.stmts.iter().enumerate().any(|(other, stmt)| {
            other != index
                && stmt
                    .out
                    .arrays()
                    .any(|other| program.arrays[other].class == array.class)
                && matches!(stmt.op, Op::Filter { .. } | Op::External { .. })
        });
        if others && !is_input {
            return None;
        }
        let data = match array.ty.leaves().contains(&Prim::F32) {
            true => Data::Grid { mag: 2, scale: 1 },
            false => Data::Grid { mag: 4, scale: 2 },
        };
        candidate.params.push(Param::Array(id, data));
        candidate.arrays[id].name = format!("xs{id}");
    }
    for id in stmt.out.scalars() {
        if matches!(stmt.op, Op::Length(_)) {
            return None;
        }
        candidate.params.push(Param::Scalar(id, Data::Small));
        candidate.scalars[id].name = format!("n{id}");
        let named = Class::Named(id);
        if program.classes.contains(&named) {
            return None;
        }
    }
    Some(candidate)
}

/// An argument of a statement in place of what it binds.
fn passed_by(program: &Program, index: usize) -> Vec<Program> {
    let stmt = &program.stmts[index];
    let mut all = Vec::new();
    for out in stmt.out.arrays() {
        if program.arrays[out].home.is_some() {
            continue;
        }
        for arg in stmt.op.arrays() {
            let (a, b) = (&program.arrays[arg], &program.arrays[out]);
            let fits = a.ty == b.ty && a.distinct == b.distinct && a.home.is_none();
            let sized = a.class == b.class
                || matches!(stmt.op, Op::Filter { .. })
                    && !program.stmts.iter().enumerate().any(|(other, stmt)| {
                        other != index
                            && stmt
                                .out
                                .arrays()
                                .any(|id| program.arrays[id].class == b.class)
                            && matches!(stmt.op, Op::Filter { .. })
                    });
            if !fits || !sized {
                continue;
            }
            let mut candidate = program.clone();
            let (from, to) = (b.class, a.class);
            for array in &mut candidate.arrays {
                if array.class == from {
                    array.class = to;
                }
            }
            for class in &mut candidate.classes {
                if let Class::Filtered(of, _) | Class::Fresh(of, _) | Class::Section { of, .. } =
                    class
                    && *of == from
                {
                    *of = to;
                }
                if let Class::Product(left, right) = class {
                    for side in [left, right] {
                        if *side == from {
                            *side = to;
                        }
                    }
                }
            }
            for stmt in &mut candidate.stmts {
                for array in stmt.op.arrays_mut() {
                    if *array == out {
                        *array = arg;
                    }
                }
                for expr in stmt.op.exprs_mut() {
                    renamed(expr, out, arg);
                }
            }
            for part in &mut candidate.result {
                match part {
                    Returned::Array(id) if *id == out => *id = arg,
                    Returned::Array(_) => {}
                    Returned::Scalar(expr) => renamed(expr, out, arg),
                }
            }
            all.push(candidate);
        }
    }
    all
}

fn renamed(expr: &mut Expr, from: ArrayId, to: ArrayId) {
    if let Expr::Index(array, _, _) | Expr::Len(array) = expr
        && *array == from
    {
        *array = to;
    }
    for part in expr.parts_mut() {
        renamed(part, from, to);
    }
}

/// A map without an argument that its worker does not use.
fn fewer_arguments(program: &Program, index: usize) -> Vec<Program> {
    let Op::Map {
        worker: Worker::Closure { params, body },
        args,
    } = &program.stmts[index].op
    else {
        return Vec::new();
    };
    if args.len() < 2 {
        return Vec::new();
    }
    let unused = |position: &usize| {
        let names = params[*position].names(&program.arrays[args[*position]].ty);
        !names
            .into_iter()
            .flatten()
            .any(|name| body.iter().any(|expr| expr.uses_local(name)))
    };
    (0..args.len())
        .filter(unused)
        .map(|position| {
            let mut candidate = program.clone();
            if let Op::Map {
                worker: Worker::Closure { params, .. },
                args,
            } = &mut candidate.stmts[index].op
            {
                params.remove(position);
                args.remove(position);
            }
            candidate
        })
        .collect()
}

/// A sum in place of another operator on numbers.
fn plain_operator(program: &Program, index: usize) -> Option<Program> {
    let mut candidate = program.clone();
    let (Op::Fold { operator, arg, .. }
    | Op::Scan { operator, arg, .. }
    | Op::Segments { operator, arg, .. }
    | Op::ReduceByIndex {
        operator,
        values: arg,
        ..
    }) = &mut candidate.stmts[index].op
    else {
        return None;
    };
    match program.arrays[*arg].ty {
        Ty::Prim(Prim::Bool) | Ty::Tuple(_) => None,
        Ty::Prim(_) => {
            *operator = Operator::Add;
            Some(candidate)
        }
    }
}

/// An expression with a part of it in the place of the whole, somewhere.
fn smaller_exprs(expr: &Expr) -> Vec<Expr> {
    let mut all = Vec::new();
    let prim = expr.prim();
    let plain = match prim {
        Prim::Bool => vec![Expr::Bool(true), Expr::Bool(false)],
        prim if prim.is_float() => vec![Expr::Float(1.0, prim)],
        prim => vec![Expr::Int(1, prim)],
    };
    if expr.size() > 1 {
        all.extend(plain);
    }
    let bound = match expr {
        Expr::Let(name, ..) => Some(name.clone()),
        _ => None,
    };
    for part in expr.parts() {
        let free = bound.as_ref().is_none_or(|name| !part.uses_local(name));
        if part.prim() == prim && free {
            all.push(part.clone());
        }
    }
    for at in 0..expr.parts().len() {
        let part = expr.parts()[at];
        // A divisor stays what it is, or it might become zero, and an index
        // stays in bounds.
        let fixed = match expr {
            Expr::Bin(op, ..) => {
                at == 1 && matches!(op, crate::expr::BinOp::Div | crate::expr::BinOp::Rem)
            }
            Expr::Method(name, ..) => at == 1 && name.ends_with("euclid"),
            Expr::Index(..) => true,
            _ => false,
        };
        if fixed {
            continue;
        }
        for smaller in smaller_exprs(part) {
            let mut whole = expr.clone();
            *whole.parts_mut()[at] = smaller;
            all.push(whole);
        }
    }
    all
}
