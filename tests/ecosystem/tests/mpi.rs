//! Structs that a program sends by the crate `mpi` and by programs of `cnf!`, over the processes of jobs.

use fusus::cnf;
use fusus::mpi::{Array, Element, Universe};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{CommunicatorCollectives as _, Equivalence};

#[path = "../../mpi/mpirun.rs"]
mod mpirun;

#[derive(Clone, Copy, Debug, Default, PartialEq, Equivalence, Element)]
struct Body {
    place: [f64; 2],
    mass: f32,
}

cnf! {
    #[backend(mpi)]
    fn light(bodies: &[Body]) -> (Vec<Body>, Body) {
        let none = Body { place: [0.0; 2], mass: 0.0 };
        let heaviest = fold(none, |a: Body, b: Body| if b.mass > a.mass { b } else { a }, bodies);
        (filter(|b: Body| b.mass < 4.0, bodies), heaviest)
    }
}

#[test]
fn structs_have_both_descriptions() {
    if !mpirun::is_in_job() {
        return mpirun::in_jobs(&["--color=never"], "test result: ok");
    }
    let universe = Universe::new().expect("MPI has not been started");
    universe.run(|world| {
        let body = |i| Body {
            place: [i as f64, -1.0],
            mass: (i % 7) as f32,
        };
        let bodies = Array::from_fn(&world, 1000, body).unwrap();
        let (kept, heaviest) = light(&bodies);
        assert_eq!((kept.len(), heaviest), (572, body(6)));
        let mut first = vec![Body::default(); world.size()];
        SimpleCommunicator::world().all_gather_into(&bodies.local()[0], &mut first[..]);
        let starts = bodies.parts().map(|part| body(part.start));
        assert!(first.into_iter().eq(starts));
    });
}
