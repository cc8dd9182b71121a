//! `certamen standings --fair-play`: whether all bots played under the same conditions.

use crate::print::format::{Column, Layout, TableFormat, print};
use crate::print::say::table;
use certamen_contest::vocabulary;
use certamen_contest::{BotFairness, FairPlay, WorkerShare};
use certamen_game::Language;
use certamen_i18n::Message;
use certamen_tournament::Against;
use std::io::{self, Write};

/// Names longer than this are shortened.
const NAME: usize = 40;
/// Reasons longer than this are shortened.
const REASON: usize = 80;

pub(crate) fn print_fair_play(
    out: &mut dyn Write,
    layout: Layout,
    found: &FairPlay,
    language: Language,
) -> io::Result<()> {
    if layout.format == TableFormat::Json {
        let lines = found.lines();
        return lines.iter().try_for_each(|line| writeln!(out, "{}", serde_json::to_string(line)?));
    }
    let is_csv = layout.format == TableFormat::Csv;
    let mut report = FairPlayReport { out, layout, language };
    report.heading(&table::seats())?;
    report.seats(found)?;
    if let Some((elo, error)) = found.advantage.filter(|_| !is_csv) {
        let reach = certamen_game::number::Z95 * error;
        let advantage = table::advantage().get(language);
        writeln!(report.out, "\n{advantage}: {elo:+.0} ± {reach:.0} Elo")?;
    }
    report.title(&table::balance())?;
    report.balance(&found.bots)?;
    report.title(&table::faults())?;
    report.faults(&found.bots)?;
    report.title(&table::again_for_host())?;
    report.voids(&found.voids)?;
    if !found.machines.is_empty() {
        report.title(&table::machines())?;
        report.workers(&found.machines)?;
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

    fn text(&self, words: &Message) -> Column {
        Column::text(words, self.layout.format.headings(self.language))
    }

    fn number(&self, words: &Message) -> Column {
        Column::number(words, self.layout.format.headings(self.language))
    }

    fn seats(&mut self, found: &FairPlay) -> io::Result<()> {
        let headings = [
            table::seat(),
            table::played(),
            table::won(),
            table::drawn(),
            table::lost(),
            table::share(),
            table::interval(),
        ]
        .map(|words| self.number(&words));
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let row = |(seat, results): (usize, &Against)| {
            let share = results.share().map(|share| format!("{} %", percent(share)));
            let range = results.interval();
            let range =
                range.map(|range| format!("{} … {}", percent(range.low), percent(range.high)));
            let counts = [results.played(), results.won, results.drawn, results.lost];
            let mut row = vec![seat.to_string()];
            row.extend(counts.map(|count| count.to_string()));
            row.extend([share.unwrap_or_default(), range.unwrap_or_default()]);
            row
        };
        let rows: Vec<_> = found.seats.iter().enumerate().map(row).collect();
        print(self.out, self.layout, &headings, &rows)
    }

    fn balance(&mut self, bots: &[BotFairness]) -> io::Result<()> {
        let headings =
            [self.text(&table::bot()), self.number(&table::least()), self.number(&table::most())];
        let row = |bot: &BotFairness| {
            let (fewest, most) = bot.range();
            vec![cut(&bot.bot, NAME), fewest.to_string(), most.to_string()]
        };
        print(self.out, self.layout, &headings, &bots.iter().map(row).collect::<Vec<_>>())
    }

    fn faults(&mut self, bots: &[BotFairness]) -> io::Result<()> {
        let headings =
            [self.text(&table::bot()), self.text(&table::kind()), self.number(&table::times())];
        let mut rows = Vec::new();
        for bot in bots {
            for (fault, count) in &bot.faults {
                let kind = vocabulary::fault(*fault).get(self.language);
                rows.push(vec![cut(&bot.bot, NAME), kind, count.to_string()]);
            }
        }
        self.rows_or_none(&headings, &rows)
    }

    fn voids(&mut self, voids: &[(String, u64)]) -> io::Result<()> {
        let headings = [self.text(&table::reason()), self.number(&table::times())];
        let row = |(reason, count): &(String, u64)| {
            vec![cut(&certamen_game::escaped(reason), REASON), count.to_string()]
        };
        self.rows_or_none(&headings, &voids.iter().map(row).collect::<Vec<_>>())
    }

    fn workers(&mut self, workers: &[WorkerShare]) -> io::Result<()> {
        let headings = [
            self.text(&table::machine()),
            self.text(&table::class()),
            self.number(&table::played()),
            self.number(&table::struck()),
            self.text(&table::suspended()),
        ];
        let row = |own: &WorkerShare| {
            let why = own.suspended.as_deref().map(certamen_game::escaped).unwrap_or_default();
            let (name, class) = (cut(&own.machine.name, NAME), own.machine.class.clone());
            vec![name, class, own.played.to_string(), own.revoked.to_string(), cut(&why, REASON)]
        };
        print(self.out, self.layout, &headings, &workers.iter().map(row).collect::<Vec<_>>())
    }

    fn rows_or_none(&mut self, headings: &[Column], rows: &[Vec<String>]) -> io::Result<()> {
        if rows.is_empty() && self.layout.format != TableFormat::Csv {
            return writeln!(self.out, " {}", table::nothing().get(self.language));
        }
        print(self.out, self.layout, headings, rows)
    }
}

fn cut(text: &str, longest: usize) -> String {
    text.chars().take(longest).collect()
}
