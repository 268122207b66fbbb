//! Values by names, in alphabetical order: a vector, since a tree takes long to compile for each type.

#[derive(Clone, Debug)]
pub(super) struct Sorted<V>(Vec<(String, V)>);

impl<V> Default for Sorted<V> {
    fn default() -> Self {
        Sorted(Vec::new())
    }
}

impl<V> Sorted<V> {
    /// The place of a name, or the one that it would have.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| (**own).cmp(name))
    }

    pub(super) fn get(&self, name: &str) -> Option<&V> {
        let place = self.place(name).ok()?;
        Some(&self.0[place].1)
    }

    /// Gives a name a value, in place of the one that it may have.
    pub(super) fn set(&mut self, name: &str, value: V) {
        match self.place(name) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (name.to_owned(), value)),
        }
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<V> {
        let place = self.place(name).ok()?;
        Some(self.0.remove(place).1)
    }

    pub(super) fn as_slice(&self) -> &[(String, V)] {
        &self.0
    }
}
