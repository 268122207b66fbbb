//! The elements of device arrays, and their layout in memory.

/// An element of an array of a device: the integers, `f32`, `f64`, `bool`, and tuples of these, of
/// up to eight, nested as you like.
///
/// Arrays of tuples are structures of arrays: each component lies in memory of its own, so that a
/// program that uses one does not read the others. On the device `usize` and `isize` have 64 bits,
/// and `bool` is a byte.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of a device array",
    label = "not an element",
    note = "elements are integers, `f32`, `f64`, `bool`, and tuples of these"
)]
pub trait Element: Columns + Copy + Send + Sync + 'static {}

impl<T: Columns + Copy + Send + Sync + 'static> Element for T {}

/// Conversion of elements into scalars, a column each, and back.
///
/// Sealed: it is not exported.
pub trait Columns: Copy {
    /// The number of scalars of an element.
    const COUNT: usize;

    /// The sizes of the scalars in bytes.
    fn sizes(to: &mut Vec<usize>);

    /// The bytes of elements as they lie on the device, where that is how they
    /// lie here.
    fn bytes(elements: &[Self]) -> Option<&[u8]>;

    /// Elements that are read as they lie on the device, where that is how they
    /// lie here.
    fn read<E: From<NoRoom>>(
        len: usize,
        read: &mut dyn FnMut(&mut [u8]) -> Result<(), E>,
    ) -> Option<Result<Vec<Self>, E>>;

    /// Appends the bytes of each scalar of elements to a column of its own.
    /// The elements are part of others.
    fn split<W: Copy>(
        whole: &[W],
        part: impl Fn(W) -> Self + Copy,
        to: &mut Vec<Vec<u8>>,
    ) -> Result<(), NoRoom>;

    /// The element at an index, and the columns behind its own.
    fn join(columns: &[Vec<u8>], index: usize) -> (Self, &[Vec<u8>]);
}

/// The host has no memory for elements on their way to or from a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// The number of bytes that were asked for.
    pub bytes: usize,
}

/// Room for so many elements on the host.
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>, NoRoom> {
    let mut room = Vec::new();
    match room.try_reserve_exact(len) {
        Ok(()) => Ok(room),
        Err(_) => Err(NoRoom {
            bytes: len.saturating_mul(size_of::<T>()),
        }),
    }
}

/// The bytes of the scalars of elements, one column a scalar.
pub(crate) fn columns<T: Columns>(elements: &[T]) -> Result<Vec<Vec<u8>>, NoRoom> {
    let mut columns = Vec::with_capacity(T::COUNT);
    T::split(elements, |element| element, &mut columns)?;
    Ok(columns)
}

/// The sizes of the scalars of an element.
pub(crate) fn sizes<T: Columns>() -> Vec<usize> {
    let mut sizes = Vec::with_capacity(T::COUNT);
    T::sizes(&mut sizes);
    sizes
}

/// Types that lie here as they lie on the device.
macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Columns for $ty {
            const COUNT: usize = 1;

            fn sizes(to: &mut Vec<usize>) {
                to.push(size_of::<$ty>());
            }

            fn bytes(elements: &[$ty]) -> Option<&[u8]> {
                // SAFETY: numbers have no padding, and any byte is a `u8`.
                Some(unsafe {
                    std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements))
                })
            }

            fn read<E: From<NoRoom>>(
                len: usize,
                read: &mut dyn FnMut(&mut [u8]) -> Result<(), E>,
            ) -> Option<Result<Vec<$ty>, E>> {
                let mut elements = match room(len) {
                    Ok(room) => room,
                    Err(none) => return Some(Err(none.into())),
                };
                elements.resize(len, <$ty>::default());
                let bytes = size_of_val(&elements[..]);
                // SAFETY: numbers have no padding, and any bytes are a number.
                let target = unsafe {
                    std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), bytes)
                };
                Some(read(target).map(|()| elements))
            }

            fn split<W: Copy>(
                whole: &[W],
                part: impl Fn(W) -> $ty + Copy,
                to: &mut Vec<Vec<u8>>,
            ) -> Result<(), NoRoom> {
                let mut column = room(whole.len().saturating_mul(size_of::<$ty>()))?;
                for &whole in whole {
                    column.extend_from_slice(&part(whole).to_ne_bytes());
                }
                to.push(column);
                Ok(())
            }

            fn join(columns: &[Vec<u8>], index: usize) -> ($ty, &[Vec<u8>]) {
                const SIZE: usize = size_of::<$ty>();
                let mut bytes = [0; SIZE];
                bytes.copy_from_slice(&columns[0][index * SIZE..][..SIZE]);
                (<$ty>::from_ne_bytes(bytes), &columns[1..])
            }
        }
    )*};
}
numbers! { u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }

/// Types that lie on the device as another.
macro_rules! converted {
    ($($ty:ty as $device:ty: $to:expr, $from:expr;)*) => {$(
        impl Columns for $ty {
            const COUNT: usize = 1;

            fn sizes(to: &mut Vec<usize>) {
                to.push(size_of::<$device>());
            }

            fn bytes(_: &[$ty]) -> Option<&[u8]> {
                None
            }

            fn read<E: From<NoRoom>>(
                len: usize,
                read: &mut dyn FnMut(&mut [u8]) -> Result<(), E>,
            ) -> Option<Result<Vec<$ty>, E>> {
                let elements = <$device as Columns>::read(len, read)?;
                Some(elements.map(|elements| elements.into_iter().map($from).collect()))
            }

            fn split<W: Copy>(
                whole: &[W],
                part: impl Fn(W) -> $ty + Copy,
                to: &mut Vec<Vec<u8>>,
            ) -> Result<(), NoRoom> {
                <$device as Columns>::split(whole, move |whole| $to(part(whole)), to)
            }

            fn join(columns: &[Vec<u8>], index: usize) -> ($ty, &[Vec<u8>]) {
                let (element, rest) = <$device as Columns>::join(columns, index);
                ($from(element), rest)
            }
        }
    )*};
}
// No `usize` has more than 64 bits, and what comes back is what went there or
// was computed with 64 bits.
converted! {
    usize as u64: |value: usize| value as u64, |value: u64| value as usize;
    isize as i64: |value: isize| value as i64, |value: i64| value as isize;
    bool as u8: u8::from, |value: u8| value != 0;
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Columns),*> Columns for ($($name,)*) {
            const COUNT: usize = 0 $(+ $name::COUNT)*;

            fn sizes(to: &mut Vec<usize>) {
                $($name::sizes(to);)*
            }

            fn bytes(_: &[Self]) -> Option<&[u8]> {
                None
            }

            fn read<Fault: From<NoRoom>>(
                _: usize,
                _: &mut dyn FnMut(&mut [u8]) -> Result<(), Fault>,
            ) -> Option<Result<Vec<Self>, Fault>> {
                None
            }

            fn split<Whole: Copy>(
                whole: &[Whole],
                part: impl Fn(Whole) -> Self + Copy,
                to: &mut Vec<Vec<u8>>,
            ) -> Result<(), NoRoom> {
                $($name::split(whole, move |whole| part(whole).$index, to)?;)*
                Ok(())
            }

            fn join(columns: &[Vec<u8>], index: usize) -> (Self, &[Vec<u8>]) {
                let rest = columns;
                $(
                    #[allow(non_snake_case)]
                    let ($name, rest) = $name::join(rest, index);
                )*
                (($($name,)*), rest)
            }
        }
    )*};
}
tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_falls_apart_comes_together_again() {
        type Nested = ((u8, f64), (bool, (i16,)), usize);
        let elements: Vec<Nested> = vec![
            ((1, 2.5), (true, (-3,)), 4),
            ((255, f64::NEG_INFINITY), (false, (i16::MIN,)), usize::MAX),
        ];
        assert_eq!(sizes::<Nested>(), [1, 8, 1, 2, 8]);
        assert_eq!(Nested::COUNT, 5);
        let columns = columns(&elements).expect("room");
        let lengths: Vec<usize> = columns.iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 16, 2, 4, 16]);
        for (index, &element) in elements.iter().enumerate() {
            let (joined, rest) = Nested::join(&columns, index);
            assert_eq!(joined, element);
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn numbers_lie_on_the_device_as_here() {
        assert_eq!(
            u16::bytes(&[1, 258]),
            Some(&columns(&[1_u16, 258]).expect("room")[0][..])
        );
        let read: Option<Result<_, NoRoom>> = i32::read(2, &mut |bytes| {
            assert_eq!(bytes.len(), 8);
            bytes.fill(0xff);
            Ok(())
        });
        assert_eq!(read, Some(Ok(vec![-1, -1])));
        let read: Option<Result<_, NoRoom>> = bool::read(3, &mut |bytes| {
            bytes.copy_from_slice(&[0, 1, 7]);
            Ok(())
        });
        assert_eq!(read, Some(Ok(vec![false, true, true])));
    }

    #[test]
    fn elements_that_the_host_has_no_room_for_are_an_error() {
        let len = usize::MAX / 2;
        let read: Option<Result<Vec<u64>, NoRoom>> = u64::read(len, &mut |_| Ok(()));
        assert_eq!(read, Some(Err(NoRoom { bytes: usize::MAX })));
        let units = &[(); usize::MAX][..];
        let mut columns = Vec::new();
        let split = u16::split(units, |()| 7, &mut columns);
        assert_eq!(split, Err(NoRoom { bytes: usize::MAX }));
        assert!(columns.is_empty());
    }
}
