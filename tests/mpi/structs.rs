//! Structs of the user as elements: of arrays, and of the totals and prefixes in messages.

use crate::support::{Check, Processes, Whole, spread, wave, ways};
use fusus::cnf;
use fusus::mpi::Element;

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Body {
    place: [f64; 2],
    mass: f64,
    fixed: bool,
}

/// Of any numbers, and without names of fields.
#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Pair<T>(T, Option<u16>);

/// Its second field has no reference.
#[repr(C, packed)]
#[derive(Clone, Copy, Element)]
#[element(crate = fusus)]
struct Packed {
    kind: u8,
    number: u64,
}

fn body(i: usize) -> Body {
    Body {
        place: [wave(i), wave(i + 1)],
        mass: 1.0 / (1 + i % 7) as f64,
        fixed: i.is_multiple_of(3),
    }
}

cnf! {
    #[backend(cpu, mpi)]
    fn light(bodies: &[Body]) -> (Vec<Body>, Body) {
        let halved = map(|b: Body| Body { mass: b.mass * 0.5, ..b }, bodies);
        let kept = filter(|b: Body| b.mass < 0.2 && !b.fixed, halved);
        let none = Body { place: [0.0, 0.0], mass: 0.0, fixed: true };
        let heavier = fold(none, |a: Body, b: Body| if b.mass > a.mass { b } else { a }, bodies);
        (kept, heavier)
    }

    #[backend(cpu, mpi)]
    fn running(xs: &[f64]) -> (Vec<Pair<f64>>, Pair<f64>) {
        let pairs = map(|x: f64| Pair(x, Some((x * x) as u16)), xs);
        let running = scan(Pair(0.0, None), |a: Pair<f64>, b: Pair<f64>| Pair(a.0 + b.0, b.1.or(a.1)), pairs);
        (running, fold(Pair(0.0, None), |a: Pair<f64>, b: Pair<f64>| Pair(a.0 + b.0, b.1.or(a.1)), pairs))
    }

    #[backend(cpu, mpi)]
    fn numbers(packed: &[Packed]) -> (Vec<Packed>, u64) {
        let moved = reverse(packed);
        (moved, fold(0, |a, b| a ^ b, map(|p: Packed| p.number ^ u64::from(p.kind), moved)))
    }
}

/// The texts of values, which differ where their bits do.
fn text(value: &impl std::fmt::Debug) -> Vec<u64> {
    format!("{value:?}").bytes().map(u64::from).collect()
}

fn bodies(on: &dyn Processes) {
    for &len in on.lengths() {
        let bodies: Vec<Body> = (0..len).map(body).collect();
        let expected = text(&light(&bodies));
        for way in ways(len) {
            let all = on.each(&|world| {
                let (kept, heavier) = light_mpi(&spread(&world, &bodies, way));
                text(&(kept.gather(), heavier))
            });
            assert!(all.iter().all(|got| *got == expected), "{len} bodies");
        }
    }
}

fn pairs(on: &dyn Processes) {
    for &len in on.lengths() {
        let xs: Vec<f64> = (0..len).map(wave).collect();
        let expected = text(&running(&xs));
        for way in ways(len) {
            let all = on.each(&|world| {
                let (pairs, last) = running_mpi(&spread(&world, &xs, way));
                text(&(pairs.gather(), last))
            });
            assert!(all.iter().all(|got| *got == expected), "{len} pairs");
        }
    }
}

fn packed(on: &dyn Processes) {
    for &len in on.lengths() {
        let of = |i: usize| Packed {
            kind: i as u8,
            number: (i as u64) << 33,
        };
        let all: Vec<Packed> = (0..len).map(of).collect();
        let shown = |packed: &[Packed], last: u64| -> Vec<u64> {
            let own = packed.iter().flat_map(|p| [u64::from(p.kind), p.number]);
            own.chain([last]).collect()
        };
        let (moved, last) = numbers(&all);
        let expected = shown(&moved, last);
        for way in ways(len) {
            let all = on.each(&|world| {
                let (moved, last) = numbers_mpi(&spread(&world, &all, way)).whole();
                shown(&moved, last)
            });
            assert!(all.iter().all(|got| *got == expected), "{len} packed ones");
        }
    }
}

#[allow(dead_code, reason = "the processes of a job go through it")]
pub(crate) const ALL: &[Check] = &[("bodies", bodies), ("pairs", pairs), ("packed", packed)];

#[test]
fn structs_are_elements() {
    for (_, check) in ALL {
        check(&crate::support::Threads);
    }
}
