//! Sorting by passes from the lowest digit to the highest, between two buffers.

/// One pass: the keys, its number, and where they go.
pub(crate) type Pass = fn(&[u32], u32, &mut [u32]);

/// The keys after so many passes.
pub(crate) fn sorted(keys: &[u32], passes: u32, pass: Pass) -> Vec<u32> {
    let mut from = keys.to_vec();
    let mut to = vec![0; keys.len()];
    for number in 0..passes {
        pass(&from, number, &mut to);
        std::mem::swap(&mut from, &mut to);
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::{one_bit, one_bit_unfused, two_bits, two_bits_unfused};

    #[test]
    fn any_number_of_keys_is_sorted() {
        for count in [0, 1, 2, 3, 100, 1023, 40_000] {
            let keys: Vec<u32> = (0..count)
                .map(|i| common::random::bits(5, i) as u32)
                .collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            let ways: [(u32, Pass); 4] = [
                (32, one_bit),
                (16, two_bits),
                (32, one_bit_unfused),
                (16, two_bits_unfused),
            ];
            for (passes, pass) in ways {
                assert!(
                    sorted(&keys, passes, pass) == expected,
                    "{count} keys, {passes} passes"
                );
            }
        }
    }

    #[test]
    fn a_pass_keeps_the_order_of_equal_digits() {
        let keys = [0x21, 0x10, 0x13, 0x00, 0x31];
        assert_eq!(sorted(&keys, 1, two_bits), [0x10, 0x00, 0x21, 0x31, 0x13]);
        assert_eq!(sorted(&keys, 1, one_bit), [0x10, 0x00, 0x21, 0x13, 0x31]);
    }
}
