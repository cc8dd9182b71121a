//! Messages from enums and structs.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Fields, Ident, Path, Result, spanned::Spanned,
};

/// How a variant is shown.
enum VariantForm {
    /// By the message of its name.
    Named,
    /// By the message of its only field.
    Transparent,
    /// By this expression.
    Expression(Box<Expr>),
}

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let arms = match &input.data {
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| {
                let path = &variant.ident;
                arm(&quote!(#name::#path), path, &variant.fields, form(&variant.attrs)?)
            });
            arms.collect::<Result<Vec<_>>>()?
        }
        Data::Struct(data) => {
            let form = form(&input.attrs)?;
            vec![arm(&quote!(#name), name, &data.fields, form)?]
        }
        Data::Union(_) => return Err(Error::new(name.span(), "unions have no messages")),
    };
    let traits = input.attrs.iter().filter(|one| one.path().is_ident("localize"));
    let traits = traits.map(|attribute| match attribute.parse_args::<Path>() {
        Ok(path) if path.is_ident("error") => quote!(::certamen_i18n::error!(#name);),
        Ok(path) if path.is_ident("display") => quote!(::certamen_i18n::display!(#name);),
        _ => TokenStream::new(),
    });
    Ok(quote! {
        impl #generics ::certamen_i18n::Localize for #name #arguments #conditions {
            fn message(&self) -> ::certamen_i18n::Message {
                match self {
                    #(#arms)*
                }
            }
        }

        #(#traits)*
    })
}

fn form(attributes: &[Attribute]) -> Result<VariantForm> {
    let mut form = VariantForm::Named;
    for attribute in attributes.iter().filter(|one| one.path().is_ident("localize")) {
        match attribute.parse_args::<Expr>()? {
            Expr::Path(path) if path.path.is_ident("transparent") => {
                form = VariantForm::Transparent;
            }
            Expr::Path(path) if ["error", "display"].iter().any(|it| path.path.is_ident(it)) => {}
            expression => form = VariantForm::Expression(Box::new(expression)),
        }
    }
    Ok(form)
}

fn arm(
    path: &TokenStream,
    name: &Ident,
    fields: &Fields,
    form: VariantForm,
) -> Result<TokenStream> {
    let names: Vec<Ident> = fields
        .iter()
        .enumerate()
        .map(|(at, field)| field.ident.clone().unwrap_or_else(|| format_ident!("_{at}")))
        .collect();
    let pattern = match fields {
        Fields::Named(_) => quote!(#path { #(#names),* }),
        Fields::Unnamed(_) => quote!(#path(#(#names),*)),
        Fields::Unit => path.clone(),
    };
    let message = match form {
        VariantForm::Named => {
            let id = format_ident!("{}", snake_case(&name.to_string()), span = name.span());
            quote!(say::#id(#(#names),*))
        }
        VariantForm::Transparent => {
            let [only] = &names[..] else {
                return Err(Error::new(fields.span(), "transparent is for one field"));
            };
            quote!(::certamen_i18n::Localize::message(#only))
        }
        // What it does not use is not shown.
        VariantForm::Expression(expression) => {
            quote!({ #(let _ = #names;)* #expression })
        }
    };
    Ok(quote!(#pattern => #message,))
}

/// `TooLong` as `too_long`.
fn snake_case(name: &str) -> String {
    let mut words = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(character.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn words_begin_with_capitals() {
        assert_eq!(snake_case("TooLongAName"), "too_long_a_name");
    }
}
