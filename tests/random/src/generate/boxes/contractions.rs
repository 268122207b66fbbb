//! Sums of products over random subscripts, and the same of other semirings.

use super::{INDICES, Maker, ROOM, Side, Size, Value, element};

/// The most positions of all indices of a contraction together: the interpreter goes through them.
const POSITIONS: usize = 60_000;

/// The way in which factors are combined, and terms are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Semiring {
    Sum,
    Least,
    Most,
    Bits,
}

/// An index, and the axes that it goes along.
#[derive(Clone, Copy, Debug)]
struct Index {
    name: &'static str,
    side: Side,
    /// Set if the result has it.
    is_free: bool,
}

impl Maker<'_> {
    /// `generate(|i, k| sum(|j| a[[i, j]] * b[[j, k]] * c[j]))`
    pub(super) fn contraction(&mut self) -> Option<()> {
        let semiring = *self.rng.pick(&[
            Semiring::Sum,
            Semiring::Sum,
            Semiring::Sum,
            Semiring::Least,
            Semiring::Most,
            Semiring::Bits,
        ]);
        let count = self.rng.weighted(&[(30, 2), (40, 3), (20, 4), (10, 5)]);
        let float = match (semiring, count) {
            (Semiring::Sum, 2) => *self.rng.pick(&[None, Some("f32"), Some("f64")]),
            (Semiring::Sum, _) => *self.rng.pick(&[None, Some("f64")]),
            (Semiring::Bits, _) => None,
            // Only floats have the neutral element of these.
            _ => *self.rng.pick(&[None, Some("f32"), Some("f64")]),
        };
        let mut indices: Vec<Index> = Vec::new();
        let (mut lines, mut uses, mut factors) = (String::new(), Vec::new(), Vec::new());
        for number in 0..count {
            let value = self.any();
            let at = self.subscripts(&value, &mut indices)?;
            uses.push(value.step);
            // Small, so that nothing overflows in any order, and floats are exact.
            let small = match float {
                Some(float) => format!("(x % 4) as {float}"),
                None => "x % 4".to_owned(),
            };
            let own = format!("#{}", value.step);
            factors.push(match float.is_none() && self.rng.percent(30) {
                true => format!("({} % 4)", element(&own, &at)),
                false => {
                    lines.push_str(&format!("let #f{number} = map(|x| {small}, {own});\n"));
                    element(&format!("#f{number}"), &at)
                }
            });
        }
        if self.rng.percent(20) {
            let weight = match float {
                Some(float) => format!("2.0{float}"),
                None => "2".to_owned(),
            };
            let at = self.rng.below(factors.len() + 1);
            factors.insert(at, weight);
        }
        let all: usize = indices.iter().map(|index| index.side.most).product();
        let free: Vec<Index> = indices.iter().copied().filter(|one| one.is_free).collect();
        let summed = indices.iter().filter(|index| !index.is_free);
        let summed: Vec<&str> = summed.map(|index| index.name).collect();
        let results: usize = free.iter().map(|index| index.side.most).product();
        if free.is_empty() || summed.is_empty() || all > POSITIONS || results > ROOM {
            return None;
        }
        let order = self.rng.permutation(free.len());
        let free: Vec<Index> = order.into_iter().map(|at| free[at]).collect();
        let summed = summed.join(", ");
        let fold = match semiring {
            Semiring::Sum => format!("sum(|{summed}| {})", factors.join(" * ")),
            Semiring::Least | Semiring::Most => {
                let is_least = semiring == Semiring::Least;
                let start = match (float, is_least) {
                    (Some(float), true) => format!("{float}::INFINITY"),
                    (Some(float), false) => format!("{float}::NEG_INFINITY"),
                    (None, true) => "900".to_owned(),
                    (None, false) => "-900".to_owned(),
                };
                let operator = format!(
                    "{}::{}",
                    float.unwrap_or("i64"),
                    if is_least { "min" } else { "max" }
                );
                let term = factors.join(" + ");
                format!("fold({start}, {operator}, |{summed}| {term})")
            }
            Semiring::Bits => {
                let term = factors.join(" & ");
                format!("fold(0, |a, b| a | b, |{summed}| {term})")
            }
        };
        let names: Vec<&str> = free.iter().map(|index| index.name).collect();
        let names = names.join(", ");
        let sides: Vec<Side> = free.iter().map(|index| index.side).collect();
        let text = match float {
            Some(_) => format!(
                "{lines}let #g = generate(|{names}| {fold});\n\
                 let # = map(|x| (x as i64) & 4095, #g);"
            ),
            None => format!("{lines}let # = generate(|{names}| {fold} & 4095);"),
        };
        self.add(&text, &uses, sides);
        Some(())
    }

    /// An index for each axis of an array, of those that there are or new ones.
    fn subscripts(&mut self, value: &Value, indices: &mut Vec<Index>) -> Option<Vec<String>> {
        let mut at = Vec::new();
        for side in &value.sides {
            if !side.is_whole() || side.size == Size::Late {
                return None;
            }
            let same = indices.iter().filter(|index| index.side == *side);
            let same: Vec<&str> = same.map(|index| index.name).collect();
            let is_known = !same.is_empty() && self.rng.percent(70);
            let name = match is_known {
                true => *self.rng.pick(&same),
                false => {
                    let name = *INDICES.get(indices.len())?;
                    let is_free = self.rng.percent(55);
                    indices.push(Index {
                        name,
                        side: *side,
                        is_free,
                    });
                    name
                }
            };
            at.push(name.to_owned());
        }
        Some(at)
    }
}
