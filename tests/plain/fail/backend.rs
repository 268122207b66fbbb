// For devices alone, beside another backend, and as an attribute.

fusus::cnf! {
    #[backend(ocl)]
    fn doubled(xs: &[f32]) -> Vec<f32> {
        map(|x| x + x, xs)
    }

    #[backend(cpu, ocl)]
    fn halved(xs: &[f32]) -> Vec<f32> {
        map(|x| x * 0.5, xs)
    }

    fn tripled(xs: &[f32]) -> Vec<f32> {
        map(|x| x * 3.0, xs)
    }
}

#[fusus::fused]
#[backend(ocl)]
fn squared(xs: &[f32]) -> Vec<f32> {
    map(|x| x * x, xs)
}

fn main() {
    // Everything that needs no device is there.
    let _ = (halved(&[1.0]), tripled(&[1.0]));
}
