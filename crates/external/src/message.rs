//! Responses of rules programs, as the protocol has them, and their limits.
//!
//! A response is checked as a whole before any of it is used. What is wrong is either its syntax,
//! which another process may get right, or a value, which is named by its path.

use crate::{grid, picture, say};
use certamen_game::{Map, Picture, RulesFaultKind, ValueError, ValueProblem, legible, read};
use certamen_i18n::{Localize, Message};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::ops::Range;

/// The limits of messages, in bytes unless it is said otherwise.
#[derive(Clone, Copy, Debug)]
pub struct MessageLimits {
    /// A response.
    pub response: usize,
    /// A response to `batch`.
    pub batch: usize,
    /// The depth of nested lists and objects.
    pub nesting: usize,
    /// A state.
    pub state: usize,
    /// An observation, news, a text.
    pub text: usize,
    /// An action.
    pub action: usize,
    /// The number of legal actions of a seat.
    pub legal: usize,
    /// The rows and columns of a grid.
    pub grid: usize,
    /// A message to a player.
    pub message: usize,
}

/// The limits of version 1 of the protocol.
pub const LIMITS: MessageLimits = MessageLimits {
    response: 1 << 20,
    batch: 8 << 20,
    nesting: 64,
    state: 256 << 10,
    text: 64 << 10,
    action: 4 << 10,
    legal: 10_000,
    grid: 64,
    message: 1 << 10,
};

/// What is wrong with a response.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Wrong {
    pub(crate) kind: RulesFaultKind,
    pub(crate) field: Option<String>,
    pub(crate) at: Option<String>,
    pub(crate) detail: Message,
}

impl Wrong {
    pub(crate) fn syntax(detail: Message) -> Wrong {
        Wrong { kind: RulesFaultKind::Syntax, field: None, at: None, detail }
    }

    pub(crate) fn value(field: impl Into<String>, detail: Message) -> Wrong {
        let field = Some(field.into());
        Wrong { kind: RulesFaultKind::Value, field, at: None, detail }
    }

    fn of_value_error(mut error: ValueError) -> Wrong {
        if let ValueProblem::UnknownKey { key, .. } = &error.value_problem {
            error.path.push(key.clone());
        }
        let mut field = String::new();
        for part in &error.path {
            if part.bytes().all(|byte| byte.is_ascii_digit()) {
                field.extend(["[", part, "]"]);
            } else {
                field.push_str(if field.is_empty() { "" } else { "." });
                field.push_str(&legible(part));
            }
        }
        let detail = error.value_problem.message();
        let field = Some(field).filter(|field| !field.is_empty());
        Wrong { kind: RulesFaultKind::Value, field, at: None, detail }
    }
}

/// A response whose `id` is right and which is no error.
pub(crate) struct Response {
    line: String,
    body: Map,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramError {
    message: String,
    at: Option<String>,
}

impl Response {
    /// Reads the line that answers the request `id`.
    pub(crate) fn of_line(line: &[u8], id: u64) -> Result<Response, Wrong> {
        Response::within(line, id, LIMITS.response, LIMITS.nesting)
    }

    /// Reads the line that answers the `batch` with this `id`: the responses that are no errors, of
    /// which there may be fewer than requests.
    pub(crate) fn of_batch(line: &[u8], id: u64) -> Result<Vec<Response>, Wrong> {
        // Each of them is one level deeper than alone, and so is their list.
        let all = Response::within(line, id, LIMITS.batch, LIMITS.nesting + 2)?;
        let at = member(&all.line, 0, "responses");
        let texts = at.map(|at| elements(&all.line, at.start)).unwrap_or_default();
        let RawBatch { responses } =
            read(&Value::Object(all.body)).map_err(Wrong::of_value_error)?;
        let is_success = |body: &Map| !body.contains_key("error");
        let both = texts.into_iter().zip(responses).take_while(|(_, body)| is_success(body));
        let response = |(at, body): (Range<usize>, Map)| {
            let line = all.line.get(at).ok_or_else(|| Wrong::syntax(say::no_state()))?;
            if line.len() > LIMITS.response {
                return Err(Wrong::syntax(say::response_too_large(LIMITS.response)));
            }
            Ok(Response { line: line.to_owned(), body })
        };
        both.map(response).collect()
    }

    fn within(line: &[u8], id: u64, most: usize, deepest: usize) -> Result<Response, Wrong> {
        let line = std::str::from_utf8(line).map_err(|_| Wrong::syntax(say::not_utf8()))?;
        if line.len() > most {
            return Err(Wrong::syntax(say::response_too_large(most)));
        }
        if depth(line) > deepest {
            return Err(Wrong::syntax(say::too_deep(deepest)));
        }
        let value: Value = serde_json::from_str(line).map_err(|error| {
            let words = error.to_string();
            // A number that no machine has is a value, though the parser stops there.
            let is_number = words.starts_with("number out of range");
            let detail = say::not_json(legible(&words));
            let kind = if is_number { RulesFaultKind::Value } else { RulesFaultKind::Syntax };
            Wrong { kind, ..Wrong::syntax(detail) }
        })?;
        let Value::Object(mut body) = value else {
            return Err(Wrong::syntax(say::not_an_object()));
        };
        let found = body.remove("id").unwrap_or_default();
        if found.as_u64() != Some(id) {
            return Err(Wrong::syntax(say::wrong_id(legible(&found.to_string()), id)));
        }
        if let Some(error) = body.get("error") {
            let error: ProgramError = read(error).map_err(|error| {
                Wrong::of_value_error(ValueError {
                    path: [vec!["error".to_owned()], error.path].concat(),
                    ..error
                })
            })?;
            let clipped =
                |text: &str| legible(&text.chars().take(LIMITS.message).collect::<String>());
            return Err(Wrong {
                kind: RulesFaultKind::Error,
                field: None,
                at: error.at.as_deref().map(clipped),
                detail: Message::verbatim(clipped(&error.message)),
            });
        }
        Ok(Response { line: line.to_owned(), body })
    }

    /// The response as text, without its number.
    pub(crate) fn without_id(&self) -> String {
        Value::Object(self.body.clone()).to_string()
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.body.get(key)
    }

    /// The whole response as a `T`.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<T, Wrong> {
        read(&Value::Object(self.body)).map_err(Wrong::of_value_error)
    }

    /// The state in a response that has nothing else; `None` if it is null.
    pub(crate) fn take_state(self) -> Result<Option<String>, Wrong> {
        match self.body.get("state") {
            None => return Err(Wrong::value("state", say::key_missing())),
            Some(Value::Null) => return Ok(None),
            Some(_) => {}
        }
        let state = member(&self.line, 0, "state").and_then(|at| self.line.get(at));
        let state = state.ok_or_else(|| Wrong::syntax(say::no_state()))?;
        if state.len() > LIMITS.state {
            return Err(Wrong::value("state", say::too_large(state.len(), LIMITS.state)));
        }
        Ok(Some(state.to_owned()))
    }

    /// The position in it, which is removed; `None` if there is none.
    pub(crate) fn take_position(&mut self) -> Result<Option<(String, RawPosition)>, Wrong> {
        let Some(value) = self.body.remove("position") else { return Ok(None) };
        let Value::Object(mut position) = value else {
            return Err(Wrong::value("position", say::not_an_object()));
        };
        if position.remove("state").is_none() {
            return Err(Wrong::value("position.state", say::key_missing()));
        }
        // The state goes back as the same bytes.
        let line = &self.line;
        let state = member(line, 0, "position").and_then(|at| member(line, at.start, "state"));
        let state =
            state.and_then(|at| line.get(at)).ok_or_else(|| Wrong::syntax(say::no_state()))?;
        if state.len() > LIMITS.state {
            let why = say::too_large(state.len(), LIMITS.state);
            return Err(Wrong::value("position.state", why));
        }
        let state = state.to_owned();
        let position = read(&Value::Object(position)).map_err(|error| {
            let path = [vec!["position".to_owned()], error.path].concat();
            Wrong::of_value_error(ValueError { path, ..error })
        })?;
        Ok(Some((state, position)))
    }
}

/// A position as a program gives it, but for its state.
#[derive(Clone, PartialEq, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPosition {
    pub(crate) to_act: Vec<u8>,
    pub(crate) observations: Vec<String>,
    pub(crate) outcome: Option<RawOutcome>,
    pub(crate) news: Option<Vec<Option<String>>>,
    pub(crate) automatic: Option<String>,
    pub(crate) legal: Option<Vec<Option<Vec<String>>>>,
    pub(crate) scores: Option<Vec<f64>>,
    pub(crate) display: Option<RawDisplay>,
}

#[derive(Clone, PartialEq, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawOutcome {
    pub(crate) scores: Vec<f64>,
    pub(crate) detail: Option<Map>,
    pub(crate) limit: Option<bool>,
}

#[derive(Clone, PartialEq, Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawDisplay {
    pub(crate) text: Option<String>,
    pub(crate) grid: Option<Value>,
    pub(crate) picture: Option<Value>,
    pub(crate) caption: Option<String>,
}

/// The response to `turn`, without its position.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTurn {
    pub(crate) actions: Vec<Option<String>>,
    pub(crate) reasons: Option<Vec<Option<Value>>>,
}

/// The response to `start`, without its position.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawStart {
    pub(crate) rejected: Option<Rejected>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rejected {
    pub(crate) option: String,
    pub(crate) message: Value,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawAction {
    pub(crate) action: Option<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RawBatch {
    responses: Vec<Map>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawForfeit {
    pub(crate) outcome: RawOutcome,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawInitialize {
    pub(crate) protocol: u32,
    pub(crate) manifest: Option<Value>,
    #[serde(default)]
    pub(crate) environment: Map,
}

/// What a position must agree with.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) seats: u8,
    pub(crate) is_win_loss: bool,
    /// Whether the observations of all seats were asked for.
    pub(crate) all_observations: bool,
}

impl Expected {
    /// Checks everything in a position that its types leave open.
    pub(crate) fn check(self, position: &RawPosition) -> Result<(), Wrong> {
        let seats = self.seats;
        for (at, seat) in position.to_act.iter().enumerate() {
            let field = || format!("position.to_act[{at}]");
            if *seat >= seats {
                return Err(Wrong::value(field(), say::seat_of(*seat, seats)));
            }
            if at > 0 && position.to_act[at - 1] >= *seat {
                return Err(Wrong::value(field(), say::not_ascending()));
            }
        }
        match &position.outcome {
            Some(_) if !position.to_act.is_empty() => {
                return Err(Wrong::value("position.outcome", say::over_but_acting()));
            }
            None if position.to_act.is_empty() => {
                return Err(Wrong::value("position.to_act", say::no_seat_acts()));
            }
            Some(outcome) => self.check_outcome("position.outcome", outcome)?,
            None => {}
        }
        self.check_texts(position)?;
        if let Some(action) = &position.automatic {
            if position.to_act.len() != 1 {
                return Err(Wrong::value("position.automatic", say::automatic_of_one()));
            }
            check_action("position.automatic", action)?;
        }
        if let Some(scores) = &position.scores {
            count("position.scores", scores.len(), seats.into())?;
        }
        Ok(())
    }

    fn check_texts(self, position: &RawPosition) -> Result<(), Wrong> {
        let acting = position.to_act.len();
        let due = if self.all_observations { self.seats.into() } else { acting };
        count("position.observations", position.observations.len(), due)?;
        for (at, text) in position.observations.iter().enumerate() {
            check_text(&format!("position.observations[{at}]"), text)?;
        }
        if let Some(news) = &position.news {
            count("position.news", news.len(), self.seats.into())?;
            for (at, text) in news.iter().enumerate() {
                check_text(&format!("position.news[{at}]"), text.as_deref().unwrap_or_default())?;
            }
        }
        if let Some(legal) = &position.legal {
            count("position.legal", legal.len(), acting)?;
            for (at, actions) in legal.iter().enumerate() {
                let Some(actions) = actions else { continue };
                let field = format!("position.legal[{at}]");
                if actions.is_empty() || actions.len() > LIMITS.legal {
                    let why = say::legal_count(actions.len(), LIMITS.legal);
                    return Err(Wrong::value(field, why));
                }
                for (which, action) in actions.iter().enumerate() {
                    check_action(&format!("{field}[{which}]"), action)?;
                }
            }
        }
        let display = position.display.as_ref();
        let texts = display.map(|display| [("text", &display.text), ("caption", &display.caption)]);
        for (key, text) in texts.into_iter().flatten() {
            check_text(&format!("position.display.{key}"), text.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }

    pub(crate) fn check_outcome(self, field: &str, outcome: &RawOutcome) -> Result<(), Wrong> {
        let field = format!("{field}.scores");
        count(&field, outcome.scores.len(), self.seats.into())?;
        for (at, score) in outcome.scores.iter().enumerate() {
            let known = score.is_finite() && (!self.is_win_loss || [0.0, 0.5, 1.0].contains(score));
            if !known {
                return Err(Wrong::value(format!("{field}[{at}]"), say::bad_score(score)));
            }
        }
        Ok(())
    }
}

fn count(field: &str, found: usize, due: usize) -> Result<(), Wrong> {
    if found == due { Ok(()) } else { Err(Wrong::value(field, say::entries(found, due))) }
}

fn check_text(field: &str, text: &str) -> Result<(), Wrong> {
    if text.len() > LIMITS.text {
        return Err(Wrong::value(field, say::too_large(text.len(), LIMITS.text)));
    }
    Ok(())
}

/// Checks the form of an action.
pub(crate) fn check_action(field: &str, action: &str) -> Result<(), Wrong> {
    if action.len() > LIMITS.action {
        return Err(Wrong::value(field, say::too_large(action.len(), LIMITS.action)));
    }
    if action.chars().any(char::is_control) {
        return Err(Wrong::value(field, say::control_character()));
    }
    Ok(())
}

impl RawDisplay {
    /// The picture of its grid, or the one that it has itself; or which of them is wrong, and why.
    pub(crate) fn drawn(&self) -> Result<Option<Picture>, (&'static str, Message)> {
        let caption = self.caption.as_deref();
        if let Some(grid) = &self.grid {
            let drawn = grid::picture(grid, caption);
            return drawn.map(Some).map_err(|why| ("position.display.grid", why));
        }
        let Some(own) = &self.picture else { return Ok(None) };
        let drawn = picture::picture(own, caption);
        drawn.map(Some).map_err(|why| ("position.display.picture", why))
    }
}

/// A message of the rules: a text, or an id with arguments, which is shown as it is.
pub(crate) fn message(field: &str, value: &Value) -> Result<Message, Wrong> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Object(keys) if keys.get("id").is_some_and(Value::is_string) => {
            let id = keys["id"].as_str().unwrap_or_default();
            match keys.get("args") {
                Some(Value::Object(arguments)) => {
                    let shown = arguments.iter().map(|(key, value)| format!("{key} = {value}"));
                    format!("{id} ({})", shown.collect::<Vec<_>>().join(", "))
                }
                _ => id.to_owned(),
            }
        }
        _ => return Err(Wrong::value(field, say::not_a_message())),
    };
    // Cut, not refused: reasons list actions, and no reply of a player may become a fault of the rules.
    let most = LIMITS.message - "…".len();
    let text = match (0..=most).rev().find(|end| text.is_char_boundary(*end)) {
        Some(end) if text.len() > LIMITS.message => format!("{}…", &text[..end]),
        _ => text,
    };
    Ok(Message::verbatim(legible(&text)))
}

/// The deepest nesting of lists and objects in a text that may or may not be JSON.
pub(crate) fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut at) = (0_usize, 0, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            _ => at += 1,
        }
    }
    deepest
}

/// The place behind the string that begins at `at`.
fn end_of_string(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Where the value of `key` is in the object that begins at `start` of a valid JSON text: the last
/// one, as parsers take it.
pub(crate) fn member(text: &str, start: usize, key: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let blank = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    };
    let mut at = blank(start);
    if bytes.get(at) != Some(&b'{') {
        return None;
    }
    let mut found = None;
    loop {
        at = blank(at + 1);
        if bytes.get(at) != Some(&b'"') {
            return found;
        }
        let end = end_of_string(bytes, at);
        let is_key = text.get(at + 1..end - 1) == Some(key);
        at = blank(blank(end) + 1);
        let end = end_of_value(bytes, at)?;
        if is_key {
            found = Some(at..end);
        }
        at = blank(end);
        if bytes.get(at) != Some(&b',') {
            return found;
        }
    }
}

/// Where the values of the list are that begins at `start` of a valid JSON text.
fn elements(text: &str, start: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let blank = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    };
    let mut found = Vec::new();
    let mut at = blank(start);
    // An opening bracket or a comma is before each of them.
    while matches!(bytes.get(at), Some(b'[' | b',')) {
        let start = blank(at + 1);
        let Some(end) = end_of_value(bytes, start).filter(|end| *end > start) else { break };
        found.push(start..end);
        at = blank(end);
    }
    found
}

fn end_of_value(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth) = (start, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_string(bytes, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            byte if depth == 0 && byte.is_ascii_whitespace() => return Some(at),
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 && at > start {
            return Some(at);
        }
    }
    None
}

/// The line of a request; `state` is spliced in as the same bytes.
pub(crate) fn request_line(id: u64, kind: &str, state: Option<&str>, fields: &Map) -> String {
    let mut line = format!("{{\"id\":{id},\"type\":{}", json!(kind));
    if let Some(state) = state {
        line.push_str(",\"state\":");
        line.push_str(state);
    }
    for (key, value) in fields {
        line.extend([",", &json!(key).to_string(), ":", &value.to_string()]);
    }
    line.push('}');
    line
}

/// The line of a `batch` of turns, the first of them from `state`.
pub(crate) fn batch_line(id: u64, state: &str, turns: &[Map]) -> String {
    let mut line = format!("{{\"id\":{id},\"type\":\"batch\",\"requests\":[");
    for (at, fields) in turns.iter().enumerate() {
        line.push_str(if at == 0 { "{\"type\":\"turn\"" } else { ",{\"type\":\"turn\"" });
        if at == 0 {
            line.push_str(",\"state\":");
            line.push_str(state);
        }
        for (key, value) in fields {
            line.extend([",", &json!(key).to_string(), ":", &value.to_string()]);
        }
        line.push('}');
    }
    line.push_str("]}");
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wrong(line: &str) -> (RulesFaultKind, Option<String>) {
        let found = Response::of_line(line.as_bytes(), 2).and_then(|mut response| {
            let (_, position) = response.take_position()?.expect("there is one");
            Expected { seats: 3, is_win_loss: false, all_observations: false }.check(&position)
        });
        let wrong = found.unwrap_err();
        (wrong.kind, wrong.field)
    }

    fn position(fields: &str) -> String {
        format!("{{\"id\":2,\"position\":{{\"state\":1,{fields}}}}}")
    }

    #[test]
    fn what_is_no_response_is_a_matter_of_syntax() {
        let deep = format!("{{\"id\":2,\"x\":{}", "[".repeat(1_000_000));
        for line in
            ["", "{", "[1]", "{\"id\":3}", "{\"id\":\"2\"}", "{}", "{\"id\":2,\"x\":NaN}", &deep]
        {
            let found = Response::of_line(line.as_bytes(), 2).map(|_| ()).unwrap_err();
            assert_eq!(found.kind, RulesFaultKind::Syntax, "{}", &line[..line.len().min(40)]);
        }
        let found = Response::of_line(b"{\"id\":2,\"x\":\"\xff\"}", 2).map(|_| ()).unwrap_err();
        assert_eq!(found.kind, RulesFaultKind::Syntax);
    }

    #[test]
    fn wrong_values_are_named_by_their_paths() {
        let state =
            format!("{{\"id\":2,\"position\":{{\"state\":\"{}\"}}}}", "x".repeat(300 << 10));
        let cases = [
            (position("\"to_act\":[0,7],\"observations\":[\"\",\"\"]"), "position.to_act[1]"),
            (position("\"to_act\":[1,1],\"observations\":[\"\",\"\"]"), "position.to_act[1]"),
            (position("\"to_act\":[1],\"observations\":[]"), "position.observations"),
            (position("\"to_act\":[1],\"observations\":[7]"), "position.observations[0]"),
            (position("\"to_act\":[],\"observations\":[]"), "position.to_act"),
            (
                position("\"to_act\":[1],\"observations\":[\"\"],\"outcome\":{\"scores\":[1,2,3]}"),
                "position.outcome",
            ),
            (
                position("\"to_act\":[],\"observations\":[],\"outcome\":{\"scores\":[1,2]}"),
                "position.outcome.scores",
            ),
            (
                position("\"to_act\":[1],\"observations\":[\"\"],\"legal\":[[\"a\"],[\"b\"]]"),
                "position.legal",
            ),
            (
                position("\"to_act\":[1],\"observations\":[\"\"],\"legal\":[[\"a\\u0007\"]]"),
                "position.legal[0][0]",
            ),
            (state, "position.state"),
        ];
        for (line, field) in cases {
            let shown = &line[..line.len().min(200)];
            assert_eq!(wrong(&line), (RulesFaultKind::Value, Some(field.to_owned())), "{shown}");
        }
        let reserved = position("\"to_act\":[1],\"observations\":[\"\"],\"holds\":1");
        assert_eq!(wrong(&reserved).0, RulesFaultKind::Value);
        let infinite =
            position("\"to_act\":[],\"observations\":[],\"outcome\":{\"scores\":[1e999,0,0]}");
        assert_eq!(wrong(&infinite).0, RulesFaultKind::Value);
    }

    #[test]
    fn an_error_of_the_program_has_its_line() {
        let line = b"{\"id\":2,\"error\":{\"message\":\"KeyError: 'x'\",\"at\":\"m.py:10\"}}";
        let found = Response::of_line(line, 2).map(|_| ()).unwrap_err();
        assert_eq!((found.kind, found.at.as_deref()), (RulesFaultKind::Error, Some("m.py:10")));
    }

    #[test]
    fn a_state_goes_back_as_the_same_bytes() {
        let line = "{\"id\":2, \"position\" : {\"x\":[\"}\",{\"state\":0}], \"state\" : {\"a\": 1.50, \
                    \"b\":\"\\\"},\"} , \"to_act\":[]}}";
        let at = member(line, 0, "position").unwrap();
        let state = member(line, at.start, "state").unwrap();
        assert_eq!(&line[state], "{\"a\": 1.50, \"b\":\"\\\"},\"}");
        assert_eq!(
            request_line(7, "position", Some("1.0"), &Map::new()),
            "{\"id\":7,\"type\":\"position\",\"state\":1.0}"
        );
    }

    #[test]
    fn responses_of_a_batch_keep_the_bytes_of_their_states() {
        let line = "{\"id\":2, \"responses\" : [ {\"position\":{\"state\": [1.50 ,\"]\"],\"to_act\":[],\
                    \"observations\":[]}} , {\"position\":{\"state\":\"}\",\"to_act\":[],\
                    \"observations\":[]}},{\"error\":{\"message\":\"x\"}},{\"position\":7}]}";
        let responses = Response::of_batch(line.as_bytes(), 2).unwrap();
        let states = responses.into_iter().map(|mut it| it.take_position().unwrap().unwrap().0);
        assert_eq!(states.collect::<Vec<_>>(), ["[1.50 ,\"]\"]", "\"}\""]);
        for wrong in ["{\"id\":2}", "{\"id\":2,\"responses\":7}", "{\"id\":2,\"responses\":[7]}"] {
            assert!(Response::of_batch(wrong.as_bytes(), 2).is_err(), "{wrong}");
        }
        let turns = [json!({"replies": ["a"]}), json!({"automatic": true})];
        let turns = turns.map(|turn| turn.as_object().unwrap().clone());
        assert_eq!(
            batch_line(7, "1.0", &turns),
            "{\"id\":7,\"type\":\"batch\",\"requests\":[{\"type\":\"turn\",\"state\":1.0,\"replies\":[\"a\"]},\
             {\"type\":\"turn\",\"automatic\":true}]}"
        );
    }

    #[test]
    fn a_message_that_is_too_long_is_cut() {
        let most = "é".repeat(LIMITS.message / 2);
        for (text, shown) in [
            (most.clone(), most.clone()),
            (most.clone() + "x", "é".repeat(LIMITS.message / 2 - 2) + "…"),
            ("x".repeat(1 << 20), "x".repeat(LIMITS.message - 3) + "…"),
        ] {
            let read = message("reasons[0]", &Value::from(text)).unwrap();
            assert_eq!(read, Message::verbatim(shown));
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Response::of_line(&bytes, 1).map(|mut it| it.take_position().map(|_| ()));
            let _ = Response::of_batch(&bytes, 1);
        }

        #[test]
        fn nor_does_a_response_that_is_nearly_right(
            edits in prop::collection::vec(
                (any::<prop::sample::Index>(), prop_oneof![
                    Just(""), Just("null"), Just("-1"), Just("1e999"), Just("[]"), Just("{}"),
                    Just("\""), Just(","), Just("\\u0000"), Just("256"), Just("\u{202e}"),
                ]),
                1..4,
            ),
        ) {
            let mut line = String::from(
                "{\"id\":1,\"actions\":[\"a\",null],\"reasons\":[null,{\"id\":\"x\",\"args\":{\"y\":1}}],\
                 \"position\":{\"state\":{\"a\":[1,2]},\"to_act\":[0,1],\"observations\":[\"x\",\"y\"],\
                 \"news\":[null,\"z\"],\"legal\":[[\"a\"],null],\"scores\":[0,1.5],\"display\":{\"text\":\"t\",\
                 \"grid\":{\"rows\":[\"x.\"],\"cells\":{\"x\":\"seat-0\"},\"actions\":{\"a\":[0,1]},\"last\":[[0,0]]},\
                 \"picture\":{\"width\":9,\"height\":9,\"marks\":[{\"key\":\"k\",\"ink\":\"free\",\"shape\":\
                 {\"disc\":{\"x\":1,\"y\":1,\"r\":1}}}]},\"caption\":\"c\"}}}",
            );
            for (at, with) in edits {
                let places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
                let at = places[at.index(places.len())];
                let end = line[at..].chars().next().map_or(at, |first| at + first.len_utf8());
                line.replace_range(at..end, with);
            }
            if let Ok(mut response) = Response::of_line(line.as_bytes(), 1)
                && let Ok(Some((state, position))) = response.take_position()
            {
                prop_assert!(serde_json::from_str::<Value>(&state).is_ok(), "{state}");
                let expected = Expected { seats: 2, is_win_loss: false, all_observations: false };
                let _ = expected.check(&position);
                if let Some(display) = &position.display {
                    let _ = display.drawn();
                }
                let _ = response.read::<RawTurn>();
            }
        }

        #[test]
        fn nor_does_a_text_of_json_parts(parts in prop::collection::vec(
            prop_oneof![Just("{"), Just("}"), Just("["), Just("]"), Just("\""), Just(":"), Just(","),
                Just("\"position\":"), Just("\"state\":"), Just("\\"), Just("\"id\":1,"), Just("1")],
            0..30,
        )) {
            let text = parts.concat();
            depth(&text);
            member(&text, 0, "state");
            elements(&text, 0);
            let _ = Response::of_line(text.as_bytes(), 1).map(|mut it| it.take_position().map(|_| ()));
            let _ = Response::of_batch(text.as_bytes(), 1);
        }
    }
}
