fusus::cnf! {
    fn largest(h: usize, w: usize, xs: &[i32]) -> Vec<i32> {
        let a = reshape(xs, [h, w]);
        map(|w| fold(i32::MIN, i32::max, w), rows(windows([3, 3], a)))
    }
}

fn main() {}
