//! The powers of a linear part, which several steps with constant coefficients are.

use super::law::{Law, MOST};
use crate::groups::RangeLens;
use std::array;
use std::fmt;
use std::sync::OnceLock;

/// The images of the units under a linear map.
type Columns<T> = [T; MOST];

/// The powers for the ranges of one block of a loop, which most blocks have in common.
pub struct Powers<T>(OnceLock<OfBlock<T>>);

/// The powers for the ranges of a block.
#[derive(Clone, Copy)]
struct OfBlock<T> {
    /// The length of all ranges but the last one, and that of the last one.
    lens: [usize; 2],
    /// Their powers; nothing where numbers say too little.
    powers: Option<[Columns<T>; 2]>,
}

impl<T: Copy> Powers<T> {
    /// Powers of which none is known yet.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Powers(OnceLock::new())
    }

    /// The powers of `linear` for ranges of these lengths: for all of them but the last one, and
    /// for the last one. Nothing where the law does not hold, or the numbers say too little.
    #[inline]
    pub(super) fn of<W: Law, const L: usize>(
        &self,
        ranges: RangeLens<L>,
        linear: impl Fn(T) -> T + Copy,
    ) -> Option<[Columns<T>; 2]> {
        let lens = [ranges.most, ranges.last];
        let find = || OfBlock {
            lens,
            powers: of_lens::<T, W>(lens, linear),
        };
        match self.0.get_or_init(find) {
            known if known.lens == lens => known.powers,
            _ => find().powers,
        }
    }
}

/// The powers of a map for two numbers of steps.
fn of_lens<T: Copy, W: Law>(
    [most, last]: [usize; 2],
    linear: impl Fn(T) -> T,
) -> Option<[Columns<T>; 2]> {
    let (zero, components) = (W::zero::<T>()?, W::components::<T>());
    let unit = |component| {
        let has_it = component < components;
        has_it.then(|| W::unit(component)).flatten()
    };
    let none = array::from_fn(|component| unit(component).unwrap_or(zero));
    let once = array::from_fn(|component| unit(component).map_or(zero, &linear));
    let of_most = power::<T, W>(none, once, most)?;
    let of_last = match last == most {
        true => of_most,
        false => power::<T, W>(none, once, last)?,
    };
    Some([of_most, of_last])
}

/// The map that is `once`, so many times one after the other, by squares of squares, where `none`
/// changes nothing. Nothing where its numbers say too little.
fn power<T: Copy, W: Law>(none: Columns<T>, once: Columns<T>, times: usize) -> Option<Columns<T>> {
    let (mut square, mut left) = (once, times);
    let mut power = None;
    while left > 0 {
        if left % 2 == 1 {
            power = match power {
                Some(power) => Some(after::<T, W>(square, power)?),
                None => Some(square),
            };
        }
        left /= 2;
        if left > 0 {
            square = after::<T, W>(square, square)?;
        }
    }
    Some(power.unwrap_or(none))
}

/// One map behind another.
fn after<T: Copy, W: Law>(map: Columns<T>, before: Columns<T>) -> Option<Columns<T>> {
    let zero = W::zero()?;
    let mut images = before;
    for image in images.iter_mut().take(W::components::<T>()) {
        *image = W::after(*image, zero, map)?;
    }
    Some(images)
}

impl<T: Copy> Default for Powers<T> {
    fn default() -> Self {
        Powers::new()
    }
}

impl<T> fmt::Debug for Powers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Powers")
    }
}
