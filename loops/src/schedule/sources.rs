//! The sources of a pass: reads by the digits of a loop's position that differ in where they begin
//! have one.
//!
//! `a[[i - 1, j]] + a[[i + 1, j]]` goes along the same axes twice, and what is known of a row is found
//! once. The elements that `around(pad(wrap, cells))` reads beyond the ends of rows are copied once for
//! all nine neighbours.

use super::overwritten::overwriting;
use super::{Pass, policy};
use crate::nest::{Affine, Extent, Nest, Padding, Read};
use crate::ordered::{ToList, flat};
use std::cmp::Ordering;

/// Reads of one array that have one source.
#[derive(Debug)]
pub struct Source<'r> {
    /// At least one.
    pub reads: Vec<&'r Read>,
    /// The way along the axes, of reads by digits.
    pub along: Option<Along>,
}

/// The way of reads along the axes of their array.
#[derive(Debug)]
pub struct Along {
    /// The index of the loop and the distance of two elements, along each axis.
    pub steps: Vec<(Option<usize>, usize)>,
    /// The first position along each axis at which a read begins.
    pub least: Vec<isize>,
    /// The positions along each axis at which each read begins, from the first one on.
    pub offsets: Vec<Vec<usize>>,
    /// The elements outside, if the array is padded.
    pub padding: Option<Padding>,
}

impl Pass {
    /// The sources of the elements that the pass reads and does not overwrite, in a loop over so many
    /// indices.
    pub fn sources(&self, nest: &Nest, indices: usize) -> Vec<Source<'_>> {
        let writes = self.writes();
        let reads = self.region.reads.iter();
        let reads = reads.filter(|read| overwriting(nest, read.array, &writes).is_none());
        let mut groups: Vec<Source<'_>> = Vec::new();
        for read in reads {
            let source = Source::of(read);
            let is_alike = |group: &&mut Source<'_>| group.is_alike(&source, indices);
            match groups.iter_mut().find(is_alike) {
                Some(group) => group.reads.push(read),
                None => groups.push(source),
            }
        }
        flat(groups.into_iter().map(|group| {
            let all = Along::of(&group.reads);
            match all.as_ref().is_none_or(Along::is_near) {
                true => vec![Source {
                    along: all,
                    ..group
                }],
                false => group.reads.into_iter().map(Source::of).list(),
            }
        }))
    }
}

impl<'r> Source<'r> {
    /// The source of one read.
    fn of(read: &'r Read) -> Source<'r> {
        Source {
            along: Along::of(&[read]),
            reads: vec![read],
        }
    }

    /// The first of its reads.
    pub fn read(&self) -> &'r Read {
        self.reads[0]
    }

    /// Returns true if reads differ in where they begin, if at all.
    fn is_alike(&self, other: &Source<'_>, indices: usize) -> bool {
        let (Some(along), Some(others)) = (&self.along, &other.along) else {
            return false;
        };
        // A padded array of which neighbours do not lie side by side is copied for each read.
        let can_be = along.padding.is_none() || along.distance(indices) == 1;
        can_be
            && self.read().array == other.read().array
            && along.padding == others.padding
            && along.steps == others.steps
    }
}

impl Along {
    /// The way of reads, if they are by digits.
    fn of(reads: &[&Read]) -> Option<Along> {
        let each = reads.iter().map(|read| way(read));
        let each = each.collect::<Option<Vec<Way>>>()?;
        let first = each.first()?;
        let mut least = first.starts.clone();
        for way in &each {
            for (least, start) in least.iter_mut().zip(&way.starts) {
                *least = (*start).min(*least);
            }
        }
        let offsets = each.iter().map(|way| {
            let starts = way.starts.iter().zip(&least);
            starts.map(|(start, least)| start.abs_diff(*least)).list()
        });
        Some(Along {
            offsets: offsets.list(),
            steps: first.steps.clone(),
            padding: first.padding,
            least,
        })
    }

    /// The distance between neighbours of a row of positions of a loop over so many indices.
    pub fn distance(&self, indices: usize) -> usize {
        distance(&self.steps, indices)
    }

    /// Returns the distance between neighbours of a row in an array with these axes, if the text of the program says it.
    pub fn known_distance(&self, indices: usize, axes: &[Extent]) -> Option<usize> {
        let (mut distance, mut pitch) = (0usize, Some(1usize));
        for (axis, (digit, factor)) in self.steps.iter().enumerate().rev() {
            if *digit == Some(indices - 1) {
                distance = distance.checked_add(factor.checked_mul(pitch?)?)?;
            }
            pitch = match axes.get(axis) {
                Some(Extent::Literal(size)) => pitch.and_then(|pitch| pitch.checked_mul(*size)),
                _ => None,
            };
        }
        Some(distance)
    }

    /// Returns true if elements near each other are all that is copied.
    fn is_near(&self) -> bool {
        if self.padding.is_none() || self.offsets.len() == 1 {
            return true;
        }
        let mut spans = vec![1; self.least.len()];
        for offsets in &self.offsets {
            for (span, offset) in spans.iter_mut().zip(offsets) {
                *span = offset.saturating_add(1).max(*span);
            }
        }
        let Some((along, rows)) = spans.split_last() else {
            return false;
        };
        let rows = rows
            .iter()
            .fold(1usize, |rows, span| rows.saturating_mul(*span));
        let all = rows.saturating_mul(*along);
        rows <= policy::COPIED_ROWS
            && *along <= policy::COPIED_NEIGHBOURS
            && all <= policy::COPIED_OF_A_READ * self.offsets.len()
    }
}

/// The reads that reach all elements that are copied for those of padded arrays: the corners of boxes for
/// those that are together, and each read for those that are not.
pub fn reaching(reads: &[Read]) -> Vec<Read> {
    let mut all = corners(reads);
    for read in reads {
        if !all.iter().any(|known| known.map == read.map) {
            all.push(read.clone());
        }
    }
    all
}

/// The corners of the boxes that are copied around a position where reads of padded arrays are
/// together: for all reads that go along the axes in the same steps, one that begins where the first of
/// them does along each axis, and one for the last.
fn corners(reads: &[Read]) -> Vec<Read> {
    let mut corners: Vec<[Read; 2]> = Vec::new();
    for read in reads {
        let is_alike = |corner: &&mut [Read; 2]| {
            let mut both = corner[0].map.iter().zip(&read.map);
            both.all(|(one, other)| begins_elsewhere(one, other).is_some())
        };
        let Some([least, most]) = corners.iter_mut().find(is_alike) else {
            corners.push([read.clone(), read.clone()]);
            continue;
        };
        for (axis, along) in read.map.iter().enumerate() {
            if begins_elsewhere(&least.map[axis], along).is_some_and(Ordering::is_lt) {
                least.map[axis] = *along;
            }
            if begins_elsewhere(&most.map[axis], along).is_some_and(Ordering::is_gt) {
                most.map[axis] = *along;
            }
        }
    }
    flat(
        corners
            .into_iter()
            .map(|[least, most]| match least.map == most.map {
                true => vec![least],
                false => vec![least, most],
            }),
    )
}

/// The order of the first positions of two ways along an axis of a padded array, of the second one first,
/// if they go in the same steps.
fn begins_elsewhere(one: &Affine, other: &Affine) -> Option<Ordering> {
    match (one, other) {
        (
            Affine::Beyond {
                digit,
                start,
                factor,
                ..
            },
            Affine::Beyond {
                digit: its_digit,
                start: its_start,
                factor: its_factor,
                ..
            },
        ) if digit == its_digit && factor == its_factor => Some(its_start.cmp(start)),
        _ => None,
    }
}

/// The way of one read.
struct Way {
    steps: Vec<(Option<usize>, usize)>,
    /// The position of the first element along each axis.
    starts: Vec<isize>,
    padding: Option<Padding>,
}

/// The way of a read along the axes of its array, if it is one by digits.
fn way(read: &Read) -> Option<Way> {
    let (reaches, padding) = match (read.digits(), read.beyond()) {
        (Some(digits), _) => {
            let digits = digits.into_iter();
            let digits = digits.map(|(digit, start, factor)| {
                (digit, isize::try_from(start).unwrap_or(isize::MAX), factor)
            });
            (digits.list(), None)
        }
        (None, Some((reaches, padding))) => (reaches, Some(padding)),
        (None, None) => return None,
    };
    let steps = reaches.iter().map(|(digit, _, factor)| (*digit, *factor));
    Some(Way {
        steps: steps.list(),
        starts: reaches.iter().map(|(_, start, _)| *start).list(),
        padding,
    })
}

/// The distance between neighbours of a row of positions of a loop over so many indices, which go along
/// an array by these digits and factors: 0 or 1, or 2 if it is known only when the program runs.
pub fn distance(steps: &[(Option<usize>, usize)], indices: usize) -> usize {
    let last = Some(indices - 1);
    let along = steps.iter().filter(|(digit, _)| *digit == last);
    match (along.count(), steps.last()) {
        (0, _) => 0,
        (1, Some((digit, 1))) if *digit == last => 1,
        _ => 2,
    }
}
