//! What is out: handed out, and not come back.

use certamen_work::{MatchNumber, Work};
use std::collections::BTreeMap;

/// A batch that is out.
#[derive(Debug)]
pub(crate) struct OutBatch {
    /// For which machines.
    pub(crate) class: String,
    /// Its matches that did not come back, as they were handed out.
    pub(crate) works: BTreeMap<MatchNumber, Work>,
    /// How often it was found neither held nor waiting, one look after the other.
    pub(crate) missed: u32,
}

/// All that is out.
#[derive(Debug, Default)]
pub(crate) struct Outstanding {
    batches: BTreeMap<String, OutBatch>,
    of: BTreeMap<MatchNumber, String>,
    /// How many batches are out for each class.
    counts: BTreeMap<String, usize>,
}

impl Outstanding {
    /// Notes a batch that goes out.
    pub(crate) fn add(&mut self, name: &str, class: &str, works: Vec<Work>) {
        let works: BTreeMap<_, _> = works.into_iter().map(|work| (work.number, work)).collect();
        self.of.extend(works.keys().map(|number| (*number, name.to_owned())));
        let out = OutBatch { class: class.to_owned(), works, missed: 0 };
        self.batches.insert(name.to_owned(), out);
        *self.counts.entry(class.to_owned()).or_default() += 1;
    }

    /// A match that is out, in whichever batch.
    pub(crate) fn work(&self, number: MatchNumber) -> Option<&Work> {
        self.batches.get(self.of.get(&number)?)?.works.get(&number)
    }

    /// Whether this match is out in this batch.
    pub(crate) fn is_in(&self, number: MatchNumber, batch: &str) -> bool {
        self.of.get(&number).is_some_and(|own| own == batch)
    }

    /// Takes a match that came back.
    pub(crate) fn remove(&mut self, number: MatchNumber) -> Option<Work> {
        let name = self.of.remove(&number)?;
        let batch = self.batches.get_mut(&name)?;
        let work = batch.works.remove(&number);
        if batch.works.is_empty() {
            self.drop_batch(&name);
        }
        work
    }

    /// Takes a whole batch back, which is lost.
    pub(crate) fn take_back(&mut self, name: &str) -> Vec<Work> {
        let Some(batch) = self.drop_batch(name) else { return Vec::new() };
        for number in batch.works.keys() {
            self.of.remove(number);
        }
        batch.works.into_values().collect()
    }

    /// How many batches are out for machines of `class`.
    pub(crate) fn of_class(&self, class: &str) -> usize {
        self.counts.get(class).copied().unwrap_or_default()
    }

    /// How many matches are out.
    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    /// All batches that are out.
    pub(crate) fn batches(&mut self) -> impl Iterator<Item = (&String, &mut OutBatch)> {
        self.batches.iter_mut()
    }

    /// The names of all batches that are out.
    pub(crate) fn names(&self) -> Vec<String> {
        self.batches.keys().cloned().collect()
    }

    fn drop_batch(&mut self, name: &str) -> Option<OutBatch> {
        let batch = self.batches.remove(name)?;
        if let Some(count) = self.counts.get_mut(&batch.class) {
            *count -= 1;
        }
        Some(batch)
    }
}
