//! Arrays between two contractions exist in blocks, as far as programs can do that today.
//!
//! An allocator counts the bytes that are there at once; one test alone, so that they are those of one
//! program at a time. Sizes are such that the arrays in between, were they whole, would be longer than a
//! block.
//!
//! Five sums of products have whole ones, and are not among these: `bdq,bdk,bek->beq`, with a function
//! between the products and without, since a band has rows of the first axis alone, and dozens of them
//! if it has tiles; the four-index transform; the term of coupled clusters; and `ik,k,jk,k->ij`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use fusus::cnf;

/// The bytes that are there, and the most that were there.
static THERE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// The bytes of the blocks of all arrays in between.
const BLOCKS: usize = 1 << 19;

struct Counting;

// SAFETY: it is the system's allocator, which counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let there = THERE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(there, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        THERE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

cnf! {
    fn chain(a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> Vec<f64> {
        let (a, b, c, d) = (reshape(a, [4000, 300]), reshape(b, [300, 50]), reshape(c, [50, 30]), reshape(d, [30, 8]));
        einsum("ij,jk,kl,lm->im", a, b, c, d)
    }

    fn paper(a: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
        let (a, b, c) = (reshape(a, [50, 2000]), reshape(b, [2000, 40, 15]), reshape(c, [40, 15]));
        einsum("ij,jkl,kl->k", a, b, c)
    }

    fn attention(q: &[f64], k: &[f64], v: &[f64]) -> Vec<f64> {
        let (q, k, v) = (reshape(q, [1000, 8]), reshape(k, [1000, 8]), reshape(v, [1000, 8]));
        let scores = generate(|i, j| sum(|d| q[[i, d]] * k[[j, d]]));
        let most = generate(|i| fold(f64::NEG_INFINITY, f64::max, |j| scores[[i, j]]));
        let weights = generate(|i, j| (scores[[i, j]] - most[i]).exp());
        let total = generate(|i| sum(|j| weights[[i, j]]));
        generate(|i, d| sum(|j| weights[[i, j]] * v[[j, d]]) / total[i])
    }

    fn mttkrp(x: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
        let (x, b, c) = (reshape(x, [20, 300, 200]), reshape(b, [300, 16]), reshape(c, [200, 16]));
        einsum("ijk,jr,kr->ir", x, b, c)
    }

    fn gram_and_weight(a: &[f64], b: &[f64], m: &[f64]) -> f64 {
        let (a, b, m) = (reshape(a, [700, 20]), reshape(b, [700, 20]), reshape(m, [700, 700]));
        einsum("ik,jk,ij->", a, b, m)
    }

    fn batched_bilinear(w: &[f64], t: &[f64], v: &[f64]) -> Vec<f64> {
        let (w, t, v) = (reshape(w, [1000, 50]), reshape(t, [50, 20, 50]), reshape(v, [1000, 50]));
        einsum("ab,bce,ae->ac", w, t, v)
    }

    fn small_batches(x: &[f64], y: &[f64], z: &[f64]) -> Vec<f64> {
        let (x, y, z) = (reshape(x, [200, 400, 3, 3]), reshape(y, [200, 400, 3, 6]), reshape(z, [200, 400, 3, 6]));
        einsum("ijkl,ijkm,ijlm->jm", x, y, z)
    }

    fn sums_of_each(x: &[f64], y: &[f64]) -> Vec<f64> {
        let (x, y) = (reshape(x, [400, 400, 9]), reshape(y, [400, 400, 9]));
        einsum("lnp,lnq->l", x, y)
    }

    fn seven_factors(a: &[f64], b: &[f64], c: &[f64], d: &[f64], e: &[f64], f: &[f64], g: &[f64]) -> f64 {
        let (a, b, c) = (reshape(a, [400, 60]), reshape(b, [400, 10]), reshape(c, [400, 400]));
        let (d, e, f, g) = (reshape(d, [400, 60]), reshape(e, [400, 10]), reshape(f, [60, 10]), reshape(g, [60, 10]));
        einsum("pi,ps,pq,qj,qt,it,js->", a, b, c, d, e, f, g)
    }
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count)
        .map(|i| (i * 7 % 13) as f64 / 13.0 - 0.5)
        .collect()
}

/// The most bytes that a program has beside its inputs.
fn beside<R>(program: impl Fn() -> R) -> usize {
    // The allocator, and what threads keep.
    program();
    let before = THERE.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    program();
    MOST.load(Ordering::Relaxed) - before
}

#[test]
fn arrays_between_contractions_exist_in_blocks() {
    // The allocator is prepared once for each thread, by memory that nobody writes.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("a pool");
    macro_rules! vectors {
        ($($program:ident($($of:ident $len:expr),*): $result:expr, not $whole:expr;)*) => {$(
            $(let $of = numbers($len);)*
            let bytes = pool.install(|| beside(|| $program($(&$of),*)));
            let between = bytes.saturating_sub($result * size_of::<f64>());
            println!("{}: {between} bytes", stringify!($program));
            assert!(between <= BLOCKS, "{}: {between} bytes", stringify!($program));
            assert!($whole * size_of::<f64>() > BLOCKS);
        )*};
    }
    // Inputs, and the numbers of elements of the result and of all arrays in between.
    vectors! {
        chain(a 1_200_000, b 15_000, c 1_500, d 240): 32_000, not 200_400;
        paper(a 100_000, b 1_200_000, c 600): 40, not 82_000;
        attention(q 8_000, k 8_000, v 8_000): 8_000, not 2_002_000;
        mttkrp(x 1_200_000, b 4_800, c 3_200): 320, not 96_000;
        gram_and_weight(a 14_000, b 14_000, m 490_000): 0, not 490_000;
        batched_bilinear(w 50_000, t 50_000, v 50_000): 20_000, not 1_000_000;
        small_batches(x 720_000, y 1_440_000, z 1_440_000): 2_400, not 1_440_000;
        sums_of_each(x 1_440_000, y 1_440_000): 400, not 320_000;
        seven_factors(a 24_000, b 4_000, c 160_000, d 24_000, e 4_000, f 600, g 600): 0, not 160_000;
    }
}
