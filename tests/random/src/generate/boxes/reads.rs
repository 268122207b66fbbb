//! Elements at subscripts.

use super::{INDICES, Maker, ROOM, Side, Size, Value, element};

/// An index of a `generate`, by what is read at it so far.
#[derive(Clone, Debug)]
pub(super) struct Index {
    name: &'static str,
    size: Size,
    /// The first coordinate, and the number of those at the end that are left out.
    first: isize,
    cut: isize,
    /// The factor of its reads.
    factor: usize,
    /// Set if its ends are computed.
    late: bool,
    most: usize,
}

impl Index {
    fn new(name: &'static str, side: Side, factor: usize) -> Index {
        Index {
            name,
            size: side.size,
            first: 0,
            cut: isize::MIN,
            factor,
            late: side.size == Size::Late,
            most: side.most,
        }
    }

    /// Takes in a read of an axis at an offset.
    fn read(&mut self, side: Side, offset: isize) {
        let ahead = (side.first - offset).max(0).cast_unsigned();
        self.first = self.first.max(ahead.div_ceil(self.factor).cast_signed());
        self.cut = self.cut.max(side.cut + offset);
        self.late |= side.size == Size::Late;
        if self.size == Size::Late {
            self.size = side.size;
        }
        self.most = self.most.min(side.most);
    }

    /// Returns true if it has no position, as literals say, whatever else a run computes.
    fn is_empty(&self) -> bool {
        matches!(self.size, Size::Literal(size)
            if self.first + self.cut.max(0) >= size.cast_signed())
    }

    /// Returns true if an axis can be read at it.
    fn fits(&self, side: &Side) -> bool {
        let any = [self.size, side.size].contains(&Size::Late);
        (any || self.size == side.size) && (self.factor == 1 || side.is_whole())
    }
}

impl Maker<'_> {
    /// `generate(|i, j| …)` of elements of some arrays.
    pub(super) fn cells(&mut self) -> Option<()> {
        let main = self.any();
        let rank = main.sides.len();
        let order = self.rng.permutation(rank);
        let mut indices: Vec<Index> = Vec::new();
        for (position, axis) in order.iter().enumerate() {
            let side = main.sides[*axis];
            let factor = match side.is_whole() && self.rng.percent(8) {
                true => 2,
                false => 1,
            };
            indices.push(Index::new(INDICES[position], side, factor));
        }
        let mut uses = Vec::new();
        let mut lines = String::new();
        let at: Vec<usize> = (0..rank)
            .map(|axis| order.iter().position(|it| *it == axis).expect("an axis"))
            .collect();
        let mut reads = vec![self.read(&main, &at, &mut indices, (&mut lines, &mut uses))];
        for _ in 0..self.rng.weighted(&[(20, 0), (40, 1), (30, 2), (10, 4)]) {
            let other = match self.rng.percent(50) {
                true => main.clone(),
                false => self.any(),
            };
            let along: Option<Vec<usize>> = other
                .sides
                .iter()
                .map(|side| {
                    let fitting = (0..indices.len()).filter(|at| indices[*at].fits(side));
                    let fitting: Vec<usize> = fitting.collect();
                    (!fitting.is_empty()).then(|| *self.rng.pick(&fitting))
                })
                .collect();
            if let Some(along) = along {
                reads.push(self.read(&other, &along, &mut indices, (&mut lines, &mut uses)));
            }
        }
        // An index that nothing is read at has a size.
        let mut given: Vec<String> = vec!["..".to_owned(); indices.len()];
        let all: usize = indices.iter().map(|index| index.most).product();
        let extra = indices.len() < 6 && 3 * all <= ROOM && self.rng.percent(8);
        if extra {
            let size = self.rng.within(1, 3);
            let at = self.rng.below(indices.len() + 1);
            let name = INDICES[indices.len()];
            let mut index = Index::new(name, Side::whole(Size::Literal(size), size), 1);
            index.cut = 0;
            indices.insert(at, index);
            given.insert(at, size.to_string());
            reads.push(format!("({name} as i64)"));
        }
        // An index that begins later.
        let at = self.rng.below(indices.len());
        if given[at] == ".." && !indices[at].late && indices[at].factor == 1 && self.rng.percent(8)
        {
            let first = indices[at].first + 1;
            indices[at].first = first;
            given[at] = format!("{first}..");
        }
        if indices.iter().any(Index::is_empty) {
            return None;
        }
        let names: Vec<&str> = indices.iter().map(|index| index.name).collect();
        let body = self.combined(&reads, &names);
        let sizes = match given.iter().all(|given| given == "..") && self.rng.percent(90) {
            true => String::new(),
            false => format!("[{}], ", given.join(", ")),
        };
        let sides: Vec<Side> = indices
            .iter()
            .map(|index| match (index.late, index.factor) {
                (true, _) => Side::whole(Size::Late, index.most),
                (false, 1) => Side {
                    size: index.size,
                    first: index.first,
                    cut: index.cut,
                    most: index.most,
                },
                _ => {
                    let whole = self.axis(index.most / 2 + 1);
                    Side {
                        first: index.first,
                        cut: -index.first,
                        ..whole
                    }
                }
            })
            .collect();
        let text = format!(
            "{lines}let # = generate({sizes}|{}| {body});",
            names.join(", ")
        );
        self.add(&text, &uses, sides);
        Some(())
    }

    /// An element of an array, whose axes these indices go along.
    fn read(
        &mut self,
        value: &Value,
        along: &[usize],
        indices: &mut [Index],
        (lines, uses): (&mut String, &mut Vec<usize>),
    ) -> String {
        let all_plain = along.iter().all(|index| indices[*index].factor == 1);
        let pad = all_plain && self.rng.percent(30);
        uses.push(value.step);
        let mut at = Vec::new();
        for (axis, index) in along.iter().enumerate() {
            let side = value.sides[axis];
            let index = &mut indices[*index];
            let name = match index.factor {
                1 => index.name.to_owned(),
                factor => format!("{factor} * {}", index.name),
            };
            let way = self.rng.below(100);
            let reversed = side.is_whole() && index.factor == 1 && way < 12;
            if reversed {
                let size = self.size(value, axis, uses);
                // One beyond the end, where the array is padded.
                let back = if pad && self.rng.percent(50) {
                    ""
                } else {
                    " - 1"
                };
                at.push(format!("{size}{back} - {name}"));
                index.read(side, 0);
                continue;
            }
            if index.factor == 1 && way < 20 {
                let scalar = self.scalar(uses);
                let minus = self.rng.percent(50);
                at.push(format!("{name} {} {scalar}", if minus { '-' } else { '+' }));
                index.read(side, 0);
                index.late |= !pad;
                continue;
            }
            let offset = match index.factor {
                1 => self
                    .rng
                    .weighted(&[(50, 0), (15, 1), (15, -1), (6, 2), (6, -2), (2, 5)]),
                factor => self.rng.below(factor).cast_signed(),
            };
            at.push(offset_of(&name, offset));
            index.read(side, if pad { 0 } else { offset });
        }
        let name = format!("#{}", value.step);
        match pad {
            false => element(&name, &at),
            true => {
                let padding = self.padding();
                let position = lines.matches('\n').count();
                lines.push_str(&format!("let #p{position} = pad({padding}, {name});\n"));
                element(&format!("#p{position}"), &at)
            }
        }
    }

    /// The words of `pad`, or a value.
    pub(super) fn padding(&mut self) -> &'static str {
        self.rng
            .pick::<&str>(&["edge", "wrap", "reflect", "symmetric", "7"])
    }

    /// The number of elements along an axis.
    fn size(&mut self, value: &Value, axis: usize, uses: &mut Vec<usize>) -> String {
        if value.sides.len() == 1 {
            return format!("len(#{})", value.step);
        }
        let names: Vec<String> = (0..value.sides.len())
            .map(|at| {
                if at == axis {
                    "#".to_owned()
                } else {
                    format!("_n{at}")
                }
            })
            .collect();
        let text = format!("let [{}] = shape(#{});", names.join(", "), value.step);
        let size = self.add_beside(&text, &[value.step]);
        uses.push(size);
        format!("#{size}")
    }

    /// A small number that only a run knows.
    pub(super) fn scalar(&mut self, uses: &mut Vec<usize>) -> String {
        let of = self.values[0].step;
        let most = self.rng.within(1, 4);
        let scalar = self.add_beside(&format!("let # = len(#{of}) % {most};"), &[of]);
        uses.push(scalar);
        format!("#{scalar}")
    }
}

/// A position with an offset.
pub(super) fn offset_of(index: &str, offset: isize) -> String {
    match offset {
        0 => index.to_owned(),
        1.. => format!("{index} + {offset}"),
        _ => format!("{index} - {}", -offset),
    }
}
