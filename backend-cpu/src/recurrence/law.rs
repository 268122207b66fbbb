//! The laws by which the steps of a recurrence can be composed.
//!
//! Several steps together map a state `y` to `A y + b`: `b` is the image of zero, and a column
//! of `A` the image of a unit under their linear parts. The law says which operations are `+` and
//! `·`, and which elements zero and one.

use std::mem;

use crate::op::is;

/// The most components of a state.
pub(super) const MOST: usize = 4;

mod sealed {
    pub trait Sealed {}
}

/// A law between states of some types.
pub trait Law: Copy + sealed::Sealed {
    /// The number of components of a state of this type; none where the law does not hold for it.
    fn components<T: Copy>() -> usize;

    /// The state that is zero.
    fn zero<T: Copy>() -> Option<T>;

    /// The state of which one component is one, and the others are zero.
    fn unit<T: Copy>(component: usize) -> Option<T>;

    /// The state behind some steps, which map zero to `offset` and the units to `columns`. Nothing
    /// where the numbers say too little: if one is infinite or not a number, the steps have to be
    /// taken one by one.
    fn after<T: Copy>(state: T, offset: T, columns: [T; MOST]) -> Option<T>;
}

/// `+`, `-`, `*` and `/` of floats.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

/// The wrapping operations of integers.
#[derive(Clone, Copy, Debug)]
pub struct Wrapping;

/// `+` and `max` of floats.
#[derive(Clone, Copy, Debug)]
pub struct Greatest;

/// `+` and `min` of floats.
#[derive(Clone, Copy, Debug)]
pub struct Least;

/// A number, as the component of a state under a law.
trait Ring: Copy {
    const ZERO: Self;
    const ONE: Self;
    fn times(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    /// Returns true if a sum of products with this result has been of numbers alone.
    fn is_sound(self) -> bool;
}

/// A state whose components are numbers of one type.
trait Components: Copy {
    type Ring: Ring;
    const COUNT: usize;
    /// Its components, and zeros.
    fn array(self) -> [Self::Ring; MOST];
    fn of(component: impl Fn(usize) -> Self::Ring) -> Self;
}

macro_rules! components {
    ($($number:ident),*) => {$(
        impl Components for $number {
            type Ring = $number;
            const COUNT: usize = 1;
            #[inline(always)]
            fn array(self) -> [$number; MOST] {
                let zero = <$number as Ring>::ZERO;
                [self, zero, zero, zero]
            }
            #[inline(always)]
            fn of(component: impl Fn(usize) -> $number) -> Self {
                component(0)
            }
        }

        components!(($number, $number) 2 [0 1]);
        components!(($number, $number, $number) 3 [0 1 2]);
        components!(($number, $number, $number, $number) 4 [0 1 2 3]);
    )*};
    (($number:ident, $($others:ident),*) $count:literal [$($index:tt)*]) => {
        impl Components for ($number, $($others),*) {
            type Ring = $number;
            const COUNT: usize = $count;
            #[inline(always)]
            fn array(self) -> [$number; MOST] {
                let mut all = [<$number as Ring>::ZERO; MOST];
                $(all[$index] = self.$index;)*
                all
            }
            #[inline(always)]
            fn of(component: impl Fn(usize) -> $number) -> Self {
                ($(component($index)),*)
            }
        }
    };
}

macro_rules! floats {
    ($($float:ident),*) => {
        components!($($float),*);
        $(impl Ring for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            // A result that is infinite or not a number does not become one again.
            #[inline(always)]
            fn is_sound(self) -> bool {
                self.is_finite()
            }
        })*
    };
}

macro_rules! integers {
    ($($int:ident),*) => {
        components!($($int),*);
        $(impl Ring for $int {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn is_sound(self) -> bool {
                true
            }
        })*
    };
}

floats!(f32, f64);
integers!(
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize
);

fn unit<V: Components>(component: usize) -> V {
    V::of(|index| match index == component {
        true => V::Ring::ONE,
        false => V::Ring::ZERO,
    })
}

#[inline(always)]
fn after<V: Components>(state: V, offset: V, columns: [V; MOST]) -> Option<V> {
    // Arrays of one length, of which LLVM makes vectors.
    let (state, offset) = (state.array(), offset.array());
    let mut next = columns[0].array().map(|number| number.times(state[0]));
    for component in 1..V::COUNT {
        let column = columns[component].array();
        for row in 0..MOST {
            next[row] = next[row].plus(column[row].times(state[component]));
        }
    }
    let mut sound = true;
    for row in 0..MOST {
        next[row] = next[row].plus(offset[row]);
        sound &= row >= V::COUNT || next[row].is_sound();
    }
    sound.then_some(V::of(|row| next[row]))
}

/// A value of a type that is another one by name.
///
/// # Safety
///
/// Both must be the same type, up to lifetimes, of which states of numbers have none.
#[inline(always)]
unsafe fn same<T: Copy, U: Copy>(value: T) -> U {
    // SAFETY: the caller's promise.
    unsafe { mem::transmute_copy::<T, U>(&value) }
}

/// Implements a law for states of some numbers: each expression with the type `V` that `T` is, or
/// the last one where it is none of them.
macro_rules! of_components {
    ($law:ident [$($number:ident)*]) => {
        impl sealed::Sealed for $law {}

        impl Law for $law {
            #[inline(always)]
            fn components<T: Copy>() -> usize {
                of_components!(T [$($number)*] V => <V as Components>::COUNT);
                0
            }

            #[inline(always)]
            fn zero<T: Copy>() -> Option<T> {
                of_components!(T [$($number)*] V => {
                    let zero: V = unit(MOST);
                    // SAFETY: `T` is `V`.
                    Some(unsafe { same(zero) })
                });
                None
            }

            #[inline(always)]
            fn unit<T: Copy>(component: usize) -> Option<T> {
                of_components!(T [$($number)*] V => {
                    let one: V = unit(component);
                    // SAFETY: `T` is `V`.
                    Some(unsafe { same(one) })
                });
                None
            }

            #[inline(always)]
            fn after<T: Copy>(state: T, offset: T, columns: [T; MOST]) -> Option<T> {
                of_components!(T [$($number)*] V => {
                    // SAFETY: `T` is `V`.
                    let next: V = unsafe {
                        after(same(state), same(offset), columns.map(|column| same(column)))?
                    };
                    // SAFETY: `T` is `V`.
                    Some(unsafe { same(next) })
                });
                None
            }
        }
    };
    ($T:ident [$($number:ident)*] $V:ident => $value:expr) => {$(
        of_components!($T ($number) $V => $value);
        of_components!($T (($number, $number)) $V => $value);
        of_components!($T (($number, $number, $number)) $V => $value);
        of_components!($T (($number, $number, $number, $number)) $V => $value);
    )*};
    ($T:ident ($type:ty) $V:ident => $value:expr) => {
        if is::<$T, $type>() {
            type $V = $type;
            return $value;
        }
    };
}

of_components!(Linear [f32 f64]);
of_components!(Wrapping [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize]);

/// Implements a law of `+` and of the greater or lesser one of two floats. A shift by an infinite
/// number, or by none, has no inverse, whether or not its offset
/// loses against everything.
macro_rules! of_choice {
    ($law:ident $choose:ident $loses:ident $wins:ident) => {
        impl sealed::Sealed for $law {}

        impl Law for $law {
            #[inline(always)]
            fn components<T: Copy>() -> usize {
                usize::from(is::<T, f64>() || is::<T, f32>())
            }

            #[inline(always)]
            fn zero<T: Copy>() -> Option<T> {
                of_choice!(T F => {
                    // SAFETY: `T` is `F`.
                    Some(unsafe { same(F::$loses) })
                });
                None
            }

            #[inline(always)]
            fn unit<T: Copy>(_: usize) -> Option<T> {
                of_choice!(T F => {
                    // SAFETY: `T` is `F`.
                    Some(unsafe { same::<F, T>(0.0) })
                });
                None
            }

            #[inline(always)]
            fn after<T: Copy>(state: T, offset: T, [shift, ..]: [T; MOST]) -> Option<T> {
                of_choice!(T F => {
                    let [state, offset, shift] = [state, offset, shift].map(|number| {
                        // SAFETY: `T` is `F`.
                        unsafe { same::<T, F>(number) }
                    });
                    if !shift.is_finite() || offset.is_nan() || offset == F::$wins {
                        return None;
                    }
                    // SAFETY: `T` is `F`.
                    Some(unsafe { same((state + shift).$choose(offset)) })
                });
                None
            }
        }
    };
    ($T:ident $F:ident => $value:expr) => {
        of_components!($T (f32) $F => $value);
        of_components!($T (f64) $F => $value);
    };
}

of_choice!(Greatest max NEG_INFINITY INFINITY);
of_choice!(Least min INFINITY NEG_INFINITY);

/// Zero, of the type of a number; any other value as it is, for which no law holds.
#[inline(always)]
#[must_use]
pub fn zero_of<T: Copy>(value: T) -> T {
    let zero = Linear::zero::<T>().or_else(Wrapping::zero::<T>);
    zero.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::{Greatest, Law, Least, Linear, Wrapping, zero_of};

    #[test]
    fn a_composition_is_what_the_steps_do() {
        // y -> 2 y + 1, and then y -> 3 y - 5.
        let offset = 3.0 * 1.0 - 5.0;
        assert_eq!(
            Linear::after(7.0, offset, [6.0, 0.0, 0.0, 0.0]),
            Some(3.0 * (2.0 * 7.0 + 1.0) - 5.0)
        );
        assert_eq!(
            Wrapping::after(200_u8, 7, [9, 0, 0, 0]),
            Some(200_u8.wrapping_mul(9).wrapping_add(7))
        );
    }

    #[test]
    fn columns_are_those_of_a_matrix() {
        let (a, b) = ((1.0, 3.0), (2.0, 4.0));
        let zero = (0.0, 0.0);
        assert_eq!(
            Linear::after((5.0, 6.0), (0.5, 0.25), [a, b, zero, zero]),
            Some((1.0 * 5.0 + 2.0 * 6.0 + 0.5, 3.0 * 5.0 + 4.0 * 6.0 + 0.25))
        );
        assert_eq!(Linear::unit::<(f64, f64)>(1), Some((0.0, 1.0)));
        assert_eq!(Linear::zero::<(f32, f32, f32)>(), Some((0.0, 0.0, 0.0)));
    }

    #[test]
    fn infinite_numbers_say_too_little() {
        let infinite = f64::INFINITY;
        for (state, offset, factor) in [
            (1.0, 1.0, infinite),
            (0.0, 1.0, infinite),
            (1.0, infinite, 0.0),
            (infinite, 1.0, 0.0),
            (1.0, f64::NAN, 1.0),
            (f64::MAX, 0.0, 2.0),
        ] {
            assert_eq!(Linear::after(state, offset, [factor; 4]), None);
        }
        assert_eq!(Greatest::after(1.0, 0.0, [infinite; 4]), None);
        assert_eq!(Greatest::after(1.0, infinite, [0.0; 4]), None);
    }

    #[test]
    fn the_greater_one_of_a_shift_and_an_offset() {
        assert_eq!(Greatest::after(1.0, 5.0, [3.0; 4]), Some(5.0));
        assert_eq!(Greatest::after(3.0, 5.0, [3.0; 4]), Some(6.0));
        assert_eq!(Least::after(3.0_f32, 5.0, [3.0; 4]), Some(5.0));
        let nothing = Greatest::zero::<f64>().expect("it has one");
        assert_eq!(Greatest::after(3.0, nothing, [-4.0; 4]), Some(-1.0));
    }

    #[test]
    fn other_types_have_no_law() {
        assert_eq!(Linear::components::<u32>(), 0);
        assert_eq!(Linear::components::<(f64, f32)>(), 0);
        assert_eq!(Linear::components::<(f64, f64, f64, f64)>(), 4);
        assert_eq!(Wrapping::components::<f32>(), 0);
        assert_eq!(Wrapping::components::<(u64, u64)>(), 2);
        assert_eq!(Greatest::components::<i32>(), 0);
        assert_eq!(Linear::after("a", "b", ["c"; 4]), None);
        assert_eq!((zero_of(2.5), zero_of(7_u8), zero_of("a")), (0.0, 0, "a"));
    }
}
