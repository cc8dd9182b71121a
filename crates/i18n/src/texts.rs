//! Texts with ids, in Fluent files, one per language.

use crate::{Language, Value, typography::typeset};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use std::{collections::BTreeSet, sync::OnceLock};
use unic_langid::LanguageIdentifier;

/// How many languages there are.
const COUNT: usize = Language::ALL.len();

/// One text: its id, and the names of its places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The id, as in the files.
    pub id: &'static str,
    /// The places, as in `{ $path }`.
    pub places: &'static [&'static str],
}

/// The texts of one folder of Fluent files; made by [`texts!`](crate::texts!).
pub struct Texts {
    /// Where they stand: the path of the module that says them.
    pub module: &'static str,
    /// All of them.
    pub all: &'static [Text],
    /// The files, in the order of [`Language::ALL`].
    pub files: [&'static str; COUNT],
    bundles: [OnceLock<FluentBundle<FluentResource>>; COUNT],
}

impl Texts {
    /// Texts in files. They are read when they are first needed.
    #[doc(hidden)]
    pub const fn new(
        module: &'static str,
        all: &'static [Text],
        files: [&'static str; COUNT],
    ) -> Texts {
        Texts { module, all, files, bundles: [const { OnceLock::new() }; COUNT] }
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
            // The test that `texts!` makes finds it first; a person is told the id, not nothing.
            return id.to_owned();
        };
        let mut arguments = FluentArgs::with_capacity(places.len());
        for (name, value) in places {
            arguments.set(*name, fluent(value, language));
        }
        bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }

    /// What is wrong with the files: an id without a text or a text without an id, in each
    /// language, and places that differ from the arguments.
    pub fn faults(&self) -> Vec<String> {
        Language::ALL.into_iter().flat_map(|language| self.faults_in(language)).collect()
    }

    fn faults_in(&self, language: Language) -> Vec<String> {
        let file = self.files[language as usize];
        let mut faults = Vec::new();
        let mut told = |what: String| faults.push(format!("{} {language}: {what}", self.module));
        if let Err((_, errors)) = FluentResource::try_new(file.to_owned()) {
            for error in errors {
                told(error.to_string());
            }
        }
        let written = written(file);
        for (id, places) in &written {
            match self.all.iter().find(|text| text.id == *id) {
                None => told(format!("nobody says `{id}`")),
                Some(text) if text.places.iter().copied().collect::<BTreeSet<_>>() != *places => {
                    told(format!("`{id}` has the places {places:?}, not {:?}", text.places));
                }
                Some(_) => {}
            }
        }
        for text in self.all {
            match written.iter().filter(|(id, _)| *id == text.id).count() {
                1 => {}
                count => told(format!("`{}` is there {count} times", text.id)),
            }
        }
        faults
    }

    fn bundle(&self, language: Language) -> &FluentBundle<FluentResource> {
        self.bundles[language as usize].get_or_init(|| {
            let file = typeset(language, self.files[language as usize]).into_owned();
            // A file with an error has its other texts; `faults` reports it in the tests.
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

/// The ids of a file in its order, each with the places of its text.
fn written(file: &str) -> Vec<(&str, BTreeSet<&str>)> {
    let mut written: Vec<(&str, BTreeSet<&str>)> = Vec::new();
    for line in file.lines() {
        let head = line.split_once('=').map(|(id, _)| id.trim_end());
        let starts = line.starts_with(|first: char| first.is_ascii_alphabetic());
        if let Some(id) = head.filter(|_| starts) {
            written.push((id, BTreeSet::new()));
        }
        let Some((_, places)) = written.last_mut().filter(|_| !line.starts_with('#')) else {
            continue;
        };
        for (at, _) in line.match_indices('$') {
            let (before, rest) = (&line[..at], &line[at + 1..]);
            // Only behind a brace: `$stdout` of Ruby is a word like others.
            if !before.trim_end().ends_with('{') {
                continue;
            }
            let end = rest.find(|next: char| !next.is_ascii_alphanumeric() && next != '_');
            places.insert(&rest[..end.unwrap_or(rest.len())]);
        }
    }
    written
}

/// Declares the texts of a folder of Fluent files, whose path is relative to this source file: a
/// function for each, with an argument for each place, and a test that files and functions agree.
/// With `pub` before the folder, crates above this one say them, too.
///
/// ```
/// mod say {
///     certamen_i18n::texts! {
///         "../locales";
///         system_error(code, words),
///     }
/// }
/// # fn main() {
/// assert_eq!(say::system_error(2, "No such file").to_string(), "No such file");
/// # }
/// ```
#[macro_export]
macro_rules! texts {
    ($folder:literal; $($declared:tt)*) => {
        $crate::texts! { [pub(crate)] $folder; $($declared)* }
    };
    (pub $folder:literal; $($declared:tt)*) => {
        $crate::texts! { [pub] $folder; $($declared)* }
    };
    ([$sayers:vis] $folder:literal; $($id:ident $(($($place:ident),* $(,)?))?),* $(,)?) => {
        /// The texts said here.
        pub(crate) static TEXTS: $crate::Texts = $crate::Texts::new(
            module_path!(),
            &[$($crate::Text {
                id: stringify!($id),
                places: &[$($(stringify!($place)),*)?],
            }),*],
            $crate::for_languages!(files $folder),
        );

        $(
            $sayers fn $id($($($place: impl $crate::Argument),*)?) -> $crate::Message {
                $crate::Message::new(
                    &TEXTS,
                    stringify!($id),
                    vec![$($((stringify!($place), $crate::Argument::value(&$place))),*)?],
                )
            }
        )*

        #[cfg(test)]
        #[test]
        fn texts_and_files_agree() {
            assert_eq!(TEXTS.faults(), Vec::<String>::new());
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;

    const FILE: &str =
        "# $no place\nplain = words of $ruby\nwith = of { $a } and\n    { $b } here\n";

    #[test]
    fn ids_and_places_are_found() {
        let expected = [("plain", BTreeSet::new()), ("with", BTreeSet::from(["a", "b"]))];
        assert_eq!(written(FILE), expected);
    }

    #[test]
    fn every_difference_is_named() {
        static ALL: [Text; 2] =
            [Text { id: "with", places: &["a"] }, Text { id: "gone", places: &[] }];
        let texts = Texts::new("here", &ALL, [FILE, "with = { $a", "", ""]);
        let faults = texts.faults().join("\n");
        for expected in [
            "here en: nobody says `plain`",
            "here en: `with` has the places {\"a\", \"b\"}, not [\"a\"]",
            "here en: `gone` is there 0 times",
            "here es: ",
            "here fr: `with` is there 0 times",
        ] {
            assert!(faults.contains(expected), "{expected}\n{faults}");
        }
    }

    #[test]
    fn numbers_are_written_as_they_are() {
        static ALL: [Text; 1] = [Text { id: "count", places: &["n"] }];
        static TEXTS: Texts = Texts::new("here", &ALL, ["count = { $n }\n", "", "", ""]);
        let say = |n: Value| TEXTS.say(Language::En, "count", &[("n", n)]);
        assert_eq!(say(Value::Number(9_007_199.0)), "9007199");
        assert_eq!(say(Value::Number(0.25)), "0.25");
        assert_eq!(say(Message::verbatim("x").places_of_itself()), "x");
    }

    impl Message {
        fn places_of_itself(self) -> Value {
            Value::Message(Box::new(self))
        }
    }
}
