//! Outstanding batches: handed out, without a result so far.

use certamen_game::job::{MatchJob, MatchNumber};
use std::{collections::BTreeMap, time::Instant};

/// A batch that is out.
#[derive(Debug)]
pub(crate) struct OutstandingBatch {
    /// The class of workers.
    pub(crate) class: String,
    /// Its matches that did not come back, as they were handed out.
    pub(crate) works: BTreeMap<MatchNumber, MatchJob>,
    /// When it went out.
    pub(crate) sent: Instant,
    /// How often it was found neither leased nor waiting, one look after the other.
    pub(crate) missed: u32,
    /// When a worker first reported that it has it.
    pub(crate) held: Option<Instant>,
    /// The workers that reported that they have it, by their keys, each with its name.
    pub(crate) holders: BTreeMap<String, String>,
    /// Since when none of them does any more.
    pub(crate) let_go: Option<Instant>,
    /// Whether it is one match during which workers were lost.
    pub(crate) wary: bool,
}

impl OutstandingBatch {
    /// Its matches that did not come back.
    pub(crate) fn into_works(self) -> Vec<MatchJob> {
        self.works.into_values().collect()
    }
}

/// All that is out.
#[derive(Debug, Default)]
pub(crate) struct Outstanding {
    batches: BTreeMap<String, OutstandingBatch>,
    of: BTreeMap<MatchNumber, String>,
    /// How many batches are out for each class.
    counts: BTreeMap<String, usize>,
    /// How many batches are out during which workers were lost.
    wary: usize,
}

impl Outstanding {
    /// Records a batch that goes out now.
    pub(crate) fn add(
        &mut self,
        (name, class): (&str, &str),
        works: Vec<MatchJob>,
        wary: bool,
        sent: Instant,
    ) {
        let works: BTreeMap<_, _> = works.into_iter().map(|job| (job.number, job)).collect();
        self.of.extend(works.keys().map(|number| (*number, name.to_owned())));
        let (class, holders) = (class.to_owned(), BTreeMap::new());
        let out = OutstandingBatch {
            class,
            works,
            sent,
            missed: 0,
            held: None,
            holders,
            let_go: None,
            wary,
        };
        self.wary += usize::from(wary);
        self.batches.insert(name.to_owned(), out);
        let class = &self.batches[name].class;
        *self.counts.entry(class.clone()).or_default() += 1;
    }

    /// Records that a worker has a batch.
    pub(crate) fn note_holder(&mut self, name: &str, (key, called): (&str, &str), now: Instant) {
        if let Some(batch) = self.batches.get_mut(name)
            && !batch.holders.contains_key(key)
        {
            batch.held.get_or_insert(now);
            batch.holders.insert(key.to_owned(), called.to_owned());
        }
    }

    /// The keys of the workers that reported that they have a batch.
    pub(crate) fn holders(&self, name: &str) -> impl Iterator<Item = &String> {
        self.batches.get(name).into_iter().flat_map(|batch| batch.holders.keys())
    }

    /// When a batch went out, if anything of it still is.
    pub(crate) fn sent(&self, name: &str) -> Option<Instant> {
        self.batches.get(name).map(|batch| batch.sent)
    }

    /// Whether anything of a batch is out.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.batches.contains_key(name)
    }

    /// Whether a match is out during which workers were lost.
    pub(crate) fn has_wary(&self) -> bool {
        self.wary > 0
    }

    /// A match that is out, in whichever batch.
    pub(crate) fn work(&self, number: MatchNumber) -> Option<&MatchJob> {
        self.batches.get(self.of.get(&number)?)?.works.get(&number)
    }

    /// Whether this match is out in this batch.
    pub(crate) fn is_in(&self, number: MatchNumber, batch: &str) -> bool {
        self.of.get(&number).is_some_and(|own| own == batch)
    }

    /// Removes a match that came back.
    pub(crate) fn remove(&mut self, number: MatchNumber) -> Option<MatchJob> {
        let name = self.of.remove(&number)?;
        let batch = self.batches.get_mut(&name)?;
        let job = batch.works.remove(&number);
        if batch.works.is_empty() {
            self.drop_batch(&name);
        }
        job
    }

    /// Takes a whole batch back, which is lost.
    pub(crate) fn take_back(&mut self, name: &str) -> Option<OutstandingBatch> {
        let batch = self.drop_batch(name)?;
        for number in batch.works.keys() {
            self.of.remove(number);
        }
        Some(batch)
    }

    /// How many batches are out for workers of `class`.
    pub(crate) fn of_class(&self, class: &str) -> usize {
        self.counts.get(class).copied().unwrap_or_default()
    }

    /// How many matches are out.
    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    /// All batches that are out.
    pub(crate) fn batches(&mut self) -> impl Iterator<Item = (&String, &mut OutstandingBatch)> {
        self.batches.iter_mut()
    }

    /// The names of all batches that are out.
    pub(crate) fn names(&self) -> Vec<String> {
        self.batches.keys().cloned().collect()
    }

    fn drop_batch(&mut self, name: &str) -> Option<OutstandingBatch> {
        let batch = self.batches.remove(name)?;
        self.wary -= usize::from(batch.wary);
        if let Some(count) = self.counts.get_mut(&batch.class) {
            *count -= 1;
        }
        Some(batch)
    }
}
