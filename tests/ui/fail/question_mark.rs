fusus::cnf! {
    fn bound(xs: &[f64], indices: &[usize]) -> Result<Vec<f64>, fusus::Error> {
        let ys = gather(xs, indices)?;
        Ok(map(|y| y * 2.0, ys))
    }

    fn nested(xs: &[f64], indices: &[usize]) -> Result<Vec<f64>, fusus::Error> {
        Ok(xs.gather(indices)?.map(|y| y * 2.0))
    }

    fn unwrapped(xs: &[f64], indices: &[usize]) -> Vec<f64> {
        gather(xs, indices).unwrap()
    }
}

fn main() {}
