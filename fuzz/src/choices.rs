//! Choices made by a string of bytes.

/// Makes choices by the bytes of a string, the first one for ever when the
/// string is at its end.
#[derive(Clone, Debug)]
pub struct Choices<'d> {
    data: &'d [u8],
}

impl<'d> Choices<'d> {
    /// Choices by these bytes.
    pub fn new(data: &'d [u8]) -> Self {
        Choices { data }
    }

    /// A number below `limit`, or 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let mut number = usize::from(self.byte());
        if limit > 256 {
            number = number << 8 | usize::from(self.byte());
        }
        number % limit.max(1)
    }

    /// One of several.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.data.split_first() else {
            return 0;
        };
        self.data = rest;
        first
    }
}

#[cfg(test)]
mod tests {
    use super::Choices;

    #[test]
    fn every_choice_is_below_its_limit_also_when_the_bytes_are_used_up() {
        let mut choices = Choices::new(&[255, 7, 1, 2]);
        assert_eq!(choices.below(10), 5);
        assert_eq!(choices.below(0), 0);
        assert_eq!(choices.below(1000), 258);
        assert_eq!(choices.below(1000), 0);
        assert_eq!(choices.one(&['a', 'b']), 'a');
    }
}
