//! Lists in order.
//!
//! Each type of a sort of the standard library is some 2,400 lines for LLVM, in the build of every
//! user.

/// Sorts a list, of which parts are in order as a rule: each element goes to its place among those
/// before it, behind equal ones.
pub(crate) fn sort<T: Ord>(list: &mut Vec<T>) {
    for end in 1..list.len() {
        let (mut left, mut right) = (0, end);
        while left < right {
            // Of a list in order the last place is the first one that is asked for.
            let middle = if right == end {
                end - 1
            } else {
                (left + right) / 2
            };
            match list[middle] <= list[end] {
                true => left = middle + 1,
                false => right = middle,
            }
        }
        if left < end {
            let element = list.remove(end);
            list.insert(left, element);
        }
    }
}

/// Sorts a list and drops what is in it twice.
pub(crate) fn sort_and_dedup<T: Ord>(list: &mut Vec<T>) {
    sort(list);
    list.dedup();
}

#[cfg(test)]
mod tests {
    use super::{sort, sort_and_dedup};

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        for len in 0..70_u32 {
            for (factor, shift) in [(0, 0), (1, 0), (u32::MAX, 0), (2_654_435_761, 27)] {
                let numbers = (0..len).map(|step| step.wrapping_mul(factor) >> shift);
                let mut ours: Vec<u32> = numbers.collect();
                let mut expected = ours.clone();
                sort(&mut ours);
                expected.sort_unstable();
                assert_eq!(ours, expected);
                sort_and_dedup(&mut ours);
                expected.dedup();
                assert_eq!(ours, expected);
            }
        }
    }
}
