//! Numbers in JSON: whole ones without a fraction, so that equal tables are equal bytes; and the
//! constant of confidence intervals.

use serde::{Serialize, Serializer, ser::SerializeSeq};
use serde_json::{Number, Value};
use std::time::Duration;

/// 95 % of a normal distribution lie within this many standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// `value` as a JSON number, whole numbers without fraction.
pub fn json(value: f64) -> Value {
    whole(value).map_or_else(
        || Number::from_f64(value).map_or(Value::Null, Value::Number),
        |whole| Value::Number(whole.into()),
    )
}

/// Serializes a number, whole ones without fraction: for `#[serde(serialize_with)]`.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    json(*value).serialize(serializer)
}

/// Serializes an optional number in the same way.
pub fn serialize_known<S: Serializer>(
    value: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.map(json).serialize(serializer)
}

/// Writes `value` as [`json`] has it.
pub(crate) fn write(out: &mut Vec<u8>, value: f64) -> serde_json::Result<()> {
    match whole(value) {
        Some(whole) => serde_json::to_writer(out, &whole),
        None => serde_json::to_writer(out, &value),
    }
}

/// Serializes a list of numbers in the same way.
pub(crate) fn serialize_list<S: Serializer>(
    values: &[f64],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(values.len()))?;
    for value in values {
        list.serialize_element(&json(*value))?;
    }
    list.end()
}

/// A time in milliseconds: whole ones without a fraction, others to the microsecond.
pub fn milliseconds(time: Duration) -> String {
    let micros = time.as_micros();
    if micros.is_multiple_of(1_000) {
        (micros / 1_000).to_string()
    } else {
        format!("{:.3}", micros as f64 / 1e3)
    }
}

fn whole(value: f64) -> Option<i64> {
    // 2^53: beyond it, doubles have no fractions.
    (value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    #[test]
    fn whole_numbers_have_no_fraction() {
        let shown = [1.0, 0.5, -3.0, 1e300].map(|value| super::json(value).to_string());
        assert_eq!(shown, ["1", "0.5", "-3", "1e+300"]);
    }

    #[test]
    fn whole_milliseconds_have_none_either() {
        let shown = [2_000, 687, 10_050].map(Duration::from_micros).map(super::milliseconds);
        assert_eq!(shown, ["2", "0.687", "10.050"]);
    }
}
