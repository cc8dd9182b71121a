//! Requests, answered in process.

use super::*;
use crate::{
    Slug,
    api::{self, ApiAnswer},
    contest::SnapshotState,
    page::{ContestPart, MatchSearch, Page},
    people::People,
    private::{Access, RouteRules},
    pseudonyms::Disclosure,
    replay::PIECE,
    site::{Contests, SiteInfo},
};
use axum::body::{Bytes, to_bytes};
use certamen_i18n::Message;
use certamen_portal::{ListenKeys, PeerKeys, Portal, Role, SiteFile, check_job::ContestActivity};
use certamen_store::{FaultFilter, MatchNumber};
use certamen_tournament::Verdict;
use jiff::Timestamp;
use std::{
    convert::Infallible,
    fmt::Write as _,
    fs, io,
    path::Path,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
};

const CONTEST: &str = r#"
name = "Three"
game = "footsteps"
bots = ["builtin:random", "builtin:first"]
seed = 1
[format]
kind = "round-robin"
games_per_pair = 1
[ranking]
kind = "points"
"#;

/// A folder with the contest `three`, and these files of it beside.
pub(crate) fn three(files: &[(&str, &str)]) -> TempDir {
    let site = tempfile::tempdir().unwrap();
    for (name, text) in [("contest.toml", CONTEST)].iter().chain(files) {
        let path = site.path().join("three").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    site
}

/// The state for the contests in `folder`, with accounts and a trusted proxy on this machine.
pub(crate) fn app_state(folder: &Path) -> AppState {
    let proxies = vec![[127, 0, 0, 1].into()];
    let (listen, peers) =
        (ListenKeys { proxies, ..ListenKeys::default() }, PeerKeys { enabled: true });
    let file = SiteFile { listen, peers, ..SiteFile::default() };
    let people = People::new(Arc::new(Portal::create(folder).unwrap()), file.clone());
    let sign = SiteInfo::of(&file, Language::En);
    let site = Site::still(&Contests::find(folder).unwrap(), sign, &Disclosure::Nothing);
    let site = site.reached_as(&file).with_people(Some(Arc::new(people)));
    AppState::new(Arc::new(site), watch::channel(false).1)
}

/// A request that a proxy on this machine forwards for `from`.
pub(crate) fn request(method: Method, path: &str, from: &str, body: Body) -> Request {
    let request = Request::builder().method(method).uri(path);
    let request = request.header("host", "localhost").header("x-forwarded-for", from);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    request.extension(Peer([127, 0, 0, 1].into())).body(body).unwrap()
}

/// The response to `request`: its status, its location, and its body, of images what is text in it.
pub(crate) async fn answered(app: &AppState, request: Request) -> (u16, String, String) {
    let Ok(response) = router(app.clone()).oneshot(request).await;
    let (head, body) = response.into_parts();
    let to = head.headers.get(header::LOCATION).map(|to| to.to_str().unwrap().to_owned());
    let body = to_bytes(body, usize::MAX).await.unwrap();
    (head.status.as_u16(), to.unwrap_or_default(), String::from_utf8_lossy(&body).into_owned())
}

async fn get(app: &AppState, path: &str) -> (u16, String, String) {
    answered(app, request(Method::GET, path, "192.0.2.1", Body::empty())).await
}

/// A page of a site, in English.
pub(crate) fn page_of(site: Site, path: &str) -> String {
    let app = AppState::new(Arc::new(site), watch::channel(false).1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (status, _, page) = runtime.block_on(get(&app, &format!("/en{path}")));
    assert_eq!(status, 200, "{page}");
    page
}

/// What a site answers to one request after another: the status and the body.
pub(crate) fn fetched(site: Site) -> impl FnMut(&str) -> (u16, String) {
    let app = AppState::new(Arc::new(site), watch::channel(false).1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    move |path| {
        let (status, _, page) = runtime.block_on(get(&app, path));
        (status, page)
    }
}

/// Waits until `what` holds.
async fn until(what: impl Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(8), "the condition never holds");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn endless_bodies_do_not_block_other_clients() {
    let site = three(&[]);
    let app = app_state(site.path());
    let posted = |from: String, body| {
        let app = app.clone();
        async move { answered(&app, request(Method::POST, "/en/sign-in", &from, body)).await.0 }
    };
    let endless = |from: String| {
        tokio::spawn(posted(
            from,
            Body::from_stream(tokio_stream::pending::<Result<Bytes, Infallible>>()),
        ))
    };
    let refused = |all: &[JoinHandle<u16>]| all.iter().filter(|one| one.is_finished()).count();
    let mut all: Vec<_> = (0..40).map(|_| endless("192.0.2.7".to_owned())).collect();
    until(|| refused(&all) == 24).await;
    let form = || Body::from("handle=ana&password=wrong+horse");
    assert_eq!(posted("192.0.2.7".to_owned(), form()).await, 503);
    assert_eq!(posted("192.0.2.8".to_owned(), form()).await, 403);
    all.extend((0..160).map(|number| endless(format!("198.51.{}.1", number / 10))));
    until(|| refused(&all) == 24 + 48).await;
    assert_eq!(posted("192.0.2.8".to_owned(), form()).await, 503, "128 are being read");
    for path in ["/en/", "/en/c/three", "/en/sign-in", "/healthz"] {
        assert_eq!(get(&app, path).await.0, 200, "{path}");
    }
    all.iter().for_each(JoinHandle::abort);
    until(|| refused(&all) == all.len()).await;
    assert_eq!(posted("192.0.2.8".to_owned(), form()).await, 403);
}

/// Requests a championship whose file is a pipe into which no one writes yet.
async fn request_while_a_championship_loads(site: &Path) {
    let app = app_state(site);
    let slow = site.join("three/championships/2026-01-01-a/contest.toml");
    let asked = tokio::spawn({
        let app = app.clone();
        async move { get(&app, "/en/c/three/championships/1").await.0 }
    });
    tokio::task::yield_now().await;
    for path in ["/healthz", "/en/", "/en/c/three", "/en/c/three/championships/2"] {
        assert_eq!(get(&app, path).await.0, 200, "{path}");
    }
    let written = spawn_blocking(move || {
        let mut pipe = fs::OpenOptions::new().write(true).open(&slow).unwrap();
        fs::remove_file(&slow).unwrap();
        fs::write(&slow, CONTEST).unwrap();
        io::Write::write_all(&mut pipe, CONTEST.as_bytes()).unwrap();
    });
    written.await.unwrap();
    assert_eq!(asked.await.unwrap(), 200);
}

#[test]
fn loading_a_championship_does_not_block_other_requests() {
    let site = three(&[("championships/2026-01-02-b/contest.toml", CONTEST)]);
    let slow = site.path().join("three/championships/2026-01-01-a");
    fs::create_dir(&slow).unwrap();
    let (kind, mode) =
        (rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR);
    rustix::fs::mknodat(rustix::fs::CWD, slow.join("contest.toml"), kind, mode, 0).unwrap();
    // On another thread, since it might never return.
    let (send, done) = mpsc::channel();
    let folder = site.path().to_owned();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(request_while_a_championship_loads(&folder));
        send.send(()).unwrap();
    });
    done.recv_timeout(Duration::from_secs(20)).expect("all are answered");
}

#[tokio::test]
async fn unknown_parameters_are_ignored() {
    let site = three(&[]);
    let app = app_state(site.path());
    for path in [
        "/en/?fbclid=x",
        "/es/c/three?utm_source=a&utm_medium=b",
        "/en/c/three/rules?at=3",
        "/en/c/three?%ff=1&x=%",
    ] {
        assert_eq!(get(&app, path).await.0, 200, "{path}");
    }
    // Known ones remain in links to the same page.
    let (_, _, page) = get(&app, "/en/c/three/matches?utm_source=a&fault=any&vs=&&").await;
    assert!(page.contains("\"/es/c/three/matches?fault=any\""), "{page}");
    assert_eq!(get(&app, "/c/three?fbclid=x").await.1, "/en/c/three");
    assert_eq!(get(&app, "/en/c/three/matches?fault=some").await.0, 400);
    assert_eq!(get(&app, "/api/v1/contests/three?fbclid=x").await.0, 400);
    let posted = request(Method::POST, "/en/?fbclid=x", "192.0.2.1", Body::empty());
    assert_eq!(answered(&app, posted).await.0, 405);
}

/// Addresses without a language redirect to the same page in the reader's.
#[tokio::test]
async fn every_page_is_found_at_its_own_address() {
    let site = three(&[]);
    let app = app_state(site.path());
    let slug = Slug::read("three").unwrap();
    let search = MatchSearch {
        bot: Some("a b/ñ&c".to_owned()),
        vs: None,
        result: Some(Verdict::Drawn),
        fault: Some(FaultFilter::Any),
        before: Some(12),
    };
    let mut parts = crate::page::PLAIN.map(|(_, part)| part).to_vec();
    parts.extend([
        ContestPart::Overview,
        ContestPart::Matches(MatchSearch::default()),
        ContestPart::Matches(search),
        ContestPart::Match(MatchNumber(7), None),
        ContestPart::Match(MatchNumber(7), Some(3)),
        ContestPart::Frames(MatchNumber(7), 0, String::new()),
        ContestPart::Frames(MatchNumber(7), 2 * PIECE, "fedcba9876543210".to_owned()),
        ContestPart::Worth(MatchNumber(7)),
        ContestPart::Animation(MatchNumber(7)),
        ContestPart::Preview(MatchNumber(7), None),
        ContestPart::Preview(MatchNumber(7), Some(3)),
        ContestPart::Bot("../<x>?".to_owned()),
        ContestPart::Standings(None),
        ContestPart::Standings(Some(3)),
        ContestPart::Publication(4),
        ContestPart::EmbeddedTable,
    ]);
    let contest = parts.into_iter().flat_map(|part| {
        let championship = Page::Contest(slug.championship(2), part.clone());
        [Page::Contest(slug.clone(), part), championship]
    });
    let of_site = [
        Page::Home,
        Page::Feed,
        Page::Live,
        Page::Games,
        Page::Game("go".to_owned()),
        Page::Series("spring".to_owned()),
    ];
    for page in of_site.into_iter().chain(contest) {
        let path = page.path();
        let (status, to, _) = get(&app, &path).await;
        assert_eq!((status, to), (302, page.address(Language::En)), "{path}");
    }
}

#[tokio::test]
async fn unknown_parts_are_rejected_by_name() {
    let site = three(&[]);
    let app = app_state(site.path());
    for (path, named) in [
        ("/nothing", "nothing"),
        ("/de/c/a", "no pages in &#34;de&#34;"),
        ("/c/Foot", "Foot"),
        ("/c/a", "&#34;a&#34;"),
        ("/c/three/championships/0", "0"),
        ("/c/three/championships/x/matrix", "x"),
        ("/c/three/nothing", "nothing"),
        ("/series/A%20b", "A b"),
        ("/c/three/matches/x", "x"),
        ("/c/three/matches/-1", "-1"),
        ("/c/three/matches/+1", "+1"),
        ("/c/three/matches/99999999999999999999", "99999999999999999999"),
        ("/c/three/matches/1?turn=zwei", "zwei"),
        ("/c/three/matches/1/frames.js?from=7", "7"),
        ("/c/three/matches/1/frames.js?of=0123456789ABCDEF", "ABCDEF"),
        ("/c/three/matches/1/frames.js?of=0123", "0123"),
        ("/c/three/matches?fault=some", "some"),
        ("/c/three/matches?bot=a&result=well", "well"),
        ("/c/three/matches?result=won", "won"),
        ("/c/three/matches?bot=a&bot=b", "bot"),
        ("/c/three/matches/x/worth", "x"),
        ("/c/three/standings?at=x", "x"),
        ("/c/three/publications/x", "x"),
        ("/embed/c/three/rules", "rules"),
        ("/c/%2e%2e/rules", "%2e%2e"),
        ("/c/three/bots/%00", "%00"),
        ("/c/three/bots/%ff", "%ff"),
        ("/submissions/..%2f", "..%2f"),
        ("/submissions/ABC", "ABC"),
        ("/c/three/mine/matches/07", "07"),
        ("/c/three/mine/matches/7/x", "x"),
        ("/admin/x", "admin/x"),
    ] {
        let (status, _, page) = get(&app, &format!("/en{path}")).await;
        assert!([400, 404].contains(&status) && page.contains(named), "{path}: {status} {page}");
    }
}

#[tokio::test]
async fn addresses_may_have_spare_slashes() {
    let site = three(&[]);
    let app = app_state(site.path());
    for path in ["/en", "/en/", "/en//c/three/", "/en/sign-in/"] {
        assert_eq!(get(&app, path).await.0, 200, "{path}");
    }
    assert_eq!(get(&app, "/c/three/").await.1, "/en/c/three");
    // Pages of users are not found without a language.
    assert_eq!(get(&app, "/sign-in").await.0, 404);
}

/// A path with these values for its variable parts.
fn filled(pattern: &str) -> String {
    let values = [
        ("{slug}", "three"),
        ("{id}", "abc7"),
        ("{secret}", "abc7"),
        ("{number}", "1"),
        ("{turn}", "0"),
        ("{game}", "footsteps"),
        ("{entrant}", "x"),
    ];
    values.iter().fold(pattern.to_owned(), |path, (name, value)| path.replace(name, value))
}

/// Every private page, who it is for, and the statuses for a visitor, a member, an organizer of the
/// contest and an admin, of a GET and of a POST request.
#[tokio::test]
async fn each_role_may_open_its_pages() {
    let site = three(&[]);
    let app = app_state(site.path());
    let portal = &app.site.people.as_ref().unwrap().portal;
    let now = Timestamp::now();
    let mut accounts = vec![None];
    for (name, role) in
        [("mem", None), ("org", Some((Role::Host, "three"))), ("adm", Some((Role::Admin, "")))]
    {
        let account = portal.add_account(name, Language::En, now).unwrap();
        if let Some(role) = role {
            portal.grant(account, role, now).unwrap();
        }
        accounts.push(Some(account));
    }
    let mut table = String::new();
    for page in private::pages() {
        let RouteRules { access, takes } = page.rules;
        write!(table, "{} {access:?} {takes:?}:", page.path).unwrap();
        for method in [Method::GET, Method::POST] {
            let mut statuses = Vec::new();
            for account in &accounts {
                let path = format!("/en{}", filled(&page.path));
                let mut sent = request(method.clone(), &path, "192.0.2.1", Body::from("do=x"));
                if let Some(account) = account {
                    // A new session each time: one of the pages ends it.
                    let session = portal.sign_in(*account, now).unwrap();
                    let cookie = format!("certamen={}", session.reveal());
                    sent.headers_mut().insert("cookie", cookie.parse().unwrap());
                    sent.headers_mut().insert("sec-fetch-site", "same-origin".parse().unwrap());
                }
                let (status, to, _) = answered(&app, sent).await;
                let sign_in = if to.starts_with("/en/sign-in?") { "s" } else { "" };
                statuses.push(format!("{status}{sign_in}"));
            }
            if method == Method::GET {
                let sent_to_sign_in = statuses.iter().take_while(|status| *status == "303s");
                let needs_member = !matches!(access, Access::Public | Access::Anyone);
                assert_eq!(sent_to_sign_in.count(), usize::from(needs_member), "{}", page.path);
                let (barred, admitted) = match access {
                    Access::Host => (1..2, 2..4),
                    Access::Admin => (1..3, 3..4),
                    Access::Public | Access::Anyone | Access::Member => (0..0, 0..0),
                };
                assert!(statuses[barred].iter().all(|status| status == "404"), "{}", page.path);
                // Courses have teams, and only some contests take ideas: this one has neither.
                let is_absent = ["/pairs", "/ideas"].iter().any(|end| page.path.ends_with(end));
                let is_open = |status: &String| is_absent || status == "200";
                assert!(statuses[admitted].iter().all(is_open), "{} {statuses:?}", page.path);
            }
            write!(table, " {}", statuses.join(" ")).unwrap();
        }
        table.push('\n');
    }
    insta::assert_snapshot!(table);
}

/// Calls of the API for authors need a token, and have one method each.
#[tokio::test]
async fn each_api_call_needs_a_token_and_its_method() {
    let site = three(&[]);
    let app = app_state(site.path());
    for call in private::api_calls() {
        for method in [Method::GET, Method::POST] {
            let path = filled(call.path);
            let due = if method != call.method {
                405
            } else if ["/api/v1/tables/{id}", "/api/v1/tables/{id}/record"].contains(&call.path) {
                404
            } else {
                401
            };
            let sent = request(method, &path, "192.0.2.1", Body::empty());
            assert_eq!(answered(&app, sent).await.0, due, "{path}");
        }
    }
    // Other addresses below are public.
    for (path, due) in [("/api/v1/contests/three", 200), ("/api/v1/contests/three/x", 404)] {
        assert_eq!(get(&app, path).await.0, due, "{path}");
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let site = three(&[]);
    let app = app_state(site.path());
    for (version, hosts, due) in [
        (Version::HTTP_11, 0, 400),
        (Version::HTTP_11, 1, 200),
        (Version::HTTP_11, 2, 400),
        (Version::HTTP_10, 0, 200),
        (Version::HTTP_10, 2, 400),
    ] {
        let mut request = request(Method::GET, "/en/", "192.0.2.1", Body::empty());
        *request.version_mut() = version;
        request.headers_mut().remove(header::HOST);
        for _ in 0..hosts {
            request.headers_mut().append(header::HOST, HeaderValue::from_static("localhost"));
        }
        assert_eq!(answered(&app, request).await.0, due, "{version:?} {hosts}");
    }
}

#[tokio::test]
async fn the_reason_of_a_pause_is_for_organizers_and_without_paths() {
    let site = three(&[]);
    let broken = CONTEST.replace("seed", "sed");
    fs::create_dir(site.path().join("wrong")).unwrap();
    fs::write(site.path().join("wrong/contest.toml"), broken).unwrap();
    let app = app_state(site.path());
    let three = Slug::read("three").unwrap();
    let folder = fs::canonicalize(site.path()).unwrap();
    let why = Message::verbatim(format!("{0}/three/a.c: see {0}/wrong/b", folder.display()));
    app.site.note(&three, ContestActivity::Failed { why, again: Duration::from_secs(60) });
    for (path, due) in [("/en/c/wrong", 200), ("/en/c/wrong/standings", 500), ("/en/c/three", 200)]
    {
        let (status, _, page) = get(&app, path).await;
        assert!(status == due && page.contains("paused for a technical reason"), "{path}: {page}");
        for secret in [&*folder.to_string_lossy(), "unknown key", "a.c"] {
            assert!(!page.contains(secret), "{path}: {page}");
        }
    }
    let ContestActivity::Failed { why, .. } = app.site.contest_view(&three).unwrap().doing() else {
        panic!()
    };
    assert_eq!(why.get(Language::En), "a.c: see wrong/b");
    let wrong = app.site.contest_view(&Slug::read("wrong").unwrap()).unwrap().revision();
    let SnapshotState::Broken(why) = &wrong.found else { panic!("it is read") };
    assert!(why.get(Language::En).starts_with("contest.toml: "), "{why:?}");
}

#[test]
fn an_unlisted_proxy_is_reported() {
    let [here, there]: [IpAddr; 2] = ["127.0.0.1", "192.0.2.1"].map(|text| text.parse().unwrap());
    let site = three(&[]);
    let believing = app_state(site.path());
    let sign = SiteInfo::of(&SiteFile::default(), Language::En);
    let plain = Site::still(&Contests::default(), sign, &Disclosure::Nothing);
    let mut forwarded = HeaderMap::new();
    forwarded.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.7"));
    assert!(hides_origins(&plain, here, &forwarded));
    assert!(!hides_origins(&plain, there, &forwarded));
    assert!(!hides_origins(&plain, here, &HeaderMap::new()));
    assert!(!hides_origins(&believing.site, here, &forwarded));
}

#[test]
fn an_older_api_answer_has_its_time() {
    let last_modified = |at| {
        let answer = ApiAnswer { kind: "application/json", body: b"[]".to_vec(), at };
        let answer = api::response(StatusCode::OK, answer);
        answer.headers().get(header::LAST_MODIFIED).map(|at| at.to_str().unwrap().to_owned())
    };
    assert_eq!(last_modified(None), None);
    let at = Timestamp::from_second(784_111_777).unwrap();
    assert_eq!(last_modified(Some(at)).as_deref(), Some("Sun, 06 Nov 1994 08:49:37 GMT"));
}

#[test]
fn the_preferred_language_is_chosen() {
    let preferred = |header| preferred(header, &Language::ALL);
    assert_eq!(preferred("de-CH, fr-CH;q=0.8, it;q=0.9"), Some(Language::It));
    assert_eq!(preferred("es-ES,es,en;q=0.5"), Some(Language::Es));
    assert_eq!(preferred("fr;q=x, it;q=0, de"), None);
    assert_eq!(preferred(""), None);
}

#[test]
fn other_sites_may_show_animated_pictures_and_embedded_pages_only() {
    let svg = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(SVG))]);
    let html = HeaderMap::from_iter([(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    )]);
    let picture = "/en/c/three/matches/1/animation.svg";
    for (path, headers, framing, policy, shared) in [
        (
            picture,
            &svg,
            Framing::Picture,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            true,
        ),
        (picture, &html, Framing::Denied, "frame-ancestors 'none'", false),
        ("/i/three.en.svg", &svg, Framing::Denied, "frame-ancestors 'none'", false),
        ("/en/embed/c/three/matches/1", &html, Framing::Allowed, "frame-ancestors *", false),
    ] {
        assert_eq!(Framing::of(path, headers), framing, "{path}");
        let mut sent = headers.clone();
        protect(&mut sent, framing);
        let policies = sent[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policies.ends_with(policy), "{path}: {policies}");
        let resource = sent["cross-origin-resource-policy"].to_str().unwrap();
        assert_eq!(resource == "cross-origin", shared, "{path}");
    }
}
