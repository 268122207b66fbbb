//! The order and the directions in which a recurrence goes through its axes.

use super::{Own, part_of};
use crate::diagnostic::{Diagnostic, catalog};
use crate::ir::Neighbour;
use crate::ordered::ToList;
use crate::syntax::strip;
use crate::tail::Tail;
use proc_macro2::{Ident, Span};
use syn::{Expr, ExprArray, parse_quote};

/// A read of an element of the array itself.
pub(super) struct Read {
    /// The distances from the indices.
    pub(super) distances: Vec<isize>,
    /// The part of the element, if parts have names.
    pub(super) part: Option<usize>,
    pub(super) place: Span,
}

/// The way in which a recurrence goes.
pub(super) struct Course {
    /// The axes, the outermost first.
    pub(super) order: Vec<usize>,
    /// The axes that it goes through backwards.
    backwards: Vec<usize>,
    /// The number of elements that the state of a recurrence over sequences has.
    pub(super) depth: usize,
    /// If elements follow from others along several axes, each of these, or a part of it. Their
    /// distances are in the order of the axes.
    pub(super) neighbours: Vec<Neighbour>,
}

/// A recurrence that no loop computes.
pub(super) enum Wrong {
    /// No element follows from another one.
    Nothing,
    /// An element follows from itself.
    Itself(Span),
    /// Elements follow from others at both sides along an axis.
    BothSides(Span, isize, isize),
    /// No order of several axes has all of these reads first.
    NoOrder(Span, Vec<Vec<isize>>),
    TooFar(Span),
}

/// The most elements that the state of a recurrence over sequences has.
const MOST: usize = 8;

/// The most elements that an element of a recurrence down the rows follows from: loops that go down keep so many
/// rows (`policy::ROWS_ABOVE`).
const MOST_ROWS: usize = 3;

/// The largest distance along one of several axes: there is room for as many elements.
const FAR: usize = 1024;

impl Course {
    /// The course of a recurrence with these reads. Where loops go down the rows, it may go along another axis
    /// than the last one without becoming it.
    pub(super) fn of(reads: &[Read], axes: usize, recurs_down: bool) -> Result<Course, Wrong> {
        let is_zero = |read: &&Read| read.distances.iter().all(|distance| *distance == 0);
        if let Some(read) = reads.iter().find(is_zero) {
            return Err(Wrong::Itself(read.place));
        }
        let has_distance = |axis: &usize| reads.iter().any(|read| read.distances[*axis] != 0);
        let (own, free): (Vec<usize>, Vec<usize>) = (0..axes).partition(has_distance);
        match own[..] {
            [] => Err(Wrong::Nothing),
            [along] => {
                let course = Course::along(along, &free, reads)?;
                let is_down = recurs_down && along + 1 < axes && course.depth <= MOST_ROWS;
                match is_down {
                    true => Course::along_several((0..axes).list(), &[], reads),
                    false => Ok(course),
                }
            }
            _ => Course::along_several(own, &free, reads),
        }
    }

    fn along(along: usize, free: &[usize], reads: &[Read]) -> Result<Course, Wrong> {
        let distances = || reads.iter().map(|read| (read.distances[along], read.place));
        let (first, place) = distances().next().expect("it has a read");
        let other = distances().find(|(distance, _)| (*distance > 0) != (first > 0));
        if let Some((other, place)) = other {
            return Err(Wrong::BothSides(place, first, other));
        }
        let depth = distances()
            .map(|(distance, _)| distance.unsigned_abs())
            .max();
        let depth = depth.unwrap_or(1);
        if depth > MOST {
            return Err(Wrong::TooFar(place));
        }
        Ok(Course {
            order: free.iter().copied().chain([along]).list(),
            backwards: if first > 0 { vec![along] } else { Vec::new() },
            depth,
            neighbours: Vec::new(),
        })
    }

    /// The first order and directions in which all reads come before. Axes without distances are
    /// the outermost ones.
    fn along_several(mut own: Vec<usize>, free: &[usize], reads: &[Read]) -> Result<Course, Wrong> {
        for read in reads {
            let mut far = read
                .distances
                .iter()
                .map(|distance| distance.unsigned_abs());
            if far.any(|distance| distance > FAR) {
                return Err(Wrong::TooFar(read.place));
            }
        }
        loop {
            for signs in 0..1_usize << own.len() {
                let backwards: Vec<usize> = (0..own.len())
                    .filter(|number| signs >> number & 1 == 1)
                    .map(|number| own[number])
                    .list();
                let order: Vec<usize> = free.iter().chain(&own).copied().list();
                let is_before = |neighbour: &Neighbour| {
                    let distances = neighbour.distances.iter();
                    let mut others = distances.filter(|distance| **distance != 0);
                    others.next().is_some_and(|first| *first > 0)
                };
                let mut course = Course {
                    order,
                    backwards,
                    depth: 1,
                    neighbours: Vec::new(),
                };
                for read in reads {
                    let neighbour = course.neighbour(read);
                    if !course.neighbours.contains(&neighbour) {
                        course.neighbours.push(neighbour);
                    }
                }
                if course.neighbours.iter().all(is_before) {
                    return Ok(course);
                }
            }
            if !next_order(&mut own) {
                let place = reads.last().expect("it has a read").place;
                let reads = reads.iter().map(|read| read.distances.clone());
                return Err(Wrong::NoOrder(place, reads.list()));
            }
        }
    }

    /// Returns true if elements follow from others along several axes.
    pub(super) fn is_over_axes(&self) -> bool {
        !self.neighbours.is_empty()
    }

    /// The indices in the order of the axes.
    pub(super) fn indices(&self, indices: &[Ident]) -> Vec<Ident> {
        self.order.iter().map(|axis| indices[*axis].clone()).list()
    }

    /// An index space in the order of the axes. That of one index is a list, too.
    pub(super) fn sizes(&self, sizes: &Expr) -> Expr {
        match strip(sizes) {
            Expr::Array(list) if list.elems.len() == self.order.len() => {
                let elems = self.order.iter().map(|axis| list.elems[*axis].clone());
                Expr::Array(ExprArray {
                    elems: elems.collect(),
                    ..list.clone()
                })
            }
            Expr::Array(_) | Expr::Range(_) | Expr::Tuple(_) => sizes.clone(),
            size if self.order.len() == 1 => parse_quote!([#size]),
            _ => sizes.clone(),
        }
    }

    /// The axes that it goes through backwards, in that order.
    pub(super) fn backwards_in_order(&self) -> Vec<usize> {
        let axes = self.order.iter().enumerate();
        let backwards = axes.filter(|(_, axis)| self.backwards.contains(axis));
        backwards.map(|(number, _)| number).list()
    }

    /// The number of the part of a state that a read is of.
    pub(super) fn part(&self, read: &Read) -> usize {
        if !self.is_over_axes() {
            let distances = read.distances.iter();
            let far = distances.map(|distance| distance.unsigned_abs());
            return far.max().unwrap_or(0);
        }
        let neighbour = self.neighbour(read);
        let known = self.neighbours.iter().position(|known| *known == neighbour);
        known.map_or(0, |known| known + 1)
    }

    /// The element that a read is of, before one in the order of the axes.
    fn neighbour(&self, read: &Read) -> Neighbour {
        let along = self
            .order
            .iter()
            .map(|axis| match self.backwards.contains(axis) {
                true => read.distances[*axis],
                false => -read.distances[*axis],
            });
        Neighbour {
            distances: along.list(),
            part: read.part,
        }
    }

    /// The next element, where the state is those that it follows from.
    pub(super) fn next_element(&self, body: &Expr, states: &Ident) -> Expr {
        let parts = (1..=self.neighbours.len()).map(|number| part_of(states, number));
        let parts: Vec<Ident> = parts.list();
        let body = Tail(body);
        match &parts[..] {
            [part] => parse_quote!({ let #part = #states; #body }),
            _ => parse_quote!({ let (#(#parts),*) = #states; #body }),
        }
    }
}

impl Wrong {
    pub(super) fn report(&self, own: &Own, span: Span) -> Diagnostic {
        let name = &own.names[0];
        match self {
            Wrong::Nothing => catalog::recurrence_of_nothing(span, name),
            Wrong::Itself(place) => catalog::recurrence_of_itself(*place, name, &own.indices),
            Wrong::BothSides(place, one, other) => {
                catalog::recurrence_cycle(*place, name, *one, *other)
            }
            Wrong::NoOrder(place, reads) => {
                catalog::recurrence_without_order(*place, name, &own.indices, reads)
            }
            Wrong::TooFar(place) => catalog::subscript_too_large(*place),
        }
    }
}

/// Goes on to the next order of some numbers; returns false behind the last one.
fn next_order(numbers: &mut [usize]) -> bool {
    let ascends = |at: &usize| numbers[*at] < numbers[*at + 1];
    let Some(at) = (0..numbers.len() - 1).rev().find(ascends) else {
        return false;
    };
    let larger = |other: &usize| numbers[*other] > numbers[at];
    let other = (at + 1..numbers.len()).rev().find(larger);
    numbers.swap(at, other.expect("the next one is larger"));
    numbers[at + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::{Course, Neighbour, Read, Wrong, next_order};
    use proc_macro2::Span;

    fn course(reads: &[&[isize]]) -> Result<Course, Wrong> {
        let reads: Vec<Read> = (reads.iter())
            .map(|distances| Read {
                distances: distances.to_vec(),
                part: None,
                place: Span::call_site(),
            })
            .collect();
        Course::of(&reads, reads[0].distances.len(), true)
    }

    fn distances_of(neighbours: &[Neighbour]) -> Vec<Vec<isize>> {
        let read = neighbours.iter();
        read.map(|neighbour| neighbour.distances.clone()).collect()
    }

    #[test]
    fn all_orders_are_tried() {
        let mut order = [0, 1, 2];
        let mut all = vec![order];
        while next_order(&mut order) {
            all.push(order);
        }
        assert_eq!(all.len(), 6);
        assert!(all.is_sorted());
    }

    #[test]
    fn an_order_is_found_where_there_is_one() {
        let found = |reads: &[&[isize]]| {
            let course = course(reads).ok().expect("there is one");
            (
                course.order,
                course.backwards,
                distances_of(&course.neighbours),
            )
        };
        assert_eq!(
            found(&[&[-1, 0], &[0, -1], &[-1, -1]]),
            (vec![0, 1], vec![], vec![vec![1, 0], vec![0, 1], vec![1, 1]])
        );
        // Rows first, or else an element would need one of its own row that comes later.
        assert_eq!(
            found(&[&[-1, 1], &[0, -1]]),
            (vec![0, 1], vec![], vec![vec![1, -1], vec![0, 1]])
        );
        assert_eq!(
            found(&[&[1, -1], &[-1, 0]]),
            (vec![1, 0], vec![], vec![vec![1, -1], vec![0, 1]])
        );
        assert_eq!(
            found(&[&[1, 0], &[0, 1]]),
            (vec![0, 1], vec![0, 1], vec![vec![1, 0], vec![0, 1]])
        );
        // An axis that nothing goes along is the outermost.
        assert_eq!(
            found(&[&[-1, 0, 0], &[0, 0, -2]]),
            (vec![1, 0, 2], vec![], vec![vec![0, 1, 0], vec![0, 0, 2]])
        );
    }

    #[test]
    fn parts_of_one_element_are_neighbours_of_their_own() {
        let read = |distances: [isize; 2], part: usize| Read {
            distances: distances.to_vec(),
            part: Some(part),
            place: Span::call_site(),
        };
        let reads = [
            read([-1, 0], 1),
            read([-1, 0], 0),
            read([0, -1], 1),
            read([-1, 0], 1),
        ];
        let course = Course::of(&reads, 2, true).ok().expect("there is one");
        let neighbour = |distances: [isize; 2], part: usize| Neighbour {
            distances: distances.to_vec(),
            part: Some(part),
        };
        assert_eq!(
            course.neighbours,
            [
                neighbour([1, 0], 1),
                neighbour([1, 0], 0),
                neighbour([0, 1], 1)
            ]
        );
        assert_eq!(reads.map(|read| course.part(&read)), [1, 2, 3, 1]);
    }

    #[test]
    fn one_axis_is_the_last_unless_loops_go_down() {
        let read = |distances: &[isize]| Read {
            distances: distances.to_vec(),
            part: None,
            place: Span::call_site(),
        };
        let found = |distances: &[isize], goes_down: bool| {
            let course = Course::of(&[read(distances)], distances.len(), goes_down);
            let course = course.ok().expect("there is one");
            (
                course.order,
                course.backwards,
                distances_of(&course.neighbours),
            )
        };
        let none: Vec<Vec<isize>> = Vec::new();
        assert_eq!(
            found(&[-1, 0], true),
            (vec![0, 1], vec![], vec![vec![1, 0]])
        );
        assert_eq!(found(&[-1, 0], false), (vec![1, 0], vec![], none.clone()));
        assert_eq!(
            found(&[0, 2, 0], true),
            (vec![0, 1, 2], vec![1], vec![vec![0, 2, 0]])
        );
        assert_eq!(found(&[0, -1], true), (vec![0, 1], vec![], none.clone()));
        // More rows than loops keep.
        assert_eq!(found(&[-4, 0], true), (vec![1, 0], vec![], none));
    }

    #[test]
    fn others_have_none() {
        let none = |reads: &[&[isize]]| matches!(course(reads), Err(Wrong::NoOrder(..)));
        assert!(none(&[&[-1, 1], &[1, -1]]));
        assert!(none(&[&[-1, 0], &[0, -1], &[1, 1]]));
    }
}
