//! The routes of private pages and of the API for authors: one line for each, with its address, who
//! may open it, what it may be sent, and its handler.

use super::{
    account, admin,
    api::{self, ApiRoute, call},
    contest_text, course, host, host_list, ideas,
    matches::{OwnMatch, TrialMatchPage},
    members, notices,
    peers::{self, PublishedMatch},
    serve::{
        Access::{Admin, Anyone, Host, Member, Public},
        PrivateRoute,
        Takes::{File, Form, Nothing},
        contest_page, page, page_at,
    },
    stepping::{frames, step},
    submission, submit, table_calls,
    tables::{self, Origin, TableMatch},
    wishes,
};
use crate::links::{self, Id, Number, Turn};
use axum::http::Method;

/// The private pages, without their language.
pub(crate) fn pages() -> Vec<PrivateRoute> {
    vec![
        page(links::SIGN_IN, Anyone, Form, account::sign_in),
        page(links::REGISTER, Anyone, Form, account::register),
        page_at("/register/{secret}", Anyone, Form, account::invited),
        page(links::SIGN_OUT, Anyone, Form, account::sign_out),
        page_at("/one-time/{secret}", Anyone, Form, account::one_time),
        page(links::ME, Member, Form, account::me),
        page(links::SUGGESTIONS, Member, Form, wishes::answer),
        page(links::ADMIN_CONTESTS, Admin, Form, admin::contests),
        page(links::ADMIN_PEOPLE, Admin, Form, admin::people),
        page(links::ADMIN_AUDIT, Admin, Nothing, admin::audit),
        page(links::ADMIN_LIVE, Admin, Nothing, admin::live),
        page(links::ADMIN_HEALTH, Admin, Nothing, admin::health),
        contest_page(links::SUBMIT, Member, File, submit::submit),
        contest_page(links::MINE, Member, Nothing, submission::mine),
        contest_page(links::COURSE, Anyone, File, course::course),
        contest_page(links::MARKS, Member, Nothing, course::marks),
        contest_page(links::MARK_SHEET, Member, Nothing, course::sheet),
        contest_page(links::ASK, Member, Form, notices::ask),
        contest_page(links::IDEA, Member, Form, ideas::idea),
        contest_page(links::HOST, Host, Form, host::answer),
        contest_page(links::HOST_TEAMS, Host, Form, course::teams),
        contest_page(links::HOST_SUBMISSIONS, Host, Nothing, host_list::list),
        contest_page(links::HOST_MEMBERS, Host, Form, members::answer),
        contest_page(links::HOST_LOG, Host, Nothing, host::log),
        contest_page(links::HOST_NOTICES, Host, Form, notices::notices),
        contest_page(links::HOST_QUESTIONS, Host, Form, notices::questions),
        contest_page(links::HOST_FILE, Host, Form, contest_text::answer),
        contest_page(links::HOST_IDEAS, Host, File, ideas::ideas),
        page_at("/c/{slug}/sources/{entrant}", Public, Nothing, submission::sources),
        page_at("/c/{slug}/mine/matches/{number}", Member, Nothing, step::<OwnMatch>),
        page_at("/c/{slug}/mine/matches/{number}/{turn}", Member, Nothing, step::<OwnMatch>),
        page_at("/c/{slug}/mine/matches/{number}/frames.js", Member, Nothing, frames::<OwnMatch>),
        page_at("/submissions/{id}", Member, Form, submission::submission),
        page_at("/submissions/{id}/match", Member, Nothing, step::<TrialMatchPage>),
        page_at("/submissions/{id}/match/{turn}", Member, Nothing, step::<TrialMatchPage>),
        page_at("/submissions/{id}/frames.js", Member, Nothing, frames::<TrialMatchPage>),
        page(links::LOBBY, Anyone, Nothing, tables::lobby),
        page_at("/play/{game}", Anyone, Form, |request, Id(game)| {
            tables::open(request, &Origin::Game(game))
        }),
        page_at("/c/{slug}/play/{number}/{turn}", Anyone, Form, |request, parts| {
            let (slug, Number(number), Turn(turn)) = parts;
            tables::open(request, &Origin::Match(slug, number, turn))
        }),
        page_at("/submissions/{id}/play/{turn}", Member, Form, |request, (Id(id), Turn(turn))| {
            tables::open(request, &Origin::Trial(id, turn))
        }),
        page_at("/t/{id}/play/{turn}", Anyone, Form, |request, (Id(id), Turn(turn))| {
            tables::open(request, &Origin::Table(id, turn))
        }),
        page(links::PEERS, Public, Nothing, peers::peers),
        page_at("/peers/{id}", Public, Nothing, step::<PublishedMatch>),
        page_at("/peers/{id}/{turn}", Public, Nothing, step::<PublishedMatch>),
        page_at("/peers/{id}/frames.js", Public, Nothing, frames::<PublishedMatch>),
        page_at("/t/{id}", Public, Form, tables::watch),
        page_at("/t/{id}/stamp", Public, Nothing, tables::stamp),
        page_at("/t/{id}/seat/{secret}", Anyone, Form, tables::seat),
        page_at("/t/{id}/match", Public, Nothing, step::<TableMatch>),
        page_at("/t/{id}/match/{turn}", Public, Nothing, step::<TableMatch>),
        page_at("/t/{id}/frames.js", Public, Nothing, frames::<TableMatch>),
        page_at("/t/{id}/worth/{turn}", Public, Nothing, tables::worth),
        page_at("/t/{id}/record", Public, Nothing, tables::record),
    ]
}

/// The API for authors.
pub(crate) fn api_calls() -> Vec<ApiRoute> {
    vec![
        call("/api/v1/me", Method::GET, api::me),
        call("/api/v1/submissions/{id}", Method::GET, api::submission),
        call("/api/v1/contests/{slug}/submissions", Method::POST, api::send),
        call("/api/v1/contests/{slug}/remote/next", Method::GET, table_calls::next),
        call("/api/v1/tables", Method::POST, table_calls::open),
        call("/api/v1/tables/{id}", Method::GET, table_calls::table),
        call("/api/v1/tables/{id}/moves", Method::POST, table_calls::make_move),
        call("/api/v1/tables/{id}/seat", Method::DELETE, table_calls::leave),
        call("/api/v1/tables/{id}/record", Method::GET, table_calls::record),
    ]
}
