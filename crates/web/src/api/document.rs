//! The document that says what there is, as `OpenAPI` 3.1 has it, made of one list.

use super::told::{ApiContest, ApiMatch, ApiMoment, ApiProblem, ApiStanding};
use crate::live::{EntrantEvent, MatchEvent, NoticeEvent, PublicationEvent, TableEvent};
use schemars::schema_for;
use serde_json::{Map, Value, json};

/// Every address below `/api/v1`: what it tells, the type of that, and its schema.
const ROUTES: [(&str, &str, &str, &str); 10] = [
    ("/contests", "all contests", "application/json", "Contests"),
    ("/contests/{contest}", "a contest", "application/json", "Contest"),
    ("/contests/{contest}/standings", "its table", "application/json", "Standings"),
    (
        "/contests/{contest}/moments",
        "the moments of which its table was kept",
        "application/json",
        "Moments",
    ),
    (
        "/contests/{contest}/publications",
        "its published tables",
        "application/json",
        "Publications",
    ),
    (
        "/contests/{contest}/matches",
        "50 of its matches, the newest first",
        "application/json",
        "Matches",
    ),
    ("/contests/{contest}/matches/{match}", "a match", "application/json", "Match"),
    ("/contests/{contest}/matches/{match}/record", "its record", "application/jsonl", "Record"),
    (
        "/contests/{contest}/export.jsonl",
        "all of it, as `certamen verify` reads it",
        "application/jsonl",
        "Record",
    ),
    (
        "/contests/{contest}/events",
        "what is new in it, as it comes: hints to look again",
        "text/event-stream",
        "Events",
    ),
];

/// What an author asks with a token: the address, the verb, what comes of it, and its status.
const OWN: [(&str, &str, &str, &str); 3] = [
    (
        "/contests/{contest}/submissions",
        "post",
        "a program is sent, as the part `file` of a form, with `entrant` and `note` if wanted",
        "201",
    ),
    ("/submissions/{submission}", "get", "how far a program of one's own has come", "200"),
    ("/me", "get", "whose token it is", "200"),
];

/// The document.
pub(super) fn document() -> Value {
    let paths = ROUTES.iter().map(|(path, summary, kind, schema)| {
        let (schema, problem) = (reference(schema), reference("Problem"));
        let answers = json!({
            "200": { "description": summary, "content": { *kind: { "schema": schema } } },
            "default": { "description": "why there is no answer",
                "content": { "application/problem+json": { "schema": problem } } },
        });
        let get =
            json!({ "summary": summary, "parameters": parameters(path), "responses": answers });
        ((*path).to_owned(), json!({ "get": get }))
    });
    let own = OWN.iter().map(|(path, verb, summary, status)| {
        let answers = json!({
            *status: { "description": summary, "content": { "application/json": { "schema": { "type": "object" } } } },
            "default": { "description": "why there is no answer",
                "content": { "application/problem+json": { "schema": reference("Problem") } } },
        });
        let told = json!({ "summary": summary, "parameters": parameters(path),
            "security": [{ "token": [] }], "responses": answers });
        ((*path).to_owned(), json!({ *verb: told }))
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

fn parameters(path: &str) -> Vec<Value> {
    let inside = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut all: Vec<Value> = inside
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
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

fn schemas() -> Value {
    let list = |name: &str| json!({ "type": "array", "items": reference(name) });
    json!({
        "Contest": schema_for!(ApiContest),
        "Contests": list("Contest"),
        "Standing": schema_for!(ApiStanding),
        "Standings": list("Standing"),
        "Moment": schema_for!(ApiMoment),
        "Moments": list("Moment"),
        "Publications": { "type": "array", "items": { "type": "object" } },
        "Match": schema_for!(ApiMatch),
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
            },
        },
        "TableEvent": schema_for!(TableEvent),
        "MatchEvent": schema_for!(MatchEvent),
        "PublicationEvent": schema_for!(PublicationEvent),
        "NoticeEvent": schema_for!(NoticeEvent),
        "EntrantEvent": schema_for!(EntrantEvent),
        "Problem": schema_for!(ApiProblem),
    })
}
