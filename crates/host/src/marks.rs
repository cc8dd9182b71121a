//! The marks of a course: a line for each registered team, with or without players.

use certamen_portal::course::{PlayerId, TeamId, TeamRoster};
use certamen_tournament::{Column, Entrant, Standing};

#[derive(Clone, PartialEq, Debug)]
pub struct TeamMark {
    pub group: u32,
    pub pair: TeamId,
    pub names: String,
    /// The names of its players in the standings.
    pub players: Vec<String>,
    /// The best of them, if any has a place.
    pub best: Option<Best>,
    /// The mark: 0 for a team without a player in the standings.
    pub mark: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    pub player: String,
    pub place: u32,
    pub references: u32,
}

/// The marks of all teams of `roster`, from standings whose ranking gives marks. `players` says
/// which entrant is which player of the course.
pub fn marks(
    roster: &TeamRoster,
    (entrants, players): (&[Entrant], &[Option<PlayerId>]),
    table: &[Standing],
) -> Vec<TeamMark> {
    let pairs = roster.pairs().iter();
    pairs
        .map(|team| {
            let name = |line: &Standing| entrants[line.entrant.index()].name.clone();
            let player = |line: &Standing| players[line.entrant.index()];
            let own = |line: &&Standing| player(line).is_some_and(|own| own.pair == team.id);
            let lines: Vec<&Standing> = table.iter().filter(own).collect();
            // In order of ranks: the first is the best.
            let best = lines.iter().find_map(|line| {
                Some(Best {
                    player: name(line),
                    place: line.rank?,
                    references: value(line, Column::References).unwrap_or(0.0) as u32,
                })
            });
            let mark = lines.iter().find_map(|line| value(line, Column::Mark));
            TeamMark {
                group: team.group,
                pair: team.id,
                names: team.names.clone(),
                players: lines.iter().map(|line| name(line)).collect(),
                mark: mark.filter(|_| best.is_some()).unwrap_or(0.0),
                best,
            }
        })
        .collect()
}

fn value(line: &Standing, wanted: Column) -> Option<f64> {
    line.columns.iter().find(|(column, _)| *column == wanted).and_then(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_tournament::{
        EntrantId, History, Pairing, Ranking, SeatResult, Status, Verdict,
        ranking::ReferencesBeaten,
    };

    /// Each player beats all that come later; `o` stands for a disqualified one.
    fn check(order: &str, skips: bool, expected: &str) {
        let names: Vec<&str> = order.split(' ').collect();
        let entrant = |name: &&str| Entrant {
            name: name.trim_start_matches('o').to_owned(),
            language: "lisp".to_owned(),
            status: if name.starts_with('o') {
                Status::Disqualified(certamen_tournament::Cause::Fault(certamen_game::Fault::Crash))
            } else {
                Status::Active
            },
        };
        let entrants: Vec<Entrant> = names.iter().map(entrant).collect();
        let mut history = History::default();
        for high in 0..entrants.len() {
            for low in high + 1..entrants.len() {
                let result = |verdict| SeatResult { verdict, score: 0.0, faults: 0 };
                let seats = vec![EntrantId(high as u32), EntrantId(low as u32)];
                let results = [result(Verdict::Won), result(Verdict::Lost)];
                history.finish(&Pairing { seats, repeat: 0 }, &results);
            }
        }
        let register = "group,pair\n2314,1\n2314,2\n2314,3\n2314,4\n";
        let roster = TeamRoster::read(register.as_bytes()).unwrap();
        let of = |pair: &str| -> Vec<String> {
            let all = entrants.iter().map(|entrant| entrant.name.clone());
            all.filter(|name| name.starts_with(pair)).collect()
        };
        let pairs = ["1401", "1402", "1403", "1404"].map(|pair| (pair.to_owned(), of(pair)));
        let references = names.iter().filter(|name| name.starts_with('r'));
        let ranking = ReferencesBeaten {
            references: references.map(|name| (*name).to_owned()).collect(),
            premium_skips_references: skips,
            pairs: pairs.into_iter().collect(),
        };
        let players: Vec<Option<PlayerId>> =
            entrants.iter().map(|entrant| entrant.name.parse().ok()).collect();
        let table = ranking.rank(&entrants, &history);
        let marks = marks(&roster, (&entrants, &players), &table);
        let found: Vec<String> =
            marks.iter().map(|mark| format!("{}={}", mark.pair, mark.mark)).collect();
        assert_eq!(found.join(" "), expected, "{order}");
    }

    #[test]
    fn every_pair_has_a_mark_for_its_best_player() {
        // The first beats all five and is among the first five; both are its own.
        check("14011 14012 r1 r2 r3 r4 r5", false, "1401=6 1402=0 1403=0 1404=0");
        // No reference beaten is 1/2; a sixth reference beaten gives no more.
        check("r1 r2 r3 r4 r5 14021", false, "1401=0 1402=0.5 1403=0 1404=0");
        check("14011 r1 r2 r3 r4 r5 r6", false, "1401=6 1402=0 1403=0 1404=0");
        // Ranks held by references are passed on or not.
        check("r1 r2 r3 14031 r4 14041 r5", false, "1401=0 1402=0 1403=3 1404=1");
        check("r1 r2 r3 14031 r4 14041 r5", true, "1401=0 1402=0 1403=3 1404=2");
        // A disqualified player is not in the standings.
        check("r1 r2 14021 r3 o14011", false, "1401=0 1402=2 1403=0 1404=0");
    }

    #[test]
    fn a_name_alone_does_not_make_an_entrant_a_player() {
        let roster = TeamRoster::read(b"group,pair\n2314,1\n").unwrap();
        let entrants = [Entrant {
            name: "14011".to_owned(),
            language: "lisp".to_owned(),
            status: Status::Active,
        }];
        let ranking = ReferencesBeaten {
            references: vec![],
            premium_skips_references: false,
            pairs: [].into(),
        };
        let table = ranking.rank(&entrants, &History::default());
        let of = |player| marks(&roster, (&entrants, &[player]), &table).remove(0).players;
        assert_eq!(of(Some("14011".parse().unwrap())), ["14011"]);
        assert_eq!(of(None), Vec::<String>::new());
    }
}
