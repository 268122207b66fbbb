//! tokens
pub fn text(t: proc_macro2::TokenStream) -> String {
    t.to_string()
}
