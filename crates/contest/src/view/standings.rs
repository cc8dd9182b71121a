//! The standings: current, with what is known of their certainty, or as they were saved.

use super::{
    table::{Cell, Table},
    words,
};
use crate::usage::say as usage_words;
use crate::{
    ContestError, ExcludedBot, Results, StandingsRow, publication::UnrankedRow, vocabulary,
};
use certamen_game::{Map, job::show_usd, number};
use certamen_i18n::{Message, labelled};
use certamen_tournament::{
    Column as RankingColumn, RankingRule, ranking::TieBreak, statistics::RankCertainty,
};
use serde_json::{Value, json};

/// The standings with all that tables show of them.
#[derive(Clone, Debug)]
pub struct Standings {
    pub rows: Vec<StandingsRow>,
    /// Bots that could not enter.
    pub excluded: Vec<ExcludedBot>,
    /// The distance from each score to the end of its 95 % interval, where scores are ratings.
    pub reaches: Option<Vec<Option<f64>>>,
    /// Whether each row is certain to rank above the next, if that was asked for.
    pub certainties: Option<Vec<Option<RankCertainty>>>,
}

impl Standings {
    /// Those of a contest with these rows.
    pub fn of(results: &Results<'_>, rows: Vec<StandingsRow>) -> Result<Standings, ContestError> {
        let (excluded, reaches) = (results.excluded().to_vec(), results.reaches(&rows)?);
        Ok(Standings { rows, excluded, reaches, certainties: None })
    }

    pub fn with_certainties(self, results: &Results<'_>) -> Result<Standings, ContestError> {
        let certainties = Some(results.settlements(&self.rows)?);
        Ok(Standings { certainties, ..self })
    }

    /// A row has a score, or there are no rows.
    pub fn has_scores(&self) -> bool {
        self.rows.is_empty() || self.rows.iter().any(|row| row.score.is_some())
    }

    /// The rows as JSON, then those of the excluded bots.
    pub fn lines(&self) -> impl Iterator<Item = Map> {
        (0..self.rows.len())
            .map(|place| self.line(place))
            .chain(self.excluded.iter().map(|excluded| UnrankedRow::from(excluded).line()))
    }

    fn line(&self, place: usize) -> Map {
        let mut line = self.rows[place].to_map();
        let mut add = |key: &str, value: Value| drop(line.insert(key.to_owned(), value));
        if let Some(reaches) = &self.reaches {
            add("reach", json!(reaches[place].map(number::json)));
        }
        if let Some(certainties) = &self.certainties {
            let certainty = certainties[place];
            add("settled", json!(certainty.map(RankCertainty::is_final)));
            match certainty {
                Some(RankCertainty::About(more)) => add("matches_to_settle", json!(more)),
                Some(RankCertainty::Exact) => add("exact", json!(true)),
                _ => {}
            }
        }
        line
    }

    /// The rows, then the names of the excluded bots.
    pub fn table(&self) -> Table {
        let mut table = Table::of(self.entries())
            .number("rank", words::rank(), |it| it.row?.rank.map(u64::from))
            .text("bot", words::bot(), |it| it.bot)
            .text("language", words::language(), |it| Some(&it.row?.language))
            .number("played", words::played(), |it| Some(it.row?.played))
            .number("won", words::won(), |it| Some(it.row?.won))
            .number("drawn", words::drawn(), |it| Some(it.row?.drawn))
            .number("lost", words::lost(), |it| Some(it.row?.lost))
            .number("score", words::score(), |it| it.row?.score);
        if self.reaches.is_some() {
            let heading = Message::verbatim("±95 %");
            table = table.number("reach", heading, |it| Cell::rounded(it.reach, 1));
        }
        table = table.number("faults", words::faults(), |it| Some(it.row?.faults));
        let more = self.rows.first().map(|row| row.columns.0.as_slice()).unwrap_or_default();
        for (at, (column, _)) in more.iter().enumerate() {
            table = table.number(column.key(), heading(*column), |it| it.row?.columns.0.get(at)?.1);
        }
        if self.rows.iter().any(|row| row.usage.is_some()) {
            let usage = |it: &Entry<'_>| it.row?.usage;
            table = table
                .number("tokens_in", usage_words::tokens_in(), move |it| usage(it)?.sum.input)
                .number("tokens_out", usage_words::tokens_out(), move |it| usage(it)?.sum.output)
                .text("cost", usage_words::cost(), move |it| {
                    usage(it)?.sum.usd_micros.map(show_usd)
                })
                .number("voids", usage_words::voids(), move |it| Some(usage(it)?.voids));
        }
        if self.certainties.is_some() {
            table = table.text("settled", words::above_next(), |it| it.certainty.map(certainty));
        }
        table.build()
    }

    fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let ranked = self.rows.iter().enumerate().map(move |(place, row)| Entry {
            bot: &row.bot,
            row: Some(row),
            reach: self.reaches.as_ref().and_then(|reaches| reaches[place]),
            certainty: self.certainties.as_ref().and_then(|certainties| certainties[place]),
        });
        let excluded = self.excluded.iter();
        ranked.chain(excluded.map(|it| Entry {
            bot: &it.bot,
            row: None,
            reach: None,
            certainty: None,
        }))
    }

    /// Why the bot in this row of the table has no rank, if there is a reason.
    pub fn note(&self, place: usize) -> Option<Message> {
        let Some(row) = self.rows.get(place) else {
            let excluded = self.excluded.get(place - self.rows.len())?;
            return Some(UnrankedRow::from(excluded).note());
        };
        row.disqualified.map(|cause| labelled(words::disqualified(), vocabulary::cause(cause)))
    }
}

/// A row of the table.
struct Entry<'a> {
    bot: &'a str,
    /// Absent if it is excluded.
    row: Option<&'a StandingsRow>,
    reach: Option<f64>,
    certainty: Option<RankCertainty>,
}

/// Whether two of the rows share a rank.
pub fn shares_ranks(rows: &[StandingsRow]) -> bool {
    rows.windows(2).any(|two| two[0].rank.is_some() && two[0].rank == two[1].rank)
}

/// The heading of a column of the format or the ranking.
pub fn heading(column: RankingColumn) -> Message {
    match column {
        RankingColumn::TieBreak(TieBreak::Buchholz) => Message::verbatim("Buchholz"),
        RankingColumn::TieBreak(TieBreak::SonnebornBerger) => Message::verbatim("Sonneborn-Berger"),
        RankingColumn::TieBreak(TieBreak::DirectEncounter) => words::direct_encounter(),
        RankingColumn::TieBreak(TieBreak::MostWins) => words::most_wins(),
        RankingColumn::References => words::references(),
        RankingColumn::Mark => words::mark(),
        RankingColumn::RoundsShort => words::rounds_short(),
        RankingColumn::Division => words::division(),
    }
}

/// What orders these rows, in a sentence without its full stop.
pub fn ranking_rule(rule: &RankingRule, rows: &[StandingsRow]) -> Message {
    let own = match rule {
        RankingRule::Wins(_) => words::ranked_by_wins(),
        RankingRule::Points(_) => words::ranked_by_points(),
        RankingRule::TotalScore(_) => words::ranked_by_total_score(),
        RankingRule::WinShare(_) => words::ranked_by_win_share(),
        RankingRule::ReferencesBeaten(_) => words::ranked_by_references(),
        RankingRule::Borda(_) => words::ranked_by_borda(),
        RankingRule::Copeland(_) => words::ranked_by_copeland(),
        RankingRule::Schulze(_) => words::ranked_by_schulze(),
        RankingRule::ByRating(_) => words::ranked_by_rating(),
    };
    // The level of a format, which goes before any ranking, is the first column.
    match rows.first().and_then(|row| row.columns.0.first()) {
        Some((RankingColumn::RoundsShort, _)) => words::ranked_within_rounds(own),
        Some((RankingColumn::Division, _)) => words::ranked_within_divisions(own),
        _ => own,
    }
}

fn certainty(certainty: RankCertainty) -> Message {
    match certainty {
        RankCertainty::Settled => words::settled(),
        RankCertainty::Exact => words::exact(),
        RankCertainty::About(more) => words::more_matches(more),
        RankCertainty::Open => words::open(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LocalizedTexts;
    use crate::StandingsColumns;
    use certamen_game::{Fault, Language};
    use certamen_tournament::Cause;

    fn row(rank: Option<u32>, bot: &str) -> StandingsRow {
        StandingsRow {
            rank,
            bot: bot.to_owned(),
            language: "python".to_owned(),
            played: 4,
            won: 3,
            drawn: 0,
            lost: 1,
            score: Some(3.0),
            faults: 0,
            usage: None,
            disqualified: rank.is_none().then_some(Cause::Fault(Fault::Timeout)),
            columns: StandingsColumns(vec![(RankingColumn::Mark, Some(9.5))]),
        }
    }

    #[test]
    fn the_rule_names_the_level_of_the_format_first() {
        let rule = certamen_tournament::RankingConfig::read("points", Map::new()).unwrap().rule;
        let english = |rows: &[StandingsRow]| ranking_rule(&rule, rows).get(Language::En);
        let own = "Ranked by points: 1 for a win, ½ for a draw";
        assert_eq!((english(&[]), english(&[row(Some(1), "one")])), (own.into(), own.into()));
        let columns = StandingsColumns(vec![(RankingColumn::Division, Some(1.0))]);
        let divided = StandingsRow { columns, ..row(Some(1), "one") };
        assert_eq!(english(&[divided]), format!("{own}; first by division"));
    }

    #[test]
    fn lines_and_table_show_the_same() {
        let reason = LocalizedTexts::verbatim("it does not start");
        let standings = Standings {
            rows: vec![row(Some(1), "one"), row(None, "two")],
            excluded: vec![ExcludedBot { bot: "three".to_owned(), reason }],
            reaches: Some(vec![Some(20.25), None]),
            certainties: Some(vec![Some(RankCertainty::About(7)), None]),
        };
        let lines: Vec<String> =
            standings.lines().map(|line| serde_json::to_string(&line).unwrap()).collect();
        let counts =
            r#""language":"python","played":4,"won":3,"drawn":0,"lost":1,"score":3,"faults":0"#;
        let reason = r#"{"en":"it does not start","es":"it does not start","fr":"it does not start","it":"it does not start"}"#;
        assert_eq!(
            lines,
            [
                format!(
                    r#"{{"rank":1,"bot":"one",{counts},"mark":9.5,"reach":20.25,"settled":false,"matches_to_settle":7}}"#
                ),
                format!(
                    r#"{{"rank":null,"bot":"two",{counts},"disqualified":"timeout","mark":9.5,"reach":null,"settled":null}}"#
                ),
                format!(r#"{{"rank":null,"bot":"three","status":"set-aside","reason":{reason}}}"#),
            ]
        );
        let table = standings.table();
        let ids: Vec<&str> = table.headings.iter().map(|heading| heading.id).collect();
        assert_eq!(
            ids,
            [
                "rank", "bot", "language", "played", "won", "drawn", "lost", "score", "reach",
                "faults", "mark", "settled"
            ]
        );
        let texts = |place: usize| -> Vec<String> {
            table.rows[place].iter().map(|cell| cell.text(Language::En)).collect()
        };
        assert_eq!(
            texts(0),
            [
                "1",
                "one",
                "python",
                "4",
                "3",
                "0",
                "1",
                "3",
                "20.2",
                "0",
                "9.5",
                "about 7 more matches"
            ]
        );
        let bare = ["", "three", "", "", "", "", "", "", "", "", "", ""];
        assert_eq!(texts(2), bare);
        let notes = [0, 1, 2].map(|place| Some(standings.note(place)?.get(Language::En)));
        let expected = [None, Some("disqualified: timeout"), Some("excluded: it does not start")];
        assert_eq!(notes, expected.map(|note| note.map(str::to_owned)));
    }
}
