//! The arrays that the regions of a body make and use.

use super::{
    Affine, ArrayId, Combine, Element, Entry, Host, Intake, Item, Loop, Padding, Pattern, Read,
    Region, ScalarId, Step, Way,
};
use crate::ordered::{ToList, flat};

/// The positions that a read takes along an axis: the number of a digit, the position of the first
/// element and the distance between two.
pub type Reach = (Option<usize>, isize, usize);

/// The positions that a read takes along an axis, as [`Reach`], and the way along it.
pub type Line = (Option<usize>, usize, usize, Way);

impl Entry {
    /// The arrays whose elements are there as soon as the region is entered.
    pub fn names(&self) -> Vec<ArrayId> {
        match self {
            Entry::Loop | Entry::Axis { .. } => Vec::new(),
            Entry::Guard { into, .. } => into.names(),
        }
    }

    /// The arrays whose current elements it looks at.
    pub fn args(&self) -> Vec<ArrayId> {
        match self {
            Entry::Loop | Entry::Axis { .. } => Vec::new(),
            Entry::Guard { arg, .. } => vec![*arg],
        }
    }

    /// The predicate of a filter.
    pub fn predicate(&self) -> Option<&Host> {
        match self {
            Entry::Guard { predicate, .. } => Some(predicate),
            Entry::Loop | Entry::Axis { .. } => None,
        }
    }
}

impl Affine {
    /// The number of the index that it is a function of.
    pub fn index(self) -> usize {
        match self {
            Affine::Identity(index)
            | Affine::Reversed(index)
            | Affine::Next(index)
            | Affine::Section { index, .. }
            | Affine::Padded { index, .. } => index,
            Affine::Digit { .. } | Affine::Beyond { .. } | Affine::Line { .. } => 0,
        }
    }
}

impl Read {
    /// The read of the current element of an array, of as many axes as the region has indices,
    /// under the name of the array.
    pub fn in_step(array: ArrayId, indices: usize) -> Read {
        Read {
            into: Pattern::Name(array),
            array,
            map: (0..indices).map(Affine::Identity).list(),
        }
    }

    /// The arrays of which it makes an element: none where it reads the current one of an array,
    /// which another loop has made.
    pub fn names(&self) -> Vec<ArrayId> {
        let mut names = self.into.names();
        names.retain(|name| *name != self.array);
        names
    }

    /// Returns true if the array has one axis, and the region goes along that with this index, from
    /// its first element on.
    pub fn is_along(&self, index: usize) -> bool {
        self.map == [Affine::Identity(index)]
    }

    /// The first position and the distance between two, if it reads an array of one axis from there
    /// on, along the loop.
    pub fn section(&self) -> Option<(usize, usize)> {
        match self.map[..] {
            [
                Affine::Section {
                    index: 0,
                    start,
                    factor,
                },
            ] => Some((start, factor)),
            _ => None,
        }
    }

    /// The first position, the distance between two, and the elements outside, if it reads a padded
    /// array of one axis along the loop.
    pub fn padded(&self) -> Option<(isize, usize, Padding)> {
        match self.map[..] {
            [
                Affine::Padded {
                    index: 0,
                    start,
                    factor,
                    padding,
                },
            ] => Some((start, factor, padding)),
            _ => None,
        }
    }

    /// The digits of the loop's position that it goes by, along each axis of the array with the
    /// position of the first element and the distance between two, if it does.
    pub fn digits(&self) -> Option<Vec<(Option<usize>, usize, usize)>> {
        let map = self.map.iter().map(|along| match along {
            Affine::Digit {
                digit,
                start,
                factor,
            } => Some((*digit, *start, *factor)),
            _ => None,
        });
        map.collect()
    }

    /// The digits of the loop's position that it goes by, as [`digits`](Read::digits), and the
    /// elements outside, if it reads a padded array so.
    pub fn beyond(&self) -> Option<(Vec<Reach>, Padding)> {
        let map = self.map.iter().map(|along| match along {
            Affine::Beyond {
                digit,
                start,
                factor,
                ..
            } => Some((*digit, *start, *factor)),
            _ => None,
        });
        let padding = self.map.iter().find_map(|along| match along {
            Affine::Beyond { padding, .. } => Some(*padding),
            _ => None,
        });
        map.collect::<Option<Vec<_>>>().zip(padding)
    }

    /// The digits of the loop's position that it goes by, along each axis of the array with the
    /// position of the first element, the distance between two and the way, if it goes along one of
    /// them downwards or from a position that is computed.
    pub fn lines(&self) -> Option<Vec<Line>> {
        let map = self.map.iter().map(|along| match along {
            Affine::Line {
                digit,
                start,
                factor,
                way,
            } => Some((*digit, *start, *factor, *way)),
            _ => None,
        });
        map.collect()
    }

    /// The scalars that its positions follow from.
    pub fn starts(&self) -> impl Iterator<Item = ScalarId> + '_ {
        self.map.iter().filter_map(|along| match along {
            Affine::Line { way, .. } => way.scalar(),
            _ => None,
        })
    }

    /// Returns true if it goes by the digits of the loop's position.
    pub fn is_by_digits(&self) -> bool {
        let is_digit = |along: &Affine| {
            matches!(
                along,
                Affine::Digit { .. } | Affine::Beyond { .. } | Affine::Line { .. }
            )
        };
        self.map.iter().all(is_digit)
    }

    /// The elements outside of its array, if that is padded.
    pub fn padding(&self) -> Option<Padding> {
        self.map.iter().find_map(|along| match along {
            Affine::Padded { padding, .. } | Affine::Beyond { padding, .. } => Some(*padding),
            _ => None,
        })
    }

    /// Returns true if it goes through the array from its last element to its first.
    pub fn is_reversed(&self) -> bool {
        let mut map = self.map.iter();
        map.all(|along| matches!(along, Affine::Reversed(_)))
    }

    /// Returns true if it takes the next element at each position, and the last one at the last.
    pub fn is_next(&self) -> bool {
        let mut map = self.map.iter();
        map.all(|along| matches!(along, Affine::Next(_)))
    }
}

impl Element {
    /// The array, if it is one's.
    pub fn arrays(self) -> Vec<ArrayId> {
        match self {
            Element::Array(array) => vec![array],
            Element::One => Vec::new(),
        }
    }
}

impl Intake {
    /// The arrays whose current elements enter.
    pub fn arrays(&self) -> Vec<ArrayId> {
        match self {
            Intake::Operand(element) => element.arrays(),
            Intake::Step { args, .. } => args.clone(),
        }
    }

    /// The element, if it is an operand of the operator.
    pub fn operand(&self) -> Option<Element> {
        match self {
            Intake::Operand(element) => Some(*element),
            Intake::Step { .. } => None,
        }
    }

    /// The function by which elements enter, if they are no operands of the operator.
    pub fn step(&self) -> Option<&Host> {
        match self {
            Intake::Operand(_) => None,
            Intake::Step { worker, .. } => Some(worker),
        }
    }
}

impl Step {
    /// The arrays of which it makes an element.
    pub fn names(&self) -> Vec<ArrayId> {
        match self {
            Step::Map { into, .. }
            | Step::Tuple { into, .. }
            | Step::Generate { into, .. }
            | Step::Range { into, .. }
            | Step::Gather { into, .. } => into.names(),
            Step::Scan(scan) => scan.into.names(),
            Step::Scatter { into, .. } => vec![*into],
            Step::Total(_) | Step::Fold(_) => Vec::new(),
        }
    }

    /// The arrays whose current elements it uses.
    pub fn args(&self) -> Vec<ArrayId> {
        match self {
            Step::Map { args, .. } | Step::Tuple { args, .. } => args.clone(),
            Step::Generate { .. } | Step::Range { .. } => Vec::new(),
            Step::Gather { index, .. } => vec![*index],
            Step::Scan(scan) | Step::Total(scan) => scan.intake.arrays(),
            Step::Fold(fold) => fold.intake.arrays(),
            Step::Scatter { index, value, .. } => vec![*index, *value],
        }
    }

    /// The digit of the loop's position that it is a function of, if it is of one.
    pub fn digit(&self) -> Option<usize> {
        match self {
            Step::Generate { digit, .. } => *digit,
            _ => None,
        }
    }

    /// Returns true if a position of it may have an index that is out of bounds.
    pub fn may_fail(&self) -> bool {
        matches!(self, Step::Gather { .. } | Step::Scatter { .. })
    }

    /// Returns true if it does nothing but to make elements of others.
    pub fn is_plain(&self) -> bool {
        match self {
            Step::Map { .. }
            | Step::Tuple { .. }
            | Step::Generate { .. }
            | Step::Range { .. }
            | Step::Gather { .. } => true,
            Step::Scan(_) | Step::Total(_) | Step::Fold(_) | Step::Scatter { .. } => false,
        }
    }

    /// The worker or operator that it applies to each element.
    pub fn worker(&self) -> Option<&Host> {
        match self {
            Step::Map { worker, .. } | Step::Generate { worker, .. } => Some(worker),
            Step::Scan(scan) | Step::Total(scan) => Some(&scan.operator),
            Step::Fold(fold) => Some(fold.intake.step().unwrap_or(&fold.operator)),
            Step::Scatter { combine, .. } => combine.as_ref().map(|combine| &combine.operator),
            Step::Tuple { .. } | Step::Range { .. } | Step::Gather { .. } => None,
        }
    }
}

impl Loop {
    /// The ranges in it, each with the array that is made of it.
    pub fn ranges(&self) -> Vec<(ArrayId, &Host)> {
        let mut ranges = Vec::new();
        self.body.visit(&mut |region| {
            ranges.extend(region.steps().filter_map(|step| match step {
                Step::Range { range, into } => Some((*into.names().first()?, range)),
                _ => None,
            }));
        });
        ranges
    }
}

impl Item {
    /// The computation, if it is one.
    pub fn step(&self) -> Option<&Step> {
        match self {
            Item::Step(step) => Some(step),
            Item::Region(_) => None,
        }
    }

    /// The region, if it is one.
    pub fn region(&self) -> Option<&Region> {
        match self {
            Item::Step(_) => None,
            Item::Region(region) => Some(region),
        }
    }
}

impl Region {
    /// Its computations, without those of the regions inside it.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> + Clone {
        self.items.iter().filter_map(Item::step)
    }

    /// The regions directly inside it.
    pub fn inner(&self) -> impl Iterator<Item = &Region> + Clone {
        self.items.iter().filter_map(Item::region)
    }

    /// The regions directly inside it, to be changed.
    pub fn inner_mut(&mut self) -> impl Iterator<Item = &mut Region> {
        self.items.iter_mut().filter_map(|item| match item {
            Item::Step(_) => None,
            Item::Region(region) => Some(region),
        })
    }

    /// The arrays in memory that it reads, without the regions inside it.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        self.reads.iter().map(|read| read.array)
    }

    /// The arrays that it makes, without the regions inside it.
    pub fn names(&self) -> Vec<ArrayId> {
        let mut names = self.entry.names();
        names.extend(flat(self.reads.iter().map(Read::names)));
        names.extend(flat(self.steps().map(Step::names)));
        names
    }

    /// The workers that it runs, without those of regions inside it.
    pub fn workers(&self) -> impl Iterator<Item = &Host> {
        let steps = self.steps().filter_map(Step::worker);
        self.entry.predicate().into_iter().chain(steps)
    }

    /// The operator by which it, or a region inside it, reduces values into the bins of an array.
    pub fn combining(&self, array: ArrayId) -> Option<&Combine> {
        let own = self.steps().find_map(|step| match step {
            Step::Scatter { into, combine, .. } if *into == array => combine.as_deref(),
            _ => None,
        });
        own.or_else(|| self.inner().find_map(|inner| inner.combining(array)))
    }

    /// Returns true if it, or a region inside it, makes an array.
    pub fn makes(&self, array: ArrayId) -> bool {
        self.any(|region| region.names().contains(&array))
    }

    /// Returns true if anything in it uses the current element of an array.
    pub fn uses(&self, array: ArrayId) -> bool {
        self.any(|region| {
            region.entry.args().contains(&array)
                || region.steps().any(|step| step.args().contains(&array))
        })
    }

    /// The arrays whose current elements it uses, or a region inside it, and which are made outside
    /// of it.
    pub fn taken(&self) -> Vec<ArrayId> {
        let (mut taken, mut own) = (Vec::new(), Vec::new());
        self.visit(&mut |region| {
            taken.extend(region.entry.args());
            taken.extend(flat(region.steps().map(Step::args)));
            own.extend(flat(region.reads.iter().map(|read| read.into.names())));
            own.extend(region.names());
        });
        let mut seen = Vec::new();
        taken.retain(|array| {
            let is_new = !own.contains(array) && !seen.contains(array);
            seen.push(*array);
            is_new
        });
        taken
    }

    /// Returns true if it, or a region inside it, runs an inner loop.
    pub fn has_axes(&self) -> bool {
        !self.axes().is_empty()
    }

    /// The regions in it that are inner loops, itself included, outermost first.
    pub fn axes(&self) -> Vec<&Region> {
        let mut axes = Vec::new();
        self.visit(&mut |region| {
            if matches!(region.entry, Entry::Axis { .. }) {
                axes.push(region);
            }
        });
        axes
    }

    /// The numbers of the folds and totals in it.
    pub fn folds(&self) -> Vec<usize> {
        let mut folds = Vec::new();
        self.visit(&mut |region| {
            folds.extend(region.steps().filter_map(|step| match step {
                Step::Fold(fold) => Some(fold.id),
                Step::Total(scan) => Some(scan.id),
                _ => None,
            }));
        });
        folds
    }

    /// Returns true if a fold or total in it takes in only the elements that a filter inside it
    /// keeps.
    pub fn guards(&self, fold: usize) -> bool {
        self.inner().any(|inner| match inner.entry {
            Entry::Guard { .. } => inner.folds().contains(&fold),
            _ => inner.guards(fold),
        })
    }

    /// Returns true if a condition holds for it or for a region inside it.
    fn any(&self, condition: impl Fn(&Region) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |region| found |= condition(region));
        found
    }
}
