//! Programs and the scalars and arrays that they are given, the same on all processes: with others nobody waits
//! for what nobody sends, whichever message is the first one.

use crate::message_of;
use crate::support::spread;
use fusus::cnf;
use fusus::mpi::{Array, Communicator, Element};
use std::ops::{Add, Mul};

cnf! {
    /// A loop of the same length whatever `rate` is.
    #[backend(mpi)]
    fn scaled(xs: &[f64], rate: f64, note: &str) -> Vec<f64> {
        map(|x| rate * x + note.len() as f64, xs)
    }

    #[backend(mpi)]
    fn sum(n: usize) -> usize {
        fold(0, |a, b| a + b, 0..n)
    }

    /// A process waits for what it reads of its neighbours.
    #[backend(mpi)]
    fn around(xs: &[f64]) -> Vec<f64> {
        let p = pad(edge, xs);
        generate(|i| p[i - 1] + p[i + 1])
    }

    /// A process waits for rows, the number of which is a scalar.
    #[backend(mpi)]
    fn around_rows(h: usize, xs: &[f64]) -> Vec<f64> {
        let w = len(xs) / h;
        let p = pad(edge, reshape(xs, [h, w]));
        flatten(generate(|i, j| p[[i - 1, j]] + p[[i + 1, j]]))
    }

    /// A process waits for the prefix of the one before.
    #[backend(mpi)]
    fn running(n: usize) -> Vec<f64> {
        scan(0.0, |a, b| a + b, generate(n, |i| i as f64))
    }

    /// All processes take all elements.
    #[backend(mpi)]
    fn anywhere(rate: f64, xs: &[f64]) -> Vec<f64> {
        map(|x: f64| x + xs[(rate * x) as usize % 1000], xs)
    }

    /// A process that returns early sends nothing, and others wait for it.
    #[backend(mpi)]
    fn guarded(rate: f64, xs: &[f64]) -> f64 {
        if rate > 1.5 { return 0.0; }
        let p = pad(edge, xs);
        fold(0.0, |a, b| a + b, generate(|i| rate * p[i - 1]))
    }

    /// Such a process has a part of what it returns.
    #[backend(mpi)]
    fn nothing(rate: f64, xs: &[f64]) -> Vec<f64> {
        if rate > 1.5 { return vec![0.0]; }
        let p = pad(edge, xs);
        generate(|i| rate * p[i - 1])
    }

    /// Elements of any type, which are compared at the end of the loop.
    #[backend(mpi)]
    fn doubled<T: Number>(xs: &[T]) -> Vec<T> {
        map(|x| x + x, xs)
    }

    /// A process waits for elements of its neighbours.
    #[backend(mpi)]
    fn around_any<T: Number>(xs: &[T]) -> Vec<T> {
        let p = pad(edge, xs);
        generate(|i| p[i - 1] + p[i + 1])
    }

    /// A process waits for the prefix of the one before.
    #[backend(mpi)]
    fn running_any<T: Number>(zero: T, xs: &[T]) -> Vec<T> {
        scan(zero, |a: T, b: T| a + b, xs)
    }

    /// Something of the same types, of the same arrays, as in `doubled`.
    #[backend(mpi)]
    fn squared<T: Number>(xs: &[T]) -> Vec<T> {
        map(|x| x * x, xs)
    }
}

/// Elements of several types.
trait Number: Element + fusus::Element + Add<Output = Self> + Mul<Output = Self> {}
impl Number for f64 {}
impl Number for i64 {}
impl Number for u64 {}

const LEN: u64 = 100_000;

fn numbers(world: &Communicator, len: u64) -> Array<f64> {
    Array::from_fn(world, len, |i| i as f64).unwrap()
}

/// Calls a program on two processes, with another number on each.
fn check(name: &str, program: fn(&Communicator, usize) -> Option<Array<f64>>) {
    let message = message_of(|world| {
        let array = program(&world, 1 + world.rank());
        array.map_or(0.0, |array| array.gather()[0])
    });
    let wanted = format!("`{name}` is another one on process");
    assert!(message.contains(&wanted), "{name}: {message}");
}

#[test]
fn scalars_that_differ_end_all_processes() {
    check("n", |world, by| {
        assert!(sum(world, 1000 * by) > 0);
        None
    });
    check("n", |world, by| Some(running(world, 100_000 * by)));
    check("rate", |world, by| {
        Some(scaled(&numbers(world, LEN), by as f64, ""))
    });
    check("h", |world, by| {
        Some(around_rows(1000 * by, &numbers(world, LEN)))
    });
    check("rate", |world, by| {
        Some(anywhere(by as f64, &numbers(world, LEN)))
    });
    check("rate", |world, by| {
        guarded(by as f64, &numbers(world, LEN));
        None
    });
    check("rate", |world, by| {
        Some(nothing(by as f64, &numbers(world, LEN)))
    });
}

/// Each process gives the program another array.
#[test]
fn arrays_that_differ_end_all_processes() {
    check("xs", |world, by| {
        let arrays = [LEN - 1, LEN].map(|len| numbers(world, len));
        Some(around(&arrays[by - 1]))
    });
    check("xs", |world, by| {
        let lens = [LEN / 2, LEN / 2 + 7 * by as u64];
        let arrays = lens.map(|own| {
            let own = match world.rank() {
                0 => own,
                _ => LEN - own,
            };
            Array::from_local(world, vec![0.5; own as usize]).unwrap()
        });
        Some(around(&arrays[by - 1]))
    });
}

/// A program of one array.
type Program<T> = fn(&Array<T>) -> Array<T>;

/// Each process gives a program elements of another type, in as many bytes.
#[test]
fn elements_of_types_that_differ_end_all_processes() {
    let programs: [(Program<i64>, Program<u64>); 3] = [
        (doubled, doubled),
        (around_any, around_any),
        (|xs| running_any(0, xs), |xs| running_any(0, xs)),
    ];
    for (of_signed, of_unsigned) in programs {
        let message = message_of(|world| {
            let signed = Array::from_fn(&world, LEN, |i| i as i64).unwrap();
            let unsigned = Array::from_fn(&world, LEN, |i| i).unwrap();
            match world.rank() {
                0 => of_signed(&signed).local()[0] as f64,
                _ => of_unsigned(&unsigned).local()[0] as f64,
            }
        });
        assert!(
            message.contains("`xs` is another one on process"),
            "{message}"
        );
    }
}

/// The array has the same elements in the same parts.
#[test]
fn programs_that_differ_end_all_processes() {
    let others: [Program<f64>; 4] = [around, around_any, |xs| running_any(0.0, xs), squared];
    for other in others {
        let message = message_of(|world| {
            let xs = numbers(&world, LEN);
            match world.rank() {
                0 => doubled(&xs).local()[0],
                _ => other(&xs).local()[0],
            }
        });
        assert!(message.contains("run different loops"), "{message}");
    }
}

/// Texts, and other scalars that are no elements, are not compared.
#[test]
fn texts_may_differ() {
    let sums = fusus::mpi::threads(2, |world| {
        let xs = spread(&world, &[1.0, 2.0], 1);
        scaled(&xs, 2.0, ["", "x"][world.rank()]).gather()
    });
    assert_eq!(sums, [[3.0, 5.0], [3.0, 5.0]]);
}
