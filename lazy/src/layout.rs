//! Layouts: the places of an array's elements in its storage, by a stride for each axis.

use crate::dims::{AXES, Dims};
use crate::error::ErrorKind;
use crate::plane::Plane;
use crate::rows::{Rows, moved};
use crate::section::Section;
use crate::sections::Axis;

/// The places of the elements of an array: the first one, and the strides of the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) first: usize,
    dims: Dims,
    strides: [isize; AXES],
}

impl Layout {
    /// Elements next to each other, the last axis innermost.
    pub(crate) fn all(dims: Dims) -> Layout {
        let mut strides = [0; AXES];
        let mut stride = 1_isize;
        for (axis, size) in dims.as_slice().iter().enumerate().rev() {
            strides[axis] = stride;
            stride = stride.saturating_mul(isize::try_from(*size).unwrap_or(isize::MAX));
        }
        Layout {
            first: 0,
            dims,
            strides,
        }
    }

    pub(crate) fn dims(&self) -> &Dims {
        &self.dims
    }

    pub(crate) fn len(&self) -> usize {
        self.dims.len()
    }

    /// The length of each axis, and the distance of neighbours along it.
    #[cfg(feature = "ocl")]
    pub(crate) fn axes(&self) -> impl Iterator<Item = (usize, isize)> {
        self.dims.as_slice().iter().copied().zip(self.strides)
    }

    /// The number of elements in the storage, where those of a stride of zero are one.
    pub(crate) fn stored(&self) -> usize {
        let axes = self.dims.as_slice().iter().zip(&self.strides);
        axes.map(|(size, stride)| if *stride == 0 { 1.min(*size) } else { *size })
            .product()
    }

    /// The number of axes along which elements have places of their own.
    pub(crate) fn stored_axes(&self) -> usize {
        let strides = &self.strides[..self.dims.axes()];
        strides.iter().filter(|stride| **stride != 0).count()
    }

    /// The place of the element of an index, the last axis innermost.
    pub(crate) fn at(&self, mut index: usize) -> usize {
        let mut place = self.first;
        for axis in (1..self.dims.axes()).rev() {
            let size = self.dims.as_slice()[axis].max(1);
            place = moved(place, index % size, self.strides[axis]);
            index /= size;
        }
        moved(place, index, self.strides[0])
    }

    /// Returns true if each element lies behind the one before it.
    pub(crate) fn is_increasing(&self) -> bool {
        let mut axes = self.dims.as_slice().iter().zip(&self.strides).rev();
        // The distance from the first to the last element along the axes behind an axis.
        let mut reach = 0_isize;
        axes.all(|(size, stride)| {
            let is_behind = *size <= 1 || *stride > reach;
            if *size > 1 {
                reach = reach.saturating_add(stride.saturating_mul(*size as isize - 1));
            }
            is_behind
        })
    }

    /// The layout of the same elements in memory of their own, where those of a stride of zero are one.
    pub(crate) fn compact(&self) -> (Layout, Layout) {
        let (mut read, mut written) = (*self, *self);
        let mut stride = 1_isize;
        for axis in (0..self.dims.axes()).rev() {
            if self.strides[axis] == 0 {
                read.dims.sizes_mut()[axis] = self.dims.as_slice()[axis].min(1);
                continue;
            }
            written.strides[axis] = stride;
            stride = stride.saturating_mul(self.dims.as_slice()[axis] as isize);
        }
        written.first = 0;
        (read, written)
    }

    /// Returns true if the elements lie next to each other, in order.
    pub(crate) fn are_neighbours(&self) -> bool {
        let mut stride = 1;
        for (size, own) in self.dims.as_slice().iter().zip(&self.strides).rev() {
            if *size > 1 && *own != stride {
                return self.len() == 0;
            }
            stride = stride.saturating_mul(*size as isize);
        }
        true
    }

    /// The layout of a section; behind the axes that it names all others are whole.
    pub(crate) fn section(&self, sections: &[Axis]) -> Result<Layout, ErrorKind> {
        let mut layout = Layout {
            first: self.first,
            dims: Dims::NONE,
            strides: [0; AXES],
        };
        let sizes = self.dims.as_slice();
        let named = sections.iter().filter(|axis| **axis != Axis::New).count();
        let axes = sizes.len();
        if named > axes {
            return Err(ErrorKind::Axis {
                axis: named - 1,
                axes,
            });
        }
        let whole = std::iter::repeat_n(Axis::Section(Section::from(..)), axes - named);
        let mut axis = 0;
        for section in sections.iter().copied().chain(whole) {
            let (section, stays) = match section {
                Axis::New => {
                    layout.push(1, 0, true)?;
                    continue;
                }
                Axis::Index(index) => (Section::element(index), false),
                Axis::Section(section) => (section, true),
            };
            let (len, stride) = (sizes[axis], self.strides[axis]);
            let outside = ErrorKind::Section { section, len, axis };
            let chosen = section.of(len).ok_or(outside)?;
            if chosen.len > 0 {
                layout.first = moved(layout.first, chosen.first, stride);
            }
            if stays {
                let is_free = self.dims.is_free(axis) && chosen.len == 1;
                layout.push(chosen.len, stride.saturating_mul(chosen.step), is_free)?;
            }
            axis += 1;
        }
        if layout.len() == 0 {
            // No element has a place, and the first one could be behind the storage.
            layout.first = 0;
        }
        Ok(layout)
    }

    fn push(&mut self, size: usize, stride: isize, is_free: bool) -> Result<(), ErrorKind> {
        let axis = self.dims.axes();
        let reason = "an array has at most six axes";
        self.dims = self
            .dims
            .and(size, is_free)
            .ok_or(ErrorKind::Rank { reason })?;
        self.strides[axis] = stride;
        Ok(())
    }

    /// The axes in another order, which names each of them once.
    pub(crate) fn permute(&self, order: &[usize]) -> Result<Layout, ErrorKind> {
        let axes = self.dims.axes();
        let mut layout = Layout {
            first: self.first,
            dims: Dims::NONE,
            strides: [0; AXES],
        };
        let is_order = order.len() == axes && (0..axes).all(|axis| order.contains(&axis));
        if !is_order {
            let reason = "an order of axes names each axis of the array once";
            return Err(ErrorKind::Rank { reason });
        }
        for &axis in order {
            let size = self.dims.as_slice()[axis];
            layout.push(size, self.strides[axis], self.dims.is_free(axis))?;
        }
        Ok(layout)
    }

    /// Returns a layout of the elements in their order along other axes; `None` if no strides do that.
    pub(crate) fn reshape(&self, dims: Dims) -> Option<Layout> {
        if let (1, true) = (self.dims.axes(), self.len() > 0) {
            let mut layout = Layout::all(dims);
            layout.first = self.first;
            for stride in &mut layout.strides {
                *stride = stride.saturating_mul(self.strides[0]);
            }
            return Some(layout);
        }
        self.are_neighbours().then(|| Layout {
            first: self.first,
            ..Layout::all(dims)
        })
    }

    /// The elements of a joined shape: those along axes that `new` made are one.
    pub(crate) fn broadcast(&self, dims: Dims) -> Layout {
        let mut layout = Layout { dims, ..*self };
        for axis in 0..dims.axes() {
            if self.dims.is_free(axis) {
                layout.strides[axis] = 0;
            }
        }
        layout
    }

    /// The layout as far in a storage as another one, which has its elements next to each other.
    pub(crate) fn within(&self, outer: &Layout) -> Layout {
        Layout {
            first: outer.first + self.first,
            ..*self
        }
    }

    /// Copies elements from an index on to others, which lie next to each other: out of the part of a storage that
    /// begins at the place `first`.
    pub(crate) fn read<T: Copy>(&self, index: usize, (first, all): (usize, &[T]), own: &mut [T]) {
        let mut done = 0;
        self.planes(index, own.len(), &mut |plane| {
            let own = &mut own[done..done + plane.len()];
            done += plane.len();
            plane.from(first).read(all, own);
        });
    }

    /// Copies elements that lie next to each other to those from an index on: into the part of a storage that begins
    /// at the place `first`.
    pub(crate) fn write<T: Copy>(&self, index: usize, own: &[T], (first, all): (usize, &mut [T])) {
        let mut done = 0;
        self.planes(index, own.len(), &mut |plane| {
            plane.from(first).write(&own[done..done + plane.len()], all);
            done += plane.len();
        });
    }

    /// Calls `visit` with the planes of `len` elements from an index on, one behind the other.
    fn planes(&self, start: usize, len: usize, visit: &mut dyn FnMut(Plane)) {
        let (sizes, strides, axes) = self.collapsed();
        let (size, stride) = (sizes[axes - 1], strides[axes - 1]);
        let (height, across) = match axes {
            1 => (1, 0),
            _ => (sizes[axes - 2], strides[axes - 2]),
        };
        let (mut index, end) = (start, start + len);
        while index < end {
            let (row, at) = (index / size, index % size);
            // Rows that are whole, as many as there are along the axis before that of the rows.
            let (count, rows) = match (end - index) / size {
                0 => ((end - index).min(size - at), 1),
                _ if at > 0 => (size - at, 1),
                whole => (size, whole.min(height - row % height)),
            };
            visit(Plane {
                place: self.at(index),
                row: (count, stride),
                rows: (rows, across),
            });
            index += count * rows;
        }
    }

    /// The axes, where those that can be walked as one are one: at least one, none of length 1
    /// beside others.
    fn collapsed(&self) -> ([usize; AXES], [isize; AXES], usize) {
        let (mut sizes, mut strides, mut axes) = ([1; AXES], [0; AXES], 0);
        for (size, stride) in self.dims.as_slice().iter().zip(self.strides) {
            if *size == 1 {
                continue;
            }
            if axes > 0 && strides[axes - 1] == stride.wrapping_mul(*size as isize) {
                sizes[axes - 1] *= size;
                strides[axes - 1] = stride;
                continue;
            }
            (sizes[axes], strides[axes]) = (*size, stride);
            axes += 1;
        }
        if axes == 0 {
            // One element is next to itself.
            strides[0] = 1;
        }
        (sizes, strides, axes.max(1))
    }

    /// The number of elements that lie next to each other from each multiple of it on; `None` if none
    /// do.
    pub(crate) fn row(&self) -> Option<usize> {
        let (sizes, strides, axes) = self.collapsed();
        (strides[axes - 1] == 1).then(|| sizes[axes - 1])
    }

    /// The rows of elements that lie next to each other.
    pub(crate) fn rows(&self) -> Rows {
        Rows::of(self.first, self.collapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use crate::dims::Dims;
    use crate::s;

    fn places(layout: &Layout) -> Vec<usize> {
        (0..layout.len()).map(|index| layout.at(index)).collect()
    }

    /// Sections, transposes and shapes of a 4 × 3 × 5 array.
    fn layouts() -> Vec<Layout> {
        let all = Layout::all(Dims::from([4, 3, 5]));
        let of = |layout: &Layout, sections: crate::Sections| layout.section(&sections).unwrap();
        vec![
            all,
            of(&all, s![1..-1]),
            of(&all, s![.., 1.., ..; -2]),
            of(&all, s![2, .., new, 1..2]),
            of(&all, s![..; 2, 0, ..]).permute(&[1, 0]).unwrap(),
            all.permute(&[2, 0, 1]).unwrap(),
            of(&all, s![new, .., 1, 3]).broadcast(Dims::from([7, 4])),
            of(&all, s![1, 2, 3]),
            of(&all, s![1..1]),
        ]
    }

    #[test]
    fn planes_are_the_places_of_the_elements() {
        for layout in layouts() {
            let places = places(&layout);
            // Each place has its own number.
            let storage: Vec<usize> = (0..60).collect();
            for start in 0..places.len() {
                for len in 0..=places.len() - start {
                    let mut found = Vec::new();
                    layout.planes(start, len, &mut |plane| {
                        let before = found.len();
                        found.resize(before + plane.len(), 0);
                        plane.read(&storage, &mut found[before..]);
                    });
                    assert_eq!(found, places[start..start + len], "{layout:?}");
                    let next = places[start..start + len].windows(2);
                    if let Some(first) = layout.rows().run(start, len)
                        && len > 0
                    {
                        assert!(next.clone().all(|two| two[0] + 1 == two[1]));
                        assert_eq!(first, places[start]);
                    }
                }
            }
            if let Some(row) = layout.row()
                && !places.is_empty()
            {
                assert_eq!(places.len() % row, 0, "{layout:?}");
                assert!(
                    (0..places.len()).all(|at| layout.rows().run(at, row - at % row).is_some())
                );
            }
            let in_order = places.windows(2).all(|two| two[0] + 1 == two[1]);
            assert_eq!(layout.are_neighbours(), in_order, "{layout:?}");
        }
    }

    #[test]
    fn places_are_those_of_the_axes() {
        let all = Layout::all(Dims::from([3, 4]));
        let middle = all.section(&s![1..-1, 1..-1]).unwrap();
        assert_eq!(places(&middle), [5, 6]);
        let column = all.section(&s![.., -1]).unwrap();
        assert_eq!(places(&column), [3, 7, 11]);
        assert_eq!(places(&all.permute(&[1, 0]).unwrap())[..4], [0, 4, 8, 1]);
        assert_eq!(
            places(&column.reshape(Dims::from([3, 1])).unwrap()),
            [3, 7, 11]
        );
        assert_eq!(middle.reshape(Dims::from([2])).map(|_| ()), Some(()));
        assert_eq!(all.permute(&[1, 0]).unwrap().reshape(Dims::from(12)), None);
    }
}
