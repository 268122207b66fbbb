fusus::cnf! {
    fn bound(xs: &[f64], up: bool) -> Vec<f64> {
        let ys = if up { filter(|x| x > 1.0, xs) } else { xs };
        map(|y| y + 1.0, ys)
    }

    fn argument(xs: &[f64], up: bool) -> Vec<f64> {
        map(|x| x + 1.0, if up { filter(|x| x > 1.0, xs) } else { map(|x| -x, xs) })
    }

    fn matched(xs: &[f64], up: Option<f64>) -> Vec<f64> {
        match up {
            Some(by) => map(|x| x + by, xs),
            None => map(|x| x, xs),
        }
    }

    fn written(xs: &mut [f64], up: bool) {
        if up {
            *xs = map(|x| x + 1.0, xs);
        }
    }

    fn statement(xs: &mut [f64], up: bool) -> f64 {
        if up {
            *xs = map(|x| x + 1.0, xs);
        }
        fold(0.0, |a, b| a + b, xs)
    }
}

fn main() {}
