//! The main kernel of a loop with totals in tiles: a product of matrices, for example.
//!
//! The group has a rectangle of `ROWS` rows and `COLUMNS` columns. Lanes fetch `INNER` indices of its
//! rows and columns at a time, neighbours where an operand has them, and each lane combines the
//! terms of its rows and columns in registers, index by index. All lanes meet at all barriers: those
//! without a position of their own fetch the last row or column once more, and store nothing.

use super::super::body::{Here, KernelBody};
use super::super::c::{Text, types};
use super::Kernels;
use crate::nest::over::{Kind, Over, View};
use crate::nest::{Extent, Host};
use crate::scalar::{Function, Type};
use crate::schedule::device::lane_tile::{ACROSS, LaneTile, PADDING, TiledFold};
use crate::walk::{self, Part};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{Expr, parse_quote};

/// The functions of a fold, each of the indices of the loop first.
struct Functions {
    from: Function,
    to: Function,
    seed: Option<Function>,
    /// The element of each view at an index, whether rows have it, and whether neighbours along the
    /// index are neighbours in memory.
    views: Vec<(Function, bool, bool)>,
    term: Function,
    operator: Function,
    /// The worker of the loop, with the total as the last parameter.
    worker: Host,
    total: Type,
}

/// The names in the text.
struct Names {
    row: String,
    column: String,
    corner: String,
    height: String,
    width: String,
}

impl Kernels<'_, '_, '_> {
    /// The main kernel of a loop with totals in tiles; `None` if a type of the fold is not known from
    /// its own text.
    pub(super) fn tiled(&mut self, tile: LaneTile) -> Option<String> {
        let fold = TiledFold::of(self.nested)?;
        let functions = self.functions(&fold)?;
        let head = self.head(&self.name, &["const ulong n".to_owned()], &self.parameters);
        let printer = self.program.printer(self.module, &self.parameters);
        let mut body = KernelBody::new(
            self.program,
            self.nested,
            printer,
            &self.parameters,
            1,
            &self.levels,
        );
        body.tile(&fold, &functions);
        let lines = body.printer.lines.into_string();
        let LaneTile {
            rows,
            columns,
            inner,
        } = tile;
        let across = format!("(GROUP < {ACROSS} ? GROUP : {ACROSS})");
        Some(format!(
            "#undef ACROSS\n#undef OWN_ROWS\n#undef OWN_COLUMNS\n#undef INNER\n#undef ROWS\n\
             #undef COLUMNS\n\
             #define ACROSS {across}\n#define OWN_ROWS {rows}\n#define OWN_COLUMNS {columns}\n\
             #define INNER {inner}\n#define ROWS (GROUP / ACROSS * OWN_ROWS)\n\
             #define COLUMNS (ACROSS * OWN_COLUMNS)\n\n{head}\n{lines}}}\n"
        ))
    }

    /// The functions of a fold, with their types.
    fn functions(&self, fold: &TiledFold<'_>) -> Option<Functions> {
        let names: Vec<&Ident> = fold.indices.iter().map(|index| index.1).collect();
        let host = |expr: Expr| Host {
            expr,
            ..fold.worker.clone()
        };
        let typed = |expr: Expr, params: &[Type], result: Option<&Type>| {
            let env = self.program.env;
            env.worker(&host(expr), params, result).ok()
        };
        let indices = vec![Type::USIZE; names.len()];
        let of_indices = |expr: &Expr, result: &Type| {
            typed(parse_quote!(|#(#names),*| #expr), &indices, Some(result))
        };
        let Over {
            from, to, closure, ..
        } = &fold.over;
        let (_, index, elements) = fold.over.parameters();
        let row = self.nested.axes.len() - 2;
        let row = fold.indices.iter().find(|index| index.0 == row)?.1;
        let with_index: Vec<Type> = vec![Type::USIZE; names.len() + 1];
        let views = fold.over.views.iter().map(|view: &View<'_>| {
            let element = view.plain(index);
            let load = typed(
                parse_quote!(|#(#names,)* #index| #element),
                &with_index,
                None,
            )?;
            load.body.ty.prim()?;
            Some((load, view.down(Some(row)) != 0, view.is_contiguous()))
        });
        let views = views.collect::<Option<Vec<_>>>()?;
        let mut params = with_index;
        params.extend(views.iter().map(|(load, ..)| load.body.ty.clone()));
        let body = &closure.body;
        let term = quote!(|#(#names,)* #index #(, #elements)*| #body);
        let term = typed(parse_quote!(#term), &params, None)?;
        let total = term.body.ty.clone();
        total.prim()?;
        let both = [total.clone(), total.clone()];
        let (seed, operator) = match fold.over.kind {
            Kind::Fold(seed, operator) => (Some(of_indices(seed, &total)?), (*operator).clone()),
            _ => (None, parse_quote!(|a, b| a + b)),
        };
        let operator = typed(operator, &both, Some(&total))?;
        let name = Ident::new("fusus_total", Span::mixed_site());
        let mut closure = fold.closure.clone();
        let mut found = false;
        walk::change(&mut closure.body, &mut |part| {
            let Part::Before(expr) = part else {
                return true;
            };
            let is_it = |over: Over<'_>| {
                over.views.len() == fold.over.views.len()
                    && quote!(#expr).to_string() == fold.over.text()
            };
            if !found && Over::of(expr).is_some_and(is_it) {
                found = true;
                *expr = parse_quote!(#name);
                return false;
            }
            Over::of(expr).is_none()
        });
        closure.inputs.push(parse_quote!(#name));
        let worker = host(Expr::Closure(closure));
        // The loop's own types must be those that the fold has by itself.
        let step = self.nested.body.steps().find_map(|step| match step {
            crate::nest::Step::Map { args, into, .. }
                if into.names().first() == Some(&fold.into) =>
            {
                Some((args, into))
            }
            _ => None,
        });
        let (args, into) = step?;
        let [result] = into.names()[..] else {
            return None;
        };
        let types = self.program.types;
        let mut params: Vec<Type> = args.iter().map(|arg| types.array(*arg).clone()).collect();
        params.push(total.clone());
        let result = types.array(result);
        (found
            && self
                .program
                .env
                .worker(&worker, &params, Some(result))
                .is_ok())
        .then_some(Functions {
            from: of_indices(from, &Type::USIZE)?,
            to: of_indices(to, &Type::USIZE)?,
            seed,
            views,
            term,
            operator,
            worker,
            total,
        })
    }
}

impl KernelBody<'_, '_, '_> {
    /// The size of an axis, counted from behind.
    fn axis_from_behind(&self, from_behind: usize) -> String {
        let axes = &self.nested.axes;
        match &axes[axes.len() - from_behind] {
            Extent::Literal(number) => number.to_string(),
            extent => self.parameters.all[self.parameters.axes[extent]]
                .name
                .clone(),
        }
    }

    /// The whole body.
    fn tile(&mut self, fold: &TiledFold<'_>, functions: &Functions) {
        let copies: Vec<String> = (functions.views.iter())
            .map(|(load, is_row, _)| {
                let name = self
                    .printer
                    .fresh(if *is_row { "of_rows" } else { "of_columns" });
                let ty = types::stored(load.body.ty.prim().expect("a number"));
                let size = if *is_row { "ROWS" } else { "COLUMNS" };
                self.line(format!("local {ty} {name}[INNER * ({size} + {PADDING})];"));
                name
            })
            .collect();
        let (height, width) = (self.axis_from_behind(2), self.axis_from_behind(1));
        let mut fresh = |wish: &str| self.printer.fresh(wish);
        let (across, down) = (fresh("across"), fresh("down"));
        let (tile, tiles_across, tiles_down) = (
            fresh("rectangle"),
            fresh("tiles_across"),
            fresh("tiles_down"),
        );
        let names = Names {
            row: fresh("first_row"),
            column: fresh("first_column"),
            corner: fresh("corner"),
            height,
            width,
        };
        let (from, to, base, some) = (fresh("from"), fresh("to"), fresh("base"), fresh("some"));
        let sums = fresh("totals");
        let Names {
            row,
            column,
            corner,
            height,
            width,
        } = &names;
        self.line("const uint lane = get_local_id(0);");
        self.line(format!(
            "const uint {across} = lane % ACROSS, {down} = lane / ACROSS;"
        ));
        self.line(format!("const ulong {tile} = get_group_id(0);"));
        self.line(format!(
            "const ulong {tiles_across} = ({width} + COLUMNS - 1) / COLUMNS;"
        ));
        self.line(format!(
            "const ulong {tiles_down} = ({height} + ROWS - 1) / ROWS;"
        ));
        self.line(format!(
            "const ulong {column} = {tile} % {tiles_across} * COLUMNS;"
        ));
        self.line(format!(
            "const ulong {row} = {tile} / {tiles_across} % {tiles_down} * ROWS;"
        ));
        self.line(format!(
            "const ulong {corner} = ({tile} / {tiles_across} / {tiles_down} * {height} + {row}) * {width} + {column};"
        ));
        let at_corner = self.coordinates(fold, &names, row, column);
        for (name, function) in [(&from, &functions.from), (&to, &functions.to)] {
            let value = self.printer.function(function, &at_corner);
            self.line(format!("const ulong {name} = {value};"));
        }
        let seed = match &functions.seed {
            Some(seed) => self.printer.function(seed, &at_corner).text,
            None => self.printer.zero(&functions.total),
        };
        let ty = self.printer.module.ty(&functions.total);
        self.line(format!("{ty} {sums}[OWN_ROWS * OWN_COLUMNS];"));
        self.each_own(|this, r, c| {
            this.line(format!("{sums}[{r} * OWN_COLUMNS + {c}] = {seed};"));
        });
        self.open(&format!(
            "for (ulong {base} = {from}; {base} < {to}; {base} += INNER) {{"
        ));
        self.line(format!(
            "const uint {some} = (uint)min((ulong)INNER, {to} - {base});"
        ));
        for (view, copy) in functions.views.iter().zip(&copies) {
            self.fetch_tile(fold, &names, view, copy, (&base, &some));
        }
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.terms(
            fold,
            functions,
            &names,
            &copies,
            (&across, &down),
            (&base, &some),
            &sums,
        );
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.close("}");
        self.working = true;
        let region = self.nested.body.clone();
        self.each_own(|this, r, c| {
            let names_before = this.printer.given.names.clone();
            let (own_row, own_column) = (this.printer.fresh("row"), this.printer.fresh("column"));
            let place = column_of(&across, c);
            this.line(format!("const ulong {own_row} = {row} + {down} * OWN_ROWS + {r};"));
            this.line(format!("const ulong {own_column} = {column} + {place};"));
            this.open(&format!("if ({own_row} < {height} && {own_column} < {width}) {{"));
            let index = this.printer.fresh("i");
            this.line(format!(
                "const ulong {index} = {corner} + ({own_row} - {row}) * {width} + ({own_column} - {column});"
            ));
            let total = Text::atom(format!("{sums}[{r} * OWN_COLUMNS + {c}]"));
            this.total = Some((
                fold.into,
                functions.worker.clone(),
                total,
                functions.total.clone(),
            ));
            let here = Here {
                index,
                mask: None,
                item: None,
                row: None,
            };
            this.region(&region, &here);
            this.close("}");
            this.elements.clear();
            this.printer.given.names = names_before;
        });
    }

    /// A loop over the rows and columns of a lane.
    fn each_own(&mut self, inside: impl FnOnce(&mut Self, &str, &str)) {
        let (r, c) = (self.printer.fresh("r"), self.printer.fresh("c"));
        self.line("#pragma unroll");
        self.open(&format!("for (uint {r} = 0; {r} < OWN_ROWS; {r}++) {{"));
        self.line("#pragma unroll");
        self.open(&format!("for (uint {c} = 0; {c} < OWN_COLUMNS; {c}++) {{"));
        inside(self, &r, &c);
        self.close("}");
        self.close("}");
    }

    /// The coordinates of a position in a row and a column, for the indices that a fold has.
    fn coordinates(
        &mut self,
        fold: &TiledFold<'_>,
        names: &Names,
        row: &str,
        column: &str,
    ) -> Vec<Text> {
        let last = self.nested.axes.len() - 1;
        let here = Here {
            index: names.corner.clone(),
            mask: None,
            item: None,
            row: None,
        };
        let coordinates = fold.indices.iter().map(|(digit, _, coordinate)| {
            let at = match *digit {
                digit if digit == last => format!("({column})"),
                digit if digit + 1 == last => format!("({row})"),
                digit => self.digit(digit, &here),
            };
            let function = self
                .program
                .worker(coordinate, &[Type::USIZE], Some(&Type::USIZE));
            self.printer.function(&function, &[Text::atom(at)])
        });
        coordinates.collect()
    }

    /// Copies the elements of a view for some indices.
    fn fetch_tile(
        &mut self,
        fold: &TiledFold<'_>,
        names: &Names,
        (load, is_row, is_along): &(Function, bool, bool),
        copy: &str,
        (base, some): (&str, &str),
    ) {
        let before = self.printer.given.names.clone();
        let mut fresh = |wish: &str| self.printer.fresh(wish);
        let (at, index, own) = (fresh("at"), fresh("index"), fresh("other"));
        let size = if *is_row { "ROWS" } else { "COLUMNS" };
        let (index_at, own_at) = match is_along {
            true => (format!("{at} % INNER"), format!("{at} / INNER")),
            false => (format!("{at} / {size}"), format!("{at} % {size}")),
        };
        self.open(&format!(
            "for (uint {at} = lane; {at} < INNER * {size}; {at} += GROUP) {{"
        ));
        self.line(format!(
            "const uint {index} = {index_at}, {own} = {own_at};"
        ));
        self.open(&format!("if ({index} < {some}) {{"));
        let (row, column) = match is_row {
            true => (
                format!(
                    "min({} + {own}, {} - 1)",
                    names.row,
                    as_ulong(&names.height)
                ),
                names.column.clone(),
            ),
            false => (
                names.row.clone(),
                format!(
                    "min({} + {own}, {} - 1)",
                    names.column,
                    as_ulong(&names.width)
                ),
            ),
        };
        let mut args = self.coordinates(fold, names, &row, &column);
        args.push(Text::atom(format!("({base} + {index})")));
        let value = self.printer.function(load, &args);
        self.line(format!(
            "{copy}[{index} * ({size} + {PADDING}) + {own}] = {value};"
        ));
        self.close("}");
        self.close("}");
        self.printer.given.names = before;
    }

    /// Combines the terms of some indices.
    #[expect(clippy::too_many_arguments, reason = "names of the text")]
    fn terms(
        &mut self,
        fold: &TiledFold<'_>,
        functions: &Functions,
        names: &Names,
        copies: &[String],
        (across, down): (&str, &str),
        (base, some): (&str, &str),
        sums: &str,
    ) {
        let before = self.printer.given.names.clone();
        let index = self.printer.fresh("index");
        self.open(&format!(
            "for (uint {index} = 0; {index} < {some}; {index}++) {{"
        ));
        let mut own = Vec::new();
        for ((load, is_row, _), copy) in functions.views.iter().zip(copies) {
            let name = self
                .printer
                .fresh(if *is_row { "own_rows" } else { "own_columns" });
            let ty = self.printer.module.ty(&load.body.ty);
            let (count, size) = match is_row {
                true => ("OWN_ROWS", "ROWS"),
                false => ("OWN_COLUMNS", "COLUMNS"),
            };
            let at = self.printer.fresh("at");
            let place = match is_row {
                true => format!("{down} * OWN_ROWS + {at}"),
                false => column_of(across, &at),
            };
            self.line(format!("{ty} {name}[{count}];"));
            self.line("#pragma unroll");
            self.line(format!(
                "for (uint {at} = 0; {at} < {count}; {at}++) {name}[{at}] = {copy}[{index} * ({size} + {PADDING}) + {place}];"
            ));
            own.push((name, *is_row));
        }
        self.each_own(|this, r, c| {
            let row = format!("{} + {down} * OWN_ROWS + {r}", names.row);
            let column = format!("{} + {}", names.column, column_of(across, c));
            let mut args = this.coordinates(fold, names, &row, &column);
            args.push(Text::atom(format!("({base} + {index})")));
            args.extend(own.iter().map(|(name, is_row)| {
                Text::atom(format!("{name}[{}]", if *is_row { r } else { c }))
            }));
            let term = this.printer.function(&functions.term, &args);
            let total = format!("{sums}[{r} * OWN_COLUMNS + {c}]");
            let both = [Text::atom(total.clone()), term];
            let value = this.printer.function(&functions.operator, &both);
            this.line(format!("{total} = {value};"));
        });
        self.close("}");
        self.printer.given.names = before;
    }
}

/// The place of a column of a lane in a tile: neighbouring lanes have neighbouring vectors of four.
fn column_of(across: &str, own: &str) -> String {
    format!("{own} / 4 * (4 * ACROSS) + {across} * 4 + {own} % 4")
}

/// A size as a number of 64 bits.
fn as_ulong(size: &str) -> String {
    format!("(ulong){size}")
}
