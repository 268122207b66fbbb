//! The paper's programs, as array statements.
//!
//! Fibro is missing: its source is not public.

use fusus_nests::{Insertion, Program, parse};

/// A program of the paper's table.
pub struct Published {
    /// Its name.
    pub name: &'static str,
    /// Its arrays that normalisation inserts, and those of its author.
    pub arrays: (usize, usize),
    /// The arrays that are left in print.
    pub left: usize,
    /// Its text.
    pub text: String,
    /// The sizes of its regions.
    pub sizes: &'static [(&'static str, i64)],
}

impl Published {
    /// Its statements, with compiler arrays.
    pub fn program(&self) -> Program {
        let program = parse(&self.text, self.sizes).expect("a program");
        program.normalised(Insertion::WhereMoved)
    }
}

/// All programs whose arrays are as many as in print.
pub fn published() -> Vec<Published> {
    vec![
        Published {
            name: "EP",
            arrays: (0, 22),
            left: 0,
            text: ep(),
            sizes: &[("n", 16)],
        },
        Published {
            name: "Frac",
            arrays: (0, 8),
            left: 1,
            text: FRAC.to_owned(),
            sizes: &[("n", 6), ("m", 7)],
        },
        Published {
            name: "Tomcatv",
            arrays: (4, 15),
            left: 7,
            text: TOMCATV.to_owned(),
            sizes: &[("n", 9)],
        },
    ]
}

/// Pairs of Gaussian deviates, counted by annuli. The seeds are those of the pair's position.
fn ep() -> String {
    let mut text = "\
[1..n] s1 := seed()
[1..n] r1 := uniform(s1)
[1..n] s2 := next(s1)
[1..n] r2 := uniform(s2)
[1..n] x := 2 * r1 - 1
[1..n] y := 2 * r2 - 1
[1..n] t := x * x + y * y
[1..n] ok := below(t, 1)
[1..n] f := sqrt(-2 * ln(t) / t)
[1..n] gx := x * f
[1..n] gy := y * f
[1..n] l := floor(max(abs(gx), abs(gy)))
[1..n] sum(ok, gx)
[1..n] sum(ok, gy)
"
    .to_owned();
    for annulus in 0..10 {
        text += &format!("[1..n] b{annulus} := ok * is_{annulus}(l)\n[1..n] sum(b{annulus})\n");
    }
    text
}

/// Escape times of a rectangle of the plane, and a picture of them.
const FRAC: &str = "\
live picture
scalar lo_x lo_y w h
[1..n,1..m] u := lo_x + column() * w
[1..n,1..m] v := lo_y + row() * h
[1..n,1..m] re := view_re(u, v)
[1..n,1..m] im := view_im(u, v)
[1..n,1..m] steps := escape(re, im)
[1..n,1..m] rest := smooth(steps, re, im)
[1..n,1..m] shade := colour(rest)
[1..n,1..m] picture := pixel(shade, steps)
";

/// An iteration of SPEC's mesh generation: residuals, their maxima, a tridiagonal solver along
/// columns, and the correction. Rows are Fortran's J.
pub const TOMCATV: &str = "\
live X Y
scalar REL
direction n (-1,0)
direction s (1,0)
direction w (0,-1)
direction e (0,1)
direction nw (-1,-1)
direction ne (-1,1)
direction sw (1,-1)
direction se (1,1)
[2..n-1,2..n-1] XX := X@e - X@w
[2..n-1,2..n-1] YX := Y@e - Y@w
[2..n-1,2..n-1] XY := X@s - X@n
[2..n-1,2..n-1] YY := Y@s - Y@n
[2..n-1,2..n-1] A := 0.25 * (XY * XY + YY * YY)
[2..n-1,2..n-1] B := 0.25 * (XX * XX + YX * YX)
[2..n-1,2..n-1] C := 0.125 * (XX * XY + YX * YY)
[2..n-1,2..n-1] AA := -B
[2..n-1,2..n-1] DD := B + B + A * REL
[2..n-1,2..n-1] RX := A * (X@e - 2 * X + X@w) + B * (X@s - 2 * X + X@n) - C * (X@se - X@ne - X@sw + X@nw)
[2..n-1,2..n-1] RY := A * (Y@e - 2 * Y + Y@w) + B * (Y@s - 2 * Y + Y@n) - C * (Y@se - Y@ne - Y@sw + Y@nw)
[2..n-1,2..n-1] max(abs(RX))
[2..n-1,2..n-1] max(abs(RY))
[2..2,2..n-1] D := 1 / DD
for 1 up [3..n-1,2..n-1]
  R := AA * D@n
  D := 1 / (DD - AA@n * R)
  RX := RX - RX@n * R
  RY := RY - RY@n * R
end
[n-1..n-1,2..n-1] RX := RX * D
[n-1..n-1,2..n-1] RY := RY * D
for 1 down [2..n-2,2..n-1]
  RX := (RX - AA * RX@s) * D
  RY := (RY - AA * RY@s) * D
end
[2..n-1,2..n-1] X := X + RX
[2..n-1,2..n-1] Y := Y + RY
";
