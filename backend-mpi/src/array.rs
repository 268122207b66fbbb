//! Arrays that are spread over processes.

use crate::communicator::Communicator;
use crate::element::Element;
use crate::error::Error;
use crate::parts::{overlap, usual};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// An array that is spread over processes: each has a contiguous part, in the order of ranks.
///
/// An array of several axes is spread along its outermost one, in whole rows. Constructors and all
/// methods that say so are *collective*: every process calls them, in the same order.
///
/// ```
/// use fusus_mpi::Array;
///
/// let gathered = fusus_mpi::threads(4, |world| {
///     let squares = Array::from_fn(&world, 6, |i| i * i).unwrap();
///     assert_eq!(squares.len(), 6);
///     squares.gather()
/// });
/// assert_eq!(gathered[3], [0, 1, 4, 9, 16, 25]);
/// ```
#[derive(Clone)]
pub struct Array<T> {
    world: Communicator,
    /// The first row of each process, and the number of all rows.
    bounds: Arc<[u64]>,
    /// The lengths of the axes but the outermost.
    inner: Vec<usize>,
    local: Vec<T>,
}

impl<T: Element> Array<T> {
    /// Makes an array of one axis of the parts that the processes have. Collective.
    ///
    /// # Errors
    ///
    /// The processes have elements of different types.
    pub fn from_local(world: &Communicator, local: Vec<T>) -> Result<Array<T>, Error> {
        world.agree_on_type::<T>()?;
        let rows = local.len() as u64;
        Ok(Array::of_rows(world, rows, Vec::new(), local))
    }

    /// Makes an array of one axis of the elements that process `root` has; the others give `None`,
    /// and anything else that they give is not looked at. Collective.
    ///
    /// # Errors
    ///
    /// The processes name different roots, or one that is not among them, or have elements of
    /// different types, or the root has none.
    pub fn from_root(
        world: &Communicator,
        root: usize,
        elements: Option<&[T]>,
    ) -> Result<Array<T>, Error> {
        world.agree_on_type::<T>()?;
        world.agree("the root", &root.to_string())?;
        let own = match elements {
            Some(elements) if world.rank() == root => elements,
            _ => &[],
        };
        let given = u64::from(world.rank() == root && elements.is_some());
        let said = world.all_gather(&[given, own.len() as u64]);
        let Some(len) = said.get(root).filter(|said| said[0] == 1) else {
            return Err(Error::NoElements { root });
        };
        let len = len[1];
        let whole = 0..own.len() as u64;
        let lists = (0..world.size())
            .map(|rank| &own[overlap(&whole, &usual(len, 1, rank, world.size()))])
            .collect();
        let mut received = world.exchange(lists);
        let local = received.swap_remove(root);
        Ok(Array::of_rows(world, local.len() as u64, Vec::new(), local))
    }

    /// Makes an array of one axis of a function of the position. Collective.
    ///
    /// # Errors
    ///
    /// The processes have different lengths or types.
    pub fn from_fn(
        world: &Communicator,
        len: u64,
        element: impl FnMut(u64) -> T,
    ) -> Result<Array<T>, Error> {
        world.agree_on_type::<T>()?;
        world.agree("the length", &len.to_string())?;
        let part = usual(len, 1, world.rank(), world.size());
        let local: Vec<T> = part.map(element).collect();
        Ok(Array::of_rows(world, local.len() as u64, Vec::new(), local))
    }

    /// Makes an array of one axis of which each process reads its part, such as from a file: `read`
    /// gets the range of positions, and returns as many elements. Collective.
    ///
    /// # Errors
    ///
    /// A process could not read, or has read another number of elements: the error of the first such
    /// process, on all of them. The processes have different lengths or types.
    pub fn read_with(
        world: &Communicator,
        len: u64,
        read: impl FnOnce(Range<u64>) -> io::Result<Vec<T>>,
    ) -> Result<Array<T>, Error> {
        world.agree_on_type::<T>()?;
        world.agree("the length", &len.to_string())?;
        let part = usual(len, 1, world.rank(), world.size());
        let expected = part.end - part.start;
        let (local, message) = match read(part) {
            Ok(local) if local.len() as u64 == expected => (local, String::new()),
            Ok(local) => {
                let message = format!("{} elements in place of {expected}", local.len());
                (Vec::new(), message)
            }
            Err(error) => {
                let message = Some(error.to_string()).filter(|message| !message.is_empty());
                (Vec::new(), message.unwrap_or_else(|| "unknown".to_owned()))
            }
        };
        let messages = world.all_gather_text(&message).into_iter().enumerate();
        match messages
            .into_iter()
            .find(|(_, message)| !message.is_empty())
        {
            Some((rank, message)) => Err(Error::Read { rank, message }),
            None => Ok(Array::of_rows(world, expected, Vec::new(), local)),
        }
    }

    /// Makes an array of rows that the processes have.
    fn of_rows(world: &Communicator, rows: u64, inner: Vec<usize>, local: Vec<T>) -> Array<T> {
        let mut bounds = vec![0];
        for rows in world.all_gather(&[rows]) {
            bounds.push(bounds[bounds.len() - 1] + rows[0]);
        }
        Array {
            world: world.clone(),
            bounds: bounds.into(),
            inner,
            local,
        }
    }

    /// An array of one axis, of which the positions between neighbouring bounds are on the processes.
    pub(crate) fn of_bounds(world: &Communicator, bounds: Arc<[u64]>, local: Vec<T>) -> Array<T> {
        Array {
            world: world.clone(),
            bounds,
            inner: Vec::new(),
            local,
        }
    }

    /// The elements that this process has if those between neighbouring bounds are on the processes.
    /// Collective, unless they are so already.
    pub(crate) fn moved(&self, bounds: &[u64]) -> Vec<T> {
        let rank = self.world.rank();
        let own = self.offset()..self.offset() + self.local.len() as u64;
        let lists = bounds
            .windows(2)
            .map(|bounds| &self.local[overlap(&own, &(bounds[0]..bounds[1]))]);
        let lists: Vec<&[T]> = lists.collect();
        let wanted = bounds[rank]..bounds[rank + 1];
        let theirs = self.bounds();
        let arriving = theirs
            .windows(2)
            .map(|theirs| overlap(&(theirs[0]..theirs[1]), &wanted).len() as u64);
        let arriving: Vec<u64> = arriving.collect();
        self.world.exchange_of(&lists, &arriving).concat()
    }

    /// Moves elements between processes, so that those between neighbouring bounds are on them.
    /// Collective, unless they are so already.
    pub(crate) fn move_to(&mut self, bounds: &Arc<[u64]>) {
        if !self.lies_within(bounds) {
            self.local = self.moved(bounds);
            self.bounds = Arc::clone(bounds);
            if !self.inner.is_empty() {
                self.inner = Vec::new();
            }
        }
    }

    /// The elements of this process if those between neighbouring bounds are on the processes.
    /// Collective.
    pub(crate) fn within(&self, bounds: &[u64]) -> Cow<'_, [T]> {
        match self.lies_within(bounds) {
            true => Cow::Borrowed(self.local()),
            false => Cow::Owned(self.moved(bounds)),
        }
    }

    /// Gives the array other axes, the outermost first. Where parts are not whole rows of them, they
    /// are as after [`Array::rebalance`]. Collective.
    ///
    /// # Errors
    ///
    /// The processes name different shapes, or one that has not as many elements.
    pub fn reshape(self, shape: &[u64]) -> Result<Array<T>, Error> {
        self.world.agree("the shape", &format!("{shape:?}"))?;
        let product = |axes: &[u64]| {
            axes.iter()
                .try_fold(1u64, |product, axis| product.checked_mul(*axis))
        };
        let inner: Option<Vec<usize>> = (shape.iter().skip(1))
            .map(|axis| usize::try_from(*axis).ok())
            .collect();
        let width = shape.get(1..).and_then(product);
        let (Some(inner), Some(width), true) = (inner, width, product(shape) == Some(self.len()))
        else {
            return Err(Error::Shape {
                shape: shape.to_vec(),
                len: self.len(),
            });
        };
        let old = self.row_len() as u64;
        // Rows without elements are on no process in particular.
        let divides = |bound: &u64| width > 0 && (bound * old).is_multiple_of(width);
        if self.bounds.iter().all(divides) {
            let bounds = self.bounds.iter().map(|bound| bound * old / width);
            return Ok(Array {
                bounds: bounds.collect(),
                inner,
                ..self
            });
        }
        Ok(self.spread(shape[0], inner))
    }

    /// Gives each process a part of about the same length. Collective.
    pub fn rebalance(self) -> Array<T> {
        let (rows, inner) = (self.rows(), self.inner.clone());
        self.spread(rows, inner)
    }

    /// Returns the elements in the usual parts of so many rows.
    fn spread(self, rows: u64, inner: Vec<usize>) -> Array<T> {
        let size = self.world.size();
        let width = inner.iter().product::<usize>() as u64;
        let starts = (0..size).map(|rank| usual(rows, width, rank, size).start);
        let bounds: Arc<[u64]> = starts.chain([rows]).collect();
        let elements: Vec<u64> = bounds.iter().map(|row| row * width).collect();
        Array {
            local: self.moved(&elements),
            bounds,
            inner,
            world: self.world,
        }
    }

    /// Returns all elements, on every process. Collective.
    pub fn gather(&self) -> Vec<T> {
        self.gather_into(Vec::new())
    }

    /// [`gather`](Array::gather), in memory whose elements nobody needs.
    pub(crate) fn gather_into(&self, room: Vec<T>) -> Vec<T> {
        let lens = self.bounds();
        let lens: Vec<u64> = lens
            .windows(2)
            .map(|bounds| bounds[1] - bounds[0])
            .collect();
        self.world.all_gather_of(&self.local, &lens, room)
    }

    /// Returns all elements on process `root`, and `None` on the others. Collective.
    ///
    /// # Panics
    ///
    /// If there is no such process.
    pub fn gather_to(&self, root: usize) -> Option<Vec<T>> {
        assert!(root < self.world.size(), "there is no process {root}");
        let mut lists = vec![&self.local[..0]; self.world.size()];
        lists[root] = &self.local;
        let gathered = self.world.exchange(lists).concat();
        (self.world.rank() == root).then_some(gathered)
    }
}

impl<T> Array<T> {
    /// Returns the processes that it is spread over.
    pub fn world(&self) -> &Communicator {
        &self.world
    }

    /// Returns the number of elements on all processes.
    pub fn len(&self) -> u64 {
        self.rows() * self.row_len() as u64
    }

    /// Returns true if no process has an element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the lengths of the axes, the outermost first.
    pub fn shape(&self) -> Vec<u64> {
        let inner = self.inner.iter().map(|axis| *axis as u64);
        [self.rows()].into_iter().chain(inner).collect()
    }

    /// Returns the position of the first element of this process.
    pub fn offset(&self) -> u64 {
        self.bounds[self.world.rank()] * self.row_len() as u64
    }

    /// Returns the rows of each process, by rank.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = Range<u64>> + '_ {
        self.bounds.windows(2).map(|bounds| bounds[0]..bounds[1])
    }

    /// Returns the elements of this process.
    pub fn local(&self) -> &[T] {
        &self.local
    }

    /// Returns the elements of this process, to be changed.
    pub fn local_mut(&mut self) -> &mut [T] {
        &mut self.local
    }

    /// Returns the elements of this process.
    pub fn into_local(self) -> Vec<T> {
        self.local
    }

    /// The position of the first element of each process, and the number of all elements.
    pub(crate) fn bounds(&self) -> Vec<u64> {
        let width = self.row_len() as u64;
        self.bounds.iter().map(|rows| rows * width).collect()
    }

    /// Returns true if the elements between neighbouring bounds are on the processes.
    fn lies_within(&self, bounds: &[u64]) -> bool {
        let width = self.row_len() as u64;
        let own = self.bounds.iter().map(|rows| rows * width);
        own.eq(bounds.iter().copied())
    }

    /// The array itself, of an array or of a reference to one.
    #[doc(hidden)]
    pub fn __array(&self) -> &Array<T> {
        self
    }

    /// The array itself, to be changed.
    #[doc(hidden)]
    pub fn __array_mut(&mut self) -> &mut Array<T> {
        self
    }

    /// The length of the outermost axis.
    fn rows(&self) -> u64 {
        self.bounds[self.bounds.len() - 1]
    }

    /// The elements of a row.
    fn row_len(&self) -> usize {
        self.inner.iter().product()
    }
}

impl<T: fmt::Debug> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Array")
            .field("shape", &self.shape())
            .field("offset", &self.offset())
            .field("local", &self.local)
            .finish_non_exhaustive()
    }
}
