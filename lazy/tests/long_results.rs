//! Results that are longer than the cache, in memory that was used before, by several threads.

use fusus_lazy::{Array, Column, Error, eval_all};

const LEN: usize = 4_300_000;

fn numbers() -> Vec<f64> {
    (0..LEN)
        .map(|index| (index % 1009) as f64 - 500.0)
        .collect()
}

#[test]
fn elements_are_there_for_whoever_reads_them() -> Result<(), Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("two threads").install(|| {
        let xs = numbers();
        let x = Array::from(&xs[..]);
        let expected: Vec<f64> = xs.iter().map(|x| x * 0.5 + 3.0).collect();
        for _ in 0..3 {
            let half = &x * 0.5 + 3.0;
            // The same loop reads the result, and so does the next one.
            let (late, sum) = (half.gt(2.0), half.sum());
            eval_all([Column::from(&half), Column::from(&late), Column::from(&sum)])?;
            let late = late.to_vec()?;
            assert!(
                late.iter()
                    .zip(&expected)
                    .all(|(late, half)| *late == (*half > 2.0))
            );
            assert_eq!(half.to_vec()?, expected);
            let again = (&half * &half).sum().item()?;
            let squares: f64 = (&half * &half).eval()?.to_vec()?.iter().sum();
            assert!((again - squares).abs() <= 1e-9 * squares);
            assert_eq!(sum.item()?, Array::from(&expected[..]).sum().item()?);
        }
        Ok(())
    })
}
