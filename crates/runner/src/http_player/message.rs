//! Requests and responses: version 1 of the protocol in `docs/protocols/http.md`.

use super::say;
use certamen_game::{
    Illegal, Map, Outcome, Play, Seat, View, escape_reply,
    job::{LONGEST_ACTION, micros},
    record::{MOST_TOKENS, Usage},
    unescape_reply,
};
use certamen_i18n::{Localize, Message};
use serde::Serialize;
use serde_json::Value;

/// The version of the protocol.
const VERSION: u32 = 1;
/// The most legal actions that a request lists.
const MOST_ACTIONS: usize = 1_000;
/// The longest note, in bytes.
const LONGEST_NOTE: usize = 4 << 10;
/// How deeply objects and lists may be nested in a response.
const DEEPEST: usize = 16;

/// What a player is asked, or is sent at the end.
#[derive(Serialize)]
pub(crate) struct Request<'a> {
    v: u32,
    #[serde(rename = "match")]
    match_id: &'a str,
    game: &'a str,
    rules: u32,
    options: &'a Map,
    seat: Seat,
    /// The turn that is asked for, from 1; at the end the number of the last one.
    turn: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<u32>,
    observation: String,
    /// The lines that a living program would have been sent since the last turn.
    news: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<&'a Rejected>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'a Outcome>,
}

/// The reply that was rejected before, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Rejected {
    /// Escaped and cut as in records; `None` if there was no action.
    pub(crate) reply: Option<String>,
    pub(crate) reason: String,
}

impl<'a> Request<'a> {
    fn of(view: &'a View<'_>, match_id: &'a str, news: &'a [String]) -> Request<'a> {
        Request {
            v: VERSION,
            match_id,
            game: &view.table.game,
            rules: view.table.rules,
            options: &view.table.options,
            seat: view.seat,
            turn: view.turns.len() as u64,
            attempt: None,
            observation: view.state.observation(view.seat),
            news,
            actions: None,
            more: false,
            deadline_ms: None,
            rejected: None,
            event: None,
            outcome: None,
        }
    }

    /// Asks for a move.
    pub(crate) fn turn(
        view: &'a View<'_>,
        match_id: &'a str,
        news: &'a [String],
        attempt: u32,
    ) -> Request<'a> {
        let request = Request::of(view, match_id, news);
        Request { turn: request.turn + 1, attempt: Some(attempt), ..request }
    }

    /// Announces the end.
    pub(crate) fn end(
        view: &'a View<'_>,
        match_id: &'a str,
        news: &'a [String],
        outcome: &'a Outcome,
    ) -> Request<'a> {
        let request = Request::of(view, match_id, news);
        Request { event: Some("end"), outcome: Some(outcome), ..request }
    }

    pub(crate) fn listing_actions(self, view: &View<'_>) -> Request<'a> {
        let mut actions = view.state.legal_actions(view.seat, MOST_ACTIONS + 1);
        let more = actions.len() > MOST_ACTIONS;
        actions.truncate(MOST_ACTIONS);
        // Some rules list them for no reader.
        let actions = Some(actions).filter(|actions| !actions.is_empty());
        Request { actions, more, ..self }
    }

    pub(crate) fn within(self, deadline_ms: u64) -> Request<'a> {
        Request { deadline_ms: Some(deadline_ms), ..self }
    }

    pub(crate) fn after(self, rejected: Option<&'a Rejected>) -> Request<'a> {
        Request { rejected, ..self }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("requests are plain data")
    }
}

/// What a response says.
#[derive(Debug)]
pub(crate) struct HttpAnswer {
    pub(crate) note: Option<String>,
    pub(crate) usage: Usage,
    /// The action, or why there is none.
    pub(crate) action: Result<String, Rejection>,
}

/// Why a response is not accepted.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Rejection {
    /// Its status is another one than 200.
    Status(u16),
    /// It is not HTTP.
    Garbled,
    NoJson,
    Nested,
    NoAction,
    LongAction,
    LongNote,
    /// A number of `usage` is not possible.
    Usage(&'static str),
    /// The rules do not accept the action.
    Illegal(String, Illegal),
}

impl Rejection {
    /// The reply as records have it, unless there was none or what is kept of it would be legal.
    pub(crate) fn reply(&self, view: &View<'_>) -> Option<String> {
        let Rejection::Illegal(action, _) = self else { return None };
        let kept = escape_reply(action);
        view.state.read(view.seat, &unescape_reply(&kept)).is_err().then_some(kept)
    }

    /// Why, for the player.
    pub(crate) fn reason(&self) -> Message {
        match self {
            Rejection::Status(status @ 300..400) => say::redirect(status),
            Rejection::Status(status) => say::status(status),
            Rejection::Garbled => say::garbled(),
            Rejection::NoJson => say::no_json(),
            Rejection::Nested => say::nested(DEEPEST),
            Rejection::NoAction => say::no_action(),
            Rejection::LongAction => say::long_action(LONGEST_ACTION),
            Rejection::LongNote => say::long_note(LONGEST_NOTE),
            Rejection::Usage(key) => say::wrong_usage(*key),
            Rejection::Illegal(_, why) => why.message(),
        }
    }
}

impl HttpAnswer {
    /// A response that says nothing that could be used.
    pub(crate) fn rejected(why: Rejection) -> HttpAnswer {
        HttpAnswer { note: None, usage: Usage::default(), action: Err(why) }
    }

    /// Reads the body of a response with status 200.
    pub(crate) fn read(body: &[u8]) -> HttpAnswer {
        let refused = HttpAnswer::rejected;
        if is_nested_deeper(body, DEEPEST) {
            return refused(Rejection::Nested);
        }
        let Ok(Value::Object(object)) = serde_json::from_slice(body) else {
            return refused(Rejection::NoJson);
        };
        let usage = match object.get("usage").map_or(Ok(Usage::default()), read_usage) {
            Ok(usage) => usage,
            Err(why) => return refused(why),
        };
        let note = object.get("note").and_then(Value::as_str).map(str::to_owned);
        if note.as_ref().is_some_and(|note| note.len() > LONGEST_NOTE) {
            return HttpAnswer { usage, ..refused(Rejection::LongNote) };
        }
        let action = match object.get("action").and_then(Value::as_str) {
            Some(action) if action.chars().count() <= LONGEST_ACTION => Ok(action.to_owned()),
            Some(_) => Err(Rejection::LongAction),
            None => Err(Rejection::NoAction),
        };
        HttpAnswer { note, usage, action }
    }

    /// The action in `view`.
    pub(crate) fn play(&self, view: &View<'_>) -> Result<Play, Rejection> {
        let action = self.action.as_ref().map_err(Rejection::clone)?;
        let read = view.state.read(view.seat, action);
        read.map_err(|why| Rejection::Illegal(action.clone(), why))
    }
}

fn read_usage(value: &Value) -> Result<Usage, Rejection> {
    let tokens = |key: &'static str| match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(count) => {
            let count = count.as_u64().filter(|count| *count <= MOST_TOKENS);
            count.map(Some).ok_or(Rejection::Usage(key))
        }
    };
    if !value.is_object() && !value.is_null() {
        return Err(Rejection::Usage("usage"));
    }
    let usd_micros = match value.get("usd") {
        None | Some(Value::Null) => None,
        Some(usd) => {
            let sum = usd.as_f64().and_then(|usd| micros(usd).ok());
            Some(sum.ok_or(Rejection::Usage("usd"))?)
        }
    };
    Ok(Usage { input: tokens("in")?, output: tokens("out")?, usd_micros })
}

/// Whether lists and objects are nested deeper than `most`, as far as the bytes are JSON.
fn is_nested_deeper(body: &[u8], most: usize) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in body {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                depth += 1;
                if depth > most {
                    return true;
                }
            }
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn responses_are_read_or_rejected() {
        let accepted = HttpAnswer::read(
            br#"{"action":"12","note":"why","usage":{"in":812,"out":40,"usd":0.00312},"x":[1]}"#,
        );
        assert_eq!(accepted.action.as_deref(), Ok("12"));
        assert_eq!(accepted.note.as_deref(), Some("why"));
        let (input, output, usd_micros) = (Some(812), Some(40), Some(3_120));
        assert_eq!(accepted.usage, Usage { input, output, usd_micros });
        let nested = |deep: usize| {
            format!(r#"{{"action":"1","x":{}{}}}"#, "[".repeat(deep), "]".repeat(deep))
        };
        let long =
            |key: &str, length| format!(r#"{{"{key}":"{}","action":"1"}}"#, "é".repeat(length));
        assert_eq!(HttpAnswer::read(nested(15).as_bytes()).action.as_deref(), Ok("1"));
        assert_eq!(HttpAnswer::read(long("note", 2048).as_bytes()).action.as_deref(), Ok("1"));
        let action = format!(r#"{{"action":"{}"}}"#, "é".repeat(500));
        assert!(HttpAnswer::read(action.as_bytes()).action.is_ok());
        let action = format!(r#"{{"action":"{}"}}"#, "é".repeat(501));
        for (body, expected) in [
            ("12", Rejection::NoJson),
            ("The best move is 12.", Rejection::NoJson),
            ("", Rejection::NoJson),
            ("[]", Rejection::NoJson),
            (r#"{"action":"1"} and"#, Rejection::NoJson),
            (&nested(16), Rejection::Nested),
            (&"[".repeat(60_000), Rejection::Nested),
            ("{}", Rejection::NoAction),
            (r#"{"action":12}"#, Rejection::NoAction),
            (r#"{"action":null}"#, Rejection::NoAction),
            (&action, Rejection::LongAction),
            (&long("note", 2049), Rejection::LongNote),
            (r#"{"action":"1","usage":{"in":-1}}"#, Rejection::Usage("in")),
            (r#"{"action":"1","usage":{"in":1.5}}"#, Rejection::Usage("in")),
            (r#"{"action":"1","usage":{"out":1000000000001}}"#, Rejection::Usage("out")),
            (r#"{"action":"1","usage":{"usd":-0.1}}"#, Rejection::Usage("usd")),
            (r#"{"action":"1","usage":{"usd":1000000.1}}"#, Rejection::Usage("usd")),
            (r#"{"action":"1","usage":{"usd":"1"}}"#, Rejection::Usage("usd")),
            (r#"{"action":"1","usage":[1]}"#, Rejection::Usage("usage")),
            (r#"{"action":"1","usage":{"usd":1e999}}"#, Rejection::NoJson),
            (r#"{"action":"1","usage":{"usd":NaN}}"#, Rejection::NoJson),
        ] {
            assert_eq!(HttpAnswer::read(body.as_bytes()).action, Err(expected), "{body:.80}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(body in proptest::collection::vec(any::<u8>(), 0..200)) {
            HttpAnswer::read(&body);
        }
    }
}
