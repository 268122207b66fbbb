//! Short lists in order.
//!
//! Each type of a sort of the standard library is some 2,400 lines for LLVM, and each type of a map
//! 5,000, in the build of every user.

/// Sorts a short list by a key, equal elements in their order.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        for len in 0..40_u32 {
            let numbers = (0..len).map(|step| step.wrapping_mul(2_654_435_761) >> 28);
            let mut ours: Vec<_> = numbers.zip(0..).collect();
            let mut expected = ours.clone();
            sort_by_key(&mut ours, |(number, _)| *number);
            expected.sort_by_key(|(number, _)| *number);
            assert_eq!(ours, expected);
        }
    }
}
