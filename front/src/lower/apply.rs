//! Combinators and their arguments.

use super::Lowering;
use super::host::Position;
use super::index::is_neighbour;
use super::lanes;
use super::scope::Entity;
use super::windows_of_axes;
use crate::check::is_around;
use crate::combinator::{Combinator, Computed, Parameter};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Host, Op, Origin, ScanKind};
use crate::ordered::{ToList, every};
use crate::syntax::{Apply, Term, names, strip};
use syn::Expr;
use syn::spanned::Spanned;

impl Lowering {
    /// The operator of a combinator and its arguments. Every argument is
    /// lowered even when another one is wrong.
    pub(super) fn apply(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        if apply.combinator.is_over_index() {
            return self.fold_over(apply, hint);
        }
        if apply.combinator.is_recurrence_over() {
            return self.recurrence_over(apply, hint);
        }
        if self.lacks_combine(apply) {
            return None;
        }
        if apply.combinator.infers_space() {
            return self.over_index(apply.args[0], hint);
        }
        if apply.combinator.has_sizes() {
            return self.over_indices(Some(apply.args[0]), apply.args[1], hint);
        }
        if !self.check(apply) {
            self.look_through(apply, hint);
            return None;
        }
        if let Computed::As(text) = apply.combinator.computed {
            return self.abbreviation(apply, text, hint);
        }
        let name = apply.combinator.name;
        let args = &apply.args[..];
        Some(match name {
            "map" if lanes::is_program(apply) => return self.map_lanes(apply, hint),
            "rows" | "columns" | "lanes" => {
                self.found.push(catalog::lanes_alone(apply.span, name));
                return None;
            }
            "map" if self.elements_as_rows(apply) => return None,
            "windows" if windows_of_axes::has_list(apply) => {
                return self.windows_of_axes(apply, hint);
            }
            "windows" => {
                let windows = self.windows(apply, hint)?;
                return self.gathered(windows, apply.span, hint);
            }
            "map" if args[1..].iter().any(|arg| is_neighbour(arg)) => {
                let Some(worker) = self.with_pictures(apply, hint) else {
                    self.look_through(apply, hint);
                    return None;
                };
                let mut apply = apply.clone();
                apply.args[0] = &worker;
                if self.has_neighbours_of_axes(&apply) {
                    return self.map_neighbours(&apply, hint);
                }
                return self.map_around(&apply, hint);
            }
            "map" => {
                let arrays: Vec<Option<ArrayId>> = args[1..]
                    .iter()
                    .map(|arg| self.array(arg, hint, name))
                    .list();
                let worker = self.worker(args[0], hint);
                let args = every(arrays)?;
                self.in_step(apply, 1, &args)?;
                Op::Map { worker, args }
            }
            "filter" => {
                let arg = self.operand(apply, 1, hint);
                let worker = self.worker(args[0], hint);
                Op::Filter { worker, arg: arg? }
            }
            "fold" => return self.fold(apply, hint),
            "scan" | "scan_exclusive" => {
                let arg = self.operand(apply, 2, hint);
                let seed = self.host(args[0], hint, Position::Scalar);
                let worker = self.worker(args[1], hint);
                Op::Scan {
                    kind: match name {
                        "scan" => ScanKind::Inclusive,
                        _ => ScanKind::Exclusive,
                    },
                    seed,
                    worker,
                    arg: arg?,
                    segments: self.segments.take(),
                    along: None,
                }
            }
            "recurrence" => return self.recurrence(apply, hint),
            "generate" if self.reads_bound(args[1]) => {
                let count = args[0];
                let sizes = syn::parse_quote!([#count]);
                return self.over_indices(Some(&sizes), args[1], hint);
            }
            "generate" => {
                let counted = self.count(args[0], hint);
                let worker = self.worker(args[1], hint);
                let (count, length) = counted?;
                Op::Generate {
                    count,
                    length,
                    worker,
                }
            }
            "gather" => {
                let [data, indices] = self.operands(apply, [0, 1], hint);
                Op::Gather {
                    data: data?,
                    indices: indices?,
                }
            }
            "at" if self.is_of_axes(apply) => return self.at_axes(apply, hint),
            "at" => return self.at(apply, hint),
            "around" => {
                self.found.push(catalog::around_alone(apply.span));
                return None;
            }
            "pad" => {
                self.found.push(catalog::pad_alone(apply.span));
                return None;
            }
            "reverse" => Op::Reverse {
                arg: self.operand(apply, 0, hint)?,
            },
            "scatter" => {
                let [dest, indices, values] = self.operands(apply, [0, 1, 2], hint);
                self.in_step(apply, 1, &[indices?, values?])?;
                Op::Scatter {
                    dest: dest?,
                    combine: None,
                    indices: indices?,
                    values: values?,
                }
            }
            "reduce_by_index" => {
                let [dest, indices, values] = self.operands(apply, [0, 2, 3], hint);
                let worker = self.worker(args[1], hint);
                self.in_step(apply, 2, &[indices?, values?])?;
                Op::Scatter {
                    dest: dest?,
                    combine: Some(Box::new(worker)),
                    indices: indices?,
                    values: values?,
                }
            }
            "cross" => {
                let [left, right] = self.operands(apply, [0, 1], hint);
                Op::Cross {
                    left: left?,
                    right: right?,
                }
            }
            "conform" => {
                let [arg, like] = self.operands(apply, [0, 1], hint);
                let (arg, like) = (arg?, like?);
                self.in_step(apply, 0, &[arg, like])?;
                Op::Conform { arg, like }
            }
            "len" => Op::Length {
                arg: self.array(args[0], hint, name)?,
                axis: None,
            },
            "reshape" | "flatten" => return self.reshape(apply, hint),
            "shape" => {
                self.found.push(catalog::shape_pattern(apply.span, 2));
                return None;
            }
            "external" => {
                let call = self.host(args[0], hint, Position::External);
                self.external(call)
            }
            other => unreachable!("`{other}` is not in the table of combinators"),
        })
    }

    /// A `fold`, by an operator between elements or with an accumulator.
    fn fold(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let first = apply.combinator.receiver()?;
        let (others, arrays) = apply.args.split_at(first);
        let args: Vec<Option<ArrayId>> = arrays
            .iter()
            .map(|arg| self.array(arg, hint, "fold"))
            .list();
        let seed = self.host(others[0], hint, Position::Scalar);
        let mut workers: Vec<Host> = Vec::new();
        for worker in &others[1..] {
            workers.push(self.worker(worker, hint));
        }
        let worker = workers.pop()?;
        let args = every(args)?;
        self.in_step(apply, first, &args)?;
        Some(Op::Fold {
            seed,
            step: workers.pop().map(Box::new),
            worker,
            args,
        })
    }

    fn recurrence(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let args = &apply.args;
        let arrays: Vec<Option<ArrayId>> = (2..args.len())
            .map(|position| self.operand(apply, position, hint))
            .list();
        let seed = self.host(args[0], hint, Position::Scalar);
        let worker = self.worker(args[1], hint);
        Some(Op::Recurrence {
            seed,
            worker,
            args: every(arrays)?,
            neighbours: Vec::new(),
        })
    }

    /// Reports a `fold` over several arrays with one worker only.
    fn lacks_combine(&mut self, apply: &Apply<'_>) -> bool {
        let lacks = *apply.combinator == *Combinator::fold_with_step()
            && apply.args.len() > 2
            && self.is_array(apply.args[2]);
        if lacks {
            let report = catalog::fold_without_combine(apply.span, apply.combinator);
            self.found.push(report);
        }
        lacks
    }

    /// An `external`: the arrays that the program binds are arguments, inputs
    /// are there anyway.
    pub(super) fn external(&self, mut call: Host) -> Op {
        let bound = |array: &ArrayId| self.program.producer(*array).is_some();
        let arrays = call.arrays.iter().copied().filter(bound).list();
        call.arrays.retain(|array| !bound(array));
        Op::External { call, arrays }
    }

    fn operands<const N: usize>(
        &mut self,
        apply: &Apply<'_>,
        positions: [usize; N],
        hint: &str,
    ) -> [Option<ArrayId>; N] {
        positions.map(|position| self.operand(apply, position, hint))
    }

    /// Returns true if a worker of an index reads elements of arrays that the program computes.
    fn reads_bound(&self, worker: &Expr) -> bool {
        let Expr::Closure(closure) = strip(worker) else {
            return false;
        };
        let mut found = false;
        names::visit_subscripts(&mut closure.body.clone(), &mut |read, enclosing| {
            if let Expr::Index(read) = &*read
                && let Term::Name(name) = Term::of(&read.expr)
                && let Some(Entity::Array(array)) = self.scope.get(name)
                && !enclosing.binds(name)
            {
                let lies_in = &self.program.arrays[self.program.lies_in(array)].origin;
                found |= matches!(lies_in, Origin::Output(..));
            }
        });
        found
    }

    /// The array argument of a position. Where the combinator takes a sequence, it has one axis;
    /// inside of an abbreviation it is what that makes of it.
    pub(super) fn operand(
        &mut self,
        apply: &Apply<'_>,
        position: usize,
        hint: &str,
    ) -> Option<ArrayId> {
        let name = apply.combinator.name;
        let array = self.array(apply.args[position], hint, name)?;
        let rank = self.program.rank(array);
        if rank > 1 && self.part_of.is_none() && apply.combinator.is_of_sequence(position) {
            let span = apply.args[position].span();
            let shown = array_name(apply.args[position]);
            let report = catalog::sequence_of_axes(span, name, &shown, rank);
            self.found.push(report);
            return None;
        }
        Some(array)
    }

    /// Reports arrays in step that differ in their numbers of axes; `from` is the position of the
    /// argument that the first of them is.
    fn in_step(&mut self, apply: &Apply<'_>, from: usize, arrays: &[ArrayId]) -> Option<()> {
        let rank = |array: &ArrayId| self.program.rank(*array);
        let differs = |array: &ArrayId| rank(array) != rank(&arrays[0]);
        let Some(other) = arrays.iter().position(differs) else {
            return Some(());
        };
        if self.part_of.is_some() {
            return Some(());
        }
        let described = [0, other].map(|number| {
            let arg = apply.args[from + number];
            let label = match Term::of(arg) {
                Term::Name(name) => format!("`{name}`"),
                _ => format!("argument {}", from + number + 1),
            };
            (label, array_name(arg), rank(&arrays[number]))
        });
        let report = catalog::ranks_in_step(apply.span, apply.combinator.name, &described);
        self.found.push(report);
        None
    }

    /// Reports the mistakes inside the arguments of a combinator that is
    /// wrong itself.
    fn look_through(&mut self, apply: &Apply<'_>, hint: &str) {
        let is_ordered = self.misordered(apply).is_none();
        for (position, arg) in apply.args.iter().enumerate() {
            let wanted = apply.combinator.parameter(position);
            match Term::of(arg) {
                // An argument of `map`, which it is here.
                Term::Apply(inner) if apply.combinator.name == "map" && is_around(arg) => {
                    self.look_through(&inner, hint);
                }
                Term::Apply(inner) if self.plain_method(&inner).is_none() => {
                    self.apply(&inner, hint);
                }
                // A known name may only stand in the wrong place.
                Term::Name(name)
                    if matches!(wanted, Parameter::Array(_) | Parameter::Arrays(_))
                        && is_ordered
                        && !self.open
                        && self.scope.get(name).is_none() =>
                {
                    self.named_array(name, apply.combinator.name);
                }
                _ => {}
            }
        }
    }
}

/// The name of an array in the help of a message.
fn array_name(arg: &Expr) -> String {
    match Term::of(arg) {
        Term::Name(name) => name.to_string(),
        _ => "a".to_owned(),
    }
}
