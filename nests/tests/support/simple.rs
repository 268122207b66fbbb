//! SIMPLE, a step in time of a compressible fluid that conducts heat, as array statements.
//!
//! The method is that of Crowley, Hendrickson and Rudy, *The SIMPLE code* (1978): nodes of a mesh that
//! moves with the fluid, and zones between them.

use fusus_nests::optimal::Limit;
use fusus_nests::{Insertion, Program, parse};

/// The partial plans of SIMPLE that are looked at: its best plan is the first one, and each takes
/// milliseconds.
pub const SIMPLE_SEARCHED: Limit = Limit(150);

/// A step of SIMPLE on a grid of `n` by `n` zones. Node (k, l) is the south-eastern corner of zone
/// (k, l); zones 0 and n + 1 are the border, which mirrors the zones beside it.
pub fn simple(n: i64) -> Program {
    let mut text = VELOCITY.to_owned();
    for array in ["R", "Z"] {
        // The node behind the border is as far from it as the one before.
        for (region, near, far) in [
            ("-1..-1,0..n", "(1,0)", "(2,0)"),
            ("n+1..n+1,0..n", "(-1,0)", "(-2,0)"),
            ("0..n,-1..-1", "(0,1)", "(0,2)"),
            ("0..n,n+1..n+1", "(0,-1)", "(0,-2)"),
        ] {
            text += &format!("[{region}] {array} := 2 * {array}@{near} - {array}@{far}\n");
        }
    }
    text += AREA_AND_VOLUME;
    text += &mirrored("ALPHA");
    text += &mirrored("RHO");
    text += DIFFERENCES;
    text += VISCOSITY;
    text += &mirrored("Q");
    text += TEMPERATURE;
    text += &mirrored("CC");
    let directions = [
        (
            "K",
            "1",
            "s",
            "n",
            "w",
            "TH",
            "0..0,1..n",
            "1..n-1,1..n",
            "n..n,1..n",
            "n+1..n+1,1..n",
        ),
        (
            "L",
            "2",
            "e",
            "w",
            "n",
            "TK",
            "1..n,0..0",
            "1..n,1..n-1",
            "1..n,n..n",
            "1..n,n+1..n+1",
        ),
    ];
    for (d, axis, next, before, beside, from, start, inner, last, end) in directions {
        text += &format!(
            "\
[1..n,1..n] CROSS{d} := cross(R, R@{beside}, Z, Z@{beside})
[1..n,1..n] COND{d} := mean(CC, CC@{next})
[{start}] G{d} := zero()
[{inner}] G{d} := CROSS{d} * COND{d}
[{last}] G{d} := zero()
[{start}] A{d} := zero()
[{start}] B{d} := zero()
for {axis} up [1..n,1..n]
  DEN{d} := SIGMA + G{d} + G{d}@{before} * (1 - A{d}@{before})
  A{d} := G{d} / DEN{d}
  B{d} := (G{d}@{before} * B{d}@{before} + SIGMA * {from}) / DEN{d}
end
[{end}] T{d} := zero()
for {axis} down [1..n,1..n]
  T{d} := A{d} * T{d}@{next} + B{d}
end
"
        );
    }
    text += ENERGY;
    let program = parse(&text, &[("n", n)]).expect("a program");
    program.normalised(Insertion::WhereMoved)
}

/// Statements that set the border of an array of zones to what lies beside it.
fn mirrored(array: &str) -> String {
    let sides = [
        ("0..0,1..n", "s"),
        ("n+1..n+1,1..n", "n"),
        ("0..n+1,0..0", "e"),
        ("0..n+1,n+1..n+1", "w"),
    ];
    let lines = sides.map(|(region, from)| format!("[{region}] {array} := {array}@{from}\n"));
    lines.concat()
}

const VELOCITY: &str = "\
live U W R Z ALPHA S RHO P Q EPS THETA
scalar dt
direction n (-1,0)
direction s (1,0)
direction w (0,-1)
direction e (0,1)
direction nw (-1,-1)
direction se (1,1)
[0..n,0..n] MASS := RHO * ALPHA + RHO@s * ALPHA@s + RHO@se * ALPHA@se + RHO@e * ALPHA@e
[0..n,0..n] N1 := line(P, P@s, P@se, P@e, Z@n, Z@s, Z@e, Z@w) + line(Q, Q@s, Q@se, Q@e, Z@n, Z@s, Z@e, Z@w)
[0..n,0..n] N2 := line(P, P@s, P@se, P@e, R@n, R@s, R@e, R@w) + line(Q, Q@s, Q@se, Q@e, R@n, R@s, R@e, R@w)
[0..n,0..n] U := U - dt * N1 / MASS
[0..n,0..n] W := W + dt * N2 / MASS
[0..n,0..n] R := R + dt * U
[0..n,0..n] Z := Z + dt * W
";

const AREA_AND_VOLUME: &str = "\
[1..n,1..n] AREA1 := area(R, R@w, R@n, Z, Z@w, Z@n)
[1..n,1..n] AREA2 := area(R@nw, R@w, R@n, Z@nw, Z@w, Z@n)
[1..n,1..n] AVG1 := R + R@w + R@n
[1..n,1..n] AVG2 := R@nw + R@w + R@n
[1..n,1..n] VOL1 := AREA1 * AVG1
[1..n,1..n] VOL2 := AREA2 * AVG2
[1..n,1..n] ALPHA := 0.5 * (AREA1 + AREA2)
[1..n,1..n] TAU := (VOL1 + VOL2) / (RHO * S) - 1 / RHO
[1..n,1..n] RHO := RHO * S / (VOL1 + VOL2)
[1..n,1..n] S := VOL1 + VOL2
";

const DIFFERENCES: &str = "\
[1..n,1..n] UPR := R - R@n + R@w - R@nw
[1..n,1..n] LOR := R - R@w + R@n - R@nw
[1..n,1..n] UPZ := Z - Z@n + Z@w - Z@nw
[1..n,1..n] LOZ := Z - Z@w + Z@n - Z@nw
[1..n,1..n] UPU := U - U@n + U@w - U@nw
[1..n,1..n] LOU := U - U@w + U@n - U@nw
[1..n,1..n] UPW := W - W@n + W@w - W@nw
[1..n,1..n] LOW := W - W@w + W@n - W@nw
";

const VISCOSITY: &str = "\
[1..n,1..n] XI := UPR * UPR + UPZ * UPZ
[1..n,1..n] ETA := LOR * LOR + LOZ * LOZ
[1..n,1..n] DISC1 := UPR * LOW - UPZ * LOU
[1..n,1..n] DISC2 := UPU * LOZ - UPW * LOR
[1..n,1..n] UBAR1 := compressed(DISC1, XI)
[1..n,1..n] UBAR2 := compressed(DISC2, ETA)
[1..n,1..n] SOUND := sound(P, RHO)
[1..n,1..n] UBAR := UBAR1 + UBAR2
[1..n,1..n] Q := viscosity(RHO, UBAR, SOUND)
[1..n,1..n] LENGTH := length(XI, ETA)
[1..n,1..n] COURANT := courant(LENGTH, SOUND)
[1..n,1..n] min(COURANT)
";

const TEMPERATURE: &str = "\
[1..n,1..n] E1 := EPS - (P + Q) * TAU
[1..n,1..n] T1 := temperature(RHO, E1, THETA)
[1..n,1..n] P1 := pressure(RHO, T1)
[1..n,1..n] E2 := EPS - (0.5 * (P + P1) + Q) * TAU
[1..n,1..n] TH := temperature(RHO, E2, T1)
[1..n,1..n] SIGMA := RHO * ALPHA / dt
[1..n,1..n] CC := conductivity(TH, ALPHA)
";

const ENERGY: &str = "\
[1..n,1..n] max(TH, TL)
[1..n,1..n] THETA := TL
[1..n,1..n] P := pressure(RHO, THETA)
[1..n,1..n] EPS := energy(RHO, THETA)
[0..0,1..n] P := P@s
[n+1..n+1,1..n] P := push()
[0..n+1,0..0] P := P@e
[0..n+1,n+1..n+1] P := P@w
[0..n+1,0..n+1] M := RHO * ALPHA
[0..n,0..n] VV := U * U + W * W
[0..n,0..n] KINETIC := (M + M@s + M@se + M@e) * VV
[1..n,1..n] sum(EPS, M)
[0..n,0..n] sum(KINETIC)
";
