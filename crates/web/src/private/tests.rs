//! Pages of authors and organizers, answered in process.

use crate::{
    app_state::AppState,
    played::{accept, site_of},
    respond::tests::{answered, app_state, request},
};
use axum::{body::Body, http::Method};
use certamen_contest::Folder;
use certamen_game::Language;
use certamen_portal::{NewSubmission, Role, quota::SubmissionQuota};
use jiff::{Timestamp, tz::TimeZone};
use std::fs;
use tempfile::TempDir;

const CONTEST: &str = "name = \"Open\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\nseed = 1\n\
    [format]\nkind = \"round-robin\"\ngames_per_pair = 4\n[ranking]\nkind = \"points\"\n\
    [entries]\ncloses = \"never\"\nper_author = 3\n";

/// A browser with or without a session.
pub(super) struct Reader<'a> {
    pub(super) app: &'a AppState,
    pub(super) cookie: String,
    pub(super) from: &'static str,
}

impl<'a> Reader<'a> {
    pub(super) fn visitor(app: &'a AppState) -> Reader<'a> {
        Reader { app, cookie: String::new(), from: "192.0.2.1" }
    }

    /// A new account with a session.
    pub(super) fn member(app: &'a AppState, name: &str) -> Reader<'a> {
        let portal = &app.site.people.as_ref().unwrap().portal;
        let account = portal.add_account(name, Language::En, Timestamp::now()).unwrap();
        let session = portal.sign_in(account, Timestamp::now()).unwrap();
        Reader { cookie: format!("certamen={}", session.reveal()), ..Reader::visitor(app) }
    }

    /// An organizer of the contest `three`.
    fn host(app: &'a AppState, name: &str) -> Reader<'a> {
        let reader = Reader::member(app, name);
        let portal = &app.site.people.as_ref().unwrap().portal;
        let account = portal.account(name).unwrap().id;
        portal.grant(account, (Role::Host, "three"), Timestamp::now()).unwrap();
        reader
    }

    pub(super) async fn get(&self, path: &str) -> (u16, String, String) {
        self.send(Method::GET, path, "").await
    }

    pub(super) async fn post(&self, path: &str, fields: &str) -> (u16, String, String) {
        self.send(Method::POST, path, fields).await
    }

    async fn send(&self, method: Method, path: &str, fields: &str) -> (u16, String, String) {
        let mut sent = request(method, path, self.from, Body::from(fields.to_owned()));
        let headers = sent.headers_mut();
        if !self.cookie.is_empty() {
            headers.insert("cookie", self.cookie.parse().unwrap());
        }
        headers.insert("sec-fetch-site", "same-origin".parse().unwrap());
        answered(self.app, sent).await
    }
}

/// A contest in which `uno`, sent by Ana, and `dos` have played, and its site.
fn played() -> (TempDir, AppState) {
    let place = tempfile::tempdir().unwrap();
    drop(site_of(place.path(), CONTEST, &["uno", "dos"], 100));
    let own = Folder::new(&place.path().join("three"));
    let now = Timestamp::now();
    accept(&own, &place.path().join("files-uno"), ["uno", "ana"], now);
    accept(&own, &place.path().join("files-dos"), ["dos", "bea"], now);
    for name in ["files-uno", "files-dos"] {
        let left = place.path().join(name);
        if left.exists() {
            fs::remove_dir_all(left).unwrap();
        }
    }
    let app = app_state(place.path());
    (place, app)
}

/// Records that the account with this name sent its bot.
fn sent(app: &AppState, author: &str, bot: &str) {
    let portal = &app.site.people.as_ref().unwrap().portal;
    let row = NewSubmission {
        id: bot.to_owned(),
        contest: "three".to_owned(),
        sender: portal.account(author).unwrap().id,
        entrant: bot.to_owned(),
        file: format!("{bot}.py"),
        note: String::new(),
        digest: "0".repeat(64),
        received: Timestamp::now(),
    };
    let slots = SubmissionQuota { per_author: 3, per_day: None };
    portal.receive(&row, slots, &TimeZone::UTC).unwrap();
}

#[tokio::test]
async fn an_author_sees_where_each_bot_stands_and_what_is_next() {
    let (_place, app) = played();
    let (ana, eva) = (Reader::member(&app, "ana"), Reader::member(&app, "eva"));
    sent(&app, "ana", "uno");
    let (status, _, page) = ana.get("/en/c/three/mine").await;
    assert!(status == 200 && page.contains("Since yesterday"), "{page}");
    assert!(page.contains("of 2. Played: 4, won:"), "{page}");
    assert!(page.contains("Beats "), "the next goal: {page}");
    assert!(page.contains("data-every=\"30\"") && page.contains("every 30 seconds"), "{page}");
    assert!(page.contains("New rivals since yesterday: dos."), "{page}");
    assert!(page.contains("<td>python</td>") && page.contains("takes part"), "{page}");
    assert!(page.contains("<a href=\"/en/c/three/standings#bot-uno\">Around me"), "{page}");
    assert_eq!((page.matches("<tr class=\"own\">").count(), page.matches("<tr>").count()), (1, 4));
    let standings = Reader::visitor(&app).get("/en/c/three/standings").await.2;
    assert!(standings.contains("<tr id=\"bot-uno\""), "{standings}");
    let own_match = ana.get("/en/c/three/mine/matches/1/2").await.2;
    assert!(own_match.contains(">certamen check BOT --from three-1.jsonl#2</code>"), "{own_match}");
    let (_, words) = own_match.split_once("<h2>Standard error").unwrap();
    for (turn, text) in [(1, "&#60;up&#62;"), (3, "so")] {
        let link =
            format!("<h3><a href=\"/en/c/three/mine/matches/1/{turn}\">Turn {turn}</a></h3>");
        let command = format!("<code>certamen check BOT --from three-1.jsonl#{turn}</code>");
        let (_, piece) = words.split_once(&link).expect(&own_match);
        let (piece, _) = piece.split_once("</pre>").unwrap();
        assert!(piece.contains(&command) && piece.ends_with(&format!(">{text}")), "{piece}");
    }
    assert_eq!((words.matches("bye").count(), words.matches("After the end").count()), (1, 1));
    let other = eva.get("/en/c/three/mine").await.2;
    assert!(!other.contains("uno") && other.contains("have not submitted"), "{other}");
    assert_eq!(Reader::visitor(&app).get("/en/c/three/mine").await.0, 303);
}

#[tokio::test]
async fn who_has_an_address_may_ask_for_daily_emails() {
    let (_place, app) = played();
    let ana = Reader::member(&app, "ana");
    assert!(!ana.get("/en/me").await.2.contains("name=\"daily\""), "there is no address");
    let portal = &app.site.people.as_ref().unwrap().portal;
    let id = portal.account("ana").unwrap().id;
    portal.set_mail(id, Some("ana@example.org")).unwrap();
    for (fields, is_on) in [("do=daily&daily=on", true), ("do=daily", false)] {
        assert_eq!(ana.post("/en/me", fields).await.0, 303);
        let page = ana.get("/en/me").await.2;
        let field = page.split("name=\"daily\"").nth(1).unwrap().split('>').next().unwrap();
        assert_eq!(field.contains("checked"), is_on, "{page}");
    }
    assert_eq!(Reader::visitor(&app).post("/en/me", "do=daily&daily=on").await.0, 401);
}

#[tokio::test]
async fn a_bot_is_written_in_the_browser_and_goes_the_way_of_a_file() {
    let (place, app) = played();
    let ana = Reader::member(&app, "ana");
    let submit = "/en/c/three/submit";
    let page = ana.get(submit).await.2;
    assert!(
        page.contains("<option>python</option>") && page.contains("/en/games/footsteps"),
        "{page}"
    );
    let (status, _, page) = ana.post(submit, "do=starter&language=python&entrant=tres").await;
    assert!(
        status == 200 && page.contains("value=\"bot.py\"") && page.contains("import"),
        "{page}"
    );
    assert_eq!(ana.post(submit, "do=starter&language=cobol").await.0, 400);
    let (status, _, page) = ana.post(submit, "source=+&file_name=bot.py&entrant=tres").await;
    assert!(status == 422 && page.contains("not empty"), "{page}");
    let (status, _, page) = ana.post(submit, "source=%3Cb%3E&file_name=bot.py&entrant=a/b").await;
    assert!(status == 422 && page.contains("&#60;b&#62;</textarea>"), "the text stays: {page}");
    let fields = "source=print(1)%0D%0Aprint(2)&file_name=bot.py&entrant=tres&note=";
    let (status, to, _) = ana.post(submit, fields).await;
    assert!(status == 303 && to.contains("/en/submissions/"), "{status} {to}");
    let inbox = place.path().join("three/submissions");
    let files = fs::read_dir(inbox).unwrap().flat_map(|entry| fs::read_dir(entry.unwrap().path()));
    let texts = files.flatten().map(|file| fs::read(file.unwrap().path()).unwrap());
    assert!(texts.into_iter().any(|text| text == b"print(1)\nprint(2)"), "as it was written");
    let page = ana.get(&to).await.2;
    assert!(page.contains("data-every=\"2\" data-once"), "{page}");
    assert!(page.contains("<noscript><meta http-equiv=\"refresh\""), "{page}");
    let mine = ana.get("/en/c/three/mine").await.2;
    assert!(mine.contains("being checked") && mine.contains("data-every=\"2\""), "{mine}");
    assert_eq!(Reader::visitor(&app).post(submit, fields).await.0, 401);
}

#[tokio::test]
async fn an_organizer_finds_each_submission_and_confirms_what_follows() {
    let (_place, app) = played();
    let _ana = Reader::member(&app, "ana");
    sent(&app, "ana", "uno");
    let (org, eva) = (Reader::host(&app, "org"), Reader::member(&app, "eva"));
    let (list, host) = ("/en/c/three/host/submissions", "/en/c/three/host");
    let page = org.get(list).await.2;
    assert!(page.contains("<bdi>uno</bdi>") && page.contains("<bdi>dos</bdi>"), "{page}");
    let page = org.get(&format!("{list}?state=live&q=UN")).await.2;
    assert!(page.contains("<bdi>uno</bdi>") && !page.contains("<bdi>dos</bdi>"), "{page}");
    assert!(!page.contains("Newer submissions") && !page.contains("older than these"), "{page}");
    let page = org.get(&format!("{list}?state=live&q=UN&page=2")).await.2;
    assert!(page.contains("?state=live&#38;q=UN&#38;page=1\">Newer submissions"), "{page}");
    let page = org.get(&format!("{list}?state=&q=nothing+like+it")).await.2;
    assert!(page.contains("No submission matches."), "{page}");
    for query in ["state=nonsense", "sort=up", "q=%FF", "state=live&state=held"] {
        assert_eq!(org.get(&format!("{list}?{query}")).await.0, 400, "{query}");
    }
    assert_eq!(eva.get(list).await.0, 404);
    let out = "do=disqualify&id=uno";
    let (status, _, page) = org.post(host, out).await;
    assert!(status == 200 && page.contains("uno leaves the contest at once"), "{page}");
    assert_eq!(org.post(host, &format!("{out}&confirmed=yes")).await.0, 422, "no reason");
    let long = format!("{out}&confirmed=yes&reason={}", "x".repeat(501));
    assert_eq!(org.post(host, &long).await.0, 422);
    assert!(org.get(&format!("{list}?state=live")).await.2.contains("<bdi>uno</bdi>"));
    assert_eq!(org.post(host, "do=disqualify&id=nothere").await.0, 303, "nothing to do");
    assert_eq!(eva.post(host, out).await.0, 404);
    assert_eq!(org.post(host, &format!("{out}&confirmed=yes&reason=a+copy")).await.0, 303);
    assert!(org.get(&format!("{list}?state=disqualified")).await.2.contains("<bdi>uno</bdi>"));
    let log = org.get("/en/c/three/host/log").await.2;
    assert!(log.contains("org disqualified uno: a copy") && log.contains("ana sent uno."), "{log}");
}

#[tokio::test]
async fn an_author_confirms_a_withdrawal() {
    let (_place, app) = played();
    let ana = Reader::member(&app, "ana");
    sent(&app, "ana", "uno");
    let own = "/en/submissions/uno";
    let (status, _, page) = ana.post(own, "do=withdraw").await;
    assert!(status == 200 && page.contains("you may send it again"), "{page}");
    assert!(ana.get(own).await.2.contains("takes part"));
    assert_eq!(ana.post(own, "do=withdraw&confirmed=yes").await.0, 303);
    assert!(ana.get(own).await.2.contains("withdrawn by its author"));
}

#[tokio::test]
async fn a_contest_file_is_replaced_after_its_changes_were_shown() {
    let (place, app) = played();
    let org = Reader::host(&app, "org");
    let file = "/en/c/three/host/file";
    let path = place.path().join("three/contest.toml");
    let digest = blake3::hash(CONTEST.as_bytes()).to_hex().to_string();
    let typed = |text: &str| text.replace('%', "%25").replace('+', "%2B").replace('&', "%26");
    let dated = CONTEST.replace("\"never\"", "\"2020-01-31T12:00[Europe/Madrid]\"");
    let fields = format!("digest={digest}&text={}", typed(&dated));
    let (status, _, page) = org.post(file, &fields).await;
    assert!(status == 200 && page.contains("2020-01-31"), "{page}");
    assert!(page.contains("is in the past, so this happens at once"), "{page}");
    assert!(page.contains("+closes = "), "the difference is shown: {page}");
    assert_eq!(fs::read_to_string(&path).unwrap(), CONTEST, "nothing was replaced");
    let same = org.post(file, &format!("digest={digest}&text={}", typed(CONTEST))).await.2;
    assert!(same.contains("Nothing changes."), "{same}");
    let wrong = org.post(file, &format!("digest={digest}&text=%5Bformat")).await;
    assert_eq!(wrong.0, 422, "{}", wrong.2);
    let (status, to, _) = org.post(file, &format!("{fields}&confirmed=yes")).await;
    assert_eq!((status, &*to), (303, "/en/c/three/host/file?saved=1"));
    assert_eq!(fs::read_to_string(&path).unwrap(), dated);
    assert!(org.get(&to).await.2.contains("The file is replaced."));
    assert!(!org.get(file).await.2.contains("The file is replaced."));
    assert!(org.get("/en/c/three/host/log").await.2.contains("org replaced the contest file."));
}

#[tokio::test]
async fn an_admin_creates_a_contest_with_six_fields() {
    let (place, app) = played();
    let portal = &app.site.people.as_ref().unwrap().portal;
    let admin = Reader::member(&app, "adm");
    let account = portal.account("adm").unwrap().id;
    portal.grant(account, (Role::Admin, ""), Timestamp::now()).unwrap();
    let page = "/en/admin/contests";
    assert!(admin.get(page).await.2.contains("name=\"per_author\""));
    let rest = "name=Spring&game=go&format=round-robin&closes=never&per_author=3";
    for (fields, due, words) in [
        (format!("slug=../x&{rest}"), 422, "../x"),
        (format!("slug=three&{rest}"), 409, "three"),
        (format!("slug=spring&{}", rest.replace("game=go", "game=./x.py")), 422, "./x.py"),
        (format!("slug=spring&{}", rest.replace("never", "soon")), 422, "closes"),
        (format!("slug=spring&{}", rest.replace("=3", "=99")), 422, "1 to 20"),
        (format!("slug=spring&{}", rest.replace("=3", "=few")), 422, "few"),
        (format!("slug=spring&{}", rest.replace("Spring", "")), 422, "1 to 120"),
        (format!("slug=spring&{}", rest.replace("round-robin", "one-table")), 422, "two players"),
        (format!("slug=spring&{}", rest.replace("game=go", "game=minoria")), 422, "one table"),
        (
            format!("slug=spring&{}", rest.replace("never", "2020-01-31T12:00[Europe/Madrid]")),
            422,
            "which is past",
        ),
    ] {
        let (status, _, page) = admin.post(page, &fields).await;
        assert!(status == due && page.contains(words), "{fields}: {status}: {page}");
    }
    assert!(!place.path().join("spring").exists());
    let (status, to, _) = admin.post(page, &format!("slug=spring&{rest}")).await;
    assert_eq!((status, &*to), (303, "/en/c/spring/host/file"));
    assert!(admin.get(&to).await.2.contains("per_author = 3"));
    assert_eq!(Reader::visitor(&app).get("/en/c/spring").await.0, 200);
    let eva = Reader::member(&app, "eva");
    assert_eq!(eva.post(page, &format!("slug=other&{rest}")).await.0, 404);
}

#[tokio::test]
async fn visitors_continue_public_matches_of_contests_and_no_others() {
    let (_place, app) = played();
    let page = Reader::visitor(&app).get("/en/c/three/play/1/0").await;
    assert!(page.0 == 200 && !page.2.contains("value=\"bot "), "{}", page.2);
    let place = tempfile::tempdir().unwrap();
    let hidden = format!("{CONTEST}[site]\nmatches = \"own\"\n");
    drop(site_of(place.path(), &hidden, &["uno", "dos"], 100));
    let app = app_state(place.path());
    let (status, _, page) = Reader::visitor(&app).get("/en/c/three/play/1/0").await;
    assert!(status >= 400 && !page.contains("uno"), "{status}: {page}");
}
