//! `certamen verify`: replays records and reports whether they are valid; for a whole contest, also
//! whether its draw, its schedule and its standings are.

use crate::{
    Result, commands,
    console::{
        record_file::{self, RecordSource},
        say::refusal as of_record,
    },
    exit::{self, ExitStatus},
    say::{audit, command_line, peer, refusal, rules, table},
};
use certamen_contest::{
    AuditReport, AuditVerdict, Auditor, Folder, LogCounts, LogHead, Receipt, ReplayedAnswers,
    Results, Reveal, SeedStatus,
};
use certamen_game::{Language, Seat, escaped, record::Seal, replay};
use certamen_host::{ReplayBots, Sandboxes};
use certamen_i18n::{Context, Localize, Message, UserError, foreign, labelled, usage};
use certamen_peer::seal::{self, PeerHeader, Signatures};
use certamen_sandbox::Launcher;
use clap::Args;
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write, stdout},
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    #[arg(required = true, value_name = "RECORD|CONTEST_DIR|EXPORT")]
    pub(crate) records: Vec<String>,
    #[command(flatten)]
    pub(crate) kept: SavedProofs,
    #[arg(long, value_name = "PATH")]
    pub(crate) game: Option<String>,
    #[arg(long, requires = "game")]
    pub(crate) other_rules: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

/// Verifies all given items; succeeds if all are complete and valid.
pub(crate) fn verify(
    arguments: &VerifyArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    let mut status = ExitStatus::Fine;
    for given in &arguments.records {
        let ended = if is_contest(given) {
            verify_contest(given, arguments, language, launcher)
        } else {
            verify_record(given, arguments, language)
        };
        let ended = match ended {
            Ok(ended) => ended,
            Err(error) if arguments.json => {
                let findings = [error.get(language)];
                let line = json!({
                    "given": given, "kind": null, "verdict": "broken", "findings": findings
                });
                writeln!(stdout(), "{line}")?;
                ExitStatus::Failed
            }
            Err(error) => {
                exit::print_error(&error, language);
                ExitStatus::Failed
            }
        };
        if status != ExitStatus::Failed && ended != ExitStatus::Fine {
            status = ended;
        }
    }
    Ok(status)
}

fn verify_record(given: &str, arguments: &VerifyArgs, language: Language) -> Result<ExitStatus> {
    let VerifiedRecord { turns, signatures, notes } = check_record(given, arguments)?;
    let is_complete = signatures.as_ref().is_none_or(Signatures::is_complete);
    let is_plain = is_complete && notes.is_empty();
    let status = if is_plain { ExitStatus::Fine } else { ExitStatus::NotPlain };
    let notes: Vec<String> = notes.iter().map(|note| note.get(language)).collect();
    if arguments.json {
        let mut line = json!({
            "given": given, "kind": "record", "verdict": "sound", "turns": turns, "findings": notes
        });
        if let Some(signatures) = &signatures {
            let PeerHeader { aliases, keys, opener, .. } = &signatures.header;
            let signed: Vec<Seat> = signatures.signed.iter().collect();
            line["peer"] = json!({
                "id": signatures.id, "opener": opener, "aliases": aliases, "keys": keys,
                "signed": signed,
            });
        }
        writeln!(stdout(), "{line}")?;
        return Ok(status);
    }
    let [sound, words] = [audit::record_sound(), table::turns()].map(|words| words.get(language));
    let text = labelled(given, format!("{sound}, {turns} {words}"));
    writeln!(stdout(), "{}", text.get(language))?;
    if let Some(signatures) = signatures {
        print_signatures(given, &signatures, language)?;
    }
    for note in notes {
        writeln!(stdout(), "{}", labelled(given, note).get(language))?;
    }
    Ok(status)
}

/// Prints who played a match between two machines, who signed it, and what no one can verify.
fn print_signatures(given: &str, signatures: &Signatures, language: Language) -> Result<()> {
    let PeerHeader { aliases, keys, .. } = &signatures.header;
    let [opener, challenger] =
        [0, 1].map(|side| format!("{} ({})", escaped(&aliases[side]), keys[side]));
    let signed =
        if signatures.is_complete() { peer::signed_by_both() } else { peer::signed_by_one() };
    for text in [peer::played_between(signed, opener, challenger), peer::not_verifiable()] {
        writeln!(stdout(), "{}", labelled(given, text).get(language))?;
    }
    Ok(())
}

/// What a valid record shows.
struct VerifiedRecord {
    turns: usize,
    /// Who signed it, if it is of a match between two machines.
    signatures: Option<Signatures>,
    /// What makes it less than a proof.
    notes: Vec<Message>,
}

fn check_record(given: &str, arguments: &VerifyArgs) -> Result<VerifiedRecord> {
    let found = record_file::find_by(given, arguments.game.as_deref())?;
    let notes = differences_of_rules(&found);
    let end = if arguments.other_rules {
        replay::replay_anyway(found.game, &found.record, &mut |_| {})
    } else {
        replay::replay(found.game, &found.record, &mut |_| {})
    };
    let end = end.context(given)?;
    let turns = found.record.turns.len();
    let wrong = |reason: Message| {
        Err(UserError::new(reason)).context(of_record::line(turns + 2)).context(given)
    };
    let Some(recorded) = &found.record.outcome else {
        return wrong(refusal::outcome_missing());
    };
    let Some(computed) = end.outcome() else {
        return wrong(refusal::outcome_early());
    };
    if let Some(first) = replay::compare(recorded, computed).first() {
        return wrong(first.message());
    }
    if found.seal != Seal::Sound {
        return wrong(refusal::digest());
    }
    let is_of_peers = seal::is_peer_record(&found.record);
    let signatures = if is_of_peers {
        Some(seal::verify_record(&record_file::bytes(given)?).context(given)?)
    } else {
        None
    };
    Ok(VerifiedRecord { turns, signatures, notes })
}

/// How the rules here differ from those that the match was played with.
fn differences_of_rules(found: &RecordSource) -> Vec<Message> {
    let (recorded, here) = (&found.record.table.rules_source, found.game.rules_source());
    let shown = |digest: &Option<String>| digest.clone().unwrap_or_else(|| "-".to_owned());
    let mut notes = Vec::new();
    if recorded.rules_digest != here.rules_digest {
        notes.push(rules::other_rules(shown(&recorded.rules_digest), shown(&here.rules_digest)));
    }
    if recorded.rules_environment != here.rules_environment {
        let [recorded, here] = [&recorded.rules_environment, &here.rules_environment]
            .map(|environment| escaped(&Value::Object(environment.clone()).to_string()));
        notes.push(rules::other_environment(recorded, here));
    }
    notes
}

/// The first bytes of an export; no record starts with them.
const OPENING: &[u8] = b"{\"contest\":";
/// The maximum length of a line of an export, in bytes.
const LONGEST: u64 = 1 << 24;
/// The maximum size of a receipt or a file with the head of a log, in bytes.
const LONGEST_CHAIN: u64 = 1 << 12;
/// The maximum size of a list of entrants, in bytes.
const LONGEST_LIST: u64 = 1 << 24;

/// Proofs that someone saved and that the contest must contain.
#[derive(Args, Debug)]
pub(crate) struct SavedProofs {
    #[arg(long, value_name = "FILE")]
    chain: Vec<PathBuf>,
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
    #[arg(long, value_name = "FILE")]
    entrants: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    receipt: Vec<PathBuf>,
    #[arg(long, value_name = "DIR")]
    bots: Option<PathBuf>,
    #[arg(long, value_name = "SHARE", default_value = "5%", requires = "bots")]
    sample: String,
    #[arg(long)]
    no_ask: bool,
}

impl SavedProofs {
    fn hand_to(&self, auditor: &mut Auditor, launcher: &Launcher) -> Result<()> {
        for path in &self.chain {
            let text = bounded(path, LONGEST_CHAIN)?;
            let log_head: LogHead = serde_json::from_slice(&text).map_err(foreign).context(path)?;
            auditor.expect(log_head);
        }
        for path in &self.receipt {
            let text = bounded(path, LONGEST_CHAIN)?;
            let receipt: Receipt = serde_json::from_slice(&text).map_err(foreign).context(path)?;
            auditor.expect_receipt(receipt);
        }
        if let Some(folder) = &self.bots {
            let (share, sandboxes) = (share(&self.sample)?, Sandboxes::new(launcher, None));
            auditor.replay_programs(Box::new(ReplayBots::new(folder, share, sandboxes)));
        }
        if self.no_ask {
            auditor.skip_replay();
        }
        if let Some(commitment) = &self.commitment {
            auditor.expect_commitment(commitment.to_lowercase());
        }
        if let Some(path) = &self.entrants {
            let text = bounded(path, LONGEST_LIST)?;
            auditor.expect_entrants(&String::from_utf8_lossy(&text));
        }
        Ok(())
    }
}

/// A percentage of the matches, above 0 and at most 100, as a share.
fn share(given: &str) -> Result<f64> {
    let number = given.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let share = number.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    share.map(|percent| percent / 100.0).ok_or_else(|| usage(refusal::sample(given)))
}

/// Whether `given` names a contest or an export and not a record.
pub(super) fn is_contest(given: &str) -> bool {
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

/// Verifies the contest or export that `given` names against the saved proofs.
pub(super) fn verify_contest(
    given: &str,
    arguments: &VerifyArgs,
    language: Language,
    launcher: &Launcher,
) -> Result<ExitStatus> {
    if let Some(rules) = &arguments.game {
        // Known from now on, the game is found by its slug.
        commands::find_game(rules)?;
    }
    let mut auditor = Auditor::default();
    arguments.kept.hand_to(&mut auditor, launcher)?;
    let report = if Path::new(given).is_dir() {
        let results = Results::open(&Folder::new(Path::new(given)))?;
        results.export(Reveal::Now, &mut |entry| auditor.take(entry).context(given))?;
        auditor.finish().context(given)?
    } else {
        audit_export(given, auditor)?
    };
    if arguments.json {
        writeln!(stdout(), "{}", contest_line(given, &report, language))?;
    } else {
        print_report(given, &report, language)?;
    }
    Ok(match report.verdict {
        AuditVerdict::Broken => ExitStatus::Failed,
        AuditVerdict::Sound => ExitStatus::Fine,
        AuditVerdict::SoundSoFar => ExitStatus::NotPlain,
    })
}

/// Prints the differences, or that there are none, with further notes.
fn print_report(given: &str, report: &AuditReport, language: Language) -> Result<()> {
    let wrong = |what: Message| {
        let text = labelled(given, what).get(language);
        eprintln!("{}", command_line::error(text).get(language));
    };
    for finding in &report.findings {
        wrong(finding.message());
    }
    if report.more > 0 {
        wrong(refusal::more_differences(report.more));
    }
    if report.verdict == AuditVerdict::Broken {
        return Ok(());
    }
    writeln!(stdout(), "{}", labelled(given, report_text(report, language)).get(language))?;
    for audit_note in &report.remarks {
        writeln!(stdout(), "{}", labelled(given, audit_note.message()).get(language))?;
    }
    Ok(())
}

fn report_text(report: &AuditReport, language: Language) -> String {
    let verdict = match report.verdict {
        AuditVerdict::SoundSoFar => audit::sound_so_far(),
        AuditVerdict::Sound | AuditVerdict::Broken => audit::sound(),
    };
    let seed = match report.seed_status {
        SeedStatus::Chosen => audit::chosen(),
        SeedStatus::Preliminary => audit::preliminary(),
        SeedStatus::Drawn => audit::drawn(),
        SeedStatus::Public => audit::drawn_public(),
        SeedStatus::ByHand => audit::drawn_by_hand(),
        SeedStatus::Hidden => audit::hidden(),
    };
    let [verdict, replayed, to_come, seed] =
        [verdict, audit::replayed(), audit::to_come(), seed].map(|words| words.get(language));
    let to_come = match report.to_come {
        0 => String::new(),
        more => format!(", {more} {to_come}"),
    };
    let log = log_text(&report.log, language);
    let asked = asked_text(report.asked, language);
    let receipts = match report.receipts {
        0 => String::new(),
        count => format!("; {}", audit::receipts_found(count).get(language)),
    };
    format!("{verdict}; {} {replayed}{to_come}{asked}; {seed}; {log}{receipts}", report.replayed)
}

/// Whether built-in players, asked again, gave the recorded answers.
fn asked_text(asked: ReplayedAnswers, language: Language) -> String {
    let ReplayedAnswers { again, unasked, programs, others, doubtful_faults, left_out } = asked;
    let text = [
        (again > 0).then(|| audit::asked_again(again)),
        (unasked > 0).then(|| audit::not_asked(unasked)),
        (programs > 0 || left_out > 0).then(|| audit::programs_asked(programs, others, left_out)),
        (doubtful_faults > 0).then(|| audit::doubtful_faults(doubtful_faults)),
    ];
    let mut line = String::new();
    for words in text.into_iter().flatten() {
        line += "; ";
        line += &words.get(language);
    }
    line
}

fn log_text(log: &LogCounts, language: Language) -> String {
    let LogCounts { lines, runs, void, unlogged } = log;
    if *lines == 0 {
        return audit::no_log().get(language);
    }
    let mut text = audit::logged(lines, runs, void).get(language);
    if *unlogged > 0 {
        text += ", ";
        text += &audit::unlogged(unlogged).get(language);
    }
    text
}

fn bounded(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    let file = File::open(path).context(path)?;
    file.take(most + 1).read_to_end(&mut content).context(path)?;
    if content.len() as u64 > most {
        return Err(UserError::new(refusal::longer_line())).context(path);
    }
    Ok(content)
}

fn audit_export(given: &str, mut auditor: Auditor) -> Result<AuditReport> {
    let mut lines = BufReader::new(File::open(given).context(given)?);
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        let read = lines.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if read.context(given)? == 0 {
            break;
        }
        if line.len() as u64 == LONGEST {
            let longer = UserError::new(refusal::longer_line());
            return Err(longer).context(of_record::line(number)).context(given);
        }
        let entry = serde_json::from_slice(&line).map_err(foreign);
        let taken = entry.and_then(|entry| Ok(auditor.take(entry)?));
        taken.context(of_record::line(number)).context(given)?;
    }
    auditor.finish().context(given)
}

pub(super) fn contest_line(given: &str, report: &AuditReport, language: Language) -> Value {
    let AuditReport {
        findings,
        more,
        remarks,
        replayed,
        to_come,
        seed_status,
        asked,
        log,
        receipts,
        verdict,
    } = report;
    let findings: Vec<String> = findings.iter().map(|it| it.message().get(language)).collect();
    let remarks: Vec<String> = remarks.iter().map(|it| it.message().get(language)).collect();
    let verdict = match verdict {
        AuditVerdict::Sound => "sound",
        AuditVerdict::SoundSoFar => "sound-so-far",
        AuditVerdict::Broken => "broken",
    };
    let seed = match seed_status {
        SeedStatus::Chosen => "chosen",
        SeedStatus::Preliminary => "preliminary",
        SeedStatus::Drawn => "drawn",
        SeedStatus::Public => "public",
        SeedStatus::ByHand => "by-hand",
        SeedStatus::Hidden => "hidden",
    };
    let ReplayedAnswers { again, unasked, programs, others, doubtful_faults, left_out } = asked;
    let LogCounts { lines, runs, void, unlogged } = log;
    json!({
        "given": given, "kind": "contest", "verdict": verdict, "replayed": replayed,
        "to_come": to_come, "luck": seed,
        "asked": {
            "again": again, "unasked": unasked, "programs": programs, "others": others,
            "doubtful_faults": doubtful_faults, "left_out": left_out,
        },
        "log": { "lines": lines, "runs": runs, "void": void, "unlogged": unlogged },
        "receipts": receipts, "findings": findings, "more_findings": more, "remarks": remarks,
    })
}
