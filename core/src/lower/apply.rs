//! Combinators and their arguments.

use super::Lowering;
use super::host::Place;
use super::scope::Entity;
use crate::check::check_arguments;
use crate::combinator::Parameter;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Count, Host, Op, ScalarId, ScanKind};
use crate::syntax::{Apply, Term, strip};
use syn::{Expr, ExprRange};

impl Lowering {
    /// The operator of a combinator and its arguments. Every argument is
    /// lowered even when another one is wrong.
    pub(super) fn apply(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        if !check_arguments(apply, &mut self.found) {
            self.look_through(apply, hint);
            return None;
        }
        let name = apply.combinator.name;
        let args = &apply.args[..];
        Some(match name {
            "map" => {
                let arrays: Vec<Option<ArrayId>> = args[1..]
                    .iter()
                    .map(|arg| self.array(arg, hint, name))
                    .collect();
                let worker = self.worker(args[0], hint);
                Op::Map {
                    worker,
                    args: arrays.into_iter().collect::<Option<_>>()?,
                }
            }
            "filter" => {
                let arg = self.array(args[1], hint, name);
                let worker = self.worker(args[0], hint);
                Op::Filter { worker, arg: arg? }
            }
            "fold" | "scan" | "scan_exclusive" => {
                let arg = self.array(args[2], hint, name);
                let seed = self.host(args[0], hint, Place::Scalar);
                let worker = self.worker(args[1], hint);
                let arg = arg?;
                match name {
                    "fold" => Op::Fold { seed, worker, arg },
                    _ => Op::Scan {
                        kind: match name {
                            "scan" => ScanKind::Inclusive,
                            _ => ScanKind::Exclusive,
                        },
                        seed,
                        worker,
                        arg,
                    },
                }
            }
            "generate" => {
                let count = self.count(args[0]);
                let length = match count {
                    // `len(xs)` itself: the size says it all.
                    Some(Count::Length(_)) if !matches!(args[0], Expr::Path(_)) => {
                        Host::plain(args[0].clone())
                    }
                    _ => self.host(args[0], hint, Place::Scalar),
                };
                let worker = self.worker(args[1], hint);
                Op::Generate {
                    count: count?,
                    length,
                    worker,
                }
            }
            "gather" => {
                let [data, indices] = self.arrays(args, hint, name);
                Op::Gather {
                    data: data?,
                    indices: indices?,
                }
            }
            "scatter" => {
                let [dest, indices, values] = self.arrays(args, hint, name);
                Op::Scatter {
                    dest: dest?,
                    indices: indices?,
                    values: values?,
                }
            }
            "cross" => {
                let [left, right] = self.arrays(args, hint, name);
                Op::Cross {
                    left: left?,
                    right: right?,
                }
            }
            "conform" => {
                let [arg, like] = self.arrays(args, hint, name);
                Op::Conform {
                    arg: arg?,
                    like: like?,
                }
            }
            "len" => Op::Length {
                arg: self.array(args[0], hint, name)?,
            },
            "external" => {
                let call = self.host(args[0], hint, Place::External);
                self.external(call)
            }
            other => unreachable!("`{other}` is not in the table of combinators"),
        })
    }

    /// An `external`: the arrays that the program binds are arguments, inputs
    /// are there anyway.
    pub(super) fn external(&self, mut call: Host) -> Op {
        let bound = |array: &ArrayId| self.program.producer(*array).is_some();
        let arrays = call.arrays.iter().copied().filter(bound).collect();
        call.arrays.retain(|array| !bound(array));
        Op::External { call, arrays }
    }

    fn arrays<const N: usize>(
        &mut self,
        args: &[&Expr],
        hint: &str,
        combinator: &str,
    ) -> [Option<ArrayId>; N] {
        std::array::from_fn(|position| self.array(args[position], hint, combinator))
    }

    /// Reports what is wrong inside the arguments of a combinator that is
    /// wrong itself.
    fn look_through(&mut self, apply: &Apply<'_>, hint: &str) {
        for (position, arg) in apply.args.iter().enumerate() {
            let wanted = apply.combinator.parameter(position);
            match Term::of(arg) {
                Term::Apply(inner) if self.plain_method(&inner).is_none() => {
                    self.apply(&inner, hint);
                }
                // What is known may only stand in the wrong place.
                Term::Name(name)
                    if matches!(wanted, Parameter::Array | Parameter::Arrays)
                        && !self.open
                        && self.scope.get(name).is_none() =>
                {
                    self.named_array(name, apply.combinator.name);
                }
                _ => {}
            }
        }
    }

    /// A range as an array.
    pub(super) fn range(&mut self, range: &ExprRange, expr: &Expr) -> Op {
        for bound in [&range.start, &range.end].into_iter().flatten() {
            if let Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Float(float),
                ..
            }) = strip(bound)
            {
                self.found.push(catalog::range_of_floats(float.span()));
                break;
            }
        }
        let half_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_));
        let from_zero = matches!(
            range.start.as_deref(),
            Some(Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. })) if int.base10_digits() == "0"
        );
        let count = match range.end.as_deref() {
            Some(end) if half_open && from_zero => self.count(end).unwrap_or(Count::Anonymous),
            _ => Count::Anonymous,
        };
        Op::Range {
            count,
            range: self.host(expr, "range", Place::Scalar),
        }
    }

    /// What names a size; `None` where it cannot be one.
    fn count(&mut self, length: &Expr) -> Option<Count> {
        Some(match Term::of(length) {
            Term::Host(Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(int),
                ..
            })) => int.base10_parse().map_or(Count::Anonymous, Count::Literal),
            Term::Name(name) => match self.scope.get(name) {
                Some(Entity::Scalar(scalar)) => self.length_behind(scalar),
                Some(Entity::Array(_)) => {
                    self.found.push(catalog::array_as_count(name));
                    return None;
                }
                None if self.scope.is_forgotten(name) => return None,
                // A captured name, a constant or a generic one.
                None => Count::Scalar(self.add_parameter(name, None)),
            },
            Term::Apply(apply) if apply.combinator.name == "len" => match apply.args.first() {
                Some(Expr::Path(path)) => match path.path.get_ident() {
                    Some(name) => match self.scope.get(name) {
                        Some(Entity::Array(array)) => Count::Length(array),
                        None if self.open && apply.method.is_none() => {
                            Count::Length(self.add_input(name, false, None))
                        }
                        _ => Count::Anonymous,
                    },
                    None => Count::Anonymous,
                },
                _ => Count::Anonymous,
            },
            _ => Count::Anonymous,
        })
    }

    /// A scalar that was bound to `len(xs)` names the size of `xs`.
    fn length_behind(&self, scalar: ScalarId) -> Count {
        match self.program.scalars[scalar].origin {
            Some(binding) => match self.program.bindings[binding].op {
                Op::Length { arg } => Count::Length(arg),
                _ => Count::Scalar(scalar),
            },
            None => Count::Scalar(scalar),
        }
    }
}
