//! Recurrences on a device: one work item takes the steps, whatever they are.
#![cfg(feature = "ocl")]

use fusus::cnf;
use fusus::ocl::{Array, Device, Scans};

cnf! {
    #[backend(cpu, ocl)]
    fn average(xs: &[f32], share: f32) -> Vec<f32> {
        recurrence(0.0, |y, x| y + share * (x - y), xs)
    }

    /// Several states, of several arrays, beside a scan, a fold and a filter.
    #[backend(cpu, ocl)]
    fn mixed(xs: &[i64], ys: &[u32]) -> (Vec<i64>, Vec<u32>, Vec<i64>, i64, Vec<i64>) {
        let (a, b) = recurrence((1i64, 0u32), |(a, b), x, y| ((a * 3 + x) % 1009, b ^ y), xs, ys);
        let sums = scan(0, |a, b| a + b, a);
        let total = fold(0, |a, b| a + b, map(|s| s % 7, sums));
        let kept = filter(|a| a % 2 == 0, a);
        let again = recurrence(0i64, |n, a| (n * 5 + a) % 1013, kept);
        (a, b, sums, total, again)
    }

    /// The loop before it and the one behind it stay parallel.
    #[backend(cpu, ocl)]
    fn between(xs: &[i32]) -> (Vec<i32>, i32) {
        let most = fold(0, |a, b| a.max(b), xs);
        let steps = recurrence(most, |y, x| (y - x).abs() % 100, xs);
        let sorted = gather(steps, map(|x| x.rem_euclid(steps_of(x)) as usize, filter(|x| x > 5, xs)));
        (sorted, fold(0, |a, b| a + b, steps))
    }

    fn steps_of(x: i32) -> i32 {
        x.clamp(1, 5)
    }
}

fn host<T: fusus::ocl::Element>(array: &Array<T>) -> Vec<T> {
    array.download().expect("a download")
}

#[test]
fn a_device_takes_the_steps_that_the_host_takes() {
    let device = Device::current().expect("an OpenCL device");
    for scans in [Scans::Chained, Scans::LookBack, Scans::Staged] {
        device.clone().with_scans(scans).scope(|| {
            for len in [0, 1, 7, 257, 5000] {
                let xs: Vec<i64> = (0..len).map(|i| (i * 7919) % 1000 - 300).collect();
                let ys: Vec<u32> = (0..len).map(|i| (i * 31 % 251) as u32).collect();
                let found = mixed_ocl(&xs, &ys);
                let (a, b, sums, total, again) = mixed(&xs, &ys);
                assert_eq!(
                    (host(&found.0), host(&found.1), host(&found.2)),
                    (a, b, sums)
                );
                assert_eq!((found.3, host(&found.4)), (total, again));

                let zs: Vec<f32> = xs.iter().map(|x| *x as f32 / 64.0).collect();
                let averages = average_ocl(&zs, 0.25);
                for (a, b) in host(&averages).iter().zip(average(&zs, 0.25)) {
                    assert!((a - b).abs() < 1e-4, "{a} {b}");
                }

                if len > 5 {
                    let ns: Vec<i32> = xs.iter().map(|x| *x as i32).collect();
                    let (picked, sum) = between_ocl(&ns);
                    assert_eq!((host(&picked), sum), between(&ns));
                }
            }
        });
    }
}
