//! `certamen standings --fair-play`: whether all bots played under the same conditions.

use crate::print::format::{Alignment, Column, Layout, TableFormat, print};
use crate::print::say::table;
use certamen_contest::vocabulary;
use certamen_contest::{BotFairness, FairPlay, MachineShare, MatchDurations};
use certamen_game::Language;
use certamen_i18n::Message;
use std::{
    io::{self, Write},
    time::Duration,
};

/// Names longer than this are shortened.
const NAME: usize = 40;
/// Reasons longer than this are shortened.
const REASON: usize = 80;

pub(crate) fn print_fair_play(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    found: &FairPlay,
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    if layout.format == TableFormat::Json {
        return lines(out, found);
    }
    heading(out, layout, &table::seats(), language)?;
    seats(out, layout, found, language)?;
    if let Some((elo, error)) = found.advantage.filter(|_| layout.format != TableFormat::Csv) {
        let reach = certamen_game::number::Z95 * error;
        let advantage = table::advantage().get(language);
        writeln!(out, "\n{advantage}: {elo:+.0} ± {reach:.0} Elo")?;
    }
    title(out, layout, &table::balance(), language)?;
    balance(out, layout, &found.bots, language)?;
    title(out, layout, &table::faults(), language)?;
    faults(out, layout, &found.bots, language)?;
    title(out, layout, &table::again_for_host(), language)?;
    voids(out, layout, &found.voids, language)?;
    if !found.machines.is_empty() {
        title(out, layout, &table::machines(), language)?;
        machines(out, layout, &found.machines, language)?;
    }
    match found.load.filter(|_| layout.format != TableFormat::Csv) {
        Some(load) => writeln!(out, "\n{}", told_load(load, language)),
        None => Ok(()),
    }
}

/// The title of a further table, written so that spreadsheets can separate the tables.
fn title(
    out: &mut dyn Write,
    layout: Layout,
    words: &Message,
    language: Language,
) -> io::Result<()> {
    writeln!(out)?;
    heading(out, layout, words, language)
}

fn heading(
    out: &mut dyn Write,
    layout: Layout,
    words: &Message,
    language: Language,
) -> io::Result<()> {
    match layout.format {
        TableFormat::Csv => Ok(()),
        TableFormat::Markdown => writeln!(out, "### {}\n", words.get(language)),
        TableFormat::Table | TableFormat::Json => writeln!(out, "{}", words.get(language)),
    }
}

fn column(words: &Message, alignment: Alignment, language: Language) -> Column {
    Column(words.get(language), alignment)
}

fn seats(
    out: &mut dyn Write,
    layout: Layout,
    found: &FairPlay,
    language: Language,
) -> io::Result<()> {
    let headings = [
        table::seat(),
        table::played(),
        table::won(),
        table::drawn(),
        table::lost(),
        table::share(),
        table::interval(),
    ]
    .map(|words| column(&words, Alignment::Number, layout.format.headings(language)));
    let rows: Vec<Vec<String>> = found
        .seats
        .iter()
        .enumerate()
        .map(|(seat, brought)| {
            let counts = [brought.played(), brought.won, brought.drawn, brought.lost];
            let percent = |share: f64| format!("{:.1}", 100.0 * share);
            let share = brought.share().map(|share| format!("{} %", percent(share)));
            let range = brought.interval();
            let range =
                range.map(|range| format!("{} … {}", percent(range.low), percent(range.high)));
            let mut row = vec![seat.to_string()];
            row.extend(counts.map(|count| count.to_string()));
            row.extend([share.unwrap_or_default(), range.unwrap_or_default()]);
            row
        })
        .collect();
    print(out, layout, &headings, &rows)
}

fn balance(
    out: &mut dyn Write,
    layout: Layout,
    bots: &[BotFairness],
    language: Language,
) -> io::Result<()> {
    let headings = [
        column(&table::bot(), Alignment::Text, layout.format.headings(language)),
        column(&table::least(), Alignment::Number, layout.format.headings(language)),
        column(&table::most(), Alignment::Number, layout.format.headings(language)),
    ];
    let row = |bot: &BotFairness| {
        let (least, most) = bot.range();
        vec![cut(&bot.bot, NAME), least.to_string(), most.to_string()]
    };
    print(out, layout, &headings, &bots.iter().map(row).collect::<Vec<_>>())
}

fn faults(
    out: &mut dyn Write,
    layout: Layout,
    bots: &[BotFairness],
    language: Language,
) -> io::Result<()> {
    let headings = [
        column(&table::bot(), Alignment::Text, layout.format.headings(language)),
        column(&table::kind(), Alignment::Text, layout.format.headings(language)),
        column(&table::times(), Alignment::Number, layout.format.headings(language)),
    ];
    let of = |bot: &BotFairness| {
        let row = |(fault, count): (&certamen_game::Fault, &u64)| {
            let kind = vocabulary::fault(*fault).get(language);
            vec![cut(&bot.bot, NAME), kind, count.to_string()]
        };
        bot.faults.iter().map(row).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = bots.iter().flat_map(of).collect();
    rows_or_none(out, layout, &headings, &rows, language)
}

fn voids(
    out: &mut dyn Write,
    layout: Layout,
    voids: &[(String, u64)],
    language: Language,
) -> io::Result<()> {
    let headings = [
        column(&table::reason(), Alignment::Text, layout.format.headings(language)),
        column(&table::times(), Alignment::Number, layout.format.headings(language)),
    ];
    let row = |(reason, count): &(String, u64)| {
        vec![cut(&certamen_game::escaped(reason), REASON), count.to_string()]
    };
    rows_or_none(out, layout, &headings, &voids.iter().map(row).collect::<Vec<_>>(), language)
}

fn machines(
    out: &mut dyn Write,
    layout: Layout,
    machines: &[MachineShare],
    language: Language,
) -> io::Result<()> {
    let headings = [
        column(&table::machine(), Alignment::Text, layout.format.headings(language)),
        column(&table::class(), Alignment::Text, layout.format.headings(language)),
        column(&table::played(), Alignment::Number, layout.format.headings(language)),
        column(&table::struck(), Alignment::Number, layout.format.headings(language)),
        column(&table::suspended(), Alignment::Text, layout.format.headings(language)),
    ];
    let row = |own: &MachineShare| {
        let why = own.suspended.as_deref().map(certamen_game::escaped).unwrap_or_default();
        let (name, class) = (cut(&own.machine.name, NAME), own.machine.class.clone());
        vec![name, class, own.played.to_string(), own.struck.to_string(), cut(&why, REASON)]
    };
    print(out, layout, &headings, &machines.iter().map(row).collect::<Vec<_>>())
}

fn rows_or_none(
    out: &mut dyn Write,
    layout: Layout,
    headings: &[Column],
    rows: &[Vec<String>],
    language: Language,
) -> io::Result<()> {
    if rows.is_empty() && layout.format != TableFormat::Csv {
        return writeln!(out, " {}", table::nothing().get(language));
    }
    print(out, layout, headings, rows)
}

fn told_load(load: MatchDurations, language: Language) -> String {
    let [median, slow, longest] = [load.median, load.slow, load.longest].map(told_time);
    table::load(load.matches, median, slow, longest).get(language)
}

fn told_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.1} ms", 1e3 * seconds) } else { format!("{seconds:.1} s") }
}

fn cut(text: &str, longest: usize) -> String {
    text.chars().take(longest).collect()
}

fn lines(out: &mut dyn Write, found: &FairPlay) -> io::Result<()> {
    let lines = found.lines();
    lines.iter().try_for_each(|line| writeln!(out, "{}", serde_json::to_string(line)?))
}
