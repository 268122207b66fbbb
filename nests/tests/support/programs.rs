//! The paper's programs, as array statements.
//!
//! Fibro is missing: its source is not public.

use fusus_nests::optimal::Limit;
use fusus_nests::{Insertion, Plan, Program, Storage, parse};

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

/// The partial plans of SP's x-sweep that are looked at: its best plan is among the first ones, and
/// each takes milliseconds.
pub const SEARCHED: Limit = Limit(200);

/// The x-sweep of SP, of the NAS parallel benchmarks: pentadiagonal systems along the lines of a grid,
/// with one matrix for three right sides and two more for one each. The last dimension is Fortran's i.
pub fn sp_x_sweep() -> Program {
    let mut text = "\
live S1 S2 S3 S4 S5
direction w (0,0,-1)
direction ww (0,0,-2)
direction e (0,0,1)
direction ee (0,0,2)
[1..n,1..n,0..n+1] CV := US
[1..n,1..n,0..n+1] RHON := diffusion(RHO)
"
    .to_owned();
    let systems = [
        ("", &["S1", "S2", "S3"][..]),
        ("P", &["S4"]),
        ("M", &["S5"]),
    ];
    for (of, _) in systems {
        let waves = if of.is_empty() {
            ["", ""]
        } else {
            [" + SPEED@w", " + SPEED@e"]
        };
        text += &format!(
            "\
[1..n,1..n,1..n] A{of} := dissipation()
[1..n,1..n,1..n] B{of} := CV@w + RHON@w{}
[1..n,1..n,1..n] C{of} := RHON
[1..n,1..n,1..n] D{of} := CV@e + RHON@e{}
[1..n,1..n,1..n] E{of} := dissipation()
[1..n,1..n,-1..0] D{of} := zero()
[1..n,1..n,-1..0] E{of} := zero()
",
            waves[0], waves[1]
        );
    }
    for (of, sides) in systems {
        text += &format!(
            "\
for 3 up [1..n,1..n,1..n]
  B{of} := B{of} - A{of} * D{of}@ww
  C{of} := C{of} - A{of} * E{of}@ww - B{of} * D{of}@w
  D{of} := (D{of} - B{of} * E{of}@w) / C{of}
  E{of} := E{of} / C{of}
"
        );
        for side in sides {
            text +=
                &format!("  {side} := ({side} - A{of} * {side}@ww - B{of} * {side}@w) / C{of}\n");
        }
        text += "end\n";
    }
    for (of, sides) in systems {
        for side in sides {
            text += &format!("[1..n,1..n,n-1..n-1] {side} := {side} - D{of} * {side}@e\n");
        }
        text += "for 3 down [1..n,1..n,1..n-2]\n";
        for side in sides {
            text += &format!("  {side} := {side} - D{of} * {side}@e - E{of} * {side}@ee\n");
        }
        text += "end\n";
    }
    let program = parse(&text, &[("n", 4)]).expect("a program");
    program.normalised(Insertion::WhereMoved)
}

/// The arrays of which more than one element is kept along the last dimension alone.
pub fn lines_of<'a>(program: &'a Program, plan: &Plan) -> Vec<&'a str> {
    let is_line = |storage: &Storage| match storage {
        Storage::Window(positions) => match &positions[..] {
            [outer @ .., last] => *last > 1 && outer.iter().all(|&it| it == 1),
            [] => false,
        },
        Storage::Memory => false,
    };
    let ids = program.array_ids().filter(|&id| is_line(plan.storage(id)));
    let mut names: Vec<&str> = ids.map(|id| &*program.array(id).name).collect();
    names.sort_unstable();
    names.dedup();
    names
}
