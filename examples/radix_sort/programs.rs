//! The passes of a radix sort. Each moves a key behind the keys of smaller digits and behind
//! earlier keys of the same digit.

use fusus::cnf;

use crate::digits::{bit, digit, is, of};

cnf! {
    /// One pass of one bit, as in listing 15 of Spiegelhauer and Sprent, *Implementing Map-Scan
    /// Fusion in the Futhark Compiler*. The zeros are counted from the keys: counted from the
    /// `bits`, they would share a loop with the scans, and bits and scans would have to be stored
    /// for the loop after it.
    #[cnf(loops = 2)]
    pub(crate) fn one_bit(xs: &[u32], pass: u32, ys: &mut [u32]) {
        let zeros  = fold(0, |a, b| a + b, map(|x| 1 - bit(x, pass), xs));
        let bits   = map(|x| bit(x, pass), xs);
        let ps0    = scan(0, |a, b| a + b, map(|b| 1 - b, bits));
        let ps1    = scan(0, |a, b| a + b, bits);
        let places = map(|b, p0, p1| (1 - b) * p0 + b * (zeros + p1) - 1, bits, ps0, ps1);
        *ys = scatter(ys, places, xs);
    }

    /// One pass of two bits: each of four digits has a counter, which starts where its keys do.
    #[cnf(loops = 2)]
    pub(crate) fn two_bits(xs: &[u32], pass: u32, ys: &mut [u32]) {
        let n0     = fold(0, |a, b| a + b, map(|x| is(0, digit(x, pass)), xs));
        let n1     = fold(0, |a, b| a + b, map(|x| is(1, digit(x, pass)), xs));
        let n2     = fold(0, |a, b| a + b, map(|x| is(2, digit(x, pass)), xs));
        let digits = map(|x| digit(x, pass), xs);
        let ps0    = scan_exclusive(0, |a, b| a + b, map(|d| is(0, d), digits));
        let ps1    = scan_exclusive(n0, |a, b| a + b, map(|d| is(1, d), digits));
        let ps2    = scan_exclusive(n0 + n1, |a, b| a + b, map(|d| is(2, d), digits));
        let ps3    = scan_exclusive(n0 + n1 + n2, |a, b| a + b, map(|d| is(3, d), digits));
        let places = map(of, digits, ps0, ps1, ps2, ps3);
        *ys = scatter(ys, places, xs);
    }

    /// [`one_bit`], every operator a loop of its own.
    #[cnf(strategy = "unfused")]
    pub(crate) fn one_bit_unfused(xs: &[u32], pass: u32, ys: &mut [u32]) {
        let zeros  = fold(0, |a, b| a + b, map(|x| 1 - bit(x, pass), xs));
        let bits   = map(|x| bit(x, pass), xs);
        let ps0    = scan(0, |a, b| a + b, map(|b| 1 - b, bits));
        let ps1    = scan(0, |a, b| a + b, bits);
        let places = map(|b, p0, p1| (1 - b) * p0 + b * (zeros + p1) - 1, bits, ps0, ps1);
        *ys = scatter(ys, places, xs);
    }

    /// [`two_bits`], every operator a loop of its own.
    #[cnf(strategy = "unfused")]
    pub(crate) fn two_bits_unfused(xs: &[u32], pass: u32, ys: &mut [u32]) {
        let n0     = fold(0, |a, b| a + b, map(|x| is(0, digit(x, pass)), xs));
        let n1     = fold(0, |a, b| a + b, map(|x| is(1, digit(x, pass)), xs));
        let n2     = fold(0, |a, b| a + b, map(|x| is(2, digit(x, pass)), xs));
        let digits = map(|x| digit(x, pass), xs);
        let ps0    = scan_exclusive(0, |a, b| a + b, map(|d| is(0, d), digits));
        let ps1    = scan_exclusive(n0, |a, b| a + b, map(|d| is(1, d), digits));
        let ps2    = scan_exclusive(n0 + n1, |a, b| a + b, map(|d| is(2, d), digits));
        let ps3    = scan_exclusive(n0 + n1 + n2, |a, b| a + b, map(|d| is(3, d), digits));
        let places = map(of, digits, ps0, ps1, ps2, ps3);
        *ys = scatter(ys, places, xs);
    }
}
