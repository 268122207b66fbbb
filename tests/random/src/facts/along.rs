//! The facts about what goes along an axis.

use super::operations::combine;
use super::{Fact, Facts, Known, Undecidable, bind};
use crate::program::{Along, Form, Program, Worker};
use crate::ty::Ty;

impl Facts {
    pub(super) fn along(&self, program: &Program, along: &Along) -> Known<Vec<Fact>> {
        let Along { args, worker, .. } = along;
        let Worker::Closure { params, body } = worker else {
            return Err(Undecidable("no closure"));
        };
        let facts: Vec<Vec<Fact>> = args.iter().map(|arg| self.arrays[*arg].clone()).collect();
        let types: Vec<&Ty> = args.iter().map(|arg| &program.arrays[*arg].ty).collect();
        let mut locals = bind(params, &facts, &types);
        let item = self.expr(&body[0], &mut locals)?;
        let prim = body[0].prim();
        let seed = self.expr(&along.seed, &mut Vec::new())?;
        let whole = || {
            let longest = program.longest(program.arrays[args[0]].class);
            let found = combine(&along.operator, &[prim], &[seed], &[item], longest)?;
            match found[0].is_rounded() {
                true => Err(Undecidable("rounded numbers along an axis")),
                false => Ok(found[0]),
            }
        };
        Ok(match along.form {
            Form::LaneReverse | Form::LaneAround => vec![item],
            Form::Recurrence { .. } | Form::LaneRecurrence if prim.is_float() => {
                return Err(Undecidable("a recurrence of floats"));
            }
            Form::Recurrence { .. } | Form::LaneRecurrence => vec![Fact::EXACT],
            Form::LaneCentre => {
                locals.push(("whole".to_owned(), whole()?));
                let then = along.then.as_ref();
                vec![then.map_or(Ok(Fact::EXACT), |then| self.expr(then, &mut locals))?]
            }
            Form::LaneFilter => {
                if let Some(then) = &along.then {
                    self.expr(then, &mut locals)?.decides()?;
                }
                vec![whole()?, Fact::EXACT]
            }
            _ => vec![whole()?],
        })
    }
}
