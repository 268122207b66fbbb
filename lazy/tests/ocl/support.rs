//! Comparisons of a device with the host.

use fusus_lazy::{Array, Column, Element, Launches, eval_all, on};
use fusus_ocl::Device;

pub(crate) fn device() -> Device {
    Device::current().expect("a device")
}

/// An element, of which every bit counts.
pub(crate) trait Exact: Element {
    /// Returns true if both have the same bits; one `NaN` is like another.
    fn is_same(self, other: Self) -> bool;
}

macro_rules! exact {
    ($($type:ident)*) => {$(
        impl Exact for $type {
            fn is_same(self, other: Self) -> bool {
                self == other
            }
        }
    )*};
}
exact!(i8 i16 i32 i64 u8 u16 u32 u64 bool);

macro_rules! exact_floats {
    ($($type:ident)*) => {$(
        impl Exact for $type {
            fn is_same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
            }
        }
    )*};
}
exact_floats!(f32 f64);

/// Computes arrays on the device, all in one graph, and on the host.
pub(crate) fn same<T: Exact>(names: &[&str], of: impl Fn() -> Vec<Array<T>>)
where
    for<'a> Column: From<&'a Array<T>>,
{
    let device = device();
    let computed = || {
        let arrays = of();
        eval_all(&arrays).expect("results");
        arrays
    };
    let (there, launches) = Launches::of(|| on(&device, computed));
    assert_eq!(launches.on_host, 0, "the device does all");
    for ((name, here), there) in names.iter().zip(computed()).zip(there) {
        let (here, there) = (here.to_vec().unwrap(), there.to_vec().unwrap());
        assert_eq!(here.len(), there.len(), "{name}");
        for (at, (one, other)) in here.iter().zip(&there).enumerate() {
            let ty = std::any::type_name::<T>();
            assert!(
                one.is_same(*other),
                "{name} of {ty} at {at}: {one:?} {other:?}"
            );
        }
    }
}
