//! The elements of an array outside of some sections.

use std::ops::Range;

use crate::dims::{AXES, Dims};
use crate::section::{Positions, Section};
use crate::sections::Axis;

/// Of more boxes than these nothing is left out: finding them takes longer than copying what they leave out.
const MOST: usize = 64;

/// The positions of a box along each axis.
type Box = [Range<usize>; AXES];

/// The sections that have all elements of an array outside of some others, given by their positions along each
/// axis. They may have some elements of these too.
pub(crate) fn outside<'s>(
    dims: &Dims,
    sections: impl IntoIterator<Item = &'s [Positions]>,
) -> Vec<Vec<Axis>> {
    let axes = dims.axes();
    let mut all: Box = Default::default();
    for (whole, size) in all.iter_mut().zip(dims.as_slice()) {
        *whole = 0..*size;
    }
    let mut boxes = match dims.len() {
        0 => Vec::new(),
        _ => vec![all.clone()],
    };
    for section in sections {
        let Some(covered) = covered(section) else {
            continue;
        };
        let mut rest = Vec::with_capacity(boxes.len());
        for own in boxes {
            subtract(own, &covered, axes, &mut rest);
        }
        if rest.len() > MOST {
            boxes = vec![all];
            break;
        }
        boxes = rest;
    }
    boxes.iter().map(|own| section(&own[..axes])).collect()
}

/// The box that a section is; `None` if it has gaps, or no element.
fn covered(section: &[Positions]) -> Option<Box> {
    let mut covered: Box = Default::default();
    for (own, positions) in covered.iter_mut().zip(section) {
        *own = match (positions.len, positions.step) {
            (0, _) => return None,
            (1, _) | (_, 1) => positions.first..positions.first + positions.len,
            (_, -1) => positions.first + 1 - positions.len..positions.first + 1,
            _ => return None,
        };
    }
    Some(covered)
}

/// Adds the parts of a box outside of another one: those before and behind it along the first axis, and of what
/// lies between these along the next one, and so on.
fn subtract(mut own: Box, other: &Box, axes: usize, rest: &mut Vec<Box>) {
    let are_apart =
        |axis: usize| own[axis].end <= other[axis].start || other[axis].end <= own[axis].start;
    if (0..axes).any(are_apart) {
        rest.push(own);
        return;
    }
    for axis in 0..axes {
        let (start, end) = (own[axis].start, own[axis].end);
        let between = start.max(other[axis].start)..end.min(other[axis].end);
        for part in [start..between.start, between.end..end] {
            if !part.is_empty() {
                let mut outer = own.clone();
                outer[axis] = part;
                rest.push(outer);
            }
        }
        own[axis] = between;
    }
}

/// A box as a section.
fn section(own: &[Range<usize>]) -> Vec<Axis> {
    let axis = |range: &Range<usize>| Section::from(range.start as i64..range.end as i64);
    own.iter().map(|range| Axis::Section(axis(range))).collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST, outside};
    use crate::dims::Dims;
    use crate::layout::Layout;
    use crate::sections::Sections;
    use crate::{s, update};

    /// The number of the sections outside of others in which each element of a 5 × 6 × 4 array is.
    fn counts(sections: &[Sections]) -> Vec<usize> {
        let dims = Dims::from([5, 6, 4]);
        let positions = sections.iter().map(|own| update::axes(&dims, own));
        let positions: Vec<_> = positions.collect();
        let mut counts = vec![0; dims.len()];
        for own in outside(&dims, positions.iter().map(Vec::as_slice)) {
            let layout = Layout::all(dims).section(&own).unwrap();
            (0..layout.len()).for_each(|index| counts[layout.at(index)] += 1);
        }
        counts
    }

    #[test]
    fn each_element_outside_is_in_one_section_and_no_other_is() {
        let all = [
            vec![],
            vec![s![1..-1]],
            vec![s![1..-1, 1..-1, 1..-1]],
            vec![s![0], s![-1], s![.., 0], s![.., -1]],
            vec![s![.., ..3], s![2..4, 1..5, 1..]],
            vec![s![..;-1, 2..4]],
            vec![s![..2], s![2..4], s![4]],
        ];
        for sections in all {
            let mut expected = vec![1; 5 * 6 * 4];
            for own in &sections {
                let layout = Layout::all(Dims::from([5, 6, 4])).section(own).unwrap();
                (0..layout.len()).for_each(|index| expected[layout.at(index)] = 0);
            }
            assert_eq!(counts(&sections), expected, "{sections:?}");
        }
    }

    #[test]
    fn sections_with_gaps_leave_nothing_out() {
        assert_eq!(counts(&[s![..;2]]), [1; 5 * 6 * 4]);
        assert_eq!(counts(&[s![1..1]]), [1; 5 * 6 * 4]);
        assert!(outside(&Dims::from([3, 0]), []).is_empty());
    }

    #[test]
    fn many_boxes_are_the_whole_array() {
        let dims = Dims::from([2 * MOST + 3]);
        let sections: Vec<Sections> = (0..=MOST as i64).map(|at| s![2 * at + 1]).collect();
        let positions: Vec<_> = sections
            .iter()
            .map(|own| update::axes(&dims, own))
            .collect();
        let own = outside(&dims, positions.iter().map(Vec::as_slice));
        assert_eq!(own.len(), 1);
        assert_eq!(
            Layout::all(dims).section(&own[0]).unwrap().len(),
            dims.len()
        );
    }
}
