//! A course in the browser: teams claim their accounts and submit files, the teacher rules on them,
//! and each team sees its own marks.

use super::{Browser, PeopleServer, signed_in, wait};
use crate::site::{Site, repository};
use jiff::{Timestamp, ToSpan};
use std::{
    fs,
    time::{Duration, SystemTime},
};

/// A course that started three hours ago and has a championship every two hours.
pub(crate) fn course() -> String {
    let starts = (Timestamp::now() - 3.hours()).strftime("%Y-%m-%dT%H:%M:%S[UTC]");
    format!(
        r#"
name = "Torneo"
game = "mancala8"
bots = ["builtin:regular", "builtin:first", "builtin:last"]
[format]
kind = "ladder"
[ranking]
kind = "references-beaten"
references = ["regular", "first", "last"]
[sandbox]
minimum_tier = "D"
[search]
depth = 2
[entries]
closes = "never"
[timetable]
starts = "{starts}"
publish_every = "2 hours"
championship_every = "2 hours"
waves = 1
[course]
"#
    )
}

/// The same with another closing time.
pub(crate) fn closing_in(text: &str, seconds: i64) -> String {
    let closes = (Timestamp::now() + seconds.seconds()).strftime("%Y-%m-%dT%H:%M:%S[UTC]");
    text.replace("\"never\"", &format!("\"{closes}\""))
}

/// A file of the sample course.
pub(crate) fn sample(path: &str) -> Vec<u8> {
    fs::read(repository(&format!("contests/mancala8-course/{path}"))).unwrap()
}

fn course_site() -> Site {
    let site = Site::new();
    site.write("curso/contest.toml", course());
    site.write("curso/pairs.csv", sample("pairs.csv"));
    site.succeed(&["account", ".", "add", "root", "--role", "admin"]);
    site
}

/// The file name under which a team submits its bot today.
pub(crate) fn named(player: &str, key: &str) -> String {
    format!("{player}{}{key}.cl", Timestamp::now().strftime("%y%m%d"))
}

const PAGE: &str = "/es/c/curso/course";

/// The browser of a user who claims team 2 of group 2314 and thereby creates an account.
fn claimed(server: &PeopleServer, handle: &str) -> Browser {
    let mut browser = server.browser();
    let pair = [("group", "2314"), ("pair", "2"), ("key", "AbCd123456")];
    let account = [("handle", handle), ("password", "correct horse")];
    let answer = browser.post(PAGE, &[pair, [account[0], account[1], ("", "")]].concat());
    assert_eq!((answer.status, answer.location()), (303, PAGE), "{}", answer.body);
    browser
}

#[test]
fn a_pair_claims_itself_sends_and_sees_its_own_only() {
    let site = course_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let mut visitor = server.browser();
    assert!(visitor.get(PAGE).body.contains("Identificarse como pareja"));
    for (pair, key) in [("2", "Inventada1"), ("2", ""), ("2", "AbCd12345"), ("77", "AbCd123456")] {
        let claim = [("group", "2314"), ("pair", pair), ("key", key), ("handle", "eva")];
        let refused = visitor.post(PAGE, &claim);
        assert_eq!(refused.status, 422);
        assert!(refused.body.contains("ninguna pareja tiene ese grupo"), "{}", refused.body);
    }
    let ana = claimed(&server, "ana");
    let luis = claimed(&server, "luis");
    let file = named("14021", "Ab");
    let good = sample("submissions/14021150313Ab.cl");
    let sent = ana.send(PAGE, (&file, &good), &[]);
    let said = format!("El envío del fichero {file} ha sido almacenado en IA/torneo");
    assert!(sent.status == 200 && sent.body.contains(&said), "{}", sent.body);
    let again = luis.send(PAGE, (&file, &good), &[]);
    assert!(again.status == 422 && again.body.contains("Ese fichero ya existe"), "{}", again.body);
    assert!(luis.get(PAGE).body.contains(&file), "it is the pair's");
    for (refused, why) in [
        (named("14011", "In"), "es de otra pareja"),
        ("14021150318Ab.cl".to_owned(), "debe ser la del día"),
        (named("14024", "Ab"), "es 1, 2 o 3"),
        (named("14022", "xx"), "dos primeros caracteres de la clave"),
        ("../../x.cl".to_owned(), "debe llamarse"),
    ] {
        let answer = ana.send(PAGE, (&refused, &good), &[]);
        assert!(answer.status == 422 && answer.body.contains(why), "{refused}: {}", answer.body);
    }
    let no_key = ana.send(PAGE, (&named("14022", "Ab"), b"(defun mi-f-ev (e) 0)"), &[]);
    assert!(no_key.body.contains("la primera línea"), "{}", no_key.body);
    let inbox = fs::read_dir(site.path().join("curso/submissions")).unwrap();
    let kept: Vec<_> = inbox.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(kept, [file.as_str()], "of what was refused nothing is kept");
    let public = ["/es/", "/es/c/curso", "/es/c/curso/publications", "/es/feed.atom"];
    let reported: String = public.map(|path| visitor.get(path).body).concat();
    for secret in ["14021", "1402", ">ana<", "luis", "AbCd"] {
        assert!(!reported.contains(secret), "{secret}: {reported}");
    }
}

#[test]
fn links_are_made_for_those_who_have_not_come() {
    let site = course_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let ana = claimed(&server, "ana");
    let mut eva = signed_in(&site, &server, "eva", &[]);
    let mut teacher =
        signed_in(&site, &server, "maestra", &["--role", "host", "--contest", "curso"]);
    let (pairs, marks, sheet) =
        ("/es/c/curso/host/pairs", "/es/c/curso/marks", "/es/c/curso/marks.csv");
    for (path, of_ana, of_teacher) in [(pairs, 404, 200), (marks, 200, 200), (sheet, 404, 404)] {
        assert_eq!(server.browser().get(path).status, 303, "{path}");
        assert_eq!(eva.get(path).status, 404, "{path}");
        assert_eq!((ana.get(path).status, teacher.get(path).status), (of_ana, of_teacher));
    }
    assert_eq!(eva.post(pairs, &[("do", "links")]).status, 404);
    let link_of = |page: &str, handle: &str| {
        let after = page.split(&format!("<td>{handle}</td>")).nth(1)?;
        let link = after.split("/es/one-time/").nth(1)?.split('<').next()?;
        Some(format!("/es/one-time/{link}"))
    };
    let file = named("14021", "Ab");
    let sent = ana.send(PAGE, (&file, &sample("submissions/14021150313Ab.cl")), &[]);
    assert_eq!(sent.status, 200, "{}", sent.body);
    let people = teacher.get("/es/c/curso/host/people").body;
    assert!(people.contains("envíos: 1"), "{people}");
    let host = teacher.get("/es/c/curso/host").body;
    assert!(
        !host.contains("Todavía nadie ha enviado"),
        "players are listed by their pairs: {host}"
    );
    let first = teacher.post(pairs, &[("do", "links")]).body;
    assert!(link_of(&first, "curso-1402").is_none(), "Ana has come: {first}");
    let second = teacher.post(pairs, &[("do", "links")]).body;
    let [old, link] = [first, second].map(|page| link_of(&page, "curso-1401").unwrap());
    let mut pepe = server.browser();
    assert_eq!(pepe.get(&old).status, 404, "the later sheet is good");
    assert_eq!(pepe.post(&link, &[("password", "correct horse")]).status, 303);
    assert_eq!(pepe.post(&link, &[("password", "another horse")]).status, 404, "once");
    assert!(pepe.get(PAGE).body.contains("Usted es de la pareja 1401"));
    assert!(!pepe.get(PAGE).body.contains("1402"));
    let guess = [("group", "2314"), ("pair", "3"), ("key", "Inventada9")];
    let statuses: Vec<u16> = (0..45).map(|_| eva.post(PAGE, &guess).status).collect();
    assert_eq!((statuses[0], statuses[44]), (422, 429), "{statuses:?}");
}

#[test]
fn a_course_at_rest_hears_of_a_changed_date_takes_long() {
    let site = course_site();
    let server = PeopleServer::start(&site, &["--tier", "D"]);
    let mut teacher = signed_in(&site, &server, "eva", &["--role", "host", "--contest", "curso"]);
    let (marks, file) = ("/es/c/curso/marks", "/es/c/curso/host/file");
    wait(&teacher, marks, |answer| answer.body.contains("Notas provisionales"));
    // The random pairings after it are few: then nothing happens for two hours.
    let page = teacher.get(file).body;
    let digest = page.split("name=\"digest\" value=\"").nth(1).unwrap();
    let digest = digest.split('"').next().unwrap().to_owned();
    let text = closing_in(&site.read("curso/contest.toml"), 5);
    assert_eq!(
        teacher.post(file, &[("text", &text), ("digest", &digest), ("confirmed", "yes")]).status,
        303
    );
    wait(&teacher, marks, |answer| answer.body.contains("Notas definitivas"));
}

#[test]
fn the_teacher_rules_and_marks_follow_takes_long() {
    let site = course_site();
    let file = named("14021", "Ab");
    let mut server = PeopleServer::start(&site, &["--no-play"]);
    let ana = claimed(&server, "ana");
    let sent = ana.send(PAGE, (&file, &sample("submissions/14021150313Ab.cl")), &[]);
    assert_eq!(sent.status, 200, "{}", sent.body);
    let teacher = signed_in(&site, &server, "maestra", &["--role", "host", "--contest", "curso"]);
    // The host is killed before it has read the file, so nothing is written to it any more.
    server.kill();
    let sent =
        fs::File::options().write(true).open(site.path().join("curso/submissions").join(&file));
    let earlier = SystemTime::now() - Duration::from_secs(60);
    sent.unwrap().set_modified(earlier).unwrap();
    let server = PeopleServer::start(&site, &["--tier", "D"]);
    let here = |browser: Browser| Browser { address: server.address.clone(), ..browser };
    let (mut ana, mut teacher) = (here(ana), here(teacher));
    let mail = [("do", "mail"), ("mail", "ana@example.org"), ("password", "correct horse")];
    assert_eq!(ana.post("/es/me", &mail).status, 303);
    let reported = wait(&ana, PAGE, |answer| answer.body.contains("participa")).body;
    assert!(
        reported.contains("ha sido almacenado"),
        "a report is in its reader's language: {reported}"
    );
    let marks = "/es/c/curso/marks";
    let own = wait(&ana, marks, |answer| answer.body.contains("Notas provisionales")).body;
    assert!(
        own.contains("<th scope=\"col\">pareja</th>"),
        "the page speaks its reader's language: {own}"
    );
    assert!(own.contains("14021") && !own.contains("Ejemplo Uno"), "{own}");
    assert!(teacher.get(marks).body.contains("Ejemplo Uno"));
    let sheet = teacher.get("/es/c/curso/marks.csv");
    assert!(sheet.head.contains("attachment") && sheet.body.contains("2314,02,"), "{}", sheet.body);
    let reader = teacher.clone();
    let mut rule = |act: &str, reason: &str| {
        let fields = [("do", act), ("id", &*file), ("reason", reason)];
        teacher.post("/es/c/curso/host/pairs", &fields).status
    };
    assert_eq!(rule("disqualify", " "), 422, "a reason is missing");
    assert_eq!(rule("disqualify", "copiado de otra pareja"), 303);
    let reported = ana.get(PAGE).body;
    assert!(reported.contains("descalificado por el organizador"), "{reported}");
    assert!(reported.contains("copiado de otra pareja"), "{reported}");
    assert_eq!(rule("approve", "era suyo"), 303);
    assert!(ana.get(PAGE).body.contains("aprobado por el organizador"));
    let people = "/es/c/curso/host/people";
    let written = wait(&reader, people, |answer| answer.body.contains("era suyo")).body;
    assert!(written.contains(&format!("Su bot {file} en")), "{written}");
    assert_eq!(rule("proscribe", "compartió la clave"), 303);
    let next = ana.send(PAGE, (&named("14022", "Ab"), b"x"), &[]);
    assert!(next.status == 422 && next.body.contains("proscrita"), "{}", next.body);
    site.write("curso/contest.toml", closing_in(&site.read("curso/contest.toml"), 2));
    let last = wait(&ana, marks, |answer| answer.body.contains("Notas definitivas")).body;
    assert!(last.contains("<td><bdi>0</bdi></td>") && !last.contains("14021"), "{last}");
    let log = teacher.get("/es/c/curso/host").body;
    assert!(log.contains("maestra expulsó a") && log.contains("compartió la clave"), "{log}");
    let late = [("do", "approve"), ("id", &*file), ("reason", "tarde")];
    assert_eq!(teacher.post("/es/c/curso/host/pairs", &late).status, 422, "marks are out");
    drop(server);
    assert!(site.succeed(&["standings", "curso"]).contains("compartió la clave"));
}
