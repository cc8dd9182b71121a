//! Texts with ids, in Fluent files, one a language.

use crate::{Language, Value, typography::typeset};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use std::sync::OnceLock;
use unic_langid::LanguageIdentifier;

/// How many languages there are.
const COUNT: usize = Language::ALL.len();

/// The texts of one folder of Fluent files; made by [`texts!`](crate::texts!).
pub struct Texts {
    /// The ids of all of them.
    pub all: &'static [&'static str],
    /// The files, in the order of [`Language::ALL`].
    pub files: [&'static str; COUNT],
    bundles: [OnceLock<FluentBundle<FluentResource>>; COUNT],
}

impl Texts {
    /// Texts in files. They are read when they are first needed.
    #[doc(hidden)]
    pub const fn new(all: &'static [&'static str], files: [&'static str; COUNT]) -> Texts {
        Texts { all, files, bundles: [const { OnceLock::new() }; COUNT] }
    }

    /// The text `id` in `language`.
    pub(crate) fn say(
        &self,
        language: Language,
        id: &str,
        places: &[(&'static str, Value)],
    ) -> String {
        let bundle = self.bundle(language);
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
            // `texts!` compares the files; an id of other origin is shown as it is.
            return id.to_owned();
        };
        let mut arguments = FluentArgs::with_capacity(places.len());
        for (name, value) in places {
            arguments.set(*name, fluent(value, language));
        }
        bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }

    fn bundle(&self, language: Language) -> &FluentBundle<FluentResource> {
        self.bundles[language as usize].get_or_init(|| {
            let file = typeset(language, self.files[language as usize]).into_owned();
            // `texts!` refuses files with errors.
            let resource = FluentResource::try_new(file).unwrap_or_else(|(resource, _)| resource);
            let mut bundle = FluentBundle::new_concurrent(vec![identifier(language)]);
            // Marks of direction around each argument would be in every byte that is compared.
            bundle.set_use_isolating(false);
            bundle.add_resource_overriding(resource);
            bundle
        })
    }
}

fn fluent(value: &Value, language: Language) -> FluentValue<'static> {
    match value {
        Value::Text(text) => FluentValue::from(text.clone()),
        Value::Number(number) => FluentValue::from(*number),
        Value::Message(message) => FluentValue::from(message.get(language)),
    }
}

fn identifier(language: Language) -> LanguageIdentifier {
    language.code().parse().expect("codes of two letters are identifiers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;

    #[test]
    fn numbers_are_written_as_they_are() {
        static TEXTS: Texts = Texts::new(&["count"], ["count = { $n }\n", "", "", ""]);
        let say = |n: Value| TEXTS.say(Language::En, "count", &[("n", n)]);
        assert_eq!(say(Value::Number(9_007_199.0)), "9007199");
        assert_eq!(say(Value::Number(0.25)), "0.25");
        assert_eq!(say(Value::Message(Box::new(Message::verbatim("x")))), "x");
    }
}
