//! Digits of keys.

/// The bit of this pass.
pub(crate) fn bit(key: u32, pass: u32) -> u32 {
    key >> pass & 1
}

/// The digit of this pass, of two bits.
pub(crate) fn digit(key: u32, pass: u32) -> u32 {
    key >> (2 * pass) & 3
}

/// 1 for this digit, 0 for the others, for a counter to add up.
pub(crate) fn is(this: u32, digit: u32) -> u32 {
    u32::from(digit == this)
}

/// Selects one of four numbers by this digit. Two choices of two are quicker than one of four.
pub(crate) fn of(digit: u32, p0: u32, p1: u32, p2: u32, p3: u32) -> u32 {
    let (even, odd) = if digit < 2 { (p0, p1) } else { (p2, p3) };
    if digit & 1 == 0 { even } else { odd }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_number() {
        assert_eq!([0, 1, 15].map(|pass| digit(0x8000_00a7, pass)), [3, 1, 2]);
        assert_eq!(
            [0, 1, 3, 31].map(|pass| bit(0x8000_00a7, pass)),
            [1, 1, 0, 1]
        );
    }

    #[test]
    fn each_digit_has_its_number() {
        assert_eq!(
            [0, 1, 2, 3].map(|digit| of(digit, 10, 11, 12, 13)),
            [10, 11, 12, 13]
        );
        assert_eq!([0, 1, 2, 3].map(|digit| is(2, digit)), [0, 0, 1, 0]);
    }
}
