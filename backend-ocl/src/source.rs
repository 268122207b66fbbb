//! The parameters of programs: arrays of the host or of the device.

use crate::array::same;
use crate::element::Element;
use crate::{Array, Device, Error};
use fusus_cpu::Fault;
use std::ops::{Deref, DerefMut};

/// The argument of a program of the backend `ocl` for a parameter `&[T]`: a slice of the host,
/// which is uploaded, or an [`Array`], which is already there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no array of `{T}` for a device",
    label = "expected `&[{T}]` or `&Array<{T}>`",
    note = "programs of the backend `ocl` take slices, vectors and arrays by reference, and `fusus::ocl::Array`s of their element type"
)]
pub trait Source<T: Element> {
    /// The device that it lives on, if it lives on one.
    fn device(&self) -> Option<Device>;

    /// The array on a device.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`], and [`Error::TwoDevices`] for an array of another
    /// device.
    fn into_array(self, device: &Device) -> Result<Array<T>, Error>;
}

/// Types that are slices underneath.
macro_rules! slices {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<T: Element, $($generics)*> Source<T> for &$ty {
            fn device(&self) -> Option<Device> {
                None
            }

            fn into_array(self, device: &Device) -> Result<Array<T>, Error> {
                Array::upload_to(device, self)
            }
        }

        impl<T: Element, $($generics)*> Source<T> for &mut $ty {
            fn device(&self) -> Option<Device> {
                None
            }

            fn into_array(self, device: &Device) -> Result<Array<T>, Error> {
                Array::upload_to(device, self)
            }
        }

        impl<T: Element, $($generics)*> SourceMut<T> for &mut $ty {
            fn device(&self) -> Option<Device> {
                None
            }

            fn provide<'a>(self, device: &Device) -> Result<Provided<'a, T>, Error>
            where
                Self: 'a,
            {
                let array = Array::upload_to(device, self)?;
                Ok(Provided(Owner::Host(self, array)))
            }
        }
    )*};
}
slices! {
    [] [T];
    [] Vec<T>;
    [] Box<[T]>;
    [const N: usize] [T; N];
}

impl<T: Element> Source<T> for &Array<T> {
    fn device(&self) -> Option<Device> {
        Some(Array::device(self).clone())
    }

    fn into_array(self, device: &Device) -> Result<Array<T>, Error> {
        self.clone().into_array(device)
    }
}

impl<T: Element> Source<T> for &mut Array<T> {
    fn device(&self) -> Option<Device> {
        Some(Array::device(self).clone())
    }

    fn into_array(self, device: &Device) -> Result<Array<T>, Error> {
        self.clone().into_array(device)
    }
}

impl<T: Element> Source<T> for Array<T> {
    fn device(&self) -> Option<Device> {
        Some(Array::device(self).clone())
    }

    fn into_array(self, device: &Device) -> Result<Array<T>, Error> {
        same(device, Array::device(&self))?;
        Ok(self)
    }
}

/// The argument of a program of the backend `ocl` for a parameter `&mut [T]`: a slice of the host,
/// which is uploaded and written back if the program succeeds, or an [`Array`], which is written in
/// place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no array of `{T}` that a device may write to",
    label = "expected `&mut [{T}]` or `&mut Array<{T}>`",
    note = "programs of the backend `ocl` take slices, vectors and arrays by reference, and `fusus::ocl::Array`s of their element type"
)]
pub trait SourceMut<T: Element> {
    /// The device that it lives on, if it lives on one.
    fn device(&self) -> Option<Device>;

    /// The array on a device, for the time of a program.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`], and [`Error::TwoDevices`] for an array of another
    /// device.
    fn provide<'a>(self, device: &Device) -> Result<Provided<'a, T>, Error>
    where
        Self: 'a;
}

impl<T: Element> SourceMut<T> for &mut Array<T> {
    fn device(&self) -> Option<Device> {
        Some(Array::device(self).clone())
    }

    fn provide<'a>(self, device: &Device) -> Result<Provided<'a, T>, Error>
    where
        Self: 'a,
    {
        same(device, Array::device(self))?;
        self.detach()?;
        Ok(Provided(Owner::Device(self)))
    }
}

/// A caller-provided array, which a program writes in place.
#[derive(Debug)]
pub struct Provided<'a, T: Element>(Owner<'a, T>);

#[derive(Debug)]
enum Owner<'a, T: Element> {
    /// It belongs to the host; the device has a copy.
    Host(&'a mut [T], Array<T>),
    /// It belongs to the device.
    Device(&'a mut Array<T>),
}

impl<T: Element> Provided<'_, T> {
    /// Gives it back: the host's elements become those of the device.
    ///
    /// # Errors
    ///
    /// If the device failed.
    pub fn give_back(self) -> Result<(), Fault> {
        match self.0 {
            Owner::Host(slice, array) => Ok(array.download_into(slice)?),
            Owner::Device(_) => Ok(()),
        }
    }
}

impl<T: Element> Deref for Provided<'_, T> {
    type Target = Array<T>;

    fn deref(&self) -> &Array<T> {
        match &self.0 {
            Owner::Host(_, array) => array,
            Owner::Device(array) => array,
        }
    }
}

impl<T: Element> DerefMut for Provided<'_, T> {
    fn deref_mut(&mut self) -> &mut Array<T> {
        match &mut self.0 {
            Owner::Host(_, array) => array,
            Owner::Device(array) => array,
        }
    }
}
