//! Views of memory: which elements they name, and whether two have one in common.

/// The number of decisions after which two views count as overlapping. Views of one grid take a
/// few for each axis.
const PATIENCE: usize = 4096;

/// A view of a base: the elements `offset + Σ index · stride`, for all indices of a shape.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    /// The number of the base.
    pub base: usize,
    /// The position of its first element.
    pub offset: usize,
    /// The number of positions along each axis.
    pub shape: Vec<usize>,
    /// The distance between neighbours along each axis: zero where an axis is broadcast, less than
    /// zero where it is reversed.
    pub strides: Vec<isize>,
}

/// The elements of a view in their order, without a trace of how it was written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Elements {
    base: usize,
    offset: usize,
    axes: Vec<(usize, isize)>,
}

impl View {
    /// A view of a whole base that is laid out row by row.
    pub fn whole(base: usize, shape: &[usize]) -> Self {
        let mut stride = 1;
        let mut strides: Vec<isize> = shape
            .iter()
            .rev()
            .map(|extent| {
                let this = stride;
                stride *= *extent as isize;
                this
            })
            .collect();
        strides.reverse();
        Self {
            base,
            offset: 0,
            shape: shape.to_vec(),
            strides,
        }
    }

    /// Returns true if it names no element.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// Counts its elements in memory: an axis that is broadcast counts once.
    pub fn elements(&self) -> u64 {
        let axes = self.shape.iter().zip(&self.strides);
        axes.map(|(extent, stride)| match stride {
            0 => (*extent as u64).min(1),
            _ => *extent as u64,
        })
        .product()
    }

    /// Returns true if two views name the same elements in the same order.
    pub fn is_identical(&self, other: &Self) -> bool {
        self.base == other.base && self.in_order() == other.in_order()
    }

    /// Its elements in their order: axes of one position are left out, and an axis whose stride
    /// goes on where the inner one ends is one with it.
    pub(super) fn in_order(&self) -> Elements {
        let mut axes: Vec<(usize, isize)> = Vec::new();
        for (&extent, &stride) in self.shape.iter().zip(&self.strides).rev() {
            match axes.last_mut() {
                _ if extent == 1 => {}
                Some((inner, step)) if stride == *inner as isize * *step => *inner *= extent,
                _ => axes.push((extent, stride)),
            }
        }
        Elements {
            base: self.base,
            offset: self.offset,
            axes,
        }
    }

    /// Returns true if two views have an element in common.
    ///
    /// That is so if `Σ index · stride` of the one and of the other can differ by the distance of
    /// their offsets. The largest stride leaves few values of its index, since the others together
    /// must reach the rest. Where strides are so odd that this takes too long, the answer is yes,
    /// which is safe.
    pub fn overlaps(&self, other: &Self) -> bool {
        if self.base != other.base || self.is_empty() || other.is_empty() {
            return false;
        }
        let mut terms: Vec<Term> = Vec::new();
        for (view, sign) in [(self, 1), (other, -1)] {
            for (&extent, &stride) in view.shape.iter().zip(&view.strides) {
                Term::add(&mut terms, extent, sign * stride as i128);
            }
        }
        terms.sort_by_key(|term| std::cmp::Reverse(term.stride));
        let distance = other.offset as i128 - self.offset as i128;
        reaches(&terms, distance, &mut PATIENCE.clone())
    }
}

/// `stride · x` for the integers x from `least` to `most`.
#[derive(Clone, Debug)]
struct Term {
    stride: i128,
    least: i128,
    most: i128,
}

impl Term {
    /// Adds `index · stride` for the indices below an extent.
    fn add(terms: &mut Vec<Term>, extent: usize, stride: i128) {
        let last = extent as i128 - 1;
        if stride == 0 || last == 0 {
            return;
        }
        let (least, most) = match stride > 0 {
            true => (0, last),
            false => (-last, 0),
        };
        let stride = stride.abs();
        match terms.iter_mut().find(|term| term.stride == stride) {
            // The sums of two intervals are an interval.
            Some(term) => {
                term.least += least;
                term.most += most;
            }
            None => terms.push(Term {
                stride,
                least,
                most,
            }),
        }
    }
}

/// Returns true if a sum of terms, which come with descending strides, reaches a value.
fn reaches(terms: &[Term], value: i128, patience: &mut usize) -> bool {
    let Some((term, rest)) = terms.split_first() else {
        return value == 0;
    };
    let least: i128 = rest.iter().map(|term| term.stride * term.least).sum();
    let most: i128 = rest.iter().map(|term| term.stride * term.most).sum();
    // The values of x for which the rest can reach `value - stride · x`.
    let from = (value - most).div_euclid(term.stride)
        + i128::from((value - most).rem_euclid(term.stride) != 0);
    let to = (value - least).div_euclid(term.stride);
    for x in from.max(term.least)..=to.min(term.most) {
        if *patience == 0 {
            return true;
        }
        *patience -= 1;
        if reaches(rest, value - term.stride * x, patience) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use fusus_rng::Rng;

    /// The elements of a view, one by one.
    fn listed(view: &View) -> Vec<isize> {
        let mut elements = vec![view.offset as isize];
        for (&extent, &stride) in view.shape.iter().zip(&view.strides) {
            elements = elements
                .iter()
                .flat_map(|at| (0..extent as isize).map(move |index| at + index * stride))
                .collect();
        }
        elements
    }

    fn random(rng: &mut Rng) -> View {
        let axes = 1 + rng.below(3);
        let strides = [-9, -4, -1, 0, 1, 1, 2, 3, 4, 9, 12];
        View {
            base: rng.below(2),
            offset: 40 + rng.below(5) * rng.below(5),
            shape: (0..axes)
                .map(|_| *rng.pick(&[0, 1, 1, 2, 2, 3, 4]))
                .collect(),
            strides: (0..axes).map(|_| *rng.pick(&strides)).collect(),
        }
    }

    #[test]
    fn views_are_identical_and_overlap_as_their_elements_do() {
        let mut rng = Rng::new(27);
        let (mut same, mut common) = (0, 0);
        for round in 0..20_000 {
            let (a, b) = (random(&mut rng), random(&mut rng));
            let one_base = a.base == b.base;
            let (in_a, in_b) = (listed(&a), listed(&b));
            let identical = one_base && in_a == in_b;
            if !a.is_empty() {
                assert_eq!(a.is_identical(&b), identical, "round {round}: {a:?} {b:?}");
            }
            let overlap = one_base && in_a.iter().any(|at| in_b.contains(at));
            assert_eq!(a.overlaps(&b), overlap, "round {round}: {a:?} {b:?}");
            same += usize::from(identical && !a.is_empty());
            common += usize::from(overlap);
        }
        assert!(same > 20 && common > 1_000, "{same} {common}");
    }

    #[test]
    fn large_views_of_one_grid_take_no_longer_than_small_ones() {
        let n = 1_000_000_usize;
        let row = |offset| View {
            base: 0,
            offset,
            shape: vec![n - 2, n - 2],
            strides: vec![n as isize, 1],
        };
        let column = |offset| View {
            base: 0,
            offset,
            shape: vec![n],
            strides: vec![n as isize],
        };
        assert!(row(0).overlaps(&row(2 * n + 1)));
        assert!(!column(0).overlaps(&column(n - 1)));
        assert!(!row(1).overlaps(&column(0)));
        assert!(row(0).overlaps(&column(0)));
    }

    #[test]
    fn broadcast_axes_count_once() {
        let mut view = View::whole(0, &[3, 4]);
        assert_eq!((view.strides.clone(), view.elements()), (vec![4, 1], 12));
        view.strides[0] = 0;
        assert_eq!(view.elements(), 4);
        view.shape[1] = 0;
        assert_eq!(view.elements(), 0);
        assert!(view.is_empty());
    }
}
