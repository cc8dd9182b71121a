//! From standings to a table that is out.

use super::{
    Host,
    stage::{Stage, move_time},
    table, words,
};
use crate::vocabulary;
use contest::{
    Publication, Slot,
    publication::{Announced, Below, PublishedConditions, Row, Standing},
};
use tournament::{Cause, Status, ranking::WinShare};

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
        let (table, below) = self.lines(stage);
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
                tier: stage.tier.letter().to_owned(),
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

    fn lines(&self, stage: &Stage) -> (Vec<Row>, Vec<Below>) {
        let (mut table, mut below) = (Vec::new(), Vec::new());
        for standing in stage.contest.standings() {
            let entrant = &stage.contest.entrants()[standing.entrant.index()];
            let name = entrant.name.clone();
            let tally = standing.tally;
            match (standing.rank, entrant.status) {
                (Some(rank), _) => table.push(Row {
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
                (None, Status::Disqualified(cause)) => below.push(Below {
                    name,
                    status: Standing::Disqualified,
                    fault: cause.fault(),
                    reason: (cause == Cause::Nondeterminism)
                        .then(|| vocabulary::cause(cause).get(self.language).to_owned()),
                }),
                (None, Status::Active) => {}
            }
        }
        (table, below)
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
