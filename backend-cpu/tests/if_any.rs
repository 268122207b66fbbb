//! Folds whose step is left out for neighbours that change nothing.
//!
//! Only optimised builds leave steps out: `cargo test --release -p fusus-cpu --test if_any`.

#![forbid(unsafe_code)]

use fusus_cpu as rt;
use rt::{Accumulator, Lanes, Run};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The least numbers and their positions; as an array of 64 bytes there is one of a block.
type Least = [(f32, u32); 8];

const NONE: Least = [(f32::INFINITY, u32::MAX); 8];

fn insert(least: &mut Least, x: f32, i: u32) {
    if x < least[7].0 {
        let mut at = 7;
        while at > 0 && x < least[at - 1].0 {
            least[at] = least[at - 1];
            at -= 1;
        }
        least[at] = (x, i);
    }
}

/// The least of all numbers, and how many steps were taken.
fn by_sweep(xs: &[f32]) -> (Least, usize) {
    let steps = AtomicUsize::new(0);
    let combine = |mut a: Least, b: Least| {
        b.into_iter().for_each(|(x, i)| insert(&mut a, x, i));
        a
    };
    let (_, parts) = Run::whole(xs.len())
        .blocks((), |block, _| {
            let mut fold = Accumulator::<_, _, 4>::new(rt::op::Other, &NONE);
            let lanes = Lanes::<4>::when(fold.commutes()).in_order_if(fold.is_single());
            block.lanes_if_any(
                lanes.single_call_site(),
                (xs, ()),
                &mut fold,
                |least: &Least, _, (x, ())| x < least[7].0,
                |fold, i, lane, (x, ()), ()| {
                    steps.fetch_add(1, Ordering::Relaxed);
                    fold.change(lane, |least| insert(least, x, i as u32));
                    Ok(())
                },
            )?;
            Ok((fold.partial(combine), ()))
        })
        .expect("no fault");
    let all = parts
        .into_iter()
        .fold(NONE, |all, (part, ())| part.join(all, combine));
    (all, steps.into_inner())
}

fn by_loop(xs: &[f32]) -> Least {
    let mut least = NONE;
    for (x, i) in xs.iter().zip(0..) {
        insert(&mut least, *x, i);
    }
    least
}

fn numbers(len: usize) -> Vec<f32> {
    (0..len).map(|i| (i * 7919 % 1013) as f32).collect()
}

#[test]
fn elements_that_are_left_out_would_have_changed_nothing() {
    for len in (0..70).chain([1000, 1024, 5000]) {
        let mut xs = numbers(len);
        assert_eq!(by_sweep(&xs).0, by_loop(&xs), "{len}");
        xs.sort_by(f32::total_cmp);
        assert_eq!(by_sweep(&xs).0, by_loop(&xs), "{len}, ascending");
        xs.reverse();
        assert_eq!(by_sweep(&xs).0, by_loop(&xs), "{len}, descending");
    }
}

#[test]
fn numbers_that_are_none_change_nothing() {
    let mut xs = numbers(200);
    xs.iter_mut().step_by(3).for_each(|x| *x = f32::NAN);
    assert_eq!(by_sweep(&xs).0, by_loop(&xs));
    assert_eq!(by_sweep(&[f32::NAN; 40]).0, NONE);
}

/// Of ascending numbers the first group has all of the least, and the elements behind the last
/// whole group are taken in one by one.
#[cfg(not(debug_assertions))]
#[test]
fn steps_are_left_out() {
    let xs: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    assert_eq!(by_sweep(&xs), (by_loop(&xs), 16 + 1000 % 16));
}
