//! Arrays over processes under `mpirun`: the test starts itself with 1 to 4 processes.

mod support;

use fusus_mpi::{Array, Communicator, Universe, rt};
use mpi::Threading;
use mpi::topology::Color;
use mpi::traits::Communicator as _;
use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, Command, Output};

/// Says to a process that it is one of a job, and which one: the checks, those in a universe of the
/// program's own, a panic, or a death.
const ROLE: &str = "FUSUS_MPI_ROLE";

#[derive(Clone, Copy, Debug, PartialEq)]
struct Body {
    place: [f64; 3],
    mass: f64,
    fixed: bool,
}

fusus_mpi::element!(Body {
    place: [f64; 3],
    mass: f64,
    fixed: bool
});

fn main() {
    match env::var(ROLE).as_deref() {
        Ok("checks") => checks(),
        Ok("own universe") => own_universe(),
        Ok("panic") => panics(),
        Ok("death") => dies(),
        Ok("other scalars") => other_scalars(),
        Ok("panic meanwhile") => {
            let universe = Universe::new().expect("MPI has not been started");
            universe.run(|world| support::fails_meanwhile(&world));
        }
        _ => start(),
    }
}

fn checks() {
    let universe = Universe::new().expect("MPI has not been started");
    assert!(Universe::new().is_none());
    let bodies = universe.run(|world| {
        support::all(&world);
        structs(&world)
    });
    // The last array ends MPI.
    drop(universe);
    drop(bodies);
}

/// A program that has started MPI itself: any communicator of it will do, and several at a time.
fn own_universe() {
    let (universe, _) =
        mpi::initialize_with_threading(Threading::Funneled).expect("MPI has not been started");
    assert!(Universe::new().is_none());
    let world = universe.world();
    let (rank, size) = (world.rank() as usize, world.size() as usize);
    let half = world.split_by_color(Color::with_value((rank % 2) as i32));
    let half = Communicator::from_mpi(&half.expect("every process has a colour"));
    assert_eq!(
        (half.rank(), half.size()),
        (rank / 2, (size + 1 - rank % 2) / 2)
    );
    support::all(&half);
    let all = Communicator::from_mpi(&world);
    let ranks = Array::from_local(&all, vec![half.rank() as u64]).unwrap();
    assert!(
        ranks
            .gather()
            .into_iter()
            .eq((0..size as u64).map(|rank| rank / 2))
    );
    support::all(&all);
    if size > 1 {
        // A program takes the processes of its first array.
        let of_half = Array::from_fn(&half, 10, |i| i).unwrap();
        let looked =
            panic::catch_unwind(AssertUnwindSafe(|| rt::among(&all, &of_half, "xs").len()));
        let message = looked.unwrap_err();
        let message = message.downcast_ref::<String>().map_or("", |text| text);
        assert!(message.contains("and `xs` has"), "{message}");
    }
}

fn structs(world: &Communicator) -> Array<Body> {
    let body = |i: u64| Body {
        place: [i as f64, 0.5, -1.0],
        mass: 1.0 / (1 + i) as f64,
        fixed: i.is_multiple_of(2),
    };
    let bodies = Array::from_fn(world, 100, body).unwrap();
    assert!(bodies.gather().into_iter().eq((0..100).map(body)));
    bodies
}

fn panics() {
    let universe = Universe::new().expect("MPI has not been started");
    universe.run(|world| {
        assert!(world.rank() != 1, "the second one fails");
        world.all_gather(&[1u8]);
    });
}

/// A process is gone without a word, and the others wait for its message.
fn dies() {
    let universe = Universe::new().expect("MPI has not been started");
    universe.run(|world| {
        if world.rank() == 1 {
            process::abort();
        }
        world.all_gather(&[1u8]);
    });
}

/// A process returns early, and the others wait for its elements.
fn other_scalars() {
    let universe = Universe::new().expect("MPI has not been started");
    universe.run(|world| {
        let xs = Array::from_fn(&world, 1000, |i| i).unwrap();
        rt::give(&world, "program", &[("rate", world.rank() as u64 / 2)]);
        if world.rank() < 2 {
            xs.gather();
        }
    });
}

fn start() {
    let mut passed = 0;
    for processes in 1..=4 {
        let output = job(processes, "checks");
        assert!(output.status.success(), "{processes} processes: {output:?}");
        passed += 1;
    }
    for processes in [1, 3, 4] {
        let output = job(processes, "own universe");
        assert!(output.status.success(), "{processes} processes: {output:?}");
        passed += 1;
    }
    for role in ["panic", "panic meanwhile"] {
        let output = job(3, role);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(said.contains("the second one fails"), "{said}");
        assert!(
            said.contains("process 1 panicked, and the job is aborted"),
            "{said}"
        );
        passed += 1;
    }
    let output = job(3, "death");
    assert!(!output.status.success(), "{output:?}");
    passed += 1;
    let output = job(3, "other scalars");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("`rate` is another one on process"), "{said}");
    passed += 1;
    println!("test result: ok. {passed} passed; 0 failed");
}

/// Runs this test as a job of processes. All may be on one processor, and root may run them.
fn job(processes: usize, role: &str) -> Output {
    let mut mpirun = Command::new("mpirun");
    mpirun
        .args(["--oversubscribe", "-n", &processes.to_string()])
        .arg(env::current_exe().expect("the test has a path"))
        .env(ROLE, role)
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    mpirun.output().expect("mpirun starts")
}
