//! The laws of folds with an accumulator of their own.
//!
//! Each block begins with the start, takes in its elements by the step, and is combined with what
//! stands to its left. That is the fold from left to right if the operator is associative, if the
//! start is neutral for it, and if `step(a ∘ b, x)` is `a ∘ step(b, x)`. The laws need to hold for
//! accumulators that occur, such as sorted arrays, and not for all values of their type: so the
//! ones that are tried here are those that the step makes of chosen elements.

use super::candidates::candidates;
use super::names::Names;
use super::sample::{self, Domain};
use super::shape::Shape;
use super::trial::{differ, magnitude};
use super::{Judge, LINE, STEPS_OF_SUSPECT, Verdict, shown};
use crate::diagnostic::catalog;
use crate::interp::{Fault, Type, Value, Worker};
use crate::ir::{ArrayId, Binding, Host, Op};
use crate::ordered::{ToList, every};
use syn::spanned::Spanned;

/// A fold with an accumulator of its own.
pub(super) struct Accumulating<'p> {
    seed: &'p Host,
    step: &'p Host,
    combine: &'p Host,
    args: &'p [ArrayId],
}

/// A law that does not hold: both sides as text.
struct Broken {
    law: Law,
    left: String,
    right: String,
}

/// The laws, in the order in which they are reported: if the operator is a wrong one, the start is
/// hardly ever neutral for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Law {
    Associative,
    Agrees,
    Neutral,
}

/// Nothing can be said: something is not known here, or it takes too long.
struct Unknown;

/// Fewer cases than this prove nothing, and a single failure may be a comparison that a rounding
/// decided.
const ENOUGH: usize = 3;

/// The numbers of elements that the accumulators are made of, one after the other.
const SIZES: [usize; 9] = [1, 2, 3, 1, 2, 3, 1, 2, 3];

impl<'p> Accumulating<'p> {
    pub(super) fn of(binding: &'p Binding) -> Option<Accumulating<'p>> {
        match &binding.op {
            Op::Fold {
                seed,
                step: Some(step),
                worker,
                args,
            } => Some(Accumulating {
                seed,
                step,
                combine: worker,
                args,
            }),
            _ => None,
        }
    }

    /// Its workers as one, for the names in them.
    fn workers(&self) -> Host {
        let (step, combine) = (&self.step.expr, &self.combine.expr);
        let mut both = self.combine.clone();
        both.expr = syn::parse_quote!((#step, #combine));
        both.scalars.extend(self.step.scalars.iter().copied());
        both.arrays.extend(self.step.arrays.iter().copied());
        both
    }
}

impl<'p> Judge<'p> {
    /// Tries the laws of a fold, for all that its elements and names may be.
    pub(super) fn laws(&mut self, fold: &Accumulating<'p>) -> Verdict {
        let names = Names::of(self.program, &self.facts, &self.workers, &fold.workers());
        let shapes = fold.args.iter().map(|arg| self.facts.array(*arg));
        let shapes: Vec<Vec<Shape>> = shapes.map(|shape| candidates(&shape)).list();
        let ways = shapes.iter().map(Vec::len).max().unwrap_or(0);
        let mut first = None;
        for way in 0..ways {
            let of = |shapes: &Vec<Shape>| shapes.get(way).or(shapes.last()).cloned();
            let Some(elements) = every(shapes.iter().map(of)) else {
                continue;
            };
            for names in names.choices() {
                let mut found = None;
                for domain in [Domain::Mixed, Domain::Positive] {
                    match self.broken(fold, &elements, &names, domain) {
                        Ok(None) => return Verdict::Held,
                        Ok(Some(broken)) => found = Some(broken),
                        Err(Unknown) => {
                            found = None;
                            break;
                        }
                    }
                }
                if let (None, Some(broken)) = (&first, found) {
                    first = Some((broken, names));
                }
            }
        }
        let Some((broken, names)) = first else {
            return Verdict::Untested;
        };
        Verdict::Refuted(Box::new(broken.report(fold, &super::assumed(&names))))
    }

    /// The first law that does not hold on a domain of elements, if there is one.
    fn broken(
        &mut self,
        fold: &Accumulating<'p>,
        elements: &[Shape],
        names: &[(String, Value)],
        domain: Domain,
    ) -> Result<Option<Broken>, Unknown> {
        self.workers.allow(STEPS_OF_SUSPECT);
        let columns = elements.iter().map(|shape| sample::elements(shape, domain));
        let columns = every(columns).ok_or(Unknown)?;
        let seed: syn::Expr = {
            let seed = &fold.seed.expr;
            syn::parse_quote!(|| #seed)
        };
        // Of a start that depends on names nothing is known: any value may be the neutral one.
        let start = self.workers.worker(&seed, Vec::new()).call(Vec::new());
        let start = start.map_err(|_| Unknown)?;
        let types = columns
            .iter()
            .filter_map(|column| Some(column.first()?.ty()));
        let types: Vec<Type> = [start.ty()].into_iter().chain(types).list();
        let start = match self.workers.infer(&fold.step.expr, &types) {
            Type::Unknown => start.at_default(),
            ty => start.at(&ty),
        };
        let start = start.map_err(|_| Unknown)?;
        let mut tried = Tried {
            step: self.workers.worker(&fold.step.expr, names.to_vec()),
            combine: self.workers.worker(&fold.combine.expr, names.to_vec()),
            ty: start.ty(),
            start,
            columns,
        };
        tried.broken()
    }
}

/// The workers of a fold, with a start and elements.
struct Tried<'w> {
    step: Worker<'w>,
    combine: Worker<'w>,
    ty: Type,
    start: Value,
    columns: Vec<Vec<Value>>,
}

/// The cases of a law.
#[derive(Default)]
struct Cases {
    valid: usize,
    failures: Vec<(String, String)>,
}

impl Tried<'_> {
    fn broken(&mut self) -> Result<Option<Broken>, Unknown> {
        let all = self.accumulators()?;
        let mut valid = 0;
        for law in [Law::Associative, Law::Agrees, Law::Neutral] {
            let cases = self.cases(law, &all)?;
            valid += cases.valid;
            if cases.valid >= ENOUGH && cases.failures.len() > 1 {
                let shortest = cases.failures.into_iter();
                let shortest = shortest.min_by_key(|(a, b)| (a.len() + b.len()) / LINE);
                return Ok(shortest.map(|(left, right)| Broken { law, left, right }));
            }
        }
        match valid >= ENOUGH {
            true => Ok(None),
            false => Err(Unknown),
        }
    }

    /// Accumulators of a few elements each, with an element that does not belong to them.
    fn accumulators(&mut self) -> Result<Vec<(Value, Vec<Value>)>, Unknown> {
        let mut row = 0;
        let mut all = Vec::new();
        for size in SIZES {
            let mut accumulator = Some(self.start.clone());
            for _ in 0..size {
                let elements = self.row(row);
                row += 1;
                accumulator = match accumulator {
                    Some(before) => self.step(&before, &elements)?,
                    None => None,
                };
            }
            all.extend(accumulator.map(|accumulator| (accumulator, self.row(row))));
        }
        Ok(all)
    }

    /// The elements of a position. Columns of one type are not to be alike.
    fn row(&self, row: usize) -> Vec<Value> {
        let columns = self.columns.iter().enumerate();
        let element =
            |(at, column): (usize, &Vec<Value>)| column[(row + 5 * at) % column.len()].clone();
        columns.map(element).list()
    }

    fn cases(&mut self, law: Law, all: &[(Value, Vec<Value>)]) -> Result<Cases, Unknown> {
        let mut cases = Cases::default();
        for at in 0..all.len() {
            let next = |by: usize| &all[(at + by) % all.len()];
            let ((a, _), (b, x), (c, _)) = (next(0), next(1), next(2));
            match law {
                Law::Associative => {
                    let (ab, bc) = (self.combine(a, b)?, self.combine(b, c)?);
                    let (Some(ab), Some(bc)) = (ab, bc) else {
                        continue;
                    };
                    let both = (self.combine(&ab, c)?, self.combine(a, &bc)?);
                    let [a, b, c] = [a, b, c].map(shown);
                    cases.compare(both, || {
                        (format!("({a} ∘ {b}) ∘ {c}"), format!("{a} ∘ ({b} ∘ {c})"))
                    });
                }
                Law::Agrees => {
                    let (ab, bx) = (self.combine(a, b)?, self.step(b, x)?);
                    let (Some(ab), Some(bx)) = (ab, bx) else {
                        continue;
                    };
                    let both = (self.step(&ab, x)?, self.combine(a, &bx)?);
                    let [a, b] = [a, b].map(shown);
                    let x: Vec<String> = x.iter().map(shown).list();
                    let x = x.join(", ");
                    cases.compare(both, || {
                        (
                            format!("step({a} ∘ {b}, {x})"),
                            format!("{a} ∘ step({b}, {x})"),
                        )
                    });
                }
                Law::Neutral => {
                    let start = self.start.clone();
                    let (left, right) = (self.combine(&start, a)?, self.combine(a, &start)?);
                    let (start, text) = (shown(&start), shown(a));
                    let itself = || Some(a.clone());
                    cases.compare((left, itself()), || {
                        (format!("{start} ∘ {text}"), String::new())
                    });
                    cases.compare((right, itself()), || {
                        (format!("{text} ∘ {start}"), String::new())
                    });
                }
            }
        }
        Ok(cases)
    }

    fn step(&mut self, accumulator: &Value, elements: &[Value]) -> Result<Option<Value>, Unknown> {
        let elements = elements.iter().cloned();
        let arguments = [accumulator.clone()].into_iter().chain(elements).list();
        valid(self.step.call(arguments), &self.ty)
    }

    fn combine(&mut self, a: &Value, b: &Value) -> Result<Option<Value>, Unknown> {
        valid(self.combine.call(vec![a.clone(), b.clone()]), &self.ty)
    }
}

impl Cases {
    /// Adds a case; nothing is known of one that panics.
    fn compare(
        &mut self,
        both: (Option<Value>, Option<Value>),
        sides: impl FnOnce() -> (String, String),
    ) {
        let (Some(left), Some(right)) = both else {
            return;
        };
        self.valid += 1;
        let mut scale = 0.0;
        magnitude(&left, &mut scale);
        magnitude(&right, &mut scale);
        if differ(&left, &right, scale) {
            let (of_left, of_right) = sides();
            let right = match of_right.is_empty() {
                true => shown(&right),
                false => format!("{of_right} = {}", shown(&right)),
            };
            self.failures
                .push((format!("{of_left} = {}", shown(&left)), right));
        }
    }
}

/// The value of a worker of this type; none where it panics.
fn valid(value: Result<Value, Fault>, ty: &Type) -> Result<Option<Value>, Unknown> {
    match value.and_then(|value| value.at(ty)) {
        Ok(value) => Ok(Some(value)),
        Err(Fault::Endless) => Err(Unknown),
        Err(fault) if fault.is_run_time() => Ok(None),
        Err(_) => Err(Unknown),
    }
}

impl Broken {
    fn report(&self, fold: &Accumulating<'_>, assumed: &[String]) -> crate::diagnostic::Diagnostic {
        let sides = [self.left.clone(), self.right.clone()];
        match self.law {
            Law::Associative => {
                catalog::not_associative(fold.combine.expr.span(), "fold", &sides, assumed, None)
            }
            Law::Agrees => catalog::step_disagrees(fold.combine.expr.span(), &sides, assumed),
            Law::Neutral => catalog::start_is_not_neutral(fold.seed.expr.span(), &sides, assumed),
        }
    }
}
