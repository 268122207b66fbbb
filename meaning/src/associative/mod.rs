//! Operators of folds and scans that are not associative.
//!
//! A fold's elements are combined in blocks and lanes, a scan's in blocks, so that
//! their operators must be associative. Here each operator that is not a known one is
//! run by the interpreter on chosen values, `(a ∘ b) ∘ c` beside `a ∘ (b ∘ c)`, and is
//! *refuted* where they differ. This never proves that an operator is associative, and
//! must not refute one that is:
//!
//! * Values are such that rounding shows only far below the tolerance of `trial`: small and on a
//!   binary grid. A sample that overflows, is no number or panics says nothing.
//! * Where types are unknown, or what a name stands for, several are tried, and an operator is
//!   refuted only if it fails with all that it can be evaluated with.
//! * It must also fail on each restricted domain that it may be meant for, and on the elements that
//!   the program itself makes of sample inputs.
//!
//! A fold with an accumulator of its own has two laws more (`laws`).
//!
//! Nothing here depends on anything but the program's text.

mod candidates;
mod facts;
mod laws;
mod names;
mod occurring;
mod operand;
mod remedy;
mod sample;
mod shape;
mod trial;

use crate::diagnostic::{Diagnostic, catalog};
use crate::interp::{Overflow, Value, Workers};
use crate::ir::choice::Choice;
use crate::ir::known::Known;
use crate::ir::over::{Kind, Over};
use crate::ir::{ArrayId, Binding, BindingId, Host, Op, Program};
use crate::ordered::{OrderedMap, ToList};
use crate::walk::{self, Node};
use facts::Facts;
use laws::Accumulating;
use names::Names;
use sample::Domain;
use shape::Shape;
use syn::Expr;
use syn::spanned::Spanned;
use trial::{Failure, Trial, commutes, is_sum, trial};

/// The result of testing an operator.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is one that the runtime knows, or a choice by a key, or it was evaluated and
    /// nothing speaks against it.
    Held,
    /// It cannot be evaluated here: it uses functions or types that are not known.
    Untested,
    /// It is not associative, which the diagnostic says.
    Refuted(Box<Diagnostic>),
}

/// The operators of a program's folds and scans, by binding.
pub fn verdicts(program: &Program) -> OrderedMap<BindingId, Verdict> {
    let mut judge = None;
    let mut verdicts = OrderedMap::new();
    for (id, binding) in program.bindings.iter() {
        if let Some(fold) = Accumulating::of(binding) {
            let judge = judge.get_or_insert_with(|| Judge::new(program));
            verdicts.insert(id, judge.laws(&fold));
            continue;
        }
        let Some(operator) = Operator::of(binding) else {
            continue;
        };
        let expr = &operator.worker.expr;
        let known = Known::of(expr, &program.items.functions).is_some();
        // Of two elements the one with the greater key: whatever the key is.
        let by_key = || Choice::of(expr).and_then(|choice| choice.by_key());
        let verdict = match known || by_key().is_some() {
            true => Verdict::Held,
            false => judge
                .get_or_insert_with(|| Judge::new(program))
                .verdict(&operator),
        };
        verdicts.insert(id, verdict);
    }
    verdicts
}

/// The mistakes in the operators of folds over an index inside of workers.
pub fn inside(program: &Program) -> Vec<Diagnostic> {
    let (mut judge, mut found) = (None, Vec::new());
    for host in program
        .bindings
        .values()
        .flat_map(|binding| binding.op.hosts())
    {
        walk::expr(&host.expr, &mut |node| {
            if let Node::Expr(expr) = node
                && let Some(Over {
                    kind: Kind::Fold(seed, operator),
                    ..
                }) = Over::of(expr)
                && Known::of(operator, &program.items.functions).is_none()
            {
                // With the names in it, of all those of the worker.
                let part = |expr: &Expr| {
                    let mut part = Host {
                        expr: expr.clone(),
                        ..host.clone()
                    };
                    let (scalars, arrays) = (&program.scalars, &program.arrays);
                    part.scalars
                        .retain(|scalar| walk::mentions(expr, &scalars[*scalar].name));
                    part.arrays
                        .retain(|array| walk::mentions(expr, &arrays[*array].name));
                    part
                };
                let (seed, worker) = (part(seed), part(operator));
                let operator = Operator {
                    combinator: "fold",
                    is_prefix: false,
                    by: String::new(),
                    start: Start::Seed(&seed),
                    worker: &worker,
                    arg: None,
                };
                let judge = judge.get_or_insert_with(|| Judge::new(program));
                if let Verdict::Refuted(mistake) = judge.verdict(&operator) {
                    found.push(*mistake);
                }
            }
            true
        });
    }
    found
}

/// The operator of a fold, a scan or a reduction by index.
struct Operator<'p> {
    combinator: &'static str,
    /// Set for a fold over an index that yields all prefixes.
    is_prefix: bool,
    /// The arguments before the start, as messages show them.
    by: String,
    /// The start; a reduction by index starts from an array.
    start: Start<'p>,
    worker: &'p Host,
    /// The array; none where an index goes through the elements.
    arg: Option<ArrayId>,
}

/// The values from which an operator starts.
#[derive(Clone, Copy)]
enum Start<'p> {
    Seed(&'p Host),
    Bins(ArrayId),
}

impl<'p> Operator<'p> {
    fn of(binding: &'p Binding) -> Option<Operator<'p>> {
        // A prefix is a scan, and was written as a fold over an index.
        let is_prefix = matches!(binding.op, Op::Scan { .. })
            && binding.span.source_text().as_deref() == Some("fold");
        if let Some(segments) = binding.op.segments() {
            return Some(Operator {
                combinator: if is_prefix {
                    "fold"
                } else {
                    segments.combinator
                },
                is_prefix,
                by: format!("{}, ", segments.by),
                start: Start::Seed(&segments.seed),
                worker: &segments.worker,
                arg: Some(segments.arg),
            });
        }
        let (start, worker, arg) = match &binding.op {
            Op::Scatter {
                dest,
                combine: Some(combine),
                values,
                ..
            } => (Start::Bins(*dest), &**combine, *values),
            op => {
                let (seed, worker, arg) = op.reduction()?;
                (Start::Seed(seed), worker, arg)
            }
        };
        Some(Operator {
            combinator: if is_prefix { "fold" } else { binding.op.name() },
            is_prefix,
            by: String::new(),
            start,
            worker,
            arg: Some(arg),
        })
    }
}

/// The steps that an operator may take as long as nothing has been found against it. Values that
/// have not been tried by then stay untried.
const STEPS: usize = 5_000;

/// The steps that it may take on each list of values once it is suspected.
const STEPS_OF_SUSPECT: usize = 20_000;

/// Failures that are printed within so many characters read equally well; the first
/// ones have the simplest numbers.
const LINE: usize = 40;

/// The context in which the operators of a program are tested.
struct Judge<'p> {
    program: &'p Program,
    workers: Workers<'p>,
    facts: Facts,
}

/// One way to understand an operator: the types of its operands and what the names
/// in it stand for.
struct Reading<'n> {
    element: Shape,
    names: &'n [(String, Value)],
}

/// The result of one reading of an operator.
enum Found {
    /// It cannot be read so, or says too little.
    Nothing,
    /// There is nothing against the operator.
    Holds,
    /// It fails, most readably here.
    Fails(Failure),
}

impl<'p> Judge<'p> {
    fn new(program: &'p Program) -> Self {
        let mut workers = Workers::of(program);
        workers.allow(STEPS);
        let facts = Facts::of(program, &workers);
        Judge {
            program,
            workers,
            facts,
        }
    }

    fn verdict(&mut self, operator: &Operator<'_>) -> Verdict {
        self.workers.allow(STEPS);
        let start = match operator.start {
            Start::Seed(seed) => facts::of_seed(&seed.expr, &self.workers),
            Start::Bins(dest) => self.facts.array(dest),
        };
        let element = match operator.arg {
            Some(arg) => self.facts.array(arg).join(&start),
            None => start,
        };
        let element = element.join(&operand::shape(
            &operator.worker.expr,
            self.program,
            &self.workers,
        ));
        let names = Names::of(self.program, &self.facts, &self.workers, operator.worker);
        let mut first = None;
        for element in candidates::candidates(&element) {
            for names in names.choices() {
                let reading = Reading {
                    element: element.clone(),
                    names: &names,
                };
                match self.read(operator, &reading) {
                    Found::Nothing => {}
                    Found::Holds => return Verdict::Held,
                    Found::Fails(failure) => {
                        first.get_or_insert((failure, element.clone(), names));
                    }
                }
            }
        }
        let Some((failure, element, names)) = first else {
            return Verdict::Untested;
        };
        if self.holds_on_own(operator, &names) {
            return Verdict::Held;
        }
        Verdict::Refuted(Box::new(self.report(operator, &failure, &element, &names)))
    }

    /// Tries an operator on all domains, until it holds on one.
    fn read(&mut self, operator: &Operator<'_>, reading: &Reading<'_>) -> Found {
        let Some(leaves) = reading.element.leaves() else {
            return Found::Nothing;
        };
        let mut trial = self.on(operator, reading, Domain::Mixed, STEPS);
        if !trial.impossible && !trial.is_telling() {
            trial = self.on(operator, reading, Domain::Positive, STEPS);
        }
        if !trial.impossible && !trial.is_telling() {
            // All of them overflow, which a release build does not notice.
            self.workers.overflow(Overflow::Wrap);
            trial = self.on(operator, reading, Domain::Mixed, STEPS);
            self.workers.overflow(Overflow::Panic);
        }
        if !trial.refutes() {
            return match trial.holds() {
                true => Found::Holds,
                false => Found::Nothing,
            };
        }
        let mut shown = trial.failures;
        for domain in Domain::RESTRICTED {
            if !domain.applies(&leaves) {
                continue;
            }
            let narrow = self.on(operator, reading, domain, STEPS_OF_SUSPECT);
            if narrow.holds() && !self.is_step(operator, reading, domain) {
                return Found::Holds;
            }
            if domain == Domain::Positive && narrow.refutes() {
                shown = narrow.failures;
            }
        }
        match shown
            .into_iter()
            .min_by_key(|failure| failure.length() / LINE)
        {
            Some(failure) => Found::Fails(failure),
            None => Found::Nothing,
        }
    }

    fn on(
        &mut self,
        operator: &Operator<'_>,
        reading: &Reading<'_>,
        domain: Domain,
        steps: usize,
    ) -> Trial {
        self.workers.allow(steps);
        let names = reading.names.to_vec();
        match sample::elements(&reading.element, domain) {
            Some(values) => {
                let mut worker = self.workers.worker(&operator.worker.expr, names);
                trial(&mut worker, &values)
            }
            None => Trial::default(),
        }
    }

    /// Returns true if an operator that is associative on a domain is a step all the same, which
    /// does something to elements first that does nothing on the domain: `|s, x| s + x.abs()` is a
    /// sum of positive numbers and nothing else. Such an operator treats both sides alike there and
    /// in different ways elsewhere, or is a mere sum there although nothing in it tells of a bound
    /// that the values do not reach.
    fn is_step(&mut self, operator: &Operator<'_>, reading: &Reading<'_>, domain: Domain) -> bool {
        if !matches!(domain, Domain::Positive | Domain::Unit) {
            return false;
        }
        self.workers.allow(STEPS_OF_SUSPECT);
        let mut worker = self
            .workers
            .worker(&operator.worker.expr, reading.names.to_vec());
        let values = |domain| sample::elements(&reading.element, domain).unwrap_or_default();
        let (narrow, wide) = (values(domain), values(Domain::Mixed));
        let turns = commutes(&mut worker, &narrow) && !commutes(&mut worker, &wide);
        turns || (is_sum(&mut worker, &narrow) && !operand::is_bounded(&operator.worker.expr))
    }

    /// Returns true if it is associative on the elements that the program makes of sample inputs.
    fn holds_on_own(&mut self, operator: &Operator<'_>, names: &[(String, Value)]) -> bool {
        let Some(arg) = operator.arg else {
            return false;
        };
        let own = occurring::elements(self.program, &self.facts, arg);
        own.iter().any(|values| {
            self.workers.allow(STEPS_OF_SUSPECT);
            let mut worker = self.workers.worker(&operator.worker.expr, names.to_vec());
            if !trial(&mut worker, values).holds() {
                return false;
            }
            // An operator that commutes is associative on two values in every other triple.
            match occurring::few(&mut worker, values) {
                Some(few) => trial(&mut worker, &few).holds(),
                None => true,
            }
        })
    }

    fn report(
        &mut self,
        operator: &Operator<'_>,
        failure: &Failure,
        element: &Shape,
        names: &[(String, Value)],
    ) -> Diagnostic {
        self.workers.allow(STEPS_OF_SUSPECT);
        let mut worker = self.workers.worker(&operator.worker.expr, names.to_vec());
        let remedy = remedy::remedy(
            self.program,
            operator,
            element,
            !names.is_empty(),
            &mut worker,
        );
        let [a, b, c] = failure.values.each_ref().map(shown);
        catalog::not_associative(
            operator.worker.expr.span(),
            operator.combinator,
            &[
                format!("({a} ∘ {b}) ∘ {c} = {}", shown(&failure.left)),
                format!("{a} ∘ ({b} ∘ {c}) = {}", shown(&failure.right)),
            ],
            &assumed(names),
            remedy.as_deref(),
        )
    }
}

/// The values of names that were tried, for a message.
fn assumed(names: &[(String, Value)]) -> Vec<String> {
    let scalars = names
        .iter()
        .filter(|(_, value)| !matches!(value, Value::Array(_)));
    scalars
        .map(|(name, value)| format!("`{name}` = {}", shown(value)))
        .list()
}

impl Failure {
    /// The length of its printed form.
    fn length(&self) -> usize {
        let values = self.values.iter().chain([&self.left, &self.right]);
        values.map(|value| shown(value).len()).sum()
    }
}

/// A value as messages show it: floats with no more digits than matter.
fn shown(value: &Value) -> String {
    let float = |x: f64| {
        let whole = format!("{x:?}");
        let rounded = format!("{x:.4}");
        match whole.len() > rounded.len() && x.abs() >= 0.01 {
            true => rounded.trim_end_matches('0').to_owned(),
            false => whole,
        }
    };
    let list = |items: &[Value]| items.iter().map(shown).list().join(", ");
    match value {
        Value::F64(x) => float(*x),
        Value::F32(x) => float((*x).into()),
        Value::Tuple(items) if items.len() != 1 => format!("({})", list(items)),
        Value::Array(array) => format!("[{}]", list(array)),
        other => other.to_string(),
    }
}
