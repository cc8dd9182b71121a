//! From standings to a table that is out.

use super::{
    Host,
    stage::{Stage, move_time},
    table, words,
};
use crate::vocabulary;
use certamen_contest::Contest;
use certamen_hall::{
    Publication, Slot,
    publication::{Announced, Below, PublishedConditions, Row, Standing},
    reception::{Enrolled, State, Texts},
};
use certamen_tournament::{Cause, Status, ranking::WinShare};

impl Host<'_> {
    /// Publishes the standings of `stage` as the table for `slot`.
    pub(super) fn publish(
        &mut self,
        slot: Slot,
        stage: &Stage,
        planned: u64,
    ) -> anyhow::Result<()> {
        let now = self.clock.now();
        let contest = &stage.contest;
        let next = self
            .timetable
            .next(now)
            .map(|next| Announced { at: self.timetable.shown(next.at), kind: next.kind });
        let (table, below) = self.lines(&stage.contest)?;
        let publication = Publication {
            contest: self.file.name.clone(),
            number: self.published.last().map_or(1, |last| last.number + 1),
            kind: slot.kind,
            planned: self.timetable.shown(slot.at),
            made: self.timetable.shown(now),
            next,
            matches: planned,
            conditions: PublishedConditions {
                move_time: move_time(contest.file()),
                move_ms: contest.conditions().move_ms,
                tier: stage.sandbox.tier().letter().to_owned(),
            },
            table,
            below,
        };
        table::publish(&self.folder, &publication, self.language)?;
        self.tell(&publication);
        self.published.push(publication);
        Ok(())
    }

    /// Draws the table that was published last once more: whoever died while doing so had not.
    pub(super) fn show_current(&self) -> anyhow::Result<()> {
        let Some(last) = self.published.last() else { return Ok(()) };
        table::draw_current(&self.folder, last, self.language)
    }

    /// The lines of the table, and those below it: players of the course by their own reports, bots
    /// of the contest file by what they did.
    fn lines(&self, contest: &Contest) -> anyhow::Result<(Vec<Row>, Vec<Below>)> {
        let players = self.roll()?.players();
        let player = |name: &str| players.iter().find(|player| player.id.to_string() == name);
        let (mut table, mut below) = (Vec::new(), Vec::new());
        for standing in contest.standings() {
            let entrant = &contest.entrants()[standing.entrant.index()];
            let player = player(&entrant.name);
            let name = player.map_or(&entrant.name, |player| &player.listed_as).clone();
            let out = player.is_some_and(|player| player.state != State::Active);
            let tally = standing.tally;
            match (standing.rank, entrant.status) {
                (Some(rank), _) if !out => table.push(Row {
                    rank,
                    name,
                    language: entrant.language.clone(),
                    share: WinShare::of(&tally),
                    played: tally.played,
                    won: tally.won,
                    lost: tally.lost,
                    drawn: tally.drawn,
                    faults: tally.faults,
                }),
                (None, Status::Disqualified(cause)) if player.is_none() => below.push(Below {
                    name,
                    status: Standing::Disqualified,
                    fault: cause.fault(),
                    reason: (cause == Cause::Nondeterminism)
                        .then(|| texts(vocabulary::cause(cause))),
                }),
                _ => {}
            }
        }
        below.extend(players.iter().filter_map(without_place));
        // The order tells nothing about whose they are.
        below.sort_by(|one, other| (one.status, &one.name).cmp(&(other.status, &other.name)));
        Ok((table, below))
    }

    fn tell(&self, publication: &Publication) {
        if self.arguments.quiet {
            return;
        }
        let kind = words::kind(publication.kind).get(self.language);
        let published = words::PUBLISHED.get(self.language);
        eprintln!("{}: {kind} {published}", table::time(&publication.made));
    }
}

fn without_place(player: &Enrolled) -> Option<Below> {
    let (status, fault, reason) = match &player.state {
        State::Active => return None,
        State::Disqualified { fault, reason } => (Standing::Disqualified, *fault, reason.clone()),
        State::Proscribed(reason) => (Standing::Proscribed, None, reason.clone()),
    };
    Some(Below { name: player.listed_as.clone(), status, fault, reason })
}

fn texts(words: certamen_game::Words) -> Texts {
    let [en, es, fr, it] = [words.en, words.es, words.fr, words.it].map(str::to_owned);
    Texts { en, es, fr, it }
}
