//! The serde deserializer for values: it knows which type is requested, and so what is expected.

use super::{Expected, ValueError, ValueProblem};
use serde::de::{
    DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
    value::{BorrowedStrDeserializer, MapAccessDeserializer},
};
use serde_json::{Value, map};
use std::slice;

/// Longer values are quoted in part, in characters.
const MAX_QUOTED: usize = 60;

/// A value as a deserializer.
#[derive(Clone, Copy)]
pub(super) struct ValueReader<'v>(pub(super) &'v Value);

impl ValueReader<'_> {
    fn unlike<T>(self, wanted: Expected) -> Result<T, ValueError> {
        let given = self.0.to_string();
        let given = match given.char_indices().nth(MAX_QUOTED) {
            Some((end, _)) => format!("{}…", &given[..end]),
            None => given,
        };
        Err(ValueError::here(ValueProblem::Unlike { given, wanted }))
    }

    /// A whole number from `smallest`; its visitor knows which are valid.
    fn whole<'de, V: Visitor<'de>>(
        self,
        smallest: Expected,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        let given = self.0.as_u64();
        let read = match (given, self.0.as_i64()) {
            (Some(number), _) => visitor.visit_u64(number),
            (None, Some(number)) => visitor.visit_i64::<ValueError>(number),
            (None, None) => return self.unlike(smallest),
        };
        read.or_else(|_| match given {
            Some(0) => self.unlike(Expected::FromOne),
            Some(_) => self.unlike(Expected::Smaller),
            None => self.unlike(smallest),
        })
    }
}

/// Methods that read whole numbers.
macro_rules! whole {
    ($smallest:expr; $($method:ident)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
            self.whole($smallest, visitor)
        }
    )+};
}

impl<'de> Deserializer<'de> for ValueReader<'_> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::String(text) => visitor.visit_str(text),
            Value::Array(items) => visitor.visit_seq(Items(items.iter().enumerate())),
            Value::Object(keys) => visitor.visit_map(Keys::of(keys)),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
        }
    }

    whole! { Expected::FromZero; deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }
    whole! { Expected::Whole; deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0.as_f64() {
            Some(number) => visitor.visit_f64(number),
            None => self.unlike(Expected::Number),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::Bool(truth) => visitor.visit_bool(*truth),
            _ => self.unlike(Expected::Truth),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::String(text) => visitor.visit_str(text),
            _ => self.unlike(Expected::Text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(Items(items.iter().enumerate())),
            _ => self.unlike(Expected::List),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        match self.0.as_array() {
            Some(items) if items.len() == count => self.deserialize_seq(visitor),
            _ => self.unlike(Expected::Items(count)),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        self.deserialize_tuple(count, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::Object(keys) => visitor.visit_map(Keys::of(keys)),
            _ => self.unlike(Expected::Keys),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        match fields {
            // Types for TOML ask for a value with its span; here the span is zero.
            [_, _, _] if name == SPANNED => {
                visitor.visit_map(ZeroSpan { fields: fields.iter(), value: self, zero: true })
            }
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(word.as_str().into_deserializer()),
            Value::Object(keys) => visitor.visit_enum(MapAccessDeserializer::new(Keys::of(keys))),
            _ => self.unlike(Expected::Text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        i128 u128 bytes byte_buf unit unit_struct identifier ignored_any
    }
}

/// The name of `serde_spanned::Spanned` for serde, with fields for start, end and value.
const SPANNED: &str = "$__serde_spanned_private_Spanned";

/// A value with a span of zero.
struct ZeroSpan<'v> {
    fields: slice::Iter<'static, &'static str>,
    value: ValueReader<'v>,
    /// Whether the next value is a part of the span.
    zero: bool,
}

impl<'de> MapAccess<'de> for ZeroSpan<'_> {
    type Error = ValueError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ValueError> {
        let Some(field) = self.fields.next() else { return Ok(None) };
        self.zero = !self.fields.as_slice().is_empty();
        seed.deserialize(BorrowedStrDeserializer::new(field)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, ValueError> {
        if self.zero {
            return seed.deserialize(0_usize.into_deserializer());
        }
        seed.deserialize(self.value)
    }
}

struct Items<'v>(std::iter::Enumerate<slice::Iter<'v, Value>>);

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = ValueError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ValueError> {
        let Some((at, item)) = self.0.next() else { return Ok(None) };
        seed.deserialize(ValueReader(item)).map(Some).map_err(|error| error.within(at.to_string()))
    }
}

struct Keys<'v> {
    left: map::Iter<'v>,
    value: Option<(&'v str, &'v Value)>,
}

impl<'v> Keys<'v> {
    fn of(keys: &'v crate::Map) -> Keys<'v> {
        Keys { left: keys.iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Keys<'_> {
    type Error = ValueError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ValueError> {
        let Some((key, value)) = self.left.next() else { return Ok(None) };
        self.value = Some((key, value));
        seed.deserialize(key.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, ValueError> {
        let (key, value) = self.value.take().expect("a key comes before its value");
        seed.deserialize(ValueReader(value)).map_err(|error| error.within(key.to_owned()))
    }
}
