//! The section on entries: deadline, expected number of bots, and changes.

use super::{entries_say, facts_say};
use crate::{
    Slug,
    board::Announcements,
    contest::ContestSnapshot,
    dates::{self, ShownTime},
    frame::PageContext,
    page::ContestPart,
    private_say::{rule_day, rule_slots},
    say,
};
use certamen_contest::{
    entry::{EntryChange, EntryMove, Withdrawal, WithdrawalReason, closing_time},
    file::{EntryDeadline, EntryRules, Schedule},
};
use certamen_game::legible;
use certamen_i18n::Message;
use certamen_portal::course::PLAYERS_PER_TEAM;
use jiff::{Timestamp, Zoned, tz::TimeZone};

const MAX_CHANGES: usize = 10;

pub(super) struct EntriesSection {
    pub(super) title: String,
    /// How many of the expected bots have entered: a bar, and in words.
    pub(super) counter: Option<(String, String)>,
    pub(super) dates: Vec<Dated>,
    pub(super) quota: Vec<String>,
    /// The link to the frequently asked questions; empty if there are none.
    pub(super) faq: String,
    pub(super) changes_title: String,
    pub(super) changes: Vec<ChangeRow>,
}

pub(super) struct Dated {
    pub(super) what: String,
    pub(super) at: ShownTime,
    /// The time left; scripts fill it in where it is empty.
    pub(super) countdown: String,
}

pub(super) struct ChangeRow {
    pub(super) entrant: String,
    pub(super) to: String,
    pub(super) time: ShownTime,
    pub(super) what: String,
    pub(super) note: String,
}

impl EntriesSection {
    pub(super) fn of(
        frame: PageContext<'_>,
        slug: &Slug,
        snapshot: &ContestSnapshot,
        board: &Announcements,
    ) -> Option<Self> {
        let file = snapshot.file.as_ref()?;
        // The entrants of a championship are fixed, and it publishes nothing.
        let schedule = file.schedule.as_ref().filter(|_| slug.is_whole());
        let rules = file.entries.as_ref();
        if rules.is_none() && schedule.is_none() {
            return None;
        }
        let zone = rules.map_or(TimeZone::UTC, |rules| rules.zone.clone());
        let changes = board.roster.changes();
        let changes = changes.iter().take(MAX_CHANGES).map(|change| ChangeRow {
            entrant: frame.name(&change.entrant),
            to: entrant_link(frame, slug, snapshot, &change.entrant),
            time: ShownTime::of(&change.time.to_zoned(zone.clone())),
            what: change_text(frame, change),
            note: legible(&change.note),
        });
        let has_faq = !board.faq.is_empty();
        let section = EntriesSection {
            title: frame.t(entries_say::entries()),
            counter: rules.and_then(|rules| counter(frame, rules, board)),
            dates: dates(frame, snapshot, board, schedule),
            quota: quota(snapshot).into_iter().map(|rule| frame.t(rule)).collect(),
            faq: if has_faq { frame.part(slug, ContestPart::Faq) } else { String::new() },
            changes_title: frame.t(entries_say::what_changed()),
            changes: changes.collect(),
        };
        let is_empty =
            section.counter.is_none() && section.dates.is_empty() && section.quota.is_empty();
        (!is_empty || has_faq || !section.changes.is_empty()).then_some(section)
    }
}

/// When entries open and close, and when standings are published next by the schedule.
fn dates(
    frame: PageContext<'_>,
    snapshot: &ContestSnapshot,
    board: &Announcements,
    schedule: Option<&Schedule>,
) -> Vec<Dated> {
    let rules = snapshot.file.as_ref().and_then(|file| file.entries.as_ref());
    let closes = match schedule.filter(|_| snapshot.is_course()) {
        Some(schedule) => schedule.closes.clone(),
        None => rules.and_then(|rules| {
            let closes = closing_time(rules, &board.roster.entered())?;
            Some(closes.to_zoned(rules.zone.clone()))
        }),
    };
    let now = Timestamp::now();
    let opens = rules.and_then(|rules| rules.opens.as_ref());
    let opens = opens.map(|opens| opening_date(frame, opens, now));
    let deadline = closes.map(|closes| Dated {
        what: frame.t(if closes.timestamp() <= now {
            entries_say::entries_closed()
        } else {
            entries_say::entries_close()
        }),
        at: ShownTime::of(&closes),
        countdown: closes_in(frame, closes.timestamp()).unwrap_or_default(),
    });
    // The time of an overdue publication is unknown.
    let publication = schedule.and_then(|schedule| super::next(board, schedule));
    let publication = publication.filter(|(_, at)| at.timestamp() > now);
    let publication = publication.map(|(kind, at)| Dated {
        what: frame.t(say::next_table(frame.t(super::kind(kind)))),
        at: ShownTime::of(&at),
        countdown: String::new(),
    });
    opens.into_iter().chain(deadline).chain(publication).collect()
}

fn opening_date(frame: PageContext<'_>, opens: &Zoned, now: Timestamp) -> Dated {
    let is_past = opens.timestamp() <= now;
    let what = if is_past { entries_say::entries_opened() } else { entries_say::entries_open() };
    Dated { what: frame.t(what), at: ShownTime::of(opens), countdown: String::new() }
}

fn quota(snapshot: &ContestSnapshot) -> Vec<Message> {
    let Some(file) = &snapshot.file else { return Vec::new() };
    if snapshot.is_course() {
        return vec![entries_say::rule_of_course(PLAYERS_PER_TEAM)];
    }
    let Some(rules) = &file.entries else { return Vec::new() };
    let each_day = rules.per_slot_and_day.map(rule_day);
    [Some(rule_slots(rules.per_author)), each_day].into_iter().flatten().collect()
}

/// "closes in 3 d 4 h"; none in an archive, and after the deadline.
pub(super) fn closes_in(frame: PageContext<'_>, closes: Timestamp) -> Option<String> {
    let left = dates::until(closes, Timestamp::now()).filter(|_| frame.is_served())?;
    Some(frame.t(facts_say::closes_in(frame.t(left))))
}

pub(crate) fn entries_close(frame: PageContext<'_>) -> String {
    frame.t(entries_say::entries_close())
}

/// The link to an entrant; none while it is not in the standings.
fn entrant_link(
    frame: PageContext<'_>,
    slug: &Slug,
    snapshot: &ContestSnapshot,
    entrant: &str,
) -> String {
    let is_ranked = snapshot
        .tabled()
        .is_ok_and(|standings| standings.lines.iter().any(|line| line.bot == entrant));
    if !is_ranked {
        return String::new();
    }
    frame.part(slug, ContestPart::Bot(entrant.to_owned()))
}

/// "4 of 7", while that many are expected.
fn counter(
    frame: PageContext<'_>,
    rules: &EntryRules,
    board: &Announcements,
) -> Option<(String, String)> {
    let Some(EntryDeadline::After { entrants, .. }) = &rules.deadline else { return None };
    let entered = board.roster.taking_part().len();
    let word = frame.t(entries_say::bots_expected(entered.min(*entrants), entrants));
    let share = entered.min(*entrants) as f64 / (*entrants).max(1) as f64;
    Some((crate::charts::share_bar(share, &word), word))
}

pub(super) fn version_word(frame: PageContext<'_>, version: u32) -> String {
    frame.t(entries_say::new_version(version))
}

/// The organizer who implemented a bot; none if its author did.
pub(super) fn written_by(frame: PageContext<'_>, host: Option<&str>) -> String {
    host.map(|host| frame.t(entries_say::written_by(frame.name(host)))).unwrap_or_default()
}

/// Why a bot left; none if it is still in the contest.
pub(super) fn left_as(frame: PageContext<'_>, left: Option<&Withdrawal>) -> String {
    left.map(|left| frame.t(withdrawal_text(frame, left.left, &left.reason))).unwrap_or_default()
}

fn withdrawal_text(frame: PageContext<'_>, how: WithdrawalReason, why: &str) -> Message {
    match how {
        WithdrawalReason::Withdrawn => entries_say::was_withdrawn(),
        WithdrawalReason::Disqualified => entries_say::was_disqualified(frame.name(why)),
        WithdrawalReason::Banned => entries_say::was_banned(frame.name(why)),
    }
}

fn change_text(frame: PageContext<'_>, change: &EntryChange) -> String {
    let what: Message = match &change.what {
        EntryMove::New => entries_say::is_new(),
        EntryMove::Version(version) => entries_say::new_version(version),
        EntryMove::Left(how, why) => withdrawal_text(frame, *how, why),
    };
    let what = frame.t(what);
    match &change.written_by {
        Some(host) => format!("{what} ({})", written_by(frame, Some(host))),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        frame::Links,
        played::accept,
        pseudonyms::Disclosure,
        site::{Contests, Site, SiteInfo},
    };
    use certamen_contest::Folder;
    use certamen_game::Language;
    use std::{fs, path::Path};

    const CONTEST: &str = "name = \"Seven\"\ngame = \"footsteps\"\nbots = []\n\
        [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n\
        [entries]\ncloses_after = { entrants = 7, then = \"7 days\" }\n";

    /// Admits a bot on this day of January 2020.
    fn accept_on(site: &Path, day: i8) {
        let (name, now) = (format!("p{day}"), format!("2020-01-{day:02}T12:00:00Z"));
        let folder = Folder::new(&site.join("seven"));
        accept(&folder, &site.join("files"), [&name; 2], now.parse().unwrap());
    }

    /// The current section: the number of bots, and the deadline.
    fn section_of(folder: &Path) -> (String, Option<String>) {
        let contests = Contests::find(folder).unwrap();
        let (languages, base_url) = (Language::ALL.to_vec(), None);
        let sign = SiteInfo { title: "Certamen".to_owned(), languages, base_url };
        let site = Site::still(&contests, sign, &Disclosure::Nothing);
        let frame = PageContext::new(&site, "/", Language::En, Links::Addresses);
        let view = site.contest_views().next().unwrap();
        let (snapshot, board) = (view.revision(), view.board());
        let section = EntriesSection::of(frame, &view.slug, &snapshot, &board).unwrap();
        let (bar, words) = section.counter.unwrap();
        assert!(bar.starts_with("<svg"), "{bar}");
        (words, section.dates.into_iter().next().map(|date| date.at.exact))
    }

    #[test]
    fn entries_close_a_week_after_the_seventh_bot() {
        let site = tempfile::tempdir().unwrap();
        fs::create_dir(site.path().join("seven")).unwrap();
        fs::write(site.path().join("seven/contest.toml"), CONTEST).unwrap();
        for day in 1..=4 {
            accept_on(site.path(), day);
        }
        let (words, closes) = section_of(site.path());
        assert!(words.starts_with("4 of 7"), "{words}");
        assert_eq!(closes, None, "the date is unknown");
        for day in 5..=7 {
            accept_on(site.path(), day);
        }
        let (words, closes) = section_of(site.path());
        assert!(words.starts_with("7 of 7"), "{words}");
        assert_eq!(closes.as_deref(), Some("2020-01-14T12:00:00+00:00"));
    }

    /// The overview of the contest in `folder` with this file.
    fn overview(folder: &Path, file: &str) -> String {
        fs::create_dir_all(folder.join("c/faq")).unwrap();
        fs::write(folder.join("c/contest.toml"), file).unwrap();
        fs::write(folder.join("c/faq/0001-x.md"), "# When?\n\nNow.\n").unwrap();
        let contests = Contests::find(folder).unwrap();
        let sign =
            SiteInfo { title: "x".to_owned(), languages: Language::ALL.to_vec(), base_url: None };
        let portal = certamen_portal::Portal::create(folder).unwrap();
        let people =
            crate::people::People::new(portal.into(), certamen_portal::SiteFile::default());
        let site =
            Site::still(&contests, sign, &Disclosure::Nothing).with_people(Some(people.into()));
        crate::respond::tests::page_of(site, "/c/c")
    }

    #[test]
    fn an_overview_has_dates_and_quotas_and_no_submit_link_once_closed() {
        let course = |starts: &str, closes: &str| {
            format!(
                "name = \"C\"\ngame = \"mancala8\"\nbots = [\"builtin:first\"]\n\
                 [format]\nkind = \"ladder\"\n\
                 [ranking]\nkind = \"references-beaten\"\nreferences = [\"first\"]\n\
                 [search]\ndepth = 2\n[entries]\ncloses = \"{closes}[UTC]\"\n\
                 [timetable]\nstarts = \"{starts}[UTC]\"\npublish_every = \"2 hours\"\n\
                 championship_every = \"2 hours\"\nwaves = 1\n[course]\n"
            )
        };
        let ladder = |closes: &str| {
            format!("{CONTEST}per_author = 2\nper_slot_and_day = 3\n").replace(
                "closes_after = { entrants = 7, then = \"7 days\" }",
                &format!("closes = \"{closes}[UTC]\""),
            )
        };
        let (past, future) = ("2015-03-01T10:00", "2126-03-01T10:00");
        let place = tempfile::tempdir().unwrap();
        let page = overview(place.path(), &course("2126-02-01T10:00", future));
        assert!(page.contains("Next: ") && page.contains("\"2126-02-01T12:00"), "{page}");
        for (file, sends, is_open, quota) in [
            (course(past, future), "/course\"", true, "bots per team: at most 3"),
            (course(past, "2015-04-01T10:00"), "/course\"", false, "bots per team: at most 3"),
            (
                ladder(future),
                "/submit\"",
                true,
                "bots per author: at most 2 · submissions per bot and day: at most 3",
            ),
            (ladder(past), "/submit\"", false, "bots per author: at most 2"),
        ] {
            let place = tempfile::tempdir().unwrap();
            let page = overview(place.path(), &file);
            assert_eq!(page.contains(sends), is_open, "{page}");
            assert_eq!(page.contains("Entries close <time"), is_open, "{page}");
            assert_eq!(page.contains("Entries closed <time"), !is_open, "{page}");
            assert!(page.contains(quota) && page.contains("/en/c/c/faq\">Questions</a>"), "{page}");
            assert!(page.contains("data-until=\"2126-03-01T10:00:00+00:00\"") == is_open, "{page}");
        }
    }
}
