//! `certamen players`: the players of a list who wait for a challenge, and the published matches.

use crate::{
    Result,
    console::Output,
    exit::ExitStatus,
    print::format::{Alignment, Column, TableFormat, print},
    say::players as say,
};
use certamen_game::{Language, legible};
use certamen_i18n::{Message, usage};
use certamen_peer::listing::{ListClient, ListFile, Listing, MatchLine, SignedEntry};
use certamen_runner::http_player::system_tls;
use clap::Args;
use jiff::Timestamp;
use std::{
    io::{Write, stdout},
    path::Path,
};

#[derive(Args, Debug)]
pub(crate) struct PlayersArgs {
    #[arg(value_name = "URL|FILE")]
    pub(crate) list: String,
    #[arg(long)]
    pub(crate) json: bool,
}

/// A list of open players, as users name it: a site by its address, or else a file.
pub(super) enum PlayerList {
    Site(ListClient),
    File(ListFile),
}

impl PlayerList {
    pub(super) fn of(given: &str) -> Result<PlayerList> {
        if given.contains("://") {
            ListClient::new(given, system_tls()).map(PlayerList::Site).map_err(usage)
        } else {
            Ok(PlayerList::File(ListFile::new(Path::new(given))))
        }
    }

    /// The list that `--announce` or `--list` names, if one of them is given.
    pub(super) fn given(url: Option<&str>, file: Option<&Path>) -> Result<Option<PlayerList>> {
        let site = url.map(|url| ListClient::new(url, system_tls()).map(PlayerList::Site));
        let site = site.transpose().map_err(usage)?;
        Ok(site.or_else(|| file.map(|path| PlayerList::File(ListFile::new(path)))))
    }

    /// The list, with its signatures checked.
    pub(super) fn read(&self) -> Result<Listing> {
        Ok(match self {
            PlayerList::Site(client) => client.fetch()?,
            PlayerList::File(file) => file.read()?,
        })
    }
}

/// The time now as lists have it: in milliseconds since 1970.
pub(super) fn now() -> u64 {
    u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default()
}

/// Prints the open players and the published matches of a list.
pub(crate) fn players(arguments: &PlayersArgs, language: Language) -> Result<ExitStatus> {
    let (listing, now) = (PlayerList::of(&arguments.list)?.read()?, now());
    if arguments.json {
        let mut out = stdout().lock();
        // The lines as they were signed: others can check them, too.
        for entry in listing.open(now) {
            writeln!(out, "{}", entry.line())?;
        }
        for played in listing.matches() {
            writeln!(out, "{}", played.line())?;
        }
        return Ok(ExitStatus::Fine);
    }
    let mut out = Output::of_text();
    print_open(&mut out, &listing, now, language)?;
    if !listing.matches().is_empty() {
        writeln!(out)?;
        print_matches(&mut out, &listing, language)?;
    }
    out.flush()?;
    Ok(ExitStatus::Fine)
}

fn print_open(out: &mut Output, listing: &Listing, now: u64, language: Language) -> Result<()> {
    let rows: Vec<Vec<String>> = listing.open(now).map(open_row).collect();
    if rows.is_empty() {
        writeln!(out, "{}", say::none_waiting().get(language))?;
        return Ok(());
    }
    let columns = [
        (say::alias(), Alignment::Text),
        (say::bot(), Alignment::Text),
        (say::game(), Alignment::Text),
        (say::options(), Alignment::Text),
        (say::left(), Alignment::Number),
        (say::target(), Alignment::Text),
    ];
    print_rows(out, columns, &rows, language)
}

fn print_matches(out: &mut Output, listing: &Listing, language: Language) -> Result<()> {
    let rows: Vec<Vec<String>> = listing.matches().iter().map(match_row).collect();
    let columns = [
        (say::game(), Alignment::Text),
        (say::players(), Alignment::Text),
        (say::scores(), Alignment::Text),
        (say::published(), Alignment::Text),
        (say::match_id(), Alignment::Text),
    ];
    print_rows(out, columns, &rows, language)
}

fn print_rows<const N: usize>(
    out: &mut Output,
    columns: [(Message, Alignment); N],
    rows: &[Vec<String>],
    language: Language,
) -> Result<()> {
    let columns = columns.map(|(words, alignment)| Column(words.get(language), alignment));
    let layout = out.layout(TableFormat::Table);
    Ok(print(out, layout, &columns, rows)?)
}

/// Texts of other authors are shown without what acts on a terminal.
fn open_row(entry: &SignedEntry) -> Vec<String> {
    let options = entry.options.iter().map(|(key, value)| format!("{key}={value}"));
    vec![
        legible(&entry.alias),
        legible(&entry.bot),
        legible(&entry.game),
        legible(&options.collect::<Vec<_>>().join(" ")),
        entry.left.to_string(),
        legible(&entry.target()),
    ]
}

fn match_row(line: &MatchLine) -> Vec<String> {
    let players =
        line.players.each_ref().map(|player| format!("{} ({})", player.alias, player.bot));
    let scores: Vec<String> = line.outcome.scores.iter().map(ToString::to_string).collect();
    let published = i64::try_from(line.published).ok();
    let published = published.and_then(|time| Timestamp::from_second(time).ok());
    vec![
        legible(&line.game),
        legible(&players.join(" – ")),
        scores.join(" : "),
        published.map(|time| time.to_string()).unwrap_or_default(),
        legible(&line.id),
    ]
}
