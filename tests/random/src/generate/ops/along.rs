//! Work along an axis: reductions, prefixes, recurrences, programs over lanes, products, parts.

use crate::expr::{BinOp, Expr};
use crate::generate::exprs::{self, Scope};
use crate::generate::{Generator, New};
use crate::program::{
    Along, ArrayId, Class, ClassId, Form, LONGEST, Op, Operator, Out, Pattern, Side, Worker,
};
use crate::ty::{Prim, Ty};

impl Generator {
    /// A statement along an axis of an array that has two.
    pub(super) fn along(&mut self) -> Option<Out> {
        let flag = |this: &mut Self| this.rng.percent(50);
        let form = match self.rng.below(36) {
            0..=4 => Form::Fold,
            5..=8 => Form::Prefix {
                exclusive: flag(self),
                suffix: self.rng.percent(25),
            },
            9..=12 => Form::Recurrence {
                backwards: flag(self),
                twice: self.rng.percent(30),
            },
            13..=15 => Form::LaneFold,
            16..=18 => Form::LaneScan {
                exclusive: flag(self),
            },
            19..=21 => Form::LaneCentre,
            22..=23 => Form::LaneFilter,
            24 => Form::LaneReverse,
            25 => Form::LaneAround,
            26..=28 => Form::LaneRecurrence,
            29..=32 => return self.factors(),
            _ => return self.layers(),
        };
        let is_recurrence = matches!(form, Form::Recurrence { .. });
        let base = match is_recurrence && self.rng.percent(40) {
            true => self.one(|this, id| this.has_one_axis(id))?,
            false => self.table_for(|this, id| {
                let is_number = this.ty_of(id).prim().is_some();
                this.has_two_axes(id) && (is_number || form != Form::LaneAround)
            })?,
        };
        let sides = self.program.sides(base)?;
        let axis = match sides.len() {
            1 => 1,
            _ => self.rng.below(2),
        };
        let mut args = vec![base];
        match form {
            Form::LaneAround => args = vec![base; 3],
            Form::LaneFilter | Form::LaneReverse => {}
            _ => {
                for _ in 0..self.rng.weighted(&[(50, 0), (35, 1), (15, 2)]) {
                    let beside = self.beside(&sides, axis);
                    args.extend(beside);
                }
            }
        }
        let prim = self.prim();
        let mut scope = self.scope();
        let params = self.elements(&args, &mut scope);
        if matches!(form, Form::Recurrence { .. } | Form::LaneRecurrence) {
            scope.vars.push(Expr::Local("before".to_owned(), prim));
        }
        if let Form::Recurrence { twice: true, .. } = form {
            scope.vars.push(Expr::Local("earlier".to_owned(), prim));
        }
        let depth = self.rng.within(1, 3);
        let body = match form {
            Form::LaneFilter => exprs::expr(&mut self.rng, &mut scope, prim, 1),
            Form::Recurrence { .. } | Form::LaneRecurrence => {
                let before = Expr::Local("before".to_owned(), prim);
                let other = exprs::expr(&mut self.rng, &mut scope, prim, depth);
                match prim.is_int() {
                    true => exprs::bin(BinOp::Add, before, other),
                    false => other,
                }
            }
            _ => exprs::expr(&mut self.rng, &mut scope, prim, depth),
        };
        let operator = self.simple(prim);
        let seed = match form {
            Form::Recurrence { .. } => exprs::literal(&mut self.rng, prim),
            _ => self.seed(prim, &operator),
        };
        let (then, made) = match form {
            Form::LaneCentre => {
                scope.vars.push(Expr::Local("whole".to_owned(), prim));
                let made = self.prim();
                let then = exprs::expr(&mut self.rng, &mut scope, made, depth);
                (Some(then), made)
            }
            Form::LaneFilter => {
                let then = exprs::expr(&mut self.rng, &mut scope, Prim::Bool, 2);
                (Some(then), prim)
            }
            _ => (None, prim),
        };
        let class = match (form, self.program.classes_of_axes(base)) {
            (Form::Fold | Form::LaneFold | Form::LaneFilter, Some(classes)) => {
                // A sequence has the coordinates of its own axis.
                let side = sides[1 - axis];
                if (side.first, side.cut) != (0, 0) {
                    return None;
                }
                classes[1 - axis]
            }
            _ => self.class_of(base),
        };
        let op = Op::Along(Along {
            form,
            axis,
            args,
            worker: Worker::Closure {
                params,
                body: vec![body],
            },
            seed,
            operator,
            then,
        });
        let mut new = vec![New::array(Ty::Prim(made), class)];
        if form == Form::LaneFilter {
            new.push(New::array(Ty::Prim(Prim::Usize), class));
            return self.push(op, new, true);
        }
        self.push(op, new, false)
    }

    /// An array of two axes for which something holds, or a new one.
    fn table_for(&mut self, holds: impl Fn(&Self, ArrayId) -> bool) -> Option<ArrayId> {
        let known = self.one(&holds).filter(|_| self.rng.percent(80));
        known.or_else(|| {
            let made = self.table()?.arrays().next();
            made.filter(|id| holds(self, *id))
        })
    }

    /// An array with the axes of another, or a sequence as long as its lanes.
    fn beside(&mut self, sides: &[Side], axis: usize) -> Option<ArrayId> {
        let lane = *sides.get(axis).unwrap_or(&sides[0]);
        self.one(|this, id| {
            let own = this.program.sides(id);
            let fits = own.is_some_and(|own| own == sides || own == [lane]);
            fits && !this.is_rounded(id) && !this.is_external(id)
        })
    }

    /// A sum of products.
    fn factors(&mut self) -> Option<Out> {
        let whole = |this: &Self, id: ArrayId| {
            let is_number = this.ty_of(id).prim().is_some_and(Prim::is_int);
            this.has_two_axes(id) && is_number
        };
        let left = self.table_for(whole)?;
        let (prim, sides) = (self.ty_of(left).prim()?, self.program.sides(left)?);
        let right = self.one(|this, id| {
            let own = this.program.sides(id);
            whole(this, id)
                && this.ty_of(id).prim() == Some(prim)
                && own.is_some_and(|own| own[0] == sides[1])
        })?;
        let mut args = vec![left, right];
        let third = self.one(|this, id| {
            let own = this.program.sides(id);
            this.has_one_axis(id)
                && this.ty_of(id).prim() == Some(prim)
                && own.is_some_and(|own| own[0] == sides[1])
        });
        if self.rng.percent(50) {
            args.extend(third);
        }
        let (rows, columns) = (
            self.program.classes_of_axes(left)?[0],
            self.program.classes_of_axes(right)?[1],
        );
        let cost = self
            .program
            .longest(self.class_of(left))
            .saturating_mul(self.program.longest(columns));
        if cost > 3 * LONGEST {
            return None;
        }
        let mut scope = self.scope();
        let names: Vec<String> = args.iter().map(|_| scope.name()).collect();
        let factors = names.iter().map(|name| Expr::Local(name.clone(), prim));
        let body = factors.reduce(|left, right| exprs::bin(BinOp::Mul, left, right))?;
        let class = self.product(rows, columns);
        let op = Op::Along(Along {
            form: Form::Product,
            axis: 1,
            args,
            worker: Worker::Closure {
                params: names.into_iter().map(Pattern::Name).collect(),
                body: vec![body],
            },
            seed: Expr::Int(0, prim),
            operator: Operator::Add,
            then: None,
        });
        self.push(op, vec![New::array(Ty::Prim(prim), class)], false)
    }

    /// A reduction of an array of three axes.
    fn layers(&mut self) -> Option<Out> {
        let table = self.table_for(|this, id| this.has_two_axes(id))?;
        let size = self.program.longest(self.class_of(table));
        let layers = self.one(|this, id| {
            let longest = this.program.longest(this.class_of(id));
            this.has_one_axis(id) && longest.saturating_mul(size) <= 2 * LONGEST
        })?;
        let [rows, columns] = self.program.classes_of_axes(table)?;
        let axis = self.rng.below(3);
        let mut classes = vec![rows, columns, self.class_of(layers)];
        classes.remove(axis);
        let args = vec![table, layers];
        let prim = self.prim();
        let mut scope = self.scope();
        let params = self.elements(&args, &mut scope);
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, 2)];
        let operator = self.simple(prim);
        let seed = self.seed(prim, &operator);
        let class = self.product(classes[0], classes[1]);
        let op = Op::Along(Along {
            form: Form::Cube {
                lanes: self.rng.percent(50),
            },
            axis,
            args,
            worker: Worker::Closure { params, body },
            seed,
            operator,
            then: None,
        });
        self.push(op, vec![New::array(Ty::Prim(prim), class)], false)
    }

    /// A reduction of the windows or the chunks of a sequence.
    pub(super) fn windows(&mut self) -> Option<Out> {
        let is_windows = self.rng.percent(60);
        let fits = |this: &Self, id: ArrayId| {
            let is_whole = !this.program.axis(id).is_part() && this.has_one_axis(id);
            is_whole && (is_windows || !this.widths(id).is_empty())
        };
        let arg = self.one(fits).or_else(|| {
            let made = self.generate()?.arrays().next();
            made.filter(|id| fits(self, *id))
        })?;
        let own = self.class_of(arg);
        let (form, class): (Form, ClassId) = match is_windows {
            true => {
                let width = *self.rng.pick(&[1, 2, 3, 4, 9]);
                (Form::Windows(width), self.class(Class::Fresh(own, None)))
            }
            false => {
                let widths = self.widths(arg);
                let width = *self.rng.pick(&widths);
                let most = self.program.longest(own) / width;
                (
                    Form::Chunks(width),
                    self.class(Class::Fresh(own, Some(most))),
                )
            }
        };
        let prim = self.prim();
        let mut scope = self.scope();
        let params = self.elements(&[arg], &mut scope);
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, 2)];
        let operator = self.simple(prim);
        let seed = self.seed(prim, &operator);
        let op = Op::Along(Along {
            form,
            axis: 1,
            args: vec![arg],
            worker: Worker::Closure { params, body },
            seed,
            operator,
            then: None,
        });
        self.push(op, vec![New::array(Ty::Prim(prim), class)], false)
    }

    /// The widths of chunks in which every array of a class can be cut.
    fn widths(&self, array: ArrayId) -> Vec<usize> {
        let known = match self.program.classes[self.class_of(array)] {
            Class::Literal(size) if size > 0 => size,
            Class::Scaled(_, times) => times,
            _ => return Vec::new(),
        };
        (1..=5).filter(|width| known % width == 0).collect()
    }

    /// Returns true if two indices read an array whose axes are known.
    fn has_two_axes(&self, id: ArrayId) -> bool {
        let sides = self.program.sides(id);
        !self.is_rounded(id)
            && !self.is_external(id)
            && sides.is_some_and(|sides| sides.len() == 2)
            && self.program.classes_of_axes(id).is_some()
    }

    /// Names for the elements of arrays.
    fn elements(&mut self, args: &[ArrayId], scope: &mut Scope) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for arg in args {
            let ty = self.ty_of(*arg);
            patterns.push(match ty {
                Ty::Prim(prim) => {
                    let name = scope.name();
                    scope.vars.push(Expr::Local(name.clone(), prim));
                    Pattern::Name(name)
                }
                ty => self.pattern(&ty, false, scope),
            });
        }
        patterns
    }
}
