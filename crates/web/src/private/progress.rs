//! What an author sees of each own bot in a contest: where it stands, what has changed since yesterday,
//! its next goal, and who is around it. It is a part of a page, and the text of the daily e-mail.

use crate::{
    contest::{ContestView, StandingsView},
    frame::PageContext,
    http_error::HttpError,
    links,
    page::ContestPart,
    private_say as own,
    public::{StandingRow, around, row_id},
    replay::read,
    say,
};
use certamen_contest::{Results, entry::SubmissionState, vocabulary};
use certamen_game::{MatchRecord, Seat};
use certamen_i18n::Message;
use certamen_store::{MatchNumber, MatchQuery};
use certamen_tournament::{EntrantId, Verdict};
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The maximum number of matches that are looked at for a bot, and of those that it lost.
const MAX_MATCHES: usize = 20;
/// The maximum number of rivals that are named.
const MAX_NAMED: usize = 8;

/// A bot in a contest.
pub(super) struct BotCard {
    pub(super) entrant: String,
    /// The link to its public page.
    pub(super) to: String,
    /// Facts, each a sentence.
    pub(super) lines: Vec<String>,
    /// Its slowest move since yesterday, and the link to its match.
    pub(super) slowest: Option<(String, String)>,
    /// The standings around it, and the link to its own row in all of them.
    pub(super) around: Vec<StandingRow>,
    pub(super) to_row: String,
    /// Whether anything has happened since yesterday.
    pub(super) has_news: bool,
}

impl BotCard {
    pub(super) fn text(&self) -> String {
        let mut lines = vec![self.entrant.clone()];
        lines.extend(self.lines.iter().cloned());
        lines.extend(self.slowest.as_ref().map(|(text, _)| text.clone()));
        lines.extend(self.around.iter().map(|row| {
            let mark = if row.is_own { ">" } else { " " };
            format!("{mark} {:>3} {} {}", row.rank, row.bot, row.score)
        }));
        lines.join("\n")
    }
}

/// The cards of those of these bots that have results; none in contests whose standings are not
/// public.
pub(super) fn cards(
    frame: PageContext<'_>,
    view: &ContestView,
    names: BTreeSet<String>,
    now: Timestamp,
) -> Result<Vec<BotCard>, HttpError> {
    let (snapshot, Ok(results)) = (view.revision(), view.results()) else {
        return Ok(Vec::new());
    };
    let Ok(tabled) = snapshot.tabled() else { return Ok(Vec::new()) };
    let references = snapshot.file.as_ref().map(|file| file.references()).unwrap_or_default();
    let mut cards = Vec::new();
    for name in names {
        let place = tabled.lines.iter().position(|line| line.bot == name);
        let Some(place) = place else { continue };
        let day = BotDay { frame, view, results: &results, tabled, place, name: &name };
        let since = now - DAY;
        let mut lines = vec![day.rank()];
        lines.extend(day.movement(since)?);
        let played = day.recent(None, since)?;
        let rivals = day.rivals(since);
        let has_news = !played.is_empty() || rivals.is_some();
        lines.extend(day.losses(since)?.into_iter().chain(rivals));
        lines.extend(goal(tabled, place, &references).map(|goal| goal.message(frame)));
        let standings = frame.part(&view.slug, ContestPart::Standings(None));
        cards.push(BotCard {
            entrant: frame.name(&name),
            to: frame.part(&view.slug, ContestPart::Bot(name.clone())),
            lines: lines.into_iter().map(|line| frame.t(line)).collect(),
            slowest: day.slowest(&played),
            around: around(frame, &view.slug, tabled, place),
            to_row: format!("{standings}#{}", row_id(&frame.name(&name))),
            has_news,
        });
    }
    Ok(cards)
}

/// A bot and what is known of its last day.
struct BotDay<'a> {
    frame: PageContext<'a>,
    view: &'a ContestView,
    results: &'a Results<'static>,
    tabled: &'a StandingsView,
    place: usize,
    name: &'a str,
}

impl BotDay<'_> {
    fn rank(&self) -> Message {
        let (line, frame) = (&self.tabled.lines[self.place], self.frame);
        let [played, won, drawn, lost] =
            [line.played, line.won, line.drawn, line.lost].map(|number| frame.count(number));
        match line.rank {
            Some(rank) => {
                let of = frame.count(self.tabled.lines.len() as u64);
                own::ranked(rank, of, played, won, drawn, lost)
            }
            None => own::at_disqualified(),
        }
    }

    /// How rank and rating have moved since the last standings that were saved before `since`.
    fn movement(&self, since: Timestamp) -> Result<Vec<Message>, HttpError> {
        let history = self.results.places_of(self.name)?;
        let before = history
            .iter()
            .rev()
            .find(|(moment, _)| Timestamp::try_from(moment.at).is_ok_and(|at| at <= since));
        let Some((_, before)) = before else { return Ok(Vec::new()) };
        let mut lines = Vec::new();
        let ranks = before.place.zip(self.tabled.lines[self.place].rank);
        lines.extend(ranks.map(|(before, now)| {
            if before == now { own::rank_kept(now) } else { own::rank_moved(before, now) }
        }));
        let rating = self.tabled.ratings.get(self.place).and_then(Option::as_ref);
        let ratings = before.strength.zip(rating);
        lines.extend(ratings.map(|([before, _, _], now)| {
            let frame = self.frame;
            own::rating_moved(frame.rounded(before, 0), frame.rounded(now.elo, 0))
        }));
        Ok(lines)
    }

    /// Why it lost since then.
    fn losses(&self, since: Timestamp) -> Result<Option<Message>, HttpError> {
        let frame = self.frame;
        let mut causes: BTreeMap<String, u64> = BTreeMap::new();
        for (_, record, seat) in &self.recent(Some(Verdict::Lost), since)? {
            let mut moves = record.turns.iter().flat_map(|turn| &turn.moves);
            let fault = moves.rfind(|entry| entry.seat == *seat && entry.fault.is_some());
            let cause = match fault.and_then(|entry| entry.fault) {
                Some(fault) => frame.t(vocabulary::fault(fault)),
                None => frame.t(own::on_the_board()),
            };
            *causes.entry(cause).or_default() += 1;
        }
        let causes: Vec<String> = causes
            .iter()
            .map(|(cause, count)| {
                format!("{cause}{} {}", frame.t(say::colon()), frame.count(*count))
            })
            .collect();
        Ok((!causes.is_empty()).then(|| own::lost_since(causes.join(", "))))
    }

    /// The slowest of its moves in these matches, where times are known, with the link to the match.
    fn slowest(&self, played: &[(MatchNumber, MatchRecord, Seat)]) -> Option<(String, String)> {
        let frame = self.frame;
        let slowest = played.iter().filter_map(|(number, record, seat)| {
            let moves = record.turns.iter().flat_map(|turn| {
                turn.moves
                    .iter()
                    .filter(|entry| entry.seat == *seat)
                    .map(|entry| (turn.turn, entry.ms))
            });
            let known = moves.filter_map(|(turn, ms)| Some((ms?, turn, *number)));
            known.max_by(|one, other| one.0.total_cmp(&other.0))
        });
        let slowest = slowest.max_by(|one, other| one.0.total_cmp(&other.0));
        slowest.map(|(ms, turn, number)| {
            let to = format!("{}/{turn}", links::own_match(&self.view.slug, number));
            let text = own::slowest_since(frame.rounded(ms, 1), turn, number.to_string());
            (frame.t(text), frame.link(&to))
        })
    }

    /// Its latest matches that ended since then, with its seat.
    fn recent(
        &self,
        result: Option<Verdict>,
        since: Timestamp,
    ) -> Result<Vec<(MatchNumber, MatchRecord, Seat)>, HttpError> {
        let query = MatchQuery { bot: Some(self.name), result, ..MatchQuery::default() };
        let mut found = Vec::new();
        for stored in self.results.listed(&query, MAX_MATCHES)? {
            let ended = self.results.ended(stored.number)?;
            let ended = ended.and_then(|ended| Timestamp::try_from(ended).ok());
            if stored.outcome.is_none() || ended.is_none_or(|ended| ended < since) {
                continue;
            }
            // Byes have no record.
            let Ok(bytes) = self.results.record(stored.number) else { continue };
            let record = read(&bytes)?;
            let mut seats = (0u8..).map(Seat).zip(&record.table.seats);
            let own = seats.find(|(_, entry)| entry.bot == self.name).map(|(seat, _)| seat);
            if let Some(seat) = own {
                found.push((stored.number, record, seat));
            }
        }
        Ok(found)
    }

    /// Who entered since then.
    fn rivals(&self, since: Timestamp) -> Option<Message> {
        let board = self.view.board();
        let mut first: BTreeMap<&str, Timestamp> = BTreeMap::new();
        for filed in board.roster.all() {
            if filed.home == SubmissionState::Accepted {
                let decided = filed.decided.decided;
                let known = first.entry(&filed.decided.sent.entrant).or_insert(decided);
                *known = decided.min(*known);
            }
        }
        let new = first.into_iter().filter(|(name, at)| *at >= since && *name != self.name);
        let new: Vec<String> = new.map(|(name, _)| self.frame.name(name)).collect();
        match new.len() {
            0 => None,
            1..=MAX_NAMED => Some(own::new_rivals(new.join(", "))),
            more => Some(own::new_rivals(self.frame.count(more as u64))),
        }
    }
}

/// How many of its opponents a bot beats, and the nearest one that it does not.
#[derive(Clone, PartialEq, Debug)]
struct Goal {
    beaten: u64,
    met: u64,
    /// The opponent, and the points of how many matches.
    next: Option<(String, f64, u64)>,
}

/// Of the bots that the contest measures by, else of all that it has met.
fn goal(tabled: &StandingsView, place: usize, references: &[&str]) -> Option<Goal> {
    let table = &tabled.field.table;
    let id = |place: usize| EntrantId(place as u32);
    let all = tabled.field.bots.iter().enumerate().filter(|(other, _)| *other != place);
    let met = all.map(|(other, name)| {
        let against = table.against(id(place), id(other));
        (name.as_str(), [against.won, against.drawn, against.lost])
    });
    goal_of(met.collect(), references)
}

fn goal_of(mut met: Vec<(&str, [u64; 3])>, references: &[&str]) -> Option<Goal> {
    met.retain(|(_, counts)| counts.iter().sum::<u64>() > 0);
    let measured: BTreeSet<&str> = references.iter().copied().collect();
    if met.iter().any(|(name, _)| measured.contains(name)) {
        met.retain(|(name, _)| measured.contains(name));
    }
    if met.is_empty() {
        return None;
    }
    let beaten = met.iter().filter(|(_, [won, _, lost])| won > lost).count() as u64;
    let share = |[won, drawn, lost]: [u64; 3]| {
        (won as f64 + drawn as f64 / 2.0) / (won + drawn + lost) as f64
    };
    let open = met.iter().filter(|(_, [won, _, lost])| won <= lost);
    let next = open.max_by(|one, other| share(one.1).total_cmp(&share(other.1)));
    let next = next.map(|(name, [won, drawn, lost])| {
        ((*name).to_owned(), *won as f64 + *drawn as f64 / 2.0, won + drawn + lost)
    });
    Some(Goal { beaten, met: met.len() as u64, next })
}

impl Goal {
    fn message(self, frame: PageContext<'_>) -> Message {
        let (beaten, met) = (frame.count(self.beaten), frame.count(self.met));
        match self.next {
            None => own::beats_all(met),
            Some((name, points, of)) => own::next_goal(
                beaten,
                met,
                frame.name(&name),
                frame.number(points),
                frame.count(of),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_goal_is_the_nearest_opponent_that_is_not_beaten() {
        let met = || vec![("a", [9, 1, 0]), ("b", [4, 1, 5]), ("c", [1, 0, 9]), ("d", [0, 0, 0])];
        let goal = goal_of(met(), &[]).unwrap();
        assert_eq!((goal.beaten, goal.met), (1, 3));
        assert_eq!(goal.next, Some(("b".to_owned(), 4.5, 10)));
        let measured = goal_of(met(), &["c", "d"]).unwrap();
        assert_eq!((measured.beaten, measured.met), (0, 1));
        assert_eq!(measured.next.unwrap().0, "c");
        assert_eq!(goal_of(met(), &["d"]).unwrap().met, 3, "it has met none of them");
        assert_eq!(goal_of(vec![("d", [0, 0, 0])], &[]), None);
        assert_eq!(goal_of(vec![("a", [2, 0, 1])], &[]).unwrap().next, None);
    }
}
