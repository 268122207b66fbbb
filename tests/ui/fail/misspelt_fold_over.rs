fusus::cnf! {
    fn rows(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i| summ(|j| a[[i, j]]))
    }

    fn all(h: usize, w: usize, xs: &[f64]) -> f64 {
        let a = reshape(xs, [h, w]);
        let greatest = foldd(0.0, f64::max, |i, j| a[[i, j]]);
        greatest
    }

    fn by_another_name(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i| max(|j| a[[i, j]]))
    }

    fn of_what_is_bound(xs: &[f64], js: &[usize]) -> Vec<f64> {
        let ys = map(|x| x * x, xs);
        map(|j| j as f64 * sim(|k| ys[k]), js)
    }
}

fn main() {}
