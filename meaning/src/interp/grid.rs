//! Arrays of several axes, and the index spaces that read them.

use super::error::{Fault, Measured};
use super::eval;
use super::run::Evaluation;
use super::value::{Array, Value};
use crate::ir::chunks::are_chunks;
use crate::ir::{ArrayId, Beyond, Binding, Cells, Count, GridId, Host, Op, ScalarId};
use crate::ordered::{ToList, every, tried};

impl Evaluation<'_> {
    /// The sizes of the axes of an array.
    pub(super) fn shape(&self, array: ArrayId) -> Result<Vec<usize>, Fault> {
        if let Some(known) = self.shapes.borrow().get(&array) {
            return Ok(known.clone());
        }
        let producer = self.program.producer(array);
        let shape = match producer.map(|id| &self.program.bindings[id].op) {
            Some(Op::Reshape {
                axes: Some(axes), ..
            }) => {
                let Value::Array(sizes) = self.count(axes)? else {
                    return Err(Fault::Types("the sizes of axes are a list".to_owned()));
                };
                tried(sizes.iter().map(eval::size))?
            }
            Some(Op::Cells { grid, .. } | Op::Coordinate { grid, .. }) => self.grid(*grid)?,
            Some(op) if self.program.rank(array) > 1 => {
                self.shape(op.like().expect("it has the axes of an argument"))?
            }
            _ => vec![self.array(array)?.len()],
        };
        self.shapes.borrow_mut().insert(array, shape.clone());
        Ok(shape)
    }

    /// The number of positions of each index of a grid.
    fn grid(&self, grid: GridId) -> Result<Vec<usize>, Fault> {
        let indices = self.program.grids[grid].indices.iter().enumerate();
        let sizes = indices.map(|(number, index)| {
            let sides = self.program.sides(grid, number);
            let side = |(array, axis): (ArrayId, usize)| Ok(self.shape(array)?[axis]);
            if index.inside
                && let Some(Count::Scalar(scalar)) = &index.count
            {
                return Ok(eval::elements(&self.scalar(*scalar)?).unwrap_or(0));
            }
            for pair in self.program.compared(&sides) {
                if !self.program.may_be_apart(pair) && side(pair[0])? != side(pair[1])? {
                    return Err(self.sides_differ(pair[0], pair[1]));
                }
            }
            let given = match &index.count {
                Some(Count::Literal(number)) => Some(*number),
                Some(Count::Length(array)) => Some(self.array(*array)?.len()),
                Some(Count::Scalar(scalar)) => Some(eval::size(&self.scalar(*scalar)?)?),
                Some(Count::Anonymous) | None => None,
            };
            if let (Some(given), Some(other)) = (given, sides.first())
                && side(*other)? != given
            {
                return Err(self.sides_differ(*other, *other));
            }
            let counts = self.program.grids[grid].along(number).map(|(of, along)| {
                let size = side(of)?.saturating_sub(along.start);
                Ok(size.div_ceil(along.factor))
            });
            let counts = tried(counts);
            Ok(given.or(counts?.into_iter().min()).unwrap_or(0))
        });
        sizes.collect()
    }

    fn sides_differ(&self, left: (ArrayId, usize), right: (ArrayId, usize)) -> Fault {
        let measured = |(array, axis): (ArrayId, usize)| Measured {
            length: self.shape(array).map_or(0, |shape| shape[axis]),
            ..self.measured(array)
        };
        Fault::Lengths {
            left: measured(left),
            right: measured(right),
        }
    }

    /// The elements that a grid reads, in row-major order.
    pub(super) fn cells(
        &self,
        cells: &Cells,
        grid: GridId,
        beyond: Option<&Beyond>,
    ) -> Result<Array, Fault> {
        let (array, shape) = (self.array(cells.array)?, self.shape(cells.array)?);
        let shape = match cells.along.len() {
            1 => vec![array.len()],
            _ => shape,
        };
        if let Some(beyond) = beyond {
            return self.beyond(cells, grid, beyond, &shape);
        }
        let items = positions(&self.grid(grid)?).map(|position| {
            let mut axes = cells.along.iter().zip(&shape);
            let at = axes.try_fold(0, |at, (along, size)| {
                Ok(at * size + along.position(&position, *size, |scalar| self.start(scalar))?)
            });
            Ok(array[at?].clone())
        });
        let items = tried(items);
        Array::with_type(items?, array.ty().clone())
    }

    /// The positions in an array of the coordinates of a grid, in row-major order.
    pub(super) fn places(&self, array: ArrayId, grid: GridId) -> Result<Vec<usize>, Fault> {
        let indices = &self.program.grids[grid].indices;
        let shape = match indices.len() {
            1 => vec![self.array(array)?.len()],
            _ => self.shape(array)?,
        };
        let firsts = tried(indices.iter().map(|index| {
            let begins = index.begins.map(|scalar| self.start(scalar));
            Ok(index.first + begins.transpose()?.unwrap_or(0))
        }))?;
        let places = positions(&self.grid(grid)?).map(|position| {
            let mut axes = position.iter().zip(&firsts).zip(&shape);
            axes.try_fold(0, |at, ((coordinate, first), size)| {
                let coordinate = first + coordinate;
                (coordinate < *size).then_some(at * size + coordinate)
            })
        });
        let places = every(places);
        places.ok_or_else(|| Fault::Input("coordinates are written beyond an axis".to_owned()))
    }

    /// The position that a scalar says.
    fn start(&self, scalar: ScalarId) -> Result<usize, Fault> {
        let value = self.scalar(scalar)?;
        eval::elements(&value).ok_or_else(|| Fault::Types("a position is a number".to_owned()))
    }

    /// A number, if positions are inside of an axis.
    pub(super) fn inside(
        &self,
        positions: &Host,
        array: ArrayId,
        axis: Option<usize>,
    ) -> Result<Value, Fault> {
        let size = match axis {
            Some(axis) => self.shape(array)?[axis],
            None => self.array(array)?.len(),
        };
        let Value::Tuple(parts) = self.value(positions)? else {
            return Err(Fault::Types("positions are numbers".to_owned()));
        };
        let number = |part: usize| -> Option<i128> { parts.get(part)?.to_string().parse().ok() };
        let (Some(count), Some(first), Some(last)) = (number(1), number(2), number(3)) else {
            return Err(Fault::Types("positions are numbers".to_owned()));
        };
        let is_inside = |position: i128| (0..size as i128).contains(&position);
        match [first, last].into_iter().find(|at| !is_inside(*at)) {
            Some(position) if count > 0 => Err(Fault::Outside {
                array: self.program.arrays[array].name.to_string(),
                axis,
                position: position.to_string(),
                size,
            }),
            _ => Ok(parts[0].clone()),
        }
    }

    /// The elements that a grid reads of a padded array.
    fn beyond(
        &self,
        cells: &Cells,
        grid: GridId,
        beyond: &Beyond,
        shape: &[usize],
    ) -> Result<Array, Fault> {
        let array = self.array(cells.array)?;
        let value = match beyond.padding.value() {
            Some(scalar) => Some(self.scalar(scalar)?.at(array.ty())?),
            None => None,
        };
        let items = positions(&self.grid(grid)?).map(|position| {
            let mut axes = cells.along.iter().zip(&beyond.offsets).zip(shape);
            let at = axes.try_fold(0, |at, ((along, offset), size)| {
                let position: Result<usize, Fault> =
                    along.position(&position, *size, |scalar| self.start(scalar));
                let position = position.unwrap_or(0) as i128 + *offset as i128;
                Some(at * size + beyond.padding.position(position, *size)?)
            });
            match at {
                Some(at) => array[at].clone(),
                None => value.clone().expect("a value is seen outside"),
            }
        });
        Array::with_type(items.list(), array.ty().clone())
    }

    /// The coordinates of an index, in row-major order.
    pub(super) fn coordinates(&self, grid: GridId, index: usize) -> Result<Array, Fault> {
        let first = self.program.grids[grid].indices[index].first;
        let items = positions(&self.grid(grid)?).map(|position| (position[index] + first).into());
        Array::with_type(items.list(), <usize as super::Element>::ty())
    }

    /// The elements of an array that is as long as the axes say.
    pub(super) fn reshape(&self, binding: &Binding, arg: ArrayId) -> Result<Array, Fault> {
        let array = self.array(arg)?;
        if let Op::Reshape { axes: Some(_), .. } = &binding.op
            && let Some(into) = binding.arrays().next()
        {
            let shape = self.shape(into)?;
            let count = shape
                .iter()
                .try_fold(1usize, |all, size| all.checked_mul(*size));
            if count != Some(array.len()) && are_chunks(self.program, &binding.op) {
                return Err(Fault::Chunks {
                    array: self.measured(arg),
                    chunk: shape[1],
                });
            }
            if count != Some(array.len()) {
                return Err(Fault::Conform {
                    array: self.measured(arg),
                    like: Measured {
                        length: count.unwrap_or(usize::MAX),
                        ..self.measured(into)
                    },
                    axis: None,
                });
            }
        }
        Ok(array.clone())
    }
}

/// The positions of a shape in row-major order.
pub(super) fn positions(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let shape = shape.to_vec();
    let count = shape.iter().product();
    (0..count).map(move |position| {
        let mut rest: usize = position;
        let digits = shape.iter().rev().map(|size| {
            let digit = rest % size;
            rest /= size;
            digit
        });
        let mut digits: Vec<usize> = digits.list();
        digits.reverse();
        digits
    })
}
