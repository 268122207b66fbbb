//! Arrays that live on a device.

use crate::element::{self, Element};
use crate::memory::Buffer;
use crate::{Device, Error};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// An array on a device.
///
/// Programs of the backend `ocl` take and return such arrays, so that a loop of
/// programs never leaves the device. Work goes on while the host goes on:
/// [`download`](Array::download) waits for it.
///
/// A clone shares the memory until one of the two is written to.
pub struct Array<T: Element> {
    /// The memory of each scalar of an element, which has room for the length
    /// and maybe for more.
    columns: Vec<Arc<Buffer>>,
    len: usize,
    device: Device,
    elements: PhantomData<fn() -> T>,
}

impl<T: Element> Array<T> {
    /// Uploads elements to the [current device](Device::current).
    ///
    /// # Errors
    ///
    /// The errors of [`Device::current`], [`Error::OutOfMemory`] and [`Error::OutOfHostMemory`].
    pub fn upload(elements: &[T]) -> Result<Array<T>, Error> {
        Array::upload_to(&Device::current()?, elements)
    }

    /// An array with these elements on a device.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] and [`Error::OutOfHostMemory`].
    pub fn upload_to(device: &Device, elements: &[T]) -> Result<Array<T>, Error> {
        let mut array = Array::uninitialised(device, elements.len())?;
        array.write(elements)?;
        Ok(array)
    }

    /// Replaces all elements.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] where there are more or fewer, and
    /// [`Error::OutOfHostMemory`].
    pub fn write(&mut self, elements: &[T]) -> Result<(), Error> {
        self.check_len(elements.len())?;
        self.detach()?;
        let device = &self.device;
        if let Some(bytes) = T::bytes(elements) {
            return device.queue()?.write(&self.columns[0], bytes);
        }
        for (column, bytes) in self.columns.iter().zip(element::columns(elements)?) {
            device.queue()?.write(column, &bytes)?;
        }
        Ok(())
    }

    /// The elements, when everything that makes them has run.
    ///
    /// # Errors
    ///
    /// [`Error::Call`] where the device failed, and [`Error::OutOfHostMemory`].
    pub fn download(&self) -> Result<Vec<T>, Error> {
        let mut whole = |bytes: &mut [u8]| self.device.queue()?.read(&self.columns[0], bytes);
        if let Some(elements) = T::read(self.len, &mut whole) {
            return elements;
        }
        let columns = self.download_columns()?;
        let mut elements = element::room(self.len)?;
        elements.extend((0..self.len).map(|index| T::join(&columns, index).0));
        Ok(elements)
    }

    /// The elements, into a slice.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] where it has another length, and
    /// [`Error::Call`] where the device failed.
    pub fn download_into(&self, to: &mut [T]) -> Result<(), Error> {
        if to.len() != self.len {
            return Err(Error::LengthMismatch {
                len: to.len(),
                given: self.len,
            });
        }
        to.copy_from_slice(&self.download()?);
        Ok(())
    }

    fn download_columns(&self) -> Result<Vec<Vec<u8>>, Error> {
        let read = |(column, size): (&Arc<Buffer>, usize)| {
            let mut bytes = element::room(self.len * size)?;
            bytes.resize(self.len * size, 0);
            self.device.queue()?.read(column, &mut bytes)?;
            Ok(bytes)
        };
        self.columns
            .iter()
            .zip(element::sizes::<T>())
            .map(read)
            .collect()
    }

    /// Replaces all elements by those of another array of the same device,
    /// without leaving it.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] and [`Error::TwoDevices`].
    pub fn copy_from(&mut self, other: &Array<T>) -> Result<(), Error> {
        self.check_len(other.len)?;
        same(&self.device, &other.device)?;
        if self.shares_with(other) {
            return Ok(());
        }
        self.detach()?;
        for ((to, from), size) in
            (self.columns.iter().zip(&other.columns)).zip(element::sizes::<T>())
        {
            self.device.queue()?.copy(from, to, self.len * size)?;
        }
        Ok(())
    }

    /// Returns the elements on another device; the array itself if it is there.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub fn on(self, device: &Device) -> Result<Array<T>, Error> {
        if self.device.is(device) {
            return Ok(self);
        }
        let moved = Array::uninitialised(device, self.len)?;
        for (to, bytes) in moved.columns.iter().zip(self.download_columns()?) {
            device.queue()?.write(to, &bytes)?;
        }
        Ok(moved)
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device that it lives on.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Keeps the first so many elements; all where there are fewer.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Gives back the room that it has for more elements, which a `filter` of
    /// few elements leaves.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`]: the elements move.
    pub fn shrink_to_fit(&mut self) -> Result<(), Error> {
        for (column, size) in self.columns.iter_mut().zip(element::sizes::<T>()) {
            let bytes = self.len * size;
            let fitting = Buffer::new(&self.device, bytes)?;
            if fitting.bytes() < column.bytes() {
                self.device.queue()?.copy(column, &fitting, bytes)?;
                *column = Arc::new(fitting);
            }
        }
        Ok(())
    }

    /// An array whose elements are whatever lay in the memory.
    pub(crate) fn uninitialised(device: &Device, len: usize) -> Result<Array<T>, Error> {
        let column = |size: usize| {
            let bytes = len.checked_mul(size).ok_or_else(|| Error::OutOfMemory {
                device: device.name().to_owned(),
                bytes: usize::MAX,
            })?;
            Ok(Arc::new(Buffer::new(device, bytes)?))
        };
        Ok(Array {
            columns: element::sizes::<T>()
                .into_iter()
                .map(column)
                .collect::<Result<_, Error>>()?,
            len,
            device: device.clone(),
            elements: PhantomData,
        })
    }

    /// An array of zeros.
    pub(crate) fn zeroed(device: &Device, len: usize) -> Result<Array<T>, Error> {
        let array = Array::uninitialised(device, len)?;
        for (column, size) in array.columns.iter().zip(element::sizes::<T>()) {
            // Memory has room to the next four bytes.
            let bytes = (len * size).next_multiple_of(4);
            device.queue()?.clear(column, bytes)?;
        }
        Ok(array)
    }

    /// Sees to it that no other array shares the memory.
    pub(crate) fn detach(&mut self) -> Result<(), Error> {
        for (column, size) in self.columns.iter_mut().zip(element::sizes::<T>()) {
            if Arc::get_mut(column).is_none() {
                let bytes = self.len * size;
                let own = Buffer::new(&self.device, bytes)?;
                self.device.queue()?.copy(column, &own, bytes)?;
                *column = Arc::new(own);
            }
        }
        Ok(())
    }

    /// The memory of each scalar.
    pub(crate) fn columns(&self) -> &[Arc<Buffer>] {
        &self.columns
    }

    fn shares_with(&self, other: &Array<T>) -> bool {
        (self.columns.iter().zip(&other.columns)).all(|(left, right)| Arc::ptr_eq(left, right))
    }

    fn check_len(&self, given: usize) -> Result<(), Error> {
        if given == self.len {
            return Ok(());
        }
        Err(Error::LengthMismatch {
            len: self.len,
            given,
        })
    }
}

/// Checks that two handles stand for one device.
pub(crate) fn same(left: &Device, right: &Device) -> Result<(), Error> {
    if left.is(right) {
        return Ok(());
    }
    Err(Error::TwoDevices {
        left: left.to_string(),
        right: right.to_string(),
    })
}

impl<T: Element> Clone for Array<T> {
    fn clone(&self) -> Array<T> {
        Array {
            columns: self.columns.clone(),
            len: self.len,
            device: self.device.clone(),
            elements: PhantomData,
        }
    }
}

impl<A: Element, B: Element> Array<(A, B)> {
    /// The arrays of the first and of the second components, which share the
    /// memory of this one.
    #[must_use]
    pub fn unzip(self) -> (Array<A>, Array<B>) {
        let mut firsts = self.columns;
        let seconds = firsts.split_off(A::COUNT);
        let (len, device) = (self.len, self.device);
        (
            Array {
                columns: firsts,
                len,
                device: device.clone(),
                elements: PhantomData,
            },
            Array {
                columns: seconds,
                len,
                device,
                elements: PhantomData,
            },
        )
    }

    /// The array of pairs of two arrays, whose memory it shares.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] and [`Error::TwoDevices`].
    pub fn zip(firsts: Array<A>, seconds: Array<B>) -> Result<Array<(A, B)>, Error> {
        firsts.check_len(seconds.len)?;
        same(&firsts.device, &seconds.device)?;
        let mut columns = firsts.columns;
        columns.extend(seconds.columns);
        Ok(Array {
            columns,
            len: firsts.len,
            device: firsts.device,
            elements: PhantomData,
        })
    }
}

impl<T: Element> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Array")
            .field("element", &std::any::type_name::<T>())
            .field("len", &self.len)
            .field("device", &self.device.name())
            .finish_non_exhaustive()
    }
}
