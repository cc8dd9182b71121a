//! Values that are given by name. The help texts describe each, in all languages.

use crate::say::help;
use clap::{
    Arg, Command, Error, ValueEnum,
    builder::{EnumValueParser, PossibleValue, TypedValueParser},
};
use std::{ffi::OsStr, marker::PhantomData};

/// Parses a value by its name.
#[derive(Clone)]
pub(crate) struct NamedValues<E> {
    argument: &'static str,
    values: PhantomData<E>,
}

/// The values of `E`, described as those of `argument`.
pub(crate) fn of<E>(argument: &'static str) -> NamedValues<E> {
    NamedValues { argument, values: PhantomData }
}

impl<E: ValueEnum + Clone + Send + Sync + 'static> TypedValueParser for NamedValues<E> {
    type Value = E;

    fn parse_ref(&self, command: &Command, of: Option<&Arg>, value: &OsStr) -> Result<E, Error> {
        EnumValueParser::<E>::new().parse_ref(command, of, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = E::value_variants().iter().filter_map(E::to_possible_value);
        Some(Box::new(values.map(|value| {
            let text = help::of(&[self.argument, value.get_name()]);
            match text {
                Some(text) => value.help(text.to_string()),
                None => value,
            }
        })))
    }
}
