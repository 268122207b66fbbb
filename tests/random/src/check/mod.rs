//! Running a program in all its forms, and comparing what comes out.

mod compare;
mod rounds;
mod smaller;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use fusus_core::interp::{self, Fault, Inputs, Overflow, Value};
use fusus_core::ir::Program;
use fusus_core::{lower, syntax};

use crate::case::{Case, Form, Near, ParamKind, Part};
use crate::column::{self, Column, Slot};
use crate::host;
use crate::payload;
use crate::ty::Ty;
use compare::{Outcome, as_float, differ, first_difference, is_error, same};
use rounds::{Round, inputs, rounds};

pub(crate) use compare::same_columns;

/// The numbers of comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Calls of compiled programs.
    pub runs: usize,
    /// Sets of inputs.
    pub rounds: usize,
    /// Numbers compared with the interpreter's.
    pub numbers: usize,
    /// Of these, such that may differ within a bound.
    pub bounded: usize,
    /// Of these, such whose bound is infinite: an overflow is possible.
    pub unbounded: usize,
    /// Rounds that ended with the error they should end with.
    pub errors: usize,
}

impl Tally {
    /// Adds another one to it.
    pub fn add(&mut self, other: Tally) {
        self.runs += other.runs;
        self.rounds += other.rounds;
        self.numbers += other.numbers;
        self.bounded += other.bounded;
        self.unbounded += other.unbounded;
        self.errors += other.errors;
    }
}

/// Runs a case on all its inputs.
///
/// # Errors
///
/// The first difference: which form, which inputs, which number.
pub fn check(case: &Case) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let program = lowered(case.source)?;
    let shadow = case.shadow.map(lowered).transpose()?;
    for round in rounds(case) {
        let mut checking = Checking {
            case,
            program: &program,
            shadow: shadow.as_ref(),
            round: &round,
            inputs: inputs(case, &round),
            tally: &mut tally,
        };
        if let Err(what) = checking.run() {
            let what = checking.smaller().unwrap_or(what);
            return Err(format!("{what}\n    with {}", checking.describe()));
        }
    }
    Ok(tally)
}

/// The IR of a program's text.
fn lowered(source: &str) -> Result<Program, String> {
    let tokens = source
        .parse()
        .map_err(|error| format!("the source does not lex: {error}"))?;
    let functions = match syntax::parse(tokens) {
        Ok(syntax::Source::Functions(functions, _)) => functions,
        Ok(syntax::Source::Expression(..)) => return Err("not a function".to_owned()),
        Err(found) => return Err(format!("{found:?}")),
    };
    lower::function(&functions[0]).map_err(|found| format!("{found:?}"))
}

struct Checking<'c> {
    case: &'c Case,
    program: &'c Program,
    shadow: Option<&'c Program>,
    round: &'c Round,
    inputs: Vec<Vec<Column>>,
    tally: &'c mut Tally,
}

impl Checking<'_> {
    fn describe(&self) -> String {
        let lens: Vec<String> = self
            .case
            .params
            .iter()
            .zip(&self.inputs)
            .map(|(param, columns)| match param.kind {
                ParamKind::Scalar => format!("{} = {:?}", param.name, columns[0].value(0)),
                _ => format!("{} of {} elements", param.name, columns[0].len()),
            })
            .collect();
        let mut text = format!("round {}: {}", self.round.number, lens.join(", "));
        if self
            .inputs
            .iter()
            .flatten()
            .all(|column| column.len() <= 12)
        {
            for (param, columns) in self.case.params.iter().zip(&self.inputs) {
                text.push_str(&format!("\n    {} = {columns:?}", param.name));
            }
        }
        text
    }

    fn run(&mut self) -> Result<(), String> {
        self.tally.rounds += 1;
        // Every form, on one thread and on several.
        let mut outcomes: Vec<Outcome> = Vec::new();
        for (position, form) in self.case.forms.iter().enumerate() {
            let outcome = self.call(form, 1);
            for &threads in &self.round.threads[1..] {
                if form.parallel {
                    let other = self.call(form, threads);
                    same(form, &other, &outcome)
                        .map_err(|what| format!("{} on {threads} threads: {what}", form.name))?;
                }
            }
            if form.twin != position {
                let twin = &self.case.forms[form.twin];
                same(form, &outcome, &outcomes[form.twin])
                    .map_err(|what| format!("{}, but {}: {what}", form.name, twin.name))?;
            }
            outcomes.push(outcome);
        }
        if let Some(longer) = self.round.longer {
            return self.mismatch(&outcomes, longer);
        }
        if self.round.interpreted {
            return self.against_interpreter(&outcomes);
        }
        // Without the interpreter, all forms must agree in what is exact.
        let (first, others) = outcomes.split_first().expect("a form");
        for (form, other) in self.case.forms[1..].iter().zip(others) {
            let name = self.case.forms[0].name;
            match (first, other) {
                (Ok(expected), Ok(got)) => self.near(got, expected, &[]),
                (Err(expected), Err(got)) if is_error(form, got, expected) => Ok(()),
                (expected, got) => Err(differ(got, expected)),
            }
            .map_err(|what| format!("{}, but {name}: {what}", form.name))?;
        }
        Ok(())
    }

    fn call(&mut self, form: &Form, threads: usize) -> Outcome {
        self.tally.runs += 1;
        let mut slots: Vec<Slot> = self
            .case
            .params
            .iter()
            .zip(&self.inputs)
            .map(|(param, columns)| (param.make)(columns))
            .collect();
        let slots_ref = &mut slots;
        let called = pool(threads).install(move || {
            catch_unwind(AssertUnwindSafe(|| (form.run)(slots_ref)))
                .unwrap_or_else(|payload| Err(payload::message(&*payload).to_owned()))
        });
        let written = |slots: &[Slot]| -> Vec<Vec<Column>> {
            self.case
                .written
                .iter()
                .map(|(param, _)| {
                    let read = self.case.params[*param].read.expect("an array is written");
                    read(&slots[*param])
                })
                .collect()
        };
        match called {
            Ok(result) => Ok((result, written(&slots))),
            Err(text) => {
                // Where lengths do not agree nothing is written.
                if self.round.longer.is_some() {
                    let before: Vec<Vec<Column>> = self
                        .case
                        .written
                        .iter()
                        .map(|(param, _)| self.inputs[*param].clone())
                        .collect();
                    if let Err(what) = same_columns(&written(&slots).concat(), &before.concat()) {
                        return Err(format!("{text}, but something was written: {what}"));
                    }
                }
                Err(text)
            }
        }
    }

    /// All forms report the parameter that is too long.
    fn mismatch(&mut self, outcomes: &[Outcome], longer: usize) -> Result<(), String> {
        let tied = self
            .case
            .ties
            .iter()
            .find(|tied| tied.contains(&longer))
            .expect("it is tied");
        let first = tied[0];
        let other = if longer == first { tied[1] } else { longer };
        let say = |param: usize| {
            let len = self.inputs[param][0].len();
            (self.case.params[param].name, len)
        };
        let ((left, left_len), (right, right_len)) = (say(first), say(other));
        let expected = format!(
            "`{}`: `{left}` has length {left_len} and `{right}` has length {right_len}, they must have the same length",
            self.case.name
        );
        self.all_fail(outcomes, &expected)
    }

    fn all_fail(&mut self, outcomes: &[Outcome], expected: &str) -> Result<(), String> {
        for (form, outcome) in self.case.forms.iter().zip(outcomes) {
            match outcome {
                Err(text) if is_error(form, text, expected) => {}
                Err(text) => {
                    return Err(format!(
                        "{}: the error is\n        {text}\n    and should be\n        {expected}",
                        form.name
                    ));
                }
                Ok(_) => return Err(format!("{}: no error, but expected {expected}", form.name)),
            }
        }
        self.tally.errors += 1;
        Ok(())
    }

    fn against_interpreter(&mut self, outcomes: &[Outcome]) -> Result<(), String> {
        let expected = match self.interpret(self.program) {
            Ok(outcome) => outcome,
            Err(error) => {
                let text = expected_text(&error)?;
                return self.all_fail(outcomes, &text);
            }
        };
        let expected = self.columns(&expected)?;
        let bounds = match self.shadow {
            None => Vec::new(),
            Some(shadow) => {
                let outcome = self
                    .interpret(shadow)
                    .map_err(|error| format!("the shadow fails: {error}"))?;
                self.bounds(&outcome.result)?
            }
        };
        for (form, outcome) in self.case.forms.iter().zip(outcomes) {
            match outcome {
                Ok(got) => self.near(got, &expected, &bounds),
                Err(text) => Err(format!("fails: {text}")),
            }
            .map_err(|what| format!("{}, but the interpreter: {what}", form.name))?;
        }
        Ok(())
    }

    fn interpret(&self, program: &Program) -> Result<interp::Outcome, Box<interp::Error>> {
        let mut inputs = host::given(Inputs::new()).overflow(Overflow::Wrap);
        for (param, columns) in self.case.params.iter().zip(&self.inputs) {
            inputs = match param.kind {
                ParamKind::Scalar => inputs.scalar(param.name, columns[0].value(0)),
                _ => {
                    let ty = Ty::parse(param.ty);
                    inputs.array(param.name, column::for_interpreter(&ty, columns))
                }
            };
        }
        interp::run(program, &inputs)
    }

    /// The columns of what the interpreter returned and wrote.
    fn columns(
        &self,
        outcome: &interp::Outcome,
    ) -> Result<(Vec<Column>, Vec<Vec<Column>>), String> {
        let parts = parts(&outcome.result, self.case.results.len());
        let mut result = Vec::new();
        for (part, value) in self.case.results.iter().zip(&parts) {
            result.extend(part_columns(part, value)?);
        }
        let mut written = Vec::new();
        for (param, part) in self.case.written {
            let name = self.case.params[*param].name;
            let array = outcome
                .written
                .get(name)
                .ok_or_else(|| format!("the interpreter has not written `{name}`"))?;
            let columns = column::of_array(&Ty::parse(part.ty), array)
                .ok_or_else(|| format!("`{name}` has changed its type"))?;
            written.push(columns);
        }
        Ok((result, written))
    }

    /// The bounds that a shadow returned.
    fn bounds(&self, result: &Value) -> Result<Vec<Column>, String> {
        let of = |part: &'static Part| part.near.iter().map(move |near| (part, near));
        let parts_of = self
            .case
            .results
            .iter()
            .chain(self.case.written.iter().map(|(_, part)| part));
        let bounded: Vec<&Part> = parts_of
            .flat_map(of)
            .filter(|(_, near)| **near == Near::Bound)
            .map(|(part, _)| part)
            .collect();
        bounded
            .iter()
            .zip(parts(result, bounded.len()))
            .map(|(part, value)| Ok(part_columns(part, &value)?.remove(0)))
            .collect()
    }

    /// Returns true if an outcome is as near as it must be. Without bounds, rounded parts are not
    /// compared.
    fn near(
        &mut self,
        got: &(Vec<Column>, Vec<Vec<Column>>),
        expected: &(Vec<Column>, Vec<Vec<Column>>),
        bounds: &[Column],
    ) -> Result<(), String> {
        let mut bounds = bounds.iter();
        let results = self
            .case
            .results
            .iter()
            .enumerate()
            .flat_map(|(index, part)| {
                part.near
                    .iter()
                    .map(move |near| (format!("result {index}"), near))
            });
        let written = self.case.written.iter().flat_map(|(param, part)| {
            let name = self.case.params[*param].name;
            part.near
                .iter()
                .map(move |near| (format!("`{name}`"), near))
        });
        let all_got = got.0.iter().chain(got.1.iter().flatten());
        let all_expected = expected.0.iter().chain(expected.1.iter().flatten());
        let columns = results.chain(written).zip(all_got.zip(all_expected));
        for ((name, near), (got, expected)) in columns {
            if got.len() != expected.len() {
                return Err(format!(
                    "{name} has {} elements and should have {}",
                    got.len(),
                    expected.len()
                ));
            }
            let bound = match near {
                Near::Bound => bounds.next(),
                _ => None,
            };
            if *near == Near::Bound && bound.is_none() {
                continue;
            }
            self.tally.numbers += got.len();
            if let Some(bound) = bound {
                self.tally.bounded += bound.len();
                self.tally.unbounded += (0..bound.len())
                    .filter(|index| !as_float(bound, *index).is_finite())
                    .count();
            }
            first_difference(got, expected, *near, bound)
                .map_err(|what| format!("{name}: {what}"))?;
        }
        Ok(())
    }
}

/// The parts of a result.
fn parts(result: &Value, count: usize) -> Vec<Value> {
    match (result, count) {
        (_, 0) => Vec::new(),
        (result, 1) => vec![result.clone()],
        (Value::Tuple(items), _) => items.clone(),
        (other, _) => vec![other.clone()],
    }
}

fn part_columns(part: &Part, value: &Value) -> Result<Vec<Column>, String> {
    let ty = Ty::parse(part.ty);
    let columns = match (part.array, value) {
        (true, Value::Array(array)) => column::of_array(&ty, array),
        (false, value) => column::of_array(&ty, std::slice::from_ref(value)),
        _ => None,
    };
    columns.ok_or_else(|| {
        let text: String = value.to_string().chars().take(80).collect();
        format!("the interpreter returned no `{}`: {text}", part.ty)
    })
}

/// The message that compiled forms have for an error of the interpreter.
fn expected_text(error: &interp::Error) -> Result<String, String> {
    let place = match &error.binding {
        Some(binding) => format!("`{}`: in `{binding}`: ", error.program),
        None => format!("`{}`: ", error.program),
    };
    match &error.fault {
        Fault::OutOfBounds { index, array, .. } => Ok(format!(
            "{place}index {index} is out of bounds of an array of length {}",
            array.length
        )),
        Fault::Conform { array, like, axis } => {
            let axis = axis.map_or_else(String::new, |axis| format!(" along axis {axis}"));
            Ok(format!(
                "{place}an array of length {}{axis} does not conform to the length {}",
                array.length, like.length
            ))
        }
        Fault::SizeArithmetic { size } => Ok(format!("{place}the size {size}")),
        _ => Err(format!("the interpreter fails: {error}")),
    }
}

fn pool(threads: usize) -> &'static rayon::ThreadPool {
    static POOLS: [OnceLock<rayon::ThreadPool>; 9] = [const { OnceLock::new() }; 9];
    POOLS[threads].get_or_init(|| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool")
    })
}
