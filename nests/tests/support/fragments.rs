//! The paper's fragments, in normal form.

use fusus_nests::{Program, parse};

/// The size of the regions, `n` by `m`.
pub const SIZES: &[(&str, i64)] = &[("n", 4), ("m", 5)];

/// The names and texts of the fragments in figure 5, and of their variants. An array that is not live
/// is dead afterwards. A name that begins with `_` is a compiler array.
pub const FRAGMENTS: &[(&str, &str)] = &[
    (
        "1",
        "live A C\n[1..n,1..m] B := A + A\n[1..n,1..m] C := A * A",
    ),
    (
        "2",
        "live A C\n[1..n,1..m] B := A@(-1,0) + A@(-1,0)\n[1..n,1..m] C := A * A",
    ),
    (
        "3",
        "live A C\n[1..n,1..m] B := A@(-1,0) + C@(-1,0)\n[1..n,1..m] C := A * A",
    ),
    (
        "3 with B live",
        "live A B C\n[1..n,1..m] B := A@(-1,0) + C@(-1,0)\n[1..n,1..m] C := A * A",
    ),
    ("4", "live A\n[1..n,1..m] A := A + A"),
    ("5", "live A\n[1..n,1..m] A := A@(-1,0) + A@(-1,0)"),
    ("6", "live A C\n[1..n,1..m] B := A + A\n[1..n,1..m] C := B"),
    (
        "7",
        "live A C\n[1..n,1..m] B := A + A + C@(-1,0)\n[1..n,1..m] C := B",
    ),
    (
        "7 with B live",
        "live A B C\n[1..n,1..m] B := A + A + C@(-1,0)\n[1..n,1..m] C := B",
    ),
    (
        "8",
        "live A\n[1..n,1..m] T1 := B\n[1..n,1..m] T2 := B\n\
         [1..n,1..m] A := A@(1,0) + T1@(1,0) + T2@(1,0)",
    ),
    (
        "8a",
        "live A\n[1..n,1..m] T1 := B\n[1..n,1..m] T2 := B\n[1..n,1..m] A := A@(1,0) + T1 + T2",
    ),
    (
        "8b",
        "live A\n[1..n,1..m] T1 := A@(-1,0)\n[1..n,1..m] T2 := A@(-1,0)\n\
         [1..n,1..m] A := A@(1,0) + T1 + T2",
    ),
    (
        "8c",
        "live A\n[2..n+1,1..m] T1 := B\n[2..n+1,1..m] T2 := B\n\
         [2..n+1,1..m] T := A + T1 + T2\n[1..n,1..m] A := T@(1,0)",
    ),
];

/// The text of a fragment as a program, without compiler arrays.
pub fn fragment(name: &str) -> Program {
    let text = FRAGMENTS
        .iter()
        .find(|it| it.0 == name)
        .expect("a fragment")
        .1;
    parse(text, SIZES).expect("a program")
}

/// Figure 2(b), with all arrays live. Its second line is `A@(0,-1)`, as the distance in its text
/// asks for.
pub fn figure_2() -> Program {
    let text = "live A B C\n[1..4,1..4] A := B@(-1,0)\n[1..4,1..4] C := A@(0,-1)\n\
                [1..4,1..4] B := A@(-1,1)";
    parse(text, &[]).expect("a program")
}
