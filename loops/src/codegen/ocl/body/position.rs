//! The positions of elements that are read by the coordinates of the loop's position.

use super::{Here, KernelBody};
use crate::nest::{ArrayId, Extent, Read, Way};

impl KernelBody<'_, '_, '_> {
    /// The size of an axis.
    pub(in super::super) fn size(&self, extent: &Extent) -> String {
        match extent {
            Extent::Literal(number) => number.to_string(),
            extent => self.parameters.all[self.parameters.axes[extent]]
                .name
                .clone(),
        }
    }

    /// The size of an axis of the loop, counted from behind.
    pub(in super::super) fn size_from_behind(&self, from_behind: usize) -> String {
        let axes = &self.nested.axes;
        self.size(&axes[axes.len() - from_behind])
    }

    /// A digit of the loop's position.
    pub(in super::super) fn digit(&self, digit: usize, here: &Here) -> String {
        let axes = &self.nested.axes;
        let (mut inner, mut at) = (&axes[digit + 1..], &here.index);
        if let Some(cell) = &here.cell {
            match inner {
                [] => return cell.column.clone(),
                [_] => return cell.row.clone(),
                [outer @ .., _, _] => (inner, at) = (outer, &cell.outer),
            }
        }
        let inner = inner.iter().map(|size| self.size(size));
        let rest = inner.fold(format!("({at})"), |at, size| format!("{at} / {size}"));
        match digit {
            0 => format!("({rest})"),
            _ => format!("({rest} % {})", self.size(&axes[digit])),
        }
    }

    /// The position of an element that is read by the digits of the loop's position.
    pub(in super::super) fn cell(
        &self,
        array: ArrayId,
        digits: &[(Option<usize>, usize, usize)],
        here: &Here,
    ) -> String {
        let axes = &self.program.nest.arrays[array].axes;
        let mut at = String::new();
        for (axis, (digit, start, factor)) in digits.iter().enumerate() {
            let position = match digit {
                Some(digit) => affine(&self.digit(*digit, here), *factor, *start),
                None => start.to_string(),
            };
            at = match axis {
                0 => position,
                _ => format!("({at}) * {} + {position}", self.size(&axes[axis])),
            };
        }
        at
    }

    /// The position in an input of the element that the loop writes of it, where it writes some along
    /// each axis.
    pub(super) fn place_in(&self, array: ArrayId, here: &Here) -> String {
        let inset = self.program.nest.arrays[array].inset.as_ref();
        let inset = inset.expect("fusion says which part is written");
        let last = inset.counts.len() - 1;
        // The coordinates, from the innermost one on.
        let mut rest = format!("({})", here.index);
        let mut coordinates = Vec::new();
        for axis in (1..=last).rev() {
            let count = self.size(&inset.counts[axis]);
            coordinates.push(format!("{rest} % {count}"));
            rest = format!("({rest} / {count})");
        }
        coordinates.push(rest);
        let mut at = String::new();
        for (axis, coordinate) in coordinates.into_iter().rev().enumerate() {
            let coordinate = format!("{coordinate} + {}", self.size(&inset.begins[axis]));
            at = match axis {
                0 => coordinate,
                _ => format!("({at}) * {} + {coordinate}", self.size(&inset.sizes[axis])),
            };
        }
        at
    }

    /// The position of an element that is read by the digits of the loop's position, along axes
    /// downwards or from positions that are computed.
    pub(in super::super) fn line_of(&self, read: &Read, here: &Here) -> String {
        let axes = &self.program.nest.arrays[read.array].axes;
        let mut at = String::new();
        let lines = read.lines().unwrap_or_default();
        for (axis, (digit, start, factor, way)) in lines.into_iter().enumerate() {
            let size = || match axes.get(axis) {
                Some(size) => self.size(size),
                None => self.length(read.array),
            };
            let from = match way.scalar() {
                Some(scalar) => self.parameters.all[self.parameters.scalars[&scalar]]
                    .name
                    .clone(),
                None if way == Way::Down => format!("({} - {})", size(), 1 + start),
                None => start.to_string(),
            };
            let sign = if way.is_down() { '-' } else { '+' };
            let position = match digit {
                Some(digit) => format!("{from} {sign} {factor} * {}", self.digit(digit, here)),
                None => from,
            };
            at = match axis {
                0 => position,
                _ => format!("({at}) * {} + {position}", size()),
            };
        }
        at
    }
}

/// A digit times a factor, from a start on.
fn affine(digit: &str, factor: usize, start: usize) -> String {
    match (factor, start) {
        (1, 0) => digit.to_owned(),
        (1, start) => format!("{digit} + {start}"),
        (factor, 0) => format!("{factor} * {digit}"),
        (factor, start) => format!("{factor} * {digit} + {start}"),
    }
}
