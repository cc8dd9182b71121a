//! Macros of `certamen-i18n`, which re-exports them: use them from there.

mod localize;
mod texts;

use proc_macro::TokenStream;
use syn::parse_macro_input;

/// Generates a function for each message of a folder of Fluent files.
///
/// `texts!("locales/farm")` reads `locales/farm/en.ftl`, relative to the package, and generates a
/// function `fn id(argument: impl Argument, …) -> Message` for each message `id`; with `pub` before
/// the folder, the functions are public. The arguments are the variables of the English text. If
/// there are several, their order is declared in a comment above the message, as the order of words
/// may change when a text is edited:
///
/// ```text
/// # $path, $line
/// not_readable = line { $line } of { $path } is not readable
/// ```
///
/// The other languages of the folder must have the same messages with the same variables; a
/// difference is an error at compile time. The compiler does not warn of generated functions that
/// are never called.
#[proc_macro]
pub fn texts(input: TokenStream) -> TokenStream {
    texts::expand(&parse_macro_input!(input as texts::Folder)).into()
}

/// Implements `Localize`: a variant `TooLong { given, max }` is the message `say::too_long(given,
/// max)`.
///
/// On a variant, `#[localize(say::long(max))]` gives the expression instead, in which fields have
/// their names, those of tuples `_0` and `_1`; and `#[localize(transparent)]` is the message of the
/// only field. On the type, `#[localize(error)]` implements `Display`, `Argument` and `Error`, too,
/// `#[localize(display)]` the first two.
#[proc_macro_derive(Localize, attributes(localize))]
pub fn localize(input: TokenStream) -> TokenStream {
    localize::expand(&parse_macro_input!(input as syn::DeriveInput))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
