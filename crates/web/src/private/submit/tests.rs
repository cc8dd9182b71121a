//! An upload whose sender gets no response: whichever step fails, sending it again
//! is one submission.

use super::*;
use crate::{
    Slug,
    pseudonyms::Disclosure,
    site::{Contests, Site, SiteInfo},
};
use certamen_contest::entry::{draft_name, sent_name};
use certamen_portal::{Grants, Portal, SiteFile};
use std::{path::PathBuf, sync::Arc};

const CONTEST: &str = "name = \"Open\"\ngame = \"footsteps\"\nbots = [\"builtin:first\"]\n\
    [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n\
    [entries]\ncloses = \"never\"\nper_author = 1\nper_slot_and_day = 1\n";

struct Entering {
    place: tempfile::TempDir,
    site: Site,
    ana: CurrentUser,
}

impl Entering {
    fn new() -> Entering {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("open")).unwrap();
        fs::write(place.path().join("open/contest.toml"), CONTEST).unwrap();
        let portal = Portal::create(place.path()).unwrap();
        let id = portal.add_account("ana", Language::Es, Timestamp::UNIX_EPOCH).unwrap();
        let ana = CurrentUser {
            id,
            handle: "ana".to_owned(),
            language: Language::Es,
            grants: Grants::default(),
        };
        let contests = Contests::find(place.path()).unwrap();
        let people = People::new(Arc::new(portal), SiteFile::default());
        let info =
            SiteInfo { title: String::new(), languages: Language::ALL.to_vec(), base_url: None };
        let site = Site::still(&contests, info, &Disclosure::Nothing);
        Entering { site: site.with_people(Some(Arc::new(people))), place, ana }
    }

    fn view(&self) -> &ContestView {
        self.site.contest_view(&Slug::read("open").unwrap()).unwrap()
    }

    fn people(&self) -> &People {
        self.site.people.as_ref().unwrap()
    }

    fn send(&self, content: &[u8]) -> Result<String, UploadError> {
        let file = Upload { name: "uno.c".to_owned(), content: content.to_vec() };
        let request = UploadRequest {
            people: self.people(),
            view: self.view(),
            member: &self.ana,
            language: Language::Es,
            entrant: "",
            note: "",
            file: &file,
            written_by: None,
            now: Timestamp::now(),
        };
        request.send()
    }

    fn inbox(&self) -> PathBuf {
        self.place.path().join("open/submissions")
    }

    /// The names in the inbox.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.inbox()).into_iter().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn received(&self) -> Vec<String> {
        let sent = self.people().portal.sent_by(self.ana.id, "open").unwrap();
        sent.into_iter().map(|sent| sent.id).collect()
    }

    /// As if the process was killed after the record and before the file was handed over.
    fn take_back(&self, id: &str) {
        let inbox = self.inbox();
        fs::rename(inbox.join(sent_name(id)), inbox.join(draft_name(id))).unwrap();
    }
}

#[test]
fn sent_again_after_any_failure_it_is_one_submission() {
    type Failure = fn(&Entering, &str);
    let failures: [(&str, Failure); 4] = [
        ("the answer was lost", |_, _| ()),
        ("it was not handed over", Entering::take_back),
        ("its file was lost", |entering, id| {
            fs::remove_dir_all(entering.inbox().join(sent_name(id))).unwrap();
        }),
        ("the next process took it up", |entering, id| {
            entering.take_back(id);
            entering.people().recover(&entering.view().folder).unwrap();
        }),
    ];
    for (name, fail) in failures {
        let entering = Entering::new();
        let id = entering.send(b"int main;").unwrap();
        fail(&entering, &id);
        assert_eq!(entering.send(b"int main;").unwrap(), id, "{name}");
        assert_eq!(entering.received(), [&*id], "{name}: it uses one slot");
        assert_eq!(entering.files(), [sent_name(&id)], "{name}");
        assert_eq!(entering.people().portal.steps(&id).unwrap().len(), 1, "{name}");
        let other = entering.send(b"int main(void);").unwrap_err();
        assert!(matches!(other, UploadError::Over(_)), "{name}: another version of this day");
        assert_eq!(entering.files(), [sent_name(&id)], "{name}: nothing is left of it");
    }
}

#[test]
fn what_was_received_is_confirmed_though_it_cannot_be_handed_over_yet() {
    let entering = Entering::new();
    let view = entering.view();
    let inbox = entering.inbox();
    let id = "abc".to_owned();
    let sent = Submission {
        id: id.clone(),
        entrant: "uno".to_owned(),
        author: "ana".to_owned(),
        file: "uno.c".to_owned(),
        note: String::new(),
        language: "es".to_owned(),
        received: Timestamp::now(),
        written_by: None,
    };
    fs::create_dir_all(inbox.join(sent_name(&id)).join("in the way")).unwrap();
    sent.write_draft(&inbox, b"int main;").unwrap();
    let rules = ContestFile::read(&view.folder).unwrap().entries.unwrap();
    let confirmed = confirm(entering.people(), view, entering.ana.id, &rules, sent).unwrap();
    assert_eq!(confirmed, id);
    assert!(inbox.join(draft_name(&id)).exists(), "nothing is lost");
    fs::remove_dir_all(inbox.join(sent_name(&id))).unwrap();
    let (status, _) = SubmissionStatus::of(&view.folder, &id).unwrap();
    assert_eq!(status, SubmissionStatus::Waiting);
    assert_eq!(entering.files(), [sent_name(&id)], "a reader of its page finishes it");
}

#[test]
fn what_cannot_be_recorded_leaves_nothing() {
    let mut entering = Entering::new();
    // As after the account was closed.
    entering.ana.id = AccountId(999);
    assert!(matches!(entering.send(b"int main;").unwrap_err(), UploadError::Portal(_)));
    assert!(entering.files().is_empty());
}
