//! Sums of products that multiply and add in one operation, which rounds once.

use super::{LANES, Rows, Views, steps, sum_of};
use crate::element::Element;
use crate::simd::{self, Wide};
use std::ops::{Add, Mul};

/// A number whose product with another one can be added to a third in one operation.
#[diagnostic::on_unimplemented(
    message = "products of `{Self}` are not added in one operation",
    label = "`#[cnf(mul_add)]` asks for it",
    note = "it is for sums of products of floats and integers: leave it out for other types"
)]
pub trait MulAdd: Element + Default + Add<Output = Self> + Mul<Output = Self> {
    /// The number that leaves a factor as it is.
    #[doc(hidden)]
    const ONE: Self;

    /// Its product with a factor, and a summand: floats are rounded once.
    #[doc(hidden)]
    #[must_use]
    fn mul_add(self, factor: Self, summand: Self) -> Self;
}

macro_rules! mul_add {
    ($($float:ident)*) => {$(
        impl MulAdd for $float {
            const ONE: Self = 1.0;

            #[inline(always)]
            fn mul_add(self, factor: Self, summand: Self) -> Self {
                $float::mul_add(self, factor, summand)
            }
        }
    )*};
}

mul_add!(f32 f64);

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl MulAdd for $integer {
            const ONE: Self = 1;

            #[inline(always)]
            fn mul_add(self, factor: Self, summand: Self) -> Self {
                self * factor + summand
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// A product as a term of a sum, which multiplies and adds in one operation.
#[derive(Clone, Copy, Debug)]
pub struct Product<T>(T, T);

impl<T: MulAdd> Product<T> {
    /// The product of two factors.
    #[inline(always)]
    #[must_use]
    pub fn of(left: T, right: T) -> Self {
        Product(left, right)
    }
}

/// The total with a product in it.
#[inline(always)]
#[must_use]
pub fn add_product<T: MulAdd>(total: T, Product(left, right): Product<T>) -> T {
    left.mul_add(right, total)
}

/// A term of a fold whose totals are `T`.
pub trait Term<T>: Copy {
    /// Set if it is added by an operation that the baseline instructions may not have.
    #[doc(hidden)]
    const FUSED: bool;

    /// Its value.
    #[doc(hidden)]
    fn value(self) -> T;

    /// The term that has this value.
    #[doc(hidden)]
    fn of(value: T) -> Self;
}

impl<T: Copy> Term<T> for T {
    const FUSED: bool = false;

    #[inline(always)]
    fn value(self) -> T {
        self
    }

    #[inline(always)]
    fn of(value: T) -> T {
        value
    }
}

impl<T: MulAdd> Term<T> for Product<T> {
    const FUSED: bool = true;

    #[inline(always)]
    fn value(self) -> T {
        self.0 * self.1
    }

    #[inline(always)]
    fn of(value: T) -> Self {
        Product(value, T::ONE)
    }
}

/// [`sum`](super::sum()) of products, each of which is multiplied and added in one operation.
#[inline(always)]
pub fn sum_of_products<V: Views, T: MulAdd>(
    from: usize,
    to: usize,
    views: V,
    term: impl FnMut(usize, V::Items) -> Product<T>,
) -> T {
    let count = to.saturating_sub(from);
    let rows = views.rows(from, count);
    let mut total = T::default();
    let sum = Products {
        from,
        count,
        rows,
        term,
        total: &mut total,
    };
    match count >= LANES {
        true => simd::widely(sum),
        false => sum.run::<false>(),
    }
    total
}

/// [`sum_of_products`] that takes one term after the other.
#[inline(always)]
pub fn sum_of_products_in_order<V: Views, T: MulAdd>(
    from: usize,
    to: usize,
    views: V,
    mut term: impl FnMut(usize, V::Items) -> Product<T>,
) -> T {
    steps(T::default(), from, to, views, |total, index, items| {
        add_product(total, term(index, items))
    })
}

/// A sum of products: a function of its own, with the instructions that multiply and add at once.
/// Without them each product would be a call.
struct Products<'t, R, F, T> {
    from: usize,
    count: usize,
    rows: R,
    term: F,
    total: &'t mut T,
}

impl<R, F, T> Wide for Products<'_, R, F, T>
where
    R: Rows,
    F: FnMut(usize, R::Items) -> Product<T>,
    T: MulAdd,
{
    #[inline(always)]
    fn run<const WIDEST: bool>(self) {
        let Products {
            from,
            count,
            rows,
            term,
            total,
        } = self;
        // SAFETY: `rows` has the elements of so many indices.
        *total = unsafe { sum_of(from, count, rows, term, add_product) };
    }
}
