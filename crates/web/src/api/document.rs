//! The `OpenAPI` 3.1 document, generated from a list of routes.

use super::documents::{ApiBot, ApiContest, ApiMoment, ApiProblem, ApiRules, ApiText};
use crate::{
    live::{EntrantEvent, MatchEvent, NoticeEvent, PublicationEvent, StandingsEvent, TurnEvent},
    private::ApiTable,
};
use certamen_contest::view::{
    CycleLine, EntrantLine, FairPlayLine, PairLine, ShownMatch, StandingsRow, Strength,
};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};
use std::iter;

/// The end of an address, its summary, the content type, and its schema.
type Route = (&'static str, &'static str, &'static str, &'static str);

/// The routes of a contest, and of each of its championships.
const ROUTES: [Route; 13] = [
    ("", "a contest", JSON, "Contest"),
    ("/standings", "its table", JSON, "Standings"),
    ("/moments", "the moments of which its table was kept", JSON, "Moments"),
    ("/matrix", "who did what against whom, as `certamen matrix` has it", JSON, "Pairs"),
    ("/field", "ratings, the strongest first", JSON, "Strengths"),
    (
        "/circles",
        "cycles (A beats B, B beats C, C beats A), the most certain first",
        JSON,
        "Circles",
    ),
    (
        "/fair-play",
        "whether all had the same chances, as `certamen standings --fair-play` has it",
        JSON,
        "FairPlay",
    ),
    ("/entrants", "who takes part, in the order of the table", JSON, "Entrants"),
    ("/bots/{bot}", "one of them, with what it did", JSON, "Bot"),
    ("/rules", "how it is held", JSON, "Rules"),
    ("/matches", "50 of its matches, the newest first", JSON, "Matches"),
    ("/matches/{match}", "a match", JSON, "Match"),
    ("/matches/{match}/record", "its record", LINES, "Record"),
];

/// The routes of a contest only.
const CONTEST_ROUTES: [Route; 6] = [
    ("/publications", "its published tables", JSON, "Publications"),
    ("/notices", "notices of the organizers, the newest first, in each language", JSON, "Texts"),
    ("/faq", "what is often asked, in each language", JSON, "Texts"),
    ("/championships", "its championships, the oldest first", JSON, "Contests"),
    ("/export.jsonl", "all of it, as `certamen verify` reads it", LINES, "Record"),
    (
        "/events",
        "what is new in it, as it comes: hints to look again",
        "text/event-stream",
        "Events",
    ),
];

/// The routes that are updated once a minute for contests of many matches.
const STALE_ROUTES: [&str; 4] = ["/matrix", "/field", "/circles", "/fair-play"];
const LAST_MODIFIED: &str = "of when it is, as HTTP has dates: above 100,000 matches it is made once a minute \
    while the contest is played; absent if it is of now";

const JSON: &str = "application/json";
const LINES: &str = "application/jsonl";

/// The routes with a token: the address, the method, the summary, and the status.
const TOKEN_ROUTES: [(&str, &str, &str, &str); 9] = [
    (
        "/contests/{contest}/submissions",
        "post",
        "a program is sent, as the part `file` of a form, with `entrant` and `note` if wanted",
        "201",
    ),
    ("/submissions/{submission}", "get", "the stage of a submission of your own", "200"),
    ("/me", "get", "whose token it is", "200"),
    (
        "/tables/{table}",
        "get",
        "a table with people; with the token of a seat, what that sees",
        "200",
    ),
    (
        "/tables/{table}/moves",
        "post",
        "an answer of the seat whose token it is, as `turn` and `answer` of a form or of a JSON object of at most 4 KiB; the same answer again changes nothing",
        "200",
    ),
    ("/tables/{table}/seat", "delete", "the player of the seat whose token it is leaves", "200"),
    ("/tables/{table}/record", "get", "the record of a match that is over; needs no token", "200"),
    (
        "/contests/{contest}/remote/next",
        "get",
        "the next match of the entrant whose token it is, as `table`, `token`, `seat` and `game`; 204 if there is none yet, 410 once the contest is over",
        "200",
    ),
    (
        "/tables",
        "post",
        "a table is opened, with `game`, `options`, `seats` (each with `kind`: `remote`, `house` or `program`, and `name`) and `move_ms`; the links of its remote seats",
        "201",
    ),
];

/// The document, generated from the list and the types.
fn document() -> Value {
    let all = ("/contests".to_owned(), operation("/contests", ("all contests", JSON, "Contests")));
    let of_contests = ROUTES.iter().chain(&CONTEST_ROUTES).map(|(noun, summary, kind, schema)| {
        let path = format!("/contests/{{contest}}{noun}");
        let operation = operation(&path, (summary, kind, schema));
        (path, operation)
    });
    let of_championships = ROUTES.iter().map(|(noun, summary, kind, schema)| {
        let path = format!("/contests/{{contest}}/championships/{{championship}}{noun}");
        let operation = operation(&path, (&format!("of a championship: {summary}"), kind, schema));
        (path, operation)
    });
    let path = "/tables/{table}/events";
    let summary = "what is new at a table with people, as it comes";
    let of_tables = (path.to_owned(), operation(path, (summary, "text/event-stream", "Events")));
    let paths = iter::once(all).chain(of_contests).chain(of_championships).chain([of_tables]);
    let own = TOKEN_ROUTES.iter().map(|(path, verb, summary, status)| {
        let answers = json!({
            *status: { "description": summary, "content": { "application/json": { "schema": { "type": "object" } } } },
            "default": { "description": "why there is no answer",
                "content": { "application/problem+json": { "schema": reference("Problem") } } },
        });
        let operation = json!({ "summary": summary, "parameters": parameters(path),
            "security": [{ "token": [] }], "responses": answers });
        ((*path).to_owned(), json!({ *verb: operation }))
    });
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Certamen", "version": env!("CARGO_PKG_VERSION") },
        "servers": [{ "url": "/api/v1" }],
        "paths": paths.chain(own).collect::<Map<String, Value>>(),
        "components": {
            "schemas": schemas(),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn operation(path: &str, (summary, kind, schema): (&str, &str, &str)) -> Value {
    let mut response =
        json!({ "description": summary, "content": { kind: { "schema": reference(schema) } } });
    if STALE_ROUTES.iter().any(|noun| path.ends_with(noun)) {
        response["headers"] = json!({ "Last-Modified": { "description": LAST_MODIFIED, "schema": { "type": "string" } } });
    }
    let answers = json!({
        "200": response,
        "default": { "description": "why there is no answer",
            "content": { "application/problem+json": { "schema": reference("Problem") } } },
    });
    json!({ "get": { "summary": summary, "parameters": parameters(path), "responses": answers } })
}

fn parameters(path: &str) -> Vec<Value> {
    let inside = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut all: Vec<Value> = inside
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    if ["/tables/{table}", "/tables/{table}/moves"].contains(&path) {
        let numbers = [
            (
                "since",
                "the last turn that the reader knows: `turns` and `own.news` are those after it",
            ),
            (
                "wait",
                "the most seconds to wait, 0 to 50, until the seat has to move or the table is not open",
            ),
            ("actions", "1: with the legal moves in `own.actions`"),
        ];
        all.extend(numbers.map(|(name, summary)| {
            json!({ "name": name, "in": "query", "description": summary, "schema": { "type": "integer" } })
        }));
    }
    if path.ends_with("/matches") {
        let asked = ["bot", "vs", "result", "fault", "before"];
        all.extend(
            asked
                .map(|name| json!({ "name": name, "in": "query", "schema": { "type": "string" } })),
        );
    }
    all
}

/// The schema of this name.
fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The schema of a type, with its definitions inlined: it is embedded in a document where
/// references to them would not resolve.
fn schema<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn schemas() -> Value {
    let list = |name: &str| json!({ "type": "array", "items": reference(name) });
    json!({
        "Contest": schema::<ApiContest>(),
        "Contests": list("Contest"),
        "Standing": schema::<StandingsRow>(),
        "Standings": list("Standing"),
        "Moment": schema::<ApiMoment>(),
        "Moments": list("Moment"),
        "Pairs": { "type": "array", "items": schema::<PairLine>() },
        "Strengths": { "type": "array", "items": schema::<Strength>() },
        "Circles": { "type": "array", "items": schema::<CycleLine>() },
        "FairPlay": { "type": "array", "items": schema::<FairPlayLine>() },
        "Entrants": { "type": "array", "items": schema::<EntrantLine>() },
        "Bot": schema::<ApiBot>(),
        "Rules": schema::<ApiRules>(),
        "Texts": { "type": "array", "items": schema::<ApiText>() },
        "Publications": { "type": "array", "items": { "type": "object" } },
        "Match": schema::<ShownMatch>(),
        "Matches": list("Match"),
        "Record": { "type": "string" },
        "Events": {
            "type": "string",
            "description": "events by name, each with data as in the schema of its name; `again` and `bye` have none",
            "x-events": {
                "table": reference("TableEvent"),
                "match": reference("MatchEvent"),
                "publication": reference("PublicationEvent"),
                "notice": reference("NoticeEvent"),
                "entrant": reference("EntrantEvent"),
                "turn": reference("TurnEvent"),
            },
        },
        "TableEvent": schema::<StandingsEvent>(),
        "MatchEvent": schema::<MatchEvent>(),
        "PublicationEvent": schema::<PublicationEvent>(),
        "NoticeEvent": schema::<NoticeEvent>(),
        "EntrantEvent": schema::<EntrantEvent>(),
        "TurnEvent": schema::<TurnEvent>(),
        "Table": schema::<ApiTable>(),
        "Problem": schema::<ApiProblem>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::PLAIN;

    #[test]
    fn the_checked_in_document_is_that_of_the_types() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api/openapi.json");
        let text = serde_json::to_string_pretty(&document()).unwrap() + "\n";
        if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
            std::fs::write(path, &text).unwrap();
        }
        assert!(std::fs::read_to_string(path).unwrap() == text, "{ADVICE}");
    }

    const ADVICE: &str = "to update it: INSTA_UPDATE=always cargo test -p certamen-web checked_in";

    #[test]
    fn routes_with_stale_answers_declare_last_modified_and_no_others_do() {
        let document = document();
        for (word, noun) in PLAIN {
            let answer = &document["paths"][format!("/contests/{{contest}}/{word}")]["get"]["responses"]
                ["200"];
            let declares = answer["headers"]["Last-Modified"].is_object();
            assert!(answer.is_object() && declares == noun.is_stale(), "{word}: {answer}");
        }
    }
}
