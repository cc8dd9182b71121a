//! The calls of the API for tables. A request that waits for a turn is a task: it holds no thread and
//! reads the table again after each of its events.

use super::{
    api::{ApiReply, ApiRequest, ApiResult, bearer},
    request::{PrivateRequest, limited},
    tables::{self, ApiMove, NewApiTable, TableAnswer, TableQuery, TableReader},
};
use crate::{
    Slug,
    address::Query,
    app_state::{AppState, run_blocking},
    http_error::{AccessDenied, HttpError},
    links::Id,
    live_tables::TableHint,
    people::People,
    remote_tables::AssignedSeat,
    session::Transport,
    throttle::{Limited, ThrottleKey},
    upload::SentForm,
};
use axum::{
    body::{Body, to_bytes},
    http::header,
};
use certamen_contest::RemoteTokens;
use certamen_game::Language;
use certamen_portal::{Secret, check_job::ContestActivity};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use std::{cell::OnceCell, net::IpAddr, sync::Arc, time::Duration};
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::{Instant, timeout_at},
};

/// The maximum size of a JSON body, in bytes.
const MAX_BODY: usize = 4 << 10;
/// How long a body may take.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of tables that a player names as those it has.
const MAX_HAVE: usize = 64;
/// How often a waiting request looks at the table, because one that failed is tried again on request
/// only.
const REREAD: Duration = Duration::from_secs(10);

/// A table where people play; the token is that of a seat, if there is one.
pub(super) async fn table(request: ApiRequest, Id(id): Id, _: Body) -> ApiResult {
    let secret = bearer(&request.parts.headers);
    let network = ThrottleKey::at(request.from);
    limited(&request.people, Limited::PollNetwork, &[network])?;
    if let Some(secret) = &secret {
        let key = ThrottleKey::Handle(secret.reveal().to_owned());
        limited(&request.people, Limited::Poll, &[key])?;
    }
    let query = TableQuery::read(request.parts.uri.query())?;
    if secret.is_none() && !query.wait.is_zero() {
        return Err(HttpError::Barred(AccessDenied::SignIn));
    }
    let reading = Reading::of(request, id, secret, query);
    let hints = reading.people.live_tables.listen();
    let first = reading.read().await?;
    reading.wait(first, hints).await
}

/// A move at a table; the token is that of the seat.
pub(super) async fn make_move(request: ApiRequest, Id(id): Id, body: Body) -> ApiResult {
    let secret = bearer(&request.parts.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
    let keys = [ThrottleKey::at(request.from), ThrottleKey::Handle(secret.reveal().to_owned())];
    limited(&request.people, Limited::Move, &keys)?;
    let query = TableQuery::read(request.parts.uri.query())?;
    let place = request.app.body_place(request.from)?;
    let sent = read_move(&request, body).await?;
    drop(place);
    let reading = Reading::of(request, id, Some(secret), query);
    let hints = reading.people.live_tables.listen();
    let first =
        reading.run(move |people, id, reader| tables::api_move(people, id, &sent, reader)).await?;
    reading.wait(first, hints).await
}

/// The player at the seat whose token is given leaves.
pub(super) async fn leave(request: ApiRequest, Id(id): Id, _: Body) -> ApiResult {
    let secret = bearer(&request.parts.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
    let keys = [ThrottleKey::at(request.from), ThrottleKey::Handle(secret.reveal().to_owned())];
    limited(&request.people, Limited::Answer, &keys)?;
    let reading = Reading::of(request, id, Some(secret), TableQuery::default());
    Ok(ApiReply::Document(200, reading.run(tables::api_leave).await?))
}

/// The record of a match that is over.
pub(super) async fn record(request: ApiRequest, Id(id): Id, _: Body) -> ApiResult {
    limited(&request.people, Limited::PollNetwork, &[ThrottleKey::at(request.from)])?;
    let place = request.app.private_place(request.from)?;
    request
        .run(place, move |_, people, _| Ok(ApiReply::Lines(tables::api_record(people, &id)?)))
        .await
}

/// Opens a table for the owner of the token.
pub(super) async fn open(request: ApiRequest, (): (), body: Body) -> ApiResult {
    let place = request.app.body_place(request.from)?;
    let member = request.member().await?;
    let new = NewApiTable::read(&read_json(body).await?)?;
    drop(place);
    let (place, from) = (request.app.private_place(request.from)?, request.from);
    let reader_peer = request.peer;
    let headers = request.parts.headers.clone();
    request
        .run(place, move |site, people, language| {
            let request = PrivateRequest {
                site,
                people,
                here: "",
                language,
                member: Some(member),
                session: None,
                form: None,
                query: String::new(),
                next: String::new(),
                transport: Transport::of(&people.file, &headers, reader_peer),
                from,
                now: Timestamp::now(),
                turns: OnceCell::new(),
            };
            Ok(ApiReply::Document(201, tables::api_open(&request, &new)?))
        })
        .await
}

/// The next match of an entrant on another machine, whose token is given; none as long as there is
/// none.
pub(super) async fn next(request: ApiRequest, slug: Slug, _: Body) -> ApiResult {
    let secret = bearer(&request.parts.headers).ok_or(HttpError::Barred(AccessDenied::SignIn))?;
    limited(&request.people, Limited::PollNetwork, &[ThrottleKey::at(request.from)])?;
    let key = ThrottleKey::Handle(secret.reveal().to_owned());
    limited(&request.people, Limited::NextMatch, &[key])?;
    let mut query = Query::read(request.parts.uri.query());
    let wait = query.take_number("wait")?.unwrap_or(0);
    let have = query.take("have")?.unwrap_or_default();
    query.finish()?;
    if wait > tables::MAX_WAIT {
        return Err(HttpError::value("wait", &wait.to_string()));
    }
    let have: Vec<String> = have.split(',').take(MAX_HAVE).map(str::to_owned).collect();
    let view = Arc::clone(request.app.site.contest_view(&slug)?);
    let folder = view.folder.clone();
    let entrant = run_blocking(&request.people.places, move || {
        let tokens = RemoteTokens::read(&folder)?;
        Ok(tokens.owner(secret.reveal()).map(str::to_owned))
    });
    let unknown = || HttpError::Barred(AccessDenied::NotSent(401, tables::token_unknown()));
    let entrant = entrant.await?.ok_or_else(unknown)?;
    if view.doing() == ContestActivity::Finished {
        return Err(HttpError::Barred(AccessDenied::NotSent(410, tables::contest_over())));
    }
    let open = OpenRequest::begin(&request.people, slug.as_str(), &entrant);
    let _permit = request.app.polls.enter(request.from).ok_or(HttpError::Busy)?;
    let (mut stop, until) = (request.app.stop.clone(), Instant::now() + Duration::from_secs(wait));
    let (mut hints, mut events) = (request.people.live_tables.listen(), view.listen());
    loop {
        let assigned = open.people.remote_tables.assigned(slug.as_str(), &entrant, &have);
        if let Some(AssignedSeat { table, token, seat, head }) = assigned {
            let game: Option<GameOf> = serde_json::from_str(&head).ok();
            let game = game.map(|head| head.game).unwrap_or_default();
            let document = json!({ "table": table, "token": token, "seat": seat, "game": game });
            return Ok(ApiReply::Document(200, document));
        }
        if Instant::now() >= until || *stop.borrow_and_update() {
            return Ok(ApiReply::Nothing);
        }
        if view.doing() == ContestActivity::Finished {
            return Err(HttpError::Barred(AccessDenied::NotSent(410, tables::contest_over())));
        }
        let changed = async {
            tokio::select! {
                // Events that were missed may have been of a new table, or the end of the contest.
                _ = hints.recv() => {}
                _ = events.recv() => {}
                // The sender lives as long as the server.
                _ = stop.changed() => {}
            }
        };
        let _ = timeout_at(until, changed).await;
    }
}

/// The game in the header of a record.
#[derive(Deserialize)]
struct GameOf {
    game: String,
}

/// A request for a match, which ends when this is dropped, however the connection ends.
struct OpenRequest {
    people: Arc<People>,
    contest: String,
    entrant: String,
}

impl OpenRequest {
    fn begin(people: &Arc<People>, contest: &str, entrant: &str) -> OpenRequest {
        people.remote_tables.count_request(contest, entrant, true);
        let (contest, entrant) = (contest.to_owned(), entrant.to_owned());
        OpenRequest { people: Arc::clone(people), contest, entrant }
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.people.remote_tables.count_request(&self.contest, &self.entrant, false);
    }
}

/// The move in a body: JSON, or a form.
async fn read_move(request: &ApiRequest, body: Body) -> Result<ApiMove, HttpError> {
    let kind = request.parts.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json") {
        return ApiMove::read(&read_json(body).await?);
    }
    let form = SentForm::read(&request.parts.headers, body, 0).await?;
    let turn = form.text("turn").parse().map_err(|_| HttpError::Barred(AccessDenied::Form))?;
    Ok(ApiMove { turn, answer: form.text("answer").to_owned(), note: String::new() })
}

async fn read_json(body: Body) -> Result<Vec<u8>, HttpError> {
    let read = tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY)).await;
    let read = read.map_err(|_| HttpError::Barred(AccessDenied::Form))?;
    let bytes = read.map_err(|_| HttpError::Barred(AccessDenied::TooLarge(MAX_BODY)))?;
    Ok(bytes.to_vec())
}

/// A request that reads a table, perhaps several times.
struct Reading {
    app: AppState,
    people: Arc<People>,
    from: IpAddr,
    language: Language,
    id: String,
    secret: Option<Secret>,
    query: TableQuery,
}

impl Reading {
    fn of(request: ApiRequest, id: String, secret: Option<Secret>, query: TableQuery) -> Reading {
        let ApiRequest { app, people, language, from, .. } = request;
        Reading { app, people, from, language, id, secret, query }
    }

    /// Does blocking work for this request, in a place of its own.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&People, &str, TableReader<'_>) -> Result<T, HttpError> + Send + 'static,
    ) -> Result<T, HttpError> {
        let _place = self.app.private_place(self.from)?;
        let (people, id) = (Arc::clone(&self.people), self.id.clone());
        let (secret, query, language) = (self.secret.clone(), self.query, self.language);
        run_blocking(&self.people.places, move || {
            let secret = secret.as_ref().map(Secret::reveal);
            work(&people, &id, TableReader { secret, query, language, is_new: true })
        })
        .await
    }

    async fn read(&self) -> Result<TableAnswer, HttpError> {
        self.run(tables::api_table).await
    }

    async fn read_again(&self) -> Result<TableAnswer, HttpError> {
        self.run(|people, id, reader| {
            tables::api_table(people, id, TableReader { is_new: false, ..reader })
        })
        .await
    }

    /// The first answer, or a later one as soon as there is something to do, at most as long as
    /// requested. `hints` began before the first answer, so that no change is missed.
    async fn wait(&self, first: TableAnswer, mut hints: Receiver<TableHint>) -> ApiResult {
        let mut answer = first;
        if !answer.is_ready && !self.query.wait.is_zero() {
            let _permit = self.app.polls.enter(self.from).ok_or(HttpError::Busy)?;
            let (mut stop, until) = (self.app.stop.clone(), Instant::now() + self.query.wait);
            // `first` was read before this; what changes later is among the hints.
            let mut was_settled = self.people.live_tables.is_settled(&self.id);
            while !answer.is_ready && Instant::now() < until && !*stop.borrow_and_update() {
                let reread = until.min(Instant::now() + REREAD);
                let changed = async {
                    tokio::select! {
                        () = next_hint(&mut hints, &self.id) => {}
                        // The sender lives as long as the server.
                        _ = stop.changed() => {}
                    }
                };
                let has_changed = timeout_at(reread, changed).await.is_ok();
                // Many wait, and reading replays the match: where nothing happened and nothing has to
                // be requested again, the player is only noted as present.
                let is_settled = self.people.live_tables.is_settled(&self.id);
                if !has_changed && is_settled && was_settled {
                    if let Some(seat) = answer.seat {
                        self.people.live_tables.note_present(&self.id, seat.0, false);
                    }
                    continue;
                }
                was_settled = is_settled;
                answer = self.read_again().await?;
            }
        }
        Ok(ApiReply::Document(200, answer.document))
    }
}

/// Waits for the next event of the table.
async fn next_hint(hints: &mut Receiver<TableHint>, id: &str) {
    loop {
        match hints.recv().await {
            Ok(hint) if hint.id != id => {}
            // Events that were missed may have been of this table.
            Ok(_) | Err(RecvError::Lagged(_) | RecvError::Closed) => return,
        }
    }
}
