//! Plain Rust beside the programs of one `cnf!`.

use std::rc::Rc;

/// Plain Rust among the programs of the item form: it stays as it is, and workers may use it.
#[derive(Clone, Default)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Items {
    /// Helpers: functions without arrays and combinators.
    pub functions: Rc<Vec<syn::ItemFn>>,
    /// Constants.
    pub constants: Rc<Vec<syn::ItemConst>>,
}
