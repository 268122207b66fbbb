//! Arrays between two contractions exist in blocks.
//!
//! All contractions of the vectors of sums of products, those of Lam and others, of their successors, and of
//! people who asked for less memory. An allocator counts the bytes that are there at once; one test alone,
//! so that they are those of one program at a time. Sizes are such that the arrays in between, were they
//! whole, would be longer than a block.
//!
//! An array that a later loop reads again after all of it is done is whole, since it would have to be
//! computed again otherwise: the second product of `chain`, the sums over `i` of `paper` and
//! `rows_times_matrix`, the arrays of `cousin` and `trains`, which are summed to a few numbers. The sizes of
//! these are their own, or near them: `of_a_few_elements` has the programs without others. So is the last
//! array but one of `coupled_clusters`, whose rows are not those of the result.
//!
//! A band has rows that all of its loops have: `function_between` keeps the scores of one `b`. If a row of a
//! band is a row of tiles, bands have dozens of them, since a tile copies what is the same for its rows.
//! `scaled_gram` with a hundred rows, as they are in its issue, keeps them all.

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

    fn mttkrp_in_turn(x: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
        let (x, b, c) = (reshape(x, [40, 20, 120]), reshape(b, [20, 16]), reshape(c, [120, 16]));
        let xb = generate(|i, k, r| sum(|j| x[[i, j, k]] * b[[j, r]]));
        generate(|i, r| sum(|k| xb[[i, k, r]] * c[[k, r]]))
    }

    fn products_of_long(q: &[f64], k: &[f64], v: &[f64]) -> Vec<f64> {
        let (q, k, v) = (reshape(q, [32, 48, 100]), reshape(k, [32, 48, 100]), reshape(v, [32, 48, 100]));
        einsum("bdq,bdk,bek->beq", q, k, v)
    }

    fn products_of_short(q: &[f64], k: &[f64], v: &[f64]) -> Vec<f64> {
        let (q, k, v) = (reshape(q, [48, 50, 40]), reshape(k, [48, 50, 40]), reshape(v, [48, 50, 40]));
        einsum("bdq,bdk,bek->beq", q, k, v)
    }

    fn function_between(q: &[f64], k: &[f64], v: &[f64]) -> Vec<f64> {
        let (q, k, v) = (reshape(q, [48, 10, 40]), reshape(k, [48, 10, 40]), reshape(v, [48, 10, 40]));
        let scores = generate(|b, i, j| sum(|d| q[[b, d, i]] * k[[b, d, j]]).tanh());
        generate(|b, e, i| sum(|j| scores[[b, i, j]] * v[[b, e, j]]))
    }

    fn four_indices(x: &[f64], a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> Vec<f64> {
        let (x, a, b) = (reshape(x, [24, 24, 24, 24]), reshape(a, [8, 24]), reshape(b, [10, 24]));
        let (c, d) = (reshape(c, [12, 24]), reshape(d, [14, 24]));
        einsum("pqrs,ap,bq,cr,ds->abcd", x, a, b, c, d)
    }

    fn coupled_clusters(a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [20, 20, 3, 3]), reshape(b, [20, 20, 20, 3]));
        let (c, d) = (reshape(c, [20, 20, 3, 3]), reshape(d, [20, 20, 20, 3]));
        einsum("acik,befl,dfjk,cdel->abij", a, b, c, d)
    }

    fn bilinear(x: &[f64], a: &[f64], y: &[f64]) -> f64 {
        let a = reshape(a, [20, 80_000]);
        einsum("i,ij,j->", x, a, y)
    }

    fn scaled_gram(x: &[f64], w: &[f64], y: &[f64], v: &[f64]) -> Vec<f64> {
        let (x, y) = (reshape(x, [600, 300]), reshape(y, [20, 300]));
        einsum("ik,k,jk,k->ij", x, w, y, v)
    }

    fn cousin(a: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
        let (a, b, c) = (reshape(a, [30, 20]), reshape(b, [20, 8, 10]), reshape(c, [30, 10]));
        einsum("ij,jkl,il->k", a, b, c)
    }

    fn trains(a: &[f64], b: &[f64], c: &[f64], d: &[f64], e: &[f64], f: &[f64]) -> f64 {
        let (a, b, c) = (reshape(a, [3, 10]), reshape(b, [3, 4, 12]), reshape(c, [4, 14]));
        let (d, e, f) = (reshape(d, [5, 10]), reshape(e, [5, 6, 12]), reshape(f, [6, 14]));
        einsum("ai,abj,bk,ci,cdj,dk->", a, b, c, d, e, f)
    }

    fn gram(a: &[f64]) -> f64 {
        let a = reshape(a, [50, 1000]);
        einsum("ik,ik->", a, a)
    }

    fn rows_times_matrix(a: &[f64], b: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(a, [1000, 300]), reshape(b, [300, 300]));
        einsum("ij,jk->k", a, b)
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
    macro_rules! between {
        ($program:ident($($of:ident $len:expr),*): $result:expr) => {{
            $(let $of = numbers($len);)*
            let bytes = pool.install(|| beside(|| $program($(&$of),*)));
            let between = bytes.saturating_sub($result * size_of::<f64>());
            println!("{}: {between} bytes", stringify!($program));
            assert!(between <= BLOCKS, "{}: {between} bytes", stringify!($program));
        }};
    }
    macro_rules! vectors {
        ($($program:ident $of:tt: $result:expr, not $whole:expr;)*) => {$(
            between!($program $of: $result);
            assert!($whole * size_of::<f64>() > BLOCKS);
        )*};
    }
    macro_rules! of_a_few_elements {
        ($($program:ident $of:tt: $result:expr, and $whole:expr;)*) => {$(
            between!($program $of: $result);
            assert!($whole * size_of::<f64>() <= BLOCKS);
        )*};
    }
    // Inputs, and the numbers of elements of the result and of all arrays in between.
    vectors! {
        chain(a 1_200_000, b 15_000, c 1_500, d 240): 32_000, not 200_400;
        paper(a 100_000, b 1_200_000, c 600): 40, not 82_000;
        products_of_long(q 153_600, k 153_600, v 153_600): 153_600, not 73_728;
        products_of_short(q 96_000, k 96_000, v 96_000): 96_000, not 76_800;
        function_between(q 19_200, k 19_200, v 19_200): 19_200, not 76_800;
        attention(q 8_000, k 8_000, v 8_000): 8_000, not 2_002_000;
        mttkrp(x 1_200_000, b 4_800, c 3_200): 320, not 96_000;
        mttkrp_in_turn(x 96_000, b 320, c 1_920): 640, not 76_800;
        four_indices(x 331_776, a 192, b 240, c 288, d 336): 13_440, not 179_712;
        bilinear(x 20, a 1_600_000, y 80_000): 0, not 80_000;
        gram_and_weight(a 14_000, b 14_000, m 490_000): 0, not 490_000;
        coupled_clusters(a 3_600, b 24_000, c 3_600, d 24_000): 3_600, not 163_600;
        batched_bilinear(w 50_000, t 50_000, v 50_000): 20_000, not 1_000_000;
        small_batches(x 720_000, y 1_440_000, z 1_440_000): 2_400, not 1_440_000;
        sums_of_each(x 1_440_000, y 1_440_000): 400, not 320_000;
        scaled_gram(x 180_000, w 300, y 6_000, v 300): 12_000, not 180_300;
        seven_factors(a 24_000, b 4_000, c 160_000, d 24_000, e 4_000, f 600, g 600): 0, not 160_000;
    }
    of_a_few_elements! {
        cousin(a 600, b 1_600, c 300): 8, and 200;
        trains(a 30, b 144, c 56, d 50, e 360, f 84): 0, and 270;
        gram(a 50_000): 0, and 0;
        rows_times_matrix(a 300_000, b 90_000): 300, and 300;
    }
}
