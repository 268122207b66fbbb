//! Random programs on arrays of one dimension: each operation is done on vectors as soon as
//! it is drawn, by nothing that arrays use.

use std::rc::Rc;

use fusus_lazy::{Array, Section};
use fusus_rng::Rng;

/// A value of a program, and its elements by the reference. Values of one group have one length.
#[derive(Clone)]
struct Value<T> {
    array: Array<T>,
    elements: Vec<T>,
    group: usize,
}

/// A mask with the group of the elements that it keeps.
#[derive(Clone)]
struct Mask {
    own: Value<bool>,
    kept: usize,
}

/// A number of a program.
#[derive(Clone)]
struct Number {
    array: Array<f64>,
    value: f64,
}

/// A program that is being drawn. Numbers are integers below some thousands, so that sums come out
/// the same in any order.
pub(crate) struct Program {
    rng: Rng,
    floats: Vec<Value<f64>>,
    integers: Vec<Value<i64>>,
    masks: Vec<Mask>,
    numbers: Vec<Number>,
    groups: usize,
    text: Vec<String>,
}

const BOUND: f64 = 1009.0;

/// The elements of both where a condition holds.
fn kept<T: Copy>(elements: &[T], mask: &[bool]) -> Vec<T> {
    let both = elements.iter().zip(mask);
    both.filter(|(_, mask)| **mask)
        .map(|(element, _)| *element)
        .collect()
}

impl Program {
    fn float(&mut self, array: Array<f64>, elements: Vec<f64>, group: usize) {
        self.floats.push(Value {
            array,
            elements,
            group,
        });
    }

    fn integer(&mut self, array: Array<i64>, elements: Vec<i64>, group: usize) {
        self.integers.push(Value {
            array,
            elements,
            group,
        });
    }

    fn mask(&mut self, array: Array<bool>, elements: Vec<bool>, group: usize) {
        self.groups += 1;
        let own = Value {
            array,
            elements,
            group,
        };
        self.masks.push(Mask {
            own,
            kept: self.groups - 1,
        });
    }

    /// A value, and another one of its length.
    fn two(&mut self) -> (Value<f64>, Value<f64>) {
        let a = self.rng.pick(&self.floats).clone();
        let others: Vec<&Value<f64>> = self.floats.iter().filter(|b| b.group == a.group).collect();
        let b = (*self.rng.pick(&others)).clone();
        (a, b)
    }

    fn arithmetic(&mut self) {
        let (a, b) = self.two();
        let (x, y) = (&a.array, &b.array);
        let (array, f): (Array<f64>, fn(f64, f64) -> f64) = match self.rng.below(6) {
            0 => ((x + y) % BOUND, |a, b| (a + b) % BOUND),
            1 => (x - y, |a, b| a - b),
            2 => ((x * y) % BOUND, |a, b| (a * b) % BOUND),
            3 => ((x * y + x) % BOUND, |a, b| (a * b + a) % BOUND),
            4 => (x.minimum(y).abs(), |a, b| a.min(b).abs()),
            _ => (-x.maximum(y), |a, b| -a.max(b)),
        };
        let array = array % BOUND;
        let elements = a
            .elements
            .iter()
            .zip(&b.elements)
            .map(|(a, b)| f(*a, *b) % BOUND);
        let elements = elements.collect();
        self.float(array, elements, a.group);
    }

    fn with_number(&mut self) {
        let a = self.rng.pick(&self.floats).clone();
        let number = match self.numbers.is_empty() {
            true => Number {
                array: Array::number(3.0),
                value: 3.0,
            },
            false => self.rng.pick(&self.numbers).clone(),
        };
        let array = (&a.array + &number.array) % BOUND;
        let elements = a
            .elements
            .iter()
            .map(|a| (a + number.value) % BOUND)
            .collect();
        self.float(array, elements, a.group);
        let array = (&number.array * 2.0 - 1.0) % BOUND;
        self.numbers.push(Number {
            array,
            value: (number.value * 2.0 - 1.0) % BOUND,
        });
    }

    fn compare(&mut self) {
        let (a, b) = self.two();
        let (array, f): (Array<bool>, fn(f64, f64) -> bool) = match self.rng.below(4) {
            0 => (a.array.lt(&b.array), |a, b| a < b),
            1 => (a.array.ge(0.0), |a, _| a >= 0.0),
            2 => (a.array.ne(&b.array) & b.array.gt(-5.0), |a, b| {
                a != b && b > -5.0
            }),
            _ => (!a.array.eq(&b.array), |a, b| a != b),
        };
        let elements = a
            .elements
            .iter()
            .zip(&b.elements)
            .map(|(a, b)| f(*a, *b))
            .collect();
        self.mask(array, elements, a.group);
    }

    fn some_mask(&mut self) -> Option<Mask> {
        match self.masks.is_empty() {
            true => None,
            false => Some(self.rng.pick(&self.masks).clone()),
        }
    }

    fn of_group(&mut self, group: usize) -> Option<Value<f64>> {
        let all: Vec<&Value<f64>> = self.floats.iter().filter(|a| a.group == group).collect();
        match all.is_empty() {
            true => None,
            false => Some((*self.rng.pick(&all)).clone()),
        }
    }

    fn select(&mut self) {
        let Some(mask) = self.some_mask() else { return };
        let group = mask.own.group;
        let (Some(a), Some(b)) = (self.of_group(group), self.of_group(group)) else {
            return;
        };
        let array = mask.own.array.select(&a.array, &b.array);
        let pairs = a.elements.iter().zip(&b.elements).zip(&mask.own.elements);
        let elements = pairs
            .map(|((a, b), mask)| if *mask { *a } else { *b })
            .collect();
        self.float(array, elements, group);
    }

    fn keep(&mut self) {
        let Some(mask) = self.some_mask() else { return };
        let Some(a) = self.of_group(mask.own.group) else {
            return;
        };
        let elements = kept(&a.elements, &mask.own.elements);
        self.float(a.array.keep(&mask.own.array), elements, mask.kept);
    }

    fn reduce(&mut self) {
        let a = self.rng.pick(&self.floats).clone();
        let (array, value) = match self.rng.below(5) {
            0 => (a.array.sum(), a.elements.iter().sum()),
            1 => (
                a.array.minimum(BOUND).min(),
                a.elements.iter().fold(f64::INFINITY, |a, b| a.min(*b)),
            ),
            2 => (
                a.array.max(),
                a.elements.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b)),
            ),
            3 => (
                a.array.fold(1.0, f64::max),
                a.elements.iter().fold(1.0, |a: f64, b| a.max(*b)),
            ),
            _ => (
                (&a.array * &a.array).sum(),
                a.elements.iter().map(|a| a * a).sum(),
            ),
        };
        let (array, value) = match value.is_finite() {
            true => (array % BOUND, value % BOUND),
            false => (Array::number(1.0), 1.0),
        };
        self.numbers.push(Number { array, value });
    }

    fn scan(&mut self) {
        let a = self.rng.pick(&self.floats).clone();
        let (array, f): (Array<f64>, fn(f64, f64) -> f64) = match self.rng.below(3) {
            0 => (a.array.scan_sum() % BOUND, |a, b| a + b),
            1 => (a.array.scan_max(), f64::max),
            _ => (a.array.scan(0.0, |a, b| a.min(b)), f64::min),
        };
        let is_sum = f(1.0, 1.0) == 2.0;
        let is_max = !is_sum && f(0.0, 1.0) == 1.0;
        let mut state = if is_max { f64::NEG_INFINITY } else { 0.0 };
        let elements = a.elements.iter().map(|a| {
            state = f(state, *a);
            if is_sum { state % BOUND } else { state }
        });
        let elements = elements.collect();
        self.float(array, elements, a.group);
    }

    fn section(&mut self) {
        let a = self.rng.pick(&self.floats).clone();
        let len = a.elements.len();
        let start = self.rng.below(len.min(5) + 1);
        let end = len - self.rng.below((len - start).min(3) + 1);
        let step = *self.rng.pick(&[1, 1, 1, 2, -1, -3]);
        let section = match self.rng.percent(50) {
            true => Section::from(start as i64..end as i64).by(step),
            false => Section::from(start as i64..end as i64).by(1),
        };
        let step = if section == Section::from(start as i64..end as i64) {
            1
        } else {
            step
        };
        let chosen = &a.elements[start..end];
        let elements: Vec<f64> = match step < 0 {
            true => chosen
                .iter()
                .rev()
                .step_by(step.unsigned_abs() as usize)
                .copied()
                .collect(),
            false => chosen.iter().step_by(step as usize).copied().collect(),
        };
        self.groups += 1;
        let group = self.groups - 1;
        self.float(a.array.at(section), elements.clone(), group);
        let doubled = elements.iter().map(|x| (x * 2.0) % BOUND).collect();
        self.float((a.array.at(section) * 2.0) % BOUND, doubled, group);
    }

    fn gather(&mut self) {
        let data = self.rng.pick(&self.floats).clone();
        let indices = self.rng.pick(&self.integers).clone();
        let len = data.elements.len() as i64;
        if len == 0 {
            return;
        }
        let array = (&indices.array % len + len) % len;
        let wanted = indices.elements.iter().map(|i| i.rem_euclid(len) as usize);
        let elements = wanted.map(|i| data.elements[i]).collect();
        self.float(data.array.gather(&array), elements, indices.group);
    }

    fn integers(&mut self) {
        let a = self.rng.pick(&self.integers).clone();
        let array = (&a.array * 7 + 3) % 101;
        let elements: Vec<i64> = a.elements.iter().map(|a| (a * 7 + 3) % 101).collect();
        let floats = elements.iter().map(|a| *a as f64).collect();
        self.float(array.cast::<f64>(), floats, a.group);
        self.integer(array, elements, a.group);
    }

    fn update(&mut self) {
        let a = self.rng.pick(&self.floats).clone();
        let len = a.elements.len();
        let start = self.rng.below(len.min(5) + 1);
        let end = start + self.rng.below(len - start + 1);
        let section = Section::from(start as i64..end as i64);
        let mut elements = a.elements.clone();
        let array = match self.rng.percent(50) {
            true => {
                elements[start..end].fill(4.0);
                a.array.with(section, 4.0)
            }
            false => {
                elements[start..end].iter_mut().for_each(|x| *x = -*x);
                a.array.with(section, -a.array.at(section))
            }
        };
        self.float(array, elements, a.group);
    }
}

impl crate::Program for Program {
    const STEPS: usize = 25;

    fn new(seed: u64) -> Program {
        let mut rng = Rng::of(27, seed);
        let len = match rng.below(5) {
            0 => rng.below(4),
            1 => 1020 + rng.below(10),
            2 => 40_000 + rng.below(100),
            _ => rng.below(3000),
        };
        let mut program = Program {
            rng,
            floats: Vec::new(),
            integers: Vec::new(),
            masks: Vec::new(),
            numbers: Vec::new(),
            groups: 1,
            text: vec![format!("length {len}")],
        };
        for _ in 0..2 {
            let floats: Vec<f64> = (0..len)
                .map(|_| program.rng.below(200) as f64 - 100.0)
                .collect();
            let integers: Vec<i64> = (0..len)
                .map(|_| program.rng.below(200) as i64 - 100)
                .collect();
            program.float(Array::from_vec(floats.clone()), floats, 0);
            program.integer(Array::from_vec(integers.clone()), integers, 0);
        }
        program
    }

    fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn step(&mut self) {
        let kind = self.rng.below(17);
        self.text.push(format!("{kind}"));
        match kind {
            0..=3 => self.arithmetic(),
            4 => self.with_number(),
            5 | 6 => self.compare(),
            7 => self.select(),
            8 | 9 => self.keep(),
            10 | 11 => self.reduce(),
            12 => self.scan(),
            13 => self.section(),
            14 => self.gather(),
            15 => self.integers(),
            _ => self.update(),
        }
    }

    /// Asks for some of the values, in any order; the others are dropped before that.
    fn check(mut self, seed: u64) {
        let text = Rc::new(self.text.join(" "));
        for index in (1..self.floats.len()).rev() {
            if self.rng.percent(40) {
                self.floats.swap_remove(index);
            }
        }
        let order = self.rng.permutation(self.floats.len());
        for index in order {
            let value = &self.floats[index];
            let found = value
                .array
                .to_vec()
                .unwrap_or_else(|error| panic!("{error}: {seed}: {text}"));
            assert_eq!(found, value.elements, "program {seed}: {text}");
        }
        for mask in &self.masks {
            assert_eq!(
                mask.own.array.to_vec().as_ref(),
                Ok(&mask.own.elements),
                "{seed}: {text}"
            );
        }
        for number in &self.numbers {
            assert_eq!(
                number.array.item(),
                Ok(number.value),
                "program {seed}: {text}"
            );
        }
    }
}
