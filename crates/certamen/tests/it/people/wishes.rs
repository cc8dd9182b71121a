//! Games are suggested, upvoted, and answered by an admin.

use super::{PeopleServer, open_site, signed_in};

#[test]
fn games_are_wished_for_and_supported() {
    let site = open_site();
    let server = PeopleServer::start(&site, &["--no-play"]);
    let way = "/en/proposals";
    assert_eq!(server.browser().get(way).status, 303, "one signs in first");
    assert_eq!(server.browser().post(way, &[("do", "propose")]).status, 401);
    let mut ana = signed_in(&site, &server, "ana", &[]);
    let mut bea = signed_in(&site, &server, "bea", &[]);
    let mut admin = signed_in(&site, &server, "eva", &["--role", "admin"]);
    assert!(ana.get("/en/me").body.contains(way));
    let wish = [("do", "propose"), ("title", "Hex <b>"), ("text", "<script>on 11 by 11</script>")];
    assert_eq!(ana.post(way, &wish).status, 303);
    let page = bea.get(way).body;
    assert!(page.contains("supporters: 1") && page.contains("Hex &#60;b&#62;"), "{page}");
    assert!(!page.contains("<script>on"), "{page}");
    for _ in 0..2 {
        assert_eq!(bea.post(way, &[("do", "support"), ("id", "1")]).status, 303);
    }
    assert!(ana.get(way).body.contains("supporters: 2"));
    assert_eq!(bea.post(way, &[("do", "withdraw"), ("id", "1")]).status, 303);
    assert!(ana.get(way).body.contains("supporters: 1"));
    for (fields, status) in [
        (&[("do", "support"), ("id", "77")][..], 422),
        (&[("do", "support"), ("id", "one")], 422),
        (&[("do", "propose"), ("title", ""), ("text", "x")], 422),
        (&[("do", "propose"), ("title", "a\r\nb"), ("text", "x")], 422),
        (&[("do", "propose"), ("title", "Go"), ("text", "")], 422),
        (&[("do", "answer"), ("id", "1"), ("answer", "no")], 400),
        (&[("do", "nothing")], 400),
    ] {
        assert_eq!(bea.post(way, fields).status, status, "{fields:?}");
    }
    assert_eq!(admin.post(way, &[("do", "answer"), ("id", "1"), ("answer", " ")]).status, 422);
    let answer = [("do", "answer"), ("id", "1"), ("answer", "In spring.")];
    assert_eq!(admin.post(way, &answer).status, 303);
    assert!(bea.get(way).body.contains("In spring."));
    assert_eq!(bea.post(way, &[("do", "support"), ("id", "1")]).status, 422, "it was answered");
}
