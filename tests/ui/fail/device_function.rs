//! A function from elsewhere: a device has none of it.

fn gamma(x: f32) -> f32 {
    x.powf(2.2)
}

fusus::cnf! {
    #[backend(cpu, ocl)]
    fn corrected(xs: &[f32]) -> Vec<f32> {
        map(|x| gamma(x), xs)
    }
}

fn main() {
    let _ = gamma(0.5);
    let _ = corrected(&[0.5]);
}
