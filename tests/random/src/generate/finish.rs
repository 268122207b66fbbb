//! The last steps: the result of a program, and the forms in which it is written.

use std::collections::BTreeSet;

use super::{Generator, exprs};
use crate::expr::Expr;
use crate::program::{
    ArrayId, Class, Guard, Lengths, Op, Out, Param, Program, Returned, ScalarId, Style, Uses,
};

/// Names that people choose, and names that generated code might have chosen. None of them is that
/// of a row or of an index that a statement along an axis is written with.
const NAMES: [&str; 36] = [
    "sums", "kept", "scaled", "parts", "run", "block", "out", "track", "lanes", "keep", "value",
    "fault", "total", "prefix", "state", "chain0", "i0", "ij", "rows", "of", "element", "slice",
    "count", "index", "fold0", "item", "data", "ok", "rt", "core", "body", "left", "right", "old",
    "new", "range",
];

impl Generator {
    /// Settles what is returned, and how everything is written.
    pub(super) fn finish(mut self) -> Program {
        self.choose_results();
        if self.rng.percent(85) {
            drop_unused(&mut self.program);
        }
        self.program.fallible = match self.rng.below(5) {
            0 | 1 => Some(self.rng.percent(50)),
            _ => None,
        };
        self.choose_guard();
        for stmt in &mut self.program.stmts {
            stmt.style = Style {
                nested: self.rng.percent(40),
                method: self.rng.percent(20),
                ascribed: self.rng.percent(15),
                annotated: self.rng.percent(25),
                stepped: false,
                recurrent: matches!(
                    stmt.op,
                    Op::Scan {
                        exclusive: false,
                        ..
                    }
                ) && self.rng.percent(35),
            };
            if let Op::Fold { seed, operator, .. } = &mut stmt.op
                && self.rng.percent(35)
                && let Some(neutral) = operator.neutral(seed)
            {
                *seed = neutral;
                stmt.style.stepped = true;
            }
        }
        self.name();
        self.program
    }

    /// A guard in some programs. It lets the lengths through that errors are looked for at.
    fn choose_guard(&mut self) {
        let is_any = |param: &Param| match *param {
            Param::Array(id, _) | Param::Mut(id, _) => {
                let class = self.program.arrays[id].class;
                let any = Class::Input(Lengths::Any);
                (self.program.classes[class] == any).then_some(id)
            }
            Param::Scalar(..) => None,
        };
        let arrays: Vec<ArrayId> = self.program.params.iter().filter_map(is_any).collect();
        if !arrays.is_empty() && self.rng.percent(15) {
            self.program.guard = Some(Guard {
                array: *self.rng.pick(&arrays),
                least: *self.rng.pick(&[1, 2, 3]),
            });
        }
    }

    fn choose_results(&mut self) {
        let uses: Vec<Uses> = self
            .program
            .stmts
            .iter()
            .map(|stmt| Uses::of(&stmt.op))
            .collect();
        let used: BTreeSet<ArrayId> = uses.iter().flat_map(|uses| uses.arrays.clone()).collect();
        let used_scalars: BTreeSet<ScalarId> =
            uses.iter().flat_map(|uses| uses.scalars.clone()).collect();
        let is_param = |id: ArrayId| self.program.param_of(id).is_some();
        let mut ends: Vec<Returned> = Vec::new();
        let mut others: Vec<Returned> = Vec::new();
        for &id in &self.live {
            let part = Returned::Array(id);
            match is_param(id) || used.contains(&id) {
                true => others.push(part),
                false if self.program.arrays[id].home.is_some() => others.push(part),
                false => ends.push(part),
            }
        }
        let params: Vec<ScalarId> = self
            .program
            .params
            .iter()
            .filter_map(|param| match param {
                Param::Scalar(id, _) => Some(*id),
                _ => None,
            })
            .collect();
        for &id in self.scalars.iter().filter(|id| !params.contains(id)) {
            let part = Returned::Scalar(Expr::Scalar(id, self.program.scalars[id].prim));
            match used_scalars.contains(&id) {
                true => others.push(part),
                false => ends.push(part),
            }
        }
        // The latest ends first, which the most leads to.
        ends.reverse();
        let writes = self.program.arrays.iter().any(|array| array.home.is_some());
        let most = match writes && self.rng.percent(30) {
            true => 0,
            false => self.rng.within(1, 6),
        };
        let mut result: Vec<Returned> = ends.into_iter().take(most).collect();
        if !others.is_empty() && (result.is_empty() && !writes || self.rng.percent(25)) {
            result.push(self.rng.pick(&others).clone());
        }
        if self.rng.percent(10) {
            let mut scope = self.scope();
            if !scope.vars.is_empty() {
                let prim = self.rng.pick(&scope.vars).prim();
                let expr = exprs::expr(&mut self.rng, &mut scope, prim, 2);
                result.push(Returned::Scalar(expr));
            }
        }
        // An empty program would return nothing and write nothing.
        if result.is_empty() && !writes {
            result.push(Returned::Array(self.live[0]));
        }
        if self.rng.percent(50) {
            result.reverse();
        }
        self.program.result = result;
    }

    /// Gives everything its name, some the name of something that nothing uses
    /// any more.
    fn name(&mut self) {
        let program = &mut self.program;
        let plain = self.rng.percent(50);
        let mut number = 0;
        let mut fresh = |letter: &str| {
            number += 1;
            match plain || number > NAMES.len() {
                true => format!("{letter}{number}"),
                false => NAMES[number - 1].to_owned(),
            }
        };
        for param in &program.params {
            match *param {
                Param::Array(id, _) | Param::Mut(id, _) => program.arrays[id].name = fresh("xs"),
                Param::Scalar(id, _) => program.scalars[id].name = fresh("n"),
            }
        }
        let last_array = |program: &Program, id: ArrayId| {
            let returned = program
                .result
                .iter()
                .any(|part| Uses::of_result(part).arrays.contains(&id));
            match returned {
                true => usize::MAX,
                false => program
                    .stmts
                    .iter()
                    .rposition(|stmt| Uses::of(&stmt.op).arrays.contains(&id))
                    .unwrap_or(0),
            }
        };
        for at in 0..program.stmts.len() {
            let out: Out = program.stmts[at].out.clone();
            for id in out.arrays() {
                if let Some(home) = program.arrays[id].home {
                    program.arrays[id].name = program.arrays[home].name.clone();
                    continue;
                }
                // Arrays that were bound before and are used no more.
                let dead: Vec<ArrayId> = program.stmts[..at]
                    .iter()
                    .flat_map(|stmt| stmt.out.arrays())
                    .filter(|id| program.arrays[*id].home.is_none())
                    .filter(|id| last_array(program, *id) <= at)
                    .filter(|id| {
                        // Nothing else has taken the name since.
                        let name = &program.arrays[*id].name;
                        let bound = |other: &ArrayId| program.arrays[*other].name == *name;
                        program.stmts[..at]
                            .iter()
                            .flat_map(|stmt| stmt.out.arrays())
                            .filter(bound)
                            .last()
                            == Some(*id)
                            && !out.arrays().any(|other| other != *id && bound(&other))
                    })
                    .collect();
                program.arrays[id].name = match dead.is_empty() || !self.rng.percent(20) {
                    true => fresh("a"),
                    false => program.arrays[*self.rng.pick(&dead)].name.clone(),
                };
            }
            for id in out.scalars() {
                program.scalars[id].name = fresh("s");
            }
        }
    }
}

/// Drops statements of which nothing is used or written.
pub(crate) fn drop_unused(program: &mut Program) {
    loop {
        let mut uses: Vec<Uses> = program.result.iter().map(Uses::of_result).collect();
        uses.extend(program.stmts.iter().map(|stmt| Uses::of(&stmt.op)));
        let needed = |program: &Program, out: &Out| {
            out.arrays().any(|id| {
                program.arrays[id].home.is_some()
                    || uses.iter().any(|uses| uses.arrays.contains(&id))
            }) || out
                .scalars()
                .any(|id| uses.iter().any(|uses| uses.scalars.contains(&id)))
        };
        let keep: Vec<bool> = program
            .stmts
            .iter()
            .map(|stmt| needed(program, &stmt.out))
            .collect();
        if keep.iter().all(|keep| *keep) {
            return;
        }
        let mut keep = keep.into_iter();
        program.stmts.retain(|_| keep.next().unwrap_or(true));
    }
}
