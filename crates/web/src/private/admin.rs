//! Administration of the site: contests, accounts, audit log, health. Other users get 404 for these
//! pages.

use super::{
    account::{invite, invites, one_time_link},
    admin_say as words,
    email::MailRecipient,
    host, host_say,
    notices::TITLE,
    request::{Notice, PageResult, PrivateRequest, contest_zone, fits, form_page, page, page_with},
    tables::usual_players,
};
use crate::{
    Slug,
    dates::ShownTime,
    frame::{NavLink, PageContext},
    http_error::{AccessDenied, HttpError},
    links, private_say as own,
    public::Tag,
    say,
    throttle::Limited,
    upload::SentForm,
};
use askama::Template;
use certamen_contest::{ContestFile, Folder, edition_place, file::EntryDeadline};
use certamen_i18n::{Localize, Message};
use certamen_portal::{
    AccountId, AccountState, AuditAction, HostRequestKind, NewContest, PortalError, Role,
};
use jiff::tz::TimeZone;

/// The maximum number of lines of the audit log.
const AUDIT_LINES: u32 = 200;
const MIB: u64 = 1 << 20;

type Title = fn() -> Message;

/// The pages, with their titles.
const PAGES: [(&str, Title); 5] = [
    (links::ADMIN_CONTESTS, words::contests),
    (links::ADMIN_PEOPLE, words::people),
    (links::ADMIN_AUDIT, words::audit),
    (links::ADMIN_LIVE, say::live),
    (links::ADMIN_HEALTH, words::health),
];

fn nav(request: &PrivateRequest<'_>) -> Vec<NavLink> {
    let frame = request.frame();
    let links = PAGES.into_iter().map(|(path, title)| {
        let (to, word) = (frame.link(path), frame.t(title()));
        NavLink { to, word, here: path == request.here }
    });
    links.collect()
}

#[derive(Template)]
#[template(path = "admin_contests.html")]
struct ContestsPage<'a> {
    frame: PageContext<'a>,
    nav: Vec<NavLink>,
    contests: Vec<AdminContestRow>,
    /// The games: the slug, the name, and whether it is chosen.
    games: Vec<(&'static str, String, bool)>,
    new: NewContest,
    wrong: String,
}

struct AdminContestRow {
    name: String,
    to: String,
    host: String,
    hosts: String,
    tag: Tag,
    played: String,
    trouble: String,
}

/// The maximum number of contests of a site created on a page; the operator can add more.
pub(super) const MAX_CONTESTS: usize = 500;
/// The most bots of an author that the form takes.
const MOST_PER_AUTHOR: u32 = 20;

/// The contests, and the form for a new one or its result.
pub(super) fn contests(request: &PrivateRequest<'_>) -> PageResult {
    let Some(form) = &request.form else {
        let new = NewContest {
            slug: String::new(),
            title: String::new(),
            game: "footsteps".to_owned(),
            at_one_table: false,
            closes: "never".to_owned(),
            per_author: 2,
        };
        return contests_page(request, new, None);
    };
    let text = |key: &str| form.text(key).trim().to_owned();
    let new = NewContest {
        slug: text("slug"),
        title: text("name"),
        game: text("game"),
        at_one_table: form.text("format") == "one-table",
        closes: text("closes"),
        per_author: form.text("per_author").parse().unwrap_or_default(),
    };
    match create(request, &new)? {
        Ok(path) => Ok(request.redirect(&path)),
        Err(wrong) => contests_page(request, new, Some(wrong)),
    }
}

/// Creates a contest; returns its page for organizers, or the status and why it is rejected.
fn create(
    request: &PrivateRequest<'_>,
    new: &NewContest,
) -> Result<Result<String, (u16, Message)>, HttpError> {
    let wrong = |status, message| Ok(Err((status, message)));
    let name = certamen_game::escape_reply(&new.slug);
    let Some(slug) = Slug::read(&new.slug).filter(Slug::is_whole) else {
        return wrong(422, host_say::no_slug(name));
    };
    // Any contest of the site shows the host where the new one goes.
    let beside = request
        .site
        .contest_views()
        .find_map(|view| Some((view, edition_place(&view.folder, slug.as_str())?)));
    let Some((view, path)) = beside else { return wrong(422, words::no_contest_beside()) };
    let is_used = path.exists() || request.site.contest_view(&slug).is_ok();
    if is_used {
        return wrong(409, host_say::slug_taken(name));
    }
    if request.site.contest_views().count() >= MAX_CONTESTS {
        return wrong(409, host_say::too_many_contests(MAX_CONTESTS));
    }
    if !fits(&new.title, TITLE) {
        return wrong(422, host_say::no_name(TITLE));
    }
    let Some(game) = certamen_games::find(&new.game) else {
        return wrong(422, words::no_such_game(certamen_game::escape_reply(&new.game)));
    };
    let info = game.info();
    if new.at_one_table && *info.seats.end() == 2 {
        return wrong(422, words::only_in_pairs(info.title.get(request.language)));
    }
    if !new.at_one_table && usual_players(info.slug) > 2 {
        return wrong(422, words::only_at_one_table(info.title.get(request.language)));
    }
    if !(1..=MOST_PER_AUTHOR).contains(&new.per_author) {
        let given = request.form.as_ref().map_or("", |form| form.text("per_author"));
        let given = certamen_game::escape_reply(given);
        return wrong(422, words::bad_per_author(given, MOST_PER_AUTHOR));
    }
    let file = new.file(&view.folder);
    let file = file.and_then(|text| ContestFile::of_text(&view.folder, &text));
    let rules = match file {
        Ok(file) => file.entries,
        Err(error) => return wrong(422, view.without_paths(&error.message())),
    };
    if let Some(EntryDeadline::At(at)) = rules.and_then(|rules| rules.deadline)
        && at.timestamp() <= request.now
    {
        return wrong(422, words::closes_in_the_past(at.to_string()));
    }
    request.limited(Limited::Ask, &request.member()?.handle)?;
    if !request.people.order(view, HostRequestKind::Create(new.clone()), request.now)? {
        return wrong(409, host_say::slug_taken(name));
    }
    let who = (request.now, request.member()?.id);
    request.people.portal.note(who, AuditAction::Founded, slug.as_str(), "")?;
    request.site.admit(&slug, &Folder::new(&path));
    Ok(Ok(links::contest_page(&slug, links::HOST_FILE)))
}

fn contests_page(
    request: &PrivateRequest<'_>,
    new: NewContest,
    wrong: Option<(u16, Message)>,
) -> PageResult {
    let (frame, site, portal) = (request.frame(), request.site, &request.people.portal);
    let mut organizers = Vec::new();
    for account in portal.accounts()? {
        organizers.push((portal.grants(account.id)?.hosts, account.handle));
    }
    let contests = site.contest_views().map(|view| {
        let (snapshot, slug) = (view.revision(), &view.slug);
        let hosts = organizers.iter().filter(|(contests, _)| contests.contains(slug.as_str()));
        let hosts: Vec<String> = hosts.map(|(_, handle)| frame.name(handle)).collect();
        AdminContestRow {
            name: frame.name(&snapshot.name),
            to: frame.contest(slug),
            host: frame.contest_page(slug, links::HOST),
            hosts: hosts.join(", "),
            tag: Tag::of(frame, view, &snapshot),
            played: frame.count(snapshot.played()),
            trouble: host::trouble(request, view),
        }
    });
    let games = certamen_games::ALL.iter().map(|game| {
        let info = game.info();
        (info.slug, frame.t(info.title), info.slug == new.game)
    });
    let (status, wrong) = wrong.unzip();
    page_with(
        status.unwrap_or(200),
        &ContestsPage {
            contests: contests.collect(),
            games: games.collect(),
            wrong: wrong.map(|wrong: Message| frame.t(wrong)).unwrap_or_default(),
            new,
            nav: nav(request),
            frame,
        },
    )
}

#[derive(Template)]
#[template(path = "admin_people.html")]
struct PeoplePage<'a> {
    frame: PageContext<'a>,
    nav: Vec<NavLink>,
    /// The admin, who confirms with a password.
    me: String,
    /// Whether they may invite others.
    invites: bool,
    accounts: Vec<AccountRow>,
    contests: Vec<String>,
    notice: Notice,
}

struct AccountRow {
    handle: String,
    open: bool,
    roles: String,
}

/// Accounts and roles. Every action needs the admin's password again, since a browser may be
/// unattended.
pub(super) fn people(request: &PrivateRequest<'_>) -> PageResult {
    let Some(form) = &request.form else { return people_page(request, Notice::default()) };
    let wrong = |wrong: &Message| people_page(request, Notice::wrong(wrong, request.language));
    if !request.is_confirmed(form.text("password"))? {
        return wrong(&own::wrong_password());
    }
    match decide(request, form, form.text("handle").trim())? {
        Ok(None) => Ok(request.reload()),
        Ok(Some((done, secret))) => {
            let done = done.get(request.language);
            people_page(request, Notice { done, secret, ..Notice::default() })
        }
        Err(why) => wrong(&why),
    }
}

/// The result of an action: a message with a link to be shown once, or nothing; or why it is
/// rejected.
type AdminResult = Result<Option<(Message, String)>, Message>;

fn decide(
    request: &PrivateRequest<'_>,
    form: &SentForm,
    handle: &str,
) -> Result<AdminResult, HttpError> {
    let (portal, now) = (&request.people.portal, request.now);
    let (member, act) = (request.member()?, form.text("do"));
    if act == "invite" {
        return Ok(Ok(Some((words::invitation_once(), invite(request, "")?))));
    }
    let found = match act {
        "add" => {
            portal.add_account(handle, request.language, now).and_then(|_| portal.account(handle))
        }
        _ => portal.account(handle),
    };
    let account = match found {
        Ok(account) => account,
        Err(
            error @ (PortalError::Handle(_) | PortalError::Taken(_) | PortalError::UnknownUser(_)),
        ) => return Ok(Err(error.message())),
        Err(error) => return Err(error.into()),
    };
    if account.id == member.id && matches!(act, "role" | "close") {
        return Ok(Err(words::not_oneself()));
    }
    let note = |logged, detail: &str| portal.note((now, member.id), logged, handle, detail);
    match act {
        "add" | "link" => {
            let secret = portal.reset_link(account.id, now)?;
            note(if act == "add" { AuditAction::AccountMade } else { AuditAction::LinkMade }, "")?;
            let link = one_time_link(request.people, account.language, &secret);
            let recipient = MailRecipient { id: account.id, handle, language: account.language };
            request.people.write_link(&recipient, "", &link, now)?;
            return Ok(Ok(Some((words::link_once(handle), link))));
        }
        "role" => match grant_role(request, account.id, form)? {
            Ok(role) => note(AuditAction::RoleGiven, &role)?,
            Err(wrong) => return Ok(Err(wrong)),
        },
        "close" => {
            portal.close_account(account.id, now)?;
            note(AuditAction::AccountClosed, "")?;
        }
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    }
    Ok(Ok(None))
}

/// Grants the role in the form; returns its name.
fn grant_role(
    request: &PrivateRequest<'_>,
    account: AccountId,
    form: &SentForm,
) -> Result<Result<String, Message>, HttpError> {
    let (portal, now, role) = (&request.people.portal, request.now, form.text("role"));
    match role {
        "member" => portal.take_grants(account, now)?,
        "admin" => portal.grant(account, (Role::Admin, ""), now)?,
        "host" => {
            let contest = form.text("contest");
            let known = Slug::read(contest).filter(|slug| request.site.contest_view(slug).is_ok());
            let Some(slug) = known else {
                return Ok(Err(words::no_such_contest(certamen_game::escape_reply(contest))));
            };
            portal.grant(account, (Role::Host, slug.as_str()), now)?;
            return Ok(Ok(format!("{role}:{slug}")));
        }
        _ => return Err(HttpError::Barred(AccessDenied::Form)),
    }
    Ok(Ok(role.to_owned()))
}

fn people_page(request: &PrivateRequest<'_>, notice: Notice) -> PageResult {
    let (frame, portal) = (request.frame(), &request.people.portal);
    let mut accounts = Vec::new();
    for account in portal.accounts()? {
        let grants = portal.grants(account.id)?;
        let hosts = grants.hosts.iter();
        let mut roles: Vec<String> =
            hosts.map(|contest| format!("{} · {contest}", frame.t(words::as_host()))).collect();
        roles.extend(grants.admin.then(|| frame.t(words::as_admin())));
        let open = account.state == AccountState::Open;
        accounts.push(AccountRow { handle: account.handle, open, roles: roles.join(", ") });
    }
    let shown = PeoplePage {
        nav: nav(request),
        me: request.member()?.handle.clone(),
        invites: invites(request),
        accounts,
        contests: request.site.contest_views().map(|view| view.slug.to_string()).collect(),
        notice,
        frame,
    };
    form_page(&shown.notice.wrong, &shown)
}

#[derive(Template)]
#[template(path = "admin_audit.html")]
struct AuditPage<'a> {
    frame: PageContext<'a>,
    nav: Vec<NavLink>,
    lines: Vec<AuditRow>,
}

struct AuditRow {
    time: ShownTime,
    who: String,
    act: String,
    subject: String,
    detail: String,
}

pub(super) fn audit(request: &PrivateRequest<'_>) -> PageResult {
    let frame = request.frame();
    let lines = request.people.portal.log(None, AUDIT_LINES)?.into_iter().map(|line| AuditRow {
        time: frame.time(line.time, &TimeZone::UTC),
        who: frame.name(&line.who.unwrap_or_default()),
        act: line.act,
        subject: frame.name(&line.subject),
        detail: frame.name(&line.detail),
    });
    page(&AuditPage { lines: lines.collect(), nav: nav(request), frame })
}

#[derive(Template)]
#[template(path = "admin_hall.html")]
struct AdminLivePage<'a> {
    frame: PageContext<'a>,
    nav: Vec<NavLink>,
    cores: String,
    runners: Vec<RunnerRow>,
}

/// A contest, and the host's activity.
struct RunnerRow {
    name: String,
    log: String,
    doing: String,
    since: Option<ShownTime>,
    failed: bool,
}

pub(super) fn live(request: &PrivateRequest<'_>) -> PageResult {
    let frame = request.frame();
    let cores = match request.site.cores {
        0 => frame.t(words::no_player_process()),
        cores => frame.t(words::plays_on(frame.count(cores as u64))),
    };
    let runners = request.site.contest_views().map(|view| {
        let (zone, last) = (contest_zone(view), view.doings.latest());
        RunnerRow {
            name: frame.name(&view.revision().name),
            log: frame.contest_page(&view.slug, links::HOST_LOG),
            failed: last.as_ref().is_some_and(|last| last.again().is_some()),
            since: last.as_ref().map(|last| frame.time(last.time, &zone)),
            doing: match &last {
                Some(last) => host::activity_text(frame, last, &zone),
                None => frame.t(say::state_resting()),
            },
        }
    });
    page(&AdminLivePage { nav: nav(request), cores, runners: runners.collect(), frame })
}

#[derive(Template)]
#[template(path = "admin_health.html")]
struct HealthPage<'a> {
    frame: PageContext<'a>,
    nav: Vec<NavLink>,
    version: &'static str,
    /// The problems: subject and description.
    troubles: Vec<(String, String)>,
}

pub(super) fn health(request: &PrivateRequest<'_>) -> PageResult {
    let (frame, minimum) = (request.frame(), request.people.file.min_free_space);
    let mut troubles = Vec::new();
    for view in request.site.contest_views() {
        let name = frame.name(&view.revision().name);
        if let Some(left) = minimum.lacking(view.folder.path()) {
            let (left, minimum) = (frame.count(left / MIB), frame.count(minimum.bytes() / MIB));
            let how = frame.t(words::mebibytes(left, minimum));
            troubles.push((frame.t(words::room_left(&name)), how));
        }
        let trouble = host::trouble(request, view);
        if !trouble.is_empty() {
            troubles.push((frame.t(words::is_paused(&name)), trouble));
        }
    }
    for (handle, file) in request.people.portal.refused_emails()? {
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        troubles.push((frame.t(words::letter_refused(handle)), frame.t(words::refused_how(file))));
    }
    let version = env!("CARGO_PKG_VERSION");
    page(&HealthPage { nav: nav(request), version, troubles, frame })
}
