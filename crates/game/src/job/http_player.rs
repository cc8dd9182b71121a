//! The terms of a player that is asked over HTTP, as a contest file states them, and exact sums of
//! money: US dollars in whole millionths.

use crate::job::{PlayerUrl, http_say as say};
use crate::record::{MOST_ATTEMPTS, MOST_MICROS};
use certamen_i18n::Localize;
use std::{ops::RangeInclusive, time::Duration};

/// The language of a bot that is asked over HTTP, as tables have it.
pub const HTTP_LANGUAGE: &str = "http";
/// The key of a record's header for the name of the match that requests have.
pub const MATCH_KEY: &str = "match";
/// The longest time for a move of a player on another machine.
pub const LONGEST_REMOTE_MOVE: Duration = Duration::from_secs(60 * 60);
/// The longest action that a player on another machine, or a person, may send, in characters.
pub const LONGEST_ACTION: usize = 500;
/// How many replies a turn may have.
pub const POSSIBLE_ATTEMPTS: RangeInclusive<u32> = 1..=MOST_ATTEMPTS;
/// How long the requests of a match are repeated in all, unless a contest says otherwise.
pub const RETRY_TIME: Duration = Duration::from_secs(10 * 60);

/// Whether bots recorded with `language` are programs of this machine: built-in players, people and
/// players on other machines are not.
#[must_use]
pub fn is_program(language: &str) -> bool {
    !["builtin", "human", "remote", HTTP_LANGUAGE].contains(&language)
}

/// The terms of a player that is asked over HTTP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HttpPlayerTerms {
    /// Where requests go.
    pub url: PlayerUrl,
    /// The environment variable with the bearer token; none is sent if absent.
    pub secret_env: Option<String>,
    /// Permitted replies in a turn, within [`POSSIBLE_ATTEMPTS`].
    pub attempts: u32,
    /// Its own time for a move, at most [`LONGEST_REMOTE_MOVE`]; that of the match if absent.
    pub move_time: Option<Duration>,
    /// Whether requests have the list of legal actions.
    pub actions: bool,
    /// The most it may cost in a contest, in millionths of a US dollar.
    pub cost: Option<u64>,
    /// The price of its tokens, which overrides the cost that it reports.
    pub price: Option<TokenPrice>,
}

impl HttpPlayerTerms {
    /// The default terms of a player at `url`.
    pub fn at(url: PlayerUrl) -> HttpPlayerTerms {
        HttpPlayerTerms {
            url,
            secret_env: None,
            attempts: 1,
            move_time: None,
            actions: false,
            cost: None,
            price: None,
        }
    }
}

/// Why a number is not a sum of money or a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Localize)]
#[localize(error)]
pub enum MoneyError {
    /// It is not a number followed by ` USD`.
    #[localize(say::no_money())]
    Form,
    /// It is negative, not finite or above a million dollars.
    #[localize(say::money_range())]
    Range,
}

/// The price of tokens: exact in millionths of a millionth of a US dollar for each token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenPrice {
    input: u64,
    output: u64,
}

impl TokenPrice {
    /// A price in US dollars for a million tokens, read and written; digits beyond the sixth after
    /// the point are rounded up.
    pub fn new(input: f64, output: f64) -> Result<TokenPrice, MoneyError> {
        // A dollar for a million tokens is a millionth of a dollar for each.
        Ok(TokenPrice { input: micros(input)?, output: micros(output)? })
    }

    /// The cost of these tokens in millionths of a US dollar, rounded up; as with reported costs, not
    /// more than a record may have for a reply.
    pub fn cost(self, input: u64, output: u64) -> u64 {
        let price = |tokens: u64, each: u64| u128::from(tokens) * u128::from(each);
        let all = price(input, self.input).saturating_add(price(output, self.output));
        u64::try_from(all.div_ceil(1_000_000)).map_or(MOST_MICROS, |cost| cost.min(MOST_MICROS))
    }
}

/// US dollars in millionths, rounded up: exact for the shortest decimal number that reads as
/// `dollars`.
pub fn micros(dollars: f64) -> Result<u64, MoneyError> {
    if !dollars.is_finite() || dollars.is_sign_negative() && dollars != 0.0 {
        return Err(MoneyError::Range);
    }
    decimal_micros(&format!("{}", dollars.abs())).ok_or(MoneyError::Range)
}

/// A sum such as `20 USD` or `0.5 USD` in millionths of a US dollar, rounded up.
pub fn read_usd(text: &str) -> Result<u64, MoneyError> {
    let number = text.trim().strip_suffix("USD").map(str::trim).ok_or(MoneyError::Form)?;
    let is_plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    if !is_plain || !number.starts_with(|c: char| c.is_ascii_digit()) || number.ends_with('.') {
        return Err(if number.starts_with('-') { MoneyError::Range } else { MoneyError::Form });
    }
    if number.matches('.').count() > 1 {
        return Err(MoneyError::Form);
    }
    decimal_micros(number).ok_or(MoneyError::Range)
}

/// A sum in millionths of a US dollar as tables show it: with two to six digits after the point.
pub fn show_usd(micros: u64) -> String {
    let (whole, part) = (micros / 1_000_000, micros % 1_000_000);
    let digits = format!("{part:06}");
    let kept = digits.trim_end_matches('0').len().max(2);
    format!("{whole}.{} USD", &digits[..kept])
}

/// The millionths of a number of digits with at most one point, rounded up; `None` above the bound.
fn decimal_micros(number: &str) -> Option<u64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let whole: u64 = whole.parse().ok()?;
    let digits: String = part.chars().chain("000000".chars()).take(6).collect();
    let rest = part.get(6..).unwrap_or_default();
    let up = u64::from(rest.bytes().any(|digit| digit != b'0'));
    let micros =
        whole.checked_mul(1_000_000)?.checked_add(digits.parse().ok()?)?.checked_add(up)?;
    (micros <= MOST_MICROS).then_some(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_exact_to_the_millionth_and_rounded_up() {
        for (dollars, expected) in [
            (0.0, 0),
            (0.003_12, 3_120),
            (0.1, 100_000),
            (0.3, 300_000),
            (1e-7, 1),
            (0.000_001, 1),
            (0.000_001_1, 2),
            (2.675, 2_675_000),
            (999_999.999_999, 999_999_999_999),
            (1e6, 1_000_000_000_000),
        ] {
            assert_eq!(micros(dollars), Ok(expected), "{dollars}");
        }
        for dollars in [-0.01, 1e6 + 1.0, 1e300, f64::NAN, f64::INFINITY] {
            assert_eq!(micros(dollars), Err(MoneyError::Range), "{dollars}");
        }
        assert_eq!(micros(-0.0), Ok(0));
    }

    #[test]
    fn limits_are_read_and_shown() {
        for (text, expected) in [
            ("20 USD", Ok(20_000_000)),
            ("0.5USD", Ok(500_000)),
            ("1.2345678 USD", Ok(1_234_568)),
            ("20", Err(MoneyError::Form)),
            ("20 EUR", Err(MoneyError::Form)),
            ("1e3 USD", Err(MoneyError::Form)),
            ("1.2.3 USD", Err(MoneyError::Form)),
            (".5 USD", Err(MoneyError::Form)),
            ("-1 USD", Err(MoneyError::Range)),
            ("1000001 USD", Err(MoneyError::Range)),
            ("99999999999999999999 USD", Err(MoneyError::Range)),
        ] {
            assert_eq!(read_usd(text), expected, "{text}");
        }
        for (micros, expected) in [
            (0, "0.00 USD"),
            (20_000_000, "20.00 USD"),
            (3_120, "0.00312 USD"),
            (1, "0.000001 USD"),
        ] {
            assert_eq!(show_usd(micros), expected);
        }
    }

    #[test]
    fn prices_are_exact() {
        let price = |input, output| TokenPrice::new(input, output).unwrap();
        assert_eq!(price(3.0, 15.0).cost(812, 40), 3_036);
        assert_eq!(price(3.0, 15.0).cost(0, 0), 0);
        assert_eq!(price(0.075, 0.3).cost(1, 0), 1, "rounded up");
        assert_eq!(price(0.075, 0.3).cost(1_000_000, 1_000_000), 375_000);
        assert_eq!(price(0.1, 0.2).cost(10, 10), 3);
        for tokens in [1_000_001, u64::MAX] {
            assert_eq!(price(1e6, 1e6).cost(tokens, tokens), MOST_MICROS, "{tokens}");
        }
        assert!(TokenPrice::new(-1.0, 0.0).is_err() && TokenPrice::new(0.0, f64::NAN).is_err());
    }
}
