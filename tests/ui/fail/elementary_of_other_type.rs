use fusus::cnf;

cnf! {
    fn of_integers(xs: &[i32]) -> Vec<i32> {
        map(|x| x.exp(), xs)
    }

    fn of_other_width(xs: &[f64]) -> Vec<f32> {
        map(|x| { let y: f32 = x.exp(); y }, xs)
    }

    fn to_an_integer(xs: &[f64]) -> Vec<f64> {
        map(|x| x.powf(2), xs)
    }

    fn of_no_type(xs: &[f64]) -> Vec<f64> {
        map(|x| { let y = 2.0; x * y.sqrt() + y.exp() }, xs)
    }

    fn of_two_widths(xs: &[f64], y: f32) -> Vec<f64> {
        map(|x| x.hypot(y + 1.0), xs)
    }

    fn by_path(xs: &[f32]) -> Vec<f32> {
        map(f64::exp, xs)
    }
}

fn main() {}
