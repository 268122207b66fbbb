//! The source of a program.

mod along;
mod function;
mod indices;
mod nesting;
mod operator;
mod shadow;

use crate::expr::{Expr, Names};
use crate::program::{
    ArrayId, Bound, Boxes, Count, Op, Operator, Out, Pattern, Program, Returned, Stmt, Worker,
};
use crate::ty::{Prim, Ty};
use fusus_core::combinator::Combinator;

pub use function::{conformance, names, source};
pub use nesting::can_nest;
#[cfg(feature = "run")]
pub(crate) use shadow::last_version;
pub use shadow::{Shadow, shadow};

/// The attribute of a program whose operators are not all associative.
pub const STRICT: &str = "#[cnf(strict)]";

/// One thing, or several in parentheses.
fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        parts => format!("({})", parts.join(", ")),
    }
}

struct Render<'p> {
    program: &'p Program,
    names: &'p Names,
    /// Set if statements may be written inside of others.
    nested: bool,
}

impl Render<'_> {
    /// Returns true if a statement is written inside the one behind it, or the result.
    fn is_nested(&self, index: usize) -> bool {
        self.nested && can_nest(self.program, index) && self.program.stmts[index].style.nested
    }

    fn stmt(&self, index: usize, stmt: &Stmt) -> String {
        let before = match &stmt.op {
            Op::Along(along) => self.cube(index, along),
            Op::Boxes(boxes) => self.boxes(index, boxes).0,
            _ => self.padded(stmt),
        };
        format!("{before}{}", self.bound_stmt(index, stmt))
    }

    /// The padded arrays that a grid reads, each with a name, and the sizes of those that it reads
    /// from their ends.
    fn padded(&self, stmt: &Stmt) -> String {
        let Op::Grid {
            args,
            pads,
            subscripts,
            ..
        } = &stmt.op
        else {
            return String::new();
        };
        let reads = args.iter().zip(subscripts).enumerate();
        let sizes = reads.filter(|(_, (_, subscripts))| {
            subscripts.len() > 1 && subscripts.iter().any(|subscript| subscript.mirrored)
        });
        let sizes = sizes.map(|(position, (arg, _))| {
            let array = &self.names.arrays[*arg];
            format!("let [height{position}, width{position}] = shape({array});\n    ")
        });
        let sizes: String = sizes.collect();
        let pads = args.iter().zip(pads).enumerate();
        let lines = pads.filter_map(|(position, (arg, pad))| {
            let array = &self.names.arrays[*arg];
            Some(format!(
                "let padded{position} = pad({}, {array});\n    ",
                (*pad)?
            ))
        });
        sizes + &lines.collect::<String>()
    }

    /// The lines of a few statements before the last expression, and that expression.
    fn boxes(&self, index: usize, boxes: &Boxes) -> (String, String) {
        let args = boxes.args.iter().map(|arg| self.sequence(index, *arg));
        boxes.text(&format!("box{index}"), &args.collect::<Vec<_>>())
    }

    fn bound_stmt(&self, index: usize, stmt: &Stmt) -> String {
        let value = self.op(index, stmt);
        if let Out::One(Bound::Array(id)) = stmt.out
            && let Some(home) = self.program.arrays[id].home
        {
            return format!("*{} = {value};", self.names.arrays[home]);
        }
        let pattern = match &stmt.out {
            Out::One(bound) => self.bound(bound),
            Out::Parts(bounds) => {
                let parts: Vec<String> = bounds.iter().map(|bound| self.bound(bound)).collect();
                format!("({})", parts.join(", "))
            }
        };
        let ascription = match stmt.out {
            Out::One(Bound::Array(id)) if stmt.style.ascribed => {
                format!(": [{}]", self.program.arrays[id].ty)
            }
            Out::One(Bound::Scalar(id)) if stmt.style.ascribed => {
                format!(": {}", self.program.scalars[id].prim.name())
            }
            _ => String::new(),
        };
        format!("let {pattern}{ascription} = {value};")
    }

    fn bound(&self, bound: &Bound) -> String {
        match bound {
            Bound::Array(id) => self.names.arrays[*id].clone(),
            Bound::Scalar(id) => self.names.scalars[*id].clone(),
            Bound::Ignored => "_".to_owned(),
        }
    }

    /// An array as an argument of the statement at `index`.
    fn array(&self, index: usize, id: ArrayId) -> String {
        if index > 0
            && self.is_nested(index - 1)
            && self.program.stmts[index - 1].out == Out::One(Bound::Array(id))
        {
            return self.op(index - 1, &self.program.stmts[index - 1]);
        }
        self.names.arrays[id].clone()
    }

    /// An array as an argument that is a sequence.
    fn sequence(&self, index: usize, id: ArrayId) -> String {
        let array = self.array(index, id);
        match self.program.is_table(id) {
            true => format!("flatten({array})"),
            false => array,
        }
    }

    /// Arrays in step: sequences, unless all of them are known to have as many axes as each other.
    fn in_step(&self, index: usize, args: &[ArrayId]) -> Vec<String> {
        let rank = |id: &ArrayId| self.program.sides(*id).map(|sides| sides.len());
        let same = args.iter().all(|arg| rank(arg) == rank(&args[0]));
        let have_axes = args.len() == 1 || same && rank(&args[0]).is_some();
        let args = args.iter();
        args.map(|arg| match have_axes {
            true => self.array(index, *arg),
            false => self.sequence(index, *arg),
        })
        .collect()
    }

    fn op(&self, index: usize, stmt: &Stmt) -> String {
        let array = |id: &ArrayId| self.array(index, *id);
        let sequence = |id: &ArrayId| self.sequence(index, *id);
        // The worker and what else is no array, and the arrays.
        let (name, others, arrays): (&str, Vec<String>, Vec<String>) = match &stmt.op {
            Op::Map { worker, args } => {
                let types = self.types(args);
                let worker = self.worker(worker, &types, stmt.style.annotated);
                ("map", vec![worker], self.in_step(index, args))
            }
            Op::Filter { worker, arg } => {
                let worker = self.worker(worker, &self.types(&[*arg]), stmt.style.annotated);
                ("filter", vec![worker], vec![array(arg)])
            }
            Op::Fold {
                seed,
                operator,
                arg,
            }
            | Op::Scan {
                seed,
                operator,
                arg,
                ..
            } => {
                let name = match &stmt.op {
                    Op::Scan {
                        exclusive: true, ..
                    } => "scan_exclusive",
                    Op::Scan { .. } if stmt.style.recurrent => "recurrence",
                    Op::Scan { .. } => "scan",
                    _ => "fold",
                };
                let ty = &self.program.arrays[*arg].ty;
                let closure = operator::text(operator, ty, stmt.style.annotated);
                let stepped = stmt.style.stepped && operator.neutral(seed).as_ref() == Some(seed);
                let typed = operator::is_typed(operator, stmt.style.annotated) && !stepped;
                let is_sum = name == "fold"
                    && matches!((operator, ty), (Operator::Add, Ty::Prim(_)))
                    && operator.neutral(seed).as_ref() == Some(seed)
                    && !stepped
                    && !stmt.style.annotated;
                if is_sum {
                    return match stmt.style.method {
                        true => format!("{}.sum()", array(arg)),
                        false => format!("sum({})", array(arg)),
                    };
                }
                let mut others = vec![self.seed(seed, typed), closure.clone()];
                others.extend(stepped.then_some(closure));
                let arg = match name {
                    "fold" => array(arg),
                    _ => sequence(arg),
                };
                (name, others, vec![arg])
            }
            Op::Segments {
                kind,
                by,
                seed,
                operator,
                arg,
            } => {
                let ty = &self.program.arrays[*arg].ty;
                let closure = operator::text(operator, ty, stmt.style.annotated);
                let typed = operator::is_typed(operator, stmt.style.annotated);
                let (name, seed) = (kind.name(), self.seed(seed, typed));
                let (by, arg) = (sequence(by), sequence(arg));
                return match stmt.style.method {
                    true => format!("{by}.{name}({seed}, {closure}, {arg})"),
                    false => format!("{name}({by}, {seed}, {closure}, {arg})"),
                };
            }
            Op::Stencil { worker, args, .. } => {
                let args: Vec<String> = args.iter().map(array).collect();
                return self.stencil(&stmt.op, worker, &args, stmt.style.annotated);
            }
            Op::Table {
                worker,
                left,
                right,
                transposed,
                again,
                counted,
            } => {
                let (row, column) = (array(left), array(right));
                return self.table(worker, (&row, &column), *transposed, (*again, *counted));
            }
            Op::Grid { worker, args, .. } => {
                let args: Vec<String> = args.iter().map(array).collect();
                return self.grid(&stmt.op, worker, &args);
            }
            Op::Along(along) => {
                let args: Vec<String> = along.args.iter().map(array).collect();
                return self.along(index, along, &args);
            }
            Op::Boxes(boxes) => return self.boxes(index, boxes).1,
            Op::Generate { count, worker } => {
                let usize = Ty::Prim(Prim::Usize);
                let worker = self.worker(worker, &[usize], stmt.style.annotated);
                return format!("generate({}, {worker})", self.count(index, count));
            }
            Op::Range { from, count, prim } => {
                let count = match count {
                    Count::Literal(number) => {
                        let end = from + *number as i128;
                        return self.range(index, format!("{from}..{end}{}", prim.name()));
                    }
                    count => self.count(index, count),
                };
                return self.range(index, format!("{from}..{count}"));
            }
            Op::Gather { data, indices } => {
                ("gather", Vec::new(), vec![sequence(data), array(indices)])
            }
            Op::Reverse { arg } => ("reverse", Vec::new(), vec![sequence(arg)]),
            Op::ZipWithIndex { arg } => ("zip_with_index", Vec::new(), vec![sequence(arg)]),
            Op::Scatter {
                dest,
                indices,
                values,
            } => {
                let pairs = self.in_step(index, &[*indices, *values]);
                (
                    "scatter",
                    Vec::new(),
                    [vec![sequence(dest)], pairs].concat(),
                )
            }
            Op::ReduceByIndex {
                dest,
                operator,
                indices,
                values,
            } => {
                let ty = &self.program.arrays[*values].ty;
                let closure = operator::text(operator, ty, stmt.style.annotated);
                let pairs = self.in_step(index, &[*indices, *values]);
                let dest = vec![sequence(dest)];
                // The operator stands behind the first of the arrays.
                match stmt.style.method {
                    true => ("reduce_by_index", vec![closure], [dest, pairs].concat()),
                    false => ("reduce_by_index", [dest, vec![closure]].concat(), pairs),
                }
            }
            Op::Cross { left, right } => {
                ("cross", Vec::new(), vec![sequence(left), sequence(right)])
            }
            Op::Conform { arg, like } => ("conform", Vec::new(), vec![array(arg), array(like)]),
            Op::External {
                function,
                arrays,
                literal,
            } => {
                let arrays: Vec<String> = arrays
                    .iter()
                    // A result of an external that only externals use is not
                    // known to be an array: then this makes a slice of it.
                    .map(|id| format!("&{}", self.names.arrays[*id]))
                    .chain(literal.map(|number| number.to_string()))
                    .collect();
                return format!("external({function}({}))", arrays.join(", "));
            }
            Op::Host(expr) => return expr.text(self.names),
            Op::Length(of) => return format!("len({})", array(of)),
            Op::Alias(of) | Op::Part(of) => return array(of),
        };
        let (receiver, rest) = match stmt.style.method {
            true => (Some(&arrays[0]), &arrays[1..]),
            false => (None, &arrays[..]),
        };
        let args: Vec<&str> = others.iter().chain(rest).map(String::as_str).collect();
        let args = args.join(", ");
        let method = Combinator::named(name).and_then(|combinator| combinator.method);
        match (receiver, method) {
            // Either name of the method.
            (Some(receiver), Some(method)) if index.is_multiple_of(2) => {
                format!("{receiver}.{method}({args})")
            }
            (Some(receiver), _) => format!("{receiver}.{name}({args})"),
            (None, _) => format!("{name}({args})"),
        }
    }

    /// A range, in parentheses where it is an argument.
    fn range(&self, index: usize, text: String) -> String {
        match self.is_nested(index) {
            true => format!("({text})"),
            false => text,
        }
    }

    fn count(&self, index: usize, count: &Count) -> String {
        match count {
            Count::Like(array) => format!("len({})", self.array(index, *array)),
            Count::Scalar(id) => self.names.scalars[*id].clone(),
            // Either way is one size.
            Count::Scaled(id, times) => match index % 2 {
                0 => format!("{} * {times}", self.names.scalars[*id]),
                _ => format!("{times} * {}", self.names.scalars[*id]),
            },
            Count::Literal(number) => number.to_string(),
        }
    }

    fn seed(&self, seed: &[Expr], typed: bool) -> String {
        let parts: Vec<String> = seed
            .iter()
            .map(|expr| match (expr, typed) {
                // The elements say which type it is.
                (Expr::Int(value, _), true) => value.to_string(),
                (Expr::Float(value, _), true) if value.is_finite() => format!("{value:?}"),
                _ => expr.text(self.names),
            })
            .collect();
        tuple(&parts)
    }

    fn types(&self, args: &[ArrayId]) -> Vec<Ty> {
        args.iter()
            .map(|arg| self.program.arrays[*arg].ty.clone())
            .collect()
    }

    fn worker(&self, worker: &Worker, types: &[Ty], annotated: bool) -> String {
        match worker {
            Worker::Path(path, _) => (*path).to_owned(),
            Worker::Closure { params, body } => {
                let params: Vec<String> = params
                    .iter()
                    .zip(types)
                    .map(|(param, ty)| match annotated {
                        true => format!("{}: {ty}", pattern(param)),
                        false => pattern(param),
                    })
                    .collect();
                let body: Vec<String> = body.iter().map(|expr| expr.text(self.names)).collect();
                format!("|{}| {}", params.join(", "), tuple(&body))
            }
        }
    }

    fn result(&self) -> Option<String> {
        let end = self.program.stmts.len();
        let parts: Vec<String> = self
            .program
            .result
            .iter()
            .map(|part| match part {
                Returned::Array(id) => self.array(end, *id),
                Returned::Scalar(expr) => expr.text(self.names),
            })
            .collect();
        match (self.program.fallible, &parts[..]) {
            (Some(true), parts) => Some(format!("Ok({})", tuple(parts))),
            (_, []) => None,
            (_, parts) => Some(tuple(parts)),
        }
    }
}

/// A pattern as Rust.
fn pattern(of: &Pattern) -> String {
    match of {
        Pattern::Name(name) => name.clone(),
        Pattern::Ignored => "_".to_owned(),
        Pattern::Tuple(items) => {
            let items: Vec<String> = items.iter().map(pattern).collect();
            format!("({})", items.join(", "))
        }
    }
}
