//! Random programs that are well typed and well sized, and whose meaning does
//! not depend on the order in which anything is combined, but for roundings
//! that have a bound (see [`crate::facts`]).
//!
//! * Of what can fail at run time a program has one thing at most, so that which error it ends with
//!   is defined.
//! * A scatter's indices are distinct, or its values depend on them alone.

mod boxes;
mod exprs;
mod finish;
mod ops;

pub(crate) use finish::drop_unused;

use crate::expr::Expr;
use crate::facts::Facts;
use crate::program::{
    Array, ArrayId, Bound, Class, ClassId, Data, Lengths, Op, Out, Param, Program, Scalar,
    ScalarId, Stmt, Style,
};
use crate::ty::{Prim, Ty};
use exprs::Scope;
use fusus_rng::Rng;

/// The program of that number in the stream of a seed.
#[must_use]
pub fn program(seed: u64, number: u64) -> Program {
    // A stream of its own: the other programs stay what they are.
    let mut steps = Rng::of(seed, !number);
    let steps = steps.percent(8).then_some(steps);
    let mut axes = Rng::of(seed ^ AXES, number);
    let several = axes.percent(40);
    drawn(format!("p{number}"), Rng::of(seed, number), steps, several)
}

/// The program that a string of bytes makes, for a fuzzer that changes some of them.
#[must_use]
pub fn from_bytes(bytes: &[u8]) -> Program {
    let mut rng = Rng::from_bytes(bytes);
    let steps = Rng::new(rng.bits());
    let steps = (rng.below(100) >= 92).then_some(steps);
    let several = rng.below(100) >= 70;
    drawn("program".to_owned(), rng, steps, several)
}

/// Decides which programs have statements over arrays of several axes, whatever else they have.
const AXES: u64 = 0xa8e5;

fn drawn(name: String, mut rng: Rng, steps: Option<Rng>, several: bool) -> Program {
    let small = rng.percent(15);
    let may_round = rng.percent(50);
    let mut generator = Generator {
        favourites: favourites(&mut rng, may_round),
        program: Program {
            name,
            params: Vec::new(),
            classes: Vec::new(),
            arrays: Vec::new(),
            scalars: Vec::new(),
            guard: None,
            stmts: Vec::new(),
            result: Vec::new(),
            fallible: None,
            small,
        },
        facts: Facts::default(),
        live: Vec::new(),
        scalars: Vec::new(),
        may_fail: rng.percent(15),
        may_round,
        writes: rng.percent(45),
        written: Vec::new(),
        rng,
        steps,
    };
    generator.inputs();
    if several && generator.rng.percent(40) {
        generator.writes = true;
        let class = generator.rng.below(generator.program.classes.len());
        let ty = Ty::Prim(Prim::I64);
        let data = generator.grid(&ty);
        generator.input(ty, class, data, true);
    }
    generator.facts = Facts::start(&generator.program);
    let count = match generator.rng.below(20) {
        0..=9 => generator.rng.within(2, 7),
        10..=16 => generator.rng.within(8, 13),
        _ => generator.rng.within(14, 20),
    };
    let mut attempts = 0;
    while generator.program.stmts.len() < count && attempts < 400 {
        generator.step();
        attempts += 1;
    }
    if several {
        for _ in 0..generator.rng.within(1, 3) {
            generator.boxes();
            generator.boxes_in_place();
            if generator.rng.percent(60) {
                generator.step();
            }
        }
    }
    generator.finish()
}

/// A few types that a program is mostly about, floats among them if their sums
/// may be rounded.
fn favourites(rng: &mut Rng, may_round: bool) -> Vec<Prim> {
    let weights = [
        (4, Prim::I32),
        (3, Prim::I64),
        (4, Prim::F64),
        (3, Prim::F32),
        (2, Prim::U8),
        (2, Prim::U32),
        (2, Prim::U64),
        (1, Prim::I16),
        (2, Prim::Bool),
        (1, Prim::Usize),
    ];
    let float = may_round.then(|| *rng.pick(&[Prim::F32, Prim::F64, Prim::F64]));
    let others = (0..3).map(|_| rng.weighted(&weights));
    float
        .into_iter()
        .chain(float)
        .chain(others)
        .take(3)
        .collect()
}

struct Generator {
    rng: Rng,
    program: Program,
    facts: Facts,
    favourites: Vec<Prim>,
    /// Arrays that can be named: of what was written, the last version.
    live: Vec<ArrayId>,
    /// Scalars that can be used.
    scalars: Vec<ScalarId>,
    /// Set if something may still fail at run time.
    may_fail: bool,
    /// Set if sums may be rounded.
    may_round: bool,
    /// Set if arrays are written in place.
    writes: bool,
    /// The parameters that were written under another name, of an array of several axes.
    written: Vec<ArrayId>,
    /// Decides which operators are not associative, if any may be.
    steps: Option<Rng>,
}

/// A binding that a statement is to make.
#[derive(Clone, Debug)]
enum New {
    Array {
        ty: Ty,
        class: ClassId,
        distinct: Option<ClassId>,
    },
    Scalar(Prim),
    Ignored,
}

impl New {
    fn array(ty: Ty, class: ClassId) -> New {
        New::Array {
            ty,
            class,
            distinct: None,
        }
    }
}

impl Generator {
    fn prim(&mut self) -> Prim {
        match self.rng.percent(75) {
            true => *self.rng.pick(&self.favourites),
            false => *self.rng.pick(&crate::ty::PRIMS),
        }
    }

    fn ty(&mut self) -> Ty {
        match self.rng.percent(85) {
            true => Ty::Prim(self.prim()),
            false => {
                let count = self.rng.within(2, 3);
                Ty::Tuple((0..count).map(|_| Ty::Prim(self.prim())).collect())
            }
        }
    }

    fn grid(&mut self, ty: &Ty) -> Data {
        if self.may_round && self.rng.percent(60) {
            return Data::Wild;
        }
        // Sums of many stay exact for a while.
        match ty.leaves().contains(&Prim::F32) {
            true => {
                let scale = self.rng.below(2) as i32;
                Data::Grid { mag: 2, scale }
            }
            false => {
                let scale = self.rng.below(6) as i32;
                Data::Grid { mag: 4, scale }
            }
        }
    }

    fn class(&mut self, class: Class) -> ClassId {
        self.program.classes.push(class);
        self.program.classes.len() - 1
    }

    fn input(&mut self, ty: Ty, class: ClassId, data: Data, mutable: bool) -> ArrayId {
        let id = self.new_array(ty, class, None, None);
        self.program.params.push(match mutable {
            true => Param::Mut(id, data),
            false => Param::Array(id, data),
        });
        self.live.push(id);
        id
    }

    fn scalar_input(&mut self, prim: Prim, data: Data) -> ScalarId {
        let id = self.new_scalar(prim);
        self.program.params.push(Param::Scalar(id, data));
        self.scalars.push(id);
        id
    }

    fn new_array(
        &mut self,
        ty: Ty,
        class: ClassId,
        home: Option<ArrayId>,
        distinct: Option<ClassId>,
    ) -> ArrayId {
        let id = self.program.arrays.len();
        self.program.arrays.push(Array {
            name: format!("a{id}"),
            ty,
            class,
            home,
            distinct,
        });
        id
    }

    fn new_scalar(&mut self, prim: Prim) -> ScalarId {
        let id = self.program.scalars.len();
        self.program.scalars.push(Scalar {
            name: format!("s{id}"),
            prim,
        });
        id
    }

    /// The parameters.
    fn inputs(&mut self) {
        let count = self.rng.weighted(&[(6, 1), (3, 2), (1, 3)]);
        for _ in 0..count {
            let class = self.class(Class::Input(Lengths::Any));
            for _ in 0..self.rng.weighted(&[(5, 1), (4, 2), (1, 3)]) {
                let ty = self.ty();
                let data = self.grid(&ty);
                self.input(ty, class, data, false);
            }
        }
        if self.may_fail && self.rng.percent(50) {
            let class = self.class(Class::Input(Lengths::Like(0)));
            let ty = self.ty();
            let data = self.grid(&ty);
            self.input(ty, class, data, false);
        }
        if self.rng.percent(30) {
            let len = *self.rng.pick(&[1, 3, 16]);
            let class = self.class(Class::Input(Lengths::Table(len)));
            let prim = self.prim();
            let data = self.grid(&Ty::Prim(prim));
            self.input(Ty::Prim(prim), class, data, false);
        }
        if self.rng.percent(25) {
            // Positions in arrays of a class, of any integer type that has them.
            let class = self.rng.below(self.program.classes.len());
            let bad = self.may_fail && self.rng.percent(50);
            let own = if bad { self.rng.below(count) } else { class };
            let prim = *self
                .rng
                .pick(&[Prim::Usize, Prim::U32, Prim::I32, Prim::I64]);
            self.input(Ty::Prim(prim), own, Data::Index(class, bad), false);
        }
        if self.writes {
            for _ in 0..self.rng.weighted(&[(3, 1), (1, 2)]) {
                let class = self.rng.below(count);
                let ty = self.ty();
                let data = self.grid(&ty);
                self.input(ty, class, data, true);
            }
        }
        if self.rng.percent(40) {
            let prim = self.prim();
            let data = match prim.is_float() {
                true => Data::Grid { mag: 2, scale: 1 },
                false => Data::Small,
            };
            self.scalar_input(prim, data);
        }
        if self.rng.percent(12) {
            self.scalar_input(Prim::Usize, Data::Length(0));
        }
        if self.rng.percent(12) {
            let n = self.scalar_input(Prim::Usize, Data::Small);
            self.class(Class::Named(n));
        }
    }

    /// Adds a statement, and says what it binds; nothing where it would have
    /// something decided by what may differ between forms.
    fn push(&mut self, op: Op, new: Vec<New>, parts: bool) -> Option<Out> {
        let saved = (self.program.arrays.len(), self.program.scalars.len());
        let home = match (&new[..], parts) {
            ([New::Array { ty, class, .. }], false) => self.home(ty, *class, &op),
            _ => None,
        };
        let bounds: Vec<Bound> = new
            .iter()
            .map(|new| match new {
                New::Array {
                    ty,
                    class,
                    distinct,
                } => Bound::Array(self.new_array(ty.clone(), *class, home, *distinct)),
                New::Scalar(prim) => Bound::Scalar(self.new_scalar(*prim)),
                New::Ignored => Bound::Ignored,
            })
            .collect();
        let out = match parts {
            true => Out::Parts(bounds),
            false => Out::One(bounds[0]),
        };
        self.facts
            .arrays
            .resize(self.program.arrays.len(), Vec::new());
        self.facts
            .scalars
            .resize(self.program.scalars.len(), crate::facts::Fact::EXACT);
        let learnt = self.facts.learn(&self.program, &op, &out);
        let rounds = out
            .arrays()
            .any(|id| self.facts.arrays[id].iter().any(|fact| fact.is_rounded()))
            || out.scalars().any(|id| self.facts.is_rounded(id));
        if learnt.is_err() || (rounds && !self.may_round) {
            self.program.arrays.truncate(saved.0);
            self.program.scalars.truncate(saved.1);
            self.facts.arrays.truncate(saved.0);
            self.facts.scalars.truncate(saved.1);
            return None;
        }
        self.program.stmts.push(Stmt {
            out: out.clone(),
            op,
            style: Style::default(),
        });
        if let Some(home) = home {
            let program = &self.program;
            self.live.retain(|id| {
                let memory = program.lies_in(*id);
                memory != home && program.arrays[memory].home != Some(home)
            });
        }
        self.live.extend(out.arrays());
        self.scalars.extend(out.scalars());
        Some(out)
    }

    /// Adds a statement that a following one needs: it writes nothing in place,
    /// which might take away what else that one needs.
    fn push_beside(&mut self, op: Op, new: Vec<New>, parts: bool) -> Option<Out> {
        let writes = std::mem::replace(&mut self.writes, false);
        let out = self.push(op, new, parts);
        self.writes = writes;
        out
    }

    /// The parameter to write a new array into, if any.
    fn home(&mut self, ty: &Ty, class: ClassId, op: &Op) -> Option<ArrayId> {
        let percent = match op {
            Op::Alias(_) | Op::Part(_) => 100,
            Op::Scatter { .. } | Op::ReduceByIndex { .. } => 60,
            Op::Conform { .. } | Op::Cross { .. } | Op::External { .. } => 0,
            Op::Table { .. } | Op::Grid { .. } | Op::Along(_) | Op::Boxes(_) => 0,
            _ => 30,
        };
        if !self.writes || !self.rng.percent(percent) {
            return None;
        }
        let homes: Vec<ArrayId> = self
            .program
            .params
            .iter()
            .filter_map(|param| match param {
                Param::Mut(id, _) => Some(*id),
                _ => None,
            })
            .filter(|id| self.program.arrays[*id].ty == *ty)
            .filter(|id| self.program.arrays[*id].class == class)
            .filter(|id| !self.written.contains(id))
            .collect();
        match homes.is_empty() {
            true => None,
            false => Some(*self.rng.pick(&homes)),
        }
    }

    /// Returns true if arrays of a class are never empty where those of another are not.
    fn is_at_least(&self, class: ClassId, other: ClassId) -> bool {
        if class == other {
            return true;
        }
        match self.program.classes[class] {
            Class::Input(Lengths::Table(_)) => return true,
            Class::Literal(len) if len > 0 => return true,
            _ => {}
        }
        match self.program.classes[other] {
            Class::Filtered(of, _) | Class::Fresh(of, _) | Class::Section { of, .. } => {
                self.is_at_least(class, of)
            }
            Class::Product(left, right) => {
                self.is_at_least(class, left) || self.is_at_least(class, right)
            }
            _ => false,
        }
    }

    fn is_rounded(&self, array: ArrayId) -> bool {
        self.facts.arrays[array]
            .iter()
            .any(|fact| fact.is_rounded())
    }

    fn class_of(&self, array: ArrayId) -> ClassId {
        self.program.arrays[array].class
    }

    fn ty_of(&self, array: ArrayId) -> Ty {
        self.program.arrays[array].ty.clone()
    }

    /// Scalars and tables, for expressions.
    fn scope(&self) -> Scope {
        let mut scope = Scope::default();
        for &id in &self.scalars {
            let var = Expr::Scalar(id, self.program.scalars[id].prim);
            match self.facts.is_rounded(id) {
                true => scope.rounded.push(var),
                false => scope.vars.push(var),
            }
        }
        for &id in &self.live {
            if let (Some(Param::Array(..) | Param::Mut(..)), Some(prim)) =
                (self.program.param_of(id), self.program.arrays[id].ty.prim())
                && let Class::Input(Lengths::Table(len)) =
                    self.program.classes[self.program.arrays[id].class]
            {
                scope.tables.push((id, prim, len));
            }
        }
        scope
    }
}
