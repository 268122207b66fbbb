//! Work along an axis: folds over indices, recurrences, programs over lanes, parts.

use super::{Render, operator, pattern};
use crate::program::{Along, Form, Pattern, Worker};
use crate::ty::{Prim, Ty};

impl Render<'_> {
    /// The array of three axes whose lanes are reduced.
    pub(super) fn cube(&self, index: usize, along: &Along) -> String {
        let Form::Cube { .. } = along.form else {
            return String::new();
        };
        let names = &self.names.arrays;
        let (table, sequence) = (&names[along.args[0]], &names[along.args[1]]);
        let reads = [
            format!("{table}[[row, column]]"),
            format!("{sequence}[layer]"),
        ];
        let term = self.term(&along.worker, &reads);
        format!("let cube{index} = generate(|row, column, layer| {term});\n    ")
    }

    /// The expression of a statement that goes along an axis.
    pub(super) fn along(&self, index: usize, along: &Along, args: &[String]) -> String {
        match along.form {
            Form::Fold | Form::Prefix { .. } | Form::Recurrence { .. } | Form::Product => {
                self.indexed(along, args)
            }
            Form::Cube { lanes } => {
                let cube = format!("cube{index}");
                if lanes {
                    let fold = self.reduced(along, "lane");
                    return format!("map(|lane| {fold}, lanes({}, {cube}))", along.axis);
                }
                let indices = ["row", "column", "layer"];
                let outer: Vec<&str> = (0..3)
                    .filter(|axis| *axis != along.axis)
                    .map(|axis| indices[axis])
                    .collect();
                let fold = self.fold(
                    along,
                    "",
                    indices[along.axis],
                    &format!("{cube}[[row, column, layer]]"),
                );
                format!("generate(|{}| {fold})", outer.join(", "))
            }
            Form::Windows(width) | Form::Chunks(width) => {
                let name = match along.form {
                    Form::Windows(_) => "windows",
                    _ => "chunks",
                };
                let fold = self.reduced(along, &self.mapped(along, &["lane".to_owned()]));
                format!("map(|lane| {fold}, rows({name}({width}, {})))", args[0])
            }
            _ => self.lanes(along, args),
        }
    }

    /// Index notation.
    fn indexed(&self, along: &Along, args: &[String]) -> String {
        let is_sequence = !self.program.is_table(along.args[0]);
        let (row, column) = match (along.form, along.axis) {
            (Form::Fold, _) => ("row", "column"),
            (Form::Prefix { .. }, 0) => ("along", "column"),
            (Form::Prefix { .. }, _) => ("row", "along"),
            _ => ("row", "column"),
        };
        let reads = args.iter().enumerate().map(|(position, arg)| {
            if along.form == Form::Product {
                return match position {
                    0 => format!("{arg}[[row, along]]"),
                    1 => format!("{arg}[[along, column]]"),
                    _ => format!("{arg}[along]"),
                };
            }
            match self.program.is_table(along.args[position]) {
                true => format!("{arg}[[{row}, {column}]]"),
                // A sequence is one for all lanes.
                false if along.axis == 0 => format!("{arg}[{row}]"),
                false => format!("{arg}[{column}]"),
            }
        });
        let reads: Vec<String> = reads.collect();
        let term = self.term(&along.worker, &reads);
        match along.form {
            Form::Fold => {
                let (outer, inner) = match along.axis {
                    0 => ("column", "row"),
                    _ => ("row", "column"),
                };
                format!("generate(|{outer}| {})", self.fold(along, "", inner, &term))
            }
            Form::Prefix { exclusive, suffix } => {
                let end = match along.axis {
                    0 => "row",
                    _ => "column",
                };
                let range = match (suffix, exclusive) {
                    (true, false) => format!("{end}.., "),
                    (true, true) => format!("{end} + 1.., "),
                    (false, true) => format!("..{end}, "),
                    (false, false) => format!("..={end}, "),
                };
                let fold = self.fold(along, &range, "along", &term);
                format!("generate(|row, column| {fold})")
            }
            Form::Recurrence { backwards, twice } => {
                let sign = if backwards { '+' } else { '-' };
                let own = |far: usize| match (is_sequence, along.axis) {
                    (true, _) => format!("made[column {sign} {far}]"),
                    (_, 0) => format!("made[[row {sign} {far}, column]]"),
                    _ => format!("made[[row, column {sign} {far}]]"),
                };
                // Down columns, it follows from an element beside it as well.
                let beside = if backwards { '-' } else { '+' };
                let earlier = match twice {
                    true if !is_sequence && along.axis == 0 => {
                        format!("let earlier = made[[row, column {beside} 1]]; ")
                    }
                    true => format!("let earlier = {}; ", own(2)),
                    false => String::new(),
                };
                let indices = if is_sequence { "column" } else { "row, column" };
                format!(
                    "recurrence({}, |made, {indices}| {{ let before = {}; {earlier}{term} }})",
                    along.seed.text(self.names),
                    own(1)
                )
            }
            _ => format!(
                "generate(|row, column| {})",
                self.fold(along, "", "along", &term)
            ),
        }
    }

    /// A program over lanes.
    fn lanes(&self, along: &Along, args: &[String]) -> String {
        let mut lanes = Vec::new();
        let mut params = Vec::new();
        let mut arrays = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            lanes.push(match self.program.is_table(along.args[position]) {
                true => {
                    let name = format!("lane{position}");
                    params.push(name.clone());
                    arrays.push(match (along.axis, position % 2) {
                        (0, 0) => format!("columns({arg})"),
                        (_, 0) => format!("rows({arg})"),
                        (axis, _) => format!("lanes({axis}, {arg})"),
                    });
                    name
                }
                // As long as a lane, and one for all.
                false => arg.clone(),
            });
        }
        let text = |expr: &Option<crate::expr::Expr>| {
            let expr = expr.as_ref().expect("it has a last expression");
            expr.text(self.names)
        };
        let Worker::Closure {
            params: elements,
            body,
        } = &along.worker
        else {
            unreachable!("lanes have closures");
        };
        let elements: Vec<String> = elements.iter().map(pattern).collect();
        let (elements, term) = (elements.join(", "), body[0].text(self.names));
        let own = self.mapped(along, &lanes);
        let all = lanes.join(", ");
        let seed = self.start(along);
        let by = self.by(along);
        let program = match along.form {
            Form::LaneFold => self.reduced(along, &own),
            Form::LaneScan { exclusive } => {
                let name = if exclusive { "scan_exclusive" } else { "scan" };
                format!("{name}({seed}, {by}, {own})")
            }
            Form::LaneCentre => format!(
                "{{ let whole = {}; map(|{elements}| {}, {all}) }}",
                self.reduced(along, &own),
                text(&along.then)
            ),
            Form::LaneFilter => {
                // The terms of those that are kept, beside which nothing else is as long.
                let kept = format!("filter(|{elements}| {}, {all})", text(&along.then));
                format!(
                    "{{ let kept_few = {kept}; ({}, len(kept_few)) }}",
                    self.reduced(along, &format!("map(|{elements}| {term}, kept_few)"))
                )
            }
            Form::LaneReverse => format!("reverse({own})"),
            Form::LaneAround => {
                let [left, middle, right] = &elements.split(", ").collect::<Vec<_>>()[..] else {
                    unreachable!("three neighbours");
                };
                format!("map(|[{left}, {middle}, {right}]| {term}, around(pad(edge, lane0)))")
            }
            Form::LaneRecurrence => {
                format!("recurrence({seed}, |before, {elements}| {term}, {all})")
            }
            other => unreachable!("{other:?} is no program over lanes"),
        };
        let (params, arrays) = match along.form {
            Form::LaneAround => (params[0].clone(), arrays[0].clone()),
            _ => (params.join(", "), arrays.join(", ")),
        };
        format!("map(|{params}| {program}, {arrays})")
    }

    /// The terms of an element of each array.
    fn term(&self, worker: &Worker, reads: &[String]) -> String {
        let Worker::Closure { params, body } = worker else {
            unreachable!("terms have a closure");
        };
        let lets = params.iter().zip(reads);
        let lets = lets.filter(|(param, _)| **param != Pattern::Ignored);
        let lets = lets.map(|(param, read)| format!("let {} = {read}; ", pattern(param)));
        format!(
            "{{ {}{} }}",
            lets.collect::<String>(),
            body[0].text(self.names)
        )
    }

    /// A map over lanes.
    fn mapped(&self, along: &Along, lanes: &[String]) -> String {
        let Worker::Closure { params, body } = &along.worker else {
            unreachable!("lanes have closures");
        };
        let params: Vec<String> = params.iter().map(pattern).collect();
        format!(
            "map(|{}| {}, {})",
            params.join(", "),
            body[0].text(self.names),
            lanes.join(", ")
        )
    }

    /// The fold of an array.
    fn reduced(&self, along: &Along, array: &str) -> String {
        format!("fold({}, {}, {array})", self.start(along), self.by(along))
    }

    /// A fold over an index, or the sum that it is.
    fn fold(&self, along: &Along, range: &str, index: &str, term: &str) -> String {
        let neutral = along.operator.neutral(std::slice::from_ref(&along.seed));
        let is_sum = along.operator == crate::program::Operator::Add
            && neutral.is_some_and(|neutral| neutral[0] == along.seed);
        match is_sum || along.form == Form::Product {
            true => format!("sum({range}|{index}| {term})"),
            false => format!(
                "fold({}, {}, {range}|{index}| {term})",
                self.start(along),
                self.by(along)
            ),
        }
    }

    fn start(&self, along: &Along) -> String {
        along.seed.text(self.names)
    }

    fn by(&self, along: &Along) -> String {
        let prim: Prim = along.seed.prim();
        operator::text(&along.operator, &Ty::Prim(prim), false)
    }
}
