//! The bounds of rounded numbers, as a program for the interpreter.
//!
//! The *shadow* of a program computes beside each rounded number a bound of
//! its error: by how much two forms of the program, which combine in different
//! orders, may differ. This is running error analysis (Higham, *Accuracy and
//! Stability of Numerical Algorithms*, section 3.3), to first order:
//!
//! * a sum of n numbers: both orders err by at most n·u·Σ|x|, u being half of ε, so they differ by
//!   at most n·ε·Σ|x|, and by the sum of the bounds of the numbers themselves;
//! * `a + b`: the bounds of both, and ε·|a + b| for the rounding; `a * b`: |a|·e(b) + |b|·e(a) +
//!   e(a)·e(b), and ε·|a · b|; `a / b`, where `b` is the same in all forms: e(a)/|b|, and ε·|a /
//!   b|.
//!
//! What is left out, terms of higher order and the rounding of the bound
//! itself, is less than the quarter that the comparison adds.

use crate::expr::{BinOp, Expr, Names};
use crate::facts::{Facts, Locals};
use crate::program::{
    ArrayId, Bound, Op, Operator, Out, Param, Pattern, Program, Returned, Worker,
};
use crate::ty::Prim;

use super::Render;

/// A program of bounds.
#[derive(Clone, Debug)]
pub struct Shadow {
    /// Its source. It returns the bounds, in a tuple if there are several.
    pub source: String,
    /// The number of bounds that it returns: for the rounded parts of the result, from left to
    /// right, then for the parameters that were written.
    pub bounds: usize,
}

/// The shadow of a program; `None` where nothing that comes out is rounded.
#[must_use]
pub fn shadow(program: &Program, facts: &Facts) -> Option<Shadow> {
    // Every binding has a name of its own, so that bounds find it.
    let names = Names {
        arrays: program
            .arrays
            .iter()
            .enumerate()
            .map(|(id, array)| match (array.home, program.param_of(id)) {
                (Some(home), _) => program.arrays[home].name.clone(),
                (None, Some(_)) => array.name.clone(),
                (None, None) => format!("a{id}"),
            })
            .collect(),
        scalars: program
            .scalars
            .iter()
            .enumerate()
            .map(|(id, scalar)| {
                let is_param = program
                    .params
                    .iter()
                    .any(|param| matches!(param, Param::Scalar(of, _) if *of == id));
                match is_param {
                    true => scalar.name.clone(),
                    false => format!("s{id}"),
                }
            })
            .collect(),
    };
    let shadow = Shadowing {
        program,
        facts,
        names: &names,
        render: Render {
            program,
            names: &names,
            nested: false,
        },
    };
    let outputs = shadow.outputs();
    if outputs.is_empty() {
        return None;
    }
    let all = |part: fn(&Output) -> String| outputs.iter().map(part).collect::<Vec<String>>();
    let signature = super::function::signature(program, &all(|output| output.ty.to_owned()));
    let mut lines = vec![format!("pub fn {signature} {{")];
    let of_nothing = all(|output| output.of_nothing.clone());
    lines.extend(super::function::guard(program, &of_nothing));
    for (index, stmt) in program.stmts.iter().enumerate() {
        // Bounds are made of what the statement reads, some of which it may
        // overwrite.
        for line in shadow.stmt(&stmt.op, &stmt.out) {
            lines.push(format!("    {line}"));
        }
        lines.push(format!("    {}", shadow.render.stmt(index, stmt)));
    }
    let bounds = all(|output| output.bound.clone());
    lines.push(format!("    {}", super::tuple(&bounds)));
    lines.push("}".to_owned());
    Some(Shadow {
        source: lines.join("\n"),
        bounds: outputs.len(),
    })
}

/// The terms of the bound of a sum.
struct Sum {
    /// The name of the sum of the magnitudes.
    total: String,
    /// The name of the sum of the bounds.
    passed: Option<String>,
    /// The magnitude of the seed.
    seed: String,
    /// Its bound, to be added.
    seed_bound: String,
    /// The factor of the magnitudes.
    factor: String,
}

/// The bound of a rounded part of the result, or of a parameter that was written.
struct Output {
    bound: String,
    /// The bound of what a guard returns, which is not rounded, and of what is not written.
    of_nothing: String,
    ty: &'static str,
}

struct Shadowing<'p> {
    program: &'p Program,
    facts: &'p Facts,
    names: &'p Names,
    render: Render<'p>,
}

impl Shadowing<'_> {
    /// The bounds of what comes out.
    fn outputs(&self) -> Vec<Output> {
        let mut outputs = Vec::new();
        for part in &self.program.result {
            match part {
                Returned::Array(id) if self.is_rounded(*id) => outputs.push(Output {
                    bound: bound_of(*id),
                    of_nothing: "Vec::new()".to_owned(),
                    ty: "Vec<f64>",
                }),
                Returned::Array(_) => {}
                Returned::Scalar(expr) => {
                    if let Some(bound) = self.error(expr, &mut Vec::new()) {
                        outputs.push(Output {
                            bound,
                            of_nothing: "0.0".to_owned(),
                            ty: "f64",
                        });
                    }
                }
            }
        }
        for param in &self.program.params {
            if let Param::Mut(id, _) = param
                && let Some(last) = last_version(self.program, *id)
                && self.is_rounded(last)
            {
                let name = &self.names.arrays[*id];
                outputs.push(Output {
                    bound: bound_of(last),
                    of_nothing: format!("vec![0.0; len({name})]"),
                    ty: "Vec<f64>",
                });
            }
        }
        outputs
    }

    fn is_rounded(&self, array: ArrayId) -> bool {
        self.facts.arrays[array][0].is_rounded()
    }

    /// The statements that bind the bounds of what a statement binds.
    fn stmt(&self, op: &Op, out: &Out) -> Vec<String> {
        let mut lines = Vec::new();
        for (part, bound) in out.bounds().iter().enumerate() {
            match bound {
                Bound::Array(id) if self.is_rounded(*id) => {
                    let value = self.array(op, part, &mut lines);
                    lines.push(format!("let {} = {value};", bound_of(*id)));
                }
                Bound::Scalar(id) if self.facts.is_rounded(*id) => {
                    let value = self.scalar(op, &mut lines);
                    lines.push(format!("let {} = {value};", scalar_bound(*id)));
                }
                _ => {}
            }
        }
        lines
    }

    fn array(&self, op: &Op, part: usize, lines: &mut Vec<String>) -> String {
        match op {
            Op::Map { worker, args } => self.map(worker, args, part),
            Op::Scan { seed, arg, .. } => {
                let bound = self.of_sum("scan", seed, *arg, lines);
                let (total, passed) = (bound.total, bound.passed);
                let own = format!("(t + {}) * {}", bound.seed, bound.factor);
                let more = bound.seed_bound;
                match passed {
                    Some(passed) => format!("map(|t, e| {own} + e{more}, {total}, {passed})"),
                    None => format!("map(|t| {own}{more}, {total})"),
                }
            }
            Op::Gather { data, indices } => {
                let [data, indices] = [
                    self.sequence(*data, bound_of(*data)),
                    self.sequence(*indices, self.names.arrays[*indices].clone()),
                ];
                format!("gather({data}, {indices})")
            }
            Op::Reverse { arg } => format!("reverse({})", self.sequence(*arg, bound_of(*arg))),
            Op::ZipWithIndex { arg } => bound_of(*arg),
            Op::Conform { arg, like } => {
                format!("conform({}, {})", bound_of(*arg), self.names.arrays[*like])
            }
            Op::Alias(of) => bound_of(*of),
            other => unreachable!("{other:?} yields no rounded array"),
        }
    }

    fn scalar(&self, op: &Op, lines: &mut Vec<String>) -> String {
        match op {
            Op::Host(expr) => self
                .error(expr, &mut Vec::new())
                .unwrap_or_else(|| format!("0.0{}", expr.prim().name())),
            Op::Fold {
                seed,
                operator: Operator::Add,
                arg,
            } => {
                let bound = self.of_sum("fold", seed, *arg, lines);
                let passed = bound.passed.map(|passed| format!(" + {passed}"));
                format!(
                    "({} + {}) * {}{}{}",
                    bound.total,
                    bound.seed,
                    bound.factor,
                    passed.unwrap_or_default(),
                    bound.seed_bound
                )
            }
            other => unreachable!("{other:?} yields no rounded scalar"),
        }
    }

    /// Binds the sum of the magnitudes, and the sum of the bounds if the
    /// numbers have any.
    fn of_sum(
        &self,
        combinator: &str,
        seed: &[Expr],
        arg: ArrayId,
        lines: &mut Vec<String>,
    ) -> Sum {
        let prim = self.prim(arg).name();
        let [name, bound] =
            [self.names.arrays[arg].clone(), bound_of(arg)].map(|text| self.sequence(arg, text));
        // No two statements of the shadow are on the same line.
        let line = format!("{arg}_{}_{}", combinator, lines.len());
        let (total, passed) = (format!("total{line}"), format!("passed{line}"));
        let rounded = self.is_rounded(arg);
        let magnitudes = match rounded {
            false => format!("map(|x| x.abs(), {name})"),
            true => format!("map(|x, e| x.abs() + e, {name}, {bound})"),
        };
        let sum = |of: &str| format!("{combinator}(0.0{prim}, |a, b| a + b, {of})");
        lines.push(format!("let {total} = {};", sum(&magnitudes)));
        if rounded {
            lines.push(format!("let {passed} = {};", sum(&bound)));
        }
        let seed_bound = self.error(&seed[0], &mut Vec::new());
        Sum {
            total,
            passed: rounded.then_some(passed),
            seed: format!("({}).abs()", seed[0].text(self.names)),
            seed_bound: seed_bound.map_or_else(String::new, |bound| format!(" + {bound}")),
            factor: format!("((len({name}) as {prim} + 4.0) * {prim}::EPSILON)"),
        }
    }

    /// An array, or its bounds, as a sequence.
    fn sequence(&self, array: ArrayId, text: String) -> String {
        match self.program.is_table(array) {
            true => format!("flatten({text})"),
            false => text,
        }
    }

    fn map(&self, worker: &Worker, args: &[ArrayId], part: usize) -> String {
        let mut arrays = self.render.in_step(0, args);
        let names = args.iter().map(|arg| &self.names.arrays[*arg]);
        let have_axes = arrays.iter().eq(names);
        let bound_of = |arg: ArrayId| match have_axes {
            true => bound_of(arg),
            false => self.sequence(arg, bound_of(arg)),
        };
        match worker {
            Worker::Path(_, prim) => {
                // The bounds of the arguments, which is all that `min`, `max`,
                // `abs` and `neg` pass on.
                let bounds: Vec<String> = args
                    .iter()
                    .filter(|arg| self.is_rounded(**arg))
                    .map(|arg| bound_of(*arg))
                    .collect();
                let params: Vec<String> = (0..bounds.len()).map(|k| format!("e{k}")).collect();
                let _ = prim;
                format!(
                    "map(|{}| {}, {})",
                    params.join(", "),
                    params.join(" + "),
                    bounds.join(", ")
                )
            }
            Worker::Closure { params, body } => {
                let facts: Vec<_> = args
                    .iter()
                    .map(|arg| self.facts.arrays[*arg].clone())
                    .collect();
                let types: Vec<_> = args
                    .iter()
                    .map(|arg| &self.program.arrays[*arg].ty)
                    .collect();
                let mut locals = crate::facts::bind(params, &facts, &types);
                let mut texts: Vec<String> = params.iter().map(super::pattern).collect();
                for (param, arg) in params.iter().zip(args) {
                    if let Pattern::Name(name) = param
                        && self.is_rounded(*arg)
                    {
                        texts.push(local_bound(name));
                        arrays.push(bound_of(*arg));
                    }
                }
                let expr = &body[part];
                let error = self
                    .error(expr, &mut locals)
                    .unwrap_or_else(|| format!("0.0{}", expr.prim().name()));
                format!("map(|{}| {error}, {})", texts.join(", "), arrays.join(", "))
            }
        }
    }

    fn prim(&self, array: ArrayId) -> Prim {
        self.program.arrays[array]
            .ty
            .prim()
            .expect("rounded numbers stand in no tuples")
    }

    /// The bound of an expression; `None` where it is the same in all forms.
    fn error(&self, expr: &Expr, locals: &mut Locals) -> Option<String> {
        let fact = self
            .facts
            .expr(expr, locals)
            .expect("the program has been judged");
        if !fact.is_rounded() {
            return None;
        }
        let zero = || format!("0.0{}", expr.prim().name());
        let mut of = |expr: &Expr| self.error(expr, locals);
        let text = |expr: &Expr| format!("({})", expr.text(self.names));
        let rounding = || format!("{}.abs() * {}::EPSILON", text(expr), expr.prim().name());
        Some(match expr {
            Expr::Local(name, _) => local_bound(name),
            Expr::Scalar(id, _) => scalar_bound(*id),
            Expr::Bin(BinOp::Add | BinOp::Sub, a, b) => {
                let parts: Vec<String> = [of(a), of(b)].into_iter().flatten().collect();
                format!("({} + {})", parts.join(" + "), rounding())
            }
            Expr::Bin(BinOp::Mul, a, b) => match (of(a), of(b)) {
                (Some(ea), Some(eb)) => format!(
                    "({a}.abs() * {eb} + {b}.abs() * {ea} + {ea} * {eb} + {})",
                    rounding(),
                    a = text(a),
                    b = text(b)
                ),
                (Some(e), None) => format!("({}.abs() * {e} + {})", text(b), rounding()),
                (None, Some(e)) => format!("({}.abs() * {e} + {})", text(a), rounding()),
                (None, None) => zero(),
            },
            Expr::Bin(_, a, b) => match of(a) {
                Some(e) => format!("({e} / {}.abs() + {})", text(b), rounding()),
                None => zero(),
            },
            Expr::Neg(a) => of(a).unwrap_or_else(zero),
            Expr::Method(_, args, _) => {
                let parts: Vec<String> = args.iter().filter_map(of).collect();
                format!("({})", parts.join(" + "))
            }
            Expr::If(condition, then, otherwise) => format!(
                "(if {} {{ {} }} else {{ {} }})",
                condition.text(self.names),
                of(then).unwrap_or_else(zero),
                of(otherwise).unwrap_or_else(zero)
            ),
            Expr::Let(name, value, body) => {
                let value_fact = self.facts.expr(value, locals).expect("judged");
                locals.push((name.clone(), value_fact));
                let error = self.error(body, locals);
                locals.pop();
                let error = error.unwrap_or_else(zero);
                format!("{{ let {name} = {}; {error} }}", value.text(self.names))
            }
            other => unreachable!("{other:?} is never rounded"),
        })
    }
}

/// The last version of a parameter, if it was written.
#[must_use]
pub(crate) fn last_version(program: &Program, param: ArrayId) -> Option<ArrayId> {
    program
        .stmts
        .iter()
        .rev()
        .flat_map(|stmt| stmt.out.arrays())
        .find(|id| program.arrays[*id].home == Some(param))
}

fn bound_of(array: ArrayId) -> String {
    format!("bound_a{array}")
}

fn scalar_bound(scalar: usize) -> String {
    format!("bound_s{scalar}")
}

fn local_bound(name: &str) -> String {
    format!("bound_{name}")
}
