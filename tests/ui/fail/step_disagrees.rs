fusus::cnf! {
    fn largest_sum(xs: &[f64]) -> f64 {
        fold(0.0, |s, x| s + x, f64::max, xs)
    }

    fn counted(bytes: &[u8], ks: &[u32]) -> (u64, u64) {
        fold((0u64, 0u64), |(n, s), b, k| (n + 1, s + u64::from(b) * u64::from(k)), |(n, s), (m, t)| (n | m, s + t), bytes, ks)
    }
}

fn main() {}
