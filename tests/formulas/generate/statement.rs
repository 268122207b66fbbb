//! Random statements, in both languages.

use super::expression::Expression;
use super::{Group, Named, Origin, Program, Type};

impl Program {
    /// Adds a statement, or none where it would have no meaning.
    pub(crate) fn statement(&mut self) {
        match self.rng.below(16) {
            0..=4 => self.mapped(),
            5 | 6 => self.kept(),
            7 | 8 => self.folded(),
            9 => self.scanned(),
            10 | 11 => self.stencil(),
            12 => self.gathered(),
            13 => self.turned(),
            14 => self.folded_along(),
            _ => self.broadcast(),
        }
    }

    /// Adds a statement, and the array that it binds.
    fn array(&mut self, named: Named, compiled: String, typed: String) {
        self.compiled.push(compiled);
        self.typed.push(typed);
        self.arrays.push(named);
    }

    /// An array, chosen at random.
    fn any(&mut self, fits: impl Fn(&Named, &Group) -> bool) -> Option<Named> {
        let groups = &self.groups;
        let of_group = |named: &Named| named.group.map(|group| &groups[group]);
        let arrays = self.arrays.iter();
        let fitting =
            arrays.filter(|named| of_group(named).is_some_and(|group| fits(named, group)));
        let fitting: Vec<&Named> = fitting.collect();
        match fitting.is_empty() {
            true => None,
            false => Some((*self.rng.pick(&fitting)).clone()),
        }
    }

    /// An array of an expression over others; its number.
    fn map_of(&mut self, group: usize, ty: Type, is_exact: bool) -> Named {
        let mut own = Expression::new(group, is_exact && ty != Type::Mask);
        let text = self.expression(&mut own, ty);
        let reads: Vec<&str> = own
            .reads
            .iter()
            .map(|at| &self.arrays[*at].name[..])
            .collect();
        let reads = reads.join(", ");
        let name = self.name();
        let named = Named {
            name: name.clone(),
            ty,
            is_exact: is_exact || ty != Type::Float,
            group: Some(group),
        };
        let compiled = format!("let {name} = map(|{reads}| {text}, {reads});");
        self.array(named.clone(), compiled, format!("{name} = {text}"));
        named
    }

    fn mapped(&mut self) {
        let group = self.rng.below(self.groups.len());
        let ty = *self.rng.pick(&[
            Type::Float,
            Type::Float,
            Type::Float,
            Type::Integer,
            Type::Mask,
        ]);
        let is_exact = self.rng.percent(50);
        if self.arrays.iter().any(|named| named.group == Some(group)) {
            self.map_of(group, ty, is_exact);
        }
    }

    /// The elements of one array or two that a mask keeps.
    fn kept(&mut self) {
        let Some(a) = self.any(|_, group| group.axes == 1) else {
            return;
        };
        let group = a.group.expect("it is an array");
        let b = self
            .any(|_, _| true)
            .filter(|b| b.group == a.group && b.name != a.name);
        let mask = self.map_of(group, Type::Mask, false).name;
        let new = Group {
            axes: 1,
            least: None,
            origin: None,
        };
        let new = self.group(group, Origin::Kept, new);
        let (pairs, kept) = (self.name(), self.name());
        let arrays: Vec<Named> = [Some(a), b].into_iter().flatten().collect();
        let names: Vec<&str> = arrays.iter().map(|own| &own.name[..]).collect();
        let names = names.join(", ");
        self.compiled.push(format!(
            "let {pairs} = map(|{names}, {mask}| ({names}, {mask}), {names}, {mask});"
        ));
        let holes = ", _".repeat(arrays.len());
        let (_, holes) = holes.split_at(2);
        self.compiled.push(format!(
            "let {kept} = filter(|({holes}, {mask})| {mask}, {pairs});"
        ));
        for (at, own) in arrays.iter().enumerate() {
            let name = self.name();
            let parts: Vec<&str> = (0..arrays.len())
                .map(|other| if other == at { "own" } else { "_" })
                .collect();
            let parts = parts.join(", ");
            let compiled = format!("let {name} = map(|({parts}, _)| own, {kept});");
            let typed = format!("{name} = {}[{mask}]", own.name);
            let named = Named {
                name,
                group: Some(new),
                ..own.clone()
            };
            self.array(named, compiled, typed);
        }
    }

    /// A number of all elements.
    fn folded(&mut self) {
        let Some(a) = self.any(|_, _| true) else {
            return;
        };
        let (name, array) = (self.name(), a.name);
        let (fold, typed) = match (a.ty, self.rng.below(3)) {
            (Type::Mask, 0) => ("false, |a, b| a || b", "any"),
            (Type::Mask, _) => ("true, |a, b| a && b", "all"),
            (Type::Float, 0) => ("f64::INFINITY, |a, b| a.min(b)", "min"),
            (Type::Float, 1) => ("f64::NEG_INFINITY, |a, b| a.max(b)", "max"),
            (Type::Float, _) if a.is_exact => ("0.0, |a, b| a + b", "sum"),
            (Type::Float, _) => return,
            (Type::Integer, _) => ("0, |a, b| a + b", "sum"),
        };
        let bound = match (a.ty, typed) {
            (Type::Float, "sum") => " % 1009.0",
            (Type::Integer, _) => " % 1009",
            _ => "",
        };
        self.compiled
            .push(format!("let {name} = fold({fold}, {array}){bound};"));
        self.typed.push(format!("{name} = {typed}({array}){bound}"));
        self.numbers.push(Named {
            name,
            ty: a.ty,
            // The least of no elements is infinite.
            is_exact: a.ty != Type::Float || typed == "sum",
            group: None,
        });
    }

    /// The prefixes of an array of one axis.
    fn scanned(&mut self) {
        let fits = |a: &Named, group: &Group| group.axes == 1 && a.ty != Type::Mask;
        let Some(a) = self.any(fits) else { return };
        let (prefixes, name, array) = (self.name(), self.name(), &a.name);
        let (scan, typed, bound) = match (a.ty, a.is_exact, self.rng.below(3)) {
            (Type::Integer, ..) => ("0, |a, b| a + b", "scan_sum", " % 1009"),
            (_, true, 0 | 1) => ("0.0, |a, b| a + b", "scan_sum", " % 1009.0"),
            (_, _, 0) => ("f64::NEG_INFINITY, |a, b| a.max(b)", "scan_max", ""),
            _ => ("f64::INFINITY, |a, b| a.min(b)", "scan_min", ""),
        };
        self.compiled
            .push(format!("let {prefixes} = scan({scan}, {array});"));
        let compiled = format!("let {name} = map(|p| p{bound}, {prefixes});");
        let typed = format!("{name} = {typed}({array}){bound}");
        self.array(Named { name, ..a.clone() }, compiled, typed);
    }

    /// A sum of neighbours, without the ends.
    fn stencil(&mut self) {
        let fits = |a: &Named, group: &Group| {
            a.ty == Type::Float && group.least.is_some_and(|least| least > 2)
        };
        let Some(a) = self.any(fits) else { return };
        let group = a.group.expect("it is an array");
        let (axes, least) = (self.groups[group].axes, self.groups[group].least);
        let (name, a_name) = (self.name(), &a.name);
        let (compiled, typed) = match axes {
            1 => (
                format!("generate(|i| {a_name}[i - 1] + {a_name}[i + 1] * 2.0 - {a_name}[i])"),
                format!("{a_name}[..-2] + {a_name}[2..] * 2.0 - {a_name}[1..-1]"),
            ),
            _ => (
                format!(
                    "generate(|i, j| {a_name}[[i - 1, j]] + {a_name}[[i + 1, j]] \
                     + ({a_name}[[i, j - 1]] - {a_name}[[i, j + 1]]) + {a_name}[[i, j]] * 2.0)"
                ),
                format!(
                    "{a_name}[..-2, 1..-1] + {a_name}[2.., 1..-1] \
                     + ({a_name}[1..-1, ..-2] - {a_name}[1..-1, 2..]) + {a_name}[1..-1, 1..-1] * 2.0"
                ),
            ),
        };
        let new = Group {
            axes,
            least: least.map(|least| least - 2),
            origin: None,
        };
        let new = self.group(group, Origin::Inner, new);
        let sum = self.name();
        let bound = if a.is_exact { " % 1009.0" } else { "" };
        self.compiled.push(format!("let {sum} = {compiled};"));
        let named = Named {
            name: name.clone(),
            group: Some(new),
            ..a.clone()
        };
        let compiled = format!("let {name} = map(|p| p{bound}, {sum});");
        self.array(named, compiled, format!("{name} = ({typed}){bound}"));
    }

    /// The elements of an input at positions that are elements of another array.
    fn gathered(&mut self) {
        if self.groups[0].axes > 1 {
            return;
        }
        let Some(data) = self.any(|a, _| a.group == Some(0)) else {
            return;
        };
        let fits = |a: &Named, group: &Group| a.ty == Type::Integer && group.axes == 1;
        let Some(at) = self.any(fits) else { return };
        let (indices, name) = (self.name(), self.name());
        let (data_name, at_name) = (&data.name, &at.name);
        self.compiled.push(format!(
            "let {indices} = map(|own| ((own % 7 + 7) % 7) as usize, {at_name});"
        ));
        let compiled = format!("let {name} = gather({data_name}, {indices});");
        let typed = format!("{name} = {data_name}[({at_name} % 7 + 7) % 7]");
        let named = Named {
            name,
            group: at.group,
            ..data.clone()
        };
        self.array(named, compiled, typed);
    }

    /// An array backwards, or a table of columns as one of rows, or as one row after the other.
    fn turned(&mut self) {
        let Some(a) = self.any(|_, group| group.least.is_some()) else {
            return;
        };
        let group = a.group.expect("it is an array");
        let Group { axes, least, .. } = self.groups[group];
        let (name, own) = (self.name(), &a.name);
        if axes == 1 {
            let compiled = format!("let {name} = reverse({own});");
            let typed = format!("{name} = reverse({own})");
            return self.array(Named { name, ..a.clone() }, compiled, typed);
        }
        let (origin, axes, compiled, typed) = match self.rng.percent(50) {
            true => {
                let compiled = format!("generate(|i, j| {own}[[j, i]])");
                (Origin::Transposed, 2, compiled, format!("transpose({own})"))
            }
            false => {
                let text = format!("flatten({own})");
                (Origin::Flat, 1, text.clone(), text)
            }
        };
        let new = Group {
            axes,
            least,
            origin: None,
        };
        let new = self.group(group, origin, new);
        let named = Named {
            name: name.clone(),
            group: Some(new),
            ..a.clone()
        };
        self.array(
            named,
            format!("let {name} = {compiled};"),
            format!("{name} = {typed}"),
        );
    }

    /// The sums of rows or columns.
    fn folded_along(&mut self) {
        let fits = |a: &Named, group: &Group| a.ty == Type::Float && a.is_exact && group.axes == 2;
        let Some(a) = self.any(fits) else { return };
        let group = a.group.expect("it is an array");
        let axis = self.rng.below(2);
        let new = Group {
            axes: 1,
            least: self.groups[group].least,
            origin: None,
        };
        let new = self.group(group, Origin::Folded(axis), new);
        let (sums, name, own) = (self.name(), self.name(), &a.name);
        let (kept, folded) = if axis == 1 { ("i", "j") } else { ("j", "i") };
        self.compiled.push(format!(
            "let {sums}: [f64] = generate(|{kept}| sum(|{folded}| {own}[[i, j]]));"
        ));
        let compiled = format!("let {name} = map(|p| p % 1009.0, {sums});");
        let typed = format!("{name} = sum_axis({own}, {axis}) % 1009.0");
        let named = Named {
            name,
            group: Some(new),
            ..a.clone()
        };
        self.array(named, compiled, typed);
    }

    /// A table with one element for each row, or for each column.
    fn broadcast(&mut self) {
        let is_line =
            |_: &Named, group: &Group| matches!(group.origin, Some((_, Origin::Folded(_))));
        let Some(line) = self.any(is_line) else {
            return;
        };
        let of = line.group.and_then(|group| self.groups[group].origin);
        let Some((table, Origin::Folded(axis))) = of else {
            return;
        };
        if line.ty != Type::Float {
            return;
        }
        let Some(a) = self.any(|a, _| a.ty == Type::Float && a.group == Some(table)) else {
            return;
        };
        let (sum, name, own, line_name) = (self.name(), self.name(), &a.name, &line.name);
        let (index, section) = if axis == 1 {
            ("i", ".., new")
        } else {
            ("j", "new, ..")
        };
        self.compiled.push(format!(
            "let {sum} = generate(|i, j| {own}[[i, j]] - {line_name}[{index}]);"
        ));
        let is_exact = a.is_exact && line.is_exact;
        let bound = if is_exact { " % 1009.0" } else { "" };
        let compiled = format!("let {name} = map(|p| p{bound}, {sum});");
        let typed = format!("{name} = ({own} - {line_name}[{section}]){bound}");
        let named = Named {
            name,
            is_exact,
            ..a.clone()
        };
        self.array(named, compiled, typed);
    }
}
