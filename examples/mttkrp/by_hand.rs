//! The product by loops, to compare with.

/// The tensor `x` times `b` and `c`, summed over its second and third axis.
pub(crate) fn mttkrp([ni, nj, nk, nr]: [usize; 4], x: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; ni * nr];
    for i in 0..ni {
        let sums = &mut sums[i * nr..][..nr];
        for j in 0..nj {
            for k in 0..nk {
                let x = x[(i * nj + j) * nk + k];
                for r in 0..nr {
                    sums[r] += x * b[j * nr + r] * c[k * nr + r];
                }
            }
        }
    }
    sums
}

/// The square of the distance between the tensor and the sum of products.
pub(crate) fn distance(
    [ni, nj, nk, nr]: [usize; 4],
    x: &[f64],
    a: &[f64],
    b: &[f64],
    c: &[f64],
) -> f64 {
    let mut sum = 0.0;
    for i in 0..ni {
        for j in 0..nj {
            for k in 0..nk {
                let terms = (0..nr).map(|r| a[i * nr + r] * b[j * nr + r] * c[k * nr + r]);
                let far = x[(i * nj + j) * nk + k] - terms.sum::<f64>();
                sum += far * far;
            }
        }
    }
    sum
}
