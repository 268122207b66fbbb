//! Programs called from everywhere: inside of each other's workers, inside of
//! rayon's tasks, from many threads at once, in pools of any size. Nobody waits
//! for ever, and everybody gets the right answer.

use fusus::cnf;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

cnf! {
    /// A scan, a filter and a fold, on several threads.
    fn inner(xs: &[u64]) -> (u64, Vec<u64>) {
        let sums = scan(0, |a, b| a + b, xs);
        let odd = filter(|s| s % 2 == 1, sums);
        (fold(0, |a, b| a.wrapping_add(b), odd), odd)
    }

    /// Calls it in the totals and in the real sweep of a scan, and in a filter.
    fn outer(xs: &[u64], table: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let called = map(|x| if x % 40_000 == 7 { inner(table).0 } else { x }, xs);
        let sums = scan(0, |a, b| a.wrapping_add(b), called);
        let kept = filter(|x| x % 50_000 != 9 || inner(table).1.len() == 7, xs);
        (sums, kept)
    }
}

const LEN: usize = 150_001;

fn numbers() -> Vec<u64> {
    (0..LEN as u64).collect()
}

fn expected_inner(xs: &[u64]) -> u64 {
    let mut sum = 0;
    let sums = xs.iter().map(|x| {
        sum += x;
        sum
    });
    sums.filter(|s| s % 2 == 1).fold(0, u64::wrapping_add)
}

fn pools() -> Vec<ThreadPool> {
    let pool = |threads| {
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads")
    };
    [1, 2, 4].map(pool).into()
}

/// Ends the process where the job does not end.
fn watched(job: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let worker = thread::spawn(move || {
        job();
        done.send(()).expect("somebody waits");
    });
    if let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(Duration::from_secs(240)) {
        eprintln!("somebody waits for ever");
        std::process::abort();
    }
    worker.join().expect("it says above what failed");
}

#[test]
fn inside_of_another_programs_worker() {
    watched(|| {
        let (xs, table) = (numbers(), numbers());
        let answer = expected_inner(&table);
        for pool in pools() {
            let (sums, kept) = pool.install(|| outer(&xs, &table));
            let mut sum = 0_u64;
            assert!(xs.iter().zip(&sums).all(|(x, s)| {
                sum = sum.wrapping_add(if x % 40_000 == 7 { answer } else { *x });
                sum == *s
            }));
            assert_eq!(
                kept.len(),
                LEN - xs.iter().filter(|x| *x % 50_000 == 9).count()
            );
        }
    });
}

#[test]
fn inside_of_rayons_tasks() {
    watched(|| {
        let xs = numbers();
        let answer = expected_inner(&xs);
        for pool in pools() {
            pool.install(|| {
                (0..12)
                    .into_par_iter()
                    .for_each(|_| assert_eq!(inner(&xs).0, answer));
                let (a, b) = rayon::join(|| inner(&xs).0, || outer(&xs, &xs).0.len());
                assert_eq!((a, b), (answer, LEN));
                rayon::scope(|scope| {
                    for _ in 0..6 {
                        scope.spawn(|_| assert_eq!(inner(&xs).0, answer));
                    }
                });
            });
        }
    });
}

#[test]
fn from_many_threads_at_once() {
    watched(|| {
        let xs = numbers();
        let answer = expected_inner(&xs);
        let small = ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("a thread");
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..4 {
                        // In the global pool, and all in a pool of one thread.
                        assert_eq!(inner(&xs).0, answer);
                        assert_eq!(small.install(|| inner(&xs).0), answer);
                    }
                });
            }
        });
    });
}

#[test]
fn with_a_pool_whose_threads_are_all_busy() {
    watched(|| {
        let xs = numbers();
        let answer = expected_inner(&xs);
        for pool in pools() {
            let threads = pool.current_num_threads();
            let (over, wait) = crossing();
            for _ in 1..threads {
                let wait = wait.clone();
                pool.spawn(move || {
                    let _ = wait.lock().expect("no panic").recv();
                });
            }
            assert_eq!(pool.install(|| inner(&xs).0), answer);
            drop(over);
        }
    });
}

type Wait = std::sync::Arc<std::sync::Mutex<mpsc::Receiver<()>>>;

/// A pair of threads that wait for each other: they go on when the first half is dropped.
fn crossing() -> (mpsc::Sender<()>, Wait) {
    let (over, wait) = mpsc::channel();
    (over, std::sync::Arc::new(std::sync::Mutex::new(wait)))
}
