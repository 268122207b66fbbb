//! Folds: the order of the host, and so its bits.

use fusus_lazy::{Array, Launches, on};

use crate::support::{device, same};

/// Lengths around those of lanes and blocks.
const LENGTHS: [usize; 11] = [0, 1, 2, 15, 16, 17, 1000, 4096, 4097, 20_000, 50_001];

fn row(len: usize) -> Array<f64> {
    let element = |i: usize| ((i * 7919 % 1009) as f64 - 500.0) * 0.001 + 1.0;
    Array::from_vec((0..len).map(element).collect())
}

#[test]
fn sums_of_floats_have_the_bits_of_the_host() {
    for len in LENGTHS {
        let (x, y) = (row(len), row(len).cast::<f32>().eval().unwrap());
        same(&["sum", "product"], || vec![x.sum(), x.product()]);
        same(&["least", "greatest", "squares"], || {
            vec![x.min(), x.max(), (&x * &x - 0.5).sum()]
        });
        same(&["sum", "least"], || vec![y.sum(), (&y * 2.0).min()]);
    }
}

#[test]
fn folds_of_integers_and_truth_values() {
    for len in LENGTHS {
        let x = (row(len) * 100.0).cast::<i32>().eval().unwrap();
        let bytes = x.cast::<u8>().eval().unwrap();
        let mask = x.gt(100).eval().unwrap();
        same(&["sum", "product", "min", "max"], || {
            vec![x.sum(), (&x | 1).product(), x.min(), x.max()]
        });
        same(&["sum", "product", "min", "max"], || {
            vec![
                bytes.sum(),
                (&bytes | 1).product(),
                bytes.min(),
                bytes.max(),
            ]
        });
        same(&["any", "all"], || vec![mask.any(), mask.all()]);
        same(&["count"], || vec![mask.count()]);
    }
}

#[test]
fn many_folds_share_a_loop_with_what_is_stored() {
    let x = row(10_007);
    same(&["stored", "sum", "least", "greatest", "sums"], || {
        let y = &x * 3.0 - 1.0;
        vec![
            y.clone(),
            y.sum(),
            y.min(),
            y.max(),
            (&y * &x).sum() + x.sum(),
        ]
    });
    same(&["normalised"], || vec![&x / (&x * &x).sum().sqrt()]);
}

#[test]
fn masks_choose_what_counts() {
    for len in [0, 1, 17, 5000] {
        let x = row(len);
        let of = || {
            let kept = x.keep(x.gt(1.0));
            let sum = (&kept * 2.0).sum();
            (sum.item(), kept.max().item(), kept.len())
        };
        let (found, launches) = Launches::of(|| on(&device(), of));
        assert_eq!(found, of());
        assert!(!launches.kernels.is_empty());
    }
}

#[test]
fn nan_and_signed_zeros_are_folded_as_the_host_does() {
    let x = Array::from_vec(vec![-0.0_f64, f64::NAN, 3.0, -0.0, f64::NEG_INFINITY]);
    same(&["least", "greatest", "sum"], || {
        vec![x.min(), x.max(), x.sum()]
    });
    let zeros = Array::from_vec(vec![-0.0_f64; 100]);
    same(&["sum", "greatest"], || vec![zeros.sum(), zeros.max()]);
}

#[test]
fn chains_of_operations_and_sums_of_conversions() {
    for len in [1, 1000, 20_000] {
        let x = row(len).eval().unwrap();
        let n = (&x * 100.0).cast::<i32>().eval().unwrap();
        let bytes = n.cast::<u8>().eval().unwrap();
        same(&["sum of arrays", "polynomial"], || {
            let [a, b] = [1, 2].map(|by| &x * f64::from(by));
            let a = a.eval().unwrap();
            let b = b.eval().unwrap();
            let polynomial = (((&x * 0.5 + 0.25) * &x - 1.5) * &x + 2.0) * &x + 3.0;
            vec![&x + &a + &b + &x + &a, polynomial]
        });
        same(&["sum of bytes", "product and sum"], || {
            vec![&bytes + &bytes + &bytes + &bytes, &bytes * 3 + &bytes]
        });
        same(&["product and sum"], || vec![&n * 1_000_003 + &n]);
        same(&["sum"], || {
            vec![bytes.cast::<u64>().sum(), x.gt(1.0).count()]
        });
        same(&["sum"], || vec![n.cast::<i64>().sum()]);
    }
}
