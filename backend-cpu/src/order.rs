//! The choice among the orders of a sum of products: polynomials of sizes.

/// A coefficient, and the sizes that it is multiplied with, by their numbers.
pub type Monomial<'m> = (f64, &'m [usize]);

/// Returns true if a polynomial of some sizes is at most another one. Both are floats: exact enough
/// to choose by, and without overflow.
pub fn is_at_most(sizes: &[usize], own: &[Monomial<'_>], other: &[Monomial<'_>]) -> bool {
    value(sizes, own) <= value(sizes, other)
}

fn value(sizes: &[usize], polynomial: &[Monomial<'_>]) -> f64 {
    let monomials = polynomial.iter().map(|(coefficient, factors)| {
        let factors = factors.iter().map(|size| sizes[*size] as f64);
        factors.fold(*coefficient, |product, size| product * size)
    });
    monomials.sum()
}

#[cfg(test)]
mod tests {
    use super::is_at_most;

    #[test]
    fn polynomials_of_sizes_are_compared() {
        let (own, other) = ([(2.0, &[0, 1][..])], [(1.0, &[0, 0][..]), (4.0, &[])]);
        assert!(is_at_most(&[4, 2], &own, &other));
        assert!(is_at_most(&[4, 2], &other, &[(20.0, &[])]));
        assert!(!is_at_most(&[4, 3], &own, &other));
        assert!(is_at_most(&[usize::MAX, 0], &own, &other));
    }
}
