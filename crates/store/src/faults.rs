//! What bots did wrong, match by match.

use crate::{MatchNumber, Store, StoreError, SubmissionId};
use game::Fault;
use rusqlite::Transaction;

impl Store {
    /// The submissions that ever committed one of `kinds`, each with the first it committed.
    pub fn offenders(&self, kinds: &[Fault]) -> Result<Vec<(SubmissionId, Fault)>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT submission, kind FROM fault ORDER BY match, submission, kind",
        )?;
        let mut rows = query.query([])?;
        let mut found: Vec<(SubmissionId, Fault)> = Vec::new();
        while let Some(row) = rows.next()? {
            let (id, word): (i64, String) = (row.get(0)?, row.get(1)?);
            let kind = kinds.iter().find(|kind| kind.word() == word);
            if let Some(kind) = kind
                && found.iter().all(|(known, _)| known.0 != id)
            {
                found.push((SubmissionId(id), *kind));
            }
        }
        Ok(found)
    }
}

/// Notes the faults of one match.
pub(crate) fn add_faults(
    transaction: &Transaction<'_>,
    number: MatchNumber,
    faults: &[(SubmissionId, Fault)],
) -> Result<(), StoreError> {
    let mut upsert = transaction.prepare_cached(
        "INSERT INTO fault (match, submission, kind, count) VALUES (?, ?, ?, 1)
         ON CONFLICT DO UPDATE SET count = count + 1",
    )?;
    for (submission, fault) in faults {
        upsert.execute((number.0, submission.0, fault.word()))?;
    }
    Ok(())
}
