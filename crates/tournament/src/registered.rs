//! Formats and rankings as contest files name them, each with its keys.

use crate::{NotAStop, say};
use certamen_game::ValueError;
use certamen_i18n::Localize;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::{Deserialize, Deserializer, de::Visitor};

/// A format or a ranking as contest files name it.
#[derive(Clone, Copy)]
pub struct Registered {
    pub name: &'static str,
    pub(crate) keys: fn() -> Vec<&'static str>,
    #[cfg(feature = "schema")]
    pub(crate) schema: fn() -> Schema,
}

impl Registered {
    /// Its keys, without the name, in their order.
    pub fn keys(&self) -> Vec<String> {
        (self.keys)().into_iter().map(str::to_owned).collect()
    }

    #[cfg(feature = "schema")]
    pub fn schema(&self) -> Schema {
        (self.schema)()
    }
}

/// The names of the fields that a structure is read from.
pub(crate) fn fields_of<'de, T: Deserialize<'de>>() -> Vec<&'static str> {
    let mut fields = Vec::new();
    // The reader fails always: it only wants to know what it is asked for.
    let _ = T::deserialize(FieldNames(&mut fields));
    fields
}

struct FieldNames<'a>(&'a mut Vec<&'static str>);

impl<'de> Deserializer<'de> for FieldNames<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("no structure"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.extend(fields);
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The schema of a type, complete in itself.
#[cfg(feature = "schema")]
pub(crate) fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // They would be those of Rust's types.
    schema.remove("title");
    schema.remove("description");
    schema
}

/// Why a section of a contest file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum UnreadableKeys {
    #[localize(say::unknown_kind(kind, known.join(", ")))]
    UnknownKind { kind: String, known: Vec<&'static str> },
    /// `stop` says nothing that can be waited for.
    #[localize(say::contradiction("format.stop", _0))]
    Stop(NotAStop),
    #[localize(transparent)]
    Keys(ValueError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FormatConfig, RankingConfig};

    const PAGE: &str = include_str!("../../../docs/contest-file.md");

    /// The cells of the first table behind `heading`, without its head.
    fn table(heading: &str) -> Vec<Vec<&'static str>> {
        let (_, below) = PAGE.split_once(heading).unwrap();
        let rows = below.lines().skip_while(|line| !line.starts_with('|'));
        let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
        rows.map(|row| {
            row.trim_matches('|')
                .split(" | ")
                .map(|cell| cell.trim_matches([' ', '`', '|']))
                .collect()
        })
        .collect()
    }

    #[test]
    fn the_page_has_a_row_for_each_key_of_each_format() {
        let rows = FormatConfig::KINDS.iter().flat_map(|kind| {
            let keys = kind.keys().into_iter().enumerate();
            keys.map(|(place, key)| {
                [if place == 0 { kind.name.to_owned() } else { String::new() }, key]
            })
        });
        let written: Vec<[String; 2]> = table("### `[format]`")
            .iter()
            .map(|row| [row[0].to_owned(), row[1].to_owned()])
            .collect();
        assert_eq!(written, rows.collect::<Vec<_>>());
    }

    #[test]
    fn the_page_has_a_row_for_each_ranking() {
        let names: Vec<&str> = RankingConfig::KINDS.iter().map(|kind| kind.name).collect();
        let written: Vec<&str> = table("### `[ranking]`").iter().map(|row| row[0]).collect();
        assert_eq!(written, names);
    }

    #[test]
    fn listed_keys_are_those_that_are_read() {
        let keys = |kind: &str| {
            let found = RankingConfig::KINDS.iter().find(|ranking| ranking.name == kind).unwrap();
            found.keys().join(" ")
        };
        assert_eq!(keys("wins"), "tie_breaks");
        assert_eq!(
            keys("references-beaten"),
            "references premium_skips_references pairs tie_breaks"
        );
    }

    #[test]
    fn errors_in_a_section_are_localized() {
        let said = |error: UnreadableKeys| error.message().get(certamen_i18n::Language::Es);
        let read = |kind, keys| FormatConfig::read(kind, keys).unwrap_err();
        let unknown = said(read("swiss-ish", serde_json::json!({})));
        assert!(
            unknown.starts_with("tipo desconocido `swiss-ish`: use round-robin, "),
            "{unknown}"
        );
        let stop = said(read("ladder", serde_json::json!({"stop": "soon"})));
        assert!(
            stop.starts_with("clave `format.stop`: `soon` no es válido: use `settled` o"),
            "{stop}"
        );
        let number = said(read("swiss", serde_json::json!({"rounds": 0})));
        assert_eq!(number, "clave `rounds`: valor no válido 0: se espera un número entero desde 1");
    }
}
