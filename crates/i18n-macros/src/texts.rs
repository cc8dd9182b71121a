//! Functions from the messages of Fluent files.

use fluent_syntax::{ast, parser};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};
use syn::{
    LitStr, Token, Visibility,
    parse::{Parse, ParseStream},
};

/// The language the others are translated from.
const SOURCE: &str = "en";

/// What stands between the brackets of `texts!`.
pub(crate) struct Folder {
    is_public: bool,
    path: LitStr,
}

impl Parse for Folder {
    fn parse(input: ParseStream<'_>) -> syn::Result<Folder> {
        let is_public = matches!(input.parse()?, Visibility::Public(_));
        let path = input.parse()?;
        // A comma or semicolon at the end is allowed.
        let _ = input.parse::<Option<Token![,]>>()?;
        Ok(Folder { is_public, path })
    }
}

/// One message: its English text and its variables in the order of the function's arguments.
#[derive(Debug, PartialEq, Eq)]
struct SourceMessage {
    id: String,
    text: String,
    variables: Vec<String>,
}

pub(crate) fn expand(folder: &Folder) -> TokenStream {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = Path::new(&root).join(folder.path.value());
    match read(&path) {
        Ok(messages) => functions(folder, &path, &messages),
        Err(errors) => {
            let errors = errors.iter().map(|what| syn::Error::new(folder.path.span(), what));
            errors.map(syn::Error::into_compile_error).collect()
        }
    }
}

fn functions(folder: &Folder, path: &Path, messages: &[SourceMessage]) -> TokenStream {
    let path = path.to_string_lossy();
    let visibility = if folder.is_public { quote!(pub) } else { quote!(pub(crate)) };
    let functions = messages.iter().map(|SourceMessage { id, text, variables }| {
        // With a span in the source, editors lead to the line with the folder.
        let name = syn::Ident::new(id, folder.path.span());
        let arguments: Vec<_> =
            variables.iter().map(|name| syn::Ident::new(name, Span::call_site())).collect();
        quote! {
            #[doc = #text]
            #visibility fn #name(
                #(#arguments: impl ::certamen_i18n::Argument),*
            ) -> ::certamen_i18n::Message {
                ::certamen_i18n::Message::new(
                    &TEXTS,
                    #id,
                    vec![#((#variables, ::certamen_i18n::Argument::value(&#arguments))),*],
                )
            }
        }
    });
    let ids = messages.iter().map(|message| &message.id);
    quote! {
        /// The messages of this module.
        pub(crate) static TEXTS: ::certamen_i18n::Texts = ::certamen_i18n::Texts::new(
            &[#(#ids),*],
            ::certamen_i18n::for_languages!(files #path),
        );

        #(#functions)*
    }
}

/// The messages of a folder, or everything that is wrong with its files.
fn read(folder: &Path) -> Result<Vec<SourceMessage>, Vec<String>> {
    let file = |language: &str| {
        let path = folder.join(format!("{language}.ftl"));
        fs::read_to_string(&path).map_err(|error| vec![format!("{}: {error}", path.display())])
    };
    let source = file(SOURCE)?;
    let messages = sources(&source).map_err(|errors| named(folder, SOURCE, errors))?;
    let entries = fs::read_dir(folder).map_err(|error| vec![error.to_string()])?;
    let mut languages: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".ftl").map(Into::into))
        .filter(|language| language != SOURCE)
        .collect();
    languages.sort_unstable();
    let mut wrong = Vec::new();
    for language in languages {
        wrong.extend(named(folder, &language, differences(&messages, &file(&language)?)));
    }
    if wrong.is_empty() { Ok(messages) } else { Err(wrong) }
}

fn named(folder: &Path, language: &str, errors: Vec<String>) -> Vec<String> {
    let name = |error| format!("{}: {error}", folder.join(format!("{language}.ftl")).display());
    errors.into_iter().map(name).collect()
}

/// The messages of an English file in its order.
fn sources(file: &str) -> Result<Vec<SourceMessage>, Vec<String>> {
    let resource = parse(file)?;
    let (mut messages, mut wrong, mut ids) = (Vec::new(), Vec::new(), BTreeSet::new());
    for message in each_message(&resource) {
        let id = message.id.name;
        if !ids.insert(id) {
            wrong.push(format!("`{id}` is there twice"));
        }
        if syn::parse_str::<syn::Ident>(id).is_err() {
            wrong.push(format!("`{id}` cannot be the name of a function"));
        }
        let used = variables(message);
        let variables = match declared(message) {
            Some(declared) if declared.iter().collect::<BTreeSet<_>>() == used.iter().collect() => {
                declared
            }
            Some(declared) => {
                wrong.push(format!("`{id}` declares {declared:?} and uses {used:?}"));
                declared
            }
            None if used.len() > 1 => {
                wrong.push(format!(
                    "`{id}` has several variables: declare their order in a comment above it, as in \
                     `# ${}`",
                    used.iter().cloned().collect::<Vec<_>>().join(", $")
                ));
                Vec::new()
            }
            None => used.into_iter().collect(),
        };
        let (id, text) = (id.to_owned(), text(file, id));
        messages.push(SourceMessage { id, text, variables });
    }
    if wrong.is_empty() { Ok(messages) } else { Err(wrong) }
}

/// How a translation differs from the English file: in its messages or in their variables.
fn differences(messages: &[SourceMessage], file: &str) -> Vec<String> {
    let resource = match parse(file) {
        Ok(resource) => resource,
        Err(errors) => return errors,
    };
    let mut wrong = Vec::new();
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for message in each_message(&resource) {
        if found.insert(message.id.name, variables(message)).is_some() {
            wrong.push(format!("`{}` is there twice", message.id.name));
        }
    }
    for SourceMessage { id, variables, .. } in messages {
        match found.remove(id.as_str()) {
            None => wrong.push(format!("`{id}` is missing")),
            Some(used) if used != variables.iter().cloned().collect() => {
                wrong.push(format!("`{id}` has the variables {used:?}, not {variables:?}"));
            }
            Some(_) => {}
        }
    }
    wrong.extend(found.keys().map(|id| format!("`{id}` is not in the English file")));
    wrong
}

fn parse(file: &str) -> Result<ast::Resource<&str>, Vec<String>> {
    parser::parse(file).map_err(|(_, errors)| errors.iter().map(ToString::to_string).collect())
}

fn each_message<'a, 'b>(
    resource: &'a ast::Resource<&'b str>,
) -> impl Iterator<Item = &'a ast::Message<&'b str>> {
    resource.body.iter().filter_map(|entry| match entry {
        ast::Entry::Message(message) => Some(message),
        _ => None,
    })
}

/// The variables that the comment above a message declares, in their order; none without such a
/// comment.
fn declared(message: &ast::Message<&str>) -> Option<Vec<String>> {
    let comment = message.comment.as_ref()?;
    let line = comment.content.iter().rfind(|line| line.starts_with('$'))?;
    Some(line.split(", ").map(|name| name.trim_start_matches('$').trim().to_owned()).collect())
}

fn variables(message: &ast::Message<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if let Some(pattern) = &message.value {
        of_pattern(pattern, &mut found);
    }
    found
}

fn of_pattern(pattern: &ast::Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let ast::PatternElement::Placeable { expression } = element {
            of_expression(expression, found);
        }
    }
}

fn of_expression(expression: &ast::Expression<&str>, found: &mut BTreeSet<String>) {
    match expression {
        ast::Expression::Inline(inline) => of_inline(inline, found),
        ast::Expression::Select { selector, variants } => {
            of_inline(selector, found);
            for variant in variants {
                of_pattern(&variant.value, found);
            }
        }
    }
}

fn of_inline(inline: &ast::InlineExpression<&str>, found: &mut BTreeSet<String>) {
    match inline {
        ast::InlineExpression::VariableReference { id } => {
            found.insert(id.name.to_owned());
        }
        ast::InlineExpression::Placeable { expression } => of_expression(expression, found),
        _ => {}
    }
}

/// The English text as it is written, for the documentation of its function.
fn text(file: &str, id: &str) -> String {
    let mut lines = file.lines().skip_while(|line| {
        !line.strip_prefix(id).is_some_and(|rest| rest.trim_start().starts_with('='))
    });
    let first = lines.next().and_then(|line| line.split_once('=')).map_or("", |(_, text)| text);
    let rest = lines.take_while(|line| line.starts_with([' ', '\t']));
    let lines: Vec<&str> = [first].into_iter().chain(rest).map(str::trim).collect();
    format!("`{}`", lines.join("\n").trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "plain = words of $ruby\n\
        # A note.\n# $b, $a\nwith = of { $a } and\n    { $b } here\n\
        chosen = { $n ->\n    [one] one\n   *[other] { $n } of them\n }\n";

    #[test]
    fn arguments_are_in_the_order_that_is_declared() {
        let messages = sources(ENGLISH).unwrap();
        let found: Vec<(&str, Vec<&str>)> = messages
            .iter()
            .map(|one| (one.id.as_str(), one.variables.iter().map(String::as_str).collect()))
            .collect();
        assert_eq!(found, [("plain", vec![]), ("with", vec!["b", "a"]), ("chosen", vec!["n"])]);
        assert_eq!(messages[1].text, "`of { $a } and\n{ $b } here`");
    }

    #[test]
    fn what_is_wrong_with_an_english_file_is_named() {
        for (file, expected) in [
            ("a = { $b } { $c }\n", "declare their order"),
            ("# $b\na = { $b } { $c }\n", "declares [\"b\"] and uses {\"b\", \"c\"}"),
            ("a = b\na = c\n", "`a` is there twice"),
            ("fn = b\n", "`fn` cannot be the name of a function"),
            ("a = { $b\n", "Expected a token"),
        ] {
            let wrong = sources(file).unwrap_err().join("\n");
            assert!(wrong.contains(expected), "{expected}: {wrong}");
        }
    }

    #[test]
    fn every_difference_of_a_translation_is_named() {
        let english = sources(ENGLISH).unwrap();
        assert_eq!(differences(&english, ENGLISH), Vec::<String>::new());
        let wrong = differences(&english, "with = { $a }\nchosen = { $n }\nmore = x\n");
        assert_eq!(
            wrong,
            [
                "`plain` is missing",
                "`with` has the variables {\"a\"}, not [\"b\", \"a\"]",
                "`more` is not in the English file"
            ]
        );
    }
}
