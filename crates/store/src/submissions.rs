//! The versions of bots that have ever taken part.

use crate::{Store, StoreError, SubmissionId};

/// One version of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotVersion {
    /// The bot's name.
    pub name: String,
    /// The hash of its files; empty for built-in players, which have none.
    pub digest: String,
    /// The language it is written in.
    pub language: String,
}

impl Store {
    /// The number of `submission`, which is stored if it is new.
    pub fn enter(&mut self, submission: &BotVersion) -> Result<SubmissionId, StoreError> {
        let BotVersion { name, digest, language } = submission;
        self.write(|transaction, _| {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO submission (name, digest, language) VALUES (?, ?, ?)
                 ON CONFLICT DO UPDATE SET language = excluded.language RETURNING id",
            )?;
            Ok(SubmissionId(insert.query_row((name, digest, language), |row| row.get(0))?))
        })
    }

    /// All submissions there ever were, by number.
    pub fn submissions(&self) -> Result<Vec<(SubmissionId, BotVersion)>, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT id, name, digest, language FROM submission ORDER BY id")?;
        let submissions = query.query_map([], |row| {
            let [name, digest, language] = [row.get(1)?, row.get(2)?, row.get(3)?];
            Ok((SubmissionId(row.get(0)?), BotVersion { name, digest, language }))
        })?;
        Ok(submissions.collect::<Result<_, _>>()?)
    }

    /// The submission with this number.
    pub fn submission(&self, id: SubmissionId) -> Result<BotVersion, StoreError> {
        let mut query = self
            .connection
            .prepare_cached("SELECT name, digest, language FROM submission WHERE id = ?")?;
        let submission = query.query_row([id.0], |row| {
            Ok(BotVersion { name: row.get(0)?, digest: row.get(1)?, language: row.get(2)? })
        });
        Ok(submission?)
    }
}
