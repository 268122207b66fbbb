//! Random programs on arrays of several axes: each operation is done on vectors with one index after
//! the other, by nothing that arrays use.

use fusus_lazy::{Array, Axis, Dims, Section, Sections, eval_all, s};
use fusus_rng::Rng;

/// A value by the reference: an element for each index, the last axis innermost.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    dims: Vec<usize>,
    elements: Vec<f64>,
}

impl Table {
    fn by(dims: Vec<usize>, mut f: impl FnMut(&[usize]) -> f64) -> Table {
        let count = dims.iter().product();
        let mut index = vec![0; dims.len()];
        let mut elements = Vec::new();
        for _ in 0..count {
            elements.push(f(&index));
            for axis in (0..dims.len()).rev() {
                index[axis] += 1;
                if index[axis] < dims[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
        Table { dims, elements }
    }

    fn get(&self, index: &[usize]) -> f64 {
        let place = index
            .iter()
            .zip(&self.dims)
            .fold(0, |place, (at, len)| place * len + at);
        self.elements[place]
    }

    fn without(&self, axis: usize) -> Vec<usize> {
        let mut dims = self.dims.clone();
        dims.remove(axis);
        dims
    }
}

/// The lengths as arrays take them.
fn dims(lengths: &[usize]) -> Dims {
    match *lengths {
        [a] => Dims::from(a),
        [a, b] => Dims::from([a, b]),
        [a, b, c] => Dims::from([a, b, c]),
        [a, b, c, d] => Dims::from([a, b, c, d]),
        _ => unreachable!("programs have one to four axes"),
    }
}

/// Sections of up to four axes.
fn sections(axes: &[Axis]) -> Sections {
    match *axes {
        [a] => Sections::from([a]),
        [a, b] => Sections::from([a, b]),
        [a, b, c] => Sections::from([a, b, c]),
        [a, b, c, d] => Sections::from([a, b, c, d]),
        _ => unreachable!("programs have one to four axes"),
    }
}

const BOUND: f64 = 1009.0;

pub(crate) struct Program {
    rng: Rng,
    values: Vec<(Array<f64>, Table)>,
    text: String,
}

impl Program {
    fn add(&mut self, array: Array<f64>, table: Table) {
        self.values.push((array, table));
    }

    fn arithmetic(&mut self, x: &Array<f64>, a: &Table) {
        let like: Vec<_> = self
            .values
            .iter()
            .filter(|(_, b)| b.dims == a.dims)
            .collect();
        let (y, b) = (*self.rng.pick(&like)).clone();
        let (array, f): (Array<f64>, fn(f64, f64) -> f64) = match self.rng.below(4) {
            0 => (x + &y, |a, b| a + b),
            1 => (x - &y * 2.0, |a, b| a - b * 2.0),
            2 => (x.gt(&y).select(x, -&y), |a, b| if a > b { a } else { -b }),
            _ => (x * &y + x, |a, b| a * b + a),
        };
        let elements = a.elements.iter().zip(&b.elements);
        let elements = elements.map(|(a, b)| f(*a, *b) % BOUND).collect();
        let dims = a.dims.clone();
        self.add(array % BOUND, Table { dims, elements });
    }

    /// A section of each axis: its positions, and what says them.
    fn axes(&mut self, a: &Table) -> Vec<(Vec<usize>, Axis)> {
        let mut chosen = Vec::new();
        for &len in &a.dims {
            let start = self.rng.below(len.min(2) + 1);
            let end = len - self.rng.below((len - start).min(2) + 1);
            let step = *self.rng.pick(&[1_i64, 1, 1, 2, -1]);
            let section = Section::from(start as i64..end as i64).by(step);
            let mut places: Vec<usize> = (start..end).collect();
            if step < 0 {
                places.reverse();
            }
            let places = places.into_iter().step_by(step.unsigned_abs() as usize);
            chosen.push((places.collect(), Axis::Section(section)));
        }
        chosen
    }

    fn section(&mut self, x: &Array<f64>, a: &Table) {
        let mut axes = self.axes(a);
        // One axis may be left out, by one position of it.
        let left_out = self.rng.below(a.dims.len() * 2);
        if a.dims.len() > 1 && left_out < a.dims.len() && a.dims[left_out] > 0 {
            let at = self.rng.below(a.dims[left_out]);
            axes[left_out] = (vec![at], Axis::Index(at as i64));
        }
        let said: Vec<Axis> = axes.iter().map(|(_, axis)| *axis).collect();
        let full = Table::by(
            axes.iter().map(|(places, _)| places.len()).collect(),
            |index| {
                let places = index.iter().zip(&axes).map(|(at, (places, _))| places[*at]);
                a.get(&places.collect::<Vec<_>>())
            },
        );
        let kept = full.dims.iter().zip(&said);
        let kept = kept.filter(|(_, axis)| !matches!(axis, Axis::Index(_)));
        let dims = kept.map(|(len, _)| *len).collect();
        let elements = full.elements;
        self.add(x.at(sections(&said)), Table { dims, elements });
    }

    fn permuted(&mut self, x: &Array<f64>, a: &Table) {
        let order = self.rng.permutation(a.dims.len());
        let dims = order.iter().map(|axis| a.dims[*axis]).collect();
        let table = Table::by(dims, |index| {
            let mut place = vec![0; index.len()];
            for (at, axis) in index.iter().zip(&order) {
                place[*axis] = *at;
            }
            a.get(&place)
        });
        self.add(x.permute(&order), table);
    }

    fn reshaped(&mut self, x: &Array<f64>, a: &Table) {
        let len = a.elements.len();
        let first = (1..=len.min(6))
            .rev()
            .find(|first| len.is_multiple_of(*first))
            .unwrap_or(1);
        let lengths = match self.rng.below(3) {
            0 => vec![len],
            1 => vec![first, len / first],
            _ => vec![len / first, 1, first],
        };
        let elements = a.elements.clone();
        let array = x.reshape(dims(&lengths));
        self.add(
            array,
            Table {
                dims: lengths,
                elements,
            },
        );
    }

    /// A row with each row of a table, or a column with each column.
    fn broadcast(&mut self, x: &Array<f64>, a: &Table) {
        if a.dims.len() != 2 {
            return;
        }
        let lines: Vec<_> = self
            .values
            .iter()
            .filter(|(_, b)| b.dims.len() == 1)
            .collect();
        if lines.is_empty() {
            return;
        }
        let (y, b) = (*self.rng.pick(&lines)).clone();
        let (rows, columns) = (a.dims[0], a.dims[1]);
        let len = b.dims[0];
        if len == columns {
            let table = Table::by(a.dims.clone(), |i| (a.get(i) + b.elements[i[1]]) % BOUND);
            self.add((x + y.at(s![new, ..])) % BOUND, table);
        }
        if len == rows {
            let table = Table::by(a.dims.clone(), |i| (a.get(i) - b.elements[i[0]]) % BOUND);
            self.add((x - y.at(s![.., new])) % BOUND, table);
        }
        if len < 40 {
            let table = Table::by(vec![len, len], |i| {
                (b.elements[i[0]] * b.elements[i[1]]) % BOUND
            });
            let doubled = &y * 1.0;
            self.add((doubled.at(s![.., new]) * y.at(s![new, ..])) % BOUND, table);
        }
    }

    fn folded(&mut self, x: &Array<f64>, a: &Table) {
        if a.dims.len() < 2 {
            return;
        }
        let axis = self.rng.below(a.dims.len());
        let (array, seed, f): (_, f64, fn(f64, f64) -> f64) = match self.rng.below(3) {
            0 => (x.sum_axis(axis) % BOUND, 0.0, |a, b| a + b),
            1 => (
                x.minimum(9.0).max_axis(axis).maximum(-1000.0),
                -1000.0,
                |a, b| a.max(b.min(9.0)),
            ),
            _ => (x.abs().min_axis(axis).minimum(1000.0), 1000.0, |a, b| {
                a.min(b.abs())
            }),
        };
        let table = Table::by(a.without(axis), |index| {
            let along = (0..a.dims[axis]).map(|at| {
                let mut index = index.to_vec();
                index.insert(axis, at);
                a.get(&index)
            });
            along.fold(seed, f) % BOUND
        });
        self.add(array, table);
    }

    fn update(&mut self, x: &Array<f64>, a: &Table) {
        let axes = self.axes(a);
        let said: Vec<Axis> = axes.iter().map(|(_, axis)| *axis).collect();
        let said = sections(&said);
        let table = Table::by(a.dims.clone(), |index| {
            let mut places = index.iter().zip(&axes);
            match places.all(|(at, (places, _))| places.contains(at)) {
                true => -a.get(index),
                false => a.get(index),
            }
        });
        self.add(x.with(said.clone(), -x.at(said)), table);
    }

    /// One element, and a fold of all, with all elements.
    fn number(&mut self, x: &Array<f64>, a: &Table) {
        if a.elements.is_empty() {
            return;
        }
        let index: Vec<usize> = a.dims.iter().map(|len| self.rng.below(*len)).collect();
        let said: Vec<Axis> = index.iter().map(|at| Axis::Index(*at as i64)).collect();
        let sum = a.elements.iter().sum::<f64>() % BOUND;
        let one = a.get(&index);
        let elements = a
            .elements
            .iter()
            .map(|a| (a + one * 2.0 - sum) % BOUND)
            .collect();
        let dims = a.dims.clone();
        let array = (x + x.at(sections(&said)) * 2.0 - x.sum() % BOUND) % BOUND;
        self.add(array, Table { dims, elements });
    }
}

impl crate::Program for Program {
    const STEPS: usize = 20;

    fn new(seed: u64) -> Program {
        let mut rng = Rng::of(31, seed);
        let axes = 1 + rng.below(4);
        let lengths: Vec<usize> = (0..axes)
            .map(|_| match rng.below(8) {
                0 => rng.below(2),
                1 if axes < 3 => 100 + rng.below(60),
                _ => 1 + rng.below(6),
            })
            .collect();
        let mut program = Program {
            rng,
            values: Vec::new(),
            text: format!("{lengths:?}"),
        };
        for _ in 0..2 {
            let rng = &mut program.rng;
            let table = Table::by(lengths.clone(), |_| rng.below(200) as f64 - 100.0);
            let array = Array::from_shape(dims(&lengths), table.elements.clone());
            program.values.push((array, table));
        }
        program
    }

    fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn step(&mut self) {
        let kind = self.rng.below(11);
        self.text.push_str(&format!(" {kind}"));
        let (x, a) = self.rng.pick(&self.values).clone();
        match kind {
            0..=2 => self.arithmetic(&x, &a),
            3 | 4 => self.section(&x, &a),
            5 => self.permuted(&x, &a),
            6 => self.reshaped(&x, &a),
            7 => self.broadcast(&x, &a),
            8 => self.folded(&x, &a),
            9 => self.update(&x, &a),
            _ => self.number(&x, &a),
        }
    }

    /// Asks for some of the values, in any order; the others are dropped before that.
    fn check(mut self, seed: u64) {
        for index in (1..self.values.len()).rev() {
            if self.rng.percent(40) {
                self.values.swap_remove(index);
            }
        }
        if self.rng.percent(30) {
            let all = eval_all(self.values.iter().map(|(array, _)| array));
            all.unwrap_or_else(|error| panic!("{error}: program {seed}: {}", self.text));
        }
        for index in self.rng.permutation(self.values.len()) {
            let (array, table) = &self.values[index];
            let text = format!("program {seed}: {}: {:?}", self.text, table.dims);
            assert_eq!(array.dims(), Some(dims(&table.dims)), "{text}");
            let found = array.to_vec();
            let found = found.unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(found, table.elements, "{text}");
        }
    }
}
