fusus::cnf! {
    fn unbounded(xs: &[u64]) -> Vec<u64> {
        recurrence(0, |d, i, j| d[[i - 1, j]] + d[[i, j - 1]] + xs[i])
    }

    fn lines(n: usize, m: usize) -> Vec<u64> {
        recurrence(0, [n], |d, i, j| d[[i - 1, j]] + d[[i, j - 1]] + m as u64)
    }

    fn square(n: usize) -> Vec<u64> {
        recurrence(0, n, |d, i, j| d[[i - 1, j]] + d[[i, j - 1]])
    }

    fn nothing(n: usize) -> Vec<u64> {
        recurrence(0, [n, n], |d, i, j| (i * j) as u64)
    }

    fn before(xs: &[u64]) -> Vec<u64> {
        recurrence(0, xs, |y, x| y + x)
    }
}

fn main() {}
