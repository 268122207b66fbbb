// The eight smallest of many numbers: a fold whose accumulator is an array.
cnf! {
    /// The eight least numbers in ascending order, each with its position.
    pub fn top8(xs: &[f32]) -> [(f32, u32); 8] {
        fold(
            [(f32::INFINITY, u32::MAX); 8],
            |mut best, x, i| {
                if x < best[7].0 {
                    let mut at = 7;
                    while at > 0 && x < best[at - 1].0 {
                        best[at] = best[at - 1];
                        at -= 1;
                    }
                    best[at] = (x, i as u32);
                }
                best
            },
            |mut best, others| {
                for (x, i) in others {
                    if x < best[7].0 {
                        let mut at = 7;
                        while at > 0 && x < best[at - 1].0 {
                            best[at] = best[at - 1];
                            at -= 1;
                        }
                        best[at] = (x, i);
                    }
                }
                best
            },
            xs,
            0..len(xs),
        )
    }
}
