cnf! {
    /// Moves the keys with a 0 at a bit before those with a 1, into the caller's array.
    pub fn radix_step_into(xs: &[u32], bit: u32, ys: &mut [u32]) {
        let bits   = map(|x| x >> bit & 1, xs);
        let before = scan_exclusive(0, |a, b| a + b, bits);
        let ones   = fold(0, |a, b| a + b, bits);
        let zeros  = len(xs) - ones as usize;
        let places = map(
            |i, b, ones| if b == 1 { zeros + ones as usize } else { i - ones as usize },
            0..len(xs),
            bits,
            before,
        );
        *ys = scatter(ys, places, xs);
    }
}
