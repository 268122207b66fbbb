fusus::cnf! {
    fn medians(h: usize, w: usize, xs: &[u32]) -> Vec<u32> {
        let a = reshape(xs, [h, w]);
        map(|row| median(row), rows(a))
    }

    fn sorted(h: usize, w: usize, xs: &[u32]) -> Vec<u32> {
        let a = reshape(xs, [h, w]);
        map(|row| sort(row), rows(a))
    }

    fn less(h: usize, w: usize, xs: &[u32]) -> Vec<u32> {
        let a = reshape(xs, [h, w]);
        map(|column| map(|x| x - median(&column), column), columns(a))
    }

    fn first(h: usize, w: usize, xs: &[u32]) -> Vec<u32> {
        let a = reshape(xs, [h, w]);
        map(|row| *row.first().unwrap() + row[0], rows(a))
    }
}

fn median(xs: &[u32]) -> u32 {
    xs[xs.len() / 2]
}

fn main() {}
