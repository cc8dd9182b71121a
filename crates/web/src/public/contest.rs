//! The overview of a contest with its conditions and announcements.

pub(super) use super::head::PageHead;

use super::{
    entries::EntriesSection,
    facts_say,
    games::{self, OpeningBoard},
    home::{LiveBoard, boards},
    matches::{self, MatchRow},
    more_say,
    publications::{LastTable, PublicationLink, publication_link},
    standings::StandingRow,
};
use crate::{
    board::{Announcement, Announcements, chosen},
    contest::{ContestSnapshot, ContestView},
    finality::{Entering, Finality},
    frame::{NavLink, PageContext},
    front_say,
    invitation::SocialCard,
    links, markdown,
    page::ContestPart,
    say,
};
use askama::Template;
use certamen_contest::{MoveTime, OpeningOrder};
use certamen_game::{Adjudication, record};
use certamen_i18n::Message;
use certamen_store::MatchQuery;
use std::time::Duration;

/// The number of standings rows on the overview.
const TOP: usize = 3;
const MAX_LATEST: usize = 3;

#[derive(Template)]
#[template(path = "contest.html")]
pub(super) struct ContestPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    /// The game in one paragraph, and its board at the start.
    about: String,
    opening: Option<OpeningBoard>,
    /// The link for playing the game; empty where no one can.
    play: String,
    top: Vec<StandingRow>,
    standings: String,
    first: String,
    /// The author and the score of the first; empty where there are none.
    first_facts: Vec<String>,
    best: Option<MatchRow>,
    tv: String,
    is_anonymous: bool,
    last: Option<LastTable>,
    boards: Vec<LiveBoard>,
    notices: Vec<WrittenText>,
    all_notices: String,
    tables: Vec<PublicationLink>,
    all_tables: String,
    submit: Option<NavLink>,
    entries: Option<EntriesSection>,
    conditions: Vec<(String, String)>,
    draw: Option<DrawRow>,
    preview: Option<SocialCard>,
}

impl<'a> ContestPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        view: &ContestView,
        snapshot: &ContestSnapshot,
    ) -> Self {
        let board = &view.board();
        let first = snapshot.finality().leader_title();
        let tabled = snapshot.tabled().ok();
        let top = tabled.map(|tabled| super::standings::rows(frame, &head.slug, tabled));
        let mut top = top.unwrap_or_default();
        top.truncate(TOP);
        let file = snapshot.file.as_ref();
        let about = snapshot.game.and_then(|game| games::about(game.info().slug));
        let has_matches = frame.is_served() && tabled.is_some() && snapshot.shows_matches;
        let publications = board.publications.iter().rev().take(MAX_LATEST);
        ContestPage {
            about: about.map(|about| frame.t(about)).unwrap_or_default(),
            opening: file.map(|file| OpeningBoard::of(file.game, &file.options, frame.language)),
            play: file.map(|file| frame.play(file.game.info().slug)).unwrap_or_default(),
            first_facts: first_facts(frame, snapshot, board, &top),
            best: best_match(frame, &head, view, &top),
            tv: if has_matches { frame.contest_page(&head.slug, links::TV) } else { String::new() },
            standings: frame.part(&head.slug, ContestPart::Standings(None)),
            notices: written(frame, &board.notices).into_iter().take(MAX_LATEST).collect(),
            all_notices: frame.part(&head.slug, ContestPart::Notices),
            tables: publications.map(|own| publication_link(frame, &head, own)).collect(),
            all_tables: frame.part(&head.slug, ContestPart::Publications),
            conditions: conditions(frame, snapshot),
            draw: draw(frame, snapshot),
            entries: EntriesSection::of(frame, &head.slug, snapshot, board),
            first: first.map(|first| frame.t(first)).unwrap_or_default(),
            is_anonymous: snapshot.is_anonymous(),
            last: LastTable::of(frame, &head, board).filter(|_| snapshot.is_anonymous()),
            boards: boards(frame, view),
            preview: SocialCard::of(frame, view, snapshot),
            submit: match snapshot.entering {
                Entering::Closed => None,
                _ if snapshot.is_course() => frame.course(&head.slug),
                _ => frame.submit(&head.slug).filter(|_| snapshot.takes_programs()),
            },
            frame,
            head,
            top,
        }
    }
}

/// The author and the score of the leader.
fn first_facts(
    frame: PageContext<'_>,
    snapshot: &ContestSnapshot,
    board: &Announcements,
    top: &[StandingRow],
) -> Vec<String> {
    let Ok(tabled) = snapshot.tabled() else { return Vec::new() };
    let (Some(line), Some(row)) = (tabled.lines.first(), top.first()) else { return Vec::new() };
    // A pseudonym has no author.
    let shows_authors = snapshot.takes_programs() && frame.pseudonyms.is_none();
    let author = board.author_of(&line.bot).filter(|_| shows_authors);
    let author = author.map(|author| frame.t(more_say::by_author(frame.name(author))));
    let score = (!row.score.is_empty()).then(|| frame.t(front_say::with_score(row.score.as_str())));
    author.into_iter().chain(score).collect()
}

/// The last match of the two best, where matches are public.
fn best_match(
    frame: PageContext<'_>,
    head: &PageHead,
    view: &ContestView,
    top: &[StandingRow],
) -> Option<MatchRow> {
    let snapshot = view.revision();
    let [one, other, ..] = snapshot.tabled().ok()?.lines.as_slice() else { return None };
    let is_played = top.len() > 1 && one.played > 0 && other.played > 0;
    let results = view.matches().ok().filter(|_| is_played)?;
    let query =
        MatchQuery { bot: Some(&one.bot), against: Some(&other.bot), ..MatchQuery::default() };
    let found = frame.links.listed(&head.slug, &results, (&query, 1)).ok()?;
    matches::rows(frame, head, &results, &found).ok()?.pop()
}

pub(super) struct DrawRow {
    pub(super) commitment: String,
    pub(super) seed: String,
}

/// The conditions: label and value.
pub(super) fn conditions(
    frame: PageContext<'_>,
    snapshot: &ContestSnapshot,
) -> Vec<(String, String)> {
    let Some(file) = &snapshot.file else { return Vec::new() };
    let limits = &file.limits;
    let move_time = match &limits.move_time {
        None => seconds(frame, file.game.info().move_time),
        Some(MoveTime::Fixed(time)) => seconds(frame, *time),
        Some(MoveTime::Share(share)) => frame.t(share.label()),
    };
    let mut rows = vec![(facts_say::time_for_a_move(), move_time)];
    rows.extend(limits.match_time.map(|time| {
        let more = limits.increment.map(|more| format!(" + {}", seconds(frame, more)));
        let all = format!("{}{}", seconds(frame, time), more.unwrap_or_default());
        (facts_say::time_for_a_match(), all)
    }));
    rows.push((facts_say::time_to_start(), seconds(frame, limits.start_time)));
    let bytes = limits.memory.unwrap_or(record::MEMORY);
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    let size = frame.t(facts_say::mebibytes(frame.number(mebibytes)));
    rows.push((facts_say::memory(), size));
    rows.push((facts_say::processes(), frame.count(limits.processes)));
    // The actual isolation level, else the required one.
    let known = snapshot.tabled().ok().and_then(|standings| standings.tier.as_deref());
    let tier = frame.t(match known {
        Some("A") => facts_say::isolated_best("A"),
        Some("D") => facts_say::not_isolated("D"),
        Some(tier) => facts_say::isolated(frame.name(tier)),
        None if file.sandbox.minimum_tier == "D" => facts_say::maybe_not_isolated("D"),
        None => facts_say::least_tier(frame.name(&file.sandbox.minimum_tier)),
    });
    rows.push((facts_say::tier(), tier));
    rows.extend(file.openings.as_ref().map(|openings| {
        let book = frame.name(&openings.file);
        let played = match openings.order {
            OpeningOrder::File => facts_say::openings_in_order(book),
            OpeningOrder::Random => facts_say::openings_shuffled(book),
        };
        (facts_say::openings(), frame.t(played))
    }));
    let rules = file.adjudication.iter().flat_map(|rules| adjudication(frame, rules));
    let rules: Vec<String> = rules.map(|rule| frame.t(rule)).collect();
    if !rules.is_empty() {
        rows.push((facts_say::adjudication(), rules.join("; ")));
    }
    rows.into_iter().map(|(label, value)| (frame.t(label), value)).collect()
}

/// When matches are decided early.
fn adjudication(frame: PageContext<'_>, rules: &Adjudication) -> Vec<Message> {
    let pawns = |score: u32| frame.number(f64::from(score) / 100.0);
    let Adjudication { resign, draw, moves } = rules;
    let resign = resign
        .map(|rule| facts_say::adjudication_resign(pawns(rule.score.get()), rule.moves.get()));
    let draw = draw.map(|rule| match rule.after {
        0 => facts_say::adjudication_draw(pawns(rule.score), rule.moves.get()),
        after => facts_say::adjudication_draw_after(pawns(rule.score), rule.moves.get(), after),
    });
    let moves = moves.map(|moves| facts_say::adjudication_moves(moves.get()));
    resign.into_iter().chain(draw).chain(moves).collect()
}

fn seconds(frame: PageContext<'_>, time: Duration) -> String {
    format!("{} s", frame.number(time.as_secs_f64()))
}

/// The draw of a contest, if it has one: its seed is shown once the standings are final.
pub(super) fn draw(frame: PageContext<'_>, snapshot: &ContestSnapshot) -> Option<DrawRow> {
    let commitment = snapshot.commitment.clone()?;
    let standings = snapshot.tabled().ok();
    let seed = standings.filter(|_| snapshot.finality() == Finality::Final);
    let seed = seed.map(|standings| standings.seed.to_string());
    Some(DrawRow { commitment, seed: seed.unwrap_or_else(|| frame.t(facts_say::not_drawn_yet())) })
}

#[derive(Template)]
#[template(path = "host_texts.html")]
pub(super) struct HostTextsPage<'a> {
    frame: PageContext<'a>,
    head: PageHead,
    title: String,
    texts: Vec<WrittenText>,
}

pub(super) struct WrittenText {
    pub(super) anchor: String,
    pub(super) title: String,
    pub(super) date: String,
    /// Its language, if that is not the page's.
    pub(super) foreign: Option<String>,
    pub(super) body: String,
}

impl<'a> HostTextsPage<'a> {
    pub(super) fn new(
        frame: PageContext<'a>,
        head: PageHead,
        title: Message,
        texts: &[Announcement],
    ) -> Self {
        let title = frame.t(title);
        HostTextsPage { title, texts: written(frame, texts), frame, head }
    }
}

pub(super) fn written(frame: PageContext<'_>, texts: &[Announcement]) -> Vec<WrittenText> {
    let texts = chosen(texts, frame.language).into_iter().map(|text| {
        let foreign = text.language.filter(|language| *language != frame.language);
        WrittenText {
            anchor: anchor(&text.name),
            title: frame.name(&text.title),
            date: frame.name(&text.date),
            foreign: foreign.map(|language| language.to_string()),
            body: markdown::html(&text.text, &anchor(&text.name)),
        }
    });
    texts.collect()
}

/// The id of a text within a page.
pub(crate) fn anchor(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    format!("n{}", name.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use crate::{
        played::{site_of, still},
        respond::tests::fetched,
    };
    use std::fs;

    const FILE: &str = "name = \"Three\"\ngame = \"footsteps\"\nbots = [\"builtin:random\"]\n\
        [format]\nkind = \"round-robin\"\ngames_per_pair = 2\n[ranking]\nkind = \"points\"\n\
        [entries]\nopens = \"2020-01-01T12:00[UTC]\"\ncloses = \"2020-02-01T12:00[UTC]\"\n";

    #[test]
    fn an_overview_introduces_the_game_the_dates_and_the_winner() {
        let place = tempfile::tempdir().unwrap();
        let bots = ["one", "two", "six", "ten"];
        let mut fetch = fetched(site_of(place.path(), FILE, &bots, 12));
        let (status, page) = fetch("/en/c/three");
        assert_eq!(status, 200, "{page}");
        for text in [
            "Two players bid in secret",
            "<svg class=\"board\"",
            "Entries opened <time datetime=\"2020-01-01T12:00:00+00:00\"",
            "Entries closed <time datetime=\"2020-02-01T12:00:00+00:00\" data-local=\"your time\"",
            "class=\"winner\"",
            "· score ",
            "The two best in their last match: <a href=\"/en/c/three/matches/",
            "href=\"/en/c/three/tv\"",
        ] {
            assert!(page.contains(text), "{text}: {page}");
        }
        let top = page.split("data-live=\"top\"").nth(1).unwrap();
        let top = top.split("</section>").next().unwrap();
        assert_eq!(top.matches("<th scope=\"row\"").count(), 3, "{top}");
        assert!(fetch("/it/c/three").1.contains("Due giocatori puntano in segreto"));
    }

    #[test]
    fn an_overview_says_how_matches_begin_and_are_decided_early() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("three")).unwrap();
        let file = "name = \"Three\"\ngame = \"chess\"\nbots = [\"a\", \"b\"]\n\
            [openings]\nfile = \"book <1>.epd\"\norder = \"random\"\n\
            [adjudication]\nresign = { score = 650, moves = 3 }\nmoves = 150\n\
            draw = { score = 20, moves = 8, after = 34 }\n\
            [format]\nkind = \"round-robin\"\n[ranking]\nkind = \"points\"\n";
        fs::write(place.path().join("three/contest.toml"), file).unwrap();
        let mut fetch = fetched(still(place.path()));
        let page = fetch("/en/c/three").1;
        for text in [
            "book &#60;1&#62;.epd, in random order",
            "sees itself 6.5 pawns behind in 3 moves in a row loses",
            "within 0.2 pawns in 8 moves in a row, from move 34 of each on; over after 150 moves",
        ] {
            assert!(page.contains(text), "{text}: {page}");
        }
        assert!(fetch("/es/c/three").1.contains("6,5 peones por debajo"));
    }

    #[test]
    fn an_overview_before_the_first_match_has_the_game_and_no_winner() {
        let place = tempfile::tempdir().unwrap();
        fs::create_dir(place.path().join("three")).unwrap();
        fs::write(place.path().join("three/contest.toml"), FILE).unwrap();
        let page = fetched(still(place.path()))("/en/c/three").1;
        assert!(page.contains("Two players bid in secret"), "{page}");
        assert!(!page.contains("class=\"winner\"") && !page.contains("/en/c/three/tv"), "{page}");
    }
}
