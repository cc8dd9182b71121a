//! The table of a contest: levels of the format first, then the ranking.

use crate::{Entrant, EntrantId, Format, History, Ranking, Standing, ranking::number_places};

/// The table, best first, of what counts of a history.
pub fn table(
    format: &dyn Format,
    ranking: &dyn Ranking,
    entrants: &[Entrant],
    settled: &History,
) -> Vec<Standing> {
    let mut table = ranking.rank(entrants, &format.counted(settled));
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
