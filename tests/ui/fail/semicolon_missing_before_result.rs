fusus::cnf! {
    fn one_line(xs: &[f64]) -> f64 {
        let a = sum(xs) a + 1.0
    }

    fn two_lines(xs: &[f64]) -> Vec<f64> {
        let a: f64 = 2.0
        map(|x| x + a, xs)
    }
}

fn main() {}
