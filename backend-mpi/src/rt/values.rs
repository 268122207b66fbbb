//! The positions of a loop at some values of one of its indices, which are neighbours or not.

use fusus_cpu::Areas;
use std::ops::Range;

/// Some values of an index.
pub(super) struct Values<'s> {
    /// The numbers of values of all indices of the loop.
    sizes: &'s [usize],
    index: usize,
    values: Range<usize>,
}

impl<'s> Values<'s> {
    pub(super) fn of(sizes: &'s [usize], index: usize, values: Range<usize>) -> Values<'s> {
        Values {
            sizes,
            index,
            values,
        }
    }

    /// The positions of a value side by side, and those after which the values begin anew.
    fn strides(&self) -> (usize, usize) {
        let stride = self.sizes[self.index + 1..].iter().product();
        (stride, stride * self.sizes[self.index])
    }

    /// The number of its positions before one.
    fn before(&self, position: usize) -> usize {
        let (stride, all) = self.strides();
        let (full, rest) = match all {
            0 => (0, 0),
            all => (position / all, position % all),
        };
        let own = self.values.len() * stride;
        full * own + rest.saturating_sub(self.values.start * stride).min(own)
    }

    /// The numbers of its positions among some.
    pub(super) fn among(&self, positions: &Range<usize>) -> Range<usize> {
        self.before(positions.start)..self.before(positions.end)
    }

    /// One of its positions among all.
    fn position(&self, number: usize) -> usize {
        let (stride, all) = self.strides();
        let own = self.values.len() * stride;
        match own {
            0 => 0,
            own => number / own * all + self.values.start * stride + number % own,
        }
    }

    /// The areas of the rows that have some of its positions.
    pub(super) fn areas(&self, among: &Range<usize>) -> Areas {
        Areas::within(self.sizes, (self.index, self.values.clone()), among)
    }

    /// The places of the totals of an area among some positions, with the number of the first of each.
    pub(super) fn places(
        &self,
        (areas, number): (&Areas, usize),
        positions: &Range<usize>,
    ) -> Vec<(usize, Range<usize>)> {
        let (mut places, mut number_before) = (Vec::new(), 0);
        for (start, len) in areas.runs(number) {
            // A row goes along the last index, and so do its positions.
            let first = self.position(start);
            let from = first.max(positions.start);
            let to = (first + len).min(positions.end);
            if from < to {
                let place = from - positions.start..to - positions.start;
                places.push((number_before + from - first, place));
            }
            number_before += len;
        }
        places
    }

    /// The places of those of its positions that are among some, one after the other.
    pub(super) fn all_places(&self, positions: &Range<usize>) -> Vec<(usize, Range<usize>)> {
        let among = self.among(positions);
        let (stride, _) = self.strides();
        let own = (self.values.len() * stride).max(1);
        let (mut places, mut number) = (Vec::new(), among.start);
        while number < among.end {
            let end = among.end.min((number / own + 1) * own);
            let first = self.position(number) - positions.start;
            places.push((number - among.start, first..first + end - number));
            number = end;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::Values;

    #[test]
    fn places_are_those_of_the_values() {
        for (sizes, index) in [
            (&[7, 5][..], 1),
            (&[3, 4, 5], 1),
            (&[3, 4, 5], 2),
            (&[6], 0),
            (&[2, 3, 2, 4], 2),
        ] {
            let len: usize = sizes.iter().product();
            let stride: usize = sizes[index + 1..].iter().product();
            let value = |position: usize| position / stride % sizes[index];
            for from in 0..=sizes[index] {
                for to in from..=sizes[index] {
                    let values = Values::of(sizes, index, from..to);
                    for start in 0..=len {
                        for end in start..=len {
                            let own = |position: &usize| (from..to).contains(&value(*position));
                            let places = values.all_places(&(start..end)).into_iter();
                            let places = places.flat_map(|(number, place)| place.zip(number..));
                            let expected = (start..end).filter(own).map(|at| at - start);
                            assert!(places.eq(expected.zip(0..)));
                            let among = values.among(&(start..end));
                            assert_eq!(among.start, (0..start).filter(own).count());
                            assert_eq!(among.end, (0..end).filter(own).count());
                            let areas = values.areas(&among);
                            let areas = (0..areas.count()).flat_map(|number| {
                                let places = values.places((&areas, number), &(start..end));
                                places.into_iter().flat_map(|(_, place)| place)
                            });
                            let mut found: Vec<usize> = areas.collect();
                            found.sort_unstable();
                            let expected = (start..end).filter(own).map(|at| at - start);
                            assert!(found.into_iter().eq(expected));
                        }
                    }
                }
            }
        }
    }
}
