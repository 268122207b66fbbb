//! `Result` and plain returns, with and without `Ok`.
#![deny(warnings)]

use fusus::{Error, cnf};

type Answer<T> = std::result::Result<T, Box<dyn std::error::Error>>;

mod own {
    pub type Result<T> = std::result::Result<T, fusus::Error>;
}

cnf! {
    fn plain(xs: &[f64], ys: &[f64]) -> Result<Vec<f64>, Error> {
        map(|x, y| x + y, xs, ys)
    }

    fn wrapped(xs: &[f64], ys: &[f64]) -> Result<(Vec<f64>, f64), Error> {
        let zs = map(|x, y| x + y, xs, ys);
        Ok((zs, fold(0.0, |a, b| a + b, zs)))
    }

    fn aliased(xs: &[f64], ys: &[f64]) -> own::Result<f64> {
        Ok(fold(0.0, |a, b| a + b, map(|x, y| x + y, xs, ys)))
    }

    fn nothing(xs: &[f64], ys: &mut [f64]) -> Result<(), Error> {
        *ys = map(|x| x, xs);
        Ok(())
    }

    fn nothing_at_all(xs: &[f64], ys: &mut [f64]) -> Result<(), Error> {
        *ys = map(|x| x, xs);
    }

    fn asked(n: &str, xs: &[usize]) -> Result<Vec<usize>, Box<dyn std::error::Error>> {
        let n: usize = n.parse()?;
        map(|x| x + n, xs)
    }
}

#[test]
fn main() -> Answer<()> {
    assert_eq!(plain(&[1.0], &[2.0])?, [3.0]);
    assert!(plain(&[1.0], &[]).is_err());
    assert_eq!(wrapped(&[1.0], &[2.0])?, (vec![3.0], 3.0));
    assert_eq!(aliased(&[1.0], &[2.0])?, 3.0);
    let mut ys = [0.0];
    nothing(&[1.0], &mut ys)?;
    assert_eq!(ys, [1.0]);
    assert!(nothing_at_all(&[1.0, 2.0], &mut ys).is_err());
    assert_eq!(asked("1", &[1])?, [2]);
    assert!(asked("one", &[1]).is_err());
    Ok(())
}
