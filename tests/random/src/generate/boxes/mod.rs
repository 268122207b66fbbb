//! Statements over arrays of up to six axes: tables, subscripts of all kinds, paddings, folds, prefixes,
//! recurrences, sums of products, programs over lanes, windows and chunks.
//!
//! The sizes of axes are those of a few elements of sequences of the program, so that nothing is known
//! of them, and nothing is long. Elements are small integers.

mod computed;
mod contractions;
mod in_place;
mod lanes;
mod parts;
mod reads;

use super::{Generator, New};
use crate::program::{ArrayId, Boxes, Class, Op, Out, Step};
use crate::ty::{Prim, Ty};
use fusus_rng::Rng;

/// The names of indices.
const INDICES: [&str; 7] = ["i", "j", "k", "l", "m", "n", "o"];

/// The most elements of an array.
const ROOM: usize = 12_000;

/// The size of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// The size of the axis of this number.
    Axis(usize),
    /// A literal.
    Literal(usize),
    /// One that the program computes, at coordinates that it computes.
    Late,
}

/// The coordinates of an array along an axis: from `first` on, and without the last `cut` of the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    size: Size,
    first: isize,
    cut: isize,
    /// The most elements along it.
    most: usize,
}

impl Side {
    fn whole(size: Size, most: usize) -> Side {
        Side {
            size,
            first: 0,
            cut: 0,
            most,
        }
    }

    fn is_whole(&self) -> bool {
        self.size != Size::Late && (self.first, self.cut) == (0, 0)
    }
}

/// An array that a step makes.
#[derive(Clone, Debug)]
struct Value {
    step: usize,
    sides: Vec<Side>,
}

impl Value {
    fn most(&self) -> usize {
        self.sides.iter().map(|side| side.most).product()
    }
}

/// The steps so far.
struct Maker<'r> {
    rng: &'r mut Rng,
    steps: Vec<Step>,
    values: Vec<Value>,
    axes: usize,
}

impl Generator {
    /// A sequence that statements over several axes make.
    pub(super) fn boxes(&mut self) -> Option<Out> {
        let fits = |this: &Self, id: &ArrayId| {
            let prim = this.ty_of(*id).prim();
            prim.is_some_and(|prim| prim.is_int() || prim == Prim::Bool) && !this.is_rounded(*id)
        };
        let numbers: Vec<ArrayId> = self.live.clone();
        let numbers: Vec<ArrayId> = numbers.into_iter().filter(|id| fits(self, id)).collect();
        if numbers.is_empty() {
            return None;
        }
        let rank = self
            .rng
            .weighted(&[(2, 1), (8, 2), (7, 3), (3, 4), (1, 5), (1, 6)]);
        let caps: &[usize] = match rank {
            1 | 2 => &[1, 2, 5, 17, 33, 64, 100],
            3 => &[1, 2, 3, 7, 17, 20],
            4 => &[1, 2, 3, 5, 9],
            _ => &[1, 2, 3, 4],
        };
        let mut args = Vec::new();
        let mut maker = Maker {
            rng: &mut self.rng,
            steps: Vec::new(),
            values: Vec::new(),
            axes: 0,
        };
        for number in 0..maker.rng.within(1, 3) {
            args.push(*maker.rng.pick(&numbers));
            let most = *maker.rng.pick(caps);
            maker.base(number, most);
        }
        maker.table(rank)?;
        let count = maker.rng.within(1, 6);
        let mut attempts = 0;
        let before = maker.values.len();
        while maker.values.len() < before + count && attempts < 30 {
            maker.step(rank);
            attempts += 1;
        }
        let last = maker.values.last()?.clone();
        // Others have statements that nothing uses.
        let is_pruned = maker.rng.percent(80);
        let steps = maker.steps;
        let mut boxes = Boxes { args, steps };
        boxes.steps.truncate(last.step + 1);
        if is_pruned {
            boxes.prune();
        }
        let class = self.class(Class::Boxed(last.most()));
        let new = New::array(Ty::Prim(Prim::I64), class);
        self.push(Op::Boxes(boxes), vec![new], false)
    }
}

impl Maker<'_> {
    /// Adds a step of this text, in which `#` alone is its own name.
    fn add(&mut self, text: &str, uses: &[usize], sides: Vec<Side>) {
        // An index that has no position, as literals say, is a mistake.
        let is_empty = |side: &Side| {
            matches!(side.size, Size::Literal(size)
                if side.first.max(0) + side.cut.max(0) >= size.cast_signed())
        };
        if sides.iter().any(is_empty) {
            return;
        }
        let step = self.steps.len();
        self.steps.push(Step {
            text: own(text, step),
            uses: uses.to_vec(),
            is_sequence: sides.len() == 1,
            writes: false,
        });
        self.values.push(Value { step, sides });
    }

    /// Adds a step that is no array of numbers: an array that others read, or a scalar.
    fn add_beside(&mut self, text: &str, uses: &[usize]) -> usize {
        let step = self.steps.len();
        self.steps.push(Step {
            text: own(text, step),
            uses: uses.to_vec(),
            is_sequence: true,
            writes: false,
        });
        step
    }

    /// A size that no other axis has.
    fn axis(&mut self, most: usize) -> Side {
        self.axes += 1;
        Side::whole(Size::Axis(self.axes), most)
    }

    /// The first elements of a sequence.
    fn base(&mut self, arg: usize, most: usize) {
        let few =
            format!("let (_, #) = filter(|(place, _)| place < {most}, zip_with_index(@{arg}));");
        let few = self.add_beside(&few, &[]);
        let side = self.axis(most);
        let text = format!("let # = map(|x| ((x as i64) & 255) - 100, #{few});");
        self.add(&text, &[few], vec![side]);
    }

    /// An array of so many axes, of elements of sequences.
    fn table(&mut self, rank: usize) -> Option<()> {
        let bases = self.values.iter().filter(|value| value.sides.len() == 1);
        let bases: Vec<Value> = bases.cloned().collect();
        let (mut sides, mut reads, mut uses) = (Vec::new(), Vec::new(), Vec::new());
        let mut most = 1;
        for index in &INDICES[..rank] {
            let base = self.rng.pick(&bases).clone();
            if most * base.most() > ROOM {
                continue;
            }
            most *= base.most();
            reads.push(format!("#{}[{index}]", base.step));
            sides.push(base.sides[0]);
            uses.push(base.step);
        }
        // Indices of which nothing is read are left out.
        let indices: Vec<&str> = INDICES[..rank]
            .iter()
            .copied()
            .filter(|index| {
                reads
                    .iter()
                    .any(|read| read.ends_with(&format!("[{index}]")))
            })
            .collect();
        let body = self.combined(&reads, &indices);
        let text = format!("let # = generate(|{}| {body});", indices.join(", "));
        self.add(&text, &uses, sides);
        Some(())
    }

    /// Tries to add a step.
    fn step(&mut self, rank: usize) {
        match self.rng.below(60) {
            0..=12 => self.cells(),
            13..=18 => self.folds(),
            19..=21 => self.prefixes(),
            22..=24 => self.neighbours(),
            25..=30 => self.lanes(),
            31..=33 => self.recurrence(),
            34..=35 => self.windows(),
            36 => self.chunks(),
            37..=38 => self.flat(),
            39..=42 => self.computed(),
            43..=45 => self.sums_of_indices(),
            46..=47 => self.between(),
            48..=50 => self.pairs(),
            51..=58 => self.contraction(),
            _ => self.table(rank),
        };
    }

    /// A value, rather a late one.
    fn any(&mut self) -> Value {
        let count = self.values.len();
        let at = self.rng.below(count).max(self.rng.below(count));
        self.values[at].clone()
    }

    /// A value of several axes.
    fn several(&mut self) -> Option<Value> {
        let value = self.any();
        (value.sides.len() > 1).then_some(value)
    }

    /// An expression of all these, of small numbers.
    fn combined(&mut self, reads: &[String], indices: &[&str]) -> String {
        let mut whole = reads[0].clone();
        for read in &reads[1..] {
            whole = match self.rng.below(8) {
                0..=2 => format!("({whole} + {read})"),
                3..=4 => format!("({whole} - {read})"),
                5 => format!("(({whole} & 63) * ({read} & 31))"),
                6 => format!("({whole} ^ {read})"),
                _ => format!("(if {whole} > {read} {{ {read} }} else {{ {read} + 1 }})"),
            };
        }
        if !indices.is_empty() && self.rng.percent(15) {
            let index = self.rng.pick(indices);
            whole = format!("({whole} + {index} as i64)");
        }
        match self.rng.percent(30) {
            true => format!("({whole} & 4095) - 2000"),
            false => format!("{whole} & 4095"),
        }
    }
}

/// A text in which a step has its number.
fn own(text: &str, step: usize) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '#' && !chars.peek().is_some_and(char::is_ascii_digit) {
            out.push_str(&step.to_string());
        }
    }
    out
}

/// The name of an element: `#3[i]`, `#3[[i, j]]`.
fn element(array: &str, at: &[String]) -> String {
    match at {
        [one] => format!("{array}[{one}]"),
        several => format!("{array}[[{}]]", several.join(", ")),
    }
}

/// A list of sizes, offsets and the like: alone, or in brackets.
fn list(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}
