//! `certamen standings`: the table of a contest.

use crate::{
    arguments::Listing,
    ending::Ending,
    format::{Alignment, Column, TableFormat, print},
    text, vocabulary,
};
use contest::{Folder, Line, Results};
use game::{Language, Words, number};
use std::io::{self, Write, stdout};

/// Prints the table of a contest.
pub(crate) fn standings(arguments: &Listing, language: Language) -> anyhow::Result<Ending> {
    let results = Results::open(&Folder::new(&arguments.folder))?;
    let mut out = stdout().lock();
    if arguments.format == TableFormat::Table {
        writeln!(out, "{}\n", results.name()?)?;
    }
    print_lines(&mut out, arguments.format, &results.standings()?, language)?;
    if arguments.format == TableFormat::Table && results.tier()? == "D" {
        writeln!(out, "\n{}", text::UNISOLATED.get(language))?;
    }
    Ok(Ending::Fine)
}

/// Prints the lines of a table.
pub(crate) fn print_lines(
    out: &mut dyn Write,
    format: TableFormat,
    lines: &[Line],
    language: Language,
) -> io::Result<()> {
    if format == TableFormat::Json {
        return lines.iter().try_for_each(|line| writeln!(out, "{}", serde_json::to_string(line)?));
    }
    let number = |words: Words| Column(words.get(language), Alignment::Number);
    let text = |words: Words| Column(words.get(language), Alignment::Text);
    let columns = [
        number(text::RANK),
        text(text::BOT),
        text(text::LANGUAGE),
        number(text::PLAYED),
        number(text::WON),
        number(text::DRAWN),
        number(text::LOST),
        number(text::SCORE),
        number(text::FAULTS),
    ];
    let rows: Vec<Vec<String>> = lines.iter().map(|line| row(line, language)).collect();
    print(out, format, &columns, &rows)
}

fn row(line: &Line, language: Language) -> Vec<String> {
    vec![
        line.rank.map(|rank| rank.to_string()).unwrap_or_default(),
        line.disqualified.map_or_else(
            || line.bot.clone(),
            |fault| {
                let fault = vocabulary::fault(fault).get(language);
                format!("{} ({}: {fault})", line.bot, text::DISQUALIFIED.get(language))
            },
        ),
        line.language.clone(),
        line.played.to_string(),
        line.won.to_string(),
        line.drawn.to_string(),
        line.lost.to_string(),
        number::json(line.score).to_string(),
        line.faults.to_string(),
    ]
}
