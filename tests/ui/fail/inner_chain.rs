fusus::cnf! {
    fn of_an_input(qs: &[f64], xs: &[f64]) -> Vec<f64> {
        map(|q| xs.map(|x| (x - q).abs()).fold(f64::INFINITY, f64::min), qs)
    }

    fn of_a_binding(qs: &[f64], xs: &[f64]) -> Vec<f64> {
        let ys = map(|x| 2.0 * x, xs);
        qs.map(|q| {
            let near = ys.filter(|y| (y - q).abs() < 1.0);
            near.len() as f64
        })
    }
}

fn main() {}
