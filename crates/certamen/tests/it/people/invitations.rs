//! A contest with open entries is shared by a short link, with a preview image.

use super::{CONTEST, PeopleServer, open_site};

#[test]
fn an_invitation_leads_to_its_contest_and_has_a_picture() {
    let site = open_site();
    let closed = CONTEST.replace("\"never\"", "\"2020-01-01T12:00[UTC]\"");
    site.write("closed/contest.toml", closed);
    let open = CONTEST.replace("\"never\"", "\"2090-01-01T12:00[Europe/Madrid]\"");
    site.write("until/contest.toml", open.replace("Open", "Up <to>"));
    site.write("site.toml", "base_url = \"https://contests.example.org/\"\n");
    let server = PeopleServer::start(&site, &["--no-play"]);
    let browser = server.browser();
    let way = browser.say("GET", "/i/until", &[("accept-language", "es")], b"");
    assert_eq!((way.status, way.location()), (302, "/es/c/until"));
    let page = browser.get("/en/c/until").body;
    for reported in [
        "og:url\" content=\"https://contests.example.org/i/until\"",
        "og:image\" content=\"https://contests.example.org/i/until.png\"",
        "og:title\" content=\"Up &#60;to&#62;\"",
        "2090-01-01 12:00 (Madrid)",
    ] {
        assert!(page.contains(reported), "{reported}: {page}");
    }
    let points = browser.get("/i/until.png");
    assert!(points.status == 200 && points.head.contains("content-type: image/png"));
    assert!(points.body.contains("IHDR") && points.body.contains("IEND"), "it is a picture");
    let drawing = browser.get("/i/until.es.svg");
    assert!(drawing.head.contains("content-type: image/svg+xml"), "{}", drawing.head);
    assert!(drawing.body.contains("Up &lt;to&gt;"), "{}", drawing.body);
    assert!(drawing.body.contains("2090-01-01 12:00 (Madrid)") && !drawing.body.contains("<to>"));
    assert!(!browser.get("/en/c/closed").body.contains("og:url"), "the invitation is used");
    for path in ["/i/closed.png", "/i/nothere", "/i/nothere.png", "/i/until.svg", "/i/until.xx.svg"]
    {
        assert_eq!(browser.get(path).status, 404, "{path}");
    }
}
