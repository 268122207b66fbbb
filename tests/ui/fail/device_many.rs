//! Everything that a device does not have, each at its place.

#[derive(Clone, Copy)]
struct Gain {
    left: f32,
}

const LIMIT: f32 = 2.0;

fusus::cnf! {
    #[backend(ocl)]
    fn many(xs: &[f32], gain: Gain, table: &[f32]) -> (Vec<f32>, Vec<f32>, Vec<f32>, Vec<f32>) {
        let a = map(|x| x * gain.left, xs);
        let b = map(|x| x.min(LIMIT), xs);
        let c = map(|x| { println!("{x}"); x }, xs);
        let d = map(|x| x + table.iter().sum::<f32>(), xs);
        (a, b, c, d)
    }
}

fn main() {
    let _ = many(&[0.5], Gain { left: 1.0 }, &[]);
    let _ = LIMIT;
}
