use fusus::cnf;

fn half(x: f64) -> f64 {
    x / 2.0
}

fn add(a: f64, b: f64) -> f64 {
    a + b
}

cnf! {
    fn moved(xs: &[f64]) -> Vec<f64> {
        at(1, xs)
    }

    fn padded(xs: &[f64]) -> Vec<f64> {
        let p = pad(xs, 0.0);
        generate(|i| p[i - 1] + p[i])
    }

    fn padded_by_word(xs: &[f64]) -> Vec<f64> {
        at(pad(xs, edge), 1)
    }

    fn windowed(k: usize, xs: &[f64]) -> Vec<f64> {
        map(|w| sum(w), rows(windows(xs, k)))
    }

    fn chunked(xs: &[f64]) -> Vec<f64> {
        map(|c| sum(c), rows(chunks(xs, 3)))
    }

    fn along(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape([h, w], xs);
        generate(|i, j| a[[j, i]])
    }

    fn laned(h: usize, w: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        map(|lane| sum(lane), lanes(a, 1))
    }

    fn around_each(xs: &[f64]) -> Vec<f64> {
        map(|[a, b, c]| a + b + c, around(1, xs))
    }

    fn halved(xs: &[f64]) -> Vec<f64> {
        map(xs, half)
    }

    fn added(xs: &[f64]) -> f64 {
        fold(add, 0.0, xs)
    }

    fn running(xs: &[f64]) -> Vec<f64> {
        scan(f64::max, 0.0, xs)
    }

    fn added_by_method(xs: &[f64]) -> f64 {
        xs.fold(add, 0.0)
    }
}

fn main() {}
