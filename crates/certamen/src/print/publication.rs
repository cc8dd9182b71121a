//! Published standings, formatted for readers.

use super::{
    format::{Alignment, Column, Layout, TableFormat, print},
    say::{hosting, table},
};
use certamen_contest::{MoveTime, vocabulary};
use certamen_game::number::milliseconds;
use certamen_host::{
    Publication, PublicationKind, publication::UnrankedReason, reception::Verdict,
};
use certamen_i18n::{Language, Message, labelled};
use jiff::Zoned;
use serde_json::json;
use std::io::{self, Write};

/// Formats a publication; returns the files by their extensions.
pub(crate) fn draw(publication: &Publication, language: Language) -> Vec<(&'static str, Vec<u8>)> {
    let formats =
        [("txt", TableFormat::Table), ("csv", TableFormat::Csv), ("md", TableFormat::Markdown)];
    let files = formats.map(|(ending, format)| {
        let mut text = Vec::new();
        let written = write_table(&mut text, format, publication, language);
        written.expect("writing to memory cannot fail");
        (ending, text)
    });
    files.into()
}

/// Writes a publication: JSON lines and CSV without the text above the table, other formats with
/// it.
pub(crate) fn write_table(
    out: &mut dyn Write,
    layout: impl Into<Layout>,
    publication: &Publication,
    language: Language,
) -> io::Result<()> {
    let layout = layout.into();
    let format = layout.format;
    match format {
        TableFormat::Json => return write_lines(out, publication),
        TableFormat::Csv => {}
        TableFormat::Table | TableFormat::Markdown => {
            let mark = if format == TableFormat::Markdown { "# " } else { "" };
            writeln!(out, "{mark}{}\n", publication.contest)?;
            let end = if format == TableFormat::Markdown { "  " } else { "" };
            for line in heading_lines(publication, language) {
                writeln!(out, "{line}{end}")?;
            }
            writeln!(out)?;
        }
    }
    let number = |words: Message| Column(words.get(language), Alignment::Number);
    let columns = [
        number(hosting::share()),
        number(hosting::won()),
        number(hosting::lost()),
        number(hosting::drawn()),
        Column(hosting::name().get(language), Alignment::Text),
    ];
    let ranked = publication.table.iter().map(|row| {
        let share = format!("{:.2}", row.share);
        let [won, lost, drawn] = [row.won, row.lost, row.drawn].map(|count| count.to_string());
        vec![share, won, lost, drawn, row.name.clone()]
    });
    let unranked = publication.below.iter().map(|below| {
        let status = unranked_word(below.status).get(language);
        let fault = below.fault.map(|fault| vocabulary::fault(fault).get(language));
        let reason = || below.reason.as_ref().map(|reason| reason.get(language).to_owned());
        let note = match fault.or_else(reason) {
            Some(reason) => labelled(status, reason).get(language),
            None => status,
        };
        let mut row = vec![String::new(); 4];
        row.push(format!("{} ({note})", below.name));
        row
    });
    print(out, layout, &columns, &ranked.chain(unranked).collect::<Vec<_>>())
}

/// The kind of publication, its time, its conditions, and the time of the next one.
fn heading_lines(publication: &Publication, language: Language) -> Vec<String> {
    let Publication { kind, planned, made, next, conditions, .. } = publication;
    let mut title = labelled(kind_word(*kind), clock_time(made)).get(language);
    // A short delay, caused by the duration of matches, does not count as late.
    if made.duration_since(planned).as_mins() >= 1 {
        title = format!("{title} ({} {})", hosting::delayed().get(language), clock_time(planned));
    }
    let given = conditions.move_time.as_ref().and_then(|text| text.parse().ok());
    let share = match &given {
        Some(MoveTime::Share(share)) => format!(" ({})", share.told().get(language)),
        Some(MoveTime::Fixed(_)) | None => String::new(),
    };
    let limit = format!("{} ms{share}", milliseconds(conditions.move_time()));
    let limit = labelled(hosting::move_time(), limit).get(language);
    let next = next.as_ref().map(|next| {
        let kind = kind_word(next.kind).get(language);
        labelled(hosting::next(), format!("{} ({kind})", clock_time(&next.at))).get(language)
    });
    [Some(title), Some(limit), next].into_iter().flatten().collect()
}

/// A time on the contest's clock, with the zone's abbreviation.
pub(crate) fn clock_time(at: &Zoned) -> String {
    at.strftime("%Y-%m-%d %H:%M %Z").to_string()
}

/// Writes a JSON line for each row, with the same keys as all standings.
fn write_lines(out: &mut dyn Write, publication: &Publication) -> io::Result<()> {
    for row in &publication.table {
        let line = json!({
            "rank": row.rank, "bot": row.name, "language": row.language, "played": row.played,
            "won": row.won, "drawn": row.drawn, "lost": row.lost,
            "score": certamen_game::number::json(row.share),
            "faults": row.faults,
        });
        writeln!(out, "{line}")?;
    }
    for below in &publication.below {
        let mut line = json!({ "rank": null, "bot": below.name, "status": below.status });
        if let Some(fault) = below.fault {
            line["disqualified"] = json!(fault);
        }
        if let Some(reason) = &below.reason {
            line["reason"] = json!(reason);
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

pub(crate) fn kind_word(kind: PublicationKind) -> Message {
    match kind {
        PublicationKind::Provisional => hosting::provisional(),
        PublicationKind::Championship => hosting::championship(),
        PublicationKind::Final => hosting::final_table(),
    }
}

pub(crate) fn unranked_word(standing: UnrankedReason) -> Message {
    match standing {
        UnrankedReason::Disqualified => hosting::disqualified(),
        UnrankedReason::Banned => hosting::banned(),
        UnrankedReason::Excluded => table::excluded(),
    }
}

pub(crate) fn verdict_word(verdict: Verdict) -> Message {
    match verdict {
        Verdict::Accepted => hosting::accepted(),
        Verdict::Refused => hosting::refused(),
        Verdict::Discarded => hosting::discarded(),
        Verdict::Disqualified => unranked_word(UnrankedReason::Disqualified),
        Verdict::Banned => unranked_word(UnrankedReason::Banned),
    }
}
