//! Random expressions over the elements of arrays of one shape, whose text is that of both languages.

use std::collections::BTreeSet;

use super::{Named, Program, Type};

/// An expression that is being written.
pub(crate) struct Expression {
    /// The arrays that it reads, by their numbers.
    pub(crate) reads: BTreeSet<usize>,
    group: usize,
    /// True if its value must be one whose sums are the same in any order.
    is_exact: bool,
}

/// A part of an expression.
struct Part {
    text: String,
    /// False for a literal alone, which has no methods in Rust.
    has_type: bool,
}

impl Part {
    fn of(text: String) -> Part {
        Part {
            text,
            has_type: true,
        }
    }
}

impl Expression {
    pub(crate) fn new(group: usize, is_exact: bool) -> Expression {
        Expression {
            reads: BTreeSet::new(),
            group,
            is_exact,
        }
    }
}

impl Program {
    /// An expression of a type that reads one array or more.
    pub(crate) fn expression(&mut self, own: &mut Expression, ty: Type) -> String {
        let depth = self.rng.within(1, 3);
        let text = loop {
            own.reads.clear();
            let part = match ty {
                Type::Float => self.float(own, depth),
                Type::Integer => self.integer(own, depth),
                Type::Mask => self.mask(own, depth),
            };
            // Some of what was drawn is not used.
            let words: BTreeSet<&str> = part.text.split(|c: char| !c.is_alphanumeric()).collect();
            own.reads
                .retain(|at| words.contains(&self.arrays[*at].name[..]));
            if !own.reads.is_empty() {
                break part.text;
            }
        };
        match ty {
            Type::Float if own.is_exact => format!("({text}) % 1009.0"),
            Type::Integer => format!("({text}) % 1009"),
            _ => text,
        }
    }

    /// An array of the shape or a number of a type.
    fn named(&mut self, own: &mut Expression, ty: Type) -> Option<Part> {
        let fits = |named: &Named| named.ty == ty && (named.is_exact || !own.is_exact);
        let of_shape = |named: &Named| named.group == Some(own.group);
        let arrays = self.arrays.iter().enumerate();
        let arrays: Vec<usize> = arrays
            .filter(|(_, named)| fits(named) && of_shape(named))
            .map(|(at, _)| at)
            .collect();
        let numbers: Vec<&Named> = self.numbers.iter().filter(|named| fits(named)).collect();
        if !numbers.is_empty() && (arrays.is_empty() || self.rng.percent(15)) {
            return Some(Part::of(self.rng.pick(&numbers).name.clone()));
        }
        if arrays.is_empty() {
            return None;
        }
        let at = *self.rng.pick(&arrays);
        own.reads.insert(at);
        Some(Part::of(self.arrays[at].name.clone()))
    }

    fn literal(&mut self, ty: Type, is_exact: bool) -> Part {
        let has_type = self.rng.percent(25);
        let text = match (ty, is_exact) {
            (Type::Mask, _) => {
                let text = self.rng.pick(&["true", "false"]);
                return Part::of((*text).to_owned());
            }
            (Type::Integer, _) => *self.rng.pick(&["1", "2", "7", "13"]),
            (Type::Float, true) => *self.rng.pick(&["1.0", "2.0", "3.0", "16.0"]),
            (Type::Float, false) => *self.rng.pick(&["0.5", "2.0", "1e-3", "0.1", "3.75"]),
        };
        let suffix = if has_type { ty.name() } else { "" };
        Part {
            text: format!("{text}{suffix}"),
            has_type,
        }
    }

    fn leaf(&mut self, own: &mut Expression, ty: Type) -> Part {
        if self.rng.percent(20) {
            return self.literal(ty, own.is_exact);
        }
        let named = self.named(own, ty);
        named.unwrap_or_else(|| self.literal(ty, own.is_exact))
    }

    /// A float that has a type, so that it has methods.
    fn receiver(&mut self, own: &mut Expression, depth: usize) -> String {
        let part = self.float(own, depth);
        match part.has_type {
            true => part.text,
            false => format!("({} as f64)", part.text),
        }
    }

    fn float(&mut self, own: &mut Expression, depth: usize) -> Part {
        if depth == 0 {
            return self.leaf(own, Type::Float);
        }
        let below = depth - 1;
        let kinds = if own.is_exact { 7 } else { 12 };
        match self.rng.below(kinds) {
            0 | 1 => {
                let (a, b) = (self.float(own, below), self.float(own, below));
                let sign = self.rng.pick(&["+", "-", "*"]);
                Part {
                    text: format!("({} {sign} {})", a.text, b.text),
                    has_type: a.has_type || b.has_type,
                }
            }
            2 => {
                let (a, b) = (self.receiver(own, below), self.float(own, below));
                let name = self.rng.pick(&["min", "max"]);
                Part::of(format!("{a}.{name}({})", b.text))
            }
            3 => {
                let a = self.receiver(own, below);
                let name = self.rng.pick(&["abs", "floor", "round", "ceil", "trunc"]);
                Part::of(format!("{a}.{name}()"))
            }
            4 => {
                let condition = self.mask(own, below);
                let (a, b) = (self.float(own, below), self.float(own, below));
                Part {
                    text: format!(
                        "(if {} {{ {} }} else {{ {} }})",
                        condition.text, a.text, b.text
                    ),
                    has_type: a.has_type || b.has_type,
                }
            }
            5 => {
                let a = self.integer(own, 0);
                Part::of(format!("({} as f64)", a.text))
            }
            6 => {
                let a = self.float(own, below);
                Part {
                    text: format!("(-{})", a.text),
                    ..a
                }
            }
            7 | 8 => {
                let (a, b) = (self.float(own, below), self.receiver(own, 0));
                Part::of(format!("({} / ({b}.abs() + 0.5))", a.text))
            }
            9 => {
                let a = self.receiver(own, below);
                let name = self
                    .rng
                    .pick(&["sin", "cos", "tanh", "atan", "cbrt", "asinh"]);
                Part::of(format!("{a}.{name}()"))
            }
            10 => {
                let a = self.receiver(own, below);
                Part::of(match self.rng.below(3) {
                    0 => format!("{a}.min(3.0).exp()"),
                    1 => format!("({a}.abs() + 1.0).ln()"),
                    _ => format!("{a}.abs().sqrt()"),
                })
            }
            _ => {
                let (a, b) = (self.receiver(own, below), self.receiver(own, 0));
                Part::of(match self.rng.below(3) {
                    0 => format!("{a}.atan2({b})"),
                    1 => format!("{a}.hypot({b})"),
                    _ => format!("{a}.abs().powf({b}.min(2.0))"),
                })
            }
        }
    }

    fn integer(&mut self, own: &mut Expression, depth: usize) -> Part {
        if depth == 0 {
            return match self.named(own, Type::Integer) {
                Some(named) => named,
                None => self.literal(Type::Integer, true),
            };
        }
        let below = depth - 1;
        let (a, b) = (self.integer(own, below), self.integer(own, below));
        let (is_literal, has_type) = (!a.has_type, a.has_type || b.has_type);
        let (a, b) = (a.text, b.text);
        let text = match self.rng.below(8) {
            1 => format!("({a} - {b})"),
            2 => format!("({a} % 13 * {b})"),
            // Of two literals it is a mistake in a formula.
            3 if !is_literal => format!("({a} / 9)"),
            0 | 3 => format!("({a} + {b})"),
            4 => {
                // Between numbers `^` is a mistake in a formula.
                let sign = self.rng.pick(&["&", "|"]);
                format!("({a} {sign} {b})")
            }
            5 => {
                let condition = self.mask(own, below);
                format!("(if {} {{ {a} }} else {{ {b} }})", condition.text)
            }
            6 => format!("({a} % 7)"),
            _ => {
                let a = if has_type { a } else { format!("({a} as i64)") };
                return Part::of(format!("({a}).max({b})"));
            }
        };
        Part { text, has_type }
    }

    fn mask(&mut self, own: &mut Expression, depth: usize) -> Part {
        if depth == 0 && self.rng.percent(40) {
            return self.leaf(own, Type::Mask);
        }
        let below = depth.saturating_sub(1);
        // A comparison may depend on all bits of its operands.
        let is_exact = std::mem::replace(&mut own.is_exact, false);
        let text = match self.rng.below(5) {
            0 | 1 => {
                let (a, b) = (self.float(own, below), self.float(own, 0));
                let sign = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {sign} {})", a.text, b.text)
            }
            2 => {
                let (a, b) = (self.integer(own, below), self.integer(own, 0));
                let sign = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {sign} {})", a.text, b.text)
            }
            3 => {
                let (a, b) = (self.mask(own, below), self.mask(own, 0));
                let sign = self.rng.pick(&["&&", "||", "^"]);
                format!("({} {sign} {})", a.text, b.text)
            }
            _ => format!("(!{})", self.mask(own, below).text),
        };
        own.is_exact = is_exact;
        Part::of(text)
    }
}
