//! Published standings, formatted for readers.

use super::{
    format::{Layout, TableFormat, in_words, json_lines, print},
    say::hosting,
};
use certamen_contest::MoveTime;
use certamen_game::number::milliseconds;
use certamen_host::{
    Publication, PublicationKind, publication::UnrankedReason, reception::Verdict,
};
use certamen_i18n::{Language, Localize, Message, labelled};
use jiff::Zoned;
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
        TableFormat::Json => return json_lines(out, publication.lines()),
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
    // The headings are those of the announcement, in every format in the reader's language.
    let (columns, rows) = in_words(&publication.rows(), TableFormat::Table, language);
    print(out, layout, &columns, &rows)
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
        Some(MoveTime::Share(share)) => format!(" ({})", share.label().get(language)),
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

pub(crate) fn kind_word(kind: PublicationKind) -> Message {
    match kind {
        PublicationKind::Provisional => hosting::provisional(),
        PublicationKind::Championship => hosting::championship(),
        PublicationKind::Final => hosting::final_table(),
    }
}

pub(crate) fn verdict_word(verdict: Verdict) -> Message {
    match verdict {
        Verdict::Accepted => hosting::accepted(),
        Verdict::Refused => hosting::refused(),
        Verdict::Discarded => hosting::discarded(),
        Verdict::Disqualified => UnrankedReason::Disqualified.message(),
        Verdict::Banned => UnrankedReason::Banned.message(),
    }
}
