//! `certamen standings --fair-play`: whether all bots played under the same conditions.

use crate::print::{
    format::{Layout, TableFormat, json_lines, print_table},
    say::table,
};
use certamen_contest::{FairPlay, view::Table};
use certamen_game::{Language, number::Z95};
use certamen_i18n::Message;
use std::io::{self, Write};

pub(crate) fn print_fair_play(
    out: &mut dyn Write,
    layout: Layout,
    found: &FairPlay,
    language: Language,
) -> io::Result<()> {
    if layout.format == TableFormat::Json {
        return json_lines(out, found.lines());
    }
    let is_csv = layout.format == TableFormat::Csv;
    let mut report = FairPlayReport { out, layout, language };
    report.heading(&table::seats())?;
    report.table(&found.seats_table())?;
    if let Some((elo, error)) = found.advantage.filter(|_| !is_csv) {
        let (advantage, reach) = (table::advantage().get(language), Z95 * error);
        writeln!(report.out, "\n{advantage}: {elo:+.0} ± {reach:.0} Elo")?;
    }
    report.title(&table::balance())?;
    report.table(&found.balance_table())?;
    report.title(&table::faults())?;
    report.table_or_none(&found.faults_table())?;
    report.title(&table::again_for_host())?;
    report.table_or_none(&found.voids_table())?;
    if !found.machines.is_empty() {
        report.title(&table::machines())?;
        report.table(&found.machines_table())?;
    }
    let Some(load) = found.load.filter(|_| !is_csv) else { return Ok(()) };
    let [median, slow, longest] = [load.median, load.slow, load.longest].map(|time| {
        let seconds = time.as_secs_f64();
        if seconds < 1.0 { format!("{:.1} ms", 1e3 * seconds) } else { format!("{seconds:.1} s") }
    });
    writeln!(out, "\n{}", table::load(load.matches, median, slow, longest).get(language))
}

struct FairPlayReport<'a> {
    out: &'a mut dyn Write,
    layout: Layout,
    language: Language,
}

impl FairPlayReport<'_> {
    /// The title of a further table, written so that spreadsheets can separate the tables.
    fn title(&mut self, words: &Message) -> io::Result<()> {
        writeln!(self.out)?;
        self.heading(words)
    }

    fn heading(&mut self, words: &Message) -> io::Result<()> {
        let words = words.get(self.language);
        match self.layout.format {
            TableFormat::Csv => Ok(()),
            TableFormat::Markdown => writeln!(self.out, "### {words}\n"),
            TableFormat::Table | TableFormat::Json => writeln!(self.out, "{words}"),
        }
    }

    fn table(&mut self, table: &Table) -> io::Result<()> {
        print_table(self.out, self.layout, table, self.language)
    }

    fn table_or_none(&mut self, table: &Table) -> io::Result<()> {
        if table.rows.is_empty() && self.layout.format != TableFormat::Csv {
            return writeln!(self.out, " {}", table::nothing().get(self.language));
        }
        self.table(table)
    }
}
