//! Programs in index notation: stencils, tables and grids.

use super::{Render, pattern, tuple};
use crate::program::{Op, Pattern, Worker};

impl Render<'_> {
    /// `generate(|i| …)`, or a map of `at` where all that is read is of one array in step with it
    /// or at an offset.
    pub(super) fn stencil(
        &self,
        op: &Op,
        worker: &Worker,
        args: &[String],
        annotated: bool,
    ) -> String {
        let Op::Stencil {
            args: arrays,
            offsets,
            pads,
            factor,
            ..
        } = op
        else {
            unreachable!("{op:?} is no stencil");
        };
        let padded = |position: usize| match pads[position] {
            None => args[position].clone(),
            Some(pad) => format!("pad({pad}, {})", args[position]),
        };
        // Three neighbours of one array: a picture of them.
        if let (1, Worker::Closure { params, body }, [left, middle, right]) =
            (*factor, worker, &arrays[..])
            && left == middle
            && middle == right
            && offsets[..] == [-1, 0, 1]
            && pads.iter().all(|pad| *pad == pads[0])
            && params.iter().any(|param| *param != Pattern::Ignored)
        {
            let params: Vec<String> = params.iter().map(pattern).collect();
            let body: Vec<String> = body.iter().map(|expr| expr.text(self.names)).collect();
            let (params, body) = (params.join(", "), tuple(&body));
            return format!("map(|[{params}]| {body}, around({}))", padded(0));
        }
        let is_padded = pads.iter().any(Option::is_some);
        let is_map = offsets.contains(&0) && offsets.iter().any(|offset| *offset != 0);
        if *factor == 1 && (is_map || is_padded) {
            let worker = self.worker(worker, &self.types(arrays), annotated);
            let reads = offsets.iter().enumerate();
            let args = reads.map(|(position, offset)| match (offset, pads[position]) {
                (0, None) => args[position].clone(),
                (offset, _) => format!("at({}, {offset})", padded(position)),
            });
            return format!("map({worker}, {})", args.collect::<Vec<_>>().join(", "));
        }
        let Worker::Closure { params, body } = worker else {
            unreachable!("a stencil has a closure");
        };
        let index = match (*factor, args.len() % 2) {
            (1, _) => "index".to_owned(),
            (factor, 0) => format!("{factor} * index"),
            (factor, _) => format!("index * {factor}"),
        };
        let lets = params
            .iter()
            .zip(args)
            .zip(offsets)
            .map(|((param, arg), offset)| {
                format!(
                    "let {} = {arg}[{}]; ",
                    pattern(param),
                    self::offset(&index, *offset)
                )
            });
        let body: Vec<String> = body.iter().map(|expr| expr.text(self.names)).collect();
        let lets: String = lets.collect();
        format!("generate(|index| {{ {lets}{} }})", tuple(&body))
    }

    /// `generate(|row, column| …)`, of which the axes may be said in another way as well.
    pub(super) fn table(
        &self,
        worker: &Worker,
        (left, right): (&str, &str),
        transposed: bool,
        (again, counted): (bool, bool),
    ) -> String {
        let Worker::Closure { params, body } = worker else {
            unreachable!("a table has a closure");
        };
        let (i, j, rows, columns) = match transposed {
            true => ("column", "row", right, left),
            false => ("row", "column", left, right),
        };
        let lets = params.iter().zip([(left, i), (right, j)]);
        let lets =
            lets.map(|(param, (array, at))| format!("let {} = {array}[{at}]; ", pattern(param)));
        let lets: String = lets.collect();
        let body: Vec<String> = body.iter().map(|expr| expr.text(self.names)).collect();
        let worker = format!("|row, column| {{ {lets}{} }}", tuple(&body));
        let sizes = format!("[len({rows}), len({columns})]");
        let made = match counted {
            true => format!("generate({sizes}, {worker})"),
            false => format!("generate({worker})"),
        };
        match again {
            true => format!("reshape(flatten({made}), {sizes})"),
            false => made,
        }
    }

    /// `generate(|row, column| …)` of elements at subscripts.
    pub(super) fn grid(&self, op: &Op, worker: &Worker, args: &[String]) -> String {
        let (
            Worker::Closure { params, body },
            Op::Grid {
                subscripts,
                pads,
                factors,
                ..
            },
        ) = (worker, op)
        else {
            unreachable!("{op:?} is no grid with a closure");
        };
        let indices: &[&str] = match factors.len() {
            1 => &["index"],
            _ => &["row", "column"],
        };
        let lets = params.iter().zip(args).zip(subscripts).enumerate();
        let lets = lets.map(|(position, ((param, arg), subscripts))| {
            let arg = match pads[position] {
                Some(_) => format!("padded{position}"),
                None => arg.clone(),
            };
            let along = subscripts.iter().enumerate().map(|(axis, subscript)| {
                let Some(index) = subscript.index else {
                    return subscript.offset.to_string();
                };
                let name = match (factors[index], index) {
                    (1, _) => indices[index].to_owned(),
                    (factor, 0) => format!("{factor} * {}", indices[index]),
                    (factor, _) => format!("{} * {factor}", indices[index]),
                };
                if subscript.mirrored {
                    let size = match (subscripts.len(), axis) {
                        (1, _) => format!("len({arg})"),
                        (_, 0) => format!("height{position}"),
                        _ => format!("width{position}"),
                    };
                    return format!("{size} - 1 - {name}");
                }
                self::offset(&name, subscript.offset)
            });
            let along: Vec<String> = along.collect();
            let at = match &along[..] {
                [one] => one.clone(),
                several => format!("[{}]", several.join(", ")),
            };
            format!("let {} = {arg}[{at}]; ", pattern(param))
        });
        let lets: String = lets.collect();
        let body: Vec<String> = body.iter().map(|expr| expr.text(self.names)).collect();
        let indices = indices.join(", ");
        format!("generate(|{indices}| {{ {lets}{} }})", tuple(&body))
    }
}

/// A position with an offset.
fn offset(index: &str, offset: isize) -> String {
    match offset {
        0 => index.to_owned(),
        1.. => format!("{index} + {offset}"),
        _ => format!("{index} - {}", -offset),
    }
}
