//! Stencils, rows, prefix sums and a recurrence over two axes as a library, which `stencils.py` calls
//! beside the same programs in other languages. Bodies are those of the suite where it has the program;
//! here results are arrays of the caller's.

use fusus::cnf;
use std::slice::{from_raw_parts, from_raw_parts_mut};

const THIRD: f32 = 1.0 / 3.0;
const STEEP: f32 = 1.0;
const OWN: f64 = 0.4;
const FACE: f64 = 0.05;
const EDGE: f64 = 0.015;
const CORNER: f64 = 0.015;
const RATIO: f64 = 0.01;
const FILTER: f64 = 0.001;

cnf! {
    fn jacobi_into(h: usize, w: usize, xs: &[f64], out: &mut [f64]) {
        let a = reshape(xs, [h, w]);
        *out = flatten(generate(|i, j| 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]])));
    }

    fn jacobi_in_place_into(h: usize, w: usize, xs: &mut [f64]) {
        let a = reshape(xs, [h, w]);
        *a = generate(|i, j| 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]));
    }

    fn heat_into(n: usize, xs: &[f64], out: &mut [f64]) {
        let a = reshape(xs, [n, n, n]);
        let next = generate(|i, j, k| {
            let faces = a[[i - 1, j, k]] + a[[i + 1, j, k]] + a[[i, j - 1, k]] + a[[i, j + 1, k]]
                + a[[i, j, k - 1]] + a[[i, j, k + 1]];
            let edges = a[[i - 1, j - 1, k]] + a[[i - 1, j + 1, k]] + a[[i + 1, j - 1, k]]
                + a[[i + 1, j + 1, k]] + a[[i - 1, j, k - 1]] + a[[i - 1, j, k + 1]]
                + a[[i + 1, j, k - 1]] + a[[i + 1, j, k + 1]] + a[[i, j - 1, k - 1]]
                + a[[i, j - 1, k + 1]] + a[[i, j + 1, k - 1]] + a[[i, j + 1, k + 1]];
            let corners = a[[i - 1, j - 1, k - 1]] + a[[i - 1, j - 1, k + 1]]
                + a[[i - 1, j + 1, k - 1]] + a[[i - 1, j + 1, k + 1]] + a[[i + 1, j - 1, k - 1]]
                + a[[i + 1, j - 1, k + 1]] + a[[i + 1, j + 1, k - 1]] + a[[i + 1, j + 1, k + 1]];
            OWN * a[[i, j, k]] + FACE * faces + EDGE * edges + CORNER * corners
        });
        *out = flatten(next);
    }

    fn nine_points_into(h: usize, w: usize, xs: &[f64], out: &mut [f64]) {
        let a = pad(reflect, reshape(xs, [h, w]));
        *out = map(
            |[[a, b, c], [d, e, f], [g, h, i]]| 0.5 * e + 0.1 * (b + d + f + h) + 0.025 * (a + c + g + i),
            around(a),
        );
    }

    fn blur_into(h: usize, w: usize, pixels: &[f32], out: &mut [f32]) {
        let image = reshape(pixels, [h, w]);
        let across =
            generate(|i, j| THIRD * (image[[i, j - 1]] + image[[i, j]] + image[[i, j + 1]]));
        *out = flatten(generate(|i, j| THIRD * (across[[i - 1, j]] + across[[i, j]] + across[[i + 1, j]])));
    }

    fn blur_u16_into(h: usize, w: usize, pixels: &[u16], out: &mut [u16]) {
        let image = reshape(pixels, [h, w]);
        let across = generate(|i, j| (image[[i, j - 1]] + image[[i, j]] + image[[i, j + 1]]) / 3);
        *out = flatten(generate(|i, j| (across[[i - 1, j]] + across[[i, j]] + across[[i + 1, j]]) / 3));
    }

    fn padded_blur_into(h: usize, w: usize, pixels: &[f32], out: &mut [f32]) {
        let p = pad(edge, reshape(pixels, [h, w]));
        let across = generate(|i, j| THIRD * (p[[i, j - 1]] + p[[i, j]] + p[[i, j + 1]]));
        let q = pad(edge, across);
        *out = generate(|i, j| THIRD * (q[[i - 1, j]] + q[[i, j]] + q[[i + 1, j]]));
    }

    fn sobel_into(h: usize, w: usize, pixels: &[f32], out: &mut [u8]) {
        let p = reshape(pixels, [h, w]);
        let across = generate(|i, j| {
            let (right, left) = (p[[i - 1, j + 1]] + p[[i + 1, j + 1]], p[[i - 1, j - 1]] + p[[i + 1, j - 1]]);
            right - left + 2.0 * (p[[i, j + 1]] - p[[i, j - 1]])
        });
        let down = generate(|i, j| {
            let (below, above) = (p[[i + 1, j - 1]] + p[[i + 1, j + 1]], p[[i - 1, j - 1]] + p[[i - 1, j + 1]]);
            below - above + 2.0 * (p[[i + 1, j]] - p[[i - 1, j]])
        });
        let slope = map(|x, y| (x * x + y * y).sqrt(), across, down);
        *out = map(|slope| if slope > STEEP { 255 } else { 0 }, flatten(slope));
    }

    fn life_into(h: usize, w: usize, cells: &[u8], out: &mut [u8]) {
        let torus = pad(wrap, reshape(cells, [h, w]));
        *out = map(|[[a, b, c], [d, own, e], [f, g, h]]| {
            let n = a + b + c + d + e + f + g + h;
            (n == 3 || n == 2 && own == 1) as u8
        }, around(torus));
    }

    fn softmax_rows_into(h: usize, w: usize, xs: &[f32], out: &mut [f32]) {
        let x = reshape(xs, [h, w]);
        let m = generate(|i| fold(f32::NEG_INFINITY, f32::max, |j| x[[i, j]]));
        let e = generate(|i, j| (x[[i, j]] - m[i]).exp());
        let z = generate(|i| sum(|j| e[[i, j]]));
        *out = generate(|i, j| e[[i, j]] / z[i]);
    }

    fn layer_norm_into(h: usize, w: usize, xs: &[f32], out: &mut [f32]) {
        let x = reshape(xs, [h, w]);
        let mean = generate(|i| sum(|j| x[[i, j]]) / w as f32);
        let scale = generate(|i| {
            let variance = sum(|j| (x[[i, j]] - mean[i]) * (x[[i, j]] - mean[i])) / w as f32;
            1.0 / (variance + 1e-5).sqrt()
        });
        *out = generate(|i, j| (x[[i, j]] - mean[i]) * scale[i]);
    }

    fn integral_image_into(h: usize, w: usize, pixels: &[u32], out: &mut [u32]) {
        let p = reshape(pixels, [h, w]);
        *out = generate(|y, x| sum(..=y, |v| sum(..=x, |u| p[[v, u]])));
    }

    fn common_subsequence(xs: &[u8], ys: &[u8]) -> u32 {
        let d = recurrence(0u32, |d, i, j| {
            if xs[i] == ys[j] { d[[i - 1, j - 1]] + 1 } else { d[[i - 1, j]].max(d[[i, j - 1]]) }
        });
        fold(0, |_, last| last, d)
    }

    #[allow(clippy::too_many_arguments)]
    fn shallow_water_into(
        rows: usize, columns: usize,
        east: &[f64], south: &[f64], depth: &[f64],
        east_before: &[f64], south_before: &[f64], depth_before: &[f64],
        east_next: &mut [f64], south_next: &mut [f64], depth_next: &mut [f64],
        east_now: &mut [f64], south_now: &mut [f64], depth_now: &mut [f64],
    ) {
        let u_now = reshape(east, [rows, columns]);
        let v_now = reshape(south, [rows, columns]);
        let p_now = reshape(depth, [rows, columns]);
        let (u, v, p) = (pad(wrap, u_now), pad(wrap, v_now), pad(wrap, p_now));
        let across = generate(|i, j| 0.5 * (p[[i, j]] + p[[i, j - 1]]) * u[[i, j]]);
        let down = generate(|i, j| 0.5 * (p[[i, j]] + p[[i - 1, j]]) * v[[i, j]]);
        let spin = generate(|i, j|
            (v[[i, j]] - v[[i, j - 1]] - u[[i, j]] + u[[i - 1, j]])
                / (p[[i, j]] + p[[i, j - 1]] + p[[i - 1, j]] + p[[i - 1, j - 1]])
        );
        let head = generate(|i, j| {
            let (west, east, north, south) = (u[[i, j]], u[[i, j + 1]], v[[i, j]], v[[i + 1, j]]);
            p[[i, j]] + 0.25 * (west * west + east * east + north * north + south * south)
        });
        let (cu, cv, z, h) = (pad(wrap, across), pad(wrap, down), pad(wrap, spin), pad(wrap, head));
        let u0 = reshape(east_before, [rows, columns]);
        let v0 = reshape(south_before, [rows, columns]);
        let p0 = reshape(depth_before, [rows, columns]);
        let u1 = generate(|i, j|
            u0[[i, j]]
                + 0.5 * RATIO * (z[[i + 1, j]] + z[[i, j]])
                    * (cv[[i + 1, j]] + cv[[i + 1, j - 1]] + cv[[i, j - 1]] + cv[[i, j]])
                - RATIO * (h[[i, j]] - h[[i, j - 1]])
        );
        let v1 = generate(|i, j|
            v0[[i, j]]
                - 0.5 * RATIO * (z[[i, j + 1]] + z[[i, j]])
                    * (cu[[i, j + 1]] + cu[[i, j]] + cu[[i - 1, j]] + cu[[i - 1, j + 1]])
                - RATIO * (h[[i, j]] - h[[i - 1, j]])
        );
        let p1 = generate(|i, j|
            p0[[i, j]] - RATIO * (cu[[i, j + 1]] - cu[[i, j]] + cv[[i + 1, j]] - cv[[i, j]])
        );
        *east_next = u1;
        *south_next = v1;
        *depth_next = p1;
        *east_now = map(|new, now, old| now + FILTER * (new - 2.0 * now + old), u1, u_now, u0);
        *south_now = map(|new, now, old| now + FILTER * (new - 2.0 * now + old), v1, v_now, v0);
        *depth_now = map(|new, now, old| now + FILTER * (new - 2.0 * now + old), p1, p_now, p0);
    }
}

/// Hands over the one number of a result.
fn common_into(xs: &[u8], ys: &[u8], out: &mut [u32]) {
    out[0] = common_subsequence(xs, ys);
}

/// An array of the caller's, as C has it.
#[repr(C)]
#[derive(Debug)]
pub struct Given<T> {
    first: *mut T,
    len: usize,
}

impl<T> Given<T> {
    /// Its elements, to read.
    ///
    /// # Safety
    ///
    /// They must be there, and nothing may change them meanwhile.
    unsafe fn all<'a>(self) -> &'a [T] {
        // SAFETY: the caller's promise.
        unsafe { from_raw_parts(self.first, self.len) }
    }

    /// Its elements, to write.
    ///
    /// # Safety
    ///
    /// They must be there, and nothing else may use them meanwhile.
    unsafe fn all_mut<'a>(self) -> &'a mut [T] {
        // SAFETY: the caller's promise.
        unsafe { from_raw_parts_mut(self.first, self.len) }
    }
}

/// Functions that C can call: the numbers of rows and columns, then the inputs and the outputs.
macro_rules! exported {
    ($($name:ident = |$rows:ident, $columns:ident| $program:ident($($size:ident),*;
        $($input:ident: $element:ty),* => $($output:ident: $result:ty),+);)*) => {$(
        /// Runs the program.
        ///
        /// # Safety
        ///
        /// All arrays must be there, and none may overlap an output.
        #[unsafe(no_mangle)]
        #[allow(unused_variables, clippy::too_many_arguments)]
        pub unsafe extern "C" fn $name(
            $rows: usize,
            $columns: usize,
            $($input: Given<$element>,)*
            $($output: Given<$result>,)+
        ) {
            // SAFETY: the caller's promise.
            unsafe { $program($($size,)* $($input.all(),)* $($output.all_mut(),)+) }
        }
    )*};
}

exported! {
    jacobi = |h, w| jacobi_into(h, w; x: f64 => y: f64);
    jacobi_in_place = |h, w| jacobi_in_place_into(h, w; => x: f64);
    heat = |h, w| heat_into(w; x: f64 => y: f64);
    nine_points = |h, w| nine_points_into(h, w; x: f64 => y: f64);
    blur = |h, w| blur_into(h, w; x: f32 => y: f32);
    blur_u16 = |h, w| blur_u16_into(h, w; x: u16 => y: u16);
    padded_blur = |h, w| padded_blur_into(h, w; x: f32 => y: f32);
    sobel = |h, w| sobel_into(h, w; x: f32 => y: u8);
    life = |h, w| life_into(h, w; x: u8 => y: u8);
    softmax_rows = |h, w| softmax_rows_into(h, w; x: f32 => y: f32);
    layer_norm = |h, w| layer_norm_into(h, w; x: f32 => y: f32);
    integral_image = |h, w| integral_image_into(h, w; x: u32 => y: u32);
    common = |h, w| common_into(; x: u8, y: u8 => z: u32);
    shallow_water = |h, w| shallow_water_into(h, w; u: f64, v: f64, p: f64, u0: f64, v0: f64, p0: f64
        => u1: f64, v1: f64, p1: f64, u2: f64, v2: f64, p2: f64);
}
