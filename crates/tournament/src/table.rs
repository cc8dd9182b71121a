//! The standings of a contest: ordered by the levels of the format, then by the ranking.

use crate::{
    Edition, Entrant, EntrantId, Format, History, Ranking, Standing, ranking::number_places,
};

/// The table, best first, of what counts of a history.
pub fn table(
    format: &dyn Format,
    ranking: &dyn Ranking,
    entrants: &[Entrant],
    settled: &History,
) -> Vec<Standing> {
    let mut table = ranking.rank(entrants, &format.counted(settled));
    if ranking.edition() >= Edition::Second {
        take_places(format, entrants, settled, &mut table);
    }
    let Some((column, levels)) = format.levels(entrants, settled) else { return table };
    let level = |id: EntrantId| levels[id.index()];
    let active = table.partition_point(|line| line.rank.is_some());
    let ranked = &mut table[..active];
    ranked.sort_by_key(|line| level(line.entrant));
    let before: Vec<(u32, Option<u32>)> =
        ranked.iter().map(|line| (level(line.entrant), line.rank)).collect();
    let mut same = before.windows(2).map(|two| two[0] == two[1]);
    number_places(ranked, |_, _| same.next().unwrap_or(false));
    for line in &mut table {
        let shown = line.rank.map(|_| f64::from(level(line.entrant) + column.first_level()));
        line.columns.insert(0, (column, shown));
    }
    table
}

/// Takes their places from those of whom nothing is known yet, or whom the table is not about. They
/// stand below the others, above those who have left.
fn take_places(
    format: &dyn Format,
    entrants: &[Entrant],
    settled: &History,
    table: &mut [Standing],
) {
    let has_begun = settled.finished() > 0;
    let holders = format.holders(entrants, settled);
    let active = table.partition_point(|line| line.rank.is_some());
    let keeps = |line: &Standing| {
        let known = line.tally.played > 0 || !has_begun || holders.contains(&line.entrant);
        known && format.is_ranked(&entrants[line.entrant.index()])
    };
    let ranked = &mut table[..active];
    ranked.sort_by_key(|line| !keeps(line));
    let kept = ranked.partition_point(keeps);
    let before: Vec<Option<u32>> = ranked.iter().map(|line| line.rank).collect();
    let mut same = before.windows(2).map(|two| two[0] == two[1]);
    number_places(&mut ranked[..kept], |_, _| same.next().unwrap_or(false));
    for line in &mut ranked[kept..] {
        line.rank = None;
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        EntrantId, FormatConfig, History, Lots, Pairing, RankingConfig, SeatResult, Verdict,
        format::testing::entrants, ranking::ByRating, table,
    };
    use serde_json::json;

    #[test]
    fn who_never_played_has_no_place() {
        let mut history = History::default();
        let result = |verdict| SeatResult { verdict, score: 0.0, faults: 0 };
        let pairing = Pairing { seats: [0, 2].map(EntrantId).to_vec(), repeat: 0 };
        history.finish(&pairing, &[result(Verdict::Won), result(Verdict::Lost)]);
        let ranking = || RankingConfig::from(ByRating {}).build();
        let format = FormatConfig::read("ladder", json!({})).unwrap();
        let format = format.build(ranking(), Lots::new(1));
        let places = |history: &History| {
            let table = table(&*format, &*ranking(), &entrants(3), history);
            table.iter().map(|line| (line.entrant.0, line.rank)).collect::<Vec<_>>()
        };
        assert_eq!(places(&history), [(0, Some(1)), (2, Some(2)), (1, None)]);
        // Before anybody plays all are equal.
        let all = [(0, Some(1)), (1, Some(1)), (2, Some(1))];
        assert_eq!(places(&History::default()), all);
    }
}
