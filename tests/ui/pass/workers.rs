//! Closures and paths of every kind as workers.
#![deny(warnings)]

fusus::cnf! {
    fn paths(xs: &[f32]) -> (Vec<f64>, Vec<Option<f32>>, f32, Vec<f32>) {
        let wide = map(f64::from, xs);
        let some = map(Some, xs);
        let most = fold(f32::NEG_INFINITY, f32::max, xs);
        let local = map(self::own::halve, xs);
        (wide, some, most, local)
    }

    fn qualified(xs: &[u8]) -> Vec<u32> {
        map(<u32 as From<u8>>::from, xs)
    }

    fn closures(n: i64, xs: &[i64]) -> Vec<i64> {
        let typed = map(|x: i64| -> i64 { x + n }, xs);
        let block = map(|x| { let y = x * 2; if y > 4 { return 0; } y }, typed);
        let moved = map(move |x| x + n, block);
        let parenthesised = map((|x| x - n), moved);
        map(|x| match x { 0 => n, other => other }, parenthesised)
    }
}

mod own {
    pub fn halve(x: f32) -> f32 {
        x / 2.0
    }
}

#[test]
fn main() {
    let (wide, some, most, local) = paths(&[1.0, 3.0]);
    assert_eq!(wide, [1.0, 3.0]);
    assert_eq!(some, [Some(1.0), Some(3.0)]);
    assert_eq!(most, 3.0);
    assert_eq!(local, [0.5, 1.5]);
    assert_eq!(qualified(&[7]), [7]);
    assert_eq!(closures(1, &[0, 1, 2]), [2, 4, 1]);
}
