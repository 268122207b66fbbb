//! The meaning of each operator, on whole arrays.

use super::columns::typed;
use super::error::{Fault, Measured};
use super::eval;
use super::grid::positions;
use super::run::Evaluation;
use super::types::Type;
use super::value::{Array, Value};
use crate::ir::{
    ArrayId, Binding, Count, GridId, Host, Neighbour, Op, Outside, ScanKind, Section, SpaceId,
};
use crate::ordered::{ToList, tried};

impl Evaluation<'_> {
    /// The value of a binding.
    pub(super) fn operation(&self, binding: &Binding) -> Result<Value, Fault> {
        let one = Value::Array;
        match &binding.op {
            Op::Map { worker, args } => self.map(worker, args).map(one),
            Op::Filter { worker, arg } => self.filter(worker, *arg).map(one),
            Op::Fold {
                seed,
                step,
                worker,
                args,
            } => {
                let arrays = self.arrays(args)?;
                let (seed, is_plain) = (self.value(seed)?, step.is_none());
                let step = step.as_deref().unwrap_or(worker);
                let mut evaluator = self.evaluator(step, &[])?;
                let types = arrays.iter().map(|array| array.ty().clone());
                let seed = match is_plain {
                    true => seed.at(arrays[0].ty())?,
                    false => {
                        let types: Vec<Type> = [seed.ty()].into_iter().chain(types).list();
                        seed.at(&evaluator.infer_call(&step.expr, &types))?
                    }
                };
                (0..arrays[0].len()).try_fold(seed, |total, index| {
                    let elements = arrays.iter().map(|array| array[index].clone());
                    evaluator.apply(&step.expr, [total].into_iter().chain(elements).list())
                })
            }
            Op::Scan {
                kind,
                seed,
                worker,
                arg,
                along,
                ..
            } => self.scan(*kind, seed, worker, *arg, *along).map(one),
            Op::Recurrence {
                seed,
                worker,
                args,
                neighbours,
            } => match neighbours.is_empty() {
                true => self.recurrence(seed, worker, args).map(one),
                false => self
                    .recurrence_over(seed, worker, args, neighbours)
                    .map(one),
            },
            Op::Generate {
                count,
                length,
                worker,
            } => {
                let length: usize = match count {
                    Count::Length(like) => self.array(*like)?.len(),
                    _ => eval::size(&self.count(length)?)?,
                };
                let mut evaluator = self.evaluator(worker, &[])?;
                let ty = evaluator.infer_call(&worker.expr, &[<usize as super::Element>::ty()]);
                let items = tried(
                    (0..length).map(|index| evaluator.apply(&worker.expr, vec![index.into()])),
                );
                typed(items?, &ty).map(one)
            }
            Op::Range { range, .. } => {
                let range = self.count(range)?;
                eval::range_items(&range, &self.outside)
                    .ok_or_else(|| Fault::Types(format!("expected a range, found `{range}`")))?
                    .map(one)
            }
            Op::Gather { data, indices } => self.gather(*data, *indices).map(one),
            Op::Reverse { arg } => {
                let array = self.array(*arg)?;
                let items = array.iter().rev().cloned().list();
                Array::with_type(items, array.ty().clone()).map(one)
            }
            Op::Next { arg } => {
                let array = self.array(*arg)?;
                let last = array.iter().next_back();
                let items = array.iter().skip(1).chain(last).cloned().list();
                Array::with_type(items, array.ty().clone()).map(one)
            }
            Op::Read {
                section,
                space,
                outside,
            } => self.read(*section, *space, *outside).map(one),
            Op::Write { arg, dest, grid } => self.write(binding, *arg, (*dest, *grid)).map(one),
            Op::Scatter {
                dest,
                combine,
                indices,
                values,
            } => {
                let combine = combine.as_deref();
                self.scatter(*dest, combine, *indices, *values).map(one)
            }
            Op::Cross { left, right } => self.cross(*left, *right).map(one),
            Op::Conform { arg, like } => {
                let (mut has, mut wanted) = (self.shape(*arg)?, self.shape(*like)?);
                if has.len() != wanted.len() {
                    has = vec![self.array(*arg)?.len()];
                    wanted = vec![self.array(*like)?.len()];
                }
                let mut axes = has.iter().zip(&wanted);
                if let Some(axis) = axes.position(|(has, wanted)| has != wanted) {
                    let measured = |id, length| Measured {
                        length,
                        ..self.measured(id)
                    };
                    return Err(Fault::Conform {
                        array: measured(*arg, has[axis]),
                        like: measured(*like, wanted[axis]),
                        axis: u32::try_from(axis).ok().filter(|_| has.len() > 1),
                    });
                }
                Ok(one(self.array(*arg)?.clone()))
            }
            Op::External { call, arrays } => self.evaluator(call, arrays)?.value(&call.expr),
            Op::Host { value } => match binding.scalars().any(|id| self.counting.contains(&id)) {
                true => self.count(value),
                false => self.value(value),
            },
            Op::Inside {
                positions,
                arg,
                axis,
            } => self.inside(positions, *arg, *axis),
            Op::Length { arg, axis: None } => Ok(self.array(*arg)?.len().into()),
            Op::Length {
                arg,
                axis: Some(axis),
            } => Ok(self.shape(*arg)?[*axis].into()),
            Op::Cells {
                cells,
                grid,
                beyond,
            } => self.cells(cells, *grid, beyond.as_ref()).map(one),
            Op::Coordinate { grid, index } => self.coordinates(*grid, *index).map(one),
            Op::Reshape { arg, .. } => self.reshape(binding, *arg).map(one),
            Op::Flatten { arg } => self.array(*arg).cloned().map(one),
        }
    }

    fn map(&self, worker: &Host, args: &[ArrayId]) -> Result<Array, Fault> {
        let arrays = self.arrays(args)?;
        let mut evaluator = self.evaluator(worker, &[])?;
        let types: Vec<Type> = arrays.iter().map(|array| array.ty().clone()).list();
        let ty = evaluator.infer_call(&worker.expr, &types);
        let length = arrays.first().map_or(0, |array| array.len());
        let items = tried((0..length).map(|index| {
            let args = arrays.iter().map(|array| array[index].clone());
            evaluator.apply(&worker.expr, args.list())
        }));
        typed(items?, &ty)
    }

    /// Arrays that are walked over together.
    fn arrays(&self, args: &[ArrayId]) -> Result<Vec<&Array>, Fault> {
        let arrays = tried(args.iter().map(|arg| self.array(*arg)));
        let arrays = arrays?;
        for (arg, array) in args.iter().zip(&arrays) {
            if array.len() != arrays[0].len() {
                return Err(self.lengths(args[0], *arg));
            }
        }
        Ok(arrays)
    }

    fn filter(&self, worker: &Host, arg: ArrayId) -> Result<Array, Fault> {
        let array = self.array(arg)?;
        let mut evaluator = self.evaluator(worker, &[])?;
        let mut items = Vec::new();
        for item in array.iter() {
            let holds: bool = evaluator.apply(&worker.expr, vec![item.clone()])?.get()?;
            if holds {
                items.push(item.clone());
            }
        }
        Array::with_type(items, array.ty().clone())
    }

    fn scan(
        &self,
        kind: ScanKind,
        seed: &Host,
        worker: &Host,
        arg: ArrayId,
        along: Option<usize>,
    ) -> Result<Array, Fault> {
        let array = self.array(arg)?;
        let seed = self.value(seed)?.at(array.ty())?;
        let mut evaluator = self.evaluator(worker, &[])?;
        // As many sequences lie side by side as there are positions behind the axis, each of as many
        // elements as the axis has.
        let (size, columns) = match along {
            None => (array.len(), 1),
            Some(axis) => {
                let shape = self.shape(arg)?;
                (shape[axis], shape[axis + 1..].iter().product())
            }
        };
        let mut prefixes = Vec::new();
        let mut items = Vec::with_capacity(array.len());
        for (index, item) in array.iter().enumerate() {
            if index % (size * columns) == 0 {
                prefixes = vec![seed.clone(); columns];
            }
            let prefix = &mut prefixes[index % columns];
            let next = evaluator.apply(&worker.expr, vec![prefix.clone(), item.clone()])?;
            let before = std::mem::replace(prefix, next);
            items.push(match kind {
                ScanKind::Exclusive => before,
                ScanKind::Inclusive => prefix.clone(),
            });
        }
        Array::with_type(items, array.ty().clone())
    }

    /// The elements of an array that an index space reads.
    fn read(
        &self,
        section: Section,
        space: SpaceId,
        outside: Option<Outside>,
    ) -> Result<Array, Fault> {
        let len = |array: ArrayId| self.arrays.get(&array).map_or(0, |array| array.len());
        if let Some((left, right)) = self.program.differing(space, len) {
            return Err(self.lengths(left, right));
        }
        let array = self.array(section.array)?;
        let positions = 0..self.program.spaces[space].count(len);
        let Some(outside) = outside else {
            let items = positions.map(|position| array[section.position(position)].clone());
            return Array::with_type(items.list(), array.ty().clone());
        };
        let value = match outside.padding.value() {
            Some(scalar) => Some(self.scalar(scalar)?.at(array.ty())?),
            None => None,
        };
        let items = positions.map(|position| {
            let position = section.position(position) as i128 + outside.offset as i128;
            match (outside.padding.position(position, array.len()), &value) {
                (Some(inside), _) => array[inside].clone(),
                (None, value) => value.clone().expect("a value is seen outside"),
            }
        });
        Array::with_type(items.list(), array.ty().clone())
    }

    /// The array that a binding writes, with new elements at the coordinates of an index space.
    fn write(
        &self,
        binding: &Binding,
        arg: ArrayId,
        (dest, grid): (ArrayId, GridId),
    ) -> Result<Array, Fault> {
        let home = binding
            .arrays()
            .find_map(|array| self.program.arrays[array].home);
        let old = home.and_then(|home| Some((home, self.homes.get(&home)?)));
        let Some((home, old)) = old else {
            return Err(Fault::Input("no array is written".to_owned()));
        };
        let new = self.array(arg)?;
        if self.array(dest)?.len() != old.len() {
            return Err(self.lengths(dest, home));
        }
        let mut items = old.to_vec();
        for (place, item) in self.places(dest, grid)?.into_iter().zip(new.iter()) {
            items[place] = item.clone().at(old.ty())?;
        }
        Array::with_type(items, old.ty().clone())
    }

    fn recurrence(&self, seed: &Host, step: &Host, args: &[ArrayId]) -> Result<Array, Fault> {
        let arrays = self.arrays(args)?;
        let seed = self.value(seed)?;
        let mut evaluator = self.evaluator(step, &[])?;
        let elements = arrays.iter().map(|array| array.ty().clone());
        let types: Vec<Type> = [seed.ty()].into_iter().chain(elements).list();
        let ty = evaluator.infer_call(&step.expr, &types);
        let mut state = seed.at(&ty)?;
        let mut items = Vec::with_capacity(arrays[0].len());
        for index in 0..arrays[0].len() {
            let elements = arrays.iter().map(|array| array[index].clone());
            let arguments = [state].into_iter().chain(elements).list();
            state = evaluator.apply(&step.expr, arguments)?;
            items.push(state.clone());
        }
        typed(items, &ty)
    }

    /// A recurrence over several axes: an element follows from those at some distances, or from parts of them.
    fn recurrence_over(
        &self,
        outside: &Host,
        step: &Host,
        args: &[ArrayId],
        neighbours: &[Neighbour],
    ) -> Result<Array, Fault> {
        let (arrays, shape) = (self.arrays(args)?, self.shape(args[0])?);
        let outside = self.value(outside)?;
        let mut evaluator = self.evaluator(step, &[])?;
        let state = |mut reads: Vec<Type>| match reads.len() {
            1 => reads.remove(0),
            _ => Type::Tuple(reads),
        };
        let elements = arrays.iter().map(|array| array.ty().clone());
        let seen = |element: &Value, read: &Neighbour| match read.part {
            None => Ok(element.clone()),
            Some(part) => element.part(&part.to_string()).cloned().ok_or_else(|| {
                let ty = element.ty();
                Fault::Types(format!("`{element}` of type `{ty}` has no part {part}"))
            }),
        };
        let own = tried(neighbours.iter().map(|read| seen(&outside, read)))?;
        let own = state(own.iter().map(Value::ty).list());
        let types: Vec<Type> = [own].into_iter().chain(elements).list();
        let ty = evaluator.infer_call(&step.expr, &types);
        let outside = outside.at(&ty)?;
        let mut items: Vec<Value> = Vec::with_capacity(arrays[0].len());
        for (index, position) in positions(&shape).enumerate() {
            let reads = neighbours.iter().map(|read| {
                let mut axes = position.iter().zip(&shape).zip(&read.distances);
                let at = axes.try_fold(0, |at, ((position, size), distance)| {
                    let along = position.checked_add_signed(-distance)?;
                    (along < *size).then_some(at * size + along)
                });
                seen(at.map_or(&outside, |at: usize| &items[at]), read)
            });
            let mut reads: Vec<Value> = tried(reads)?;
            let state = match reads.len() {
                1 => reads.remove(0),
                _ => Value::Tuple(reads),
            };
            let elements = arrays.iter().map(|array| array[index].clone());
            let arguments = [state].into_iter().chain(elements).list();
            items.push(evaluator.apply(&step.expr, arguments)?);
        }
        typed(items, &ty)
    }

    fn gather(&self, data: ArrayId, indices: ArrayId) -> Result<Array, Fault> {
        let array = self.array(data)?;
        let mut items = Vec::new();
        for (position, index) in self.array(indices)?.iter().enumerate() {
            items.push(array[self.index(data, position, index)?].clone());
        }
        Array::with_type(items, array.ty().clone())
    }

    fn scatter(
        &self,
        dest: ArrayId,
        combine: Option<&Host>,
        indices: ArrayId,
        values: ArrayId,
    ) -> Result<Array, Fault> {
        let (targets, new) = (self.array(indices)?, self.array(values)?);
        if targets.len() != new.len() {
            return Err(self.lengths(indices, values));
        }
        let array = self.array(dest)?;
        let mut items = array.to_vec();
        let mut operator = match combine {
            Some(combine) => Some((combine, self.evaluator(combine, &[])?)),
            None => None,
        };
        for (position, (index, value)) in targets.iter().zip(new.iter()).enumerate() {
            let slot = self.index(dest, position, index)?;
            let value = value.clone().at(array.ty())?;
            items[slot] = match &mut operator {
                Some((combine, evaluator)) => {
                    evaluator.apply(&combine.expr, vec![items[slot].clone(), value])?
                }
                None => value,
            };
        }
        Array::with_type(items, array.ty().clone())
    }

    /// An index into an array, of any integer type.
    fn index(&self, array: ArrayId, position: usize, index: &Value) -> Result<usize, Fault> {
        if !matches!(index.ty(), Type::Prim(prim) if prim.is_int()) && !index.is_open() {
            return Err(Fault::Types(format!(
                "an index is an integer, found `{index}` of type `{}`",
                index.ty()
            )));
        }
        eval::position(index)
            .filter(|slot| *slot < self.arrays[&array].len())
            .ok_or_else(|| Fault::OutOfBounds {
                position,
                index: index.to_string(),
                array: self.measured(array),
            })
    }

    fn cross(&self, left: ArrayId, right: ArrayId) -> Result<Array, Fault> {
        let (xs, ys) = (self.array(left)?, self.array(right)?);
        if xs.len().checked_mul(ys.len()).is_none() {
            return Err(Fault::SizeOverflow {
                size: format!("{} * {}", xs.len(), ys.len()),
            });
        }
        let items = xs
            .iter()
            .flat_map(|x| ys.iter().map(|y| Value::Tuple(vec![x.clone(), y.clone()])))
            .list();
        Array::with_type(items, Type::Tuple(vec![xs.ty().clone(), ys.ty().clone()]))
    }
}
