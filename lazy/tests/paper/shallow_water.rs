//! Shallow water against loops.

use fusus_lazy::Error;

use crate::programs::shallow_water::{GRAVITY, STEP, step};
use crate::{near, random, square};

/// The height and the momenta at a place.
type State = [f64; 3];

/// The flows of a state along the rows, and along the columns.
fn flows([h, u, v]: State) -> [State; 2] {
    let own = |momentum: f64| momentum * momentum / h + GRAVITY / 2.0 * (h * h);
    [[u, own(u), u * v / h], [v, u * v / h, own(v)]]
}

/// Takes a step by loops, place by place.
fn step_by_loops(basin: &mut [State], side: usize) {
    let signs = [[1.0, 1.0, -1.0], [1.0, -1.0, 1.0]];
    let mirror = |state: State, signs: State| [0, 1, 2].map(|at| state[at] * signs[at]);
    for i in 0..side {
        basin[i * side] = mirror(basin[i * side + 1], signs[0]);
        basin[i * side + side - 1] = mirror(basin[i * side + side - 2], signs[0]);
    }
    for j in 0..side {
        basin[j] = mirror(basin[side + j], signs[1]);
        basin[(side - 1) * side + j] = mirror(basin[(side - 2) * side + j], signs[1]);
    }
    let half = |before: State, behind: State, axis: usize| -> State {
        let (a, b) = (flows(before)[axis], flows(behind)[axis]);
        [0, 1, 2].map(|at| (before[at] + behind[at]) / 2.0 - STEP / 2.0 * (b[at] - a[at]))
    };
    let before = basin.to_vec();
    for i in 1..side - 1 {
        for j in 1..side - 1 {
            let at = i * side + j;
            let own = before[at];
            let above = flows(half(before[at - side], own, 0))[0];
            let below = flows(half(own, before[at + side], 0))[0];
            let left = flows(half(before[at - 1], own, 1))[1];
            let right = flows(half(own, before[at + 1], 1))[1];
            basin[at] = [0, 1, 2]
                .map(|at| own[at] - STEP * (below[at] - above[at]) - STEP * (right[at] - left[at]));
        }
    }
}

#[test]
fn shallow_water() -> Result<(), Error> {
    let side = 34;
    let heights: Vec<f64> = random(7, side * side)
        .iter()
        .map(|x| 1.0 + 0.1 * x)
        .collect();
    let mut basin: Vec<State> = heights.iter().map(|h| [*h, 0.0, 0.0]).collect();
    let still = square(side, &vec![0.0; side * side]);
    let mut fields = [square(side, &heights), still.clone(), still];
    for _ in 0..4 {
        fields = step(fields)?;
        step_by_loops(&mut basin, side);
        for (at, field) in fields.iter().enumerate() {
            let expected: Vec<f64> = basin.iter().map(|state| state[at]).collect();
            near(&field.to_vec()?, &expected);
        }
    }
    Ok(())
}
