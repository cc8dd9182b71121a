//! A whole contest, from its folder or from an export of it.

use crate::command_error::{CommandError, Context, foreign};
use crate::ending::Ending;
use crate::say::{audit, command_line, refusal};
use certamen_contest::{Auditor, Folder, Luck, Report, Results, Reveal, Verdict};
use certamen_game::Language;
use certamen_speech::{Message, Speak};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write, stdout},
    path::Path,
};

/// How an export begins, which no record does.
const OPENING: &[u8] = b"{\"contest\":";
/// The longest line of an export, in bytes.
const LONGEST: u64 = 1 << 28;

/// Whether `given` names a contest or an export rather than a record.
pub(super) fn is_account(given: &str) -> bool {
    let path = Path::new(given);
    if path.is_dir() {
        return true;
    }
    let mut start = Vec::new();
    let opened = File::open(path);
    opened.is_ok_and(|file| {
        let read = file.take(OPENING.len() as u64).read_to_end(&mut start);
        read.is_ok() && start == OPENING
    })
}

/// Verifies the contest or export that `given` names.
pub(super) fn verify(given: &str, language: Language) -> Result<Ending, CommandError> {
    let report = if Path::new(given).is_dir() { of_contest(given) } else { of_export(given) }?;
    let wrong = |what: Message| {
        let told = format!("{given}: {}", what.get(language));
        eprintln!("{}", command_line::error(told).get(language));
    };
    for finding in &report.findings {
        wrong(finding.message());
    }
    if report.more > 0 {
        wrong(refusal::more_differences(report.more));
    }
    if report.verdict == Verdict::Broken {
        return Ok(Ending::Failed);
    }
    writeln!(stdout(), "{given}: {}", told(&report, language))?;
    Ok(if report.verdict == Verdict::Sound { Ending::Fine } else { Ending::NotPlain })
}

fn told(report: &Report, language: Language) -> String {
    let verdict = match report.verdict {
        Verdict::SoundSoFar => audit::sound_so_far(),
        Verdict::Sound | Verdict::Broken => audit::sound(),
    };
    let luck = match report.luck {
        Luck::Chosen => audit::chosen(),
        Luck::Preliminary => audit::preliminary(),
        Luck::Drawn => audit::drawn(),
        Luck::Hidden => audit::hidden(),
    };
    let [verdict, replayed, to_come, luck] =
        [verdict, audit::replayed(), audit::to_come(), luck].map(|words| words.get(language));
    let to_come = match report.to_come {
        0 => String::new(),
        more => format!(", {more} {to_come}"),
    };
    format!("{verdict}; {} {replayed}{to_come}; {luck}", report.replayed)
}

fn of_contest(given: &str) -> Result<Report, CommandError> {
    let results = Results::open(&Folder::new(Path::new(given)))?;
    let mut auditor = Auditor::default();
    results.account(Reveal::Now, &mut |entry| auditor.take(entry).context(given))?;
    auditor.finish().context(given)
}

fn of_export(given: &str) -> Result<Report, CommandError> {
    let mut lines = BufReader::new(File::open(given).context(given)?);
    let mut auditor = Auditor::default();
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        let read = lines.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if read.context(given)? == 0 {
            break;
        }
        if line.len() as u64 == LONGEST {
            let longer = CommandError::new(refusal::longer_line());
            return Err(longer).context(refusal::line(number)).context(given);
        }
        let entry = serde_json::from_slice(&line).map_err(foreign);
        let taken = entry.and_then(|entry| Ok(auditor.take(entry)?));
        taken.context(refusal::line(number)).context(given)?;
    }
    auditor.finish().context(given)
}
