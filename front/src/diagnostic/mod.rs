//! Diagnostics: collected, spanned, all reported at once.
//!
//! The messages themselves stand in [`catalog`], one function each, so that
//! they can be read, and kept in one voice, in one place.

pub mod catalog;

use crate::ordered::OrderedMap;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// One mistake, in the user's words.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The place of the mistake.
    pub span: Span,
    /// The mistake, in one sentence without a full stop.
    pub message: String,
    /// The other places that take part in it, and their texts.
    pub notes: Vec<String>,
    /// The correction.
    pub help: String,
}

impl Diagnostic {
    /// A diagnostic without notes.
    pub fn new(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Diagnostic {
            span,
            message: message.into(),
            notes: Vec::new(),
            help: help.into(),
        }
    }

    /// Adds the part that another place has in it.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Message, notes and help as the compiler shows them.
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        for note in &self.notes {
            text.push_str("\nnote: ");
            text.push_str(note);
        }
        if !self.help.is_empty() {
            text.push_str("\nhelp: ");
            text.push_str(&self.help);
        }
        text
    }
}

/// The mistakes found so far.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Nothing found yet.
    pub fn new() -> Self {
        Diagnostics::default()
    }

    /// Records a mistake.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Records a mistake that `syn` found.
    pub fn push_syn(&mut self, error: &syn::Error) {
        for part in error.clone() {
            self.push(catalog::not_rust(part.span(), &part.to_string()));
        }
    }

    /// Returns true if nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The number of mistakes.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Iterates over the mistakes in the order of discovery.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// The wall between two stages: mistakes that were found so far end the way here.
    ///
    /// # Errors
    /// The diagnostics, if there are any.
    pub fn wall(&mut self) -> Result<(), Diagnostics> {
        match self.is_empty() {
            true => Ok(()),
            false => Err(std::mem::take(self)),
        }
    }

    /// One `compile_error!` for each mistake, as items or statements.
    pub fn to_tokens(&self) -> TokenStream {
        let errors = self.errors();
        quote!(#(#errors)*)
    }

    /// Returns the error as an expression. It has no type of its own, so that nothing else is
    /// reported for it.
    pub fn to_expression(&self) -> TokenStream {
        let mut errors = self.errors();
        match (errors.pop(), errors.is_empty()) {
            (Some(last), false) => quote!({ #(#errors)* #last }),
            // With braces it may stand among items too.
            (last, _) => quote!(#last),
        }
    }

    /// The mistakes in the order of the text, each once.
    fn errors(&self) -> Vec<TokenStream> {
        let mut found = OrderedMap::new();
        for (number, diagnostic) in self.found.iter().enumerate() {
            let start = diagnostic.span.start();
            found.insert((start.line, start.column, number), diagnostic);
        }
        let mut errors = Vec::new();
        let mut last = None;
        for ((line, column, _), diagnostic) in found {
            let (text, span) = (diagnostic.text(), diagnostic.span);
            let this = Some((line, column, text.clone()));
            if this != last {
                errors.push(quote_spanned!(span=> ::core::compile_error! { #text }));
                last = this;
            }
        }
        errors
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: T) {
        self.found.extend(diagnostics);
    }
}

/// `line 12`, for notes that point at another place.
pub fn place(span: Span) -> String {
    format!("line {}", span.start().line)
}
