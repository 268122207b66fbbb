struct Wide(u64);

fusus::cnf! {
    fn stepped(xs: &[u32]) -> u64 {
        fold(0u64, |s, x| s as u32 + x, |a, b| a + b, xs)
    }

    fn combined(xs: &[u32]) -> u64 {
        fold(0u64, |s, x| s + u64::from(x), |a, b| (a + b) as u32, xs)
    }

    fn started(xs: &[u32]) -> u64 {
        fold(0u32, |s: u64, x| s + u64::from(x), |a: u64, b: u64| a + b, xs)
    }

    fn of_no_clone(xs: &[u32]) -> u64 {
        let wide = fold(Wide(0), |s: Wide, x| Wide(s.0 + u64::from(x)), |a: Wide, b: Wide| Wide(a.0 + b.0), xs);
        wide.0
    }
}

fn main() {}
