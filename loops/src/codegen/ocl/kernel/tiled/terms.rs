//! The terms of a tile, combined in registers.

use super::super::super::body::KernelBody;
use super::super::super::c::Text;
use super::{Functions, Names, column_of, row_of, size_of};
use crate::scalar::{self, Binary, ExprKind, Function, Prim, Type};
use crate::schedule::device::lane_tile::{PADDING, TiledFold};

impl KernelBody<'_, '_, '_> {
    /// A function that adds a product to a total, in one operation where the device has it.
    fn multiply_add(&mut self, total: &Type) -> &'static str {
        let (name, ty, fast) = match total.prim() {
            Some(Prim::F64) => ("f64_multiply_add", "double", "FP_FAST_FMA"),
            _ => ("f32_multiply_add", "float", "FP_FAST_FMAF"),
        };
        let text = format!(
            "static inline {ty} {name}({ty} x, {ty} y, {ty} total) {{\n\
             #if defined(FUSES) || defined({fast})\n    return fma(x, y, total);\n\
             #else\n    return total + x * y;\n#endif\n}}\n"
        );
        self.printer.module.function(name, text);
        name
    }

    /// Combines the terms of some indices.
    #[expect(clippy::too_many_arguments, reason = "names of the text")]
    pub(super) fn terms(
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
            let size = size_of(*is_row);
            let at = self.printer.fresh("at");
            let (count, place) = match is_row {
                true => ("OWN_ROWS", row_of(down, &at)),
                false => ("OWN_COLUMNS", column_of(across, &at)),
            };
            self.line(format!("{ty} {name}[{count}];"));
            self.line("#pragma unroll");
            self.line(format!(
                "for (uint {at} = 0; {at} < {count}; {at}++) {name}[{at}] = {copy}[{index} * ({size} + {PADDING}) + {place}];"
            ));
            own.push((name, *is_row));
        }
        self.each_own(|this, r, c| {
            let row = format!("{} + {}", names.row, row_of(down, r));
            let column = format!("{} + {}", names.column, column_of(across, c));
            let mut args = this.coordinates(fold, names, &row, &column);
            args.push(Text::atom(format!("({base} + {index})")));
            args.extend(own.iter().map(|(name, is_row)| {
                Text::atom(format!("{name}[{}]", if *is_row { r } else { c }))
            }));
            let total = format!("{sums}[{r} * OWN_COLUMNS + {c}]");
            let value = match &functions.factors {
                Some((left, right)) => {
                    let left = this.printer.function(left, &args);
                    let right = this.printer.function(right, &args);
                    let name = this.multiply_add(&functions.total);
                    Text::atom(format!("{name}({left}, {right}, {total})"))
                }
                None => {
                    let term = this.printer.function(&functions.term, &args);
                    let both = [Text::atom(total.clone()), term];
                    this.printer.function(&functions.operator, &both)
                }
            };
            this.line(format!("{total} = {value};"));
        });
        self.close("}");
        self.printer.given.names = before;
    }
}

/// The factors of a term, if it is a product of floats and the operator adds terms up.
pub(super) fn factors(term: &Function, operator: &Function) -> Option<(Function, Function)> {
    let is_local = |expr: &scalar::Expr, wanted| matches!(expr.kind, ExprKind::Local(local) if local == wanted);
    let adds = matches!(
        &operator.body.kind,
        ExprKind::Binary(Binary::Add, left, right) if is_local(left, 0) && is_local(right, 1)
    );
    let is_float = matches!(term.body.ty.prim(), Some(Prim::F32 | Prim::F64));
    let ExprKind::Binary(Binary::Mul, left, right) = &term.body.kind else {
        return None;
    };
    let of = |body: &scalar::Expr| Function {
        body: body.clone(),
        ..term.clone()
    };
    (adds && is_float).then(|| (of(left), of(right)))
}
