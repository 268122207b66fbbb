use fusus::cnf;

struct Found {
    ys: Vec<f64>,
    n: usize,
}

cnf! {
    fn first(xs: &[f64]) -> Found {
        let ys = filter(|x| x > 0.0, xs);
        Found { ys, n: 1 }
    }

    fn some(xs: &[f64]) -> Option<Vec<f64>> {
        Some(map(|x| x / 2.0, xs))
    }

    fn both(xs: &[f64]) -> [Vec<f64>; 2] {
        let halves = map(|x| x / 2.0, xs);
        let doubles = map(|x| x * 2.0, xs);
        [halves, doubles]
    }
}

fn main() {}
