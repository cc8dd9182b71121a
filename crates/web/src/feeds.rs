//! Atom feeds (RFC 4287) of publications, notices, entries, draws and winners.

use crate::charts::escaped;
use crate::{
    address::encoded,
    board::chosen,
    contest::ContestView,
    dates::{ShownTime, exact},
    facts_say,
    finality::Finality,
    frame::PageContext,
    front_say,
    page::{ContestPart, Page},
    public::{anchor, entries_close, kind, leader},
    say,
    site::Site,
};
use certamen_contest::entry::{EntryMove, closing_time};
use certamen_i18n::Message;
use jiff::{SignedDuration, Timestamp, Zoned, civil::Date, tz::TimeZone};
use std::{cmp::Reverse, fmt::Write};

const MAX_ENTRIES: usize = 50;
const EMPTY_FEED_DATE: &str = "1970-01-01T00:00:00Z";

struct FeedEntry {
    id: String,
    title: String,
    updated: String,
    to: String,
    text: String,
}

pub(crate) fn feed(frame: PageContext<'_>, of: Option<&ContestView>) -> String {
    let mut entries = match of {
        Some(view) => entries(frame, view),
        None => all(frame.site).flat_map(|view| entries(frame, view)).collect(),
    };
    entries.sort_by_key(|entry| Reverse(entry.updated.parse::<Timestamp>().ok()));
    entries.truncate(MAX_ENTRIES);
    let (id, title, home) = match of {
        Some(view) => (
            id_of(frame, view.slug.as_str()),
            frame.name(&view.revision().name),
            frame.part(&view.slug, ContestPart::Overview),
        ),
        None => (id_of(frame, "all"), frame.title(), frame.to(&Page::Home)),
    };
    let updated = entries.first().map_or(EMPTY_FEED_DATE, |entry| &entry.updated);
    let own = frame.links.same(frame.here, frame.language);
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <id>{}</id>\n<title>{}</title>\n<updated>{updated}</updated>\n\
         <author><name>{}</name></author>\n\
         <link rel=\"self\" href=\"{}\"/>\n<link rel=\"alternate\" href=\"{}\"/>\n",
        frame.language,
        escaped(&id),
        escaped(&title),
        escaped(&frame.title()),
        escaped(&frame.whole_address(&own)),
        escaped(&frame.whole_address(&home))
    );
    for FeedEntry { id, title, updated, to, text } in &entries {
        _ = write!(
            feed,
            "<entry>\n<id>{}</id>\n<title>{}</title>\n<updated>{updated}</updated>\n\
             <link href=\"{}\"/>\n<content type=\"html\">{}</content>\n</entry>\n",
            escaped(id),
            escaped(title),
            escaped(&frame.whole_address(to)),
            escaped(text)
        );
    }
    feed + "</feed>\n"
}

fn all(site: &Site) -> impl Iterator<Item = &ContestView> {
    site.contest_views().map(|view| &**view)
}

/// An id that stays: below the public address of the site, which no other site has, where that is
/// known. It is the same in all languages, and nothing needs to be found there.
fn id_of(frame: PageContext<'_>, path: &str) -> String {
    match frame.site.base_url.as_deref() {
        Some(base) => format!("{}/ids/{path}", base.trim_end_matches('/')),
        None => format!("urn:certamen:{}", path.replace('/', ":")),
    }
}

fn entries(frame: PageContext<'_>, view: &ContestView) -> Vec<FeedEntry> {
    let (board, slug) = (view.board(), &view.slug);
    let name = frame.name(&view.revision().name);
    let colon = frame.t(say::colon());
    let mut events = entry_events(frame, view, &name);
    events.extend(winner(frame, view, &name));
    let tables = board.publications.iter().rev().take(MAX_ENTRIES).map(|table| {
        let leader = leader(frame, table);
        FeedEntry {
            id: id_of(frame, &format!("{slug}/publication/{}", table.number)),
            title: format!("{name}{colon} {} {}", frame.t(kind(table.kind)), table.number),
            updated: exact(&table.made),
            to: frame.part(slug, ContestPart::Publication(table.number)),
            text: leader
                .map(|leader| format!("<p>1. {}</p>", escaped(&leader)))
                .unwrap_or_default(),
        }
    });
    let notices =
        chosen(&board.notices, frame.language).into_iter().take(MAX_ENTRIES).map(|notice| {
            let place = frame.part(slug, ContestPart::Notices);
            FeedEntry {
                id: id_of(frame, &format!("{slug}/notice/{}", anchor(&notice.name))),
                title: format!("{name}{colon} {}", frame.name(&notice.title)),
                updated: day(&notice.date),
                to: format!("{place}#{}", anchor(&notice.name)),
                text: crate::markdown::html(&notice.text, ""),
            }
        });
    tables.chain(notices).chain(events).collect()
}

/// How long before entries close this is announced.
const SOON: SignedDuration = SignedDuration::from_hours(48);

/// That entries opened, that they close soon, that the seed was drawn after that, and who entered.
fn entry_events(frame: PageContext<'_>, view: &ContestView, name: &str) -> Vec<FeedEntry> {
    let (board, slug, snapshot) = (view.board(), &view.slug, view.revision());
    let Some(file) = snapshot.file.as_ref() else { return Vec::new() };
    let Some(rules) = file.entries.as_ref() else { return Vec::new() };
    let now = Timestamp::now();
    let to = frame.part(slug, ContestPart::Overview);
    let event = |id: &str, title: Message, at: Timestamp, text: String| FeedEntry {
        id: id_of(frame, &format!("{slug}/{id}")),
        title: frame.t(title),
        updated: exact(&at.to_zoned(rules.zone.clone())),
        to: to.clone(),
        text,
    };
    let mut events = Vec::new();
    let opens = rules.opens.as_ref().map(Zoned::timestamp).filter(|opens| *opens <= now);
    events.extend(opens.map(|at| event("opened", front_say::opened(name), at, String::new())));
    let closes = closing_time(rules, &board.roster.entered());
    // Not before entries open.
    let begins = rules.opens.as_ref().map_or(Timestamp::MIN, Zoned::timestamp);
    let soon = closes.and_then(|closes| closes.checked_sub(SOON).ok());
    let soon = soon.map(|at| at.max(begins)).filter(|at| *at <= now);
    if let (Some(closes), Some(at)) = (closes, soon) {
        let shown = ShownTime::of(&closes.to_zoned(rules.zone.clone())).words;
        let text = format!("<p>{} {}</p>", entries_close(frame), escaped(&shown));
        events.push(event("closes", front_say::closes_soon(name), at, text));
    }
    // The host draws the seed before the first match after that.
    let is_played = snapshot.tabled().is_ok_and(|standings| standings.progress.finished > 0);
    let is_drawn = snapshot.commitment.is_some() && is_played;
    let drawn = closes.filter(|closes| is_drawn && *closes <= now);
    events.extend(drawn.map(|at| {
        let text = format!("<p>{}</p>", escaped(&frame.t(facts_say::draw_how())));
        event("seed", front_say::seed_drawn(name), at, text)
    }));
    // Who enters a course is known to its teachers only.
    if snapshot.is_anonymous() {
        return events;
    }
    let changes = board.roster.changes();
    let new = changes.iter().rev().filter(|change| matches!(change.what, EntryMove::New));
    events.extend(new.take(MAX_ENTRIES).map(|change| {
        let bot = frame.name(&change.entrant);
        let id = format!("entrant/{}", encoded(&change.entrant));
        event(&id, front_say::has_entered(name, bot), change.time, String::new())
    }));
    events
}

/// The winner, once the standings are final.
fn winner(frame: PageContext<'_>, view: &ContestView, name: &str) -> Option<FeedEntry> {
    let (slug, snapshot) = (&view.slug, view.revision());
    let standings = snapshot.tabled().ok().filter(|_| snapshot.finality() == Finality::Final)?;
    let first = standings.lines.first().filter(|line| line.played > 0)?;
    let ended = Timestamp::try_from(standings.moments.last()?.at).ok()?;
    Some(FeedEntry {
        id: id_of(frame, &format!("{slug}/winner")),
        title: frame.t(front_say::has_winner(name, frame.name(&first.bot))),
        updated: exact(&ended.to_zoned(TimeZone::UTC)),
        to: frame.part(slug, ContestPart::Standings(None)),
        text: String::new(),
    })
}

/// The day that an organizer wrote, machine-readable; a day long ago if there is none.
fn day(written: &str) -> String {
    let day: Option<Date> = written.get(..10).and_then(|day| day.parse().ok());
    day.map_or_else(|| EMPTY_FEED_DATE.to_owned(), |day| format!("{day}T00:00:00Z"))
}

#[cfg(test)]
mod tests {
    use crate::{
        played::{accept, site_of, still},
        respond::tests::fetched,
        site::Site,
    };
    use certamen_contest::Folder;
    use std::{collections::BTreeSet, fs};

    fn file(closes: &str) -> String {
        format!(
            "name = \"Three <i>\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n[format]\n\
             kind = \"round-robin\"\ngames_per_pair = 1\n[ranking]\nkind = \"points\"\n[entries]\n\
             opens = \"2020-01-01T00:00[UTC]\"\ncloses = \"{closes}T00:00[UTC]\"\n"
        )
    }

    fn feed_of(mut site: Site, base: Option<&str>) -> String {
        site.base_url = base.map(str::to_owned);
        let (status, feed) = fetched(site)("/en/c/three/feed.atom");
        assert_eq!(status, 200, "{feed}");
        feed
    }

    fn ids(feed: &str) -> Vec<&str> {
        feed.split("<id>").skip(1).filter_map(|rest| rest.split("</id>").next()).collect()
    }

    #[test]
    fn a_feed_reports_entries_and_the_winner_under_ids_that_stay() {
        let place = tempfile::tempdir().unwrap();
        let site = site_of(place.path(), &file("2020-02-01"), &["one", "two"], 1);
        let folder = Folder::new(&place.path().join("three"));
        let now = "2020-01-05T12:00:00Z".parse().unwrap();
        accept(&folder, &place.path().join("files"), ["neo", "ana"], now);
        drop(site);
        let before = feed_of(still(place.path()), None);
        assert!(!ids(&before).contains(&"urn:certamen:three:seed"), "it was given: {before}");
        fs::write(folder.commitment(), "0".repeat(64)).unwrap();
        let feed = feed_of(still(place.path()), None);
        for title in [
            "<title>Three &lt;i&gt;: the seed is drawn</title>",
            "<title>Three &lt;i&gt;: open to entries</title>",
            "<title>Three &lt;i&gt;: entries close soon</title>",
            "<title>Three &lt;i&gt;: neo entered</title>",
            " wins</title>",
        ] {
            assert!(feed.contains(title), "{title}: {feed}");
        }
        assert!(feed.contains("<updated>2020-01-30T00:00:00+00:00</updated>"), "{feed}");
        assert!(ids(&feed).contains(&"urn:certamen:three:entrant:neo"), "{feed}");
        let whole = feed_of(still(place.path()), Some("https://one.example/"));
        assert!(ids(&whole).iter().all(|id| id.starts_with("https://one.example/ids/")), "{whole}");
        assert!(whole.contains("rel=\"self\" href=\"https://one.example/en/c/three/feed.atom\""));
        let different: BTreeSet<&str> = ids(&whole).into_iter().collect();
        assert_eq!(different.len(), ids(&whole).len(), "{whole}");
        assert_eq!(ids(&whole), ids(&feed_of(still(place.path()), Some("https://one.example"))));
    }

    #[test]
    fn a_feed_announces_no_end_before_its_time_and_no_winner_before_the_end() {
        let place = tempfile::tempdir().unwrap();
        let site = site_of(place.path(), &file("2126-02-01"), &["one", "two"], 1);
        let folder = Folder::new(&place.path().join("three"));
        fs::write(folder.commitment(), "0".repeat(64)).unwrap();
        drop(site);
        let feed = feed_of(still(place.path()), None);
        assert!(!feed.contains("the seed is drawn"), "{feed}");
        assert!(feed.contains("open to entries") && !feed.contains("close soon"), "{feed}");
        assert!(!feed.contains(" wins</title>"), "{feed}");
    }

    #[test]
    fn pages_link_to_their_feed() {
        let place = tempfile::tempdir().unwrap();
        let mut fetch = fetched(site_of(place.path(), &file("2126-02-01"), &["one", "two"], 1));
        for (page, feed) in [("/en/", "/en/feed.atom"), ("/en/c/three", "/en/c/three/feed.atom")] {
            assert!(fetch(page).1.contains(&format!("<a href=\"{feed}\">Atom feed</a>")), "{page}");
        }
        assert_eq!(fetch("/en/c/four/feed.atom").0, 404);
    }
}
