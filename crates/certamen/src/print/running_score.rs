//! The score of several matches of the same bots, updated after each.

use crate::print::{
    format::{Layout, TableFormat, print_table},
    say::table,
};
use certamen_contest::view::Table;
use certamen_game::{Language, MatchRecord, Scoring, number};
use certamen_tournament::{SeatResult, Tally, verdicts};
use std::io::{self, Write};

pub(crate) struct RunningScore {
    bots: Vec<String>,
    scoring: Scoring,
    /// By bot, then by seat.
    tallies: Vec<Vec<Tally>>,
}

impl RunningScore {
    pub(crate) fn new(bots: Vec<String>, scoring: Scoring) -> RunningScore {
        let tallies = vec![vec![Tally::default(); bots.len()]; bots.len()];
        RunningScore { bots, scoring, tallies }
    }

    /// Adds a finished match; `order` maps seats to bots.
    pub(crate) fn add(&mut self, order: &[usize], record: &MatchRecord) {
        let results: Vec<SeatResult> = verdicts(record, self.scoring).unwrap_or_default();
        for (seat, (bot, result)) in order.iter().zip(&results).enumerate() {
            self.tallies[*bot][seat].add(result);
        }
    }

    /// The score in a line: `3/10: mine 2, other 1`. For two bots, the number of wins, draws and
    /// losses of the first one follows: `(+2 =0 -1)`.
    pub(crate) fn line(&self, count: u32) -> String {
        let totals: Vec<Tally> = (0..self.bots.len()).map(|bot| self.total(bot)).collect();
        let each = self.bots.iter().zip(&totals);
        let each = each.map(|(bot, tally)| format!("{bot} {}", number::json(tally.score)));
        let each = each.collect::<Vec<_>>().join(", ");
        let balance =
            if totals.len() == 2 { format!(" ({})", balance(&totals[0])) } else { String::new() };
        format!("{}/{count}: {each}{balance}", totals[0].played)
    }

    pub(crate) fn summary(
        &self,
        out: &mut dyn Write,
        width: Option<usize>,
        language: Language,
    ) -> io::Result<()> {
        let totals = (0..self.bots.len()).map(|bot| (bot, self.total(bot)));
        let table = Table::of(totals)
            .text("bot", table::bot(), |(bot, _)| &self.bots[*bot])
            .number("played", table::played(), |(_, total)| total.played)
            .number("won", table::won(), |(_, total)| total.won)
            .number("drawn", table::drawn(), |(_, total)| total.drawn)
            .number("lost", table::lost(), |(_, total)| total.lost)
            .number("score", table::score(), |(_, total)| total.score)
            .number("faults", table::faults(), |(_, total)| total.faults)
            .text("by_seat", table::by_seat(), |(bot, _)| self.by_seat(*bot))
            .build();
        print_table(out, Layout { format: TableFormat::Table, width }, &table, language)
    }

    fn by_seat(&self, bot: usize) -> String {
        let seats = self.tallies[bot].iter().map(|tally| match self.scoring {
            Scoring::WinLoss => balance(tally),
            Scoring::Score => number::json(tally.score).to_string(),
        });
        seats.collect::<Vec<_>>().join(" | ")
    }

    fn total(&self, bot: usize) -> Tally {
        let mut total = Tally::default();
        self.tallies[bot].iter().for_each(|tally| total.merge(tally));
        total
    }
}

/// Wins, draws and losses in chess notation.
fn balance(tally: &Tally) -> String {
    let Tally { won, drawn, lost, .. } = tally;
    format!("+{won} ={drawn} -{lost}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_game::{Outcome, SeatEntry, Table};

    fn record(scores: [f64; 2]) -> MatchRecord {
        let game = certamen_games::find("footsteps").unwrap();
        let table = Table::new(game).seats(["x", "y"].map(SeatEntry::named));
        MatchRecord {
            table,
            turns: Vec::new(),
            outcome: Some(Outcome::scored(scores)),
            extra: certamen_game::Map::new(),
        }
    }

    #[test]
    fn scores_follow_the_bots_from_seat_to_seat() {
        let bots = vec!["mine".to_owned(), "other".to_owned()];
        let mut score = RunningScore::new(bots, Scoring::WinLoss);
        score.add(&[0, 1], &record([1.0, 0.0]));
        score.add(&[1, 0], &record([1.0, 0.0]));
        score.add(&[0, 1], &record([0.5, 0.5]));
        assert_eq!(score.line(4), "3/4: mine 1.5, other 1.5 (+1 =1 -1)");
        let mut out = Vec::new();
        score.summary(&mut out, None, Language::En).unwrap();
        let out = String::from_utf8(out).unwrap();
        let mine = out.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(mine, "mine 3 1 1 1 1.5 0 +1 =1 -0 | +0 =0 -1");
    }
}
