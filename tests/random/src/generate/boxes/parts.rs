//! Folds along axes, prefixes, neighbours as arguments, recurrences, windows, chunks and sequences.

use super::reads::offset_of;
use super::{INDICES, Maker, ROOM, Side, Size, Value, element, list};

/// The operators of folds, with a start for each.
pub(super) const OPERATORS: [(&str, &str); 5] = [
    ("0", "|a, b| a + b"),
    ("i64::MIN", "i64::max"),
    ("5000", "i64::min"),
    ("0", "|a, b| a ^ b"),
    ("3", "|a, b| a + b"),
];

impl Maker<'_> {
    /// `generate(|i, k| sum(|j| …))`, and with a window in the place of an axis.
    pub(super) fn folds(&mut self) -> Option<()> {
        let value = self.several()?;
        let rank = value.sides.len();
        let axis = self.rng.below(rank);
        if self.rng.percent(35) {
            return self.window(&value, axis);
        }
        let mut inner = vec![axis];
        if rank > 2 && self.rng.percent(40) {
            inner.push((axis + 1) % rank);
        }
        let names: Vec<&str> = INDICES[..rank].to_vec();
        let at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut uses = vec![value.step];
        let mut reads = vec![element(&format!("#{}", value.step), &at)];
        // A neighbour along the axis, or an element of a sequence beside it.
        if self.rng.percent(30) {
            let mut beside = at.clone();
            beside[axis] = offset_of(names[axis], *self.rng.pick(&[1, -1, 2]));
            reads.push(element(&format!("#{}", value.step), &beside));
        } else if let Some(other) = self.along(&value.sides[axis]) {
            reads.push(format!("#{}[{}]", other.step, names[axis]));
            uses.push(other.step);
        }
        let outer: Vec<&str> = (0..rank)
            .filter(|axis| !inner.contains(axis))
            .map(|axis| names[axis])
            .collect();
        let sides: Vec<Side> = (0..rank)
            .filter(|axis| !inner.contains(axis))
            .map(|axis| value.sides[axis])
            .collect();
        let folded: Vec<&str> = inner.iter().map(|axis| names[*axis]).collect();
        let term = self.combined(&reads, &folded);
        let fold = self.folded("", &folded.join(", "), &term);
        let text = format!("let # = generate(|{}| {fold});", outer.join(", "));
        self.add(&text, &uses, sides);
        Some(())
    }

    /// A fold or a sum over an index.
    fn folded(&mut self, range: &str, index: &str, term: &str) -> String {
        let (start, operator) = *self.rng.pick(&OPERATORS);
        match self.rng.percent(45) {
            true => format!("sum({range}|{index}| {term}) & 4095"),
            false => format!("fold({start}, {operator}, {range}|{index}| {term}) & 4095"),
        }
    }

    /// A sequence along an axis.
    fn along(&mut self, side: &Side) -> Option<Value> {
        let fits = |value: &&Value| value.sides.len() == 1 && value.sides[0].size == side.size;
        let all: Vec<Value> = self.values.iter().filter(fits).cloned().collect();
        let is_known = side.size != Size::Late && !all.is_empty() && self.rng.percent(50);
        is_known.then(|| self.rng.pick(&all).clone())
    }

    /// A fold over a window along an axis.
    fn window(&mut self, value: &Value, axis: usize) -> Option<()> {
        let rank = value.sides.len();
        let names = &INDICES[..rank];
        let mut uses = vec![value.step];
        let padded = self.rng.percent(50);
        let width = self.rng.within(1, 4);
        let (range, late) = match self.rng.percent(60) {
            true => (format!("0..{width}, "), false),
            false => (format!("0..{}, ", self.scalar(&mut uses)), true),
        };
        let index = "u";
        let back = if padded { self.rng.below(3) } else { 0 };
        let mut at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        at[axis] = match back {
            0 => format!("{} + {index}", names[axis]),
            back => format!("{} + {index} - {back}", names[axis]),
        };
        let (line, array) = match padded {
            true => {
                let padding = self.padding();
                (
                    format!("let #p = pad({padding}, #{});\n", value.step),
                    "#p".to_owned(),
                )
            }
            false => (String::new(), format!("#{}", value.step)),
        };
        let mut sides = value.sides.clone();
        if !padded {
            let side = sides[axis];
            sides[axis] = match late || side.size == Size::Late {
                true => Side::whole(Size::Late, side.most),
                false => Side {
                    cut: side.cut + width.cast_signed() - 1,
                    ..side
                },
            };
        }
        let fold = self.folded(&range, index, &element(&array, &at));
        let text = format!("{line}let # = generate(|{}| {fold});", names.join(", "));
        self.add(&text, &uses, sides);
        Some(())
    }

    /// `generate(|i, j| sum(..=j, |t| …))`, along an axis or two.
    pub(super) fn prefixes(&mut self) -> Option<()> {
        let value = self.any();
        let names = &INDICES[..value.sides.len()];
        let axis = self.rng.below(names.len());
        let mut at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        at[axis] = "t".to_owned();
        let name = names[axis];
        let range = self.rng.weighted(&[(5, 0), (3, 1), (2, 2), (1, 3)]);
        let range = match range {
            0 => format!("..={name}, "),
            1 => format!("..{name}, "),
            2 => format!("{name}.., "),
            _ => format!("{name} + 1.., "),
        };
        let read = element(&format!("#{}", value.step), &at);
        let fold = self.folded(&range, "t", &read);
        let text = format!("let # = generate(|{}| {fold});", names.join(", "));
        self.add(&text, &[value.step], value.sides);
        Some(())
    }

    /// `map(|w| …, around(a, [0, 1]))`: some of the neighbours up to a distance along each axis.
    fn within(&mut self, value: &Value) {
        let mut sides = value.sides.clone();
        let mut array = format!("#{}", value.step);
        let padded = self.rng.percent(50);
        if padded {
            array = format!("pad({}, {array})", self.padding());
        }
        let (mut distances, mut all) = (Vec::new(), 1);
        for side in &mut sides {
            let mut distance: usize = self.rng.weighted(&[(6, 0), (3, 1), (1, 2)]);
            if all * (2 * distance + 1) > 27 {
                distance = 0;
            }
            all *= 2 * distance + 1;
            if !padded {
                side.first += distance.cast_signed();
                side.cut += distance.cast_signed();
            }
            distances.push(distance);
        }
        let mut parts = Vec::new();
        for _ in 0..self.rng.within(1, 3) {
            let at = distances.iter().map(|distance: &usize| {
                let position = self.rng.below(2 * distance + 1);
                format!("[{position}]")
            });
            parts.push(format!("w{}", at.collect::<String>()));
        }
        let body = self.combined(&parts, &[]);
        let text = format!("let # = map(|w| {body}, around({array}, {distances:?}));");
        self.add(&text, &[value.step], sides);
    }

    /// `map(|x, y| …, a, at(a, [0, 1]))`, or a picture of neighbours.
    pub(super) fn neighbours(&mut self) -> Option<()> {
        let value = self.any();
        let rank = value.sides.len();
        let name = format!("#{}", value.step);
        if rank <= 2 && self.rng.percent(40) {
            let padding = self.padding();
            let picture = match rank {
                1 => "[a, _, b]",
                _ => "[[_, a, _], [b, _, _], [_, _, c]]",
            };
            let parts = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
            let body = self.combined(&parts[..rank + 1], &[]);
            let text = format!("let # = map(|{picture}| {body}, around(pad({padding}, {name})));");
            self.add(&text, &[value.step], value.sides);
            return Some(());
        }
        if self.rng.percent(25) {
            self.within(&value);
            return Some(());
        }
        let mut uses = vec![value.step];
        let mut sides = value.sides.clone();
        let padded = self.rng.percent(50);
        let mut offsets = Vec::new();
        for side in &mut sides {
            if self.rng.percent(10) {
                offsets.push(self.scalar(&mut uses));
                if !padded {
                    *side = Side::whole(Size::Late, side.most);
                }
                continue;
            }
            let offset = self.rng.weighted(&[(50, 0), (20, 1), (20, -1), (10, 2)]);
            offsets.push(offset.to_string());
            if !padded {
                side.first = side.first.max(side.first - offset).max(0);
                side.cut = side.cut.max(side.cut + offset);
            }
        }
        let array = match padded {
            true => format!("pad({}, {name})", self.padding()),
            false => name.clone(),
        };
        let body = self.combined(&["x".to_owned(), "y".to_owned()], &[]);
        let text = format!(
            "let # = map(|x, y| {body}, {name}, at({array}, {}));",
            list(&offsets)
        );
        self.add(&text, &uses, sides);
        Some(())
    }

    /// `recurrence(0, |d, i, j| …)`
    pub(super) fn recurrence(&mut self) -> Option<()> {
        let value = self.any();
        let rank = value.sides.len();
        let names = &INDICES[..rank];
        // The first axis along which an element follows from another one says the direction.
        let axis = self.rng.below(rank);
        let step: isize = if self.rng.percent(70) { -1 } else { 1 };
        let mut reads = Vec::new();
        for _ in 0..self.rng.within(1, 2) {
            let mut at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            at[axis] = offset_of(names[axis], step * self.rng.within(1, 2).cast_signed());
            for inner in axis + 1..rank {
                let beside = self.rng.weighted(&[(70, 0), (15, 1), (15, -1)]);
                at[inner] = offset_of(names[inner], beside);
            }
            reads.push(element("d", &at));
        }
        let at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        reads.push(element(&format!("#{}", value.step), &at));
        let body = self.combined(&reads, &[]);
        let outside = self.rng.below(5);
        let text = format!(
            "let # = recurrence({outside}, |d, {}| {body});",
            names.join(", ")
        );
        self.add(&text, &[value.step], value.sides);
        Some(())
    }

    /// A value as a sequence, whose elements have no coordinates that others have.
    fn sequence(&mut self, value: &Value) -> String {
        match value.sides.len() {
            1 => format!("#{}", value.step),
            _ => format!("flatten(#{})", value.step),
        }
    }

    /// `map(|w| fold(…, w), rows(windows(k, xs)))`, and subscripts of windows.
    pub(super) fn windows(&mut self) -> Option<()> {
        let value = self.any();
        let mut uses = vec![value.step];
        let mut sequence = self.sequence(&value);
        let width = match self.rng.percent(70) {
            true => self.rng.within(1, 5).to_string(),
            false => {
                let scalar = self.scalar(&mut uses);
                format!("{scalar} + 1")
            }
        };
        if self.rng.percent(40) {
            sequence = format!("pad({}, {sequence})", self.padding());
        }
        let most = value.most();
        let side = self.axis(most);
        let (start, operator) = *self.rng.pick(&OPERATORS);
        let text = match self.rng.below(4) {
            0 => format!("let # = map(|w| sum(w) & 4095, rows(windows({width}, {sequence})));"),
            1 => format!(
                "let # = map(|w| fold({start}, {operator}, map(|x| x * 3, w)) & 4095, \
                 rows(windows({width}, {sequence})));"
            ),
            2 => format!(
                "let #w = windows({width}, {sequence});\n\
                 let # = generate(|i| sum(|j| #w[[i, j]] * (j as i64 + 1)) & 4095);"
            ),
            _ if width
                .parse::<usize>()
                .is_ok_and(|width| 8 * most * width <= 8 * ROOM) =>
            {
                let width: usize = width.parse().expect("a literal");
                let text = format!("let # = map(|x| x + 1, windows({width}, {sequence}));");
                let sides = vec![side, Side::whole(Size::Literal(width), width)];
                self.add(&text, &uses, sides);
                return Some(());
            }
            _ => return None,
        };
        self.add(&text, &uses, vec![side]);
        Some(())
    }

    /// Chunks of an array whose last axis has a literal size.
    pub(super) fn chunks(&mut self) -> Option<()> {
        let base = self.any();
        if base.sides.len() != 1 || 5 * base.most() > ROOM {
            return None;
        }
        let width = self.rng.within(1, 5);
        let rows = self.axis(base.most());
        let text = format!(
            "let #a = generate([.., {width}], |i, j| #{}[i] * 2 - j as i64);\n\
             let # = map(|c| reverse(c), rows(chunks({width}, flatten(#a))));",
            base.step
        );
        let sides = vec![rows, Side::whole(Size::Literal(width), width)];
        self.add(&text, &[base.step], sides);
        Some(())
    }

    /// A sequence of all elements, or of some.
    pub(super) fn flat(&mut self) -> Option<()> {
        let value = self.any();
        let side = self.axis(value.most());
        let sequence = self.sequence(&value);
        let text = match self.rng.below(4) {
            0 | 1 => format!("let # = filter(|x| x % 3 != 0, #{});", value.step),
            2 => format!(
                "let # = map(|x| x & 4095, scan(0, |a, b| a + b, filter(|x| x > 5, {sequence})));"
            ),
            _ => format!("let # = filter(|x| x != 1, reverse({sequence}));"),
        };
        self.add(&text, &[value.step], vec![side]);
        Some(())
    }
}
