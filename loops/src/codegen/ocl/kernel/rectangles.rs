//! The main kernel of a loop over rectangles of its last two axes.
//!
//! A function computes the elements at a row and a column; the kernel calls it for the positions of a
//! lane. On a device with many lanes these are some rows of a column, unrolled: all elements are read
//! before one is stored, so that rows share what they read. On one with few they are neighbours in a
//! row. Only rectangles at the lower edge ask of each row whether there is one.

use super::super::body::{Cell, Here, KernelBody, turned};
use super::super::c::{Lines, types};
use super::super::parameters::Parameter;
use super::Kernels;
use super::wrapped;
use crate::scalar::Prim;

/// The positions of a lane: below each other on a device with many lanes, where `RUNS` is 1, and
/// neighbours in a row on one with few.
pub(super) const WORDS: &str = "\
// A lane has ITEMS rows of RIGHT neighbours each.
#if RUNS == 1
#define BELOW(rows) rows
#define RIGHT 1
// Elements that are read the other way round are fetched together.
#define TURNED(near, far) near
#else
#define BELOW(rows) 1
#define RIGHT (4 * RUNS)
#define TURNED(near, far) far
#endif
";

/// The names in the text of a kernel.
struct Names {
    cell: Cell,
    position: String,
    across: String,
    /// The place of the lane in the rectangle.
    right: String,
    below: String,
    /// The size of the rectangle, and its corner.
    wide: String,
    high: String,
    top: String,
    left: String,
    tiles_across: String,
    tiles_down: String,
    /// The first position of the lane.
    first: String,
    r: String,
    c: String,
    height: String,
    width: String,
}

/// The function of an element.
struct Element {
    name: String,
    /// Its arguments that are parameters of the kernel.
    arguments: Vec<String>,
    /// The columns of its results.
    columns: Vec<(String, Prim)>,
    /// The parts of columns that the group has fetched, with their types.
    near: Vec<(String, &'static str)>,
}

impl Kernels<'_, '_, '_> {
    /// The function of an element, and the main kernel.
    pub(super) fn rectangles(&mut self) -> String {
        let (name, region) = (format!("{}_element", self.name), self.nested.body.clone());
        let mut body = self.body();
        let names = Names::fresh(&mut body);
        let all = &body.parameters.all;
        let arguments = all.iter().flat_map(|parameter| parameter.leaves.clone());
        let element = Element {
            name,
            arguments: ["record".to_owned()].into_iter().chain(arguments).collect(),
            columns: body.one_each(),
            near: body.turned_reads(),
        };
        // The element is a function: its text stands once, and is used for whole rectangles and others.
        body.working = true;
        let here = Here {
            index: names.position.clone(),
            mask: None,
            item: None,
            row: None,
            cell: Some(names.cell.clone()),
        };
        body.region(&region, &here);
        let lines = std::mem::take(&mut body.printer.lines).into_string();
        let fetches = body.fetch_turned(&names);
        let parameters = self.parameters.all.iter().map(Parameter::declaration);
        let function = element.function(parameters, &names, &lines);
        let across = &names.across;
        let lead = ["const ulong n".to_owned(), format!("const uint {across}")];
        let head = self.head(&self.name, &lead, &self.parameters);
        let mut text = Lines::at_depth(1);
        names.places(&mut text);
        text.line("#if RIGHT == 1");
        text.append(&fetches);
        element.rows(&names, &mut text);
        text.line("#else");
        element.neighbours(&names, &mut text);
        text.line("#endif");
        let lines = text.into_string();
        format!("{function}\n{head}\n{lines}}}\n")
    }
}

impl Names {
    fn fresh(body: &mut KernelBody<'_, '_, '_>) -> Names {
        let mut fresh = |wish: &str| body.printer.fresh(wish);
        let cell = Cell {
            outer: fresh("outer"),
            row: fresh("row"),
            column: fresh("column"),
            turned: fresh("turned"),
        };
        Names {
            cell,
            position: fresh("position"),
            across: fresh("across"),
            right: fresh("right"),
            below: fresh("below"),
            wide: fresh("wide"),
            high: fresh("high"),
            top: fresh("top"),
            left: fresh("left"),
            first: fresh("first"),
            r: fresh("r"),
            c: fresh("c"),
            tiles_across: fresh("tiles_across"),
            tiles_down: fresh("tiles_down"),
            height: body.size_from_behind(2),
            width: body.size_from_behind(1),
        }
    }

    /// Writes the place of the lane.
    fn places(&self, text: &mut Lines) {
        let Names {
            cell,
            across,
            right,
            below,
            wide,
            high,
            top,
            left,
            tiles_across,
            tiles_down,
            first,
            height,
            width,
            ..
        } = self;
        let Cell {
            outer, row, column, ..
        } = cell;
        for line in [
            "const uint lane = get_local_id(0);".to_owned(),
            "const ulong tile = get_group_id(0);".to_owned(),
            format!(
                "const uint {right} = lane & ((1u << {across}) - 1), {below} = lane >> {across};"
            ),
            format!(
                "const ulong {wide} = (ulong)RIGHT << {across}, {high} = (GROUP >> {across}) * ITEMS;"
            ),
            format!("const ulong {tiles_across} = ({width} + {wide} - 1) / {wide};"),
            format!("const ulong {tiles_down} = ({height} + {high} - 1) / {high};"),
            format!("const ulong {outer} = tile / {tiles_across} / {tiles_down};"),
            format!(
                "const ulong {top} = tile / {tiles_across} % {tiles_down} * {high}, {left} = tile % {tiles_across} * {wide};"
            ),
            format!("const ulong {row} = {top} + {below} * ITEMS;"),
            format!("const ulong {column} = {left} + {right} * RIGHT;"),
            format!("const ulong {first} = ({outer} * {height} + {row}) * {width} + {column};"),
        ] {
            text.line(line);
        }
    }
}

impl Element {
    /// The function, whose body is given.
    fn function(
        &self,
        parameters: impl Iterator<Item = String>,
        names: &Names,
        lines: &str,
    ) -> String {
        let Cell {
            outer,
            row,
            column,
            turned,
        } = &names.cell;
        let mut all = vec!["global ulong *record".to_owned()];
        all.extend(parameters);
        for name in [outer, row, column, &names.position] {
            all.push(format!("const ulong {name}"));
        }
        if !self.near.is_empty() {
            all.push(format!("const uint {turned}"));
        }
        let near = self.near.iter();
        all.extend(near.map(|(name, ty)| format!("local const {ty} *{name}")));
        for (buffer, prim) in &self.columns {
            all.push(format!("{} *{buffer}_out", types::stored(*prim)));
        }
        format!(
            "static inline __attribute__((always_inline)) void {}(\n    {}\n) {{\n{lines}}}\n",
            self.name,
            wrapped(&all)
        )
    }

    /// A call for a row, a column and a position, whose results go to places of this kind. Elements
    /// that are read the other way round have this place in local memory, or none.
    fn call(
        &self,
        names: &Names,
        [row, column, position]: [&str; 3],
        turned: Option<&str>,
        out: &str,
    ) -> String {
        let mut all = self.arguments.clone();
        all.extend([&names.cell.outer, row, column, position].map(str::to_owned));
        if !self.near.is_empty() {
            all.push(turned.unwrap_or("0").to_owned());
        }
        all.extend(self.near.iter().map(|(name, _)| match turned {
            Some(_) => name.clone(),
            None => "0".to_owned(),
        }));
        let columns = self.columns.iter();
        all.extend(columns.map(|(buffer, _)| format!("&{buffer}_out{out}")));
        format!("{}({});", self.name, all.join(", "))
    }

    /// Declares places for the results.
    fn declare(&self, text: &mut Lines, size: &str) {
        for (buffer, prim) in &self.columns {
            text.line(format!("{} {buffer}_out{size};", types::stored(*prim)));
        }
    }

    /// Stores the results of a position.
    fn store(&self, text: &mut Lines, at: &str, out: &str) {
        for (buffer, _) in &self.columns {
            text.line(format!("{buffer}[{at}] = {buffer}_out{out};"));
        }
    }

    /// Writes the elements below each other of a lane.
    fn rows(&self, names: &Names, text: &mut Lines) {
        let Names {
            right,
            below,
            high,
            first,
            r,
            height,
            width,
            ..
        } = names;
        let Cell { row, column, .. } = &names.cell;
        let below_it = format!("{row} + {r}");
        let at = format!("{first} + {r} * {width}");
        let turned = format!("{right} * ({high} + 1) + {below} * ITEMS + {r}");
        let call = |out: &str| self.call(names, [&below_it, column, &at], Some(&turned), out);
        text.line(format!("if ({column} >= {width}) return;"));
        text.open(format!("if ({row} + ITEMS <= {height}) {{"));
        self.declare(text, "[ITEMS]");
        let (each, one) = (
            format!("for (uint {r} = 0; {r} < ITEMS; {r}++)"),
            format!("[{r}]"),
        );
        text.line("#pragma unroll");
        text.line(format!("{each} {}", call(&one)));
        text.line("#pragma unroll");
        text.open(format!("{each} {{"));
        self.store(text, &at, &one);
        text.close("}");
        text.between("} else {");
        text.open(format!(
            "for (uint {r} = 0; {r} < ITEMS && {below_it} < {height}; {r}++) {{"
        ));
        self.declare(text, "");
        text.line(call(""));
        self.store(text, &at, "");
        text.close("}");
        text.close("}");
    }

    /// Writes the elements beside each other of a lane.
    fn neighbours(&self, names: &Names, text: &mut Lines) {
        let Names {
            first,
            c,
            height,
            width,
            ..
        } = names;
        let Cell { row, column, .. } = &names.cell;
        let (beside_it, at) = (format!("{column} + {c}"), format!("{first} + {c}"));
        text.line(format!("if ({row} >= {height}) return;"));
        text.open(format!(
            "for (uint {c} = 0; {c} < RIGHT && {beside_it} < {width}; {c}++) {{"
        ));
        self.declare(text, "");
        text.line(self.call(names, [row, &beside_it, &at], None, ""));
        self.store(text, &at, "");
        text.close("}");
    }
}

impl KernelBody<'_, '_, '_> {
    /// The parts of columns that a group fetches, with their types.
    fn turned_reads(&self) -> Vec<(String, &'static str)> {
        let reads = self.program.scheduled(self.nested).turned.iter();
        let reads = reads.map(|number| (*number, &self.nested.body.reads[*number]));
        let parts = reads.flat_map(|(number, read)| {
            let leaves = self.program.types.array(read.array).leaves();
            let types = leaves.into_iter().map(types::stored);
            turned(&self.buffers(read.array), number)
                .into_iter()
                .zip(types)
        });
        parts.collect()
    }

    /// Fetches them: neighbouring lanes have neighbours in memory.
    fn fetch_turned(&mut self, names: &Names) -> Lines {
        let Names {
            cell,
            top,
            left,
            high,
            height,
            width,
            ..
        } = names;
        let mut text = Lines::at_depth(1);
        let parts = self.turned_reads();
        if parts.is_empty() {
            return text;
        }
        for (name, ty) in parts {
            text.line(format!("local {ty} {name}[GROUP * (ITEMS + 1)];"));
        }
        let [k, at, r, c] = ["f", "at", "down", "beside"].map(|wish| self.printer.fresh(wish));
        text.line("#pragma unroll");
        text.open(format!("for (uint {k} = 0; {k} < ITEMS; {k}++) {{"));
        text.line(format!(
            "const uint {at} = lane + {k} * GROUP, {r} = {at} % (uint){high}, {c} = {at} / (uint){high};"
        ));
        let here = Here {
            index: String::new(),
            mask: None,
            item: None,
            row: None,
            cell: Some(Cell {
                row: format!("min({top} + {r}, (ulong){height} - 1)"),
                column: format!("min({left} + {c}, (ulong){width} - 1)"),
                ..cell.clone()
            }),
        };
        let reads = &self.nested.body.reads;
        for number in &self.program.scheduled(self.nested).turned {
            let (number, read) = (*number, &reads[*number]);
            let from = self.cell(read.array, &read.digits().unwrap_or_default(), &here);
            let buffers = self.buffers(read.array);
            for (buffer, near) in buffers.iter().zip(turned(&buffers, number)) {
                text.line(format!(
                    "{near}[{c} * ({high} + 1) + {r}] = {buffer}[{from}];"
                ));
            }
        }
        text.close("}");
        text.line("barrier(CLK_LOCAL_MEM_FENCE);");
        text
    }
}
