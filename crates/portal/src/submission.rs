//! Submissions: what was sent, by which user, and its progress. What decides a contest is in its
//! folder; this is the sender, and the log of its steps.

use crate::{
    AccountId, AuditAction, Portal, PortalError, audit, author,
    check_job::{CheckProgress, CheckStage, EntryState, StageResult},
    database::{exact_time, first_row, rows},
    quota::{self, QuotaExceeded, SubmissionQuota, UsedSlot},
};
use certamen_contest::{
    LocalizedTexts,
    entry::{is_same_name, name_key},
};
use jiff::{Timestamp, tz::TimeZone};
use rusqlite::{Connection, Row, named_params};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSubmission {
    pub id: String,
    pub contest: String,
    pub sender: AccountId,
    pub entrant: String,
    pub file: String,
    pub note: String,
    /// BLAKE3 of its bytes.
    pub digest: String,
    pub received: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReceiveResult {
    /// It is recorded under this id: its own, or that of the same submission sent before and not
    /// decided yet.
    Noted(String),
    /// It may not be submitted now; nothing is stored.
    Over(QuotaExceeded),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubmissionRow {
    pub sent: NewSubmission,
    pub author: String,
    pub members: Vec<AccountId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepRow {
    pub stage: String,
    pub result: String,
    pub time: Timestamp,
    /// Details, as JSON.
    pub facts: String,
}

impl StepRow {
    fn received(time: Timestamp) -> StepRow {
        let (stage, result) = (CheckStage::Received, StageResult::Passed);
        let [stage, result] = [stage.word(), result.word()].map(str::to_owned);
        StepRow { stage, result, time, facts: String::new() }
    }

    /// The progress reported for a submission, at `time`.
    pub fn of(progress: &CheckProgress, time: Timestamp) -> StepRow {
        let facts = progress.why.as_ref().map(|why| {
            serde_json::to_string(&LocalizedTexts::from(why)).expect("texts are plain data")
        });
        StepRow {
            stage: progress.stage.word().to_owned(),
            result: progress.result.word().to_owned(),
            time,
            facts: facts.unwrap_or_default(),
        }
    }
}

/// The result of a step after which a submission uses no slot.
const FAILED: &str = "failed";

impl Portal {
    /// Records a submission, if its author may send it: days are those of `zone`. The file is on
    /// the disk before this, and visible to the intake after this. This is the moment at which it is
    /// received: a sender who does not learn of it and sends the same again gets the same id.
    pub fn receive(
        &self,
        sent: &NewSubmission,
        slots: SubmissionQuota,
        zone: &TimeZone,
    ) -> Result<ReceiveResult, PortalError> {
        let (sent, zone) = (sent.clone(), zone.clone());
        self.write(move |connection| {
            let unknown = || PortalError::UnknownUser(sent.sender.0.to_string());
            let sql = "SELECT handle FROM account WHERE id = ?1";
            let handle: String = first_row(connection, sql, [sent.sender.0], |row| row.get(0))?
                .ok_or_else(unknown)?;
            let names = (handle.as_str(), handle.as_str());
            let author = author::author_of(connection, &sent.contest, names, sent.sender)?;
            if let Some(id) = known(connection, &sent, author)? {
                return Ok(ReceiveResult::Noted(id));
            }
            if is_of_another(connection, &sent, author)? {
                let entrant = sent.entrant.clone();
                return Ok(ReceiveResult::Over(QuotaExceeded::NameOfAnother { entrant }));
            }
            let used_slots = used(connection, author)?;
            let checked = quota::check(slots, &used_slots, &sent.entrant, (sent.received, &zone));
            if let Err(over) = checked {
                return Ok(ReceiveResult::Over(over));
            }
            insert(connection, &sent, author)?;
            let who = (sent.received, Some(sent.sender));
            audit::note(connection, who, AuditAction::Sent, &sent.contest, &sent.entrant)?;
            insert_step(connection, &sent.id, &StepRow::received(sent.received))?;
            Ok(ReceiveResult::Noted(sent.id))
        })
    }

    /// Records a step of a submission. What is decided stays decided, and a host that was stopped
    /// may report a decision twice: later steps are dropped.
    pub fn step(&self, id: &str, row: StepRow) -> Result<(), PortalError> {
        let id = id.to_owned();
        self.write(move |connection| {
            if !EntryState::of_steps(&steps(connection, &id)?).is_decided() {
                insert_step(connection, &id, &row)?;
            }
            Ok(())
        })
    }

    pub fn submission(&self, id: &str) -> Result<Option<SubmissionRow>, PortalError> {
        self.read(|connection| {
            let sql = format!("{COLUMNS} WHERE submission.id = ?1");
            let Some((sent, handle, author)) = first_row(connection, &sql, [id], submission)?
            else {
                return Ok(None);
            };
            let members = members(connection, author)?;
            Ok(Some(SubmissionRow { sent, author: handle, members }))
        })
    }

    /// A user's submissions to a contest, the newest first.
    pub fn sent_by(
        &self,
        account: AccountId,
        contest: &str,
    ) -> Result<Vec<NewSubmission>, PortalError> {
        self.read(|connection| {
            let sql = format!(
                "{COLUMNS} JOIN member ON member.author = author.id
                 WHERE member.account = ?1 AND submission.contest = ?2
                 ORDER BY received DESC, submission.id"
            );
            let found = rows(connection, &sql, (account.0, contest), submission)?;
            Ok(found.into_iter().map(|(sent, _, _)| sent).collect())
        })
    }

    /// The ids of the submissions to a contest that are not decided yet.
    pub fn under_way(&self, contest: &str) -> Result<Vec<String>, PortalError> {
        self.read(|connection| {
            rows(connection, "SELECT id FROM submission WHERE contest = ?1 AND NOT EXISTS
                 (SELECT 1 FROM step WHERE submission = id AND (result = 'failed' OR stage = 'live'))", [contest], |row| row.get(0))
        })
    }

    pub fn steps(&self, id: &str) -> Result<Vec<StepRow>, PortalError> {
        self.read(|connection| steps(connection, id))
    }
}

impl EntryState {
    /// The state after these steps. Reports may be missing: a site does not always run.
    pub fn of_steps(steps: &[StepRow]) -> EntryState {
        let reports = steps.iter().filter_map(|step| {
            Some((CheckStage::of_word(&step.stage)?, StageResult::of_word(&step.result)?))
        });
        reports.fold(EntryState::Received, |state, (stage, result)| state.reached(stage, result))
    }
}

fn steps(connection: &Connection, id: &str) -> Result<Vec<StepRow>, PortalError> {
    rows(
        connection,
        "SELECT stage, result, time, facts FROM step WHERE submission = ?1 ORDER BY nth",
        [id],
        |row| {
            let time = exact_time(row, 2)?;
            Ok(StepRow { stage: row.get(0)?, result: row.get(1)?, time, facts: row.get(3)? })
        },
    )
}

fn insert_step(connection: &Connection, id: &str, row: &StepRow) -> Result<(), PortalError> {
    // A submission made by hand has no row, and its steps are in its folder only.
    connection.execute(
        "INSERT INTO step (submission, nth, stage, result, time, facts)
         SELECT :id, (SELECT count(*) FROM step WHERE submission = :id),
                :stage, :result, :time, :facts
         FROM submission WHERE id = :id",
        named_params! {
            ":id": id, ":stage": row.stage, ":result": row.result,
            ":time": row.time.as_millisecond(), ":facts": row.facts,
        },
    )?;
    Ok(())
}

const COLUMNS: &str =
    "SELECT submission.id, submission.contest, sender, entrant, file, note, digest,
    received, author.handle, author.id
    FROM submission JOIN author ON author.id = submission.author";

fn submission(row: &Row<'_>) -> rusqlite::Result<(NewSubmission, String, i64)> {
    let sent = NewSubmission {
        id: row.get(0)?,
        contest: row.get(1)?,
        sender: AccountId(row.get(2)?),
        entrant: row.get(3)?,
        file: row.get(4)?,
        note: row.get(5)?,
        digest: row.get(6)?,
        received: exact_time(row, 7)?,
    };
    Ok((sent, row.get(8)?, row.get(9)?))
}

fn insert(connection: &Connection, sent: &NewSubmission, author: i64) -> Result<(), PortalError> {
    connection.execute(
        "INSERT INTO submission
         (id, contest, author, sender, entrant, name_key, file, note, digest, received)
         VALUES
         (:id, :contest, :author, :sender, :entrant, :key, :file, :note, :digest, :received)",
        named_params! {
            ":id": sent.id, ":contest": sent.contest, ":author": author, ":sender": sent.sender.0,
            ":entrant": sent.entrant, ":key": name_key(&sent.entrant), ":file": sent.file, ":note": sent.note,
            ":digest": sent.digest, ":received": sent.received.as_millisecond(),
        },
    )?;
    Ok(())
}

/// The id of the same submission, if it is not decided yet, or of this one.
fn known(
    connection: &Connection,
    sent: &NewSubmission,
    author: i64,
) -> Result<Option<String>, PortalError> {
    first_row(
        connection,
        "SELECT id FROM submission WHERE author = :author AND (id = :id OR
         (entrant = :entrant AND file = :file AND note = :note AND digest = :digest AND NOT EXISTS
          (SELECT 1 FROM step WHERE submission = id AND (result = 'failed' OR stage = 'live'))))
         ORDER BY id = :id DESC, received DESC",
        named_params! {
            ":author": author, ":id": sent.id, ":entrant": sent.entrant, ":file": sent.file,
            ":note": sent.note, ":digest": sent.digest,
        },
        |row| row.get(0),
    )
}

/// Whether a bot of another author that was not rejected has this name, or one that may be mistaken
/// for it.
fn is_of_another(
    connection: &Connection,
    sent: &NewSubmission,
    author: i64,
) -> Result<bool, PortalError> {
    let names: Vec<String> = rows(
        connection,
        "SELECT entrant FROM submission
         WHERE contest = ?1 AND name_key = ?2 AND author <> ?3 AND NOT EXISTS
         (SELECT 1 FROM step WHERE submission = submission.id AND result = ?4)",
        (&sent.contest, name_key(&sent.entrant), author, FAILED),
        |row| row.get(0),
    )?;
    Ok(names.iter().any(|name| is_same_name(name, &sent.entrant)))
}

fn used(connection: &Connection, author: i64) -> Result<Vec<UsedSlot>, PortalError> {
    rows(
        connection,
        "SELECT entrant, received FROM submission WHERE author = ?1 AND NOT EXISTS
         (SELECT 1 FROM step WHERE submission = submission.id AND result = ?2)",
        (author, FAILED),
        |row| {
            let received = exact_time(row, 1)?;
            Ok(UsedSlot { entrant: row.get(0)?, received })
        },
    )
}

fn members(connection: &Connection, author: i64) -> Result<Vec<AccountId>, PortalError> {
    rows(connection, "SELECT account FROM member WHERE author = ?1", [author], |row| {
        row.get(0).map(AccountId)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use certamen_i18n::Language;

    #[test]
    fn a_name_that_may_be_taken_for_another_s_is_refused_before_either_is_decided_on() {
        let folder = tempfile::tempdir().unwrap();
        let (portal, now) = (Portal::create(folder.path()).unwrap(), Timestamp::UNIX_EPOCH);
        let [ana, bea] =
            ["ana", "bea"].map(|name| portal.add_account(name, Language::Es, now).unwrap());
        let send = |sender: AccountId, id: &str, entrant: &str| {
            let [id, contest, entrant, text] = [id, "open", entrant, "x"].map(ToOwned::to_owned);
            let (file, note, digest) = (text.clone(), text.clone(), text);
            let sent =
                NewSubmission { id, contest, sender, entrant, file, note, digest, received: now };
            portal
                .receive(&sent, SubmissionQuota { per_author: 9, per_day: Some(9) }, &TimeZone::UTC)
                .unwrap()
        };
        let noted = |id: &str| ReceiveResult::Noted(id.to_owned());
        assert_eq!(send(ana, "1", "ñandú"), noted("1"));
        assert_eq!(send(ana, "2", "copa"), noted("2"));
        for name in
            ["Ñandú", "ÑANDÚ", "n\u{303}andu\u{301}", "COPA", "\u{441}\u{43e}\u{440}\u{430}"]
        {
            let entrant = name.to_owned();
            let over = ReceiveResult::Over(QuotaExceeded::NameOfAnother { entrant });
            assert_eq!(send(bea, "3", name), over, "{name}");
        }
        assert_eq!(send(bea, "3", "nandu"), noted("3"));
        assert_eq!(send(ana, "4", "Ñandú"), noted("4"), "her own");
    }

    #[test]
    fn the_same_submission_sent_again_is_one_until_it_is_decided() {
        let folder = tempfile::tempdir().unwrap();
        let (portal, now) = (Portal::create(folder.path()).unwrap(), Timestamp::UNIX_EPOCH);
        let ana = portal.add_account("ana", Language::Es, now).unwrap();
        let send = |id: &str, note: &str| {
            let [id, contest, entrant, note] = [id, "open", "uno", note].map(ToOwned::to_owned);
            let [file, digest] = [(); 2].map(|()| "x".to_owned());
            let sent = NewSubmission {
                id,
                contest,
                sender: ana,
                entrant,
                file,
                note,
                digest,
                received: now,
            };
            let slots = SubmissionQuota { per_author: 1, per_day: Some(2) };
            portal.receive(&sent, slots, &TimeZone::UTC).unwrap()
        };
        let noted = |id: &str| ReceiveResult::Noted(id.to_owned());
        for id in ["1", "2", "1"] {
            assert_eq!(send(id, ""), noted("1"), "it uses one slot");
        }
        assert_eq!(portal.steps("1").unwrap(), [StepRow::received(now)]);
        let report = |stage, result| {
            let progress = CheckProgress { id: "1".to_owned(), stage, result, why: None };
            portal.step("1", StepRow::of(&progress, now)).unwrap();
        };
        for _ in 0..2 {
            report(CheckStage::Live, StageResult::Passed);
        }
        report(CheckStage::Unpacked, StageResult::Failed);
        assert_eq!(portal.steps("1").unwrap().len(), 2, "a decision is recorded once");
        assert_eq!(send("1", ""), noted("1"), "a retry of what was decided meanwhile");
        assert_eq!(send("3", ""), noted("3"), "another version");
        let over = ReceiveResult::Over(QuotaExceeded::Today { most: 2 });
        assert_eq!(send("4", "another note"), over);
    }
}
