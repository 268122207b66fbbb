//! Elements: plain values, which messages hold as bytes.

use fusus_cpu::Partial;
use std::num::Wrapping;

/// An element of arrays that are spread over processes: a value without pointers, which goes to another
/// process of the same program as bytes.
///
/// Numbers, `bool`, `char`, arrays, options and tuples of elements are elements. A struct of elements
/// becomes one by `#[derive(fusus::mpi::Element)]`, or, without the crate `fusus`, by
/// [`element!`](macro@crate::element).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element of arrays that are spread over processes",
    label = "it is sent to other processes, as bytes",
    note = "numbers, `bool`, `char`, and arrays, options and tuples of elements are elements; a \
            struct that is `Copy` becomes one by `#[derive(fusus::mpi::Element)]`"
)]
pub trait Element: Copy + Send + Sync + 'static {
    /// The number of bytes in a message.
    const BYTES: usize;

    /// Writes the value as [`BYTES`](Element::BYTES) bytes.
    fn write(&self, bytes: &mut [u8]);

    /// Reads a value that [`write`](Element::write) has written.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Element for $ty {
            const BYTES: usize = size_of::<$ty>();

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_ne_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> $ty {
                let bytes = bytes.try_into().expect("as many bytes as were written");
                <$ty>::from_ne_bytes(bytes)
            }
        }
    )*};
}
numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

impl Element for bool {
    const BYTES: usize = 1;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        bytes[0] = u8::from(*self);
    }

    #[inline]
    fn read(bytes: &[u8]) -> bool {
        bytes[0] != 0
    }
}

impl Element for char {
    const BYTES: usize = 4;

    fn write(&self, bytes: &mut [u8]) {
        u32::from(*self).write(bytes);
    }

    fn read(bytes: &[u8]) -> char {
        char::from_u32(u32::read(bytes)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

impl<T: Element> Element for Wrapping<T> {
    const BYTES: usize = T::BYTES;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        Wrapping(T::read(bytes))
    }
}

impl<T: Element> Element for Option<T> {
    const BYTES: usize = 1 + T::BYTES;

    fn write(&self, bytes: &mut [u8]) {
        self.is_some().write(&mut bytes[..1]);
        match self {
            Some(value) => value.write(&mut bytes[1..]),
            None => bytes[1..].fill(0),
        }
    }

    fn read(bytes: &[u8]) -> Option<T> {
        bool::read(bytes).then(|| T::read(&bytes[1..]))
    }
}

/// The result of a fold in a block, which other processes join.
impl<T: Element> Element for Partial<T> {
    const BYTES: usize = Option::<T>::BYTES;

    fn write(&self, bytes: &mut [u8]) {
        self.value().write(bytes);
    }

    fn read(bytes: &[u8]) -> Partial<T> {
        Partial::received(Option::read(bytes))
    }
}

impl<T: Element, const N: usize> Element for [T; N] {
    const BYTES: usize = N * T::BYTES;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        for (value, bytes) in self.iter().zip(bytes.chunks_exact_mut(T::BYTES)) {
            value.write(bytes);
        }
    }

    #[inline]
    fn read(bytes: &[u8]) -> [T; N] {
        std::array::from_fn(|i| T::read(&bytes[i * T::BYTES..(i + 1) * T::BYTES]))
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {$(
        impl<$($name: Element),*> Element for ($($name,)*) {
            const BYTES: usize = 0 $(+ $name::BYTES)*;

            #[inline]
            fn write(&self, bytes: &mut [u8]) {
                let mut fields = Fields(bytes);
                $(fields.write(&self.$index);)*
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let mut fields = Fields(bytes);
                ($(fields.read::<$name>(),)*)
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

/// The bytes of values that follow one another.
#[doc(hidden)]
#[derive(Debug)]
pub struct Fields<B>(pub B);

impl Fields<&mut [u8]> {
    /// Writes the next value.
    #[inline]
    pub fn write<T: Element>(&mut self, value: &T) {
        let (own, rest) = std::mem::take(&mut self.0).split_at_mut(T::BYTES);
        value.write(own);
        self.0 = rest;
    }
}

impl Fields<&[u8]> {
    /// Reads the next value.
    #[inline]
    pub fn read<T: Element>(&mut self) -> T {
        let (own, rest) = self.0.split_at(T::BYTES);
        self.0 = rest;
        T::read(own)
    }
}

/// Makes a struct of elements an [`Element`] of arrays that are spread over processes.
///
/// ```
/// #[derive(Clone, Copy)]
/// struct Body {
///     place: [f64; 3],
///     mass: f64,
/// }
///
/// fusus_mpi::element!(Body { place: [f64; 3], mass: f64 });
///
/// let bodies = fusus_mpi::threads(2, |world| {
///     let body = |i| Body { place: [i as f64; 3], mass: 1.0 };
///     fusus_mpi::Array::from_fn(&world, 10, body).unwrap().gather()
/// });
/// assert_eq!(bodies[1][9].place[0], 9.0);
/// ```
#[macro_export]
macro_rules! element {
    ($name:ident { $($field:ident: $ty:ty),+ $(,)? }) => {
        impl $crate::Element for $name {
            const BYTES: usize = 0 $(+ <$ty as $crate::Element>::BYTES)+;

            fn write(&self, bytes: &mut [u8]) {
                let $name { $($field),+ } = self;
                let mut fields = $crate::rt::Fields(bytes);
                $(fields.write::<$ty>($field);)+
            }

            fn read(bytes: &[u8]) -> Self {
                let mut fields = $crate::rt::Fields(bytes);
                $(let $field = fields.read::<$ty>();)+
                $name { $($field),+ }
            }
        }
    };
}

/// Elements as bytes.
pub(crate) fn to_bytes<T: Element>(elements: &[T]) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_bytes(elements, &mut bytes);
    bytes
}

/// Appends elements as bytes.
pub(crate) fn append_bytes<T: Element>(elements: &[T], bytes: &mut Vec<u8>) {
    const {
        assert!(
            T::BYTES > 0,
            "an element without bytes has no place in a message"
        )
    };
    let first = bytes.len();
    bytes.resize(first + elements.len() * T::BYTES, 0);
    let places = bytes[first..].chunks_exact_mut(T::BYTES);
    for (element, place) in elements.iter().zip(places) {
        element.write(place);
    }
}

/// The elements that some bytes are.
pub(crate) fn of_bytes<T: Element>(bytes: &[u8]) -> impl Iterator<Item = T> + '_ {
    bytes.chunks_exact(T::BYTES).map(T::read)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (u8, (f64, Option<i16>), [bool; 3], char);

    #[test]
    fn elements_arrive_as_they_were() {
        let rows: [Row; 2] = [
            (7, (-0.0, Some(-3)), [true, false, true], 'ß'),
            (255, (f64::INFINITY, None), [false; 3], '\u{10ffff}'),
        ];
        let bytes = to_bytes(&rows);
        assert_eq!(bytes.len(), 2 * (1 + 8 + 3 + 3 + 4));
        let read: Vec<Row> = of_bytes(&bytes).collect();
        assert_eq!(read, rows);
        assert!(read[0].1.0.is_sign_negative());
    }
}
