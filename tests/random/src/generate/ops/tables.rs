//! Arrays of two axes: index notation of two indices.

use crate::generate::exprs;
use crate::generate::{Generator, New};
use crate::program::{ArrayId, Class, ClassId, LONGEST, Op, Out, Side, Subscript, Worker};
use crate::ty::Ty;

impl Generator {
    pub(super) fn table(&mut self) -> Option<Out> {
        let left = self.one(|this, id| this.has_one_axis(id))?;
        let of_left = self.program.longest(self.class_of(left));
        let right = self.one(|this, id| {
            let longest = this.program.longest(this.class_of(id));
            this.has_one_axis(id) && longest.saturating_mul(of_left) <= 3 * LONGEST
        })?;
        let transposed = self.rng.percent(30);
        let (l, r) = (self.class_of(left), self.class_of(right));
        let class = match transposed {
            true => self.product(r, l),
            false => self.product(l, r),
        };
        let mut scope = self.scope();
        let params = self.params(&[left, right], &mut scope);
        let depth = self.rng.within(1, 3);
        let prim = self.prim();
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, depth)];
        let is_part = |id: ArrayId| self.program.axis(id).is_part();
        let counted = !is_part(left) && !is_part(right) && self.rng.percent(40);
        let op = Op::Table {
            worker: Worker::Closure { params, body },
            left,
            right,
            transposed,
            again: self.rng.percent(25),
            counted,
        };
        self.push(op, vec![New::array(Ty::Prim(prim), class)], false)
    }

    /// Elements of tables at offsets, of transposed ones, of diagonals, and of sequences beside them.
    pub(super) fn cells(&mut self) -> Option<Out> {
        let base = self.one(|this, id| {
            let sides = this.program.sides(id);
            !this.is_rounded(id) && sides.is_some_and(|sides| sides.len() == 2)
        })?;
        let sides = self.program.sides(base)?;
        let axes: Vec<ClassId> = match sides[0].class == sides[1].class && self.rng.percent(25) {
            true => vec![sides[0].class],
            false if self.rng.percent(25) => vec![sides[1].class, sides[0].class],
            false => vec![sides[0].class, sides[1].class],
        };
        let factors: Vec<usize> = axes
            .iter()
            .map(|_| self.rng.weighted(&[(88, 1), (9, 2), (3, 3)]))
            .collect();
        let (mut args, mut subscripts) = (Vec::new(), Vec::new());
        for number in 0..self.rng.weighted(&[(20, 1), (45, 2), (25, 3), (10, 5)]) {
            let arg = match number == 0 || self.rng.percent(60) {
                true => base,
                false => self.one(|this, id| this.goes_along(id, &axes))?,
            };
            subscripts.push(self.subscripts(arg, &axes, number == 0)?);
            args.push(arg);
        }
        let pads = match self.rng.percent(40) {
            true => self.pads(&args),
            false => vec![None; args.len()],
        };
        for (subscripts, pad) in subscripts.iter_mut().zip(&pads) {
            for subscript in subscripts {
                subscript.mirrored &= pad.is_none();
            }
        }
        let reads = Subscript::bounds(&subscripts, &pads);
        let classes: Option<Vec<ClassId>> = (0..axes.len())
            .map(|index| {
                let reach = self.program.reach(&args, &reads, &factors, index)?;
                Some(self.section(reach.side.class, reach.less, factors[index]))
            })
            .collect();
        let class = match classes?[..] {
            [left, right] => self.product(left, right),
            [class, ..] => class,
            [] => return None,
        };
        let mut scope = self.scope();
        let params = self.params(&args, &mut scope);
        let depth = self.rng.within(1, 3);
        let prim = self.prim();
        let body = vec![exprs::expr(&mut self.rng, &mut scope, prim, depth)];
        let op = Op::Grid {
            worker: Worker::Closure { params, body },
            args,
            subscripts,
            pads,
            factors,
        };
        self.push(op, vec![New::array(Ty::Prim(prim), class)], false)
    }

    /// Returns true if each axis of an array is one of these.
    fn goes_along(&self, array: ArrayId, axes: &[ClassId]) -> bool {
        let sides = self.program.sides(array);
        let all = |sides: Vec<Side>| sides.iter().all(|side| axes.contains(&side.class));
        !self.is_rounded(array) && !self.is_external(array) && sides.is_some_and(all)
    }

    /// A subscript for each axis of an array. Those of `all` have every index.
    fn subscripts(
        &mut self,
        array: ArrayId,
        axes: &[ClassId],
        all: bool,
    ) -> Option<Vec<Subscript>> {
        let mut subscripts: Vec<Subscript> = Vec::new();
        for side in self.program.sides(array)? {
            let is_free = |index: &usize| {
                let used = subscripts.iter().any(|known| known.index == Some(*index));
                axes[*index] == side.class && !(all && used && axes.len() > 1)
            };
            let indices: Vec<usize> = (0..axes.len()).filter(is_free).collect();
            let constant = match self.program.classes[side.class] {
                Class::Literal(size) if !all && (side.first, side.cut) == (0, 0) => Some(size),
                _ => None,
            };
            let constant = constant.filter(|size| *size > 0 && self.rng.percent(25));
            subscripts.push(match constant {
                Some(size) => Subscript {
                    index: None,
                    offset: self.rng.below(size).cast_signed(),
                    mirrored: false,
                },
                None if indices.is_empty() => return None,
                None => {
                    let is_whole = (side.first, side.cut) == (0, 0);
                    let mirrored = is_whole && self.rng.percent(10);
                    Subscript {
                        index: Some(*self.rng.pick(&indices)),
                        offset: if mirrored { 0 } else { self.offset() },
                        mirrored,
                    }
                }
            });
        }
        Some(subscripts)
    }

    /// The class of arrays with these axes.
    pub(super) fn product(&mut self, left: ClassId, right: ClassId) -> ClassId {
        let class = Class::Product(left, right);
        let known = self
            .program
            .classes
            .iter()
            .position(|known| *known == class);
        known.unwrap_or_else(|| self.class(class))
    }
}
