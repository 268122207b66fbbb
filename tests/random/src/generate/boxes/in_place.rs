//! Statements that write regions of an array of several axes in place.

use super::reads::offset_of;
use super::{Generator, INDICES, Maker, Side, Size, element};
use crate::generate::New;
use crate::program::{ArrayId, Boxes, Class, LONGEST, Op, Out, Param};
use crate::ty::{Prim, Ty};

impl Generator {
    /// A parameter that is written as an array of several axes.
    pub(in crate::generate) fn boxes_in_place(&mut self) -> Option<Out> {
        let params = self.program.params.iter();
        let homes = params.filter_map(|param| match param {
            Param::Mut(id, _) => Some(*id),
            Param::Array(..) | Param::Scalar(..) => None,
        });
        let homes: Vec<ArrayId> = homes
            .filter(|id| self.program.arrays[*id].ty == Ty::Prim(Prim::I64))
            .collect();
        let live = self.live.iter().copied();
        let current: Vec<ArrayId> = live
            .filter(|id| {
                let home = self.program.arrays[*id].home.unwrap_or(*id);
                homes.contains(&home) && !self.is_rounded(*id)
            })
            .collect();
        if !self.writes || current.is_empty() {
            return None;
        }
        let arg = *self.rng.pick(&current);
        let mut maker = Maker {
            rng: &mut self.rng,
            steps: Vec::new(),
            values: Vec::new(),
            axes: 0,
        };
        maker.view();
        for _ in 0..maker.rng.within(1, 3) {
            maker.write();
        }
        let boxes = Boxes {
            args: vec![arg],
            steps: maker.steps,
        };
        let home = self.program.arrays[arg].home.unwrap_or(arg);
        let class = self.class(Class::Boxed(LONGEST));
        let new = New::array(Ty::Prim(Prim::I64), class);
        let writes = std::mem::replace(&mut self.writes, false);
        let out = self.push(Op::Boxes(boxes), vec![new], false);
        self.writes = writes;
        // The parameter has the name of the array of several axes from now on.
        let program = &self.program;
        self.live.retain(|id| {
            let memory = program.lies_in(*id);
            memory != home && program.arrays[memory].home != Some(home)
        });
        self.written.push(home);
        out
    }
}

impl Maker<'_> {
    /// A sequence as an array of two axes or three.
    fn view(&mut self) {
        let rank = self.rng.weighted(&[(6, 2), (3, 3)]);
        let [many, few] = *self.rng.pick(&[[6, 4], [8, 3], [2, 5], [9, 3]]);
        let mut sizes = vec!["#h", "#w"];
        if rank == 3 {
            sizes.insert(self.rng.below(3), "1");
        }
        if self.rng.percent(30) {
            sizes.reverse();
        }
        let text = format!(
            "let #n = len(@0);\n\
             let #w = if #n % {many} == 0 {{ {many} }} else if #n % {few} == 0 {{ {few} }} else {{ 1 }};\n\
             let #h = #n / #w;\n\
             let # = reshape(@0, [{}]);",
            sizes.join(", ")
        );
        let sides = sizes.iter().map(|size| match *size {
            "1" => Side::whole(Size::Literal(1), 1),
            _ => self.axis(usize::MAX),
        });
        let sides = sides.collect();
        self.add(&text, &[], sides);
    }

    /// `*a = generate(|i, j| …)`, of the array and of itself padded.
    fn write(&mut self) {
        let rank = self.values[0].sides.len();
        let names = &INDICES[..rank];
        let mut lines = String::new();
        let mut reads = Vec::new();
        let is_padded = self.rng.percent(40);
        if is_padded {
            lines = format!("let #p = pad({}, #0);\n", self.padding());
        }
        for _ in 0..self.rng.within(1, 4) {
            let padded = is_padded && self.rng.percent(60);
            let sides = self.values[0].sides.clone();
            let at = names.iter().zip(&sides).map(|(name, side)| {
                let offset = self
                    .rng
                    .weighted(&[(50, 0), (20, 1), (20, -1), (6, 2), (4, -3)]);
                // Beside the only position of an axis there is none.
                let is_inside = padded || side.size != Size::Literal(1);
                offset_of(name, if is_inside { offset } else { 0 })
            });
            let at: Vec<String> = at.collect();
            reads.push(element(if padded { "#p" } else { "#0" }, &at));
        }
        // One that no offset moves keeps all indices inside.
        let at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        reads.push(element("#0", &at));
        let text = match self.rng.below(8) {
            0 => {
                let at: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
                let axis = self.rng.below(rank);
                let mut before = at.clone();
                before[axis] = offset_of(names[axis], -1);
                let (before, own) = (element("d", &before), element("#0", &at));
                format!(
                    "*#0 = recurrence(1, |d, {}| ({before} ^ {own}) & 4095);",
                    names.join(", ")
                )
            }
            1 => "*#0 = map(|x| (x * 3) & 4095, #0);".to_owned(),
            _ => {
                let body = self.combined(&reads, names);
                format!("{lines}*#0 = generate(|{}| {body});", names.join(", "))
            }
        };
        let step = self.add_beside(&text, &[0]);
        self.steps[step].writes = true;
    }
}
