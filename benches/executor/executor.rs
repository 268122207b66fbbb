//! A list of typed instructions over blocks of numbers: what a fused loop is where no compiler is at
//! hand (numexpr, DuckDB; Kersten and others, *Everything You Always Wanted to Know About Compiled and
//! Vectorized Queries*, VLDB 2018).

/// The elements of a block: some registers of this length stay in the first-level cache.
pub(crate) const BLOCK: usize = 1024;

/// A value of a list: the result of an instruction, an array from outside, or a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// The result of an instruction, by its number.
    Result(usize),
    /// An input, and how far behind the position of the loop it is read.
    Input(usize, usize),
    /// A number.
    Number(f64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Absolute,
    Root,
    Exponential,
    Logarithm,
    /// `a * b + c`
    MultiplyAdd,
    /// `b` where `a > 0`, else `c`.
    IfPositive,
}

#[derive(Clone, Copy, Debug)]
struct Instruction {
    operation: Operation,
    operands: [Value; 3],
    /// The register of the result; an output behind them.
    place: usize,
}

/// Instructions in order. The results of the last ones are outputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    instructions: Vec<Instruction>,
    registers: usize,
    outputs: usize,
}

impl List {
    /// Adds an instruction; operands that it does not have are numbers.
    pub(crate) fn push(&mut self, operation: Operation, operands: &[Value]) -> Value {
        let mut all = [Value::Number(0.0); 3];
        all[..operands.len()].copy_from_slice(operands);
        self.instructions.push(Instruction {
            operation,
            operands: all,
            place: 0,
        });
        Value::Result(self.instructions.len() - 1)
    }

    /// Ends the list: these values are its outputs. A register is used again when nothing needs what
    /// is in it.
    pub(crate) fn finish(mut self, outputs: &[Value]) -> Self {
        let count = self.instructions.len();
        let mut last = vec![0; count];
        for (index, instruction) in self.instructions.iter().enumerate() {
            for value in instruction.operands {
                if let Value::Result(result) = value {
                    last[result] = index;
                }
            }
        }
        let output_of = |result| {
            outputs
                .iter()
                .position(|value| *value == Value::Result(result))
        };
        let mut places = vec![0; count];
        let mut free: Vec<usize> = Vec::new();
        for index in 0..count {
            if output_of(index).is_none() {
                places[index] = free.pop().unwrap_or_else(|| {
                    self.registers += 1;
                    self.registers - 1
                });
            }
            for value in self.instructions[index].operands {
                if let Value::Result(result) = value
                    && last[result] == index
                    && output_of(result).is_none()
                    && !free.contains(&places[result])
                {
                    free.push(places[result]);
                }
            }
        }
        for (index, place) in places.iter_mut().enumerate() {
            if let Some(output) = output_of(index) {
                *place = self.registers + output;
            }
        }
        for index in 0..count {
            self.instructions[index].place = places[index];
            for value in &mut self.instructions[index].operands {
                if let Value::Result(result) = value {
                    *result = places[*result];
                }
            }
        }
        self.outputs = outputs.len();
        self
    }

    /// Runs the list over all positions of the outputs.
    pub(crate) fn run(&self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        assert_eq!(outputs.len(), self.outputs);
        let length = outputs[0].len();
        let mut registers = vec![vec![0.0; BLOCK.min(length)]; self.registers];
        for at in (0..length).step_by(BLOCK) {
            let here = at..(at + BLOCK).min(length);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                unsafe { self.block_avx2(here, inputs, &mut registers, outputs) };
                continue;
            }
            self.block(here, inputs, &mut registers, outputs);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn block_avx2(
        &self,
        here: std::ops::Range<usize>,
        inputs: &[&[f64]],
        registers: &mut [Vec<f64>],
        outputs: &mut [&mut [f64]],
    ) {
        self.block(here, inputs, registers, outputs);
    }

    #[inline(always)]
    fn block(
        &self,
        here: std::ops::Range<usize>,
        inputs: &[&[f64]],
        registers: &mut [Vec<f64>],
        outputs: &mut [&mut [f64]],
    ) {
        let length = here.len();
        for instruction in &self.instructions {
            let mut taken = Vec::new();
            let mut written: &mut [f64] = &mut [];
            match instruction.place.checked_sub(registers.len()) {
                None => taken = std::mem::take(&mut registers[instruction.place]),
                Some(output) => written = std::mem::take(&mut outputs[output]),
            }
            let target = match taken.is_empty() {
                false => &mut taken[..length],
                true => &mut written[here.clone()],
            };
            let source = |value: &Value| match *value {
                Value::Number(number) => Source::Number(number),
                Value::Input(input, behind) => {
                    Source::Elements(&inputs[input][here.start + behind..here.end + behind])
                }
                Value::Result(place) => match place.checked_sub(registers.len()) {
                    None => Source::Elements(&registers[place][..length]),
                    Some(output) => Source::Elements(&outputs[output][here.clone()]),
                },
            };
            let [a, b, c] = &instruction.operands;
            apply(
                instruction.operation,
                target,
                source(a),
                source(b),
                source(c),
            );
            match instruction.place.checked_sub(registers.len()) {
                None => registers[instruction.place] = taken,
                Some(output) => outputs[output] = written,
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Elements(&'a [f64]),
    Number(f64),
}

#[inline(always)]
fn apply(operation: Operation, target: &mut [f64], a: Source<'_>, b: Source<'_>, c: Source<'_>) {
    match operation {
        Operation::Add => two(target, a, b, |a, b| a + b),
        Operation::Subtract => two(target, a, b, |a, b| a - b),
        Operation::Multiply => two(target, a, b, |a, b| a * b),
        Operation::Divide => two(target, a, b, |a, b| a / b),
        Operation::Absolute => one(target, a, f64::abs),
        Operation::Root => one(target, a, f64::sqrt),
        Operation::Exponential => one(target, a, fusus_math::f64::exp),
        Operation::Logarithm => one(target, a, fusus_math::f64::ln),
        Operation::MultiplyAdd => three(target, a, b, c, |a, b, c| a * b + c),
        Operation::IfPositive => three(target, a, b, c, |a, b, c| if a > 0.0 { b } else { c }),
    }
}

#[inline(always)]
fn one(target: &mut [f64], a: Source<'_>, f: impl Fn(f64) -> f64) {
    match a {
        Source::Elements(a) => target.iter_mut().zip(a).for_each(|(y, a)| *y = f(*a)),
        Source::Number(a) => target.fill(f(a)),
    }
}

#[inline(always)]
fn two(target: &mut [f64], a: Source<'_>, b: Source<'_>, f: impl Fn(f64, f64) -> f64) {
    match (a, b) {
        (Source::Elements(a), Source::Elements(b)) => {
            for ((y, a), b) in target.iter_mut().zip(a).zip(b) {
                *y = f(*a, *b);
            }
        }
        (a, Source::Number(b)) => one(target, a, |a| f(a, b)),
        (Source::Number(a), b) => one(target, b, |b| f(a, b)),
    }
}

#[inline(always)]
fn three(
    target: &mut [f64],
    a: Source<'_>,
    b: Source<'_>,
    c: Source<'_>,
    f: impl Fn(f64, f64, f64) -> f64,
) {
    match (a, b, c) {
        (Source::Elements(a), Source::Elements(b), Source::Elements(c)) => {
            for (((y, a), b), c) in target.iter_mut().zip(a).zip(b).zip(c) {
                *y = f(*a, *b, *c);
            }
        }
        (Source::Number(a), b, c) => two(target, b, c, |b, c| f(a, b, c)),
        (a, Source::Number(b), c) => two(target, a, c, |a, c| f(a, b, c)),
        (a, b, Source::Number(c)) => two(target, a, b, |a, b| f(a, b, c)),
    }
}
