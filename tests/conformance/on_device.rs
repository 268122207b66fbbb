//! The same programs on an OpenCL device.

use fusus::ocl::{Array, Device, Element, Scans};

/// What a program returns, where the host can look at it.
pub(crate) trait Fetch {
    type Host;

    fn fetch(self) -> Self::Host;
}

impl<T: Element> Fetch for Array<T> {
    type Host = Vec<T>;

    fn fetch(self) -> Vec<T> {
        self.download().expect("a download")
    }
}

macro_rules! scalars {
    ($($ty:ty)*) => {$(
        impl Fetch for $ty {
            type Host = $ty;

            fn fetch(self) -> $ty {
                self
            }
        }
    )*};
}
scalars! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool }

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Fetch),*> Fetch for ($($name,)*) {
            type Host = ($($name::Host,)*);

            fn fetch(self) -> Self::Host {
                ($(self.$index.fetch(),)*)
            }
        }
    )*};
}
tuples! { () (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) }

/// The device in every way to run scans, the two whose bits must be the same
/// last.
pub(crate) fn ways() -> [Device; 3] {
    let device = Device::current().expect("an OpenCL device; `cargo xtask packages` installs PoCL");
    [Scans::Chained, Scans::LookBack, Scans::Staged].map(|scans| device.clone().with_scans(scans))
}
