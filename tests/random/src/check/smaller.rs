//! Making the inputs of a program that fails smaller.

use super::Checking;
use crate::case::ParamKind;
use crate::column::Column;
use crate::program::{Data, Lengths};

impl Checking<'_> {
    /// Makes the inputs smaller as long as they fail. Says how they do then,
    /// if anything was changed.
    pub(super) fn smaller(&mut self) -> Option<String> {
        const PATIENCE: usize = 60;
        // Two arrays that both become empty do agree.
        if self.round.longer.is_some() {
            return None;
        }
        let mut found = None;
        let mut asked = 0;
        while asked < PATIENCE {
            let smaller = self.smaller_inputs().into_iter().find_map(|inputs| {
                asked += 1;
                let before = std::mem::replace(&mut self.inputs, inputs);
                match self.run() {
                    Err(what) => Some(what),
                    Ok(()) => {
                        self.inputs = before;
                        None
                    }
                }
            });
            match smaller {
                Some(what) => found = Some(what),
                None => break,
            }
        }
        found
    }

    /// Inputs with half of the elements, or with one less.
    fn smaller_inputs(&self) -> Vec<Vec<Vec<Column>>> {
        let class = |position: usize| match self.case.params[position].kind {
            ParamKind::Array(class) | ParamKind::Mut(class) => Some(class),
            ParamKind::Scalar => None,
        };
        // Lengths that are promised to be what they are stay so.
        let is_fixed = |class: usize| {
            let table = matches!(self.case.classes[class], Some(Lengths::Table(_)));
            let named =
                |data: &Data| matches!(data, Data::Length(of) | Data::Index(of, _) if *of == class);
            table || self.case.params.iter().any(|param| named(&param.data))
        };
        let shorter = |of: &dyn Fn(usize) -> usize| -> Vec<Vec<Column>> {
            self.inputs
                .iter()
                .enumerate()
                .map(|(position, columns)| match class(position) {
                    Some(class) if !is_fixed(class) => columns
                        .iter()
                        .map(|column| column.head(of(column.len())))
                        .collect(),
                    _ => columns.clone(),
                })
                .collect()
        };
        let longest = self
            .inputs
            .iter()
            .flatten()
            .map(Column::len)
            .max()
            .unwrap_or(0);
        let candidates = [
            shorter(&|len| len / 2),
            shorter(&|len| len.saturating_sub(len / 4)),
            shorter(&|len| len.saturating_sub(1)),
        ];
        let len =
            |inputs: &[Vec<Column>]| -> usize { inputs.iter().flatten().map(Column::len).sum() };
        let all = len(&self.inputs);
        candidates
            .into_iter()
            .filter(|candidate| longest > 0 && len(candidate) < all)
            .collect()
    }
}
