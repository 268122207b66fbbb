//! Stencils: elements of neighbours in two and three dimensions.

use std::ops::Range;

use crate::expert::fresh;
use crate::prelude::*;

const BY_MEMORY: Nature = Nature {
    bound: Bound::Memory,
    fused: None,
};

const BY_ARITHMETIC: Nature = Nature {
    bound: Bound::Arithmetic,
    fused: None,
};

pub(crate) const JACOBI: Program = Program {
    name: "jacobi",
    source: "jacobi",
    about: "the mean of four neighbours in a plate; f64",
    sizes: Sizes::UpTo(16_777_216),
    nature: BY_MEMORY,
    race: race_jacobi,
};

pub(crate) const TRANSPOSE: Program = Program {
    name: "transpose",
    source: "transpose",
    about: "columns in the place of rows; f64",
    sizes: Sizes::UpTo(16_777_216),
    nature: BY_ARITHMETIC,
    race: race_transpose,
};

pub(crate) const BOX_BLUR: Program = Program {
    name: "box_blur",
    source: "box_blur",
    about: "the mean of 3 by 3 neighbours in two stages; f32",
    sizes: Sizes::UpTo(12_000_000),
    nature: BY_MEMORY,
    race: race_box_blur,
};

pub(crate) const BOX_BLUR_U16: Program = Program {
    name: "box_blur_u16",
    source: "box_blur_u16",
    about: "the mean of 3 by 3 neighbours in two stages; u16",
    sizes: Sizes::UpTo(12_000_000),
    nature: BY_MEMORY,
    race: race_box_blur_u16,
};

pub(crate) const SOBEL: Program = Program {
    name: "sobel",
    source: "sobel",
    about: "steep slopes of a picture; f32 to u8",
    sizes: Sizes::UpTo(12_000_000),
    nature: BY_ARITHMETIC,
    race: race_sobel,
};

pub(crate) const HEAT: Program = Program {
    name: "heat",
    source: "heat",
    about: "27 neighbours in a cube; f64",
    sizes: Sizes::UpTo(16_777_216),
    nature: BY_ARITHMETIC,
    race: race_heat,
};

variants! {
    mod jacobi(loops = 1) = "jacobi";
    mod transpose(loops = 1) = "transpose";
    mod box_blur(loops = 1) = "box_blur";
    mod box_blur_u16(loops = 1) = "box_blur_u16";
    mod sobel(loops = 1) = "sobel";
    mod heat(loops = 1) = "heat";
}

const THIRD: f32 = 1.0 / 3.0;
const STEEP: f32 = 1.0;
const OWN: f64 = 0.4;
const FACE: f64 = 0.05;
const EDGE: f64 = 0.015;
const CORNER: f64 = 0.015;

/// The rows and columns of a picture of about so many elements.
fn sides(size: usize) -> (usize, usize) {
    let width = size.isqrt().max(1);
    (width, size / width)
}

/// A fresh array of so many rows, some of which `band` writes at a time.
fn in_bands<T: Copy + Send>(
    (rows, width): (usize, usize),
    in_band: usize,
    band: impl Fn(Range<usize>, &mut [MaybeUninit<T>]) + Sync,
) -> Vec<T> {
    let fill = |to: &mut [MaybeUninit<T>]| {
        let to = Shared::new(to);
        blocks::each_number(rows.div_ceil(in_band), |number| {
            let rows = number * in_band..rows.min((number + 1) * in_band);
            // SAFETY: bands are disjoint.
            let to = unsafe { to.part(rows.start * width..rows.end * width) };
            band(rows, to);
        });
    };
    // SAFETY: every row is in a band, and bands write all of theirs.
    unsafe { fresh(rows * width, fill) }
}

/// The rows of a band of the expert's: twice a block, so that the rows that two bands need are few.
fn rows_of_band(width: usize) -> usize {
    (2 * BLOCK / width.max(1)).max(1)
}

/// Adds the expert's version, in bands of rows with wide instructions, the one by hand, a single
/// band, the loop over indices, and the copy.
macro_rules! race {
    ($setting:ident, $shape:expr, $read:expr, $band:expr, $wide:expr,
        $fused:expr, $sequential:expr, $unfused:expr, $stream:expr, $indexed:expr) => {{
        let shape: (usize, usize) = $shape;
        let all = shape.0.max(1);
        let mut race = $setting.race(|| in_bands(shape, all, $band));
        race.fresh(FUSUS, || $fused);
        race.fresh(SEQUENTIAL, || $sequential);
        race.fresh(UNFUSED, || $unfused);
        race.fresh(STREAM, || $stream);
        race.fresh(EXPERT, || in_bands(shape, rows_of_band(shape.1), $wide));
        race.fresh(BY_HAND, || in_bands(shape, all, $band));
        race.fresh(PLAIN, || $indexed);
        let written = bytes(&in_bands(shape, all, $band));
        race.copy(
            &[Pass {
                read: $read,
                written,
            }],
            Place::Fresh,
        );
        race.run()
    }};
}

/// The number of positions of a side that have neighbours on both.
fn inner(side: usize) -> usize {
    side.saturating_sub(2)
}

fn race_jacobi(setting: &Setting<'_>) -> Outcome {
    let (w, h) = sides(setting.size);
    let xs = &random::units(1).take(w * h).collect::<Vec<_>>();
    race!(
        setting,
        (inner(h), inner(w)),
        bytes(xs),
        |rows, to: &mut [_]| jacobi_band(xs, w, rows, to),
        |rows, to: &mut [_]| jacobi_wide(xs, w, rows, to),
        jacobi::fused::jacobi(w, h, xs),
        jacobi::fused::jacobi_sequential(w, h, xs),
        jacobi::unfused::jacobi(w, h, xs),
        jacobi::stream::jacobi(w, h, xs),
        jacobi_plain(w, h, xs)
    )
}

fn jacobi_plain(w: usize, h: usize, xs: &[f64]) -> Vec<f64> {
    let (rows, width) = (inner(h), inner(w));
    let mut to = vec![0.0; rows * width];
    for i in 0..rows {
        for j in 0..width {
            let at = (i + 1) * w + j + 1;
            to[i * width + j] = 0.25 * (xs[at - w] + xs[at + w] + xs[at - 1] + xs[at + 1]);
        }
    }
    to
}

#[inline(always)]
fn jacobi_band(xs: &[f64], w: usize, rows: Range<usize>, to: &mut [MaybeUninit<f64>]) {
    let width = inner(w);
    for (row, i) in rows.enumerate() {
        let to = &mut to[row * width..][..width];
        let (up, down) = (&xs[i * w + 1..][..width], &xs[(i + 2) * w + 1..][..width]);
        let (left, right) = (&xs[(i + 1) * w..][..width], &xs[(i + 1) * w + 2..][..width]);
        for j in 0..width {
            to[j].write(0.25 * (up[j] + down[j] + left[j] + right[j]));
        }
    }
}

wide! {
    fn jacobi_wide(xs: &[f64], w: usize, rows: Range<usize>, to: &mut [MaybeUninit<f64>]) {
        jacobi_band(xs, w, rows, to);
    }
}

fn race_transpose(setting: &Setting<'_>) -> Outcome {
    let (w, h) = sides(setting.size);
    let xs = &random::units(1).take(w * h).collect::<Vec<_>>();
    race!(
        setting,
        (w, h),
        bytes(xs),
        |rows, to: &mut [_]| transpose_band(xs, (w, h), rows, to),
        |rows, to: &mut [_]| transpose_wide(xs, (w, h), rows, to),
        transpose::fused::transpose(w, h, xs),
        transpose::fused::transpose_sequential(w, h, xs),
        transpose::unfused::transpose(w, h, xs),
        transpose::stream::transpose(w, h, xs),
        transpose_plain(w, h, xs)
    )
}

fn transpose_plain(w: usize, h: usize, xs: &[f64]) -> Vec<f64> {
    let mut to = vec![0.0; w * h];
    for i in 0..w {
        for j in 0..h {
            to[i * h + j] = xs[j * w + i];
        }
    }
    to
}

/// Tiles of 8 by 8: a cache line of each row that is read, and of each that is written.
#[inline(always)]
fn transpose_band(
    xs: &[f64],
    (w, h): (usize, usize),
    rows: Range<usize>,
    to: &mut [MaybeUninit<f64>],
) {
    const TILE: usize = 8;
    for top in rows.clone().step_by(TILE) {
        let bottom = rows.end.min(top + TILE);
        for left in (0..h).step_by(TILE) {
            let right = h.min(left + TILE);
            for i in top..bottom {
                let to = &mut to[(i - rows.start) * h..][left..right];
                for (j, to) in (left..right).zip(to) {
                    to.write(xs[j * w + i]);
                }
            }
        }
    }
}

wide! {
    fn transpose_wide(
        xs: &[f64],
        sides: (usize, usize),
        rows: Range<usize>,
        to: &mut [MaybeUninit<f64>],
    ) {
        transpose_band(xs, sides, rows, to);
    }
}

fn race_box_blur(setting: &Setting<'_>) -> Outcome {
    let (w, h) = sides(setting.size);
    let xs = random::units(1).take(w * h);
    let xs = &xs.map(|unit| unit as f32).collect::<Vec<_>>();
    let mean = |a: f32, b: f32, c: f32| THIRD * (a + b + c);
    race!(
        setting,
        (inner(h), inner(w)),
        bytes(xs),
        |rows, to: &mut [_]| blur_band(xs, w, rows, to, mean),
        |rows, to: &mut [_]| blur_wide(xs, w, rows, to),
        box_blur::fused::box_blur(w, h, xs),
        box_blur::fused::box_blur_sequential(w, h, xs),
        box_blur::unfused::box_blur(w, h, xs),
        box_blur::stream::box_blur(w, h, xs),
        blur_plain(w, h, xs, mean)
    )
}

fn race_box_blur_u16(setting: &Setting<'_>) -> Outcome {
    let (w, h) = sides(setting.size);
    let xs = random::words(1).take(w * h);
    let xs = &xs.map(|word| (word >> 50) as u16).collect::<Vec<_>>();
    let mean = |a: u16, b: u16, c: u16| (a + b + c) / 3;
    race!(
        setting,
        (inner(h), inner(w)),
        bytes(xs),
        |rows, to: &mut [_]| blur_band(xs, w, rows, to, mean),
        |rows, to: &mut [_]| blur_u16_wide(xs, w, rows, to),
        box_blur_u16::fused::box_blur_u16(w, h, xs),
        box_blur_u16::fused::box_blur_u16_sequential(w, h, xs),
        box_blur_u16::unfused::box_blur_u16(w, h, xs),
        box_blur_u16::stream::box_blur_u16(w, h, xs),
        blur_plain(w, h, xs, mean)
    )
}

fn blur_plain<T: Copy + Default>(
    w: usize,
    h: usize,
    xs: &[T],
    mean: impl Fn(T, T, T) -> T,
) -> Vec<T> {
    let (rows, width) = (inner(h), inner(w));
    let mut means = vec![T::default(); h * width];
    for i in 0..h {
        for j in 0..width {
            let at = i * w + j;
            means[i * width + j] = mean(xs[at], xs[at + 1], xs[at + 2]);
        }
    }
    let mut to = vec![T::default(); rows * width];
    for at in 0..rows * width {
        to[at] = mean(means[at], means[at + width], means[at + 2 * width]);
    }
    to
}

/// Keeps the three rows of means that the next row needs.
#[inline(always)]
fn blur_band<T: Copy + Default>(
    xs: &[T],
    w: usize,
    rows: Range<usize>,
    to: &mut [MaybeUninit<T>],
    mean: impl Fn(T, T, T) -> T,
) {
    let width = inner(w);
    let across = |row: &mut [T], i: usize| {
        let (left, own, right) = (&xs[i * w..], &xs[i * w + 1..], &xs[i * w + 2..]);
        let (left, own, right) = (&left[..width], &own[..width], &right[..width]);
        for j in 0..width {
            row[j] = mean(left[j], own[j], right[j]);
        }
    };
    let mut window: [Vec<T>; 3] = array::from_fn(|_| vec![T::default(); width]);
    for (place, row) in window.iter_mut().take(2).enumerate() {
        across(row, rows.start + place);
    }
    for (row, i) in rows.enumerate() {
        across(&mut window[2], i + 2);
        let [above, own, below] = &window;
        let (above, own, below) = (&above[..width], &own[..width], &below[..width]);
        let to = &mut to[row * width..][..width];
        for j in 0..width {
            to[j].write(mean(above[j], own[j], below[j]));
        }
        window.rotate_left(1);
    }
}

wide! {
    fn blur_wide(xs: &[f32], w: usize, rows: Range<usize>, to: &mut [MaybeUninit<f32>]) {
        blur_band(xs, w, rows, to, #[inline(always)] |a, b, c| THIRD * (a + b + c));
    }

    fn blur_u16_wide(xs: &[u16], w: usize, rows: Range<usize>, to: &mut [MaybeUninit<u16>]) {
        blur_band(xs, w, rows, to, #[inline(always)] |a, b, c| (a + b + c) / 3);
    }
}

fn race_sobel(setting: &Setting<'_>) -> Outcome {
    let (w, h) = sides(setting.size);
    let xs = random::units(1).take(w * h);
    let xs = &xs.map(|unit| unit as f32).collect::<Vec<_>>();
    race!(
        setting,
        (inner(h), inner(w)),
        bytes(xs),
        |rows, to: &mut [_]| sobel_band(xs, w, rows, to),
        |rows, to: &mut [_]| sobel_wide(xs, w, rows, to),
        sobel::fused::sobel(w, h, xs),
        sobel::fused::sobel_sequential(w, h, xs),
        sobel::unfused::sobel(w, h, xs),
        sobel::stream::sobel(w, h, xs),
        sobel_plain(w, h, xs)
    )
}

fn sobel_plain(w: usize, h: usize, xs: &[f32]) -> Vec<u8> {
    let (rows, width) = (inner(h), inner(w));
    let mut to = vec![0; rows * width];
    for i in 0..rows {
        for j in 0..width {
            let (a, d, p) = (i * w + j, (i + 1) * w + j, (i + 2) * w + j);
            let across = (xs[a + 2] + xs[p + 2]) - (xs[a] + xs[p]) + 2.0 * (xs[d + 2] - xs[d]);
            let down = (xs[p] + xs[p + 2]) - (xs[a] + xs[a + 2]) + 2.0 * (xs[p + 1] - xs[a + 1]);
            let slope = (across * across + down * down).sqrt();
            to[i * width + j] = if slope > STEEP { 255 } else { 0 };
        }
    }
    to
}

#[inline(always)]
fn sobel_band(xs: &[f32], w: usize, rows: Range<usize>, to: &mut [MaybeUninit<u8>]) {
    let width = inner(w);
    for (row, i) in rows.enumerate() {
        let to = &mut to[row * width..][..width];
        let at = |row: usize, column: usize| &xs[(i + row) * w + column..][..width];
        let (a, b, c) = (at(0, 0), at(0, 1), at(0, 2));
        let (d, f) = (at(1, 0), at(1, 2));
        let (p, q, r) = (at(2, 0), at(2, 1), at(2, 2));
        for j in 0..width {
            let across = (c[j] + r[j]) - (a[j] + p[j]) + 2.0 * (f[j] - d[j]);
            let down = (p[j] + r[j]) - (a[j] + c[j]) + 2.0 * (q[j] - b[j]);
            let slope = (across * across + down * down).sqrt();
            to[j].write(if slope > STEEP { 255 } else { 0 });
        }
    }
}

wide! {
    fn sobel_wide(xs: &[f32], w: usize, rows: Range<usize>, to: &mut [MaybeUninit<u8>]) {
        sobel_band(xs, w, rows, to);
    }
}

fn race_heat(setting: &Setting<'_>) -> Outcome {
    let n = (setting.size as f64).cbrt().round() as usize;
    let xs = &random::units(1).take(n * n * n).collect::<Vec<_>>();
    race!(
        setting,
        (inner(n) * inner(n), inner(n)),
        bytes(xs),
        |rows, to: &mut [_]| heat_band(xs, n, rows, to),
        |rows, to: &mut [_]| heat_wide(xs, n, rows, to),
        heat::fused::heat(n, xs),
        heat::fused::heat_sequential(n, xs),
        heat::unfused::heat(n, xs),
        heat::stream::heat(n, xs),
        heat_plain(n, xs)
    )
}

#[rustfmt::skip]
fn heat_plain(n: usize, xs: &[f64]) -> Vec<f64> {
    let (width, plane) = (inner(n), n * n);
    let mut to = vec![0.0; width * width * width];
    for i in 0..width {
        for j in 0..width {
            for k in 0..width {
                let b = ((i + 1) * n + j + 1) * n + k + 1;
                let (a, c) = (b - plane, b + plane);
                let faces = xs[a] + xs[c] + xs[b - n] + xs[b + n] + xs[b - 1] + xs[b + 1];
                let edges = xs[a - n] + xs[a + n] + xs[c - n] + xs[c + n]
                    + xs[a - 1] + xs[a + 1] + xs[c - 1] + xs[c + 1]
                    + xs[b - n - 1] + xs[b - n + 1] + xs[b + n - 1] + xs[b + n + 1];
                let corners = xs[a - n - 1] + xs[a - n + 1] + xs[a + n - 1] + xs[a + n + 1]
                    + xs[c - n - 1] + xs[c - n + 1] + xs[c + n - 1] + xs[c + n + 1];
                to[(i * width + j) * width + k] =
                    OWN * xs[b] + FACE * faces + EDGE * edges + CORNER * corners;
            }
        }
    }
    to
}

#[allow(
    clippy::needless_range_loop,
    reason = "one index into all lines, as the others have it"
)]
#[inline(always)]
fn heat_band(xs: &[f64], n: usize, rows: Range<usize>, to: &mut [MaybeUninit<f64>]) {
    let width = inner(n);
    for (row, number) in rows.enumerate() {
        let to = &mut to[row * width..][..width];
        let (i, j) = (number / width, number % width);
        // The nine lines around, from the nearest plane to the furthest.
        let lines: [&[f64]; 9] =
            array::from_fn(|line| &xs[((i + line / 3) * n + j + line % 3) * n..][..n]);
        let [aa, ab, ac, ba, bb, bc, ca, cb, cc] = lines;
        for k in 0..width {
            let (l, m, r) = (k, k + 1, k + 2);
            let faces = ab[m] + cb[m] + ba[m] + bc[m] + bb[l] + bb[r];
            let edges = aa[m]
                + ac[m]
                + ca[m]
                + cc[m]
                + ab[l]
                + ab[r]
                + cb[l]
                + cb[r]
                + ba[l]
                + ba[r]
                + bc[l]
                + bc[r];
            let corners = aa[l] + aa[r] + ac[l] + ac[r] + ca[l] + ca[r] + cc[l] + cc[r];
            to[k].write(OWN * bb[m] + FACE * faces + EDGE * edges + CORNER * corners);
        }
    }
}

wide! {
    fn heat_wide(xs: &[f64], n: usize, rows: Range<usize>, to: &mut [MaybeUninit<f64>]) {
        heat_band(xs, n, rows, to);
    }
}
