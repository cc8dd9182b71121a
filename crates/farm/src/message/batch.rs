//! What one worker does for a contest: matches that it plays one after the other, or an urgent check.

use super::{Signer, VERSION, WITH_RULES};
use crate::ContestJob;
use certamen_game::{
    Conditions, Map, RulesSource, SeatEntry, Table,
    builtin::Arguments,
    job::{MatchJob, MatchNumber, SubmissionId},
    record::FORMAT,
};
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Matches of one contest, or a check for it, for workers of one class.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Batch {
    pub v: u32,
    pub contest: String,
    /// A unique name.
    pub batch: String,
    pub class: String,
    /// How urgent they are, the most urgent 0.
    pub level: u8,
    pub game: String,
    pub rules: u32,
    /// The program that the rules are, if they are not built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<BatchRules>,
    #[serde(default)]
    pub options: Map,
    pub conditions: Conditions,
    pub tier: String,
    #[serde(default)]
    pub writing: WritePolicy,
    pub bots: Vec<BatchBot>,
    /// The matches: number, bots by seat, seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<(i64, Vec<i64>, u64)>,
    /// What is to be found out instead of playing matches, in a format agreed between the caller
    /// and the workers: about the bot, if there is one, or about the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Value>,
    /// What is in the folders of the bots by seat, in base 64; matches without are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub folders: BTreeMap<i64, Vec<String>>,
    /// Workers and users that are not to play it: hashes of their keys with its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<String>,
    /// Whether workers were lost while they played it: it is not given out a second time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suspect: bool,
    pub token: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BatchBot {
    pub id: i64,
    /// Its name in standings.
    pub name: String,
    /// The hash of its files, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    #[serde(flatten)]
    pub player: PlayerSource,
}

/// Rules that are a program, and where their files are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BatchRules {
    /// What records state of them; a worker that has something else there does not play.
    #[serde(flatten)]
    pub source: RulesSource,
    /// The hash of the bundle, which is stored on the server in this many parts.
    pub id: String,
    pub parts: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerSource {
    /// A built-in player.
    House {
        name: String,
        #[serde(default)]
        arguments: Arguments,
    },
    /// A program: the hash of its bundle, which is stored on the server in this many parts.
    Bundle { id: String, parts: usize },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WritePolicy {
    #[default]
    Nowhere,
    /// In a folder that is empty before each match.
    Match,
    /// In a folder that contains what an earlier match left there.
    Kept,
}

impl Batch {
    /// A batch of `works`, without a token yet; `None` if there is no match or a bot is unknown.
    pub(crate) fn of(
        name: String,
        class: &str,
        works: &[MatchJob],
        contest: &ContestJob,
    ) -> Option<Batch> {
        let table = &works.first()?.table;
        let mut named: BTreeMap<SubmissionId, BatchBot> = BTreeMap::new();
        for job in works {
            for (id, entry) in job.seats.iter().zip(&job.table.seats) {
                let (name, digest) = (entry.bot.clone(), entry.digest.clone());
                let player = contest.bots.get(id)?.clone();
                named.insert(*id, BatchBot { id: id.0, name, digest, player });
            }
        }
        let ids = |job: &MatchJob| job.seats.iter().map(|id| id.0).collect();
        let kept = works.iter().filter(|job| job.folders.iter().any(|folder| !folder.is_empty()));
        let packed = |job: &MatchJob| job.folders.iter().map(|one| BASE64.encode(one)).collect();
        Some(Batch {
            v: if contest.rules.is_some() { WITH_RULES } else { VERSION },
            contest: contest.secret.contest.clone(),
            batch: name,
            class: class.to_owned(),
            level: contest.level,
            game: table.game.clone(),
            rules: table.rules,
            program: contest.rules.clone(),
            options: table.options.clone(),
            conditions: table.conditions.clone(),
            tier: contest.weakest.clone(),
            writing: contest.policy,
            bots: named.into_values().collect(),
            matches: works.iter().map(|job| (job.number.0, ids(job), job.table.seed)).collect(),
            check: None,
            folders: kept.map(|job| (job.number.0, packed(job))).collect(),
            not: Vec::new(),
            suspect: false,
            token: String::new(),
        })
    }

    /// Whether a worker or its user is among those that are not to have it.
    pub fn is_not_for(&self, signer: &Signer) -> bool {
        !self.not.is_empty()
            && [&*signer.worker(), signer.user()]
                .iter()
                .any(|key| self.not.contains(&mark_of(&self.batch, key)))
    }

    /// Whether bots or rules run that are not built in, which need isolation.
    pub fn runs_programs(&self) -> bool {
        let is_program = |bot: &BatchBot| matches!(bot.player, PlayerSource::Bundle { .. });
        self.program.is_some() || self.bots.iter().any(is_program)
    }

    pub fn numbers(&self) -> Vec<i64> {
        self.matches.iter().map(|(number, ..)| *number).collect()
    }

    /// Its matches, ready to be played; `None` if it names an unknown player.
    pub fn works(&self) -> Option<Vec<MatchJob>> {
        let bots: BTreeMap<i64, &BatchBot> = self.bots.iter().map(|bot| (bot.id, bot)).collect();
        self.matches.iter().map(|entry| self.work(entry, &bots)).collect()
    }

    fn work(
        &self,
        (number, ids, seed): &(i64, Vec<i64>, u64),
        bots: &BTreeMap<i64, &BatchBot>,
    ) -> Option<MatchJob> {
        let entry = |id: &i64| {
            let bot = bots.get(id)?;
            let (bot, digest) = (bot.name.clone(), bot.digest.clone());
            Some(SeatEntry { digest, ..SeatEntry::named(bot) })
        };
        let table = Table {
            certamen: FORMAT,
            game: self.game.clone(),
            rules: self.rules,
            rules_source: self
                .program
                .as_ref()
                .map(|rules| rules.source.clone())
                .unwrap_or_default(),
            options: self.options.clone(),
            seed: *seed,
            seats: ids.iter().map(entry).collect::<Option<_>>()?,
            conditions: self.conditions.clone(),
            extra: Map::new(),
        };
        let folders = match self.folders.get(number) {
            Some(packed) if packed.len() == ids.len() => {
                let unpacked = packed.iter().map(|one| BASE64.decode(one.as_bytes()).ok());
                unpacked.collect::<Option<_>>()?
            }
            Some(_) => return None,
            None => vec![Vec::new(); ids.len()],
        };
        let seats = ids.iter().copied().map(SubmissionId).collect();
        Some(MatchJob { number: MatchNumber(*number), table, seats, folders })
    }
}

/// What stands for a key in the batch of this name, so that readers do not learn the key.
pub(crate) fn mark_of(name: &str, key: &str) -> String {
    let salt = blake3::hash(name.as_bytes());
    blake3::keyed_hash(salt.as_bytes(), key.as_bytes()).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        coordinator::trial::coordination,
        message::{pack, unpack},
    };
    use certamen_game::conformance;

    #[test]
    fn matches_arrive_as_they_were_handed_out() {
        let game = certamen_games::find("footsteps").unwrap();
        let jobs = |number: i64, seats: [i64; 2], folders: [&[u8]; 2]| {
            let mut table = conformance::table(game, Map::new(), 2, number as u64);
            for (entry, id) in table.seats.iter_mut().zip(seats) {
                *entry = SeatEntry::named(format!("bot {id}"));
                entry.digest = (id == 2).then(|| "d1".to_owned());
            }
            let folders = folders.map(<[u8]>::to_vec).into();
            MatchJob {
                number: MatchNumber(number),
                table,
                seats: seats.map(SubmissionId).into(),
                folders,
            }
        };
        let works = [jobs(7, [1, 2], [b"", b""]), jobs(9, [2, 1], [b"\0\xff", b""])];
        let builtin =
            |name: &str| PlayerSource::House { name: name.to_owned(), arguments: [].into() };
        let bots = [(SubmissionId(1), builtin("first")), (SubmissionId(2), builtin("last"))].into();
        let contest = ContestJob { bots, policy: WritePolicy::Kept, ..coordination(0.0) };
        let batch = Batch::of("b1".to_owned(), "k", &works, &contest).unwrap();
        let read: Batch = unpack(&pack(&batch)).unwrap();
        assert_eq!(read, batch);
        let arrived = read.works().unwrap();
        assert_eq!(format!("{arrived:?}"), format!("{works:?}"));
        // Rules that are a program go with their batch, and only to workers that know such batches.
        let source = RulesSource { rules_digest: Some("d2".to_owned()), ..RulesSource::default() };
        let rules = BatchRules { source: source.clone(), id: "i".to_owned(), parts: 3 };
        let contest = ContestJob { rules: Some(rules), ..contest };
        let ruled = Batch::of("b3".to_owned(), "k", &works, &contest).unwrap();
        let read: Batch = unpack(&pack(&ruled)).unwrap();
        assert_eq!((read.v, &read), (WITH_RULES, &ruled));
        assert!(read.runs_programs() && !batch.runs_programs());
        assert!(read.works().unwrap().iter().all(|job| job.table.rules_source == source));
        let silent_guest = Batch { bots: Vec::new(), ..batch };
        assert!(silent_guest.works().is_none());
        let without_bots = ContestJob { bots: BTreeMap::new(), ..contest };
        assert!(Batch::of("b2".to_owned(), "k", &works, &without_bots).is_none());
    }
}
